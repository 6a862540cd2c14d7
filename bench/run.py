"""Measures Verso beside its peers in one run and prints ratios: `make bench`.

Machines are shared and noisy, so an absolute figure means little: ours and theirs take turns on the same core, seconds
are those of the processor wherever one thread works, and the best round of each counts. How steps are counted is said
with the figures. A figure that is not reached is said to be not reached; nothing here fails because of a slow machine.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

import environments as ours
import laboratory
import odds
import search
import verso
from verso.core import kernel
from verso.core.drive import Batch

HERE = Path(__file__).parent
PEER_PYTHON = HERE.parent / ".venv-bench" / "bin" / "python"
PEER_GAME = {"flip-city": "hearts", "phase-10-flip": "gin_rummy"}
GOALS = {  # times the C++ rollouts, times the Python loop of OpenSpiel
    "flip-city": (4, 100),
    "phase-10-flip": (20, 100),
}


@dataclass
class Line:
    """One figure: what, ours, theirs, the ratio wanted."""

    what: str
    ours: float
    theirs: float | None
    goal: str
    reached: bool

    def text(self) -> str:
        ratio = f"{self.ours / self.theirs:10.2f}x" if self.theirs else " " * 11
        theirs = f"{self.theirs:14,.0f}" if self.theirs else " " * 14
        mark = "reached" if self.reached else "NOT REACHED"
        return f"{self.what:<74}{self.ours:16,.2f}{theirs}{ratio}  {self.goal:<10}{mark}"


# --- our side


def compiled_steps(game: str, threads: int, seconds: float) -> float:
    """Steps a second of compiled random play; each action, of chance or of a seat, is a step; whole games."""
    setup = verso.game(game).setup(2)
    games, steps, spent = 64 * threads, 0, 0.0
    clock = time.process_time if threads == 1 else time.perf_counter
    for index in range(10_000):
        batch = Batch(setup, games, f"bench {index}")
        began = clock()
        steps += batch.play_randomly(threads)
        spent += clock() - began
        if spent >= seconds:
            break
        games = min(4 * games, 4096 * threads)
    return steps / spent


def interpreted_steps(game: str, seconds: float) -> float:
    """Steps a second of `push`, move by move: look at the legal actions, choose one, push it; chance settled."""
    choose, rng = random.Random(1).random, verso.Rng(1)
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        position = verso.game(game).new(2)
        while position.to_act != verso.OVER and position.ply < 2_000:
            if position.to_act == verso.CHANCE:
                position.settle(rng)
            else:
                legal = position.legal
                position.push(legal[int(choose() * len(legal))])
        steps += position.ply
    return steps / (time.process_time() - began)


def run_python(code: str, **environment: str) -> float:
    """Run a line of Python in a fresh process and return the number it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


IMPORT = "import time; began = time.process_time(); import verso; print(time.process_time() - began)"
FIRST_USE = """
import time; import verso; setup = verso.game({game!r}).setup(2); began = time.process_time()
from verso.core.drive import Batch
Batch(setup, 1, 1).play_randomly(); print(time.process_time() - began)
"""


def start_up(game: str, lines: list[Line]) -> None:
    """Time `import verso`, and the first compiled use with an empty and with a filled cache."""
    if game == "flip-city":
        seconds = min(run_python(IMPORT) for _ in range(7))
        lines.append(Line("import verso, ms", 1000 * seconds, None, "< 150", seconds < 0.150))
    first, cold, warm = FIRST_USE.format(game=game), math.inf, math.inf
    for _ in range(3):
        with tempfile.TemporaryDirectory() as directory:
            cold = min(cold, run_python(first, VERSO_CACHE_DIR=directory))
            warm = min(warm, run_python(first, VERSO_CACHE_DIR=directory))
    lines.append(Line(f"{game}: first compiled use, nothing kept, s", cold, None, "< 5", cold < 5))
    lines.append(Line(f"{game}: first compiled use, code kept, s", warm, None, "< 1", warm < 1))


# --- their side


def peers(seconds: float, only: str) -> dict[str, Any]:
    """Measure the peers with this in their names, on this process's core."""
    core = str(max(os.sched_getaffinity(0)))
    command = [str(PEER_PYTHON), str(HERE / "peers.py"), "--seconds", str(seconds), "--rounds", "1"]
    done = subprocess.run([*command, "--only", only, "--core", core], capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr, file=sys.stderr)
    document: dict[str, Any] = json.loads(done.stdout)
    return {peer["name"]: peer for peer in document["peers"]}


def best(into: dict[str, Any], found: dict[str, Any]) -> None:
    for name, peer in found.items():
        if name not in into or peer["steps_per_second"] > into[name]["steps_per_second"]:
            into[name] = peer


