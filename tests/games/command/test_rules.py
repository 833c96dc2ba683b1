"""Moving, challenges, and how it ends."""

import pytest

from parlour.core.game import CHANCE
from parlour.games.command import GAME
from parlour.games.command.board import COUNTS, LETTERS

from .positions import afloat, deployed, ending, goes_on, legal, moves, play, position

# Who is left, by attacker (a row) and defender (a column): the attacker (a), the defender (d), nobody (=).
WHO_WINS = """
  S F R T N E A W V Z B K Q L C
S = a a a a a a a a a a a a d a
F d = a a a a a a a a a a a a a
R d d = a a a a a a a a a a a a
T d d d = a a a a a a a a a a a
N d d d d = a a a a a a a a a a
E d d d d d = a a a a a a a a a
A d d d d d d = a a a a a a a a
W d d d d d d d = a a a a a a a
V d d d d d d d d = a a a a a a
Z d d d d d d d d d = a a a a a
B d d d d d d d d d d = a a a a
K d d d d d d d d d d d = a a a
Q d d d d d d d d d d d d = a a
L a d d d d d d d d d d d d = a
C d d d d d d d d d d d d d d a
"""


def pairs() -> list[tuple[str, str, str]]:
    head, *rows = [line.split() for line in WHO_WINS.strip().splitlines()]
    assert "".join(head) == LETTERS == "".join(row[0] for row in rows)
    return [(row[0], defender, left) for row in rows for defender, left in zip(head, row[1:], strict=True)]


def after_challenge(attacker: str, defender: str, turn: int = 0):
    """The attacker, of the seat to move, has gone from e4 to e5."""
    mine, theirs = f"{attacker}e4", f"{defender}e5"
    own = mine if attacker == "C" else f"{mine} Ca1"
    other = theirs if defender == "C" else f"{theirs} Ci8"
    s = position(own, other) if turn == 0 else position(other, own, turn=1)
    return play(s, "e4-e5")


# -- moving -----------------------------------------------------------------------------------------------------------


def test_the_fleet_has_21_ships_of_15_classes():
    assert COUNTS.sum() == 21
    assert len(LETTERS) == len(COUNTS) == 15
    assert {letter: n for letter, n in zip(LETTERS, COUNTS.tolist(), strict=True) if n > 1} == {"S": 2, "L": 6}


def test_a_ship_moves_one_square_forward_backward_or_sideways():
    assert legal(position("Ce4", "Ca8")) == ["e4-e5", "e4-e3", "e4-d4", "e4-f4"]
    assert legal(position("Ca1", "Ce4", turn=1)) == ["e4-e5", "e4-e3", "e4-d4", "e4-f4"]


def test_a_ship_stays_on_the_board():
    assert legal(position("Ca1", "Ce8")) == ["a1-a2", "a1-b1"]
    assert legal(position("Ci8", "Ce3")) == ["i8-i7", "i8-h8"]


def test_a_ship_does_not_move_onto_an_own_one_but_onto_an_opposing_one():
    s = position("Ce1 Le2", "Ca8 Ld1")
    assert legal(s) == ["e1-d1", "e1-f1", "e2-e3", "e2-d2", "e2-f2"]


def test_players_alternate_from_whom_the_lot_has_named():
    for first in (0, 1):
        match = deployed(first=first)
        assert match.actors == [first]
        assert match.legal(1 - first) == []
        moves(match, match.legal(first)[0])
        assert match.actors == [1 - first]


def test_the_order_of_moves_is_that_of_starting_squares():
    match = deployed()
    in_front = ["a3-a4", "b3-b4", "c3-c4", "d3-d4", "e3-e4", "f3-f4", "f3-g3", "h3-h4", "h3-g3", "h3-i3"]
    behind = ["e1-f1", "f2-f1", "g2-g3", "g2-g1", "h2-h1", "i2-i3", "i2-i1"]
    assert match.legal(0) == behind + in_front
    moves(match, "h3-h4", "h6-h5")
    assert match.legal(0)[-4:] == ["h4-h5", "h4-h3", "h4-g4", "h4-i4"]


