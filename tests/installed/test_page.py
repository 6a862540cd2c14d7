"""The examples of `docs/adding-a-game.md`, run with the game installed."""

from __future__ import annotations

import doctest
import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from verso.cli import main

PAGE = (Path(__file__).resolve().parents[2] / "docs/adding-a-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = [
    shlex.split(line)[2:]
    for language, block in BLOCK.findall(PAGE)
    for line in block.splitlines()
    if language == "sh" and line.startswith("$ verso ")
]


def test_python_examples_run() -> None:
    examples = "".join(block for language, block in BLOCK.findall(PAGE) if language == "py" and block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(examples, {}, "adding-a-game", None, 0)
    wrong: list[str] = []
    result = doctest.DocTestRunner().run(test, out=wrong.append)
    assert result.attempted >= 8
    assert result.failed == 0, "".join(wrong)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands_work(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 20))
    assert main(words) == 0
    assert "lantern-street" in (said := capsys.readouterr()).out.lower().replace(" ", "-") or words[0] == "arena", said


def test_every_command_is_tried() -> None:
    assert [words[0] for words in COMMANDS] == ["games", "play", "arena", "sim"]
