"""Every figure of the lab against a slow count of stored games, and compiled games against those move by move."""

from __future__ import annotations

import copy
import functools
import re
import types
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

import verso
from verso import bots
from verso.bots import many
from verso.bots.bot import Budget
from verso.bots.values import Valuer
from verso.core.game import Position, Setup, View
from verso.core.record import Record
from verso.core.rng import Rng
from verso.core.spec import OVER
from verso.lab import statistics
from verso.lab.decisions import LOOKED_AT, stakes
from verso.lab.stepped import play_stepped
from verso.lab.study import (
    LIGHT,
    SKILL,
    WITHOUT,
    Piece,
    Study,
    blocked,
    counted,
    left_alone,
    things_told,
    without,
    work,
)
from verso.play.simulate import actions_named

DEALS = range(12)
SEED = "slow"


@functools.cache
def setup_of(game: str) -> Setup:
    if game == "flip-city":
        return verso.game(game).setup(2, cards={"FA": {"cost": 4}})
    return verso.game(game).setup(2, cards={"phases": {"1": ["run 3", "set 2"]}}, phases=2)


@functools.cache
def stored(game: str) -> list[Record]:
    """Play the deals with light players, move by move; luck begins anew with each turn."""
    setup, found = setup_of(game), []
    for deal in DEALS:
        players = [bots.make("greedy", setup.game, f"{SEED}/{deal}/0/{seat}") for seat in range(setup.seats)]
        position, rng, now = Position.start(setup), Rng(0), None
        while position.to_act != OVER:
            if now != (now := clock(position)):
                rng = Rng(f"{SEED}/{deal}", now)
            position.settle(rng)
            if position.to_act == OVER:
                break
            view = position.view(position.to_act)
            position.push(players[position.to_act].choose(view, Budget()).action)
        found.append(Record.of(position))
    return found


def clock(position: Position) -> int:
    """Flip City counts turns, Phase 10 Flip rounds and turns, as their policies do."""
    from verso.bots.arena import _clock

    return _clock(position.game)(position)


@functools.cache
def figures(game: str) -> dict[str, float]:
    setup = setup_of(game)
    study = Study(setup, setup, games=len(DEALS), seed=SEED)
    rows = counted(study, study.sides[1], DEALS, LIGHT)
    return {key: float(above.sum() / below.sum()) for key, (above, below) in rows.ratios.items() if below.sum()}


def told(record: Record) -> tuple[Any, list[tuple[Position, int]]]:
    """Return how a game ended, and every action of a seat with the position before it."""
    position, acts = record.start(), []
    for action in record.actions:
        if position.to_act >= 0:
            acts.append((position.copy(), action))
        position.push(action)
    return position.outcome(), acts


@pytest.mark.parametrize("game", ["flip-city", "phase-10-flip"])
def test_wins_length_endings_and_choices(game: str) -> None:
    seats, wins, ends, lengths, choices = setup_of(game).seats, dict[str, float](), Counter[str](), 0, 0
    spread = Counter[str]()
    for record in stored(game):
        outcome, acts = told(record)
        first = acts[0][0].to_act
        for winner in outcome.winners:
            key = f"seat:{(winner - first) % seats + 1}"
            wins[key] = wins.get(key, 0.0) + 1 / len(outcome.winners)
        ends[f"end:{outcome.reason}"] += 1
        length = outcome.details["turns" if game == "flip-city" else "rounds"]
        lengths += length
        spread[f"spread:{length}"] += 1
        choices += sum(len(position.legal) > 1 for position, _ in acts)
    found, games = figures(game), len(DEALS)
    assert {key: found[key] * games for key in found if key.startswith("seat:")} == pytest.approx(
        {f"seat:{place + 1}": wins.get(f"seat:{place + 1}", 0.0) for place in range(seats)}
    )
    assert {key: found[key] * games for key in ends} == pytest.approx(dict(ends))
    lasted = {key: found[key] * games for key in found if key.startswith("spread:")}
    assert lasted == pytest.approx(dict(spread))
    assert found["length"] * games == pytest.approx(lengths)
    assert found["minutes"] * games == pytest.approx(sum(map(minutes, stored(game))))
    assert found["decisions"] * games * seats == pytest.approx(choices)


def minutes(record: Record) -> float:
    """Return what people would take: so many seconds for each word of notation, and for each deal of a round."""
    outcome, acts = told(record)
    seconds = SECONDS[record.setup.game.name]
    total: float = seconds["deal"] * outcome.details.get("rounds", 0)
    for position, action in acts:
        verb, *names = position.text(action).split()
        total += seconds["flip to" if verb == "flip" and any(">" in name for name in names) else verb]
    return total / 60


