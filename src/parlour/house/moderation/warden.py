"""The warden: what those who look after the house can do, each with a line in the log, and what it means for others."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from msgspec.structs import replace

from parlour.core.texts import Refused, printable
from parlour.house import closing, guests, names
from parlour.house.house import Chances, House
from parlour.house.moderation import officers, words
from parlour.house.moderation.measures import (
    HOUR,
    LONGEST_HOURS,
    LONGEST_WHY,
    in_force,
    moment,
    refusal_of,
)
from parlour.house.moderation.officers import Scribe
from parlour.house.moderation.ports import Entry, Measure, MeasureKind, Moderation, Outcome, Report, What, Word
from parlour.house.people import Doorkeeper
from parlour.house.ports import People, Person
from parlour.house.table import Table
from parlour.house.tournaments import doors as tournament_doors
from parlour.house.tournaments.hall import Hall
from parlour.house.tournaments.tournament import Tournament

ID = re.compile("[A-Za-z0-9_=-]{1,64}")
REPORTS_KEPT = 365 * 24 * HOUR  # after they were settled
FOR_GOOD = "for good"  # in the log


class Kept(People, Moderation, Protocol):
    """What is needed of the store."""


class Warden:
    def __init__(self, store: Kept, house: House, keeper: Doorkeeper, chances: Chances) -> None:
        self._store, self._house, self._keeper, self._chances = store, house, keeper, chances
        self._time = house.time
        self.scribe = Scribe(house.time, chances)
        # Told who is banned, and with what sentence, before their visits end.
        self.barring: list[Callable[[str, Refused], None]] = []
        # What is to be done elsewhere when somebody is banned, so that nobody waits for them.
        self.leaving: list[Callable[[str], Awaitable[None]]] = []
        keeper.entry_checks.append(self.check_may_enter)
        keeper.name_checks.append(self.check_name)

    # -- what measures and words mean -------------------------------------------------------------------------

    async def check_may_enter(self, person: str) -> None:
        await self._check(person, "ban")

    async def check_may_write(self, person: Person) -> None:
        """Whether somebody may write what others have to read: talk, a title, another name."""
        guests.check_may_write(self._keeper.guests, person)
        await self._check(person.id, "mute")

    async def _check(self, person: str, kind: MeasureKind) -> None:
        holds = in_force(await self._store.measures_of(person), kind, self._time.now())
        if holds is not None:
            raise refusal_of(holds)

    async def talk(self, person: Person, text: str) -> str:
        """What somebody wants to say, as others may read it."""
        await self.check_may_write(person)
        return words.masked(text, await self._store.words())

    async def check_name(self, name: str, person: str | None = None) -> None:
        """Names and titles have nothing masked: they are refused. A person is one who has a name already, and may keep
        it."""
        if person is not None and name != (await self.person(person)).name:
            await self._check(person, "mute")
        if words.find(name, await self._store.words()):
            raise Refused("words.name")

    # -- reports ----------------------------------------------------------------------------------------------

    async def report(self, by: Person, id: str) -> Report:
        """One report. That it was looked at is in the log: what is quoted was not said to everybody."""
        found = await self._report(id)
        await self._look(by, found.id, _called(found))
        return found

    async def settle(self, by: Person, id: str, outcome: Outcome, note: str) -> Report:
        found = await self._report(id)
        note = _reason(note, needed=False)
        settled = replace(
            found, state="settled", settled=self._time.now(), settler=by.name, outcome=outcome, note=note
        )  # fmt: skip
        entry = self.scribe.entry(by, "settle", id, of=_called(found), detail=outcome, why=note)
        if not await self._store.settle_report(settled, entry):
            raise Refused("moderation.settled")
        return settled

    async def tidy_up(self) -> None:
        """From time to time: forget reports, with what they quote, once they have been settled for long. The log of
        what was done about them stays."""
        await self._store.forget_reports(self._time.now() - REPORTS_KEPT)

    async def _report(self, id: str) -> Report:
        found = await self._store.report(id) if ID.fullmatch(id) else None
        if found is None:
            raise Refused("moderation.no-report")
        return found

    # -- people -----------------------------------------------------------------------------------------------

    async def person(self, id: str) -> Person:
        found = await self._store.person(id) if printable(id) else None
        if found is None:
            raise Refused("people.nobody")
        return found

    async def dossier(self, by: Person, id: str) -> tuple[Person, list[Measure], list[Report]]:
        """Somebody, what was ever decided about them, and who complained of them. Looking is in the log."""
        person = await self.person(id)
        await self._look(by, person.id, person.name)
        return person, await self._store.measures_of(id), await self._store.reports(about=id)

    async def measure(self, by: Person, id: str, kind: MeasureKind, hours: int | None, why: str) -> Measure:
        """Mute or ban somebody. Who is banned is out at once, with all programs, and gets up from every table."""
        person, why, now = await self._whom(by, id), _reason(why), self._time.now()
        if hours is not None and not 1 <= hours <= LONGEST_HOURS:
            raise Refused("moderation.hours", most=LONGEST_HOURS)
        until = None if hours is None else now + hours * HOUR
        taken = Measure(
            id=self._chances.word(), person=id, kind=kind, since=now, until=until, why=why, by=by.id, name=by.name
        )  # fmt: skip
        entry = self.scribe.entry(by, kind, id, of=person.name, detail=_until(until), why=why)
        if not await self._store.add_measure(taken, entry):
            raise Refused("people.nobody")
        if kind == "ban":
            for bar in self.barring:
                bar(id, refusal_of(taken))
            await self._keeper.send_away(id)
            for leave in self.leaving:
                await leave(id)
        return taken

    async def lift(self, by: Person, id: str, why: str) -> Measure:
        """Before its time, and while it still holds."""
        found, now = await self._store.measure(id) if ID.fullmatch(id) else None, self._time.now()
        if found is None or not found.holds(now):
            raise Refused("moderation.no-measure")
        person = await self._whom(by, found.person)
        entry = self.scribe.entry(by, "lift", found.person, of=person.name, detail=found.kind, why=_reason(why))
        if not await self._store.lift_measure(id, now, entry):
            raise Refused("moderation.no-measure")
        return replace(found, lifted=now)

    async def rename(self, by: Person, id: str, why: str) -> Person:
        """Give somebody a made-up name in place of one that nobody should have to read."""
        person, why = await self._whom(by, id), _reason(why)
        await self._store.add_entry(self.scribe.entry(by, "rename", id, of=person.name, why=why))
        return await self._keeper.name_anew(id)

    async def _whom(self, by: Person, id: str) -> Person:
        person = await self.person(id)
        if not officers.outranks(by, person):
            raise Refused("moderation.outranked", name=person.name)
        return person

    # -- tables -----------------------------------------------------------------------------------------------

    async def look_at_table(self, by: Person, id: str) -> Table:
        """Any table, private ones too; what is hidden in the game stays hidden. Looking is in the log."""
        table = await self._house.table(id)
        await self._look(by, table.id, table.game.title)
        return table

    async def close_table(self, by: Person, id: str, why: str) -> Table:
        entry = await self._entry_of_table(by, "close", id, why)
        return await self._house.change(id, lambda t, now: closing.close(t, now, self._house.uptimes), entry=entry)

    async def count_table(self, by: Person, id: str, counts: bool, why: str) -> Table:
        """Take a match out of the ratings, or put it back in."""
        entry = await self._entry_of_table(by, "reinstate" if counts else "annul", id, why)
        return await self._house.change(id, closing.reinstate if counts else closing.annul, entry=entry)

    async def close_tournament(self, hall: Hall, by: Person, id: str, why: str) -> Tournament:
        """It is off, and goes by the name of its game from now on."""
        t = await hall.tournament(id)
        entry = self.scribe.entry(by, "close-cup", t.id, of=t.title, why=_reason(why))
        title = self._house.library.take(t.rules.game).title
        return await hall.change(id, lambda t, now: tournament_doors.close(t, now, title), entry=entry)

    async def _entry_of_table(self, by: Person, what: What, id: str, why: str) -> Entry:
        table = await self._house.table(id)
        return self.scribe.entry(by, what, table.id, of=table.game.title, why=_reason(why))

    async def _look(self, by: Person, about: str, of: str) -> None:
        await self._store.add_entry(self.scribe.entry(by, "look", about, of=of))

    # -- words ------------------------------------------------------------------------------------------------

    async def words(self) -> list[Word]:
        return await self._store.words()

    async def put_words(self, by: Person, wanted: Sequence[Word]) -> list[Word]:
        kept, before = words.check(wanted), set(await self._store.words())
        if set(kept) != before:
            detail = ", ".join(
                [f"+{one.word}" for one in kept if one not in before]
                + [f"−{one.word}" for one in sorted(before, key=lambda one: one.word) if one not in kept]
            )
            await self._store.put_words(kept, self.scribe.entry(by, "words", "words", detail=detail[:LONGEST_WHY]))
        return kept


def _reason(why: str, needed: bool = True) -> str:
    clean = names.one_line(why)
    if len(clean) > LONGEST_WHY or (needed and not clean):
        raise Refused("moderation.why", most=LONGEST_WHY)
    return clean


def _until(until: int | None) -> str:
    return FOR_GOOD if until is None else moment(until)


def _called(report: Report) -> str:
    return report.of or report.game
