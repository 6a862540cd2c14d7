"""The live table: who may do what when, undo, clocks, and that a table is the fold of its entries."""

from __future__ import annotations

import contextlib
import dataclasses
import random
from typing import Any

import pytest

from hidden import hidden_game
from tables import BOT, FRESH, OPEN, PEOPLE, Play, human, refused, said
from verso.core.game import Position
from verso.core.record import Record
from verso.core.spec import CHANCE, OVER
from verso.play import marks, shuffle, wire
from verso.play.entry import Acted, Asked, Entry, Returned, SeatState, Started, TakenOver, Undone, decode_entry
from verso.play.show import Audience, Show, characters_in
from verso.play.table import (
    MOST_ARRANGED,
    MOST_CHAT,
    MOST_ENTROPY,
    MOST_LEFT,
    MOST_SAT,
    Decided,
    Decision,
    Person,
    Refusal,
    Table,
)


def frames(table: Table) -> list[bytes]:
    show = Show(table)
    everybody = [(None, None), *((seat, state.who) for seat, state in enumerate(table.seats) if state.kind == "human")]
    return [wire.encode(show.frame(Audience(seat, "en"), who, 0, [], 0)) for seat, who in everybody]


# --- sitting down


def test_a_table_against_bots_starts_at_once() -> None:
    play = Play(human(0), BOT)
    assert play.table.state == "playing"
    assert isinstance(play.table.entries[-1].event, Started)


def test_a_table_that_waits_starts_when_its_host_says_so() -> None:
    play = Play(human(0), BOT, wait=True)
    play.send(0, wire.AddEntropy, seat=0, value="c0ffee")
    play.send(0, wire.Start)
    assert play.table.entropies == ["c0ffee", None]
    with refused("not-now"):
        play.send(0, wire.AddEntropy, seat=0, value="00")


def test_taking_the_last_seat_starts_the_game() -> None:
    play = Play(human(0), OPEN)
    assert play.table.position is None
    play.send(1, wire.Sit, seat=1)
    assert play.table.state == "playing"
    assert play.table.seats[1].name == "Bia"
    with refused("not-now"):
        play.send(2, wire.Sit, seat=1)


def test_seats_that_cannot_be_taken() -> None:
    play = Play(human(0), OPEN, SeatState("invited"))
    with refused("taken"):
        play.send(1, wire.Sit, seat=0)
    with refused("invitation"):
        play.send(1, wire.Sit, seat=2)
    with refused("invalid"):
        play.send(1, wire.Sit, seat=3)
    with refused("invalid"):
        play.send(1, wire.Sit, seat=1, name="\u202eevil")
    play.send(1, wire.Sit, seat=2, invited=True)


def test_leaving_before_the_game_frees_the_seat_and_the_host_can_fill_it_with_bots() -> None:
    play = Play(human(0), OPEN, OPEN)
    play.send(1, wire.Sit, seat=1)
    play.send(1, wire.Leave, seat=1)
    assert play.table.seats[1].kind == "open"
    with refused("not-yours", "host"):
        play.send(1, wire.Start, fill=True)
    with refused("not-now", "free seats"):
        play.send(0, wire.Start)
    play.send(0, wire.Arrange, seat=1, kind="bot", level="hard")
    play.send(0, wire.Start, fill=True, level="easy")
    assert [seat.level for seat in play.table.seats[1:]] == ["hard", "easy"]


def test_arranging_the_last_seat_starts_the_game() -> None:
    play = Play(human(0), OPEN)
    with refused("not-yours"):
        play.send(1, wire.Arrange, seat=1, kind="bot")
    with refused("taken"):
        play.send(0, wire.Arrange, seat=0, kind="bot")
    play.send(0, wire.Arrange, seat=1, kind="invited")
    play.send(0, wire.Arrange, seat=1, kind="bot")
    assert play.table.state == "playing"


def test_nobody_sits_down_where_the_host_knows_how_the_game_begins() -> None:
    begun = Play(human(0), human(1)).table.position
    assert begun is not None
    play = Play(human(0), human(0), position=begun.to_json(), wait=True)
    play.send(0, wire.Leave, seat=1)
    with refused("not-yours", "knows"):
        play.send(1, wire.Sit, seat=1)
    for kind in ("open", "invited"):
        with refused("not-now", "knows"):
            play.send(0, wire.Arrange, seat=1, kind=kind)
    play.send(0, wire.Arrange, seat=1, kind="bot")
    play.send(0, wire.Leave, seat=0)
    play.send(0, wire.Sit, seat=0)
    play.send(0, wire.Start)
    assert play.table.state == "playing"