SECONDS = {
    "flip-city": {"deal": 0.0, "play": 2.5, "stop": 2.0, "shuffle": 8.0, "done": 3.0, "recycle": 3.0, "buy": 6.0}
    | {"flip": 6.0, "flip to": 8.0, "develop": 6.0, "remove": 4.0},
    "phase-10-flip": {"deal": 45.0, "draw": 4.0, "take": 5.0, "discard": 6.0, "place": 2.0, "hit": 5.0},
}


@pytest.mark.parametrize("game", ["flip-city", "phase-10-flip"])
def test_leads_and_comebacks(game: str) -> None:
    """Whoever is judged best when a turn begins leads; whoever wins after less than half an even chance came back."""
    from verso.bots.light import Eye

    seats, changes, came_back, won = setup_of(game).seats, 0, 0, 0
    eye = Eye(setup_of(game).game)
    for record in stored(game):
        outcome, acts = told(record)
        leader, lowest, now = None, [1.0] * seats, None
        for position, _ in [(record.start(), 0), *acts]:
            if now == (now := clock(position)):
                continue
            chances = [eye.win(View(position.setup, seat, position.state, ()))[0] for seat in range(seats)]
            lowest = list(map(min, lowest, chances))
            ahead = [seat for seat in range(seats) if chances[seat] == max(chances)]
            if leader is None and len(ahead) > 1 and 0 in ahead:
                continue
            if leader not in ahead:
                changes += leader is not None
                leader = ahead[0]
        won += bool(outcome.winners)
        came_back += any(lowest[winner] < 0.5 / seats for winner in outcome.winners)
    found = figures(game)
    assert found["leads"] * len(DEALS) == pytest.approx(changes)
    assert found["comebacks"] * won == pytest.approx(came_back)


def had_in_city(setup: Setup, position: Position, action: int) -> list[str]:
    """Return the face that an action of Flip City brings its player."""
    verb, *faces = position.text(action).split()
    if verb not in ("buy", "develop", "flip") or ">" in faces[0]:
        return []
    return [faces[0] if verb == "buy" else other(setup, faces[0])]


def used_in_phases(setup: Setup, position: Position, action: int) -> list[str]:
    """Return the number that an action of Phase 10 Flip takes out of its player's hand onto the table."""
    if position.text(action).split()[0] not in ("place", "hit"):
        return []
    state, seat, after = position.state, position.to_act, position.copy()
    after.push(action)
    kept = Counter(state.hand[seat][: state.hand_count[seat]])
    if after.state.round == state.round and after.to_act != OVER:
        kept -= Counter(after.state.hand[seat][: after.state.hand_count[seat]])
    [card] = kept  # what has left the hand
    tables: Any = setup.tables
    return [str(tables.value[tables.face[state.side][state.card[card]]] or "star")]


@pytest.mark.parametrize(("game", "brought"), [("flip-city", had_in_city), ("phase-10-flip", used_in_phases)])
def test_lift_is_what_is_left_when_the_rest_is_held_equal(
    game: str, brought: Callable[[Setup, Position, int], list[str]]
) -> None:
    """By another way: least squares over players, each beside the other one of its game.

    Cards of a city are had or not; numbers of a phase are counted.
    """
    setup, rows, wins = setup_of(game), [], []
    study = Study(setup, setup, games=len(DEALS), seed=SEED)
    names = things_told(study)
    for record in stored(game):
        outcome, acts = told(record)
        had: list[Counter[str]] = [Counter() for _ in range(setup.seats)]
        for position, action in acts:
            had[position.to_act].update(brought(setup, position, action))
        first = acts[0][0].to_act
        for seat in range(setup.seats):
            most = 1 if game == "flip-city" else 99
            rows.append([float(min(most, had[seat][name])) for name in names] + [float(seat != first)])
            wins.append(float(seat in outcome.winners) / max(1, len(outcome.winners)))
    table = np.array(rows).reshape(len(DEALS), setup.seats, -1)
    table = (table - table.mean(axis=1, keepdims=True)).reshape(len(rows), -1)
    results = np.array(wins).reshape(len(DEALS), -1)
    results = (results - results.mean(axis=1, keepdims=True)).reshape(-1)
    damping = np.sqrt(statistics.RIDGE * (table**2).sum(axis=0).mean()) * np.eye(table.shape[1])
    expected = np.linalg.lstsq(np.concatenate([table, damping]), np.concatenate([results, np.zeros(len(damping))]))[0]
    counted_rows = counted(study, study.sides[1], DEALS, LIGHT)
    found = statistics.regression(blocked(counted_rows, 1))
    assert found.value.tolist() == pytest.approx(expected.tolist(), abs=1e-4)
    assert np.abs(expected).max() > 0.1


