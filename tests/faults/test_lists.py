"""Lists tell no more than the tables in them. Two servers, side by side: at one of them something happens that whoever
reads a list may not know of, or not yet, and no list is told again, or another, by a byte."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from parlour.server.http.routes import API
from parlour.server.live import hub
from tests.faults.house import prepare
from tests.faults.worlds import Socket, World, in_world

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

LISTS = ({}, {"mine": True}, {"turn": True}, {"phase": "playing"}, {"most": 1})
Secretly = Callable[[World], Awaitable[None]]


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    prepare()


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LOBBY_REST", 0.0)


class ListReader:
    """Somebody who follows the lobby and their own tables, and asks for every list."""

    def __init__(self, world: World, socket: Socket, reader: int) -> None:
        self.world, self._socket, self._who = world, socket, world.people[reader]

    async def reads(self) -> list[bytes]:
        """All that has come by itself since the last time, and what lists say."""
        for _ in range(5):
            await asyncio.sleep(0.005)  # what is told at once is told by the loop
        heard = [message.encode() for message in await self._socket.so_far()]
        about = [(f"{API}/tables", query) for query in LISTS]
        about += [(f"{API}/tables/{self.world.table}", {}), (f"{API}/players/{self.world.host}/meeting", {})]
        for path, query in about:
            answer = await self.world.ask("GET", path, self._who, **query)
            heard += [b"%d" % answer.status, answer.body]
        return heard


@asynccontextmanager
async def side_by_side(
    folder: Path, game: str, seats: int, reader: int, **more: object
) -> AsyncIterator[list[ListReader]]:
    """Nobody has followed a list before the reader comes, in the middle of the match."""
    async with AsyncExitStack() as closing:
        readers = []
        for name in ("one", "other"):
            world = World(folder / name)
            in_world.set(world)
            await closing.enter_async_context(world.open(game))
            await world.sit_down(game, seats, **more)
            world.time.at += 1000
            socket = await closing.enter_async_context(world.socket(world.people[reader]))
            for topic in ("lobby", "me"):
                socket.say({"do": "watch", "topic": topic})
            readers.append(ListReader(world, socket, reader))
        yield readers


async def compare(readers: list[ListReader], secretly: Secretly) -> None:
    """Nothing is to be seen of what happens at the one and not at the other."""
    assert (first := [await each.reads() for each in readers])[0] == first[1]
    assert any(b'"is":"lobby"' in heard for heard in first[0])
    for number, reader in enumerate(readers):
        in_world.set(reader.world)
        if number == 1:
            await secretly(reader.world)
        reader.world.time.at = max(each.world.time.at for each in readers) if number else reader.world.time.at + 60_000
    now = max(each.world.time.at for each in readers)
    for reader in readers:
        reader.world.time.at = now
    one, other = [await reader.reads() for reader in readers]
    assert one == other
    for reader in readers:  # lists are told again when there is something to tell, and have the same order
        in_world.set(reader.world)
        await reader.world.move_next_door()
    one, other = [await reader.reads() for reader in readers]
    assert one == other


async def deploys_some(world: World) -> None:
    """The opponent puts some ships, one after the other."""
    for _ in range(3):
        world.time.at += 700
        await world.act(1, [world.match().legal(1)[0]])


@pytest.mark.parametrize("reader", [0, -1], ids=["opponent", "spectator"])
async def test_a_placement_in_secret_moves_nobodys_list(tmp_path: Path, reader: int) -> None:
    async with side_by_side(tmp_path, "command", 2, reader) as readers:
        await compare(readers, deploys_some)


async def moves_some(world: World) -> None:
    for _ in range(3):
        world.time.at += 700
        seat = world.match().actors[0]
        await world.act(seat, [world.match().legal(seat)[0]])


async def moves_and_leaves(world: World) -> None:
    await moves_some(world)
    await world.do(world.people[1], "DELETE", f"/tables/{world.table}/seats/mine")


@pytest.mark.parametrize("secretly", [moves_some, moves_and_leaves])
async def test_lists_tell_a_spectator_who_is_behind_nothing_live(tmp_path: Path, secretly: Secretly) -> None:
    """Not when there was a move, nor who has left after it."""
    async with side_by_side(tmp_path, "regatta", 3, -1, delay=5) as readers:
        await compare(readers, secretly)


async def test_those_who_sit_there_see_their_own_table_live(tmp_path: Path) -> None:
    async with side_by_side(tmp_path, "regatta", 3, 0, delay=5) as readers:
        [reader, _] = readers
        in_world.set(reader.world)
        await reader.reads()
        await moves_and_leaves(reader.world)
        own = [heard for heard in await reader.reads() if b'"is":"me"' in heard]
        assert b'"kind":"bot"' in own[-1]
