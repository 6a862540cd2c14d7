"""A match of OpenSpiel's own tree search against random play, on Flip City: python examples/openspiel_match.py

So that it takes seconds, one Convenience Store is worth the eight points that win here: a card table is data, and games
of OpenSpiel start from any position.
"""

import argparse

import numpy as np
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

import verso
from verso.rl import spiel


def play(game, players, rng):
    """Play a game between two bots of OpenSpiel and return what it was worth to each."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
        else:
            state.apply_action(players[state.current_player()].step(state))
    return state.returns()


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--simulations", type=int, default=20)
    chosen = parser.parse_args(arguments)
    cards = {"CS": {"points": 8}}
    game = spiel.start_from(verso.game("flip-city").new(seats=2, cards=cards))
    rng, total = np.random.RandomState(1), 0.0
    for number in range(chosen.games):
        searching = number % 2  # the seats take turns
        evaluator = mcts.RandomRolloutEvaluator(1, rng)
        players = [uniform_random.UniformRandomBot(seat, rng) for seat in range(2)]
        players[searching] = mcts.MCTSBot(game, 1.4, chosen.simulations, evaluator, random_state=rng)
        total += play(game, players, rng)[searching]
    print(f"MCTS with {chosen.simulations} simulations: {total / chosen.games:+.2f} a game against random play")
    return total / chosen.games


if __name__ == "__main__":
    main()
