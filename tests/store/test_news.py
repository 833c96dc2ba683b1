"""News between processes on PostgreSQL: it comes to all others, and what may have been lost is said to be."""

import asyncio
from collections.abc import AsyncIterator, Callable

import asyncpg
import msgspec
import pytest

from parlour.house.news import AnyNews, ListNews, NewsBatch, PersonNews, StreamNews
from parlour.store import open_news
from parlour.store.postgres_news import CHANNEL, PostgresNews

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("postgres")]


class Listener:
    """A process that tells and hears."""

    def __init__(self, url: str, process: int) -> None:
        self.news = open_news(url)
        self.process, self.heard, self.missed = process, list[tuple[int, AnyNews]](), 0
        self.news.hear(lambda process, news: self.heard.append((process, news)))
        self.news.miss(self._miss)

    def _miss(self) -> None:
        self.missed += 1

    def of_person(self) -> list[AnyNews]:
        return [news for _, news in self.heard if isinstance(news, PersonNews)]


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.005)


@pytest.fixture
async def two(furnished_postgres: str) -> AsyncIterator[tuple[Listener, Listener]]:
    listeners = Listener(furnished_postgres, 1), Listener(furnished_postgres, 2)
    for one in listeners:
        await one.news.open(one.process)
    yield listeners
    for one in listeners:
        await one.news.close()


async def test_what_one_tells_all_others_hear_and_nobody_hears_themselves(two: tuple[Listener, Listener]) -> None:
    here, there = two
    here.news.tell(StreamNews("t", 3))
    here.news.tell(PersonNews("p", "blocks"))
    await until(lambda: len(there.heard) == 2)
    assert there.heard == [(1, StreamNews("t", 3)), (1, PersonNews("p", "blocks"))]
    assert here.heard == []
    assert there.news.heard(1) == here.news.told == 1, "both went as one"
    assert there.news.heard(9) is None


async def test_more_than_a_notice_takes_goes_in_several(two: tuple[Listener, Listener]) -> None:
    here, there = two
    told = [ListNews(f"person {number}", ("t" * 16,)) for number in range(1000)]
    for one in told:
        here.news.tell(one)
    await until(lambda: len(there.heard) == 1000)
    assert [news for _, news in there.heard] == told
    assert here.news.told > 1
    assert there.missed == 0


async def test_after_a_cut_what_was_told_meanwhile_comes_and_all_is_looked_at(
    two: tuple[Listener, Listener], furnished_postgres: str
) -> None:
    here, there = two
    connection = await asyncpg.connect(furnished_postgres)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parlour news'"
    assert len(await connection.fetch(cut)) == 2
    await until(lambda: here.missed and there.missed)
    here.news.tell(PersonNews("p", "sessions"))
    await until(there.of_person)
    await connection.close()


async def test_a_gap_in_the_numbers_is_noticed_and_what_is_not_known_is_passed_over(
    two: tuple[Listener, Listener], furnished_postgres: str
) -> None:
    _, there = two
    connection = await asyncpg.connect(furnished_postgres)

    async def say(text: str) -> None:
        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, text)

    newer = msgspec.json.encode(["unheard of", 1, 2])
    known = msgspec.json.encode(PersonNews("p", "sessions"))
    batches = [NewsBatch(7, number, (msgspec.Raw(newer), msgspec.Raw(known))) for number in (1, 3)]
    await say("no batch at all")
    await say(msgspec.json.encode(batches[0]).decode())
    await until(lambda: len(there.heard) == 1)
    assert there.missed == 0
    await say(msgspec.json.encode(batches[1]).decode())
    await until(lambda: len(there.heard) == 2)
    assert there.missed == 1
    assert isinstance(there.news, PostgresNews)
    assert there.heard == [(7, PersonNews("p", "sessions"))] * 2
    await connection.close()


async def test_a_file_has_one_process() -> None:
    news = open_news("house.db")
    assert news.alone
    news.tell(StreamNews("t", 1))
    assert news.told == 0
