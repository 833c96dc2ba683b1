"""All tournaments: as they are kept, changed one at a time, each change on the disk before anybody is told of it."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.core.game import Game, Value
from parlour.core.languages import FALLBACK
from parlour.core.texts import Refused
from parlour.house.entropy import ID, derived_id
from parlour.house.mail.records import notice_changes
from parlour.house.people.person import Person
from parlour.house.ratings.records import BOT
from parlour.house.ratings.records import standings as kept_standings
from parlour.house.store import Change, Put, Unavailable
from parlour.house.streams import Further, Newer, StreamRepository
from parlour.house.tables.clocks import Clock
from parlour.house.tables.repository import TableRepository
from parlour.house.texts import say
from parlour.house.tournaments import commands
from parlour.house.tournaments import events as ev
from parlour.house.tournaments.commands import TournamentChange
from parlour.house.tournaments.notices import notices_of
from parlour.house.tournaments.records import TOURNAMENTS, TournamentQuery, find_tournaments
from parlour.house.tournaments.standings import standings
from parlour.house.tournaments.state import Tournament
from parlour.house.tournaments.summary import summary_of

MOST_HELD = 500
MOST_OF_ONE = 10_000
MOST_ORGANISED = 20  # that are not over, by one person
SHOWN = 3  # names in a list, when it is over

log = logging.getLogger("parlour.tournaments")
TournamentCommand = Callable[[Tournament, int], TournamentChange | None]


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody wants to organise. Of `rounds`, `cycles` and `minutes` each kind uses its own."""

    title: Annotated[str, Meta(min_length=1, max_length=200)]
    about: Annotated[str, Meta(max_length=4000, description="What those should know who think of entering.")] = ""
    kind: ev.TournamentKind
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


TOURNAMENT_STREAM = "tournament:"


def stream_of(id: str) -> str:
    """A table and a tournament never have one stream: a table's id has no colon."""
    return f"{TOURNAMENT_STREAM}{id}"


