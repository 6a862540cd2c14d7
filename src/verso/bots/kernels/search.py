"""Information-set Monte Carlo tree search: kernel source, loaded on top of a game's rules and light policy.

Every iteration draws a full state that agrees with the view (`complete`), walks down one tree that is shared by all
such states, and plays on with the light policy until the game is over or the clock has moved on far enough; there the
policy's judgement stands for the rest of the game. Chance has nodes of its own, one child for each outcome met. Every
seat maximises its own share of the returns, so any number of seats can play. Which of its actions a seat tries is
steered by what the policy thinks of them (PUCT); an action met for the first time in some completion is added then.

The tree is a few arrays: `links` holds whole numbers for each node, `sums` the returns of each seat, `priors_of` what
the policy expects. Node 0 is the root.
"""

from __future__ import annotations

from math import sqrt

from verso.bots.kernels.contract import Floats, Net, clock, evaluate, policy, priors
from verso.core.contract import S, T, actor, apply, complete, draw, legal, redact, returns
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

# Places in `tree`, which says how far the arrays are filled.
NODES = 0
LONGEST = 1  # deepest node so far
TREE = 2

MOST_DEPTH = 400  # nodes on one way down
EXPLORATION = 0
DARING = 1  # how often, out of 1, a playout takes any legal action instead of the policy's
SETTINGS = 2


def new_node(tree: list[int], links: list[list[int]], sums: Floats, squares: Floats, parent: int, action: int) -> int:
    """Add a child and return it, or NONE when the arrays are full."""
    node = tree[NODES]
    if node >= len(links):
        return NONE
    tree[NODES] = node + 1
    row = links[node]
    row[ACTION] = action
    row[CHILD] = NONE
    row[VISITS] = 0
    row[OPEN] = 0
    row[KEY] = 0
    row[SIBLING] = NONE
    squares[node] = 0.0
    for seat in range(len(sums[node])):
        sums[node][seat] = 0.0
    if parent != NONE:
        row[SIBLING] = links[parent][CHILD]
        links[parent][CHILD] = node
    return node


def child_of(links: list[list[int]], node: int, action: int) -> int:
    child = links[node][CHILD]
    while child != NONE and links[child][ACTION] != action:
        child = links[child][SIBLING]
    return child


def open_node(
    tree: list[int],
    links: list[list[int]],
    sums: Floats,
    priors_of: Floats,
    squares: Floats,
    node: int,
    actions: list[int],
    chances: Floats,
    count: int,
) -> None:
    """Add the legal actions that are not there yet."""
    links[node][OPEN] = 1
    for i in range(count):
        if child_of(links, node, actions[i]) == NONE:
            child = new_node(tree, links, sums, squares, node, actions[i])
            if child != NONE:
                priors_of[child] = chances[i]


def best_child(
    links: list[list[int]],
    sums: Floats,
    priors_of: Floats,
    node: int,
    seat: int,
    actions: list[int],
    count: int,
    exploration: float,
) -> int:
    """Return the child that the seat to act tries next, of those legal now; NONE if one of them is not in the tree."""
    reach = exploration * sqrt(links[node][VISITS])
    expected = sums[node][seat] / max(1, links[node][VISITS])
    best = NONE
    best_score = -1e9
    for i in range(count):
        child = child_of(links, node, actions[i])
        if child == NONE:
            return NONE
        visits = links[child][VISITS]
        value = sums[child][seat] / visits if visits > 0 else expected
        score = value + reach * priors_of[child] / (1 + visits)
        if score > best_score:
            best = child
            best_score = score
    return best


def view_key(words: list[int]) -> int:
    """Return a hash of a record's memory, seen as 32-bit numbers."""
    key = 1469598103934665603
    for word in words:
        key = (key ^ word) * 1099511628211 & 0x3FFFFFFFFFFFFFFF
        key ^= key >> 29
    return key


def descend(
    view: S,
    t: T,
    seat: int,
    net: Net,
    settings: Floats,
    until: int,
    tree: list[int],
    links: list[list[int]],
    sums: Floats,
    priors_of: Floats,
    squares: Floats,
    path: list[int],
    scratch: list[S],
    words: list[list[int]],
    work: Floats,
    chances: Floats,
    stream: list[int],
    actions: list[int],
    weights: list[int],
) -> int:
    """Walk from the root to a node worth a playout; scratch[0] is the state there. Return the length of the path."""
    s = scratch[0]
    complete(view, t, seat, stream, s)
    node = 0
    path[0] = 0
    length = 1
    while actor(s) != OVER and clock(s) < until and length < MOST_DEPTH:
        acting = actor(s)
        if acting == CHANCE:
            action = draw(s, t, stream, actions, weights)
            child = child_of(links, node, action)
            if child == NONE:
                child = new_node(tree, links, sums, squares, node, action)
        else:
            count = legal(s, t, actions)
            action = actions[0]
            child = NONE
            if count == 1 and node != 0:  # nothing to choose: the node stands for what comes after
                child = node
            elif links[node][OPEN] == 1:
                child = best_child(links, sums, priors_of, node, acting, actions, count, settings[EXPLORATION])
            if child == NONE:
                fresh = links[node][OPEN] == 0
                priors(s, t, net, work, actions, count, chances)
                open_node(tree, links, sums, priors_of, squares, node, actions, chances, count)
                if fresh and acting == seat:
                    redact(s, t, seat, scratch[1])
                    links[node][KEY] = view_key(words[1])
                if fresh and node != 0:
                    return length
                child = best_child(links, sums, priors_of, node, acting, actions, count, settings[EXPLORATION])
            if child != NONE and child != node:
                action = links[child][ACTION]
        if child == NONE:  # the arrays are full
            return length
        apply(s, t, action)
        if child != node:
            node = child
            path[length] = node
            length += 1
    return length


