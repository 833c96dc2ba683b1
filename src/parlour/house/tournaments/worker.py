"""The tournament worker begins tournaments at their time, opens the tables of a round, takes results in and draws the
next round, as the table worker does what is to be done at tables.

All it does follows from what is kept, and is done once however often it is tried: a table's id comes from its
tournament and its place in it, and of two who take in a result one appends first. So it can be killed at any moment and
started again.
"""

import asyncio
import logging
from time import monotonic

from parlour.core.texts import Refused
from parlour.house import background
from parlour.house.background import AGAIN, LONGEST_NAP
from parlour.house.ratings.eligibility import never_came
from parlour.house.store import Unavailable
from parlour.house.tables import commands as table_commands
from parlour.house.tables import events as table_events
from parlour.house.tables import records as table_records
from parlour.house.tables.clocks import MINUTE
from parlour.house.tables.commands import bot_sitter, check_rules, open_table
from parlour.house.tables.events import Sitter
from parlour.house.tables.state import Table
from parlour.house.tournaments import commands, progress
from parlour.house.tournaments.repository import TournamentRepository
from parlour.house.tournaments.state import PairedMatch, Tournament, table_id

log = logging.getLogger("parlour.tournaments")


class TournamentWorker:
    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments, self._tables = tournaments, tournaments.tables
        self._due: dict[str, float] = {}  # by tournament, when it is to be looked at, by the house's clock
        self._all_seen = monotonic() - LONGEST_NAP
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        tournaments.own_listeners.append(lambda t: self._wake(t.id))
        self._tables.own_listeners.append(self._notice)

    async def start(self) -> None:
        for id in await self._left_to_bots():
            self._wake(id)
        self._task = asyncio.create_task(background.forever(self._go_round, log, "the tournament worker"))

    async def stop(self) -> None:
        await background.cancel(self._task)

    async def take_over(self) -> None:
        """Another process is gone, which may have had something to do here."""
        self._all_seen = monotonic() - LONGEST_NAP
        self._woken.set()

    async def _left_to_bots(self) -> list[str]:
        """Tournaments of which a match of bots goes on: they may have been called off just before the house closed."""
        store = self._tables.store
        alone = [one.table for one in await table_records.tables_to_resume(store) if not one.people]
        opened = [table_events.decode((await store.read(table))[0]) for table in alone]
        rules = [event.rules for event in opened if isinstance(event, table_events.Opened)]
        return list(dict.fromkeys(one.tournament for one in rules if one.tournament is not None))

    def _notice(self, table: Table) -> None:
        tournament = table.rules.tournament
        if tournament is not None and table.over:
            self._wake(tournament)

    def _wake(self, tournament: str) -> None:
        self._due[tournament] = 0
        self._woken.set()

    async def _go_round(self) -> None:
        """Look after every tournament that is due, then sleep until the next is."""
        if monotonic() - self._all_seen >= LONGEST_NAP:
            self._due.update(dict.fromkeys(await self._tournaments.unfinished(), 0))
            self._all_seen = monotonic()
        self._woken.clear()
        now = self._tables.time.now()
        for id in [id for id, due in self._due.items() if due <= now]:
            due = await self.look_after(id)
            if due is None:
                self._due.pop(id, None)
            else:
                self._due[id] = max(due, now + AGAIN * 1000)
        due = min(self._due.values(), default=None)
        await background.nap(self._woken, None if due is None else (due - self._tables.time.now()) / 1000)

    async def look_after(self, id: str) -> float | None:
        """Do all that is to be done now; answers when to look again, if not only when something happens."""
        try:
            return await self._look_after(id)
        except Unavailable as refusal:
            log.info("in tournament %s: %s", id, refusal)
            return self._tables.time.now() + AGAIN * 1000
        except Refused as refusal:
            log.warning("tournament %s cannot be gone on with: %s", id, refusal)
            return None

    async def _look_after(self, id: str) -> float | None:
        while True:
            before = await self._tournaments.tournament(id)
            await self._tournaments.change(id, commands.open_check_in)
            await self._begin(before)
            soon = await self._matches(await self._tournaments.tournament(id))
            t = await self._tournaments.change(id, lambda t, now: progress.go_on(t, now, self._tables.uptimes))
            if t.cancelled:
                await self._break_off(t)
            if t.position == before.position:
                later = progress.next_look(t, self._tables.uptimes)
                return min((one for one in (soon, later) if one is not None), default=None)

    async def _begin(self, t: Tournament) -> None:
        ratings = await self._tournaments.ratings_of(t) if t.phase == "open" else {}
        seed = self._tables.entropy.secret().hex()
        await self._tournaments.change(t.id, lambda t, now: commands.start_due(t, now, seed, ratings))

    # -- matches ----------------------------------------------------------------------------------------------

    async def _matches(self, t: Tournament) -> float | None:
        """All that are not decided: open their tables, take in those that are over; answers when somebody's patience
        ends."""
        soonest: float | None = None
        for game in t.undecided if t.phase == "running" else ():
            try:
                table = await self._table(t, game)
            except Unavailable:
                raise
            except Refused as refusal:  # the game has other rules by now, or what is kept of the table is damaged
                log.warning("match %s of tournament %s is void: %s", game.pairing.id, t.id, refusal)
                await self._void(t, game)
                continue
            if not table.over and t.rules.patience:
                table, ends = await self._wait_for_people(t, game, table)
                soonest = ends if soonest is None or (ends is not None and ends < soonest) else soonest
            if table.over:
                await self._take_in(t, game, table)
            elif table.rules.rules_version != table.game.rules_version:
                await self._void(t, game)
        return soonest

    async def _table(self, t: Tournament, game: PairedMatch) -> Table:
        """The table of a match; opened, if it is not there yet."""
        tables, id = self._tables, table_id(t, game.pairing.id)
        if await table_records.table_summary(tables.store, id) is not None:
            return await tables.table(id)
        tables.library.take(t.rules.game)
        rules = check_rules(
            table_events.TableRules(
                game=t.rules.game, rules_version=t.rules.rules_version, options=t.rules.options, seats=t.rules.seats,
                clock=t.rules.clock, listed=False, tournament=t.id,
                rated=t.rules.rated,
            )
        )  # fmt: skip
        sitters = [_sitter(t, one) for one in game.pairing.seats]
        host = next((sitter.person for sitter in sitters if sitter.person is not None), t.organiser)
        now, invite, secret = tables.time.now(), tables.entropy.word(), tables.entropy.secret().hex()
        opened = table_events.Opened(at=now, table=id, host=host, rules=rules, invite=invite, secret=secret)
        return await tables.keep_new(open_table(opened, sitters, now), None)

    async def _take_in(self, t: Tournament, game: PairedMatch, table: Table) -> None:
        """Points, and who never came, by what is kept of the table."""
        if table.match is None or (table.match.ended is not None and table.match.ended.by == "void"):
            await self._void(t, game)  # those who look after the house have closed it
            return
        result = table.match.result
        # Where the last person leaves a table of more than two, it ends, and nobody is said to have lost.
        all_left = result is not None and result.ending == "abandoned" and result.seat is None
        people = [seat for seat, one in enumerate(game.pairing.seats) if not t.entrants[one].is_bot]
        deserted = [seat for seat in people if all_left or table.sitters[seat].kind == "bot"]
        returns = [0.0] * t.rules.seats if result is None else result.returns
        points, absent = progress.points_of(returns, deserted), never_came(table)
        await self._tournaments.change(t.id, lambda t, now: progress.score(t, now, game.pairing.id, points, absent))

    async def _break_off(self, t: Tournament) -> None:
        """Of a tournament that is off, the matches of bots alone: nobody wants to know how they come out."""
        tables, uptimes = self._tables, self._tables.uptimes

        def close(table: Table, now: int) -> table_commands.TableChange | None:
            return None if table.over or table.people else table_commands.close(table, now, uptimes)

        for id in [table_id(t, game.pairing.id) for game in t.undecided]:
            if await table_records.table_summary(tables.store, id) is None:
                continue
            try:
                await tables.change(id, close)
            except Unavailable:
                raise
            except Refused as refusal:  # what is kept of it is damaged: nobody can play there either
                log.warning("table %s of tournament %s cannot be closed: %s", id, t.id, refusal)

    async def _void(self, t: Tournament, game: PairedMatch) -> None:
        """Nobody can play it: all are level."""
        points = progress.points_of([0.0] * t.rules.seats)
        await self._tournaments.change(t.id, lambda t, now: progress.score(t, now, game.pairing.id, points, by="void"))

    async def _wait_for_people(self, t: Tournament, game: PairedMatch, table: Table) -> tuple[Table, float | None]:
        """Who is to act and has not made one move in all that time has not come: they leave the table."""
        uptimes, patience = self._tables.uptimes, t.rules.patience * MINUTE
        ends: float | None = None
        for seat, since in table.clocks.since.items():
            person = table.sitters[seat].person
            if person is None or seat in table.came:
                continue
            until = since + patience + uptimes.down_since(since)
            if self._tables.time.now() < until:
                ends = until if ends is None else min(ends, until)
                continue

            def leave(
                now_table: Table, now: int, seat: int = seat, person: str = person
            ) -> table_commands.TableChange | None:
                if now_table.over or now_table.sitters[seat].person != person or seat not in now_table.to_act:
                    return None
                return table_commands.leave(now_table, now, uptimes, person)

            table = await self._tables.change(table.id, leave)
        return table, ends


def _sitter(t: Tournament, one: str) -> Sitter:
    entrant = t.entrants[one]
    return Sitter("person", entrant.name, one) if entrant.level is None else bot_sitter(entrant.level)