def on_core(core: int | None, measure: Callable[[], float]) -> float:
    """Measure with this process on one core, or on all of them."""
    everywhere = os.sched_getaffinity(0)
    try:
        if core is not None:
            os.sched_setaffinity(0, {core})
        return measure()
    finally:
        os.sched_setaffinity(0, everywhere)


# --- the run


def speed(game: str, rounds: int, seconds: float, lines: list[Line], theirs: dict[str, Any]) -> None:
    """Let compiled play, interpreted play and the peer's loops take turns, and compare the best of each."""
    core, other = max(os.sched_getaffinity(0)), PEER_GAME[game]
    compiled, interpreted, two = [], [], []
    for number in range(rounds):
        print(f"bench: {game}, round {number + 1} of {rounds}", file=sys.stderr)
        compiled.append(on_core(core, lambda: compiled_steps(game, 1, seconds)))
        interpreted.append(on_core(core, lambda: interpreted_steps(game, seconds)))
        best(theirs, peers(seconds, other))
        two.append(compiled_steps(game, 2, seconds) / compiled_steps(game, 1, seconds))
    rate = {name: peer["steps_per_second"] for name, peer in theirs.items()}
    in_cpp = max(rate[f"openspiel-rollouts-{other}"], rate[f"openspiel-bots-{other}"])
    example, tight = rate[f"openspiel-example-{other}"], rate[f"openspiel-python-{other}"]
    fast, slow = max(compiled), max(interpreted)
    goal, goal_python = GOALS[game]

    def compare(what: str, ours: float, peer: float, wanted: float) -> None:
        lines.append(Line(f"{game}: {what}", ours, peer, f">= {wanted:g}x", ours >= wanted * peer))

    compare(f"compiled random steps/s, {other} in C++", fast, in_cpp, goal)
    compare(f"compiled random steps/s, {other} Python loop as its example", fast, example, goal_python)
    compare(f"compiled random steps/s, {other} Python loop, tight", fast, tight, goal_python)
    compare(f"push move by move, {other} Python loop as its example", slow, example, 1)
    compare(f"push move by move, {other} Python loop, tight", slow, tight, 1)
    ratio = max(two)
    lines.append(Line(f"{game}: two threads, times one", ratio, None, ">= 1.6x", ratio >= 1.6))
    size = kernel.dtype_of(verso.game(game).state_class, 2).itemsize
    wanted = 256 if game == "flip-city" else 2048
    lines.append(Line(f"{game}: bytes of state, two seats", size, None, f"<= {wanted}", size <= wanted))


def lay_downs(lines: list[Line]) -> None:
    """Time the question whether a hand can lay its phase, compiled, on random hands of every phase and both sides."""
    setup, rng, found = verso.game("phase-10-flip").setup(2), verso.Rng("hands"), []
    t, ask = setup.tables, kernel.compiled(setup.game.rules, "laying").ask_often
    for phase in range(1, 11):
        for side in (0, 1):
            for _ in range(100):
                deck, rows = list(range(t.cards)), np.zeros(4, dtype=np.int64)
                for _ in range(11):
                    face = t.face[side][deck.pop(rng.below(len(deck)))]
                    rows[t.row[face]] += t.unit[face]
                groups, times = np.array(t.groups[phase], dtype=np.int64), 2_000
                ask(rows, groups, 2)
                began = time.process_time()
                ask(rows, groups, times)
                found.append((time.process_time() - began) / times * 1e6)
    middle, worst = statistics.median(found), max(found)
    lines.append(Line("phase-10-flip: can it be laid, median us", middle, None, "< 20", middle < 20))
    lines.append(Line("phase-10-flip: can it be laid, worst us", worst, None, "reported", True))


