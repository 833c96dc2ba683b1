"""kill -9 of the whole server in the middle of a tournament: it goes on, no match comes twice, no result is lost."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
import pytest

from parlour.house.tables import events as at_table
from parlour.house.tables import records as table_records
from parlour.house.tables.records import TableQuery
from parlour.house.tables.state import Table
from parlour.house.tournaments import events as ev
from parlour.house.tournaments.repository import stream_of
from parlour.house.tournaments.standings import standings
from parlour.house.tournaments.state import Tournament, table_id
from parlour.store import open_store
from tests.faults.house import Process, prepare
from tests.faults.test_processes import PROCESSES, all_are_up

pytestmark = [pytest.mark.anyio, pytest.mark.compiled, pytest.mark.slow]

KILLS, BOTS = 6, 3
CUP = {
    "title": "Cup", "kind": "robin", "cycles": 2, "game": "connect4", "bots": True,
    "clock": {"pace": "live", "minutes": 60},
}  # fmt: skip
PATIENCE = 300.0


class Olga(NamedTuple):
    """Who announced the tournament, and plays in it against bots."""

    id: str
    cookie: str
    cup: str

    async def move(self, base: str) -> None:
        """If it is her turn somewhere: any move."""
        headers = {"Origin": base, "Cookie": self.cookie}
        async with httpx.AsyncClient(base_url=f"{base}/api/v1", headers=headers, timeout=60) as olga:
            cup = (await olga.get(f"/tournaments/{self.cup}")).json()
            mine = [m for one in cup["rounds"] for m in one["matches"] if m["points"] is None and self.id in m["seats"]]
            for match in mine:
                seat = match["seats"].index(self.id)
                answer = await olga.get(f"/tables/{match['table']}/events", params={"seat": seat})
                now = answer.json().get("now", {})  # its table may not be there yet
                if seat in now.get("to_act", []):
                    await olga.post(
                        f"/tables/{match['table']}/steps", json={"seat": seat, "steps": [now["choices"][0]["text"]]}
                    )


async def begin(base: str) -> Olga:
    """A tournament of somebody with an account, and of bots."""
    async with httpx.AsyncClient(base_url=f"{base}/api/v1", headers={"Origin": base}, timeout=60) as olga:
        made = await olga.post("/accounts", json={"name": "Olga", "password": "seven slow swans"})
        assert made.status_code == 201, made.text
        # Over http the cookie is for a browser on this machine; this is no browser.
        olga.headers["Cookie"] = cookie = made.headers["set-cookie"].partition(";")[0]
        person = made.json()["person"]["id"]
        async with asyncio.timeout(PATIENCE):
            while (made := await olga.post("/tournaments", json=CUP)).status_code == 503:
                await asyncio.sleep(0.05)
        assert made.status_code == 201, made.text
        id: str = made.json()["tournament"]
        assert (await olga.post(f"/tournaments/{id}/entrants")).status_code == 200
        for _ in range(BOTS):
            assert (await olga.post(f"/tournaments/{id}/bots", json={"level": 1})).status_code == 200
        assert (await olga.post(f"/tournaments/{id}/start", json={})).status_code == 200
        return Olga(person, cookie, id)


async def scored(base: str, id: str) -> tuple[int, bool]:
    """How many matches are decided, and whether all is over."""
    async with httpx.AsyncClient(base_url=base, timeout=60) as anybody:
        now = (await anybody.get(f"/api/v1/tournaments/{id}")).json()
    return sum(match["points"] is not None for one in now["rounds"] for match in one["matches"]), now["phase"] == "over"


async def test_a_server_that_is_killed_again_and_again_plays_every_match_once(tmp_path: Path) -> None:
    house = Process(tmp_path)

    async def kill() -> None:
        house.kill()
        await house.start()

    id = await play_it(house, kill)
    await check(house.database, id)


@pytest.mark.xdist_group("postgres")
async def test_of_three_processes_that_are_killed_in_turn_each_match_is_played_once(
    tmp_path: Path, postgres: str
) -> None:
    house = Process(tmp_path, postgres, PROCESSES)

    async def kill() -> None:
        os.kill(house.serving()[0], signal.SIGKILL)
        await all_are_up(postgres)

    id = await play_it(house, kill)
    await check(postgres, id)


async def play_it(house: Process, kill: Callable[[], Awaitable[None]]) -> str:
    """A whole tournament; answers which."""
    prepare()
    rng, killed = Random(5), 0
    await house.start()
    try:
        olga = await begin(house.base)
        id = olga.cup
        async with asyncio.timeout(PATIENCE):
            before, over = await scored(house.base, id)
            while not over:
                await olga.move(house.base)
                now, over = await scored(house.base, id)
                if killed < KILLS and now > before and not over:
                    await asyncio.sleep(rng.uniform(0, 0.05))
                    await kill()
                    killed, before = killed + 1, now
                else:
                    await asyncio.sleep(0.01)
    finally:
        house.close()
    assert killed >= KILLS // 2, "it was over before it could be killed"
    print("kills", killed)
    return id


async def check(database: str, id: str) -> None:
    store = await open_store(database)
    log = [ev.decode(body) for body in await store.read(stream_of(id))]
    t = Tournament.of(log)
    results = Counter(event.match for event in log if isinstance(event, ev.Scored))
    assert results == Counter(dict.fromkeys(t.games, 1))
    assert len(t.games) == (BOTS + 1) * BOTS, "everybody meets everybody twice"
    tables = await table_records.find_tables(store, TableQuery(most=1000))
    assert {card.table for card in tables} == {table_id(t, match) for match in t.games}
    for match, game in t.games.items():
        table = Table.of([at_table.decode(body) for body in await store.read(table_id(t, match))])
        assert table.match is not None
        assert table.match.result is not None
        assert game.result is not None
        returns = table.match.result.returns
        assert game.result.points == tuple(1 + int(value) for value in returns)
    assert sum(row.points for row in standings(t)) == 2 * len(t.games)
    await store.close()
