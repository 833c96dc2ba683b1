"""A boat on its way: gates, start and finish, whatever it is that moves it."""

from parlour.core.game import State
from parlour.core.jit import rule
from parlour.games.regatta.board import (
    AREA_SHIFT,
    BEHIND,
    BOAT,
    BOAT_SHIFT,
    EAST,
    FINISHED,
    LINE,
    NORTH,
    X_OF,
    Y_OF,
)


@rule
def put(s: State, seat: int, point: int) -> None:
    s.at[seat] = point
    s.board[point] = int(s.board[point]) | (seat + 1) << BOAT_SHIFT


@rule
def move(s: State, seat: int, to: int) -> None:
    """To another point, by whatever drives the boat: its track counts for gates, then for start and finish."""
    at = int(s.at[seat])
    s.board[at] = int(s.board[at]) & ~BOAT
    put(s, seat, to)
    s.last_from = at
    s.last_to = to
    if s.started[seat]:
        s.passed[seat] = gates_after(s, int(s.passed[seat]), at, to)
    if crosses_line(s, at, to):
        if not s.started[seat]:
            s.started[seat] = 1
        elif s.passed[seat] == s.gates and s.place[seat] == 0:
            finish(s, seat)


@rule
def crosses_line(s: State, at: int, to: int) -> bool:
    """From behind onto the starting line."""
    return int(s.board[to]) >> AREA_SHIFT == LINE and int(s.board[at]) >> AREA_SHIFT == BEHIND


@rule
def finish(s: State, seat: int) -> None:
    """The race is over when only one boat has not finished."""
    s.home = int(s.home) + 1
    s.place[seat] = s.home
    if s.home + 1 == s.seats:
        s.phase = FINISHED


@rule
def gates_after(s: State, passed: int, at: int, to: int) -> int:
    """How many gates count after this step: the next ones passed clockwise; or else those passed last taken back, as
    long as their marker is not rounded."""
    before = passed
    while passed < s.gates and passes(s, passed, at, to):
        passed += 1
    if passed > before:
        return passed
    while passed > 0 and not s.gate_last[passed - 1] and passes(s, passed - 1, to, at):
        passed -= 1
    return passed


@rule
def passes(s: State, gate: int, at: int, to: int) -> bool:
    """Whether the step passes the gate clockwise: from strictly to the left of its ray, onto the ray or to its right,
    and across the ray itself, not its backward extension or the marker."""
    east = EAST[int(s.gate_heading[gate])]
    north = NORTH[int(s.gate_heading[gate])]
    from_x = X_OF[at] - int(s.gate_x[gate])
    from_y = Y_OF[at] - int(s.gate_y[gate])
    to_x = X_OF[to] - int(s.gate_x[gate])
    to_y = Y_OF[to] - int(s.gate_y[gate])
    left_before = east * from_y - north * from_x
    left_after = east * to_y - north * to_x
    if left_before <= 0 or left_after > 0:
        return False
    # Where the step meets the gate's line, weighed by the distances from it: ahead of the marker?
    along_before = east * from_x + north * from_y
    along_after = east * to_x + north * to_y
    return bool(along_after * left_before - along_before * left_after > 0)
