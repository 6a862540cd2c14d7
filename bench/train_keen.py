"""Teach the keener player of Flip City what positions are worth, from games against itself.

    python bench/train_keen.py [--seats 2 3 4] [--rounds 30] [--games 600]

The first games are the light player's, and only who won them counts. Then each round plays games with the network of
the round before, now and then with any action to meet other positions. It is fitted to what the exact mean over the
outcomes of chance, or the best action, promised at every ply, and to what was found later in the same games (temporal
differences). Prints by how much its expectations contradict each other in half of the games, how often it wins against
the light player and against the player that `keen.json` held before; writes `keen.json` beside the player.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import keen_games as games_of
import verso
from value_network import ValueNetwork
from verso.core import kernel
from verso.core.game import Position, Setup
from verso.core.layers import packed
from verso.core.rng import seeded
from verso.games.flip_city import keen
from verso.games.flip_city import player as learned

MODULES = ("verso.games.flip_city.rules", "verso.games.flip_city.policy", keen.__name__, games_of.__name__)
MOST_PLIES = 12_000
OPTIONS: list[dict[str, Any]] = [{}, {}, {"office": True}]


class Teacher:
    """Games of one setup, and room to play them in."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.engine = setup, kernel.compiled(*MODULES)
        seats, size = setup.seats, setup.game.action_count + 1
        self.light = learned.network_of(setup)
        self.work, self.spare = np.zeros(learned.ROOM), kernel.to_array(Position.start(setup).state, seats, 1)[0]
        self.buffers = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self.two = np.zeros(seats), np.zeros(seats)

    def states(self, games: int, seed: str) -> tuple[Any, Any]:
        start = Position.start(self.setup).state
        streams = np.array([[seeded(seed, number)] for number in range(games)], np.int64)
        return kernel.to_array(start, self.setup.seats, games), streams

    def gather(self, net: Any, games: int, seed: str, *, first: bool, daring: int, every: int, trace: float) -> Any:
        """Return figures and targets of positions of games, and by how much expectations contradict each other."""
        seats, most = self.setup.seats, games * 400 * self.setup.seats // every
        states, streams = self.states(games, seed)
        marks = np.zeros(MOST_PLIES, np.int64), np.zeros(MOST_PLIES, np.int64)
        course = games_of.Course(np.zeros((MOST_PLIES, seats)), np.zeros((MOST_PLIES, seats)), *marks)
        width = keen.SEATED + seats * keen.OF_SEAT
        figures, targets = np.zeros((most, width), np.float32), np.zeros((most, seats), np.float32)
        lessons = games_of.Lessons(figures, np.zeros(most, np.int64), targets)
        given = (states, self.setup.array, net, self.light, first, self.work, self.spare, streams, *self.buffers)
        rests = np.zeros(games)
        kept = self.engine.teaching_games(*given, daring, every, trace, np.zeros(seats), course, lessons, rests)
        return figures[:kept], targets[:kept], float(np.median(np.abs(rests)))

    def against_light(self, net: Any, games: int, seed: str = "light") -> float:
        states, streams = self.states(games, seed)
        seats = np.arange(games) % self.setup.seats
        won = np.zeros(games, np.int64)
        given = (states, self.setup.array, net, self.light, seats, self.work, self.spare, streams, *self.buffers)
        self.engine.matches_with_light(*given, *self.two, won)
        return float((won == seats).mean())

    def against(self, net: Any, other: Any, games: int, seed: str = "older") -> float:
        states, streams = self.states(games, seed)
        who = np.ones((games, self.setup.seats), np.int64)
        mine = np.arange(games) % self.setup.seats
        who[np.arange(games), mine] = 0
        won, nets = np.zeros(games, np.int64), np.stack([net, other])
        given = (states, self.setup.array, nets, who, self.work, self.spare, streams, *self.buffers)
        self.engine.keen_matches(*given, *self.two, won)
        return float((won == mine).mean())


