"""Actions of Phase 10 Flip as neutral text, such as `hit r5 > 1.0`, and taken apart.

A player's action never names more than the face the player sees. Of several cards that look the same the first in the
hand needs nothing more than its face, the second is `r7:2`, and so on; `#12` is read where the player has seen both
faces of the card and so knows which it is.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from verso.core.game import AmbiguousAction, IllegalAction, InvalidAction, joined
from verso.core.spec import CHANCE, OVER
from verso.games.phase10_flip import rules
from verso.games.phase10_flip.rules import (
    COLOUR,
    DEALER,
    DISCARD,
    DRAW,
    GROUPS,
    HIGH_END,
    HIT,
    LOW_END,
    MOST_SEATS,
    NOTHING,
    PLACE,
    RUN,
    TAKE,
    WILD,
    State,
)
from verso.games.phase10_flip.ruleset import SIDES, Phase10FlipSetup, all_faces
from verso.games.phase10_flip.solver import NUMBERS
from verso.games.phase10_flip.spelling import (
    CODES,
    COUNTS,
    UNKNOWN_FACE,
    card_text,
    looks_marked,
    spell,
    spelled,
    word_of,
)

# --- what an action number means


class Parts(NamedTuple):
    """An action taken apart; what it does not have is NOTHING, and 0 for the number of a number card."""

    verb: str
    card: int = NOTHING
    seat: int = NOTHING  # a dealer, or the owner of a group
    slot: int = NOTHING
    number: int = 0
    group: int = NOTHING
    end: int = NOTHING


def parts(action: int) -> Parts:
    if action < DEALER:
        return Parts("card", card=action)
    if action < DRAW:
        return Parts("dealer", seat=action - DEALER)
    if action < DISCARD:
        return Parts("draw" if action == DRAW else "take")
    if action < PLACE:
        return Parts("discard", slot=action - DISCARD)
    if action < HIT:
        return Parts("place", slot=(action - PLACE) // NUMBERS, number=(action - PLACE) % NUMBERS)
    slot, where = divmod(action - HIT, MOST_SEATS * GROUPS * 2)
    owner, place = divmod(where, GROUPS * 2)
    return Parts("hit", slot=slot, seat=owner, group=place // 2, end=place % 2)


def _number_of_hit(s: State, what: Parts) -> int:
    """Return the number that a card gets by a hit, NOTHING where there is no such group or end."""
    if what.group >= s.group_count[what.seat]:
        return NOTHING
    return rules.number_at(s, what.seat, what.group, what.end)


def hit_action(slot: int, owner: int, group: int, end: int) -> int:
    return HIT + slot * MOST_SEATS * GROUPS * 2 + (owner * GROUPS + group) * 2 + end


# --- actions for programs


class Draw(msgspec.Struct, frozen=True, gc=False, tag="draw", tag_field="do"):
    """Draw from the draw pile; after a reshuffle if it is empty."""


class Take(msgspec.Struct, frozen=True, gc=False, tag="take", tag_field="do"):
    """Take the top card of the discard pile."""


class Discard(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="discard", tag_field="do"):
    """Discard the card of a slot of the hand. `card` is its number, where its holder has seen both faces."""

    slot: int
    face: str
    card: int | None = None


class Place(msgspec.Struct, frozen=True, gc=False, tag="place", tag_field="do"):
    """Lay the next card of a phase. `number` is what it stands for."""

    slot: int
    face: str
    number: int


class Hit(msgspec.Struct, frozen=True, gc=False, tag="hit", tag_field="do"):
    """Add a card to a group of an owner. It becomes `number`, at the low or the high end of a run."""

    slot: int
    face: str
    number: int
    owner: int
    group: int
    end: Literal["low", "high"] | None


class Dealer(msgspec.Struct, frozen=True, gc=False, tag="dealer", tag_field="do"):
    """Chance decides who deals."""

    seat: int


class Card(msgspec.Struct, frozen=True, gc=False, tag="card", tag_field="do"):
    """Chance decides which card comes up."""

    card: int


ACTIONS = Draw | Take | Discard | Place | Hit | Dealer | Card


def action_parts(setup: Phase10FlipSetup, s: State, action: int) -> ACTIONS:
    """Return what an action does, from what the seat whose turn it is knows of its cards."""
    what = parts(action)
    if what.verb == "card":
        return Card(what.card)
    if what.seat >= setup.seats:
        raise InvalidAction(f"action number {action} names a seat that this game has not")
    if what.verb == "dealer":
        return Dealer(what.seat)
    if what.slot == NOTHING:
        return Draw() if what.verb == "draw" else Take()
    face = _held_face(setup, s, what)
    if what.verb == "discard":
        return Discard(what.slot, CODES[face], _card_known(setup, s, s.hand[s.seat][what.slot]))
    if what.verb == "place":
        return Place(what.slot, CODES[face], what.number or setup.tables.value[face])
    number = _number_of_hit(s, what)
    if number == NOTHING:
        raise InvalidAction(f"action number {action} names a group that is not on the table")
    end: Literal["low", "high"] = "low" if what.end == LOW_END else "high"
    is_run = s.kind[what.seat][what.group] == RUN
    return Hit(what.slot, CODES[face], number, what.seat, what.group, end if is_run else None)


def _held_face(setup: Phase10FlipSetup, s: State, what: Parts) -> int:
    if s.seat == NOTHING or what.slot >= s.hand_count[s.seat]:
        raise InvalidAction(f"the hand has no card in slot {what.slot}")
    face = active_face(setup, s, s.hand[s.seat][what.slot])
    if face is None:
        raise InvalidAction(f"the card in slot {what.slot} of seat {s.seat} is not known")
    return face


def _card_known(setup: Phase10FlipSetup, s: State, thread: int) -> int | None:
    """Return which card it is if the seat whose turn it is has seen both faces: the first of those that are alike."""
    both = rules.faces_seen(s, setup.tables, s.seat, thread) == 3
    return setup.tables.same[s.card[thread]] if both else None


# --- cards as somebody sees them


def known_face(setup: Phase10FlipSetup, s: State, thread: int, side: int) -> int | None:
    """Return a card's face on a side, or None where this state, a view, does not know it."""
    face = rules.known_face(s, setup.tables, thread, side)
    return None if face == NOTHING else face


