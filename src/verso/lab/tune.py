"""Looking for figures that make a game as somebody wishes, by an existing optimiser (optuna).

A wish is about figures of a table of light players: what they should be, or between what. Every trial sets the figures
that may move, plays the same deals, and is told by how far it misses the wishes and how much it changes. What comes of
it is a front: proposals of which none is better in both. Proposals were found because they looked good on the deals
that all trials played, so each is measured again on others before it is told.
"""

from __future__ import annotations

import dataclasses
import fnmatch
import functools
import importlib
import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

import msgspec
import numpy as np

from verso.bots import workers
from verso.core.contracts.laboratory import Field, Value
from verso.core.game import InvalidSetup, Language, Setup
from verso.lab import statistics
from verso.lab.report import Estimate
from verso.lab.sheet import Refused, Variant, changes_of, fields_of, made
from verso.lab.statistics import Sums
from verso.lab.study import LIGHT, SMALLEST_BLOCK, Side, Study, blocked, counted

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
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?%?")


class InvalidWish(ValueError):  # noqa: N818 - said to a person
    """A wish or a figure that may move cannot be read, or is of nothing that there is."""


class Wish(msgspec.Struct, frozen=True):
    """What a figure should be: between two numbers, or like another. `*` in its key stands for anything."""

    key: str
    least: float = 0.0
    most: float = 0.0
    like: str = ""


class Move(msgspec.Struct, frozen=True):
    """A figure that may move, between which numbers, and what it is now."""

    field: str
    least: int
    most: int
    now: int


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
            raise InvalidWish("say at least one wish, and one figure that may move")


class Proposal(msgspec.Struct, frozen=True):
    """A table: what is changed, by how many steps in all, how far it misses, and its figures on deals of their own."""

    changes: dict[str, int]
    cards: dict[str, Any]
    cost: int
    miss: float
    met: bool
    figures: dict[str, Estimate]


class Proposals(msgspec.Struct, frozen=True):
    """What a search found: the table it began from, and the front, the least changed first."""

    game: str
    wishes: list[Wish]
    moves: list[Move]
    trials: int
    games: int
    seed: int | str
    finished: bool
    start: Proposal
    front: list[Proposal]

    def lines(self, language: Language) -> Iterator[str]:
        """Return the proposals as plain text."""
        from verso.lab.words import number, words_for

        say = words_for(language)
        yield say("lab-tune-start")
        yield from (f"  {line}" for line in self._figures(self.start, language))
        for proposal in self.front:
            changed = ", ".join(f"{field} = {value}" for field, value in proposal.changes.items())
            yield ""
            yield say("lab-tune-proposal", changes=changed or say("lab-tune-nothing"), steps=proposal.cost)
            met = say("lab-tune-met" if proposal.met else "lab-tune-missed", miss=number(proposal.miss, language, 2))
            yield f"  {met}"
            yield from (f"  {line}" for line in self._figures(proposal, language))

    def _figures(self, proposal: Proposal, language: Language) -> Iterator[str]:
        from verso.lab.words import interval

        for key, estimate in proposal.figures.items():
            yield f"{key}  {interval(estimate, 'share' if is_share(key) else 'number', language)}"


encode = msgspec.json.Encoder().encode


# --- reading


def read_wishes(texts: Sequence[str]) -> tuple[Wish, ...]:
    """Return wishes from texts: `seat:1=50%`, `length=22..26`, `has:*=15%..60%`, `end:points=end:cards`."""
    found = []
    for text in texts:
        key, equals, wanted = text.partition("=")
        if not equals or not key:
            raise InvalidWish(f"{text!r}: a wish is FIGURE=VALUE, FIGURE=LEAST..MOST or FIGURE=FIGURE")
        ends = wanted.split("..")
        if all(_NUMBER.fullmatch(end) for end in ends) and len(ends) <= 2:
            least, most = _number(ends[0]), _number(ends[-1])
            if least > most:
                raise InvalidWish(f"{text!r}: {ends[0]} is above {ends[-1]}")
            found.append(Wish(key, least, most))
        elif re.fullmatch(r"[a-z]+(:[^*.]+)*", wanted):
            found.append(Wish(key, like=wanted))
        else:
            raise InvalidWish(f"{text!r}: {wanted!r} is no number, no two numbers and no figure")
    return tuple(found)


def _number(text: str) -> float:
    return float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)


def read_moves(setup: Setup, texts: Sequence[str]) -> tuple[Move, ...]:
    """Return the figures that may move, from texts such as `FIELD=3..8`, or `FIELD` for all that it may be."""
    fields = fields_of(setup)
    found = []
    for text in texts:
        name, equals, bounds = text.partition("=")
        field = _movable(fields, name)
        least, most = field.least, field.most
        if equals:
            match = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", bounds)
            if match is None:
                raise InvalidWish(f"{text!r}: say FIELD=LEAST..MOST")
            least, most = int(match[1]), int(match[2])
        if not field.least <= least <= most <= field.most:
            raise InvalidWish(f"{text!r}: {name} can be {field.least} to {field.most}")
        assert isinstance(field.value, int)
        found.append(Move(name, least, most, int(field.value)))
    return tuple(found)


def _movable(fields: Mapping[str, Field], name: str) -> Field:
    if name not in fields:
        raise InvalidWish(f"there is no figure {name!r}; there is {', '.join(list(fields)[:8])}, …")
    field = fields[name]
    if field.kind not in ("number", "price") or not isinstance(field.value, int):
        raise InvalidWish(f"{name} is no number that could move")
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
    rows = counted(study, Side(table, frozenset()), range(first, first + games), LIGHT)
    return blocked(rows, max(SMALLEST_BLOCK, math.ceil(games / 100)))


