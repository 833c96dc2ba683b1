"""Letters by Amazon SES: its HTTPS API, version 2, with requests that carry AWS's signature, version 4."""

import asyncio
import hashlib
import hmac
import http.client
from base64 import b64encode
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import quote

import msgspec

from parlour.house.mail_ports import Brink, Message, Never, NotKnown, NotNow
from parlour.house.ports import Time

SECONDS = 30.0
PATH = "/v2/email/outbound-emails"
SERVICE = "ses"
WAY = "AWS4-HMAC-SHA256"


class Account(NamedTuple):
    region: str
    key: str  # its id, which is not secret
    secret: str


class SesSender:
    """`endpoint` is a host and port that speaks plain HTTP: a stand-in for tests, or a proxy on one's own machine."""

    def __init__(self, account: Account, time: Time, *, endpoint: str = "", seconds: float = SECONDS) -> None:
        self._account, self._time, self._seconds = account, time, seconds
        self._plain, self._host = bool(endpoint), endpoint or f"email.{account.region}.amazonaws.com"

    async def send(self, message: Message, brink: Brink) -> None:
        connection = self._connection()
        try:
            await asyncio.to_thread(connection.connect)
        except OSError as fault:
            raise NotNow(f"connection: {type(fault).__name__}") from None
        try:
            await brink()
            status = await asyncio.to_thread(self._ask, connection, message)
        finally:
            connection.close()
        if 200 <= status < 300:
            return
        # Wrong keys, a clock that is wrong, a limit: the host can mend all of these. The letter itself is at fault
        # only where the request is.
        raise (Never if status == 400 else NotNow)(f"answer: {status}")

    def _connection(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPConnection if self._plain else http.client.HTTPSConnection
        return kind(self._host, timeout=self._seconds)

    def _ask(self, connection: http.client.HTTPConnection, message: Message) -> int:
        body = msgspec.json.encode(
            {
                "FromEmailAddress": message.sender,
                "Destination": {"ToAddresses": [message.to]},
                "Content": {"Raw": {"Data": b64encode(message.data).decode()}},
            }
        )
        at = datetime.fromtimestamp(self._time.now() / 1000, UTC)
        headers = {"Content-Type": "application/json", "Host": self._host}
        try:
            connection.request("POST", PATH, body, signed("POST", PATH, {}, headers, body, at, self._account, SERVICE))
            return connection.getresponse().status
        except (OSError, http.client.HTTPException) as fault:
            raise NotKnown(f"answer: {type(fault).__name__}") from None


def signed(
    method: str,
    path: str,
    query: Mapping[str, str],
    headers: Mapping[str, str],
    body: bytes,
    at: datetime,
    account: Account,
    service: str,
) -> dict[str, str]:
    """The headers with when and by whom the request was made. `Host` is among those that are given."""
    stamp = at.strftime("%Y%m%dT%H%M%SZ")
    dated = {**headers, "X-Amz-Date": stamp}
    canonical = {name.lower(): " ".join(value.split()) for name, value in dated.items()}
    names = ";".join(sorted(canonical))
    asked = "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in sorted(query.items()))
    lines = [f"{name}:{canonical[name]}" for name in sorted(canonical)]
    request = "\n".join((method, quote(path, safe="/-_.~"), asked, *lines, "", names, hashlib.sha256(body).hexdigest()))
    scope = f"{stamp[:8]}/{account.region}/{service}/aws4_request"
    to_sign = "\n".join((WAY, stamp, scope, hashlib.sha256(request.encode()).hexdigest()))
    key = f"AWS4{account.secret}".encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.digest(key, to_sign.encode(), "sha256").hex()
    credential = f"Credential={account.key}/{scope}, SignedHeaders={names}, Signature={signature}"
    return {**dated, "Authorization": f"{WAY} {credential}"}


def _quoted(text: str) -> str:
    return quote(text, safe="-_.~")
