"""What was done of late: what a table keeps in sight of the last turn of each seat, as everybody saw it."""

from __future__ import annotations

import msgspec

from verso.core.game import Json, View
from verso.core.spec import CHANCE
from verso.games.phase10_flip.notation.actions import active_face, known_face, parts
from verso.games.phase10_flip.rules import NOTHING
from verso.games.phase10_flip.ruleset import Phase10FlipSetup
from verso.games.phase10_flip.spelling import CODES


class LastTurn(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A turn, as far as it has come: the card taken from the discard pile, the phase laid, how many cards were added
    to groups, and the card discarded, with the face that was played.
    """

    number: int
    took: str | None
    laid: int | None
    added: int
    discarded: str | None


class Story(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The last turn of each seat in a round; none of who has not played in it yet."""

    round: int
    last: list[LastTurn | None]


def remembered(before: View, action: int, after: View, so_far: Json) -> Json:
    """Return the story after one more action."""
    setup, was = before.setup, before.state
    assert isinstance(setup, Phase10FlipSetup)
    if before.to_act == CHANCE or was.seat == NOTHING or was.turn == 0:
        return so_far
    story = so_far.get("story")
    if story is None or story["round"] != was.round:
        story = {"round": was.round, "last": [None] * setup.seats}
    turn = story["last"][was.seat]
    if turn is None or turn["number"] != was.turn:
        turn = {"number": was.turn, "took": None, "laid": None, "added": 0, "discarded": None}
    done = turn | _done(before, action, after, turn)
    last = [done if seat == was.seat else each for seat, each in enumerate(story["last"])]
    return {"story": {"round": was.round, "last": last}}


def _done(before: View, action: int, after: View, turn: Json) -> Json:
    """Return what an action adds to its turn. A draw adds nothing: what was drawn is nobody else's business."""
    setup, was, now = before.setup, before.state, after.state
    assert isinstance(setup, Phase10FlipSetup)
    what = parts(action)
    if what.verb == "take":
        return {"took": _code(active_face(setup, was, was.discard[was.discard_count - 1]))}
    if what.verb == "place":
        laid = now.round != was.round or now.laid[was.seat] > was.laid[was.seat]
        return {"laid": was.phase[was.seat]} if laid else {}
    if what.verb == "hit":
        return {"added": turn["added"] + 1}
    if what.verb == "discard" and now.round == was.round:
        return {"discarded": _code(known_face(setup, now, was.hand[was.seat][what.slot], was.side))}
    return {}


def _code(face: int | None) -> str | None:
    return None if face is None else CODES[face]
