"""A crew of threads for compiled work that comes in small pieces, again and again.

To wake a thread of Python and to hear from it again takes as long as stepping a hundred games. So the threads of a crew
wait inside machine code, where nothing has to be woken: each looks at a word of memory of its own until the address of
a piece of work stands there, and writes that it is idle when the work is done. One that has waited in vain for a moment
goes to sleep, so that a crew with nothing to do takes no processor's time; only then Python has to wake it.
"""

from __future__ import annotations

import ctypes
import functools
import os
import platform
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from verso.core.native import Bound, load_text

IDLE, ASLEEP, QUIT = 0, 1, 2  # what may stand in a word beside the address of work
NOT_YET = -1
PATIENCE = 20_000
"""How often a word is looked at before whoever waits lets others have the processor: a fraction of a millisecond."""
_LINE = 16  # words so far apart that no two threads write to the same piece of a cache
_ON_X86 = ("declare void @llvm.x86.sse2.pause()", "call void @llvm.x86.sse2.pause()")
_ON_ARM = ("declare void @llvm.aarch64.hint(i32)", "call void @llvm.aarch64.hint(i32 1)")
_PAUSES = {"x86_64": _ON_X86, "AMD64": _ON_X86, "aarch64": _ON_ARM, "arm64": _ON_ARM}
"""How a processor is told, by its kind, that this thread only waits; elsewhere it is not told."""


_compiling = threading.Lock()


class _Code(NamedTuple):
    """What the threads of a crew and those who hand work over to them do, as machine code."""

    serve: Callable[[int, int], int]
    hand_over: Callable[[int, int], int]
    finish: Callable[[int, int], int]
    owner: Any


class _Post(NamedTuple):
    """Where one thread waits: the place of its word, the words that it is one of, and the bell that wakes it."""

    place: int
    words: NDArray[np.int64]
    bell: threading.Semaphore


class Crew:
    """Threads that do work beside the one that asks for it."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._process = 0
        self._unfinished = False
        self._posts: list[_Post] = []

    def run(self, work: Sequence[Bound]) -> None:
        """Do all pieces of work, at most one for each thread and one more, and return when the last is done."""
        if len(work) == 1:
            work[0]()
            return
        if len(work) > self._size + 1:
            raise ValueError(f"{len(work)} pieces of work are too many for a crew of {self._size}")
        if self._process != os.getpid():
            self._start()
        self._finish()
        self._unfinished = True
        for post, each in zip(self._posts, work[1:], strict=False):
            if _code().hand_over(post.place, each.address) == ASLEEP:
                post.bell.release()
        try:
            work[0]()
        finally:
            raised = self._finish()
        if raised:
            raise IndexError("compiled work of a crew: out of bounds")

    def _start(self) -> None:
        """Start the threads: at first use, and anew in a process that was forked, which has none of them."""
        self._process, self._unfinished = os.getpid(), False
        with _compiling:
            _code()
        words = np.zeros((self._size, _LINE), dtype=np.int64)
        self._posts = [_Post(int(word.ctypes.data), words, threading.Semaphore(0)) for word in words]
        threads = [threading.Thread(target=_serve, args=(post,), daemon=True) for post in self._posts]
        for thread in threads:
            thread.name = "verso-crew"
            thread.start()
        weakref.finalize(self, _stop, self._posts, threads)

    def _finish(self) -> int:
        """Wait until no work is left undone; return how many pieces of it went wrong."""
        wrong = 0
        if self._unfinished:
            for post in self._posts:
                while (raised := _code().finish(post.place, PATIENCE)) == NOT_YET:
                    time.sleep(0)
                wrong += raised
            self._unfinished = False
        return wrong


def _serve(post: _Post) -> None:
    """Be one of the threads."""
    while _code().serve(post.place, PATIENCE) == ASLEEP:
        post.bell.acquire()


def _stop(posts: list[_Post], threads: list[threading.Thread]) -> None:
    """End the threads, each after the work it may still be doing; in a forked process there are none."""
    for post, thread in zip(posts, threads, strict=True):
        while thread.is_alive() and _code().finish(post.place, PATIENCE) == NOT_YET:
            time.sleep(0)
        _code().hand_over(post.place, QUIT)
        post.bell.release()
        thread.join()


@functools.cache
def _code() -> _Code:
    """Compile what waits and hands over: it needs what neither Python nor numba has, words that threads share."""
    declared, pause = _PAUSES.get(platform.machine(), ("", ""))
    owner, addresses = load_text(declared + _TEXT.replace("PAUSE", pause), ("serve", "hand_over", "finish"))
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
    serve, hand_over, finish = (kind(address) for address in addresses)
    return _Code(serve, hand_over, finish, owner)


_TEXT = f"""
define i64 @serve(i64 %place, i64 %patience) {{
start:
    %word = inttoptr i64 %place to ptr
    %wrong = getelementptr i64, ptr %word, i64 1
    br label %look
look:
    %left = phi i64 [ %patience, %start ], [ %less, %wait ], [ %patience, %done ], [ %patience, %doze ]
    %now = load atomic i64, ptr %word acquire, align 8
    %is_idle = icmp eq i64 %now, {IDLE}
    br i1 %is_idle, label %wait, label %wake
wait:
    PAUSE
    %less = sub i64 %left, 1
    %goes_on = icmp sgt i64 %less, 0
    br i1 %goes_on, label %look, label %doze
doze:
    %tried = cmpxchg ptr %word, i64 {IDLE}, i64 {ASLEEP} acq_rel acquire
    %sleeps = extractvalue {{ i64, i1 }} %tried, 1
    br i1 %sleeps, label %sleep, label %look
sleep:
    ret i64 {ASLEEP}
wake:
    %is_work = icmp ugt i64 %now, {QUIT}
    br i1 %is_work, label %work, label %quit
work:
    %function = inttoptr i64 %now to ptr
    %raised = call i32 %function()
    %went_wrong = icmp ne i32 %raised, 0
    %number = zext i1 %went_wrong to i64
    store i64 %number, ptr %wrong, align 8
    br label %done
done:
    store atomic i64 {IDLE}, ptr %word release, align 8
    br label %look
quit:
    ret i64 {QUIT}
}}

define i64 @hand_over(i64 %place, i64 %work) {{
    %word = inttoptr i64 %place to ptr
    %before = atomicrmw xchg ptr %word, i64 %work acq_rel
    ret i64 %before
}}

define i64 @finish(i64 %place, i64 %patience) {{
start:
    %word = inttoptr i64 %place to ptr
    %wrong = getelementptr i64, ptr %word, i64 1
    br label %look
look:
    %left = phi i64 [ %patience, %start ], [ %less, %wait ]
    %now = load atomic i64, ptr %word acquire, align 8
    %is_busy = icmp ugt i64 %now, {QUIT}
    br i1 %is_busy, label %wait, label %done
wait:
    PAUSE
    %less = sub i64 %left, 1
    %goes_on = icmp sgt i64 %less, 0
    br i1 %goes_on, label %look, label %leave
leave:
    ret i64 {NOT_YET}
done:
    %number = load i64, ptr %wrong, align 8
    store i64 0, ptr %wrong, align 8
    ret i64 %number
}}
"""
