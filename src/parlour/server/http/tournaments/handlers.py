"""Tournaments over HTTP, and their calendars."""

from collections.abc import Callable
from typing import Annotated

import msgspec
from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta

from parlour.core.texts import Refused
from parlour.house.people.accounts import CALENDAR
from parlour.house.people.preferences import wished_language
from parlour.house.tournaments import commands
from parlour.house.tournaments import records as tournament_records
from parlour.house.tournaments.calendar import calendar
from parlour.house.tournaments.commands import TournamentChange
from parlour.house.tournaments.events import Entrant, TournamentKind
from parlour.house.tournaments.records import TournamentPhase, TournamentQuery
from parlour.house.tournaments.repository import NewTournament
from parlour.house.tournaments.state import Tournament
from parlour.server.guard.auth import Caller
from parlour.server.http.requests import Key, PathId, TheCaller, TheServices, private
from parlour.server.http.tables.handlers import LONGEST_WAIT
from parlour.server.http.tables.messages import BotLevel
from parlour.server.http.tournaments.messages import TournamentNow, TournamentPage, line, shown
from parlour.server.services import Services
from parlour.server.tables.lists import TableLists
from parlour.server.tables.service import own_key

CALENDAR_TYPE = "text/calendar"  # Litestar adds the charset
MOST_IN_CALENDAR = 100

GameQuery = Annotated[str | None, QueryParameter(max_length=64, pattern=r"^[A-Za-z0-9_.-]+$")]


class Seeds(msgspec.Struct, forbid_unknown_fields=True):
    """Entrants who are seeded first, the strongest first; all others are seeded by lot."""

    seeds: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=128)] = []


class AboutTournament(msgspec.Struct, forbid_unknown_fields=True):
    about: Annotated[str, Meta(max_length=4000, examples=["Five rounds. Tea at nine."])] = ""


async def go(
    services: Services,
    caller: Caller,
    id: str,
    key: str | None,
    command: Callable[[Tournament, int, str], TournamentChange | None],
) -> Response[TournamentNow]:
    """Give a command to a tournament, as the caller."""
    person = caller.needs("play")
    t = await services.tournaments.change(id, lambda t, now: command(t, now, person.id), own_key(person, key))
    return private(shown(t, person.id, services.tables.uptimes, caller.language))


