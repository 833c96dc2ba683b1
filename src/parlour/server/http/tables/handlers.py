"""Tables over HTTP. Everything that the live socket does can be done here too."""

import asyncio
from typing import Annotated

import msgspec
from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta

from parlour.core.game import Viewer
from parlour.core.reasons import LONGEST_PATH, LONGEST_THING
from parlour.core.scene import Plan
from parlour.core.texts import Refused
from parlour.house.tables.coach import HintShown
from parlour.house.tables.new_table import NewTable
from parlour.house.tables.records import Pace, TablePhase, TableQuery
from parlour.house.tables.snapshot import reason_for, snapshot_for
from parlour.house.tables.state import Table
from parlour.server.guard.auth import Caller
from parlour.server.http.analysis.handlers import count_steps, packed_bytes
from parlour.server.http.requests import AnyRequest, InviteQuery, Key, PathId, TheCaller, TheServices, private
from parlour.server.http.tables.messages import (
    AheadChoices,
    Answer,
    AtTable,
    BotLevel,
    BotsOn,
    Contribution,
    DeviceStep,
    Done,
    HintAsked,
    ImaginedPosition,
    Join,
    LineSteps,
    LinesToPlan,
    LineTouch,
    OneSeat,
    PlannedLinesMessage,
    Steps,
    TableInfo,
    Talk,
    TouchAnswer,
)
from parlour.server.http.tables.previews import table_preview
from parlour.server.live.messages import MOST_LINES, TableNews, news_after
from parlour.server.services import Services
from parlour.server.tables.device_thinking import BotSearch, DeviceSearch, lore_for, search_for_bot, search_for_coach
from parlour.server.tables.lists import TableLists, TablePage
from parlour.server.tables.service import check_viewer

LONGEST_WAIT = 25.0  # seconds that a request for news is held

SeatQuery = Annotated[int | None, QueryParameter(ge=0, le=63)]
CursorQuery = Annotated[int, QueryParameter(ge=0, le=10**9)]
KeepingQuery = Annotated[
    bool,
    QueryParameter(description="To have it on the device, while nobody looks: who is to be told of a turn still is."),
]


def rules_of(table: Table, caller: Caller) -> TableInfo:
    rules = table.rules
    mine = caller.person is not None and bool(table.seats_of(caller.person.id))
    return TableInfo(
        table=table.id, game=rules.game, title=table.game.title, options=dict(rules.options), clock=rules.clock,
        listed=rules.listed, start=rules.start, delay=rules.delay, rated=rules.rated, guided=rules.guided,
        substitutes=rules.substitutes, ready=rules.ready, given=len(rules.begins), plan=plan_of(table).hash(),
        commitment=table.dealer.commitment if table.game.chancy else None, rematch_of=table.rematch_of,
        tournament=rules.tournament, invite=table.invite if mine else None,
    )  # fmt: skip


def plan_of(table: Table) -> Plan:
    return table.game.plan(table.rules.seats, table.rules.options)


def at_table(table: Table, caller: Caller, services: Services) -> AtTable:
    seats = [] if caller.person is None else table.seats_of(caller.person.id)
    now = snapshot_for(table, seats[0] if seats else None, services.tables.uptimes, language=caller.language)
    return AtTable(rules_of(table, caller), seats, msgspec.structs.replace(now, scene=None, choices=[]))


def done(table: Table, caller: Caller, viewer: Viewer) -> Response[Done]:
    """How many lines there are for this viewer now. What has been done already, by the same key, is done whatever seat
    is named this time: of others' seats not even that is told."""
    if viewer is not None:
        check_viewer(table, caller.person, viewer)
    return private(Done(len(table.told[viewer])))


def first_seat(table: Table, caller: Caller) -> Viewer:
    return next(iter(table.seats_of(caller.needs("read").id)), None)


# -- lists and coming in --------------------------------------------------------------------------------------


