"""The random stream: known values, no bias, the same compiled."""

from __future__ import annotations

import collections
from typing import Any

import pytest

import verso
from verso.core.rng import MULTIPLIER, Rng, below, next_word, seeded

WORDS = {0: [34311924, 3294126292, 3272607891, 1146807507]}
DICE = [2, 3, 0, 4, 2, 5, 3, 2, 4, 2, 4, 4]
CHI_SQUARE_999 = {5: 20.5, 8: 26.1, 255: 330.5}
"""What chi-square exceeds once in a thousand times, by degrees of freedom."""


def is_prime(number: int) -> bool:
    """Miller-Rabin with enough witnesses for 64 bits."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for witness in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        power = pow(witness, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def test_known_values() -> None:
    stream = [seeded(0)]
    assert stream == [3153696586950330961]
    assert [next_word(stream) for _ in range(4)] == WORDS[0]
    rng = Rng("verso", 3)
    assert [rng.below(6) for _ in range(12)] == DICE


def test_the_words_are_multiply_with_carry() -> None:
    """Written once more from the textbook: x' = (a x + c) mod b, c' = (a x + c) div b."""
    stream = [seeded("textbook")]
    carry, value = divmod(stream[0], 2**32)
    for _ in range(1000):
        word = next_word(stream)
        carry, value = divmod(MULTIPLIER * value + carry, 2**32)
        assert word == value ^ carry


def test_the_period_is_as_long_as_promised() -> None:
    """With a safe prime a b - 1 the period is (a b - 2) / 2."""
    prime = MULTIPLIER * 2**32 - 1
    assert is_prime(prime)
    assert is_prime((prime - 1) // 2)
    assert MULTIPLIER < 2**31


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize("bound", [6, 9, 256])
def test_numbers_below_a_bound_are_uniform(bound: int) -> None:
    stream, counts = [seeded("chi-square")], [0] * bound
    for _ in range(60_000):
        counts[below(stream, bound)] += 1
    assert chi_square(counts) < CHI_SQUARE_999[bound - 1]


def test_neighbours_are_independent() -> None:
    """Pairs of numbers of one stream, and first numbers of neighbouring streams and seeds, are uniform too."""
    stream, pairs = [seeded("pairs")], [0] * 256
    for _ in range(30_000):
        pairs[below(stream, 16) * 16 + below(stream, 16)] += 1
    assert chi_square(pairs) < CHI_SQUARE_999[255]
    first = collections.Counter(Rng(seed, index).below(6) for seed in range(100) for index in range(100))
    assert chi_square([first[side] for side in range(6)]) < CHI_SQUARE_999[5]


def test_a_bound_that_divides_badly_is_rejected_without_bias() -> None:
    """With three eighths of 2**32 the naive way would give every third number once more than the others."""
    bound = 3 * 2**29
    stream, counts = [seeded("bias")], [0] * 3
    for _ in range(30_000):
        counts[below(stream, bound) % 3] += 1
    assert chi_square(counts) < 13.8


def test_bounds() -> None:
    rng = Rng(1)
    before = rng.stream[:]
    assert rng.below(1) == 0
    assert rng.stream == before
    for bound in (0, -3):
        with pytest.raises(ValueError, match=f"below {bound} does not exist"):
            rng.below(bound)


def test_seeds_and_indices_make_different_streams() -> None:
    starts = {seeded(seed, index) for seed in range(200) for index in range(20)}
    assert len(starts) == 4000
    assert all(1 <= start >> 32 <= MULTIPLIER - 2 for start in starts)
    assert seeded("a") != seeded("b")


def test_compiled_stream_is_the_same() -> None:
    import numpy as np

    engine = verso.game("flip-city").compiled()
    for seed in range(20):
        plain, array = [seeded(seed)], np.array([seeded(seed)], dtype=np.int64)
        for bound in (2, 3, 7, 100, 2**31 - 1, 3 * 2**29, 1):
            found: Any = [int(engine.below(array, bound)) for _ in range(50)]
            assert [below(plain, bound) for _ in range(50)] == found
        assert int(array[0]) == plain[0]