@get("/tournaments")
async def list_tournaments(
    services: TheServices,
    caller: TheCaller,
    game: GameQuery = None,
    kind: FromQuery[TournamentKind | None] = None,
    phase: FromQuery[TournamentPhase | None] = None,
    mine: FromQuery[bool] = False,
    organised: FromQuery[bool] = False,
    after: Annotated[str | None, QueryParameter(max_length=64, description="`next` of the page before")] = None,
    most: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> Response[TournamentPage]:
    """Tournaments, those first in which something happened last; with `mine` those in which one takes part, with
    `organised` those that one organises."""
    person = caller.needs("read").id if mine or organised else None
    wanted = TournamentQuery(
        game=game, kind=kind, phase=phase, most=most, person=person if mine else None,
        organiser=person if organised else None, after=TableLists.cursor(after),
    )  # fmt: skip
    summaries = await tournament_records.find_tournaments(services.tables.store, wanted)
    last = summaries[-1] if len(summaries) == most else None
    following = None if last is None else f"{last.updated}.{last.tournament}"
    return private(TournamentPage([line(summary, caller.language) for summary in summaries], following))


@post("/tournaments", status_code=201)
async def announce_tournament(
    services: TheServices, caller: TheCaller, data: JSONBody[NewTournament], key: Key = None
) -> Response[TournamentNow]:
    """Make a tournament. Whoever does so is its organiser, and needs an account."""
    person = caller.needs("play")
    if person.password is None:
        raise Refused("tournament.account")
    await services.moderation.check_may_write(person)
    await services.moderation.check_name(data.title)
    data = msgspec.structs.replace(data, about=await services.moderation.talk(person, data.about))
    t = await services.tournaments.announce(person, data, own_key(person, key))
    return private(shown(t, person.id, services.tables.uptimes, caller.language), 201)


@get("/tournaments/{tournament:str}")
async def one_tournament(
    services: TheServices,
    caller: TheCaller,
    tournament: PathId,
    version: Annotated[int, QueryParameter(ge=0, le=10**9, description="The one that is known already.")] = 0,
    wait: Annotated[float, QueryParameter(ge=0, le=LONGEST_WAIT)] = 0,
) -> Response[TournamentNow]:
    """A tournament: who takes part, standings, rounds, and how ties are broken; with `wait`, once there is more than
    the `version` that one has."""
    t = await services.tournaments.wait(tournament, version, wait)
    person = None if caller.person is None else caller.person.id
    return private(shown(t, person, services.tables.uptimes, caller.language))


@post("/tournaments/{tournament:str}/entrants", status_code=200)
async def sign_up(
    services: TheServices, caller: TheCaller, tournament: PathId, key: Key = None
) -> Response[TournamentNow]:
    """Sign up. In a Swiss tournament or an arena that goes on, one plays from the next round on."""
    person = caller.needs("play")
    entrant, account = Entrant(person.id, person.name), person.password is not None
    return await go(
        services, caller, tournament, key, lambda t, now, me: commands.sign_up(t, now, entrant, account=account)
    )


@delete("/tournaments/{tournament:str}/entrants/mine", status_code=200)
async def withdraw(
    services: TheServices, caller: TheCaller, tournament: PathId, key: Key = None
) -> Response[TournamentNow]:
    """Withdraw, before it begins or during it. A match that one is playing goes on."""
    return await go(services, caller, tournament, key, commands.withdraw)


@delete("/tournaments/{tournament:str}/entrants/{entrant:str}", status_code=200)
async def remove_entrant(
    services: TheServices, caller: TheCaller, tournament: PathId, entrant: FromPath[str], key: Key = None
) -> Response[TournamentNow]:
    """The organiser takes somebody off the list."""
    return await go(services, caller, tournament, key, lambda t, now, me: commands.remove(t, now, me, entrant))


@post("/tournaments/{tournament:str}/bots", status_code=200)
async def add_bot(
    services: TheServices, caller: TheCaller, tournament: PathId, data: JSONBody[BotLevel], key: Key = None
) -> Response[TournamentNow]:
    """The organiser enters a bot, where bots are allowed: at most three for every person who takes part."""
    return await go(services, caller, tournament, key, lambda t, now, me: commands.add_bot(t, now, me, data.level))


@post("/tournaments/{tournament:str}/check-in", status_code=200)
async def check_in(
    services: TheServices, caller: TheCaller, tournament: PathId, key: Key = None
) -> Response[TournamentNow]:
    """Say that one is there. Whoever has not when it begins does not take part."""
    return await go(services, caller, tournament, key, commands.check_in)


@post("/tournaments/{tournament:str}/start", status_code=200)
async def start_tournament(
    services: TheServices, caller: TheCaller, tournament: PathId, data: JSONBody[Seeds], key: Key = None
) -> Response[TournamentNow]:
    """The organiser has it begin, seeded as it was announced: by lot, by rating, or by hand as was said before or is
    said now."""
    seed = services.tables.entropy.secret().hex()
    ratings = await services.tournaments.ratings_of(await services.tournaments.tournament(tournament))
    return await go(
        services, caller, tournament, key, lambda t, now, me: commands.start(t, now, me, seed, data.seeds, ratings)
    )


@put("/tournaments/{tournament:str}/seeds", status_code=200)
async def seed_entrants(
    services: TheServices, caller: TheCaller, tournament: PathId, data: JSONBody[Seeds], key: Key = None
) -> Response[TournamentNow]:
    """The organiser says who is seeded first, where that is done by hand, as often as they like before it begins."""
    return await go(services, caller, tournament, key, lambda t, now, me: commands.seed(t, now, me, data.seeds))


@put("/tournaments/{tournament:str}/about", status_code=200)
async def describe_tournament(
    services: TheServices, caller: TheCaller, tournament: PathId, data: JSONBody[AboutTournament], key: Key = None
) -> Response[TournamentNow]:
    """The organiser says something else about it."""
    person = caller.needs("play")
    about = await services.moderation.talk(person, data.about)
    return await go(services, caller, tournament, key, lambda t, now, me: commands.describe(t, now, me, about))


@post("/tournaments/{tournament:str}/cancel", status_code=200)
async def cancel_tournament(
    services: TheServices, caller: TheCaller, tournament: PathId, key: Key = None
) -> Response[TournamentNow]:
    """The organiser calls it off. Matches that people are playing go on by themselves; those of bots alone end."""
    return await go(services, caller, tournament, key, commands.cancel)


@get("/tournaments/{tournament:str}/calendar.ics", media_type=CALENDAR_TYPE)
async def tournament_calendar(services: TheServices, caller: TheCaller, tournament: PathId) -> Response[str]:
    """The rounds of a tournament, for calendar programs (RFC 5545)."""
    t = await services.tournaments.tournament(tournament)
    return as_calendar(calendar([t], caller.place.origin, language=caller.language))


@get("/calendars/{secret:str}", media_type=CALENDAR_TYPE)
async def own_calendar(services: TheServices, caller: TheCaller, secret: FromPath[str]) -> Response[str]:
    """One's own rounds in all tournaments. The secret is a token made for `calendar` alone, with or without `.ics`: a
    link that can read nothing else."""
    found = await services.accounts.recognise(secret.removesuffix(".ics"), program=True)
    if found is None or list(found.session.scopes) != [CALENDAR]:
        raise Refused("tournament.link")
    person = found.person.id
    summaries = await tournament_records.find_tournaments(
        services.tables.store, TournamentQuery(person=person, most=MOST_IN_CALENDAR)
    )
    mine = [await services.tournaments.tournament(summary.tournament) for summary in summaries]
    language = wished_language(found.person) or caller.language
    return as_calendar(calendar(mine, caller.place.origin, person, language=language))


def as_calendar(text: str) -> Response[str]:
    return Response(text, media_type=CALENDAR_TYPE, headers={"Cache-Control": "no-store"})


def router() -> Router:
    return Router(
        "",
        route_handlers=[
            list_tournaments, announce_tournament, one_tournament, sign_up, withdraw, remove_entrant, add_bot, check_in,
            seed_entrants, start_tournament, describe_tournament, cancel_tournament, tournament_calendar, own_calendar,
        ],
        tags=["tournaments"],
    )  # fmt: skip
