"""Where tokens may be laid."""

import pytest

from parlour.core.game import State
from parlour.games.luckymoose import GAME
from parlour.games.luckymoose.board import squares
from parlour.games.luckymoose.notation import TOKENS, laying

from .positions import layers_match, lays, legal, play, position

OTHER = "Gc"  # what the other seat holds does not matter


def tiles(s: State, token: str) -> list[str]:
    return sorted(text.partition("@")[2] for text in lays(s) if text.startswith(token))


# -- the first token of a turn -----------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "centre"), [(9, "e5"), (15, "h8"), (25, "m13")])
def test_the_first_token_of_the_game_goes_on_the_centre(size: int, centre: str) -> None:
    assert lays(position(["Rm Gc", OTHER], size=size)) == [f"Rm@{centre}", f"Gc@{centre}"]


def test_a_first_token_touches_an_older_one_side_by_side() -> None:
    s = position(["Rm", OTHER], {"h8": "Rc"})
    assert tiles(s, "Rm") == ["g8", "h7", "h9", "i8"]


def test_a_board_ends_at_its_edge() -> None:
    assert tiles(position(["Rm", OTHER], {"a1": "Rc"}), "Rm") == ["a2", "b1"]
    assert tiles(position(["Rm", OTHER], {"i9": "Rc"}, size=9), "Rm") == ["h9", "i8"]
    assert tiles(position(["Rm", OTHER], {"y25": "Rc"}, size=25), "Rm") == ["x25", "y24"]
    assert tiles(position(["Rm", OTHER], {"a9": "Rc", "i8": "Rc"}, size=9), "Rm") == ["a8", "b9", "h8", "i7", "i9"]


# -- valid lines ---------------------------------------------------------------------------------------------


def test_a_line_shares_the_colour_or_the_symbol() -> None:
    s = position(["Rc Gm Gc", OTHER], {"h8": "Rm"})
    assert set(tiles(s, "Rc")) == set(tiles(s, "Gm")) == {"g8", "i8", "h7", "h9"}
    assert tiles(s, "Gc") == []


def test_a_line_of_two_has_settled_what_it_shares() -> None:
    s = position(["Rs Gm Bm", OTHER], {"h8": "Rm Rc"})
    assert {"g8", "j8"} <= set(tiles(s, "Rs"))
    assert tiles(s, "Gm") == tiles(s, "Bm") == ["h7", "h9"]


def test_no_two_tokens_of_a_line_are_identical() -> None:
    s = position(["Rm Rc", OTHER], {"h8": "Rm"})
    assert tiles(s, "Rm") == []
    assert tiles(position(["Rs", OTHER], {"g8": "Rs Rc Rm"}), "Rs") == ["h7", "h9", "i7", "i9"]


def test_both_lines_through_a_tile_must_be_valid() -> None:
    """On i8 stand a red line to the left and a moose line below."""
    s = position(["Rm Rc Gm Rs", OTHER], {"h8": "Rt", "i7": "Bm"})
    assert {token for token in ("Rm", "Rc", "Gm", "Rs") if "i8" in tiles(s, token)} == {"Rm"}


def test_a_token_may_join_two_lines_to_one() -> None:
    s = position(["Rs Gs", OTHER], {"f8": "Rm Rc", "i8": "Rt Rd"})
    assert "h8" in tiles(s, "Rs")
    assert "h8" not in tiles(s, "Gs")


def test_lines_with_the_same_token_cannot_be_joined() -> None:
    assert "h8" not in tiles(position(["Rs", OTHER], {"f8": "Rm Rc", "i8": "Rt Rm"}), "Rs")


def test_lines_that_share_different_things_cannot_be_joined() -> None:
    s = position(["Rs Gm", OTHER], {"f8": "Rm Rc", "i8": "Gm Bm"})
    assert "h8" not in [*tiles(s, "Rs"), *tiles(s, "Gm")]


def test_no_line_is_longer_than_six() -> None:
    s = position([" ".join(f"{c}{x}" for c in "RG" for x in "mcs"), OTHER], {"e8": "Rm Rc Rs Rt Rd Rx"})
    assert not {"d8", "k8"} & {text.partition("@")[2] for text in lays(s)}


# -- further tokens of a turn ----------------------------------------------------------------------------------


def test_a_second_token_goes_on_at_an_end_of_the_row_or_of_the_column() -> None:
    s = play(position(["Rm Rs", OTHER], {"h8": "Rc"}), "Rm@i8")
    assert tiles(s, "Rs") == ["g8", "i7", "i9", "j8"]


def test_a_third_token_stays_in_the_row_of_the_first_two() -> None:
    s = play(position(["Rm Rs Rt", OTHER], {"h8": "Rc"}), "Rm@i8", "Rs@j8")
    assert tiles(s, "Rt") == ["g8", "k8"]


