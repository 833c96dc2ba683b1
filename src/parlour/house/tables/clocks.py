"""Clocks: none, live (minutes and an increment for every turn) or days for every turn.

A clock is charged from the moment the house heard of the step that set it going to the moment it heard of the one that
stopped it, less the time that the house was down. Nothing here asks what time it is.
"""

import itertools
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated

import msgspec

from parlour.core.texts import Refused
from parlour.house.tables.records import Pace

SECOND, MINUTE, DAY = 1000, 60_000, 86_400_000
MOST_MINUTES, MOST_INCREMENT, MOST_DAYS = 180, 180, 30


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long everybody may think."""

    pace: Pace = "none"
    minutes: Annotated[float, msgspec.Meta(ge=0, le=MOST_MINUTES)] = 0  # live: for the whole match
    increment: Annotated[int, msgspec.Meta(ge=0, le=MOST_INCREMENT)] = 0  # live: seconds added for every turn
    days: Annotated[int, msgspec.Meta(ge=0, le=MOST_DAYS)] = 0  # for every turn

    def check(self) -> "Clock":
        """Refuse a clock with which nobody could play."""
        if self.pace == "live" and self.minutes * 60 + self.increment < 10:
            raise Refused("refuse.clock-short")
        if self.pace == "days" and self.days < 1:
            raise Refused("refuse.clock-days", most=MOST_DAYS)
        if (self.pace != "live" and (self.minutes or self.increment)) or (self.pace != "days" and self.days):
            raise Refused("refuse.clock-mixed")
        return self

    @property
    def at_first(self) -> int:
        """Milliseconds that everybody begins with."""
        return self.days * DAY if self.pace == "days" else round(self.minutes * MINUTE) + self.increment * SECOND

    def after_turn(self, left: int, played: bool) -> int:
        """What is left for the turns to come, once one is over; an increment is for a turn that was played."""
        if self.pace == "days":
            return self.days * DAY
        return left + self.increment * SECOND if played else left


class Running(msgspec.Struct, frozen=True, gc=False):
    """The clocks of one match: what each seat had left when it last began or ended a turn, and since when whose is
    running."""

    clock: Clock
    left: tuple[int, ...]
    since: Mapping[int, int]  # by seat

    def spent(self, now: int, uptimes: "Uptimes") -> dict[int, int]:
        """What has gone off every clock that runs."""
        return {seat: uptimes.between(since, now) for seat, since in self.since.items()}

    def charged(
        self, at: int, spent: Mapping[int, int], to_act: Sequence[int], anew: Collection[int] = (), played: bool = True
    ) -> "Running":
        """After a step: whoever is no longer to act, or is so `anew`, has ended a turn and pays for it.

        A clock that goes on is not touched. Charged at every step, it would after a time that the house was down tell
        of steps that others may not know of."""
        ended = {seat for seat in self.since if seat not in to_act or seat in anew}
        stopped = self.stopped(spent, ended)
        left = [self.clock.after_turn(ms, played) if seat in ended else ms for seat, ms in enumerate(stopped.left)]
        return Running(self.clock, tuple(left), {seat: stopped.since.get(seat, at) for seat in to_act})

    def stopped(self, spent: Mapping[int, int], seats: Collection[int] | None = None) -> "Running":
        """These clocks, or all, stand from now on; nothing is added, for no turn was played to its end."""
        ended = {seat for seat in self.since if seats is None or seat in seats}
        left = [max(0, ms - spent.get(seat, 0)) if seat in ended else ms for seat, ms in enumerate(self.left)]
        return Running(self.clock, tuple(left), {seat: at for seat, at in self.since.items() if seat not in ended})

    def handed_on(self, seat: int, at: int, running: bool) -> "Running":
        """Another person has this clock now: with what was left on it, and at least half of what everybody began with,
        for it may have run out."""
        left = [max(ms, self.clock.at_first // 2) if each == seat else ms for each, ms in enumerate(self.left)]
        since = {**self.since, seat: at} if running else dict(self.since)
        return Running(self.clock, tuple(left), since)

    def overdue(self, now: int, uptimes: "Uptimes") -> list[int]:
        """Seats whose time is up, the first to run out first."""
        if not self.since:
            return []
        over = {seat: spent - self.left[seat] for seat, spent in self.spent(now, uptimes).items()}
        return sorted((seat for seat, by in over.items() if by >= 0), key=lambda seat: -over[seat])

    def due_of(self, seat: int, uptimes: "Uptimes") -> int | None:
        """When a seat's clock runs out, if it runs and the house stays up."""
        since = self.since.get(seat)
        return None if since is None else since + self.left[seat] + uptimes.down_since(since)

    def due(self, uptimes: "Uptimes | None" = None) -> int | None:
        """When the first clock runs out, if the house stays up."""
        up = uptimes or ALWAYS_UP
        return min((due for seat in self.since if (due := self.due_of(seat, up)) is not None), default=None)


NO_CLOCKS = Running(Clock(), (), {})


class Uptimes:
    """When the house was up. All time before the first that is known counts as up."""

    def __init__(self, spans: Sequence[tuple[int, int]] = ()) -> None:
        """When each of its processes was, by their beginnings. The house is up while one of them is, and has been
        since the last one came."""
        ups = itertools.accumulate((until for _, until in spans), max)
        self._gaps = [(until, begin) for until, (begin, _) in zip(ups, spans[1:], strict=False) if begin > until]

    def between(self, start: int, end: int) -> int:
        """Milliseconds of the time from `start` to `end` that the house was up."""
        down = sum(max(0, min(end, until) - max(start, begin)) for begin, until in self._gaps)
        return max(0, end - start - down)

    def down_since(self, start: int) -> int:
        """Milliseconds that the house has been down since then."""
        return sum(max(0, until - max(start, begin)) for begin, until in self._gaps)


ALWAYS_UP = Uptimes()
