"""The laws every game keeps, as functions anybody who adds a game can run.

    from verso.core import testing

    for seats in (2, 3, 4):
        setup = MyGame().setup(seats)
        testing.check_laws(setup, games=3, seed=1)
        testing.check_laws(setup, games=3, seed=1, engine="compiled")

Each law is a function of its own and can be tried on a single position. A law that does not hold raises LawBroken, an
AssertionError whose message names the law, the ply and what differs. Law 7 (a second, naive version of the rules
agrees) needs that second version, so it lives in a game's own tests. Nothing here needs a test framework.

1  redact(complete(view)) is the view, byte for byte, for every seat.
2  push succeeds exactly on the legal actions; a refused push changes nothing.
3  Odds sum to one and cover exactly the legal actions of chance.
4  Folding a record reproduces every view.
5  Texts, words in every language, documents and records can be read back.
6  Cards are conserved across zones.
8  Games end within max_plies.
9  What a seat cannot see makes no difference to anything that seat gets.
13 Games that compiled code plays whole are those that the same bots play move by move.

Law 12 (what a released version has written opens in every later one) needs what was written: `tests/golden/released`
holds records, a database and a backup of every release, made by `tests/golden/release.py`.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from verso.core import kernel
from verso.core.game import LANGUAGES, Action, IllegalAction, InvalidAction, Position, Setup, View
from verso.core.record import Record
from verso.core.rng import Rng
from verso.core.spec import CHANCE, OVER, UNKNOWN, blank, values_of

Choose: TypeAlias = Callable[[Position, Rng], Action]
"""Picks an action for whoever is to act, chance included."""
Observe: TypeAlias = Callable[[View], object]
"""Anything made from a view alone, such as a bot's choice: law 9 holds for it too."""

ILLEGAL_SAMPLE = 12


class LawBroken(AssertionError):  # noqa: N818
    """A law of design.md does not hold."""

    def __init__(self, law: int, position: Position, found: str) -> None:
        super().__init__(f"law {law}, {position!r}: {found}")
        self.law = law


def uniform(position: Position, rng: Rng) -> Action:
    """Choose an action as random play does: by its odds where chance acts, otherwise any legal one."""
    if position.to_act != CHANCE:
        return position.legal[rng.below(len(position.legal))]
    weights = weights_of(position)
    left = rng.below(sum(weights.values()))
    for action, weight in weights.items():
        left -= weight
        if left < 0:
            return action
    raise LawBroken(3, position, f"the weights of chance are not positive: {weights}")


def check_laws(
    setup: Setup,
    *,
    games: int = 2,
    seed: int | str = 0,
    engine: Literal["interpreted", "compiled"] = "interpreted",
    check_bounds: bool = True,
    every: int = 1,
    choose: Choose = uniform,
    observe: Sequence[Observe] = (),
) -> None:
    """Play games to their end and check every law on the way.

    `every` thins the costly laws out to each n-th ply. `choose` replaces random play, to reach what it does not.
    With `engine="compiled"` the compiled rules go along, action by action, and have to agree in everything.
    """
    for number in range(games):
        rng = Rng(seed, number)
        position = Position.start(setup)
        if engine == "compiled":
            check_compiled(position, rng, check_bounds=check_bounds, every=every, choose=choose)
        else:
            _check_game(position, rng, every, choose, observe)
    if engine == "compiled":
        check_rollouts(setup, games=games, seed=seed, check_bounds=check_bounds)


def _check_game(position: Position, rng: Rng, every: int, choose: Choose, observe: Sequence[Observe]) -> None:
    seen = []
    while position.to_act != OVER:
        seen.append(view_bytes(position))
        if position.ply % every == 0:
            check_completion(position, rng)
            check_push(position, rng)
            check_text(position)
            check_hidden(position, rng, observe)
        if position.to_act == CHANCE:
            check_odds(position)
            check_draw(position, rng)
        action = choose(position, rng)
        before = position.copy()
        position.push(action)
        check_cards(before, action, position)
        check_length(position)
    seen.append(view_bytes(position))
    check_completion(position, rng)
    check_push(position, rng)
    check_text(position)
    check_end(position)
    check_fold(position, seen)


# --- the laws, one by one


