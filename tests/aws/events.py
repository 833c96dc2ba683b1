"""Events as API Gateway makes them."""

import base64
from collections.abc import Mapping
from typing import Any

ADDRESS = "203.0.113.9"


def http_event(
    method: str, path: str, *, query: str = "", headers: Mapping[str, str] | None = None, body: bytes = b"",
    source: str = ADDRESS, packed: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Payload 2.0. Cookies stand apart from the other headers."""
    said = {name.lower(): value for name, value in (headers or {}).items()}
    cookie = said.pop("cookie", "")
    packed = packed or not is_text(body)
    return {
        "version": "2.0",
        "routeKey": "$default",
        "rawPath": path,
        "rawQueryString": query,
        **({"cookies": cookie.split("; ")} if cookie else {}),
        "headers": {"content-length": str(len(body)), "x-forwarded-for": source, "x-forwarded-proto": "https", **said},
        "requestContext": {
            "accountId": "123456789012", "apiId": "api", "domainName": "api.execute-api.eu-central-1.amazonaws.com",
            "http": {"method": method, "path": path, "protocol": "HTTP/1.1", "sourceIp": source,
                     "userAgent": said.get("user-agent", "")},
            "requestId": "request", "routeKey": "$default", "stage": "$default",
        },
        "body": base64.b64encode(body).decode() if packed else body.decode(),
        "isBase64Encoded": packed,
    }  # fmt: skip


def is_text(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def socket_event(
    kind: str, connection: str, *, body: str | None = None, headers: Mapping[str, str] | None = None,
    query: Mapping[str, str] | None = None, source: str = ADDRESS,
) -> dict[str, Any]:  # fmt: skip
    """Of a WebSocket API. Only a handshake has headers."""
    routes = {"CONNECT": "$connect", "DISCONNECT": "$disconnect", "MESSAGE": "$default"}
    handshake = {
        "headers": dict(headers or {}),
        "multiValueHeaders": {name: [value] for name, value in (headers or {}).items()},
        **({"queryStringParameters": dict(query),
            "multiValueQueryStringParameters": {name: [value] for name, value in query.items()}} if query else {}),
    }  # fmt: skip
    return {
        **(handshake if kind == "CONNECT" else {}),
        "requestContext": {
            "routeKey": routes[kind], "eventType": kind, "connectionId": connection, "messageDirection": "IN",
            "stage": "live", "apiId": "sockets", "domainName": "sockets.execute-api.eu-central-1.amazonaws.com",
            "identity": {"sourceIp": source}, "requestId": "request", "connectedAt": 0, "requestTimeEpoch": 0,
        },
        **({"body": body} if body is not None else {}),
        "isBase64Encoded": False,
    }  # fmt: skip
