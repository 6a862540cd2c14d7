"""A game of its own package is installed beside Verso and found everywhere: `examples/third-game`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from third_game import EXAMPLE, install

ROOT = Path(__file__).resolve().parent.parent
INSTALLED = ROOT / "tests/installed"
COUNTED = (".py", ".ftl", ".toml")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("installed")
    install(place)
    return place


def test_it_works_wherever_games_do(place: Path, request: pytest.FixtureRequest) -> None:
    """In a process of its own, since names of games are read once."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--disable-plugin-autoload"]
    command += [str(INSTALLED)]
    command += ["--long"] if request.config.getoption("--long") else []
    environment = os.environ | {"PYTHONPATH": str(place)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert int(done.stdout.rpartition(" passed")[0].split()[-1]) > 50


def test_the_page_about_it_shows_what_stands_there() -> None:
    """What the page shows without running it stands in one of the files, line by line."""
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    texts = [path.read_text(encoding="utf-8") for path in EXAMPLE.rglob("*") if path.suffix in COUNTED]
    shown = re.findall(r"^```(?:py|ini)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    excerpts = [block for block in shown if not block.startswith(">>>")]
    assert len(excerpts) >= 8
    assert [block for block in excerpts if not any(block in text for text in texts)] == []


def test_compiled_code_follows_every_change_of_its_package(place: Path, tmp_path: Path) -> None:
    shutil.copytree(place, tmp_path / "copy")

    def hashed() -> str:
        code = "from verso.core import kernel; print(kernel._hash_of(('lantern_street.rules',)))"
        environment = os.environ | {"PYTHONPATH": str(tmp_path / "copy")}
        command = [sys.executable, "-c", code]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    before = hashed()
    assert hashed() == before
    with (tmp_path / "copy/lantern_street/ruleset.py").open("a", encoding="utf-8") as file:
        file.write("HANDS = 4\n")
    assert hashed() != before


def test_nobody_finds_it_where_it_is_not_installed() -> None:
    code = "import verso; print('lantern-street' in verso.games())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_it_is_small_and_brings_only_what_every_game_must() -> None:
    files = [path for path in EXAMPLE.rglob("*") if path.suffix in COUNTED]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 400
    parts = {path.relative_to(EXAMPLE / "lantern_street").as_posix() for path in files if path.name != "pyproject.toml"}
    required = {"__init__.py", "rules.py", "ruleset.py", "notation.py"}
    assert parts == required | {"words/__init__.py", "words/en.ftl", "words/pt-BR.ftl"}
