"""Who may know what in Phase 10 Flip: per face and per seat (PF-03, PF-05), as long as a card can be followed."""

from __future__ import annotations

import collections
import itertools
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import verso
from support import long, phase_player, play_on
from verso import CHANCE, OVER, Position, Rng
from verso.core import kernel, testing
from verso.core.game import LANGUAGES, ActionError, View
from verso.core.spec import UNKNOWN, blank
from verso.games.phase10_flip import moves, rules, ruleset
from verso.games.phase10_flip.notation import parts
from verso.games.phase10_flip.ruleset import Face, all_faces, printed_deck

DECK = printed_deck()
GAME = verso.game("phase-10-flip")


def positions(seats: int, seed: int, *, every: int = 7, plies: int = 400, **options: Any) -> Iterator[Position]:
    """Yield positions of a sensible game, and of the next when it is over."""
    position = GAME.new(seats, **options)
    choose, rng = phase_player(seed), Rng(seed)
    for ply in range(plies):
        if position.to_act == OVER:
            position = GAME.new(seats, **options)
        if ply % every == 0:
            yield position
        position.push(choose(position, rng))


# --- another position that differs only in what a seat cannot see, made without `complete`


def hidden_elsewhere(position: Position, seat: int | None, rng: random.Random) -> Position:
    """Let cards change places wherever the seat cannot tell: their faces that it has seen are the same."""
    other = position.copy()
    s, t = other.state, other.setup.tables
    threads = [thread for thread in range(rules.CARDS) if s.born[thread] != rules.NOTHING]
    held = {thread for each in range(other.seats) for thread in s.hand[each][: s.hand_count[each]]}
    held |= set(s.table[s.table_count - s.placed : s.table_count])  # a lay-down under way is nobody else's business

    def seen(thread: int) -> tuple[int, ...]:
        """The sides of a thread that the viewer has seen."""
        if seat is None and thread in held:
            return ()
        sides = []
        for side in (0, 1):
            bits = s.seen[thread] >> side
            everyone = all(bits >> 2 * each & 1 for each in range(other.seats))
            if everyone if seat is None else bits >> 2 * seat & 1:
                sides.append(side)
        return tuple(sides)

    def same(one: int, two: int, sides: Sequence[int]) -> bool:
        return all(t.face[side][one] == t.face[side][two] for side in sides)

    for _ in range(300 if threads else 0):
        one = rng.choice(threads)
        if rng.random() < 0.5 and s.pool_count:
            place = rng.randrange(s.pool_count)
            if same(s.card[one], s.pool[place], seen(one)):
                s.card[one], s.pool[place] = s.pool[place], s.card[one]
        else:
            two = rng.choice(threads)
            if same(s.card[one], s.card[two], (*seen(one), *seen(two))):
                s.card[one], s.card[two] = s.card[two], s.card[one]
    s.pool[: s.pool_count] = sorted(s.pool[: s.pool_count])
    if s.to_act != OVER and s.step == rules.STEP_PLAY:
        s.can_lay = int(other.setup.rules.holds_phase(s, t))
    other._legal = None
    return other


def moved(position: Position, other: Position) -> int:
    return sum(one != two for one, two in zip(position.state.card, other.state.card, strict=True))


def telling(view: View) -> list[object]:
    """All that a client of this seat is ever given of a position: as bytes, so that lengths count too."""
    document = json.dumps(view.to_json(), ensure_ascii=False).encode()
    words = [[view.describe(action, language) for action in view.legal] for language in LANGUAGES]
    texts = [view.text(action) for action in view.legal]
    return [document, len(document), words, texts, view.tensor().tobytes(), [view.show(each) for each in LANGUAGES]]


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {"own_backs": "shown"}), (4, {"phases": 2}), (6, {"min_numbers": "group"})],
)
def test_law_9_hidden_faces_make_no_difference_to_any_seat_or_spectator(seats: int, options: dict[str, Any]) -> None:
    rng, changes, flipped = random.Random(seats), 0, 0
    for position in positions(seats, seed=seats, **options):
        flipped += position.state.side == rules.WILD
        for seat in (*range(seats), None):
            other = hidden_elsewhere(position, seat, rng)
            changes += moved(position, other)
            testing.check_same_for(position, other, seat, observe=[telling])
    assert changes >= 400
    assert flipped >= 5


