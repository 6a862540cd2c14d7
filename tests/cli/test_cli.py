"""The commands: what goes to which stream, exit codes, JSON, languages; a few of them as real processes."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import json
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

import verso
from verso import bots
from verso.cli import COMMANDS, application, commands, main
from verso.cli.terminal import Language, Screen, fold, language_of, words_for
from verso.core import drive
from verso.core.game import LANGUAGES, Position
from verso.core.record import Record
from verso.core.rng import Rng
from verso.server.settings import Settings

GAME = verso.game("flip-city")
BUILDING = {
    "game": "flip-city",
    "seats": 2,
    "to_act": 0,
    "phase": "build",
    "turn": {"number": 5, "cash": 5},
    "players": [
        {"top": ["RA"], "deck": {"AP": 1, "CS": 1}, "discard": {"FA": 1}, "played": ["CP"]},
        {"top": ["HO"], "deck": {"RA": 4}},
    ],
}


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("FORCE_COLOR", "NO_COLOR", "LANG"):
        monkeypatch.delenv(name, raising=False)


class Ran:
    """What a command said and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def run(*arguments: str, stdin: str | bytes | None = None) -> Ran:
        if stdin is not None:
            data = stdin.encode() if isinstance(stdin, str) else stdin
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main(list(arguments))
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture
def building(tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(BUILDING))
    return str(path)


@pytest.fixture
def record(tmp_path: Path) -> str:
    position, rng = GAME.new(2), verso.Rng(3)
    position.settle(rng)
    for _ in range(20):
        position.push(position.legal[rng.below(len(position.legal))])
        position.settle(rng)
    path = tmp_path / "game.verso"
    path.write_text(Record.of(position).to_text())
    return str(path)


# --- what there is


def test_games(run: Any) -> None:
    ran = run("games")
    assert ran.code == 0
    assert ran.err == ""
    for ruleset, about in GAME.rulesets().items():
        assert f"\n  {ruleset}: " in ran.out
        assert about in " ".join(ran.out.split())
    assert max(map(len, ran.out.split("\n"))) <= 80


def test_games_as_json(run: Any) -> None:
    rows = {row["name"]: row for row in run("games", "--json").json}
    assert set(rows) == set(verso.games())
    found = rows["flip-city"]
    assert found["bots"][0] == "random"
    solo = next(each for each in found["rulesets"] if each["name"] == "solo")
    assert solo["seats"] == [1, 1]
    assert solo["options"] == {"office": False}


def test_version_and_help(run: Any) -> None:
    assert run("--version").out.strip() == verso.__version__
    told = run("--help")
    assert told.code == 0
    for name in COMMANDS:
        assert f" {name} " in told.out
    assert run().out == told.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(run: Any, name: str) -> None:
    ran = run(name, "--help")
    assert ran.code == 0
    assert f"verso {name}" in ran.out
    module, about, _ = COMMANDS[name]
    assert about.endswith(".")
    assert inspect.getdoc(getattr(importlib.import_module(f"verso.cli.{module}"), name.replace("-", "_")))
    assert application()[name] is not None


def test_cards_mark_every_figure(run: Any) -> None:
    ran = run("cards", "flip-city")
    assert re.search(r"^RA/AP  Residential Area +– +1 s +1 s ", ran.out, re.MULTILINE)
    assert "limit +1. [p]" in ran.out
    assert "1 additional Flip this turn, 2 cheaper. [s r]" in ran.out
    assert "p printed in a rulebook" in ran.out
    assert "\x1b" not in ran.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_fit_80_columns(run: Any, language: str) -> None:
    ran = run("cards", "flip-city", "--lang", language)
    assert max(map(len, ran.out.split("\n"))) <= 80


def test_cards_as_json_have_all_data(run: Any) -> None:
    found = run("cards", "flip-city", "--json", "--option", "office=on").json
    assert found["setup"]["options"] == {"office": True}
    rows = {row["code"]: row for row in found["cards"]}
    assert len(rows) == 12
    fee = next(figure for figure in rows["RA"]["figures"] if figure["key"] == "fee")
    assert (fee["value"], fee["from"]) == (1, "sourced")
    station = rows["ST"]["abilities"][0]["figures"]
    assert {figure["key"]: figure["from"] for figure in station} == {
        "extra_flips": "sourced",
        "flip_discount": "reconstructed",
    }
    marked = {figure["from"] for row in rows.values() for figure in row["figures"]}
    assert marked == {"sourced", "printed", "reconstructed", None}


