"""What the view foresees of every heading, held against what then happens."""

from random import Random

import pytest

from parlour.core.game import CHANCE
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.games.regatta import GAME
from parlour.games.regatta.board import FREE_TURN
from parlour.games.regatta.racer import racer
from parlour.games.regatta.view import RegattaView
from parlour.games.regatta.ways import Way

from .positions import Boat, name, play, race, seen

SAID = [str(GAME.catalogue().entries[key]) for key in ("halt.line", "fault.line", "skin.choose-behind", "why.line")]


def way(match: Match, heading: str) -> Way:
    return next(way for way in seen(match).ways if way.heading == heading)


def points_sailed(match: Match, heading: str) -> tuple[list[str], RegattaView]:
    """Where the boat on turn comes to if it takes every step it may, until something is drawn or its turn is over."""
    seat, s, points = match.actor, match.state.copy(), []
    turns, action = int(s.turns[seat]), GAME.parse(heading)
    while True:
        GAME.apply(s, seat, action)
        points.append(name(int(s.at[seat])))
        then = GAME.view(s, None, False)
        if then.phase != "step" or then.mover != seat or int(s.turns[seat]) != turns:
            return points, then


@pytest.mark.parametrize("seats", [2, 6])
def test_a_boat_that_sails_on_comes_to_the_points_that_were_foreseen(seats):
    match, luck, rng = Match(GAME, seats, {"course": 4}), Random(5), new_rng(5)
    halts, faults = set(), set()
    for _ in range(400):
        if match.over:
            break
        if match.actor == CHANCE:
            outcomes = match.outcomes()
            match.play(CHANCE, luck.choices(list(outcomes), list(outcomes.values()))[0])
            continue
        view = seen(match)
        if view.phase in ("sail", "step"):
            assert [each.heading for each in view.ways if each.fault is None] == [
                text for text in match.legal(match.actor) if text != "stop"
            ]
            for each in view.ways:
                faults.add(each.fault)
                if each.fault is None:
                    points, then = points_sailed(match, each.heading)
                    halts.add(each.halt)
                    if each.halt == "bump":
                        assert then.phase == "spin"
                        assert then.bumped == each.other
                        assert points[:-1] == each.track[:-1]
                    else:
                        assert points == each.track
        match.play(match.actor, match.game.text(racer(match.state, match.actor, rng)))
    assert {None, "card"} <= halts
    assert {None, "irons", "line"} <= faults


def test_tacking_and_shadow_take_from_the_full_speed():
    match = race(Boat("10,10", "N"))
    assert [(each.full, each.speed) for each in (way(match, "E"), way(match, "SW"))] == [(2, 2), (2, 1)]
    shaded = race(Boat("10,10", "N"), Boat("9,11", "N"))
    assert (way(shaded, "E").full, way(shaded, "E").speed, way(shaded, "N").other) == (2, 1, 1)
    kite = race(Boat("10,10", "N", spinnaker="held"))
    assert (way(kite, "SE").full, way(kite, "SE").speed) == (2, 2)


def test_a_shadow_on_the_way_ends_it_and_is_named():
    match = race(Boat("10,10", "N"), Boat("10,12", "N"))
    assert (way(match, "NE").track, way(match, "NE").halt, way(match, "NE").other) == (["11,11"], "shadow", 1)


def test_what_is_in_the_way_ends_it():
    assert way(race(Boat("19,10", "N")), "E").halt == "edge"
    assert way(race(Boat("12,4", "E", turns=2, started=False)), "NE").fault == "line"
    assert way(race(Boat("12,5", "E")), "E").halt == "buoy"
    card = way(race(Boat("10,10", "N"), risks=[(11, 10)]), "E")
    assert (card.track, card.halt) == (["11,10"], "card")


@pytest.mark.parametrize(
    ("mine", "heading", "other", "right", "has_it"),
    [
        ("S", "S", Boat("10,9", "N"), "starboard", True),
        ("N", "N", Boat("10,11", "S"), "port", False),
        ("N", "N", Boat("10,11", "E"), "leeward", True),
        ("N", "E", Boat("11,10", "N"), "windward", False),
        ("N", "NE", Boat("11,11", "N"), "level", False),
    ],
)
def test_right_of_way_is_told_with_its_reason_before_anybody_is_bumped(mine, heading, other, right, has_it):
    met = way(race(Boat("10,10", mine), other), heading)
    assert (met.right, met.other) == (right, 1)
    assert (met.halt, met.fault) == (("bump", None) if has_it else (None, "boat"))


def test_what_tacking_and_shadows_take_is_told_and_what_is_in_the_way_takes_nothing():
    assert way(race("10,10"), "NE").lost == 0
    assert way(race(Boat("10,10", "N")), "S").lost == 1  # tacking: one point of two
    assert way(race("10,10", "9,11"), "NE").lost == 1  # in a shadow
    on_the_way = race("10,10", "10,12")
    assert (way(on_the_way, "NE").halt, way(on_the_way, "NE").lost) == ("shadow", 1)
    edge = way(race("10,19", "2,12"), "NE")
    assert (len(edge.track), edge.halt, edge.lost) == (1, "edge", 0)
    assert way(race("10,10"), "NW").lost == 0  # in irons there is none to lose
    assert way(play(race("10,10"), "NE"), "NE").lost == 0, "what has been sailed is not lost"


def test_a_boat_waits_for_the_turn_from_which_it_may_cross_the_line():
    bound = seen(race(Boat("11,2", "N", turns=2, started=False)), 0).next
    assert bound is not None
    assert (bound.what, bound.turn) == ("wait", FREE_TURN)
    assert (FREE_TURN, {text.count("fourth") for text in SAID}) == (4, {1}), "sentences that say it in words"
    free = seen(race(Boat("11,2", "N", turns=4, started=False)), 0).next
    assert free is not None
    assert (free.what, free.turn) == ("start", 0)


def test_a_boat_in_the_way_of_the_second_step_is_told_too():
    met = way(race(Boat("10,10", "N"), Boat("12,10", "N")), "E")
    assert (met.track, met.halt, met.other, met.right) == (["11,10"], "boat", 1, "windward")


def test_a_boat_that_would_be_home_is_told():
    match = race(Boat("10,4", "N", passed=3))
    assert (way(match, "N").track, way(match, "N").halt) == (["10,5"], "home")
    assert way(race(Boat("10,4", "N", passed=2)), "N").halt is None


def test_while_a_boat_may_stop_the_way_goes_on():
    match = play(race(Boat("10,10", "N")), "NE")
    (on,) = seen(match).ways
    assert (on.heading, on.speed, on.track) == ("NE", 1, ["12,12"])


def test_ranks_are_as_the_race_would_end_now_and_none_before_it_begins():
    match = race(Boat("10,10", passed=1), Boat("3,3", passed=3, place=1), Boat("16,3", started=False))
    assert [boat.rank for boat in seen(match).boats] == [2, 1, 3]
    assert [boat.rank for boat in seen(Match(GAME, 2, {"course": 1})).boats] == [None, None]
