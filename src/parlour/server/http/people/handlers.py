"""People over HTTP: come in, sign up and in, look after one's account. Thin: bound, authorise, ask `Accounts`."""

from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import NamedTuple

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.params import FromPath, JSONBody

from parlour.core.languages import FALLBACK
from parlour.core.texts import Refused
from parlour.house.people import names
from parlour.house.people.accounts import DAY, DEVICE_LIFE, OWN, SessionInfo, SignedIn, kind_of, public_person
from parlour.house.people.ceremonies import ALGORITHMS, Assertion, Attestation, PasskeyPlace
from parlour.house.people.person import Person, Role
from parlour.house.people.preferences import check_settings, preferences_in
from parlour.server.guard import cookies
from parlour.server.guard.auth import Auth, Caller
from parlour.server.guard.limits import Limits
from parlour.server.guard.places import Place
from parlour.server.http.people.messages import (
    AddPasskey,
    AskForBoth,
    AskPasskey,
    BeginPasskey,
    ChangeMe,
    ChangePassword,
    EndedByPassword,
    Goodbye,
    Me,
    MyPasskeys,
    NewAccount,
    NewGuest,
    NewToken,
    PageSettings,
    PasskeyAnswer,
    PasskeyCard,
    PasskeyOffer,
    PasskeyRequest,
    PasskeySignIn,
    PersonCard,
    RemovePasskey,
    SessionCard,
    SignIn,
    TokenCard,
    TokenMade,
    passkey_card,
    person_card,
    session_card,
    token_card,
)
from parlour.server.http.requests import AnyRequest, TheAuth, TheCaller, private
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
    async with auth.limits.counted("guest", caller.address):
        entry = await auth.accounts.welcome_guest(data.name, agent_of(request))
    return let_in(request, auth, caller, entry)


@post("/accounts", tags=TAGS)
async def sign_up(request: AnyRequest, auth: TheAuth, caller: TheCaller, data: JSONBody[NewAccount]) -> Response[Me]:
    """Take an account: a new one, or as a guest your own, with all you have played."""
    cookies.check_may_enter(caller.place)
    guest = caller.needs(OWN) if caller.person is not None else None
    if guest is not None and kind_of(guest) == "account":
        raise Refused("people.already-account")
    async with auth.limits.counted("sign-up", caller.address):
        device = cookies.secret_in(request.scope, caller.place, cookies.DEVICE)
        agent, known = agent_of(request), guest.id if guest else None
        entry = await auth.accounts.sign_up(data.name, data.password, agent, known, device, caller.address)
    settings = await keep_language(auth, entry, guest.body if guest else b"", caller.language)
    return let_in(request, auth, caller, entry, settings)


@post("/sessions", tags=TAGS)
async def sign_in(request: AnyRequest, auth: TheAuth, caller: TheCaller, data: JSONBody[SignIn]) -> Response[Me]:
    """Sign in to an account. Whoever was in from here before is signed out."""
    cookies.check_may_enter(caller.place)
    device = cookies.secret_in(request.scope, caller.place, cookies.DEVICE)
    known = await auth.accounts.known_device(data.name, device)
    await auth.limits.take_surely("sign-in", caller.address if known is None else known)

    async def second(person: str) -> None:
        if data.passkey is None:
            raise Refused("people.passkey-needed")
        await auth.passkeys.prove(person, assertion(data.passkey), passkey_place(caller.place))

    async with guessing(auth.limits, *guess_buckets(data.name, caller.address, known)):
        entry = await auth.accounts.sign_in(data.name, data.password, agent_of(request), device, second, caller.address)
    return await replace_session(request, auth, caller, entry)


async def replace_session(request: AnyRequest, auth: Auth, caller: Caller, entry: SignedIn) -> Response[Me]:
    if caller.by == "cookie" and caller.person is not None and caller.session is not None:
        await auth.accounts.end_session(caller.person.id, caller.session.handle)
    found = await auth.accounts.recognise(entry.secret, program=False)
    role = found.person.role if found else None
    settings = await keep_language(auth, entry, found.person.body if found else b"", caller.language)
    return let_in(request, auth, caller, entry, settings, role)


