"""News between processes by a partition of the table, which each of them looks at a few times a second.

DynamoDB calls nobody on the phone: its streams are for functions that it starts, and one shard of them has room for two
readers. What is told has the number of its batch, so a reader knows what it has heard and what it has missed.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

import msgspec

from parlour.core.texts import Refused
from parlour.house.news import AnyNews, Hear, NewsBatch, decode
from parlour.store.dynamo import order
from parlour.store.dynamo.client import Client, NoTable, place_of
from parlour.store.dynamo.rows import GONE, MARK, SK, key_of_item

NEWS = "~news"
BATCH = "batch"
LOOK_SECONDS = 0.25
MOST_WAITING = 20_000  # of what is told; more is not worth telling one by one
LARGEST = 300_000  # bytes of one batch; an item has 400 KB
APART = 10.0  # seconds by which clocks of two machines may differ, and telling may take
KEPT = 3600  # seconds until DynamoDB may forget what was told

log = logging.getLogger("parlour.news")


class DynamoNews:
    alone = False
    carries, looks = 0, 2.0  # what is written is paid for

    def __init__(self, url: str) -> None:
        self._client, self._process = Client(place_of(url)), 0
        self._hear: list[Hear] = []
        self._miss: list[Callable[[], None]] = []
        self._waiting: deque[AnyNews] = deque(maxlen=MOST_WAITING)
        self._called, self._closing = asyncio.Event(), False
        self._told = 0
        self._unsaid: deque[NewsBatch] = deque()
        self._heard: dict[int, int] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._after = 0.0  # when the last was told that was heard

    async def open(self, process: int) -> None:
        self._process = process
        await self._client.open()
        self._after = time.time()
        self._tasks = [asyncio.create_task(self._tell_on()), asyncio.create_task(self._listen())]

    def tell(self, news: AnyNews) -> None:
        self._waiting.append(news)
        self._called.set()

    def hear(self, hear: Hear) -> None:
        self._hear.append(hear)

    def miss(self, missed: Callable[[], None]) -> None:
        self._miss.append(missed)

    @property
    def told(self) -> int:
        return self._told

    def heard(self, process: int) -> int | None:
        return self._heard.get(process)

    async def close(self) -> None:
        self._closing = True
        self._called.set()
        if self._tasks:
            await asyncio.wait(self._tasks[:1], timeout=1)
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks)
        with suppress(Exception):
            await self._client.close()

    # -- inside -----------------------------------------------------------------------------------------------

    async def _tell_on(self) -> None:
        while True:
            self._called.clear()
            self._unsaid += self._batches()
            while self._unsaid:
                try:
                    await self._say(self._unsaid[0])
                except (Refused, NoTable) as error:
                    log.info("news for other processes waits: %s", error)
                    await asyncio.sleep(LOOK_SECONDS)
                else:
                    self._unsaid.popleft()
            if self._closing:
                return
            await self._called.wait()

    def _batches(self) -> list[NewsBatch]:
        """All that waits, in as many batches as it takes."""
        told = deque(dict.fromkeys(msgspec.json.encode(self._waiting.popleft()) for _ in range(len(self._waiting))))
        batches: list[NewsBatch] = []
        while told:
            size, some = 0, list[msgspec.Raw]()
            while told and (not some or size + len(told[0]) < LARGEST):
                size += len(told[0]) + 1
                some.append(msgspec.Raw(told.popleft()))
            self._told += 1
            batches.append(NewsBatch(self._process, self._told, tuple(some)))
        return batches

    async def _say(self, batch: NewsBatch) -> None:
        now = time.time()
        item = {
            **key_of_item(NEWS, order.place([now, batch.process, batch.number])),
            BATCH: {"B": msgspec.json.encode(batch)},
            GONE: {"N": str(int(now) + KEPT)},
            MARK: {"B": b"news"},
        }
        await self._client.ask("put_item", TableName=self._client.place.table, Item=item)

    async def _listen(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                for batch in await self._new():
                    self._take(batch)
            except (Refused, NoTable) as error:
                log.info("news of other processes is cut off: %s", error)
                self._missed()

    async def _new(self) -> list[NewsBatch]:
        """What was told and not heard yet, of each process in the order of its numbers."""
        began = time.time()
        found: list[NewsBatch] = []
        start: dict[str, object] = {}
        while True:
            page = await self._client.ask(
                "query",
                TableName=self._client.place.table,
                ConsistentRead=True,
                KeyConditionExpression="#pk = :news AND #sk >= :after",
                ExpressionAttributeNames={"#pk": "pk", "#sk": SK},
                ExpressionAttributeValues={
                    ":news": {"S": NEWS},
                    ":after": {"B": order.beginning([self._after - APART])},
                },
                **start,
            )
            for item in page["Items"]:
                with suppress(msgspec.DecodeError):
                    found.append(msgspec.json.decode(item[BATCH]["B"], type=NewsBatch))
            if not page.get("LastEvaluatedKey"):
                self._after = began
                return sorted(found, key=lambda one: (one.process, one.number))
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}

    def _take(self, batch: NewsBatch) -> None:
        before = self._heard.get(batch.process)
        if batch.process == self._process or (before is not None and batch.number <= before):
            return
        self._heard[batch.process] = batch.number
        for raw in batch.news:
            if (news := decode(raw)) is not None:
                for hear in self._hear:
                    try:
                        hear(batch.process, news)
                    except Exception:
                        log.exception("news could not be taken in")
        if before is not None and batch.number > before + 1:
            self._missed()

    def _missed(self) -> None:
        for missed in self._miss:
            missed()
