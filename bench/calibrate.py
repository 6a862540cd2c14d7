"""Measures how far the values of reviews can be trusted: `make calibrate`, or with arguments for more or fewer games.

Strong bots play games. From positions of these games the values are measured, from what the seat to act can see, and
compared with who won: by tenths of the chance, by deciles of the values, and as a Brier score. Then games are reviewed:
how large the rest of the estimates is and what it is made of, how many labels of choices change when twice as many
games are played on, and how long it takes.

    python bench/calibrate.py                      # everything: by its parts three quarters of an hour, two idle cores
    python bench/calibrate.py --quick              # a tenth of the games
    python bench/calibrate.py --games 400 --jobs 4
    python bench/calibrate.py --fit                # how far and how boldly, into calibration.json, from other games
    python bench/calibrate.py --ladder             # what each bot loses, into calibration.json
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
import math
import os
import statistics
import time
from collections.abc import Iterator, Sequence
from typing import Any

import verso
from verso import bots
from verso.bots import workers
from verso.bots.bot import Budget
from verso.bots.values import Tuning, Valuer, calibration, home_of, tuning_of
from verso.core import kernel
from verso.core.game import Position
from verso.core.record import Record
from verso.core.rng import Rng
from verso.core.spec import CHANCE
from verso.play.review import Reviewer, account_of, reviewed

STRONG = "hard"
THINKING = Budget(iterations=50)
SETUPS = {("flip-city", 2): 1500, ("flip-city", 4): 1200, ("phase-10-flip", 2): 600, ("phase-10-flip", 4): 700}
"""How many games say something: positions of one game end alike, and a tenth of few games is off by luck alone."""
EVERY = 67
"""Plies between two positions that are looked at; no game has a rhythm of so many."""
LADDER = ("random", "easy", "medium", "hard")


@dataclasses.dataclass(frozen=True)
class Seen:
    """What was expected for a seat in a position, and what came of it."""

    expected: float
    won: float


def played(game: str, seats: int, number: int | str, bot: str = STRONG) -> Record:
    """Return a game between equal bots."""
    found = verso.game(game)
    position, rng = found.new(seats), Rng(f"calibrate/{game}/{seats}/{number}")
    players = [bots.make(bot, found, f"{number}/{seat}") for seat in range(seats)]
    position.settle(rng)
    while position.to_act >= 0:
        position.push(players[position.to_act].choose(position.view(position.to_act), THINKING).action)
        position.settle(rng)
    return Record.of(position)


def positions(record: Record) -> Iterator[Position]:
    """Yield positions of a game in which a seat is to act."""
    position = record.start()
    for ply, action in enumerate(record.actions):
        if ply % EVERY == 0 and position.to_act >= 0:
            yield position.copy()
        position.push(action)


def seen(record: Record, tuning: Tuning, count: int) -> list[Seen]:
    """Return what the values expected of every seat, as the seat to act could know it, and what came of it."""
    setup, outcome = record.setup, record.position().outcome()
    assert outcome is not None
    if outcome.truncated:
        return []
    valuer, found = Valuer(setup, "calibrate", tuning), []
    desk, ahead = valuer.desk(), valuer.room_ahead() if valuer.foresees else None
    for position in positions(record):
        tally = valuer.tally()
        view = kernel.to_array(position.view(position.to_act).state, setup.seats)[0]
        tally.promise = valuer.best_promise(view, position.to_act, desk, ahead)
        valuer.play_on(view, position.to_act, tally, count, desk)
        for seat in range(setup.seats):
            won = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
            found.append(Seen(tally.win(seat), won))
    return found


def play_and_see(game: str, seats: int, number: int, tuning: Tuning, count: int) -> list[Seen]:
    return seen(played(game, seats, number), tuning, count)


@dataclasses.dataclass(frozen=True)
class Reliability:
    """Tenths of expectation: how many positions, what was expected on average, what came; and the sums of it.

    `worst` is by how much the worst of them is off, `worst_decile` that of ten parts with equally many values.
    """

    tenths: list[tuple[int, float, float]]
    gap: float
    worst: float
    worst_decile: float
    brier: float


LEAST = 30
"""Positions of a tenth that is judged by itself: fewer say nothing."""


def reliability(found: Sequence[Seen]) -> Reliability:
    parts = [[each for each in found if tenth_of(each) == tenth] for tenth in range(10)]
    tenths = [met_of(part) for part in parts if part]
    ordered, size = sorted(found, key=lambda each: each.expected), math.ceil(len(found) / 10)
    deciles = [met_of(ordered[first : first + size]) for first in range(0, len(found), size)]
    gap = sum(count * abs(expected - won) for count, expected, won in tenths) / max(1, len(found))
    worst = max((abs(expected - won) for count, expected, won in tenths if count >= LEAST), default=0.0)
    worst_decile = max(abs(expected - won) for _, expected, won in deciles)
    brier = statistics.fmean((each.expected - each.won) ** 2 for each in found)
    return Reliability(tenths, gap, worst, worst_decile, brier)


def tenth_of(value: Seen) -> int:
    return min(9, int(10 * value.expected))


def met_of(found: Sequence[Seen]) -> tuple[int, float, float]:
    """Return how many values there are, what was expected on average, and what came."""
    expected, won = (statistics.fmean(getattr(each, name) for each in found) for name in ("expected", "won"))
    return len(found), expected, won


@dataclasses.dataclass(frozen=True)
class Reviewed:
    """What the review of a game left: the largest rest of a seat and what it is made of, and labels that changed."""

    rest: int
    at_chance: int
    at_choices: int
    at_forced: int
    decisions: int
    changed: int


def reviewed_once(game: str, seats: int, number: int, count: int) -> Reviewed:
    """Review a game with its turns counted and so many games from each position, and go on to twice as many."""
    record = played(game, seats, f"looked at again {number}")  # games by which nothing was chosen
    reviewer = Reviewer(record, threads=1)
    [_] = reviewer.grow(seconds=None, games=0)
    *_, once = reviewer.grow(seconds=None, games=count)
    *_, twice = reviewer.grow(seconds=None, games=2 * count)
    seat = max(range(seats), key=lambda each: abs(account_of(twice, each)["rest"]))
    chosen = {each.ply for each in twice.decisions}
    chances = {ply for ply, moment in enumerate(reviewer.course.moments) if moment.actor == CHANCE}
    rest = twice.seats[seat].rest
    at_chance, at_choices = (sum(rest[ply] for ply in plies) for plies in (chances, chosen))
    changed = sum(
        is_called(one.label) != is_called(two.label) for one, two in zip(once.decisions, twice.decisions, strict=True)
    )
    forced = sum(rest) - at_chance - at_choices
    return Reviewed(sum(rest), at_chance, at_choices, forced, len(twice.decisions), changed)


def timed(game: str, seats: int) -> str:
    """Return how long the first figures of a review take, and the whole of it, on two threads."""
    record = played(game, seats, "time")
    began = time.perf_counter()
    growing = Reviewer(record).grow()
    figures = next(growing)
    first = time.perf_counter() - began
    for figures in growing:  # noqa: B007 -- none follow where the first look took all the time there is
        pass
    rest = max(abs(account_of(figures, seat)["rest"]) for seat in range(seats)) / 100
    whole = time.perf_counter() - began
    return (
        f"first figures of {figures.plies} actions after {first:.2f} s, all after {whole:.1f} s with {figures.games} "
        f"games from each position; rest {rest:.1f} points"
    )


def is_called(label: str) -> str:
    """Return what a label comes to for a player: what it is called if it is a mistake, or that it is none."""
    return label if label in ("small", "mistake", "blunder") else ""


def mean_loss(game: str, seats: int, bot: str, number: int, count: int) -> list[int]:
    """Return the losses of the decisions that mattered in a game of equal bots."""
    figures = reviewed(played(game, seats, f"ladder {number}", bot), count)
    return [decision.loss for decision in figures.decisions if decision.mattered]


def fit(game: str, seats: int, games: int, count: int) -> Tuning:
    """Return the tuning with the least Brier score, on games that are measured by nobody else."""
    records = [played(game, seats, f"fit {number}") for number in range(games)]
    best, least = Tuning(), float("inf")
    trust = tuning_of(verso.game(game).setup(seats)).trust
    for horizons, sharpness in itertools.product((1, 2, 4), (0.75, 0.9, 1.0, 1.2, 1.4, 1.6)):
        tuning = Tuning(horizons, sharpness, trust)
        found = reliability([each for record in records for each in seen(record, tuning, count)])
        print(f"  {game} {seats}: {tuning}: gap {100 * found.gap:.1f}, Brier {found.brier:.4f}", flush=True)
        if found.brier < least:
            best, least = tuning, found.brier
    return best


def write_fit(arguments: argparse.Namespace, setups: Sequence[tuple[str, int]]) -> None:
    for game, seats in setups:
        tuning = fit(game, seats, max(8, games_of(arguments, game, seats) // 4), arguments.playouts)
        write(game, seats, "values", dataclasses.asdict(tuning), "--fit")


def write_ladder(arguments: argparse.Namespace, setups: Sequence[tuple[str, int]]) -> None:
    """Write what each bot loses, on average, by a decision that mattered, in games against its like."""
    for game, seats in setups:
        losses, depth = dict[str, float](), depth_of(arguments, seats, 0)
        for bot in LADDER:
            found = [mean_loss(game, seats, bot, number, depth) for number in range(arguments.reviews)]
            flat = list(itertools.chain.from_iterable(found))
            losses[bot] = round(statistics.fmean(flat), 1) if flat else 0.0
            told = f"loses {losses[bot] / 100:.2f} points by each of {len(flat)} decisions that mattered"
            print(f"{game}, {seats} seats: {bot} {told}", flush=True)
        write(game, seats, "ladder", losses, f"--ladder --reviews {arguments.reviews} --depth {depth}")


def write(game: str, seats: int, key: str, found: dict[str, Any], options: str) -> None:
    """Put what was found, and by what, into the game's calibration.json."""
    document = calibration(verso.game(game))
    document.setdefault(key, {})[str(seats)] = found
    document.setdefault("made_by", {})[f"{key}, {seats}"] = f"python bench/calibrate.py {options}"
    file = home_of(verso.game(game)) / "calibration.json"
    file.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def measure(arguments: argparse.Namespace, setups: Sequence[tuple[str, int]]) -> None:
    for game, seats in setups:
        began, spent = time.perf_counter(), processor()
        measure_setup(arguments, game, seats)
        if arguments.reviews:
            print(f"  {timed(game, seats)}")
        print(f"  {time.perf_counter() - began:.0f} s, of the processor {processor() - spent:.0f} s", flush=True)


