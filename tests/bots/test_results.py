"""The matches kept in bench/results: complete pairs, and strong enough for what is said of the bots."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from verso.bots import arena
from verso.bots.behaviour import versions

RESULTS = Path(__file__).parents[2] / "bench" / "results"
TARGETS = {
    "flip-city-expert-published": 0.80,
    "flip-city-hard-published": 0.70,
    "flip-city-expert-medium": 0.65,
    "flip-city-medium-easy": 0.50,
    "flip-city-hard-medium": 0.50,
    "flip-city-expert-hard": 0.50,
    "phase-10-flip-expert-greedy": 0.60,
    "phase-10-flip-expert-random": 0.99,
    "phase-10-flip-expert-three-greedy": 0.35,
    "phase-10-flip-medium-easy": 0.50,
    "phase-10-flip-hard-medium": 0.50,
    "phase-10-flip-expert-hard": 0.50,
}
"""The share of games the first player wins at least."""


def read(name: str) -> tuple[arena.Match, list[Any]]:
    header, *games = [json.loads(line) for line in (RESULTS / f"{name}.jsonl").read_text().splitlines()]
    match = arena.Match(
        header["game"], tuple(header["players"]), len(games), header["seed"], header["ruleset"], header["options"]
    )
    return match, games


@pytest.mark.parametrize("file", sorted(RESULTS.glob("*.jsonl")), ids=lambda file: str(file.stem))
def test_every_deal_was_played_in_every_rotation(file: Path) -> None:
    match, games = read(file.stem)
    header, expected = json.loads(file.read_text().splitlines()[0]), json.loads(json.dumps(match.to_json()))
    unversioned = {key: value for key, value in expected.items() if key in header or key not in versions(())}
    assert unversioned == header  # most of these were played before results named versions
    rotations = defaultdict(list)
    for game in games:
        rotations[game["deal"]].append(game["rotation"])
    assert sorted(rotations) == list(range(len(rotations)))
    assert all(sorted(each) == list(range(len(match.players))) for each in rotations.values())


@pytest.mark.parametrize("name", TARGETS)
def test_the_first_player_wins_as_often_as_is_said(name: str) -> None:
    match, games = read(name)
    assert len(games) >= 1_000
    first = arena.standings(match, games)[0]
    assert first.share >= TARGETS[name]


def test_expert_alone_wins_at_least_twice_as_often_as_the_published_rule() -> None:
    expert, published = (arena.standings(*read(f"flip-city-solo-{name}"))[0] for name in ("expert", "published"))
    assert expert.low >= 2 * published.high
