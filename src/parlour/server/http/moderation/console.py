"""The console, over HTTP: for moderators and hosts alone, in a browser. Every handler asks for the role first."""

from typing import Annotated

from litestar import Response, Router, delete, get, post, put
from litestar.params import FromQuery, JSONBody, QueryParameter

from parlour.core.texts import printable
from parlour.house.entropy import ID_PATTERN
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation import roles
from parlour.house.moderation.records import Measure, Quote, Word
from parlour.house.people import records as people_records
from parlour.house.people.accounts import public_person
from parlour.house.ratings import eligibility
from parlour.house.tables.snapshot import named_sitters
from parlour.house.tables.state import Table
from parlour.server.http.moderation.messages import (
    ConsoleOverview,
    Counts,
    LogPage,
    MeasureLine,
    NewMeasure,
    PersonFile,
    PersonFound,
    ReportPage,
    Settle,
    TableSeen,
    WholeReport,
    WhyMessage,
    WordList,
    found,
    report_line,
    word_lines,
)
from parlour.server.http.people.messages import PersonCard, person_card
from parlour.server.http.requests import PathId, TheCaller, TheServices, private
from parlour.server.http.tournaments.messages import TournamentNow, shown
from parlour.server.tables.lists import TableLists

MOST_TALK = 200
MostEntries = Annotated[int, QueryParameter(ge=1, le=100)]


@get("/")
async def console(services: TheServices, caller: TheCaller) -> Response[ConsoleOverview]:
    """Your role, and how much there is to do."""
    me = caller.needs_role("moderator")
    assert me.role is not None, "it was asked for"
    return private(ConsoleOverview(me.role, await moderation_records.count_reports(services.tables.store, "open")))


# -- reports --------------------------------------------------------------------------------------------------


@get("/reports")
async def list_reports(
    services: TheServices,
    caller: TheCaller,
    settled: FromQuery[bool] = False,
    after: Annotated[str | None, QueryParameter(max_length=100, description="`next` of the page before")] = None,
    most: MostEntries = 50,
) -> Response[ReportPage]:
    """What people have reported, the latest first."""
    caller.needs_role("moderator")
    rows = await moderation_records.reports(
        services.tables.store, "settled" if settled else "open", after=TableLists.cursor(after), most=most
    )
    following = f"{rows[-1].at}.{rows[-1].id}" if len(rows) == most else None
    return private(ReportPage([report_line(row) for row in rows], following))


@get("/reports/{report:str}")
async def one_report(services: TheServices, caller: TheCaller, report: PathId) -> Response[WholeReport]:
    """One report with what was said. That you looked is written down."""
    whole = await services.moderation.report(caller.needs_role("moderator"), report)
    measures = await moderation_records.measures_of(services.tables.store, whole.person) if whole.person else []
    return private(WholeReport(report_line(whole), whole.quotes, measures))


@post("/reports/{report:str}/settle", status_code=200)
async def settle_report(
    services: TheServices, caller: TheCaller, report: PathId, data: JSONBody[Settle]
) -> Response[WholeReport]:
    """It has been dealt with, or there was nothing in it."""
    settled = await services.moderation.settle(caller.needs_role("moderator"), report, data.outcome, data.note)
    return private(WholeReport(report_line(settled), settled.quotes, []))


# -- people ---------------------------------------------------------------------------------------------------


@get("/people")
async def find_people(
    services: TheServices,
    caller: TheCaller,
    name: Annotated[str, QueryParameter(max_length=64, description="A part of the name, or the id.")] = "",
) -> Response[list[PersonFound]]:
    """People by a part of their name: accounts first."""
    caller.needs_role("moderator")
    people = await people_records.find_people(services.tables.store, name.strip()) if printable(name) else []
    return private([found(person) for person in people])


@get("/people/{person:str}")
async def one_person(services: TheServices, caller: TheCaller, person: PathId) -> Response[PersonFile]:
    """Somebody, with all that was decided about them and reported of them. That you looked is written down."""
    who, measures, reports = await services.moderation.dossier(caller.needs_role("moderator"), person)
    card, now = person_card(public_person(who)), services.tables.time.now()
    return private(PersonFile(card, who.role, measures, [report_line(one) for one in reports], now))


@post("/people/{person:str}/measures", status_code=201)
async def take_measure(
    services: TheServices, caller: TheCaller, person: PathId, data: JSONBody[NewMeasure]
) -> Response[Measure]:
    """Mute or ban somebody, for some hours or for good. Who is banned is out at once."""
    me = caller.needs_role("moderator")
    return private(await services.moderation.measure(me, person, data.kind, data.hours, data.why), 201)


@post("/people/{person:str}/rename", status_code=200)
async def rename_person(
    services: TheServices, caller: TheCaller, person: PathId, data: JSONBody[WhyMessage]
) -> Response[PersonCard]:
    """Give somebody a made-up name in place of theirs."""
    me = caller.needs_role("moderator")
    return private(person_card(public_person(await services.moderation.rename(me, person, data.why))))