def test_cards_of_a_file_are_marked_as_edited(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text("[CS]\ncost = 3\n")
    ran = run("cards", "flip-city", "--cards", str(path))
    assert re.search(r"^CS/SM .* 3 e ", ran.out, re.MULTILINE)
    assert "office=off, cards changed: 1 games" in run("sim", "flip-city", "--games", "1", "--cards", str(path)).out
    path.write_text("[CS]\ncost = -3\n")
    ran = run("cards", "flip-city", "--cards", str(path))
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err == f"verso: {path}: CS.cost: must be a whole number from 0 to 99\n"


# --- positions


def test_show(run: Any, building: str) -> None:
    ran = run("show", building)
    assert ran.out.startswith("Turn 5: your turn, building\n")
    assert "other side: AP Apartment" in ran.out
    assert run("show", building, "--seat", "1").out.startswith("Turn 5: seat 0, building\n")
    assert run("show", building, "--lang", "pt-BR").out.startswith("Turno 5: você, construindo\n")
    assert run("show", building, "--seat", "7").code == 1


def test_show_as_json_is_a_view(run: Any, building: str) -> None:
    found = run("show", building, "--json").json
    assert found["seat"] == 0
    assert "buy CS" in found["legal"]


def test_show_of_a_game_that_is_over(run: Any, tmp_path: Path) -> None:
    over = BUILDING | {"to_act": -2, "result": "points", "turn": {"seat": 0, "points": 8}}
    ran = run("show", "-", stdin=json.dumps(over))
    assert "seat 0 wins by points" in ran.out
    ran = run("legal", "-", stdin=json.dumps(over))
    assert (ran.code, ran.out) == (0, "")
    assert "seat 0 wins by points" in ran.err


def test_legal(run: Any, building: str) -> None:
    ran = run("legal", building)
    assert ran.out.split("\n")[:2] == ["done        End the turn", "buy CS      Buy Convenience Store for 2"]
    assert "Comprar Hospital por 4" in run("legal", building, "--lang", "pt-BR").out
    rows = run("legal", building, "--json").json["legal"]
    assert rows[0] == {"action": Position.from_json(BUILDING).legal[0], "text": "done", "words": "End the turn"}


def test_legal_answers_about_one_action(run: Any, building: str) -> None:
    assert run("legal", building, "buy CS").code == 0
    ran = run("legal", building, "buy CP")
    assert (ran.code, ran.out, ran.err) == (1, "", "Central Park costs 7, you have 5\n")
    assert run("legal", building, "nonsense").code == 1


def test_what_chance_may_bring(run: Any) -> None:
    waiting = BUILDING | {"phase": "play", "players": [{"deck": {"RA": 2, "CS": 1}, "played": ["CP"]}, {"top": ["HO"]}]}
    found = run("legal", "-", "--json", stdin=json.dumps(waiting)).json
    assert {row["text"]: row["odds"] for row in found["legal"]} == {"top RA": "2/3", "top CS": "1/3"}
    assert "top RA    2/3  Residential Area comes up" in run("legal", "-", stdin=json.dumps(waiting)).out


def test_push_with_chance_given(run: Any, building: str) -> None:
    ran = run("push", building, "buy CS", "done", "play", "top RA")
    assert ran.code == 0
    position = Position.from_json(ran.out)
    assert position.to_act == 1
    assert position.to_json() == ran.json


def test_push_with_chance_settled(run: Any, building: str) -> None:
    ran = run("push", building, "done", "play", "--settle", "--seed", "4")
    assert Position.from_json(ran.out).to_act == 1
    assert ran.err == "chance: top RA\n"
    assert run("push", building, "done", "play", "--settle", "--seed", "4").out == ran.out


@pytest.mark.parametrize(
    ("actions", "code", "message"),
    [
        (["buy CS", "buy CS"], 1, "action 2, buy CS: your action of this turn is used"),
        (["buy", "CS"], 1, "Put an action of several words in quotes"),
        (["play"], 1, "action 1, play: "),
        (["done", "play", "play"], 1, "action 3, play: chance is to act, not a player"),
        (["done", "--seed", "3"], 2, "--seed goes with --settle"),
        ([], 2, "ACTIONS"),
        (["done", "--nonsense"], 2, "--nonsense"),
    ],
)
def test_push_refuses_all_or_nothing(run: Any, building: str, actions: list[str], code: int, message: str) -> None:
    ran = run("push", building, *actions)
    assert ran.code == code
    assert ran.out == ""
    assert message in ran.err


@pytest.mark.parametrize("command", [["show"], ["legal"], ["push", "play"], ["perft", "--depth", "2"]])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not valid JSON"),
        ("[]", "must be an object"),
        ("{}", "game"),
        (json.dumps(BUILDING | {"supply": {"CS": 99}}), "supply"),
        (json.dumps(BUILDING | {"sUpply": {}}), "sUpply: unknown key"),
        (b"{\n\xff}", "line 2: not UTF-8 text"),
    ],
)
def test_bad_positions_are_refused_with_a_sentence(run: Any, command: list[str], text: Any, message: str) -> None:
    ran = run(command[0], "-", *command[1:], stdin=text)
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.startswith("verso: stdin: ")
    assert message in ran.err


