"""Golden choices of our bots: python tests/golden/choices.py writes those of `BEHAVIOUR` in `bots/behaviour.py`.

Results of matches and of the benchmark carry that number instead of a hash of the sources. So whoever makes a bot
choose otherwise must raise it, and this is what finds out.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import verso  # noqa: E402
from verso import bots  # noqa: E402
from verso.bots.behaviour import BEHAVIOUR  # noqa: E402
from verso.bots.levels import LEVELS  # noqa: E402
from verso.bots.players import make_player  # noqa: E402
from verso.core.record import Record  # noqa: E402

FILE = HERE / f"choices-{BEHAVIOUR}.json"
SEARCHES = ("search:iterations=16", "hard:iterations=16")
POSITIONS = 12
"""Of each golden record; searches are asked in every fourth of them."""


def players(game: str) -> list[str]:
    return [name for name in bots.names(verso.game(game)) if name not in ("search", "hard", "expert")]


def choices() -> dict[str, dict[str, list[str]]]:
    """Return what every bot does in positions of the golden records, by record and bot; and what levels are made of.

    How often a level slips shows in too few choices to be told by them.
    """
    made_of = {name: [f"{key}={value}" for key, value in vars(level).items()] for name, level in LEVELS.items()}
    found: dict[str, dict[str, list[str]]] = {"levels": made_of}
    for path in sorted(HERE.glob("*-standard-2.record")):
        record = Record.from_text(path.read_text(encoding="utf-8"))
        views = []
        for ply in range(0, len(record.actions), max(1, len(record.actions) // (3 * POSITIONS))):
            position = record.position(ply)
            if position.to_act >= 0 and len(position.legal) > 1:
                views.append(position.view(position.to_act))
        views = views[:: max(1, len(views) // POSITIONS)][:POSITIONS]
        game = record.setup.game
        found[path.stem] = {
            name: [view.text(make_player(name, game, 7).choose(view).action) for view in views]
            for name in players(game.name)
        }
        for name in SEARCHES:
            some = views[::4]
            found[path.stem][name] = [view.text(make_player(name, game, 7).choose(view).action) for view in some]
    return found


if __name__ == "__main__":
    FILE.write_text(json.dumps(choices(), indent=1) + "\n", encoding="utf-8")
