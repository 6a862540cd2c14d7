"""`verso dataset`: games between bots as Parquet files, for learning from them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import verso
from verso.bots.players import listed
from verso.cli.sim import progress_bar
from verso.cli.terminal import AsJson, Choices, GameName, Players, Workers, WrongUsage, note, print_json, print_line


def dataset(
    game: GameName,
    /,
    *,
    out: Annotated[Path, Parameter(help="A directory to write to, and to go on from.")],
    choices: Choices | None = None,
    games: Annotated[int, Parameter(show_default=True, help="How many games.")] = 1000,
    bots: Annotated[
        Players,
        Parameter(
            name=("--bots", "--bot"),
            help="Who plays: bots of ours whose choices anybody can repeat, such as search:iterations=300; several "
            "with commas, or said again. Default: greedy.",
        ),
    ] = (),
    seed: Annotated[int, Parameter(show_default=True, help="Another seed makes other games.")] = 0,
    shard: Annotated[int, Parameter(show_default=True, help="How many games in a file.")] = 100,
    where: Workers | None = None,
    json: AsJson = False,
) -> None:
    """Write games of bots as Parquet files: records, observations, actions, masks, values, outcomes."""
    from verso.rl import dataset as datasets

    if games < 1 or shard < 1:
        raise WrongUsage("--games and --shard must be at least 1")
    setup = (choices or Choices()).setup(verso.game(game))
    plan = datasets.Plan.of(setup, listed(bots) or ["greedy"], seed, games, shard)
    began = time.perf_counter()
    with (where or Workers()).opened() as executor, progress_bar(games) as progress:
        datasets.write(plan, out, executor, progress)
    made = datasets.read(out)
    if json:
        print_json({"directory": str(out), "games": games, "decisions": len(made), "shards": plan.shards})
    else:
        print_line(f"{out}: {games:,} games, {len(made):,} decisions; {out / datasets.CARD} describes them")
    note(f"{time.perf_counter() - began:.0f} s")
