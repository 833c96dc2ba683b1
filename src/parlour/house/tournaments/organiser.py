"""The organiser's right hand: begins tournaments at their time, opens the tables of a round, takes results in, draws
the next round. What the steward is to tables.

All it does follows from what is kept, and is done once however often it is tried: a table's id comes from its
tournament and its place in it, a result is taken by whoever appends first. So it can be killed at any moment and
started again.
"""

import asyncio
import logging
from contextlib import suppress
from time import monotonic

from parlour.core.texts import Refused
from parlour.house import doors as table_doors
from parlour.house import events as table_events
from parlour.house.clocks import MINUTE
from parlour.house.counting import never_came
from parlour.house.doors import bot_sitter, check_rules, open_table
from parlour.house.events import Sitter
from parlour.house.ports import Unavailable
from parlour.house.table import Table
from parlour.house.tournaments import course, doors
from parlour.house.tournaments.hall import Hall
from parlour.house.tournaments.tournament import Game, Tournament, table_id

LONGEST_NAP = 60.0  # seconds between two looks at all tournaments: another house on this store may have changed some
AGAIN = 1.0  # seconds before something is tried again

log = logging.getLogger("parlour.organiser")


class Organiser:
    def __init__(self, hall: Hall) -> None:
        self._hall, self._house = hall, hall.house
        self._due: dict[str, float] = {}  # by tournament, when it is to be looked at, by the house's clock
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        hall.listeners.append(lambda t: self._wake(t.id))
        self._house.listeners.append(self._notice)

    async def start(self) -> None:
        self._task = asyncio.create_task(self._forever())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _notice(self, table: Table) -> None:
        tournament = table.rules.tournament
        if tournament is not None and table.over:
            self._wake(tournament)

    def _wake(self, tournament: str) -> None:
        self._due[tournament] = 0
        self._woken.set()

    async def _forever(self) -> None:
        all_seen = monotonic() - LONGEST_NAP
        while True:
            try:
                if monotonic() - all_seen >= LONGEST_NAP:
                    self._due.update(dict.fromkeys(await self._hall.unfinished(), 0))
                    all_seen = monotonic()
                await self._round_trip()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("the organiser stumbled")
                await asyncio.sleep(AGAIN)

    async def _round_trip(self) -> None:
        """Look after every tournament that is due, then sleep until the next is."""
        self._woken.clear()
        now = self._house.time.now()
        for id in [id for id, due in self._due.items() if due <= now]:
            due = await self.look_after(id)
            if due is None:
                self._due.pop(id, None)
            else:
                self._due[id] = max(due, now + AGAIN * 1000)
        nap = min((due - self._house.time.now() for due in self._due.values()), default=LONGEST_NAP * 1000) / 1000
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, min(nap, LONGEST_NAP))):
                await self._woken.wait()

    async def look_after(self, id: str) -> float | None:
        """Do all that is to be done now; answers when to look again, if not only when something happens."""
        try:
            return await self._look_after(id)
        except Unavailable as refusal:
            log.info("in tournament %s: %s", id, refusal)
            return self._house.time.now() + AGAIN * 1000
        except Refused as refusal:
            log.warning("tournament %s cannot be gone on with: %s", id, refusal)
            return None

    async def _look_after(self, id: str) -> float | None:
        while True:
            before = await self._hall.tournament(id)
            await self._hall.change(id, doors.open_check_in)
            await self._begin(before)
            soon = await self._matches(await self._hall.tournament(id))
            t = await self._hall.change(id, lambda t, now: course.go_on(t, now, self._house.uptimes))
            if t.position == before.position:
                later = course.next_look(t, self._house.uptimes)
                return min((one for one in (soon, later) if one is not None), default=None)

    async def _begin(self, t: Tournament) -> None:
        ratings = await self._hall.ratings_of(t) if t.phase == "open" else {}
        seed = self._house.chances.secret().hex()
        await self._hall.change(t.id, lambda t, now: doors.start_due(t, now, seed, ratings))

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

    async def _table(self, t: Tournament, game: Game) -> Table:
        """The table of a match; opened, if it is not there yet."""
        house, id = self._house, table_id(t, game.pairing.id)
        if await house.store.card(id) is not None:
            return await house.table(id)
        house.library.take(t.rules.game)
        rules = check_rules(
            table_events.Rules(
                game=t.rules.game, rules_version=t.rules.rules_version, options=t.rules.options, seats=t.rules.seats,
                clock=t.rules.clock, listed=False, tournament=t.id,
                rated=t.rules.rated,
            )
        )  # fmt: skip
        sitters = [_sitter(t, one) for one in game.pairing.seats]
        host = next((sitter.person for sitter in sitters if sitter.person is not None), t.organiser)
        now, invite, secret = house.time.now(), house.chances.word(), house.chances.secret().hex()
        opened = table_events.Opened(at=now, table=id, host=host, rules=rules, invite=invite, secret=secret)
        return await house.keep_new(open_table(opened, sitters, now), None)

    async def _take_in(self, t: Tournament, game: Game, table: Table) -> None:
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
        points, absent = course.points_of(returns, deserted), never_came(table)
        await self._hall.change(t.id, lambda t, now: course.score(t, now, game.pairing.id, points, absent))

    async def _void(self, t: Tournament, game: Game) -> None:
        """Nobody can play it: all are level."""
        points = course.points_of([0.0] * t.rules.seats)
        await self._hall.change(t.id, lambda t, now: course.score(t, now, game.pairing.id, points, by="void"))

    async def _wait_for_people(self, t: Tournament, game: Game, table: Table) -> tuple[Table, float | None]:
        """Who is to act and has not made one move in all that time has not come: they leave the table."""
        uptimes, patience = self._house.uptimes, t.rules.patience * MINUTE
        ends: float | None = None
        for seat, since in table.clocks.since.items():
            person = table.sitters[seat].person
            if person is None or seat in table.came:
                continue
            until = since + patience + uptimes.down_since(since)
            if self._house.time.now() < until:
                ends = until if ends is None else min(ends, until)
                continue

            def leave(now_table: Table, now: int, seat: int = seat, person: str = person) -> table_doors.Change | None:
                if now_table.over or now_table.sitters[seat].person != person or seat not in now_table.to_act:
                    return None
                return table_doors.leave(now_table, now, uptimes, person)

            table = await self._house.change(table.id, leave)
        return table, ends


def _sitter(t: Tournament, one: str) -> Sitter:
    entrant = t.entrants[one]
    return Sitter("person", entrant.name, one) if entrant.level is None else bot_sitter(entrant.level)
