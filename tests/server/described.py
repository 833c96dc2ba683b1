"""Whether what the server says is what the API's description promises: no field more, and none fewer."""

import json
import re
from functools import cache
from typing import Any

import jsonschema_rs

from parlour.server.http.openapi import METHODS, describe
from parlour.server.http.routes import routes

Json = dict[str, Any]


@cache
def document() -> Json:
    return describe(routes())


def fits_message(message: Json) -> None:
    """A message of the live socket."""
    _validator('{"$ref": "#/components/schemas/SocketMessage"}').validate(message)


def fits_answer(method: str, path: str, status: int, body: object) -> None:
    """An answer over HTTP. What is not described has nothing to fit."""
    for template, item in document()["paths"].items():
        wanted = re.sub(r"\\\{.*?\\\}", "[^/]+", re.escape(template))
        if method.lower() in item and method.lower() in METHODS and re.fullmatch(wanted, path):
            content = item[method.lower()]["responses"].get(str(status), {}).get("content", {})
            for kind, told in content.items():
                if kind.endswith("json"):
                    _validator(json.dumps(told["schema"])).validate(body)
            return


@cache
def _validator(schema: str) -> Any:
    parts = {name: _strict(part) for name, part in document()["components"]["schemas"].items()}
    return jsonschema_rs.validator_for({**json.loads(schema), "components": {"schemas": parts}})


def _strict(schema: Json) -> Json:
    return {**schema, "additionalProperties": False} if "properties" in schema else schema
