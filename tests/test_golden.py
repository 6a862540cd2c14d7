"""Golden records: games written down once, which must read, replay and be written exactly like that for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

import verso
from golden.regenerate import digests
from verso.core import kernel

GOLDEN = Path(__file__).parent / "golden"
RECORDS = sorted(GOLDEN.glob("*.record"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_is_written_byte_for_byte_as_it_was_read(path: Path) -> None:
    text = path.read_bytes().decode()
    assert verso.Record.from_text(text).to_text() == text


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_position_on_the_way_is_the_same(path: Path) -> None:
    record = verso.Record.from_text(path.read_text(encoding="utf-8"))
    assert digests(record) == path.with_suffix(".digests").read_text(encoding="utf-8").split()


@pytest.mark.xdist_group("compiled-2")
@pytest.mark.parametrize("game", verso.games())
def test_compiled_replay_reaches_the_same_end(game: str) -> None:
    import numpy as np

    record = verso.Record.from_text((GOLDEN / f"{game}-standard-2.record").read_text(encoding="utf-8"))
    setup, start, end = record.setup, record.start(), record.position()
    array = kernel.to_array(start.state, setup.seats)
    actions = np.array(record.actions, dtype=np.int64)
    setup.game.compiled().replay(array[0], setup.array, actions, len(actions))
    assert array.tobytes() == kernel.state_bytes(end.state, setup.seats)


ENDINGS = {
    "flip-city": {("points", True), ("cards", True), ("supply", False), ("truncated", False)},
    # A truncated game has a thousand turns: too long for a golden record.
    "phase-10-flip": {("phases", True), ("score", True), ("replay", True), ("rounds", True)},
}


@pytest.mark.parametrize("game", verso.games())
def test_the_endings_are_all_among_them(game: str) -> None:
    reasons = set()
    for path in GOLDEN.glob(f"{game}-*.record"):
        outcome = verso.Record.from_text(path.read_text(encoding="utf-8")).position().outcome()
        assert outcome is not None
        reasons.add((outcome.reason, bool(outcome.winners)))
    assert reasons >= ENDINGS[game]
