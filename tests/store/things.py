"""Summaries, people and the like for tests, with everything that does not matter filled in."""

import asyncio
import os
from typing import Any

from parlour.house.jobs import Job
from parlour.house.people.person import Person, Session
from parlour.house.ratings.records import POINTS, STANDINGS, Finish, Point, Standing
from parlour.house.store import Put, Store, Unit, keep
from parlour.house.tables.records import TABLES, TableSummary
from parlour.store.dynamo.store import DynamoStore

# A thousand under ./dev test --all.
ROUNDS = 1000 if os.environ.get("PARLOUR_ALL") else 50
FAR_ROUNDS = 200 if os.environ.get("PARLOUR_ALL") else 3
WRITERS, FAR_WRITERS = 64, 64 if os.environ.get("PARLOUR_ALL") else 16


def is_far(store: Store) -> bool:
    """Every word with it is a request over the network, answered by a stand-in that takes milliseconds for each."""
    return isinstance(store, DynamoStore)


def rounds(store: Store) -> int:
    return FAR_ROUNDS if is_far(store) else ROUNDS


def writers(store: Store) -> int:
    return FAR_WRITERS if is_far(store) else WRITERS


def summary(table: str, **fields: Any) -> TableSummary:
    plain: dict[str, Any] = {
        "game": "yinsh",
        "phase": "playing",
        "listed": True,
        "room": False,
        "pace": "live",
        "updated": 1,
    }
    return TableSummary(table=table, **{**plain, **fields})


def guest(id: str, **fields: Any) -> Person:
    return Person(id=id, **{"name": "Guest", "since": 1, **fields})


def account(id: str, name: str, **fields: Any) -> Person:
    return Person(id=id, name=name, **{"since": 1, "password": "hashed", **fields})


def session(hash: str, person: str, **fields: Any) -> Session:
    return Session(hash=hash, person=person, **{"since": 1, "seen": 1, "until": 1000, **fields})


def job(id: str, **fields: Any) -> Job:
    return Job(id=id, **{"state": "waiting", "updated": 1, **fields})


def finish(table: str, **fields: Any) -> Finish:
    return Finish(table=table, **{"game": "yinsh", "at": 1, "seats": ("ann", "bob"), "places": (1, 2), **fields})


def standing(who: str, mu: float = 25.0, sigma: float = 2.0, **fields: Any) -> Standing:
    return Standing(who=who, mu=mu, sigma=sigma, **{"game": "yinsh", "games": 1, **fields})


def point(number: int, who: str, **fields: Any) -> Point:
    plain = {"game": "yinsh", "table": f"t{number}", "at": number, "place": 1, "of": 2, "was": 25.0, "mu": 26.0}
    return Point(number=number, who=who, **{**plain, "sigma": 8.0, **fields})


async def seed_ratings(store: Store, *rows: Standing | Point) -> None:
    """As if they had followed from matches."""
    changes = [Put(STANDINGS if isinstance(one, Standing) else POINTS, one) for one in rows]
    assert await keep(store, *changes)


def writing(store: Store) -> "tuple[asyncio.Event, list[asyncio.Future[int]]]":
    """Ten who write without a pause until they are stopped, and then say how often: at every stream a summary says how
    many events there are."""
    stop = asyncio.Event()

    async def write(stream: str) -> int:
        last = 0
        while not stop.is_set():
            at = summary(stream, updated=last + 1)
            await store.commit(
                Unit(stream=stream, expected=last, events=[b"e" * 500], key=f"k{last}", changes=[Put(TABLES, at)])
            )
            last += 1
        return last

    return stop, [asyncio.ensure_future(write(f"t{number}")) for number in range(10)]