@get("/tables")
async def list_tables(
    services: TheServices,
    caller: TheCaller,
    game: Annotated[str | None, QueryParameter(max_length=64, pattern=r"^[A-Za-z0-9_.-]+$")] = None,
    phase: FromQuery[TablePhase | None] = None,
    room: FromQuery[bool | None] = None,
    pace: FromQuery[Pace | None] = None,
    rated: Annotated[
        bool | None, QueryParameter(description="Only those that count, or only those that do not.")
    ] = None,
    mine: FromQuery[bool] = False,
    turn: FromQuery[bool] = False,
    after: Annotated[str | None, QueryParameter(max_length=64, description="`next` of the page before")] = None,
    most: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> Response[TablePage]:
    """Tables that everybody may see, the latest first; or with `mine` all at which one sits, with `turn` those that
    wait for one."""
    person = caller.needs("read").id if mine or turn else None
    wanted = TableQuery(
        game=game, phase=phase, room=room, pace=pace, rated=rated, most=most, listed=None if person else True,
        person=person, turn=person if turn else None, after=TableLists.cursor(after),
    )  # fmt: skip
    return private(await services.lists.page(wanted, caller.language))


@post("/tables", status_code=201)
async def open_table(
    services: TheServices, caller: TheCaller, data: JSONBody[NewTable], key: Key = None
) -> Response[AtTable]:
    """Open a table, with whoever asks at it. Of several `me`, all play on one device."""
    table = await services.table_service.open(caller.needs("play"), data, key)
    return private(at_table(table, caller, services), 201)


@get("/tables/{table:str}")
async def one_table(
    services: TheServices, caller: TheCaller, table: PathId, invite: InviteQuery = "", keeping: KeepingQuery = False
) -> Response[AtTable]:
    """Come to a table: its rules, the seats that are yours, and how it stands. What a seat sees is in its events."""
    at = await services.table_service.find(caller.person, table, invite)
    if not keeping:
        services.presence.came(at, caller.person.id if caller.person else None)
    return private(at_table(at, caller, services))


@get("/tables/{table:str}/plan")
async def table_plan(
    request: AnyRequest, services: TheServices, caller: TheCaller, table: PathId, invite: InviteQuery = ""
) -> Response[Plan | None]:
    """The board as it never changes."""
    plan = plan_of(await services.table_service.find(caller.person, table, invite))
    tag = f'"{plan.hash()}"'
    headers = {"ETag": tag, "Cache-Control": "private, max-age=86400"}
    if request.headers.get("if-none-match") == tag:
        return Response(None, status_code=304, headers=headers)
    return Response(plan, headers=headers)


@get("/tables/{table:str}/events")
async def table_events(
    services: TheServices,
    caller: TheCaller,
    table: PathId,
    seat: SeatQuery = None,
    after: CursorQuery = 0,
    wait: Annotated[float, QueryParameter(ge=0, le=LONGEST_WAIT)] = 0,
    invite: InviteQuery = "",
    draw: Annotated[bool, QueryParameter()] = True,
    view: Annotated[bool, QueryParameter()] = False,
    keeping: KeepingQuery = False,
) -> Response[TableNews]:
    """What one is told after a cursor, and how the table stands; with `wait`, once there is something."""
    at = await services.table_service.look(caller.person, table, seat, invite, whence=caller.address, cursor=after)
    services.auth.allowance(caller).pull(min(len(at.told[seat]) - after, MOST_LINES))
    if not keeping:
        services.presence.came(at, caller.person.id if caller.person else None)
    unheard = await services.blocks_and_reports.unheard(caller.person)  # before the wait: then nothing more is read
    if wait:
        await services.hub.wait(at.id, seat, after, wait)
        at = await services.table_service.look(caller.person, table, seat, invite, whence=caller.address)
    news = news_after(
        at, seat, after, services.tables.uptimes, whole=True, draw=draw, view=view, unheard=unheard,
        language=caller.language,
    )  # fmt: skip
    return private(news)


# -- doing ----------------------------------------------------------------------------------------------------


@post("/tables/{table:str}/steps", status_code=200)
async def act(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[Steps], key: Key = None
) -> Response[Done]:
    """Take steps, all of them or none. What can be done now is in `choices`."""
    person, whence = caller.needs("play"), caller.address
    at = await services.table_service.act(person, table, data.seat, data.steps, key, whence=whence, after=data.after)
    return done(at, caller, data.seat)


@post("/tables/{table:str}/talk", status_code=200)
async def say(
    services: TheServices,
    caller: TheCaller,
    table: PathId,
    data: JSONBody[Talk],
    key: Key = None,
    invite: InviteQuery = "",
) -> Response[Done]:
    """Players are heard at the table, others in the gallery."""
    services.auth.allowance(caller).say()
    at = await services.table_service.say(caller.needs("play"), table, data.text, key, invite)
    return done(at, caller, first_seat(at, caller))


@post("/tables/{table:str}/seats", status_code=200)
async def sit(
    services: TheServices,
    caller: TheCaller,
    table: PathId,
    data: JSONBody[Join],
    key: Key = None,
    invite: InviteQuery = "",
) -> Response[AtTable]:
    """Sit down, in the first open seat if no other is named. A contribution goes into the chance of the match."""
    at = await services.table_service.sit(caller.needs("play"), table, data.seat, data.contribution, key, invite)
    return private(at_table(at, caller, services))


@delete("/tables/{table:str}/seats/mine", status_code=200)
async def leave(services: TheServices, caller: TheCaller, table: PathId, key: Key = None) -> Response[Done]:
    """Get up. In a match for two that is to lose it; with more, a bot plays on."""
    return done(await services.table_service.leave(caller.needs("play"), table, key), caller, None)


@put("/tables/{table:str}/seats/{seat:int}/bot", status_code=200)
async def seat_bot(
    services: TheServices,
    caller: TheCaller,
    table: PathId,
    seat: FromPath[int],
    data: JSONBody[BotLevel],
    key: Key = None,
) -> Response[Done]:
    """The host puts a bot in a seat."""
    at = await services.table_service.seat_bot(caller.needs("play"), table, seat, data.level, key)
    return done(at, caller, first_seat(at, caller))


@delete("/tables/{table:str}/seats/{seat:int}", status_code=200)
async def clear_seat(
    services: TheServices, caller: TheCaller, table: PathId, seat: FromPath[int], key: Key = None
) -> Response[Done]:
    """The host sends a bot or a person away."""
    at = await services.table_service.clear_seat(caller.needs("play"), table, seat, key)
    return done(at, caller, first_seat(at, caller))


@post("/tables/{table:str}/start", status_code=200)
async def start(services: TheServices, caller: TheCaller, table: PathId, key: Key = None) -> Response[Done]:
    """The host has the match begin, when every seat is taken."""
    at = await services.table_service.start(caller.needs("play"), table, key)
    return done(at, caller, first_seat(at, caller))


@post("/tables/{table:str}/ready", status_code=200)
async def say_ready(services: TheServices, caller: TheCaller, table: PathId, key: Key = None) -> Response[Done]:
    """Say that you are there, once all have sat down at a table where that is asked. Who does not loses the seat."""
    at = await services.table_service.say_ready(caller.needs("play"), table, key)
    return done(at, caller, first_seat(at, caller))


@post("/tables/{table:str}/contributions", status_code=200)
async def contribute(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[Contribution], key: Key = None
) -> Response[Done]:
    """Add a share to the chance of the match, before it begins. A match that waited for it begins then."""
    at = await services.table_service.contribute(caller.needs("play"), table, data.seat, data.text, key)
    return done(at, caller, data.seat)


@post("/tables/{table:str}/hint", status_code=200)
async def show_move(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[HintAsked]
) -> Response[HintShown]:
    """At a guided table: what a fair player would do in your place, knowing what you know. Nothing is played."""
    person = caller.needs("play")
    at = await services.table_service.find(person, table)
    await services.auth.limits.take_surely("hint", person.id)
    found = None if data.found is None else int(data.found)
    return private(await services.coach.show(at.id, person.id, data.seat, found))


# -- thinking on a player's own device ------------------------------------------------------------------------

SeatNow = Annotated[int, QueryParameter(ge=0, le=63)]


@get("/tables/{table:str}/hint/search")
async def hint_search(
    services: TheServices, caller: TheCaller, table: PathId, seat: SeatNow = 0
) -> Response[DeviceSearch]:
    """At a guided table: what your device needs to look for a move itself, from what you know."""
    person = caller.needs("play")
    at = await services.table_service.find(person, table)
    services.auth.limits.take("imagine", person.id)
    return private(search_for_coach(at, person.id, seat))


@get("/tables/{table:str}/bots/search")
async def bot_search(services: TheServices, caller: TheCaller, table: PathId, seat: SeatNow = 0) -> Response[BotSearch]:
    """At a table whose bots think on your device: what it needs to think for one that is to move."""
    person = caller.needs("play")
    at = await services.table_service.find(person, table)
    services.auth.limits.take("imagine", person.id)
    return private(search_for_bot(at, person.id, seat, services.table_worker.pause_of(at, seat)))


@get("/tables/{table:str}/lore", media_type="application/octet-stream")
async def table_lore(
    request: AnyRequest,
    services: TheServices,
    caller: TheCaller,
    table: PathId,
    seat: SeatNow = 0,
    invite: InviteQuery = "",
) -> Response[bytes]:
    """What the game's study gives in this match, for a device that thinks: the array `lore` of its module."""
    at = await services.table_service.find(caller.person, table, invite)
    count_steps(services, caller, 0)
    person = None if caller.person is None else caller.person.id
    return packed_bytes(request, await asyncio.to_thread(lore_for, at, person, seat))


@put("/tables/{table:str}/bots", status_code=200)
async def move_bots(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[BotsOn], key: Key = None
) -> Response[Done]:
    """At a table where you alone play bots, nothing is hidden and nothing counts: have them think on your device, or
    in the house."""
    at = await services.table_service.move_bots(caller.needs("play"), table, data.on_device, key)
    return done(at, caller, first_seat(at, caller))


@post("/tables/{table:str}/bots/step", status_code=200)
async def device_step(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[DeviceStep], key: Key = None
) -> Response[Done]:
    """A bot's move that your device has found. If it cannot be played the house thinks instead, and does not wait."""
    try:
        at = await services.table_service.device_step(
            caller.needs("play"), table, data.seat, data.version, int(data.action), key
        )
    except Refused as refusal:
        if refusal.text.key == "refuse.device-illegal":
            services.table_worker.devices.give_up(table)
        raise
    return done(at, caller, first_seat(at, caller))


@get("/tables/{table:str}/why-not")
async def why_not_touch(
    services: TheServices,
    caller: TheCaller,
    table: PathId,
    touched: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=LONGEST_THING)]],
        QueryParameter(
            min_items=1, max_items=LONGEST_PATH, description="What is in hand, in order, and what was touched then."
        ),
    ],
    seat: SeatQuery = None,
    invite: InviteQuery = "",
) -> Response[TouchAnswer]:
    """Why touching something does nothing, from what one knows. What does something is in `choices`."""
    at = await services.table_service.look(caller.person, table, seat, invite, whence=caller.address)
    services.auth.allowance(caller).pull()
    return private(TouchAnswer(reason_for(at, seat, touched)))


