"""The house itself over HTTP: its name and emblem, its conversations, its members, its weekly tournaments."""

import binascii
from base64 import b64decode
from typing import Annotated

from litestar import Response, Router, delete, get, post, put
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody, QueryParameter

from parlour import games
from parlour.core.texts import Refused
from parlour.house.club import records as club_records
from parlour.house.club.records import HOUSE_TALK, Club, Member
from parlour.house.friends.contact_rules import may_contact
from parlour.house.people import records as people_records
from parlour.house.people.accounts import OWN, public_person
from parlour.house.people.guests import check_may_write
from parlour.house.people.preferences import shows_here
from parlour.house.tables import records as table_records
from parlour.house.tables.play_history import GamePlayed, play_history
from parlour.house.tables.records import TablePhase, TableQuery
from parlour.house.tournaments.weekly import WeeklyTemplate, begins, weekly_tournaments
from parlour.server.guard.auth import Caller
from parlour.server.http.club.messages import (
    ClubShown,
    ClubWish,
    MemberLine,
    Membership,
    MembersPage,
    NewEmblem,
    NewRemark,
    RemarkLine,
    RemarkReport,
    TalkPage,
    WeeklyLine,
    club_shown,
    remark_line,
    weekly_line,
)
from parlour.server.http.friends.handlers import person_id
from parlour.server.http.moderation.messages import ReportMade, WhyMessage
from parlour.server.http.people.messages import person_card
from parlour.server.http.requests import Key, PathId, TheCaller, TheServices, private
from parlour.server.services import Services
from parlour.server.tables.lists import TableLine, TableLists, line
from parlour.server.tables.service import own_key

SHOWN = 50  # remarks at first, and members of a page
MOST_REMARKS = 200
LATEST = 6  # matches of somebody's
PLACES: tuple[TablePhase, ...] = ("playing", "open")  # of somebody who is here
ALL_MEMBERS = 1000  # among whom those are counted who are here
EMBLEM_TYPES = {"svg": "image/svg+xml", "png": "image/png"}
RemarkNumber = FromPath[int]


# -- the house ------------------------------------------------------------------------------------------------


@get("/club")
async def show_club(services: TheServices, caller: TheCaller) -> Response[ClubShown]:
    """How the house is called and looks, what is pinned up in it, and how many of its members are here."""
    return private(await the_club(services))


async def the_club(services: Services, club: Club | None = None) -> ClubShown:
    store = services.tables.store
    present, members = services.live.here(), await club_records.members(store, most=ALL_MEMBERS)
    here = [one.person for one in members if one.person in present]
    shown = [one for one in await people_records.people(store, here) if shows_here(one.body, one.password is not None)]
    count = len(members) if len(members) < ALL_MEMBERS else await club_records.count_members(store)
    return club_shown(await club_records.the_club(store) if club is None else club, count, len(shown))


@get("/club/emblem/{picture:str}", media_type="image/svg+xml")
async def show_emblem(services: TheServices, picture: FromPath[str]) -> Response[bytes]:
    """The house's emblem. Its address changes with the picture. As all of the API it may load and do nothing."""
    found = await club_records.emblem(services.tables.store, person_id(picture))
    if found is None:
        raise NotFoundException
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(found.body, media_type=EMBLEM_TYPES[found.kind], headers=headers)


@put("/moderation/club", status_code=200)
async def describe_club(services: TheServices, caller: TheCaller, data: JSONBody[ClubWish]) -> Response[ClubShown]:
    """Give the house a name, a colour and a notice. For hosts."""
    club = await services.club.describe(
        caller.needs_role("host"), name=data.name, short=data.short, accent=data.accent, notice=data.notice,
        common_room=data.common_room,
    )  # fmt: skip
    return private(await the_club(services, club))


@put("/moderation/club/emblem", status_code=200)
async def put_emblem(services: TheServices, caller: TheCaller, data: JSONBody[NewEmblem]) -> Response[ClubShown]:
    """Give the house an emblem: a square SVG or PNG of at most 40 KB. For hosts."""
    me = caller.needs_role("host")
    try:
        body = b64decode(data.picture, validate=True)
    except (binascii.Error, ValueError):
        raise Refused("club.emblem-kind") from None
    return private(await the_club(services, await services.club.put_emblem(me, body)))


@delete("/moderation/club/emblem", status_code=200)
async def remove_emblem(services: TheServices, caller: TheCaller) -> Response[ClubShown]:
    """Take the house's emblem down. For hosts."""
    return private(await the_club(services, await services.club.remove_emblem(caller.needs_role("host"))))


# -- conversations --------------------------------------------------------------------------------------------


