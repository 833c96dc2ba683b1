"""What functions ask of AWS beside the table: to hand messages to live sockets, and to put work into queues."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from typing import Any

import aiobotocore.session
import botocore.exceptions as faults
import msgspec
from aiobotocore.config import AioConfig

from parlour.aws.frames import framed
from parlour.aws.settings import FunctionSettings

TRIES, PAUSE = 4, 0.2
CONNECT_SECONDS, READ_SECONDS = 3, 10
AT_ONCE = 20  # sockets that are written to side by side
IN_BATCH = 10  # messages that a queue takes at once
LONGEST_DELAY = 900  # seconds for which a queue keeps something back
GONE = 410

log = logging.getLogger("parlour.functions")


class AwsClients:
    """Made when they are first needed: most events need none."""

    def __init__(self, own: FunctionSettings) -> None:
        self._own, self._stack = own, AsyncExitStack()
        self._clients: dict[str, Any] = {}
        self._writing = asyncio.Semaphore(AT_ONCE)

    async def close(self) -> None:
        await self._stack.aclose()

    # -- live sockets -----------------------------------------------------------------------------------------

    async def tell(self, connection: str, messages: Iterable[bytes]) -> bool:
        """One after the other. False: nobody is there any more. What cannot be handed in now is lost; whoever follows
        something notices that, and asks."""
        client = await self._client("apigatewaymanagementapi", self._own.sockets)
        async with self._writing:
            for message in messages:
                for frame in framed(message):
                    if not await self._post(client, connection, frame):
                        return False
        return True

    async def close_socket(self, connection: str) -> None:
        client = await self._client("apigatewaymanagementapi", self._own.sockets)
        try:
            await client.delete_connection(ConnectionId=connection)
        except (faults.ClientError, faults.BotoCoreError) as error:
            log.info("a socket could not be closed, and may be gone: %s", error)

    async def _post(self, client: Any, connection: str, frame: bytes) -> bool:
        for number in range(TRIES):
            try:
                await client.post_to_connection(ConnectionId=connection, Data=frame)
                return True
            except faults.ClientError as error:
                if error.response.get("ResponseMetadata", {}).get("HTTPStatusCode") == GONE:
                    return False
                why: Exception = error
            except faults.BotoCoreError as error:
                why = error
            await asyncio.sleep(PAUSE * 2**number)
        log.warning("a message for a socket is lost: %s", why)
        return True

    # -- queues -----------------------------------------------------------------------------------------------

    async def think(self, *thoughts: msgspec.Struct | dict[str, object], delay: float = 0) -> None:
        await self._put(self._own.thoughts, thoughts, delay)

    async def wake_later(self, *due: dict[str, object], delay: float = 0) -> None:
        await self._put(self._own.clocks, due, delay)

    async def _put(self, queue: str | None, some: Sequence[object], delay: float) -> None:
        if queue is None or not some:
            return
        client = await self._client("sqs", self._own.endpoint)
        seconds = min(LONGEST_DELAY, max(0, -int(-delay // 1)))
        for start in range(0, len(some), IN_BATCH):
            entries = [
                {"Id": str(number), "MessageBody": msgspec.json.encode(one).decode(), "DelaySeconds": seconds}
                for number, one in enumerate(some[start : start + IN_BATCH])
            ]
            answer = await client.send_message_batch(QueueUrl=queue, Entries=entries)
            if answer.get("Failed"):
                raise OSError(f"a queue did not take {len(answer['Failed'])} messages")

    # -- files ------------------------------------------------------------------------------------------------

    async def files(self) -> Any:
        """A client of S3."""
        return await self._client("s3", self._own.endpoint)

    # -- inside -----------------------------------------------------------------------------------------------

    async def _client(self, service: str, endpoint: str | None) -> Any:
        if service not in self._clients:
            settings = AioConfig(
                connect_timeout=CONNECT_SECONDS, read_timeout=READ_SECONDS, retries={"mode": "standard"},
                signature_version="v4" if service != "s3" else "s3v4",  # else addresses to fetch by have the older one
            )  # fmt: skip
            made = aiobotocore.session.get_session().create_client(service, endpoint_url=endpoint, config=settings)
            self._clients[service] = await self._stack.enter_async_context(made)
        return self._clients[service]
