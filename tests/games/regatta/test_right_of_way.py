"""Right of way, bumps and dodges."""

import pytest

from parlour.core.game import CHANCE

from .positions import Boat, at, legal, play, race, seen

SPINS = {"spin NW": 1, "spin NE": 1, "spin SE": 1, "spin SW": 1}


def meeting(heading: str, other: str | None, *, tack: str | None = None, mine: str | None = None):
    """Wind NW; the mover at 10,10 has not moved yet, or on this tack; another boat lies ahead of it."""
    ahead = {"N": "10,11", "NE": "11,11", "E": "11,10", "SE": "11,9", "S": "10,9", "SW": "9,9", "W": "9,10"}[heading]
    return race(Boat("10,10", None, mine), Boat(ahead, other, tack))


@pytest.mark.parametrize("heading", ["S", "SW", "W"])
@pytest.mark.parametrize("other", ["N", "NE", "E"])
def test_starboard_has_the_right_of_way_over_port(heading, other):
    assert heading in legal(meeting(heading, other))


@pytest.mark.parametrize("heading", ["N", "NE", "E"])
@pytest.mark.parametrize("other", ["S", "SW", "W"])
def test_port_has_none_over_starboard(heading, other):
    assert heading not in legal(meeting(heading, other))


@pytest.mark.parametrize(("heading", "other"), [("N", "E"), ("N", "N"), ("W", "S"), ("N", None), ("W", None)])
def test_on_the_same_tack_or_without_one_the_leeward_boat_has_it(heading, other):
    assert heading in legal(meeting(heading, other))


@pytest.mark.parametrize(
    ("heading", "other"), [("E", "N"), ("S", "W"), ("SE", "N"), ("E", None), ("S", None), ("SE", None)]
)
def test_on_the_same_tack_the_windward_boat_has_none(heading, other):
    mine = "port" if heading == "SE" else None
    assert heading not in legal(meeting(heading, other, mine=mine))


@pytest.mark.parametrize(("heading", "other"), [("NE", "N"), ("SW", "W")])
def test_level_boats_on_the_same_tack_have_it_neither(heading, other):
    assert heading not in legal(meeting(heading, other))


def test_a_run_is_on_the_tack_of_the_last_move():
    assert "SE" in legal(meeting("SE", "N", mine="starboard"))
    assert "SE" not in legal(meeting("SE", "W", mine="port"))


def test_the_other_boats_tack_is_that_of_its_last_heading_in_the_present_wind():
    # It moved N on starboard, in wind NE; now the wind is NW, and N is port.
    assert "S" in legal(meeting("S", "N", tack="starboard"))
    # It moved S on port, in wind SW; now S is starboard.
    assert "N" not in legal(meeting("N", "S", tack="port"))


@pytest.mark.parametrize("now", ["SE", "NW"])
def test_on_a_run_or_in_irons_it_is_the_tack_of_its_last_move(now):
    assert "N" in legal(meeting("N", now, tack="port"))
    assert "N" not in legal(meeting("N", now, tack="starboard"))
    assert "S" in legal(meeting("S", now, tack="port"))
    assert "S" not in legal(meeting("S", now, tack="starboard"))


def test_without_the_right_of_way_a_later_step_ends_the_move():
    match = play(race(Boat("10,10", "N"), Boat("12,10", "N")), "E")
    assert (at(match), match.actor) == ("11,10", 1)


def test_with_it_a_later_step_may_bump_too():
    match = play(race("10,10", Boat("10,8", "N")), "S")
    assert legal(match) == ["S", "stop"]
    play(match, "S")
    assert match.outcomes() == SPINS


# -- bumps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spin", "to"), [("NW", "9,12"), ("NE", "11,12"), ("SE", "11,10"), ("SW", "9,10")])
def test_the_spin_says_where_the_bumped_boat_goes_and_the_mover_takes_its_point(spin, to):
    match = play(meeting("N", "E"), "N")
    assert match.actor == CHANCE
    assert match.outcomes() == SPINS
    assert (at(match), at(match, 1)) == ("10,10", "10,11")
    play(match, f"spin {spin}")
    assert (at(match), at(match, 1)) == ("10,11", to)
    assert match.actor == 1


def test_a_bump_ends_the_movers_turn_whatever_speed_is_left():
    match = play(race("10,10", Boat("10,9", "N")), "S", "spin SE")
    assert (at(match), match.actor) == ("10,9", 1)


