"""The figures of a game that can be changed: which there are, what they may be, and what becomes of changes.

Nothing here changes anything: changes go in, and a setup or the reasons why there is none come out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verso.core.contracts.laboratory import Field, Table, Value
from verso.core.game import Game, InvalidCards, InvalidSetup, Language, Setup
from verso.lab import wire
from verso.lab.study import laboratory_of, restrictions
from verso.lab.words import Names, words_for
from verso.play.about import option_info


@dataclasses.dataclass(frozen=True)
class Problem:
    """Why a change is refused: at a field, or where that is empty, because of all together."""

    field: str
    words: str
    name: str = ""
    """What the field is called."""


class Refused(ValueError):  # noqa: N818 - said to a person
    """Changes that cannot be made; `problems` says which, and why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(": ".join(filter(None, (each.name or each.field, each.words))) for each in problems))
        self.problems = problems


@dataclasses.dataclass(frozen=True)
class Variant:
    """A table as somebody wants it: where it begins from, and which figures are others."""

    ruleset: str | None = None
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    changes: Mapping[str, Value] = dataclasses.field(default_factory=dict)


def tables_of(setup: Setup, language: Language) -> Sequence[Table]:
    laboratory = laboratory_of(setup.game)
    return [] if laboratory is None else laboratory.tables(setup, language)


def fields_of(setup: Setup, language: Language = "en") -> dict[str, Field]:
    """Return every field of a setup by its id."""
    return {field.id: field for table in tables_of(setup, language) for row in table.rows for field in row.fields}


def field_names(setup: Setup, language: Language) -> dict[str, str]:
    """Return what every field is called, with the row that it stands in."""
    return {
        field.id: f"{row.name}: {field.label}" if field.label != row.name else row.name
        for table in tables_of(setup, language)
        for row in table.rows
        for field in row.fields
    }


def shipped(game: Game, seats: int | None, variant: Variant) -> Setup:
    """Return the table that a variant begins from; raises InvalidSetup."""
    return game.setup_with(variant.options, seats, variant.ruleset)


def made(game: Game, seats: int | None, variant: Variant, language: Language = "en") -> Setup:
    """Return the setup of a variant, or raise Refused with everything that is wrong with its changes."""
    base = shipped(game, seats, variant)
    fields = fields_of(base, language)
    names = field_names(base, language)
    problems = [
        Problem(place, words, names.get(place, ""))
        for place, value in variant.changes.items()
        if (words := _refused(fields.get(place), value, language)) is not None
    ]
    if problems:
        raise Refused(problems)
    changes = {place: value for place, value in variant.changes.items() if value != fields[place].value}
    laboratory = laboratory_of(game)
    if laboratory is None or not changes:
        return base
    try:
        return game.setup_with(variant.options, base.seats, base.ruleset, laboratory.cards_of(base, changes))
    except InvalidCards as error:
        raise Refused([_said(base, error, changes, language)]) from None


def changes_of(setup: Setup) -> dict[str, Value]:
    """Return by which fields a setup differs from the same one with the cards as shipped.

    Raises InvalidSetup where edits do something that no field can, such as adding a card.
    """
    base = setup.game.setup_with(setup.options, setup.seats, setup.ruleset)
    before, after = fields_of(base), fields_of(setup)
    changes = {
        place: field.value for place, field in after.items() if place in before and before[place].value != field.value
    }
    variant = Variant(setup.ruleset, setup.options, changes)
    if made(setup.game, setup.seats, variant).fingerprint != setup.fingerprint:
        raise InvalidSetup("these cards differ from the shipped ones by more than figures: new cards or names")
    return changes


def _refused(field: Field | None, value: Value, language: Language) -> str | None:
    """Return why a field cannot have a value, or None if it can."""
    say = words_for(language)
    if field is None:
        return say("lab-refused-unknown")
    if field.kind == "switch":
        return None if isinstance(value, bool) else say("lab-refused-switch")
    if field.kind == "choice":
        return (
            None if value in field.values else say("lab-refused-choice", values=", ".join(field.names or field.values))
        )
    if field.kind == "price" and value is None:
        return None
    if type(value) is int and field.least <= value <= field.most:
        return None
    return say(
        "lab-refused-number" if field.kind == "number" else "lab-refused-price", least=field.least, most=field.most
    )


