"""Delivery: what is sent, when it is tried again, and when it is given up. The outbox is a real one."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parlour.house.mail import records as mail_records
from parlour.house.mail.delivery import FIRST_PAUSE, KEPT, LONGEST_PAUSE, Delivery
from parlour.house.mail.notice import Notice
from parlour.house.mail.sender import Message, Never, NotKnown, NotNow, PointOfNoReturn
from parlour.house.store import Store, Unavailable
from parlour.house.tables.clocks import MINUTE, SECOND
from parlour.store import open_store
from tests.serving import TurnedTime

pytestmark = pytest.mark.anyio
UNTIL = 10**14


class FakeSender:
    """Sends letters, or raises what it is told to; at the brink, or just behind it."""

    def __init__(self) -> None:
        self.faults: list[Exception | None] = []
        self.sent: list[str] = []
        self.on_the_way: asyncio.Event | None = None

    async def send(self, message: Message, brink: PointOfNoReturn) -> None:
        fault = self.faults.pop(0) if self.faults else None
        if isinstance(fault, NotNow):
            raise fault
        await brink()
        self.sent.append(message.id)
        if self.on_the_way is not None:
            self.on_the_way.set()
            await asyncio.Event().wait()
        if fault is not None:
            raise fault


class TimedDelivery:
    """Delivery, and a clock that a test turns."""

    def __init__(self, store: Store) -> None:
        self.store, self.time, self.sender = store, TurnedTime(), FakeSender()
        self.cannot: Exception | None = None
        self.silent = False
        self.delivery = self.another()

    def another(self) -> Delivery:
        return Delivery(self.store, self.compose, self.sender, self.time)

    async def compose(self, notice: Notice) -> Message | None:
        if self.cannot is not None:
            raise self.cannot
        return None if self.silent else Message(id=notice.key, sender="h@x.org", to="a@x.org", data=b"")

    async def put(self, key: str = "n", until: int = UNTIL) -> None:
        now = self.time.now()
        await mail_records.put_notice(self.store, Notice(key=key, kind="turn", at=now, due=now, until=until))

    async def go(self, minutes: float = 0) -> list[str]:
        """What was sent since, after so long."""
        self.time.pass_by(round(minutes * MINUTE))
        self.sender.sent.clear()
        await self.delivery.deliver_due()
        return self.sender.sent


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[TimedDelivery]:
    store = await open_store(tmp_path / "house.db")
    yield TimedDelivery(store)
    await store.close()


async def test_a_letter_is_sent_once(timed: TimedDelivery) -> None:
    await timed.put()
    assert await timed.go() == ["n"]
    assert await timed.go(10_000) == []


async def test_pauses_grow_up_to_an_hour_and_a_letter_gets_out_when_the_server_is_back(timed: TimedDelivery) -> None:
    await timed.put()
    timed.sender.faults = [NotNow("451")] * 12
    pauses, waited = [], 0
    while not await timed.go():
        due = await mail_records.next_notice(timed.store)
        assert due is not None
        pauses.append(due - timed.time.now())
        waited += pauses[-1]
        timed.time.at = due
    assert pauses[:4] == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE, 8 * FIRST_PAUSE]
    assert pauses[-1] == LONGEST_PAUSE
    assert len(pauses) == 12


async def test_what_is_refused_for_good_is_given_up_with_a_line_in_the_log(
    timed: TimedDelivery, caplog: pytest.LogCaptureFixture
) -> None:
    await timed.put()
    timed.sender.faults = [Never("reader: 550")]
    await timed.go()
    assert await mail_records.next_notice(timed.store) is None
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING] == [
        "a letter of the kind turn: given up, it was refused for good (reader: 550)"
    ]


async def test_what_is_too_old_is_given_up(timed: TimedDelivery, caplog: pytest.LogCaptureFixture) -> None:
    await timed.put(until=timed.time.now() + MINUTE)
    assert await timed.go(1) == []
    assert await mail_records.next_notice(timed.store) is None
    assert "too old" in caplog.text


async def test_a_letter_of_unknown_outcome_is_sent_once_more_and_never_again(timed: TimedDelivery) -> None:
    await timed.put()
    timed.sender.faults = [NotKnown("answer"), NotNow("451"), NotKnown("answer"), None]
    assert await timed.go() == ["n"]
    assert await timed.go(60) == []  # not now
    assert await timed.go(60) == ["n"]
    assert await timed.go(10_000) == []
    assert await mail_records.next_notice(timed.store) is None


async def test_a_fault_behind_the_brink_is_a_doubt_too(timed: TimedDelivery) -> None:
    await timed.put()
    timed.sender.faults = [KeyError("what"), KeyError("what"), None]
    assert await timed.go() == ["n"]
    assert await timed.go(60) == ["n"]
    assert await timed.go(60) == []


async def test_after_a_restart_what_was_on_its_way_is_sent_once_more(timed: TimedDelivery) -> None:
    await timed.put()
    for sent in (["n"], ["n"], []):
        timed.sender.on_the_way = asyncio.Event()
        going = asyncio.create_task(timed.go(60))
        waiting = asyncio.create_task(timed.sender.on_the_way.wait())
        await asyncio.wait([going, waiting], return_when=asyncio.FIRST_COMPLETED)
        assert timed.sender.sent == sent
        for task in (going, waiting):
            task.cancel()
        await asyncio.gather(going, waiting, return_exceptions=True)
        timed.delivery = timed.another()
        await timed.delivery.settle()


async def test_two_deliveries_do_not_send_one_letter(timed: TimedDelivery) -> None:
    await timed.put()
    first = await mail_records.due_notice(timed.store, timed.time.now())
    assert first is not None
    await mail_records.begin_sending(timed.store, first.key)  # the other one is at it
    await timed.delivery._deliver(first)
    assert timed.sender.sent == []


async def test_if_there_is_nothing_to_be_said_any_more_nothing_is(timed: TimedDelivery) -> None:
    await timed.put()
    timed.silent = True
    assert await timed.go() == []
    timed.silent = False
    assert await timed.go(60) == []


async def test_a_game_that_is_not_ready_is_no_fault_of_the_letters(timed: TimedDelivery) -> None:
    await timed.put()
    timed.cannot = Unavailable("server.not-ready", game="yinsh", seconds=50)
    for _ in range(20):
        assert await timed.go(FIRST_PAUSE / MINUTE) == []
    timed.cannot = None
    assert await timed.go(FIRST_PAUSE / MINUTE) == ["n"]


async def test_a_letter_that_cannot_be_written_does_not_hold_up_others(timed: TimedDelivery) -> None:
    await timed.put("a")
    timed.cannot = ValueError("a fault of ours")
    await timed.go()
    timed.cannot = None
    await timed.put("b")
    assert await timed.go() == ["b"]
    assert await timed.go(1) == ["a"]


async def test_delivery_finds_what_is_new(timed: TimedDelivery) -> None:
    await timed.delivery.start()
    await timed.put()
    timed.delivery.call()
    async with asyncio.timeout(20):
        while not timed.sender.sent:
            await asyncio.sleep(0.005)
    await timed.delivery.stop()
    assert await mail_records.left_sending(timed.store) == []


async def test_old_notices_are_forgotten(timed: TimedDelivery) -> None:
    await timed.put()
    await timed.go()
    timed.time.pass_by(KEPT + SECOND)
    await timed.delivery.forget()
    await timed.put()  # so old that it may be said again
    assert await timed.go() == ["n"]
