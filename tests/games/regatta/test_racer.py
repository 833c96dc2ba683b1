"""The simple racer, by which cards and bots are judged: it knows the shortest way, and it sails it."""

import pytest

from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.games.regatta import GAME
from parlour.games.regatta.board import HEADINGS, NO_TACK
from parlour.games.regatta.courses import Course, Marker, Point
from parlour.games.regatta.racer import FAR, charted, choose, racer

from .positions import START, WATER, Boat, at, legal, play, point, race, seen

ALONE = Boat("10,4", turns=4, started=False)
OUT_OF_THE_WAY = Boat("20,20", "N", turns=4)

pytestmark = pytest.mark.compiled


def turns_to_finish(match: Match, course: Course) -> int:
    """Of the boat in seat 0, while the other one stays in its corner as far as the wind lets it."""
    maps, rng, turns = charted(course), new_rng(1), 0
    while not match.over:
        if match.actor == 0:
            turns += seen(match).phase == "sail"
            play(match, GAME.text(int(choose(match.state, 0, maps, rng, GAME.buffer()))))
        else:
            play(match, nearest_to_the_corner(match))
    return turns


def nearest_to_the_corner(match: Match) -> str:
    def far(text: str) -> int:
        x, y = map(int, at(match, 1).split(",")) if text == "stop" else after(at(match, 1), text)
        return (20 - x) + (20 - y)

    return min(legal(match), key=far)


def after(where: str, heading: str) -> Point:
    x, y = map(int, where.split(","))
    return x + ("E" in heading) - ("W" in heading), y + ("N" in heading) - ("S" in heading)


@pytest.mark.parametrize("wind", ["NW", "NE", "SE", "SW"])
@pytest.mark.parametrize("gates", [("W", "N", "E"), ("SW", "NW", "NE")])
def test_alone_and_without_cards_it_needs_as_many_turns_as_it_says(wind, gates):
    course = Course(1, 21, START, (Marker((6, 14), gates),), ())
    said = int(charted(course)[HEADINGS.index(wind), 0, NO_TACK, point(ALONE.at)])
    assert turns_to_finish(race(ALONE, OUT_OF_THE_WAY, wind=wind, course=course), course) == said


def test_turns_that_can_be_counted_by_hand():
    """Wind NW, a boat with nothing left but the finish, below the line."""
    turns = charted(WATER)[HEADINGS.index("NW"), 1 + 3, NO_TACK]
    assert [int(turns[point(f"10,{y}")]) for y in (4, 3, 2)] == [1, 1, 2]  # two points a turn to the NE
    assert turns[point("20,4")] == turns[point("16,4")] + 4  # a beat to the W
    assert turns.max() == FAR


def test_it_takes_a_legal_action_wherever_it_stands():
    """Places, headings, steps, winds and dodges, crowded by five others."""
    for seed in range(5):
        match, rng = Match(GAME, 6, {"course": 1 + seed}, dealer=None), new_rng(seed)
        while not match.over:
            if match.actor < 0:
                play(match, next(iter(match.outcomes())))
            else:
                action = GAME.text(racer(match.state, match.actor, rng))
                assert action in legal(match)
                play(match, action)
        assert match.result.ending == "finished"
