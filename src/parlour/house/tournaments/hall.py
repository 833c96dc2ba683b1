"""The hall: tournaments as they are kept, changed one at a time, each change on the disk before anybody is told of it.
What `house.py` is to tables.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.core.game import Value
from parlour.core.texts import Refused
from parlour.house.clocks import Clock
from parlour.house.counting import BOT
from parlour.house.house import ID, House, derived
from parlour.house.moderation.ports import Entry
from parlour.house.ports import Appended, Conflict, Person, Unavailable, Unit
from parlour.house.sentences import say
from parlour.house.tournaments import doors
from parlour.house.tournaments import events as ev
from parlour.house.tournaments.cards import card_of
from parlour.house.tournaments.doors import Change
from parlour.house.tournaments.notices import notices_of
from parlour.house.tournaments.ports import WantedTournaments
from parlour.house.tournaments.standings import standings
from parlour.house.tournaments.tournament import Tournament

MOST_HELD = 500
MOST_TRIES = 20
MOST_OF_ONE = 10_000
MOST_ORGANISED = 20  # that are not over, by one person
SHOWN = 3  # names in a list, when it is over

log = logging.getLogger("parlour.hall")
Door = Callable[[Tournament, int], Change | None]
Listener = Callable[[Tournament], None]


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody wants to organise. Of `rounds`, `cycles` and `minutes` each kind uses its own."""

    title: Annotated[str, Meta(min_length=1, max_length=200)]
    kind: ev.Kind
    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[int, Meta(ge=1, le=64)] = 2
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], Value], Meta(max_length=64)] = {}
    clock: Clock
    starts: Annotated[int, Meta(ge=0, lt=2**53, description="Milliseconds since 1970; left out: by hand.")] | None = (
        None
    )
    check_in: int = 0
    rounds: int = 0
    cycles: int = 1
    minutes: int = 60
    every: int = 0
    patience: int = 0
    bots: bool = False
    most: int = 64
    rated: Annotated[bool, Meta(description="Its matches count for ratings. Only accounts and bots enter.")] = False
    seeding: Annotated[
        ev.Seeding, Meta(description="By lot; by rating, those without one last; or by hand of the organiser.")
    ] = "lot"


def stream_of(id: str) -> str:
    """A table and a tournament never have one stream: a table's id has no colon."""
    return f"tournament:{id}"


class _Held:
    def __init__(self) -> None:
        self.tournament: Tournament | None = None
        self.lock = asyncio.Lock()


