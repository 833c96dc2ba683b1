import numpy as np
import pytest

from parlour.core.compiled.playouts import playouts
from parlour.core.game import CHANCE, OVER
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.core.texts import Refused
from parlour.games.dance import GAME
from parlour.games.dance.board import DRAWING, OPENING

from .positions import dealt, ending, legal, play, position, random_match

CHECK_TOPS, CHECK_HAND = (71, 14, 100, 63), (23, 61, 73, 76, 79, 85, 87)


def taken_by(pile: int, tops: tuple[int, ...], hand: tuple[int, ...]) -> list[int]:
    moves = [text.split(">") for text in legal(position([hand], tops)) if ">" in text]
    return [int(card) for card, onto in moves if int(onto) == pile]


# -- setup and deal ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "hand"), [(1, 8), (2, 7), (3, 6), (4, 6), (5, 6)])
def test_the_hand_size_depends_on_the_number_of_players(seats: int, hand: int) -> None:
    match = dealt(seats)
    assert match.options == {"hand": hand, "minimum": 2}
    assert match.view(None).hand_counts == [hand] * seats
    assert match.view(None).deck == 98 - seats * hand


def test_the_deck_is_the_cards_2_to_99_each_equally_likely() -> None:
    match = Match(GAME, 2)
    assert match.outcomes() == {str(card): 1 for card in range(2, 100)}
    match.play(CHANCE, "61")
    assert match.outcomes() == {str(card): 1 for card in range(2, 100) if card != 61}


def test_two_piles_start_at_1_and_two_at_100() -> None:
    assert Match(GAME, 1).view(None).tops == [1, 1, 100, 100]


def test_hands_are_dealt_seat_by_seat_beginning_with_seat_0() -> None:
    match = Match(GAME, 3, {"hand": 3})
    for card in range(2, 11):
        assert match.actor == CHANCE
        assert match.legal(0) == []
        match.play(CHANCE, str(card))
    assert [match.view(seat).hand for seat in range(3)] == [[2, 3, 4], [5, 6, 7], [8, 9, 10]]
    assert match.actor == 0


@pytest.mark.parametrize("options", [{"hand": 2}, {"hand": 13}, {"minimum": 0}, {"minimum": 4}])
def test_options_have_limits(options: dict[str, int]) -> None:
    with pytest.raises(Refused):
        GAME.options_for(2, options)
    assert GAME.options_for(5, {"hand": 12, "minimum": 3}) == {"hand": 12, "minimum": 3}


# -- playing a card ----------------------------------------------------------------------------------------


def test_a_rising_pile_takes_higher_cards_and_the_one_exactly_10_lower() -> None:
    assert taken_by(1, CHECK_TOPS, CHECK_HAND) == [61, 73, 76, 79, 85, 87]


def test_piles_with_room_take_the_whole_hand() -> None:
    assert taken_by(2, CHECK_TOPS, CHECK_HAND) == list(CHECK_HAND)
    assert taken_by(3, CHECK_TOPS, CHECK_HAND) == list(CHECK_HAND)


def test_a_falling_pile_takes_lower_cards_and_the_one_exactly_10_higher() -> None:
    assert taken_by(4, CHECK_TOPS, CHECK_HAND) == [23, 61, 73]


def test_nine_or_eleven_back_is_no_jump() -> None:
    assert taken_by(1, (50, 1, 100, 100), (39, 40, 41)) == [40]
    assert taken_by(3, (1, 1, 50, 100), (59, 60, 61)) == [60]


def test_a_laid_card_is_the_new_top_and_leaves_the_hand() -> None:
    s = play(position([CHECK_HAND], CHECK_TOPS), "61>1")
    view = GAME.view(s, 0, False)
    assert view.tops == [61, 14, 100, 63]
    assert view.piles == [[71, 61], [14], [], [63]]
    assert view.hand == [23, 73, 76, 79, 85, 87]


def test_cards_are_listed_by_number_then_pile_with_end_last() -> None:
    s = position([(60, 40)], (50, 1, 100, 45), played=2)
    assert legal(s) == ["40>1", "40>2", "40>3", "40>4", "60>1", "60>2", "60>3", "end"]


# -- the opening -------------------------------------------------------------------------------------------


def test_in_the_opening_each_seat_may_pass_beginning_with_seat_0() -> None:
    match = dealt(3)
    for seat in range(3):
        assert match.actors == [seat]
        assert "pass" in match.legal(seat)
        assert "end" not in match.legal(seat)
        match.play(seat, "pass")


def test_when_every_seat_has_passed_seat_0_must_start() -> None:
    match = dealt(3)
    for seat in range(3):
        match.play(seat, "pass")
    assert match.actors == [0]
    assert set(match.legal(0)) == {f"{card}>{pile}" for card in match.view(0).hand for pile in (1, 2, 3, 4)}