def test_a_third_token_stays_in_the_column_of_the_first_two() -> None:
    s = play(position(["Rm Rs Rt", OTHER], {"h8": "Rc"}), "Rm@i8", "Rs@i9")
    assert tiles(s, "Rt") == ["i10", "i7"]


def test_tokens_between_are_passed_over() -> None:
    """f8 and i8 are the ends of the run that holds the new g8."""
    s = play(position(["Rm Rs Gt", OTHER], {"h8": "Rc"}), "Rm@g8", "Rs@i8")
    assert tiles(s, "Gt") == []
    s = play(position(["Rm Rs Rt", OTHER], {"h8": "Rc"}), "Rm@g8")
    assert tiles(s, "Rs") == ["f8", "g7", "g9", "i8"]


def test_there_is_no_laying_past_a_gap() -> None:
    s = play(position(["Rm Rs", OTHER], {"h8": "Rc", "l8": "Rd"}), "Rm@i8")
    assert "k8" not in tiles(s, "Rs")


def test_every_line_of_a_further_token_must_be_valid() -> None:
    """Rs on j8 would stand under Gm on j9, with which it shares nothing."""
    s = play(position(["Rm Rs", OTHER], {"h8": "Rc", "j9": "Gm"}), "Rm@i8")
    assert "j8" not in tiles(s, "Rs")
    assert "g8" in tiles(s, "Rs")


def test_a_turn_does_not_go_on_at_an_end_beyond_the_edge() -> None:
    s = play(position(["Rm Rs", OTHER], {"b1": "Rc"}), "Rm@a1")
    assert tiles(s, "Rs") == ["a2", "c1"]


def test_the_first_lay_may_go_on_in_any_way_from_the_centre() -> None:
    s = play(position(["Rm Rs Rt", OTHER]), "Rm@h8")
    assert tiles(s, "Rs") == ["g8", "h7", "h9", "i8"]
    assert tiles(play(s, "Rs@h9"), "Rt") == ["h10", "h7"]


def test_six_tokens_may_be_laid_at_once() -> None:
    s = play(position(["Rm Rc Rs Rt Rd Rx", OTHER]), "Rm@h8", "Rc@i8", "Rs@g8", "Rt@j8", "Rd@f8", "Rx@k8")
    assert legal(s) == ["end"]


def test_tokens_of_this_turn_are_no_older_tokens_for_its_first_one() -> None:
    """Only the ends of the run are open: h9 touches h8, but the turn's line is the row."""
    s = play(position(["Rm Rs Gm", OTHER], {"h8": "Rc"}), "Rm@i8", "Rs@j8")
    assert tiles(s, "Gm") == []


def test_the_next_turn_may_begin_beside_any_token() -> None:
    s = position(["Rm Rs", "Rt"], {"h8": "Rc"}, pool="")
    assert tiles(play(s, "Rm@i8", "end"), "Rt") == ["g8", "h7", "h9", "i7", "i9", "j8"]


# -- the listing -----------------------------------------------------------------------------------------------


def test_lays_come_tile_by_tile_from_a1_then_exchanges() -> None:
    s = position(["Rm Gc", OTHER], {"h8": "Rc"})
    assert legal(s) == [
        "Rm@h7", "Gc@h7", "Rm@g8", "Gc@g8", "Rm@i8", "Gc@i8", "Rm@h9", "Gc@h9", "swap Rm", "swap Gc", "swap Rm Gc",
    ]  # fmt: skip


def test_after_a_token_is_laid_come_the_ends_and_then_end() -> None:
    s = play(position(["Rm Rs", OTHER], {"h8": "Rc"}), "Rm@i8")
    assert legal(s) == ["Rs@g8", "Rs@j8", "Rs@i7", "Rs@i9", "end"]


def test_equal_tokens_are_listed_once() -> None:
    assert lays(position(["Rm Rm", OTHER])) == ["Rm@h8"]


@pytest.mark.compiled
@pytest.mark.parametrize("options", [{}, {"size": 9, "sets": 6}, {"size": 25}])
def test_what_is_legal_is_what_has_no_reason_against_it(options: dict[str, int]) -> None:
    """The reasons are worked out from the view, tile by tile and line by line: another way to the same rules."""
    for number, match in enumerate(layers_match(2, seed=3, **options)):
        if match.actor < 0 or number % 5:
            continue
        view, listed = match.view(match.actor), set(GAME.list_legal(match.state, match.actor))
        kinds = {TOKENS.index(token) for token in view.hand}
        for action in (laying(kind, at) for at in squares(view.size) for kind in kinds):
            assert (GAME.why_not(view, action) is None) == (action in listed), GAME.text(action)
