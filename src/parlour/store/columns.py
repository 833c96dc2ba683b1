"""A kind of records as a table of an SQL database: its columns, and how a record becomes a row and a row a record."""

import types
from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, Generic, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from parlour.house.store import Index, Kind, R, Scalar
from parlour.store.script import SqlRow

PLAIN = (str, int, float, bytes)


class KindTable(Generic[R]):
    """`columns` are those of the record, in the order of a row; after them come those that only indexes use."""

    def __init__(self, kind: Kind[R]) -> None:
        hints = get_type_hints(kind.record)
        fields = [one for one in msgspec.structs.fields(kind.record) if one.name not in kind.body]
        self.kind, self.name, self.key = kind, kind.name, kind.key
        self._fields = [(one.name, *_codec(hints[one.name])) for one in fields]
        self._names = [one.name for one in fields]
        self._decoders = [(name, decode) for name, _, decode in self._fields if decode is not None]
        self.columns = [kind.renamed.get(one.name, one.name) for one in fields]
        self._body = _body_of(kind, hints) if kind.body else None
        if self._body is not None:
            self.columns.append("body")
        self.written = [*self.columns, *(name for name in kind.computed if name not in self.columns)]
        self._remembered: dict[tuple[str, ...], list[Callable[[R], Scalar]]] = {}
        self._key = [self._reader(column) for column in kind.key]
        self.entries = {one.each: one for one in kind.indexes.values() if one.each is not None}

    def values(self, record: R, only: tuple[str, ...] = ()) -> list[Scalar]:
        """As `written` has them, or `changing`."""
        return [read(record) for read in self._readers(only)]

    def _readers(self, only: tuple[str, ...]) -> list[Callable[[R], Scalar]]:
        """What gives the value of each of these columns. Remembered: steps write the same few again and again."""
        found = self._remembered.get(only)
        if found is None:
            found = self._remembered[only] = [self._reader(column) for column in self.changing(only)]
        return found

    def changing(self, only: tuple[str, ...]) -> list[str]:
        """These columns, with all that may follow from them; or without any, every one."""
        return [column for column in self.written if not only or column in only or column in self.kind.computed]

    def record(self, row: SqlRow) -> R:
        given: dict[str, Any] = dict(zip(self._names, row, strict=False))
        for name, decode in self._decoders:
            value = given[name]
            if value is not None:
                given[name] = decode(value)
        if self._body is not None:
            return self._body.decode(row[len(self._fields)], given)
        return self.kind.record(**given)

    def key_of(self, record: R) -> list[Scalar]:
        return [read(record) for read in self._key]

    def _reader(self, column: str) -> Callable[[R], Scalar]:
        if column in self.kind.computed:
            compute = self.kind.computed[column]
            return lambda record: int(value) if isinstance(value := compute(record), bool) else value
        if column == "body" and self._body is not None:
            return self._body.encode
        field = self._field_of(column)
        read, encode = attrgetter(field), next(encode for name, encode, _ in self._fields if name == field)
        if encode is None:
            return read
        return lambda record: None if (value := read(record)) is None else encode(value)

    def _field_of(self, column: str) -> str:
        return next((name for name, other in self.kind.renamed.items() if other == column), column)

    def several(self, record: R, column: str) -> list[str]:
        """The texts under each of which a record is listed."""
        return list(dict.fromkeys(getattr(record, self._field_of(column))))

    def index(self, name: str) -> Index:
        return self.kind.indexes[name]


@cache
def table_of(kind: Kind[R]) -> KindTable[R]:
    return KindTable(kind)


# -- values ---------------------------------------------------------------------------------------------------

Codec = tuple[Callable[[Any], Scalar] | None, Callable[[Any], Any] | None]


def _codec(hint: Any) -> Codec:
    """How a field is written and read: numbers, texts and bytes as they are, the rest as JSON."""
    base = _base(hint)
    if base is bool:
        return int, bool
    if base in PLAIN:
        return None, (float if base is float else None)
    return lambda value: msgspec.json.encode(value).decode(), msgspec.json.Decoder(_tuples(hint)).decode


def _base(hint: Any) -> Any:
    origin = get_origin(hint)
    if origin is Annotated:
        return _base(get_args(hint)[0])
    if origin is Literal:
        return type(get_args(hint)[0])
    if origin in (Union, types.UnionType):
        [base] = {_base(one) for one in get_args(hint) if one is not type(None)}
        return base
    return hint


def _tuples(hint: Any) -> Any:
    """What is kept does not change: sequences come back as tuples."""
    return types.GenericAlias(tuple, (get_args(hint)[0], ...)) if get_origin(hint) is Sequence else hint


class _Body(Generic[R]):
    """Fields that are kept together as JSON."""

    def __init__(self, kind: Kind[R], hints: dict[str, Any]) -> None:
        self._kind = kind
        own = {one.name: one for one in msgspec.structs.fields(kind.record)}
        self._whole = len(own) == len(kind.body)
        if self._whole:
            self._struct: Any = kind.record
        else:
            fields = []
            for name in kind.body:
                default = own[name].default
                required = default is msgspec.NODEFAULT
                fields.append((name, _tuples(hints[name])) if required else (name, _tuples(hints[name]), default))
            self._struct = msgspec.defstruct(f"{kind.record.__name__}Body", fields, omit_defaults=True, kw_only=True)
        self._decode = msgspec.json.Decoder(self._struct).decode

    def encode(self, record: R) -> bytes:
        if self._whole:
            return msgspec.json.encode(record)
        return msgspec.json.encode(self._struct(**{name: getattr(record, name) for name in self._kind.body}))

    def decode(self, body: bytes, given: dict[str, Any]) -> R:
        decoded: Any = self._decode(body)
        if self._whole:
            return decoded  # type: ignore[no-any-return]
        return self._kind.record(**given, **{name: getattr(decoded, name) for name in self._kind.body})


def _body_of(kind: Kind[R], hints: dict[str, Any]) -> _Body[R]:
    return _Body(kind, hints)
