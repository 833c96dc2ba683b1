"""Reads events, and takes none that says more than is known here.

A newer version serves the same house for a while. What it says in a field that this one does not know it has said for a
reason: without it a table would come to something else. So such an event is refused like one of an unknown kind, and
whoever reads it hands over (`Newer`). Records are read without that: lists may leave out what is new.
"""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import inspect

E = TypeVar("E")
FieldTree = Mapping[str, Any]  # the fields that an object has, each with the same of the objects in it, or None


class EventDecoder(Generic[E]):
    """Of a union of structs, which forbid unknown fields themselves; what is looked at here are the structs in them."""

    def __init__(self, events: Any) -> None:
        self._decoder: msgspec.json.Decoder[E] = msgspec.json.Decoder(events)
        found = inspect.type_info(events)
        kinds = found.types if isinstance(found, inspect.UnionType) else (found,)
        for kind in kinds:
            assert isinstance(kind, inspect.StructType), "an event is a struct"
            assert kind.forbid_unknown_fields, "an event says all it knows"
        shapes = {kind.cls: _shape(kind) for kind in kinds if isinstance(kind, inspect.StructType)}
        nested = {cls: shape for cls, shape in shapes.items() if shape and any(shape.values())}
        self._shapes: dict[type, FieldTree] = nested

    def decode(self, body: bytes) -> E:
        """Raises ValidationError for what is not known here."""
        event = self._decoder.decode(body)
        shape = self._shapes.get(type(event))
        if shape is not None:
            said = msgspec.json.decode(body)
            for name, inner in shape.items():
                if inner is not None and name in said:
                    _check(said[name], inner)
        return event


def _shape(of: inspect.Type) -> FieldTree | None:
    """None: there is no struct in it."""
    if isinstance(of, inspect.StructType):
        return {field.encode_name: _shape(field.type) for field in of.fields}
    if isinstance(of, inspect.UnionType):
        shapes = [shape for each in of.types if (shape := _shape(each)) is not None]
        return {name: inner for shape in shapes for name, inner in shape.items()} or None
    if isinstance(of, inspect.VarTupleType | inspect.CollectionType):
        return _shape(of.item_type)
    return None


def _check(value: object, shape: FieldTree) -> None:
    if isinstance(value, list):
        for each in value:
            _check(each, shape)
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name not in shape:
                raise msgspec.ValidationError(f"Object contains unknown field `{name}`")
            if shape[name] is not None:
                _check(inner, shape[name])
