"""How often is too often: token buckets, each filling up at its own rate.

Addresses are counted by what one household or one attacker has: an IPv4 address, or a /64 of IPv6. Signing in is
counted by the account's name too, whether there is such an account or not, so that guessing from a thousand addresses
is as slow as from one. It only ever slows signing in: somebody who is signed in stays so.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import NamedTuple

from parlour.core.texts import Refused
from parlour.server.guard.places import as_address

MOST_BUCKETS = 20_000  # of each kind; the one that was not used for longest goes first


class Rate(NamedTuple):
    """So many at once, then so many a second."""

    burst: int
    second: float


# A school class behind one address is thirty people: what is counted by address must let them all play.
RATES: Mapping[str, Rate] = {
    "request": Rate(400, 60),  # by address: everything
    "change": Rate(150, 20),  # by address: what is not just reading
    "socket": Rate(60, 2),  # by address: connections that stay
    "session": Rate(150, 25),  # by session or token
    "hint": Rate(20, 1 / 4),  # by person: moves shown by a coach, each of which a bot has to think about
    "review": Rate(12, 1 / 120),  # by person: matches looked at anew, each of which takes a core for about a minute
    "guest": Rate(40, 1 / 5),  # by address: new ones
    "sign-up": Rate(10, 1 / 60),  # by address
    "sign-in": Rate(20, 1 / 6),  # by address
    "forgotten": Rate(10, 1 / 60),  # by address: letters for who has forgotten a password
    "forgotten-who": Rate(3, 1 / 600),  # by the name or address that was typed, whether there is such a one or not
    "link": Rate(20, 1 / 6),  # by address: links from letters
    "address": Rate(5, 1 / 300),  # by person: addresses to be confirmed
    "letter-to": Rate(3, 1 / 3600),  # by address of mail: letters that somebody else can have sent there
    "export": Rate(3, 1 / 1200),  # by person: files with all of their data
    "invite": Rate(10, 1 / 120),  # by person
    "block": Rate(60, 1 / 5),  # by person
    "report": Rate(10, 1 / 120),  # by person: those who look after the house have to read each
    "quick": Rate(20, 1 / 6),  # by person: looking for somebody to play with
    "challenge": Rate(10, 1 / 60),  # by person
    "challenge-to": Rate(3, 1 / 600),  # by who challenges whom: a no is an answer
    "find": Rate(20, 1 / 6),  # by person: names that were typed
    "follow": Rate(60, 1 / 10),  # by person
    "guess": Rate(10, 1 / 60),  # by account: wrong passwords, wherever they come from
}


class TooMany(Refused):
    """Answered as 429, with when to come again."""

    def __init__(self, wait: int) -> None:
        super().__init__("safety.too-many", count=wait)
        self.wait = wait


class Limits:
    """All buckets, in memory: a restart forgives."""

    def __init__(
        self,
        rates: Mapping[str, Rate] = RATES,
        clock: Callable[[], float] = time.monotonic,
        most: int = MOST_BUCKETS,
    ) -> None:
        self.rates, self.clock, self.most = rates, clock, most
        self._buckets: dict[str, OrderedDict[str, tuple[float, float]]] = {kind: OrderedDict() for kind in rates}

    def take(self, kind: str, key: str) -> None:
        """Count one, or refuse: a refusal is not counted, so nobody waits longer for being impatient. A kind without a
        rate has no limit."""
        rate = self.rates.get(kind)
        if rate is None:
            return
        level = self._level(kind, key, rate)
        if level < 1:
            raise TooMany(max(1, math.ceil((1 - level) / rate.second)))
        self._put(kind, key, level - 1)

    def give_back(self, kind: str, key: str) -> None:
        """What was counted was not what is meant to be limited."""
        rate = self.rates.get(kind)
        if rate is not None:
            self._put(kind, key, min(rate.burst, self._level(kind, key, rate) + 1))

    def size(self) -> int:
        return sum(map(len, self._buckets.values()))

    def _level(self, kind: str, key: str, rate: Rate) -> float:
        level, at = self._buckets[kind].get(key, (float(rate.burst), 0.0))
        return min(rate.burst, level + max(0.0, self.clock() - at) * rate.second)

    def _put(self, kind: str, key: str, level: float) -> None:
        buckets = self._buckets[kind]
        buckets[key] = (level, self.clock())
        buckets.move_to_end(key)
        if len(buckets) > self.most:
            buckets.popitem(last=False)


def household(address: str) -> str:
    """What is counted as one: who has one address of a /64 of IPv6 has all of them."""
    found = as_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found) if found is not None else address
