"""Resigning, and offers of a draw: who may make one, how long it stands, and what ends it."""

import pytest

from parlour.core.game import CHANCE, Game
from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.games import load
from tests.core.play import SHOWING, connect4, played, toy_with


def test_nothing_is_offered_before_the_first_step() -> None:
    match = Match(load("connect4"), 2)
    assert match.also(0) == match.also(1) == []
    with pytest.raises(Refused, match="before the first step"):
        match.play(0, "resign")


def test_resigning_off_turn_gives_the_other_seat_the_game() -> None:
    match = connect4("d")
    match.play(0, "resign")
    assert match.result is not None
    assert (match.result.returns, match.result.ending, match.result.seat) == ([-1.0, 1.0], "resigned", 0)


def test_an_accepted_offer_is_a_draw() -> None:
    match = connect4("d")
    match.play(0, "draw")
    assert match.also(1) == ["resign", "draw", "decline"]
    match.play(1, "draw")
    assert match.result is not None
    assert (match.result.returns, match.result.ending) == ([0.0, 0.0], "agreed")


def test_while_an_offer_stands_its_seat_cannot_offer_again() -> None:
    match = connect4("d")
    match.play(0, "draw")
    assert match.also(0) == ["resign"]
    with pytest.raises(Refused, match="still stands"):
        match.play(0, "draw")


def test_the_move_of_the_turn_in_which_it_was_made_does_not_end_an_offer_but_the_next_does() -> None:
    match = connect4("dc")
    match.play(0, "draw")
    match.play(0, "d")
    assert match.offer_by() == 0
    match.play(1, "c")
    assert match.offer_by() == 0
    match.play(0, "a")
    assert match.offer_by() is None
    assert "draw" not in match.also(0)
    assert "draw" in match.also(1)


def test_an_offer_made_off_turn_ends_with_the_offerers_next_move() -> None:
    match = connect4("d")
    match.play(0, "draw")
    match.play(1, "c")
    assert match.offer_by() == 0
    match.play(0, "d")
    assert match.offer_by() is None


def test_after_a_declined_offer_ten_steps_pass_before_the_next() -> None:
    match = connect4("d")
    match.play(0, "draw")
    match.play(1, "decline")
    for number, column in enumerate("ccddeeffgg"):
        assert "draw" not in match.also(0), f"after {number} steps"
        assert "draw" in match.also(1)
        match.play(match.actor, column)
    assert "draw" in match.also(0)


def test_accepting_is_legal_even_after_ones_own_offer_was_declined() -> None:
    match = connect4("d")
    match.play(0, "draw")
    match.play(1, "decline")
    match.play(1, "draw")
    match.play(0, "draw")
    assert match.over


def turn_of_two(game: Game) -> Match:
    """Seat 0 has shown and could still be done: a turn of two moves."""
    return played(game, *SHOWING, (0, "show"))


def test_an_offer_that_lapsed_with_a_move_stands_again_when_the_move_is_undone(game: Game) -> None:
    match = played(game, *SHOWING, (1, "draw"), (0, "show"), (0, "done"))
    assert match.offer_by() == 1
    match.play(1, "show")
    assert match.offer_by() is None
    match.undo(1)
    assert match.offer_by() == 1


def test_what_was_said_since_stays_said_when_a_move_is_undone(game: Game) -> None:
    match = turn_of_two(game)
    match.play(0, "draw")
    match.undo(0)
    assert match.offer_by() == 0


def test_another_seats_word_stops_undo(game: Game) -> None:
    match = turn_of_two(game)
    match.play(1, "draw")
    assert not match.can_undo(0)


def test_steps_taken_back_do_not_lengthen_the_pause() -> None:
    match = connect4("dcdc")
    match.play(0, "draw")
    match.play(1, "decline")
    for _ in range(2):
        match.take_back(0)
    for column in "aabbccaabb":
        assert "draw" not in match.also(0)
        match.play(match.actor, column)
    assert "draw" in match.also(0)


def test_sealed_steps_neither_open_nor_hasten_offers(game: Game) -> None:
    """What a seat may say would else tell it what the other has done in secret."""
    quiet = played(game, (CHANCE, "heads"), (0, "draw"), (1, "decline"))
    busy = played(game, (CHANCE, "heads"), (0, "draw"), (1, "decline"), (1, "pick 1"))
    for number in range(12):
        busy.play(1, f"pick {2 + number % 2}")
        assert busy.also(0) == quiet.also(0)
        assert busy.log(0) == quiet.log(0)


def test_offers_are_public() -> None:
    match = connect4("d")
    match.play(1, "draw")
    assert match.log(None)[-1] == match.log(0)[-1] == ("1", "draw")


def test_a_game_may_say_when_drawing_begins(game: Game) -> None:
    late = toy_with(game, may_draw=lambda s: s.stage == 2)
    match = played(late, (CHANCE, "heads"))
    assert match.also(0) == ["resign"]
    assert played(late, *SHOWING).also(0) == ["resign", "draw"]
