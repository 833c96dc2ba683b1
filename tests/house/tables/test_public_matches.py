"""What of a house may be searched for puzzles: public, finished matches of today's rules, without names."""

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from parlour import games
from parlour.bots.puzzles import PuzzleFinder
from parlour.core.record import Record
from parlour.house.people import records as people_records
from parlour.house.store import Store
from parlour.house.tables import commands
from parlour.house.tables.events import GivenStep, Sitter
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.public_matches import public_matches
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.store import open_store
from tests.serving import Library, SeededEntropy, TurnedTime
from tests.store.things import account

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

RULES = {"connect4": games.load("connect4").rules_version}
WON = "cbddeaf"


class Club:
    """Ada and Bo, at tables for two."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tables = TableRepository(store, Library(), TurnedTime(), SeededEntropy(1))
        self.ada = account("ada", "Ada")

    async def played(self, steps: str = WON, **rules: object) -> Table:
        new = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")], **rules)  # type: ignore[arg-type]
        table = await self.tables.open(self.ada, new)
        bo = Sitter("person", "Bo", "bo")
        table = await self.tables.change(table.id, lambda t, now: commands.sit(t, now, bo, None))
        for step in steps:
            assert table.match is not None
            seat = table.match.actors[0]
            table = await self.tables.change(
                table.id, lambda t, now, seat=seat, step=step: commands.step(t, now, self.tables.uptimes, seat, [step])
            )
        return table

    async def found(self, rules: dict[str, int] = RULES) -> list[Record]:
        return [record async for record in public_matches(self.store, rules)]


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    store = await open_store(tmp_path / "house.db")
    club = Club(store)
    await people_records.add_person(store, club.ada)
    yield club
    await store.close()


async def test_a_public_match_that_is_over_is_found_without_names_and_times(club: Club) -> None:
    table = await club.played()
    assert table.over
    (record,) = await club.found()
    assert [step.text for step in record.steps] == list(WON)
    assert record.ending is not None
    kept = msgspec.json.encode(record).decode()
    assert [word for word in ("Ada", "Bo", "ada", table.id, "time", "secret", "commitment") if word in kept] == []


async def test_a_private_match_is_left_alone_and_one_that_goes_on_too(club: Club) -> None:
    await club.played(listed=False)
    await club.played(steps="cbd")
    assert await club.found() == []


async def test_what_was_broken_off_or_begun_from_a_position_of_somebodys_is_left_out(club: Club) -> None:
    table = await club.played(steps="cbd")
    await club.tables.change(table.id, lambda t, now: commands.close(t, now, club.tables.uptimes))
    given = await club.played(steps="deaf", begins=[GivenStep(0, "c"), GivenStep(1, "b"), GivenStep(0, "d")])
    assert given.phase != "open"
    assert await club.found() == []


async def test_matches_of_other_rules_or_of_other_games_are_left_out(club: Club) -> None:
    await club.played()
    assert await club.found({"connect4": RULES["connect4"] + 1}) == []
    assert await club.found({"yinsh": 1}) == []


async def test_what_is_found_can_be_searched_for_puzzles(club: Club) -> None:
    await club.played()
    (record,) = await club.found()
    found = list(PuzzleFinder(games.load("connect4"), 2, paces=0.2).in_record(record))
    assert {puzzle.source for puzzle in found} == {"match"}
