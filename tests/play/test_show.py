"""Frames: steps lead from view to view, and nothing hidden is told to anybody in any way."""

from __future__ import annotations

import gc
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from hidden import hidden_game
from tables import BOT, OPEN, PEOPLE, QUICK_CARDS, Play, human, said
from verso import bots
from verso.bots.bot import Budget
from verso.core.game import find_game
from verso.core.record import Record
from verso.play import show, wire
from verso.play.entry import Acted, Sat, SeatState, Started, Undone, decode_entry
from verso.play.names import told_apart
from verso.play.show import Audience, Folded, Show, TableCache
from verso.play.table import Table


def frame(play: Play, seat: int | None, since: int = 0, language: wire.Language = "en") -> dict[str, Any]:
    who = None if seat is None else play.table.seats[seat].who
    made = Show(play.table).frame(Audience(seat, language), who, since, [], play.now)
    return json.loads(wire.encode(made))  # type: ignore[no-any-return]


def apply_changes(view: dict[str, Any], changes: list[dict[str, Any]]) -> None:
    for change in changes:
        *way, last = change["path"]
        place: Any = view
        for key in way:
            place = place[key]
        if "value" in change:
            place[last] = change["value"]
        else:
            del place[last]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_changes_lead_from_one_view_to_the_next(seat: int | None) -> None:
    play = Play(human(0), human(1))
    chosen = random.Random(5)
    view = frame(play, seat)["view"]
    for _ in range(60):
        before = play.table.ply
        acting = play.table.to_act
        assert acting is not None
        play.act(acting, chosen=chosen)
        news = frame(play, seat, since=before)
        if news["state"] == "over":
            break
        for line in news["log"]:
            for step in line["steps"]:
                apply_changes(view, step["changes"])
        assert view == news["view"]


def test_an_undo_is_a_step_too() -> None:
    play = Play(human(0), human(1))
    seat = play.table.to_act
    assert seat is not None
    view, before = frame(play, None)["view"], play.table.ply
    play.act(seat, "play")
    play.send(seat, wire.Undo, seat=seat)
    play.send(1 - seat, wire.Answer, seat=1 - seat, agree=True)
    news = frame(play, None, since=before)
    assert [line["kind"] for line in news["log"]] == ["acted", "asked", "answered", "undone"]
    for line in news["log"]:
        for step in line["steps"]:
            apply_changes(view, step["changes"])
    assert view == news["view"]


def test_the_log_goes_on_as_if_told_anew() -> None:
    """Lines made one by one are the lines of a table rebuilt from its log, in both languages."""
    play = Play(human(0), human(1))
    followed = Show(play.table)
    for language in ("en", "pt-BR"):
        followed.lines(Audience(None, language))
    chosen = random.Random(2)
    for _ in range(30):
        acting = play.table.to_act
        if acting is None:
            break
        play.act(acting, chosen=chosen)
        play.tell(followed)
    for language in ("en", "pt-BR"):
        audience = Audience(None, language)
        assert followed.lines(audience) == Show(Table(play.table.entries)).lines(audience)
    assert said(followed.lines(Audience(None, "en"))[-1]) != said(followed.lines(Audience(None, "pt-BR"))[-1])


