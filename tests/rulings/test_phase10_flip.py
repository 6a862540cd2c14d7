"""The rulings of docs/rules/phase-10-flip.md, at least one test each, and the examples of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

import verso
from verso import CHANCE, OVER, AmbiguousAction, IllegalAction, InvalidPosition, InvalidSetup, Position, Rng
from verso.core.spec import UNKNOWN, blank
from verso.games.phase10_flip.ruleset import Card, Face, count_faces, phases, printed_deck

DECK = printed_deck()
GAME = verso.game("phase-10-flip")
SIDES = ("colour", "wild")


class Box:
    """The cards of the box that are not yet used in a situation."""

    def __init__(self) -> None:
        self.free = list(range(len(DECK)))

    def take(self, code: str, side: str | None = None) -> int:
        """Take a card by its face: `r4!` is a marked one, `r4` one without a mark; `r4/7` has 7 on its other side."""
        front, _, back = code.partition("/")
        where = side or ("colour" if front[0] in "rygb" else "wild")
        for card in self.free:
            faces: dict[str, Face] = dict(zip(SIDES, DECK[card], strict=True))
            other = faces[SIDES[1 - SIDES.index(where)]]
            if faces[where].code == front and back in ("", other.code):
                self.free.remove(card)
                return card
        raise AssertionError(f"the box has no card {code} left")

    def any(self, count: int, side: str, *, marked: bool = False) -> list[int]:
        """Take number cards of which nothing matters but whether this side has a Flip mark."""
        chosen = [card for card in self.free if self._plain(DECK[card], side, marked)][-count:]
        self.free = [card for card in self.free if card not in chosen]
        return chosen

    @staticmethod
    def _plain(card: Card, side: str, marked: bool) -> bool:
        face = card[SIDES.index(side)]
        return face.flip == marked and face.value > 0


def place(
    hand: str = "",
    *,
    others: Sequence[str] = (),
    table: Sequence[str] = (),
    side: str = "colour",
    step: str = "play",
    seats: int = 2,
    phase: Sequence[int] = (1,),
    laid: Sequence[bool] = (False,),
    score: Sequence[int] = (0,),
    discard: str = "",
    top: str | None = "",
    bottom: str | None = None,
    ruleset: str = "standard",
    options: dict[str, Any] | None = None,
    **keys: Any,
) -> Position:
    """Set up seat 0 to act. Cards are named by their active faces; `0 run 6 7 *=8` is a group of seat 0."""
    box = Box()
    hands = [[box.take(code, side) for code in hand.split()]]
    hands += [[box.take(code, side) for code in other.split()] for other in others]
    groups = [_group(box, text) for text in table]
    discarded = [box.take(code, side) for code in discard.split()]
    known = {"top": top, "bottom": bottom}
    inactive = SIDES[1 - SIDES.index(side)]
    draw = {
        key: [box.take(code, inactive) if code else box.any(1, side)[0]]
        for key, code in known.items()
        if code is not None
    }
    hands += [box.any(3, side) for _ in range(seats - len(hands))]
    discarded = discarded or box.any(1, side)
    players = [
        {
            "hand": hands[seat],
            "phase": phase[min(seat, len(phase) - 1)],
            "laid": seat < len(laid) and laid[seat],
            "score": score[min(seat, len(score) - 1)],
        }
        for seat in range(seats)
    ]
    document: dict[str, Any] = {
        "game": "phase-10-flip",
        "ruleset": ruleset,
        "options": options or {},
        "seats": seats,
        "to_act": 0,
        "step": step,
        "side": side,
        "dealer": seats - 1,
        "draw": draw,
        "discard": discarded,
        "players": players,
        "table": groups,
    }
    return Position.from_json(document | keys)


def _group(box: Box, text: str) -> dict[str, Any]:
    owner, kind, *words = text.split()
    cards = []
    for word in words:
        code, _, number = word.partition("=")
        side = "colour" if code[0] in "rygb" else "wild"
        value = int(number) if number else int(code.strip("rygb!"))
        cards.append({"card": box.take(code, side), "side": side, "value": value})
    return {"owner": int(owner), "kind": kind, "cards": cards}


def push(position: Position, *texts: str) -> Position:
    for text in texts:
        position.push(text)
    return position


def settled(position: Position, *texts: str) -> Position:
    """Push, and let chance bring whatever it brings after each."""
    for text in texts:
        position.push(text)
        position.settle(Rng(1))
    return position


def legal(position: Position) -> set[str]:
    return {position.text(action) for action in position.legal}


def verbs(position: Position) -> set[str]:
    return {text.split()[0] for text in legal(position)}


def refused(position: Position, text: str) -> str:
    """Return the sentence with which an action is refused; nothing may have changed."""
    before = position.to_json()
    with pytest.raises(IllegalAction) as caught:
        position.push(text)
    assert position.to_json() == before
    return str(caught.value)


def hand(position: Position, seat: int = 0, side: str | None = None) -> list[str]:
    """Return the active (or other) faces of a hand."""
    document = position.to_json()
    return faces(document["players"][seat]["hand"], side or document["side"])


def faces(cards: Sequence[int], side: str) -> list[str]:
    return [DECK[card][SIDES.index(side)].code for card in cards]


def group(position: Position, number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = position.to_json()["table"][number]
    return found


def numbers(position: Position, number: int = 0) -> list[int]:
    return [laid["value"] for laid in group(position, number)["cards"]]


def scores(position: Position) -> list[int]:
    return [player["score"] for player in position.to_json()["players"]]


def at_phase(position: Position) -> list[int]:
    return [player["phase"] for player in position.to_json()["players"]]


def new(seats: Any = 2, ruleset: str = "standard", **options: Any) -> Position:
    return verso.game("phase-10-flip").new(seats, ruleset, **options)


def dealt(seats: int = 2, dealer: int = 0, **options: Any) -> Position:
    """Deal the cards 0, 1, 2, ... of the deck in this order; the next two start the piles."""
    position = push(new(seats, **options), f"dealer {dealer}")
    for card in range(10 * seats + 2):
        position.push(f"card #{card}")
    return position


# --- the deck and the phases


def test_the_deck_has_the_counts_of_the_rules() -> None:
    counts = count_faces(DECK)
    assert len(DECK) == 104
    for colour in "rygb":
        assert [counts[f"{colour}{number}"] for number in range(1, 13)] == [2] * 12
        assert counts[f"{colour}*"] == 2
    assert [counts[str(number)] for number in range(1, 13)] == [8] * 12
    assert (counts["*"], counts["colour !"], counts["wild !"]) == (8, 8, 8)
    assert not any(card.colour.flip and card.wild.flip for card in DECK)
    assert not any(card.colour.value == card.wild.value > 0 for card in DECK)
    assert not any(face.flip and face.value == 0 for card in DECK for face in card)


def test_the_ten_phases_are_those_of_the_rulebook() -> None:
    shapes = ["+".join(f"{group.kind[0]}{group.size}" for group in phase) for phase in phases()]
    assert shapes == ["r2+r2", "r2+s2", "r2+s3", "r3+s2", "r4+s2", "r3+r3", "r3+s3", "r5+s2", "r2+s4", "r3+s2+s2"]


# --- set-up and information


@pytest.mark.parametrize("seats", range(2, 7))
def test_pf_01_ten_cards_for_two_to_six(seats: int) -> None:
    position = dealt(seats)
    document = position.to_json()
    assert [len(player["hand"]) for player in document["players"]] == [10] * seats
    assert document["draw"]["unknown"] == 104 - 10 * seats - 2
    # One at a time, the first to the left of the dealer.
    for seat, player in enumerate(document["players"]):
        assert player["hand"] == list(range((seat - 1) % seats, 10 * seats, seats))
        assert position.view(seat).to_json()["players"][seat]["hand"][0]["colour"] == faces(player["hand"], "colour")[0]


@pytest.mark.parametrize("seats", [1, 7, 0, True])
def test_pf_01_no_other_number_of_players(seats: int) -> None:
    with pytest.raises(InvalidSetup, match="is for 2 to 6 seats"):
        new(seats)


def test_pf_01_every_card_is_equally_likely_to_be_dealt() -> None:
    position = push(new(3), "dealer 0", "card #7")
    odds = position.odds()
    assert len(odds) == 103
    assert set(odds.values()) == {Fraction(1, 103)}
    assert refused(position, "card #7") == "that card is not left to be decided"


def test_pf_02_every_round_starts_with_the_colour_side() -> None:
    assert new(2).to_json()["side"] == "colour"
    position = place("5", side="wild", laid=[True], table=["0 run 6 7 8"])
    push(position, "hit 5 > 0.0")
    assert (position.to_json()["round"], position.to_json()["side"]) == (2, "colour")
    assert position.to_act == CHANCE


@pytest.mark.parametrize("side", SIDES)
def test_pf_03_the_next_draw_shows_its_inactive_face_to_everyone(side: str) -> None:
    other = SIDES[1 - SIDES.index(side)]
    position = place("", others=[""], side=side, step="draw", top="r7" if side == "wild" else "7")
    for seat in (0, 1, None):
        (top,) = position.view(seat).to_json()["draw"]["top"]
        assert (top[other], top[side], "card" in top) == ("r7" if side == "wild" else "7", None, False)


def test_pf_03_the_next_top_is_decided_as_soon_as_it_shows() -> None:
    position = push(place("", step="draw"), "draw")
    assert position.to_act == CHANCE
    assert position.to_json()["awaited_for"] == "top"
    assert len(position.odds()) == position.to_json()["draw"]["unknown"]


def test_pf_04_the_card_that_starts_the_discard_pile_and_its_flip_mark_is_ignored() -> None:
    position = push(new(2), "dealer 1")
    marked = next(card for card, faces in enumerate(DECK) if faces.colour.flip)
    dealt_cards = [card for card in range(104) if card != marked]
    for card in dealt_cards[:20]:
        position.push(f"card #{card}")
    assert position.to_json()["awaited_for"] == "discard"
    push(position, f"card #{marked}", f"card #{dealt_cards[20]}")
    document = position.to_json()
    assert (document["side"], document["discard"], document["turn"]["number"]) == ("colour", [marked], 1)
    for seat in (0, 1, None):
        assert position.view(seat).to_json()["discard"][0]["colour"] == DECK[marked].colour.code


def test_pf_05_backs_of_others_are_seen_and_fronts_and_own_backs_are_not() -> None:
    position = place("r3 r4", others=["b9"], step="draw")
    for viewer, owner in ((0, 1), (1, 0)):
        for card in position.view(viewer).to_json()["players"][owner]["hand"]:
            assert card["colour"] is None
            assert card["wild"] is not None
            assert "card" not in card
        for card in position.view(viewer).to_json()["players"][viewer]["hand"]:
            assert card["colour"] is not None
            assert card["wild"] is None
    for player in position.view(None).to_json()["players"]:
        assert all((card["colour"], card["wild"]) == (None, None) for card in player["hand"])


def test_pf_05_own_backs_can_be_shown() -> None:
    shown = place("r3 r4", others=["b9"], step="draw", options={"own_backs": "shown"})
    for card, number in zip(
        shown.view(0).to_json()["players"][0]["hand"], shown.to_json()["players"][0]["hand"], strict=True
    ):
        assert (card["colour"], card["wild"]) == tuple(face.code for face in DECK[number])
    assert shown.view(0).to_json()["players"][1]["hand"][0]["colour"] is None


def test_pf_06_the_dealer_is_drawn_then_passes_left_and_the_next_player_starts() -> None:
    position = new(3)
    assert position.to_act == CHANCE
    assert {position.text(action): chance for action, chance in position.odds().items()} == {
        f"dealer {seat}": Fraction(1, 3) for seat in range(3)
    }
    position = dealt(3, dealer=1)
    assert (position.to_json()["dealer"], position.to_act) == (1, 2)
    settled(position, "take", f"discard {DECK[0].colour.code}")  # card 0 was dealt first, to seat 2
    assert position.to_act == 0
    ended = place("5", seats=3, laid=[True], table=["0 run 6 7"], side="wild", dealer=2)
    settled(ended, "hit 5 > 0.0")
    assert (ended.to_json()["dealer"], ended.to_act) == (0, 1)


# --- a turn


def test_pf_10_draw_from_either_pile() -> None:
    position = place("r3", step="draw", discard="y9 b2", top="8")
    assert legal(position) == {"draw", "take"}
    assert refused(position, "discard r3") == "first draw a card"
    taken = push(position.copy(), "take")
    assert hand(taken) == ["r3", "y9"]
    assert faces(taken.to_json()["discard"], "colour") == ["b2"]
    top = position.to_json()["draw"]["top"][0]
    drawn = push(position, "draw")
    assert drawn.to_json()["players"][0]["hand"][-1] == top
    drawn.settle(Rng(1))
    assert refused(drawn, "draw") == "you have drawn already"
    assert refused(drawn, "take") == "you have drawn already"


def test_pf_10_a_marked_discard_may_be_taken_and_does_nothing() -> None:
    position = push(place("r3", step="draw", discard="r4!"), "take")
    assert hand(position) == ["r3", "r4!"]
    assert position.to_json()["side"] == "colour"


def test_pf_11_the_phase_is_laid_all_of_it_from_the_hand() -> None:
    position = place("r3 r4 b8 b9 y1")
    assert {"place", "discard"} <= verbs(position)  # nobody has to
    push(position, "lay r3 r4 / b8 b9")
    assert (group(position, 0)["owner"], numbers(position, 0), numbers(position, 1)) == (0, [3, 4], [8, 9])
    assert hand(position) == ["y1"]
    assert position.to_json()["players"][0]["laid"] is True
    short = place("r3 r4 b8 y1 y5")
    assert "place" not in verbs(short)
    assert refused(short, "lay r3 r4 / b8 y1").startswith("you cannot lay phase 1 with these cards")
    assert refused(short, "lay r3 r4 / b8 b9") == "you do not hold b9"
    assert refused(short, "lay r3 r4") == "phase 1 is run of 2 / run of 2"


def test_pf_11_one_phase_in_a_round() -> None:
    position = push(place("r3 r4 b8 b9 y1 y2 g5 g6"), "lay r3 r4 / b8 b9")
    assert "place" not in verbs(position)
    assert refused(position, "lay y1 y2 / g5 g6") == "your phase is down already: add cards with hit"


def test_pf_11_one_card_after_the_other_without_a_dead_end() -> None:
    position = place("r3 r4 r5 b8 b9 y1")
    assert {text for text in legal(position) if text.startswith("place")} == {"place r3", "place r4", "place b8"}
    push(position, "place r4")
    assert legal(position) == {"place r5"}
    assert refused(position, "discard y1") == "a lay-down is under way: place its next card"
    assert refused(position, "lay r4 r5 / b8 b9") == "a lay-down is under way: go on with place"
    push(position, "place r5")
    assert legal(position) == {"place b8"}
    push(position, "place b8", "place b9")
    assert numbers(position, 0) == [4, 5]
    assert "hit r3 > 0.0" in legal(position)


def test_pf_11_a_whole_lay_down_is_all_or_nothing() -> None:
    position = place("r3 r4 b8 b9 y1", phase=[2])
    assert refused(position, "lay r3 r4 / b8 b9")
    assert position.ply == 0
    assert refused(place("r3 r4 b8 y8 y1", phase=[2]), "lay r3 b8 / r4 y8")


def test_pf_11_force_lay_allows_no_discard_while_a_lay_down_is_possible() -> None:
    options = {"force_lay": True}
    position = place("r3 r4 b8 b9 y1", options=options)
    assert verbs(position) == {"place"}
    assert refused(position, "discard y1") == "you must lay your phase, because you can"
    assert "discard" in verbs(push(position, "lay r3 r4 / b8 b9"))
    assert verbs(place("r3 r4 b8 y9 y1", options=options)) == {"discard"}


def test_pf_12_hits_need_the_own_phase_down() -> None:
    position = place("r5 y9", table=["1 run r3 r4"], laid=[False, True])
    assert refused(position, "hit r5 > 1.0") == "lay your phase before you add cards to groups"
    push(place("r5 y9", table=["1 run r3 r4"], laid=[True, True]), "hit r5 > 1.0")


def test_pf_12_as_many_hits_as_you_like_on_any_groups_in_the_turn_of_laying() -> None:
    position = place("r3 r4 b8 b9 r5 g7 b10 y1", table=["1 run g5 g6", "1 run y11 y12"], laid=[False, True])
    push(position, "lay r3 r4 / b8 b9", "hit r5 > 0.0", "hit g7 > 1.0", "hit b10 > 0.1")
    assert hand(position) == ["y1"]
    assert [numbers(position, number) for number in range(4)] == [[5, 6, 7], [11, 12], [3, 4, 5], [8, 9, 10]]
    assert refused(position, "hit y1 > 1.2") == "there is no group 1.2 on the table"


def test_pf_13_a_discard_ends_the_turn() -> None:
    position = push(place("r3 b9", discard="y5"), "discard b9")
    assert position.to_act == 1
    assert position.to_json()["turn"] == {"seat": 1, "number": 2}
    assert faces(position.to_json()["discard"], "colour") == ["b9", "y5"]
    for seat in (0, 1, None):
        assert position.view(seat).to_json()["discard"][0]["colour"] == "b9"


def test_pf_13_a_mark_on_the_active_side_flips_and_one_on_the_other_side_does_not() -> None:
    assert push(place("r4! b9"), "discard r4!").to_json()["side"] == "wild"
    behind = next(card for card in DECK if card.wild.flip)
    position = place(f"{behind.colour.code}/{behind.wild.code} b9")
    assert push(position, f"discard {behind.colour.code}").to_json()["side"] == "colour"


def test_pf_14_going_out_by_a_hit() -> None:
    position = place("r5", laid=[True], table=["0 run r3 r4"], others=["b1 b11"])
    push(position, "hit r5 > 0.0")
    assert (position.to_json()["round"], scores(position)) == (2, [0, 15])


def test_pf_14_going_out_by_a_discard_and_by_a_lay_down() -> None:
    discarded = push(place("y5", laid=[True], others=["b1"]), "discard y5")
    assert (discarded.to_json()["round"], scores(discarded)) == (2, [0, 5])
    laid = push(place("r3 r4 b8 b9", others=["b1"]), "lay r3 r4 / b8 b9")
    assert (laid.to_json()["round"], scores(laid), at_phase(laid)) == (2, [0, 5], [2, 1])


def test_pf_14_a_final_discard_can_be_required() -> None:
    options = {"require_final_discard": True}
    position = place("r5", laid=[True], table=["0 run r3 r4"], options=options)
    assert legal(position) == {"discard r5"}
    assert refused(position, "hit r5 > 0.0") == "the last card must be discarded"
    two = place("r5 r6", laid=[True], table=["0 run r3 r4"], options=options)
    assert "hit r5 > 0.0" in legal(two)
    lay = place("r3 r4 b8 b9", options=options)
    assert refused(lay, "lay r3 r4 / b8 b9") == "the last card must be discarded"
    assert "place" in verbs(place("r3 r4 b8 b9 y1", options=options))


def no_draw_pile(discard: str, *, side: str = "colour", hand: str = "r3 b9") -> Position:
    """An empty draw pile: every card not named lies in the hand of nobody, so it lies on the table."""
    box = Box()
    mine = [box.take(code, side) for code in hand.split()]
    pile = [box.take(code, side) for code in discard.split()]
    theirs = box.any(2, side)
    table = []
    for owner, index in ((0, 1), (1, 2), (1, 3)):
        value = DECK[box.free[0]].wild.value or index
        chosen = [card for card in box.free if DECK[card].wild.value in (0, value)]
        table.append(_wild_set(owner, value, chosen))
        box.free = [card for card in box.free if card not in chosen]
    for owner, start in ((0, 0), (0, 0), (1, 0)):
        value = DECK[box.free[start]].wild.value
        chosen = [card for card in box.free if DECK[card].wild.value == value]
        table.append(_wild_set(owner, value, chosen))
        box.free = [card for card in box.free if card not in chosen]
    return Position.from_json(
        {
            "game": "phase-10-flip",
            "seats": 6,
            "to_act": 0,
            "step": "draw",
            "side": side,
            "dealer": 5,
            "discard": pile,
            "players": [
                {"hand": mine, "laid": True},
                {"hand": theirs, "laid": True},
                *({"hand": box.free[10 * n : 10 * n + 10], "laid": True} for n in range(4)),
            ],
            "table": [*table, *_rest(box.free[40:])],
        }
    )


def _wild_set(owner: int, value: int, cards: Sequence[int]) -> dict[str, Any]:
    laid = [{"card": card, "side": "wild", "value": value} for card in cards]
    return {"owner": owner, "kind": "set", "cards": laid}


def _rest(cards: Sequence[int]) -> list[dict[str, Any]]:
    """Return groups, of seats 2 to 5, that hold these cards, whatever they are."""
    values = sorted({DECK[card].wild.value for card in cards})
    return [
        _wild_set(2 + number // 3, value, [card for card in cards if DECK[card].wild.value == value])
        for number, value in enumerate(values)
    ]


def test_pf_15_an_empty_draw_pile_is_made_anew_of_all_discards_but_the_top() -> None:
    position = no_draw_pile("y5 g7 b2")
    old = position.to_json()
    assert (old["draw"]["unknown"], legal(position)) == (0, {"draw", "take"})
    push(position, "draw")
    assert position.to_act == CHANCE
    assert {position.text(action) for action in position.odds()} == {f"card #{card}" for card in old["discard"][1:]}
    document = position.to_json()
    assert (document["discard"], document["awaited_for"], document["step"]) == (old["discard"][:1], "player", "draw")
    card = old["discard"][2]
    push(position, f"card #{card}")
    assert position.to_json()["players"][0]["hand"][-1] == card
    assert position.to_json()["awaited_for"] == "top"
    push(position, f"card #{old['discard'][1]}")
    assert (position.to_act, position.to_json()["step"]) == (0, "play")
    assert position.to_json()["draw"] == {"top": [old["discard"][1]], "bottom": [], "unknown": 0}


def test_pf_15_the_card_known_at_the_bottom_is_the_top_once_nothing_is_above_it() -> None:
    document = no_draw_pile("y5 g7 b2").to_json()
    del document["seen"]
    stays, bottom, top = document["discard"]
    document |= {"discard": [stays], "draw": {"top": [top], "bottom": [bottom]}}
    position = push(Position.from_json(document), "draw")
    assert (position.to_act, position.to_json()["players"][0]["hand"][-1]) == (0, top)
    assert position.to_json()["draw"] == {"top": [bottom], "bottom": [], "unknown": 0}
    for seat in (0, 1, None):
        assert position.view(seat).to_json()["draw"]["top"][0]["wild"] == DECK[bottom].wild.code


@pytest.mark.parametrize("side", SIDES)
def test_pf_15_every_card_keeps_its_active_side(side: str) -> None:
    codes = ("y5 g7", "r3 b9") if side == "colour" else ("5 7", "3 9")
    position = no_draw_pile(codes[0], side=side, hand=codes[1])
    settled(position, "draw")
    assert position.to_json()["side"] == side
    assert hand(position)[-1] == codes[0].split()[1]


def test_pf_15_with_one_card_in_the_discard_pile_only_take_is_possible() -> None:
    position = no_draw_pile("y5")
    assert legal(position) == {"take"}
    assert refused(position, "draw").startswith("the draw pile is empty, and there is only one card")
    push(position, "take")
    assert hand(position)[-1] == "y5"
    assert position.to_json()["discard"] == []


# --- groups and Stars


def test_pf_20_a_colour_star_is_any_number_of_its_own_colour() -> None:
    """The rulebook's example: a red Star is the red 5 between 4 and 6; a blue Star cannot be."""
    position = place("r4 r6 r* y7 b7 g1", phase=[4])
    push(position, "lay r4 r*=5 r6 / y7 b7")
    assert (numbers(position), group(position)["colour"]) == ([4, 5, 6], "red")
    blue = place("r4 r6 b* y7 b7 g1", phase=[4])
    assert "place" not in verbs(blue)
    assert refused(blue, "lay r4 b*=5 r6 / y7 b7").startswith("you cannot lay phase 4")


