"""Write the perft files anew: python tests/perft/regenerate.py [GAME]. Look at the difference before you commit it.

A perft file is a specification: for each position of a ruleset the legal actions in their order, how many sequences
of one, two, three ... actions there are, and how those of `divided` actions are shared out among the first ones.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import verso  # noqa: E402
from verso.core.drive import divide, perft  # noqa: E402

MOST = 500_000
"""Counting stops before a depth with more sequences than this."""
PLAY = {
    "to_act": 0,
    "turn": {"cash": 3, "unhappy": 1, "number": 9},
    "supply": {"CS": 3, "HO": 2, "FA": 1, "CP": 2},
}
BUILD = {
    "to_act": 0,
    "phase": "build",
    "turn": {"cash": 15, "points": 5, "number": 30, "extra_buys": 1, "extra_flips": 1},
    "supply": {"CS": 2, "HO": 1, "FA": 1, "CP": 1},
}
MINE = {
    "top": ["FA"],
    "deck": {"SM": 1, "RA": 2, "HO": 1},
    "discard": {"CH": 1, "PP": 1, "SM": 1, "AP": 1},
    "played": ["AP", "CS"],
}
BUILDING = {"top": ["RA"], "deck": {"CS": 1}, "discard": {"RA": 1, "AP": 1, "FA": 1, "CS": 2}, "played": ["CP", "ST"]}
THEIRS = {"top": ["HO"], "deck": {"RA": 2, "CS": 1}, "discard": {"AP": 1}}
WITH_OFFICE = {"OF": 2}
Situations = dict[str, dict[str, tuple[int, dict[str, Any], dict[str, Any]]]]
"""For each ruleset, by name: seats, options, and the keys of a document, none for the start of a game."""
FLIP_CITY: Situations = {
    "standard": {
        "start of two": (2, {}, {}),
        "start of four with the Office": (4, {"office": True}, {}),
        "playing": (2, {}, PLAY | {"players": [MINE, THEIRS]}),
        "building among three": (3, {}, BUILD | {"players": [BUILDING, THEIRS, THEIRS]}),
    },
    "solo": {
        "start": (1, {}, {}),
        "playing": (1, {}, PLAY | {"players": [MINE]}),
        "removing": (1, {}, PLAY | {"phase": "remove", "players": [{**MINE, "top": [], "deck": {}}]}),
        "building with the last card": (1, {}, BUILD | {"players": [BUILDING], "supply": {"CS": 1}}),
    },
    "papergames-2025": {
        "start alone": (1, {}, {}),
        "playing among three": (3, {}, PLAY | {"players": [MINE, THEIRS, THEIRS]}),
        "empty deck": (2, {}, PLAY | {"players": [{**MINE, "top": [], "deck": {}}, THEIRS]}),
    },
    "tmg-2015": {
        "start alone with the Office": (1, {"office": True}, {}),
        "playing with the Office": (
            2,
            {"office": True},
            PLAY
            | {"supply": PLAY["supply"] | WITH_OFFICE}  # type: ignore[operator]
            | {"players": [{**MINE, "discard": {"TC": 2, "CH": 1}}, THEIRS]},
        ),
        "building with the Office": (
            2,
            {"office": True},
            BUILD
            | {"supply": BUILD["supply"] | WITH_OFFICE}  # type: ignore[operator]
            | {"players": [BUILDING, THEIRS]},
        ),
    },
    "tmg-2015-text": {
        "start of two": (2, {}, {}),
        "building": (
            2,
            {},
            BUILD
            | {"supply": BUILD["supply"] | {"RA": 2, "OF": 1}}  # type: ignore[operator]
            | {"players": [BUILDING, THEIRS]},
        ),
    },
}


def dealt(*hands: list[int], **keys: Any) -> dict[str, Any]:
    """Return a situation of Phase 10 Flip: seat 0 has drawn; card numbers are those of the deck file."""
    players = [{"hand": hand} for hand in hands]
    given = {"to_act": 0, "step": "play", "dealer": len(hands) - 1, "discard": [17, 30], "draw": {"top": [40]}}
    return given | {"players": players} | keys


def laid(owner: int, kind: str, *cards: tuple[int, str, int]) -> dict[str, Any]:
    return {
        "owner": owner,
        "kind": kind,
        "cards": [{"card": card, "side": side, "value": value} for card, side, value in cards],
    }


RUNS = [1, 2, 16, 4, 12, 80, 81]
"""Red 2, 3, 4, 5, a red Star, blue 3 and 4: many ways to lay phases 1, 2 and 4."""
FIVES = [1, 2, 16, 4, 12, 69, 43]
"""Red 2, 3, 4, 5, a red Star, green 5, yellow 5."""
TABLE = [
    laid(1, "run", (5, "wild", 7), (6, "wild", 8)),
    laid(1, "run", (58, "colour", 7), (59, "colour", 8)),
]
# For two seats only: every other number of seats would have to be compiled for this alone.
PHASE_10: Situations = {
    "standard": {
        "start of two": (2, {}, {}),
        "laying two runs": (2, {}, dealt([*RUNS, 3], [50, 51])),
        "laying and hitting": (
            2,
            {},
            dealt([*RUNS[:4], 7, 60], [50, 51], table=TABLE, draw={})
            | {"players": [{"hand": [*RUNS[:4], 7, 60]}, {"hand": [50, 51], "laid": True}]},
        ),
        "hitting across sides": (
            2,
            {"phases": 3},
            dealt([8, 34, 7, 61], [50, 51], side="wild", table=TABLE, discard=[17])
            | {"players": [{"hand": [8, 34, 7, 61], "laid": True, "phase": 2}, {"hand": [50, 51], "laid": True}]},
        ),
        "going out with a flip": (
            2,
            {},
            dealt([3], [50, 51], side="colour") | {"players": [{"hand": [3], "laid": True}, {"hand": [50, 51]}]},
        ),
    },
    "pt-br-text": {
        "drawing": (2, {}, dealt([1], [2], step="draw")),
        "laying on the wild side": (2, {"min_numbers": "group"}, dealt([0, 18, 20, 33, 46], [50, 51], side="wild")),
    },
    "fixed-rounds": {
        "last phase": (
            2,
            {"force_lay": True},
            dealt([1, 2, 16, 43, 69, 12, 80, 93, 7], [50], round=10)
            | {"players": [{"hand": [1, 2, 16, 43, 69, 12, 80, 93, 7], "phase": 10}, {"hand": [50], "phase": 10}]},
        ),
    },
    "short": {
        "laying a run and a set": (
            2,
            {},
            dealt(FIVES, [50]) | {"players": [{"hand": FIVES, "phase": 4}, {"hand": [50]}]},
        ),
        "the last card must be discarded": (
            2,
            {"require_final_discard": True},
            dealt(RUNS[:4], [50]) | {"players": [{"hand": RUNS[:4], "phase": 2}, {"hand": [50]}]},
        ),
    },
}


def case(name: str, position: verso.Position) -> dict[str, Any]:
    counts: list[int] = []
    while len(counts) < 12:
        count = perft(position, len(counts) + 1)
        if count > MOST:
            break
        counts.append(count)
    divided = max(depth for depth, count in enumerate(counts, start=1) if count <= 5_000)
    return {
        "name": name,
        "position": position.to_json(),
        "perft": counts,
        "divided": divided,
        "divide": divide(position, divided),
    }


SITUATIONS = {"flip-city": FLIP_CITY, "phase-10-flip": PHASE_10}


def main(games: tuple[str, ...]) -> None:
    for game, ruleset in [(game, ruleset) for game in games for ruleset in SITUATIONS[game]]:
        cases = []
        for name, (seats, options, keys) in SITUATIONS[game][ruleset].items():
            position = verso.game(game).new(seats, ruleset, **options)
            if keys:
                document = {"game": game, "ruleset": ruleset, "options": options, "seats": seats}
                position = verso.Position.from_json(document | keys)
            cases.append(case(name, position))
        path = HERE / f"{game}-{ruleset}.json"
        path.write_text(json.dumps(cases, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or verso.games())
