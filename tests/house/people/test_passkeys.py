"""Who comes in by a passkey, and who does not."""

from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from parlour.core.texts import Refused
from parlour.house.entropy import Entropy
from parlour.house.people import records as people_records
from parlour.house.people.accounts import Accounts, SignedIn
from parlour.house.people.ceremonies import PasskeyPlace
from parlour.house.people.passkeys import CHALLENGE_MINUTES, MINUTE, MOST_PASSKEYS, Passkeys, handle_of_passkey
from parlour.house.people.passwords import Cost, Passwords
from parlour.house.people.person import Person, Role
from parlour.house.store import Put, keep
from parlour.store import open_store
from tests.house.people.soft_authenticator import SoftPasskey
from tests.serving import TurnedTime

pytestmark = pytest.mark.anyio
GOOD, OTHER = "blue kettle 9", "seven slow swans"
HERE = PasskeyPlace("localhost", "http://localhost:8000")


class Club(NamedTuple):
    accounts: Accounts
    passkeys: Passkeys
    clock: TurnedTime

    async def person(self, entry: SignedIn) -> Person:
        person = await people_records.get_person(self.accounts.store, entry.person.id)
        assert person is not None
        return person

    async def register(self, entry: SignedIn, key: SoftPasskey) -> None:
        person = await self.person(entry)
        found = await self.accounts.recognise(entry.secret, program=False)
        assert found is not None
        challenge = await self.passkeys.begin(person, found.session, GOOD)
        await self.passkeys.add(person, found.session, "Phone", key.made(challenge, HERE), HERE)

    async def enter(self, key: SoftPasskey, at: PasskeyPlace = HERE, said: PasskeyPlace = HERE) -> SignedIn:
        challenge = await self.passkeys.challenge("sign-in")
        return await self.passkeys.enter(key.signed(challenge, said), at, "", None)

    async def enter_with_both(self, name: str, password: str, key: SoftPasskey | None) -> SignedIn:
        async def second(person: str) -> None:
            if key is None:
                raise Refused("people.passkey-needed")
            challenge = await self.passkeys.challenge("second")
            await self.passkeys.prove(person, key.signed(challenge, HERE, verified=False), HERE)

        return await self.accounts.sign_in(name, password, "", None, second)

    async def ask_for_both(self, entry: SignedIn, both: bool = True) -> None:
        found = await self.accounts.recognise(entry.secret, program=False)
        assert found is not None
        await self.passkeys.ask_for_both(await self.person(entry), found.session, both, GOOD)

    async def appoint(self, entry: SignedIn, role: Role) -> None:
        person = await self.person(entry)
        await keep(self.accounts.store, Put(people_records.PEOPLE, msgspec.structs.replace(person, role=role), person))


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    store, clock = await open_store(tmp_path / "house.db"), TurnedTime()
    accounts = Accounts(store, clock, Entropy(), Passwords(Cost(4, 8, 1)), team_passkeys=True)
    yield Club(accounts, Passkeys(accounts), clock)
    await store.close()


async def refused(doing: Awaitable[object]) -> str:
    with pytest.raises(Refused) as refusal:
        await doing
    return refusal.value.text.key.removeprefix("people.")


async def test_who_has_made_a_passkey_comes_in_by_it_without_a_name(club: Club) -> None:
    anna, key = await club.accounts.sign_up("Anna", GOOD, ""), SoftPasskey()
    await club.register(anna, key)
    entry = await club.enter(key)
    assert (entry.person.id, entry.session.passkey) == (anna.person.id, True)
    assert not anna.session.passkey


async def test_a_new_passkey_takes_the_password(club: Club) -> None:
    anna = await club.accounts.sign_up("Anna", GOOD, "")
    person = await club.person(anna)
    assert await refused(club.passkeys.begin(person, anna.session, OTHER)) == "wrong-password"
    guest = await club.accounts.welcome_guest(None, "")
    assert await refused(club.passkeys.begin(await club.person(guest), guest.session, "")) == "passkeys-account"


async def test_an_answer_counts_once_and_for_minutes(club: Club) -> None:
    anna, key = await club.accounts.sign_up("Anna", GOOD, ""), SoftPasskey()
    await club.register(anna, key)
    challenge = await club.passkeys.challenge("sign-in")
    answer = key.signed(challenge, HERE)
    await club.passkeys.enter(answer, HERE, "", None)
    assert await refused(club.passkeys.enter(answer, HERE, "", None)) == "passkey-late"
    challenge = await club.passkeys.challenge("sign-in")
    club.clock.pass_by(CHALLENGE_MINUTES * MINUTE)
    assert await refused(club.passkeys.enter(key.signed(challenge, HERE), HERE, "", None)) == "passkey-late"
    assert await refused(club.passkeys.enter(key.signed("bWFkZSB1cA", HERE), HERE, "", None)) == "passkey-late"