def test_somebody_else_starts_when_the_host_has_left() -> None:
    play = Play(human(0), OPEN, OPEN)
    play.send(1, wire.Sit, seat=1)

    def told() -> list[bool]:
        shown = Show(play.table)
        return [shown.frame(Audience(None, "en"), f"p_{number}", 0, [], play.now).starts for number in range(3)]

    assert told() == [True, False, False]
    with refused("not-yours"):
        play.send(1, wire.Start, fill=True)
    play.send(0, wire.Leave, seat=0)
    assert told() == [True, True, False]
    play.send(1, wire.Start, fill=True)
    assert play.table.state == "playing"


# --- commands


def test_another_seats_commands_are_refused() -> None:
    play = Play(human(0), human(1))
    seat = play.table.to_act
    assert seat is not None
    for kind in (wire.Undo, wire.Leave, wire.Back):
        with refused("not-yours"):
            play.send(1 - seat, kind, seat=seat)
    with refused("not-yours"):
        play.act(1 - seat, "play", seat=seat)
    with refused("not-now", "turn of"):
        play.act(1 - seat, "play")


def test_a_stale_command_is_refused_and_chat_does_not_make_one_stale() -> None:
    play = Play(human(0), human(1))
    seat, ply = play.table.to_act, play.table.ply
    assert seat is not None
    play.send(1 - seat, wire.Say, seat=1 - seat, text="hello")
    play.act(seat, ply=ply)
    with refused("stale"):
        play.act(seat, ply=ply)
    with refused("invalid"):
        play.act(seat, ply=play.table.ply + 1)


def test_a_key_is_remembered_for_its_person_only() -> None:
    play = Play(human(0), human(1))
    seat = play.table.to_act
    assert seat is not None
    entry = play.act(seat, key="same")
    assert play.table.answered(PEOPLE[seat].id, "same") == entry.ply
    assert play.table.answered(PEOPLE[1 - seat].id, "same") is None
    assert Table(map(decode_entry, play.stored)).answered(PEOPLE[seat].id, "same") == entry.ply


def test_an_action_that_cannot_be_read_or_is_not_legal_says_why_in_both_languages() -> None:
    play = Play(human(0), human(1))
    seat = play.table.to_act
    assert seat is not None
    with refused("invalid"):
        play.act(seat, "fly")
    with refused("illegal", "first stop"):
        play.act(seat, "buy CS")
    with pytest.raises(Refusal) as caught:
        play.act(seat, "buy CS")
    assert caught.value.words("pt-BR") != caught.value.words("en")


@pytest.mark.parametrize(
    "action", ["discard r13", "discard #7", "lay r1 r1 / r2", "place *=7", "lay * * / *", "hit r5"]
)
def test_a_card_that_one_does_not_have_is_refused_whatever_is_to_be_done_with_it(action: str) -> None:
    play = Play(human(0), human(1), game="phase-10-flip")
    seat = play.table.to_act
    assert seat is not None
    play.act(seat, "draw")
    ply = play.table.ply
    with pytest.raises(Refusal) as caught:
        play.act(seat, action)
    assert caught.value.code in ("illegal", "invalid")
    assert play.table.ply == ply


def test_chat_can_be_turned_off_and_is_bounded() -> None:
    play = Play(human(0), human(1), chat=False)
    with refused("off"):
        play.send(0, wire.Say, seat=0, text="hello")
    play = Play(human(0), human(1))
    with refused("invalid"):
        play.send(0, wire.Say, seat=0, text="a\nb")
    for _ in range(MOST_CHAT):
        play.send(0, wire.React, seat=0, reaction="👍")
    with refused("limit"):
        play.send(0, wire.React, seat=0, reaction="👍")
    assert len(play.table.chat) == wire.CHAT_SENT


# --- the fold