def test_pf_20_a_wild_star_is_any_number_and_a_wild_number_any_colour() -> None:
    position = place("4 6 * 7 7 1", side="wild", phase=[4])
    push(position, "lay 4 *=5 6 / 7 7")
    assert (numbers(position), group(position)["colour"]) == ([4, 5, 6], None)
    assert refused(place("4 6 7 7 7 1", side="wild", phase=[4]), "lay 4 6 7 / 7 7")


def test_pf_20_a_set_takes_any_colours_and_stars() -> None:
    position = place("r4 r5 y7 b7 g* y1", phase=[3])
    push(position, "lay r4 r5 / y7 b7 g*")
    assert numbers(position, 1) == [7, 7, 7]


def test_pf_21_stars_without_end_but_one_number_card_in_the_phase() -> None:
    position = place("r* r* b* b9 y1")
    push(position.copy(), "lay r*=3 r*=4 / b*=8 b9")
    assert refused(place("r* r* b* b* y1"), "lay r*=3 r*=4 / b*=8 b*=9").startswith("you cannot lay phase 1")
    assert refused(place("* * * * 5", side="wild"), "lay *=3 *=4 / *=8 *=9")


def test_pf_21_or_one_in_each_group() -> None:
    options = {"min_numbers": "group"}
    assert refused(place("r* r* b* b9 y1", options=options), "lay r*=3 r*=4 / b*=8 b9")
    push(place("r* r4 b* b9 y1", options=options), "lay r*=3 r4 / b*=8 b9")
    hits = place("r* y1", laid=[True], table=["0 run b8 b9", "0 run r3 r4"], options=options)
    push(hits, "hit r*=5 > 0.1")  # hits are free of it


