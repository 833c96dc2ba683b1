"""The rules of YINSH. An action is its kind and up to two points: see `notation.py`."""

import numpy as np

from parlour.core.game import OVER, Floats, Ints, Options, State, blank
from parlour.core.jit import entry, rule
from parlour.games.yinsh.board import (
    AHEAD,
    BEYOND,
    BIT_ON,
    BLITZ_WON,
    DIRECTIONS,
    EMPTY,
    FIVES,
    FLIPPED,
    HIGHEST,
    LINE_OF,
    LOWEST,
    MARKER,
    MOVING,
    NO_MARKERS,
    NO_MOVES,
    NOWHERE,
    PLACING,
    PLAYING,
    POINTS,
    RING,
    RINGS,
    RINGS_WON,
    ROW,
    SQUARES,
    STATE,
    STEP,
    STOCK,
    TAKING_RING,
    TAKING_ROW,
    TO_WIN,
    TO_WIN_BLITZ,
    WHOLE,
    empty_board,
)
from parlour.games.yinsh.notation import MOVE, PASS, PLACE, TAKE_RING, TAKE_ROW


def new(seats: int, options: Options) -> State:
    s = blank(STATE)
    s.board = empty_board()
    s.taken = BEYOND
    s.stock = STOCK
    s.blitz = bool(options["blitz"])
    return s


@entry
def actor(s: State) -> int:
    return int(s.turn) if s.outcome == PLAYING else OVER


@entry
def legal(s: State, seat: int, out: Ints) -> int:
    """In this order: points from a2 to k10; a seat's rings as they were placed, each one's moves by line (see
    DIRECTIONS), up then down, from near to far; fives by lower end, then by direction; rings to take as placed."""
    if s.phase == MOVING:
        return list_ring_moves(s, seat, out)
    if s.phase == PLACING:
        return list_empty_points(s, out)
    if s.phase == TAKING_ROW:
        return list_fives(s, seat, out)
    return list_rings(s, seat, out)


@entry
def apply(s: State, seat: int, action: int) -> None:
    kind = action >> 16
    a = action >> 8 & 0xFF
    b = action & 0xFF
    if kind == MOVE:
        move_ring(s, seat, a, b)
    elif kind == PLACE:
        place_ring(s, seat, a)
    elif kind == TAKE_ROW:
        take_five(s, a, b)
    elif kind == TAKE_RING:
        take_ring(s, seat, a)
    else:
        pass_turn(s, seat)


# -- what can be done -----------------------------------------------------------------------------------------


@rule
def list_empty_points(s: State, out: Ints) -> int:
    n = 0
    for point in POINTS:
        if s.board[point] == EMPTY:
            out[n] = PLACE << 16 | point << 8
            n += 1
    return n


@rule
def list_ring_moves(s: State, seat: int, out: Ints) -> int:
    """All moves of all rings; a pass if there is none."""
    n = int(np.int64(0))  # a plain 0 would have what follows compiled twice: for that constant, and for a number
    for i in range(RINGS):
        at = int(s.rings[seat, i])
        if at != NOWHERE:
            for way in range(len(DIRECTIONS)):
                n = list_moves_on_line(s, at, way, out, n)
    if n == 0:
        out[0] = PASS << 16
        n = 1
    return n


@rule
def list_moves_on_line(s: State, at: int, way: int, out: Ints, n: int) -> int:
    """Up and down one line: to the empty points before the nearest that is taken; if markers stand there, to the
    point right behind their group, if it is empty. Behind a ring, or beyond the end of the line, nothing is."""
    line = LINE_OF[at, way]
    step = DIRECTIONS[way]
    here = BIT_ON[at, way]
    taken = int(s.taken[line])
    no_marker = WHOLE ^ int(s.markers[line])

    nearest = here + 1 + int(LOWEST[taken >> (here + 1)])
    behind = nearest + int(LOWEST[no_marker >> nearest])
    n = list_way(at, step, nearest - here - 1, behind - here, taken >> behind & 1, out, n)

    nearest = int(HIGHEST[taken & ((1 << here) - 1)])
    behind = int(HIGHEST[no_marker & ((2 << nearest) - 1)])
    return list_way(at, -step, here - nearest - 1, here - behind, taken >> behind & 1, out, n)


@rule
def list_way(at: int, step: int, empty: int, behind: int, shut: int, out: Ints, n: int) -> int:
    """The moves of one ring one way: to so many empty points, and to the one that far away unless that is shut.

    Writes first and counts afterwards: what was written too much, up to AHEAD, is overwritten by what follows. That
    spares the processor most of its wrong guesses."""
    move = MOVE << 16 | at << 8 | at
    for i in range(max(empty, AHEAD)):
        out[n + i] = move + (i + 1) * step
    n += empty
    out[n] = move + behind * step
    return n + 1 - shut


@rule
def list_fives(s: State, seat: int, out: Ints) -> int:
    n = 0
    for i in range(len(FIVES)):
        at = FIVES[i, 0]
        step = FIVES[i, 1]
        if is_five(s, at, step, MARKER + seat):
            out[n] = TAKE_ROW << 16 | at << 8 | (at + (ROW - 1) * step)
            n += 1
    return n


@rule
def list_rings(s: State, seat: int, out: Ints) -> int:
    """Never empty: whoever has taken three of the five has won, so that a row always finds a ring to take."""
    n = 0
    for i in range(RINGS):
        if s.rings[seat, i] != NOWHERE:
            out[n] = TAKE_RING << 16 | int(s.rings[seat, i]) << 8
            n += 1
    return n


