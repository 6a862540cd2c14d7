"""Counters and gauges in the text format of Prometheus. No names of people, tables or cards in them."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """What one worker has counted since it started."""

    def __init__(self) -> None:
        self._help: dict[str, tuple[str, str]] = {}
        self._counts: dict[str, dict[str, float]] = {}
        self._gauges: dict[str, Callable[[], float]] = {}

    def gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        self._help[name] = ("gauge", text)
        self._gauges[name] = read

    def counter(self, name: str, text: str) -> Callable[..., None]:
        """Return the function that counts, with labels of few and fixed values."""
        self._help[name] = ("counter", text)
        counts = self._counts.setdefault(name, {})

        def add(amount: float = 1, **labels: str) -> None:
            shown = ",".join(f'{key}="{value}"' for key, value in labels.items())
            counts[shown] = counts.get(shown, 0) + amount

        return add

    def histogram(self, name: str, text: str) -> Callable[[float], None]:
        self._help[name] = ("histogram", text)
        counts = self._counts.setdefault(name, {f'le="{bound}"': 0.0 for bound in (*_BOUNDS, "+Inf")} | {"": 0.0})
        labels = list(counts)

        def observe(seconds: float) -> None:
            counts[labels[bisect.bisect_left(_BOUNDS, seconds)]] += 1
            counts[""] += seconds

        return observe

    def text(self) -> str:
        return "\n".join([*self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        for name, (kind, text) in self._help.items():
            yield f"# HELP {name} {text}"
            yield f"# TYPE {name} {kind}"
            if kind == "gauge":
                yield f"{name} {self._gauges[name]():g}"
            elif kind == "counter":
                for labels, value in (self._counts[name] or {"": 0}).items():
                    yield f"{name}{{{labels}}} {value:g}" if labels else f"{name} {value:g}"
            else:
                counts, total = self._counts[name], 0.0
                for labels in counts:
                    if labels:
                        total += counts[labels]
                        yield f"{name}_bucket{{{labels}}} {total:g}"
                yield f"{name}_sum {counts['']:g}"
                yield f"{name}_count {total:g}"
