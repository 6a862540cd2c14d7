"""Many games at once, for learning: `make(game, games=4096, seats=2, seed=1)`.

All games stand in one array and advance together, compiled, from one decision of an agent to the next; chance is
settled inside. Observations and masks are NumPy arrays of this environment, handed out without copying: they are
read-only, and the next step writes over them. Other libraries see the same memory by DLPack
(`torch.from_dlpack(seen.observation)`).
"""

from __future__ import annotations

import itertools
import math
import operator
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from verso.bots.light import light
from verso.core import kernel
from verso.core.game import IllegalAction, InvalidAction, InvalidSetup, Position, Setup, find_game, joined
from verso.core.rng import seeded
from verso.core.spec import OVER
from verso.core.threads import Repeated, Threads
from verso.rl.kernels.contract import Ends, Games, Room, Shown, Wanted
from verso.rl.layout import Layout, kernel_of, kind_number, layout_of

RIVALS = ("random", "greedy")
"""The opponents that are played inside, compiled."""
NO_PART = "the opponents end every game before the agent can do anything"
Bound = Callable[[], Any]
DTYPES = ("int8", "float32")
ALIGNMENT = 64
SMALLEST_PIECE = 512
"""Games that are worth waking a thread for, on a machine that has nothing else to do."""
PIECES_FOR_A_THREAD = 4
"""More than one, so that a thread which is held up does less of the work."""


class Seen(NamedTuple):
    """What agents see: a row of each for every game. `to_act` is the seat to act, verso.OVER where there is none."""

    observation: NDArray[Any]
    mask: NDArray[np.bool_]
    to_act: NDArray[np.int64]


class Snapshot(NamedTuple):
    """How a batch stands, in arrays of its own: `Batch.restore` goes back to it, in this batch or in one like it."""

    states: NDArray[Any]
    streams: NDArray[np.int64]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    finals: NDArray[np.int8]


class Stepped(NamedTuple):
    """What agents see after a step, and what the games that ended in it were worth to each seat."""

    observation: NDArray[Any]
    mask: NDArray[np.bool_]
    to_act: NDArray[np.int64]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class _Written(NamedTuple):
    """What the compiled loops write to; what is handed out are the same arrays, read-only."""

    rows: NDArray[np.int8]
    scaled: NDArray[np.float32]
    mask: NDArray[np.bool_]
    to_act: NDArray[np.int64]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    finals: NDArray[np.int8]


def make(
    game: str,
    games: int,
    seats: int | None = None,
    *,
    ruleset: str | None = None,
    options: Mapping[str, Any] | None = None,
    cards: Mapping[str, Any] | None = None,
    seed: int | str | None = 0,
    **settings: Any,
) -> Batch:
    """Return a batch of games by the names of the game, its ruleset and options; `settings` are those of Batch.

    `cards` are changes to the cards, as `Game.load_cards` reads them.
    """
    return Batch(find_game(game).setup_with(options or {}, seats, ruleset, cards), games, seed, **settings)


def _made_again(setup: Setup, games: int, settings: Mapping[str, Any], snapshot: Snapshot) -> Batch:
    made = Batch(setup, games, 0, **settings)
    made.restore(snapshot)
    return made


