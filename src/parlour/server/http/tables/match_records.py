"""Records over HTTP: a finished match whole, how a table stood after any line, how its chance can be checked."""

import asyncio
from typing import Annotated

from litestar import MediaType, Response, Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from parlour import games
from parlour.bots.review import ROOM, Review, choices_of, concluded, effort, judge_of, questions
from parlour.core import record as records
from parlour.core.game import Viewer
from parlour.core.match import Match
from parlour.core.position import in_words
from parlour.core.record import CHANCE_NAME, Record
from parlour.core.texts import Refused
from parlour.core.verify import draws_of
from parlour.house.tables.events import Sitter
from parlour.house.tables.past import PastStates
from parlour.house.tables.snapshot import named_sitters
from parlour.house.tables.state import LEVEL, Table
from parlour.server.http.analysis.handlers import count_steps
from parlour.server.http.requests import InviteQuery, PathId, TheCaller, TheServices, private
from parlour.server.http.tables.handlers import SeatQuery
from parlour.server.http.tables.messages import (
    Fairness,
    HandedOn,
    LookedInto,
    PastPosition,
    ReplayMessage,
    ReplayStep,
    ReviewQuestions,
)
from parlour.server.jobs.reviews import ReviewStatus, finished

MOST_FOUND = 512 * 1024  # bytes of what a device has found in a long match
Everything = Annotated[bool, QueryParameter(description="Of a finished match: show what was hidden.")]


@get("/tables/{table:str}/record", media_type=MediaType.JSON)
async def export(services: TheServices, caller: TheCaller, table: PathId, invite: InviteQuery = "") -> Response[bytes]:
    """The whole match as a file."""
    at = await services.table_service.find(caller.person, table, invite)
    data = records.to_json(finished(at))
    name = f'attachment; filename="parlour-{at.rules.game}-{at.id}.json"'
    return Response(data, media_type=MediaType.JSON, headers={"Content-Disposition": name, "Cache-Control": "no-store"})


@get("/tables/{table:str}/at/{line:int}")
async def stood(
    services: TheServices,
    caller: TheCaller,
    table: PathId,
    line: FromPath[int],
    seat: SeatQuery = None,
    everything: Everything = False,
    invite: InviteQuery = "",
) -> Response[PastPosition]:
    """How the table stood after so many lines of that viewer's. Of a finished match anybody may look from any seat."""
    at = await services.table_service.find(caller.person, table, invite)
    if not at.over:
        at = await services.table_service.look(caller.person, table, seat, invite, whence=caller.address)
        if everything:
            raise Refused("server.record-early")
    else:
        check_seat(at, seat)
    return private(await asyncio.to_thread(then, services.tables.past, at, seat, line, everything))


def check_seat(table: Table, seat: int | None) -> None:
    if seat is not None and seat >= table.rules.seats:
        raise Refused("refuse.no-such-seat", seat=seat)


def then(past: PastStates, table: Table, viewer: Viewer, line: int, everything: bool) -> PastPosition:
    if not 0 <= line <= len(table.told[viewer]):
        raise Refused("server.cursor", last=len(table.told[viewer]))
    match = table.seen_by(viewer).match
    if match is None:
        raise Refused("refuse.table-waits")
    shown = sum(one.kind == "step" for one in table.told[viewer][:line])
    seen = [number for number, told in enumerate(match.told_then(viewer, everything=False), 1) if told is not None]
    steps = 0 if shown == 0 else seen[shown - 1]
    if shown == len(seen) and match.over:
        steps = match.step_count
    return stood_after(past, table.id, match, steps, viewer, everything, line)


def stood_after(
    past: PastStates, table: str, match: Match, steps: int, viewer: Viewer, everything: bool, line: int
) -> PastPosition:
    """At the end of a match all is shown."""
    if match.over and steps == match.step_count:
        return PastPosition(line, [], match.scene(viewer), match.view(viewer))
    state = past.after(table, match, steps)
    view = match.game.view(state, viewer, everything)
    return PastPosition(line, match.game.seats_to_act(state), match.game.scene(view), view)


@get("/tables/{table:str}/replay")
async def replay(
    services: TheServices,
    caller: TheCaller,
    table: PathId,
    seat: SeatQuery = None,
    everything: Everything = False,
    invite: InviteQuery = "",
) -> Response[ReplayMessage]:
    """The steps of a finished match, as any seat saw them, as a spectator did, or all of them."""
    at = await services.table_service.find(caller.person, table, invite)
    finished(at)
    check_seat(at, seat)
    return private(await asyncio.to_thread(replayed, at, seat, everything, caller.language))


