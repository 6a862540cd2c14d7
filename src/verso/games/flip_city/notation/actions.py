"""Actions of Flip City: as text such as `buy CS`, and as what they do with which card. See docs/notation.md."""

from __future__ import annotations

import functools
from typing import Any, TypeAlias

import msgspec

from verso.core.game import Action, AmbiguousAction, InvalidAction, joined
from verso.games.flip_city import rules
from verso.games.flip_city.rules import (
    BOTTOM,
    BUY,
    DEVELOP,
    FACES,
    FLIP,
    FLIP_TO,
    KINDS,
    MOST_SEATS,
    NOTHING,
    RECYCLE,
    REMOVE,
    START,
    TOP,
    State,
)
from verso.games.flip_city.ruleset import FlipCitySetup

PLAIN = {"play": rules.PLAY, "stop": rules.STOP, "shuffle": rules.SHUFFLE, "done": rules.DONE}
BY_FACE = {"recycle": RECYCLE, "flip": FLIP, "top": TOP, "bottom": BOTTOM}
BY_KIND = {"buy": BUY, "develop": DEVELOP, "remove": REMOVE}


# --- what an action does


class _Doing(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag=str.lower):
    """What an action does. `face` is the code of the card as it lies, `turned` that of the side it shows afterwards."""


class Play(_Doing, frozen=True):
    """Play the top card of the deck."""


class Stop(_Doing, frozen=True):
    """Stop playing cards, and build."""


class Shuffle(_Doing, frozen=True):
    """Shuffle the discard pile into a new deck."""


class Done(_Doing, frozen=True):
    """End the turn."""


class Recycle(_Doing, frozen=True):
    """Turn a card of the discard pile over for what that gives."""

    face: str
    turned: str


class Buy(_Doing, frozen=True):
    """Buy a card of the supply."""

    face: str


class Develop(_Doing, frozen=True):
    """Buy a card of the supply with its other side up."""

    face: str
    turned: str


class Flip(_Doing, frozen=True):
    """Turn a card of the discard pile over for its fee, into the discard pile of seat `to` where it is given away."""

    face: str
    turned: str
    to: int | None = None


class Remove(_Doing, frozen=True):
    """Remove a card of the supply from the game."""

    face: str


class Start(_Doing, frozen=True):
    """Chance: a seat begins."""

    seat: int


class Top(_Doing, frozen=True):
    """Chance: this card comes up on the deck that waits for it."""

    face: str


class Bottom(_Doing, frozen=True):
    """Chance: this card was the lowest of the deck."""

    face: str


Doing: TypeAlias = Play | Stop | Shuffle | Done | Recycle | Buy | Develop | Flip | Remove | Start | Top | Bottom
ACTIONS = Doing
_BY_VERB: dict[str, type[_Doing]] = {each.__name__.lower(): each for each in _Doing.__subclasses__()}


def action_parts(setup: FlipCitySetup, state: State, action: Action) -> Doing:
    """Return what an action does. The same are asked for again and again, so they are kept with the setup."""
    made = setup.parts.get(action)
    if made is None:
        made = setup.parts[action] = _make_parts(setup, action)
    return made  # type: ignore[no-any-return]


def _make_parts(setup: FlipCitySetup, action: Action) -> Any:
    verb, face, seat = known_parts(setup, action)
    values: dict[str, Any] = {}
    if face != NOTHING:
        values["face"] = setup.code(face)
    if verb in ("recycle", "develop", "flip"):
        values["turned"] = setup.code(rules.other_side(face))
    if verb == "start":
        values["seat"] = seat
    elif seat != NOTHING:
        values["to"] = seat
    return _BY_VERB[verb](**values)


