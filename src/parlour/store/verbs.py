"""The verbs of the port as SQL that SQLite and PostgreSQL both understand: scripts, each to read or to write with."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from parlour.house.store import (
    ABSENT,
    ANY,
    Appended,
    Change,
    Conflict,
    Index,
    Kept,
    Kind,
    Need,
    Outcome,
    Put,
    R,
    Remove,
    Repeated,
    Scalar,
    Unit,
)
from parlour.store.columns import KindTable, table_of
from parlour.store.script import Script

EVENTS_AT_ONCE = 100  # in one statement; PostgreSQL takes 65,535 arguments, and long deals are a few hundred steps

KEY = "SELECT first, last FROM keys WHERE stream = ?1 AND key = ?2"
STANDS = """SELECT (SELECT coalesce(max(position), 0) FROM events WHERE stream = ?1),
(SELECT 1 FROM keys WHERE stream = ?1 AND key = ?2)"""
ADD_KEY = "INSERT INTO keys (stream, key, first, last) VALUES (?1, ?2, ?3, ?4)"
KNOWN = "SELECT 1 FROM keys WHERE stream = ?1 AND key = ?2"
READ = "SELECT body FROM events WHERE stream = ?1 AND position > ?2 ORDER BY position"
STREAMS = "SELECT stream, body FROM events WHERE position = 1 AND stream > ?1 ORDER BY stream LIMIT ?2"
PULSE = "INSERT INTO pulse (id, beats) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET beats = pulse.beats + 1"


class Failed(Exception):
    """A record is not what it was: take back what the unit has written."""


# -- streams --------------------------------------------------------------------------------------------------


def read(stream: str, after: int) -> Script[list[bytes]]:
    return [body for (body,) in (yield READ, (stream, after))]


def positions(streams: Sequence[str]) -> Script[dict[str, int]]:
    found: dict[str, int] = {}
    for start in range(0, len(streams), EVENTS_AT_ONCE):
        some = streams[start : start + EVENTS_AT_ONCE]
        found.update((yield last_positions(len(some)), tuple(some)))
    return {stream: last for stream, last in found.items() if last}


@cache
def last_positions(count: int) -> str:
    """Each looked up at the end of its own: to group by streams would be to read all of their events."""
    last = "(SELECT max(position) FROM events WHERE stream = asked.stream)"
    asked = " UNION ALL ".join(f"SELECT CAST(?{number} AS TEXT) AS stream" for number in range(1, count + 1))
    return f"SELECT stream, {last} FROM ({asked}) AS asked"


def streams(after: str, most: int) -> Script[list[tuple[str, bytes]]]:
    return [(stream, body) for stream, body in (yield STREAMS, (after, most))]


def known(stream: str, key: str) -> Script[bool]:
    return bool((yield KNOWN, (stream, key)))


def pulse() -> Script[bool]:
    """A write, to see whether it can be done."""
    yield PULSE, ()
    return True


def commit(unit: Unit) -> Script[Outcome]:
    """Where there is one writer at a time. PostgreSQL has a function of its own for it, in `migrations.py`."""
    if not unit.stream:
        return Kept() if (yield from _change_all(unit.changes)) else Conflict()
    stream, expected = unit.stream, unit.expected
    [(last, repeated)] = yield STANDS, (stream, unit.key)
    if repeated:
        [(first, until)] = yield KEY, (stream, unit.key)
        return Repeated(first, until)
    if last != expected:
        return Conflict(last)
    for start in range(0, len(unit.events), EVENTS_AT_ONCE):
        some = unit.events[start : start + EVENTS_AT_ONCE]
        yield add_events(len(some)), _event_values(stream, expected + start, some)
    last = expected + len(unit.events)
    if unit.key is not None:
        yield ADD_KEY, (stream, unit.key, expected + 1, last)
    if not (yield from _change_all(unit.changes)):
        raise Failed
    return Appended(last)


@cache
def add_events(count: int) -> str:
    rows = ", ".join(f"(?1, ?{2 * n + 2}, ?{2 * n + 3})" for n in range(count))
    return f"INSERT INTO events (stream, position, body) VALUES {rows}"


def _event_values(stream: str, after: int, events: Sequence[bytes]) -> tuple[Scalar, ...]:
    values: list[Scalar] = [stream]
    for position, body in enumerate(events, after + 1):
        values += (position, body)
    return tuple(values)


# -- changes --------------------------------------------------------------------------------------------------


FAIL = -1


class ChangeStep(NamedTuple):
    """A statement by which records are changed. Where it finds no row, the unit cannot be (FAIL), or so many of the
    statements after it are for nothing."""

    sql: str
    args: tuple[Scalar, ...]
    if_none: int = 0


def locking_steps(changes: Sequence[Change]) -> Iterator[ChangeStep]:
    """Of two units that change the same records, each in an order of its own, either could wait for the other for ever.
    So whoever changes several takes hold of them first, all in one order."""
    held: dict[str, list[Put | Remove]] = {}
    for one in changes:
        if not isinstance(one, Need) and one.was is not ABSENT:
            held.setdefault(one.kind.name, []).append(one)
    if sum(map(len, held.values())) < 2:
        return
    for _, some in sorted(held.items()):
        kind, removed = some[0].kind, any(isinstance(one, Remove) for one in some)
        keys = [one.key if isinstance(one, Remove) else table_of(kind).key_of(one.record) for one in some]
        yield ChangeStep(lock(kind, len(keys), removed), tuple(value for key in keys for value in key))


def change_steps(changes: Sequence[Change]) -> Iterator[ChangeStep]:
    """All that these changes take, in their order. Nothing of it depends on what the database answers: it can be sent
    there at once."""
    for change in changes:
        if isinstance(change, Need):
            yield ChangeStep(need(change.kind), tuple(change.key), FAIL)
        elif isinstance(change, Remove):
            yield from _remove(change)
        else:
            yield from _put(change)


def _put(change: Put) -> Iterator[ChangeStep]:
    table, record, was, only = table_of(change.kind), change.record, change.was, change.only
    entries = list(_put_entries(table, change)) if table.entries else []
    if was is ABSENT:
        yield ChangeStep(insert(change.kind), tuple(table.values(record)), FAIL)
    elif only or was is not ANY:
        checked = [] if was is ANY else table.values(was)
        sql = update(change.kind, only, was is not ANY)
        values = (*table.key_of(record), *table.values(record, only), *checked)
        yield ChangeStep(sql, values, len(entries) if was is ANY else FAIL)
    else:
        yield ChangeStep(upsert(change.kind), tuple(table.values(record)))
    yield from entries


def _put_entries(table: KindTable[Any], change: Put) -> Iterator[ChangeStep]:
    """The texts under which a record is listed, as far as they are others than before."""
    key = tuple(table.key_of(change.record))
    for field, (entries, column) in table.entries.items():
        if change.only and field not in change.only:
            continue
        several = table.several(change.record, field)
        there = None if change.was is ANY else [] if change.was is ABSENT else table.several(change.was, field)
        if there == several:
            continue
        if there is None or there:
            yield ChangeStep(f"DELETE FROM {entries} WHERE {table.key[0]} = ?1", key)
        for text in several:
            yield ChangeStep(f"INSERT INTO {entries} ({table.key[0]}, {column}) VALUES (?1, ?2)", (*key, text))


def _remove(change: Remove) -> Iterator[ChangeStep]:
    table = table_of(change.kind)
    checked = [] if change.was is ANY else table.values(change.was)
    missing = len(table.entries) if change.was is ANY else FAIL
    yield ChangeStep(delete(change.kind, change.was is not ANY), (*change.key, *checked), missing)
    for entries, _ in table.entries.values():
        yield ChangeStep(f"DELETE FROM {entries} WHERE {table.key[0]} = ?1", tuple(change.key))


def _change_all(changes: Sequence[Change]) -> Script[bool]:
    """False: the first of them cannot be, and nothing was written. Where that turns out later it raises."""
    first, left_out = True, 0
    for sql, args, if_none in change_steps(changes):
        if left_out:
            left_out -= 1
            continue
        if not (yield sql, args):
            if if_none == FAIL:
                if first:
                    return False
                raise Failed
            left_out = if_none
        first = False
    return True


def _keyed(kind: Kind[Any], first: int = 1) -> str:
    return " AND ".join(f"{column} = ?{number}" for number, column in enumerate(table_of(kind).key, first))


def _unchanged(table: KindTable[Any], first: int) -> str:
    """Whether a row is what it was, with whatever else follows from it."""
    return " AND ".join(
        f"{column} IS NOT DISTINCT FROM ?{number}" for number, column in enumerate(table.written, first)
    )


@cache
def lock(kind: Kind[Any], count: int, removed: bool) -> str:
    """Who only changes a row is not in the way of those who need it to be there."""
    rows = " OR ".join(f"({_keyed(kind, len(kind.key) * number + 1)})" for number in range(count))
    how = "FOR UPDATE" if removed else "FOR NO KEY UPDATE"
    return f"SELECT 1 FROM {kind.name} WHERE {rows} ORDER BY {', '.join(table_of(kind).key)} {how}"


@cache
def need(kind: Kind[Any]) -> str:
    return f"SELECT 1 FROM {kind.name} WHERE {_keyed(kind)} /* for key share */"


@cache
def insert(kind: Kind[Any]) -> str:
    columns = table_of(kind).written
    places = ", ".join(f"?{number}" for number in range(1, len(columns) + 1))
    return f"INSERT INTO {kind.name} ({', '.join(columns)}) VALUES ({places}) ON CONFLICT DO NOTHING RETURNING 1"


@cache
def upsert(kind: Kind[Any]) -> str:
    columns, key = table_of(kind).written, table_of(kind).key
    places = ", ".join(f"?{number}" for number in range(1, len(columns) + 1))
    rest = ", ".join(f"{column} = excluded.{column}" for column in columns if column not in key)
    then = f"DO UPDATE SET {rest}" if rest else "DO NOTHING"
    return f"INSERT INTO {kind.name} ({', '.join(columns)}) VALUES ({places}) ON CONFLICT ({', '.join(key)}) {then}"


@cache
def update(kind: Kind[Any], only: tuple[str, ...], checked: bool) -> str:
    table = table_of(kind)
    columns = table.changing(only)
    start = len(kind.key) + 1
    new = ", ".join(f"{column} = ?{number}" for number, column in enumerate(columns, start))
    same = f" AND {_unchanged(table, start + len(columns))}" if checked else ""
    return f"UPDATE {kind.name} SET {new} WHERE {_keyed(kind)}{same} RETURNING 1"


@cache
def delete(kind: Kind[Any], checked: bool) -> str:
    same = f" AND {_unchanged(table_of(kind), len(kind.key) + 1)}" if checked else ""
    return f"DELETE FROM {kind.name} WHERE {_keyed(kind)}{same} RETURNING 1"


# -- reading records ------------------------------------------------------------------------------------------


def get(kind: Kind[R], key: tuple[Scalar, ...]) -> Script[R | None]:
    rows = yield select(kind), key
    return table_of(kind).record(rows[0]) if rows else None


@cache
def select(kind: Kind[Any]) -> str:
    return f"SELECT {', '.join(table_of(kind).columns)} FROM {kind.name} WHERE {_keyed(kind)}"


def get_many(kind: Kind[R], keys: Sequence[tuple[Scalar, ...]]) -> Script[list[R]]:
    found: list[R] = []
    table, width = table_of(kind), len(kind.key)
    for start in range(0, len(keys), EVENTS_AT_ONCE):
        some = keys[start : start + EVENTS_AT_ONCE]
        if width == 1:
            where = f"{table.key[0]} IN ({', '.join(f'?{number}' for number in range(1, len(some) + 1))})"
        else:
            where = " OR ".join(f"({_keyed(kind, width * number + 1)})" for number in range(len(some)))
        values = tuple(value for key in some for value in key)
        rows = yield f"SELECT {', '.join(table.columns)} FROM {kind.name} WHERE {where}", values
        found += [table.record(row) for row in rows]
    return found


def listing(
    kind: Kind[R],
    index: str,
    values: tuple[Scalar, ...],
    among: Sequence[str] | None,
    after: tuple[Scalar, ...] | None,
    upto: tuple[Scalar, ...] | None,
    where: Mapping[str, Scalar],
    skip: int,
    most: int,
) -> Script[list[R]]:
    if among is not None and not among:
        return []
    table = table_of(kind)
    tests, given = _where(table, index, values, among, after, upto, where)
    order = ", ".join(f"{name} DESC" if down else name for name, down in _order(table.index(index)))
    given.append(max(0, most))
    page = f"LIMIT ?{len(given)}"
    if skip:
        given.append(skip)
        page += f" OFFSET ?{len(given)}"
    rows = yield f"SELECT {', '.join(table.columns)} FROM {kind.name}{tests} ORDER BY {order} {page}", tuple(given)
    return [table.record(row) for row in rows]


def count(kind: Kind[R], index: str, values: tuple[Scalar, ...], upto: tuple[Scalar, ...] | None) -> Script[int]:
    where, given = _where(table_of(kind), index, values, None, None, upto, {})
    [(number,)] = yield f"SELECT count(*) FROM {kind.name}{where}", tuple(given)
    return int(number)


def _where(
    table: KindTable[Any],
    index_name: str,
    values: tuple[Scalar, ...],
    among: Sequence[str] | None,
    after: tuple[Scalar, ...] | None,
    upto: tuple[Scalar, ...] | None,
    where: Mapping[str, Scalar],
) -> tuple[str, list[Scalar]]:
    index, given = table.index(index_name), list[Scalar]()
    tests = list(_tests(table, index, values, among, given))
    if index.present is not None:
        tests.append(f"{index.present} IS NOT NULL")
    for name, value in where.items():
        given.append(int(value) if isinstance(value, bool) else value)
        tests.append(f"{table.column(name)} IS NOT DISTINCT FROM ?{len(given)}")
    for bound, past in ((after, True), (upto, False)):
        if bound:
            tests.append(_bounded(index, bound, past, given))
    return f" WHERE {' AND '.join(tests)}" if tests else "", given


def _tests(
    table: KindTable[Any], index: Index, values: tuple[Scalar, ...], among: Sequence[str] | None, given: list[Scalar]
) -> Iterator[str]:
    columns = [*([""] if index.each is not None else []), *index.by]  # the first is the one with entries of its own
    asked: list[Scalar | Sequence[str]] = [*values] if among is None else [among, *values]
    if len(asked) != len(columns):
        raise ValueError(f"{table.name} are listed by {len(columns)} values, not {len(asked)}")
    for column, value in zip(columns, asked, strict=True):
        many = [value] if isinstance(value, str | int | float | bytes) or value is None else value
        given += [int(one) if isinstance(one, bool) else one for one in many]
        places = ", ".join(f"?{len(given) - len(many) + number + 1}" for number in range(len(many)))
        same = f"= {places}" if among is None or value is not among else f"IN ({places})"
        if column:
            yield f"{column} {same}"
        else:
            entries, text = table.entries[index.each or ""]
            yield f"{table.key[0]} IN (SELECT {table.key[0]} FROM {entries} WHERE {text} {same})"


def _order(index: Index) -> list[tuple[str, bool]]:
    return [(name.removeprefix("-"), name.startswith("-")) for name in index.order]


def _bounded(index: Index, bound: tuple[Scalar, ...], past: bool, given: list[Scalar]) -> str:
    """Past all that begin like `bound` in the index's order, or no further than those."""
    start = len(given)
    given += [int(value) if isinstance(value, bool) else value for value in bound]
    test = ""
    for number in reversed(range(len(bound))):
        name, down = _order(index)[number]
        place = f"?{start + number + 1}"
        ahead = "<" if down == past else ">"
        if not test:
            test = f"{name} {ahead} {place}" if past else f"{name} {ahead}= {place}"
        else:
            # The first half alone lets an index be used; the second is what is meant.
            test = f"{name} {ahead}= {place} AND ({name} {ahead} {place} OR ({test}))"
    return f"({test})"
