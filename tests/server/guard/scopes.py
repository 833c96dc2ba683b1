"""Requests as ASGI has them, without a server."""

from typing import Any


def scope(
    method: str = "GET",
    *,
    host: str | None = "localhost:8000",
    scheme: str = "http",
    client: tuple[str, int] | None = ("198.51.100.1", 5),
    path: str = "/api/v1/me",
    headers: dict[str, str] | list[tuple[str, str]] | None = None,
) -> dict[str, Any]:
    given = list(headers.items()) if isinstance(headers, dict) else headers or []
    if host is not None:
        given = [("Host", host), *given]
    return {
        "type": "websocket" if scheme.startswith("ws") else "http",
        "method": method,
        "scheme": scheme,
        "path": path,
        "client": client,
        "headers": [(key.lower().encode(), value.encode("latin-1")) for key, value in given],
    }
