"""Matches: fair, resumable, the same on any number of processes; programs that misbehave are named."""

from __future__ import annotations

import json
import os
import re
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import verso
from serving import PATIENCE
from verso.bots import arena, external, many
from verso.bots.bot import BotFailed, Budget
from verso.bots.external import External
from verso.bots.players import listed, make_player
from verso.bots.rating import Rating, update, wilson
from verso.core.game import InvalidSetup, Json

FLIP_CITY = verso.game("flip-city")
EXAMPLE = Path(__file__).parents[2] / "examples" / "external_bot.py"


def match(*players: str, deals: int = 2, **more: object) -> arena.Match:
    return arena.Match("flip-city", players, deals, seed=5, **more)  # type: ignore[arg-type]


def untimed(games: list[Json]) -> list[Json]:
    return [game | {"players": [row["decisions"] for row in game["players"]]} for game in games]


def test_every_deal_is_played_in_every_rotation() -> None:
    games = arena.run(match("greedy", "medium", "greedy"))
    assert [(game["deal"], game["rotation"]) for game in games] == [(d, r) for d in range(2) for r in range(3)]


def test_two_equal_players_without_luck_of_their_own_split_every_deal() -> None:
    """The same deal, seats swapped, same play: whoever sits at the winning seat wins."""
    games = arena.run(match("greedy", "published:seconds=1", deals=3))
    equal = arena.run(match("greedy", "greedy", deals=4))
    for deal in range(4):
        assert sorted(game["winners"][0] for game in equal if game["deal"] == deal) == [0, 1]
    assert len(games) == 6


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = arena.run(match("greedy", "easy", deals=3), tmp_path / "whole.jsonl")
    part = tmp_path / "part.jsonl"
    arena.run(match("greedy", "easy", deals=1), part)
    with part.open("a") as file:
        file.write('{"deal": 1, "rot')  # interrupted while writing
    seen: list[tuple[int, int]] = []
    resumed = arena.run(match("greedy", "easy", deals=3), part, progress=lambda done, total: seen.append((done, total)))
    assert untimed(resumed) == untimed(whole)
    assert seen == [(4, 6), (6, 6)]
    assert len(part.read_text().splitlines()) == 7
    assert untimed(arena.run(match("greedy", "easy", deals=3), part)) == untimed(whole)


