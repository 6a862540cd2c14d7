"""Two light opponents that need nothing compiled: one that knows nothing, one that plays Flip City sensibly.

`greedy` looks only at the view and at the card tables, never at codes, so it also plays with edited and new cards.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar

from verso.bots.bot import Budget, Choice
from verso.core.game import Action, Game, View
from verso.core.rng import Rng
from verso.games.flip_city import rules
from verso.games.flip_city.rules import BUY, DEVELOP, DONE, FLIP, FLIP_TO, MOST_SEATS, PLAY, RECYCLE, SHUFFLE, STOP


class Random:
    """Any legal action, each as likely as the others."""

    name: ClassVar[str] = "random"

    def __init__(self, game: Game, seed: int | str = 0) -> None:
        self._rng = Rng(f"random bot/{seed}")

    def choose(self, view: View, budget: Budget) -> Choice:
        return Choice(view.legal[self._rng.below(len(view.legal))], reason="any legal action")


@dataclasses.dataclass(frozen=True)
class Taste:
    """What greedy thinks things are worth. Set by hand; against random changes of three, none did clearly better."""

    card: float = 1.0
    """One more card, as long as there are too few to win by cards."""
    over_limit: float = 1.5
    """One unhappiness beyond what the whole deck could bear."""
    cash: float = 0.3
    points: float = 0.35
    must_be_played: float = 0.15
    play_next: float = 0.5
    extra: float = 0.1
    """One more Buy or Flip."""
    give: float = 0.8
    """A bad card handed to an opponent."""
    low_risk: float = 0.10
    middle_risk: float = 0.175
    high_risk: float = 0.40
    """The risk of losing the turn that is taken with much (10), some (5) and little cash."""
    winning_risk: float = 0.5
    """The risk taken when the turn may win."""
    cards_in_reach: int = 8
    """How many cards may be missing for a turn to count as one that may win by cards."""
    points_in_reach: int = 3


class FlipCityGreedy:
    """Stops by the exact risk of the next forced cards, builds whatever improves the whole deck most."""

    name: ClassVar[str] = "greedy"

    def __init__(self, game: Game, seed: int | str = 0, taste: Taste | None = None) -> None:
        self.taste = taste or Taste()

    def choose(self, view: View, budget: Budget) -> Choice:
        if len(view.legal) == 1:
            return Choice(view.legal[0], reason="nothing else can be done")
        if view.state.phase == rules.PHASE_PLAY:
            return _Player(view, self.taste).choose()
        return _Builder(view, self.taste).choose()


class _Player:
    """One choice in the Play Cards phase."""

    def __init__(self, view: View, taste: Taste) -> None:
        self.s, self.t, self.taste = view.state, view.setup.tables, taste
        self.legal = view.legal
        self.discard = self.s.discard[self.s.seat]
        # Churches in the discard pile can be recycled at any time: their limit is as good as there already.
        self.slack = sum(count * self.t.recycle_limit[face] for face, count in enumerate(self.discard))

    def choose(self) -> Choice:
        s, t = self.s, self.t
        if STOP in self.legal:
            if s.points >= t.points_to_win or rules.enough_cards_played(s, t):
                return Choice(STOP, reason="this wins")
            if win := self._recycle_to_win():
                return win
        if PLAY in self.legal:
            return self._play_or_stop()
        return self._shuffle_or_stop()

    def _recycle_to_win(self) -> Choice | None:
        """Recycle for the points that are missing, limits first, if all of them can be had without a bust."""
        s, t = self.s, self.t
        missing = t.points_to_win - s.points
        for face in range(2 * t.kinds):
            gain, price = t.recycle_points[face], t.recycle_unhappy[face]
            if gain == 0 or self.discard[face] == 0:
                continue
            times = -(-missing // gain)
            if times <= self.discard[face] and s.unhappy + times * price <= s.limit + self.slack:
                if s.unhappy + price > s.limit:
                    return self._raise_limit("for the points that win")
                return Choice(RECYCLE + face, reason="for the points that win")
        return None

    def _raise_limit(self, why: str) -> Choice | None:
        for face in range(2 * self.t.kinds):
            if self.discard[face] > 0 and self.t.recycle_limit[face] > 0:
                return Choice(RECYCLE + face, reason=why)
        return None

    def _play_or_stop(self) -> Choice:
        s, t = self.s, self.t
        top = s.top[s.seat][: s.top_count[s.seat]]
        risk = _Risk(t, s.deck[s.seat]).of(tuple(top), s.unhappy, s.limit + self.slack)
        if STOP in self.legal and risk > self._bearable():
            return Choice(STOP, {PLAY: -risk}, f"the risk of losing the turn is {risk:.0%}")
        if shield := self._shield(risk):
            return shield
        if s.unhappy + t.unhappy[top[0]] > s.limit and self.slack > 0 and (raised := self._raise_limit("to bear it")):
            return raised
        return Choice(PLAY, {PLAY: -risk}, f"the risk of losing the turn is {risk:.0%}")

    def _shield(self, risk: float) -> Choice | None:
        """With a forced card that is likely to end the turn, put another one above it if that can be done."""
        if STOP in self.legal or risk <= self._bearable():
            return None
        for face in range(2 * self.t.kinds):
            if self.discard[face] > 0 and self.t.recycle_to_top[face] > 0:
                return Choice(RECYCLE + face, reason="to cover a card that would end the turn")
        return None

    def _bearable(self) -> float:
        if self._may_win():
            return self.taste.winning_risk
        cash = self.s.cash
        return self.taste.high_risk if cash < 5 else self.taste.middle_risk if cash < 10 else self.taste.low_risk

    def _may_win(self) -> bool:
        s, t, seat = self.s, self.t, self.s.seat
        left = s.rest[seat] + s.top_count[seat] + s.bottom_count[seat] + sum(self.discard)
        goal = _cards_to_win(t)
        missing = goal - s.played_count
        if goal and missing <= min(left, self.taste.cards_in_reach) and self._holds_winning_card():
            return True
        hidden = sum(count * t.points[face] for face, count in enumerate(s.deck[seat]))
        hidden += sum(t.points[face] for face in s.top[seat][: s.top_count[seat]])
        missing = t.points_to_win - s.points
        return bool(missing <= min(hidden, self.taste.points_in_reach))

    def _holds_winning_card(self) -> bool:
        s, t, seat = self.s, self.t, self.s.seat
        seen = [*s.played[: s.played_count], *s.top[seat][: s.top_count[seat]], *s.bottom[seat][: s.bottom_count[seat]]]
        held = (face for face in range(2 * t.kinds) if s.deck[seat][face] + self.discard[face] > 0)
        return any(t.win_with_cards[face] for face in (*seen, *held))

    def _shuffle_or_stop(self) -> Choice:
        s, t = self.s, self.t
        if SHUFFLE not in self.legal:
            return Choice(STOP, reason="no card is left")
        if s.played_count == 0:
            return Choice(SHUFFLE, reason="a turn without cards is lost")
        total = sum(self.discard)
        risk = sum(
            count / total * _Risk(t, _without(self.discard, face)).of((face,), s.unhappy, s.limit)
            for face, count in enumerate(self.discard)
            if count > 0 and (s.must_play or t.must_be_played[face])
        )
        eager = self._may_win()
        # Alone, each shuffle costs a card of the supply.
        worthwhile = eager or (not t.solo and s.cash < 5)
        if worthwhile and risk <= (self.taste.winning_risk if eager else self.taste.middle_risk):
            return Choice(SHUFFLE, {SHUFFLE: -risk}, f"the risk of losing the turn is {risk:.0%}")
        return Choice(STOP, {SHUFFLE: -risk}, "enough for this turn")


def _without(counts: list[int], face: int) -> list[int]:
    left = counts[:]
    left[face] -= 1
    return left


def _cards_to_win(t: Any) -> int:
    """Return how many cards win, or 0 if no card makes them win."""
    return min((cards for cards in t.win_with_cards if cards > 0), default=0)


class _Risk:
    """The exact chance that the next card, and those that must follow it, end the turn."""

    def __init__(self, t: Any, deck: list[int]) -> None:
        self.t = t
        self.deck = tuple(deck)
        self._known: dict[tuple[Any, ...], float] = {}

    def of(self, top: tuple[int, ...], unhappy: int, limit: int) -> float:
        return self._of(top, self.deck, unhappy, limit)

    def _of(self, top: tuple[int, ...], deck: tuple[int, ...], unhappy: int, limit: int) -> float:
        key = (top, deck, unhappy, limit)
        if key not in self._known:
            self._known[key] = self._find(*key)
        return self._known[key]

    def _find(self, top: tuple[int, ...], deck: tuple[int, ...], unhappy: int, limit: int) -> float:
        t, face = self.t, top[0]
        unhappy += t.unhappy[face]
        if unhappy > limit:
            return 1.0
        limit += t.raise_limit[face]
        if len(top) > 1:
            forced = t.play_next[face] or t.must_be_played[top[1]]
            return self._of(top[1:], deck, unhappy, limit) if forced else 0.0
        total, risk = sum(deck), 0.0
        for following, count in enumerate(deck):
            if count > 0 and (t.play_next[face] or t.must_be_played[following]):
                left = (*deck[:following], count - 1, *deck[following + 1 :])
                risk += count / total * self._of((following,), left, unhappy, limit)
        return risk


class _Builder:
    """One choice in the Building phase, or of a card to remove."""

    def __init__(self, view: View, taste: Taste) -> None:
        self.s, self.t, self.taste = view.state, view.setup.tables, taste
        self.legal = view.legal
        self.owned = self._own_cards()

    def _own_cards(self) -> list[int]:
        s, seat = self.s, self.s.seat
        owned = [in_deck + in_discard for in_deck, in_discard in zip(s.deck[seat], s.discard[seat], strict=True)]
        known = (s.top[seat], s.top_count[seat]), (s.bottom[seat], s.bottom_count[seat]), (s.played, s.played_count)
        for faces, count in known:
            for face in faces[:count]:
                owned[face] += 1
        return owned

    def choose(self) -> Choice:
        now = self._worth(self.owned)
        values = {action: self._value(action, now) for action in self.legal}
        best = max(values, key=lambda action: values[action])
        return Choice(best, values, "nothing improves the deck" if best == DONE else "it improves the deck most")

    def _value(self, action: Action, now: float) -> float:
        s, t = self.s, self.t
        if action == DONE:
            return 0.0
        if action >= rules.REMOVE:  # the pile that is missed least: the dearest, of which there are most
            kind = action - rules.REMOVE
            return float(s.supply[kind] * 100 + t.cost[kind])
        if t.solo and (BUY <= action < FLIP or action >= DEVELOP) and rules.supply_left(s) == 1:
            return -100.0  # FC-63: the last card of the supply loses the game
        if BUY <= action < FLIP:
            return self._worth(self._changed({2 * (action - BUY): 1})) - now
        if action < FLIP_TO:
            face = action - FLIP
            turned = {} if t.give_away[face] else {rules.other_side(face): 1}
            return self._worth(self._changed({face: -1} | turned)) - now
        if action < DEVELOP:
            return self._value_of_giving(action, now)
        return self._worth(self._changed({2 * (action - DEVELOP) + 1: 1})) - now

    def _value_of_giving(self, action: Action, now: float) -> float:
        s = self.s
        face, receiver = divmod(action - FLIP_TO, MOST_SEATS)
        gain = self._worth(self._changed({face: -1})) - now + self.taste.give
        # Of several opponents, the one with the most cards is nearest to winning.
        size = s.rest[receiver] + s.top_count[receiver] + s.bottom_count[receiver] + sum(s.discard[receiver])
        return float(gain + size / 1000)

    def _changed(self, change: Mapping[int, int]) -> list[int]:
        return [count + change.get(face, 0) for face, count in enumerate(self.owned)]

    def _worth(self, owned: list[int]) -> float:
        """Return what a deck is worth: near to winning by cards, bearable as a whole, rich, and not full of traps."""
        t, taste = self.t, self.taste
        goal = _cards_to_win(t)
        worth = 0.0
        limit, unhappy = int(t.limit), 0
        for face, count in enumerate(owned):
            if count:
                limit += count * t.raise_limit[face]
                unhappy += count * t.unhappy[face]
                worth += count * self._worth_of_face(face)
        missing, over = max(0, goal - sum(owned)), max(0, unhappy - limit)
        return worth - taste.card * missing - taste.over_limit * over

    def _worth_of_face(self, face: int) -> float:
        t, taste = self.t, self.taste
        worth: float = taste.cash * (t.cash[face] + t.cash_per_unhappy[face]) + taste.points * t.points[face]
        worth += taste.extra * (t.extra_buys[face] + t.extra_flips[face])
        worth -= taste.must_be_played * t.must_be_played[face] + taste.play_next * t.play_next[face]
        return worth