# --- one player among others


def among(
    setup: Setup, deal: int, act: Callable[[int, View], int], own: Mapping[int, Setup] = types.MappingProxyType({})
) -> tuple[float, int]:
    """Play a deal move by move; return what the first player has of the win, and how long it was.

    Players may act by figures of their own, and then what chance brings them after that goes by these too.
    """
    position, rng, now = Position.start(setup), Rng(0), None
    while position.to_act != OVER:
        if now != (now := clock(position)):
            rng = Rng(f"{SEED}/{deal}", now)
        position.settle(rng)
        if position.to_act != OVER:
            player = (position.to_act - deal) % setup.seats
            position.setup = own.get(player, setup)
            view = position.view(position.to_act)
            position.push(view.legal[0] if len(view.legal) == 1 else act(player, view))
    outcome = position.outcome()
    assert outcome is not None
    mine, length = deal % setup.seats, outcome.details["turns" if setup.game.name == "flip-city" else "rounds"]
    return (mine in outcome.winners) / max(1, len(outcome.winners)), int(length)


@pytest.mark.parametrize("game", ["flip-city", "phase-10-flip"])
def test_skill_is_what_one_light_player_wins_among_careless_ones(game: str) -> None:
    setup, total = setup_of(game), 0.0
    for deal in DEALS:
        light = bots.make("greedy", setup.game, f"{SEED}/{deal}/0/0")
        careless = {seat: Rng(f"careless/{SEED}/{deal}/0/{seat}") for seat in range(1, setup.seats)}
        minds = {seat: bots.make("greedy", setup.game) for seat in careless}

        def act(player: int, view: View, light: Any = light, careless: Any = careless, minds: Any = minds) -> int:
            if player == 0:
                return int(light.choose(view, Budget()).action)
            if careless[player].below(many.SLIPS) == 0:
                return int(view.legal[careless[player].below(len(view.legal))])
            minds[player]._rng = careless[player]  # a careless player draws all it draws from one stream
            return int(minds[player].choose(view, Budget()).action)

        total += among(setup, deal, act)[0]
    study = Study(setup, setup, games=len(DEALS), seed=SEED)
    done = work(study, Piece(SKILL, DEALS.start, DEALS.stop)).edited
    assert done.ratios[SKILL].sum(axis=0).tolist() == pytest.approx([total, len(DEALS)])


def named(*texts: str) -> Callable[[View, int], bool]:
    return lambda view, action: any(action in actions_named(view.setup, each) for each in texts)


def adds_to_others(view: View, action: int) -> bool:
    """Whether an action adds to a group of somebody else, or takes a card that fits no group of one's own."""
    text, own = view.text(action), f"{view.seat}."
    if text.startswith("hit"):
        return not text.rpartition(" ")[2].startswith(own)
    if text != "take" or not view.state.laid[view.seat]:
        return False
    after = Position(view.setup, copy.deepcopy(view.state))
    after.push(action)
    texts = [after.text(each).split() for each in after.legal]
    taken = [face for verb, face, *_ in texts if verb == "discard"][-1]
    hits = [words for words in texts if words[0] == "hit" and words[1].split("=")[0] == taken]
    return not any(words[-1].startswith(own) for words in hits)


def flips(view: View, action: int) -> bool:
    return re.fullmatch("discard .*!", view.text(action)) is not None


