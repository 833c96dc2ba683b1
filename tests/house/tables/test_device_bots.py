"""Bots that think on the device of the person who plays them: where, who may answer, and when the house does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.house.ports import AskedFor
from parlour.house.tables import commands
from parlour.house.tables.device_bots import device_step, move_bots
from parlour.house.tables.events import Sitter
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.tables.worker import TableWorker
from parlour.store import open_store
from tests.house.tables.at_table import BOT, LIVE, START, UP, person, table_of
from tests.house.tables.test_thinking import ADA
from tests.house.tables.thinkers import QuietThinkers, until
from tests.serving import Library, SeededEntropy, TurnedTime

GAME_OF_TWO = [NewSeat("me"), NewSeat("bot")]


def at(game: str = "connect4", *sitters: Sitter | str, **more: object) -> Table:
    return table_of(game, sitters or ("ada", BOT), on_device=True, **more)


@pytest.mark.parametrize("game", ["connect4", "yinsh", "regatta"])
def test_where_nothing_is_hidden_bots_can_think_on_the_device_of_who_plays_them_alone(game: str) -> None:
    assert at(game).bots_on == "device"
    assert table_of(game, ["ada", BOT]).bots_on == "house", "unless it was not asked for"


@pytest.mark.parametrize("game", ["dance", "luckymoose", "command"])
def test_where_hands_are_hidden_they_think_in_the_house(game: str) -> None:
    assert at(game).bots_on is None


def test_what_counts_is_thought_about_in_the_house() -> None:
    assert at(rated=True).bots_on is None
    assert at(tournament="spring", rated=False).bots_on is None


def test_among_several_people_they_think_in_the_house() -> None:
    assert at("regatta", "ada", "bo", BOT).bots_on is None
    assert at("regatta", "ada", "ada", BOT).bots_on == "device", "two seats of one person are one device"
    assert at("connect4", "ada", "bo").bots_on is None, "there is no bot"


def test_when_a_second_person_steps_in_the_house_thinks_again() -> None:
    table = at("regatta", "ada", "bo", BOT, substitutes=True)
    left = commands.leave(table, START + 5, UP, "bo").table
    assert left.bots_on == "device"
    joined = commands.step_in(left, START + 6, UP, person("cleo"), None, guest=False).table
    assert joined.bots_on is None


def bots_turn() -> Table:
    return commands.act(at(), START, UP, "ada", 0, ["a"]).table


def sent(table: Table, action: int, *, who: str = "ada", seat: int = 1, ago: int = 0) -> Table:
    assert table.match is not None
    return device_step(table, START, UP, who, seat, table.match.version - ago, action).table


def test_a_device_plays_for_the_bot() -> None:
    after = sent(bots_turn(), 3)
    assert after.match is not None
    assert [step.text for step in after.match.steps] == ["a", "d"]
    assert after.to_act == [0]


@pytest.mark.parametrize(
    ("action", "how", "key"),
    [
        (7, {}, "refuse.device-illegal"),
        (-1, {}, "refuse.device-illegal"),
        (2**62, {}, "refuse.device-illegal"),
        (3, {"who": "bo"}, "refuse.device-not"),
        (3, {"seat": 0}, "refuse.device-not"),
        (3, {"seat": 9}, "refuse.no-such-seat"),
        (3, {"ago": 1}, "refuse.device-late"),
    ],
)
def test_a_device_that_lies_or_is_late_changes_nothing(action: int, how: dict[str, object], key: str) -> None:
    table = bots_turn()
    with pytest.raises(Refused) as refused:
        sent(table, action, **how)
    assert refused.value.text.key == key
    assert table.match is not None
    assert table.match.step_count == 1


def test_no_device_plays_where_the_house_thinks() -> None:
    for table in (table_of("connect4", [BOT, "ada"]), at("connect4", BOT, "ada", rated=True)):
        with pytest.raises(Refused, match="device-not"):
            sent(table, 3, seat=0)


def test_an_offer_is_answered_by_the_house() -> None:
    offered = commands.act(bots_turn(), START, UP, "ada", 0, ["draw"]).table
    with pytest.raises(Refused, match="device-late"):
        sent(offered, 3)


def test_whoever_plays_the_bots_chooses_where_they_think_and_all_are_told() -> None:
    table = at()
    moved = move_bots(table, START, "ada", False)
    assert moved is not None
    assert moved.table.bots_on == "house"
    assert [line.words.key for line in moved.table.told[None] if line.words][-1] == "house.bots-in-house"
    assert move_bots(moved.table, START, "ada", False) is None, "they do already"
    back = move_bots(moved.table, START, "ada", True)
    assert back is not None
    assert back.table.bots_on == "device"
    with pytest.raises(Refused, match="device-not"):
        move_bots(table, START, "bo", False)
    with pytest.raises(Refused, match="device-not"):
        move_bots(at("connect4", "ada", "bo"), START, "ada", True)


# -- when the house thinks ------------------------------------------------------------------------------------


class CountedThinkers(QuietThinkers):
    def __init__(self) -> None:
        self.asked = 0

    async def step(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> str:
        self.asked += 1
        return match.legal(seat)[-1]


@asynccontextmanager
async def house_with(folder: Path, bots: CountedThinkers) -> AsyncIterator[tuple[TableRepository, TableWorker]]:
    store = await open_store(folder / "house.db")
    house = TableRepository(store, Library(), TurnedTime(), SeededEntropy(2))
    worker = TableWorker(house, bots)
    await worker.start()
    yield house, worker
    await worker.stop()
    await store.close()


async def begun(house: TableRepository, **more: object) -> str:
    """Ada has moved, and the bot is to."""
    new = NewTable(game="connect4", seats=GAME_OF_TWO, on_device=True, **more)  # type: ignore[arg-type]
    table = await house.open(ADA, new)
    await house.change(table.id, lambda t, now: commands.act(t, now, house.uptimes, "ada", 0, ["a"]))
    return table.id


async def steps_at(house: TableRepository, id: str) -> list[str]:
    match = (await house.table(id)).match
    return [] if match is None else [step.text for step in match.steps]


async def waited(house: TableRepository, id: str, steps: int) -> list[str]:
    async with asyncio.timeout(60):
        while len(found := await steps_at(house, id)) < steps:
            await asyncio.sleep(0.005)
    return found


@pytest.mark.anyio
async def test_while_the_device_answers_the_house_thinks_of_nothing(tmp_path: Path) -> None:
    bots = CountedThinkers()
    async with house_with(tmp_path, bots) as (house, worker):
        id = await begun(house)
        await until(lambda: bool(worker.devices._waits))
        match = (await house.table(id)).match
        assert match is not None
        await house.change(id, lambda t, now: device_step(t, now, house.uptimes, "ada", 1, match.version, 2))
        assert await steps_at(house, id) == ["a", "c"]
        await until(lambda: not worker.devices._waits)
        assert bots.asked == 0


@pytest.mark.anyio
async def test_if_the_device_does_not_answer_in_time_the_house_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.house.tables.worker.PATIENCE", 0.05)
    bots = CountedThinkers()
    async with house_with(tmp_path, bots) as (house, _):
        assert await waited(house, await begun(house), 2) == ["a", "g"]
        assert bots.asked == 1


@pytest.mark.anyio
async def test_a_device_that_is_given_up_is_not_waited_for(tmp_path: Path) -> None:
    bots = CountedThinkers()
    async with house_with(tmp_path, bots) as (house, worker):
        id = await begun(house)
        await until(lambda: bool(worker.devices._waits))
        worker.devices.give_up(id)
        assert await waited(house, id, 2) == ["a", "g"]


@pytest.mark.anyio
async def test_once_the_bots_think_in_the_house_nobody_waits_for_the_device(tmp_path: Path) -> None:
    bots = CountedThinkers()
    async with house_with(tmp_path, bots) as (house, worker):
        id = await begun(house)
        await until(lambda: bool(worker.devices._waits))
        await house.change(id, lambda t, now: move_bots(t, now, "ada", False))
        assert await waited(house, id, 2) == ["a", "g"]


def test_a_clock_does_not_run_for_a_bot_on_a_device() -> None:
    table = at("connect4", BOT, "ada", clock=LIVE)
    assert table.bots_on == "device"
    assert not table.clocks.since
