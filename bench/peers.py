"""Measures the peers that Verso is compared with, one core, and prints one JSON object.

    .venv-bench/bin/python bench/peers.py --seconds 5 [--rounds 5] [--only NAME] [--core N]

Every peer is given its best honest loop: a slow peer would flatter us. The machine may be shared, so peers
take turns in short rounds; interruptions only ever slow a round down, hence the best round is the bar
(`steps_per_second`) and the median is printed beside it. Nothing of verso is imported here.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

Batch = Callable[[], float]  # plays for some milliseconds, returns the steps taken


@dataclass
class Peer:
    """One way of playing one game. `prepare` does everything that is not timed."""

    name: str
    package: str
    game: str
    counted: str
    prepare: Callable[[], tuple[Batch, dict[str, Any]]]
    group: str | None = None  # peers of one group compete for being the bar
    rounds: list[tuple[float, float]] = field(default_factory=list)


def stay_on_one_core(core: int | None) -> int:
    """Pins this process before any library is imported, so that thread pools are made for one core."""
    chosen = max(os.sched_getaffinity(0)) if core is None else core
    os.sched_setaffinity(0, {chosen})
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NPROC"):
        os.environ[name] = "1"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["JAX_PLATFORMS"] = "cpu"
    return chosen


# OpenSpiel


def sample(state: Any, rnd: Callable[[], float]) -> int:
    """A uniform legal action, or a chance outcome by its probability; cheaper than random.choice(s)."""
    action: int
    if not state.is_chance_node():
        actions = state.legal_actions()
        action = actions[int(rnd() * len(actions))]
        return action
    left = rnd()
    for action, probability in state.chance_outcomes():  # noqa: B007
        left -= probability
        if left < 0:
            break
    return action


def dealt(initial: Any, rnd: Callable[[], float]) -> Any:
    """A position after the opening chance nodes: OpenSpiel's search crashes on a root of chance."""
    state = initial.clone()
    while state.is_chance_node():
        state.apply_action(sample(state, rnd))
    return state


def openspiel_python(name: str) -> tuple[Batch, dict[str, Any]]:
    """The usual loop, sampling cheaply, from a clone of the start: a new gin rummy state takes 2 ms."""
    import pyspiel

    initial = pyspiel.load_game(name).new_initial_state()
    rnd = random.Random(1).random

    def batch() -> float:
        state = initial.clone()
        steps = 0
        while not state.is_terminal():
            state.apply_action(sample(state, rnd))
            steps += 1
        return steps

    return batch, {}


def openspiel_example(name: str) -> tuple[Batch, dict[str, Any]]:
    """The loop in the style of OpenSpiel's own example.py: NumPy draws chance, random.choice the actions.

    Beside `openspiel_python` it shows how much of a ratio to "the Python loop" is the caller's sampling.
    """
    import numpy as np
    import pyspiel

    game = pyspiel.load_game(name)
    np.random.seed(6)
    choice = random.Random(6).choice

    def batch() -> float:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(np.random.choice(actions, p=probabilities))
            else:
                state.apply_action(choice(state.legal_actions(state.current_player())))
            steps += 1
        return steps

    return batch, {}


def openspiel_bots(name: str) -> tuple[Batch, dict[str, Any]]:
    """Whole games by C++ `evaluate_bots` with C++ uniform random bots: one call from Python per game."""
    import pyspiel

    game = pyspiel.load_game(name)
    initial = game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(game.num_players())]
    seeds = iter(range(2**31))

    def batch() -> float:
        state = initial.clone()
        pyspiel.evaluate_bots(state, bots, next(seeds))
        steps: int = state.move_number()
        return steps

    return batch, {}


def plies_left(game: Any, roots: list[Any], games: int) -> list[int]:
    """Lengths of random games from the roots; the rollout evaluator itself does not tell."""
    import pyspiel

    bots = [pyspiel.make_uniform_random_bot(seat, 70 + seat) for seat in range(game.num_players())]
    lengths = []
    for seed in range(games):
        root = roots[seed % len(roots)]
        state = root.clone()
        pyspiel.evaluate_bots(state, bots, seed)
        lengths.append(state.move_number() - root.move_number())
    return lengths


