"""Who may see and do what at a table. People come here by HTTP and by the live socket alike."""

import hmac
from collections.abc import Sequence

from parlour.core.game import Viewer
from parlour.core.imagined import Imagined, ImaginedStep
from parlour.core.scene import Choice
from parlour.core.texts import Refused
from parlour.house.friends.challenges import seat_for
from parlour.house.friends.contact_rules import may_contact_all
from parlour.house.friends.searches import Searches
from parlour.house.moderation.blocks_and_reports import BlocksAndReports
from parlour.house.moderation.service import ModerationService
from parlour.house.people.person import Person
from parlour.house.store import Change
from parlour.house.streams import Further
from parlour.house.tables import commands, device_bots, rematch
from parlour.house.tables.commands import TableChange
from parlour.house.tables.events import Sitter
from parlour.house.tables.new_table import NewTable
from parlour.house.tables.planned_lines import check_may_plan, choices_ahead, imagine, in_words
from parlour.house.tables.planning import Planning
from parlour.house.tables.repository import TableCommand, TableRepository
from parlour.house.tables.state import Table
from parlour.house.tables.visits import Visits

LONGEST_KEY = 64


class TableService:
    """Takes requests about tables: it finds the table, checks the person, and gives the command to the repository."""

    def __init__(
        self,
        tables: TableRepository,
        moderation: ModerationService,
        blocks_and_reports: BlocksAndReports,
        visits: Visits,
        planning: Planning,
    ) -> None:
        self._tables, self._moderation, self._blocks_and_reports = tables, moderation, blocks_and_reports
        self._visits, self._planning, self._searches = visits, planning, Searches(tables)

    # -- seeing -----------------------------------------------------------------------------------------------

    async def find(self, person: Person | None, id: str, invite: str = "") -> Table:
        """The table, if this person may know of it. One that may not learns no more than that there is none."""
        table = await self._tables.table(id)
        if not may_enter(table, person, invite) or await self._is_shunned(table, person):
            raise Refused("refuse.no-table", table=id[:40])
        return table

    async def look(
        self, person: Person | None, id: str, viewer: Viewer, invite: str, *, whence: str, cursor: int = 0
    ) -> Table:
        """The table, if this person may see it as that viewer does, and has not come further than there is. From where
        they look at a seat is noted before they see it."""
        try:
            table = await self._look_after(person, id, viewer, invite, cursor)
        except Refused:
            if not await self._tables.read_on(id):
                raise
            table = await self._look_after(person, id, viewer, invite, cursor)
        if viewer is not None and await self._visits.note(table, viewer, whence):
            return await self.look(person, id, viewer, invite, whence=whence, cursor=cursor)  # as it is by now
        return table

    async def _look_after(self, person: Person | None, id: str, viewer: Viewer, invite: str, cursor: int) -> Table:
        table = await self.find(person, id, invite)
        check_viewer(table, person, viewer)
        if not 0 <= cursor <= len(table.told[viewer]):
            raise Refused("server.cursor", last=len(table.told[viewer]))
        return table

    async def _is_shunned(self, table: Table, person: Person | None) -> bool:
        """A private table at which somebody sits who has blocked this person is not there for them, with its link
        or without: they learn no more than of a link that is wrong."""
        if person is None or table.rules.listed or table.rules.tournament is not None or table.seats_of(person.id):
            return False
        return await self._blocks_and_reports.is_shunned(person.id, table.people)

    # -- doing ------------------------------------------------------------------------------------------------

    async def open(self, person: Person, new: NewTable, key: str | None) -> Table:
        named = [seat.name for seat in new.seats if seat.name]
        if named and (new.listed or any(seat.kind == "open" for seat in new.seats)):
            await self._moderation.check_may_write(person)  # at a table on one device nobody else reads them
        for name in named:
            await self._moderation.check_name(name)
        return await self._tables.open(
            person,
            new,
            own_key(person, key),
            also=lambda table: self._searches.begun_at(table.id, table.rules, person.id),
        )

    async def act(
        self,
        person: Person,
        id: str,
        seat: int,
        steps: Sequence[str],
        key: str | None,
        *,
        whence: str,
        after: int | None = None,
    ) -> Table:
        uptimes, table = self._tables.uptimes, await self._tables.table(id)
        if seat in table.seats_of(person.id):
            await self._visits.note(table, seat, whence)

        def command(table: Table, now: int) -> TableChange:
            return commands.act(table, now, uptimes, person.id, seat, steps, after)

        return await self._go(person, id, key, command)

    async def say(self, person: Person, id: str, text: str, key: str | None, invite: str = "") -> Table:
        said = await self._moderation.talk(person, text)
        return await self._go(
            person, id, key, lambda t, now: commands.say(t, now, person.id, person.name, said), invite
        )

    async def sit(
        self, person: Person, id: str, seat: int | None, contribution: str | None, key: str | None, invite: str
    ) -> Table:
        sitter, guest = Sitter("person", person.name, person.id), person.password is None

        def command(table: Table, now: int) -> TableChange:
            return commands.sit(table, now, sitter, seat, contribution, guest)

        rules = (await self._tables.table(id)).rules  # now: while the table is written nobody else reads it

        async def searches() -> list[Change]:
            return self._searches.begun_at(id, rules, person.id)

        await self._check_not_blocked(person, id)
        return await self._go(person, id, key, command, invite, searches)

    async def step_in(
        self, person: Person, id: str, seat: int | None, key: str | None, invite: str, *, whence: str
    ) -> Table:
        sitter, guest, up = Sitter("person", person.name, person.id), person.password is None, self._tables.uptimes

        def command(table: Table, now: int) -> TableChange:
            return commands.step_in(table, now, up, sitter, seat, guest, seen)

        await self._check_not_blocked(person, id)
        seen = await self._visits.seats_seen(id, whence)
        return await self._go(person, id, key, command, invite)

    async def leave(self, person: Person, id: str, key: str | None) -> Table:
        uptimes = self._tables.uptimes
        return await self._go(person, id, key, lambda t, now: commands.leave(t, now, uptimes, person.id))

    async def contribute(self, person: Person, id: str, seat: int, text: str, key: str | None) -> Table:
        return await self._go(person, id, key, lambda t, now: commands.contribute(t, now, person.id, seat, text))

    async def seat_bot(self, person: Person, id: str, seat: int, level: int, key: str | None) -> Table:
        return await self._go(person, id, key, lambda t, now: commands.seat_bot(t, now, person.id, seat, level))

    async def clear_seat(self, person: Person, id: str, seat: int, key: str | None) -> Table:
        return await self._go(person, id, key, lambda t, now: commands.clear_seat(t, now, person.id, seat))

    async def start(self, person: Person, id: str, key: str | None) -> Table:
        return await self._go(person, id, key, lambda t, now: commands.start(t, now, person.id))

    async def say_ready(self, person: Person, id: str, key: str | None) -> Table:
        return await self._go(person, id, key, lambda t, now: commands.say_ready(t, now, person.id))

    async def ask_takeback(self, person: Person, id: str, seat: int, key: str | None) -> Table:
        up = self._tables.uptimes
        return await self._go(person, id, key, lambda t, now: commands.ask_takeback(t, now, up, person.id, seat))

    async def answer_takeback(self, person: Person, id: str, seat: int, yes: bool, key: str | None) -> Table:
        up = self._tables.uptimes
        return await self._go(
            person, id, key, lambda t, now: commands.answer_takeback(t, now, up, person.id, seat, yes)
        )

    async def want_rematch(self, person: Person, id: str, contribute: bool, key: str | None) -> Table:
        return await self._go(person, id, key, lambda t, now: rematch.want_rematch(t, now, person.id, contribute))

    async def move_bots(self, person: Person, id: str, on_device: bool, key: str | None) -> Table:
        return await self._go(person, id, key, lambda t, now: device_bots.move_bots(t, now, person.id, on_device))

    async def device_step(
        self, person: Person, id: str, seat: int, version: int, action: int, key: str | None
    ) -> Table:
        up = self._tables.uptimes

        def command(table: Table, now: int) -> TableChange:
            return device_bots.device_step(table, now, up, person.id, seat, version, action)

        return await self._go(person, id, key, command)

    # -- off turn ---------------------------------------------------------------------------------------------

    async def ahead(self, person: Person, id: str, seat: int, *, whence: str) -> list[Choice]:
        """What this seat could do when it is next to act; none, if it is."""
        table = await self.look(person, id, seat, "", whence=whence)
        return await self._tables.beside(choices_ahead, table, seat)

    async def imagine(self, person: Person, id: str, seat: int, steps: Sequence[str], *, whence: str) -> Imagined:
        """The match as it would stand after these steps, as far as this seat knows."""
        table = await self.look(person, id, seat, "", whence=whence)
        match = check_may_plan(table, person.id, seat)
        return await self._tables.beside(imagine, match, seat, steps)

    async def planned_lines(self, person: Person, id: str, seat: int, *, whence: str) -> list[list[ImaginedStep]]:
        table = await self.look(person, id, seat, "", whence=whence)
        return in_words(await self._planning.lines(table, person.id, seat), table)

    async def plan_lines(
        self, person: Person, id: str, seat: int, lines: Sequence[Sequence[str]], *, whence: str
    ) -> list[list[ImaginedStep]]:
        table = await self.look(person, id, seat, "", whence=whence)
        return in_words(await self._planning.keep(id, person.id, seat, lines), table)

    async def _check_not_blocked(self, person: Person, id: str) -> None:
        """The link of a private table is not enough if somebody who sits there has blocked this person."""
        table = await self._tables.table(id)
        if not table.rules.listed and not await may_contact_all(self._tables.store, person.id, table.people):
            raise Refused("refuse.no-table", table=id[:40])

    async def _go(
        self,
        person: Person,
        id: str,
        key: str | None,
        command: TableCommand,
        invite: str = "",
        also: Further | None = None,
    ) -> Table:
        if invite and await self._is_shunned(await self._tables.table(id), person):
            raise Refused("refuse.no-table", table=id[:40])

        def checked(table: Table, now: int) -> TableChange | None:
            if not may_enter(table, person, invite):
                raise Refused("refuse.no-table", table=id[:40])
            try:
                return command(table, now)
            except Refused as refusal:
                refusal.game = table.rules.game
                raise

        return await self._tables.change(id, checked, own_key(person, key), also)


