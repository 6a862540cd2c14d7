"""Slips of compiled players: the very ones that `bots/levels.py` makes move by move.

A level that slips gives the same view the same answer, wherever it is asked. So its luck is begun anew at each choice,
by a hash (BLAKE2b) of the view, written as Python writes a dictionary. Here that text and its hash are made without
Python. The rest is as in the other kernels; only that whole numbers of 64 bits run over, as the hash wants it.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from verso.core.contracts.policy import Floats
from verso.core.rng import MULTIPLIER, below

BLOCK = 128
"""Bytes that are hashed at a time."""
ROUNDS = 12
ONES = 0xFFFFFFFF
MINUS, ZERO, LETTER_A = 45, 48, 97
OUT_OF = 100
"""So many choices are slips."""
START = (
    0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
)  # fmt: skip
ORDER = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)
"""Where the hash begins, and in which order each of its rounds takes the words."""


class Slips(NamedTuple):
    """What slips are drawn from, and room for it.

    Text is `letters`, and `words` is the same memory as numbers of 64 bits. Of a view, `fixed` is what stands around
    its numbers: `until` where that ends before each of them and at the end; `places` and `widths` say where the numbers
    lie in the record, whose bytes are `seen`. `names` begin what is hashed for each game and player, `sizes` long.
    """

    seen: Any
    fixed: Any
    until: Any
    places: Any
    widths: Any
    names: Any
    sizes: Any
    letters: Any
    words: Any
    start: Any
    order: Any
    hashed: Any
    mixed: Any
    stream: Any


def slips_now(slips: Slips, number: int, player: int, often: int) -> bool:
    """Begin the luck of a player of a game for the view that is seen; return whether it slips."""
    hash_text(slips, write_view(slips))
    size = slips.sizes[number][player]
    for i in range(size):
        slips.letters[i] = slips.names[number][player][i]
    size = write_hash(slips, size)
    slips.letters[size] = ZERO - 1  # "/0": the stream of number 0, as in `rng.seeded`
    slips.letters[size + 1] = ZERO
    hash_text(slips, size + 2)
    slips.stream[0] = (hashed_number(slips, 0) % (MULTIPLIER - 2) + 1) << 32 | hashed_number(slips, 4)
    return below(slips.stream, OUT_OF) < often


def hashed_number(slips: Slips, first: int) -> int:
    """Return four bytes of the hash as a number, the first the highest."""
    found = 0
    for i in range(first, first + 4):
        found = found << 8 | (slips.hashed[0] >> 8 * i & 255)
    return found


def plausible(share: float) -> int:
    """Return by what weight an action is drawn: the root of its share, for what looks half as good is tried often."""
    return round(1000 * math.sqrt(max(0.0, share)))


def drawn(actions: list[int], count: int, shares: Floats, weights: list[int], stream: list[int]) -> int:
    """Draw one of the actions by how plausible they look."""
    total = 0
    for i in range(count):
        weights[i] = plausible(shares[i])
        total += weights[i]
    if total == 0:
        return actions[0]
    left = below(stream, total)
    found = 0
    while left >= weights[found]:
        left -= weights[found]
        found += 1
    return actions[found]


# --- text


def write_view(slips: Slips) -> int:
    """Write the view as text; return how long it is."""
    size = 0
    copied = 0
    for i in range(len(slips.until)):
        while copied < slips.until[i]:
            slips.letters[size] = slips.fixed[copied]
            size += 1
            copied += 1
        if i < len(slips.places):
            size = write_number(slips.letters, size, number_in(slips.seen, slips.places[i], slips.widths[i]))
    return size


def number_in(seen: list[int], place: int, width: int) -> int:
    """Return a number of a record, of which the lowest byte comes first."""
    found = 0
    for i in range(width):
        found |= seen[place + i] << 8 * i
    if width < 8 and seen[place + width - 1] > 127:
        found -= 1 << 8 * width
    return found


def write_number(letters: list[int], size: int, number: int) -> int:
    """Write a number behind so many letters; return how many there are then."""
    if number < 0:
        letters[size] = MINUS
        return write_number_from_zero(letters, size + 1, -number)
    return write_number_from_zero(letters, size, number)


def write_number_from_zero(letters: list[int], size: int, number: int) -> int:
    digits = 1
    above = 10
    while above <= number:
        digits += 1
        above *= 10
    for i in range(size + digits - 1, size - 1, -1):
        letters[i] = ZERO + number % 10
        number //= 10
    return size + digits


def write_hash(slips: Slips, size: int) -> int:
    """Write the hash as hexadecimal digits behind so many letters; return how many there are then."""
    for i in range(8):
        byte = slips.hashed[0] >> 8 * i & 255
        for digit in (byte >> 4, byte & 15):
            slips.letters[size] = ZERO + digit if digit < 10 else LETTER_A + digit - 10
            size += 1
    return size


# --- BLAKE2b with a result of eight bytes (RFC 7693)


def hash_text(slips: Slips, size: int) -> None:
    """Hash the first letters, at least one, to `hashed[0]`."""
    blocks = (size + BLOCK - 1) // BLOCK
    for i in range(size, blocks * BLOCK):
        slips.letters[i] = 0
    for i in range(8):
        slips.hashed[i] = slips.start[i]
    slips.hashed[0] ^= 0x01010008  # nothing secret goes in, and eight bytes come out
    for block in range(blocks):
        is_last = block == blocks - 1
        compress(slips, block * (BLOCK // 8), size if is_last else (block + 1) * BLOCK, is_last)


def compress(slips: Slips, first: int, counted: int, is_last: bool) -> None:
    """Take in a block of 16 words, with which so many bytes have been taken in."""
    mixed = slips.mixed
    for i in range(8):
        mixed[i] = slips.hashed[i]
        mixed[8 + i] = slips.start[i]
    mixed[12] ^= counted
    if is_last:
        mixed[14] = ~mixed[14]
    for turn in range(ROUNDS):
        order = slips.order[turn % 10]
        for i in range(4):
            one, other = slips.words[first + order[2 * i]], slips.words[first + order[2 * i + 1]]
            mix(mixed, i, 4 + i, 8 + i, 12 + i, one, other)
        for i in range(4):
            one, other = slips.words[first + order[8 + 2 * i]], slips.words[first + order[9 + 2 * i]]
            mix(mixed, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, one, other)
    for i in range(8):
        slips.hashed[i] ^= mixed[i] ^ mixed[8 + i]


def mix(mixed: list[int], a: int, b: int, c: int, d: int, one: int, other: int) -> None:
    mixed[a] += mixed[b] + one
    mixed[d] = turned(mixed[d] ^ mixed[a], 32)
    mixed[c] += mixed[d]
    mixed[b] = turned(mixed[b] ^ mixed[c], 24)
    mixed[a] += mixed[b] + other
    mixed[d] = turned(mixed[d] ^ mixed[a], 16)
    mixed[c] += mixed[d]
    mixed[b] = turned(mixed[b] ^ mixed[c], 63)


def turned(word: int, bits: int) -> int:
    """Turn a word of 64 bits to the right: what leaves it there comes in on the left."""
    return (word >> bits & (1 << (64 - bits)) - 1) | word << (64 - bits)
