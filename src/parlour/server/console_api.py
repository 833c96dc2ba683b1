"""The console, over HTTP: for moderators and hosts alone, in a browser. Every door asks for the role first."""

from typing import Annotated

from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from parlour.core.texts import printable
from parlour.house import counting
from parlour.house.moderation import officers
from parlour.house.moderation.ports import Measure, Quote, Word
from parlour.house.now import named
from parlour.house.people import known
from parlour.house.table import Table
from parlour.server.asking import TheAsking, ThePremises, private
from parlour.server.lists import Lists
from parlour.server.moderation_messages import (
    Because,
    Counts,
    Desk,
    Dossier,
    LogPage,
    MeasureLine,
    NewMeasure,
    PersonFound,
    ReportPage,
    Settle,
    TableSeen,
    WholeReport,
    WordList,
    found,
    report_line,
    word_lines,
)
from parlour.server.people_messages import PersonCard, person_card
from parlour.server.tournament_messages import TournamentNow, shown

MOST_TALK = 200
Id = FromPath[str]
Most = Annotated[int, QueryParameter(ge=1, le=100)]


@get("/")
async def console(premises: ThePremises, asking: TheAsking) -> Response[Desk]:
    """Your role, and how much there is to do."""
    me = asking.needs_role("moderator")
    assert me.role is not None, "it was asked for"
    return private(Desk(me.role, await premises.house.store.count_reports("open")))


# -- reports --------------------------------------------------------------------------------------------------


@get("/reports")
async def list_reports(
    premises: ThePremises,
    asking: TheAsking,
    settled: FromQuery[bool] = False,
    after: Annotated[str | None, QueryParameter(max_length=100, description="`next` of the page before")] = None,
    most: Most = 50,
) -> Response[ReportPage]:
    """What people have reported, the latest first."""
    asking.needs_role("moderator")
    rows = await premises.house.store.reports("settled" if settled else "open", after=Lists.cursor(after), most=most)
    following = f"{rows[-1].at}.{rows[-1].id}" if len(rows) == most else None
    return private(ReportPage([report_line(row) for row in rows], following))


@get("/reports/{report:str}")
async def one_report(premises: ThePremises, asking: TheAsking, report: Id) -> Response[WholeReport]:
    """One report with what was said. That you looked is written down."""
    whole = await premises.warden.report(asking.needs_role("moderator"), report)
    measures = await premises.house.store.measures_of(whole.person) if whole.person else []
    return private(WholeReport(report_line(whole), whole.quotes, measures))


@post("/reports/{report:str}/settle", status_code=200)
async def settle_report(
    premises: ThePremises, asking: TheAsking, report: Id, data: JSONBody[Settle]
) -> Response[WholeReport]:
    """It has been dealt with, or there was nothing in it."""
    settled = await premises.warden.settle(asking.needs_role("moderator"), report, data.outcome, data.note)
    return private(WholeReport(report_line(settled), settled.quotes, []))


# -- people ---------------------------------------------------------------------------------------------------


@get("/people")
async def find_people(
    premises: ThePremises,
    asking: TheAsking,
    name: Annotated[str, QueryParameter(max_length=64, description="A part of the name, or the id.")] = "",
) -> Response[list[PersonFound]]:
    """People by a part of their name: accounts first."""
    asking.needs_role("moderator")
    people = await premises.house.store.find_people(name.strip()) if printable(name) else []
    return private([found(person) for person in people])


@get("/people/{person:str}")
async def one_person(premises: ThePremises, asking: TheAsking, person: Id) -> Response[Dossier]:
    """Somebody, with all that was decided about them and reported of them. That you looked is written down."""
    who, measures, reports = await premises.warden.dossier(asking.needs_role("moderator"), person)
    card, now = person_card(known(who)), premises.house.time.now()
    return private(Dossier(card, who.role, measures, [report_line(one) for one in reports], now))


@post("/people/{person:str}/measures", status_code=201)
async def take_measure(
    premises: ThePremises, asking: TheAsking, person: Id, data: JSONBody[NewMeasure]
) -> Response[Measure]:
    """Mute or ban somebody, for some hours or for good. Who is banned is out at once."""
    me = asking.needs_role("moderator")
    return private(await premises.warden.measure(me, person, data.kind, data.hours, data.why), 201)


@post("/people/{person:str}/rename", status_code=200)
async def rename_person(
    premises: ThePremises, asking: TheAsking, person: Id, data: JSONBody[Because]
) -> Response[PersonCard]:
    """Give somebody a made-up name in place of theirs."""
    me = asking.needs_role("moderator")
    return private(person_card(known(await premises.warden.rename(me, person, data.why))))


@get("/measures")
async def list_measures(premises: ThePremises, asking: TheAsking) -> Response[list[MeasureLine]]:
    """All that hold now, the latest first."""
    asking.needs_role("moderator")
    store = premises.house.store
    holding = await store.measures_now(premises.house.time.now())
    people = {one.person: await store.person(one.person) for one in holding}
    return private([MeasureLine(one, person_card(known(who))) for one in holding if (who := people[one.person])])


