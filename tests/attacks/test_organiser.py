"""An organiser lets bots play each other, so that they have no time for anybody else."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from parlour.core.texts import Refused
from parlour.house.tables import records as table_records
from parlour.house.tables.worker import TableWorker
from parlour.house.tournaments import commands
from parlour.house.tournaments import events as ev
from parlour.house.tournaments.commands import BOTS_EACH
from parlour.house.tournaments.state import Tournament
from tests.house.tables.test_thinking import SlowThinkers
from tests.house.tournaments.tournament_club import TournamentClub, opened
from tests.serving import TurnedTime

pytestmark = pytest.mark.anyio
KINDS: list[ev.TournamentKind] = ["arena", "swiss", "robin", "knockout"]
A_DAY = 24 * 60  # minutes
PATIENCE = 60.0


class Attack:
    """An organiser, a club that is open, and bots that think for as long as they are let."""

    def __init__(self, club: TournamentClub, bots: SlowThinkers) -> None:
        self.club, self.bots = club, bots

    async def do(self, id: str, command: Callable[[Tournament, int], commands.TournamentChange | None]) -> str:
        """The key of the refusal, or nothing."""
        try:
            await self.club.tournaments.change(id, command)
        except Refused as refusal:
            return refusal.text.key
        return ""

    async def add_bots(self, id: str, many: int) -> list[str]:
        return [await self.do(id, lambda t, now: commands.add_bot(t, now, "olga", 5)) for _ in range(many)]

    async def running(self, kind: ev.TournamentKind) -> Tournament:
        """The most that is allowed: one person, who does nothing, and bots."""
        t = await self.club.announce(kind, bots=True, minutes=A_DAY)
        await self.club.enter(t.id, "olga")
        assert await self.add_bots(t.id, BOTS_EACH) == [""] * BOTS_EACH
        return await self.club.begin(t.id)

    async def until(self, there: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not there():
                await asyncio.sleep(0.005)


@asynccontextmanager
async def attack(folder: Path) -> AsyncIterator[Attack]:
    club, bots = TournamentClub(await opened(folder), TurnedTime()), SlowThinkers()
    table_worker = TableWorker(club.tables, bots)
    await table_worker.start()
    await club.worker.start()
    yield Attack(club, bots)
    await club.worker.stop()
    await table_worker.stop()
    await club.store.close()


async def alone(club: TournamentClub) -> int:
    """Tables at which bots alone are playing."""
    return sum(not each.people for each in await table_records.tables_to_resume(club.store))


@pytest.mark.parametrize("kind", KINDS)
async def test_bots_alone_make_no_tournament(tmp_path: Path, kind: ev.TournamentKind) -> None:
    async with attack(tmp_path) as tried:
        t = await tried.club.announce(kind, bots=True, minutes=A_DAY)
        assert await tried.add_bots(t.id, 1) == ["tournament.no-people"]
        await tried.club.enter(t.id, "olga")
        assert await tried.add_bots(t.id, BOTS_EACH + 1) == [*[""] * BOTS_EACH, "tournament.bots-many"]
        # The person who had them let in goes again.
        await tried.do(t.id, lambda t, now: commands.withdraw(t, now, "olga"))
        assert await tried.do(t.id, lambda t, now: commands.start(t, now, "olga", "5eed")) == "tournament.no-people"
        assert await alone(tried.club) == 0


@pytest.mark.parametrize("kind", KINDS)
async def test_a_tournament_from_which_people_have_gone_stops_its_bots(tmp_path: Path, kind: ev.TournamentKind) -> None:
    async with attack(tmp_path) as tried:
        t = await tried.running(kind)
        assert await alone(tried.club) == 1
        await tried.until(lambda: len(tried.bots.asked) >= 1)
        await tried.do(t.id, lambda t, now: commands.withdraw(t, now, "olga"))
        await tried.until(lambda: tried.bots.called_off >= 1)
        async with asyncio.timeout(PATIENCE):
            while await alone(tried.club):
                await asyncio.sleep(0.005)
        assert (await tried.club.tournaments.tournament(t.id)).cancelled


async def test_an_arena_that_is_called_off_stops_its_bots(tmp_path: Path) -> None:
    async with attack(tmp_path) as tried:
        t = await tried.running("arena")
        await tried.until(lambda: len(tried.bots.asked) >= 1)
        await tried.do(t.id, lambda t, now: commands.cancel(t, now, "olga"))
        await tried.until(lambda: tried.bots.called_off >= 1)
        async with asyncio.timeout(PATIENCE):
            while await alone(tried.club):
                await asyncio.sleep(0.005)
        asked = len(tried.bots.asked)
        await asyncio.sleep(0.05)
        assert len(tried.bots.asked) == asked, "and nobody asks them again"


async def test_what_bots_think_in_an_arena_goes_on_its_organisers_account(tmp_path: Path) -> None:
    async with attack(tmp_path) as tried:
        await tried.running("arena")
        await tried.until(lambda: len(tried.bots.asked) >= 1)
        assert {asked_for.people for _, asked_for in tried.bots.asked} == {("olga",)}
        assert all(asked_for.matters for _, asked_for in tried.bots.asked)
