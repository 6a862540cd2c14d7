"""A comparison in words: reports as documents for people, in their language."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from verso.bots.many import SLIPS
from verso.core.game import Language, Setup, find_game
from verso.core.words import Words, catalogue
from verso.lab import statistics
from verso.lab.report import Estimate, Figure, Group, Report, Retraining, Unit
from verso.lab.study import laboratory_of, things_of
from verso.lab.wire import LabFigure, LabGroup, LabReport, LabSpread

WISHED: Mapping[str, str] = {
    "seats": "seat:*",
    "length": "",
    "endings": "end:*",
    "fates": "",
    "own": "",
    "plans": "plan:*",
    "has": "has:*",
}
"""The groups of figures that wishes can be about, with the key of a wish about all of them."""
APART = 0.1
"""What is got by this part of the players more or less, or used this part more or less often, is played otherwise."""
HIDDEN = 0.02
"""By less than this wins by seat may differ where it is said that nothing changes."""
MOST_SAID = 2
"""Changes that the headline tells of."""


def words_for(language: Language) -> Words:
    return catalogue(Path(__file__).parent, language)


def number(value: float, language: Language, digits: int = 1) -> str:
    """Return a number as people of a language write it."""
    text = f"{value:,.{digits}f}"
    return text.translate(str.maketrans(",.", ".,")) if language.startswith("pt") else text


def said(value: float, unit: Unit, language: Language, *, signed: bool = False) -> str:
    """Return a figure in its unit; a change has its sign, and that of a share is in points."""
    sign = "+" if signed and value > 0 else ""
    if unit == "share":
        return sign + number(100 * value, language) + ("" if signed else "%")
    if unit == "points":
        return ("+" if value > 0 else "") + number(100 * value, language)
    return sign + number(value, language, 1 if abs(value) < 1000 else 0)


def interval(estimate: Estimate | None, unit: Unit, language: Language, *, signed: bool = False) -> str:
    """Return a figure with its interval."""
    if estimate is None:
        return "–"
    value = said(estimate.value, unit, language, signed=signed)
    if estimate.low is None or estimate.high is None:
        return value
    low, high = (said(each, unit, language, signed=signed) for each in (estimate.low, estimate.high))
    return f"{value} ({low} … {high})"


def setup_of(document: dict[str, object]) -> Setup:
    """Return the setup that a report names."""
    found = find_game(str(document["game"]))
    options, cards = document["options"], document.get("cards")
    seats, ruleset = document["seats"], document["ruleset"]
    return found.setup_with(options, seats, ruleset, cards)  # type: ignore[arg-type]


class Names:
    """What figures are called, at a table and another that it is compared with."""

    def __init__(self, setup: Setup, shipped: Setup, language: Language) -> None:
        self.setup, self.shipped, self.language = setup, shipped, language
        self.say, self.own = words_for(language), setup.game.catalogue(language)
        self.things = {thing.id for each in (setup, shipped) for thing in things_of(each)}

    def name(self, key: str) -> str:
        """Return what a figure is called."""
        kind, _, rest = key.partition(":")
        if kind == "seat":
            return self.say("lab-seat", place=int(rest))
        if kind == "end":
            return self.own(f"lab-end-{rest}") if f"lab-end-{rest}" in self.own.messages else rest
        if kind == "length":
            return self.own("lab-length") if "lab-length" in self.own.messages else self.say("lab-length")
        if kind == "measure":
            return self.thing(f"measure:{rest.partition(':')[0]}")
        if kind == "plan":
            return self.thing(key)
        if kind in ("without", "nobody"):
            return self.left(rest)
        if kind in ("has", "uses", "lift"):
            return self.thing(rest)
        return self.say(f"lab-{kind}")

    def left(self, id: str) -> str:  # noqa: A002
        """Return what something that one can do without is called: a plan often has the name of its card."""
        if id.startswith("plan:"):
            return self.say("lab-plan-left", name=self.thing(id))
        return self.thing(id if id.startswith("habit:") else f"left:{id}")

    def thing(self, id: str) -> str:  # noqa: A002
        laboratory = laboratory_of(self.setup.game)
        assert laboratory is not None
        for setup in (self.setup, self.shipped):
            try:
                return laboratory.name_of(setup, id, self.language)
            except KeyError:  # a thing that only the other table has
                continue
        return id

    def code(self, key: str) -> str:
        """Return the card that a figure is about, as pages draw it, or nothing."""
        last = key.rpartition(":")[2]
        return last if last in self.things else ""


class Teller(Names):
    """Says what a report holds."""

    def __init__(self, report: Report, language: Language) -> None:
        super().__init__(setup_of(report.edited), setup_of(report.shipped), language)
        self.report = report

    def document(self) -> LabReport:
        report = self.report
        return LabReport(
            finished=report.finished,
            deals=report.deals,
            total=report.total,
            headline=self.headline(),
            groups=[self.group(group) for group in report.groups],
            spreads=list(self.spreads()),
            notes=list(self.notes()),
            command=command(report),
            seconds=report.seconds,
        )

    def group(self, group: Group) -> LabGroup:
        even = "" if group.even is None else said(group.even, "share", self.language)
        return LabGroup(
            key=group.key,
            title=self.say(f"lab-group-{group.key}"),
            about=self.say(f"lab-about-{group.key}", even=even, slips=SLIPS),
            figures=[self.figure(figure) for figure in group.figures],
            deals=group.deals,
            even=group.even,
            wishes=group.key in WISHED,
            every=WISHED.get(group.key, ""),
        )

    def figure(self, figure: Figure) -> LabFigure:
        return LabFigure(
            figure.key,
            self.name(figure.key),
            figure.unit,
            figure.shipped,
            figure.edited,
            figure.change,
            figure.sure,
            self.code(figure.key),
        )

    def spreads(self) -> Iterator[LabSpread]:
        for spread in self.report.spreads:
            length = self.report.figure("length")
            assert length.shipped is not None
            assert length.edited is not None
            now = length.edited
            low, high = (now.value if each is None else each for each in (now.low, now.high))
            about = self.say(
                "lab-about-spread",
                before=number(length.shipped.value, self.language),
                after=number(now.value, self.language),
                low=number(low, self.language),
                high=number(high, self.language),
            )
            title = self.name("length")
            yield LabSpread(spread.key, title, about, spread.first, spread.shipped, spread.edited)

    # --- the finding

    def headline(self) -> str:
        """Return what changed most surely, in one sentence."""
        found: list[tuple[float, str]] = []
        for group in self.report.groups:
            for figure in group.figures:
                clause = self.clause(group.key, figure)
                if figure.sure and clause and figure.change is not None:
                    change = figure.change
                    assert change.low is not None
                    assert change.high is not None
                    found.append((-abs(change.value) / max(1e-12, change.high - change.low), clause))
        if not found:
            return self.nothing()
        clauses = list(dict.fromkeys(clause for _, clause in sorted(found)))[:MOST_SAID]
        text = "; ".join(clauses)
        return text[:1].upper() + text[1:]

    def nothing(self) -> str:
        """Say that no change is sure, and while one could still hide in the intervals how large it could be."""
        report = self.report
        hidden, deals = self.hidden(), number(report.deals, self.language, 0)
        if hidden is not None and hidden <= HIDDEN:
            return self.say("lab-headline-nothing", deals=deals)
        if hidden is None or not report.finished:
            return self.say("lab-headline-early")
        return self.say("lab-headline-unsure", deals=deals, points=number(100 * hidden, self.language))

    def hidden(self) -> float | None:
        """Return how much more or less often who acts first could win without its having shown; None while unknown."""
        seats = self.report.group("seats")
        change = None if seats is None else seats.figures[0].change
        if change is None or change.low is None or change.high is None:
            return None
        return max(abs(change.low), abs(change.high), statistics.of_none(self.report.deals))

    def clause(self, group: str, figure: Figure) -> str:
        change, more = figure.change, "more"
        if change is None:
            return ""
        if change.value < 0:
            more = "less"
        if figure.key == "length":
            count = number(abs(change.value), self.language)
            if "lab-length-count" in self.own.messages:
                count = self.own("lab-length-count", count=count)
            return self.say("lab-headline-longer" if more == "more" else "lab-headline-shorter", count=count)
        if figure.key == "seat:1":
            return self.say(f"lab-headline-first-{more}", points=number(100 * abs(change.value), self.language))
        if group in ("plans", "has"):
            return self.say(f"lab-headline-{'plan' if group == 'plans' else 'has'}-{more}", name=self.name(figure.key))
        if group == "own" and figure.shipped is not None and figure.edited is not None:
            before, after = (said(each.value, figure.unit, self.language) for each in (figure.shipped, figure.edited))
            return self.say(f"lab-headline-own-{more}", name=self.name(figure.key), before=before, after=after)
        return ""

    # --- how to read it

    def notes(self) -> Iterator[str]:
        report, say, language = self.report, self.say, self.language
        is_light = report.players == "greedy"
        yield say("lab-note-light") if is_light else say("lab-note-others", players=report.players)
        if report.retrained is not None:
            yield self.retrained(report.retrained)
        yield from self.misplayed()
        yield say("lab-note-pairs", deals=number(report.deals, language, 0))
        group = report.group("seats")
        worths = [figure.worth for figure in group.figures if figure.worth is not None] if group is not None else []
        if worths:
            worth = sum(worths) / len(worths)
            yield say(
                "lab-note-worth", worth=number(worth, language, 2), games=number(worth * report.deals, language, 0)
            )
        if group is not None and group.luck is not None:
            gain, games = number(group.luck, language, 2), number(group.luck * report.deals, language, 0)
            yield say("lab-note-luck", gain=gain, deals=number(report.deals, language, 0), games=games)
        yield say("lab-note-intervals")
        yield say("lab-note-corrected", count=report.compared)
        if report.never:
            yield say("lab-note-never", names=", ".join(map(self.left, report.never)))
        if report.stopped:
            yield say("lab-note-stopped", total=number(report.total, language, 0))

    def retrained(self, found: Retraining) -> str:
        return self.say(
            "lab-note-retrained" if found.used else "lab-note-retrained-vainly",
            games=number(found.games, self.language, 0),
            seconds=number(found.seconds, self.language, 0),
            wins=interval(found.wins, "share", self.language),
            even=said(1 / self.setup.seats, "share", self.language),
        )

    def misplayed(self) -> Iterator[str]:
        """Say what players that search do surely otherwise than light ones, if they were set beside each other."""
        group = self.report.group("searched")
        if group is None:
            return
        found = [figure for figure in group.figures if figure.key != "length" and figure.sure and _is_apart(figure)]
        names = []
        for figure in found:
            assert figure.shipped is not None
            assert figure.edited is not None
            light, search = (said(each.value, figure.unit, self.language) for each in (figure.shipped, figure.edited))
            names.append(self.say("lab-misplayed-one", name=self.name(figure.key), light=light, search=search))
        if names:
            yield self.say("lab-note-misplayed", names="; ".join(names))
        elif self.report.finished:
            yield self.say("lab-note-played-alike", deals=number(group.deals, self.language, 0))


def _is_apart(figure: Figure) -> bool:
    if figure.change is None or figure.shipped is None:
        return False
    scale = 1.0 if figure.unit == "share" else max(abs(figure.shipped.value), 1e-9)
    return abs(figure.change.value) >= APART * scale


def told(report: Report, language: Language) -> LabReport:
    """Return a report in words."""
    return Teller(report, language).document()


def command(report: Report) -> str:
    """Return the command that repeats a comparison; cards stand in it as they are, so that it needs no file."""
    edited = report.edited
    parts = ["verso", "lab", *table_parts(edited)]
    default = find_game(report.game).setup(edited["seats"], edited["ruleset"]).options
    against = {key: report.shipped.get(key) for key in ("ruleset", "options", "cards")}
    if against != {"ruleset": edited["ruleset"], "options": dict(default), "cards": None}:
        parts += ["--against-table", _compact(against)]
    parts += [item for each in report.never for item in ("--never", each)]
    parts += [item for each in report.without for item in ("--without", each)]
    if report.searched:
        parts.append("--searched")
    if report.retrained is not None:
        parts.append("--retrain")
    if report.players != "greedy":
        parts += ["--bots", report.players]
    parts += ["--games", str(report.total)]
    if report.stopped:
        parts += ["--first", str(report.pieces)]  # what is shown rests on these, and on no more
    return shlex.join([*parts, "--seed", str(report.seed)])


def table_parts(table: Mapping[str, Any]) -> list[str]:
    """Return the parts of a command that name a table, from its document."""
    parts = [table["game"], "--seats", str(table["seats"]), "--ruleset", table["ruleset"]]
    default = find_game(table["game"]).setup(table["seats"], table["ruleset"]).options
    for name, value in sorted(table["options"].items()):
        if value != default[name]:
            parts += ["--option", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    return [*parts, "--edits", _compact(table["cards"])] if table.get("cards") else parts


def _compact(document: object) -> str:
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)