def test_files_that_are_not_there(run: Any, tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    for ran in (run("show", str(missing)), run("replay", str(missing)), run("play", "--resume", str(missing))):
        assert ran.code == 1
        assert ran.err == f"verso: {missing}: No such file or directory\n"
    assert run("show", str(tmp_path)).code == 1
    assert run("show", "--nonsense").code == 2


# --- records


def test_replay_tells_and_shows(run: Any, record: str) -> None:
    ran = run("replay", record, "--ply", "5")
    assert ran.code == 0
    assert re.match(r"1  chance: Seat \d started\. 2 cards came up\n4  seat \d: ", ran.out)  # a row for each turn
    assert "\n6  " not in ran.out
    assert "\n\nTurn 1: seat " in ran.out
    assert run("replay", record, "--lang", "pt-BR").out.count("\nTurno ") == 1


def test_replay_as_json(run: Any, record: str) -> None:
    found = run("replay", record, "--ply", "7", "--json").json
    expected = Record.from_text(Path(record).read_text()).position(7)
    assert found["ply"] == len(found["moves"]) == 7
    assert found["position"] == expected.to_json()
    assert found["moves"][0]["seat"] == verso.CHANCE
    assert found["outcome"] is None


def test_replay_refuses(run: Any, record: str, tmp_path: Path) -> None:
    ran = run("replay", record, "--ply", "9999")
    assert ran.code == 1
    assert "there is no ply 9999" in ran.err
    Path(record).write_text(Path(record).read_text().replace("play", "plai", 1))
    ran = run("replay", record)
    assert ran.code == 1
    assert re.search(rf"{record}: line \d+: 'plai' is not an action", ran.err)


# --- counting, simulating, compiling


def test_perft(run: Any, building: str) -> None:
    assert run("perft", "flip-city", "--depth", "3").out == "72\n"
    divided = run("perft", "flip-city", "--depth", "3", "--divide", "--seats", "2")
    assert divided.out == "start 0: 36\nstart 1: 36\n72\n"
    assert run("perft", building, "--depth", "1").out == "5\n"
    assert run("perft", building, "--depth", "2", "--json", "--divide").json["nodes"] == 5
    for wrong in (
        ["flip-city", "--depth", "-1"],
        ["flip-city", "--depth", "0", "--divide"],
        [building, "--seats", "2"],
    ):
        assert run("perft", *wrong).code == 2
    assert run("perft", building, "--depth", "2", "--seats", "2").code == 2


def test_perft_compiles_only_for_large_counts(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[bool] = []
    count = drive.perft

    def counted(position: Position, depth: int, *, compiled: bool) -> int:
        used.append(compiled)
        return count(position, depth, compiled=False)

    monkeypatch.setattr(drive, "perft", counted)
    ran = run("perft", "flip-city", "--depth", "6")
    assert (ran.out, any(used)) == ("816\n", False)
    monkeypatch.setattr(commands, "INTERPRETED_NODES", 100)
    ran = run("perft", "flip-city", "--depth", "6")
    assert (ran.out, used[-1]) == ("816\n", True)
    assert "loading the compiled rules" in ran.err


def test_sim(run: Any) -> None:
    ran = run("sim", "flip-city", "--games", "12", "--bots", "greedy,random", "--seed", "7")
    assert ran.out.startswith("flip-city, standard, 2 seats, office=off: 12 games\n")
    assert re.search(r"^greedy +1\d +\d+\.\d% +\d+\.\d% to \d+\.\d%$", ran.out, re.MULTILINE)
    assert re.search(r"^acting first ", ran.out, re.MULTILINE)
    assert re.search(r"^turns: \d+ to \d+, median \d+, mean ", ran.out, re.MULTILINE)
    assert "--seed 7 repeats this" in ran.err


def test_sim_does_not_depend_on_jobs(run: Any) -> None:
    arguments = ("sim", "flip-city", "--games", "22", "--seats", "3", "--bots", "greedy", "--seed", "7", "--json")
    one = run(*arguments)
    assert run(*arguments, "--jobs", "2").out == one.out
    found = one.json
    assert found["games"] == 22
    assert [row["bot"] for row in found["wins"]] == ["greedy"] * 3
    assert sum(row["wins"] for row in found["wins"]) == sum(row["wins"] for row in found["wins_by_order"])
    assert sum(found["reasons"].values()) == 22


@pytest.mark.parametrize("command", [["show"], ["legal"], ["push", "done"], ["perft", "--depth", "1"], ["odds"]])
def test_every_command_that_takes_a_position_takes_it_from_a_pipe(run: Any, command: list[str]) -> None:
    playing = BUILDING | {"phase": "play"} if command == ["odds"] else BUILDING
    ran = run(command[0], "-", *command[1:], stdin=json.dumps(playing))
    assert (ran.code, ran.out != "") == (0, True), ran.err


@pytest.mark.parametrize(("command", "answer"), [("replay", 0), ("verify", 1)])
def test_every_command_that_takes_a_record_takes_it_from_a_pipe(
    run: Any, record: str, command: str, answer: int
) -> None:
    ran = run(command, "-", stdin=Path(record).read_text())
    assert (ran.code, ran.out) == (answer, run(command, record).out)
    assert ran.out
    assert run(command, "--what").err.startswith("verso: unknown option --what")


def test_sim_alone_and_with_a_new_seed(run: Any) -> None:
    ran = run("sim", "flip-city", "--ruleset", "solo", "--games", "3")
    assert "solo, 1 seat, office=off: 3 games" in ran.out
    assert "acting" not in ran.out
    assert re.search(r"--seed \d+ repeats this", ran.err)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--games", "0"], 2),
        (["--jobs", "0"], 2),
        (["--option", "office"], 2),
        (["--option", "office=on", "--option", "office=off"], 2),
        (["--bots", "genius"], 1),
        (["--bots", "greedy,greedy,greedy"], 1),
        (["--option", "office=7"], 1),
        (["--option", "zoo=on"], 1),
        (["--option", "seats=3"], 1),
        (["--option", "cards=3"], 1),
        (["--option", "ruleset=solo"], 1),
        (["--option", "self=on"], 1),
        (["--option", f"office={'1' * 5000}"], 2),
        (["--ruleset", "mine"], 1),
    ],
)
def test_sim_refuses(run: Any, arguments: list[str], code: int) -> None:
    ran = run("sim", "flip-city", *arguments)
    assert ran.code == code
    assert ran.out == ""
    assert ran.err.startswith("verso: ")