# -- off turn -------------------------------------------------------------------------------------------------

OwnSeatQuery = Annotated[int, QueryParameter(ge=0, le=63)]


@get("/tables/{table:str}/ahead")
async def choices_ahead(
    services: TheServices, caller: TheCaller, table: PathId, seat: OwnSeatQuery = 0
) -> Response[AheadChoices]:
    """What you could do when it is next your turn, by what your seat knows: for a move that is chosen in advance. It is
    kept by whoever asks, and sent as an ordinary step."""
    person = caller.needs("play")
    services.auth.limits.take("imagine", person.id)
    return private(AheadChoices(await services.table_service.ahead(person, table, seat, whence=caller.address)))


@post("/tables/{table:str}/imagined", status_code=200)
async def imagine(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[LineSteps]
) -> Response[ImaginedPosition]:
    """How it would stand after some steps of both sides, by what your seat knows. Nothing is played."""
    person = caller.needs("play")
    services.auth.limits.take("imagine", person.id)
    there = await services.table_service.imagine(person, table, data.seat, data.steps, whence=caller.address)
    to_act = [] if there.ended else [there.to_act]
    return private(ImaginedPosition(there.steps, to_act, there.scene(), there.view(), there.choices(), there.ended))


@post("/tables/{table:str}/imagined/why-not", status_code=200)
async def why_not_imagined(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[LineTouch]
) -> Response[TouchAnswer]:
    """Why touching something does nothing after some steps of both sides, by what your seat knows."""
    person = caller.needs("play")
    services.auth.limits.take("imagine", person.id)
    there = await services.table_service.imagine(person, table, data.seat, data.steps, whence=caller.address)
    return private(TouchAnswer(there.why_not_touch(data.touched)))


