"""Positions of Flip City as JSON, views as they are shown, and which cards an action moves. See docs/notation.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec

from verso.core.contracts.parts import Moved, Place
from verso.core.document import Document
from verso.core.game import Action, Json, View
from verso.core.spec import CHANCE, OVER, blank
from verso.games.flip_city import ends, rules
from verso.games.flip_city.notation.actions import known_parts, parts
from verso.games.flip_city.notation.story import Story
from verso.games.flip_city.rules import (
    CARDS,
    FACES,
    KINDS,
    KNOWN_BOTTOM,
    KNOWN_TOP,
    NOTHING,
    State,
)
from verso.games.flip_city.ruleset import FlipCitySetup

PHASES = {"play": rules.PHASE_PLAY, "remove": rules.PHASE_REMOVE, "build": rules.PHASE_BUILD}
AWAITING = {
    None: rules.AWAIT_NOTHING,
    "start": rules.AWAIT_START,
    "top": rules.AWAIT_TOP,
    "bottom": rules.AWAIT_BOTTOM,
}
RESULTS = {None: rules.RUNNING} | {name: number for number, name in ends.REASONS.items()}


PHASE_NAMES, AWAITING_NAMES, RESULT_NAMES = (
    {number: name for name, number in table.items()} for table in (PHASES, AWAITING, RESULTS)
)


def _name_of(table: dict[Any, int], value: int) -> Any:
    return next(name for name, number in table.items() if number == value)


# --- views


class Turn(msgspec.Struct, frozen=True):
    """The turn at hand: whose it is, and what it has given so far."""

    seat: int
    number: int
    cash: int
    points: int
    unhappy: int
    limit: int
    must_play: bool
    actions: int
    extra_buys: int
    extra_flips: int
    bottom_pending: bool


class Player(msgspec.Struct, frozen=True):
    """The cards of a seat, as codes: `top` and `bottom` are known in their order, `deck` is the rest between them."""

    top: list[str]
    deck: dict[str, int]
    bottom: list[str]
    discard: dict[str, int]
    played: list[str]


class FlipCityView(msgspec.Struct, frozen=True):
    """A position as tables show it. Nothing in it is hidden from anybody (FC-04)."""

    to_act: int
    phase: Literal["play", "remove", "build"]
    awaiting: Literal["start", "top", "bottom"] | None
    result: Literal["points", "cards", "supply", "truncated"] | None
    turn: Turn
    supply: dict[str, int]
    players: list[Player]
    wins: Literal["points", "cards"] | None
    """By what the turn wins if it ends now."""
    last_card: bool
    """Whether the next card that is taken from the supply loses the game: only alone."""
    prices: dict[str, int]
    """What the next Flip costs, by the face of a card of the discard pile, while one builds."""
    story: Story | None = None
    """Of a table: a position alone does not tell how it came about."""


VIEW = FlipCityView


def shown(setup: FlipCitySetup, s: State) -> Json:
    """Return a state as `VIEW` declares it: a position's own document, and what the rules say of the turn."""
    return state_to_json(setup, s) | _answers(setup, s)


def _answers(setup: FlipCitySetup, s: State) -> Json:
    """Return what a table would else have to know the rules for."""
    t, wins = setup.tables, None
    if rules.has_won(s, t):
        wins = "points" if rules.enough_points(s, t) else "cards"
    faces = _faces_once(s.discard[s.seat]) if s.phase == rules.PHASE_BUILD else ()
    prices = {setup.code(face): rules.flip_price(s, t, face) for face in faces if t.fee[face] != NOTHING}
    return {"wins": wins, "last_card": rules.lost_after_taking(s, t, 1), "prices": prices}


# --- moves


def moved(before: View, action: Action, after: View) -> list[Moved]:
    """Return the cards that an action moves or turns over, in their order, the end of the turn included."""
    return list(_moves(before, action, after))


