"""Which cookie a browser gets, and when it gets none.

| where | cookie |
|---|---|
| https | `__Host-`, Secure: no other name and no plain connection can set it or see it |
| http on loopback | the same; Chromium (since 89) and Firefox (since 75) take Secure from localhost and 127.0.0.1 |
| … in Safari | a plain one: WebKit (bug 281149) takes no Secure cookie over http, wherever it comes from |
| http on a private address | a plain one, and a notice: others on the network could listen |
| http on a public address | none: nobody signs in there |

All are HttpOnly and SameSite=Lax, and have no Domain. Cookies know no ports: so the port is in the name, or two houses
on one machine would sign each other's people out.
"""

from litestar.datastructures import Cookie

from parlour.core.texts import Refused, Text
from parlour.server.guard.places import DEFAULT_PORTS, Place, Scope, header

NAME = "parlour"
DEVICE = "parlour-device"  # what a browser is known by when nobody is signed in
LINGERS = 30 * 24 * 3600  # seconds for which a cookie outlives its session: so that it can be said that this is over
HOST = "__Host-"


def name_at(place: Place, plain: bool, name: str = NAME) -> str:
    base = name if place.port == DEFAULT_PORTS[place.scheme] else f"{name}-{place.port}"
    return base if plain else HOST + base


def names_at(place: Place, name: str = NAME) -> list[str]:
    """The cookies that are listened to at a place, the better one first."""
    plain = {"secure": [False], "loopback": [False, True], "private": [True], "public": []}
    return [name_at(place, each, name) for each in plain[place.kind]]


def secret_in(scope: Scope, place: Place, name: str = NAME) -> str | None:
    """The secret that a request's cookie carries."""
    pairs = [pair.strip().partition("=") for pair in (header(scope, b"cookie") or "").replace(",", ";").split(";")]
    return next((value for one in names_at(place, name) for key, _, value in pairs if key == one and value), None)


def carry(place: Place, agent: str, secret: str, seconds: int, name: str = NAME) -> Cookie:
    """What makes this browser known from now on."""
    check_may_enter(place)
    plain = place.kind == "private" or (place.kind == "loopback" and takes_no_secure_on_loopback(agent))
    return _cookie(name_at(place, plain, name), secret, seconds, plain)


def clear(place: Place) -> list[Cookie]:
    """Those that make it forgotten."""
    return [_cookie(name, "", 0, not name.startswith(HOST)) for name in names_at(place)]


def check_may_enter(place: Place) -> None:
    if place.kind == "public":
        raise Refused("safety.no-tls")


def notice(place: Place) -> Text | None:
    """What people should know about the line that they are on."""
    return {"private": Text("safety.notice-plain"), "public": Text("safety.no-tls")}.get(place.kind)


def takes_no_secure_on_loopback(agent: str) -> bool:
    """Safari, and on iOS whatever is Safari inside. Those that are not it say Chrome as well, or not Safari."""
    return "Safari/" in agent and "Chrome/" not in agent


def _cookie(name: str, value: str, seconds: int, plain: bool) -> Cookie:
    return Cookie(name, value=value, max_age=seconds, path="/", secure=not plain, httponly=True, samesite="lax")
