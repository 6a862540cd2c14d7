"""Gymnasium environments: one seat against bots, or alone. Needs `verso-games[rl]`.

    import gymnasium, verso.rl.gym
    env = gymnasium.make(min(verso.rl.gym.IDS), opponents="greedy")

Importing this module registers the ids: `verso/` and the title of a game, and once more with `Solo` where one can play
alone. An observation is a dictionary of the tensor and the mask of legal actions.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, SupportsIndex, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from verso.bots import Bot, Budget
from verso.bots.players import Player, make_player
from verso.core.game import ActionError, IllegalAction, InvalidAction, InvalidSetup, Setup, find_game, joined
from verso.core.spec import OVER
from verso.games import games
from verso.rl import picture
from verso.rl.batch import NO_PART, RIVALS, Batch, Snapshot, Stepped, whole_number

Seen = dict[str, NDArray[Any]]
Policy: TypeAlias = Callable[[Seen], Any]
"""Returns an action for what a seat sees, or in a vector one for each row: a network, what an agent was before."""
Opponent: TypeAlias = str | Bot | Policy
ON_ILLEGAL = ("lose", "raise")
DEALS = 1000
"""So many games in a row that opponents end before the agent is asked: then it has no part in any."""


def _ids() -> dict[str, Mapping[str, Any]]:
    """Return what is registered: for each game its smallest table with an opponent, and playing alone."""
    found: dict[str, Mapping[str, Any]] = {}
    for game in map(find_game, games()):
        name = "".join(letter for letter in game.title if letter.isalnum())
        found[f"verso/{name}-v0"] = {"game": game.name, "seats": max(2, game.seats[0])}
        if alone := next((each for each in game.ruleset.ruleset_names() if game.can_seat(1, each)), None):
            found[f"verso/{name}Solo-v0"] = {"game": game.name, "seats": 1, "ruleset": alone}
    return found


IDS: Mapping[str, Mapping[str, Any]] = _ids()


class VersoEnv(gymnasium.Env[Seen, np.int64]):
    """One seat of a game; bots play the others.

    `opponents` plays all other seats, or is one for each of them in turn: a player as `players.py` names it (`expert`,
    `search:iterations=50`, `import MODULE:NAME`), a bot, or a policy that is called with what its seat sees and returns
    an action; so an agent meets what it was some time ago. "random" and "greedy" are played compiled. `cards` are
    changes to the cards, as `Game.load_cards` reads them.

    An illegal action loses the game at once (reward -1, the reason in `info["illegal"]`), or with `on_illegal="raise"`
    raises IllegalAction. Nothing else is ever done in place of an action.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | None = None,
        seats: int | None = None,
        *,
        ruleset: str | None = None,
        options: Mapping[str, Any] | None = None,
        cards: Mapping[str, Any] | None = None,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int = 0,
        observation: str = "seat",
        on_illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        self.setup = find_game(game or games()[0]).setup_with(options or {}, seats, ruleset, cards)
        if on_illegal not in ON_ILLEGAL:
            raise InvalidSetup(f"on_illegal is {joined(ON_ILLEGAL)}, not {on_illegal!r}")
        picture.check_mode(render_mode, self.metadata["render_modes"])
        self.seat, self.render_mode = seat, render_mode
        self._loses = on_illegal == "lose"
        self._observation = observation
        self._opponents = _opponents(self.setup, opponents)
        self._inside = _played_inside(self._opponents)
        settings: dict[str, Any] = {"observation": observation, "dtype": "float32", "opponents": self._inside}
        self.batch = Batch(self.setup, 1, 0, seat=seat, auto_reset=False, **settings)
        # What is read at every step, as what takes least time to read.
        self._row, self._mask = self.batch.observation[0], self.batch.mask[0].view(np.int8)
        self._terminated, self._truncated = self.batch.terminated.data, self.batch.truncated.data
        self._players: dict[int, Player | Policy] = {}
        self._ended = True
        self.action_space = spaces.Discrete(self.batch.layout.actions)
        self.observation_space: spaces.Space[Any] = _space(self.batch)

    # --- copies

    def __reduce__(self) -> tuple[Any, ...]:
        made_with = _named(self.setup) | {
            "opponents": self._opponents,
            "seat": self.seat,
            "observation": self._observation,
            "on_illegal": "lose" if self._loses else "raise",
            "render_mode": self.render_mode,
        }
        inside = self.batch.snapshot(), self._players, self._ended, self._np_random, self._np_random_seed, self.spec
        return _made_again, (type(self), made_with, inside)

    def put_back(
        self, snapshot: Snapshot, players: dict[int, Player | Policy], ended: bool, random: Any, seed: Any, spec: Any
    ) -> None:
        """Stand as another did when it was copied."""
        self._players, self._ended, self.spec = players, ended, spec
        self._np_random, self._np_random_seed = random, seed
        self.batch.restore(snapshot)

    def __deepcopy__(self, memo: Any) -> VersoEnv:
        make, (kind, made_with, inside) = self.__reduce__()
        return make(kind, made_with, copy.deepcopy(inside, memo))  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        """Whether both were made alike and stand alike; what bots have in mind does not count."""
        if not isinstance(other, VersoEnv):
            return NotImplemented
        settings = ("seat", "render_mode", "_loses", "_observation", "_opponents", "_ended")
        return self.batch == other.batch and all(getattr(self, each) == getattr(other, each) for each in settings)

    def __hash__(self) -> int:
        return hash((VersoEnv, self.setup, self.seat))

    # --- the interface of Gymnasium

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        for _ in range(DEALS):
            self._deal(int(self.np_random.integers(2**62)))
            if self.batch.to_act[0] != OVER:
                self._ended = False
                seen = self._seen()
                return seen, {"action_mask": seen["action_mask"]}
        raise InvalidSetup(NO_PART)

    def _deal(self, luck: int) -> None:
        if not self._inside:
            _close(self._players.values())
            self._players = _players(self.setup, self.seat, self._opponents, luck)
        self.batch.reset(luck)
        self._let_bots_act()

    def step(self, action: SupportsIndex) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        if self._ended:
            raise IllegalAction("the game is over, or has not begun: call reset first")
        batch = self.batch
        batch.taken[0] = whole_number(action)
        try:
            batch.advance()
        except ActionError as error:
            return self._refuse(error)
        if self._players:
            self._let_bots_act()
        if self._terminated[0] or self._truncated[0]:
            return self._finish()
        seen = self._seen()
        return seen, 0.0, False, False, {"action_mask": seen["action_mask"]}

    def _finish(self) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        self._ended, batch = True, self.batch
        seen, outcome = self._seen(), batch.position(0).outcome()
        info: dict[str, Any] = {"action_mask": seen["action_mask"]}
        info |= {"reason": outcome.reason, "winners": outcome.winners} if outcome else {}
        ended, cut = bool(self._terminated[0]), bool(self._truncated[0])
        return seen, float(batch.rewards[0, self.seat]), ended, cut, info

    def _refuse(self, error: ActionError) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        if not self._loses:
            raise error
        self._ended = True
        seen = self._seen()
        return seen, -1.0, True, False, {"action_mask": seen["action_mask"], "illegal": str(error)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, for agents that ask the environment (MaskablePPO)."""
        return self.batch.mask[0].copy()  # type: ignore[no-any-return]

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        view = self.batch.position(0).view(self.seat)
        return view.show() if self.render_mode == "ansi" else picture.svg(view)

    # --- inside

    def _seen(self) -> Seen:
        """Return copies, which are the caller's to keep. After the end, it is what our seat sees of it."""
        row = self._row.copy()
        if self._ended and self.batch.to_act[0] != self.seat:
            row = self.batch.layout.scaled(self.batch.observe(self.seat, self._observation)[0])
        return {"observation": row, "action_mask": self._mask.copy()}

    def _let_bots_act(self) -> None:
        """Let the bots act that are not played inside, each from the view of its seat."""
        batch = self.batch
        while (to_act := int(batch.to_act[0])) not in (self.seat, OVER):
            player = self._players[to_act]
            if isinstance(player, Player):
                batch.taken[0] = _answer(player, batch, 0)
            else:
                batch.taken[0] = whole_number(
                    player({"observation": self._row.copy(), "action_mask": self._mask.copy()})
                )
            batch.advance()

    def close(self) -> None:
        _close(self._players.values())


def _made_again(kind: Any, made_with: Mapping[str, Any], inside: tuple[Any, ...]) -> Any:
    made = kind(**made_with)
    made.put_back(*inside)
    return made


def _named(setup: Setup) -> dict[str, Any]:
    """Return what an environment of this setup is made with."""
    return {
        "game": setup.game.name,
        "seats": setup.seats,
        "ruleset": setup.ruleset,
        "options": dict(setup.options),
        "cards": dict(setup.edits) or None,
    }


def _opponents(setup: Setup, named: Opponent | Sequence[Opponent]) -> list[Opponent]:
    """Return who plays the other seats, one for each; what cannot play is refused."""
    others = setup.seats - 1
    found: list[Any] = list(named) if isinstance(named, list | tuple) else [named] * others
    if len(found) != others:
        raise InvalidSetup(f"a game of {setup.seats} has {others} opponents, not {len(found)}")
    for each in found:
        _seated(each, setup, 0)
    return found


def _played_inside(opponents: Sequence[Opponent]) -> str | None:
    """Return the opponent that all are, if it is one that a batch plays itself."""
    same = opponents[0] if opponents and all(each == opponents[0] for each in opponents) else None
    return same if isinstance(same, str) and same in RIVALS else None


def _players(setup: Setup, own: int, opponents: Sequence[Opponent], luck: int | str) -> dict[int, Player | Policy]:
    """Return who plays the other seats of a game."""
    others = (seat for seat in range(setup.seats) if seat != own)
    return {seat: _seated(each, setup, f"{luck}/{seat}") for seat, each in zip(others, opponents, strict=True)}


def _close(players: Iterable[Player | Policy]) -> None:
    for player in players:
        if isinstance(player, Player):
            player.close()


def _answer(player: Player, batch: Batch, game: int) -> int:
    """Return the action of a player that is to act, as a batch numbers it."""
    view = batch.position(game).view(int(batch.to_act[game]))
    chosen = view.legal[0] if len(view.legal) == 1 else player.choose(view).action
    return chosen - batch.layout.first_action


def _answers(policy: Policy, seen: Seen) -> NDArray[np.int64]:
    """Return the actions of a policy for many games."""
    given, games = np.asarray(policy(seen)), len(seen["action_mask"])
    if given.dtype.kind not in "iu" or given.shape != (games,):
        what = f"{given.dtype} of shape {given.shape}"
        raise InvalidAction(f"a policy is asked for {games} games at once and returns an action for each, not {what}")
    return given.astype(np.int64)


def _seated(opponent: Opponent, setup: Setup, seed: int | str) -> Player | Policy:
    if isinstance(opponent, str):
        return make_player(opponent, setup.game, seed)
    if callable(getattr(opponent, "choose", None)):
        return Player(f"import {type(opponent).__name__}", opponent, Budget())  # type: ignore[arg-type]
    if not callable(opponent):
        raise InvalidSetup(f"an opponent is named, or is a bot or a policy that can be called, not {opponent!r}")
    return opponent


def _space(batch: Batch) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (batch.layout.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (batch.layout.actions,), np.int8),
        }
    )


