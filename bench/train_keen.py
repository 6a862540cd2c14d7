"""Teach the keener player of Flip City when to go on: it plays on from its own decisions and learns what came of it.

    python bench/train_keen.py [--rounds 3] [--decisions 30000] [--games 48]

Each round begins with the judge of decks: it is fitted to who won games of the player of the round before, in the way
of `train_flip_city.py`. Then it plays games, keeps positions in which one may stop and something is risked, plays on
from each after going on and after stopping, with the same luck, and fits a small network to the difference. The first
round is played on by the light player, each further one by the player of the round before. Prints how well the network
knows positions that it was not fitted to, and how often the new player wins against the light one; writes `keen.json`
beside the player.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np

import train_flip_city as judging
import verso
from verso.bots.ismcts import new_desk
from verso.bots.light import light
from verso.core import kernel
from verso.core.game import Position, Setup
from verso.core.rng import seeded
from verso.games.flip_city import keen, policy, rules
from verso.games.flip_city import player as learned

EVERY, DARING = 7, 30
KERNELS = ("verso.bots.kernels.search", "verso.bots.kernels.values", "verso.bots.kernels.contests")
SETUPS: list[tuple[int, dict[str, Any]]] = [(2, {}), (2, {"office": True}), (4, {})]


class Player:
    """A player of one setup: with the light policy, or with rows of the keener one."""

    def __init__(self, setup: Setup, judge: Any, rows: Any = None) -> None:
        self.setup = setup
        own = light(setup.game)
        find = own.modules if rows is None else own.keen_modules
        self.engine = kernel.compiled(*find(setup.game, *KERNELS))
        self.net = learned.network(setup.tables, judge)
        self.net[policy.STYLE, policy.NOISE] = 0
        if rows is not None:
            self.net = np.concatenate([self.net, rows])
        self.desk = new_desk(setup, keen.WORK)

    def decisions(self, count: int, seed: str) -> Any:
        """Return positions with a choice, of games of this player."""
        games, size = count * EVERY // 40 + 20, self.setup.game.action_count + 1
        states = kernel.to_array(Position.start(self.setup).state, self.setup.seats, games)
        kept = kernel.to_array(Position.start(self.setup).state, self.setup.seats, 6 * count)
        streams = np.array([[seeded(seed, number)] for number in range(games)], np.int64)
        rooms = np.zeros(size, np.int64), np.zeros(size, np.int64)
        arguments = (states, self.setup.array, self.net, self.desk.work, streams, *rooms, EVERY, DARING)
        return kept[: self.engine.decisions_met(*arguments, kept)]

    def gain(self, state: Any, options: list[int], streams: Any) -> float:
        """Return by how much the second action is better than the first, in shares of a win."""
        seats, seat = self.setup.seats, int(state["seat"])
        until = int(state["turn"]) + learned.horizon(self.setup)
        sums, squares, apart = np.zeros((2, seats)), np.zeros(2), np.zeros(2)
        before = np.zeros(seats), np.zeros(seats)
        first = (state, self.setup.array, seat, self.net, streams, 0, np.array(options, np.int64), until)
        self.engine.compare(*first, 1.0, self.desk, sums, squares, apart, *before)
        return float(sums[1, seat] - sums[0, seat]) / len(streams) * (seats - 1) / seats


def going_on(looking: Player, state: Any) -> int | None:
    """Return how one would go on in a position in which that is a question, else None."""
    engine, tables = looking.engine, looking.setup.array
    if state["phase"] != rules.PHASE_PLAY or not state["played_count"] or not engine.may_stop(state, tables):
        return None
    if engine.has_won(state, tables) or engine.recycle_for_win(state, tables) != rules.NOTHING:
        return None
    if not state["top_count"][state["seat"]]:
        return rules.SHUFFLE if engine.may_shuffle(state) else None
    if engine.play_risk(state, tables, engine.room(state)) == 0:
        return None
    safety = int(engine.recycle_for_safety(state, tables))
    return rules.PLAY if safety == rules.NOTHING else safety


def gather(playing: Player, looking: Player, count: int, games: int, seed: str) -> tuple[Any, Any, Any]:
    """Return what the networks look at in positions, whether they are shuffles, and what going on gains."""
    seen, shuffles, gains = [], [], []
    for number, state in enumerate(playing.decisions(count, seed)):
        action = going_on(looking, state)
        if action is None or len(gains) == count:
            continue
        looking.engine.look_around(state, looking.setup.array, looking.net, looking.desk.work)
        seen.append(looking.desk.work[keen.SEEN : keen.SEEN + keen.FEATURES].copy())
        shuffles.append(action == rules.SHUFFLE)
        streams = np.array([seeded(f"{seed}/{number}", each) for each in range(games)], np.int64)
        gains.append(playing.gain(state, [rules.STOP, action], streams))
    return np.array(seen), np.array(shuffles), np.array(gains)


def fit(seen: Any, gains: Any, rng: Any, steps: int) -> Any:
    """Return the rows of a network that says the gain: Adam on squares. A tenth is held out to see how it does."""
    held = len(seen) // 10
    weights = [rng.normal(size=(keen.FEATURES, policy.HIDDEN)) * 0.3, rng.normal(size=policy.HIDDEN) * 0.05]
    first, second = [np.zeros_like(each) for each in weights], [np.zeros_like(each) for each in weights]
    for step in range(1, steps + 1):
        pick = rng.integers(held, len(seen), 512)
        hidden = seen[pick] @ weights[0]
        active = np.maximum(hidden, 0)
        error = (active @ weights[1] - gains[pick]) / len(pick)
        grads = [
            seen[pick].T @ (error[:, None] * weights[1] * (hidden > 0)) + 1e-5 * weights[0],
            active.T @ error + 1e-5 * weights[1],
        ]
        rate = 0.005 * (1 - step / steps) + 1e-5
        for each, grad, m, v in zip(weights, grads, first, second, strict=True):
            m += 0.1 * (grad - m)
            v += 0.001 * (grad * grad - v)
            each -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
    told = np.maximum(seen[:held] @ weights[0], 0) @ weights[1]
    known = 1 - np.mean((told - gains[:held]) ** 2) / np.var(gains[:held])
    lost = np.mean(
        np.where(told > 0, 0, np.maximum(gains[:held], 0)) + np.where(told > 0, np.maximum(-gains[:held], 0), 0)
    )
    print(
        f"  {len(seen)} decisions: {100 * known:.0f}% of the spread known, {100 * lost:.2f} points lost by its choices"
    )
    return np.concatenate([weights[0], weights[1][None]])


def wins_against_light(setup: Setup, judge: Any, rows: Any, games: int) -> float:
    """Return how many games out of 1 of two seats the player wins against the light one, each deal from both seats."""
    both = [Player(setup, light_judge()), Player(setup, judge, rows)]
    won, size = 0, setup.game.action_count + 1
    actions, weights = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for number in range(games):
        state = kernel.to_array(Position.start(setup).state, setup.seats, 1)[0]
        stream, mine = np.array([seeded("wins", number // 2)], np.int64), number % 2
        while (acting := int(both[0].engine.actor(state))) != verso.OVER:
            which = both[acting == mine]
            if acting == verso.CHANCE:
                action = which.engine.draw(state, setup.array, stream, actions, weights)
            else:
                action = which.engine.policy(state, setup.array, which.net, which.desk.work, stream, actions)
            which.engine.apply(state, setup.array, action)
        returns = np.zeros(setup.seats)
        both[0].engine.returns(state, setup.array, returns)
        won += returns[mine] > 0
    return won / games


def light_judge() -> dict[str, Any]:
    weights = json.loads(learned.FILE.read_text(encoding="utf-8"))["others"]
    return {key: value if key == "effects" else np.array(value) for key, value in weights.items()}


def fitted_judge(setups: list[Setup], judge: Any, rows: Any, games: int, steps: int, seed: int) -> Any:
    """Return the judge fitted to who wins games of a player."""
    game = setups[0].game
    modules = (light(game).modules if rows is None else light(game).keen_modules)(game, KERNELS[-1])
    training = judging.Training(setups, seed, modules, rows)
    return judging.fit(judge, training.gather(judge, games), training.rng, steps)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=30000, help="looked at in each round, all setups together")
    parser.add_argument("--games", type=int, default=48, help="played on after each of the two actions")
    parser.add_argument("--judged", type=int, default=30000, help="games that the judge is fitted to")
    parser.add_argument("--again", action="store_true", help="go on from the player there is")
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game, rng = verso.game("flip-city"), np.random.default_rng(options.seed)
    setups = [game.setup(seats, **more) for seats, more in SETUPS]
    judge, rows = light_judge(), None
    if options.again:
        known = json.loads(learned.KEEN.read_text(encoding="utf-8"))
        judge = {key: value if key == "effects" else np.array(value) for key, value in known["judge"].items()}
        rows = np.array(known["rows"])
    for number in range(options.rounds):
        began, found = time.time(), []
        judge = fitted_judge(setups, judge, rows, options.judged, options.steps, options.seed + number)
        print(f"round {number}: judge fitted after {time.time() - began:.0f} s", flush=True)
        for setup in setups:
            playing = Player(setup, judge, rows)
            looking = Player(setup, judge, np.zeros((keen.KEEN_ROWS - policy.ROWS, policy.HIDDEN)))
            share, seed = options.decisions // len(setups), f"keen {options.seed} {number} {setup.seats}"
            found.append(gather(playing, looking, share, options.games, seed))
        print(f"round {number}: decisions gathered after {time.time() - began:.0f} s", flush=True)
        seen, shuffles, gains = (np.concatenate(each) for each in zip(*found, strict=True))
        order = rng.permutation(len(seen))
        seen, shuffles, gains = seen[order], shuffles[order], gains[order]
        fitted = [fit(seen[which], gains[which], rng, options.steps) for which in (~shuffles, shuffles)]
        rows = np.round(np.concatenate(fitted), 4)
        document = {"made_by": "python bench/train_keen.py", "judge": judging.rounded(judge), "rows": rows.tolist()}
        learned.KEEN.write_text(json.dumps(document) + "\n", encoding="utf-8")
        print(f"  wins {wins_against_light(setups[0], judge, rows, 1000):.3f} against the light player", flush=True)
        print(f"  {time.time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
