"""Provable shuffles: a record can be checked by anybody, and any change to it is found."""

from __future__ import annotations

import collections
import dataclasses
import hashlib
import hmac
import math
from pathlib import Path

import pytest

from tables import Play, human
from verso.core.record import Record
from verso.core.spec import CHANCE
from verso.play import shuffle, wire


@pytest.fixture(scope="module", params=[1, 2])
def record(request: pytest.FixtureRequest) -> Record:
    play = Play(human(0), human(1), secret=bytes(range(32)), wait=True, method=request.param)
    play.send(1, wire.AddEntropy, seat=1, value="c0ffee")
    play.send(0, wire.Start)
    play.finish()
    return Record.from_text(play.table.record().to_text())


def test_a_finished_game_verifies(record: Record) -> None:
    verdict = shuffle.verify(record, hashlib.sha256(bytes(range(32))).hexdigest())
    assert verdict.verified, verdict.words
    assert verdict.chances > 10


def test_a_second_verifier_written_from_the_page_agrees(record: Record) -> None:
    """This follows docs/shuffles.md step by step and uses nothing of shuffle.py."""
    secret = bytes.fromhex(record.remarks["shuffle-secret"])
    seal = hashlib.sha256(bytes.fromhex("c0ffee")).hexdigest()
    second = record.remarks.get("shuffle-method") == "2"
    text = f"verso shuffle 2\n- -\n{seal} c0ffee" if second else "verso shuffle 1\n-\nc0ffee"
    seed = hmac.new(secret, text.encode(), hashlib.sha256).digest()
    position = record.start()
    for ply, action in enumerate(record.actions):
        if position.to_act == CHANCE:
            odds = position.odds()
            scale = math.lcm(*(chance.denominator for chance in odds.values()))
            whole = {each: int(chance * scale) for each, chance in odds.items()}
            weights = [(each, whole[each] // math.gcd(*whole.values())) for each in sorted(odds)]
            total = sum(weight for _, weight in weights)
            limit = 2**64 - 2**64 % total
            blocks = (hmac.new(seed, f"{ply}/{number}".encode(), hashlib.sha256).digest() for number in range(99))
            words = (int.from_bytes(block[at : at + 8], "big") for block in blocks for at in (0, 8, 16, 24))
            left = next(word for word in words if word < limit) % total
            for each, weight in weights:
                left -= weight
                if left < 0:
                    assert each == action
                    break
        position.push(action)


def test_the_example_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "shuffles.md").read_text(encoding="utf-8")
    seal = shuffle.sealed("c0ffee")
    assert shuffle.commitment(bytes(32)) in page
    assert seal in page
    for parts in (([None, None],), ([None, None], [None, None]), ([None, "c0ffee"], [None, seal])):
        assert f"`{shuffle.Dice(bytes(32), *parts).word(0, 0):016x}`" in page


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("shuffle-secret", "00" * 32, "not the one that was committed to"),
        ("shuffle-secret", "zz", "64 hexadecimal digits"),
        ("shuffle-commitment", "00" * 32, "not the one that was committed to"),
        ("shuffle-entropies", "[null, null]", "the secret gives"),
        ("shuffle-entropies", "[null]", "one entropy"),
        ("shuffle-entropies", "[[", "a list"),
        ("shuffle-entropies", '["zz", null]', "a list"),
    ],
)
def test_a_changed_header_is_found(record: Record, key: str, value: str, words: str) -> None:
    changed = dataclasses.replace(record, remarks={**record.remarks, key: value})
    verdict = shuffle.verify(changed)
    assert not verdict.verified
    assert words in verdict.words


def test_a_changed_chance_is_found(record: Record) -> None:
    position, found = record.start(), 0
    for ply, action in enumerate(record.actions):
        if position.to_act == CHANCE and len(position.legal) > 1:
            other = next(each for each in position.legal if each != action)
            verdict = shuffle.verify(dataclasses.replace(record, actions=(*record.actions[:ply], other)))
            assert not verdict.verified
            assert f"at ply {ply} " in verdict.words
            found += 1
        position.push(action)
    assert found > 10


def test_another_commitment_than_the_published_one_is_found(record: Record) -> None:
    assert not shuffle.verify(record, "00" * 32).verified


def test_a_record_without_a_secret_cannot_be_verified(record: Record) -> None:
    verdict = shuffle.verify(dataclasses.replace(record, remarks={}))
    assert not verdict.verified
    assert "no shuffle-commitment" in verdict.words


def test_numbers_are_even() -> None:
    """With 30,000 numbers below 6 each comes 5,000 times, give or take 65; five times that is beyond chance."""
    dice = shuffle.Dice(bytes(32), [])
    counts = collections.Counter(dice.below(ply, 6) for ply in range(30_000))
    assert all(abs(counts[face] - 5_000) < 5 * 65 for face in range(6))


def test_a_block_has_four_words_and_the_next_goes_on() -> None:
    dice = shuffle.Dice(bytes(32), [])
    assert len({dice.word(ply, number) for ply in range(3) for number in range(9)}) == 27


def test_words_beyond_the_limit_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = shuffle.Dice(bytes(32), [])
    monkeypatch.setattr(dice, "word", lambda _ply, number: [2**64 - 1, 2**64 - 2, 7][number])
    assert dice.below(0, 3) == (2**64 - 2) % 3  # 2**64 - 1 is divisible by 3, so only the last word is beyond it
