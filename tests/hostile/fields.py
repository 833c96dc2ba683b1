"""Every place of the API where a text can come in, found in its own description; and how to put one there.

Nothing is listed by hand: a new field is found, and sent with the row that its route has in the matrix.
"""

import types
import typing
from collections.abc import Iterator
from typing import Any

import msgspec

from parlour.server.live import messages

Json = dict[str, Any]
API = "/api/v1"


# -- finding them ---------------------------------------------------------------------------------------------


def described(document: Json) -> set[str]:
    """Such as `POST /tables/{table}/talk: text`, `GET /tables: ?game`, `GET /tables/{table}: {table}`."""
    found: set[str] = set()
    for path, item in document["paths"].items():
        for method, told in item.items():
            route = f"{method.upper()} {path.removeprefix(API)}"
            for parameter in told.get("parameters", ()):
                if is_free(document, parameter["schema"]):
                    marks = {"path": "{%s}", "query": "?%s", "header": "%s:"}
                    found.add(f"{route}: {marks[parameter['in']] % parameter['name']}")
            for content in told.get("requestBody", {}).get("content", {}).values():
                found |= {f"{route}: {place}" for place in texts_in(document, content["schema"])}
    return found


def texts_in(document: Json, schema: Json, at: str = "") -> Iterator[str]:
    """The places of a message that hold any text."""
    schema = resolved(document, schema)
    for one in (*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from texts_in(document, one, at)
    if "string" in schema.get("type", ()) and is_free(document, schema):
        yield at
    for name, part in schema.get("properties", {}).items():
        yield from texts_in(document, part, f"{at}.{name}".lstrip("."))
    if "items" in schema:
        yield from texts_in(document, schema["items"], f"{at}[]")
    if schema.get("additionalProperties"):
        yield f"{at}.*"  # a name that nobody has foreseen, and
        yield from texts_in(document, schema["additionalProperties"], f"{at}.x")


def resolved(document: Json, schema: Json) -> Json:
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def is_free(document: Json, schema: Json) -> bool:
    """Whether it takes any text, or a list of them."""
    schema = resolved(document, schema)
    parts = [*schema.get("oneOf", ()), *schema.get("anyOf", ())]
    if schema.get("type") == "array" and "items" in schema:
        parts.append(schema["items"])
    if any(is_free(document, one) for one in parts):
        return True
    return "string" in schema.get("type", ()) and "enum" not in schema and "const" not in schema


def said_to_the_socket() -> set[str]:
    """The same for the live socket: `say: text`."""
    return {
        f"{kind.__struct_config__.tag}: {field.name}"
        for kind in messages.SocketRequest.__args__
        for field in msgspec.structs.fields(kind)
        if holds_text(field.type)
    }


def holds_text(kind: Any) -> bool:
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) in (typing.Union, list):
        return any(map(holds_text, typing.get_args(kind)))
    return kind is str


# -- sending there --------------------------------------------------------------------------------------------


def with_text(body: Json, place: str, text: str) -> Json:
    """The message with a text in that place; of a list in its last part."""
    name, _, rest = place.partition(".")
    if name.endswith("[]"):
        name = name.removesuffix("[]")
        parts = body.get(name, [{}])
        return {**body, name: [*parts[:-1], with_text(parts[-1], rest, text)] if rest else [text]}
    if name == "*":
        return {text: "x"}
    return {**body, name: with_text(body.get(name, {}), rest, text) if rest else text}
