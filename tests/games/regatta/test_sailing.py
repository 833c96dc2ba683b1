"""Points of sail, tacks, speed, wind shadow, spinnaker."""

import pytest

from parlour.games.regatta.board import EAST, HEADINGS, IRONS, NO_TACK, NORTH, PORT, RIGHT_OF_WAY, STARBOARD

from .positions import Boat, at, legal, play, race, seen

WINDS = ("NW", "NE", "SE", "SW")
# Wind NW, as the rulebook lists it.
SAILING = {
    "N": ("beat", "port", 1),
    "NE": ("beam", "port", 2),
    "E": ("broad", "port", 2),
    "SE": ("run", None, 1),
    "S": ("broad", "starboard", 2),
    "SW": ("beam", "starboard", 2),
    "W": ("beat", "starboard", 1),
    "NW": ("irons", None, 0),
}


def turned(heading: str, quarters: int) -> str:
    return HEADINGS[(HEADINGS.index(heading) + 2 * quarters) % 8]


def ways(match):
    return {way.heading: way for way in seen(match).ways}


def speed(match, heading: str) -> int:
    """How many points a boat sails on this heading when nothing stops it, which is its initial speed."""
    seat, steps = match.actor, 0
    turns = seen(match).boats[seat].turns
    while match.actor == seat and seen(match).boats[seat].turns == turns and heading in legal(match):
        play(match, heading)
        steps += 1
    return steps


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("heading", HEADINGS)
def test_points_of_sail_turn_with_the_wind(heading, quarters):
    wind, turned_heading = turned("NW", quarters), turned(heading, quarters)
    sail, tack, points = SAILING[heading]
    way = ways(race("10,10", wind=wind))[turned_heading]
    assert (way.sail, way.tack, way.speed) == (sail, tack, points)
    assert speed(race("10,10", wind=wind), turned_heading) == points


def test_straight_into_the_wind_is_not_allowed():
    assert legal(race("10,10", wind="NW")) == [heading for heading in HEADINGS if heading != "NW"]


# -- tacks ------------------------------------------------------------------------------------------------------------


def test_after_a_move_to_the_north_in_wind_nw_moving_w_is_tacking_and_moving_e_is_not():
    found = ways(race(Boat("10,10", "N")))
    assert found["W"].tacking
    assert not found["E"].tacking


def test_tacking_sails_one_point_at_most():
    port = Boat("10,10", "N")
    assert {heading: speed(race(port), heading) for heading in ("S", "SW", "W")} == {"S": 1, "SW": 1, "W": 1}
    assert {heading: speed(race(port), heading) for heading in ("N", "NE", "E")} == {"N": 1, "NE": 2, "E": 2}


def test_the_first_move_never_counts_as_tacking():
    for heading, (_, _, points) in SAILING.items():
        assert speed(race("10,10"), heading) == points
    assert not any(way.tacking for way in seen(race("10,10")).ways)


def test_a_run_keeps_the_tack_of_the_last_move_and_is_never_tacking():
    for before, tack in (("N", "port"), ("W", "starboard")):
        match = race(Boat("10,10", before))
        assert not ways(match)["SE"].tacking
        play(match, "SE")
        assert seen(match).boats[0].tack == tack
    match = race(Boat("10,10", "SE", tack="port"))
    assert ways(match)["S"].tacking
    assert not ways(match)["E"].tacking


def test_a_boat_whose_only_move_was_a_run_has_no_tack_and_does_not_tack():
    match = play(race("10,10"), "SE")
    assert seen(match).boats[0].tack is None
    assert not any(way.tacking for way in seen(race(Boat("10,10", "SE"))).ways)


def test_when_the_wind_has_changed_keeping_the_heading_can_be_tacking():
    match = race(Boat("10,10", "N", tack="port"), wind="NE")
    assert ways(match)["N"].tacking
    assert ways(match)["N"].tack == "starboard"
    assert not ways(match)["E"].tacking  # another heading, and the tack of the last move
    assert speed(match, "N") == 1


def test_a_moves_tack_is_fixed_when_its_heading_is_chosen():
    match = play(race(Boat("10,10", "N"), risks=[(11, 10)]), "E", "card wind SW")
    assert seen(match).boats[0].moved_on == "port"
    assert seen(match).boats[0].tack == "starboard"  # what E is in the new wind: what others meet


# -- wind shadow ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("other", "shadow"), [("9,11", True), ("8,12", True), ("7,13", False), ("9,10", False)])
def test_a_boat_one_or_two_points_upwind_takes_one_from_the_speed(other, shadow):
    match = race(Boat("10,10", "N"), Boat(other, "N"))
    assert all(way.shadow == shadow for way in seen(match).ways)
    assert ways(match)["NE"].speed == 2 - shadow
    assert ("N" in legal(match)) != shadow  # a beat has no speed left there
    assert ("SE" in legal(match)) != shadow


def test_two_boats_upwind_cost_no_more_than_one():
    match = race(Boat("10,10", "N"), Boat("9,11", "N"), Boat("8,12", "N"))
    assert ways(match)["E"].speed == 1
    assert "E" in legal(match)


