"""Drawing full states that agree with a view of Phase 10 Flip: kernel source, on top of the rules.

A card is its colour face and its wild face. A thread of which one face was seen can be any card with that face, and all
ways to give such threads cards of their own are equally likely. They are drawn in one of two ways.

*Choosing*: threads known by their colour face choose first. A choice leaves the threads known by the wild face fewer
cards, and is kept with a chance in that proportion; otherwise all choose again. This is exact, and in games as people
play them it takes a try or two. Where hardly a card is left to spare no choice is kept, and after `MOST_TRIES` it is
given up.

*Swapping*: from any way that agrees, cards are passed on. A thread gives its card away and takes any card with its
face; whoever held that one does the same, until somebody takes the card that was given away first, or one that no such
thread holds. Read backwards, passing on is passing on too, with the same chance, since the same threads take a card;
and so is undoing it all after `LONGEST` steps. From any way to any other there are a few of these, none longer than
there are threads. So in the long run all ways are equally likely, wherever it began, and `SWAPS` are long.
"""

from __future__ import annotations

from typing import NamedTuple

from verso.core.contracts.rules import assign
from verso.core.rng import below
from verso.core.spec import UNKNOWN
from verso.games.phase10_flip.rules import (
    CARDS,
    COLOUR,
    EVERYTHING,
    FACE_ONLY,
    NOTHING,
    RUNNING,
    STEP_PLAY,
    WILD,
    WILD_FACES,
    State,
    Tables,
    holds_phase,
)

MOST_TRIES = 256
SWAPS = 400
LONGEST = CARDS  # a thread takes part in a passing on once if it is as short as it can be

UNSEEN = -2  # a card that has not been come to; NOTHING: come to first

FREE = 0
TAKEN = 1
CHOSEN = 2  # by a choice that may be taken back


class Choosing(NamedTuple):
    """Rows to choose in: zones of the state that is made, which get their contents at the end."""

    taken: list[int]  # each card: FREE, TAKEN or CHOSEN
    free: list[int]  # of each wild face: cards that are free
    free_first: list[int]  # the same, before any choice that may be taken back
    wanted: list[int]  # of each wild face: threads known by it alone
    wanted_by_colour: list[int]  # of each colour face, likewise
    settled: list[int]  # each thread: it has no choice that may be taken back


class Swapping(NamedTuple):
    """Rows to swap in, likewise."""

    taken: list[int]  # each card: TAKEN if it is not swapped
    holder: list[int]  # each card: the thread that has it, NOTHING if none
    threads: list[int]  # those that swap
    passed: list[int]  # the cards passed on, in order; while a first way is looked for, the cards to look at
    receivers: list[int]  # and who took them; or from which card a card was come to


def complete(view: State, t: Tables, seat: int, stream: list[int], out: State) -> None:
    """Give every thread a card: any of all ways that agree with the faces seen. What is left is the pool."""
    assign(out, view)
    out.viewer = EVERYTHING
    work = Choosing(out.pool, out.table, out.place, out.discard, out.born, out.seen)
    for card in range(CARDS):
        work.taken[card] = FREE if card < t.cards else TAKEN
    give_known(view, t, out, work)
    if not choose(view, t, out, work, stream):
        swap(view, t, out, Swapping(out.pool, out.table, out.born, out.discard, out.place), work.settled, stream)
    give_unknown(view, out, work, stream)
    fill_pool(view, out)
    out.can_lay = 0
    if out.step == STEP_PLAY and out.result == RUNNING:
        out.can_lay = 1 if holds_phase(out, t) else 0


def side_known(view: State, thread: int) -> int:
    """Return the side of which alone a thread's face is known, NOTHING where it is both or none."""
    known = view.card[thread]
    if known > FACE_ONLY:
        return NOTHING
    return WILD if FACE_ONLY - known >= WILD_FACES else COLOUR


def give(out: State, taken: list[int], thread: int, card: int) -> None:
    out.card[thread] = card
    taken[card] = TAKEN


def give_known(view: State, t: Tables, out: State, work: Choosing) -> None:
    """Give the threads known by both faces their cards: the first of those that are the same in both."""
    for thread in range(CARDS):
        card = view.card[thread]
        if card >= 0:
            while work.taken[card] != FREE or t.same[card] != view.card[thread]:
                card += 1
            give(out, work.taken, thread, card)


