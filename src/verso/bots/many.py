"""Whole games between light players by the thousand, compiled: what `sim`, `arena` and all that counts stands on.

    from verso.bots import many

    table = many.Table(game.setup(2), ("greedy", "random"))
    played = many.play(table, [many.Deal("seed", number, rotation=number % 2) for number in range(10_000)])
    played.wins.mean(axis=0)

A game is the same, action by action, as the one that these bots play move by move (a law, `testing.check_whole_games`).
It depends on the table and on its own deal alone: not on which others are played with it. Cards may be edited, as in
any setup; a table may start from any position; `barred` are actions that a player never takes while it has another.
Deals with `by_turn` have luck that begins anew at each turn, so that tables which differ in a card, a rule or a player
meet the same luck as far as their play allows, and their difference shows in far fewer games.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from verso.bots.characters import CHARACTERS
from verso.bots.kernels import slips, whole
from verso.bots.levels import LEVELS
from verso.bots.light import light, part_or_stand_in
from verso.core import kernel
from verso.core.contracts import ends
from verso.core.contracts.observe import Block
from verso.core.game import Action, Game, InvalidSetup, Outcome, Position, Setup, joined
from verso.core.rng import seeded
from verso.core.spec import CHANCE, OVER, blank, fields_of, values_of

KINDS: Mapping[str, tuple[int, str]] = {
    "random": (whole.RANDOM, "random bot/"),
    "greedy": (whole.LIGHT, "greedy/"),
    **{name: (-level.slips, "greedy/") for name, level in LEVELS.items() if level.slips},
}
"""The players: what they are to the kernel, and what stands before their seed, as in the bots of these names."""
CARELESS = "careless"
"""A player only of compiled games: the light one, which makes one choice in `SLIPS` blindly."""
SLIPS = 12
_PLAYED = {**KINDS, CARELESS: (SLIPS, "careless/")}
ENOUGH = 200
"""So many games are worth playing here; of fewer, compiling could take longer than playing."""
AT_ONCE = 512
"""Games that stand in memory together; more are played one such lot after another."""
TURNS = 16
"""Turns whose luck is worked out together; games that last longer ask for more."""
CUT_SHORT = "truncated"
"""The reason of games that end because they have gone on for as many actions as any game may."""
PARTS = ("ends", "tally", "restraint")
"""The parts of a game that the loop calls, or what stands in for them."""
MISC = "other"
"""What actions of a game that names no blocks of them count as."""


def plays(player: str, game: Game) -> bool:
    """Say whether games of a player can be played here: a name without settings, of a bot that does not search."""
    name = _level_of(player)
    return name in KINDS and (name not in LEVELS or game.has("policy"))  # without a light policy all levels search


def all_play(players: Iterable[str], game: Game) -> bool:
    """Say whether games of these players together can be played here."""
    return all(plays(player, game) for player in players)


def _level_of(player: str) -> str:
    """Return the name that a character plays by."""
    return CHARACTERS[player].level if player in CHARACTERS else player


class Deal(NamedTuple):
    """The luck of a game, and who sits where: player `i` at seat (i + rotation) modulo seats.

    Luck is stream `number` of the seed, or with `by_turn` that of the seed and each turn. `players` begins the seeds of
    the players, which end with their number; they are `seed/number/` unless said.
    """

    seed: int | str
    number: int = 0
    rotation: int = 0
    players: str | None = None

    def seed_of(self, player: int) -> str:
        """Return the seed of a player, without the name that goes before it."""
        return f"{self.seed}/{self.number}/{player}" if self.players is None else f"{self.players}{player}"


@dataclasses.dataclass(frozen=True, eq=False)
class Table:
    """What is played by whom: a setup (or a position to start from), and a player for each seat."""

    start: Setup | Position
    players: tuple[str, ...]
    barred: Mapping[int, frozenset[Action]] = dataclasses.field(default_factory=dict)
    """By the number of a player, the actions that it never takes while it has another."""
    left: Mapping[int, int] = dataclasses.field(default_factory=dict)
    """Likewise the habits that it leaves alone, as bits (`core/contracts/restraint.py`)."""
    own: Mapping[int, Setup] = dataclasses.field(default_factory=dict)
    """By the number of a player, a setup of the same game by whose figures it acts, if not by those of the table."""
    by_turn: bool = False
    """Whether luck begins anew at each turn."""
    leads: bool = False
    """Whether to count how often another seat comes to lead, as the light policy judges after each turn."""
    tallies: bool = False
    """Whether the game counts what players do in its own columns (`core/contracts/tally.py`)."""
    net: Any = None
    """What light players play and judge with, if not with what the game has learned (`bots/retrain.py`)."""

    def __post_init__(self) -> None:
        if len(self.players) != self.setup.seats:
            raise InvalidSetup(f"{len(self.players)} players do not fill {self.setup.seats} seats")
        if unknown := [each for each in self.players if each != CARELESS and not plays(each, self.setup.game)]:
            raise InvalidSetup(f"{unknown[0]!r} plays no compiled games; {joined(KINDS)} do")
        actions = self.setup.game.action_count
        if any(not 0 <= each < actions for barred in self.barred.values() for each in barred):
            raise InvalidSetup(f"actions of {self.setup.game.name} are numbered from 0 to {actions - 1}")

    @property
    def setup(self) -> Setup:
        return self.start if isinstance(self.start, Setup) else self.start.setup

    @property
    def position(self) -> Position:
        return Position.start(self.start) if isinstance(self.start, Setup) else self.start


@dataclasses.dataclass(frozen=True, eq=False)
class Played:
    """What games amounted to: arrays with a row for each game, by player where it says so."""

    setup: Setup
    wins: NDArray[np.bool_]
    """For each player, whether it won."""
    scores: NDArray[np.int64]
    """For each player, its score as the rules count it."""
    reasons: list[str]
    truncated: NDArray[np.bool_]
    plies: NDArray[np.int64]
    first: NDArray[np.int64]
    """The player that acted first."""
    details: Mapping[str, NDArray[np.int64]]
    """What else the game says of its end, such as turns."""
    decisions: NDArray[np.int64]
    """For each player, how often it had a choice."""
    acts: NDArray[np.int64]
    """For each player and kind of action (`kinds`), how often it did that."""
    kinds: tuple[str, ...]
    lead_changes: NDArray[np.int64]
    """How often another seat came to lead; 0 where the table does not ask."""
    lowest: NDArray[np.float64]
    """For each player, the worst it stood, as the light policy judges returns; 1 where the table does not ask."""
    tallies: NDArray[np.int64]
    """For each player, what the game counted in its own columns; none where the table does not ask."""
    states: Any
    """How the games stand in the end, as records of the compiled rules."""
    luck: NDArray[np.float64]
    """For each player, by how much chance raised its chance to win; no columns where nobody measured that."""

    def __len__(self) -> int:
        return len(self.plies)


@functools.cache
def blocks_of(game: Game) -> tuple[Block, ...]:
    """Return the kinds of action that a game tells apart; all are one kind where it names none."""
    part: Any = game.part("observe")
    return part.BLOCKS if part is not None else (Block(MISC, 0, game.action_count, "any action"),)


@functools.cache
def kind_of(game: Game) -> NDArray[np.int64]:
    """Return for every action number the number of its kind; those of chance are never asked for."""
    made = np.zeros(game.action_count, dtype=np.int64)
    for number, block in enumerate(blocks_of(game)):
        made[block.first : block.first + block.size] = number
    return made


def engine(game: Game, *, check_bounds: bool = False) -> kernel.Engine:
    """Return the compiled loop of a game."""
    return kernel.compiled(*modules(game), check_bounds=check_bounds)


def modules(game: Game, *more: str) -> tuple[str, ...]:
    """Return the names to load the loop with, on top of a game's rules, its light player and how it says games end."""
    parts = [part_or_stand_in(game, part) for part in PARTS]
    return light(game).modules(game, *parts, slips.__name__, whole.__name__, *more)


