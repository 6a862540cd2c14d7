"""Whole lay-downs of Phase 10 Flip: the ways to lay the phase as one move, and what would complete it."""

from __future__ import annotations

import collections
from collections.abc import Sequence

import msgspec

from verso.core.game import Language
from verso.games.phase10_flip import rules
from verso.games.phase10_flip.notation import Word, active_face, code, lay_text, parts
from verso.games.phase10_flip.rules import COLOUR, HELD, NOTHING, WILD, State
from verso.games.phase10_flip.ruleset import Face, Phase10FlipSetup, by_colour
from verso.games.phase10_flip.words.cards import face_words, is_star, words_for

MOST_LAY_DOWNS = 2000


class Wanted(msgspec.Struct, frozen=True):
    """What would complete the phase: nothing more if `complete`, else any one of these faces."""

    complete: bool
    faces: list[str]


class OtherSide(msgspec.Struct, frozen=True):
    """A face that can be on the other side of one in sight, and of how many cards that are not known it is."""

    face: str
    count: int


class Details(Wanted, frozen=True, kw_only=True):
    """What would complete the phase, and what may be behind each back in sight: by its code, the likelier first."""

    behind: dict[str, list[OtherSide]]


DETAILS = Details


def lay_downs(setup: Phase10FlipSetup, s: State, most: int = MOST_LAY_DOWNS) -> list[list[int]]:
    """Return the lay-downs of the seat whose turn it is (or the first so many), each as the actions that make it.

    Cards that look the same count as the same. Two equal groups of a phase that change places count as two lay-downs.
    """
    out = [[NOTHING] * HELD for _ in range(most + 1)]
    count = setup.rules.all_lay_downs(s, setup.tables, [0] * HELD, out)
    return [[action for action in row if action != NOTHING] for row in out[:count]]


def suggestions(setup: Phase10FlipSetup, s: State, most: int) -> list[str]:
    """Return lay-downs as texts, first those that keep Stars and get rid of points.

    Of two lay-downs that differ only in the order of their groups one is told.
    """

    def merit(actions: Sequence[int]) -> tuple[int, int]:
        hand = s.hand[s.seat][: s.hand_count[s.seat]]
        faces = []
        for action in actions:
            faces.append(active_face(setup, s, hand[parts(action).slot]))
            hand.pop(parts(action).slot)
        stars = sum(is_star(setup, face) for face in faces)
        return stars, -sum(setup.tables.points[face] for face in faces if face is not None)

    found: dict[tuple[str, ...], str] = {}
    for actions in sorted(lay_downs(setup, s), key=merit):
        told = lay_text(setup, s, actions)
        groups = told.removeprefix("lay ").split(" / ")
        found.setdefault(tuple(sorted(" ".join(sorted(group.split(" "))) for group in groups)), told)
        if len(found) == most:
            break
    return list(found.values())


def describe_move(setup: Phase10FlipSetup, s: State, text: str, language: Language) -> str:
    """Return a whole lay-down, given as neutral text with the faces of its cards, in words."""
    say, groups = words_for(language), []
    shapes = setup.phases[s.phase[s.seat] - 1]
    for shape, cards in zip(shapes, text.removeprefix("lay ").split(" / "), strict=True):
        told = []
        for word in map(Word.read, cards.split(" ")):
            face = face_words(Face(word.colour, word.value or 0, word.flip).number, say)
            told.append(face if word.number is None else say("lay-star", face=face, number=word.number))
        groups.append(say("lay-group", shape=say(f"shape-{shape.kind}", size=shape.size), cards=", ".join(told)))
    return say("action-lay", groups="; ".join(groups))


def wanted(setup: Phase10FlipSetup, s: State, seat: int) -> Wanted | None:
    """Return what would complete a seat's phase; None where it has laid it or its hand is not known."""
    if s.result != rules.RUNNING or s.turn == 0:
        return None
    found = outs(setup, s, seat)
    if found == [NOTHING]:
        return Wanted(complete=True, faces=[])
    return Wanted(complete=False, faces=[code(face) for face in found]) if not s.laid[seat] else None


def outs(setup: Phase10FlipSetup, s: State, seat: int) -> list[int]:
    """Return the faces of the active side with which a seat could lay its phase; [NOTHING] if it needs none."""
    t = setup.tables
    if s.laid[seat] or not 1 <= s.phase[seat] <= t.last_phase or s.laying:
        return []
    if not rules.knows_hand(s, t, seat, s.side):
        return []
    rows, groups = rules.rows_on(s, t, seat, s.side), rules.groups_of(t, s.phase[seat])
    if not rules.leaves_enough(t, groups, s.hand_count[seat] + (s.step == rules.STEP_DRAW)):
        return []
    if setup.rules.can_lay(rows, groups, t.each_group):
        return [NOTHING]
    faces = sorted({face for face in t.face[s.side][: t.cards] if not t.marked[face]}, key=by_colour)
    return [face for face in faces if setup.rules.can_lay(rules.with_card(rows, t, face, 1), groups, t.each_group)]


def details(setup: Phase10FlipSetup, s: State, seat: int) -> Details:
    found = wanted(setup, s, seat) or Wanted(complete=False, faces=[])
    return Details(found.complete, found.faces, behind=behind(setup, s))


def behind(setup: Phase10FlipSetup, s: State) -> dict[str, list[OtherSide]]:
    """Return what may be on the other side of every card of which this state, a view, knows one face.

    A card that is known by both faces is somewhere else; any other that has the face in sight can be it.
    """
    t = setup.tables
    threads = [thread for thread in range(rules.CARDS) if s.born[thread] != NOTHING]
    known = [s.card[thread] for thread in threads]
    left = collections.Counter((t.face[COLOUR][card], t.face[WILD][card]) for card in range(t.cards))
    left.subtract((t.face[COLOUR][card], t.face[WILD][card]) for card in known if card >= 0)
    found: dict[str, list[OtherSide]] = {}
    for face in sorted({rules.FACE_ONLY - card for card in known if card <= rules.FACE_ONLY}):
        others = [
            OtherSide(code(sides[WILD if face < rules.WILD_FACES else COLOUR]), count)
            for sides, count in left.items()
            if face in sides and count > 0
        ]
        found[code(face)] = sorted(others, key=lambda other: -other.count)
    return found
