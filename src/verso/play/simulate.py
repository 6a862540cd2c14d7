"""Plays many games between bots. Each game depends on the seed and its own number alone, so it does not matter who
plays which games: the result is the same on one process, on many, or on any other `concurrent.futures.Executor`.

Games of light players are played whole by compiled code (`verso.bots.many`) once there are enough of them, with the
same result. What is kept are counts, so that a million games take no more memory than a thousand.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import itertools
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

from verso.bots import many, workers
from verso.bots.players import Player, make_player
from verso.core.game import Action, InvalidAction, InvalidSetup, Position, Setup, View, find_game, joined
from verso.core.rng import Rng

CHUNK = 10
CHUNK_COMPILED = 500
"""Games of a piece of work."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """What is played: a setup as JSON text (so that it can travel), a bot for each seat, a seed.

    `never` are actions that no bot takes while it has another.
    """

    setup: str
    bots: tuple[str, ...]
    seed: int | str
    never: frozenset[Action] = frozenset()

    @classmethod
    def of(cls, setup: Setup, names: Sequence[str], seed: int | str, never: Iterable[Action] = ()) -> Plan:
        """Return the plan of a setup; fewer names than seats are repeated in turn."""
        if not names:
            raise InvalidSetup("no bots are named")
        if len(names) > setup.seats:
            raise InvalidSetup(f"{len(names)} bots are too many for {setup.seats} seats")
        for name in names:
            make_player(name, setup.game, 0)
        seated = tuple(itertools.islice(itertools.cycle(names), setup.seats))
        return cls(json.dumps(setup.to_json()), seated, seed, frozenset(never))

    @property
    def is_light(self) -> bool:
        """Whether compiled code can play it."""
        return many.all_play(self.bots, _setup(self.setup).game)


def actions_named(setup: Setup, text: str) -> frozenset[Action]:
    """Return the actions that a text means at any time: a kind of them, such as `buy`, or a single one."""
    blocks = {block.name: block for block in many.blocks_of(setup.game)}
    if text in blocks:
        return frozenset(range(blocks[text].first, blocks[text].first + blocks[text].size))
    try:
        return frozenset(setup.game.notation.read(setup, Position.start(setup).state, text))
    except InvalidAction as error:
        raise InvalidSetup(f"{error}; a whole kind of actions is {joined(blocks)}") from None


@dataclasses.dataclass(frozen=True)
class Result:
    """How one game ended. Bots go round the seats from game to game; here they are numbered as in the plan."""

    number: int
    winners: tuple[int, ...]
    """The bots that won."""
    turns_of_winners: tuple[int, ...]
    """The same, numbered by who acted first in this game."""
    reason: str
    truncated: bool
    plies: int
    details: Mapping[str, int]
    acts: tuple[tuple[int, ...], ...]
    """For each bot, how often it did each kind of action."""


@functools.lru_cache(maxsize=8)
def _setup(text: str) -> Setup:
    document = json.loads(text)
    game = find_game(document["game"])
    return game.setup_with(document["options"], document["seats"], document["ruleset"], document.get("cards"))


# --- move by move


def play_one(plan: Plan, number: int) -> Result:
    """Play game `number` of a plan to its end, move by move."""
    setup = _setup(plan.setup)
    bot_at = [(seat - number) % setup.seats for seat in range(setup.seats)]
    players = [make_player(plan.bots[bot], setup.game, f"{plan.seed}/{number}/{bot}") for bot in bot_at]
    try:
        return _play(plan, number, players)
    finally:
        for player in players:
            player.close()


def _play(plan: Plan, number: int, players: Sequence[Player]) -> Result:
    setup = _setup(plan.setup)
    seats, game = setup.seats, setup.game
    bot_at = [(seat - number) % seats for seat in range(seats)]
    kinds = many.kind_of(game).tolist()
    acts = [[0] * len(many.blocks_of(game)) for _ in range(seats)]
    rng = Rng(f"{plan.seed}", number)
    position = Position.start(setup)
    position.settle(rng)
    first = max(position.to_act, 0)
    while position.to_act >= 0 and position.ply < game.max_plies:
        seat = position.to_act
        action = choose(players[seat], position.view(seat), plan.never)
        acts[bot_at[seat]][kinds[action]] += 1
        position.push(action)
        position.settle(rng)
    outcome = position.outcome()
    winners = outcome.winners if outcome else ()
    return Result(
        number,
        tuple(sorted(bot_at[seat] for seat in winners)),
        tuple(sorted((seat - first) % seats for seat in winners)),
        outcome.reason if outcome else many.CUT_SHORT,
        outcome.truncated if outcome else True,
        position.ply,
        dict(outcome.details) if outcome else {},
        tuple(map(tuple, acts)),
    )


def choose(player: Player, view: View, never: frozenset[Action]) -> Action:
    """Let a bot choose among what it may do: what is legal but for what it never does, unless nothing is left."""
    allowed = tuple(action for action in view.legal if action not in never) if never else ()
    if not allowed:
        return player.choose(view).action
    choice = player.choose(View(view.setup, view.seat, view.state, allowed))
    if choice.action in allowed:
        return choice.action
    return max(allowed, key=lambda action: choice.values.get(action, -math.inf))


def play_range(plan: Plan, first: int, last: int) -> list[Result]:
    """Play the games from `first` up to, not including, `last`, move by move."""
    return [play_one(plan, number) for number in range(first, last)]


# --- compiled


def play_compiled(plan: Plan, first: int, last: int) -> list[Result]:
    """Play the same games with the same results, compiled."""
    return list(_results(_played(plan, first, last), first))


def _played(plan: Plan, first: int, last: int) -> many.Played:
    setup = _setup(plan.setup)
    barred = dict.fromkeys(range(setup.seats), plan.never) if plan.never else {}
    table = many.Table(setup, plan.bots, barred)
    return many.play(table, [many.Deal(str(plan.seed), number, number % setup.seats) for number in range(first, last)])


def _results(played: many.Played, first: int) -> Iterator[Result]:
    seats = played.setup.seats
    for index in range(len(played)):
        winners = tuple(played.wins[index].nonzero()[0].tolist())
        yield Result(
            first + index,
            winners,
            tuple(sorted((bot - int(played.first[index])) % seats for bot in winners)),
            played.reasons[index],
            bool(played.truncated[index]),
            int(played.plies[index]),
            {name: int(values[index]) for name, values in played.details.items()},
            tuple(map(tuple, played.acts[index].tolist())),
        )


# --- what it amounts to


Counter = collections.Counter


@dataclasses.dataclass
class Summary:
    """Counts over games: all that a report says, in room that does not grow with the number of games."""

    games: int = 0
    wins: Counter[int] = dataclasses.field(default_factory=Counter)
    """By bot."""
    wins_by_order: Counter[int] = dataclasses.field(default_factory=Counter)
    """By who acted first."""
    reasons: Counter[str] = dataclasses.field(default_factory=Counter)
    truncated: int = 0
    lengths: dict[str, Counter[int]] = dataclasses.field(default_factory=dict)
    """How often each length occurred, by what was measured: plies, and what the game says of its end."""
    acts: Counter[tuple[int, int]] = dataclasses.field(default_factory=Counter)
    """By bot and kind of action."""

    def add(self, result: Result) -> None:
        self.games += 1
        self.wins.update(result.winners)
        self.wins_by_order.update(result.turns_of_winners)
        self.reasons[result.reason] += 1
        self.truncated += result.truncated
        for name, value in {"plies": result.plies, **result.details}.items():
            self.lengths.setdefault(name, Counter())[value] += 1
        self.acts.update(
            {(bot, kind): count for bot, row in enumerate(result.acts) for kind, count in enumerate(row) if count}
        )

    def add_played(self, played: many.Played) -> None:
        """Add many compiled games at once."""
        seats = played.setup.seats
        self.games += len(played)
        bots_that_won = played.wins.nonzero()
        self.wins.update(bots_that_won[1].tolist())
        self.wins_by_order.update(((bots_that_won[1] - played.first[bots_that_won[0]]) % seats).tolist())
        self.reasons.update(played.reasons)
        self.truncated += int(played.truncated.sum())
        for name, values in {"plies": played.plies, **played.details}.items():
            self.lengths.setdefault(name, Counter()).update(values.tolist())
        acts = played.acts.sum(axis=0)
        self.acts.update({(bot, kind): int(acts[bot, kind]) for bot, kind in zip(*acts.nonzero(), strict=True)})

    def merge(self, other: Summary) -> None:
        self.games += other.games
        self.truncated += other.truncated
        for name in ("wins", "wins_by_order", "reasons", "acts"):
            getattr(self, name).update(getattr(other, name))
        for name, counts in other.lengths.items():
            self.lengths.setdefault(name, Counter()).update(counts)


def summarise(plan: Plan, first: int, last: int, compiled: bool) -> Summary:
    """Play the games from `first` up to, not including, `last`, and return what they amount to."""
    summary = Summary()
    if compiled:
        summary.add_played(_played(plan, first, last))
    else:
        for number in range(first, last):
            summary.add(play_one(plan, number))
    return summary


def simulate(
    plan: Plan,
    games: int,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
    chunk: int | None = None,
    compiled: bool | None = None,
) -> Summary:
    """Play all games, here or on an executor, and return what they amount to.

    They are played compiled where that is possible and pays, unless it is said.
    """
    told = progress or (lambda count: None)
    is_compiled = plan.is_light and games >= many.ENOUGH if compiled is None else compiled
    size = chunk or (CHUNK_COMPILED if is_compiled else CHUNK)
    work = ((plan, first, min(first + size, games), is_compiled) for first in range(0, games, size))
    summary = Summary()
    for part in workers.finished(executor, summarise, work):
        summary.merge(part)
        told(part.games)
    return summary


def wilson(successes: int, trials: int, z: float = 1.959964) -> tuple[float, float]:
    """Return Wilson's confidence interval of a share, at 95% unless told otherwise."""
    if trials == 0:
        return 0.0, 1.0
    share, square = successes / trials, z * z
    centre = (share + square / (2 * trials)) / (1 + square / trials)
    half = z / (1 + square / trials) * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    return max(0.0, centre - half), min(1.0, centre + half)


