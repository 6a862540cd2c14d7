"""Nothing a seat is sent depends on what it cannot see: steps of both games, for every seat and for spectators."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import verso
from tables import PEOPLE, Play, human
from verso.core.contracts.parts import Moved, Place
from verso.core.game import Game, Position, View
from verso.core.rng import Rng
from verso.core.spec import CHANCE, values_of
from verso.play import show, wire
from verso.play.show import Audience, SeatView, Show, TableCache
from verso.play.table import Step, reveals

GAMES = verso.games()


def told(before: Position, action: int, seat: int | None) -> tuple[str, bytes]:
    """Return a seat's view after an action, and what it is told of the action, in both languages."""
    after = before.copy()
    after.push(action)
    steps = [step_told(before, action, after, seat, language) for language in ("en", "pt-BR")]
    return str(values_of(after.view(seat).state)), wire.encode(steps)


def step_told(
    before: Position, action: int, after: Position, seat: int | None, language: wire.Language = "en"
) -> wire.Step:
    names = [person.name for person in PEOPLE[: before.seats]]
    return show._told_step(Step(before, action, after), Audience(seat, language), TableCache(), names)


def played(game: str, seats: int, seed: int, plies: int) -> list[tuple[Position, int]]:
    """Play at random and return each position with the action taken there."""
    position, chosen, rng = verso.game(game).new(seats), random.Random(seed), Rng(seed)
    story: list[tuple[Position, int]] = []
    while len(story) < plies and position.to_act != verso.OVER:
        before = position.copy()
        if position.to_act == CHANCE:
            outcome = position.copy()
            action = outcome.settle(rng)[0]
        else:
            action = chosen.choice(position.legal)
        story.append((before, action))
        position.push(action)
    return story


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_chances_that_look_the_same_to_a_seat_are_told_the_same(game: str, seats: int) -> None:
    compared = 0
    for before, _ in random.Random(1).sample(played(game, seats, 5, 220), 40):
        if before.to_act != CHANCE:
            continue
        for seat in (None, *range(seats)):
            by_view: dict[str, set[bytes]] = {}
            for action in before.legal[:25]:
                view, step = told(before, action, seat)
                by_view.setdefault(view, set()).add(step)
                compared += 1
            assert all(len(steps) == 1 for steps in by_view.values())
    assert compared > 20


@pytest.mark.parametrize("game", GAMES)
def test_actions_of_others_are_told_the_same_whatever_they_hide(game: str) -> None:
    """Imagine other cards where a seat cannot see them: what it is told of the same action stays the same."""
    compared = 0
    for number, (before, action) in enumerate(played(game, 3, 7, 260)):
        if before.to_act == CHANCE or number % 4:
            continue
        before = Position.from_json(before.to_json())  # what is imagined has no past either
        for seat in (None, *range(3)):
            view, step = told(before, action, seat)
            for guess in range(2):
                imagined = before.view(seat).sample(Rng(f"{number}/{guess}"))
                if action in imagined.legal:
                    other_view, other_step = told(imagined, action, seat)
                    if other_view == view:
                        compared += 1
                        assert other_step == step
    assert compared > 20


HIDING = [name for name in GAMES if verso.game(name).hides]


