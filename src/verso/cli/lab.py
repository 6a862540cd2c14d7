"""`verso lab` and `verso tune`: what edited cards do to a game, and which edits make it as one wishes."""

from __future__ import annotations

import dataclasses
import json as json_
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

import verso
from verso.cli.sim import progress_bar, repeats
from verso.cli.terminal import (
    AsJson,
    Choices,
    GameName,
    Lang,
    Refused,
    Seed,
    Workers,
    WrongUsage,
    language_of,
    new_seed,
    note,
    print_line,
    read_text,
)
from verso.core.game import Game, Setup

ALL = "all"
ENDING = (".html", ".json")


def lab(
    game: GameName,
    /,
    *,
    choices: Choices | None = None,
    edits: Annotated[str | None, Parameter(help="Changes to the cards as JSON, in the place of --cards.")] = None,
    against: Annotated[Path | None, Parameter(help="A card file to compare with; default: as shipped.")] = None,
    against_table: Annotated[
        str | None, Parameter(help='A table to compare with, as JSON: {"ruleset", "options", "cards"}.')
    ] = None,
    games: Annotated[int, Parameter(show_default=True, help="How many deals, each played at both tables.")] = 10_000,
    bots: Annotated[
        str,
        Parameter(
            name=("--bots", "--players"),
            show_default=True,
            help="Who plays all seats, such as expert:iterations=100; `greedy` is compiled.",
        ),
    ] = "greedy",
    never: Annotated[
        tuple[str, ...], Parameter(help="A card, plan or habit that nobody at the edited table has.")
    ] = (),
    without: Annotated[
        tuple[str, ...], Parameter(help="A card, plan or habit to measure doing without, or `all`; repeatable.")
    ] = (),
    searched: Annotated[bool, Parameter(help="Set players that search beside light ones.")] = False,
    retrain: Annotated[
        bool, Parameter(help="Teach light players the edited table first, by playing themselves; half a minute.")
    ] = False,
    within: Annotated[
        float | None, Parameter(help="Stop once wins by seat are known to so many points, such as 1.")
    ] = None,
    first: Annotated[
        int | None, Parameter(help="Only the first so many pieces of the work: repeats a comparison that ended early.")
    ] = None,
    out: Annotated[Path | None, Parameter(help="Write the report: one page (.html), or a document (.json).")] = None,
    where: Workers | None = None,
    seed: Seed = None,
    json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Compare edited cards or options with the shipped ones on the same deals: who wins, how long, which cards."""
    from verso.bots.characters import CHARACTERS
    from verso.bots.levels import LEVELS
    from verso.lab import compare, last
    from verso.lab.html import page_of
    from verso.lab.report import encode
    from verso.lab.study import Study, restrictions
    from verso.lab.words import told

    if out is not None and out.suffix not in ENDING:
        raise WrongUsage(f"--out: a report ends in {' or '.join(ENDING)}, not {out.name}")
    _can_be_written(out)
    if within is not None and not 0 < within < 100:
        raise WrongUsage("--within is a number of points above 0")
    if first is not None and first < 1:
        raise WrongUsage("--first is a number of pieces, 1 or more")
    found, language = verso.game(game), language_of(lang)
    edited = _edited(found, choices or Choices(), edits)
    study = Study(
        _compared(found, edited, against, against_table),
        edited,
        games=games,
        seed=new_seed() if seed is None else seed,
        players=bots,
        never=never,
        without=tuple(restrictions(edited)) if ALL in without else without,
        searched=searched,
        within=None if within is None else within / 100,
        first=first,
    )
    if retrain and not study.is_light:
        raise WrongUsage("--retrain teaches light players, and --bots names others")
    with (where or Workers()).opened() as executor:
        if retrain:
            study = _taught(study, executor)
        with progress_bar(sum(map(study.deals, study.sorts()))) as advance:
            report = last(compare(study, executor, progress=_steps(advance)))
    if out is not None:
        written = page_of(report, language).encode() if out.suffix == ".html" else encode(report)
        out.write_bytes(written)
        note(f"written to {out}")
    if json:
        print_line(msgspec.json.format(encode(report), indent=2).decode())
    elif out is None:
        for line in _lines(told(report, language), language):
            print_line(line)
    player = f"{bots}:iterations=1" if bots in (*LEVELS, *CHARACTERS) else bots  # here they do not go by the clock
    note(f"{report.deals:,} deals in {report.seconds:.1f} s{repeats(report.seed, [player], found)}")


def _can_be_written(out: Path | None) -> None:
    """Refuse a place that does not exist before anything is played, which would be lost then."""
    if out is not None and not out.parent.is_dir():
        raise Refused(f"{out.parent}: there is no such directory")


def _taught(study: Any, executor: Any) -> Any:
    """Return a study whose edited table is played by light players that learned it."""
    from verso.bots.retrain import retraining

    note("light players learn the edited table …")
    with progress_bar(100) as advance:
        step = _steps(advance)
        for found in retraining(study.edited, study.seed, executor):
            if isinstance(found, float):
                step(round(100 * found), 100)
    return dataclasses.replace(study, taught=found)


def _steps(advance: Any) -> Any:
    """Return what tells a progress bar by how much work has gone on."""
    before = 0

    def progress(done: int, _total: int) -> None:
        nonlocal before
        advance(done - before)
        before = done

    return progress


def _edited(game: Game, choices: Choices, edits: str | None) -> Setup:
    if edits is None:
        return choices.setup(game)
    if choices.cards is not None:
        raise WrongUsage("--cards and --edits: say one of them")
    setup = choices.setup(game)
    return game.setup_with(setup.options, setup.seats, setup.ruleset, _object(edits, "--edits"))


def _object(text: str, option: str) -> Mapping[str, Any]:
    try:
        document = json_.loads(text)
    except ValueError as error:
        raise WrongUsage(f"{option}: not valid JSON: {error}") from None
    if not isinstance(document, dict):
        raise WrongUsage(f"{option}: must be a JSON object")
    return document


def _compared(game: Game, edited: Setup, against: Path | None, table: str | None) -> Setup:
    if against is not None and table is not None:
        raise WrongUsage("--against and --against-table: say one of them")
    if table is not None:
        given = _object(table, "--against-table")
        if unknown := set(given) - {"ruleset", "options", "cards"}:
            raise WrongUsage(f"--against-table: unknown key {sorted(unknown)[0]}")
        return game.setup_with(given.get("options", {}), edited.seats, given.get("ruleset"), given.get("cards"))
    cards = None if against is None else game.load_cards(read_text(str(against)), str(against))
    if against is not None:
        return game.setup_with(edited.options, edited.seats, edited.ruleset, cards)
    return game.setup(edited.seats, edited.ruleset)


def _lines(report: Any, language: str) -> Iterator[str]:
    """Return a report as plain text."""
    from verso.lab.words import interval, words_for

    say = words_for(language)
    yield report.headline
    for group in report.groups:
        yield ""
        yield f"{group.title} ({group.deals:,})"
        width = max(len(figure.name) for figure in group.figures)
        for figure in group.figures:
            before, after = (interval(each, figure.unit, language) for each in (figure.shipped, figure.edited))
            change = interval(figure.change, figure.unit, language, signed=True)
            mark = f"  {say('lab-sure')}" if figure.sure else ""
            yield f"  {figure.name:{width}}  {before:>22}  {after:>22}  {change:>22}{mark}"
    yield ""
    yield from report.notes


def tune(
    game: GameName,
    /,
    *,
    choices: Choices | None = None,
    edits: Annotated[str | None, Parameter(help="Changes to the cards as JSON, in the place of --cards.")] = None,
    wish: Annotated[
        tuple[str, ...],
        Parameter(help="FIGURE=VALUE or FIGURE=LEAST..MOST, such as seat:1=50% or length=22..26; can be repeated."),
    ] = (),
    may: Annotated[
        tuple[str, ...],
        Parameter(help="A figure that may move, by its field: FIGURE=LEAST..MOST; can be repeated."),
    ] = (),
    trials: Annotated[int, Parameter(show_default=True, help="How many tables are tried.")] = 100,
    games: Annotated[int, Parameter(show_default=True, help="Deals of each table.")] = 500,
    out: Annotated[Path | None, Parameter(help="Write the proposals as JSON.")] = None,
    where: Workers | None = None,
    seed: Seed = None,
    json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Look for figures that make a game as one wishes, changing as little as can be."""
    from verso.lab.tune import InvalidWish, Search, encode, read_moves, read_wishes
    from verso.lab.words.proposals import lines

    if trials < 1 or games < 20:
        raise WrongUsage("--trials must be at least 1, and --games at least 20")
    if not wish or not may:
        raise WrongUsage("say at least one --wish and one --may")
    _can_be_written(out)
    found, language = verso.game(game), language_of(lang)
    setup = _edited(found, choices or Choices(), edits)
    try:
        search = Search(
            setup, read_wishes(wish), read_moves(setup, may), trials, games, new_seed() if seed is None else seed
        )
    except InvalidWish as error:
        raise Refused(error.said(language)) from None
    with (where or Workers()).opened() as executor, progress_bar(trials) as advance:
        try:
            proposals = _found(search, executor, advance)
        except InvalidWish as error:
            raise Refused(error.said(language)) from None
    if out is not None:
        out.write_bytes(encode(proposals))
        note(f"written to {out}")
    if json:
        print_line(msgspec.json.format(encode(proposals), indent=2).decode())
    else:
        for line in lines(proposals, language):
            print_line(line)
    note(f"--seed {search.seed} repeats this")


def _found(search: Any, executor: Any, advance: Any) -> Any:
    """Search with a progress bar. Whoever interrupts it is told what was found so far, without a second measurement."""
    from verso.lab.tune import tuning

    step, found = _steps(advance), None
    try:
        for found in tuning(search, executor):
            step(found.tried, found.trials)
    except KeyboardInterrupt:
        if found is None:
            raise
        return msgspec.structs.replace(found, finished=True, stopped=True)
    return found
