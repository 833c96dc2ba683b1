"""Who may see and do what at a table. People come here by HTTP and by the live socket alike."""

import hmac
from collections.abc import Sequence

from parlour.core.game import Viewer
from parlour.core.texts import Refused
from parlour.house import doors, rematch, substitutes
from parlour.house.challenges import seat_for
from parlour.house.doors import Change
from parlour.house.events import Sitter
from parlour.house.house import Door, House, NewTable
from parlour.house.moderation.neighbours import Neighbours
from parlour.house.moderation.warden import Warden
from parlour.house.ports import Person
from parlour.house.reach import may_reach_all
from parlour.house.table import Table

LONGEST_KEY = 64


class Desk:
    """Where requests are handed in: it finds the table, checks the person, and goes through the door."""

    def __init__(self, house: House, warden: Warden, neighbours: Neighbours) -> None:
        self._house, self._warden, self._neighbours = house, warden, neighbours

    # -- seeing -----------------------------------------------------------------------------------------------

    async def find(self, person: Person | None, id: str, invite: str = "") -> Table:
        """The table, if this person may know of it. One that may not learns no more than that there is none."""
        table = await self._house.table(id)
        if not may_enter(table, person, invite) or await self._is_shunned(table, person):
            raise Refused("refuse.no-table", table=id[:40])
        return table

    async def look(self, person: Person | None, id: str, viewer: Viewer, invite: str = "") -> Table:
        """The table, if this person may see it as that viewer does."""
        table = await self.find(person, id, invite)
        check_viewer(table, person, viewer)
        return table

    async def _is_shunned(self, table: Table, person: Person | None) -> bool:
        """A private table at which somebody sits who has blocked this person is not there for them, with its link
        or without: they learn no more than of a link that is wrong."""
        if person is None or table.rules.listed or table.rules.tournament is not None or table.seats_of(person.id):
            return False
        return await self._neighbours.is_shunned(person.id, table.people)

    # -- doing ------------------------------------------------------------------------------------------------

    async def open(self, person: Person, new: NewTable, key: str | None) -> Table:
        named = [seat.name for seat in new.seats if seat.name]
        if named and (new.listed or any(seat.kind == "open" for seat in new.seats)):
            await self._warden.check_may_write(person)  # at a table on one device nobody else reads them
        for name in named:
            await self._warden.check_name(name)
        return await self._house.open(person, new, own_key(person, key))

    async def act(self, person: Person, id: str, seat: int, steps: Sequence[str], key: str | None) -> Table:
        uptimes = self._house.uptimes
        return await self._go(person, id, key, lambda t, now: doors.act(t, now, uptimes, person.id, seat, steps))

    async def say(self, person: Person, id: str, text: str, key: str | None, invite: str = "") -> Table:
        said = await self._warden.talk(person, text)
        return await self._go(person, id, key, lambda t, now: doors.say(t, now, person.id, person.name, said), invite)

    async def sit(
        self, person: Person, id: str, seat: int | None, contribution: str | None, key: str | None, invite: str
    ) -> Table:
        sitter, guest = Sitter("person", person.name, person.id), person.password is None

        def door(table: Table, now: int) -> Change:
            return doors.sit(table, now, sitter, seat, contribution, guest)

        await self._check_reach(person, id)
        return await self._go(person, id, key, door, invite)

    async def step_in(self, person: Person, id: str, seat: int | None, key: str | None, invite: str) -> Table:
        sitter, guest, up = Sitter("person", person.name, person.id), person.password is None, self._house.uptimes

        def door(table: Table, now: int) -> Change:
            return substitutes.step_in(table, now, up, sitter, seat, guest)

        await self._check_reach(person, id)
        return await self._go(person, id, key, door, invite)

    async def leave(self, person: Person, id: str, key: str | None) -> Table:
        uptimes = self._house.uptimes
        return await self._go(person, id, key, lambda t, now: doors.leave(t, now, uptimes, person.id))

    async def contribute(self, person: Person, id: str, seat: int, text: str, key: str | None) -> Table:
        return await self._go(person, id, key, lambda t, now: doors.contribute(t, now, person.id, seat, text))

    async def seat_bot(self, person: Person, id: str, seat: int, level: int, key: str | None) -> Table:
        return await self._go(person, id, key, lambda t, now: doors.seat_bot(t, now, person.id, seat, level))

    async def clear_seat(self, person: Person, id: str, seat: int, key: str | None) -> Table:
        return await self._go(person, id, key, lambda t, now: doors.clear_seat(t, now, person.id, seat))

    async def start(self, person: Person, id: str, key: str | None) -> Table:
        return await self._go(person, id, key, lambda t, now: doors.start(t, now, person.id))

    async def ask_takeback(self, person: Person, id: str, seat: int, key: str | None) -> Table:
        up = self._house.uptimes
        return await self._go(person, id, key, lambda t, now: doors.ask_takeback(t, now, up, person.id, seat))

    async def answer_takeback(self, person: Person, id: str, seat: int, yes: bool, key: str | None) -> Table:
        up = self._house.uptimes
        return await self._go(person, id, key, lambda t, now: doors.answer_takeback(t, now, up, person.id, seat, yes))

    async def want_rematch(self, person: Person, id: str, contribute: bool, key: str | None) -> Table:
        return await self._go(person, id, key, lambda t, now: rematch.want_rematch(t, now, person.id, contribute))

    async def _check_reach(self, person: Person, id: str) -> None:
        """Whoever has the link of a private table need not be welcome to those who sit there."""
        table = await self._house.table(id)
        if not table.rules.listed and not await may_reach_all(self._house.store, person.id, table.people):
            raise Refused("refuse.no-table", table=id[:40])

    async def _go(self, person: Person, id: str, key: str | None, door: Door, invite: str = "") -> Table:
        if invite and await self._is_shunned(await self._house.table(id), person):
            raise Refused("refuse.no-table", table=id[:40])

        def checked(table: Table, now: int) -> Change | None:
            if not may_enter(table, person, invite):
                raise Refused("refuse.no-table", table=id[:40])
            try:
                return door(table, now)
            except Refused as refusal:
                refusal.game = table.rules.game
                raise

        return await self._house.change(id, checked, own_key(person, key))


def may_enter(table: Table, person: Person | None, invite: str) -> bool:
    """Whether somebody may know of a table: everybody, if it is listed or of a tournament; else who sits there or
    has its link, or for whom a seat is kept."""
    if table.rules.listed or table.rules.tournament is not None:
        return True
    if person is not None and (table.seats_of(person.id) or seat_for(table, person.id) is not None):
        return True
    return hmac.compare_digest(table.invite.encode(), invite.encode())


def check_viewer(table: Table, person: Person | None, viewer: Viewer) -> None:
    mine = [] if person is None else table.seats_of(person.id)
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