@get("/measures")
async def list_measures(services: TheServices, caller: TheCaller) -> Response[list[MeasureLine]]:
    """All that hold now, the latest first."""
    caller.needs_role("moderator")
    store = services.tables.store
    holding = await moderation_records.measures_now(store, services.tables.time.now())
    people = {one.person: await people_records.get_person(store, one.person) for one in holding}
    return private(
        [MeasureLine(one, person_card(public_person(who))) for one in holding if (who := people[one.person])]
    )


@post("/measures/{measure:str}/lift", status_code=200)
async def lift_measure(
    services: TheServices, caller: TheCaller, measure: PathId, data: JSONBody[WhyMessage]
) -> Response[Measure]:
    """Take it back before its time."""
    return private(await services.moderation.lift(caller.needs_role("moderator"), measure, data.why))


# -- tables ---------------------------------------------------------------------------------------------------


@get("/tables/{table:str}")
async def see_table(services: TheServices, caller: TheCaller, table: PathId) -> Response[TableSeen]:
    """Who sits at a table and what was said there, private or not. That you looked is written down."""
    me = caller.needs_role("moderator")
    return private(seen(await services.moderation.look_at_table(me, table), caller.language))


@post("/tables/{table:str}/close", status_code=200)
async def close_table(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[WhyMessage]
) -> Response[TableSeen]:
    """Break it off. It counts for nobody."""
    me = caller.needs_role("moderator")
    return private(seen(await services.moderation.close_table(me, table, data.why), caller.language))


@post("/tables/{table:str}/rating", status_code=200)
async def count_table(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[Counts]
) -> Response[TableSeen]:
    """Take a match that is over out of the ratings, or put it back in. All ratings follow."""
    me = caller.needs_role("moderator")
    return private(seen(await services.moderation.count_table(me, table, data.counts, data.why), caller.language))


@post("/tournaments/{tournament:str}/close", status_code=200)
async def close_tournament(
    services: TheServices, caller: TheCaller, tournament: PathId, data: JSONBody[WhyMessage]
) -> Response[TournamentNow]:
    """Call a tournament off. It goes by the name of its game from now on; of one that is over, only that."""
    me = caller.needs_role("moderator")
    closed = await services.moderation.close_tournament(services.tournaments, me, tournament, data.why)
    return private(shown(closed, me.id, services.tables.uptimes, caller.language))


def seen(table: Table, language: str) -> TableSeen:
    rules = table.rules
    counts = None if eligibility.finish_of(table) is None else not table.annulled
    said = [line for line in table.told[0] if line.kind == "said"]
    said += [line for line in table.told[None] if line.kind == "said" and line.channel == "gallery"]
    talk = [
        Quote(at=line.at, person=line.person, name=line.name, text=line.text, channel=line.channel)
        for line in sorted(said, key=lambda line: line.at)
    ]
    return TableSeen(
        table.id, rules.game, table.game.title, table.phase, rules.listed, rules.rated, counts, rules.tournament,
        named_sitters(table.sitters, language), talk[-MOST_TALK:],
    )  # fmt: skip


# -- the house ------------------------------------------------------------------------------------------------


@get("/log")
async def show_log(
    services: TheServices,
    caller: TheCaller,
    before: Annotated[int | None, QueryParameter(ge=1, le=10**12, description="`next` of the page before")] = None,
    about: Annotated[
        str | None, QueryParameter(max_length=64, pattern=ID_PATTERN, description="Of this id alone.")
    ] = None,
    most: MostEntries = 50,
) -> Response[LogPage]:
    """Who did what, to whom and why. Nothing is ever taken out of it."""
    caller.needs_role("moderator")
    rows = await moderation_records.entries(services.tables.store, before, about, most)
    return private(LogPage(rows, rows[-1].number if len(rows) == most and rows[-1].number > 1 else None))


@get("/words")
async def show_words(services: TheServices, caller: TheCaller) -> Response[WordList]:
    """The word filter."""
    caller.needs_role("moderator")
    return private(word_lines(await services.moderation.words()))


@put("/words", status_code=200)
async def put_words(services: TheServices, caller: TheCaller, data: JSONBody[WordList]) -> Response[WordList]:
    """Another list in place of this one. For hosts."""
    wanted = [Word(one.word, one.how) for one in data.words]
    return private(word_lines(await services.moderation.put_words(caller.needs_role("host"), wanted)))


@get("/officers")
async def list_officers(services: TheServices, caller: TheCaller) -> Response[list[PersonFound]]:
    """Who looks after the house: hosts, then moderators."""
    caller.needs_role("moderator")
    return private([found(person) for person in await moderation_records.people_with_roles(services.tables.store)])


@put("/officers/{person:str}", status_code=204)
async def name_moderator(services: TheServices, caller: TheCaller, person: PathId) -> None:
    """A host names a moderator, who needs an account. Hosts are named where the house is run, not here."""
    me = caller.needs_role("host")
    who = await services.moderation.person(person)
    await roles.appoint(services.tables.store, services.moderation.audit, me, who, "moderator")


@delete("/officers/{person:str}", status_code=204)
async def dismiss_moderator(services: TheServices, caller: TheCaller, person: PathId) -> None:
    """A host dismisses a moderator."""
    me = caller.needs_role("host")
    who = await services.moderation.person(person)
    await roles.dismiss(services.tables.store, services.moderation.audit, me, who, "moderator")


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
