"""Deck files of Phase 10 Flip: another box plays without code, and a bad file is refused with its line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import verso
from support import phase_player
from verso import OVER, InvalidCards, InvalidSetup, Position, Record, Rng
from verso.core import testing
from verso.games.phase10_flip import ruleset
from verso.games.phase10_flip.ruleset import Phase10FlipSetup, count_faces, phases, printed_deck

GAME = verso.game("phase-10-flip")
SHIPPED = (ruleset.HERE / "deck.csv").read_text(encoding="utf-8")
LINES = SHIPPED.splitlines()


def load(source: str, file: str = "my-box.csv") -> Any:
    return GAME.load_cards(source, file)


def with_line(number: int, text: str) -> str:
    """Return the shipped file with one line, counted from 1, replaced."""
    lines = LINES[:]
    lines[number - 1] = text
    return "\n".join(lines) + "\n"


def starry() -> str:
    """A box in which every red 1 is a Star and every wild 2 flips."""
    rows = [line.split(",") for line in LINES]
    for row in rows[1:]:
        if row[1:3] == ["red", "1"]:
            row[2] = "*"
        if row[4] == "2" and row[3] == "0":
            row[5] = "1"
    return "\n".join(",".join(row) for row in rows)


def test_the_shipped_file_changes_nothing() -> None:
    assert load(SHIPPED) == {}
    assert load("\ufeff" + SHIPPED.replace("\n", "\r\n")) == {}
    assert load(SHIPPED.replace(",", " , ").replace("\n", "\n\n")) == {}
    assert GAME.setup(2, cards={}).fingerprint == GAME.setup(2).fingerprint


def test_another_deck_plays() -> None:
    setup = GAME.setup(2, cards=load(starry()), phases=1)
    assert isinstance(setup, Phase10FlipSetup)
    assert setup.fingerprint != GAME.setup(2, phases=1).fingerprint
    counts = count_faces(setup.deck)
    assert (counts["r*"], counts["r1"], counts["wild !"]) == (4, 0, 15)
    testing.check_laws(setup, games=1, seed=1, every=15, choose=phase_player(1))


def test_a_changed_face_is_what_is_played_with() -> None:
    document = {
        "game": "phase-10-flip",
        "seats": 2,
        "to_act": 0,
        "step": "play",
        "dealer": 1,
        "cards": load(starry()),
        "discard": [50],
        "players": [{"hand": [0, 2, 3, 40, 41, 60]}, {"hand": [70]}],
    }
    position = Position.from_json(document)
    position.settle(Rng(1))
    assert "discard r*" in {position.text(action) for action in position.legal}  # card 0 was a red 1
    shipped = Position.from_json({key: value for key, value in document.items() if key != "cards"})
    shipped.settle(Rng(1))
    assert "discard r1" in {shipped.text(action) for action in shipped.legal}


def test_counts_are_reported() -> None:
    for cards, source in (({}, "reconstructed"), (load(starry()), "edited")):
        setup = GAME.setup(2, cards=cards)
        assert isinstance(setup, Phase10FlipSetup)
        rows = GAME.words.card_rows(setup, "en")
        assert len(rows) == 2 * 104
        counts = count_faces(setup.deck)
        for row in rows:
            assert row["counts"] == {"cards": counts[row["code"].rstrip("!")]}
        sources = {figure["from"] for row in rows for ability in row["abilities"] for figure in ability["figures"]}
        assert sources == {source}
        assert sum(counts[code] for code in counts if not code.endswith(" !")) == 2 * 104


def test_a_deck_travels_with_documents_and_records() -> None:
    position = GAME.new(3, cards=load(starry()), phases=1)
    choose, rng = phase_player(2), Rng(2)
    while position.ply < 60 and position.to_act != OVER:
        position.push(choose(position, rng))
    again = Position.from_json(position.to_json())
    assert again.setup.fingerprint == position.setup.fingerprint
    assert again.to_json() == position.to_json()
    record = Record.from_text(Record.of(position).to_text())
    assert record.setup.fingerprint == position.setup.fingerprint
    assert record.position().to_json() == position.to_json()


def test_two_decks_live_side_by_side() -> None:
    plain, edited = GAME.setup(2), GAME.setup(2, cards=load(starry()))
    assert plain.tables.face != edited.tables.face
    assert GAME.setup(2).tables.face == plain.tables.face
    assert printed_deck() == plain.deck  # type: ignore[attr-defined]


def test_the_fingerprint_is_of_the_figures_and_not_of_how_the_rules_keep_them() -> None:
    """A record must not become unreadable because a table of the rules has got another column."""
    setup = GAME.setup(2)
    assert set(setup.figures()) == {"deck", "phases", "points", "options", "fixed_rounds"}
    setups = [setup, GAME.setup(3), GAME.setup(2, "fixed-rounds"), GAME.setup(2, cards=load(starry()))]
    changed: dict[str, Any] = {"force_lay": True, "min_numbers": "group", "own_backs": "shown", "phases": 9}
    changed |= {"require_final_discard": True, "winner_score": 1, "flip_on_going_out": False}
    setups += [GAME.setup_with({key: value}, 2, "standard") for key, value in changed.items()]
    assert len({each.fingerprint for each in setups}) == len(setups)


# --- rulesets that extend others


def with_rulesets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, **files: str) -> None:
    (tmp_path / "rulesets").mkdir()
    for name, text in files.items():
        (tmp_path / "rulesets" / f"{name}.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(ruleset, "HERE", tmp_path)
    for kept in (ruleset.load_ruleset, ruleset.ruleset_names):
        monkeypatch.setattr(ruleset, kept.__name__, kept.__wrapped__)


def test_a_ruleset_says_only_what_differs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert ruleset.load_ruleset("short")["options"] == {"phases": 5}
    base = "fixed_rounds = true\n[options]\nphases = 3\nwinner_score = 5\n"
    own = 'extends = "standard"\n[options]\nphases = 2\n'
    with_rulesets(monkeypatch, tmp_path, standard=base, own=own, other='extends = "own"\nfixed_rounds = false\n')
    assert ruleset.load_ruleset("own") == {"fixed_rounds": True, "options": {"phases": 2, "winner_score": 5}}
    assert ruleset.load_ruleset("other") == {"fixed_rounds": False, "options": {"phases": 2, "winner_score": 5}}


def test_a_ruleset_that_extends_nothing_or_itself_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with_rulesets(monkeypatch, tmp_path, one='extends = "two"', two='extends = "one"', three='extends = "four"')
    with pytest.raises(InvalidSetup, match=r"two\.toml: extends: one extends two extends one, which has no end"):
        ruleset.load_ruleset("one")
    with pytest.raises(InvalidSetup, match=r"three\.toml: extends: there is no ruleset 'four'"):
        ruleset.load_ruleset("three")


# --- refusals

HEADER = "card,colour,colour_value,colour_flip,wild_value,wild_flip"
REFUSED = {
    "": r", line 1: the first line must be card,colour,",
    "card,colour\n": r", line 1: the first line must be card,colour,",
    SHIPPED.replace("card,", "kart,", 1): r", line 1: the first line must be card,colour,",
    HEADER + "\n": r": a deck has 104 cards, and this one 0",
    "\n".join(LINES[:-1]): r": a deck has 104 cards, and this one 103",
    SHIPPED + "104,red,1,0,2,0\n": r", line 106: card must be a number from 0 to 103, not '104'",
    SHIPPED + "3,red,1,0,2,0\n": r", line 106: card 3 is given twice",
    with_line(5, "3,red,4,1,5"): r", line 5: a card has 6 columns, card, .*; this line has 5",
    with_line(5, "3,red,4,1,5,0,9"): r", line 5: a card has 6 columns, card, .*; this line has 7",
    with_line(5, "-3,red,4,1,5,0"): r", line 5: card must be a number from 0 to 103, not '-3'",
    with_line(5, "03,red,4,1,5,0"): r", line 5: card must be a number from 0 to 103, not '03'",
    with_line(5, "2,red,4,1,5,0"): r", line 5: card 2 is given twice",
    with_line(5, "3,pink,4,1,5,0"): r", line 5: colour must be red, yellow, green or blue, not 'pink'",
    with_line(5, "3,Red,4,1,5,0"): r", line 5: colour must be red, yellow, green or blue, not 'Red'",
    with_line(5, "3,red,0,1,5,0"): r", line 5: colour_value must be a number from 1 to 12 or \*, not '0'",
    with_line(5, "3,red,13,1,5,0"): r", line 5: colour_value must be a number from 1 to 12 or \*, not '13'",
    with_line(5, "3,red,4,1,x,0"): r", line 5: wild_value must be a number from 1 to 12 or \*, not 'x'",
    with_line(5, "3,red,4,2,5,0"): r", line 5: colour_flip must be 0 or 1, not '2'",
    with_line(5, "3,red,4,1,5,"): r", line 5: wild_flip must be 0 or 1, not ''",
    with_line(5, "3,red,*,1,5,0"): r", line 5: colour_flip: a Star never has the Flip symbol",
    with_line(5, "3,red,4,0,*,1"): r", line 5: wild_flip: a Star never has the Flip symbol",
    with_line(5, "3,red,4,1,5,1"): r", line 5: a card has the Flip symbol on one side at most",
    with_line(5, "3,red,4,1,4,0"): r", line 5: the card has the number 4 on both sides",
    with_line(5, '3,"red,4,1,5,0'): r", line \d+: not valid CSV: ",
}


@pytest.mark.parametrize("source", REFUSED, ids=list(REFUSED.values()))
def test_a_bad_file_is_refused_with_its_line(source: str) -> None:
    with pytest.raises(InvalidCards, match=rf"^my-box\.csv{REFUSED[source]}"):
        load(source)


def test_two_stars_on_one_card_are_no_number_on_both_sides() -> None:
    assert load(with_line(5, "3,red,*,0,*,0"))["deck"]


EDITS: list[tuple[Any, str]] = [
    ({"cards": []}, "cards: cards: unknown key; there is deck, phases or points"),
    ({"deck": {}}, "cards: deck: must be a list of rows"),
    ({"deck": "0,red"}, "cards: deck: must be a list of rows"),
    ({"deck": [3]}, "cards: deck, row 1: must be a list of texts"),
    ({"deck": [["0", "red", 1, "0", "2", "0"]]}, "cards: deck, row 1: must be a list of texts"),
    ({"deck": []}, "cards: a deck has 104 cards, and this one 0"),
]


@pytest.mark.parametrize(("edits", "message"), EDITS, ids=[message for _, message in EDITS])
def test_a_bad_deck_in_a_document_is_refused(edits: Any, message: str) -> None:
    with pytest.raises(InvalidCards, match=f"^{message}"):
        GAME.setup(2, cards=edits)


def test_nothing_of_a_bad_file_is_used() -> None:
    before = GAME.setup(2).fingerprint
    for source in REFUSED:
        with pytest.raises(InvalidCards):
            load(source)
    assert GAME.setup(2).fingerprint == before


# --- phases are rows


def test_the_phases_are_read_from_rows() -> None:
    rows = tomllib.loads((ruleset.HERE / "phases.toml").read_text(encoding="utf-8"))["phase"]
    written = [[f"{group.kind} {group.size}" for group in phase] for phase in phases()]
    assert written == [row["groups"] for row in rows]
    sizes = GAME.setup(2).tables.groups
    assert len(sizes) == 12
    for phase, groups in enumerate(phases(), start=1):
        runs = [group.size for group in groups if group.kind == "run"]
        sets = [group.size for group in groups if group.kind == "set"]
        assert sizes[phase] == [*[*runs, 0, 0][:2], *[*sets, 0, 0][:2]]


# --- the rules page says the same as the data

PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "phase-10-flip.md").read_text(encoding="utf-8")


def rows_of_page(first_cell: str) -> list[list[str]]:
    """Return the rows of the tables whose first column is headed like this."""
    tables = [block.split("\n") for block in PAGE.split("\n\n") if block.startswith(f"| {first_cell} |")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for table in tables for line in table[2:]]


def test_the_phases_of_the_rules_page_are_those_of_the_rows() -> None:
    found = {}
    for row in rows_of_page("phase"):
        for number, groups, cards in (row[:3], row[3:]):
            found[int(number)] = (groups, int(cards))
    assert found == {
        number: (", ".join(f"{group.kind} of {group.size}" for group in phase), sum(group.size for group in phase))
        for number, phase in enumerate(phases(), start=1)
    }


def test_the_options_of_the_rules_page_are_those_of_the_game() -> None:
    found = {row[0].strip("`"): row for row in rows_of_page("option")}
    assert set(found) == set(ruleset.OPTIONS)
    for name, (default, values) in ruleset.OPTIONS.items():
        _, written, written_default, ruling = found[name]
        if isinstance(values, range):
            assert written == f"{values[0]} to {values[-1]}"
        else:
            assert set(written.replace("`", "").split(", ")) == {str(value).lower() for value in values}
        assert written_default.split(";")[0].strip("`") == str(default).lower()
        assert f"**{ruling}**" in PAGE
        for other in ruleset.ruleset_names():
            own = ruleset.load_ruleset(other).get("options", {})
            assert name not in own or f"{own[name]} in `{other}`" in written_default


def test_the_rulesets_of_the_rules_page_are_those_of_the_game() -> None:
    assert {row[0].strip("`") for row in rows_of_page("ruleset")} == set(GAME.rulesets())