def replayed(table: Table, viewer: Viewer, everything: bool, language: str) -> ReplayMessage:
    match = table.match
    assert match is not None, "a finished match is there"
    told = match.told_then(viewer, everything)
    steps = [
        ReplayStep(
            number, None if one.by == CHANCE_NAME else int(one.by), one.text, in_words(match.game, one), one.moment
        )
        for number, one in enumerate(told, 1)
        if one is not None
    ]
    return ReplayMessage(len(told), steps, named_sitters(table.began, language), handed_on(match, language))


def handed_on(match: Match, language: str) -> list[HandedOn]:
    sitters = [Sitter(one.kind, one.name, level=one.extra.get(LEVEL)) for one in match.substitutions]
    return [
        HandedOn(one.step, one.seat, *named_sitters([sitter], language))
        for one, sitter in zip(match.substitutions, sitters, strict=True)
    ]


@get("/tables/{table:str}/replay/{step:int}")
async def replay_at(
    services: TheServices,
    caller: TheCaller,
    table: PathId,
    step: FromPath[int],
    seat: SeatQuery = None,
    everything: Everything = False,
    invite: InviteQuery = "",
) -> Response[PastPosition]:
    """How a finished match stood after so many steps of its record."""
    at = await services.table_service.find(caller.person, table, invite)
    steps = len(finished(at).steps)
    check_seat(at, seat)
    if not 0 <= step <= steps:
        raise Refused("refuse.no-such-step", step=step, last=steps)
    assert at.match is not None, "a finished match is there"
    past = services.tables.past
    return private(await asyncio.to_thread(stood_after, past, at.id, at.match, step, seat, everything, step))


@get("/tables/{table:str}/fairness")
async def fairness(
    services: TheServices, caller: TheCaller, table: PathId, invite: InviteQuery = ""
) -> Response[Fairness]:
    """What it takes to check every card that was dealt. The secret is told when the match is over."""
    at = await services.table_service.find(caller.person, table, invite)
    if not at.game.chancy:
        raise Refused("refuse.no-chance", game=at.game.title)
    dealing = at.dealer.dealing(reveal=at.over and at.match is not None)
    # How much was drawn where others may not see it is not told while it is played.
    played = at.match if at.over else None
    drawn = [] if played is None else await asyncio.to_thread(lambda: list(draws_of(played.record(), at.game)))
    draws = at.dealer.drawn if at.over else 0
    given = len(at.rules.begins)
    return private(Fairness(dealing.commitment, dealing.contributions, dealing.secret, draws, given, drawn))


@post("/tables/{table:str}/review", status_code=202)
async def ask_review(
    services: TheServices, caller: TheCaller, table: PathId, invite: InviteQuery = ""
) -> Response[ReviewStatus]:
    """Have a finished match looked at by the strongest bot; it takes about a minute. Ask for it again to get it."""
    person = caller.needs("play")
    at = await services.table_service.find(person, table, invite)
    status = await services.reviews.ask(at, person.id, lambda: services.auth.limits.take_surely("review", person.id))
    return private(status, 202)


@get("/tables/{table:str}/review")
async def review(
    services: TheServices, caller: TheCaller, table: PathId, invite: InviteQuery = ""
) -> Response[ReviewStatus]:
    """How far a review is, and what it came to."""
    at = await services.table_service.find(caller.person, table, invite)
    finished(at)
    return private(await services.reviews.now(at))


@get("/tables/{table:str}/review/questions")
async def review_questions(
    services: TheServices, caller: TheCaller, table: PathId, invite: InviteQuery = ""
) -> Response[ReviewQuestions]:
    """What there is to look into, for a device that thinks about a finished match itself: each choice as its seat knew
    it, and how much to search. Nobody thinks here."""
    at = await services.table_service.find(caller.person, table, invite)
    record = finished(at)
    count_steps(services, caller, len(record.steps))
    return private(await asyncio.to_thread(asked_about, record))


def asked_about(record: Record) -> ReviewQuestions:
    game, chosen = games.load(record.game), choices_of(record)
    studied = game.knowledge.study is not None
    return ReviewQuestions(
        game.name, len(record.seats), effort(game, len(chosen)), ROOM, studied,
        judge_of(game, len(record.seats)) is not None, list(questions(record, chosen))
    )  # fmt: skip


@post("/tables/{table:str}/review/conclusion", status_code=200, request_max_body_size=MOST_FOUND)
async def conclude_review(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[LookedInto], invite: InviteQuery = ""
) -> Response[Review]:
    """The review to which a device's findings come, in words. It is told to whoever asks and not kept: what a device
    says it has found, nobody else is shown."""
    at = await services.table_service.find(caller.person, table, invite)
    record = finished(at)
    count_steps(services, caller, len(record.steps))
    return private(await asyncio.to_thread(concluded, record, data.found))


def router() -> Router:
    handlers = [export, stood, replay, replay_at, fairness, ask_review, review, review_questions, conclude_review]
    return Router("", route_handlers=handlers, tags=["records"])
