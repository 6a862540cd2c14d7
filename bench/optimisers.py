"""Compares what can choose the trials of `verso tune`: optuna, nevergrad where it is installed, and chance.

python bench/optimisers.py [--seeds 4] [--trials 24] [--games 300] [--by optuna] [--together]

Figures of Flip City are broken on purpose, one at a time, and wished back: what the shipped table is like, measured on
other deals. It is found again where the proposal that comes nearest to the wishes has the figure as it was. With four
seeds these are twenty searches; at least 18 should find it. With `--together` three of them are broken at once and all
five may move: what counts then is by how many steps the best proposals miss, on average.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import importlib.util
import time
from collections.abc import Callable, Sequence
from typing import Any

import verso
from verso.core.rng import seeded
from verso.lab import tune
from verso.lab.sheet import Variant, made

GAME = verso.game("flip-city")
NEVERGRAD = ("NGOpt", "TwoPointsDE")
"""Its optimisers that are tried where it is installed."""
CASES = [
    ("rules.limit", 4, "0..6", 2),
    ("rules.points_to_win", 4, "2..12", 8),
    ("CS.win_with_cards", 12, "8..24", 18),
    ("FA.cost", 1, "0..9", 5),
    ("CH.raise_limit", 0, "0..3", 1),
]
"""A figure, what it is broken to, how far it may move, and what it was."""
WISHED = ("length", "end:cards", "measure:lost:share", "has:FA", "has:ST")
KNOWN_DEALS = 1_000
TOGETHER = ("rules.points_to_win", "FA.cost", "CH.raise_limit")
"""What is broken at once."""


def by_nevergrad(name: str, search: tune.Search, known: tune.Known, count: int) -> list[tuple[int, ...]]:
    """Let an optimiser of nevergrad choose, told all that is known; both aims are its losses."""
    nevergrad: Any = importlib.import_module("nevergrad")
    scalars = {
        move.field: nevergrad.p.Scalar(lower=move.least, upper=move.most).set_integer_casting() for move in search.moves
    }
    space = nevergrad.p.Dict(**scalars)
    space.random_state.seed(seeded(f"{search.seed}/drawn", len(known)) % (1 << 32))
    optimiser = nevergrad.optimizers.registry[name](parametrization=space, budget=search.trials, num_workers=count)
    for values, result in known.items():
        inside = all(move.least <= value <= move.most for move, value in zip(search.moves, values, strict=True))
        if inside:
            chosen = {move.field: value for move, value in zip(search.moves, values, strict=True)}
            optimiser.tell(space.spawn_child(new_value=chosen), list(map(float, result)))
    return [tuple(int(optimiser.ask().value[move.field]) for move in search.moves) for _ in range(count)]


def known_wishes(seed: int) -> tuple[tune.Wish, ...]:
    """Return the wish for what the shipped table is like, measured on deals of its own."""
    shipped = GAME.setup(2)
    moves = tune.read_moves(shipped, [f"{CASES[0][0]}={CASES[0][2]}"])
    probe = tune.Search(shipped, tune.read_wishes(["length=1"]), moves, 1, 20, f"known/{seed}")
    sums = tune.measured(probe, {}, 0, KNOWN_DEALS)
    assert sums is not None  # the shipped table can be
    figures = tune.figures_of(sums)
    return tune.read_wishes([f"{key}={figures[key]:.4f}" for key in WISHED])


def search_for(broken: dict[str, int], may: Sequence[str], seed: int, trials: int, games: int) -> tune.Search:
    """Break figures, and wish for what the shipped table is like."""
    setup = made(GAME, 2, Variant(changes=broken))
    return tune.Search(setup, known_wishes(seed), tune.read_moves(setup, may), trials, games, seed)


def best_of(search: tune.Search) -> tune.Proposal:
    return min(tune.tuned(search).front, key=lambda proposal: proposal.miss)


def choosers() -> list[str]:
    if importlib.util.find_spec("nevergrad") is not None:
        for name in NEVERGRAD:
            tune.CHOOSERS[name] = functools.partial(by_nevergrad, name)
    return [each for each in tune.CHOOSERS if each != "optuna" or importlib.util.find_spec(each)]


def measure(by: str, seeds: int, trials: int, games: int, tell: Callable[[str], None] = print) -> tuple[int, float]:
    """Return how many figures one of them finds again, and the seconds of the processor that it took."""
    tune.optimiser = lambda: by
    began, found = time.process_time(), 0
    for field, broken, bounds, value in CASES:
        searches = [search_for({field: broken}, [f"{field}={bounds}"], seed, trials, games) for seed in range(seeds)]
        hits = [best_of(search).changes == {field: value} for search in searches]
        found += sum(hits)
        tell(f"{by}: {field} broken to {broken}, was {value}: found again in {sum(hits)} of {seeds}")
    return found, time.process_time() - began


def measure_together(by: str, seeds: int, trials: int, games: int) -> tuple[float, float]:
    """Return by how many steps the best proposals miss where several are broken at once, and what it took."""
    tune.optimiser = lambda: by
    began = time.process_time()
    broken = {field: value for field, value, _, _ in CASES if field in TOGETHER}
    may = [f"{field}={bounds}" for field, _, bounds, _ in CASES]
    misses = [best_of(search_for(broken, may, seed, trials, games)).miss for seed in range(seeds)]
    return sum(misses) / len(misses), time.process_time() - began


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--trials", type=int, default=24)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--by", action="append", help="default: all that are installed")
    parser.add_argument("--together", action="store_true")
    options = parser.parse_args()
    known = choosers()
    for by in options.by or known:
        if options.together:
            miss, seconds = measure_together(by, options.seeds, options.trials, options.games)
            print(f"{by}: missed by {miss:.1f} steps on average, {seconds:.0f} s of the processor")
        else:
            found, seconds = measure(by, options.seeds, options.trials, options.games)
            print(f"{by}: {found} of {len(CASES) * options.seeds} found again, {seconds:.0f} s of the processor")
