"""In play: squares are everybody's, classes are their owner's."""

from itertools import pairwise, product

import msgspec
import pytest

from parlour.core.match import Match
from parlour.games.command import GAME
from parlour.games.command.board import LETTERS

from .positions import LINE, deployed, moves, play, position, random_match
from .test_deployment import everything

encode = msgspec.json.encode


def swapped(layout: tuple[str, ...], a: str, b: str) -> tuple[str, ...]:
    """The layout with all ships of two classes exchanged."""
    names = str.maketrans({a: b, b: a})
    return tuple(row.translate(names) for row in layout)


def looks_at(match: Match, viewer: int | None, *texts: str) -> list[bytes]:
    """What a viewer gets of the match after each ply."""
    return [everything(match, viewer), *(everything(moves(match, text), viewer) for text in texts)]


def test_a_view_has_the_own_classes_and_no_other():
    match = deployed()
    for seat in (0, 1):
        view = match.view(seat)
        assert sorted(ship.ship for ship in view.ships[seat]) == sorted("".join(LINE).replace(".", ""))
        assert {(ship.ship, ship.could) for ship in view.ships[1 - seat]} == {("", LETTERS)}
    assert {(ship.ship, ship.could) for ships in match.view(None).ships for ship in ships} == {("", "")}


@pytest.mark.parametrize(("a", "b"), [*pairwise("FRTNEAWVZBKQ"), ("F", "Q"), *product("C", "FRTNE")])
def test_two_hidden_ships_exchanged_look_the_same_as_long_as_nothing_tells_them_apart(a, b):
    """White's Littoral is lost to whatever stands on a6, and what comes from h6 is lost to White's Submarine."""
    plies = ["a3-a4", "h6-h5", "a4-a5", "h5-h4", "a5-a6", "h4-h3", "b3-b4", "i7-i6", "b4-b5", "i6-i5"]
    fleet = ("BKQZWV.A.", "SFRTNELLS", "LLLLC....")
    for viewer in (0, None):
        one, other = deployed(black=fleet), deployed(black=swapped(fleet, a, b))
        assert one.state.rank.tobytes() != other.state.rank.tobytes(), "the two do differ"
        assert looks_at(one, viewer, *plies) == looks_at(other, viewer, *plies)
        assert one.view(0).afloat == [20, 20]


def test_a_lost_ship_stays_unknown_to_the_other_and_known_to_its_owner():
    match = moves(deployed(), "a3-a4", "a6-a5", "a4-a5")
    lost = [ship for ship in match.view(0).ships[1] if ship.at is None]
    assert [(ship.id, ship.ship, ship.could) for ship in lost] == [("a6", "", "L")]
    own = [ship for ship in match.view(0).ships[0] if ship.at is None]
    assert [(ship.id, ship.ship) for ship in own] == [("a3", "L")]
    assert [ship.ship for ships in match.view(None).ships for ship in ships if ship.at is None] == ["", ""]


def test_lost_ships_are_in_the_order_of_their_starting_squares():
    match = moves(deployed(), "h3-h4", "h6-h5", "h4-h5", "c6-c5", "c3-c4", "c5-c4", "a3-a4", "a6-a5", "a4-a5")
    assert [ship.id for ship in match.view(0).ships[1] if ship.at is None] == ["a6", "c6", "h6"]


def test_an_id_follows_its_ship():
    match = moves(deployed(), "a3-a4", "b6-b5", "a4-a5", "b5-b4")
    assert {ship.id: ship.at for ship in match.view(1).ships[0]}["a3"] == "a5"
    assert {ship.id: ship.at for ship in match.view(0).ships[1]}["b6"] == "b4"


def test_the_view_tells_what_can_be_inferred_with_the_counts_minded():
    """Two Submarines met their like; whatever sank nobody else can be one."""
    white = ("S.LLLLLL.", "SFRTNEAWV", "ZBKQC....")
    match = deployed(white, white)
    moves(match, "a3-a4", "a6-a5", "a4-a5")
    assert {ship.id: ship.could for ship in match.view(0).ships[1]}["a6"] == "S"
    assert {ship.id: ship.could for ship in match.view(0).ships[1]}["b7"] == LETTERS
    moves(match, "i7-i6", "a2-a3", "a7-a6", "a3-a4", "a6-a5", "a4-a5")
    others = {ship.could for ship in match.view(0).ships[1] if ship.id not in ("a6", "a7")}
    assert others == {LETTERS.replace("S", "")}


