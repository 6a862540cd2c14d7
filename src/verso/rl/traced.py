"""Games of light players for datasets, played whole by compiled code: the same rows as move by move, much sooner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from verso.bots import many
from verso.bots.kernels import whole
from verso.core import kernel
from verso.core.game import Game, Position, Setup
from verso.core.record import Record
from verso.rl.kernels import no_spelling, traced
from verso.rl.layout import kernel_of, layout_of

Columns = Mapping[str, NDArray[Any]]


class Played(NamedTuple):
    """A game that was played: its record as text, how many actions it has, and the position at its end."""

    record: str
    plies: int
    end: Position


def play(setup: Setup, bots: tuple[str, ...], seed: int | str, numbers: Sequence[int]) -> tuple[list[Played], Columns]:
    """Play these games of a seed; return them, and the decisions of all as columns.

    Of the columns, `counts` says how many legal actions a decision had, and `values` has that many numbers for each;
    `rows` says how many decisions each game had.
    """
    table = many.Table(setup, bots, leads=True)
    deals = [many.Deal(str(seed), number, number % setup.seats) for number in numbers]
    engine = _engine(setup.game)
    layout, most, count = layout_of(setup), setup.game.max_plies, len(deals)
    seated, room = many.seated_of(table, deals), many.room_of(table, deals)
    sizes = traced.Sizes(*(np.zeros(count, dtype=np.int64) for _ in range(3)))
    streams = seated.streams.copy()
    engine.count_games(_games(setup, count), seated, many.luck_of(table, deals), room, sizes, most)
    seated.streams[:] = streams
    trace = _trace(sizes, layout.size, -(-layout.actions // 8))
    games, eye = _games(setup, count), traced.Eye(layout.where, layout.first_action)
    engine.trace_games(games, seated, many.luck_of(table, deals), room, eye, trace, most)
    ends = [Position(setup, kernel.from_array(state, setup.game.state_class)) for state in games.states]
    kept = ("plies", "seats", "players", "taken", "counts", "wins", "observations", "masks", "values")
    return _written(setup, trace, ends), {name: getattr(trace, name) for name in kept} | {"rows": sizes.rows}


def _engine(game: Game) -> kernel.Engine:
    spelling = f"{game.package}.spelling" if game.has("spelling") else no_spelling.__name__
    return kernel.compiled(*many.modules(game, kernel_of(game), spelling, traced.__name__))


def _written(setup: Setup, trace: traced.Trace, ends: Sequence[Position]) -> list[Played]:
    """Write the records of games; where the game does not say how actions are spelled, they are played once more."""
    spelling: Any = setup.game.part("spelling")
    each_game = (np.split(each, trace.from_action[1:]) for each in (trace.actions, trace.actors, trace.spellings))
    games = []
    for end, actions, actors, spellings in zip(ends, *each_game, strict=True):
        record = Record(setup, tuple(actions.tolist()))
        if spelling is None:
            text = record.to_text(trusted=True)
        else:
            texts = [spelling.spelled(setup, number) for number in spellings.tolist()]
            text = record.written(zip(actors.tolist(), texts, strict=True), end)
        games.append(Played(text, len(actions), end))
    return games


def _games(setup: Setup, count: int) -> whole.Games:
    state = Position.start(setup).state
    return whole.Games(kernel.to_array(state, setup.seats, count), kernel.to_array(setup.tables, setup.seats))


def _trace(sizes: traced.Sizes, observation: int, mask: int) -> traced.Trace:
    actions, rows, values = (int(each.sum()) for each in sizes)
    return traced.Trace(
        from_action=np.cumsum(sizes.actions) - sizes.actions,
        from_row=np.cumsum(sizes.rows) - sizes.rows,
        from_value=np.cumsum(sizes.values) - sizes.values,
        actions=np.zeros(actions, dtype=np.int64),
        actors=np.zeros(actions, dtype=np.int8),
        spellings=np.zeros(actions, dtype=np.int64),
        plies=np.zeros(rows, dtype=np.int32),
        seats=np.zeros(rows, dtype=np.int8),
        players=np.zeros(rows, dtype=np.int8),
        taken=np.zeros(rows, dtype=np.int16),
        counts=np.zeros(rows, dtype=np.int32),
        wins=np.zeros(rows, dtype=np.float32),
        observations=np.zeros((rows, observation), dtype=np.int8),
        masks=np.zeros((rows, mask), dtype=np.uint8),
        values=np.zeros(values, dtype=np.float32),
    )
