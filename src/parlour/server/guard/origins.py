"""Whether a request comes from our own page.

Cookies travel with whatever a browser sends us, a stranger's page included. SameSite=Lax stops most of that, but not
what comes from another port of this machine or another name under the same domain. So a request that changes something
must come from exactly our origin, signed in or not: a stranger's page should not sign anybody in, either.

A program with a token and without a cookie is free of this: no page can make a browser send a token.
"""

from parlour.core.texts import Refused
from parlour.server.guard.cookies import secret_in
from parlour.server.guard.places import Place, Scope, header, only_header

SAFE = frozenset(("GET", "HEAD", "OPTIONS", "TRACE"))
BEARER = "bearer "
# A mail program's server sends this for its reader (RFC 8058): without a page, and without a cookie that would count.
# What it may do is in its token.
ONE_CLICK = ("POST", "/unsubscribe")


def check(scope: Scope, place: Place) -> None:
    """Refuse what may have been sent behind somebody's back."""
    if scope["type"] == "http" and (scope["method"], scope["path"]) == ONE_CLICK:
        return
    cookie = secret_in(scope, place) is not None
    if scope["type"] == "websocket":
        # A handshake is a GET that the same-origin policy does not hold back, and one that can change things later.
        needed = cookie or header(scope, b"origin") is not None
    else:
        needed = scope["method"] not in SAFE
    if needed and (cookie or token_in(scope) is None) and not comes_from(scope, place):
        raise Refused("safety.origin", place=place.origin)


def is_change(scope: Scope) -> bool:
    """Whether it may do more than read. A handshake does not; what is sent over the socket is counted by itself."""
    return scope["type"] == "http" and scope["method"] not in SAFE


def comes_from(scope: Scope, place: Place) -> bool:
    """Browsers send Origin with everything unsafe; without one, or with `null`, it is not from our page."""
    if only_header(scope, b"origin") != place.origin:
        return False
    return header(scope, b"sec-fetch-site") not in ("cross-site", "same-site")


def token_in(scope: Scope) -> str | None:
    """A program's token."""
    given = only_header(scope, b"authorization") or ""
    return given[len(BEARER) :].strip() if given.lower().startswith(BEARER) else None
