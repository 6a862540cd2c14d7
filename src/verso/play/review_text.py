"""A review as lines of text, with a small chart of everybody's chance to win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from verso.core.words import Words
from verso.play import wire
from verso.play.table import words_for

Styled: TypeAlias = tuple[str, str | int | None]
"""A line, and how it is set: `bold`, `dim`, the number of a seat (for its colour), or as any other."""

ROWS = 9
WIDEST = 84
SIGNS = "●○◆◇■□"
PLAIN_SIGNS = "ox*+#@"
MOST_LISTED = 12
"""Choices that cost something, the costliest of them."""


def lines(review: wire.Review, language: wire.Language, width: int, *, plain: bool = False) -> Iterator[Styled]:
    """Yield the review from top to bottom."""
    say = words_for(language)
    yield f"{say('review-title')}: {_headline(review, say)}", "bold"
    if not review.over:
        yield say("review-unfinished"), None
    yield "", None
    yield f"{say('review-chance')} ({say('review-seen-by', name=review.names[review.seat])})", "bold"
    yield from chart(review, say, width, plain=plain)
    yield "", None
    yield say("review-account"), "bold"
    yield from _accounts(review, say, width)
    yield "", None
    if review.moments:
        yield say("review-moments"), "bold"
        for moment in review.moments:
            yield f"  {turn_of(review, moment.turn, say)}  {signed(moment.change):>6}  {moment.words}", None
        yield "", None
    yield say("review-mistakes"), "bold"
    yield from _mistakes(review, say)
    yield "", None
    yield f"{say('review-games', games=review.games)}. {say('review-how')}", "dim"


def turn_of(review: wire.Review, turn: int, say: Words) -> str:
    """Return which turn something was in, and whose; nobody's before the first."""
    if not 1 <= turn <= len(review.turns):
        return say("review-turn", turn=turn)
    return say("review-turn-of", name=review.names[review.turns[turn - 1].seat], turn=turn)


def _headline(review: wire.Review, say: Words) -> str:
    result = review.result.words if review.result is not None else review.game
    return f"{result} ({say('review-turns', count=len(review.turns))})" if review.turns else result


def chart(review: wire.Review, say: Words, width: int, *, plain: bool = False) -> Iterator[Styled]:
    """Draw a line for every seat: what it was worth at as many plies as fit side by side."""
    signs, columns = PLAIN_SIGNS if plain else SIGNS, min(width - 8, WIDEST, review.plies + 1)
    last = max(1, columns - 1)
    plies = [round(column * review.plies / last) for column in range(columns)]
    grid = [[" "] * columns for _ in range(ROWS)]
    seats = [seat for seat in range(len(review.wins)) if seat != review.seat]
    for seat in (*seats, review.seat):  # the seat that is reviewed is drawn over the others
        for column, ply in enumerate(plies):
            row = round((10_000 - review.wins[seat][ply]) * (ROWS - 1) / 10_000)
            grid[row][column] = signs[seat % len(signs)]
    edge = "|" if plain else "│"
    for row, cells in enumerate(grid):
        label = f"{100 - 100 * row // (ROWS - 1)}%" if row % 2 == 0 else ""
        yield f"{label:>5} {edge}{''.join(cells)}".rstrip(), None
    for seat, name in enumerate(review.names):
        chances = review.wins[seat]
        yield f"      {signs[seat % len(signs)]} {name}: {percent(chances[0])} > {percent(chances[-1])}", seat


def percent(points: int) -> str:
    return f"{points / 100:.0f}%"


def signed(points: int) -> str:
    """Return win points with their sign, to the nearest whole one or, if that is none, to a tenth."""
    whole = round(points / 100)
    return f"{whole:+d}" if whole else f"{points / 100:+.1f}" if points else "0"


def tenths(points: float, say: Words, sign: str = "") -> str:
    """Return win points with one decimal, as the language writes it."""
    return say.decimal(points / 100, f"{sign}.1f")


ENTRIES = ("start", "luck", "own", "others", "rest", "result")


def _accounts(review: wire.Review, say: Words, width: int) -> Iterator[Styled]:
    """Yield a row for every seat; where that is too wide, a row for every entry."""
    titles = ["", *(say(f"review-{entry}") for entry in ENTRIES)]
    rows = [[each.name, *(_cell(entry, getattr(each, entry), say) for entry in ENTRIES)] for each in review.accounts]
    table = list(_aligned([titles, *rows]))
    if max(map(len, table)) > width:
        for line in _aligned(list(zip(titles, *rows, strict=True))):
            yield line, None
    else:
        yield table[0], "dim"
        yield from zip(table[1:], (each.seat for each in review.accounts), strict=True)
    for account in review.accounts:
        if account.mean_loss is not None:
            loss = tenths(account.mean_loss, say)
            told = say("review-mean-loss", name=account.name, loss=loss, count=account.mattered)
            like = f", {say('review-plays-like', bot=account.plays_like)}" if account.plays_like else ""
            yield f"{told}{like}.", None


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows with their columns as wide as they must be: the first begins at the left, the others end alike."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = (f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join((f"{first:<{widths[0]}}", *cells))


def _cell(entry: str, points: int, say: Words) -> str:
    return percent(points) if entry in ("start", "result") else tenths(points, say, "+")


def _mistakes(review: wire.Review, say: Words) -> Iterator[Styled]:
    mine = [decision for decision in review.decisions if decision.seat == review.seat]
    mistakes = sorted((each for each in mine if each.loss), key=lambda each: -each.loss)[:MOST_LISTED]
    if not mistakes:
        yield say("review-no-mistakes"), None
    for decision in sorted(mistakes, key=lambda each: each.ply):
        yield titled(decision, say), None
        for option in _shown(decision.options):
            marks = [say("review-label-best")] * option.best + [say("review-done")] * option.done
            interval = say("review-interval", low=percent(option.low), high=percent(option.high))
            tail = f" ({', '.join(marks)})" if marks else ""
            yield f"  {percent(option.win):>4}  {option.words}{tail}  {interval}", None
            if option.reason:
                yield f"        {option.reason}", "dim"
    others = len(mine) - sum(each.loss > 0 for each in mine)
    if mine:
        yield say("review-other-decisions", count=others), None


def titled(decision: wire.ReviewedDecision, say: Words) -> str:
    """Return when a choice was made and how much was wrong with it."""
    turn = say("review-turn", turn=decision.turn)
    return f"{turn[0].upper()}{turn[1:]}: {say(f'review-label-{decision.label}')}"


def _shown(options: Sequence[wire.ReviewedOption]) -> Iterator[wire.ReviewedOption]:
    """Yield the best three, and what was done."""
    for place, option in enumerate(options):
        if place < 3 or option.done:
            yield option
