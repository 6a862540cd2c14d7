"""Can this hand lay this phase, and how? Loaded below `rules.py`, plain or compiled like it (see core/kernel.py).

A hand is four *rows*, one for each colour: an integer with four bits for each number, which count the cards of that
number, and the lowest four bits for the Stars. On the wild side there is one row only, for there every card has any
colour (PF-20). A phase is four sizes: two runs, then two sets, 0 where there is none; after a second run come no sets.

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

NOTHING_YET = 0
"""No choice: no card stands for 0."""

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


def places(length: int) -> int:
    """Return one in each of so many places from the lowest on."""
    return ((1 << BITS * length) - 1) // FULL


def cards_of_run(row: int, length: int, numbers: int) -> int:
    """Return the cards of a run that has these numbers, the rest Stars, in the form of a row; -1: too few Stars."""
    stars = length - how_many(numbers)
    return numbers + stars if stars <= row & FULL else -1


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
    length = groups[0]
    row = rows[colour]
    if number + length > HIGHEST:
        return False
    start = 1 << BITS * (number + 1)
    if each_group > 0 and length > 0:
        return can_go_on(rows, groups, colour, colour + 1, start, group_has_number, has_number, each_group)
    if each_group > 0 and group_has_number == 0:
        return False
    run = cards_of_run(row, length, numbers_in(row) & start * places(length))
    return run >= 0 and can_go_on_after(rows, groups, colour, run, has_number, each_group)


def can_go_on_after(rows: Rows, groups: Groups, colour: int, run: int, has_number: int, each_group: int) -> bool:
    """Can the cards left by a run of this colour make what comes after it?"""
    known = 1 if run > FULL else has_number
    if groups[1] == 0:
        total = rows[0] + rows[1] + rows[2] + rows[3] - run
        return can_lay_sets(total, groups[2], groups[3], known, each_group)
    return can_lay_run(with_row(rows, colour, rows[colour] - run), groups[1], known, each_group)


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
    if not can_lay_sets(total, groups[2], groups[3], 1, each_group):
        return False
    for colour in range(first, end):
        row = rows[colour]
        starts = run_starts(row, length) & allowed
        while starts > 0:
            start = starts & -starts
            starts -= start
            present = numbers_in(row) & start * places(length)
            spared = present if each_group > 0 else 0
            while spared >= 0:
                run = cards_of_run(row, length, present - spared)
                fits = run >= 0 and (each_group == 0 or group_has_number > 0 or run > FULL)
                if fits and can_go_on_after(rows, groups, colour, run, has_number, each_group):
                    return True
                spared = (spared - 1) & present if spared > 0 else -1
    return False


def can_lay_run(rows: Rows, length: int, has_number: int, each_group: int) -> bool:
    """Can these cards make a run, and nothing more? Where a row has a number there is a run with it."""
    for colour in range(COLOURS):
        has_or_gets_number = numbers_in(rows[colour]) != 0 or (has_number > 0 and each_group == 0)
        if has_or_gets_number and run_starts(rows[colour], length) != 0:
            return True
    return False


def can_lay_sets(total: int, size: int, next_size: int, has_number: int, each_group: int) -> bool:
    """Can these cards make two sets, one, or none? `has_number`: a number card was used before (PF-21)."""
    if size == 0:
        return has_number > 0
    stars = total & FULL
    if total >> BITS == 0 and (has_number == 0 or each_group > 0):
        return False
    if next_size == 0:
        return set_numbers(total, size) != 0
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


def set_numbers(total: int, size: int) -> int:
    """Return one in the place of every number of which these cards can make a set."""
    stars = total & FULL
    return ONES if size <= stars else at_least(total, size - stars) >> 3


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


def lay_downs(looks: list[int], held: int, t: Any, groups: Groups, first_action: int, out: list[list[int]]) -> int:
    """Write all lay-downs of a hand, each as the actions that make it, and return how many there are.

    `looks` are the active faces of the `held` cards in the order of the hand. Lay-downs that differ only in which of
    several cards of the same look they use are written once, with the first of them. The last row of `out` is for
    working; when the others are full the rest is left out.

    The choice for each card is slot * NUMBERS + the number it stands for. All choices for the last card are gone
    through, then the next one for the card before it, and so on.
    """
    path = out[len(out) - 1]
    size = groups[0] + groups[1] + groups[2] + groups[3]
    found = 0
    depth = 0
    path[0] = NOTHING_YET
    while depth >= 0 and found < len(out) - 1:
        path[depth] = next_choice(looks, held, t, groups, path, depth)
        if path[depth] == NOTHING_YET:
            depth -= 1
        elif depth + 1 < size:
            depth += 1
            path[depth] = NOTHING_YET
        elif enough_numbers(looks, t, groups, path):
            write_lay_down(looks, t, path, size, first_action, out[found])
            found += 1
    return found


def next_choice(looks: list[int], held: int, t: Any, groups: Groups, path: list[int], depth: int) -> int:
    """Return the next choice for a card after the one in `path`, NOTHING_YET after the last."""
    group = 0
    before = groups[0]
    while depth >= before:
        group += 1
        before += groups[group]
    placed = depth - before + groups[group]
    used = 0
    for i in range(depth):
        used |= 1 << path[i] // NUMBERS
    number = path[depth - 1] % NUMBERS if placed > 0 else 0
    colour = t.row[looks[path[depth - 1] // NUMBERS]] if placed > 0 else 0
    after = path[depth - 1] // NUMBERS if placed > 0 and group > 1 else -1
    choice = path[depth] + 1
    for slot in range(choice // NUMBERS, held):
        if used >> slot & 1 or slot <= after or seen_before(looks, slot, used):
            continue
        if group < 2 and placed > 0 and t.row[looks[slot]] != colour:
            continue
        wanted = number + 1 if group < 2 else number
        numbers = numbers_open(t.value[looks[slot]], groups[group], placed, wanted, group)
        for stands_for in range(choice % NUMBERS if slot == choice // NUMBERS else 1, NUMBERS):
            if numbers >> BITS * stands_for & 1:
                return slot * NUMBERS + stands_for
    return NOTHING_YET


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


def enough_numbers(looks: list[int], t: Any, groups: Groups, path: list[int]) -> bool:
    """Has the lay-down a number card, or every group one? (PF-21)"""
    with_number = 0
    wanted = 0
    depth = 0
    for group in range(4):
        has_number = 0
        for i in range(depth, depth + groups[group]):
            if t.value[looks[path[i] // NUMBERS]] > 0:
                has_number = 1
        depth += groups[group]
        with_number += has_number
        wanted += 1 if groups[group] > 0 else 0
    return with_number == wanted if t.each_group > 0 else with_number > 0


def write_lay_down(looks: list[int], t: Any, path: list[int], size: int, first_action: int, out: list[int]) -> None:
    used = 0
    for i in range(size):
        slot = path[i] // NUMBERS
        gone = how_many(used & ((1 << slot) - 1))  # cards of the hand that will have gone from before this one
        is_star = t.value[looks[slot]] == 0
        out[i] = first_action + (slot - gone) * NUMBERS + (path[i] % NUMBERS if is_star else 0)
        used |= 1 << slot
    for i in range(size, len(out)):
        out[i] = -1
