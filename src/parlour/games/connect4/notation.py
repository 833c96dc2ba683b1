"""Actions as text: the letter of a column, `a` to `g`."""

from parlour.games.connect4.board import COLUMNS

LETTERS = "abcdefg"


def text(action: int) -> str:
    return LETTERS[action]


def parse(text: str) -> int | None:
    return LETTERS.index(text) if len(text) == 1 and text in LETTERS else None


def square_name(column: int, row: int) -> str:
    return f"{LETTERS[column]}{row + 1}"


assert len(LETTERS) == COLUMNS
