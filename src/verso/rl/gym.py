"""Gymnasium environments: one seat against bots, or alone. Needs `verso-games[rl]`.

    import gymnasium, verso.rl.gym
    env = gymnasium.make(min(verso.rl.gym.IDS), opponents="greedy")

Importing this module registers the ids: `verso/` and the title of a game, and once more with `Solo` where one can play
alone. An observation is a dictionary of the tensor and the mask of legal actions.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, SupportsIndex, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from verso.bots import Bot, Budget
from verso.bots.players import Player, make_player
from verso.core.game import ActionError, IllegalAction, InvalidSetup, Setup, find_game, joined
from verso.core.spec import OVER
from verso.games import games
from verso.rl import picture
from verso.rl.batch import RIVALS, Batch, Snapshot, whole_number

Seen = dict[str, NDArray[Any]]
Policy: TypeAlias = Callable[[Seen], SupportsIndex]
"""Returns an action for what a seat sees: a network, or what an agent was some time ago."""
Opponent: TypeAlias = str | Bot | Policy
ON_ILLEGAL = ("lose", "raise")


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
        alike = all(each == self._opponents[0] for each in self._opponents)
        same = self._opponents[0] if self._opponents and alike else ""
        self._inside = same if isinstance(same, str) and same in RIVALS else None
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
        made_with = {
            "game": self.setup.game.name,
            "seats": self.setup.seats,
            "ruleset": self.setup.ruleset,
            "options": dict(self.setup.options),
            "cards": dict(self.setup.edits) or None,
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
        luck = int(self.np_random.integers(2**62))
        if not self._inside:
            others = [seat for seat in range(self.setup.seats) if seat != self.seat]
            self._close_players()
            self._players = {
                seat: _seated(each, self.setup, f"{luck}/{seat}")
                for seat, each in zip(others, self._opponents, strict=True)
            }
        self.batch.reset(luck)
        self._let_bots_act()
        self._ended = False
        seen = self._seen()
        return seen, {"action_mask": seen["action_mask"]}

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
                view = batch.position(0).view(to_act)
                chosen = view.legal[0] if len(view.legal) == 1 else player.choose(view).action
                batch.taken[0] = chosen - batch.layout.first_action
            else:
                batch.taken[0] = whole_number(
                    player({"observation": self._row.copy(), "action_mask": self._mask.copy()})
                )
            batch.advance()

    def close(self) -> None:
        self._close_players()

    def _close_players(self) -> None:
        for player in self._players.values():
            if isinstance(player, Player):
                player.close()


def _made_again(kind: type[VersoEnv], made_with: Mapping[str, Any], inside: tuple[Any, ...]) -> VersoEnv:
    made = kind(**made_with)
    made.put_back(*inside)
    return made


def _opponents(setup: Setup, named: Opponent | Sequence[Opponent]) -> list[Opponent]:
    """Return who plays the other seats, one for each; what cannot play is refused."""
    others = setup.seats - 1
    found: list[Any] = list(named) if isinstance(named, list | tuple) else [named] * others
    if len(found) != others:
        raise InvalidSetup(f"a game of {setup.seats} has {others} opponents, not {len(found)}")
    for each in found:
        _seated(each, setup, 0)
    return found


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


class VersoVectorEnv(VectorEnv[Seen, NDArray[np.int64], NDArray[Any]]):
    """One seat of each of many games, which advance together, compiled: what `gymnasium.make_vec` makes.

    Opponents are "random" or "greedy". A game that ends begins anew in the same step; what was seen at its end is in
    `infos["final_obs"]`, how it ended in `infos["final_info"]`. An illegal action raises, and no game advances.
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
        opponents: str = "random",
        seat: int = 0,
        observation: str = "seat",
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        picture.check_mode(render_mode, self.metadata["render_modes"])
        setup = find_game(game or games()[0]).setup_with(options or {}, seats, ruleset, cards)
        rivals = opponents if setup.seats > 1 else None
        settings: dict[str, Any] = {
            "observation": observation,
            "dtype": "float32",
            "opponents": rivals,
            "threads": threads,
        }
        self.batch = Batch(setup, num_envs, 0, seat=seat, **settings)
        self.num_envs, self.seat, self.render_mode = num_envs, seat, render_mode
        self.single_observation_space: spaces.Space[Any] = _space(self.batch)
        self.single_action_space = spaces.Discrete(self.batch.layout.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin all games anew. One seed decides them all; a list of seeds is refused."""
        if isinstance(seed, list):
            raise InvalidSetup("one seed decides all games of a batch: give a number")
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**62)))
        return self._seen(), {}

    def step(self, actions: Any) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        after = self.batch.step(actions)
        over = after.terminated | after.truncated
        infos: dict[str, Any] = {}
        if over.any():
            final, cut = self.batch.final_observation, after.truncated
            nothing = np.zeros(self.batch.mask.shape[1], np.int8)
            infos["final_obs"] = np.array([None] * len(over), dtype=object)
            for index in np.flatnonzero(over):
                infos["final_obs"][index] = {"observation": final[index].copy(), "action_mask": nothing}
            infos["final_info"] = {"truncated": cut.copy(), "_truncated": over.copy()}
            infos["_final_obs"] = infos["_final_info"] = over.copy()
        rewards = after.rewards[:, self.seat].astype(np.float64)
        return self._seen(), rewards, after.terminated.copy(), after.truncated.copy(), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal in each game."""
        return self.batch.mask.copy()

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        views = (self.batch.position(index).view(self.seat) for index in range(self.num_envs))
        return tuple(view.show() if self.render_mode == "ansi" else picture.svg(view) for view in views)

    def _seen(self) -> Seen:
        return {"observation": self.batch.observation.copy(), "action_mask": self.batch.mask.view(np.int8).copy()}


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
