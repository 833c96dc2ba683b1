"""Counts that several processes can share without asking each other for every request."""

from parlour.server.guard.counters import MemoryCounters, Rate, Taken

RATE = Rate(10, 1)
RATES = {"knock": RATE}


class Seconds:
    at = 1000.0

    def __call__(self) -> float:
        return self.at


def taken(counters: MemoryCounters, times: int) -> int:
    """How many of these were let through."""
    return sum(counters.take("knock", "a", RATE) == 0 for _ in range(times))


def watched(seconds: Seconds) -> MemoryCounters:
    """Whatever is taken is worth telling."""
    counters = MemoryCounters(seconds)
    counters.watch(0.01, lambda: None)
    return counters


def test_it_is_said_at_once_when_a_share_of_a_burst_was_taken_and_not_before() -> None:
    counters, called = MemoryCounters(Seconds()), list[int]()
    counters.watch(0.3, lambda: called.append(1))
    taken(counters, 2)
    assert (called, counters.taken()) == ([], [])
    taken(counters, 2)
    assert called
    assert counters.taken() == [Taken("knock", "a", 4)]


def test_processes_that_tell_each_other_let_through_no_more_than_one_does() -> None:
    seconds = Seconds()
    here, there = watched(seconds), watched(seconds)
    assert (taken(here, 6), taken(there, 3)) == (6, 3)
    told = here.taken(), there.taken()
    here.taken_elsewhere(told[1], RATES)
    there.taken_elsewhere(told[0], RATES)
    assert (taken(here, 5), taken(there, 5)) == (1, 1), "nine of ten are gone, and neither knows of the other's last"
    seconds.at += 5
    assert taken(here, 10) == 5


def test_what_was_told_once_is_not_told_again_and_what_was_given_back_is() -> None:
    counters = watched(Seconds())
    taken(counters, 4)
    assert counters.taken() == [Taken("knock", "a", 4)]
    assert counters.taken() == []
    counters.give_back("knock", "a", RATE)
    assert counters.taken() == [Taken("knock", "a", -1)]


def test_what_is_heard_from_others_is_worked_off_from_then_on() -> None:
    seconds = Seconds()
    counters = MemoryCounters(seconds)
    taken(counters, 3)
    seconds.at += 100
    counters.taken_elsewhere([Taken("knock", "a", 10)], RATES)
    assert taken(counters, 1) == 0
    seconds.at += 2
    assert taken(counters, 5) == 2


def test_a_large_amount_goes_through_where_there_is_room_and_is_worked_off_before_the_next() -> None:
    seconds = Seconds()
    counters = MemoryCounters(seconds)
    assert counters.take("knock", "a", RATE, 25) == 0
    assert counters.take("knock", "a", RATE) == 16
    seconds.at += 16
    assert counters.take("knock", "a", RATE) == 0
