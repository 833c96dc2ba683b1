"""Letters by SMTP, each over a connection of its own."""

import re
import ssl
from contextlib import suppress
from typing import Literal, NamedTuple

from aiosmtplib import SMTP, SMTPException, SMTPResponseException

from parlour.house.mail.sender import Message, Never, NoReader, NotKnown, NotNow, PointOfNoReturn

SECONDS = 30.0  # for every answer
DOTS = re.compile(rb"^\.", re.MULTILINE)
START_INPUT, TAKEN = 354, 250
# Of RFC 3463 and 7505: no such mailbox or host, no address, moved, takes no mail, disabled. A server also says 550 to
# whoever may not send by it, and that is no word about the reader.
NOBODY = re.compile(r"5\.(1\.(1|2|3|6|10)|2\.1)\b")

Tls = Literal["tls", "starttls", "none"]


class SmtpServer(NamedTuple):
    """Where and how. `tls` from the first byte, `starttls` before anything else is said, or none, on one's own
    machine."""

    host: str
    port: int
    tls: Tls = "starttls"
    user: str = ""
    password: str = ""


class SmtpSender:
    def __init__(self, server: SmtpServer, *, seconds: float = SECONDS, context: ssl.SSLContext | None = None) -> None:
        self._server, self._seconds, self._context = server, seconds, context

    async def send(self, message: Message, brink: PointOfNoReturn) -> None:
        client = self._client()
        try:
            await self._up_to_the_letter(client, message)
            await brink()
            await self._hand_over(client, message.data)
            with suppress(SMTPException, OSError):
                await client.quit()
        finally:
            client.close()

    def _client(self) -> SMTP:
        server = self._server
        return SMTP(
            hostname=server.host,
            port=server.port,
            use_tls=server.tls == "tls",
            start_tls=server.tls == "starttls",
            username=server.user or None,
            password=server.password or None,
            timeout=self._seconds,
            tls_context=self._context,
            local_hostname="localhost",  # the machine's own name is nobody's business
        )

    async def _up_to_the_letter(self, client: SMTP, message: Message) -> None:
        """Nothing of this is more than a question. Only a reader who is refused for good is given up: whatever else is
        wrong, the host can mend."""
        stage = "connection"
        try:
            await client.connect()
            stage = "sender"
            await client.mail(message.sender)
            stage = "reader"
            await client.rcpt(message.to)
            stage = "letter"
            answer = await client.execute_command(b"DATA")
        except SMTPResponseException as refusal:
            if stage == "reader" and 500 <= refusal.code < 600:
                kind = NoReader if NOBODY.match(refusal.message) else Never
                raise kind(f"{stage}: {refusal.code}") from None
            raise NotNow(f"{stage}: {refusal.code}") from None
        except (SMTPException, OSError, TimeoutError, ValueError) as fault:
            raise NotNow(f"{stage}: {type(fault).__name__}") from None
        if answer.code != START_INPUT:
            raise (Never if 500 <= answer.code < 600 else NotNow)(f"{stage}: {answer.code}")

    async def _hand_over(self, client: SMTP, data: bytes) -> None:
        """Once the last dot may be out, only an answer tells what became of it."""
        protocol = client.protocol
        try:
            if protocol is None:
                raise ConnectionError
            protocol.write(stuffed(data))
            answer = await protocol.read_response(timeout=self._seconds)
        except SMTPResponseException as refusal:  # an answer that cannot be read
            raise NotKnown(f"answer: {refusal.code}") from None
        except (SMTPException, OSError, TimeoutError) as fault:
            raise NotKnown(f"answer: {type(fault).__name__}") from None
        if answer.code != TAKEN:
            raise (Never if 500 <= answer.code < 600 else NotNow)(f"answer: {answer.code}")


def stuffed(data: bytes) -> bytes:
    """As it travels: a dot before every dot that begins a line, and one on a line of its own at the end."""
    ended = data if data.endswith(b"\r\n") else data + b"\r\n"
    return DOTS.sub(b"..", ended) + b".\r\n"
