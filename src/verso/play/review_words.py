"""A review in words: its figures told for one seat, in one language."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

import msgspec

from verso import bots
from verso.bots.hints import counted_reason
from verso.bots.values import calibration
from verso.core.contracts.parts import Names
from verso.core.game import Action, Game, Position
from verso.core.general import seat_name
from verso.core.record import Record
from verso.core.spec import OVER
from verso.core.telling import as_sentence, as_text, tell_step
from verso.play import wire
from verso.play.names import isolated
from verso.play.review import DecisionFigures, Figures, account_of, runs_of_chance
from verso.play.show import characters_in, described_result, given_up_in
from verso.play.table import called_in, words_for

MOST_OPTIONS = 6
"""Of one decision: the best, and what was done."""
LEAST_LUCK = 50
"""Hundredths of a point below which nothing is called lucky."""


@dataclasses.dataclass(frozen=True)
class _Telling:
    """A record with its positions, and for whom it is told."""

    positions: Sequence[Position]
    actions: Sequence[Action]
    seat: int
    language: str
    names: Names

    def happened(self, ply: int) -> str:
        """Say what the reviewed seat could see of an action."""
        before, after = self.positions[ply].view(self.seat), self.positions[ply + 1].view(self.seat)
        inside = self.positions[ply].view_inside(self.actions[ply], self.seat)
        first, rest = tell_step(before, self.actions[ply], inside, after, self.language, self.names)
        told = [*first, *rest]
        if not told:
            return words_for(self.language)("review-deal")
        actor = before.to_act
        return as_text(told) if actor < 0 else as_sentence(told, seat_name(actor, self.language, self.names))

    def described(self, ply: int, action: Action) -> str:
        """Return an action in words, as whoever chose could see it."""
        position = self.positions[ply]
        view = position.view(position.to_act)
        return view.game.words.describe(view.setup, view.state, action, self.language, self.names)

    def worth(self, points: int) -> str:
        return words_for(self.language)("review-points", points=round(abs(points) / 100))


_names = msgspec.json.Decoder(list[str]).decode


def names_in(record: Record, language: wire.Language) -> tuple[str, ...]:
    """Return the players' names as a record gives them, or the numbers of their seats."""
    try:
        names = _names(record.remarks.get("names", "[]"))
    except (msgspec.DecodeError, UnicodeDecodeError):
        names = []
    if len(names) != record.setup.seats or not all(map(wire.is_clean, names)):
        return tuple(seat_name(seat, language, None) for seat in range(record.setup.seats))
    return isolated(called_in(language, names))


def review(
    figures: Figures,
    record: Record,
    seat: int,
    language: wire.Language,
    names: Names,
    identity: str | None = None,
) -> wire.Review:
    """Return a review as it is sent: the game as a seat could know it, all accounts, all decisions with their words."""
    positions = list(_positions(record))
    telling = _Telling(positions, record.actions, seat, language, names)
    called = list(names or (str(number + 1) for number in range(record.setup.seats)))
    seen = figures.seats[seat]
    return wire.Review(
        record=identity,
        game=record.setup.game.name,
        ruleset=record.setup.ruleset,
        names=called,
        characters=characters_in(record),
        seat=seat,
        plies=figures.plies,
        over=figures.over,
        result=described_result(positions[-1], language, names, given_up_in(record)),
        progress=figures.progress,
        games=figures.games,
        turns=[wire.ReviewedTurn(ply, whose) for ply, whose in figures.turns],
        wins=seen.wins,
        margins=seen.margins,
        luck=seen.luck,
        accounts=[_account(figures, each, called[each], record.setup.game) for each in range(record.setup.seats)],
        decisions=[_decision(decision, figures, telling) for decision in figures.decisions],
        moments=list(_moments(figures, telling, called)),
    )


def begun(record: Record, seat: int, language: wire.Language, names: Names, identity: str | None) -> wire.Review:
    """Return a review of which nothing is measured yet."""
    end = record.position()
    return wire.Review(
        record=identity,
        game=record.setup.game.name,
        ruleset=record.setup.ruleset,
        names=list(names or ()),
        characters=characters_in(record),
        seat=seat,
        plies=len(record.actions),
        over=end.to_act == OVER,
        result=described_result(end, language, names, given_up_in(record)),
        progress=0.0,
        games=0,
        turns=[],
        wins=[],
        margins=[],
        luck=[],
        accounts=[],
        decisions=[],
        moments=[],
    )


def _positions(record: Record) -> Iterator[Position]:
    position = record.start()
    yield position.copy()
    for action in record.actions:
        position.push(action)
        yield position.copy()


def turn_at(figures: Figures, ply: int) -> int:
    """Return the number of the turn that a ply belongs to, from 1; 0 before the first."""
    return sum(first <= ply for first, _ in figures.turns)


def _account(figures: Figures, seat: int, name: str, game: Game) -> wire.SeatAccount:
    mine = [decision for decision in figures.decisions if decision.seat == seat]
    mattered = [decision for decision in mine if decision.mattered]
    mean = sum(decision.loss for decision in mattered) / len(mattered) if mattered else None
    return wire.SeatAccount(
        seat=seat,
        name=name,
        **account_of(figures, seat),
        decisions=len(mine),
        mattered=len(mattered),
        mistakes=sum(decision.loss > 0 for decision in mine),
        mean_loss=None if mean is None else round(mean, 1),
        plays_like=None if mean is None else plays_like(game, len(figures.seats), mean),
    )


