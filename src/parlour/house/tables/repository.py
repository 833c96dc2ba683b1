"""All tables: as they are kept, changed one at a time, each change on the disk before anybody is told of it."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

import msgspec
from msgspec.structs import replace

from parlour.core.texts import Refused
from parlour.house.club.asked_members import members_to_ask
from parlour.house.entropy import ID, Entropy, derived_id
from parlour.house.friends.records import Sought, sought_change
from parlour.house.mail.notices import challenge_notices, end_notices, looking_notices, turn_notices
from parlour.house.mail.records import notice_changes
from parlour.house.news import News
from parlour.house.people import names
from parlour.house.people.person import Person
from parlour.house.ports import GameLibrary, Time
from parlour.house.ratings import eligibility
from parlour.house.ratings.records import finish_changes
from parlour.house.ratings.team_scores import team_changes
from parlour.house.store import Change, Put, Store, Unavailable, keep
from parlour.house.streams import Further, Newer, StreamRepository
from parlour.house.tables import commands, rematch
from parlour.house.tables import events as ev
from parlour.house.tables.clocks import Uptimes
from parlour.house.tables.commands import TableChange
from parlour.house.tables.events import Sitter
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.past import PastStates
from parlour.house.tables.planned_lines import withdrawn
from parlour.house.tables.records import (
    TABLES,
    TURNING,
    TablePhase,
    TableQuery,
    TableSummary,
    count_tables_of,
    due_tables,
    find_tables,
    forgotten_visits,
    households,
    seat_visits,
    table_summary,
    trace_changes,
)
from parlour.house.tables.state import Table
from parlour.house.tables.summary import only_turns, summary_of, turned
from parlour.house.uptimes import GONE_AFTER, Uptime, begin_uptime, changed_uptimes, shared_uptime, spans_of, uptimes

MOST_HELD = 2000  # tables in memory
LONG_STREAM = 20  # events: folding more than these, some of which take a millisecond, is done beside the loop
MOST_OF_ONE = 10_000  # tables that one person has sat down at
MOST_TABLES = 50  # that one person sits at and that are not over

log = logging.getLogger("parlour.tables")
TableCommand = Callable[[Table, int], TableChange | None]  # None: there is nothing to change
P = ParamSpec("P")
T = TypeVar("T")
UNFINISHED: Sequence[TablePhase] = ("open", "playing")


class TableRepository(StreamRepository[Table, ev.AnyTableEvent]):
    """All tables."""

    def __init__(
        self, store: Store, library: GameLibrary, time: Time, entropy: Entropy | None = None, news: News | None = None
    ) -> None:
        super().__init__(store, MOST_HELD, news)
        self.library, self.time = library, time
        self.entropy = entropy or Entropy()
        self.uptimes = Uptimes()
        self._uptimes: dict[int, Uptime] = {}  # of all processes, as they were last read
        self._own_uptime = 0
        self.past = PastStates()
        self._summaries: dict[str, tuple[Table, TableSummary]] = {}  # as they were last kept
        # One thread: with more, the loop would have to wait for each of them whenever it wants the interpreter.
        self._folding = ThreadPoolExecutor(1, "house-folds")

    async def begin(self, now: int, place: str = "") -> int:
        """The house is up from now on; answers a number to beat with."""
        self._own_uptime = await begin_uptime(self.store, now, place)
        self._know_uptimes(await uptimes(self.store))
        return self._own_uptime

    async def join(self, place: str, now: int) -> int:
        """The house is up as long as one of those beats who are at this place, of whom this process is one: they have
        one uptime between them. Of two that begin one it is the first that counts."""
        self._own_uptime = await shared_uptime(self.store, place, now)
        self._know_uptimes(await uptimes(self.store))
        return self._own_uptime

    async def look_at_uptimes(self) -> None:
        """Other processes of the house may have come, gone on or gone."""
        self._know_uptimes(await changed_uptimes(self.store, self._uptimes.values()))

    @property
    def process(self) -> int:
        """The number of this process, once the house is up."""
        return self._own_uptime

    def neighbours(self) -> list[Uptime]:
        """Other processes that have shown signs of life not long ago."""
        if self.news.alone:  # who beat a moment ago was this house before it was opened again
            return []
        since = self.time.now() - GONE_AFTER
        return [one for one in self._uptimes.values() if one.id != self._own_uptime and one.until >= since]

    def _know_uptimes(self, found: Sequence[Uptime]) -> None:
        self._uptimes.update({one.id: one for one in found})
        self.uptimes = Uptimes(spans_of(self._uptimes.values(), self._own_uptime))

    # -- reading ----------------------------------------------------------------------------------------------

    async def table(self, id: str) -> Table:
        """The table as it is kept, or a refusal if there is none."""
        return await self._get(id)

    async def is_open(self, id: str) -> bool:
        """Whether there is such a table."""
        return await table_summary(self.store, id) is not None

    # -- changing ---------------------------------------------------------------------------------------------

    async def change(
        self, id: str, command: TableCommand, key: str | None = None, also: Further | None = None
    ) -> Table:
        """Carry out a command at a table; answers the table once that is on the disk. The same key does it only once.
        If something was changed, what comes also is kept in the same unit."""
        return await self._change(id, lambda table: command(table, self._now(table)), key, also)

    async def open(
        self,
        person: Person,
        new: NewTable,
        key: str | None = None,
        *,
        until: int | None = None,
        kept: Mapping[int, ev.Invitee] = commands.NOBODY,
        also: Callable[[Table], list[Change]] = lambda table: [],
    ) -> Table:
        """A new table. With the same key, the one that was opened then. Seats that are open can be kept for somebody;
        if the match has not begun by then, there is none. What comes also is kept in the same unit."""
        change = await self._opening(person, new, key, until, kept)

        async def changes() -> list[Change]:
            return also(change.table)

        return await self.keep_new(change, key, changes)

    async def open_sought(
        self,
        person: Person,
        new: NewTable,
        sought: str,
        last: Sought | None,
        until: int,
        key: str | None,
        also: Callable[[str], list[Change]],
    ) -> Table | None:
        """A new table for those who look for the same; None, if another was opened for them meanwhile."""
        change = await self._opening(person, new, key, until, commands.NOBODY)

        async def changes() -> list[Change]:
            return [sought_change(sought, change.table.id, last), *also(change.table.id)]

        return await self._keep_new(change, key, changes)

    async def _opening(
        self, person: Person, new: NewTable, key: str | None, until: int | None, kept: Mapping[int, ev.Invitee]
    ) -> TableChange:
        rules = self.rules_of(new)
        sitters = [_sitter(seat, person) for seat in new.seats]
        if rules.rated and person.password is None:
            raise Refused("refuse.rated-guest")
        if not any(sitter.kind == "person" for sitter in sitters):
            raise Refused("refuse.nobody")
        for phase in UNFINISHED:
            if await count_tables_of(self.store, person.id, phase) >= MOST_TABLES:
                raise Refused("refuse.tables", most=MOST_TABLES)
        id = self.entropy.word() if key is None else derived_id(person.id, key)
        now, invite, secret = self.time.now(), self.entropy.word(), self.entropy.secret().hex()
        opened = ev.Opened(at=now, table=id, host=person.id, rules=rules, invite=invite, secret=secret, until=until)
        mine = [seat for seat, sitter in enumerate(sitters) if sitter.person == person.id]
        return commands.open_table(opened, sitters, now, mine[:1] if new.contribute else (), kept)

    async def open_rematch(self, table: Table) -> Table:
        """The next table of the same people, opened once however often it is asked for, and told of at the old one."""
        id = derived_id(table.id, table.dealer.secret.hex())
        now, word, secret = self.time.now(), self.entropy.word(), self.entropy.secret().hex()
        new = await self.keep_new(rematch.open_rematch(table, now, id, word, secret), None)

        def link(old: Table, now: int) -> TableChange | None:
            return rematch.link_rematch(old, now, id) if rematch.rematch_is_wanted(old) else None

        await self.change(table.id, link)
        return new

    async def keep_new(self, change: TableChange, key: str | None, also: Further | None = None) -> Table:
        """A table that begins; if it has begun already, that one."""
        table = await self._keep_new(change, key, also)
        assert table is not None, "nothing that comes with it is refused"
        return table

    async def run_out(self, now: int) -> int:
        """Do what is to be done where somebody's time is up; answers at how many tables."""
        done = 0
        for id in await due_tables(self.store, now):
            try:
                before = (await self.table(id)).position
                after = await self.change(id, lambda table, now: commands.run_out(table, now, self.uptimes))
            except Refused as refusal:  # its game is not ready yet, or gone: no other table's clock waits for that
                log.info("the clocks of table %s cannot be looked at: %s", id, refusal)
                continue
            done += after.position != before or await self._postpone(after)
        return done

    async def _postpone(self, table: Table) -> bool:
        """A table is due later than its summary says: the house was down meanwhile."""
        kept = await table_summary(self.store, table.id)
        now = summary_of(table, self.uptimes)
        if kept is None or kept.due == now.due:
            return False
        return await keep(self.store, Put(TABLES, now, kept, ("due",)))

    async def leave_all(self, person: str) -> None:
        """Get up from every table that is not over, as if at each that had been asked for."""

        def leave(table: Table, now: int) -> TableChange | None:
            return (
                commands.leave(table, now, self.uptimes, person) if table.seats_of(person) and not table.over else None
            )

        for phase in UNFINISHED:
            for summary in await find_tables(self.store, TableQuery(person=person, phase=phase, most=MOST_OF_ONE)):
                try:
                    await self.change(summary.table, leave)
                except Unavailable:
                    raise
                except Refused as refusal:  # its game is gone, or has other rules by now: nobody can play on there
                    log.warning("%s stays at table %s: %s", person, summary.table, refusal)

    # -- inside -----------------------------------------------------------------------------------------------

    def _now(self, table: Table) -> int:
        """Never before what has happened at the table: another process may have written that, by its own time."""
        return max(self.time.now(), table.last_at)

    def rules_of(self, new: NewTable) -> ev.TableRules:
        """As they will be kept, or a refusal."""
        game = self.library.take(new.game)
        rules = ev.TableRules(
            game=game.name, rules_version=game.rules_version, options=new.options, seats=len(new.seats),
            clock=new.clock, listed=new.listed, start=new.start, delay=new.delay, rated=new.rated, guided=new.guided,
            substitutes=new.substitutes, ready=new.ready, on_device=new.on_device, begins=tuple(new.begins),
        )  # fmt: skip
        return commands.check_rules(rules)

    async def beside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what takes a while where tables are folded, so that the loop goes on."""
        return await asyncio.get_running_loop().run_in_executor(self._folding, partial(work, *args, **kwargs))

    def _stream_of(self, id: str) -> str:
        return id

    def _check_id(self, id: str) -> None:
        if not ID.fullmatch(id):
            raise self._no_such(id)

    def _no_such(self, id: str) -> Refused:
        return Refused("refuse.no-table", table=id[:40])

    def _busy(self) -> Refused:
        return Refused("refuse.table-busy")

    def _encode(self, event: ev.AnyTableEvent) -> bytes:
        return ev.encode(event)

    def _decoded(self, bodies: list[bytes]) -> list[ev.AnyTableEvent]:
        try:
            return [ev.decode(body) for body in bodies]
        except msgspec.ValidationError as fault:
            raise Newer from fault

    async def _fold(self, bodies: list[bytes]) -> Table:
        stream = self._decoded(bodies)
        opened = stream[0]
        assert isinstance(opened, ev.Opened), "a stream begins with the opening"
        self._check_known(opened.rules)
        if len(stream) > LONG_STREAM:
            return await self.beside(Table.of, stream)
        return Table.of(stream)

    def _check_known(self, rules: ev.TableRules) -> None:
        """What none but a newer process knows, or by which rules, is played there: during an upgrade there is one."""
        try:
            game = self.library.take(rules.game)
        except Refused as refusal:
            if refusal.text.key == "refuse.no-such-game" and self.neighbours():
                raise Newer from refusal
            raise
        if rules.rules_version > game.rules_version and self.neighbours():
            raise Newer

    async def _fold_on(self, before: Table, bodies: list[bytes]) -> Table:
        happened = self._decoded(bodies)
        return await self.beside(before.after, happened) if len(happened) > LONG_STREAM else before.after(happened)

    async def _records(self, before: Table | None, after: Table, events: Sequence[ev.AnyTableEvent]) -> list[Change]:
        now = self.time.now()
        changes = self._summary_change(before, after)
        changes += trace_changes(after.id, ev.traces(events))
        ended = after.over and (before is None or not before.over)
        recount = before is not None and before.annulled != after.annulled
        finish = eligibility.finish_of(after) if ended or recount else None
        visits = await seat_visits(self.store, after.id) if ended and after.minds_visits else []
        changes += forgotten_visits(visits)
        changes += withdrawn(before, after, events)
        if finish is not None:
            near = households(visits, eligibility.rated_seats(after))
            finish = replace(finish, households=near)
            changes += await finish_changes(self.store, finish, recount)
        if ended or recount:
            changes += team_changes(before, after)
        notices = [
            *turn_notices(before, after, now),
            *end_notices(before, after, now),
            *challenge_notices(before, after, now),
        ]
        notices += looking_notices(after, await members_to_ask(self.store, before, after), now)
        if notices:
            changes += await notice_changes(self.store, notices)
        return changes

    def _summary_change(self, before: Table | None, after: Table) -> list[Change]:
        """A step changes little of it, most of the time; and what is not said to change costs no index anything."""
        known = self._summaries.get(after.id)
        if len(self._summaries) > 2 * MOST_HELD:
            self._summaries.clear()
        if before is None or known is None or known[0] is not before or not only_turns(before, after):
            summary = summary_of(after, self.uptimes)
            self._summaries[after.id] = after, summary
            return [Put(TABLES, summary)]
        summary = turned(known[1], after, self.uptimes)
        self._summaries[after.id] = after, summary
        new = tuple(column for column in TURNING if getattr(summary, column) != getattr(known[1], column))
        return [Put(TABLES, summary, only=new)] if new else []


def _sitter(seat: NewSeat, person: Person) -> Sitter:
    if seat.kind == "bot":
        return commands.bot_sitter(seat.level)
    if seat.kind == "open":
        return Sitter()
    return Sitter("person", names.check(seat.name) if seat.name else person.name, person.id)
