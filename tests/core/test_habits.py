"""A position is handled as a chess board of python-chess is: pop, print, compare, copy, pickle."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator

import pytest

import verso
from verso import CHANCE, OVER, Position, Record, Rng
from verso.core import testing

GAMES = verso.games()


def played(game: str, plies: int = 60, seed: int = 3) -> Iterator[Position]:
    """Play a game at random and yield the one position after each action."""
    position, rng = verso.game(game).new(2), Rng(seed)
    for _ in range(plies):
        if position.to_act == OVER:
            return
        position.push(testing.uniform(position, rng))
        yield position


def after(game: str, plies: int = 60, seed: int = 3) -> Position:
    *_, position = played(game, plies, seed)
    return position


def decided(game: str) -> Position:
    """Return a position in which a seat has a choice."""
    return next(each for each in played(game) if each.to_act >= 0 and len(each.legal) > 1)


# --- pop


@pytest.mark.parametrize("game", GAMES)
def test_pop_takes_back_action_by_action_to_the_start(game: str) -> None:
    before = [verso.game(game).new(2), *(each.copy() for each in played(game))]
    position = before.pop().copy()
    for expected in reversed(before):
        last = position.actions[-1]
        assert position.pop() == last
        assert position == expected
        assert (position.actions, position.legal) == (expected.actions, expected.legal)
    with pytest.raises(IndexError, match="there is no action to take back: this is where the position began"):
        position.pop()
    assert position == verso.game(game).new(2)


@pytest.mark.parametrize("game", GAMES)
def test_pop_goes_back_to_a_document_or_a_sample_and_no_further(game: str) -> None:
    position = decided(game)
    sampled = position.view(position.to_act).sample(Rng(1))
    for start in (Position.from_json(position.to_json()), sampled):
        moved, action = start.copy(), start.legal[0]
        moved.push(action)
        assert moved != start
        assert moved.pop() == action
        assert moved == start
        assert moved.to_json() == start.to_json()
        with pytest.raises(IndexError):
            moved.pop()


def test_a_copy_and_its_original_are_taken_back_apart() -> None:
    position = after("flip-city", 20)
    twin = position.copy()
    twin.pop()
    twin.pop()
    assert (position.ply, twin.ply) == (20, 18)
    assert position == after("flip-city", 20)
    assert twin == after("flip-city", 18)
    for action in position.actions[18:]:
        twin.push(action)
    assert twin == position


def test_a_refused_move_of_several_actions_leaves_all_to_be_taken_back() -> None:
    position = decided("phase-10-flip")
    before = position.copy()
    with pytest.raises(verso.core.game.ActionError):
        position.push("lay r1 r2 / r3 r4")
    assert position == before
    assert position.pop() == before.actions[-1]


# --- print


def test_a_position_prints_the_table_with_everything_open() -> None:
    position = decided("phase-10-flip")
    printed = str(position)
    document = position.to_json()
    codes = [[face.code for face in card] for card in position.setup.deck]  # type: ignore[attr-defined]
    for player in document["players"]:
        for card in player["hand"]:
            assert all(face in printed for face in codes[card])
    assert str(position.view(0)) == position.view(0).show() != printed


@pytest.mark.parametrize("game", GAMES)
def test_a_view_prints_what_its_seat_may_know_and_says_whose_it_is(game: str) -> None:
    position = decided(game)
    for seat in (0, 1, None):
        view = position.view(seat)
        assert str(view) == view.show("en")
        assert ("spectator" if seat is None else f"seat {seat}") in repr(view)


@pytest.mark.parametrize("game", GAMES)
def test_legal_actions_are_numbers_that_print_as_texts(game: str) -> None:
    position = decided(game)
    legal = position.legal
    assert repr(legal) == f"<legal: {', '.join(position.text(action) for action in legal)}>" == str(legal)
    assert legal == tuple(legal)
    assert len(legal) == len(set(legal))
    assert (legal[0] in legal, -1 in legal) == (True, False)
    assert repr(position.view(position.to_act).legal) == repr(legal)
    assert repr(position.view(1 - position.to_act).legal) == "<legal: >"
    assert repr(position.copy().legal) == repr(legal)


def test_legal_actions_of_a_moment_that_is_over_keep_their_numbers_and_say_so() -> None:
    position = decided("phase-10-flip")
    legal, twin = position.legal, position.copy()
    numbers, texts = tuple(legal), repr(legal)
    position.push(legal[0])
    assert legal == numbers
    assert repr(legal) == f"<legal before: {', '.join(map(str, numbers))}>"
    assert repr(twin.legal) == texts
    position.pop()
    assert repr(position.legal) == texts


# --- equality


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_equal_by_what_is_on_the_table(game: str) -> None:
    position = after(game)
    again = after(game)
    assert position.setup is not again.setup
    assert position == again == Position.from_json(position.to_json())
    assert len({position.copy(), again.copy(), pickle.loads(pickle.dumps(again))}) == 1
    again.pop()
    assert position != again
    assert position != position.to_json()
    assert len({position.copy(), again.copy()}) == 2


def test_setups_are_equal_by_words_and_figures() -> None:
    flip_city = verso.game("flip-city")
    setup = flip_city.setup(2)
    assert setup == flip_city.setup(2)
    assert hash(setup) == hash(flip_city.setup(2))
    named = flip_city.setup(2, cards={"CP": {"name": "Our park"}})
    others = [flip_city.setup(3), flip_city.setup(2, "tmg-2015"), flip_city.setup(2, office=True), named]
    assert all(setup != other for other in [*others, verso.game("phase-10-flip").setup(2)])
    assert Position.start(setup) != Position.start(named)


@pytest.mark.parametrize("game", GAMES)
def test_views_are_equal_and_keys_by_what_a_seat_knows(game: str) -> None:
    position = decided(game)
    seen = {position.view(seat): seat for seat in (0, 1, None)}
    assert len(seen) == 3
    assert [seen[position.copy().view(seat)] for seat in (0, 1, None)] == [0, 1, None]
    looking = position.view(position.to_act)
    assert looking.sample(Rng(5)).view(position.to_act) == looking
    position.push(position.legal[0])
    assert position.view(0) not in seen


# --- copies and pickles


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_copied_and_pickled(game: str, make: object) -> None:
    assert callable(make)
    position = after(game)
    made = make(position)
    assert (made, made.actions, made.legal) == (position, position.actions, position.legal)
    made.pop()
    assert (made.ply, position.ply) == (59, 60)
    assert position == after(game)
    for each in (position.setup, position.view(0), position.view(None), Record.of(position, seat_0="Ana")):
        assert make(each) == each
        assert hash(make(each)) == hash(each)
    assert make(position.game) is position.game
    assert make(position.legal) == position.legal
    assert make(Record.of(position)).to_text() == Record.of(position).to_text()


def test_a_pickled_position_of_edited_cards_and_from_a_document_plays_on() -> None:
    cards = {"CP": {"points": 9}}
    start = verso.game("flip-city").new(2, cards=cards)
    start.settle(Rng(1))
    position = Position.from_json(start.to_json())
    position.push(position.legal[0])
    again = pickle.loads(pickle.dumps(position))
    assert again.origin == position.origin
    assert again.setup.fingerprint == position.setup.fingerprint
    assert again.pop() == position.pop()
    assert again == position
    assert again.to_act != CHANCE
