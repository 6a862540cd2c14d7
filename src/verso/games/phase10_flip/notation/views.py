"""What is shown of Phase 10 Flip at a table: a view as a document, and which cards an action moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from verso.core.contracts.parts import Moved, Place
from verso.core.game import Json, View
from verso.core.spec import CHANCE, OVER
from verso.games.phase10_flip import ends, rules
from verso.games.phase10_flip.notation.actions import known_face
from verso.games.phase10_flip.notation.story import Story
from verso.games.phase10_flip.rules import CARDS, COLOUR, GROUPS, NOTHING, RUN, SET, WILD, State
from verso.games.phase10_flip.ruleset import COLOUR_NAMES, SIDES, Phase10FlipSetup
from verso.games.phase10_flip.solver import NUMBERS
from verso.games.phase10_flip.spelling import CODES

STEPS = {"draw": rules.STEP_DRAW, "play": rules.STEP_PLAY}
AWAITING = {None: rules.AWAIT_NOTHING, "dealer": rules.AWAIT_DEALER, "card": rules.AWAIT_CARD}
"""What chance decides. While hands are counted nothing is awaited: the document says `counted` instead."""
PURPOSES = {
    None: rules.FOR_NOTHING,
    "hand": rules.FOR_HAND,
    "discard": rules.FOR_DISCARD,
    "top": rules.FOR_TOP,
    "player": rules.FOR_PLAYER,
}
RESULTS = {None: rules.RUNNING} | {name: number for number, name in ends.REASONS.items()}
KINDS = {"run": RUN, "set": SET}


def name_of(table: dict[Any, int], value: int) -> Any:
    return next(name for name, number in table.items() if number == value)


# --- the document, declared

Side = Literal["colour", "wild"]
Colour = Literal["red", "yellow", "green", "blue"]


class ShownCard(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card by the faces that are known. `id` follows it through a round; `card` is its number, of both known."""

    id: int
    colour: str | None
    wild: str | None
    card: int | UnsetType = UNSET