def may_enter(table: Table, person: Person | None, invite: str) -> bool:
    """Whether somebody may know of a table: everybody, if it is listed or of a tournament; else who sits there or
    has its link, or for whom a seat is kept."""
    if table.rules.listed or table.rules.tournament is not None:
        return True
    if person is not None and (table.seats_of(person.id) or seat_for(table, person.id) is not None):
        return True
    return hmac.compare_digest(table.invite.encode(), invite.encode())


def check_viewer(table: Table, person: Person | None, viewer: Viewer) -> None:
    check_seat(table, None if person is None else person.id, viewer)


def check_seat(table: Table, person: str | None, viewer: Viewer) -> None:
    mine = [] if person is None else table.seats_of(person)
    if viewer is None:
        # What spectators say among themselves is not for those who play.
        if mine and table.phase == "playing":
            raise Refused("server.plays-here")
    elif viewer not in range(table.rules.seats):
        raise Refused("refuse.no-such-seat", seat=viewer)
    elif viewer not in mine:
        raise Refused("refuse.not-your-seat", seat=viewer + 1)


def own_key(person: Person, key: str | None) -> str | None:
    """A person's keys are that person's own."""
    if key is None:
        return None
    if not (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise Refused("server.key", most=LONGEST_KEY)
    return f"{person.id} {key}"
