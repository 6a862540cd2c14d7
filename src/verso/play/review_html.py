"""A review as one page that needs nothing else: no script, no network, every language in it, light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from verso.core.game import LANGUAGES
from verso.core.record import Record
from verso.core.words import Words
from verso.play import review_words, standalone, wire
from verso.play.review import Figures
from verso.play.review_text import ENTRIES, percent, signed, tenths, titled, turn_of
from verso.play.table import words_for

WIDTH, NARROW, HEIGHT = 960, 330, 260
COLOURS = ("#a63d14", "#8d3a73", "#2a716d", "#3c713a", "#4a5a94", "#71621f")
ON_DARK = ("#f0926b", "#dc92c4", "#6cc3bd", "#8fcb8b", "#a3b2ea", "#d6c36e")
"""The colours of seats, by day and by night: their names are written in them."""
PIN = 9
DASHES = ("", "7 4", "2 4", "9 3 2 3", "4 2", "1 3")


def _colours(colours: Sequence[str]) -> str:
    return "".join(f"--seat-{seat}: {colour}; " for seat, colour in enumerate(colours))


STYLE = f"""
:root {{ {_colours(COLOURS)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_colours(ON_DARK)} }} }}
"""
STYLE += """
.narrow { display: none; } .names { list-style: none; padding: 0; }
.accounts tbody th { color: inherit; text-align: left; }
.names li { display: flex; gap: .6rem; align-items: center; margin: .1rem 0; } .names svg { width: 3rem; flex: none; }
@media (max-width: 40rem) { .narrow { display: block; } .wide, .accounts thead { display: none; }
  .accounts :is(tbody, tr, th, td) { display: block; } .accounts tr { margin: .8rem 0; }
  .accounts td { display: flex; justify-content: space-between; }
  .accounts td::before { content: attr(data-entry); color: var(--soft); } }
.pin { fill: var(--sheet); stroke-width: 2; }
.decision { background: var(--sheet); border-radius: .8rem; padding: .8rem 1rem; margin: .7rem 0; }
.option { display: grid; grid-template-columns: 1fr 8rem 4rem; gap: .2rem 1rem; align-items: center;
  border-top: 1px solid var(--line); padding: .35rem 0; }
.option strong { text-align: right; } .mark { color: var(--soft); font-size: .85rem; }
.option p { grid-column: 1 / -1; margin: 0; color: var(--soft); }
ol { padding-left: 1.4rem; } li { margin: .4rem 0; }
@media (max-width: 40rem) { .option { grid-template-columns: 1fr 4rem; } .option svg { display: none; } }
"""


def page(figures: Figures, record: Record, seat: int, language: wire.Language) -> str:
    """Return the page, with the language that is asked for in front."""
    told = {
        each: review_words.review(figures, record, seat, each, review_words.names_in(record, each))
        for each in LANGUAGES
    }
    bodies = {each: "".join(_body(told[each], words_for(each))) for each in LANGUAGES}
    title = f"{words_for(language)('review-title')}: {record.setup.game.title}"
    return standalone.page(title, language, bodies, STYLE)


def _body(review: wire.Review, say: Words) -> Iterator[str]:
    result = review.result.words if review.result is not None else say("review-unfinished")
    yield f"<h1>{escape(say('review-title'))}: {escape(result)}</h1>\n"
    yield f"<h2>{escape(say('review-chance'))}</h2>\n"
    yield f'<p class="soft">{escape(say("review-seen-by", name=review.names[review.seat]))}</p>\n'
    yield _chart(review, say, WIDTH, "wide")
    yield f'<div class="narrow">{_chart(review, say, NARROW, "chart")}{_names(review)}</div>\n'
    yield f"<h2>{escape(say('review-account'))}</h2>\n{_accounts(review, say)}\n"
    if review.moments:
        yield f"<h2>{escape(say('review-moments'))}</h2>\n<ol>\n"
        for moment in review.moments:
            kind = "good" if moment.change > 0 else "bad"
            turn = escape(turn_of(review, moment.turn, say))
            yield f'<li>{turn} <strong class="{kind}">{signed(moment.change)}</strong> {escape(moment.words)}</li>\n'
        yield "</ol>\n"
    yield f"<h2>{escape(say('review-mistakes'))}</h2>\n"
    yield from _decisions(review, say)
    yield f'<p class="soft">{escape(say("review-games", games=review.games))}. {escape(say("review-how"))}</p>\n'


def _chart(review: wire.Review, say: Words, width: int, kind: str) -> str:
    """Draw the chances of all seats over the plies; the numbered pins are the moments that decided.

    Where there is room, names stand at the ends of the lines.
    """
    left, right, step = 44, width - (120 if width == WIDTH else PIN), max(1, review.plies)

    def place(ply: int, points: int) -> tuple[float, float]:
        return left + (right - left) * ply / step, 12 + (HEIGHT - 40) * (1 - points / 10_000)

    label = escape(say("review-chance"))
    parts = [f'<svg class="{kind}" viewBox="0 0 {width} {HEIGHT}" role="img" aria-label="{label}">']
    for share in (0, 2_500, 5_000, 7_500, 10_000):
        _, y = place(0, share)
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.0f}" y2="{y:.0f}"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end">{percent(share)}</text>')
    ends = _apart([place(review.plies, wins[-1])[1] for wins in review.wins])
    for seat, wins in enumerate(review.wins):
        points = " ".join("{:.1f},{:.1f}".format(*place(ply, win)) for ply, win in enumerate(wins))
        parts.append(f'<polyline points="{points}" fill="none" {_stroke(review, seat)}/>')
        if width == WIDTH:
            name, colour = escape(review.names[seat]), _colour(seat)
            parts.append(f'<text x="{right + 8}" y="{ends[seat] + 4:.0f}" style="fill:{colour}">{name}</text>')
    pins = [place(moment.after, review.wins[review.seat][moment.after]) for moment in review.moments]
    for number, (x, y) in enumerate(_in_sight(pins), start=1):
        parts.append(f'<circle class="pin" cx="{x:.1f}" cy="{y:.1f}" r="{PIN}" style="stroke:{_colour(review.seat)}"/>')
        parts.append(f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{number}</text>')
    return "".join(parts) + "</svg>\n"


def _colour(seat: int) -> str:
    return f"var(--seat-{seat % len(COLOURS)})"


def _stroke(review: wire.Review, seat: int) -> str:
    """Return how the line of a seat is drawn."""
    mine = seat == review.seat
    dash = "" if mine else DASHES[seat % len(DASHES)]
    return f'stroke-width="{3 if mine else 1.8}" stroke-dasharray="{dash}" style="stroke:{_colour(seat)}"'


def _names(review: wire.Review) -> str:
    """Say whose the lines are, below a chart that has no room for names."""
    rows = []
    for seat, name in enumerate(review.names):
        line = f'<line x1="0" x2="48" y1="6" y2="6" {_stroke(review, seat)}/>'
        rows.append(f'<li><svg viewBox="0 0 48 12" aria-hidden="true">{line}</svg>{escape(name)}</li>')
    return f'<ul class="names">{"".join(rows)}</ul>'


def _in_sight(pins: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Move pins below those before them that they would cover."""
    found: list[tuple[float, float]] = []
    for x, y in pins:
        while any(abs(x - other) < 2 * PIN and abs(y - height) < 2 * PIN for other, height in found):
            y += 2
        found.append((x, y))
    return found


