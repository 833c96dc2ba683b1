"""The port to a mail server, or to whatever else takes letters."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import msgspec


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """A letter, ready to be sent. The same notice has the same id each time: mail programs show one letter."""

    id: str  # without the angle brackets
    sender: str
    to: str
    data: bytes  # as RFC 5322 has it, lines ending in CRLF


class NotNow(Exception):
    """It was not taken, and may be another time, after so many milliseconds at least. What is said has no address in
    it: it goes into the log."""

    def __init__(self, why: str, wait: int = 0) -> None:
        super().__init__(why)
        self.wait = wait


class Never(Exception):
    """It was not taken, and never will be."""


class NoReader(Never):
    """Nor will any other letter to this address be: there is nobody."""


class NotKnown(Exception):
    """Whether it was taken is not known."""


PointOfNoReturn = Callable[[], Awaitable[None]]


M_contra = TypeVar("M_contra", contravariant=True)


class Sender(Protocol[M_contra]):
    """Who sends letters, or whatever else people are told by."""

    async def send(self, message: M_contra, brink: PointOfNoReturn) -> None:
        """Answers when it was taken, or raises NotNow, Never, NoReader or NotKnown. Calls `brink` just before what
        cannot be taken back, unless carrying the same letter again does no harm; a fault of `brink` is not caught."""
