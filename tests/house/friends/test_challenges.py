"""Challenges: a seat that is kept for somebody, who comes or does not; and what keeps them from being a nuisance."""

from typing import Any

import msgspec
import pytest

from parlour.core.texts import Refused
from parlour.house.friends.challenges import MOST_UNANSWERED, PATIENCE, Challenges, NewChallenge, decline
from parlour.house.friends.contact_rules import may_contact
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation.records import Block
from parlour.house.people import records as people_records
from parlour.house.people.person import Person
from parlour.house.people.preferences import Preferences, check_settings, preferences_in, shows_here
from parlour.house.store import Store
from parlour.house.tables import records as table_records
from parlour.house.tables.clocks import Clock
from parlour.house.tables.commands import clear_seat, leave, run_out, seat_bot, sit, start
from parlour.house.tables.events import Invitee
from parlour.house.tables.records import TableQuery
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.snapshot import snapshot_for
from parlour.house.tables.summary import summary_of
from tests.house.tables.at_table import OPEN, START, evening, keys, person, portrait, refusal, replayed
from tests.serving import Library, SeededEntropy, TurnedTime

BOB = Invitee("bob", "Bob")


def challenge(game: str = "connect4", seats: int = 2, **how: Any) -> Any:
    return evening(game, ["ada", *[OPEN] * (seats - 1)], kept={1: BOB}, **how)


# -- the seat -------------------------------------------------------------------------------------------------


def test_a_seat_that_is_kept_is_for_one_alone() -> None:
    e = challenge()
    assert (e.table.phase, summary_of(e.table).room, summary_of(e.table).asked) == ("open", False, ("bob",))
    assert refusal(sit, e.table, e.now, person("cyd"), None) == "refuse.table-full"
    assert refusal(sit, e.table, e.now, person("cyd"), 1) == "refuse.seat-kept"
    e.do(sit, person("bob"), None)
    assert (e.table.phase, e.table.kept, summary_of(e.table).asked) == ("playing", {}, ())
    assert portrait(replayed(e.events)) == portrait(e.table)


def test_of_two_a_no_closes_the_table() -> None:
    e = challenge().do(decline, "bob")
    assert (e.table.phase, snapshot_for(e.table, 0).declined) == ("over", ["Bob"])
    assert keys(e.table.told[0])[-2:] == ["house.declined", "house.closed-declined"]
    assert refusal(decline, e.table, e.now, "bob") == "refuse.over"
    assert portrait(replayed(e.events)) == portrait(e.table)


def test_among_more_a_no_leaves_the_seat_to_others() -> None:
    e = challenge("dance", 3)
    e.do(sit, person("cyd"), None)
    assert (e.table.sitters[2].person, e.table.phase) == ("cyd", "open")
    e.do(decline, "bob").do(sit, person("dan"), None)
    assert (e.table.phase, e.table.people) == ("playing", ["ada", "dan", "cyd"])


def test_only_who_was_asked_says_no() -> None:
    e = challenge()
    assert refusal(decline, e.table, e.now, "cyd") == "challenge.none"


def test_the_host_may_stop_keeping_a_seat_or_give_it_to_a_bot() -> None:
    e = challenge("dance", 3).do(clear_seat, "ada", 1)
    assert (e.table.kept, keys(e.table.told[0])[-1]) == ({}, "house.seat-free")
    assert refusal(clear_seat, e.table, e.now, "ada", 1) == "refuse.seat-open"
    e = challenge("dance", 3).do(seat_bot, "ada", 1, 1)
    assert (e.table.kept, summary_of(e.table).asked) == ({}, ())


def test_a_match_does_not_begin_without_the_one_who_is_asked() -> None:
    e = challenge("dance", 3, start="host").do(sit, person("cyd"), None)
    assert refusal(start, e.table, e.now, "ada") == "refuse.seats-open"


def test_who_takes_a_challenge_back_gets_up() -> None:
    assert challenge().play(leave, "ada").table.phase == "over"


def test_a_challenge_that_nobody_answers_in_time_is_over() -> None:
    e = challenge(until=START + 1000)
    assert summary_of(e.table).due == START + 1000
    assert run_out(e.table, START + 999, e.uptimes) is None
    e.wait(1)
    assert refusal(sit, e.table, e.now, person("bob"), None) == "refuse.table-late"
    e.play(run_out)
    assert (e.table.phase, keys(e.table.told[0])[-1]) == ("over", "house.closed-late")
    assert portrait(replayed(e.events)) == portrait(e.table)


def test_a_match_that_began_in_time_goes_on() -> None:
    e = challenge(until=START + 1000).do(sit, person("bob"), None).wait(5)
    assert (run_out(e.table, e.now, e.uptimes), summary_of(e.table).due) == (None, None)


# -- sending --------------------------------------------------------------------------------------------------


