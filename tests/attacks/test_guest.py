"""A guest sits down at as many tables as the house allows, so that bots have no time for anybody else."""

import asyncio
from concurrent.futures import Future
from pathlib import Path
from typing import cast

import pytest

from parlour import bots
from parlour.bots.fair_queue import MOST_WAITING
from parlour.bots.pool import HURRY, THINK, Pool, SearchFailed, Task, Thought
from parlour.bots.situation import Situation, situation
from parlour.core.dealer import Dealer
from parlour.core.match import Match
from parlour.core.record import Seat
from parlour.games import load
from parlour.house import background
from parlour.house.ports import AskedFor
from parlour.house.tables.repository import MOST_TABLES
from parlour.server.bot_players import PoolBotPlayers
from tests.attacks.starved_house import starved_house

pytestmark = pytest.mark.anyio
CONNECT4 = load("connect4")
SEATS = [Seat("Master", "bot"), Seat("Ann", "person")]
SIMULATIONS = 300  # two milliseconds: on a busy machine, too, they fit into the shortest turn


def new_match() -> Match:
    return Match(CONNECT4, SEATS, {}, Dealer(2, b"secret" * 6))


class HeldPool:
    """A pool that answers when it is told to, and fails as often as it is told to."""

    def __init__(self, fails: int = 0) -> None:
        self.asked: list[tuple[str, str, float, bool]] = []  # on whose account, about which match, how
        self.answers: list[Future[int]] = []
        self._fails = fails

    def least_used(self, accounts: tuple[str, ...]) -> str:
        return accounts[0]

    def step(
        self, now: Situation, bot: str, key: str, seed: int, seconds: float, account: str, at_random: bool
    ) -> "Future[int]":
        answer: Future[int] = Future()
        self.asked.append((account, key, seconds, at_random))
        self.answers.append(answer)
        if len(self.asked) <= self._fails:
            answer.set_exception(SearchFailed("a worker died"))
        return answer


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_beyond_what_one_person_may_have_waiting_tables_wait_in_turn_and_none_is_lost() -> None:
    pool, match = HeldPool(), new_match()
    players, guest = PoolBotPlayers(cast(Pool, pool)), AskedFor(("guest",))
    tables = [f"table {n}" for n in range(MOST_TABLES)]
    asking = [asyncio.create_task(players.step(match, 0, 5, table, guest)) for table in tables]
    await settle()
    assert len(pool.asked) == MOST_WAITING
    stranger = asyncio.create_task(players.step(match, 0, 5, "a table", AskedFor(("stranger",))))
    await settle()
    assert pool.asked[-1][:2] == ("stranger", "a table"), "nobody else waits for that"
    for n in range(MOST_TABLES + 1):
        await settle()
        pool.answers[n].set_result(3)
    assert await asyncio.gather(*asking, stranger) == ["d"] * (MOST_TABLES + 1)
    assert [table for who, table, *_ in pool.asked if who == "guest"] == tables


async def test_what_is_no_longer_wanted_is_not_asked_for_when_its_turn_comes() -> None:
    pool, match = HeldPool(), new_match()
    players, guest = PoolBotPlayers(cast(Pool, pool)), AskedFor(("guest",))
    asking = [asyncio.create_task(players.step(match, 0, 5, f"table {n}", guest)) for n in range(MOST_WAITING + 2)]
    await settle()
    for each in (asking[0], asking[MOST_WAITING]):
        each.cancel()
    await settle()
    assert pool.answers[0].cancelled()
    assert [table for _, table, *_ in pool.asked[MOST_WAITING:]] == [f"table {MOST_WAITING + 1}"]
    for each in asking:
        each.cancel()


async def test_a_match_that_matters_waits_for_its_bot_and_is_never_played_at_random(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "AGAIN", 0.0)
    pool, match = HeldPool(fails=3), new_match()
    players = PoolBotPlayers(cast(Pool, pool))
    answer = asyncio.create_task(players.step(match, 0, 5, "rated", AskedFor(("ann",), matters=True)))
    while len(pool.asked) < 4:
        await asyncio.sleep(0.001)
    pool.answers[-1].set_result(0)
    assert await answer == "a"
    assert [seconds for *_, seconds, _ in pool.asked] == [THINK, HURRY, HURRY, HURRY], "later searches are short ones"
    assert not any(at_random for *_, at_random in pool.asked)


@pytest.mark.compiled
def test_a_strangers_bot_searches_as_far_as_on_an_idle_house_while_fifty_tables_wait() -> None:
    bots.prepare("connect4")
    spent: dict[str, int] = {}

    def note(task: Task, thought: Thought) -> None:
        spent[task.key] = thought.simulations

    with Pool(workers=1, warm=("connect4",), most_of_one=MOST_TABLES) as pool:
        now = situation(new_match(), 0)
        pool.listeners.append(note)
        pool.step(now, "1", "loaded", account="house").result(timeout=120)
        pool.step(now, f"5@{SIMULATIONS}", "idle", seed=7, account="stranger").result(timeout=120)
        asked = [
            pool.step(now, "5@2000ms", f"{who} {n}", account=who)
            for who in ("guest", "organiser")
            for n in range(MOST_TABLES)
        ]
        before = sum(future.done() for future in asked)
        pool.step(now, f"5@{SIMULATIONS}", "attacked", seed=7, account="another stranger").result(timeout=120)
        assert sum(future.done() for future in asked) - before <= 4, "it did not wait for them"
        assert pool.made_at_random == 0
        for future in asked:
            future.cancel()
    assert spent["attacked"] >= 0.9 * spent["idle"] > 0


@pytest.mark.slow
@pytest.mark.compiled
async def test_fifty_tables_of_a_guest_and_an_arena_take_nothing_from_a_strangers_level_five(tmp_path: Path) -> None:
    """In one run: on an idle house, under attack, and idle again. What the machine itself gives varies, so that it is
    measured before and after."""
    async with starved_house(tmp_path) as house:
        await house.simulations("stranger", 1)  # what has to be loaded is loaded
        before = await house.simulations("stranger", 4)
        await house.attack("guest", MOST_TABLES - 1)
        await house.attack("organiser", MOST_TABLES - 1)  # as an arena would: see test_organiser.py
        await asyncio.sleep(20)
        attacked = await house.simulations("stranger", 8)
        assert house.pool.made_at_random == 0
        assert house.pool.waiting >= MOST_WAITING
        for person in ("guest", "organiser"):
            await house.tables.leave_all(person)
        await house.until(lambda: house.pool.accounts == 0)
        after = await house.simulations("stranger", 4)
    idle = sum(before + after) / 8
    share = sum(attacked) / len(attacked) / idle
    print(f"idle {idle:.0f} simulations a move, attacked {sum(attacked) / len(attacked):.0f}: {share:.1%}")
    assert share >= 0.9
