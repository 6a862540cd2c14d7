"""Finished games: how they are listed, read back, imported and replayed.

What is kept can be unreadable: damaged, of a game that is not installed any more, or with cards that have changed. Then
it is still listed and exported, and whoever opens it is told the reason.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec

from verso.core.game import LANGUAGES, Position
from verso.core.record import InvalidRecord, Record
from verso.play import show, wire
from verso.play.show import Folded
from verso.play.table import called_in
from verso.server.limits import Turns
from verso.server.store import RecordRow

_names = msgspec.json.Decoder(list[str]).decode
_summary = msgspec.json.Decoder(wire.RecordSummary).decode
_HEADER_GAME = re.compile(r"^game ([a-z0-9-]{1,40})$", re.MULTILINE)
_HEADER_NAMES = re.compile(r"^names .*$", re.MULTILINE)


T = TypeVar("T")
MOST_WAITING = 64
CACHED_BYTES = 64 << 20
MOST_HEADER = 65_536
"""Characters that an imported record says before its first action: it may say anything there, and all of it is kept."""


class Reading:
    """Reads finished games, and whatever else takes long, on a few threads of its own.

    However many ask for it, tables are opened meanwhile: those are read on other threads. And however much one address
    asks for, others' turns come between.
    """

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="verso-reading")
        self._turns = Turns(threads, MOST_WAITING)
        self.games = FoldedGames()

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Do something on one of the threads; raises Crowded if too much waits for them."""
        return await self._turns.run(self._pool, functools.partial(work, *arguments))

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class FoldedGames:
    """Keeps the games that were played through last, as many as fit into some memory."""

    def __init__(self, most_bytes: int = CACHED_BYTES) -> None:
        self._most, self._used = most_bytes, 0
        self._kept: OrderedDict[str, Folded] = OrderedDict()
        self._lock = threading.Lock()

    def fold(self, text: str) -> Folded:
        """Read a record and play it through, unless that is kept; raises InvalidRecord."""
        with self._lock:
            if text in self._kept:
                self._kept.move_to_end(text)
                return self._kept[text]
        folded = Folded(read(text))
        with self._lock:
            if text not in self._kept:
                self._kept[text] = folded
                self._used += _size(text, folded)
            while self._used > self._most:
                self._used -= _size(*self._kept.popitem(last=False))
        return folded


def _size(text: str, folded: Folded) -> int:
    return 2 * len(text) + folded.size


def plies_in(text: str) -> int:
    """Return how many actions a record tells of, without carrying them out."""
    count = 0
    for line in text.partition("\n\n")[2].split("\n"):
        if line and not line.startswith("#"):
            action, arrow, outcomes = line.partition(" -> ")
            by_chance = outcomes if arrow else action if action.startswith("*") else ""
            count += (not action.startswith("*")) + (by_chance.count(", ") + 1 if by_chance else 0)
    return count


def names_in(record: Record) -> list[str] | None:
    """Return the players' names as the record gives them; None where it gives none that can be shown."""
    try:
        names = _names(record.remarks.get("names", "[]"))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    clean = len(names) == record.setup.seats and all(0 < len(name) <= 24 and wire.is_clean(name) for name in names)
    return names if clean else None


def names_of(record: Record) -> list[str]:
    """Return the players' names, or the numbers of their seats where they have none."""
    return names_in(record) or [f"{number + 1}" for number in range(record.setup.seats)]


def row(
    identity: str, record: Record, listed: bool, now: int, end: Position | None = None, *, imported: bool = False
) -> RecordRow:
    """Return what is kept of a finished game; `end` is the position it ended in, where that is at hand."""
    position = end or record.position()
    names, language = names_in(record), LANGUAGES[0]
    called = None if names is None else called_in(language, names)
    result = show.described_result(position, language, called, show.given_up_in(record))
    if result is None:
        raise InvalidRecord(1, "the game is not over: only finished games are kept")
    summary = wire.RecordSummary(
        record=identity,
        game=record.setup.game.name,
        ruleset=record.setup.ruleset,
        names=names_of(record),
        winners=result.winners,
        words=result.words,
        finished=now,
        plies=len(record.actions),
        imported=imported,
        characters=show.characters_in(record),
    )
    return RecordRow(identity, listed, now, record.to_text(), wire.encode(summary), imported)


def imported(identity: str, text: str, listed: bool, now: int) -> RecordRow:
    """Return what is kept of a game that somebody brings, or raise InvalidRecord."""
    if len(text.partition("\n\n")[0]) > MOST_HEADER:
        raise InvalidRecord(1, f"a record to import has at most {MOST_HEADER} characters before its first action")
    return row(identity, read(text), listed, now, imported=True)


def read(text: str) -> Record:
    """Read a record, or raise InvalidRecord."""
    try:
        return Record.from_text(text)
    except RecursionError:
        raise InvalidRecord(1, "a document in it is nested too deeply") from None


def why_unreadable(error: InvalidRecord) -> str:
    return f"this record cannot be read: {error}"


def summary_of(body: bytes) -> wire.RecordSummary | None:
    """Return what is kept for lists, or None if it is damaged."""
    try:
        return _summary(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def summary_from(identity: str, text: str, finished: int) -> wire.RecordSummary:
    """Return what lists show of a record, from its text alone; of one that cannot be read, the reason."""
    try:
        return _summary(row(identity, read(text), False, finished).summary)
    except InvalidRecord as error:
        game = _HEADER_GAME.search(text)
        return wire.RecordSummary(
            record=identity,
            game=game[1] if game else "",
            ruleset="",
            names=[],
            winners=[],
            words=why_unreadable(error),
            finished=finished,
            plies=0,
        )


def without_names(kept: RecordRow, seats: Collection[int], nobody: str) -> RecordRow:
    """Return a record without the names at some seats; without any names if it cannot be read."""
    try:
        record = read(kept.text)
    except InvalidRecord:
        text = _HEADER_NAMES.sub(f'names ["{nobody}"]', kept.text)
        summary = wire.encode(summary_from(kept.id, text, kept.finished))
        return dataclasses.replace(kept, text=text, summary=summary)
    names = [nobody if number in seats else name for number, name in enumerate(names_of(record))]
    remarks = {**record.remarks, "names": wire.encode(names).decode()}
    nameless = dataclasses.replace(record, remarks=remarks)
    return row(kept.id, nameless, kept.listed, kept.finished, imported=kept.imported)


def replay(
    games: FoldedGames, kept: RecordRow, seat: int | None, ply: int, most: int, language: wire.Language
) -> wire.Replay:
    """Return a part of a finished game. Of one that was imported this server knows nothing, so it vouches for nothing.

    Whoever has its commitment from before the game can still verify it.
    """
    folded = games.fold(kept.text)
    record = folded.record
    if not 0 <= ply <= len(record.actions):
        raise IndexError(f"there is no ply {ply}: the record has {len(record.actions)}")
    if seat is not None and seat >= record.setup.seats:
        raise IndexError(f"there is no seat {seat}")
    shown = show.replay(kept.id, folded, seat, ply, most, language, names_in(record))
    if kept.imported:
        shown.imported, shown.verified = True, None
    return shown


def chances(games: FoldedGames, kept: RecordRow, ply: int, most: int) -> wire.Chances:
    """Return what chance could do in a part of a game and did, for whoever checks it."""
    folded = games.fold(kept.text)
    if not 0 <= ply <= len(folded.record.actions):
        raise IndexError(f"there is no ply {ply}: the record has {len(folded.record.actions)}")
    found = show.chances(kept.id, folded, ply, most)
    found.imported = kept.imported
    return found
