"""What a viewer may know: everything, to everybody."""

from functools import cache
from typing import Literal

import msgspec
import numpy as np

from parlour.core.game import OVER, State, Viewer
from parlour.games.yinsh.board import (
    BLITZ_WON,
    LINES,
    MARKER,
    MOST_ACTIONS,
    MOVING,
    NOWHERE,
    PLACING,
    POINTS,
    RINGS_WON,
    ROW,
    SQUARES,
    STEP,
    TAKING_ROW,
)
from parlour.games.yinsh.notation import PASS, kind_of, point_name, points_of
from parlour.games.yinsh.rules import actor, legal

Phase = Literal["place", "move", "pass", "row", "ring", "over"]


NAMED = [(point, point_name(point)) for point in POINTS.tolist()]
STEPS = STEP.tolist()
MARKERS = (MARKER, MARKER + 1)


class YinshView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """`rings` keeps each ring at its place in its seat's list, in the order of placing; one that is not on the board
    is None. `rows` are the rows that the seat to act may take five markers of, each from its lower end. `jumps` are its
    ring moves over markers, from and to, each with the markers that it turns over, in the order of the jump.
    `finish` is what a match was won by: the five markers that were taken last, and the ring that was given up."""

    rings: list[list[str | None]]
    markers: list[list[str]]
    rows: list[list[str]]
    jumps: dict[str, list[str]]
    stock: int
    removed: list[int]
    placed: int
    phase: Phase  # what the seat to act does now; "pass" if none of its rings can move
    last: list[str]  # the last ring move, from and to; the last ring placed; or nothing
    blitz: bool
    turn: int | None
    seat: int | None
    finish: list[str] = []


def view(s: State, viewer: Viewer, reveal: bool) -> YinshView:
    who, doing = actor(s), int(s.phase)
    moves = moves_of(s, who) if who != OVER and doing == MOVING else []
    phase = phase_of(doing, who, moves)
    last = [int(s.last_from), int(s.last_to)]
    board, rings = s.board.tolist(), s.rings.tolist()  # each element of a field takes as long as the whole field
    removed = s.removed.tolist()
    return YinshView(
        rings=[[None if at == NOWHERE else point_name(at) for at in each] for each in rings],
        markers=[[name for point, name in NAMED if board[point] == marker] for marker in MARKERS],
        rows=rows_of(s, who) if phase == "row" else [],
        jumps=jumps_of(board, moves) if phase == "move" else {},
        stock=int(s.stock),
        removed=removed,
        placed=int(s.placed),
        phase=phase,
        last=[point_name(point) for point in last if point != NOWHERE],
        blitz=bool(s.blitz),
        turn=None if who == OVER else who,
        seat=viewer,
        finish=finish_of(s) if who == OVER else [],
    )


def phase_of(doing: int, who: int, moves: list[int]) -> Phase:
    if who == OVER:
        return "over"
    if doing == PLACING:
        return "place"
    if doing == MOVING:
        return "pass" if kind_of(moves[0]) == PASS else "move"
    return "row" if doing == TAKING_ROW else "ring"


def finish_of(s: State) -> list[str]:
    if s.outcome not in (RINGS_WON, BLITZ_WON):
        return []
    low, high, ring = s.gone.tolist()
    step = STEPS[SQUARES + high - low]
    return [point_name(point) for point in (*range(low, high + step, step), ring)]


def moves_of(s: State, who: int) -> list[int]:
    out = np.empty(MOST_ACTIONS, np.int64)
    moves: list[int] = out[: legal(s, who, out)].tolist()
    return moves


def jumps_of(board: list[int], moves: list[int]) -> dict[str, list[str]]:
    """A ring that jumps lands right behind the last of the markers."""
    jumps = {}
    for move in moves:
        at, step = before_landing(move)
        if board[at] not in MARKERS:  # as with most moves
            continue
        turned, (start, end) = [], points_of(move)
        while board[at] in MARKERS:
            turned.append(point_name(at))
            at -= step
        jumps[f"{point_name(start)}-{point_name(end)}"] = turned[::-1]
    return jumps


@cache
def before_landing(move: int) -> tuple[int, int]:
    """The last point that a ring goes over, and the step by which it goes on from there."""
    start, end = points_of(move)
    step = STEPS[SQUARES + end - start]
    return end - step, step


def rows_of(s: State, seat: int) -> list[list[str]]:
    """The seat's rows, whole: five or more of its markers side by side."""
    rows, board = [], s.board.tolist()
    for line in LINES:
        row: list[str] = []
        for point in (*line, NOWHERE):
            if board[point] == MARKER + seat:
                row.append(point_name(point))
            else:
                if len(row) >= ROW:
                    rows.append(row)
                row = []
    return rows
