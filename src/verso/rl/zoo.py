"""PettingZoo: all seats of a game as agents `player_0`, `player_1`, ... that act in turn (AEC).

Needs `verso-games[rl]`.

from verso.rl import zoo
env = zoo.env(game, seats=4)
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from verso.core.game import find_game
from verso.core.spec import OVER
from verso.games import games
from verso.rl import picture
from verso.rl.batch import Batch, whole_number

Settings = Any


def env(*arguments: Any, **settings: Settings) -> Any:
    """Return the environment in the usual wrappers: an illegal action ends the game with -1 for who tried it."""
    made: Any = raw_env(*arguments, **settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return _Wrapped(made)


class _Wrapped(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """Wrappers of PettingZoo know no equality: these are equal if what is inside is."""

    def __eq__(self, other: object) -> bool:
        return self.unwrapped == other.unwrapped if isinstance(other, _Wrapped) else NotImplemented

    def __hash__(self) -> int:
        return hash((_Wrapped, self.unwrapped))

    def __str__(self) -> str:
        return str(self.env)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - the name that PettingZoo's environments have
    """The environment itself: an illegal action raises IllegalAction and changes nothing."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "render_modes": ["human", "ansi", "svg"],
        "name": "verso_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | None = None,
        seats: int | None = None,
        *,
        ruleset: str | None = None,
        options: Mapping[str, Any] | None = None,
        cards: Mapping[str, Any] | None = None,
        observation: str = "seat",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        picture.check_mode(render_mode, self.metadata["render_modes"])
        self.setup = find_game(game or games()[0]).setup_with(options or {}, seats, ruleset, cards)
        self.metadata = {**type(self).metadata, "name": f"verso_{self.setup.game.name.replace('-', '_')}_v0"}
        self.render_mode, self._observation = render_mode, observation
        self.batch = Batch(self.setup, 1, 0, observation=observation, auto_reset=False)
        self._rng = np.random.default_rng()
        self.possible_agents = [f"player_{seat}" for seat in range(self.setup.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, actions = self.batch.layout.size, self.batch.layout.actions
        seen: dict[str, Any] = {
            "observation": spaces.Box(0, 1, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, 1, (size,), np.float32)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def __eq__(self, other: object) -> bool:
        """Whether both were made alike and stand alike."""
        if not isinstance(other, raw_env):
            return NotImplemented
        settings = ("render_mode", "_observation", "agents", "agent_selection", "_cumulative_rewards", "infos")
        ours, theirs = ([getattr(each, name, None) for name in settings] for each in (self, other))
        return self.batch == other.batch and ours == theirs

    def __hash__(self) -> int:
        return hash((raw_env, self.setup))

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.batch.reset(int(self._rng.integers(2**62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[int(self.batch.to_act[0])]

    def observe(self, agent: str) -> dict[str, Any]:
        seat, batch = self._seats[agent], self.batch
        if batch.to_act[0] == seat:
            row, mask = batch.rows[0], batch.mask[0].astype(np.int8)
        else:
            row, mask = batch.observe(seat, self._observation)[0], np.zeros(batch.mask.shape[1], np.int8)
        return {"observation": row * batch.layout.scale, "action_mask": mask}

    def state(self) -> Any:
        """Return everything on the table, also what no agent may know: for critics that learn with it."""
        return self.batch.layout.scaled(self.batch.observe(0, "oracle")[0])

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self.batch
        batch.taken[0] = whole_number(action)
        batch.advance()
        self._cumulative_rewards[agent] = 0.0
        if batch.to_act[0] == OVER:
            for seat, each in enumerate(self.possible_agents):
                self.rewards[each] = float(batch.rewards[0, seat])
                self.terminations[each] = bool(batch.terminated[0])
                self.truncations[each] = bool(batch.truncated[0])
            outcome = batch.position(0).outcome()
            assert outcome is not None
            for each in self.agents:
                self.infos[each] = {"reason": outcome.reason, "winners": outcome.winners}
            self._accumulate_rewards()
            self.agent_selection = self.agents[(self._seats[agent] + 1) % len(self.agents)]
        else:
            self.agent_selection = self.possible_agents[int(batch.to_act[0])]

    def render(self) -> str | None:
        """Show what a spectator sees: there is no agent whose cards it would be right to show to all."""
        view = self.batch.position(0).view(None)
        if self.render_mode == "svg":
            return picture.svg(view)
        if self.render_mode == "human":
            sys.stdout.write(f"{view.show()}\n")
            return None
        return view.show()

    def close(self) -> None:
        """There is nothing to close."""
