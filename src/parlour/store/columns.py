"""A kind of records as a table of an SQL database: its columns, and how a record becomes a row and a row a record."""

import types
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, Generic, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from parlour.house.store import Index, Kind, R, Scalar
from parlour.store.script import SqlRow

PLAIN = (str, int, float, bytes)
BODY = "body"


class TableLayout(NamedTuple):
    """What a table has that its kind does not say. A field is a column of the same name, unless it is here."""

    renamed: Mapping[str, str] = {}  # fields whose column has another name
    body: tuple[str, ...] = ()  # fields that are kept together, as JSON in the column `body`
    copied: tuple[str, ...] = ()  # with these, the body is the whole record; they are columns too, to be listed by
    entries: Mapping[str, tuple[str, str]] = {}  # for a field of several texts: the table that has each, and its column


LAYOUTS: Mapping[str, TableLayout] = {
    "audit": TableLayout({"by": "who", "of": "called"}),
    "cards": TableLayout({"table": "id"}, entries={"people": ("sitters", "person"), "asked": ("asked", "person")}),
    "finishes": TableLayout({"table": "id"}, body=("seats", "places", "score", "households")),
    "jobs": TableLayout({"of": "total"}),
    "measures": TableLayout({"by": "who"}),
    "planned_lines": TableLayout({"table": "id", "after": "since"}),
    "points": TableLayout({"table": "id", "of": "total"}),
    "puzzle_tries": TableLayout({"right": "found"}),  # RIGHT is a word of SQL's own
    "reports": TableLayout(
        {"by": "who", "person": "about", "table": "place"}, copied=("id", "at", "by", "person", "table", "state")
    ),
    "searches": TableLayout({"table": "id"}),
    "seat_visits": TableLayout({"table": "id"}),
    "sought": TableLayout({"table": "id"}),
    "team_scores": TableLayout({"table": "id"}),
    "tournaments": TableLayout({"tournament": "id"}, entries={"people": ("entrants", "person")}),
    "traces": TableLayout({"stream": "id"}),
    "weekly_tournaments": TableLayout({"by": "changed_by"}),
}


class KindTable(Generic[R]):
    """`columns` are those of the record, in the order of a row; `written` has those of indexes after them."""

    def __init__(self, kind: Kind[R]) -> None:
        layout = LAYOUTS.get(kind.name, TableLayout())
        own = kind.record.__struct_fields__
        body = own if layout.copied else layout.body
        self.kind, self.name = kind, kind.name
        self._hints, self._renamed = get_type_hints(kind.record), layout.renamed
        self._names = [name for name in own if name not in body]
        self._body = _Body(kind.record, body, self._hints) if body else None
        self._written = [*self._names, *([BODY] if body else []), *layout.copied, *kind.computed]
        self.columns = [self.column(name) for name in (*self._names, *([BODY] if body else []))]
        self.written = [self.column(name) for name in self._written]
        self.key = [self.column(name) for name in kind.key]
        self.entries = layout.entries
        self._remembered: dict[tuple[str, ...], list[Callable[[R], Scalar]]] = {}
        self._key = [self._reader(name) for name in kind.key]
        self._indexes = {name: self._in_columns(index) for name, index in kind.indexes.items()}
        self.record = self._maker()

    def column(self, name: str) -> str:
        """Of a field, or of what is computed."""
        return self._renamed.get(name, name)

    def _in_columns(self, index: Index) -> Index:
        down = [(name.removeprefix("-"), "-" if name.startswith("-") else "") for name in index.order]
        return index._replace(
            by=tuple(map(self.column, index.by)),
            order=tuple(sign + self.column(name) for name, sign in down),
            present=None if index.present is None else self.column(index.present),
        )

    def values(self, record: R, only: tuple[str, ...] = ()) -> list[Scalar]:
        """As `written` has them, or `changing`."""
        return [read(record) for read in self._readers(only)]

    def _readers(self, only: tuple[str, ...]) -> list[Callable[[R], Scalar]]:
        """What gives the value of each of these columns. Remembered: steps write the same few again and again."""
        found = self._remembered.get(only)
        if found is None:
            found = self._remembered[only] = [self._reader(name) for name in self._changing(only)]
        return found

    def changing(self, only: tuple[str, ...]) -> list[str]:
        """The columns of these fields, with all that may follow from them; or without any, every one."""
        return [self.column(name) for name in self._changing(only)]

    def _changing(self, only: tuple[str, ...]) -> list[str]:
        return [name for name in self._written if not only or name in only or name in self.kind.computed]

    def _maker(self) -> Callable[[SqlRow], R]:
        """What makes a record of a row. It is written as the call that one would write by hand, `Job(id=row[0], …)`: to
        go through the fields of every row takes three times as long, and a list is mostly that."""
        known: dict[str, Any] = {"Record": self.kind.record}
        given = []
        for place, name in enumerate(self._names):
            decode = known[f"decode_{name}"] = _codec(self._hints[name])[1]
            value = f"row[{place}]"
            given.append(
                f"{name}={value}"
                if decode is None
                else f"{name}=decode_{name}({value}) if {value} is not None else None"
            )
        if self._body is not None:
            known["decode_body"] = self._body.decode
            given = [f"row[{len(self._names)}]", *given]
        maker: Callable[[SqlRow], R] = eval(
            f"lambda row: {'decode_body' if self._body else 'Record'}({', '.join(given)})", known
        )
        return maker

    def key_of(self, record: R) -> list[Scalar]:
        return [read(record) for read in self._key]

    def _reader(self, name: str) -> Callable[[R], Scalar]:
        if name in self.kind.computed:
            compute = self.kind.computed[name]
            return lambda record: int(value) if isinstance(value := compute(record), bool) else value
        if name == BODY and self._body is not None:
            return self._body.encode
        read, (encode, _) = attrgetter(name), _codec(self._hints[name])
        if encode is None:
            return read
        return lambda record: None if (value := read(record)) is None else encode(value)

    def several(self, record: R, field: str) -> list[str]:
        """The texts under each of which a record is listed."""
        return list(dict.fromkeys(getattr(record, field)))

    def index(self, name: str) -> Index:
        """In the names of columns."""
        return self._indexes[name]


