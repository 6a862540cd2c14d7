"""Writes the playthroughs of the OpenSpiel games again: `PYTHONPATH=tests python tests/rl/playthroughs/regenerate.py`.

A playthrough is what OpenSpiel prints of a game as it is played: everything it can ask. A change in one of them is
looked at before it is committed.
"""

from __future__ import annotations

from pathlib import Path

from open_spiel.python.algorithms import generate_playthrough

from rl.endgames import endgame
from verso.rl import spiel

GAMES = {
    "flip_city_2": endgame("flip-city", 2, 3),
    "flip_city_solo": endgame("flip-city", 1, 2),
    "phase10_flip_2": endgame("phase-10-flip", 2, 2),
}


def main() -> None:
    for name, position in GAMES.items():
        text = generate_playthrough.playthrough(str(spiel.start_from(position)), [], seed=1)
        (Path(__file__).parent / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