async def keep_language(auth: Auth, entry: SignedIn, settings: bytes, language: str) -> bytes:
    """Whoever comes in without having chosen a language is written to in the one that they are answered in. English is
    what everybody is written to in who has none."""
    if language == FALLBACK or preferences_in(settings).language:
        return settings
    new: PageSettings = {"language": language}
    with suppress(Refused):  # there is no room for it: it is only left out
        await auth.accounts.change(entry.person.id, settings=lambda kept: merged(kept, new))
        return merged(settings, new)
    return settings


@post("/sessions/challenge", tags=TAGS)
async def ask_passkey(auth: TheAuth, caller: TheCaller, data: JSONBody[AskPasskey]) -> Response[PasskeyRequest]:
    """What a passkey is to sign, so that you can sign in with it."""
    cookies.check_may_enter(caller.place)
    place = passkey_place(caller.place)
    await auth.limits.take_surely("passkey", caller.address)
    challenge = await auth.passkeys.challenge("second" if data.second else "sign-in")
    return private(PasskeyRequest(challenge, place.name, not data.second), 201)


@post("/sessions/passkey", tags=TAGS)
async def sign_in_by_passkey(
    request: AnyRequest, auth: TheAuth, caller: TheCaller, data: JSONBody[PasskeySignIn]
) -> Response[Me]:
    """Sign in with a passkey alone. Whoever was in from here before is signed out."""
    cookies.check_may_enter(caller.place)
    place = passkey_place(caller.place)
    await auth.limits.take_surely("passkey", caller.address)
    device = cookies.secret_in(request.scope, caller.place, cookies.DEVICE)
    entry = await auth.passkeys.enter(assertion(data.passkey), place, agent_of(request), device)
    return await replace_session(request, auth, caller, entry)


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
    """Sign out somewhere else. That browser is a stranger's from then on."""
    await auth.accounts.end_session(caller.needs(OWN).id, handle, forget=True)


# -- oneself --------------------------------------------------------------------------------------------------


@get("/me", tags=TAGS)
async def show_me(request: AnyRequest, auth: TheAuth, caller: TheCaller) -> Response[Me]:
    """Who you are here, if anybody yet."""
    secret = cookies.secret_in(request.scope, caller.place)
    if secret is None or caller.by == "token":
        return Response(me_of(caller))
    if caller.session is None:
        return Response(me_of(caller, ended=True))
    # An answer can come after that of a request which was made later, such as signing up: then it must not take away
    # the cookie which that one has brought, nor bring back the one before. So an old cookie is left where it is, and
    # the browser is told that a session goes on only when that begins to matter.
    if auth.accounts.time.now() - caller.session.since < DAY:
        return Response(me_of(caller))
    seconds = cookie_seconds(auth, caller.session)
    return Response(me_of(caller), cookies=[cookies.carry(caller.place, agent_of(request), secret, seconds)])


@patch("/me", tags=TAGS)
async def change_me(auth: TheAuth, caller: TheCaller, data: JSONBody[ChangeMe]) -> PersonCard:
    """Another name, other settings."""
    person = caller.needs(OWN)
    new = data.settings
    check_settings(new or {})
    settings = None if new is None else lambda kept: merged(kept, new)
    return person_card(await auth.accounts.change(person.id, data.name, settings))


@post("/me/password", tags=TAGS, status_code=200)
async def change_password(
    auth: TheAuth, caller: TheCaller, data: JSONBody[ChangePassword]
) -> Response[EndedByPassword]:
    """Another password. Signs out everywhere but here, and says what of programs' tokens."""
    person = caller.needs(OWN)
    here = caller.session.handle if caller.session else ""
    async with guessing(auth.limits, own_guesses(person)):
        done = await auth.accounts.change_password(person.id, data.old, data.new, here, data.tokens)
    return private(EndedByPassword(*done))


