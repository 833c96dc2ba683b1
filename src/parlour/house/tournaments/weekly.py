"""Weekly tournaments: a host says once what is played, on which weekday and when; each is announced some days ahead.

Nothing remembers which have been made. The id of each follows from its template and its day, and of two processes that
announce it one is first: so it is there once, after a restart as well, and one that was called off does not come back.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from typing import Annotated
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from parlour.core.texts import Refused
from parlour.house import background
from parlour.house.club import records as club_records
from parlour.house.club.profile import name_of
from parlour.house.entropy import ID, derived_id
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation.roles import AuditWriter
from parlour.house.people.person import Person
from parlour.house.store import ABSENT, Change, Index, Kind, Put, Remove, Store, Unavailable, persist
from parlour.house.tournaments import commands
from parlour.house.tournaments.repository import NewTournament, TournamentRepository

MOST_TEMPLATES = 20
DAY, WEEK = 24 * 3600 * 1000, 7
LOOK = 60.0  # seconds between two looks at what is to be announced

log = logging.getLogger("parlour.tournaments")


class WeeklyTemplate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a host says. `tournament` is as of any; when it begins follows from the rest."""

    tournament: NewTournament
    weekday: Annotated[int, Meta(ge=0, le=6, description="0 is Monday.", examples=[1])]
    hour: Annotated[int, Meta(ge=0, le=23, examples=[19])]
    minute: Annotated[int, Meta(ge=0, le=59)] = 0
    zone: Annotated[str, Meta(max_length=64, description="As IANA names it.", examples=["Europe/Berlin"])] = "UTC"
    ahead: Annotated[int, Meta(ge=1, le=14, description="Days before it begins that it is announced.")] = 6
    paused: Annotated[bool, Meta(description="None is announced for now.")] = False


class WeeklyTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A template as it is kept."""

    id: str
    since: int
    by: str  # the name of who has changed it last
    body: bytes  # the template

    @property
    def template(self) -> WeeklyTemplate:
        return msgspec.json.decode(self.body, type=WeeklyTemplate)


WEEKLY = Kind("weekly_tournaments", WeeklyTournament, ("id",), {"all": Index(order=("since", "id"))})


async def weekly_tournaments(store: Store) -> list[WeeklyTournament]:
    """The oldest first."""
    return await store.list_by(WEEKLY, "all", most=MOST_TEMPLATES)


@cache
def zones() -> frozenset[str]:
    return frozenset(available_timezones())


def begins(template: WeeklyTemplate, now: int) -> Iterator[tuple[date, int]]:
    """The days on which it will have begun, from now on, with the moment: by the clocks of its place."""
    zone = ZoneInfo(template.zone)
    day = datetime.fromtimestamp(now / 1000, zone).date()
    day += timedelta(days=(template.weekday - day.weekday()) % WEEK)
    while True:
        moment = datetime(day.year, day.month, day.day, template.hour, template.minute, tzinfo=zone)
        at = int(moment.timestamp() * 1000)
        if at > now:
            yield day, at
        day += timedelta(days=WEEK)


class WeeklyTournaments:
    def __init__(self, tournaments: TournamentRepository, audit: AuditWriter) -> None:
        self._tournaments, self._audit = tournaments, audit
        self._store, self._time = tournaments.store, tournaments.tables.time
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(background.forever(self._go_round, log, "the weekly tournaments"))

    async def stop(self) -> None:
        await background.cancel(self._task)

    # -- what hosts do ----------------------------------------------------------------------------------------

    async def add(self, by: Person, template: WeeklyTemplate, key: str | None = None) -> WeeklyTournament:
        """With the same key, the one that was made then."""
        self._check(template)
        id = self._tournaments.tables.entropy.word() if key is None else derived_id("weekly", by.id, key)
        new = WeeklyTournament(id=id, since=self._time.now(), by=by.name, body=msgspec.json.encode(template))

        async def changes() -> list[Change]:
            there = await weekly_tournaments(self._store)
            if any(one.id == id for one in there):
                return []
            if len(there) >= MOST_TEMPLATES:
                raise Refused("weekly.many", most=MOST_TEMPLATES)
            return [Put(WEEKLY, new, ABSENT), await self._logged(by, new, "+")]

        await persist(self._store, changes)
        self._woken.set()
        return await self._template(id)

    async def change(self, by: Person, id: str, template: WeeklyTemplate) -> WeeklyTournament:
        """Those that are announced stay as they are."""
        self._check(template)

        async def changes() -> list[Change]:
            before = await self._template(id)
            after = replace(before, body=msgspec.json.encode(template), by=by.name)
            return [] if after.body == before.body else [Put(WEEKLY, after, before), await self._logged(by, after, "~")]

        await persist(self._store, changes)
        self._woken.set()
        return await self._template(id)

    async def remove(self, by: Person, id: str) -> None:
        """Those that are announced stay."""

        async def changes() -> list[Change]:
            before = await self._template(id)
            return [Remove(WEEKLY, (id,), before), await self._logged(by, before, "−")]

        await persist(self._store, changes)

    async def _template(self, id: str) -> WeeklyTournament:
        found = await self._store.get(WEEKLY, id) if ID.fullmatch(id) else None
        if found is None:
            raise Refused("weekly.none")
        return found

    def _check(self, template: WeeklyTemplate) -> None:
        """Refuse what could not be announced in any week."""
        if template.zone not in zones():
            raise Refused("weekly.zone", zone=template.zone)
        now = self._time.now()
        _, at = next(begins(template, now))
        game = self._tournaments.tables.library.take(template.tournament.game)
        announced = self._tournaments.announcement(
            replace(template.tournament, starts=at), game, id="check", organiser="", name="", now=now
        )
        commands.announce(announced)

    async def _logged(self, by: Person, one: WeeklyTournament, sign: str) -> Change:
        title = one.template.tournament.title
        entry = self._audit.entry(by, "weekly", one.id, of=title, detail=sign + (" ‖" if one.template.paused else ""))
        return await moderation_records.audit_change(self._store, entry)

    # -- what follows -----------------------------------------------------------------------------------------

    async def _go_round(self) -> None:
        self._woken.clear()
        await self.announce_due()
        await background.nap(self._woken, LOOK)

    async def announce_due(self) -> Sequence[str]:
        """Announce all whose time it is; answers those that were not there before."""
        made: list[str] = []
        for one in await weekly_tournaments(self._store):
            if one.template.paused:
                continue
            try:
                made += await self._announce(one)
            except Unavailable as refusal:
                log.info("weekly tournament %s: %s", one.id, refusal)
            except Refused as refusal:  # its game is gone, say
                log.warning("weekly tournament %s cannot be announced: %s", one.id, refusal)
        return made

    async def _announce(self, one: WeeklyTournament) -> list[str]:
        now, made = self._time.now(), []
        club = await club_records.the_club(self._store)
        for day, at in begins(one.template, now):
            if at - one.template.ahead * DAY > now:
                break
            id = derived_id("weekly", one.id, day.isoformat())
            wanted = replace(one.template.tournament, starts=at)
            if await self._tournaments.announce_as(id, wanted, name_of(club)):
                made.append(id)
        return made
