"""What can be counted on the table of Flip City and speaks for an action. Every fact is true as it is said.

Counted by the rules as they stand, from the view alone; nothing is drawn and nothing is guessed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from verso.core.contracts.parts import Fact
from verso.core.game import Action, Language, Setup, View
from verso.games.flip_city import player, policy, rules
from verso.games.flip_city.rules import BUY, DEVELOP, DONE, FLIP, FLIP_TO, MOST_SEATS, RECYCLE, REMOVE
from verso.games.flip_city.ruleset import FlipCitySetup
from verso.games.flip_city.words import words_for

NEARLY = 4
"""With so many points or cards lacking it is said how many."""


def facts(view: View, action: Action, other: Action | None) -> list[Fact]:
    """Return what speaks for an action, the weightiest first; `other` is the one that comes next to it."""
    if view.state.phase == rules.PHASE_BUILD:
        return list(_building(view, action, other))
    if view.state.phase == rules.PHASE_REMOVE:
        return [_fact("removes", card=_code(view, 2 * (action - REMOVE)), left=view.state.supply[action - REMOVE] - 1)]
    if action == rules.STOP:
        return list(_stopping(view))
    return list(_recycling(view, action - RECYCLE) if action >= RECYCLE else _going_on(view, action))


def say_fact(view: View, fact: Fact, language: Language) -> str:
    """Return a fact in words."""
    said: dict[str, Any] = dict(fact.figures)
    setup = _setup(view)
    for key in ("card", "next"):
        if key in said:
            said[key] = setup.name(setup.cards.codes.index(str(said[key])), language)
    if "action" in said:
        said["action"] = view.describe(view.game.notation.read(setup, view.state, str(said["action"]))[0], language)
    return words_for(language)(fact.message, **said)


def _fact(message: str, **figures: int | str) -> Fact:
    return Fact(f"fact-{message}", figures)


def _setup(view: View) -> FlipCitySetup:
    assert isinstance(view.setup, FlipCitySetup)
    return view.setup


def _code(view: View, face: int) -> str:
    return _setup(view).code(face)


# --- playing cards


def _stopping(view: View) -> Iterator[Fact]:
    s = view.state
    yield from _won(view)
    yield from _risk(view)
    build = _build_after_stopping(view)
    if build is not None:
        yield _fact("can-build", cash=s.cash, action=view.text(build))
    if s.top_count[s.seat] == 0:
        yield _fact("deck-empty")
    yield _fact("keeps", cash=s.cash, points=s.points)


def _won(view: View) -> Iterator[Fact]:
    s, t = view.state, view.setup.tables
    if rules.enough_points(s, t):
        yield _fact("wins-points", points=s.points, goal=t.points_to_win)
    elif rules.enough_cards_played(s, t):
        yield _fact("wins-cards", cards=s.played_count)


def _risk(view: View) -> Iterator[Fact]:
    """Say what going on would risk, as things lie: with the visible card, or with what may come up after it."""
    s, t = view.state, view.setup.tables
    top = s.top[s.seat][0]
    if s.top_count[s.seat] > 0 and rules.playing_busts(s, t, top):
        unhappy = rules.unhappy_after_playing(s, t, top)
        yield _fact("card-over", card=_code(view, top), unhappy=unhappy, limit=s.limit)
        if s.cash or s.points:
            yield _fact("costs", cash=s.cash, points=s.points)
    elif rules.may_shuffle(s) or s.top_count[s.seat] > 0:
        bad, total = ending_next(view, rules.PLAY if s.top_count[s.seat] > 0 else rules.SHUFFLE)
        if bad:
            yield _fact("next-ends", bad=bad, total=total)
            if s.cash or s.points:
                yield _fact("costs", cash=s.cash, points=s.points)


def ending_next(view: View, action: Action) -> tuple[int, int]:
    """Return how many of the cards that may come up after an action would have to be played and end the turn at once.

    And how many cards may come up. Whatever goes over the limit by itself leaves nothing to come.
    """
    s, t = view.state.copy(), view.setup.tables
    seat = s.seat
    if action == rules.SHUFFLE:
        rules.shuffle(s, t)
    else:
        view.setup.rules.apply(s, t, action)
    if rules.turn_ended(s, view.state.turn):
        return 0, 0
    if s.awaiting == rules.AWAIT_TOP:
        counts = dict(enumerate(s.deck[seat]))
    else:
        counts = dict.fromkeys(s.top[seat][: min(1, s.top_count[seat])], 1)
    ends = {face for face in counts if s.must_play or t.must_be_played[face] if rules.playing_busts(s, t, face)}
    return sum(count for face, count in counts.items() if face in ends), sum(counts.values())


@functools.lru_cache(maxsize=16)
def _net(setup: Setup) -> Any:
    return player.network_of(setup).tolist()


def _build_after_stopping(view: View) -> Action | None:
    """Return what the light player would build if one stopped now; None where that is nothing."""
    s, t = view.state.copy(), view.setup.tables
    view.setup.rules.apply(s, t, rules.STOP)
    actions = [0] * (view.game.action_count + 1)
    chosen = policy.policy(s, t, _net(view.setup), [0.0] * player.ROOM, [0], actions)
    return None if chosen == DONE else int(chosen)


def _going_on(view: View, action: Action) -> Iterator[Fact]:
    s, t = view.state, view.setup.tables
    if action == rules.SHUFFLE:
        yield _fact("shuffles", cards=sum(s.discard[s.seat]))
    else:
        top = s.top[s.seat][0]
        if rules.playing_busts(s, t, top):
            if not rules.may_stop(s, t):
                yield _fact("must", card=_code(view, top))
            return
        yield from _gain(view, action, top)
    bad, total = ending_next(view, action)
    if total:
        yield _fact("next-ends" if bad else "next-safe", bad=bad, total=total)
    yield from _nearly(view)


def _gain(view: View, action: Action, face: int) -> Iterator[Fact]:
    """Say what the visible card brings when it is played now."""
    s, t = view.state.copy(), view.setup.tables
    view.setup.rules.apply(s, t, action)
    cash, points = s.cash - view.state.cash, s.points - view.state.points
    if cash and points:
        yield _fact("brings-both", card=_code(view, face), cash=cash, points=points)
    elif cash or points:
        yield _fact("brings-cash" if cash else "brings-points", card=_code(view, face), count=cash or points)
    if s.limit > view.state.limit:
        yield _fact("raises", limit=s.limit)


def _nearly(view: View) -> Iterator[Fact]:
    s, t = view.state, view.setup.tables
    if 0 < rules.points_missing(s, t) <= NEARLY:
        yield _fact("points-missing", missing=rules.points_missing(s, t))
    needed = [t.win_with_cards[face] for face in s.played[: s.played_count] if t.win_with_cards[face] > 0]
    missing = min(needed, default=rules.CARDS) - s.played_count
    if 0 < missing <= NEARLY:
        yield _fact("cards-missing", missing=missing)


def _recycling(view: View, face: int) -> Iterator[Fact]:
    s, t = view.state, view.setup.tables
    after = s.copy()
    view.setup.rules.apply(after, t, RECYCLE + face)
    if rules.turn_ended(after, s.turn):
        return
    if rules.enough_points(after, t) and not rules.enough_points(s, t):
        yield _fact("recycle-wins", points=after.points, goal=t.points_to_win)
    if s.top_count[s.seat] > 0:
        top = s.top[s.seat][0]
        if rules.playing_busts(s, t, top) and not rules.playing_busts(after, t, after.top[s.seat][0]):
            yield _fact("recycle-saves", next=_code(view, top))
    if after.limit > s.limit:
        yield _fact("raises", limit=after.limit)
    if t.recycle_to_top[face]:
        yield _fact("recycle-top", card=_code(view, rules.other_side(face)))
    for message, gain in (("cash", after.cash - s.cash), ("points", after.points - s.points)):
        if gain:
            yield _fact(f"recycle-{message}", count=gain)


# --- building


def _building(view: View, action: Action, other: Action | None) -> Iterator[Fact]:
    s, t = view.state, view.setup.tables
    if action == DONE:
        yield from _ending(view, other)
        return
    after = s.copy()
    view.setup.rules.apply(after, t, action)
    gained, lost = _changed(t, action)
    if gained is not None:
        yield from _gained(view, after, gained)
    if lost is not None:
        yield from _lost(view, after, action, lost)
    if after.cash == 0:
        yield _fact("uses-all", cash=s.cash)
    else:
        yield _fact("leaves", cash=after.cash)


def _changed(t: Any, action: Action) -> tuple[int | None, int | None]:
    """Return the face that an action brings into one's own city, and the one that goes from it."""
    if action < FLIP:
        return 2 * (action - BUY), None
    if action >= DEVELOP:
        return 2 * (action - DEVELOP) + 1, None
    face = action - FLIP if action < FLIP_TO else (action - FLIP_TO) // MOST_SEATS
    stays = action < FLIP_TO and not rules.leaves_game(t, face)
    return (rules.other_side(face) if stays else None), face


