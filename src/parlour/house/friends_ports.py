"""What friends need of a store: whom somebody follows, and which table those who look for the same meet at."""

from typing import Protocol

import msgspec


class Followed(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whom somebody follows. The body is that person's own, with what they wish."""

    person: str
    name: str
    since: int  # when it began
    body: bytes = b""


class Sought(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A table that is opened for somebody who looks for others. Of all who look for the same, and know of the same
    table `before`, one opens the next: for the others that is a Conflict, and they look again."""

    wish: str  # what is looked for; the same for all who can play with each other
    before: str | None


class Friends(Protocol):
    async def follow(self, person: str, other: str, now: int, most: int) -> bool:
        """Whoever is followed already stays so. False: there is no such account, or there would be too many."""

    async def unfollow(self, person: str, other: str) -> None: ...

    async def follows(self, person: str, other: str) -> bool: ...

    async def followed_by(self, person: str) -> list[Followed]:
        """By name, whatever its case."""

    async def sought(self, wish: str) -> str | None:
        """The last table that was opened for this wish."""