def untaken(t: Tables, taken: list[int], face: int) -> int:
    side = WILD if face >= WILD_FACES else COLOUR
    first = t.first_with[face]
    count = 0
    for i in range(first, first + t.count_with[face]):
        if taken[t.with_face[side][i]] == FREE:
            count += 1
    return count


def any_with_face(t: Tables, taken: list[int], face: int, stream: list[int]) -> int:
    """Return one of the cards not taken that have this face."""
    side = WILD if face >= WILD_FACES else COLOUR
    left = below(stream, untaken(t, taken, face))
    i = t.first_with[face]
    while taken[t.with_face[side][i]] != FREE or left > 0:
        if taken[t.with_face[side][i]] == FREE:
            left -= 1
        i += 1
    return t.with_face[side][i]


# --- choosing


def choose(view: State, t: Tables, out: State, work: Choosing, stream: list[int]) -> bool:
    """Let all threads known by one face choose; say whether one of the tries was kept."""
    count_faces(view, t, work)
    choose_forced(view, t, out, work, stream)
    tries = 1
    while not choose_by_colour(view, t, out, work, stream):
        take_back(view, out, work)
        if tries == MOST_TRIES:
            return False
        tries += 1
    for thread in range(CARDS):
        if side_known(view, thread) == WILD:
            give(out, work.taken, thread, any_with_face(t, work.taken, FACE_ONLY - view.card[thread], stream))
    return True


def count_faces(view: State, t: Tables, work: Choosing) -> None:
    for i in range(CARDS):
        work.free[i] = 0
        work.wanted[i] = 0
        work.wanted_by_colour[i] = 0
    for card in range(CARDS):
        if work.taken[card] == FREE:
            work.free[t.face[WILD][card] - WILD_FACES] += 1
    for thread in range(CARDS):
        if side_known(view, thread) == WILD:
            work.wanted[FACE_ONLY - view.card[thread] - WILD_FACES] += 1
        elif side_known(view, thread) == COLOUR:
            work.wanted_by_colour[FACE_ONLY - view.card[thread]] += 1


def choose_forced(view: State, t: Tables, out: State, work: Choosing, stream: list[int]) -> None:
    """Let the threads choose whose colour face has no card to spare: they leave the others no choice."""
    for thread in range(CARDS):
        work.settled[thread] = 1
        if side_known(view, thread) == COLOUR:
            face = FACE_ONLY - view.card[thread]
            work.settled[thread] = 1 if untaken(t, work.taken, face) == work.wanted_by_colour[face] else 0
    for thread in range(CARDS):
        if work.settled[thread] > 0 and side_known(view, thread) == COLOUR:
            card = any_with_face(t, work.taken, FACE_ONLY - view.card[thread], stream)
            give(out, work.taken, thread, card)
            work.free[t.face[WILD][card] - WILD_FACES] -= 1
    for i in range(CARDS):
        work.free_first[i] = work.free[i]


def choose_by_colour(view: State, t: Tables, out: State, work: Choosing, stream: list[int]) -> bool:
    """Let the other threads known by their colour face choose; say whether the choice may be kept."""
    for thread in range(CARDS):
        if work.settled[thread] == 0:
            face = FACE_ONLY - view.card[thread]
            card = any_with_face(t, work.taken, face, stream)
            wild = t.face[WILD][card] - WILD_FACES
            free = work.free[wild]
            share = free - work.wanted[wild]
            best = best_choice(t, work, face)
            best_free = work.free_first[best]
            # Kept with chance (share / free) / (best share / best free).
            if share <= 0 or below(stream, free * (best_free - work.wanted[best])) >= share * best_free:
                return False
            out.card[thread] = card
            work.taken[card] = CHOSEN
            work.free[wild] -= 1
    return True


def best_choice(t: Tables, work: Choosing, face: int) -> int:
    """Return the wild face, of the cards with a colour face, that has the largest share to spare before any choice."""
    first = t.first_with[face]
    best = NOTHING
    for i in range(first, first + t.count_with[face]):
        card = t.with_face[COLOUR][i]
        if work.taken[card] != TAKEN:
            wild = t.face[WILD][card] - WILD_FACES
            free = work.free_first
            share = free[wild] - work.wanted[wild]
            if best == NOTHING or share * free[best] > (free[best] - work.wanted[best]) * free[wild]:
                best = wild
    return best


