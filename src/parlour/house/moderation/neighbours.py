"""What people can do about each other: want nothing to do with somebody, or tell those who look after the house."""

from collections.abc import Sequence
from typing import Protocol

from parlour.core.texts import Refused, printable
from parlour.house import names
from parlour.house.house import Chances
from parlour.house.lines import Line
from parlour.house.moderation.ports import Block, Kind, Moderation, Quote, Reason, Report
from parlour.house.ports import People, Person, Time
from parlour.house.table import Table

MOST_BLOCKED = 500
MOST_OPEN = 20  # reports of one person that nobody has dealt with yet
MOST_QUOTED = 30  # lines that are kept as evidence
LONGEST_WORDS = 1000


class Kept(People, Moderation, Protocol):
    """What is needed of the store."""


class Neighbours:
    def __init__(self, store: Kept, time: Time, chances: Chances) -> None:
        self._store, self._time, self._chances = store, time, chances

    # -- blocking ---------------------------------------------------------------------------------------------

    async def block(self, person: Person, other: str) -> None:
        """From now on that one is not heard. They are not told."""
        if other == person.id:
            raise Refused("moderation.oneself")
        await self.known(other)
        if len(await self._store.blocks_of(person.id)) >= MOST_BLOCKED:
            raise Refused("moderation.blocked-many", most=MOST_BLOCKED)
        await self._store.add_block(Block(person=person.id, other=other, since=self._time.now()))

    async def unblock(self, person: Person, other: str) -> None:
        if printable(other):
            await self._store.remove_block(person.id, other)

    async def blocked(self, person: Person) -> list[tuple[Person, int]]:
        """Whom somebody has blocked, and since when."""
        found = [
            (await self._store.person(block.other), block.since) for block in await self._store.blocks_of(person.id)
        ]
        return [(other, since) for other, since in found if other is not None]

    async def unheard(self, person: Person | None) -> frozenset[str]:
        """Whose words somebody is not to read."""
        if person is None:
            return frozenset()
        return frozenset(block.other for block in await self._store.blocks_of(person.id))

    async def is_shunned(self, person: str, by: Sequence[str]) -> bool:
        """Whether one of these wants nothing to do with that person: then they cannot come uninvited."""
        return bool(by) and await self._store.is_blocked(person, [one for one in by if one != person])

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

    async def report_table(self, by: Person, table: Table, viewer: int | None, reason: Reason, words: str) -> str:
        return await self._report(by, "table", reason, words, table=table, quotes=_quotes(table.told[viewer]))

    async def _report(
        self, by: Person, kind: Kind, reason: Reason, words: str, *, person: str = "", of: str = "",
        table: Table | None = None, quotes: tuple[Quote, ...] = (),
    ) -> str:  # fmt: skip
        words = names.one_line(words)
        if len(words) > LONGEST_WORDS:
            raise Refused("moderation.words-long", most=LONGEST_WORDS)
        if await self._store.count_reports("open", by.id) >= MOST_OPEN:
            raise Refused("moderation.reports-many", most=MOST_OPEN)
        return await self._store.add_report(
            Report(
                id=self._chances.word(), at=self._time.now(), by=by.id, name=by.name, kind=kind, person=person, of=of,
                table="" if table is None else table.id, game="" if table is None else table.rules.game, reason=reason,
                words=words, quotes=quotes,
            )
        )  # fmt: skip

    async def known(self, id: str) -> Person:
        person = await self._store.person(id) if printable(id) else None
        if person is None:
            raise Refused("people.nobody")
        return person


def _quotes(lines: Sequence[Line]) -> tuple[Quote, ...]:
    """What was said last, the latest first."""
    return tuple(_quote(line) for line in reversed(lines) if line.kind == "said")[:MOST_QUOTED]


def _quote(line: Line) -> Quote:
    return Quote(at=line.at, person=line.person, name=line.name, text=line.text, channel=line.channel)
