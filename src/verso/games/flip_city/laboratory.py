"""What of Flip City can be changed in the lab, and how its games are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verso.core.contracts.laboratory import Field, Habit, Measure, Plan, Row, Table, Thing, Value
from verso.core.game import Action, Language
from verso.games.flip_city import tally
from verso.games.flip_city.rules import BUY, DEVELOP, FLIP, NOTHING, cards_to_win, other_side
from verso.games.flip_city.ruleset import EFFECTS, NONE, PRICES, RULE_BOUNDS, RULES, Face, FlipCitySetup
from verso.games.flip_city.words import FIGURES, effects, words_for

LENGTH = "turns"
PLAYED_ON = 8
"""So measured, 200 pairs of experts say as much as about 320, and take a tenth longer."""
MIXED = "mixed"
BY_CARDS = "cards"
SECONDS = {
    "play": 2.5,
    "stop": 2.0,
    "shuffle": 8.0,
    "done": 3.0,
    "recycle": 3.0,
    "buy": 6.0,
    "flip": 6.0,
    "flip to": 8.0,
    "develop": 6.0,
    "remove": 4.0,
}
"""What people take for each kind of action, thinking included: a guess, the same for all tables."""


# --- what can be changed


def tables(setup: FlipCitySetup, language: Language) -> list[Table]:
    say = words_for(language)
    counts = ("start", "supply") if setup.seats > 1 else ("start", "solo_supply")
    columns = [(key, say(f"label-{key}")) for key in FIGURES]
    columns += [(key, say("label-start" if key == "start" else "label-supply")) for key in counts]
    faces = tuple(_row(setup, number, language, counts) for number in range(len(setup.cards.faces)))
    return [
        Table("cards", say("lab-cards"), tuple(columns), faces),
        Table("rules", say("lab-rules"), (("value", say("lab-value")),), tuple(_rules(setup, language))),
    ]


def _row(setup: FlipCitySetup, number: int, language: Language, counts: tuple[str, ...]) -> Row:
    face, is_front = setup.cards.faces[number], number % 2 == 0
    say = words_for(language)
    fields = [
        _field(face, key, say(f"lab-{key.replace('_', '-')}"), key if key in FIGURES else "")
        for key in EFFECTS
        if is_front or key != "cost"  # a back cannot be bought
    ]
    for key in counts:
        if is_front or key == "start":
            value = setup.tables.start_deck[number] if key == "start" else setup.tables.start_supply[number // 2]
            fields.append(Field(f"{face.code}.{key}", value, column=key, label=say(f"lab-{key.replace('_', '-')}")))
    text = " ".join(effects(setup, number, language))
    both, t = (number, other_side(number)), setup.tables
    in_play = t.start_supply[number // 2] > 0 or any(t.start_deck[each] > 0 for each in both)
    return Row(face.code, face.names[language], tuple(fields), code=face.code, text=text, in_play=in_play)


def _field(face: Face, key: str, label: str, column: str) -> Field:
    value, most, figure = face.value(key), EFFECTS[key].most, face.figures.get(key)
    id, source = f"{face.code}.{key}", "" if figure is None else figure.source  # noqa: A001
    if most is None:
        return Field(id, bool(value), "switch", source=source, column=column, label=label)
    if key in PRICES:
        price = None if value == NOTHING else value
        return Field(id, price, "price", most=most, source=source, column=column, label=label)
    return Field(id, value, most=most, source=source, column=column, label=label)


def _rules(setup: FlipCitySetup, language: Language) -> Iterator[Row]:
    say = words_for(language)
    for key, (least, most) in RULE_BOUNDS.items():
        name = say(f"lab-{key.replace('_', '-')}")
        field = Field(f"{RULES}.{key}", getattr(setup.tables, key), least=least, most=most, column="value", label=name)
        yield Row(key, name, (field,))


def cards_of(setup: FlipCitySetup, changes: Mapping[str, Value]) -> Mapping[str, Any]:
    edits: dict[str, dict[str, Any]] = {key: dict(table) for key, table in setup.edits.items()}
    for id, value in changes.items():  # noqa: A001
        place, _, key = id.partition(".")
        edits.setdefault(place, {})[key] = NONE if value is None and key in PRICES else value
    return edits


# --- how games are counted


def things(setup: FlipCitySetup) -> list[Thing]:
    """Return every face that can be got."""
    return [
        Thing(face.code, (tally.GOT + number,), "has", getting(setup, number))
        for number, face in enumerate(setup.cards.faces)
        if getting(setup, number)
    ]


def getting(setup: FlipCitySetup, face: int) -> frozenset[Action]:
    """Return the actions by which one gets a face: buying or developing it, or turning its other side over."""
    t, kind, turned = setup.tables, face // 2, other_side(face)
    found = set()
    if face % 2 == 0 and t.cost[kind] != NOTHING and t.start_supply[kind] > 0:
        found.add(BUY + kind)
    if face % 2 == 1 and t.cost[kind] != NOTHING and t.fee[turned] != NOTHING and t.start_supply[kind] > 0:
        found.add(DEVELOP + kind)
    is_there = t.start_supply[kind] > 0 or t.start_deck[turned] > 0 or t.start_deck[face] > 0
    if is_there and t.fee[turned] != NOTHING and t.give_away[turned] == 0:
        found.add(FLIP + turned)
    return frozenset(found)


def plans(setup: FlipCitySetup) -> list[Plan]:
    """Return the ways to win: by cards, with points of mostly one face, or with a mixture of faces."""
    found = [Plan(BY_CARDS, _barred(setup, _winning_faces(setup)))] if _winning_faces(setup) else []
    found += [Plan(setup.code(face), _barred(setup, [face])) for face in _pointed(setup)]
    return [*found, Plan(MIXED)]


def habits(setup: FlipCitySetup) -> list[Habit]:
    return []


def without(setup: FlipCitySetup, things: Sequence[str]) -> FlipCitySetup:
    return setup  # who does without a face never does what brings it


def _barred(setup: FlipCitySetup, faces: list[int]) -> frozenset[Action]:
    return frozenset().union(*(getting(setup, face) for face in faces))


def _winning_faces(setup: FlipCitySetup) -> list[int]:
    return [face for face in range(len(setup.cards.faces)) if setup.tables.win_with_cards[face] > 0]


def _pointed(setup: FlipCitySetup) -> list[int]:
    """Return the faces that bring points, by playing or recycling them, and that one can have."""
    t = setup.tables
    return [
        face
        for face in range(len(setup.cards.faces))
        if t.points[face] + t.recycle_points[face] > 0 and (getting(setup, face) or t.start_deck[face] > 0)
    ]


def plan_of(setup: FlipCitySetup, played: Any) -> NDArray[np.int64]:
    """A winner by cards followed that plan; others the face that brought more than half of what their points are worth.

    What a player has got is weighed by its points: which cards were played in the last turn depends on luck.
    """
    faces, t = _pointed(setup), setup.tables
    ids = [plan.id for plan in plans(setup)]
    worth = np.array([t.points[face] + t.recycle_points[face] for face in faces], dtype=np.float64)
    brought = played.tallies[:, :, [tally.GOT + face for face in faces]] * worth
    total = brought.sum(axis=2)
    most = brought.argmax(axis=2) if faces else np.zeros(total.shape, dtype=np.int64)
    of_face = np.array([ids.index(setup.code(face)) for face in faces] or [0])[most]
    leads = 2 * (brought.max(axis=2) if faces else total) > total
    found = np.where((total > 0) & leads, of_face, ids.index(MIXED))
    if BY_CARDS in ids:
        by_cards = np.array([reason == BY_CARDS for reason in played.reasons], dtype=np.bool_)
        found[played.wins & by_cards[:, None]] = ids.index(BY_CARDS)
    return found.astype(np.int64)


def measures(setup: FlipCitySetup, played: Any) -> dict[str, Measure]:
    lost, turns = (played.tallies[:, :, place].sum(axis=1).astype(np.float64) for place in (tally.LOST, tally.TURNS))
    return {"lost": Measure(lost, turns, "share")}


def seconds(setup: FlipCitySetup, played: Any) -> NDArray[np.float64]:
    each = np.array([SECONDS[kind] for kind in played.kinds])
    return played.acts.sum(axis=1) @ each  # type: ignore[no-any-return]


def name_of(setup: FlipCitySetup, id: str, language: Language) -> str:  # noqa: A002
    say = words_for(language)
    kind, _, name = id.rpartition(":")
    if name in setup.cards.index:
        return setup.name(setup.cards.index[name], language)
    if (kind, name) == ("plan", BY_CARDS):
        return say("lab-plan-cards", count=cards_to_win(setup.tables))
    return say(f"lab-{kind}-{name}")