@post("/measures/{measure:str}/lift", status_code=200)
async def lift_measure(
    premises: ThePremises, asking: TheAsking, measure: Id, data: JSONBody[Because]
) -> Response[Measure]:
    """Take it back before its time."""
    return private(await premises.warden.lift(asking.needs_role("moderator"), measure, data.why))


# -- tables ---------------------------------------------------------------------------------------------------


@get("/tables/{table:str}")
async def see_table(premises: ThePremises, asking: TheAsking, table: Id) -> Response[TableSeen]:
    """Who sits at a table and what was said there, private or not. That you looked is written down."""
    return private(seen(await premises.warden.look_at_table(asking.needs_role("moderator"), table)))


@post("/tables/{table:str}/close", status_code=200)
async def close_table(
    premises: ThePremises, asking: TheAsking, table: Id, data: JSONBody[Because]
) -> Response[TableSeen]:
    """Break it off. It counts for nobody."""
    return private(seen(await premises.warden.close_table(asking.needs_role("moderator"), table, data.why)))


@post("/tables/{table:str}/rating", status_code=200)
async def count_table(
    premises: ThePremises, asking: TheAsking, table: Id, data: JSONBody[Counts]
) -> Response[TableSeen]:
    """Take a match that is over out of the ratings, or put it back in. All ratings follow."""
    me = asking.needs_role("moderator")
    return private(seen(await premises.warden.count_table(me, table, data.counts, data.why)))


@post("/tournaments/{tournament:str}/close", status_code=200)
async def close_tournament(
    premises: ThePremises, asking: TheAsking, tournament: Id, data: JSONBody[Because]
) -> Response[TournamentNow]:
    """Call a tournament off. It goes by the name of its game from now on; of one that is over, only that."""
    me = asking.needs_role("moderator")
    closed = await premises.warden.close_tournament(premises.hall, me, tournament, data.why)
    return private(shown(closed, me.id, premises.house.uptimes))


def seen(table: Table) -> TableSeen:
    rules = table.rules
    counts = None if counting.finish_of(table) is None else not table.annulled
    said = [line for line in table.told[0] if line.kind == "said"]
    said += [line for line in table.told[None] if line.kind == "said" and line.channel == "gallery"]
    talk = [
        Quote(at=line.at, person=line.person, name=line.name, text=line.text, channel=line.channel)
        for line in sorted(said, key=lambda line: line.at)
    ]
    return TableSeen(
        table.id, rules.game, table.game.title, table.phase, rules.listed, rules.rated, counts, rules.tournament,
        named(table.sitters), talk[-MOST_TALK:],
    )  # fmt: skip


# -- the house ------------------------------------------------------------------------------------------------


@get("/log")
async def show_log(
    premises: ThePremises,
    asking: TheAsking,
    before: Annotated[int | None, QueryParameter(ge=1, le=10**12, description="`next` of the page before")] = None,
    about: Annotated[
        str | None, QueryParameter(max_length=64, pattern=r"^[A-Za-z0-9_=-]+$", description="Of this id alone.")
    ] = None,
    most: Most = 50,
) -> Response[LogPage]:
    """Who did what, to whom and why. Nothing is ever taken out of it."""
    asking.needs_role("moderator")
    rows = await premises.house.store.entries(before, about, most)
    return private(LogPage(rows, rows[-1].number if len(rows) == most and rows[-1].number > 1 else None))


@get("/words")
async def show_words(premises: ThePremises, asking: TheAsking) -> Response[WordList]:
    """The word filter."""
    asking.needs_role("moderator")
    return private(word_lines(await premises.warden.words()))


@put("/words", status_code=200)
async def put_words(premises: ThePremises, asking: TheAsking, data: JSONBody[WordList]) -> Response[WordList]:
    """Another list in place of this one. For hosts."""
    wanted = [Word(one.word, one.how) for one in data.words]
    return private(word_lines(await premises.warden.put_words(asking.needs_role("host"), wanted)))


@get("/officers")
async def list_officers(premises: ThePremises, asking: TheAsking) -> Response[list[PersonFound]]:
    """Who looks after the house: hosts, then moderators."""
    asking.needs_role("moderator")
    return private([found(person) for person in await premises.house.store.officers()])


@put("/officers/{person:str}", status_code=204)
async def name_moderator(premises: ThePremises, asking: TheAsking, person: Id) -> None:
    """A host names a moderator, who needs an account. Hosts are named where the house is run, not here."""
    me = asking.needs_role("host")
    who = await premises.warden.person(person)
    await officers.appoint(premises.house.store, premises.warden.scribe, me, who, "moderator")


@delete("/officers/{person:str}", status_code=204)
async def dismiss_moderator(premises: ThePremises, asking: TheAsking, person: Id) -> None:
    """A host dismisses a moderator."""
    me = asking.needs_role("host")
    who = await premises.warden.person(person)
    await officers.dismiss(premises.house.store, premises.warden.scribe, me, who, "moderator")


def router() -> Router:
    return Router(
        "/moderation",
        route_handlers=[
            console, list_reports, one_report, settle_report, find_people, one_person, take_measure, rename_person,
            list_measures, lift_measure, see_table, close_table, count_table, close_tournament, show_log, show_words,
            put_words, list_officers, name_moderator, dismiss_moderator,
        ],
        tags=["moderation"],
    )  # fmt: skip
