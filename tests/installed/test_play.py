"""An installed game that brings rules, ruleset, notation and words: laws, terminal, records, bots of every level."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import verso
from support import tells_clauses_of_whoever_acts
from verso import OVER, Position, Rng, bots
from verso.bots import many
from verso.bots.arena import Match, play_deal, run, standings
from verso.bots.arena import play_compiled as play_many
from verso.bots.bot import Budget
from verso.bots.levels import UNTAUGHT
from verso.cli import main
from verso.core import testing
from verso.core.game import LANGUAGES, View
from verso.play.simulate import Plan, play_compiled, play_range

GAME = verso.game("lantern-street")
PARTS = ("policy", "player", "counting", "odds", "facts", "observe", "picture", "yardstick", "benchmark", "moves")


def a_position(seats: int = 2, plies: int = 3, seed: int = 1) -> Position:
    """A position some actions into a game, in which a seat is to act."""
    position, rng = GAME.new(seats), Rng(seed)
    for _ in range(plies):
        position.settle(rng)
        position.push(position.legal[rng.below(len(position.legal))])
    position.settle(rng)
    return position


def test_it_is_found_after_our_own_and_brings_only_what_it_must() -> None:
    assert verso.games()[-1] == GAME.name
    assert [part for part in PARTS if GAME.has(part)] == []


# --- laws


def greedy_choice(view: View) -> object:
    return bots.make("greedy", GAME, 1).choose(view, Budget()).action if view.legal else None


def easy_choice(view: View) -> object:
    return bots.make("easy", GAME, 1).choose(view, Budget()).action if view.legal else None


@pytest.mark.parametrize("seats", GAME.seats)
def test_laws_interpreted(seats: int) -> None:
    testing.check_laws(GAME.setup(seats), games=3, seed=seats, observe=(greedy_choice,))


@pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.long) for seats in GAME.seats[1:])])
def test_laws_compiled(seats: int) -> None:
    testing.check_laws(GAME.setup(seats), games=5, seed=seats, engine="compiled")


def test_search_is_told_nothing_that_its_seat_may_not_know() -> None:
    position, rng = a_position(), Rng(5)
    for _ in range(10):
        testing.check_hidden(position, rng, (easy_choice,))


def test_words_tell_no_hidden_number() -> None:
    position, rng = a_position(plies=0), Rng(2)
    seat = position.to_act
    other = next(
        each for each in (position.view(seat).sample(rng) for _ in range(100)) if each.to_json() != position.to_json()
    )
    for language in LANGUAGES:
        for action in position.legal:
            assert position.describe(action, language) == other.describe(action, language)


def test_what_whoever_acted_did_is_told_as_a_clause() -> None:
    def choose(position: Position, rng: Rng) -> int:
        return position.legal[rng.below(len(position.legal))]

    assert tells_clauses_of_whoever_acts(GAME.new(2), choose, plies=60) > 20


# --- the terminal


def test_the_terminal_lists_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    row = json.loads(capsys.readouterr().out)[-1]
    assert (row["name"], row["title"], row["seats"]) == ("lantern-street", "Lantern Street", [2, 4])
    assert row["bots"] == ["random", "greedy", "search", "easy", "medium", "hard", "expert"]
    assert main(["--help"]) == 0
    assert "Flip City, Phase 10 Flip and Lantern Street" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("language", "actions", "told"),
    [("en", ["hang 1"], "wins with"), ("pt-BR", ["virar a rua", "1", "pendurar a lanterna 2"], "vence com")],
)
def test_it_is_played_to_the_end_at_the_terminal(
    language: str,
    actions: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = tmp_path / "game.record"
    lines = (actions + ["1"] * 20)[:20]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    command = ["play", "lantern-street", "--opponent", "medium", "--seed", "4", "--save", str(record)]
    assert main([*command, "--lang", language]) == 0
    out = capsys.readouterr().out
    assert told in out
    assert "\n.\n" not in out  # nothing is told of what nobody has words for
    text = record.read_text(encoding="utf-8")
    played = verso.Record.from_text(text)
    assert played.to_text() == text
    assert played.position().to_act == OVER
    assert main(["replay", str(record), "--seat", "0"]) == 0
    assert "hung" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["cards", "lantern-street"], "lantern-street does not list its cards"),
        (["odds", "-"], "lantern-street has no odds"),
        (
            ["evaluate", "greedy", "--game", "lantern-street"],
            "lantern-street has no benchmark; there is one of flip-city",
        ),
        (
            ["arena", "lantern-street", "published", "random"],
            "player 'published': lantern-street has no bot 'published'; it has",
        ),
    ],
)
def test_what_it_does_not_have_is_said_in_one_sentence(
    command: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.dumps(a_position().to_json()).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(document)))
    assert main(command) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"verso: {sentence}")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"side": "dusk"}, "side"),
        ({"turn": 7}, "turn"),
        ({"to_act": -1}, "to_act"),
        ({"players": []}, "players"),
        ({"moon": 1}, "moon"),
        ({"hand": ["3/7", "1/1", "1/2"]}, "players[0].hand"),
        ({"hand": ["1/1", "1/1", "1/2"]}, "players[0].hand"),
        ({"hung": [7]}, "players[0].hung"),
    ],
)
def test_a_document_that_breaks_its_rules_is_refused_by_key(change: dict[str, Any], key: str) -> None:
    document = a_position().to_json()
    for name, value in change.items():
        (document["players"][0] if name in ("hand", "hung") else document)[name] = value
    with pytest.raises(verso.InvalidPosition) as refused:
        Position.from_json(document)
    assert refused.value.key == key


# --- bots


@pytest.mark.parametrize("name", bots.names(GAME))
@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.long)])
def test_bots_of_every_kind_choose_and_say_why(name: str, seats: int) -> None:
    position = a_position(seats)
    view = position.view(position.to_act)
    choice = bots.make(name, GAME, 1).choose(view, Budget(iterations=8))
    assert choice.action in view.legal
    assert set(choice.reasons) == set(LANGUAGES)
    assert all(choice.reasons.values())
    assert choice.win is not None
    assert 0 <= choice.win <= 1


def test_levels_search_more_and_more_and_are_better_for_it() -> None:
    assert [UNTAUGHT[name].iterations for name in bots.LEVELS] == [4, 32, 400, 10_000]
    assert not any(many.plays(name, GAME) for name in bots.LEVELS)  # whole games are of players that do not search
    for better, worse in (("easy", "random"), ("medium", "easy"), ("hard:iterations=400", "medium")):
        match = Match(GAME.name, (better, worse), 60, seed=1)
        first, second = standings(match, run(match))
        assert first.share > 0.58 > second.share, (better, worse, first.share)


def without_times(game: Any) -> Any:
    """Return a result of the arena without how long anybody took."""
    return game | {"players": [player["decisions"] for player in game["players"]]}


def test_deals_of_the_arena_are_the_same_for_all_rotations() -> None:
    match = Match(GAME.name, ("random", "random"), 3, seed=2)
    games = run(match)
    assert [game["deal"] for game in games] == [0, 0, 1, 1, 2, 2]
    assert [without_times(game) for game in games] == [without_times(game) for game in run(match)]


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.long)])
def test_whole_games_compiled_are_those_played_move_by_move(seats: int) -> None:
    setup = GAME.setup(seats)
    plan = Plan.of(setup, ["greedy", "random"], "whole")
    testing.check_whole_games(setup, play_range(plan, 0, 6), play_compiled(plan, 0, 6))
    match = Match(GAME.name, ("greedy", *["random"] * (seats - 1)), 2, "luck")
    compiled = play_many(match, [(deal, range(seats)) for deal in range(2)])
    stepped = [line for deal in range(2) for line in play_deal(match, deal, range(seats))]
    assert [line["winners"] for line in compiled] == [line["winners"] for line in stepped]
    assert [line["plies"] for line in compiled] == [line["plies"] for line in stepped]


@pytest.mark.parametrize("names", ["greedy", "easy,random"])
def test_simulations_count_its_games(names: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "lantern-street", "--games", "12", "--bots", names, "--seed", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 12
    assert found["reasons"] == {"light": 12}
    assert found["truncated"] == 0