# -- challenges -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [0, 1])
def test_every_class_against_every_class(turn):
    for attacker, defender, left in pairs():
        s = after_challenge(attacker, defender, turn)
        case = str.upper if (left == "a") == (turn == 0) else str.lower
        expected = {"a": case(attacker), "d": case(defender), "=": None}[left]
        assert afloat(s).get("e5") == expected, f"{attacker} attacks {defender}"
        assert "e4" not in afloat(s)


@pytest.mark.parametrize(
    ("attacker", "defender", "left"),
    [
        ("S", "L", "l"), ("L", "S", "L"), ("C", "C", "C"), ("Z", "N", "n"), ("L", "C", "L"), ("E", "S", "s"),
        ("B", "B", None), ("S", "S", None), ("L", "L", None), ("Q", "L", "Q"), ("L", "Q", "q"), ("C", "L", "l"),
    ],
)  # fmt: skip
def test_the_rulebooks_checks(attacker, defender, left):
    s = after_challenge(attacker, defender)
    assert afloat(s).get("e5") == left
    assert goes_on(s) == ("C" not in (attacker, defender))


def test_the_command_ship_that_attacks_anything_else_is_lost_and_the_game_with_it():
    for defender in LETTERS[:-1]:
        assert ending(after_challenge("C", defender)) == ("command ship", [-1, 1])


def test_sinking_the_command_ship_wins():
    for attacker in LETTERS:
        assert ending(after_challenge(attacker, "C")) == ("command ship", [1, -1])
    assert ending(after_challenge("L", "C", turn=1)) == ("command ship", [-1, 1])


def test_scores_are_ships_afloat():
    assert GAME.scores_of(position("Ca1 Se4", "Ci8 Le5 Lf5"), 2) == [2, 3]
    assert GAME.scores_of(play(position("Ca1 Se4", "Ci8 Le5 Lf5"), "e4-e5"), 2) == [1, 3]
    assert GAME.scores_of(play(position("Ca1 Le4", "Ci8 Le5 Lf5"), "e4-e5"), 2) == [1, 2]
    assert GAME.scores_of(GAME.new(2, {"declared": False}), 2) == [21, 21]


# -- the far row ------------------------------------------------------------------------------------------------------


def test_a_command_ship_that_reaches_its_far_row_with_nobody_beside_wins_at_once():
    assert ending(play(position("Ce7", "Ca5 Sg8"), "e7-e8")) == ("far row", [1, -1])
    assert ending(play(position("Ca5 Sg1", "Ce2", turn=1), "e2-e1")) == ("far row", [-1, 1])


def test_diagonal_neighbours_and_own_ships_are_not_beside_it():
    assert ending(play(position("Ce7 Ld8 Lf8", "Ca5 Sd7 Sf7"), "e7-e8"))[0] == "far row"


@pytest.mark.parametrize("beside", ["d8", "f8"])
def test_with_an_opposing_ship_beside_it_waits_for_one_move(beside):
    s = play(position("Ce7", f"Ca5 L{beside}"), "e7-e8")
    assert goes_on(s)
    assert ending(play(s, "a5-a6")) == ("far row", [1, -1])


def test_a_waiting_command_ship_can_be_sunk():
    s = play(position("Ce7", "Ca5 Ld8"), "e7-e8", "d8-e8")
    assert ending(s) == ("command ship", [-1, 1])
    s = play(position("Ca5 Ld1", "Ce2", turn=1), "e2-e1", "d1-e1")
    assert ending(s) == ("command ship", [1, -1])


def test_a_command_ship_may_sink_the_waiting_one():
    assert ending(play(position("Ce7", "Cd8"), "e7-e8", "d8-e8")) == ("command ship", [-1, 1])


def test_the_waiting_one_wins_even_if_the_reply_brings_the_other_to_its_own_far_row():
    s = play(position("Ce7", "Ca2 Ld8"), "e7-e8", "a2-a1")
    assert ending(s) == ("far row", [1, -1])


