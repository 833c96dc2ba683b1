"""Connections that are open: how many there may be, and how long each may take over a request.

A connection costs whoever opens it nothing, and the server a file and some memory. So there is a bound on all of them
and one by address; and where a bound is reached, the one goes first that has waited longest without a request under
way. Players, whose requests and live sockets are under way, stay; a newcomer is turned away only if all are at work.

A trusted proxy is one address with everybody behind it: what comes from there is counted in all, and not by address.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from parlour.server.guard.limits import household
from parlour.server.guard.places import IpAddress, as_address

SPARE_FILES = 200  # for what else a server opens: its database, letters, workers
AT_ONCE = "parlour.at_once"  # an extension of the scope of a socket: how to send a text without waiting
SendAtOnce = Callable[[bytes], bool]  # False: not now, or no more


class Bounds(NamedTuple):
    """Of connections, in number and in seconds. A class of thirty, each with a browser's six connections and two tabs,
    has 240."""

    connections: int = 5000  # in all
    by_address: int = 400
    sockets_by_person: int = 30  # live ones, from wherever
    sockets_by_address: int = 300
    head: float = 10.0  # for a request's head, from when the connection is open or the answer before it is out
    body: float = 30.0  # for a request's body, from when its head is there
    answer: float = 30.0  # for which a client may read nothing of an answer
    farewell: float = 5.0  # for which a connection that is closed may still have something to send
    look: float = 1.0  # between two looks at all of them


BOUNDS = Bounds()


class OpenConnection(Protocol):
    """What is asked of a connection."""

    deadline: float | None  # by the loop's time; none while nothing is expected of the client

    def is_closing(self) -> bool: ...

    def is_waiting(self) -> bool:
        """Whether no request is under way."""

    def give_up(self) -> None:
        """It has taken too long."""

    def give_way(self) -> None:
        """Its place is needed, now."""

    def cut(self) -> None:
        """Close it whatever there is still to send."""


class Connections:
    """All that are open."""

    def __init__(self, bounds: Bounds, is_trusted: Callable[[IpAddress | None], bool]) -> None:
        self.bounds, self._is_trusted = bounds, is_trusted
        # Those with the longest wait first: one that begins to wait goes to the end.
        self._open: dict[OpenConnection, str | None] = {}
        self._by_address: dict[str, dict[OpenConnection, None]] = {}
        self._closing: dict[OpenConnection, float] = {}  # and since when that is known
        self._looking: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._open)

    def let_in(self, one: OpenConnection, client: str | None) -> bool:
        """Whether there is room for it, if need be in place of one that waits."""
        address = self._counted_as(client)
        if address is not None and len(self._by_address.get(address, ())) >= self.bounds.by_address:
            if not self._make_room(self._by_address[address]):
                return False
        elif len(self._open) >= self.bounds.connections and not self._make_room(self._open):
            return False
        self.add(one, client)
        return True

    def add(self, one: OpenConnection, client: str | None) -> None:
        """One that has its place already, such as a connection that becomes a live socket."""
        address = self._counted_as(client)
        self._open[one] = address
        if address is not None:
            self._by_address.setdefault(address, {})[one] = None
        if self._looking is None:
            self._look_later()

    def waits(self, one: OpenConnection) -> None:
        """It begins to wait for a request."""
        if one not in self._open:
            return
        address = self._open[one] = self._open.pop(one)
        if address is not None:
            own = self._by_address[address]
            own[one] = own.pop(one)

    def leave(self, one: OpenConnection) -> None:
        address = self._open.pop(one, None)
        self._closing.pop(one, None)
        if address is not None:
            own = self._by_address[address]
            own.pop(one, None)
            if not own:
                del self._by_address[address]

    def look(self, now: float) -> None:
        """At all of them: whoever has taken too long is given up."""
        for one in tuple(self._open):
            if one.is_closing():
                if now - self._closing.setdefault(one, now) >= self.bounds.farewell:
                    one.cut()
            elif one.deadline is not None and now >= one.deadline:
                one.give_up()

    def _counted_as(self, client: str | None) -> str | None:
        """By which address, if by any. Without one it is a Unix socket, with a proxy at its other end."""
        found = None if client is None else as_address(client)
        if client is None or (found is not None and self._is_trusted(found)):
            return None
        return household(client)

    def _make_room(self, among: dict[OpenConnection, str | None] | dict[OpenConnection, None]) -> bool:
        for one in among:
            if one.is_waiting() and not one.is_closing():
                one.give_way()
                self.leave(one)
                return True
        return False

    def _look_later(self) -> None:
        loop = asyncio.get_running_loop()

        def look() -> None:
            self.look(loop.time())
            self._looking = None
            if self._open:
                self._look_later()

        self._looking = loop.call_later(self.bounds.look, look)


def within_files(bounds: Bounds) -> Bounds:
    """Each connection is a file, and the system bounds these."""
    with suppress(ImportError, OSError, ValueError):  # not everywhere
        import resource

        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if files != resource.RLIM_INFINITY:
            return bounds._replace(connections=max(1, min(bounds.connections, files - SPARE_FILES)))
    return bounds


def at_once(scope: Any) -> SendAtOnce | None:
    """How to send a text on this socket without waiting, where its server knows."""
    found: dict[str, SendAtOnce] = scope.get("extensions", {}).get(AT_ONCE, {})
    return found.get("send")
