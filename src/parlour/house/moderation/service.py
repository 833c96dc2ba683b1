"""What hosts and moderators can do, each with a line in the log, and what it means for others."""

from collections.abc import Awaitable, Callable, Sequence

from msgspec.structs import replace

from parlour.core.texts import Refused, printable
from parlour.house.club import records as club_records
from parlour.house.club.conversations import Conversations
from parlour.house.club.records import Remark
from parlour.house.entropy import ID, Entropy
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation import roles, word_filter
from parlour.house.moderation.measures import (
    HOUR,
    LONGEST_HOURS,
    LONGEST_WHY,
    in_force,
    moment,
    refusal_of,
)
from parlour.house.moderation.records import AuditEntry, Measure, MeasureKind, Report, ReportOutcome, What, Word
from parlour.house.moderation.roles import AuditWriter
from parlour.house.people import guests, names
from parlour.house.people import records as people_records
from parlour.house.people.accounts import Accounts
from parlour.house.people.person import Person
from parlour.house.store import Change, Store
from parlour.house.streams import Further
from parlour.house.tables import commands
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.tournaments import commands as tournament_commands
from parlour.house.tournaments.repository import TournamentRepository
from parlour.house.tournaments.state import Tournament

REPORTS_KEPT = 365 * 24 * HOUR  # after they were settled
FOR_GOOD = "for good"  # in the log