def check_completion(position: Position, rng: Rng) -> None:
    """Law 1: a state completed from a view gives the same view, for every seat and for a spectator."""
    for seat in _looking(position):
        view = position.view(seat)
        again = view.sample(rng).view(seat)
        if _bytes(view) != _bytes(again):
            difference = kernel.describe_difference(view.state, again.state)
            raise LawBroken(1, position, f"seat {seat} sees another position after completing its view: {difference}")


def check_push(position: Position, rng: Rng) -> None:
    """Law 2: every legal action can be pushed, no other can, and a refused push changes nothing."""
    legal, count = position.legal, position.game.action_count
    if list(legal) != sorted(set(legal)):
        raise LawBroken(2, position, f"the legal actions are not rising and distinct: {legal}")
    if (position.to_act == OVER) != (not legal):
        raise LawBroken(2, position, f"to act is {position.to_act}, and there are {len(legal)} legal actions")
    if position.to_act >= 0 and position.view(position.to_act).legal != legal:
        raise LawBroken(2, position, "the legal actions cannot be found from the view of the seat to act")
    for action in legal:
        after = position.copy()
        after.push(action)
        if after.ply != position.ply + 1:
            raise LawBroken(2, position, f"{position.text(action)!r} was pushed, and the ply did not rise by one")
    illegal = {rng.below(count) for _ in range(ILLEGAL_SAMPLE)} - set(legal)
    for action in [*sorted(illegal), -1, count]:
        _check_refused(position, action)


def _check_refused(position: Position, action: Action) -> None:
    tried = position.copy()
    try:
        tried.push(action)
    except (IllegalAction, InvalidAction) as error:
        if not str(error):
            raise LawBroken(2, position, f"action number {action} is refused without a reason") from error
    else:
        raise LawBroken(2, position, f"action number {action} is not legal, and could be pushed")
    same = _state_bytes(tried) == _state_bytes(position) and tried.actions == position.actions
    if not same or tried.legal != position.legal:
        difference = kernel.describe_difference(position.state, tried.state)
        raise LawBroken(2, position, f"action number {action} was refused, and changed the position: {difference}")


def check_odds(position: Position) -> None:
    """Law 3: while chance acts, odds are positive, sum to one and cover exactly the legal actions."""
    odds = position.odds()
    if tuple(odds) != position.legal:
        raise LawBroken(3, position, f"odds are given for {tuple(odds)}, legal is {position.legal}")
    if any(chance <= 0 for chance in odds.values()) or sum(odds.values()) != 1:
        raise LawBroken(3, position, f"odds must be positive and sum to one: {odds}")


def check_draw(position: Position, rng: Rng) -> None:
    """Law 3: a drawn outcome is the one that the odds, laid end to end, have at a random place."""
    stream, buffers = rng.stream[:], _buffers(position)
    drawn = position.setup.rules.draw(position.state, position.setup.tables, stream, *buffers)
    expected = uniform(position, rng)
    if drawn != expected or stream != rng.stream:
        raise LawBroken(3, position, f"{drawn} is drawn where the odds lead to {expected}")


def check_fold(position: Position, seen: Sequence[bytes]) -> None:
    """Law 4: the record, read back from its text, leads through all the views that were seen (see view_bytes)."""
    text = Record.of(position).to_text()
    record = Record.from_text(text)
    if record.to_text() != text:
        raise LawBroken(4, position, "the record, read back and written again, is another")
    if record.actions != position.actions:
        raise LawBroken(4, position, "the record, read back, has other actions")
    folded = record.start()
    for ply, expected in enumerate(seen):
        if ply > 0:
            folded.push(record.actions[ply - 1])
        if view_bytes(folded) != expected:
            raise LawBroken(4, folded, "folding the record gives another view here than the game did")
    if len(seen) != len(record.actions) + 1:
        raise LawBroken(4, folded, f"{len(seen)} views were seen, for {len(record.actions)} actions")


def _spelled(position: Position, action: Action) -> str | None:
    """Return the text of an action by way of its spelling, or None where the game has none."""
    part: Any = position.game.part("spelling")
    if part is None:
        return None
    setup = position.setup
    return str(part.spelled(setup, part.spell(position.state, setup.tables, action)))