def test_warmup_goes_through_all_seat_counts(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[tuple[str, int]] = []
    searches: list[tuple[str, int]] = []
    further: list[tuple[str, int]] = []
    monkeypatch.setattr(commands, "_compile", lambda game, seats: compiled.append((game.name, seats)))
    monkeypatch.setattr(commands, "_compile_bots", lambda game, seats: searches.append((game.name, seats)))
    for other in ("_compile_games", "_compile_environments", "_compile_lab"):
        monkeypatch.setattr(commands, other, lambda game, seats: further.append((game.name, seats)))
    ran = run("warmup", "flip-city", "--rules")
    assert ran.code == 0
    assert compiled == [("flip-city", seats) for seats in (1, 2, 3, 4)]
    assert not searches
    assert not further
    assert "ready after" in ran.err
    assert run("warmup", "flip-city").code == 0
    assert searches == compiled[:4] == compiled[4:]
    assert sorted(further) == sorted(3 * searches)
    assert run("warmup", "chess").code == 1


def test_what_warmup_and_deep_perft_really_compile(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others put something in the compiler's place; this one does not."""
    commands._compile(GAME, 2)
    monkeypatch.setattr(commands, "INTERPRETED_NODES", 0)
    ran = run("perft", "flip-city", "--depth", "6", "--divide", "--json")
    assert "loading the compiled rules" in ran.err
    expected = drive.divide(GAME.new(2), 6, compiled=False)
    assert ran.json == {"depth": 6, "nodes": 816, "divide": expected}


@pytest.mark.long
@pytest.mark.parametrize("game", verso.games())
def test_after_warmup_nothing_is_compiled(game: str, tmp_path: Path) -> None:
    """A process of its own, which has nothing kept: environments, simulations, matches, datasets, the lab, reviews."""
    program = Path(__file__).parents[1] / "warm.py"
    environment = os.environ | {"VERSO_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, program, game], env=environment, stdout=subprocess.PIPE, check=True)
    assert json.loads(done.stdout) == []


def test_unknown_commands_and_games(run: Any) -> None:
    ran = run("plya")
    assert ran.code == 2
    assert ran.out == ""
    assert "plya" in ran.err
    ran = run("cards", "chess")
    assert ran.code == 1
    assert ran.err.startswith("verso: there is no game 'chess'; there is flip-city")


# --- languages, colour, width


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"LC_ALL": "pt_BR.UTF-8"}, "pt-BR"),
        ({"LC_ALL": "", "LANG": "pt_PT"}, "pt-BR"),
        ({"LC_ALL": "", "LC_MESSAGES": "pt_BR", "LANG": "en_US"}, "pt-BR"),
        ({"LC_ALL": "C", "LANG": "pt_BR"}, "en"),
        ({"LC_ALL": "", "LANG": "de_DE"}, "en"),
        ({"LC_ALL": ""}, "en"),
    ],
)
def test_the_language_comes_from_the_locale(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], expected: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of(None) == expected
    assert language_of("pt-BR") == "pt-BR"


