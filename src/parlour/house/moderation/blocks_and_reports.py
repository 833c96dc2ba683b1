"""What people can do about each other: block somebody, or report something to hosts and moderators."""

from collections.abc import Sequence

from parlour.core.texts import Refused, printable
from parlour.house.club import records as club_records
from parlour.house.club.records import HOUSE_TALK, Remark
from parlour.house.entropy import Entropy
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation.records import Block, Quote, Reason, Report, ReportKind
from parlour.house.people import names
from parlour.house.people import records as people_records
from parlour.house.people.person import Person
from parlour.house.ports import Time
from parlour.house.store import Store
from parlour.house.tables.log import LogLine
from parlour.house.tables.state import Table

MOST_BLOCKED = 500
MOST_OPEN = 20  # reports of one person that nobody has dealt with yet
MOST_QUOTED = 30  # lines that are kept as evidence
LONGEST_WORDS = 1000


class BlocksAndReports:
    def __init__(self, store: Store, time: Time, entropy: Entropy) -> None:
        self._store, self._time, self._entropy = store, time, entropy

    # -- blocking ---------------------------------------------------------------------------------------------

    async def block(self, person: Person, other: str) -> None:
        """From now on that one is not heard. They are not told."""
        if other == person.id:
            raise Refused("moderation.oneself")
        await self.known(other)
        if len(await moderation_records.blocks_of(self._store, person.id)) >= MOST_BLOCKED:
            raise Refused("moderation.blocked-many", most=MOST_BLOCKED)
        await moderation_records.add_block(self._store, Block(person=person.id, other=other, since=self._time.now()))

    async def unblock(self, person: Person, other: str) -> None:
        if printable(other):
            await moderation_records.remove_block(self._store, person.id, other)

    async def blocked(self, person: Person) -> list[tuple[Person, int]]:
        """Whom somebody has blocked, and since when."""
        found = [
            (await people_records.get_person(self._store, block.other), block.since)
            for block in await moderation_records.blocks_of(self._store, person.id)
        ]
        return [(other, since) for other, since in found if other is not None]

    async def unheard(self, person: Person | None) -> frozenset[str]:
        """Whose words somebody is not to read."""
        if person is None:
            return frozenset()
        return frozenset(block.other for block in await moderation_records.blocks_of(self._store, person.id))

    async def is_shunned(self, person: str, by: Sequence[str]) -> bool:
        """Whether one of these has blocked that person: then that person cannot come uninvited."""
        return bool(by) and await moderation_records.is_blocked(
            self._store, person, [one for one in by if one != person]
        )

    # -- reporting --------------------------------------------------------------------------------------------

    async def report_person(self, by: Person, other: str, reason: Reason, words: str) -> str:
        about = await self.known(other)
        if other == by.id:
            raise Refused("moderation.oneself")
        return await self._report(by, "person", reason, words, person=about.id, of=about.name)

    async def report_talk(
        self, by: Person, table: Table, viewer: int | None, line: int, reason: Reason, words: str
    ) -> str:
        """A line as that viewer was told it, counted from 1, with what was said before it."""
        told = table.told[viewer]
        if not 1 <= line <= len(told) or told[line - 1].kind != "said":
            raise Refused("moderation.no-line")
        said = told[line - 1]
        if said.person == by.id:
            raise Refused("moderation.oneself")
        quotes = (_quote(said), *_quotes(told[: line - 1]))
        return await self._report(
            by, "talk", reason, words, person=said.person, of=said.name, table=table, quotes=quotes
        )  # fmt: skip

    async def report_remark(self, by: Person, place: str, number: int, reason: Reason, words: str) -> str:
        """What was said in a conversation of the house or of a tournament, with what was said before it."""
        said = await club_records.remark(self._store, place, number)
        if said is None or not said.text:
            raise Refused("moderation.no-line")
        if said.person == by.id:
            raise Refused("moderation.oneself")
        before = await club_records.earlier_remarks(self._store, place, number, MOST_QUOTED - 1)
        quotes = tuple(_quote_of(one) for one in (said, *reversed(before)) if one.text)
        return await self._report(by, "talk", reason, words, person=said.person, of=said.name, quotes=quotes)

    async def report_table(self, by: Person, table: Table, viewer: int | None, reason: Reason, words: str) -> str:
        return await self._report(by, "table", reason, words, table=table, quotes=_quotes(table.told[viewer]))

    async def _report(
        self, by: Person, kind: ReportKind, reason: Reason, words: str, *, person: str = "", of: str = "",
        table: Table | None = None, quotes: tuple[Quote, ...] = (),
    ) -> str:  # fmt: skip
        words = names.one_line(words)
        if len(words) > LONGEST_WORDS:
            raise Refused("moderation.words-long", most=LONGEST_WORDS)
        if await moderation_records.count_reports(self._store, "open", by.id) >= MOST_OPEN:
            raise Refused("moderation.reports-many", most=MOST_OPEN)
        return await moderation_records.add_report(
            self._store,
            Report(
                id=self._entropy.word(), at=self._time.now(), by=by.id, name=by.name, kind=kind, person=person, of=of,
                table="" if table is None else table.id, game="" if table is None else table.rules.game, reason=reason,
                words=words, quotes=quotes,
            )
        )  # fmt: skip

    async def known(self, id: str) -> Person:
        person = await people_records.get_person(self._store, id) if printable(id) else None
        if person is None:
            raise Refused("people.nobody")
        return person


def _quotes(lines: Sequence[LogLine]) -> tuple[Quote, ...]:
    """What was said last, the latest first."""
    return tuple(_quote(line) for line in reversed(lines) if line.kind == "said")[:MOST_QUOTED]


def _quote_of(said: Remark) -> Quote:
    channel = "house" if said.place == HOUSE_TALK else f"tournament {said.place}"
    return Quote(at=said.at, person=said.person, name=said.name, text=said.text, channel=channel)


def _quote(line: LogLine) -> Quote:
    return Quote(at=line.at, person=line.person, name=line.name, text=line.text, channel=line.channel)
