"""`verso evaluate`: the benchmark."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import verso
from verso.bots.players import is_ours
from verso.cli.sim import progress_bar
from verso.cli.terminal import BOT, AsJson, GameName, Substitute, Workers, WrongUsage, note, print_json, print_line


def evaluate(
    bot: Annotated[
        str, BOT, Parameter(help="Such as greedy, search:iterations=100, 'import agents:Mine', 'external ./bot'.")
    ],
    /,
    *,
    game: Annotated[GameName | None, Parameter(help="Only this game; default: all that the bot plays.")] = None,
    seats: Annotated[int | None, Parameter(help="Only with so many seats; default: every number of them.")] = None,
    deals: Annotated[int | None, Parameter(help="No more than so many deals of each, for a first look.")] = None,
    results: Annotated[Path | None, Parameter(help="A file to keep the games in, and to go on from.")] = None,
    adjust: Annotated[bool, Parameter(help="Also tell scores without luck; takes longer, needs fewer games.")] = False,
    substitute: Substitute = None,
    where: Workers | None = None,
    json: AsJson = False,
) -> None:
    """Measure a bot: fixed deals against a fixed ladder of bots, a score that is the same on every machine."""
    from verso.bots import evaluate as benchmark

    if deals is not None and deals < 1:
        raise WrongUsage("--deals must be at least 1")
    chosen = benchmark.Evaluation.of(bot, game, seats, deals, substitute, adjusted=adjust)
    if is_ours(bot) and benchmark.goes_by_the_clock(bot, verso.game(chosen.tables[0].game)):
        name = bot.partition(":")[0]
        note(f"{bot} thinks by the clock, so its score depends on the machine; {name}:iterations=500 would not")
    began = time.perf_counter()
    with (where or Workers()).opened() as executor, progress_bar(chosen.games) as progress:
        lines = benchmark.run(chosen, results, executor, progress)
    found = benchmark.report(chosen.header(), lines)
    if json:
        print_json(found)
    else:
        print_line(benchmark.text(found))
    note(f"{chosen.games:,} games, {time.perf_counter() - began:.0f} s")
