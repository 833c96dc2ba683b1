"""A request as API Gateway's HTTP API hands it over (payload 2.0), answered by the same application that a server runs.

Before the API stands the house's own name. What comes through it brings a secret; nothing else is let in, and only what
that name's server says of who asks is believed. The API has a name of its own, which the house never calls itself.
"""

import asyncio
import hmac
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import unquote, urlsplit

from parlour.aws.house import FunctionHouse
from parlour.aws.settings import FunctionSettings
from parlour.core.texts import Refused
from parlour.server.settings import Settings

FRONT, VIEWER = "x-parlour-front", "x-parlour-viewer"
LOOKS = 1.0  # seconds between two looks at what a request waits for
NOT_BY_THE_FRONT: dict[str, Any] = {"statusCode": 403, "headers": {"content-type": "text/plain"}, "body": "Forbidden"}
Event = Mapping[str, Any]


async def answer_request(house: FunctionHouse, event: Event) -> dict[str, Any]:
    scope = http_scope(event, house.settings, house.own)
    if scope is None:
        return NOT_BY_THE_FRONT
    answer = WholeAnswer(body_of(event))
    looking = asyncio.create_task(_look_while_it_waits(house))
    try:
        await house.app(scope, answer.receive, answer.send)
    finally:
        looking.cancel()
    return answer.as_payload()


async def _look_while_it_waits(house: FunctionHouse) -> None:
    """Who waits for news of a table is told by nobody: other instances make it."""
    while True:
        await asyncio.sleep(LOOKS)
        if followed := house.services.hub.followed():
            with suppress(Refused):
                await house.services.tables.sweep(followed)


class WholeAnswer:
    """Both ends of one request, whose body is there at once and whose answer is wanted whole."""

    def __init__(self, body: bytes) -> None:
        self._body: bytes | None = body
        self._status, self._headers = 500, list[tuple[bytes, bytes]]()
        self._parts: list[bytes] = []

    async def receive(self) -> dict[str, Any]:
        if self._body is None:
            return {"type": "http.disconnect"}
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self._status, self._headers = message["status"], list(message.get("headers", ()))
        elif message["type"] == "http.response.body":
            self._parts.append(bytes(message.get("body", b"")))

    def as_payload(self) -> dict[str, Any]:
        headers: dict[str, str] = {}
        cookies: list[str] = []
        for raw_name, raw_value in self._headers:
            name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
            if name == "set-cookie":
                cookies.append(value)
            else:
                headers[name] = f"{headers[name]}, {value}" if name in headers else value
        body = b"".join(self._parts)
        as_text = _is_text(headers)
        return {
            "statusCode": self._status,
            "headers": headers,
            "cookies": cookies,
            "isBase64Encoded": not as_text,
            "body": body.decode() if as_text else b64encode(body).decode(),
        }


def _is_text(headers: Mapping[str, str]) -> bool:
    """What is certainly UTF-8, to spare a third of its size."""
    media = headers.get("content-type", "").partition(";")[0]
    return "content-encoding" not in headers and (media.endswith("json") or media in ("text/html", "text/plain"))


def body_of(event: Event) -> bytes:
    body = event.get("body") or ""
    return b64decode(body) if event.get("isBase64Encoded") else body.encode()


def http_scope(event: Event, settings: Settings, own: FunctionSettings) -> dict[str, Any] | None:
    """As ASGI has it. None: it has not come through the house's own name."""
    asked = event["requestContext"]["http"]
    headers = raw_headers(event.get("headers") or {}, event.get("cookies") or ())
    path = event["rawPath"]
    common = common_scope(headers, asked["sourceIp"], settings, own)
    if common is None:
        return None
    return {
        **common,
        "type": "http",
        "scheme": scheme_of(settings),
        "http_version": "1.1",
        "method": asked["method"],
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": (event.get("rawQueryString") or "").encode(),
    }


def raw_headers(said: Mapping[str, str], cookies: Sequence[str] = ()) -> dict[str, str]:
    headers = {name.lower(): value for name, value in said.items()}
    if cookies:
        headers["cookie"] = "; ".join(cookies)
    return headers


def common_scope(
    headers: Mapping[str, str], source: str, settings: Settings, own: FunctionSettings
) -> dict[str, Any] | None:
    """What requests and handshakes have in common. The name that the API was called by is put right."""
    address = source
    if own.front is not None:
        if not hmac.compare_digest(headers.get(FRONT, "").encode(), own.front.encode()):
            return None
        address = headers.get(VIEWER) or source
    left = {name: value for name, value in headers.items() if name not in (FRONT, VIEWER, "x-forwarded-for")}
    if own.front is not None and settings.public_url is not None:
        left["host"] = urlsplit(settings.public_url).netloc
    return {
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "root_path": "",
        "headers": [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in left.items()],
        "client": (address, 0),
        "server": None,
        "state": {},
        "extensions": {},
    }


def scheme_of(settings: Settings) -> str:
    return urlsplit(settings.public_url or "https://").scheme
