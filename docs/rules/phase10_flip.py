"""What the pages about Phase 10 Flip show that is made of its data: see `docs/generate.py`."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from verso.games import phase10_flip

Table = tuple[Sequence[str], Sequence[Sequence[object]]]
HOME = Path(phase10_flip.__file__).parent
DASH = "–"


def deck() -> Table:
    with (HOME / "deck.csv").open(encoding="utf-8", newline="") as file:
        cards = list(csv.DictReader(file))
    rows: list[list[object]] = []
    for name, side in (("colour side", "colour"), ("wild side", "wild")):
        values = Counter(card[f"{side}_value"] for card in cards)
        numbers = {count for value, count in values.items() if value != "*"}
        flips = sum(card[f"{side}_flip"] == "1" for card in cards)
        each = f"{min(numbers)}" if len(numbers) == 1 else f"{min(numbers)}{DASH}{max(numbers)}"
        rows.append([name, sum(values.values()) - values["*"], each, values["*"], flips])
    return ["side", "number cards", "of each number", "Stars", "with a Flip mark"], rows


TABLES: dict[str, Callable[[], Table]] = {"phase-10-flip-deck": deck}
TEXTS: dict[str, Callable[[], str]] = {}