def test_the_host_turns_chat_off_and_on_at_any_time() -> None:
    play = Play(human(0), human(1))
    play.send(1, wire.Say, seat=1, text="hello")
    with refused("not-yours"):
        play.send(1, wire.TurnChat, on=False)
    with refused("not-now"):
        play.send(0, wire.TurnChat, on=True)
    play.send(0, wire.TurnChat, on=False)
    assert Show(play.table).frame(Audience(1, "en"), PEOPLE[1].id, 0, [], 0).chat is None
    with refused("off"):
        play.send(1, wire.React, seat=1, reaction="🔥")
    play.finish()
    again = play.table.decide(PEOPLE[1], wire.Rematch("again", 1), play.now, fresh=FRESH).opens
    assert not Table(again).chatting
    play.send(0, wire.TurnChat, on=True)
    frame = Show(play.table).frame(Audience(1, "pt-BR"), PEOPLE[1].id, 0, [], 0)
    assert [line.text for line in frame.chat or []] == ["hello"]
    assert said(frame.log[-1]) == ["A conversa foi ligada"]


@pytest.mark.parametrize("seed", range(4))
def test_folding_the_stored_entries_rebuilds_the_table_exactly(seed: int) -> None:
    chosen = random.Random(seed)
    play = Play(human(0), human(1), BOT)
    for _ in range(25):
        if play.table.state != "playing":
            break
        if play.table.bot_turn():
            play.bot()
        else:
            seat = play.table.to_act
            assert seat is not None
            play.act(seat, chosen=chosen)
            with contextlib.suppress(Refusal):
                play.send(seat, wire.Undo, seat=seat)
            with contextlib.suppress(Refusal):
                play.send(1 - seat, wire.Answer, seat=1 - seat, agree=chosen.random() < 0.5)
        again = Table(map(decode_entry, play.stored))
        assert frames(again) == frames(play.table)
        assert again.due_at({}) == play.table.due_at({})


def test_a_table_left_as_it_is_by_what_is_not_stored() -> None:
    play = Play(human(0), human(1))
    before = frames(play.table)
    seat = play.table.to_act
    assert seat is not None
    decision = play.table.decide(PEOPLE[seat], wire.Act("k", play.table.ply, seat, play.legal()[0]), play.now)
    play.table.after(*decision.made[0])
    assert frames(play.table) == before


def test_entries_must_follow_each_other() -> None:
    play = Play(human(0), human(1))
    with pytest.raises(ValueError, match="cannot follow"):
        play.table.apply(decode_entry(play.stored[0]))


# --- undo


def until_chance_is_quiet(play: Play, seat: int) -> None:
    """Play until the last command of this seat brought no chance."""
    for _ in range(300):
        if play.table.to_act == seat:
            entry = play.act(seat)
            if isinstance(entry.event, Acted) and len(entry.event.moves) == 1 and play.table.state == "playing":
                return
        elif play.table.bot_turn():
            play.bot()
        else:
            other = play.table.to_act
            assert other is not None
            play.act(other)
        assert play.table.state == "playing"
    pytest.fail("every command brought chance")


def test_undo_is_free_until_something_is_random() -> None:
    play = Play(human(0), human(1))
    until_chance_is_quiet(play, 0)
    assert play.table.undo_state(0)[0] == "free"
    before = play.table.position
    event = play.send(0, wire.Undo, seat=0).event
    assert isinstance(event, Undone)
    assert before is not None
    assert play.table.position is not None
    assert play.table.position.actions == before.actions[: event.to]


def test_undo_past_a_reveal_is_by_consent() -> None:
    play = Play(human(0), human(1))
    seat = play.table.to_act
    assert seat is not None
    play.act(seat, "play")
    assert play.happened[-1][1][-1].before.to_act == CHANCE
    play.send(seat, wire.Undo, seat=seat)
    assert isinstance(play.table.entries[-1].event, Asked)
    with refused("not-now", "asked for already"):
        play.send(seat, wire.Undo, seat=seat)
    with refused("not-now"):
        play.send(seat, wire.Answer, seat=seat, agree=True)
    play.send(1 - seat, wire.Answer, seat=1 - seat, agree=True)
    assert isinstance(play.table.entries[-1].event, Undone)
    assert play.table.moves == []
    play.act(seat, "play")
    play.send(seat, wire.Undo, seat=seat)
    play.send(1 - seat, wire.Answer, seat=1 - seat, agree=False)
    assert play.table.offer is None
    assert len(play.table.moves) == 1


def test_an_offer_ends_when_it_is_withdrawn_or_the_game_goes_on() -> None:
    play = Play(human(0), human(1))
    seat = play.table.to_act
    assert seat is not None
    play.act(seat, "play")
    play.send(seat, wire.Undo, seat=seat)
    play.send(seat, wire.Answer, seat=seat, agree=False)
    assert play.table.offer is None
    play.act(seat, "play")
    play.send(seat, wire.Undo, seat=seat)
    play.act(seat)
    assert play.table.offer is None
    with refused("not-now"):
        play.send(1 - seat, wire.Answer, seat=1 - seat, agree=True)