def openspiel_rollouts(name: str, rollouts: int) -> tuple[Batch, dict[str, Any]]:
    """C++ RandomRolloutEvaluator, reached through an MCTSBot of one simulation, which is nothing but
    `rollouts` random games from the root. Python has no other way in (the evaluator has no `evaluate`).
    """
    import pyspiel

    game = pyspiel.load_game(name)
    rnd = random.Random(2).random
    initial = game.new_initial_state()
    roots = [dealt(initial, rnd) for _ in range(100)]
    lengths = plies_left(game, roots, 2000)
    mean = statistics.fmean(lengths)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 3)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 4, False)

    def batch() -> float:
        for root in roots:
            bot.mcts_search(root)
        return rollouts * len(roots) * mean

    by_root = [lengths[first :: len(roots)] for first in range(len(roots))]  # the mix of roots is no error
    error = (statistics.fmean(map(statistics.variance, by_root)) / len(lengths)) ** 0.5
    return batch, {
        "rollouts_per_call": rollouts,
        "mean_plies": round(mean, 2),
        "standard_error": round(error, 2),
    }


# pgx

PGX_GAMES = {"kuhn_poker": 3, "leduc_holdem": 8, "sparrow_mahjong": 30}
"""Its card games, and the most steps one can take."""


def any_legal(key: Any, mask: Any) -> Any:
    """A uniform legal action for each row of a batch."""
    import jax

    return jax.numpy.argmax(jax.random.uniform(key, mask.shape, minval=1e-6) * mask, axis=-1)


def pgx_whole_games(name: str, batch_size: int) -> Batch:
    """`batch_size` games dealt and played to the end in lock-step inside one compiled call.

    Faster than games that go on, since nothing is dealt between; but what ended early stands idle. The last
    observations are returned: otherwise the compiler sees that nobody looks, and makes none at any step.
    """
    import jax
    import pgx

    env, length = pgx.make(name), PGX_GAMES[name]
    init, step = jax.vmap(env.init), jax.vmap(env.step)

    def advance(carry: Any, _: None) -> tuple[Any, Any]:
        state, key = carry
        key, use = jax.random.split(key)
        live = (~state.terminated).sum()
        return (step(state, any_legal(use, state.legal_action_mask)), key), live

    def play(key: Any) -> tuple[Any, Any, Any, Any]:
        key, use = jax.random.split(key)
        state = init(jax.random.split(use, batch_size))
        (state, key), live = jax.lax.scan(advance, (state, key), None, length=length)
        return key, live.sum(), state.terminated.all(), state.observation

    compiled = jax.jit(play)
    keys = [jax.random.PRNGKey(batch_size)]

    def batch() -> float:
        keys[0], steps, ended, _ = compiled(keys[0])
        if not bool(ended):
            raise RuntimeError(f"{name}: a game was longer than {length} steps")
        return int(steps)

    return batch


def pgx_going_on(name: str, batch_size: int) -> Batch:
    """`batch_size` games, each dealt anew where it ends (pgx's auto_reset), 64 steps inside one compiled call."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env, length = pgx.make(name), 64
    step = jax.vmap(auto_reset(env.step, env.init))

    def advance(carry: Any, _: None) -> tuple[Any, None]:
        state, key = carry
        key, choice, deal = jax.random.split(key, 3)
        action = any_legal(choice, state.legal_action_mask)
        return (step(state, action, jax.random.split(deal, batch_size)), key), None

    compiled = jax.jit(lambda state, key: jax.lax.scan(advance, (state, key), None, length=length)[0])
    keys = jax.random.split(jax.random.PRNGKey(batch_size), batch_size)
    held = [(jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(1))]

    def batch() -> float:
        held[0] = jax.block_until_ready(compiled(*held[0]))
        return batch_size * length

    return batch


def pgx_best(run: Callable[[str, int], Batch], name: str, sizes: tuple[int, ...]) -> tuple[Batch, dict[str, Any]]:
    """Tries the batch sizes and keeps the fastest; compiled code is kept inside the bench environment."""
    import jax

    jax.config.update("jax_compilation_cache_dir", str(Path(sys.prefix) / "jax-cache"))
    sweep: dict[int, float] = {}
    runs: dict[int, Batch] = {}
    for size in sizes:
        runs[size] = run(name, size)
        runs[size]()  # compiles
        sweep[size] = max(rate(*timed(runs[size], 0.2)) for _ in range(3))
    best = max(sweep, key=lambda size: sweep[size])
    return runs[best], {"batch": best, "sweep": {str(size): round(sweep[size]) for size in sizes}}


# RLCard


def rlcard_loop(name: str) -> tuple[Batch, dict[str, Any]]:
    """RLCard's own reset/step loop with a uniform choice among the legal actions it hands out."""
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    rnd = random.Random(5).random

    def batch() -> float:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(rnd() * len(actions))])
            steps += 1
        return steps

    return batch, {}


