"""Functions as AWS runs them: processes under AWS's own runtime client, each of which asks a runtime API for its next
event, sees to it, and answers. That API is served here, to this machine alone."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import uvicorn

RUNTIME = "/2018-06-01/runtime"
PATIENCE = 120.0  # seconds for one event, a start from nothing included
Json = dict[str, Any]


class FunctionFailed(Exception):
    """It answered with an error, or was killed before it answered."""


class Invocation:
    def __init__(self, number: int, event: object) -> None:
        self.id, self.event = f"invocation-{number}", event
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.instance: int | None = None


class LambdaFunction:
    """One function with so many instances, each of which sees to one event at a time."""

    def __init__(
        self, handler: str, environ: Mapping[str, str], folder: Path, instances: int = 1,
        python: Sequence[str] = (sys.executable,),
    ) -> None:  # fmt: skip
        self._python = python
        self.handler, self._environ, self._folder, self._most = handler, environ, folder, instances
        self.processes: dict[int, subprocess.Popen[bytes]] = {}  # by the port that they ask
        self._servers: list[uvicorn.Server] = []
        self._serving: list[asyncio.Task[None]] = []
        self._waiting: deque[Invocation] = deque()
        self._called = asyncio.Condition()
        self._under_way: dict[str, Invocation] = {}
        self.seen = 0
        self.log = folder / f"{handler.rpartition('.')[2]}.log"
        self._closing = False

    async def start(self) -> None:
        for _ in range(self._most):
            listening = socket.create_server(("127.0.0.1", 0))
            port = listening.getsockname()[1]
            server = uvicorn.Server(uvicorn.Config(self._app(port), log_config=None, lifespan="off"))
            self._servers.append(server)
            self._serving.append(asyncio.create_task(_serve(server, listening)))
            self._begin(port)

    async def stop(self) -> None:
        self._closing = True
        for process in self.processes.values():
            process.kill()
            process.wait()
        async with self._called:
            self._called.notify_all()
        for server in self._servers:
            server.force_exit = server.should_exit = True
        await asyncio.gather(*self._serving, return_exceptions=True)

    def _begin(self, port: int) -> None:
        env = {
            **os.environ, **self._environ, "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{port}",
            "AWS_LAMBDA_FUNCTION_NAME": self.handler.rpartition(".")[2], "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "1769",
        }  # fmt: skip
        with self.log.open("ab") as log:
            self.processes[port] = subprocess.Popen(
                [*self._python, "-m", "awslambdaric", self.handler], env=env, stdout=log, stderr=log,
                cwd=self._folder,
            )  # fmt: skip

    async def invoke(self, event: object) -> Any:
        """What it answers."""
        self.seen += 1
        invocation = Invocation(self.seen, event)
        async with self._called:
            self._waiting.append(invocation)
            self._called.notify()
        async with asyncio.timeout(PATIENCE):
            while True:
                done, _ = await asyncio.wait([invocation.answer], timeout=0.2)
                if done:
                    return invocation.answer.result()
                self._notice_the_dead()

    async def kill(self) -> None:
        """All instances, at whatever they are; others begin."""
        for process in self.processes.values():
            process.send_signal(signal.SIGKILL)
            process.wait()
        self._notice_the_dead()
        async with self._called:
            self._called.notify_all()  # nobody is there any more who asked before

    def cpu_seconds(self) -> float:
        """Of all instances that are up, so far."""
        return sum(cpu_seconds(process.pid) for process in self.processes.values())

    def _notice_the_dead(self) -> None:
        for port, process in [*self.processes.items()]:
            if process.poll() is None or self._closing:
                continue
            for id, invocation in [*self._under_way.items()]:
                if invocation.instance == port:
                    del self._under_way[id]
                    _settle(invocation, FunctionFailed(f"killed: {self.log.read_text()[-3000:]}"))
            self._begin(port)

    # -- the runtime API --------------------------------------------------------------------------------------

    def _app(self, port: int) -> Any:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] != "http":
                return
            path = scope["path"].removeprefix(RUNTIME)
            if path == "/invocation/next":
                await self._next(port, receive, send)
                return
            body = await _body(receive)
            *_, id, what = path.split("/")
            invocation = self._under_way.pop(id, None)
            if what == "response" and invocation is not None:
                _settle(invocation, json.loads(body or b"null"))
            elif what == "error":
                failed = FunctionFailed(body.decode())
                if invocation is not None:
                    _settle(invocation, failed)
                elif self._waiting:  # it could not even begin
                    _settle(self._waiting.popleft(), failed)
            await _answer(send, 202, b"{}", {})

        return app

    async def _next(self, port: int, receive: Any, send: Any) -> None:
        asking = self.processes[port]
        async with self._called:
            while not self._waiting and not self._closing and self.processes[port] is asking:
                await self._called.wait()
            if self._closing or self.processes[port] is not asking:
                self._called.notify()
                await _answer(send, 500, b"{}", {})
                return
            invocation = self._waiting.popleft()
        invocation.instance = port
        self._under_way[invocation.id] = invocation
        headers = {
            "Lambda-Runtime-Aws-Request-Id": invocation.id,
            "Lambda-Runtime-Deadline-Ms": str(int((time.time() + PATIENCE) * 1000)),
            "Lambda-Runtime-Invoked-Function-Arn": f"arn:aws:lambda:eu-central-1:123456789012:function:{self.handler}",
            "Content-Type": "application/json",
        }
        await _answer(send, 200, json.dumps(invocation.event).encode(), headers)


def _settle(invocation: Invocation, what: Any) -> None:
    if invocation.answer.done():
        return
    if isinstance(what, Exception):
        invocation.answer.set_exception(what)
    else:
        invocation.answer.set_result(what)


async def _serve(server: uvicorn.Server, listening: socket.socket) -> None:
    with suppress(asyncio.CancelledError):
        await server.serve(sockets=[listening])


async def _body(receive: Any) -> bytes:
    parts = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


async def _answer(send: Any, status: int, body: bytes, headers: Mapping[str, str]) -> None:
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send(
        {"type": "http.response.start", "status": status, "headers": [*raw, (b"content-length", b"%d" % len(body))]}
    )
    await send({"type": "http.response.body", "body": body})


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
