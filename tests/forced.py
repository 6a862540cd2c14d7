"""What an action of Flip City leads to before its player may choose again, by looking at everything that may come."""

from __future__ import annotations

from fractions import Fraction

import verso
from verso.core.game import Position
from verso.games.flip_city import rules


def forced(position: Position, action: int) -> tuple[Fraction, Fraction]:
    """The chance that an action goes over the limit before one may stop, and that the turn is won then, plainly."""

    def follow(here: Position) -> tuple[Fraction, Fraction]:
        s = here.state
        if s.turn != position.state.turn:
            return Fraction(1), Fraction(0)
        if s.phase == rules.PHASE_BUILD:
            return Fraction(0), Fraction(int(rules.has_won(s, here.setup.tables)))
        if here.to_act == verso.CHANCE:
            found = [(share, follow(after(here, each))) for each, share in here.odds().items()]
            return tuple(sum((share * each[i] for share, each in found), Fraction(0)) for i in range(2))  # type: ignore[return-value]
        if s.phase == rules.PHASE_REMOVE:
            return follow(after(here, here.legal[0]))
        return follow(after(here, rules.STOP if rules.STOP in here.legal else rules.PLAY))

    def after(here: Position, each: int) -> Position:
        there = here.copy()
        there.push(each)
        return there

    return follow(after(position, action))
