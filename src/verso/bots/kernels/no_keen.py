"""Where a game has no keener player, the light one plays games on: kernel source, on top of a policy."""

from __future__ import annotations

from verso.core.contracts.policy import Floats, Net, evaluate, policy
from verso.core.contracts.rules import S, T


def keen_policy(s: S, t: T, net: Net, work: Floats, spare: S, stream: list[int], actions: list[int]) -> int:
    return policy(s, t, net, work, stream, actions)


def judges(t: T) -> bool:
    """Judge nothing but the moments at which the clock has just moved on."""
    return False


def judge(s: S, t: T, seat: int, net: Net, work: Floats, out: Floats) -> None:
    evaluate(s, t, net, work, out)


def foresees(t: T) -> bool:
    return False


def forget(s: S, t: T) -> None:
    """Take every moment for another."""


def is_sure(s: S, t: T) -> bool:
    return False
