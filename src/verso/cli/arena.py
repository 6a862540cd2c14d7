"""`verso arena` and `verso odds`: bots against bots, and exact chances."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import verso
from verso.bots.players import listed, make_player
from verso.cli.sim import progress_bar, repeats
from verso.cli.terminal import (
    BOT,
    AsJson,
    Choices,
    GameName,
    Lang,
    PositionFile,
    Refused,
    Seed,
    Substitute,
    Workers,
    WrongUsage,
    language_of,
    new_seed,
    note,
    print_json,
    print_line,
    read_position,
)
from verso.core.game import InvalidSetup


def arena(
    game: GameName,
    /,
    *players: Annotated[
        str, BOT, Parameter(help="Bots, such as expert, hard:seconds=0.1 or 'external ./my-bot'; with commas too.")
    ],
    choices: Choices | None = None,
    deals: Annotated[
        int, Parameter(show_default=True, help="How many deals; each is played once for every rotation of the seats.")
    ] = 100,
    results: Annotated[Path | None, Parameter(help="A file to keep the games in, and to go on from.")] = None,
    substitute: Substitute = None,
    adjust: Annotated[bool, Parameter(help="Also tell results without luck; takes longer, needs fewer games.")] = False,
    where: Workers | None = None,
    seed: Seed = None,
    json: AsJson = False,
) -> None:
    """Let bots play each other: equal deals for all orders of seats, win rates, ratings, time."""
    from verso.bots import arena as matches

    names = listed(players)
    if deals < 1 or not names:
        raise WrongUsage("name the players; --deals must be at least 1")
    found, chosen = verso.game(game), choices or Choices()
    seats = len(names) if chosen.seats is None else chosen.seats
    setup = dataclasses.replace(chosen, seats=seats).setup(found)
    if len(names) > seats:
        raise Refused(f"{len(names)} players are too many for {seats} seats")
    seated = tuple(names[seat % len(names)] for seat in range(seats))
    number = new_seed() if seed is None else seed
    cards = dict(setup.edits) or None
    match = matches.Match(game, seated, deals, number, setup.ruleset, dict(setup.options), cards, substitute, adjust)
    for player in dict.fromkeys(names):
        make_player(player, found, 0, substitute)  # refused now rather than in the middle
    with (where or Workers()).opened() as executor, progress_bar(deals * seats) as advance:
        done = 0

        def progress(played: int, total: int) -> None:
            nonlocal done
            advance(played - done)
            done = played

        rows = matches.standings(match, matches.played(match, results, progress, executor))
    if json:
        print_json(matches.report(match, rows))
    else:
        print_line(matches.table(rows, substitute))
    note(repeats(number, names, found).removeprefix("; "))


def odds(position: PositionFile, /, *, json: AsJson = False, lang: Lang = None) -> None:
    """Tell the exact chances of the turn at hand."""
    found = read_position(position)
    exact, view = found.game.odds, found.view(found.to_act if found.to_act >= 0 else None)
    if exact is None:
        raise InvalidSetup(f"{found.game.name} has no odds")
    if json:
        print_json(exact.document(view))
    else:
        print_line(exact.report(view, language_of(lang)))
