import pytest

from parlour.core.game import CHANCE, copy_state
from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.games.dance import GAME
from parlour.games.dance.board import DEALING, DRAWING, OPENING, PLAYING

from .positions import also, dealt, legal, play, position, random_match, say

ALL = [f"say:{word}:{pile}" for pile in (1, 2, 3, 4) for word in ("mine", "keep", "go")]


def shown(s: object, seat: int) -> list[str | None]:
    return GAME.view(s, None, False).signals[seat]


def test_a_seat_without_signals_may_make_any_of_twelve() -> None:
    assert also(position([(10, 20), (30, 40)]), 0) == ALL


def test_signals_are_never_listed_under_legal() -> None:
    assert not any(text.startswith("say") for text in legal(position([(10, 20), (30, 40)])))


@pytest.mark.parametrize("phase", [OPENING, PLAYING, DRAWING])
@pytest.mark.parametrize("seat", [0, 1])
def test_signals_are_open_on_turn_and_off_it_and_while_cards_are_drawn(phase: int, seat: int) -> None:
    assert also(position([(10, 20), (30, 40)], phase=phase), seat) == ALL


def test_no_signals_before_the_end_of_the_deal() -> None:
    match = Match(GAME, 2, {"hand": 3})
    for card in (2, 3, 4, 5, 6, 7):
        assert match.also(0) == match.also(1) == []
        match.play(CHANCE, str(card))
    assert match.also(0) == match.also(1) == ALL


def test_no_signals_after_the_end_of_the_game() -> None:
    s = position([(96, 60, 61), (2,)], (95, 97, 3, 4), deck=(20, 21), hand=3)
    assert also(play(s, "96>1"), 0) == []


def test_a_signal_is_public() -> None:
    match = dealt(3)
    match.play(2, "say:keep:3")
    for viewer in (0, 1, 2, None):
        assert match.view(viewer).signals == [[None] * 4, [None] * 4, [None, None, "keep", None]]
        assert match.log(viewer)[-1] == ("2", "say:keep:3")


def test_one_signal_per_seat_and_pile_the_newest_replaces() -> None:
    s = say(position([(10, 20), (30, 40)]), 1, "say:mine:3", "say:go:3", "say:keep:1")
    assert shown(s, 1) == ["keep", None, "go", None]
    assert shown(s, 0) == [None] * 4


def test_a_signal_that_changes_nothing_is_not_offered() -> None:
    s = say(position([(10, 20), (30, 40)]), 1, "say:mine:3")
    assert "say:mine:3" not in also(s, 1)
    assert "say:mine:3" in also(s, 0)


def test_clear_removes_all_of_the_senders_and_needs_one_to_remove() -> None:
    s = position([(10, 20), (30, 40)])
    assert "say:clear" not in also(s, 1)
    say(s, 0, "say:go:1")
    say(s, 1, "say:mine:3", "say:go:4")
    assert "say:clear" in also(s, 1)
    say(s, 1, "say:clear")
    assert shown(s, 1) == [None] * 4
    assert shown(s, 0) == ["go", None, None, None]


FOUR = ("say:mine:1", "say:mine:2", "say:clear", "say:go:1")


def test_a_seat_makes_at_most_four_between_two_other_steps() -> None:
    s = position([(10, 20), (30, 40)])
    for text in FOUR:
        assert text in also(s, 1)
        say(s, 1, text)
    assert also(s, 1) == []
    assert also(s, 0) == ALL


def test_signals_of_others_give_no_more_of_them() -> None:
    s = say(position([(10, 20), (30, 40)]), 1, *FOUR)
    assert also(say(s, 0, "say:keep:1"), 1) == []


@pytest.mark.parametrize(
    ("phase", "played", "step"), [(PLAYING, 0, "10>1"), (PLAYING, 2, "end"), (OPENING, 0, "pass"), (DRAWING, 2, "55")]
)
def test_any_other_step_by_anybody_gives_four_more(phase: int, played: int, step: str) -> None:
    s = say(position([(10, 20), (30, 40)], phase=phase, played=played), 1, *FOUR)
    assert GAME.view(s, None, False).said == [0, 4]
    assert GAME.view(play(s, step), None, False).said == [0, 0]
    assert len(also(s, 1)) == len(ALL)  # one is showing: it is not offered again, but clear is


def test_a_seats_signals_vanish_when_its_turn_ends_before_its_draws() -> None:
    s = position([(10, 20, 30), (40, 50)])
    say(s, 0, "say:mine:1")
    say(s, 1, "say:keep:1")
    play(s, "10>1", "20>1")
    assert shown(s, 0)[0] == "mine"
    play(s, "end")
    assert s.phase == DRAWING
    assert shown(s, 0) == [None] * 4
    assert shown(s, 1)[0] == "keep"


def test_emptying_the_hand_takes_the_signals_away_too() -> None:
    s = say(position([(10, 20), (40, 50)]), 0, "say:mine:1")
    assert shown(play(s, "10>1", "20>1"), 0) == [None] * 4


def test_a_signal_made_in_ones_own_draws_lasts_until_the_next_turn_ends() -> None:
    s = play(position([(10, 20, 30), (40, 50, 60)], hand=3), "10>1", "20>1", "end", "11")
    say(s, 0, "say:go:2")
    play(s, "12", "40>1", "50>1", "end", "13", "14")
    assert shown(s, 0)[1] == "go"
    play(s, "11>2", "12>2", "end")
    assert shown(s, 0)[1] is None


def test_a_pass_ends_no_turn() -> None:
    s = position([(10, 20), (40, 50)], phase=OPENING)
    assert shown(play(say(s, 0, "say:mine:1"), "pass"), 0)[0] == "mine"


def test_a_signal_changes_nothing_else() -> None:
    s = position([(10, 20, 30), (40, 50)], played=1)
    before = copy_state(s)
    say(s, 1, "say:keep:2")
    changed = [name for name in s.dtype.names if (s[name] != before[name]).any()]
    assert changed == ["signal", "said"]


@pytest.mark.parametrize("seats", [1, 4])
def test_every_signal_on_the_list_changes_something(seats: int) -> None:
    for match in random_match(seats, seed=seats):
        for seat in range(seats):
            for text in match.also(seat):
                s = say(copy_state(match.state), seat, text)
                assert (s.signal != match.state.signal).any()


def test_nobody_signals_while_a_match_is_being_dealt() -> None:
    match = Match(GAME, 2)
    assert match.state.phase == DEALING
    with pytest.raises(Refused, match="say:go:1"):
        match.play(0, "say:go:1")
