"""People over HTTP: come in, be known again, look after one's account. Thin: bound, authorise, ask the doorkeeper.

Router(API, route_handlers=[…, *people_api.HANDLERS], dependencies=people_api.dependencies(whom))
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from litestar import Request, Response, delete, get, patch, post
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody
from litestar.types import Scope

from parlour.core.texts import Refused
from parlour.house import names
from parlour.house.moderation.ports import Role
from parlour.house.people import DAY, OWN, Entry, kind_of, known
from parlour.house.ports import Person
from parlour.house.wishes import check_settings
from parlour.server.people_messages import (
    ChangeMe,
    ChangePassword,
    Goodbye,
    Me,
    NewAccount,
    NewGuest,
    NewToken,
    PersonCard,
    Settings,
    SignIn,
    TokenCard,
    TokenMade,
    VisitCard,
    person_card,
    token_card,
    visit_card,
)
from parlour.server.safety import cookies, refusals
from parlour.server.safety.limits import Limits
from parlour.server.safety.whom import Asking, Whom
from parlour.server.texts import sentences

STATUS = refusals.STATUS
TAGS = ["people"]
WRONG = ("people.wrong", "people.wrong-password")

AnyRequest = Request[Any, Any, State]
TheWhom = NamedDependency[Whom]
TheAsking = NamedDependency[Asking]


# -- coming in ------------------------------------------------------------------------------------------------


@post("/guests", tags=TAGS)
async def come_in(request: AnyRequest, whom: TheWhom, asking: TheAsking, data: JSONBody[NewGuest]) -> Response[Me]:
    """Come in as a guest. Whoever is in already stays who they are."""
    cookies.check_may_enter(asking.place)
    if asking.person is not None:
        return Response(me_of(asking), status_code=200)
    with counted(whom.limits, "guest", asking.address):
        entry = await whom.keeper.welcome_guest(data.name, agent_of(request))
    return let_in(request, whom, asking, entry)


@post("/accounts", tags=TAGS)
async def sign_up(request: AnyRequest, whom: TheWhom, asking: TheAsking, data: JSONBody[NewAccount]) -> Response[Me]:
    """Take an account: a new one, or as a guest your own, with all you have played."""
    cookies.check_may_enter(asking.place)
    guest = asking.needs(OWN) if asking.person is not None else None
    if guest is not None and kind_of(guest) == "account":
        raise Refused("people.already-account")
    with counted(whom.limits, "sign-up", asking.address):
        entry = await whom.keeper.sign_up(data.name, data.password, agent_of(request), guest.id if guest else None)
    return let_in(request, whom, asking, entry, guest.body if guest else b"")


@post("/sessions", tags=TAGS)
async def sign_in(request: AnyRequest, whom: TheWhom, asking: TheAsking, data: JSONBody[SignIn]) -> Response[Me]:
    """Sign in to an account. Whoever was in from here before is signed out."""
    cookies.check_may_enter(asking.place)
    whom.limits.take("sign-in", asking.address)
    with guessing(whom.limits, names.fold(data.name)):
        entry = await whom.keeper.sign_in(data.name, data.password, agent_of(request))
    if asking.by == "cookie" and asking.person is not None and asking.visit is not None:
        await whom.keeper.end_visit(asking.person.id, asking.visit.handle)
    found = await whom.keeper.recognise(entry.secret, program=False)
    role = found.person.role if found else None
    return let_in(request, whom, asking, entry, found.person.body if found else b"", role)


@delete("/sessions/current", tags=TAGS, status_code=204)
async def sign_out(whom: TheWhom, asking: TheAsking) -> Response[None]:
    """Sign out here."""
    if asking.by == "cookie" and asking.person is not None and asking.visit is not None:
        await whom.keeper.end_visit(asking.person.id, asking.visit.handle)
    return Response(None, status_code=204, cookies=cookies.clear(asking.place))


@get("/sessions", tags=TAGS)
async def list_sessions(whom: TheWhom, asking: TheAsking) -> list[VisitCard]:
    """The browsers in which you are signed in, the latest used first."""
    person = asking.needs(OWN)
    here = asking.visit.handle if asking.visit else None
    return [visit_card(visit, here) for visit in await whom.keeper.visits(person.id)]


@delete("/sessions/{handle:str}", tags=TAGS, status_code=204)
async def end_session(whom: TheWhom, asking: TheAsking, handle: FromPath[str]) -> None:
    """Sign out somewhere else."""
    await whom.keeper.end_visit(asking.needs(OWN).id, handle)


# -- oneself --------------------------------------------------------------------------------------------------


@get("/me", tags=TAGS)
async def show_me(request: AnyRequest, whom: TheWhom, asking: TheAsking) -> Response[Me]:
    """Who you are here, if anybody yet."""
    secret = cookies.secret_in(request.scope, asking.place)
    if secret is None or asking.by == "token":
        return Response(me_of(asking))
    # An answer can come after that of a request which was made later, such as signing up: then it must not take away
    # the cookie which that one has brought, nor bring back the one before. So an old cookie is left where it is, and
    # the browser is told that a visit goes on only when that begins to matter.
    if asking.visit is None or whom.keeper.time.now() - asking.visit.since < DAY:
        return Response(me_of(asking))
    seconds = (asking.visit.until - whom.keeper.time.now()) // 1000
    return Response(me_of(asking), cookies=[cookies.carry(asking.place, agent_of(request), secret, seconds)])


@patch("/me", tags=TAGS)
async def change_me(whom: TheWhom, asking: TheAsking, data: JSONBody[ChangeMe]) -> PersonCard:
    """Another name, other settings."""
    person = asking.needs(OWN)
    new = data.settings
    check_settings(new or {})
    settings = None if new is None else lambda kept: merged(kept, new)
    return person_card(await whom.keeper.change(person.id, data.name, settings))


@post("/me/password", tags=TAGS, status_code=204)
async def change_password(whom: TheWhom, asking: TheAsking, data: JSONBody[ChangePassword]) -> None:
    """Another password. Signs out everywhere but here."""
    person = asking.needs(OWN)
    here = asking.visit.handle if asking.visit else ""
    with guessing(whom.limits, own_key(person)):
        await whom.keeper.change_password(person.id, data.old, data.new, here, data.tokens)


@delete("/me", tags=TAGS, status_code=204)
async def delete_me(whom: TheWhom, asking: TheAsking, data: JSONBody[Goodbye]) -> Response[None]:
    """Delete the account. What was played stays in the records of the others."""
    person = asking.needs(OWN)
    with guessing(whom.limits, own_key(person)):
        await whom.keeper.delete(person.id, data.password)
    return Response(None, status_code=204, cookies=cookies.clear(asking.place))


@get("/me/tokens", tags=TAGS)
async def list_tokens(whom: TheWhom, asking: TheAsking) -> list[TokenCard]:
    """Your programs' tokens."""
    return [token_card(visit) for visit in await whom.keeper.tokens(asking.needs(OWN).id)]