def report(plan: Plan, summary: Summary) -> dict[str, Any]:
    """Return winners, seat advantage, lengths and what bots do as one document."""
    games, setup = summary.games, _setup(plan.setup)
    kinds = [block.name for block in many.blocks_of(setup.game)]
    rows = [
        {kind: summary.acts[bot, number] / games for number, kind in enumerate(kinds)} for bot in range(setup.seats)
    ]
    return setup.to_json() | {
        "bots": list(plan.bots),
        "seed": plan.seed,
        "games": games,
        "wins": [{"bot": bot} | _share(summary.wins[number], games) for number, bot in enumerate(plan.bots)],
        "wins_by_order": [
            {"order": turn + 1} | _share(summary.wins_by_order[turn], games) for turn in range(setup.seats)
        ],
        "reasons": dict(sorted(summary.reasons.items())),
        "truncated": summary.truncated,
        "lengths": {key: _spread(counts) for key, counts in summary.lengths.items()},
        "actions": [{"bot": bot} | row for bot, row in zip(plan.bots, rows, strict=True)],
    }


def _share(wins: int, games: int) -> dict[str, Any]:
    low, high = wilson(wins, games)
    return {"wins": wins, "share": wins / games, "low": low, "high": high}


def _spread(counts: Counter[int]) -> dict[str, float]:
    total = counts.total()
    return {
        "least": min(counts),
        "median": (_ranked(counts, (total - 1) // 2) + _ranked(counts, total // 2)) / 2,
        "mean": sum(value * count for value, count in counts.items()) / total,
        "most": max(counts),
    }


def _ranked(counts: Counter[int], rank: int) -> int:
    """Return the value that so many are before, when all are put in order."""
    for value in sorted(counts):
        rank -= counts[value]
        if rank < 0:
            return value
    raise IndexError(rank)
