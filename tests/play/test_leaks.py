"""Nothing a seat is sent depends on what it cannot see: steps of both games, for every seat and for spectators."""

from __future__ import annotations

import random
from typing import Any

import pytest

import verso
from tables import PEOPLE, Play, human
from verso.core.game import Position
from verso.core.rng import Rng
from verso.core.spec import CHANCE, values_of
from verso.play import wire
from verso.play.show import Audience, Eyes, Show, _table_step
from verso.play.table import Step, reveals

GAMES = verso.games()


def told(before: Position, action: int, seat: int | None) -> tuple[str, bytes]:
    """Return a seat's view after an action, and what it is told of the action, in both languages."""
    after = before.copy()
    after.push(action)
    steps = [_table_step(Step(before, action, after), Audience(seat, language), Eyes()) for language in ("en", "pt-BR")]
    return str(values_of(after.view(seat).state)), wire.encode(steps)


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


@pytest.mark.parametrize("game", [name for name in GAMES if verso.game(name).hides])
def test_the_tests_above_would_notice_a_leak(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Telling the neutral text of every chance to everybody is the leak they are made for."""
    monkeypatch.setattr(type(verso.game(game)), "hides", False)
    with pytest.raises(AssertionError):
        test_chances_that_look_the_same_to_a_seat_are_told_the_same(game, 2)


def test_a_game_that_says_it_hides_nothing_shows_everybody_the_same() -> None:
    for game in GAMES:
        differs = False
        for before, _ in played(game, 3, 3, 150)[::10]:
            views = [values_of(before.view(seat).state) for seat in (None, 0, 1, 2)]
            differs = differs or any(view != views[0] for view in views)
        assert differs == verso.game(game).hides


def test_frames_tell_nobody_else_of_a_lay_down_under_way() -> None:
    """PF-11: its groups are not on the table of anybody else, and so are not among those that take cards."""
    watched = 0
    for seed in range(3):
        play, chosen = Play(*map(human, range(3)), secret=bytes([seed] * 32), game="phase-10-flip"), random.Random(seed)
        show = Show(play.table)
        for _ in range(120):
            placing = [text for text in play.legal() if text.startswith("place")]
            play.act(play.table.to_act or 0, chosen.choice(placing or play.legal()))
            show.follow(play.table)
            position = play.table.position
            assert position is not None
            for seat in (None, *range(3)):
                who, since = None if seat is None else PEOPLE[seat].id, play.table.ply - 1
                frame = show.frame(Audience(seat, "en"), who, since, (), play.now)
                assert frame.view is not None
                assert len(frame.takes) == len(frame.view["table"])
                watched += position.state.laying > 0 and seat != position.to_act
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
