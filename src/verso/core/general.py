"""What a game's parts leave out, done in a way that serves every game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from verso.core.contracts import ends
from verso.core.contracts.parts import DrawnCard, DrawnRow, Moved, Names
from verso.core.words import shared_words

if TYPE_CHECKING:
    from verso.core.game import Action, Game, Json, Language, Option, Outcome, Setup, View


class AnyAction(msgspec.Struct, frozen=True, gc=False, tag="action", tag_field="do"):
    """An action of a game that does not say what its parts are."""

    text: str


# --- ruleset


def options_of(ruleset: str) -> Sequence[Option]:
    return ()


def load_edits(text: str, file: str) -> Mapping[str, Any]:
    from verso.core.game import InvalidCards

    raise InvalidCards(f"{file}: the cards of this game cannot be changed")


# --- notation


def action_parts(setup: Setup, state: Any, action: Action) -> msgspec.Struct:
    return AnyAction(setup.game.notation.action_text(setup, state, action))


def outcome(setup: Setup, state: Any) -> Outcome:
    part: Any = setup.game.part("ends")
    if part is None:
        raise TypeError(f"{setup.game.package} supplies neither `outcome` in its notation nor a part `ends`")
    row = [0] * ends.width(part, setup.seats)
    part.ended(state, setup.tables, row)
    return outcome_of(part, row, setup.seats)


def outcome_of(part: ends.Ends, row: Sequence[int], seats: int) -> Outcome:
    """Return in words what a row of `ends` says in numbers."""
    from verso.core.game import Outcome

    scores = ends.WINNERS + seats
    winners = tuple(seat for seat in range(seats) if row[ends.WINNERS + seat])
    details = dict(zip(part.DETAILS, row[scores + seats :], strict=True))
    cut_off = bool(row[ends.CUT_OFF])
    return Outcome(winners, part.REASONS[row[ends.REASON]], tuple(row[scores : scores + seats]), cut_off, details)


def shown(setup: Setup, state: Any) -> Json:
    return setup.game.notation.state_to_json(setup, state)


def shown_after(setup: Setup, state: Any, before: Any, document: Json) -> Json:
    return setup.game.notation.shown(setup, state)


def between(setup: Setup, state: Any, action: Action) -> Any | None:
    return None


def moved(before: View, action: Action, after: View) -> Sequence[Moved]:
    return ()


def remembered(before: View, action: Action, after: View, so_far: Json) -> Json:
    return so_far


def marks(before: View, action: Action, after: View) -> Sequence[str]:
    return ("turn",) if before.to_act >= 0 and after.to_act != before.to_act else ()


def census(setup: Setup, state: Any) -> Mapping[str, int]:
    raise NotImplementedError(f"{setup.game.name} does not count its cards: law 6 needs `census`")


def leaving(setup: Setup, state: Any, action: Action) -> Mapping[str, int]:
    return {}


def revealed(setup: Setup, state: Any, seat: int | None = None) -> int | None:
    return None


# --- words


def seat_name(seat: int, language: Language, names: Names) -> str:
    """Return what a seat is called: its name, or its number counted from 1."""
    return names[seat] if names is not None else shared_words(language)("seat", number=seat + 1)


def why_not(setup: Setup, state: Any, action: Action, language: Language) -> str:
    return shared_words(language)("not-legal")


def tell(before: View, action: Action, after: View, language: Language, names: Names = None) -> list[str]:
    words, setup = before.game.words, before.setup
    if not before.game.hides or (before.seat is not None and before.to_act == before.seat):
        return [words.describe(setup, before.state, action, language, names)]
    if before.to_act < 0:
        return []  # what chance did can say more than this seat may know
    return [shared_words(language)("somebody-acts", name=seat_name(before.to_act, language, names))]


def show(view: View, language: Language) -> str:
    return "\n".join(_lines(view.game.notation.state_to_json(view.setup, view.state)))


def _lines(document: Any, indent: str = "") -> Iterator[str]:
    """Yield a document line by line: a key and its value, what is inside of it further to the right."""
    for key, value in document.items() if isinstance(document, dict) else enumerate(document):
        if _is_plain(value):
            yield f"{indent}{key}: {_word(value)}"
        elif isinstance(value, list) and all(map(_is_plain, value)):
            yield f"{indent}{key}: {'  '.join(map(_word, value))}".rstrip()
        else:
            yield f"{indent}{key}:"
            yield from _lines(value, f"{indent}  ")


def _is_plain(value: Any) -> bool:
    return not isinstance(value, dict | list)


def _word(value: Any) -> str:
    return value if isinstance(value, str) else "?" if value is None else json.dumps(value)


def summary(setup: Setup, language: Language) -> str:
    return setup.game.words.about_ruleset(setup.game, setup.ruleset, language)[1]


def about_ruleset(game: Game, ruleset: str, language: Language) -> tuple[str, str]:
    say = game.catalogue(language)
    return say(f"ruleset-{ruleset}"), say(f"about-ruleset-{ruleset}")


def about_option(game: Game, option: str, language: Language) -> tuple[str, str]:
    name, say = option.replace("_", "-"), game.catalogue(language)
    return say(f"option-{name}"), say(f"help-{name}")


def about_value(game: Game, option: str, value: str, language: Language) -> str:
    name, each = option.replace("_", "-"), value.replace("_", "-")
    return game.catalogue(language)(f"value-{name}-{each}")


def card_rows(setup: Setup, language: Language) -> list[Json]:
    return []


class NoSheet(msgspec.Struct, frozen=True):
    """Of a game whose cards a page need not know beforehand."""


def card_sheet(setup: Setup) -> msgspec.Struct:
    return NoSheet()


# --- player: what goes with `bots/kernels/even.py`, which knows nothing of a game but its rules

ROOM = 1
DOUBT = 0.5


def network_of(setup: Setup) -> Any:
    import numpy as np

    return np.zeros((1, 1))


def keen_network_of(setup: Setup) -> Any:
    return setup.game.player.network_of(setup) if setup.game.player else network_of(setup)


def horizon(setup: Setup) -> int:
    return setup.seats


def teachable(setup: Setup) -> tuple[Any, Any, Any]:
    import numpy as np

    return network_of(setup), np.zeros((0, 2), dtype=np.int64), np.zeros(0)


def drags(view: View) -> bool:
    return False


# --- picture


def whose(view: View, seat: int) -> str:
    """Return the heading of a seat in a picture."""
    you = " (you)" if view.seat == seat else ""
    return f"Seat {seat}{you}{' – to act' if view.to_act == seat else ''}"


def rows(view: View) -> Iterator[DrawnRow]:
    document = view.game.notation.shown(view.setup, view.state)
    return _rows(document)


def _rows(document: Any, path: str = "") -> Iterator[DrawnRow]:
    """Draw short values of a document as cards; what has an inside gets a heading and is drawn below it."""
    named = document.items() if isinstance(document, dict) else enumerate(document)
    values = {f"{path}{key}": value for key, value in named}
    if plain := {name: value for name, value in values.items() if _is_plain(value)}:
        yield DrawnRow(", ".join(f"{name}: {_word(value)}" for name, value in plain.items()))
    for name, value in values.items():
        if name in plain:
            continue
        if isinstance(value, list) and all(map(_is_plain, value)):
            yield DrawnRow(name, [DrawnCard(_word(each)) for each in value])
        elif all(map(_is_plain, value.values() if isinstance(value, dict) else value)):
            yield DrawnRow(name, [DrawnCard(_word(each), str(key)) for key, each in value.items()])
        else:
            yield DrawnRow(name, bold=True)
            yield from _rows(value, f"{name} ")
