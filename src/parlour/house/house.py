"""The house: tables as they are kept, changed one at a time, each change on the disk before anybody is told of it.

A table is held in memory once it was asked for; what is held is only ever what the store has. Whoever appends at the
expected position wins: here changes of one table wait for each other merely so that they need not be tried twice.
"""

import asyncio
import hashlib
import logging
import re
import secrets
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Annotated, Literal, ParamSpec, Protocol, TypeVar

import msgspec
from msgspec import Meta

from parlour.core.dealer import SECRET_BYTES
from parlour.core.game import Game, Value
from parlour.core.texts import Refused
from parlour.house import counting, doors, names, rematch
from parlour.house import events as ev
from parlour.house.cards import card_after, card_of
from parlour.house.clocks import Clock, Uptimes
from parlour.house.doors import Change
from parlour.house.events import Sitter
from parlour.house.friends_ports import Sought
from parlour.house.moderation.ports import Entry
from parlour.house.notices import challenge_notices, turn_notices
from parlour.house.ports import Appended, Card, Conflict, Person, Store, Time, Turned, Unavailable, Unit, Wanted
from parlour.house.table import Table

MOST_HELD = 2000  # tables in memory
MOST_TRIES = 20  # at one change, against others who are always first
LONG_STREAM = 20  # events: folding more than these, some of which take a millisecond, is done beside the loop
MOST_OF_ONE = 10_000  # tables that one person has sat down at
MOST_TABLES = 50  # that one person sits at and that are not over
ID = re.compile("[A-Za-z0-9_=-]{1,64}")  # what a table can be called; not every store can be asked for more

log = logging.getLogger("parlour.house")
Door = Callable[[Table, int], Change | None]  # None: there is nothing to change
Listener = Callable[[Table], None]
P = ParamSpec("P")
T = TypeVar("T")


class Library(Protocol):
    """Games that are ready to be played."""

    def take(self, name: str) -> Game:
        """The game, or a refusal: there is none, or (`Unavailable`) it is not ready yet."""


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`me` is whoever opens the table; more than one of these play on one device."""

    kind: Literal["me", "open", "bot"] = "open"
    name: Annotated[str, Meta(max_length=40)] = ""  # of another `me`
    level: Annotated[int, Meta(ge=1, le=5)] = 3  # of a bot


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody wants to play."""

    game: Annotated[str, Meta(max_length=64, examples=["yinsh"])]
    seats: Annotated[
        list[NewSeat], Meta(min_length=1, max_length=64, examples=[[{"kind": "me"}, {"kind": "bot", "level": 3}]])
    ]
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], Value], Meta(max_length=64)] = {}
    clock: Clock = Clock()
    listed: bool = True
    start: Literal["full", "host"] = "full"
    delay: Annotated[int, Meta(ge=0, le=100)] = 0
    rated: Annotated[
        bool,
        Meta(description="It counts for ratings, or for the best scores. Only accounts and bots sit down."),
    ] = False
    guided: Annotated[bool, Meta(description="With a coach, for one person among bots.")] = False
    substitutes: Annotated[
        bool, Meta(description="Others may take over from a bot that sits in for whoever left. Not in a match for two.")
    ] = False
    contribute: Annotated[
        bool, Meta(description="Do not begin before I have added my share to the chance, having seen the commitment.")
    ] = False


class Chances:
    """Where ids and secrets come from: the system, or in tests a seed."""

    def word(self) -> str:
        """Hard enough to guess to be the key to something."""
        return secrets.token_urlsafe(12)

    def secret(self) -> bytes:
        return secrets.token_bytes(SECRET_BYTES)


