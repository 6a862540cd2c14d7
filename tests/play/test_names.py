"""Names that look alike are one name, and no two seats of a table look alike."""

from __future__ import annotations

import json

import pytest

from tables import OPEN, PEOPLE, Play, human, said
from verso.play import wire
from verso.play.entry import Entry, SeatState, decode_entry, encode_entry
from verso.play.names import isolated, look_alike, others_like, told_apart
from verso.play.show import Audience, Show
from verso.play.table import MOST_REMOVED, Person, Refusal, Table


@pytest.mark.parametrize(
    "other",
    ["ANA", "Ána", "A n a", "А\u043da"[:1] + "na", "Αna", "Ana.", "A-na", "a_na", "Ａｎａ", "An\u0430"],
)
def test_names_that_look_alike(other: str) -> None:
    assert look_alike(other) == look_alike("Ana")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bill", "Bi11"),
        ("Zoo", "Z00"),
        ("Νick", "nick"),
        ("ВОВ", "bob"),
        ("Dɑn\u0251", "dana"),
        ("\ua4ee\ua4e0\ua4ee", "ana"),
        ("\u13aana", "Ana"),
        ("\uab7ana", "Ana"),
        ("\u1d00\u0274\u1d00", "Ana"),
        ("\u04c0van", "Ivan"),
        ("\u0475era", "Vera"),
        ("L\u0585la", "Lola"),
    ],
)
def test_signs_of_one_shape_are_one(one: str, other: str) -> None:
    assert look_alike(one) == look_alike(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "Anna"), ("Ana 2", "Ana 3"), ("!", "?"), ("😀", "😎"), ("李", "王")]
)
def test_other_names_are_others(one: str, other: str) -> None:
    assert look_alike(one) != look_alike(other)


def test_every_name_has_a_shape() -> None:
    for name in ("-", ".", "'", "·", "…", "_ _"):
        assert look_alike(name)


def test_what_is_suggested_is_a_name() -> None:
    for name in ("Ana", "W" * 24, "Ana Maria da Silva e Sou"):
        found = others_like(name)
        first = [next(found) for _ in range(20)]
        assert all(wire.is_clean(each) and len(each) <= 24 for each in first)
        assert len({look_alike(each) for each in first}) == 20


def test_at_one_table_no_two_seats_look_alike() -> None:
    for names in (["Ana", "Аna"], ["Ana", "ana", "Ana (1)"], ["Bi", "B1", "Bl", "b|"]):
        called = told_apart(names)
        assert len({look_alike(name) for name in called}) == len(names)
        assert all(each.startswith(name) for each, name in zip(called, names, strict=True))


def test_a_name_written_from_right_to_left_turns_nothing_around_it() -> None:
    dana = "\u05d3\u05e0\u05d4"
    assert isolated(["Ana", dana, "", "Женя"]) == ("Ana", f"\u2068{dana}\u2069", "", "Женя")
    assert isolated(isolated([dana])) == isolated([dana])
    play = Play(SeatState("human", PEOPLE[0].id, dana), human(1))
    frame = Show(play.table).frame(Audience(0, "en"), PEOPLE[0].id, 0, [], play.now)
    shown = json.loads(wire.encode(frame))
    assert shown["seats"][0]["name"] == dana  # by itself it is what it is
    assert said(shown["log"][0]) == [f"\u2068{dana}\u2069 set up the table"]


def test_a_host_asks_a_guest_to_leave() -> None:
    play = Play(human(0), OPEN, OPEN)
    play.send(1, wire.Sit, seat=1)
    play.send(0, wire.Remove, seat=1)
    assert [seat.kind for seat in play.table.seats] == ["human", "open", "open"]
    for seat in (1, 2):
        with pytest.raises(Refusal, match="asked you to leave"):
            play.send(1, wire.Sit, seat=seat)
    play.send(2, wire.Sit, seat=1)
    again = Table([decode_entry(encode_entry(entry)) for entry in play.table.entries])
    assert again.removed == play.table.removed == {play.table.entries[1].by}


def test_only_the_host_removes_and_only_guests() -> None:
    play = Play(human(0), OPEN, OPEN)
    play.send(1, wire.Sit, seat=1)
    for number, seat, words in ((1, 0, "only the host"), (0, 0, "no guest"), (0, 2, "no guest"), (0, 5, "no seat")):
        with pytest.raises(Refusal, match=words):
            play.send(number, wire.Remove, seat=seat)


def test_nobody_is_put_out_of_a_game() -> None:
    play = Play(human(0), OPEN)
    play.send(1, wire.Sit, seat=1)
    assert play.table.state == "playing"
    with pytest.raises(Refusal, match="begun already"):
        play.send(0, wire.Remove, seat=1)
    play.finish()
    with pytest.raises(Refusal, match="begun already"):
        play.send(0, wire.Remove, seat=1)


def test_an_invited_seat_is_for_an_invitation_again() -> None:
    play = Play(human(0), OPEN, OPEN)
    play.send(0, wire.Arrange, seat=1, kind="invited")
    guest = Person("p_guest", "Guest")
    play.store(play.table.decide(guest, wire.Sit("s", 1), 1, invited=True))
    play.send(0, wire.Remove, seat=1)
    assert play.table.seats[1].kind == "invited"


def test_removing_has_a_bound() -> None:
    play = Play(human(0), OPEN, OPEN)
    for number in range(MOST_REMOVED):
        guest = Person(f"p_guest_{number}", "Guest")
        play.store(play.table.decide(guest, wire.Sit("s", 1), 1))
        play.send(0, wire.Remove, seat=1)
    play.store(play.table.decide(Person("p_last", "Guest"), wire.Sit("s", 1), 1))
    with pytest.raises(Refusal, match="often enough"):
        play.send(0, wire.Remove, seat=1)
    assert isinstance(play.table.entries[-1], Entry)
