"""Push services over HTTP (RFC 8030): one request for each message, on a connection of its own."""

import asyncio
import ssl
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256

import h11
import msgspec

from parlour.core.texts import Refused
from parlour.house.mail.sender import Never, NotNow
from parlour.house.push.port import Gone, PushMessage
from parlour.server.push.encryption import Vapid, device_keys, encrypted
from parlour.server.push.endpoints import Endpoint, Reach, address_of, endpoint_of

PATIENCE = 10.0  # seconds for all of it
MOST_HEAD = 16_384  # bytes of an answer; what comes after its head is not read
GONE = (404, 410)
LONGEST_LIFE = 3 * 24 * 3600  # seconds that a service may keep a message for a device that is off
LONGEST_WAIT = 3600  # seconds: what a service may ask for
READ = 4096


class PushPayload(msgspec.Struct):
    """What the page's worker is told: web/public/sw.js reads it."""

    title: str
    path: str
    tag: str
    language: str


class WebPush:
    """Speaks to whichever push services people's browsers have."""

    def __init__(
        self,
        vapid: Vapid,
        reach: Reach = "public",
        patience: float = PATIENCE,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._vapid, self._reach, self._patience, self._now = vapid, reach, patience, now

    @property
    def public_key(self) -> str:
        return self._vapid.public

    def check(self, endpoint: str, key: str, auth: str) -> None:
        endpoint_of(endpoint, self._reach)
        try:
            device_keys(key, auth)
        except ValueError:
            raise Refused("push.keys") from None

    async def push(self, message: PushMessage) -> None:
        try:
            endpoint = endpoint_of(message.device.endpoint, self._reach)
        except Refused:
            raise Never("the endpoint is none any more") from None
        payload = PushPayload(message.title, message.path, message.tag, message.language)
        keys = device_keys(message.device.key, message.device.auth)
        data, now = encrypted(msgspec.json.encode(payload), keys), self._now()
        head = [
            ("Host", endpoint.origin.partition("://")[2]),
            ("Authorization", self._vapid.authorization(endpoint.origin, int(now))),
            ("Content-Encoding", "aes128gcm"),
            ("Content-Type", "application/octet-stream"),
            ("Content-Length", str(len(data))),
            ("TTL", str(max(0, min(LONGEST_LIFE, message.until // 1000 - int(now))))),
            ("Urgency", "normal"),
            ("Topic", topic_of(message.tag)),
            ("Connection", "close"),
        ]
        try:
            async with asyncio.timeout(self._patience):
                status, wait = await self._post(endpoint, head, data)
        except (OSError, TimeoutError, h11.ProtocolError) as why:  # ssl's errors are OSErrors
            raise NotNow(type(why).__name__) from None
        if 200 <= status < 300:
            return
        if status in GONE:
            raise Gone
        if status == 429 or status >= 500:
            raise NotNow(str(status), wait * 1000)
        raise Never(str(status))  # where it leads on to, too: nobody follows

    async def _post(self, endpoint: Endpoint, head: list[tuple[str, str]], data: bytes) -> tuple[int, int]:
        """The status, and how many seconds the service asks to wait."""
        address = await address_of(endpoint, self._reach)
        secure = ssl.create_default_context() if endpoint.secure else None
        name = endpoint.host if endpoint.secure else None
        reader, writer = await asyncio.open_connection(address, endpoint.port, ssl=secure, server_hostname=name)
        try:
            http = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEAD)
            request = h11.Request(method="POST", target=endpoint.path, headers=head)
            for part in (request, h11.Data(data=data), h11.EndOfMessage()):
                writer.write(http.send(part) or b"")
            await writer.drain()
            while True:
                event = http.next_event()
                if event is h11.NEED_DATA:
                    http.receive_data(await reader.read(READ))
                elif isinstance(event, h11.Response):
                    return event.status_code, wait_in(dict(event.headers).get(b"retry-after", b""))
                elif not isinstance(event, h11.InformationalResponse):
                    raise h11.RemoteProtocolError("it hung up")
        finally:
            writer.close()


def topic_of(tag: str) -> str:
    """Of two messages with one topic a service keeps the latest; it has at most 32 letters."""
    return urlsafe_b64encode(sha256(tag.encode()).digest()[:24]).decode()


def wait_in(header: bytes) -> int:
    """In seconds; a date is no reason to count."""
    return min(LONGEST_WAIT, int(header)) if header.isdigit() and len(header) < 8 else 0