class _Held:
    """A table in memory, or one that is about to be."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.lock = asyncio.Lock()


class House:
    """All tables."""

    def __init__(self, store: Store, library: Library, time: Time, chances: Chances | None = None) -> None:
        self.store, self.library, self.time = store, library, time
        self.chances = chances or Chances()
        self.uptimes = Uptimes()
        self.listeners: list[Listener] = []  # told of every change, once it is on the disk
        self._held: OrderedDict[str, _Held] = OrderedDict()
        # One thread: with more, the loop would have to wait for each of them whenever it wants the interpreter.
        self._folding = ThreadPoolExecutor(1, "house-folds")

    async def begin(self, now: int) -> int:
        """The house is up from now on; answers a number to beat with."""
        number = await self.store.begin_uptime(now)
        self.uptimes = Uptimes(await self.store.uptimes(0))
        return number

    # -- reading ----------------------------------------------------------------------------------------------

    async def table(self, id: str) -> Table:
        """The table as it is kept, or a refusal if there is none."""
        held = self._hold(id)
        if held.table is not None and not held.lock.locked():
            return held.table
        async with held.lock:
            return await self._current(id, held)

    def held(self, id: str) -> Table | None:
        """The table if it is at hand, as it is kept."""
        held = self._held.get(id)
        return None if held is None else held.table

    async def is_open(self, id: str) -> bool:
        """Whether there is such a table."""
        return await self.store.card(id) is not None

    # -- changing ---------------------------------------------------------------------------------------------

    async def change(self, id: str, door: Door, key: str | None = None, entry: Entry | None = None) -> Table:
        """Go through a door of a table; answers the table once that is on the disk. The same key does it only once. An
        entry is in the log if something was changed."""
        held = self._hold(id)
        async with held.lock:
            for _ in range(MOST_TRIES):
                table = await self._current(id, held)
                try:
                    change = door(table, self.time.now())
                except Refused:
                    # Perhaps it has been done already, and cannot be done twice for that very reason.
                    if key is not None and await self.store.known(id, key):
                        await self._has_aged(id, held)
                        return await self._current(id, held)
                    if not await self._has_aged(id, held):
                        raise
                    continue
                if change is None:
                    return table
                if await self._keep(change, table.position, key, held, entry=entry):
                    assert held.table is not None, "it was just kept"
                    return held.table
        raise Refused("refuse.table-busy")

    async def open(
        self,
        person: Person,
        new: NewTable,
        key: str | None = None,
        *,
        until: int | None = None,
        kept: Mapping[int, ev.Kept] = doors.NOBODY,
    ) -> Table:
        """A new table. With the same key, the one that was opened then. Seats that are open can be kept for somebody;
        if the match has not begun by then, there is none."""
        return await self.keep_new(await self._opening(person, new, key, until, kept), key)

    async def open_sought(
        self, person: Person, new: NewTable, sought: Sought, until: int, key: str | None
    ) -> Table | None:
        """A new table for whoever looks for the same; None, if another was opened for them meanwhile."""
        change = await self._opening(person, new, key, until, doors.NOBODY)
        held = self._hold(change.table.id)
        async with held.lock:
            if await self._keep(change, 0, key, held, sought):
                return await self._current(change.table.id, held)
            self._held.pop(change.table.id, None)
            return None

    async def _opening(
        self, person: Person, new: NewTable, key: str | None, until: int | None, kept: Mapping[int, ev.Kept]
    ) -> Change:
        rules = self.rules_of(new)
        sitters = [_sitter(seat, person) for seat in new.seats]
        if rules.rated and person.password is None:
            raise Refused("refuse.rated-guest")
        if not any(sitter.kind == "person" for sitter in sitters):
            raise Refused("refuse.nobody")
        for phase in ("open", "playing"):
            if await self.store.count_cards(Wanted(person=person.id, phase=phase)) >= MOST_TABLES:
                raise Refused("refuse.tables", most=MOST_TABLES)
        id = self.chances.word() if key is None else derived(person.id, key)
        now, invite, secret = self.time.now(), self.chances.word(), self.chances.secret().hex()
        opened = ev.Opened(at=now, table=id, host=person.id, rules=rules, invite=invite, secret=secret, until=until)
        mine = [seat for seat, sitter in enumerate(sitters) if sitter.person == person.id]
        return doors.open_table(opened, sitters, now, mine[:1] if new.contribute else (), kept)

    async def open_rematch(self, table: Table) -> Table:
        """The next table of the same people, opened once however often it is asked for, and told of at the old one."""
        id = derived(table.id, table.dealer.secret.hex())
        now, word, secret = self.time.now(), self.chances.word(), self.chances.secret().hex()
        new = await self.keep_new(rematch.open_rematch(table, now, id, word, secret), None)

        def link(old: Table, now: int) -> Change | None:
            return rematch.link_rematch(old, now, id) if rematch.rematch_is_wanted(old) else None

        await self.change(table.id, link)
        return new

    async def keep_new(self, change: Change, key: str | None) -> Table:
        """A table that begins; if it has begun already, that one."""
        id = change.table.id
        held = self._hold(id)
        async with held.lock:
            if held.table is None:
                await self._keep(change, 0, key, held)
            return await self._current(id, held)

    async def run_out(self, now: int) -> int:
        """Do what is to be done where somebody's time is up; answers at how many tables."""
        done = 0
        for id in await self.store.due_by(now):
            before = (await self.table(id)).position
            done += (await self.change(id, self._run_out)).position != before
        return done

    async def leave_all(self, person: str) -> None:
        """Get up from every table that is not over, as if at each that had been asked for."""

        def leave(table: Table, now: int) -> Change | None:
            return doors.leave(table, now, self.uptimes, person) if table.seats_of(person) and not table.over else None

        for phase in ("open", "playing"):
            for card in await self.store.cards(Wanted(person=person, phase=phase, most=MOST_OF_ONE)):
                try:
                    await self.change(card.table, leave)
                except Unavailable:
                    raise
                except Refused as refusal:  # its game is gone, or has other rules by now: nobody can play on there
                    log.warning("%s stays at table %s: %s", person, card.table, refusal)

    def _run_out(self, table: Table, now: int) -> Change | None:
        return doors.run_out(table, now, self.uptimes)

    # -- inside -----------------------------------------------------------------------------------------------

    def rules_of(self, new: NewTable) -> ev.Rules:
        """As they will be kept, or a refusal."""
        game = self.library.take(new.game)
        rules = ev.Rules(
            game=game.name, rules_version=game.rules_version, options=new.options, seats=len(new.seats),
            clock=new.clock, listed=new.listed, start=new.start, delay=new.delay, rated=new.rated, guided=new.guided,
            substitutes=new.substitutes,
        )  # fmt: skip
        return doors.check_rules(rules)

    def _hold(self, id: str) -> _Held:
        held = self._held.get(id)
        if held is None:
            if not ID.fullmatch(id):
                raise Refused("refuse.no-table", table=id[:40])
            held = self._held[id] = _Held()
            self._forget_idle()
        self._held.move_to_end(id)
        return held

    def _forget_idle(self) -> None:
        if len(self._held) > MOST_HELD:
            for id in list(self._held)[: len(self._held) - MOST_HELD]:
                if not self._held[id].lock.locked():
                    del self._held[id]

    async def _current(self, id: str, held: _Held) -> Table:
        """With the lock: what the store has."""
        if held.table is None:
            stream = [ev.decode(body) for body in await self.store.read(id)]
            if not stream:
                self._held.pop(id, None)
                raise Refused("refuse.no-table", table=id[:40])
            opened = stream[0]
            assert isinstance(opened, ev.Opened), "a stream begins with the opening"
            self.library.take(opened.rules.game)
            held.table = await self._folded(stream)
        return held.table

    async def beside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what takes a while where tables are folded, so that the loop goes on."""
        return await asyncio.get_running_loop().run_in_executor(self._folding, partial(work, *args, **kwargs))

    async def _has_aged(self, id: str, held: _Held) -> bool:
        """With the lock: whether another house on this store has been at the table since it was read."""
        if held.table is None or not await self.store.read(id, after=held.table.position):
            return False
        held.table = None
        return True

    async def _folded(self, stream: Sequence[ev.AnyEvent]) -> Table:
        if len(stream) > LONG_STREAM:
            return await self.beside(Table.of, stream)
        return Table.of(stream)

    async def _keep(
        self,
        change: Change,
        expected: int,
        key: str | None,
        held: _Held,
        sought: Sought | None = None,
        entry: Entry | None = None,
    ) -> bool:
        """Write a change down. False: somebody else was first, and what is held has been brought up to date."""
        events = [ev.encode(event) for event in change.events]
        before = held.table
        card: Card | Turned
        if before is not None and before.position == expected:
            card = card_after(before, change.table, self.uptimes)
        else:
            card, before = card_of(change.table, self.uptimes), None
        ended = change.table.over and (before is None or not before.over)
        recount = before is not None and before.annulled != change.table.annulled
        finish = counting.finish_of(change.table) if ended or recount else None
        now = self.time.now()
        notices = [*turn_notices(before, change.table, now), *challenge_notices(before, change.table, now)]
        unit = Unit(
            stream=change.table.id, expected=expected, events=events, key=key, card=card, finish=finish,
            recount=recount, notices=notices, sought=sought, entry=entry, traces=ev.traces(change.events),
        )  # fmt: skip
        try:
            outcome = await self.store.append(unit)
        except BaseException:
            held.table = None  # whether it was kept is not known: ask the store the next time
            raise
        if isinstance(outcome, Appended):
            held.table = change.table
            for listener in self.listeners:
                listener(change.table)
            return True
        held.table = None
        if sought is None or not isinstance(outcome, Conflict):
            await self._current(change.table.id, held)
        return not isinstance(outcome, Conflict)


def derived(*facts: str) -> str:
    """An id that follows from facts, one of which nobody can guess."""
    digest = hashlib.blake2b("\x1f".join(facts).encode(), digest_size=12).digest()
    return urlsafe_b64encode(digest).decode()


def _sitter(seat: NewSeat, person: Person) -> Sitter:
    if seat.kind == "bot":
        return doors.bot_sitter(seat.level)
    if seat.kind == "open":
        return Sitter()
    return Sitter("person", names.check(seat.name) if seat.name else person.name, person.id)
