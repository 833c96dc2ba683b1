"""Whole matches that a search plays against itself, inside compiled code: one for each lane, on any machine.

`jit.specialise` binds the names declared below to a game's functions, as in `search.py`.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from parlour.bots.tree import NOBODY, ROOT, Int32s, Tree, add
from parlour.core.compiled.jit import entry, rule
from parlour.core.knowledge import NONE
from parlour.core.net import Net
from parlour.core.portable import log
from parlour.core.rng import Rng, below

if TYPE_CHECKING:
    from parlour.core.game import Floats, Ints, State
    from parlour.core.knowledge import Lore

    def actor(s: State) -> int: ...
    def apply(s: State, actor: int, action: int) -> None: ...
    def returns(s: State, out: Floats) -> None: ...
    def legal(s: State, seat: int, out: Ints) -> int: ...
    def draw(s: State, rng: Rng, out: Ints, weights: Ints) -> int: ...
    def book(s: State, seat: int, rng: Rng) -> int: ...
    def guess(s: State, viewer: int, rng: Rng) -> None: ...
    def simulate(*args: Any) -> None: ...
    def hand_evaluate(s: State, values: Floats, lore: Lore) -> None: ...
    def hand_prior(s: State, seat: int, actions: Ints, n: int, weights: Floats, lore: Lore) -> None: ...
    def list_inputs(s: State, seat: int, listed: Ints, lore: Lore) -> int: ...
    def number(s: State, seat: int, action: int) -> int: ...


CHANCE = -1
OVER = -2
LIKELY_ONE = 256.0  # of logarithms of priors as they are kept: so many are 1
LEAST_LIKELY = -120.0

Float32s = npt.NDArray[np.float32]
Int16s = npt.NDArray[np.int16]


@entry
def selfplay(
    root: Any,
    work: Any,
    tree: Tree,
    most: int,
    simulations: int,
    opening: int,
    booked: bool,
    rng: Rng,
    cutoff: int,
    explore: float,
    urgency: float,
    lore: "Lore",
    net: Net,
    rival: Net,
    rivals: int,
    rival_cutoff: int,
    rival_simulations: int,
    out: "Ints",
    weights: "Ints",
    priors: "Floats",
    slots: Int32s,
    path: "Ints",
    values: "Floats",
    length: "Ints",
    states: Any,
    movers: npt.NDArray[np.int8],
    played: "Ints",
    expected: Float32s,
    tried: "Ints",
    visits: Int32s,
    inputs: Int16s,
    hand: Float32s,
    numbers: Int16s,
    likely: Int16s,
) -> int:
    """Go on with the match in `root`, which has had `length[0]` steps, for at most so many more; answers how many it
    took, 0 once it is over. Then `values` are its returns.

    The first `opening` steps are drawn by how often the search tried them, later ones are the most tried. `booked`: the
    book's steps are taken as they are. Of every step there is kept who took it, the action, what each seat could
    expect, and how often each action was tried (as many as there are columns; 0 of the book and of chance), and the
    state before it, as far as there is room. Besides, for a net to learn from: which of its inputs were on, as far as
    there is room, and what the game's own evaluation said, for the seat that `seat_shown` names; noughts of the book.
    And where that seat is the one to act: the number of the action that was tried most and those of the others, as far
    as there is room, and how likely the game's own prior takes each to be.

    All seats think with `net`, but for those that `rivals` has a bit for: these think with `rival`, in a way
    of their own."""
    s = root[0]
    taken = 0
    who = actor(s)
    while who != OVER and taken < most and length[0] < len(movers):
        k = int(length[0])
        if k < len(states):
            states[k] = root[0]
        for seat in range(expected.shape[1]):
            expected[k, seat] = 0.0
        for i in range(tried.shape[1]):
            tried[k, i] = NONE
            visits[k, i] = 0
        for i in range(inputs.shape[1]):
            inputs[k, i] = NONE
        for i in range(numbers.shape[1]):
            numbers[k, i] = NONE
            likely[k, i] = 0
        hand[k] = 0.0
        action = NONE
        if who == CHANCE:
            action = draw(s, rng, out, weights)
        else:
            if booked:
                work[0] = root[0]
                guess(work[0], who, rng)
                action = book(work[0], who, rng)
            if action == NONE:
                tree.size[0] = 0
                add(tree, 0, 0, 1.0)
                theirs = rivals >> who & 1 == 1
                brain = rival if theirs else net
                simulate(
                    root, work, who, NONE, tree, rival_simulations if theirs else simulations, rng,
                    rival_cutoff if theirs else cutoff, explore, urgency, False, False, lore, brain,
                    out, weights, priors, slots, path, values,
                )  # fmt: skip
                write_down(tree, k, expected, tried, visits)
                if inputs.shape[1] > 1:
                    show(s, seat_shown(k, who, len(values)), k, lore, net, values, inputs, hand)
                if numbers.shape[1] > 1 and who == seat_shown(k, who, len(values)):
                    most_tried = int(tree.action[chosen(tree, False, rng)])
                    number_choices(s, who, most_tried, k, lore, out, priors, numbers, likely)
                action = int(tree.action[chosen(tree, k < opening, rng)])
        movers[k] = who
        played[k] = action
        apply(s, who, action)
        length[0] = k + 1
        taken += 1
        who = actor(s)
    if who == OVER:
        returns(s, values)
    return taken


@rule
def chosen(tree: Tree, drawn: bool, rng: Rng) -> int:
    """A child of the root: the most tried, the first of equals; or drawn by how often each was tried."""
    left = -1
    if drawn and tree.visits[ROOT] > 0:
        total = 0
        node = int(tree.child[ROOT])
        while node != NOBODY:
            total += int(tree.visits[node])
            node = int(tree.sibling[node])
        left = below(rng, max(1, total))
    best = int(tree.child[ROOT])
    node = best
    while node != NOBODY:
        if left >= 0:
            left -= int(tree.visits[node])
            if left < 0:
                return node
        if tree.visits[node] > tree.visits[best]:
            best = node
        node = int(tree.sibling[node])
    return best


@rule
def write_down(tree: Tree, k: int, expected: Float32s, tried: "Ints", visits: Int32s) -> None:
    """What the search came to: for every seat, and for every action that was tried."""
    for seat in range(expected.shape[1]):
        expected[k, seat] = tree.value[ROOT, seat] / np.float32(max(1, int(tree.visits[ROOT])))
    column = 0
    node = int(tree.child[ROOT])
    while node != NOBODY and column < tried.shape[1]:
        if tree.visits[node] > 0:
            tried[k, column] = tree.action[node]
            visits[k, column] = tree.visits[node]
            column += 1
        node = int(tree.sibling[node])


@rule
def seat_shown(k: int, who: int, seats: int) -> int:
    """Whose sight of a position is kept. Nets are asked for the seat to act; where there are more than two, for all."""
    return who if seats == 2 else k % seats


@rule
def show(
    s: "State", seat: int, k: int, lore: "Lore", net: Net, values: "Floats", inputs: Int16s, hand: Float32s
) -> None:
    """What a net would be shown here, and what the game's own evaluation says."""
    n = list_inputs(s, seat, net.listed, lore)
    for i in range(min(n, inputs.shape[1])):
        inputs[k, i] = net.listed[i]
    hand_evaluate(s, values, lore)
    hand[k] = values[seat]


@rule
def number_choices(
    s: "State",
    who: int,
    best: int,
    k: int,
    lore: "Lore",
    out: "Ints",
    priors: "Floats",
    numbers: Int16s,
    likely: Int16s,
) -> None:
    """What there was to choose from, by numbers, the best action first; and the game's own prior, as logarithms."""
    n = legal(s, who, out)
    hand_prior(s, who, out, n, priors, lore)
    total = 0.0
    for i in range(n):
        total += priors[i]
    column = 1
    for i in range(n):
        at = 0 if out[i] == best else column
        if at < numbers.shape[1]:
            numbers[k, at] = number(s, who, out[i])
            likely[k, at] = int(LIKELY_ONE * max(LEAST_LIKELY, log(priors[i] / total)))
        if at == column:
            column += 1