def measure_setup(arguments: argparse.Namespace, game: str, seats: int) -> None:
    """Print how reliable values are and what reviews leave."""
    tuning, games = tuning_of(verso.game(game).setup(seats)), games_of(arguments, game, seats)
    with workers.opened(arguments.jobs) as executor:
        work = ((game, seats, number, tuning, arguments.playouts) for number in range(games))
        found = [each for part in workers.finished(executor, play_and_see, work) for each in part]
        if found:
            told = reliability(found)
            print(f"{game}, {seats} seats, {games} games of {STRONG}, {len(found)} values")
            for count, expected, won in told.tenths:
                print(f"  expected {100 * expected:5.1f}  won {100 * won:5.1f}  of {count:5d}")
            largest = f"largest {100 * told.worst:.1f}, of a decile {100 * told.worst_decile:.1f}"
            print(f"  mean gap {100 * told.gap:.1f} points, {largest}, Brier {told.brier:.4f}")
        depth = depth_of(arguments, seats, DEPTH_OF_MANY)
        reviews = ((game, seats, number, depth) for number in range(arguments.reviews))
        tell_reviews(list(workers.finished(executor, reviewed_once, reviews)))


def processor() -> float:
    """Return the seconds of processor of this process and of those that have ended, compiling included."""
    return sum(os.times()[:4])


