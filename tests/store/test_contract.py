"""Both stores keep the contract."""

import pytest

from tests.store.contract import cards, others, people, streams, tournaments

pytestmark = pytest.mark.anyio


class TestStreams(streams.Streams): ...


class TestCards(cards.Cards): ...


class TestTournaments(tournaments.Tournaments): ...


class TestPeople(people.People): ...


class TestSessions(people.Sessions): ...


class TestJobs(others.Jobs): ...


class TestUptimes(others.Uptimes): ...


class TestWholeStore(others.WholeStore): ...
