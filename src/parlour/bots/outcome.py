"""What a search came to, read from its tree: the steps by how often they were tried, what they are worth, how play
would go on, and which step is taken. Compiled, so that every machine says the same of the same tree.
"""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from parlour.bots.tree import NOBODY, ROOT, Int32s, Tree
from parlour.core.compiled.jit import entry, rule
from parlour.core.portable import exp, log
from parlour.core.rng import Rng, bits

if TYPE_CHECKING:
    from parlour.core.game import Floats, Ints

CARE = 1 / 3  # of a slip: at 1 it would mostly be the best step all the same, at 0 any step at all
A_MISTAKE = 0.1  # of the way from losing (−1) to winning (+1): below this the search's own noise begins
FOUR_DIGITS = 10_000.0
TO_WHOLE = 6755399441055744.0  # 1.5 · 2**52: a number that this was added to has no digits behind the point
WORDS = 4294967296.0  # 2**32


@rule
def rounded(value: float) -> float:
    """To four digits."""
    return ((value * FOUR_DIGITS + TO_WHOLE) - TO_WHOLE) / FOUR_DIGITS


@entry
def by_tries(tree: Tree, nodes: Int32s) -> int:
    """The root's children, as many as there is room for, most tried first, equals in the order they were found;
    answers how many."""
    n = 0
    node = int(tree.child[ROOT])
    while node != NOBODY and n < len(nodes):
        at = n
        while at > 0 and tree.visits[nodes[at - 1]] < tree.visits[node]:
            nodes[at] = nodes[at - 1]
            at -= 1
        nodes[at] = node
        n += 1
        node = int(tree.sibling[node])
    return n


@entry
def decided(tree: Tree, left: int) -> int:
    """Whether the most tried step stays so whatever so many more simulations find: 1 or 0."""
    first = -1
    second = -1
    node = int(tree.child[ROOT])
    while node != NOBODY:
        visits = int(tree.visits[node])
        if visits > first:
            second = first
            first = visits
        elif visits > second:
            second = visits
        node = int(tree.sibling[node])
    return 1 if second >= 0 and first - second > left else 0


@entry
def worth(tree: Tree, node: int, values: "Floats") -> None:
    """What each seat may expect there, to four digits."""
    for seat in range(len(values)):
        values[seat] = rounded(float(tree.value[node, seat]) / max(1, int(tree.visits[node])))


@entry
def line(tree: Tree, node: int, movers: npt.NDArray[np.int8], played: "Ints") -> int:
    """The steps most tried after a node, as far as they were tried at all and there is room; it ends where chance has a
    say."""
    n = 0
    while n < len(movers):
        best = NOBODY
        child = int(tree.child[node])
        while child != NOBODY:
            if best == NOBODY or tree.visits[child] > tree.visits[best]:
                best = child
            child = int(tree.sibling[child])
        if best == NOBODY or tree.visits[best] == 0 or tree.who[best] < 0:
            return n
        movers[n] = tree.who[best]
        played[n] = tree.action[best]
        n += 1
        node = best
    return n


@rule
def heed(tree: Tree, node: int) -> float:
    """How likely a slip is to be this step."""
    return exp(CARE * log(float(tree.visits[node]) + float(tree.prior[node])))


@entry
def choose(tree: Tree, slips: float, rng: Rng) -> int:
    """The action to take: the most tried, the first of equals; or, so often, one that was merely considered."""
    best = int(tree.child[ROOT])
    node = best
    total = 0.0
    while node != NOBODY:
        if tree.visits[node] > tree.visits[best]:
            best = node
        total += heed(tree, node)
        node = int(tree.sibling[node])
    if bits(rng) / WORDS < slips:
        left = total * (bits(rng) / WORDS)
        node = int(tree.child[ROOT])
        while node != NOBODY:
            left -= heed(tree, node)
            if left < 0.0:
                return int(tree.action[node])
            node = int(tree.sibling[node])
    return int(tree.action[best])


@entry
def verdict(seat: int, best: "Floats", taken: "Floats", before: "Floats") -> int:
    """A step beside the one that looked best, each searched by itself: `before` gets what the seat could have had, the
    better of the two. Answers 1 if the step was a mistake, else 0."""
    better = best[seat] >= taken[seat]
    for each in range(len(before)):
        before[each] = best[each] if better else taken[each]
    return 1 if before[seat] - taken[seat] >= A_MISTAKE else 0
