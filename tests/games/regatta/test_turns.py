"""Setting up, a turn, its steps, and the end of a race."""

import pytest

from parlour.core.game import CHANCE
from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.games.regatta import GAME
from parlour.games.regatta.board import BOUND, DECK, MOST_TURNS, SAILING
from parlour.games.regatta.courses import COURSES, Course, Marker

from .positions import START, WATER, Boat, at, legal, play, race, seen

# -- setting up -------------------------------------------------------------------------------------------------------


def set_up(seats: int, wind: str = "NW", order: tuple[int, ...] = ()) -> Match:
    match = Match(GAME, seats, {"course": 1})
    play(match, f"wind {wind}", *(f"next {seat}" for seat in order or range(seats - 1)))
    return match


def test_course_wind_and_turn_order_are_drawn_first():
    match = Match(GAME, 3)
    assert match.outcomes() == {f"course {number}": 1 for number in range(1, 31)}
    play(match, "course 7")
    assert match.outcomes() == {"wind NW": 1, "wind NE": 1, "wind SE": 1, "wind SW": 1}
    play(match, "wind SE")
    assert match.outcomes() == {"next 0": 1, "next 1": 1, "next 2": 1}
    play(match, "next 2")
    assert match.outcomes() == {"next 0": 1, "next 1": 1}
    play(match, "next 0")
    assert (seen(match).course, seen(match).wind, seen(match).order) == (7, "SE", [2, 0, 1])
    assert match.actor == 2


@pytest.mark.parametrize("number", [1, 30])
def test_a_course_that_is_named_is_not_drawn(number):
    match = Match(GAME, 2, {"course": number})
    assert list(match.outcomes()) == ["wind NW", "wind NE", "wind SE", "wind SW"]
    assert seen(match).course == number


def test_a_course_drawn_and_a_course_named_are_the_same():
    for course in COURSES:
        drawn = play(Match(GAME, 2), f"course {course.id}")
        assert drawn.state == Match(GAME, 2, {"course": course.id}).state


@pytest.mark.parametrize("course", [0, 31, "7", True, "any"])
def test_the_course_is_random_or_a_number_from_1_to_30(course):
    with pytest.raises(Refused):
        GAME.options_for(2, {"course": course})


def test_boats_are_placed_in_turn_order_on_free_points_behind_the_line():
    match = Match(GAME, 2, {"course": 1})
    risk = next(iter(COURSES[0].risk))
    behind = next(text for text in legal(play(match, "wind NW", "next 1")))
    assert match.actor == 1
    places = {tuple(map(int, text.removeprefix("place ").split(","))) for text in legal(match)}
    course = COURSES[0]
    ahead, line = course.markers[0].at, course.start
    across = 1 if line[0][1] == line[1][1] else 0
    edge = line[0][across]
    for x in range(course.size):
        for y in range(course.size):
            is_behind = (x, y)[across] != edge and ((x, y)[across] > edge) != (ahead[across] > edge)
            assert ((x, y) in places) == (is_behind and (x, y) not in course.risk)
    assert risk not in places
    play(match, behind)
    assert behind not in legal(match)
    play(match, legal(match)[0])
    assert match.actor == 1


def test_with_a_risk_point_behind_the_line_nobody_starts_on_it():
    match = race("10,10", risks=[(3, 3)])
    match.state.phase = 5
    match.set_up()
    assert "place 3,2" in legal(match)
    assert "place 3,3" not in legal(match)


def test_the_seat_left_over_is_last_in_turn_order():
    match = set_up(4, order=(3, 1, 0))
    assert seen(match).order == [3, 1, 0, 2]


# -- a turn -----------------------------------------------------------------------------------------------------------


def test_a_boat_keeps_its_heading_and_steps_on_while_speed_lasts_or_stops():
    match = play(race(Boat("10,10", "N")), "NE")
    assert legal(match) == ["NE", "stop"]
    play(match, "NE")
    assert (at(match), match.actor) == ("12,12", 1)


