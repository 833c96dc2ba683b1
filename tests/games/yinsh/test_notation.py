import pytest

from parlour.games.yinsh import GAME
from parlour.games.yinsh.board import FIVES, POINTS, ROW
from parlour.games.yinsh.notation import TAKE_ROW, action_of, parse, text

from .positions import random_games


@pytest.mark.parametrize("spelling", ["f6", "a2", "k10", "e4-e10", "e10-e4", "xe5-e9", "xe5-i9", "xe10", "pass"])
def test_a_canonical_spelling_comes_back_as_it_was(spelling: str):
    action = parse(spelling)
    assert action is not None
    assert text(action) == spelling


@pytest.mark.parametrize(
    "spelling",
    [
        *("", "F6", " f6", "f6 ", "f06", "f", "6", "l1", "f66", "f٦"),
        *("a1", "a6", "b12", "b13", "k11", "e11", "f1"),  # no such points
        *("e4e10", "e4-", "-e4", "e4 e10", "e4-e4", "e4-e11", "e4-e10-e4", "x e4", "X e4", "xe4-", "xe4-e4"),
        *("xe9-e5", "xi9-e5"),  # the higher end first
        *("Pass", "passes", "pass "),
    ],
)
def test_anything_else_is_no_action(spelling: str):
    assert parse(spelling) is None


def test_all_fives_are_written_lower_column_first_then_lower_number():
    spellings = {text(action_of(TAKE_ROW, low, low + (ROW - 1) * step)) for low, step in FIVES.tolist()}
    assert len(spellings) == 123
    assert None not in {parse(spelling) for spelling in spellings}
    assert {"xe5-e9", "xa5-e5", "xe5-i9", "xb1-b5"} <= spellings


def test_every_point_has_a_name_of_its_own():
    assert len({text(point << 8) for point in POINTS.tolist()}) == 85


def test_whatever_a_random_game_offers_is_read_back_as_the_same_action():
    for match in random_games(2):
        for seat in match.actors:
            actions = GAME.list_legal(match.state, seat)
            assert [parse(text(action)) for action in actions] == actions
            assert len(set(actions)) == len(actions)
