"""Resigning and drawing: the same in every competitive game of two seats, above its rules.

An offer stands until it is answered or until the offerer's next move, not counting moves of the turn in which it was
made. After an offer was declined or lapsed, its seat offers no other for ten steps of the game's own.
"""

RESIGN, DRAW, DECLINE = "resign", "draw", "decline"
WORDS = (RESIGN, DRAW, DECLINE)
PAUSE = 10  # steps of the game's own between an offer that failed and the next


class Offers:
    """What stands between the two seats. `now` is the number of the game's own steps that stand."""

    def __init__(self) -> None:
        self.by: int | None = None
        self.turn = 0  # the turn in which the standing offer was made
        self.paused: dict[int, int] = {}  # seat: the step at which its last offer failed

    def words(self, seat: int, now: int, drawing: bool) -> list[str]:
        """What this seat may say now, of resign, draw and decline."""
        if self.by is not None and self.by != seat:
            return [RESIGN, DRAW, DECLINE]
        free = self.by is None and drawing and now - self.paused.get(seat, -PAUSE) >= PAUSE
        return [RESIGN, DRAW] if free else [RESIGN]

    def offer(self, seat: int, turn: int) -> bool:
        """Offer, or accept a standing offer of the other seat: then true."""
        if self.by is not None and self.by != seat:
            return True
        self.by, self.turn = seat, turn
        return False

    def fail(self, now: int) -> None:
        """The standing offer was declined or has lapsed."""
        if self.by is not None:
            self.paused[self.by] = now
            self.by = None

    def moved(self, seat: int, turn: int, now: int) -> None:
        """A seat has made a move of the game; `now` counts it."""
        if self.by == seat and turn != self.turn:
            self.fail(now)