def test_pf_22_a_stars_number_is_said_when_it_is_laid_and_stays() -> None:
    position = place("r* r4 b8 b9 y1 r3")
    with pytest.raises(AmbiguousAction, match="say the number of the Star"):
        position.push("lay r* r4 / b8 b9")
    push(position, "lay r*=5 r4 / b8 b9")
    assert [laid["value"] for laid in group(position)["cards"]] == [4, 5]
    assert "hit r3 > 0.0" in legal(position)
    push(position, "hit r3 > 0.0")
    assert numbers(position) == [3, 4, 5]


def test_pf_22_laid_cards_are_never_taken_back() -> None:
    position = place("r5 y1", laid=[True], table=["0 run r3 r*=4"])
    before = group(position)["cards"]
    assert verbs(position) == {"discard", "hit"}
    push(position, "hit r5 > 0.0")
    assert group(position)["cards"][:2] == before


def test_pf_23_runs_stay_within_1_to_12_and_do_not_wrap() -> None:
    assert "place" not in verbs(place("r12 r1 b8 b9 y5"))
    ends = place("r1 r12 r* 12 y1".replace("12 y1", "y1"), laid=[True], table=["0 run r2 r3", "0 run r10 r11"])
    push(ends, "hit r1 > 0.0", "hit r12 > 0.1")
    assert "hit r*=1 > 0.0" not in legal(ends)
    assert {text for text in legal(ends) if text.startswith("hit r*")} == {"hit r*=4 > 0.0", "hit r*=9 > 0.1"}
    full = place("b* r* y1", laid=[True, True], table=["1 run b11 b12", "1 run 1 2 3 4 5 6 7 8 9 10 11 12"])
    assert {text for text in legal(full) if text.startswith("hit")} == {"hit b*=10 > 1.0"}