def test_the_newest_lines_of_a_long_log_are_told_from_near_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it is, somebody new is shown the table quickly: everybody else waits meanwhile."""
    play, chosen = Play(human(0), human(1)), random.Random(2)
    followed = Show(play.table)
    while play.table.ply < 900:
        if play.table.ply % 20 == 0 and play.table.to_act is not None:
            play.act(play.table.to_act, chosen=chosen)
        else:
            play.send(play.table.ply % 2, wire.Say, seat=play.table.ply % 2, text="hm")
        play.tell(followed)
    told, audience = Show(Table(play.table.entries)).lines(Audience(0, "en")), Audience(0, "en")
    read, applied, apply = Show.of_log(play.table.entries), list[int](), Table.apply

    def counted(table: Table, *given: Any) -> Any:
        applied.append(1)
        return apply(table, *given)

    monkeypatch.setattr(Table, "apply", counted)
    for shown in (followed, read):
        applied.clear()
        assert shown.lines(audience) == told
        assert len(applied) < 400


def test_everybody_is_told_who_plays_several_seats() -> None:
    """Whoever has two hands sees both of them, and may have given them two names."""
    play = Play(human(0), OPEN, OPEN, OPEN)
    for number, seat, name in ((1, 1, "Bia"), (1, 2, "Zoë"), (2, 3, None)):
        play.send(number, wire.Sit, seat=seat, name=name)
    words = [sentence for line in Show(play.table).lines(Audience(0, "en")) for sentence in said(line)]
    assert words[2:4] == ["Zoë sat down", "One person plays Bia, Zoë"]
    assert words[words.index("The game began") + 1] == "One person plays Bia, Zoë"
    alone = Show(Play(human(0), human(0)).table).lines(Audience(0, "en"))
    assert not [sentence for line in alone for sentence in said(line) if "One person" in sentence]


def test_whoever_leaves_before_the_game_is_told_by_their_name() -> None:
    play = Play(human(0), OPEN, OPEN, wait=True)
    show = Show(play.table)
    show.lines(Audience(None, "en"))
    for number, kind in [(1, wire.Sit), (1, wire.Leave), (2, wire.Sit), (0, wire.Remove)]:
        play.send(number, kind, seat=1)
        play.tell(show)
    play.send(0, wire.Arrange, seat=1, kind="bot")
    play.tell(show)
    words = [sentence for line in show.lines(Audience(None, "en")) for sentence in said(line)]
    told = ["Bia sat down", "Bia left", "Caio sat down", "The host asked Caio to leave", "Seat 2: a bot"]
    assert words[1:] == told
    assert [said(line) for line in Show(play.table).lines(Audience(None, "pt-BR"))][-2:] == [
        ["Quem abriu a mesa pediu que Caio saísse"],
        ["Lugar 2: um robô"],
    ]


def test_a_decision_brings_the_steps_that_a_fold_of_the_log_makes() -> None:
    """Of moves, bots' moves, the beginning of a game, and undo; nothing is told of a decision that is not stored."""
    play, chosen, kinds = Play(OPEN, BOT), random.Random(4), set[type]()
    shown, again = Show(play.table), Table(play.table.entries)
    shown.lines(Audience(None, "en"))

    def check() -> None:
        for table, steps in play.happened:
            entry = decode_entry(play.stored[table.ply - 1])
            made = again.apply(entry)
            assert [(step.before.actions, step.action, step.after.actions) for step in made] == [
                (step.before.actions, step.action, step.after.actions) for step in steps
            ]
            kinds.add(type(entry.event))
        play.tell(shown)
        assert shown.lines(Audience(None, "en")) == Show(again).lines(Audience(None, "en"))

    play.send(0, wire.Sit, seat=0)
    check()
    while play.table.ply < 90 and play.table.to_act is not None:
        if play.table.bot_turn():
            play.bot(chosen.choice(play.legal()))
        else:
            before = shown.encoded(Audience(None, "en"), None, 1, (), play.now)
            act = wire.Act("never stored", play.table.ply, 0, chosen.choice(play.legal()))
            play.table.decide(PEOPLE[0], act, play.now)
            assert shown.encoded(Audience(None, "en"), None, 1, (), play.now) == before
            play.act(0, chosen=chosen)
        check()
        if play.table.undo_state(0)[0] == "free":
            play.send(0, wire.Undo, seat=0)
            check()
    assert kinds == {Sat, Started, Acted, Undone}


def test_what_a_seat_is_sent_is_declared() -> None:
    """What frames and lines are made of as they are sent has the fields of the declared messages, in their order."""
    for sent, declared in ((show.EncodedFrame, wire.Frame), (show.LogLine, wire.Line)):
        assert sent.__struct_fields__ == declared.__struct_fields__
        assert sent.__struct_config__.tag == declared.__struct_config__.tag