def test_the_bumped_boat_keeps_heading_and_tack():
    before = meeting("N", "E")
    after = play(meeting("N", "E"), "N", "spin NE")
    assert [seen(m).boats[1].heading for m in (before, after)] == ["E", "E"]
    assert [seen(m).boats[1].moved_on for m in (before, after)] == ["port", "port"]
    assert seen(after).boats[1].turns == seen(before).boats[1].turns + 1  # its own turn, which has begun


def test_neither_draws_a_card_and_risk_points_stay():
    boats = Boat("10,10"), Boat("10,11", "E")
    match = play(race(*boats, risks=[(10, 11), (11, 12)]), "N", "spin NE")
    assert match.actor == 1
    assert (at(match), at(match, 1)) == ("10,11", "11,12")
    assert seen(match).risks == ["10,11", "11,12"]


# -- dodges -----------------------------------------------------------------------------------------------------------


def cornered(spin: str):
    """The bumped boat is at the western edge."""
    return play(race(Boat("0,9"), Boat("0,10", "E")), "N", f"spin {spin}")


def test_if_the_spin_shows_no_legal_point_the_bumped_player_chooses_another():
    match = cornered("SW")
    assert match.actor == 1
    assert legal(match) == ["dodge N", "dodge NE", "dodge E", "dodge SE"]  # S is the mover's own point
    play(match, "dodge E")
    assert (at(match), at(match, 1), match.actor) == ("0,10", "1,10", 1)


def test_nobody_dodges_straight_upwind():
    match = play(race(Boat("10,10"), Boat("10,11", "E"), Boat("11,10", "E")), "N", "spin SE")
    assert match.actor == 1
    assert "dodge NW" not in legal(match)
    assert legal(match) == [f"dodge {way}" for way in ("N", "NE", "E", "SW", "W")]


def test_the_spin_may_well_show_upwind():
    match = play(meeting("N", "E"), "N", "spin NW")
    assert at(match, 1) == "9,12"


def test_a_buoy_or_another_boat_is_no_place_to_be_bumped_to():
    match = play(race(Boat("7,3", "N"), Boat("7,4", "E")), "N", "spin NE")  # a starting buoy is on 8,5
    assert match.actor == 1
    assert "dodge NE" not in legal(match)


def test_a_bumped_boat_stays_behind_the_line_before_its_fourth_turn():
    early = play(race(Boat("10,3", "N"), Boat("10,4", "E", turns=3)), "N", "spin NE")
    assert legal(early) == [f"dodge {way}" for way in ("E", "SE", "SW", "W")]
    later = play(race(Boat("10,3", "N"), Boat("10,4", "E", turns=4)), "N", "spin NE")
    assert at(later, 1) == "11,5"


def test_nobody_bumps_onto_the_line_before_the_fourth_turn():
    assert "N" not in legal(race(Boat("10,4", "N", turns=3), Boat("10,5", "E")))
    assert "N" in legal(race(Boat("10,4", "N", turns=4), Boat("10,5", "E")))


def test_a_step_is_not_legal_if_the_bumped_boat_would_have_no_place():
    """In the north-western corner, wind SE: the mover comes from the south, and the way out to the south-east is
    straight upwind. So all depends on the point to the east, though one of the spins would show a free point."""
    corner, mover = Boat("0,20", "W"), Boat("0,19")
    assert "N" in legal(race(mover, corner, wind="SE"))
    assert "N" not in legal(race(mover, corner, Boat("1,20", "W"), wind="SE"))


def test_a_bumped_boat_that_has_one_place_is_bumped_there_whatever_the_spin():
    match = race(Boat("0,19"), Boat("0,20", "W"), wind="SE")
    play(match, "N", "spin NE")
    assert legal(match) == ["dodge E"]


# -- what a bump counts for -------------------------------------------------------------------------------------------


def test_a_bumped_boat_starts():
    match = play(race(Boat("10,3", "N"), Boat("10,4", "E", started=False)), "N", "spin NW")
    assert at(match, 1) == "9,5"
    assert seen(match).boats[1].started


def test_a_bumped_boat_finishes_and_that_ends_the_race_at_once():
    match = play(race(Boat("10,3", "N"), Boat("10,4", "E", passed=3)), "N", "spin NE")
    assert match.over
    assert match.result.scores == [2, 1]


def test_a_mover_finishes_by_a_step_that_bumps():
    boats = Boat("10,4", "N", passed=3), Boat("10,5", "E"), Boat("3,10")
    match = play(race(*boats), "N", "spin NE")
    assert seen(match).boats[0].place == 1
    assert match.actor == 1
    match = play(race(*boats[:2]), "N", "spin NE")
    assert match.over