def test_pf_23_two_groups_may_repeat_number_and_colour() -> None:
    push(place("r2 r2 r3 r3 y1"), "lay r2 r3 / r2 r3")
    push(place("r3 r4 r5 b9 y9 g9 r9 y1", phase=[10]), "lay r3 r4 r5 / b9 y9 / g9 r9")


def wild_run() -> Position:
    """The rulebook's wild run 6, 7, 8."""
    return place("g9 g* r9 y5 g10 b1", laid=[True, True], table=["1 run 6 7 8"])


def test_pf_24_a_run_of_wild_cards_has_no_colour_until_a_colour_card_comes() -> None:
    """The rulebook's example: a green 9 turns it green; from then on green or wild-side cards."""
    position = wild_run()
    assert group(position)["colour"] is None
    assert {text for text in legal(position) if text.startswith("hit")} == {
        "hit g9 > 1.0",
        "hit r9 > 1.0",
        "hit y5 > 1.0",
        "hit g*=5 > 1.0",
        "hit g*=9 > 1.0",
    }
    push(position, "hit g9 > 1.0")
    assert (group(position)["colour"], numbers(position)) == ("green", [6, 7, 8, 9])
    hits = {text for text in legal(position) if text.startswith("hit")}
    assert hits == {"hit g10 > 1.0", "hit g*=5 > 1.0", "hit g*=10 > 1.0"}
    assert refused(position, "hit y5 > 1.0") == "yellow 5 does not fit the green run 6 to 9"


