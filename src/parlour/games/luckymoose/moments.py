"""What a step is remembered by: a full line, and the last token of a hand. Both lie open."""

from parlour.core.game import State, Viewer
from parlour.core.scene import Moment, site
from parlour.core.texts import Text
from parlour.games.luckymoose.board import OUT, OUT_BONUS, STEPS, WHOLE_LINE
from parlour.games.luckymoose.notation import END, tile_name


def moment(before: State, after: State, seat: int, action: int, viewer: Viewer) -> Moment | None:
    if action != END:
        return None
    player, points = Text(f"seat.{seat}"), int(after.score[seat]) - int(before.score[seat])
    full = full_line(before)
    if full:
        yours = {seat: Text("moment.your-full", {"count": points})}
        return Moment("full", Text("moment.full", {"player": player, "count": points}), yours, full, line=True)
    if after.phase == OUT:
        yours = {seat: Text("moment.your-out", {"count": OUT_BONUS})}
        laid = tuple(site(tile_name(at)) for at in before.laid[: int(before.laid_count)].tolist())
        return Moment("out", Text("moment.out", {"player": player, "count": OUT_BONUS}), yours, laid)
    return None


def full_line(s: State) -> tuple[str, ...]:
    """The places of a full line that the turn's tokens stand in, or nothing."""
    board = s.board.tolist()
    for at in s.laid[: int(s.laid_count)].tolist():
        for step in STEPS.tolist():
            low = at
            while board[low - step] >= 0:
                low -= step
            line = [low]
            while board[line[-1] + step] >= 0:
                line.append(line[-1] + step)
            if len(line) == WHOLE_LINE:
                return tuple(site(tile_name(tile)) for tile in line)
    return ()