@delete("/me", tags=TAGS, status_code=204)
async def delete_me(auth: TheAuth, caller: TheCaller, data: JSONBody[Goodbye]) -> Response[None]:
    """Delete the account. What was played stays in the records of the others."""
    person = caller.needs(OWN)
    async with guessing(auth.limits, own_guesses(person)):
        await auth.accounts.delete(person.id, data.password)
    return Response(None, status_code=204, cookies=cookies.clear(caller.place))


@get("/me/passkeys", tags=TAGS)
async def list_passkeys(auth: TheAuth, caller: TheCaller) -> Response[MyPasskeys]:
    """Your passkeys, the oldest first."""
    person = caller.needs(OWN)
    kept = [passkey_card(one) for one in await auth.passkeys.of(person.id)]
    return private(MyPasskeys(kept, person.second_factor, caller.session is not None and caller.session.passkey))


@post("/me/passkeys/challenge", tags=TAGS)
async def begin_passkey(auth: TheAuth, caller: TheCaller, data: JSONBody[BeginPasskey]) -> Response[PasskeyOffer]:
    """What a new passkey is made from."""
    person = with_role(caller)
    place = passkey_place(caller.place)
    async with guessing(auth.limits, own_guesses(person)):
        challenge = await auth.passkeys.begin(person, caller.session, data.password)
    known = [one.id for one in await auth.passkeys.of(person.id)]
    user = urlsafe_b64encode(person.id.encode()).decode().rstrip("=")
    return private(PasskeyOffer(challenge, place.name, user, person.name, list(ALGORITHMS), known), 201)


@post("/me/passkeys", tags=TAGS)
async def add_passkey(auth: TheAuth, caller: TheCaller, data: JSONBody[AddPasskey]) -> Response[PasskeyCard]:
    """A new passkey."""
    person = with_role(caller)
    answer = Attestation(data.id, data.client_data, data.attestation)
    place = passkey_place(caller.place)
    return private(passkey_card(await auth.passkeys.add(person, caller.session, data.label, answer, place)), 201)


@delete("/me/passkeys/{handle:str}", tags=TAGS, status_code=204)
async def remove_passkey(
    auth: TheAuth, caller: TheCaller, handle: FromPath[str], data: JSONBody[RemovePasskey]
) -> None:
    """Nobody comes in by it any more."""
    person = with_role(caller)
    async with guessing(auth.limits, own_guesses(person)):
        await auth.passkeys.remove(person, caller.session, handle, data.password)


@patch("/me/passkeys", tags=TAGS, status_code=204)
async def ask_for_both(auth: TheAuth, caller: TheCaller, data: JSONBody[AskForBoth]) -> None:
    """Have signing in take password and passkey, or one of them again."""
    person = with_role(caller)
    async with guessing(auth.limits, own_guesses(person)):
        await auth.passkeys.ask_for_both(person, caller.session, data.both, data.password)


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
    come_in, sign_up, sign_in, ask_passkey, sign_in_by_passkey, sign_out, list_sessions, end_session, show_me,
    change_me, change_password, delete_me, list_passkeys, begin_passkey, add_passkey, remove_passkey, ask_for_both,
    list_tokens, make_token, revoke_token, show_player,
]  # fmt: skip


# -- small things ---------------------------------------------------------------------------------------------


