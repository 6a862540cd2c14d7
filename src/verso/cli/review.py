"""`verso review`: a game looked at again, in the terminal, as JSON or as one page."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from verso.cli.sim import progress_bar
from verso.cli.terminal import (
    AsJson,
    Lang,
    RecordFile,
    Refused,
    Screen,
    WrongUsage,
    called,
    language_of,
    note,
    print_line,
    read_text,
)
from verso.core.record import InvalidRecord, Record

COLOURS = ("dark_orange3", "magenta", "cyan", "green", "blue", "yellow")
"""Of the seats; every line has a sign of its own besides."""


def review(
    record: RecordFile,
    /,
    *,
    seat: Annotated[int, Parameter(show_default=True, help="The seat through whose eyes the game is looked at.")] = 0,
    seconds: Annotated[float | None, Parameter(help="How long to measure; default: 12.")] = None,
    games: Annotated[int | None, Parameter(help="Games from each position instead: the same on every machine.")] = None,
    jobs: Annotated[int, Parameter(show_default=True, help="How many threads measure.")] = 2,
    html: Annotated[Path | None, Parameter(help="Write one page that needs nothing else, in all languages.")] = None,
    json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Tell who was how likely to win after every action, what was luck, and which choices cost something."""
    from verso.play import review_html, review_text, review_words
    from verso.play.review import SECONDS

    language = language_of(lang)
    _check(seconds, games, jobs)
    try:
        found = Record.from_text(read_text(record))
    except InvalidRecord as error:
        raise Refused(f"{called(record)}: {error}") from None
    if not 0 <= seat < found.setup.seats:
        raise Refused(f"there is no seat {seat} in a game of {found.setup.seats}")
    figures = _measured(found, SECONDS if seconds is None and games is None else seconds, games, jobs)
    names = review_words.names_in(found, language)
    if html is not None:
        html.write_text(review_html.page(figures, found, seat, language), encoding="utf-8")
        note(f"written to {html}")
    told = review_words.review(figures, found, seat, language, names)
    if json:
        print_line(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())
    elif html is None:
        _print(review_text.lines(told, language, Screen().width, plain=not _can_draw()))


def _check(seconds: float | None, games: int | None, jobs: int) -> None:
    if seconds is not None and games is not None:
        raise WrongUsage("--seconds and --games: say one of them")
    if seconds is not None and not 0 <= seconds <= 3600:
        raise WrongUsage("--seconds must be from 0 to 3600")
    if games is not None and not 1 <= games <= 1_000_000:
        raise WrongUsage("--games must be from 1 to 1,000,000")
    if jobs < 1:
        raise WrongUsage("--jobs must be at least 1")


def _measured(record: Record, seconds: float | None, games: int | None, jobs: int) -> Any:
    """Measure, and show on a terminal how far that is."""
    from verso.play.review import Reviewer

    with progress_bar(100) as advance:
        shown = 0
        for figures in Reviewer(record, threads=jobs).grow(seconds, games):
            advance(int(100 * figures.progress) - shown)
            shown = int(100 * figures.progress)
    return figures


def _can_draw() -> bool:
    """Say whether the output can show more than ASCII."""
    return (sys.stdout.encoding or "ascii").lower().replace("-", "") in ("utf8", "utf16", "utf32")


def _print(lines: Iterator[tuple[str, str | int | None]]) -> None:
    screen = Screen()
    for text, style in lines:
        screen.line(text, COLOURS[style % len(COLOURS)] if isinstance(style, int) else style)