def test_the_helper_of_law_9_makes_positions_that_others_can_tell_apart() -> None:
    """Were nothing ever changed that matters, the test above would prove nothing."""
    rng, told_apart = random.Random(1), 0
    for position in positions(3, seed=1, every=20):
        other = hidden_elsewhere(position, 0, rng)
        told_apart += any(telling(position.view(seat)) != telling(other.view(seat)) for seat in (1, 2))
    assert told_apart >= 10


# --- what a seat is told of the actions of others


def pairs_of_actions(position: Position, other: Position, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Yield actions of both positions that may look alike from outside: the same one, or chance with another card."""
    both = sorted(set(position.legal) & set(other.legal))
    yield from ((action, action) for action in rng.sample(both, min(4, len(both))))
    if position.to_act == CHANCE and position.state.awaiting == rules.AWAIT_CARD:
        for _ in range(15):
            yield rng.choice(position.legal), rng.choice(other.legal)


def as_bytes(view: View) -> bytes:
    return kernel.state_bytes(view.state, view.setup.seats)


def told(position: Position, action: int, seat: int | None) -> tuple[list[object], View]:
    after = position.copy()
    after.push(action)
    lines: list[object] = [*position.game.notation.moved(position.view(seat), action, after.view(seat))]
    lines += [
        line
        for language in LANGUAGES
        for line in position.game.words.tell(position.view(seat), action, after.view(seat), language)
    ]
    return lines, after.view(seat)


@pytest.mark.parametrize("seats", [2, long(3)])
def test_what_is_told_of_an_action_says_no_more_than_the_views(seats: int) -> None:
    """Where a seat sees the same before and after, it is told the same, whichever card it was in truth."""
    rng, compared = random.Random(f"told {seats}"), collections.Counter[str]()
    for position in positions(seats, seed=10 + seats, every=4, plies=400):
        if position.to_act == OVER:
            continue
        for seat in (*range(seats), None):
            other = hidden_elsewhere(position, seat, rng)
            for one, two in pairs_of_actions(position, other, rng):
                (lines, view), (same_lines, same_view) = told(position, one, seat), told(other, two, seat)
                if as_bytes(view) == as_bytes(same_view):
                    assert lines == same_lines
                    assert lines or parts(one).verb == "place"
                    differs = one != two or moved(position, other) > 0
                    compared[parts(one).verb] += differs
    assert {verb: compared[verb] >= 20 for verb in ("card", "draw", "take", "discard")} == dict.fromkeys(
        ("card", "draw", "take", "discard"), True
    )


def test_others_are_not_told_which_card_is_drawn() -> None:
    position = dealt(3)
    top = position.to_json()["draw"]["top"][0]
    after = position.copy()
    after.push("draw")
    seat = position.to_act
    for looking in (0, 1, 2, None):
        line = GAME.words.tell(position.view(looking), rules.DRAW, after.view(looking), "en")[0]
        assert line == (f"drew {named(DECK[top].colour)}" if looking == seat else "drew a card")


def named(face: Face) -> str:
    colour = "wild" if face.colour is None else ruleset.COLOUR_NAMES[face.colour]
    return f"{colour} {face.value or 'Star'}" + (" with the Flip symbol" if face.flip else "")


# --- errors


def attempts(position: Position) -> Iterator[str]:
    """Yield texts of which most are wrong, in every way that could ask about a hidden face."""
    yield from ("draw", "take", "discard ?", "lay", "hit", "place", "dealer 0")
    yield from (f"discard #{card}" for card in range(rules.CARDS))
    yield from (f"card #{card}" for card in range(0, rules.CARDS, 5))
    codes = [face.code for face in all_faces()]
    yield from (f"discard {code}" for code in codes[::3])
    yield from (f"place {code}" for code in codes[::7])
    yield from (f"hit {code} > {owner}.0" for code in codes[::5] for owner in range(position.seats))
    yield from (f"discard {one}#{card}" for one in codes[::11] for card in range(0, rules.CARDS, 13))
    yield from (f"lay {codes[i]} {codes[i + 2]} / {codes[i + 4]} {codes[i + 6]}" for i in range(0, 90, 9))
    yield "lay #1 #2 / #3 #4"
    yield "hit #1=3 > 0.0"


def answer(position: Position, text: str) -> tuple[str, str]:
    try:
        actions = position.parse_all(text)
    except ActionError as error:
        return type(error).__name__, str(error)
    tried = position.copy()
    try:
        for action in actions:
            tried.push(action)
    except ActionError as error:
        return type(error).__name__, str(error)
    return "accepted", str(actions)


def test_errors_tell_the_seat_to_act_nothing_it_does_not_know() -> None:
    rng, kinds, changes = random.Random(5), collections.Counter[str](), 0
    for position in positions(3, seed=5, every=5):
        if position.to_act < 0:
            continue
        other = hidden_elsewhere(position, position.to_act, rng)
        changes += moved(position, other)
        for text in attempts(position):
            found = answer(position, text)
            assert found == answer(other, text), text
            kinds[found[0]] += 1
        view = position.view(position.to_act)
        for action in rng.sample(range(rules.DRAW, rules.ACTIONS), 60):
            for language in LANGUAGES:
                expected = GAME.words.why_not(view.setup, view.state, action, language)
                assert action in position.legal or position.why_not(action, language) == expected
    assert changes >= 60
    assert min(kinds[kind] for kind in ("InvalidAction", "IllegalAction", "accepted")) >= 20


def test_actions_are_named_from_the_view_of_who_acts() -> None:
    """The text and the words of an action need nothing that the seat to act does not know."""
    for position in positions(2, seed=6, every=5):
        if position.to_act < 0:
            continue
        view = position.view(position.to_act)
        for action in position.legal:
            assert view.text(action) == position.text(action)
            assert [view.describe(action, each) for each in LANGUAGES] == [
                position.describe(action, each) for each in LANGUAGES
            ]


# --- a card that can be followed


def dealt(seats: int = 2, first: Sequence[int] = (), **options: Any) -> Position:
    """Deal the cards named, then the lowest ones; seat 1, left of dealer 0, is to act."""
    position = GAME.new(seats, **options)
    position.push("dealer 0")
    rest = [card for card in range(rules.CARDS) if card not in first]
    for card in [*first, *rest][: 10 * seats + 2]:
        position.push(f"card #{card}")
    return position


def known(position: Position, seat: int | None, card: int) -> tuple[str | None, str | None] | None:
    """Return what a seat knows of a physical card that lies somewhere; None if it lies nowhere."""
    s = position.state
    for thread in range(rules.CARDS):
        if s.born[thread] != rules.NOTHING and s.card[thread] == card:
            return seen_as(position, seat, s.born[thread] * rules.CARDS + thread)
    return None


def seen_as(position: Position, seat: int | None, name: int) -> tuple[str | None, str | None] | None:
    """Return the faces that the document of a seat's view has for the card of this id."""
    document = position.view(seat).to_json()
    cards = [*document["draw"]["top"], *document["draw"]["bottom"], *document["discard"]]
    cards += [card for player in document["players"] for card in player["hand"]]
    cards += [card for group in document["table"] for card in group["cards"]]
    found = [(card["colour"], card["wild"]) for card in cards if card["id"] == name]
    assert len(found) <= 1, "two cards have the same id"
    return found[0] if found else None


def codes(card: int) -> tuple[str | None, str | None]:
    return DECK[card].colour.code, DECK[card].wild.code


def discard_card(position: Position, card: int) -> None:
    """Discard a physical card, and let chance bring what it brings."""
    s = position.state
    slot = next(slot for slot in range(s.hand_count[s.seat]) if s.card[s.hand[s.seat][slot]] == card)
    position.push(rules.DISCARD + slot)
    position.settle(Rng(1))


def some_card(position: Position, seat: int, *, marked: bool = False) -> int:
    """Return the card dealt first to a seat, with or without a Flip mark on the active side."""
    s, t = position.state, position.setup.tables
    hand = [s.card[thread] for thread in s.hand[seat][: s.hand_count[seat]]]
    chosen: int = next(card for card in hand if bool(t.marked[t.face[s.side][card]]) == marked)
    return chosen


def test_a_discard_of_which_both_faces_are_known_stays_known_in_the_hand_that_takes_it() -> None:
    position = dealt(3)
    card = some_card(position, 1)
    colour, wild = codes(card)
    assert [known(position, seat, card) for seat in (0, 1, 2, None)] == [
        (None, wild),
        (colour, None),
        (None, wild),
        (None, None),
    ]
    position.push("take")
    discard_card(position, card)
    # Whoever saw its back in the hand has now seen both faces; its owner has not, nor has a spectator.
    assert [known(position, seat, card) for seat in (0, 1, 2, None)] == [
        (colour, wild),
        (colour, None),
        (colour, wild),
        (colour, None),
    ]
    position.push("take")  # seat 2 takes it, and shows its back to seat 1 as well
    assert [known(position, seat, card) for seat in (0, 1, 2, None)] == [
        (colour, wild),
        (colour, wild),
        (colour, wild),
        (None, None),
    ]
    held = position.view(0).to_json()["players"][2]["hand"][-1]
    assert held["card"] == position.setup.tables.same[card]
    # It stays so while it is held, whatever else happens.
    discard_card(position, some_card(position, 2))
    position.push("draw")
    position.settle(Rng(2))
    assert known(position, 1, card) == (colour, wild)


def test_drawing_the_top_gives_the_drawer_both_faces_and_the_others_nothing_new() -> None:
    position = dealt(2)
    card = position.to_json()["draw"]["top"][0]
    colour, wild = codes(card)
    assert [known(position, seat, card) for seat in (0, 1, None)] == [(None, wild)] * 3
    position.push("draw")
    assert [known(position, seat, card) for seat in (0, 1, None)] == [(None, wild), (colour, wild), (None, None)]


@pytest.mark.parametrize("own_backs", ["hidden", "shown"])
def test_own_backs(own_backs: str) -> None:
    position = dealt(2, own_backs=own_backs)
    for seat in (0, 1):
        for card in position.to_json()["players"][seat]["hand"]:
            colour, wild = codes(card)
            assert known(position, seat, card) == (colour, wild if own_backs == "shown" else None)
            assert known(position, 1 - seat, card) == (None, wild)
    position.push("take")
    position.settle(Rng(1))
    card = some_card(position, 1)
    discard_card(position, card)
    position.push("take")
    assert known(position, 0, card) == codes(card)  # seen on the discard pile, and in the hand of another before


def test_after_a_flip_what_was_visible_is_active() -> None:
    marked = next(card for card, faces in enumerate(DECK) if faces.colour.flip)
    position = dealt(2, first=[marked])  # seat 1 gets it
    hands = [player["hand"][:] for player in position.to_json()["players"]]
    top = position.to_json()["draw"]["top"][0]
    before = {card: known(position, 0, card) for card in hands[1]}
    position.push("take")
    discard_card(position, marked)
    assert position.to_json()["side"] == "wild"
    for card in hands[0]:
        assert known(position, 0, card) == codes(card)  # the colour it has seen before, the wild face now
        assert known(position, 1, card) == codes(card)
    for card in hands[1]:
        if card != marked:
            seen = known(position, 0, card)
            assert seen == codes(card)
            assert seen[1] == before[card][1]  # type: ignore[index]
    # The old top lies at the bottom: nobody has seen its colour face; the new top shows its colour face.
    assert position.to_json()["draw"]["bottom"] == [top]
    assert known(position, 0, top) == (None, codes(top)[1])
    new_top = position.to_json()["draw"]["top"][0]
    assert known(position, 1, new_top) == (codes(new_top)[0], None)


def test_a_discard_uncovered_after_a_flip_shows_its_other_face() -> None:
    marked = next(card for card, faces in enumerate(DECK) if faces.colour.flip)
    position = dealt(2, first=[40, 41, marked])  # seat 1 gets 40 and the marked one, seat 0 gets 41
    oldest = position.to_json()["discard"][0]
    for card in (40, 41, marked):
        position.push("draw")
        position.settle(Rng(card))
        discard_card(position, card)
    assert position.to_json()["discard"] == [oldest, 40, 41, marked]
    assert (known(position, 1, 40), known(position, None, 40)) == ((codes(40)[0], None), (codes(40)[0], None))
    position.push("take")
    # Card 40 was held by seat 1, who had not seen its wild face before; now everybody has.
    assert [known(position, seat, 40) for seat in (0, 1, None)] == [codes(40)] * 3
    assert known(position, None, 41) == (codes(41)[0], None)


def test_a_number_names_a_card_only_for_who_knows_both_faces() -> None:
    position = dealt(2)
    top = position.to_json()["draw"]["top"][0]
    position.push("draw")
    position.settle(Rng(1))
    for card in position.to_json()["players"][1]["hand"]:
        if card != top:
            with pytest.raises(verso.IllegalAction, match=f"^you know no card of your hand as #{card}$"):
                position.push(f"discard #{card}")
    position.push(f"discard #{top}")
    assert position.to_json()["discard"][0] == top


def empty_pile(discard: int) -> Position:
    """Seat 0 is to draw from an empty draw pile; `discard` cards lie in the discard pile, seen by all."""
    position = GAME.new(2)
    rng = random.Random(discard)
    deck = list(range(rules.CARDS))
    rng.shuffle(deck)
    hands, pile, rest = [deck[:10], deck[10:20]], deck[20 : 20 + discard], deck[20 + discard :]
    table: list[dict[str, Any]] = []
    numbers = sorted({DECK[card].wild.value for card in rest} - {0})
    for index, number in enumerate(numbers[:6]):
        cards = [card for card in rest if DECK[card].wild.value == number]
        if index == 0:
            cards += [card for card in rest if DECK[card].wild.value == 0]
        laid = [{"card": card, "side": "wild", "value": number} for card in cards]
        table.append({"owner": index % 2, "kind": "set", "cards": laid})
    used = {laid["card"] for group in table for laid in group["cards"]}
    pile += [card for card in rest if card not in used]
    document = position.to_json() | {
        "to_act": 0,
        "dealer": 1,
        "awaiting": None,
        "turn": {"seat": 0, "number": 40},
        "draw": {},
        "discard": pile,
        "players": [{"hand": hand, "laid": True} for hand in hands],
        "table": table,
    }
    return Position.from_json(document)


def test_a_reshuffle_breaks_the_thread() -> None:
    position = empty_pile(8)
    before = position.to_json()
    top, *others = before["discard"]
    old_ids = {card["id"] for card in position.view(0).to_json()["discard"][1:]}
    assert all(known(position, 1, card)[0] == codes(card)[0] for card in others)  # type: ignore[index]
    position.push("draw")
    for card in others:
        assert known(position, 0, card) is None
    # Its view does not say which of them comes now: the drawer sees both faces, others the inactive one.
    position.push(f"card #{others[0]}")
    assert known(position, 0, others[0]) == codes(others[0])
    assert known(position, 1, others[0]) == (None, codes(others[0])[1])
    new_ids = {card["id"] for card in position.view(1).to_json()["players"][0]["hand"]}
    assert not new_ids & old_ids
    position.settle(Rng(1))
    new_top = position.view(1).to_json()["draw"]["top"][0]
    assert new_top["id"] not in old_ids
    assert (new_top["colour"], "card" in new_top) == (None, False)
    assert known(position, 1, top) is not None  # the card that stayed is still known


def test_a_new_round_breaks_every_thread() -> None:
    document = empty_pile(8).to_json()
    last = document["players"][0]["hand"].pop()
    document["discard"] += document["players"][0]["hand"]
    document["players"][0]["hand"] = [last]
    del document["seen"]
    position = Position.from_json(document | {"step": "play"})
    position.push(f"discard {codes(last)[0]}")
    assert (position.to_json()["round"], position.to_json()["seen"]) == (2, [])
    for seat in (0, 1, None):
        assert position.view(seat).to_json()["draw"] == {"top": [], "bottom": [], "unknown": rules.CARDS}
    position.settle(Rng(3))
    for player in position.view(None).to_json()["players"]:
        assert all((card["colour"], card["wild"]) == (None, None) for card in player["hand"])
    for card in position.view(0).to_json()["players"][1]["hand"]:
        assert card["colour"] is None


# --- identifiers


def test_ids_depend_on_the_order_of_events_and_not_on_the_cards() -> None:
    """Two deals with other cards give the same ids to everybody."""

    def ids(position: Position) -> list[list[int]]:
        return [[card["id"] for card in player["hand"]] for player in position.view(0).to_json()["players"]]

    rng, deck = random.Random(3), list(range(rules.CARDS))
    first = dealt(4)
    for _ in range(5):
        rng.shuffle(deck)
        assert ids(dealt(4, first=deck)) == ids(first)


def test_hidden_physical_cards_change_no_byte() -> None:
    """With the same faces seen, it makes no difference which of several physical cards it is."""
    rng, changes = random.Random(8), 0
    for position in positions(2, seed=8, every=13):
        for seat in (0, 1, None):
            other = hidden_elsewhere(position, seat, rng)
            changes += moved(position, other)
            assert telling(position.view(seat)) == telling(other.view(seat))
            assert testing.view_bytes(position) == testing.view_bytes(position.copy())
    assert changes >= 100


# --- a saved game


def cards_in(value: Any) -> Iterator[int]:
    """Yield every card number that a document names."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("hand", "discard", "top", "bottom"):
                yield from (card for card in inner)
            elif key == "card":
                yield inner
            else:
                yield from cards_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cards_in(inner)


def test_a_saved_game_holds_no_future() -> None:
    """The document of a full position names only cards of which somebody has seen a face."""
    for position in positions(3, seed=12, every=9):
        document = position.to_json()
        assert not {"pool", "deck", "seed"} & set(document)
        named_cards = set(cards_in(document))
        undecided = set(position.state.pool[: position.state.pool_count])
        assert not named_cards & undecided
        assert len(named_cards) + document["draw"]["unknown"] == rules.CARDS
        assert all(any(faces != "none" for faces in entry["by"]) for entry in document["seen"])


def test_the_future_depends_on_the_stream_alone() -> None:
    """Two games with the same past and another future are the same document, and the same record."""
    one, two = dealt(2), dealt(2)
    assert json.dumps(one.to_json()) == json.dumps(two.to_json())
    one.push("draw")
    two.push("draw")
    one.settle(Rng(1))
    two.settle(Rng(2))
    assert one.to_json() != two.to_json()


# --- completing a view


def test_samples_of_views_can_be_played() -> None:
    """A completed view is a position like any other: whoever is to act can act, and it can be saved."""
    rng = Rng(4)
    for position in positions(3, seed=4, every=17):
        for seat in (0, 1, 2, None):
            sample = position.view(seat).sample(rng)
            assert (len(sample.legal) > 0) == (sample.to_act != OVER)
            assert Position.from_json(sample.to_json()).to_json() == sample.to_json()
            play_on(sample, 30, rng)


def laying() -> Position:
    """Seat 1 holds red 2, 3, 6 and 7, has taken a card, and can lay its phase."""
    red = [next(number for number, card in enumerate(DECK) if card.colour.code == f"r{each}") for each in (2, 3, 6, 7)]
    position = dealt(2, first=[card for pair in zip(red, (50, 51, 52, 53), strict=True) for card in pair])
    position.push("take")
    position.settle(Rng(1))
    return position


def test_samples_in_the_midst_of_the_lay_down_of_another_can_be_played() -> None:
    position = laying()
    position.push("place r2")
    for seat, seed in itertools.product((0, 1, None), range(10)):
        sample = position.view(seat).sample(Rng(seed))
        assert sample.legal
        assert Position.from_json(sample.to_json()).to_json() == sample.to_json()


def test_nobody_else_sees_a_lay_down_before_it_is_complete() -> None:
    """A phase is laid all at once (PF-11): its first cards, which could still be others, are shown to nobody."""
    position = laying()
    before = [telling(position.view(seat)) for seat in (0, None)]
    for text in ("place r2", "place r3", "place r6"):
        action, views = position.parse(text), [position.view(seat) for seat in (0, 1, None)]
        position.push(text)
        assert [telling(position.view(seat)) for seat in (0, None)] == before
        told_lines = [
            GAME.words.tell(view, action, position.view(seat), "en")
            for view, seat in zip(views, (0, 1, None), strict=True)
        ]
        assert told_lines == [[], [], []]
    action, views = position.parse("place r7"), [position.view(seat) for seat in (0, None)]
    position.push("place r7")
    for view in views:
        lines = [GAME.words.tell(view, action, position.view(view.seat), language)[0] for language in LANGUAGES]
        assert lines == [
            "laid phase 1: red 2, red 3; red 6, red 7",
            "baixou a combinação 1: 2 vermelha, 3 vermelha; 6 vermelha, 7 vermelha",
        ]
    for seat in (0, 1, None):
        groups = position.view(seat).to_json()["table"]
        assert [[card["colour"] for card in group["cards"]] for group in groups] == [["r2", "r3"], ["r6", "r7"]]


@pytest.mark.parametrize(
    ("side", "text", "told_lines"),
    [
        (
            "colour",
            "lay g4 g5 / g8! r8 b*=8",
            [
                "laid phase 3: green 4, green 5; green 8, red 8, blue Star as 8",
                "baixou a combinação 3: 4 verde, 5 verde; 8 verde, 8 vermelha, Estrela azul como 8",
            ],
        ),
        (
            "wild",
            "lay 3 4 / 7! 7 *=7",
            [
                "laid phase 3: wild 3, wild 4; wild 7, wild 7, wild Star as 7",
                "baixou a combinação 3: 3 curinga, 4 curinga; 7 curinga, 7 curinga, Estrela curinga como 7",
            ],
        ),
    ],
)
def test_a_lay_down_is_told_in_words_and_still_read_in_notation(side: str, text: str, told_lines: list[str]) -> None:
    free = {number: card.colour if side == "colour" else card.wild for number, card in enumerate(DECK)}
    held: list[int] = []
    for code in (word.partition("=")[0] for word in text.removeprefix("lay ").replace(" /", "").split()):
        held.append(next(number for number, face in free.items() if face.code == code))
        del free[held[-1]]
    spare, top = list(free)[:2]
    document: dict[str, Any] = {"game": "phase-10-flip", "seats": 2, "to_act": 0, "step": "play", "side": side}
    players = [{"hand": [*held, spare], "phase": 3}, {}]
    position = Position.from_json(document | {"dealer": 1, "players": players, "discard": [top]})
    position.settle(Rng(1))
    *most, last = position.parse_all(text)
    for action in most:
        position.push(action)
    view = position.view(1)
    position.push(last)
    assert [GAME.words.tell(view, last, position.view(1), language)[0] for language in LANGUAGES] == told_lines


@pytest.mark.parametrize("own_backs", ["hidden", "shown"])
def test_what_may_be_behind_a_back_depends_on_nothing_hidden(own_backs: str) -> None:
    """Another deal that a seat cannot tell from this one is told the same, and the truth is always among it."""
    chosen, looked = random.Random(3), 0
    for position in positions(3, 5, own_backs=own_backs):
        for seat in range(3):
            view, other = position.view(seat), hidden_elsewhere(position, seat, chosen).view(seat)
            told, again = (details(each, seat) for each in (view, other))
            assert told == again
            looked += _behind_is_true(position, view, told)
    assert looked > 500


def details(view: View, seat: int) -> moves.Details:
    assert isinstance(view.setup, ruleset.Phase10FlipSetup)
    return moves.details(view.setup, view.state, seat)


def _behind_is_true(position: Position, view: View, told: moves.Details) -> int:
    """Check each card of which the view knows one face, and return how many there were."""
    s, t, known = position.state, position.setup.tables, 0
    for thread in range(rules.CARDS):
        card = view.state.card[thread]
        if s.born[thread] == rules.NOTHING or card > rules.FACE_ONLY:
            continue
        face, known = rules.FACE_ONLY - card, known + 1
        sides = [t.face[side][s.card[thread]] for side in (0, 1)]
        other = all_faces()[sides[1 - sides.index(face)]].code
        assert other in [each.face for each in told.behind[all_faces()[face].code]]
    return known


def test_the_end_of_a_round_shows_only_the_side_that_counts() -> None:
    """All hands lie open on the active side; no seat is told more of any card than it knew and that."""
    position, choose, rng, ends = GAME.new(3), phase_player(4), Rng(4), 0
    while ends < 4:
        if position.to_act == OVER:
            position = GAME.new(3)
        action = choose(position, rng)
        moment = GAME.notation.between(position.setup, position.state, action) if position.to_act >= 0 else None
        if moment is not None:
            ends += 1
            for seat in (0, 1, 2, None):
                _check_counting(position, moment, seat)
            position.push(action)
            assert [hand["total"] for hand in _shown(position, moment, 0)["counted"]["hands"]] == position.state.score
        else:
            position.push(action)


def _shown(position: Position, state: Any, seat: int | None) -> Any:
    redacted = blank(position.game.state_class, position.seats)
    position.setup.rules.redact(state, position.setup.tables, UNKNOWN if seat is None else seat, redacted)
    return position.game.notation.shown(position.setup, redacted)


def _check_counting(position: Position, moment: Any, seat: int | None) -> None:
    before, shown = position.view(seat).to_json(), _shown(position, moment, seat)
    knew = {card["id"]: card for player in before["players"] for card in player["hand"]}
    side = shown["side"]
    other = "wild" if side == "colour" else "colour"
    for holder, player in enumerate(shown["players"]):
        for card in player["hand"]:
            assert card[side] is not None
            flipped = before["side"] != side
            if holder == seat or seat is None or not flipped:  # a last flip shows the other hands' other side
                assert card[other] == knew[card["id"]][other] or seat is None