def let_in(
    request: AnyRequest, auth: Auth, caller: Caller, entry: SignedIn, settings: bytes = b"", role: Role | None = None
) -> Response[Me]:
    agent, seconds = agent_of(request), cookie_seconds(auth, entry.session)
    carried = [cookies.carry(caller.place, agent, entry.secret, seconds)]
    if entry.device is not None:
        carried.append(cookies.carry(caller.place, agent, entry.device, DEVICE_LIFE // 1000, cookies.DEVICE))
    waits = auth.accounts.team_passkeys and not entry.session.passkey
    said = MeSaid(list(entry.session.scopes), None if waits else role, role if waits else None, entry.session.last)
    return Response(me_as(person_card(entry.person), settings, caller, said), status_code=201, cookies=carried)


def cookie_seconds(auth: Auth, session: SessionInfo) -> int:
    """A while longer than the session lasts, so that it can be said that this is over."""
    return (session.until - auth.accounts.time.now()) // 1000 + cookies.LINGERS


class MeSaid(NamedTuple):
    """What depends on how somebody is in."""

    scopes: list[str]
    role: Role | None = None
    waiting_role: Role | None = None
    until: int | None = None
    ended: bool = False


def me_of(caller: Caller, ended: bool = False) -> Me:
    person, session = caller.person, caller.session
    card = person_card(public_person(person)) if person else None
    role, waiting = (person.role, caller.waiting_role) if person and caller.by == "cookie" else (None, None)
    until = session.last if session is not None and caller.by == "cookie" else None
    said = MeSaid(sorted(caller.scopes), role, waiting, until, ended)
    return me_as(card, person.body if person else b"", caller, said)


def me_as(card: PersonCard | None, settings: bytes, caller: Caller, said: MeSaid) -> Me:
    notice = cookies.notice(caller.place)
    said_notice = sentences(None, caller.language).render(notice) if notice else None
    return Me(
        person=card, settings=settings_in(settings), scopes=said.scopes, may_enter=caller.place.kind != "public",
        role=said.role, guests=caller.guests, notice=said_notice,
        passkeys=caller.place.passkey_place is not None, waiting_role=said.waiting_role, ended=said.ended,
        until=said.until,
    )  # fmt: skip


def passkey_place(place: Place) -> PasskeyPlace:
    found = place.passkey_place
    if found is None:
        raise Refused("people.passkey-place")
    return found


def assertion(answer: PasskeyAnswer) -> Assertion:
    return Assertion(answer.id, answer.client_data, answer.authenticator_data, answer.signature)


def with_role(caller: Caller) -> Person:
    """The person as they are once they have shown a passkey: what a role asks of them holds before."""
    person = caller.needs(OWN)
    return msgspec.structs.replace(person, role=person.role or caller.waiting_role)


def settings_in(body: bytes) -> PageSettings:
    return msgspec.json.decode(body, type=PageSettings) if body else {}


def merged(kept: bytes, new: PageSettings) -> bytes:
    """The settings with others over them; those of null are forgotten."""
    return msgspec.json.encode({name: value for name, value in (settings_in(kept) | new).items() if value is not None})


def agent_of(request: AnyRequest) -> str:
    return request.headers.get("user-agent", "")


CountedBy = tuple[str, str]  # the kind of what is counted, and by what


def own_guesses(person: Person) -> CountedBy:
    """Guesses by somebody who is signed in are counted apart: a stranger who tries to sign in must not shut the owner
    out of changing the account."""
    return "guess", f"/{person.id}"


def guess_buckets(name: str, address: str, device: str | None) -> list[CountedBy]:
    """Where a guess at the account of this name is counted. From a browser that has signed in to it before, in one that
    nobody else's guesses are in."""
    account = names.fold(name)
    if device is not None:
        return [("guess", f"{account}/{device}")]
    return [("guess-from", f"{account}/{address}"), ("guess-at-all", address), ("guess-by-all", account)]


@asynccontextmanager
async def guessing(limits: Limits, *buckets: CountedBy) -> AsyncIterator[None]:
    """Counts wrong passwords, and nothing else that may happen."""
    async with AsyncExitStack() as right:
        for kind, key in buckets:
            await limits.take_surely(kind, key)
            right.push_async_callback(limits.give_back_surely, kind, key)
        try:
            yield
        except Refused as refusal:
            if refusal.text.key in WRONG:
                right.pop_all()
            raise
