"""What a lay is worth: the rulebook's checks, and every sentence of its scoring."""

import pytest

from parlour.core.game import State, copy_state
from parlour.games.luckymoose import GAME

from .positions import layers_match, play, position, scores

FAR = "Gc Gc Gc Gc Gc Gc"  # the other seat's hand


def laid(hand: str, board: dict[str, str] | None, *texts: str, **options: object) -> State:
    return play(position([hand, FAR], board, **options), *texts)


def points(hand: str, board: dict[str, str] | None, *texts: str, **options: object) -> int:
    """What `end` scores after these lays; the preview must have said the same."""
    s = laid(hand, board, *texts, **options)
    preview = GAME.view(s, 1, False).worth
    assert scores(play(s, "end"))[0] == preview
    return preview


# -- the checks of the rulebook ------------------------------------------------------------------------------


def test_a_plain_line_of_two_scores_4() -> None:
    assert points("Rc", {"h8": "Rm"}, "Rc@i8") == 4


def test_a_plain_line_of_five_scores_10() -> None:
    assert points("Rd", {"f8": "Rm Rc Rs Rt"}, "Rd@j8") == 10


def test_a_line_of_six_scores_24() -> None:
    assert points("Rx", {"e8": "Rm Rc Rs Rt Rd"}, "Rx@j8") == points("Px", {"h4": "Rx Ox Yx Gx Bx"}, "Px@g4") == 24


def test_six_over_one_3_score_72() -> None:
    assert points("Rx", {"b8": "Rm Rc Rs Rt Rd"}, "Rx@a8") == 72


def test_six_over_a_2_and_a_3_score_144() -> None:
    lay = ("Rx@e8", "Rd@d8", "Rt@c8", "Rs@b8", "Rc@a8")
    assert points("Rx Rd Rt Rs Rc", {"f8": "Rm"}, *lay) == 144
    assert points("Rx Rd Rt Rs Rc", {"f8": "Rm"}, *lay, bonus="highest") == 72


def test_five_along_the_border_joined_to_an_older_border_token_score_5832() -> None:
    lay = ("Rx@e1", "Rd@d1", "Rt@c1", "Rs@b1", "Rc@a1")
    assert points("Rx Rd Rt Rs Rc", {"f1": "Rm"}, *lay) == 24 * 3**5 == 5832
    assert points("Rx Rd Rt Rs Rc", {"f1": "Rm"}, *lay, bonus="highest") == 72


def test_three_beside_three_older_ones_score_12_and_18_with_the_option() -> None:
    lay = ("Gm@f7", "Gc@g7", "Gs@h7")
    assert points("Gm Gc Gs", {"f8": "Rm Rc Rs"}, *lay) == 12
    assert points("Gm Gc Gs", {"f8": "Rm Rc Rs"}, *lay, score_new_lines=True) == 18


# -- the first lay ---------------------------------------------------------------------------------------------


def test_a_single_token_on_the_first_lay_scores_nothing() -> None:
    assert points("Rm", None, "Rm@h8") == 0
    assert points("Rm", None, "Rm@h8", score_new_lines=True) == 0


def test_on_the_first_lay_a_line_of_new_tokens_scores() -> None:
    assert points("Rm Rc Rs", None, "Rm@h8", "Rc@i8", "Rs@g8") == 6


def test_a_full_line_on_the_first_lay_has_its_12_and_its_bonus() -> None:
    assert points("Rm Rc Rs Rt Rd Rx", None, "Rm@h8", "Rc@i8", "Rs@j8", "Rt@g8", "Rd@f8", "Rx@k8") == 48


# -- later lays --------------------------------------------------------------------------------------------------


def test_a_line_of_new_tokens_alone_scores_nothing_but_its_bonus_tiles_still_count_across() -> None:
    """The row k7 to l7 is new; column k stands on a ×2 tile: 4 × 2, column l: 4."""
    assert points("Gm Gc", {"k8": "Rm Rc"}, "Gm@k7", "Gc@l7") == 12
    assert points("Gm Gc", {"k8": "Rm Rc"}, "Gm@k7", "Gc@l7", score_new_lines=True) == 12 + 4 * 2


def test_a_token_in_two_lines_multiplies_both() -> None:
    assert points("Rc", {"f8": "Rm", "e9": "Rs"}, "Rc@e8") == 4 * 2 + 4 * 2


def test_a_bonus_tile_multiplies_only_the_lines_of_its_token() -> None:
    """Rs on l8 is in the row over k8 (×2), and alone in column l under Rt: 4 plain."""
    assert points("Rc Rs", {"j8": "Rm", "l9": "Rt"}, "Rc@k8", "Rs@l8") == 6 * 2 + 4


def test_bonus_tiles_under_older_tokens_do_not_count_again() -> None:
    assert points("Rs", {"k8": "Rm", "l8": "Rc"}, "Rs@m8") == 6


