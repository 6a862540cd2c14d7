"""Warms up a game for two seats, then does what people do with it, and prints what was compiled for that.

VERSO_CACHE_DIR=an-empty-directory python tests/warm.py NAME
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import verso
from verso.bots.retrain import retraining
from verso.cli import commands, main
from verso.core import native
from verso.lab import luck
from verso.rl import batch, zoo
from verso.rl.gym import VersoEnv, VersoVectorEnv

COLD: list[str] = []


def warm(name: str) -> None:
    parts: Any = [value for each, value in vars(commands).items() if each.startswith("_compile")]
    for part in parts:
        part(verso.game(name), 2)
    compiled = native.Function._compiled

    def told(function: native.Function, path: Path, arguments: tuple[Any, ...]) -> native.Code:
        COLD.append(f"{path.parent.name} {function.name}")
        return compiled(function, path, arguments)

    vars(native)["Function"]._compiled = told


def use_environments(name: str) -> None:
    for opponents in (None, "greedy", "random"):
        for dtype in ("int8", "float32"):
            env = batch.make(name, 3, 2, seed=1, opponents=opponents, dtype=dtype, threads=2)
            env.step(env.sample())
            env.restore(env.snapshot())
            env.observe(0)
    single: Any = VersoEnv(name, 2, opponents="greedy")
    seen, _ = single.reset(seed=1)
    for _ in range(4):
        seen, *_ = single.step(int(seen["action_mask"].argmax()))
    VersoVectorEnv(2, name).reset(seed=1)
    table: Any = zoo.env(name, 2)
    table.reset(seed=1)
    table.state()
    if importlib.util.find_spec("pyspiel") is not None:
        import pyspiel

        from verso.rl import spiel

        (known,) = (known for known, game in spiel.NAMES.items() if game == name)
        state = pyspiel.load_game(known).new_initial_state()
        for _ in range(10):
            state.apply_action(state.legal_actions()[0])


def use_commands(name: str, place: Path) -> None:
    position = verso.game(name).new(2)
    position.settle(verso.Rng(1))
    (place / "position.json").write_text(json.dumps(position.to_json()))
    while position.to_act != verso.OVER and position.ply < 60:
        position.push(position.legal[0])
    (place / "game.verso").write_text(verso.Record.of(position).to_text())
    long = [f"lab {name} --seats 2 --games 1 --bots search:iterations={luck.LONG}"]
    for line in (
        *(long if luck.playing_on(position.setup) else ()),  # elsewhere nothing is compiled for it
        f"sim {name} --seats 2 --games 300 --bots random,greedy",
        f"sim {name} --seats 2 --games 200 --bots easy,medium",
        f"arena {name} greedy random --deals 150",
        f"arena {name} greedy random --deals 1 --adjust",
        f"arena {name} search:iterations=20 hard:iterations=20 --deals 1",
        f"evaluate greedy --game {name} --seats 2 --deals 1",
        f"dataset {name} --seats 2 --games 3 --out {place / 'data'}",
        f"perft {name} --seats 2 --depth 3",
        f"lab {name} --seats 2 --games 40",
        f"odds {place / 'position.json'}",
        f"review {place / 'game.verso'} --games 4",
    ):
        with contextlib.redirect_stdout(io.StringIO()):
            assert main(line.split()) == 0, line


def retrain(name: str) -> None:
    begun = retraining(verso.game(name).setup(2), 0)
    next(begun)
    next(begun)  # the first generation has played


if __name__ == "__main__":
    warm(sys.argv[1])
    use_environments(sys.argv[1])
    with tempfile.TemporaryDirectory() as place:
        use_commands(sys.argv[1], Path(place))
    retrain(sys.argv[1])
    sys.stdout.write(json.dumps(COLD))
