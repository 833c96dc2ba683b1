"""States: whatever way a copy was made, compiled code changes that copy and nothing else."""

import copy

import pytest

from parlour.core.game import as_array, copy_state
from parlour.games.connect4 import GAME

WAYS = {
    "copy_state": copy_state,
    "as_array": lambda s: as_array(s)[0],
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("way", WAYS)
def test_a_step_changes_the_state_it_is_taken_on_and_no_other(way):
    first = GAME.new(2, GAME.options_for(2, {}))
    before, twin = copy_state(first), WAYS[way](first)
    GAME.apply(twin, 0, 3)
    assert first == before
    assert twin != before
    GAME.apply(first, 0, 3)
    assert twin == first
