"""Who is asking, over HTTP and WebSockets alike."""

from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.texts import Refused
from parlour.house.moderation import roles
from parlour.house.people.accounts import SignedIn
from parlour.server.guard.logs import discreet
from parlour.server.guard.places import Places, cannot_be_pointed_at_us
from parlour.store import open_store
from tests.server.guard.scopes import scope
from tests.server.http.people.people_app import GOOD, SmallApp

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[SmallApp]:
    store = await open_store(tmp_path / "house.db")
    yield SmallApp(store)
    await store.close()


def cookie(entry: SignedIn) -> dict[str, str]:
    return {"Cookie": f"__Host-parlour-8000={entry.secret}"}


async def test_nobody_in_particular_may_do_nothing(small: SmallApp):
    caller = await small.auth.ask(scope())
    assert (caller.person, caller.session, caller.by, caller.scopes) == (None, None, "nobody", frozenset())
    with pytest.raises(Refused) as refusal:
        caller.needs("read")
    assert refusal.value.text.key == "people.sign-in"


@pytest.mark.parametrize("scheme", ["http", "ws"])
async def test_a_role_waits_for_a_passkey_where_the_host_asks_for_one(small: SmallApp, scheme: str):
    """Whatever asks for the role: a caller without a passkey has none."""
    anna = await small.accounts.sign_up("Anna", GOOD, "")
    audit = roles.AuditWriter(small.clock, small.accounts.entropy)
    person = await roles.account_named(small.accounts.store, "Anna")
    await roles.appoint(small.accounts.store, audit, None, person, "moderator")
    small.accounts.team_passkeys = True
    caller = await small.auth.ask(scope(scheme=scheme, headers=cookie(anna)))
    assert caller.person is not None
    assert (caller.person.role, caller.waiting_role) == (None, "moderator")
    with pytest.raises(Refused) as refusal:
        caller.needs_role("moderator")
    assert refusal.value.text.key == "officers.passkey"
    with pytest.raises(Refused) as refusal:
        caller.needs_role("host")
    assert refusal.value.text.key == "officers.hosts-only", "who would not have it anyway is not sent to make one"
    await small.accounts.shown_passkey(anna.person.id, anna.session.handle)
    caller = await small.auth.ask(scope(scheme=scheme, headers=cookie(anna)))
    assert caller.needs_role("moderator").name == "Anna"


@pytest.mark.parametrize("scheme", ["http", "ws"])
async def test_a_cookie_is_a_person_who_may_do_everything_of_their_own(small: SmallApp, scheme: str):
    guest = await small.accounts.welcome_guest("Anna", "")
    caller = await small.auth.ask(scope(scheme=scheme, headers=cookie(guest)))
    assert caller.by == "cookie"
    assert caller.scopes == {"read", "play", "own"}
    assert caller.needs("own").id == guest.person.id
    assert caller.address == "198.51.100.1"


@pytest.mark.parametrize("scheme", ["http", "ws"])
@pytest.mark.parametrize("word", ["Bearer", "bearer", "BEARER"])
async def test_a_token_is_a_person_who_may_do_what_it_is_for(small: SmallApp, scheme: str, word: str):
    anna = await small.accounts.sign_up("Anna", GOOD, "")
    robot = await small.accounts.make_token(anna.person.id, "robot", ["read"])
    caller = await small.auth.ask(scope(scheme=scheme, headers={"Authorization": f"{word} {robot.secret}"}))
    assert (caller.by, caller.scopes, caller.needs("read").id) == ("token", {"read"}, anna.person.id)
    for wanted in ("play", "own"):
        with pytest.raises(Refused):
            caller.needs(wanted)


async def test_of_token_and_cookie_the_token_speaks(small: SmallApp):
    anna, guest = await small.accounts.sign_up("Anna", GOOD, ""), await small.accounts.welcome_guest(None, "")
    robot = await small.accounts.make_token(anna.person.id, "robot", ["read"])
    both = {**cookie(guest), "Authorization": f"Bearer {robot.secret}"}
    assert (await small.auth.ask(scope(headers=both))).needs("read").id == anna.person.id
    both["Authorization"] = "Bearer wrong"
    with pytest.raises(Refused):  # and is not quietly somebody else
        await small.auth.ask(scope(headers=both))


async def test_what_was_ended_is_over_at_once(small: SmallApp):
    guest = await small.accounts.welcome_guest(None, "")
    assert (await small.auth.ask(scope(headers=cookie(guest)))).person
    await small.accounts.end_session(guest.person.id, guest.session.handle)
    assert (await small.auth.ask(scope(headers=cookie(guest)))).person is None


async def test_who_asks_carries_no_hash_wherever_it_is_printed(small: SmallApp):
    anna = await small.accounts.sign_up("Anna", GOOD, "")
    caller = await small.auth.ask(scope(headers=cookie(anna)))
    assert "scrypt" not in repr(caller)
    assert anna.secret not in repr(caller)


# -- whatever comes in ----------------------------------------------------------------------------------------

latin = st.binary(max_size=40).map(lambda raw: raw.decode("latin-1"))


@given(latin, latin, latin, latin)
def test_whatever_a_request_says_of_itself_there_is_a_place_or_a_refusal(host: str, proto: str, by: str, other: str):
    said = {"X-Forwarded-Proto": proto, "X-Forwarded-For": by, "X-Forwarded-Host": other}
    asked = scope(host=host, client=("127.0.0.1", 5), headers=said)
    with suppress(Refused):
        assert cannot_be_pointed_at_us(Places().place(asked).host)
    assert Places().address(asked)


@given(st.text(max_size=300))
def test_whatever_is_logged_can_be(text: str):
    discreet(text)
    assert discreet(f"password={text!r}").startswith("password=")