def missed(wishes: Sequence[Wish], figures: Mapping[str, float]) -> float:
    """Return by how many steps figures miss the wishes: the root of the sum of squares."""
    total = 0.0
    for wish in wishes:
        keys = [key for key in figures if fnmatch.fnmatchcase(key, wish.key)]
        if not keys:
            raise InvalidWish(f"there is no figure {wish.key!r}; there is {', '.join(figures)}")
        if wish.like and wish.like not in figures:
            raise InvalidWish(f"there is no figure {wish.like!r}; there is {', '.join(figures)}")
        for key in keys:
            least, most = (figures[wish.like],) * 2 if wish.like else (wish.least, wish.most)
            away = max(least - figures[key], figures[key] - most, 0.0)
            step = POINTS if is_share(key) else max(PART * abs(least + most) / 2, 1e-9)
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
    cost = sum(abs(value - move.now) for value, move in zip(values, search.moves, strict=True))
    sums = measured(search, _changes(search, values), 0, search.games)
    return (HOPELESS if sums is None else missed(search.wishes, figures_of(sums))), cost


def _changes(search: Search, values: Sequence[int]) -> dict[str, Value]:
    """Return all changes of a trial: those that the table began with, and the figures that moved."""
    moved = {move.field: value for move, value in zip(search.moves, values, strict=True)}
    return dict(_begun_with(search.setup)) | moved


@functools.lru_cache(maxsize=8)
def _begun_with(setup: Setup) -> Mapping[str, Value]:
    return changes_of(setup)


def tuned(
    search: Search,
    executor: Executor | None = None,
    progress: Callable[[], None] = lambda: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Proposals:
    """Try tables until all trials are done, or somebody says stop, and return the front."""
    try:
        optuna: Any = importlib.import_module("optuna")
    except ImportError:
        raise InvalidSetup("to tune needs the library optuna: install verso-games[lab]") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    now = tuple(move.now for move in search.moves)
    number = int.from_bytes(str(search.seed).encode()[-4:], "big")
    sampler = optuna.samplers.TPESampler(seed=number)
    study = optuna.create_study(directions=["minimize", "minimize"], sampler=sampler)
    study.enqueue_trial({move.field: min(max(move.now, move.least), move.most) for move in search.moves})
    known: dict[tuple[int, ...], tuple[float, int]] = {now: _tried(search, now)}
    done, drawn = 0, math.ceil(search.trials * DRAWN)
    while done < drawn and not stopped():
        asked = [study.ask() for _ in range(min(AT_ONCE, drawn - done))]
        wanted = [
            tuple(trial.suggest_int(move.field, move.least, move.most) for move in search.moves) for trial in asked
        ]
        new = [values for values in dict.fromkeys(wanted) if values not in known]
        known |= dict(workers.finished(executor, _trial, ((search, values) for values in new)))
        for trial, values in zip(asked, wanted, strict=True):
            study.tell(trial, known[values])
            progress()
        done += len(asked)
    while done < search.trials and not stopped():
        near = list(itertools.islice(_neighbours(search, known), min(AT_ONCE, search.trials - done)))
        if not near:
            break
        for values, result in list(workers.finished(executor, _trial, ((search, values) for values in near))):
            known[values] = result
            progress()
        done += len(near)
    return _proposals(search, known, done, executor, finished=not stopped())


def _neighbours(search: Search, known: Mapping[tuple[int, ...], tuple[float, int]]) -> Iterator[tuple[int, ...]]:
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
    return values, _tried(search, values)


# --- what is proposed


def front(known: Mapping[tuple[int, ...], tuple[float, int]]) -> list[tuple[int, ...]]:
    """Return the tables of which none other misses less and changes no more, the least changed first."""
    found: list[tuple[int, ...]] = []
    best = math.inf
    for values, (miss, _) in sorted(known.items(), key=lambda item: (item[1][1], item[1][0], item[0])):
        if miss < best:
            found.append(values)
            best = miss
    return found


def _proposals(
    search: Search,
    known: Mapping[tuple[int, ...], tuple[float, int]],
    trials: int,
    executor: Executor | None,
    *,
    finished: bool,
) -> Proposals:
    now = tuple(move.now for move in search.moves)
    chosen = [values for values in front(known) if values != now][-MOST_TOLD:]
    told = dict(workers.finished(executor, _proposal, ((search, values) for values in (now, *chosen))))
    return Proposals(
        search.setup.game.name,
        list(search.wishes),
        list(search.moves),
        trials,
        search.games,
        search.seed,
        finished,
        told[now],
        [told[values] for values in chosen],
    )


def _proposal(search: Search, values: tuple[int, ...]) -> tuple[tuple[int, ...], Proposal]:
    """Measure a table again, on deals that no trial has played."""
    sums = measured(search, _changes(search, values), search.games, AGAIN * search.games)
    assert sums is not None
    named = figures_of(sums)
    keys = [key for key in named if any(_is_about(wish, key) for wish in search.wishes)]
    estimates = statistics.ratios(sums, keys)
    reach, errors = statistics.reach(sums.blocks), estimates.error()
    figures = {
        key: Estimate(float(value), float(value - reach * error), float(value + reach * error))
        for key, value, error in zip(keys, estimates.value, errors, strict=True)
    }
    setup = search.setup
    table = made(setup.game, setup.seats, Variant(setup.ruleset, setup.options, _changes(search, values)))
    moved = {move.field: value for move, value in zip(search.moves, values, strict=True) if value != move.now}
    miss = missed(search.wishes, named)
    cost = sum(abs(value - move.now) for value, move in zip(values, search.moves, strict=True))
    return values, Proposal(moved, dict(table.edits), cost, miss, miss < 1.0, figures)
