"""What `make calibrate` says of reviews is said however slow the machine is."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import pytest

import verso
from verso.core.record import Record
from verso.play.review import Figures, SeatFigures

from .scripts import loaded


@pytest.fixture(scope="module")
def calibrate() -> ModuleType:
    return loaded("calibrate")


def known(games: int) -> Figures:
    """Return figures of a game of one action, of which nothing is explained."""
    seats = [SeatFigures([[5_000, won], [5_000, 10_000 - won]], [], [0], [0], [0], [0]) for won in (0, 10_000)]
    for seat, found in enumerate(seats):
        found.rest[0] = found.wins[seat][-1] - 5_000
    return Figures(5, 1, True, 1.0, games, [(0, 0)], seats, [])


@pytest.mark.parametrize("looks", [1, 3])
def test_the_last_figures_are_told_also_where_they_are_the_first(
    calibrate: ModuleType, monkeypatch: pytest.MonkeyPatch, looks: int
) -> None:
    """Where the first look takes all the time there is, no other follows."""

    class Looks:
        def __init__(self, record: Record) -> None:
            pass

        def grow(self) -> Iterator[Figures]:
            return (known(games) for games in range(1, looks + 1))

    monkeypatch.setattr(calibrate, "played", lambda game, seats, number: Record.of(verso.game(game).new(seats)))
    monkeypatch.setattr(calibrate, "Reviewer", Looks)
    told = calibrate.timed("flip-city", 2)
    assert f"with {looks} games from each position; rest 50.0 points" in told


def test_values_are_held_against_results_by_tenths_and_by_deciles(calibrate: ModuleType) -> None:
    """Few values at the top make a tenth of their own, and are one part of a decile among many."""
    low = [calibrate.Seen(0.2, 1.0 if number % 5 == 0 else 0.0) for number in range(360)]
    high = [calibrate.Seen(0.95, 1.0 if number % 2 == 0 else 0.0) for number in range(40)]
    told = calibrate.reliability([*high, *low])
    assert [count for count, _, _ in told.tenths] == [360, 40]
    assert told.worst == pytest.approx(0.45)
    assert told.worst_decile == pytest.approx(0.45)  # which they fill
    told = calibrate.reliability([*high, *low, *low])
    assert told.worst == pytest.approx(0.45)
    assert told.worst_decile == pytest.approx((40 * 0.95 + 36 * 0.2 - 20 - 7) / 76)
    assert told.gap == pytest.approx(0.45 * 40 / 760)
