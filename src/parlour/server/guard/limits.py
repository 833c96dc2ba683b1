"""How often is too often, by whom. One limiter for HTTP and for live sockets: what is asked for by either is taken from
the same buckets.

Addresses are counted by what one household or one attacker has: an IPv4 address, or a /64 of IPv6. A school class is
thirty people behind one address. So what is counted by address is generous, and what is counted by person much less:
whoever opens fifty sockets has no more than with one. Somebody of whom nothing is known is their address alone.

Wrong passwords are counted by account and address, by address, and for all strangers together by account, whether there
is such an account or not. A browser that has signed in to the account before is counted by itself: strangers do not
shut its owner out. It only ever slows signing in: somebody who is signed in stays so.
"""

import ipaddress
import math
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from parlour.core.texts import Refused
from parlour.house.live import counts
from parlour.house.live.counts import Rate
from parlour.house.store import Store
from parlour.server.guard.counters import Counters, MemoryCounters
from parlour.server.guard.places import as_address

RATES: Mapping[str, Rate] = {
    "request": Rate(1500, 180),  # by address: everything, HTTP requests and messages of sockets
    "change": Rate(600, 60),  # by address: what is not just reading
    "socket": Rate(120, 4),  # by address: connections that stay
    "pull-here": Rate(50_000, 2000),  # by address: lines of tables that are asked for, see `Allowance.pull`
    "session": Rate(300, 60),  # by the secret that came along, whether it is a good one or not: everything
    "session-change": Rate(100, 20),  # the same: what is not just reading
    "person": Rate(300, 60),  # by person, from all sessions, tokens and sockets: everything
    "person-change": Rate(100, 20),  # the same: what is not just reading
    "pull": Rate(5000, 200),  # by person: lines of tables that are asked for
    "say": Rate(10, 1),  # by person: what others have to read
    "unreadable": Rate(10, 1 / 10),  # by person or address: messages of sockets that are none
    "hint": Rate(20, 1 / 4),  # by person: moves shown by a coach, each of which a bot has to think about
    "imagine": Rate(60, 4),  # by person: positions that are only thought of, each of which takes some milliseconds
    "analyse": Rate(200, 20),  # by person or address: positions that are looked at by themselves, 50 steps each
    "plan": Rate(20, 1 / 2),  # by person: lines that are planned, which are checked step by step
    "review": Rate(12, 1 / 120),  # by person: matches looked at anew, each of which takes a core for about a minute
    "guest": Rate(40, 1 / 5),  # by address: new ones
    "sign-up": Rate(40, 1 / 30),  # by address
    "sign-in": Rate(40, 1 / 4),  # by address, or by a browser that has signed in before
    "passkey": Rate(60, 1),  # by address: signing in with one, and what it takes; there is nothing to guess
    "forgotten": Rate(10, 1 / 60),  # by address: letters for who has forgotten a password
    "forgotten-who": Rate(3, 1 / 600),  # by the name or address that was typed, whether there is such a one or not
    "link": Rate(20, 1 / 6),  # by address: links from letters
    "address": Rate(5, 1 / 300),  # by person: addresses to be confirmed
    "letter-to": Rate(3, 1 / 3600),  # by address of mail: letters that somebody else can have sent there
    "push": Rate(20, 1 / 60),  # by person: devices that are to be told
    "export": Rate(3, 1 / 1200),  # by person: files with all of their data
    "invite": Rate(10, 1 / 120),  # by person
    "block": Rate(60, 1 / 5),  # by person
    "report": Rate(10, 1 / 120),  # by person: those who look after the house have to read each
    "quick": Rate(20, 1 / 6),  # by person: looking for somebody to play with
    "challenge": Rate(10, 1 / 60),  # by person
    "challenge-to": Rate(3, 1 / 600),  # by who challenges whom: a no is an answer
    "find": Rate(20, 1 / 6),  # by person: names that were typed
    "names": Rate(40, 1 / 2),  # the same, letter by letter
    "follow": Rate(60, 1 / 10),  # by person
    "guess": Rate(10, 1 / 60),  # by somebody who is signed in, or by account and browser: wrong passwords
    "guess-from": Rate(10, 1 / 60),  # by account and address: a stranger's
    "guess-at-all": Rate(40, 1 / 30),  # by address: a stranger's, at whatever account
    "guess-by-all": Rate(100, 1 / 36),  # by account: all strangers' together, 2,500 a day
}


