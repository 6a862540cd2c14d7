"""Reviews of finished games: measured beside the tables, on threads of their own, one after another, and kept.

Everybody has one at a time, by address and by identity. Who asks for more waits for their own, and the others' come
first: pages ask again and again until a review is complete, so the next one begins when the one before is measured.

A review grows while it is measured; whoever asks gets what is known by then. What is kept are figures without a name in
them, and they go with their record.
"""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import subprocess
import zlib
from concurrent.futures import ThreadPoolExecutor

import msgspec

from verso.bots import warm
from verso.core.record import Record
from verso.play import review, review_words, wire
from verso.play.review import Figures, Reviewer
from verso.server import records, store
from verso.server.limits import Crowded
from verso.server.store import Backend

log = logging.getLogger("verso.server")

MOST_WAITING = 16
MOST_PLIES = 5_000
COMPILE_SECONDS = 600


class TooLong(ValueError):  # noqa: N818 - an answer
    """A record has more actions than are reviewed."""


@dataclasses.dataclass
class _Job:
    """A review under way, for whom, and what it has come to by now."""

    keys: tuple[str, ...] = ()
    task: asyncio.Task[None] | None = None
    figures: Figures | None = None
    reviewer: Reviewer | None = None
    stopped: bool = False


class Reviews:
    """Measures reviews for one worker. As many at a time as there are places; the others wait in their order."""

    def __init__(self, backend: Backend, places: int, seconds: float) -> None:
        self._backend, self._seconds = backend, seconds
        self._pool = ThreadPoolExecutor(places, thread_name_prefix="verso-review")
        self._compiling = ThreadPoolExecutor(1, thread_name_prefix="verso-compile")
        """Not the threads that measure: what needs no compiler waits for none."""
        self._jobs: dict[str, _Job] = {}
        self._compiled: set[tuple[str, int]] = set()
        self._compiler: subprocess.Popen[bytes] | None = None
        self._closing = False

    async def known(self, identity: str) -> Figures | None:
        """Return the figures of a review as far as they are known; None where nobody has asked for it yet."""
        if identity in self._jobs:
            return self._jobs[identity].figures
        body = await self._backend.read(lambda: store.review(identity))
        return None if body is None else _read(body)

    def is_under_way(self, identity: str) -> bool:
        return identity in self._jobs

    def has_one(self, *keys: str) -> bool:
        """Whether a review of somebody's is under way already, by any of the keys, of an address and an identity."""
        return any(key in job.keys for job in self._jobs.values() for key in keys)

    def begin(self, identity: str, text: str, *keys: str) -> None:
        """Begin to measure a review for somebody who has none under way; raises Crowded if too many wait, and TooLong.

        Those that wait are each somebody else's, so they are served in the order in which they came.
        """
        if identity in self._jobs:
            return
        if records.plies_in(text) > MOST_PLIES:
            raise TooLong(f"games of more than {MOST_PLIES:,} actions, chance included, are not reviewed")
        if len(self._jobs) >= MOST_WAITING:
            raise Crowded
        job = self._jobs[identity] = _Job(keys)
        job.task = asyncio.get_running_loop().create_task(self._measure(identity, text, job))

    async def _measure(self, identity: str, text: str, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        try:
            record = await loop.run_in_executor(self._pool, records.read, text)
            if _kind(record) not in self._compiled:
                await loop.run_in_executor(self._compiling, self._compile, record)
            if not job.stopped:
                await loop.run_in_executor(self._pool, self._run, record, job)
            figures = job.figures
            if figures is not None and not job.stopped:
                body = zlib.compress(review.encode_figures(figures))
                await self._backend.write(lambda: store.put_review(identity, body))
        except subprocess.TimeoutExpired:
            log.warning("what a review needs was not compiled in time")  # whoever asks next begins anew
        except Exception:
            log.exception("a review failed")
        finally:
            del self._jobs[identity]

    def _run(self, record: Record, job: _Job) -> None:
        """Measure, on a thread of the pool."""
        job.reviewer = Reviewer(record, threads=1)
        for figures in job.reviewer.grow(self._seconds):
            job.figures = figures

    def _compile(self, record: Record) -> None:
        """Compile what is needed, in a process of its own, unless somebody else has waited for it already."""
        kind = _kind(record)
        if kind in self._compiled:
            return
        with self.start(*kind) as self._compiler:
            if self._closing:
                self._compiler.kill()
            try:
                self._compiler.wait(COMPILE_SECONDS)
            finally:
                self._compiler.kill()
        self._compiled.add(kind)

    def start(self, game: str, seats: int) -> subprocess.Popen[bytes]:
        out = subprocess.DEVNULL
        return subprocess.Popen(warm.command(game, seats, "values"), stdin=warm.lifeline(), stdout=out, stderr=out)

    async def close(self) -> None:
        """Let all reviews end, waiting for no compiler; what was not finished is not kept."""
        self._closing = True
        if self._compiler is not None:
            self._compiler.kill()
        tasks = []
        for job in self._jobs.values():
            job.stopped = True
            if job.reviewer is not None:
                job.reviewer.stop()
            if job.task is not None:
                tasks.append(job.task)
        for pool in (self._pool, self._compiling):
            pool.shutdown(wait=False, cancel_futures=True)
        await asyncio.gather(*tasks, return_exceptions=True)


def _kind(record: Record) -> tuple[str, int]:
    """Return what compiled code is for: a game and a number of seats."""
    return record.setup.game.name, record.setup.seats


def _read(body: bytes) -> Figures | None:
    """Return what is kept; None where another version kept it, or it is damaged: then it is measured anew."""
    try:
        figures = review.decode_figures(zlib.decompress(body))
    except (zlib.error, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return figures if figures.version == review.VERSION else None


def told_review(kept: store.RecordRow, figures: Figures | None, seat: int, language: wire.Language) -> wire.Review:
    """Return a review in words, or of which nothing is known yet; raises InvalidRecord, and IndexError for a seat."""
    record = records.read(kept.text)
    if seat >= record.setup.seats:
        raise IndexError(f"there is no seat {seat}")
    names = review_words.names_in(record, language)
    if figures is None:
        return review_words.begun(record, seat, language, names, kept.id)
    return review_words.review(figures, record, seat, language, names, kept.id)
