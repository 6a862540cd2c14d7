"""`python -m tasks` does what make does, where there is no make."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
import tasks  # noqa: E402

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_it_has_the_targets_of_the_makefile() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert phony is not None
    assert set(tasks.TARGETS) == set(phony[1].split())


def test_it_installs_with_the_same_uv() -> None:
    assert f"UV := {tasks.UV}\n" in MAKEFILE


def test_it_lists_what_it_can_do() -> None:
    done = subprocess.run([sys.executable, "-m", "tasks"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(tasks.TARGETS)
    done = subprocess.run([sys.executable, "-m", "tasks", "fly"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2


@pytest.mark.parametrize("on_windows", [False, True])
def test_programs_are_where_the_system_has_them(on_windows: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "ON_WINDOWS", on_windows)
    expected = (".venv", "Scripts", "verso.exe") if on_windows else (".venv", "bin", "verso")
    assert Path(tasks.program("verso")).parts[-3:] == expected


def test_what_make_runs_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every program that a recipe of the Makefile calls is called by the target of the same name."""
    ran: list[str] = []
    monkeypatch.setattr(tasks, "run", lambda *command, **variables: ran.append(" ".join(command)))
    monkeypatch.setattr(tasks, "setup", lambda: None)
    tasks.main(["lint"])
    names = [Path(line.split()[0]).name for line in ran]
    assert names[:4] == ["ruff", "ruff", "mypy", "lint-imports"]
    ran.clear()
    tasks.main(["docs"])
    assert [line.split()[-1] for line in ran] == ["docs/generate.py", "docs/site.py"]
