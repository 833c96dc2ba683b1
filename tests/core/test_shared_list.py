"""Lists whose copies share what they have in common."""

from random import Random

import pytest

from parlour.core.shared_list import PIECE, SharedList


def test_it_is_a_list_whatever_is_done_to_it() -> None:
    rng, plain, shared = Random(1), list[int](), SharedList[int]()
    for number in range(4 * PIECE):
        if plain and rng.random() < 0.3:
            assert shared.pop() == plain.pop()
        else:
            some = [number] * rng.randint(0, 3)
            plain += some
            shared += some
        start, stop = rng.randint(-3, len(plain) + 3), rng.randint(-3, len(plain) + 3)
        assert shared == plain
        assert ([*shared], [*reversed(shared)], len(shared)) == (plain, plain[::-1], len(plain))
        assert shared[start:stop] == plain[start:stop]
        assert (shared[start:], shared[:stop], shared[start:stop:-2]) == (
            plain[start:],
            plain[:stop],
            plain[start:stop:-2],
        )
        for at in {-1, 0, len(plain) // 2} if plain else ():
            assert shared[at] == plain[at]


def test_copies_go_their_own_ways() -> None:
    for length in (0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE):
        first = SharedList(range(length))
        second, third = first.copy(), first.copy()
        second += [-1] * PIECE
        for _ in range(length):
            third.pop()
        third.append(-2)
        assert first == [*range(length)]
        assert second == [*range(length), *[-1] * PIECE]
        assert third == [-2]
        assert first != second


def test_a_copy_costs_the_same_however_long_it_is() -> None:
    """All but less than a piece is the same for both."""
    long = SharedList(range(100 * PIECE + 5))
    twin = long.copy()
    assert twin._full is long._full
    assert len(twin._last) == 5


def test_before_the_first_and_after_the_last_there_is_nothing() -> None:
    for length in (0, 5, PIECE):
        some = SharedList(range(length))
        for at in (length, length + PIECE, -length - 1):
            with pytest.raises(IndexError):
                some[at]
    with pytest.raises(IndexError):
        SharedList[int]().pop()