def _moves(before: View, action: Action, after: View) -> Iterator[Moved]:
    setup, s, now = before.setup, before.state, after.state
    assert isinstance(setup, FlipCitySetup)
    verb, face, receiver = known_parts(setup, action)
    seat, played = s.seat, s.played[: s.played_count]
    discard, deck = Place("discard", seat), Place("deck", seat)
    if verb == "play":
        face = s.top[seat][0]
        played = [*played, face]
        yield Moved(deck, Place("played", seat, len(played) - 1), setup.code(face))
    elif verb in ("recycle", "flip"):
        yield _turned(setup, s, verb, face, receiver)
    elif verb in ("buy", "develop"):
        turned = setup.code(rules.other_side(face)) if verb == "develop" else None
        yield Moved(Place("supply", key=setup.code(face)), discard, setup.code(face), turned)
    elif verb == "remove":
        yield Moved(Place("supply", key=setup.code(face)), Place("away"), setup.code(face))
    if verb in ("shuffle", "remove") and now.phase == rules.PHASE_PLAY:
        for each in _faces(s.discard[seat]):
            yield Moved(discard, deck, setup.code(each))
    if played and now.played_count == 0:  # the turn is over, and the street is gathered
        for index, each in enumerate(played):
            yield Moved(Place("played", seat, index), discard, setup.code(each))
    elif verb in ("play", "top", "bottom"):  # FC-22
        gained = [new - old for new, old in zip(now.discard[seat], s.discard[seat], strict=True)]
        for each in _faces(gained):
            yield Moved(deck, discard, setup.code(each))


def _turned(setup: FlipCitySetup, s: State, verb: str, face: int, receiver: int) -> Moved:
    """Return the move of a card of the discard pile that turns over."""
    source, turned = Place("discard", s.seat), setup.code(rules.other_side(face))
    if verb == "recycle":
        target = Place("deck" if setup.tables.recycle_to_top[face] else "discard", s.seat)
    elif receiver != NOTHING:
        target = Place("discard", receiver)
    elif rules.leaves_game(setup.tables, face):
        return Moved(source, Place("away"), setup.code(face))
    else:
        target = source
    return Moved(source, target, setup.code(face), turned)


def _faces_once(counts: list[int]) -> Iterator[int]:
    return (face for face, count in enumerate(counts) if count)


def _faces(counts: list[int]) -> Iterator[int]:
    for face, count in enumerate(counts):
        for _ in range(count):
            yield face


# --- positions


def state_to_json(setup: FlipCitySetup, s: State) -> Json:
    players = [_player_to_json(setup, s, seat, {}) for seat in range(setup.seats)]
    return _document(s, _supply_to_json(setup, s), players)


def shown_after(setup: FlipCitySetup, s: State, before: State, document: Json) -> Json:
    """Write a state, taking over from the document of an earlier one the supply and the players that are the same."""
    supply = document["supply"] if s.supply == before.supply else _supply_to_json(setup, s)
    players = [_player_after(setup, s, before, seat, player) for seat, player in enumerate(document["players"])]
    return _document(s, supply, players) | _answers(setup, s)


def _player_after(setup: FlipCitySetup, s: State, before: State, seat: int, player: Json) -> Json:
    """Write a player, taking over the piles that are the same, or everything if all are."""
    same: Json = {}
    if s.top[seat] == before.top[seat] and s.top_count[seat] == before.top_count[seat]:
        same["top"] = player["top"]
    if s.deck[seat] == before.deck[seat]:
        same["deck"] = player["deck"]
    if s.bottom[seat] == before.bottom[seat] and s.bottom_count[seat] == before.bottom_count[seat]:
        same["bottom"] = player["bottom"]
    if s.discard[seat] == before.discard[seat]:
        same["discard"] = player["discard"]
    all_same = len(same) == len(player) - 1 and seat not in (s.seat, before.seat)  # only who is on turn has played
    return player if all_same else _player_to_json(setup, s, seat, same)


