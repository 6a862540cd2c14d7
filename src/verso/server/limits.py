"""Bounds on how fast and how much: token buckets by key, and counts of what is open."""

from __future__ import annotations

import collections
from collections.abc import Callable

_MOST_KEYS = 50_000


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