def test_shadow_is_taken_off_what_tacking_leaves():
    match = race(Boat("10,10", "N"), Boat("9,11", "N"))
    assert ways(match)["SW"].speed == 0
    assert legal(match) == ["NE", "E"]


def test_no_shadow_falls_around_the_edge_of_the_board():
    """A look two points upwind from the edge finds nobody, least of all a boat at the other end of a row."""
    match = race(Boat("0,10", "N"), Boat("20,11", "N"), Boat("20,12", "N"))
    assert not any(way.shadow for way in seen(match).ways)


def test_sailing_into_a_shadow_costs_one_after_the_step():
    match = play(race(Boat("10,10", "N"), Boat("9,12", "N")), "NE")
    assert at(match) == "11,11"
    assert match.actor == 0
    match = play(race(Boat("10,10", "N"), Boat("10,12", "N")), "NE")
    assert at(match) == "11,11"
    assert match.actor == 1


# -- spinnaker --------------------------------------------------------------------------------------------------------


def run_of(match) -> int:
    return ways(match)["SE"].speed


def test_a_run_under_spinnaker_has_speed_2():
    for spinnaker in ("held", "set"):
        assert speed(race(Boat("10,10", "N", spinnaker=spinnaker)), "SE") == 2
    assert run_of(race(Boat("10,10", "N", spinnaker="held"), Boat("9,11", "N"))) == 1


def test_a_run_is_called_otherwise_under_spinnaker():
    assert ways(race(Boat("10,10", "N")))["SE"].sail == "run"
    assert ways(race(Boat("10,10", "N", spinnaker="held")))["SE"].sail == "kite"


def test_other_points_of_sail_gain_nothing_from_a_spinnaker():
    match = race(Boat("10,10", spinnaker="set"))
    assert [way.speed for way in seen(match).ways if way.sail != "kite"] == [1, 2, 2, 2, 2, 1, 0]


def test_the_move_that_drew_the_spinnaker_is_not_made_faster():
    match = play(race(Boat("10,10", "E"), risks=[(11, 9)]), "SE", "card spinnaker")
    assert match.actor == 1
    assert seen(match).boats[0].spinnaker == "held"


def test_a_spinnaker_is_set_by_the_next_run_and_stays_through_other_moves_on_the_same_tack():
    match = play(race(Boat("5,12", "E", spinnaker="held"), Boat("20,1", "N")), "E", "stop", "N")
    assert seen(match).boats[0].spinnaker == "held"
    play(match, "SE")
    assert seen(match).boats[0].spinnaker == "set"
    play(match, "stop", "N", "E", "stop", "N")
    assert run_of(match) == 2


def test_a_spinnaker_that_is_set_is_lost_by_tacking_one_that_is_held_is_not():
    for spinnaker, left in (("set", None), ("held", "held")):
        match = play(race(Boat("10,10", "N", spinnaker=spinnaker)), "W")
        assert seen(match).boats[0].spinnaker == left


def test_a_change_of_wind_loses_every_spinnaker_that_is_set_and_none_that_is_held():
    boats = Boat("10,10", "E"), Boat("3,3", "E", spinnaker="set"), Boat("16,3", "E", spinnaker="held")
    match = play(race(*boats, risks=[(11, 10)]), "E", "card wind SW")
    assert [boat.spinnaker for boat in seen(match).boats] == [None, None, "held"]


def test_a_card_for_the_wind_that_blows_already_loses_no_spinnaker():
    match = play(race(Boat("10,10", "E", spinnaker="set"), risks=[(11, 10)]), "E", "card wind NW")
    assert seen(match).boats[0].spinnaker == "set"


def test_a_change_of_wind_during_the_first_run_loses_the_spinnaker():
    match = play(race(Boat("10,10", "E", spinnaker="held"), risks=[(11, 9)]), "SE", "card wind SW")
    assert seen(match).boats[0].spinnaker is None


def test_a_further_spinnaker_counts_as_newly_drawn():
    match = play(race(Boat("10,10", "E", spinnaker="set"), risks=[(11, 9)]), "SE", "card spinnaker")
    assert seen(match).boats[0].spinnaker == "held"


# -- the table of right of way ----------------------------------------------------------------------------------------

DOWNWIND = {"NW": (1, -1), "NE": (-1, -1), "SE": (-1, 1), "SW": (1, 1)}


@pytest.mark.parametrize("wind", WINDS)
def test_the_mover_is_the_leeward_boat_by_the_downwind_coordinate_of_where_it_steps_from(wind):
    dx, dy = DOWNWIND[wind]
    for heading in range(8):
        other = dx * int(EAST[heading]) + dy * int(NORTH[heading])  # the mover is at 0
        sail = (heading - HEADINGS.index(wind)) % 8
        if sail == IRONS:
            continue
        for same in (PORT, STARBOARD, NO_TACK):
            assert bool(RIGHT_OF_WAY[sail, same, same]) == (other < 0)
            assert bool(RIGHT_OF_WAY[sail, same, NO_TACK]) == (other < 0)


def test_on_the_same_tack_a_boat_moving_straight_downwind_never_has_the_right_of_way():
    run = 4
    assert not any(RIGHT_OF_WAY[run, tack, tack] for tack in (NO_TACK, PORT, STARBOARD))
