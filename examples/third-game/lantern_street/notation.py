"""Actions and positions as text: `hang 2`, `turn`, and of chance `lantern 3/5` (day number, night number)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lantern_street.rules import ACTIONS, CARDS, DEAL, EMPTY, HAND, HANG, HUNG, NUMBERS, TURN, State, card_of, light
from verso.core.document import Document
from verso.core.game import Action, InvalidAction, InvalidPosition, Json, Outcome, Setup
from verso.core.spec import CHANCE, OVER, UNKNOWN, blank

SIDES, NONE = ("day", "night"), "-"
_LANTERN = re.compile(rf"([1-{NUMBERS}])/([1-{NUMBERS}])")


def lantern_text(day: int, night: int) -> str:
    """Return a lantern as `3/5`, with `?` for a number that is not known; `-` for no lantern."""
    return NONE if day == EMPTY else "/".join("?" if number == UNKNOWN else str(number) for number in (day, night))


def action_text(setup: Setup, state: Any, action: Action) -> str:
    if action >= DEAL:
        return f"lantern {lantern_text((action - DEAL) // NUMBERS + 1, (action - DEAL) % NUMBERS + 1)}"
    return "turn" if action == TURN else f"hang {action - HANG + 1}"


def read(setup: Setup, state: Any, text: str) -> Sequence[Action]:
    for action in range(ACTIONS):
        if action_text(setup, state, action) == text:
            return (action,)
    raise InvalidAction(f"{text!r} is not an action: say hang 1, hang 2, hang 3 or turn")


def outcome(setup: Setup, state: Any) -> Outcome:
    scores = tuple(light(state, seat) for seat in range(setup.seats))
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(winners, "light", scores, False)


def census(setup: Setup, state: Any) -> Mapping[str, int]:
    counts = dict(enumerate(state.pile))
    for seat in range(setup.seats):
        for days, nights in ((state.day, state.night), (state.hung_day, state.hung_night)):
            for card in map(card_of, days[seat], nights[seat]):
                counts[card] = counts.get(card, 0) + 1
    return {str(card): count for card, count in counts.items() if card >= 0}  # below 0: an empty place


def state_to_json(setup: Setup, state: Any) -> Json:
    def player(seat: int) -> Json:
        hand = list(map(lantern_text, state.day[seat], state.night[seat]))
        hung = list(map(lantern_text, state.hung_day[seat], state.hung_night[seat]))[: state.hung[seat]]
        return {"hand": hand, "known": state.known[seat][:], "hung": hung, "turned": bool(state.turned[seat])}

    players = [player(seat) for seat in range(setup.seats)]
    return {"to_act": state.to_act, "turn": state.turn, "side": SIDES[state.side], "players": players}


def state_from_json(setup: Setup, document: Json) -> Any:
    state, whole = blank(State, setup.seats), Document(document)
    state.pile[:] = [1] * CARDS
    state.side = SIDES.index(whole.choice("side", SIDES, "day") or "day")
    state.turn = whole.whole("turn", OVER, setup.seats - 1)
    state.to_act = whole.whole("to_act", OVER, setup.seats - 1)
    for seat, player in enumerate(whole.objects("players", setup.seats)):
        _read_player(state, seat, player)
    whole.finish()
    _check_turn(setup, state)
    return state


def _read_player(state: Any, seat: int, player: Document) -> None:
    hand, known, hung = player.items("hand", HAND), player.items("known", HAND), player.items("hung", HUNG)
    if len(hand) != HAND or len(known) != HAND or any(type(each) is not int or not 0 <= each <= 1 for each in known):
        raise player.error("hand", f"must have {HAND} entries, and so must known, each 0 or 1")
    for slot, text in enumerate(hand):
        if text != NONE:
            state.day[seat][slot], state.night[seat][slot] = _take(state, player, "hand", text)
            state.known[seat][slot] = known[slot]
    for place, text in enumerate(hung):
        state.hung_day[seat][place], state.hung_night[seat][place] = _take(state, player, "hung", text)
    state.hung[seat], state.turned[seat] = len(hung), int(player.flag("turned"))
    player.finish()


def _take(state: Any, player: Document, key: str, text: Any) -> tuple[int, int]:
    found = _LANTERN.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise player.error(key, f"{text!r} is not a lantern such as 3/5")
    card = card_of(int(found[1]), int(found[2]))
    if not state.pile[card]:
        raise player.error(key, f"{text} is there twice")
    state.pile[card] = 0
    return int(found[1]), int(found[2])


def _check_turn(setup: Setup, state: Any) -> None:
    empty = sum(number == EMPTY for hand in state.day for number in hand)
    left = [seat for seat in range(setup.seats) if state.hung[seat] < HUNG]
    if state.turn not in (left or [OVER]):
        raise InvalidPosition("turn", f"must be a seat with lanterns to hang, or {OVER} when all have hung theirs")
    if state.to_act != (OVER if not left else CHANCE if empty else state.turn):
        raise InvalidPosition("to_act", "must be the seat whose turn it is, or chance while a slot is empty")
