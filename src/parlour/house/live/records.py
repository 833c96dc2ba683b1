"""Live sockets that no process holds: who is at the other end of each, and what it follows. Where the house sleeps
between events this is all there is of a socket; a process that is up has its own in memory and writes nothing here."""

from collections.abc import Collection
from typing import Literal

import msgspec

from parlour.house.store import Change, Index, Kind, Put, Remove, Store, forget_expired, keep

LASTS = 3 * 3_600_000  # milliseconds; Amazon cuts a connection after two hours
SPECTATOR = -1  # as a seat


class LiveConnection(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    hash: str  # of the secret that the handshake came with; none: nobody is signed in
    program: bool  # whether that was a program's
    person: str  # or none
    address: str  # counted as one, as `guard/limits.py` has it
    language: str
    since: int
    until: int


class Subscription(msgspec.Struct, frozen=True, kw_only=True):
    connection: str
    topic: str
    seat: int  # at a table; or SPECTATOR
    person: str  # or none
    language: str
    body: bytes  # the request to follow it
    until: int


CONNECTIONS = Kind(
    "connections",
    LiveConnection,
    ("id",),
    {
        "person": Index(by=("person",), order=("id",)),
        "address": Index(by=("address",), order=("id",)),
        "until": Index(order=("until", "id")),
    },
    expires="until",
)
SUBSCRIPTIONS = Kind(
    "subscriptions",
    Subscription,
    ("connection", "topic", "seat"),
    {
        "connection": Index(by=("connection",), order=("topic", "seat")),
        "topic": Index(by=("topic",), order=("connection", "seat")),
        "person": Index(by=("person",), order=("connection", "topic", "seat")),
        "until": Index(order=("until", "connection", "topic", "seat")),
    },
    expires="until",
)


def table_topic(table: str) -> str:
    return f"table {table}"


def tournament_topic(tournament: str) -> str:
    return f"tournament {tournament}"


def talk_topic(place: str) -> str:
    return f"talk {place}"


def own_topic(person: str) -> str:
    return f"me {person}"


LOBBY_TOPIC = "lobby"


async def connection_of(store: Store, id: str) -> LiveConnection | None:
    return await store.get(CONNECTIONS, id)


async def connections_of(store: Store, person: str) -> list[LiveConnection]:
    return await store.list_by(CONNECTIONS, "person", person)


async def count_connections(store: Store, by: Literal["person", "address"], whose: str, now: int) -> int:
    return sum(one.until > now for one in await store.list_by(CONNECTIONS, by, whose))


async def subscriptions_of(store: Store, connection: str) -> list[Subscription]:
    return await store.list_by(SUBSCRIPTIONS, "connection", connection)


async def subscriptions_to(store: Store, topic: str, now: int) -> list[Subscription]:
    """Those whose time is not over: to be told that a connection has gone is not for sure."""
    return [one for one in await store.list_by(SUBSCRIPTIONS, "topic", topic) if one.until > now]


async def follows_from(store: Store, table: str, seats: Collection[int], now: int) -> bool:
    """Whether somebody follows a table from one of these seats."""
    return any(one.seat in seats for one in await subscriptions_to(store, table_topic(table), now))


async def keep_connection(store: Store, connection: LiveConnection) -> None:
    await keep(store, Put(CONNECTIONS, connection))


async def change_subscriptions(store: Store, new: list[Subscription], gone: list[Subscription]) -> None:
    changes: list[Change] = [Put(SUBSCRIPTIONS, one) for one in new]
    changes += [Remove(SUBSCRIPTIONS, (one.connection, one.topic, one.seat)) for one in gone]
    if changes:
        await keep(store, *changes)


async def forget_old(store: Store, now: int) -> None:
    await forget_expired(store, CONNECTIONS, now)
    await forget_expired(store, SUBSCRIPTIONS, now)


async def forget_connection(store: Store, id: str) -> list[Subscription]:
    """With all that it followed, which is the answer."""
    followed = await subscriptions_of(store, id)
    gone: list[Change] = [Remove(SUBSCRIPTIONS, (one.connection, one.topic, one.seat)) for one in followed]
    await keep(store, *gone, Remove(CONNECTIONS, (id,)))
    return followed
