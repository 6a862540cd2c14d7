"""Find the weights of the keener player of Phase 10 Flip, by games against itself and the light player.

    python bench/tune_keen.py [--seats 2] [--rounds 30] [--games 600]
    python bench/tune_keen.py --rounds 0        # only says how strong it is

Many minds that differ a little from the one there is play the same deals, against that one and against the light
player; the next mind lies where the best of them were (the cross-entropy method). A game without a winner counts as
lost for all, so that nobody learns to play for ever. Prints what share of games it wins; writes `keen.json` beside the
player, which has weights for two seats and for more.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from typing import Any

import numpy as np

import keen_rounds
import verso
from verso.core import kernel
from verso.core.game import Position
from verso.core.rng import seeded
from verso.games.phase10_flip import keen, player

MODULES = ("verso.games.phase10_flip.rules", "verso.games.phase10_flip.policy", keen.__name__, keen_rounds.__name__)
MINDS, BEST = 40, 10
MOST_PLIES = 20_000
KEPT = 0.35
"""How much of the mind before stays in the next."""
BY_LIGHT = 0.5
"""How much a game against the light player counts; they are a third as many."""


class Table:
    """Room to play games of one setup in."""

    def __init__(self, seats: int) -> None:
        self.setup = verso.game("phase-10-flip").setup(seats)
        self.start = Position.start(self.setup).state
        self.engine = kernel.compiled(*MODULES)
        self.light = player.sighted_network_of(self.setup)

    def share(self, net: Any, other: Any | None, games: int, seed: str) -> float:
        """Return what share of games one player wins among others, or among light players."""
        setup, seats, size = self.setup, self.setup.seats, self.setup.game.action_count + 1
        who = np.full((games, seats), keen_rounds.LIGHT if other is None else 1)
        rows, mine = np.arange(games), np.arange(games) % seats
        who[rows, mine] = 0
        states, out = kernel.to_array(self.start, seats, games), np.full((games, seats), -1.0)
        streams = np.array([[seeded(seed, number)] for number in range(games)], np.int64)
        nets, spare = np.stack([net, net if other is None else other]), kernel.to_array(self.start, seats, 1)[0]
        room = np.zeros(player.ROOM), spare, streams, np.zeros(size, np.int64), np.zeros(size, np.int64)
        self.engine.keen_rounds(states, setup.array, nets, self.light, who, *room, MOST_PLIES, out)
        out[(out == 0).all(axis=1)] = -1.0  # it was cut off
        return float(np.mean((1 + (seats - 1) * out[rows, mine]) / seats))


def flat(document: dict[str, Any]) -> Any:
    """Return all weights of a document in a row."""
    return np.array(
        [*document["weights"].values(), *document["guessed"], *document["hope"], *itertools.chain(*document["ease"])]
    )


def document_of(weights: Any, like: dict[str, Any], made_by: str) -> dict[str, Any]:
    """Put weights in a row into a document again."""
    values = iter(round(float(weight), 3) for weight in weights)
    named = {name: next(values) for name in like["weights"]}
    lists = {name: [next(values) for _ in like[name]] for name in ("guessed", "hope")}
    return {
        "made_by": made_by,
        "weights": named,
        **lists,
        "ease": [[next(values) for _ in side] for side in like["ease"]],
    }


def tune(table: Table, options: argparse.Namespace) -> None:
    documents = json.loads(player.KEEN.read_text(encoding="utf-8"))
    document = documents[key := player.keen_key(table.setup.seats)]
    first, rng, began = player.keen_network(table.setup, document), np.random.default_rng(options.seed), time.time()
    mean, other = flat(document), first
    spread = np.maximum(0.35 * np.abs(mean), 0.1)
    made_by = f"{document['made_by']}; python bench/tune_keen.py --seats {table.setup.seats} --rounds {options.rounds}"
    made_by += f" --games {options.games} --seed {options.seed}"
    for number in range(options.rounds):
        minds = mean + spread * rng.normal(size=(MINDS, len(mean)))
        minds[0] = mean
        got = [
            worth(table, document_of(mind, document, ""), other, options.games, f"{options.seed} {number}")
            for mind in minds
        ]
        best = minds[np.argsort(got, kind="stable")[-BEST:]]
        mean = KEPT * mean + (1 - KEPT) * best.mean(axis=0)
        spread = np.maximum(0.7 * spread + 0.3 * best.std(axis=0), 0.08 * spread)
        if number % 3 == 2 or number == options.rounds - 1:
            document = document_of(mean, document, made_by)
            other = player.keen_network(table.setup, document)
            tell(table, f"round {number}", other, first, options.matches)
            print(f"  {time.time() - began:.0f} s", flush=True)
            player.KEEN.write_text(json.dumps(documents | {key: document}, indent=2) + "\n", encoding="utf-8")


def worth(table: Table, document: dict[str, Any], other: Any, games: int, seed: str) -> float:
    net = player.keen_network(table.setup, document)
    return table.share(net, other, games, seed) + BY_LIGHT * table.share(net, None, games // 3, f"light {seed}")


def tell(table: Table, what: str, net: Any, first: Any, matches: int) -> None:
    """Print how strong a player is, in games from which nothing was learned."""
    shares = table.share(net, None, matches, "among light"), table.share(net, first, matches, "among first")
    told = f"wins {shares[0]:.3f} of {matches} games among light players, {shares[1]:.3f} among those before"
    print(f"{table.setup.seats} seats, {what}: {told}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--games", type=int, default=600, help="of each mind against the one there is")
    parser.add_argument("--matches", type=int, default=2000, help="games by which it is told how strong it is")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    table = Table(options.seats)
    net = player.keen_network_of(table.setup)
    tell(table, "at first", net, net, options.matches)
    tune(table, options)


if __name__ == "__main__":
    main()
