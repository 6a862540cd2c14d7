"""The course of a game: what a table keeps in sight of it, and which actions are marks on its time line."""

from __future__ import annotations

import msgspec

from verso.core.game import Action, Json, View
from verso.games.flip_city import rules
from verso.games.flip_city.notation.actions import Doing, action_parts, known_parts
from verso.games.flip_city.rules import State
from verso.games.flip_city.ruleset import FlipCitySetup

_TOLD = ("recycle", "shuffle", "buy", "develop", "flip", "remove")


class PastTurn(msgspec.Struct, frozen=True):
    """A turn that has ended, with all that was done besides playing cards. Cash and points are as they were at most.

    `lost` says how far it went over the limit: the unhappiness and the limit.
    """

    number: int
    played: list[str]
    gave: list[list[int]]
    cash: int
    points: int
    did: list[Doing]
    lost: tuple[int, int] | None


class Story(msgspec.Struct, frozen=True):
    """The game so far.

    `gave` is the cash, the points, the unhappiness and the higher limit that each card of the street gave when it was
    played, `did` what else was done this turn, and `cash` the most that the turn has had. `last` is the last turn of
    each seat, `turns` a row for each turn that has ended: its seat, cards, points, whether it was lost (1 or 0), and
    how many cards were flipped.
    """

    gave: list[list[int]]
    did: list[Doing]
    cash: int
    last: list[PastTurn | None]
    turns: list[list[int]]


def remembered(before: View, action: Action, after: View, so_far: Json) -> Json:
    """Return the story after one more action."""
    setup, s, now = before.setup, before.state, after.state
    assert isinstance(setup, FlipCitySetup)
    story = so_far.get("story") or _untold(setup)
    verb, face, _ = known_parts(setup, action)
    gave, did = story["gave"], story["did"]
    lost = _loss(setup, s, verb, face) if verb in ("play", "recycle") and rules.turn_ended(now, s.turn) else None
    if verb == "play":
        given = _figures(setup, s) if lost else [getattr(now, key) - getattr(s, key) for key in _GIVEN]
        gave = [*gave, given]
    elif verb in _TOLD:
        did = [*did, msgspec.to_builtins(action_parts(setup, s, action))]
    cash = max(story["cash"], s.cash, now.cash if now.turn == s.turn else 0)
    if now.turn == s.turn:
        changed = gave is not story["gave"] or did is not story["did"] or cash != story["cash"]
        return {"story": {**story, "gave": gave, "did": did, "cash": cash}} if changed else so_far or {"story": story}
    return {"story": _next_turn(setup, s, story, _past(setup, s, verb, gave, did, cash, lost))}


def marks(before: View, action: Action, after: View) -> list[str]:
    """Return whether the action ended the turn, lost it, flipped a card or only showed one."""
    s, now = before.state, after.state
    assert isinstance(before.setup, FlipCitySetup)
    verb, _, _ = known_parts(before.setup, action)
    if verb in ("top", "bottom"):
        return ["deal"]
    ended = rules.turn_ended(now, s.turn)
    found = {"turn": ended, "lost": ended and verb in ("play", "recycle"), "flip": verb == "flip"}
    return [name for name, happened in found.items() if happened]


_GIVEN = ("cash", "points", "unhappy", "limit")


def _untold(setup: FlipCitySetup) -> Json:
    return {"gave": [], "did": [], "cash": 0, "last": [None] * setup.seats, "turns": []}


def _loss(setup: FlipCitySetup, s: State, verb: str, face: int) -> list[int]:
    """Return the unhappiness and the limit that ended the turn."""
    t = setup.tables
    if verb == "play":
        return [rules.unhappy_after_playing(s, t, s.top[s.seat][0]), s.limit]
    return [rules.unhappy_after_recycling(s, t, face), rules.limit_after_recycling(s, t, face)]


def _figures(setup: FlipCitySetup, s: State) -> list[int]:
    """Return what is printed on the card that went over the limit: nothing else of it counts any more."""
    t, face = setup.tables, s.top[s.seat][0]
    return [t.cash[face], t.points[face], t.unhappy[face], 0]


def _past(
    setup: FlipCitySetup, s: State, verb: str, gave: list[list[int]], did: list[Json], cash: int, lost: list[int] | None
) -> Json:
    played = s.played[: s.played_count] + ([s.top[s.seat][0]] if verb == "play" else [])
    codes = [setup.code(face) for face in played]
    return {
        "number": s.turn,
        "played": codes,
        "gave": gave,
        "cash": cash,
        "points": s.points,
        "did": did,
        "lost": lost,
    }


def _next_turn(setup: FlipCitySetup, s: State, story: Json, past: Json) -> Json:
    last = [past if seat == s.seat else each for seat, each in enumerate(story["last"])]
    flips = sum(each["do"] == "flip" for each in past["did"])
    row = [s.seat, len(past["played"]), past["points"], int(past["lost"] is not None), flips]
    return {**_untold(setup), "last": last, "turns": [*story["turns"], row]}
