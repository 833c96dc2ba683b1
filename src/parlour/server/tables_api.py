"""Tables over HTTP. Everything that the live socket does can be done here too."""

from typing import Annotated, Literal

import msgspec
from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody, QueryParameter
from msgspec import Meta

from parlour.core.game import Viewer
from parlour.core.scene import Plan
from parlour.house.clocks import Clock
from parlour.house.coach import Shown
from parlour.house.house import NewTable
from parlour.house.now import Now, now_for
from parlour.house.ports import Pace, Phase, Wanted
from parlour.house.table import Table
from parlour.server.asking import AnyRequest, TheAsking, ThePremises, private
from parlour.server.lists import Lists, TableLine, TablePage
from parlour.server.premises import Premises
from parlour.server.safety.whom import Asking
from parlour.server.topics import TableNews, check_cursor, news_after

LONGEST_WAIT = 25.0  # seconds that a request for news is held

Id = FromPath[str]
Key = Annotated[str | None, HeaderParameter(name="Idempotency-Key", max_length=64, min_length=1)]
Invite = Annotated[str, QueryParameter(max_length=64)]
SeatQuery = Annotated[int | None, QueryParameter(ge=0, le=63)]
Cursor = Annotated[int, QueryParameter(ge=0, le=10**9)]
SeatNumber = Annotated[int, Meta(ge=0, le=63, description="Counted from 0.")]
StepText = Annotated[str, Meta(min_length=1, max_length=200)]


class Rules(msgspec.Struct):
    """What never changes about a table."""

    table: str
    game: str
    title: str
    options: dict[str, str | int | bool]
    clock: Clock
    listed: bool
    start: Literal["full", "host"]
    delay: int
    rated: bool  # it counts for ratings, or for the best scores
    guided: bool  # one person among bots has a coach
    substitutes: bool  # somebody may take over from a bot that sits in for whoever left
    plan: str  # the plan's hash
    commitment: str | None  # to the chance, before anybody contributes to it
    rematch_of: str | None
    tournament: str | None  # whose match it is
    invite: str | None  # for those who sit there: what others need to come in


class AtTable(msgspec.Struct):
    """A table as somebody comes to it: `seats` are one's own, `now` is how it stands without its board: what each of
    one's seats sees is asked for seat by seat, since several people may play at one screen."""

    rules: Rules
    seats: list[int]
    now: Now


class Steps(msgspec.Struct, forbid_unknown_fields=True):
    """Taken whole or not at all. `undo`, `resign`, `draw` and `decline` are steps like others."""

    seat: SeatNumber
    steps: Annotated[list[StepText], Meta(min_length=1, max_length=100, examples=[["f6"]])]


class Talk(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=1000, examples=["Good luck!"])]