class TournamentRepository(StreamRepository[Tournament, ev.AnyTournamentEvent]):
    """All tournaments."""

    def __init__(self, tables: TableRepository) -> None:
        super().__init__(tables.store, MOST_HELD, tables.news)
        self.tables = tables

    async def tournament(self, id: str) -> Tournament:
        return await self._get(id)

    async def as_of(self, id: str, position: int) -> Tournament | None:
        """The tournament as it was after so many events; None: there are fewer."""
        t = await self.tournament(id)
        if position > t.position and await self.read_on(id):
            t = await self.tournament(id)
        if position >= t.position:
            return t if position == t.position else None
        stream = [ev.decode(body) for body in await self.store.read(stream_of(id))]
        return Tournament.of(stream[: max(1, position)])

    async def wait(self, id: str, version: int, seconds: float) -> Tournament:
        """The tournament as soon as it has more events than that, or after so many seconds as it is."""
        t = await self.tournament(id)
        if seconds <= 0 or t.position > version:
            return t
        changed = asyncio.Event()

        def is_meant(one: str) -> bool:
            return one == id

        def notice(one: Tournament) -> None:
            if is_meant(one.id):
                changed.set()

        self.listeners.append(notice)
        self.followed.append(is_meant)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await changed.wait()
        finally:
            self.listeners.remove(notice)
            self.followed.remove(is_meant)
        return await self.tournament(id)

    async def unfinished(self) -> list[str]:
        phases = [
            TournamentQuery(phase="running", most=MOST_OF_ONE),
            TournamentQuery(phase="open", most=MOST_OF_ONE),
        ]
        return [one.tournament for wanted in phases for one in await find_tournaments(self.store, wanted)]

    async def announce(self, person: Person, new: NewTournament, key: str | None = None) -> Tournament:
        """A new tournament. With the same key, the one that was announced then."""
        game = self.tables.library.take(new.game)
        for phase in ("open", "running"):
            theirs = TournamentQuery(organiser=person.id, phase=phase, most=MOST_ORGANISED)
            if len(await find_tournaments(self.store, theirs)) >= MOST_ORGANISED:
                raise Refused("tournament.many", most=MOST_ORGANISED)
        id = self.tables.entropy.word() if key is None else derived_id("tournament", person.id, key)
        announced = self.announcement(
            new, game, id=id, organiser=person.id, name=person.name, now=self.tables.time.now()
        )  # fmt: skip
        t = await self._keep_new(commands.announce(announced), key)
        assert t is not None, "nothing else was to come with it"
        return t

    async def announce_as(self, id: str, new: NewTournament, name: str) -> bool:
        """One that the house itself organises, under this id. False: it is there already."""
        if await self.store.get(TOURNAMENTS, id) is not None:
            return False
        game = self.tables.library.take(new.game)
        announced = self.announcement(new, game, id=id, organiser="", name=name, now=self.tables.time.now())
        kept = await self._keep_new(commands.announce(announced), None)
        return kept is not None and kept.position == 1

    @staticmethod
    def announcement(
        new: NewTournament, game: Game, *, id: str, organiser: str, name: str, now: int
    ) -> ev.Announced:  # fmt: skip
        rules = {one: value for one, value in msgspec.structs.asdict(new).items() if one not in ("title", "about")}
        return ev.Announced(
            at=now, tournament=id, title=new.title, about=new.about, organiser=organiser, name=name,
            rules=ev.TournamentRules(**rules, rules_version=game.rules_version),
        )  # fmt: skip

    async def change(
        self, id: str, command: TournamentCommand, key: str | None = None, also: Further | None = None
    ) -> Tournament:
        """Carry out a command; answers the tournament once that is on the disk. The same key does it only once. If
        something was changed, what comes also is kept in the same unit."""
        return await self._change(id, lambda t: command(t, max(self.tables.time.now(), t.last_at)), key, also)

    async def ratings_of(self, t: Tournament) -> dict[str, float]:
        """Of those who take part and have one in its game, if they are to be seeded by it."""
        if t.rules.seeding != "rating":
            return {}
        going_by = {
            one: one if entrant.level is None else f"{BOT}{entrant.level}" for one, entrant in t.entrants.items()
        }
        kept = await kept_standings(self.store, sorted(set(going_by.values())), t.rules.game)
        known = {standing.who: standing.mu for standing in kept}
        return {one: known[who] for one, who in going_by.items() if who in known}

    async def leave_all(self, person: str) -> None:
        """Somebody goes for good: they withdraw everywhere, and what they were to organise and has not begun is off."""

        def go(t: Tournament, now: int) -> TournamentChange | None:
            if t.organiser == person and t.phase == "open":
                return commands.cancel(t, now, person)
            if person in t.entrants and person not in t.gone and t.phase != "over":
                return commands.withdraw(t, now, person)
            return None

        for phase in ("open", "running"):
            for theirs in (TournamentQuery(organiser=person, phase=phase, most=MOST_OF_ONE),
                           TournamentQuery(person=person, phase=phase, most=MOST_OF_ONE)):  # fmt: skip
                for summary in await find_tournaments(self.store, theirs):
                    try:
                        await self.change(summary.tournament, go)
                    except Unavailable:
                        raise
                    except Refused as refusal:  # it cannot be read: nobody can take part in it either
                        log.warning("%s stays in tournament %s: %s", person, summary.tournament, refusal)

    # -- inside -----------------------------------------------------------------------------------------------

    def _stream_of(self, id: str) -> str:
        return stream_of(id)

    def _check_id(self, id: str) -> None:
        if not ID.fullmatch(id):
            raise self._no_such(id)

    def _no_such(self, id: str) -> Refused:
        return Refused("tournament.none", tournament=id[:40])

    def _busy(self) -> Refused:
        return Refused("tournament.busy")

    def _encode(self, event: ev.AnyTournamentEvent) -> bytes:
        return ev.encode(event)

    def _decoded(self, bodies: list[bytes]) -> list[ev.AnyTournamentEvent]:
        try:
            return [ev.decode(body) for body in bodies]
        except msgspec.ValidationError as fault:
            raise Newer from fault

    async def _fold(self, bodies: list[bytes]) -> Tournament:
        return Tournament.of(self._decoded(bodies))

    async def _fold_on(self, before: Tournament, bodies: list[bytes]) -> Tournament:
        return before.after(self._decoded(bodies))

    async def _records(
        self, before: Tournament | None, after: Tournament, events: Sequence[ev.AnyTournamentEvent]
    ) -> list[Change]:
        told = notices_of(TournamentChange(after, [*events]), self.tables.time.now())
        return [Put(TOURNAMENTS, summary_of(after, *_leaders(after))), *await notice_changes(self.store, told)]


def name_of(t: Tournament, one: str, language: str = FALLBACK) -> str:
    """What an entrant is called; bots of one level are told apart by a number."""
    bot = _bot(t, one)
    return t.entrants[one].name if bot is None else bot_name(*bot, language)


def bot_name(level: int, number: str, language: str) -> str:
    return f"{say(f'level.{level}', language=language)} {number}"


def _bot(t: Tournament, one: str) -> tuple[int, str] | None:
    level = t.entrants[one].level
    return None if level is None else (level, one.rpartition("-")[2])


def _leaders(t: Tournament) -> tuple[list[str], list[tuple[int, str] | None]]:
    """The names of the first, and which of them are bots."""
    if t.phase != "over" or t.cancelled:
        return [], []
    first = [row.entrant for row in standings(t)[:SHOWN]]
    bots = [_bot(t, one) for one in first]
    return [name_of(t, one) for one in first], bots if any(bots) else []
