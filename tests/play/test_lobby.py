"""Before the game: other rules, who agrees to them and who has come. In it: giving it up."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tables import BOT, FRESH, OPEN, PEOPLE, Play, human, refused, said
from verso.core.record import Record
from verso.play import wire
from verso.play.entry import Freed, Resigned, Started, decode_entry
from verso.play.show import Audience, Folded, Show, given_up_in, replay
from verso.play.table import MOST_RULES, Table
from verso.server import records

GOLDEN = Path(__file__).parents[1] / "golden"
RULES: dict[str, Any] = {"ruleset": "standard", "options": {}, "clock": 0, "seats": 2}


def shown(play: Play, seat: int | None = None, language: wire.Language = "en") -> wire.Frame:
    who = None if seat is None else PEOPLE[seat].id
    return Show(play.table).frame(Audience(seat, language), who, 0, [], play.now)


def again(play: Play) -> Table:
    return Table(decode_entry(body) for body in play.stored)


# --- rules


def test_the_host_changes_rules_clock_and_seats_and_guests_agree_anew() -> None:
    play = Play(human(0), OPEN, BOT, wait=True)
    play.send(1, wire.Sit, seat=1)
    play.send(0, wire.ChangeRules, **RULES | {"options": {"office": True}, "clock": 60, "seats": 4})
    frame = shown(play, 1)
    assert (frame.ruleset, frame.options["office"], frame.clock.seconds) == ("standard", True, 60)
    assert [seat.kind for seat in frame.seats] == ["human", "human", "bot", "open"]
    assert [seat.awaited for seat in frame.seats] == [None, "rules", None, None]
    assert said(frame.log[-1]) == ["The host changed the rules, the clock or the seats"]
    play.send(0, wire.Arrange, seat=3, kind="bot")
    with refused("not-now", "has not agreed yet"):
        play.send(0, wire.Start)
    play.send(1, wire.Agree, seat=1)
    assert frame.state == "open"  # its host begins it
    play.send(0, wire.Start)
    assert play.table.state == "playing"
    assert play.table.position is not None
    assert (play.table.position.seats, play.table.position.setup.options["office"]) == (4, True)
    assert again(play).position == play.table.position


def test_what_is_not_given_stays_and_other_rules_begin_with_their_own_options() -> None:
    play = Play(human(0), OPEN, game="phase-10-flip", wait=True)
    play.send(0, wire.ChangeRules, options={"phases": 2}, clock=60)
    play.send(0, wire.ChangeRules, seats=3)
    opened = play.table.opened
    assert (opened.options["phases"], opened.clock, len(play.table.seats)) == (2, 60, 3)
    play.send(0, wire.ChangeRules, ruleset="short")
    assert (play.table.opened.options["phases"], play.table.opened.clock) == (5, 60)


def test_a_table_that_waits_for_nobody_else_begins_when_the_last_agrees() -> None:
    play = Play(human(0), OPEN, OPEN)
    play.send(1, wire.Sit, seat=1)
    play.send(0, wire.ChangeRules, **RULES)
    assert (play.table.state, len(play.table.seats)) == ("open", 2)
    play.send(1, wire.Agree, seat=1)
    assert play.table.state == "playing"


def test_who_may_change_rules_when_and_to_what() -> None:
    play = Play(human(0), OPEN, OPEN)
    play.send(1, wire.Sit, seat=2)
    with refused("not-yours"):
        play.send(1, wire.ChangeRules, **RULES)
    with refused("taken"):
        play.send(0, wire.ChangeRules, **RULES)  # somebody sits at the place that would go
    for wrong in ({"seats": 6}, {"ruleset": "no-such"}, {"options": {"office": 3}}, {"options": {"nothing": True}}):
        with refused("invalid"):
            play.send(0, wire.ChangeRules, **RULES | {"seats": 3} | wrong)
    with refused("not-now", "already"):
        play.send(0, wire.ChangeRules, **RULES | {"seats": 3})
    assert play.table.seats[2].awaited == ""
    play.send(0, wire.Start, fill=True)
    with refused("not-now"):
        play.send(0, wire.ChangeRules, **RULES | {"clock": 30})
    with refused("not-now"):
        play.send(1, wire.Agree, seat=2)


def test_nobody_agrees_to_rules_that_they_have_not_seen() -> None:
    play = Play(human(0), OPEN, OPEN)
    play.send(1, wire.Sit, seat=1)
    with refused("not-now"):
        play.send(1, wire.Agree, seat=1)
    play.send(0, wire.ChangeRules, **RULES | {"seats": 3, "clock": 60})
    seen = play.table.ply
    play.send(0, wire.ChangeRules, **RULES | {"seats": 3, "clock": 30})
    with refused("stale"):
        play.send(1, wire.Agree, seat=1, ply=seen)
    with refused("invalid"):
        play.send(1, wire.Agree, seat=1, ply=seen + 9)
    with refused("not-yours"):
        play.send(2, wire.Agree, seat=1)
    play.send(1, wire.Agree, seat=1)
    assert play.table.seats[1].awaited == ""
    play.send(2, wire.Sit, seat=2)  # whoever sits down now knows the rules
    assert play.table.state == "playing"


def test_nobody_sits_down_to_rules_that_they_have_not_seen() -> None:
    """Or a host could change rules or clock at the moment in which somebody sits down, and the game would begin."""
    play = Play(human(0), OPEN)
    seen = play.table.ply
    play.send(0, wire.ChangeRules, clock=5)
    for ply in (seen, 0):
        with refused("stale"):
            play.send(1, wire.Sit, seat=1, ply=ply)
    with refused("invalid"):
        play.send(1, wire.Sit, seat=1, ply=play.table.ply + 1)
    assert play.table.state == "open"
    play.send(1, wire.Sit, seat=1, ply=play.table.ply)
    assert (play.table.state, play.table.opened.clock) == ("playing", 5)


def test_who_does_not_agree_is_played_without_and_may_stand_up() -> None:
    play = Play(human(0), OPEN, OPEN, wait=True)
    play.send(1, wire.Sit, seat=1)
    play.send(2, wire.Sit, seat=2)
    play.send(0, wire.ChangeRules, **RULES | {"seats": 3, "clock": 60})
    play.send(2, wire.Leave, seat=2)
    play.send(0, wire.Start, fill=True)
    assert [type(entry.event) for entry in play.table.entries[-2:]] == [Freed, Started]
    assert [seat.kind for seat in play.table.seats] == ["human", "bot", "bot"]
    assert play.table.names("en") == ("Ana", "Otto", "Rosa")
    assert again(play).names("en") == play.table.names("en")


def test_rules_are_changed_a_bounded_number_of_times() -> None:
    play = Play(human(0), OPEN, wait=True)
    for number in range(MOST_RULES):
        play.send(0, wire.ChangeRules, **RULES | {"clock": 30 + number})
    with refused("limit"):
        play.send(0, wire.ChangeRules, **RULES)


# --- rematches


def rematch(play: Play, by: int = 0) -> Play:
    play.finish()
    decision = play.table.decide(PEOPLE[by], wire.Rematch("again", by), play.now, fresh=FRESH)
    found = Play(human(0), BOT)
    found.table = Table(decision.opens)
    return found


def test_a_rematch_waits_for_everybody_who_was_there_and_says_who_has_come() -> None:
    play = rematch(Play(human(0), human(1), human(2), wait=False))
    assert [seat.awaited for seat in shown(play).seats] == [None, "come", "come"]
    play.send(2, wire.Agree, seat=2)
    assert [seat.awaited for seat in shown(play).seats] == [None, "come", None]
    assert said(shown(play).log[-1]) == ["Caio came"]
    with refused("not-now"):
        play.send(0, wire.Start)
    play.send(1, wire.Agree, seat=1)
    assert play.table.state == "playing"


def test_a_host_begins_a_rematch_without_who_has_not_come() -> None:
    play = rematch(Play(human(0), human(1)))
    play.send(0, wire.Start, fill=True)
    assert [seat.kind for seat in play.table.seats] == ["human", "bot"]
    with refused("not-yours"):
        play.send(1, wire.Agree, seat=1)


def test_a_rematch_against_bots_waits_for_nobody() -> None:
    assert rematch(Play(human(0), BOT)).table.state == "playing"


# --- deleting


def test_a_host_deletes_a_table_before_its_game_and_one_that_nobody_else_played_at() -> None:
    play = Play(human(0), OPEN, OPEN)
    play.send(1, wire.Sit, seat=1)
    with refused("not-yours"):
        play.send(1, wire.Close)
    play.send(0, wire.Close)
    assert play.table.closed
    with refused("not-now"):
        play.send(2, wire.Sit, seat=2)
    alone = Play(human(0), BOT)
    alone.send(0, wire.Close)
    assert (alone.table.to_act, alone.table.bot_turn()) == (None, None)
    others = Play(human(0), human(1), human(2))
    with refused("not-now", "their game as well"):
        others.send(0, wire.Close)
    others.send(1, wire.Resign, seat=1)
    others.send(2, wire.Resign, seat=2)
    with refused("not-now"):
        others.send(0, wire.Close)  # it was theirs, too


# --- giving up


def test_of_two_the_other_wins_when_one_gives_up() -> None:
    play = Play(human(0), human(1))
    with refused("not-yours"):
        play.send(2, wire.Resign, seat=0)
    play.send(1, wire.Resign, seat=1)
    table = play.table
    assert (table.state, table.to_act, table.bot_turn(), table.deadline()) == ("over", None, None, None)
    frame = shown(play, 0, "pt-BR")
    assert frame.result is not None
    assert (frame.result.winners, frame.result.reason) == ([0], "resigned")
    assert frame.result.words == "Bia desistiu: Ana vence"
    assert said(frame.log[-1]) == ["Bia desistiu"]
    assert frame.shuffle.secret is not None
    with refused("not-now"):
        play.send(0, wire.Resign, seat=0)
    with refused("not-now"):
        play.act(0, "play")
    assert shown(play) == Show(again(play)).frame(Audience(None, "en"), None, 0, [], play.now)


def test_the_record_of_a_game_given_up_says_so() -> None:
    play = Play(human(0), human(1))
    play.send(0, wire.Resign, seat=0)
    text = play.table.record().to_text()
    record = Record.from_text(text)
    assert given_up_in(record) == 0
    row = records.row("R" * 22, record, False, 1)
    summary = records.summary_of(row.summary)
    assert summary is not None
    assert (summary.winners, summary.words) == ([1], "Ana gave up: Bia wins")
    told = replay("R" * 22, Folded(record), None, 0, 9, "en", ["Ana", "Bia"])
    assert told.result is not None
    assert told.result.words == "Ana gave up: Bia wins"
    for wrong in ("2", "-1", "x", "00", ""):
        damaged = Record(record.setup, record.actions, record.origin, {**record.remarks, "resigned": wrong})
        assert given_up_in(damaged) is None


def test_nobody_is_said_to_have_given_up_a_game_that_its_rules_ended() -> None:
    """A record can be written by anybody: its remark must not make a winner of whoever lost."""
    record = Record.from_text((GOLDEN / "flip-city-standard-2.record").read_text(encoding="utf-8"))
    outcome = record.position().outcome()
    assert outcome is not None
    [winner] = outcome.winners
    forged = Record(record.setup, record.actions, record.origin, {**record.remarks, "resigned": str(winner)})
    told = replay("R" * 22, Folded(forged), None, 0, 9, "en", ["Ana", "Bia"])
    assert told.result is not None
    assert (told.result.winners, told.result.reason) == ([winner], outcome.reason)


def test_where_others_play_on_a_bot_takes_the_seat_for_good() -> None:
    play = Play(human(0), human(1), human(2))
    seat = play.table.to_act
    assert seat is not None
    play.send(seat, wire.Resign, seat=seat)
    table = play.table
    assert table.state == "playing"
    assert table.bot_turn() == (seat, "medium")
    assert (table.seats[seat].kind, table.seats[seat].character) == ("bot", "otto")
    name = PEOPLE[seat].name
    assert said(shown(play).log[-1]) == [f"{name} gave up: Otto plays on"]
    assert shown(play, seat).seat is None  # from now on they see what a spectator sees
    for command in (wire.Back, wire.Resign, wire.Undo):
        with refused("not-yours"):
            play.send(seat, command, seat=seat)
    for other in {0, 1, 2} - {seat}:
        play.send(other, wire.Resign, seat=other)
    assert play.table.state == "over"  # only bots are left
    result = shown(play).result
    assert result is not None
    assert result.winners == []


@pytest.mark.parametrize(("seats", "winners"), [((BOT,), [1]), ((BOT, BOT), [])])
def test_against_bots_the_game_is_over_when_one_gives_up(seats: tuple[Any, ...], winners: list[int]) -> None:
    play = Play(human(0), *seats)
    play.send(0, wire.Resign, seat=0)
    assert play.table.state == "over"
    result = shown(play).result
    assert result is not None
    assert result.winners == winners
    assert isinstance(play.table.entries[-1].event, Resigned)


def test_an_open_question_ends_when_somebody_gives_up() -> None:
    play, chosen = Play(human(0), human(1), human(2)), random.Random(1)
    seat = 0
    while play.table.undo_state(seat)[0] != "ask":
        seat = play.table.to_act or 0
        play.act(seat, chosen=chosen)
    play.send(seat, wire.Undo, seat=seat)
    assert play.table.offer is not None
    play.send((seat + 1) % 3, wire.Resign, seat=(seat + 1) % 3)
    assert play.table.offer is None
