"""How refusals about people and safety are answered over HTTP. Every other one is 422: understood, and not possible."""

from collections.abc import Mapping

from parlour.core.texts import Refused
from parlour.server.guard.limits import TooMany

STATUS: Mapping[str, int] = {
    "people.wrong": 401,
    "people.wrong-password": 403,  # not 401: whoever hears it is signed in, and stays so
    "people.sign-in": 401,
    "people.passkey-needed": 401,
    "people.passkey-wrong": 401,
    "people.passkey-late": 410,
    "people.passkey-unknown": 401,
    "people.password-too": 401,
    "people.passkey-there": 409,
    "people.passkey-last": 409,
    "people.passkey-first": 409,
    "people.passkeys-many": 409,
    "people.passkey-session": 403,
    "people.passkeys-account": 403,
    "people.passkey-place": 403,
    "people.token-unknown": 401,
    "people.scope": 403,
    "people.browser-only": 403,
    "people.nobody": 404,
    "people.nobody-named": 404,
    "people.name-taken": 409,
    "people.already-account": 409,
    "people.tokens-many": 409,
    "people.tokens-account": 403,
    "people.address-account": 403,
    "people.confirm-link": 410,
    "people.reset-link": 410,
    "people.unsubscribe-link": 404,
    "people.invite-over": 409,
    "people.too-busy": 503,
    "people.queue-full": 429,
    "guests.sign-in": 401,
    "guests.none": 403,
    "guests.keep": 403,
    "guests.silent": 403,
    "guests.named": 403,
    "safety.host": 421,
    "safety.no-tls": 403,
    "safety.origin": 403,
    "safety.too-many": 429,
}
BUSY_WAIT = 5  # seconds


def headers_of(refusal: Refused) -> dict[str, str]:
    """When to come again, where that helps; and by what to be known, where a 401 has to say so."""
    if isinstance(refusal, TooMany):
        return {"Retry-After": str(refusal.wait)}
    if refusal.text.key in ("people.too-busy", "people.queue-full"):
        return {"Retry-After": str(BUSY_WAIT)}
    if refusal.text.key == "people.token-unknown":
        return {"WWW-Authenticate": 'Bearer error="invalid_token"'}
    return {}
