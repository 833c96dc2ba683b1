"""How refusals about people and safety are answered over HTTP. Every other one is 422: understood, and not possible."""

from collections.abc import Mapping

from parlour.core.texts import Refused
from parlour.server.safety.limits import TooMany

STATUS: Mapping[str, int] = {
    "people.wrong": 401,
    "people.wrong-password": 403,  # not 401: whoever hears it is signed in, and stays so
    "people.sign-in": 401,
    "people.token-unknown": 401,
    "people.scope": 403,
    "people.browser-only": 403,
    "people.nobody": 404,
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
    "officers.only": 403,
    "officers.hosts-only": 403,
    "officers.no-account": 404,
    "officers.host-already": 409,
    "officers.not-host": 409,
    "officers.not-moderator": 409,
    "moderation.muted": 403,
    "moderation.muted-for-good": 403,
    "moderation.banned": 403,
    "moderation.banned-for-good": 403,
    "moderation.outranked": 403,
    "moderation.no-line": 404,
    "moderation.no-report": 404,
    "moderation.no-measure": 404,
    "moderation.settled": 409,
    "moderation.counts-not": 409,
    "moderation.blocked-many": 409,
    "moderation.reports-many": 409,
    "safety.host": 421,
    "safety.no-tls": 403,
    "safety.origin": 403,
    "safety.too-many": 429,
}
BUSY_WAIT = 5  # seconds


def status_of(refusal: Refused, otherwise: int = 422) -> int:
    return STATUS.get(refusal.text.key, otherwise)


def headers_of(refusal: Refused) -> dict[str, str]:
    """When to come again, where that helps; and by what to be known, where a 401 has to say so."""
    if isinstance(refusal, TooMany):
        return {"Retry-After": str(refusal.wait)}
    if refusal.text.key == "people.too-busy":
        return {"Retry-After": str(BUSY_WAIT)}
    if refusal.text.key == "people.token-unknown":
        return {"WWW-Authenticate": 'Bearer error="invalid_token"'}
    return {}