# PettingZoo


def pettingzoo_loop(name: str) -> tuple[Batch, dict[str, Any]]:
    """PettingZoo's own agent loop, without wrappers, with a uniform choice from the mask it hands out."""
    import importlib
    import warnings

    import numpy as np

    warnings.simplefilter("ignore")
    env = importlib.import_module(f"pettingzoo.classic.{name}").raw_env()
    rnd = random.Random(5).random
    seeds = iter(range(2**31))

    def batch() -> float:
        env.reset(seed=next(seeds))
        steps = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(rnd() * len(legal))]))
            steps += 1
        return steps

    return batch, {}


def openspiel_python_game(name: str) -> tuple[Batch, dict[str, Any]]:
    """A game that OpenSpiel has written in Python, in the same loop as its games in C++."""
    import open_spiel.python.games  # noqa: F401 - registers them

    return openspiel_python(name)


# which peers there are

PLIES = "every apply_action is one step, chance nodes (each card dealt or drawn) included; whole games"
BOTS = "the state's own move_number at the end of each whole game: every action, chance included"
ROLLOUTS = (
    "rollouts times the mean plies (chance included) from the same roots, measured apart on 2,000 games of "
    "C++ uniform random bots; roots are 100 dealt positions, and dealing is neither counted nor timed"
)
LOCKSTEP = (
    "decisions in games not yet over (steps on finished games in the batch are not counted), observation and mask "
    "included; deals are timed, not counted"
)
GOING_ON = "every decision, observation and mask included; a game that ends is dealt anew, which is timed, not counted"
RLCARD = (
    "every env.step is one step (one decision; RLCard has no chance nodes), observation included; "
    "resets are timed, not counted"
)


PETTINGZOO = "every env.step of a living agent is one step, with env.last before it; resets are timed, not counted"


def peers() -> Iterator[Peer]:
    """All peers, in the order in which a round visits them."""
    for game, rollouts in (("hearts", 20), ("gin_rummy", 1)):
        yield from openspiel_peers(game, rollouts)
    for game in PGX_GAMES:
        sizes = (64, 256, 1024, 4096) if game == "sparrow_mahjong" else (1024, 4096, 16384, 65536)
        for how, run, counted in (("auto_reset", pgx_going_on, GOING_ON), ("whole", pgx_whole_games, LOCKSTEP)):
            yield Peer(f"pgx-{how}-{game}", "pgx", game, counted, partial(pgx_best, run, game, sizes))
    for game in ("gin-rummy", "uno", "leduc-holdem"):
        yield Peer(f"rlcard-{game}", "rlcard", game, RLCARD, partial(rlcard_loop, game))
    for game in ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5"):
        yield Peer(f"pettingzoo-{game}", "pettingzoo", game, PETTINGZOO, partial(pettingzoo_loop, game))
    for game in ("python_block_dominoes", "python_team_dominoes", "python_liars_poker"):
        yield Peer(f"openspiel-own-{game}", "open-spiel", game, PLIES, partial(openspiel_python_game, game))


def openspiel_peers(game: str, rollouts: int) -> Iterator[Peer]:
    """Two C++ loops, of which the faster is the bar, and two Python loops, likewise."""
    name = f"openspiel-{{}}-{game}"
    cpp, python = f"openspiel-cpp-{game}", f"openspiel-python-{game}"
    deep = partial(openspiel_rollouts, game, rollouts)
    yield Peer(name.format("rollouts"), "open-spiel", game, ROLLOUTS, deep, cpp)
    yield Peer(name.format("bots"), "open-spiel", game, BOTS, partial(openspiel_bots, game), cpp)
    yield Peer(name.format("python"), "open-spiel", game, PLIES, partial(openspiel_python, game), python)
    yield Peer(name.format("example"), "open-spiel", game, PLIES, partial(openspiel_example, game), python)