class Club:
    def __init__(self, store: Store) -> None:
        self.store, self.time = store, TurnedTime()
        self.tables = TableRepository(store, Library(), self.time, SeededEntropy(1))
        self.challenges = Challenges(self.tables)

    async def somebody(self, name: str, account: bool = True, **wishes: Any) -> Person:
        body = msgspec.json.encode(wishes) if wishes else b""
        one = Person(id=name, name=name.title(), since=1, password="hashed" if account else None, body=body)
        await people_records.add_person(self.store, one)
        return one

    async def send(self, by: Person, to: str, key: str | None = None, **more: Any) -> Any:
        return await self.challenges.send(by, NewChallenge(to=to, **{"game": "connect4", **more}), key)

    async def refused(self, by: Person, to: str, **more: Any) -> str:
        with pytest.raises(Refused) as refusal:
            await self.send(by, to, **more)
        return refusal.value.text.key


@pytest.mark.anyio
async def test_a_challenge_is_in_the_list_of_whom_it_is_for_until_it_is_answered(store: Store) -> None:
    club = Club(store)
    ada, bob = await club.somebody("ada"), await club.somebody("bob")
    table = await club.send(ada, "bob", clock=Clock("live", 5, 5))
    assert [card.table for card in await club.challenges.for_me("bob")] == [table.id]
    assert [card.table for card in await club.challenges.by_me("ada")] == [table.id]
    assert await table_records.find_tables(store, TableQuery(listed=True)) == []
    after = await club.challenges.answer(bob, table.id, True)
    assert (after.phase, sorted(after.people)) == ("playing", ["ada", "bob"])
    assert await club.challenges.for_me("bob") == await club.challenges.by_me("ada") == []


@pytest.mark.anyio
async def test_who_is_first_is_said_or_left_to_the_lot(store: Store) -> None:
    club = Club(store)
    ada = await club.somebody("ada")
    for first, seat in (("me", 0), ("you", 1)):
        await club.somebody(first)
        assert (await club.send(ada, first, first=first)).seats_of("ada") == [seat]
    assert {kept for n in range(2) for kept in (await club.send(await club.somebody(f"c{n}"), "ada")).kept} <= {0, 1}


@pytest.mark.anyio
async def test_several_are_challenged_and_bots_take_the_seats_that_are_left(store: Store) -> None:
    club = Club(store)
    ada, bob, cyd = [await club.somebody(name) for name in ("ada", "bob", "cyd")]
    table = await club.send(ada, "bob", others=["cyd"], game="luckymoose", seats=4, bots=1, first="you")
    assert [sitter.kind for sitter in table.sitters] == ["open", "person", "open", "bot"]
    assert [(seat, whose.person) for seat, whose in table.kept.items()] == [(0, "bob"), (2, "cyd")]
    assert (await club.challenges.answer(bob, table.id, True)).phase == "open"
    after = await club.challenges.answer(cyd, table.id, True)
    assert (after.phase, after.people, after.sitters[3].level) == ("playing", ["bob", "ada", "cyd"], 1)


@pytest.mark.anyio
async def test_by_lot_everybody_may_sit_anywhere(store: Store) -> None:
    club = Club(store)
    ada = await club.somebody("ada")
    kept = []
    for n in range(4):
        bob, cyd = await club.somebody(f"b{n}"), await club.somebody(f"c{n}")
        kept.append(tuple((await club.send(ada, bob.id, others=[cyd.id], game="luckymoose", seats=4, bots=1)).kept))
    assert len(set(kept)) > 1


@pytest.mark.anyio
async def test_several_have_a_seat_each_and_all_must_want_it(store: Store) -> None:
    club = Club(store)
    ada, bob = await club.somebody("ada"), await club.somebody("bob")
    await club.somebody("shy", challenges="nobody")
    game: dict[str, Any] = {"game": "luckymoose", "seats": 3}
    assert await club.refused(ada, "bob", others=["bob"], **game) == "challenge.twice"
    assert await club.refused(ada, "bob", others=["ada"], **game) == "challenge.self"
    assert await club.refused(ada, "bob", others=["shy"], **game) == "challenge.unwanted"
    assert await club.refused(ada, "bob", others=["x", "y"], **game) == "challenge.seats"
    assert await club.refused(ada, "bob", others=["x"], game="connect4") == "challenge.seats"
    assert await club.refused(ada, "bob", game="dance", seats=3, bots=1, rated=True) == "refuse.rated-bot"
    assert await club.challenges.for_me(bob.id) == []


