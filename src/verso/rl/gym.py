"""Gymnasium environments: one seat against bots, or Flip City alone. Needs `verso[rl]`.

    import gymnasium, verso.rl.gym
    env = gymnasium.make("verso/FlipCity-v0", opponents="greedy")

Importing this module registers the ids. An observation is a dictionary of the tensor and the mask of legal actions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from verso import bots
from verso.bots import Bot, Budget
from verso.core.game import ActionError, IllegalAction, InvalidSetup, find_game, joined
from verso.core.spec import OVER
from verso.rl import picture
from verso.rl.batch import RIVALS, Batch, whole_number

Seen = dict[str, NDArray[Any]]
IDS: Mapping[str, Mapping[str, Any]] = {
    "verso/FlipCity-v0": {"game": "flip-city", "seats": 2},
    "verso/FlipCitySolo-v0": {"game": "flip-city", "seats": 1, "ruleset": "solo"},
    "verso/Phase10Flip-v0": {"game": "phase-10-flip", "seats": 2},
}
ON_ILLEGAL = ("lose", "raise")


class VersoEnv(gymnasium.Env[Seen, np.int64]):
    """One seat of a game; bots play the others.

    `opponents` is the name of a bot, or one for each other seat in turn; "random" and "greedy" are played compiled.
    An illegal action loses the game at once (reward -1, the reason in `info["illegal"]`), or with `on_illegal="raise"`
    raises IllegalAction. Nothing else is ever done in place of an action.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str = "flip-city",
        seats: int | None = None,
        *,
        ruleset: str | None = None,
        options: Mapping[str, Any] | None = None,
        opponents: str | Sequence[str] = "random",
        seat: int = 0,
        observation: str = "seat",
        on_illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        self.setup = find_game(game).setup_with(options or {}, seats, ruleset)
        if on_illegal not in ON_ILLEGAL:
            raise InvalidSetup(f"on_illegal is {joined(ON_ILLEGAL)}, not {on_illegal!r}")
        picture.check_mode(render_mode, self.metadata["render_modes"])
        self.seat, self.render_mode = seat, render_mode
        self._loses = on_illegal == "lose"
        self._observation = observation
        self._names = self._opponents(opponents)
        inside = self._names[0] if self._names and set(self._names) <= set(RIVALS) else None
        self._inside = inside if len(set(self._names)) == 1 else None
        settings: dict[str, Any] = {"observation": observation, "dtype": "float32", "opponents": self._inside}
        self.batch = Batch(self.setup, 1, 0, seat=seat, auto_reset=False, **settings)
        # What is read at every step, as what takes least time to read.
        self._row, self._mask = self.batch.observation[0], self.batch.mask[0].view(np.int8)
        self._terminated, self._truncated = self.batch.terminated.data, self.batch.truncated.data
        self._bots: dict[int, Bot] = {}
        self._ended = True
        size, actions = self.batch.layout.size, self.batch.layout.actions
        self.action_space = spaces.Discrete(actions)
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def _opponents(self, named: str | Sequence[str]) -> list[str]:
        others = self.setup.seats - 1
        names = [named] * others if isinstance(named, str) else list(named)
        if len(names) != others:
            raise InvalidSetup(f"a game of {self.setup.seats} has {others} opponents, not {len(names)}")
        for name in names:
            bots.make(name, self.setup.game)
        return names

    # --- the interface of Gymnasium

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        luck = int(self.np_random.integers(2**62))
        if not self._inside:
            others = [seat for seat in range(self.setup.seats) if seat != self.seat]
            self._bots = {
                seat: bots.make(name, self.setup.game, f"{luck}/{seat}")
                for seat, name in zip(others, self._names, strict=True)
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
        if self._bots:
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
            view = batch.position(0).view(to_act)
            chosen = view.legal[0] if len(view.legal) == 1 else self._bots[to_act].choose(view, Budget()).action
            batch.taken[0] = chosen - batch.layout.first_action
            batch.advance()


def register() -> None:
    """Register the ids; done on import, and harmless to do again."""
    for name, settings in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point="verso.rl.gym:VersoEnv", kwargs=dict(settings))


register()
