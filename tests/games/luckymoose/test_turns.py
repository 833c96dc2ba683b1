"""Turns, exchanges, forfeits, draws and the three endings."""

import pytest

from parlour.core.game import CHANCE, OVER, placed
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.core.texts import Refused
from parlour.games.luckymoose import GAME
from parlour.games.luckymoose.board import NO_LAY
from parlour.games.luckymoose.notation import TOKENS

from .positions import KIND, ending, hand, lays, legal, outcomes, play, position, scores, swaps

SIX = "Rm Oc Ys Gt Bd Px"
STUCK = {"h8": "Rm"}  # with nothing red and no moose in hand nothing can be laid
NOTHING_FITS = "Oc Oc Ys Gt Bd Px"


# -- the beginning ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_starting_seat_is_drawn_by_lot(seats: int) -> None:
    s = GAME.new(seats, GAME.options_for(seats, {}))
    assert GAME.actor(s) == CHANCE
    assert outcomes(s) == {f"start {seat}": 1 for seat in range(seats)}


def test_each_seat_is_dealt_six_from_seat_0_on_and_the_starter_begins() -> None:
    match = Match(GAME, 3)
    match.play(CHANCE, "start 2")
    for seat in range(3):
        for symbol in "mcstdx":
            assert match.view(None).drawing == seat
            match.play(CHANCE, "ROY"[seat] + symbol)
    assert match.actor == 2
    assert hand(match.state, 1) == "Om Oc Os Ot Od Ox"
    assert match.view(0).pool == 108 - 18


def test_draws_are_as_likely_as_copies_are_left() -> None:
    match = Match(GAME, 2, {"sets": 2})
    match.play(CHANCE, "start 0")
    assert match.outcomes() == dict.fromkeys(TOKENS, 2)
    match.play(CHANCE, "Rm")
    assert match.outcomes()["Rm"] == 1
    match.play(CHANCE, "Rm")
    assert "Rm" not in match.outcomes()


def test_sample_draws_as_chance_weighs() -> None:
    s = play(position([SIX, SIX], pool="Rm Rm Rm Gc", board=STUCK), "swap Oc")
    rng, drawn = new_rng(1), []
    for _ in range(400):
        drawn.append(GAME.text(GAME.sample(s, rng)))
    assert set(drawn) == {"Rm", "Gc"}
    assert 260 < drawn.count("Rm") < 340


# -- laying and ending a turn ---------------------------------------------------------------------------------


def test_end_is_needed_even_with_nothing_left_to_lay() -> None:
    s = play(position(["Rm", "Gc"], pool=""), "Rm@h8")
    assert legal(s) == ["end"]
    assert ending(s) is None


def test_end_is_not_possible_before_a_token_is_laid() -> None:
    assert "end" not in legal(position([SIX, SIX]))


def test_after_end_the_hand_is_filled_up_to_six_and_the_next_seat_plays() -> None:
    s = position([SIX, SIX])
    play(s, "Rm@h8", "end")
    assert GAME.actor(s) == CHANCE
    play(s, "Rx")
    assert hand(s, 0) == "Rx Oc Ys Gt Bd Px"
    assert GAME.actor(s) == 1


def test_the_hand_is_filled_up_as_far_as_the_pool_goes() -> None:
    s = position(["Rm Rc Rs Oc Ys Gt", SIX], pool="Bm Bc")
    play(s, "Rm@h8", "Rc@i8", "Rs@j8", "end", "Bm", "Bc")
    assert hand(s, 0) == "Oc Ys Gt Bm Bc"
    assert GAME.actor(s) == 1


def test_with_an_empty_pool_the_next_seat_plays_at_once() -> None:
    s = play(position(["Rm Oc", SIX], pool=""), "Rm@h8", "end")
    assert GAME.actor(s) == 1


def test_turns_go_round() -> None:
    s = position(["Rm Oc", "Rc Yx", "Rs Gx"], pool="", turn=1)
    play(s, "Rc@h8", "end", "Rs@i8", "end", "Rm@j8", "end")
    assert GAME.actor(s) == 1