def _apart(places: Sequence[float], least: float = 15.0) -> list[float]:
    """Move labels so that none lies on another, nor outside."""
    found, order = [0.0] * len(places), sorted(range(len(places)), key=lambda each: places[each])
    above = -least
    for seat in order:
        above = found[seat] = max(places[seat], above + least)
    below = HEIGHT - 12 + least
    for seat in reversed(order):
        below = found[seat] = min(found[seat], below - least)
    return found


def _accounts(review: wire.Review, say: Words) -> str:
    head = "".join(f'<th scope="col">{escape(say(f"review-{entry}"))}</th>' for entry in ENTRIES)
    rows = []
    for account in review.accounts:
        cells = []
        for entry in ENTRIES:
            points = getattr(account, entry)
            told = percent(points) if entry in ("start", "result") else tenths(points, say, "+")
            cells.append(f'<td data-entry="{escape(say(f"review-{entry}"))}">{told}</td>')
        rows.append(f'<tr><th scope="row">{escape(account.name)}</th>{"".join(cells)}</tr>')
    notes = []
    for account in review.accounts:
        if account.mean_loss is not None:
            loss = tenths(account.mean_loss, say)
            told = say("review-mean-loss", name=account.name, loss=loss, count=account.mattered)
            like = f", {say('review-plays-like', bot=account.plays_like)}" if account.plays_like else ""
            notes.append(f'<p class="soft">{escape(told + like)}.</p>')
    head = f"<thead><tr><td></td>{head}</tr></thead>"
    return f'<table class="accounts">{head}<tbody>{"".join(rows)}</tbody></table>{"".join(notes)}'


def _decisions(review: wire.Review, say: Words) -> Iterator[str]:
    mine = [decision for decision in review.decisions if decision.seat == review.seat]
    mistakes = [decision for decision in mine if decision.loss]
    if not mistakes:
        yield f"<p>{escape(say('review-no-mistakes'))}</p>\n"
    for decision in mistakes:
        title = titled(decision, say)
        cost = f'<strong class="bad">{signed(-decision.loss)}</strong>'
        yield f'<section class="decision"><h3>{escape(title)} {cost}</h3>\n'
        for option in decision.options:
            yield _option(option, say)
        yield "</section>\n"
    if mine:
        yield f"<p>{escape(say('review-other-decisions', count=len(mine) - len(mistakes)))}</p>\n"


def _option(option: wire.ReviewedOption, say: Words) -> str:
    marks = [say("review-label-best")] * option.best + [say("review-done")] * option.done
    if option.close and not option.best:
        marks.append(say("review-label-close"))
    interval = say("review-interval", low=percent(option.low), high=percent(option.high))
    low, win, high = (120 * points / 10_000 for points in (option.low, option.win, option.high))
    drawn = (
        f'<svg viewBox="0 0 120 12" aria-hidden="true"><line class="grid" x1="0" x2="120" y1="6" y2="6"/>'
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="6" y2="6" stroke="currentColor" stroke-width="4" opacity=".35"/>'
        f'<circle cx="{win:.1f}" cy="6" r="4" fill="currentColor"/></svg>'
    )
    mark = f' <span class="mark">{escape(", ".join(marks))}</span>' if marks else ""
    reason = f"<p>{escape(option.reason)}</p>" if option.reason else ""
    return (
        f'<div class="option"><span>{escape(option.words)}{mark}<br><span class="soft">{escape(interval)}</span></span>'
        f"{drawn}<strong>{percent(option.win)}</strong>{reason}</div>\n"
    )