class Network(ValueNetwork):
    """The network in training: figures of cards are seen through their effects, all others as they are."""

    def __init__(self, seats: int, rng: Any, known: dict[str, Any] | None = None) -> None:
        inputs = learned.keen_lens(verso.game("flip-city").setup(seats).tables, seats).shape[1]
        layers = None if known is None else [known[name] for name in learned.LAYERS]
        super().__init__((inputs, keen.UNITS, keen.SECOND_UNITS, seats), rng, layers)

    def document(self) -> dict[str, Any]:
        return {name: packed(each) for name, each in zip(learned.LAYERS, self.mean, strict=True)}

    def rows(self, setup: Setup) -> Any:
        return learned.keen_rows(setup, dict(zip(learned.LAYERS, self.mean, strict=True)))


def train(seats: int, options: argparse.Namespace, document: dict[str, Any]) -> None:
    game, rng = verso.game("flip-city"), np.random.default_rng(options.seed)
    teachers = [Teacher(game.setup(seats, **more)) for more in OPTIONS]
    lenses = [learned.keen_lens(each.setup.tables, seats).astype(np.float32) for each in teachers]
    known = learned.keen_weights(document).get(str(seats))
    older = Network(seats, rng, known).rows(teachers[0].setup) if known else None
    network = Network(seats, rng, known if options.again else None)
    began, memory = time.time(), list[Any]()
    for number in range(options.rounds):
        first = number == 0 and not options.again
        part = number / max(1, options.rounds - 1)
        for teacher, lens in zip(teachers, lenses, strict=True):
            seed = f"keen {options.seed} {seats} {number} {len(memory)}"
            games = options.games * (4 if first else 1) // len(teachers)
            daring, trace = int(options.daring * (1 - 0.7 * part)), options.trace
            figures, target, rest = teacher.gather(
                network.rows(teacher.setup), games, seed, first=first, daring=daring, every=options.every, trace=trace
            )
            memory.append((figures @ lens, target))
        memory = memory[-len(teachers) * options.memory :]
        x, target = (np.concatenate(each) for each in zip(*memory, strict=True))
        steps = options.steps * (4 if first else 1)
        loss = network.fit(x, target, steps, options.rate * (1 - 0.9 * part))
        told = f"{seats} seats, round {number}: off by {100 * rest:.1f} points a game"
        told += f", {len(x)} positions, loss {loss:.4f}"
        if number % 5 == 0 or number == options.rounds - 1:
            rows = network.rows(teachers[0].setup)
            told += f", wins {teachers[0].against_light(rows, options.matches):.3f} against light players"
            if older is not None:
                told += f", {teachers[0].against(rows, older, options.matches):.3f} against those before"
            document["layers"][str(seats)] = network.document()
            document["made_by"][str(seats)] = made_by(options, number + 1)
            options.into.write_text(json.dumps(document) + "\n", encoding="utf-8")
        print(f"{told}, {time.time() - began:.0f} s", flush=True)


def made_by(options: argparse.Namespace, rounds: int) -> str:
    """Say how weights were made."""
    again = " --again" if options.again else ""
    amounts = " ".join(f"--{name} {getattr(options, name)}" for name in ("games", "steps", "rate", "seed"))
    return f"python bench/train_keen.py{again} --rounds {rounds} {amounts}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--games", type=int, default=600, help="of each round")
    parser.add_argument("--every", type=int, default=4, help="one position in so many is learned from")
    parser.add_argument("--memory", type=int, default=4, help="rounds whose games are learned from")
    parser.add_argument("--steps", type=int, default=800, help="of fitting in each round")
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--trace", type=float, default=0.97, help="how much later plies count, less with each")
    parser.add_argument("--daring", type=int, default=60, help="how many of 1000 choices are any, at first")
    parser.add_argument("--again", action="store_true", help="go on from the network there is")
    parser.add_argument("--matches", type=int, default=2000, help="games against others, to see how good it is")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, default=learned.KEEN, help="file that is written")
    options = parser.parse_args()
    document: dict[str, Any] = {"made_by": {}, "layers": {}}
    if learned.KEEN.exists():
        document = json.loads(learned.KEEN.read_text(encoding="utf-8"))
    for seats in options.seats:
        train(seats, options, document)


if __name__ == "__main__":
    main()