# measuring


def timed(batch: Batch, seconds: float) -> tuple[float, float]:
    """Steps and seconds of the processor of at least `seconds` of batches."""
    steps = 0.0
    start = time.process_time()
    while True:
        steps += batch()
        spent = time.process_time() - start
        if spent >= seconds:
            return steps, spent


def rate(steps: float, seconds: float) -> float:
    """Steps per second."""
    return steps / seconds


def report(peer: Peer, settings: dict[str, Any]) -> dict[str, Any]:
    """What the JSON says about one peer."""
    rates = [rate(*each) for each in peer.rounds]
    return {
        "name": peer.name,
        "library": peer.package,
        "version": version(peer.package),
        "game": peer.game,
        "steps": round(sum(steps for steps, _ in peer.rounds)),
        "seconds": round(sum(seconds for _, seconds in peer.rounds), 3),
        "steps_per_second": round(max(rates)),
        "steps_per_second_median": round(statistics.median(rates)),
        "rounds": [round(each) for each in rates],
        "counted": peer.counted,
        "settings": settings,
    }


def measure(chosen: list[Peer], seconds: float, rounds: int) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Prepares every peer, then visits them all in each round; a peer that fails is named, the rest go on."""
    ready: dict[str, tuple[Peer, Batch, dict[str, Any]]] = {}
    failed: dict[str, str] = {}
    for peer in chosen:
        print(f"preparing {peer.name}", file=sys.stderr, flush=True)
        try:
            batch, settings = peer.prepare()
            batch()
        except Exception as error:
            failed[peer.name] = f"{type(error).__name__}: {error}"
            print(f"{peer.name} failed: {failed[peer.name]}", file=sys.stderr, flush=True)
        else:
            ready[peer.name] = (peer, batch, settings)
    for turn in range(rounds):
        print(f"round {turn + 1} of {rounds}", file=sys.stderr, flush=True)
        for peer, batch, _ in ready.values():
            peer.rounds.append(timed(batch, seconds / rounds))
    return [report(peer, settings) for peer, _, settings in ready.values()], failed


def bars(chosen: list[Peer], results: list[dict[str, Any]]) -> dict[str, str]:
    """For each group the name of the fastest peer measured: the one to be compared with."""
    by_name = {each["name"]: each["steps_per_second"] for each in results}
    best: dict[str, str] = {}
    for peer in chosen:
        if peer.group and peer.name in by_name:
            best[peer.group] = max(best.get(peer.group, peer.name), peer.name, key=lambda name: by_name[name])
    return best


def main() -> int:
    """Reads the options, measures, prints; the exit status is 1 when a peer failed."""
    parser = argparse.ArgumentParser(description="Measure the peers on one core; one JSON object to stdout.")
    parser.add_argument("--seconds", type=float, default=5.0, help="timed seconds per peer, over all rounds")
    parser.add_argument("--rounds", type=int, default=5, help="how many turns every peer takes")
    parser.add_argument("--only", action="append", help="only peers with this in their name; repeatable")
    parser.add_argument("--core", type=int, help="the core to stay on (default: the last one allowed)")
    options = parser.parse_args()
    if options.seconds <= 0 or options.rounds < 1:
        parser.error("--seconds and --rounds must be positive")
    core = stay_on_one_core(options.core)
    wanted = options.only or [""]
    chosen = [peer for peer in peers() if any(part in peer.name for part in wanted)]
    if not chosen:
        parser.error(f"no such peer; there are: {', '.join(peer.name for peer in peers())}")
    results, failed = measure(chosen, options.seconds, options.rounds)
    document = {
        "python": platform.python_version(),
        "core": core,
        "load": os.getloadavg()[0],
        "peers": results,
        "bars": bars(chosen, results),
        "failed": failed,
    }
    print(json.dumps(document, indent=2))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
