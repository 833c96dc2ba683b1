"""The verbs themselves: streams, records and lists of them, units, and whoever comes first. Which kinds of records
these are does not matter: they are those that have what a claim is about."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.house.jobs import JOBS, Job
from parlour.house.mail.notice import Notice
from parlour.house.mail.records import NOTICES, SECRETS, HouseSecret
from parlour.house.moderation.records import WORDS, Word
from parlour.house.people.records import PEOPLE, SESSIONS
from parlour.house.ratings.records import FINISHES, STANDINGS
from parlour.house.store import (
    ABSENT,
    ANY,
    MOST_CHANGES,
    Appended,
    Change,
    Conflict,
    Kept,
    Need,
    Put,
    Remove,
    Repeated,
    Store,
    Unavailable,
    Unit,
    keep,
    persist,
)
from parlour.house.tables.records import TABLES
from tests.store.things import finish, guest, job, rounds, session, standing, summary, writers

ALL_BYTES = bytes(range(256))


# -- streams --------------------------------------------------------------------------------------------------


class Streams:
    async def test_events_come_back_in_order_and_from_any_place(self, store: Store) -> None:
        assert await store.commit(Unit(stream="t", expected=0, events=[b"a", b"b"])) == Appended(2)
        assert await store.commit(Unit(stream="t", expected=2, events=[b"c"])) == Appended(3)
        assert await store.read("t") == [b"a", b"b", b"c"]
        assert await store.read("t", after=1) == [b"b", b"c"]
        assert await store.read("t", after=3) == []
        assert await store.read("t", after=99) == []

    async def test_a_stream_that_is_not_there_has_no_events(self, store: Store) -> None:
        assert await store.read("nowhere") == []

    async def test_how_many_events_streams_have_is_asked_for_all_at_once(self, store: Store) -> None:
        for number in range(1, 4):
            await store.commit(Unit(stream=f"t{number}", expected=0, events=[b"a"] * number))
        asked = [f"t{number}" for number in range(300)]
        assert await store.positions(asked) == {"t1": 1, "t2": 2, "t3": 3}
        assert await store.positions([]) == {}

    async def test_streams_are_listed_with_their_first_event(self, store: Store) -> None:
        for stream in "zaé":
            await store.commit(Unit(stream=stream, expected=0, events=[stream.encode(), b"more"]))
        assert await store.streams() == [("a", b"a"), ("z", b"z"), ("é", "é".encode())]
        assert await store.streams(after="a", most=1) == [("z", b"z")]
        assert await store.streams(after="é") == []

    async def test_streams_do_not_mix(self, store: Store) -> None:
        await store.commit(Unit(stream="t", expected=0, events=[b"a"], key="k"))
        assert await store.commit(Unit(stream="u", expected=0, events=[b"b"], key="k")) == Appended(1)
        assert await store.commit(Unit(stream="t%", expected=0, events=[b"c"])) == Appended(1)
        assert await store.read("t") == [b"a"]

    async def test_bodies_are_kept_byte_for_byte(self, store: Store) -> None:
        bodies = [bytes(range(256)), b"", b"\0", b"x" * 200_000]
        await store.commit(Unit(stream="t", expected=0, events=bodies))
        assert await store.read("t") == bodies

    async def test_a_long_deal_is_one_append(self, store: Store) -> None:
        bodies = [b"%d" % number for number in range(1001)]
        assert await store.commit(Unit(stream="t", expected=0, events=bodies)) == Appended(1001)
        assert await store.read("t") == bodies

    @pytest.mark.parametrize("expected", [0, 1, 3, 1000])
    async def test_a_wrong_expectation_writes_nothing(self, store: Store, expected: int) -> None:
        await store.commit(Unit(stream="t", expected=0, events=[b"a", b"b"]))
        unit = Unit(stream="t", expected=expected, events=[b"x"], key="k", changes=[Put(TABLES, summary("t"))])
        assert await store.commit(unit) == Conflict(2)
        assert await store.read("t") == [b"a", b"b"]
        assert await store.get(TABLES, "t") is None
        # Its key was not used up either.
        assert await store.commit(Unit(stream="t", expected=2, events=[b"c"], key="k")) == Appended(3)

    async def test_a_stream_does_not_begin_with_a_gap(self, store: Store) -> None:
        assert await store.commit(Unit(stream="t", expected=1, events=[b"x"])) == Conflict(0)
        assert await store.read("t") == []

    async def test_a_unit_without_events_is_a_mistake(self, store: Store) -> None:
        with pytest.raises(ValueError, match="at least one event"):
            await store.commit(Unit(stream="t", expected=0, events=[]))

    async def test_a_key_is_known_once_something_was_written_with_it(self, store: Store) -> None:
        assert not await store.known("t", "k")
        await store.commit(Unit(stream="t", expected=0, events=[b"a"], key="k"))
        assert await store.known("t", "k")
        assert not await store.known("u", "k")
        assert not await store.known("t", "K")

    async def test_the_same_key_again_says_what_was_written_then(self, store: Store) -> None:
        await store.commit(Unit(stream="t", expected=0, events=[b"a"]))
        asked = Unit(stream="t", expected=1, events=[b"b", b"c"], key="k", changes=[Put(TABLES, summary("t"))])
        assert await store.commit(asked) == Appended(3)
        await store.commit(Unit(stream="t", expected=3, events=[b"d"]))
        assert await store.commit(asked) == Repeated(2, 3)
        assert await store.read("t") == [b"a", b"b", b"c", b"d"]

    @pytest.mark.parametrize("expected", [0, 1, 7])
    async def test_a_known_key_comes_before_a_wrong_expectation(self, store: Store, expected: int) -> None:
        await store.commit(Unit(stream="t", expected=0, events=[b"a"], key="k"))
        other = Unit(stream="t", expected=expected, events=[b"other"], key="k", changes=[Put(TABLES, summary("t"))])
        assert await store.commit(other) == Repeated(1, 1)
        assert await store.read("t") == [b"a"]
        assert await store.get(TABLES, "t") is None

    async def test_the_same_key_three_times_at_once_is_one_event(self, store: Store) -> None:
        for number in range(rounds(store)):
            unit = Unit(
                stream=f"t{number}", expected=0, events=[b"a"], key="k", changes=[Put(TABLES, summary(f"t{number}"))]
            )
            outcomes = await asyncio.gather(*(store.commit(unit) for _ in range(3)))
            assert sorted(map(repr, outcomes)) == sorted(map(repr, [Appended(1), Repeated(1, 1), Repeated(1, 1)]))
            assert await store.read(f"t{number}") == [b"a"]

    async def test_the_same_key_at_two_places_at_once_is_one_event(self, store: Store) -> None:
        """A retry that has read the stream in between expects something else."""
        for number in range(rounds(store)):
            stream = f"t{number}"
            units = [Unit(stream=stream, expected=expected, events=[b"a"], key="k") for expected in (0, 1, 0, 1)]
            outcomes = await asyncio.gather(*(store.commit(unit) for unit in units))
            assert outcomes.count(Appended(1)) == 1
            assert await store.read(stream) == [b"a"]

    async def test_of_many_writers_at_one_place_exactly_one_wins(self, store: Store) -> None:
        for number in range(rounds(store)):
            units = [
                Unit(
                    stream="t",
                    expected=number,
                    events=[b"%d" % writer],
                    changes=[Put(TABLES, summary("t", body=b"%d" % writer))],
                )
                for writer in range(writers(store))
            ]
            outcomes = await asyncio.gather(*(store.commit(unit) for unit in units))
            winners = [writer for writer, outcome in enumerate(outcomes) if outcome == Appended(number + 1)]
            assert len(winners) == 1
            assert outcomes.count(Conflict(number + 1)) == writers(store) - 1
            assert await store.read("t", after=number) == [b"%d" % winners[0]]
            kept = await store.get(TABLES, "t")
            assert kept is not None
            assert kept.body == b"%d" % winners[0]

    async def test_of_units_of_different_length_one_is_kept_whole(self, store: Store) -> None:
        """The loser's later events would fit behind the winner's: none of them may be there."""
        for number in range(rounds(store)):
            stream = f"t{number}"
            units = [Unit(stream=stream, expected=0, events=[b"%d" % length] * length) for length in range(1, 9)]
            outcomes = await asyncio.gather(*(store.commit(unit) for unit in units))
            [last] = [outcome.last for outcome in outcomes if isinstance(outcome, Appended)]
            assert await store.read(stream) == [b"%d" % last] * last
            assert set(outcomes) <= {Appended(last), Conflict(last)}

    async def test_writers_who_try_again_lose_nothing(self, store: Store) -> None:
        async def write(writer: int) -> None:
            for number in range(5):
                expected = 0
                unit = Unit(stream="t", expected=0, events=[b"%d %d" % (writer, number)])
                while isinstance(outcome := await store.commit(unit), Conflict):
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
            asyncio.ensure_future(store.commit(Unit(stream=f"t{number}", expected=0, events=[b"a"])))
            for number in range(20)
        ]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert outcomes[1::2] == [Appended(1)] * 10
        assert await store.commit(Unit(stream="after", expected=0, events=[b"a"])) == Appended(1)


# -- records --------------------------------------------------------------------------------------------------


def lamp(id: str, **fields: Any) -> Job:
    """A record that needs no other; a job will do."""
    return job(id, **fields)


class Records:
    async def test_a_record_comes_back_as_it_was(self, store: Store) -> None:
        whole = summary("é\U0001f3b2", listed=False, room=True, people=("ann", "bob", "ann"), due=2**53, body=ALL_BYTES)
        bare = summary("t", due=None, people=(), body=b"")
        await keep(store, Put(TABLES, whole), Put(TABLES, bare))
        assert await store.get(TABLES, whole.table) == whole
        assert await store.get(TABLES, "t") == bare
        assert await store.get(TABLES, "T") is None

    async def test_sequences_come_back_as_tuples(self, store: Store) -> None:
        await keep(
            store, Put(TABLES, summary("t", people=["ann"])), Put(FINISHES, finish("f", seats=["a"], places=[1]))
        )
        kept, ended = await store.get(TABLES, "t"), await store.get(FINISHES, "f")
        assert (kept and kept.people, ended and ended.seats, ended and ended.places) == (("ann",), ("a",), (1,))

    @pytest.mark.parametrize("mu", [25.0 + 1 / 3, 0.1 + 0.2, -1e-300, 1e300, 0.0, 3.0])
    async def test_a_number_comes_back_to_the_last_digit(self, store: Store, mu: float) -> None:
        await keep(store, Put(STANDINGS, standing("ann", mu)))
        kept = await store.get(STANDINGS, 0, "yinsh", "ann")
        assert kept == standing("ann", mu)
        assert await keep(store, Put(STANDINGS, standing("ann", 1.0), kept)), "and is the same when it is compared"

    @pytest.mark.parametrize("text", ["", "  ", "Ådne", "a\u0301", "\U0001f3b2", "'\"\\;--", "\n\t", "%_", "\uffff"])
    async def test_a_text_comes_back_letter_for_letter(self, store: Store, text: str) -> None:
        await keep(store, Put(WORDS, Word(f"x{text}")), Put(SECRETS, HouseSecret(f"x{text}", text.encode())))
        assert await store.list_by(WORDS, "word") == [Word(f"x{text}")]
        assert await store.get(SECRETS, f"x{text}") == HouseSecret(f"x{text}", text.encode())

    async def test_many_are_got_at_once_those_that_are_there(self, store: Store) -> None:
        there = [lamp(f"{number:03}") for number in range(250)]
        for start in range(0, 250, 50):
            await keep(store, *(Put(JOBS, one) for one in there[start : start + 50]))
        found = await store.get_many(JOBS, [*((one.id,) for one in there), ("none",)])
        assert sorted(found, key=lambda one: one.id) == there
        assert await store.get_many(JOBS, []) == await store.get_many(JOBS, [("none",)]) == []

    async def test_a_key_of_several_parts_means_all_of_them(self, store: Store) -> None:
        rows = [standing("ann"), standing("bob"), standing("ann", game="dance"), standing("ann", generation=1)]
        await keep(store, *(Put(STANDINGS, one) for one in rows))
        assert await store.get(STANDINGS, 0, "dance", "ann") == rows[2]
        found = await store.get_many(STANDINGS, [(0, "yinsh", "ann"), (0, "dance", "bob"), (1, "yinsh", "ann")])
        assert sorted(found, key=lambda one: one.generation) == [rows[0], rows[3]]

    async def test_put_keeps_it_whatever_was_there(self, store: Store) -> None:
        for body in (b"first", b"second"):
            assert await keep(store, Put(JOBS, lamp("j", body=body)))
        assert await store.get(JOBS, "j") == lamp("j", body=b"second")

    async def test_put_where_nothing_should_be_keeps_what_is_there(self, store: Store) -> None:
        assert await keep(store, Put(JOBS, lamp("j"), ABSENT))
        assert not await keep(store, Put(JOBS, lamp("j", body=b"late"), ABSENT))
        assert await store.get(JOBS, "j") == lamp("j")

    @pytest.mark.parametrize(
        "field", [{"state": "done"}, {"done": 1}, {"of": 1}, {"updated": 2}, {"body": b"x"}, {"since": 7}]
    )
    async def test_put_after_what_was_read_needs_it_to_be_the_same_in_everything(
        self, store: Store, field: dict[str, Any]
    ) -> None:
        await keep(store, Put(JOBS, lamp("j")))
        assert not await keep(store, Put(JOBS, lamp("j", body=b"new"), lamp("j", **field)))
        assert await store.get(JOBS, "j") == lamp("j")
        assert await keep(store, Put(JOBS, lamp("j", **field), lamp("j")))
        assert await store.get(JOBS, "j") == lamp("j", **field)

    async def test_that_nothing_is_there_is_no_value_that_was_read(self, store: Store) -> None:
        assert not await keep(store, Put(JOBS, lamp("j", body=b"new"), lamp("j")))
        assert await store.get(JOBS, "j") is None

    async def test_what_has_no_value_is_compared_too(self, store: Store) -> None:
        await keep(store, Put(TABLES, summary("t", due=None)))
        assert not await keep(store, Put(TABLES, summary("t"), summary("t", due=7)))
        assert await keep(store, Put(TABLES, summary("t", due=7), summary("t", due=None)))
        assert not await keep(store, Put(TABLES, summary("t"), summary("t", due=None)))

    async def test_put_of_some_columns_leaves_the_others(self, store: Store) -> None:
        await keep(store, Put(JOBS, lamp("j", done=1, body=b"kept")))
        assert await keep(store, Put(JOBS, lamp("j", done=2, body=b"kept"), only=("done",)))
        assert await store.get(JOBS, "j") == lamp("j", done=2, body=b"kept")

    async def test_put_of_some_columns_adds_no_record(self, store: Store) -> None:
        assert await keep(store, Put(TABLES, summary("t", people=("ann",)), only=("turn", "people")))
        assert await store.get(TABLES, "t") is None
        assert await store.list_by(TABLES, "person", "ann") == []
        assert not await keep(store, Put(JOBS, lamp("j"), lamp("j"), only=("done",)))

    async def test_put_of_some_columns_after_what_was_read_compares_all_of_it(self, store: Store) -> None:
        await keep(store, Put(JOBS, lamp("j")))
        assert not await keep(store, Put(JOBS, lamp("j", done=2), lamp("j", body=b"other"), only=("done",)))
        assert await keep(store, Put(JOBS, lamp("j", done=2), lamp("j"), only=("done",)))
        assert await store.get(JOBS, "j") == lamp("j", done=2)

    async def test_what_follows_from_a_column_changes_with_it(self, store: Store) -> None:
        await keep(store, Put(STANDINGS, standing("ann", 20.0, 2.0)), Put(STANDINGS, standing("bob", 10.0, 2.0)))
        await keep(store, Put(STANDINGS, standing("ann", 20.0, 8.0), only=("sigma",)))
        assert [one.who for one in await store.list_by(STANDINGS, "ranking", 0, "yinsh", True)] == ["bob", "ann"]

    async def test_what_is_removed_is_gone_and_may_have_been_so(self, store: Store) -> None:
        await keep(store, Put(JOBS, lamp("j")))
        for _ in range(2):
            assert await keep(store, Remove(JOBS, ("j",)))
            assert await store.get(JOBS, "j") is None

    async def test_what_was_read_is_removed_only_if_it_is_that(self, store: Store) -> None:
        before = summary("t", people=("ann",))
        await keep(store, Put(TABLES, before))
        assert not await keep(store, Remove(TABLES, ("t",), summary("t", people=("ann",), body=b"other")))
        assert await store.list_by(TABLES, "person", "ann") == [before]
        assert await keep(store, Remove(TABLES, ("t",), before))
        assert await store.list_by(TABLES, "person", "ann") == []
        assert not await keep(store, Remove(TABLES, ("t",), before)), "it is gone"

    async def test_what_is_needed_has_to_be_there(self, store: Store) -> None:
        assert not await keep(store, Need(JOBS, ("j",)), Put(JOBS, lamp("k")))
        await keep(store, Put(JOBS, lamp("j")))
        assert await keep(store, Need(JOBS, ("j",)), Put(JOBS, lamp("k")))
        assert await store.get(JOBS, "k") == lamp("k")


# -- lists ----------------------------------------------------------------------------------------------------


async def jobs_listed(store: Store, state: str = "waiting", **bounds: Any) -> str:
    return "".join(one.id for one in await store.list_by(JOBS, "state", state, **bounds))


async def tables_listed(store: Store, index: str, *values: Any, **bounds: Any) -> str:
    return "".join(one.table for one in await store.list_by(TABLES, index, *values, **bounds))


async def ranked(store: Store, **bounds: Any) -> str:
    return "".join(one.who for one in await store.list_by(STANDINGS, "ranking", 0, "yinsh", True, **bounds))


class Lists:
    async def test_they_are_by_all_values_of_the_index(self, store: Store) -> None:
        for id, listed, phase in (("a", True, "open"), ("b", True, "over"), ("c", False, "open"), ("d", True, "open")):
            await keep(store, Put(TABLES, summary(id, listed=listed, phase=phase)))
        assert await tables_listed(store, "lobby", True, "open") == "ad"
        assert await tables_listed(store, "lobby", False, "open") == "c"
        assert await tables_listed(store, "lobby", False, "over") == ""

    async def test_too_few_or_too_many_values_are_a_mistake(self, store: Store) -> None:
        for values in ((True,), (True, "open", "ann")):
            with pytest.raises(ValueError, match="listed by 2 values"):
                await store.list_by(TABLES, "lobby", *values)

    async def test_an_order_goes_up_or_down_and_ties_by_what_comes_next(self, store: Store) -> None:
        for id, since in (("b", 2), ("a", 2), ("c", 1), ("d", 10)):
            await keep(store, Put(JOBS, lamp(id, since=since)), Put(TABLES, summary(id, updated=since)))
        assert await jobs_listed(store) == "cabd"
        assert await tables_listed(store, "lobby", True, "playing") == "dabc"

    async def test_an_order_of_columns_that_go_both_ways(self, store: Store) -> None:
        """First the settled, then the others, of each the higher first, then by name."""
        rows = {"a": (9.0, 2.0), "b": (9.0, 2.0), "c": (30.0, 8.0), "d": (10.0, 2.0), "e": (9.0, 8.0), "f": (30.0, 8.0)}
        await keep(store, *(Put(STANDINGS, standing(who, *row)) for who, row in rows.items()))
        assert await ranked(store) == "dabcfe"
        assert await ranked(store, after=(True, 9.0, "a")) == "bcfe"
        assert await ranked(store, after=(True, 9.0)) == "cfe", "past all that begin so"
        assert await ranked(store, after=(True,)) == "cfe"
        assert await ranked(store, after=(True, 9.5)) == "abcfe", "a value that nobody has will do"
        assert await ranked(store, upto=(True, 9.0, "a")) == "da"
        assert await ranked(store, upto=(True, 9.0)) == "dab", "with all that begin so"
        assert await ranked(store, upto=(False, 30.0, "c")) == "dabc"
        assert await ranked(store, after=(True, 10.0), upto=(False, 30.0, "c")) == "abc"
        assert await ranked(store, after=(False, 30.0, "c"), upto=(True,)) == ""

    async def test_texts_are_ordered_by_their_bytes(self, store: Store) -> None:
        await keep(store, *(Put(JOBS, lamp(id)) for id in "zZaAé_9"))
        assert await jobs_listed(store) == "9AZ_azé"
        assert await jobs_listed(store, after=(0, "Z"), upto=(0, "a")) == "_a"

    @pytest.mark.parametrize("most", [1, 2, 3, 7])
    @pytest.mark.parametrize("index", ["state", "lobby", "person"])
    async def test_pages_follow_each_other_without_gaps_or_repeats(self, store: Store, index: str, most: int) -> None:
        for number in range(13):
            id, time = f"{number * 7 % 13:02}", number // 4
            await keep(store, Put(JOBS, lamp(id, since=time)), Put(TABLES, summary(id, updated=time, people=("ann",))))

        async def page(after: tuple[Any, ...] | None, most: int) -> list[tuple[int, str]]:
            if index == "state":
                found = await store.list_by(JOBS, "state", "waiting", after=after, most=most)
                return [(one.since, one.id) for one in found]
            values = ("ann",) if index == "person" else (True, "playing")
            return [
                (one.updated, one.table)
                for one in await store.list_by(TABLES, index, *values, after=after, most=most)
            ]  # fmt: skip

        whole, pages = await page(None, 100), list[tuple[int, str]]()
        while some := await page(pages[-1] if pages else None, most):
            assert len(some) <= most
            pages += some
        assert (pages, len(pages)) == (whole, 13)

    async def test_a_list_has_a_bound(self, store: Store) -> None:
        await keep(store, *(Put(JOBS, lamp(id)) for id in "abc"))
        assert (await jobs_listed(store, most=2), await jobs_listed(store, most=0)) == ("ab", "")
        assert await jobs_listed(store, most=-1) == ""

    async def test_so_many_can_be_passed_over(self, store: Store) -> None:
        await keep(store, *(Put(JOBS, lamp(id)) for id in "abcde"))
        assert (await jobs_listed(store, skip=3), await jobs_listed(store, skip=1, most=2)) == ("de", "bc")
        assert await jobs_listed(store, after=(0, "b"), skip=1) == "de"
        assert await jobs_listed(store, skip=9) == ""

    async def test_a_record_is_listed_under_each_of_its_texts_once(self, store: Store) -> None:
        await keep(store, Put(TABLES, summary("t", people=("ann", "bob", "ann"))), Put(TABLES, summary("u")))
        assert await tables_listed(store, "person", "ann") == await tables_listed(store, "person", "bob") == "t"
        assert await tables_listed(store, "person", "an") == ""
        assert await store.count(TABLES, "person", "ann") == 1

    @pytest.mark.parametrize("how", ["whatever was there", "after what was read", "only these columns"])
    async def test_entries_follow_the_record(self, store: Store, how: str) -> None:
        before, after = summary("t", people=("ann", "bob")), summary("t", people=("bob", "cid"))
        was = before if how == "after what was read" else ANY
        only = ("people",) if how == "only these columns" else ()
        await keep(store, Put(TABLES, before))
        assert await keep(store, Put(TABLES, after, was, only))
        found = [await tables_listed(store, "person", person) for person in ("ann", "bob", "cid")]
        assert found == ["", "t", "t"]
        assert await store.get(TABLES, "t") == after
        await keep(store, Remove(TABLES, ("t",)))
        assert await tables_listed(store, "person", among=["ann", "bob", "cid"]) == ""

    async def test_entries_of_one_column_leave_those_of_another(self, store: Store) -> None:
        await keep(store, Put(TABLES, summary("t", people=("ann",), asked=("bob",))))
        await keep(store, Put(TABLES, summary("t", people=("cid",), asked=("bob",)), only=("people",)))
        assert await tables_listed(store, "asked", "bob") == await tables_listed(store, "person", "cid") == "t"
        await keep(store, Put(TABLES, summary("t", people=("cid",), asked=("bob",), updated=9), only=("updated",)))
        assert await tables_listed(store, "asked", "bob") == await tables_listed(store, "person", "cid") == "t"

    async def test_under_a_text_and_other_values(self, store: Store) -> None:
        for id, phase in (("a", "open"), ("b", "over"), ("c", "open")):
            await keep(store, Put(TABLES, summary(id, phase=phase, people=("ann",))))
        assert await tables_listed(store, "person_phase", "ann", "open") == "ac"
        assert await store.count(TABLES, "person_phase", "ann", "open") == 2

    async def test_among_several_each_record_is_there_once(self, store: Store) -> None:
        for id, people in (("a", ("ann", "bob")), ("b", ("cid",)), ("c", ("bob",))):
            await keep(store, Put(TABLES, summary(id, people=people)))
        assert await tables_listed(store, "person", among=["ann", "bob", "ann"]) == "ac"
        assert await tables_listed(store, "person_phase", "playing", among=["bob", "cid"], most=2) == "ab"
        assert await tables_listed(store, "person", among=[]) == ""

    async def test_among_several_values_of_a_column(self, store: Store) -> None:
        await keep(store, Put(JOBS, lamp("a", since=3)), Put(JOBS, lamp("b", state="running", since=1)))
        await keep(store, Put(JOBS, lamp("c", state="done")))
        found = await store.list_by(JOBS, "state", among=["waiting", "running"])
        assert [one.id for one in found] == ["b", "a"], "in one order"

    async def test_what_else_columns_have_to_be(self, store: Store) -> None:
        for id, fields in (("a", {"room": True}), ("b", {"due": 7}), ("c", {"room": True, "game": "dance"})):
            await keep(store, Put(TABLES, summary(id, **fields)))
        in_lobby = ("lobby", True, "playing")
        assert await tables_listed(store, *in_lobby, where={"room": True}) == "ac"
        assert await tables_listed(store, *in_lobby, where={"room": True}, most=1) == "a"
        assert await tables_listed(store, *in_lobby, where={"room": True, "game": "dance"}, most=1) == "c"
        assert await tables_listed(store, *in_lobby, where={"due": None}) == "ac"
        assert await tables_listed(store, *in_lobby, where={"room": True}, after=(1, "a")) == "c"

    async def test_only_what_has_a_value_is_listed_where_the_index_says_so(self, store: Store) -> None:
        await keep(store, Put(TABLES, summary("a")), Put(TABLES, summary("b", due=9)), Put(TABLES, summary("c", due=3)))
        assert await tables_listed(store, "due") == "cb"
        assert await tables_listed(store, "due", upto=(3,)) == "c"
        assert await store.count(TABLES, "due") == 2
        await keep(store, Put(TABLES, summary("b"), only=("due",)))
        assert await tables_listed(store, "due") == "c"

    async def test_nothing_is_listed_under_no_value(self, store: Store) -> None:
        await keep(store, Put(NOTICES, Notice(key="n", kind="turn", at=1, due=1, until=1)))
        assert await store.list_by(NOTICES, "thread", None) == []

    async def test_counting_minds_no_page(self, store: Store) -> None:
        for start in range(0, 1050, 50):
            await keep(store, *(Put(JOBS, lamp(f"{number:04}")) for number in range(start, start + 50)))
        assert await store.count(JOBS, "state", "waiting") == 1050
        assert await store.count(JOBS, "state", "waiting", upto=(0, "0099")) == 100
        assert await store.count(JOBS, "state", "done") == 0
        assert len(await store.list_by(JOBS, "state", "waiting")) == 1000, "a page has so many unless told"


# -- units ----------------------------------------------------------------------------------------------------


GOOD = [Put(JOBS, lamp("new")), Remove(JOBS, ("old",)), Put(TABLES, summary("t", people=("ann",)))]
LATE: dict[str, Change] = {
    "somebody was first": Put(STANDINGS, standing("ann"), ABSENT),
    "it is another by now": Put(STANDINGS, standing("ann", 9.0), standing("ann", 1.0)),
    "it is not there": Put(STANDINGS, standing("bob", 9.0), standing("bob")),
    "it is another by now, to be removed": Remove(STANDINGS, (0, "yinsh", "ann"), standing("ann", 1.0)),
    "it is needed": Need(PEOPLE, ("nobody",)),
}


class Units:
    async def test_changes_of_several_kinds_and_an_append_are_kept_together(self, store: Store) -> None:
        await keep(store, Put(JOBS, lamp("old")))
        assert await store.commit(Unit(stream="t", expected=0, events=[b"a"], key="k", changes=GOOD)) == Appended(1)
        assert await store.read("t") == [b"a"]
        assert (await store.get(JOBS, "new"), await store.get(JOBS, "old")) == (lamp("new"), None)
        assert await tables_listed(store, "person", "ann") == "t"

    @pytest.mark.parametrize("when", ["first", "last"])
    @pytest.mark.parametrize("why", LATE)
    async def test_of_a_unit_with_a_change_that_cannot_be_nothing_is_kept(
        self, store: Store, why: str, when: str
    ) -> None:
        await keep(store, Put(JOBS, lamp("old")), Put(STANDINGS, standing("ann")))
        await store.commit(Unit(stream="t", expected=0, events=[b"before"] * 3))
        changes = [LATE[why], *GOOD] if when == "first" else [*GOOD, LATE[why]]
        assert await store.commit(Unit(changes=changes)) == Conflict(0)
        for key in ("k", None):
            unit = Unit(stream="t", expected=3, events=[b"a", b"b"], key=key, changes=changes)
            assert await store.commit(unit) == Conflict(3)
        assert await store.read("t") == [b"before"] * 3
        assert not await store.known("t", "k")
        assert (await store.get(JOBS, "new"), await store.get(JOBS, "old")) == (None, lamp("old"))
        assert (await store.get(TABLES, "t"), await store.list_by(TABLES, "person", "ann")) == (None, [])
        assert await store.list_by(STANDINGS, "all", 0) == [standing("ann")]

    async def test_one_that_cannot_be_does_no_harm_to_those_at_the_same_time(self, store: Store) -> None:
        await keep(store, Put(STANDINGS, standing("ann")))
        units = [
            Unit(changes=[Put(JOBS, lamp(f"{number:02}")), *([LATE["somebody was first"]] if number % 3 == 0 else [])])
            for number in range(30)
        ]
        outcomes = await asyncio.gather(*map(store.commit, units))
        assert outcomes == [Conflict(0) if number % 3 == 0 else Kept() for number in range(30)]
        assert [one.id for one in await store.list_by(JOBS, "state", "waiting")] == [
            f"{number:02}" for number in range(30) if number % 3
        ]

    async def test_a_wrong_expectation_comes_before_a_wrong_record_and_a_known_key_before_both(
        self, store: Store
    ) -> None:
        await keep(store, Put(STANDINGS, standing("ann")))
        await store.commit(Unit(stream="t", expected=0, events=[b"a"], key="k"))
        wrong = Unit(stream="t", expected=0, events=[b"b"], changes=[LATE["somebody was first"]])
        assert await store.commit(wrong) == Conflict(1)
        assert await store.commit(replace(wrong, key="k")) == Repeated(1, 1)

    async def test_changes_are_made_in_their_order(self, store: Store) -> None:
        assert await keep(store, Put(JOBS, lamp("j"), ABSENT), Put(JOBS, lamp("j", done=1), lamp("j")))
        assert await keep(store, Remove(JOBS, ("j",)), Put(JOBS, lamp("j", done=2), ABSENT))
        assert await store.get(JOBS, "j") == lamp("j", done=2)

    async def test_a_unit_has_no_more_changes_than_every_store_takes(self, store: Store) -> None:
        many = [Put(JOBS, lamp(f"{number}")) for number in range(MOST_CHANGES + 1)]
        with pytest.raises(ValueError, match="at most 100 changes"):
            await store.commit(Unit(changes=many))
        with pytest.raises(ValueError, match="at most 100 changes"):
            await store.commit(Unit(stream="t", expected=0, events=[b"a"], changes=many))
        assert (await store.read("t"), await store.count(JOBS, "state", "waiting")) == ([], 0)
        assert await store.commit(Unit(changes=many[1:])) == Kept()

    async def test_a_unit_with_nothing_in_it_is_a_mistake(self, store: Store) -> None:
        for unit in (Unit(), Unit(events=[b"a"]), Unit(stream="t"), Unit(stream="t", expected=-1, events=[b"a"])):
            with pytest.raises(ValueError, match="a unit has changes"):
                await store.commit(unit)

    async def test_of_many_who_make_one_record_exactly_one_does(self, store: Store) -> None:
        for number in range(max(2, rounds(store) // 5)):
            units = [Unit(changes=[Put(JOBS, lamp(f"{number}", done=n), ABSENT)]) for n in range(writers(store) // 4)]
            outcomes = await asyncio.gather(*map(store.commit, units))
            assert (outcomes.count(Kept()), outcomes.count(Conflict(0))) == (1, len(units) - 1)
            assert await store.get(JOBS, f"{number}") == lamp(f"{number}", done=outcomes.index(Kept()))

    async def test_of_many_who_change_one_record_exactly_one_does(self, store: Store) -> None:
        before = summary("t", people=("p",))
        await keep(store, Put(TABLES, before))
        for _ in range(max(2, rounds(store) // 5)):
            wanted = [
                replace(before, updated=before.updated + 1, people=(f"p{n}",)) for n in range(writers(store) // 4)
            ]
            units = [Unit(changes=[Put(TABLES, one, before)]) for one in wanted]
            outcomes = await asyncio.gather(*map(store.commit, units))
            assert (outcomes.count(Kept()), outcomes.count(Conflict(0))) == (1, len(units) - 1)
            before = wanted[outcomes.index(Kept())]
            assert await store.get(TABLES, "t") == before
            assert await tables_listed(store, "person", among=[*(one.people[0] for one in wanted), "p"]) == "t"

    async def test_of_many_who_remove_one_record_exactly_one_does(self, store: Store) -> None:
        await keep(store, Put(JOBS, lamp("j")))
        outcomes = await asyncio.gather(
            *(store.commit(Unit(changes=[Remove(JOBS, ("j",), lamp("j"))])) for _ in "12345")
        )
        assert sorted(map(repr, outcomes)) == sorted(map(repr, [Kept(), *[Conflict(0)] * 4]))

    async def test_who_reads_again_and_again_loses_nobody_elses_change(self, store: Store) -> None:
        """Two records each, in either order: who meets another half-way is not stuck."""

        async def add(number: int) -> None:
            async def changes() -> list[Change]:
                found = [await store.get(JOBS, id) for id in ("a", "b")]
                new = [Put(JOBS, replace(one, done=one.done + 1), one) for one in found if one is not None]
                return [*new[:: 1 if number % 2 else -1]]

            assert await persist(store, changes)

        await keep(store, Put(JOBS, lamp("a")), Put(JOBS, lamp("b")))
        await asyncio.gather(*map(add, range(12)))
        assert [one and one.done for one in (await store.get(JOBS, "a"), await store.get(JOBS, "b"))] == [12, 12]

    async def test_who_writes_the_same_records_in_another_order_is_not_in_the_way(self, store: Store) -> None:
        """Nobody waits for somebody who waits for them."""

        async def write(number: int) -> None:
            for time in range(10):
                changes = [Put(JOBS, replace(lamp(id), done=100 * number + time)) for id in "abc"]
                assert await keep(store, *changes[:: 1 if (number + time) % 2 else -1])

        await keep(store, *(Put(JOBS, lamp(id)) for id in "abc"))
        await asyncio.gather(*map(write, range(12)))
        assert len({one.done for one in await store.get_many(JOBS, [("a",), ("b",), ("c",)])}) == 1


class References:
    """Of stores that know which records refer to others. Of others a session may be left whose person is gone; it lets
    nobody in."""

    async def test_what_refers_to_nothing_cannot_be(self, store: Store) -> None:
        late = Put(SESSIONS, session("h", "nobody"))
        for changes in ([late, *GOOD], [*GOOD, late]):
            assert await store.commit(Unit(changes=changes)) == Conflict(0)
            assert await store.commit(Unit(stream="t", expected=0, events=[b"a"], changes=changes)) == Conflict(0)
        assert (await store.read("t"), await store.get(JOBS, "new")) == ([], None)

    async def test_what_is_needed_stays_until_the_unit_is_kept(self, store: Store) -> None:
        """Somebody signs in while they are removed: afterwards both are there, or neither."""
        for number in range(max(2, rounds(store) // 5)):
            person = guest(f"p{number}")
            await keep(store, Put(PEOPLE, person))
            put = Unit(changes=[Need(PEOPLE, (person.id,)), Put(SESSIONS, session(f"h{number}", person.id))])
            gone = Unit(changes=[Remove(PEOPLE, (person.id,), person)])
            signed_in, left = await asyncio.gather(store.commit(put), store.commit(gone))
            assert sorted(map(repr, (signed_in, left))) == sorted(map(repr, (Kept(), Conflict(0))))
            assert (await store.get(SESSIONS, f"h{number}") is None) == (await store.get(PEOPLE, person.id) is None)


# -- all of it ------------------------------------------------------------------------------------------------


class WholeStore:
    async def test_a_store_that_can_be_written_to_is_healthy(self, store: Store) -> None:
        assert await store.healthy()
        assert await store.streams() == []

    async def test_what_was_begun_before_closing_is_finished(self, store: Store) -> None:
        waiting = [
            asyncio.ensure_future(store.commit(Unit(stream=f"t{number}", expected=0, events=[b"a"])))
            for number in range(50)
        ]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*waiting) == [Appended(1)] * 50

    async def test_a_closed_store_says_so(self, store: Store) -> None:
        await store.close()
        await store.close()
        with pytest.raises(Unavailable, match="closed"):
            await store.read("t")
        with pytest.raises(Unavailable, match="closed"):
            await store.commit(Unit(stream="t", expected=0, events=[b"a"]))
        assert not await store.healthy()
