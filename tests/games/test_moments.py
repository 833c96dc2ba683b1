"""What steps are remembered by, in every game: the right steps, said to the right people in words without secrets."""

from collections import Counter

import pytest

from parlour.core.match import Match
from parlour.core.scene import Moment
from parlour.games import load
from tests.games.command.positions import LINE, deployed
from tests.games.command.positions import moves as command_moves
from tests.games.luckymoose.positions import position as luckymoose_position
from tests.games.regatta.test_cards import drawn
from tests.games.test_golden import GOLDEN, path_of, replayed


def remembered(match: Match, viewer: int | None = None) -> list[tuple[str, Moment]]:
    lines = match.told_then(viewer, everything=False)
    return [(line.text, line.moment) for line in lines if line is not None and line.moment is not None]


def said(match: Match, moment: Moment, seat: int | None = None) -> str:
    return match.game.catalogue().render(moment.yours.get(seat, moment.words) if seat is not None else moment.words)


def golden(name: str) -> list[Match]:
    return [
        replayed(name, path_of(game, seats, options).read_text()) for game, seats, options in GOLDEN if game == name
    ]


def test_four_in_a_line_are_named_in_order():
    match = Match(load("connect4"), 2)
    for number, column in enumerate("abababa"):
        match.play(number % 2, column)
    [(_, moment)] = remembered(match)
    assert moment.at == ("site:a1", "site:a2", "site:a3", "site:a4")
    assert moment.line
    assert [said(match, moment, seat) for seat in (0, 1)] == [
        "You have four in a line.",
        match.game.catalogue().render(moment.words),
    ]


def test_every_row_of_yinsh_is_a_moment_and_so_is_the_ring_that_goes_for_it():
    for match in golden("yinsh"):
        kinds = Counter(moment.kind for _, moment in remembered(match))
        taken = sum(step.text.startswith("x") for step in match.steps)
        assert kinds["ring"] == sum(match.view(None).removed)
        assert 0 < kinds["row"] <= taken
        for _, moment in remembered(match):
            assert moment.kind != "row" or len(moment.at) >= 5


@pytest.mark.compiled
def test_cards_bumps_markers_and_the_line_are_what_a_race_is_remembered_by():
    seen: Counter[str] = Counter()
    for match in golden("regatta"):
        kinds = Counter(moment.kind for _, moment in remembered(match))
        texts = [step.text for step in match.steps]
        boats = match.view(None).boats
        cards = sum(text.startswith("card ") for text in texts)
        assert kinds["home"] == sum(boat.place is not None for boat in boats)
        assert cards - kinds["home"] <= kinds["card"] <= cards
        assert kinds["start"] <= len(boats)
        assert kinds["marker"] <= sum(boat.markers for boat in boats)
        seen |= kinds
    assert {"card", "bumped", "marker", "start", "home"} <= set(seen)


def test_a_card_that_turns_the_wind_says_where_it_came_from():
    match = drawn("card wind NE")
    moment = remembered(match)[-1][1]
    assert moment.facts == {"card": "wind NE", "was": "NW", "wind": "NE"}
    assert said(match, moment, 0) == "The wind goes round to north-east. Your speed is gone, and your turn is over."


def test_a_challenge_names_the_classes_that_the_viewer_knows():
    for declared in (False, True):
        match = command_moves(deployed(black=LINE[::-1], declared=declared), "b3-b4", "b6-b5", "b4-b5")
        told = {viewer: remembered(match, viewer)[-1][1] for viewer in (0, 1, None)}
        facts = {viewer: set(moment.facts) - {"lost", "by"} for viewer, moment in told.items()}
        own = {0: {"attacker"}, 1: {"defender"}, None: set()}
        assert facts == ({key: {"attacker", "defender"} for key in own} if declared else own)
        assert ("contact" in said(match, told[0], 0)) != declared
        assert ("contact" in said(match, told[None])) != declared
        assert told[0].at == ("site:b5",)


def test_the_dance_remembers_its_last_cards():
    kinds = Counter(moment.kind for match in golden("dance") for _, moment in remembered(match))
    decks = sum(match.view(None).deck == 0 for match in golden("dance"))
    assert kinds["deck"] == decks
    for match in golden("dance"):
        for text, moment in remembered(match):
            assert moment.kind == "deck" or moment.facts["card"] == text.partition(">")[0]


def test_a_full_line_of_luckymoose_has_six_places():
    match = Match(load("luckymoose"), 2)
    match.state = luckymoose_position(["Rm Rc Rs Rt Rd Rx", "Gm Gc Gs Gt Gd Gx"])
    match.set_up()
    for at, token in zip("hijklm", ["Rm", "Rc", "Rs", "Rt", "Rd", "Rx"], strict=True):
        match.play(0, f"{token}@{at}8")
    match.play(0, "end")
    [(_, moment)] = remembered(match)
    assert (moment.kind, len(moment.at), moment.line) == ("full", 6, True)
    assert "48" in said(match, moment, 0)
