"""Friends and tables over HTTP: quick match, challenges, whom one follows, taking over from a bot."""

from typing import Annotated

from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from parlour.core.texts import Refused
from parlour.house.entropy import ID
from parlour.house.friends import records as friend_records
from parlour.house.friends.challenges import NewChallenge
from parlour.house.friends.contact_rules import may_contact
from parlour.house.friends.quick_match import QuickMatchRequest
from parlour.house.people import records as people_records
from parlour.house.people.accounts import OWN, public_person
from parlour.house.people.preferences import shows_here, takes_challenge
from parlour.house.tables import records as table_records
from parlour.house.tables.records import TableQuery
from parlour.server.http.friends.messages import Answered, FollowedPlayer, Meeting, MyChallenges, StepIn, YesOrNo
from parlour.server.http.people.messages import PersonCard, person_card
from parlour.server.http.requests import InviteQuery, Key, PathId, TheCaller, TheServices, private
from parlour.server.http.tables.handlers import at_table, done
from parlour.server.http.tables.messages import AtTable, Done
from parlour.server.tables.lists import MOST_SHOWN, line
from parlour.server.tables.service import own_key

MOST_TABLES = 5  # of one player, on their page


# -- quick match ----------------------------------------------------------------------------------------------


@post("/quick-matches", status_code=200)
async def quick_match(
    services: TheServices, caller: TheCaller, data: JSONBody[QuickMatchRequest], key: Key = None
) -> Response[AtTable]:
    """Sit down with somebody who looks for the same, or at a table where the next one who does will find you."""
    person = caller.needs("play")
    services.auth.limits.take("quick", person.id)
    return private(at_table(await services.quick_matches.find(person, data, own_key(person, key)), caller, services))


@delete("/quick-matches/{table:str}", status_code=200)
async def stop_looking(services: TheServices, caller: TheCaller, table: PathId, key: Key = None) -> Response[Done]:
    """Look no longer. Refused if somebody has come: then there is a match, and nothing was left."""
    person = caller.needs("play")
    await services.table_service.find(person, table)
    return done(await services.quick_matches.cancel(person, table, own_key(person, key)), caller, None)


# -- challenges -----------------------------------------------------------------------------------------------


@get("/challenges")
async def list_challenges(services: TheServices, caller: TheCaller) -> Response[MyChallenges]:
    """Challenges that wait for an answer: yours, or somebody else's."""
    person, found = caller.needs("read").id, services.challenges
    for_me, by_me = await found.for_me(person), await found.by_me(person)
    return private(
        MyChallenges(
            [line(summary, language=caller.language) for summary in for_me],
            [line(summary, own=True, language=caller.language) for summary in by_me],
        )
    )


@post("/challenges", status_code=201)
async def challenge(
    services: TheServices, caller: TheCaller, data: JSONBody[NewChallenge], key: Key = None
) -> Response[AtTable]:
    """Challenge a player, or several: a private table, with a seat kept for each. Taken back by leaving it."""
    person, limits = caller.needs("play"), services.auth.limits
    for other in (data.to, *data.others):
        limits.take("challenge", person.id)
        limits.take("challenge-to", f"{person.id} {other}")
    table = await services.challenges.send(person, data, own_key(person, key))
    return private(at_table(table, caller, services), 201)


@post("/challenges/{table:str}/answer", status_code=200)
async def answer_challenge(
    services: TheServices, caller: TheCaller, table: PathId, data: JSONBody[YesOrNo], key: Key = None
) -> Response[Answered]:
    """Take the seat that is kept for you, or say that you will not."""
    person = caller.needs("play")
    at = await services.challenges.answer(person, table, data.yes, own_key(person, key), data.contribute)
    return private(Answered(at.id, bool(at.seats_of(person.id))))


# -- following ------------------------------------------------------------------------------------------------


