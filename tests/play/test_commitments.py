"""What seats add to the shuffles: committed to before anybody can know it, revealed when nothing can change."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tables import BOT, FRESH, OPEN, PEOPLE, Play, human, said
from verso.core.record import Record
from verso.play import shuffle, wire
from verso.play.entry import Left, Sealed, Started, decode_entry
from verso.play.show import Audience, Show
from verso.play.table import Refusal, Table

PATIENCE = 10


def entropy(number: int) -> str:
    return f"{number:02x}" * 32


def seal(number: int) -> str:
    return hashlib.sha256(bytes.fromhex(entropy(number))).hexdigest()


def committed(number: int) -> Any:
    seat = human(number)
    seat.commitment = seal(number)
    return seat


def play_of(*seats: Any, **options: Any) -> Play:
    return Play(*seats, method=2, patience=PATIENCE, **options)


def state(play: Play) -> str:
    return play.table.state


def wait(play: Play, seconds: int) -> None:
    """Let time pass, and do what is due."""
    play.now += 1_000 * seconds
    decision = play.table.due(play.now, {})
    if decision is not None:
        play.store(decision)


@contextlib.contextmanager
def refused(code: str, words: str) -> Iterator[None]:
    with pytest.raises(Refusal, match=words) as caught:
        yield
    assert caught.value.code == code
    assert caught.value.words("pt-BR") != caught.value.words("en")


def shown(play: Play, language: wire.Language = "en") -> wire.Frame:
    return Show(play.table).frame(Audience(0, language), PEOPLE[0].id, 0, [], play.now)


def verdict_of(play: Play) -> shuffle.Verdict:
    play.finish()
    record = Record.from_text(play.table.record().to_text())
    return shuffle.verify(record, shuffle.commitment(bytes(32)), play.table.commitments)


# --- how a game begins


def test_a_table_against_bots_starts_when_its_page_has_revealed() -> None:
    play = play_of(committed(0), BOT)
    frame = shown(play)
    assert (frame.state, frame.shuffle.sealed) == ("open", True)
    assert frame.shuffle.commitments == [seal(0), None]
    assert frame.shuffle.entropies == [None, None]
    assert frame.shuffle.deadline == play.now + 1_000 * PATIENCE
    play.send(0, wire.Reveal, seat=0, value=entropy(0))
    assert state(play) == "playing"
    assert shown(play).shuffle.deadline is None
    verdict = verdict_of(play)
    assert verdict.verified, verdict.words
    assert (verdict.silent, verdict.without) == ((), (1,))


def test_two_people_commit_when_they_sit_down_and_reveal_when_nobody_can_change_anything() -> None:
    play = play_of(committed(0), OPEN)
    with refused("not-now", "committed"):
        play.send(0, wire.Reveal, seat=0, value=entropy(0))
    play.send(1, wire.Sit, seat=1, commitment=seal(1))
    assert play.table.sealed
    with refused("not-now", "about to begin"):
        play.send(1, wire.Commit, seat=1, value=seal(2))
    with refused("not-now", "about to begin"):
        play.send(1, wire.AddEntropy, seat=1, value="00")
    with refused("not-now", "about to begin"):
        play.send(0, wire.Start)
    with refused("not-now", "about to begin"):
        play.send(0, wire.Arrange, seat=1, kind="bot")
    with refused("not-now", "about to begin"):
        play.send(0, wire.Remove, seat=1)
    with refused("invalid", "not what this seat committed to"):
        play.send(1, wire.Reveal, seat=1, value=entropy(2))
    with refused("not-yours", "not yours"):
        play.send(0, wire.Reveal, seat=1, value=entropy(1))
    play.send(1, wire.Reveal, seat=1, value=entropy(1))
    with refused("not-now", "nothing left"):
        play.send(1, wire.Reveal, seat=1, value=entropy(1))
    assert state(play) == "open"
    play.send(0, wire.Reveal, seat=0, value=entropy(0))
    assert state(play) == "playing"
    verdict = verdict_of(play)
    assert verdict.verified, verdict.words
    assert verdict.without == ()


def test_another_entropy_deals_other_cards() -> None:
    def begun(number: int) -> list[str]:
        play = play_of(committed(number), human(1))
        play.send(number, wire.Reveal, seat=0, value=entropy(number))
        event = play.table.entries[-1].event
        assert isinstance(event, Started)
        return event.moves

    assert len({tuple(begun(number)) for number in (0, 2, 3)}) > 1
    assert begun(0) == begun(0)


def test_a_page_that_does_not_reveal_keeps_nobody_waiting_long_and_the_log_says_so() -> None:
    play = play_of(committed(0), committed(1))
    play.send(0, wire.Reveal, seat=0, value=entropy(0))
    wait(play, PATIENCE - 1)
    assert state(play) == "open"
    wait(play, 1)
    assert state(play) == "playing"
    assert play.table.entropies == [entropy(0), None]
    with refused("not-now", "has begun already"):
        play.send(1, wire.Reveal, seat=1, value=entropy(1))
    for language, sentence in (("en", "Bia did not reveal"), ("pt-BR", "Bia não revelou")):
        [line] = [line for line in shown(play, language).log if line.kind == "started"]
        assert any(words.startswith(sentence) for words in said(line))
    verdict = verdict_of(play)
    assert verdict.verified, verdict.words
    assert (verdict.silent, verdict.without) == ((1,), (1,))


def test_leaving_while_others_reveal_is_leaving_the_game_and_is_not_waited_for() -> None:
    play = play_of(committed(0), committed(1))
    play.send(1, wire.Leave, seat=1)
    assert play.table.seats[1].who == PEOPLE[1].id
    play.send(0, wire.Reveal, seat=0, value=entropy(0))
    assert state(play) == "playing"
    assert play.table.seats[1].left_at is not None
    again = play_of(committed(0), committed(1))
    again.send(0, wire.Reveal, seat=0, value=entropy(0))
    again.send(1, wire.Leave, seat=1)
    assert [type(entry.event) for entry in again.table.entries[-2:]] == [Left, Started]


def test_a_host_who_fills_seats_with_bots_fixes_what_is_committed() -> None:
    play = play_of(committed(0), OPEN, OPEN)
    play.send(0, wire.Start, fill=True, level="hard")
    assert [seat.kind for seat in play.table.seats] == ["human", "bot", "bot"]
    assert isinstance(play.table.entries[-1].event, Sealed)
    play.send(0, wire.Reveal, seat=0, value=entropy(0))
    assert state(play) == "playing"
    assert play.table.seats[2].level == "hard"


def test_programs_without_a_page_need_nothing_of_this() -> None:
    assert state(play_of(human(0), BOT)) == "playing"
    play = play_of(human(0), OPEN)
    play.send(1, wire.Sit, seat=1)
    assert state(play) == "playing"
    plain = play_of(human(0), OPEN)
    plain.send(0, wire.AddEntropy, seat=0, value="c0ffee")
    plain.send(1, wire.Sit, seat=1)
    assert plain.table.commitments == [hashlib.sha256(bytes.fromhex("c0ffee")).hexdigest(), None]
    assert verdict_of(plain).verified


def test_what_was_shown_openly_counts_beside_what_was_committed_to() -> None:
    play = play_of(committed(0), OPEN, wait=True)
    play.send(1, wire.Sit, seat=1)
    play.send(1, wire.AddEntropy, seat=1, value="c0ffee")
    play.send(0, wire.Start)
    assert play.table.sealed
    play.send(0, wire.Reveal, seat=0, value=entropy(0))
    assert play.table.entropies == [entropy(0), "c0ffee"]
    assert verdict_of(play).verified


def test_whoever_stands_up_takes_their_commitment_along() -> None:
    play = play_of(human(0), OPEN, OPEN)
    play.send(1, wire.Sit, seat=1, commitment=seal(1))
    play.send(1, wire.Leave, seat=1)
    assert play.table.commitments == [None, None, None]
    play.send(2, wire.Sit, seat=1)
    assert play.table.commitments == [None, None, None]


def test_what_one_page_committed_to_is_not_changed_by_another_of_the_same_person() -> None:
    """Or the first would have to think that the server did it."""
    play = play_of(human(0), OPEN, wait=True)
    play.send(0, wire.Commit, seat=0, value=seal(0))
    for kind, value in ((wire.Commit, seal(1)), (wire.Commit, seal(0)), (wire.AddEntropy, "00")):
        with refused("not-now", "bound to its part"):
            play.send(0, kind, seat=0, value=value)
    play.send(0, wire.Leave, seat=0)
    play.send(0, wire.Sit, seat=0)
    play.send(0, wire.AddEntropy, seat=0, value="00")
    play.send(0, wire.Commit, seat=0, value=seal(1))
    assert play.table.commitments == [seal(1), None]


def test_games_from_before_and_games_that_begin_from_a_known_position_take_no_commitments() -> None:
    old = Play(human(0), OPEN)
    with refused("not-now", "not for commitments"):
        old.send(0, wire.Commit, seat=0, value=seal(0))
    old.send(1, wire.Sit, seat=1, commitment=seal(1))
    assert state(old) == "playing"
    assert shown(old).shuffle.commitments == []
    old.finish()
    assert "shuffle-method" not in old.table.record().remarks
    assert shuffle.verify(old.table.record()).verified
    position = play_of(human(0), human(1)).table.position
    assert position is not None
    known = play_of(committed(0), committed(1), position=position.to_json())
    assert state(known) == "playing"
    assert shown(known).shuffle.known
    assert not shown(old).shuffle.known


def test_a_clock_that_jumps_begins_no_game_early() -> None:
    play = play_of(committed(0), BOT)
    play.now += 86_400_000
    play.table.clock_jumped(play.now, 86_400_000)
    wait(play, 1)
    assert state(play) == "open"
    wait(play, PATIENCE)
    assert state(play) == "playing"


# --- rematches


def finished(*seats: Any, reveals: int) -> Play:
    play = play_of(*seats)
    for number in range(reveals):
        play.send(number, wire.Reveal, seat=number, value=entropy(number))
    play.finish()
    return play


def rematch_of(play: Play, *, comes: bool = True) -> Play:
    decision = play.table.decide(PEOPLE[0], wire.Rematch("again", 0), play.now, fresh=FRESH)
    again = play_of(human(0), BOT)
    again.now, again.table = play.now, Table(decision.opens)
    if comes:
        again.send(1, wire.Agree, seat=1)
    return again


def test_a_rematch_waits_for_the_pages_to_commit_anew() -> None:
    play = rematch_of(finished(committed(0), committed(1), reveals=2))
    assert state(play) == "open"
    assert shown(play).shuffle.commitments == [None, None]
    assert shown(play).shuffle.commitment != shuffle.commitment(bytes(32))
    assert shown(play).shuffle.deadline == play.now + 1_000 * PATIENCE
    play.send(1, wire.Commit, seat=1, value=seal(3))
    assert not shown(play).shuffle.sealed
    play.send(0, wire.Commit, seat=0, value=seal(2))
    assert play.table.sealed
    play.send(0, wire.Reveal, seat=0, value=entropy(2))
    play.send(1, wire.Reveal, seat=1, value=entropy(3))
    assert state(play) == "playing"


def test_a_rematch_begins_without_a_page_that_has_gone() -> None:
    play = rematch_of(finished(committed(0), committed(1), reveals=2))
    play.send(0, wire.Commit, seat=0, value=seal(2))
    wait(play, PATIENCE)
    assert play.table.sealed
    play.send(0, wire.Reveal, seat=0, value=entropy(2))
    assert state(play) == "playing"
    nobody = rematch_of(finished(committed(0), committed(1), reveals=2))
    wait(nobody, PATIENCE)
    assert state(nobody) == "playing"


def test_a_rematch_waits_for_no_program_and_nobody_who_has_left() -> None:
    assert state(rematch_of(finished(human(0), human(1), reveals=0))) == "playing"
    play = play_of(committed(0), committed(1))
    for number in (0, 1):
        play.send(number, wire.Reveal, seat=number, value=entropy(number))
    play.send(1, wire.Leave, seat=1)
    chosen = random.Random(1)
    while state(play) == "playing":
        if play.table.to_act == 1:  # a bot takes over, in its time
            wait(play, 86_400)
            while play.table.bot_turn():
                play.bot(chosen.choice(play.legal()))
        else:
            play.act(0, chosen=chosen)
    again = rematch_of(play, comes=False)
    assert again.table.opened.awaits == [0]
    again.send(0, wire.Commit, seat=0, value=seal(2))
    assert not shown(again).shuffle.sealed
    again.send(0, wire.Start, fill=True)
    assert shown(again).shuffle.sealed
    assert again.table.commitments == [seal(2), None]


def test_a_page_commits_when_it_says_that_it_comes() -> None:
    play = rematch_of(finished(committed(0), committed(1), reveals=2), comes=False)
    assert shown(play).shuffle.deadline is None  # who has not come is waited for as long as the host likes
    play.send(0, wire.Commit, seat=0, value=seal(2))
    wait(play, 10 * PATIENCE)
    assert state(play) == "open"
    play.send(1, wire.Agree, seat=1, commitment=seal(3))
    assert play.table.sealed
    play.send(0, wire.Reveal, seat=0, value=entropy(2))
    play.send(1, wire.Reveal, seat=1, value=entropy(3))
    assert state(play) == "playing"


def test_other_rules_change_nothing_of_what_seats_have_committed_to() -> None:
    play = play_of(committed(0), OPEN, OPEN)
    play.send(1, wire.Sit, seat=1, commitment=seal(1))
    play.send(0, wire.ChangeRules, ruleset="standard", options={"office": True}, clock=0, seats=2)
    assert (state(play), play.table.sealed) == ("open", False)
    assert play.table.commitments == [seal(0), seal(1)]
    play.send(1, wire.Agree, seat=1)
    assert play.table.sealed
    with refused("not-now", "about to begin"):
        play.send(0, wire.ChangeRules, ruleset="standard", options={}, clock=0, seats=2)
    for number in (0, 1):
        play.send(number, wire.Reveal, seat=number, value=entropy(number))
    assert play.table.position is not None
    assert play.table.position.setup.options["office"] is True


def test_somebody_who_stands_up_from_a_rematch_leaves_it_open() -> None:
    play = rematch_of(finished(committed(0), committed(1), reveals=2))
    play.send(1, wire.Leave, seat=1)
    wait(play, 10 * PATIENCE)
    assert state(play) == "open"
    play.send(2, wire.Sit, seat=1)
    assert state(play) == "playing"


# --- abandoned games


def test_an_abandoned_game_is_over_and_shows_its_secret() -> None:
    play = play_of(human(0), human(1))
    seat = play.table.to_act
    assert seat is not None
    assert shown(play).shuffle.secret is None
    assert play.table.abandon(play.now, play.now) is None
    decision = play.table.abandon(play.now + 1, play.now + 1)
    assert decision is not None
    play.store(decision)
    frame = Show(play.table).frame(Audience(seat, "en"), PEOPLE[seat].id, 0, [], play.now)
    assert (frame.state, frame.result, frame.legal, frame.to_act) == ("over", None, [], None)
    assert frame.shuffle.secret == bytes(32).hex()
    assert frame.log[-1].kind == "abandoned"
    with refused("not-now", "not being played"):
        play.act(seat, "play", seat=seat)
    assert shuffle.verify(Record.from_text(play.table.record().to_text())).verified
    again = Table(map(decode_entry, play.stored))
    assert again.state == "over"
    assert play.table.abandon(play.now + 9, play.now + 9) is None


# --- what a cheating server could write


@pytest.fixture(scope="module")
def record() -> Record:
    play = finished(committed(0), committed(1), reveals=2)
    return Record.from_text(play.table.record().to_text())


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("shuffle-entropies", f'["{entropy(7)}", "{entropy(1)}"]', "the entropy of seat 0 is not the one"),
        ("shuffle-entropies", f'[null, "{entropy(1)}"]', "the secret gives"),
        ("shuffle-entropies", f'["{entropy(0)}"]', "one entropy"),
        ("shuffle-entropy-commitments", f'["{seal(0)}", null]', "the entropy of seat 1 is not the one"),
        ("shuffle-entropy-commitments", f'["{seal(0)}"]', "one entropy"),
        ("shuffle-entropy-commitments", "[1, 2]", "a list"),
        ("shuffle-method", "3", "not known to this version"),
        ("shuffle-method", "1", "the secret gives"),
    ],
)
def test_a_changed_header_is_found(record: Record, key: str, value: str, words: str) -> None:
    assert shuffle.verify(record).verified
    verdict = shuffle.verify(dataclasses.replace(record, remarks={**record.remarks, key: value}))
    assert not verdict.verified
    assert words in verdict.words


def test_other_commitments_of_the_seats_than_those_that_were_seen_are_found(record: Record) -> None:
    assert shuffle.verify(record, None, [seal(0), seal(1)]).verified
    verdict = shuffle.verify(record, None, [seal(0), seal(2)])
    assert not verdict.verified
    assert "other commitments of the seats" in verdict.words


# --- anything in any order


class Beginning(RuleBasedStateMachine):
    """People sit, commit, leave and reveal as they like, and time passes: what the game is dealt from holds."""

    def __init__(self) -> None:
        super().__init__()
        self.play = play_of(committed(0), OPEN, OPEN)
        self.seen: dict[int, str | None] = {}

    def attempt(self, number: int, message: type, **fields: Any) -> None:
        before = self.play.table.ply
        try:
            self.play.send(number, message, **fields)
        except Refusal:
            assert self.play.table.ply == before

    @rule(number=st.integers(0, 3), seat=st.integers(0, 2), commits=st.booleans())
    def sit(self, number: int, seat: int, commits: bool) -> None:
        self.attempt(number, wire.Sit, seat=seat, commitment=seal(number) if commits else None)

    @rule(number=st.integers(0, 3), seat=st.integers(0, 2), which=st.integers(0, 5))
    def commit(self, number: int, seat: int, which: int) -> None:
        self.attempt(number, wire.Commit, seat=seat, value=seal(which))

    @rule(number=st.integers(0, 3), seat=st.integers(0, 2))
    def add(self, number: int, seat: int) -> None:
        self.attempt(number, wire.AddEntropy, seat=seat, value="c0ffee")

    @rule(number=st.integers(0, 3), seat=st.integers(0, 2), which=st.integers(0, 5))
    def reveal(self, number: int, seat: int, which: int) -> None:
        self.attempt(number, wire.Reveal, seat=seat, value=entropy(which))

    @rule(number=st.integers(0, 3), seat=st.integers(0, 2))
    def leave(self, number: int, seat: int) -> None:
        self.attempt(number, wire.Leave, seat=seat)

    @rule(number=st.integers(0, 3), fill=st.booleans())
    def start(self, number: int, fill: bool) -> None:
        self.attempt(number, wire.Start, fill=fill)

    @rule(seconds=st.integers(1, 6))
    def pass_time(self, seconds: int) -> None:
        wait(self.play, seconds)

    @invariant()
    def commitments_stay_once_they_are_fixed(self) -> None:
        table = self.play.table
        if table.sealed:
            for seat, found in enumerate(table.commitments):
                assert self.seen.setdefault(seat, found) == found

    @invariant()
    def nothing_is_waited_for_longer_than_said(self) -> None:
        table = self.play.table
        if table.sealed and table.state == "open":
            sealed_at = next(entry.at for entry in table.entries if isinstance(entry.event, Sealed))
            assert table.begins_at() == sealed_at + 1_000 * PATIENCE
            assert self.play.now < sealed_at + 1_000 * PATIENCE

    @invariant()
    def what_is_stored_tells_it_all(self) -> None:
        again = Table(map(decode_entry, self.play.stored))
        assert (again.commitments, again.entropies, again.state) == (
            self.play.table.commitments,
            self.play.table.entropies,
            self.play.table.state,
        )

    def teardown(self) -> None:
        wait(self.play, PATIENCE)
        table = self.play.table
        assert table.state != "open" or not table.sealed
        for seat, value in enumerate(table.entropies):
            assert value is None or shuffle.sealed(value) == table.commitments[seat]


TestBeginning = Beginning.TestCase
TestBeginning.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
