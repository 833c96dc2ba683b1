"""News between processes that share a table of DynamoDB: it comes to all others, and what was lost is said to be."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from parlour.house.news import ListNews, NewsBatch, PersonNews, StreamNews
from parlour.store import open_store
from parlour.store.dynamo import client as dynamo_client
from parlour.store.dynamo.news import DynamoNews
from tests.places import DYNAMO
from tests.server.test_processes import ALONE, follow, guest, house, play, until
from tests.store.test_dynamo import cutting
from tests.store.test_news import Listener

pytestmark = [pytest.mark.anyio, DYNAMO]


@pytest.fixture
async def two(dynamo: str) -> AsyncIterator[tuple[Listener, Listener]]:
    await (await open_store(dynamo)).close()
    listeners = Listener(dynamo, 1), Listener(dynamo, 2)
    for one in listeners:
        await one.news.open(one.process)
    yield listeners
    for one in listeners:
        await one.news.close()


async def test_what_one_tells_all_others_hear_once_and_nobody_hears_themselves(two: tuple[Listener, Listener]) -> None:
    here, there = two
    here.news.tell(StreamNews("t", 3))
    here.news.tell(PersonNews("p", "blocks"))
    many = [ListNews(f"person {number}", ("t" * 400,)) for number in range(1500)]
    for one in many:
        here.news.tell(one)
    await until(lambda: len(there.heard) == 1502)
    await asyncio.sleep(0.6)
    assert there.heard == [(1, StreamNews("t", 3)), (1, PersonNews("p", "blocks")), *((1, one) for one in many)]
    assert (here.heard, there.missed) == ([], 0)
    assert there.news.heard(1) == here.news.told >= 2, "more than an item holds goes in several"
    assert there.news.heard(9) is None


async def test_a_gap_in_the_numbers_is_noticed_and_what_is_not_known_is_passed_over(
    two: tuple[Listener, Listener],
) -> None:
    here, there = two
    assert isinstance(here.news, DynamoNews)
    newer, known = msgspec.json.encode(["unheard of", 1]), msgspec.json.encode(PersonNews("p", "sessions"))
    for number in (1, 3):
        await here.news._say(NewsBatch(7, number, (msgspec.Raw(newer), msgspec.Raw(known))))
        await until(lambda number=number: there.news.heard(7) == number)
    assert there.heard == [(7, PersonNews("p", "sessions"))] * 2
    assert there.missed == 1


async def test_what_was_told_while_the_table_was_out_of_reach_comes_once_and_all_is_looked_at(
    dynamo: str, aws: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dynamo_client, "PATIENCE", 0.1)
    await (await open_store(dynamo)).close()
    async with cutting(aws) as (way, cut):
        here, there = Listener(dynamo.replace(aws, way), 1), Listener(dynamo.replace(aws, way), 2)
        for one in (here, there):
            await one.news.open(one.process)
        cut += [True] * 1000
        here.news.tell(PersonNews("p", "sessions"))
        await until(lambda: here.missed and there.missed)
        assert there.heard == []
        cut.clear()
        await until(lambda: there.heard)
        await asyncio.sleep(0.6)
        assert there.heard == [(1, PersonNews("p", "sessions"))]
        for one in (here, there):
            await one.news.close()


@pytest.mark.compiled
async def test_a_step_at_one_process_is_seen_at_another_of_the_same_house(dynamo: str, tmp_path: Path) -> None:
    async with house(dynamo, tmp_path, 1) as here, house(dynamo, tmp_path, 2) as there:
        ada = await guest(here)
        table = await here.table_service.open(ada, ALONE, None)
        follower = await follow(there, table)
        after = await play(here, ada, table, 0, "d")
        await until(lambda: follower.latest.position == after.position, 60)
        back = await follow(here, table)
        after = await play(there, ada, table, 1, "d")
        await until(lambda: back.latest.position == after.position, 60)
        await until(lambda: follower.latest.position == after.position, 60)
        await until(lambda: [one.id for one in here.neighbours.others()] == [there.neighbours.process], 60)