def active_face(setup: Phase10FlipSetup, s: State, thread: int) -> int | None:
    return known_face(setup, s, thread, s.side)


def code(face: int | None) -> str:
    return UNKNOWN_FACE if face is None else CODES[face]


def hand_faces(setup: Phase10FlipSetup, s: State, seat: int) -> list[int | None]:
    return [active_face(setup, s, thread) for thread in s.hand[seat][: s.hand_count[seat]]]


def ordinal(faces: Sequence[int | None], slot: int) -> int:
    """Return 1 for the first of the cards that look the same, 2 for the second, ..."""
    return list(faces[: slot + 1]).count(faces[slot])


# --- writing actions


def action_text(setup: Phase10FlipSetup, s: State, action: int) -> str:
    what = parts(action)
    if what.seat >= setup.seats:
        raise InvalidAction(f"action number {action} names a seat that this game has not")
    if what.slot == NOTHING:
        return spelled(setup, action)
    if s.seat == NOTHING or what.slot >= s.hand_count[s.seat]:
        raise InvalidAction(f"action number {action} names a card that the hand has not")
    if what.verb == "hit" and _number_of_hit(s, what) == NOTHING:
        raise InvalidAction(f"action number {action} names a group that is not on the table")
    return spelled(setup, spell(s, setup.tables, action))


def lay_word(setup: Phase10FlipSetup, s: State, slot: int, free: Sequence[int], number: int) -> str:
    """Return the word for a card in the midst of a lay-down.

    `free` are the slots that are left; the first of those that look the same needs no count.
    """
    faces = hand_faces(setup, s, s.seat)
    face = faces[slot]
    if face is None:
        return card_text(0, number)
    first = next(each for each in free if faces[each] == face)
    is_clear = slot == first and not looks_marked(s, setup.tables, face)
    return card_text((face + 1) * COUNTS + (0 if is_clear else ordinal(faces, slot)), number)


