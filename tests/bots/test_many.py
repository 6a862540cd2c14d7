"""Whole games compiled: the same as move by move, whoever plays, with cards, options and actions barred."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import verso
from verso import bots
from verso.bots import arena, many
from verso.core import testing
from verso.core.game import InvalidSetup, Setup
from verso.play.simulate import Plan, actions_named, play_compiled, play_range, report, simulate

CITY, PHASES = verso.game("flip-city"), verso.game("phase-10-flip")
ZOO = '[ZO]\nback = "ZZ"\nname = "Zoo"\ncost = 3\nfee = 2\ncash = 2\n[ZZ]\nname = "Safari"\npoints = 3\n'


def same(setup: Setup, names: list[str], games: int, never: frozenset[int] = frozenset()) -> Plan:
    plan = Plan.of(setup, names, "whole", never)
    testing.check_whole_games(setup, play_range(plan, 0, games), play_compiled(plan, 0, games))
    return plan


@pytest.mark.parametrize("names", [["greedy"], ["random", "greedy"]])
def test_games_are_the_same_as_move_by_move(names: list[str]) -> None:
    same(CITY.setup(2), names, 8)
    same(CITY.setup(2, cards=CITY.load_cards(ZOO, "zoo.toml")), names, 4)
    same(PHASES.setup(2, phases=2), names, 4)


def test_slips_are_the_same_as_move_by_move() -> None:
    """Also those of a character, of cards of one's own, beside others, and where actions are barred."""
    setup = CITY.setup(2)
    same(setup, ["easy"], 6)
    same(setup, ["medium", "pip"], 6, actions_named(setup, "flip"))
    same(CITY.setup(2, cards=CITY.load_cards(ZOO, "zoo.toml")), ["greedy", "easy"], 4)
    same(PHASES.setup(2, phases=2), ["easy", "random"], 4)
    assert simulate(Plan.of(setup, ["easy", "greedy"], 1), 60, compiled=True).wins[1] > 40


@pytest.mark.long
@pytest.mark.parametrize("bot", ["greedy", "medium"])
@pytest.mark.parametrize(("game", "seats"), [("flip-city", 1), ("flip-city", 4), ("phase-10-flip", 4)])
def test_games_are_the_same_for_other_numbers_of_seats(game: str, seats: int, bot: str) -> None:
    same(verso.game(game).setup(seats, "solo" if seats == 1 else None), [bot], 6)


def test_who_plays_compiled_games() -> None:
    assert [name for name in bots.names(CITY) if many.plays(name, CITY)] == ["random", "greedy", "easy", "medium"]
    assert many.plays("otto", CITY)
    assert not many.plays("mara", CITY)  # she is one who thinks
    assert not many.plays("search:iterations=1", CITY)


def test_actions_that_nobody_takes() -> None:
    setup = CITY.setup(2)
    never = actions_named(setup, "buy CS") | actions_named(setup, "flip")
    plan = same(setup, ["greedy", "random"], 8, never)
    acts = report(plan, simulate(plan, 40, compiled=True))["actions"]
    assert all(row["flip"] == 0 and row["buy"] > 0 for row in acts)
    free = Plan.of(setup, ["greedy", "random"], "whole")
    assert simulate(free, 40, compiled=True) != simulate(plan, 40, compiled=True)


def test_what_is_never_taken_must_mean_something() -> None:
    with pytest.raises(InvalidSetup, match="a whole kind of actions is play, stop"):
        actions_named(CITY.setup(2), "fly")
    assert actions_named(PHASES.setup(2), "take") == {next(b.first for b in many.blocks_of(PHASES) if b.name == "take")}


def test_the_whole_is_the_sum_of_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan.of(CITY.setup(2), ["greedy", "random"], 5)
    whole = simulate(plan, 30, compiled=True)
    assert whole == simulate(plan, 30, compiled=True, chunk=7) == simulate(plan, 30, compiled=False)
    monkeypatch.setattr(many, "AT_ONCE", 4)
    assert whole == simulate(plan, 30, compiled=True)
    assert whole != simulate(Plan.of(CITY.setup(2), ["greedy", "random"], 6), 30, compiled=True)


def test_enough_games_of_light_players_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "ENOUGH", 12)
    counted = []
    playing = many.play

    def counting(*arguments: Any) -> many.Played:
        counted.append(len(arguments[1]))
        return playing(*arguments)

    monkeypatch.setattr(many, "play", counting)
    simulate(Plan.of(CITY.setup(2), ["random", "greedy"], 5), 12)
    assert counted == [12]
    simulate(Plan.of(CITY.setup(2), ["greedy"], 5), 3)
    simulate(Plan.of(CITY.setup(2), ["published"], 5), 12)
    arena.run(arena.Match("flip-city", ("greedy", "greedy"), deals=5))
    assert counted == [12]
    arena.run(arena.Match("flip-city", ("greedy", "greedy"), deals=6))
    assert counted == [12, 12]


@pytest.mark.parametrize("game", verso.games())
def test_matches_are_the_same_compiled(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The luck of a turn comes from the deal and the turn, also of games with more turns than were worked out first."""
    monkeypatch.setattr(many, "TURNS", 4)
    match = arena.Match(game, ("greedy", "random") if game == "flip-city" else ("greedy", "medium"), 3, "luck")
    rotations = range(2)
    compiled = arena.play_compiled(match, [(deal, rotations) for deal in range(3)])
    stepped = [line for deal in range(3) for line in arena.play_deal(match, deal, rotations)]

    def untimed(lines: list[Any]) -> list[Any]:
        return [line | {"players": [player["decisions"] for player in line["players"]]} for line in lines]

    assert untimed(compiled) == untimed(stepped)


def test_games_from_a_position_and_who_leads() -> None:
    position = CITY.new(2)
    position.settle(verso.Rng(3))
    position.push("play")
    table = many.Table(position, ("greedy", "greedy"), leads=True)
    played = many.play(table, [many.Deal("from here", number) for number in range(50)])
    assert (played.first == position.to_act if position.to_act >= 0 else played.first >= 0).all()
    assert played.lead_changes.max() > 0
    assert played.lead_changes.sum() < played.details["turns"].sum()
    without = many.play(many.Table(position, ("greedy", "greedy")), [many.Deal("from here", n) for n in range(50)])
    assert (without.lead_changes == 0).all()
    assert (without.plies == played.plies).all()
    assert (played.wins.sum(axis=1) == 1).all()
    assert np.array_equal(played.scores.argmax(axis=1), played.wins.argmax(axis=1))


@pytest.mark.parametrize(
    ("players", "barred", "message"),
    [
        (("greedy",), {}, "1 players do not fill 2 seats"),
        (("greedy", "expert"), {}, "'expert' plays no compiled games; random, greedy, easy or medium do"),
        (("greedy", "greedy"), {0: frozenset([100_000])}, "actions of flip-city are numbered from 0 to"),
    ],
)
def test_tables_that_cannot_be_played_are_refused(players: Any, barred: Any, message: str) -> None:
    with pytest.raises(InvalidSetup, match=message):
        many.Table(CITY.setup(2), players, barred)


def test_the_law_can_be_broken() -> None:
    setup = CITY.setup(2)
    found = play_range(Plan.of(setup, ["greedy"], "whole"), 0, 2)
    with pytest.raises(testing.LawBroken, match="law 13"):
        testing.check_whole_games(setup, found, found[::-1])
    with pytest.raises(testing.LawBroken, match="1 games were played compiled, and 2 move by move"):
        testing.check_whole_games(setup, found, found[:1])