async def test_a_challenge_is_for_one_thing_and_one_person(club: Club) -> None:
    anna, bert, key = (
        await club.accounts.sign_up("Anna", GOOD, ""),
        await club.accounts.sign_up("Bert", GOOD, ""),
        SoftPasskey(),
    )
    second = await club.passkeys.challenge("second")
    assert await refused(club.passkeys.enter(key.signed(second, HERE), HERE, "", None)) == "passkey-late"
    alone = await club.passkeys.challenge("sign-in")
    assert await refused(club.passkeys.prove(anna.person.id, key.signed(alone, HERE), HERE)) == "passkey-late"
    annas = await club.passkeys.begin(await club.person(anna), anna.session, GOOD)
    adding = club.passkeys.add(await club.person(bert), bert.session, "Phone", key.made(annas, HERE), HERE)
    assert await refused(adding) == "passkey-late"


@pytest.mark.parametrize(
    "said",
    [
        PasskeyPlace("localhost", "http://localhost:9000"),
        PasskeyPlace("localhost", "https://evil.example"),
        PasskeyPlace("evil.example", "http://localhost:8000"),
    ],
)
async def test_what_was_signed_for_another_page_is_worth_nothing_here(club: Club, said: PasskeyPlace) -> None:
    anna, key = await club.accounts.sign_up("Anna", GOOD, ""), SoftPasskey()
    await club.register(anna, key)
    assert await refused(club.enter(key, said=said)) == "passkey-wrong"
    challenge = await club.passkeys.begin(await club.person(anna), anna.session, GOOD)
    adding = club.passkeys.add(
        await club.person(anna), anna.session, "Other", SoftPasskey(b"b").made(challenge, said), HERE
    )
    assert await refused(adding) == "passkey-wrong"


async def test_a_key_that_is_not_known_opens_nothing_nor_one_by_a_known_name(club: Club) -> None:
    anna, key = await club.accounts.sign_up("Anna", GOOD, ""), SoftPasskey()
    await club.register(anna, key)
    assert await refused(club.enter(SoftPasskey(b"another"))) == "passkey-unknown"
    assert await refused(club.enter(SoftPasskey(key.id))) == "passkey-wrong"


async def test_alone_a_device_has_to_recognise_its_owner(club: Club) -> None:
    anna, key = await club.accounts.sign_up("Anna", GOOD, ""), SoftPasskey()
    await club.register(anna, key)
    challenge = await club.passkeys.challenge("sign-in")
    found = club.passkeys.enter(key.signed(challenge, HERE, verified=False), HERE, "", None)
    assert await refused(found) == "passkey-wrong"
    person = await club.person(anna)
    challenge = await club.passkeys.begin(person, anna.session, GOOD)
    made = SoftPasskey(b"b").made(challenge, HERE, verified=False)
    assert await refused(club.passkeys.add(person, anna.session, "Other", made, HERE)) == "passkey-wrong"


async def test_a_count_that_does_not_go_on_is_a_copys(club: Club) -> None:
    anna, key = await club.accounts.sign_up("Anna", GOOD, ""), SoftPasskey()
    await club.register(anna, key)
    await club.enter(key)
    challenge = await club.passkeys.challenge("sign-in")
    assert (
        await refused(club.passkeys.enter(key.signed(challenge, HERE, counts=False), HERE, "", None)) == "passkey-wrong"
    )
    await club.enter(key)


async def test_a_passkey_is_one_persons(club: Club) -> None:
    anna, bert, key = (
        await club.accounts.sign_up("Anna", GOOD, ""),
        await club.accounts.sign_up("Bert", GOOD, ""),
        SoftPasskey(),
    )
    await club.register(anna, key)
    assert await refused(club.register(bert, key)) == "passkey-there"


async def test_a_removed_passkey_opens_nothing(club: Club) -> None:
    anna, key = await club.accounts.sign_up("Anna", GOOD, ""), SoftPasskey()
    await club.register(anna, key)
    person = await club.person(anna)
    [kept] = await club.passkeys.of(person.id)
    removing = club.passkeys.remove(person, anna.session, handle_of_passkey(kept), OTHER)
    assert await refused(removing) == "wrong-password"
    await club.passkeys.remove(person, anna.session, handle_of_passkey(kept), GOOD)
    assert await refused(club.enter(key)) == "passkey-unknown"


