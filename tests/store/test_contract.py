"""Every store keeps the contract: the verbs, and what the rooms of the house ask by them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parlour.house.store import Store
from parlour.store import open_store
from tests.places import DYNAMO
from tests.store.contract import friends, jobs, mail, moderation, people, ratings, tables, tournaments, verbs
from tests.store.memory_store import MemoryStore

pytestmark = pytest.mark.anyio
MOST_LINES = 600  # of a third store: then it is worth having one


@pytest.fixture(params=["memory", "sqlite", "postgres", pytest.param("dynamo", marks=DYNAMO)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | None:
    """None: nowhere but in memory."""
    if request.param in ("postgres", "dynamo"):
        return str(request.getfixturevalue("emptied_postgres" if request.param == "postgres" else "dynamo"))
    return str(tmp_path / "house.db") if request.param == "sqlite" else None


@pytest.fixture
async def store(place: str | None) -> AsyncIterator[Store]:
    opened = MemoryStore() if place is None else await open_store(place)
    yield opened
    await opened.close()


def test_a_third_store_is_small() -> None:
    source = Path(__file__).with_name("memory_store.py").read_text("utf-8")
    assert len(source.splitlines()) < MOST_LINES


# -- the verbs ------------------------------------------------------------------------------------------------


class TestStreams(verbs.Streams): ...


class TestRecords(verbs.Records): ...


class TestLists(verbs.Lists): ...


class TestUnits(verbs.Units): ...


@pytest.mark.parametrize("place", ["sqlite", "postgres"], indirect=True)
class TestReferences(verbs.References): ...


class TestWholeStore(verbs.WholeStore): ...


# -- the rooms ------------------------------------------------------------------------------------------------


class TestTables(tables.Tables): ...


class TestTournaments(tournaments.Tournaments): ...


class TestPeople(people.People): ...


class TestSessions(people.Sessions): ...


class TestFinding(people.Finding): ...


class TestFollowing(friends.Following): ...


class TestQuickMatch(friends.QuickMatch): ...


class TestOutbox(mail.Outbox): ...


class TestAddresses(mail.Addresses): ...


class TestRoles(moderation.Roles): ...


class TestLog(moderation.Log): ...


class TestBlocks(moderation.Blocks): ...


class TestReports(moderation.Reports): ...


class TestMeasures(moderation.Measures): ...


class TestWords(moderation.Words): ...


class TestFinishes(ratings.Finishes): ...


class TestRating(ratings.Rating): ...


class TestRanking(ratings.Ranking): ...


class TestRecounting(ratings.Recounting): ...


class TestJobs(jobs.Jobs): ...


class TestUptimes(jobs.Uptimes): ...
