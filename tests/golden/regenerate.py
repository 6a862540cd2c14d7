"""Write the golden records anew: python tests/golden/regenerate.py [GAME]. Look at the difference before you commit it.

A golden record is a whole game as text, and beside it a digest of the position after every action. Whatever changes
the rules, the numbering of actions, the random stream, the notation or the documents shows up here.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import verso  # noqa: E402
from support import Policy, builder, chooser, hoarder, rummy, uniform  # noqa: E402
from verso.core.record import Record  # noqa: E402
from verso.core.rng import Rng  # noqa: E402
from verso.core.spec import OVER  # noqa: E402


@dataclass(frozen=True)
class Golden:
    """One game to be recorded."""

    game: str
    ruleset: str
    seats: int
    seed: int
    play: Policy
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        parts = (self.game, self.ruleset, str(self.seats), *self.options)
        return "-".join(parts)


OFFICE = {"office": True}
GOLDEN = (
    Golden("flip-city", "standard", 2, 38, builder),
    Golden("flip-city", "standard", 3, 11, builder),
    Golden("flip-city", "standard", 4, 25, builder, OFFICE),
    Golden("flip-city", "solo", 1, 13, hoarder),
    Golden("flip-city", "solo", 1, 25, builder, OFFICE),
    Golden("flip-city", "papergames-2025", 1, 15, builder),
    Golden("flip-city", "papergames-2025", 2, 16, hoarder, OFFICE),
    Golden("flip-city", "tmg-2015", 1, 17, hoarder, OFFICE),
    Golden("flip-city", "tmg-2015", 2, 18, builder, OFFICE),
    Golden("flip-city", "tmg-2015-text", 2, 19, uniform),
    Golden("flip-city", "tmg-2015-text", 4, 20, builder),
    Golden("phase-10-flip", "standard", 2, 0, rummy),
    Golden("phase-10-flip", "standard", 5, 2, rummy, {"phases": 1, "min_numbers": "group", "force_lay": True}),
    Golden("phase-10-flip", "standard", 3, 0, rummy, {"phases": 1, "winner_score": 5}),
    Golden("phase-10-flip", "pt-br-text", 3, 4, rummy, {"phases": 2, "own_backs": "shown"}),
    Golden("phase-10-flip", "fixed-rounds", 4, 5, rummy, {"phases": 3}),
    Golden("phase-10-flip", "short", 6, 6, rummy, {"flip_on_going_out": False, "require_final_discard": True}),
)


def digest(position: verso.Position) -> str:
    """Return a short digest of everything that a position document says."""
    text = json.dumps(position.to_json(), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def digests(record: Record) -> list[str]:
    """Return the digest of the first position and of the one after each action."""
    position = record.start()
    found = [digest(position)]
    for action in record.actions:
        position.push(action)
        found.append(digest(position))
    return found


def played(golden: Golden) -> Record:
    """Play the game."""
    position = verso.game(golden.game).new(golden.seats, golden.ruleset, **golden.options)
    choose: Callable[[verso.Position, Rng], int] = chooser(golden.play, golden.seed)
    while position.to_act != OVER:
        position.push(choose(position, Rng(golden.seed)))
    return Record.of(position, event="golden record")


def main(games: tuple[str, ...]) -> None:
    for path in [path for game in games for path in HERE.glob(f"{game}-*")]:
        path.unlink()
    for golden in [golden for golden in GOLDEN if golden.game in games]:
        record = played(golden)
        (HERE / f"{golden.name}.record").write_text(record.to_text(), encoding="utf-8")
        (HERE / f"{golden.name}.digests").write_text("\n".join(digests(record)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or verso.games())
