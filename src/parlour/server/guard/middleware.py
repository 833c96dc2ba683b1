"""The guard around the whole application. It asks whether a request came to a name of ours, from our own page, and not
too often; and it puts headers on every answer.

It goes around the router and not into it, so that addresses that lead nowhere are guarded as well.
"""

import logging
import time
from typing import Any

import msgspec
from litestar import Litestar

from parlour.core.texts import Refused
from parlour.house.people.secret_hashes import hash_of
from parlour.house.store import Unavailable
from parlour.server.guard import headers, origins
from parlour.server.guard.language import language_of
from parlour.server.guard.limits import Limits, household
from parlour.server.guard.places import Place, Places, Scope, header
from parlour.server.http.problems import MEDIA_TYPE, headers_of, problem, status_of
from parlour.server.texts import in_words

Callable = Any  # ASGI's receive, send and applications, which frameworks each type in their own way
POLICY_VIOLATION = 1008  # of WebSockets

log = logging.getLogger("parlour.requests")


class Guard:
    """An ASGI application around another."""

    def __init__(self, app: Callable, places: Places, limits: Limits) -> None:
        self.app, self.places, self.limits = app, places, limits

    async def __call__(self, scope: Scope, receive: Callable, send: Callable) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        place, refusal = self._let_in(scope)
        if scope["type"] == "websocket":
            if refusal is None:
                await self.app(scope, receive, send)
            else:
                await refuse_socket(scope, receive, send, refusal)
            return
        began, status = time.monotonic(), 0

        async def dressed(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                raw = headers.dressed(scope["path"], message.get("headers", ()), place)
                message = {**message, "headers": raw}
            await send(message)

        try:
            if refusal is None:
                await self.app(scope, receive, dressed)
            else:
                await answer(dressed, refusal, language_of(scope))
        finally:
            # The path alone: what stands behind a question mark may be somebody's key.
            note(scope["method"], scope["path"], status, time.monotonic() - began)

    def _let_in(self, scope: Scope) -> tuple[Place | None, Refused | None]:
        """Where it is, if it is a place of ours, and why not, if it is not let in."""
        place: Place | None = None
        try:
            address = household(self.places.address(scope))
            self._count_session(scope)
            self.limits.take("request", address)
            if scope["type"] == "websocket":
                self.limits.take("socket", address)
            elif origins.is_change(scope):
                self.limits.take("change", address)
            place = self.places.place(scope)
            origins.check(scope, place)
        except Refused as refusal:
            return place, refusal
        return place, None

    def _count_session(self, scope: Scope) -> None:
        """Before the address: a browser that asks too often is refused for itself, and its neighbours are not. Whoever
        makes up another secret each time is counted by address."""
        said = header(scope, b"authorization") or header(scope, b"cookie")
        if said is not None:
            self.limits.take("session", hash_of(said))
            if origins.is_change(scope):
                self.limits.take("session-change", hash_of(said))


def guarded(app: Litestar, places: Places, limits: Limits) -> Litestar:
    """The same application, behind a guard."""
    app.asgi_handler = Guard(app.asgi_handler, places, limits)
    return app


async def answer(send: Callable, refusal: Refused, language: str) -> None:
    """A sentence, in the shape of all refusals."""
    status, body, raw = answered(refusal, language)
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})


def answered(refusal: Refused, language: str) -> tuple[int, bytes, list[tuple[bytes, bytes]]]:
    status = status_of(refusal)
    body = msgspec.json.encode(problem(status, refusal.text.key, in_words(refusal, language)))
    said = {**headers_of(refusal), "Content-Type": MEDIA_TYPE, "Content-Length": str(len(body))}
    return status, body, [(key.lower().encode(), value.encode()) for key, value in said.items()]


async def refuse_socket(scope: Scope, receive: Callable, send: Callable, refusal: Refused) -> None:
    """Before it is accepted: servers answer the handshake with 403. What cannot be done now is a 503: a proxy may ask
    another process, and a program come again."""
    await receive()
    if isinstance(refusal, Unavailable) and "websocket.http.response" in scope.get("extensions", {}):
        status, body, raw = answered(refusal, language_of(scope))
        await send({"type": "websocket.http.response.start", "status": status, "headers": raw})
        await send({"type": "websocket.http.response.body", "body": body})
        return
    await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": refusal.text.key})


def note(method: str, path: str, status: int, seconds: float) -> None:
    milliseconds = round(seconds * 1000)
    said = {"method": method, "path": path, "status": status, "ms": milliseconds}
    log.info("%s %s %s %s ms", method, path, status, milliseconds, extra={"said": said})
