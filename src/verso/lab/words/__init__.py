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
TOLD_FIRST = ("seats", "length", "own", "plans", "has")
"""The groups that the headline tells of; of others where nothing in these is sure."""
HEADLINES: Mapping[str, str] = {"seats": "wins", "plans": "wins", "has": "has"} | dict.fromkeys(
    ("length", "own", "fates", "skill", "decisions"), "own"
)
"""How it tells of a figure of a group."""


def words_for(language: Language) -> Words:
    return catalogue(Path(__file__).parent, language)


def number(value: float, language: Language, digits: int = 1) -> str:
    """Return a number as people of a language write it."""
    text = f"{value:,.{digits}f}"
    if not text.strip("-0.,"):
        text = text.removeprefix("-")  # nothing has no sign
    text = text.replace("-", "−")
    return text.translate(str.maketrans(",.", ".,")) if language.startswith("pt") else text


def said(value: float, unit: Unit, language: Language, *, signed: bool = False, digits: int = 1) -> str:
    """Return a figure in its unit; a change has its sign, and that of a share is in points."""
    shown = value * _scale(unit)
    text = number(shown, language, digits if abs(shown) < 1000 else 0)
    sign = "+" if (signed or unit == "points") and text.strip("0.,") and value > 0 else ""
    return sign + text + ("%" if unit == "share" and not signed else "")


def _scale(unit: Unit) -> int:
    return 100 if unit in ("share", "points") else 1


def interval(estimate: Estimate | None, unit: Unit, language: Language, *, signed: bool = False) -> str:
    """Return a figure with its interval."""
    value, reach = figure_and_reach(estimate, unit, language, signed=signed)
    return f"{value} {reach}".rstrip()


def figure_and_reach(
    estimate: Estimate | None, unit: Unit, language: Language, *, signed: bool = False
) -> tuple[str, str]:
    """Return a figure and its interval, which may be empty, with so many digits that the interval can be seen."""
    if estimate is None:
        return "–", ""
    if estimate.low is None or estimate.high is None:
        return said(estimate.value, unit, language, signed=signed), ""
    digits = digits_for((estimate.high - estimate.low) / 2, unit)
    value, low, high = (
        said(each, unit, language, signed=signed, digits=digits)
        for each in (estimate.value, estimate.low, estimate.high)
    )
    return value, f"({low} … {high})"


def digits_for(width: float, unit: Unit) -> int:
    """Return how many digits let one see something so wide: one, and more where it would vanish."""
    shown = abs(width) * _scale(unit)
    return next((digits for digits in (1, 2) if shown >= 10**-digits), 1 if shown == 0 else 3)


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
            before, after = self.both(length)
            about = self.say("lab-about-spread", before=before, after=after)
            if length.edited is not None and length.edited.low is not None and length.edited.high is not None:
                low, high = (number(each, self.language) for each in (length.edited.low, length.edited.high))
                about = self.say("lab-about-spread-known", before=before, after=after, low=low, high=high)
            yield LabSpread(spread.key, self.name("length"), about, spread.first, spread.shipped, spread.edited)

    # --- the finding

    def headline(self) -> str:
        """Return what changed most surely, in one sentence."""
        found: list[tuple[bool, float, str]] = []
        known = {key for each in self.report.never for key in (each, f"has:{each}", f"uses:{each}")}
        for group in self.report.groups:
            if group.key == "searched":  # no change: other players at the same table
                continue
            for figure in group.figures:
                change = figure.change
                if figure.key in known:  # whoever forbids something knows that nobody does it
                    continue
                if figure.sure and change is not None and change.low is not None and change.high is not None:
                    is_aside = group.key not in TOLD_FIRST or (group.key == "length" and figure.key != "length")
                    surely = abs(change.value) / max(1e-12, change.high - change.low)
                    found.append((is_aside, -surely, self.clause(group.key, figure)))
        if not found:
            return self.nothing()
        first = [clause for is_aside, _, clause in sorted(found) if not is_aside or all(each[0] for each in found)]
        clauses = list(dict.fromkeys(first))[:MOST_SAID]
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
        """Return how much more or less often any seat could win without its having shown; None while unknown."""
        seats, largest = self.report.group("seats"), statistics.of_none(self.report.deals)
        for figure in [] if seats is None else seats.figures:
            change = figure.change
            if change is None or change.low is None or change.high is None:
                return None
            largest = max(largest, abs(change.low), abs(change.high))
        return None if seats is None else largest

    def clause(self, group: str, figure: Figure) -> str:
        """Return what a sure change came to, in a few words."""
        change = figure.change
        assert change is not None
        more, digits = change.value > 0, digits_for(change.value, figure.unit)
        if figure.key == "length":
            count = number(abs(change.value), self.language, digits)
            if "lab-length-count" in self.own.messages:
                count = self.own("lab-length-count", count=count)
            return self.say(f"lab-headline-{'longer' if more else 'shorter'}", count=count)
        if figure.key == "seat:1":
            points = number(100 * abs(change.value), self.language, digits)
            return self.say(f"lab-headline-first-{'more' if more else 'less'}", points=points)
        kind = HEADLINES.get(group, "other")
        before, after = self.both(figure)
        title = self.say(f"lab-group-{group}")
        return self.say(f"lab-headline-{kind}", group=title, name=self.name(figure.key), before=before, after=after)

    def both(self, figure: Figure) -> tuple[str, str]:
        """Return a figure as shipped and as edited, with so many digits that a sure change can be seen."""
        before = after = "–"
        for digits in (1, 2, 3):
            before, after = (
                "–" if each is None else said(each.value, figure.unit, self.language, digits=digits)
                for each in (figure.shipped, figure.edited)
            )
            if before != after or not figure.sure:
                break
        return before, after

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
