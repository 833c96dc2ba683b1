"""Challenges: private tables with seats that are kept for the players who are asked. Following: whom a player likes to
meet again, which nobody else is told."""

from contextlib import suppress
from random import Random
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.core.game import Value
from parlour.core.texts import Refused, printable
from parlour.house.entropy import ID_PATTERN
from parlour.house.friends import records as friend_records
from parlour.house.friends.contact_rules import may_contact, may_contact_all
from parlour.house.people import names
from parlour.house.people import records as people_records
from parlour.house.people.person import Person
from parlour.house.people.preferences import takes_challenge
from parlour.house.tables import commands
from parlour.house.tables import events as ev
from parlour.house.tables import records as table_records
from parlour.house.tables.clocks import DAY, MINUTE, Clock
from parlour.house.tables.commands import TableChange
from parlour.house.tables.events import Invitee, Sitter
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.records import TableQuery, TableSummary
from parlour.house.tables.repository import MOST_TABLES, TableRepository
from parlour.house.tables.state import Table

# How long an answer is waited for: a live match is played by people who are here now.
PATIENCE = {"live": 30 * MINUTE, "none": DAY, "days": 3 * DAY}
MOST_UNANSWERED = 5  # by one person
MOST_OTHERS = 7  # whom one challenge asks besides the first
MOST_FOLLOWED = 200
SHORTEST_BEGINNING, MOST_NAMED = 2, 8  # letters of a name, and names that are found by them

PersonId = Annotated[str, Meta(max_length=64, pattern=ID_PATTERN, description="A person's id.")]


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who is to play against whom, and what."""

    to: PersonId
    others: Annotated[
        list[PersonId],
        Meta(max_length=MOST_OTHERS, description="Who is asked, too, where the game has more than two seats."),
    ] = []
    game: Annotated[str, Meta(max_length=64, examples=["yinsh"])]
    seats: Annotated[
        int,
        Meta(ge=2, le=64, description="Where nobody is asked, whoever has the link sits down, or `bots`."),
    ] = 2
    bots: Annotated[
        Annotated[int, Meta(ge=1, le=5)] | None,
        Meta(description="How good bots are that take the seats left."),
    ] = None
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], Value], Meta(max_length=64)] = {}
    clock: Clock = Clock()
    rated: bool = False
    first: Annotated[
        Literal["me", "you", "lot"],
        Meta(description="Who has the first seat, and who the second: the rest follow. By lot, every seat is drawn."),
    ] = "lot"


class Challenges:
    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables

    async def send(self, person: Person, new: NewChallenge, key: str | None = None) -> Table:
        """A table with a seat for each player who is challenged. If one cannot be, the refusal does not say why."""
        tables = self._tables
        if person.password is None:
            raise Refused("challenge.account")
        if len({new.to, *new.others}) <= len(new.others):
            raise Refused("challenge.twice")
        if len(new.others) + 2 > new.seats:
            raise Refused("challenge.seats", people=len(new.others) + 2, seats=new.seats)
        asked = [await self._asked(person, one) for one in (new.to, *new.others)]
        await self._check_patience(person, asked, key)
        seats, kept = seating(new, asked, Random(tables.entropy.secret()))
        table = NewTable(
            game=new.game, seats=seats, options=new.options, clock=new.clock, rated=new.rated, listed=False
        )  # fmt: skip
        until = tables.time.now() + PATIENCE[new.clock.pace]
        return await tables.open(person, table, key, until=until, kept=kept)

    async def _asked(self, person: Person, id: str) -> Invitee:
        if id == person.id:
            raise Refused("challenge.self")
        store, other = self._tables.store, await people_records.get_person(self._tables.store, id)
        if other is None or other.password is None:
            raise Refused("people.nobody")
        if not await may_contact(store, person.id, other.id) or not await takes_challenge(store, other, person.id):
            raise Refused("challenge.unwanted", name=other.name)
        return Invitee(other.id, other.name)

    async def answer(
        self, person: Person, id: str, yes: bool, key: str | None = None, contributes: bool = False
    ) -> Table:
        """If somebody who has come has blocked the player who answers, the answer is that there is no such table."""
        sitter, guest = Sitter("person", person.name, person.id), person.password is None

        def command(table: Table, now: int) -> TableChange:
            seat = seat_for(table, person.id)
            if seat is None:
                if not table.rules.listed and person.id not in table.people:
                    raise Refused("refuse.no-table", table=id[:40])  # they learn no more than that
                raise Refused("challenge.none")
            if not yes:
                return decline(table, now, person.id)
            return commands.sit(table, now, sitter, seat, guest=guest, contributes=contributes)

        if yes and not await may_contact_all(self._tables.store, person.id, (await self._tables.table(id)).people):
            raise Refused("refuse.no-table", table=id[:40])  # somebody who has come there meanwhile wants them away
        return await self._tables.change(id, command, key)

    async def part(self, person: str, other: str) -> None:
        """One has blocked the other: what was asked between the two is answered with no, or taken back."""

        def end(table: Table, now: int) -> TableChange | None:
            if table.phase != "open":
                return None
            if seat_for(table, person) is not None:
                return decline(table, now, person)
            seat = seat_for(table, other)
            if seat is None or table.host != person:
                return None
            if table.rules.seats == 2:
                return commands.leave(table, now, self._tables.uptimes, person)
            return commands.clear_seat(table, now, person, seat)

        theirs = [summary for summary in await self.for_me(person) if other in summary.people]
        mine = [summary for summary in await self.by_me(person) if other in summary.asked]
        for summary in (*theirs, *mine):
            with suppress(Refused):  # its game is gone: nobody can come there anyway
                await self._tables.change(summary.table, end)

    async def for_me(self, person: str) -> list[TableSummary]:
        """Those that wait for this person's answer, the latest first."""
        return self._in_time(
            await table_records.find_tables(
                self._tables.store, TableQuery(asked=person, phase="open", most=MOST_TABLES)
            )
        )

    async def by_me(self, person: str) -> list[TableSummary]:
        """Those that wait for somebody else's."""
        mine = await table_records.find_tables(
            self._tables.store, TableQuery(person=person, phase="open", most=MOST_TABLES)
        )
        return self._in_time([summary for summary in mine if summary.asked])

    def _in_time(self, summaries: list[TableSummary]) -> list[TableSummary]:
        now = self._tables.time.now()
        return [summary for summary in summaries if summary.due is None or summary.due > now]

    async def _check_patience(self, person: Person, asked: list[Invitee], key: str | None) -> None:
        """One at a time to one person, and few at a time to all."""
        waiting = await self.by_me(person.id)
        for summary in waiting:
            again = next((one for one in asked if one.person in summary.asked), None)
            if again is not None and not (key is not None and await self._tables.store.known(summary.table, key)):
                raise Refused("challenge.waiting", name=again.name)
        if len(waiting) >= MOST_UNANSWERED:
            raise Refused("challenge.many", most=MOST_UNANSWERED)

    # -- following --------------------------------------------------------------------------------------------

    async def find(self, name: str) -> Person:
        """By the whole name, as others see it."""
        found = await people_records.account_named(self._tables.store, names.tidy(name)) if printable(name) else None
        if found is None:
            raise Refused("people.nobody-named", name=name[:40])
        return found

    async def named(self, beginning: str) -> list[Person]:
        """Accounts in whose name a word begins like this: few, and not before it is a few letters long, so that finding
        a friend is easy and leafing through the house is not."""
        beginning = names.tidy(beginning) if printable(beginning) else ""
        if len(beginning) < SHORTEST_BEGINNING:
            return []
        found = await people_records.find_people(self._tables.store, beginning, MOST_NAMED)
        return [one for one in found if one.password is not None and one.id != beginning]

    async def follow(self, person: Person, other: str) -> None:
        store = self._tables.store
        if other == person.id:
            raise Refused("challenge.follow-self")
        found = await people_records.get_person(store, other)
        if found is None or found.password is None:
            raise Refused("challenge.follow-whom")
        if not await friend_records.follow(store, person.id, other, self._tables.time.now(), MOST_FOLLOWED):
            raise Refused("challenge.follow-many", most=MOST_FOLLOWED)