class Join(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber | None = None
    contribution: Annotated[str, Meta(min_length=1, max_length=200)] | None = None


class BotLevel(msgspec.Struct, forbid_unknown_fields=True):
    level: Annotated[int, Meta(ge=1, le=5)] = 3


class OneSeat(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber
    yes: bool


class Contribution(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber
    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Done(msgspec.Struct):
    """It is on the disk. `cursor` is where the news about it ends for this seat, or for a spectator."""

    cursor: int


def rules_of(table: Table, asking: Asking) -> Rules:
    rules = table.rules
    mine = asking.person is not None and bool(table.seats_of(asking.person.id))
    return Rules(
        table=table.id, game=rules.game, title=table.game.title, options=dict(rules.options), clock=rules.clock,
        listed=rules.listed, start=rules.start, delay=rules.delay, rated=rules.rated, guided=rules.guided,
        substitutes=rules.substitutes, plan=plan_of(table).hash(),
        commitment=table.dealer.commitment if table.game.chancy else None, rematch_of=table.rematch_of,
        tournament=rules.tournament, invite=table.invite if mine else None,
    )  # fmt: skip


def plan_of(table: Table) -> Plan:
    return table.game.plan(table.rules.seats, table.rules.options)


def at_table(table: Table, asking: Asking, premises: Premises) -> AtTable:
    seats = [] if asking.person is None else table.seats_of(asking.person.id)
    now = now_for(table, seats[0] if seats else None, premises.house.uptimes)
    return AtTable(rules_of(table, asking), seats, msgspec.structs.replace(now, scene=None, choices=[]))


def done(table: Table, viewer: Viewer) -> Response[Done]:
    return private(Done(len(table.told[viewer])))


def first_seat(table: Table, asking: Asking) -> Viewer:
    return next(iter(table.seats_of(asking.needs("read").id)), None)


# -- lists and coming in --------------------------------------------------------------------------------------


@get("/tables")
async def list_tables(
    premises: ThePremises,
    asking: TheAsking,
    game: Annotated[str | None, QueryParameter(max_length=64, pattern=r"^[A-Za-z0-9_.-]+$")] = None,
    phase: FromQuery[Phase | None] = None,
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
    person = asking.needs("read").id if mine or turn else None
    wanted = Wanted(
        game=game, phase=phase, room=room, pace=pace, rated=rated, most=most, listed=None if person else True,
        person=person, turn=person if turn else None, after=Lists.cursor(after),
    )  # fmt: skip
    return private(await premises.lists.page(wanted))


@post("/tables", status_code=201)
async def open_table(
    premises: ThePremises, asking: TheAsking, data: JSONBody[NewTable], key: Key = None
) -> Response[AtTable]:
    """Open a table, with whoever asks at it. Of several `me`, all play on one device."""
    table = await premises.desk.open(asking.needs("play"), data, key)
    return private(at_table(table, asking, premises), 201)


@get("/tables/{table:str}")
async def one_table(premises: ThePremises, asking: TheAsking, table: Id, invite: Invite = "") -> Response[AtTable]:
    """Come to a table: its rules, the seats that are yours, and how it stands. What a seat sees is in its events."""
    at = await premises.desk.find(asking.person, table, invite)
    premises.presence.came(at, asking.person.id if asking.person else None)
    return private(at_table(at, asking, premises))


@get("/tables/{table:str}/plan")
async def table_plan(
    request: AnyRequest, premises: ThePremises, asking: TheAsking, table: Id, invite: Invite = ""
) -> Response[Plan | None]:
    """The board as it never changes."""
    plan = plan_of(await premises.desk.find(asking.person, table, invite))
    tag = f'"{plan.hash()}"'
    headers = {"ETag": tag, "Cache-Control": "private, max-age=86400"}
    if request.headers.get("if-none-match") == tag:
        return Response(None, status_code=304, headers=headers)
    return Response(plan, headers=headers)


@get("/tables/{table:str}/events")
async def table_events(
    premises: ThePremises,
    asking: TheAsking,
    table: Id,
    seat: SeatQuery = None,
    after: Cursor = 0,
    wait: Annotated[float, QueryParameter(ge=0, le=LONGEST_WAIT)] = 0,
    invite: Invite = "",
    draw: Annotated[bool, QueryParameter()] = True,
) -> Response[TableNews]:
    """What one is told after a cursor, and how the table stands; with `wait`, once there is something."""
    at = await premises.desk.look(asking.person, table, seat, invite)
    check_cursor(at, seat, after)
    premises.presence.came(at, asking.person.id if asking.person else None)
    unheard = await premises.neighbours.unheard(asking.person)  # before the wait: then nothing more is read
    if wait:
        at = await premises.hub.wait(at.id, seat, after, wait)
        at = await premises.desk.look(asking.person, table, seat, invite)
    return private(news_after(at, seat, after, premises.house.uptimes, whole=True, draw=draw, unheard=unheard))


# -- doing ----------------------------------------------------------------------------------------------------


@post("/tables/{table:str}/steps", status_code=200)
async def act(
    premises: ThePremises, asking: TheAsking, table: Id, data: JSONBody[Steps], key: Key = None
) -> Response[Done]:
    """Take steps, all of them or none. What can be done now is in `choices`."""
    return done(await premises.desk.act(asking.needs("play"), table, data.seat, data.steps, key), data.seat)


@post("/tables/{table:str}/talk", status_code=200)
async def say(
    premises: ThePremises, asking: TheAsking, table: Id, data: JSONBody[Talk], key: Key = None, invite: Invite = ""
) -> Response[Done]:
    """Players are heard at the table, others in the gallery."""
    at = await premises.desk.say(asking.needs("play"), table, data.text, key, invite)
    return done(at, first_seat(at, asking))


@post("/tables/{table:str}/seats", status_code=200)
async def sit(
    premises: ThePremises, asking: TheAsking, table: Id, data: JSONBody[Join], key: Key = None, invite: Invite = ""
) -> Response[AtTable]:
    """Sit down, in the first open seat if no other is named. A contribution goes into the chance of the match."""
    at = await premises.desk.sit(asking.needs("play"), table, data.seat, data.contribution, key, invite)
    return private(at_table(at, asking, premises))


@delete("/tables/{table:str}/seats/mine", status_code=200)
async def leave(premises: ThePremises, asking: TheAsking, table: Id, key: Key = None) -> Response[Done]:
    """Get up. In a match for two that is to lose it; with more, a bot plays on."""
    return done(await premises.desk.leave(asking.needs("play"), table, key), None)


@put("/tables/{table:str}/seats/{seat:int}/bot", status_code=200)
async def seat_bot(
    premises: ThePremises, asking: TheAsking, table: Id, seat: FromPath[int], data: JSONBody[BotLevel], key: Key = None
) -> Response[Done]:
    """The host puts a bot in a seat."""
    at = await premises.desk.seat_bot(asking.needs("play"), table, seat, data.level, key)
    return done(at, first_seat(at, asking))


@delete("/tables/{table:str}/seats/{seat:int}", status_code=200)
async def clear_seat(
    premises: ThePremises, asking: TheAsking, table: Id, seat: FromPath[int], key: Key = None
) -> Response[Done]:
    """The host sends a bot or a person away."""
    at = await premises.desk.clear_seat(asking.needs("play"), table, seat, key)
    return done(at, first_seat(at, asking))


@post("/tables/{table:str}/start", status_code=200)
async def start(premises: ThePremises, asking: TheAsking, table: Id, key: Key = None) -> Response[Done]:
    """The host has the match begin, when every seat is taken."""
    at = await premises.desk.start(asking.needs("play"), table, key)
    return done(at, first_seat(at, asking))


@post("/tables/{table:str}/contributions", status_code=200)
async def contribute(
    premises: ThePremises, asking: TheAsking, table: Id, data: JSONBody[Contribution], key: Key = None
) -> Response[Done]:
    """Add a share to the chance of the match, before it begins. A match that waited for it begins then."""
    at = await premises.desk.contribute(asking.needs("play"), table, data.seat, data.text, key)
    return done(at, data.seat)


@post("/tables/{table:str}/hint", status_code=200)
async def show_move(premises: ThePremises, asking: TheAsking, table: Id, data: JSONBody[OneSeat]) -> Response[Shown]:
    """At a guided table: what a fair player would do in your place, knowing what you know. Nothing is played."""
    person = asking.needs("play")
    at = await premises.desk.find(person, table)
    premises.whom.limits.take("hint", person.id)
    return private(await premises.coach.show(at.id, person.id, data.seat))


@post("/tables/{table:str}/takeback", status_code=200)
async def ask_takeback(
    premises: ThePremises, asking: TheAsking, table: Id, data: JSONBody[OneSeat], key: Key = None
) -> Response[Done]:
    """Ask to take back your last move. It is done when all others at the table agree."""
    return done(await premises.desk.ask_takeback(asking.needs("play"), table, data.seat, key), data.seat)


@post("/tables/{table:str}/takeback/answer", status_code=200)
async def answer_takeback(
    premises: ThePremises, asking: TheAsking, table: Id, data: JSONBody[Answer], key: Key = None
) -> Response[Done]:
    """Agree to a move being taken back, or do not."""
    return done(await premises.desk.answer_takeback(asking.needs("play"), table, data.seat, data.yes, key), data.seat)


@post("/tables/{table:str}/rematch", status_code=200)
async def want_rematch(
    premises: ThePremises,
    asking: TheAsking,
    table: Id,
    contribute: Annotated[bool, QueryParameter(description="Have it wait for your share of its chance.")] = False,
    key: Key = None,
) -> Response[Done]:
    """Ask for another match. It gets a table when all want it."""
    at = await premises.desk.want_rematch(asking.needs("play"), table, contribute, key)
    return done(at, first_seat(at, asking))


def router() -> Router:
    return Router(
        "",
        route_handlers=[
            list_tables, open_table, one_table, table_plan, table_events, act, say, sit, leave, seat_bot, clear_seat,
            start, contribute, show_move, ask_takeback, answer_takeback, want_rematch,
        ],
        tags=["tables"],
    )  # fmt: skip


__all__ = ["Now", "TableLine", "now_for", "router"]
