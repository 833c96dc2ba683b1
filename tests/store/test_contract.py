"""Both stores keep the contract."""

import pytest

from tests.store.contract import cards, friends, mail, others, people, ratings, streams, tournaments

pytestmark = pytest.mark.anyio


class TestStreams(streams.Streams): ...


class TestCards(cards.Cards): ...


class TestTournaments(tournaments.Tournaments): ...


class TestFollowing(friends.Following): ...


class TestSeeking(friends.Seeking): ...


class TestPeople(people.People): ...


class TestSessions(people.Sessions): ...


class TestFinishes(ratings.Finishes): ...


class TestRatings(ratings.Ratings): ...


class TestJobs(others.Jobs): ...


class TestUptimes(others.Uptimes): ...


class TestWholeStore(others.WholeStore): ...


class TestOutbox(mail.Outbox): ...


class TestAddresses(mail.Addresses): ...
