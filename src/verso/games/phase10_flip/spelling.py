"""What texts of actions say in Phase 10 Flip, as a number and back. Kernel source, like the rules.

A card of the hand is a word: its face, and where that is not enough which of those that look the same.
"""

from __future__ import annotations

import functools

from verso.games.phase10_flip.rules import (
    DEALER,
    DISCARD,
    DRAW,
    FACES,
    GROUPS,
    HELD,
    HIT,
    MOST_SEATS,
    NOTHING,
    PLACE,
    State,
    Tables,
    known_face,
    number_at,
)
from verso.games.phase10_flip.ruleset import Phase10FlipSetup, all_faces
from verso.games.phase10_flip.solver import NUMBERS

COUNTS = HELD + 1
WORDS = (FACES + 1) * COUNTS  # + 1: a face that this state, a view, does not know
DISCARDED = DISCARD  # + word; what comes before stands for itself, as the number of the action
PLACED = DISCARDED + WORDS  # + word * NUMBERS + a Star's number, 0 for a number card
ADDED = PLACED + WORDS * NUMBERS  # + (word * NUMBERS + a Star's number) * MOST_SEATS * GROUPS + owner * GROUPS + group

CODES = tuple(face.code for face in all_faces())
UNKNOWN_FACE = "?"


def spell(s: State, t: Tables, action: int) -> int:
    if action < DISCARD:
        return action
    if action < PLACE:
        return DISCARDED + word_of(s, t, action - DISCARD)
    if action < HIT:
        slot = (action - PLACE) // NUMBERS
        return PLACED + word_of(s, t, slot) * NUMBERS + (action - PLACE) % NUMBERS
    slot = (action - HIT) // (MOST_SEATS * GROUPS * 2)
    place = (action - HIT) % (MOST_SEATS * GROUPS * 2) // 2
    face = face_in_hand(s, t, slot)
    number = 0
    if face != NOTHING and t.value[face] == 0:
        number = number_at(s, place // GROUPS, place % GROUPS, (action - HIT) % 2)
    return ADDED + (word_of(s, t, slot) * NUMBERS + number) * MOST_SEATS * GROUPS + place


def face_in_hand(s: State, t: Tables, slot: int) -> int:
    """Return the active face of a card of whose turn it is, NOTHING where this state does not know it."""
    return known_face(s, t, s.hand[s.seat][slot], s.side)


def word_of(s: State, t: Tables, slot: int) -> int:
    """Return the word for a card of the hand of whose turn it is."""
    face = face_in_hand(s, t, slot)
    if face == NOTHING:
        return 0
    count = count_alike(s, t, slot)
    if count == 1 and not looks_marked(s, t, face):
        count = 0
    return (face + 1) * COUNTS + count


def count_alike(s: State, t: Tables, slot: int) -> int:
    """Return 1 for the first of the cards of the hand that look the same, 2 for the second, ..."""
    face = face_in_hand(s, t, slot)
    count = 0
    for other in range(slot + 1):
        if face_in_hand(s, t, other) == face:
            count += 1
    return count


def looks_marked(s: State, t: Tables, face: int) -> bool:
    """Is there a card in the hand that the face, which has no Flip symbol, could be taken for, since that has one?"""
    if t.value[face] == 0 or t.marked[face] > 0:
        return False
    for slot in range(s.hand_count[s.seat]):
        if face_in_hand(s, t, slot) == face + 1:
            return True
    return False


def spelled(setup: Phase10FlipSetup, number: int) -> str:
    return text_of(number)


@functools.cache
def text_of(number: int) -> str:
    """Return the text of an action as it is spelled; there are as many as there are words and places for them."""
    if number < DEALER:
        return f"card #{number}"
    if number < DRAW:
        return f"dealer {number - DEALER}"
    if number < DISCARDED:
        return "draw" if number == DRAW else "take"
    if number < PLACED:
        return f"discard {card_text(number - DISCARDED)}"
    if number < ADDED:
        return f"place {card_text(*divmod(number - PLACED, NUMBERS))}"
    card, place = divmod(number - ADDED, MOST_SEATS * GROUPS)
    return f"hit {card_text(*divmod(card, NUMBERS))} > {place // GROUPS}.{place % GROUPS}"


def card_text(word: int, number: int = 0) -> str:
    """Return a word as text, with the number that is given to a Star, 0 for none."""
    face, count = divmod(word, COUNTS)
    code = CODES[face - 1] if face > 0 else UNKNOWN_FACE
    return code + (f":{count}" if count else "") + (f"={number}" if number else "")