def test_what_the_opponent_infers_is_not_for_the_owner_to_see():
    """Black's Roosevelt or its Ford sinks White's Wasp: White cannot see what Black now knows of it."""
    white, black = ("WLLLLLL..", "SSFRTNEAV", "ZBKQC...."), ("TLLLLLL..", "SSFRNEAWV", "ZBKQC....")
    one, other = deployed(white, black), deployed(white, swapped(black, "T", "F"))
    for match in (one, other):
        moves(match, "a3-a4", "i7-i6", "a4-a5", "i6-i7", "a5-a6")
    assert everything(one, 0) == everything(other, 0)
    sunk = [{ship.id: ship.could for ship in match.view(1).ships[0]}["a3"] for match in (one, other)]
    assert sunk == ["NEAWVZBKQL", "RTNEAWVZBKQL"]


# -- a Command Ship that waits ----------------------------------------------------------------------------------------


def test_nobody_is_told_that_a_command_ship_is_waiting():
    """A ship has come to its far row beside a foe: to that foe and to spectators it may be the Command Ship or not."""
    states = [play(position("Ce7 Lg7", "Ca5 Ld8"), "e7-e8"), play(position("Le7 Cg7", "Ca5 Ld8"), "e7-e8")]
    waits, other = states
    for viewer in (1, None):
        assert encode(GAME.view(waits, viewer, False)) == encode(GAME.view(other, viewer, False))
        assert encode(GAME.scene(GAME.view(waits, viewer, False))) == encode(
            GAME.scene(GAME.view(other, viewer, False))
        )
    assert GAME.list_legal(waits, 1) == GAME.list_legal(other, 1)
    assert GAME.actor(waits) == GAME.actor(other) == 1
    hidden = ("rank",)
    for field in waits.dtype.names:
        assert field in hidden or waits[field].tobytes() == other[field].tobytes(), f"{field} tells"
    for s in states:
        play(s, "a5-a6")
    assert GAME.actor(waits) == -2
    assert GAME.actor(other) == 0


def test_its_own_side_is_not_told_either_that_the_other_waits():
    waits, other = position("Ce7", "Ca2 Ld8"), position("Ce7", "La2 Cd8")
    for s in (waits, other):
        play(s, "e7-e8")
    assert encode(GAME.view(waits, 0, False)) == encode(GAME.view(other, 0, False))


# -- declared ---------------------------------------------------------------------------------------------------------


def test_declared_both_classes_are_shown_to_all_and_stay_visible():
    match = moves(deployed(declared=True), "h3-h4", "b6-b5", "h4-h5", "b5-b4", "b3-b4", "a6-a5", "h5-h6", "a5-a4")
    for viewer in (0, 1, None):
        view = match.view(viewer)
        shown = [{ship.id: ship.ship for ship in view.ships[seat] if ship.ship} for seat in (0, 1)]
        assert shown[0] == {"b3": "L", "h3": "S"} or viewer == 0
        assert shown[1] == {"b6": "L", "h6": "S"} or viewer == 1


def test_declared_what_was_not_in_a_challenge_stays_hidden():
    match = moves(deployed(declared=True), "b3-b4", "b6-b5", "b4-b5")
    assert sum(ship.ship == "" for ship in match.view(0).ships[1]) == 20
    assert sum(ship.ship == "" for ship in match.view(None).ships[0]) == 20


# -- when it is over --------------------------------------------------------------------------------------------------


def test_after_the_end_both_fleets_are_revealed():
    for seed in (1, 2):
        *_, match = random_match(seed)
        for viewer in (0, 1, None):
            assert all(ship.ship for ships in match.view(viewer).ships for ship in ships)
            assert match.log(viewer) == [(str(step.actor), step.text) for step in match.steps]
    resigned = moves(deployed(), "a3-a4")
    resigned.play(0, "resign")
    assert all(ship.ship for ships in resigned.view(1).ships for ship in ships)


def test_the_last_challenge_is_public():
    match = moves(deployed(), "h3-h4", "h6-h5", "h4-h5")
    for viewer in (0, 1, None):
        assert encode(match.view(viewer).challenge) == b'{"by":0,"at":"h5","lost":[0,1],"ships":["h3","h6"]}'
        assert match.view(viewer).afloat == [20, 20]
        assert match.view(viewer).quiet == 0
