"""Tournaments over HTTP, and their calendars."""

from collections.abc import Callable
from typing import Annotated

import msgspec
from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta

from parlour.core.texts import Refused
from parlour.house.people import CALENDAR
from parlour.house.tournaments import doors
from parlour.house.tournaments.calendar import calendar
from parlour.house.tournaments.doors import Change
from parlour.house.tournaments.events import Entrant, Kind
from parlour.house.tournaments.hall import NewTournament
from parlour.house.tournaments.ports import TournamentPhase, WantedTournaments
from parlour.house.tournaments.tournament import Tournament
from parlour.server.access import own_key
from parlour.server.asking import TheAsking, ThePremises, private
from parlour.server.lists import Lists
from parlour.server.premises import Premises
from parlour.server.safety.whom import Asking
from parlour.server.tables_api import LONGEST_WAIT, BotLevel, Key
from parlour.server.tournament_messages import TournamentNow, TournamentPage, line, shown

CALENDAR_TYPE = "text/calendar"  # Litestar adds the charset
MOST_IN_CALENDAR = 100

Id = FromPath[str]
Name = Annotated[str | None, QueryParameter(max_length=64, pattern=r"^[A-Za-z0-9_.-]+$")]


class Seeds(msgspec.Struct, forbid_unknown_fields=True):
    """Entrants who are seeded first, the strongest first; all others are seeded by lot."""

    seeds: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=128)] = []


async def go(
    premises: Premises, asking: Asking, id: str, key: str | None, door: Callable[[Tournament, int, str], Change | None]
) -> Response[TournamentNow]:
    """Through a door of a tournament, as whoever asks."""
    person = asking.needs("play")
    t = await premises.hall.change(id, lambda t, now: door(t, now, person.id), own_key(person, key))
    return private(shown(t, person.id, premises.house.uptimes))


