"""Compares what can choose the trials of `verso tune`: optuna, nevergrad where it is installed, and chance.

python bench/optimisers.py [--seeds 4] [--trials 24] [--games 300] [--by optuna]

Figures of Flip City are broken on purpose, one at a time, and wished back: what the shipped table is like, measured on
other deals. It is found again where the proposal that comes nearest to the wishes has the figure as it was. With four
seeds these are twenty searches; at least 18 should find it.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import time
from collections.abc import Callable
from typing import Any

import verso
from verso.core.rng import seeded
from verso.lab import tune
from verso.lab.sheet import Variant, made

GAME = verso.game("flip-city")
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


def by_nevergrad(search: tune.Search, known: tune.Known, count: int) -> list[tuple[int, ...]]:
    """Let nevergrad's usual optimiser choose, told all that is known; both aims are its losses."""
    nevergrad: Any = importlib.import_module("nevergrad")
    scalars = {
        move.field: nevergrad.p.Scalar(lower=move.least, upper=move.most).set_integer_casting() for move in search.moves
    }
    space = nevergrad.p.Dict(**scalars)
    space.random_state.seed(seeded(f"{search.seed}/drawn", len(known)) % (1 << 32))
    optimiser = nevergrad.optimizers.NGOpt(parametrization=space, budget=search.trials, num_workers=count)
    for values, result in known.items():
        inside = all(move.least <= value <= move.most for move, value in zip(search.moves, values, strict=True))
        if inside:
            chosen = {move.field: value for move, value in zip(search.moves, values, strict=True)}
            optimiser.tell(space.spawn_child(new_value=chosen), list(map(float, result)))
    return [tuple(int(optimiser.ask().value[move.field]) for move in search.moves) for _ in range(count)]


def search_for(field: str, broken: int, bounds: str, seed: int, trials: int, games: int) -> tune.Search:
    """Break a figure, and wish for what the shipped table is like, measured on other deals."""
    shipped, setup = GAME.setup(2), made(GAME, 2, Variant(changes={field: broken}))
    probe = tune.Search(
        shipped, tune.read_wishes(["length=1"]), tune.read_moves(shipped, [f"{field}={bounds}"]), 1, 20, f"known/{seed}"
    )
    sums = tune.measured(probe, {}, 0, KNOWN_DEALS)
    assert sums is not None  # the shipped table can be
    figures = tune.figures_of(sums)
    wishes = tune.read_wishes([f"{key}={figures[key]:.4f}" for key in WISHED])
    return tune.Search(setup, wishes, tune.read_moves(setup, [f"{field}={bounds}"]), trials, games, seed)


def found_again(search: tune.Search, value: int) -> bool:
    best = min(tune.tuned(search).front, key=lambda proposal: proposal.miss)
    return best.changes == {search.moves[0].field: value}


def choosers() -> list[str]:
    if importlib.util.find_spec("nevergrad") is not None:
        tune.CHOOSERS["nevergrad"] = by_nevergrad
    return [each for each in tune.CHOOSERS if importlib.util.find_spec(each) or each == "chance"]


def measure(by: str, seeds: int, trials: int, games: int, tell: Callable[[str], None] = print) -> tuple[int, float]:
    """Return how many figures one of them finds again, and the seconds of the processor that it took."""
    tune.optimiser = lambda: by
    began, found = time.process_time(), 0
    for field, broken, bounds, value in CASES:
        hits = [found_again(search_for(field, broken, bounds, seed, trials, games), value) for seed in range(seeds)]
        found += sum(hits)
        tell(f"{by}: {field} broken to {broken}, was {value}: found again in {sum(hits)} of {seeds}")
    return found, time.process_time() - began


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--trials", type=int, default=24)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--by", action="append", help="default: all that are installed")
    options = parser.parse_args()
    known = choosers()
    for by in options.by or known:
        found, seconds = measure(by, options.seeds, options.trials, options.games)
        print(f"{by}: {found} of {len(CASES) * options.seeds} found again, {seconds:.0f} s of the processor")
