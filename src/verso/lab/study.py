"""What is compared, and the pieces of work it falls into: plain functions of plain arguments, done by anybody.

A piece plays a range of deals at both tables and returns sums over blocks of deals. What it gives depends on its
arguments alone, so that it does not matter who does it.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
import operator
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from verso.bots import many
from verso.bots.retrain import Taught
from verso.core.contracts.laboratory import Laboratory, Plan, Thing
from verso.core.game import Action, Game, InvalidSetup, Setup
from verso.lab.statistics import Floats, Sums, by_block
from verso.lab.stepped import play_stepped

Ints: TypeAlias = NDArray[np.int64]

LIGHT = "greedy"
SEARCH = "expert:iterations=100"
"""Who confirms what light players find: the strongest level, with so little time that 200 pairs take two minutes."""
MOST_GAMES = 1_000_000
FIRST_PIECE = 50
PIECE = 250
"""Deals of the first piece of work, so that there is something to see at once, and of the others."""
BLOCKS = 400
"""At most so many blocks of deals are told apart."""
SMALLEST_BLOCK = 5
SECONDS_EACH = 5.0
"""What people take for a choice in a game that does not say."""
BEHIND = 0.5
"""A winner that once stood at less than this part of an even chance has come back."""

GAMES, SKILL, DECISIONS, SEARCHED, WITHOUT = "games", "skill", "decisions", "searched", "without"
"""The sorts of work: games of all the figures; one light player among careless ones; what choices are worth; games of
players that search; and one player that does without something."""
SHARE_OF: Mapping[str, float] = {SKILL: 0.2, DECISIONS: 0.01, SEARCHED: 0.01, WITHOUT: 0.1}
LEAST_OF: Mapping[str, int] = {SKILL: 200, DECISIONS: 20, SEARCHED: 20, WITHOUT: 400}
MOST_OF: Mapping[str, int] = {SKILL: 4_000, DECISIONS: 200, SEARCHED: 200, WITHOUT: 2_000}
"""How many deals each takes, of those of the games."""


@dataclasses.dataclass(frozen=True)
class Study:
    """Two tables of a game to be compared on the same deals.

    `never` are ids of things and plans that nobody at the edited table has anything to do with; `without` are those of
    which is measured what one player loses that does without. `players` plays all seats: light players are played
    compiled, all others move by move. `within` ends it once the changes of wins by seat are known so well.
    """

    shipped: Setup
    edited: Setup
    games: int = 10_000
    seed: int | str = 0
    players: str = LIGHT
    never: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    skill: bool = True
    decisions: bool = True
    searched: bool = False
    """Whether games of players that search are set beside those of light players, at the edited table."""
    within: float | None = None
    first: int | None = None
    """Only so many pieces of work are done, of those that all would be: what repeats a comparison that ended early."""
    taught: Taught | None = dataclasses.field(default=None, compare=False)
    """What the light players of the edited table have learned on it, where they were retrained."""

    def __post_init__(self) -> None:
        if self.shipped.game is not self.edited.game or self.shipped.seats != self.edited.seats:
            raise InvalidSetup("only tables of one game with the same number of seats can be compared")
        if not 1 <= self.games <= MOST_GAMES:
            raise InvalidSetup(f"a comparison has 1 to {MOST_GAMES:,} deals, not {self.games:,}")
        known = restrictions(self.edited)
        for each in (*self.never, *self.without):
            if each not in known:
                there = f"there is {', '.join(known)}" if known else "this game names none"
                raise InvalidSetup(f"nobody can do without {each!r}; {there}")

    @property
    def game(self) -> Game:
        return self.shipped.game

    @property
    def seats(self) -> int:
        return self.shipped.seats

    @property
    def is_light(self) -> bool:
        return many.plays(self.players, self.game)

    @property
    def sides(self) -> tuple[Side, Side]:
        left = left_alone(self.edited, self.never)
        return Side(self.shipped), Side(without(self.edited, left), left, self.taught and self.taught.net)

    def deals(self, sort: str) -> int:
        """Return how many deals a sort of work takes, 0 where it is left out."""
        kind = sort.partition(":")[0]
        if kind == GAMES:
            return self.games
        if kind == SKILL and (not self.skill or self.seats == 1):
            return 0
        if kind == DECISIONS and (not self.decisions or not self.game.has("policy") or self.never):
            return 0  # games that are played on know nothing of what nobody does
        if kind == SEARCHED and not self.searched:
            return 0
        return min(MOST_OF[kind], max(LEAST_OF[kind], round(self.games * SHARE_OF[kind])), max(self.games, 20))

    def sorts(self) -> list[str]:
        every = (GAMES, SKILL, DECISIONS, SEARCHED, *(f"{WITHOUT}:{each}" for each in self.without))
        return [sort for sort in every if self.deals(sort)]

    def block(self, sort: str) -> int:
        """Return how many deals a block of this work has."""
        if sort.partition(":")[0] in (DECISIONS, SEARCHED) or not self.is_light:
            return max(1, math.ceil(self.deals(sort) / BLOCKS))
        return max(SMALLEST_BLOCK, math.ceil(self.deals(sort) / BLOCKS))

    def pieces(self, sort: str) -> list[Piece]:
        """Return the work of a sort: first a small piece, then larger ones, each of whole blocks."""
        block, deals = self.block(sort), self.deals(sort)
        is_slow = sort.partition(":")[0] in (DECISIONS, SEARCHED) or (sort == GAMES and not self.is_light)
        first = block * max(1, round((2 if is_slow else FIRST_PIECE) / block))
        size = block * max(1, round((4 if is_slow else PIECE) / block))
        starts = [0, *range(first, deals, size), deals]
        return [Piece(sort, start, after) for start, after in itertools.pairwise(starts)]


class Left(NamedTuple):
    """What somebody leaves alone: single actions, habits as bits, and things that are of no use by other figures."""

    barred: frozenset[Action] = frozenset()
    bits: int = 0
    things: frozenset[str] = frozenset()

    def __or__(self, other: Left) -> Left:
        return Left(self.barred | other.barred, self.bits | other.bits, self.things | other.things)


class Side(NamedTuple):
    """One of the two tables, and what nobody does there; what is useless is so by its setup."""

    setup: Setup
    left: Left = Left()
    net: Any = None
    """What light players have learned on it, if anything."""


class Piece(NamedTuple):
    """Some deals of a sort of work, from `first` up to, not including, `last`."""

    sort: str
    first: int
    last: int


class Done(NamedTuple):
    """What a piece of work came to, for both tables."""

    piece: Piece
    shipped: Sums
    edited: Sums


# --- what a game says of itself


def laboratory_of(game: Game) -> Laboratory | None:
    part: Any = game.part("laboratory")
    return part  # type: ignore[no-any-return]


def things_of(setup: Setup) -> Sequence[Thing]:
    laboratory = laboratory_of(setup.game)
    return [] if laboratory is None else laboratory.things(setup)


def plans_of(setup: Setup) -> Sequence[Plan]:
    laboratory = laboratory_of(setup.game)
    return [] if laboratory is None else laboratory.plans(setup)


def restrictions(setup: Setup) -> dict[str, Left]:
    """Return everything that one can do without, by id, and what is left alone then."""
    found = {thing.id: Left(thing.barred) for thing in things_of(setup) if thing.barred}
    found |= {thing.id: Left(things=frozenset((thing.id,))) for thing in things_of(setup) if thing.useless}
    found |= {f"plan:{plan.id}": Left(plan.barred) for plan in plans_of(setup) if plan.barred}
    laboratory = laboratory_of(setup.game)
    habits = [] if laboratory is None else laboratory.habits(setup)
    return found | {f"habit:{habit.id}": Left(habit.barred, habit.bits) for habit in habits}


def left_alone(setup: Setup, ids: Sequence[str]) -> Left:
    """Return all that somebody leaves alone who does without these."""
    known = restrictions(setup)
    return functools.reduce(operator.or_, (known[each] for each in ids if each in known), Left())


def without(setup: Setup, left: Left) -> Setup:
    """Return a setup as it is to somebody who leaves something alone."""
    laboratory = laboratory_of(setup.game)
    return setup if laboratory is None or not left.things else laboratory.without(setup, sorted(left.things))


def things_told(study: Study) -> list[str]:
    """Return the things of both tables, those of the edited one first."""
    return list(dict.fromkeys(thing.id for setup in (study.edited, study.shipped) for thing in things_of(setup)))


# --- doing a piece


def work(study: Study, piece: Piece) -> Done:
    """Play the deals of a piece at both tables."""
    kind, _, what = piece.sort.partition(":")
    deals = range(piece.first, piece.last)
    if kind == DECISIONS:
        from verso.lab.decisions import stakes

        found = [stakes(study, side.setup, deals) for side in study.sides]
    elif kind == SKILL:
        players = (LIGHT, *[many.CARELESS] * (study.seats - 1))
        found = [_one_among(study, side, deals, players, {}, SKILL) for side in study.sides]
    elif kind == WITHOUT:
        found = [_doing_without(study, side, deals, what) for side in study.sides]
    elif kind == SEARCHED:
        found = [counted(study, study.sides[1], deals, player) for player in (LIGHT, SEARCH)]
    else:
        found = [counted(study, side, deals, study.players) for side in study.sides]
    block = study.block(piece.sort)
    return Done(piece, *(blocked(rows, block) for rows in found))


class Rows(NamedTuple):
    """Sums of each deal, before they are put into blocks."""

    ratios: dict[str, tuple[Floats, Floats]]
    moments: Floats


def blocked(rows: Rows, block: int) -> Sums:
    """Put the deals into blocks of so many."""
    ratios = {key: by_block(np.stack(pair, axis=1), block) for key, pair in rows.ratios.items()}
    return Sums(ratios, by_block(rows.moments, block))


def played_at(study: Study, side: Side, deals: Sequence[int], player: str) -> many.Played:
    """Play deals with one sort of player at all seats."""
    setup, is_light = side.setup, many.plays(player, side.setup.game)
    table = many.Table(
        setup,
        (player if is_light else LIGHT,) * setup.seats,
        dict.fromkeys(range(setup.seats), side.left.barred) if side.left.barred else {},
        dict.fromkeys(range(setup.seats), side.left.bits) if side.left.bits else {},
        by_turn=True,
        leads=setup.game.has("policy"),
        tallies=True,
        net=side.net,
    )
    dealt = [many.Deal(f"{study.seed}/{number}") for number in deals]
    return many.play(table, dealt) if is_light else play_stepped(table, player, dealt)


def counted(study: Study, side: Side, deals: Sequence[int], player: str) -> Rows:
    """Play deals and count everything that is told of games."""
    setup, played = side.setup, played_at(study, side, deals, player)
    games = np.ones(len(played))
    found: dict[str, tuple[Floats, Floats]] = {"games": (games, np.ones(len(played)))}
    for part in (_wins, _lengths, _endings, _turns_of_fate, _own_measures, _plans):
        for key, (above, below) in part(setup, played).items():
            found[key] = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    things = things_told(study)
    have = _have(setup, played, things)
    for place, thing in enumerate(things):
        found[f"has:{thing}"] = (have[:, :, place] > 0).sum(axis=1).astype(np.float64), games * setup.seats
        found[f"uses:{thing}"] = have[:, :, place].sum(axis=1), games * setup.seats
    return Rows(found, _moments(setup, played, have, things))


def shares_of_wins(played: many.Played) -> Floats:
    """Return what each player has of the win, 1 in all where anybody won."""
    won = played.wins.astype(np.float64)
    shares: Floats = won / np.maximum(1.0, won.sum(axis=1, keepdims=True))
    return shares


Pairs: TypeAlias = dict[str, tuple[Any, Any]]


def _wins(setup: Setup, played: many.Played) -> Pairs:
    """Return wins by who acted first, and the games that nobody won."""
    one, shares = np.ones(len(played)), shares_of_wins(played)
    players = (played.first[:, None] + np.arange(setup.seats)) % setup.seats
    in_order = np.take_along_axis(shares, players, 1)
    found = {f"seat:{place + 1}": (in_order[:, place], one) for place in range(setup.seats)}
    if played.luck.shape[1]:
        luck = np.take_along_axis(played.luck, players, 1)
        found |= {f"luck:{place + 1}": (luck[:, place], one) for place in range(setup.seats)}
    return found


def _lengths(setup: Setup, played: many.Played) -> Pairs:
    laboratory, one = laboratory_of(setup.game), np.ones(len(played))
    lengths = length_of(setup, played)
    if laboratory is None:
        seconds = SECONDS_EACH * played.decisions.sum(axis=1)
    else:
        seconds = laboratory.seconds(setup, played)
    found = {
        "length": (lengths, one),
        "minutes": (seconds / 60, one),
        "decisions": (played.decisions.sum(axis=1), one * setup.seats),
    }
    for value in np.unique(lengths).tolist():
        found[f"spread:{value}"] = (lengths == value, one)
    return found


def length_of(setup: Setup, played: many.Played) -> Ints:
    """Return how long each game was, as the game measures it: in its own detail, or in actions."""
    laboratory = laboratory_of(setup.game)
    return played.plies if laboratory is None else played.details[laboratory.LENGTH]


def _endings(setup: Setup, played: many.Played) -> Pairs:
    one, part = np.ones(len(played)), setup.game.part("ends")
    known = [] if part is None else list(part.REASONS.values())
    reasons = dict.fromkeys([*known, *played.reasons])
    return {f"end:{reason}": ([each == reason for each in played.reasons], one) for reason in reasons}


def _turns_of_fate(setup: Setup, played: many.Played) -> Pairs:
    """Return how often the lead changed, and whether whoever won had once been far behind."""
    if not setup.game.has("policy") or setup.seats == 1:
        return {}
    one = np.ones(len(played))
    chance = (played.lowest * (setup.seats - 1) + 1) / setup.seats  # as `explain.chance_to_win`
    came_back = (played.wins & (chance < BEHIND / setup.seats)).any(axis=1)
    return {"leads": (played.lead_changes, one), "comebacks": (came_back, played.wins.any(axis=1))}


def _own_measures(setup: Setup, played: many.Played) -> Pairs:
    laboratory = laboratory_of(setup.game)
    if laboratory is None:
        return {}
    return {
        f"measure:{name}:{measure.unit}": (measure.numerator, measure.denominator)
        for name, measure in laboratory.measures(setup, played).items()
    }


def _plans(setup: Setup, played: many.Played) -> Pairs:
    """Return how the wins are shared by what winners followed."""
    laboratory, plans = laboratory_of(setup.game), plans_of(setup)
    if laboratory is None or not plans:
        return {}
    followed, shares = laboratory.plan_of(setup, played), shares_of_wins(played)
    won = shares.sum(axis=1)
    return {f"plan:{plan.id}": ((shares * (followed == place)).sum(axis=1), won) for place, plan in enumerate(plans)}


def _have(setup: Setup, played: many.Played, things: Sequence[str]) -> Floats:
    """Return how many of each thing each player of each game had or used."""
    known = {thing.id: thing for thing in things_of(setup)}
    columns = [played.tallies[:, :, list(known[each].columns)].sum(axis=2) if each in known else 0 for each in things]
    made = np.zeros((len(played), setup.seats, len(things)))
    for place, column in enumerate(columns):
        made[:, :, place] = column
    return made


def _moments(setup: Setup, played: many.Played, have: Floats, things: Sequence[str]) -> Floats:
    """Return the products of a regression of winning on what players have, for each deal.

    Players of one game are compared with each other: means of the game are taken away. So a thing of long games is not
    taken for a thing of winners. Acting earlier or later is among what is held as it is.
    """
    by_number = {thing.id for thing in things_of(setup) if thing.by == "each"}
    columns = [have[:, :, place] if each in by_number else have[:, :, place] > 0 for place, each in enumerate(things)]
    order = (np.arange(setup.seats) - played.first[:, None]) % setup.seats
    columns += [order == place for place in range(1, setup.seats)]
    columns += [np.ones((len(played), setup.seats))] if setup.seats == 1 else []
    rows = np.stack([*columns, shares_of_wins(played)], axis=2).astype(np.float64)
    if setup.seats > 1:
        rows -= rows.mean(axis=1, keepdims=True)
    moments: Floats = np.einsum("gpi,gpj->gij", rows[:, :, :-1], rows)
    return moments


# --- one player among others


def _one_among(
    study: Study, side: Side, deals: Sequence[int], players: tuple[str, ...], left: Mapping[int, Left], key: str
) -> Rows:
    """Return what the first player wins among the others; it goes round the seats from deal to deal.

    `left` is what single players leave alone, besides what nobody does at this table.
    """
    setup = side.setup
    all_left = {seat: side.left | left.get(seat, Left()) for seat in range(setup.seats)}
    table = many.Table(
        setup,
        players,
        {seat: each.barred for seat, each in all_left.items() if each.barred},
        {seat: each.bits for seat, each in all_left.items() if each.bits},
        {seat: without(setup, each) for seat, each in left.items() if each.things},
        by_turn=True,
        net=side.net,
    )
    played = many.play(table, [many.Deal(f"{study.seed}/{number}", rotation=number % setup.seats) for number in deals])
    one = np.ones(len(played))
    found = {"games": (one, one), key: (shares_of_wins(played)[:, 0], one)}
    found[f"{key}:length"] = length_of(setup, played).astype(np.float64), one
    return Rows(found, np.zeros((len(played), 1, 2)))


def _doing_without(study: Study, side: Side, deals: Sequence[int], what: str) -> Rows:
    """Return what a player wins that alone does without something, and how long games are when nobody has it."""
    left = left_alone(side.setup, [what])
    light = (LIGHT,) * side.setup.seats
    alone = _one_among(study, side, deals, light, {0: left}, f"{WITHOUT}:{what}")
    all_of_them = side._replace(setup=without(side.setup, left), left=side.left | left)
    nobody = _one_among(study, all_of_them, deals, light, {}, "nobody")
    ratios = {key: alone.ratios[key] for key in ("games", f"{WITHOUT}:{what}")}
    return Rows(ratios | {f"nobody:{what}": nobody.ratios["nobody:length"]}, alone.moments)


@functools.lru_cache(maxsize=64)
def warm(game: Game, seats: int) -> None:
    """Compile what comparisons of a game play with, unless that is done."""
    ruleset = next(name for name in game.rulesets() if game.can_seat(seats, name))
    setup = game.setup(seats, ruleset)
    study = Study(setup, setup, games=1, skill=False, decisions=False)
    work(study, Piece(GAMES, 0, 1))
    if game.has("policy"):
        work(dataclasses.replace(study, decisions=True), Piece(DECISIONS, 0, 1))