def tell_reviews(found: Sequence[Reviewed]) -> None:
    if not found:
        return
    rests = sorted(abs(each.rest) / 100 for each in found)
    within = sum(rest < 3 for rest in rests)
    most = rests[max(0, round(0.95 * len(rests)) - 1)]
    print(
        f"  rest below 3 points in {within} of {len(rests)} games; 95 of 100 are below {most:.1f}, "
        f"half below {statistics.median(rests):.1f}"
    )
    chance, choices, forced = (
        statistics.fmean(abs(getattr(each, name)) for each in found) / 100
        for name in ("at_chance", "at_choices", "at_forced")
    )
    print(
        f"    of it, on average: {chance:.1f} where chance acted, {choices:.1f} where somebody chose, "
        f"{forced:.1f} where nobody had a choice"
    )
    decisions = sum(each.decisions for each in found)
    changed = sum(each.changed for each in found) / max(1, decisions)
    print(f"  twice the games change {100 * changed:.1f}% of {decisions} labels")


AMOUNTS = {"playouts": (32, 32), "reviews": (8, 2)}
"""How much is measured unless arguments say otherwise: as a whole, and quickly."""
DEPTH, DEPTH_OF_MANY = 16, 1
"""Games from each position of a review, of two and of more: about as many as there is time for while people wait."""


def games_of(arguments: argparse.Namespace, game: str, seats: int) -> int:
    """Return how many games are asked for, or else say something."""
    return (SETUPS[game, seats] // (10 if arguments.quick else 1)) if arguments.games is None else arguments.games


def depth_of(arguments: argparse.Namespace, seats: int, of_many: int) -> int:
    """Return how many games are played on from each position of a review, for two players or for more."""
    return (DEPTH if seats == 2 else of_many) if arguments.depth is None else arguments.depth


def every_setup() -> list[tuple[str, int]]:
    """Return every number of players who play against each other: of each somebody asks whom they play like."""
    games = dict.fromkeys(game for game, _ in SETUPS)
    return [(game, seats) for game in games for seats in verso.game(game).seats if seats > 1]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, help="games of strong bots for each setup")
    parser.add_argument("--playouts", type=int, help="games played on from each position")
    parser.add_argument("--reviews", type=int, help="games reviewed for each setup")
    parser.add_argument("--depth", type=int, help="the same in a review; with none turns are counted")
    parser.add_argument("--quick", action="store_true", help="less of everything that is not given")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--seats", type=int, help="only with so many seats")
    parser.add_argument("--fit", action="store_true", help="write anew how far and how boldly games are played on")
    parser.add_argument("--ladder", action="store_true", help="write anew what each bot loses by its decisions")
    arguments = parser.parse_args()
    for name, (whole, quick) in AMOUNTS.items():
        if getattr(arguments, name) is None:
            setattr(arguments, name, quick if arguments.quick else whole)
    wanted = every_setup() if arguments.ladder else SETUPS
    setups = [each for each in wanted if arguments.game in (None, each[0]) and arguments.seats in (None, each[1])]
    (write_fit if arguments.fit else write_ladder if arguments.ladder else measure)(arguments, setups)


if __name__ == "__main__":
    main()
