"""Finished games: how they are listed, read back, imported and replayed."""

from __future__ import annotations

import functools

import msgspec

from verso.core.game import LANGUAGES, Position
from verso.core.record import InvalidRecord, Record
from verso.play import show, wire
from verso.server.store import RecordRow

_names = msgspec.json.Decoder(list[str]).decode


def names_of(record: Record) -> list[str]:
    """Return the players' names as the record gives them, or numbers where it gives none that can be shown."""
    try:
        names = _names(record.remarks.get("names", "[]"))
    except (msgspec.DecodeError, UnicodeDecodeError):
        names = []
    clean = len(names) == record.setup.seats and all(0 < len(name) <= 24 and wire.is_clean(name) for name in names)
    return names if clean else [f"{number + 1}" for number in range(record.setup.seats)]


def row(identity: str, record: Record, listed: bool, now: int, end: Position | None = None) -> RecordRow:
    """Return what is kept of a finished game; `end` is the position it ended in, where that is at hand."""
    position = end or record.position()
    outcome = position.outcome()
    if outcome is None:
        raise InvalidRecord(1, "the game is not over: only finished games are kept")
    words = position.game.describe_outcome(position.setup, position.state, LANGUAGES[0])
    summary = wire.RecordSummary(
        record=identity,
        game=record.setup.game.name,
        ruleset=record.setup.ruleset,
        names=names_of(record),
        winners=list(outcome.winners),
        words=words,
        finished=now,
        plies=len(record.actions),
    )
    return RecordRow(identity, listed, now, record.to_text(), wire.encode(summary))


@functools.lru_cache(maxsize=64)
def read(text: str) -> Record:
    return Record.from_text(text)


def replay(identity: str, text: str, seat: int | None, ply: int, most: int, language: wire.Language) -> wire.Replay:
    record = read(text)
    if not 0 <= ply <= len(record.actions):
        raise IndexError(f"there is no ply {ply}: the record has {len(record.actions)}")
    if seat is not None and seat >= record.setup.seats:
        raise IndexError(f"there is no seat {seat}")
    return show.replay(identity, record, seat, ply, most, language, names_of(record))
