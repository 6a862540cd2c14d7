"""Looking for figures that make a game as somebody wishes, by an existing optimiser (optuna).

A wish is about figures of a table of light players: what they should be, or between what. Every trial sets the figures
that may move, plays the same deals, and is told by how far it misses the wishes and how much it changes. What comes of
it is a front: proposals of which none is better in both. Proposals were found because they looked good on the deals
that all trials played, so each is measured again on others before it is told.

Everything that takes long is a piece of work of about a second at most, a function of its arguments alone: a trial, the
question what to try next, a part of a measurement. So the optimiser too runs wherever the games do.
"""

from __future__ import annotations

import dataclasses
import fnmatch
import functools
import importlib
import importlib.util
import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any, TypeAlias

import msgspec
import numpy as np

from verso.bots import workers
from verso.core.contracts.laboratory import Field, Value
from verso.core.game import Language, Setup
from verso.core.rng import Rng, seeded
from verso.lab import statistics
from verso.lab.report import Estimate
from verso.lab.sheet import Refused, Variant, changes_of, fields_of, made
from verso.lab.slices import TooSlow
from verso.lab.statistics import Sums
from verso.lab.study import LIGHT, SMALLEST_BLOCK, Side, Study, blocked, counted
from verso.lab.words import words_for

AT_ONCE = 8
"""Trials that are asked for together, however many workers there are: so the result does not depend on them."""
AGAIN = 4
"""So many times the deals of a trial are played to measure a proposal."""
POINTS, PART = 0.05, 0.05
"""What counts as one step away from a wish: five points of a share, or a twentieth of another figure."""
DRAWN = 0.6
"""The part of the trials that the optimiser chooses; the rest goes to neighbours of the front."""
HOPELESS = 1e6
"""How far a table misses that cannot be set up."""
MOST_TOLD = 12
Known: TypeAlias = dict[tuple[int, ...], tuple[float, int]]
"""Tables that were tried, by what the figures were that may move: how far each misses, and how much it changes."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?%?")


class InvalidWish(ValueError):  # noqa: N818 - said to a person
    """A wish or a figure that may move cannot be read, or is of nothing that there is.

    `message` names why in the lab's words, with these values.
    """

    def __init__(self, message: str, **values: Any) -> None:
        self.message, self.values = message, values
        super().__init__(self.said("en"))

    def said(self, language: Language) -> str:
        return words_for(language)(f"lab-wish-{self.message}", **self.values)

    def named(self, names: Mapping[str, str]) -> InvalidWish:
        """Return the same with fields by their names, for whoever does not write their ids."""
        return InvalidWish(self.message, **{key: names.get(value, value) for key, value in self.values.items()})

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(InvalidWish, self.message, **self.values), ()


class Wish(msgspec.Struct, frozen=True):
    """What a figure should be: between two numbers, or like another. `*` in its key stands for anything."""

    key: str
    least: float = 0.0
    most: float = 0.0
    like: str = ""


class Move(msgspec.Struct, frozen=True):
    """A figure that may move, between which numbers, and what it is now.

    Of a choice the numbers are those that its values differ by, and `steps` are these values.
    """

    field: str
    least: int
    most: int
    now: int
    steps: dict[int, str] = {}

    def value(self, number: int) -> Value:
        return self.steps.get(number, number)


@dataclasses.dataclass(frozen=True)
class Search:
    """What is looked for: from which table, by which wishes, moving which figures, how long."""

    setup: Setup
    wishes: tuple[Wish, ...]
    moves: tuple[Move, ...]
    trials: int = 100
    games: int = 500
    seed: int | str = 0

    def __post_init__(self) -> None:
        if not self.wishes or not self.moves:
            raise InvalidWish("none")


class Proposal(msgspec.Struct, frozen=True):
    """A table: what is changed, by how many steps in all, how far it misses, and its figures on deals of their own.

    As long as it was not measured on such deals it has no figures, and misses by what its trial missed.
    """

    changes: dict[str, int]
    cards: dict[str, Any]
    cost: int
    miss: float
    met: bool
    figures: dict[str, Estimate]


class Proposals(msgspec.Struct, frozen=True):
    """What a search has found so far: the table it began from, and the front, the least changed first."""

    game: str
    setup: dict[str, Any]
    """The table it began from, as a document: ruleset, options, seats and cards."""
    wishes: list[Wish]
    moves: list[Move]
    trials: int
    tried: int
    games: int
    seed: int | str
    optimiser: str
    """What chose the trials: `optuna`, or `chance` where that is not installed."""
    finished: bool
    stopped: bool
    """Whether it ended before all trials were made."""
    start: Proposal
    front: list[Proposal]


encode = msgspec.json.Encoder().encode


# --- reading


def read_wishes(texts: Sequence[str]) -> tuple[Wish, ...]:
    """Return wishes from texts: `seat:1=50%`, `length=22..26`, `has:*=15%..60%`, `end:points=end:cards`."""
    found = []
    for text in texts:
        key, equals, wanted = text.partition("=")
        if not equals or not key:
            raise InvalidWish("form", text=text)
        ends = wanted.split("..")
        if all(_NUMBER.fullmatch(end) for end in ends) and len(ends) <= 2:
            least, most = _number(ends[0]), _number(ends[-1])
            found.append(wished(key, least, most))
        elif re.fullmatch(r"[a-z]+(:[^*.]+)*", wanted):
            found.append(Wish(key, like=wanted))
        else:
            raise InvalidWish("value", text=text, value=wanted)
    return tuple(found)


def wished(key: str, least: float, most: float) -> Wish:
    """Return the wish that a figure be between two numbers."""
    if not least <= most:
        raise InvalidWish("above", key=key, least=f"{least:g}", most=f"{most:g}")
    return Wish(key, least, most)


def _number(text: str) -> float:
    return float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)


def read_moves(setup: Setup, texts: Sequence[str]) -> tuple[Move, ...]:
    """Return the figures that may move, from texts such as `FIELD=3..8`, or `FIELD` for all that it may be."""
    found = []
    for text in texts:
        name, equals, bounds = text.partition("=")
        match = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", bounds)
        if equals and match is None:
            raise InvalidWish("bounds", text=text)
        found.append((name, int(match[1]), int(match[2])) if match else (name, None, None))
    return moves_of(setup, found)


def moves_of(setup: Setup, wanted: Sequence[tuple[str, int | None, int | None]]) -> tuple[Move, ...]:
    """Return the figures that may move between two numbers each, or as far as they can where none are said."""
    fields, found = fields_of(setup), dict[str, Move]()
    for name, least, most in wanted:
        field = _movable(fields, name)
        ends, now = field.ends, field.number
        low, high = ends[0] if least is None else least, ends[1] if most is None else most
        if low > high:
            raise InvalidWish("above", key=name, least=low, most=high)
        if not ends[0] <= low <= high <= ends[1]:
            raise InvalidWish("outside", field=name, least=ends[0], most=ends[1])
        assert now is not None
        found[name] = Move(name, low, high, now, dict(field.steps))
    return tuple(found.values())


def _movable(fields: Mapping[str, Field], name: str) -> Field:
    if name not in fields:
        raise InvalidWish("no-field", field=name, fields=", ".join(list(fields)[:8]))
    field = fields[name]
    if field.number is None:
        raise InvalidWish("still", field=name)
    return field


# --- trying


def is_share(key: str) -> bool:
    """Say whether a figure is a share of 1."""
    return key.partition(":")[0] in ("seat", "end", "has", "plan", "comebacks") or key.endswith(":share")


def measured(search: Search, changes: Mapping[str, Value], first: int, games: int) -> Sums | None:
    """Play deals of a table and return their sums; None where the table cannot be."""
    setup = search.setup
    try:
        table = made(setup.game, setup.seats, Variant(setup.ruleset, setup.options, changes))
    except Refused:
        return None
    study = Study(setup, setup, games=games, seed=search.seed, skill=False, decisions=False)
    rows = counted(study, Side(table), range(first, first + games), LIGHT)
    return blocked(rows, max(SMALLEST_BLOCK, math.ceil(games / 100)))


def missed(wishes: Sequence[Wish], figures: Mapping[str, float]) -> float:
    """Return by how many steps figures miss the wishes: the root of the sum of squares."""
    total = 0.0
    for wish in wishes:
        keys = [key for key in figures if fnmatch.fnmatchcase(key, wish.key)]
        if not keys:
            raise InvalidWish("no-figure", key=wish.key, figures=", ".join(figures))
        if wish.like and wish.like not in figures:
            raise InvalidWish("no-figure", key=wish.like, figures=", ".join(figures))
        for key in keys:
            least, most = (figures[wish.like],) * 2 if wish.like else (wish.least, wish.most)
            away = max(least - figures[key], figures[key] - most, 0.0)
            step = POINTS if is_share(key) else PART * max(abs(least + most) / 2, 1.0)
            total += (away / step) ** 2
    return math.sqrt(total)


def _is_about(wish: Wish, key: str) -> bool:
    return fnmatch.fnmatchcase(key, wish.key) or key == wish.like


def figures_of(sums: Sums) -> dict[str, float]:
    """Return what wishes may be about."""
    keys = [key for key in sums.ratios if key != "games" and not key.startswith(("spread:", "uses:"))]
    values = statistics.ratios(sums, keys).value
    return {key: 0.0 if np.isnan(value) else float(value) for key, value in zip(keys, values, strict=True)}


def _tried(search: Search, values: tuple[int, ...]) -> tuple[float, int]:
    """Return how far a table misses the wishes, and by how many steps it differs from where the search began."""
    sums = measured(search, _changes(search, values), 0, search.games)
    return (HOPELESS if sums is None else missed(search.wishes, figures_of(sums))), _cost(search, values)


def _cost(search: Search, values: Sequence[int]) -> int:
    return sum(abs(value - move.now) for value, move in zip(values, search.moves, strict=True))


def _changes(search: Search, values: Sequence[int]) -> dict[str, Value]:
    """Return all changes of a trial: those that the table began with, and the figures that moved."""
    moved = {move.field: move.value(value) for move, value in zip(search.moves, values, strict=True)}
    return dict(_begun_with(search.setup)) | moved


@functools.lru_cache(maxsize=8)
def _begun_with(setup: Setup) -> Mapping[str, Value]:
    return changes_of(setup)


def optimiser() -> str:
    """Return what chooses trials here."""
    return "optuna" if importlib.util.find_spec("optuna") is not None else "chance"


def tuning(
    search: Search,
    executor: Executor | None = None,
    stopped: Callable[[], bool] = lambda: False,
    gone: Callable[[], bool] = lambda: False,
    ahead: int = workers.AHEAD,
) -> Iterator[Proposals]:
    """Try tables, here or on an executor, and yield what was found so far; the last is finished, and measured again.

    `stopped` ends the trials. Where `gone` says that nobody waits any more, nothing is measured again.
    """
    now, by = tuple(move.now for move in search.moves), optimiser()
    known: Known = dict(workers.finished(executor, _trial, [(search, now)]))
    tried, drawn = 0, math.ceil(search.trials * DRAWN)
    yield _so_far(search, known, tried, by)
    while tried < search.trials and not (stopped() or gone()):
        count = min(AT_ONCE, (drawn if tried < drawn else search.trials) - tried)
        if tried < drawn:
            [wanted] = workers.finished(executor, _drawn, [(search, known, count, by)])
        else:
            wanted = list(itertools.islice(_neighbours(search, known), count))
            if not wanted:
                break
        new = [values for values in dict.fromkeys(wanted) if values not in known]
        found: Known = {}
        for values, result in workers.finished(executor, _trial, ((search, values) for values in new), ahead):
            found[values] = result
            if gone():
                break
        known |= {values: found[values] for values in new if values in found}  # in an order that is always the same
        tried += len(wanted)
        yield _so_far(search, known, tried, by)
    so_far = _so_far(search, known, tried, by)
    measures = {} if gone() else _measured_again(search, [now, *_chosen(search, known)], executor, ahead)
    yield msgspec.structs.replace(
        so_far,
        finished=True,
        stopped=stopped() or gone(),
        start=measures.get(now, so_far.start),
        front=[
            measures.get(values, before) for values, before in zip(_chosen(search, known), so_far.front, strict=True)
        ],
    )


def tuned(search: Search, executor: Executor | None = None) -> Proposals:
    """Make all trials and return what was found."""
    *_, last = tuning(search, executor)
    return last


def _drawn(search: Search, known: Known, count: int, by: str) -> list[tuple[int, ...]]:
    """Return tables to try next: as the optimiser proposes after all that is known, or at random."""
    return CHOOSERS[by](search, known, count)


def _by_chance(search: Search, known: Known, count: int) -> list[tuple[int, ...]]:
    rng = Rng(f"{search.seed}/drawn", len(known))
    return [tuple(move.least + rng.below(move.most - move.least + 1) for move in search.moves) for _ in range(count)]


def _by_optuna(search: Search, known: Known, count: int) -> list[tuple[int, ...]]:
    optuna: Any = importlib.import_module("optuna")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=seeded(f"{search.seed}/drawn", len(known)) % (1 << 32))
    study = optuna.create_study(directions=["minimize", "minimize"], sampler=sampler)
    kinds = {move.field: optuna.distributions.IntDistribution(move.least, move.most) for move in search.moves}
    for values, result in known.items():
        if all(move.least <= value <= move.most for move, value in zip(search.moves, values, strict=True)):
            chosen = dict(zip(kinds, values, strict=True))
            study.add_trial(optuna.trial.create_trial(params=chosen, distributions=kinds, values=result))
    asked = [study.ask(kinds) for _ in range(count)]
    return [tuple(trial.params[move.field] for move in search.moves) for trial in asked]


CHOOSERS: dict[str, Callable[[Search, Known, int], list[tuple[int, ...]]]] = {
    "optuna": _by_optuna,
    "chance": _by_chance,
}
"""What may choose trials, by name: given all that is known, it says which tables to try next."""


def _neighbours(search: Search, known: Known) -> Iterator[tuple[int, ...]]:
    """Yield tables next to the front that were not tried, the best first: a figure put back, or moved by one."""
    given = set(known)
    for values in reversed(front(known)):
        for place, move in enumerate(search.moves):
            for value in (move.now, values[place] - 1, values[place] + 1):
                other = (*values[:place], value, *values[place + 1 :])
                if (move.least <= value <= move.most or value == move.now) and other not in given:
                    given.add(other)
                    yield other


def _trial(search: Search, values: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[float, int]]:
    """Try a table; one whose games go on for longer than anybody would wait is as good as none."""
    try:
        return values, _tried(search, values)
    except TooSlow:
        if all(value == move.now for value, move in zip(values, search.moves, strict=True)):
            raise
        return values, (HOPELESS, _cost(search, values))


# --- what is proposed


def front(known: Known) -> list[tuple[int, ...]]:
    """Return the tables of which none other misses less and changes no more, the least changed first."""
    found: list[tuple[int, ...]] = []
    best = math.inf
    for values, (miss, _) in sorted(known.items(), key=lambda item: (item[1][1], item[1][0], item[0])):
        if miss < best:
            found.append(values)
            best = miss
    return found


def _chosen(search: Search, known: Known) -> list[tuple[int, ...]]:
    """Return the tables that are told of, besides the one that the search began from."""
    now = tuple(move.now for move in search.moves)
    return [values for values in front(known) if values != now][-MOST_TOLD:]


def _so_far(search: Search, known: Known, tried: int, by: str) -> Proposals:
    now = tuple(move.now for move in search.moves)
    return Proposals(
        game=search.setup.game.name,
        setup=search.setup.to_json(),
        wishes=list(search.wishes),
        moves=list(search.moves),
        trials=search.trials,
        tried=tried,
        games=search.games,
        seed=search.seed,
        optimiser=by,
        finished=False,
        stopped=False,
        start=_proposal(search, now, known[now][0]),
        front=[_proposal(search, values, known[values][0]) for values in _chosen(search, known)],
    )


def _proposal(
    search: Search, values: Sequence[int], miss: float, figures: Mapping[str, Estimate] | None = None
) -> Proposal:
    setup = search.setup
    table = made(setup.game, setup.seats, Variant(setup.ruleset, setup.options, _changes(search, values)))
    moved = {move.field: value for move, value in zip(search.moves, values, strict=True) if value != move.now}
    return Proposal(moved, dict(table.edits), _cost(search, values), miss, miss < 1.0, dict(figures or {}))


def _measured_again(
    search: Search, tables: Sequence[tuple[int, ...]], executor: Executor | None, ahead: int
) -> dict[tuple[int, ...], Proposal]:
    """Measure tables on deals that no trial has played, each in several parts."""
    work = [(search, values, part) for values in tables for part in range(1, AGAIN + 1)]
    found: dict[tuple[int, ...], dict[int, Sums]] = {values: {} for values in tables}
    for values, part, sums in workers.finished(executor, _measured_part, work, ahead):
        found[values][part] = sums
    return {
        values: _measured_proposal(search, values, [parts[each] for each in sorted(parts)])
        for values, parts in found.items()
    }


def _measured_part(search: Search, values: tuple[int, ...], part: int) -> tuple[tuple[int, ...], int, Sums]:
    sums = measured(search, _changes(search, values), part * search.games, search.games)
    assert sums is not None  # its trial was played
    return values, part, sums


def _measured_proposal(search: Search, values: tuple[int, ...], parts: Sequence[Sums]) -> Proposal:
    sums = statistics.joined(parts)
    named = figures_of(sums)
    keys = [key for key in named if any(_is_about(wish, key) for wish in search.wishes)]
    estimates = statistics.ratios(sums, keys)
    reach, errors = statistics.reach(sums.blocks), estimates.error()
    figures = {
        key: Estimate(float(value), float(value - reach * error), float(value + reach * error))
        for key, value, error in zip(keys, estimates.value, errors, strict=True)
        if np.isfinite(value)
    }
    return _proposal(search, values, missed(search.wishes, named), figures)
