"""`verso sim`: many games between bots, and what they amount to."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

from cyclopts import Parameter

import verso
from verso.bots.players import is_ours, listed
from verso.cli.terminal import (
    AsJson,
    Choices,
    GameName,
    Players,
    Seed,
    Workers,
    WrongUsage,
    new_seed,
    note,
    option_text,
    print_json,
    print_line,
)
from verso.core.game import Game
from verso.play.simulate import Plan, actions_named, report, simulate


def sim(
    game: GameName,
    /,
    *,
    choices: Choices | None = None,
    games: Annotated[int, Parameter(show_default=True, help="How many games.")] = 1000,
    bots: Players = (),
    never: Annotated[
        tuple[str, ...], Parameter(help="An action or a kind of actions that nobody takes; can be repeated.")
    ] = (),
    where: Workers | None = None,
    seed: Seed = None,
    json: AsJson = False,
) -> None:
    """Play many games between bots: who wins, how long it takes, what acting first is worth."""
    if games < 1:
        raise WrongUsage("--games must be at least 1")
    found = verso.game(game)
    names = listed(bots) or ["greedy"]
    setup = (choices or Choices()).setup(found)
    barred = {action for text in never for action in actions_named(setup, text)}
    plan = Plan.of(setup, names, new_seed() if seed is None else seed, barred)
    began = time.perf_counter()
    with (where or Workers()).opened() as executor, progress_bar(games) as progress:
        summary = simulate(plan, games, executor, progress)
    seconds = time.perf_counter() - began
    document = report(plan, summary) | ({"never": list(never)} if never else {})
    if json:
        print_json(document)
    else:
        for line in _lines(document):
            print_line(line)
    note(f"{games / seconds:,.0f} games/s{repeats(plan.seed, names, found)}")


def repeats(seed: int | str, players: Sequence[str], game: Game) -> str:
    """Return that the seed repeats what was played, where that is true: of bots that do not go by the clock."""
    from verso.bots.evaluate import goes_by_the_clock

    if all(is_ours(player) and not goes_by_the_clock(player, game) for player in players):
        return f"; --seed {seed} repeats this"
    return f"; --seed {seed} repeats the luck, not what bots make of it"


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
    cards = ", cards changed" if "cards" in found else ""
    yield f"{found['game']}, {found['ruleset']}, {seats}{options}{cards}: {found['games']:,} games"
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
    yield from _action_lines(found["actions"], names, width)
    for key, row in found["lengths"].items():
        yield f"{key}: {row['least']:,} to {row['most']:,}, median {row['median']:,.0f}, mean {row['mean']:,.1f}"


def _action_lines(rows: list[dict[str, Any]], names: list[str], width: int) -> Iterator[str]:
    kinds = [kind for kind in rows[0] if kind != "bot" and any(row[kind] for row in rows)]
    if len(kinds) < 2:
        return
    for name, row in zip(names, rows, strict=True):
        yield f"{name:{width}}  does in a game: " + ", ".join(f"{kind} {row[kind]:,.1f}" for kind in kinds)


def _share_line(label: str, row: dict[str, Any], width: int) -> str:
    return f"{label:{width}}  {row['wins']:>8,}  {row['share']:>6.1%}  {row['low']:.1%} to {row['high']:.1%}"


def _numbered(names: list[str]) -> list[str]:
    """Tell bots of the same name apart."""
    return [f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name for at, name in enumerate(names)]


def _ordinal(number: int) -> str:
    return ("first", "second", "third", "fourth", "fifth", "sixth")[number - 1]