@pytest.mark.anyio
async def test_nobody_is_seated_with_somebody_who_has_blocked_them(store: Store) -> None:
    club = Club(store)
    ada, bob, cyd = [await club.somebody(name) for name in ("ada", "bob", "cyd")]
    table = await club.send(ada, "bob", others=["cyd"], game="luckymoose", seats=3)
    await moderation_records.add_block(store, Block(person="bob", other="cyd", since=club.time.now()))
    assert (await club.challenges.answer(bob, table.id, True)).phase == "open"
    with pytest.raises(Refused) as refusal:
        await club.challenges.answer(cyd, table.id, True)
    assert refusal.value.text.key == "refuse.no-table", "as with a wrong link"
    assert (await club.challenges.answer(cyd, table.id, False)).declined == ("Cyd",)


@pytest.mark.anyio
async def test_somebody_is_found_by_the_whole_name_alone(store: Store) -> None:
    club = Club(store)
    await club.somebody("ada")
    await club.somebody("gil", account=False)
    assert (await club.challenges.find(" ADA ")).id == "ada"
    for name in ("Ad", "Gil", "A\ud800", ""):
        with pytest.raises(Refused) as refusal:
            await club.challenges.find(name)
        assert refusal.value.text.key == "people.nobody-named"


@pytest.mark.anyio
@pytest.mark.parametrize("pace", ["live", "none", "days"])
async def test_an_answer_is_waited_for_as_long_as_the_clock_makes_sense(store: Store, pace: Any) -> None:
    club = Club(store)
    ada, bob = await club.somebody("ada"), await club.somebody("bob")
    clock = {"live": Clock("live", 5, 5), "none": Clock(), "days": Clock("days", days=2)}[pace]
    table = await club.send(ada, "bob", clock=clock)
    club.time.at += PATIENCE[pace] - 1
    assert await club.challenges.for_me("bob")
    club.time.at += 1
    assert await club.challenges.for_me("bob") == []
    with pytest.raises(Refused):
        await club.challenges.answer(bob, table.id, True)
    assert await club.tables.run_out(club.time.now()) == 1
    assert (await club.tables.table(table.id)).phase == "over"


@pytest.mark.anyio
async def test_who_can_be_challenged_and_by_whom(store: Store) -> None:
    club = Club(store)
    ada, gil = await club.somebody("ada"), await club.somebody("gil", account=False)
    await club.somebody("shy", challenges="nobody")
    choosy = await club.somebody("choosy", challenges="followed")
    assert await club.refused(ada, "zoe") == "people.nobody"
    assert await club.refused(ada, "gil") == "people.nobody"
    assert await club.refused(ada, "ada") == "challenge.self"
    assert await club.refused(gil, "ada") == "challenge.account"
    assert await club.refused(ada, "shy") == "challenge.unwanted"
    assert await club.refused(ada, "choosy") == "challenge.unwanted"
    await club.challenges.follow(choosy, "ada")
    assert (await club.send(ada, "choosy")).phase == "open"
    assert not await may_contact(store, "ada", "zoe")


@pytest.mark.anyio
async def test_nobody_is_pestered(store: Store) -> None:
    club = Club(store)
    ada = await club.somebody("ada")
    others = [await club.somebody(f"b{n}") for n in range(MOST_UNANSWERED + 1)]
    first = await club.send(ada, "b0", key="ada 1")
    assert await club.refused(ada, "b0") == "challenge.waiting"
    assert (await club.send(ada, "b0", key="ada 1")).id == first.id
    for other in others[1:MOST_UNANSWERED]:
        await club.send(ada, other.id)
    assert await club.refused(ada, others[-1].id) == "challenge.many"
    await club.challenges.answer(others[0], first.id, False)
    assert (await club.send(ada, others[-1].id)).phase == "open"


@pytest.mark.anyio
async def test_whom_one_follows(store: Store) -> None:
    club = Club(store)
    ada = await club.somebody("ada")
    await club.somebody("gil", account=False)
    for other, key in (
        ("ada", "challenge.follow-self"),
        ("gil", "challenge.follow-whom"),
        ("x", "challenge.follow-whom"),
    ):
        with pytest.raises(Refused) as refusal:
            await club.challenges.follow(ada, other)
        assert refusal.value.text.key == key


# -- wishes ---------------------------------------------------------------------------------------------------


def test_wishes_are_read_from_settings_that_hold_other_things_too() -> None:
    assert preferences_in(b"") == Preferences(True, "everybody")
    assert preferences_in(b'{"theme":"dark","here":false,"challenges":"followed"}') == Preferences(False, "followed")
    assert preferences_in(b'{"here":"perhaps"}') == Preferences()


@pytest.mark.parametrize("settings", [{"here": 1}, {"here": "yes"}, {"challenges": "friends"}, {"challenges": True}])
def test_a_wish_that_makes_no_sense_is_refused(settings: dict[str, object]) -> None:
    assert refusal(check_settings, settings) == "people.wish"


def test_guests_are_never_said_to_be_here() -> None:
    assert shows_here(b"", account=True)
    assert not shows_here(b"", account=False)
    assert not shows_here(b'{"here":false}', account=True)
    check_settings({"here": None, "challenges": None, "theme": 3})
