"""Comparing two tables: work is handed out, sums come back, and a report grows."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor

import msgspec
import numpy as np

import verso
from verso.bots import workers
from verso.bots.behaviour import BEHAVIOUR
from verso.lab import statistics
from verso.lab.report import Estimate, Figure, Group, Report, Retraining, Spread, Unit
from verso.lab.statistics import ENOUGH_BLOCKS, LEAST_BLOCKS, Estimates, Sums
from verso.lab.study import (
    DECISIONS,
    GAMES,
    SEARCHED,
    SKILL,
    WITHOUT,
    Done,
    Piece,
    Study,
    plans_of,
    things_of,
    things_told,
    work,
)

INTERVAL = 0.2
"""Seconds between two reports, at least."""
AHEAD = 4
"""Pieces of work that are handed out at once, unless it is said: whoever stops waits for these."""
RARE = 0.005
"""A thing that fewer players have than this, or all but so few, has no lift that could be told."""


def compare(
    study: Study,
    executor: Executor | None = None,
    stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] | None = None,
    ahead: int = AHEAD,
) -> Iterator[Report]:
    """Play everything, here or on an executor, and yield reports as they grow; the last one is finished.

    It ends early where `stopped` says so, or where the study says that the intervals suffice. What it then rests on are
    the first pieces of work, none of them left out: how many they are is all that one needs to know to repeat it.
    """
    began, told = time.monotonic(), 0.0
    sorts = study.sorts()
    pieces = [piece for sort in sorts for piece in study.pieces(sort)]
    pieces.sort(key=lambda piece: (piece.first / study.deals(piece.sort), sorts.index(piece.sort)))
    pieces = pieces[: study.first]
    total = sum(piece.last - piece.first for piece in pieces)
    done: list[Done] = []
    first = _First(pieces)
    results = workers.finished(executor, work, ((study, piece) for piece in pieces), ahead)
    for result in results:
        done.append(result)
        # asked after every piece of games, however many came at once: so it does not depend on who is fast
        enough = any(each.piece.sort == GAMES and _suffices(study, first.done) for each in first.add(result))
        if progress is not None:
            progress(sum(each.piece.last - each.piece.first for each in done), total)
        if enough or stopped():
            results.close()  # type: ignore[attr-defined]
            yield reported(study, first.done, began, finished=True)
            return
        if len(done) < len(pieces) and time.monotonic() - told > INTERVAL:
            told = time.monotonic()
            yield reported(study, done, began)
    yield reported(study, first.done, began, finished=True)


def begun(study: Study) -> Report:
    """Return a report of which nothing is known yet."""
    return reported(study, [], time.monotonic())


def last(reports: Iterator[Report]) -> Report:
    """Return the finished report."""
    for report in reports:
        if report.finished:
            return report
    raise RuntimeError("a comparison ended without a report")


class _First:
    """The first pieces of work, as far as all of them are done, in whatever order others were."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.done: list[Done] = []
        self._left, self._waiting = list(reversed(pieces)), dict[Piece, Done]()

    def add(self, done: Done) -> Iterator[Done]:
        """Yield the pieces that are done in order now, one after another."""
        self._waiting[done.piece] = done
        while self._left and self._left[-1] in self._waiting:
            self.done.append(self._waiting.pop(self._left.pop()))
            yield self.done[-1]


def _suffices(study: Study, done: Sequence[Done]) -> bool:
    """Say whether the wins by seat are known as well as was asked for.

    What was alike in all of a few deals may still differ in others: they must be enough to show it if it did.
    """
    if study.within is None:
        return False
    games = _Gathered([each for each in done if each.piece.sort == GAMES])
    return statistics.of_none(games.deals) <= study.within and all(
        change is not None
        and change.low is not None
        and change.high is not None
        and change.high - change.low <= 2 * study.within
        for change in (figure.change for figure in _of_seats(study, games).figures)
    )


# --- from sums to a report


