"""A comparison as one page that needs nothing else: charts drawn in it, both languages, light and dark."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from verso.core.contracts.laboratory import Field
from verso.core.game import LANGUAGES, Language
from verso.lab.report import Estimate, Report, Unit
from verso.lab.sheet import field_names, fields_of
from verso.lab.wire import LabFigure, LabGroup, LabSpread
from verso.lab.words import Teller, figure_and_reach, interval, number, said
from verso.play import standalone

WIDTH, ROW, EDGE = 360, 30, 10
STYLE = """
.now { fill: var(--bad); stroke: var(--bad); } .then { fill: var(--sheet); stroke: var(--soft); }
.even { stroke: var(--ink); } .bar { fill: var(--bad); opacity: .75; } .step { fill: none; stroke: var(--ink); }
.reach { fill: transparent; } .mark:hover .reach { fill: var(--line); }
.figures { table-layout: fixed; } .figures th:nth-child(2) { text-align: left; }
.figures .name { width: 18%; } .figures .wide { width: 34%; }
.range { display: block; color: var(--soft); font-size: .85rem; white-space: nowrap; }
.plot, .axis td { padding-block: 0; } .plot svg, .axis svg { display: block; } .axis td { border-bottom: 0; }
th[scope="row"] { color: inherit; font-weight: 400; text-align: left; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
summary { cursor: pointer; padding: .5rem 0; }
.sure { font-weight: 700; } code { overflow-wrap: anywhere; } .key { display: inline-block; margin-right: 1rem; }
.key svg { width: 14px; height: 14px; vertical-align: -2px; }
@media screen and (max-width: 48rem) {
  .figures, .figures tbody, .figures tr, .figures td, .figures th[scope="row"] { display: block; border: 0; }
  .figures tr.head { display: none; } .figures tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  .figures td { text-align: left; padding: .1rem .5rem; } .figures th[scope="row"] { font-weight: 600; }
  .figures td:not([data-told]):not(.plot):not(.scale) { display: none; }
  .figures .range { display: inline; font-size: .8rem; }
  .figures td[data-told]::before { content: attr(data-told) ": "; color: var(--soft); }
}
@media print {
  :root { font-size: 11px; } body { max-width: none; padding: 0; font-size: 1rem; }
  tr, svg { break-inside: avoid; } h2, h2 + p, caption, .head { break-after: avoid; } details { display: none; }
}
"""


def page_of(report: Report, language: Language) -> str:
    """Return the page, with the language that is asked for in front."""
    tellers = {each: Teller(report, each) for each in LANGUAGES}
    bodies = {each: "".join(_body(teller)) for each, teller in tellers.items()}
    title = tellers[language].say("lab-html-title", title=tellers[language].setup.game.title)
    return standalone.page(title, language, bodies, STYLE)


def _body(teller: Teller) -> Iterator[str]:
    say, document, report = teller.say, teller.document(), teller.report
    title = say("lab-html-title", title=teller.setup.game.title)
    yield f"<p>{escape(title)}</p>\n<h1>{escape(document.headline)}</h1>\n"
    yield '<p class="soft">'
    for kind in ("then", "now"):
        words = escape(say("lab-shipped" if kind == "then" else "lab-edited"))
        dot = f'<circle class="{kind}" cx="7" cy="7" r="5" stroke-width="2"/>'
        yield f'<span class="key"><svg viewBox="0 0 14 14" aria-hidden="true">{dot}</svg> {words}</span>'
    yield f"{escape(say('lab-html-interval'))}</p>\n"
    deals = number(report.deals, teller.language, 0)
    ruleset, _ = teller.setup.game.words.about_ruleset(teller.setup.game, teller.setup.ruleset, teller.language)
    played = say("lab-html-played", ruleset=ruleset, seats=teller.setup.seats, deals=deals)
    yield f'<p class="soft">{escape(played)}</p>\n'
    yield f"<h2>{escape(say('lab-html-differs'))}</h2>\n{_differences(teller)}"
    for group in document.groups:
        yield _group(group, teller)
    for spread in document.spreads:
        yield f"<h2>{escape(spread.title)}</h2>\n<p>{escape(spread.about)}</p>\n{_bars(spread, teller)}"
    yield f"<h2>{escape(say('lab-html-read'))}</h2>\n"
    yield "<ul>\n" + "".join(f"<li>{escape(note)}</li>\n" for note in document.notes) + "</ul>\n"
    yield f"<h2>{escape(say('lab-html-repeat'))}</h2>\n<p><code>{escape(document.command)}</code></p>\n"
    version = say(
        "lab-html-version",
        version=report.version,
        behaviour=report.behaviour,
        seed=report.seed,
        deals=number(report.deals, teller.language, 0),
        seconds=number(report.seconds, teller.language),
    )
    yield f'<p class="soft">{escape(version)}</p>\n'


def _differences(teller: Teller) -> str:
    """Return a table of what was changed: figures of cards, the ruleset, options."""
    say, language = teller.say, teller.language
    before, after = fields_of(teller.shipped, language), fields_of(teller.setup, language)
    names = field_names(teller.shipped, language) | field_names(teller.setup, language)
    rows = [
        (names[place], *(_named(fields[place]) if place in fields else "–" for fields in (before, after)))
        for place in dict.fromkeys([*before, *after])
        if place not in before or place not in after or before[place].value != after[place].value
    ]
    if teller.shipped.ruleset != teller.setup.ruleset:
        rows.append(("ruleset", teller.shipped.ruleset, teller.setup.ruleset))
    for name in dict.fromkeys([*teller.shipped.options, *teller.setup.options]):
        old, new = teller.shipped.options.get(name), teller.setup.options.get(name)
        if old != new:
            title = teller.setup.game.words.about_option(teller.setup.game, name, language)[0]
            rows.append((title, _value(old), _value(new)))
    rows += [(say("lab-html-nobody"), "–", teller.left(each)) for each in teller.report.never]
    if not rows:
        return f"<p>{escape(say('lab-html-same'))}</p>\n"
    head = "".join(f"<th>{escape(say(each))}</th>" for each in ("lab-html-figure", "lab-shipped", "lab-edited"))
    return f"<table><tr>{head}</tr>\n{''.join(map(_cells, rows))}</table>\n"


def _named(field: Field) -> str:
    if field.names:
        return field.names[field.values.index(str(field.value))]
    return _value(field.value)


def _value(value: object) -> str:
    return "–" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _cells(cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>\n"


def _group(group: LabGroup, teller: Teller) -> str:
    """Return a group as one table: each figure's name, its place on the scale of its unit, and what it is in words."""
    say, titles = teller.say, ("lab-html-figure", "lab-html-plot", "lab-shipped", "lab-edited", "lab-change")
    head = "".join(f'<th scope="col">{escape(say(title))}</th>' for title in titles)
    rows = []
    for figures in _alike(group):
        scale = _scale(figures, group.even)
        rows += [_row(figure, scale, group, teller) for figure in figures]
        if scale is not None:
            axis = _axis(scale, figures[0].unit, teller.language)
            cells = f'<td></td><td class="scale">{axis}</td><td colspan="3"></td>'
            rows.append(f'<tr class="axis" aria-hidden="true">{cells}</tr>\n')
    about = f"{group.about} ({teller.say('lab-html-deals', deals=number(group.deals, teller.language, 0))})"
    return (
        f'<h2>{escape(group.title)}</h2>\n<p class="soft">{escape(about)}</p>\n'
        f'<div class="scroll"><table class="figures"><caption>{escape(group.title)}</caption>\n'
        '<colgroup><col class="name"><col class="wide"><col><col><col></colgroup>\n'
        f'<tr class="head">{head}</tr>\n{"".join(rows)}</table></div>\n'
    )


def _alike(group: LabGroup) -> list[list[LabFigure]]:
    """Return the figures that stand on one scale: all of a group that has one unit, or else each by itself."""
    if len({figure.unit for figure in group.figures}) == 1:
        return [group.figures]
    return [[figure] for figure in group.figures]


def _row(figure: LabFigure, scale: Scale | None, group: LabGroup, teller: Teller) -> str:
    mark = f' <span class="soft">{escape(teller.say("lab-sure"))}</span>' if figure.sure else ""
    cells = []
    for called, each in (("lab-shipped", figure.shipped), ("lab-edited", figure.edited), ("lab-change", figure.change)):
        is_change = called == "lab-change"
        value, reach = figure_and_reach(each, figure.unit, teller.language, signed=is_change)
        weight = ' class="sure"' if is_change and figure.sure else ""
        after = f' <span class="range">{escape(reach)}</span>' if reach else ""
        said_of = escape(teller.say(called))
        cells.append(f'<td data-told="{said_of}"{weight}>{escape(value)}{mark if is_change else ""}{after}</td>')
    plot = "" if scale is None else _dots(figure, scale, group.even, teller)
    return f'<tr><th scope="row">{escape(figure.name)}</th><td class="plot">{plot}</td>{"".join(cells)}</tr>\n'


class Scale(NamedTuple):
    """What figures are drawn on: from the lowest tick to the highest."""

    ticks: tuple[float, ...]

    def place(self, value: float) -> float:
        return EDGE + (WIDTH - 2 * EDGE) * (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])


