"""What programs are given of Phase 10 Flip: actions taken apart, views as declared documents, moved cards."""

from __future__ import annotations

import collections
import typing
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

import verso
from support import phase_player
from verso import OVER, Position, Rng
from verso.core.contracts.parts import Moved, Place
from verso.core.game import LANGUAGES, InvalidAction, View
from verso.games.phase10_flip import rules
from verso.games.phase10_flip.notation import ACTIONS, VIEW, parts
from verso.games.phase10_flip.ruleset import phases
from verso.games.phase10_flip.words import SHEET

GAME = verso.game("phase-10-flip")
action_parts, moved, shown = GAME.notation.action_parts, GAME.notation.moved, GAME.notation.shown
GAMES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"own_backs": "shown"}),
    (4, {"phases": 2}),
    (6, {"min_numbers": "group", "force_lay": True}),
]


class Step(typing.NamedTuple):
    """One action of a game, with the positions around it."""

    before: Position
    action: int
    after: Position


def steps(seats: int, plies: int = 500, **options: Any) -> Iterator[Step]:
    """Yield the actions of sensible games, one game after the other."""
    position, choose, rng = GAME.new(seats, **options), phase_player(seats), Rng(seats)
    for _ in range(plies):
        before = position.copy()
        action = choose(position, rng)
        position.push(action)
        yield Step(before, action, position)
        if position.to_act == OVER:
            position = GAME.new(seats, **options)


# --- actions


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_parts_say_what_the_text_says(seats: int, options: dict[str, Any]) -> None:
    decoder, kinds = msgspec.json.Decoder(ACTIONS), collections.Counter[str]()
    for position, _, _ in steps(seats, **options):
        for action in position.legal[:30]:
            made: Any = action_parts(position.setup, position.state, action)
            assert decoder.decode(msgspec.json.encode(made)) == made
            kinds[made.__struct_config__.tag] += 1
            text, verb = position.text(action), made.__struct_config__.tag
            assert text.split(" ")[0] == verb
            if position.to_act >= 0:
                view = position.view(position.to_act)
                assert action_parts(position.setup, view.state, action) == made
            if verb in ("discard", "place", "hit"):
                hand = position.view(position.to_act).to_json()["players"][position.to_act]["hand"]
                held = hand[made.slot]
                assert made.face == held[position.to_json()["side"]]
                assert text.split(" ")[1].startswith(made.face)
            if verb == "discard":
                assert made.card == held.get("card")
            if verb == "hit":
                assert text.endswith(f"> {made.owner}.{made.group}")
                check_end(position, action, made)
            if verb == "place" and "=" in text:
                assert text.endswith(f"={made.number}")
    assert set(kinds) == {"draw", "take", "discard", "place", "hit", "dealer", "card"}


def check_end(position: Position, action: int, made: Any) -> None:
    """The number goes to that end of the group, or becomes one more of a set."""
    after = position.copy()
    after.push(action)
    if after.state.round != position.state.round:
        return
    owner, group = made.owner, made.group
    ends = {None: {after.state.low[owner][group]}, "low": {after.state.low[owner][group]}}
    assert made.number in ends.get(made.end, {after.state.high[owner][group]})
    assert (made.end is None) == (position.state.kind[owner][group] == rules.SET)


def test_parts_of_what_is_not_there_are_refused() -> None:
    position = GAME.new(2)
    position.settle(Rng(1))
    for action in (rules.DISCARD + 10, rules.HIT, rules.DEALER + 2):
        with pytest.raises(InvalidAction):
            action_parts(position.setup, position.state, action)
    other = position.view(1 - position.to_act)
    with pytest.raises(InvalidAction, match="not known"):
        action_parts(position.setup, other.state, rules.DISCARD)


# --- views


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_views_and_full_states_are_shown_as_declared(seats: int, options: dict[str, Any]) -> None:
    laid = 0
    for number, (_, _, position) in enumerate(steps(seats, **options)):
        if number % 5:
            continue
        whole = shown(position.setup, position.state)
        msgspec.convert(whole, VIEW, strict=True)
        assert None not in [card[side] for card in all_cards(whole) for side in ("colour", "wild")]
        for seat in (*range(seats), None):
            view = position.view(seat)
            document = shown(position.setup, view.state)
            msgspec.convert(document, VIEW, strict=True)
            assert view.to_json().items() >= document.items()
            ids = [card["id"] for card in all_cards(document)]
            assert sorted(ids) == sorted(card["id"] for card in all_cards(whole))
            laid += len(document["table"])
    assert laid > 100


