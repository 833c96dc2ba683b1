"""Letters by Amazon SES: to what stands in for it, and to servers on loopback that fail in every way."""

import asyncio
import json
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiobotocore.session
import pytest

from parlour.house.mail.sender import Message, Never, NotKnown, NotNow
from parlour.server.mail import ses
from parlour.server.mail.ses import SesSender
from tests.aws_server import CREDENTIALS, free_port
from tests.places import DYNAMO
from tests.server.mail.test_smtp import BrinkCounter

pytestmark = [pytest.mark.anyio]
REGION = "eu-central-1"
DATA = (
    b"From: house@example.org\r\nTo: ada@example.net\r\nSubject: Hello\r\n"
    b"Content-Type: text/plain\r\n\r\nYour turn.\r\n"
)
LETTER = Message(id="1@example.org", sender="house@example.org", to="ada@example.net", data=DATA)
Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@pytest.fixture
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    ses._session.cache_clear()  # it keeps those that it has found
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)


@DYNAMO
async def test_a_letter_is_taken_from_an_address_that_ses_knows_and_from_no_other(aws: str) -> None:
    sender, brink = SesSender(REGION, aws), BrinkCounter()
    stranger = Message(id="2@example.org", sender="stranger@example.com", to="ada@example.net", data=DATA)
    with pytest.raises(NotNow, match="letter: MessageRejected"):
        await sender.send(stranger, brink)
    async with aiobotocore.session.get_session().create_client("sesv2", REGION, endpoint_url=aws) as client:
        await client.create_email_identity(EmailIdentity="house@example.org")
    await sender.send(LETTER, brink)
    assert brink.count == 2
    with urllib.request.urlopen(f"{aws}/_ministack/ses/messages") as answer:
        kept = json.dumps(json.load(answer))
    assert "ada@example.net" in kept
    assert "Hello" in kept
    assert "stranger@example.com" not in kept


@asynccontextmanager
async def server(serve: Serve) -> AsyncIterator[str]:
    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    listening.close()


async def taken(reader: asyncio.StreamReader) -> None:
    """The whole request."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
    )
    await reader.readexactly(length)


def answers(status: int, code: str, message: str = "") -> Serve:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await taken(reader)
        body = json.dumps({"message": message}).encode()
        writer.write(
            f"HTTP/1.1 {status} X\r\nx-amzn-errortype: {code}\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body
        )
        writer.close()

    return serve


@pytest.mark.parametrize(
    ("status", "code", "message", "raised"),
    [
        (400, "MessageRejected", "Email address is not verified. ada@example.net", NotNow),
        (400, "MessageRejected", "It has a virus.", Never),
        (400, "BadRequestException", "Illegal address", Never),
        (400, "AccountSuspendedException", "", NotNow),
        (400, "SendingPausedException", "", NotNow),
        (403, "AccessDeniedException", "ada@example.net", NotNow),
        (404, "NotFoundException", "", NotNow),
        (429, "TooManyRequestsException", "", NotNow),
        (500, "InternalFailure", "", NotKnown),
        (503, "ServiceUnavailable", "", NotKnown),
    ],
)
async def test_only_what_is_wrong_with_the_letter_itself_is_for_good(
    status: int, code: str, message: str, raised: type[Exception], credentials: None
) -> None:
    brink = BrinkCounter()
    async with server(answers(status, code, message)) as endpoint:
        with pytest.raises(raised) as refused:
            await SesSender(REGION, endpoint).send(LETTER, brink)
    assert type(refused.value) is raised
    assert brink.count == 1
    assert "ada" not in str(refused.value)


async def test_where_nobody_listens_nothing_was_sent(credentials: None) -> None:
    with pytest.raises(NotNow):
        await SesSender(REGION, f"http://127.0.0.1:{free_port()}").send(LETTER, BrinkCounter())


async def test_a_connection_that_is_cut_leaves_a_doubt(credentials: None) -> None:
    async def cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await taken(reader)
        writer.close()

    async with server(cut) as endpoint:
        with pytest.raises(NotKnown):
            await SesSender(REGION, endpoint).send(LETTER, BrinkCounter())


async def test_an_answer_that_does_not_come_leaves_a_doubt(credentials: None) -> None:
    async def stall(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await taken(reader)
        await reader.read()
        writer.close()

    async with server(stall) as endpoint:
        with pytest.raises(NotKnown):
            await SesSender(REGION, endpoint, seconds=0.2).send(LETTER, BrinkCounter())


async def test_without_credentials_nothing_is_asked(credentials: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    async with server(answers(200, "")) as endpoint:
        with pytest.raises(NotNow, match="NoCredentialsError"):
            await SesSender(REGION, endpoint).send(LETTER, BrinkCounter())
