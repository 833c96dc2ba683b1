"""A mail server on loopback that can fail in every way there is: refuse, stall, talk nonsense or cut the connection at
every stage, take a letter and then say nothing. What it has taken it keeps, in order."""

import asyncio
import ssl
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Literal, NamedTuple

Stage = Literal["connect", "ehlo", "mail", "rcpt", "data", "letter", "taken", "answered"]
STAGES: tuple[Stage, ...] = ("connect", "ehlo", "mail", "rcpt", "data", "letter", "taken", "answered")
Fault = Literal["later", "never", "cut", "stall", "nonsense"]
FAULTS: tuple[Fault, ...] = ("later", "never", "cut", "stall", "nonsense")
ANSWERS: dict[Fault, bytes] = {"later": b"451 not now\r\n", "never": b"550 never\r\n", "nonsense": b"what?\r\n"}
Decide = Callable[[Stage, str], Fault | None]  # the second is the reader, once there is one


class Taken(NamedTuple):
    sender: str
    to: str
    data: bytes

    @property
    def mail(self) -> EmailMessage:
        read = message_from_bytes(self.data, policy=policy.default)
        assert isinstance(read, EmailMessage)
        return read


class _Gone(Exception):
    """The connection is over."""


class MailServer:
    """`decide` is asked at every stage what goes wrong there; at `taken` the letter is kept already. With a `context`
    it speaks TLS from the first byte, or from STARTTLS on."""

    def __init__(
        self,
        decide: Decide = lambda stage, to: None,
        *,
        context: ssl.SSLContext | None = None,
        starttls: bool = False,
        login: tuple[str, str] | None = None,
    ) -> None:
        self.decide, self._context, self._starttls, self._login = decide, context, starttls, login
        self.taken: list[Taken] = []
        self.stages: list[Stage] = []  # that were reached
        self.logins: list[bytes] = []
        self.encrypted: list[bool] = []  # of every letter, whether it came so
        self._server: asyncio.Server | None = None
        self._at_work: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "MailServer":
        context = None if self._starttls else self._context
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=context)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._at_work:
            task.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)

    @property
    def port(self) -> int:
        assert self._server is not None
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._at_work.add(task)
        try:
            await self._talk(reader, writer)
        except (_Gone, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            pass
        finally:
            self._at_work.discard(task)
            writer.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        sender, to, known = "", "", self._login is None

        async def stage(name: Stage, good: bytes) -> bool:
            """Whether it went well; then the good answer has been given."""
            self.stages.append(name)
            fault = self.decide(name, to)
            if fault == "cut":
                raise _Gone
            if fault == "stall":
                await reader.read()  # until the other side has lost patience
                raise _Gone
            writer.write(good if fault is None else ANSWERS[fault])
            await writer.drain()
            return fault is None

        await stage("connect", b"220 here\r\n")
        while line := (await reader.readline()).rstrip(b"\r\n").decode("latin-1"):
            verb = line.partition(" ")[0].upper()
            if verb in ("EHLO", "HELO"):
                more = b"".join((b"250-STARTTLS\r\n" if self._starttls else b"", b"250-AUTH PLAIN\r\n"))
                await stage("ehlo", b"250-here\r\n" + more + b"250 8BITMIME\r\n")
            elif verb == "STARTTLS":
                writer.write(b"220 go on\r\n")
                assert self._context is not None
                await writer.start_tls(self._context)
            elif verb == "AUTH":
                self.logins.append(line.rpartition(" ")[2].encode())
                known = known or self.logins[-1] == self._expected()
                writer.write(b"235 welcome\r\n" if known else b"535 no\r\n")
            elif verb == "MAIL" and not known:
                writer.write(b"530 who are you?\r\n")
            elif verb == "MAIL":
                if await stage("mail", b"250 ok\r\n"):
                    sender = line.partition("<")[2].partition(">")[0]
            elif verb == "RCPT":
                to = line.partition("<")[2].partition(">")[0]
                await stage("rcpt", b"250 ok\r\n")
            elif verb == "DATA":
                if await stage("data", b"354 go on\r\n"):
                    await self._letter(reader, writer, stage, Taken(sender, to, b""))
            elif verb == "QUIT":
                writer.write(b"221 bye\r\n")
                return
            else:
                writer.write(b"502 no\r\n")

    async def _letter(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        stage: Callable[[Stage, bytes], object],
        letter: Taken,
    ) -> None:
        lines: list[bytes] = []
        while (line := await reader.readline()) != b".\r\n":
            if not line.endswith(b"\r\n"):
                raise _Gone  # it broke off in the middle, and is no letter
            lines.append(line[1:] if line.startswith(b".") else line)
        if await _true(stage("letter", b"")):
            self.encrypted.append(writer.get_extra_info("ssl_object") is not None)
            self.taken.append(letter._replace(data=b"".join(lines)))
            if await _true(stage("taken", b"250 taken\r\n")):
                await _true(stage("answered", b""))

    def _expected(self) -> bytes:
        from base64 import b64encode

        user, password = self._login or ("", "")
        return b64encode(f"\0{user}\0{password}".encode())


async def _true(asked: object) -> bool:
    assert asyncio.iscoroutine(asked)
    return bool(await asked)