class LaidCard(ShownCard, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """A card on the table: the side it was laid with, and the number it stands for."""

    side: Side
    value: int


class ShownGroup(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A group on the table. It `takes` cards of these numbers, and Stars if there are any."""

    owner: int
    kind: Literal["run", "set"]
    colour: Colour | None
    cards: list[LaidCard]
    takes: list[int]


class ShownPlayer(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A seat: its hand in the order that actions count it, its phase and points, whether the phase is laid."""

    hand: list[ShownCard]
    phase: int
    score: int
    laid: bool


class DrawPile(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The draw pile: the card on top and the one at the bottom, if they can be followed, and how many others."""

    top: list[ShownCard]
    bottom: list[ShownCard]
    unknown: int


class Turn(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Whose turn it is, and which of the round."""

    seat: int | None
    number: int


class Laying(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A lay-down under way: groups begun, and from which slots its cards came."""

    groups: int
    slots: list[int]


class CountedHand(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A hand at the end of a round: what each card costs, in the order of the hand, and the total with them.

    `next` is the phase that comes now, of a seat that goes on: none after the last one.
    """

    points: list[int]
    scored: int
    total: int
    next: int | None


class Counted(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The end of a round: who went out, and all hands, by seat."""

    out: int
    hands: list[CountedHand]


class ShownTable(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A view, or a full state shown with all faces. Piles have their top card first."""

    to_act: int
    step: Literal["draw", "play"]
    side: Side
    round: int
    dealer: int | None
    awaiting: Literal["dealer", "card"] | None
    awaited_for: Literal["hand", "discard", "top", "player"] | None
    turn: Turn
    result: Literal["phases", "score", "replay", "rounds", "truncated"] | None
    draw: DrawPile
    discard: list[ShownCard]
    players: list[ShownPlayer]
    table: list[ShownGroup]
    replay: list[int]
    laying: Laying | None
    shuffles: int
    counted: Counted | UnsetType = UNSET
    """Between the last card of a round and the next deal, where all hands lie open."""
    story: Story | UnsetType = UNSET
    """Of a table: a position alone does not tell how it came about."""


VIEW = ShownTable


# --- the document, written


class CardNumbers:
    """Cards of a full state in the document of a position: their numbers. Groups say no more than is read back."""

    def __init__(self, setup: Phase10FlipSetup, s: State) -> None:
        self.setup = setup
        self.s = s

    def cards(self, threads: Iterable[int]) -> list[Any]:
        return [self.s.card[thread] for thread in threads]

    def laid(self, thread: int) -> Json:
        return {"card": self.s.card[thread]}

    def more_of_group(self, owner: int, group: int) -> Json:
        return {}


class CardFaces(CardNumbers):
    """Cards as they are shown: the faces that were seen, and the number only of who knows both."""

    def cards(self, threads: Iterable[int]) -> list[Any]:
        return [self.laid(thread) for thread in threads]

    def laid(self, thread: int) -> Json:
        s, t, card = self.s, self.setup.tables, self.s.card[thread]
        colour, wild = rules.known_face(s, t, thread, COLOUR), rules.known_face(s, t, thread, WILD)
        shown = {
            "id": thread_id(s, thread),
            "colour": None if colour == NOTHING else CODES[colour],
            "wild": None if wild == NOTHING else CODES[wild],
        }
        if card >= 0:
            shown["card"] = card
        return shown

    def more_of_group(self, owner: int, group: int) -> Json:
        return {"takes": numbers_taken(self.s, owner, group)}


def shown(setup: Phase10FlipSetup, s: State) -> Json:
    """Return a view, or a full state with all its faces, as the document that `VIEW` declares."""
    document = written(setup, s, CardFaces(setup, s))
    return document if s.awaiting != rules.COUNTED else document | {"counted": _counted(setup, s)}


def marks(before: View, action: int, after: View) -> list[str]:
    """Return whether the action ended a turn or a round, flipped the table, laid a phase, or only dealt a card."""
    was, now = before.state, after.state
    if before.to_act == CHANCE:
        dealt = was.awaited_for in (rules.FOR_HAND, rules.FOR_DISCARD, rules.FOR_TOP)
        return ["deal"] if dealt else []
    over, same_round = now.to_act == OVER, now.round == was.round
    laid = now.laid[was.seat] > was.laid[was.seat] if same_round else was.laying > 0
    found = {
        "laid": laid,
        "flip": same_round and now.side != was.side,
        "turn": over or not same_round or now.turn != was.turn,
        "round": over or not same_round,
    }
    return [name for name, happened in found.items() if happened]


def between(setup: Phase10FlipSetup, s: State, action: int) -> State | None:
    """Return the end of the round that an action makes: hands lie open and nothing is gathered yet (PF-44).

    The replay of a tie counts no hands (PF-50).
    """
    if action < rules.DISCARD or s.tied > 0 or s.hand_count[s.seat] != 1:
        return None
    moment = s.copy()
    if not rules.goes_out(moment, setup.tables, action):
        return None
    rules.lay_open(moment, setup.tables)
    return moment


def _counted(setup: Phase10FlipSetup, s: State) -> Json:
    t, hands = setup.tables, []
    for seat in range(setup.seats):
        faces = [rules.known_face(s, t, thread, s.side) for thread in s.hand[seat][: s.hand_count[seat]]]
        points = [int(t.points[face]) for face in faces]
        scored = int(t.winner_score) if seat == s.seat else sum(points)
        following = rules.phase_after(s, t, seat)
        hands.append(
            {
                "points": points,
                "scored": scored,
                "total": s.score[seat] + scored,
                "next": following if following <= t.last_phase else None,
            }
        )
    return {"out": s.seat, "hands": hands}


def written(setup: Phase10FlipSetup, s: State, cards: CardNumbers) -> Json:
    """Return what views and positions have in common, with cards written in one of the two ways."""

    def optional(value: int) -> int | None:
        return None if value == NOTHING else value

    return {
        "to_act": s.to_act,
        "step": name_of(STEPS, s.step),
        "side": SIDES[s.side],
        "round": s.round,
        "dealer": optional(s.dealer),
        "awaiting": None if s.awaiting == rules.COUNTED else name_of(AWAITING, s.awaiting),
        "awaited_for": name_of(PURPOSES, s.awaited_for),
        "turn": {"seat": optional(s.seat), "number": s.turn},
        "result": name_of(RESULTS, s.result),
        "draw": {
            "top": cards.cards([s.draw_top] if s.draw_top != NOTHING else []),
            "bottom": cards.cards([s.draw_bottom] if s.draw_bottom != NOTHING else []),
            "unknown": s.pool_count,
        },
        "discard": cards.cards(reversed(s.discard[: s.discard_count])),
        "players": [
            {
                "hand": cards.cards(s.hand[seat][: s.hand_count[seat]]),
                "phase": s.phase[seat],
                "score": s.score[seat],
                "laid": bool(s.laid[seat]),
            }
            for seat in range(setup.seats)
        ],
        "table": [_group_to_json(s, group, cards) for group in table_groups(s)],
        "replay": [seat for seat in range(setup.seats) if s.replaying[seat]],
        "laying": {"groups": s.laying, "slots": s.slots[: s.placed]} if s.laying else None,
        "shuffles": s.shuffles,
    }


def thread_id(s: State, thread: int) -> int:
    """Return the name of a thread for clients: it never comes back for another card in the same round."""
    return s.born[thread] * CARDS + thread


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


def numbers_taken(s: State, owner: int, group: int) -> list[int]:
    """Return the numbers that a group can still take; where there are any, it takes Stars too."""
    wanted = rules.wanted_by(s, owner, group)
    return [number for number in range(1, NUMBERS) if wanted >> number & 1]


def _group_to_json(s: State, group: TableGroup, cards: CardNumbers) -> Json:
    colour = s.colour[group.owner][group.number]
    return {
        "owner": group.owner,
        "kind": name_of(KINDS, s.kind[group.owner][group.number]),
        "colour": None if colour == NOTHING else COLOUR_NAMES[colour],
        "cards": [cards.laid(thread) | {"side": SIDES[side], "value": number} for thread, side, number in group.cards],
    } | cards.more_of_group(group.owner, group.number)


# --- which cards an action moves


class Lying(NamedTuple):
    """A card where it lies: its zone, whose and which group it is, its thread, and which side is up to who looks."""

    zone: tuple[str, int | None, int | None]
    thread: int
    side: int

    def place(self, s: State) -> Place:
        name, seat, group = self.zone
        if name == "hand" and seat is not None:
            return Place(name, seat, s.hand[seat].index(self.thread))
        return Place(name, seat, group)


_PILE = Lying(("draw", None, None), NOTHING, COLOUR)


def moved(before: View, action: int, after: View) -> list[Moved]:
    """Return the cards that are in another zone after an action, found in the two views alone.

    `card` is the `id` that a card has in views. A card that could not be followed before comes from the draw pile, and
    one that cannot be followed any more has gone there: it was shuffled. Slots of a hand close up, and that is no move.
    """
    was, now = before.state, after.state
    lay, lies = _lying(was, before.seat), _lying(now, after.seat) if was.round == now.round else {}
    gone = [(name, here, _PILE) for name, here in lay.items() if name not in lies and here[0] != _PILE.zone]
    come = [(name, lay.get(name, _PILE), there) for name, there in lies.items() if lay.get(name, _PILE)[0] != there[0]]
    return [_move(before.setup, name, (was, Lying(*here)), (now, Lying(*there))) for name, here, there in come + gone]


def _move(setup: Any, name: int, here: tuple[State, Lying], there: tuple[State, Lying]) -> Moved:
    face, turned = (_face_up(setup, *each) for each in (here, there))
    return Moved(here[1].place(here[0]), there[1].place(there[0]), face, None if turned == face else turned, name)


def _face_up(setup: Phase10FlipSetup, s: State, card: Lying) -> str | None:
    if card.thread == NOTHING:
        return None
    face = known_face(setup, s, card.thread, card.side)
    return None if face is None else CODES[face]


def _lying(s: State, looking: int | None) -> dict[int, tuple[tuple[str, int | None, int | None], int, int]]:
    """Return where every card lies that can be followed, by its `id`, as in `Lying`: all of them are asked each time.

    One's own hand shows its active side (PF-05).
    """
    active, inactive = s.side, 1 - s.side
    ends = [thread for thread in (s.draw_top, s.draw_bottom) if thread != NOTHING]
    found = {thread_id(s, thread): (_PILE.zone, thread, inactive) for thread in ends}
    zone: tuple[str, int | None, int | None] = ("discard", None, None)
    found |= {thread_id(s, thread): (zone, thread, active) for thread in s.discard[: s.discard_count]}
    for seat, count in enumerate(s.hand_count):
        zone, side = ("hand", seat, None), active if seat == looking else inactive
        found |= {thread_id(s, thread): (zone, thread, side) for thread in s.hand[seat][:count]}
    for group in table_groups(s):
        zone = ("group", group.owner, group.number)
        found |= {thread_id(s, thread): (zone, thread, side) for thread, side, _ in group.cards}
    return found
