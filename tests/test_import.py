"""`import verso` is light, and so is playing move by move."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = (
    "numpy",
    "numba",
    "llvmlite",
    "rich",
    "cyclopts",
    "textual",
    "fastapi",
    "starlette",
    "gymnasium",
    "torch",
    "ray",
)
LIST = "import json, sys; print(json.dumps(sorted(sys.modules)))"


def modules_after(code: str) -> set[str]:
    command = [sys.executable, "-c", f"{code}\n{LIST}"]
    found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    return {name.partition(".")[0] for name in json.loads(found.stdout.splitlines()[-1])}


@pytest.mark.parametrize(
    "code",
    [
        "import verso",
        "import verso; verso.games()",
        "import verso; position = verso.game('flip-city').new(2); position.settle(verso.Rng(1)); position.push('play')",
        "import verso; position = verso.game('flip-city').new(2); verso.Record.of(position).to_text()",
        "import verso; verso.game('flip-city').new(2).view(0).to_json()",
    ],
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    assert modules_after(code) & set(HEAVY) == set()


def test_only_the_standard_library_and_declared_documents_are_loaded() -> None:
    bare = modules_after("pass")
    new = modules_after("import verso; verso.game('flip-city').new(2)") - bare
    assert {name for name in new if name not in sys.stdlib_module_names} <= {"verso", "msgspec", "typing_extensions"}


def test_the_check_itself_sees_what_is_loaded() -> None:
    assert "numpy" in modules_after("import verso, numpy")


ONLY_HERE = """
import os, signal, sys
for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "syslog", "uvloop"):
    sys.modules[name] = None  # as if there were no such module
for name in ("nice", "sched_getaffinity", "sched_setaffinity", "fork", "getuid", "geteuid", "getloadavg", "killpg"):
    delattr(os, name)
for name in ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "pthread_kill", "sigwait"):
    delattr(signal, name)
import importlib, pkgutil, verso
every = (each.name for each in pkgutil.walk_packages(verso.__path__, "verso."))
loaded = [name for name in every if name != "verso.rl.spiel"]  # which needs a library that is not for every system
for name in loaded:
    importlib.import_module(name)
assert {"verso.lab.tune", "verso.server.app", "verso.bots.workers"} <= set(loaded)
from verso.rl import batch
env = batch.make("flip-city", 2, 2, seed=1, threads=2)
print(env.step(env.sample()).to_act.shape)
"""


def test_nothing_is_needed_that_other_systems_lack() -> None:
    """What Windows or macOS do not have is taken away, and the libraries of Verso still load and play."""
    done = subprocess.run([sys.executable, "-c", ONLY_HERE], capture_output=True, text=True, check=False, timeout=300)
    assert done.stdout == "(2,)\n", done.stderr
