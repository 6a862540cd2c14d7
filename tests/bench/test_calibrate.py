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