class Hall:
    """All tournaments."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.listeners: list[Listener] = []  # told of every change, once it is on the disk
        self._held: OrderedDict[str, _Held] = OrderedDict()

    async def tournament(self, id: str) -> Tournament:
        held = self._hold(id)
        async with held.lock:
            return await self._current(id, held)

    async def as_of(self, id: str, position: int) -> Tournament | None:
        """The tournament as it was after so many events; None: there are fewer."""
        t = await self.tournament(id)
        if position >= t.position:
            return t if position == t.position else None
        stream = [ev.decode(body) for body in await self.house.store.read(stream_of(id))]
        return Tournament.of(stream[: max(1, position)])

    async def wait(self, id: str, version: int, seconds: float) -> Tournament:
        """The tournament as soon as it has more events than that, or after so many seconds as it is."""
        t = await self.tournament(id)
        if seconds <= 0 or t.position > version:
            return t
        changed = asyncio.Event()

        def notice(one: Tournament) -> None:
            if one.id == id:
                changed.set()

        self.listeners.append(notice)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await changed.wait()
        finally:
            self.listeners.remove(notice)
        return await self.tournament(id)

    async def unfinished(self) -> list[str]:
        phases = [
            WantedTournaments(phase="running", most=MOST_OF_ONE),
            WantedTournaments(phase="open", most=MOST_OF_ONE),
        ]
        return [card.tournament for wanted in phases for card in await self.house.store.tournament_cards(wanted)]

    async def announce(self, person: Person, new: NewTournament, key: str | None = None) -> Tournament:
        """A new tournament. With the same key, the one that was announced then."""
        game = self.house.library.take(new.game)
        for phase in ("open", "running"):
            theirs = WantedTournaments(organiser=person.id, phase=phase, most=MOST_ORGANISED)
            if len(await self.house.store.tournament_cards(theirs)) >= MOST_ORGANISED:
                raise Refused("tournament.many", most=MOST_ORGANISED)
        about = {name: value for name, value in msgspec.structs.asdict(new).items() if name != "title"}
        announced = ev.Announced(
            at=self.house.time.now(), title=new.title, organiser=person.id, name=person.name,
            tournament=self.house.chances.word() if key is None else derived("tournament", person.id, key),
            rules=ev.Rules(**about, rules_version=game.rules_version),
        )  # fmt: skip
        change = doors.announce(announced)
        held = self._hold(change.tournament.id)
        async with held.lock:
            if held.tournament is None:
                await self._keep(change, 0, key, held)
            return await self._current(change.tournament.id, held)

    async def change(self, id: str, door: Door, key: str | None = None, entry: Entry | None = None) -> Tournament:
        """Go through a door; answers the tournament once that is on the disk. The same key does it only once. An entry
        is in the log if something was changed."""
        held = self._hold(id)
        async with held.lock:
            for _ in range(MOST_TRIES):
                t = await self._current(id, held)
                try:
                    change = door(t, self.house.time.now())
                except Refused:
                    if key is not None and await self.house.store.known(stream_of(id), key):
                        held.tournament = None
                        return await self._current(id, held)
                    if not await self._has_aged(id, held):
                        raise
                    continue
                if change is None:
                    return t
                if await self._keep(change, t.position, key, held, entry):
                    return await self._current(id, held)
        raise Refused("tournament.busy")

    async def ratings_of(self, t: Tournament) -> dict[str, float]:
        """Of those who take part and have one in its game, if they are to be seeded by it."""
        if t.rules.seeding != "rating":
            return {}
        going_by = {
            one: one if entrant.level is None else f"{BOT}{entrant.level}" for one, entrant in t.entrants.items()
        }
        kept = await self.house.store.standings(sorted(set(going_by.values())), t.rules.game)
        known = {standing.who: standing.mu for standing in kept}
        return {one: known[who] for one, who in going_by.items() if who in known}

    async def leave_all(self, person: str) -> None:
        """Somebody goes for good: they withdraw everywhere, and what they were to organise and has not begun is off."""

        def go(t: Tournament, now: int) -> Change | None:
            if t.organiser == person and t.phase == "open":
                return doors.cancel(t, now, person)
            if person in t.entrants and person not in t.gone and t.phase != "over":
                return doors.withdraw(t, now, person)
            return None

        for phase in ("open", "running"):
            for theirs in (WantedTournaments(organiser=person, phase=phase, most=MOST_OF_ONE),
                           WantedTournaments(person=person, phase=phase, most=MOST_OF_ONE)):  # fmt: skip
                for card in await self.house.store.tournament_cards(theirs):
                    try:
                        await self.change(card.tournament, go)
                    except Unavailable:
                        raise
                    except Refused as refusal:  # it cannot be read: nobody can take part in it either
                        log.warning("%s stays in tournament %s: %s", person, card.tournament, refusal)

    # -- inside -----------------------------------------------------------------------------------------------

    def _hold(self, id: str) -> _Held:
        if not ID.fullmatch(id):
            raise Refused("tournament.none", tournament=id[:40])
        held = self._held.setdefault(id, _Held())
        self._held.move_to_end(id)
        if len(self._held) > MOST_HELD:
            idle = [other for other, one in self._held.items() if not one.lock.locked() and one is not held]
            for other in idle[: len(self._held) - MOST_HELD]:
                del self._held[other]
        return held

    async def _current(self, id: str, held: _Held) -> Tournament:
        """With the lock: what the store has."""
        if held.tournament is None:
            stream = [ev.decode(body) for body in await self.house.store.read(stream_of(id))]
            if not stream:
                self._held.pop(id, None)
                raise Refused("tournament.none", tournament=id[:40])
            held.tournament = Tournament.of(stream)
        return held.tournament

    async def _has_aged(self, id: str, held: _Held) -> bool:
        if held.tournament is None:
            return True
        if not await self.house.store.read(stream_of(id), after=held.tournament.position):
            return False
        held.tournament = None
        return True

    async def _keep(
        self, change: Change, expected: int, key: str | None, held: _Held, entry: Entry | None = None
    ) -> bool:
        """Write a change down. False: somebody else was first, and what was held is read anew."""
        t = change.tournament
        unit = Unit(
            stream=stream_of(t.id), expected=expected, events=[ev.encode(event) for event in change.events], key=key,
            card=card_of(t, _leaders(t)), notices=notices_of(change, self.house.time.now()), entry=entry,
        )  # fmt: skip
        held.tournament = None  # until it is known what was kept
        outcome = await self.house.store.append(unit)
        if isinstance(outcome, Appended):
            held.tournament = t
            for listener in tuple(self.listeners):
                listener(t)
        return not isinstance(outcome, Conflict)


def name_of(t: Tournament, one: str) -> str:
    """What an entrant is called; bots of one level are told apart by a number."""
    entrant = t.entrants[one]
    if entrant.level is None:
        return entrant.name
    number = one.rpartition("-")[2]
    return f"{say(f'level.{entrant.level}')} {number}"


def _leaders(t: Tournament) -> list[str]:
    if t.phase != "over" or t.cancelled:
        return []
    return [name_of(t, row.entrant) for row in standings(t)[:SHOWN]]