def all_cards(document: Any) -> list[Any]:
    cards = [*document["draw"]["top"], *document["draw"]["bottom"], *document["discard"]]
    cards += [card for player in document["players"] for card in player["hand"]]
    return cards + [card for group in document["table"] for card in group["cards"]]


def test_a_document_with_more_or_less_is_not_a_view() -> None:
    document = shown(GAME.setup(2), GAME.new(2).state)
    for wrong in (document | {"seen": []}, {key: document[key] for key in document if key != "shuffles"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, VIEW, strict=True)


def test_groups_are_shown_with_the_numbers_they_take() -> None:
    """Adding a card of a number that a group takes is legal for a Star, and of no other number."""
    checked = 0
    for seats, options in GAMES:
        for position, _, _ in steps(seats, plies=800, **options):
            hits: dict[tuple[int, int], set[int]] = collections.defaultdict(set)
            for action in position.legal if position.to_act >= 0 else ():
                if action >= rules.HIT:
                    made: Any = action_parts(position.setup, position.state, action)
                    hits[made.owner, made.group].add(made.number)
            groups = collections.Counter[int]()
            for group in shown(position.setup, position.state)["table"]:
                place = group["owner"], groups[group["owner"]]
                groups[group["owner"]] += 1
                assert hits[place] <= set(group["takes"])
                values = [card["value"] for card in group["cards"]]
                ends = {min(values) - 1, max(values) + 1} if group["kind"] == "run" else set(values)
                assert group["takes"] == sorted(ends & set(range(1, 13)))
                checked += len(hits[place])
    assert checked > 50


# --- which cards move


def places(document: Any) -> dict[int, tuple[Any, ...]]:
    """Return where each card lies that a document shows, by its id: written again, from the document."""
    found: dict[int, tuple[Any, ...]] = {card["id"]: ("discard", None, None) for card in document["discard"]}
    found |= {card["id"]: ("draw", None, None) for end in ("top", "bottom") for card in document["draw"][end]}
    for seat, player in enumerate(document["players"]):
        found |= {card["id"]: ("hand", seat, slot) for slot, card in enumerate(player["hand"])}
    groups = collections.Counter[int]()
    for group in document["table"]:
        found |= {card["id"]: ("group", group["owner"], groups[group["owner"]]) for card in group["cards"]}
        groups[group["owner"]] += 1
    return found


def as_tuple(place: Place) -> tuple[Any, ...]:
    return place.zone, place.seat, place.key


def zone(place: tuple[Any, ...]) -> tuple[Any, ...]:
    return place[:2] if place[0] == "hand" else place


def check_moves(before: View, after: View, found: Sequence[Moved]) -> None:
    was, now = (shown(view.setup, view.state) for view in (before, after))
    here, there = places(was), places(now) if was["round"] == now["round"] else {}
    pile = ("draw", None, None)
    expected = {
        card: (here.get(card, pile), there.get(card, pile))
        for card in {*here, *there}
        if zone(here.get(card, pile)) != zone(there.get(card, pile))
    }
    assert {move.card: (as_tuple(move.source), as_tuple(move.target)) for move in found} == expected
    assert len(found) == len(expected)
    seen, then = ({card["id"]: {card["colour"], card["wild"]} for card in all_cards(each)} for each in (was, now))
    for move in found:
        assert move.face is None or move.face in seen[move.card]
        assert move.turned is None or (move.card in there and move.turned in then[move.card])
        assert move.turned is None or move.turned != move.face


@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_every_card_that_changes_its_zone_is_moved_and_no_other(seats: int, options: dict[str, Any]) -> None:
    zones = collections.Counter[tuple[str, str]]()
    for before, action, after in steps(seats, plies=900, **options):
        for seat in (*range(seats), None):
            views = before.view(seat), after.view(seat)
            found = moved(views[0], action, views[1])
            check_moves(*views, found)
            zones.update((move.source.zone, move.target.zone) for move in found)
    wanted = {("draw", "hand"), ("draw", "discard"), ("discard", "hand"), ("hand", "discard"), ("hand", "group")}
    wanted |= {(zone, "draw") for zone in ("hand", "discard", "group")}  # all cards are gathered after a round
    assert wanted <= set(zones)


def test_what_is_seen_of_a_card_that_moves() -> None:
    """Who draws sees its other side before and its active side after; the others see the other side all the time."""
    position = GAME.new(3)
    position.settle(Rng(3))
    drawer, other = position.to_act, (position.to_act + 1) % 3
    top = shown(position.setup, position.state)["draw"]["top"][0]
    after = position.copy()
    after.push("draw")
    (own,) = moved(position.view(drawer), rules.DRAW, after.view(drawer))
    assert (own.source, own.target) == (Place("draw"), Place("hand", drawer, 10))
    assert (own.face, own.turned, own.card) == (top["wild"], top["colour"], top["id"])
    (others,) = moved(position.view(other), rules.DRAW, after.view(other))
    assert (others.face, others.turned, others.card) == (top["wild"], None, top["id"])
    (anybody,) = moved(position.view(None), rules.DRAW, after.view(None))
    assert (anybody.face, anybody.turned) == (top["wild"], None)
    assert msgspec.to_builtins(others)["from"] == {"zone": "draw"}


def test_a_lay_down_moves_for_others_when_it_is_complete() -> None:
    own, others = set(), set()
    for before, action, after in steps(2, plies=900):
        if parts(action).verb == "place" and before.state.round == after.state.round:
            seat = before.to_act
            own.add(len(moved(before.view(seat), action, after.view(seat))))
            others.add(len(moved(before.view(1 - seat), action, after.view(1 - seat))))
    assert own == {1}
    assert 0 in others
    assert max(others) >= 4


# --- names and the card sheet


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_stand_where_seats_are_numbered(language: str) -> None:
    """With names a sentence is the one without them, each seat's words replaced by its name."""
    names, say, compared = ("Ana", "Bruno", "Célia"), GAME.catalogue(language), 0
    swaps = [
        (say(message, seat=seat), say("of-name", name=name) if message == "of-seat" else name)
        for message in ("subject-seat", "of-seat", "who-seat")
        for seat, name in enumerate(names)
    ]
    swaps += [(before[:1].upper() + before[1:], after) for before, after in swaps]
    for before, action, after in steps(3, plies=700, phases=2):
        plain = [before.describe(action, language)]
        named = [GAME.words.describe(before.setup, before.state, action, language, names)]
        for seat in (0, None):
            views = before.view(seat), after.view(seat)
            plain += GAME.words.tell(views[0], action, views[1], language)
            named += GAME.words.tell(views[0], action, views[1], language, names)
        if after.to_act == OVER:
            plain.append(GAME.words.describe_outcome(after.setup, after.state, language))
            named.append(GAME.words.describe_outcome(after.setup, after.state, language, names))
        for one, other in zip(plain, named, strict=True):
            replaced = one
            for old, new in swaps:
                replaced = replaced.replace(old, new)
            assert replaced == other
            compared += one != other
    assert compared > 100


def test_the_card_sheet_has_the_phases_and_the_deck_of_a_setup() -> None:
    setup: Any = GAME.setup(2, "short")
    sheet = GAME.words.card_sheet(setup)
    assert isinstance(sheet, SHEET)
    assert [[(group.kind, group.size) for group in groups] for groups in sheet.phases] == [
        [tuple(group) for group in groups] for groups in phases()[:5]
    ]
    assert sheet.deck == [(card.colour.code, card.wild.code) for card in setup.deck]
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=SHEET) == sheet


