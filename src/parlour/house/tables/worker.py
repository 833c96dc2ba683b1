"""The table worker does what the house itself has to do at tables: bots' moves and answers, planned answers, rematches,
time that is up.

It is told of every change and looks at the table again. What it does are the same commands that people give. So it can
be started at any moment, and begins with all tables that wait for the house.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from parlour.core.offers import DECLINE, DRAW
from parlour.core.texts import Refused
from parlour.house import background, uptimes
from parlour.house.neighbours import Neighbours
from parlour.house.ports import BotPlayers
from parlour.house.store import Unavailable
from parlour.house.tables import commands, rematch
from parlour.house.tables import records as table_records
from parlour.house.tables.commands import TableChange
from parlour.house.tables.device_bots import PATIENCE, DeviceWaits
from parlour.house.tables.planning import Planning, may_be_planned
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.tables.summary import asked_for, bots_to_act, people_are_still_to_begin, waits_for_the_house

HOUR = 3600.0  # seconds
HEARTBEAT, HEARTBEAT_AMONG_OTHERS = 5.0, 2.0  # seconds between two signs of life
LONGEST_NAP_AMONG_OTHERS = 1.0  # seconds between two looks at clocks: who was to look at them may be gone
LOOKS_APART = 2  # sweeps between two looks at all that wait for the house
LEFT_ALONE = 6_000  # milliseconds after which a table that waits for the house is taken for one that nobody looks after
AT_THE_OPENING = 0.3  # of a bot's pause: there is nothing to follow yet, and who has just sat down wants to begin
ANSWERING = 0.2  # seconds from the end of a bot's thinking until its move has come back
MOST_REMARKS = 4  # by one bot between two moves
MOST_RESUMED = 4  # tables of one person at once

log = logging.getLogger("parlour.tables")
HourlyTask = Callable[[], Awaitable[None]]
T = TypeVar("T")


class _Question(NamedTuple):
    """What a bot is asked, and at which moment of its match."""

    seat: int
    version: int
    answer: "asyncio.Task[Any]"

    on_device: bool = False  # it is a device that is waited for

    def still_stands(self, table: Table) -> bool:
        match = table.match
        if match is None or table.over or table.sitters[self.seat].kind != "bot":
            return False
        return match.version == self.version and (not self.on_device or table.bots_on == "device")


class TableWorker:
    """Looks after all tables while the server is up."""

    def __init__(
        self,
        tables: TableRepository,
        bot_players: BotPlayers,
        pause: float = 0.0,
        hourly_tasks: Sequence[HourlyTask] = (),
        longest_thought: Callable[[int], float] = lambda level: 0.0,
        planning: Planning | None = None,
        asleep: bool = False,  # it looks where it is told to, see `see_to`, and nowhere by itself
    ) -> None:
        self._tables, self._bot_players = tables, bot_players
        self._planning = planning or Planning(tables)
        self._hourly_tasks = hourly_tasks  # to be done at first and then every hour
        self._pause = pause  # seconds between the steps of bots, so that people can follow
        self._longest_thought = longest_thought  # seconds for which a bot of a level may think
        self._at: dict[str, asyncio.Task[None]] = {}  # where it is busy
        self._called: set[str] = set()  # where it was called again meanwhile
        self._questions: dict[str, _Question] = {}  # what bots think about, by table
        self._remarked: dict[str, int] = {}  # the turn in which its bots last had a say
        self._tasks: list[asyncio.Task[None]] = []
        self._folding = asyncio.Lock()  # after a restart, one table at a time is folded
        self._due = asyncio.Event()
        self.devices = DeviceWaits()
        self.neighbours: Neighbours | None = None  # other processes that may do the same
        self._looks = 0
        self.place = ""  # where this one is, for the host
        tables.listeners.append(self._notice)
        self._asleep = asleep
        if not asleep:
            tables.own_listeners.append(self._notice_own)
            self._planning.listeners.append(self._planned)
        tables.followed.append(self._at.__contains__)  # what a bot thinks about may be over

    async def start(self) -> None:
        """From now on the house is up; go on where it stopped."""
        tables, now = self._tables, self._tables.time.now()
        number = await tables.begin(now, self.place)
        hourly = [partial(self._hourly, task) for task in self._hourly_tasks]
        work: list[HourlyTask] = [partial(self._beat, number), self._run_out, *hourly]
        self._tasks = [asyncio.create_task(background.forever(each, log, "the table worker")) for each in work]
        if not tables.neighbours():
            self._tasks.append(asyncio.create_task(self._resume(await self._to_resume())))
        else:  # what waits for the house is theirs, until it has waited for too long
            await self._resume_mine({**await self._left_alone(), **await self._planned_before()})

    async def stop(self) -> None:
        await background.cancel(*self._tasks, *self._at.values())

    async def take_over(self) -> None:
        """Another process is gone: go on with this one's share of what it may have done."""
        await self._resume_mine(await self._to_resume())

    async def take_over_late(self) -> None:
        """The same for what has waited too long, whyever that is. Not each time: it is to look at all that wait."""
        self._looks += 1
        if self._looks % LOOKS_APART == 0:
            await self._resume_mine(await self._left_alone())

    async def _left_alone(self) -> dict[str, list[str]]:
        late, waiting = self._tables.time.now() - LEFT_ALONE, await table_records.tables_to_resume(self._tables.store)
        return {one.table: [one.table] for one in waiting if one.updated < late}

    async def _planned_before(self) -> dict[str, list[str]]:
        return {one.table: [one.table] for one in await table_records.all_planned_lines(self._tables.store)}

    async def _resume_mine(self, by_person: Mapping[str, Sequence[str]]) -> None:
        neighbours = self.neighbours
        if neighbours is None:
            return
        mine = {
            person: [id for id in ids if id not in self._at and neighbours.is_mine(id)]
            for person, ids in by_person.items()
        }
        if any(mine.values()):
            task = asyncio.create_task(self._resume(mine))
            self._tasks.append(task)
            task.add_done_callback(self._tasks.remove)

    async def _to_resume(self) -> dict[str, list[str]]:
        """Tables that wait for the house, and those where somebody has planned something, by one who sits there."""
        store, by_person = self._tables.store, dict[str, list[str]]()
        for table in await table_records.tables_to_resume(store):
            by_person.setdefault(table.people[0] if table.people else "", []).append(table.table)
        for planned in await table_records.all_planned_lines(store):
            by_person.setdefault(planned.person, []).append(planned.table)
        return {person: list(dict.fromkeys(ids)) for person, ids in by_person.items()}

    async def _resume(self, by_person: Mapping[str, Sequence[str]]) -> None:
        """Go on there, of everybody a few at a time: nobody waits until another's fifty have been gone on with."""
        await asyncio.gather(*(self._resume_some(ids) for ids in by_person.values()))

    async def _resume_some(self, ids: Iterable[str]) -> None:
        """Tables of games that are not ready yet come later."""
        at: set[asyncio.Task[None]] = set()
        while ids:
            later: list[str] = []
            for id in ids:
                try:
                    async with self._folding:
                        await self._tables.table(id)
                except Unavailable:
                    later.append(id)
                    continue
                except Refused as refusal:
                    log.warning("table %s cannot be gone on with: %s", id, refusal)
                    continue
                at.add(self._look_after(id))
                if len(at) >= MOST_RESUMED:
                    _, at = await asyncio.wait(at, return_when=asyncio.FIRST_COMPLETED)
            ids = later
            if ids:
                await asyncio.sleep(background.AGAIN)

    # -- time -------------------------------------------------------------------------------------------------

    async def _beat(self, number: int) -> None:
        tables = self._tables
        await uptimes.beat(tables.store, number, tables.time.now(), tables.news.told)
        await tables.look_at_uptimes()
        if tables.news.alone:
            await asyncio.sleep(HEARTBEAT)
            return
        told, slept = tables.news.told, 0.0
        while slept < HEARTBEAT_AMONG_OTHERS and (not slept or tables.news.told == told):
            await asyncio.sleep(tables.news.looks)  # whoever has not heard of what was told finds that out by the next
            slept += tables.news.looks

    async def _hourly(self, task: HourlyTask) -> None:
        await task()
        await asyncio.sleep(HOUR)

    async def _run_out(self) -> None:
        """Wait until somebody's time may be up, and look."""
        self._due.clear()
        due = await table_records.next_due(self._tables.store)
        left = None if due is None else (due - self._tables.time.now()) / 1000
        if self.neighbours is not None and left is not None:
            left += self.neighbours.patience()
        if left is None or left > 0:
            await background.nap(self._due, self._nap(left))
        elif await self._tables.run_out(self._tables.time.now()) == 0:
            await asyncio.sleep(background.AGAIN)  # somebody was quicker

    def _nap(self, left: float | None) -> float | None:
        if self._tables.news.alone:
            return left
        return LONGEST_NAP_AMONG_OTHERS if left is None else min(left, LONGEST_NAP_AMONG_OTHERS)

    # -- tables -----------------------------------------------------------------------------------------------

    def _notice(self, table: Table) -> None:
        """Whoever changed it."""
        if table.clocks.since or table.waits_until is not None:
            self._due.set()
        question = self._questions.get(table.id)
        if question is not None and not question.still_stands(table):
            question.answer.cancel()  # nobody thinks about what is over or was taken back

    def _notice_own(self, table: Table) -> None:
        """What was changed here is looked after here."""
        if self.leaves_to_the_house(table):
            self._look_after(table.id)

    def _planned(self, id: str) -> None:
        self._look_after(id)

    def _look_after(self, id: str) -> "asyncio.Task[None]":
        if id not in self._at:
            self._at[id] = asyncio.create_task(self._attend(id))
        else:
            self._called.add(id)
        return self._at[id]

    async def _attend(self, id: str) -> None:
        try:
            again = True
            while again:
                self._called.discard(id)
                again = await self._attend_once(id) or id in self._called
        finally:
            # At once, and not in a callback of the task: what changed in between would be left to nobody.
            del self._at[id]

    async def _attend_once(self, id: str) -> bool:
        try:
            return await self._do_something(await self._tables.table(id))
        except Refused as refusal:
            # Not ready yet, too busy, or somebody was quicker: what is to be done then is another thing.
            log.info("at table %s: %s", id, refusal)
        except Exception:
            log.exception("the table worker stumbled at table %s", id)
        await asyncio.sleep(background.AGAIN)
        return True

    async def see_to(self, id: str, position: int | None = None) -> bool:
        """Do the next thing that is the house's to do at a table, if so many events have happened there and no more;
        answers whether there was one. It is no harm if another does the same."""
        table = await self._tables.table(id)
        began = table.position
        if position is not None and began != position:
            return False  # of what has happened since, another is told
        while await self._do_something(table):
            table = await self._tables.table(id)
            if table.position != began:
                return True
        return False

    def leaves_to_the_house(self, table: Table) -> bool:
        """Whether there may be something to do."""
        return waits_for_the_house(table) or self._may_remark(table) or may_be_planned(table)

    def wait_for_device(self, table: Table) -> float:
        """Seconds for which a bot's move is left to somebody's device."""
        acting = bots_to_act(table)
        if table.bots_on != "device" or not acting:
            return 0.0
        return self._longest_thought(max(self._level(table, seat) for seat in acting)) + PATIENCE

    async def _do_something(self, table: Table) -> bool:
        """The next thing that is the house's to do; False if there is none."""
        if rematch.rematch_is_wanted(table):
            await self._tables.open_rematch(table)
            return True
        if await self._planning.answer(table):
            return True
        if table.match is None or table.over:
            return False
        if self._may_remark(table):
            await self._remarks(table)
            return True
        acting = bots_to_act(table)
        if not acting:
            return False
        await self._bot_step(table, acting[0])
        return True

    async def _bot_step(self, table: Table, seat: int) -> None:
        """A bot answers in the time a person would take to look up, however fast it thinks."""
        match = table.match
        assert match is not None, "it is being played"
        if await self._left_to_device(table, seat):
            return
        tempo = asyncio.create_task(asyncio.sleep(self._tempo(table, seat)))
        try:
            about = match, seat, self._level(table, seat), table.id, asked_for(table)
            answer: str | None
            if match.offer_by() not in (None, seat):
                accepts = await self._answered(table, seat, self._bot_players.accepts_draw(*about))
                answer = None if accepts is None else DRAW if accepts else DECLINE
            else:
                answer = await self._answered(table, seat, self._bot_players.step(*about))
            if answer is not None:
                await tempo
        finally:
            tempo.cancel()
        if answer is not None:
            await self._play(table, seat, answer)

    async def _left_to_device(self, table: Table, seat: int) -> bool:
        """Whether the match has gone on without the house, or is another by now: then it is looked at again. What
        leaves nothing to think about, and an answer to an offer, is the house's in any case."""
        match = table.match
        assert match is not None, "it is being played"
        if self._asleep or table.bots_on != "device" or match.offer_by() is not None or len(match.legal(seat)) <= 1:
            return False
        waits = self.devices.wait(table.id, self._longest_thought(self._level(table, seat)) + PATIENCE)
        await self._answered(table, seat, waits, on_device=True)
        now = await self._tables.table(table.id)
        return now.match is None or now.match.version != match.version or now.bots_on != "device"

    async def _answered(
        self, table: Table, seat: int, question: Coroutine[Any, Any, T], on_device: bool = False
    ) -> T | None:
        """A bot's answer; None if the match has gone on, or is over, before it was found."""
        assert table.match is not None, "it is being played"
        task = asyncio.create_task(question)
        self._questions[table.id] = _Question(seat, table.match.version, task, on_device)
        try:
            await asyncio.wait([task])
        finally:
            del self._questions[table.id]
            task.cancel()
        return None if task.cancelled() else task.result()

    def pause_of(self, table: Table, seat: int) -> float:
        """For whoever makes a bot's move in the house's place."""
        return self._tempo(table, seat)

    def _tempo(self, table: Table, seat: int) -> float:
        """Seconds until a bot moves. Where something is hidden they follow from what everybody knows: a bot that may
        think for long takes all of that time, or its haste would tell that its hand left it no choice. Nobody sees
        the single steps of a secret phase."""
        pause = self._pause * (AT_THE_OPENING if people_are_still_to_begin(table) else 1)
        match = table.match
        if not self._pause or match is None or not table.game.hidden or table.game.waiting_now(match.state):
            return pause
        thought = self._longest_thought(self._level(table, seat))
        return max(pause, thought + ANSWERING) if thought else pause

    def _may_remark(self, table: Table) -> bool:
        match = table.match
        if match is None or table.over or not table.seats_with("bot") or not self._bot_players.remarks_on(table.game):
            self._remarked.pop(table.id, None)
            return False
        return self._remarked.get(table.id) != match.turn

    async def _remarks(self, table: Table) -> None:
        """Every bot may say something besides its moves, on turn or off. Once for a turn: a person who has begun one
        could not take back a step past what somebody says."""
        for seat in table.seats_with("bot"):
            for _ in range(MOST_REMARKS):
                match = table.match
                if match is None or table.over:
                    return
                about = match, seat, self._level(table, seat), table.id, asked_for(table)
                said = await self._answered(table, seat, self._bot_players.remark(*about))
                if said is None or not await self._play(table, seat, said):
                    break
                table = await self._tables.table(table.id)
        match = table.match
        if match is not None:
            self._remarked[table.id] = match.turn

    async def _play(self, then: Table, seat: int, answer: str) -> bool:
        """What a bot answered, if the match is still where it was when it was asked."""
        asked, tables = then.match, self._tables
        assert asked is not None, "it was being played"

        def command(table: Table, now: int) -> TableChange | None:
            match = table.match
            if match is None or match.version != asked.version or table.sitters[seat].kind != "bot":
                return None
            return commands.step(table, now, tables.uptimes, seat, [answer])

        before = (await tables.table(then.id)).position
        return (await tables.change(then.id, command)).position != before

    def _level(self, table: Table, seat: int) -> int:
        level = table.sitters[seat].level
        assert level is not None, "a bot has a level"
        return level