def check_text(position: Position) -> None:
    """Law 5: texts and words of all legal actions can be read back, and so can the position as a document."""
    for action in position.legal:
        text = position.text(action)
        if position.parse(text) != action:
            raise LawBroken(5, position, f"{text!r} is the text of {action} and is read as {position.parse(text)}")
        if (spelled := _spelled(position, action)) not in (None, text):
            raise LawBroken(5, position, f"{text!r} is the text of {action} and is spelled {spelled!r}")
        for language in LANGUAGES:
            words = position.describe(action, language)
            if position.parse(words) != action:
                raise LawBroken(5, position, f"{words!r} means {action} and is read as {position.parse(words)}")
    document = position.to_json()
    for source in (document, json.dumps(document, allow_nan=False)):
        again = Position.from_json(source)
        if _state_bytes(again) != _state_bytes(position):
            difference = kernel.describe_difference(position.state, again.state)
            raise LawBroken(5, position, f"the document, read back, is another position: {difference}")
        if again.to_json() != document or again.setup.fingerprint != position.setup.fingerprint:
            raise LawBroken(5, position, "the document, read back and written again, is another")


def check_cards(before: Position, action: Action, after: Position) -> None:
    """Law 6: an action moves cards between zones; none comes from nowhere, none gets lost."""
    game, setup = before.game, before.setup
    expected = dict(game.notation.census(setup, before.state))
    for card, count in game.notation.leaving(setup, before.state, action).items():
        expected[card] -= count
    found = dict(game.notation.census(setup, after.state))
    if found != expected:
        changed = {card: (expected.get(card), found.get(card)) for card in {**expected, **found}}
        wrong = {card: pair for card, pair in changed.items() if pair[0] != pair[1]}
        text = before.text(action)
        raise LawBroken(6, before, f"after {text!r} the cards do not add up (card: (expected, found)): {wrong}")


def check_length(position: Position) -> None:
    """Law 8: a game has at most max_plies actions."""
    if position.ply > position.game.max_plies:
        raise LawBroken(8, position, f"the game goes on after {position.game.max_plies} actions")


def check_end(position: Position) -> None:
    """Law 8: a finished game says how it ended, in every language; a truncated one has no winner."""
    outcome = position.outcome()
    if position.to_act != OVER or outcome is None:
        raise LawBroken(8, position, "the game is not over")
    if len(outcome.scores) != position.seats or not set(outcome.winners) <= set(range(position.seats)):
        raise LawBroken(8, position, f"scores and winners must be of {position.seats} seats: {outcome}")
    if outcome.truncated and outcome.winners:
        raise LawBroken(8, position, f"a truncated game has no winner: {outcome}")
    for language in LANGUAGES:
        if not position.game.words.describe_outcome(position.setup, position.state, language):
            raise LawBroken(8, position, f"the outcome has no words in {language}")


def check_hidden(position: Position, rng: Rng, observe: Sequence[Observe] = ()) -> None:
    """Law 9: another position that a seat could just as well be in gives that seat exactly the same."""
    for seat in _looking(position):
        check_same_for(position, position.view(seat).sample(rng), seat, observe)


def check_same_for(position: Position, other: Position, seat: int | None, observe: Sequence[Observe] = ()) -> None:
    """Law 9 on two positions that differ only in what a seat cannot see; make some by hand for your game."""
    view, same = position.view(seat), other.view(seat)
    if _bytes(view) != _bytes(same):
        difference = kernel.describe_difference(view.state, same.state)
        raise LawBroken(9, position, f"seat {seat} can tell by its view: {difference}")
    if _json_bytes(view) != _json_bytes(same):
        raise LawBroken(9, position, f"seat {seat} can tell by the document of its view")
    if view.tensor().tobytes() != same.tensor().tobytes():
        raise LawBroken(9, position, f"seat {seat} can tell by the tensor of its view")
    if view.legal != same.legal:
        raise LawBroken(9, position, f"seat {seat} can tell by its legal actions")
    for language in LANGUAGES:
        if view.show(language) != same.show(language):
            raise LawBroken(9, position, f"seat {seat} can tell by the table shown in {language}")
    for look in observe:
        if look(view) != look(same):
            raise LawBroken(9, position, f"seat {seat} can tell by {look!r}")


# --- the compiled rules beside the interpreted ones


