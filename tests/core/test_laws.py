"""The laws of core/testing.py for every ruleset, seat count and option of both games, and that they can be broken."""

from __future__ import annotations

from typing import Any

import pytest

import verso
from support import (
    EVERY_VARIANT,
    PHASE_VARIANTS,
    PhaseVariant,
    Variant,
    builder,
    chooser,
    player_of,
)
from verso.core import testing
from verso.core.game import Position, Setup
from verso.core.rng import Rng

COMPILED_SEATS = (2, 4, 6)
"""Of Phase 10 Flip, for which each number of seats takes long to compile."""
BY_SEATS = sorted(
    (variant for variant in EVERY_VARIANT if isinstance(variant, Variant) or variant.seats in COMPILED_SEATS),
    key=lambda variant: variant.seats,
)


def _marks(variant: Variant | PhaseVariant) -> list[pytest.MarkDecorator]:
    return [] if variant.name == "standard-2" else [pytest.mark.long]


def _is_covered(variant: Variant | PhaseVariant) -> bool:
    """Whether the same ruleset is played by as many with the Office, which brings more actions."""
    others = [each for each in EVERY_VARIANT if isinstance(each, Variant) and each.office]
    return isinstance(variant, Variant) and any(
        (each.ruleset, each.seats) == (variant.ruleset, variant.seats) for each in others if each != variant
    )


COMPILED = [pytest.param(variant, id=variant.name, marks=_marks(variant)) for variant in BY_SEATS]


INTERPRETED = [
    pytest.param(variant, id=variant.name, marks=[pytest.mark.long] if _is_covered(variant) else [])
    for variant in EVERY_VARIANT
]


@pytest.mark.parametrize("variant", INTERPRETED)
def test_laws_interpreted(variant: Variant | PhaseVariant) -> None:
    seed = 0 if EVERY_VARIANT.index(variant) % 3 else 1
    testing.check_laws(variant.setup(), games=1, seed="laws", every=20, choose=player_of(variant, seed))


@pytest.mark.parametrize("ruleset", ["solo", "tmg-2015-text"])
def test_laws_interpreted_at_every_ply(ruleset: str) -> None:
    setup = verso.game("flip-city").setup(None, ruleset)
    testing.check_laws(setup, games=3 if ruleset == "tmg-2015-text" else 1, seed="every", choose=chooser(builder, 3))


def test_laws_interpreted_at_every_ply_of_phase_10_flip() -> None:
    setup = verso.game("phase-10-flip").setup(2, phases=1)
    testing.check_laws(setup, games=1, seed="every", choose=player_of(PHASE_VARIANTS[0], 3))


@pytest.mark.parametrize("variant", COMPILED)
def test_laws_compiled_with_bounds_checked(variant: Variant | PhaseVariant) -> None:
    setup = variant.setup()
    testing.check_laws(setup, games=2, seed="laws", engine="compiled", every=10, choose=player_of(variant, 0))
    testing.check_laws(setup, games=1, seed="laws", engine="compiled", every=10, choose=player_of(variant, 1))


@pytest.mark.parametrize(("game", "options"), [("flip-city", {"office": True}), ("phase-10-flip", {"phases": 1})])
def test_laws_compiled_on_random_games(game: str, options: dict[str, Any]) -> None:
    setup = verso.game(game).setup(2, **options)
    testing.check_laws(setup, games=2, seed="random", engine="compiled", every=50)
    testing.check_rollouts(setup, games=20, seed="random")


@pytest.mark.long
def test_laws_compiled_in_the_ordinary_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERSO_NUMBA", "plain")
    setup = verso.game("flip-city").setup(2, office=True)
    settings: Any = {"engine": "compiled", "check_bounds": False}  # what is not checked, other tests compile as well
    testing.check_laws(setup, games=1, seed="ordinary", every=10, choose=chooser(builder, 1), **settings)


# --- the laws themselves must be able to fail


def midgame() -> Position:
    position = verso.game("flip-city").new(2, office=True)
    choose, rng = chooser(builder, 4), Rng(4)
    while position.ply < 150:
        position.push(choose(position, rng))
    return position


class Altered:
    """A game's engine with one function replaced."""

    def __init__(self, setup: Setup, **functions: Any) -> None:
        self._setup, self._functions = setup, functions

    def __getattr__(self, name: str) -> Any:
        return self._functions.get(name) or getattr(self._setup.game.interpreted, name)


def altered(position: Position, **functions: Any) -> Position:
    """Return the position with rules in which something is wrong."""
    setup = position.game.setup(position.seats, position.setup.ruleset, **position.setup.options)
    vars(setup)["rules"] = Altered(setup, **functions)
    return Position(setup, position.state.copy())


def test_law_1_is_broken_by_a_completion_that_changes_what_was_seen() -> None:
    def complete(view: Any, t: Any, seat: int, stream: list[int], out: Any) -> None:
        verso.game("flip-city").interpreted.complete(view, t, seat, stream, out)
        out.cash += 1

    with pytest.raises(testing.LawBroken, match=r"law 1.*cash: \d+ != \d+"):
        testing.check_completion(altered(midgame(), complete=complete), Rng(1))


