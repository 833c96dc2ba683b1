"""The tree that a search grows: nodes in flat arrays, and what does not depend on the game they are of.

A node is a step and all that was found behind it. Node 0 is the position searched from. The children of a node are a
chain of siblings; a node always comes after its parent, which is what `keep_below` relies on.
"""

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.core.compiled.jit import entry, rule
from parlour.core.portable import log
from parlour.core.rng import Rng, below

if TYPE_CHECKING:
    from parlour.core.game import Floats, Ints

ROOT = 0
NOBODY = -1  # no child, no sibling, no room
FEW = 12  # children that a node has from the first

Int32s = npt.NDArray[np.int32]


class Tree(NamedTuple):
    """Everything by node; `size[0]` is how many there are."""

    size: "Ints"
    action: "Ints"  # the step that leads here; of chance, what the searching seat sees of it
    child: Int32s  # the first one
    sibling: Int32s  # the next one
    visits: Int32s
    offered: Int32s  # how often it could have been chosen: with hidden hands a step is not always possible
    steps: Int32s  # how many steps there are from here, of which the best may be children; 0: not looked yet
    who: npt.NDArray[np.int8]  # whose step it was
    prior: npt.NDArray[np.float32]
    value: npt.NDArray[np.float32]  # sums by seat


def new_tree(room: int, seats: int) -> Tree:
    """An empty tree with room for so many nodes; memory is taken up only as it fills."""
    tree = Tree(
        size=np.zeros(1, np.int64),
        action=np.zeros(room, np.int64),
        child=np.zeros(room, np.int32),
        sibling=np.zeros(room, np.int32),
        visits=np.zeros(room, np.int32),
        offered=np.zeros(room, np.int32),
        steps=np.zeros(room, np.int32),
        who=np.zeros(room, np.int8),
        prior=np.zeros(room, np.float32),
        value=np.zeros((room, seats), np.float32),
    )
    clear(tree)
    return tree


@entry
def clear(tree: Tree) -> None:
    """Just a root, never visited."""
    tree.size[0] = 0
    add(tree, 0, 0, 1.0)


@rule
def add(tree: Tree, who: int, action: int, prior: float) -> int:
    """A new node, or NOBODY if there is no room."""
    node = int(tree.size[0])
    if node == len(tree.action):
        return NOBODY
    tree.size[0] = node + 1
    tree.action[node] = action
    tree.child[node] = NOBODY
    tree.sibling[node] = NOBODY
    tree.visits[node] = 0
    tree.offered[node] = 0
    tree.steps[node] = 0
    tree.who[node] = who
    tree.prior[node] = prior
    for seat in range(tree.value.shape[1]):
        tree.value[node, seat] = 0.0
    return node


@rule
def add_child(tree: Tree, parent: int, last: int, who: int, action: int, prior: float) -> int:
    """A new child at the end of the chain, which `last` is (NOBODY: there is none yet)."""
    node = add(tree, who, action, prior)
    if node != NOBODY:
        if last == NOBODY:
            tree.child[parent] = node
        else:
            tree.sibling[last] = node
    return node


@rule
def child_of_chance(tree: Tree, parent: int, who: int, key: int) -> int:
    """The child for what is seen of an outcome; made if it is new."""
    last = NOBODY
    node = int(tree.child[parent])
    while node != NOBODY:
        if tree.action[node] == key:
            return node
        last = node
        node = int(tree.sibling[node])
    return add_child(tree, parent, last, who, key, 1.0)


@rule
def find_children(tree: Tree, parent: int, actions: "Ints", n: int, slots: Int32s) -> int:
    """The child of every action into `slots`, NOBODY where there is none yet; answers how many are missing.

    Lists come in a stable order, so the next child is mostly the one after the last."""
    missing = 0
    first = int(tree.child[parent])
    ahead = first
    for i in range(n):
        node = ahead
        while node != NOBODY and tree.action[node] != actions[i]:
            node = int(tree.sibling[node])
        if node == NOBODY:
            node = first
            while node != ahead and tree.action[node] != actions[i]:
                node = int(tree.sibling[node])
            if node == ahead:
                node = NOBODY
        slots[i] = node
        if node == NOBODY:
            missing += 1
        else:
            ahead = int(tree.sibling[node])
    return missing


@rule
def add_missing(tree: Tree, parent: int, who: int, actions: "Ints", n: int, slots: Int32s, priors: "Floats") -> bool:
    """Children for the actions that have none; False if the room does not suffice for them."""
    if int(tree.size[0]) + n > len(tree.action):
        return False
    total = 0.0
    for i in range(n):
        total += priors[i]
    last = NOBODY
    node = int(tree.child[parent])
    while node != NOBODY:
        last = node
        node = int(tree.sibling[node])
    for i in range(n):
        if slots[i] == NOBODY:
            last = add_child(tree, parent, last, who, actions[i], priors[i] / total)
            slots[i] = last
    return True


@rule
def list_children(tree: Tree, parent: int, slots: Int32s) -> int:
    """All children into `slots`; answers how many."""
    n = 0
    node = int(tree.child[parent])
    while node != NOBODY:
        slots[n] = node
        n += 1
        node = int(tree.sibling[node])
    return n