def test_the_first_to_play_a_card_is_the_starter_and_nobody_passes_after_it() -> None:
    match = dealt(3)
    match.play(0, "pass")
    assert match.view(None).starter is None
    low, middle, *_ = match.view(1).hand
    match.play_all(1, [f"{low}>1"])
    assert match.view(None).starter == 1
    assert "pass" not in match.legal(1)
    match.play_all(1, [f"{middle}>1", "end"])
    match.deal_all()
    assert match.actor == 2
    assert "pass" not in match.legal(2)


def test_a_passed_turn_draws_nothing() -> None:
    match = dealt(2)
    match.play(0, "pass")
    assert match.actors == [1]
    assert match.view(None).deck == 98 - 14


def test_with_one_player_there_is_no_pass() -> None:
    assert "pass" not in dealt(1).legal(0)


# -- turns -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("minimum", [1, 2, 3])
def test_the_minimum_must_be_met_before_the_turn_can_end(minimum: int) -> None:
    s = position([(10, 20, 30, 40, 50)], minimum=minimum)
    for card in (10, 20, 30)[:minimum]:
        assert "end" not in legal(s)
        play(s, f"{card}>1")
    assert legal(s)[-1] == "end"
    assert "40>1" in legal(s)


@pytest.mark.parametrize("minimum", [1, 2, 3])
def test_one_card_is_enough_with_an_empty_deck(minimum: int) -> None:
    s = position([(10, 20, 30), (40,)], (9, 1, 100, 100), deck=(), turn=1, minimum=minimum)
    assert "end" not in legal(play(s, "40>4"))
    assert "end" in legal(play(s, "10>1"))


def test_what_counts_is_the_deck_at_the_start_of_the_turn() -> None:
    """The deck runs out in seat 0's draws: seat 1, next, owes one card; it owed two had a card been left."""
    for deck, ends in (((50, 51), True), ((50, 51, 52), False)):
        s = position([(10, 20, 30), (40, 60, 70)], (9, 1, 100, 100), deck=deck, hand=3)
        play(s, "10>1", "20>1", "end", "50", "51", "40>1")
        assert ("end" in legal(s)) is ends


def test_the_player_draws_back_up_to_the_hand_size_one_card_a_step() -> None:
    s = play(position([(10, 20, 30), (40, 60, 70)], hand=3), "10>1", "20>1", "end")
    assert GAME.actor(s) == CHANCE
    assert legal(s, 0) == legal(s, 1) == []
    play(s, "88")
    assert GAME.actor(s) == CHANCE
    play(s, "11")
    assert GAME.actor(s) == 1
    assert GAME.view(s, 0, False).hand == [11, 30, 88]


def test_draws_stop_when_the_deck_is_empty() -> None:
    s = position([(10, 20, 30), (40, 60, 70)], (9, 1, 100, 100), deck=(50,), hand=3)
    play(s, "10>1", "20>1", "end", "50")
    assert GAME.actor(s) == 1
    assert GAME.view(s, 0, False).hand == [30, 50]


def test_with_an_empty_deck_the_next_turn_follows_at_once() -> None:
    s = position([(10, 20), (40, 60)], (9, 1, 100, 100), deck=())
    assert GAME.actor(play(s, "10>1", "end")) == 1


def test_emptying_the_hand_ends_the_turn_by_itself_and_draws() -> None:
    s = play(position([(10, 20, 30), (40, 60, 70)], hand=3), "10>1", "20>1", "30>1")
    assert s.phase == DRAWING
    play(s, "11", "12", "13")
    assert GAME.actor(s) == 1
    assert GAME.view(s, 0, False).hand == [11, 12, 13]


def test_emptying_the_hand_without_a_deck_passes_the_turn_on() -> None:
    s = position([(10,), (40, 60)], (9, 1, 100, 100), deck=())
    assert GAME.actor(play(s, "10>1")) == 1


def test_a_hand_of_the_minimum_is_emptied_and_drawn_again() -> None:
    s = play(position([(10, 20, 30)], hand=3, minimum=3), "10>1", "20>1", "30>1", "11", "12", "13")
    assert GAME.actor(s) == 0
    assert "end" not in legal(s)


def test_with_the_minimum_met_and_nothing_playable_end_is_the_only_action() -> None:
    s = position([(50,), (2,)], (98, 97, 3, 4), deck=(20,), played=2)
    assert legal(s) == ["end"]


def test_players_with_no_cards_and_no_deck_are_skipped() -> None:
    s = position([(10, 20), (), (), (40,)], (9, 1, 100, 100), deck=())
    play(s, "10>1", "end")
    assert GAME.actor(s) == 3
    play(s, "40>1")
    assert GAME.actor(s) == 0


def test_the_last_player_with_cards_takes_turn_after_turn() -> None:
    s = position([(), (10, 20, 30)], (9, 1, 100, 100), deck=(), turn=1)
    play(s, "10>1", "end")
    assert GAME.actor(s) == 1
    assert "end" not in legal(s)


