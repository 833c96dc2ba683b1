"""Actions as text. An action is its kind and up to two points: `kind << 16 | a << 8 | b`.

f6        place a ring                   e4-e10   move a ring
xe5-e9    take five markers, by the      xe10     take a ring
          two ends, lower column first,  pass     no ring can move
          then lower number first
"""

import re

from parlour.games.yinsh.board import NOWHERE, ON_BOARD, POINTS, column_of, number_of, square

PLACE, MOVE, TAKE_ROW, TAKE_RING, PASS = range(5)

LETTERS = "abcdefghijk"
PASS_TEXT = "pass"

_POINT = "([a-k])([1-9][0-9]?)"
_FORM = re.compile(f"(x?){_POINT}(?:-{_POINT})?", re.ASCII)


def action_of(kind: int, a: int = NOWHERE, b: int = NOWHERE) -> int:
    return kind << 16 | a << 8 | b


def kind_of(action: int) -> int:
    return action >> 16


def points_of(action: int) -> tuple[int, int]:
    return action >> 8 & 0xFF, action & 0xFF


def text(action: int) -> str:
    kind, (a, b) = kind_of(action), points_of(action)
    if kind == PASS:
        return PASS_TEXT
    taken = "x" if kind in (TAKE_ROW, TAKE_RING) else ""
    return f"{taken}{point_name(a)}-{point_name(b)}" if kind in (MOVE, TAKE_ROW) else f"{taken}{point_name(a)}"


def parse(text: str) -> int | None:
    """Any two points make a move or a row here: `why_not` can say more about a wrong one than its spelling can."""
    if text == PASS_TEXT:
        return action_of(PASS)
    form = _FORM.fullmatch(text)
    if form is None:
        return None
    taken, column_a, number_a, column_b, number_b = form.groups()
    a = _point(column_a, number_a)
    if a is None:
        return None
    if column_b is None:
        return action_of(TAKE_RING if taken else PLACE, a)
    b = _point(column_b, number_b)
    if b is None or a == b or (taken and a > b):
        return None
    return action_of(TAKE_ROW if taken else MOVE, a, b)


def point_name(point: int) -> str:
    return _NAMES[point]


def _point(letter: str, number: str) -> int | None:
    if int(number) > 11:  # the square of another column
        return None
    point = square(LETTERS.index(letter), int(number))
    return point if point in ON_BOARD else None


_NAMES = {point: f"{LETTERS[column_of(point)]}{number_of(point)}" for point in POINTS.tolist()}
