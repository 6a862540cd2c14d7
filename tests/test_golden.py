"""Golden records: games written down once, which must read, replay and be written exactly like that for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

import verso
from golden.regenerate import digests
from verso.core import kernel
from verso.play import shuffle

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


# --- law 12: what a released version has written opens in every later one

RELEASED = sorted(GOLDEN.glob("released/*/*.verso"))


@pytest.mark.parametrize("path", RELEASED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_record_of_a_released_version_is_replayed_to_its_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = verso.Record.from_text(text)  # plays it, and compares the result
    if path.parent.name == "0.1.0":
        assert f"\ntables {record.setup.fingerprints[1]}\n" in text
    end = verso.Position.from_json(path.with_suffix(".end.json").read_text(encoding="utf-8"))
    assert record.position() == end
    again = verso.Record.from_text(record.to_text())
    assert (again.actions, again.origin, again.remarks) == (record.actions, record.origin, record.remarks)


def test_released_records_are_of_every_kind() -> None:
    versions = {path.parent.name for path in RELEASED}
    assert "0.1.0" in versions
    for version in versions:
        paths = [path for path in RELEASED if path.parent.name == version]
        records = [verso.Record.from_text(path.read_text(encoding="utf-8")) for path in paths]
        for game in verso.games():
            own = [record for record in records if record.setup.game.name == game]
            over = {record.position().to_act == verso.OVER for record in own}
            assert over == {False, True}, version
            assert {record.origin is None for record in own} == {False, True}
            assert {bool(record.setup.edits) for record in own} == {False, True}
        proven = [record for record in records if "shuffle-secret" in record.remarks]
        assert proven
        assert all(shuffle.verify(record).verified for record in proven)
