"""Law 10: sampling, odds, hints and bots come to an end in a bounded time on every document that is accepted."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import verso
from support import long

SCRIPT = Path(__file__).parent / "bounded.py"
COMPILED = """
import sys
import verso
from verso.bots import warm
from verso.core import native
from verso.core.game import InvalidSetup

asked = set()
find = native.Function._code

def noted(self, *given):
    asked.add(self.name)
    return find(self, *given)

native.Function._code = noted
warm.warm_odds(sys.argv[1], 2)
ready = set(asked)
assert ready, "nothing was compiled: the test looks at the wrong place"
for seed in range(2):
    position, rng = verso.game(sys.argv[1]).new(2), verso.Rng("other games", seed)
    position.settle(rng)
    while position.to_act >= 0 and position.ply < 400:
        view = position.view(position.to_act)
        try:
            position.game.odds.check(view)
        except InvalidSetup:
            pass
        else:
            position.game.odds.figures(view)
        position.push(position.legal[rng.below(len(position.legal))])
        position.settle(rng)
print(sorted(asked - ready))
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system does not count the processor's time for us")
@pytest.mark.parametrize(
    ("game", "seats", "count"),
    [
        ("flip-city", 2, 15),
        ("phase-10-flip", 2, 6),
        *(long("flip-city", seats, 400) for seats in (2, 3, 4)),
        *(long("phase-10-flip", seats, 400) for seats in (2, 3, 4, 6)),
    ],
)
def test_what_takes_thought_takes_a_bounded_time_on_any_document(game: str, seats: int, count: int) -> None:
    command = [sys.executable, str(SCRIPT), game, str(seats), str(count)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    *_, last = done.stdout.splitlines()
    assert done.returncode == 0, f"ended by {done.returncode} at: {last}\n{done.stderr}"
    asked = json.loads(last)["asked"]
    assert asked["hint"] == asked["expert"] == count
    assert asked["sample"] == count * (seats + 1)
    assert asked["odds"] > count // 2


@pytest.mark.parametrize("game", [name for name in verso.games() if verso.game(name).has("odds")])
def test_odds_of_no_moment_are_compiled_while_others_play(game: str) -> None:
    """Another process compiles them for the server, those of every phase of a game."""
    done = subprocess.run([sys.executable, "-c", COMPILED, game], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr
