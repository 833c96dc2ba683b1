"""What is read from the tree of a search: best steps, values, lines, slips and verdicts."""

from collections import Counter

import numpy as np
import pytest

from parlour.bots import outcome
from parlour.bots.tree import ROOT, Tree, add_child, new_tree
from parlour.core.rng import new_rng

NOBODY = -1


def tree_of(*visits: int) -> Tree:
    """A root with children that were tried so often; actions 10, 11 and so on. The first seat gets 0.5 of each try."""
    tree, last = new_tree(50, 2), NOBODY
    for number, times in enumerate(visits):
        last = add_child(tree, ROOT, last, 0, 10 + number, 1 / len(visits))
        tree.visits[last] = times
        tree.value[last] = (times * 0.5, times * -0.5)
    tree.visits[ROOT] = sum(visits)
    return tree


def test_steps_come_by_how_often_they_were_tried_equals_as_they_were_found() -> None:
    nodes = np.zeros(8, np.int32)
    n = outcome.by_tries(tree_of(3, 7, 3, 9), nodes)
    assert nodes[:n].tolist() == [4, 2, 1, 3]


def test_no_more_steps_are_told_than_there_is_room_for() -> None:
    assert outcome.by_tries(tree_of(3, 7, 3, 9), np.zeros(2, np.int32)) == 2


@pytest.mark.parametrize(("visits", "left", "said"), [((9, 4), 4, 1), ((9, 4), 5, 0), ((9,), 0, 0), ((5, 5), 0, 0)])
def test_a_search_is_decided_once_nothing_can_catch_up(visits: tuple[int, ...], left: int, said: int) -> None:
    assert outcome.decided(tree_of(*visits), left) == said


def test_values_are_means_with_four_digits() -> None:
    tree, values = tree_of(3), np.zeros(2)
    tree.value[1] = (1.0, -2.0)
    outcome.worth(tree, 1, values)
    assert values.tolist() == [0.3333, -0.6667]
    tree.visits[1] = 0
    outcome.worth(tree, 1, values)
    assert values.tolist() == [1.0, -2.0]


def test_a_line_follows_the_most_tried_and_ends_at_chance_and_where_nothing_was_tried() -> None:
    tree = tree_of(2, 6)
    reply = add_child(tree, 2, NOBODY, 1, 20, 1.0)
    tree.visits[reply] = 5
    chance = add_child(tree, reply, NOBODY, -1, 30, 1.0)
    tree.visits[chance] = 5
    movers, played = np.zeros(8, np.int8), np.zeros(8, np.int64)
    n = outcome.line(tree, ROOT, movers, played)
    assert list(zip(movers[:n].tolist(), played[:n].tolist(), strict=True)) == [(0, 11), (1, 20)]
    tree.visits[reply] = 0
    assert outcome.line(tree, ROOT, movers, played) == 1
    assert outcome.line(tree, ROOT, movers[:0], played[:0]) == 0
    assert outcome.line(tree, reply, movers, played) == 0


def test_without_slips_the_most_tried_step_is_taken_the_first_of_equals() -> None:
    assert [outcome.choose(tree_of(3, 9, 9), 0.0, new_rng(seed)) for seed in range(5)] == [11] * 5


def test_a_slip_comes_as_often_as_it_should_and_is_a_step_that_was_considered() -> None:
    tree = tree_of(0, 8, 64)
    taken = Counter(outcome.choose(tree, 0.5, new_rng(seed)) for seed in range(2000))
    # By the third root of tries and prior: 0.69, 2.03 and 4.01.
    assert taken[10] == pytest.approx(1000 * 0.69 / 6.73, abs=40)
    assert taken[11] == pytest.approx(1000 * 2.03 / 6.73, abs=60)
    assert taken[12] == 2000 - taken[10] - taken[11]


def test_a_step_is_a_mistake_if_another_was_worth_clearly_more() -> None:
    before = np.zeros(2)
    best, taken = np.array([0.5, -0.5]), np.array([0.3, -0.3])
    assert outcome.verdict(0, best, taken, before) == 1
    assert before.tolist() == [0.5, -0.5]
    assert outcome.verdict(1, best, taken, before) == 0
    assert before.tolist() == [0.3, -0.3], "for the other seat what was taken is the better one"
    assert outcome.verdict(0, best, np.array([0.45, -0.45]), before) == 0
