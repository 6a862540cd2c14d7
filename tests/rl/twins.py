"""Observations written a second time, slowly, from the documents that seats are sent: what is not in a view is not
in the document, so what agrees with this leaks nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from verso.core.game import View
from verso.games.flip_city.ruleset import FlipCitySetup
from verso.games.phase10_flip.ruleset import COLOUR_NAMES, phases

Fields = dict[str, Any]


def one_hot(size: int, *places: int | None) -> list[int]:
    return [int(i in places) for i in range(size)]


def from_self(view: View) -> list[int]:
    first = view.seat or 0
    return [(first + number) % view.setup.seats for number in range(view.setup.seats)]


def flip_city(view: View) -> Fields:
    document, setup = view.to_json(), view.setup
    assert isinstance(setup, FlipCitySetup)
    turn, codes, order = document["turn"], setup.cards.codes, from_self(view)
    players = [document["players"][seat] for seat in order]

    def counts(cards: Any) -> list[int]:
        if isinstance(cards, dict):
            return [cards.get(code, 0) for code in codes]
        return [cards.count(code) for code in codes]

    t = setup.tables
    return {
        "turn_of": one_hot(len(order), order.index(turn["seat"])),
        "chance_acts": int(document["to_act"] == -1),
        "over": int(document["to_act"] == -2),
        "phase": one_hot(3, ["play", "remove", "build"].index(document["phase"])),
        "time": 100 * turn["number"] // t.last_turn,
        "cash": min(100, turn["cash"]),
        "points": min(100, turn["points"]),
        "points_missing": max(0, t.points_to_win - turn["points"]),
        "unhappy": turn["unhappy"],
        "room": max(0, turn["limit"] - turn["unhappy"]),
        "must_play": int(turn["must_play"]),
        "actions": turn["actions"],
        "extra_buys": turn["extra_buys"],
        "extra_flips": turn["extra_flips"],
        "supply": [document["supply"].get(code, 0) for code in codes[::2]],
        "played": counts(document["players"][turn["seat"]]["played"]),
        "top": [counts(player["top"][:1]) for player in players],
        "known": [counts(player["top"][1:] + player["bottom"]) for player in players],
        "deck": [counts(player["deck"]) for player in players],
        "discard": [counts(player["discard"]) for player in players],
        "deck_size": [len(player["top"]) + len(player["bottom"]) + sum(player["deck"].values()) for player in players],
    }


def parts_of(code: str | None) -> tuple[int | None, int, int] | None:
    """Return colour, number (0: a Star) and mark of a face's code, or None if the face is not known."""
    if code is None:
        return None
    letters = [name[0] for name in COLOUR_NAMES]
    colour = letters.index(code[0]) if code[0] in letters else None
    number = code.strip("!").lstrip("".join(letters))
    return colour, 0 if number == "*" else int(number), int(code.endswith("!"))


def face_row(code: str | None) -> list[int]:
    parts = parts_of(code)
    if parts is None:
        return [0] * 18
    return [*one_hot(4, parts[0]), *one_hot(13, parts[1]), parts[2]]


def counted(cards: Sequence[dict[str, Any]]) -> list[int]:
    rows, marks = [[0] * 13 for _ in range(5)], [0, 0]
    for card in cards:
        for side, code in enumerate((card["colour"], card["wild"])):
            parts = parts_of(code)
            if parts is not None:
                rows[4 if parts[0] is None else parts[0]][parts[1]] += 1
                marks[side] += parts[2]
    return [*np.ravel(rows).tolist(), *marks]


def groups_of(document: dict[str, Any], owner: int) -> list[list[int]]:
    rows = []
    for group in document["table"]:
        if group["owner"] == owner:
            values = [card["value"] for card in group["cards"]]
            colour = None if group["colour"] is None else COLOUR_NAMES.index(group["colour"])
            is_run = group["kind"] == "run"
            rows.append([int(is_run), int(not is_run), min(values), max(values), *one_hot(4, colour)])
    return rows + [[0] * 8] * (3 - len(rows))


def phase10_flip(view: View) -> Fields:
    document, s, order = view.to_json(), view.state, from_self(view)
    players = [document["players"][seat] for seat in order]
    own = document["turn"]["seat"] == view.seat and view.seat is not None
    laying = document["laying"] or {"groups": 0, "slots": []}

    def card_row(cards: Sequence[dict[str, Any]]) -> list[int]:
        if not cards:
            return [0] * 36
        sides = ("colour", "wild") if document["side"] == "colour" else ("wild", "colour")
        return [number for side in sides for number in face_row(cards[0][side])]

    def sizes(phase: int) -> list[int]:
        groups = phases()[min(phase, 10) - 1]
        rows = [[group.size for group in groups if group.kind == kind] for kind in ("run", "set")]
        return [size for row in rows for size in (*row, 0, 0)[:2]]

    hand = [] if view.seat is None else document["players"][view.seat]["hand"]
    draw = document["draw"]
    return {
        "turn_of": one_hot(len(order), *(i for i, seat in enumerate(order) if seat == document["turn"]["seat"])),
        "dealer": one_hot(len(order), *(i for i, seat in enumerate(order) if seat == document["dealer"])),
        "chance_acts": int(document["to_act"] == -1),
        "over": int(document["to_act"] == -2),
        "step": one_hot(2, ["draw", "play"].index(document["step"])),
        "side": one_hot(2, ["colour", "wild"].index(document["side"])),
        "round": document["round"],
        "turn": min(127, document["turn"]["number"]),
        "draw_count": len(draw["top"]) + len(draw["bottom"]) + draw["unknown"],
        "discard_count": len(document["discard"]),
        "can_lay": max(0, s.can_lay) if own else 0,
        "laying": [laying["groups"], s.missing, len(laying["slots"]), s.has_number, s.group_has_number],
        "draw_top": card_row(draw["top"]),
        "draw_bottom": card_row(draw["bottom"]),
        "discard_top": card_row(document["discard"]),
        "discard_bottom": card_row(document["discard"][-1:]),
        "discard": counted(document["discard"]),
        "table": counted([card for group in document["table"] for card in group["cards"]]),
        "hand": [card_row(hand[slot : slot + 1]) for slot in range(11)],
        "hands": [counted(player["hand"]) for player in players],
        "hand_count": [len(player["hand"]) for player in players],
        "phase": [one_hot(10, min(player["phase"], 10) - 1) for player in players],
        "sizes": [sizes(player["phase"]) for player in players],
        "laid": [int(player["laid"]) for player in players],
        "score": [min(127, player["score"] // 5) for player in players],
        "replaying": [int(seat in document["replay"]) for seat in order],
        "groups": [groups_of(document, seat) for seat in order],
    }


TWINS: dict[str, Callable[[View], Fields]] = {"flip-city": flip_city, "phase-10-flip": phase10_flip}
