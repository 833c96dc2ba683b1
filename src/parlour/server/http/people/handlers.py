"""People over HTTP: come in, sign up and in, look after one's account. Thin: bound, authorise, ask `Accounts`."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.params import FromPath, JSONBody

from parlour.core.texts import Refused
from parlour.house.people import names
from parlour.house.people.accounts import DAY, OWN, SignedIn, kind_of, public_person
from parlour.house.people.person import Person, Role
from parlour.house.people.preferences import check_settings
from parlour.server.guard import cookies
from parlour.server.guard.auth import Auth, Caller
from parlour.server.guard.limits import Limits
from parlour.server.http.people.messages import (
    ChangeMe,
    ChangePassword,
    Goodbye,
    Me,
    NewAccount,
    NewGuest,
    NewToken,
    PageSettings,
    PersonCard,
    SessionCard,
    SignIn,
    TokenCard,
    TokenMade,
    person_card,
    session_card,
    token_card,
)
from parlour.server.http.requests import AnyRequest, TheAuth, TheCaller
from parlour.server.texts import sentences

TAGS = ["people"]
WRONG = ("people.wrong", "people.wrong-password")


# -- coming in ------------------------------------------------------------------------------------------------


@post("/guests", tags=TAGS)
async def come_in(request: AnyRequest, auth: TheAuth, caller: TheCaller, data: JSONBody[NewGuest]) -> Response[Me]:
    """Come in as a guest. Whoever is in already stays who they are."""
    cookies.check_may_enter(caller.place)
    if caller.person is not None:
        return Response(me_of(caller), status_code=200)
    with counted(auth.limits, "guest", caller.address):
        entry = await auth.accounts.welcome_guest(data.name, agent_of(request))
    return let_in(request, auth, caller, entry)


@post("/accounts", tags=TAGS)
async def sign_up(request: AnyRequest, auth: TheAuth, caller: TheCaller, data: JSONBody[NewAccount]) -> Response[Me]:
    """Take an account: a new one, or as a guest your own, with all you have played."""
    cookies.check_may_enter(caller.place)
    guest = caller.needs(OWN) if caller.person is not None else None
    if guest is not None and kind_of(guest) == "account":
        raise Refused("people.already-account")
    with counted(auth.limits, "sign-up", caller.address):
        entry = await auth.accounts.sign_up(
            data.name, data.password, agent_of(request), guest.id if guest else None, caller.address
        )
    return let_in(request, auth, caller, entry, guest.body if guest else b"")


@post("/sessions", tags=TAGS)
async def sign_in(request: AnyRequest, auth: TheAuth, caller: TheCaller, data: JSONBody[SignIn]) -> Response[Me]:
    """Sign in to an account. Whoever was in from here before is signed out."""
    cookies.check_may_enter(caller.place)
    auth.limits.take("sign-in", caller.address)
    with guessing(auth.limits, names.fold(data.name)):
        entry = await auth.accounts.sign_in(data.name, data.password, agent_of(request), caller.address)
    if caller.by == "cookie" and caller.person is not None and caller.session is not None:
        await auth.accounts.end_session(caller.person.id, caller.session.handle)
    found = await auth.accounts.recognise(entry.secret, program=False)
    role = found.person.role if found else None
    return let_in(request, auth, caller, entry, found.person.body if found else b"", role)


@delete("/sessions/current", tags=TAGS, status_code=204)
async def sign_out(auth: TheAuth, caller: TheCaller) -> Response[None]:
    """Sign out here."""
    if caller.by == "cookie" and caller.person is not None and caller.session is not None:
        await auth.accounts.end_session(caller.person.id, caller.session.handle)
    return Response(None, status_code=204, cookies=cookies.clear(caller.place))


@get("/sessions", tags=TAGS)
async def list_sessions(auth: TheAuth, caller: TheCaller) -> list[SessionCard]:
    """The browsers in which you are signed in, the latest used first."""
    person = caller.needs(OWN)
    here = caller.session.handle if caller.session else None
    return [session_card(session, here) for session in await auth.accounts.sessions(person.id)]


@delete("/sessions/{handle:str}", tags=TAGS, status_code=204)
async def end_session(auth: TheAuth, caller: TheCaller, handle: FromPath[str]) -> None:
    """Sign out somewhere else."""
    await auth.accounts.end_session(caller.needs(OWN).id, handle)


# -- oneself --------------------------------------------------------------------------------------------------


@get("/me", tags=TAGS)
async def show_me(request: AnyRequest, auth: TheAuth, caller: TheCaller) -> Response[Me]:
    """Who you are here, if anybody yet."""
    secret = cookies.secret_in(request.scope, caller.place)
    if secret is None or caller.by == "token":
        return Response(me_of(caller))
    # An answer can come after that of a request which was made later, such as signing up: then it must not take away
    # the cookie which that one has brought, nor bring back the one before. So an old cookie is left where it is, and
    # the browser is told that a session goes on only when that begins to matter.
    if caller.session is None or auth.accounts.time.now() - caller.session.since < DAY:
        return Response(me_of(caller))
    seconds = (caller.session.until - auth.accounts.time.now()) // 1000
    return Response(me_of(caller), cookies=[cookies.carry(caller.place, agent_of(request), secret, seconds)])


@patch("/me", tags=TAGS)
async def change_me(auth: TheAuth, caller: TheCaller, data: JSONBody[ChangeMe]) -> PersonCard:
    """Another name, other settings."""
    person = caller.needs(OWN)
    new = data.settings
    check_settings(new or {})
    settings = None if new is None else lambda kept: merged(kept, new)
    return person_card(await auth.accounts.change(person.id, data.name, settings))


@post("/me/password", tags=TAGS, status_code=204)
async def change_password(auth: TheAuth, caller: TheCaller, data: JSONBody[ChangePassword]) -> None:
    """Another password. Signs out everywhere but here."""
    person = caller.needs(OWN)
    here = caller.session.handle if caller.session else ""
    with guessing(auth.limits, own_key(person)):
        await auth.accounts.change_password(person.id, data.old, data.new, here, data.tokens)


@delete("/me", tags=TAGS, status_code=204)
async def delete_me(auth: TheAuth, caller: TheCaller, data: JSONBody[Goodbye]) -> Response[None]:
    """Delete the account. What was played stays in the records of the others."""
    person = caller.needs(OWN)
    with guessing(auth.limits, own_key(person)):
        await auth.accounts.delete(person.id, data.password)
    return Response(None, status_code=204, cookies=cookies.clear(caller.place))


@get("/me/tokens", tags=TAGS)
async def list_tokens(auth: TheAuth, caller: TheCaller) -> list[TokenCard]:
    """Your programs' tokens."""
    return [token_card(session) for session in await auth.accounts.tokens(caller.needs(OWN).id)]