async def test_there_is_a_bound(club: Club) -> None:
    anna = await club.accounts.sign_up("Anna", GOOD, "")
    for n in range(MOST_PASSKEYS):
        await club.register(anna, SoftPasskey(bytes([n] * 4)))
    assert await refused(club.register(anna, SoftPasskey(b"more"))) == "passkeys-many"


# -- password and passkey ---------------------------------------------------------------------------------------


async def test_an_account_can_ask_for_both(club: Club) -> None:
    anna, key = await club.accounts.sign_up("Anna", GOOD, ""), SoftPasskey()
    assert await refused(club.ask_for_both(anna)) == "passkey-first"
    await club.register(anna, key)
    elsewhere = await club.accounts.sign_in("Anna", GOOD, "")
    assert await refused(club.ask_for_both(elsewhere)) == "passkey-session"  # it was not shown there
    await club.ask_for_both(anna)
    assert await club.accounts.recognise(elsewhere.secret, program=False) is None
    assert await refused(club.accounts.sign_in("Anna", GOOD, "")) == "passkey-needed"
    assert await refused(club.accounts.sign_in("Anna", OTHER, "")) == "wrong"
    assert await refused(club.enter(key)) == "password-too"
    assert await refused(club.enter_with_both("Anna", OTHER, key)) == "wrong"
    assert (await club.enter_with_both("Anna", GOOD, key)).session.passkey


async def test_anothers_passkey_is_no_second_factor(club: Club) -> None:
    anna, bert = await club.accounts.sign_up("Anna", GOOD, ""), await club.accounts.sign_up("Bert", GOOD, "")
    annas, berts = SoftPasskey(b"anna"), SoftPasskey(b"bert")
    await club.register(anna, annas)
    await club.register(bert, berts)
    await club.ask_for_both(anna)
    assert await refused(club.enter_with_both("Anna", GOOD, berts)) == "passkey-unknown"
    await club.enter_with_both("Anna", GOOD, annas)


async def test_the_last_passkey_stays_while_it_is_asked_for(club: Club) -> None:
    anna, key = await club.accounts.sign_up("Anna", GOOD, ""), SoftPasskey()
    await club.register(anna, key)
    await club.ask_for_both(anna)
    entry = await club.enter_with_both("Anna", GOOD, key)
    [kept] = await club.passkeys.of(anna.person.id)
    removing = club.passkeys.remove(await club.person(anna), entry.session, handle_of_passkey(kept), GOOD)
    assert await refused(removing) == "passkey-last"
    await club.ask_for_both(entry, both=False)
    assert (await club.accounts.sign_in("Anna", GOOD, "")).session.passkey is False


async def test_a_new_password_by_mail_leaves_the_passkey_asked_for_and_the_host_does_not(club: Club) -> None:
    anna, key = await club.accounts.sign_up("Anna", GOOD, ""), SoftPasskey()
    await club.register(anna, key)
    await club.ask_for_both(anna)
    kept = await club.accounts.hashing.keep(OTHER)
    await club.accounts.put_password(anna.person.id, kept)
    assert await refused(club.accounts.sign_in("Anna", OTHER, "")) == "passkey-needed"
    await club.accounts.put_password(anna.person.id, kept, without_passkeys=True)
    await club.accounts.sign_in("Anna", OTHER, "")
    assert await refused(club.enter(key)) == "passkey-unknown"


async def test_one_of_the_team_who_has_a_passkey_is_not_in_by_the_password_alone(club: Club) -> None:
    """Or a password that somebody has found out would make the passkey that the console asks for."""
    anna, key = await club.accounts.sign_up("Anna", GOOD, ""), SoftPasskey()
    await club.appoint(anna, "moderator")
    old = await club.accounts.sign_in("Anna", GOOD, "")  # who has none yet comes in, to make one
    await club.register(anna, key)
    assert await refused(club.accounts.sign_in("Anna", GOOD, "")) == "passkey-needed"
    assert (await club.enter(key)).session.passkey
    assert await refused(club.register(old, SoftPasskey(b"thief"))) == "passkey-session"


async def test_what_is_over_is_forgotten(club: Club) -> None:
    challenge = await club.passkeys.challenge("sign-in")
    club.clock.pass_by(CHALLENGE_MINUTES * MINUTE + 1)
    await club.accounts.tidy_up()
    assert await club.accounts.store.list_by(people_records.PASSKEY_CHALLENGES, "until") == []
    assert challenge
