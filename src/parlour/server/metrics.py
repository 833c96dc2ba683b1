"""What a host may want to watch: how much is asked, what is played, how quickly it is kept, how bots and server do.

Labels are routes, games and the like, never a path, a name or an address: nothing here says who played.
"""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from parlour import __version__
from parlour.core.compiled import jit
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.house.mail import records as mail_records
from parlour.house.mail.delivery import Delivery
from parlour.house.mail.records import LetterEnd, OutboxStatus
from parlour.house.moderation.blocks_and_reports import BlocksAndReports
from parlour.house.moderation.service import ModerationService
from parlour.house.people.person import Person
from parlour.house.ports import BotPlayers, Time
from parlour.house.store import Outcome, Store, Unit
from parlour.house.tables import records as table_records
from parlour.house.tables.records import TablePhase
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.server.prometheus import OTHER, CounterMetric, GaugeMetric, HistogramMetric, Metric, Read
from parlour.server.tables.service import TableService

ENDS: Mapping[LetterEnd, str] = {
    "sent": "Letters that were taken by the mail server.",
    "dropped": "Letters that were no longer of use, or not wanted.",
    "failed": "Letters that were given up: refused for good, or too old.",
    "unsure": "Letters that were carried twice, and it is not known whether they were taken.",
}
PHASES: tuple[TablePhase, ...] = ("open", "playing", "over")
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
NO_ROUTE = "none"  # nothing of ours was asked for
NO_STATUS = "none"  # whoever asked has gone before there was an answer
LAG_EVERY = 0.02  # seconds: a stall is seen whenever it comes, and measured too short by at most this
LAGS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

Scope = Any  # of ASGI: a mapping whose values are of all kinds
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Metrics:
    """All numbers of one server. What is kept elsewhere is read when they are asked for."""

    def __init__(self) -> None:
        start = time.time()
        self.about = GaugeMetric("parlour_info", "The version that runs.", ["version"])
        self.about.set(1, __version__)
        self.requests = CounterMetric(
            "parlour_http_requests_total", "Requests that were answered.", ["method", "route", "status"]
        )
        self.request_seconds = HistogramMetric(
            "parlour_http_request_seconds", "From a request to the end of its answer.", ["method", "route"]
        )
        self.sockets = GaugeMetric("parlour_live_sockets", "Tabs that are connected.")
        self.messages = CounterMetric("parlour_live_messages_total", "Messages of live sockets.", ["direction"])
        self.steps = CounterMetric("parlour_steps_total", "Steps by people and programs.", ["game", "outcome"])
        self.append_seconds = HistogramMetric("parlour_append_seconds", "Until a change is on the disk.", ["outcome"])
        self.tables = GaugeMetric("parlour_tables", "Tables there are.", ["phase"])
        self.bot_moves = CounterMetric("parlour_bot_moves_total", "Moves that bots made.", ["game", "level"])
        self.bot_seconds = HistogramMetric("parlour_bot_seconds", "From asking a bot to its move.", ["game"])
        self.loop_lag = HistogramMetric(
            "parlour_loop_lag_seconds", "How late the event loop comes to what is due.", bounds=LAGS
        )
        self.all: list[Metric] = [each for each in vars(self).values() if isinstance(each, Metric)]
        self.read(
            "parlour_compiled_total",
            "Functions that this process compiled: none, if all is well.",
            "counter",
            jit.compilations,
        )
        self.read("process_resident_memory_bytes", "Memory of this process; bots have their own.", "gauge", memory)
        self.read("process_cpu_seconds_total", "Processor time of this process.", "counter", time.process_time)
        self.read("process_start_time_seconds", "When this process began.", "gauge", lambda: start)
        self._before: list[Callable[[], Awaitable[None]]] = []

    def read(self, name: str, help: str, kind: str, number: Callable[[], float | None]) -> None:
        """A number that somebody else keeps, such as `Pool.replaced`."""
        self.all.append(Read(name, help, kind, number))

    def before(self, ask: Callable[[], Awaitable[None]]) -> None:
        """Something to be done each time before the numbers are told."""
        self._before.append(ask)

    async def text(self) -> str:
        """The page at /metrics. What cannot be asked just now is as it was, for a store that is down is just when
        somebody looks here."""
        for ask in self._before:
            with suppress(Exception):
                await ask()
        return "".join(metric.text() for metric in self.all)

    # -- what is watched --------------------------------------------------------------------------------------

    def watch_tables(self, store: Store) -> None:
        async def count() -> None:
            for phase in PHASES:
                self.tables.set(await table_records.count_tables(store, phase), phase)

        self.before(count)

    def watch_workers(self, replaced: Callable[[], int]) -> None:
        self.read("parlour_workers_replaced_total", "Bots' processes that died or hung.", "counter", replaced)

    def watch_games(self, ready: Callable[[], int]) -> None:
        self.read("parlour_games_ready", "Games that can be played.", "gauge", ready)

    def watch_letters(self, store: Store, clock: Time, delivery: Delivery) -> None:
        """What became of letters is counted while this server runs; the outbox forgets them after a while."""
        now: list[OutboxStatus] = [OutboxStatus(0, None)]

        async def look() -> None:
            now[0] = await mail_records.outbox_status(store)

        def age() -> float:
            oldest = now[0].oldest
            return 0.0 if oldest is None else max(0.0, (clock.now() - oldest) / 1000)

        self.before(look)
        self.read("parlour_letters_waiting", "Letters that are still to be sent.", "gauge", lambda: now[0].count)
        self.read("parlour_letters_oldest_seconds", "Since the oldest of them came about.", "gauge", age)
        for end, help in ENDS.items():
            self.read(f"parlour_letters_{end}_total", help, "counter", lambda end=end: delivery.ends[end])  # type: ignore[misc]

    async def watch_loop(self) -> None:
        """A task for as long as the server runs. What is late here is late for everybody."""
        while True:
            due = time.perf_counter() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.loop_lag.observe(max(0.0, time.perf_counter() - due))