class ModerationService:
    def __init__(self, store: Store, tables: TableRepository, accounts: Accounts, entropy: Entropy) -> None:
        self._store, self._tables, self._accounts, self._entropy = store, tables, accounts, entropy
        self._time = tables.time
        self.audit = AuditWriter(tables.time, entropy)
        # Told who is banned, and with what sentence, before their sessions end.
        self.barring: list[Callable[[str, Refused], None]] = []
        # What is to be done elsewhere when somebody is banned, so that nobody waits for them.
        self.leaving: list[Callable[[str], Awaitable[None]]] = []
        accounts.entry_checks.append(self.check_may_enter)
        accounts.name_checks.append(self.check_name)

    # -- what measures and words mean -------------------------------------------------------------------------

    async def check_may_enter(self, person: str) -> None:
        await self._check(person, "ban")

    async def check_may_write(self, person: Person) -> None:
        """Whether somebody may write what others have to read: talk, a title, another name."""
        guests.check_may_write(self._accounts.guests, person)
        await self._check(person.id, "mute")

    async def _check(self, person: str, kind: MeasureKind) -> None:
        holds = in_force(await moderation_records.measures_of(self._store, person), kind, self._time.now())
        if holds is not None:
            raise refusal_of(holds)

    async def talk(self, person: Person, text: str) -> str:
        """What somebody wants to say, as others may read it."""
        await self.check_may_write(person)
        return word_filter.masked(text, await moderation_records.words(self._store))

    async def check_name(self, name: str, person: str | None = None) -> None:
        """Names and titles have nothing masked: they are refused. A person is one who has a name already, and may keep
        it."""
        if person is not None and name != (await self.person(person)).name:
            await self._check(person, "mute")
        if word_filter.find(name, await moderation_records.words(self._store)):
            raise Refused("words.name")

    # -- reports ----------------------------------------------------------------------------------------------

    async def report(self, by: Person, id: str) -> Report:
        """One report. That it was looked at is in the log: what is quoted was not said to everybody."""
        found = await self._report(id)
        await self._look(by, found.id, _called(found))
        return found

    async def settle(self, by: Person, id: str, outcome: ReportOutcome, note: str) -> Report:
        found = await self._report(id)
        note = _reason(note, needed=False)
        settled = replace(
            found, state="settled", settled=self._time.now(), settler=by.name, outcome=outcome, note=note
        )  # fmt: skip
        entry = self.audit.entry(by, "settle", id, of=_called(found), detail=outcome, why=note)
        if not await moderation_records.settle_report(self._store, settled, entry):
            raise Refused("moderation.settled")
        return settled

    async def tidy_up(self) -> None:
        """From time to time: forget reports, with what they quote, once they have been settled for long. The log of
        what was done about them stays."""
        await moderation_records.forget_reports(self._store, self._time.now() - REPORTS_KEPT)

    async def _report(self, id: str) -> Report:
        found = await moderation_records.get_report(self._store, id) if ID.fullmatch(id) else None
        if found is None:
            raise Refused("moderation.no-report")
        return found

    # -- people -----------------------------------------------------------------------------------------------

    async def person(self, id: str) -> Person:
        found = await people_records.get_person(self._store, id) if printable(id) else None
        if found is None:
            raise Refused("people.nobody")
        return found

    async def dossier(self, by: Person, id: str) -> tuple[Person, list[Measure], list[Report]]:
        """Somebody, what was ever decided about them, and who complained of them. Looking is in the log."""
        person = await self.person(id)
        await self._look(by, person.id, person.name)
        return (
            person,
            await moderation_records.measures_of(self._store, id),
            await moderation_records.reports(self._store, about=id),
        )

    async def measure(self, by: Person, id: str, kind: MeasureKind, hours: int | None, why: str) -> Measure:
        """Mute or ban somebody. Who is banned is out at once, with all programs, and gets up from every table."""
        person, why, now = await self._check_rank(by, id), _reason(why), self._time.now()
        if hours is not None and not 1 <= hours <= LONGEST_HOURS:
            raise Refused("moderation.hours", most=LONGEST_HOURS)
        until = None if hours is None else now + hours * HOUR
        taken = Measure(
            id=self._entropy.word(), person=id, kind=kind, since=now, until=until, why=why, by=by.id, name=by.name
        )  # fmt: skip
        entry = self.audit.entry(by, kind, id, of=person.name, detail=_until(until), why=why)
        if not await moderation_records.add_measure(self._store, taken, entry):
            raise Refused("people.nobody")
        if kind == "ban":
            for bar in self.barring:
                bar(id, refusal_of(taken))
            await self._accounts.send_away(id)
            for leave in self.leaving:
                await leave(id)
        return taken

    async def lift(self, by: Person, id: str, why: str) -> Measure:
        """Before its time, and while it still holds."""
        found, now = (
            await moderation_records.get_measure(self._store, id) if ID.fullmatch(id) else None,
            self._time.now(),
        )
        if found is None or not found.holds(now):
            raise Refused("moderation.no-measure")
        person = await self._check_rank(by, found.person)
        entry = self.audit.entry(by, "lift", found.person, of=person.name, detail=found.kind, why=_reason(why))
        if not await moderation_records.lift_measure(self._store, id, now, entry):
            raise Refused("moderation.no-measure")
        return replace(found, lifted=now)

    async def rename(self, by: Person, id: str, why: str) -> Person:
        """Give somebody a made-up name in place of one that nobody should have to read."""
        person, why = await self._check_rank(by, id), _reason(why)
        await moderation_records.add_entry(self._store, self.audit.entry(by, "rename", id, of=person.name, why=why))
        return await self._accounts.name_anew(id)

    async def _check_rank(self, by: Person, id: str) -> Person:
        """The person, if a measure of theirs may be decided on by this one."""
        person = await self.person(id)
        if not roles.outranks(by, person):
            raise Refused("moderation.outranked", name=person.name)
        return person

    # -- tables -----------------------------------------------------------------------------------------------

    async def look_at_table(self, by: Person, id: str) -> Table:
        """Any table, private ones too; what is hidden in the game stays hidden. Looking is in the log."""
        table = await self._tables.table(id)
        await self._look(by, table.id, table.game.title)
        return table

    async def close_table(self, by: Person, id: str, why: str) -> Table:
        logged, up = await self._table_logged(by, "close", id, why), self._tables.uptimes
        return await self._tables.change(id, lambda t, now: commands.close(t, now, up), also=logged)

    async def count_table(self, by: Person, id: str, counts: bool, why: str) -> Table:
        """Take a match out of the ratings, or put it back in."""
        logged = await self._table_logged(by, "reinstate" if counts else "annul", id, why)
        return await self._tables.change(id, commands.reinstate if counts else commands.annul, also=logged)

    async def close_tournament(self, tournaments: TournamentRepository, by: Person, id: str, why: str) -> Tournament:
        """It is off, and goes by the name of its game from now on."""
        t = await tournaments.tournament(id)
        logged = self._logged(self.audit.entry(by, "close-cup", t.id, of=t.title, why=_reason(why)))
        title = self._tables.library.take(t.rules.game).title
        return await tournaments.change(id, lambda t, now: tournament_commands.close(t, now, title), also=logged)

    async def _table_logged(self, by: Person, what: What, id: str, why: str) -> Further:
        table = await self._tables.table(id)
        return self._logged(self.audit.entry(by, what, table.id, of=table.game.title, why=_reason(why)))

    def _logged(self, entry: AuditEntry) -> Further:
        """The entry is in the log if something was changed."""

        async def changes() -> list[Change]:
            return [await moderation_records.audit_change(self._store, entry)]

        return changes

    async def _look(self, by: Person, about: str, of: str) -> None:
        await moderation_records.add_entry(self._store, self.audit.entry(by, "look", about, of=of))

    # -- conversations ----------------------------------------------------------------------------------------

    async def take_away(self, conversations: Conversations, by: Person, place: str, number: int, why: str) -> Remark:
        """What was said in the common room or about a tournament: nobody is to read it any more."""
        said = await club_records.remark(self._store, place, number)
        if said is None:
            raise Refused("club.no-remark")
        entry = self.audit.entry(
            by, "hush", said.person, of=said.name, detail=said.text[:LONGEST_WHY], why=_reason(why)
        )
        return await conversations.take_away(place, number, entry)

    # -- words ------------------------------------------------------------------------------------------------

    async def words(self) -> list[Word]:
        return await moderation_records.words(self._store)

    async def put_words(self, by: Person, wanted: Sequence[Word]) -> list[Word]:
        kept, before = word_filter.check(wanted), set(await moderation_records.words(self._store))
        if set(kept) != before:
            detail = ", ".join(
                [f"+{one.word}" for one in kept if one not in before]
                + [f"−{one.word}" for one in sorted(before, key=lambda one: one.word) if one not in kept]
            )
            await moderation_records.put_words(
                self._store, kept, self.audit.entry(by, "words", "words", detail=detail[:LONGEST_WHY])
            )
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
