"""Rulesets of Flip City that say only what is different in them, and how bad ones are refused."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import verso
from verso.games.flip_city import ruleset


@pytest.fixture
def rulesets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The rulesets as shipped, in a directory where a test can add more."""
    shutil.copy(ruleset.HERE / "cards.toml", tmp_path)
    shutil.copytree(ruleset.HERE / "rulesets", tmp_path / "rulesets")
    monkeypatch.setattr(ruleset, "HERE", tmp_path)
    ruleset.load_ruleset.cache_clear()
    ruleset.ruleset_names.cache_clear()
    yield tmp_path / "rulesets"
    ruleset.load_ruleset.cache_clear()
    ruleset.ruleset_names.cache_clear()


def add(rulesets: Path, **sources: str) -> None:
    for name, source in sources.items():
        (rulesets / f"{name}.toml").write_text(source, encoding="utf-8")


def test_a_ruleset_takes_over_what_it_does_not_say(rulesets: Path) -> None:
    add(rulesets, calm='extends = "standard"\nlimit = 4\n')
    calm, standard = ruleset.load_ruleset("calm"), ruleset.load_ruleset("standard")
    assert calm == standard | {"limit": 4}
    assert verso.game("flip-city").setup(2, "calm").tables.limit == 4
    assert verso.game("flip-city").setup(2, "calm", office=True).options == {"office": True}


def test_a_key_stands_instead_of_the_whole_key_of_the_base(rulesets: Path) -> None:
    add(rulesets, few='extends = "standard"\nsupply = { CS = 2 }\n')
    assert verso.game("flip-city").new(2, "few").to_json()["supply"] == {"CS": 2}


def test_a_base_can_have_a_base(rulesets: Path) -> None:
    add(rulesets, one='extends = "two"\nlimit = 4\n', two='extends = "tmg-2015-text"\nlimit = 3\npoints_to_win = 6\n')
    tables = verso.game("flip-city").setup(2, "one").tables
    assert (tables.limit, tables.points_to_win, tables.last_turn) == (4, 6, 400)
    assert tables.cost == verso.game("flip-city").setup(2, "tmg-2015-text").tables.cost


def test_the_office_can_be_taken_back(rulesets: Path) -> None:
    add(rulesets, plain='extends = "standard"\noffice = false\n')
    assert verso.game("flip-city").options("plain") == []
    with pytest.raises(verso.InvalidSetup, match="ruleset plain has no option 'office'"):
        verso.game("flip-city").setup(2, "plain", office=True)


@pytest.mark.parametrize(
    ("sources", "reason"),
    [
        ({"one": 'extends = "none"\n'}, r"^one\.toml: extends: there is no ruleset 'none'; there is standard, solo, "),
        ({"one": "extends = 3\n"}, r"^one\.toml: extends: there is no ruleset 3; there is standard, "),
        ({"one": 'extends = "../one"\n'}, r"^one\.toml: extends: there is no ruleset '\.\./one'; "),
        ({"one": 'extends = "one"\n'}, r"^one\.toml: extends: one extends one, which has no end$"),
        (
            {"one": 'extends = "two"\n', "two": 'extends = "three"\n', "three": 'extends = "two"\n'},
            r"^three\.toml: extends: one extends two extends three extends two, which has no end$",
        ),
    ],
    ids=["unknown", "number", "path", "itself", "each other"],
)
def test_a_base_that_cannot_be_is_refused(sources: dict[str, str], reason: str, rulesets: Path) -> None:
    add(rulesets, **sources)
    with pytest.raises(verso.InvalidSetup, match=reason):
        verso.game("flip-city").setup(2, "one")
    assert verso.game("flip-city").setup(2, "standard").tables.limit == 2


def test_the_rulesets_as_shipped_say_nothing_twice() -> None:
    standard = ruleset.load_ruleset("standard")
    for name in ruleset.ruleset_names():
        if name != "standard":
            path = ruleset.HERE / "rulesets" / f"{name}.toml"
            own = tomllib.loads(path.read_text(encoding="utf-8"))
            assert own.pop("extends") == "standard"
            assert [key for key, value in own.items() if standard.get(key) == value] == []