def _document(s: State, supply: Json, players: list[Json]) -> Json:
    return {
        "to_act": s.to_act,
        "phase": PHASE_NAMES[s.phase],
        "awaiting": AWAITING_NAMES[s.awaiting],
        "result": RESULT_NAMES[s.result],
        "turn": {
            "seat": s.seat,
            "number": s.turn,
            "cash": s.cash,
            "points": s.points,
            "unhappy": s.unhappy,
            "limit": s.limit,
            "must_play": bool(s.must_play),
            "actions": s.actions,
            "extra_buys": s.extra_buys,
            "extra_flips": s.extra_flips,
            "bottom_pending": bool(s.bottom_pending),
        },
        "supply": supply,
        "players": players,
    }


def _supply_to_json(setup: FlipCitySetup, s: State) -> Json:
    return {
        front.code: s.supply[kind]
        for kind, front in setup.cards.fronts()
        if setup.tables.start_supply[kind] or s.supply[kind]
    }


def _player_to_json(setup: FlipCitySetup, s: State, seat: int, same: Json) -> Json:
    """Write a player, with the piles that need not be written again."""
    codes = setup.cards.codes
    return {
        "top": same.get("top") or _listed(codes, s.top[seat], s.top_count[seat]),
        "deck": same.get("deck") or _counted(codes, s.deck[seat]),
        "bottom": same.get("bottom") or _listed(codes, s.bottom[seat], s.bottom_count[seat]),
        "discard": same.get("discard") or _counted(codes, s.discard[seat]),
        "played": _listed(codes, s.played, s.played_count) if seat == s.seat else [],
    }


def _counted(codes: tuple[str, ...], counts: list[int]) -> Json:
    return {code: count for code, count in zip(codes, counts, strict=False) if count}


def _listed(codes: tuple[str, ...], faces: list[int], count: int) -> list[str]:
    return [codes[face] for face in faces[:count]] if count else []


def leaving(setup: FlipCitySetup, s: State, action: Action) -> dict[str, int]:
    verb, face, _ = parts(action)
    gone = verb == "remove" or (verb == "flip" and rules.leaves_game(setup.tables, face))
    return {setup.code(face & ~1): 1} if gone else {}  # FC-61, FC-64


def census(setup: FlipCitySetup, s: State) -> dict[str, int]:
    """Count the cards of each kind, by the code of its front, whichever side is up."""
    counts = {}
    for kind, front in setup.cards.fronts():
        counts[front.code] = s.supply[kind] + sum(_owned(s, seat, kind) for seat in range(setup.seats))
    return counts


def _owned(s: State, seat: int, kind: int) -> int:
    """Count the cards of a kind that a seat has in all its zones."""
    return rules.held(s, seat, 2 * kind) + rules.held(s, seat, 2 * kind + 1)


def state_from_json(setup: FlipCitySetup, document: Json) -> State:
    """Read a state; missing keys take the value of a fresh turn of a fresh game."""
    reader = _StateReader(setup, Document(document))
    return reader.read()


