"""A house as older versions of Parlour had it, so that there is a way back to them with all that was played since: what
`parlour export --for-schema` writes.

Whoever adds a step to MIGRATIONS says here how its tables looked before, or takes the older version off the list.
"""

from collections.abc import Mapping

from parlour.store import migrations
from parlour.store.shape import Shape
from parlour.store.texts import StoreRefused

SHOWN = "(SELECT coalesce(max(value), 0) FROM cursors WHERE name = 'ratings')"  # the generation that people see

# How the tables of a version are read from those of this one, where that is not merely a matter of columns. The rows
# come in the order of that version's keys.
OLDER: Mapping[int, Mapping[str, str]] = {
    9: {
        # Those that wait had their number from the beginning.
        "finishes": """SELECT row_number() OVER (
            ORDER BY CASE WHEN number IS NULL THEN 1 ELSE 0 END, number, at, id
        ) AS number, id, game, at, size, worth, body FROM finishes ORDER BY 1""",
        "standings": f"SELECT who, game, mu, sigma, games FROM standings WHERE generation = {SHOWN} ORDER BY game, who",
        "points": f"""SELECT who, game, number, id, at, place, total, was, mu, sigma FROM points
            WHERE generation = {SHOWN} ORDER BY who, game, number""",
        "cursors": "SELECT name, value FROM cursors WHERE name = 'rater'",
    },
    10: {},
    11: {},
    12: {},
    13: {},
    14: {},
    15: {},
    16: {},
    17: {},
    18: {},
    19: {},
    20: {},
}


def check_schema(wanted: int | None, there: int) -> int:
    """The version to write, of a house whose tables have the version `there`."""
    known = {there, *(OLDER if there == migrations.version() else ())}
    if wanted is not None and wanted not in known:
        raise StoreRefused("store.schema", wanted=wanted, known=", ".join(map(str, sorted(known))))
    return there if wanted is None else wanted


def select(table: str, shape: Shape, version: int, there: int) -> str:
    """All rows of a table as that version had it."""
    changed = OLDER[version] if version != there else {}
    return changed.get(table) or shape.select(table)
