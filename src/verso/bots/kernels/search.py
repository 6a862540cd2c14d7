"""Information-set Monte Carlo tree search: kernel source, loaded on top of a game's rules and light policy.

Every iteration draws a full state that agrees with the view (`complete`), walks down one tree that is shared by all
such states, and plays on with the light policy until the game is over, the clock has moved on far enough or it has
taken very long; there the policy's judgement stands for the rest of the game. Chance has nodes of its own, one child
for each outcome met. Every seat maximises its own share of the returns, so any number of seats can play. Which of its
actions a seat tries is steered by what the policy thinks of them (PUCT); an action met for the first time in some
completion is added then.

Node 0 of the tree is the root.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from verso.core.contracts.policy import Floats, Net, clock, evaluate, policy, priors
from verso.core.contracts.rules import S, T, actor, apply, complete, draw, legal, redact, returns
from verso.core.rng import below
from verso.core.spec import CHANCE, OVER

# Places in a row of `links`.
ACTION = 0  # that leads here
CHILD = 1  # first of the children, or NONE
SIBLING = 2  # next child of the same parent, or NONE
VISITS = 3
OPEN = 4  # whether the actions of the seat to act have been added as children
KEY = 5  # of the view of the searching seat, to find the node again when the game has come here
LINKS = 6
NONE = -1

# Places in `filled`.
NODES = 0
LONGEST = 1  # deepest node so far
FILLED = 2

MOST_DEPTH = 400  # nodes on one way down
MOST_STEPS = 4000  # of one playout, whatever the clock says
EXPLORATION = 0
DARING = 1  # how often, out of 1, a playout takes any legal action instead of the policy's
SETTINGS = 2


class Tree(NamedTuple):
    """The nodes of a tree, a row each."""

    filled: list[int]
    links: list[list[int]]
    sums: Floats  # of the returns of each seat
    squares: Floats  # sums of the squared returns of the searching seat, for their uncertainty
    priors: Floats  # what the policy expects of the action that leads here


class Desk(NamedTuple):
    """Room for the thread that grows a tree."""

    path: list[int]
    scratch: list[S]
    words: list[list[int]]  # the memory of `scratch`, as numbers
    work: Floats
    chances: Floats
    worth: Floats
    luck: Floats  # of every seat in the game that is played on, as far as it was foreseen
    mean: Floats  # of what an outcome of chance promises every seat
    stream: list[int]
    actions: list[int]
    weights: list[int]


def new_node(tree: Tree, parent: int, action: int) -> int:
    """Add a child and return it, or NONE when the arrays are full."""
    node = tree.filled[NODES]
    if node >= len(tree.links):
        return NONE
    tree.filled[NODES] = node + 1
    row = tree.links[node]
    row[ACTION] = action
    row[CHILD] = NONE
    row[VISITS] = 0
    row[OPEN] = 0
    row[KEY] = 0
    row[SIBLING] = NONE
    tree.squares[node] = 0.0
    for seat in range(len(tree.sums[node])):
        tree.sums[node][seat] = 0.0
    if parent != NONE:
        row[SIBLING] = tree.links[parent][CHILD]
        tree.links[parent][CHILD] = node
    return node


def child_of(tree: Tree, node: int, action: int) -> int:
    child = tree.links[node][CHILD]
    while child != NONE and tree.links[child][ACTION] != action:
        child = tree.links[child][SIBLING]
    return child


def open_node(tree: Tree, node: int, actions: list[int], chances: Floats, count: int) -> None:
    """Add the legal actions that are not there yet."""
    tree.links[node][OPEN] = 1
    for i in range(count):
        if child_of(tree, node, actions[i]) == NONE:
            child = new_node(tree, node, actions[i])
            if child != NONE:
                tree.priors[child] = chances[i]


def best_child(tree: Tree, node: int, seat: int, actions: list[int], count: int, exploration: float) -> int:
    """Return the child that the seat to act tries next, of those legal now; NONE if one of them is not in the tree."""
    reach = exploration * sqrt(tree.links[node][VISITS])
    expected = tree.sums[node][seat] / max(1, tree.links[node][VISITS])
    best = NONE
    best_score = -1e9
    for i in range(count):
        child = child_of(tree, node, actions[i])
        if child == NONE:
            return NONE
        visits = tree.links[child][VISITS]
        value = tree.sums[child][seat] / visits if visits > 0 else expected
        score = value + reach * tree.priors[child] / (1 + visits)
        if score > best_score:
            best = child
            best_score = score
    return best


def view_key(words: list[int]) -> int:
    """Return a hash of a record's memory, seen as numbers."""
    key = 1469598103934665603
    for word in words:
        key = (key ^ word) * 1099511628211 & 0x3FFFFFFFFFFFFFFF
        key ^= key >> 29
    return key


