"""Many units with as few statements as one would take, where there is one writer at a time.

Most of what waits for it are steps: an event at the end of a stream, its key, and a few fields of a summary. Around
each statement the writing thread lets go of the interpreter, and a busy loop gives it back only after a while; so what
a group costs are its statements, not its units. A unit that is anything else is done by itself.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from parlour.house.store import ANY, Appended, Kind, Outcome, Put, Scalar, Unit
from parlour.store.columns import table_of
from parlour.store.script import Script

MOST_ROWS = 256  # in one statement; SQLite takes 32,766 arguments
Values = tuple[Scalar, ...]
Fields = tuple[Kind[Any], tuple[str, ...]]  # of records of this kind only these fields are new


def commit_together(units: Sequence[Unit]) -> Script[list[Outcome | None]]:
    """What they came to. None: that unit is to be done by itself, and nothing of it was written here."""
    outcomes: list[Outcome | None] = [None] * len(units)
    going = yield from _as_expected(units, _alike(units))
    events, keys, fields = list[Values](), list[Values](), dict[Fields, list[Values]]()
    for number in going:
        unit = units[number]
        last = unit.expected + len(unit.events)
        events += [(unit.stream, position, body) for position, body in enumerate(unit.events, unit.expected + 1)]
        if unit.key is not None:
            keys.append((unit.stream, unit.key, unit.expected + 1, last))
        for put in unit.changes:
            assert isinstance(put, Put), "all changes of those that are alike are"
            table = table_of(put.kind)
            row = (*table.key_of(put.record), *table.values(put.record, put.only))
            fields.setdefault((put.kind, put.only), []).append(row)
        outcomes[number] = Appended(last)
    for size, args in _parts(events):
        yield _add("events (stream, position, body)", 3, size), args
    for size, args in _parts(keys):
        yield _add("keys (stream, key, first, last)", 4, size), args
    for (kind, only), rows in fields.items():
        for size, args in _parts(rows):
            yield _update(kind, only, size), args
    return outcomes


def _alike(units: Sequence[Unit]) -> list[int]:
    """Those that append, and write nothing else than fields of records. No two of them are about the same stream or
    the same record: there the second has to see the first. Fewer than two are not worth it."""
    found, touched = list[int](), set[object]()
    for number, unit in enumerate(units):
        puts = [one for one in unit.changes if isinstance(one, Put) and _writes_fields(one)]
        about = {unit.stream, *((put.kind.name, *put.kind.key_of(put.record)) for put in puts)}
        if unit.stream and len(about) == 1 + len(unit.changes) and about.isdisjoint(touched):
            found.append(number)
        touched |= about
    return found if len(found) > 1 else []


def _writes_fields(put: Put) -> bool:
    return put.was is ANY and bool(put.only) and table_of(put.kind).entries.keys().isdisjoint(put.only)


def _as_expected(units: Sequence[Unit], numbers: Sequence[int]) -> Script[list[int]]:
    """Of these, those whose stream is as long as they expect, and whose key is new."""
    asked = [(number, units[number].stream, units[number].key) for number in numbers]
    found: list[int] = []
    for size, args in _parts(asked):
        [(answer,)] = yield _stands(size), args
        stands = msgspec.json.decode(answer, type=list[tuple[int, int, int]])
        found += [number for number, last, repeated in stands if last == units[number].expected and not repeated]
    return found


def _parts(rows: Sequence[Values]) -> Iterator[tuple[int, Values]]:
    """So many rows at a time, filled up to one of a few sizes: SQLite remembers a hundred statements."""
    for start in range(0, len(rows), MOST_ROWS):
        some = rows[start : start + MOST_ROWS]
        size = 1 << (len(some) - 1).bit_length()
        nothing = (None,) * (len(rows[0]) * (size - len(some)))
        yield size, (*(value for row in some for value in row), *nothing)


def _values(width: int, rows: int) -> str:
    """Their columns are called column1, column2, and so on. Those that fill up have NULLs."""
    each = (", ".join(f"?{width * row + column}" for column in range(1, width + 1)) for row in range(rows))
    return f"(VALUES {', '.join(f'({one})' for one in each)})"


@cache
def _stands(rows: int) -> str:
    """One row with all of it: for every row that SQLite answers, too, the thread lets go of the interpreter."""
    return f"""SELECT json_group_array(json_array(column1,
(SELECT coalesce(max(position), 0) FROM events WHERE stream = column2),
EXISTS (SELECT 1 FROM keys WHERE stream = column2 AND key = column3)))
FROM {_values(3, rows)} WHERE column1 IS NOT NULL"""


@cache
def _add(to: str, width: int, rows: int) -> str:
    columns = ", ".join(f"column{number}" for number in range(1, width + 1))
    return f"INSERT INTO {to} SELECT {columns} FROM {_values(width, rows)} WHERE column1 IS NOT NULL"


@cache
def _update(kind: Kind[Any], only: tuple[str, ...], rows: int) -> str:
    table = table_of(kind)
    key, columns = table.key, table.changing(only)
    new = ", ".join(f"{column} = new.column{number}" for number, column in enumerate(columns, len(key) + 1))
    same = " AND ".join(f"{kind.name}.{column} = new.column{number}" for number, column in enumerate(key, 1))
    return f"UPDATE {kind.name} SET {new} FROM {_values(len(key) + len(columns), rows)} AS new WHERE {same}"
