"""The house's own time: as the wall clock said when it began, and from there as long as has really passed.

A wall clock is set, by hand or by other machines, and jumps. Whoever is thinking would lose by it, or win. So it is
looked at once. What is on the disk has happened: time goes on from there, should the wall clock be behind it.
"""

import time
from collections.abc import Callable

NANOSECONDS = 1_000_000  # in a millisecond
FAR_APART = 60_000  # milliseconds between this time and the wall clock's of which a host should hear

Nanoseconds = Callable[[], int]


def passed() -> int:
    """What nobody can set. Where the system says so it goes on while the machine sleeps: for people time does, too."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic_ns() if clock is None else time.clock_gettime_ns(clock)


class SteadyTime:
    """Of one process. Several on one store go by the store's clock, if it has one (`steer`); else each begins with its
    own wall clock, but never behind what is stored."""

    def __init__(self, wall: Nanoseconds = time.time_ns, passed: Nanoseconds = passed) -> None:
        self._wall, self._passed = wall, passed
        self._ahead = wall() - passed()
        self._shown = 0  # the latest time that anybody was told

    def now(self) -> int:
        self._shown = max(self._shown, (self._passed() + self._ahead) // NANOSECONDS)
        return self._shown

    def not_before(self, at: int) -> None:
        self._ahead = max(self._ahead, at * NANOSECONDS - self._passed())

    def begin_at(self, at: int) -> None:
        """Before the house is open: it is just then, whatever this machine's clock says."""
        self._ahead, self._shown = at * NANOSECONDS - self._passed(), 0

    def steer(self, at: int) -> None:
        """By the clock of all processes it is that time. Where this one was ahead, time stands still for that long.
        A clock that is far off has been set, and nobody follows it."""
        if abs(at - self.now()) < FAR_APART:
            self._ahead = at * NANOSECONDS - self._passed()

    @property
    def behind_wall(self) -> int:
        """By how many milliseconds the wall clock is ahead by now; less than 0: it is behind."""
        return self._wall() // NANOSECONDS - self.now()
