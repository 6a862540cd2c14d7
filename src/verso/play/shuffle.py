"""Provable shuffles: the server commits to a secret before play, and every chance follows from it.

docs/shuffles.md tells the method precisely enough to write another verifier. The stream is HMAC-SHA-256; nothing of
the simulation's generator is used.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
import math
import re
from collections.abc import Mapping, Sequence

from verso.core.game import Action, Position
from verso.core.record import Record
from verso.core.spec import CHANCE

SECRET_BYTES = 32
METHOD = "verso shuffle 1"
_WORD = 1 << 64
_WORDS_IN_BLOCK = 4


def commitment(secret: bytes) -> str:
    """Return what is published before the game: it binds the server to the secret without showing it."""
    return hashlib.sha256(secret).hexdigest()


class Dice:
    """All randomness of one game, fixed by a secret and what the seats added to it."""

    def __init__(self, secret: bytes, entropies: Sequence[str | None]) -> None:
        lines = [METHOD, *(entropy or "-" for entropy in entropies)]
        self._keyed = hmac.new(hmac.digest(secret, "\n".join(lines).encode(), "sha256"), digestmod="sha256")

    def _word(self, ply: int, number: int) -> int:
        """Return a word of 64 bits: the stream of a ply is made of blocks of four."""
        block, place = divmod(number, _WORDS_IN_BLOCK)
        stream = self._keyed.copy()
        stream.update(b"%d/%d" % (ply, block))
        return int.from_bytes(stream.digest()[8 * place : 8 * place + 8], "big")

    def below(self, ply: int, bound: int) -> int:
        """Return the number from 0 to bound - 1 that belongs to a ply. Rejection makes all equally likely."""
        limit, number = _WORD - _WORD % bound, 0
        while (word := self._word(ply, number)) >= limit:
            number += 1
        return word % bound

    def outcome(self, position: Position) -> Action:
        """Return what chance, which is to act, does at this position.

        Its number falls on the outcomes in rising order, each with the smallest whole weights in the ratio of chances.
        """
        weights = position.weights()
        divisor = math.gcd(*weights.values())
        left = self.below(position.ply, sum(weights.values()) // divisor)
        for action in sorted(weights):
            left -= weights[action] // divisor
            if left < 0:
                return action
        raise AssertionError("a number below the sum of the weights falls on one of them")


# --- records


def remarks(secret: bytes, entropies: Sequence[str | None]) -> dict[str, str]:
    """Return the header lines that make a record verifiable."""
    return {
        "shuffle-commitment": commitment(secret),
        "shuffle-secret": secret.hex(),
        "shuffle-entropies": json.dumps(list(entropies)),
    }


@dataclasses.dataclass(frozen=True)
class Verdict:
    """Whether a record's shuffles are what its commitment promised, and if not, why."""

    verified: bool
    words: str
    commitment: str | None = None
    chances: int = 0


def verify(record: Record, published: str | None = None) -> Verdict:
    """Check every chance of a record against its secret, and the secret against the commitment.

    Give the commitment you saw before the game as `published`: the record's own only proves that it agrees with
    itself.
    """
    try:
        secret, entropies = _read_remarks(record.remarks)
    except ValueError as error:
        return Verdict(False, str(error))
    promised = record.remarks["shuffle-commitment"]
    if commitment(secret) != promised:
        return Verdict(False, "the secret is not the one that was committed to", promised)
    if published is not None and published != promised:
        return Verdict(False, "the record has another commitment than the one given", promised)
    if len(entropies) != record.setup.seats:
        return Verdict(False, "there must be one entropy, or null, for each seat", promised)
    return _check_chances(record, Dice(secret, entropies), promised)


def _check_chances(record: Record, dice: Dice, promised: str) -> Verdict:
    position, count = record.start(), 0
    for action in record.actions:
        if position.to_act == CHANCE:
            count += 1
            expected = dice.outcome(position)
            if action != expected:
                found, right = position.text(action), position.text(expected)
                words = f"at ply {position.ply} the record has '{found}', but the secret gives '{right}'"
                return Verdict(False, words, promised, count)
        position.push(action)
    return Verdict(True, f"all {count} chances follow from the secret", promised, count)


def _read_remarks(remarks: Mapping[str, str]) -> tuple[bytes, list[str | None]]:
    for key in ("shuffle-commitment", "shuffle-secret", "shuffle-entropies"):
        if key not in remarks:
            raise ValueError(f"the record has no {key}: its shuffles cannot be verified")
    if not re.fullmatch("[0-9a-f]{64}", remarks["shuffle-secret"]):
        raise ValueError("shuffle-secret must be 64 hexadecimal digits")
    try:
        entropies = json.loads(remarks["shuffle-entropies"])
    except (ValueError, RecursionError):
        entropies = None
    if not isinstance(entropies, list) or not all(_is_entropy(each) for each in entropies):
        raise ValueError("shuffle-entropies must be a list of hexadecimal texts or null")
    return bytes.fromhex(remarks["shuffle-secret"]), entropies


def _is_entropy(value: object) -> bool:
    return value is None or (isinstance(value, str) and re.fullmatch("(?:[0-9a-f]{2}){1,32}", value) is not None)
