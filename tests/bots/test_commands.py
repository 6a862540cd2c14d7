"""`verso arena` and `verso odds` as people call them: documents, interruptions, programs that misbehave."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import verso
from verso.bots import external
from verso.bots.external import External
from verso.cli import main

EXAMPLE = Path(__file__).parents[2] / "examples" / "external_bot.py"
SHORT = ("--ruleset", "short", "--option", "phases=2")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: str) -> tuple[int, str, str]:
        return main(list(arguments)), *capsys.readouterr()

    return run


def untimed(document: Any) -> Any:
    """What a match proves, without how long it took."""
    rows = [
        {key: value for key, value in row.items() if key not in ("milliseconds", "slowest")}
        for row in document["standings"]
    ]
    return document | {"standings": rows}


# --- arena


def test_the_arena_prints_a_document(run: Any) -> None:
    code, out, err = run("arena", "flip-city", "greedy,published", "--deals", "2", "--seed", "3", "--json")
    assert code == 0
    assert "--seed 3 repeats this" in err
    found = json.loads(out)
    assert found["game"] == "flip-city"
    assert found["players"] == ["greedy", "published"]
    assert [row["games"] for row in found["standings"]] == [4, 4]
    assert sum(row["wins"] for row in found["standings"]) == 4
    for row in found["standings"]:
        assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
        assert row["uncertainty"] > 0
        assert row["milliseconds"] > 0


def test_the_arena_prints_a_table_of_more_seats_than_players(run: Any) -> None:
    code, out, _ = run("arena", "phase-10-flip", "greedy", "random", "--seats", "3", *SHORT, "--deals", "1")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split()[:4] == ["player", "games", "wins", "share"]
    assert [line.split()[:2] for line in lines[1:]] == [["greedy", "3"], ["random", "3"]]


def test_an_interrupted_match_goes_on_from_its_file(run: Any, tmp_path: Path) -> None:
    match = ("arena", "flip-city", "greedy", "easy", "--seed", "3", "--json")
    whole = json.loads(run(*match, "--deals", "3")[1])
    results = tmp_path / "results.jsonl"
    assert run(*match, "--deals", "2", "--results", str(results))[0] == 0
    text = results.read_text()
    results.write_text(text[:-40])  # killed while it wrote the fourth game
    code, out, _ = run(*match, "--deals", "3", "--results", str(results))
    assert code == 0
    assert untimed(json.loads(out)) == untimed(whole)
    assert results.read_text().startswith("\n".join(text.splitlines()[:4]))
    assert len(results.read_text().splitlines()) == 7
    other = ("arena", "flip-city", "greedy", "random", "--seed", "3", "--deals", "1")
    code, out, err = run(*other, "--results", str(results))
    assert (code, out) == (1, "")
    assert "holds the results of another match" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("greedy", "nobody"), "has no bot 'nobody'"),
        ((), "name the players"),
        (("greedy", "easy", "--deals", "0"), "at least 1"),
        (("greedy", "search:depth=3"), "unknown setting 'depth'"),
        (("greedy", "random", "easy", "--seats", "2", "--deals", "1"), "3 players are too many for 2 seats"),
        (("greedy", "random", "--seats", "0", "--deals", "1"), "ruleset standard is for 2 to 4 seats, not 0"),
        (("search:iterations=0", "random", "--deals", "1"), "iterations must be 1 or more, not 0\n"),
    ],
)
def test_the_arena_refuses(run: Any, arguments: tuple[str, ...], complaint: str) -> None:
    code, out, err = run("arena", "flip-city", *arguments)
    assert code > 0
    assert out == ""
    assert complaint in err


PROGRAM = """
import json, os, sys, time
for line in sys.stdin:
    message = json.loads(line)
    action = message["view"]["legal"][0] if "view" in message else ""
    if "view" in message and not os.path.exists({flag!r}):
        open({flag!r}, "w").close()
        {misbehaves}
    else:
        print(json.dumps({{"protocol": 1, "action": action}}), flush=True)
