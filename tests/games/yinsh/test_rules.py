import pytest

from parlour.core.compiled.playouts import perft
from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.games.yinsh import GAME
from parlour.games.yinsh.board import DIRECTIONS, FIVES, LINES, POINTS, RING
from parlour.games.yinsh.notation import point_name

from .positions import after_placing, markers, play, point, position, random_games, ring_moves, rulebook_position

CLUSTER = "f6 e5 g7 e6 f5 g6 e4 f7 g8 d5"
RIM = "a2 k10 b7 j5 d9 h3 f2 f10 i11 c1"


# -- the board and the placing ----------------------------------------------------------------------------------


def test_the_board_has_85_points_and_123_fives():
    assert len(POINTS) == 85
    assert len(FIVES) == 123


def test_a_ring_on_the_empty_board_has_24_moves_from_the_centre_and_1848_from_all_points_together():
    reach = [len(ring_moves(position(point_name(p)), point_name(p))) for p in POINTS.tolist()]
    assert reach[POINTS.tolist().index(point("f6"))] == 24
    assert sum(reach) == 1848


def test_the_first_ring_may_go_to_any_point_and_they_are_listed_from_a2_to_k10():
    assert Match(GAME, 2).legal(0) == [point_name(p) for p in POINTS.tolist()]
    assert Match(GAME, 2).legal(0)[0] == "a2"


def test_rings_are_placed_in_turn_white_first_on_empty_points():
    match = Match(GAME, 2)
    assert match.actor == 0
    play(match, "f6")
    assert match.actor == 1
    assert "f6" not in match.legal(1)
    assert len(match.legal(1)) == 84


def test_white_moves_first_when_each_has_placed_five():
    match = after_placing(CLUSTER)
    assert match.actor == 0
    assert match.view(None).rings == [["f6", "g7", "f5", "e4", "g8"], ["e5", "e6", "g6", "f7", "d5"]]
    assert all("-" in text for text in match.legal(0))


@pytest.mark.parametrize(
    ("rings", "counts"), [(CLUSTER, (42, 1767)), (RIM, (85, 6930)), ("", (85, 7140))], ids=["cluster", "rim", "empty"]
)
def test_as_many_sequences_of_one_and_two_steps_as_counted_elsewhere(rings: str, counts: tuple[int, ...]):
    start = after_placing(rings).state
    assert tuple(perft(GAME, start, depth) for depth in (1, 2)) == counts


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rings", "depth", "count"),
    [(CLUSTER, 3, 80206), (CLUSTER, 4, 3671384), (RIM, 3, 563742), ("", 3, 592620)],
)
def test_as_many_sequences_of_more_steps_as_counted_elsewhere(rings: str, depth: int, count: int):
    assert perft(GAME, after_placing(rings).state, depth) == count


# -- moving a ring ------------------------------------------------------------------------------------------------


def test_the_ring_of_the_rulebook_moves_exactly_where_it_says():
    assert ring_moves(rulebook_position(), "e4") == {"d4", "e2", "e10", "f4", "f5", "g4", "g6", "h4", "i4", "j9"}


def test_the_ring_of_the_rulebook_turns_over_what_it_says():
    match = rulebook_position()
    play(match, "e4-e10")
    column = {f"e{n}" for n in range(4, 11)}
    assert markers(match, 0) & column == {"e5", "e8"}
    assert markers(match, 1) & column == {"e4", "e6", "e7", "e9"}
    assert match.view(None).rings[1] == ["a5", "d3", "e10", "g8", "h8"]


def test_a_ring_leaves_a_marker_of_its_colour_from_the_stock():
    match = position("f6", "a2", turn=1)
    play(match, "a2-a3")
    assert (markers(match, 0), markers(match, 1)) == (set(), {"a2"})
    assert match.view(None).stock == 50
    assert match.actor == 0


def test_only_own_rings_move():
    assert ring_moves(position("f6", "a2"), "a2") == set()


def test_a_ring_crosses_empty_points_then_one_group_and_lands_right_behind_it():
    match = position("e1", "k7", "e4 e6", "e5")
    assert ring_moves(match, "e1") & {f"e{n}" for n in range(1, 11)} == {"e2", "e3", "e7"}