@get("/tournaments")
async def list_tournaments(
    premises: ThePremises,
    asking: TheAsking,
    game: Name = None,
    kind: FromQuery[Kind | None] = None,
    phase: FromQuery[TournamentPhase | None] = None,
    mine: FromQuery[bool] = False,
    organised: FromQuery[bool] = False,
    after: Annotated[str | None, QueryParameter(max_length=64, description="`next` of the page before")] = None,
    most: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> Response[TournamentPage]:
    """Tournaments, those first in which something happened last; with `mine` those in which one takes part, with
    `organised` those that one organises."""
    person = asking.needs("read").id if mine or organised else None
    wanted = WantedTournaments(
        game=game, kind=kind, phase=phase, most=most, person=person if mine else None,
        organiser=person if organised else None, after=Lists.cursor(after),
    )  # fmt: skip
    cards = await premises.house.store.tournament_cards(wanted)
    last = cards[-1] if len(cards) == most else None
    following = None if last is None else f"{last.updated}.{last.tournament}"
    return private(TournamentPage([line(card) for card in cards], following))


@post("/tournaments", status_code=201)
async def announce_tournament(
    premises: ThePremises, asking: TheAsking, data: JSONBody[NewTournament], key: Key = None
) -> Response[TournamentNow]:
    """Make a tournament. Whoever does so is its organiser, and needs an account."""
    person = asking.needs("play")
    if person.password is None:
        raise Refused("tournament.account")
    await premises.warden.check_may_write(person)
    await premises.warden.check_name(data.title)
    t = await premises.hall.announce(person, data, own_key(person, key))
    return private(shown(t, person.id, premises.house.uptimes), 201)


@get("/tournaments/{tournament:str}")
async def one_tournament(
    premises: ThePremises,
    asking: TheAsking,
    tournament: Id,
    version: Annotated[int, QueryParameter(ge=0, le=10**9, description="The one that is known already.")] = 0,
    wait: Annotated[float, QueryParameter(ge=0, le=LONGEST_WAIT)] = 0,
) -> Response[TournamentNow]:
    """A tournament: who takes part, standings, rounds, and how ties are broken; with `wait`, once there is more than
    the `version` that one has."""
    t = await premises.hall.wait(tournament, version, wait)
    return private(shown(t, None if asking.person is None else asking.person.id, premises.house.uptimes))


@post("/tournaments/{tournament:str}/entrants", status_code=200)
async def sign_up(premises: ThePremises, asking: TheAsking, tournament: Id, key: Key = None) -> Response[TournamentNow]:
    """Sign up. In a Swiss tournament or an arena that goes on, one plays from the next round on."""
    person = asking.needs("play")
    entrant, account = Entrant(person.id, person.name), person.password is not None
    return await go(
        premises, asking, tournament, key, lambda t, now, me: doors.sign_up(t, now, entrant, account=account)
    )


@delete("/tournaments/{tournament:str}/entrants/mine", status_code=200)
async def withdraw(
    premises: ThePremises, asking: TheAsking, tournament: Id, key: Key = None
) -> Response[TournamentNow]:
    """Withdraw, before it begins or during it. A match that one is playing goes on."""
    return await go(premises, asking, tournament, key, doors.withdraw)


@delete("/tournaments/{tournament:str}/entrants/{entrant:str}", status_code=200)
async def remove_entrant(
    premises: ThePremises, asking: TheAsking, tournament: Id, entrant: FromPath[str], key: Key = None
) -> Response[TournamentNow]:
    """The organiser takes somebody off the list."""
    return await go(premises, asking, tournament, key, lambda t, now, me: doors.remove(t, now, me, entrant))


@post("/tournaments/{tournament:str}/bots", status_code=200)
async def add_bot(
    premises: ThePremises, asking: TheAsking, tournament: Id, data: JSONBody[BotLevel], key: Key = None
) -> Response[TournamentNow]:
    """The organiser enters a bot, where bots are allowed."""
    return await go(premises, asking, tournament, key, lambda t, now, me: doors.add_bot(t, now, me, data.level))


@post("/tournaments/{tournament:str}/check-in", status_code=200)
async def check_in(
    premises: ThePremises, asking: TheAsking, tournament: Id, key: Key = None
) -> Response[TournamentNow]:
    """Say that one is there. Whoever has not when it begins does not take part."""
    return await go(premises, asking, tournament, key, doors.check_in)


@post("/tournaments/{tournament:str}/start", status_code=200)
async def start_tournament(
    premises: ThePremises, asking: TheAsking, tournament: Id, data: JSONBody[Seeds], key: Key = None
) -> Response[TournamentNow]:
    """The organiser has it begin, seeded as it was announced: by lot, by rating, or by hand as was said before or is
    said now."""
    seed = premises.house.chances.secret().hex()
    ratings = await premises.hall.ratings_of(await premises.hall.tournament(tournament))
    return await go(
        premises, asking, tournament, key, lambda t, now, me: doors.start(t, now, me, seed, data.seeds, ratings)
    )


@put("/tournaments/{tournament:str}/seeds", status_code=200)
async def seed_entrants(
    premises: ThePremises, asking: TheAsking, tournament: Id, data: JSONBody[Seeds], key: Key = None
) -> Response[TournamentNow]:
    """The organiser says who is seeded first, where that is done by hand, as often as they like before it begins."""
    return await go(premises, asking, tournament, key, lambda t, now, me: doors.seed(t, now, me, data.seeds))


@post("/tournaments/{tournament:str}/cancel", status_code=200)
async def cancel_tournament(
    premises: ThePremises, asking: TheAsking, tournament: Id, key: Key = None
) -> Response[TournamentNow]:
    """The organiser calls it off. Matches that are being played go on by themselves."""
    return await go(premises, asking, tournament, key, doors.cancel)


@get("/tournaments/{tournament:str}/calendar.ics", media_type=CALENDAR_TYPE)
async def tournament_calendar(premises: ThePremises, asking: TheAsking, tournament: Id) -> Response[str]:
    """The rounds of a tournament, for calendar programs (RFC 5545)."""
    t = await premises.hall.tournament(tournament)
    return as_calendar(calendar([t], asking.place.origin))


@get("/calendars/{secret:str}", media_type=CALENDAR_TYPE)
async def own_calendar(premises: ThePremises, asking: TheAsking, secret: FromPath[str]) -> Response[str]:
    """One's own rounds in all tournaments. The secret is a token made for `calendar` alone, with or without `.ics`: a
    link that can read nothing else."""
    found = await premises.keeper.recognise(secret.removesuffix(".ics"), program=True)
    if found is None or list(found.visit.scopes) != [CALENDAR]:
        raise Refused("tournament.link")
    person = found.person.id
    cards = await premises.house.store.tournament_cards(WantedTournaments(person=person, most=MOST_IN_CALENDAR))
    mine = [await premises.hall.tournament(card.tournament) for card in cards]
    return as_calendar(calendar(mine, asking.place.origin, person))


def as_calendar(text: str) -> Response[str]:
    return Response(text, media_type=CALENDAR_TYPE, headers={"Cache-Control": "no-store"})


def router() -> Router:
    return Router(
        "",
        route_handlers=[
            list_tournaments, announce_tournament, one_tournament, sign_up, withdraw, remove_entrant, add_bot, check_in,
            seed_entrants, start_tournament, cancel_tournament, tournament_calendar, own_calendar,
        ],
        tags=["tournaments"],
    )  # fmt: skip
