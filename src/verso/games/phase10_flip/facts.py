"""What can be counted on the table of Phase 10 Flip and speaks for an action or against it. Every fact is true.

Counted by the rules as they stand, from what the seat has seen; nothing is drawn and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verso.core.contracts.parts import Fact
from verso.core.game import Action, Language, View
from verso.games.phase10_flip import rules
from verso.games.phase10_flip.counting import short_of
from verso.games.phase10_flip.notation import Word, code, parts
from verso.games.phase10_flip.odds import hits
from verso.games.phase10_flip.rules import DISCARD, DRAW, HIT, PLACE, TAKE
from verso.games.phase10_flip.ruleset import Face
from verso.games.phase10_flip.solver import can_lay
from verso.games.phase10_flip.words.cards import face_words, words_for


def facts(view: View, action: Action, other: Action | None) -> list[Fact]:
    """Return what speaks for an action, the weightiest first; `other` is the one that comes next to it."""
    table = _Table(view)
    if action in (DRAW, TAKE):
        return list(table.drawing(action))
    if action >= HIT:
        return list(table.hitting(action))
    return list(table.laying(action) if action >= PLACE else table.discarding(action, other))


def say_fact(view: View, fact: Fact, language: Language) -> str:
    """Return a fact in words."""
    say, said = words_for(language), dict(fact.figures)
    for key in ("face", "other"):
        if key in said:
            word = Word.read(str(said[key]))
            said[key] = face_words(Face(word.colour, word.value or 0, word.flip).number, say)
    return say(fact.message, **said)


def _fact(message: str, *, against: bool = False, **figures: int | str) -> Fact:
    return Fact(f"fact-{message}", figures, against)


class _Table:
    """What the seat to act can count."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        self.s, self.t = view.state, view.setup.tables
        self.faces = [int(rules.face_of(self.s, self.t, self.s.hand[self.seat][slot])) for slot in range(self.held)]

    @property
    def held(self) -> int:
        return int(self.s.hand_count[self.seat])

    @property
    def laid(self) -> bool:
        return bool(self.s.laid[self.seat])

    def rows(self, faces: list[int]) -> Any:
        rows = (0, 0, 0, 0)
        for face in faces:
            rows = rules.with_card(rows, self.t, face, 1)
        return rows

    def short(self, faces: list[int]) -> int:
        """Return how many cards these lack for the phase."""
        groups = rules.groups_of(self.t, self.s.phase[self.seat])
        rows = self.rows(faces)
        if can_lay(rows, groups, self.t.each_group):
            return 0
        return int(short_of(rows, groups, self.s.side, self.t.each_group))

    def without(self, slot: int) -> list[int]:
        return self.faces[:slot] + self.faces[slot + 1 :]

    # --- drawing

    def drawing(self, action: Action) -> Iterator[Fact]:
        """Compare the two piles by the card in sight."""
        if self.s.discard_count == 0:
            yield _fact("no-discard")
            return
        top = int(rules.face_of(self.s, self.t, self.s.discard[self.s.discard_count - 1]))
        face, points = code(top), int(self.t.points[top])
        if self.laid:
            fits = rules.can_be_hit(self.s, self.t, top)
            if action == TAKE and fits:
                yield _fact("take-fits", face=face)
            if action == TAKE and self.t.marked[top]:
                yield _fact("take-flip", face=face)
            if not fits and action == DRAW:
                yield _fact("discard-fits-not", face=face, points=points)
            elif action == DRAW:
                yield _fact("discard-changes-not", face=face)
            elif not fits:
                yield from self._taking_what_does_not_help(top)
                yield _fact("take-adds", against=True, face=face, points=points)
            return
        before, after = self.short(self.faces), self.short([*self.faces, top])
        if action == TAKE:
            yield from self._taking(top, before, after)
        elif before == 0:
            yield _fact("phase-held")
        elif after == before:
            yield _fact("discard-helps-not", face=face, short=before)
        else:
            yield _fact("draw-wanted", short=before)

    def _taking(self, top: int, before: int, after: int) -> Iterator[Fact]:
        face = code(top)
        if after == 0 and before > 0:
            yield _fact("take-completes", face=face)
        elif after < before:
            yield _fact("take-helps", face=face, before=before, after=after)
        if self.t.value[top] == 0:
            yield _fact("take-star")
        if self.t.marked[top]:
            yield _fact("take-flip", face=face)
        if after > 0 and after == before:
            yield from self._taking_what_does_not_help(top)
            yield _fact("take-same", against=True, face=face, short=before)
        elif before == 0 and rules.can_be_hit(self.s, self.t, top):
            yield _fact("take-fits-then", face=face)
        elif before == 0:
            yield from self._taking_what_does_not_help(top)

    def _taking_what_does_not_help(self, top: int) -> Iterator[Fact]:
        """Say that nothing is lost with such a card; one that flips everything does not go back like that."""
        if not self.t.marked[top]:
            yield _fact("take-back", face=code(top))

    # --- laying

    def laying(self, action: Action) -> Iterator[Fact]:
        groups = rules.groups_of(self.t, self.s.phase[self.seat])
        cards = sum(groups) - self.s.placed
        yield _fact("lays", cards=cards, left=self.held - cards)
        ready = sum(1 for seat in range(self.t.seats) if seat != self.seat and self.s.laid[seat])
        if ready:
            yield _fact("others-down", count=ready)

    def hitting(self, action: Action) -> Iterator[Fact]:
        face = self.faces[parts(action).slot]
        if self.held == 1:
            yield _fact("goes-out")
            return
        yield _fact("rids", points=int(self.t.points[face]), left=self.held - 1)
        more = len(hits(self.s, self.t, self.faces, self.s.side))
        if more > 1:
            yield _fact("fits-table", cards=more)

    # --- discarding

    def discarding(self, action: Action, other: Action | None) -> Iterator[Fact]:
        slot = action - DISCARD
        face = self.faces[slot]
        if self.held == 1:
            yield _fact("goes-out")
            return
        flips = self.t.marked[face] > 0
        if flips:
            yield from self._flipping()
        yield from self._for_the_hand(slot, other)
        if not flips:
            yield from self._for_the_next(slot, other)
        stars = sum(1 for each in self.without(slot) if self.t.value[each] == 0)
        if stars and self.t.value[face]:
            yield _fact("keeps-stars", count=stars)
        yield _fact("rids", points=int(self.t.points[face]), left=self.held - 1)

    def _for_the_hand(self, slot: int, other: Action | None) -> Iterator[Fact]:
        """Say what the card is worth to the own hand, and what the other one would be."""
        face, rest = self.faces[slot], self.without(slot)
        fits = rules.can_be_hit(self.s, self.t, face)
        if self.laid:
            if not fits:
                yield _fact("fits-nothing-laid", face=code(face))
            return
        before, after = self.short(self.faces), self.short(rest)
        if after == before:
            yield _fact("fits-table-only" if fits else "fits-nothing", face=code(face), short=after)
        elif after == min(self.short(self.without(each)) for each in range(self.held)):
            yield _fact("least-short", short=after)
        else:
            yield _fact("short-then", against=True, short=after)
        if other is not None and DISCARD <= other < PLACE:
            instead = self.short(self.without(other - DISCARD))
            if instead > after:
                yield _fact("other-short", other=code(self.faces[other - DISCARD]), short=instead)

    def _for_the_next(self, slot: int, other: Action | None) -> Iterator[Fact]:
        """Say what the next player, who could take it, could do with it; known once their phase is laid."""
        face = self.faces[slot]
        following = int(rules.next_player(self.s, self.t, self.seat))
        if not self.s.laid[following]:
            return
        if not rules.can_be_hit(self.s, self.t, face):
            if not self.laid and self.short(self.without(slot)) > self.short(self.faces):  # otherwise it has been said
                yield _fact("next-cannot", seat=following)
            if other is not None and DISCARD <= other < PLACE:
                instead = self.faces[other - DISCARD]
                if rules.can_be_hit(self.s, self.t, instead):
                    yield _fact("other-helps", other=code(instead), seat=following)

    def _flipping(self) -> Iterator[Fact]:
        """Say what a flip does to the hands of others, whose backs are in sight."""
        side = 1 - self.s.side
        ready = []
        for seat in range(self.t.seats):
            if seat == self.seat or self.s.laid[seat] or not rules.knows_hand(self.s, self.t, seat, side):
                continue
            rows, groups = rules.rows_on(self.s, self.t, seat, side), rules.groups_of(self.t, self.s.phase[seat])
            if sum(groups) and can_lay(rows, groups, self.t.each_group):
                ready.append(seat)
        waiting = sum(1 for seat in range(self.t.seats) if seat != self.seat and not self.s.laid[seat])
        if waiting:
            kind = "none" if not ready else "all" if len(ready) == waiting else "some"
            yield _fact(f"flip-{kind}", against=bool(ready), count=len(ready), others=waiting)
        else:
            yield _fact("flips", others=self.t.seats - 1)
