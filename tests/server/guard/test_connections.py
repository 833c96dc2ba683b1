"""How many connections there may be, and which goes when there is no room."""

import pytest

from parlour.server.guard.connections import BOUNDS, Bounds, Connections
from parlour.server.guard.places import IpAddress, Places

pytestmark = pytest.mark.anyio

PROXY, ANN, BEN = "127.0.0.1", "198.51.100.1", "198.51.100.2"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Fake:
    """A connection in a phase that a test says."""

    def __init__(self, waiting: bool = True) -> None:
        self.deadline: float | None = None
        self.waiting, self.ended = waiting, ""

    def is_closing(self) -> bool:
        return self.ended == "closing"

    def is_waiting(self) -> bool:
        return self.waiting

    def give_up(self) -> None:
        self.ended = "too late"

    def give_way(self) -> None:
        self.ended = "gave way"

    def cut(self) -> None:
        self.ended = "cut"


def book(**bounds: float) -> Connections:
    return Connections(Bounds(**{"look": 1000.0, **bounds}), Places().is_trusted)  # type: ignore[arg-type]


def come(there: Connections, client: str | None, waiting: bool = True) -> Fake:
    one = Fake(waiting)
    assert there.let_in(one, client)
    return one


def is_turned_away(there: Connections, client: str | None) -> bool:
    return not there.let_in(Fake(), client)


async def test_the_one_that_has_waited_longest_gives_way() -> None:
    there = book(connections=3)
    first, busy, last = come(there, ANN), come(there, BEN, waiting=False), come(there, BEN)
    there.waits(first)  # it has just been answered, and waits again
    assert come(there, ANN)
    assert (first.ended, busy.ended, last.ended) == ("", "", "gave way")
    assert len(there) == 3


async def test_where_all_are_at_work_a_newcomer_is_turned_away_and_nobody_else() -> None:
    there = book(connections=2)
    players = [come(there, ANN, waiting=False), come(there, BEN, waiting=False)]
    assert is_turned_away(there, ANN)
    assert [player.ended for player in players] == ["", ""]
    assert len(there) == 2


async def test_an_address_has_its_own_bound_and_gives_way_to_itself() -> None:
    there = book(by_address=2)
    neighbour, first, second = come(there, BEN), come(there, ANN), come(there, ANN)
    assert come(there, ANN)
    assert (neighbour.ended, first.ended, second.ended) == ("", "gave way", "")
    second.waiting = False
    assert come(there, ANN, waiting=False)
    assert is_turned_away(there, ANN)
    assert come(there, BEN)


async def test_one_64_is_one_address() -> None:
    there = book(by_address=1)
    assert come(there, "2001:db8::1", waiting=False)
    assert is_turned_away(there, "2001:db8::2")
    assert come(there, "2001:db8:0:1::1")


@pytest.mark.parametrize("proxy", [PROXY, None])
async def test_everybody_behind_a_trusted_proxy_is_not_one_address(proxy: str | None) -> None:
    there = book(by_address=2, connections=50)
    assert all(come(there, proxy, waiting=False) for _ in range(50))
    assert is_turned_away(there, proxy), "but they count in all"


async def test_whoever_takes_too_long_is_given_up_and_what_does_not_go_is_cut() -> None:
    there = book(farewell=5)
    late, soon, lingering = come(there, ANN), come(there, ANN), come(there, ANN)
    late.deadline, soon.deadline, lingering.ended = 10.0, 11.0, "closing"
    there.look(10.5)
    assert (late.ended, soon.ended, lingering.ended) == ("too late", "", "closing")
    there.look(15.5)
    assert (soon.ended, lingering.ended) == ("too late", "cut")


async def test_what_has_left_is_counted_no_more() -> None:
    there = book(by_address=1, connections=1)
    for _ in range(5):
        one = come(there, ANN, waiting=False)
        there.leave(one)
        there.leave(one)
    assert len(there) == 0


def test_a_class_of_thirty_has_room() -> None:
    """A browser has six connections to a server, and each child may have two tabs."""
    assert BOUNDS.by_address >= 30 * (6 + 2)
    assert BOUNDS.sockets_by_address >= 30 * 2
    assert BOUNDS.connections > 2 * BOUNDS.by_address


def test_only_addresses_are_trusted() -> None:
    asked: list[IpAddress | None] = []
    there = Connections(BOUNDS, lambda address: not asked.append(address))
    assert there._counted_as("somewhere") == "somewhere"
    assert asked == []