# -- wrapped around what does the work ------------------------------------------------------------------------


class Counted:
    """ASGI middleware, to be put around the whole application: only there an address that leads nowhere is seen."""

    def __init__(self, app: App, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, start = NO_STATUS, time.perf_counter()

        async def noting(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except Exception:
            status = "500" if status == NO_STATUS else status
            raise
        finally:
            # Litestar leaves the route in the scope. A raw path would make a new series for every table.
            method = scope["method"] if scope["method"] in METHODS else OTHER
            route = scope.get("path_template") or NO_ROUTE
            self._metrics.requests.add(method, route, status)
            self._metrics.request_seconds.observe(time.perf_counter() - start, method, route)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        accepted = 0

        async def hearing() -> Any:
            message = await receive()
            if message["type"] == "websocket.receive":
                self._metrics.messages.add("in")
            return message

        async def saying(message: Any) -> None:
            nonlocal accepted
            await send(message)
            if message["type"] == "websocket.accept":
                accepted = 1
                self._metrics.sockets.add(1)
            elif message["type"] == "websocket.send":
                self._metrics.messages.add("out")

        try:
            await self._app(scope, hearing, saying)
        finally:
            self._metrics.sockets.add(-accepted)


class CountedTableService(TableService):
    """A table service that counts steps: people's and programs' steps all come through it."""

    def __init__(
        self,
        tables: TableRepository,
        moderation: ModerationService,
        blocks_and_reports: BlocksAndReports,
        metrics: Metrics,
    ) -> None:
        super().__init__(tables, moderation, blocks_and_reports)
        self._metrics = metrics

    async def act(self, person: Person, id: str, seat: int, steps: Sequence[str], key: str | None) -> Table:
        try:
            table = await super().act(person, id, seat, steps, key)
        except Refused:
            self._metrics.steps.add(await self._game(id), "refused", by=len(steps))
            raise
        self._metrics.steps.add(table.rules.game, "accepted", by=len(steps))
        return table

    async def _game(self, id: str) -> str:
        try:
            return (await self._tables.table(id)).rules.game
        except Refused:
            return OTHER


class _TimedStore:
    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store, self._metrics = store, metrics

    async def commit(self, unit: Unit) -> Outcome:
        if not unit.stream:
            return await self._store.commit(unit)
        start, outcome = time.perf_counter(), "failed"
        try:
            done = await self._store.commit(unit)
            outcome = type(done).__name__.lower()
        finally:
            self._metrics.append_seconds.observe(time.perf_counter() - start, outcome)
        return done

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def timed(store: Store, metrics: Metrics) -> Store:
    """The same store, whose appends are timed."""
    return cast(Store, _TimedStore(store, metrics))


class TimedBotPlayers:
    """The same bots, whose moves are counted and timed."""

    def __init__(self, bot_players: BotPlayers, metrics: Metrics) -> None:
        self._bot_players, self._metrics = bot_players, metrics

    async def step(self, match: Match, seat: int, level: int, key: str) -> str:
        with self._metrics.bot_seconds.time(match.game.name):
            step = await self._bot_players.step(match, seat, level, key)
        self._metrics.bot_moves.add(match.game.name, str(level))
        return step

    async def remark(self, match: Match, seat: int, level: int, key: str) -> str | None:
        return await self._bot_players.remark(match, seat, level, key)

    async def accepts_draw(self, match: Match, seat: int, level: int, key: str) -> bool:
        return await self._bot_players.accepts_draw(match, seat, level, key)

    def remarks_on(self, game: Game) -> bool:
        return self._bot_players.remarks_on(game)


def memory() -> float | None:
    """What is in memory now, where the system says so."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None
