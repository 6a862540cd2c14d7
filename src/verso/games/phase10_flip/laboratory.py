"""What of Phase 10 Flip can be changed in the lab, and how its games are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verso.core.contracts.laboratory import Field, Habit, Measure, Plan, Row, Table, Thing, Value
from verso.core.game import Language
from verso.core.words import Words
from verso.games.phase10_flip import restraint, tally
from verso.games.phase10_flip.rules import GROUPS, HIT, PLACE, TAKE
from verso.games.phase10_flip.ruleset import (
    COLOUR_NAMES,
    DECK,
    LARGEST_SET,
    LONGEST_RUN,
    MOST_POINTS,
    PHASES,
    POINTS,
    STAR,
    Card,
    Phase10FlipSetup,
    with_unused,
)
from verso.games.phase10_flip.solver import HIGHEST, NUMBERS
from verso.games.phase10_flip.words.cards import face_words, phase_words, words_for

LENGTH = "rounds"
PLAYED_ON = 0
NO_GROUP = "none"
VALUES = (*map(str, range(1, HIGHEST + 1)), STAR)
SHAPES = (
    *(f"run {size}" for size in range(2, LONGEST_RUN + 1)),
    *(f"set {size}" for size in range(2, LARGEST_SET + 1)),
)
SECONDS = {"draw": 4.0, "take": 5.0, "discard": 6.0, "place": 2.0, "hit": 5.0}
"""What people take for each kind of action, thinking included: a guess, the same for all tables."""
DEAL_SECONDS = 45.0
"""For shuffling, dealing and counting a round."""


# --- what can be changed


def tables(setup: Phase10FlipSetup, language: Language) -> list[Table]:
    say = words_for(language)
    groups = tuple((f"group{place}", say("lab-group", number=place + 1)) for place in range(GROUPS))
    columns = tuple((key, say(f"lab-{key.replace('_', '-')}")) for key in _COLUMNS)
    return [
        Table(PHASES, say("lab-phases"), groups, tuple(_phases(setup, language))),
        Table(POINTS, say("lab-points"), (("value", say("lab-value")),), tuple(_points(setup, language))),
        Table(DECK, say("lab-deck"), columns, tuple(_deck(setup, language)), folded=True),
    ]


def _phases(setup: Phase10FlipSetup, language: Language) -> Iterator[Row]:
    say = words_for(language)
    shapes = (*(_shape_words(each, say) for each in SHAPES), say("lab-no-group"))
    for number, groups in enumerate(setup.phases[: setup.tables.last_phase], start=1):
        texts = [f"{group.kind} {group.size}" for group in groups] + [NO_GROUP] * (GROUPS - len(groups))
        fields = tuple(
            Field(
                f"{PHASES}.{number}.{place}",
                text,
                "choice",
                values=(*SHAPES, NO_GROUP),
                names=shapes,
                source="printed",
                column=f"group{place}",
                label=say("lab-group", number=place + 1),
                steps=_steps(text),
            )
            for place, text in enumerate(texts)
        )
        yield Row(str(number), say("lab-phase", number=number), fields, text=phase_words(setup, number, say))


def _steps(shape: str) -> tuple[tuple[int, str], ...]:
    """Return the shapes that differ from one in their size alone, by it."""
    kind = shape.partition(" ")[0]
    return tuple((int(each.partition(" ")[2]), each) for each in SHAPES if each.startswith(f"{kind} "))


def _shape_words(shape: str, say: Words) -> str:
    kind, _, size = shape.partition(" ")
    return say(f"shape-{kind}", size=int(size))


def _points(setup: Phase10FlipSetup, language: Language) -> Iterator[Row]:
    say = words_for(language)
    for key, value in setup.points.items():
        name = say(f"lab-points-{key}")
        field = Field(
            f"{POINTS}.{key}", value, most=MOST_POINTS, source="printed", column="value", label=say("lab-points")
        )
        yield Row(key, name, (field,))


_COLUMNS = ("colour", "colour_value", "colour_flip", "wild_value", "wild_flip")


def _deck(setup: Phase10FlipSetup, language: Language) -> Iterator[Row]:
    say = words_for(language)
    for number, card in enumerate(setup.deck):
        fields = tuple(_card_fields(number, card, language))
        colour, wild = (face_words(face.number, say) for face in card)
        yield Row(f"card{number}", say("lab-card", colour=colour, wild=wild), fields)


def _card_fields(number: int, card: Card, language: Language) -> Iterator[Field]:
    say = words_for(language)
    for column, text in zip(_COLUMNS, _cells(card), strict=True):
        place, label = f"{DECK}.{number}.{column}", say(f"lab-{column.replace('_', '-')}")
        if column.endswith("flip"):
            yield Field(place, text == "1", "switch", source="reconstructed", column=column, label=label)
        else:
            values = COLOUR_NAMES if column == "colour" else VALUES
            colours, numbers = tuple(say(f"colour-{each}") for each in COLOUR_NAMES), (*VALUES[:-1], say("lab-star"))
            names = colours if column == "colour" else numbers
            yield Field(place, text, "choice", 0, 0, values, names, "reconstructed", column, label)


def _cells(card: Card) -> list[str]:
    """Return a card as a line of a deck file has it, without its number."""
    assert card.colour.colour is not None
    cells = [COLOUR_NAMES[card.colour.colour]]
    for face in card:
        cells += [str(face.value) if face.value else STAR, str(int(face.flip))]
    return cells


def cards_of(setup: Phase10FlipSetup, changes: Mapping[str, Value]) -> Mapping[str, Any]:
    phases = {number: _group_texts(setup, number) for number in range(1, len(setup.phases) + 1)}
    points, rows = dict(setup.points), [_cells(card) for card in setup.deck]
    for place, value in changes.items():
        kind, name, *rest = place.split(".")
        if kind == PHASES:
            phases[int(name)][int(rest[0])] = str(value)
        elif kind == POINTS:
            assert isinstance(value, int)
            points[name] = value
        else:
            text = str(int(value)) if isinstance(value, bool) else str(value)
            rows[int(name)][_COLUMNS.index(rest[0])] = text
    edits = dict(setup.edits)
    if any(place.startswith(PHASES) for place in changes):
        changed = {number: texts for number, texts in phases.items() if texts != _group_texts(setup, number)}
        kept = {number: [text for text in texts if text != NO_GROUP] for number, texts in changed.items()}
        edits[PHASES] = dict(edits.get(PHASES, {})) | {str(number): texts for number, texts in kept.items()}
    if any(place.startswith(POINTS) for place in changes):
        edits[POINTS] = points
    if any(place.startswith(DECK) for place in changes):
        edits[DECK] = [[str(number), *row] for number, row in enumerate(rows)]
    return edits


def _group_texts(setup: Phase10FlipSetup, number: int) -> list[str]:
    groups = [f"{group.kind} {group.size}" for group in setup.phases[number - 1]]
    return groups + [NO_GROUP] * (GROUPS - len(groups))


# --- how games are counted


def things(setup: Phase10FlipSetup) -> list[Thing]:
    """Return the numbers and the Stars: how many of each a player gets rid of by laying and adding them."""
    return [Thing(_id(number), (tally.USED + number,), "each", useless=True) for number in _numbers()]


def _id(number: int) -> str:
    return str(number) if number else "star"


def _numbers() -> list[int]:
    return [*range(1, HIGHEST + 1), 0]


def plans(setup: Phase10FlipSetup) -> list[Plan]:
    return []


def habits(setup: Phase10FlipSetup) -> list[Habit]:
    """Return what players can leave alone whatever cards they hold.

    Not among it is adding to groups at all, without which no hand becomes empty and no round ends, and laying on the
    colour side: light players wait for a flip that none of them brings about, and it would only tell that of them.
    """
    stars = frozenset(action for action in range(PLACE, HIT) if (action - PLACE) % NUMBERS > 0)
    return [
        Habit("taking", frozenset((TAKE,))),
        Habit("stars", stars),
        Habit("flipping", bits=restraint.FLIPPING),
        Habit("hitting-others", bits=restraint.HITTING_OTHERS),
        Habit("laying-wild", bits=restraint.LAYING_WILD),
    ]


def without(setup: Phase10FlipSetup, things: Sequence[str]) -> Phase10FlipSetup:
    """Return the setup with figures by which these numbers fit nowhere: their cards can only be discarded."""
    return with_unused(setup, frozenset(number for number in _numbers() if _id(number) in things))


def plan_of(setup: Phase10FlipSetup, played: Any) -> NDArray[np.int64]:
    return np.full(played.wins.shape, -1, dtype=np.int64)


def measures(setup: Phase10FlipSetup, played: Any) -> dict[str, Measure]:
    rounds = played.details[LENGTH].astype(np.float64)
    counted = played.tallies.sum(axis=1).astype(np.float64)
    flips, taken, drawn, laid = (counted[:, each] for each in (tally.FLIPS, tally.TAKEN, tally.DRAWN, tally.LAID))
    return {
        "laid": Measure(laid, rounds * setup.seats, "share"),
        "flips": Measure(flips, rounds),
        "turns": Measure(taken + drawn, rounds * setup.seats),
        "taken": Measure(taken, taken + drawn, "share"),
        "score": Measure(played.scores.sum(axis=1).astype(np.float64), rounds * setup.seats),
    }


def seconds(setup: Phase10FlipSetup, played: Any) -> NDArray[np.float64]:
    each = np.array([SECONDS[kind] for kind in played.kinds])
    return played.acts.sum(axis=1) @ each + DEAL_SECONDS * played.details[LENGTH]  # type: ignore[no-any-return]


def name_of(setup: Phase10FlipSetup, id: str, language: Language) -> str:  # noqa: A002
    say = words_for(language)
    if id.startswith(("measure:", "habit:")):
        return say(f"lab-{id.replace(':', '-')}")
    number = id.removeprefix("left:")
    if number == "star":
        return say("lab-star")
    return say("lab-number" if number == id else "lab-left-number", number=number)