def test_a_game_that_stands_there_twice_counts_once(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    games = arena.run(match("greedy", "easy", deals=1), results)
    results.write_text(results.read_text() + json.dumps(games[0]) + "\n")
    assert arena.run(match("greedy", "easy", deals=1), results) == games


def test_results_of_another_match_are_not_mixed_in(tmp_path: Path) -> None:
    arena.run(match("greedy", "easy", deals=1), tmp_path / "results.jsonl")
    with pytest.raises(InvalidSetup, match="holds the results of another match"):
        arena.run(match("greedy", "random", deals=1), tmp_path / "results.jsonl")


def test_processes_change_nothing() -> None:
    played = match("greedy", "easy", deals=3)
    assert untimed(arena.run(played, jobs=2)) == untimed(arena.run(played))


def test_standings_and_table() -> None:
    played = match("greedy", "published", deals=4)
    games = arena.run(played)
    rows = arena.standings(played, games)
    assert [row.player for row in rows] == ["greedy", "published"]
    assert sum(row.wins for row in rows) == len(games) == 8
    assert rows[0].low <= rows[0].share <= rows[0].high
    assert rows[0].rating > rows[1].rating
    assert "greedy" in arena.table(rows)
    assert json.loads(json.dumps(arena.report(played, rows)))["standings"][0]["games"] == 8


def test_an_option_named_like_a_part_of_the_setup_is_refused() -> None:
    with pytest.raises(InvalidSetup, match="ruleset standard has no option 'seats'"):
        match("greedy", "easy", options={"seats": 3}).setup()


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("nobody", "has no bot 'nobody'"),
        ("greedy:depth=3", "unknown setting 'depth'"),
        ("greedy:seconds=soon", "seconds must be a number, not 'soon'"),
        ("hard:iterations=0.5", "iterations must be a whole number, not '0.5'"),
        ("greedy:seconds=nan", "player 'greedy:seconds=nan': seconds must be 0 or more, not nan"),
        ("hard:iterations=-1", "player 'hard:iterations=-1': iterations must be 1 or more, not -1"),
        ("search:threads=0", "threads must be a whole number, 1 or more"),
        ("search:threads=two", "threads must be a whole number, 1 or more"),
        ("search:horizon=0.5", "horizon must be a whole number, 1 or more"),
        ("search:exploration=[1]", "exploration must be a number, 0 or more"),
        ("search:daring=-1", "daring must be a number, 0 or more"),
        ("search:daring=Infinity", "daring must be a number, 0 or more"),
        ("search:reuse=2", "reuse must be true or false"),
        ("external 'x", "No closing quotation"),
        ("external ", "name the program that plays"),
        ("external", "name the program that plays"),
        ("external:start=soon x", "start must be a number, not 'soon'"),
        ("external:start=0 x", "start must be more than 0 seconds, not 0"),
        ("external:depth=3 x", "unknown setting 'depth'; known are seconds or start"),
        ("import os:path", "path is not callable; say 'import MODULE:NAME'"),
        ("import os:getcwd", r"getcwd\(game, seed\) raised TypeError: .* takes no arguments"),
        ("import ends_itself:Agent", "ends_itself cannot be imported: SystemExit: 3"),
        ("import ends_later:Agent", r"Agent\(game, seed\) raised SystemExit: 3"),
        ("import operator:eq", "what eq returns has no method choose"),
        ("import nowhere:Agent", "No module named 'nowhere'; say 'import MODULE:NAME'"),
        ("import json:Agent", "has no attribute 'Agent'"),
        ("import json", "say 'import MODULE:NAME'"),
        ("import :", "say 'import MODULE:NAME'"),
        ("import", "say 'import MODULE:NAME'"),
    ],
)
def test_a_player_that_cannot_be_made_is_refused(
    player: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "ends_itself.py").write_text("import sys\nsys.exit(3)\n")
    (tmp_path / "ends_later.py").write_text("import sys\ndef Agent(game, seed):\n    sys.exit(3)\n")
    with pytest.raises(InvalidSetup, match=message):
        make_player(player, FLIP_CITY, 0)


AGENT = """
from verso.bots import Choice

class Agent:
    name = "first"
    def __init__(self, game, seed):
        pass
    def choose(self, view, budget):
        assert view.seat == view.to_act  # a view and nothing more
        return Choice(view.legal[0])
"""