def columns_of(setup: Setup) -> tuple[str, ...]:
    """Return what the game counts of what players do, by name; nothing where it has no such part."""
    part: Any = setup.game.part("tally")
    return () if part is None else tuple(part.columns(setup))


def play(table: Table, deals: Sequence[Deal], *, check_bounds: bool = False) -> Played:
    """Play a game of each deal to its end."""
    lots = [_play(table, deals[at : at + AT_ONCE], check_bounds) for at in range(0, len(deals), AT_ONCE)]
    return lots[0] if len(lots) == 1 else _together(table, lots)


def _play(table: Table, deals: Sequence[Deal], check_bounds: bool) -> Played:
    games, seated, counted = play_through(table, deals, engine(table.setup.game, check_bounds=check_bounds).play_games)
    return _played(table, games, seated, counted)


def play_through(
    table: Table, deals: Sequence[Deal], loop: Callable[..., int]
) -> tuple[whole.Games, whole.Seated, whole.Counted]:
    """Play a game of each deal to its end by a loop that takes what `whole.play_games` does, and says as it does."""
    setup, count, seats = table.setup, len(deals), table.setup.seats
    start = table.position
    tables: Any = np.repeat(
        kernel.to_array(setup.tables, seats), 1 + len(table.own)
    )  # not put together: that makes new types
    for number, own in enumerate(table.own.values(), start=1):
        tables[number] = kernel.to_array(own.tables, seats)[0]
    games = whole.Games(kernel.to_array(start.state, seats, count), tables)
    luck = luck_of(table, deals)
    seated, room, counted = seated_of(table, deals), room_of(table, deals), _counted(table, count)
    while loop(games, seated, luck, room, counted, setup.game.max_plies):
        steps = luck.turns.shape[1] // TURNS
        luck = luck._replace(turns=_turns(deals, steps + max(1, steps // 2)))
    return games, seated, counted


def luck_of(table: Table, deals: Sequence[Deal]) -> whole.Luck:
    """Return the luck of deals, as the kernels take it."""
    by_ply = not table.setup.game.has("policy")  # in a game that does not say what a turn is, every action counts
    if table.by_turn:
        numbers = {seed: number for number, seed in enumerate(dict.fromkeys(deal.seed for deal in deals))}
        rows = np.array([numbers[deal.seed] for deal in deals], dtype=np.int64)
        return whole.Luck(np.zeros((len(deals), 1), dtype=np.int64), _turns(deals, 1), rows, by_ply)
    streams = np.array([[seeded(deal.seed, deal.number)] for deal in deals], dtype=np.int64).reshape(-1, 1)
    none = np.zeros((0, 0), dtype=np.int64)
    return whole.Luck(streams, none, np.zeros(len(deals), dtype=np.int64), by_ply)


def _turns(deals: Sequence[Deal], steps: int) -> NDArray[np.int64]:
    """Return how the luck of each turn begins, a row for each seed, for so many steps of turns."""
    seeds = tuple(dict.fromkeys(deal.seed for deal in deals))
    return np.concatenate([_step_of_turns(seeds, step) for step in range(steps)], axis=1)


@functools.lru_cache(maxsize=16)
def _step_of_turns(seeds: tuple[int | str, ...], step: int) -> NDArray[np.int64]:
    """Return the same for one step. It is kept for a while: the same deals are mostly played at several tables."""
    turns = range(step * TURNS, (step + 1) * TURNS)
    return np.array([[seeded(seed, turn) for turn in turns] for seed in seeds], dtype=np.int64)


def seated_of(table: Table, deals: Sequence[Deal]) -> whole.Seated:
    """Return who plays and where each sits, as the kernels take it."""
    seats, kinds = table.setup.seats, [_PLAYED[_level_of(player)] for player in table.players]
    rotations = np.array([deal.rotation for deal in deals], dtype=np.int64)
    starts = [[[seeded(f"{name}{deal.seed_of(number)}")] for number, (_, name) in enumerate(kinds)] for deal in deals]
    barred = np.zeros((seats if table.barred or table.left else 0, table.setup.game.action_count), dtype=np.int8)
    for player, actions in table.barred.items():
        barred[player, list(actions)] = 1
    own = {player: number for number, player in enumerate(table.own, start=1)}
    return whole.Seated(
        np.array([kind for kind, _ in kinds], dtype=np.int64),
        (np.arange(seats) - rotations[:, None]) % seats,
        np.array(starts, dtype=np.int64),
        barred,
        np.array([table.left.get(player, 0) for player in range(seats)], dtype=np.int64),
        np.array([own.get(player, 0) for player in range(seats)], dtype=np.int64),
    )


def room_of(table: Table, deals: Sequence[Deal]) -> whole.Room:
    """Return what players work with, as the kernels take it."""
    setup = table.setup
    size, player = setup.game.action_count + 1, light(setup.game).player
    names = [_level_of(player) for player in table.players]
    begun = [[f"{name}/{deal.seed_of(number)}/" for number, name in enumerate(names)] for deal in deals]
    slipping = any(_PLAYED[name][0] < 0 for name in names)
    seen: Any = np.zeros(int(setup.game.hides or slipping), kernel.dtype_of(setup.game.state_class, setup.seats))
    return whole.Room(
        np.ascontiguousarray(player.network_of(setup) if table.net is None else table.net, dtype=np.float64),
        np.zeros(player.ROOM),
        seen,
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.zeros(size),
        np.zeros(setup.seats if table.leads else 0),
        _slips(setup, begun if slipping else [], seen),
    )


def _slips(setup: Setup, names: Sequence[Sequence[str]], seen: Any) -> slips.Slips:
    """Return what players slip by: the names that begin what is hashed for each game and player, and views as text."""
    begun = [[np.frombuffer(name.encode(), np.uint8) for name in row] for row in names]
    sizes = np.array([[len(name) for name in row] for row in begun], dtype=np.int64).reshape(-1, setup.seats)
    widest = int(sizes.max(initial=0))
    letters = [[np.pad(name, (0, widest - len(name))) for name in row] for row in begun]
    fixed, until, places, widths = _view_as_text(setup.game, setup.seats)
    most = len(fixed) + 20 * len(places) + widest + 2 * slips.BLOCK
    words = np.zeros(most // 8 + 1, dtype="<i8")
    return slips.Slips(
        seen.view(np.uint8),
        fixed,
        until,
        places,
        widths,
        np.array(letters, dtype=np.uint8).reshape(*sizes.shape, widest),
        sizes,
        words.view(np.uint8),
        words,
        np.array(slips.START, dtype=np.uint64).view(np.int64),
        np.array(slips.ORDER, dtype=np.int64),
        np.zeros(8, dtype=np.int64),
        np.zeros(16, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@functools.cache
def _view_as_text(game: Game, seats: int) -> tuple[Any, Any, Any, Any]:
    """Return how a view is written as `values_of` gives it: what stands between its numbers, and where these lie."""
    state = game.state_class
    parts = re.split(r"(?<=[ \[])0(?=[,\]}])", repr(values_of(blank(state, seats))))
    layout: Any = kernel.dtype_of(state, seats)
    places, widths = [], []
    for field in fields_of(state):
        (kind, first), count = layout.fields[field.name][:2], int(np.prod(field.shape(seats), dtype=np.int64))
        width = kind.base.itemsize
        places += [first + width * i for i in range(count)]
        widths += [width] * count
    fixed = np.array(list("".join(parts).encode()), dtype=np.uint8)
    until = np.cumsum([len(part) for part in parts], dtype=np.int64)
    return fixed, until, np.array(places, dtype=np.int64), np.array(widths, dtype=np.int64)


def _counted(table: Table, games: int) -> whole.Counted:
    setup, game = table.setup, table.setup.game
    part: Any = game.part("ends")
    one, each = (games,), (games, setup.seats)
    return whole.Counted(
        plies=np.zeros(one, dtype=np.int64),
        first=np.full(one, -1, dtype=np.int64),
        decisions=np.zeros(each, dtype=np.int64),
        kinds=kind_of(game),
        acts=np.zeros((*each, len(blocks_of(game))), dtype=np.int64),
        now=np.full(one, CHANCE, dtype=np.int64),
        leader=np.full((games, 2), -1, dtype=np.int64),
        lead_changes=np.zeros(one, dtype=np.int64),
        lowest=np.ones(each),
        tallies=np.zeros((*each, len(columns_of(setup)) if table.tallies else 0), dtype=np.int64),
        tables=np.zeros(one, dtype=np.int64),
        ends=np.zeros((games, ends.width(part, setup.seats)), dtype=np.int64),
    )


def _played(table: Table, games: whole.Games, seated: whole.Seated, counted: whole.Counted) -> Played:
    setup, seats = table.setup, table.setup.seats
    reasons, details = _how_they_ended(setup, games.states, counted.ends)
    won, scores = (counted.ends[:, first : first + seats] for first in (ends.WINNERS, ends.WINNERS + seats))
    seat_of = np.argsort(seated.who, axis=1)  # for each player, where it sits
    first_seat = np.maximum(counted.first, 0)
    return Played(
        setup=setup,
        wins=np.take_along_axis(won, seat_of, 1).astype(np.bool_),
        scores=np.take_along_axis(scores, seat_of, 1),
        reasons=reasons,
        truncated=counted.ends[:, ends.CUT_OFF].astype(np.bool_),
        plies=counted.plies,
        first=np.take_along_axis(seated.who, first_seat[:, None], 1)[:, 0],
        details=details,
        decisions=counted.decisions,
        acts=counted.acts,
        kinds=tuple(block.name for block in blocks_of(setup.game)),
        lead_changes=counted.lead_changes,
        lowest=np.take_along_axis(counted.lowest, seat_of, 1),
        tallies=counted.tallies,
        states=games.states,
        luck=np.zeros((len(games.states), 0)),
    )


def _how_they_ended(setup: Setup, states: Any, rows: Any) -> tuple[list[str], dict[str, NDArray[np.int64]]]:
    """Return reasons and details; where the game has no kernel for that, its outcomes are written to the rows first."""
    part: Any = setup.game.part("ends")
    seats, last = setup.seats, ends.WINNERS + 2 * setup.seats
    for index in np.flatnonzero(states["to_act"] != OVER):  # of rules that go on for longer than they say
        rows[index] = 0
        rows[index, ends.CUT_OFF] = 1
    if part is not None:
        names = part.REASONS | {0: CUT_SHORT}
        reasons = [names[number] for number in rows[:, ends.REASON].tolist()]
        return reasons, {name: rows[:, last + place].copy() for place, name in enumerate(part.DETAILS)}
    outcomes = [_outcome(setup, state) for state in states]
    for row, outcome in zip(rows, outcomes, strict=True):
        row[ends.CUT_OFF] = outcome.truncated
        row[ends.WINNERS : ends.WINNERS + seats] = [seat in outcome.winners for seat in range(seats)]
        row[ends.WINNERS + seats :] = outcome.scores
    named = dict.fromkeys(name for outcome in outcomes for name in outcome.details)
    details = {name: np.array([each.details.get(name, 0) for each in outcomes], dtype=np.int64) for name in named}
    return [outcome.reason for outcome in outcomes], details


def _outcome(setup: Setup, state: Any) -> Outcome:
    found = Position(setup, kernel.from_array(state, setup.game.state_class)).outcome()
    return found or Outcome((), CUT_SHORT, (0,) * setup.seats, truncated=True)


def _together(table: Table, lots: Sequence[Played]) -> Played:
    """Put lots of games after each other."""
    found: dict[str, Any] = {}
    for field in dataclasses.fields(Played):
        values = [getattr(lot, field.name) for lot in lots]
        if isinstance(values[0], np.ndarray):
            found[field.name] = np.concatenate(values)
        elif field.name == "details":
            found[field.name] = {name: np.concatenate([each[name] for each in values]) for name in values[0]}
        else:
            found[field.name] = list(itertools.chain(*values)) if field.name == "reasons" else values[0]
    return Played(**found)
