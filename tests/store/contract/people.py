"""People and sessions."""

import asyncio

import pytest
from msgspec.structs import replace

from parlour.house.ports import Store, Unit
from tests.store.things import account, card, guest, session


class People:
    async def test_a_person_comes_back_as_it_was(self, store: Store) -> None:
        ann = account("p1", "Ann", since=5, password="scrypt:1", body=b"\0settings", version=3)
        assert await store.add_person(ann)
        assert await store.person("p1") == ann
        assert await store.person("p2") is None

    async def test_an_accounts_name_is_unique_whatever_its_case(self, store: Store) -> None:
        assert await store.add_person(account("p1", "Straße"))
        for name in ("Straße", "STRASSE", "strasse"):
            assert not await store.add_person(account("p2", name))
        assert await store.person("p2") is None

    async def test_nor_does_it_matter_how_an_accent_is_typed(self, store: Store) -> None:
        assert await store.add_person(account("p1", "Ren\u00e9"))
        assert not await store.add_person(account("p2", "RENE\u0301"))

    async def test_guests_may_all_have_the_same_name(self, store: Store) -> None:
        assert await store.add_person(account("p1", "Ann"))
        assert await store.add_person(guest("p2", name="Ann"))
        assert await store.add_person(guest("p3", name="Ann"))

    async def test_an_id_is_given_once(self, store: Store) -> None:
        assert await store.add_person(guest("p1"))
        assert not await store.add_person(guest("p1", name="other"))
        assert await store.person("p1") == guest("p1")

    async def test_accounts_are_found_by_name_guests_never(self, store: Store) -> None:
        ann = account("p1", "Ann")
        await store.add_person(ann)
        await store.add_person(guest("p2", name="Bob"))
        assert await store.account_named("aNN") == ann
        assert await store.account_named("Bob") is None
        assert await store.account_named("An") is None

    async def test_of_many_who_want_a_name_one_gets_it(self, store: Store) -> None:
        for number in range(5):
            people = [account(f"p{number}.{each}", f"Ann{number}") for each in range(8)]
            assert sum(await asyncio.gather(*(store.add_person(person) for person in people))) == 1

    async def test_a_change_is_kept_as_the_next_version(self, store: Store) -> None:
        await store.add_person(guest("p1"))
        changed = account("p1", "Ann", body=b"new", since=2)
        assert await store.change_person(changed)
        assert await store.person("p1") == replace(changed, version=2)
        assert await store.account_named("ann") == replace(changed, version=2)

    async def test_a_change_of_an_older_version_is_not_made(self, store: Store) -> None:
        await store.add_person(guest("p1"))
        assert await store.change_person(guest("p1", body=b"first"))
        assert not await store.change_person(guest("p1", body=b"second"))
        assert not await store.change_person(guest("p1", body=b"first"))
        assert await store.person("p1") == guest("p1", body=b"first", version=2)

    async def test_somebody_who_is_gone_cannot_be_changed(self, store: Store) -> None:
        assert not await store.change_person(guest("p1"))
        assert await store.person("p1") is None

    async def test_a_guest_cannot_take_an_accounts_name_for_an_account(self, store: Store) -> None:
        await store.add_person(account("p1", "Ann"))
        await store.add_person(guest("p2"))
        assert not await store.change_person(account("p2", "ANN"))
        assert await store.person("p2") == guest("p2")
        assert await store.change_person(guest("p2", name="ANN"))

    async def test_a_name_can_be_written_differently_by_its_owner(self, store: Store) -> None:
        await store.add_person(account("p1", "Ann"))
        assert await store.change_person(account("p1", "ANN"))

    async def test_of_many_changes_at_once_one_is_made(self, store: Store) -> None:
        await store.add_person(guest("p1"))
        changes = [guest("p1", body=b"%d" % number) for number in range(8)]
        made = await asyncio.gather(*(store.change_person(change) for change in changes))
        assert sum(made) == 1
        assert await store.person("p1") == replace(changes[made.index(True)], version=2)

    async def test_of_many_who_change_to_a_name_one_gets_it(self, store: Store) -> None:
        for number in range(8):
            await store.add_person(guest(f"p{number}"))
        made = await asyncio.gather(*(store.change_person(account(f"p{number}", "Ann")) for number in range(8)))
        assert sum(made) == 1

    async def test_who_is_removed_is_gone_with_all_sessions_and_the_name_is_free(self, store: Store) -> None:
        await store.add_person(account("p1", "Ann"))
        await store.add_session(session("h", "p1"))
        await store.append(Unit(stream="t", expected=0, events=[b"a"], card=card("t", people=("p1",))))
        await store.remove_person("p1")
        assert await store.person("p1") is None
        assert await store.session("h") is None
        assert await store.read("t") == [b"a"]
        assert await store.card("t") == card("t", people=("p1",))
        assert await store.add_person(account("p2", "Ann"))
        await store.remove_person("nobody")


