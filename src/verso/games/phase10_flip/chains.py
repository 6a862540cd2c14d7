"""How many cards of a hand can be laid on the table one after another: kernel source, on top of `rules.py`.

A 5 fits a run now, then a 6 fits, then a 7, and a Star bridges what is missing between. Hands are *rows*, as the solver
has them; the ends of runs are rows too, which count how many runs want a number next, upwards or downwards. So a card
laid moves an end by one place, and each colour is looked at by itself: no card of one goes where another one fits, but
for sets, which take everything of their number and all Stars.
"""

from __future__ import annotations

from typing import TypeAlias

from verso.games.phase10_flip.rules import COLOUR, RUN, State, Tables
from verso.games.phase10_flip.solver import (
    BITS,
    COLOURS,
    FULL,
    HIGHEST,
    ONES,
    Groups,
    Rows,
    cards_of_run,
    lowest_number,
    numbers_in,
    places,
    run_starts,
    set_numbers,
    with_row,
)

Ends: TypeAlias = tuple[Rows, Rows, int, int]
"""What groups take: numbers wanted next upwards, and downwards; what sets take, as a row full of it; free runs.

A free run has no colour yet. Each takes eight bits: the number it wants downwards, then upwards, 0 for none.
"""
FREE_BITS = 2 * BITS
MOST_FREE = 7
"""More free runs than these are left out: they would all have to be laid on the wild side."""
DIGITS = 15
"""A row of fewer cards than these has as many cards as it leaves when divided by this, as with nines and tens."""
NOT_LAID = -1


def ends_on_table(s: State, t: Tables, side: int) -> Ends:
    """Return what the groups on the table take on a side, but for those of a lay-down under way."""
    ends = ((0, 0, 0, 0), (0, 0, 0, 0), 0, 0)
    for owner in range(t.seats):
        count = s.group_count[owner] - (s.laying if owner == s.seat else 0)
        for group in range(count):
            low, high = int(s.low[owner][group]), int(s.high[owner][group])
            colour = int(s.colour[owner][group])
            if s.kind[owner][group] != RUN:
                ends = with_set(ends, low)
            elif side == COLOUR and colour < 0:
                ends = with_free_run(ends, low - 1, (high + 1) % (HIGHEST + 1))
            else:
                ends = with_run(ends, colour if side == COLOUR else 0, low - 1, (high + 1) % (HIGHEST + 1))
    return ends


def with_set(ends: Ends, number: int) -> Ends:
    return (ends[0], ends[1], ends[2] | FULL << BITS * number | FULL, ends[3])


def with_run(ends: Ends, colour: int, down: int, up: int) -> Ends:
    """Return the same with one more run, which wants these numbers; 0 for none (PF-23)."""
    ups = ends[0][colour] + (1 << BITS * up & ONES)
    downs = ends[1][colour] + (1 << BITS * down & ONES)
    return (with_row(ends[0], colour, ups), with_row(ends[1], colour, downs), ends[2], ends[3])


def with_free_run(ends: Ends, down: int, up: int) -> Ends:
    if ends[3] >> FREE_BITS * (MOST_FREE - 1) > 0:
        return ends
    return (ends[0], ends[1], ends[2], ends[3] << FREE_BITS | up << BITS | down)


def stuck(rows: Rows, ends: Ends) -> int:
    """Return how many cards of a hand are left by the longest chain of cards that can be laid on the table.

    A free run gets its colour by the first card of one (PF-24): each that has a card for it is tried.
    """
    if ends[3] == 0:
        left = 0
        for colour in range(COLOURS):
            if rows[colour] > 0:
                left += stuck_in_row(rows[colour], ends[0][colour], ends[1][colour], ends[2])
        return left
    down, up = ends[3] & FULL, ends[3] >> BITS & FULL
    others = (ends[0], ends[1], ends[2], ends[3] >> FREE_BITS)
    wanted = (1 << BITS * down | 1 << BITS * up) & ONES
    best = stuck(rows, others)
    for colour in range(COLOURS):
        if best > 0 and (numbers_in(rows[colour]) & wanted > 0 or rows[colour] & FULL > 0):
            best = min(best, stuck(rows, with_run(others, colour, down, up)))
    return best


