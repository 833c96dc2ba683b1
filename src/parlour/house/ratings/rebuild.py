"""Ratings counted again, from the streams themselves: who sat where, who won, and whether it counted.

Only the order comes from the finishes that are kept, since clocks do not tell it reliably. A match without a finish,
which should not be, comes after all others, by the time it ended.
"""

from collections.abc import AsyncIterator

import msgspec

from parlour.core.texts import Refused
from parlour.house.entropy import ID
from parlour.house.ratings import eligibility, model
from parlour.house.ratings.carry_over import jumps
from parlour.house.ratings.records import (
    Finish,
    Point,
    Standing,
    all_finishes,
    all_points,
    rated_to,
    renumber_finishes,
    replace_ratings,
    standings,
)
from parlour.house.store import Store
from parlour.house.tables import events as ev
from parlour.house.tables.state import Table

CLOSE = 1e-9  # how far two numbers may be apart that should be the same
MOST_TRIES = 10
_MISSING = Standing(who="", game="", mu=float("nan"), sigma=float("nan"), games=0)


class Rebuild(msgspec.Struct, frozen=True):
    """What there should be: finishes, standings and points."""

    last: int  # the number of the last finish that was there when it began
    finishes: list[Finish]
    standings: list[Standing]
    points: list[Point]
    unread: list[str]  # tables that could not be counted: their game is gone, or has other rules by now


class Difference(msgspec.Struct, frozen=True):
    """Something that is not what it should be: of a table's finish, or of somebody in a game."""

    what: str  # finish, standing or point
    of: str
    kept: str
    should: str


async def recount(store: Store, to: int | None = None) -> Rebuild:
    """With `to`, only what was rated up to that finish."""
    rows = {finish.table: finish for finish in [each async for each in all_finishes(store)]}
    last = max((finish.number or 0 for finish in rows.values()), default=0)
    found: list[Finish] = []
    unread: list[str] = []
    async for table, stream in _counting(store):
        try:
            finish = eligibility.finish_of(Table.of(stream))
            if finish is not None:
                # Who came from where is forgotten with the match: the finish alone has kept what follows from it.
                kept = rows.get(table)
                near = tuple(range(len(finish.seats))) if kept is None else kept.households
                finish = msgspec.structs.replace(finish, households=near)
        except Refused:
            unread.append(table)
            finish = rows.get(table)  # nothing better is known
        if finish is not None:
            found.append(finish)
    found.sort(key=lambda one: (_number(rows.get(one.table)) or last + 1, one.at, one.table))
    finishes = [msgspec.structs.replace(one, number=number) for number, one in enumerate(found, 1)]
    folded: dict[tuple[str, str], Standing] = {}
    made = [one for one in await jumps(store) if to is None or one.after <= max(to, 0)]
    points = model.fold(folded, finishes if to is None else finishes[:to], made)
    return Rebuild(last, finishes, [folded[key] for key in sorted(folded)], points, unread)


async def rebuild(store: Store) -> Rebuild | None:
    """Put what was counted again in place of what was kept. The house may be open meanwhile, where the store allows;
    None: matches ended faster than they could be counted."""
    for _ in range(MOST_TRIES):
        to, made = await rated_to(store), await jumps(store)
        counted = await recount(store)
        if (
            await renumber_finishes(store, counted.finishes)
            and await replace_ratings(store, to, len(counted.finishes), counted.standings, counted.points)
            and await jumps(store) == made
        ):
            return counted
    return None


async def differences(store: Store) -> tuple[Rebuild, list[Difference]]:
    """Between what is kept and what it should be, as far as the rating worker has come. Nothing is changed."""
    for _ in range(MOST_TRIES):
        to = await rated_to(store)
        counted = await recount(store, max(to, 0))
        kept = await standings(store)
        points = [point async for point in _points(store)]
        rows = [finish async for finish in all_finishes(store)]
        if await rated_to(store) == to:
            break
    known = {finish.table for finish in rows}
    # A match that has ended since we began to look has a row by now, and is not missing.
    should = [one for one in counted.finishes if (_number(one) or 0) <= counted.last or one.table not in known]
    return counted, [
        *_of_finishes([row for row in rows if 0 < (_number(row) or 0) <= counted.last], should),
        *_of_standings(kept, counted.standings),
        *_of_points(points, counted.points),
    ]


def _of_finishes(kept: list[Finish], should: list[Finish]) -> list[Difference]:
    was, will = {one.table: one for one in kept}, {one.table: one for one in should}
    return [
        Difference("finish", table, _told(was.get(table)), _told(will.get(table)))
        for table in sorted(was.keys() | will.keys())
        if was.get(table) != will.get(table)
    ]


def _of_standings(kept: list[Standing], should: list[Standing]) -> list[Difference]:
    was, will = {(one.game, one.who): one for one in kept}, {(one.game, one.who): one for one in should}
    found = []
    for key in sorted(was.keys() | will.keys()):
        one, other = was.get(key, _MISSING), will.get(key, _MISSING)
        if not (close(one.mu, other.mu) and close(one.sigma, other.sigma) and one.games == other.games):
            found.append(Difference("standing", " ".join(reversed(key)), _told(was.get(key)), _told(will.get(key))))
    return found


def _of_points(kept: list[Point], should: list[Point]) -> list[Difference]:
    was, will = {(one.number, one.who): one for one in kept}, {(one.number, one.who): one for one in should}
    found = []
    for key in sorted(was.keys() | will.keys()):
        one, other = was.get(key), will.get(key)
        if one is None or other is None or not _alike(one, other):
            found.append(Difference("point", f"{key[1]} {key[0]}", _told(one), _told(other)))
    return found


def _alike(one: Point, other: Point) -> bool:
    numbers = ((one.was, other.was), (one.mu, other.mu), (one.sigma, other.sigma))
    # Which generation it is in says when it was counted, not what.
    same = msgspec.structs.replace(other, was=one.was, mu=one.mu, sigma=one.sigma, generation=one.generation) == one
    return same and all(close(a, b) for a, b in numbers)


def close(one: float, other: float) -> bool:
    return abs(one - other) <= CLOSE  # and never of something that is missing


def _told(one: msgspec.Struct | None) -> str:
    return "–" if one is None else msgspec.json.encode(one).decode()


async def _counting(store: Store) -> AsyncIterator[tuple[str, list[ev.AnyTableEvent]]]:
    """The streams of all tables that count, if they have ended."""
    after = ""
    while some := await store.streams(after):
        after = some[-1][0]
        for table, first in some:
            opened = ev.decode(first) if ID.fullmatch(table) else None  # a tournament's stream is none of a table
            if isinstance(opened, ev.Opened) and opened.rules.rated:
                yield table, [ev.decode(body) for body in await store.read(table)]


def _number(finish: Finish | None) -> int | None:
    return None if finish is None else finish.number


async def _points(store: Store) -> AsyncIterator[Point]:
    after = (0, "")
    while some := await all_points(store, after):
        after = (some[-1].number, some[-1].who)
        for point in some:
            yield point