def test_stopping_ends_the_turn_and_the_speed_is_lost():
    match = play(race(Boat("10,10", "N")), "NE", "stop")
    assert (at(match), match.actor, seen(match).speed) == ("11,11", 1, 0)


def test_stop_is_offered_only_beside_a_legal_step():
    assert "stop" not in legal(race(Boat("10,10", "N")))
    match = play(race(Boat("19,10", "N")), "E")  # the edge is next
    assert (at(match), match.actor) == ("20,10", 1)


@pytest.mark.parametrize("blocked_by", ["edge", "buoy", "boat"])
def test_no_first_step_leads_off_the_board_or_onto_a_buoy_or_a_boat_without_right_of_way(blocked_by):
    boats = {
        "edge": [Boat("20,10", "N")],
        "buoy": [Boat("13,6", "N", turns=4)],
        "boat": [Boat("10,10", "N"), Boat("11,10", "N")],
    }[blocked_by]
    heading = "SE" if blocked_by == "buoy" else "E"
    match = race(*boats)
    assert heading not in legal(match)
    with pytest.raises(Refused):
        play(match, heading)


def test_a_later_step_that_is_not_legal_ends_the_turn():
    for stopped in (race(Boat("12,5", "N"), Boat("10,18", "N")), race(Boat("10,10", "N"), Boat("12,10", "N"))):
        play(stopped, "E")
        assert stopped.actor == 1


def test_diagonal_steps_go_past_the_corners_of_buoys():
    assert "NE" in legal(race(Boat("13,5", "N")))  # beside the buoy on 14,5


def test_boats_take_turns_in_turn_order():
    match = race("3,10", "10,10", "16,10")
    for seat in (0, 1, 2, 0):
        assert match.actor == seat
        play(match, "N")


def test_a_boat_that_can_choose_no_heading_is_passed_and_it_counts_as_a_turn():
    match = race(Boat("18,2", "N"), Boat("20,0", "N"), turn=0)
    play(match, "SE")  # takes the wind of the boat in the corner
    assert match.actor == 0
    assert [boat.turns for boat in seen(match).boats] == [11, 11]


# -- the first turns --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_until_its_fourth_turn_a_boat_stays_behind_the_line(turns):
    match = race(Boat("10,4", turns=turns, started=False), wind="SW")
    assert legal(match) == ["E", "SE", "S", "W"]
    match = race(Boat("7,4", turns=turns, started=False), wind="SW")  # past the buoy the line goes on
    assert "N" not in legal(match)


def test_from_its_fourth_turn_a_boat_sails_anywhere():
    match = race(Boat("10,4", turns=4, started=False), wind="SW")
    assert legal(match) == ["N", "NE", "E", "SE", "S", "W", "NW"]


def test_a_later_step_stays_behind_the_line_too():
    match = play(race(Boat("10,3", turns=3, started=False), wind="SW"), "N")
    assert (at(match), match.actor) == ("10,4", 1)


def test_the_fourth_turn_is_the_one_after_three():
    match = set_up(2, wind="SW")
    for _ in range(2):
        play(match, legal(match)[0])
    for turn in range(1, 5):
        for seat in (0, 1):
            boat = seen(match).boats[seat]
            assert (match.actor, boat.turns, match.state.phase) == (seat, turn, SAILING)
            play(match, legal(match)[0])
            if match.actor == seat:
                play(match, "stop")


# -- the end ----------------------------------------------------------------------------------------------------------

HOME = 3  # gates of the one marker


def test_the_race_ends_at_once_when_only_one_boat_has_not_finished():
    match = play(race(Boat("10,4", "N", passed=HOME), "3,10", wind="SW"), "N")
    assert match.over
    assert match.result.ending == "finished"
    assert match.result.scores == [1, 2]
    assert match.result.returns == [1, -1]


def test_it_ends_before_any_card():
    match = play(race(Boat("10,4", "N", passed=HOME), "3,10", wind="SW", risks=[(10, 5)]), "N")
    assert match.over