def seating(new: NewChallenge, asked: list[Invitee], lot: Random) -> tuple[list[NewSeat], dict[int, Invitee]]:
    """The seats, and for whom some of them are kept."""
    rest = NewSeat("open") if new.bots is None else NewSeat("bot", level=new.bots)
    chairs: list[NewSeat | Invitee] = [NewSeat("me"), *asked, *[rest] * (new.seats - 1 - len(asked))]
    if new.first == "lot":
        lot.shuffle(chairs)
    elif new.first == "you":
        chairs[0], chairs[1] = chairs[1], chairs[0]
    kept = {seat: whose for seat, whose in enumerate(chairs) if isinstance(whose, Invitee)}
    return [NewSeat("open") if isinstance(chair, Invitee) else chair for chair in chairs], kept


# -- commands of a table --------------------------------------------------------------------------------------


def seat_for(table: Table, person: str) -> int | None:
    """The seat that is kept for this person."""
    return next((seat for seat, whose in table.kept.items() if whose.person == person), None)


def decline(table: Table, now: int, person: str) -> TableChange:
    """Of two, then there is nobody to play with; among more, somebody else may come."""
    commands.check_open(table)
    seat = seat_for(table, person)
    if seat is None:
        raise Refused("challenge.none")
    declined = ev.Declined(at=now, seat=seat, person=person)
    if table.rules.seats == 2:
        return commands.change(table, declined, ev.Closed(at=now))
    return commands.change(table, declined)
