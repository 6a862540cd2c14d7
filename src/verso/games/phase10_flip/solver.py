"""Can this hand lay this phase, and how? Loaded below `rules.py`, plain or compiled like it (see core/kernel.py).

A hand is four *rows*, one for each colour: an integer with four bits for each number, which count the cards of that
number, and the lowest four bits for the Stars. On the wild side there is one row only, for there every card has any
colour (PF-20). A phase is four sizes: two runs, then two sets, 0 where there is none.

What is asked for counts only what may be laid, not which of several equal cards: a run takes its number cards where
the hand has them and Stars where it has not. Doing it the other way round never helps, since the card spared can
change places with the Star that it was spared for; only where every group needs a number card (`each_group`, PF-21)
both ways are tried.
"""

from __future__ import annotations

from typing import Any, TypeAlias

COLOURS = 4
HIGHEST = 12  # PF-23
BITS = 4
FULL = 15
ONES = 0x1111111111110
"""One in the place of every number, nothing in the place of the Stars."""
NUMBERS = HIGHEST + 1
"""The numbers a card can be given when it is placed; 0 for a number card, which has its own."""

Rows: TypeAlias = tuple[int, int, int, int]
Groups: TypeAlias = tuple[int, int, int, int]


def with_row(rows: Rows, colour: int, row: int) -> Rows:
    return (
        row if colour == 0 else rows[0],
        row if colour == 1 else rows[1],
        row if colour == 2 else rows[2],
        row if colour == 3 else rows[3],
    )


def numbers_in(row: int) -> int:
    """Return one in the place of every number that the row has."""
    return (row | row >> 1 | row >> 2 | row >> 3) & ONES


def how_many(marks: int) -> int:
    count = 0
    while marks > 0:
        marks &= marks - 1
        count += 1
    return count


def lowest_number(marks: int) -> int:
    number = 1
    while not marks >> BITS * number & 1:
        number += 1
    return number


def run_starts(row: int, length: int) -> int:
    """Return one in the place of the lowest number of every run of this length that the row can make (PF-23)."""
    stars = min(row & FULL, length)
    present = numbers_in(row)
    found = present
    for step in range(1, length):  # each place counts its numbers present; at most five, so nothing carries over
        found += present >> BITS * step
    enough = (found + ONES * (8 - length + stars)) & (ONES * 8)
    return (enough >> 3) & ((1 << BITS * (HIGHEST + 2 - length)) - 1)


def can_lay(rows: Rows, groups: Groups, each_group: int) -> bool:
    """Can these cards make this phase?"""
    return can_go_on(rows, groups, 0, COLOURS, ONES, 0, 0, each_group)


def can_finish_run(
    rows: Rows, groups: Groups, colour: int, number: int, group_has_number: int, has_number: int, each_group: int
) -> bool:
    """Can these cards end a run that has come up to `number` in this colour, and make what comes after it?

    `groups` begins with how many cards the run still needs.
    """
    if groups[0] == 0:
        if each_group > 0 and group_has_number == 0:
            return False
        return can_go_on(rows, (groups[1], 0, groups[2], groups[3]), 0, COLOURS, ONES, 0, has_number, each_group)
    if number + groups[0] > HIGHEST:
        return False
    start = 1 << BITS * (number + 1)
    return can_go_on(rows, groups, colour, colour + 1, start, group_has_number, has_number, each_group)


