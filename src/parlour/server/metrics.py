"""What a host may want to watch: how much is asked, what is played, how quickly it is kept, how bots and server do.

Labels are routes, games and the like, never a path, a name or an address: nothing here says who played, and nobody can
make up new ones.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, cast

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from parlour import __version__
from parlour.bots.pool import Pool
from parlour.core.compiled import jit
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.house.mail import records as mail_records
from parlour.house.mail.delivery import Delivery
from parlour.house.mail.notice import LetterEnd
from parlour.house.mail.records import OutboxStatus
from parlour.house.mail.sender import Message
from parlour.house.moderation.blocks_and_reports import BlocksAndReports
from parlour.house.moderation.service import ModerationService
from parlour.house.people.person import Person
from parlour.house.ports import AskedFor, BotPlayers, Time
from parlour.house.store import Outcome, Store, Unit
from parlour.house.tables import records as table_records
from parlour.house.tables.planning import Planning
from parlour.house.tables.records import TablePhase
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.tables.visits import Visits
from parlour.server.guard.connections import AT_ONCE, at_once
from parlour.server.tables.service import TableService

ENDS: Mapping[LetterEnd, str] = {
    "sent": "Letters that were taken by the mail server.",
    "dropped": "Letters that were no longer of use, or not wanted.",
    "failed": "Letters that were given up: refused for good, or too old.",
    "unsure": "Letters that were sent twice, and it is not known whether they were taken.",
}
PHASES: tuple[TablePhase, ...] = ("open", "playing", "over")
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
OTHER = "other"
NO_ROUTE = "none"  # nothing of ours was asked for
NO_STATUS = "none"  # whoever asked has gone before there was an answer
LAG_EVERY = 0.02  # seconds: a stall is seen whenever it comes, and measured too short by at most this
LAGS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

Scope = Any  # of ASGI: a mapping whose values are of all kinds
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


# Else every counter has a second number, for when it began.
disable_created_metrics()  # type: ignore[no-untyped-call]


class CountedElsewhere(Collector):
    """A number that only grows and that somebody else counts."""

    def __init__(self, name: str, help: str, number: Callable[[], float]) -> None:
        self._name, self._help, self._number = name, help, number

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily(self._name, self._help, self._number())


class Metrics:
    """All numbers of one server. What is kept elsewhere is read when they are asked for."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.gauge("parlour_info", "The version that runs.", "version").labels(__version__).set(1)
        self.requests = self.counter(
            "parlour_http_requests_total", "Requests that were answered.", "method", "route", "status"
        )
        self.request_seconds = self.histogram(
            "parlour_http_request_seconds", "From a request to the end of its answer.", "method", "route"
        )
        self.sockets = self.gauge("parlour_live_sockets", "Tabs that are connected.")
        self.messages = self.counter("parlour_live_messages_total", "Messages of live sockets.", "direction")
        self.steps = self.counter("parlour_steps_total", "Steps by people and programs.", "game", "outcome")
        self.append_seconds = self.histogram("parlour_append_seconds", "Until a change is on the disk.", "outcome")
        self.tables = self.gauge("parlour_tables", "Tables there are.", "phase")
        self.bot_moves = self.counter("parlour_bot_moves_total", "Moves that bots made.", "game", "level")
        self.bot_seconds = self.histogram("parlour_bot_seconds", "From asking a bot to its move.", "game")
        self.loop_lag = self.histogram(
            "parlour_loop_lag_seconds", "How late the event loop comes to what is due.", bounds=LAGS
        )
        self.read_counter(
            "parlour_compiled_total", "Functions this process compiled: none, if all is well.", jit.compilations
        )
        ProcessCollector(registry=self.registry)  # of this process; bots have their own
        self._before: list[Callable[[], Awaitable[None]]] = []
        self.page = self.text  # at /metrics; where several processes share a port, that of all of them

    def counter(self, name: str, help: str, *labels: str) -> Counter:
        return Counter(name, help, labels, registry=self.registry)

    def gauge(self, name: str, help: str, *labels: str) -> Gauge:
        return Gauge(name, help, labels, registry=self.registry)

    def histogram(self, name: str, help: str, *labels: str, bounds: Sequence[float] = SECONDS) -> Histogram:
        return Histogram(name, help, labels, buckets=bounds, registry=self.registry)

    def read_gauge(self, name: str, help: str, number: Callable[[], float]) -> None:
        """A number that somebody else keeps."""
        self.gauge(name, help).set_function(number)

    def read_counter(self, name: str, help: str, number: Callable[[], float]) -> None:
        """One that only grows, such as `Pool.replaced`."""
        self.registry.register(CountedElsewhere(name, help, number))

    def before(self, ask: Callable[[], Awaitable[None]]) -> None:
        """Something to be done each time before the numbers are told."""
        self._before.append(ask)

    async def text(self) -> str:
        """The numbers of this process. What cannot be asked just now is as it was: when a store is down, somebody looks
        here."""
        for ask in self._before:
            with suppress(Exception):
                await ask()
        return generate_latest(self.registry).decode()

    # -- what is watched --------------------------------------------------------------------------------------

    def watch_tables(self, store: Store) -> None:
        async def count() -> None:
            for phase in PHASES:
                self.tables.labels(phase).set(await table_records.count_tables(store, phase))

        self.before(count)

    def watch_workers(self, pool: Pool) -> None:
        self.read_counter("parlour_workers_replaced_total", "Bots' processes that died or hung.", lambda: pool.replaced)
        self.read_counter(
            "parlour_bot_cut_short_total", "Searches with less time than usual, as much waited.", lambda: pool.cut_short
        )
        self.read_counter(
            "parlour_bot_random_moves_total", "Moves at random, as a search failed.", lambda: pool.made_at_random
        )
        self.read_gauge("parlour_bot_waiting", "Jobs that no worker has yet.", lambda: pool.waiting)
        self.read_gauge("parlour_bot_accounts", "People for whom bots think or are to think.", lambda: pool.accounts)
        searched = self.counter("parlour_bot_simulations_total", "Simulations of bots' searches.")
        pool.listeners.append(lambda task, thought: searched.inc(thought.simulations))

    def watch_games(self, ready: Callable[[], int]) -> None:
        self.read_gauge("parlour_games_ready", "Games that can be played.", ready)

    def watch_letters(self, store: Store, clock: Time, delivery: Delivery[Message]) -> None:
        """What became of letters is counted while this server runs; the outbox forgets them after a while."""
        now: list[OutboxStatus] = [OutboxStatus(0, None)]

        async def look() -> None:
            now[0] = await mail_records.outbox_status(store)

        def age() -> float:
            oldest = now[0].oldest
            return 0.0 if oldest is None else max(0.0, (clock.now() - oldest) / 1000)

        self.before(look)
        self.read_gauge("parlour_letters_waiting", "Letters that are still to be sent.", lambda: now[0].count)
        self.read_gauge("parlour_letters_oldest_seconds", "Since the oldest of them came about.", age)
        for end, help in ENDS.items():
            self.read_counter(f"parlour_letters_{end}_total", help, lambda end=end: delivery.ends[end])  # type: ignore[misc]

    async def watch_loop(self) -> None:
        """A task for as long as the server runs. What is late here is late for everybody."""
        while True:
            due = time.perf_counter() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.loop_lag.observe(max(0.0, time.perf_counter() - due))


