"""`verso play` without a terminal, and one real one: whole games, typos, interruptions, undo, saves, resuming."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import verso
from verso import bots
from verso.bots.bot import Budget
from verso.cli import main, saves
from verso.cli import play as play_command
from verso.cli import session as session_module
from verso.cli.commands import tell_record
from verso.cli.saves import Save
from verso.cli.session import PERSON, Session, Table
from verso.cli.terminal import Refused, Screen
from verso.core.game import Language, Position
from verso.core.record import Record
from verso.core.spec import CHANCE

GAME = verso.game("flip-city")
Answer = Callable[["Seat"], str]


class Seat:
    """A person without a terminal: a session, the answers given to it, and what it said."""

    def __init__(
        self,
        path: Path,
        answers: Iterator[str] | Answer,
        *,
        position: Position | None = None,
        players: tuple[str, ...] = (PERSON, "greedy"),
        seed: int = 1,
        language: str = "en",
        expected: str | None = None,
    ) -> None:
        self.out, self.notes = io.StringIO(), io.StringIO()
        self.answers = answers
        self.prompts = 0
        self.session = Session(
            position or GAME.new(len(players), "solo" if len(players) == 1 else None),
            Table(players, seed),
            Save(path, expected),
            ask=self.ask,
            screen=Screen(self.out, width=80),
            notes=Screen(self.notes, width=400),
            language=language,
        )

    def ask(self, prompt: str) -> str:
        self.prompts += 1
        if callable(self.answers):
            return self.answers(self)
        try:
            return next(self.answers)
        except StopIteration:
            raise EOFError from None

    @property
    def position(self) -> Position:
        return self.session.position

    @property
    def said(self) -> str:
        return self.out.getvalue()


def resumed(path: Path, answers: Iterator[str] | Answer, **more: Any) -> Seat:
    record = saves.read(path)
    return Seat(path, answers, position=record.position(), expected=path.read_text(), **more)


def greedily(seat: Seat) -> str:
    position = seat.position
    choice = bots.make("greedy", GAME).choose(position.view(position.to_act), Budget())
    return position.text(choice.action)


def greedily_until(prompts: int, leave: type[BaseException] = EOFError) -> Answer:
    def answer(seat: Seat) -> str:
        if seat.prompts > prompts:
            raise leave
        return greedily(seat)

    return answer


def of(*lines: str) -> Iterator[str]:
    return iter(lines)


def on_disk(path: Path) -> Position:
    return Record.from_text(path.read_text()).position()


def building(cash: int = 9, **more: Any) -> Position:
    """A position of seat 0 that is building, with nothing left to reveal."""
    return Position.from_json(
        {
            "game": "flip-city",
            "seats": 2,
            "to_act": 0,
            "phase": "build",
            "turn": {"number": 5, "cash": cash},
            "players": [
                {"top": ["CS"], "deck": {"RA": 3}, "discard": {"FA": 1, "HO": 1}, "played": ["CP"]},
                {"top": ["HO"], "deck": {"RA": 4, "CP": 1}, "discard": {}},
            ],
        }
        | more
    )


# --- whole games


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Seat:
    seat = Seat(tmp_path_factory.mktemp("whole") / "game.verso", greedily)
    assert seat.session.run() == 0
    return seat


def test_a_whole_game_to_its_end(whole: Seat) -> None:
    outcome = whole.position.outcome()
    assert outcome is not None
    assert f"Seat {outcome.winners[0]} wins by" in whole.said
    assert ("You win." in whole.said) == (outcome.winners == (0,))
    path = whole.session.save.path
    assert f"The record of this game: {path}" in whole.notes.getvalue()
    record = Record.from_text(path.read_text())
    assert record.actions == whole.position.actions
    assert record.remarks["players"] == "person greedy"


def test_what_opponents_did_is_told_in_words(whole: Seat) -> None:
    assert "\nseat 1 (greedy):\n  played " in whole.said
    assert ", stopped, " in whole.said  # a turn is one line
    assert " came up." in whole.said
    assert ", went over the limit with unhappiness " in whole.said


def test_the_seed_is_nowhere_in_the_save(tmp_path: Path) -> None:
    seat = Seat(tmp_path / "game.verso", of("1", "1"), seed=987654321)
    seat.session.run()
    assert "987654321" not in seat.session.save.path.read_text()


def test_alone(tmp_path: Path) -> None:
    seat = Seat(tmp_path / "game.verso", greedily, players=(PERSON,))
    assert seat.session.run() == 0
    assert "You play alone." in seat.said
    assert seat.position.outcome() is not None


def test_people_who_share_a_terminal(tmp_path: Path) -> None:
    seat = Seat(tmp_path / "game.verso", greedily_until(30), players=(PERSON, PERSON, "random"))
    assert seat.session.run() == 0
    assert "2 of you share this terminal" in seat.said
    assert "Seat 1 can:" in seat.said
    assert "You win." not in seat.said


def test_in_portuguese(tmp_path: Path) -> None:
    seat = Seat(tmp_path / "game.verso", greedily_until(60), language="pt-BR")
    assert seat.session.run() == 0
    assert "Você pode:" in seat.said
    assert "Encerrar o turno" in seat.said
    for english in ("You ", "Play ", "turn ", " wins", "cash"):
        assert english not in seat.said


def test_slow_opponents_are_told_of_piece_by_piece(
    whole: Seat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "_PATIENCE", -1.0)
    seat = Seat(tmp_path / "game.verso", greedily_until(40))
    seat.session.run()
    assert seat.position.ply > 40
    assert seat.position.actions == whole.position.actions[: seat.position.ply]


def test_it_fits_80_columns(whole: Seat) -> None:
    assert max(map(len, whole.said.split("\n"))) <= 80


# --- what can be typed


@pytest.mark.parametrize(
    "line",
    [
        "buy CS",
        "Buy cs",
        "  BUY    CS ",
        "2",
        "buy c",
        "Buy Convenience Store for 2",
        "buy conv",
        "BUY CONVENIENCE  store",
    ],
)
def test_ways_to_say_one_thing(tmp_path: Path, line: str) -> None:
    seat = Seat(tmp_path / "game.verso", of(line), position=building(cash=6))
    seat.session.run()
    assert [seat.position.text(action) for action in seat.position.actions] == ["buy CS"]


def test_words_in_portuguese_without_accents(tmp_path: Path) -> None:
    seat = Seat(tmp_path / "game.verso", of("comprar fabrica"), position=building(cash=6), language="pt-BR")
    seat.session.run()
    assert [seat.position.text(action) for action in seat.position.actions] == ["buy FA"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("xyzzy", "That is neither an action nor a command: xyzzy."),
        ("0", "There is no number 0"),
        ("99", "There is no number 99"),
        ("-1", "neither an action"),
        ("", "Say what you do"),
        ("   ", "Say what you do"),
        ("buy", "buy could be buy CS, buy HO, buy FA"),
        ("d", "d could be done, develop CS."),
        ("r", "r could be rules, record"),
        ("buy SM", "neither an action"),
        ("buy CP", "Not now: Central Park costs 7, you have 6."),
        ("stop", "Not now: that is done in the play phase, and you are building."),
        ("flip ap", "Not now: there is no Apartment in your discard pile."),
        ("top RA", "Not now: nothing is left to chance now."),
        ("card", "Which card? There is RA, AP"),
        ("card xx", "There is no card xx."),
        ("²", "neither an action"),
        ("1" * 5000, "neither an action"),
        ("save ~nobody-of-this-name/x", "~nobody-of-this-name/x could not be written: "),
        ("save a\0b", "could not be written: "),
        (f"save {'a/' * 5000}", "could not be written: "),
        ("\x00\x1b[A", "neither an action"),
        ("é" * 5000, "neither an action"),
    ],
)
def test_typos_change_nothing(tmp_path: Path, line: str, answer: str) -> None:
    position = building(cash=6)
    before = position.to_json()
    seat = Seat(tmp_path / "game.verso", of(line), position=position)
    assert seat.session.run() == 0
    assert (
        answer in " ".join(seat.said.split()) if answer.startswith("That") else answer in seat.said.replace("\n  ", " ")
    )
    assert seat.position.to_json() == before
    assert on_disk(seat.session.save.path).to_json() == before


def test_enter_does_the_only_thing_there_is(tmp_path: Path) -> None:
    seat = Seat(tmp_path / "game.verso", of(""), position=building(cash=0))
    seat.session.run()
    assert "There is only this; Enter does it:\n  1  done  End the turn" in seat.said
    assert seat.position.text(seat.position.actions[0]) == "done"


def test_commands(tmp_path: Path) -> None:
    lines = ("help", "table", "legal", "rules", "card ch", "card church", "log 1", "record", "rec", "save")
    seat = Seat(tmp_path / "game.verso", of("buy CS", *lines), position=building())
    seat.session.run()
    assert len(seat.position.actions) == 1
    for expected in (
        "take back your last action",
        "The rulebook lets whoever last flipped a table begin",
        "CH/HO  Church",
        "HO/CH  Hospital",
        "you: bought Convenience Store for 2.",
        "verso-record 1",
        "The game is saved after every action, in",
    ):
        assert expected in seat.said


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_odds_and_a_hint_are_told_to_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    monkeypatch.setattr(session_module, "HINT_SECONDS", 0.0)  # one short look
    position = building(cash=6)
    view = position.view(0)
    seat = Seat(tmp_path / "game.verso", of("odds", "hint"), position=position, language=language)
    assert seat.session.run() == 0
    assert view.game.odds is not None
    odds = " ".join(view.game.odds.report(view, language).split())
    before, found, after = " ".join(seat.said.split()).partition(odds)
    assert before
    assert "%" in found
    assert any(after.strip().startswith(f"{view.describe(action, language)}: ") for action in view.legal)
    assert seat.position == position


@pytest.mark.parametrize("line", ["log", "log 0", f"log {'9' * 5000}", "log all"])
def test_the_log_is_told_whatever_its_length(tmp_path: Path, line: str) -> None:
    seat = Seat(tmp_path / "game.verso", of("buy CS", line), position=building())
    seat.session.run()
    assert "you: bought Convenience Store for 2." in seat.said


def test_lay_alone_lays_what_is_suggested(tmp_path: Path) -> None:
    document = {
        "game": "phase-10-flip",
        "seats": 2,
        "to_act": 0,
        "step": "play",
        "draw": {"top": [40]},
        "discard": [17],
    }
    holds_phase_1 = Position.from_json(document | {"players": [{"hand": [0, 1, 27, 28, 60]}, {"hand": [2]}]})
    seat = Seat(tmp_path / "game.verso", of("lay"), position=holds_phase_1)
    seat.session.run()
    assert "Suggested: lay " in seat.said
    assert seat.position.to_json()["players"][0]["laid"]
    assert on_disk(tmp_path / "game.verso").to_json() == seat.position.to_json()
    cannot = Position.from_json(document | {"players": [{"hand": [0, 60]}, {"hand": [2]}]})
    seat = Seat(tmp_path / "other.verso", of("lay"), position=cannot)
    seat.session.run()
    assert seat.position.ply == 0


def test_a_long_list_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "LISTED", 3)
    monkeypatch.setattr(Session._show_choices, "__defaults__", (3,))
    seat = Seat(tmp_path / "game.verso", of("legal"), position=building())
    seat.session.run()
    assert "more; legal lists them all" in seat.said
    assert seat.said.count("  End the turn") == 2


# --- leaving and coming back


def texts(seat: Seat) -> Iterator[str]:
    """The answers that were given in a finished game."""
    position = Record.from_text(seat.session.save.path.read_text()).start()
    for action in seat.position.actions:
        if position.to_act == 0:
            yield position.text(action)
        position.push(action)


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, EOFError, "quit"])
def test_leaving_at_any_prompt_loses_nothing(whole: Seat, tmp_path: Path, interruption: Any) -> None:
    """At every prompt of the first turns: leave, come back with the same seed, and it goes on as it would have."""
    path = tmp_path / "game.verso"
    said = list(texts(whole))[:20]
    for number in range(len(said)):
        answers = iter(said[:number][-1:])

        def answer(seat: Seat, answers: Iterator[str] = answers) -> str:
            for text in answers:
                return text
            if interruption == "quit":
                return "quit"
            raise interruption

        seat = Seat(path, answer) if number == 0 else resumed(path, answer)
        assert seat.session.run() == (130 if interruption is KeyboardInterrupt else 0)
        assert f"verso play --resume {path}" in seat.notes.getvalue()
        assert on_disk(path).to_json() == seat.position.to_json()
    assert on_disk(path).actions == whole.position.actions[: len(on_disk(path).actions)]


def test_a_resumed_game_ends_as_it_would_have(whole: Seat, tmp_path: Path) -> None:
    path = tmp_path / "game.verso"
    for prompts in (3, 11, 29, 10_000):
        answer = greedily_until(prompts, KeyboardInterrupt)
        seat = resumed(path, answer) if path.exists() else Seat(path, answer)
        seat.session.run()
        assert ("Back in the game" in seat.said) == (prompts > 3)
    assert on_disk(path).actions == whole.position.actions


def test_interrupted_while_saving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.verso"
    seat = Seat(path, of("buy CS"), position=building())
    write = os.fsync

    def interrupted(handle: int) -> None:
        if path.exists():
            raise KeyboardInterrupt
        write(handle)

    monkeypatch.setattr(os, "fsync", interrupted)
    assert seat.session.run() == 130
    assert on_disk(path).actions == seat.position.actions == ()
    assert list(tmp_path.iterdir()) == [path]


# --- undo


def test_undo_goes_back_to_the_last_reveal(tmp_path: Path) -> None:
    players = [{"top": ["CS"], "deck": {"CP": 2}, "played": ["CP"]}, {"top": ["HO"]}]
    position = building(phase="play", turn={"number": 5, "cash": 9}, players=players)
    lines = ("play", "stop", "buy CS", "undo", "undo", "undo")
    seat = Seat(tmp_path / "game.verso", of(*lines), position=position)
    seat.session.run()
    assert "Taken back: Buy Convenience Store for 2." in seat.said
    assert "Taken back: Stop and build." in seat.said
    assert "This cannot be taken back: something has been revealed" in seat.said
    assert len(seat.position.actions) == 2
    assert on_disk(seat.session.save.path).actions == seat.position.actions


def test_undo_stops_at_the_others(tmp_path: Path) -> None:
    seat = Seat(tmp_path / "game.verso", of("done", "undo"), position=building())
    seat.session.run()
    assert "This cannot be taken back: somebody else has acted" in seat.said


def test_undo_at_the_beginning(tmp_path: Path) -> None:
    seat = Seat(tmp_path / "game.verso", of("undo"), position=building())
    seat.session.run()
    assert "There is nothing to take back" in seat.said


def test_undo_is_saved_and_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.verso"
    Seat(path, of("buy CS", "undo"), position=building()).session.run()
    seat = resumed(path, of("undo", "buy HO"))
    seat.session.run()
    assert [seat.position.text(action) for action in seat.position.actions] == ["buy HO"]


LAST_DISCARDS = [("en", "discarded red 1"), ("pt-BR", "descartou 1 vermelha")]


def going_out() -> Position:
    """A position of Phase 10 Flip: seat 0 has laid its phase, and ends the round with its last card."""
    players = [{"hand": [0], "laid": True}, {"hand": [2, 3]}]
    document = {"game": "phase-10-flip", "seats": 2, "to_act": 0, "step": "play", "dealer": 1, "players": players}
    return Position.from_json(document | {"draw": {"top": [20]}, "discard": [17]})


@pytest.mark.parametrize(("language", "told"), LAST_DISCARDS)
def test_the_card_that_ended_a_round_is_told_to_all_who_saw_it(tmp_path: Path, language: Language, told: str) -> None:
    """It is gathered at once, with all others: neither the position before nor the one after shows it to them."""
    position = going_out()
    seat = Seat(tmp_path / "game.verso", of(), position=position.copy(), players=("greedy", PERSON), language=language)
    seat.session.run()
    assert told in seat.said
    position.push("discard r1")
    for looking in (1, None):
        (move,) = tell_record(Record.of(position), 1, looking, language)
        assert move["words"][0] == told


def drawing(**more: Any) -> Position:
    """A position of Phase 10 Flip: seat 0 draws the last card of the draw pile, so that chance has no part in it."""
    hands = [{"hand": [*range(4)]}, {"hand": [*range(10, 20)]}]
    piles = {"draw": {"top": [20]}, "discard": [*range(21, 104), *range(4, 10)]}
    return Position.from_json(
        {"game": "phase-10-flip", "seats": 2, "to_act": 0, "dealer": 1, "players": hands} | piles | more
    )


@pytest.mark.parametrize("action", ["draw", "take"])
def test_what_a_person_has_seen_by_an_action_is_not_taken_back(tmp_path: Path, action: str) -> None:
    """Nor the card that was uncovered when another was taken from a pile that a flip had turned over."""
    unseen = [{"card": 22, "id": 1, "by": ["wild", "wild"]}]
    seat = Seat(tmp_path / "game.verso", of(action, "undo"), position=drawing(seen=unseen))
    seat.session.run()
    assert "This cannot be taken back: something has been revealed" in seat.said
    assert len(seat.position.actions) == 1


def test_what_only_others_have_seen_by_it_is_taken_back(tmp_path: Path) -> None:
    seat = Seat(tmp_path / "game.verso", of("take", "undo"), position=drawing())
    seat.session.run()
    assert "Taken back" in seat.said
    assert seat.position.actions == ()
    hand = [{"hand": [0, 1, 27, 28, 60]}, {"hand": [2]}]
    holds_phase_1 = drawing(step="play", players=hand, draw={}, discard=[59])
    seat = Seat(tmp_path / "other.verso", of("lay", "undo"), position=holds_phase_1)
    seat.session.run()
    assert "Taken back" in seat.said
    assert seat.position.actions == Record.from_text(seat.session.save.path.read_text()).actions != ()


# --- saves


def test_a_copy_is_kept_where_it_is_asked_for(tmp_path: Path) -> None:
    copy = tmp_path / "copy here.verso"
    lines = (f"save {copy}", f"save {copy}", f"save {tmp_path / 'game.verso' / 'inside'}")
    seat = Seat(tmp_path / "game.verso", of("buy CS", *lines), position=building())
    seat.session.run()
    assert on_disk(copy).actions == seat.position.actions
    said = seat.said.replace("\n  ", " ")
    assert "A copy is in" in said
    assert "exists already; choose another name." in said
    assert "could not be written" in said


def test_a_disk_that_fails_does_not_end_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    seat = Seat(tmp_path / "file" / "game.verso", of("buy CS", "done"), position=building())
    assert seat.session.run() == 0
    assert len(seat.position.actions) > 2
    assert "This could not be saved" in seat.notes.getvalue()
    assert "The last actions are not on disk." in seat.notes.getvalue()
    assert "0 buy CS" in seat.notes.getvalue()


def test_two_programs_at_one_save_do_not_overwrite_each_other(tmp_path: Path) -> None:
    path = tmp_path / "game.verso"
    Seat(path, of(), position=building()).session.run()
    first = resumed(path, of("buy CS"))
    second = resumed(path, of("buy HO"))
    first.session.run()
    second.session.run()
    assert second.session.save.path == tmp_path / "game-2.verso"
    assert "Another program has changed" in second.notes.getvalue()
    assert on_disk(path).actions == first.position.actions
    assert on_disk(tmp_path / "game-2.verso").actions == second.position.actions


def test_a_save_that_was_removed_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "game.verso"

    def answer(seat: Seat) -> str:
        if seat.prompts > 1:
            raise EOFError
        path.unlink()
        return "buy CS"

    seat = Seat(path, answer, position=building())
    seat.session.run()
    assert on_disk(path).actions == seat.position.actions


def test_half_written_files_are_cleared_away(tmp_path: Path) -> None:
    stale, fresh = tmp_path / ".game.verso.1.tmp", tmp_path / ".game.verso.2.tmp"
    for path in (stale, fresh):
        path.write_text("half")
    os.utime(stale, (0, 0))
    saves.write_durably(tmp_path / "game.verso", "whole")
    assert not stale.exists()
    assert fresh.exists()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.verso"
    Seat(path, greedily_until(12)).session.run()
    return path


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("verso-record 1", "verso-record 7", "line 1: not a record"),
        ("game flip-city", "game flop-city", "line 2: there is no game"),
        ("seats 2", "seats two", "line 5: seats must be a number"),
        ("\n0 play", "\n0 plya", "line 1[0-9]: 'plya' is not an action"),
        ("\n0 play", "\n1 play", "line 1[0-9]: seat 0 is to act, not 1"),
        ("result null", 'result {"winners": [0]}', "line 8: the actions lead to another result"),
        ("players person greedy", "players person", "players must name one for each seat"),
        ("players person greedy", "players greedy greedy", "players must name one for each seat"),
        ("players person greedy", "players person genius", "players: player 'genius': flip-city has no bot"),
    ],
)
def test_a_damaged_save_is_refused_and_left_alone(
    saved: Path, old: str, new: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = saved.read_text()
    text = re.sub(r"\nbegun [^\n]*", "", text)
    assert old in text
    saved.write_text(text.replace(old, new, 1))
    before = saved.read_bytes()
    assert main(["play", "--resume", str(saved)]) == 1
    assert re.search(message, capsys.readouterr().err)
    assert saved.read_bytes() == before


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"verso-record 1\n\xff", b"\x00" * 5000])
def test_a_save_that_is_no_text_is_refused(tmp_path: Path, data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.verso"
    path.write_bytes(data)
    assert main(["play", "--resume", str(path)]) == 1
    assert re.search(r": line \d+: ", capsys.readouterr().err)
    assert path.read_bytes() == data


def test_a_cut_save_is_refused_or_a_shorter_game(saved: Path) -> None:
    """Whatever a disk may do to a file: it is refused, or it is an earlier moment of the same game."""
    whole = saved.read_bytes()
    actions = on_disk(saved).actions
    for size in range(0, len(whole), 7):
        saved.write_bytes(whole[:size])
        with contextlib.suppress(Refused):
            found = saves.read(saved)
            assert found.actions == actions[: len(found.actions)]


def test_a_finished_game_cannot_be_resumed(whole: Seat, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--resume", str(whole.session.save.path)]) == 1
    assert "this game is over: seat" in capsys.readouterr().err


# --- the command


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")
    return tmp_path / "verso"


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str, terminal: bool = False) -> None:
    stream = io.StringIO("".join(f"{line}\n" for line in lines))
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stdin", stream)
    if terminal:
        answers = iter(lines)

        def answer(prompt: str = "") -> str:
            for line in answers:
                sys.stdout.write(prompt)
                return line
            raise EOFError

        monkeypatch.setattr("builtins.input", answer)


def test_playing_saves_into_the_state_directory(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "1", "1")
    assert main(["play", "flip-city", "--seats", "3", "--seed", "5", "--opponent", "greedy,random"]) == 0
    (path,) = home.glob("flip-city-*.verso")
    captured = capsys.readouterr()
    assert "> 1\n" in captured.out
    assert f"verso play --resume {path}" in captured.err
    assert Record.from_text(path.read_text()).remarks["players"] == "person greedy random"


def test_an_unfinished_game_is_offered(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "1")
    assert main(["play", "flip-city", "--seed", "5"]) == 0
    (path,) = home.iterdir()
    (home / "flip-city-9999.verso").write_text("verso-record 1\ngame flip-city\nresult null\n\n")
    type_in(monkeypatch, "1")
    assert main(["play", "flip-city"]) == 0
    assert "an unfinished game is in" in capsys.readouterr().err
    for other in home.glob("*.verso"):  # what that second game left
        if other != path and not other.name.endswith("9999.verso"):
            other.unlink()
    for answer, count in (("n", 3), ("", 3)):
        type_in(monkeypatch, answer, terminal=True)
        os.utime(path)
        assert main(["play", "flip-city"]) == 0
        captured = capsys.readouterr()
        assert "There is an unfinished game" in captured.out
        assert "9999.verso: line" in captured.err or count
        assert len(list(home.glob("*.verso"))) == count
        assert ("Back in the game" in captured.out) == (answer == "")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["play"], 2, "say which game: flip-city"),
        (["play", "chess"], 1, "there is no game 'chess'"),
        (["play", "flip-city", "--seat", "2"], 1, "there is no seat 2: the seats are 0 to 1"),
        (["play", "flip-city", "--seats", "7"], 1, "ruleset standard is for 2 to 4 seats, not 7"),
        (["play", "flip-city", "--opponent", "genius"], 1, "flip-city has no bot 'genius'"),
        (["play", "flip-city", "--opponent", "greedy,random"], 1, "2 opponents are too many"),
        (["play", "flip-city", "--resume", "x"], 2, "--resume goes on with a game as it was set up"),
        (["play", "flip-city", "--lang", "fr"], 2, "lang"),
        (["play", "flip-city", "--seed", "x"], 2, "seed"),
    ],
)
def test_what_cannot_be_played_is_said(
    home: Path, arguments: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == code
    assert message in capsys.readouterr().err
    assert not home.exists()


def test_an_existing_file_is_not_overwritten(saved: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = saved.read_bytes()
    assert main(["play", "flip-city", "--save", str(saved)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert saved.read_bytes() == before


def test_new_games_get_names_of_their_own(home: Path) -> None:
    home.mkdir()
    path = saves.new_path("flip-city")
    path.write_text("")
    assert saves.free_path(path) != path
    assert play_command._players(GAME, 1, [], 0) == (PERSON,)


# --- a real terminal, killed at any moment


def as_a_terminal_does() -> None:
    """Whoever runs the tests may ignore hang-ups, as nohup does, or interrupts, as a shell's background jobs do."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """`verso play` in a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        environment = os.environ | {"TERM": "dumb", "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
        command = [sys.executable, "-m", "verso.cli", "play", *arguments]
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            preexec_fn=as_a_terminal_does,
        )
        os.close(slave)
        self.output = b""

    def read(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if not select.select([self.master], [], [], left)[0]:
                return
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return
            if not data:
                return
            self.output += data

    @property
    def prompts(self) -> int:
        return len(re.findall(rb"(?:^|\n)(?:\x1b\[[?0-9;]*[a-z])*> ", self.output))

    def wait_for_prompt(self, number: int) -> None:
        until = time.monotonic() + 300
        while self.prompts < number:
            assert time.monotonic() < until, self.output.decode(errors="replace")
            self.read(0.05)

    def send(self, line: bytes) -> None:
        os.write(self.master, line)

    def end(self, how: int) -> int:
        self.process.send_signal(how)
        code = self.process.wait(timeout=300)
        self.read(0.2)
        os.close(self.master)
        return code


def own_actions(path: Path) -> int:
    record = Record.from_text(path.read_text())
    position, count = record.start(), 0
    for action in record.actions:
        count += position.to_act == 0
        assert position.to_act in (0, 1, CHANCE)
        position.push(action)
    return count


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """A killed process loses at most the action that was not acknowledged: a prompt after an action acknowledges it."""
    path, moments = tmp_path / "game.verso", random.Random(7)
    acknowledged = 0
    for number in range(4):
        where = ["--resume", str(path)] if number else ["flip-city", "--save", str(path)]
        terminal = Terminal(*where)
        terminal.wait_for_prompt(1)
        for answered in range(1, 4):
            terminal.send(b"1\n")
            terminal.wait_for_prompt(answered + 1)
        terminal.send(b"1\n" * moments.randrange(1, 6))
        terminal.read(moments.random() * 0.05)
        assert terminal.end(signal.SIGKILL) == -signal.SIGKILL
        seen, found = acknowledged + terminal.prompts - 1, own_actions(path)
        assert seen <= found
        acknowledged = found
    assert acknowledged >= 12


def test_ctrl_c_and_a_closed_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.verso"
    terminal = Terminal("flip-city", "--save", str(path))
    terminal.wait_for_prompt(1)
    terminal.send(b"1\n")
    terminal.wait_for_prompt(2)
    assert terminal.end(signal.SIGINT) == 130
    assert b"verso play --resume" in terminal.output
    assert own_actions(path) == 1
    terminal = Terminal("--resume", str(path))
    terminal.wait_for_prompt(1)
    os.close(terminal.master)
    terminal.process.send_signal(signal.SIGHUP)
    terminal.process.wait(timeout=300)
    assert own_actions(path) == 1
