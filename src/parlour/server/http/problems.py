"""Refusals over HTTP: problem documents (RFC 9457), each with a sentence for the person who caused it."""

from collections.abc import Mapping
from http import HTTPStatus

import msgspec

from parlour.core.texts import Refused
from parlour.house.store import Unavailable
from parlour.server.guard import refusals

MEDIA_TYPE = "application/problem+json"
REFUSED = 422  # understood, and not possible

STATUS: Mapping[str, int] = {
    **refusals.STATUS,
    "refuse.no-such-game": 404,
    "refuse.no-such-diagram": 404,
    "refuse.no-emblem": 404,
    "puzzles.none": 404,
    "refuse.no-table": 404,
    "refuse.no-such-seat": 404,
    "server.no-module": 404,
    "server.no-such-module": 404,
    "refuse.not-your-seat": 403,
    "refuse.host-only": 403,
    "refuse.sits-not": 403,
    "refuse.not-guided": 403,
    "refuse.hint-late": 409,
    "refuse.device-not": 409,
    "refuse.device-late": 409,
    "refuse.seat-taken": 409,
    "refuse.table-full": 409,
    "refuse.table-started": 409,
    "refuse.table-busy": 503,
    "refuse.table-late": 409,
    "refuse.seat-kept": 409,
    "refuse.substitute-none": 409,
    "refuse.substitute-never": 403,
    "refuse.substitute-other": 403,
    "refuse.substitute-guest": 403,
    "refuse.substitute-visit": 403,
    "challenge.account": 403,
    "challenge.unwanted": 403,
    "challenge.waiting": 409,
    "challenge.many": 409,
    "challenge.none": 409,
    "challenge.follow-whom": 404,
    "challenge.follow-many": 409,
    "tournament.none": 404,
    "club.no-remark": 404,
    "club.no-common-room": 403,
    "club.account": 403,
    "weekly.none": 404,
    "weekly.many": 409,
    "tournament.link": 404,
    "tournament.account": 403,
    "tournament.rated-guest": 403,
    "tournament.organiser-only": 403,
    "tournament.not-entered": 409,
    "tournament.entered": 409,
    "tournament.full": 409,
    "tournament.begun": 409,
    "tournament.over": 409,
    "tournament.busy": 503,
    "officers.only": 403,
    "officers.passkey": 403,
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
    "refuse.bots-busy": 503,
    "server.plays-here": 403,
    "server.broken": 503,
    "server.record-early": 409,
    "server.export-early": 409,
    "server.export-none": 404,
}
SOON = 2  # seconds until a game that is being made ready is worth asking for again


class Problem(msgspec.Struct):
    """`detail` is one sentence for the person who caused it, `key` is the same for programs. Nothing has changed."""

    status: int
    title: str
    detail: str
    key: str
    type: str = "about:blank"


def problem(status: int, key: str, sentence: str) -> Problem:
    return Problem(status, HTTPStatus(status).phrase, sentence, key)


def status_of(refusal: Refused) -> int:
    return 503 if isinstance(refusal, Unavailable) else STATUS.get(refusal.text.key, REFUSED)


def headers_of(refusal: Refused) -> dict[str, str]:
    headers = refusals.headers_of(refusal)
    if status_of(refusal) == 503 and "Retry-After" not in headers:
        headers["Retry-After"] = str(SOON)
    return headers
