"""What people can do about each other, over HTTP: block somebody, report something."""

from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, JSONBody

from parlour.core.texts import Refused
from parlour.house.people import OWN, known
from parlour.house.ports import Person
from parlour.server.asking import TheAsking, ThePremises, private
from parlour.server.moderation_messages import Blocked, NewReport, ReportMade
from parlour.server.people_api import counted
from parlour.server.people_messages import person_card
from parlour.server.premises import Premises


@get("/me/blocks")
async def list_blocks(premises: ThePremises, asking: TheAsking) -> Response[list[Blocked]]:
    """Whom you have blocked, the latest first."""
    found = await premises.neighbours.blocked(asking.needs(OWN))
    return private([Blocked(person_card(known(other)), since) for other, since in found])


@put("/me/blocks/{person:str}", status_code=204)
async def block(premises: ThePremises, asking: TheAsking, person: FromPath[str]) -> None:
    """You no longer read what they say, they do not come to your private tables, and challenges between you end. They
    are not told."""
    me = asking.needs(OWN)
    with counted(premises.whom.limits, "block", me.id):
        await premises.neighbours.block(me, person)
    await premises.challenges.part(me.id, person)
    await told(premises, me)


@delete("/me/blocks/{person:str}", status_code=204)
async def unblock(premises: ThePremises, asking: TheAsking, person: FromPath[str]) -> None:
    """As if nothing had been."""
    me = asking.needs(OWN)
    await premises.neighbours.unblock(me, person)
    await told(premises, me)


@post("/reports", status_code=201)
async def report(premises: ThePremises, asking: TheAsking, data: JSONBody[NewReport]) -> Response[ReportMade]:
    """Tell those who look after the house. What was said is kept with it; who reported it is told to nobody else. The
    same report again, while it is open, is the same report."""
    me = asking.needs(OWN)
    with counted(premises.whom.limits, "report", me.id):
        return private(ReportMade(await reported(premises, me, data)), 201)


async def reported(premises: Premises, me: Person, data: NewReport) -> str:
    neighbours = premises.neighbours
    if data.kind == "person":
        return await neighbours.report_person(me, data.person, data.reason, data.words)
    if not data.table:
        raise Refused("refuse.no-table", table="")
    table = await premises.desk.look(me, data.table, data.seat, data.invite)
    if data.kind == "talk":
        return await neighbours.report_talk(me, table, data.seat, data.line, data.reason, data.words)
    return await neighbours.report_table(me, table, data.seat, data.reason, data.words)


async def told(premises: Premises, me: Person) -> None:
    premises.live.hear_no_more(me.id, await premises.neighbours.unheard(me))


def router() -> Router:
    return Router("", route_handlers=[list_blocks, block, unblock, report], tags=["people"])