@cache
def table_of(kind: Kind[R]) -> KindTable[R]:
    return KindTable(kind)


# -- values ---------------------------------------------------------------------------------------------------

Codec = tuple[Callable[[Any], Scalar] | None, Callable[[Any], Any] | None]


def _codec(hint: Any) -> Codec:
    """How a field is written and read: numbers, texts and bytes as they are, the rest as JSON."""
    base = base_type(hint)
    if base is bool:
        return int, bool
    if base in PLAIN:
        return None, None
    return lambda value: msgspec.json.encode(value).decode(), msgspec.json.Decoder(_tuples(hint)).decode


def base_type(hint: Any) -> Any:
    origin = get_origin(hint)
    if origin is Annotated:
        return base_type(get_args(hint)[0])
    if origin is Literal:
        return type(get_args(hint)[0])
    if origin in (Union, types.UnionType):
        [base] = {base_type(one) for one in get_args(hint) if one is not type(None)}
        return base
    return hint


def _tuples(hint: Any) -> Any:
    """What is kept does not change: sequences come back as tuples."""
    return types.GenericAlias(tuple, (get_args(hint)[0], ...)) if get_origin(hint) is Sequence else hint


class _Body(Generic[R]):
    """Fields that are kept together as JSON."""

    def __init__(self, record: type[R], names: tuple[str, ...], hints: dict[str, Any]) -> None:
        self._record, self._names = record, names
        own = {one.name: one for one in msgspec.structs.fields(record)}
        self._whole = len(own) == len(names)
        if self._whole:
            self._struct: Any = record
        else:
            fields = []
            for name in names:
                default = own[name].default
                required = default is msgspec.NODEFAULT
                fields.append((name, _tuples(hints[name])) if required else (name, _tuples(hints[name]), default))
            self._struct = msgspec.defstruct(f"{record.__name__}Body", fields, omit_defaults=True, kw_only=True)
        self._decode = msgspec.json.Decoder(self._struct).decode

    def encode(self, record: R) -> bytes:
        if self._whole:
            return msgspec.json.encode(record)
        return msgspec.json.encode(self._struct(**{name: getattr(record, name) for name in self._names}))

    def decode(self, body: bytes, **given: Any) -> R:
        decoded: Any = self._decode(body)
        if self._whole:
            return decoded  # type: ignore[no-any-return]
        return self._record(**given, **{name: getattr(decoded, name) for name in self._names})
