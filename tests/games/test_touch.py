"""Why a touch does nothing, in two short sentences: what is not allowed, and what is so here or would do."""

import re

import pytest

from parlour import games
from parlour.core.match import Match
from parlour.core.texts import Text
from parlour.games.connect4.view import Connect4View
from tests.games.command.positions import deployed, lot, placements
from tests.games.dance import positions as dance
from tests.games.luckymoose import positions as luckymoose
from tests.games.regatta.positions import Boat, race
from tests.games.yinsh.positions import position as yinsh


def said(match: Match, *path: str, seat: int = 0) -> str:
    reason = match.why_not_touch(seat, path)
    assert reason is not None, f"{path} does something"
    sentences = match.game.catalogue()
    return f"{sentences.render(reason.rule)} {sentences.render(reason.here)}"


def of_view(name: str, view: object, *path: str) -> str:
    game = games.load(name)
    assert game.why_not_touch is not None
    reason = game.why_not_touch(view, path)
    assert reason is not None, f"{path} does something"
    return f"{game.catalogue().render(reason.rule)} {game.catalogue().render(reason.here)}"


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_every_reason_of_a_rule_has_the_rule_that_goes_before_it(name: str) -> None:
    keys = games.load(name).catalogue().entries
    for_talk = {"why.number-sign", "why.number-word"}
    whys = {key for key in keys if key.startswith("why.")} - for_talk
    assert {f"rule.{key.removeprefix('why.')}" for key in whys} <= set(keys)


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_every_rule_that_refuses_has_one_place_in_the_rules_in_every_language(name: str) -> None:
    game = games.load(name)
    rules = sorted(key.removeprefix("rule.") for key in game.catalogue().entries if key.startswith("rule."))
    for page in (path.read_text("utf-8") for path in game.home.glob("rules*.md")):
        marks = re.findall(r"^<!-- rule: (.*) -->\n(?=[^\n#<`])", page, re.MULTILINE)
        assert sorted(word for mark in marks for word in mark.split()) == rules
        assert page.count("<!--") == len(marks)


# -- in every game ----------------------------------------------------------------------------------------------


def test_off_turn_it_is_said_whose_turn_it_is() -> None:
    assert said(Match(games.load("connect4"), 2), "site:a1", seat=1) == "It is not your turn. Red is to move."


def test_who_looks_on_and_who_comes_too_late_is_told_so() -> None:
    match = Match(games.load("connect4"), 2)
    reason = match.why_not_touch(None, ["site:a1"])
    assert reason is not None
    assert reason.rule == Text("touch.looking-on")
    match.play(0, "a")
    match.play(0, "resign")
    assert said(match, "site:b1") == "The game is over. Nothing more can be played."


def test_what_does_something_is_not_refused_and_what_is_not_there_does_no_harm() -> None:
    match = Match(games.load("connect4"), 2)
    assert match.why_not_touch(0, ["site:a1"]) is None
    for nonsense in ("", "site:", "site:z99", "piece:\0", "button:no", "x" * 99):
        assert said(match, nonsense) == "Nothing can be done there now. What you can touch is marked."
        assert said(match, nonsense, "site:a2") == "A disc falls as far as it can. In column a it lands on a1."


# -- Connect Four -----------------------------------------------------------------------------------------------


def test_a_full_column_takes_no_disc() -> None:
    full = Connect4View([[0, 1, 0, 1, 0, 1], [], [], [], [], [], []], 0, 0)
    assert of_view("connect4", full, "site:a6") == "A column takes six discs. Column a is full."


# -- YINSH ------------------------------------------------------------------------------------------------------


def test_a_ring_is_told_what_stops_it_and_what_stands_in_the_way() -> None:
    match = yinsh("e1 a2", "e4 k7", "f2")
    assert said(match, "site:e1", "site:e6") == "A ring cannot jump over a ring. The ring on e4 is in the way."
    reason = match.why_not_touch(0, ["site:e1", "site:e6"])
    assert reason is not None
    assert reason.at == ("site:e4",)
    assert said(match, "site:e1", "site:g2") == "A ring moves in a straight line. No line joins e1 and g2."
    assert said(match, "site:e1", "site:h4").startswith("That is beyond the jump.")
    assert said(match, "site:k7") == "You move your own rings only. The ring on k7 is not yours."
    assert said(match, "site:f2") == "Only rings can be moved. There is no ring on f2."


# -- Command ----------------------------------------------------------------------------------------------------


def test_a_ship_is_told_where_it_can_go() -> None:
    match = deployed()
    assert said(match, "site:a3", "site:a5") == "One square, never diagonally. From a3 it can go to a4."
    assert said(match, "site:a6") == "You move your own ships only. The ship on a6 is not yours."
    assert said(match, "site:a4") == "Choose one of your ships. There is no ship on a4."


def test_a_fleet_is_told_where_it_deploys_and_that_ready_is_ready() -> None:
    match = lot()
    assert (
        said(match, "piece:reserve-0-S", "site:e5") == "Those waters are not yours. Your fleet deploys on rows 1 to 3."
    )
    assert said(match, "site:a1") == "Choose a ship first. Then touch a square in rows 1 to 3."
    assert said(match, "button:ready").startswith("You are not ready yet.")
    match.play_all(0, [*placements(0), "ready"])
    assert said(match, "site:a1").startswith("Your fleet stays as it is now.")


# -- The Dance --------------------------------------------------------------------------------------------------


def test_a_pile_says_what_it_takes_and_a_card_that_it_fits_nowhere() -> None:
    view = games.load("dance").view(dance.position([(23, 80)], (71, 5, 100, 63)), 0, False)
    assert of_view("dance", view, "piece:card-23", "zone:pile-1") == (
        "23 is too low for pile 1. Pile 1 rises and takes cards above 71, or exactly 61."
    )
    assert of_view("dance", view, "button:end").startswith("The turn cannot end yet.")
    assert of_view("dance", view, "piece:deck").startswith("Cards come from the deck by themselves.")


# -- LuckyMoose -------------------------------------------------------------------------------------------------


def test_a_token_is_told_which_line_it_breaks_and_what_would_fit() -> None:
    six = "Om Oc Os Ot Od Ox"
    state = luckymoose.position(["Gs Rt", six], {"h8": "Rc", "i8": "Rs"})
    view = games.load("luckymoose").view(state, 0, False)
    assert of_view("luckymoose", view, "piece:hand-0-Gs-1", "site:j8") == (
        "No shared colour or symbol. The row is red: your red triangle fits."
    )
    reason = games.load("luckymoose").why_not_touch(view, ("piece:hand-0-Gs-1", "site:j8"))  # type: ignore[misc]
    assert reason is not None
    assert set(reason.at) == {"site:h8", "site:i8"}
    assert of_view("luckymoose", view, "site:a1") == "A token has to touch others. Nothing lies beside a1."
    assert of_view("luckymoose", view, "site:j8") == "Choose a token first. Then touch a tile where it fits."


# -- Regatta ----------------------------------------------------------------------------------------------------


def test_a_boat_is_told_why_it_does_not_sail_there() -> None:
    match = race(Boat("10,10", "N"), Boat("11,10", "N"))
    assert said(match, "site:9,11").startswith("That is in irons. The wind comes from NW")
    assert said(match, "site:11,10").startswith("You have to keep clear there.")
    assert said(match, "site:15,15") == "That is too far to sail in one step. Touch a marked point beside your boat."
    assert said(match, "site:10,10").startswith("Your boat is there already.")
