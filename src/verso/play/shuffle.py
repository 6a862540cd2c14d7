"""Provable shuffles: server and players commit to numbers of their own before play, and every chance follows from all.

docs/shuffles.md tells the method precisely enough to write another verifier; the page has one of its own. The stream
is HMAC-SHA-256; nothing of the simulation's generator is used.
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
METHODS = (1, 2)
_WORD = 1 << 64
_WORDS_IN_BLOCK = 4


def commitment(secret: bytes) -> str:
    """Return what is published before the game: it binds whoever made it to the secret without showing it."""
    return hashlib.sha256(secret).hexdigest()


def sealed(entropy: str) -> str:
    """Return the commitment to an entropy, which is given in hexadecimal."""
    return commitment(bytes.fromhex(entropy))


class Dice:
    """All randomness of one game, fixed by a secret and what the seats added to it.

    Where the seats committed to that before they showed it, their commitments are given too: that is the second method.
    """

    def __init__(
        self, secret: bytes, entropies: Sequence[str | None], commitments: Sequence[str | None] | None = None
    ) -> None:
        lines = [entropy or "-" for entropy in entropies]
        if commitments is not None:
            lines = [f"{seal or '-'} {entropy}" for seal, entropy in zip(commitments, lines, strict=True)]
        lines.insert(0, f"verso shuffle {1 if commitments is None else 2}")
        self._keyed = hmac.new(hmac.digest(secret, "\n".join(lines).encode(), "sha256"), digestmod="sha256")

    def word(self, ply: int, number: int) -> int:
        """Return a word of 64 bits: the stream of a ply is made of blocks of four."""
        block, place = divmod(number, _WORDS_IN_BLOCK)
        stream = self._keyed.copy()
        stream.update(b"%d/%d" % (ply, block))
        return int.from_bytes(stream.digest()[8 * place : 8 * place + 8], "big")

    def below(self, ply: int, bound: int) -> int:
        """Return the number from 0 to bound - 1 that belongs to a ply. Rejection makes all equally likely."""
        limit, number = _WORD - _WORD % bound, 0
        while (word := self.word(ply, number)) >= limit:
            number += 1
        return word % bound

    def outcome(self, position: Position) -> Action:
        """Return what chance, which is to act, does at this position.

        Its number falls on the outcomes in rising order, each with the smallest whole weights in the ratio of chances.
        """
        weights = weights_of(position)
        left = self.below(position.ply, sum(weights.values()))
        for action, weight in weights.items():
            left -= weight
            if left < 0:
                return action
        raise AssertionError("a number below the sum of the weights falls on one of them")


def weights_of(position: Position) -> dict[Action, int]:
    """Return what chance, which is to act, can do, in rising order, with the smallest whole weights."""
    weights = position.weights()
    divisor = math.gcd(*weights.values())
    return {action: weights[action] // divisor for action in sorted(weights)}


# --- records


def remarks(
    secret: bytes, entropies: Sequence[str | None], commitments: Sequence[str | None] | None = None
) -> dict[str, str]:
    """Return the header lines that make a record verifiable."""
    lines = {
        "shuffle-commitment": commitment(secret),
        "shuffle-secret": secret.hex(),
        "shuffle-entropies": json.dumps(list(entropies)),
    }
    if commitments is not None:
        lines |= {"shuffle-method": "2", "shuffle-entropy-commitments": json.dumps(list(commitments))}
    return lines


@dataclasses.dataclass(frozen=True)
class Revealed:
    """What a record says its shuffles were made of. There are no commitments of seats in the first method."""

    promised: str
    secret: bytes
    entropies: list[str | None]
    commitments: list[str | None] | None

    @property
    def dice(self) -> Dice:
        return Dice(self.secret, self.entropies, self.commitments)


@dataclasses.dataclass(frozen=True)
class Verdict:
    """Whether a record's shuffles are what its commitments promised, and if not, why."""

    verified: bool
    words: str
    commitment: str | None = None
    chances: int = 0
    silent: tuple[int, ...] = ()
    """Seats that committed to an entropy and did not reveal it: whoever runs the server may have stopped them."""
    without: tuple[int, ...] = ()
    """Seats that added no entropy."""