def test_own_lays_can_be_taken_back_until_the_end() -> None:
    match = Match(GAME, 2)
    for text in ("start 0", "Rm", "Rc", "Rs", "Rt", "Rd", "Rx", "Gm", "Gc", "Gs", "Gt", "Gd", "Gx"):
        match.play(CHANCE, text)
    match.play_all(0, ["Rm@h8", "Rc@i8"])
    match.undo(0)
    match.undo(0)
    assert match.view(1).tokens == {}
    assert hand(match.state, 0) == "Rm Rc Rs Rt Rd Rx"
    match.play_all(0, ["Rx@h8", "end"])
    match.play(CHANCE, "Pm")
    with pytest.raises(Refused):
        match.undo(0)


# -- exchanges --------------------------------------------------------------------------------------------------


def test_six_different_tokens_have_63_exchanges() -> None:
    listed = swaps(position([SIX, SIX]))
    assert len(listed) == len(set(listed)) == 63
    assert listed[0] == "swap Rm"
    assert listed[-1] == f"swap {SIX}"


def test_equal_tokens_are_exchanged_as_a_multiset() -> None:
    assert swaps(position(["Rm Rm Gc", SIX])) == ["swap Rm", "swap Rm Rm", "swap Gc", "swap Rm Gc", "swap Rm Rm Gc"]
    assert len(swaps(position(["Rm Rm Rm Gc Gc Gc", SIX]))) == 4 * 4 - 1
    assert len(swaps(position(["Rm Rm Rm Rm Rm Rm", SIX], sets=6))) == 6


@pytest.mark.parametrize(("pool", "count"), [("", 0), ("Rx", 6), ("Rx Rx", 6 + 15), ("Rx Rx Rx Gx Gx", 62)])
def test_an_exchange_is_no_larger_than_the_pool(pool: str, count: int) -> None:
    assert len(swaps(position([SIX, SIX], pool=pool))) == count


def test_with_equal_tokens_and_a_small_pool_every_part_is_there_once() -> None:
    assert swaps(position(["Rm Rm Gc", SIX], pool="Bx Bx")) == ["swap Rm", "swap Rm Rm", "swap Gc", "swap Rm Gc"]


def test_there_is_no_exchange_after_a_token_is_laid() -> None:
    s = play(position([SIX, SIX]), "Rm@h8")
    assert swaps(s) == []


def test_given_tokens_lie_aside_until_as_many_are_drawn() -> None:
    s = play(position([SIX, SIX], pool="Gx Gx Rm"), "swap Rm Oc")
    assert hand(s, 0) == "Ys Gt Bd Px"
    assert outcomes(s) == {"Gx": 2, "Rm": 1}
    play(s, "Gx")
    assert outcomes(s) == {"Gx": 1, "Rm": 1}
    play(s, "Gx")
    assert hand(s, 0) == "Ys Gt Gx Gx Bd Px"
    assert int(s.pool_count) == 3
    assert (s.pool[[KIND["Rm"], KIND["Oc"]]] == [2, 1]).all()
    assert GAME.actor(s) == 1
    assert scores(s) == [0, 0]


def test_the_whole_pool_can_be_taken() -> None:
    s = play(position([SIX, SIX], pool="Gx"), "swap Rm", "Gx")
    assert hand(s, 0) == "Oc Ys Gt Gx Bd Px"
    assert outcomes(play(s, "swap Rm")) == {"Rm": 1}


# -- forfeits -----------------------------------------------------------------------------------------------------


def test_a_forfeit_needs_a_hand_that_cannot_be_laid() -> None:
    assert "forfeit" in legal(position([NOTHING_FITS, SIX], STUCK))
    assert "forfeit" not in legal(position([SIX, SIX], {"h8": "Rc"}))
    assert "forfeit" not in legal(position([SIX, SIX]))


def test_who_cannot_lay_may_exchange_instead() -> None:
    s = position([NOTHING_FITS, SIX], STUCK)
    assert lays(s) == []
    assert len(swaps(s)) == 3 * 2**4 - 1


def test_with_an_empty_pool_a_forfeit_is_forced() -> None:
    assert legal(position([NOTHING_FITS, SIX], STUCK, pool="")) == ["forfeit"]


def test_a_forfeit_passes_the_turn_and_draws_nothing() -> None:
    s = play(position([NOTHING_FITS, SIX], STUCK), "forfeit")
    assert GAME.actor(s) == 1
    assert hand(s, 0) == NOTHING_FITS


# -- endings ------------------------------------------------------------------------------------------------------