@get("/talk/{place:str}")
async def show_talk(
    services: TheServices,
    caller: TheCaller,
    place: PathId,
    after: Annotated[
        int | None, QueryParameter(ge=0, le=2**53 - 1, description="`version` of what one has; left out: the last.")
    ] = None,
) -> Response[TalkPage]:
    """What is said in the common room (`house`) or about a tournament (its id)."""
    await check_reads(services, caller, place)
    services.auth.allowance(caller).pull(SHOWN)
    store, version = services.tables.store, await club_records.version_of(services.tables.store, place)
    if after is None:
        said = await club_records.latest_remarks(store, place, SHOWN)
    else:
        said = await club_records.changed_remarks(store, place, after, MOST_REMARKS)
        version = said[-1].version if len(said) == MOST_REMARKS else version
    unheard = await services.blocks_and_reports.unheard(caller.person)
    return private(TalkPage(place, version, [remark_line(one, unheard) for one in said], writes(caller)))


@post("/talk/{place:str}", status_code=201)
async def say_there(
    services: TheServices, caller: TheCaller, place: PathId, data: JSONBody[NewRemark], key: Key = None
) -> Response[RemarkLine]:
    """Say something in the common room, or about a tournament."""
    me = caller.needs("play")
    await check_reads(services, caller, place)
    services.auth.allowance(caller).say()
    text = await services.moderation.talk(me, data.text)
    said = await services.conversations.say(place, me, text, own_key(me, key) or "")
    return private(remark_line(said, frozenset()), 201)


@post("/talk/{place:str}/{number:int}/reports", status_code=201)
async def report_remark(
    services: TheServices, caller: TheCaller, place: PathId, number: RemarkNumber, data: JSONBody[RemarkReport]
) -> Response[ReportMade]:
    """Tell those who look after the house of something that was said. It is kept with what was said before it."""
    me = caller.needs(OWN)
    await check_reads(services, caller, place)
    async with services.auth.limits.counted("report", me.id):
        made = await services.blocks_and_reports.report_remark(me, place, bounded(number), data.reason, data.words)
    return private(ReportMade(made), 201)


@post("/moderation/talk/{place:str}/{number:int}/take-away", status_code=200)
async def take_remark_away(
    services: TheServices, caller: TheCaller, place: PathId, number: RemarkNumber, data: JSONBody[WhyMessage]
) -> Response[RemarkLine]:
    """Nobody is to read it any more."""
    me = caller.needs_role("moderator")
    said = await services.moderation.take_away(
        services.conversations, me, person_id(place), bounded(number), data.why
    )  # fmt: skip
    return private(remark_line(said, frozenset()))


async def check_reads(services: Services, caller: Caller, place: str) -> None:
    """A house that lets in nobody without an account is not listened to from the street either."""
    if services.accounts.guests == "none":
        caller.needs("play")
    if place != HOUSE_TALK:
        await services.tournaments.tournament(place)
    elif not (await club_records.the_club(services.tables.store)).common_room:
        raise Refused("club.no-common-room")


def writes(caller: Caller) -> bool:
    """Whether the house's settings let them write at all; whoever is nobody yet becomes a guest by it."""
    if caller.person is None:
        return caller.guests == "welcome"
    try:
        check_may_write(caller.guests, caller.person)
    except Refused:
        return False
    return "play" in caller.scopes


def bounded(number: int) -> int:
    if not 0 < number < 2**53:
        raise Refused("club.no-remark")
    return number


# -- members --------------------------------------------------------------------------------------------------


@get("/members")
async def list_members(
    services: TheServices,
    caller: TheCaller,
    after: Annotated[str | None, QueryParameter(max_length=100, description="`next` of the page before")] = None,
) -> Response[MembersPage]:
    """Accounts that wish to be listed, with what they play: those who are here, then the latest first. Who is here may
    come again on a later page."""
    if services.accounts.guests == "none":
        caller.needs("play")
    services.auth.allowance(caller).pull(SHOWN)
    store, present = services.tables.store, services.live.here()
    club = await club_records.the_club(store)
    inside = services.live.in_the_room.everybody() if club.common_room else set()
    some = await club_records.members(store, TableLists.cursor(after), SHOWN)
    far = [] if after else [
        one for one in await club_records.members(store, most=ALL_MEMBERS) if one.person in present
    ][:SHOWN]  # fmt: skip
    wanted = list({one.person: one for one in (*far, *some)}.values())
    people = {one.id: one for one in await people_records.people(store, [one.person for one in wanted])}
    latest = {one.person for one in some}
    me = None if caller.person is None else caller.person.id
    lines = []
    for one in wanted:
        person = people.get(one.person)
        if (
            person is None
            or person.password is None
            or (me is not None and not await may_contact(store, me, person.id))
        ):
            continue
        here = person.id in present and shows_here(person.body, account=True)
        if not here and one.person not in latest:
            continue
        lines.append(
            MemberLine(
                person_card(public_person(person)),
                one.since,
                one.games,
                here,
                await _plays(services, person.id, caller.language) if here else None,
                here and person.id in inside,
            )
        )
    # Who does not show that they are here stands where they would if they were away.
    place = {one.person: number for number, one in enumerate(some)}
    lines.sort(key=lambda each: (after is None and not each.here, place.get(each.person.id, -1)))
    own = None if me is None else await club_records.member(store, me)
    following = f"{some[-1].since}.{some[-1].person}" if len(some) == SHOWN else None
    return private(MembersPage(lines, None if own is None else Membership(list(own.games)), following))