# -- wrapped around what does the work ------------------------------------------------------------------------
# A number with its labels is looked up once where every step is counted: the look-up costs more than counting.


class Counted:
    """ASGI middleware, to be put around the whole application: only there an address that leads nowhere is seen."""

    def __init__(self, app: App, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics
        self._in, self._out = metrics.messages.labels("in"), metrics.messages.labels("out")  # looked up once

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
            self._metrics.requests.labels(method, route, status).inc()
            self._metrics.request_seconds.labels(method, route).observe(time.perf_counter() - start)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        accepted = 0
        if (send_at_once := at_once(scope)) is not None:

            def saying_at_once(message: bytes) -> bool:
                said = send_at_once(message)
                if said:
                    self._out.inc()
                return said

            scope["extensions"][AT_ONCE] = {"send": saying_at_once}

        async def hearing() -> Any:
            message = await receive()
            if message["type"] == "websocket.receive":
                self._in.inc()
            return message

        async def saying(message: Any) -> None:
            nonlocal accepted
            await send(message)
            if message["type"] == "websocket.accept":
                accepted = 1
                self._metrics.sockets.inc()
            elif message["type"] == "websocket.send":
                self._out.inc()

        try:
            await self._app(scope, hearing, saying)
        finally:
            self._metrics.sockets.dec(accepted)


class CountedTableService(TableService):
    """A table service that counts steps: people's and programs' steps all come through it."""

    def __init__(
        self,
        tables: TableRepository,
        moderation: ModerationService,
        blocks_and_reports: BlocksAndReports,
        visits: Visits,
        planning: Planning,
        metrics: Metrics,
    ) -> None:
        super().__init__(tables, moderation, blocks_and_reports, visits, planning)
        self._steps = cache(metrics.steps.labels)

    async def act(
        self,
        person: Person,
        id: str,
        seat: int,
        steps: Sequence[str],
        key: str | None,
        *,
        whence: str,
        after: int | None = None,
    ) -> Table:
        try:
            table = await super().act(person, id, seat, steps, key, whence=whence, after=after)
        except Refused:
            self._steps(await self._game(id), "refused").inc(len(steps))
            raise
        self._steps(table.rules.game, "accepted").inc(len(steps))
        return table

    async def _game(self, id: str) -> str:
        try:
            return (await self._tables.table(id)).rules.game
        except Refused:
            return OTHER


class _TimedStore:
    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store, self._seconds = store, cache(metrics.append_seconds.labels)

    async def commit(self, unit: Unit) -> Outcome:
        if not unit.stream:
            return await self._store.commit(unit)
        start, outcome = time.perf_counter(), "failed"
        try:
            done = await self._store.commit(unit)
            outcome = type(done).__name__.lower()
        finally:
            self._seconds(outcome).observe(time.perf_counter() - start)
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

    async def step(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> str:
        with self._metrics.bot_seconds.labels(match.game.name).time():
            step = await self._bot_players.step(match, seat, level, key, asked_for)
        self._metrics.bot_moves.labels(match.game.name, str(level)).inc()
        return step

    async def remark(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> str | None:
        return await self._bot_players.remark(match, seat, level, key, asked_for)

    async def accepts_draw(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> bool:
        return await self._bot_players.accepts_draw(match, seat, level, key, asked_for)

    def remarks_on(self, game: Game) -> bool:
        return self._bot_players.remarks_on(game)
