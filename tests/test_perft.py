"""Perft files: how many sequences of actions there are, and which come first, interpreted and compiled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import verso
from verso.core.drive import divide, perft

FILES = sorted((Path(__file__).parent / "perft").glob("*.json"))
CASES = sorted(
    ((path.stem, case) for path in FILES for case in json.loads(path.read_text(encoding="utf-8"))),
    key=lambda pair: int(pair[1]["position"]["seats"]),
)
IDS = [f"{stem}: {case['name']}" for stem, case in CASES]
COMPILED = [
    pytest.param(case, id=name, marks=[] if case["position"]["seats"] == 2 else pytest.mark.long)
    for name, (_, case) in zip(IDS, CASES, strict=True)
]
SLOW = 20_000
"""As many sequences are counted interpreted."""


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=IDS)
def test_interpreted(case: dict[str, Any]) -> None:
    position = verso.Position.from_json(case["position"])
    assert position.to_json() == case["position"]
    assert [position.text(action) for action in position.legal] == list(case["divide"])
    for depth, count in enumerate(case["perft"], start=1):
        if count <= SLOW:
            assert perft(position, depth, compiled=False) == count, depth
    assert list(divide(position, case["divided"], compiled=False).items()) == list(case["divide"].items())


@pytest.mark.parametrize("case", COMPILED)
def test_compiled(case: dict[str, Any]) -> None:
    position = verso.Position.from_json(case["position"])
    assert [perft(position, depth) for depth in range(1, len(case["perft"]) + 1)] == case["perft"]
    assert list(divide(position, case["divided"]).items()) == list(case["divide"].items())
    assert sum(case["divide"].values()) == case["perft"][case["divided"] - 1]


def test_perft_leaves_the_position_as_it_was() -> None:
    position = verso.Position.from_json(CASES[0][1]["position"])
    perft(position, 3, compiled=False)
    assert position.to_json() == CASES[0][1]["position"]
    assert perft(position, 0, compiled=False) == 1
