"""Searches that get little time, or none."""

import pytest

from parlour import games
from parlour.bots.bot import SearchBot, bot_named
from parlour.bots.searcher import Searcher
from parlour.bots.situation import situation
from parlour.core.match import Match

pytestmark = pytest.mark.compiled


def test_a_search_whose_time_is_over_before_it_begins_still_finds_a_step() -> None:
    game = games.load("connect4")
    s = game.new(2, game.options_for(2, {}))
    found = Searcher(game, 2).search(s, 0, seed=1, seconds=0)
    assert found.action in game.list_legal(s, 0)


def test_a_bot_that_is_hurried_takes_no_longer_than_it_is_given() -> None:
    game = games.load("connect4")
    match, bot = Match(game, 2), bot_named("5@100000000", game, 2, seed=1)
    assert isinstance(bot, SearchBot)
    bot.step(situation(match, 0), seconds=0.05)
    assert bot.found is not None
    assert bot.found.simulations < 10_000_000
