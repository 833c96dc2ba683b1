import pytest

from parlour.core.compiled.playouts import playouts
from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.games.yinsh import GAME

from .positions import markers, play, position


def test_a_row_is_taken_back_to_the_stock_then_a_ring_then_the_other_seat_moves():
    match = position("e5 a2", "k7", "e1 e2 e3 e4", stock=30)
    play(match, "e5-d5")
    assert match.actor == 0
    assert match.legal(0) == ["xe1-e5"]
    play(match, "xe1-e5")
    assert match.view(None).stock == 34
    assert markers(match, 0) == set()
    assert match.legal(0) == ["xd5", "xa2"]
    play(match, "xa2")
    assert match.view(None).rings[0][:2] == ["d5", None]
    assert match.view(None).removed == [1, 0]
    assert match.actor == 1
    assert match.view(None).phase == "move"


@pytest.mark.parametrize(
    ("ring", "left", "to", "row"),
    [
        ("e5", "e1 e2 e3 e4", "d5", "xe1-e5"),
        ("e5", "a5 b5 c5 d5", "e6", "xa5-e5"),
        ("e5", "f6 g7 h8 i9", "e6", "xe5-i9"),
    ],
)
def test_a_row_lies_along_any_of_the_three_directions(ring: str, left: str, to: str, row: str):
    match = position(ring, "k7", left)
    play(match, f"{ring}-{to}")
    assert match.legal(0) == [row]


@pytest.mark.parametrize(
    ("white", "black"), [("e2 e3 e4", ""), ("e1 e2 e3 e6", ""), ("e1 e2 e3", "e4"), ("e3 e4 f7 g8", "")]
)
def test_four_are_no_row_nor_are_five_with_a_gap_of_two_colours_or_round_a_corner(white: str, black: str):
    match = position("e5", "k7", white, black)
    play(match, "e5-d5")
    assert match.actor == 1
    assert match.view(None).phase == "move"


def test_a_row_can_come_of_turned_markers():
    match = position("d5", "k7", "e1 e2 e3 e4", "e5")
    play(match, "d5-f5")
    assert match.legal(0) == ["xe1-e5"]


def test_of_six_in_a_row_the_owner_chooses_which_five():
    match = position("e6", "k7", "e1 e2 e3 e4 e5")
    play(match, "e6-d6")
    assert match.legal(0) == ["xe1-e5", "xe2-e6"]
    play(match, "xe2-e6")
    assert markers(match, 0) == {"e1"}


def test_of_seven_in_a_row_there_are_three_fives_each_listed_once():
    match = position("e4", "k7", "e1 e2 e3 e5 e6 e7")
    play(match, "e4-d4")
    assert match.legal(0) == ["xe1-e5", "xe2-e6", "xe3-e7"]


def test_ten_in_a_row_can_be_two_rows_one_after_the_other():
    match = position("e5 a2 a3", "k7", "e1 e2 e3 e4 e6 e7 e8 e9 e10")
    play(match, "e5-d5 xe1-e5 xa2")
    assert match.legal(0) == ["xe6-e10"]
    play(match, "xe6-e10 xa3")
    assert match.view(None).removed == [2, 0]
    assert match.actor == 1


def test_the_middle_five_of_ten_leave_no_row():
    match = position("e5 a2", "k7", "e1 e2 e3 e4 e6 e7 e8 e9 e10")
    play(match, "e5-d5 xe3-e7 xa2")
    assert match.actor == 1


def test_two_rows_that_share_a_marker_give_one_ring_for_the_second_is_a_row_no_more():
    match = position("e5 a2", "k7", "e1 e2 e3 e4 a5 b5 c5 d5")
    play(match, "e5-e6")
    assert match.legal(0) == ["xa5-e5", "xe1-e5"]
    play(match, "xa5-e5 xa2")
    assert match.actor == 1
    assert match.view(None).phase == "move"
    assert markers(match, 0) == {"e1", "e2", "e3", "e4"}


