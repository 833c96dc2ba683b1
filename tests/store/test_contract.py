"""Both stores keep the contract."""

import pytest

from tests.store.contract import cards, mail, moderation, others, people, ratings, streams, tournaments

pytestmark = pytest.mark.anyio


class TestStreams(streams.Streams): ...


class TestCards(cards.Cards): ...


class TestTournaments(tournaments.Tournaments): ...


class TestPeople(people.People): ...


class TestSessions(people.Sessions): ...


class TestOfficers(moderation.Officers): ...


class TestLog(moderation.Log): ...


class TestBlocks(moderation.Blocks): ...


class TestReports(moderation.Reports): ...


class TestMeasures(moderation.Measures): ...


class TestWords(moderation.Words): ...


class TestFinding(moderation.Finding): ...


class TestRecounting(moderation.Recounting): ...


class TestFinishes(ratings.Finishes): ...


class TestRatings(ratings.Ratings): ...


class TestJobs(others.Jobs): ...


class TestUptimes(others.Uptimes): ...


class TestWholeStore(others.WholeStore): ...


class TestOutbox(mail.Outbox): ...


class TestAddresses(mail.Addresses): ...