# -- what it does ---------------------------------------------------------------------------------------------


@rule
def put(s: State, at: int, what: int) -> None:
    """Set a point and its bits on the lines through it. A marker that turns over changes no bits."""
    taken = 1 if what != EMPTY else 0
    marker = 1 if what == MARKER or what == MARKER + 1 else 0
    s.board[at] = what
    for way in range(len(DIRECTIONS)):
        line = LINE_OF[at, way]
        bit = BIT_ON[at, way]
        others = WHOLE ^ 1 << bit
        s.taken[line] = int(s.taken[line]) & others | taken << bit
        s.markers[line] = int(s.markers[line]) & others | marker << bit


@rule
def place_ring(s: State, seat: int, at: int) -> None:
    put(s, at, RING + seat)
    s.rings[seat, int(s.placed) // 2] = at
    s.placed = int(s.placed) + 1
    s.last_from = NOWHERE
    s.last_to = at
    if s.placed == 2 * RINGS:
        s.phase = MOVING
    s.turn = 1 - seat


@rule
def move_ring(s: State, seat: int, at: int, to: int) -> None:
    """Leave a marker, turn over what is jumped, then see to the rows."""
    step = STEP[SQUARES + to - at]
    put(s, at, MARKER + seat)
    put(s, to, RING + seat)
    s.stock = int(s.stock) - 1
    point = at + step
    while point != to:
        if s.board[point] != EMPTY:
            s.board[point] = FLIPPED - int(s.board[point])
        point += step
    for i in range(RINGS):
        if s.rings[seat, i] == at:
            s.rings[seat, i] = to
    s.last_from = at
    s.last_to = to
    s.mover = seat
    s.passes = 0
    see_to_rows(s, new_rows(s, at, to, step))


@rule
def take_five(s: State, low: int, high: int) -> None:
    step = STEP[SQUARES + high - low]
    for i in range(ROW):
        put(s, low + i * step, EMPTY)
    s.gone[0] = low
    s.gone[1] = high
    s.stock = int(s.stock) + ROW
    s.phase = TAKING_RING


@rule
def take_ring(s: State, seat: int, at: int) -> None:
    """The ring that is enough wins at once, whatever rows the other seat has; else rows are looked for again."""
    put(s, at, EMPTY)
    for i in range(RINGS):
        if s.rings[seat, i] == at:
            s.rings[seat, i] = NOWHERE
    s.gone[2] = at
    s.removed[seat] = int(s.removed[seat]) + 1
    if s.blitz != 0 and s.removed[seat] == TO_WIN_BLITZ:
        s.outcome = BLITZ_WON
    elif s.removed[seat] == TO_WIN:
        s.outcome = RINGS_WON
    else:
        see_to_rows(s, all_rows(s))


@rule
def pass_turn(s: State, seat: int) -> None:
    s.passes = int(s.passes) + 1
    if s.passes == 2:
        s.outcome = NO_MOVES
    s.turn = 1 - seat


# -- rows. Whose there are is written in bits: 1 for seat 0, 2 for seat 1 ---------------------------------------


@rule
def see_to_rows(s: State, rows: int) -> None:
    """The mover's rows come first, then the other seat's; when none are left, the move is over."""
    mover = int(s.mover)
    if rows == 0:
        s.phase = MOVING
        s.turn = 1 - mover
        if s.stock == 0:
            s.outcome = NO_MARKERS
    else:
        s.phase = TAKING_ROW
        s.turn = mover if rows >> mover & 1 else 1 - mover


@rule
def new_rows(s: State, at: int, to: int, step: int) -> int:
    """Whose rows a ring move made: all go through the marker it left or one that it turned over."""
    rows = 0
    point = at
    while point != to:
        if s.board[point] != EMPTY and stands_in_row(s, point):
            rows |= int(s.board[point])  # 1 + seat is just that seat's bit
        point += step
    return rows


@rule
def stands_in_row(s: State, point: int) -> bool:
    marker = s.board[point]
    for step in DIRECTIONS:
        length = 1
        beside = point + step
        while s.board[beside] == marker:
            length += 1
            beside += step
        beside = point - step
        while s.board[beside] == marker:
            length += 1
            beside -= step
        if length >= ROW:
            return True
    return False


@rule
def all_rows(s: State) -> int:
    rows = 0
    for i in range(len(FIVES)):
        for seat in range(2):
            if is_five(s, FIVES[i, 0], FIVES[i, 1], MARKER + seat):
                rows |= 1 << seat
    return rows


@rule
def is_five(s: State, at: int, step: int, marker: int) -> bool:
    length = 0
    while length < ROW and s.board[at + length * step] == marker:
        length += 1
    return length == ROW


# -- how it ended ---------------------------------------------------------------------------------------------


@entry
def returns(s: State, out: Floats) -> None:
    """More rings removed wins: true of every end, for the ring that wins is one more than the other seat can have."""
    ahead = int(s.removed[0]) - int(s.removed[1])
    out[0] = 1.0 if ahead > 0 else -1.0 if ahead < 0 else 0.0
    out[1] = -out[0]


@entry
def scores(s: State, out: Ints) -> None:
    """Rings removed."""
    out[0] = int(s.removed[0])
    out[1] = int(s.removed[1])


@entry
def ending(s: State) -> int:
    return int(s.outcome) - 1


# -- what no rule allows -----------------------------------------------------------------------------------------


def skip_turn(s: State) -> bool:
    """Where a ring could be placed or moved: a row that was made has to be taken."""
    if s.phase not in (PLACING, MOVING):
        return False
    s.turn = 1 - int(s.turn)
    return True
