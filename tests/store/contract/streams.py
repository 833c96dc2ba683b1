"""Streams: order, positions, keys, and whoever comes first."""

import asyncio

import pytest

from parlour.house.ports import Appended, Conflict, Repeated, Store, Unit
from tests.store.things import ROUNDS, card

WRITERS = 64


class Streams:
    async def test_events_come_back_in_order_and_from_any_place(self, store: Store) -> None:
        assert await store.append(Unit(stream="t", expected=0, events=[b"a", b"b"])) == Appended(2)
        assert await store.append(Unit(stream="t", expected=2, events=[b"c"])) == Appended(3)
        assert await store.read("t") == [b"a", b"b", b"c"]
        assert await store.read("t", after=1) == [b"b", b"c"]
        assert await store.read("t", after=3) == []
        assert await store.read("t", after=99) == []

    async def test_a_stream_that_is_not_there_has_no_events(self, store: Store) -> None:
        assert await store.read("nowhere") == []

    async def test_where_somebody_left_something_is_found_until_they_are_gone(self, store: Store) -> None:
        for stream, people in (("b", ["ann", "bob"]), ("a", ["ann"]), ("c", ["bob"])):
            await store.append(Unit(stream=stream, expected=0, events=[b"a"], traces=people))
        await store.append(Unit(stream="b", expected=1, events=[b"b"], traces=["ann"]))
        assert await store.append(Unit(stream="c", expected=0, events=[b"b"], traces=["ann"])) == Conflict(1)
        assert await store.traces("ann") == ["a", "b"]
        assert await store.traces("ann", after="a", most=1) == ["b"]
        await store.remove_person("ann")
        assert await store.traces("ann") == []
        assert await store.traces("bob") == ["b", "c"]

    async def test_streams_do_not_mix(self, store: Store) -> None:
        await store.append(Unit(stream="t", expected=0, events=[b"a"], key="k"))
        assert await store.append(Unit(stream="u", expected=0, events=[b"b"], key="k")) == Appended(1)
        assert await store.append(Unit(stream="t%", expected=0, events=[b"c"])) == Appended(1)
        assert await store.read("t") == [b"a"]

    async def test_bodies_are_kept_byte_for_byte(self, store: Store) -> None:
        bodies = [bytes(range(256)), b"", b"\0", b"x" * 200_000]
        await store.append(Unit(stream="t", expected=0, events=bodies))
        assert await store.read("t") == bodies

    async def test_a_long_deal_is_one_append(self, store: Store) -> None:
        bodies = [b"%d" % number for number in range(1001)]
        assert await store.append(Unit(stream="t", expected=0, events=bodies)) == Appended(1001)
        assert await store.read("t") == bodies

    @pytest.mark.parametrize("expected", [0, 1, 3, 1000])
    async def test_a_wrong_expectation_writes_nothing(self, store: Store, expected: int) -> None:
        await store.append(Unit(stream="t", expected=0, events=[b"a", b"b"]))
        unit = Unit(stream="t", expected=expected, events=[b"x"], key="k", card=card("t"))
        assert await store.append(unit) == Conflict(2)
        assert await store.read("t") == [b"a", b"b"]
        assert await store.card("t") is None
        # Its key was not used up either.
        assert await store.append(Unit(stream="t", expected=2, events=[b"c"], key="k")) == Appended(3)

    async def test_a_stream_does_not_begin_with_a_gap(self, store: Store) -> None:
        assert await store.append(Unit(stream="t", expected=1, events=[b"x"])) == Conflict(0)
        assert await store.read("t") == []

    async def test_a_unit_without_events_is_a_mistake(self, store: Store) -> None:
        with pytest.raises(ValueError, match="at least one event"):
            await store.append(Unit(stream="t", expected=0, events=[]))

    async def test_a_key_is_known_once_something_was_written_with_it(self, store: Store) -> None:
        assert not await store.known("t", "k")
        await store.append(Unit(stream="t", expected=0, events=[b"a"], key="k"))
        assert await store.known("t", "k")
        assert not await store.known("u", "k")
        assert not await store.known("t", "K")

    async def test_the_same_key_again_says_what_was_written_then(self, store: Store) -> None:
        await store.append(Unit(stream="t", expected=0, events=[b"a"]))
        asked = Unit(stream="t", expected=1, events=[b"b", b"c"], key="k", card=card("t"))
        assert await store.append(asked) == Appended(3)
        await store.append(Unit(stream="t", expected=3, events=[b"d"]))
        assert await store.append(asked) == Repeated(2, 3)
        assert await store.read("t") == [b"a", b"b", b"c", b"d"]

    @pytest.mark.parametrize("expected", [0, 1, 7])
    async def test_a_known_key_comes_before_a_wrong_expectation(self, store: Store, expected: int) -> None:
        await store.append(Unit(stream="t", expected=0, events=[b"a"], key="k"))
        other = Unit(stream="t", expected=expected, events=[b"other"], key="k", card=card("t"))
        assert await store.append(other) == Repeated(1, 1)
        assert await store.read("t") == [b"a"]
        assert await store.card("t") is None

    async def test_the_same_key_three_times_at_once_is_one_event(self, store: Store) -> None:
        for number in range(ROUNDS):
            unit = Unit(stream=f"t{number}", expected=0, events=[b"a"], key="k", card=card(f"t{number}"))
            outcomes = await asyncio.gather(*(store.append(unit) for _ in range(3)))
            assert sorted(map(repr, outcomes)) == sorted(map(repr, [Appended(1), Repeated(1, 1), Repeated(1, 1)]))
            assert await store.read(f"t{number}") == [b"a"]

    async def test_the_same_key_at_two_places_at_once_is_one_event(self, store: Store) -> None:
        """A retry that has read the stream in between expects something else."""
        for number in range(ROUNDS):
            stream = f"t{number}"
            units = [Unit(stream=stream, expected=expected, events=[b"a"], key="k") for expected in (0, 1, 0, 1)]
            outcomes = await asyncio.gather(*(store.append(unit) for unit in units))
            assert outcomes.count(Appended(1)) == 1
            assert await store.read(stream) == [b"a"]

    async def test_of_many_writers_at_one_place_exactly_one_wins(self, store: Store) -> None:
        for number in range(ROUNDS):
            units = [
                Unit(stream="t", expected=number, events=[b"%d" % writer], card=card("t", body=b"%d" % writer))
                for writer in range(WRITERS)
            ]
            outcomes = await asyncio.gather(*(store.append(unit) for unit in units))
            winners = [writer for writer, outcome in enumerate(outcomes) if outcome == Appended(number + 1)]
            assert len(winners) == 1
            assert outcomes.count(Conflict(number + 1)) == WRITERS - 1
            assert await store.read("t", after=number) == [b"%d" % winners[0]]
            kept = await store.card("t")
            assert kept is not None
            assert kept.body == b"%d" % winners[0]

    async def test_of_units_of_different_length_one_is_kept_whole(self, store: Store) -> None:
        """The loser's later events would fit behind the winner's: none of them may be there."""
        for number in range(ROUNDS):
            stream = f"t{number}"
            units = [Unit(stream=stream, expected=0, events=[b"%d" % length] * length) for length in range(1, 9)]
            outcomes = await asyncio.gather(*(store.append(unit) for unit in units))
            [last] = [outcome.last for outcome in outcomes if isinstance(outcome, Appended)]
            assert await store.read(stream) == [b"%d" % last] * last
            assert set(outcomes) <= {Appended(last), Conflict(last)}

    async def test_writers_who_try_again_lose_nothing(self, store: Store) -> None:
        async def write(writer: int) -> None:
            for number in range(5):
                expected = 0
                unit = Unit(stream="t", expected=0, events=[b"%d %d" % (writer, number)])
                while isinstance(outcome := await store.append(unit), Conflict):
                    assert outcome.last > expected
                    expected = outcome.last
                    unit = Unit(stream="t", expected=expected, events=unit.events)

        await asyncio.gather(*(write(writer) for writer in range(8)))
        events = await store.read("t")
        assert len(events) == len(set(events)) == 40
        for writer in range(8):
            own = [event for event in events if event.startswith(b"%d " % writer)]
            assert own == [b"%d %d" % (writer, number) for number in range(5)]

    async def test_whoever_stops_waiting_harms_nobody(self, store: Store) -> None:
        tasks = [
            asyncio.ensure_future(store.append(Unit(stream=f"t{number}", expected=0, events=[b"a"])))
            for number in range(20)
        ]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert outcomes[1::2] == [Appended(1)] * 10
        assert await store.append(Unit(stream="after", expected=0, events=[b"a"])) == Appended(1)