def test_pf_24_a_colour_star_fixes_the_colour_too() -> None:
    position = push(wild_run(), "hit g*=9 > 1.0")
    assert group(position)["colour"] == "green"
    assert {text for text in legal(position) if text.startswith("hit")} == {"hit g10 > 1.0"}


def test_pf_24_wild_cards_still_fit_a_run_with_a_colour() -> None:
    position = place("10 5 * 1", side="wild", laid=[True, True], table=["1 run 6 7 8 g9"])
    assert group(position)["colour"] == "green"
    push(position, "hit 10 > 1.0", "hit 5 > 1.0", "hit *=11 > 1.0")
    assert (group(position)["colour"], numbers(position)) == ("green", [5, 6, 7, 8, 9, 10, 11])


def test_pf_24_colour_cards_in_a_set_fix_nothing() -> None:
    position = place("r7 b7 y1", laid=[True, True], table=["1 run r3 r4", "1 set 7 7"])
    push(position, "hit r7 > 1.1", "hit b7 > 1.1")
    assert group(position, 1)["colour"] is None


def test_pf_25_the_rulebooks_fours_go_on_sets_of_four() -> None:
    position = place("r4 b4 y1", laid=[True, True], table=["1 run r8 r9", "1 set y4 g4", "0 run g1 g2", "0 set 4 4 4"])
    push(position, "hit r4 > 1.1", "hit b4 > 0.1")
    assert (numbers(position, 1), numbers(position, 3)) == ([4, 4, 4], [4, 4, 4, 4])
    assert refused(position, "hit y1 > 1.1") == "yellow 1 does not fit the set of 4s"


def test_pf_25_the_rulebooks_red_run_grows_at_both_ends() -> None:
    position = place("r2 r7 r8 b2 y1", laid=[True, True], table=["1 run r3 r4 r5 r6"])
    assert refused(position, "hit r8 > 1.0") == "red 8 does not fit the red run 3 to 6"
    assert refused(position, "hit b2 > 1.0") == "blue 2 does not fit the red run 3 to 6"
    push(position, "hit r2 > 1.0", "hit r7 > 1.0", "hit r8 > 1.0")
    assert numbers(position) == [2, 3, 4, 5, 6, 7, 8]
    assert faces([laid["card"] for laid in group(position)["cards"]], "colour") == [f"r{n}" for n in range(2, 9)]