# -- the end -----------------------------------------------------------------------------------------------


def test_stuck_at_the_start_of_a_turn_ends_the_game_without_an_action() -> None:
    s = position([(50, 96), (60, 61)], (95, 97, 3, 4), deck=(), played=0)
    play(s, "96>1", "end")
    assert GAME.actor(s) == OVER
    assert ending(s) == "stuck"


def test_stuck_after_a_card_ends_the_game_when_the_minimum_is_not_met() -> None:
    s = position([(96, 60, 61), (2,)], (95, 97, 3, 4), deck=(20, 21), hand=3)
    play(s, "96>1")
    assert GAME.actor(s) == OVER
    assert ending(s) == "stuck"


def test_stuck_is_tested_after_the_last_draw_too() -> None:
    s = position([(96,), (60, 61)], (95, 97, 3, 4), deck=(50,), played=1, hand=2)
    play(s, "96>1", "50")
    assert GAME.actor(s) == OVER
    assert ending(s) == "stuck"


def test_a_jump_saves_from_being_stuck() -> None:
    s = position([(50, 96), (87, 61)], (95, 97, 3, 4), deck=())
    play(s, "96>1", "end")
    assert GAME.actor(s) == 1
    assert legal(s) == ["87>2"]


def test_who_has_met_the_minimum_is_not_stuck() -> None:
    s = position([(96, 60, 61), (2,)], (95, 97, 3, 4), deck=(20, 21), hand=3, played=1)
    play(s, "96>1")
    assert legal(s) == ["end"]


def test_all_98_cards_on_the_piles_is_the_perfect_game() -> None:
    s = position([(), (99,)], (95, 97, 3, 4), deck=(), turn=1)
    play(s, "99>1")
    assert GAME.actor(s) == OVER
    assert ending(s) == "perfect"
    assert GAME.scores_of(s, 2) == [0, 0]
    assert GAME.returns_of(s, 2) == [1.0, 1.0]


def test_the_score_is_the_cards_left_in_hands_and_deck_for_every_seat() -> None:
    s = position([(96, 60, 61), (2,), (5,)], (95, 97, 3, 4), deck=(20, 21), hand=3)
    assert GAME.scores_of(s, 3) == [7, 7, 7]
    play(s, "96>1")
    assert GAME.scores_of(s, 3) == [6, 6, 6]
    assert GAME.returns_of(s, 3) == [round(1 - 2 * 6 / 98, 6)] * 3


def test_the_score_is_98_from_the_start_on_and_counts_every_card_laid() -> None:
    for match in random_match(3, seed=5, signals=False):
        laid = sum(">" in step.text for step in match.steps)
        assert match.view(None).score == 98 - laid
    assert match.result is not None
    assert match.result.scores == [98 - laid] * 3
    assert match.result.ending == "stuck"


# -- whole games -------------------------------------------------------------------------------------------


def test_the_longest_game_is_within_the_bound() -> None:
    """All pass, then everybody lays one card a turn, 2 to 99 in order onto pile 1."""
    match = Match(GAME, 5, {"hand": 3, "minimum": 1})
    deck = iter([*(card for seat in range(5) for card in range(2 + seat, 17, 5)), *range(17, 100)])
    while match.actor == CHANCE:
        match.play(CHANCE, str(next(deck)))
    for seat in range(5):
        match.play(seat, "pass")
    for card in range(2, 100):
        seat = match.actor
        match.play(seat, f"{card}>1")
        if match.actor == seat:
            match.play(seat, "end")
        if match.actor == CHANCE:
            match.play(CHANCE, str(next(deck)))
    assert match.result is not None
    assert match.result.ending == "perfect"
    ends = 98 - 5  # each seat's last card ends its turn by itself
    assert len(match.steps) == 98 + 98 + ends + 5 <= GAME.bound


@pytest.mark.compiled
@pytest.mark.parametrize("hand", [3, 12])
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_random_games_end_within_the_bound(seats: int, hand: int) -> None:
    start = GAME.new(seats, {"hand": hand, "minimum": 1})
    assert playouts(GAME, start, seats, games=500, seed=seats).unfinished == 0


def test_sample_draws_from_the_deck_alone_and_reaches_all_of_it() -> None:
    s = position([(10, 20), (30,)], (9, 1, 100, 100), deck=(2, 50, 77, 99), phase=DRAWING)
    rng = new_rng(3)
    drawn = [GAME.sample(s, rng) for _ in range(2000)]
    assert set(drawn) == {2, 50, 77, 99}
    assert all(400 < drawn.count(card) < 600 for card in (2, 50, 77, 99))


def test_the_longest_list_fits_the_buffer() -> None:
    s = position([range(40, 52), range(60, 72)], hand=12, phase=OPENING)
    out = np.empty(GAME.most_actions, np.int64)
    assert GAME.legal(s, 0, out) == 12 * 4 + 1 == GAME.most_actions
