"""Keeping planned lines, and answering by them: what the house does for those who are asleep.

An answer is an ordinary step, taken by the table worker through the same command as any other. Its key follows from the
table, the seat and the position: a house that was killed after the step and before it knew of it does not take it
twice, and one that was killed before it finds the lines at its next start.
"""

from collections.abc import Callable, Sequence

from parlour.core.texts import Refused
from parlour.house.store import ABSENT, Change, Put, Remove, Unavailable, persist
from parlour.house.tables import commands
from parlour.house.tables import records as table_records
from parlour.house.tables.commands import TableChange
from parlour.house.tables.planned_lines import PlannedLine, answer_now, check_may_plan, lines_left, plan
from parlour.house.tables.records import PLANNED_LINES, PlannedLines
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table


class Planning:
    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables
        self.listeners: list[Callable[[str], None]] = []  # told at which table something has been planned

    async def lines(self, table: Table, person: str, seat: int) -> list[PlannedLine]:
        """What this person has planned for the seat, as far as it can still come about."""
        check_may_plan(table, person, seat)
        kept = await table_records.planned_lines(self._tables.store, table.id, seat)
        return [] if kept is None or kept.person != person else lines_left(kept, table)

    async def keep(self, id: str, person: str, seat: int, lines: Sequence[Sequence[str]]) -> list[PlannedLine]:
        """These lines, and no others from now on. Answers them as they are kept."""
        store, new = self._tables.store, list[PlannedLines]()

        async def changes() -> list[Change]:
            table = await self._tables.table(id)
            was = await table_records.planned_lines(store, id, seat)
            planned = await self._tables.beside(plan, table, self._tables.time.now(), person, seat, lines)
            new[:] = [] if planned is None else [planned]
            if planned is not None:
                return [Put(PLANNED_LINES, planned, ABSENT if was is None else was)]
            return [] if was is None else [Remove(PLANNED_LINES, (id, seat), was)]

        await persist(store, changes)
        # What others did while it was written down has not been answered by anybody.
        for listener in tuple(self.listeners):
            listener(id)
        return [line for planned in new for line in lines_left(planned, await self._tables.table(id))]

    # -- answering --------------------------------------------------------------------------------------------

    async def answer(self, table: Table) -> bool:
        """Take the steps that somebody has planned for now; False: there are none."""
        if table.rules.clock.pace != "days":
            return False
        for planned in await table_records.planned_lines_at(self._tables.store, table.id):
            steps = answer_now(planned, table)
            if steps and await self._take(table, planned, steps):
                return True
            if not steps and not lines_left(planned, table):
                await self._forget(planned)
        return False

    async def _take(self, then: Table, planned: PlannedLines, steps: Sequence[str]) -> bool:
        assert then.match is not None, "it was being played"
        seat, count, up = planned.seat, then.match.step_count, self._tables.uptimes

        def command(table: Table, now: int) -> TableChange | None:
            if table.match is None or table.match.step_count != count or answer_now(planned, table) != steps:
                return None
            return commands.step(table, now, up, seat, steps)

        async def still_planned() -> list[Change]:
            # A line that is taken back while it is about to be played is taken back: both are one unit's business.
            if await table_records.planned_lines(self._tables.store, planned.table, seat) != planned:
                raise Refused("refuse.plan-gone")
            return [Put(PLANNED_LINES, planned, planned)]

        try:
            await self._tables.change(then.id, command, f"planned {seat} {count}", still_planned)
        except Unavailable:
            raise
        except Refused:  # what was hidden when it was planned does not allow it
            await self._forget(planned)
        return True

    async def _forget(self, planned: PlannedLines) -> None:
        key = PLANNED_LINES.key_of(planned)

        async def changes() -> list[Change]:
            there = await table_records.planned_lines(self._tables.store, planned.table, planned.seat)
            return [Remove(PLANNED_LINES, key, planned)] if there == planned else []

        await persist(self._tables.store, changes)


def may_be_planned(table: Table) -> bool:
    """Whether a person is to act where others may have planned something."""
    if table.rules.clock.pace != "days" or table.phase != "playing":
        return False
    return any(table.sitters[seat].kind == "person" for seat in table.to_act)
