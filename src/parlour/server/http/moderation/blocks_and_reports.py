"""What people can do about each other, over HTTP: block somebody, report something."""

from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, JSONBody

from parlour.core.texts import Refused
from parlour.house.news import PersonNews
from parlour.house.people.accounts import OWN, public_person
from parlour.house.people.person import Person
from parlour.server.http.moderation.messages import Blocked, NewReport, ReportMade
from parlour.server.http.people.messages import person_card
from parlour.server.http.requests import TheCaller, TheServices, private
from parlour.server.services import Services


@get("/me/blocks")
async def list_blocks(services: TheServices, caller: TheCaller) -> Response[list[Blocked]]:
    """Whom you have blocked, the latest first."""
    found = await services.blocks_and_reports.blocked(caller.needs(OWN))
    return private([Blocked(person_card(public_person(other)), since) for other, since in found])


@put("/me/blocks/{person:str}", status_code=204)
async def block(services: TheServices, caller: TheCaller, person: FromPath[str]) -> None:
    """You no longer read what they say, they do not come to your private tables, and challenges between you end. They
    are not told."""
    me = caller.needs(OWN)
    async with services.auth.limits.counted("block", me.id):
        await services.blocks_and_reports.block(me, person)
    await services.challenges.part(me.id, person)
    await told(services, me)


@delete("/me/blocks/{person:str}", status_code=204)
async def unblock(services: TheServices, caller: TheCaller, person: FromPath[str]) -> None:
    """As if nothing had been."""
    me = caller.needs(OWN)
    await services.blocks_and_reports.unblock(me, person)
    await told(services, me)


@post("/reports", status_code=201)
async def report(services: TheServices, caller: TheCaller, data: JSONBody[NewReport]) -> Response[ReportMade]:
    """Tell those who look after the house. What was said is kept with it; who reported it is told to nobody else. The
    same report again, while it is open, is the same report."""
    me = caller.needs(OWN)
    async with services.auth.limits.counted("report", me.id):
        return private(ReportMade(await reported(services, me, data, caller.address)), 201)


async def reported(services: Services, me: Person, data: NewReport, whence: str) -> str:
    blocks_and_reports = services.blocks_and_reports
    if data.kind == "person":
        return await blocks_and_reports.report_person(me, data.person, data.reason, data.words)
    if not data.table:
        raise Refused("refuse.no-table", table="")
    table = await services.table_service.look(me, data.table, data.seat, data.invite, whence=whence)
    if data.kind == "talk":
        return await blocks_and_reports.report_talk(me, table, data.seat, data.line, data.reason, data.words)
    return await blocks_and_reports.report_table(me, table, data.seat, data.reason, data.words)


async def told(services: Services, me: Person) -> None:
    services.live.hear_no_more(me.id, await services.blocks_and_reports.unheard(me))
    services.tables.news.tell(PersonNews(me.id, "blocks"))


def router() -> Router:
    return Router("", route_handlers=[list_blocks, block, unblock, report], tags=["people"])
