"""OpenSpiel: every game registered as a Python game with explicit chance nodes. Needs `verso-games[openspiel]`.

    import pyspiel, verso.rl.spiel
    game = pyspiel.load_game(f"{min(verso.rl.spiel.NAMES)}(players=3)")

A game is called `python_verso_` and the name of its folder. Parameters: `players`, `ruleset`, `options`
("name:2;other_name:true"), and `position`, a document to start from, which `start_from` writes. Actions of players are
numbered as in the other environments, outcomes of chance from 0.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import marshal
import threading
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np
import pyspiel

from verso.core import kernel
from verso.core.game import InvalidSetup, Position, Setup, View, find_game
from verso.core.rng import Rng
from verso.core.spec import CHANCE, OVER, blank, values_of
from verso.games import games
from verso.rl.layout import Layout, layout_of

NAMES = {f"python_verso_{find_game(name).package.rpartition('.')[2]}": name for name in games()}
"""The games, by the names that OpenSpiel knows them by."""
PARAMETERS = {"players": 2, "ruleset": "", "options": "", "position": ""}
KEY_SIZE = 12
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


@functools.lru_cache(maxsize=64)
def _start(game: str, players: int, ruleset: str, options: str, position: str) -> Position:
    """Return the position a game with these parameters starts from."""
    if position:
        padded = position + "=" * (-len(position) % 4)
        return Position.from_json(base64.urlsafe_b64decode(padded).decode())
    return Position.start(find_game(game).setup_with(_read_options(options), players, ruleset or None))


def _read_options(text: str) -> dict[str, Any]:
    """Read `name:2;other_name:true`."""
    found: dict[str, Any] = {}
    for part in filter(None, text.split(";")):
        key, colon, value = part.partition(":")
        if not colon:
            raise InvalidSetup(f"options are given as key:value;key:value, not {text!r}")
        try:
            found[key] = json.loads(value)
        except ValueError:
            found[key] = value
    return found


def start_from(position: Position) -> Any:
    """Return the OpenSpiel game that starts from a position: an endgame to solve, a deal to play again."""
    document = json.dumps(position.to_json(), separators=(",", ":"))
    encoded = base64.urlsafe_b64encode(document.encode()).decode().rstrip("=")
    name = next(name for name, game in NAMES.items() if game == position.game.name)
    return pyspiel.load_game(name, {"players": position.seats, "position": encoded})


class VersoGame(pyspiel.Game):  # type: ignore[misc]
    """A setup of one of the games."""

    def __init__(self, name: str, params: Mapping[str, Any] | None = None) -> None:
        given = dict(PARAMETERS) | dict(params or {})
        origin = (NAMES[name], *(given[key] for key in PARAMETERS))
        start = _start(*origin)
        self.setup: Setup = start.setup
        self.layout: Layout = layout_of(self.setup)
        if self.setup.seats != given["players"] or self.setup.game.name != NAMES[name]:
            raise InvalidSetup(f"the position is not one of {NAMES[name]} for {given['players']} players")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.layout.actions,
            max_chance_outcomes=len(self.layout.outcomes),
            num_players=self.setup.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if self.setup.seats == 1 else 0.0,
            max_game_length=self.setup.game.max_plies,
        )
        super().__init__(game_type(name, self.setup.seats), info, dict(params or {}))
        self._fresh = _Play(self.setup, start.state, origin)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)  # by what names it: OpenSpiel's own way looks for its class, which is made here

    def new_initial_state(self, document: Any = None) -> VersoState:
        """Return the start, or the state that a position document of the same setup describes."""
        state = VersoState(self)
        if document is None:
            state.play = self._fresh.copy()
            return state
        position = Position.from_json(document)
        if position.setup.fingerprint != self.setup.fingerprint:
            raise InvalidSetup("the position belongs to another setup than the game")
        state.play = _Play(self.setup, position.state, self._fresh.origin)
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> VersoObserver:
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        return VersoObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def game_type(name: str, seats: int = 2) -> Any:
    game = find_game(NAMES[name])
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=name,
        long_name=f"{game.title} (Verso)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        # Also where a game hides nothing: algorithms for games that do (ISMCTS) would refuse to look at it.
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if seats == 1 else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=PARAMETERS,
    )


class _Room:
    """The compiled rules of a setup, bound to one state: every state of the setup is brought here to be asked.

    States come and go as bytes, which may be shared, since nobody can change them. One that is here already, because
    it was made here, need not be brought.
    """

    def __init__(self, setup: Setup) -> None:
        layout, size = layout_of(setup), setup.game.action_count + 1
        engine = kernel.compiled(setup.game.rules, "verso.rl.kernels.single")
        states: Any = np.zeros(1, kernel.dtype_of(setup.game.state_class, setup.seats))
        tables: Any = kernel.to_array(setup.tables, setup.seats)
        action, weights = np.zeros(1, np.int64), np.zeros(size, np.int64)
        self.first, self.first_outcome = layout.first_action, layout.outcomes.start
        self._actions, self._odds = np.zeros(size, np.int64), np.zeros(size)
        self._act = engine.act.bind(states, tables, action)
        self._list_legal = engine.list_legal.bind(states, tables, self.first, self._actions)
        outcomes = (self._actions, weights, self._odds)
        self._list_chance = engine.list_chance.bind(states, tables, self.first_outcome, *outcomes)
        self._state, self._action = states.view(np.uint8).data, action.data
        self._here = b""
        self._lock = threading.Lock()  # while compiled code runs, other threads do

    def _bring(self, state: bytes) -> None:
        if self._here is not state:
            self._state[:] = state
            self._here = state

    def act(self, state: bytes, action: int) -> tuple[bytes, int]:
        """Return the state after an action, and who is to act in it."""
        with self._lock:
            self._bring(state)
            self._action[0] = action
            to_act: int = self._act()
            self._here = self._state.tobytes()
            return self._here, to_act

    def legal(self, state: bytes) -> list[int]:
        with self._lock:
            self._bring(state)
            found: list[int] = self._actions[: self._list_legal()].tolist()
            return found

    def chance(self, state: bytes) -> list[tuple[int, float]]:
        with self._lock:
            self._bring(state)
            count = self._list_chance()
            return list(zip(self._actions[:count].tolist(), self._odds[:count].tolist(), strict=True))


def prepare(setup: Setup) -> None:
    """Compile what states of a setup are asked with, so that no game waits for it."""
    _room_of(setup)


@functools.lru_cache(maxsize=64)
def _room_of(setup: Setup) -> _Room:
    return _Room(setup)


class _Play:
    """The Python side of a state: what is copied by `clone` and kept by `serialize`.

    What a seat has seen so far is summed up in a key, calculated only when somebody asks for it, from the actions
    since it was calculated last.
    """

    __slots__ = ("_state", "legal", "marks", "memory", "origin", "room", "setup", "to_act", "trail")
    memory: bytes  # the state as the compiled rules want it
    to_act: int
    _state: Any

    def __init__(self, setup: Setup, state: Any, origin: tuple[Any, ...]) -> None:
        self.setup = setup
        self.room = _room_of(setup)
        self.state = state
        self.origin = origin
        self.legal: list[int] | None = None
        self.trail: list[int] = []
        self.marks: list[tuple[int, Any, bytes]] = [
            (0, state, _key(b"", [_bytes(setup, state, seat)])) for seat in range(setup.seats)
        ]

    @property
    def state(self) -> Any:
        """The state as the interpreted rules, views and texts want it. Nobody may change it."""
        if self._state is None:
            game, seats = self.setup.game, self.setup.seats
            array: Any = np.frombuffer(self.memory, kernel.dtype_of(game.state_class, seats))
            self._state = kernel.from_array(array[0], game.state_class)
        return self._state

    @state.setter
    def state(self, state: Any) -> None:
        self._state = state
        self.memory = kernel.state_bytes(state, self.setup.seats)
        self.to_act = state.to_act

    def copy(self) -> _Play:
        made: _Play = object.__new__(_Play)
        made.setup, made.room, made.origin = self.setup, self.room, self.origin
        made._state, made.memory, made.to_act = self._state, self.memory, self.to_act
        made.legal = self.legal
        made.trail = self.trail[:]
        made.marks = self.marks[:]
        return made

    def __deepcopy__(self, memo: Any) -> _Play:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        marks = [(done, values_of(state), key) for done, state, key in self.marks]
        return _restored, (self.origin, values_of(self.state), self.trail, marks)

    def apply(self, action: int) -> None:
        self.memory, self.to_act = self.room.act(self.memory, action)
        self._state = self.legal = None
        self.trail.append(action)

    def key(self, seat: int) -> bytes:
        """Return a key of everything the seat has seen and done: equal exactly for equal information."""
        done, state, key = self.marks[seat]
        if done < len(self.trail):
            setup, state = self.setup, state.copy()
            for action in self.trail[done:]:
                key = _key_after(setup, state, seat, action, key)
            self.marks[seat] = (len(self.trail), state, key)
        return key


def _key_after(setup: Setup, state: Any, seat: int, action: int, key: bytes) -> bytes:
    """Apply an action to the state, and return the key with what the seat gets to know of it."""
    if not setup.game.hides:
        setup.rules.apply(state, setup.tables, action)
        return _key(key, [action])
    actor = state.to_act
    before = _view(setup, state, seat) if actor != CHANCE else None
    setup.rules.apply(state, setup.tables, action)
    if before is not None:
        told = setup.game.words.tell(before, action, _view(setup, state, seat), "en")
        key = _key(key, [list(map(str, told)), action if actor == seat else None])
    # What chance shows stays in sight until somebody acts: it is enough to look then.
    return key if state.to_act == CHANCE else _key(key, [_bytes(setup, state, seat)])


def _restored(
    origin: tuple[Any, ...], values: Mapping[str, Any], trail: list[int], marks: list[tuple[int, Any, bytes]]
) -> _Play:
    setup = _start(*origin).setup
    made: _Play = object.__new__(_Play)
    made.setup, made.room, made.origin, made.trail, made.legal = setup, _room_of(setup), origin, trail, None
    made.state = _state_of(setup, values)
    made.marks = [(done, _state_of(setup, each), key) for done, each, key in marks]
    return made


def _state_of(setup: Setup, values: Mapping[str, Any]) -> Any:
    state: Any = blank(setup.game.state_class, setup.seats)
    for name, value in values.items():
        setattr(state, name, value)
    return state


def _view(setup: Setup, state: Any, seat: int | None) -> View:
    return Position(setup, state).view(seat)


def _values(state: Any) -> list[Any]:
    return [getattr(state, name) for name in type(state).__slots__]


def _bytes(setup: Setup, state: Any, seat: int) -> bytes:
    return marshal.dumps(_values(_view(setup, state, seat).state), 2)


def _key(before: bytes, seen: list[Any]) -> bytes:
    return hashlib.blake2b(before + marshal.dumps(seen, 2), digest_size=KEY_SIZE).digest()


class VersoState(pyspiel.State):  # type: ignore[misc]
    """A game under way. All there is on the Python side is `play`; OpenSpiel copies and serializes it."""

    play: _Play

    @property
    def position(self) -> Position:
        """A copy as a position of Verso."""
        return Position(self.play.setup, self.play.state.copy())

    def current_player(self) -> int:
        to_act = self.play.to_act
        return TERMINAL if to_act == OVER else to_act

    def is_terminal(self) -> bool:
        return self.play.to_act == OVER

    def _legal_actions(self, player: int) -> list[int]:
        play = self.play
        if play.legal is None:
            play.legal = play.room.legal(play.memory)
        return play.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.play.room.chance(self.play.memory)

    def _apply_action(self, action: int) -> None:
        play = self.play
        play.apply(action + (play.room.first_outcome if play.to_act == CHANCE else play.room.first))

    def _action_to_string(self, player: int, action: int) -> str:
        setup, room = self.play.setup, self.play.room
        first = room.first_outcome if player == CHANCE else room.first
        return setup.game.notation.action_text(setup, self.play.state, action + first)

    def returns(self) -> list[float]:
        out = [0.0] * self.play.setup.seats
        if self.is_terminal():
            self.play.setup.rules.returns(self.play.state, self.play.setup.tables, out)
        return out

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> VersoState:
        """Return a state that this player cannot tell from this one, drawn with the right odds.

        It has no history: the true one would tell the hidden cards.
        """
        play = self.play
        rng = Rng("".join(str(int(sampler() * 2**30)) for _ in range(2)))
        full = _view(play.setup, play.state, player).sample(rng).state
        other: VersoState = self.get_game().new_initial_state()
        other.play = _Play(play.setup, full, play.origin)
        other.play.marks[player] = (0, full.copy(), play.key(player))
        return other

    def __str__(self) -> str:
        return json.dumps(Position(self.play.setup, self.play.state).to_json(), separators=(",", ":"))


class VersoObserver:
    """What a player, or the public, sees: the tensor of the layout from 0 to 1, and a text."""

    def __init__(self, game: VersoGame, wanted: Any) -> None:
        private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._layout, self._recall = game.layout, wanted.perfect_recall and private
        self._public, self._private = wanted.public_info, private
        self.tensor = np.zeros(game.layout.size, np.float32)
        self.dict = {field.name: game.layout.part(self.tensor, field.name) for field in game.layout.fields}

    def set_from(self, state: VersoState, player: int) -> None:
        kind = "seat" if self._private else "public"
        seen = Position(state.play.setup, state.play.state)
        seat = max(0, player)  # OpenSpiel asks for the shape without saying for whom
        self.tensor[:] = self._layout.scaled(self._layout.observe(seen, seat, kind))
        if not self._public:
            known = _private_fields(seen, seat)
            for field in self._layout.fields:
                if field.name not in known:
                    self.dict[field.name][...] = 0

    def string_from(self, state: VersoState, player: int) -> str:
        if self._recall:
            return f"player {player} knows {state.play.key(player).hex()}"
        document = _view(state.play.setup, state.play.state, player if self._private else None).to_json()
        if not self._public:
            public = _view(state.play.setup, state.play.state, None).to_json()
            document = _beyond(document, public | {"seat": player}) | {"legal": document["legal"]}
        return json.dumps(document, separators=(",", ":"))


def _private_fields(position: Position, seat: int) -> Collection[str]:
    """Return the fields of which others see nothing: as the game says, or in which the seat sees more than everybody.

    The latter are fields of the state, which is what observations are made of where a game brings none.
    """
    game = position.game
    if game.has("observe"):
        return getattr(game.part("observe"), "PRIVATE", ())
    own, public = (values_of(position.view(looking).state) for looking in (seat, None))
    return [name for name, value in own.items() if value != public[name]]


def _beyond(document: Any, public: Any) -> Any:
    """Return what a document says beyond another one; null stands where a list agrees with the other."""
    if isinstance(document, dict) and isinstance(public, dict):
        return {key: _beyond(value, public.get(key)) for key, value in document.items() if value != public.get(key)}
    if isinstance(document, list) and isinstance(public, list) and len(document) == len(public):
        both = zip(document, public, strict=True)
        return [None if value == other else _beyond(value, other) for value, other in both]
    return document


def _loaded(text: str) -> Any:
    """Return the game that a text names. To find this function imports the module, which registers the games."""
    return pyspiel.load_game(text)


def _class_for(name: str) -> type[VersoGame]:
    """Return the class of a game: OpenSpiel wants one for each that it registers."""

    def begin(self: VersoGame, params: Mapping[str, Any] | None = None) -> None:
        VersoGame.__init__(self, name, params)

    return type(find_game(NAMES[name]).title.replace(" ", ""), (VersoGame,), {"__init__": begin})


def _register() -> None:
    known = set(pyspiel.registered_names())
    for name in NAMES:
        if name not in known:
            pyspiel.register_game(game_type(name), _class_for(name))


_register()
