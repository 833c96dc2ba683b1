"""The API's messages as JSON schemas: what is asked and answered over HTTP, what the live socket says and is told, and
the games' own views. All come from the structs that are encoded and decoded, so there is nothing to keep in step.
"""

import dataclasses
import typing
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from parlour import games
from parlour.server.http.problems import Problem
from parlour.server.live.messages import SocketMessage, SocketRequest

Json = dict[str, Any]
REF = "#/components/schemas/{name}"
UNIONS = {
    "SocketRequest": (SocketRequest, "What a live socket may say."),
    "SocketMessage": (SocketMessage, "What a live socket is told."),
}


def schemas_of(app: Litestar) -> dict[str, Json]:
    """By the names of the structs, in their order. Where two structs had one name, msgspec would give both longer ones:
    rename one of them."""
    handlers = list(handlers_of(app))
    asked = structs_in(
        [*(each.parsed_data_field.annotation for each in handlers if each.parsed_data_field), SocketRequest]
    )
    told = structs_in(
        [*(each.parsed_return_field.annotation for each in handlers), *views().values(), SocketMessage, Problem]
    )
    _, found = msgspec.json.schema_components([*asked, *told], ref_template=REF)
    for kind in told:
        # A field with a default need not be sent to the server. In what the server sends it is always there, unless the
        # struct leaves out what is as usual.
        if kind not in asked and not _leaves_out_defaults(kind):
            found[kind.__name__]["required"] = list(found[kind.__name__]["properties"])
    for name, (union, about) in UNIONS.items():
        (schema,), _ = msgspec.json.schema_components([union], ref_template=REF)
        found[name] = {"title": name, "description": about, **schema}
    found["GameViews"] = _game_views()
    for schema in found.values():
        _tidy(schema)
    return dict(sorted(found.items()))


def handlers_of(app: Litestar) -> Iterator[HTTPRouteHandler]:
    """Those that the API's description is about."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            yield from (each for each in route.route_handlers if each.include_in_schema is not False)


def views() -> dict[str, type]:
    """What each game of the house shows to one viewer."""
    return {name: typing.get_type_hints(games.load(name).view)["return"] for name in games.BUILT_IN}


def _game_views() -> Json:
    shown = {name: {"$ref": REF.format(name=view.__name__)} for name, view in sorted(views().items())}
    about = "What `view` in a Snapshot is, by the game's name. Games from elsewhere have views of their own."
    return {"title": "GameViews", "description": about, "type": "object", "properties": shown, "required": list(shown)}


def structs_in(kinds: Iterable[Any]) -> list[type]:
    """All structs that values of these kinds are made of."""
    found: dict[type, None] = {}
    left = list(kinds)
    while left:
        kind = left.pop()
        if not _is_struct(kind):
            left += typing.get_args(kind)
        elif kind not in found:
            found[kind] = None
            left += typing.get_type_hints(kind, include_extras=True).values()
    return list(found)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and (issubclass(kind, msgspec.Struct) or dataclasses.is_dataclass(kind))


def _leaves_out_defaults(kind: type) -> bool:
    return issubclass(kind, msgspec.Struct) and kind.__struct_config__.omit_defaults


def _tidy(schema: Json) -> None:
    """What msgspec leaves unsaid or says too widely, here and in all parts."""
    if "description" in schema:
        schema["description"] = " ".join(schema["description"].split())
    if all(isinstance(value, str) for value in schema.get("enum", [None])):
        schema["type"] = "string"
    if {} in schema.get("anyOf", ()):  # bytes that were encoded before stand for something else of the union
        schema["anyOf"].remove({})
    if "anyOf" in schema:  # in an order that does not hang on that of imports
        schema["anyOf"].sort(key=lambda part: (part.get("type") == "null", part.get("type", ""), part.get("$ref", "")))
    parts = [*schema.get("properties", {}).values(), *schema.get("anyOf", ()), *schema.get("prefixItems", ())]
    parts += [schema[name] for name in ("items", "additionalProperties") if isinstance(schema.get(name), dict)]
    for part in parts:
        _tidy(part)