async def _plays(services: Services, person: str, language: str) -> TableLine | None:
    """Where somebody plays, or else looks for players, so far as everybody can see it."""
    for phase in PLACES:
        wanted = TableQuery(person=person, phase=phase, listed=True, most=1)
        for one in await table_records.find_tables(services.tables.store, wanted):
            return line(one, language=language)
    return None


@put("/me/membership", status_code=204)
async def be_listed(services: TheServices, caller: TheCaller, data: JSONBody[Membership]) -> None:
    """Be listed among the members of the house, with the games for which you like to be asked."""
    me = caller.needs(OWN)
    if me.password is None:
        raise Refused("club.account")
    known = set(games.names())
    wanted = tuple(dict.fromkeys(data.games))
    for game in wanted:
        if game not in known:
            raise Refused("refuse.no-such-game", game=game[:40], known=", ".join(sorted(known)))
    member = Member(person=me.id, since=services.tables.time.now(), games=wanted)
    if not await club_records.put_member(services.tables.store, member):
        raise Refused("people.nobody")


@delete("/me/membership", status_code=204)
async def be_listed_no_more(services: TheServices, caller: TheCaller) -> None:
    """Be listed no longer."""
    await club_records.remove_member(services.tables.store, caller.needs(OWN).id)


@get("/players/{person:str}/play")
async def show_play(services: TheServices, caller: TheCaller, person: FromPath[str]) -> Response[list[GamePlayed]]:
    """What somebody has played in the last half year, and how it came out: the game first that is played most. Of
    others only what everybody could have watched, or what counts for ratings."""
    store, id = services.tables.store, person_id(person)
    found = await people_records.get_person(store, id)
    own = caller.person is not None and caller.person.id == id
    if found is None or (found.password is None and not own):
        raise Refused("people.nobody")
    services.auth.allowance(caller).pull(SHOWN)
    return private(await play_history(store, id, services.tables.time.now(), own=own))


@get("/players/{person:str}/matches")
async def show_matches(services: TheServices, caller: TheCaller, person: FromPath[str]) -> Response[list[TableLine]]:
    """The latest matches of somebody with an account that are over, of those that everybody could have watched."""
    store, id = services.tables.store, person_id(person)
    found = await people_records.get_person(store, id)
    if found is None or found.password is None:
        raise Refused("people.nobody")
    services.auth.allowance(caller).pull(SHOWN)
    wanted = TableQuery(person=id, phase="over", listed=True, most=LATEST * 2)
    lines = [line(one, language=caller.language) for one in await table_records.find_tables(store, wanted)]
    # One that was closed before it began has nothing to be looked back at.
    return private([one for one in lines if one.about.returns][:LATEST])


# -- weekly tournaments ---------------------------------------------------------------------------------------


@get("/moderation/weekly-tournaments")
async def list_weekly(services: TheServices, caller: TheCaller) -> Response[list[WeeklyLine]]:
    """Tournaments that announce themselves every week."""
    caller.needs_role("moderator")
    now = services.tables.time.now()
    return private([
        weekly_line(one, None if one.template.paused else next(begins(one.template, now))[1])
        for one in await weekly_tournaments(services.tables.store)
    ])  # fmt: skip


@post("/moderation/weekly-tournaments", status_code=201)
async def add_weekly(
    services: TheServices, caller: TheCaller, data: JSONBody[WeeklyTemplate], key: Key = None
) -> Response[WeeklyLine]:
    """Have a tournament announced every week. For hosts."""
    me = caller.needs_role("host")
    one = await services.weekly.add(me, data, own_key(me, key))
    return private(weekly_line(one, next(begins(one.template, services.tables.time.now()))[1]), 201)


@put("/moderation/weekly-tournaments/{weekly:str}", status_code=200)
async def change_weekly(
    services: TheServices, caller: TheCaller, weekly: PathId, data: JSONBody[WeeklyTemplate]
) -> Response[WeeklyLine]:
    """Change it, pause it, or have it go on. Those that are announced stay as they are. For hosts."""
    one = await services.weekly.change(caller.needs_role("host"), weekly, data)
    return private(weekly_line(one, next(begins(one.template, services.tables.time.now()))[1]))


@delete("/moderation/weekly-tournaments/{weekly:str}", status_code=204)
async def remove_weekly(services: TheServices, caller: TheCaller, weekly: PathId) -> None:
    """No more of them. Those that are announced stay. For hosts."""
    await services.weekly.remove(caller.needs_role("host"), weekly)


def router() -> Router:
    return Router(
        "",
        route_handlers=[
            show_club, show_emblem, describe_club, put_emblem, remove_emblem, show_talk, say_there, report_remark,
            take_remark_away, list_members, be_listed, be_listed_no_more, show_play, show_matches, list_weekly,
            add_weekly, change_weekly, remove_weekly,
        ],
        tags=["club"],
    )  # fmt: skip