@functools.cache
def parts(action: int) -> tuple[str, int, int]:
    """Return an action's verb, its face (NOTHING if it names none) and its seat (likewise)."""
    if action < RECYCLE:
        return next(verb for verb, number in PLAIN.items() if number == action), NOTHING, NOTHING
    if FLIP_TO <= action < DEVELOP:
        return "flip", (action - FLIP_TO) // MOST_SEATS, (action - FLIP_TO) % MOST_SEATS
    if START <= action < TOP:
        return "start", NOTHING, action - START
    for verb, first in BY_FACE.items():
        if first <= action < first + FACES:
            return verb, action - first, NOTHING
    for verb, first in BY_KIND.items():
        if first <= action < first + KINDS:
            return verb, 2 * (action - first), NOTHING
    raise InvalidAction(f"there is no action number {action}")


def known_parts(setup: FlipCitySetup, action: int) -> tuple[str, int, int]:
    """Return the parts of an action, or raise InvalidAction if its card or its seat is not in this game."""
    verb, face, seat = parts(action)
    if face >= len(setup.cards.faces) or seat >= setup.seats:
        raise InvalidAction(f"action number {action} names a card or a seat that this game has not")
    return verb, face, seat


# --- text


def action_text(setup: FlipCitySetup, state: State, action: int) -> str:
    return text_of(setup, action)


def text_of(setup: FlipCitySetup, action: int) -> str:
    """Return the text of an action, which is the same in every position."""
    text = setup.texts.get(action)
    if text is None:
        text = setup.texts[action] = _make_text(setup, action)
    return text


def _make_text(setup: FlipCitySetup, action: int) -> str:
    verb, face, seat = known_parts(setup, action)
    if verb == "start":
        return f"start {seat}"
    if face == NOTHING:
        return verb
    return f"{verb} {setup.code(face)}" + (f">{seat}" if seat != NOTHING else "")


def read(setup: FlipCitySetup, state: State, text: str) -> tuple[Action]:
    """Return the action that a neutral text means, legal or not."""
    return (read_action(setup, state, text),)


def read_action(setup: FlipCitySetup, state: State, text: str) -> int:
    """Return the action a text names, whether or not it is legal now."""
    verb, space, rest = text.partition(" ")
    if not space and verb in PLAIN:
        return PLAIN[verb]
    if verb == "start" and rest in [str(seat) for seat in range(setup.seats)]:
        return START + int(rest)
    code, arrow, receiver = rest.partition(">")
    face = setup.cards.index.get(code)
    if verb in BY_KIND or verb in BY_FACE:
        if face is None:
            raise InvalidAction(f"{text!r}: there is no card {code!r}; the cards are {joined(setup.cards.codes)}")
        if verb == "flip":
            return _read_flip(setup, state, face, receiver if arrow else None, text)
        if not arrow and verb in BY_FACE:
            return BY_FACE[verb] + face
        if not arrow and face % 2 == 0:
            return BY_KIND[verb] + face // 2
        if not arrow:
            raise InvalidAction(f"{text!r}: {code} is a back; say its front, {setup.code(face - 1)}")
    verbs = joined([*PLAIN, *BY_FACE, *BY_KIND, "start"])
    raise InvalidAction(f"{text!r} is not an action: an action begins with {verbs}")


def _read_flip(setup: FlipCitySetup, state: State, face: int, receiver: str | None, text: str) -> int:
    to = FLIP_TO + face * MOST_SEATS
    if not rules.is_given(setup.tables, face):
        if receiver is None:
            return FLIP + face
        raise InvalidAction(f"{text!r}: {setup.code(face)} goes to nobody")
    if receiver is None:
        others = [seat for seat in range(setup.seats) if rules.may_receive(state, seat)]
        if len(others) == 1:  # FC-37
            return to + others[0]
        choices = joined(f"{text}>{seat}" for seat in others)
        raise AmbiguousAction(f"{text!r} does not say to whom: {choices}")
    if receiver not in [str(seat) for seat in range(setup.seats)]:
        raise InvalidAction(f"{text!r}: there is no seat {receiver!r}")
    return to + int(receiver)