def can_go_on(
    rows: Rows,
    groups: Groups,
    first: int,
    end: int,
    allowed: int,
    group_has_number: int,
    has_number: int,
    each_group: int,
) -> bool:
    """Can these cards make the groups, the first run in a colour from `first` to `end` - 1 at an `allowed` place?"""
    total = rows[0] + rows[1] + rows[2] + rows[3]
    length = groups[0]
    if length == 0:
        return can_lay_sets(total, groups[2], groups[3], has_number, each_group)
    if not can_lay_sets(total, groups[2], groups[3], 1, each_group):
        return False
    for colour in range(first, end):
        row = rows[colour]
        starts = run_starts(row, length) & allowed
        while starts > 0:
            start = starts & -starts
            starts -= start
            present = numbers_in(row) & start * (((1 << BITS * length) - 1) // FULL)
            spared = present if each_group > 0 else 0
            while spared >= 0:
                used = present - spared
                stars = length - how_many(used)
                if stars <= row & FULL and (each_group == 0 or group_has_number > 0 or used > 0):
                    left = with_row(rows, colour, row - used - stars)
                    rest = (groups[1], 0, groups[2], groups[3])
                    known = 1 if used > 0 else has_number
                    if can_go_on(left, rest, 0, COLOURS, ONES, 0, known, each_group):
                        return True
                spared = (spared - 1) & present if spared > 0 else -1
    return False


def can_lay_sets(total: int, size: int, next_size: int, has_number: int, each_group: int) -> bool:
    """Can these cards make two sets, one, or none? `has_number`: a number card was used before (PF-21)."""
    if size == 0:
        return has_number > 0
    stars = total & FULL
    if total >> BITS == 0 and (has_number == 0 or each_group > 0):
        return False
    if next_size == 0:
        return size <= stars or at_least(total, size - stars) != 0
    best = 0  # the most cards of one number
    second = 0
    numbers = total >> BITS
    while numbers > 0:
        count = numbers & FULL
        if count > best:
            second = best
            best = count
        elif count > second:
            second = count
        numbers >>= BITS
    if size + next_size - best <= stars and (each_group == 0 or best > 1):
        return True  # PF-23: both of the same number
    apart = max(0, max(size, next_size) - best) + max(0, min(size, next_size) - second)
    return apart <= stars and (each_group == 0 or second > 0)


def at_least(total: int, count: int) -> int:
    """Return a mark, eight, in the place of every number of which there are at least so many, up to seven."""
    return ((total & ONES * 7) + ONES * (8 - count) | total) & ONES * 8


def can_finish_set(
    total: int, later: int, number: int, size: int, next_size: int, group_has_number: int, has_number: int, each: int
) -> bool:
    """Can a set of this number get `size` more cards of the `later` ones, and the rest make what comes after it?"""
    for stars in range(size + 1):
        numbers = size - stars
        if numbers <= later >> BITS * number & FULL and stars <= later & FULL:
            if each > 0 and group_has_number == 0 and numbers == 0:
                continue
            known = 1 if numbers > 0 else has_number
            if can_lay_sets(total - (numbers << BITS * number) - stars, next_size, 0, known, each):
                return True
    return False


# --- all lay-downs


def lay_downs(
    looks: list[int],
    held: int,
    t: Any,
    groups: Groups,
    first_action: int,
    out: list[list[int]],
) -> int:
    """Write all lay-downs of a hand, each as the actions that make it, and return how many there are.

    `looks` are the active faces of the `held` cards in the order of the hand. Lay-downs that differ only in which of
    several cards of the same look they use are written once, with the first of them. `out` needs one row more than
    it shall hold; when it is full the rest is left out.
    """
    return lay_on(looks, held, t, groups, first_action, out, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


def lay_on(
    looks: list[int],
    held: int,
    t: Any,
    groups: Groups,
    first_action: int,
    out: list[list[int]],
    found: int,
    depth: int,
    group: int,
    placed: int,  # how many cards of the group
    number: int,  # of the card placed last
    colour: int,  # the row of a run
    after: int,  # in a set, the first slot that may come next
    used: int,  # slots, as bits
    group_has_number: int,
    has_number: int,
) -> int:
    """Go through every card that may come next, down to the last (a recursion: one call for each card placed)."""
    while group < 4 and placed == groups[group]:
        if placed > 0 and t.each_group > 0 and group_has_number == 0:  # PF-21
            return found
        group += 1
        placed = 0
        group_has_number = 0
    if group == 4:
        return write_lay_down(out, found, depth) if has_number > 0 else found
    for slot in range(held):
        if used >> slot & 1 or (group > 1 and placed > 0 and slot < after) or seen_before(looks, slot, used):
            continue
        value = t.value[looks[slot]]
        row = t.row[looks[slot]]
        if group < 2 and placed > 0 and row != colour:
            continue
        numbers = numbers_open(value, groups[group], placed, number + 1 if group < 2 else number, group)
        gone = how_many(used & ((1 << slot) - 1))  # cards of the hand that will have gone from before this one
        while numbers > 0 and found + 1 < len(out):
            stands_for = lowest_number(numbers)
            numbers -= 1 << BITS * stands_for
            out[found][depth] = first_action + (slot - gone) * NUMBERS + (0 if value > 0 else stands_for)
            found = lay_on(
                looks,
                held,
                t,
                groups,
                first_action,
                out,
                found,
                depth + 1,
                group,
                placed + 1,
                stands_for,
                row,
                slot + 1,
                used | 1 << slot,
                1 if value > 0 else group_has_number,
                1 if value > 0 else has_number,
            )
    return found


def numbers_open(value: int, size: int, placed: int, wanted: int, group: int) -> int:
    """Return the numbers that a card can stand for in a group, which if it is begun wants this number."""
    own = 1 << BITS * value if value > 0 else ONES  # PF-20
    if placed > 0:
        return own & 1 << BITS * wanted
    return own & (1 << BITS * (HIGHEST + 2 - size)) - 1 if group < 2 else own


def seen_before(looks: list[int], slot: int, used: int) -> bool:
    """Is there an unused card of the same look before this one in the hand?"""
    for other in range(slot):
        if looks[other] == looks[slot] and not used >> other & 1:
            return True
    return False


def write_lay_down(out: list[list[int]], found: int, depth: int) -> int:
    """Keep the lay-down that stands in the last row and begin the next row with the same cards."""
    for i in range(depth, len(out[found])):
        out[found][i] = -1
    for i in range(depth):
        out[found + 1][i] = out[found][i]
    return found + 1
