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
    found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
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


def test_only_the_standard_library_is_loaded() -> None:
    bare = modules_after("pass")
    new = modules_after("import verso; verso.game('flip-city').new(2)") - bare
    assert {name for name in new if name not in sys.stdlib_module_names} == {"verso"}


def test_the_check_itself_sees_what_is_loaded() -> None:
    assert "numpy" in modules_after("import verso, numpy")
