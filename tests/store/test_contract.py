"""Both stores keep the contract: the verbs, and what the rooms of the house ask by them."""

import pytest

from tests.store.contract import friends, jobs, mail, moderation, people, ratings, tables, tournaments, verbs

pytestmark = pytest.mark.anyio


# -- the verbs ------------------------------------------------------------------------------------------------


class TestStreams(verbs.Streams): ...


class TestRecords(verbs.Records): ...


class TestLists(verbs.Lists): ...


class TestUnits(verbs.Units): ...


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