class _Ends:
    """What a step of a vector tells of the games that ended in it: the first end of each, if there were more."""

    def __init__(self, batch: Batch, seat: int, after: Stepped) -> None:
        self._batch, self._seat = batch, seat
        self.returns, self.finals = np.zeros(after.rewards.shape), np.zeros_like(batch.observation)
        self.terminated, self.truncated = np.zeros((2, len(batch)), bool)
        self.add(after)

    @property
    def over(self) -> NDArray[np.bool_]:
        return self.terminated | self.truncated

    @property
    def rewards(self) -> NDArray[np.float64]:
        return self.returns[:, self._seat]

    def add(self, after: Stepped) -> None:
        new = (after.terminated | after.truncated) & ~self.over
        if new.any():
            self.returns[new] = after.rewards[new]
            self.finals[new] = self._batch.final_observation[new]
            self.terminated[new], self.truncated[new] = after.terminated[new], after.truncated[new]

    def infos(self) -> dict[str, Any]:
        """Return them as Gymnasium wants them where games begin anew in the step that ends them."""
        over = self.over
        if not over.any():
            return {}
        nothing = np.zeros(self._batch.mask.shape[1], np.int8)
        final_obs = np.array([None] * len(over), dtype=object)
        for index in np.flatnonzero(over):
            final_obs[index] = {"observation": self.finals[index], "action_mask": nothing}
        final_info = {"truncated": self.truncated.copy(), "returns": self.returns.copy()}  # rewards may be changed
        final_info |= {"_truncated": over, "_returns": over}
        return {"final_obs": final_obs, "_final_obs": over, "final_info": final_info, "_final_info": over}