def stuck_in_row(row: int, ups: int, downs: int, sets: int) -> int:
    """Return how many cards of one row are left by the longest chain.

    A card goes where it fits; where an end that comes the other way might want it more, that is tried too. Stars go
    where no card does, and only where one can follow: whatever is left of them then fits somewhere.
    """
    best = left_at_once(row, ups, downs, sets)
    if best == 0:
        return 0
    here = numbers_in(row)
    place = lowest_place(here & numbers_in(ups))
    if place > 0:
        best = stuck_in_row(row - place, ups - place + place_above(place), downs, sets)
        return min(best, stuck_in_row(row, ups - place, downs, sets)) if best > 0 and downs >= place else best
    place = lowest_place(here & numbers_in(downs))
    if place > 0:
        best = stuck_in_row(row - place, ups, downs - place + place_below(place), sets)
        comes_up = ups & place_above(place) - 1 > 0
        return min(best, stuck_in_row(row, ups, downs - place, sets)) if best > 0 and comes_up else best
    stars = row & FULL
    for number in range(1, HIGHEST + 1 if stars > 0 else 1):
        place = 1 << BITS * number
        if best > 0 and ups & FULL * place > 0 and here & place_above(place) * places(stars) > 0:
            best = min(best, stuck_in_row(row - 1, ups - place + place_above(place), downs, sets))
        if best > 0 and downs & FULL * place > 0 and here & (place >> BITS * stars) * places(stars) > 0:
            best = min(best, stuck_in_row(row - 1, ups, downs - place + place_below(place), sets))
    return best


def lowest_place(marks: int) -> int:
    return marks & -marks


def place_above(place: int) -> int:
    """Return one in the place of the next number, nothing above the highest."""
    return place << BITS & ONES


def place_below(place: int) -> int:
    return place >> BITS & ONES


def left_at_once(row: int, ups: int, downs: int, sets: int) -> int:
    """Return how many cards no set takes, without Stars that an end of a run takes."""
    left = row & ~sets
    stars = left & FULL
    room = 0
    if stars > 0:
        for number in range(1, HIGHEST + 1):
            room += (ups >> BITS * number & FULL) * (HIGHEST + 1 - number) + (downs >> BITS * number & FULL) * number
    return left % DIGITS - min(stars, room)


# --- a phase laid first


def left_after_laying(rows: Rows, groups: Groups, first: int, ends: Ends) -> int:
    """Return how many cards are left by the best way to lay a phase from a group on, and what fits then.

    NOT_LAID if there is none. A set takes cards of the first colours that have its number: others of it fit it later.
    """
    if first == len(groups):
        return stuck(rows, ends)
    size = groups[first]
    if size == 0:
        return left_after_laying(rows, groups, first + 1, ends)
    best = NOT_LAID
    is_run = first < 2
    for colour in range(COLOURS if is_run else 1):
        total = rows[0] + rows[1] + rows[2] + rows[3]
        numbers = run_starts(rows[colour], size) if is_run else set_numbers(total, size)
        while numbers > 0 and best != 0:
            number = lowest_number(numbers)
            numbers -= 1 << BITS * number
            left = without_run(rows, colour, number, size) if is_run else without_set(rows, number, size)
            up = (number + size) % (HIGHEST + 1)
            more = with_run(ends, colour, number - 1, up) if is_run else with_set(ends, number)
            best = fewer(best, left_after_laying(left, groups, first + 1, more))
    return best


def fewer(best: int, found: int) -> int:
    """Return the fewer cards left, of two ways to lay a phase of which there may be none."""
    if best == NOT_LAID or found == NOT_LAID:
        return max(best, found)
    return min(best, found)


def without_run(rows: Rows, colour: int, number: int, size: int) -> Rows:
    row = rows[colour]
    return with_row(rows, colour, row - cards_of_run(row, size, numbers_in(row) & places(size) << BITS * number))


def without_set(rows: Rows, number: int, size: int) -> Rows:
    """Return what a set leaves of a hand that can make it: number cards before Stars."""
    missing = size
    left = rows
    for bits in (BITS * number, 0):
        for colour in range(COLOURS):
            taken = min(missing, left[colour] >> bits & FULL)
            left = with_row(left, colour, left[colour] - (taken << bits))
            missing -= taken
    return left
