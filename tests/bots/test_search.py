"""The search finds what there is to find, can be repeated, and sees no more than its seat."""

import os
from pathlib import Path
from random import Random

import pytest

from parlour import bots
from parlour.bots import tree as trees
from parlour.bots.bot import SearchBot
from parlour.bots.searcher import Searcher
from parlour.bots.situation import situation
from parlour.bots.tree import ROOT
from parlour.core.game import Game, copy_state
from parlour.core.laws.suite import random_step
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.games import load
from tests.bots import toys
from tests.bots.toys import ASK_ONE, ASK_TWO, GAMBLE, tree_game

ALL = bool(os.environ.get("PARLOUR_ALL"))
CONNECT4 = load("connect4")
HIDDEN = ("dance", "luckymoose", "command")

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("search")]  # one worker compiles the toy


@pytest.fixture(scope="module", autouse=True)
def searches() -> None:
    """Compiled once, so that no test waits for it in its own process."""
    for name in ("connect4", *HIDDEN):
        bots.prepare(name)


@pytest.fixture(scope="module")
def tree() -> Game:
    return tree_game(Path(toys.__file__).parent)


def after(moves: str) -> Match:
    match = Match(CONNECT4, 2)
    for number, move in enumerate(moves):
        match.play(number % 2, move)
    return match


@pytest.mark.parametrize("plain", [False, True])
def test_chance_is_weighed_and_every_seat_plays_for_itself(tree: Game, plain: bool) -> None:
    found = Searcher(tree, 3, plain=plain).search(tree.new(3, {}), 0, simulations=4000, seed=1)
    worth = {candidate.action: candidate.values[0] for candidate in found.candidates}
    assert found.action == ASK_TWO
    assert worth[GAMBLE] == pytest.approx(-0.5, abs=0.25)
    assert worth[ASK_ONE] < 0.2
    assert worth[ASK_TWO] > 0.4
    assert found.line == [(0, ASK_TWO), (2, 8)]


@pytest.mark.parametrize("plain", [False, True])
def test_a_win_in_one_is_taken_and_a_loss_in_one_prevented(plain: bool) -> None:
    wins, threatened = after("cdcdcd"), after("cdcdc")
    for match, seat in ((wins, 0), (threatened, 1)):
        found = Searcher(CONNECT4, 2, plain=plain).search(match.state, seat, simulations=400, seed=2)
        assert CONNECT4.text(found.action) == "c"


def test_the_same_seed_finds_the_same() -> None:
    match = after("dcd")
    one, two = (Searcher(CONNECT4, 2).search(match.state, 1, simulations=1000, seed=5) for _ in range(2))
    other = Searcher(CONNECT4, 2).search(match.state, 1, simulations=1000, seed=6)
    assert one.candidates == two.candidates
    assert one.candidates != other.candidates
    assert sum(c.visits for c in one.candidates) == one.simulations


def test_threads_add_up() -> None:
    match = after("d")
    one, two = (Searcher(CONNECT4, 2, threads=2).search(match.state, 1, simulations=2000, seed=5) for _ in range(2))
    assert one.candidates == two.candidates
    assert sum(c.visits for c in one.candidates) == one.simulations <= 2000
    assert all(-1 <= value <= 1 for c in one.candidates for value in c.values)


def test_what_was_found_is_kept_when_the_match_goes_on() -> None:
    match, searcher = after("d"), Searcher(CONNECT4, 2)
    found = searcher.search(match.state, 1, simulations=3000, seed=5)
    reply = found.line[1]
    before = searcher.tree
    node = next(n for n in trees.children(before, ROOT) if before.action[n] == found.action)
    below = next(n for n in trees.children(before, node) if before.action[n] == reply[1])
    expected = sorted((int(before.action[n]), int(before.visits[n])) for n in trees.children(before, below))
    assert searcher.follow([(1, found.action), reply])
    kept = searcher.tree
    assert sorted((int(kept.action[n]), int(kept.visits[n])) for n in trees.children(kept, ROOT)) == expected
    assert 0 < kept.visits[ROOT] < 3000
    assert sum(visits for _, visits in expected) <= kept.visits[ROOT]
    assert not searcher.follow([(1, 99)])
    assert searcher.tree.visits[ROOT] == 0


def test_a_full_tree_goes_on_without_growing() -> None:
    searcher = Searcher(CONNECT4, 2, room=50)
    found = searcher.search(after("d").state, 1, simulations=2000, seed=5)
    assert searcher.tree.size[0] <= 50
    assert found.candidates[0].visits > 100


def test_a_search_by_time_comes_to_its_end() -> None:
    found = Searcher(CONNECT4, 2).search(after("d").state, 1, seconds=0.02, seed=5)
    assert found.simulations > 0


def test_a_forced_move_needs_no_search() -> None:
    rng, match = Random(0), Match(CONNECT4, 2)
    while match.over or len(match.legal(match.actors[0])) > 1:
        match = Match(CONNECT4, 2) if match.over else match
        random_step(match, rng, extras=False)
    bot = SearchBot(CONNECT4, 2, 1, simulations=50)
    step = bot.step(situation(match, match.actors[0]))
    assert CONNECT4.text(step) == match.legal(match.actors[0])[0]
    assert bot.found is None


def test_a_bot_goes_on_with_its_tree_after_an_undo_and_after_moves_it_did_not_foresee() -> None:
    match, bot = Match(CONNECT4, 2), SearchBot(CONNECT4, 2, 1, simulations=300)
    rng = Random(0)
    while not match.over:
        seat = match.actors[0]
        step = CONNECT4.text(bot.step(situation(match, seat))) if seat == 0 else rng.choice(match.legal(seat))
        assert step in match.legal(seat)
        match.play(seat, step)
        if rng.random() < 0.2 and match.can_undo(seat):
            match.undo(seat)


@pytest.mark.parametrize("name", HIDDEN)
def test_two_states_with_one_view_get_one_move(name: str) -> None:
    game = load(name)
    rng, cases = Random(1), 0
    while cases < (300 if ALL else 60):
        seats = rng.choice(game.seats)
        match = Match(game, seats)
        searcher = Searcher(game, seats, room=5000)
        for _ in range(rng.randrange(120)):
            if not match.over:
                random_step(match, rng, extras=True)
        for seat in match.actors:
            if match.over or seat < 0:
                continue
            twin, seed = copy_state(match.state), rng.getrandbits(30)
            assert game.determinize is not None
            game.determinize(twin, seat, new_rng(seed + 1))
            results = []
            for state in (match.state, twin):
                searcher.forget()
                found = searcher.search(state, seat, simulations=12, seed=seed)
                results.append((found.candidates, searcher.book(state, seat, seed), searcher.remark(state, seat, seed)))
            assert results[0] == results[1]
            cases += 1
