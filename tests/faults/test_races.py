"""Many at once, through the house: of those who cannot all be first exactly one is, and no honest move is lost."""

import asyncio

import pytest

from parlour import bots, games
from parlour.core.game import Game
from parlour.core.texts import Refused
from parlour.house import doors
from parlour.house.doors import Change
from parlour.house.events import Stepped, decode
from parlour.house.house import House, NewSeat, NewTable
from parlour.house.ports import Person, Store
from parlour.house.table import Table
from tests.serving import SeededChances, TurnedTime

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

ADA = Person(id="ada", name="Ada", since=1)
MANY = 64


class Everything:
    """All games are ready."""

    def take(self, name: str) -> Game:
        return games.load(name)


def house_on(store: Store) -> House:
    return House(store, Everything(), TurnedTime(), SeededChances(1))


@pytest.fixture
async def opened(store: Store) -> tuple[House, str]:
    bots.prepare("connect4")
    house = house_on(store)
    table = await house.open(ADA, NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("me")]))
    return house, table.id


def act(house: House, id: str, seat: int, step: str, key: str | None = None) -> "asyncio.Task[Table]":
    def door(table: Table, now: int) -> Change:
        return doors.act(table, now, house.uptimes, ADA.id, seat, [step])

    return asyncio.create_task(house.change(id, door, key))


def say(house: House, id: str, text: str) -> "asyncio.Task[Table]":
    return asyncio.create_task(house.change(id, lambda t, now: doors.say(t, now, ADA.id, ADA.name, text)))


async def steps_kept(store: Store, id: str) -> list[str]:
    kept = [decode(body) for body in await store.read(id)]
    return [step for event in kept if isinstance(event, Stepped) for step in event.steps]


@pytest.mark.parametrize("houses", [1, 4])
async def test_of_many_moves_in_one_position_exactly_one_is_taken(
    store: Store, opened: tuple[House, str], houses: int
) -> None:
    """In one house, where they queue, and in several on one store, where only positions decide."""
    first, id = opened
    all_houses = [first, *(house_on(store) for _ in range(houses - 1))]
    await asyncio.gather(*(house.table(id) for house in all_houses))
    columns = "abcdefg"
    tries = [act(all_houses[n % houses], id, 0, columns[n % 7]) for n in range(MANY)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    refusals = [one for one in outcomes if isinstance(one, Refused)]
    assert len(refusals) == MANY - 1
    assert {one.text.key for one in refusals} == {"refuse.not-your-turn"}
    assert len(await steps_kept(store, id)) == 1


async def test_one_key_three_times_at_once_is_one_event_and_three_answers(
    store: Store, opened: tuple[House, str]
) -> None:
    house, id = opened
    other = house_on(store)
    await other.table(id)
    answers = await asyncio.gather(*(act(each, id, 0, "d", "once") for each in (house, other, house)))
    assert [len(table.match.steps) for table in answers if table.match is not None] == [1, 1, 1]
    assert await steps_kept(store, id) == ["d"]


async def test_talk_never_makes_an_honest_move_stale(store: Store, opened: tuple[House, str]) -> None:
    house, id = opened
    other = house_on(store)
    for number, column in enumerate("abcdefgabcdefg"):
        chatter = [say(other, id, f"{number}.{n}") for n in range(8)]
        await act(house, id, number % 2, column)
        await asyncio.gather(*chatter)
    assert await steps_kept(store, id) == list("abcdefgabcdefg")


async def test_a_house_that_has_not_heard_of_a_move_does_not_refuse_the_answer_to_it(
    store: Store, opened: tuple[House, str]
) -> None:
    """What is held in memory may be old where several houses share a store: a refusal is checked against the store."""
    house, id = opened
    other = house_on(store)
    await other.table(id)
    for number, column in enumerate("abab"):
        await act((house, other)[number % 2], id, number % 2, column)
    assert await steps_kept(store, id) == list("abab")