def plays_like(game: Game, seats: int, mean_loss: float) -> str | None:
    """Return the bot of the ladder whose own games lose most nearly as much; None where nobody measured it."""
    ladder = calibration(game).get("ladder", {}).get(str(seats), {})
    rungs = {name: loss for name, loss in ladder.items() if name in bots.names(game)}
    return min(rungs, key=lambda name: abs(rungs[name] - mean_loss)) if rungs else None


def _decision(decision: DecisionFigures, figures: Figures, telling: _Telling) -> wire.ReviewedDecision:
    order = sorted(range(len(decision.actions)), key=lambda each: (each != decision.best, -decision.wins[each], each))
    shown = order[:MOST_OPTIONS] if 0 in order[:MOST_OPTIONS] else [*order[: MOST_OPTIONS - 1], 0]
    return wire.ReviewedDecision(
        ply=decision.ply,
        turn=turn_at(figures, decision.ply),
        seat=decision.seat,
        label=decision.label,
        loss=decision.loss,
        low=decision.low,
        high=decision.high,
        mattered=decision.mattered,
        options=[_option(decision, each, _rival(decision, each, order), telling) for each in shown],
    )


def _rival(decision: DecisionFigures, place: int, order: Sequence[int]) -> Action:
    """Return what an option is held against: the best; the best itself against what was done, or what comes next."""
    if place != decision.best:
        return decision.actions[decision.best]
    return decision.actions[0 if place != 0 else order[1]]


def _option(decision: DecisionFigures, place: int, rival: Action, telling: _Telling) -> wire.ReviewedOption:
    position, action = telling.positions[decision.ply], decision.actions[place]
    view = position.view(position.to_act)
    win, margin = decision.wins[place], decision.margins[place]
    return wire.ReviewedOption(
        text=position.text(action),
        words=telling.described(decision.ply, action),
        win=win,
        low=max(0, win - margin),
        high=min(10_000, win + margin),
        done=place == 0,
        best=place == decision.best,
        close=decision.close[place],
        games=decision.games[place],
        reason=counted_reason(view, action, rival, telling.language) if decision.mattered else None,
        parts=position.game.notation.action_parts(position.setup, position.state, action),
    )


# --- the moments that decided


def _moments(figures: Figures, telling: _Telling, names: Sequence[str]) -> Iterator[wire.ReviewedMoment]:
    yield from _lucky_moments(figures, telling)
    say = words_for(telling.language)
    mine = [each for each in figures.decisions if each.seat == telling.seat and each.loss > 0]
    if mine:
        worst = max(mine, key=lambda each: each.loss)
        words = say(
            "review-costliest",
            done=telling.described(worst.ply, worst.actions[0]),
            best=telling.described(worst.ply, worst.actions[worst.best]),
            worth=telling.worth(worst.loss),
        )
        yield _moment("costliest", figures, worst.ply, worst.ply + 1, worst.seat, -worst.loss, words)
    yield from _turning_point(figures, telling, names)


def _lucky_moments(figures: Figures, telling: _Telling) -> Iterator[wire.ReviewedMoment]:
    """Yield what did most for the seat, and most against it: a stretch of chance, or a card that it drew."""
    luck = figures.seats[telling.seat].luck
    actors = [position.to_act for position in telling.positions[:-1]]
    sums = {(first, last): sum(luck[first : last + 1]) for first, last in runs_of_chance(actors)}
    sums |= {(ply, ply): luck[ply] for ply, actor in enumerate(actors) if actor == telling.seat and luck[ply]}
    if not sums:
        return
    for kind, sign in (("luckiest", 1), ("unluckiest", -1)):
        first, last = max(sums, key=lambda run: sign * sums[run])
        if sign * sums[first, last] < LEAST_LUCK:
            continue
        decisive = max(range(first, last + 1), key=lambda ply: sign * luck[ply])
        values = {"what": telling.happened(decisive), "worth": telling.worth(sums[first, last])}
        words = words_for(telling.language)(f"review-{kind}", **values)
        yield _moment(kind, figures, first, last + 1, None, sums[first, last], words)


def _turning_point(figures: Figures, telling: _Telling, names: Sequence[str]) -> Iterator[wire.ReviewedMoment]:
    """Yield the ply since which the winner was ahead of all others, or the one that changed most where it always was.

    Nothing is asked of positions in which nobody chose yet.
    """
    wins, begun = figures.seats[telling.seat].wins, figures.turns[0][0] if figures.turns else 0
    changes = [wins[telling.seat][ply + 1] - wins[telling.seat][ply] for ply in range(figures.plies)]
    if not figures.over or begun >= figures.plies:
        return
    last = [each[-1] for each in wins]
    winner = last.index(max(last))
    behind = [
        ply
        for ply in range(begun, figures.plies)
        if any(each[ply] >= wins[winner][ply] for seat, each in enumerate(wins) if seat != winner)
    ]
    say = words_for(telling.language)
    if behind and last.count(max(last)) == 1 and len(wins) > 1:
        ply = behind[-1]
        words = say("review-turning", name=names[winner], what=telling.happened(ply))
    else:
        ply = max(range(begun, figures.plies), key=lambda each: abs(changes[each]))
        words = say("review-turning-swing", worth=telling.worth(changes[ply]), what=telling.happened(ply))
    actor = telling.positions[ply].to_act
    yield _moment("turning", figures, ply, ply + 1, actor if actor >= 0 else None, changes[ply], words)


def _moment(
    kind: str, figures: Figures, ply: int, after: int, seat: int | None, change: int, words: str
) -> wire.ReviewedMoment:
    return wire.ReviewedMoment(kind, ply, after, turn_at(figures, ply), seat, change, words)  # type: ignore[arg-type]
