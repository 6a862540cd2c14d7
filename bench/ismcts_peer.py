"""Measures OpenSpiel's own information-set search: simulations a second on one core, one JSON object.

    .venv-bench/bin/python bench/ismcts_peer.py gin_rummy --seconds 3

The C++ bot with its random rollout evaluator, one rollout a simulation, asked for choices along random games. In hearts
those are games in which no cards are passed: asked while cards are being passed, the bot ends the process with a
segmentation fault. Nothing of verso is imported here.
"""

from __future__ import annotations

import argparse
import json
import random
import time

import pyspiel

NO_PASS = "No Pass"


def measure(name: str, seconds: float, simulations: int) -> dict[str, object]:
    game, choose = pyspiel.load_game(name), random.Random(1)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(
        1, evaluator, 1.4, simulations, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False
    )
    spent, choices = 0.0, 0
    state = game.new_initial_state()
    while spent < seconds:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            named = [state.action_to_string(state.current_player(), outcome) for outcome in outcomes]
            drawn = choose.choices(outcomes, weights)[0]
            state.apply_action(outcomes[named.index(NO_PASS)] if NO_PASS in named else drawn)
        else:
            if len(state.legal_actions()) > 1:
                began = time.perf_counter()
                bot.step(state)
                spent += time.perf_counter() - began
                choices += 1
            state.apply_action(choose.choice(state.legal_actions()))
    return {"game": name, "simulations_per_second": choices * simulations / spent, "choices": choices}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--simulations", type=int, default=300)
    options = parser.parse_args()
    print(json.dumps(measure(options.game, options.seconds, options.simulations)))


if __name__ == "__main__":
    main()
