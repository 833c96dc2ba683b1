"""What was due while the house was down is due later, by as long as it was down."""

import pytest

from parlour.house import uptimes
from parlour.house.people.person import Person
from parlour.house.store import Store
from parlour.house.tables import records as table_records
from parlour.house.tables.clocks import MINUTE, Clock
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.repository import TableRepository
from tests.serving import Library, SeededEntropy, TurnedTime

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

ADA = Person(id="ada", name="Ada", since=1)


async def test_a_table_that_seems_due_after_a_pause_waits_for_the_rest_of_its_time(store: Store) -> None:
    time = TurnedTime()
    house = TableRepository(store, Library(), time, SeededEntropy(1))
    uptime = await house.begin(time.now())
    seats = [NewSeat("me"), NewSeat("me")]
    table = await house.open(ADA, NewTable(game="connect4", seats=seats, clock=Clock(pace="live", minutes=10)))
    due = await table_records.next_due(store)
    assert due is not None
    time.pass_by(MINUTE)
    await uptimes.beat(store, uptime, time.now())
    time.pass_by(60 * MINUTE)  # it is down
    again = TableRepository(store, Library(), time, SeededEntropy(2))
    await again.begin(time.now())
    assert await again.run_out(time.now()) == 1
    assert await table_records.next_due(store) == due + 60 * MINUTE
    assert await again.run_out(time.now()) == 0, "and nobody looks there again before"
    assert not (await again.table(table.id)).over
    time.pass_by(due + 60 * MINUTE - time.now())
    await again.run_out(time.now())
    assert (await again.table(table.id)).over
    assert await table_records.next_due(store) is None


async def test_a_table_whose_game_is_not_ready_does_not_hold_up_the_clocks_of_others(store: Store) -> None:
    time, library = TurnedTime(), Library()
    house = TableRepository(store, library, time, SeededEntropy(1))
    await house.begin(time.now())
    seats, clock = [NewSeat("me"), NewSeat("me")], Clock(pace="live", minutes=10)
    first = await house.open(ADA, NewTable(game="yinsh", seats=seats, clock=clock))
    time.pass_by(MINUTE)
    second = await house.open(ADA, NewTable(game="connect4", seats=seats, clock=clock))
    time.pass_by(20 * MINUTE)
    again = TableRepository(store, library, time, SeededEntropy(2))
    await again.begin(time.now())
    again.uptimes = house.uptimes  # it was up all the time
    library.unready.add("yinsh")
    assert await again.run_out(time.now()) == 1
    assert (await again.table(second.id)).over
    library.unready.clear()
    assert await again.run_out(time.now()) == 1
    assert (await again.table(first.id)).over