def take_back(view: State, out: State, work: Choosing) -> None:
    for i in range(CARDS):
        work.free[i] = work.free_first[i]
    for thread in range(CARDS):
        if work.settled[thread] == 0 and out.card[thread] >= 0:
            work.taken[out.card[thread]] = FREE
            out.card[thread] = view.card[thread]


# --- swapping


def swap(view: State, t: Tables, out: State, work: Swapping, settled: list[int], stream: list[int]) -> None:
    """Give the threads that have no card yet cards that agree, and pass them on many times."""
    count = 0
    for thread in range(CARDS):
        if settled[thread] == 0 or side_known(view, thread) == WILD:
            work.threads[count] = thread
            count += 1
    for card in range(CARDS):
        work.holder[card] = NOTHING
    for i in range(count):
        find_card(view, t, out, work, work.threads[i])
    for _ in range(SWAPS):
        pass_on(view, t, out, work, work.threads[below(stream, count)], stream)
    for i in range(count):
        work.taken[out.card[work.threads[i]]] = TAKEN


def find_card(view: State, t: Tables, out: State, work: Swapping, thread: int) -> None:
    """Find a card for a thread; those that have one may have to take another. Nothing of it is left to chance.

    From card to card: whoever holds this one could take that one. The first card found that nobody holds ends it.
    """
    for card in range(CARDS):
        work.receivers[card] = UNSEEN
    seen = look_at_cards(t, work, FACE_ONLY - view.card[thread], NOTHING, 0)
    looked = 0
    while work.holder[work.passed[looked]] != NOTHING:
        card = work.passed[looked]
        seen = look_at_cards(t, work, FACE_ONLY - view.card[work.holder[card]], card, seen)
        looked += 1
    card = work.passed[looked]
    while card != NOTHING:
        before = work.receivers[card]
        holder = thread if before == NOTHING else work.holder[before]
        work.holder[card] = holder
        out.card[holder] = card
        card = before


def look_at_cards(t: Tables, work: Swapping, face: int, before: int, seen: int) -> int:
    """Add the cards with a face to those to look at, unless they are there; return how many that are now."""
    side = WILD if face >= WILD_FACES else COLOUR
    first = t.first_with[face]
    for i in range(first, first + t.count_with[face]):
        card = t.with_face[side][i]
        if work.taken[card] == FREE and work.receivers[card] == UNSEEN:
            work.receivers[card] = before
            work.passed[seen] = card
            seen += 1
    return seen


def pass_on(view: State, t: Tables, out: State, work: Swapping, first: int, stream: list[int]) -> None:
    """Let a thread give its card away and take another, and so on; undo it all if that goes on for too long."""
    given = out.card[first]
    thread = first
    for step in range(LONGEST):
        card = any_with_face(t, work.taken, FACE_ONLY - view.card[thread], stream)
        before = work.holder[card]
        out.card[thread] = card
        work.holder[card] = thread
        if card == given:
            return
        if before == NOTHING:
            work.holder[given] = NOTHING
            return
        work.passed[step] = card
        work.receivers[step] = before
        thread = before
    for step in range(LONGEST - 1, -1, -1):
        out.card[work.receivers[step]] = work.passed[step]
        work.holder[work.passed[step]] = work.receivers[step]
    out.card[first] = given
    work.holder[given] = first


# --- the rest


def give_unknown(view: State, out: State, work: Choosing, stream: list[int]) -> None:
    free = 0
    for card in range(CARDS):
        if work.taken[card] == FREE:
            free += 1
    for thread in range(CARDS):
        if view.born[thread] != NOTHING and view.card[thread] == UNKNOWN:
            left = below(stream, free)
            card = 0
            while work.taken[card] != FREE or left > 0:
                if work.taken[card] == FREE:
                    left -= 1
                card += 1
            give(out, work.taken, thread, card)
            free -= 1


def fill_pool(view: State, out: State) -> None:
    """Make the pool of the cards not taken, and put back the zones that were used for working."""
    count = 0
    for card in range(CARDS):
        if out.pool[card] == FREE:
            out.pool[count] = card
            count += 1
    for i in range(count, CARDS):
        out.pool[i] = NOTHING
    for i in range(CARDS):
        out.table[i] = view.table[i]
        out.discard[i] = view.discard[i]
        out.place[i] = view.place[i]
        out.seen[i] = view.seen[i]
        out.born[i] = view.born[i]
