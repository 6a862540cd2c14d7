"""Teach the keener player of Phase 10 Flip what positions are worth, from games against itself.

    python bench/train_keen_phase10.py [--seats 2 4] [--rounds 30] [--games 600]
    python bench/train_keen_phase10.py --rounds 0        # only says how good it is

The first games are the light player's, and only who won them counts. Then each round plays games with the network of
the round before, now and then with any action, and with a light player in some, to meet other positions. It is fitted
to what the next position of the same game says, or to what the best action promised, at a draw that of the whole turn,
and to what was found later in the game (temporal differences). Prints by how much its expectations contradict each
other in half of the games, how often it wins against the light player and against the player that `keen.json` held
before; writes `keen.json` beside the player. At the end it says by how much all of a game contradicts itself: each
position what can come next.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import keen_games_phase10 as games_of
import verso
from value_network import ValueNetwork
from verso.core import kernel
from verso.core.game import Position, Setup
from verso.core.layers import packed
from verso.core.rng import seeded
from verso.games.phase10_flip import keen, player

MODULES = ("verso.games.phase10_flip.rules", "verso.games.phase10_flip.policy", keen.__name__, games_of.__name__)
MOST_PLIES = 20_000
RULESETS = (("standard", 0.8), ("short", 0.1), ("fixed-rounds", 0.1))
"""What is played in teaching, and which part of the games."""


class Teacher:
    """Games of one setup, and room to play them in."""

    def __init__(self, setup: Setup, part: float = 1.0) -> None:
        self.setup, self.part, self.engine = setup, part, kernel.compiled(*MODULES)
        size, seats = setup.game.action_count + 1, setup.seats
        self.start = Position.start(setup).state
        self.light = player.sighted_network_of(setup)
        buffers = np.zeros(size, np.int64), np.zeros(size, np.int64)
        shares = np.zeros(seats), np.zeros(seats)
        self.room = games_of.Room(np.zeros(player.ROOM), self.spare(), self.spare(), *buffers, *shares)

    def spare(self) -> Any:
        return kernel.to_array(self.start, self.setup.seats, 1)[0]

    def states(self, games: int, seed: str) -> tuple[Any, Any]:
        streams = np.array([[seeded(seed, number)] for number in range(games)], np.int64)
        return kernel.to_array(self.start, self.setup.seats, games), streams

    def gather(self, net: Any, games: int, seed: str, *, first: bool, daring: int, every: int, trace: float) -> Any:
        """Return figures and targets of positions of games, and by how much expectations contradict each other."""
        seats, most = self.setup.seats, games * 600 * self.setup.seats // every
        states, streams = self.states(games, seed)
        marks = [np.zeros(MOST_PLIES, np.int64) for _ in range(3)]
        course = games_of.Course(np.zeros((MOST_PLIES, seats)), np.zeros((MOST_PLIES, seats)), *marks)
        width = keen.SEATED + seats * keen.OF_SEAT
        lessons = games_of.Lessons(np.zeros((most, width), np.float32), np.zeros((most, seats), np.float32))
        given = (states, self.setup.array, net, self.light, first, self.room, streams, daring, every, trace)
        rests = np.zeros(games)
        kept = self.engine.teaching_games(*given, course, lessons, rests)
        rests = rests[np.arange(games) % games_of.AMONG_LIGHT != 0]
        return lessons.figures[:kept], lessons.targets[:kept], float(np.median(np.abs(rests)))

    def share(self, net: Any, other: Any | None, games: int, seed: str) -> float:
        """Return what share of games one player wins among others, or among light players."""
        seats = self.setup.seats
        states, streams = self.states(games, seed)
        who = np.full((games, seats), games_of.LIGHT if other is None else 1)
        rows, mine = np.arange(games), np.arange(games) % seats
        who[rows, mine] = 0
        nets, out = np.stack([net, net if other is None else other]), np.full((games, seats), -1.0)
        self.engine.keen_matches(states, self.setup.array, nets, self.light, who, self.room, streams, MOST_PLIES, out)
        out[(out == 0).all(axis=1)] = -1.0  # it was cut off
        return float(np.mean((1 + (seats - 1) * out[rows, mine]) / seats))

    def contradictions(self, net: Any, games: int, twins: int, *, by_choice: bool = False) -> tuple[float, float]:
        """Return by how much the expectations of a game contradict each other: all of them, and at the own choices.

        The square root of a mean over games; two sums for each game, off by different luck, are multiplied.
        """
        states, streams = self.states(games, "contradictions")
        rests = np.zeros((games, 4))
        given = (states, self.setup.array, net, by_choice, self.room, self.spare(), self.spare(), streams, twins)
        self.engine.contradictions(*given, np.zeros(self.setup.seats), rests)
        squares = (rests[:, 0] * rests[:, 1]).mean(), (rests[:, 2] * rests[:, 3]).mean()
        return float(np.sqrt(max(0.0, squares[0]))), float(np.sqrt(squares[1]))


class Network(ValueNetwork):
    """The network in training for one number of seats."""

    def __init__(self, seats: int, rng: Any, known: dict[str, Any] | None = None) -> None:
        self.seats = seats
        layers = None if known is None else [known[name] for name in player.LAYERS]
        super().__init__((keen.SEATED + seats * keen.OF_SEAT, keen.UNITS, keen.SECOND_UNITS, seats), rng, layers)

    def document(self) -> dict[str, Any]:
        return {name: packed(each) for name, each in zip(player.LAYERS, self.mean, strict=True)}

    def rows(self) -> Any:
        return player.keen_rows(self.seats, dict(zip(player.LAYERS, self.mean, strict=True)))


def as_for(seats: int, layers: dict[str, Any]) -> dict[str, Any]:
    """Return the layers for another number of seats as first ones for so many: each seat is judged like one there."""
    before = layers["out"].shape[1]
    alike = np.rint(np.linspace(1, before - 1, seats - 1)).astype(int) if seats > 2 else np.array([1])
    like = [0, *alike]
    first = layers["first"]
    of_seats = first[keen.SEATED :].reshape(before, keen.OF_SEAT, -1)[like].reshape(seats * keen.OF_SEAT, -1)
    first = np.concatenate([first[: keen.SEATED], of_seats])
    first[keen.TURN_OF : keen.TURN_OF + seats] = layers["first"][[keen.TURN_OF + place for place in like]]
    return {"first": first, "second": layers["second"], "out": layers["out"][:, like]}


def train(seats: int, options: argparse.Namespace, document: dict[str, Any]) -> None:
    game, rng = verso.game("phase-10-flip"), np.random.default_rng(options.seed)
    teachers = [Teacher(game.setup(seats, ruleset), part) for ruleset, part in RULESETS]
    layers = player.keen_weights(document)
    known = layers.get(str(seats))
    older = Network(seats, rng, known).rows() if known else None
    start = as_for(seats, layers[str(options.like)]) if options.like else known if options.again else None
    network, before = Network(seats, rng, start), f"{document['made_by'][str(seats)]}; " if options.again else ""
    began, memory = time.time(), list[Any]()
    for number in range(options.rounds):
        first, part = number == 0 and start is None, number / max(1, options.rounds - 1)
        figures, rest = play_round(teachers, network.rows(), options, number, first)
        memory = [*memory, *figures][-len(teachers) * options.memory :]
        loss = network.fit(memory, options.steps * (4 if first else 1), options.rate * (1 - 0.95 * part))
        told = f"{seats} seats, round {number}: off by {100 * rest:.1f} points a game"
        told += f", {sum(len(x) for x, _ in memory)} positions, loss {loss:.4f}"
        if first:
            memory = []  # what came of the light player's games is not what comes of better ones
        if number % 5 == 0 or number == options.rounds - 1:
            told += tell(teachers[0], network.rows(), older, options.matches)
            document["layers"][str(seats)] = network.document()
            document["made_by"][str(seats)] = before + made_by(seats, options, number + 1)
            options.into.write_text(json.dumps(document) + "\n", encoding="utf-8")
        print(f"{told}, {time.time() - began:.0f} s", flush=True)
    measure(teachers[0], network.rows() if options.rounds else older, options)


def measure(teacher: Teacher, net: Any, options: argparse.Namespace) -> None:
    """Print how good a network is, in games from which nothing is learned."""
    whole, own = teacher.contradictions(net, options.measured, options.twins)
    told = f"a game contradicts itself by {100 * whole:.1f} points, own choices by {100 * own:.1f}"
    judged, _ = teacher.contradictions(net, options.measured, options.twins, by_choice=True)
    told += f", and by {100 * judged:.1f} where own choices are worth what their best action promises"
    told += f" (root of the mean square, {options.measured} games){tell(teacher, net, None, options.matches)}"
    print(f"{teacher.setup.seats} seats: {told}", flush=True)


def play_round(
    teachers: list[Teacher], net: Any, options: argparse.Namespace, number: int, first: bool
) -> tuple[list[Any], float]:
    """Return what there is to learn from the games of a round, and by how much expectations contradict each other."""
    found, rests = list[Any](), list[float]()
    part = number / max(1, options.rounds - 1)
    trace = options.trace + part * (options.last_trace - options.trace)
    limits = {"daring": int(options.daring * (1 - 0.7 * part)), "every": options.every, "trace": trace}
    for teacher in teachers:
        games = int(teacher.part * options.games * (6 if first else 1))
        seed = f"keen {options.seed} {teacher.setup.seats} {number} {teacher.setup.ruleset}"
        figures, target, rest = teacher.gather(net, games, seed, first=first, **limits)
        found.append((figures, target))
        rests.append(rest)
    return found, rests[0]


def tell(teacher: Teacher, net: Any, older: Any, matches: int) -> str:
    """Say how often it wins, in games from which nothing is learned."""
    told = f", wins {teacher.share(net, None, matches, 'light'):.3f} among light players"
    if older is not None:
        told += f", {teacher.share(net, older, matches, 'older'):.3f} among those before"
    return told


def made_by(seats: int, options: argparse.Namespace, rounds: int) -> str:
    """Say how weights were made, or made better."""
    again = " --again" if options.again else f" --like {options.like}" if options.like else ""
    names = ("games", "steps", "rate", "trace", "last-trace", "seed")
    amounts = " ".join(f"--{name} {getattr(options, name.replace('-', '_'))}" for name in names)
    return f"python bench/train_keen_phase10.py --seats {seats}{again} --rounds {rounds} {amounts}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5, 6])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--games", type=int, default=600, help="of each round")
    parser.add_argument("--every", type=int, default=6, help="one position in so many is learned from")
    parser.add_argument("--memory", type=int, default=4, help="rounds whose games are learned from")
    parser.add_argument("--steps", type=int, default=800, help="of fitting in each round")
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--trace", type=float, default=0.95, help="how much later plies count, less with each")
    parser.add_argument("--last-trace", type=float, default=0.2, help="the same in the last round")
    parser.add_argument("--daring", type=int, default=40, help="how many of 1000 choices are any, at first")
    parser.add_argument("--again", action="store_true", help="go on from the network there is")
    parser.add_argument("--like", type=int, default=0, help="begin with the network for so many seats")
    parser.add_argument("--matches", type=int, default=1000, help="games against others, to see how good it is")
    parser.add_argument("--measured", type=int, default=60, help="games in which all contradictions are added up")
    parser.add_argument("--twins", type=int, default=24, help="completions of a view by which that is measured")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, default=player.KEEN, help="file that is written")
    options = parser.parse_args()
    document: dict[str, Any] = {"made_by": {}, "layers": {}}
    if options.into.exists():
        document = json.loads(options.into.read_text(encoding="utf-8"))
    for seats in options.seats:
        train(seats, options, document)


if __name__ == "__main__":
    main()
