"""A club whose letters all end up in one place, on a whole server with a clock that can be turned."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from parlour.house.mail.sender import Message, NoReader, PointOfNoReturn
from parlour.house.people.passwords import Cost, Passwords
from tests.server.conftest import API, BASE, Json, Visitor, served
from tests.serving import HouseClient, TurnedTime

GOOD, OTHER = "blue kettle 9", "seven slow swans"
LINK = re.compile(r"http://testserver\.local:0(/\S+)")


class SentLetters:
    """Where all letters end up."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.nobody: set[str] = set()  # addresses that are not there

    async def send(self, message: Message, brink: PointOfNoReturn) -> None:
        if message.to in self.nobody:
            raise NoReader("reader: 550")
        await brink()
        self.messages.append(message)


class Club:
    def __init__(self, client: HouseClient, letters: SentLetters, clock: TurnedTime) -> None:
        self.client, self.letters, self.clock = client, letters, clock

    def account(self, name: str, address: str | None = None) -> Visitor:
        """Somebody with an account, and perhaps a confirmed address."""
        visitor = Visitor(self.client)
        answer = visitor.post("/accounts", {"name": name, "password": GOOD})
        assert answer.status_code == 201, answer.text
        visitor.headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
        self.client.cookies.clear()
        if address is not None:
            answer = visitor.send("PUT", "/me/mail/address", {"address": address, "password": GOOD})
            assert answer.status_code == 202, answer.text
            assert self.use(self.link(self.letter())).status_code == 200
        return visitor

    def letter(self) -> Message:
        """The next one."""
        wait_for(lambda: bool(self.letters.messages), "a letter")
        return self.letters.messages.pop(0)

    def link(self, message: Message, number: int = 0) -> str:
        return LINK.findall(text(message))[number]

    def token(self, link: str) -> str:
        """Of a link with a secret, which stands in its fragment; to be rid of letters, in the query."""
        parts = urlsplit(link)
        [token] = parse_qs(parts.fragment or parts.query)["token"]
        return token

    def use(self, link: str) -> Any:
        """As the page does that the link leads to."""
        return self.ask("/mail/confirm", {"token": self.token(link)})

    def ask(self, path: str, body: object) -> Any:
        """Whoever it is: somebody with our page open, and no cookie."""
        return self.client.post(f"{API}{path}", json=body, headers={"Origin": BASE, "Cookie": ""})

    def nothing_is_sent(self) -> None:
        """What is in the outbox has been looked at, and nothing came of it. What comes after it shows that."""
        self.ask("/password-resets", {"who": "Warden"})
        assert self.letter().to == "warden@example.org"
        assert self.letters.messages == []


@contextmanager
def open_club(folder: Path, **changed: Any) -> Iterator[Club]:
    """With a warden, who has an address."""
    clock, letters = TurnedTime(), SentLetters()
    with served(folder, sender=letters, time=clock, passwords=Passwords(Cost(4, 8, 1)), **changed) as client:
        club = Club(client, letters, clock)
        club.account("Warden", "warden@example.org")
        yield club


def wait_for(what: Callable[[], bool], said: str) -> None:
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline, said
        time.sleep(0.005)


def text(message: Message) -> str:
    mail = message_from_bytes(message.data, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def mail(visitor: Visitor) -> Json:
    found: Json = visitor.get("/me/mail").json()
    return found


def key(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["key"]
