"""Letters by Amazon SES: the signature as AWS publishes it, and a real HTTP server that checks it."""

import json
import threading
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from parlour.house.mail_ports import Message, Never, NotKnown, NotNow
from parlour.server.mail.ses import PATH, Account, SesSender, signed
from tests.serving import TurnedTime

pytestmark = pytest.mark.anyio

# The account, the moment and the signatures of AWS's own test suite for this way of signing.
EXAMPLE = Account("us-east-1", "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
MOMENT = datetime(2015, 8, 30, 12, 36, tzinfo=UTC)
HOST = {"Host": "example.amazonaws.com"}
FORM = {**HOST, "Content-Type": "application/x-www-form-urlencoded"}

LETTER = Message(id="1@example.org", sender="h@example.org", to="ada@example.net", data=b"Subject: Hi\r\n\r\nHi\r\n")
ACCOUNT = Account("eu-central-1", "AKIDOURS", "a secret")


@pytest.mark.parametrize(
    ("method", "query", "headers", "body", "names", "signature"),
    [
        ("GET", {}, HOST, b"", "host;x-amz-date", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        ("POST", {}, HOST, b"", "host;x-amz-date", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        (
            "GET", {"Param2": "value2", "Param1": "value1"}, HOST, b"", "host;x-amz-date",
            "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
        ),
        (
            "POST", {}, FORM, b"Param1=value1", "content-type;host;x-amz-date",
            "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
        ),
    ],
)  # fmt: skip
def test_requests_are_signed_as_aws_says(
    method: str, query: dict[str, str], headers: dict[str, str], body: bytes, names: str, signature: str
) -> None:
    made = signed(method, "/", query, headers, body, MOMENT, EXAMPLE, "service")
    assert made["X-Amz-Date"] == "20150830T123600Z"
    credential = "Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request"
    assert made["Authorization"] == f"AWS4-HMAC-SHA256 {credential}, SignedHeaders={names}, Signature={signature}"


class Ses(ThreadingHTTPServer):
    """Takes letters whose signature is right, or answers as it is told to."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Asked)
        self.answer = 200
        self.cut = False
        self.taken: list[dict[str, object]] = []


class Asked(BaseHTTPRequestHandler):
    server: Ses

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.server.cut:
            self.close_connection = True
            return
        at = datetime.strptime(self.headers["X-Amz-Date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        said = {name: self.headers[name] for name in ("Content-Type", "Host")}
        right = signed("POST", self.path, {}, said, body, at, ACCOUNT, "ses")["Authorization"]
        status = self.server.answer if self.headers["Authorization"] == right else 403
        if status == 200 and self.path == PATH:
            self.server.taken.append(json.loads(body))
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Quietly."""


@contextmanager
def ses() -> Iterator[Ses]:
    with Ses() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


class Brinks:
    count = 0

    async def __call__(self) -> None:
        self.count += 1


async def send(server: Ses, brink: Brinks, account: Account = ACCOUNT) -> None:
    endpoint = f"127.0.0.1:{server.server_address[1]}"
    await SesSender(account, TurnedTime(), endpoint=endpoint, seconds=20).send(LETTER, brink)


async def test_a_letter_is_taken_whole_under_a_signature_that_is_checked() -> None:
    brink = Brinks()
    with ses() as server:
        await send(server, brink)
    [taken] = server.taken
    assert taken["FromEmailAddress"] == LETTER.sender
    assert taken["Destination"] == {"ToAddresses": [LETTER.to]}
    content = taken["Content"]
    assert isinstance(content, dict)
    assert b64decode(content["Raw"]["Data"]) == LETTER.data
    assert brink.count == 1


async def test_a_wrong_secret_is_the_hosts_to_mend() -> None:
    with ses() as server:
        with pytest.raises(NotNow, match="403"):
            await send(server, Brinks(), ACCOUNT._replace(secret="another"))
        assert server.taken == []


@pytest.mark.parametrize(("status", "raised"), [(400, Never), (429, NotNow), (500, NotNow), (503, NotNow)])
async def test_only_what_is_wrong_with_the_letter_is_for_good(status: int, raised: type[Exception]) -> None:
    with ses() as server:
        server.answer = status
        with pytest.raises(raised, match=str(status)):
            await send(server, Brinks())


async def test_an_answer_that_is_lost_leaves_a_doubt() -> None:
    brink = Brinks()
    with ses() as server:
        server.cut = True
        with pytest.raises(NotKnown):
            await send(server, brink)
    assert brink.count == 1


async def test_where_nobody_listens_there_is_no_doubt() -> None:
    brink = Brinks()
    with ses() as server:
        pass
    with pytest.raises(NotNow, match="connection"):
        await send(server, brink)
    assert brink.count == 0


def test_it_speaks_https_to_the_region_that_was_named() -> None:
    sender = SesSender(ACCOUNT, TurnedTime())
    connection = sender._connection()
    assert (connection.host, connection.port) == ("email.eu-central-1.amazonaws.com", 443)