@post("/me/tokens", tags=TAGS)
async def make_token(auth: TheAuth, caller: TheCaller, data: JSONBody[NewToken]) -> TokenMade:
    """A token for a program; shown this once."""
    entry = await auth.accounts.make_token(caller.needs(OWN).id, data.label, data.scopes)
    return TokenMade(entry.secret, token_card(entry.session))


@delete("/me/tokens/{handle:str}", tags=TAGS, status_code=204)
async def revoke_token(auth: TheAuth, caller: TheCaller, handle: FromPath[str]) -> None:
    """The program that has it is out."""
    await auth.accounts.revoke_token(caller.needs(OWN).id, handle)


@get("/players/{person:str}", tags=TAGS)
async def show_player(auth: TheAuth, person: FromPath[str]) -> PersonCard:
    """Anybody, as everybody may see them."""
    return person_card(await auth.accounts.profile(person))


HANDLERS = [
    come_in, sign_up, sign_in, sign_out, list_sessions, end_session, show_me, change_me, change_password, delete_me,
    list_tokens, make_token, revoke_token, show_player,
]  # fmt: skip


# -- small things ---------------------------------------------------------------------------------------------


def let_in(
    request: AnyRequest, auth: Auth, caller: Caller, entry: SignedIn, settings: bytes = b"", role: Role | None = None
) -> Response[Me]:
    agent, seconds = agent_of(request), (entry.session.until - auth.accounts.time.now()) // 1000
    cookie = cookies.carry(caller.place, agent, entry.secret, seconds)
    me = me_as(person_card(entry.person), settings, list(entry.session.scopes), caller, role)
    return Response(me, status_code=201, cookies=[cookie])


def me_of(caller: Caller) -> Me:
    person = caller.person
    card = person_card(public_person(person)) if person else None
    role = person.role if person and caller.by == "cookie" else None
    return me_as(card, person.body if person else b"", sorted(caller.scopes), caller, role)


def me_as(card: PersonCard | None, settings: bytes, scopes: list[str], caller: Caller, role: Role | None) -> Me:
    notice = cookies.notice(caller.place)
    said = sentences(None).render(notice) if notice else None
    return Me(card, settings_in(settings), scopes, caller.place.kind != "public", role, caller.guests, said)


def settings_in(body: bytes) -> PageSettings:
    return msgspec.json.decode(body, type=PageSettings) if body else {}


def merged(kept: bytes, new: PageSettings) -> bytes:
    """The settings with others over them; those of null are forgotten."""
    return msgspec.json.encode({name: value for name, value in (settings_in(kept) | new).items() if value is not None})


def agent_of(request: AnyRequest) -> str:
    return request.headers.get("user-agent", "")


def own_key(person: Person) -> str:
    """Guesses by somebody who is signed in are counted apart: a stranger who tries to sign in must not shut the owner
    out of changing the account."""
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
    """Counts what was done. A caller who is told that a name is taken may try another at once."""
    limits.take(kind, key)
    try:
        yield
    except Refused:
        limits.give_back(kind, key)
        raise
