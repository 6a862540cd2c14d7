"""Observations of many states at once."""

from __future__ import annotations

from verso.core.contracts.observe import PUBLIC, Row, Where, observe
from verso.core.contracts.rules import S, T, redact
from verso.core.spec import UNKNOWN


def observe_as(s: S, t: T, seat: int, kind: int, where: Where, redacted: list[S], out: Row) -> None:
    """Write what a seat sees of a state. What it may not know is hidden first, in `redacted`, unless there is none."""
    first = 0 if kind == PUBLIC else seat
    if len(redacted) > 0:
        redact(s, t, UNKNOWN if kind == PUBLIC else seat, redacted[0])
        observe(redacted[0], t, first, kind, where, out)
    else:
        observe(s, t, first, kind, where, out)


def observe_many(
    states: list[S], tables: list[T], seats: list[int], kind: int, where: Where, redacted: list[S], out: list[Row]
) -> None:
    """Write an observation of each state for a seat of its own."""
    for i in range(len(states)):
        observe_as(states[i], tables[0], seats[i], kind, where, redacted, out[i])