class TooMany(Refused):
    """Answered as 429, with when to come again."""

    def __init__(self, wait: int) -> None:
        super().__init__("safety.too-many", count=wait)
        self.wait = wait


class Limits:
    """What each kind is limited to. The counts are behind a port."""

    def __init__(self, rates: Mapping[str, Rate] = RATES, counters: Counters | None = None) -> None:
        self.rates, self.counters = rates, counters or MemoryCounters()
        self._store: Store | None = None
        self._now: Callable[[], int] = lambda: 0

    def count_in(self, store: Store, now: Callable[[], int]) -> None:
        """From now on `take_surely` counts there: in memory nothing lasts, and others have memories of their own."""
        self._store, self._now = store, now

    def take(self, kind: str, key: str, amount: float = 1) -> None:
        """Count so much, or refuse: a refusal is not counted, so nobody waits longer for being impatient. A kind
        without a rate has no limit."""
        rate = self.rates.get(kind)
        wait = 0.0 if rate is None else self.counters.take(kind, key, rate, amount)
        if wait > 0:
            raise TooMany(max(1, math.ceil(wait)))

    async def take_surely(self, kind: str, key: str) -> None:
        """What may be guessed, is written to others, or takes a core: wherever the house runs, it is counted as one.
        The store is asked for it where processes do not last, so it is nothing to do for every request."""
        rate = self.rates.get(kind)
        if self._store is None or rate is None:
            self.take(kind, key)
        elif (wait := await counts.take(self._store, kind, key, rate, self._now())) > 0:
            raise TooMany(max(1, math.ceil(wait)))

    async def give_back_surely(self, kind: str, key: str) -> None:
        rate = self.rates.get(kind)
        if self._store is None or rate is None:
            self.give_back(kind, key)
        else:
            await counts.give_back(self._store, kind, key, rate, self._now())

    @asynccontextmanager
    async def counted(self, kind: str, key: str) -> AsyncIterator[None]:
        """Counts what was done. A caller who is told that a name is taken may try another at once."""
        await self.take_surely(kind, key)
        try:
            yield
        except Refused:
            await self.give_back_surely(kind, key)
            raise

    def give_back(self, kind: str, key: str) -> None:
        """What was counted was not what is meant to be limited."""
        rate = self.rates.get(kind)
        if rate is not None:
            self.counters.give_back(kind, key, rate)


class Allowance:
    """What somebody may do who was let in, over HTTP and by however many sockets: by address, and by person where it is
    known who it is. A person's bucket is asked first, so that one who asks too often leaves the others at the same
    address theirs."""

    def __init__(self, limits: Limits, address: str, person: str | None) -> None:
        self._limits, self._address, self._person = limits, address, person

    def message(self, changes: bool) -> None:
        """One of a socket: like a request."""
        self.counted(changes)
        self._limits.take("request", self._address)
        if changes:
            self._limits.take("change", self._address)

    def counted(self, changes: bool) -> None:
        """A request or a message, of the person."""
        self._of_person("person")
        if changes:
            self._of_person("person-change")

    def say(self) -> None:
        self._of_person("say")

    def pull(self, lines: int = 0) -> None:
        """A look at something, with so many lines of what has happened. Whoever follows a table from its beginning
        again and again pays for all of it each time."""
        self._of_person("pull", A_LOOK + lines)
        self._limits.take("pull-here", self._address, A_LOOK + lines)

    def unreadable(self) -> None:
        self._limits.take("unreadable", self._person or self._address)

    def _of_person(self, kind: str, amount: float = 1) -> None:
        if self._person is not None:
            self._limits.take(kind, self._person, amount)


A_LOOK = 10  # lines: how things stand now takes about as long to put together


def household(address: str) -> str:
    """What is counted as one: who has one address of a /64 of IPv6 has all of them."""
    found = as_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found) if found is not None else address