def test_asking_leaving_and_talking_make_nobodys_move_stale() -> None:
    play = Play(human(0), human(1), OPEN)
    play.send(2, wire.Sit, seat=2)
    while play.table.undo_state(0)[0] != "ask" or play.table.to_act != 1:
        seat = play.table.to_act
        assert seat is not None
        play.act(seat)
    ply = play.table.ply
    play.send(0, wire.Undo, seat=0)
    play.send(0, wire.Answer, seat=0, agree=False)
    play.send(2, wire.Leave, seat=2)
    play.send(2, wire.Back, seat=2)
    play.send(0, wire.Say, seat=0, text="wait")
    play.store(Decision([Decided(Entry(play.table.ply + 1, play.now, TakenOver(1, "absent")), None)]))
    play.act(1, ply=ply)
    assert isinstance(play.table.entries[-1].event, Acted)


def test_an_undo_is_asked_for_once_for_each_move() -> None:
    play = Play(human(0), human(1))
    seat = play.table.to_act
    assert seat is not None
    play.act(seat, "play")
    play.send(seat, wire.Undo, seat=seat)
    play.send(1 - seat, wire.Answer, seat=1 - seat, agree=False)
    assert play.table.undo_state(seat)[:2] == ("no", "undo-asked-once")
    with refused("not-now", "once for each move"):
        play.send(seat, wire.Undo, seat=seat)
    again = Table(map(decode_entry, play.stored))
    assert again.undo_state(seat)[:2] == ("no", "undo-asked-once")
    play.act(seat, "play")
    play.send(seat, wire.Undo, seat=seat)
    play.send(1 - seat, wire.Answer, seat=1 - seat, agree=True)
    play.act(seat, "play")
    play.send(seat, wire.Undo, seat=seat)  # another move, though it stands where the one taken back stood


def test_a_turn_that_has_gone_to_somebody_else_is_taken_back_from_them_once() -> None:
    play = Play(human(0), human(1))
    while play.table.undo_state(0)[0] != "free" or play.table.to_act != 1:
        seat = play.table.to_act
        assert seat is not None
        play.act(seat)
    event = play.table.entries[-1].event
    assert isinstance(event, Acted)
    play.send(0, wire.Undo, seat=0)
    assert play.table.to_act == 0
    play.act(0, event.moves[0])
    assert play.table.to_act == 1
    play.send(0, wire.Undo, seat=0)
    assert isinstance(play.table.entries[-1].event, Asked)


@pytest.mark.parametrize("limits", [{"clock": 60}, {"clock": 0, "idle": 60}])
def test_acting_and_taking_back_is_no_way_to_have_endless_time(limits: dict[str, Any]) -> None:
    play = Play(human(0), human(1), grace=5, **limits)
    seat = play.table.to_act
    assert seat is not None
    for _ in range(20):  # it draws until there is something to do that reveals nothing
        play.act(seat, "play")
        if (quiet := quiet_action(play, seat)) is not None:
            break
    assert quiet is not None
    began = play.now
    with refused("not-now", "the time for another move is over"):
        for _ in range(9):
            play.now += 50_000
            play.act(seat, quiet)
            assert play.table.to_act == seat
            play.send(seat, wire.Undo, seat=seat)
    assert play.now - began < 4 * 60_000
    assert Table(map(decode_entry, play.stored)).moved_at == play.table.moved_at
    play.now += 66_000
    due = play.table.due(play.now, {})
    assert due is not None
    assert isinstance(due.entries[0].event, TakenOver)


def quiet_action(play: Play, seat: int) -> str | None:
    """Return an action of a seat after which it is still to act, and nothing was left to chance."""
    position = play.table.position
    assert position is not None
    for action in position.legal:
        after = position.copy()
        after.push(action)
        if after.to_act == seat:
            return position.text(action)
    return None


def test_whoever_is_alone_takes_back_as_long_as_they_like() -> None:
    play = Play(human(0), BOT, clock=60)
    until_chance_is_quiet(play, 0)
    for _ in range(4):
        event = play.table.entries[-1].event
        assert isinstance(event, Acted)
        play.now += 90_000
        play.send(0, wire.Undo, seat=0)
        play.act(0, event.moves[0])


