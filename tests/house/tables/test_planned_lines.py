"""If they play … I play …: what is planned, what is left of it, and who plays it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from parlour.house.mail.notices import people_to_act
from parlour.house.people.person import Person
from parlour.house.people.removal import remove_person
from parlour.house.store import Remove, Store, keep
from parlour.house.tables import commands
from parlour.house.tables.clocks import Clock
from parlour.house.tables.commands import act, answer_takeback, ask_takeback
from parlour.house.tables.events import Sitter
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.planned_lines import MOST_DEEP, MOST_LINES, answer_now, lines_left, plan
from parlour.house.tables.planning import Planning
from parlour.house.tables.records import PLANNED_LINES, PlannedLines, planned_lines
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.tables.worker import TableWorker
from parlour.store import open_store
from tests.house.tables.at_table import DAYS, LIVE, TimedTable, evening, refusal
from tests.house.tables.thinkers import QuietThinkers
from tests.serving import Library, SeededEntropy, TurnedTime

pytestmark = pytest.mark.anyio
PATIENCE = 20.0  # seconds


def ada_waits() -> TimedTable:
    """Ada has moved, and Bob is to."""
    return evening("connect4", ["ada", "bob"], clock=DAYS).play(act, "ada", 0, ["d"])


def planned(e: TimedTable, *lines: str) -> PlannedLines:
    """A letter is a step; Ada's, who sits first."""
    found = plan(e.table, e.now, "ada", 0, [list(line) for line in lines])
    assert found is not None
    return found


def left(kept: PlannedLines, e: TimedTable) -> list[str]:
    return ["".join(text for _, text in line) for line in lines_left(kept, e.table)]


# -- planning -------------------------------------------------------------------------------------------------


def test_a_line_is_answered_as_deep_as_it_goes() -> None:
    e = ada_waits()
    kept = planned(e, "eaeb", "ca")
    assert (answer_now(kept, e.table), left(kept, e)) == ([], ["eaeb", "ca"])
    e.play(act, "bob", 1, ["e"])
    assert (answer_now(kept, e.table), left(kept, e)) == (["a"], ["aeb"])
    e.play(act, "ada", 0, ["a"]).play(act, "bob", 1, ["e"])
    assert answer_now(kept, e.table) == ["b"]
    e.play(act, "ada", 0, ["b"])
    assert left(kept, e) == []


def test_what_nobody_expected_is_answered_by_nobody() -> None:
    e = ada_waits()
    kept = planned(e, "ea")
    e.play(act, "bob", 1, ["f"])
    assert (answer_now(kept, e.table), left(kept, e)) == ([], [])


def test_who_plays_something_else_than_planned_has_planned_nothing_any_more() -> None:
    e = ada_waits()
    kept = planned(e, "eaeb")
    e.play(act, "bob", 1, ["e"]).play(act, "ada", 0, ["c"]).play(act, "bob", 1, ["e"])
    assert (answer_now(kept, e.table), left(kept, e)) == ([], [])


def test_a_plan_goes_with_a_step_that_is_taken_back_though_the_same_comes_again() -> None:
    e = ada_waits().play(act, "bob", 1, ["e"]).play(act, "ada", 0, ["c"])
    kept = planned(e, "ea")
    e.play(ask_takeback, "bob", 1).play(answer_takeback, "ada", 0, True)
    assert left(kept, e) == []
    e.play(act, "bob", 1, ["e"])
    assert answer_now(kept, e.table) == []


def test_an_offered_draw_is_for_the_person_to_answer() -> None:
    e = ada_waits()
    kept = planned(e, "ea")
    e.play(act, "bob", 1, ["draw"]).play(act, "bob", 1, ["e"])
    assert (answer_now(kept, e.table), left(kept, e)) == ([], ["a"])
    e.play(act, "ada", 0, ["decline"])
    assert answer_now(kept, e.table) == ["a"]


def test_whoever_has_the_seat_later_has_planned_nothing() -> None:
    e = ada_waits()
    kept = planned(e, "ea")
    e.table.sitters[0] = Sitter("person", "Zoe", "zoe")
    assert left(kept, e) == []


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["e"], "refuse.line-answer"),
        ([""], "refuse.line-answer"),
        (["eae"], "refuse.line-answer"),
        (["ez"], "refuse.line"),
        (["ea", "eb"], "refuse.line-two-answers"),
        (["eaec", "eaeb"], "refuse.line-two-answers"),
        (["e" * (MOST_DEEP + 1)], "refuse.line-long"),
        (["ea"] * (MOST_LINES + 1), "refuse.lines-many"),
    ],
)
def test_what_cannot_be_planned_is_refused(lines: list[str], why: str) -> None:
    e = ada_waits()
    assert refusal(plan, e.table, e.now, "ada", 0, [list(line) for line in lines]) == why


def test_only_whoever_sits_there_plans_and_only_off_turn_where_turns_take_days() -> None:
    e = ada_waits()
    assert refusal(plan, e.table, e.now, "bob", 0, [["e", "a"]]) == "refuse.not-your-seat"
    assert refusal(plan, e.table, e.now, "bob", 1, [["e", "a", "b"]]) == "refuse.plan-turn"
    live = evening("connect4", ["ada", "bob"], clock=LIVE).play(act, "ada", 0, ["d"])
    assert refusal(plan, live.table, live.now, "ada", 0, [["e", "a"]]) == "refuse.plan-pace"
    over = e.play(commands.leave, "bob")
    assert refusal(plan, over.table, over.now, "ada", 0, [["e", "a"]]) == "refuse.over"