"""


@pytest.mark.parametrize(
    ("misbehaves", "complaint"),
    [
        ("sys.exit(3)", "the program has ended"),
        ("time.sleep(60)", "no answer within"),
        ("print('win', flush=True)", "the answer is not JSON"),
        ("print(json.dumps({'action': 'win'}), flush=True)", "'win' is not a legal action"),
    ],
    ids=["crashes", "hangs", "talks", "cheats"],
)
def test_a_program_that_misbehaves_once_forfeits_that_decision_and_is_named(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, misbehaves: str, complaint: str
) -> None:
    path, done, asked = tmp_path / "bot.py", tmp_path / "done", External._exchange

    def exchange(bot: External, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Be patient with everything but what hangs: however busy the machine, only that is too late."""
        is_first = message["type"] == "choose" and not done.exists()
        try:
            return asked(bot, message, seconds if is_first and "sleep" in misbehaves else 300.0)
        finally:
            if is_first:
                done.touch()

    monkeypatch.setattr(External, "_exchange", exchange)
    monkeypatch.setattr(external, "PATIENCE", 0.1)
    path.write_text(PROGRAM.format(flag=str(done), misbehaves=misbehaves))
    player = f"external {sys.executable} {path}"
    match = ("arena", "flip-city", player, "greedy", "--deals", "1", "--seed", "1", "--substitute", "greedy")
    results = ("--results", str(tmp_path / "results.jsonl"))
    code, out, err = run(*match, *results)
    assert code == 0
    assert "--seed 1 repeats the luck, not what bots make of it" in err
    assert f"{player} forfeited 1 decisions to greedy; the first: {complaint}" in out
    code, out, _ = run(*match, *results, "--json")
    row = json.loads(out)["standings"][0]
    assert row["forfeits"] == 1
    assert row["first_forfeit"].startswith(complaint)


@pytest.mark.parametrize("game", ["flip-city", "phase-10-flip"])
def test_the_example_program_plays_both_games(run: Any, game: str) -> None:
    player = f"external {sys.executable} {EXAMPLE}"
    short = SHORT if game == "phase-10-flip" else ()
    code, out, _ = run("arena", game, player, "greedy", *short, "--deals", "1", "--seed", "2", "--json")
    assert code == 0
    assert json.loads(out)["standings"][0]["forfeits"] == 0


# --- odds


@pytest.fixture
def playing(tmp_path: Path) -> str:
    document = {
        "game": "flip-city",
        "seats": 2,
        "to_act": 0,
        "phase": "play",
        "turn": {"number": 3},
        "supply": {"CS": 8, "HO": 8, "FA": 4, "CP": 4},
        "players": [{"top": ["RA"], "deck": {"RA": 2, "CS": 2, "FA": 1}}, {"top": ["HO"], "deck": {"RA": 2}}],
    }
    path = tmp_path / "position.json"
    path.write_text(json.dumps(document))
    return str(path)


@pytest.fixture
def phases(tmp_path: Path) -> str:
    position = verso.game("phase-10-flip").new(2)
    position.settle(verso.Rng(1))
    path = tmp_path / "phases.json"
    path.write_text(json.dumps(position.to_json()))
    return str(path)


def test_odds_of_flip_city(run: Any, playing: str) -> None:
    code, out, _ = run("odds", playing, "--json")
    assert code == 0
    found = json.loads(out)
    assert found["actions"]["play"]["over"] == pytest.approx(2 / 5 * 1 / 4)
    assert set(found["playing"]) == {"1", "2", "3", "4"}
    assert found["best"]["cash 5"]["exact"] is True
    assert "10.0%" in run("odds", playing)[1]
    assert "moedas" in run("odds", playing, "--lang", "pt-BR")[1]


def test_odds_of_phase_10_flip(run: Any, phases: str) -> None:
    code, out, _ = run("odds", phases, "--json")
    assert code == 0
    found = json.loads(out)
    assert found["exact"] is True
    assert [share["margin"] == 0 for share in found["within"]["draw"]] == [True, True, True, False, False]
    chances = [share["chance"] for share in found["within"]["draw"]]
    assert chances[:3] == sorted(chances[:3])
    assert "lays at once after a flip" in run("odds", phases)[1]
    assert "depois de uma virada" in run("odds", phases, "--lang", "pt-BR")[1]


def test_odds_refuse_what_they_cannot_tell(run: Any, tmp_path: Path) -> None:
    start = tmp_path / "start.json"
    start.write_text(json.dumps(verso.game("flip-city").new(2).to_json()))
    code, out, err = run("odds", str(start))
    assert (code, out) == (1, "")
    assert "a seat that is to act" in err
    code, out, err = run("odds", str(tmp_path / "nothing.json"))
    assert code > 0
    assert err.startswith("verso: ")