@pytest.mark.parametrize(
    ("game", "what", "never"),
    [
        ("flip-city", "CS", named("buy CS", "flip SM")),
        ("flip-city", "plan:ST", named("develop CP", "flip CP")),
        ("phase-10-flip", "habit:taking", named("take")),
        ("phase-10-flip", "habit:flipping", flips),
        ("phase-10-flip", "habit:hitting-others", adds_to_others),
        ("phase-10-flip", "7", None),
        ("phase-10-flip", "star", None),
    ],
)
def test_doing_without_alone_and_together(game: str, what: str, never: Callable[[View, int], bool] | None) -> None:
    """Either there are actions that are not taken, or a number fits nowhere, to those who do without it."""
    setup = setup_of(game)
    useless = without(setup, left_alone(setup, [what]))
    wins, lengths = 0.0, 0
    for deal in DEALS:
        for alone in (True, False):
            players = [bots.make("greedy", setup.game, f"{SEED}/{deal}/0/{seat}") for seat in range(setup.seats)]

            def act(player: int, view: View, players: Any = players, alone: bool = alone) -> int:
                allowed = tuple(view.legal)
                if never is not None and (player == 0 or not alone):
                    allowed = tuple(each for each in view.legal if not never(view, each)) or allowed
                if len(allowed) == 1:
                    return allowed[0]
                return int(players[player].choose(View(view.setup, view.seat, view.state, allowed), Budget()).action)

            seats = [0] if alone else range(setup.seats)
            won, length = among(setup, deal, act, dict.fromkeys(seats, useless))
            wins, lengths = wins + won * alone, lengths + length * (not alone)
    study = Study(setup, setup, games=len(DEALS), seed=SEED, without=(what,))
    done = work(study, Piece(f"{WITHOUT}:{what}", DEALS.start, DEALS.stop)).edited.ratios
    assert done[f"without:{what}"].sum(axis=0).tolist() == pytest.approx([wins, len(DEALS)])
    assert done[f"nobody:{what}"].sum(axis=0).tolist() == pytest.approx([lengths, len(DEALS)])


# --- choices that matter