def environments(game: str, rounds: int, seconds: float, lines: list[Line], theirs: dict[str, Any]) -> None:
    """Let our environments for learning and those of others take turns, and compare the best of each."""
    cores = os.sched_getaffinity(0)
    core, many = max(cores), len(cores)
    batched, everywhere, gym, spiel = [], [], [], []
    for number in range(rounds):
        print(f"bench: environments of {game}, round {number + 1} of {rounds}", file=sys.stderr)
        batched.append(on_core(core, lambda: ours.batched_steps(game, seconds)))
        everywhere.append(ours.batched_steps(game, seconds, many))
        gym.append(on_core(core, lambda: ours.gymnasium_steps(game, seconds)))
        spiel.append(on_core(core, lambda: ours.openspiel_steps(game, seconds)))
        for other in (ours.PGX, ours.PGX_WHOLE, "rlcard", "pettingzoo", "openspiel-own"):
            best(theirs, peers(seconds, other))
    rate = {name: peer["steps_per_second"] for name, peer in theirs.items()}

    def compare(what: str, mine: list[float], prefix: str, wanted: float | None) -> None:
        named = max((name for name in rate if name.startswith(prefix)), key=lambda name: rate[name])
        goal, reached = "reported", True
        if wanted is not None:
            goal, reached = f">= {wanted:,g}x", max(mine) >= wanted * rate[named]
        lines.append(Line(f"{game}: {what}, {named}", max(mine), rate[named], goal, reached))

    compare("batched steps/s", batched, ours.PGX, 10)
    compare("batched steps/s", batched, ours.PGX_WHOLE, None)
    compare("batched steps/s", batched, "pettingzoo", None)
    compare(f"batched steps/s, {many} threads", everywhere, "pettingzoo", 1000)  # which has no use for threads
    compare(f"batched steps/s, {many} threads", everywhere, "pettingzoo-hanabi", None)  # the one with hands
    compare(f"batched steps/s, {many} threads", everywhere, "rlcard-gin-rummy", None)
    compare("Gymnasium steps/s", gym, "rlcard-gin-rummy", 5)
    compare("Gymnasium steps/s", gym, "rlcard-uno", 5)
    compare("OpenSpiel steps/s", spiel, ours.SIMILAR[game], 1)


def beside(rounds: int, seconds: float) -> dict[str, Any]:
    """Return the figures that have a peer, for docs/speed.md: what, ours, theirs; and which libraries were met."""
    lines: list[Line] = []
    theirs: dict[str, Any] = {}
    for game in PEER_GAME:
        compiled_steps(game, 1, 0.01)
        speed(game, rounds, seconds, lines, theirs)
        environments(game, rounds, seconds, lines, theirs)
    return {
        "rounds": rounds,
        "seconds": seconds,
        "libraries": libraries(theirs),
        "lines": [{"what": each.what, "ours": each.ours, "theirs": each.theirs} for each in lines if each.theirs],
    }


def libraries(theirs: dict[str, Any]) -> list[str]:
    return sorted({f"{peer['library']} {peer['version']}" for peer in theirs.values()})


def report(lines: list[Line], theirs: dict[str, Any]) -> None:
    packages = {name: version(name) for name in ("verso-games", "numba", "llvmlite", "numpy")}
    print(
        "versions:",
        ", ".join(f"{name} {number}" for name, number in packages.items()),
        "| Python",
        sys.version.split()[0],
    )
    print("peers:", ", ".join(libraries(theirs)))
    print("our steps: every action of a seat or of chance, whole games, best of the rounds, one core")
    for peer in theirs.values():
        print(f"  {peer['name']}: {peer['steps_per_second']:,} steps/s; {peer['counted']}")
    print(f"\n{'':<74}{'ours':>16}{'theirs':>14}{'ratio':>11}  goal")
    for line in lines:
        print(line.text())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="timed seconds for each figure and round")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true", help="leave out the peers that no goal is set against")
    parser.add_argument("--game", action="append", choices=tuple(PEER_GAME))
    parser.add_argument("--start", action="store_true", help="only how long starting takes, with and without code kept")
    options = parser.parse_args()
    lines: list[Line] = []
    theirs: dict[str, Any] = {}
    if options.start:
        for game in options.game or PEER_GAME:
            start_up(game, lines)
        report(lines, theirs)
        return 0
    for game in options.game or [name for name in PEER_GAME if name in verso.games()]:
        print(f"bench: compiling the rules of {game}", file=sys.stderr)
        start_up(game, lines)
        compiled_steps(game, 1, 0.01)
        speed(game, options.rounds, options.seconds, lines, theirs)
    if "phase-10-flip" in (options.game or verso.games()):
        lay_downs(lines)
    measured = options.game or verso.games()
    lines += [Line(*figure) for figure in search.figures(measured, options.rounds, options.seconds)]
    lines += [Line(*figure) for figure in odds.figures(list(measured), 3)]
    print("bench: the lab", file=sys.stderr)
    lines += [Line(*figure) for figure in laboratory.figures(list(measured), expert=0 if options.quick else 200)]
    for game in measured:
        environments(game, options.rounds, options.seconds, lines, theirs)
    for other in () if options.quick else ("pgx",):
        print(f"bench: {other}", file=sys.stderr)
        best(theirs, peers(options.seconds, other))
    if options.json:
        print(json.dumps({"lines": [vars(line) for line in lines], "peers": list(theirs.values())}, indent=2))
    else:
        report(lines, theirs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