def test_law_2_is_broken_by_a_wrong_order() -> None:
    def legal(s: Any, t: Any, actions: list[int]) -> int:
        actions[:2] = [3, 1]
        return 2

    position = altered(midgame(), legal=legal)
    position.settle(Rng(1))
    with pytest.raises(testing.LawBroken, match=r"law 2.*rising"):
        testing.check_push(position, Rng(1))


def test_law_2_is_broken_by_a_refusal_that_changes_something(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(position: Position, action: int) -> None:
        position.state.cash += 1
        raise verso.IllegalAction("no")

    position = midgame()
    monkeypatch.setattr(Position, "_refuse", refuse)
    with pytest.raises(testing.LawBroken, match=r"law 2.*changed the position: cash"):
        testing.check_push(position, Rng(1))


def test_law_2_is_broken_by_taking_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    position = midgame()
    monkeypatch.setattr(Position, "push", lambda position, action: position._actions.append(action))
    with pytest.raises(testing.LawBroken, match=r"law 2.*is not legal, and could be pushed"):
        testing.check_push(position, Rng(1))


def test_law_3_is_broken_by_odds_of_nothing() -> None:
    def chance(s: Any, t: Any, actions: list[int], weights: list[int]) -> int:
        count: int = verso.game("flip-city").interpreted.chance(s, t, actions, weights)
        weights[0] = 0
        return count

    with pytest.raises(testing.LawBroken, match=r"law 3"):
        testing.check_odds(altered(verso.game("flip-city").new(2), chance=chance))


def test_law_3_is_broken_by_drawing_another_outcome() -> None:
    def draw(s: Any, t: Any, stream: list[int], actions: list[int], weights: list[int]) -> int:
        found: int = verso.game("flip-city").interpreted.draw(s, t, stream, actions, weights)
        return found ^ 1

    with pytest.raises(testing.LawBroken, match=r"law 3.*is drawn where the odds lead to"):
        testing.check_draw(altered(verso.game("flip-city").new(2), draw=draw), Rng(1))


def test_law_4_is_broken_by_a_view_that_was_never_seen() -> None:
    position = push_all(verso.game("flip-city").new(2), "start 1", "top CS", "top HO")
    folded = verso.game("flip-city").new(2)
    seen = [testing.view_bytes(folded)]
    for action in position.actions:
        folded.push(action)
        seen.append(testing.view_bytes(folded))
    testing.check_fold(position, seen)
    with pytest.raises(testing.LawBroken, match=r"law 4.*ply 2"):
        testing.check_fold(position, [*seen[:2], seen[0], seen[3]])
    with pytest.raises(testing.LawBroken, match=r"law 4.*3 views"):
        testing.check_fold(position, seen[:3])


def push_all(position: Position, *texts: str) -> Position:
    for text in texts:
        position.push(text)
    return position


def test_law_5_is_broken_by_a_text_that_means_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    position = midgame()
    position.settle(Rng(1))
    monkeypatch.setattr(position.game.notation, "read", lambda setup, state, text: (5,))
    with pytest.raises(testing.LawBroken, match=r"law 5"):
        testing.check_text(position)


def test_law_5_is_broken_by_a_document_that_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    position = midgame()
    position.settle(Rng(1))
    write = position.game.notation.state_to_json

    def forgetful(setup: Setup, state: Any) -> dict[str, Any]:
        document = write(setup, state)
        document["turn"]["cash"] = 0
        return document

    position.state.cash = 3
    testing.check_text(position)
    monkeypatch.setattr(position.game.notation, "state_to_json", forgetful)
    with pytest.raises(testing.LawBroken, match=r"law 5.*cash: 3 != 0"):
        testing.check_text(position)


def test_law_6_is_broken_by_a_lost_card() -> None:
    before = midgame()
    before.settle(Rng(1))
    after, action = before.copy(), before.legal[0]
    after.push(action)
    testing.check_cards(before, action, after)
    after.state.supply[1] -= 1
    with pytest.raises(testing.LawBroken, match=r"law 6.*'CS': \(\d+, \d+\)"):
        testing.check_cards(before, action, after)


def test_law_8_is_broken_by_a_game_that_is_not_over() -> None:
    with pytest.raises(testing.LawBroken, match=r"law 8.*not over"):
        testing.check_end(midgame())


def test_law_9_is_broken_by_two_positions_a_seat_can_tell_apart() -> None:
    position = midgame()
    other = position.copy()
    testing.check_same_for(position, other, 0)
    other.state.discard[1][0] += 1
    with pytest.raises(testing.LawBroken, match=r"law 9.*seat 0 can tell by its view: discard"):
        testing.check_same_for(position, other, 0)
    with pytest.raises(testing.LawBroken, match=r"law 9.*can tell by <function"):
        testing.check_same_for(position, position.copy(), 0, [lambda view: object()])


def test_compiled_laws_are_broken_by_a_difference() -> None:
    lockstep = testing.Lockstep(midgame())
    lockstep.check_actions()
    lockstep.position.state.limit += 1
    with pytest.raises(testing.LawBroken, match=r"compiled rules differ after .*limit: 4 != 3"):
        lockstep.push(lockstep.position.legal[0])
