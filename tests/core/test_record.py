"""Records outlive the versions that wrote them: what a fingerprint counts, and which are accepted."""

from __future__ import annotations

import contextlib
import itertools
from pathlib import Path
from typing import Annotated, Any

import pytest

import verso
from verso.core.game import without_neutral
from verso.core.record import InvalidRecord, Record
from verso.core.spec import Row
from verso.games.flip_city import ruleset as flip_city
from verso.games.flip_city.rules import FACES, Tables
from verso.games.phase10_flip import ruleset as phase10_flip

GOLDEN = Path(__file__).parent.parent / "golden"
OF_0_1_0 = {"flip-city": "ad41247ae1f4a26f", "phase-10-flip": "76831621cbf84f54"}
"""What version 0.1.0 wrote of the standard ruleset for two."""


@pytest.mark.parametrize(
    ("figures", "kept"),
    [
        ({"a": 1, "b": 0, "c": False, "d": None, "e": "", "f": [], "g": {}}, {"a": 1}),
        ({"face": {"cost": 0}, "other": {"cost": -1}}, {"other": {"cost": -1}}),
        ({"row": [0, 0], "grid": [[0], [0]]}, {}),
        ({"row": [0, 2, 0]}, {"row": [0, 2, 0]}),
        ({"rows": ({"a": 0, "b": 1}, {"a": 0})}, {"rows": [{"b": 1}, {}]}),
    ],
)
def test_neutral_figures_are_left_out_and_places_in_a_list_are_kept(figures: Any, kept: Any) -> None:
    assert without_neutral(figures) == kept


class MoreTables(Tables):
    """The tables of Flip City with columns that a later version could add."""

    cash_per_card: Annotated[Row, "i1", FACES]
    shuffle_now: Annotated[Row, "i1", FACES]


def accepted() -> dict[str, tuple[str, ...]]:
    """Return the fingerprints of many setups of both games: every ruleset, options at their first and last value."""
    found = {}
    for game in map(verso.game, verso.games()):
        for ruleset in game.rulesets():
            choices: list[dict[str, Any]] = [
                {option.name: value}
                for option in game.options(ruleset)
                for value in (option.values[0], option.values[-1])
            ]
            for seats, options in itertools.product((1, 2, 4), ({}, *choices)):
                with contextlib.suppress(verso.InvalidSetup):
                    setup = game.setup_with(options, seats, ruleset)
                    found[f"{game.name} {ruleset} {seats} {options}"] = setup.fingerprints
    return found


def test_a_new_option_and_a_new_effect_leave_all_fingerprints_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    before = accepted()
    monkeypatch.setattr(flip_city, "Tables", MoreTables)
    monkeypatch.setitem(flip_city.EFFECTS, "cash_per_card", flip_city.Effect(9, "Cash for each card played."))
    monkeypatch.setitem(flip_city.EFFECTS, "shuffle_now", flip_city.Effect(None, "Shuffles at once."))
    monkeypatch.setitem(phase10_flip.OPTIONS, "jokers", ("few", ("few", "many")))
    monkeypatch.setitem(phase10_flip.OPTIONS, "timed", (False, (False, True)))
    after = accepted()
    assert {name: after[name] for name in before} == before
    with_effect = verso.game("flip-city").setup(2, cards={"CP": {"cash_per_card": 1}})
    with_option = verso.game("phase-10-flip").setup(2, jokers="many")
    known = {fingerprint for fingerprints in before.values() for fingerprint in fingerprints}
    assert {with_effect.fingerprint, with_option.fingerprint}.isdisjoint(known)


def test_both_fingerprints_tell_the_same_setups_apart() -> None:
    found = list(accepted().values())
    ours, old = zip(*found, strict=True)
    assert len(set(ours)) == len(set(old)) == len(set(found)) > 1


@pytest.mark.parametrize("game", verso.games())
def test_the_fingerprint_of_version_0_1_0_is_read_and_ours_is_written(game: str) -> None:
    text = (GOLDEN / f"{game}-standard-2.record").read_text(encoding="utf-8")
    ours = verso.game(game).setup(2).fingerprint
    assert f"\ntables {ours}\n" in text
    old = text.replace(ours, OF_0_1_0[game])
    assert Record.from_text(old).to_text() == text


def test_any_other_fingerprint_is_refused() -> None:
    text = (GOLDEN / "flip-city-standard-2.record").read_text(encoding="utf-8")
    ours = verso.game("flip-city").setup(2).fingerprint
    with pytest.raises(InvalidRecord, match=f"line 6: recorded with other card figures: 0123456789abcdef, here {ours}"):
        Record.from_text(text.replace(ours, "0123456789abcdef"))