def test_pf_25_the_rulebooks_wild_star_on_the_wild_run() -> None:
    position = place("* 1", side="wild", laid=[True, True], table=["1 run 6 7 8"])
    assert {text for text in legal(position) if text.startswith("hit")} == {"hit *=5 > 1.0", "hit *=9 > 1.0"}
    with pytest.raises(AmbiguousAction, match=r"\*=5 or \*=9"):
        position.push("hit * > 1.0")
    push(position, "hit *=9 > 1.0")
    assert (numbers(position), group(position)["colour"]) == ([6, 7, 8, 9], None)


def test_pf_25_a_star_on_a_set_has_the_sets_number() -> None:
    position = place("r* * y1".replace(" *", ""), laid=[True, True], table=["1 run b3 b4", "1 set 9 9"])
    assert "hit r*=9 > 1.1" in legal(position)
    assert refused(position, "hit r*=8 > 1.1") == "group 1.1 takes 9"
    push(position, "hit r* > 1.1")
    assert numbers(position, 1) == [9, 9, 9]


@pytest.mark.parametrize(("side", "card"), [("colour", "r5"), ("wild", "5")])
@pytest.mark.parametrize("table", ["1 run r3 r4", "1 run 3 4", "1 run r3 4", "1 set r5 b5", "1 set 5 5"])
def test_pf_25_cards_of_either_side_fit_groups_of_the_other(side: str, card: str, table: str) -> None:
    position = place(f"{card} {'y1' if side == 'colour' else '1'}", side=side, laid=[True, True], table=[table])
    push(position, f"hit {card} > 1.0")
    assert len(group(position)["cards"]) == 3
    assert {laid["side"] for laid in group(position)["cards"] if laid["value"] == 5} >= {side}


def test_pf_26_exactly_the_groups_of_the_phase_and_more_as_hits() -> None:
    position = place("r3 r4 r5 b8 b9 y1")
    assert refused(position, "lay r3 r4 r5 / b8 b9") == "phase 1 is run of 2 / run of 2"
    assert refused(position, "lay r3 r4 / b8 b9 / y1") == "phase 1 is run of 2 / run of 2"
    push(position, "lay r3 r4 / b8 b9", "hit r5 > 0.0")
    assert numbers(position) == [3, 4, 5]


def test_pf_26_the_rulebooks_phase_8() -> None:
    """Red 3, blue 3, green 6 to 9; a green 5 comes, and the phase is there. Next round it is phase 9."""
    position = place("r3 b3 g6 g7 g8 g9 y1", phase=[8], step="draw", discard="g5", others=["b1 b2 y12"])
    assert verbs(push(position.copy(), "draw")) != {"place"}
    push(position, "take", "lay g5 g6 g7 g8 g9 / r3 b3")
    assert (numbers(position, 0), numbers(position, 1)) == ([5, 6, 7, 8, 9], [3, 3])
    push(position, "discard y1")
    assert at_phase(position) == [9, 8]
    assert scores(position) == [0, 20]


# --- the flip


def test_pf_30_everything_flips_but_the_table() -> None:
    position = place(
        "r4! b9", others=["g1 y2"], discard="y5 g7 b2", top="8", bottom=None, table=["1 run r8 r9"], laid=[False, True]
    )
    before = position.to_json()
    marked = before["players"][0]["hand"][0]
    push(position, "discard r4!")
    after = position.to_json()
    assert after["side"] == "wild"
    assert after["discard"] == [*reversed(before["discard"]), marked]
    assert after["draw"]["bottom"] == before["draw"]["top"]
    assert (after["draw"]["top"], after["awaited_for"]) == ([], "top")
    assert after["table"] == before["table"]
    position.settle(Rng(1))
    assert position.to_act == 1
    for seat in (0, 1, None):
        view = position.view(seat).to_json()
        assert view["discard"][0]["wild"] == faces(before["discard"][-1:], "wild")[0]
        (top,) = view["draw"]["top"]
        assert (top["colour"] is not None, top["wild"]) == (True, None)
    assert [card["wild"] for card in position.view(1).to_json()["players"][1]["hand"]] == hand(position, 1)


def test_pf_30_the_known_bottom_card_comes_to_the_top() -> None:
    position = place("7! 9", side="wild", top="r8", bottom="y3")
    before = position.to_json()["draw"]
    push(position, "discard 7!")
    after = position.to_json()["draw"]
    assert (after["top"], after["bottom"]) == (before["bottom"], before["top"])
    assert position.to_act == 1
    (top,) = position.view(0).to_json()["draw"]["top"]
    assert top["wild"] is not None


def test_pf_30_what_was_visible_is_active_and_so_known_to_all() -> None:
    position = place("r4! b9 b8", others=["g1 y2"])
    theirs, mine = position.to_json()["players"][1]["hand"], position.to_json()["players"][0]["hand"][1:]
    push(position, "discard r4!")
    position.settle(Rng(1))
    for viewer in (0, 1):
        players = position.view(viewer).to_json()["players"]
        assert [(card["colour"], card["wild"]) for card in players[1]["hand"]] == [
            tuple(face.code for face in DECK[card]) for card in theirs
        ]
        assert [(card["colour"], card["wild"]) for card in players[0]["hand"]] == [
            tuple(face.code for face in DECK[card]) for card in mine
        ]


def test_pf_31_marks_that_come_up_or_are_drawn_or_hit_do_nothing() -> None:
    oldest = next(card.colour.code for card in DECK if card.wild.flip)
    mark = next(card.wild.code for card in DECK if card.wild.flip and card.colour.code == oldest)
    position = place("r4! b9", discard=f"y5 {oldest}/{mark}")
    push(position, "discard r4!")
    position.settle(Rng(1))
    assert faces(position.to_json()["discard"][:1], "wild") == [mark]
    assert position.to_json()["side"] == "wild"
    push(position, "take")
    assert position.to_json()["side"] == "wild"
    hit = push(place("r4! y1", laid=[True], table=["0 run r2 r3"]), "hit r4! > 0.0")
    assert hit.to_json()["side"] == "colour"
    laid = push(place("r4! r5 b8 b9 y1"), "lay r4! r5 / b8 b9")
    assert laid.to_json()["side"] == "colour"


