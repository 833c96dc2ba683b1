"""The rules of Connect Four. An action is the number of a column."""

from parlour.core.game import OVER, Floats, Ints, Options, State, blank
from parlour.core.jit import entry, rule
from parlour.games.connect4.board import COLUMNS, DIRECTIONS, FULL, LINE, PLAYING, ROWS, STATE, STRIDE, WON, empty_board


def new(seats: int, options: Options) -> State:
    s = blank(STATE)
    s.board = empty_board()
    return s


@entry
def actor(s: State) -> int:
    return int(s.turn) if s.outcome == PLAYING else OVER


@entry
def legal(s: State, seat: int, out: Ints) -> int:
    n = 0
    for column in range(COLUMNS):
        if s.height[column] < ROWS:
            out[n] = column
            n += 1
    return n


@entry
def apply(s: State, seat: int, column: int) -> None:
    """Drop a disc; four in a line win, a full board is a draw."""
    at = (column + 1) * STRIDE + int(s.height[column]) + 1
    s.board[at] = seat + 1
    s.height[column] = int(s.height[column]) + 1
    s.plies = int(s.plies) + 1
    if makes_a_line(s, at):
        s.outcome = WON
        s.winner = seat
    elif s.plies == COLUMNS * ROWS:
        s.outcome = FULL
    s.turn = 1 - seat


@rule
def makes_a_line(s: State, at: int) -> bool:
    """Whether the disc just laid stands in a line of four."""
    disc = s.board[at]
    for step in DIRECTIONS:
        length = 1
        square = at + step
        while s.board[square] == disc:
            length += 1
            square += step
        square = at - step
        while s.board[square] == disc:
            length += 1
            square -= step
        if length >= LINE:
            return True
    return False


@entry
def returns(s: State, out: Floats) -> None:
    out[0] = out[1] = 0.0
    if s.outcome == WON:
        out[int(s.winner)] = 1.0
        out[1 - int(s.winner)] = -1.0


@entry
def scores(s: State, out: Ints) -> None:
    """1 for the winner, else 0."""
    out[0] = out[1] = 0
    if s.outcome == WON:
        out[int(s.winner)] = 1


@entry
def ending(s: State) -> int:
    return int(s.outcome) - 1


def skip_turn(s: State) -> bool:
    s.turn = 1 - int(s.turn)
    return True
