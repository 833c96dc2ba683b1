"""Asking DynamoDB, with the patience that a network needs."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from functools import cache
from random import random
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import aiobotocore.session
from aiobotocore.config import AioConfig
from botocore import exceptions as faults

from parlour.store.address import shown
from parlour.store.texts import StoreRefused, StoreUnavailable

PATIENCE = 10.0  # seconds for which DynamoDB may be away, or others be first
CONNECT_SECONDS, READ_SECONDS = 3.0, 10.0
CONNECTIONS = 50
MOST_WAITING = 1000
SHORTEST_PAUSE, LONGEST_PAUSE = 0.01, 0.5  # seconds between tries
ASKED = frozenset({"region", "endpoint"})
READS = frozenset({"get_item", "batch_get_item", "query", "scan"})
# What may be so no longer in a moment. Nothing was written, or the same token finds out what was.
PASSING = frozenset(
    {
        "InternalServerError", "InternalFailure", "ServiceUnavailable", "ThrottlingException", "Throttling",
        "ProvisionedThroughputExceededException", "RequestLimitExceeded", "TransactionInProgressException",
        "TransactionConflictException",
    }
)  # fmt: skip
# Likewise, of one of the items of a transaction.
PASSING_REASONS = frozenset({"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"})
AWAY = (
    faults.HTTPClientError, faults.EndpointConnectionError, faults.ConnectionError, faults.IncompleteReadError,
    OSError, TimeoutError,
)  # fmt: skip


class DynamoPlace(NamedTuple):
    """What an address says: `dynamodb://TABLE?region=eu-central-1&endpoint=http://127.0.0.1:8000`. Who it is that asks,
    AWS's own settings say: variables, a profile, the role of a machine."""

    url: str
    table: str
    region: str | None
    endpoint: str | None

    @property
    def shown(self) -> str:
        return shown(self.url)


def place_of(url: str) -> DynamoPlace:
    parts = urlsplit(url)
    try:
        asked = parse_qs(parts.query, strict_parsing=True) if parts.query else {}
    except ValueError:
        asked = {"": [""]}
    once = {name: values[0] for name, values in asked.items() if len(values) == 1}
    if not parts.netloc or parts.path.strip("/") or not {*asked} <= ASKED or len(once) != len(asked):
        raise StoreRefused("store.url", url=shown(url))
    return DynamoPlace(url, parts.netloc, once.get("region"), once.get("endpoint"))


class TransactionCancelled(Exception):
    """A transaction was not made: for each of its items, why not."""

    def __init__(self, reasons: list[Mapping[str, Any]]) -> None:
        super().__init__("a transaction was cancelled")
        self.reasons = reasons


class NotSo(Exception):
    """A condition does not hold; with what is there instead."""

    def __init__(self, item: Mapping[str, Any] | None) -> None:
        super().__init__("a condition does not hold")
        self.item = item


class NoTable(Exception):
    """There is no table of this name."""


class InUse(Exception):
    """There is a table of this name already."""


class Client:
    """The few calls that a store makes, each until it is answered or patience ends."""

    def __init__(self, place: DynamoPlace) -> None:
        self.place = place
        self.read = self.written = 0.0  # units of capacity that calls have taken, if they are counted
        self.counted = False
        self._stack = AsyncExitStack()
        self._client: Any = None
        self._waiting = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    async def open(self) -> None:
        settings = AioConfig(
            connect_timeout=CONNECT_SECONDS,
            read_timeout=READ_SECONDS,
            max_pool_connections=CONNECTIONS,
            retries={"total_max_attempts": 1, "mode": "standard"},  # what was lost is asked again here
            parameter_validation=False,
        )
        try:
            self._client = await self._stack.enter_async_context(
                _session().create_client(
                    "dynamodb", region_name=self.place.region, endpoint_url=self.place.endpoint, config=settings
                )
            )
        except (faults.BotoCoreError, ValueError) as error:
            raise StoreRefused("store.unreachable", place=self.place.shown, why=str(error)) from None

    async def close(self) -> None:
        """After what was begun is finished."""
        if not self._closed:
            self._closed = True
            await self._idle.wait()
            await self._stack.aclose()

    async def ask(self, call: str, **asked: Any) -> Any:
        """Of the table; a transaction names it in every item."""
        if self._closed:
            raise StoreUnavailable("store.closed")
        if self._waiting >= MOST_WAITING:
            raise StoreUnavailable("store.busy")
        self._waiting += 1
        self._idle.clear()
        try:
            return await self._patiently(call, asked)
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._idle.set()

    async def _patiently(self, call: str, asked: dict[str, Any]) -> Any:
        late, pause = time.monotonic() + PATIENCE, SHORTEST_PAUSE
        while True:
            try:
                return await self._once(call, asked)
            except _Passing as passing:
                if time.monotonic() > late:
                    raise StoreUnavailable("store.down", why=str(passing)) from passing
            # Not all at the same moment, lest they meet again.
            await asyncio.sleep(pause * random())
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _once(self, call: str, asked: dict[str, Any]) -> Any:
        if self.counted:
            asked = {**asked, "ReturnConsumedCapacity": "TOTAL"}
        try:
            answer = await getattr(self._client, call)(**asked)
        except faults.ClientError as error:
            raise _meaning(error) from error
        except AWAY as error:
            raise _Passing(str(error) or type(error).__name__) from error
        except faults.BotoCoreError as error:  # such as having no credentials
            raise StoreUnavailable("store.write", why=str(error).rstrip(".")) from error
        if self.counted:
            used = answer.get("ConsumedCapacity") or []
            units = sum(one["CapacityUnits"] for one in (used if isinstance(used, list) else [used]))
            if call in READS:
                self.read += units
            else:
                self.written += units
        return answer


@cache
def _session() -> Any:
    """One for all: what it has read of the descriptions of AWS's services it keeps."""
    return aiobotocore.session.get_session()


class _Passing(Exception):
    """It may work in a moment."""


def _meaning(error: Any) -> Exception:
    answer = error.response
    code, why = answer["Error"].get("Code", ""), answer["Error"].get("Message", "")
    if code == "TransactionCanceledException":
        reasons = answer.get("CancellationReasons", [])
        codes = {one.get("Code") for one in reasons} - {"None"}
        passes = codes and codes <= PASSING_REASONS
        return _Passing("others were always first") if passes else TransactionCancelled(reasons)
    if code == "ConditionalCheckFailedException":
        return NotSo(answer.get("Item"))
    if code == "ResourceNotFoundException":
        return NoTable(why)
    if code == "ResourceInUseException":
        return InUse(why)
    if code in PASSING or answer.get("ResponseMetadata", {}).get("HTTPStatusCode", 0) >= 500:
        return _Passing(why or code)
    return StoreUnavailable("store.write", why=(why or code).rstrip("."))
