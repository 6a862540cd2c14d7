"""Work for strangers, in slices: as much of a piece as fits into a moment, and never so much that others wait for long.

Figures can be changed so that a single deal takes minutes. What is asked for over a network is therefore given a bound
on the processor's time, and is ended where it goes beyond it.
"""

from __future__ import annotations

import functools
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

from verso.lab.statistics import joined
from verso.lab.study import Done, Piece, Study, work

T = TypeVar("T")
GROWTH = 8
"""By how much the deals that are done together grow, as long as they fit."""


class TooSlow(Exception):  # noqa: N818 - an answer
    """Something took more of the processor's time than it may."""


def work_for(study: Study, piece: Piece, seconds: float) -> tuple[Done, Piece | None]:
    """Do blocks of deals of a piece, one at least, for as long as they fit into a time; return the rest of it too."""
    block, until = study.block(piece.sort), time.perf_counter() + seconds
    done, first, size = list[Done](), piece.first, study.block(piece.sort)
    while first < piece.last:
        last, began = min(piece.last, first + size), time.perf_counter()
        done.append(work(study, Piece(piece.sort, first, last)))
        now = time.perf_counter()
        fitting = int((until - now) / (now - began) * (last - first) / block)
        first, size = last, block * min(fitting, GROWTH * size // block)
        if fitting < 1:
            break
    sums = (joined([each.shipped for each in done]), joined([each.edited for each in done]))
    rest = Piece(piece.sort, first, piece.last) if first < piece.last else None
    return Done(Piece(piece.sort, piece.first, first), *sums), rest


def bounded(seconds: float, function: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """Call a function that may use so many seconds of the processor, compiling apart; raises TooSlow.

    It is not bounded where a system cannot count them, nor on a thread that is not the main one of its process.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return function(*arguments, **named)
    before = signal.signal(signal.SIGPROF, functools.partial(_interrupt, seconds))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return function(*arguments, **named)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


def _interrupt(seconds: float, _signal: int, frame: FrameType | None) -> None:
    while frame is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] in ("numba", "llvmlite"):
            signal.setitimer(signal.ITIMER_PROF, seconds)  # what is compiled now is there for everybody afterwards
            return
        frame = frame.f_back
    raise TooSlow
