"""The lab for pages: figures that can be changed, comparisons as streams of growing reports, and searches likewise.

Games are played in processes of the lab's own, which give way to everything else, so that nobody at a table is slowed.
Addresses take turns at them, a piece of work at a time: whoever compares much at once has no more of them than others.
A comparison or a search is the request that asks for it: whoever hangs up ends it, and nothing of it is kept. That
also serves several workers, none of which needs to know what another does.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
import math
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import TypeAlias

import msgspec

from verso.bots import workers
from verso.bots.light import light
from verso.bots.retrain import retraining
from verso.core.game import Game, InvalidSetup, Language
from verso.lab import slices, wire
from verso.lab.compare import begun, compare
from verso.lab.html import page_of
from verso.lab.report import Report
from verso.lab.sheet import Variant, field_names, made
from verso.lab.study import LIGHT, SEARCH, Study
from verso.lab.tune import InvalidWish, Search, Wish, moves_of, tuning, wished
from verso.lab.words import proposals, told, words_for
from verso.play.wire import encode
from verso.server.limits import Buckets, Open, behalf
from verso.server.settings import Settings
from verso.server.shares import Shares

log = logging.getLogger("verso.server")

Said: TypeAlias = wire.LabReport | wire.LabTuning
Put: TypeAlias = Callable[[Said], None]
Failing: TypeAlias = Callable[[str], Said]
Asked: TypeAlias = Callable[[], bool]
Job: TypeAlias = Callable[[Executor, Asked, Asked], Iterator[Said]]
"""What is done for a request: with whom, whether its time is over, whether nobody waits for it any more."""

NICE = 10
MOST_SEARCHED = 200
"""Deals of a comparison by players that search."""


class Busy(Exception):  # noqa: N818 - an answer
    """There are too many comparisons, from somewhere (`own`) or in all (`all`)."""

    def said(self, language: Language) -> str:
        return words_for(language)(f"lab-busy-{self}")


class Lab:
    """Runs comparisons for one worker."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool: ProcessPoolExecutor | None = None
        self._shares: Shares | None = None
        self._threads = ThreadPoolExecutor(settings.lab_runs, thread_name_prefix="verso-lab")
        self._lock = threading.Lock()
        self._every = Open(settings.lab_runs)
        self._by_key = Open(settings.lab_runs_per_address)
        self.new_runs = Buckets(settings.lab_runs_per_minute / 60, settings.lab_runs_per_minute, time.monotonic)
        self._closing = threading.Event()

    @contextlib.contextmanager
    def place(self, *keys: str) -> Iterator[None]:
        """Hold a place for a comparison by all keys, of an address and an identity, or raise Busy."""
        entered = list[str]()
        try:
            for key in keys:
                if not self._by_key.enter(key):
                    raise Busy("own")
                entered.append(key)
            if not self._every.enter(""):
                raise Busy("all")
            try:
                yield
            finally:
                self._every.leave("")
        finally:
            for key in entered:
                self._by_key.leave(key)

    def compared(self, study: Study, language: Language, *, retrain: bool = False) -> AsyncIterator[bytes]:
        """Return growing reports of a comparison, as lines; light players learn the edited table first, if asked to."""

        def job(executor: Executor, over: Asked, _gone: Asked) -> Iterator[wire.LabReport]:
            taught, first = None, told(begun(study), language)
            for found in retraining(study.edited, study.seed, executor) if retrain else ():
                if isinstance(found, float):
                    yield msgspec.structs.replace(first, learnt=found)
                else:
                    taught = found
            yield first
            taught_study = dataclasses.replace(study, taught=taught)
            for report in compare(taught_study, executor, over, ahead=self._settings.lab_processes + 1):
                yield _told(report, language)

        return self._stream(job, _failed, language)

    def tuned(self, search: Search, language: Language) -> AsyncIterator[bytes]:
        """Return what a search has found so far, as lines."""

        def job(executor: Executor, over: Asked, gone: Asked) -> Iterator[wire.LabTuning]:
            try:
                for found in tuning(search, executor, over, gone, ahead=self._settings.lab_processes + 1):
                    yield proposals.told(found, language)
            except InvalidWish as error:
                yield _failed_tuning(error.said(language))

        return self._stream(job, _failed_tuning, language)

    async def _stream(self, job: Job, failed: Failing, language: Language) -> AsyncIterator[bytes]:
        """Yield what is said as lines, the newest whenever the last was taken, until one is finished."""
        loop = asyncio.get_running_loop()
        stop, said = threading.Event(), asyncio.Queue[Said]()

        def put(each: Said) -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(said.put_nowait, each)

        self._threads.submit(self._run, job, failed, language, behalf.get(), stop, put)
        try:
            while True:
                each = await said.get()
                while not each.finished and not said.empty():
                    each = said.get_nowait()  # whoever reads slowly misses what is old
                yield encode(each) + b"\n"
                if each.finished:
                    return
        finally:
            stop.set()

    def _run(
        self, job: Job, failed: Failing, language: Language, address: str, stop: threading.Event, put: Put
    ) -> None:
        """Do what was asked for, on a thread; the games are played elsewhere, in the turns of an address."""
        until = math.inf  # it counts from the first games: before them something may have to be compiled

        def gone() -> bool:
            return stop.is_set() or self._closing.is_set()

        def over() -> bool:
            nonlocal until
            until = min(until, time.monotonic() + self._settings.lab_seconds)
            return gone() or time.monotonic() > until

        if gone():
            put(failed(""))
            return
        try:
            for each in job(self._share_of(address, gone), over, gone):
                put(each)
        except slices.TooSlow:
            put(failed(words_for(language)("lab-too-slow")))
        except workers.WorkersFailed:
            if not gone():  # or it was ended for that
                self._drop_pool()
                log.exception("a comparison failed")
            put(failed(words_for(language)("lab-failed")))
        except Exception:
            log.exception("a comparison failed")
            put(failed(words_for(language)("lab-failed")))

    def _share_of(self, address: str, gone: Callable[[], bool]) -> Executor:
        with self._lock:
            if self._pool is None or self._shares is None:
                count = max(1, self._settings.lab_processes)
                self._pool = workers.processes(count, NICE)
                self._shares = Shares(self._pool, count)
            return self._shares.of(address, gone)

    def _drop_pool(self) -> None:
        with self._lock:
            if self._pool is not None:
                workers.end(self._pool)
                self._pool = self._shares = None

    async def close(self) -> None:
        """End all comparisons and the processes that play for them."""
        self._closing.set()
        await asyncio.to_thread(self._drop_pool)
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)


