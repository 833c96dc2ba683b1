"""One spelling for every action."""

import pytest

from parlour.games.command.board import LETTERS, SEA
from parlour.games.command.notation import MOVE, PLACE, SHIFT, action_of, parse, square_at, square_name, text


def test_squares_have_a_letter_and_a_number():
    assert [square_name(at) for at in SEA[[0, 8, 9, 71]]] == ["a1", "i1", "a2", "i8"]
    assert all(square_at(square_name(at)) == at for at in SEA.tolist())


def test_the_rulebooks_spellings():
    assert text(action_of(PLACE, LETTERS.index("C"), b=square_at("e1"))) == "C@e1"
    assert text(action_of(SHIFT, LETTERS.index("C"), square_at("e1"), square_at("e2"))) == "C:e1-e2"
    assert text(action_of(MOVE, 0, square_at("e3"), square_at("e4"))) == "e3-e4"


@pytest.mark.parametrize("spelled", ["C@e1", "S@i8", "L:a1-i3", "e3-e4", "a1-i8", "ready", "first 0", "first 1"])
def test_what_is_written_is_read_back(spelled):
    assert text(parse(spelled)) == spelled


@pytest.mark.parametrize(
    "wrong",
    ["", "c@e1", "C@e9", "C@j1", "C@e1 ", "C:e1", "C:e1-e1", "e3e4", "e3-e3", "E3-E4", "e3-e4-e5", "Ready", "first 2",
     "first", "X@e1", "C@e٣", "first  0", "C@e1-e2", "@e1", ":e1-e2", "e3–e4"],
)  # fmt: skip
def test_everything_else_is_no_action(wrong):
    assert parse(wrong) is None


def test_no_two_actions_are_spelled_alike():
    squares = SEA.tolist()
    moves = [action_of(MOVE, 0, a, b) for a in squares for b in squares if a != b]
    shifts = [action_of(SHIFT, c, a, b) for c in range(15) for a in squares[:9] for b in squares if a != b]
    places = [action_of(PLACE, c, b=b) for c in range(15) for b in squares]
    every = moves + shifts + places
    assert len({text(action) for action in every}) == len(every)
    assert all(parse(text(action)) == action for action in every)
