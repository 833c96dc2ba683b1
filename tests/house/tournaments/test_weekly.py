"""Weekly tournaments: each is announced ahead, exactly once, by the clocks of its place."""

import asyncio
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from parlour.core.texts import Refused
from parlour.house.entropy import Entropy
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation.roles import AuditWriter
from parlour.house.tables.clocks import Clock
from parlour.house.tournaments import commands
from parlour.house.tournaments import records as tournament_records
from parlour.house.tournaments.records import TournamentQuery
from parlour.house.tournaments.repository import NewTournament
from parlour.house.tournaments.weekly import MOST_TEMPLATES, WeeklyTemplate, WeeklyTournaments, begins
from tests.house.tournaments.tournament_club import OLGA, TournamentClub, opened
from tests.serving import TurnedTime

pytestmark = pytest.mark.anyio
DAY = 24 * 3600 * 1000
MONDAY = int(datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp() * 1000)
CUP = NewTournament(title="Moose Cup", kind="swiss", game="connect4", clock=Clock("live", 5, 3))
TUESDAY_AT_SEVEN = WeeklyTemplate(tournament=CUP, weekday=1, hour=19, zone="Europe/Berlin")


class WeeklyClub:
    def __init__(self, club: TournamentClub) -> None:
        self.club, self.time = club, club.time
        self.weekly = WeeklyTournaments(club.tournaments, AuditWriter(club.time, Entropy()))

    async def begins(self) -> list[str]:
        """When those begin that are announced, in Berlin."""
        found = await tournament_records.find_tournaments(self.club.store, TournamentQuery())
        all_of_them = [await self.club.tournaments.tournament(one.tournament) for one in found]
        zone = ZoneInfo("Europe/Berlin")
        moments = [datetime.fromtimestamp((t.rules.starts or 0) / 1000, zone) for t in all_of_them]
        return sorted(one.strftime("%d.%m. %H:%M") for one in moments)


@pytest.fixture
async def held(tmp_path: Path) -> WeeklyClub:
    return WeeklyClub(TournamentClub(await opened(tmp_path), TurnedTime(MONDAY)))


async def test_it_is_announced_so_many_days_ahead_and_again_every_week(held: WeeklyClub) -> None:
    await held.weekly.add(OLGA, replace(TUESDAY_AT_SEVEN, ahead=3))
    made = await held.weekly.announce_due()
    assert (len(made), await held.begins()) == (1, ["17.11. 19:00"])
    t = await held.club.tournaments.tournament(made[0])
    assert (t.title, t.organiser, t.organiser_name) == ("Moose Cup", "", "Parlour"), "the house itself organises it"
    held.time.pass_by(4 * DAY)
    assert await held.weekly.announce_due() == []
    held.time.pass_by(2 * DAY)
    assert len(await held.weekly.announce_due()) == 1
    assert await held.begins() == ["17.11. 19:00", "24.11. 19:00"]


async def test_each_is_there_once_after_restarts_and_with_several_processes(held: WeeklyClub) -> None:
    await held.weekly.add(OLGA, replace(TUESDAY_AT_SEVEN, ahead=14))
    # Each has its own memory, as after a restart or beside each other.
    others = [WeeklyClub(TournamentClub(held.club.store, held.time, seed=str(each))) for each in range(4)]
    made = await asyncio.gather(*(one.weekly.announce_due() for one in (held, *others)))
    assert len({id for each in made for id in each}) == 2
    assert await held.begins() == ["17.11. 19:00", "24.11. 19:00"]
    assert [await one.weekly.announce_due() for one in others] == [[]] * 4


async def test_one_that_was_called_off_does_not_come_back(held: WeeklyClub) -> None:
    await held.weekly.add(OLGA, TUESDAY_AT_SEVEN)
    [id] = await held.weekly.announce_due()
    await held.club.tournaments.change(id, lambda t, now: commands.close(t, now, "Connect Four"))
    assert await held.weekly.announce_due() == []
    assert (await held.club.tournaments.tournament(id)).cancelled


async def test_paused_it_announces_nothing_and_what_is_announced_stays(held: WeeklyClub) -> None:
    one = await held.weekly.add(OLGA, TUESDAY_AT_SEVEN)
    await held.weekly.announce_due()
    await held.weekly.change(OLGA, one.id, replace(TUESDAY_AT_SEVEN, paused=True))
    held.time.pass_by(7 * DAY)
    assert await held.weekly.announce_due() == []
    assert await held.begins() == ["17.11. 19:00"]
    await held.weekly.change(OLGA, one.id, TUESDAY_AT_SEVEN)
    assert len(await held.weekly.announce_due()) == 1
    await held.weekly.remove(OLGA, one.id)
    held.time.pass_by(7 * DAY)
    assert await held.weekly.announce_due() == []
    logged = [entry.what for entry in await moderation_records.entries(held.club.store)]
    assert logged == ["weekly"] * 4


def test_seven_in_the_evening_stays_seven_when_the_clocks_change() -> None:
    october = int(datetime(2026, 10, 18, tzinfo=UTC).timestamp() * 1000)
    moments = [at for _, at in islice(begins(TUESDAY_AT_SEVEN, october), 3)]
    assert [datetime.fromtimestamp(at / 1000, UTC).hour for at in moments] == [17, 18, 18]


def test_an_hour_that_is_left_out_in_spring_is_the_one_after() -> None:
    march = int(datetime(2026, 3, 25, tzinfo=UTC).timestamp() * 1000)
    sunday = replace(TUESDAY_AT_SEVEN, weekday=6, hour=2, minute=30)
    [(day, at)] = islice(begins(sunday, march), 1)
    assert (day.isoformat(), datetime.fromtimestamp(at / 1000, ZoneInfo("Europe/Berlin")).hour) == ("2026-03-29", 3)


async def test_what_could_never_be_played_is_refused_at_once(held: WeeklyClub) -> None:
    with pytest.raises(Refused, match=r"weekly\.zone"):
        await held.weekly.add(OLGA, replace(TUESDAY_AT_SEVEN, zone="Europe/Harbour"))
    with pytest.raises(Refused, match=r"tournament\.clock"):
        await held.weekly.add(OLGA, replace(TUESDAY_AT_SEVEN, tournament=replace(CUP, clock=Clock("none"))))
    with pytest.raises(Refused, match=r"tournament\.title-empty"):
        await held.weekly.add(OLGA, replace(TUESDAY_AT_SEVEN, tournament=replace(CUP, title="…")))
    for number in range(MOST_TEMPLATES):
        await held.weekly.add(OLGA, TUESDAY_AT_SEVEN, key=str(number))
    await held.weekly.add(OLGA, TUESDAY_AT_SEVEN, key="0")
    with pytest.raises(Refused, match=r"weekly\.many"):
        await held.weekly.add(OLGA, TUESDAY_AT_SEVEN)