def test_a_boat_that_finishes_while_others_race_draws_its_card_and_sails_on():
    boats = Boat("10,4", "N", passed=HOME), Boat("3,10", "N"), Boat("16,10", "N")
    match = play(race(*boats, wind="SW", risks=[(10, 5)]), "N")
    assert match.actor == CHANCE
    play(match, "card calm", "N", "stop", "N", "stop")
    assert match.actor == 0
    assert seen(match).boats[0].place == 1
    assert legal(match)


def test_boats_that_have_finished_still_get_in_the_way():
    match = race(Boat("10,10", "N"), Boat("11,10", "N", passed=HOME, place=1), Boat("3,3", "N"))
    assert "E" not in legal(match)


def test_a_boat_finishes_once():
    boats = Boat("10,4", "N", passed=HOME, place=1), Boat("3,10", "N"), Boat("16,10", "N")
    match = play(race(*boats, wind="SW"), "N")
    assert not match.over
    assert seen(match).boats[0].place == 1


def test_places_are_in_order_of_finishing_and_the_last_is_last():
    boats = Boat("3,10"), Boat("10,4", "N", passed=HOME), Boat("16,10", passed=HOME, place=1)
    match = play(race(*boats, wind="SW", turn=1), "N")
    assert match.result.scores == [3, 2, 1]
    assert match.result.returns == [-1, 0, 1]


def at_the_bound(*boats: Boat, course: Course = WATER) -> Match:
    """The last boat takes the last step of the last turn."""
    last = [
        Boat(boat.at, "N", turns=MOST_TURNS, started=boat.started, passed=boat.passed, place=boat.place)
        for boat in boats
    ]
    return play(race(*last, turn=len(last) - 1), "N")


def test_after_150_turns_each_the_race_is_over():
    match = at_the_bound(Boat("3,10"), Boat("10,10"))
    assert match.result.ending == "bound"
    match = race(Boat("3,10", "N", turns=MOST_TURNS), Boat("10,10", "N", turns=MOST_TURNS - 1), turn=0)
    assert not play(match, "N").over
    assert play(match, "N").over


def test_the_unfinished_rank_by_markers_then_gates_then_start_then_turn_order():
    two = (Marker((4, 18), ("W", "N")), Marker((16, 18), ("N", "E")))
    course = Course(1, 21, START, two, ())
    boats = [
        Boat("1,10", started=False),
        Boat("3,10"),
        Boat("5,10", passed=1),  # a gate of the first marker
        Boat("7,10", passed=2),  # the first marker
        Boat("9,10"),
        Boat("11,10", passed=4, place=1),
    ]
    match = race(
        *(Boat(b.at, "N", turns=150, started=b.started, passed=b.passed, place=b.place) for b in boats),
        turn=5,
        course=course,
    )
    assert play(match, "N").result.scores == [6, 4, 3, 2, 5, 1]
    assert match.result.returns == [-1, -0.2, 0.2, 0.6, -0.6, 1]


def test_at_the_bound_a_boat_that_has_finished_is_ahead_of_one_with_all_markers_rounded():
    match = at_the_bound(Boat("3,10", passed=HOME), Boat("10,10", passed=HOME, place=1), Boat("16,10"))
    assert match.result.scores == [2, 1, 3]


def test_the_bound_on_steps_counts_every_turn_card_and_bump():
    assert BOUND == 150 * 6 * (2 + 2) + 20 + 8 + 12 + 1 + 1 + 5 + 6
    assert DECK.sum() == 40


def test_a_step_is_taken_back_as_long_as_nothing_was_drawn_and_the_turn_is_ones_own():
    match = set_up(2, wind="SW")
    play(match, legal(match)[0], legal(match)[-1])
    assert not match.can_undo(1)
    before = at(match)
    play(match, "E")
    assert legal(match) == ["E", "stop"]
    match.undo(0)
    assert at(match) == before
