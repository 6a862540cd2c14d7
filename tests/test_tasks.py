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


def test_it_installs_with_the_same_uv_and_runs_as_many_processes() -> None:
    assert f"UV := {tasks.UV}\n" in MAKEFILE
    assert f"PROCESSES := {tasks.PROCESSES}\n" in MAKEFILE


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


def recipe(name: str) -> str:
    """Return what make runs for a target, its own variables put in."""
    variables = dict(re.findall(r"^([A-Z]+) :?= (.*)$", MAKEFILE, re.MULTILINE))
    found = re.search(rf"^{name}:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    text = found[1] if found else ""
    for _ in range(3):
        text = re.sub(r"\$\(([A-Z]+)\)", lambda match: variables.get(match[1], ""), text)
    return text


@pytest.mark.parametrize("name", sorted(set(tasks.TARGETS) - {"browser", "clean", "services", "setup"}))
def test_what_make_runs_is_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every program and every script of a recipe, with targets that it makes beside each other."""
    ran: list[str] = []
    monkeypatch.setattr(tasks, "run", lambda *command, **variables: ran.extend([Path(command[0]).name, *command[1:]]))
    monkeypatch.setattr(tasks, "setup", lambda: None)
    monkeypatch.setattr(tasks, "install", lambda lock: None)
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    tasks.main([name])
    text = recipe(name)
    text += "".join(recipe(other) for other in ("lint-python", "lint-page", "test-page") if f" {other}" in text)
    wanted = set(re.findall(r"\.venv/bin/([\w-]+)|((?:docs|bench|tests)/[\w/]+\.py)(?!:|\n\t)", text))
    words = {word for pair in wanted for word in pair if word}
    assert words
    assert words <= {word for command in ran for word in command.removeprefix("--deselect=").split("::")}