@post("/me/tokens", tags=TAGS)
async def make_token(whom: TheWhom, asking: TheAsking, data: JSONBody[NewToken]) -> TokenMade:
    """A token for a program; shown this once."""
    entry = await whom.keeper.make_token(asking.needs(OWN).id, data.label, data.scopes)
    return TokenMade(entry.secret, token_card(entry.visit))


@delete("/me/tokens/{handle:str}", tags=TAGS, status_code=204)
async def revoke_token(whom: TheWhom, asking: TheAsking, handle: FromPath[str]) -> None:
    """The program that has it is out."""
    await whom.keeper.revoke_token(asking.needs(OWN).id, handle)


@get("/players/{person:str}", tags=TAGS)
async def show_player(whom: TheWhom, person: FromPath[str]) -> PersonCard:
    """Anybody, as everybody may see them."""
    return person_card(await whom.keeper.profile(person))


HANDLERS = [
    come_in, sign_up, sign_in, sign_out, list_sessions, end_session, show_me, change_me, change_password, delete_me,
    list_tokens, make_token, revoke_token, show_player,
]  # fmt: skip


def dependencies(whom: Whom) -> dict[str, Provide]:
    """`whom`, and `asking`: who asks, for every handler that wants to know, of HTTP and WebSockets alike."""

    def the_whom() -> Whom:
        return whom

    async def who_asks(scope: Scope) -> Asking:
        return await whom.ask(scope)

    return {"whom": Provide(the_whom, sync_to_thread=False), "asking": Provide(who_asks)}


# -- small things ---------------------------------------------------------------------------------------------


def let_in(
    request: AnyRequest, whom: Whom, asking: Asking, entry: Entry, settings: bytes = b"", role: Role | None = None
) -> Response[Me]:
    agent, seconds = agent_of(request), (entry.visit.until - whom.keeper.time.now()) // 1000
    cookie = cookies.carry(asking.place, agent, entry.secret, seconds)
    me = me_as(person_card(entry.person), settings, list(entry.visit.scopes), asking, role)
    return Response(me, status_code=201, cookies=[cookie])


def me_of(asking: Asking) -> Me:
    person = asking.person
    card = person_card(known(person)) if person else None
    role = person.role if person and asking.by == "cookie" else None
    return me_as(card, person.body if person else b"", sorted(asking.scopes), asking, role)


def me_as(card: PersonCard | None, settings: bytes, scopes: list[str], asking: Asking, role: Role | None) -> Me:
    notice = cookies.notice(asking.place)
    said = sentences(None).render(notice) if notice else None
    return Me(card, settings_in(settings), scopes, asking.place.kind != "public", role, asking.guests, said)


def settings_in(body: bytes) -> Settings:
    return msgspec.json.decode(body, type=Settings) if body else {}


def merged(kept: bytes, new: Settings) -> bytes:
    """The settings with others over them; those of null are forgotten."""
    return msgspec.json.encode({name: value for name, value in (settings_in(kept) | new).items() if value is not None})


def agent_of(request: AnyRequest) -> str:
    return request.headers.get("user-agent", "")


def own_key(person: Person) -> str:
    """Guesses by who is signed in are counted apart: a stranger's at the door must not shut its owner out in here."""
    return f"/{person.id}"


@contextmanager
def guessing(limits: Limits, key: str) -> Iterator[None]:
    """Counts wrong passwords, and nothing else that may happen."""
    limits.take("guess", key)
    try:
        yield
    except Refused as refusal:
        if refusal.text.key not in WRONG:
            limits.give_back("guess", key)
        raise
    limits.give_back("guess", key)


@contextmanager
def counted(limits: Limits, kind: str, key: str) -> Iterator[None]:
    """Counts what was done; who is told that a name is taken may try another."""
    limits.take(kind, key)
    try:
        yield
    except Refused:
        limits.give_back(kind, key)
        raise