def test_both_languages_say_the_same_things() -> None:
    catalogues = [words_for(language).messages for language in LANGUAGES]
    assert set(catalogues[0]) == set(catalogues[1])
    for key, text in catalogues[0].items():
        assert set(re.findall(r"\$\w+", text)) == set(re.findall(r"\$\w+", catalogues[1][key])), key
        assert "!" not in text + catalogues[1][key]
    assert get_args(Language) == LANGUAGES


def test_colour_only_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown() -> str:
        stream = io.StringIO()
        Screen(stream).line("bold words", "bold")
        return stream.getvalue()

    assert shown() == "bold words\n"
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[1m" in shown()


def test_fold() -> None:
    assert fold("short", 40) == ["short"]
    assert fold("  a list of several words", 16) == ["  a list of", "    several", "    words"]
    assert fold("one-very-long-word-that-cannot-be-broken", 10) == ["one-very-long-word-that-cannot-be-broken"]


# --- real processes


def verso_process(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "verso.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, **more)


def test_streams_and_exit_codes_of_a_process(building: str) -> None:
    done = verso_process("legal", building, "buy CP")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Central Park costs 7, you have 5\n"
    assert verso_process("nonsense").returncode == 2
    pushed = verso_process("push", building, "done")
    assert pushed.returncode == 0
    assert pushed.stderr == ""
    assert verso_process("show", "-", input=pushed.stdout).stdout.startswith("Turn 6: your turn")


def test_the_installed_command() -> None:
    script = Path(sys.executable).parent / "verso"
    done = subprocess.run([script, "--version"], capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout.strip() == verso.__version__


def test_a_broken_pipe_is_quiet() -> None:
    command = f"{sys.executable} -m verso.cli cards flip-city --json | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=300, check=True)
    assert done.stderr == ""
    assert done.stdout.split("\n")[0] == "{"
    assert done.stdout.split("\n")[1] in ("0", "141")


def test_output_that_a_narrow_locale_cannot_hold_is_not_fatal(building: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = verso_process("cards", "flip-city", "--lang", "pt-BR", env=environment)
    assert done.returncode == 0
    assert "?rea Residencial" in done.stdout


def test_starting_is_light() -> None:
    program = (
        "import sys; from verso.cli import main; code = main(['games']);"
        "heavy = {'numpy', 'numba', 'rich', 'multiprocessing', 'asyncio'} & set(sys.modules);"
        "sys.exit(str(heavy) if heavy or code else 0)"
    )
    spent = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert done.returncode == 0, done.stderr
        spent.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    assert min(spent) < 0.6  # about 0.12 s with, 0.3 s without bytecode caches on the machine this was written on


def test_review_tells_a_game_in_every_form(run: Any, tmp_path: Path) -> None:
    bot, position = bots.make("greedy", verso.game("flip-city")), verso.game("flip-city").new(2)
    rng = Rng("review")
    position.settle(rng)
    while position.to_act >= 0:
        position.push(bot.choose(position.view(position.to_act), bots.Budget()).action)
        position.settle(rng)
    file, page = tmp_path / "game.verso", tmp_path / "review.html"
    file.write_text(Record.of(position, names='["Ana", "<b>Bia"]').to_text(), encoding="utf-8")
    told = run("review", str(file), "--games", "4")
    assert told.code == 0
    assert "Chance to win (as Ana could know it)" in told.out
    assert max(map(len, told.out.split("\n"))) <= 80
    found = run("review", str(file), "--games", "4", "--seat", "1", "--json").json
    assert found["seat"] == 1
    assert found["progress"] == 1
    for account in found["accounts"]:
        parts = sum(account[each] for each in ("start", "luck", "own", "others", "rest"))
        assert parts == account["result"]
    written = run("review", str(file), "--games", "4", "--html", str(page), "--lang", "pt-BR")
    assert written.code == 0
    text = page.read_text(encoding="utf-8")
    assert "<b>Bia" not in text
    assert "&lt;b&gt;Bia" in text
    assert "Sorte e escolhas" in text
    assert "Luck and choices" in text
    assert not re.search(r"(src|href)=|https?://|<script", text)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--seat", "2"], 1, "there is no seat 2 in a game of 2"),
        (["--seconds", "1", "--games", "3"], 2, "say one of them"),
        (["--seconds", "-1"], 2, "--seconds must be from 0 to 3600"),
        (["--games", "0"], 2, "--games must be from 1"),
        (["--jobs", "0"], 2, "--jobs must be at least 1"),
    ],
)
def test_review_refuses_what_cannot_be(run: Any, tmp_path: Path, arguments: list[str], code: int, words: str) -> None:
    file = tmp_path / "game.verso"
    file.write_text(Record.of(verso.game("flip-city").new(2)).to_text(), encoding="utf-8")
    ran = run("review", str(file), *arguments)
    assert ran.code == code
    assert words in ran.err


# --- help, new, completion


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_has_an_example_that_is_understood(run: Any, name: str) -> None:
    ran = run(name, "--help")
    assert ran.code == 0
    example = f"verso {name} {COMMANDS[name][2].format(game=verso.games()[0])}"
    assert f"Example: {example}" in ran.out
    application().parse_args(shlex.split(example)[1:], print_error=False, exit_on_error=False)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_tells_defaults(run: Any, name: str) -> None:
    function = getattr(importlib.import_module(f"verso.cli.{COMMANDS[name][0]}"), name.replace("-", "_"))
    parameters = inspect.signature(function).parameters.values()
    given = [each.default for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY]
    told = " ".join(run(name, "--help").out.replace("│", " ").split())
    for default in given:
        if default not in (None, (), False, inspect.Parameter.empty):
            assert f"[default: {default}]" in told


def test_help_tells_what_is_meant_where_nothing_is_said(run: Any) -> None:
    assert "Default: greedy" in run("dataset", "--help").out
    told, usual = " ".join(run("serve", "--help").out.replace("│", " ").split()), Settings()
    for value in (usual.host, usual.port, usual.database, usual.workers):
        assert re.search(f"[Dd]efault: {value}", told)


def test_new_writes_what_the_other_commands_read(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    for arguments in (["flip-city", "--seed", "7"], ["phase-10-flip", "--seats", "3"]):
        path.write_text(run("new", *arguments).out)
        assert run("show", str(path)).code == 0
    assert json.loads(run("new", "flip-city", "--seed", "7").out)["to_act"] >= 0
    assert json.loads(run("new", "flip-city").out)["to_act"] == verso.CHANCE


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_knows_commands_and_options(run: Any, shell: str) -> None:
    out = run("completion", shell).out
    assert "warmup" in out
    assert "deals" in out


TAB = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
$(complete -p verso | sed 's/.*-F \\([^ ]*\\).*/\\1/') verso "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
echo "${COMPREPLY[@]}"
"""
"""What bash does when somebody presses Tab after these words."""


COMPLETED = (
    (["are"], "arena"),
    (["arena", "flip-city", "--dea"], "--deals"),
    (["sim", "ph"], "phase-10-flip"),
    (["new", "flip-city", "--ruleset", "so"], "solo"),
    (["play", "phase-10-flip", "--bots", "exp"], "expert"),
    (["show", "my-po"], "my-position.json"),
    (["lab", "ph"], "phase-10-flip"),
    (["review", "my-po"], "my-position.json"),
    (["sim", "flip-city", "--cards", "my-c"], "my-cards.toml"),
)


def shell_of(run: Any, name: str, place: Path, file: str) -> dict[str, Any]:
    """Put a shell's completion and two files of people in a place; return how to run the shell there."""
    for each in ("my-position.json", "my-cards.toml"):
        (place / each).touch()
    (place / file).write_text(run("completion", name).out)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {"cwd": place, "env": os.environ | {"PATH": path, "TERM": "dumb"}}


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        *COMPLETED,
        (["play", "phase-10-flip", "--bots", "e"], "easy expert"),
        (["arena", "phase-10-flip", "greedy", "pub"], ""),
    ],
)
def test_bash_completes_what_is_typed(run: Any, tmp_path: Path, typed: list[str], offered: str) -> None:
    there = shell_of(run, "bash", tmp_path, "completion")
    command = ["bash", "--norc", "-c", TAB, "bash", "completion", "verso", *typed]
    done = subprocess.run(command, **there, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == offered


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
def test_fish_completes_what_is_typed(run: Any, tmp_path: Path) -> None:
    there = shell_of(run, "fish", tmp_path, "verso.fish")
    asked = [f"complete -C {shlex.quote(' '.join(['verso', *typed]))}" for typed, _ in COMPLETED]
    command = ["fish", "--no-config", "-c", "; ".join(["source verso.fish", *asked])]
    done = subprocess.run(command, **there, capture_output=True, text=True, check=True)
    assert [line.partition("\t")[0] for line in done.stdout.splitlines()] == [offered for _, offered in COMPLETED]


TAB_OF_ZSH = """PROMPT=; fpath=($PWD/found $fpath); autoload -Uz compinit; compinit -u -d $PWD/dump; . $PWD/sourced
press-tab () { zle complete-word; print -r -- "[$BUFFER]" >> answers; zle kill-buffer; print }
zle -N press-tab; bindkey ^T press-tab
"""
"""Lets zsh write to a file what stands in its line after Tab, each time that Control-T is pressed."""


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
@pytest.mark.parametrize("file", ["found/_verso", "sourced"])
def test_zsh_completes_what_is_typed(run: Any, tmp_path: Path, file: str) -> None:
    """Whether the script lies where zsh looks for such, or is read at the start. Only a zsh at a terminal can tell."""
    (tmp_path / "found").mkdir()
    (tmp_path / "sourced").touch()
    there = shell_of(run, "zsh", tmp_path, file)
    outside, inside = os.openpty()
    zsh = subprocess.Popen(["zsh", "-f", "-i"], **there, stdin=inside, stdout=inside, stderr=inside)
    os.close(inside)
    os.write(outside, TAB_OF_ZSH.encode())
    for count, (typed, _) in enumerate(COMPLETED, 1):  # one by one: zsh does not complete while more is being typed
        os.write(outside, f"verso {' '.join(typed)}\x14".encode())
        while len(answers_of(tmp_path)) < count:
            os.read(outside, 4096)
    os.write(outside, b"exit\n")
    with contextlib.suppress(OSError):  # as Linux says that nobody is at the other end any more
        while os.read(outside, 4096):
            pass
    os.close(outside)
    assert zsh.wait() == 0
    assert answers_of(tmp_path) == [f"[verso {' '.join([*typed[:-1], offered])} ]" for typed, offered in COMPLETED]


def answers_of(place: Path) -> list[str]:
    path = place / "answers"
    return path.read_text().splitlines() if path.exists() else []