def aligned(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Return zeros that begin where every library that shares memory by DLPack wants them to."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    room = np.zeros(size + ALIGNMENT, dtype=np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    found: NDArray[Any] = room[start : start + size].view(dtype).reshape(shape)
    return found


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Return the same memory, not to be written to."""
    seen = array.view()
    seen.flags.writeable = False
    return seen


def whole_number(action: SupportsIndex) -> int:
    """Return an action that somebody gives as a number; what is none is refused, not made into one."""
    try:
        number = operator.index(action)
    except TypeError:
        raise InvalidAction(f"an action is a whole number, not {action!r}") from None
    if abs(number) >> 31:
        raise InvalidAction("there is no action of so high a number")
    return number


class Batch:
    """Games of one setup that advance together.

    `observation` is who looks: "seat" (the seat to act), "public" or "oracle". `dtype` is "int8" for the whole numbers
    of the layout or "float32" for the same from 0 to 1. With `opponents` ("random" or "greedy") the environment plays
    all seats but `seat`. With `auto_reset` a finished game begins anew in the same step, which reports its end; what
    was seen then stays in `final_observation`, as `final_seat` sees it: by itself the agent's seat where there are
    opponents, else the one that acted last. A seed of None is drawn at random.

    Batches can be copied, pickled and compared: they are equal if they were made alike and their games stand alike.
    """

    def __init__(
        self,
        setup: Setup,
        games: int,
        seed: int | str | None = 0,
        *,
        observation: str = "seat",
        dtype: str = "int8",
        opponents: str | None = None,
        seat: int = 0,
        auto_reset: bool = True,
        final_seat: int | None = None,
        threads: int = 1,
        check_bounds: bool = False,
    ) -> None:
        _check(setup, games, dtype, opponents, (seat, seat if final_seat is None else final_seat), threads)
        self._settings: dict[str, Any] = {
            "observation": observation,
            "dtype": dtype,
            "opponents": opponents,
            "seat": seat,
            "auto_reset": auto_reset,
            "final_seat": final_seat,
            "threads": threads,
            "check_bounds": check_bounds,
        }
        self.setup, self.layout = setup, layout_of(setup)
        self.engine = kernel.compiled(*_modules(setup, opponents), check_bounds=check_bounds)
        self.states: Any = kernel.to_array(Position.start(setup).state, setup.seats, games)
        self.streams = np.zeros((games, 1), dtype=np.int64)
        self._make_arrays(games, dtype)
        rivals = _Rivals(setup, opponents, seat, final_seat)
        shared, kind = Threads(threads), kind_number(observation)
        self._parts = [_Part(self, rivals, part, kind, auto_reset) for part in _pieces(games, shared.count)]
        self._find_illegal = self.engine.find_illegal.bind(self.taken, self.allowed, self._waits)
        self._sample = self.engine.sample_actions.bind(self.streams, self.allowed, self.drawn)
        self._step, self._begin, self._look = (
            Repeated(shared, [bind(part) for part in self._parts]) for bind in (_Part.step, _Part.begin, _Part.look)
        )
        self._observers: dict[str, Any] = {}
        self.reset(secrets.randbits(62) if seed is None else seed)

    def _make_arrays(self, games: int, dtype: str) -> None:
        layout = self.layout
        shape = (games, layout.size)
        written = self._written = _Written(
            rows=aligned(shape, np.int8),
            scaled=aligned(shape if dtype == "float32" else (0, layout.size), np.float32),
            mask=aligned((games, layout.actions), np.bool_),
            to_act=aligned((games,), np.int64),
            rewards=aligned((games, self.setup.seats), np.float32),
            terminated=aligned((games,), np.bool_),
            truncated=aligned((games,), np.bool_),
            finals=aligned(shape, np.int8),
        )
        arrays: Iterable[NDArray[Any]] = written
        self.rows, scaled, self.mask, self.to_act, *ends, self.finals = map(read_only, arrays)
        self.rewards, self.terminated, self.truncated = ends
        self.observation: NDArray[Any] = self.rows if dtype == "int8" else scaled
        # Some libraries know nothing of memory that is read-only and may write to it; this is in nobody's hands.
        self.allowed = np.zeros((games, 1 + layout.actions), dtype=np.int16)
        self.taken, self.drawn = np.zeros(games, dtype=np.int64), np.zeros(games, dtype=np.int64)
        self._waits = np.zeros(games, dtype=np.bool_)
        self._stepped = Stepped(self.observation, self.mask, self.to_act, self.rewards, self.terminated, self.truncated)

    def __len__(self) -> int:
        return len(self.states)

    @property
    def final_observation(self) -> NDArray[Any]:
        """What `final_seat` saw at the end of each game that ended in the last step; other rows mean nothing."""
        return self.finals if self.observation is self.rows else self.layout.scaled(self.finals)

    def snapshot(self) -> Snapshot:
        """Return how all games stand, and their luck, to go back to it later."""
        return Snapshot(*(np.array(getattr(self, name)) for name in Snapshot._fields))

    def restore(self, snapshot: Snapshot) -> Seen:
        """Let all games stand as they did when the snapshot was taken, here or in a batch of the same setup."""
        if snapshot.states.dtype != self.states.dtype or snapshot.states.shape != self.states.shape:
            raise InvalidSetup("a snapshot of another batch cannot be restored in this one")
        self.states[...], self.streams[...] = snapshot.states, snapshot.streams
        for name in ("rewards", "terminated", "truncated", "finals"):
            getattr(self._written, name)[...] = getattr(snapshot, name)
        self._look()
        return Seen(self.observation, self.mask, self.to_act)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (self.setup, len(self), self._settings, self.snapshot())

    def __deepcopy__(self, memo: Any) -> Batch:
        return _made_again(self.setup, len(self), self._settings, self.snapshot())

    def copy(self) -> Batch:
        """Return a batch that stands alike and goes its own way."""
        return self.__deepcopy__({})

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch):
            return NotImplemented
        alike = self.setup == other.setup and self._settings | {"threads": 1} == other._settings | {"threads": 1}
        return alike and len(self) == len(other) and self._stands_as(other)

    def _stands_as(self, other: Batch) -> bool:
        names = ("streams", "rewards", "terminated", "truncated")
        same = all(np.array_equal(getattr(self, name), getattr(other, name)) for name in names)
        return same and self.states.tobytes() == other.states.tobytes()

    def __hash__(self) -> int:
        return hash((Batch, self.setup, len(self)))  # what does not change

    def reset(self, seed: int | str | None = None) -> Seen:
        """Begin all games anew; with a seed, with the luck of that seed."""
        if seed is not None:
            if not isinstance(seed, (int, str)):
                raise InvalidSetup(f"a seed is a whole number or a text, not {seed!r}")
            self.streams[:, 0] = [seeded(seed, index) for index in range(len(self))]
        self._begin()
        self._look()
        if (self.to_act == OVER).any():
            raise InvalidSetup(NO_PART)
        written = self._written
        written.rewards[:] = 0
        written.terminated[:] = written.truncated[:] = False
        return Seen(self.observation, self.mask, self.to_act)

    def step(self, actions: ArrayLike, only: ArrayLike | None = None) -> Stepped:
        """Carry out one action in each game, all or none. Games that are over take any number and stay as they are.

        `only` says of each game whether it goes on; the others take any number too, and nothing ends in them.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != self.taken.shape:
            what = f"{given.dtype} of shape {given.shape}"
            raise InvalidAction(f"a step takes {len(self)} whole numbers, one action for each game, not {what}")
        self.taken[:] = given
        if only is None:
            self.advance()
            return self._stepped
        self._waits[:] = ~np.asarray(only, dtype=np.bool_)
        try:
            self.advance()
        finally:
            self._waits[:] = False
        return self._stepped

    def advance(self) -> None:
        """Do what `step` does with the actions that stand in `taken`: for those who count microseconds."""
        wrong = self._find_illegal()
        if wrong >= 0:
            self._refuse(wrong, int(self.taken[wrong]))
        self._step()

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game; they come from the games' own streams."""
        self._sample()
        return self.drawn

    def observe(self, seats: ArrayLike, observation: str = "seat") -> NDArray[np.int8]:
        """Return what these seats (one for all games, or one for each) see now, as whole numbers."""
        looking, call, out = self._lookers(observation)
        looking[:] = seats
        if not 0 <= looking.min() <= looking.max() < self.setup.seats:
            raise InvalidSetup(f"seats are numbered from 0 to {self.setup.seats - 1}")
        call()
        return out.copy()

    def _lookers(self, observation: str) -> tuple[NDArray[np.int64], Callable[[], None], NDArray[np.int8]]:
        """Return where seats are written, the call that observes for them, and where it writes, made once."""
        if observation not in self._observers:
            looking, out, kind = np.zeros(len(self), np.int64), np.zeros_like(self.rows), kind_number(observation)
            arrays = (
                self.states,
                self._parts[0].games.tables,
                looking,
                kind,
                self.layout.where,
                self.layout.view_for(kind),
                out,
            )
            self._observers[observation] = (looking, self.engine.observe_many.bind(*arrays), out)
        return self._observers[observation]  # type: ignore[no-any-return]

    def position(self, index: int) -> Position:
        """Return one of the games as a position, to show it or to play on (without its history)."""
        return Position(self.setup, kernel.from_array(self.states[index], self.setup.game.state_class))

    def place(self, index: int, position: Position) -> Seen:
        """Put a position of the same setup in the place of one of the games, which goes on to the next decision.

        Where chance or an opponent is to act, they act; a finished game begins anew with `auto_reset`.
        """
        if position.setup.fingerprint != self.setup.fingerprint:
            raise InvalidSetup("a position of another setup cannot be placed in this batch")
        if not 0 <= index < len(self):
            raise InvalidSetup(f"games are numbered from 0 to {len(self) - 1}")
        self.states[index] = kernel.to_array(position.state, self.setup.seats)[0]
        next(part for part in reversed(self._parts) if part.first <= index).resume(index)
        self._look()
        return Seen(self.observation, self.mask, self.to_act)

    def _refuse(self, index: int, action: int) -> None:
        position, number = self.position(index), action + self.layout.first_action
        where = f"game {index} of {len(self)} ({self.setup.game.name}, seat {position.to_act} to act)"
        if not 0 <= action < self.layout.actions:
            raise InvalidAction(f"{where}: there is no action {action}; actions go from 0 to {self.layout.actions - 1}")
        try:
            text = f" ({position.text(number)})"
        except (InvalidAction, IndexError):  # of a kind or a slot that there is not
            text = ""
        raise IllegalAction(f"{where}: action {action}{text} is not legal: {position.why_not(number)}")


class _Part:
    """Some of the games, as one piece of work, with everything the compiled loops want to know, put together once."""

    def __init__(self, batch: Batch, rivals: _Rivals, part: slice, kind: int, auto_reset: bool) -> None:
        setup, layout, written = batch.setup, batch.layout, batch._written  # noqa: SLF001 - a part of it
        size = setup.game.action_count + 1
        actions, weights = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
        tables: Any = kernel.to_array(setup.tables, setup.seats)
        fresh: Any = kernel.to_array(Position.start(setup).state, setup.seats)
        seen: Any = np.zeros(1, kernel.dtype_of(setup.game.state_class, setup.seats))
        self.first: int = part.start
        self.games = Games(batch.states[part], tables, fresh, batch.streams[part], batch._waits[part])  # noqa: SLF001
        self._engine, self._taken = batch.engine, batch.taken[part]
        self._room = Room(rivals.is_rival, rivals.net, np.zeros(rivals.room), seen, actions, weights)
        self._wanted = Wanted(layout.first_action, auto_reset, kind, layout.where, layout.scale, layout.view_for(kind))
        scaled = written.scaled[part] if len(written.scaled) else written.scaled
        allowed = batch.allowed[part]
        self._shown = Shown(written.to_act[part], written.rows[part], scaled, written.mask[part], allowed)
        ends = written.rewards[part], written.terminated[part], written.truncated[part], written.finals[part]
        self._ends = Ends(*ends, rivals.final_seat)

    def resume(self, index: int) -> None:
        """Go on with a game that was placed, by its number in the batch."""
        self._engine.resume(self.games, self._room, self._wanted, index - self.first)

    def begin(self) -> Bound:
        return self._engine.begin_games.bind(self.games, self._room)  # type: ignore[no-any-return]

    def look(self) -> Bound:
        return self._engine.look.bind(self.games, self._room, self._wanted, self._shown)  # type: ignore[no-any-return]

    def step(self) -> Bound:
        stepping = (self.games, self._room, self._taken, self._wanted, self._shown, self._ends)
        return self._engine.step_games.bind(*stepping)  # type: ignore[no-any-return]


class _Rivals:
    """Which seats the environment plays, and what it plays them with."""

    def __init__(self, setup: Setup, opponents: str | None, seat: int, final_seat: int | None) -> None:
        self.net, self.room = np.zeros((1, 1)), 1
        if opponents == "greedy":
            player = light(setup.game).player
            self.net, self.room = np.ascontiguousarray(player.network_of(setup), dtype=np.float64), player.ROOM
        is_rival = [int(opponents is not None and each != seat) for each in range(setup.seats)]
        self.is_rival = np.array(is_rival, dtype=np.int64)
        self.final_seat = final_seat if final_seat is not None else seat if any(is_rival) else -1


def _pieces(games: int, threads: int) -> list[slice]:
    """Divide games into pieces of work, so that handing them over takes little beside doing them."""
    pieces = min(games // SMALLEST_PIECE, PIECES_FOR_A_THREAD * threads) if threads > 1 else 1
    ends = np.linspace(0, games, max(1, pieces) + 1).astype(int)
    return [slice(first, last) for first, last in itertools.pairwise(ends)]


def _modules(setup: Setup, opponents: str | None) -> tuple[str, ...]:
    game, here = setup.game, "verso.rl.kernels"
    below = light(game).modules(game) if opponents == "greedy" else (game.rules,)
    rival = f"{here}.rival_light" if opponents == "greedy" else f"{here}.rival_random"
    return (*below, kernel_of(game), rival, f"{here}.many", f"{here}.batch")


def _check(setup: Setup, games: int, dtype: str, opponents: str | None, seats: Iterable[int], threads: int) -> None:
    if games < 1 or threads < 1:
        raise InvalidSetup(f"a batch needs at least one game and one thread, not {games} and {threads}")
    if dtype not in DTYPES:
        raise InvalidSetup(f"observations are {joined(DTYPES)}, not {dtype!r}")
    if opponents is not None and opponents not in RIVALS:
        raise InvalidSetup(f"a batch has no opponents {opponents!r}; it has {joined(RIVALS)}")
    for seat in seats:
        if not 0 <= seat < setup.seats:
            raise InvalidSetup(f"there is no seat {seat} in a game of {setup.seats}")


__all__ = ["Batch", "Layout", "Seen", "Snapshot", "Stepped", "make"]
