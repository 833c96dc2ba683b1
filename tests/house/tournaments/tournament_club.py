"""Tournaments on a real store, people who play in them, and a store that kills the house at a chosen moment."""

from pathlib import Path
from typing import Any

from parlour.house.mail import records as mail_records
from parlour.house.mail.records import Link
from parlour.house.people import records as people_records
from parlour.house.people.person import Person
from parlour.house.store import Outcome, Store, Unit
from parlour.house.tables import commands as at_table
from parlour.house.tables.clocks import SECOND, Clock
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.tournaments import commands
from parlour.house.tournaments import events as ev
from parlour.house.tournaments.events import Entrant
from parlour.house.tournaments.repository import NewTournament, TournamentRepository, stream_of
from parlour.house.tournaments.state import PairedMatch, Tournament, table_id
from parlour.house.tournaments.worker import TournamentWorker
from parlour.store import open_store
from tests.serving import Library, SeededEntropy, TurnedTime
from tests.store.things import account

OLGA = Person(id="olga", name="Olga", since=1, password="hashed")


class Killed(Exception):
    """As if the power went: nothing more is done."""


class KilledStore:
    """A store that is killed at its n-th append, before it is written or right after."""

    def __init__(self, store: Store, at: int | None = None, written: bool = False) -> None:
        self._store, self._at, self._written = store, at, written
        self.appends = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def commit(self, unit: Unit) -> Outcome:
        self.appends += 1
        if self.appends != self._at:
            return await self._store.commit(unit)
        if self._written:
            await self._store.commit(unit)
        raise Killed


class TournamentClub:
    """All that is in memory; made anew after a kill."""

    def __init__(self, store: Store, time: TurnedTime, seed: str = "held") -> None:
        self.store, self.time = store, time
        self.tables = TableRepository(store, Library(), time, SeededEntropy(seed))
        self.tournaments = TournamentRepository(self.tables)
        self.worker = TournamentWorker(self.tournaments)

    async def announce(self, kind: ev.TournamentKind, **how: Any) -> Tournament:
        new = {"game": "connect4", "clock": Clock("live", 5, 3), "title": "Cup", **how}
        return await self.tournaments.announce(OLGA, NewTournament(kind=kind, **new), "cup")

    async def enter(self, id: str, *names: str) -> None:
        for name in names:
            await self.tournaments.change(
                id, lambda t, now, n=name: commands.sign_up(t, now, Entrant(n, n.title())), f"enter {name}"
            )

    async def begin(self, id: str) -> Tournament:
        await self.tournaments.change(id, lambda t, now: commands.start(t, now, "olga", "5eed"), "begin")
        return await self.look_after(id)

    async def look_after(self, id: str) -> Tournament:
        await self.worker.look_after(id)
        return await self.tournaments.tournament(id)

    async def table(self, t: Tournament, game: PairedMatch) -> Table:
        return await self.tables.table(table_id(t, game.pairing.id))

    async def play(self, t: Tournament, game: PairedMatch, loser: int | None = None) -> None:
        """Everybody moves once, then one resigns: whoever's name comes later, if nobody is named."""
        up = self.tables.uptimes
        seats = game.pairing.seats
        losing = seats.index(max(seats)) if loser is None else loser
        table = await self.table(t, game)
        while not table.over:
            match = table.match
            assert match is not None
            done = match.step_count >= len(seats)
            seat = losing if done else table.to_act[0]
            step = "resign" if done else match.legal(seat)[0]
            table = await self.tables.change(
                table.id, lambda tb, now, s=seat, x=step: at_table.act(tb, now, up, seats[s], s, [x])
            )  # fmt: skip

    async def play_all(self, id: str) -> Tournament:
        t = await self.look_after(id)
        while t.phase == "running" and t.undecided:
            await self.play(t, t.undecided[0])
            self.time.pass_by(10 * SECOND)
            t = await self.look_after(id)
        return t

    async def log(self, id: str) -> list[ev.AnyTournamentEvent]:
        return [ev.decode(body) for body in await self.store.read(stream_of(id))]


async def with_address(store: Store, name: str) -> None:
    """An account, and where it is written to."""
    await people_records.add_person(store, account(name, name.title()))
    address = f"{name}@example.net"
    await mail_records.want_address(store, name, address)
    await mail_records.add_link(store, Link(hash=name, kind="confirm", person=name, address=address, until=2))
    assert await mail_records.take_link(store, name, 1)


async def opened(folder: Path) -> Store:
    return await open_store(folder / "house.db")
