"""Messages as they are declared: what is decoded strictly, and what a name may be made of."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from verso.play import wire
from verso.server import routes

GOOD = {
    "Key": "k1",
    "TableId": "A" * 22,
    "Code": "A" * 22,
    "Token": "A" * 43,
    "CharacterId": "otto",
    "GameName": "flip-city",
    "Entropy": "abcd",
    "Commitment": "0f" * 32,
    "PushPlace": "https://fcm.googleapis.com/x",
}


def has_pattern(kind: Any) -> bool:
    return any(isinstance(each, msgspec.Meta) and each.pattern is not None for each in get_args(kind))


def test_every_pattern_has_an_example() -> None:
    assert {name for name, kind in vars(wire).items() if has_pattern(kind)} == set(GOOD)


@pytest.mark.parametrize(("name", "good"), GOOD.items())
def test_a_pattern_matches_to_the_very_end(name: str, good: str) -> None:
    kind = getattr(wire, name)
    assert msgspec.convert(good, kind) == good
    for wrong in (f"{good}\n", f"\n{good}", f"{good}\n{good}", f"{good} "):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, kind)


def test_the_pattern_of_a_list_matches_to_the_very_end() -> None:
    assert msgspec.convert({"last": "A"}, routes.PageQuery).last == "A"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"last": "A\n"}, routes.PageQuery)


@pytest.mark.parametrize("text", ["Zoë", "Zoe\u0308", "नमस्ते", "ที่นี่", "שָׁלוֹם", "❤\ufe0f", "a\u0301\u0302\u0303"])
def test_names_have_the_marks_that_languages_need(text: str) -> None:
    assert wire.is_clean(text)


@pytest.mark.parametrize("text", ["a\u0301\u0302\u0303\u0304", "Z" + "\u0334" * 20, "x" + "\u20dd" * 4 + "y"])
def test_names_have_no_towers_of_marks(text: str) -> None:
    assert not wire.is_clean(text)
