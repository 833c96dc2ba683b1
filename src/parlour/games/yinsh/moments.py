"""What a step is remembered by: a row that was made, a ring that was given up for one."""

from parlour.core.game import State, Viewer
from parlour.core.scene import Moment, site
from parlour.core.texts import Text
from parlour.games.yinsh.board import PLAYING, TAKING_ROW, TO_WIN, TO_WIN_BLITZ
from parlour.games.yinsh.notation import MOVE, TAKE_RING, kind_of, point_name, points_of
from parlour.games.yinsh.view import rows_of


def moment(before: State, after: State, seat: int, action: int, viewer: Viewer) -> Moment | None:
    kind = kind_of(action)
    if kind == MOVE and after.phase == TAKING_ROW and after.outcome == PLAYING:
        return row_made(after, int(after.turn))
    if kind == TAKE_RING:
        return ring_taken(after, seat, points_of(action)[0])
    return None


def row_made(s: State, seat: int) -> Moment:
    """The first of the rows that are to be taken now: it may be the other seat's, whose markers were turned over."""
    row = rows_of(s, seat)[0]
    words = Text("moment.row", {"player": Text(f"seat.{seat}"), "count": len(row)})
    yours = {seat: Text("moment.your-row", {"count": len(row)})}
    return Moment("row", words, yours, tuple(map(site, row)), line=True)


def ring_taken(s: State, seat: int, at: int) -> Moment:
    count = {"count": int(s.removed[seat]), "of": TO_WIN_BLITZ if s.blitz else TO_WIN}
    words = Text("moment.ring", {"player": Text(f"seat.{seat}"), **count})
    yours, facts = {seat: Text("moment.your-ring", count)}, {"seat": str(seat)}
    return Moment("ring", words, yours, (site(point_name(at)),), facts=facts)
