"""Kinds of records are declared in the house, their tables and indexes in `migrations`: the two agree."""

import importlib
import pkgutil
import types
from collections.abc import Iterator
from typing import Any, Union, get_args, get_origin, get_type_hints

import apsw
import msgspec
import pytest

from parlour import house
from parlour.house.store import Index, Kind
from parlour.store import migrations, shape, verbs
from parlour.store.columns import LAYOUTS, KindTable, table_of

HOLDS = {str: "TEXT", int: "INTEGER", bool: "INTEGER", float: "REAL", bytes: "BLOB"}
OF_STREAMS = {"events", "keys"}
# Of one number there is one finish, and a finish is of one game.
TOLD_APART = {("finishes", "number"): {"id"}, ("points", "number"): {"game"}, ("points", "table"): {"game"}}


def every_kind() -> Iterator[Kind[Any]]:
    """All that are declared anywhere in the house."""
    found: dict[int, Kind[Any]] = {}
    for module in pkgutil.walk_packages(house.__path__, "parlour.house."):
        declared = vars(importlib.import_module(module.name)).values()
        found |= {id(one): one for one in declared if isinstance(one, Kind)}
    yield from found.values()


KINDS = sorted(every_kind(), key=lambda kind: kind.name)
INDEXES = [(kind, name) for kind in KINDS for name in kind.indexes]
each_kind = pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
each_index = pytest.mark.parametrize(("kind", "name"), INDEXES, ids=[f"{kind.name}-{name}" for kind, name in INDEXES])


@pytest.fixture(scope="module")
def empty() -> Iterator[apsw.Connection]:
    """A database with all tables and nothing in them."""
    connection = apsw.Connection(":memory:")
    for step in migrations.steps_since(0, migrations.SQLITE):
        connection.execute(step)
    yield connection
    connection.close()


def may_be_none(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType) and type(None) in get_args(hint)


def sample(record: type[msgspec.Struct]) -> Any:
    """Some record of a type: a text where a text belongs, and so on."""
    hints = get_type_hints(record)
    return record(**{name: some_value(hints[name]) for name in record.__struct_fields__})


def some_value(hint: Any) -> Any:
    for value in (b"", "", 1.5, 1, True, ()):
        try:
            msgspec.convert(value, hint)
        except msgspec.ValidationError:
            continue
        return value
    first = get_args(hint)[0]
    return first if isinstance(first, str) else some_value(first)  # of a choice of texts, or of several types


def test_no_kind_is_declared_twice_and_no_table_is_without_one() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS)
    entries = {entries for kind in KINDS for entries, _ in table_of(kind).entries.values()}
    assert {kind.name for kind in KINDS} | entries | OF_STREAMS == {*shape.tables()}


@each_kind
def test_its_columns_are_there_and_hold_what_is_written(kind: Kind[Any], empty: apsw.Connection) -> None:
    there = {name: (held, needed) for _, name, held, needed, *_ in empty.execute(f"PRAGMA table_info({kind.name})")}
    table: KindTable[Any] = table_of(kind)
    one = sample(kind.record)
    for column, value in zip(table.written, table.values(one), strict=True):
        assert there[column][0] == HOLDS[type(value)], column
    assert {column for column, (_, needed) in there.items() if needed} <= {*table.written}, "nothing is forgotten"


@each_kind
def test_only_what_may_be_none_may_be_null(kind: Kind[Any], empty: apsw.Connection) -> None:
    needed = {name: bool(need) for _, name, _, need, *_ in empty.execute(f"PRAGMA table_info({kind.name})")}
    hints, table = get_type_hints(kind.record), table_of(kind)
    for field in kind.record.__struct_fields__:
        column = table.column(field)
        if column in table.written:
            assert needed[column] != may_be_none(hints[field]), column


@each_kind
def test_its_key_is_that_of_the_table(kind: Kind[Any]) -> None:
    assert shape.tables()[kind.name].key == tuple(table_of(kind).key)


@each_kind
def test_what_expires_is_listed_by_when(kind: Kind[Any]) -> None:
    assert kind.expires is None or kind.indexes[kind.expires].order[:1] == (kind.expires,)


@each_kind
def test_several_texts_have_a_table_with_an_entry_for_each(kind: Kind[Any]) -> None:
    assert {index.each for index in kind.indexes.values()} - {None} == {*table_of(kind).entries}


def test_no_table_is_laid_out_for_a_kind_that_is_not_there() -> None:
    assert {*LAYOUTS} <= {kind.name for kind in KINDS}


def plans(kind: Kind[Any], name: str, connection: apsw.Connection) -> Iterator[tuple[str, bool]]:
    """How SQLite goes about a list, with and without bounds; and whether there is something to search by."""
    index = kind.indexes[name]
    values = ("x",) * (len(index.by) + (index.each is not None))
    bound = ("x",) * len(index.order)
    for after, upto in ((None, None), (bound, None), (None, bound), (bound[:1], bound[:1])):
        sql, args = next(verbs.listing(kind, name, values, None, after, upto, {}, 0, 50))
        steps = [str(row[-1]) for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", args)]
        yield "\n".join(steps), bool(values or after or upto)


def in_order(index: Index) -> bool:
    """Of entries of their own, all that one text has are sorted: nobody has very many."""
    return index.each is None


@each_index
def test_every_list_is_served_by_an_index_in_its_order(kind: Kind[Any], name: str, empty: apsw.Connection) -> None:
    for plan, searched in plans(kind, name, empty):
        assert not searched or ("SCAN" not in plan and "SEARCH" in plan), plan
        assert not in_order(kind.indexes[name]) or "TEMP B-TREE" not in plan, plan
        # By all of its values: another index, which has the order alone, would be gone through from end to end.
        by = table_of(kind).index(name).by if in_order(kind.indexes[name]) else ()
        assert all(f"{column}=?" in plan for column in by), plan


@each_index
def test_what_is_listed_by_is_a_column_and_the_order_tells_any_two_apart(kind: Kind[Any], name: str) -> None:
    index = table_of(kind).index(name)
    order = {column.removeprefix("-") for column in index.order}
    assert {*index.by} | order | ({index.present} - {None}) <= {*table_of(kind).written}
    assert {*table_of(kind).key} <= {*index.by} | order | TOLD_APART.get((kind.name, name), set())
