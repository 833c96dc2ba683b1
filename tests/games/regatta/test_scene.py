"""What is drawn and touched, why not, and how actions are written."""

import pytest

from parlour.core.languages import languages
from parlour.core.match import Match
from parlour.core.scene import Mark
from parlour.core.texts import Refused, Text
from parlour.games.regatta import GAME
from parlour.games.regatta.courses import COURSES, Course, Marker
from parlour.games.regatta.scene import GATE_REACH
from parlour.games.regatta.touch import describe

from .positions import START, Boat, play, race, seen

PLAN = GAME.plan(2, {"course": "random"})
SITES = {site.id: site for site in PLAN.sites}


def pieces(match: Match):
    return {piece.id: piece for piece in match.scene(None).pieces}


def marks(match: Match, kind: str, viewer: int | None = None) -> list[Mark]:
    return [mark for mark in match.scene(viewer).marks if mark.kind == kind]


def on(mark: Mark) -> list[str]:
    return [place.removeprefix("site:") for place in mark.at]


def said(text: Text | None) -> str:
    assert text is not None
    assert GAME.catalogue().has(text.key), text.key
    return GAME.catalogue().render(text)


def refusal(match: Match, text: str) -> str:
    with pytest.raises(Refused) as caught:
        match.play(match.actor, text)
    return said(caught.value.text)


# -- the plan and its frame -------------------------------------------------------------------------------------------


def test_the_plan_is_the_largest_board_with_its_origin_in_the_south_west():
    assert len(SITES) == 31 * 31
    assert SITES["0,0"].x == min(site.x for site in PLAN.sites)
    assert SITES["0,0"].y == max(site.y for site in PLAN.sites)
    assert SITES["3,4"].x - SITES["0,0"].x == 3
    assert SITES["0,0"].y - SITES["3,4"].y == 4


@pytest.mark.parametrize("number", [1, 9, 26])
def test_the_frame_shows_the_points_of_the_course_the_vane_and_nothing_else(number):
    match = Match(GAME, 2, {"course": number})
    size = COURSES[number - 1].size
    left, top, width, height = match.scene(None).frame
    shown = [site for site in PLAN.sites if left <= site.x <= left + width and top <= site.y <= top + height]
    assert {site.id for site in shown} == {f"{x},{y}" for x in range(size) for y in range(size)}
    (vane,) = PLAN.zones
    assert left <= vane.x - vane.width / 2
    assert vane.y + vane.height / 2 <= top + height


def test_before_the_course_is_drawn_all_of_the_plan_is_shown():
    assert Match(GAME, 2).scene(None).frame is None


# -- pieces and marks -------------------------------------------------------------------------------------------------


def test_buoys_risk_points_and_the_vane_are_pieces():
    match = Match(GAME, 2, {"course": 5})
    play(match, "wind SE")
    found = pieces(match)
    course = COURSES[4]
    assert [found[f"start-{i}"].at for i in range(2)] == [f"site:{x},{y}" for x, y in course.start]
    for number, marker in enumerate(course.markers, 1):
        assert found[f"marker-{number}"].at == f"site:{marker.at[0]},{marker.at[1]}"
    assert sum(piece.kind == "risk" for piece in found.values()) == 20
    assert (found["wind"].turn, said(found["wind"].name)) == (135, "wind from SE")


def test_a_boat_points_along_its_heading_and_its_name_tells_its_tack():
    match = race(Boat("10,10", "SW"), Boat("3,3", "SE", tack="port", spinnaker="set"), Boat("16,3"))
    found = pieces(match)
    assert [found[f"boat-{seat}"].turn for seat in range(3)] == [225, 135, 0]
    assert said(found["boat-0"].name) == "Red boat, heading SW on starboard tack"
    assert said(found["boat-1"].name) == "Blue boat, heading SE on port tack, with a spinnaker"
    assert said(found["boat-2"].name) == "Yellow boat"


