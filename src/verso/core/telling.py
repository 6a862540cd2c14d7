"""How what games tell of actions becomes text: clauses of whoever acted, and sentences about everything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from verso.core.spec import CHANCE

if TYPE_CHECKING:
    from verso.core.contracts.parts import Names
    from verso.core.game import Action, View


class Clause(str):
    """What whoever acted did, without its subject: it begins with its verb, one word. All else are sentences."""

    __slots__ = ()


class Told(NamedTuple):
    """What is told of an action of a seat, or of chance, and its marks (`Notation.marks`)."""

    ply: int
    seat: int
    words: Sequence[str]
    marks: Sequence[str]


@dataclass
class Turn:
    """What was done in one turn, or by chance before the first; what was dealt is kept apart."""

    ply: int
    seat: int
    words: list[str] = field(default_factory=list)
    dealt: list[str] = field(default_factory=list)
    new_deal: bool = False
    """Whether cards were dealt for a game or a round, and did not just come up in it."""


def tell_step(
    before: View, action: Action, inside: View | None, after: View, language: str, names: Names = None
) -> tuple[list[str], list[str]]:
    """Return in words what leads to the moment inside an action (`Position.view_inside`), and what leads on from it.

    What everybody sees in such a moment has passed when the action is done: the card that ended a round is gathered
    with all others. Without such a moment nothing leads on.
    """
    tell = before.game.words.tell
    if inside is None:
        return tell(before, action, after, language, names), []
    return tell(before, action, inside, language, names), tell(inside, action, after, language, names)


def by_turn(told: Iterable[Told]) -> Iterator[Turn]:
    """Put together what belongs to one turn; what chance brings belongs to the turn before."""
    turn, ended = None, False
    for each in told:
        if turn is None or (each.seat != CHANCE and (ended or each.seat != turn.seat)):
            if turn is not None:
                yield turn
            turn, ended = Turn(each.ply, each.seat, new_deal=each.seat == CHANCE), False
        (turn.dealt if "deal" in each.marks else turn.words).extend(each.words)
        turn.new_deal = turn.new_deal or "round" in each.marks
        ended = ended or "turn" in each.marks
    if turn is not None:
        yield turn


def as_text(told: Sequence[str]) -> str:
    """Join clauses with commas, a verb that is repeated said once, and let sentences stand by themselves."""
    parts, before = list[str](), ""
    for each in told:
        verb, rest = verb_and_rest(each)
        shown = rest if verb == before and rest else str(each)
        joint = "" if not parts else ", " if verb and before else ". "
        parts.append(joint + shown)
        before = verb
    return "".join(parts)


def as_sentence(told: Sequence[str], who: str) -> str:
    """Return one text with whoever acted as its subject."""
    return f"{who} {as_text(told)}" if isinstance(told[0], Clause) else f"{who}: {as_text(told)}"


def verb_and_rest(told: str) -> tuple[str, str]:
    """Return the verb of a clause and what follows it; of a sentence no verb, and all of it."""
    if not isinstance(told, Clause):
        return "", told
    verb, _, rest = str(told).partition(" ")
    return verb, rest
