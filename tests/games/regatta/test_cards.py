"""Risk points and their cards."""

from collections import Counter

import pytest

from parlour.core.game import CHANCE
from parlour.core.rng import new_rng
from parlour.games.regatta import GAME
from parlour.games.regatta.board import CALM, CHOOSE, GUST

from .positions import Boat, at, legal, play, race, seen

RISK = [(11, 10)]
SAILING_N = Boat("10,10", "N")


def drawn(*cards: str, boat: Boat = SAILING_N, others: tuple[Boat, ...] = (), risks=RISK, wind="NW"):
    """After a step E onto the risk point at 11,10, on a reach that leaves one more, and these cards."""
    return play(race(boat, *others, risks=risks, wind=wind), "E", *cards)


def test_the_deck_is_forty_cards_weighted_by_those_left():
    match = drawn()
    assert match.actor == CHANCE
    assert match.outcomes() == {
        "card wind NW": 1, "card wind NE": 1, "card wind SE": 1, "card wind SW": 1, "card choose": 8, "card gust": 12,
        "card spinnaker": 4, "card rudder": 2, "card capsize": 2, "card calm": 8,
    }  # fmt: skip
    assert sum(match.outcomes().values()) == 4 + 8 + 12 + 4 + 4 + 8 == 40


def test_each_card_is_used_once():
    match = drawn("card wind NW", "E", "card gust", risks=[(11, 10), (12, 10), (13, 10)])
    play(match, "E")
    assert match.outcomes()["card gust"] == 11
    assert "card wind NW" not in match.outcomes()


def test_searches_sample_the_cards_as_they_are_weighted():
    match, rng = drawn(), new_rng(7)
    match.state.cards[:] = 0
    match.state.cards[[CHOOSE, GUST, CALM]] = 1, 2, 5
    found = Counter(GAME.text(GAME.sample(match.state, rng)) for _ in range(800))
    assert found.keys() == match.outcomes().keys()
    for card, weight in match.outcomes().items():
        assert found[card] == pytest.approx(100 * weight, abs=45)  # 4 standard deviations at most


def test_entering_a_risk_point_removes_it():
    match = drawn("card gust")
    assert seen(match).risks == []
    assert seen(race("10,10", risks=RISK)).risks == ["11,10"]


@pytest.mark.parametrize("wind", ["NE", "SE", "SW"])
def test_a_wind_card_that_changes_the_wind_drops_the_speed_to_0(wind):
    match = drawn(f"card wind {wind}")
    assert (seen(match).wind, match.actor, at(match)) == (wind, 1, "11,10")


def test_a_wind_card_that_changes_nothing_leaves_the_speed():
    match = drawn("card wind NW")
    assert legal(match) == ["E", "stop"]


def test_the_player_who_drew_the_card_chooses_the_wind():
    match = drawn("card choose")
    assert match.actor == 0
    assert legal(match) == ["wind NW", "wind NE", "wind SE", "wind SW"]
    play(match, "wind SW")
    assert (seen(match).wind, match.actor) == ("SW", 1)


def test_choosing_the_wind_that_blows_is_no_change_and_the_turn_goes_on():
    match = drawn("card choose", "wind NW")
    assert legal(match) == ["E", "stop"]


def test_a_gust_adds_one():
    match = drawn("card gust", "E", "E")
    assert (at(match), match.actor) == ("13,10", 1)


def test_a_gust_on_the_last_step_lets_the_boat_go_on():
    match = play(race(Boat("10,10", "N"), risks=[(10, 11)]), "N", "card gust")
    assert legal(match) == ["N", "stop"]


def test_the_shadow_is_counted_after_the_card():
    shade = Boat("9,12", "N")  # 10,11 is in its shadow
    match = play(race(Boat("10,10", "N"), shade, risks=[(10, 11)]), "N", "card gust")
    assert match.actor == 1
    # In the new wind the point would lie in shadow, and in the old one it did: a wind card ends the turn in any case.
    match = play(race(Boat("10,10", "N"), Boat("9,11", "N"), risks=[(11, 10)]), "E", "card wind NW")
    assert match.actor == 1


def test_the_shadow_after_a_card_is_that_of_the_point_stepped_to():
    match = drawn("card gust", others=(Boat("9,12", "N"),))  # two points upwind of 11,10
    assert seen(match).speed == 1  # 2 − 1 + 1 − 1


def test_a_spinnaker_card_is_kept_and_the_turn_goes_on():
    match = drawn("card spinnaker")
    assert seen(match).boats[0].spinnaker == "held"
    assert legal(match) == ["E", "stop"]


def test_when_the_wind_dies_the_turn_ends():
    match = drawn("card calm")
    assert (at(match), match.actor, seen(match).wind) == ("11,10", 1, "NW")


# -- rudder and capsize -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["card rudder", "card capsize"])
@pytest.mark.parametrize(("wind", "to"), [("NW", "12,9"), ("NE", "10,9"), ("SW", "12,11"), ("SE", "10,11")])
def test_the_boat_is_moved_one_point_straight_downwind_and_its_turn_ends(card, wind, to):
    match = drawn(card, wind=wind, boat=Boat("10,10"))
    assert (at(match), match.actor) == (to, 1)
    assert seen(match).boats[0].heading == "E"


def test_a_push_off_the_board_or_onto_a_buoy_or_a_boat_leaves_the_boat_where_it_is():
    edge = play(race(Boat("18,0", "N"), risks=[(19, 0)]), "E", "card rudder")
    assert at(edge) == "19,0"
    buoy = play(race(Boat("12,6", "N"), risks=[(13, 6)]), "E", "card rudder")
    assert at(buoy) == "13,6"
    boat = drawn("card rudder", others=(Boat("12,9", "N"),))
    assert (at(boat), at(boat, 1)) == ("11,10", "12,9")


def test_a_boat_on_starboard_tack_is_not_pushed_onto_one_on_port():
    """A push has no heading, so it has no right of way."""
    match = play(race(Boat("12,10", "W"), Boat("12,9", "N"), risks=[(11, 10)]), "W", "card rudder")
    assert (at(match), at(match, 1)) == ("11,10", "12,9")


def test_before_its_fourth_turn_a_boat_is_not_pushed_onto_the_line():
    match = play(race(Boat("10,4", turns=3, started=False), wind="SW", risks=[(11, 4)]), "E", "card capsize")
    assert at(match) == "11,4"
    match = play(race(Boat("10,4", turns=4, started=False), wind="SW", risks=[(11, 4)]), "E", "card capsize")
    assert at(match) == "12,5"


def test_a_pushed_boat_starts_and_finishes():
    match = play(race(Boat("10,4", turns=4, started=False), wind="SW", risks=[(11, 4)]), "E", "card capsize")
    assert seen(match).boats[0].started
    match = play(race(Boat("10,4", passed=3), wind="SW", risks=[(11, 4)]), "E", "card capsize")
    assert match.over
    assert match.result.scores == [1, 2]


def test_a_pushed_boat_draws_no_card_and_the_risk_point_stays_until_a_boat_enters_it():
    match = drawn("card rudder", risks=[(11, 10), (12, 9)])
    assert (at(match), match.actor, seen(match).risks) == ("12,9", 1, ["12,9"])
    play(match, "N", "N")  # the boat sails on
    assert seen(match).risks == ["12,9"]
