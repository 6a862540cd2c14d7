"""A random stream of integers that is the same, bit for bit, in plain Python and compiled.

The stream is a multiply-with-carry generator in base 2**32. Its multiplier is below 2**31, so every product stays
inside a signed 64-bit integer: plain Python needs no masks for overflow and the compiled form cannot overflow. The
period is about 2**62. It drives simulation and search; games between people draw from `verso`'s provable stream.
"""

from __future__ import annotations

import hashlib

MULTIPLIER = 2131995753
MASK = 0xFFFFFFFF


def next_word(stream: list[int]) -> int:
    """Advance a stream (one integer in a list or array) and return 32 random bits."""
    word = MULTIPLIER * (stream[0] & MASK) + (stream[0] >> 32)
    stream[0] = word
    return (word ^ (word >> 32)) & MASK


def below(stream: list[int], bound: int) -> int:
    """Return an unbiased random integer from 0 to bound - 1; a bound of 1 takes nothing from the stream."""
    if bound == 1:
        return 0
    word = next_word(stream)
    scaled = word * bound
    if (scaled & MASK) < bound:
        threshold = (MASK + 1) % bound
        while (scaled & MASK) < threshold:
            word = next_word(stream)
            scaled = word * bound
    return scaled >> 32


def seeded(seed: int | str, index: int = 0) -> int:
    """Return the start of stream number `index` of a seed. Neighbouring seeds and indices are unrelated."""
    digest = hashlib.blake2b(f"{seed}/{index}".encode(), digest_size=8).digest()
    number = int.from_bytes(digest, "big")
    # The carry must lie between 1 and MULTIPLIER - 2: outside that the sequence would be a fixed point or transient.
    return ((number >> 32) % (MULTIPLIER - 2) + 1) << 32 | (number & MASK)


class Rng:
    """A seeded random stream: `Rng(7).below(6)` is a die. Passed explicitly wherever chance is settled."""

    __slots__ = ("stream",)

    def __init__(self, seed: int | str, index: int = 0) -> None:
        self.stream = [seeded(seed, index)]

    def below(self, bound: int) -> int:
        if bound < 1:
            raise ValueError(f"a random number below {bound} does not exist")
        return below(self.stream, bound)