def test_parts_of_chance() -> None:
    position = GAME.new(2)
    found: list[Any] = [action_parts(position.setup, position.state, action) for action in position.legal]
    assert [(type(each).__name__, each.seat) for each in found] == [("Dealer", 0), ("Dealer", 1)]
    position.push("dealer 0")
    card: Any = action_parts(position.setup, position.state, position.legal[5])
    assert msgspec.to_builtins(card) == {"do": "card", "card": 5}


def test_marks_are_turns_rounds_flips_and_phases_laid() -> None:
    seen = collections.Counter[str]()
    for before, action, after in steps(3, 900, phases=3):
        found = GAME.notation.marks(before.view(None), action, after.view(None))
        was, now = before.state, after.state
        over = after.to_act == OVER
        assert ("round" in found) == (before.to_act >= 0 and (over or now.round > was.round))
        assert ("flip" in found) == (before.to_act >= 0 and now.round == was.round and now.side != was.side)
        assert ("deal" in found) == (parts(action).verb == "card" and was.awaited_for != rules.FOR_PLAYER)
        if before.to_act >= 0 and not over:
            assert ("turn" in found) == ((now.round, now.turn) != (was.round, was.turn))
        assert found == GAME.notation.marks(before.view(0), action, after.view(0))  # nobody learns more from them
        seen.update(found)
    assert {"turn", "round", "flip", "laid", "deal"} == set(seen)