def test_frames_are_bounded_however_much_was_missed() -> None:
    play = Play(human(0), human(1))
    seat = play.table.to_act
    assert seat is not None
    for _ in range(2 * wire.LINES_SENT):
        play.act(seat, "play")
        play.send(seat, wire.Undo, seat=seat)
        play.send(1 - seat, wire.Answer, seat=1 - seat, agree=True)
    news = frame(play, 0, since=1)
    assert len(news["log"]) == wire.LINES_SENT
    assert not any(line["steps"] for line in news["log"])
    assert any(line["steps"] for line in frame(play, 0, since=play.table.ply - 9)["log"])


def test_asking_again_and_again_fills_no_memory() -> None:
    play = Play(human(0), human(1))
    show = Show(play.table)
    for number in range(2_000):
        show.encoded(Audience(None, "en"), None, number % 700, (), number)
        show.encoded(Audience(None, "en"), None, 0, (number,), number)
    assert 1 < max(len(show._cache._of_moment), len(show._cache._of_people)) <= 256


def test_a_frame_in_parts_is_the_frame_that_would_be_written_whole() -> None:
    play, seen = Play(OPEN, human(1), wait=True), set[tuple[str, ...]]()
    show, chosen = Show(play.table), random.Random(5)

    def look() -> None:
        audiences = [(Audience(0, "en"), "p_0"), (Audience(1, "pt-BR"), "p_1"), (Audience(None, "en"), None)]
        for audience, who in audiences:
            for since in (0, play.table.ply - 1, play.table.ply):
                text = show.encoded(audience, who, since, (0, 1), play.now)
                made = wire.decode_server(text)
                assert wire.encode(made) == text
                assert isinstance(made, wire.Frame)
                here = (made.state, "legal"[: 9 * len(made.legal)], "chat"[: 9 * len(made.chat or ())])
                seen.add((*here, made.undo.can, "offer" if made.undo.offer else "", "again" if made.rematch else ""))

    def send(number: int, message: type, **fields: Any) -> None:
        play.send(number, message, **fields)
        play.tell(show)
        look()

    look()
    send(0, wire.Sit, seat=0)
    send(0, wire.Start)
    while (actor := play.table.to_act) is not None:
        if play.table.ply == 12:
            send(1 - actor, wire.Say, seat=1 - actor, text='"olá" \\o/')
            send(1 - actor, wire.Undo, seat=1 - actor)
            send(actor, wire.Answer, seat=actor, agree=False)
        send(actor, wire.Act, seat=actor, action=chosen.choice(play.legal()))
    send(0, wire.Rematch, seat=0)
    assert {each for kinds in seen for each in kinds} >= {"open", "playing", "over", "legal", "chat", "offer", "again"}
    assert {kinds[3] for kinds in seen} == {"no", "ask", "free"}


def test_whoever_looks_from_a_seat_that_is_not_theirs_sees_what_a_spectator_sees() -> None:
    play = Play(human(0), human(1), game="phase-10-flip")
    shown = Show(play.table)
    stranger, spectator = (
        shown.encoded(Audience(seat, "en"), who, 0, (), play.now) for seat, who in ((0, PEOPLE[2].id), (None, None))
    )
    assert stranger == spectator


def test_tables_with_the_same_rules_share_them_and_others_do_not() -> None:
    one, two, three = Play(human(0), human(1)), Play(human(1), human(2)), Play(human(0), human(1), human(2))
    other = Play(human(0), human(1), game="phase-10-flip")
    setups = [play.table.position.setup for play in (one, two, three, other) if play.table.position is not None]
    assert setups[0] is setups[1]
    assert len({id(setup) for setup in setups}) == 3
    assert setups[0].edits == QUICK_CARDS


def test_only_the_seat_that_looks_is_offered_its_actions() -> None:
    play = Play(human(0), human(1))
    seat = play.table.to_act
    assert seat is not None
    assert [each["text"] for each in frame(play, seat)["legal"]] == play.legal()
    assert frame(play, 1 - seat)["legal"] == []
    assert frame(play, None)["legal"] == []