def six_crossed_by_a_row_at_its_end() -> Match:
    match = position("e6 a2 a3", "k7", "e1 e2 e3 e4 e5 b6 c6 d6 f6")
    play(match, "e6-f7")
    assert match.legal(0) == ["xb6-f6", "xe1-e5", "xe2-e6"]
    return match


def test_the_five_that_leave_the_shared_marker_leave_the_other_row_whole():
    match = six_crossed_by_a_row_at_its_end()
    play(match, "xe1-e5 xa2")
    assert match.legal(0) == ["xb6-f6"]
    play(match, "xb6-f6 xa3")
    assert match.view(None).removed == [2, 0]


def test_the_five_that_take_the_shared_marker_break_the_other_row():
    match = six_crossed_by_a_row_at_its_end()
    play(match, "xe2-e6 xa2")
    assert match.actor == 1


def test_a_row_of_the_other_seat_is_taken_by_it_before_its_move():
    match = position("d5", "k7 k8", "e5", "e1 e2 e3 e4")
    play(match, "d5-f5")
    assert match.actor == 1
    assert match.legal(1) == ["xe1-e5"]
    play(match, "xe1-e5 xk8")
    assert match.view(None).removed == [0, 1]
    assert match.actor == 1
    assert match.view(None).phase == "move"


def both_have_rows(**more: object) -> Match:
    """White's d5-g5 gives White a row along column f and Black one along column e."""
    return position("d5 a2 a3", "k7 k8 k9", "e5 f2 f3 f4 f6", "e1 e2 e3 e4 f5", **more)  # type: ignore[arg-type]


def test_the_mover_takes_its_rows_first_then_the_other_seat_takes_its_own():
    match = both_have_rows()
    play(match, "d5-g5")
    assert match.actor == 0
    assert match.legal(0) == ["xf2-f6"]
    play(match, "xf2-f6 xa2")
    assert match.actor == 1
    assert match.legal(1) == ["xe1-e5"]
    play(match, "xe1-e5 xk8")
    assert match.view(None).removed == [1, 1]
    assert match.actor == 1
    assert match.view(None).phase == "move"


def test_the_mover_comes_first_whichever_row_its_ring_crosses_first():
    match = position("g5 a2", "k7 k8", "e5 f2 f3 f4 f6", "e1 e2 e3 e4 f5")
    play(match, "g5-d5")
    assert match.legal(0) == ["xf2-f6"]
    play(match, "xf2-f6 xa2")
    assert match.legal(1) == ["xe1-e5"]


def test_the_mover_comes_first_when_black_moves_too():
    match = position("a2 a3", "d5 k8", "e1 e2 e3 e4 f5", "e5 f2 f3 f4 f6", turn=1)
    play(match, "d5-g5")
    assert match.actor == 1
    play(match, "xf2-f6 xk8")
    assert match.legal(0) == ["xe1-e5"]


def test_while_a_row_waits_nothing_else_can_be_played():
    match = position("e5 a2", "k7", "e1 e2 e3 e4")
    play(match, "e5-d5")
    for text in ("d5-d6", "xa2", "pass", "f6"):
        with pytest.raises(Refused):
            match.play(0, text)
    with pytest.raises(Refused):
        match.play(1, "k7-k8")


# -- the end ----------------------------------------------------------------------------------------------------------


def test_the_third_ring_wins():
    match = position("e5 a2 a3", "k7", "e1 e2 e3 e4", removed=(2, 0))
    play(match, "e5-d5 xe1-e5 xa2")
    assert match.result.ending == "third ring"
    assert match.result.returns == [1, -1]
    assert match.result.scores == [3, 0]


def test_the_third_ring_wins_at_once_though_the_other_seat_has_a_row():
    match = both_have_rows(removed=(2, 2))
    play(match, "d5-g5 xf2-f6 xa2")
    assert match.result.ending == "third ring"
    assert match.result.returns == [1, -1]
    assert match.result.scores == [3, 2]


