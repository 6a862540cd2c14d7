"""What a search found, in words: proposals as documents for people, in their language."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from verso.core.game import Language
from verso.lab.report import Unit
from verso.lab.sheet import changes_of, field_names, fields_of
from verso.lab.tune import AGAIN, Proposal, Proposals, Wish, is_share
from verso.lab.wire import LabMeasured, LabMoved, LabProposal, LabTuning
from verso.lab.words import Names, interval, number, setup_of, table_parts, words_for


def told(proposals: Proposals, language: Language) -> LabTuning:
    """Return what was found as a document in words."""
    teller = _Teller(proposals, language)
    return LabTuning(
        finished=proposals.finished,
        tried=proposals.tried,
        trials=proposals.trials,
        start=teller.proposal(proposals.start),
        front=[teller.proposal(each) for each in proposals.front],
        notes=list(teller.notes()),
        command=command(proposals),
    )


class _Teller(Names):
    def __init__(self, proposals: Proposals, language: Language) -> None:
        setup = setup_of(proposals.setup)
        base = setup.game.setup_with(setup.options, setup.seats, setup.ruleset)
        super().__init__(setup, base, language)
        self.proposals = proposals
        self.begun = changes_of(setup)
        self.before = {place: field.value for place, field in fields_of(base).items()}
        self.fields = field_names(setup, language)
        self.moves = {move.field: move for move in proposals.moves}
        self.known = fields_of(setup, language)

    def proposal(self, proposal: Proposal) -> LabProposal:
        changes = self.begun | {place: self.moves[place].value(value) for place, value in proposal.changes.items()}
        return LabProposal(
            changes={place: value for place, value in changes.items() if value != self.before[place]},
            moved=[self.moved(place, value) for place, value in proposal.changes.items()],
            cost=proposal.cost,
            miss=round(proposal.miss, 3),
            met=proposal.met,
            figures=[LabMeasured(key, self.name(key), unit_of(key), value) for key, value in proposal.figures.items()],
        )

    def moved(self, place: str, number: int) -> LabMoved:
        before = self.moves[place].now
        return LabMoved(place, self.fields[place], self.called(place, before), self.called(place, number))

    def called(self, place: str, number: int) -> int | str:
        """Return a number as people read it: of a choice, what it stands for."""
        field, value = self.known[place], self.moves[place].value(number)
        return number if value == number else field.names[field.values.index(str(value))]

    def notes(self) -> Iterator[str]:
        found, say, language = self.proposals, self.say, self.language
        yield say("lab-note-light")
        games = number(found.games, language, 0)
        yield say("lab-tune-deals", games=games, again=number(AGAIN * found.games, language, 0))
        if found.optimiser != "optuna":
            yield say("lab-tune-chance")
        if found.finished and found.stopped:
            yield say("lab-tune-stopped", tried=found.tried, trials=found.trials)


def unit_of(key: str) -> Unit:
    if is_share(key):
        return "share"
    return "minutes" if key == "minutes" else "number"


def lines(proposals: Proposals, language: Language) -> Iterator[str]:
    """Return what was found as plain text."""
    found, say = told(proposals, language), words_for(language)
    assert found.start is not None
    yield say("lab-tune-start")
    yield from _figures(found.start, language)
    for proposal in found.front:
        moved = ", ".join(f"{each.name} {each.before} → {each.after}" for each in proposal.moved)
        yield ""
        yield say("lab-tune-proposal", changes=moved or say("lab-tune-nothing"), steps=proposal.cost)
        met = say("tuned-met" if proposal.met else "tuned-missed", miss=number(proposal.miss, language, 2))
        yield f"  {met}"
        yield from _figures(proposal, language)
    if not found.front:
        yield say("tuned-nothing")
    yield ""
    yield from found.notes


def _figures(proposal: LabProposal, language: Language) -> Iterator[str]:
    for figure in proposal.figures:
        yield f"  {figure.name}  {interval(figure.value, figure.unit, language)}"


def command(proposals: Proposals) -> str:
    """Return the command that repeats a search."""
    parts = ["verso", "tune", *table_parts(proposals.setup)]
    parts += [item for wish in proposals.wishes for item in ("--wish", _wish(wish))]
    parts += [item for move in proposals.moves for item in ("--may", f"{move.field}={move.least}..{move.most}")]
    return shlex.join(
        [*parts, "--trials", str(proposals.trials), "--games", str(proposals.games), "--seed", str(proposals.seed)]
    )


def _wish(wish: Wish) -> str:
    if wish.like:
        return f"{wish.key}={wish.like}"
    least, most = (repr(each).removesuffix(".0") for each in (wish.least, wish.most))
    return f"{wish.key}={least}" if least == most else f"{wish.key}={least}..{most}"
