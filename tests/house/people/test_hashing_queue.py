"""Who is next, where only one can be at a time."""

import asyncio

import pytest

from parlour.core.texts import Refused
from parlour.house.people.hashing_queue import HashingQueue

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Door:
    """A queue, and in which order those who wait were called."""

    def __init__(self, **bounds: int) -> None:
        self.queue, self.called = HashingQueue(**bounds), list[str]()

    async def come(self, who: str) -> "asyncio.Task[None]":
        """Somebody of the household that their name begins with."""

        async def wait() -> None:
            await self.queue.wait(who[0])
            self.called.append(who)

        task = asyncio.create_task(wait())
        await asyncio.sleep(0)
        return task

    async def next(self) -> None:
        self.queue.done(self.called[-1][0])
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def until_empty(self, count: int) -> None:
        while len(self.called) < count:
            await self.next()


async def test_somebody_alone_comes_next_however_many_wait_elsewhere() -> None:
    door = Door()
    for number in range(24):
        await door.come(f"a{number}")
    for _ in range(5):
        await door.next()
    await door.come("b0")
    await door.next()
    assert door.called[-1] == "b0"


async def test_households_take_turns_and_each_keeps_its_order() -> None:
    door = Door()
    for who in ("a0", "a1", "a2", "a3", "b0", "b1", "c0"):
        await door.come(who)
    await door.until_empty(7)
    assert door.called == ["a0", "b0", "c0", "a1", "b1", "a2", "a3"]


async def test_newcomers_without_end_do_not_keep_out_who_waits() -> None:
    """Somebody with a thousand addresses is a thousand households: each has a turn, and then those who wait do."""
    door = Door(most=1000)
    for who in ("a0", "a1"):
        await door.come(who)
    for number in range(5):
        await door.come(f"{number}0")
        await door.next()
    await door.until_empty(7)
    assert door.called.index("a1") <= 4, "and not the last"


async def test_one_household_cannot_fill_the_queue_and_is_told_so() -> None:
    door = Door(most=4, most_of_one=2)
    waiting = [await door.come(who) for who in ("a0", "a1")]
    with pytest.raises(Refused) as refusal:
        await door.queue.wait("a")
    assert refusal.value.text.key == "people.queue-full"
    waiting += [await door.come(who) for who in ("b0", "b1")]
    with pytest.raises(Refused) as refusal:
        await door.queue.wait("c")
    assert refusal.value.text.key == "people.too-busy"
    await door.until_empty(4)
    await door.next()
    await door.come("a2")
    assert door.called[-1] == "a2"
    await asyncio.gather(*waiting)


async def test_who_gives_up_waiting_is_passed_over_and_leaves_room() -> None:
    door = Door(most=3)
    tasks = [await door.come(who) for who in ("a0", "b0", "c0")]
    tasks[1].cancel()
    await asyncio.sleep(0)
    await door.come("d0")
    await door.until_empty(3)
    assert door.called == ["a0", "c0", "d0"]


async def test_who_gives_up_in_the_moment_of_being_called_lets_the_next_one_in() -> None:
    door = Door()
    tasks = [await door.come(who) for who in ("a0", "b0", "c0")]
    door.queue.done("a")
    tasks[1].cancel()  # called, and not awake yet
    for _ in range(3):
        await asyncio.sleep(0)
    assert door.called == ["a0", "c0"]
