"""What bots know of sailing, as claims that a good sailor would make."""

from itertools import product
from random import Random

import numpy as np
import pytest

from parlour import bots
from parlour.bots.searcher import Searcher
from parlour.core.laws.suite import random_step
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.games.regatta import GAME
from parlour.games.regatta.board import HEADINGS
from parlour.games.regatta.courses import COURSES
from parlour.games.regatta.knowledge import KNOWLEDGE, evaluate, glimpse, policy, prior
from parlour.games.regatta.notation import parse
from parlour.games.regatta.pilot import Pilot, pilot_of, surveyed
from parlour.games.regatta.racer import racer

from .positions import WATER, Boat, play, race

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("regatta's knowledge")]  # one worker compiles for all

ROUNDED = 3  # all gates of the marker in WATER


@pytest.fixture(scope="module")
def water() -> Pilot:
    return surveyed(WATER)


def values(match: Match, lore: Pilot) -> list[float]:
    seats = int(match.state.seats)
    found = np.zeros(seats)
    evaluate(match.state, found, lore)
    return [float(value) for value in found]


def weights(match: Match, lore: Pilot) -> dict[str, float]:
    actions = np.array(GAME.list_legal(match.state, match.actor), np.int64)
    found = np.zeros(len(actions))
    prior(match.state, match.actor, actions, len(actions), found, lore)
    return {GAME.text(int(action)): float(weight) for action, weight in zip(actions, found, strict=True)}


def searched(match: Match, lore: Pilot, monkeypatch: pytest.MonkeyPatch, simulations: int = 2000) -> str:
    bots.prepare("regatta")
    searcher = Searcher(GAME, int(match.state.seats))
    monkeypatch.setattr(searcher, "_lore", lambda s: lore)
    return GAME.text(searcher.search(match.state, match.actor, simulations=simulations, seed=1).action)


# -- who is ahead ---------------------------------------------------------------------------------------------


def test_the_boat_with_fewer_turns_to_go_is_ahead(water):
    near, far = Boat("11,2", "E", passed=ROUNDED), Boat("18,18", "E", passed=ROUNDED)
    assert values(race(near, far), water)[0] > 0.5
    assert values(race(far, near), water)[0] < -0.5


def test_gates_count_and_not_how_near_the_line_looks(water):
    assert values(race(Boat("11,6", "E", passed=0), Boat("18,18", "E", passed=ROUNDED)), water)[0] < -0.5


def test_of_boats_equally_far_away_the_one_on_turn_is_ahead(water):
    boats = Boat("10,12", "E", passed=ROUNDED), Boat("12,14", "E", passed=ROUNDED)
    level = values(race(*boats, turn=0), water)[0] + values(race(*boats, turn=1), water)[0]
    assert values(race(*boats, turn=0), water)[0] - level / 2 > 0.05


def test_a_lead_is_worth_more_the_nearer_the_finish(water):
    late = values(race(Boat("11,3", "E", passed=ROUNDED), Boat("11,0", "E", passed=ROUNDED)), water)[0]
    early = values(race(Boat("11,7", "E"), Boat("11,4", "E")), water)[0]
    assert late > early > 0


def test_boats_that_are_home_are_ahead_of_all_others_and_in_their_order(water):
    boats = Boat("10,7", "E", place=2), Boat("11,9", "E", place=1), Boat("11,4", "E", passed=ROUNDED), Boat("3,3", "E")
    second, first, third, last = values(race(*boats, turn=2), water)
    assert first == 1.0
    assert second == pytest.approx(1 / 3)
    assert second > third > last


def test_whoever_chooses_the_wind_is_better_off_than_before(water):
    match = race(Boat("11,12", "E"), Boat("11,4", "E", passed=ROUNDED), risks=[(12, 12)])
    before = values(match, water)[0]
    assert values(play(match, "E", "card choose"), water)[0] > before


# -- what to do -----------------------------------------------------------------------------------------------