def test_who_empties_the_hand_with_an_empty_pool_gets_6_and_ends_the_game() -> None:
    s = play(position(["Rc", "Gc"], STUCK, pool="", scores=(10, 20)), "Rc@i8", "end")
    assert ending(s) == "out"
    assert GAME.actor(s) == OVER
    assert scores(s) == [10 + 4 + 6, 20]


def test_an_emptied_hand_is_filled_up_first() -> None:
    s = play(position(["Rc", "Gc"], STUCK, pool="Bx"), "Rc@i8", "end")
    assert GAME.actor(s) == CHANCE
    play(s, "Bx")
    assert ending(s) is None
    assert scores(s) == [4, 0]


def test_a_hand_that_is_not_empty_does_not_end_the_game_with_the_pool() -> None:
    s = play(position(["Rc Gc", "Gc"], STUCK, pool=""), "Rc@i8", "end")
    assert ending(s) is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_as_many_forfeits_in_a_row_as_seats_end_the_game(seats: int) -> None:
    s = position([NOTHING_FITS] * seats, STUCK)
    play(s, *["forfeit"] * (seats - 1))
    assert ending(s) is None
    play(s, "forfeit")
    assert ending(s) == "forfeits"
    assert scores(s) == [0] * seats


def test_an_exchange_or_a_lay_between_breaks_the_row_of_forfeits() -> None:
    s = position([NOTHING_FITS, NOTHING_FITS], STUCK)
    play(s, "forfeit", "swap Oc", "Gt", "forfeit")
    assert ending(s) is None
    s = position([NOTHING_FITS, "Gm Gc"], STUCK, pool="")
    play(s, "forfeit", "Gm@i8", "end")
    assert int(s.forfeits) == 0


def test_twelve_turns_in_a_row_without_a_lay_end_the_game_after_their_draws() -> None:
    s = position([SIX, SIX], idle=11)
    play(s, "swap Rm")
    assert ending(s) is None
    play(s, "Gx")
    assert ending(s) == "no lay"


def test_turns_without_a_lay_are_counted_before_the_first_lay_and_over_all_seats() -> None:
    s = position([SIX, SIX, SIX])
    for turn in range(12):
        assert ending(s) is None
        assert GAME.actor(s) == turn % 3
        play(s, legal(s)[6], "Gx" if turn % 2 else "Rx")
    assert ending(s) == "no lay"


def test_forfeits_and_exchanges_count_alike_towards_twelve() -> None:
    s = play(position([NOTHING_FITS, NOTHING_FITS, NOTHING_FITS], STUCK, idle=10), "swap Oc", "Gt", "forfeit")
    assert ending(s) == "no lay"


def test_a_lay_begins_the_count_anew() -> None:
    s = play(position(["Rc Gc", SIX], STUCK, pool="", idle=11), "Rc@i8", "end")
    assert ending(s) is None
    assert int(s.idle) == 0


def test_the_last_forfeit_that_is_also_the_twelfth_turn_counts_as_a_forfeit() -> None:
    s = play(position([NOTHING_FITS, NOTHING_FITS], STUCK, idle=10), "forfeit", "forfeit")
    assert ending(s) == "forfeits"


# -- the result ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "points", [(5, 3), (3, 5), (4, 4), (9, 9, 1), (1, 9, 9), (3, 2, 1), (7, 5, 5, 5), (2, 4, 4, 6)]
)
def test_places_follow_scores_and_ties_share(points: tuple[int, ...]) -> None:
    s = position([SIX] * len(points), scores=points)
    s.phase = NO_LAY
    places = [1 + sum(other > mine for other in points) for mine in points]
    assert GAME.returns_of(s, len(points)) == [round(value, 6) for value in placed(places)]


# -- options ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [{"size": 10}, {"size": 7}, {"size": 27}, {"sets": 0}, {"sets": 7}, {"bonus": "sum"}]
)
def test_options_out_of_range_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(Refused):
        GAME.options_for(2, options)


def test_sets_say_how_many_copies_there_are() -> None:
    for sets in (1, 3, 6):
        s = GAME.new(4, GAME.options_for(4, {"sets": sets}))
        assert int(s.pool_count) == 36 * sets
        assert outcomes(play(s, "start 3")) == dict.fromkeys(TOKENS, sets)