def test_taking_back_fills_no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verso.play.table.MOST_UNDOS", 2)
    play = Play(human(0), BOT)
    until_chance_is_quiet(play, 0)
    event = play.table.entries[-1].event
    assert isinstance(event, Acted)
    for _ in range(2):
        play.send(0, wire.Undo, seat=0)
        play.act(0, event.moves[0])
    for table in (play.table, Table(map(decode_entry, play.stored))):
        assert table.undo_state(0)[:2] == ("no", "undo-often")
    with refused("not-now", "no more can be taken back"):
        play.send(0, wire.Undo, seat=0)


@pytest.mark.parametrize("game", ["flip-city", "phase-10-flip"])
def test_an_undo_in_a_long_game_goes_a_short_way(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a few undos of a long game would keep everybody else waiting, and so would reading it later."""
    play, chosen = Play(human(0), human(0), game=game, cards=None), random.Random(3)
    show, audience, taken_back = Show(play.table), Audience(0, "en"), 0
    show.lines(audience)
    pushed, push = list[Any](), Position.push

    def counted(position: Position, action: Any) -> None:
        pushed.append(action)
        push(position, action)

    monkeypatch.setattr(Position, "push", counted)
    while taken_back < 3:
        seat, position = play.table.to_act, play.table.position
        assert seat is not None
        assert position is not None
        play.act(0, seat=seat, chosen=chosen)
        play.tell(show)
        if position.ply > 6 * marks.APART and play.table.undo_state(seat)[0] == "free":
            pushed.clear()
            play.send(0, wire.Undo, seat=seat)
            play.tell(show)
            assert len(pushed) < 4 * marks.APART
            assert play.table.position == position
            assert play.table.position.actions == position.actions
            taken_back += 1
    assert frames(play.table) == frames(Table(map(decode_entry, play.stored)))


def test_an_answer_to_one_offer_is_no_answer_to_the_next() -> None:
    play = Play(human(0), human(1), OPEN)
    play.send(2, wire.Sit, seat=2)
    while {play.table.undo_state(seat)[0] for seat in (0, 1)} != {"ask"} or play.table.to_act != 2:
        seat = play.table.to_act
        assert seat is not None
        play.act(seat)
    play.send(0, wire.Undo, seat=0)
    seen = play.table.ply
    play.send(0, wire.Answer, seat=0, agree=False)
    play.send(1, wire.Undo, seat=1)
    with refused("stale"):
        play.send(2, wire.Answer, seat=2, agree=True, ply=seen)
    offered = play.table.ply
    play.send(0, wire.Answer, seat=0, agree=True)
    play.send(2, wire.Answer, seat=2, agree=True, ply=offered)  # another's answer changes nothing about the question
    assert isinstance(play.table.entries[-1].event, Undone)


def test_what_is_done_beside_the_game_is_bounded_for_each_person_and_seat() -> None:
    play = Play(human(0), OPEN, OPEN)
    said: list[tuple[str, bool]] = []

    def until_refused(number: int, *commands: tuple[type, dict[str, Any]]) -> int:
        for count in range(1_000):
            for kind, fields in commands:
                try:
                    play.send(number, kind, **fields)
                except Refusal as refusal:
                    said.append((refusal.code, refusal.words("pt-BR") != refusal.words("en")))
                    return count
        pytest.fail("it has no bound")

    assert until_refused(0, (wire.AddEntropy, {"seat": 0, "value": "00"})) == MOST_ENTROPY
    assert until_refused(0, (wire.Arrange, {"seat": 1, "kind": "invited"})) == MOST_ARRANGED
    sits = (wire.Sit, {"seat": 1, "invited": True}), (wire.Leave, {"seat": 1})
    assert until_refused(1, *sits) == MOST_SAT
    play.send(2, wire.Sit, seat=1, invited=True)  # somebody else may, and add as much as anybody
    play.send(2, wire.AddEntropy, seat=1, value="00")
    play.send(0, wire.Start, fill=True)
    assert until_refused(2, (wire.Leave, {"seat": 1}), (wire.Back, {"seat": 1})) <= MOST_LEFT
    assert play.table.seats[1].left_at is None
    assert said == [("limit", True)] * 4


def test_a_move_is_never_refused_for_what_was_done_beside_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verso.play.table.MOST_ASIDES", 3)
    play = Play(human(0), human(1))
    for _ in range(3):
        play.send(0, wire.React, seat=0, reaction="👍")
    with refused("limit"):
        play.send(1, wire.React, seat=1, reaction="👍")
    play.send(1, wire.Leave, seat=1)
    play.finish()
    assert play.table.state == "over"


def test_no_crowd_in_a_lobby_keeps_anybody_from_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them sits down, talks and leaves as often as one may: the log is full of it, and whoever comes plays."""
    monkeypatch.setattr("verso.play.table.MOST_ASIDES", 40)
    play = Play(human(0), OPEN, OPEN, OPEN, method=shuffle.METHODS[-1])

    def tries(person: Person, message: type, **fields: Any) -> str:
        try:
            command = message(key="", **fields)
            play.store(play.table.decide(person, command, play.now))
        except Refusal as refusal:
            return refusal.code
        return "done"

    answers = []
    for number in range(30):
        person = Person(f"p_crowd{number}", f"C{number}")
        for seat in (1, 2, 3):
            tries(person, wire.Sit, seat=seat)
            answers.append(tries(person, wire.Say, seat=seat, text="x"))
            assert tries(person, wire.Leave, seat=seat) == "done"
    assert answers[-1] == "limit"
    assert tries(person, wire.Sit, seat=1) == "limit"
    play.send(1, wire.Sit, seat=1)
    play.send(2, wire.Sit, seat=2)
    play.send(2, wire.Leave, seat=2)
    play.send(0, wire.Remove, seat=1)
    play.send(2, wire.Sit, seat=1)
    play.send(0, wire.ChangeRules, clock=60)
    play.send(0, wire.Arrange, seat=2, kind="bot")
    play.send(2, wire.Commit, seat=1, value=shuffle.sealed("c0ffee"))
    play.send(2, wire.Agree, seat=1)
    play.send(0, wire.Start, fill=True)
    play.send(2, wire.Reveal, seat=1, value="c0ffee")
    play.finish()
    assert play.table.state == "over"


def test_the_same_chance_comes_again_after_an_undo() -> None:
    play = Play(human(0), human(1))
    seat = play.table.to_act
    assert seat is not None
    first = play.act(seat, "play").event
    play.send(seat, wire.Undo, seat=seat)
    play.send(1 - seat, wire.Answer, seat=1 - seat, agree=True)
    assert play.act(seat, "play").event == first


def test_undo_against_bots_is_free_but_never_past_a_reveal() -> None:
    play = Play(human(0), BOT)
    until_chance_is_quiet(play, 0)
    assert play.table.undo_state(0)[0] == "free"
    while play.table.to_act != 0:
        play.bot()
    while play.happened[-1][1][-1].before.to_act != CHANCE or play.table.to_act != 0:
        play.bot() if play.table.bot_turn() else play.act(0)
    with refused("not-now", "revealed"):
        play.send(0, wire.Undo, seat=0)


def test_undo_takes_back_bots_moves_that_revealed_nothing() -> None:
    with hidden_game():
        play = Play(human(0), BOT, BOT, game="hidden-cards")
        play.act(0, "keep")
        play.bot("keep")
        assert play.table.undo_state(0)[0] == "free"
        play.send(0, wire.Undo, seat=0)
        assert play.table.moves == []
        assert play.table.to_act == 0


def test_showing_a_hidden_card_is_a_reveal() -> None:
    with hidden_game():
        play = Play(human(0), human(1), human(2), game="hidden-cards")
        play.act(0, "show")
        assert play.table.undo_state(0)[0] == "ask"
        play.act(1, "keep")
        assert play.table.undo_state(1)[0] == "free"
        assert play.table.undo_state(0)[0] == "ask"  # another person has moved


def test_nothing_is_taken_back_when_the_game_is_over() -> None:
    play = Play(human(0), human(1))
    play.finish()
    for seat in (0, 1):
        with refused("not-now"):
            play.send(seat, wire.Undo, seat=seat)


# --- clocks and bots that stand in


def test_a_bot_takes_over_after_time_and_grace_and_gives_the_seat_back() -> None:
    play = Play(human(0), human(1), clock=60, grace=30)
    seat = play.table.to_act
    assert seat is not None
    assert play.table.deadline() == play.now + 60_000
    assert play.table.due(play.now + 89_999, {}) is None
    play.now += 90_000
    decision = play.table.due(play.now, {})
    assert decision is not None
    play.store(decision)
    assert play.table.entries[-1].event == TakenOver(seat, "time")
    assert play.table.bot_turn() == (seat, "medium")
    play.bot()
    if play.table.to_act == seat:
        play.act(seat)
        assert isinstance(play.table.entries[-2].event, Returned)
    else:
        play.send(seat, wire.Back, seat=seat)
    assert not play.table.seats[seat].away


def test_absence_counts_from_when_it_was_noticed_and_only_if_somebody_waits() -> None:
    play = Play(human(0), human(1), grace=30)
    seat = play.table.to_act
    assert seat is not None
    gone = {seat: play.now}
    assert play.table.due(play.now + 29_999, gone) is None
    assert play.table.due(play.now + 30_000, gone) is not None
    assert play.table.due(play.now + 10_000_000, dict.fromkeys((0, 1), play.now)) is None
    alone = Play(human(0), BOT, grace=30, clock=5)
    while alone.table.bot_turn():
        alone.bot()
    assert alone.table.due(alone.now + 10_000_000, {0: alone.now}) is None


def test_a_day_for_a_move_does_not_need_anybody_to_stay_connected() -> None:
    play = Play(human(0), human(1), clock=86_400, grace=30)
    seat = play.table.to_act
    assert seat is not None
    assert play.table.due(play.now + 3_600_000, {seat: play.now}) is None
    assert play.table.due(play.now + 86_430_000, {seat: play.now}) is not None


@pytest.mark.parametrize("limits", [{"clock": 60}, {"clock": 0, "idle": 600}, {"clock": 86_400}])
def test_who_is_due_is_due_when_the_time_has_come_and_not_before(limits: dict[str, Any]) -> None:
    """Most are asked long before anybody can be late, and told so at once: that must be no shortcut to another time."""
    chosen, late = random.Random(7), 0
    for _ in range(40):
        play = Play(human(0), human(1), human(2), grace=chosen.choice((0, 30)), **limits)
        for _ in range(chosen.randrange(6)):
            assert play.table.to_act is not None
            play.now += chosen.randrange(20_000)
            play.act(play.table.to_act, chosen=chosen)
        if chosen.random() < 0.5:
            play.send(seat := chosen.randrange(3), wire.Leave, seat=seat)
        absent = {seat: play.now + chosen.randrange(40_000) for seat in range(3) if chosen.random() < 0.4}
        present = {seat: play.now + chosen.randrange(40_000) for seat in range(3) if seat not in absent}
        due = play.table.due_at(absent, present)
        late += due is not None
        for now in {play.now} | ({due[0] - 1, due[0], due[0] + 1} if due else {play.now + 10**9}):
            taken = play.table.due(now, absent, present)
            assert (taken is not None) == (due is not None and now >= due[0])
    assert late > 10


def test_without_a_clock_nobody_stalls_a_table_either() -> None:
    play = Play(human(0), human(1), grace=30, idle=600)
    assert play.table.due(play.now + 629_999, {}) is None
    assert play.table.due(play.now + 630_000, {}) is not None


def test_without_a_clock_time_counts_from_when_somebody_began_to_wait() -> None:
    play = Play(human(0), human(1), grace=30, idle=600)
    seat = play.table.to_act
    assert seat is not None
    came = {1 - seat: play.now + 5_000_000, seat: 0}
    assert play.table.due(play.now + 5_629_999, {}, came) is None
    assert play.table.due(play.now + 5_630_000, {}, came) is not None
    clocked = Play(human(0), human(1), grace=30, clock=60)
    assert clocked.table.due(clocked.now + 90_000, {}, dict.fromkeys((0, 1), clocked.now + 80_000)) is not None


@pytest.mark.parametrize("limits", [{"clock": 60}, {"idle": 60}])
def test_who_comes_back_has_time_to_act_but_only_once_for_a_move(limits: dict[str, Any]) -> None:
    play = Play(human(0), human(1), grace=30, **limits)
    seat = play.table.to_act
    assert seat is not None

    def take_over() -> None:
        decision = play.table.due(play.now, {})
        assert decision is not None
        play.store(decision)
        assert play.table.bot_turn() == (seat, "medium")

    play.now += 90_000
    take_over()
    play.now += 500
    play.send(seat, wire.Back, seat=seat)
    assert play.table.due(play.now + 29_999, {}) is None
    play.now += 30_000
    take_over()
    with refused("not-now"):
        play.send(seat, wire.Back, seat=seat)
    play.bot()
    while play.table.to_act == seat:
        play.bot()
    play.send(seat, wire.Back, seat=seat)
    assert not play.table.seats[seat].away


def test_who_looks_on_while_a_bot_plays_for_them_is_waited_for_by_nobody_but_waits() -> None:
    play = Play(human(0), human(1), grace=30, clock=60)
    first = play.table.to_act
    assert first is not None
    play.now += 90_000
    decision = play.table.due(play.now, {})
    assert decision is not None
    play.store(decision)
    while play.table.to_act == first:
        play.bot()
    assert play.table.due(play.now + 90_000, {}) is not None
    assert play.table.due(play.now + 90_000, {first: play.now}) is None


def test_a_player_who_leaves_is_played_by_a_bot_after_the_grace_period() -> None:
    play = Play(human(0), human(1), grace=30)
    seat = play.table.to_act
    assert seat is not None
    play.send(seat, wire.Leave, seat=seat)
    assert play.table.bot_turn() is None
    decision = play.table.due(play.now + 30_000, {})
    assert decision is not None
    play.store(decision)
    assert play.table.bot_turn() is not None
    play.send(seat, wire.Back, seat=seat)
    assert play.table.bot_turn() is None
    with refused("not-now"):
        play.send(seat, wire.Back, seat=seat)


def test_a_bots_choice_is_stale_once_the_game_has_gone_on() -> None:
    play = Play(human(0), BOT, BOT)
    while play.table.to_act == 0:
        play.act(0)
    assert play.table.position is not None
    seat, ply, action = play.table.to_act, play.table.ply, play.table.position.legal[0]
    assert seat is not None
    play.bot()
    with refused("stale"):
        play.table.decide_bot(seat, ply, action, play.now)


# --- the end


def test_a_finished_table_has_a_record_and_a_rematch() -> None:
    play = Play(human(0), human(1))
    with refused("not-now"):
        play.send(0, wire.Rematch, seat=0)
    play.finish()
    record = play.table.record()
    assert record.position().to_act == OVER
    command = wire.Rematch("again", 1)
    decision = play.table.decide(PEOPLE[1], command, play.now, fresh=FRESH)
    rematch = Table(decision.opens)
    assert rematch.id == FRESH.table
    assert (rematch.state, rematch.seats[0].awaited, rematch.seats[1].awaited) == ("open", "come", "")
    assert [seat.who for seat in rematch.seats] == [seat.who for seat in play.table.seats]
    assert rematch.opened.secret != play.table.opened.secret
    play.store(decision)
    with refused("not-now"):
        play.send(0, wire.Rematch, seat=0)
    with refused("not-now"):
        play.act(0, "play")


def test_bots_are_characters_and_keep_being_them() -> None:
    play = Play(human(0), OPEN, OPEN, OPEN, wait=True)
    play.send(0, wire.Arrange, seat=1, kind="bot", level="hard")
    play.send(0, wire.Arrange, seat=2, kind="bot", character="ada")
    with refused("invalid", "there is nobody of that name among the bots"):
        play.send(0, wire.Arrange, seat=3, kind="bot", character="nobody")
    play.send(0, wire.Start, fill=True, level="hard")
    table = play.table
    assert [(seat.character, seat.level) for seat in table.seats[1:]] == [
        ("mara", "hard"),
        ("ada", "expert"),
        ("kai", "hard"),
    ]
    assert table.names("pt-BR") == (PEOPLE[0].name, "Mara", "Ada", "Kai")
    assert Table(decode_entry(body) for body in play.stored).names("en") == table.names("en")
    play.finish()
    record = Record.from_text(play.table.record().to_text())
    assert characters_in(record) == [None, "mara", "ada", "kai"]
    decision = play.table.decide(PEOPLE[0], wire.Rematch("again", 0), play.now, fresh=FRESH)
    assert Table(decision.opens).names("en") == table.names("en")


@pytest.mark.parametrize("said", ["", '["mara"]', "[1, 2]", "no", '["", "nobody"]'])
def test_what_a_record_says_of_characters_is_not_believed_blindly(said: str) -> None:
    play = Play(human(0), BOT)
    play.finish()
    remarks = {"names": "[]"} | ({"characters": said} if said else {})
    record = dataclasses.replace(play.table.record(), remarks=remarks)
    assert characters_in(record) == ([None, None] if "nobody" in said else [])