def tell_all_texts_and_parts(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if nothing were hidden in this game."""
    monkeypatch.setitem(vars(game), "hides", False)


def tell_all_parts(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    make_step = show._step

    def step(was: SeatView, action: int, now: SeatView, words: list[str], *, known: bool) -> wire.Step:
        made = make_step(was, action, now, words, known=known)
        return msgspec.structs.replace(made, parts=game.notation.action_parts(was.view.setup, was.view.state, action))

    monkeypatch.setattr(show, "_step", step)


def tell_all_moves(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def moved(before: View, action: int, after: View) -> list[Moved]:
        return [Moved(Place("draw"), Place("hand"), card=action)]

    monkeypatch.setattr(game.notation, "moved", moved)


@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("leak", [tell_all_texts_and_parts, tell_all_parts, tell_all_moves])
def test_the_tests_above_would_notice_a_leak(game: str, leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each tells everybody what chance did, in one of the ways in which an action is told."""
    leak(verso.game(game), monkeypatch)
    with pytest.raises(AssertionError):
        test_chances_that_look_the_same_to_a_seat_are_told_the_same(game, 2)


@pytest.mark.parametrize("game", GAMES)
def test_an_action_as_such_is_told_to_whoever_did_it_and_where_nothing_is_hidden(game: str) -> None:
    told_to: set[tuple[bool, bool]] = set()
    for before, action in played(game, 3, 11, 120):
        after = before.copy()
        after.push(action)
        for seat in (None, *range(3)):
            step, own = step_told(before, action, after, seat), before.to_act == seat
            known = own or not before.game.hides
            told_to.add((own, known))
            assert step.text == (before.text(action) if known else None)
            assert (step.parts is not None) == known
            if known:
                view = before.view(seat)
                assert step.parts == before.game.notation.action_parts(before.setup, view.state, action)
    assert told_to == {(True, True), (False, not verso.game(game).hides)}


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_made_from_the_two_views_of_whoever_is_told(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[tuple[View, View]] = []
    moved = verso.game(game).notation.moved

    def noted(before: View, action: int, after: View) -> Sequence[Moved]:
        looked.append((before, after))
        return moved(before, action, after)

    monkeypatch.setattr(verso.game(game).notation, "moved", noted)
    for before, action in played(game, 3, 13, 80):
        after = before.copy()
        after.push(action)
        for seat in (None, *range(3)):
            step = step_told(before, action, after, seat)
            was, now = looked.pop()
            assert values_of(was.state) == values_of(before.view(seat).state)
            assert values_of(now.state) == values_of(after.view(seat).state)
            assert step.moves == list(moved(before.view(seat), action, after.view(seat)))


def test_a_game_that_says_it_hides_nothing_shows_everybody_the_same() -> None:
    for game in GAMES:
        differs = False
        for before, _ in played(game, 3, 3, 150)[::10]:
            views = [values_of(before.view(seat).state) for seat in (None, 0, 1, 2)]
            differs = differs or any(view != views[0] for view in views)
        assert differs == verso.game(game).hides


def test_frames_tell_nobody_else_of_a_lay_down_under_way() -> None:
    """PF-11: its groups are not on the table of anybody else."""
    watched = 0
    for seed in range(3):
        play, chosen = Play(*map(human, range(3)), secret=bytes([seed] * 32), game="phase-10-flip"), random.Random(seed)
        shown = Show(play.table)
        for _ in range(120):
            placing = [text for text in play.legal() if text.startswith("place")]
            play.act(play.table.to_act or 0, chosen.choice(placing or play.legal()))
            play.tell(shown)
            position = play.table.position
            assert position is not None
            groups = {}
            for seat in (None, *range(3)):
                who, since = None if seat is None else PEOPLE[seat].id, play.table.ply - 1
                frame = shown.frame(Audience(seat, "en"), who, since, (), play.now)
                assert frame.view is not None
                groups[seat] = len(frame.view["table"])
            if position.state.laying > 0:
                own = groups.pop(position.to_act)
                assert set(groups.values()) == {own - position.state.laying}
                watched += 1
    assert watched > 10


def test_seeing_a_card_oneself_is_a_reveal_too() -> None:
    """Otherwise somebody could draw, look and take it back. Laying cards reveals nothing until the phase is down."""
    told: dict[str, set[bool]] = {}
    for seed in range(3):
        position, chosen = verso.game("phase-10-flip").new(3), random.Random(seed)
        position.settle(Rng(seed))
        for _ in range(150):
            if position.to_act < 0:
                break
            placing = [action for action in position.legal if position.text(action).startswith("place")]
            action = chosen.choice(placing or position.legal)
            verb, actor = position.text(action).split(" ")[0], position.to_act
            known = [seen_by(position, seat) for seat in range(3)]
            revealed = reveals(position, action)
            position.push(action)
            if position.to_act != CHANCE:
                more = any(seen_by(position, seat) - known[seat] for seat in range(3))
                assert revealed == more, (seed, verb, actor)
            told.setdefault(verb, set()).add(revealed)
            position.settle(Rng(seed + position.ply))
    assert told["draw"] == {True}
    assert told["place"] == {False, True}


def seen_by(position: Position, seat: int) -> set[tuple[int, str]]:
    """Return the faces that a seat knows, each with the name of its card, wherever it lies."""
    found = set()
    waiting: list[Any] = [position.view(seat).to_json()]
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, dict):
            found |= {(thing["id"], side) for side in ("colour", "wild") if "id" in thing and thing[side] is not None}
            waiting += thing.values()
        elif isinstance(thing, list):
            waiting += thing
    return found


def test_what_reveals_something() -> None:
    """In Phase 10 Flip, laying a card from a hidden hand on the table shows a face that the others had not seen."""
    position = verso.game("phase-10-flip").new(2)
    position.settle(Rng(1))
    while not any(position.text(action).startswith("discard") for action in position.legal):
        position.push(position.legal[0])
        position.settle(Rng(2))
    discard = next(action for action in position.legal if position.text(action).startswith("discard"))
    assert reveals(position, discard)