def test_an_agent_of_ones_own_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in other processes, which look for its module where this one does."""
    (tmp_path / "agents_of_mine.py").write_text(AGENT)
    monkeypatch.syspath_prepend(tmp_path)
    played = match("import agents_of_mine:Agent", "easy")
    games = arena.run(played)
    assert untimed(arena.run(played, jobs=2)) == untimed(games)
    assert arena.standings(played, games)[1].wins == 4


# --- programs


def program(tmp_path: Path, body: str) -> str:
    path = tmp_path / "bot.py"
    path.write_text("import json, sys, time\n" + body)
    return f"{sys.executable} {path}"


GREETS = "print(json.dumps({'protocol': 1}), flush=True)\n"
MISBEHAVIOURS = {
    "crash": ("sys.stdin.readline()\n" + GREETS + "sys.exit(1)", "the program has ended"),
    "crash when asked": (
        "for line in sys.stdin:\n    assert 'view' not in line\n    print(json.dumps({'protocol': 1}), flush=True)",
        "the program has ended",
    ),
    "crash at once": ("sys.exit(1)", "the program has ended"),
    "nonsense": (
        "for line in sys.stdin:\n    print('{' if 'view' in line else json.dumps({'protocol': 1}), flush=True)",
        "not JSON",
    ),
    "not an object": ("for line in sys.stdin:\n    print('[]', flush=True)", "not an object"),
    "illegal": (
        "for line in sys.stdin:\n    print(json.dumps({'protocol': 1, 'action': 'win'}), flush=True)",
        "'win' is not a legal action",
    ),
    "no action": ("for line in sys.stdin:\n    print(json.dumps({'protocol': 1}), flush=True)", "has no action"),
    "other protocol": ("for line in sys.stdin:\n    print(json.dumps({'protocol': 2}), flush=True)", "protocol 1"),
    "hang": ("sys.stdin.readline()\n" + GREETS + "time.sleep(60)", "no answer within"),
}


@pytest.mark.parametrize("name", MISBEHAVIOURS)
def test_a_program_that_misbehaves_gets_nothing_or_a_substitute(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "PATIENCE", 0.3 if name == "hang" else 300.0)
    body, complaint = MISBEHAVIOURS[name]
    position = FLIP_CITY.new(2)
    position.settle(verso.Rng(3))
    view, text = position.view(position.to_act), f"external:seconds=0.1,start=60 {program(tmp_path, body)}"
    alone, helped = make_player(text, FLIP_CITY, 0), make_player(text, FLIP_CITY, 0, "greedy")
    try:
        with pytest.raises(BotFailed, match=re.escape(complaint)) as failed:
            alone.choose(view)
        assert str(failed.value).startswith(f"{text}: ")
        for number in (1, 2):
            assert helped.choose(view).action in position.legal
            assert len(helped.forfeits) == number
            assert complaint in helped.forfeits[0]
    finally:
        alone.close()
        helped.close()


def test_a_program_has_as_long_to_start_as_it_is_given(tmp_path: Path) -> None:
    position = FLIP_CITY.new(2)
    position.settle(verso.Rng(3))
    command = program(tmp_path, "time.sleep(60)")
    player = make_player(f"external:start=0.2 {command}", FLIP_CITY, 0)
    try:
        with pytest.raises(BotFailed, match=r"no answer within 0\.2 s"):
            player.choose(position.view(position.to_act))
    finally:
        player.close()


SCRIPT = """
(exec 3> {pipe}; echo '{{"protocol": 1}}'; sleep 600) &
wait
"""


@pytest.mark.skipif(os.name == "nt", reason="a script of the shell")
def test_what_a_program_has_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A script that calls the bot is killed, and so is the bot: the pipe that it holds open is closed."""
    monkeypatch.setattr(external, "PATIENCE", 0.3)
    position = FLIP_CITY.new(2)
    position.settle(verso.Rng(3))
    script, pipe = tmp_path / "bot.sh", tmp_path / "alive"
    script.write_text(SCRIPT.format(pipe=pipe))
    os.mkfifo(pipe)
    player = make_player(f"external:seconds=0.1,start={PATIENCE} sh {script}", FLIP_CITY, 0)
    with ThreadPoolExecutor(1) as pool:
        until_closed = pool.submit(pipe.read_bytes)
        with pytest.raises(BotFailed, match="no answer within"):
            player.choose(position.view(position.to_act))
        assert until_closed.result(PATIENCE) == b""