class Lockstep:
    """One game in the compiled rules, kept beside a position and compared with it field by field."""

    def __init__(self, position: Position, *, check_bounds: bool = True) -> None:
        import numpy as np

        self.position = position
        self.setup = position.setup
        self.engine = position.game.compiled(check_bounds=check_bounds)
        self.array: Any = kernel.to_array(position.state, position.seats)
        size = position.game.action_count + 1
        self._buffers = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)

    @classmethod
    def start(cls, setup: Setup, *, check_bounds: bool = True) -> Lockstep:
        """Let both ways of running set the game up, and compare."""
        lockstep = cls(Position.start(setup), check_bounds=check_bounds)
        lockstep.array[:] = 0
        lockstep.engine.setup(lockstep.array[0], setup.array)
        lockstep.check_state("setup")
        return lockstep

    def push(self, action: Action) -> None:
        """Push an action in both, and compare."""
        text = self.position.text(action)
        self.position.push(action)
        self.engine.apply(self.array[0], self.setup.array, action)
        self.check_state(text)

    def check_state(self, after: str) -> None:
        if self.array.tobytes() != _state_bytes(self.position):
            compiled = kernel.from_array(self.array[0], self.position.game.state_class)
            difference = kernel.describe_difference(self.position.state, compiled)
            raise LawBroken(2, self.position, f"compiled rules differ after {after!r}: {difference}")

    def check_actions(self) -> None:
        """Compare who is to act, the legal actions, and the weights of chance."""
        state, tables = self.array[0], self.setup.array
        actions, weights = self._buffers
        position = self.position
        if int(self.engine.actor(state)) != position.to_act:
            raise LawBroken(2, position, f"compiled rules say that {self.engine.actor(state)} is to act")
        if position.to_act == OVER:
            return
        if position.to_act == CHANCE:
            count = self.engine.chance(state, tables, actions, weights)
            found = dict(zip(actions[:count].tolist(), weights[:count].tolist(), strict=True))
            expected = weights_of(position)
            if list(found.items()) != list(expected.items()):
                raise LawBroken(3, position, f"compiled rules give the weights {found} instead of {expected}")
            self._check_draw(Rng(position.ply))
        else:
            count = self.engine.legal(state, tables, actions)
            if tuple(actions[:count].tolist()) != position.legal:
                raise LawBroken(2, position, f"compiled rules find {actions[:count].tolist()}, not {position.legal}")

    def _check_draw(self, rng: Rng) -> None:
        import numpy as np

        stream = np.array(rng.stream, dtype=np.int64)
        drawn = int(self.engine.draw(self.array[0], self.setup.array, stream, *self._buffers))
        expected = uniform(self.position, rng)
        if drawn != expected or stream.tolist() != rng.stream:
            raise LawBroken(3, self.position, f"compiled rules draw {drawn} where the odds lead to {expected}")

    def check_views(self, rng: Rng) -> None:
        """Compare redact for every seat, and complete with the same random stream."""
        import numpy as np

        game, tables = self.position.game, self.setup.array
        for seat in _looking(self.position):
            looking = UNKNOWN if seat is None else seat
            view = self.position.view(seat)
            redacted, full = np.zeros(1, self.array.dtype), np.zeros(1, self.array.dtype)  # padding too
            self.engine.redact(self.array[0], tables, looking, redacted[0])
            self._compare(1, f"redact for seat {seat}", view.state, redacted)
            streams = [rng.stream[0]], np.array([rng.stream[0]], dtype=np.int64)
            sampled = blank(game.state_class, self.setup.seats)
            self.setup.rules.complete(view.state, self.setup.tables, looking, streams[0], sampled)
            self.engine.complete(redacted[0], tables, looking, streams[1], full[0])
            self._compare(1, f"complete for seat {seat}", sampled, full)
            if streams[0][0] != int(streams[1][0]):
                raise LawBroken(1, self.position, f"complete for seat {seat} takes other random numbers compiled")
            rng.stream[0] = streams[0][0]

    def _compare(self, law: int, what: str, state: Any, array: Any) -> None:
        if kernel.state_bytes(state, self.setup.seats) != array.tobytes():
            compiled = kernel.from_array(array[0], self.position.game.state_class)
            difference = kernel.describe_difference(state, compiled)
            raise LawBroken(law, self.position, f"compiled rules differ in {what}: {difference}")

    def check_returns(self) -> None:
        """Compare what the game is worth to each seat."""
        import numpy as np

        expected, found = [0.0] * self.setup.seats, np.zeros(self.setup.seats)
        self.setup.rules.returns(self.position.state, self.setup.tables, expected)
        self.engine.returns(self.array[0], self.setup.array, found)
        if expected != found.tolist():
            raise LawBroken(8, self.position, f"compiled rules return {found.tolist()} instead of {expected}")
        if any(not -1 <= worth <= 1 for worth in expected):
            raise LawBroken(8, self.position, f"returns must lie between -1 and 1: {expected}")


