"""What tables there are in a version of the schema, read from the schema itself: no list to forget one in.

The statements are run in an empty database in memory, which is then asked. Tables come after those that they refer to.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import apsw

from parlour.store import migrations

# Whether a house could be written to, and which units' answers were lost, is nothing to carry along.
NOT_CARRIED = ("pulse", "marks")


class Shape(NamedTuple):
    """A table: its columns, what each holds in SQLite's word, and those by which a row is known."""

    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    key: tuple[str, ...]

    @property
    def bytes(self) -> tuple[int, ...]:
        """Which columns hold them, counted from 0."""
        return tuple(place for place, kind in enumerate(self.kinds) if kind == migrations.SQLITE["bytes"])

    def select(self, table: str) -> str:
        """All rows, in an order that is the same in every database."""
        return f"SELECT {', '.join(self.columns)} FROM {table} ORDER BY {', '.join(self.key)}"


def tables(version: int | None = None) -> Mapping[str, Shape]:
    """Of that version, or of this one; in an order that foreign keys allow."""
    return _tables(tuple(migrations.MIGRATIONS[:version]))


@cache
def _tables(steps: tuple[str, ...]) -> Mapping[str, Shape]:
    connection = apsw.Connection(":memory:")
    try:
        for step in steps:
            connection.execute(step.format_map(migrations.SQLITE))
        asked = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        names = [str(name) for (name,) in connection.execute(f"{asked} ORDER BY rowid") if name not in NOT_CARRIED]
        refers = {name: _refers(connection, name) - {name} for name in names}
        ordered: list[str] = []
        while len(ordered) < len(names):
            ordered.append(next(name for name in names if name not in ordered and refers[name] <= {*ordered}))
        return {name: _shape(connection, name) for name in ordered}
    finally:
        connection.close()


def _refers(connection: apsw.Connection, table: str) -> set[str]:
    return {str(to) for (to,) in connection.execute('SELECT "table" FROM pragma_foreign_key_list(?)', (table,))}


def _shape(connection: apsw.Connection, table: str) -> Shape:
    asked = connection.execute("SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid", (table,))
    found = [(str(name), str(kind), int(str(pk))) for name, kind, pk in asked]
    key = sorted((pk, name) for name, _, pk in found if pk)
    return Shape(
        tuple(name for name, _, _ in found), tuple(kind for _, kind, _ in found), tuple(name for _, name in key)
    )  # fmt: skip
