"""Who comes in, and who they are the next time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import msgspec
import pytest

from parlour.core.texts import Refused
from parlour.house.entropy import Entropy
from parlour.house.people import names
from parlour.house.people import records as people_records
from parlour.house.people.accounts import (
    ACCOUNT_IDLE,
    DAY,
    GUEST_IDLE,
    HOUR,
    MOST_SESSIONS,
    MOST_TOKENS,
    Accounts,
    SignedIn,
)
from parlour.house.people.passwords import Cost, Passwords
from parlour.house.people.secret_hashes import hash_of
from parlour.store import open_store
from tests.serving import TurnedTime

pytestmark = pytest.mark.anyio
GOOD, OTHER = "blue kettle 9", "seven slow swans"


@pytest.fixture
def clock() -> TurnedTime:
    return TurnedTime()


@pytest.fixture
async def accounts(clock: TurnedTime, tmp_path: Path) -> AsyncIterator[Accounts]:
    store = await open_store(tmp_path / "house.db")
    yield Accounts(store, clock, Entropy(), Passwords(Cost(4, 8, 1)))
    await store.close()


async def refused(doing: Awaitable[object]) -> str:
    with pytest.raises(Refused) as refusal:
        await doing
    return refusal.value.text.key.removeprefix("people.")


async def who(accounts: Accounts, entry: SignedIn, program: bool = False) -> str | None:
    found = await accounts.recognise(entry.secret, program)
    return found.person.id if found else None


# -- guests ---------------------------------------------------------------------------------------------------


async def test_a_guest_is_in_at_once_with_a_pleasant_name(accounts: Accounts):
    entry = await accounts.welcome_guest(None, "Firefox")
    assert entry.person.kind == "guest"
    assert names.check(entry.person.name) == entry.person.name
    assert await who(accounts, entry) == entry.person.id


async def test_a_guest_may_choose_a_name_and_another_later(accounts: Accounts):
    entry = await accounts.welcome_guest("  Anna ", "")
    assert entry.person.name == "Anna"
    assert (await accounts.change(entry.person.id, "Berta")).name == "Berta"
    assert (await accounts.profile(entry.person.id)).name == "Berta"


async def test_two_guests_may_have_one_name_but_none_has_an_accounts(accounts: Accounts):
    first, second = await accounts.welcome_guest("Anna", ""), await accounts.welcome_guest("Anna", "")
    assert first.person.id != second.person.id
    await accounts.sign_up("Berta", GOOD, "")
    assert await refused(accounts.welcome_guest("BERTA", "")) == "name-taken"
    assert await refused(accounts.change(first.person.id, "berta")) == "name-taken"


async def test_a_made_up_name_is_never_an_accounts(accounts: Accounts, monkeypatch):
    offered = iter(["Amber Otter 7", "Amber Otter 7", "Swift Heron 8"])
    monkeypatch.setattr(names, "made_up", lambda _: next(offered))
    await accounts.sign_up("amber otter 7", GOOD, "")
    assert (await accounts.welcome_guest(None, "")).person.name == "Swift Heron 8"


async def test_a_guest_becomes_an_account_with_the_same_id_and_a_new_secret(accounts: Accounts):
    guest = await accounts.welcome_guest(None, "")
    account = await accounts.sign_up("Anna", GOOD, "", guest.person.id)
    assert (account.person.id, account.person.kind, account.person.since) == (
        guest.person.id,
        "account",
        guest.person.since,
    )
    assert await who(accounts, account) == guest.person.id
    assert await who(accounts, guest) is None
    assert (await accounts.sign_in("Anna", GOOD, "")).person.id == guest.person.id


async def test_an_account_does_not_become_one_again(accounts: Accounts):
    account = await accounts.sign_up("Anna", GOOD, "")
    assert await refused(accounts.sign_up("Berta", OTHER, "", account.person.id)) == "already-account"


# -- accounts -------------------------------------------------------------------------------------------------


async def test_an_account_signs_in_whatever_the_case_of_its_name(accounts: Accounts):
    account = await accounts.sign_up("Žofie", GOOD, "")
    for name in ("Žofie", "žOFIE", " Z\u030cofie ", "Žo\u200bfie"):
        assert (await accounts.sign_in(name, GOOD, "")).person.id == account.person.id


async def test_a_name_is_taken_by_one_account(accounts: Accounts):
    await accounts.sign_up("Anna", GOOD, "")
    assert await refused(accounts.sign_up("ANNA", OTHER, "")) == "name-taken"
    guest = await accounts.welcome_guest(None, "")
    assert await refused(accounts.sign_up("anna", OTHER, "", guest.person.id)) == "name-taken"


async def test_of_two_who_sign_up_with_one_name_at_once_one_does(accounts: Accounts):
    guest = await accounts.welcome_guest(None, "")
    both = accounts.sign_up("Anna", GOOD, ""), accounts.sign_up("anna", OTHER, "", guest.person.id)
    outcomes = await asyncio.gather(*both, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Refused", "SignedIn"]


async def test_a_wrong_name_and_a_wrong_password_are_one_answer_after_one_hashing(accounts: Accounts):
    await accounts.sign_up("Anna", GOOD, "")
    await accounts.welcome_guest("Guesty", "")
    for name in ("Anna", "Nobody here", "Guesty", "", "<script>", "\u202e", "x" * 500):
        before = accounts.hashing.hashed
        assert await refused(accounts.sign_in(name, OTHER, "")) == "wrong"
        assert accounts.hashing.hashed == before + 1, name


async def test_a_weak_password_is_refused_before_anything_is_hashed(accounts: Accounts):
    assert await refused(accounts.sign_up("Anna", "anna1234", "")) == "password-name"
    assert accounts.hashing.hashed == 0
    assert await refused(accounts.sign_in("Anna", "anna1234", "")) == "wrong"


async def test_signing_in_renews_a_password_that_is_kept_in_an_outdated_way(accounts: Accounts):
    account = await accounts.sign_up("Anna", GOOD, "")
    accounts.hashing = Passwords(Cost(5, 8, 1))
    await accounts.sign_in("Anna", GOOD, "")
    kept = await people_records.get_person(accounts.store, account.person.id)
    assert kept is not None
    assert str(kept.password).startswith("scrypt$5$")
    await accounts.sign_in("Anna", GOOD, "")


async def test_an_old_password_does_not_slip_in_while_it_is_being_changed(accounts: Accounts):
    account = await accounts.sign_up("Anna", GOOD, "")
    verify = accounts.hashing.verify

    async def slow(password, kept, household):
        verdict = await verify(password, kept, household)
        accounts.hashing.verify = verify  # type: ignore[method-assign]
        await accounts.change_password(account.person.id, GOOD, OTHER, account.session.handle)
        return verdict

    accounts.hashing.verify = slow  # type: ignore[method-assign]
    assert await refused(accounts.sign_in("Anna", GOOD, "")) == "wrong"


async def test_a_changed_password_ends_all_other_sessions_but_no_program(accounts: Accounts):
    here = await accounts.sign_up("Anna", GOOD, "here")
    there = await accounts.sign_in("Anna", GOOD, "there")
    robot = await accounts.make_token(here.person.id, "robot", ["play"])
    told: list[str] = []
    accounts.listeners.append(told.append)
    await accounts.change_password(here.person.id, GOOD, OTHER, here.session.handle)
    assert await who(accounts, here) == here.person.id
    assert await who(accounts, there) is None
    assert await who(accounts, robot, program=True) == here.person.id
    assert told == [here.person.id]
    assert await refused(accounts.sign_in("Anna", GOOD, "")) == "wrong"
    await accounts.sign_in("Anna", OTHER, "")
    await accounts.change_password(here.person.id, OTHER, GOOD, here.session.handle, tokens=True)
    assert await who(accounts, robot, program=True) is None


async def test_a_password_is_changed_only_by_who_knows_it_and_to_a_good_one(accounts: Accounts):
    account = await accounts.sign_up("Anna", GOOD, "")
    change = accounts.change_password
    assert await refused(change(account.person.id, OTHER, GOOD, account.session.handle)) == "wrong-password"
    assert await refused(change(account.person.id, GOOD, "12345678", account.session.handle)) == "password-common"
    guest = await accounts.welcome_guest(None, "")
    assert await refused(change(guest.person.id, "", OTHER, guest.session.handle)) == "no-password"


async def test_a_deleted_account_is_gone_and_its_name_free(accounts: Accounts):
    account = await accounts.sign_up("Anna", GOOD, "")
    robot = await accounts.make_token(account.person.id, "robot", ["read"])
    assert await refused(accounts.delete(account.person.id, None)) == "wrong-password"
    assert await refused(accounts.delete(account.person.id, OTHER)) == "wrong-password"
    await accounts.delete(account.person.id, GOOD)
    assert await who(accounts, account) is None
    assert await who(accounts, robot, program=True) is None
    assert await refused(accounts.profile(account.person.id)) == "nobody"
    assert await refused(accounts.sign_in("Anna", GOOD, "")) == "wrong"
    assert (await accounts.sign_up("Anna", OTHER, "")).person.id != account.person.id


async def test_a_guest_leaves_without_a_password(accounts: Accounts):
    guest = await accounts.welcome_guest(None, "")
    await accounts.delete(guest.person.id, None)
    assert await who(accounts, guest) is None


async def test_settings_are_kept_as_they_are_up_to_a_bound(accounts: Accounts):
    guest = await accounts.welcome_guest(None, "")
    await accounts.change(guest.person.id, settings=lambda was: was + b'{"dark":true}')
    found = await accounts.recognise(guest.secret, False)
    assert found is not None
    assert found.person.body == b'{"dark":true}'
    assert await refused(accounts.change(guest.person.id, "Anna", lambda _: b"x" * 5000)) == "settings"
    assert (await accounts.profile(guest.person.id)).name == guest.person.name


async def test_changes_at_the_same_time_are_all_kept(accounts: Accounts):
    guest = await accounts.welcome_guest(None, "")
    await asyncio.gather(
        accounts.change(guest.person.id, "Anna"), accounts.change(guest.person.id, settings=lambda _: b"{}")
    )
    kept = await people_records.get_person(accounts.store, guest.person.id)
    assert kept is not None
    assert (kept.name, kept.body) == ("Anna", b"{}")


# -- sessions -------------------------------------------------------------------------------------------------


async def test_a_secret_has_32_random_bytes_and_only_its_hash_is_kept(accounts: Accounts, tmp_path: Path):
    entry = await accounts.welcome_guest(None, "")
    assert len(entry.secret) == 43
    on_disk = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert entry.person.name.encode() in on_disk
    assert entry.secret.encode() not in on_disk
    assert await accounts.recognise(hash_of(entry.secret), False) is None


async def test_nothing_that_is_answered_carries_a_hash(accounts: Accounts):
    entry = await accounts.sign_up("Anna", GOOD, "")
    robot = await accounts.make_token(entry.person.id, "robot", ["play"])
    found = await accounts.recognise(entry.secret, False)
    answers = [entry, robot, found, await accounts.sessions(entry.person.id), await accounts.tokens(entry.person.id)]
    said = msgspec.json.encode(answers).decode()
    kept = await people_records.sessions_of(accounts.store, entry.person.id)
    assert "scrypt$" not in said
    assert not any(one.hash in said for one in kept)


async def test_what_was_recognised_is_no_change_that_a_store_would_take(accounts: Accounts):
    entry = await accounts.sign_up("Anna", GOOD, "")
    found = await accounts.recognise(entry.secret, False)
    assert found is not None
    assert not await people_records.change_person(accounts.store, found.person)
    await accounts.sign_in("Anna", GOOD, "")


@pytest.mark.parametrize("account", [False, True])
async def test_a_session_lasts_as_long_as_it_is_used(accounts: Accounts, clock: TurnedTime, account: bool):
    entry = await (accounts.sign_up("Anna", GOOD, "") if account else accounts.welcome_guest(None, ""))
    rest = ACCOUNT_IDLE if account else GUEST_IDLE
    for _ in range(3):
        clock.pass_by(rest - DAY)
        assert await who(accounts, entry)
    clock.pass_by(rest)
    assert await who(accounts, entry) is None


async def test_use_is_written_down_once_an_hour_at_most(accounts: Accounts, clock: TurnedTime, monkeypatch):
    entry = await accounts.welcome_guest(None, "")
    touched = []
    touch = people_records.touch_session

    async def counted(store, session, seen, until):
        touched.append(seen)
        return await touch(store, session, seen, until)

    monkeypatch.setattr(people_records, "touch_session", counted)
    for _ in range(12):
        clock.pass_by(HOUR // 4)
        assert await who(accounts, entry)
    assert len(touched) == 3


async def test_sessions_are_listed_and_ended_by_handle(accounts: Accounts, clock: TurnedTime):
    here = await accounts.sign_up("Anna", GOOD, "Firefox\x1b[2J on a desk")
    clock.pass_by(1)
    there = await accounts.sign_in("Anna", GOOD, "Safari on a phone")
    listed = await accounts.sessions(here.person.id)
    assert [one.handle for one in listed] == [there.session.handle, here.session.handle]
    assert listed[0].agent == "Safari on a phone"
    assert "\x1b" not in listed[1].agent
    await accounts.end_session(here.person.id, there.session.handle)
    await accounts.end_session(here.person.id, there.session.handle)
    assert await who(accounts, there) is None
    assert await who(accounts, here)


async def test_nobody_ends_anothers_session(accounts: Accounts):
    anna, berta = await accounts.sign_up("Anna", GOOD, ""), await accounts.sign_up("Berta", GOOD, "")
    robot = await accounts.make_token(anna.person.id, "robot", ["read"])
    await accounts.end_session(berta.person.id, anna.session.handle)
    await accounts.revoke_token(berta.person.id, robot.session.handle)
    await accounts.end_session(anna.person.id, robot.session.handle)  # a token is no session
    assert await who(accounts, anna)
    assert await who(accounts, robot, program=True)


async def test_one_browser_too_many_ends_the_one_that_was_not_used_for_longest(accounts: Accounts, clock: TurnedTime):
    first = await accounts.sign_up("Anna", GOOD, "")
    second = await accounts.sign_in("Anna", GOOD, "")
    clock.pass_by(HOUR)
    assert await who(accounts, first)
    await asyncio.gather(*(accounts.sign_in("Anna", GOOD, "") for _ in range(MOST_SESSIONS - 1)))
    assert len(await accounts.sessions(first.person.id)) == MOST_SESSIONS
    assert await who(accounts, first)
    assert await who(accounts, second) is None


async def test_what_is_over_is_forgotten(accounts: Accounts, clock: TurnedTime):
    guest, account = await accounts.welcome_guest(None, ""), await accounts.sign_up("Anna", GOOD, "")
    clock.pass_by(GUEST_IDLE + DAY)
    await accounts.tidy_up()
    assert await people_records.get_person(accounts.store, guest.person.id) is None
    assert await people_records.sessions_of(accounts.store, account.person.id) == []
    await accounts.sign_in("Anna", GOOD, "")


# -- programs -------------------------------------------------------------------------------------------------


async def test_a_token_is_for_programs_and_a_session_for_browsers(accounts: Accounts):
    anna = await accounts.sign_up("Anna", GOOD, "")
    robot = await accounts.make_token(anna.person.id, " my  robot ", ["play"])
    assert robot.secret.startswith("parlour_")
    assert (robot.session.label, list(robot.session.scopes)) == ("my robot", ["read", "play"])
    assert await who(accounts, robot, program=True) == anna.person.id
    assert await who(accounts, robot, program=False) is None
    assert await who(accounts, anna, program=True) is None
    assert [one.handle for one in await accounts.tokens(anna.person.id)] == [robot.session.handle]
    assert [one.handle for one in await accounts.sessions(anna.person.id)] == [anna.session.handle]
    await accounts.revoke_token(anna.person.id, robot.session.handle)
    assert await who(accounts, robot, program=True) is None


async def test_tokens_have_a_label_scopes_and_a_bound(accounts: Accounts):
    anna, guest = await accounts.sign_up("Anna", GOOD, ""), await accounts.welcome_guest(None, "")
    assert await refused(accounts.make_token(guest.person.id, "robot", ["play"])) == "tokens-account"
    assert await refused(accounts.make_token(anna.person.id, " ", ["play"])) == "label"
    assert await refused(accounts.make_token(anna.person.id, "robot", [])) == "scopes"
    assert await refused(accounts.make_token(anna.person.id, "robot", ["own"])) == "scopes"
    for n in range(MOST_TOKENS):
        await accounts.make_token(anna.person.id, f"robot {n}", ["read"])
    assert await refused(accounts.make_token(anna.person.id, "robot", ["read"])) == "tokens-many"


async def test_whoever_is_sent_away_while_coming_in_is_out_by_whatever_way(accounts: Accounts):
    guest = await accounts.welcome_guest(None, "")
    account = await accounts.sign_up("Anna", GOOD, "")

    async def sent_away(person: str) -> None:
        raise Refused("moderation.banned-for-good", why="Cheats.")

    accounts.entry_checks.append(sent_away)
    for way in (
        accounts.sign_up("Berta", GOOD, "", guest.person.id),
        accounts.sign_in("Anna", GOOD, ""),
        accounts.make_token(account.person.id, "robot", ["play"]),
    ):
        assert await refused(way) == "moderation.banned-for-good"
    assert await accounts.sessions(guest.person.id) == await accounts.tokens(account.person.id) == []
    assert len(await accounts.sessions(account.person.id)) == 1, "the one of before"


async def test_connections_are_asked_again_who_they_are_when_a_name_changes(accounts: Accounts):
    told: list[str] = []
    accounts.listeners.append(told.append)
    entry = await accounts.welcome_guest("Anna", "")
    await accounts.change(entry.person.id, settings=lambda kept: b"{}")
    await accounts.change(entry.person.id, "Anna")
    assert told == []
    await accounts.change(entry.person.id, "Berta")
    await accounts.name_anew(entry.person.id)
    assert told == [entry.person.id] * 2
