"""A search that gets no time at all."""

import pytest

from parlour import games
from parlour.bots.searcher import Searcher

pytestmark = pytest.mark.compiled


def test_a_search_whose_time_is_over_before_it_begins_still_finds_a_step() -> None:
    game = games.load("connect4")
    s = game.new(2, game.options_for(2, {}))
    found = Searcher(game, 2).search(s, 0, seed=1, seconds=0)
    assert found.action in game.list_legal(s, 0)
