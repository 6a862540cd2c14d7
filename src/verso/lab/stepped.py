"""Games of players that no compiled loop has, move by move, counted as `verso.bots.many` counts its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from verso.bots import many
from verso.bots.bot import Budget
from verso.bots.levels import Thinker
from verso.bots.light import light
from verso.bots.players import Player, make_player
from verso.core import kernel
from verso.core.game import Action, Outcome, View
from verso.core.record import Record
from verso.core.rng import Rng
from verso.core.spec import OVER
from verso.lab.luck import measured, pays
from verso.play.simulate import choose


def play_stepped(table: many.Table, player: str, deals: Sequence[many.Deal]) -> many.Played:
    """Play a game of each deal with one sort of player at all seats, whoever the table names.

    Luck begins anew at each turn, as at a table with `by_turn`.
    """
    games = [_Game(table, player, deal) for deal in deals]
    for game in games:
        game.play()
    setup, seats = table.setup, table.setup.seats
    outcomes = [game.outcome for game in games]
    names = dict.fromkeys(name for outcome in outcomes for name in outcome.details)
    return many.Played(
        setup=setup,
        wins=np.array([[seat in outcome.winners for seat in range(seats)] for outcome in outcomes], dtype=np.bool_),
        scores=np.array([outcome.scores for outcome in outcomes], dtype=np.int64),
        reasons=[outcome.reason for outcome in outcomes],
        truncated=np.array([outcome.truncated for outcome in outcomes], dtype=np.bool_),
        plies=np.array([game.position.ply for game in games], dtype=np.int64),
        first=np.array([game.first for game in games], dtype=np.int64),
        details={
            name: np.array([outcome.details.get(name, 0) for outcome in outcomes], dtype=np.int64) for name in names
        },
        decisions=np.array([game.decisions for game in games], dtype=np.int64),
        acts=np.array([game.acts for game in games], dtype=np.int64),
        kinds=tuple(block.name for block in many.blocks_of(setup.game)),
        lead_changes=np.array([game.lead_changes for game in games], dtype=np.int64),
        lowest=np.array([game.lowest for game in games]),
        tallies=np.array([game.tallies for game in games], dtype=np.int64).reshape(len(games), seats, -1),
        states=np.concatenate([kernel.to_array(game.position.state, seats) for game in games]),
        luck=np.array([game.luck() for game in games]).reshape(len(games), -1),
    )


def _unhurried(player: Player) -> Player:
    """Let a level think by iterations alone: what a clock ends cannot be repeated."""
    if isinstance(player.bot, Thinker) and player.budget == Budget():
        player.budget = Budget(iterations=player.bot.level.iterations)
    return player


class _Game:
    """One game, and what is counted of it."""

    def __init__(self, table: many.Table, player: str, deal: many.Deal) -> None:
        self.table, self.setup, self.deal = table, table.setup, deal
        seats, game = self.setup.seats, self.setup.game
        before = f"{deal.seed}/{deal.number}/" if deal.players is None else deal.players
        self.players = [_unhurried(make_player(player, game, f"{before}{seat}")) for seat in range(seats)]
        self.engine = kernel.interpreted(*many.modules(game))
        self.net: Any = light(game).player.network_of(self.setup).tolist()
        self.kinds = many.kind_of(game).tolist()
        self.position = table.position.copy()
        self.first = 0
        self.decisions = [0] * seats
        self.acts = [[0] * len(many.blocks_of(game)) for _ in range(seats)]
        self.tallies = [[0] * (len(many.columns_of(self.setup)) if table.tallies else 0) for _ in range(seats)]
        self.lead_changes, self.lowest = 0, [1.0] * seats
        self._leader = self._judged = -1
        self._now: int | None = None
        self._rng = Rng(deal.seed)

    @property
    def outcome(self) -> Outcome:
        found = self.position.outcome()
        return found or Outcome((), many.CUT_SHORT, (0,) * self.setup.seats, truncated=True)

    def luck(self) -> list[float]:
        """Return what chance did to each player, where measuring that pays."""
        if not all(pays(self.setup, each) for each in self.players):
            return []
        return measured(Record.of(self.position), f"{self.deal.seed}/{self.deal.number}")

    def play(self) -> None:
        position, acted = self.position, False
        try:
            while position.to_act != OVER and position.ply < self.setup.game.max_plies:
                self._begin_turn()
                position.settle(self._rng)
                if position.to_act == OVER:
                    break
                if not acted:
                    self.first, acted = position.to_act, True
                self._act(position.to_act)
        finally:
            for player in self.players:
                player.close()

    def _begin_turn(self) -> None:
        """Let luck begin anew with a turn, and judge who leads."""
        state = self.position.state
        has_clock = self.setup.game.has("policy")
        now = self.engine.clock(state) if has_clock else self.position.ply
        if now != self._now:
            self._now = now
            self._rng = Rng(self.deal.seed, now)
        if self.table.leads and now != self._judged:
            self._judged = now
            self._judge()

    def _judge(self) -> None:
        worth = [0.0] * self.setup.seats
        room = [0.0] * light(self.setup.game).player.ROOM
        self.engine.evaluate(self.position.state, self.setup.tables, self.net, room, worth)
        self.lowest = [min(pair) for pair in zip(self.lowest, worth, strict=True)]
        best = max(self._leader, 0)
        for seat, each in enumerate(worth):
            if each > worth[best]:
                best = seat
        if self._leader < 0 and best == 0 and worth.count(worth[0]) > 1:
            return  # level from the first
        self.lead_changes += self._leader >= 0 and best != self._leader
        self._leader = best

    def _act(self, seat: int) -> None:
        view = self.position.view(seat)
        action = self._chosen(seat, view)
        self.acts[seat][self.kinds[action]] += 1
        if self.tallies[seat]:
            self.engine.tally(self.position.state, self.setup.tables, seat, action, self.tallies[seat])
        self.position.push(action)

    def _chosen(self, seat: int, view: View) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        barred = self.table.barred.get(seat, frozenset()) | self._habits(seat, view)
        allowed = [action for action in view.legal if action not in barred] or list(view.legal)
        if len(allowed) == 1:
            return allowed[0]
        self.decisions[seat] += 1
        return choose(self.players[seat], view, barred)

    def _habits(self, seat: int, view: View) -> frozenset[Action]:
        """Return the actions that belong to habits that a seat leaves alone."""
        left = self.table.left.get(seat, 0)
        found = (each for each in view.legal if left and self.engine.habits(view.state, self.setup.tables, each) & left)
        return frozenset(found)