def check_compiled(
    position: Position, rng: Rng, *, check_bounds: bool = True, every: int = 1, choose: Choose = uniform
) -> None:
    """Play a game to its end in both ways of running and compare them in everything, action by action."""
    begun = position.origin is None and position.ply == 0
    make = Lockstep.start(position.setup, check_bounds=check_bounds) if begun else None
    lockstep = make or Lockstep(position, check_bounds=check_bounds)
    while lockstep.position.to_act != OVER:
        lockstep.check_actions()
        if lockstep.position.ply % every == 0:
            lockstep.check_views(rng)
        lockstep.push(choose(lockstep.position, rng))
        check_length(lockstep.position)
    lockstep.check_actions()
    lockstep.check_views(rng)
    lockstep.check_returns()


def check_rollouts(setup: Setup, *, games: int, seed: int | str, check_bounds: bool = True) -> None:
    """Law 8 in bulk, and equal digests: whole random games, with the loop inside, end alike in both ways of running."""
    from verso.core.drive import Batch

    batch = Batch(setup, games, seed, check_bounds=check_bounds)
    batch.play_randomly()
    worth = batch.returns()
    for index in range(games):
        position, rng = Position.start(setup), Rng(seed, index)
        buffers = _buffers(position)
        steps = setup.rules.rollout(position.state, setup.tables, rng.stream, *buffers, setup.game.max_plies)
        if steps != batch.steps[index] or _state_bytes(position) != batch.states[index : index + 1].tobytes():
            difference = kernel.describe_difference(position.state, batch.position(index).state)
            raise LawBroken(8, position, f"random game {index} of seed {seed!r} ends differently: {difference}")
        if rng.stream[0] != int(batch.streams[index, 0]):
            raise LawBroken(8, position, f"random game {index} of seed {seed!r} takes other random numbers")
        if position.to_act != OVER:
            raise LawBroken(8, position, f"random game {index} of seed {seed!r} is not over after {steps} actions")
        expected = [0.0] * setup.seats
        setup.rules.returns(position.state, setup.tables, expected)
        if expected != worth[index].tolist():
            raise LawBroken(8, position, f"random game {index} of seed {seed!r} returns {worth[index].tolist()}")


def check_whole_games(setup: Setup, stepped: Sequence[object], whole: Sequence[object]) -> None:
    """Law 13: what is told of games is the same, whether they were played move by move or whole by compiled code.

    Who plays is no matter of the core, so both are given: `play_range` and `play_compiled` of `play/simulate.py` make
    them of one plan.
    """
    start = Position.start(setup)
    if len(stepped) != len(whole):
        raise LawBroken(13, start, f"{len(whole)} games were played compiled, and {len(stepped)} move by move")
    for number, (expected, found) in enumerate(zip(stepped, whole, strict=True)):
        if expected != found:
            raise LawBroken(13, start, f"game {number} is told as {found}, and move by move as {expected}")


# --- helpers that a game's own tests need as well


def weights_of(position: Position) -> dict[Action, int]:
    """Return the whole-number weights of chance, in the order the rules give them."""
    actions, weights = _buffers(position)
    count = position.setup.rules.chance(position.state, position.setup.tables, actions, weights)
    return dict(zip(actions[:count], weights[:count], strict=True))


def _buffers(position: Position) -> tuple[list[int], list[int]]:
    size = position.game.action_count + 1
    return [0] * size, [0] * size


def view_bytes(position: Position) -> bytes:
    """Return all views of a position in one: equal exactly when every seat sees the same."""
    views = [list(values_of(position.view(seat).state).values()) for seat in _looking(position)]
    return marshal.dumps(views, 2)  # version 2: equal values are equal bytes


def _looking(position: Position) -> Iterable[int | None]:
    return (*range(position.seats), None)


def _bytes(view: View) -> bytes:
    return kernel.state_bytes(view.state, view.setup.seats)


def _state_bytes(position: Position) -> bytes:
    return kernel.state_bytes(position.state, position.seats)


def _json_bytes(view: View) -> bytes:
    document: Mapping[str, Any] = view.to_json()
    return json.dumps(document, allow_nan=False).encode()
