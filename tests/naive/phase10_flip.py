"""A naive twin of Phase 10 Flip: slow, literal, and written only to disagree.

The fast engine in ``src`` is compared with this file action by action on thousands of whole games. So this
file shares nothing with the engine: it is written straight from the rulings (ids ``PF-..``), the rulebook
and the deck, and it is **deliberately slow**: plain lists and sets, everything recomputed whenever it is
asked for, nothing cached, no clever solver. When you are tempted to speed something up here, don't; when the
two disagree, read the ruling. It reads no files: the deck comes in as ``csv.DictReader`` rows.

Notation (a subset of the project's neutral texts; physical cards are always named by their deck number)::

    dealer 1                 chance: who deals round 1
    card #12                 chance: the next card to be determined
    draw    take             top of the draw pile / of the discard pile
    lay #3 #4 / #10 #11=7    the groups of the phase in order; a run in rising numbers, a set in rising card
                             numbers; a Star always with its number, a number card never
    hit #5 > 1.0             onto seat 1's group 0 (in the order that seat laid them); a Star: hit #12=7 > 0.1
    discard #9

``legal()`` lists everything in full except lay-downs, which it announces with the single word ``lay``;
``apply`` takes any full lay text for which ``is_lay_down`` says yes.

How the state looks where the rulings leave it open:

* ``awaiting`` is "dealer" or "card" while chance is to act. The same word "card" serves the deal, the card
  that starts the discard pile, a new top of the draw pile and the card drawn after a reshuffle; which one it
  is stands in the attribute ``receiver``.
* The turn passes to the next player with the discard: the new top that a flip asks for is determined in
  *their* turn.
* While the cards are dealt and the discard pile is started, ``turn`` has number 0 and the seat that will
  start (None before the dealer is known). It has number 1 as soon as the discard pile lies there.
* After a reshuffle (PF-15) the step stays "draw" until the player has received the card.
* A known bottom card moves to ``top`` when nothing is above it any more, and not before.
* A player who has completed the last phase is on phase ``phases + 1`` (set back to the last one for a tie
  replay). The tie replay changes neither scores nor phases (PF-50: scores no longer matter).
* When the game is over everything else stays as the last action left it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any

CHANCE = -1
OVER = -2

Face = tuple[str, "str | None", "int | str"]  # (side "colour" | "wild", colour or None, 1..12 or "*")
GroupShape = tuple[str, int]  # ("run" | "set", how many cards)
Placed = tuple[int, int]  # (index in the hand, the number the card stands for)
LayDown = tuple[tuple[Placed, ...], ...]

PHASES: dict[int, list[GroupShape]] = {
    1: [("run", 2), ("run", 2)],
    2: [("run", 2), ("set", 2)],
    3: [("run", 2), ("set", 3)],
    4: [("run", 3), ("set", 2)],
    5: [("run", 4), ("set", 2)],
    6: [("run", 3), ("run", 3)],
    7: [("run", 3), ("set", 3)],
    8: [("run", 5), ("set", 2)],
    9: [("run", 2), ("set", 4)],
    10: [("run", 3), ("set", 2), ("set", 2)],
}

DEFAULTS: dict[str, Any] = {
    "flip_on_going_out": True,  # PF-33
    "force_lay": False,  # PF-11
    "min_numbers": "phase",  # PF-21
    "own_backs": "hidden",  # PF-05; concerns views only, the twin has none
    "phases": 10,  # PF-61
    "require_final_discard": False,  # PF-14
    "reshuffle": "keep_top",  # PF-15
    "winner_score": 0,  # PF-42
}

RULESETS: dict[str, dict[str, Any]] = {  # PF-62
    "standard": {},
    "pt-br-text": {"winner_score": 10},  # PF-42
    "fixed-rounds": {},  # PF-60: the ruleset's name itself is the rule
    "short": {"phases": 5},  # PF-61
}

ALLOWED: dict[str, list[Any]] = {
    "flip_on_going_out": [False, True],
    "force_lay": [False, True],
    "min_numbers": ["phase", "group"],
    "own_backs": ["hidden", "shown"],
    "phases": list(range(1, 11)),
    "require_final_discard": [False, True],
    "reshuffle": ["keep_top"],
    "winner_score": list(range(101)),
}

MAX_TURNS = 1000  # PF-51
HAND_SIZE = 10  # PF-01


# ------------------------------------------------------------------------------------------------------------
# What a group is
# ------------------------------------------------------------------------------------------------------------


def is_star(face: Face) -> bool:
    return face[2] == "*"


def can_be(face: Face, number: int) -> bool:
    """May this face stand for this number? (PF-20: a Star for any, on either side; PF-23: 1 to 12.)"""
    if not 1 <= number <= 12:
        return False
    return is_star(face) or face[2] == number


def colours_of(faces: list[Face]) -> set[str]:
    """The colours of the colour-side cards among these. Wild-side cards have none of their own (PF-20)."""
    colours: set[str] = set()
    for side, colour, _ in faces:
        if side == "colour":
            assert colour is not None, "a colour-side card has a colour"
            colours.add(colour)
    return colours


def is_run(faces: list[Face], numbers: list[int]) -> bool:
    """Consecutive rising numbers of one colour; wild-side cards have any colour wanted (PF-20, PF-23)."""
    for face, number in zip(faces, numbers, strict=True):
        if not can_be(face, number):
            return False
    for lower, higher in pairwise(numbers):
        if higher != lower + 1:
            return False
    return len(colours_of(faces)) <= 1


def is_set(faces: list[Face], numbers: list[int]) -> bool:
    """The same number, any colours."""
    for face, number in zip(faces, numbers, strict=True):
        if not can_be(face, number):
            return False
    return len(set(numbers)) == 1


def is_group(kind: str, faces: list[Face], numbers: list[int]) -> bool:
    assert kind in ("run", "set")
    return is_run(faces, numbers) if kind == "run" else is_set(faces, numbers)


def enough_numbers(faces_of_groups: list[list[Face]], min_numbers: str) -> bool:
    """PF-21: at least one number card (not a Star) in the whole lay-down, or in each of its groups."""
    assert min_numbers in ("phase", "group")
    has_number = [any(not is_star(face) for face in faces) for faces in faces_of_groups]
    return any(has_number) if min_numbers == "phase" else all(has_number)


# ------------------------------------------------------------------------------------------------------------
# All lay-downs of a hand, by enumeration
# ------------------------------------------------------------------------------------------------------------


def groups_of(faces: list[Face], shape: GroupShape) -> Iterator[tuple[Placed, ...]]:
    """Every group of this shape in the hand.

    The only pruning: a card is tried only where it can stand for the number wanted (`can_be`), and a set is
    tried in one order of its cards. What comes out of the enumeration is still judged by `is_group`.
    """
    kind, size = shape
    every_card = list(range(len(faces)))
    if kind == "run":
        for first in range(1, 12 - size + 2):  # PF-23: the last number is at most 12
            numbers = [first + step for step in range(size)]
            candidates = [[i for i in every_card if can_be(faces[i], number)] for number in numbers]
            for cards in product(*candidates):
                if len(set(cards)) == size and is_group(kind, [faces[i] for i in cards], numbers):
                    yield tuple(zip(cards, numbers, strict=True))
    else:
        for number in range(1, 13):
            numbers = [number] * size
            for cards in combinations([i for i in every_card if can_be(faces[i], number)], size):
                if is_group(kind, [faces[i] for i in cards], numbers):
                    yield tuple(zip(cards, numbers, strict=True))


def each_lay_down(faces: list[Face], groups: list[GroupShape], min_numbers: str) -> Iterator[LayDown]:
    """Every lay-down one after the other: every choice of one group per shape that uses no card twice."""
    choices: list[list[tuple[Placed, ...]]] = []
    for shape in groups:
        found = list(groups_of(faces, shape))
        if not found:
            return  # one of the groups cannot be made at all
        choices.append(found)

    def extend(laid: LayDown, used: frozenset[int]) -> Iterator[LayDown]:
        if len(laid) == len(groups):
            if enough_numbers([[faces[i] for i, _ in group] for group in laid], min_numbers):
                yield laid
            return
        for group in choices[len(laid)]:
            cards = frozenset(i for i, _ in group)
            if not cards & used:
                yield from extend((*laid, group), used | cards)

    yield from extend((), frozenset())


def lay_downs(faces: list[Face], groups: list[GroupShape], min_numbers: str) -> set[LayDown]:
    """All distinct lay-downs (PF-20, PF-21, PF-23, PF-26) of `groups` that the hand `faces` can make.

    Canonical form: a tuple with one entry per group, in the order of `groups`; each entry is a tuple of
    (index in the hand, number the card stands for): a run in rising numbers, a set in rising indices.
    Cards that look the same are still different indices, so they give different lay-downs; so does exchanging
    two groups of the same shape (phases 1, 6 and 10), because the groups of a phase are laid, and then
    addressed, in order.
    The hand may mix sides, although a hand in play never does.
    """
    return set(each_lay_down(faces, groups, min_numbers))


# ------------------------------------------------------------------------------------------------------------
# The game
# ------------------------------------------------------------------------------------------------------------


class Group:
    """A group on the table: cards as (card, side it was laid on, number it stands for). PF-22: only grows."""

    def __init__(self, owner: int, kind: str, cards: list[tuple[int, str, int]]) -> None:
        self.owner = owner
        self.kind = kind
        self.cards = cards


class NaivePhase10Flip:
    def __init__(self, deck: list[dict[str, str]], seats: int, ruleset: str = "standard", **options: Any) -> None:
        assert 2 <= seats <= 6, "PF-01: 2-6 players"
        assert ruleset in RULESETS, f"no such ruleset: {ruleset}"
        self.faces: dict[tuple[int, str], Face] = {}
        self.marked: dict[tuple[int, str], bool] = {}  # has a Flip symbol
        for row in deck:
            card = int(row["card"])
            assert (card, "colour") not in self.faces, f"card {card} twice in the deck"
            for side in ("colour", "wild"):
                text = row[side + "_value"]
                colour = row["colour"] if side == "colour" else None
                self.faces[card, side] = (side, colour, "*" if text == "*" else int(text))
                self.marked[card, side] = row[side + "_flip"] == "1"
        self.all_cards = sorted(card for card, side in self.faces if side == "colour")
        self.seats = seats
        self.ruleset = ruleset
        self.options: dict[str, Any] = {**DEFAULTS, **RULESETS[ruleset], **options}
        for name, value in self.options.items():
            assert name in ALLOWED, f"no such option: {name}"
            fine = any(value == each and type(value) is type(each) for each in ALLOWED[name])
            assert fine, f"{name} cannot be {value!r}"

        # The game.
        self.round = 1
        self.dealer: int | None = None
        self.phase = [1] * seats
        self.score = [0] * seats
        self.replay: list[int] = []  # PF-50: the tied seats
        self.result: dict[str, Any] | None = None
        # The round (all of it is set again by gather_cards).
        self.side = "colour"
        self.top: list[int] = []  # draw pile: known cards on top, top first ...
        self.unknown: set[int] = set()  # ... then these, in no order: not yet determined ...
        self.bottom: list[int] = []  # ... then known cards at the bottom, lowest last
        self.discard: list[int] = []  # top first
        self.hand: list[set[int]] = []
        self.laid: list[bool] = []
        self.table: list[Group] = []
        # The turn.
        self.turn_seat: int | None = None
        self.turn_number = 0
        self.step = "draw"
        # Chance: what is awaited, and what the card is for: "deal", "start" (of the discard pile), "top" (of
        # the draw pile), "draw" (straight into the hand, PF-15).
        self.awaiting: str | None = None
        self.receiver: str | None = None

        self.gather_cards()
        self.awaiting = "dealer"  # PF-06

    # -- rounds ----------------------------------------------------------------------------------------------

    def gather_cards(self) -> None:
        """PF-02, PF-43: all cards gathered and shuffled, that is, none determined; Colour active."""
        self.side = "colour"
        self.top = []
        self.unknown = set(self.all_cards)
        self.bottom = []
        self.discard = []
        self.hand = [set() for _ in range(self.seats)]
        self.laid = [False] * self.seats
        self.table = []
        self.turn_seat = None
        self.turn_number = 0
        self.step = "draw"

    def players(self) -> list[int]:
        """Who takes part in this round: everybody, or in a tie replay the tied ones (PF-50)."""
        return self.replay if self.replay else list(range(self.seats))

    def next_player(self, seat: int) -> int:
        """The first seat clockwise after this one that takes part."""
        while True:
            seat = (seat + 1) % self.seats
            if seat in self.players():
                return seat

    def start_deal(self) -> None:
        assert self.dealer is not None
        self.turn_seat = self.next_player(self.dealer)  # PF-06: left of the dealer starts
        self.await_card("deal")

    def next_round(self) -> None:
        assert self.dealer is not None
        self.round += 1
        self.dealer = (self.dealer + 1) % self.seats  # PF-06, PF-43, PF-50: over all seats
        self.gather_cards()
        self.start_deal()

    def next_to_be_dealt(self) -> int | None:
        """One card at a time, starting left of the dealer, until everyone has ten (PF-01)."""
        assert self.dealer is not None
        seat = self.next_player(self.dealer)
        fewest = min(len(self.hand[each]) for each in self.players())
        if fewest == HAND_SIZE:
            return None
        while len(self.hand[seat]) != fewest:
            seat = self.next_player(seat)
        return seat

    def end_round(self, out: int) -> None:
        """`out` has no cards left (PF-14)."""
        assert not self.hand[out]
        if self.replay:
            # PF-50: the first of the tied players to go out wins; nothing is scored any more.
            self.finish([out], "replay")
            return
        for seat in range(self.seats):  # PF-41, PF-42
            if seat == out:
                self.score[seat] += self.options["winner_score"]
            else:
                for card in self.hand[seat]:
                    self.score[seat] += self.points(card)
        if self.ruleset == "fixed-rounds":
            self.after_fixed_round()
        else:
            self.after_round()

    def after_fixed_round(self) -> None:
        """PF-60: everybody moves on, completed or not; at the end the lowest total wins, ties shared."""
        if self.round == self.options["phases"]:
            lowest = min(self.score)
            self.finish([seat for seat in range(self.seats) if self.score[seat] == lowest], "rounds")
        else:
            self.next_round()
            self.phase = [self.round] * self.seats

    def after_round(self) -> None:
        """PF-40: who laid their phase moves on. PF-50: has somebody completed the last phase?"""
        last: int = self.options["phases"]
        for seat in range(self.seats):
            if self.laid[seat]:
                self.phase[seat] += 1
        finishers = [seat for seat in range(self.seats) if self.phase[seat] > last]
        if not finishers:
            self.next_round()
        elif len(finishers) == 1:
            self.finish(finishers, "phases")
        else:
            lowest = min(self.score[seat] for seat in finishers)
            best = [seat for seat in finishers if self.score[seat] == lowest]
            if len(best) == 1:
                self.finish(best, "score")
            else:
                self.replay = best
                for seat in best:
                    self.phase[seat] = last
                self.next_round()

    def finish(self, winners: list[int], reason: str) -> None:
        self.result = {
            "winners": list(winners),
            "scores": list(self.score),
            "truncated": reason == "truncated",
            "reason": reason,
        }

    def points(self, card: int) -> int:
        """PF-41: active side only."""
        value = self.active(card)[2]
        if value == "*":
            return 20
        assert isinstance(value, int)
        return 5 if value <= 9 else 10

    # -- cards -----------------------------------------------------------------------------------------------

    def active(self, card: int) -> Face:
        return self.faces[card, self.side]

    def run_colour(self, group: Group) -> str | None:
        """PF-24: a run has the colour of its colour-side cards, none without such cards. A set has none."""
        if group.kind == "set":
            return None
        colours = colours_of([self.faces[card, side] for card, side, _ in group.cards])
        assert len(colours) <= 1, "a run of two colours"
        return next(iter(colours), None)

    def draw_pile_size(self) -> int:
        return len(self.top) + len(self.unknown) + len(self.bottom)

    def tidy_draw_pile(self) -> None:
        """With nothing undetermined above them, the first known bottom card is simply the top."""
        if not self.top and not self.unknown and self.bottom:
            self.top.append(self.bottom.pop(0))

    def await_card(self, receiver: str) -> None:
        assert self.unknown, "no card left to determine"
        self.awaiting = "card"
        self.receiver = receiver

    def reveal_top(self) -> None:
        """PF-03: everyone sees the inactive face of the top of the draw pile, so chance decides it now."""
        self.tidy_draw_pile()
        if not self.top and self.unknown:
            self.await_card("top")

    def flip(self) -> None:
        """PF-30: the discard pile, the draw pile, every hand; not the table. PF-31: no mark acts here."""
        self.discard.reverse()
        self.top, self.bottom = self.bottom[::-1], self.top[::-1]
        self.tidy_draw_pile()
        self.side = "wild" if self.side == "colour" else "colour"  # hands show their other faces

    def group_at(self, owner: int, index: int) -> Group | None:
        own = [group for group in self.table if group.owner == owner]
        return own[index] if index < len(own) else None

    # -- what may be done ------------------------------------------------------------------------------------

    def actor(self) -> int:
        if self.result is not None:
            return OVER
        if self.awaiting is not None:
            return CHANCE
        assert self.turn_seat is not None
        return self.turn_seat

    def legal(self) -> list[str]:
        if self.result is not None:
            return []
        if self.awaiting == "dealer":
            return sorted(f"dealer {seat}" for seat in range(self.seats))
        if self.awaiting == "card":
            return sorted(f"card #{card}" for card in self.unknown)
        if self.step == "draw":
            return sorted(self.legal_draws())
        return sorted([*(["lay"] if self.can_lay() else []), *self.legal_hits(), *self.legal_discards()])

    def odds(self) -> dict[str, Fraction]:
        assert self.actor() == CHANCE
        texts = self.legal()
        return {text: Fraction(1, len(texts)) for text in texts}

    def legal_draws(self) -> list[str]:
        """PF-10, PF-15."""
        assert self.discard, "every turn begins with a discard pile: the one before ended with a discard"
        texts = ["take"]
        if self.draw_pile_size() > 0 or len(self.discard) >= 2:
            texts.append("draw")
        return texts

    def phase_groups(self, seat: int) -> list[GroupShape]:
        return PHASES[self.phase[seat]]

    def may_lay_now(self) -> bool:
        """Everything about a lay-down except the cards themselves: PF-11, PF-14."""
        seat = self.actor()
        if seat < 0 or self.step != "play" or self.laid[seat]:
            return False
        size = sum(size for _, size in self.phase_groups(seat))
        return not (self.options["require_final_discard"] and len(self.hand[seat]) - size < 1)

    def can_lay(self) -> bool:
        if not self.may_lay_now():
            return False
        seat = self.actor()
        faces = [self.active(card) for card in sorted(self.hand[seat])]
        for _ in each_lay_down(faces, self.phase_groups(seat), self.options["min_numbers"]):
            return True
        return False

    def is_lay_down(self, text: str) -> bool:
        """Is this full `lay ...` text a legal move now? Checked on the cards it names."""
        if not self.may_lay_now():
            return False
        seat = self.actor()
        groups = self.read_lay(text)
        shapes = self.phase_groups(seat)
        if groups is None or len(groups) != len(shapes):  # PF-26: exactly the groups of the phase
            return False
        named = [card for group in groups for card, _ in group]
        if len(set(named)) != len(named) or not set(named) <= self.hand[seat]:  # PF-11: from the hand
            return False
        for (kind, size), group in zip(shapes, groups, strict=True):
            if len(group) != size:  # PF-26
                return False
            cards = [card for card, _ in group]
            if kind == "set" and cards != sorted(cards):
                return False  # notation: a set is written in rising card numbers
            faces = [self.active(card) for card in cards]
            for face, (_, declared) in zip(faces, group, strict=True):
                if is_star(face) != (declared is not None):
                    return False  # notation: a Star with its number, a number card without
            if not is_group(kind, faces, [self.number(card, declared) for card, declared in group]):
                return False
        faces_of_groups = [[self.active(card) for card, _ in group] for group in groups]
        return enough_numbers(faces_of_groups, self.options["min_numbers"])

    def number(self, card: int, declared: int | None) -> int:
        """The number a card of the active side stands for: a Star's is declared (PF-22)."""
        value = self.active(card)[2]
        if value == "*":
            assert declared is not None
            return declared
        assert isinstance(value, int)
        return value

    @staticmethod
    def read_lay(text: str) -> list[list[tuple[int, int | None]]] | None:
        """The cards of a lay text with their declared numbers, or None when it is not one."""
        if not text.startswith("lay "):
            return None
        groups: list[list[tuple[int, int | None]]] = []
        for part in text.removeprefix("lay ").split(" / "):
            group: list[tuple[int, int | None]] = []
            for word in part.split(" "):
                match = re.fullmatch(r"#(0|[1-9][0-9]*)(?:=([1-9]|1[0-2]))?", word)
                if match is None:
                    return None
                group.append((int(match[1]), None if match[2] is None else int(match[2])))
            groups.append(group)
        return groups

    def fits(self, face: Face, number: int, group: Group) -> bool:
        """May this face, standing for this number, be added to this group? (PF-24, PF-25: on either side)"""
        if not can_be(face, number):
            return False
        numbers = [each for _, _, each in group.cards]
        if group.kind == "set":
            return number == numbers[0]
        colour = self.run_colour(group)
        if face[0] == "colour" and colour is not None and face[1] != colour:
            return False
        return number == min(numbers) - 1 or number == max(numbers) + 1  # PF-23: can_be keeps it within 1-12

    def legal_hits(self) -> list[str]:
        """PF-12: with the own phase down, onto any group of anybody."""
        seat = self.actor()
        if not self.laid[seat]:
            return []
        if self.options["require_final_discard"] and len(self.hand[seat]) == 1:  # PF-14
            return []
        texts: list[str] = []
        for owner in range(self.seats):
            own = [group for group in self.table if group.owner == owner]
            for index, group in enumerate(own):
                for card in self.hand[seat]:
                    face = self.active(card)
                    for number in range(1, 13):
                        if self.fits(face, number, group):
                            declared = f"={number}" if is_star(face) else ""
                            texts.append(f"hit #{card}{declared} > {owner}.{index}")
        assert len(set(texts)) == len(texts), "a hit text must mean one thing"
        return texts

    def legal_discards(self) -> list[str]:
        """PF-13; PF-11: with force_lay not while a lay-down is possible."""
        seat = self.actor()
        if self.options["force_lay"] and self.can_lay():
            return []
        return [f"discard #{card}" for card in self.hand[seat]]

    # -- doing it --------------------------------------------------------------------------------------------

    def apply(self, text: str) -> None:
        if text.startswith("lay"):
            assert self.is_lay_down(text), f"not a lay-down here: {text}"
            self.do_lay(text)
            return
        assert text in self.legal(), f"not legal here: {text}"
        word, _, rest = text.partition(" ")
        if word == "dealer":
            self.dealer = int(rest)
            self.awaiting = None
            self.start_deal()
        elif word == "card":
            self.do_card(int(rest.removeprefix("#")))
        elif word == "draw":
            self.do_draw()
        elif word == "take":
            self.hand[self.actor()].add(self.discard.pop(0))
            self.step = "play"
        elif word == "hit":
            self.do_hit(rest)
        elif word == "discard":
            self.do_discard(int(rest.removeprefix("#")))
        else:
            raise AssertionError(text)

    def do_card(self, card: int) -> None:
        receiver = self.receiver
        self.awaiting = None
        self.receiver = None
        self.unknown.remove(card)
        if receiver == "deal":  # PF-01
            to = self.next_to_be_dealt()
            assert to is not None
            self.hand[to].add(card)
            self.await_card("start" if self.next_to_be_dealt() is None else "deal")
        elif receiver == "start":  # PF-04: a Flip symbol on it is ignored
            self.discard.insert(0, card)
            self.turn_number = 1
            self.reveal_top()
        elif receiver == "top":  # PF-03
            self.top.insert(0, card)
        elif receiver == "draw":  # PF-15
            assert self.turn_seat is not None
            self.hand[self.turn_seat].add(card)
            self.step = "play"
            self.reveal_top()
        else:
            raise AssertionError(receiver)

    def do_draw(self) -> None:
        if self.draw_pile_size() == 0:  # PF-15: every card keeps its active side, for that is the table's
            self.unknown = set(self.discard[1:])
            self.discard = self.discard[:1]
            self.await_card("draw")
            return
        self.hand[self.actor()].add(self.top.pop(0))  # PF-10
        self.step = "play"
        self.reveal_top()

    def do_lay(self, text: str) -> None:
        seat = self.actor()
        groups = self.read_lay(text)
        assert groups is not None
        for (kind, _), group in zip(self.phase_groups(seat), groups, strict=True):
            cards = [(card, self.side, self.number(card, declared)) for card, declared in group]
            self.table.append(Group(seat, kind, cards))
            for card, _, _ in cards:
                self.hand[seat].remove(card)
        self.laid[seat] = True
        if not self.hand[seat]:  # PF-14
            self.end_round(seat)

    def do_hit(self, rest: str) -> None:
        seat = self.actor()
        match = re.fullmatch(r"#(\d+)(?:=(\d+))? > (\d+)\.(\d+)", rest)
        assert match is not None
        card = int(match[1])
        number = self.number(card, None if match[2] is None else int(match[2]))
        group = self.group_at(int(match[3]), int(match[4]))
        assert group is not None
        self.hand[seat].remove(card)
        if group.kind == "run" and number < group.cards[0][2]:  # the number decides the end
            group.cards.insert(0, (card, self.side, number))
        else:
            group.cards.append((card, self.side, number))
        if not self.hand[seat]:  # PF-14
            self.end_round(seat)

    def do_discard(self, card: int) -> None:
        seat = self.actor()
        flips = self.marked[card, self.side]  # PF-13: on its active side
        self.hand[seat].remove(card)
        self.discard.insert(0, card)
        if not self.hand[seat]:  # PF-14
            if flips and self.options["flip_on_going_out"]:  # PF-33
                self.flip()
            self.end_round(seat)
            return
        if flips:
            self.flip()
        if self.turn_number == MAX_TURNS:  # PF-51
            self.finish([], "truncated")
            return
        self.turn_seat = self.next_player(seat)
        self.turn_number += 1
        self.step = "draw"
        self.reveal_top()

    # -- what is so ------------------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        return {
            "game": "phase-10-flip",
            "ruleset": self.ruleset,
            "options": {name: self.options[name] for name in sorted(self.options)},
            "seats": self.seats,
            "to_act": self.actor(),
            "step": self.step,
            "side": self.side,
            "round": self.round,
            "dealer": self.dealer,
            "awaiting": self.awaiting,
            "turn": {"seat": self.turn_seat, "number": self.turn_number},
            "draw": {"top": list(self.top), "bottom": list(self.bottom), "unknown": len(self.unknown)},
            "discard": list(self.discard),
            "players": [
                {
                    "hand": sorted(self.hand[seat]),
                    "phase": self.phase[seat],
                    "score": self.score[seat],
                    "laid": self.laid[seat],
                }
                for seat in range(self.seats)
            ],
            "table": [
                {
                    "owner": group.owner,
                    "kind": group.kind,
                    "colour": self.run_colour(group),
                    "cards": [{"card": card, "side": side, "value": number} for card, side, number in group.cards],
                }
                for group in self.table
            ],
            "replay": list(self.replay),
        }

    def outcome(self) -> dict[str, Any] | None:
        if self.result is None:
            return None
        return {
            "winners": list(self.result["winners"]),
            "scores": list(self.result["scores"]),
            "truncated": self.result["truncated"],
            "reason": self.result["reason"],
        }
