"""What mail needs of the world: an outbox that loses nothing, people's addresses, and somebody who carries letters.

A *notice* says that somebody is to be told something; the *letter* is written when it is about to be sent, from how
things stand then. An outbox is a part of the house's store, so that a notice is kept in the unit of the event that it
tells of, or not at all.
"""

from collections.abc import Awaitable, Callable
from typing import Literal, Protocol

import msgspec

State = Literal["waiting", "sending", "sent", "dropped", "failed", "unsure"]
End = Literal["sent", "dropped", "failed", "unsure"]


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody is to be told something by mail. Of all notices with one key there is one."""

    key: str
    kind: str
    at: int  # when it came about
    due: int  # it is not sent before
    until: int  # it is of no use after
    person: str | None = None  # to whom, if not to the address in its body
    thread: str | None = None  # of one thread nobody is told twice without having been there in between
    body: bytes = b""
    tries: int = 0
    doubts: int = 0  # tries that may have reached the reader, or may not


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A notice as the one may see it whom it is for; its key is the house's own business."""

    key: str
    kind: str
    at: int
    state: State
    ended: int | None = None


class Waiting(msgspec.Struct, frozen=True):
    """Of all notices that have not come to their end: how many, and when the oldest came about."""

    count: int
    oldest: int | None


class Address(msgspec.Struct, frozen=True, kw_only=True):
    """Where a person can be written to, once it is confirmed that it is theirs."""

    person: str
    address: str | None = None  # confirmed
    wanted: str | None = None  # not yet


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """A way in that was sent by mail and works once. Only the hash of its secret is kept."""

    hash: str
    kind: Literal["confirm", "reset"]
    person: str
    address: str = ""  # that it confirms
    until: int


class Outbox(Protocol):
    """Notices wait, are being sent from the moment on that cannot be taken back, and come to one of four ends."""

    async def put_notice(self, notice: Notice) -> bool:
        """False, and nothing is written: there is one with this key, or the person has no confirmed address."""

    async def due_notice(self, now: int) -> Notice | None:
        """The one that has been due for longest."""

    async def notices_to(self, person: str, after: tuple[int, str] = (0, ""), most: int = 1000) -> list[Told]:
        """Those for a person, by (at, key), after that one; what has ended is forgotten after a while."""

    async def next_notice(self) -> int | None:
        """When the first of all that wait is due."""

    async def begin_sending(self, key: str) -> bool:
        """From here on it may have been sent. False: it does not wait, somebody else may have begun."""

    async def put_off(self, key: str, due: int, tries: int, doubts: int) -> None:
        """It waits again."""

    async def end_notice(self, key: str, end: End, now: int) -> None:
        """There is nothing more to do about it."""

    async def left_sending(self) -> list[Notice]:
        """Those of which it is not known whether they were sent."""

    async def told(self, thread: str) -> int | None:
        """When somebody was last told of this, if they have not been there since."""

    async def been_there(self, thread: str) -> None:
        """Who was told has come, and who was to be told need not be any more."""

    async def outbox(self) -> "Waiting":
        """How much there is to do."""

    async def forget_notices(self, before: int) -> int:
        """Those that ended before that time; answers how many."""


class Addresses(Protocol):
    """Whom mail can be sent to, and what they do not want of it."""

    async def address_of(self, person: str) -> Address | None: ...

    async def want_address(self, person: str, address: str) -> bool:
        """To be confirmed; the confirmed one stays until then. False: there is no such person."""

    async def forget_address(self, person: str, tell: Notice | None = None) -> None:
        """And all links that were sent to it. `tell` is put into the outbox in the same unit, here and below."""

    async def people_at(self, address: str, most: int = 10) -> list[str]:
        """Who has this as the confirmed address, whatever its case, the longest known first: a family may share one."""

    async def add_link(self, link: Link) -> bool:
        """False: there is no such person."""

    async def link(self, hash: str) -> Link | None: ...

    async def take_link(self, hash: str, now: int, tell: Notice | None = None) -> Link | None:
        """The link, if it still works; all of its person's of this kind work no more. To confirm makes the address
        theirs, in the same unit."""

    async def forget_links(self, before: int) -> int: ...

    async def silence(self, who: str, kind: str, off: bool) -> None:
        """`who` is a person, or stands for an address without one: this kind of mail is not wanted, or is again."""

    async def silenced(self, who: str) -> list[str]:
        """The kinds that are not wanted."""

    async def keep_secret(self, name: str, fresh: bytes) -> bytes:
        """The house's own secret of this name: the one that is kept, or this one from now on."""


class Mailbox(Outbox, Addresses, Protocol):
    """All of it."""


# -- carrying -------------------------------------------------------------------------------------------------


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """A letter, ready to be carried. The same notice has the same id each time: mail programs show one letter."""

    id: str  # without the angle brackets
    sender: str
    to: str
    data: bytes  # as RFC 5322 has it, lines ending in CRLF


class NotNow(Exception):
    """It was not taken, and may be another time. What is said has no address in it: it goes into the log."""


class Never(Exception):
    """It was not taken, and never will be."""


class NotKnown(Exception):
    """Whether it was taken is not known."""


Brink = Callable[[], Awaitable[None]]


class Sender(Protocol):
    """Who carries letters."""

    async def send(self, message: Message, brink: Brink) -> None:
        """Answers when it was taken, or raises NotNow, Never or NotKnown. Calls `brink` just before what cannot be
        taken back, unless carrying the same letter again does no harm; a fault of `brink` is not caught."""