def test_the_finish_is_taken(water, monkeypatch):
    match = race(Boat("10,4", "E", passed=ROUNDED), Boat("12,4", "E", passed=ROUNDED))
    assert max(weights(match, water), key=weights(match, water).get) in ("N", "NE")
    assert searched(match, water, monkeypatch) in ("N", "NE")
    choice = int(policy(match.state, 0, new_rng(1), GAME.buffer(), np.zeros(len(GAME.buffer())), water))
    assert HEADINGS[choice] in ("N", "NE")


def test_a_boat_sails_on_if_that_is_nearer_and_stops_if_it_is_not(water, monkeypatch):
    """A boat that has rounded all and overshoots the line has to come back."""
    on = play(race(Boat("9,1", "E", passed=ROUNDED), Boat("3,15", "E")), "NE")
    assert weights(on, water)["NE"] > 3 * weights(on, water)["stop"]
    assert searched(on, water, monkeypatch) == "NE"
    off = play(race(Boat("16,3", "E", passed=ROUNDED), Boat("3,15", "E"), wind="SE"), "NE")
    assert weights(off, water)["stop"] > weights(off, water)["NE"]
    assert searched(off, water, monkeypatch) == "stop"


def test_in_wind_shadow_no_beat_is_open_and_the_best_reach_is_less_ahead_of_others(water):
    """Wind NW: a boat straight to windward, or a point beside that."""
    clear = weights(race(Boat("8,1", "E", passed=ROUNDED), Boat("7,1", "E")), water)
    shadowed = weights(race(Boat("8,1", "E", passed=ROUNDED), Boat("7,2", "E")), water)
    assert "N" in clear
    assert "N" not in shadowed
    assert clear["NE"] / clear["E"] > shadowed["NE"] / shadowed["E"] > 1


def test_the_wind_is_chosen_against_the_other_boat_too(water, monkeypatch):
    """Nearly home whatever the wind is, the boat that chooses takes one that the other cannot use."""
    match = race(Boat("8,2", "E", passed=ROUNDED), Boat("11,3", "S", passed=ROUNDED), risks=[(9, 2)])
    play(match, "E", "card choose")
    chosen = searched(match, water, monkeypatch, 6000)
    play(match, chosen)
    kept = values(match, water)[0]
    for wind in ("NW", "NE", "SE", "SW"):
        other = race(Boat("8,2", "E", passed=ROUNDED), Boat("11,3", "S", passed=ROUNDED), risks=[(9, 2)])
        assert values(play(other, "E", "card choose", f"wind {wind}"), water)[0] <= kept + 0.2


def test_boats_are_placed_where_the_start_is_near_in_this_wind():
    for course, wind in product((1, 9, 30), ("NW", "SE")):
        match = Match(GAME, 2, {"course": course})
        play(match, f"wind {wind}", "next 0")
        places = weights(match, pilot_of(course))
        ordered = sorted(places, key=places.get, reverse=True)
        assert places[ordered[0]] > 3 * places[ordered[len(ordered) // 2]]


def test_rudder_and_capsize_are_the_same_to_a_search():
    state = race("10,10").state
    assert glimpse(state, parse("card rudder"), 0) == glimpse(state, parse("card capsize"), 0)
    assert glimpse(state, parse("card calm"), 0) == parse("card calm")


# -- whole races ----------------------------------------------------------------------------------------------


def test_the_policy_finishes_races_and_so_does_the_rival():
    """Six boats, by turns of either."""
    out, noise = GAME.buffer(), np.zeros(len(GAME.buffer()))
    rival = KNOWLEDGE.rivals["racer"]
    match, rng = Match(GAME, 6, {"course": 2}), new_rng(3)
    lore, dice = pilot_of(2), Random(3)
    while not match.over:
        seat = match.actor
        if seat < 0:
            random_step(match, dice, extras=False)
        else:
            sail = policy if seat % 2 else rival
            play(match, GAME.text(int(sail(match.state, seat, rng, out, noise, lore))))
    assert match.result.ending == "finished"


def test_the_rival_is_the_simple_racer():
    match = race(Boat("10,2", "E"), course=COURSES[4])
    out = GAME.buffer()
    assert KNOWLEDGE.rivals["racer"](match.state, 0, new_rng(7), out, np.zeros(len(out)), pilot_of(5)) == racer(
        match.state, 0, new_rng(7)
    )
