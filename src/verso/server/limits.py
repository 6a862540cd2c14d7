"""Bounds: token buckets by key, counts of what is open, turns at heavy work, and what a request may look like."""

from __future__ import annotations

import asyncio
import collections
import functools
import heapq
import ipaddress
import itertools
import re
from collections.abc import Callable, Collection
from concurrent.futures import Executor
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

T = TypeVar("T")
behalf: ContextVar[str] = ContextVar("behalf", default="")
"""The network address on whose behalf something is done, also later by a task that it led to; nobody's without one."""
_MOST_KEYS = 50_000
BODY_SECONDS = 10.0
MOST_HEADERS = 128
LONGEST_LINE = 8_192
_CONTROL = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")


def network_of(peer: str) -> str:
    """Return whose address this is: a household has a /64 of IPv6 addresses to choose from."""
    try:
        parsed = ipaddress.ip_address(peer)
    except ValueError:
        return peer[:64]
    return str(ipaddress.ip_network((parsed, 64), strict=False)) if parsed.version == 6 else str(parsed)


def fault_of_headers(lines: Collection[bytes]) -> tuple[int, str] | None:
    """Return with which status and words the headers of a request are refused, each given as a line; None if not."""
    if len(lines) > MOST_HEADERS:
        return 431, f"a request has at most {MOST_HEADERS} headers"
    for line in lines:
        if len(line) > LONGEST_LINE:
            return 431, f"a header has at most {LONGEST_LINE} bytes"
        if _CONTROL.search(line):
            return 400, "a header has no control characters"
    return None


class Bucket:
    """Lets `rate` things pass each second, and `burst` at once after a pause."""

    __slots__ = ("burst", "last", "left", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst, self.left, self.last = rate, burst, burst, now

    def take(self, now: float) -> bool:
        self.left = min(self.burst, self.left + (now - self.last) * self.rate)
        self.last = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def spend(self, now: float, amount: float) -> float:
        """Take an amount, even where less is left, and return the seconds until nothing is owed any more."""
        self.left = min(self.burst, self.left + (now - self.last) * self.rate) - amount
        self.last = now
        return max(0.0, -self.left / self.rate)


class Buckets:
    """A bucket for each key (an address, an identity). The ones longest unused are forgotten."""

    def __init__(self, rate: float, burst: float, seconds: Callable[[], float]) -> None:
        self._rate, self._burst, self._seconds = rate, burst, seconds
        self._buckets: collections.OrderedDict[str, Bucket] = collections.OrderedDict()

    def take(self, key: str) -> bool:
        now = self._seconds()
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst, now)
        self._buckets[key] = bucket
        while len(self._buckets) > _MOST_KEYS:
            self._buckets.popitem(last=False)
        return bucket.take(now)


class Open:
    """Counts what is open by key, up to a bound."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: collections.Counter[str] = collections.Counter()

    def enter(self, key: str) -> bool:
        if self._counts[key] >= self._most:
            return False
        self._counts[key] += 1
        return True

    def leave(self, key: str) -> None:
        self._counts[key] -= 1
        if self._counts[key] <= 0:
            del self._counts[key]


class Line(Generic[T]):
    """Things that wait, each by a key. Whoever has had a turn comes after everybody who has not had as many."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, str, T]] = []
        self._numbers = itertools.count()
        self._turn = 0
        """The turn that was served last: whoever comes new begins there, as if they had been there all the time."""
        self._last: dict[str, int] = {}
        """The turn of each key that was given last, as long as something of it waits or is not over."""
        self._there: collections.Counter[str] = collections.Counter()

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, key: str, thing: T) -> None:
        turn = max(self._turn, self._last.get(key, -1) + 1)
        self._last[key] = turn
        self._there[key] += 1
        heapq.heappush(self._heap, (turn, next(self._numbers), key, thing))

    def next(self) -> tuple[str, T]:
        """Return whose turn it is and what waited, which waits no more; `over` tells when it is done."""
        self._turn, _, key, thing = heapq.heappop(self._heap)
        return key, thing

    def over(self, key: str) -> None:
        self._there[key] -= 1
        if not self._there[key]:
            del self._there[key], self._last[key]

    def remove(self, thing: T) -> None:
        """Let something wait no more, wherever it stands."""
        for each in self._heap:
            if each[3] is thing:
                self._heap.remove(each)
                heapq.heapify(self._heap)
                self.over(each[2])
                return

    def last_of_greediest(self, key: str) -> T | None:
        """Return what came last of whoever has the most waiting; None if nobody would have more than this key."""
        counts = collections.Counter(each[2] for each in self._heap)
        greediest, most = max(counts.items(), key=lambda each: each[1], default=("", 0))
        if most <= counts[key] + 1:
            return None
        return max((each for each in self._heap if each[2] == greediest), key=lambda each: each[:2])[3]


class Crowded(Exception):  # noqa: N818 - an answer
    """So much waits for a turn that this cannot."""


class Turns:
    """A few places for heavy work, at which addresses take turns: however much one of them asks for, the next turn is
    another's. Where too much waits, whoever has the most waiting is refused.
    """

    def __init__(self, places: int, most: int | None = None) -> None:
        self._places, self._most, self._used = places, most, 0
        self._line: Line[asyncio.Future[None]] = Line()

    async def take(self) -> Callable[[], None]:
        """Wait for a place, and return how to give it back; raises Crowded."""
        if self._most is not None and self._used + len(self._line) >= self._most:
            self._make_room()
        waits: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        key = behalf.get()
        self._line.add(key, waits)
        self._let_in()
        try:
            await waits
        except asyncio.CancelledError:
            if waits.done() and not waits.cancelled():
                self._give_back(key)
            else:
                self._line.remove(waits)
            raise
        return functools.partial(self._give_back, key)

    def _make_room(self) -> None:
        last = self._line.last_of_greediest(behalf.get())
        if last is None:
            raise Crowded
        self._line.remove(last)
        last.set_exception(Crowded())

    def _let_in(self) -> None:
        while self._used < self._places and len(self._line):
            key, waits = self._line.next()
            if waits.done():  # it was cancelled, and has not been told so yet
                self._line.over(key)
            else:
                self._used += 1
                waits.set_result(None)

    def _give_back(self, key: str) -> None:
        self._line.over(key)
        self._used -= 1
        self._let_in()

    async def run(self, executor: Executor | None, work: Callable[[], T], *others: Turns) -> T:
        """Do something on a thread once there is a place for it, here and at others. It has them until it is done,
        even where nobody waits for it any more: or whoever hangs up and asks again would have more than one.
        """
        taken = list[Callable[[], None]]()
        try:
            for turns in (*others, self):
                taken.append(await turns.take())
            doing = asyncio.get_running_loop().run_in_executor(executor, work)
        except BaseException:
            _give_all_back(taken)
            raise
        doing.add_done_callback(functools.partial(_give_all_back, taken))
        return await asyncio.shield(doing)


def _give_all_back(taken: Collection[Callable[[], None]], done: asyncio.Future[Any] | None = None) -> None:
    for give_back in taken:
        give_back()
    if done is not None and not done.cancelled():
        done.exception()  # perhaps nobody is left to hear of it
