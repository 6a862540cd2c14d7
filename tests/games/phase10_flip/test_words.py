"""What is said of people."""

from __future__ import annotations

import re
from pathlib import Path

from verso.games.phase10_flip import words

WORDS = Path(words.__file__).parent


def test_nobody_is_called_a_thing() -> None:
    """A phase, a hand, a turn and points are somebody's."""
    said = [line for file in WORDS.glob("*en.ftl") for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(said) > 300
    assert [line for line in said if re.search(r"\bits (phase|hand|turn|points)\b", line)] == []