def lay_text(setup: Phase10FlipSetup, s: State, actions: Sequence[int]) -> str:
    """Return a whole lay-down, given as the actions that make it, as one text."""
    free = list(range(s.hand_count[s.seat]))
    words: list[str] = []
    for action in actions:
        what = parts(action)
        slot = free[what.slot]
        words.append(lay_word(setup, s, slot, free, what.number))
        free.pop(what.slot)
    groups = []
    for group in setup.phases[s.phase[s.seat] - 1]:
        groups.append(" ".join(words[: group.size]))
        del words[: group.size]
    return "lay " + " / ".join(groups)


# --- reading actions

_CARD = re.compile(
    r"(?:(?P<colour>[rygb])?(?P<value>\*|1[0-2]|[1-9])(?P<flip>!)?(?::(?P<count>1[01]|[1-9]))?)?"
    r"(?:#(?P<card>0|[1-9][0-9]{0,2}))?(?:=(?P<number>1[0-2]|[1-9]))?"
)
_HIT = re.compile(r"([0-9])\.([0-9])")


@dataclasses.dataclass(frozen=True)
class Word:
    """A card as it stands in a text."""

    text: str
    colour: int | None
    value: int | None  # 0: a Star; None: only `#12`
    flip: bool
    count: int | None
    card: int | None
    number: int | None

    @classmethod
    def read(cls, text: str) -> Word:
        match = _CARD.fullmatch(text)
        if match is None or (match["value"] is None and match["card"] is None):
            raise InvalidAction(f"{text!r} is not a card: a card is r7, y*, 12, * or #12, a Star with its number *=7")
        value = None if match["value"] is None else 0 if match["value"] == "*" else int(match["value"])
        colour = None if match["colour"] is None else "rygb".index(match["colour"])
        numbers = [None if match[key] is None else int(match[key]) for key in ("count", "card", "number")]
        if value and numbers[2] is not None:
            raise InvalidAction(f"{text!r}: only a Star is given a number")
        return cls(text, colour, value, match["flip"] is not None, *numbers)


def read(setup: Phase10FlipSetup, s: State, text: str) -> Sequence[int]:
    """Return the actions that a neutral text means, legal or not."""
    return Reader(setup, s).read(text)


