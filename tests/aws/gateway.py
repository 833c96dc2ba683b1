"""All of it as on AWS, on this machine alone: functions under AWS's own runtime client, the emulator's table, stream
and queues, and before them a gateway that makes API Gateway's events of what browsers ask, and hands on what it is told
to."""

import asyncio
import base64
import os
import socket
import sys
import threading
import time
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import botocore.session
import uvicorn

from tests.aws.cloud import Json, TableStream
from tests.aws.events import http_event, socket_event
from tests.aws.functions import FunctionFailed, LambdaFunction
from tests.aws_server import address

FRONT = "what only the front knows"
LARGEST_FRAME = 32 * 1024
INSTANCES = {"http": 2, "socket": 2, "news": 1, "tick": 1, "think": 1}
LOOKS = 0.03  # seconds between two looks at the stream
BATCH = 100


class Gateway:
    """Runs in a thread of its own: tests with a browser wait for that browser."""

    def __init__(
        self, endpoint: str, table: str, folder: Path, tick: float = 5.0,
        instances: Mapping[str, int] = INSTANCES, python: Sequence[str] = (sys.executable,), **environ: str,
    ) -> None:  # fmt: skip
        self._endpoint, self._table, self.folder, self._tick = endpoint, table, folder, tick
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        session = botocore.session.get_session()
        queues = session.create_client("sqs", endpoint_url=endpoint)
        self._queues = {
            name: queues.create_queue(QueueName=f"{table}-{name}")["QueueUrl"] for name in ("thoughts", "clocks")
        }
        self._environ = {
            "PARLOUR_DATABASE": address(endpoint, table), "PARLOUR_PUBLIC_URL": self.base,
            "PARLOUR_DATA": str(folder / "data"), "PARLOUR_PUSH": "none", "PARLOUR_BOT_PAUSE": "0",
            "PARLOUR_WORKERS": "1", "PARLOUR_AWS_FRONT": FRONT, "PARLOUR_AWS_SOCKETS": self.base,
            "PARLOUR_AWS_THOUGHTS": self._queues["thoughts"], "PARLOUR_AWS_CLOCKS": self._queues["clocks"],
            "PARLOUR_AWS_ENDPOINT": endpoint, **environ,
        }  # fmt: skip
        self.functions = {
            name: LambdaFunction(f"parlour.aws.functions.{name}", self._environ, folder, count, python)
            for name, count in instances.items()
        }
        self.largest = 0  # bytes of a message
        self.pushes = 0
        self.failures: list[str] = []
        self._sockets: dict[str, asyncio.Queue[str | None]] = {}
        self._number = 0
        self._loop = asyncio.new_event_loop()
        self._closing = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._open = threading.Event()

    def start(self) -> None:
        self._thread.start()
        if not self._open.wait(120):
            raise AssertionError("the gateway did not open")

    def stop(self) -> None:
        self._closing = True
        self._thread.join(30)

    @property
    def cpu_seconds(self) -> float:
        return sum(function.cpu_seconds() for function in self.functions.values())

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """In the gateway's loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(120)

    # -- inside -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())

    async def _serve(self) -> None:
        for function in self.functions.values():
            await function.start()
        server = uvicorn.Server(
            uvicorn.Config(self._app, log_config=None, lifespan="off", ws="websockets-sansio", interface="asgi3")
        )
        serving = asyncio.create_task(server.serve(sockets=[self._listening]))
        await self._invoke("http", self._http("GET", "/livez", "", {}, b""))  # makes the table
        stream = await asyncio.to_thread(TableStream, self._endpoint, self._table)
        work = [
            asyncio.create_task(each)
            for each in (
                self._follow(stream), self._empty("thoughts", "think"), self._empty("clocks", "tick"), self._schedule(),
            )
        ]  # fmt: skip
        self._open.set()
        while not self._closing:
            await asyncio.sleep(0.1)
        for task in work:
            task.cancel()
        server.should_exit = server.force_exit = True
        for function in self.functions.values():
            await function.stop()
        await asyncio.gather(serving, *work, return_exceptions=True)

    async def _invoke(self, name: str, event: object) -> Any:
        return await self.functions[name].invoke(event)

    async def _follow(self, stream: TableStream) -> None:
        """Hands over what was written until it has been seen to."""
        waiting: list[Json] = []
        while True:
            waiting += await asyncio.to_thread(stream.records)
            if not waiting:
                await asyncio.sleep(LOOKS)
                continue
            batch = waiting[:BATCH]
            try:
                failed = (await self._invoke("news", {"Records": batch}))["batchItemFailures"]
            except FunctionFailed as why:
                self.failures.append(str(why))
                continue
            numbers = [record["dynamodb"]["SequenceNumber"] for record in batch]
            done = numbers.index(failed[0]["itemIdentifier"]) if failed else len(batch)
            del waiting[:done]

    async def _empty(self, queue: str, name: str) -> None:
        client = botocore.session.get_session().create_client("sqs", endpoint_url=self._endpoint)
        url = self._queues[queue]

        def receive() -> list[Json]:
            answer = client.receive_message(QueueUrl=url, MaxNumberOfMessages=1, VisibilityTimeout=60)
            found: list[Json] = answer.get("Messages", [])
            return found

        while True:
            messages = await asyncio.to_thread(receive)
            if not messages:
                await asyncio.sleep(LOOKS)
                continue
            records = [
                {"messageId": one["MessageId"], "body": one["Body"], "eventSource": "aws:sqs"} for one in messages
            ]
            try:
                failed = (await self._invoke(name, {"Records": records}))["batchItemFailures"]
            except FunctionFailed as why:
                self.failures.append(str(why))
                continue  # it comes again once it can be seen again
            for one in messages:
                if {"itemIdentifier": one["MessageId"]} not in failed:
                    await asyncio.to_thread(client.delete_message, QueueUrl=url, ReceiptHandle=one["ReceiptHandle"])

    async def _schedule(self) -> None:
        while True:
            await asyncio.sleep(self._tick)
            with suppress(FunctionFailed):
                await self._invoke("tick", {"source": "aws.scheduler"})

    # -- the gateway ------------------------------------------------------------------------------------------

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            body = b""
            while True:
                message = await receive()
                body += message.get("body", b"")
                if not message.get("more_body"):
                    break
            if scope["path"].startswith("/@connections/"):
                await _answer(send, await self._hand_in(scope, body), {}, [], b"")
            else:
                await self._request(scope, body, send)

    def _http(self, method: str, path: str, query: str, headers: Mapping[str, str], body: bytes) -> Json:
        return http_event(method, path, query=query, headers={**headers, **self._front("127.0.0.1")}, body=body)

    def _front(self, viewer: str) -> dict[str, str]:
        return {"x-parlour-front": FRONT, "x-parlour-viewer": viewer, "host": "api.execute-api.example"}

    async def _request(self, scope: Any, body: bytes, send: Any) -> None:
        headers = _headers(scope)
        event = self._http(scope["method"], scope["raw_path"].decode(), scope["query_string"].decode(), headers, body)
        try:
            answer = await self._invoke("http", event)
        except FunctionFailed as why:
            self.failures.append(str(why))
            await _answer(send, 502, {}, [], b"")
            return
        content = answer["body"]
        raw = base64.b64decode(content) if answer.get("isBase64Encoded") else content.encode()
        await _answer(send, answer["statusCode"], answer["headers"], answer.get("cookies", []), raw)

    async def _hand_in(self, scope: Any, body: bytes) -> int:
        id = scope["path"].rpartition("/")[2]
        queue = self._sockets.get(id)
        if queue is None:
            return 410
        if scope["method"] == "DELETE":
            queue.put_nowait(None)
            return 204
        if len(body) > LARGEST_FRAME:
            self.failures.append(f"a message of {len(body)} bytes")
            return 413
        self.largest, self.pushes = max(self.largest, len(body)), self.pushes + 1
        queue.put_nowait(body.decode())
        return 200

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        self._number += 1
        id = f"c{self._number}-{time.monotonic_ns()}"
        headers = {name: value for name, value in _headers(scope).items() if name != "host"}
        query = dict(pair.partition("=")[::2] for pair in scope["query_string"].decode().split("&") if pair)
        handshake = socket_event("CONNECT", id, headers={**headers, **self._front("127.0.0.1")}, query=query)
        self._sockets[id] = queue = asyncio.Queue()
        try:
            status = (await self._invoke("socket", handshake))["statusCode"]
        except FunctionFailed as why:
            self.failures.append(str(why))
            status = 500
        if status != 200:
            del self._sockets[id]
            await send({"type": "websocket.close", "code": 1008})
            return
        await send({"type": "websocket.accept"})
        telling = asyncio.create_task(self._tell(queue, send))
        seeing: set[asyncio.Task[Any]] = set()
        try:
            while True:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    break
                # Nobody waits for the one before it.
                event = socket_event("MESSAGE", id, body=message.get("text") or "")
                task = asyncio.create_task(self._see(event))
                seeing.add(task)
                task.add_done_callback(seeing.discard)
        finally:
            telling.cancel()
            self._sockets.pop(id, None)
            with suppress(FunctionFailed):
                await self._invoke("socket", socket_event("DISCONNECT", id))

    async def _see(self, event: Json) -> None:
        try:
            await self._invoke("socket", event)
        except FunctionFailed as why:
            self.failures.append(str(why))

    async def _tell(self, queue: "asyncio.Queue[str | None]", send: Any) -> None:
        while (text := await queue.get()) is not None:
            await send({"type": "websocket.send", "text": text})
        await send({"type": "websocket.close", "code": 1001})


def _headers(scope: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    for raw, value in scope["headers"]:
        name = raw.decode("latin-1").lower()
        found[name] = f"{found[name]}, {value.decode('latin-1')}" if name in found else value.decode("latin-1")
    return found


async def _answer(send: Any, status: int, headers: Mapping[str, str], cookies: list[str], body: bytes) -> None:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items() if name != "content-length"]
    raw += [(b"set-cookie", cookie.encode()) for cookie in cookies]
    raw.append((b"content-length", b"%d" % len(body)))
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})


@contextmanager
def gateway(endpoint: str, table: str, folder: Path, **more: Any) -> Iterator[Gateway]:
    os.makedirs(folder, exist_ok=True)
    one = Gateway(endpoint, table, folder, **more)
    one.start()
    try:
        yield one
    finally:
        one.stop()