def test_a_line_that_another_one_goes_on_from_is_kept_once() -> None:
    e = ada_waits()
    assert left(planned(e, "ea", "eaeb", "ea"), e) == ["eaeb"]


# -- the house --------------------------------------------------------------------------------------------------


class House:
    """Ada and Bob at a table of days; Ada has moved."""

    def __init__(self, store: Store) -> None:
        self.store, self.time = store, TurnedTime()
        self.tables = TableRepository(store, Library(), self.time, SeededEntropy(5))
        self.planning = Planning(self.tables)
        self.worker = TableWorker(self.tables, QuietThinkers(), planning=self.planning)
        self.id = ""

    async def sit(self) -> None:
        new = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")], clock=Clock("days", days=2))
        self.id = (await self.tables.open(Person(id="ada", name="Ada", since=1), new)).id
        bob = Sitter("person", "Bob", "bob")
        await self.tables.change(self.id, lambda t, now: commands.sit(t, now, bob, 1))
        await self.act("ada", 0, "d")

    async def act(self, person: str, seat: int, step: str) -> Table:
        up = self.tables.uptimes
        return await self.tables.change(self.id, lambda t, now: commands.act(t, now, up, person, seat, [step]))

    async def steps(self) -> str:
        table = await self.tables.table(self.id)
        assert table.match is not None
        return "".join(step.text for step in table.match.steps)

    async def kept(self) -> PlannedLines | None:
        return await planned_lines(self.store, self.id, 0)


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    store = await open_store(folder / "house.db")
    there = House(store)
    await there.worker.start()
    await there.sit()
    yield there
    await there.worker.stop()
    await store.close()


async def test_the_house_plays_what_is_planned_and_each_step_once(tmp_path: Path) -> None:
    async with house(tmp_path) as there:
        await there.planning.keep(there.id, "ada", 0, [["e", "a", "e", "b"]])
        after = await there.act("bob", 1, "e")
        assert after.match is not None
        assert [step.text for step in after.match.steps] == ["d", "e"], "who moved is answered before the plan is"
        await until_steps(there, "dea")
        await there.act("bob", 1, "e")
        await until_steps(there, "deaeb")
        for _ in range(3):
            there.worker._planned(there.id)
            await there.worker._at[there.id]
        assert await there.steps() == "deaeb"
        assert await there.kept() is None, "what has been played is forgotten"


async def test_what_is_taken_back_is_not_played(tmp_path: Path) -> None:
    async with house(tmp_path) as there:
        await there.planning.keep(there.id, "ada", 0, [["e", "a"]])
        await there.planning.keep(there.id, "ada", 0, [])
        await there.act("bob", 1, "e")
        await there.worker._at[there.id]
        assert (await there.steps(), await there.kept()) == ("de", None)


async def test_a_line_that_is_taken_back_while_it_is_about_to_be_played_is_taken_back(tmp_path: Path) -> None:
    async with house(tmp_path) as there:
        await there.worker.stop()
        there.tables.own_listeners.clear()
        await there.planning.keep(there.id, "ada", 0, [["e", "a"]])
        table = await there.act("bob", 1, "e")
        kept = await there.kept()
        assert kept is not None
        await keep(there.store, Remove(PLANNED_LINES, PLANNED_LINES.key_of(kept)))
        assert await there.planning._take(table, kept, ["a"])
        assert await there.steps() == "de"


async def test_a_plan_goes_in_the_same_unit_as_what_ends_it(tmp_path: Path) -> None:
    async with house(tmp_path) as there:
        await there.act("bob", 1, "e")
        await there.act("ada", 0, "d")
        await there.planning.keep(there.id, "ada", 0, [["e", "a"]])
        up = there.tables.uptimes
        await there.tables.change(there.id, lambda t, now: ask_takeback(t, now, up, "bob", 1))
        assert await there.kept() is not None
        await there.tables.change(there.id, lambda t, now: answer_takeback(t, now, up, "ada", 0, True))
        assert await there.kept() is None
        await there.act("bob", 1, "e")
        await there.act("ada", 0, "d")
        await there.planning.keep(there.id, "ada", 0, [["e", "a"]])
        await there.act("bob", 1, "resign")
        assert await there.kept() is None


async def test_a_house_that_opens_again_plays_what_was_planned_before(tmp_path: Path) -> None:
    async with house(tmp_path) as there:
        await there.worker.stop()
        there.tables.own_listeners.clear()  # as if it had been killed after Bob's step
        await there.planning.keep(there.id, "ada", 0, [["e", "a"]])
        await there.act("bob", 1, "e")
        for _ in range(3):
            again = House(there.store)
            again.id = there.id
            await again.worker.start()
            await until_steps(again, "dea")
            await again.worker.stop()


async def test_nobody_is_written_to_whose_plan_has_answered(tmp_path: Path) -> None:
    """A letter is written after a while, to who is still to act then."""
    async with house(tmp_path) as there:
        await there.planning.keep(there.id, "ada", 0, [["e", "a"]])
        assert people_to_act(await there.act("bob", 1, "e")) == {"ada"}
        await until_steps(there, "dea")
        assert people_to_act(await there.tables.table(there.id)) == {"bob"}


async def test_what_somebody_planned_goes_with_them(tmp_path: Path) -> None:
    async with house(tmp_path) as there:
        await there.planning.keep(there.id, "ada", 0, [["e", "a"]])
        await remove_person(there.store, "ada")
        assert await there.store.list_by(PLANNED_LINES, "all") == []


async def until_steps(there: House, steps: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while await there.steps() != steps:
            await asyncio.sleep(0.005)
