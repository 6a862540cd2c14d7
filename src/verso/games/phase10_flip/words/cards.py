"""The words that sentences about Phase 10 Flip are made of: faces, groups, phases, and those who sit at the table."""

from __future__ import annotations

import functools
from pathlib import Path

from verso.core.contracts.parts import Names
from verso.core.game import Language
from verso.core.words import Words, catalogue
from verso.games.phase10_flip.rules import NOTHING, SET, State
from verso.games.phase10_flip.ruleset import COLOUR_NAMES, Phase10FlipSetup, all_faces

CATALOGUES = Path(__file__).parent


@functools.cache  # asked for every card that is named: a path takes long to be looked up
def words_for(language: Language) -> Words:
    return catalogue(CATALOGUES, language)


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


class Speaker:
    """Says sentences about seats: by the names of those who sit there, or by number, and "you" to who looks."""

    def __init__(self, language: Language, names: Names, looking: int | None = None) -> None:
        self.say = words_for(language)
        self.names = names
        self.looking = looking

    def subject(self, seat: int) -> str:
        """Return a seat as the subject of a sentence, which it begins."""
        return self.say("subject-seat", seat=seat) if self.names is None else self.names[seat]

    def of(self, seat: int) -> str:
        """Return the words for what belongs to a seat: `of seat 2`."""
        return self.say("of-seat", seat=seat) if self.names is None else self.say("of-name", name=self.names[seat])

    def seat(self, seat: int) -> str:
        return self.say("who-seat", seat=seat) if self.names is None else self.names[seat]

    def who(self, seat: int) -> str:
        return self.say("who-you") if seat == self.looking else self.seat(seat)


def face_words(face: int | None, say: Words) -> str:
    if face is None:
        return say("face-unknown")
    known = all_faces()[face]
    if known.colour is None:
        words = say("face-wild", number=known.value) if known.value else say("face-wild-star")
    else:
        colour = say(f"colour-{COLOUR_NAMES[known.colour]}")
        words = say("face-colour", colour=colour, number=known.value) if known.value else ""
        words = words or say("face-colour-star", colour=colour)
    return say("face-flip", face=words) if known.flip else words


def group_words(s: State, owner: int, group: int, say: Words) -> str:
    low, high, colour = s.low[owner][group], s.high[owner][group], s.colour[owner][group]
    if s.kind[owner][group] == SET:
        return say("group-set", number=low)
    if colour == NOTHING:
        return say("group-run", low=low, high=high)
    return say("group-run-colour", low=low, high=high, colour=say(f"colour-{COLOUR_NAMES[colour]}"))


def phase_words(setup: Phase10FlipSetup, phase: int, say: Words) -> str:
    words = ""
    for group in setup.phases[phase - 1]:
        shape = say(f"shape-{group.kind}", size=group.size)
        words = say("phase-join", first=words, second=shape) if words else shape
    return words


def is_star(setup: Phase10FlipSetup, face: int | None) -> bool:
    return face is not None and setup.tables.value[face] == 0