class _Gathered:
    """All sums of one sort of work, of both tables, in the order of their deals."""

    def __init__(self, done: Sequence[Done]) -> None:
        ordered = sorted(done, key=lambda each: each.piece.first)
        self.pieces: list[Piece] = [each.piece for each in ordered]
        self.deals = sum(piece.last - piece.first for piece in self.pieces)
        self.shipped: Sums = statistics.joined([each.shipped for each in ordered])
        self.edited: Sums = statistics.joined([each.edited for each in ordered])

    def group(self, key: str, keys: Sequence[str], units: Sequence[Unit], even: float | None = None) -> Group:
        """Return a group of ratios."""
        sides = [statistics.ratios(sums, keys) for sums in (self.shipped, self.edited)]
        return self.of(key, keys, units, sides[0], sides[1], even)

    def of(
        self,
        key: str,
        keys: Sequence[str],
        units: Sequence[Unit],
        shipped: Estimates,
        edited: Estimates,
        even: float | None = None,
    ) -> Group:
        """Return a group of figures whose estimates are known."""
        blocks = len(shipped.without)
        change = edited - shipped
        errors = [each.error() for each in (shipped, edited, change)]
        figures = []
        for place, name in enumerate(keys):
            unit = units[place]
            before, after = (
                _estimate(each.value[place], error[place], blocks, unit, self.deals)
                for each, error in zip((shipped, edited), errors, strict=False)
            )
            apart = _estimate(change.value[place], errors[2][place], blocks, "number", self.deals)
            both = errors[0][place] ** 2 + errors[1][place] ** 2
            error = float(errors[2][place])
            known = apart is not None and np.isfinite(error) and blocks >= ENOUGH_BLOCKS
            worth = float(both / error**2) if known and error > 0 else None
            chance = statistics.chance_of(float(change.value[place]), error, blocks)
            is_judged = known and (error > 0 or change.value[place] != 0)  # what went alike in all deals claims nothing
            figures.append(Figure(name, unit, before, after, apart, worth=worth, chance=chance if is_judged else None))
        return Group(key, figures, self.deals, even)


def _estimate(value: float, error: float, blocks: int, unit: Unit, deals: int) -> Estimate | None:
    if not np.isfinite(value):
        return None
    if blocks < LEAST_BLOCKS or not np.isfinite(error):
        return Estimate(float(value))
    half = statistics.reach(blocks) * float(error)
    low, high = float(value) - half, float(value) + half
    if unit == "share":
        if error == 0 and value in (0.0, 1.0):
            half = statistics.of_none(deals)
            low, high = float(value) - half, float(value) + half
        low, high = max(0.0, low), min(1.0, high)
    return Estimate(float(value), low, high)


def reported(study: Study, done: Sequence[Done], began: float, *, finished: bool = False) -> Report:
    """Return what the pieces of work that are done came to."""
    sorts = {sort: [each for each in done if each.piece.sort == sort] for sort in study.sorts()}
    gathered = {sort: _Gathered(parts) for sort, parts in sorts.items() if parts}
    groups: list[Group] = []
    if GAMES in gathered:
        groups += _of_games(study, gathered[GAMES])
    if SKILL in gathered:
        groups.append(gathered[SKILL].group("skill", [SKILL], ["share"], 1 / study.seats))
    if DECISIONS in gathered:
        groups.append(gathered[DECISIONS].group("decisions", ["matter", "stake"], ["number", "points"]))
    if SEARCHED in gathered:
        groups.append(_of_search(study, gathered[SEARCHED]))
    groups += _of_doing_without(study, gathered)
    groups, compared = _judged([group for group in groups if group.figures])
    deals = gathered[GAMES].deals if GAMES in gathered else 0
    return Report(
        game=study.game.name,
        shipped=study.shipped.to_json(),
        edited=study.edited.to_json(),
        never=list(study.never),
        players=study.players,
        seed=study.seed,
        deals=deals,
        total=study.games,
        finished=finished,
        stopped=finished and len(done) < sum(len(study.pieces(sort)) for sort in study.sorts()),
        pieces=len(done),
        compared=compared,
        groups=groups,
        spreads=[_spread(gathered[GAMES])] if GAMES in gathered else [],
        version=verso.__version__,
        behaviour=BEHAVIOUR,
        seconds=round(time.monotonic() - began, 3),
        without=list(study.without),
        searched=study.searched,
        retrained=_retraining(study),
    )


def _retraining(study: Study) -> Retraining | None:
    taught = study.taught
    if taught is None:
        return None
    wins = Estimate(taught.share, taught.low, taught.high)
    return Retraining(wins, taught.net is not None, taught.games, taught.seconds)


def _judged(groups: Sequence[Group]) -> tuple[list[Group], int]:
    """Mark the changes that are sure, all of the report taken together, and return how many were judged."""
    chances = {
        f"{group.key}/{figure.key}": figure.chance
        for group in groups
        for figure in group.figures
        if figure.chance is not None
    }
    sure = statistics.sure(chances)
    judged = [
        msgspec.structs.replace(
            group,
            figures=[
                msgspec.structs.replace(figure, sure=f"{group.key}/{figure.key}" in sure) for figure in group.figures
            ],
        )
        for group in groups
    ]
    return judged, len(chances)


