"""Teach the light player of Flip City by letting it play against itself.

    python bench/train_flip_city.py [--alone] [--rounds 8] [--games 20000]

Each round plays games between variously minded copies of the player, and fits the judge of decks to who won
(cross-entropy over the seats). Then the thresholds for stopping are bettered by the cross-entropy method.
Prints the share of wins against the player of the round before, and writes `weights.json` beside the player.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

import verso
from verso.core import kernel
from verso.core.game import Position, Setup
from verso.core.rng import seeded
from verso.games.flip_city import player as learned
from verso.games.flip_city import policy
from verso.games.flip_city.ruleset import EFFECTS, PRICES

MODULES = ("verso.games.flip_city.rules", policy.__name__, "verso.bots.kernels.contests")
H = learned.TASTE
KNOWN = tuple(key for key, effect in EFFECTS.items() if key not in PRICES and effect.told_with is None)
"""The effects that are learned of, each a column of the tables with a figure for every face."""
START_STYLE = [0.0, 0.1, 0.0, 0.0, 0.0, 0.02, 0.6, 0.4, 0.2, 0.15, 0.1, 0.6, 0.3, 0.15, 0.1, 0.05, 0.6, 0.4, 0.6, 0.1,
               0.3, 4.0, 0.1]  # fmt: skip
START_VALUES = {"RA": -0.3, "AP": -0.25, "CS": 0.25, "SM": 0.35, "HO": 0.05, "CH": 0.6, "FA": 0.4, "PP": 0.6, "CP": 0.5,
                "ST": 0.8, "OF": 0.5, "TC": 0.6}  # fmt: skip


def first_weights(setup: Any, supply: float = 0.0) -> dict[str, Any]:
    """A linear judge from a guess at card values, also those left in the supply: one hidden unit far from zero."""
    faces = learned.effects_of(setup.tables, KNOWN)[: len(setup.cards.faces)]
    values = np.array([START_VALUES[code] for code in setup.cards.codes])
    solved = np.linalg.lstsq(faces, values, rcond=None)[0]
    made: dict[str, Any] = {zone: np.zeros((faces.shape[1], H)) for zone in learned.ZONES}
    made["deck"][:, 0] = made["discard"][:, 0] = solved
    made["supply"][0, 0] = supply
    return (
        {"effects": KNOWN}
        | made
        | {"bias": np.eye(1, H)[0] * 50, "out": np.eye(1, H)[0], "style": np.array(START_STYLE)}
    )


class Training:
    def __init__(self, setups: list[Setup], seed: int, modules: Sequence[str] = MODULES, below: Any = None) -> None:
        """`below` are further rows of the network, of a player that is more than the light one."""
        self.setups = setups
        self.engine = kernel.compiled(*modules)
        self.rng = np.random.default_rng(seed)
        self.calls = 0
        self.below = np.zeros((0, policy.HIDDEN)) if below is None else below

    def play(self, setup: Setup, nets: Any, who: Any, seed: Any, seen: int = 0) -> Any:
        games = len(who)
        states = kernel.to_array(Position.start(setup).state, setup.seats, games)
        streams = np.array([[seeded(seed, i)] for i in range(games)], dtype=np.int64)
        size = setup.game.action_count + 1
        out = np.zeros((games, setup.seats))
        buffers = np.zeros(learned.ROOM), streams, np.zeros(size, np.int64), np.zeros(size, np.int64), out
        if not seen:
            self.engine.contests(states, setup.array, nets, who, *buffers)
            return out, states["turn"]
        log = kernel.to_array(Position.start(setup).state, setup.seats, seen)
        game_of = np.zeros(seen, np.int64)
        count = self.engine.observed_contests(states, setup.array, nets, who, *buffers, log, game_of)
        return out, states["turn"], log[:count], game_of[:count]

    def tastes(self, setup: Setup, weights: Any, count: int) -> Any:
        """Nets that like some cards more and others less."""
        base = np.concatenate([learned.network(setup.tables, weights), self.below])
        nets = np.repeat(base[None], count, axis=0)
        sigma = self.rng.choice([0.0, 0.1, 0.3, 0.6], size=(count, 1))
        faces = slice(policy.DISCARD, policy.DISCARD + policy.FACES)
        nets[:, faces, H] = self.rng.normal(size=(count, policy.FACES)) * sigma
        nets[:, policy.BIAS, H], nets[:, policy.OUT, H] = 100, 1
        nets[:, policy.STYLE, policy.CONSTANT] -= 100
        nets[:, policy.STYLE, policy.NOISE] = self.rng.choice([0.0, 0.05, 0.3], size=count)
        style = slice(policy.STOP_AT, policy.WIN_CARDS_FAR + 1)
        nets[:, policy.STYLE, style] *= np.exp(self.rng.normal(size=nets[:, policy.STYLE, style].shape) * 0.2)
        return nets

    def gather(self, weights: Any, games: int) -> list[Any]:
        """Play, and return inputs, turn order and results of positions, for each setup."""
        samples = []
        for setup in self.setups:
            self.calls += 1
            nets = self.tastes(setup, weights, 200)
            share = games // len(self.setups)
            who = self.rng.integers(0, 200, size=(share, setup.seats))
            out, turns, log, game_of = self.play(setup, nets, who, f"gather{self.calls}", share * 60)
            samples.append((inputs(setup, log, weights["effects"]), order(setup, log), out[game_of]))
            print(
                f"  {setup.seats} seats {dict(setup.options)}: {turns.mean():.1f} turns, "
                f"{(out != 0).any(axis=1).mean():.3f} decided, {len(log)} positions"
            )
        return samples


def inputs(setup: Setup, log: Any, known: Sequence[str]) -> Any:
    """[positions, seats, 3 * (1 + effects)] sums of effects in deck, discard pile and supply."""
    faces = learned.effects_of(setup.tables, known)
    deck = log["deck"].astype(float)
    for zone, number in (("top", "top_count"), ("bottom", "bottom_count")):
        for place in range(log[zone].shape[2]):
            held = log[number] > place
            card = np.where(held, log[zone][:, :, place], 0)
            np.add.at(deck, (*np.indices(card.shape), card), held)
    supply = np.repeat((log["supply"] @ faces[::2])[:, None], setup.seats, axis=1)
    return np.concatenate([deck @ faces, log["discard"] @ faces, supply], axis=2).astype(np.float32)


def order(setup: Setup, log: Any) -> Any:
    return (np.arange(setup.seats)[None] - log["seat"][:, None]) % setup.seats


def fit(weights: Any, samples: list[Any], rng: Any, steps: int, batch: int = 4096) -> dict[str, Any]:
    """Adam on the cross-entropy of who wins, all setups in turn."""
    w1 = np.concatenate([weights[zone] for zone in learned.ZONES]).astype(np.float32)
    params = [
        w1,
        np.asarray(weights["bias"], np.float32).copy(),
        np.asarray(weights["out"], np.float32).copy(),
        np.asarray(weights["style"][:5], np.float32).copy(),
    ]
    scale = np.concatenate([x.reshape(-1, x.shape[2]) for x, _, _ in samples]).std(axis=0) + 0.05
    params[0] = params[0] * scale[:, None]
    if np.abs(params[0][:, 1:]).sum() == 0:
        params[0][:, 1:] = rng.normal(size=params[0][:, 1:].shape) * 0.3
        params[1][1:] = rng.normal(size=H - 1) * 0.3
        params[2][1:] = rng.normal(size=H - 1) * 0.05
        params[1][0], params[0][:, 0], params[2][0] = 0.1, rng.normal(size=len(params[0])) * 0.3, 0.05
    params[0] = params[0].astype(np.float32)
    first, second = [np.zeros_like(p) for p in params], [np.zeros_like(p) for p in params]
    held_out = []
    for step in range(1, steps + 1):
        x, turn, result = samples[step % len(samples)]
        cut = len(x) * 9 // 10
        pick = rng.integers(0, cut, batch)
        _, grads = gradients(params, x[pick] / scale, turn[pick], result[pick])
        rate = 0.004 * (1 - step / steps) + 1e-5
        for p, g, m, v in zip(params, grads, first, second, strict=True):
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            p -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
    for x, turn, result in samples:
        cut = len(x) * 9 // 10
        held_out.append(gradients(params, x[cut:] / scale, turn[cut:], result[cut:])[0])
    print("  held-out loss", " ".join(f"{each:.4f}" for each in held_out))
    w1 = (params[0] / scale[:, None]).astype(float)
    style = np.array(weights["style"], float)
    style[:5] = params[3]
    zones = dict(zip(learned.ZONES, np.split(w1, len(learned.ZONES)), strict=True))
    return (
        {"effects": weights["effects"]}
        | zones
        | {"bias": params[1].astype(float), "out": params[2].astype(float), "style": style}
    )


def gradients(params: list[Any], x: Any, turn: Any, result: Any) -> Any:
    w1, b1, out, style = params
    n, seats = turn.shape
    hidden = x @ w1 + b1
    active = np.maximum(hidden, 0)
    strength = active @ out + style[0]
    if seats == 1:
        p = 1 / (1 + np.exp(-strength))
        target = (result > 0).astype(np.float32)
        loss = -np.mean(np.log(np.where(target > 0, p, 1 - p) + 1e-9))
        d = (p - target) / n
        d_style = np.zeros(5, np.float32)
        d_style[0] = d.sum()
    else:
        z = strength + style[1 + turn]
        z = z - z.max(axis=1, keepdims=True)
        p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
        target = (result > 0).astype(np.float32)
        decided = target.sum(axis=1, keepdims=True)
        loss = -np.mean((target * np.log(p + 1e-9)).sum(axis=1))
        d = (p * decided - target) / n
        d_style = np.zeros(5, np.float32)
        np.add.at(d_style, 1 + turn, d)
        d_style[1] = 0  # only differences matter
    d_hidden = d[..., None] * out * (hidden > 0)
    flat = d_hidden.reshape(-1, H)
    decay = 1e-5
    grads = [
        x.reshape(-1, x.shape[2]).T @ flat + decay * w1,
        flat.sum(axis=0),
        active.reshape(-1, H).T @ d.reshape(-1) + decay * out,
        d_style,
    ]
    return loss, [g.astype(np.float32) for g in grads]


def sharpen(training: Training, weights: Any, generations: int, games: int) -> dict[str, Any]:
    """Better the thresholds by the cross-entropy method, against the player as it is."""
    setup = training.setups[0]
    places = np.arange(policy.STOP_AT, policy.GIFT + 1)
    mean = np.array(weights["style"])[places]
    spread = np.maximum(0.25 * np.abs(mean), 0.05)
    base = learned.network(setup.tables, weights)
    base[policy.STYLE, policy.NOISE] = 0
    for generation in range(generations):
        tried = mean + spread * training.rng.normal(size=(40, len(places)))
        tried[0] = mean
        nets = np.repeat(base[None], 41, axis=0)
        nets[1:, policy.STYLE, places] = tried
        scores = []
        for i in range(40):
            who = np.zeros((games, setup.seats), np.int64)
            who[np.arange(games), np.arange(games) % setup.seats] = i + 1
            out, _ = training.play(setup, nets, who, f"sharpen{generation}")
            scores.append(out[who == i + 1].mean())
        best = np.argsort(scores)[-10:]
        mean = 0.4 * mean + 0.6 * tried[best].mean(axis=0)
        spread = 0.6 * spread + 0.4 * np.maximum(tried[best].std(axis=0), 0.01)
    print(f"  thresholds: mean {np.mean(scores):+.3f}, best {np.max(scores):+.3f}", np.round(mean, 3).tolist())
    style = np.array(weights["style"])
    style[places] = mean
    return dict(weights) | {"style": style}


def compare(training: Training, new: Any, old: Any, games: int = 8000) -> list[float]:
    found = []
    for setup in training.setups:
        nets = np.stack([learned.network(setup.tables, each) for each in (old, new)])
        nets[:, policy.STYLE, policy.NOISE] = 0
        who = np.zeros((games, setup.seats), np.int64)
        who[np.arange(games), np.arange(games) % setup.seats] = 1
        out, turns = training.play(setup, nets, who, "compare")
        found.append(float((out[who == 1] > 0).mean()))
        print(f"  wins {found[-1]:.3f} with {setup.seats} seats, {turns.mean():.1f} turns")
    return found


def rounded(weights: Any) -> Any:
    learnt = {key: np.round(np.asarray(value), 4).tolist() for key, value in weights.items() if key != "effects"}
    return {"effects": list(weights["effects"])} | learnt


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--again", action="store_true", help="go on from the weights there are")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--generations", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = verso.game("flip-city")
    if options.alone:
        setups = [game.setup(1, "solo")]
    else:
        setups = [game.setup(2), game.setup(2, office=True), game.setup(3), game.setup(4)]
    key = "alone" if options.alone else "others"
    document = json.loads(learned.FILE.read_text()) if learned.FILE.exists() else {}
    training = Training(setups, options.seed)
    weights = first_weights(game.setup(2), supply=0.25 if options.alone else 0.0)
    if options.again:
        weights = {each: value if each == "effects" else np.array(value) for each, value in document[key].items()}
    for number in range(options.rounds):
        started = time.time()
        print(f"round {number}")
        samples = training.gather(weights, options.games)
        new = fit(weights, samples, training.rng, options.steps)
        if options.generations:
            new = sharpen(training, new, options.generations, 500)
        compare(training, new, weights)
        weights = new
        print(f"  {time.time() - started:.0f} s", flush=True)
        document[key] = rounded(weights)
        learned.FILE.write_text(json.dumps(document) + "\n")


if __name__ == "__main__":
    main()
