"""`verso arena` and `verso odds`: bots against bots, and exact chances."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import verso
from verso.cli.sim import progress_bar
from verso.cli.terminal import (
    AsJson,
    Choices,
    Lang,
    PositionFile,
    Refused,
    Seed,
    Workers,
    WrongUsage,
    language_of,
    new_seed,
    note,
    print_json,
    print_line,
    read_position,
)


def arena(
    game: Annotated[str, Parameter(help="A game, as `verso games` lists them.")],
    /,
    *players: Annotated[str, Parameter(help="Bots, such as expert, hard:seconds=0.1 or 'external ./my-bot'.")],
    choices: Choices | None = None,
    deals: Annotated[int, Parameter(help="How many deals; each is played once for every rotation of the seats.")] = 100,
    results: Annotated[Path | None, Parameter(help="A file to keep the games in, and to go on from.")] = None,
    where: Workers | None = None,
    seed: Seed = None,
    json: AsJson = False,
) -> None:
    """Let bots play each other: equal deals for all orders of seats, win rates, ratings, time."""
    from verso.bots import arena as matches

    if deals < 1 or not players:
        raise WrongUsage("name the players; --deals must be at least 1")
    found, chosen = verso.game(game), choices or Choices()
    if chosen.cards is not None:
        raise WrongUsage("--cards: matches are played with the cards as shipped")
    seats = len(players) if chosen.seats is None else chosen.seats
    setup = dataclasses.replace(chosen, seats=seats).setup(found)
    if len(players) > seats:
        raise Refused(f"{len(players)} players are too many for {seats} seats")
    seated = tuple(players[seat % len(players)] for seat in range(seats))
    number = new_seed() if seed is None else seed
    match = matches.Match(game, seated, deals, number, setup.ruleset, dict(setup.options))
    for player in dict.fromkeys(players):
        matches.make_player(player, found, 0)  # refused now rather than in the middle
    with (where or Workers()).opened() as executor, progress_bar(deals * seats) as advance:
        done = 0

        def progress(played: int, total: int) -> None:
            nonlocal done
            advance(played - done)
            done = played

        games = matches.run(match, results, progress=progress, executor=executor)
    if json:
        print_json(matches.report(match, games))
    else:
        print_line(matches.table(matches.standings(match, games)))
    note(f"--seed {number} repeats this")


def odds(position: PositionFile, /, *, json: AsJson = False, lang: Lang = None) -> None:
    """Tell the exact chances of the turn at hand."""
    from verso.bots import odds as exact

    found = read_position(position)
    if json:
        print_json(exact.document(found))
    else:
        print_line(exact.report(found, language_of(lang)))