def test_a_command_ship_lost_in_the_reply_comes_before_the_one_that_waits():
    s = play(position("Ce7 Wb5", "Ca5 Ld8"), "e7-e8", "a5-b5")
    assert ending(s) == ("command ship", [1, -1])


def test_the_waiting_one_wins_if_the_reply_takes_another_ship():
    s = play(position("Ce7 Wc8", "Ca5 Rd8"), "e7-e8", "d8-c8")
    assert ending(s) == ("far row", [1, -1])


def test_the_waiting_one_wins_if_the_reply_takes_the_guard_away():
    assert ending(play(position("Ce7", "Ca5 Rd8"), "e7-e8", "d8-d7")) == ("far row", [1, -1])


def test_other_ships_on_the_far_row_win_nothing():
    s = play(position("Ca1 Le7", "Ci5 Sg2", quiet=5), "e7-e8", "g2-g1", "e8-d8", "g1-f1")
    assert goes_on(s)


def test_the_own_back_row_is_not_the_far_row():
    assert goes_on(play(position("Ce2", "Ce7"), "e2-e1", "e7-e8", "e1-d1"))


def test_taking_a_command_ship_on_the_far_row_is_first_of_all_a_command_ship_lost():
    assert ending(play(position("Ce7", "Ce8"), "e7-e8")) == ("command ship", [1, -1])


# -- bounds -----------------------------------------------------------------------------------------------------------


def test_200_plies_without_a_challenge_are_a_draw():
    match = deployed()
    back_and_forth = ["a3-a4", "a6-a5", "a4-a3", "a5-a6"]
    moves(match, *back_and_forth * 49, *back_and_forth[:3])
    assert not match.over
    assert match.view(None).quiet == 199
    moves(match, back_and_forth[3])
    assert match.result is not None
    assert (match.result.ending, match.result.returns, match.result.scores) == ("no challenge", [0, 0], [21, 21])


def test_a_challenge_begins_the_count_anew():
    s = play(position("Ca1 Le4", "Ci8 Se5 Lh8", quiet=199), "e4-e5")
    assert goes_on(s)
    assert s.quiet == 0
    assert play(s, "h8-h7").quiet == 1


def test_1000_plies_in_all_are_a_draw():
    assert goes_on(play(position("Ca1 Le4", "Ci8", plies=998), "e4-e5"))
    assert ending(play(position("Ca1 Le4", "Ci8", plies=999), "e4-e5")) == ("ply limit", [0, 0])
    assert ending(play(position("Ca1 Le4", "Ci8 Se5", plies=999), "e4-e5")) == ("ply limit", [0, 0])


def test_of_two_bounds_at_once_the_first_in_the_rulebook_is_named():
    assert ending(play(position("Ca1 Le4", "Ci8", plies=999, quiet=199), "e4-e5"))[0] == "no challenge"


def test_wins_come_before_bounds():
    late = {"plies": 999, "quiet": 199}
    assert ending(play(position("Ce7", "Ca5", **late), "e7-e8"))[0] == "far row"
    assert ending(play(position("Ce4", "Ce5", **late), "e4-e5"))[0] == "command ship"
    waited = position("Ce8", "Ca5 Ld8", turn=1, last="e7-e8", **late)
    assert ending(play(waited, "a5-a6")) == ("far row", [1, -1])


def test_who_only_waits_when_the_bound_is_reached_has_not_won():
    assert ending(play(position("Ce7", "Ca5 Ld8", quiet=199), "e7-e8")) == ("no challenge", [0, 0])


# -- the lot ----------------------------------------------------------------------------------------------------------


def test_the_lot_is_the_very_first_step():
    s = GAME.new(2, {"declared": False})
    assert GAME.actor(s) == CHANCE
    assert [(GAME.text(a), weight) for a, weight in GAME.list_chance(s)] == [("first 0", 1), ("first 1", 1)]
    assert GAME.waiting(s) == 0