@pytest.mark.parametrize("game", ["flip-city", "phase-10-flip"])
def test_choices_that_matter_are_counted_and_weighed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Returns of games that are played on are made up here; what is made of them is worked out by hand."""
    setup = setup_of(game)
    asked: list[tuple[tuple[int, ...], Any]] = []

    def compare(_self: Any, _state: Any, comparison: Any, games: int, _desk: Any) -> None:
        rng = np.random.default_rng(len(asked))
        returns = rng.choice([-1.0, 1.0], size=(len(comparison.options), games))
        returns[0] = np.where(rng.random(games) < len(asked) / 18, 1.0, returns[0])
        comparison.games[:] = games
        comparison.sums[:, comparison.seat] = returns.sum(axis=1)
        comparison.apart[:] = ((returns - returns[0]) ** 2).sum(axis=1)
        asked.append((comparison.options, returns))

    monkeypatch.setattr(Valuer, "compare", compare)
    study = Study(setup, setup, games=3, seed=SEED)
    rows = stakes(study, setup, range(3))
    numbers, total = iter(asked), dict.fromkeys(("cost", "matter", "chosen"), 0.0)
    for deal in range(3):
        choices = [(position, action) for position, action in told(stored(game)[deal])[1] if len(position.legal) > 1]
        kept, rng = choices[:LOOKED_AT], Rng(f"{SEED}/{deal}/looked at")
        for place in range(LOOKED_AT, len(choices)):
            if (instead := rng.below(place + 1)) < LOOKED_AT:
                kept[instead] = choices[place]
        assert len(kept) == LOOKED_AT < len(choices)
        for position, action in kept:
            options, returns = next(numbers)
            assert options[0] == action
            assert set(options) <= set(position.legal)
            assert len(set(options)) == len(options) > 1
            chances = (returns + 1) / 2
            apart = [float((chances[0] - each).mean()) for each in chances[1:]]
            errors = [max(float((chances[0] - each).std()), 0.025) / np.sqrt(32) for each in chances[1:]]
            total["cost"] += float(np.mean(apart)) * len(choices) / LOOKED_AT
            total["matter"] += bool(np.mean(apart) > 1.959964 * np.mean(errors)) * len(choices) / LOOKED_AT
        total["chosen"] += len(choices)
    assert next(numbers, None) is None
    sums = {key: (float(above.sum()), float(below.sum())) for key, (above, below) in rows.ratios.items()}
    assert sums["chosen"] == pytest.approx((total["chosen"], 3))
    assert sums["matter"] == pytest.approx((total["matter"], 3))
    assert sums["stake"] == pytest.approx((total["cost"], total["chosen"]))
    assert 0 < total["matter"] < total["chosen"]


def test_cards_lost_turns_and_plans_of_flip_city() -> None:
    setup, players, lost, turns = setup_of("flip-city"), 0, 0, 0
    got, plans = Counter[str](), Counter[str]()
    for record in stored("flip-city"):
        outcome, acts = told(record)
        had: list[set[str]] = [set() for _ in range(setup.seats)]
        worth: list[Counter[str]] = [Counter() for _ in range(setup.seats)]
        for position, action in acts:
            verb, *names = position.text(action).split()
            after = position.copy()
            after.push(action)
            over = after.state.turn != position.state.turn or after.to_act == OVER
            turns += over
            lost += over and verb != "done"
            if verb in ("buy", "develop", "flip") and ">" not in names[0]:
                face = names[0] if verb == "buy" else other(setup, names[0])
                had[position.to_act].add(face)
                worth[position.to_act][face] += points(setup, face)
        players += setup.seats
        got.update(name for each in had for name in each)
        for winner in outcome.winners:
            plans[plan(outcome.reason, worth[winner])] += 1
    found = figures("flip-city")
    shares = {key: found[key] * players for key in found if key.startswith("has:")}
    assert shares == pytest.approx({key: got[key.removeprefix("has:")] for key in shares})
    assert found["measure:lost:share"] == pytest.approx(lost / turns)
    followed = {key: found[key] * len(DEALS) for key in found if key.startswith("plan:")}
    assert followed == pytest.approx({key: plans[key.removeprefix("plan:")] for key in followed})


def other(setup: Any, name: str) -> str:
    face = setup.cards.index[name]
    return str(setup.code(face + 1 - 2 * (face % 2)))


def points(setup: Any, name: str) -> int:
    face = setup.cards.index[name]
    return int(setup.tables.points[face] + setup.tables.recycle_points[face])


def plan(reason: str, worth: Mapping[str, int]) -> str:
    if reason == "cards":
        return "cards"
    best = max(worth.values(), default=0)
    leading = [name for name, value in worth.items() if value == best > 0 and 2 * value > sum(worth.values())]
    return leading[0] if leading else "mixed"


def test_cards_flips_and_laid_phases_of_phase_10_flip() -> None:
    used, counts, rounds, scores = Counter[str](), Counter[str](), 0, 0
    for record in stored("phase-10-flip"):
        outcome, acts = told(record)
        rounds += outcome.details["rounds"]
        scores += sum(outcome.scores)
        for position, action in acts:
            state = position.state
            verb = position.text(action).split()[0]
            counts[verb] += 1
            used.update(used_in_phases(position.setup, position, action))
            counts["laid"] += verb == "place" and not state.laying
            counts["flips"] += flips(position.view(position.to_act), action)  # the last card of a hand flips too
    found, seats = figures("phase-10-flip"), 2
    uses = {key: found[key] * len(DEALS) * seats for key in found if key.startswith("uses:")}
    assert uses == pytest.approx({key: used[key.removeprefix("uses:")] for key in uses})
    assert found["measure:laid:share"] == pytest.approx(counts["laid"] / (rounds * seats))
    assert found["measure:taken:share"] == pytest.approx(counts["take"] / (counts["take"] + counts["draw"]))
    assert found["measure:flips:number"] * rounds == pytest.approx(counts["flips"])
    assert found["measure:turns:number"] * rounds * seats == pytest.approx(counts["take"] + counts["draw"])
    assert found["measure:score:number"] * rounds * seats == pytest.approx(scores)
    told_of = {key for key in found if key.startswith("measure:")}
    assert told_of == {"measure:laid:share", "measure:taken:share"} | {
        f"measure:{name}:number" for name in ("flips", "turns", "score")
    }


@pytest.mark.parametrize("game", ["flip-city", "phase-10-flip"])
def test_games_move_by_move_are_counted_like_compiled_ones(game: str) -> None:
    """Leads, comebacks and tallies too: both ways must find the same in every array."""
    setup = setup_of(game)
    barred = {0: actions_named(setup, "buy CS" if game == "flip-city" else "take")}
    table = many.Table(setup, ("greedy",) * setup.seats, barred, by_turn=True, leads=True, tallies=True)
    deals = [many.Deal(f"{SEED}/{number}") for number in range(4)]
    compiled, stepped = many.play(table, deals), play_stepped(table, "greedy", deals)
    for name in ("wins", "scores", "truncated", "plies", "first", "decisions", "acts", "lead_changes", "tallies"):
        assert np.array_equal(getattr(compiled, name), getattr(stepped, name)), name
    assert np.allclose(compiled.lowest, stepped.lowest)
    assert compiled.reasons == stepped.reasons
    assert {key: each.tolist() for key, each in compiled.details.items()} == {
        key: each.tolist() for key, each in stepped.details.items()
    }