@get("/tables/{table:str}/planned-lines")
async def planned_lines(
    services: TheServices, caller: TheCaller, table: PathId, seat: OwnSeatQuery = 0
) -> Response[PlannedLinesMessage]:
    """What you have planned: if they play …, I play …"""
    lines = await services.table_service.planned_lines(caller.needs("play"), table, seat, whence=caller.address)
    return private(PlannedLinesMessage(lines))


@put("/tables/{table:str}/planned-lines", status_code=200)
async def plan_lines(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[LinesToPlan]
) -> Response[PlannedLinesMessage]:
    """Have the house answer for you, at once, if others play what you expect. These lines and no others; none takes
    back all. They go with a step that is taken back."""
    person, lines = caller.needs("play"), data.lines
    services.auth.limits.take("plan", person.id)
    kept = await services.table_service.plan_lines(person, table, data.seat, lines, whence=caller.address)
    return private(PlannedLinesMessage(kept))


@post("/tables/{table:str}/takeback", status_code=200)
async def ask_takeback(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[OneSeat], key: Key = None
) -> Response[Done]:
    """Ask to take back your last move. It is done when all others at the table agree."""
    at = await services.table_service.ask_takeback(caller.needs("play"), table, data.seat, key)
    return done(at, caller, data.seat)


@post("/tables/{table:str}/takeback/answer", status_code=200)
async def answer_takeback(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[Answer], key: Key = None
) -> Response[Done]:
    """Agree to a move being taken back, or do not."""
    at = await services.table_service.answer_takeback(caller.needs("play"), table, data.seat, data.yes, key)
    return done(at, caller, data.seat)


@post("/tables/{table:str}/rematch", status_code=200)
async def want_rematch(
    services: TheServices,
    caller: TheCaller,
    table: PathId,
    contribute: Annotated[bool, QueryParameter(description="Have it wait for your share of its chance.")] = False,
    key: Key = None,
) -> Response[Done]:
    """Ask for another match. It gets a table when all want it."""
    at = await services.table_service.want_rematch(caller.needs("play"), table, contribute, key)
    return done(at, caller, first_seat(at, caller))


def router() -> Router:
    return Router(
        "",
        route_handlers=[
            list_tables, open_table, one_table, table_preview, table_plan, table_events, act, say, sit, leave,
            seat_bot, clear_seat, start, say_ready, contribute, show_move, hint_search, bot_search, table_lore,
            move_bots, device_step, why_not_touch, choices_ahead, imagine, why_not_imagined, planned_lines, plan_lines,
            ask_takeback, answer_takeback, want_rematch,
        ],
        tags=["tables"],
    )  # fmt: skip
