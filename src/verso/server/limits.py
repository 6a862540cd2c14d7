"""Bounds on how fast and how much: token buckets by key, counts of what is open, and what a request may look like."""

from __future__ import annotations

import collections
import ipaddress
import re
from collections.abc import Callable, Collection

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