def _said(base: Setup, error: InvalidCards, changes: Mapping[str, Value], language: Language) -> Problem:
    """Return what the game says against changes that are each within bounds, at the field that it is about."""
    if error.message:
        rows = {row.code: row.name for table in tables_of(base, language) for row in table.rows if row.code}
        called = {key: rows.get(str(value), value) for key, value in error.values.items()}  # cards by their names
        words = base.game.catalogue(language)(error.message, **called)
    else:
        words = str(error).removeprefix("cards: ").removeprefix(f"{error.field}: ")
    place = next(_about(error.field, changes), "")
    return Problem(place, words, field_names(base, language).get(place, ""))


def _about(field: str, changes: Mapping[str, Value]) -> Iterator[str]:
    """Yield the changed fields that an error may be about, the likeliest first."""
    ordered = list(reversed(list(changes)))  # whoever changed it last wants to know
    yield from (place for place in ordered if place == field)
    row, _, key = field.rpartition(".")
    yield from (place for place in ordered if place.startswith(f"{field}.") or place.endswith(f".{key}"))
    yield from (place for place in ordered if row and place.startswith(f"{row}."))
    yield from ordered


# --- in words


def told_sheet(game: Game, seats: int | None, variant: Variant, language: Language) -> wire.LabSheet:
    """Return every figure with what it is and was, and what is wrong with changes; raises InvalidSetup."""
    base = shipped(game, seats, variant)
    setup, problems = base, list[Problem]()
    try:
        setup = made(game, seats, variant, language)
    except Refused as refused:
        problems = list(refused.problems)
    before = fields_of(base, language)
    at_fields = {problem.field: problem.words for problem in problems}
    asked = {place: value for place, value in variant.changes.items() if place in before}
    changes = {place: value for place, value in asked.items() if value != before[place].value}
    names = Names(setup, setup, language)
    options = [each for each in game.options(base.ruleset) if len(each.values) > 1]
    return wire.LabSheet(
        game=game.name,
        title=game.title,
        ruleset=base.ruleset,
        seats=base.seats,
        seatings=[each for each in game.seats if game.can_seat(each, base.ruleset)],
        options=[option_info(game, option, language) for option in options],
        chosen=dict(base.options),
        tables=[_told_table(table, before, asked, at_fields) for table in tables_of(setup, language)],
        changes=changes,
        changed=len(changes),
        cards=None if problems else dict(setup.edits),
        problems=[wire.LabProblem(problem.field, problem.words) for problem in problems],
        restrictions=[wire.LabName(each, names.left(each)) for each in restrictions(setup)],
        players=[wire.LabName(each, words_for(language)(f"lab-players-{each}")) for each in ("light", "search")],
    )


def _told_table(
    table: Table, before: Mapping[str, Field], asked: Mapping[str, Value], problems: Mapping[str, str]
) -> wire.LabTable:
    rows = [
        wire.LabRow(
            row.id,
            row.name,
            row.code,
            row.text,
            [_told_field(field, before[field.id], asked, problems.get(field.id, "")) for field in row.fields],
            row.in_play,
        )
        for row in table.rows
    ]
    columns = [wire.LabColumn(key, title) for key, title in table.columns]
    return wire.LabTable(table.id, table.title, columns, rows, table.folded)


def _told_field(field: Field, before: Field, asked: Mapping[str, Value], problem: str) -> wire.LabField:
    return wire.LabField(
        id=field.id,
        label=field.label,
        kind=field.kind,
        value=asked.get(field.id, field.value),
        shipped=before.value,
        least=field.ends[0],
        most=field.ends[1],
        values=list(field.values),
        names=list(field.names or field.values),
        source=before.source,
        column=field.column,
        problem=problem,
        number=field.number,
    )
