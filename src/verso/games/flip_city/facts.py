"""What can be counted on the table of Flip City and speaks for an action. Every fact is true as it is said.

Counted by the rules as they stand, from the view alone; nothing is drawn and nothing is guessed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verso.core.contracts.parts import Fact
from verso.core.game import Action, Language, Setup, View
from verso.core.spec import CHANCE
from verso.games.flip_city import player, policy, rules
from verso.games.flip_city.odds import can_follow
from verso.games.flip_city.rules import BUY, DEVELOP, DONE, FLIP, FLIP_TO, MOST_SEATS, RECYCLE, REMOVE
from verso.games.flip_city.ruleset import FlipCitySetup
from verso.games.flip_city.words import words_for

NEARLY = 4
"""With so many points or cards lacking it is said how many."""
MOST_CASES = 100
"""Of so many cases a chance is told exactly; of more, as so many of 100."""


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
    say = words_for(language)
    if "action" in said:
        action = view.describe(view.game.notation.read(setup, view.state, str(said["action"]))[0], language)
        said["action"] = action[0].lower() + action[1:]
    if "cash" in said and "points" in said:
        kind = "both" if said["cash"] and said["points"] else "points" if said["points"] else "cash"
        said["amount"] = say(f"amount-{kind}", cash=said["cash"], points=said["points"])
    if "saves" in said:
        saves = str(said["saves"])
        said["unless"] = (
            say("unless-recycled", card=setup.name(setup.cards.codes.index(saves), language)) if saves else ""
        )
    return say(fact.message, **said)


def _fact(message: str, **figures: int | str) -> Fact:
    return Fact(f"fact-{message}", figures, decides=message.startswith("wins"))


def _setup(view: View) -> FlipCitySetup:
    assert isinstance(view.setup, FlipCitySetup)
    return view.setup


def _code(view: View, face: int) -> str:
    return _setup(view).code(face)


# --- playing cards


def _stopping(view: View) -> Iterator[Fact]:
    """Say what going on would risk and what can be built instead; without a risk, what is kept by stopping."""
    s = view.state
    yield from _won(view)
    risk = list(_risk(view))
    yield from risk
    build = _build_after_stopping(view) if risk else None
    if build is not None:
        yield _fact("can-build", cash=s.cash, action=view.text(build))
    if s.top_count[s.seat] == 0:
        yield _fact("deck-empty")
    if build is None and (s.cash or s.points):
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
    top, stake = s.top[s.seat][0], {"cash": s.cash, "points": s.points}
    costs = "-costs" if s.cash or s.points else ""
    if s.top_count[s.seat] > 0 and rules.playing_busts(s, t, top):
        unhappy = rules.unhappy_after_playing(s, t, top)
        yield _fact(f"card-over{costs}", card=_code(view, top), unhappy=unhappy, limit=s.limit, **stake)
    elif rules.may_shuffle(s) or s.top_count[s.seat] > 0:
        action = rules.PLAY if s.top_count[s.seat] > 0 else rules.SHUFFLE
        over, (bad, total) = ending(view, action), ending_next(view, action)
        if over == 0:
            return
        saves = _saved_by(view, action)
        if over > Fraction(bad, total):
            yield _fact(f"chain-ends{costs}", saves=saves, **_cases(over), **stake)
        elif bad == total:
            yield _fact(f"next-surely{costs}", saves=saves, **stake)
        else:
            yield _fact(f"next-ends{costs}", bad=bad, total=total, saves=saves, **stake)


def ending_next(view: View, action: Action) -> tuple[int, int]:
    """Return how many of the cards that may come up after an action would have to be played and end the turn at once.

    And how many cards may come up. Whatever goes over the limit by itself leaves nothing to come.
    """
    t, seat = view.setup.tables, view.state.seat
    s = _done(view, action)
    if rules.turn_ended(s, view.state.turn):
        return 0, 0
    if s.awaiting == rules.AWAIT_TOP:
        counts = dict(enumerate(s.deck[seat]))
    else:
        counts = dict.fromkeys(s.top[seat][: min(1, s.top_count[seat])], 1)
    ends = {face for face in counts if s.must_play or t.must_be_played[face] if rules.playing_busts(s, t, face)}
    return sum(count for face, count in counts.items() if face in ends), sum(counts.values())


def ending(view: View, action: Action, first: Action | None = None) -> Fraction:
    """Return the chance that an action ends the turn, or one of the cards that must be played after it.

    `first` is a recycling that is done before; otherwise nothing is recycled.
    """
    t, turn, seat = view.setup.tables, view.state.turn, view.state.seat
    met: dict[tuple[Any, ...], Fraction] = {}

    def over(s: Any) -> Fraction:
        if rules.turn_ended(s, turn):
            return Fraction(1)
        if s.to_act != CHANCE and (s.top_count[seat] == 0 or rules.may_stop(s, t)):
            return Fraction(0)
        cards = (*s.deck[seat], *s.discard[seat], *s.top[seat], *s.bottom[seat], s.bottom_pending, s.awaiting)
        key = (*cards, s.unhappy, s.limit, s.must_play)
        if key not in met:
            met[key] = came(s) if s.to_act == CHANCE else over(_after(s, t, rules.PLAY))
        return met[key]

    def came(s: Any) -> Fraction:
        actions, weights = [0] * (view.game.action_count + 1), [0] * (view.game.action_count + 1)
        count = rules.chance(s, t, actions, weights)
        shares = (weights[i] * over(_after(s, t, actions[i])) for i in range(count))
        return sum(shares, Fraction(0)) / sum(weights[:count])

    return over(_done(view, action, first))


def _done(view: View, action: Action, first: Action | None = None) -> Any:
    """Return the state after an action; a game alone gives up no card for a shuffle here, whichever that would be."""
    s, t = view.state.copy(), view.setup.tables
    if first is not None:
        rules.apply(s, t, first)
    if action == rules.SHUFFLE:
        rules.shuffle(s, t)
    else:
        rules.apply(s, t, action)
    return s


def _after(s: Any, t: Any, action: Action) -> Any:
    there = s.copy()
    rules.apply(there, t, action)
    return there


def _saved_by(view: View, action: Action) -> str:
    """Return the card whose recycling takes the whole risk of an action away; nothing where none does."""
    for other in view.legal:
        if other >= RECYCLE and can_follow(view, action, other) and ending(view, action, other) == 0:
            return _code(view, other - RECYCLE)
    return ""


def _cases(chance: Fraction) -> dict[str, int | str]:
    """Return a chance as cases: exactly, or so many of 100."""
    bad, total = chance.numerator, chance.denominator
    if total <= MOST_CASES:
        return {"bad": bad, "good": total - bad, "total": total, "about": "no"}
    bad = min(99, max(1, round(100 * chance)))
    return {"bad": bad, "good": 100 - bad, "total": 100, "about": "yes"}


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
        if rules.playing_busts(s, t, s.top[s.seat][0]):
            if not rules.may_stop(s, t):
                yield _fact("must", card=_code(view, s.top[s.seat][0]))
            return
        reached = list(_reached(view, action))
        yield from reached or _gain(view, action)
    over, (bad, total) = ending(view, action), ending_next(view, action)
    saves = _saved_by(view, action) if over else ""
    if total and not over:
        yield _fact("next-safe", total=total)
    elif saves:
        yield _fact("recycled-safe", card=saves)
    elif over == 1:
        return
    elif over > Fraction(bad, max(1, total)):
        yield _fact("chain-goes-on", **_cases(over))
    elif bad < total:
        yield _fact("next-goes-on", good=total - bad, total=total)


def _gain(view: View, action: Action) -> Iterator[Fact]:
    """Say what the visible card brings when it is played now."""
    s = _done(view, action)
    cash, points = s.cash - view.state.cash, s.points - view.state.points
    if cash or points:
        yield _fact("brings", cash=cash, points=points)
    if s.limit > view.state.limit:
        yield _fact("raises", limit=s.limit)


def _reached(view: View, action: Action) -> Iterator[Fact]:
    """Say how near to winning a card brings one."""
    s, t = _done(view, action), view.setup.tables
    if rules.enough_points(s, t) and not rules.enough_points(view.state, t):
        yield _fact("makes-points", points=s.points, goal=t.points_to_win)
    elif s.points > view.state.points and 0 < rules.points_missing(s, t) <= NEARLY:
        yield _fact("points-missing", points=s.points, missing=rules.points_missing(s, t))
    needed = [t.win_with_cards[face] for face in s.played[: s.played_count] if t.win_with_cards[face] > 0]
    missing = min(needed, default=rules.CARDS) - s.played_count
    if missing == 0:
        yield _fact("makes-cards", cards=s.played_count)
    elif 0 < missing <= NEARLY:
        yield _fact("cards-missing", cards=s.played_count, missing=missing)


def _recycling(view: View, face: int) -> Iterator[Fact]:
    s, t = view.state, view.setup.tables
    after = s.copy()
    view.setup.rules.apply(after, t, RECYCLE + face)
    if rules.turn_ended(after, s.turn):
        return
    wins = rules.enough_points(after, t) and not rules.enough_points(s, t)
    if wins:
        yield _fact("makes-points", points=after.points, goal=t.points_to_win)
    if s.top_count[s.seat] > 0:
        top = s.top[s.seat][0]
        if rules.playing_busts(s, t, top) and not rules.playing_busts(after, t, after.top[s.seat][0]):
            yield _fact("recycle-saves", next=_code(view, top))
    if after.limit > s.limit:
        yield _fact("raises", limit=after.limit)
    if t.recycle_to_top[face]:
        yield _fact("recycle-top", card=_code(view, rules.other_side(face)))
    if after.cash > s.cash:
        yield _fact("recycle-cash", count=after.cash)
    if after.points > s.points and not wins:
        yield _fact("recycle-points", count=after.points)


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
        yield from _gained(view, after, gained, lost)
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


def _gained(view: View, after: Any, face: int, instead: int | None) -> Iterator[Fact]:
    """Say what a face brings into the city, `instead` of the one that it was."""
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
    if t.cash[face] > (0 if instead is None else t.cash[instead]):
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
        yield from _given(view, after, rules.other_side(face), (action - FLIP_TO) % MOST_SEATS)


def _given(view: View, after: Any, face: int, seat: int) -> Iterator[Fact]:
    """Say what a card that is given away makes of the city of whoever gets it."""
    t, cards = view.setup.tables, list(enumerate(owned(after, seat)))
    if t.must_be_played[face]:
        yield _fact("given-forced", seat=seat, count=sum(count for each, count in cards if t.must_be_played[each]))
    elif t.unhappy[face]:
        yield _fact("given-unhappy", seat=seat, count=sum(t.unhappy[each] * count for each, count in cards))


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