def _scale(figures: Sequence[LabFigure], even: float | None) -> Scale | None:
    """Return a scale of round ticks that holds all figures of a unit with their intervals; None for nothing at all."""
    ends = [
        value
        for figure in figures
        for each in (figure.shipped, figure.edited)
        if each is not None
        for value in (each.value, each.low, each.high)
        if value is not None and math.isfinite(value)
    ]
    if not ends:
        return None
    ends += [even] if even is not None else []
    low, high = min(ends), max(ends)
    rough = ((high - low) or abs(high) or 1.0) / 4
    ten = 10.0 ** math.floor(math.log10(rough))
    step = next(each * ten for each in (1, 2, 5, 10) if each * ten >= rough * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return Scale(tuple(step * at for at in range(first, max(last, first + 1) + 1)))


def _axis(scale: Scale, unit: Unit, language: Language) -> str:
    ends = ((scale.ticks[0], "start", 0.0), (scale.ticks[-1], "end", float(WIDTH)))
    words = "".join(
        f'<text x="{x:.0f}" y="14" text-anchor="{anchor}">{escape(said(value, unit, language))}</text>'
        for value, anchor, x in ends
    )
    return f'<svg viewBox="0 0 {WIDTH} 18">{words}</svg>'


def _dots(figure: LabFigure, scale: Scale, even: float | None, teller: Teller) -> str:
    """Draw a figure: hollow as shipped, filled as edited, intervals as lines; each says what it is when pointed at."""
    parts = [_line("grid", scale.place(tick)) for tick in scale.ticks]
    if even is not None:
        parts.append(_line("even", scale.place(even)))
    told = []
    sides = (("then", "lab-shipped", figure.shipped, 9), ("now", "lab-edited", figure.edited, 21))
    for kind, called, each, y in sides:
        if each is not None:
            words = f"{teller.say(called)}: {interval(each, figure.unit, teller.language)}"
            told.append(words)
            parts.append(_dot(kind, each, y, scale, f"{figure.name}, {words}"))
    label = escape("; ".join([figure.name, *told]))
    return f'<svg viewBox="0 0 {WIDTH} {ROW}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def _line(kind: str, x: float) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{ROW}"/>'


def _dot(kind: str, each: Estimate, y: float, scale: Scale, words: str) -> str:
    line, x = "", scale.place(each.value)
    left = right = x
    if each.low is not None and each.high is not None:
        left, right = scale.place(each.low), scale.place(each.high)
        line = f'<line class="{kind}" x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}" stroke-width="2"/>'
    reach = f'<rect class="reach" x="{left - 8:.1f}" width="{right - left + 16:.1f}" y="{y - 6}" height="12"/>'
    dot = f'<circle class="{kind}" cx="{x:.1f}" cy="{y}" r="4.5" stroke-width="2"/>'
    return f'<g class="mark"><title>{escape(words)}</title>{reach}{line}{dot}</g>'


def _bars(spread: LabSpread, teller: Teller) -> str:
    """Draw how often each length occurred: bars as edited, a line of steps as shipped; below, the same as a table."""
    count, height, width = len(spread.edited), 180, 960
    top = max([*spread.shipped, *spread.edited]) or 1.0
    step = (width - 20) / max(1, count)

    def y(share: float) -> float:
        return height - 24 - (height - 34) * share / top

    bars = []
    for at, share in enumerate(spread.edited):
        each = (_share_said(teller, called, side[at]) for called, side in _sides(spread))
        words = escape(f"{spread.title} {spread.first + at}: {'; '.join(each)}")
        x = 10 + at * step
        bars.append(
            f'<g class="mark"><title>{words}</title>'
            f'<rect class="reach" x="{x:.1f}" width="{step:.1f}" y="0" height="{height - 24}"/>'
            f'<rect class="bar" x="{x + step * 0.1:.1f}" width="{step * 0.8:.1f}" y="{y(share):.1f}" '
            f'height="{height - 24 - y(share):.1f}"/></g>'
        )
    path = f"M10,{height - 24}" + "".join(
        f"L{10 + at * step:.1f},{y(share):.1f}H{10 + (at + 1) * step:.1f}" for at, share in enumerate(spread.shipped)
    )
    labels = "".join(
        f'<text x="{10 + (at + 0.5) * step:.1f}" y="{height - 6}" text-anchor="middle">{spread.first + at}</text>'
        for at in range(0, count, max(1, count // 12))
    )
    label = escape(f"{spread.title}. {spread.about}")
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{label}">'
        f'<path class="step" d="{path}V{height - 24}" stroke-width="2"/>{"".join(bars)}{labels}</svg>\n'
        f"{_table_of(spread, teller)}"
    )


def _sides(spread: LabSpread) -> tuple[tuple[str, list[float]], ...]:
    return ("lab-shipped", spread.shipped), ("lab-edited", spread.edited)


def _share_said(teller: Teller, called: str, share: float) -> str:
    return f"{teller.say(called)} {said(share, 'share', teller.language)}"


def _table_of(spread: LabSpread, teller: Teller) -> str:
    head = "".join(f'<th scope="col">{escape(teller.say(called))}</th>' for called, _ in _sides(spread))
    rows = []
    for at, shares in enumerate(zip(spread.shipped, spread.edited, strict=True)):
        cells = "".join(f"<td>{said(share, 'share', teller.language)}</td>" for share in shares)
        rows.append(f'<tr><th scope="row">{spread.first + at}</th>{cells}</tr>\n')
    title = escape(spread.title)
    return (
        f"<details><summary>{escape(teller.say('lab-html-table'))}</summary>\n<table><caption>{title}</caption>\n"
        f'<tr><th scope="col">{title}</th>{head}</tr>\n{"".join(rows)}</table></details>\n'
    )
