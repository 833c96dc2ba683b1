"""A house that opens again goes on where bots are to move: everywhere, and not everywhere at once."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from parlour.core.game import Game
from parlour.core.match import Match
from parlour.house import steward
from parlour.house.house import House, NewSeat, NewTable
from parlour.house.ports import Person, Store
from parlour.house.steward import MOST_RESUMED, Steward
from parlour.store import open_store
from tests.serving import Library, SeededChances, TurnedTime

pytestmark = pytest.mark.anyio
MANY = 3 * MOST_RESUMED
PATIENCE = 60.0


class HeldThinkers:
    """Bots that think until they are told to stop."""

    def __init__(self) -> None:
        self.thinking, self.most, self.asked = 0, 0, set[str]()
        self.enough = asyncio.Semaphore(0)

    async def step(self, match: Match, seat: int, level: int, key: str) -> str:
        self.thinking, self.asked = self.thinking + 1, self.asked | {key}
        self.most = max(self.most, self.thinking)
        await self.enough.acquire()
        self.thinking -= 1
        return match.legal(seat)[0]

    def are_thinking(self, many: int) -> bool:
        return self.thinking == many

    async def remark(self, match: Match, seat: int, level: int, key: str) -> str | None:
        return None

    async def accepts_draw(self, match: Match, seat: int, level: int, key: str) -> bool:
        return False

    def remarks_on(self, game: Game) -> bool:
        return False


async def until(there: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not there():
            await asyncio.sleep(0.005)


async def bots_to_move(store: Store, game: str, many: int) -> None:
    """A house that closed when at so many tables a bot was to move."""
    house = House(store, Library(), TurnedTime(), SeededChances(game))
    for number in range(many):
        host = Person(id=f"{game}{number}", name="Ada", since=1)
        await house.open(host, NewTable(game=game, seats=[NewSeat("bot"), NewSeat("me")]))


async def test_every_table_that_waits_for_a_bot_is_gone_on_with_a_few_at_a_time(tmp_path: Path) -> None:
    store, thinkers = await open_store(tmp_path / "house.db"), HeldThinkers()
    await bots_to_move(store, "connect4", MANY)
    house = House(store, Library(), TurnedTime(), SeededChances(2))
    steward = Steward(house, thinkers)
    await steward.start()
    await until(lambda: thinkers.thinking == MOST_RESUMED)
    for left in reversed(range(MANY)):
        thinkers.enough.release()
        await until(partial(thinkers.are_thinking, min(MOST_RESUMED, left)))
    async with asyncio.timeout(PATIENCE):
        while await store.to_resume():
            await asyncio.sleep(0.005)
    assert thinkers.most == MOST_RESUMED
    await steward.stop()
    await store.close()


async def test_tables_of_a_game_that_is_not_ready_hold_up_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steward, "AGAIN", 0.01)
    store, thinkers, library = await open_store(tmp_path / "house.db"), HeldThinkers(), Library()
    await bots_to_move(store, "yinsh", 2 * MOST_RESUMED)
    await bots_to_move(store, "connect4", 1)
    library.unready.add("yinsh")
    house = House(store, library, TurnedTime(), SeededChances(2))
    keeping = Steward(house, thinkers)
    await keeping.start()
    await until(lambda: thinkers.thinking == 1)
    library.unready.clear()
    for _ in range(2 * MOST_RESUMED + 1):
        thinkers.enough.release()
    await until(lambda: len(thinkers.asked) == 2 * MOST_RESUMED + 1)
    await keeping.stop()
    await store.close()
