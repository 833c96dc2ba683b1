"""What a viewer may know: everything, to everybody."""

from typing import Literal

import msgspec
import numpy as np

from parlour.core.game import OVER, State, Viewer
from parlour.games.yinsh.board import (
    LINES,
    MARKER,
    MOST_ACTIONS,
    MOVING,
    NOWHERE,
    PLACING,
    POINTS,
    ROW,
    TAKING_ROW,
)
from parlour.games.yinsh.notation import PASS, kind_of, point_name
from parlour.games.yinsh.rules import actor, legal

Phase = Literal["place", "move", "pass", "row", "ring", "over"]


NAMED = [(point, point_name(point)) for point in POINTS.tolist()]


class YinshView(msgspec.Struct, frozen=True, gc=False):
    """`rings` keeps each ring at its place in its seat's list, in the order of placing; one that is not on the board
    is None. `rows` are the rows that the seat to act may take five markers of, each from its lower end."""

    rings: list[list[str | None]]
    markers: list[list[str]]
    rows: list[list[str]]
    stock: int
    removed: list[int]
    placed: int
    phase: Phase  # what the seat to act does now; "pass" if none of its rings can move
    last: list[str]  # the last ring move, from and to; the last ring placed; or nothing
    blitz: bool
    turn: int | None
    seat: int | None


def view(s: State, viewer: Viewer, reveal: bool) -> YinshView:
    who = actor(s)
    phase = phase_of(s, who)
    last = [int(s.last_from), int(s.last_to)]
    board, rings = s.board.tolist(), s.rings.tolist()  # each element of a field takes as long as the whole field
    removed = s.removed.tolist()
    return YinshView(
        rings=[[None if at == NOWHERE else point_name(at) for at in each] for each in rings],
        markers=[[name for point, name in NAMED if board[point] == marker] for marker in (MARKER, MARKER + 1)],
        rows=rows_of(s, who) if phase == "row" else [],
        stock=int(s.stock),
        removed=removed,
        placed=int(s.placed),
        phase=phase,
        last=[point_name(point) for point in last if point != NOWHERE],
        blitz=bool(s.blitz),
        turn=None if who == OVER else who,
        seat=viewer,
    )


def phase_of(s: State, who: int) -> Phase:
    if who == OVER:
        return "over"
    if s.phase == PLACING:
        return "place"
    if s.phase == MOVING:
        return "pass" if must_pass(s, who) else "move"
    return "row" if s.phase == TAKING_ROW else "ring"


def must_pass(s: State, who: int) -> bool:
    out = np.empty(MOST_ACTIONS, np.int64)
    legal(s, who, out)
    return kind_of(int(out[0])) == PASS


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