def test_a_ring_does_not_jump_a_second_group():
    match = position("e1", "k7", "e2", "e4")
    assert ring_moves(match, "e1") & {f"e{n}" for n in range(1, 11)} == {"e3"}


def test_a_ring_never_passes_a_ring_not_even_its_own():
    match = position("e1 e4", "c1")
    assert ring_moves(match, "e1") >= {"e2", "e3", "d1"}
    assert not ring_moves(match, "e1") & {"e4", "e5", "c1", "b1"}


def test_a_ring_never_ends_on_a_marker_nor_on_a_ring_behind_markers():
    match = position("e1", "e4", "e2", "e3")
    assert not ring_moves(match, "e1") & {"e2", "e3", "e4", "e5"}


def test_a_group_that_reaches_the_edge_cannot_be_jumped():
    match = position("e8", "a2", "e9", "e10")
    assert not ring_moves(match, "e8") & {"e9", "e10"}


def test_jumped_markers_turn_over_whoever_owns_them():
    match = position("e1", "k7", "e2 e4", "e3")
    play(match, "e1-e5")
    assert (markers(match, 0), markers(match, 1)) == ({"e1", "e3"}, {"e2", "e4"})


def test_the_marker_just_left_does_not_turn_over():
    match = position("e1", "k7", "", "e2")
    play(match, "e1-e3")
    assert markers(match, 0) == {"e1", "e2"}


def test_markers_beside_the_way_do_not_turn_over():
    match = position("e1", "k7", "", "d1 f2 e6")
    play(match, "e1-e4")
    assert markers(match, 1) == {"d1", "f2", "e6"}


# -- passing --------------------------------------------------------------------------------------------------------


def shut_in(white: str, black: str, **more: int) -> Match:
    """Every line through these rings is full of markers, to the edge."""
    rings = {point(name) for name in f"{white} {black}".split()}
    full = sorted({p for line in LINES if rings & set(line) for p in line} - rings)
    return position(white, black, " ".join(map(point_name, full[::2])), " ".join(map(point_name, full[1::2])), **more)


def test_a_seat_without_a_ring_move_passes_and_has_no_other_choice():
    match = position("a2", "a3 b2 b3")
    assert match.legal(0) == ["pass"]
    assert match.view(0).phase == "pass"
    play(match, "pass")
    assert match.actor == 1
    assert match.view(None).stock == 51


def test_a_seat_that_can_move_may_not_pass():
    match = position("f6", "a2")
    assert "pass" not in match.legal(0)
    with pytest.raises(Refused):
        match.play(0, "pass")


def test_two_passes_in_a_row_end_the_game_and_rings_are_counted():
    match = shut_in("a2", "a3", removed=(1, 2))
    play(match, "pass")
    assert not match.over
    play(match, "pass")
    assert match.result.ending == "no moves"
    assert match.result.returns == [-1, 1]
    assert match.result.scores == [1, 2]


def test_two_passes_with_a_move_between_them_end_nothing():
    match = position("a2", "a3 b2 b3 k7")
    play(match, "pass k7-k8 pass")
    assert not match.over
    assert match.actor == 1


# -- what is kept twice is kept the same ------------------------------------------------------------------------------


def walked(match: Match) -> list[str]:
    """The ring moves found by walking from point to point, in the order in which they are listed."""
    board, found = match.state.board, []
    for at in (int(ring) for ring in match.state.rings[match.actor] if ring):
        for step in (way for line in DIRECTIONS.tolist() for way in (line, -line)):
            to, jumped = at + step, False
            while board[to] < RING and not (jumped and board[to - step] == 0):
                if board[to] == 0:
                    found.append(f"{point_name(at)}-{point_name(to)}")
                jumped = jumped or board[to] != 0
                to += step
    return found or ["pass"]


def test_the_lines_kept_as_bits_give_the_moves_that_walking_gives():
    compared = 0
    for match in random_games(4):
        if not match.over and match.view(None).phase in ("move", "pass"):
            assert match.legal(match.actor) == walked(match)
            compared += 1
    assert compared > 150


def test_no_marker_and_no_ring_is_ever_lost():
    for match in random_games(3):
        view = match.view(None)
        assert view.stock + len(view.markers[0]) + len(view.markers[1]) == 51
        if view.placed == 10:
            assert [5 - rings.count(None) + won for rings, won in zip(view.rings, view.removed, strict=True)] == [5, 5]
