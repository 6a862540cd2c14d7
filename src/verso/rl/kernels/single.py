"""One game, move by move, for those who ask from Python what they need next: the OpenSpiel games.

What goes in and comes out stands in arrays that are bound once: to hand over arguments takes longer than a move.
"""

from __future__ import annotations

from verso.core.contracts.rules import S, T, actor, apply, chance, legal


def act(states: list[S], tables: list[T], action: list[int]) -> int:
    """Carry out an action and return who is to act then."""
    apply(states[0], tables[0], action[0])
    return actor(states[0])


def list_legal(states: list[S], tables: list[T], first: int, actions: list[int]) -> int:
    """Write the legal actions, counted from `first`, and return how many there are."""
    count = legal(states[0], tables[0], actions)
    for i in range(count):
        actions[i] -= first
    return count


def list_chance(
    states: list[S], tables: list[T], first: int, outcomes: list[int], weights: list[int], odds: list[float]
) -> int:
    """Write the outcomes of chance, counted from `first`, with their probabilities, and return how many there are."""
    count = chance(states[0], tables[0], outcomes, weights)
    total = 0
    for i in range(count):
        total += weights[i]
    for i in range(count):
        outcomes[i] -= first
        odds[i] = weights[i] / total
    return count