def test_the_secret_is_shown_only_when_the_game_is_over() -> None:
    play = Play(human(0), human(1), secret=bytes(range(32)))
    secret = bytes(range(32)).hex()
    while play.table.to_act is not None:
        if play.table.ply % 9 == 0:
            assert secret not in json.dumps([frame(play, seat) for seat in (0, 1, None)])
        play.act(play.table.to_act)
    assert frame(play, None)["shuffle"]["secret"] == secret


# --- hidden cards

STORIES = [
    [(0, "keep"), (1, "swap"), (1, "keep"), (2, "show")],
    [(0, "swap"), (0, "show"), (1, "keep"), (2, "keep")],
    [(0, "show"), (1, "keep"), (2, "swap"), (2, "keep")],
]


def told(secret: bytes, story: list[tuple[int, str]], seat: int | None) -> tuple[list[bytes], list[str | None]]:
    """Play a story and return all frames of a seat, in both languages, and its own view of the cards at the end."""
    play, frames = Play(human(0), human(1), human(2), secret=secret, game="hidden-cards", hints=False), []
    followed = Show(play.table)
    cards: list[str | None] = []
    for number, action in [*story[:-1], (None, "")]:
        for language in ("en", "pt-BR"):
            for since in (0, max(0, play.table.ply - 2)):
                document = frame(play, seat, since, language)
                document["shuffle"]["commitment"] = "-"
                frames.append(json.dumps(document).encode())
        cards = document["view"]["hands"]
        if number is not None:
            play.act(number, action)
            play.tell(followed)
    return frames, cards


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_frames_are_equal_where_only_hidden_cards_differ(seat: int | None, story: list[tuple[int, str]]) -> None:
    """Law 9, for everything a client is sent: two games a seat cannot tell apart give it the same bytes."""
    with hidden_game():
        by_view: dict[str, list[list[bytes]]] = {}
        for number in range(60):
            frames, _ = told(bytes([number]) * 32, story, seat)
            views = json.dumps([json.loads(each)["view"] for each in frames])
            by_view.setdefault(views, []).append(frames)
        pairs = [group for group in by_view.values() if len(group) > 1]
        assert pairs
        for group in pairs:
            assert all(frames == group[0] for frames in group)


def secrets_in(document: Any) -> Iterator[str]:
    text = json.dumps(document)
    for number in range(12):
        if f'secret-{number}"' in text or f"secret-{number} " in text:
            yield f"secret-{number}"


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_no_frame_names_a_card_that_the_seat_has_not_seen(seat: int | None) -> None:
    with hidden_game():
        for number in range(20):
            play = Play(human(0), human(1), human(2), secret=bytes([number]) * 32, game="hidden-cards")
            seen: set[str] = set()
            chosen = random.Random(number)
            while play.table.to_act is not None:
                assert play.table.position is not None
                state = play.table.position.state
                for other in range(3):
                    if other == seat or state.shown[other]:
                        seen.add(f"secret-{state.hand[other]}")
                for since in (0, 1, play.table.ply - 1):
                    assert set(secrets_in(frame(play, seat, since))) <= seen
                play.act(play.table.to_act, chosen=chosen)


