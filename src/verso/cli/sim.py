"""`verso sim`: many games between bots, and what they amount to."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any

from cyclopts import Parameter

import verso
from verso.cli.terminal import (
    AsJson,
    Choices,
    Seed,
    Workers,
    WrongUsage,
    new_seed,
    note,
    option_text,
    print_json,
    print_line,
)
from verso.play.simulate import Plan, report, simulate


def sim(
    game: Annotated[str, Parameter(help="A game, as `verso games` lists them.")],
    /,
    *,
    choices: Choices | None = None,
    games: Annotated[int, Parameter(help="How many games.")] = 1000,
    bot_names: Annotated[str | None, Parameter(name="--bots", help="Who plays, such as greedy,random.")] = None,
    where: Workers | None = None,
    seed: Seed = None,
    json: AsJson = False,
) -> None:
    """Play many games between bots: who wins, how long it takes, what acting first is worth."""
    if games < 1:
        raise WrongUsage("--games must be at least 1")
    found = verso.game(game)
    names = bot_names.split(",") if bot_names else ["greedy"]
    plan = Plan.of((choices or Choices()).setup(found), names, new_seed() if seed is None else seed)
    began = time.perf_counter()
    with (where or Workers()).opened() as executor, progress_bar(games) as progress:
        results = simulate(plan, games, executor, progress)
    seconds = time.perf_counter() - began
    document = report(plan, results)
    if json:
        print_json(document)
    else:
        for line in _lines(document):
            print_line(line)
    note(f"{games / seconds:,.0f} games/s; --seed {plan.seed} repeats this")


@contextlib.contextmanager
def progress_bar(total: int) -> Iterator[Callable[[int], None]]:
    """Show on a terminal how far things are."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda count: bar.advance(task, count)


def _lines(found: dict[str, Any]) -> Iterator[str]:
    options = f", {option_text(found['options'])}" if found["options"] else ""
    seats = f"{found['seats']} seat{'s' if found['seats'] > 1 else ''}"
    yield f"{found['game']}, {found['ruleset']}, {seats}{options}: {found['games']:,} games"
    yield ""
    names = _numbered(found["bots"])
    orders = [f"acting {_ordinal(row['order'])}" for row in found["wins_by_order"]] if found["seats"] > 1 else []
    width = max(len(label) for label in (*names, *orders, "wins of"))
    yield f"{'wins of':{width}}  {'games':>8}  {'share':>6}  95% interval"
    for label, row in zip(names, found["wins"], strict=True):
        yield _share_line(label, row, width)
    for label, row in zip(orders, found["wins_by_order"], strict=False):
        yield _share_line(label, row, width)
    yield ""
    reasons = ", ".join(f"{reason} {count:,}" for reason, count in found["reasons"].items())
    yield f"ended by: {reasons}"
    for key, row in found["lengths"].items():
        yield f"{key}: {row['least']:,} to {row['most']:,}, median {row['median']:,.0f}, mean {row['mean']:,.1f}"


def _share_line(label: str, row: dict[str, Any], width: int) -> str:
    return f"{label:{width}}  {row['wins']:>8,}  {row['share']:>6.1%}  {row['low']:.1%} to {row['high']:.1%}"


def _numbered(names: list[str]) -> list[str]:
    """Tell bots of the same name apart."""
    return [f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name for at, name in enumerate(names)]


def _ordinal(number: int) -> str:
    return ("first", "second", "third", "fourth", "fifth", "sixth")[number - 1]
