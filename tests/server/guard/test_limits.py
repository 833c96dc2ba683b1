"""How often is too often."""

import pytest

from parlour.server.guard.limits import RATES, Limits, Rate, TooMany, household


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
    return Limits({"knock": Rate(3, 0.5)}, seconds, most=100)


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
    assert limits.size() == 100
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


def test_a_household_is_an_address_or_a_64():
    assert household("198.51.100.7") == "198.51.100.7"
    assert household("::ffff:198.51.100.7") == household("198.51.100.7")
    assert household("2001:db8:1:2:3:4:5:6") == household("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::1") != household("2001:db8:1:2::1")
    assert household("unknown") == "unknown"


def test_signing_in_is_limited_much_more_strictly_than_reading():
    assert RATES["sign-in"].second * 100 < RATES["request"].second
    assert RATES["guess"].second <= 1 / 60