@get("/me/following")
async def list_following(services: TheServices, caller: TheCaller) -> Response[list[FollowedPlayer]]:
    """The players whom you follow. Nobody else is told."""
    person, store = caller.needs(OWN).id, services.tables.store
    followed, present = await friend_records.followed_by(store, person), services.live.here()
    here = {one.person for one in followed if one.person in present and await may_contact(store, person, one.person)}
    wanted = TableQuery(followed_by=person, phase="playing", listed=True, most=MOST_SHOWN)
    summaries = await table_records.find_tables(store, wanted) if followed else []
    tables = {who: line(summary, language=caller.language) for summary in reversed(summaries) for who in summary.people}
    return private(
        [
            FollowedPlayer(
                one.person, one.name, one.since, one.person in here and shows_here(one.body, account=True),
                tables.get(one.person),
            )
            for one in followed
        ]
    )  # fmt: skip


@put("/me/following/{person:str}", status_code=204)
async def follow(services: TheServices, caller: TheCaller, person: FromPath[str]) -> None:
    """Follow a player: you see when they are here or play where anybody may watch. They are not told."""
    me = caller.needs(OWN)
    services.auth.limits.take("follow", me.id)
    await services.challenges.follow(me, person_id(person))


@delete("/me/following/{person:str}", status_code=204)
async def unfollow(services: TheServices, caller: TheCaller, person: FromPath[str]) -> None:
    """Follow a player no longer."""
    await friend_records.unfollow(services.tables.store, caller.needs(OWN).id, person_id(person))


@get("/players")
async def find_player(
    services: TheServices,
    caller: TheCaller,
    name: Annotated[str, QueryParameter(min_length=1, max_length=100, description="The whole name.")],
) -> Response[PersonCard]:
    """The account with this name, as others see it."""
    services.auth.limits.take("find", caller.needs("read").id)
    return private(person_card(public_person(await services.challenges.find(name))))


@get("/player-names")
async def find_names(
    services: TheServices,
    caller: TheCaller,
    beginning: Annotated[
        str,
        QueryParameter(min_length=1, max_length=100, description="Of a name, or of a word in it: two letters or more."),
    ],
) -> Response[list[PersonCard]]:
    """A few accounts whose names begin like this. There is no list of all."""
    services.auth.limits.take("names", caller.needs("read").id)
    return private([person_card(public_person(one)) for one in await services.challenges.named(beginning)])


@get("/players/{person:str}/meeting")
async def meeting(services: TheServices, caller: TheCaller, person: FromPath[str]) -> Response[Meeting]:
    """Whether you follow somebody, whether they are here, take a challenge from you, and where they play."""
    store, other = services.tables.store, await people_records.get_person(services.tables.store, person_id(person))
    if other is None:
        raise Refused("people.nobody")
    summaries = await table_records.find_tables(
        store, TableQuery(person=other.id, phase="playing", listed=True, most=MOST_TABLES)
    )
    tables, account = [line(summary, language=caller.language) for summary in summaries], other.password is not None
    me = caller.person
    if me is None or me.id == other.id or not account:
        return private(Meeting(False, False, False, tables))
    following = OWN in caller.scopes and await friend_records.follows(store, me.id, other.id)  # no program's business
    near = await may_contact(store, me.id, other.id)
    here = following and near and other.id in services.live.here() and shows_here(other.body, account)
    may = near and me.password is not None and await takes_challenge(store, other, me.id)
    return private(Meeting(following, here, may, tables))


# -- taking over ----------------------------------------------------------------------------------------------


@post("/tables/{table:str}/substitutes", status_code=200)
async def step_in(
    services: TheServices,
    caller: TheCaller,
    table: PathId,
    data: JSONBody[StepIn],
    key: Key = None,
    invite: InviteQuery = "",
) -> Response[AtTable]:
    """Take over from a bot that sits in for somebody who left, with all that the seat knows."""
    person, whence = caller.needs("play"), caller.address
    at = await services.table_service.step_in(person, table, data.seat, key, invite, whence=whence)
    return private(at_table(at, caller, services))


def person_id(text: str) -> str:
    if not ID.fullmatch(text):
        raise Refused("people.nobody")
    return text


def router() -> Router:
    return Router(
        "",
        route_handlers=[
            quick_match, stop_looking, list_challenges, challenge, answer_challenge, list_following, follow, unfollow,
            find_player, find_names, meeting, step_in,
        ],
        tags=["friends"],
    )  # fmt: skip