def _of_games(study: Study, found: _Gathered) -> list[Group]:
    keys = list(dict.fromkeys([*found.shipped.ratios, *found.edited.ratios]))
    endings = sorted(key for key in keys if key.startswith("end:") and _occurs(found, key))
    own = [key for key in keys if key.startswith("measure:")]
    plans = list(dict.fromkeys(f"plan:{plan.id}" for side in study.sides for plan in plans_of(side.setup)))
    fates = [key for key in ("leads", "comebacks") if key in keys]
    groups = [
        _of_seats(study, found),
        found.group("length", ["length", "minutes", "decisions"], ["number", "minutes", "number"]),
        found.group("endings", endings, ["share"] * len(endings)),
    ]
    if fates:
        groups.append(found.group("fates", fates, ["number" if key == "leads" else "share" for key in fates]))
    if own:
        groups.append(found.group("own", own, ["share" if key.endswith(":share") else "number" for key in own]))
    if plans:
        groups.append(found.group("plans", plans, ["share"] * len(plans), 1 / len(plans)))
    return [*groups, *_of_things(study, found)]


def _of_seats(study: Study, found: _Gathered) -> Group:
    """Return the wins by seat, without their luck where that was measured."""
    seats, luck = ([f"{kind}:{place + 1}" for place in range(study.seats)] for kind in ("seat", "luck"))
    units: list[Unit] = ["share"] * study.seats
    plain = found.group("seats", seats, units, 1 / study.seats)
    if any(key not in sums.ratios for key in luck for sums in (found.shipped, found.edited)):
        return plain
    sides = [statistics.without_luck(sums, seats, luck) for sums in (found.shipped, found.edited)]
    group = found.of("seats", seats, units, sides[0], sides[1], 1 / study.seats)
    before, after = (math.fsum(map(_squared_width, each.figures)) for each in (plain, group))
    if after >= before:  # both tables' games went alike: to measure their luck only adds to what is unknown
        return plain
    return msgspec.structs.replace(group, luck=before / after if after > 0 else None)


def _squared_width(figure: Figure) -> float:
    change = figure.change
    return 0.0 if change is None or change.low is None or change.high is None else (change.high - change.low) ** 2


def _occurs(found: _Gathered, key: str) -> bool:
    return any(sums.ratios[key][:, 0].any() for sums in (found.shipped, found.edited) if key in sums.ratios)


def _of_things(study: Study, found: _Gathered) -> list[Group]:
    """Return how many have each thing, how often each is used, and its lift."""
    things = things_told(study)
    if not things:
        return []
    counted = {thing.id for side in study.sides for thing in things_of(side.setup) if thing.by == "each"}
    had = [f"has:{thing}" for thing in things if thing not in counted]
    used = [f"uses:{thing}" for thing in things if thing in counted]
    groups = [found.group("has", had, ["share"] * len(had))] if had else []
    groups += [found.group("uses", used, ["number"] * len(used))] if used else []
    lifts = [statistics.regression(sums) for sums in (found.shipped, found.edited)]
    for sums, lift in zip((found.shipped, found.edited), lifts, strict=True):
        shares = statistics.ratios(sums, [f"has:{thing}" for thing in things]).value
        rare = [
            place
            for place, thing in enumerate(things)
            if thing not in counted and not RARE <= shares[place] <= 1 - RARE
        ]
        lift.value[rare] = np.nan
    keys = [f"lift:{thing}" for thing in things]
    narrowed = [Estimates(lift.value[: len(things)], lift.without[:, : len(things)]) for lift in lifts]
    return [*groups, found.of("lift", keys, ["points"] * len(keys), narrowed[0], narrowed[1])]


def _of_search(study: Study, found: _Gathered) -> Group:
    """Return what players that search do otherwise than light ones, at the edited table: they stand for `edited`."""
    counted = {thing.id for thing in things_of(study.edited) if thing.by == "each"}
    keys = [f"{'uses' if thing.id in counted else 'has'}:{thing.id}" for thing in things_of(study.edited)]
    units: list[Unit] = ["number" if key.startswith("uses:") else "share" for key in keys]
    return found.group("searched", ["length", *keys], ["number", *units])


def _of_doing_without(study: Study, gathered: dict[str, _Gathered]) -> list[Group]:
    alone, nobody, deals = [], [], 0
    for each in study.without:
        found = gathered.get(f"{WITHOUT}:{each}")
        if found is not None:
            group = found.group("", [f"without:{each}", f"nobody:{each}"], ["share", "number"])
            alone.append(group.figures[0])
            nobody.append(group.figures[1])
            deals = found.deals
    if not alone:
        return []
    return [Group("without", alone, deals, 1 / study.seats), Group("nobody", nobody, deals)]


def _spread(found: _Gathered) -> Spread:
    """Return how often each length occurred."""
    sides = []
    for sums in (found.shipped, found.edited):
        games = float(sums.ratios["games"][:, 0].sum())
        counts = {
            int(key.partition(":")[2]): float(pairs[:, 0].sum()) / games
            for key, pairs in sums.ratios.items()
            if key.startswith("spread:")
        }
        sides.append(counts)
    lengths = [length for side in sides for length, share in side.items() if share > 0]
    first, after = min(lengths), max(lengths) + 1
    return Spread(
        "length", first, *([round(side.get(length, 0.0), 6) for length in range(first, after)] for side in sides)
    )
