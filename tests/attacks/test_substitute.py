"""A substitute tries to see two hands of one match, by whatever name and in whatever way they come back."""

from pathlib import Path
from typing import Any

import pytest

from parlour.house.tables.records import SEAT_VISITS, SeatVisit, seat_visits
from parlour.house.tables.visits import PATIENCE
from parlour.server.http.routes import API
from tests.faults.worlds import Headers, World, in_world

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]


class Attack:
    """A table for three, at which seat 1 is the attacker's and seat 2 will be left by somebody from elsewhere."""

    def __init__(self, world: World, game: str, **more: Any) -> None:
        self.world, self.game, self.more = world, game, more

    async def begin(self) -> "Attack":
        """Everybody comes from an address of their own, and looks at their hand."""
        world = self.world
        world.people = [await self.somebody(f"192.0.2.{number}") for number in (10, 11, 12)]
        kinds = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        body = {"game": self.game, "seats": kinds, "substitutes": True, **self.more}
        world.table = (await world.do(world.people[0], "POST", "/tables", body)).json()["rules"]["table"]
        for person in world.people[1:]:
            await world.do(person, "POST", f"/tables/{world.table}/seats", {})
        for seat, person in enumerate(world.people):
            assert await self.sees(person, seat)
        return self

    async def somebody(self, address: str, account: str = "") -> Headers:
        """With a browser of their own."""
        world = self.world
        guest = await world.ask("POST", f"{API}/guests", {"from": address}, {})
        person = {"cookie": dict(guest.headers)[b"set-cookie"].decode().partition(";")[0], "from": address}
        name = account or f"Player {address.replace('.', ' ')}"
        answer = await world.do(person, "POST", "/accounts", {"name": name, "password": "blue kettle 9"})
        return {"cookie": dict(answer.headers)[b"set-cookie"].decode().partition(";")[0], "from": address}

    async def sees(self, person: Headers, seat: int) -> bool:
        answer = await self.world.get(f"/tables/{self.world.table}/events", person, seat=seat)
        return answer.status == 200

    async def leaves(self, seat: int) -> None:
        await self.world.do(self.world.people[seat], "DELETE", f"/tables/{self.world.table}/seats/mine")

    async def takes(self, person: Headers, seat: int) -> tuple[int, str]:
        answer = await self.world.ask("POST", f"{API}/tables/{self.world.table}/substitutes", person, {"seat": seat})
        return answer.status, answer.json().get("key", "")

    async def kept(self) -> list[SeatVisit]:
        return await seat_visits(self.world.app.state["services"].tables.store, self.world.table)


async def attack(world: World, game: str = "dance", **more: Any) -> Attack:
    in_world.set(world)
    return await Attack(world, game, **more).begin()


@pytest.mark.parametrize(("game", "more"), [("dance", {}), ("regatta", {"rated": True})])
async def test_whoever_left_comes_back_by_no_other_name(tmp_path: Path, game: str, more: dict[str, Any]) -> None:
    world = World(tmp_path / "house")
    async with world.open(game):
        at = await attack(world, game, **more)
        await at.leaves(1)
        await at.leaves(2)
        again = await at.somebody("192.0.2.11", "Another name")
        assert await at.takes(again, 2) == (403, "refuse.substitute-visit")
        assert await at.takes(world.people[1], 2) == (403, "refuse.substitute-other")
        neighbour = await at.somebody("192.0.2.10", "In the same house")
        assert await at.takes(neighbour, 1) == (403, "refuse.substitute-visit"), "one of that house still plays"
        assert await at.takes(world.people[1], 1) == (200, ""), "to a seat of one's own"
        stranger = await at.somebody("192.0.2.99", "From elsewhere")
        assert await at.takes(stranger, 2) == (200, "")


async def test_moving_to_another_network_does_not_help(tmp_path: Path) -> None:
    """Every place from which a hand was seen counts, not only the first."""
    world = World(tmp_path / "house")
    async with world.open("dance"):
        at = await attack(world)
        assert await at.sees({**world.people[1], "from": "198.51.100.20"}, 1)
        await at.leaves(2)
        again = await at.somebody("198.51.100.20", "On the train")
        assert await at.takes(again, 2) == (403, "refuse.substitute-visit")


async def test_leaving_the_house_for_good_does_not_help(tmp_path: Path) -> None:
    world = World(tmp_path / "house")
    async with world.open("dance"):
        at = await attack(world)
        await at.leaves(2)
        gone = await world.ask("DELETE", f"{API}/me", world.people[1], {"password": "blue kettle 9"})
        assert gone.status in (200, 204), gone
        again = await at.somebody("192.0.2.11", "Born again")
        assert await at.takes(again, 2) == (403, "refuse.substitute-visit")


async def test_where_everything_is_open_and_nothing_counts_a_class_takes_over_as_it_likes(tmp_path: Path) -> None:
    world = World(tmp_path / "house")
    async with world.open("regatta"):
        at = await attack(world, "regatta")
        await at.leaves(2)
        assert await at.takes(await at.somebody("192.0.2.11", "Same room"), 2) == (200, "")
        assert await at.kept() == []


async def test_what_is_kept_names_nobody_and_no_address_and_goes_with_the_match(tmp_path: Path) -> None:
    world = World(tmp_path / "house")
    async with world.open("dance"):
        at = await attack(world)
        kept = await at.kept()
        assert [one.seat for one in kept] == [0, 1, 2]
        assert all("192" not in one.visit and len(one.visit) == 24 for one in kept)
        assert {one.until for one in kept} == {world.time.now() + PATIENCE}
        first = {one.visit for one in kept}
        for seat in range(3):
            await at.leaves(seat)
        assert world.table_now().over
        assert await at.kept() == []
        other = await attack_again(at)
        assert first.isdisjoint({one.visit for one in other}), "nobody can be followed from one table to the next"


async def attack_again(at: Attack) -> list[SeatVisit]:
    world, people = at.world, at.world.people
    kinds = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    body = {"game": at.game, "seats": kinds, "substitutes": True}
    world.table = (await world.do(people[0], "POST", "/tables", body)).json()["rules"]["table"]
    for person in people[1:]:
        await world.do(person, "POST", f"/tables/{world.table}/seats", {})
    for seat, person in enumerate(people):
        assert await at.sees(person, seat)
    return await at.kept()


async def test_a_match_that_nobody_plays_on_is_forgotten_some_day(tmp_path: Path) -> None:
    world = World(tmp_path / "house")
    async with world.open("dance"):
        at = await attack(world)
        services = world.app.state["services"]
        store = services.tables.store
        assert len(await store.list_by(SEAT_VISITS, "until")) == 3
        world.time.pass_by(PATIENCE + 1)
        await services.table_service._visits.tidy_up()
        assert await at.kept() == []