def play_on(
    s: S,
    t: T,
    net: Net,
    work: Floats,
    stream: list[int],
    actions: list[int],
    weights: list[int],
    until: int,
    daring: int,
) -> None:
    """Play with the light policy until the clock shows `until`; `daring` times out of 1000 with any legal action."""
    while actor(s) != OVER and clock(s) < until:
        if actor(s) == CHANCE:
            action = draw(s, t, stream, actions, weights)
        elif daring > 0 and below(stream, 1000) < daring:
            action = actions[below(stream, legal(s, t, actions))]
        else:
            action = policy(s, t, net, work, stream, actions)
        apply(s, t, action)


def search(
    view: S,
    t: T,
    seat: int,
    net: Net,
    settings: Floats,
    until: int,
    iterations: int,
    tree: list[int],
    links: list[list[int]],
    sums: Floats,
    priors_of: Floats,
    squares: Floats,
    path: list[int],
    scratch: list[S],
    words: list[list[int]],
    work: Floats,
    chances: Floats,
    worth: Floats,
    stream: list[int],
    actions: list[int],
    weights: list[int],
) -> None:
    """Do so many iterations. `squares` sums the squared returns of the searching seat, for their uncertainty."""
    s = scratch[0]
    daring = int(1000 * settings[DARING])
    if tree[NODES] == 0:
        new_node(tree, links, sums, squares, NONE, NONE)
    for _ in range(iterations):
        length = descend(
            view, t, seat, net, settings, until, tree, links, sums, priors_of, squares, path, scratch, words, work,
            chances, stream, actions, weights,
        )  # fmt: skip
        play_on(s, t, net, work, stream, actions, weights, until, daring)
        if actor(s) == OVER:
            returns(s, t, worth)
        else:
            evaluate(s, t, net, work, worth)
        for i in range(length):
            links[path[i]][VISITS] += 1
            squares[path[i]] += worth[seat] * worth[seat]
            for each in range(len(worth)):
                sums[path[i]][each] += worth[each]
        tree[LONGEST] = max(tree[LONGEST], length)


def find_key(tree: list[int], links: list[list[int]], key: int) -> int:
    """Return the node at which the searching seat would see exactly this view, or NONE."""
    for node in range(tree[NODES]):
        if links[node][OPEN] == 1 and links[node][KEY] == key:
            return node
    return NONE


def keep_below(
    root: int,
    tree: list[int],
    links: list[list[int]],
    sums: Floats,
    priors_of: Floats,
    squares: Floats,
    kept_tree: list[int],
    kept_links: list[list[int]],
    kept_sums: Floats,
    kept_priors: Floats,
    kept_squares: Floats,
) -> None:
    """Copy the part of a tree below a node; children follow in the order they are found."""
    kept_tree[NODES] = 0
    kept_tree[LONGEST] = 0
    added = new_node(kept_tree, kept_links, kept_sums, kept_squares, NONE, NONE)
    copy_node(root, added, links, sums, priors_of, squares, kept_links, kept_sums, kept_priors, kept_squares)
    # `kept_links[...][CHILD]` holds the old node until it is its turn, so no queue is needed.
    node = 0
    while node < kept_tree[NODES]:
        old = kept_links[node][CHILD]
        child = links[old][CHILD]
        kept_links[node][CHILD] = NONE
        while child != NONE:
            added = new_node(kept_tree, kept_links, kept_sums, kept_squares, node, links[child][ACTION])
            copy_node(child, added, links, sums, priors_of, squares, kept_links, kept_sums, kept_priors, kept_squares)
            child = links[child][SIBLING]
        node += 1


def copy_node(
    old: int,
    new: int,
    links: list[list[int]],
    sums: Floats,
    priors_of: Floats,
    squares: Floats,
    kept_links: list[list[int]],
    kept_sums: Floats,
    kept_priors: Floats,
    kept_squares: Floats,
) -> None:
    kept_links[new][CHILD] = old
    kept_links[new][VISITS] = links[old][VISITS]
    kept_links[new][OPEN] = links[old][OPEN]
    kept_links[new][KEY] = links[old][KEY]
    kept_priors[new] = priors_of[old]
    kept_squares[new] = squares[old]
    for seat in range(len(sums[old])):
        kept_sums[new][seat] = sums[old][seat]
