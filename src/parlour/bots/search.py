"""One search for all games, compiled for each: `jit.specialise` binds the names declared below to a game's functions.

It grows a tree of what can happen as one seat, the viewer, may know it (information-set search). Every simulation
guesses what is hidden, goes down the tree while it knows the way, lets chance draw where chance acts, adds one node,
plays on from there, and brings what came of it back up. Every seat maximises its own return (max-n).
"""

from typing import TYPE_CHECKING, Any

from parlour.bots.tree import (
    NOBODY,
    ROOT,
    Int32s,
    Tree,
    add_all,
    add_best,
    add_missing,
    child_of_chance,
    children_wanted,
    find_children,
    learn,
    list_children,
    most_promising,
    most_promising_plain,
    offer,
)
from parlour.core.compiled.jit import entry, rule
from parlour.core.knowledge import NONE
from parlour.core.net import Net
from parlour.core.rng import Rng, below

if TYPE_CHECKING:
    from parlour.core.game import Floats, Ints, State
    from parlour.core.knowledge import Lore

    def actor(s: State) -> int: ...
    def legal(s: State, seat: int, out: Ints) -> int: ...
    def apply(s: State, actor: int, action: int) -> None: ...
    def returns(s: State, out: Floats) -> None: ...
    def draw(s: State, rng: Rng, out: Ints, weights: Ints) -> int: ...
    def any_action(s: State, who: int, rng: Rng, out: Ints) -> int: ...
    def guess(s: State, viewer: int, rng: Rng) -> None: ...
    def glimpse(s: State, outcome: int, viewer: int) -> int: ...
    def policy(s: State, seat: int, rng: Rng, out: Ints, weights: Floats, lore: Lore) -> int: ...
    def evaluate(s: State, values: Floats, lore: Lore, net: Net) -> None: ...
    def prior(
        s: State, seat: int, actions: Ints, n: int, weights: Floats, sums: Ints, lore: Lore, net: Net
    ) -> None: ...

    HIDDEN = False

    def book(s: State, seat: int, rng: Rng) -> int: ...
    def remark(s: State, seat: int, rng: Rng) -> int: ...


CHANCE = -1
OVER = -2


@entry
def simulate(
    root: Any,
    work: Any,
    viewer: int,
    only: int,
    tree: Tree,
    simulations: int,
    rng: Rng,
    cutoff: int,
    explore: float,
    urgency: float,
    plain: bool,
    revealed: bool,
    lore: "Lore",
    net: Net,
    out: "Ints",
    weights: "Ints",
    priors: "Floats",
    slots: Int32s,
    path: "Ints",
    values: "Floats",
) -> None:
    """So many simulations from `root`, where `viewer` is to act; what they found is in the tree.

    `only` is the one action to look into, or NONE for all that are legal. `revealed`: nothing is guessed, the root is
    the truth, and all of chance is seen; for whoever looks at a match that is over, never for one who plays."""
    s = work[0]
    for _ in range(simulations):
        work[0] = root[0]
        if not revealed:
            guess(s, viewer, rng)
        node = ROOT
        path[0] = ROOT
        length = 1
        # At the root it is the viewer's turn: where several may act, `actor` might name another.
        who = viewer
        while who != OVER and length < len(path):
            if who == CHANCE:
                action = draw(s, rng, out, weights)
                node = child_of_chance(tree, node, who, action if revealed else glimpse(s, action, viewer))
                if node == NOBODY:
                    break
            else:
                if tree.visits[node] == 0 and node != ROOT:
                    break
                n = candidates(s, who, node, only, plain, lore, net, tree, rng, out, weights, priors, slots)
                if n == NOBODY:
                    break
                if plain:
                    i = most_promising_plain(tree, node, who, n, slots, explore, not HIDDEN, rng)
                else:
                    i = most_promising(tree, node, who, n, slots, explore, urgency, not HIDDEN)
                node = int(slots[i])
                action = int(tree.action[node])
            apply(s, who, action)
            path[length] = node
            length += 1
            who = actor(s)
        if who == OVER:
            returns(s, values)
        else:
            play_on(s, cutoff, plain, lore, net, rng, out, weights, priors, values)
        learn(tree, path, length, values)


