"""Reads hints: how many have a reason of counted facts, and what they say.

python bench/hints.py [--game flip-city] [--seats 2] [--hints 200] [--iterations 300] [--show 20] [--seed 1]

Hints are given in positions of games between light players, as many of each kind as come. At least nine of ten must
have a reason of counted facts in every language, and none may name an action that is rated below another; `--show`
prints some of them, in every language, with what is on the table.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator

import verso
from verso import bots
from verso.bots.bot import Budget
from verso.bots.hints import Adviser, Hint
from verso.core.game import LANGUAGES, View

WANTED = 0.9
EVERY = 7
"""Decisions between two hints; no game has a rhythm of so many."""


def views(name: str, seats: int, seed: int) -> Iterator[View]:
    """Give views with something to choose, of one game after another."""
    game = verso.game(name)
    for number in range(1_000_000):
        position, rng, player, met = game.new(seats), verso.Rng(f"hints/{seed}/{number}"), bots.make("medium", game), 0
        while True:
            position.settle(rng)
            if position.to_act == verso.OVER:
                break
            view = position.view(position.to_act)
            met += len(view.legal) > 1
            if len(view.legal) > 1 and met % EVERY == 0:
                yield view
            position.push(player.choose(view, Budget()).action)


def told(view: View, hint: Hint) -> str:
    said = (f"  {each}: {view.describe(hint.action, each)}: {hint.reasons[each]}" for each in LANGUAGES)
    return "\n".join([str(view).rstrip(), *said])


def is_sound(hint: Hint) -> bool:
    """Say whether the action is rated best, and the reason is without figures that mean nothing."""
    best = hint.values[hint.action] == max(hint.values.values())
    return best and not any(re.search(r"[%±{}]", reason) or not reason for reason in hint.reasons.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="flip-city")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--hints", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    adviser, said, sound = Adviser(verso.game(options.game), options.seed), Counter[str](), 0
    for number, view in zip(range(options.hints), views(options.game, options.seats, options.seed), strict=False):
        hint = adviser.advise(view, Budget(iterations=options.iterations))
        said["counted" if hint.counted else "line" if hint.reasons["en"].startswith("then ") else "neither"] += 1
        sound += is_sound(hint)
        if number < options.show:
            print(told(view, hint), end="\n\n")
    share = said["counted"] / said.total()
    print(f"{options.game}, {options.seats} seats: {said.total()} hints; {share:.1%} with counted facts (at least 90%)")
    print(f"  {said['line']} name the line of play, {said['neither']} neither; {sound} sound")
    sys.exit(0 if share >= WANTED and sound == said.total() else 1)


if __name__ == "__main__":
    main()