def test_two_2_tiles_in_one_line_multiply_each_other() -> None:
    lay = ("Rc@f5", "Rs@g5")
    assert points("Rc Rs", {"e5": "Rm"}, *lay) == 6 * 4
    assert points("Rc Rs", {"e5": "Rm"}, *lay, bonus="highest") == 6 * 2


def test_a_token_that_joins_two_lines_makes_one() -> None:
    assert points("Rs", {"f8": "Rm Rc", "i8": "Rt Rd"}, "Rs@h8") == 10


def test_lines_that_a_lay_does_not_touch_score_nothing() -> None:
    assert points("Rc", {"h8": "Rm", "h4": "Gm Gc"}, "Rc@i8") == 4


def test_a_column_scores_as_a_row_does() -> None:
    assert points("Rx Rd Rt Rs Rc", {"a6": "Rm"}, "Rx@a5", "Rd@a4", "Rt@a3", "Rs@a2", "Rc@a1") == 5832


def test_scores_add_up() -> None:
    s = position(["Rc", FAR], {"h8": "Rm"}, scores=(100, 50))
    assert scores(play(s, "Rc@i8", "end")) == [104, 50]


# -- bonus tiles ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "triples", "doubles"), [(15, 56, 24), (9, 32, 24), (25, 96, 24)])
def test_the_border_is_3_and_the_ring_is_2(size: int, triples: int, doubles: int) -> None:
    kinds = [site.kind for site in GAME.plan(2, GAME.options_for(2, {"size": size})).sites]
    assert [kinds.count(kind) for kind in ("x3", "x2", "centre")] == [triples, doubles, 1]


def test_bonus_tiles_of_a_small_board_lie_around_its_own_centre() -> None:
    """On 9 × 9 the ring is right inside the border: b2 to h8."""
    assert points("Rc", {"c5": "Rm"}, "Rc@b5", size=9) == 8
    assert points("Rc Rs", {"c5": "Rm"}, "Rc@b5", "Rs@a5", size=9) == 6 * 6


# -- the preview -----------------------------------------------------------------------------------------------------


def test_the_view_names_the_lines_that_score() -> None:
    """k6 lies on a ×2 tile: column k 4 × 2, column l 4, the row of new tokens alone nothing."""
    s = laid("Gx Rx", {"j7": "Rx Yx Gx", "i7": "Px"}, "Gx@k6", "Rx@l6")
    lines = [(line.tiles, line.points) for line in GAME.view(s, None, False).lines]
    assert lines == [(["k6", "k7"], 8), (["l6", "l7"], 4)]


# -- what a viewer is told of it ------------------------------------------------------------------------------


def test_a_line_says_its_value_and_what_multiplies_it() -> None:
    s = laid("Gx Rx", {"k7": "Yx Gx"}, "Gx@k6", "Rx@l6")
    shown = GAME.view(s, 0, False)
    assert [(line.tiles, line.value, line.times, line.points) for line in shown.lines] == [
        (["k6", "k7"], 4, 2, 8), (["l6", "l7"], 4, 1, 4),
    ]  # fmt: skip
    assert shown.unpaid == ["k6", "l6"], "the row of new tokens alone scores nothing"


def test_a_line_that_scores_is_not_unpaid() -> None:
    assert GAME.view(laid("Rc Rs", {"h8": "Rm"}, "Rc@i8", "Rs@j8"), 0, False).unpaid == []
    assert GAME.view(laid("Rc Rs", None, "Rc@h8", "Rs@i8"), 0, False).unpaid == []


def test_gains_are_what_the_turn_would_be_worth_after_each_lay() -> None:
    for match in layers_match(2, seed=5, sets=1):
        if match.actor < 0:
            continue
        told = GAME.view(match.state, match.actor, False).gains
        assert list(told) == [text for text in match.legal(match.actor) if "@" in text]
        for text, points in told.items():
            trial = play(copy_state(match.state), text)
            assert GAME.view(trial, match.actor, False).worth == points


def test_gains_are_told_to_nobody_but_the_seat_whose_turn_it_is() -> None:
    s = position(["Rc", FAR], {"h8": "Rm"})
    assert GAME.view(s, 0, False).gains == {"Rc@h7": 4, "Rc@g8": 4, "Rc@i8": 4, "Rc@h9": 4}
    assert GAME.view(s, 1, False).gains == GAME.view(s, None, True).gains == {}


def test_the_last_lay_has_its_owner_and_its_lines_until_another_token_lies() -> None:
    s = position(["Oc Oc Oc Yd Yd Yd", "Gm Gs Gs Gs Bt Bt", "Bx Bx Bx Ot Ot Ot"], {"h8": "Rm"}, "Px Px Px", turn=1)
    play(s, "Gm@h9", "end")  # and a token is drawn
    told = []
    for step in ("Px", "swap Bx", "Px", "swap Oc", "Px"):
        play(s, step)
        shown = GAME.view(s, None, False)
        told.append((shown.last_by, [line.points for line in shown.last_lines]))
    assert told == [(1, [4])] * 5
    play(s, "Gs@h10")
    assert (GAME.view(s, 0, False).last_by, GAME.view(s, 0, False).last_lines) == (None, [])
