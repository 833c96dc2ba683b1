"""Many at once, through the house: of those who cannot all be first exactly one is, and no honest move is lost."""

import asyncio
import os
from collections.abc import Sequence
from random import Random

import pytest

from parlour import bots, games
from parlour.core.game import Game
from parlour.core.offers import WORDS
from parlour.core.texts import Refused
from parlour.house.people.person import Person
from parlour.house.store import Store
from parlour.house.tables import commands
from parlour.house.tables.commands import TableChange
from parlour.house.tables.events import Stepped, decode
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from tests.serving import SeededEntropy, TurnedTime
from tests.store.things import ROUNDS as STORE_ROUNDS

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

ADA = Person(id="ada", name="Ada", since=1)
MANY = 64
ROUNDS = STORE_ROUNDS if os.environ.get("PARLOUR_ALL") else 10


class Everything:
    """All games are ready."""

    def take(self, name: str) -> Game:
        return games.load(name)


def house_on(store: Store) -> TableRepository:
    return TableRepository(store, Everything(), TurnedTime(), SeededEntropy(1))


class Rounds:
    """Positions of a game to race in, one after the other, at as many tables as that takes; in several houses on one
    store, where only positions decide, or in one, where whoever comes at the same time queues."""

    def __init__(self, store: Store, game: str, houses: int) -> None:
        bots.prepare(game)
        self.store, self.houses = store, [house_on(store) for _ in range(houses)]
        self._game, self.id, self.steps = game, "", list[str]()
        self._rng = Random(5)

    async def next(self) -> tuple[int, list[str]]:
        """Who is to act there, and what there is to choose from."""
        table = await self._table()
        assert table.match is not None
        [seat] = table.to_act
        return seat, self._rng.sample(legal := table.match.legal(seat), len(legal))

    async def also(self, seat: int) -> list[str]:
        """What a seat can do besides; what ends the match, or offers to, is left out."""
        match = (await self._table()).match
        assert match is not None
        return [text for text in match.also(seat) if text not in WORDS]

    async def _table(self) -> Table:
        if self.id:
            table = await self.houses[0].table(self.id)
            if not table.over:
                return table
        new = NewTable(game=self._game, seats=[NewSeat("me"), NewSeat("me")])
        self.id, self.steps = (await self.houses[0].open(ADA, new)).id, []
        return await self.houses[0].table(self.id)

    async def seen_by_all(self) -> None:
        """Every house knows the table, so that none is slower than others."""
        await asyncio.gather(*(house.table(self.id) for house in self.houses))

    async def check(self, *steps: str) -> None:
        """These are what was added since the last time, in any order."""
        kept = await steps_kept(self.store, self.id)
        new = kept[len(self.steps) :]
        assert (kept[: len(self.steps)], sorted(new)) == (self.steps, sorted(steps))
        self.steps = kept


def act(house: TableRepository, id: str, seat: int, step: str, key: str | None = None) -> "asyncio.Task[Table]":
    def command(table: Table, now: int) -> TableChange:
        return commands.act(table, now, house.uptimes, ADA.id, seat, [step])

    return asyncio.create_task(house.change(id, command, key))


def say(house: TableRepository, id: str, text: str) -> "asyncio.Task[Table]":
    return asyncio.create_task(house.change(id, lambda t, now: commands.say(t, now, ADA.id, ADA.name, text)))


async def steps_kept(store: Store, id: str) -> list[str]:
    kept = [decode(body) for body in await store.read(id)]
    return [step for event in kept if isinstance(event, Stepped) for step in event.steps]


def steps_in(tables: Sequence[Table]) -> list[int]:
    return [len(table.match.steps) for table in tables if table.match is not None]


@pytest.mark.parametrize("houses", [1, 4])
async def test_of_many_moves_in_one_position_exactly_one_is_taken(store: Store, houses: int) -> None:
    rounds = Rounds(store, "connect4", houses)
    for _ in range(ROUNDS):
        seat, moves = await rounds.next()
        await rounds.seen_by_all()
        tried = [moves[n % len(moves)] for n in range(MANY)]
        tries = [act(rounds.houses[n % houses], rounds.id, seat, step) for n, step in enumerate(tried)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        refusals = [one for one in outcomes if isinstance(one, Refused)]
        [winner] = [step for step, one in zip(tried, outcomes, strict=True) if isinstance(one, Table)]
        assert len(refusals) == MANY - 1
        assert {one.text.key for one in refusals} <= {"refuse.not-your-turn", "refuse.over"}
        await rounds.check(winner)


async def test_one_key_three_times_at_once_is_one_event_and_three_answers(store: Store) -> None:
    rounds = Rounds(store, "connect4", 2)
    one, other = rounds.houses
    for _ in range(ROUNDS):
        seat, moves = await rounds.next()
        await rounds.seen_by_all()
        before, key = len(rounds.steps), f"once {len(rounds.steps)}"
        answers = await asyncio.gather(*(act(each, rounds.id, seat, moves[0], key) for each in (one, other, one)))
        assert steps_in(answers) == [before + 1] * 3
        await rounds.check(moves[0])


async def test_talk_never_makes_an_honest_move_stale(store: Store) -> None:
    rounds = Rounds(store, "connect4", 2)
    one, other = rounds.houses
    for number in range(ROUNDS):
        seat, moves = await rounds.next()
        chatter = [say(other, rounds.id, f"{number}.{n}") for n in range(8)]
        await act(one, rounds.id, seat, moves[0])
        await asyncio.gather(*chatter)
        await rounds.check(moves[0])


async def test_signals_never_make_an_honest_move_stale(store: Store) -> None:
    """A signal of The Dance is a step of the match, by a seat that is not to act."""
    rounds = Rounds(store, "dance", 2)
    one, other = rounds.houses
    signals = 0
    for _ in range(ROUNDS):
        seat, moves = await rounds.next()
        shown = (await rounds.also(1 - seat))[:4]
        showing = [act(other, rounds.id, 1 - seat, each) for each in shown]
        await act(one, rounds.id, seat, moves[0])
        outcomes = await asyncio.gather(*showing, return_exceptions=True)
        taken = [each for each, outcome in zip(shown, outcomes, strict=True) if isinstance(outcome, Table)]
        await rounds.check(moves[0], *taken)
        signals += len(taken)
    assert signals > ROUNDS


async def test_a_house_that_has_not_heard_of_a_move_does_not_refuse_the_answer_to_it(store: Store) -> None:
    """What is held in memory may be old where several houses share a store: a refusal is checked against the store."""
    rounds = Rounds(store, "connect4", 2)
    await rounds.next()
    await rounds.seen_by_all()
    for number, column in enumerate("abab"):
        await act(rounds.houses[number % 2], rounds.id, number % 2, column)
        await rounds.check(column)