def test_pf_32_the_new_side_stays_until_the_next_marked_discard() -> None:
    position = place("7! 9 3", side="wild", others=["5 6 4"], discard="8")
    settled(position, "discard 9")
    assert position.to_json()["side"] == "wild"
    settled(position, "take")
    settled(position, "discard 5", "take", "discard 7!")
    assert position.to_json()["side"] == "colour"


def out_with_a_flip(**options: Any) -> Position:
    position = place("r4!", laid=[True], others=["r1/* b10/8 g3/10"], options=options)
    return push(position, "discard r4!")


def test_pf_33_going_out_with_a_flip_scores_the_new_side() -> None:
    assert scores(out_with_a_flip()) == [0, 20 + 5 + 10]


def test_pf_33_or_the_old_side() -> None:
    assert scores(out_with_a_flip(flip_on_going_out=False)) == [0, 5 + 10 + 5]


# --- scoring, rounds, victory


def test_pf_40_who_laid_moves_on_whoever_went_out() -> None:
    position = place("y5", seats=3, laid=[True, True, False], phase=[2, 4, 4])
    push(position, "discard y5")
    assert at_phase(position) == [3, 5, 4]
    assert [player["laid"] for player in position.to_json()["players"]] == [False] * 3


@pytest.mark.parametrize(
    ("side", "cards", "points"),
    [
        ("colour", "r1 r9", 10),
        ("colour", "b10 b11 b12", 30),
        ("colour", "g* y*", 40),
        ("colour", "r5 b10 g*", 35),
        ("wild", "1 9", 10),
        ("wild", "10 11 12", 30),
        ("wild", "* *", 40),
        ("wild", "5 10 *", 35),
    ],
)
def test_pf_41_points_of_the_active_side(side: str, cards: str, points: int) -> None:
    last = "y5" if side == "colour" else "5"
    position = place(last, laid=[True, True], others=[cards], side=side, table=["1 run 3 4", "1 run y1 y2"])
    push(position, f"discard {last}")
    assert scores(position) == [0, points]  # nothing for the cards on the table


def test_pf_41_points_add_up_over_the_rounds() -> None:
    position = push(place("y5", laid=[True], others=["r1 b12"], score=[35, 100]), "discard y5")
    assert scores(position) == [35, 115]


@pytest.mark.parametrize(
    ("ruleset", "options", "points"),
    [
        ("standard", {}, 0),
        ("pt-br-text", {}, 10),
        ("standard", {"winner_score": 100}, 100),
        ("pt-br-text", {"winner_score": 3}, 3),
    ],
)
def test_pf_42_who_went_out(ruleset: str, options: dict[str, Any], points: int) -> None:
    position = push(place("y5", laid=[True], others=["r1"], ruleset=ruleset, options=options), "discard y5")
    assert scores(position) == [points, 5]


@pytest.mark.parametrize("value", [-1, 101, 5.0, True, "10"])
def test_pf_42_refuses_any_other_number(value: Any) -> None:
    with pytest.raises(InvalidSetup, match="option winner_score must be a whole number from 0 to 100"):
        new(2, winner_score=value)


def test_pf_43_the_next_round_gathers_all_cards() -> None:
    position = place("5", laid=[True], side="wild", table=["0 run 6 7", "0 run r1 r2"], seats=3, dealer=1)
    push(position, "hit 5 > 0.0")
    document = position.to_json()
    assert (document["side"], document["dealer"], document["turn"]) == ("colour", 2, {"seat": 0, "number": 0})
    assert (document["draw"], document["discard"], document["table"]) == (
        {"top": [], "bottom": [], "unknown": 104},
        [],
        [],
    )
    assert (document["seen"], document["shuffles"], document["awaited_for"]) == ([], 0, "hand")
    position.settle(Rng(1))
    assert [len(player["hand"]) for player in position.to_json()["players"]] == [10] * 3


def test_pf_44_hands_are_counted_in_the_open() -> None:
    position = place("y5", laid=[True], others=["b1 r12"], table=["0 run r1 r2", "0 run b4 b5"])
    state, action = position.state.copy(), position.parse("discard y5")
    moment = GAME.notation.between(position.setup, state, action)
    for seat in (0, 1, None):
        shown = looked_at(position, moment, seat)
        assert [card["colour"] for card in shown["players"][1]["hand"]] == ["b1", "r12"]
        assert shown["counted"]["out"] == 0
        assert [hand["points"] for hand in shown["counted"]["hands"]] == [[], [5, 10]]
        assert [hand["total"] for hand in shown["counted"]["hands"]] == [0, 15]
        assert [hand["next"] for hand in shown["counted"]["hands"]] == [2, 1]
    own = looked_at(position, moment, 1)
    assert [card["wild"] for card in own["players"][1]["hand"]] == [None, None]  # only the side that counts
    assert GAME.notation.between(position.setup, place("y5 y6", laid=[True]).state, action) is None


def test_pf_44_counts_on_the_side_that_a_last_flip_brings() -> None:
    position = place("g8!", laid=[True], others=["b1 r12"])
    moment = GAME.notation.between(position.setup, position.state, position.parse("discard g8!"))
    shown = looked_at(position, moment, 0)
    assert shown["side"] == "wild"
    assert all(card["wild"] for card in shown["players"][1]["hand"])
    assert push(position, "discard g8!").state.score[1] == shown["counted"]["hands"][1]["total"]


def test_pf_44_shows_nothing_in_the_replay_of_a_tie() -> None:
    position = place("y5", phase=[10], laid=[True], others=["b1"], replay=[0, 1])
    assert GAME.notation.between(position.setup, position.state, position.parse("discard y5")) is None


def looked_at(position: Position, state: Any, seat: int | None) -> Any:
    """Return a state that is no position's own as a seat may see it."""
    redacted = blank(position.game.state_class, position.seats)
    position.setup.rules.redact(state, position.setup.tables, UNKNOWN if seat is None else seat, redacted)
    return position.game.notation.shown(position.setup, redacted)


def finish(score: Sequence[int], laid: Sequence[bool], **keys: Any) -> Position:
    """Seat 0, in the last phase like all of them, goes out; seat 1 has 5 points left, seat 2 ten."""
    position = place("y5", seats=3, phase=[10], laid=laid, score=score, others=["b1", "b12"], **keys)
    return push(position, "discard y5")