def owned(s: Any, seat: int) -> list[int]:
    """Return how many cards with each face up a seat has, those it has played included."""
    return [int(rules.held(s, seat, face)) for face in range(rules.FACES)]


def _gained(view: View, after: Any, face: int) -> Iterator[Fact]:
    t, cards = view.setup.tables, owned(after, view.state.seat)
    needed = [t.win_with_cards[each] for each in range(2 * t.kinds) if t.win_with_cards[each] > 0 and cards[each]]
    card = _code(view, face)
    if t.points[face]:
        points = sum(t.points[each] * count for each, count in enumerate(cards))
        yield _fact("city-points", card=card, points=points, goal=t.points_to_win)
    if t.raise_limit[face] or t.recycle_limit[face]:
        yield _fact("face-limit", card=card)
    if needed and sum(cards) > sum(owned(view.state, view.state.seat)):
        yield _fact("city-cards", cards=sum(cards), goal=min(needed))
    if t.cash[face]:
        yield _fact("face-cash", card=card, cash=t.cash[face])
    if t.discard_bottom[face]:
        yield _fact("face-bottom", card=card)


def _lost(view: View, after: Any, action: Action, face: int) -> Iterator[Fact]:
    s, t = view.state, view.setup.tables

    def unhappy(state: Any) -> int:
        return sum(t.unhappy[each] * count for each, count in enumerate(owned(state, s.seat)))

    if unhappy(after) < unhappy(s):
        yield _fact("fewer-unhappy", before=unhappy(s), after=unhappy(after))
    if t.must_be_played[face] and (action >= FLIP_TO or not t.must_be_played[rules.other_side(face)]):
        left = sum(count for each, count in enumerate(owned(after, s.seat)) if t.must_be_played[each])
        yield _fact("fewer-forced", left=left)
    if action >= FLIP_TO:
        yield _fact("given", card=_code(view, rules.other_side(face)), seat=(action - FLIP_TO) % MOST_SEATS)


def _ending(view: View, other: Action | None) -> Iterator[Fact]:
    s, t = view.state, view.setup.tables
    yield from _won(view)
    if other is None:
        yield _fact("nothing-payable", cash=s.cash)
        return
    gained, _ = _changed(t, other)
    if gained is not None and t.unhappy[gained]:
        yield _fact("other-unhappy", card=_code(view, gained), count=t.unhappy[gained])
    yield _fact("city-stays", cards=sum(owned(s, s.seat)))
