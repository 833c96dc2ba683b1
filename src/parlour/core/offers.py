"""Resigning and drawing: the same in every competitive game of two seats, above its rules.

An offer stands until it is answered or until the offerer's next move, not counting moves of the turn in which it was
made. After an offer was declined or lapsed, its seat offers no other for ten steps of the game's own.
"""

import msgspec

RESIGN, DRAW, DECLINE = "resign", "draw", "decline"
WORDS = (RESIGN, DRAW, DECLINE)
PAUSE = 10  # steps of the game's own between an offer that failed and the next
LONG_AGO = -PAUSE


class Offers(msgspec.Struct, frozen=True, gc=False):
    """What stands between the two seats. `now` counts the game's own steps that stand and that both seats know of."""

    by: int | None = None  # whose offer stands
    turn: int = 0  # the turn in which it was made; 0: off turn
    failed_at: tuple[int, int] = (LONG_AGO, LONG_AGO)  # by seat: when its last offer failed

    def words(self, seat: int, now: int, drawing: bool) -> list[str]:
        """What this seat may say now, of resign, draw and decline."""
        if self.by is not None and self.by != seat:
            return [RESIGN, DRAW, DECLINE]
        return [RESIGN] if self.why_no_offer(seat, now, drawing) else [RESIGN, DRAW]

    def why_not(self, seat: int, word: str, now: int, drawing: bool) -> str:
        """The key of the reason why this seat cannot say that word now."""
        reason = self.why_no_offer(seat, now, drawing) if word == DRAW else None
        return reason or f"refuse.{word}"

    def said(self, seat: int, word: str, turn: int, now: int) -> "Offers":
        """After an offer, or after one was declined."""
        return self.offered(seat, turn) if word == DRAW else self.failed(now)

    def why_no_offer(self, seat: int, now: int, drawing: bool) -> str | None:
        """The key of the reason why this seat cannot offer a draw, if there is one."""
        if self.by == seat:
            return "refuse.draw-stands"
        if not drawing:
            return "refuse.draw-early"
        return "refuse.draw-pause" if now - self.failed_at[seat] < PAUSE else None

    def offered(self, seat: int, turn: int) -> "Offers":
        return msgspec.structs.replace(self, by=seat, turn=turn)

    def failed(self, now: int) -> "Offers":
        """The standing offer was declined or has lapsed."""
        failed_at = (now if self.by == 0 else self.failed_at[0], now if self.by == 1 else self.failed_at[1])
        return Offers(None, 0, failed_at)

    def moved(self, seat: int, turn: int, now: int) -> "Offers":
        """A seat has made a move of the game in that turn; `now` counts it."""
        return self.failed(now) if self.by == seat and turn != self.turn else self