def test_the_third_ring_wins_for_the_seat_that_did_not_move_too():
    match = position("d5", "k7 k8", "e5", "e1 e2 e3 e4", removed=(2, 2))
    play(match, "d5-f5 xe1-e5 xk8")
    assert match.result.returns == [-1, 1]


def test_what_was_given_up_last_is_what_a_match_was_won_by():
    match = position("e5 a2 a3", "k7", "e1 e2 e3 e4 e6 e7 e8 e9 e10", removed=(1, 0))
    play(match, "e5-d5 xe1-e5 xa2")
    assert match.view(None).finish == []
    play(match, "xe6-e10 xa3")
    assert match.view(None).finish == ["e6", "e7", "e8", "e9", "e10", "a3"]
    marks = {mark.kind: (mark.at, mark.seat) for mark in match.scene(1).marks if mark.kind.startswith("won-")}
    assert marks == {
        "won-row": (("site:e6", "site:e7", "site:e8", "site:e9", "site:e10"), 0),
        "won-ring": (("site:a3",), 0),
    }


def test_a_match_that_nobody_won_by_a_ring_shows_none():
    match = position("e5 a2 a3", "k7", "e1 e2 e3 e4")
    play(match, "e5-d5 xe1-e5 xa2")
    match.play(match.actor, "resign")
    assert match.view(None).finish == []


def test_the_first_and_the_second_ring_win_nothing():
    match = position("e5 a2 a3", "k7", "e1 e2 e3 e4", removed=(1, 2))
    play(match, "e5-d5 xe1-e5 xa2")
    assert not match.over


def test_in_blitz_the_first_ring_wins():
    match = position("e5 a2 a3", "k7", "e1 e2 e3 e4", blitz=True)
    play(match, "e5-d5 xe1-e5 xa2")
    assert match.result.ending == "first ring"
    assert match.result.returns == [1, -1]
    assert match.result.scores == [1, 0]


def test_in_blitz_too_the_mover_takes_its_row_first():
    match = both_have_rows(blitz=True)
    play(match, "d5-g5 xf2-f6 xa2")
    assert match.result.ending == "first ring"
    assert match.result.returns == [1, -1]


@pytest.mark.parametrize(
    ("removed", "returns"), [((2, 1), [1, -1]), ((0, 2), [-1, 1]), ((1, 1), [0, 0]), ((0, 0), [0, 0])]
)
def test_the_last_marker_ends_the_game_and_more_rings_removed_win(removed: tuple[int, int], returns: list[float]):
    match = position("f6", "k7", stock=1, removed=removed)
    play(match, "f6-f7")
    assert match.result.ending == "markers"
    assert match.result.returns == returns
    assert match.result.scores == list(removed)


def test_the_last_marker_ends_nothing_if_it_makes_a_row():
    match = position("e5 a2", "k7", "e1 e2 e3 e4", stock=1)
    play(match, "e5-d5 xe1-e5 xa2")
    assert not match.over
    assert match.view(None).stock == 5


def test_the_last_marker_ends_nothing_if_it_makes_a_row_of_the_other_seat():
    match = position("d5", "k7 k8", "e5", "e1 e2 e3 e4", stock=1)
    play(match, "d5-f5")
    assert not match.over
    play(match, "xe1-e5 xk8")
    assert not match.over
    assert match.actor == 1


def test_the_last_but_one_marker_ends_nothing():
    match = position("f6", "k7", stock=2)
    play(match, "f6-f7")
    assert not match.over


@pytest.mark.compiled
@pytest.mark.parametrize("blitz", [False, True])
def test_every_random_game_ends_within_the_bound(blitz: bool):
    many = playouts(GAME, GAME.new(2, {"blitz": blitz}), 2, games=3000, seed=5)
    assert many.unfinished == 0
    assert many.longest <= GAME.bound
    # Neither seat is favoured: a wrong sign in the count of rings would show here.
    assert many.returns[0] == -many.returns[1]
    assert abs(many.returns[0]) < 0.1
