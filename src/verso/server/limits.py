"""Bounds: token buckets by key, counts of what is open, turns at heavy work, and what a request may look like."""

from __future__ import annotations

import asyncio
import collections
import functools
import ipaddress
import itertools
import re
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Executor
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

T = TypeVar("T")
behalf: ContextVar[str] = ContextVar("behalf", default="")
"""The network address on whose behalf something is done, also later by a task that it led to; nobody's without one."""
MOST_KEYS = 50_000
BODY_SECONDS = 10.0
REFUSAL_SECONDS = 1.0
"""Whoever comes too often and does not wait is made to: else refusing them could be all that there is time for."""
MOST_HEADERS = 128
LONGEST_LINE = 8_192
MOST_HEAD = 16_384
_CONTROL = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")


def network_of(peer: str) -> str:
    """Return whose address this is: a household has a /64 of IPv6 addresses to choose from."""
    try:
        parsed = ipaddress.ip_address(peer)
    except ValueError:
        return peer[:64]
    return str(ipaddress.ip_network((parsed, 64), strict=False)) if parsed.version == 6 else str(parsed)


FORWARDED = "x-forwarded-for"


def forwarded_for(values: Sequence[str], peer: str) -> str:
    """Return whom a proxy has sent a request for, by what its headers say; the proxy itself where it does not say.

    Only the last is the proxy's own word. Some proxies add it to the header that came, some add a header.
    """
    return network_of(values[-1].rpartition(",")[2].strip() if values else peer)


def fault_of_headers(lines: Collection[bytes]) -> tuple[int, str] | None:
    """Return with which status and words the headers of a request are refused, each given as a line; None if not."""
    if len(lines) > MOST_HEADERS:
        return 431, f"a request has at most {MOST_HEADERS} headers"
    for line in lines:
        if len(line) > LONGEST_LINE:
            return 431, f"a header has at most {LONGEST_LINE} bytes"
        if _CONTROL.search(line):
            return 400, "a header has no control characters"
    if sum(map(len, lines)) > MOST_HEAD:
        return 431, f"the headers of a request have at most {MOST_HEAD} bytes"
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
        return self._of(key, now).take(now)

    def spend(self, key: str, amount: float = 1.0) -> float:
        """Take an amount, and return for how many seconds whoever took it is to wait."""
        now = self._seconds()
        return self._of(key, now).spend(now, amount)

    def wait(self, key: str, most: float) -> float | None:
        """Take one thing, and return for how many seconds to wait; None, and nothing is taken, if that is too long."""
        now = self._seconds()
        bucket = self._of(key, now)
        seconds = bucket.spend(now, 1.0)
        if seconds <= most:
            return seconds
        bucket.left += 1.0
        return None

    def _of(self, key: str, now: float) -> Bucket:
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst, now)
        self._buckets[key] = bucket
        while len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        return bucket


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
    """Things that wait, each by a key. Whoever has had a turn comes after everybody who has not had as many.

    A turn may be told to have been longer than others, and counts as so many.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, collections.deque[tuple[int, T]]] = {}
        self._numbers = itertools.count()
        self._turn = 0.0
        """Where the one stood who was served last: whoever comes new begins there, as if they had always been there."""
        self._had: dict[str, float] = {}
        """How many turns each key has had: until nothing of it is there, or of anybody where they were long ones."""
        self._there: collections.Counter[str] = collections.Counter()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def add(self, key: str, thing: T) -> None:
        self._had[key] = max(self._turn, self._had.get(key, 0.0))
        self._there[key] += 1
        self._waiting.setdefault(key, collections.deque()).append((next(self._numbers), thing))

    def next(self) -> tuple[str, T]:
        """Return whose turn it is and what waited, which waits no more; `over` tells when it is done."""
        key = min(self._waiting, key=lambda each: (self._had[each], self._waiting[each][0][0]))
        self._turn = self._had[key]
        self._had[key] += 1.0
        _, thing = self._waiting[key].popleft()
        self._forget(key)
        return key, thing

    def over(self, key: str, turns: float = 1.0) -> None:
        """Note that something is done that had its turn, and for how many turns that counts."""
        self._had[key] += turns - 1.0
        self._go(key)

    def _go(self, key: str) -> None:
        self._there[key] -= 1
        if not self._there[key]:
            del self._there[key]
            if self._had[key] <= self._turn + 1.0:
                del self._had[key]
        if not self._there:
            self._had.clear()
        elif len(self._had) > MOST_KEYS:  # others' turns have made up for nearly all of them by now
            self._had = {each: had for each, had in self._had.items() if each in self._there or had > self._turn + 1.0}

    def _forget(self, key: str) -> None:
        if not self._waiting[key]:
            del self._waiting[key]

    def remove(self, thing: T) -> None:
        """Let something wait no more, wherever it stands."""
        for key, things in self._waiting.items():
            for each in things:
                if each[1] is thing:
                    things.remove(each)
                    self._forget(key)
                    self._go(key)
                    return

    def last_of_greediest(self, key: str) -> T | None:
        """Return what came last of whoever has the most waiting; None if nobody would have more than this key."""
        greediest = max(self._waiting, key=lambda each: len(self._waiting[each]), default="")
        if len(self._waiting.get(greediest, ())) <= len(self._waiting.get(key, ())) + 1:
            return None
        return self._waiting[greediest][-1][1]


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
        try:
            return await asyncio.shield(doing)
        finally:
            del doing  # it holds the error, which knows this moment and all that led here: the memory would stay


def _give_all_back(taken: Collection[Callable[[], None]], done: asyncio.Future[Any] | None = None) -> None:
    for give_back in taken:
        give_back()
    if done is not None and not done.cancelled():
        done.exception()  # perhaps nobody is left to hear of it