def test_gates_are_marked_from_the_viewers_own_way():
    two = Course(1, 21, START, (Marker((4, 18), ("W", "N")), Marker((16, 18), ("N", "E"))), ())
    match = race(Boat("10,10", passed=1), Boat("12,10", passed=2), course=two)
    assert [on(mark) for mark in marks(match, "gate-next", 0)] == [["4,19", "4,20"]]
    assert [on(mark) for mark in marks(match, "gate-passed", 0)] == [["3,18", "2,18", "1,18", "0,18"]]
    assert [on(mark) for mark in marks(match, "gate-next", 1)] == [["16,19", "16,20"]]
    assert max(len(mark.at) for mark in marks(match, "gate-passed", 1)) == GATE_REACH


def test_the_line_the_shadows_and_the_last_step_are_marked():
    match = play(race(Boat("10,10", "N"), Boat("0,1", "N")), "NE")
    assert [on(mark) for mark in marks(match, "line")] == [["9,5", "10,5", "11,5", "12,5", "13,5"]]
    assert [on(mark) for mark in marks(match, "shadow")] == [["12,10", "13,9"], ["1,0"]]
    assert [on(mark) for mark in marks(match, "last")] == [["10,10", "11,11"]]


def test_counters_tell_gates_risk_points_and_places():
    match = race(Boat("10,10", passed=2), Boat("3,3", passed=3, place=1), Boat("16,3", started=False), risks=[(1, 1)])
    shown = {(counter.id, counter.value, counter.of) for counter in match.scene(None).counters}
    assert {("gates-0", 2, 3), ("place-1", 1, None), ("risks", 1, 20), ("turns", 10, 150)} == shown


# -- choices ----------------------------------------------------------------------------------------------------------


def paths(match: Match) -> dict[str, tuple[str, ...]]:
    return {choice.text: choice.path for choice in match.choices(match.actor) if not choice.also}


def test_a_heading_is_touched_at_the_point_it_leads_to():
    match = race(Boat("10,10", "N"))
    assert paths(match)["NE"] == ("site:11,11",)
    assert paths(play(match, "NE")) == {"NE": ("site:12,12",), "stop": ("button:stop",)}


def test_a_wind_is_a_button_and_a_dodge_a_point():
    match = play(race(Boat("10,10", "N"), risks=[(11, 10)]), "E", "card choose")
    assert paths(match)["wind SE"] == ("button:wind-SE",)
    match = play(race(Boat("0,9"), Boat("0,10", "E")), "N", "spin SW")
    assert paths(match)["dodge NE"] == ("site:1,11",)


def test_the_view_says_what_every_heading_would_bring():
    match = race(Boat("11,17", "N"), Boat("10,18", "N"))
    ways = {way.heading: (way.speed, way.tacking, way.fault) for way in seen(match).ways}
    assert ways == {
        "N": (0, False, "shadow"), "NE": (1, False, None), "E": (1, False, None), "SE": (0, False, "shadow"),
        "S": (0, True, "shadow"), "SW": (0, True, "shadow"), "W": (0, True, "shadow"), "NW": (0, False, "irons"),
    }  # fmt: skip
    assert said(match.scene(0).prompt) == "Wind from NW. Choose a heading. With its speed: NE 1, E 1."


# -- refusals ---------------------------------------------------------------------------------------------------------


