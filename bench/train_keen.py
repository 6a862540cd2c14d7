"""Teach the keener player of Flip City what positions are worth, from games against itself.

    python bench/train_keen.py [--seats 2 3 4] [--rounds 60] [--games 3000]
    python bench/train_keen.py --rounds 0        # only says how strong it is

The first games are the light player's, and only who won them counts. Then each round plays games with the networks of
the round before, in some turns with actions that are misjudged, to meet other positions. They are fitted to what the
exact mean over the outcomes of chance, or the best action, promised at every ply, and to what was found later in the
same games (temporal differences). Moments within a turn and those in which one begins are learned by a network each.
Prints by how much expectations contradict each other in half of the games, ply by ply, and how often it wins against
the light player; writes `keen.json` beside the player.
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
LATER_TURNS = 0.3
"""How much of what is found after a turn counts for it."""
HEATS = np.array([0, 0, 0, 0, 0.01, 0.03])
"""How far actions are misjudged in a turn, as shares of the win; one of these is drawn for each."""
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
        """Return figures and targets of positions, which of them begin a turn, and by how much games are off."""
        seats, most = self.setup.seats, games * 400 * self.setup.seats // every
        states, streams = self.states(games, seed)
        marks = *(np.zeros(MOST_PLIES, np.int64) for _ in range(3)), np.zeros(seats)
        course = games_of.Course(np.zeros((MOST_PLIES, seats)), np.zeros((MOST_PLIES, seats)), *marks)
        width = keen.SEATED + seats * keen.OF_SEAT
        figures, targets = np.zeros((most, width), np.float32), np.zeros((most, seats), np.float32)
        lessons = games_of.Lessons(figures, np.zeros(most, np.int64), np.zeros(most, np.int64), targets)
        given = (states, self.setup.array, net, self.light, first, self.work, self.spare, streams, *self.buffers)
        rests = np.zeros(games)
        exploring = daring, np.zeros(1) if first else HEATS, np.zeros(1, np.int64)
        amounts = every, trace, LATER_TURNS
        kept = self.engine.teaching_games(*given, *exploring, *amounts, np.zeros(seats), course, lessons, rests)
        return figures[:kept], targets[:kept], lessons.begins[:kept] > 0, float(np.median(np.abs(rests)))

    def against_light(self, net: Any, games: int, seed: str = "light") -> float:
        states, streams = self.states(games, seed)
        seats = np.arange(games) % self.setup.seats
        won = np.zeros(games, np.int64)
        given = (states, self.setup.array, net, self.light, seats, self.work, self.spare, streams, *self.buffers)
        self.engine.matches_with_light(*given, *self.two, won)
        return float((won == seats).mean())


class Network(ValueNetwork):
    """The network in training: figures of cards are seen through their effects, all others as they are."""

    def __init__(self, seats: int, rng: Any, known: dict[str, Any] | None = None) -> None:
        inputs = learned.keen_lens(verso.game("flip-city").setup(seats).tables, seats).shape[1]
        layers = None if known is None else [known[name] for name in learned.LAYERS]
        super().__init__((inputs, keen.UNITS, keen.SECOND_UNITS, seats), rng, layers)

    def document(self) -> dict[str, Any]:
        return {name: packed(each) for name, each in self.layers().items()}

    def layers(self) -> dict[str, Any]:
        return dict(zip(learned.LAYERS, self.mean, strict=True))


class Pupil:
    """Both networks of the keener player in training, and what they learn from."""

    def __init__(self, seats: int, options: argparse.Namespace, known: dict[str, Any] | None) -> None:
        rng = np.random.default_rng(options.seed)
        self.networks = {name: Network(seats, rng, known[name] if known else None) for name in learned.NETWORKS}
        self.memory: dict[str, list[Any]] = {name: [] for name in learned.NETWORKS}
        self.kept = {"within": options.memory * len(OPTIONS), "beginning": options.begin_memory * len(OPTIONS)}

    def rows(self, setup: Setup) -> Any:
        return learned.keen_rows(setup, {name: network.layers() for name, network in self.networks.items()})

    def remember(self, seen: Any, target: Any, begins: Any) -> None:
        for name, wanted in (("within", ~begins), ("beginning", begins)):
            self.memory[name] = [*self.memory[name], (seen[wanted], target[wanted])][-self.kept[name] :]

    def fit(self, steps: int, rate: float) -> str:
        """Learn from what is remembered, mostly where turns begin; say how well it is known."""
        told = ""
        for name, network in self.networks.items():
            loss = network.fit(self.memory[name], steps // (2 if name == "within" else 1), rate)
            told += f", {name}: loss {loss:.4f} of {sum(len(x) for x, _ in self.memory[name])}"
        return told

    def document(self) -> dict[str, Any]:
        return {name: network.document() for name, network in self.networks.items()}


def train(seats: int, options: argparse.Namespace, document: dict[str, Any]) -> None:
    teachers = [Teacher(verso.game("flip-city").setup(seats, **more)) for more in OPTIONS]
    lenses = [learned.keen_lens(each.setup.tables, seats).astype(np.float32) for each in teachers]
    known = learned.keen_weights(document).get(str(seats)) if options.again or options.rounds == 0 else None
    pupil, began = Pupil(seats, options, known), time.time()
    if options.rounds == 0:
        tell(f"{seats} seats", teachers[0], pupil, options.matches)
    for number in range(options.rounds):
        first, part = number == 0 and known is None, number / max(1, options.rounds - 1)
        trace = options.trace + part * (options.last_trace - options.trace)
        for place, (teacher, lens) in enumerate(zip(teachers, lenses, strict=True)):
            games = options.games * (4 if first else 1) // len(teachers)
            seed, daring = f"keen {options.seed} {seats} {number} {place}", int(options.daring * (1 - 0.7 * part))
            rows, amounts = pupil.rows(teacher.setup), {"daring": daring, "every": options.every, "trace": trace}
            figures, target, begins, rest = teacher.gather(rows, games, seed, first=first, **amounts)
            pupil.remember(figures @ lens, target, begins)
        told = f"{seats} seats, round {number}: off by {100 * rest:.1f} points a game"
        told += pupil.fit(options.steps * (4 if first else 1), options.rate * (1 - 0.95 * part))
        if number % 10 == 9 or number == options.rounds - 1:
            tell(f"{seats} seats, round {number}", teachers[0], pupil, options.matches)
            document["networks"][str(seats)] = pupil.document()
            document["made_by"][str(seats)] = made_by(options, number + 1)
            options.into.write_text(json.dumps(document) + "\n", encoding="utf-8")
        print(f"{told}, {time.time() - began:.0f} s", flush=True)


def tell(what: str, teacher: Teacher, pupil: Pupil, games: int) -> None:
    """Print how strong the player is, in games from which nothing is learned."""
    share = teacher.against_light(pupil.rows(teacher.setup), games)
    print(f"{what}: wins {share:.3f} of {games} games among light players", flush=True)


def made_by(options: argparse.Namespace, rounds: int) -> str:
    """Say how weights were made."""
    again = " --again" if options.again else ""
    amounts = " ".join(f"--{name} {getattr(options, name)}" for name in ("games", "steps", "rate", "seed"))
    return f"python bench/train_keen.py{again} --rounds {rounds} {amounts}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--games", type=int, default=3000, help="of each round")
    parser.add_argument("--every", type=int, default=8, help="one position in so many is learned from")
    parser.add_argument("--memory", type=int, default=4, help="rounds whose games are learned from")
    parser.add_argument("--begin-memory", type=int, default=20, help="the same where turns begin")
    parser.add_argument("--steps", type=int, default=1500, help="of fitting in each round")
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--trace", type=float, default=0.97, help="how much later plies count at first, less with each")
    parser.add_argument("--last-trace", type=float, default=0.2, help="how much they count in the last round")
    parser.add_argument("--daring", type=int, default=10, help="how many of 1000 choices are any, at first")
    parser.add_argument("--again", action="store_true", help="go on from the network there is")
    parser.add_argument("--matches", type=int, default=2000, help="games against others, to see how good it is")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, default=learned.KEEN, help="file that is written")
    options = parser.parse_args()
    document: dict[str, Any] = {"made_by": {}, "networks": {}}
    if learned.KEEN.exists():
        document = json.loads(learned.KEEN.read_text(encoding="utf-8"))
    for seats in options.seats:
        train(seats, options, document)


if __name__ == "__main__":
    main()
