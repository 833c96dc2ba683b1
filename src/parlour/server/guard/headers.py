"""What browsers are told about every answer.

The page's policy names everything it may load and lets in nothing from elsewhere and no script or style that stands in
the page itself; `connect-src 'self'` includes our WebSocket. The API's answers are data and may do nothing at all.
"""

from collections.abc import Iterable

from parlour.server.guard.places import Place

API = "/api/"

PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # games' modules for browsers: WebAssembly, and no script made of text
        "style-src 'self'",
        "img-src 'self' data:",  # small pictures, which the build puts into the stylesheet
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
    # Nothing of our addresses, which may hold an invitation, goes elsewhere. Not `no-referrer`: with it browsers send
    # `Origin: null` from our own forms, and we could not tell them from a stranger's.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
# For this name alone: what else a host has under its domain is not ours to promise.
STRICT_TRANSPORT = "max-age=31536000"

Raw = list[tuple[bytes, bytes]]


def policy_for(path: str, media_type: str) -> str:
    """Documents of the API that people read, such as its description, are pages too."""
    data = path.startswith(API) and not media_type.startswith("text/html")
    return API_POLICY if data else PAGE_POLICY


def headers_for(path: str, media_type: str, place: Place | None) -> dict[str, str]:
    headers = {**ALWAYS, "Content-Security-Policy": policy_for(path, media_type)}
    if place is not None and place.scheme == "https":
        headers["Strict-Transport-Security"] = STRICT_TRANSPORT
    return headers


def dressed(path: str, answered: Iterable[tuple[bytes, bytes]], place: Place | None) -> Raw:
    """An answer's headers with ours in place of any of the same name. What the API answers is private unless its
    handler has said how long it may be kept."""
    kept = list(answered)
    media_type = next((value.decode("latin-1") for key, value in kept if key.lower() == b"content-type"), "")
    ours = {key.lower().encode(): value.encode() for key, value in headers_for(path, media_type, place).items()}
    if path.startswith(API) and not any(key.lower() == b"cache-control" for key, _ in kept):
        ours[b"cache-control"] = b"no-store"
    return [(key, value) for key, value in kept if key.lower() not in ours] + list(ours.items())
