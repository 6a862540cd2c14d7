"""Asks all that takes thought about documents that nobody would write by hand, each within a time of the processor.

`python bounded.py GAME SEATS DOCUMENTS` ends with what has been asked, or is ended by the system at what takes too
long, which is the last line that it has printed. The processor's time is counted, not the time that passes: however
busy the machine is, it is the same.
"""

from __future__ import annotations

import itertools
import json
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import verso
from verso import bots
from verso.bots import Budget, warm
from verso.bots.hints import Adviser
from verso.core.contracts.parts import Odds
from verso.core.game import InvalidPosition, InvalidSetup, Position, View
from verso.core.rng import Rng

MOST_SECONDS = 10.0
"""Of the processor, for one question. The longest takes a fiftieth of it; what comes to no end takes any."""
BUDGET = Budget(seconds=0.02)
PATIENCE = 2_000
"""Edited documents that are refused, one after another, until there is no hope for more."""


def documents(game: str, seats: int, chosen: random.Random) -> Iterator[Position]:
    """Yield positions from documents of played games in which cards and figures have been moved about."""
    refused = 0
    while refused < PATIENCE:
        position, rng = verso.game(game).new(seats), Rng("bounded", chosen.randrange(1 << 30))
        position.settle(rng)
        for _ in range(chosen.randrange(120)):
            if position.to_act >= 0:
                position.push(chosen.choice(list(position.legal)))
                position.settle(rng)
        for _ in range(20):
            document = json.loads(json.dumps(position.to_json()))
            for _ in range(chosen.choice((1, 2, 4, 8, 16, 40))):
                disturb(document, chosen)
            try:
                found = Position.from_json(document)
            except InvalidPosition:
                refused += 1
                continue
            refused = 0
            if found.to_act >= 0:
                yield found


def disturb(document: Any, chosen: random.Random) -> None:
    """Move something from one place of a document to another like it, change a figure, or leave something out."""
    places = list(containers(document))
    lists = [each for each in places if isinstance(each, list) and all(isinstance(item, int) for item in each)]
    counts = [each for each in places if isinstance(each, dict) and any(is_count(value) for value in each.values())]
    match chosen.choice(("move", "move", "move", "count", "drop")):
        case "move" if any(lists):
            source, target = chosen.choice([each for each in lists if each]), chosen.choice(lists)
            for _ in range(chosen.randrange(1, 1 + len(source))):
                target.insert(chosen.randrange(len(target) + 1), source.pop(chosen.randrange(len(source))))
        case "count" if counts:
            figures = chosen.choice(counts)
            key = chosen.choice([key for key, value in figures.items() if is_count(value)])
            figures[key] += chosen.choice((-3, -1, 1, 3, 20))
        case "drop" if document:
            where = chosen.choice([each for each in places if isinstance(each, dict) and each])
            del where[chosen.choice(list(where))]


def is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def containers(value: Any) -> Iterator[Any]:
    if isinstance(value, (dict, list)):
        yield value
        for each in value.values() if isinstance(value, dict) else value:
            yield from containers(each)


def questions(position: Position) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what is asked about a position, by the seat that is to act and by the others."""
    game, own = position.game, position.view(position.to_act)
    odds, moves = game.odds, game.moves
    for seat in (*range(position.seats), None):
        yield f"sample of {seat}", lambda seat=seat: position.view(seat).sample(Rng(1))  # type: ignore[misc]
    if odds is not None and has_odds(odds, own):
        yield "odds", lambda: odds.figures(own)
    if moves is not None:
        yield "suggestions", lambda: moves.suggestions(own.setup, own.state, 121)
    yield "hint", lambda: Adviser(game, "bounded").advise(own, BUDGET)
    for name in bots.names(game):
        yield name, lambda name=name: bots.make(name, game, "bounded").choose(own, BUDGET)  # type: ignore[misc]


def has_odds(odds: Odds, view: View) -> bool:
    try:
        odds.check(view)
    except InvalidSetup:
        return False
    return True


def main(game: str, seats: int, count: int) -> None:
    chosen, asked, longest = random.Random(f"{game} {seats}"), Counter[str](), Counter[str]()
    warm.warm(game, seats)
    warm.warm_odds(game, seats)
    for _, ask in questions(next(documents(game, seats, chosen))):
        ask()  # so that everything is compiled, which takes as long as it takes
    for position in itertools.islice(documents(game, seats, chosen), count):
        for name, ask in questions(position):
            print(name, json.dumps(position.to_json()), flush=True)  # noqa: T201
            signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
            began = time.process_time()
            ask()
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            kind = name.partition(" ")[0]
            asked[kind] += 1
            longest[kind] = max(longest[kind], round(1_000 * (time.process_time() - began)))
    print(json.dumps({"asked": asked, "milliseconds": longest}))  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