def descend(view: S, t: T, seat: int, net: Net, settings: Floats, until: int, tree: Tree, desk: Desk) -> int:
    """Walk from the root to a node worth a playout; scratch[0] is the state there. Return the length of the path."""
    s = desk.scratch[0]
    complete(view, t, seat, desk.stream, s)
    node = 0
    desk.path[0] = 0
    length = 1
    while actor(s) != OVER and clock(s) < until and length < MOST_DEPTH:
        acting = actor(s)
        if acting == CHANCE:
            action = draw(s, t, desk.stream, desk.actions, desk.weights)
            child = child_of(tree, node, action)
            if child == NONE:
                child = new_node(tree, node, action)
        else:
            count = legal(s, t, desk.actions)
            action = desk.actions[0]
            child = NONE
            if count == 1 and node != 0:  # nothing to choose: the node stands for what comes after
                child = node
            elif tree.links[node][OPEN] == 1:
                child = best_child(tree, node, acting, desk.actions, count, settings[EXPLORATION])
            if child == NONE:
                fresh = tree.links[node][OPEN] == 0
                priors(s, t, net, desk.work, desk.actions, count, desk.chances)
                open_node(tree, node, desk.actions, desk.chances, count)
                if fresh and acting == seat:
                    redact(s, t, seat, desk.scratch[1])
                    tree.links[node][KEY] = view_key(desk.words[1])
                if fresh and node != 0:
                    return length
                child = best_child(tree, node, acting, desk.actions, count, settings[EXPLORATION])
            if child != NONE and child != node:
                action = tree.links[child][ACTION]
        if child == NONE:  # the arrays are full
            return length
        apply(s, t, action)
        if child != node:
            node = child
            desk.path[length] = node
            length += 1
    return length


def play_on(s: S, t: T, net: Net, desk: Desk, until: int, daring: int) -> None:
    """Play with the light policy until the clock shows `until`; `daring` times out of 1000 with any legal action."""
    steps = 0
    while actor(s) != OVER and clock(s) < until and steps < MOST_STEPS:
        if actor(s) == CHANCE:
            action = draw(s, t, desk.stream, desk.actions, desk.weights)
        elif daring > 0 and below(desk.stream, 1000) < daring:
            action = desk.actions[below(desk.stream, legal(s, t, desk.actions))]
        else:
            action = policy(s, t, net, desk.work, desk.stream, desk.actions)
        apply(s, t, action)
        steps += 1


def search(
    view: S, t: T, seat: int, net: Net, settings: Floats, until: int, iterations: int, tree: Tree, desk: Desk
) -> None:
    """Do so many iterations."""
    s = desk.scratch[0]
    daring = int(1000 * settings[DARING])
    if tree.filled[NODES] == 0:
        new_node(tree, NONE, NONE)
    for _ in range(iterations):
        length = descend(view, t, seat, net, settings, until, tree, desk)
        play_on(s, t, net, desk, until, daring)
        if actor(s) == OVER:
            returns(s, t, desk.worth)
        else:
            evaluate(s, t, net, desk.work, desk.worth)
        for i in range(length):
            node = desk.path[i]
            tree.links[node][VISITS] += 1
            tree.squares[node] += desk.worth[seat] * desk.worth[seat]
            for each in range(len(desk.worth)):
                tree.sums[node][each] += desk.worth[each]
        tree.filled[LONGEST] = max(tree.filled[LONGEST], length)


def find_key(tree: Tree, key: int) -> int:
    """Return the node at which the searching seat would see exactly this view, or NONE."""
    for node in range(tree.filled[NODES]):
        if tree.links[node][OPEN] == 1 and tree.links[node][KEY] == key:
            return node
    return NONE


def keep_below(root: int, tree: Tree, kept: Tree) -> None:
    """Copy the part of a tree below a node; children follow in the order they are found."""
    kept.filled[NODES] = 0
    kept.filled[LONGEST] = 0
    copy_node(tree, root, kept, new_node(kept, NONE, NONE))
    # `kept.links[...][CHILD]` holds the old node until it is its turn, so no queue is needed.
    node = 0
    while node < kept.filled[NODES]:
        old = kept.links[node][CHILD]
        child = tree.links[old][CHILD]
        kept.links[node][CHILD] = NONE
        while child != NONE:
            copy_node(tree, child, kept, new_node(kept, node, tree.links[child][ACTION]))
            child = tree.links[child][SIBLING]
        node += 1


def copy_node(tree: Tree, old: int, kept: Tree, new: int) -> None:
    kept.links[new][CHILD] = old
    kept.links[new][VISITS] = tree.links[old][VISITS]
    kept.links[new][OPEN] = tree.links[old][OPEN]
    kept.links[new][KEY] = tree.links[old][KEY]
    kept.priors[new] = tree.priors[old]
    kept.squares[new] = tree.squares[old]
    for seat in range(len(tree.sums[old])):
        kept.sums[new][seat] = tree.sums[old][seat]