def test_the_leak_test_catches_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same check fails as soon as the gate is left open."""
    with hidden_game() as game:
        monkeypatch.setitem(vars(game), "hides", False)
        with pytest.raises(AssertionError):
            test_no_frame_names_a_card_that_the_seat_has_not_seen(1)


def test_errors_are_made_from_what_the_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    with hidden_game() as game:
        play = Play(human(0), human(1), game="hidden-cards")
        looked: list[list[int]] = []

        def why_not(_setup: Any, state: Any, _action: int, _language: str) -> str:
            looked.append(list(state.hand))
            return "not now"

        monkeypatch.setattr(game.words, "why_not", why_not)
        play.act(0, "swap")
        with pytest.raises(Exception, match="not now"):
            play.act(0, "swap")
        assert looked
        assert all(hand[1] == -1 for hand in looked)


# --- replays


def test_a_replay_shows_each_seat_only_what_it_saw_and_everything_to_nobody_in_particular() -> None:
    with hidden_game():
        play = Play(human(0), human(1), game="hidden-cards")
        for seat in (0, 1):
            play.act(seat, "keep")
        record = play.table.record()
        hands = play.table.position.state.hand  # type: ignore[union-attr]
        for seat in (0, 1):
            replay = json.dumps(
                wire.encode(show.replay("R" * 22, Folded(record), seat, 0, 99, "en", ["a", "b"])).decode()
            )
            assert f"secret-{hands[seat]}\\" in replay
            assert f"secret-{hands[1 - seat]}\\" not in replay
        everything = wire.encode(show.replay("R" * 22, Folded(record), None, 0, 99, "en", ["a", "b"])).decode()
        assert all(f'secret-{card}"' in everything for card in hands)


def test_a_replay_steps_from_any_ply_to_the_end() -> None:
    play = Play(human(0), BOT)
    play.finish()
    record = Record.from_text(play.table.record().to_text())
    whole = json.loads(wire.encode(show.replay("R" * 22, Folded(record), 0, 0, 500, "en", ["a", "b"])))
    assert whole["verified"] is True
    assert whole["result"]["winners"]
    view = whole["view"]
    for step in whole["steps"][:40]:
        apply_changes(view, step["changes"])
    part = json.loads(wire.encode(show.replay("R" * 22, Folded(record), 0, 40, 500, "en", ["a", "b"])))
    assert view == part["view"]
    assert part["steps"] == whole["steps"][40:]


def test_a_game_played_through_once_is_at_any_ply_what_the_record_is_there() -> None:
    play = Play(human(0), BOT)
    play.finish()
    record = play.table.record()
    folded = Folded(record, apart=7)
    for ply in range(len(record.actions) + 1):
        found = folded.position(ply)
        assert found.to_json() == record.position(ply).to_json()
        assert found.actions == record.actions[:ply]
    folded.position(9).push(record.actions[9])  # it is theirs who asked for it
    assert folded.position(9).ply == 9
    assert folded.end.outcome() == record.position().outcome()
    assert folded.size > Folded(record).size > 0


# --- names


def test_people_are_told_by_their_names() -> None:
    play = Play(human(0), BOT)
    assert play.table.names("en") == (PEOPLE[0].name, "Bot 2")
    assert play.table.names("pt-BR") == (PEOPLE[0].name, "Robô 2")
    assert isinstance(play.table.entries[-1].event, Acted) or play.table.ply == 2


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["Ana", "Bia"], ("Ana", "Bia")),
        (["Ana", "Bia", "Ana"], ("Ana (1)", "Bia", "Ana (3)")),
        (["Ana", "Ana", "Ana (1)"], ("Ana (1) (1)", "Ana (2)", "Ana (1) (3)")),
    ],
)
def test_two_of_one_name_are_told_apart(names: list[str], called: tuple[str, ...]) -> None:
    assert told_apart(names) == called
    play = Play(*[SeatState("human", f"p_{seat}", name) for seat, name in enumerate(names)])
    assert [seat["name"] for seat in frame(play, 0)["seats"]] == list(called)


def test_clauses_have_a_verb_and_sentences_have_none() -> None:
    play = Play(SeatState("human", "p_0", "ana"), BOT, game="flip-city")  # sentences about her begin small too
    play.act(0, play.legal()[0])
    lines = frame(play, 0, since=1)["log"]
    [acted], [started] = ([line for line in lines if line["kind"] == kind] for kind in ("acted", "started"))
    assert acted["clauses"][0]["verb"] == "played"
    assert said(acted)[0] == f"played {acted['clauses'][0]['words']}"
    steps = [step for step in acted["steps"] if "deal" not in step["marks"]]
    assert [clause for step in steps for clause in step["clauses"]] == acted["clauses"]
    assert not any(clause["verb"] for clause in started["clauses"])


def test_sentences_of_the_game_say_names() -> None:
    with hidden_game():
        play = Play(human(0), BOT, game="hidden-cards")
        [started] = [line for line in frame(play, None, since=1)["log"] if line["kind"] == "started"]
        assert said(started)[1:] == ["Ana gets a card", "Bot 2 gets a card"]
        portuguese = [said(line) for line in frame(play, None, since=1, language="pt-BR")["log"]]
        assert portuguese[-1][1:] == ["Ana gets a card", "Robô 2 gets a card"]
        assert frame(play, 0)["legal"][0]["words"] == "Ana: show"
        play.act(0, "keep")
        play.bot("keep")
        assert frame(play, None)["result"]["words"] == "Ana, Bot 2: over"
        record = play.table.record()
        replayed = show.replay("R" * 22, Folded(record), None, 0, 99, "pt-BR", ["Ana", "Bot 2"])
        assert replayed.names == ["Ana", "Robô 2"]
        assert said(replayed.steps[-1]) == ["keep"]
        assert replayed.result is not None
        assert replayed.result.words == "Ana, Robô 2: over"
        nameless = show.replay("R" * 22, Folded(record), None, 0, 99, "en", None)
        assert (nameless.names, said(nameless.steps[-1])) == (["1", "2"], ["keep"])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_document_that_shares_with_the_one_before_says_the_same(seats: int) -> None:
    position, cache, chosen = find_game("flip-city").new(seats), TableCache(), random.Random(seats)
    for number in range(1_000):
        before, position = position, position.copy()
        position.push(chosen.choice(position.legal))  # of chance, too
        earlier = cache.view(before, None).document
        shared = cache.view(position, None, before).document
        shown = position.game.notation.shown(position.setup, position.state)
        assert {key: shared[key] for key in shown} == shown
        if number % 100 == 0:
            assert shared == TableCache().view(position, None).document
        assert [key for key in shared if key in earlier] == list(earlier)
        cache.go_on(position, by_move=True)


def test_telling_a_game_leaves_nothing_in_cycles() -> None:
    """The server looks for cycles only when nobody plays, so that nobody waits for it."""
    play = Play(human(0), human(1))
    shown, chosen = Show(play.table), random.Random(3)
    gc.collect()
    gc.disable()
    try:
        for _ in range(30):
            assert play.table.to_act is not None
            play.act(play.table.to_act, chosen=chosen)
            play.tell(shown)
            for seat in (0, 1):
                shown.encoded(Audience(seat, "en"), PEOPLE[seat].id, play.table.ply - 1, (0, 1), play.now)
        assert gc.collect() == 0
    finally:
        gc.enable()
    assert not any(gc.is_tracked(entry) or gc.is_tracked(entry.event) for entry in play.table.entries)


def test_who_missed_too_much_is_still_shown_the_end_of_a_round() -> None:
    """More steps than are sent: all that comes are the moments that nobody should miss, from wherever one looked."""
    play = Play(*[human(seat) for seat in range(4)], game="phase-10-flip")
    shown = Show(play.table)
    shown.lines(Audience(0, "en"))
    beginning, view = play.table.ply, frame(play, 0)["view"]
    player = bots.make("greedy", find_game("phase-10-flip"))
    while not any("round" in line.marks for line in shown.lines(Audience(0, "en"))[1:]):
        acting, position = play.table.to_act, play.table.position
        assert acting is not None
        assert position is not None
        play.act(acting, position.text(player.choose(position.view(acting), Budget(seconds=1)).action))
        play.tell(shown)
    news = frame(play, 0, since=beginning)
    [moment] = [step for line in news["log"] for step in line["steps"]]
    apply_changes(view, moment["changes"])
    assert view["counted"]["out"] is not None
    assert all(
        len(hand["points"]) == len(player["hand"])
        for hand, player in zip(view["counted"]["hands"], view["players"], strict=True)
    )
    for seat in (*range(4), None):  # with the card that ended it, which everybody saw
        line = next(each for each in Show(play.table).lines(Audience(seat, "en")) if "round" in each.marks)
        assert said(line)[0].startswith("discarded ")
        assert said(line)[:2] != ["discarded a card", "went out and ended round 1"]
        assert said(line)[1] == "went out and ended round 1"
        assert any(re.fullmatch(r"(You|Bia) scored \d+ points", words) for words in said(line))
    last = [line for line in news["log"] if "round" in line["marks"]][-1]
    assert any("was dealt" in words or "were dealt" in words for words in last["folded"])
    assert not any("dealt a card" in words for line in news["log"] for words in said(line))
