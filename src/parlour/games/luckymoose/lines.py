"""Lines of tokens: which kinds fit a tile, and what a lay is worth."""

import numpy as np

from parlour.core.game import State
from parlour.core.jit import entry, rule
from parlour.games.luckymoose.board import (
    ALL_KINDS,
    AROUND,
    BONUS,
    COLOURS,
    EMPTY,
    OF_COLOUR,
    OF_SYMBOL,
    STEPS,
    STRIDE,
    WHOLE_BONUS,
    WHOLE_LINE,
)

GROUPS = len(COLOURS)


# -- what fits where --------------------------------------------------------------------------------------


@rule
def put(s: State, at: int, kind: int) -> None:
    """A token on a tile. It changes what fits at the ends of its row and of its column, and nowhere else."""
    s.board[at] = kind
    s.placed += 1
    set_fitting(s, at, int(np.int64(0)))
    for step in AROUND:
        end = end_of_run(s, at, step)
        if s.board[end] == EMPTY:
            set_fitting(s, end, kinds_fitting(s, end))


@rule
def end_of_run(s: State, at: int, step: int) -> int:
    """The first tile that way without a token; it may lie beyond the edge."""
    while s.board[at] >= 0:
        at += step
    return at


@rule
def kinds_fitting(s: State, at: int) -> int:
    """The kinds with which both lines through an empty tile would be valid."""
    kinds = ALL_KINDS
    for step in STEPS:
        kinds &= kinds_joining(kinds_beside(s, at, step), kinds_beside(s, at, -step))
    return kinds


@rule
def kinds_beside(s: State, at: int, step: int) -> int:
    """The tokens of the unbroken run that begins beside a tile. In a valid line no two are identical."""
    kinds = 0
    at += step
    while s.board[at] >= 0:
        kinds |= 1 << int(s.board[at])
        at += step
    return kinds


@rule
def kinds_joining(one: int, other: int) -> int:
    """The kinds that make one valid line of two runs: all share the colour or the symbol, no two are identical."""
    line = one | other
    if one & other:
        return 0
    kinds = 0
    for i in range(GROUPS):
        colour = OF_COLOUR[i]
        symbol = OF_SYMBOL[i]
        if line & colour == line:
            kinds |= colour
        if line & symbol == line:
            kinds |= symbol
    return kinds & ~line


@rule
def set_fitting(s: State, at: int, kinds: int) -> None:
    """Write down what fits an empty tile, and whether anything does."""
    row = at // STRIDE - 1
    tile = 1 << (at % STRIDE - 1)
    s.fits[at] = kinds
    s.edge[row] = s.edge[row] | tile if kinds != 0 else s.edge[row] & ~tile


# -- what a lay is worth ----------------------------------------------------------------------------------


@rule
def worth(s: State) -> int:
    """The points of all lines that the tokens of this turn create: the one that they share, and one across each."""
    along = way_of_lay(s)
    points = 0
    for i in range(-1, s.laid_count):
        at = s.laid[i if i > 0 else 0]
        points += points_of_line(s, at, along if i < 0 else 1 - along)
    return points


@entry
def worth_with(s: State, kind: int, at: int) -> int:
    """What the lay would be worth with one more token. The state is as before when it is done."""
    placed, count = s.placed, s.laid_count
    s.board[at] = kind
    s.placed = placed + 1
    s.laid[count] = at
    s.laid_count = count + 1
    points = worth(s)
    s.board[at] = EMPTY
    s.placed = placed
    s.laid[count] = 0
    s.laid_count = count
    return points


@entry
def way_of_lay(s: State) -> int:
    """Whether the tokens of this turn lie in a row, 0, or in a column, 1. A single one lies in both."""
    return 1 if s.laid_count > 1 and s.laid[0] // STRIDE != s.laid[1] // STRIDE else 0


@entry
def points_of_line(s: State, at: int, way: int) -> int:
    """Twice its tokens, 12 more if it is full, times the bonus of every tile under a new token, or the highest one.

    Only new tokens make a line that scores nothing, except on the first lay, or where the option says so."""
    step = STEPS[way]
    low = end_of_run(s, at, -step) + step
    length = int(end_of_run(s, at, step) - low) // int(step)
    new = 0
    times = 1
    for i in range(s.laid_count):
        tile = s.laid[i]
        if low <= tile < low + length * step and (tile - low) % step == 0:
            new += 1
            bonus = int(BONUS[s.side // 2, tile])
            if s.highest == 0:
                times *= bonus
            elif bonus > times:
                times = bonus
    if length < 2 or (new == length and s.placed > s.laid_count and s.score_new_lines == 0):
        return 0
    return (2 * length + (WHOLE_BONUS if length == WHOLE_LINE else 0)) * times
