"""A comparison as one page that needs nothing else: charts drawn in it, both languages, light and dark."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from verso.core.contracts.laboratory import Field
from verso.core.game import LANGUAGES, Language
from verso.lab.report import Estimate, Report
from verso.lab.sheet import field_names, fields_of
from verso.lab.wire import LabFigure, LabGroup, LabSpread
from verso.lab.words import Teller, interval, number, said
from verso.play import standalone

WIDTH, ROW = 360, 30
STYLE = """
.now { fill: var(--bad); stroke: var(--bad); } .then { fill: var(--sheet); stroke: var(--soft); }
.even { stroke: var(--ink); } .bar { fill: var(--bad); opacity: .75; } .step { fill: none; stroke: var(--ink); }
.plot { display: grid; grid-template-columns: minmax(0, 1fr) 22.5rem; gap: 1rem; align-items: start; }
.sure { font-weight: 700; } code { overflow-wrap: anywhere; } .key { display: inline-block; margin-right: 1rem; }
.key svg { width: 14px; height: 14px; vertical-align: -2px; }
@media (max-width: 50rem) { .plot { grid-template-columns: 1fr; } }
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
    yield f"<h2>{escape(say('lab-html-differs'))}</h2>\n{_differences(teller)}"
    for group in document.groups:
        yield _group(group, teller)
    for spread in document.spreads:
        yield f"<h2>{escape(spread.title)}</h2>\n<p>{escape(spread.about)}</p>\n{_bars(spread)}"
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
    say, language = teller.say, teller.language
    head = "".join(
        f"<th>{escape(text)}</th>" for text in ("", say("lab-shipped"), say("lab-edited"), say("lab-change"))
    )
    rows = []
    for figure in group.figures:
        unit = figure.unit
        change = interval(figure.change, unit, language, signed=True)
        mark = f' <span class="soft">{escape(say("lab-sure"))}</span>' if figure.sure else ""
        both = [interval(each, unit, language) for each in (figure.shipped, figure.edited)]
        cells = "".join(f"<td>{escape(each)}</td>" for each in both)
        weight = ' class="sure"' if figure.sure else ""
        rows.append(f"<tr><td>{escape(figure.name)}</td>{cells}<td{weight}>{escape(change)}{mark}</td></tr>\n")
    table = f'<div class="scroll"><table><tr>{head}</tr>\n{"".join(rows)}</table></div>'
    plots = "".join(_dots([figure for figure in group.figures if figure.unit == unit], group, teller)
                    for unit in dict.fromkeys(figure.unit for figure in group.figures))  # fmt: skip
    about = f"{group.about} ({number(group.deals, language, 0)})"
    return (
        f"<h2>{escape(group.title)}</h2>\n"
        f'<p class="soft">{escape(about)}</p>\n<div class="plot">{table}<div>{plots}</div></div>\n'
    )


def _dots(figures: Sequence[LabFigure], group: LabGroup, teller: Teller) -> str:
    """Draw figures of one unit on one scale: hollow as shipped, filled as edited, intervals as lines."""
    ends = [
        value
        for figure in figures
        for each in (figure.shipped, figure.edited)
        if each is not None
        for value in (each.value, each.low, each.high)
        if value is not None and math.isfinite(value)
    ]
    if not ends:
        return ""
    ends += [group.even] if group.even is not None else []
    low, high = min(ends), max(ends)
    apart = (high - low) or 1.0
    height = ROW * len(figures) + 22

    def place(value: float) -> float:
        return 14 + (WIDTH - 28) * (value - low) / apart

    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(group.title)}">']
    for value in (low, high):
        x, anchor = place(value), "start" if value == low else "end"
        words = escape(said(value, figures[0].unit, teller.language))
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height - 20}"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 5}" text-anchor="{anchor}">{words}</text>')
    if group.even is not None:
        x = place(group.even)
        parts.append(f'<line class="even" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height - 20}"/>')
    for number_, figure in enumerate(figures):
        for kind, each, shift in (("then", figure.shipped, 9), ("now", figure.edited, 19)):
            if each is not None:
                parts.append(_dot(kind, each, ROW * number_ + shift, place))
    return "".join([*parts, "</svg>"])


def _dot(kind: str, each: Estimate, y: float, place: object) -> str:
    assert callable(place)
    line = ""
    if each.low is not None and each.high is not None:
        line = (
            f'<line class="{kind}" x1="{place(each.low):.1f}" x2="{place(each.high):.1f}" y1="{y}" y2="{y}" '
            'stroke-width="2"/>'
        )
    return f'{line}<circle class="{kind}" cx="{place(each.value):.1f}" cy="{y}" r="4.5" stroke-width="2"/>'


def _bars(spread: LabSpread) -> str:
    """Draw how often each length occurred: bars as edited, a line of steps as shipped."""
    count, height, width = len(spread.edited), 180, 960
    top = max([*spread.shipped, *spread.edited]) or 1.0
    step = (width - 20) / max(1, count)

    def y(share: float) -> float:
        return height - 24 - (height - 34) * share / top

    bars = "".join(
        f'<rect class="bar" x="{10 + at * step + step * 0.1:.1f}" width="{step * 0.8:.1f}" y="{y(share):.1f}" '
        f'height="{height - 24 - y(share):.1f}"/>'
        for at, share in enumerate(spread.edited)
    )
    path = f"M10,{height - 24}" + "".join(
        f"L{10 + at * step:.1f},{y(share):.1f}H{10 + (at + 1) * step:.1f}" for at, share in enumerate(spread.shipped)
    )
    labels = "".join(
        f'<text x="{10 + (at + 0.5) * step:.1f}" y="{height - 6}" text-anchor="middle">{spread.first + at}</text>'
        for at in range(0, count, max(1, count // 12))
    )
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(spread.title)}">{bars}'
        f'<path class="step" d="{path}V{height - 24}" stroke-width="2"/>{labels}</svg>\n'
    )
