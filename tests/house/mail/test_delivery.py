"""The postman: what is carried, when it is tried again, and when it is given up. The outbox is a real one."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parlour.house.mail import records as mail_records
from parlour.house.mail.delivery import FIRST_PAUSE, KEPT, LONGEST_PAUSE, Delivery
from parlour.house.mail.records import Notice
from parlour.house.mail.sender import Message, Never, NotKnown, NotNow, PointOfNoReturn
from parlour.house.store import Store, Unavailable
from parlour.house.tables.clocks import MINUTE, SECOND
from parlour.store import open_store
from tests.serving import TurnedTime

pytestmark = pytest.mark.anyio
UNTIL = 10**14


class Carrier:
    """Carries letters, or raises what it is told to; at the brink, or just behind it."""

    def __init__(self) -> None:
        self.faults: list[Exception | None] = []
        self.carried: list[str] = []
        self.on_the_way: asyncio.Event | None = None

    async def send(self, message: Message, brink: PointOfNoReturn) -> None:
        fault = self.faults.pop(0) if self.faults else None
        if isinstance(fault, NotNow):
            raise fault
        await brink()
        self.carried.append(message.id)
        if self.on_the_way is not None:
            self.on_the_way.set()
            await asyncio.Event().wait()
        if fault is not None:
            raise fault


class Round:
    """A postman with a clock in the hand."""

    def __init__(self, store: Store) -> None:
        self.store, self.time, self.carrier = store, TurnedTime(), Carrier()
        self.cannot: Exception | None = None
        self.silent = False
        self.delivery = self.another()

    def another(self) -> Delivery:
        return Delivery(self.store, self.compose, self.carrier, self.time)

    async def compose(self, notice: Notice) -> Message | None:
        if self.cannot is not None:
            raise self.cannot
        return None if self.silent else Message(id=notice.key, sender="h@x.org", to="a@x.org", data=b"")

    async def put(self, key: str = "n", until: int = UNTIL) -> None:
        now = self.time.now()
        await mail_records.put_notice(self.store, Notice(key=key, kind="turn", at=now, due=now, until=until))

    async def go(self, minutes: float = 0) -> list[str]:
        """What was carried since, after so long."""
        self.time.pass_by(round(minutes * MINUTE))
        self.carrier.carried.clear()
        await self.delivery.deliver_due()
        return self.carrier.carried


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Round]:
    store = await open_store(tmp_path / "house.db")
    yield Round(store)
    await store.close()


async def test_a_letter_is_carried_once(walk: Round) -> None:
    await walk.put()
    assert await walk.go() == ["n"]
    assert await walk.go(10_000) == []


async def test_pauses_grow_up_to_an_hour_and_a_letter_gets_out_when_the_server_is_back(walk: Round) -> None:
    await walk.put()
    walk.carrier.faults = [NotNow("451")] * 12
    pauses, waited = [], 0
    while not await walk.go():
        due = await mail_records.next_notice(walk.store)
        assert due is not None
        pauses.append(due - walk.time.now())
        waited += pauses[-1]
        walk.time.at = due
    assert pauses[:4] == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE, 8 * FIRST_PAUSE]
    assert pauses[-1] == LONGEST_PAUSE
    assert len(pauses) == 12


async def test_what_is_refused_for_good_is_given_up_with_a_line_in_the_log(
    walk: Round, caplog: pytest.LogCaptureFixture
) -> None:
    await walk.put()
    walk.carrier.faults = [Never("reader: 550")]
    await walk.go()
    assert await mail_records.next_notice(walk.store) is None
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING] == [
        "a letter of the kind turn: given up, it was refused for good (reader: 550)"
    ]


async def test_what_is_too_old_is_given_up(walk: Round, caplog: pytest.LogCaptureFixture) -> None:
    await walk.put(until=walk.time.now() + MINUTE)
    assert await walk.go(1) == []
    assert await mail_records.next_notice(walk.store) is None
    assert "too old" in caplog.text


async def test_a_letter_of_unknown_outcome_is_carried_once_more_and_never_again(walk: Round) -> None:
    await walk.put()
    walk.carrier.faults = [NotKnown("answer"), NotNow("451"), NotKnown("answer"), None]
    assert await walk.go() == ["n"]
    assert await walk.go(60) == []  # not now
    assert await walk.go(60) == ["n"]
    assert await walk.go(10_000) == []
    assert await mail_records.next_notice(walk.store) is None


async def test_a_fault_behind_the_brink_is_a_doubt_too(walk: Round) -> None:
    await walk.put()
    walk.carrier.faults = [KeyError("what"), KeyError("what"), None]
    assert await walk.go() == ["n"]
    assert await walk.go(60) == ["n"]
    assert await walk.go(60) == []


async def test_after_a_restart_what_was_on_its_way_is_carried_once_more(walk: Round) -> None:
    await walk.put()
    for carried in (["n"], ["n"], []):
        walk.carrier.on_the_way = asyncio.Event()
        going = asyncio.create_task(walk.go(60))
        waiting = asyncio.create_task(walk.carrier.on_the_way.wait())
        await asyncio.wait([going, waiting], return_when=asyncio.FIRST_COMPLETED)
        assert walk.carrier.carried == carried
        for task in (going, waiting):
            task.cancel()
        await asyncio.gather(going, waiting, return_exceptions=True)
        walk.delivery = walk.another()
        await walk.delivery.settle()


async def test_two_postmen_do_not_carry_one_letter(walk: Round) -> None:
    await walk.put()
    first = await mail_records.due_notice(walk.store, walk.time.now())
    assert first is not None
    await mail_records.begin_sending(walk.store, first.key)  # the other one is at it
    await walk.delivery._deliver(first)
    assert walk.carrier.carried == []


async def test_if_there_is_nothing_to_be_said_any_more_nothing_is(walk: Round) -> None:
    await walk.put()
    walk.silent = True
    assert await walk.go() == []
    walk.silent = False
    assert await walk.go(60) == []


async def test_a_game_that_is_not_ready_is_no_fault_of_the_letters(walk: Round) -> None:
    await walk.put()
    walk.cannot = Unavailable("server.not-ready", game="yinsh")
    for _ in range(20):
        assert await walk.go(FIRST_PAUSE / MINUTE) == []
    walk.cannot = None
    assert await walk.go(FIRST_PAUSE / MINUTE) == ["n"]


async def test_a_letter_that_cannot_be_written_does_not_hold_up_others(walk: Round) -> None:
    await walk.put("a")
    walk.cannot = ValueError("a fault of ours")
    await walk.go()
    walk.cannot = None
    await walk.put("b")
    assert await walk.go() == ["b"]
    assert await walk.go(1) == ["a"]


async def test_a_postman_who_goes_round_finds_what_is_new(walk: Round) -> None:
    await walk.delivery.start()
    await walk.put()
    walk.delivery.call()
    async with asyncio.timeout(20):
        while not walk.carrier.carried:
            await asyncio.sleep(0.005)
    await walk.delivery.stop()
    assert await mail_records.left_sending(walk.store) == []


async def test_old_notices_are_forgotten(walk: Round) -> None:
    await walk.put()
    await walk.go()
    walk.time.pass_by(KEPT + SECOND)
    await walk.delivery.forget()
    await walk.put()  # so old that it may be said again
    assert await walk.go() == ["n"]
