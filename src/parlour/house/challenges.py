"""Challenges: a private table with seats that are kept for somebody, who comes or does not. Following: whom somebody
likes to meet again, which is nobody else's business."""

from contextlib import suppress
from random import Random
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.core.game import Value
from parlour.core.texts import Refused, printable
from parlour.house import doors, names
from parlour.house import events as ev
from parlour.house.clocks import DAY, MINUTE, Clock
from parlour.house.doors import Change
from parlour.house.events import Kept, Sitter
from parlour.house.house import MOST_TABLES, House, NewSeat, NewTable
from parlour.house.ports import Card, Person, Wanted
from parlour.house.reach import may_reach, may_reach_all
from parlour.house.table import Table
from parlour.house.wishes import takes_challenge

# How long an answer is waited for: a live match is played by people who are here now.
PATIENCE = {"live": 30 * MINUTE, "none": DAY, "days": 3 * DAY}
MOST_UNANSWERED = 5  # by one person
MOST_OTHERS = 7  # whom one challenge asks besides the first
MOST_FOLLOWED = 200

PersonId = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_=-]+$", description="A person's id.")]


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
    def __init__(self, house: House) -> None:
        self._house = house

    async def send(self, person: Person, new: NewChallenge, key: str | None = None) -> Table:
        """A table with a seat for each who is challenged. Why somebody cannot be, nobody is told."""
        house = self._house
        if person.password is None:
            raise Refused("challenge.account")
        if len({new.to, *new.others}) <= len(new.others):
            raise Refused("challenge.twice")
        if len(new.others) + 2 > new.seats:
            raise Refused("challenge.seats", people=len(new.others) + 2, seats=new.seats)
        asked = [await self._asked(person, one) for one in (new.to, *new.others)]
        await self._check_patience(person, asked, key)
        seats, kept = seating(new, asked, Random(house.chances.secret()))
        table = NewTable(
            game=new.game, seats=seats, options=new.options, clock=new.clock, rated=new.rated, listed=False
        )  # fmt: skip
        until = house.time.now() + PATIENCE[new.clock.pace]
        return await house.open(person, table, key, until=until, kept=kept)

    async def _asked(self, person: Person, id: str) -> Kept:
        if id == person.id:
            raise Refused("challenge.self")
        store, other = self._house.store, await self._house.store.person(id)
        if other is None or other.password is None:
            raise Refused("people.nobody")
        if not await may_reach(store, person.id, other.id) or not await takes_challenge(store, other, person.id):
            raise Refused("challenge.unwanted", name=other.name)
        return Kept(other.id, other.name)

    async def answer(self, person: Person, id: str, yes: bool, key: str | None = None) -> Table:
        """One who is asked need not be welcome to all who have come, nor be told by whom they are not."""
        sitter, guest = Sitter("person", person.name, person.id), person.password is None

        def door(table: Table, now: int) -> Change:
            seat = seat_for(table, person.id)
            if seat is None:
                if not table.rules.listed and person.id not in table.people:
                    raise Refused("refuse.no-table", table=id[:40])  # they learn no more than that
                raise Refused("challenge.none")
            return doors.sit(table, now, sitter, seat, guest=guest) if yes else decline(table, now, person.id)

        if yes and not await may_reach_all(self._house.store, person.id, (await self._house.table(id)).people):
            raise Refused("refuse.no-table", table=id[:40])  # somebody who has come there meanwhile wants them away
        return await self._house.change(id, door, key)

    async def part(self, person: str, other: str) -> None:
        """One has blocked the other: what was asked between the two is answered with no, or taken back."""

        def end(table: Table, now: int) -> Change | None:
            if table.phase != "open":
                return None
            if seat_for(table, person) is not None:
                return decline(table, now, person)
            seat = seat_for(table, other)
            if seat is None or table.host != person:
                return None
            if table.rules.seats == 2:
                return doors.leave(table, now, self._house.uptimes, person)
            return doors.clear_seat(table, now, person, seat)

        theirs = [card for card in await self.for_me(person) if other in card.people]
        mine = [card for card in await self.by_me(person) if other in card.asked]
        for card in (*theirs, *mine):
            with suppress(Refused):  # its game is gone: nobody can come there anyway
                await self._house.change(card.table, end)

    async def for_me(self, person: str) -> list[Card]:
        """Those that wait for this person's answer, the latest first."""
        return self._in_time(await self._house.store.cards(Wanted(asked=person, phase="open", most=MOST_TABLES)))

    async def by_me(self, person: str) -> list[Card]:
        """Those that wait for somebody else's."""
        mine = await self._house.store.cards(Wanted(person=person, phase="open", most=MOST_TABLES))
        return self._in_time([card for card in mine if card.asked])

    def _in_time(self, cards: list[Card]) -> list[Card]:
        now = self._house.time.now()
        return [card for card in cards if card.due is None or card.due > now]

    async def _check_patience(self, person: Person, asked: list[Kept], key: str | None) -> None:
        """One at a time to one person, and few at a time to all."""
        waiting = await self.by_me(person.id)
        for card in waiting:
            again = next((one for one in asked if one.person in card.asked), None)
            if again is not None and not (key is not None and await self._house.store.known(card.table, key)):
                raise Refused("challenge.waiting", name=again.name)
        if len(waiting) >= MOST_UNANSWERED:
            raise Refused("challenge.many", most=MOST_UNANSWERED)

    # -- following --------------------------------------------------------------------------------------------

    async def find(self, name: str) -> Person:
        """By the whole name, as others see it: nobody can leaf through who has an account here."""
        found = await self._house.store.account_named(names.tidy(name)) if printable(name) else None
        if found is None:
            raise Refused("people.nobody-named", name=name[:40])
        return found

    async def follow(self, person: Person, other: str) -> None:
        store = self._house.store
        if other == person.id:
            raise Refused("challenge.follow-self")
        found = await store.person(other)
        if found is None or found.password is None:
            raise Refused("challenge.follow-whom")
        if not await store.follow(person.id, other, self._house.time.now(), MOST_FOLLOWED):
            raise Refused("challenge.follow-many", most=MOST_FOLLOWED)


def seating(new: NewChallenge, asked: list[Kept], lot: Random) -> tuple[list[NewSeat], dict[int, Kept]]:
    """The seats, and for whom some of them are kept."""
    rest = NewSeat("open") if new.bots is None else NewSeat("bot", level=new.bots)
    chairs: list[NewSeat | Kept] = [NewSeat("me"), *asked, *[rest] * (new.seats - 1 - len(asked))]
    if new.first == "lot":
        lot.shuffle(chairs)
    elif new.first == "you":
        chairs[0], chairs[1] = chairs[1], chairs[0]
    kept = {seat: whose for seat, whose in enumerate(chairs) if isinstance(whose, Kept)}
    return [NewSeat("open") if isinstance(chair, Kept) else chair for chair in chairs], kept


# -- doors of a table -----------------------------------------------------------------------------------------


def seat_for(table: Table, person: str) -> int | None:
    """The seat that is kept for this person."""
    return next((seat for seat, whose in table.kept.items() if whose.person == person), None)


def decline(table: Table, now: int, person: str) -> Change:
    """Of two, then there is nobody to play with; among more, somebody else may come."""
    doors.check_open(table)
    seat = seat_for(table, person)
    if seat is None:
        raise Refused("challenge.none")
    declined = ev.Declined(at=now, seat=seat, person=person)
    if table.rules.seats == 2:
        return doors.change(table, declined, ev.Closed(at=now))
    return doors.change(table, declined)
