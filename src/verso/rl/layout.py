"""Where everything stands in an observation, and which actions an agent has: calculated from a game's tables.

An observation is one row of whole numbers from 0 to 127, kept as int8: exact, and a quarter of the memory that floats
would take to write, to move and to store. `Layout.scaled` makes the float32 row from 0 to 1 that networks like, each
number divided by the largest its field can have.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verso.core import kernel
from verso.core.contracts import observe as contract
from verso.core.contracts.observe import Block
from verso.core.game import Game, InvalidSetup, Position, Setup, View, joined
from verso.rl import fields

KINDS = ("seat", "public", "oracle")
"""Who looks: a seat with its own knowledge, a spectator, or somebody who sees every face."""

Observation = NDArray[np.int8]


@dataclasses.dataclass(frozen=True)
class Placed:
    """A field of an observation: where it starts, its shape, its largest value and its meaning."""

    name: str
    start: int
    shape: tuple[int, ...]
    most: int
    meaning: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        return self.start + self.size


def kernel_of(game: Game) -> str:
    """Return the name of a game's observation module: its own, or the one made from the fields of its state."""
    return f"{game.package}.observe" if game.has("observe") else fields.module_for(game)


def kind_number(kind: str) -> int:
    if kind not in KINDS:
        raise InvalidSetup(f"there is no observation {kind!r}; there is {joined(KINDS)}")
    return KINDS.index(kind)


@dataclasses.dataclass(frozen=True, eq=False)
class Layout:
    """The observations and actions of one setup."""

    setup: Setup
    fields: tuple[Placed, ...]
    blocks: tuple[Block, ...]

    @functools.cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self.fields[-1].stop

    @functools.cached_property
    def where(self) -> NDArray[np.int64]:
        """The start of each field, and what else the kernel wants calculated beforehand."""
        module = importlib.import_module(kernel_of(self.setup.game))
        prepared = module.prepare(self.setup.tables) if hasattr(module, "prepare") else [self.setup.seats]
        return np.array([*(field.start for field in self.fields), *prepared], dtype=np.int64)

    @functools.cached_property
    def most(self) -> Observation:
        """The largest value of each number."""
        return np.concatenate([np.full(field.size, field.most, dtype=np.int8) for field in self.fields])

    @functools.cached_property
    def scale(self) -> NDArray[np.float32]:
        return (1 / self.most).astype(np.float32)

    @functools.cached_property
    def first_action(self) -> int:
        """What is added to an agent's action to get the number that the rules use."""
        return self.blocks[0].first

    @functools.cached_property
    def actions(self) -> int:
        """How many actions an agent has; those of chance are not among them."""
        return sum(block.size for block in self.blocks)

    @functools.cached_property
    def outcomes(self) -> range:
        """The actions of chance, as the rules number them: before those of seats or after; any, if no block says."""
        every, last = self.setup.game.action_count, self.first_action + self.actions
        if self.actions == every:
            return range(every)
        return range(self.first_action) if self.first_action > 0 else range(last, every)

    def part(self, observation: Any, name: str) -> Any:
        """Return one field of an observation, or of an array of them, in its own shape and without copying."""
        field = next((field for field in self.fields if field.name == name), None)
        if field is None:
            raise KeyError(
                f"observations have no field {name!r}; they have {joined(each.name for each in self.fields)}"
            )
        return observation[..., field.start : field.stop].reshape(observation.shape[:-1] + field.shape)

    def scaled(self, observation: Observation) -> NDArray[np.float32]:
        """Return observations as floats from 0 to 1."""
        return observation * self.scale

    def observe(self, seen: Position | View, seat: int | None = None, kind: str = "seat") -> Observation:
        """Return the observation of a position or a view, interpreted. A view knows its seat already."""
        number, setup = kind_number(kind), self.setup
        if isinstance(seen, View):
            seat, number = (0, contract.PUBLIC) if seen.seat is None else (seen.seat, contract.SEAT)
        elif seat is None and number != contract.PUBLIC:
            raise InvalidSetup(f"the observation {kind!r} of a position needs a seat")
        elif number != contract.ORACLE:
            seen = seen.look(None if number == contract.PUBLIC else seat)
        first = 0 if number == contract.PUBLIC else seat
        out = [0] * self.size
        engine = kernel.interpreted(setup.game.rules, kernel_of(setup.game))
        engine.observe(seen.state, setup.tables, first, number, self.where.tolist(), out)
        return np.array(out, dtype=np.int8)

    def view_for(self, kind: int) -> Any:
        """Return room for a view, in which loops hide what is hidden; none where those who look may see everything."""
        hides = self.setup.game.hides and kind != contract.ORACLE
        return np.zeros(int(hides), kernel.dtype_of(self.setup.game.state_class, self.setup.seats))

    def mask(self, legal: tuple[int, ...]) -> NDArray[np.bool_]:
        """Return legal actions, as the rules number them, as a mask over the actions of an agent."""
        made = np.zeros(self.actions, dtype=np.bool_)
        made[np.array(legal, dtype=np.int64) - self.first_action] = True
        return made


@functools.lru_cache(maxsize=256)
def layout_of(setup: Setup) -> Layout:
    """Return the layout of a setup: seats and kinds of cards decide the sizes."""
    module = importlib.import_module(kernel_of(setup.game))
    kinds = getattr(setup.tables, "kinds", 0)
    sizes = {contract.SEATS: setup.seats, contract.KINDS: kinds, contract.FACES: 2 * kinds}
    placed, start = [], 0
    for field in module.FIELDS:
        shape = tuple(sizes[size] if isinstance(size, str) else size for size in field.shape)
        placed.append(Placed(field.name, start, shape, field.most, field.meaning))
        start = placed[-1].stop
    return Layout(setup, tuple(placed), module.BLOCKS)
