"""How often is too often."""

from collections.abc import Callable
from contextlib import suppress
from random import choice

import pytest

from parlour.server.guard.counters import MemoryCounters, Rate
from parlour.server.guard.limits import A_LOOK, RATES, Allowance, Limits, TooMany, household


class Seconds:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def limits(seconds: Seconds) -> Limits:
    return Limits({"knock": Rate(3, 0.5)}, MemoryCounters(seconds, most=100))


def wait(limits: Limits, key: str = "a") -> int:
    try:
        limits.take("knock", key)
    except TooMany as refusal:
        return refusal.wait
    return 0


def test_some_at_once_then_as_many_as_flow_in(limits: Limits, seconds: Seconds):
    assert [wait(limits) for _ in range(4)] == [0, 0, 0, 2]
    seconds.at += 1
    assert wait(limits) == 1
    seconds.at += 1
    assert [wait(limits), wait(limits)] == [0, 2]
    seconds.at += 1000
    assert [wait(limits) for _ in range(4)] == [0, 0, 0, 2]


def test_being_refused_does_not_make_the_wait_longer(limits: Limits):
    for _ in range(50):
        wait(limits)
    assert wait(limits) == 2


def test_each_has_their_own(limits: Limits):
    assert [wait(limits, "a") for _ in range(4)][-1] == 2
    assert wait(limits, "b") == 0


def test_what_is_given_back_can_be_taken_again_but_never_more(limits: Limits):
    for _ in range(10):
        assert wait(limits) == 0
        limits.give_back("knock", "a")
    limits.give_back("knock", "a")
    assert [wait(limits) for _ in range(4)] == [0, 0, 0, 2]


def test_memory_is_bounded_and_the_longest_idle_is_forgotten_first(limits: Limits):
    for key in ["first", "last"] * 3:
        wait(limits, key)
    for n in range(98):
        wait(limits, f"k{n}")
    wait(limits, "k98")
    assert isinstance(limits.counters, MemoryCounters)
    assert limits.counters.size() == 100
    assert wait(limits, "last") == 2
    assert wait(limits, "first") == 0  # forgotten, and so forgiven


def test_a_clock_that_goes_back_gives_nothing_away(limits: Limits, seconds: Seconds):
    for _ in range(3):
        wait(limits)
    seconds.at -= 500
    assert wait(limits) == 2


def test_a_kind_without_a_rate_has_no_limit(limits: Limits):
    for _ in range(1000):
        limits.take("other", "a")


# -- a person and an address ----------------------------------------------------------------------------------


def let_through(times: int, ask: Callable[[], None]) -> int:
    count = 0
    for _ in range(times):
        with suppress(TooMany):
            ask()
            count += 1
    return count


def test_whoever_has_fifty_sockets_has_what_one_has(seconds: Seconds):
    limits = Limits(RATES, MemoryCounters(seconds))
    sockets = [Allowance(limits, "198.51.100.7", "ann") for _ in range(50)]
    assert let_through(5000, lambda: choice(sockets).message(changes=False)) == RATES["person"].burst
    with pytest.raises(TooMany):
        limits.take("person", "ann")  # as a request over HTTP does


def test_one_who_asks_too_often_takes_nothing_from_others_at_the_same_address(seconds: Seconds):
    limits = Limits(RATES, MemoryCounters(seconds))
    flood, child = (Allowance(limits, "198.51.100.7", who) for who in ("ann", "ben"))
    for _ in range(60):
        seconds.at += 1
        let_through(1000, lambda: flood.message(changes=True))
        let_through(1000, flood.say)
        assert let_through(3, lambda: child.message(changes=True)) == 3
        assert let_through(1, child.say) == 1


def test_of_whom_nothing_is_known_is_their_address(seconds: Seconds):
    limits = Limits({"request": Rate(5, 1), "person": Rate(1, 1)}, MemoryCounters(seconds))
    strangers = [Allowance(limits, "198.51.100.7", None) for _ in range(3)]
    assert let_through(50, lambda: choice(strangers).message(changes=False)) == 5


def test_what_is_pulled_is_paid_for_by_the_line(seconds: Seconds):
    limits = Limits({"pull": Rate(1000, 10)}, MemoryCounters(seconds))
    one = Allowance(limits, "198.51.100.7", "ann")
    assert let_through(10, lambda: one.pull(490)) == 1000 // (490 + A_LOOK)
    seconds.at += 50
    assert let_through(10, lambda: one.pull(490)) == 1


def test_a_household_is_an_address_or_a_64():
    assert household("198.51.100.7") == "198.51.100.7"
    assert household("::ffff:198.51.100.7") == household("198.51.100.7")
    assert household("2001:db8:1:2:3:4:5:6") == household("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::1") != household("2001:db8:1:2::1")
    assert household("unknown") == "unknown"


def test_signing_in_is_limited_much_more_strictly_than_reading():
    assert RATES["sign-in"].second * 100 < RATES["request"].second
    assert RATES["guess"].second <= 1 / 60
