"""Letters by SMTP, over a real server on loopback that fails in every way."""

import ssl
from pathlib import Path

import pytest

from parlour.house.mail.sender import Message, Never, NoReader, NotKnown, NotNow
from parlour.server.mail.smtp import SmtpSender, SmtpServer, stuffed
from tests import mail_server
from tests.mail_server import FAULTS, Fault, MailServer, Stage

pytestmark = pytest.mark.anyio

DATA = b"Subject: Hello\r\n\r\n.dots\r\nbegin lines\r\n.\r\nin the middle\r\n"
LETTER = Message(id="1@example.org", sender="house@example.org", to="ada@example.net", data=DATA)
CERTIFICATE = Path(__file__).parent / "certificate.pem"  # of 127.0.0.1, signed by itself, for a hundred years
BEFORE: tuple[Stage, ...] = ("connect", "ehlo", "mail", "rcpt", "data")


class BrinkCounter:
    """How often somebody stood at the brink."""

    count = 0

    async def __call__(self) -> None:
        self.count += 1


async def send(server: MailServer, brink: BrinkCounter, fault: Fault | None = None, **how: object) -> None:
    where = SmtpServer("127.0.0.1", server.port, **{"tls": "none", **how})  # type: ignore[arg-type]
    await SmtpSender(where, seconds=0.3 if fault == "stall" else 20).send(LETTER, brink)


async def test_a_letter_arrives_as_it_was_written_dots_and_all() -> None:
    async with MailServer() as server:
        brink = BrinkCounter()
        await send(server, brink)
    [letter] = server.taken
    assert (letter.sender, letter.to, letter.data, brink.count) == (LETTER.sender, LETTER.to, DATA, 1)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("stage", BEFORE)
async def test_what_goes_wrong_before_the_letter_is_no_doubt(stage: Stage, fault: Fault) -> None:
    for_good = fault == "never" and stage in ("rcpt", "data")
    async with MailServer(lambda at, to: fault if at == stage else None) as server:
        brink = BrinkCounter()
        with pytest.raises(Never if for_good else NotNow) as raised:
            await send(server, brink, fault)
    assert server.taken == []
    assert brink.count == 0
    assert "ada" not in str(raised.value)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("5.1.1 no such user", NoReader), ("5.1.10 takes no mail", NoReader), ("5.2.1 disabled", NoReader),
        ("5.7.1 relaying denied", Never), ("5.1.11 of nobody's list", Never), ("no such user", Never),
    ],
)  # fmt: skip
async def test_a_reader_who_is_not_there_is_told_apart_from_one_whom_the_server_does_not_serve(
    said: str, kind: type[Never], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(mail_server.ANSWERS, "never", f"550 {said}\r\n".encode())
    async with MailServer(lambda at, to: "never" if at == "rcpt" else None) as server:
        with pytest.raises(Never) as raised:
            await send(server, BrinkCounter(), "never")
    assert type(raised.value) is kind


@pytest.mark.parametrize(
    ("fault", "raised"),
    [("later", NotNow), ("never", Never), ("cut", NotKnown), ("stall", NotKnown), ("nonsense", NotKnown)],
)
@pytest.mark.parametrize("stage", ["letter", "taken"])
async def test_after_the_letter_only_an_answer_tells_what_became_of_it(
    stage: Stage, fault: Fault, raised: type[Exception]
) -> None:
    async with MailServer(lambda at, to: fault if at == stage else None) as server:
        brink = BrinkCounter()
        with pytest.raises(raised):
            await send(server, brink, fault)
    assert len(server.taken) == (stage == "taken")
    assert brink.count == 1


async def test_a_server_that_dies_after_its_answer_has_taken_the_letter() -> None:
    async with MailServer(lambda at, to: "cut" if at == "answered" else None) as server:
        await send(server, BrinkCounter())
    assert len(server.taken) == 1


async def test_where_nobody_listens_it_is_tried_another_time() -> None:
    async with MailServer() as server:
        port = server.port
    with pytest.raises(NotNow, match="connection"):
        await SmtpSender(SmtpServer("127.0.0.1", port, "none")).send(LETTER, BrinkCounter())


async def test_who_stands_at_the_brink_can_still_turn_back() -> None:
    async def brink() -> None:
        raise LookupError

    async with MailServer() as server:
        with pytest.raises(LookupError):
            await SmtpSender(SmtpServer("127.0.0.1", server.port, "none")).send(LETTER, brink)
    assert server.taken == []


async def test_a_user_signs_in_and_a_wrong_password_is_the_hosts_to_mend() -> None:
    async with MailServer(login=("parlour", "open sesame")) as server:
        await send(server, BrinkCounter(), user="parlour", password="open sesame")
        assert len(server.taken) == 1
        with pytest.raises(NotNow) as raised:
            await send(server, BrinkCounter(), user="parlour", password="open barley")
    assert "barley" not in str(raised.value)


@pytest.mark.parametrize("tls", ["tls", "starttls"])
async def test_letters_travel_encrypted(tls: str) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    async with MailServer(context=context, starttls=tls == "starttls") as server:
        where = SmtpServer("127.0.0.1", server.port, tls)  # type: ignore[arg-type]
        trusting = ssl.create_default_context(cafile=CERTIFICATE)
        await SmtpSender(where, seconds=20, context=trusting).send(LETTER, BrinkCounter())
        # Whom the machine does not trust gets nothing.
        with pytest.raises(NotNow):
            await SmtpSender(where, seconds=20).send(LETTER, BrinkCounter())
    assert server.encrypted == [True]


async def test_a_server_without_starttls_is_not_spoken_to_in_the_open() -> None:
    async with MailServer() as server:
        with pytest.raises(NotNow):
            await SmtpSender(SmtpServer("127.0.0.1", server.port)).send(LETTER, BrinkCounter())
    assert "mail" not in server.stages


def test_every_line_that_begins_with_a_dot_gets_another() -> None:
    assert stuffed(b"a\r\n.\r\n..b") == b"a\r\n..\r\n...b\r\n.\r\n"