def verify(record: Record, published: str | None = None, commitments: Sequence[str | None] | None = None) -> Verdict:
    """Check every chance of a record against its secret and entropies, and those against their commitments.

    Give what you saw before the game as `published` and as `commitments` of the seats: the record's own only prove that
    it agrees with itself.
    """
    try:
        found = read_remarks(record.remarks)
    except ValueError as error:
        return Verdict(False, str(error))
    why = _broken_promise(found, record.setup.seats, published, commitments)
    return Verdict(False, why, found.promised) if why else _check_chances(record, found)


def _broken_promise(
    found: Revealed, seats: int, published: str | None, commitments: Sequence[str | None] | None
) -> str | None:
    """Return which commitment was not kept, if any."""
    if commitment(found.secret) != found.promised:
        return "the secret is not the one that was committed to"
    if published is not None and published != found.promised:
        return "the record has another commitment than the one given"
    if commitments is not None and list(commitments) != found.commitments:
        return "the record has other commitments of the seats than those given"
    if len(found.entropies) != seats or len(found.commitments or found.entropies) != seats:
        return "there must be one entropy, or null, for each seat"
    for seat, seal in enumerate(found.commitments or ()):
        entropy = found.entropies[seat]
        if entropy is not None and sealed(entropy) != seal:
            return f"the entropy of seat {seat} is not the one that was committed to"
    return None


def _check_chances(record: Record, found: Revealed) -> Verdict:
    position, count, dice = record.start(), 0, found.dice
    for action in record.actions:
        if position.to_act == CHANCE:
            count += 1
            expected = dice.outcome(position)
            if action != expected:
                was, right = position.text(action), position.text(expected)
                words = f"at ply {position.ply} the record has '{was}', but the secret gives '{right}'"
                return Verdict(False, words, found.promised, count)
        position.push(action)
    without = tuple(seat for seat, entropy in enumerate(found.entropies) if entropy is None)
    silent = tuple(seat for seat in without if found.commitments is not None and found.commitments[seat] is not None)
    return Verdict(True, f"all {count} chances follow from the secret", found.promised, count, silent, without)


def read_remarks(remarks: Mapping[str, str]) -> Revealed:
    """Read what the header lines reveal; raises ValueError with the reason why that cannot be used."""
    method = remarks.get("shuffle-method", "1")
    if method not in map(str, METHODS):
        raise ValueError(f"shuffle-method {method} is not known to this version: its shuffles cannot be verified")
    keys = ["shuffle-commitment", "shuffle-secret", "shuffle-entropies"]
    for key in keys if method == "1" else [*keys, "shuffle-entropy-commitments"]:
        if key not in remarks:
            raise ValueError(f"the record has no {key}: its shuffles cannot be verified")
    if not re.fullmatch("[0-9a-f]{64}", remarks["shuffle-secret"]):
        raise ValueError("shuffle-secret must be 64 hexadecimal digits")
    entropies = _texts(remarks, "shuffle-entropies", "(?:[0-9a-f]{2}){1,32}")
    commitments = None if method == "1" else _texts(remarks, "shuffle-entropy-commitments", "[0-9a-f]{64}")
    return Revealed(remarks["shuffle-commitment"], bytes.fromhex(remarks["shuffle-secret"]), entropies, commitments)


def _texts(remarks: Mapping[str, str], key: str, pattern: str) -> list[str | None]:
    try:
        found = json.loads(remarks[key])
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not all(_is_text(each, pattern) for each in found):
        raise ValueError(f"{key} must be a list of hexadecimal texts or null")
    return found


def _is_text(value: object, pattern: str) -> bool:
    return value is None or (isinstance(value, str) and re.fullmatch(pattern, value) is not None)