@rule
def children_wanted(tree: Tree, parent: int, n: int) -> int:
    """How many of n steps are worth a node: more of them the more often they were chosen from.

    A game of sixty moves would fill the memory with nodes that are never visited."""
    if parent == ROOT:
        return n
    return min(n, FEW + 2 * int(math.sqrt(tree.visits[parent])))


@rule
def add_all(tree: Tree, parent: int, who: int, actions: "Ints", n: int, slots: Int32s) -> int:
    """A child for every action; answers how many, or NOBODY if there is no room."""
    if int(tree.size[0]) + n > len(tree.action):
        return NOBODY
    last = NOBODY
    for i in range(n):
        last = add_child(tree, parent, last, who, actions[i], 1.0 / n)
        slots[i] = last
    return n


@rule
def add_best(
    tree: Tree, parent: int, who: int, actions: "Ints", n: int, wanted: int, slots: Int32s, have: int, priors: "Floats"
) -> int:
    """Children for the actions with the highest priors, until there are as many as wanted; answers how many there are,
    or NOBODY if there is no room."""
    if int(tree.size[0]) + wanted - have > len(tree.action):
        return NOBODY
    total = 0.0
    for i in range(n):
        total += priors[i]
        for k in range(have):
            if tree.action[slots[k]] == actions[i]:
                priors[i] = -priors[i]
    last = NOBODY
    if have > 0:
        last = int(slots[have - 1])
    for _ in range(wanted - have):
        best = 0
        for i in range(1, n):
            if priors[i] > priors[best]:
                best = i
        last = add_child(tree, parent, last, who, actions[best], priors[best] / total)
        slots[have] = last
        have += 1
        priors[best] = -priors[best]
    return have


@rule
def most_promising(
    tree: Tree, parent: int, who: int, n: int, slots: Int32s, explore: float, urgency: float, always: bool
) -> int:
    """By value and prior (PUCT): an action that looks good is tried more, one tried often must be worth it.

    An untried one is taken to be worth a little less than the parent. `always`: each was there to be chosen whenever
    the parent was visited."""
    times = math.sqrt(tree.visits[parent] + 1)
    total = 0.0
    for i in range(n):
        total += tree.prior[slots[i]]
    untried = 0.0
    if tree.visits[parent] > 0:
        untried = tree.value[parent, who] / tree.visits[parent] - urgency
    best = 0
    best_score = -math.inf
    for i in range(n):
        node = slots[i]
        visits = int(tree.visits[node])
        worth = tree.value[node, who] / visits if visits > 0 else untried
        if not always:
            times = math.sqrt(tree.offered[node])
        score = worth + explore * tree.prior[node] / total * times / (1 + visits)
        if score > best_score:
            best_score = score
            best = i
    return best


@rule
def most_promising_plain(
    tree: Tree, parent: int, who: int, n: int, slots: Int32s, explore: float, always: bool, rng: Rng
) -> int:
    """By value alone (UCB1), every action once before any a second time, in random order."""
    times = log(tree.visits[parent] + 1)
    start = below(rng, n)
    best = start
    best_score = -math.inf
    for k in range(n):
        i = start + k if start + k < n else start + k - n
        node = slots[i]
        visits = int(tree.visits[node])
        if visits == 0:
            return i
        if not always:
            times = log(tree.offered[node])
        score = tree.value[node, who] / visits + explore * math.sqrt(times / visits)
        if score > best_score:
            best_score = score
            best = i
    return best


@rule
def offer(tree: Tree, n: int, slots: Int32s) -> None:
    for i in range(n):
        tree.offered[slots[i]] += 1


@rule
def learn(tree: Tree, path: "Ints", length: int, values: "Floats") -> None:
    """Every node on the path was visited, and this came of it."""
    for i in range(length):
        node = path[i]
        tree.visits[node] += 1
        for seat in range(len(values)):
            tree.value[node, seat] += np.float32(values[seat])


@entry
def keep_below(tree: Tree, top: int, moved: Int32s) -> None:
    """Make `top` the root and forget all that is not below it; `moved` is room for as many numbers as nodes."""
    size = int(tree.size[0])
    for node in range(size):
        moved[node] = NOBODY
    moved[top] = ROOT
    kept = 0
    for node in range(top, size):
        if moved[node] == NOBODY:
            continue
        moved[node] = kept
        kept += 1
        child = int(tree.child[node])
        while child != NOBODY:
            moved[child] = ROOT
            child = int(tree.sibling[child])
    tree.sibling[top] = NOBODY
    for node in range(top, size):
        to = int(moved[node])
        if to != NOBODY:
            tree.action[to] = tree.action[node]
            tree.child[to] = moved[tree.child[node]] if tree.child[node] != NOBODY else NOBODY
            tree.sibling[to] = moved[tree.sibling[node]] if tree.sibling[node] != NOBODY else NOBODY
            tree.visits[to] = tree.visits[node]
            tree.offered[to] = tree.offered[node]
            tree.steps[to] = tree.steps[node]
            tree.who[to] = tree.who[node]
            tree.prior[to] = tree.prior[node]
            for seat in range(tree.value.shape[1]):
                tree.value[to, seat] = tree.value[node, seat]
    tree.size[0] = kept


def children(tree: Tree, node: int) -> list[int]:
    found, child = [], int(tree.child[node])
    while child != NOBODY:
        found.append(child)
        child = int(tree.sibling[child])
    return found
