"""Actions as text. An action is its kind, a class and up to two squares: `kind << 24 | class << 16 | a << 8 | b`.

e3-e4     move, or challenge             first 0   who moves first, by lot
C@e1      put a ship of that class       C:e1-e2   move one that has been put
          on a square                    ready     the deployment is done
"""

import re
from functools import cache

from parlour.core.texts import Text
from parlour.games.command.board import LETTERS, NOWHERE, column_of, row_of, square

MOVE, PLACE, SHIFT, READY, FIRST = range(5)

NAMES = "abcdefghi"
READY_TEXT = "ready"

_SQUARE = "([a-i][1-8])"
_FORM = re.compile(f"(?:([{LETTERS}])@{_SQUARE}|(?:([{LETTERS}]):)?{_SQUARE}-{_SQUARE}|first ([01]))", re.ASCII)


def action_of(kind: int, ship: int = 0, a: int = NOWHERE, b: int = NOWHERE) -> int:
    return kind << 24 | ship << 16 | a << 8 | b


def kind_of(action: int) -> int:
    return action >> 24


def class_of(action: int) -> int:
    return action >> 16 & 0xFF


def squares_of(action: int) -> tuple[int, int]:
    return action >> 8 & 0xFF, action & 0xFF


def text(action: int) -> str:
    kind, letter, (a, b) = kind_of(action), LETTERS[class_of(action)], squares_of(action)
    if kind == READY:
        return READY_TEXT
    if kind == FIRST:
        return f"first {b}"
    if kind == PLACE:
        return f"{letter}@{square_name(b)}"
    return (f"{letter}:" if kind == SHIFT else "") + f"{square_name(a)}-{square_name(b)}"


def parse(text: str) -> int | None:
    """Any two squares make a move here: `why_not` can say more about a wrong one than its spelling can."""
    if text == READY_TEXT:
        return action_of(READY)
    form = _FORM.fullmatch(text)
    if form is None:
        return None
    placed, site, shifted, start, end, first = form.groups()
    if first is not None:
        return action_of(FIRST, b=int(first))
    if placed is not None:
        return action_of(PLACE, LETTERS.index(placed), b=square_at(site))
    if start == end:
        return None
    if shifted is not None:
        return action_of(SHIFT, LETTERS.index(shifted), square_at(start), square_at(end))
    return action_of(MOVE, 0, square_at(start), square_at(end))


def class_name(letter: str) -> Text:
    return Text(f"class.{letter}")


@cache
def square_name(at: int) -> str:
    return f"{NAMES[column_of(at) - 1]}{row_of(at)}"


def square_at(name: str) -> int:
    return square(NAMES.index(name[0]) + 1, int(name[1]))