AGENTS = """
class Agent:
    def __init__(self, game, seed):
        pass
    def choose(self, view, budget):
        return ANSWER(view)
"""


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("lambda view: view.legal[-1]", None),
        ("lambda view: view.text(view.legal[-1])", None),
        ("lambda view: 'win'", "'win' is not a legal action"),
        ("lambda view: 100_000", "100000 is not a legal action"),
        ("lambda view: True", "it returns True, which is no Choice, number or text"),
        ("lambda view: None", "it returns None, which is no Choice, number or text"),
        ("lambda view: 1 / 0", "ZeroDivisionError: division by zero"),
        ("lambda view: sys.exit(3)", "SystemExit: 3"),
    ],
)
def test_an_agent_may_answer_with_a_number_or_a_text_and_nothing_else(
    answer: str, complaint: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"answering_{abs(hash(answer))}"
    (tmp_path / f"{name}.py").write_text(f"import sys\nANSWER = {answer}\n{AGENTS}")
    monkeypatch.syspath_prepend(tmp_path)
    position = FLIP_CITY.new(2)
    position.settle(verso.Rng(3))
    view = position.view(position.to_act)
    player = make_player(f"import {name}:Agent", FLIP_CITY, 0)
    if complaint is None:
        assert player.choose(view).action == view.legal[-1]
        return
    with pytest.raises(BotFailed, match=re.escape(f"import {name}:Agent: {complaint}")):
        player.choose(view)


def test_players_are_listed_with_commas_or_one_by_one() -> None:
    assert listed(["greedy,search:iterations=5,threads=1,random", "external ./bot a,b", "hard:seconds=1"]) == [
        "greedy",
        "search:iterations=5,threads=1",
        "random",
        "external ./bot a,b",
        "hard:seconds=1",
    ]


def test_a_program_is_told_the_options_of_the_game_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    body = f"""
for line in sys.stdin:
    open({str(log)!r}, "a").write(line)
    view = json.loads(line).get("view")
    print(json.dumps({{"protocol": 1, "action": view and view["legal"][0]}}), flush=True)
"""
    position = FLIP_CITY.new(2, office=True)
    position.settle(verso.Rng(3))
    bot = External(FLIP_CITY, program(tmp_path, body))
    try:
        for _ in range(2):
            bot.choose(position.view(position.to_act), Budget(seconds=5))
    finally:
        bot.close()
    messages = [json.loads(line) for line in log.read_text().splitlines()]
    assert [message["type"] for message in messages] == ["hello", "options", "choose", "choose"]
    assert messages[1] == {
        "type": "options",
        "ruleset": "standard",
        "options": dict(position.setup.options),
        "seats": 2,
        "seat": position.to_act,
    }
    assert messages[2]["time"] == 5


def test_a_program_that_is_not_there_ends_the_match() -> None:
    with pytest.raises(BotFailed, match="external /nowhere/bot: cannot be started: No such file"):
        arena.run(match("external /nowhere/bot", "easy", deals=1))


def test_the_example_plays_whole_games_without_fault() -> None:
    played = match(f"external {sys.executable} {EXAMPLE}", "easy", deals=1)
    rows = arena.standings(played, arena.run(played))
    assert rows[0].forfeits == 0


def test_a_substitute_is_named_in_the_table(tmp_path: Path) -> None:
    failing = f"external {program(tmp_path, MISBEHAVIOURS['illegal'][0])}"
    played = match(failing, "easy", deals=1, substitute="greedy")
    assert played.to_json()["substitute"] == "greedy"
    text = arena.table(arena.standings(played, arena.run(played)), played.substitute)
    assert "greedy chooses for a player that fails" in text
    assert "decisions to greedy; the first: 'win' is not a legal action" in text


def test_a_match_with_cards_of_ones_own() -> None:
    cards = FLIP_CITY.load_cards("[FA]\ncost = 4\n", "cheap.toml")
    played = match("greedy", "random", deals=1, cards=cards)
    assert played.setup().edits
    assert "cards" in played.to_json()
    assert untimed(arena.run(played)) != untimed(arena.run(match("greedy", "random", deals=1)))


def test_a_long_match_needs_no_more_memory_than_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a number for each game, and a line on disk."""
    monkeypatch.setattr(many, "ENOUGH", 1)
    monkeypatch.setattr(arena, "_DEALS_AT_ONCE", 20)
    arena.run(match("greedy", "greedy", deals=20))  # compiles, which would be traced too
    peaks = []
    for deals in (20, 20, 400):  # the first loads what is needed
        played = match("greedy", "greedy", deals=deals)
        tracemalloc.start()
        (row,) = arena.standings(played, arena.played(played))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert row.games == 2 * deals
    assert peaks[2] < peaks[1] + 200 * 2 * 400  # all that is told of a game takes thousands of bytes


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    for content in (b"words\n", b"words", b"[]\n", b"7\n"):
        (tmp_path / "file").write_bytes(content)
        with pytest.raises(InvalidSetup, match=r"does not hold results|results of another match"):
            arena.run(match("greedy", "easy", deals=1), tmp_path / "file")
        assert (tmp_path / "file").read_bytes() == content
    arena.run(match("greedy", "easy", deals=1), tmp_path / "results")
    with (tmp_path / "results").open("a") as file:
        file.write("words\n")
    with pytest.raises(InvalidSetup, match="holds a line that is no game: b'words"):
        arena.run(match("greedy", "easy", deals=1), tmp_path / "results")


# --- figures


def test_wilson_intervals() -> None:
    low, high = wilson(80, 100)
    assert (low, high) == pytest.approx((0.7111, 0.8666), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0


def test_ratings_move_as_openskill_moves_them() -> None:
    """Two new players, one game: the figures of OpenSkill's BradleyTerryFull."""
    first, second = Rating(), Rating()
    update([first, second], [0, 1])
    assert first.mean + second.mean == pytest.approx(50)
    assert first.mean == pytest.approx(27.6352, abs=1e-3)
    assert first.sigma == pytest.approx(8.0655, abs=1e-3)