@rule
def candidates(
    s: "State",
    who: int,
    node: int,
    only: int,
    plain: bool,
    lore: "Lore",
    net: Net,
    tree: Tree,
    rng: Rng,
    out: "Ints",
    weights: "Ints",
    priors: "Floats",
    slots: Int32s,
) -> int:
    """The children to choose from, into `slots`; answers how many, or NOBODY if there is no room for them.

    Where something is hidden, what can be done differs from guess to guess. Where nothing is, it is always the same, so
    it is listed only as long as there are steps without a node."""
    have = 0
    if not HIDDEN:
        have = list_children(tree, node, slots)
        known = int(tree.steps[node])
        wanted = known if plain else children_wanted(tree, node, known)
        if known > 0 and have >= wanted:
            return have
    n = legal(s, who, out)
    if only != NONE and node == ROOT:
        out[0] = only
        n = 1
    tree.steps[node] = n
    if HIDDEN and find_children(tree, node, out, n, slots) == 0:
        offer(tree, n, slots)
        return n
    if plain and not HIDDEN:
        return add_all(tree, node, who, out, n, slots)
    if plain:
        priors[:n] = 1.0
    else:
        prior(s, who, out, n, priors, weights, lore, net)
        if node == ROOT:
            vary(priors, n, rng)
    if not HIDDEN:
        return add_best(tree, node, who, out, n, children_wanted(tree, node, n), slots, have, priors)
    if not add_missing(tree, node, who, out, n, slots, priors):
        return NOBODY
    offer(tree, n, slots)
    return n


@rule
def vary(priors: "Floats", n: int, rng: Rng) -> None:
    """So that a bot whose search leaves nothing to chance does not play the same game every time."""
    for i in range(n):
        priors[i] *= 0.75 + 0.5 * below(rng, 1024) / 1024


@rule
def play_on(
    s: "State",
    cutoff: int,
    plain: bool,
    lore: "Lore",
    net: Net,
    rng: Rng,
    out: "Ints",
    weights: "Ints",
    priors: "Floats",
    values: "Floats",
) -> None:
    """A playout, to the end or for so many steps; then what it came to, or what it looks like."""
    left = cutoff
    who = actor(s)
    while who != OVER and left > 0:
        if who == CHANCE:
            action = draw(s, rng, out, weights)
        elif plain:
            action = any_action(s, who, rng, out)
        else:
            action = policy(s, who, rng, out, priors, lore)
        apply(s, who, action)
        left -= 1
        who = actor(s)
    if who == OVER:
        returns(s, values)
    else:
        evaluate(s, values, lore, net)


@entry
def from_the_book(root: Any, work: Any, viewer: int, rng: Rng) -> int:
    """The book's action for the viewer, or NONE."""
    work[0] = root[0]
    guess(work[0], viewer, rng)
    return book(work[0], viewer, rng)


@entry
def worth_remarking(root: Any, work: Any, viewer: int, rng: Rng) -> int:
    """One of `also` that the viewer should do now, or NONE."""
    work[0] = root[0]
    guess(work[0], viewer, rng)
    return remark(work[0], viewer, rng)


@entry
def play_policy(root: Any, work: Any, viewer: int, rng: Rng, out: "Ints", priors: "Floats", lore: "Lore") -> int:
    """What the playout policy would do, from what the viewer knows."""
    work[0] = root[0]
    guess(work[0], viewer, rng)
    return policy(work[0], viewer, rng, out, priors, lore)


@rule
def guess_hidden(root: Any, viewer: int, rng: Rng) -> None:
    """What the viewer cannot know is guessed; for a machine that has no other way to the function."""
    guess(root[0], viewer, rng)


@rule
def glimpse_of(root: Any, action: int, viewer: int) -> int:
    """What the viewer sees of an outcome of chance, as the tree knows it."""
    return glimpse(root[0], action, viewer)
