"""Actions as text and back."""

from itertools import combinations_with_replacement

import pytest

from parlour.games.luckymoose import GAME
from parlour.games.luckymoose.board import squares
from parlour.games.luckymoose.notation import FORFEIT, TOKENS, laying, swapping


def test_every_lay_and_draw_is_read_back_as_itself() -> None:
    actions = [*range(FORFEIT + 1), *(laying(kind, at) for kind in range(36) for at in squares(25))]
    assert [GAME.parse(GAME.text(action)) for action in actions] == actions
    assert len({GAME.text(action) for action in actions}) == len(actions)


@pytest.mark.parametrize("count", [1, 2, 6])
def test_every_exchange_is_read_back_as_itself(count: int) -> None:
    kinds = range(36) if count < 3 else (0, 1, 17, 35)
    actions = [swapping(list(part)) for part in combinations_with_replacement(kinds, count)]
    assert [GAME.parse(GAME.text(action)) for action in actions] == actions
    assert len({GAME.text(action) for action in actions}) == len(set(actions)) == len(actions)


def test_tokens_are_ordered_by_colour_and_then_by_symbol() -> None:
    assert TOKENS[:7] == ("Rm", "Rc", "Rs", "Rt", "Rd", "Rx", "Om")
    assert [token[0] for token in TOKENS[::6]] == list("ROYGBP")


@pytest.mark.parametrize("text", ["Rm@h8", "Px@y25", "swap Rm Gc", "swap Rm Rm", "start 3", "Rm", "end", "forfeit"])
def test_canonical_spellings(text: str) -> None:
    assert GAME.text(GAME.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "rm@h8", "RM@h8", "Rm@H8", "Rm@h08", "Rm@h0", "Rm@h26", "Rm@z1", "Rm@", "@h8", "Rm @h8", "Rm@h8 ", "mR@h8",
        "swap", "swap ", "swap Gc Rm", "swap Rm  Gc", "swap Rm Gc ", "swap ?", "swap Rm Rm Rm Rm Rm Rm Rm", "Swap Rm",
        "start 4", "start", "start 02", "END", "end ", "?", "Rm@٣٣", "Zz",
    ],
)  # fmt: skip
def test_anything_else_is_no_action(text: str) -> None:
    assert GAME.parse(text) is None