class VersoVectorEnv(VectorEnv[Seen, NDArray[np.int64], NDArray[Any]]):
    """One seat of each of many games, which advance together, compiled: what `gymnasium.make_vec` makes.

    Opponents are those of VersoEnv. "random" and "greedy" are played inside. Others are asked: players game by game, a
    policy once for all games in which it is to act, with a row for each of them, and it returns an action for each.
    A game that ends begins anew in the same step; what was seen at its end is in `infos["final_obs"]`. What it was
    worth to each seat (`returns`), and if it was cut off (`truncated`), is in `infos["final_info"]`. An illegal action
    raises, and no game advances.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        game: str | None = None,
        seats: int | None = None,
        *,
        ruleset: str | None = None,
        options: Mapping[str, Any] | None = None,
        cards: Mapping[str, Any] | None = None,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int = 0,
        observation: str = "seat",
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        picture.check_mode(render_mode, self.metadata["render_modes"])
        self.setup = find_game(game or games()[0]).setup_with(options or {}, seats, ruleset, cards)
        self._opponents = _opponents(self.setup, opponents)
        inside = _played_inside(self._opponents)
        self._asks = bool(self._opponents) and inside is None
        settings: dict[str, Any] = {"observation": observation, "dtype": "float32", "threads": threads}
        self._settings = {"observation": observation, "threads": threads}
        self.batch = Batch(self.setup, num_envs, 0, opponents=inside, seat=seat, final_seat=seat, **settings)
        self.num_envs, self.seat, self.render_mode = num_envs, seat, render_mode
        self._luck, self._dealt = 0, [0] * num_envs
        self._players: list[dict[int, Player | Policy]] = [{} for _ in range(num_envs)]
        self.single_observation_space: spaces.Space[Any] = _space(self.batch)
        self.single_action_space = spaces.Discrete(self.batch.layout.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    # --- copies

    def __reduce__(self) -> tuple[Any, ...]:
        made_with = (
            _named(self.setup)
            | self._settings
            | {
                "num_envs": self.num_envs,
                "opponents": self._opponents,
                "seat": self.seat,
                "render_mode": self.render_mode,
            }
        )
        players = self._luck, self._dealt, self._players
        inside = self.batch.snapshot(), players, self._np_random, self._np_random_seed, self.spec
        return _made_again, (type(self), made_with, inside)

    def put_back(self, snapshot: Snapshot, players: tuple[Any, ...], random: Any, seed: Any, spec: Any) -> None:
        """Stand as another did when it was copied."""
        self._luck, self._dealt, self._players = players
        self._np_random, self._np_random_seed, self.spec = random, seed, spec
        self.batch.restore(snapshot)

    def __deepcopy__(self, memo: Any) -> VersoVectorEnv:
        make, (kind, made_with, inside) = self.__reduce__()
        return make(kind, made_with, copy.deepcopy(inside, memo))  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        """Whether both were made alike and stand alike; what bots have in mind does not count."""
        if not isinstance(other, VersoVectorEnv):
            return NotImplemented
        settings = ("seat", "render_mode", "_opponents")
        return self.batch == other.batch and all(getattr(self, each) == getattr(other, each) for each in settings)

    def __hash__(self) -> int:
        return hash((VersoVectorEnv, self.setup, self.seat, self.num_envs))

    # --- the interface of Gymnasium

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin all games anew. One seed decides them all; a list of seeds is refused."""
        if isinstance(seed, list):
            raise InvalidSetup("one seed decides all games of a batch: give a number")
        super().reset(seed=seed)
        self._luck = int(self.np_random.integers(2**62))
        self.batch.reset(self._luck)
        if self._asks:
            self._dealt = [0] * self.num_envs
            for index in range(self.num_envs):
                self._seat(index)
            self._let_others_act()
        seen = self._seen()
        return seen, self._infos(seen)

    def step(self, actions: Any) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        ends = _Ends(self.batch, self.seat, self.batch.step(actions))
        if self._asks:
            for index in map(int, np.flatnonzero(ends.over)):
                self._seat(index)
            self._let_others_act(ends)
        seen = self._seen()
        return seen, ends.rewards, ends.terminated, ends.truncated, self._infos(seen) | ends.infos()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal in each game."""
        return self.batch.mask.copy()

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        views = (self.batch.position(index).view(self.seat) for index in range(self.num_envs))
        return tuple(view.show() if self.render_mode == "ansi" else picture.svg(view) for view in views)

    def close_extras(self, **kwargs: Any) -> None:
        for players in self._players:
            _close(players.values())

    # --- inside

    def _seen(self) -> Seen:
        return {"observation": self.batch.observation.copy(), "action_mask": self.batch.mask.view(np.int8).copy()}

    def _infos(self, seen: Seen) -> dict[str, Any]:
        """Return what vectors of single environments tell as well."""
        return {"action_mask": seen["action_mask"], "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _seat(self, index: int) -> None:
        """Let the opponents of a game that begins sit down."""
        _close(self._players[index].values())
        luck = f"{self._luck}/{index}/{self._dealt[index]}"
        self._players[index] = _players(self.setup, self.seat, self._opponents, luck)
        self._dealt[index] += 1

    def _let_others_act(self, ends: _Ends | None = None) -> None:
        """Ask the opponents until the agent is to act in all games; a game in which it had no part is not told."""
        without_part = 0
        while (waiting := self.batch.to_act != self.seat).any():
            after = self.batch.step(self._chosen(waiting), only=waiting)
            over = after.terminated | after.truncated
            if ends is not None:
                ends.add(after)
            for index in map(int, np.flatnonzero(over)):
                self._seat(index)
            without_part += int(over.any())
            if without_part > DEALS:
                raise InvalidSetup(NO_PART)

    def _chosen(self, waiting: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return what the opponents do that are to act; a policy is asked once."""
        batch, chosen = self.batch, np.zeros(self.num_envs, np.int64)
        asked: dict[int, tuple[Policy, list[int]]] = {}
        for index in map(int, np.flatnonzero(waiting)):
            player = self._players[index][int(batch.to_act[index])]
            if isinstance(player, Player):
                chosen[index] = _answer(player, batch, index)
            else:
                asked.setdefault(id(player), (player, []))[1].append(index)
        for policy, rows in asked.values():
            seen = {"observation": batch.observation[rows], "action_mask": batch.mask[rows].view(np.int8)}
            chosen[rows] = _answers(policy, seen)
        return chosen


def register() -> None:
    """Register the ids; done on import, and harmless to do again."""
    for name, settings in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="verso.rl.gym:VersoEnv",
                vector_entry_point="verso.rl.gym:VersoVectorEnv",
                kwargs=dict(settings),
            )


register()