class Reader:
    """Reads the actions of the seat whose turn it is, from what that seat knows."""

    def __init__(self, setup: Phase10FlipSetup, s: State) -> None:
        self.setup = setup
        self.s = s
        self.faces = hand_faces(setup, s, s.seat) if s.to_act >= 0 else []

    def read(self, text: str) -> Sequence[int]:
        """Return the actions a text means, whether or not they are legal now."""
        verb, space, rest = text.partition(" ")
        if not space and verb in ("draw", "take"):
            return (DRAW if verb == "draw" else TAKE,)
        if verb == "dealer" and rest in [str(seat) for seat in range(self.setup.seats)]:
            return (DEALER + int(rest),)
        if verb == "card" and re.fullmatch(r"#(0|[1-9][0-9]{0,2})", rest) and int(rest[1:]) < self.setup.tables.cards:
            return (int(rest[1:]),)
        readers = {"discard": self._discard, "place": self._place, "hit": self._hit, "lay": self._lay}
        if verb not in readers or not space:
            verbs = joined(["draw", "take", *readers, "dealer", "card"])
            raise InvalidAction(f"{text!r} is not an action: an action begins with {verbs}")
        if rest != " ".join(rest.split()):
            raise InvalidAction(f"{text!r} is not an action: one space stands between words, none at the end")
        return readers[verb](rest)

    def _check_turn(self) -> None:
        if self.s.to_act == CHANCE:
            raise IllegalAction("chance is to act, not a player")
        if self.s.to_act == OVER:
            raise IllegalAction("the game is over")

    # --- cards of the hand

    def _slot(self, word: Word, free: Iterable[int]) -> int:
        """Return the slot that a word names, of those that are free."""
        slots = [slot for slot in free if self._matches(word, slot)]
        if len({self.faces[slot] for slot in slots}) > 1 and word.card is None:
            raise AmbiguousAction(f"{word.text!r} could be {joined(map(self._word_of, slots))}")
        if word.count is not None:
            same = [slot for slot in range(len(self.faces)) if self._matches(word, slot)]
            slots = [slot for slot in same[word.count - 1 : word.count] if slot in slots]
        if not slots:
            raise IllegalAction(self._why_not_held(word))
        return slots[0]

    def _word_of(self, slot: int) -> str:
        return card_text(word_of(self.s, self.setup.tables, slot))

    def _matches(self, word: Word, slot: int) -> bool:
        face = self.faces[slot]
        if face is None:
            return False
        if word.card is not None and not self._is_known_as(word.card, slot):
            return False
        known = all_faces()[face]
        if word.value is None:
            return True
        if (known.colour, known.value) != (word.colour, word.value):
            return False
        return known.flip == word.flip or (known.flip and word.count is None)

    def _is_known_as(self, card: int, slot: int) -> bool:
        """Has the player seen both faces, and are they those of this card?"""
        s, t = self.s, self.setup.tables
        known = _card_known(self.setup, s, s.hand[s.seat][slot])
        return known is not None and card < t.cards and known == t.same[card]

    def _why_not_held(self, word: Word) -> str:
        if word.card is not None:
            return f"you know no card of your hand as {word.text}"
        if (word.colour is None) != (self.s.side == WILD):
            named = "r7 or y*" if self.s.side == COLOUR else "7 or *"
            return f"the {SIDES[self.s.side]} side is active: your cards are named like {named}, not {word.text}"
        return f"you do not hold {word.text.partition('=')[0]}"

    def _is_star(self, slot: int) -> bool:
        face = self.faces[slot]
        return face is not None and self.setup.tables.value[face] == 0

    def _number_of(self, word: Word, slot: int) -> int | None:
        """Return the number that a card stands for, None for a Star that was given none."""
        face = self.faces[slot]
        value: int = 0 if face is None else self.setup.tables.value[face]
        if value and word.number is not None:
            raise InvalidAction(f"{word.text!r}: only a Star is given a number")
        return value or word.number

    # --- verbs

    def _discard(self, rest: str) -> Sequence[int]:
        self._check_turn()
        word = Word.read(rest)
        if word.number is not None:
            raise InvalidAction(f"{rest!r}: a card is given a number when it is laid, not when it is discarded")
        return (DISCARD + self._slot(word, range(len(self.faces))),)

    def _place(self, rest: str) -> Sequence[int]:
        self._check_turn()
        word = Word.read(rest)
        slot = self._slot(word, range(len(self.faces)))
        number = self._number_of(word, slot)
        first = PLACE + slot * NUMBERS
        if not self._is_star(slot):
            return (first,)
        if number is not None:
            return (first + number,)
        buffer = [0] * (rules.ACTIONS + 1)
        count = self.setup.rules.legal(self.s, self.setup.tables, buffer)
        fitting = [action for action in buffer[:count] if first < action < first + NUMBERS]
        if len(fitting) == 1:
            return fitting
        if not fitting:
            raise IllegalAction(f"{word.text} cannot come next")
        choices = joined(f"{word.text}={action - first}" for action in fitting)
        raise AmbiguousAction(f"{rest!r} does not say which number the Star stands for: {choices}")

    def _hit(self, rest: str) -> Sequence[int]:
        card, arrow, place = rest.partition(" > ")
        match = _HIT.fullmatch(place)
        if not arrow or match is None:
            raise InvalidAction(f"'hit {rest}' does not say where: hit r5 > 1.0 is onto the first group of seat 1")
        owner, group = int(match[1]), int(match[2])
        if owner >= self.setup.seats or group >= GROUPS:
            raise InvalidAction(f"'hit {rest}': there is no group {place}")
        self._check_turn()
        word = Word.read(card)
        slot = self._slot(word, range(len(self.faces)))
        number, s = self._number_of(word, slot), self.s
        if group >= s.group_count[owner]:
            raise IllegalAction(f"there is no group {place} on the table")
        ends = (LOW_END, HIGH_END) if s.kind[owner][group] == RUN else (LOW_END,)
        found = {end: rules.number_at(s, owner, group, end) for end in ends}
        fitting = [end for end, each in found.items() if each != NOTHING and number in (None, each)]
        if not fitting and self._is_star(slot):
            numbers = [str(each) for each in found.values() if each != NOTHING]
            open_to = joined(numbers) if numbers else "nothing"
            raise IllegalAction(f"group {place} takes {open_to}")
        if len(fitting) > 1:
            choices = joined(f"{word.text}={found[end]}" for end in fitting)
            raise AmbiguousAction(f"'hit {rest}' does not say which number the Star stands for: {choices}")
        return (hit_action(slot, owner, group, fitting[0] if fitting else LOW_END),)

    def _lay(self, rest: str) -> Sequence[int]:
        self._check_turn()
        s = self.s
        words = [[Word.read(card) for card in group.split(" ")] for group in rest.split(" / ")]
        if s.laid[s.seat]:
            raise IllegalAction("your phase is down already: add cards with hit")
        if s.laying:
            raise IllegalAction("a lay-down is under way: go on with place")
        wanted = self.setup.phases[s.phase[s.seat] - 1]
        if [len(group) for group in words] != [group.size for group in wanted]:
            groups = " / ".join(f"{group.kind} of {group.size}" for group in wanted)
            raise IllegalAction(f"phase {s.phase[s.seat]} is {groups}")
        free = list(range(len(self.faces)))
        chosen = self._choose(words, free)
        order = []
        for group, shape, cards in zip(words, wanted, chosen, strict=True):
            numbers = self._numbers(group, cards, shape.kind)
            # A run is laid rising, a set in the order of the hand.
            order += sorted(zip(numbers, cards, strict=True), key=lambda pair: pair if shape.kind == "run" else pair[1])
        actions = []
        for number, slot in order:
            first = PLACE + free.index(slot) * NUMBERS
            free.remove(slot)
            actions.append(first + (number if self._is_star(slot) else 0))
        return actions

    def _choose(self, words: list[list[Word]], slots: list[int]) -> list[list[int]]:
        """Return the slots of the cards named: those named most exactly choose first."""
        free = set(slots)
        chosen: dict[tuple[int, int], int] = {}
        places = [(i, j) for i, group in enumerate(words) for j in range(len(group))]

        def exactness(place: tuple[int, int]) -> tuple[bool, bool, bool]:
            word = words[place[0]][place[1]]
            return (word.card is None, word.count is None, not word.flip)

        for i, j in sorted(places, key=exactness):
            word = words[i][j]
            alike = [slot for slot in free if self._matches(word, slot)]
            named = sum(words[k][m].value == word.value and words[k][m].colour == word.colour for k, m in places)
            held = sum(self._matches(dataclasses.replace(word, flip=False), slot) for slot in slots)
            if named == held and word.count is None and alike:
                chosen[i, j] = min(alike)  # all of them are used, so it does not matter which word is which
            else:
                chosen[i, j] = self._slot(word, sorted(free))
            free.discard(chosen[i, j])
        return [[chosen[i, j] for j in range(len(group))] for i, group in enumerate(words)]

    def _numbers(self, group: list[Word], cards: list[int], kind: str) -> list[int]:
        numbers = [self._number_of(word, slot) for word, slot in zip(group, cards, strict=True)]
        given = [number for number in numbers if number is not None]
        if kind == "set" and given:
            return [number or given[0] for number in numbers]
        if len(given) < len(numbers):
            raise AmbiguousAction(f"{' '.join(word.text for word in group)!r}: say the number of the Star, as in *=7")
        return given
