"""OpenSpiel: its own checks, its own algorithms unmodified, and information states that hide what is hidden."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import (
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

import verso
from rl.endgames import endgame
from support import long
from verso.games.phase10_flip import rules
from verso.rl import spiel
from verso.rl.layout import layout_of

HERE = Path(__file__).parent
PLAYTHROUGHS = sorted((HERE / "playthroughs").glob("*.txt"))
ENDGAMES = [("flip-city", 2), long("flip-city", 1), ("phase-10-flip", 2), long("phase-10-flip", 3)]
TWO_SEATS = [("flip-city", 2), ("phase-10-flip", 2)]


def advance(state: Any, rng: random.Random, most: int = 10_000) -> Any:
    """Play at random until a player is to act, then so many actions."""
    for _ in range(most):
        if state.is_terminal():
            return state
        outcomes = state.chance_outcomes() if state.is_chance_node() else [(each, 1) for each in state.legal_actions()]
        state.apply_action(rng.choices([each for each, _ in outcomes], [weight for _, weight in outcomes])[0])
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(rng.choices([each for each, _ in outcomes], [weight for _, weight in outcomes])[0])
    return state


# --- OpenSpiel's own checks


@pytest.mark.parametrize(("game", "seats"), ENDGAMES)
def test_simulations_of_openspiel_pass_from_an_endgame(game: str, seats: int) -> None:
    pyspiel.random_sim_test(spiel.start_from(endgame(game, seats, 3)), num_sims=3, serialize=True, verbose=False)


def test_simulations_of_openspiel_pass_for_a_whole_game() -> None:
    game = pyspiel.load_game("python_verso_flip_city(players=1,ruleset=solo)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_playthroughs_come_out_as_they_are_kept(path: Path) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # brings scipy, for which others need not wait

    flags.FLAGS.mark_as_parsed()  # the generator looks at its command line
    expected, actual = generate_playthrough.replay(str(path))
    assert actual == expected
    assert expected.count("# State") > 5


def test_there_is_a_playthrough_of_every_game() -> None:
    texts = [path.read_text(encoding="utf-8") for path in PLAYTHROUGHS]
    assert {name for name in spiel.NAMES if any(f'short_name = "{name}"' in text for text in texts)} == set(spiel.NAMES)


# --- its algorithms, unmodified


@pytest.mark.parametrize(("name", "seats"), TWO_SEATS)
def test_tree_search_plays(name: str, seats: int) -> None:
    game = spiel.start_from(endgame(name, seats, 2))
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 15, evaluator, random_state=np.random.RandomState(2))
    hidden = ismcts.ISMCTSBot(
        game=game, evaluator=evaluator, uct_c=1.4, max_simulations=15, random_state=np.random.RandomState(5)
    )
    for player in (bot, hidden):
        assert play_out(game, player)[0] == 0  # cut off: nobody wins


def play_out(game: Any, player: Any) -> Sequence[float]:
    state, rng = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        if state.is_chance_node():
            advance(state, rng, 1)
        else:
            action = player.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    returns: Sequence[float] = state.returns()
    return returns


@pytest.mark.parametrize(("name", "seats"), TWO_SEATS)
@pytest.mark.parametrize(
    "solver", [external_sampling_mccfr.ExternalSamplingSolver, outcome_sampling_mccfr.OutcomeSamplingSolver]
)
def test_samplers_of_regret_minimization_run(name: str, seats: int, solver: Callable[[Any], Any]) -> None:
    np.random.seed(1)
    solving = solver(spiel.start_from(endgame(name, seats, 2)))
    for _ in range(3):
        solving.iteration()
    game = spiel.start_from(endgame(name, seats, 2))
    policy, state = solving.average_policy(), advance(game.new_initial_state(), random.Random(1), 0)
    chances = policy.action_probabilities(state)
    assert set(chances) == set(state.legal_actions())
    assert sum(chances.values()) == pytest.approx(1)


# --- states


@pytest.mark.parametrize(("name", "seats"), ENDGAMES)
def test_states_are_those_of_positions(name: str, seats: int) -> None:
    start = endgame(name, seats, 20)
    game, position = spiel.start_from(start), start.copy()
    state, rng, layout = game.new_initial_state(), random.Random(4), layout_of(start.setup)
    for _ in range(60):
        assert state.position.to_json() == position.to_json()
        if position.to_act == verso.OVER:
            break
        assert state.current_player() == position.to_act
        if position.to_act == verso.CHANCE:
            odds = [(position.text(action), float(chance)) for action, chance in position.odds().items()]
            outcomes = state.chance_outcomes()
            assert [(state.action_to_string(-1, each), chance) for each, chance in outcomes] == odds
            action = rng.choice(outcomes)[0]
        else:
            action = rng.choice(state.legal_actions())
            texts = [state.action_to_string(position.to_act, each) for each in state.legal_actions()]
            assert texts == [position.text(each) for each in position.legal]
            for seat in range(seats):
                row = layout.scaled(layout.observe(position, seat))
                assert np.array_equal(np.array(state.observation_tensor(seat), np.float32), row)
                assert np.array_equal(np.array(state.information_state_tensor(seat), np.float32), row)
        position.push(state.action_to_string(state.current_player(), action))
        state.apply_action(action)


@pytest.mark.parametrize(("name", "seats"), ENDGAMES)
def test_copies_and_serialized_states_are_the_same_and_apart(name: str, seats: int) -> None:
    game = spiel.start_from(endgame(name, seats, 5))
    state = advance(game.new_initial_state(), random.Random(1), 4)
    before = str(state)
    sent = pickle.dumps(game)
    assert pickle.loads(sent) == copy.deepcopy(game) == game
    assert b"verso.rl.spiel" in sent  # what another process imports to load it, which registers the games there
    for other in (state.clone(), game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))):
        assert str(other) == before
        assert other.history() == state.history()
        for seat in range(seats):
            assert other.information_state_string(seat) == state.information_state_string(seat)
        advance(other, random.Random(2), 3)
        assert str(state) == before


@pytest.mark.parametrize("name", spiel.NAMES)
def test_games_in_several_threads_do_not_disturb_each_other(name: str) -> None:
    game = pyspiel.load_game(name)

    def ends(seed: int) -> str:
        return str(advance(game.new_initial_state(), random.Random(seed), 150))

    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(ends, range(6)))
    assert together == [ends(seed) for seed in range(6)]


@pytest.mark.parametrize("name", spiel.NAMES)
def test_a_game_can_be_written_down_and_loaded_again(name: str) -> None:
    game = pyspiel.load_game(f"{name}(players=3)")
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert game.num_players() == 3


@pytest.mark.parametrize("players", [2, long(3)])
@pytest.mark.parametrize("name", spiel.NAMES)
def test_a_game_begins_where_another_was_written_down(name: str, players: int) -> None:
    game = pyspiel.load_game(f"{name}(players={players})")
    document = str(advance(game.new_initial_state(), random.Random(1), 40))
    assert str(game.new_initial_state(document)) == document


# --- information


def deal(game: Any, cards: Sequence[int]) -> Any:
    """Deal these cards, in this order, with seat 1 as the dealer: seat 0 gets the first."""
    state = game.new_initial_state()
    state.apply_action(rules.DEALER + 1)
    for card in cards:
        state.apply_action(card)
    return state


def test_information_states_tell_faces_apart_that_were_seen_and_no_others() -> None:
    game = pyspiel.load_game("python_verso_phase10_flip")
    face = game.setup.tables.face
    one = list(range(22))
    alike = next(
        card for card in range(22, 104) if face[1][card] == face[1][one[1]] and face[0][card] != face[0][one[1]]
    )
    other = [one[0], alike, *one[2:]]  # another card for seat 1, of which seat 0 sees the same wild face
    first, second = deal(game, one), deal(game, other)
    for text in ("information_state_string", "observation_string"):
        assert getattr(first, text)(0) == getattr(second, text)(0)
        assert getattr(first, text)(1) != getattr(second, text)(1)
    assert first.observation_tensor(0) == second.observation_tensor(0)
    assert first.observation_tensor(1) != second.observation_tensor(1)
    assert str(first) != str(second)


def test_information_states_remember_the_way() -> None:
    game = pyspiel.load_game("python_verso_flip_city(players=1,ruleset=solo)")
    keys, rng = set(), random.Random(1)
    state = game.new_initial_state()
    for _ in range(100):
        keys.add(state.information_state_string(0))
        advance(state, rng, 1)
    assert len(keys) == 100


@pytest.mark.parametrize(("name", "seats"), TWO_SEATS)
def test_resampling_keeps_what_the_player_knows_and_nothing_else(name: str, seats: int) -> None:
    game = spiel.start_from(endgame(name, seats, 30))
    state, rng = advance(game.new_initial_state(), random.Random(3), 6), random.Random(4)
    changed = 0
    for player in range(seats):
        for _ in range(5):
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.history() == []
            changed += str(other) != str(state)
            after, same = state.clone(), other.clone()
            if state.current_player() == player:
                action = state.legal_actions()[0]
                after.apply_action(action)
                same.apply_action(action)
    assert (changed > 0) == verso.game(name).hides


def test_factored_observations_split_the_hand_from_the_table() -> None:
    state = advance(spiel.start_from(endgame("phase-10-flip", 2, 9)).new_initial_state(), random.Random(1), 1)
    game, private = state.get_game(), pyspiel.PrivateInfoType
    public = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=private.NONE))
    own = game.make_py_observer(
        pyspiel.IIGObservationType(public_info=False, perfect_recall=False, private_info=private.SINGLE_PLAYER)
    )
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert own.string_from(state, 0) != own.string_from(state, 1)
    public.set_from(state, 0)
    own.set_from(state, 0)
    assert not public.dict["hand"].any()
    assert own.dict["hand"].any()
    assert not own.dict["discard"].any()
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"all": True})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("python_verso_flip_city(players=7)", "7"),
        ("python_verso_phase10_flip(options=phases)", "key:value;key:value"),
        ("python_verso_phase10_flip(options=luck:3)", "no option 'luck'"),
        ("python_verso_flip_city(ruleset=none)", "no ruleset 'none'"),
    ],
)
def test_parameters_are_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(Exception, match=message):
        pyspiel.load_game(text)


def test_options_reach_the_rules() -> None:
    game = pyspiel.load_game("python_verso_phase10_flip(players=2,options=phases:2;own_backs:shown;force_lay:true)")
    options = game.setup.options
    assert (options["phases"], options["own_backs"], options["force_lay"]) == (2, "shown", True)
    with pytest.raises(verso.InvalidSetup, match="another setup"):
        game.new_initial_state(str(pyspiel.load_game("python_verso_phase10_flip").new_initial_state()))