class _StateReader:
    def __init__(self, setup: FlipCitySetup, document: Document) -> None:
        self.setup = setup
        self.document = document
        self.s = blank(State, setup.seats)
        setup.rules.setup(self.s, setup.tables)

    def read(self) -> State:
        s, document = self.s, self.document
        to_act = document.whole("to_act", OVER, self.setup.seats - 1)
        s.phase = PHASES[str(document.choice("phase", tuple(PHASES), "play"))]
        s.result = RESULTS[document.choice("result", tuple(RESULTS), None)]
        self._read_turn(document.object("turn"), to_act)
        self._read_supply(document)
        if document.given("players"):
            for seat, player in enumerate(document.objects("players", self.setup.seats)):
                self._read_player(seat, player)
        self._check_box()
        self._check_phase()
        self._find_actor(to_act)
        document.finish()
        return s

    def _read_turn(self, turn: Document, to_act: int) -> None:
        s, most = self.s, 10_000  # what cards can add on top still fits the state's integers
        s.seat = turn.whole("seat", 0, self.setup.seats - 1, max(to_act, 0))
        s.turn = turn.whole("number", 1, self.setup.tables.last_turn, 1)
        s.cash = turn.whole("cash", 0, most, 0)
        s.points = turn.whole("points", 0, most, 0)
        s.limit = turn.whole("limit", 0, most, self.setup.tables.limit)
        s.unhappy = turn.whole("unhappy", 0, most, 0)
        if rules.over_limit(s) and s.result != rules.TRUNCATED:
            raise turn.error("unhappy", "is over the limit: that turn would have ended")
        s.must_play = int(turn.flag("must_play"))
        s.actions = turn.whole("actions", 0, 1, 1)
        s.extra_buys = turn.whole("extra_buys", 0, most, 0)
        s.extra_flips = turn.whole("extra_flips", 0, most, 0)
        s.bottom_pending = int(turn.flag("bottom_pending"))
        turn.finish()

    def _read_supply(self, document: Document) -> None:
        if not document.given("supply"):
            return
        supply = document.object("supply")
        for code in supply.values:
            face = self.setup.cards.index.get(code, NOTHING)
            if face == NOTHING or face % 2:
                raise supply.error(str(code), "is not a front of this game")
        for kind, front in self.setup.cards.fronts():
            self.s.supply[kind] = supply.whole(front.code, 0, 99, 0)
            if self.s.supply[kind] and front.value("cost") == NOTHING:
                raise supply.error(front.code, "cannot be bought, so it cannot lie in the supply")

    def _read_player(self, seat: int, player: Document) -> None:
        s = self.s
        self._fill(s.top[seat], self._faces(player, "top", KNOWN_TOP))
        s.top_count[seat] = len(player.get("top", []))
        self._fill(s.bottom[seat], self._faces(player, "bottom", KNOWN_BOTTOM))
        s.bottom_count[seat] = len(player.get("bottom", []))
        s.deck[seat] = self._counts(player, "deck")
        s.rest[seat] = sum(s.deck[seat])
        s.discard[seat] = self._counts(player, "discard")
        played = self._faces(player, "played", CARDS)
        if seat == s.seat:
            self._fill(s.played, played)
            s.played_count = len(played)
        elif played:
            raise player.error("played", f"it is the turn of seat {s.seat}: nobody else has played cards")
        player.finish()

    def _faces(self, player: Document, key: str, most: int) -> list[int]:
        faces = []
        for number, code in enumerate(player.items(key, most)):
            if not isinstance(code, str) or code not in self.setup.cards.index:
                raise player.error(f"{key}[{number}]", f"is not a face: {code!r}")
            faces.append(self.setup.cards.index[code])
        return faces

    @staticmethod
    def _fill(row: list[int], faces: list[int]) -> None:
        row[:] = faces + [NOTHING] * (len(row) - len(faces))

    def _counts(self, player: Document, key: str) -> list[int]:
        document, counts = player.object(key), [0] * FACES
        for code in document.values:
            if code not in self.setup.cards.index:
                raise document.error(str(code), "is not a face")
            counts[self.setup.cards.index[code]] = document.whole(code, 0, 99)
        return counts

    def _check_box(self) -> None:
        s, counts = self.s, census(self.setup, self.s)
        for kind, front in self.setup.cards.fronts():
            count = counts[front.code]
            if count > self.setup.box[kind]:
                names = f"{front.code} and {self.setup.code(2 * kind + 1)}"
                where = "players" if s.supply[kind] <= self.setup.box[kind] else "supply"
                raise self.document.error(
                    where, f"{count} cards {names} are too many: the box has {self.setup.box[kind]}"
                )
        if (total := sum(counts.values())) > CARDS:
            raise self.document.error("players", f"{total} cards are too many for one game: at most {CARDS}")
        for seat in range(self.setup.seats):
            self._check_known(seat)

    def _check_known(self, seat: int) -> None:
        """Refuse more known cards than the state has places for once everything was recycled onto them (FC-20)."""
        s, t = self.s, self.setup.tables
        rising = [kind for kind in range(KINDS) if any(t.recycle_to_top[2 * kind : 2 * kind + 2])]
        count = sum(s.supply[kind] for kind in rising)
        for owner in range(self.setup.seats):
            for kind in rising:
                if owner == seat or any(t.give_away[2 * kind : 2 * kind + 2]):
                    count += _owned(s, owner, kind)
        for key, faces in (("top", s.top[seat]), ("bottom", s.bottom[seat])):
            known = sum(face != NOTHING and face // 2 not in rising for face in faces)
            if count + max(1, known) > KNOWN_TOP:
                raise self.document.error(
                    f"players[{seat}].{key}",
                    f"{known} known cards are too many with {count} that may come on top of them:"
                    f" at most {KNOWN_TOP} can be known",
                )

    def _check_phase(self) -> None:
        s, document = self.s, self.document
        if s.phase == rules.PHASE_REMOVE and not self.setup.tables.solo:
            raise document.error("phase", "remove is a phase of the game alone")
        if s.phase == rules.PHASE_BUILD and s.must_play:
            raise document.error("turn.must_play", "does not hold in the build phase")
        if s.phase != rules.PHASE_PLAY and s.bottom_pending:
            raise document.error("turn.bottom_pending", "holds in the play phase only")
        if s.phase == rules.PHASE_REMOVE and rules.deck_size(s, 0):
            raise document.error("phase", "remove comes only when the deck is empty")
        if s.result == rules.RUNNING and rules.lost_after_taking(s, self.setup.tables, 0):
            raise document.error("supply", "is empty: that game is lost")

    def _find_actor(self, to_act: int) -> None:
        s, document = self.s, self.document
        awaiting = document.choice("awaiting", tuple(AWAITING), None)
        if (to_act == OVER) != (s.result != rules.RUNNING):
            raise document.error("result", f"must be given exactly when to_act is {OVER}")
        s.awaiting, s.revealing, s.to_act = rules.AWAIT_NOTHING, NOTHING, to_act
        if to_act == OVER:
            self._check_result()
        elif awaiting == "start":
            if self.setup.seats == 1 or to_act != CHANCE:
                raise document.error("awaiting", "the start player is drawn by chance, with two seats or more")
            if s.phase != rules.PHASE_PLAY or s.played_count or s.turn != 1:
                raise document.error("awaiting", "the start player is drawn before the first turn")
            s.awaiting, s.to_act = rules.AWAIT_START, CHANCE
            return
        else:
            self.setup.rules.reveal(s, self.setup.tables)
        if document.given("awaiting") and AWAITING[awaiting] != s.awaiting:
            found = _name_of(AWAITING, s.awaiting)
            raise document.error("awaiting", f"is {awaiting or 'null'}, but the cards await {found or 'nothing'}")
        if s.to_act >= 0 and to_act != s.to_act:
            raise document.error("to_act", f"is {to_act}, but it is the turn of seat {s.to_act} and nothing is awaited")
        if s.to_act == CHANCE and to_act not in (CHANCE, s.seat):
            raise document.error("to_act", f"is {to_act}, but it is the turn of seat {s.seat}")

    def _check_result(self) -> None:
        s, t = self.s, self.setup.tables
        checks: dict[int, Callable[[], bool]] = {
            rules.WON_BY_POINTS: lambda: rules.enough_points(s, t),
            rules.WON_BY_CARDS: lambda: rules.enough_cards_played(s, t),
            rules.SUPPLY_EMPTY: lambda: rules.lost_after_taking(s, t, 0),
            rules.TRUNCATED: lambda: s.turn == t.last_turn,
        }
        if not checks[s.result]():
            raise self.document.error("result", "does not agree with the turn and the cards")
