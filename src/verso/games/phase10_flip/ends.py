"""How a game of Phase 10 Flip ended, as numbers. Kernel source, like the rules."""

from __future__ import annotations

from verso.core.contracts.ends import CUT_OFF, REASON, WINNERS
from verso.games.phase10_flip.rules import (
    TRUNCATED,
    WON_BY_PHASES,
    WON_BY_REPLAY,
    WON_BY_ROUNDS,
    WON_BY_SCORE,
    State,
    Tables,
)

REASONS = {
    WON_BY_PHASES: "phases",
    WON_BY_SCORE: "score",
    WON_BY_REPLAY: "replay",
    WON_BY_ROUNDS: "rounds",
    TRUNCATED: "truncated",
}
DETAILS = ("rounds",)


def ended(s: State, t: Tables, out: list[int]) -> None:
    out[REASON] = s.result
    out[CUT_OFF] = 1 if s.result == TRUNCATED else 0
    for seat in range(t.seats):
        out[WINNERS + seat] = s.winner[seat]
        out[WINNERS + t.seats + seat] = s.score[seat]
    out[WINNERS + 2 * t.seats] = s.round
