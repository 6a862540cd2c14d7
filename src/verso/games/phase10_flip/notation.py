"""Phase 10 Flip's neutral text: actions such as `hit r5 > 1.0`, and positions as JSON. See docs/notation.md.

A player's action never names more than the face the player sees. Of several cards that look the same the first in the
hand needs nothing more than its face, the second is `r7:2`, and so on; `#12` is read where the player has seen both
faces of the card and so knows which it is.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from verso.core.document import Document
from verso.core.game import AmbiguousAction, IllegalAction, InvalidAction, Json, joined
from verso.core.spec import CHANCE, OVER, blank
from verso.games.phase10_flip import rules
from verso.games.phase10_flip.rules import (
    CARDS,
    COLOUR,
    DEALER,
    DISCARD,
    DRAW,
    EVERYTHING,
    FACE_ONLY,
    GROUPS,
    HAND_SIZE,
    HELD,
    HIGH_END,
    HIT,
    LAST_TURN,
    LOW_END,
    MOST_SEATS,
    NOTHING,
    PLACE,
    RUN,
    SET,
    TAKE,
    WILD,
    WILD_FACES,
    State,
)
from verso.games.phase10_flip.ruleset import COLOUR_NAMES, SIDES, Phase10FlipSetup, all_faces, phases
from verso.games.phase10_flip.solver import HIGHEST, NUMBERS

STEPS = {"draw": rules.STEP_DRAW, "play": rules.STEP_PLAY}
AWAITING = {None: rules.AWAIT_NOTHING, "dealer": rules.AWAIT_DEALER, "card": rules.AWAIT_CARD}
PURPOSES = {
    None: rules.FOR_NOTHING,
    "hand": rules.FOR_HAND,
    "discard": rules.FOR_DISCARD,
    "top": rules.FOR_TOP,
    "player": rules.FOR_PLAYER,
}
RESULTS = {
    None: rules.RUNNING,
    "phases": rules.WON_BY_PHASES,
    "score": rules.WON_BY_SCORE,
    "replay": rules.WON_BY_REPLAY,
    "rounds": rules.WON_BY_ROUNDS,
    "truncated": rules.TRUNCATED,
}
KINDS = {"run": RUN, "set": SET}
SEEN = ("none", "colour", "wild", "both")
MOST_SCORE = 1_000_000
MOST_ROUNDS = 1_000


def _name_of(table: dict[Any, int], value: int) -> Any:
    return next(name for name, number in table.items() if number == value)


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


def hit_action(slot: int, owner: int, group: int, end: int) -> int:
    return HIT + slot * MOST_SEATS * GROUPS * 2 + (owner * GROUPS + group) * 2 + end


def number_of_hit(s: State, what: Parts) -> int | None:
    """Return the number that a card gets by a hit, or None where there is no such group or end."""
    if what.seat >= len(s.group_count) or what.group >= s.group_count[what.seat]:
        return None
    low, high = s.low[what.seat][what.group], s.high[what.seat][what.group]
    if s.kind[what.seat][what.group] == SET:
        return low if what.end == LOW_END else None
    number = low - 1 if what.end == LOW_END else high + 1
    return number if 1 <= number <= HIGHEST else None


# --- cards as somebody sees them


def faces_known(setup: Phase10FlipSetup, s: State, thread: int) -> tuple[int | None, int | None]:
    """Return the colour face and the wild face of a thread, each None where this state, a view, does not know it."""
    card = s.card[thread]
    if card >= 0:
        return setup.tables.face[COLOUR][card], setup.tables.face[WILD][card]
    if card > FACE_ONLY:
        return None, None
    face = FACE_ONLY - card
    return (None, face) if face >= WILD_FACES else (face, None)


def active_face(setup: Phase10FlipSetup, s: State, thread: int) -> int | None:
    return faces_known(setup, s, thread)[s.side]


CODES = tuple(face.code for face in all_faces())


def code(face: int | None) -> str:
    return "?" if face is None else CODES[face]


def hand_faces(setup: Phase10FlipSetup, s: State, seat: int) -> list[int | None]:
    return [active_face(setup, s, thread) for thread in s.hand[seat][: s.hand_count[seat]]]


def ordinal(faces: Sequence[int | None], slot: int) -> int:
    """Return 1 for the first of the cards that look the same, 2 for the second, ..."""
    return list(faces[: slot + 1]).count(faces[slot])


def thread_id(s: State, thread: int) -> int:
    """Return the name of a thread for clients: it never comes back for another card in the same round."""
    return s.born[thread] * CARDS + thread


# --- writing actions


def action_text(setup: Phase10FlipSetup, s: State, action: int) -> str:
    what = parts(action)
    if what.verb == "card":
        return f"card #{what.card}"
    if what.seat >= setup.seats:
        raise InvalidAction(f"action number {action} names a seat that this game has not")
    if what.verb == "dealer":
        return f"dealer {what.seat}"
    if what.slot == NOTHING:
        return what.verb
    if s.seat == NOTHING or what.slot >= s.hand_count[s.seat]:
        raise InvalidAction(f"action number {action} names a card that the hand has not")
    faces = hand_faces(setup, s, s.seat)
    face = faces[what.slot]
    word = card_word(faces, what.slot)
    if what.verb == "discard":
        return f"discard {word}"
    if what.verb == "place":
        return f"place {word}" + (f"={what.number}" if what.number else "")
    number = number_of_hit(s, what)
    if number is None:
        raise InvalidAction(f"action number {action} names a group that is not on the table")
    star = face is not None and setup.tables.value[face] == 0
    return f"hit {word}" + (f"={number}" if star else "") + f" > {what.seat}.{what.group}"


def card_word(faces: Sequence[int | None], slot: int, free: Sequence[int] | None = None) -> str:
    """Return the word for a card of a hand: its face, and where that is not enough which of them.

    `free` are the slots that are left in the midst of a lay-down; the first of those that look the same needs no count.
    """
    face = faces[slot]
    if face is None:
        return code(face)
    marked = all_faces()[face]._replace(flip=True)
    unclear = marked.value > 0 and marked.number != face and marked.number in faces
    first = next(each for each in (range(len(faces)) if free is None else free) if faces[each] == face)
    return code(face) + (f":{ordinal(faces, slot)}" if unclear or slot != first else "")


def lay_text(setup: Phase10FlipSetup, s: State, actions: Sequence[int]) -> str:
    """Return a whole lay-down, given as the actions that make it, as one text."""
    faces = hand_faces(setup, s, s.seat)
    free = list(range(len(faces)))
    words: list[str] = []
    for action in actions:
        what = parts(action)
        slot = free[what.slot]
        words.append(card_word(faces, slot, free) + (f"={what.number}" if what.number else ""))
        free.pop(what.slot)
    groups = []
    for group in phases()[s.phase[s.seat] - 1]:
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
            raise AmbiguousAction(f"{word.text!r} could be {joined(card_word(self.faces, slot) for slot in slots)}")
        if word.count is not None:
            same = [slot for slot in range(len(self.faces)) if self._matches(word, slot)]
            slots = [slot for slot in same[word.count - 1 : word.count] if slot in slots]
        if not slots:
            raise IllegalAction(self._why_not_held(word))
        return slots[0]

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
        s, same = self.s, self.setup.tables.same
        thread = s.hand[s.seat][slot]
        both = rules.faces_seen(s, self.setup.tables, s.seat, thread) == 3
        return both and card < self.setup.tables.cards and same[s.card[thread]] == same[card]

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
        found = {end: number_of_hit(s, Parts("hit", seat=owner, group=group, end=end)) for end in ends}
        fitting = [end for end, each in found.items() if each is not None and number in (None, each)]
        if not fitting and self._is_star(slot):
            open_to = joined(str(each) for each in found.values() if each) if any(found.values()) else "nothing"
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
        wanted = phases()[s.phase[s.seat] - 1]
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


# --- positions


def state_to_json(setup: Phase10FlipSetup, s: State) -> Json:
    """Return a state or a view as a document; in a view a card is what the seat that looks knows of it."""
    shown = _FullCards(setup, s) if s.viewer == EVERYTHING else _ViewCards(setup, s)

    def optional(value: int) -> int | None:
        return None if value == NOTHING else value

    document: Json = {
        "to_act": s.to_act,
        "step": _name_of(STEPS, s.step),
        "side": SIDES[s.side],
        "round": s.round,
        "dealer": optional(s.dealer),
        "awaiting": _name_of(AWAITING, s.awaiting),
        "awaited_for": _name_of(PURPOSES, s.awaited_for),
        "turn": {"seat": optional(s.seat), "number": s.turn},
        "result": _name_of(RESULTS, s.result),
        "draw": {
            "top": shown.cards([s.draw_top] if s.draw_top != NOTHING else []),
            "bottom": shown.cards([s.draw_bottom] if s.draw_bottom != NOTHING else []),
            "unknown": s.pool_count,
        },
        "discard": shown.cards(reversed(s.discard[: s.discard_count])),
        "players": [
            {
                "hand": shown.cards(s.hand[seat][: s.hand_count[seat]]),
                "phase": s.phase[seat],
                "score": s.score[seat],
                "laid": bool(s.laid[seat]),
            }
            for seat in range(setup.seats)
        ],
        "table": [_group_to_json(s, group, shown) for group in table_groups(s)],
        "replay": [seat for seat in range(setup.seats) if s.replaying[seat]],
        "laying": {"groups": s.laying, "slots": s.slots[: s.placed]} if s.laying else None,
        "shuffles": s.shuffles,
    }
    return document | ({"seen": _seen_to_json(setup, s)} if s.viewer == EVERYTHING else {})


class _FullCards:
    """Cards of a full state in a document: their numbers."""

    def __init__(self, setup: Phase10FlipSetup, s: State) -> None:
        self.setup = setup
        self.s = s

    def cards(self, threads: Iterable[int]) -> list[Any]:
        return [self.s.card[thread] for thread in threads]

    def laid(self, thread: int) -> Json:
        return {"card": self.s.card[thread]}


class _ViewCards(_FullCards):
    """Cards of a view in a document: the faces that were seen, and the number only of who knows both."""

    def cards(self, threads: Iterable[int]) -> list[Any]:
        return [self.laid(thread) for thread in threads]

    def laid(self, thread: int) -> Json:
        number, card = self.s.born[thread] * CARDS + thread, self.s.card[thread]
        if card >= 0:
            faces = self.setup.tables.face
            return {
                "id": number,
                "colour": CODES[faces[COLOUR][card]],
                "wild": CODES[faces[WILD][card]],
                "card": card,
            }
        face = FACE_ONLY - card
        if face < 0:
            return {"id": number, "colour": None, "wild": None}
        is_wild = face >= WILD_FACES
        return {"id": number, "colour": None if is_wild else CODES[face], "wild": CODES[face] if is_wild else None}


class TableGroup(NamedTuple):
    """A group on the table: its cards as thread, side and number."""

    owner: int
    number: int
    cards: list[tuple[int, int, int]]


def table_groups(s: State) -> list[TableGroup]:
    """Return the groups in the order laid."""
    groups: list[TableGroup] = []
    for thread, place in zip(s.table[: s.table_count], s.place[: s.table_count], strict=True):
        owner, index = divmod(place >> 5, GROUPS)
        if not groups or groups[-1][:2] != (owner, index):
            groups.append(TableGroup(owner, index, []))
        groups[-1].cards.append((thread, place >> 4 & 1, place & 15))
    return groups


def _group_to_json(s: State, group: TableGroup, shown: _FullCards) -> Json:
    colour = s.colour[group.owner][group.number]
    return {
        "owner": group.owner,
        "kind": _name_of(KINDS, s.kind[group.owner][group.number]),
        "colour": None if colour == NOTHING else COLOUR_NAMES[colour],
        "cards": [shown.laid(thread) | {"side": SIDES[side], "value": number} for thread, side, number in group.cards],
    }


def _seen_to_json(setup: Phase10FlipSetup, s: State) -> list[Json]:
    return [
        {
            "card": s.card[thread],
            "id": thread_id(s, thread),
            "by": [SEEN[s.seen[thread] >> 2 * seat & 3] for seat in range(setup.seats)],
        }
        for thread in range(CARDS)
        if s.born[thread] != NOTHING
    ]


def census(setup: Phase10FlipSetup, s: State) -> dict[str, int]:
    """Count every physical card in all zones."""
    threads = [*s.discard[: s.discard_count], *s.table[: s.table_count]]
    threads += [thread for thread in (s.draw_top, s.draw_bottom) if thread != NOTHING]
    for seat in range(setup.seats):
        threads += s.hand[seat][: s.hand_count[seat]]
    cards = s.pool[: s.pool_count] + [s.card[thread] for thread in threads]
    return {f"#{card}": cards.count(card) for card in range(setup.tables.cards)}


def state_from_json(setup: Phase10FlipSetup, document: Json) -> State:
    """Read a state; missing keys take the value of a fresh turn of a fresh game."""
    return _StateReader(setup, Document(document)).read()


class _StateReader:
    def __init__(self, setup: Phase10FlipSetup, document: Document) -> None:
        self.setup = setup
        self.t = setup.tables
        self.document = document
        self.s = blank(State, setup.seats)
        setup.rules.setup(self.s, self.t)
        self.threads: dict[int, int] = {}  # by card
        self.expected: dict[int, int] = {}  # what is seen of each thread right now, as bits
        self.assumed: dict[int, int] = {}  # what is taken to have been seen where the document does not say

    def read(self) -> State:
        s, document = self.s, self.document
        to_act = document.whole("to_act", OVER, self.setup.seats - 1)
        s.step = STEPS[str(document.choice("step", tuple(STEPS), "draw"))]
        s.side = SIDES.index(str(document.choice("side", SIDES, "colour")))
        s.round = document.whole("round", 1, MOST_ROUNDS, 1)
        s.result = RESULTS[document.choice("result", tuple(RESULTS), None)]
        s.shuffles = document.whole("shuffles", 0, 127, 0)
        s.dealer = self._seat_or_null(document, "dealer", NOTHING)
        s.awaiting = AWAITING[document.choice("awaiting", tuple(AWAITING), None)]
        self._read_replay()
        self._read_turn(document.object("turn"), to_act)
        self._read_seen()
        self._read_zones()
        self._read_seen_by()
        self._find_actor(to_act)
        self._check_result(to_act)
        document.finish()
        return s

    def _seat_or_null(self, document: Document, key: str, default: int) -> int:
        if not document.given(key):
            return default
        return NOTHING if document.get(key) is None else document.whole(key, 0, self.setup.seats - 1)

    def _read_replay(self) -> None:
        seats = self.document.items("replay", self.setup.seats)
        for number, seat in enumerate(seats):
            if type(seat) is not int or not 0 <= seat < self.setup.seats or seat in seats[:number]:
                raise self.document.error(f"replay[{number}]", f"must be a seat, each once: {seat!r}")
            self.s.replaying[seat] = 1
            self.s.tied += 1
        if len(seats) == 1:
            raise self.document.error("replay", "a tie is between two seats or more")

    def _read_turn(self, turn: Document, to_act: int) -> None:
        s = self.s
        waits_for_dealer = s.awaiting == rules.AWAIT_DEALER
        s.seat = self._seat_or_null(turn, "seat", NOTHING if waits_for_dealer else max(to_act, 0))
        s.turn = turn.whole("number", 0, LAST_TURN, 0 if waits_for_dealer else 1)
        turn.finish()
        if (s.seat == NOTHING) != waits_for_dealer:
            raise turn.error("seat", "must be given, except where the dealer is awaited")
        if s.seat != NOTHING and any(s.replaying) and not s.replaying[s.seat]:
            raise turn.error("seat", f"seat {s.seat} does not replay the tie")

    # --- cards

    def _read_seen(self) -> None:
        """Read which thread each card is; what was seen of it is read once all cards have their places."""
        for entry in self._entries("seen", CARDS):
            card = self._card(entry, "card")
            if card in self.threads:
                raise entry.error("card", f"card {card} is given twice")
            name = entry.whole("id", 0, 128 * CARDS - 1)
            thread = name % CARDS
            if self.s.born[thread] != NOTHING:
                raise entry.error("id", f"{name} cannot be: another card of the same thread is given")
            self._begin(card, thread, name // CARDS)
            entry.items("by", self.setup.seats)
            entry.finish()

    def _entries(self, key: str, most: int) -> Iterator[Document]:
        for number, value in enumerate(self.document.items(key, most)):
            yield Document(value, f"{key}[{number}]")

    def _card(self, document: Document, key: str) -> int:
        return self._number(document, key, document.get(key))

    def _number(self, document: Document, key: str, card: Any) -> int:
        if type(card) is not int or not 0 <= card < self.t.cards:
            raise document.error(key, f"must be the number of a card, from 0 to {self.t.cards - 1}: {card!r}")
        return card

    def _begin(self, card: int, thread: int, born: int) -> None:
        self.threads[card] = thread
        self.s.card[thread] = card
        self.s.born[thread] = born

    def _thread(self, document: Document, key: str, card: int, expected: int, assumed: int = 0) -> int:
        """Return the thread of a card that lies somewhere, and note what is seen of it there."""
        if card in self._placed:
            raise document.error(key, f"card {card} is in two places")
        self._placed.add(card)
        if card not in self.threads:
            free = next(thread for thread in range(CARDS) if self.s.born[thread] == NOTHING)
            self._begin(card, free, self.s.shuffles)
        thread = self.threads[card]
        self.expected[thread] = expected
        self.assumed[thread] = expected | assumed
        return thread

    def _threads(self, document: Document, key: str, most: int, expected: int) -> list[int]:
        cards = document.items(key, most)
        return [
            self._thread(document, f"{key}[{i}]", self._number(document, f"{key}[{i}]", card), expected)
            for i, card in enumerate(cards)
        ]

    def _read_zones(self) -> None:
        s, t, document = self.s, self.t, self.document
        self._placed: set[int] = set()
        active, inactive = t.everyone << s.side, t.everyone << 1 - s.side
        if document.given("players"):
            for seat, player in enumerate(document.objects("players", self.setup.seats)):
                self._read_player(seat, player)
        discard = self._threads(document, "discard", CARDS, 0)
        for thread in discard:
            self.assumed[thread] = active
        if discard:
            self.expected[discard[0]] = active
        _fill(s.discard, discard[::-1])
        s.discard_count = len(discard)
        draw = document.object("draw")
        for thread in self._threads(draw, "top", 1, inactive):
            s.draw_top = thread
        for thread in self._threads(draw, "bottom", 1, 0):
            s.draw_bottom = thread
            self.assumed[thread] = active
        self._read_table()
        self._read_laying()
        self._check_room()
        if lost := sorted(set(self.threads) - self._placed):
            raise document.error("seen", f"card {lost[0]} is not on the table, in a hand or in a pile")
        pool = [card for card in range(t.cards) if card not in self._placed]
        if draw.whole("unknown", 0, t.cards, len(pool)) != len(pool):
            raise draw.error("unknown", f"must be {len(pool)}: that many of the {t.cards} cards lie nowhere else")
        draw.finish()
        _fill(s.pool, pool)
        s.pool_count = len(pool)
        s.free = next((thread for thread in range(CARDS) if s.born[thread] == NOTHING), CARDS)

    def _read_player(self, seat: int, player: Document) -> None:
        s, t = self.s, self.t
        most = HELD if seat == s.seat and s.step == rules.STEP_PLAY else HAND_SIZE
        hand = self._threads(player, "hand", most, self._seen_in_hand(seat))
        _fill(s.hand[seat], hand)
        s.hand_count[seat] = len(hand)
        is_finished = s.result != rules.RUNNING or self._sits_out(seat)
        s.phase[seat] = player.whole("phase", 1, t.last_phase + int(is_finished), 1)
        s.score[seat] = player.whole("score", 0, MOST_SCORE, 0)
        s.laid[seat] = int(player.flag("laid"))
        player.finish()

    def _sits_out(self, seat: int) -> bool:
        """Whether others replay a tie without this seat, which may have finished too, with more points (PF-50)."""
        return self.s.tied > 0 and not self.s.replaying[seat]

    def _read_table(self) -> None:
        s = self.s
        for group in self._entries("table", self.setup.seats * GROUPS):
            owner = group.whole("owner", 0, self.setup.seats - 1)
            index = s.group_count[owner]
            if index == GROUPS:
                raise group.error("owner", f"seat {owner} has more than {GROUPS} groups")
            s.group_count[owner] += 1
            s.kind[owner][index] = KINDS[str(group.choice("kind", tuple(KINDS), None) or "")]
            if not group.items("cards", CARDS):
                raise group.error("cards", "a group has cards")
            for number, value in enumerate(group.items("cards", CARDS)):
                self._read_laid(Document(value, f"{group.place('cards')}[{number}]"), owner, index, number == 0)
            colour = s.colour[owner][index]
            found = None if colour == NOTHING else COLOUR_NAMES[colour]
            if group.choice("colour", (None, *COLOUR_NAMES), found) != found:
                raise group.error("colour", f"must be {found or 'null'}: that follows from its cards")
            group.finish()

    def _read_laid(self, laid: Document, owner: int, index: int, first: bool) -> None:
        s, t = self.s, self.t
        card = self._card(laid, "card")
        side = SIDES.index(str(laid.choice("side", SIDES, "colour")))
        value = laid.whole("value", 1, HIGHEST)
        laid.finish()
        face = t.face[side][card]
        if t.value[face] not in (0, value):
            raise laid.error("value", f"{code(face)} cannot stand for {value}")
        if first:
            s.low[owner][index] = value
        elif s.kind[owner][index] == SET and value != s.low[owner][index]:
            raise laid.error("value", "a set is of one number")
        elif s.kind[owner][index] == RUN and value != s.high[owner][index] + 1:
            raise laid.error("value", "the numbers of a run follow each other, rising")
        s.high[owner][index] = value
        if side == COLOUR and s.kind[owner][index] == RUN:
            if s.colour[owner][index] not in (NOTHING, t.colour_of[face]):
                raise laid.error("card", "a run is of one colour")
            s.colour[owner][index] = t.colour_of[face]
        thread = self._thread(laid, "card", card, t.everyone << side)
        s.table[s.table_count] = thread
        s.place[s.table_count] = (owner * GROUPS + index) << 5 | side << 4 | value
        s.table_count += 1

    def _read_laying(self) -> None:
        s, document = self.s, self.document
        if document.get("laying") is None:
            document.given("laying")
            return
        laying = document.object("laying")
        wanted = phases()[s.phase[s.seat] - 1]
        begun = laying.whole("groups", 1, len(wanted))
        if s.step != rules.STEP_PLAY or s.laid[s.seat]:
            raise laying.error("groups", "a lay-down is made in the play step by who has not laid yet")
        own = [group for group in table_groups(s) if group.owner == s.seat]
        if len(own) < begun:
            raise laying.error("groups", f"seat {s.seat} has {len(own)} groups on the table")
        for number, (shape, group) in enumerate(zip(wanted, own[len(own) - begun :], strict=False), start=1):
            kind = _name_of(KINDS, s.kind[s.seat][group.number])
            whole = len(group.cards) == shape.size or (number == begun and len(group.cards) < shape.size)
            if kind != shape.kind or not whole or any(side != s.side for _, side, _ in group.cards):
                raise laying.error("groups", f"group {number} does not agree with phase {s.phase[s.seat]}")
            is_number = [self.t.value[self.t.face[s.side][s.card[thread]]] > 0 for thread, _, _ in group.cards]
            s.group_has_number = int(any(is_number))
            s.has_number |= s.group_has_number
            s.missing = shape.size - len(group.cards)
        s.laying = begun
        self._read_slots(laying, own[len(own) - begun :])
        if begun == len(wanted) and not s.missing:
            raise laying.error("groups", "this phase is complete")
        laying.finish()

    def _check_room(self) -> None:
        """Refuse groups that would be in the way of a phase still to be laid, by whichever seat."""
        s = self.s
        for seat in range(self.setup.seats):
            if s.result != rules.RUNNING or s.laid[seat] or self._sits_out(seat):
                continue
            left = len(phases()[s.phase[seat] - 1]) - (s.laying if seat == s.seat else 0)
            if s.group_count[seat] + left > GROUPS:
                raise self.document.error("table", f"seat {seat} has no room left for the groups of its phase")

    def _read_slots(self, laying: Document, groups: Sequence[TableGroup]) -> None:
        """Read where in the hand the cards of a lay-down under way came from; nobody else has seen them laid."""
        s = self.s
        places = [(group, number) for group in groups for number in range(len(group.cards))]
        slots = laying.items("slots", HELD)
        if len(slots) != len(places):
            raise laying.error("slots", f"must have {len(places)} entries, one for each card laid")
        if table_groups(s)[-len(groups) :] != list(groups):
            raise laying.error("groups", "the groups of a lay-down under way are the last on the table")
        held = s.hand_count[s.seat] + len(slots)
        for i, (slot, (group, number)) in enumerate(zip(slots, places, strict=True)):
            rising = s.kind[s.seat][group.number] == SET and number > 0
            if type(slot) is not int or not (slots[i - 1] if rising else 0) <= slot < held - i:
                raise laying.error(f"slots[{i}]", "must be a place in the hand; a set is laid in the order of the hand")
            s.slots[i] = slot
            thread = group.cards[number][0]
            self.expected[thread] = self.assumed[thread] = self._seen_in_hand(s.seat)
        s.placed = len(slots)
        if held > HELD:
            raise laying.error("slots", f"a hand has at most {HELD} cards")

    def _seen_in_hand(self, seat: int) -> int:
        own = 1 << 2 * seat
        everyone: int = self.t.everyone
        backs = everyone if self.t.own_backs else everyone - own
        return own << self.s.side | backs << 1 - self.s.side

    def _read_seen_by(self) -> None:
        s = self.s
        given: dict[int, tuple[Document, int]] = {}
        for entry in self._entries("seen", CARDS):
            faces = entry.items("by", self.setup.seats)
            if len(faces) != self.setup.seats or any(face not in SEEN for face in faces):
                raise entry.error("by", f"must be {joined(SEEN)} for each seat")
            bits = sum(SEEN.index(face) << 2 * seat for seat, face in enumerate(faces))
            given[self.threads[entry.get("card")]] = entry, bits
        for thread, expected in self.expected.items():
            if thread in given:
                entry, bits = given[thread]
                if expected & ~bits:
                    raise entry.error("by", "leaves out a face that is to be seen right now")
                s.seen[thread] = bits
            else:
                s.seen[thread] = self.assumed[thread]

    # --- who is to act

    def _find_actor(self, to_act: int) -> None:
        s, t, document = self.s, self.t, self.document
        purpose = document.choice("awaited_for", tuple(PURPOSES), None)
        awaiting = s.awaiting
        s.awaiting, s.to_act = rules.AWAIT_NOTHING, to_act
        if to_act == OVER:
            if awaiting != rules.AWAIT_NOTHING or purpose is not None:
                raise document.error("awaiting", "nothing is awaited when the game is over")
            return
        if awaiting == rules.AWAIT_DEALER:
            self._check_dealer_awaited(to_act, purpose)
            s.awaiting = awaiting
            return
        if purpose is None and s.turn == 0 and s.dealer != NOTHING:
            purpose = "discard" if rules.next_to_be_dealt(s, t) == NOTHING else "hand"
        if purpose in ("hand", "discard", "player"):
            self._check_awaited(to_act, purpose)
            s.awaiting, s.awaited_for = rules.AWAIT_CARD, PURPOSES[purpose]
            if purpose == "hand":
                s.receiver = rules.next_to_be_dealt(s, t)
            return
        self.setup.rules.reveal(s, t)
        if document.given("awaiting") and awaiting != s.awaiting:
            found = _name_of(AWAITING, s.awaiting)
            raise document.error("awaiting", f"must be {found or 'null'}: that follows from the cards")
        if document.given("awaited_for") and PURPOSES[purpose] != s.awaited_for:
            raise document.error("awaited_for", f"must be {_name_of(PURPOSES, s.awaited_for) or 'null'}")
        if to_act not in (s.to_act, s.seat):
            raise document.error("to_act", f"is {to_act}, but it is the turn of seat {s.seat}")
        if s.turn == 0:
            raise document.error("turn.number", "must be 1 or more once the discard pile is started")
        self._check_can_act()
        s.can_lay = int(s.step == rules.STEP_PLAY and self.setup.rules.holds_phase(s, t))

    def _check_dealer_awaited(self, to_act: int, purpose: str | None) -> None:
        s, document = self.s, self.document
        if to_act != CHANCE or s.dealer != NOTHING or purpose is not None or s.turn or s.step != rules.STEP_DRAW:
            raise document.error("awaiting", "the dealer is drawn by chance, before anything else")
        if s.pool_count != self.t.cards or s.round != 1 or any(s.replaying) or s.side != COLOUR:
            raise document.error("awaiting", "the dealer is drawn by chance, before the cards are dealt")

    def _check_awaited(self, to_act: int, purpose: str) -> None:
        s, t, document = self.s, self.t, self.document
        if to_act != CHANCE or s.pool_count == 0:
            raise document.error("awaited_for", "a card is decided by chance, and must be left to be decided")
        if s.step != rules.STEP_DRAW:
            raise document.error("awaited_for", f"a card for the {purpose} is awaited in the draw step")
        if purpose == "player":
            if s.draw_top != NOTHING or s.draw_bottom != NOTHING or s.discard_count != 1 or s.turn == 0:
                raise document.error(
                    "awaited_for", "after a reshuffle the discard pile has one card, the draw pile none known"
                )
            return
        dealt = s.dealer == NOTHING or rules.next_to_be_dealt(s, t) == NOTHING
        if s.dealer == NOTHING or s.turn != 0 or s.table_count or s.discard_count or s.side != COLOUR:
            raise document.error("awaited_for", "cards are dealt by a dealer, before the first turn")
        if dealt != (purpose == "discard") or s.draw_top != NOTHING or s.draw_bottom != NOTHING:
            raise document.error("awaited_for", "first the hands are dealt, then the discard pile is started")
        if s.seat != rules.next_player(s, t, s.dealer):
            raise document.error("turn.seat", "the player left of the dealer starts")

    def _check_can_act(self) -> None:
        """Refuse a position in which the seat to act could do nothing."""
        s, document = self.s, self.document
        if s.step == rules.STEP_DRAW and s.draw_top == NOTHING and s.pool_count == 0 and s.discard_count == 0:
            raise document.error("draw", "there is no card to draw or to take")
        if s.step == rules.STEP_PLAY and s.hand_count[s.seat] == 0:
            raise document.error(f"players[{s.seat}].hand", "is empty: that round is over")
        if s.laying:
            buffer = [0] * (rules.ACTIONS + 1)
            if self.setup.rules.legal(s, self.t, buffer) == 0:
                raise document.error("laying", "the lay-down cannot be completed")

    def _check_result(self, to_act: int) -> None:
        s, t = self.s, self.t
        if (to_act == OVER) != (s.result != rules.RUNNING):
            raise self.document.error("result", f"must be given exactly when to_act is {OVER}")
        if s.result == rules.RUNNING:
            return
        if s.result == rules.TRUNCATED:
            fine = s.turn == LAST_TURN
        elif s.result == rules.WON_BY_REPLAY:
            s.winner[s.seat] = 1
            fine = any(s.replaying)
        else:
            fixed = s.result == rules.WON_BY_ROUNDS
            for seat in range(self.setup.seats):
                s.winner[seat] = int(fixed or s.phase[seat] > t.last_phase)
            finishers = sum(s.winner)
            best = rules.keep_lowest(s, t) if finishers else 0
            fine = fixed == bool(t.fixed_rounds) and best >= 1
            fine = fine and (fixed or (best == 1 and (finishers == 1) == (s.result == rules.WON_BY_PHASES)))
        if not fine:
            raise self.document.error("result", "does not agree with phases, scores and turns")


def _fill(row: list[int], values: list[int]) -> None:
    row[:] = values + [NOTHING] * (len(row) - len(values))