def _told(report: Report, language: Language) -> wire.LabReport:
    said = told(report, language)
    if report.finished and report.deals:
        said.page = page_of(report, language)
    return said


def _failed(words: str) -> wire.LabReport:
    return wire.LabReport(True, 0, 0, "", [], [], [], "", 0.0, words)


def _failed_tuning(words: str) -> wire.LabTuning:
    return wire.LabTuning(True, 0, 0, None, [], [], "", words)


def variant_of(given: wire.LabVariant) -> Variant:
    return Variant(given.ruleset, given.options, given.changes)


def study_of(game: Game, run: wire.LabRun) -> Study:
    """Return what a page asks to compare; raises InvalidSetup, and Refused for figures that cannot be."""
    variant = variant_of(run.variant)
    edited = made(game, run.seats, variant, run.language)
    if run.against is None:
        before = game.setup(edited.seats, edited.ruleset)
    else:
        before = made(game, edited.seats, variant_of(run.against), run.language)
    searches = run.players == "search"
    if run.retrain and (searches or not len(light(game).player.teachable(edited)[1])):
        raise InvalidSetup(words_for(run.language)("lab-no-retraining"))
    return Study(
        before,
        edited,
        games=min(run.games, MOST_SEARCHED) if searches else run.games,
        seed=run.seed,
        players=SEARCH if searches else LIGHT,
        never=tuple(run.never),
        without=tuple(run.without),
        searched=run.searched,
        within=run.within,
    )


def search_of(game: Game, tune: wire.LabTune) -> Search:
    """Return what a page asks to look for; raises InvalidSetup, InvalidWish, and Refused for figures that cannot be."""
    setup = made(game, tune.seats, variant_of(tune.variant), tune.language)
    try:
        moves = moves_of(setup, [(each.field, each.least, each.most) for each in tune.moves])
    except InvalidWish as error:
        raise error.named(field_names(setup, tune.language)) from None
    wishes = tuple(
        Wish(each.key, like=each.like) if each.like else wished(each.key, each.least, each.most) for each in tune.wishes
    )
    return Search(setup, wishes, moves, tune.trials, tune.games, tune.seed)