class Sessions:
    async def test_a_session_comes_back_as_it_was(self, store: Store) -> None:
        await store.add_person(guest("p1"))
        whole = session("h", "p1", since=2, seen=3, until=2**45, label="my bot", scopes=("play", "watch"), agent="Ægir")
        assert await store.add_session(whole)
        assert await store.session("h") == whole
        assert await store.session("H") is None

    async def test_nobody_has_no_session(self, store: Store) -> None:
        assert not await store.add_session(session("h", "nobody"))
        assert await store.session("h") is None

    async def test_a_persons_sessions_are_listed_the_latest_seen_first(self, store: Store) -> None:
        for person in ("p1", "p2"):
            await store.add_person(guest(person))
        own = [session("b", "p1", seen=2), session("a", "p1", seen=9), session("c", "p1", seen=5, label="bot")]
        for each in (*own, session("d", "p2")):
            await store.add_session(each)
        assert [each.hash for each in await store.sessions_of("p1")] == ["a", "c", "b"]
        assert await store.sessions_of("p3") == []

    async def test_a_session_that_is_used_lives_longer(self, store: Store) -> None:
        await store.add_person(guest("p1"))
        await store.add_session(session("h", "p1"))
        await store.touch_session("h", 50, 5000)
        await store.touch_session("gone", 50, 5000)
        assert await store.session("h") == session("h", "p1", seen=50, until=5000)
        assert await store.session("gone") is None

    async def test_a_session_can_be_ended(self, store: Store) -> None:
        await store.add_person(guest("p1"))
        for hash in "ab":
            await store.add_session(session(hash, "p1"))
        await store.end_session("a")
        await store.end_session("a")
        assert await store.session("a") is None
        assert await store.session("b") is not None

    @pytest.mark.parametrize(
        ("but", "labelled", "left"), [(None, False, "x"), ("b", False, "bx"), (None, True, ""), ("b", True, "b")]
    )
    async def test_all_sessions_end_but_those_that_are_kept(
        self, store: Store, but: str | None, labelled: bool, left: str
    ) -> None:
        for person in ("p1", "p2"):
            await store.add_person(guest(person))
        for each in (session("a", "p1"), session("b", "p1"), session("x", "p1", label="bot"), session("o", "p2")):
            await store.add_session(each)
        await store.end_sessions("p1", but=but, labelled=labelled)
        assert "".join(sorted(each.hash for each in await store.sessions_of("p1"))) == left
        assert await store.session("o") is not None

    async def test_sessions_that_ran_out_are_forgotten(self, store: Store) -> None:
        await store.add_person(guest("p1"))
        for hash, until in [("a", 10), ("b", 20), ("c", 30)]:
            await store.add_session(session(hash, "p1", until=until))
        assert await store.forget_sessions(20) == 1
        assert await store.forget_sessions(21) == 1
        assert [each.hash for each in await store.sessions_of("p1")] == ["c"]

    async def test_guests_are_lost_who_can_no_longer_come_back(self, store: Store) -> None:
        for person, since in (("gone", 5), ("also", 3), ("signed-in", 5)):
            await store.add_person(guest(person, since=since))
        await store.add_person(guest("young", since=10))
        await store.add_person(account("account", "Ann", since=5))
        await store.add_session(session("h", "signed-in"))
        assert await store.lost_guests(10, 9) == ["also", "gone"]
        assert await store.lost_guests(10, 1) == ["also"]