def test_pf_50_one_who_completes_the_last_phase_wins_whatever_the_points() -> None:
    outcome = finish([500, 0, 0], [True, False, False]).outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((0,), "phases", (500, 5, 10))
    other = place("y5", seats=3, phase=[9, 10, 9], laid=[True, True, False], others=["b1", "b12"])
    won = push(other, "discard y5").outcome()
    assert won is not None
    assert won.winners == (1,)


def test_pf_50_of_several_the_lowest_total_wins() -> None:
    position = finish([50, 20, 0], [True, True, False])
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, position.to_act) == ((1,), "score", OVER)


def test_pf_50_a_tie_is_replayed_by_the_tied_players_only() -> None:
    position = finish([25, 20, 0], [True, True, False], dealer=0)
    document = position.to_json()
    assert (document["replay"], document["round"], document["dealer"]) == ([0, 1], 2, 1)
    assert [player["phase"] for player in document["players"]] == [10, 10, 10]
    assert document["turn"]["seat"] == 0  # the first tied seat after dealer 1 is not 2 but 0
    position.settle(Rng(2))
    assert [len(player["hand"]) for player in position.to_json()["players"]] == [10, 10, 0]
    assert position.to_act == 0
    text = next(text for text in sorted(legal(settled(position, "take"))) if text.startswith("discard"))
    settled(position, text)
    assert position.to_act == 1


def test_pf_50_a_replay_can_be_written_and_read_while_somebody_who_finished_with_more_points_sits_out() -> None:
    position = finish([25, 20, 50], [True, True, True])
    assert position.to_json()["replay"] == [0, 1]
    assert at_phase(position) == [10, 10, 11]
    for _ in range(40):
        position.settle(Rng(3))
        document = position.to_json()
        assert Position.from_json(document).to_json() == document
        position.push(position.legal[-1])
    with pytest.raises(InvalidPosition, match=r"players\[1\].phase: must be a whole number from 1 to 10"):
        place("y5 b3", seats=3, phase=[10, 11], replay=[0, 1], round=12)


def test_pf_50_who_goes_out_first_in_the_replay_wins_and_nothing_is_scored() -> None:
    keys: dict[str, Any] = {"seats": 3, "phase": [10], "score": [25, 25, 10], "replay": [0, 1], "round": 12}
    position = push(place("y5", laid=[True], others=["b1", ""], **keys), "discard y5")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((0,), "replay", (25, 25, 10))
    assert at_phase(position) == [10, 10, 10]


def test_pf_50_a_seat_that_was_not_tied_keeps_out_of_the_replay() -> None:
    keys: dict[str, Any] = {"seats": 3, "phase": [10], "score": [25, 10, 25], "replay": [0, 2], "round": 12}
    position = settled(place("y5 b3", others=["", "b1"], **keys), "discard y5")
    assert position.to_act == 2
    with pytest.raises(InvalidPosition, match=r"turn.seat: seat 0 does not replay the tie"):
        place("y5 b3", others=["b1", "b2"], **(keys | {"replay": [1, 2]}))


@pytest.mark.parametrize("mark", ["", "!"])
def test_pf_51_a_round_without_an_end_is_truncated_after_its_thousandth_turn(mark: str) -> None:
    position = place(f"r4{mark} b9", turn={"number": 1000})
    push(position, f"discard r4{mark}")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.truncated) == ((), "truncated", True)
    assert position.to_json()["side"] == ("wild" if mark else "colour")
    before = place("r4 b9", turn={"number": 999})
    assert settled(before, "discard r4").to_act == 1
    out = push(place("r4", turn={"number": 1000}, laid=[True]), "discard r4")
    assert (out.outcome(), out.to_json()["round"]) == (None, 2)


# --- variants


def test_pf_60_in_fixed_rounds_everybody_moves_on() -> None:
    position = place("y5", laid=[True], phase=[3], ruleset="fixed-rounds", round=3)
    push(position, "discard y5")
    assert (at_phase(position), position.to_json()["round"]) == ([4, 4], 4)


@pytest.mark.parametrize(("score", "winners"), [([20, 10], (1,)), ([15, 10], (0, 1)), ([0, 100], (0,))])
def test_pf_60_after_ten_rounds_the_lowest_total_wins_and_ties_are_shared(
    score: Sequence[int], winners: Sequence[int]
) -> None:
    keys: dict[str, Any] = {"ruleset": "fixed-rounds", "phase": [10], "score": score, "round": 10}
    outcome = push(place("y5", laid=[True], others=["r1"], **keys), "discard y5").outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (winners, "rounds")


def test_pf_61_the_players_choose_how_many_phases_win() -> None:
    outcome = push(place("y5", laid=[True], phase=[2], options={"phases": 2}), "discard y5").outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert push(place("y5", laid=[True], phase=[4], ruleset="short"), "discard y5").outcome() is None
    short = push(place("y5", laid=[True], phase=[5], ruleset="short"), "discard y5").outcome()
    assert short is not None
    assert short.winners == (0,)
    fixed = place("y5", phase=[2], laid=[True], ruleset="fixed-rounds", options={"phases": 2}, round=2)
    assert push(fixed, "discard y5").outcome() is not None
    for phases_to_win in (0, 11, "5"):
        with pytest.raises(InvalidSetup, match="option phases must be a whole number from 1 to 10"):
            new(2, phases=phases_to_win)


def test_pf_62_the_rulesets_and_their_options() -> None:
    game = verso.game("phase-10-flip")
    assert set(game.rulesets()) == {"standard", "pt-br-text", "fixed-rounds", "short"}
    defaults = {
        "flip_on_going_out": True,
        "force_lay": False,
        "min_numbers": "phase",
        "own_backs": "hidden",
        "phases": 10,
        "require_final_discard": False,
        "reshuffle": "keep_top",
        "winner_score": 0,
    }
    assert game.setup(2).options == defaults
    assert game.setup(2, "pt-br-text").options == defaults | {"winner_score": 10}
    assert game.setup(2, "fixed-rounds").options == defaults
    assert game.setup(2, "short").options == defaults | {"phases": 5}
    assert game.setup(6, "short", phases=3, own_backs="shown").options == defaults | {
        "phases": 3,
        "own_backs": "shown",
    }
    for option in defaults:
        with pytest.raises(InvalidSetup, match=f"option {option} must be"):
            new(2, **{option: "sometimes"})
    with pytest.raises(InvalidSetup, match="has no option 'jokers'"):
        game.setup(2, jokers=True)
    with pytest.raises(InvalidSetup, match="has no ruleset 'house'"):
        game.setup(2, "house")