def test_a_refusal_says_why():
    early = race(Boat("10,4", "N", turns=2, started=False))
    corner = race(Boat("0,19"), Boat("0,20", "W"), Boat("1,20", "W"), wind="SE")
    beside = race(Boat("10,10", "N"), Boat("11,10", "N"))
    shaded = race(Boat("10,10", "N"), Boat("9,11", "N"))
    reasons = [
        (beside, "NW", "The wind comes from NW, and nobody sails straight into it"),
        (beside, "E", "in the way, with right of way"),
        (race(Boat("20,10", "N")), "E", "E leads off the board"),
        (race(Boat("13,4", "N")), "NE", "A buoy is in the way"),
        (early, "N", "Until your fourth turn you stay behind the line"),
        (corner, "N", "nowhere to go"),
        (shaded, "N", "wind shadow"),
        (beside, "stop", "Choose a heading first"),
        (beside, "wind NW", "only by a card"),
        (beside, "dodge N", "was not bumped"),
        (beside, "place 3,3", "on the water already"),
        (beside, "card gust", "drawn, not chosen"),
        (play(race(Boat("10,10", "N")), "NE"), "E", "You go on NE through this turn, or stop"),
    ]
    for match, step, reason in reasons:
        assert reason in refusal(match, step)


def test_a_refused_place_or_dodge_says_why():
    placing = play(Match(GAME, 2, {"course": 1}), "wind NW", "next 0")
    course = COURSES[0]
    buoy, risk = course.start[0], course.risk[0]
    assert "A buoy is there" in refusal(placing, f"place {buoy[0]},{buoy[1]}")
    assert "A risk point lies there" in refusal(placing, f"place {risk[0]},{risk[1]}")
    assert "on the line, or in front of it" in refusal(placing, "place 20,20")
    assert "First place your boat" in refusal(placing, "N")
    play(placing, "place 0,0")
    assert "A boat is there already" in refusal(placing, "place 0,0")
    dodging = play(race(Boat("0,9"), Boat("0,10", "E")), "N", "spin SW")
    assert "leads off the board" in refusal(dodging, "dodge W")
    assert "A boat is there already" in refusal(dodging, "dodge S")
    upwind = play(race(Boat("10,10"), Boat("10,11", "E"), Boat("11,10", "E")), "N", "spin SE")
    assert "straight upwind" in refusal(upwind, "dodge NW")
    early = play(race(Boat("10,3", "N"), Boat("10,4", "E", turns=3)), "N", "spin NE")
    assert "Until your fourth turn" in refusal(early, "dodge N")
    assert "first choose where it goes" in refusal(early, "N")
    choosing = play(race(Boat("10,10", "N"), risks=[(11, 10)]), "E", "card choose")
    assert "First choose the wind" in refusal(choosing, "E")


# -- notation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["n", "NNE", "place 3,3 ", "place 03,3", "place 31,0", "wind N", "spin E", "course 0", "card", ""]
)
def test_anything_else_is_not_an_action(text):
    assert GAME.parse(text) is None


STEPS = {
    "course 7": "course card 7",
    "wind NW": "the wind comes from NW",
    "next 2": "next in turn order: Yellow",
    "place 12,3": "takes a place behind the line",
    "NE": "sails NE",
    "stop": "stops",
    "dodge S": "gives way to the S",
    "spin SW": "the weathervane points SW",
    "card wind SE": "a card: the wind blows from SE",
    "card choose": "a card: choose the wind",
    "card gust": "a card: a gust, one point more",
    "card spinnaker": "a card: a spinnaker",
    "card rudder": "a card: the rudder breaks, and the boat drifts",
    "card capsize": "a card: the boat capsizes, and drifts",
    "card calm": "a card: the wind dies",
}


@pytest.mark.parametrize("text", STEPS)
def test_every_kind_of_step_has_words_and_is_read_back(text):
    action = GAME.parse(text)
    assert action is not None
    assert GAME.text(action) == text
    assert said(describe(text)) == STEPS[text]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("short", "long"), [("go", "sail"), ("go-on", "sail-on"), ("go-dodge", "dodge"), ("go-wind", "set-wind")]
)
def test_what_the_compass_writes_begins_what_it_is_called(language, short, long):
    """Whoever says aloud what is written on a button means that button."""
    said = GAME.catalogue(language)
    for count in (1, 2):
        name = said.render(Text(f"skin.{long}", {"heading": "NE", "count": count}))
        assert name.startswith(f"{said.render(Text(f'skin.{short}'))} NE")
