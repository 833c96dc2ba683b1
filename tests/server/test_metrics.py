"""The numbers for monitoring: what is counted under which label, and that it comes in the format."""

import asyncio
import socket
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar import Litestar, get, post, websocket
from litestar.connection import WebSocket
from litestar.params import FromPath
from litestar.testing import TestClient
from prometheus_client import Metric
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from parlour.bots.pool import Thought
from parlour.core.texts import Refused
from parlour.house import background
from parlour.house.mail import records as mail_records
from parlour.house.mail.delivery import Delivery
from parlour.house.mail.notice import Notice
from parlour.house.mail.sender import Message, Never, NotNow, PointOfNoReturn
from parlour.house.ports import AskedFor
from parlour.house.store import Appended, Kept, Unit
from parlour.server import metrics as module
from parlour.server import metrics_of_all
from parlour.server.metrics import Counted, CountedTableService, Metrics, TimedBotPlayers, timed
from parlour.server.metrics_of_all import MetricsOfAll
from parlour.server.tables.service import TableService
from parlour.store import open_store
from tests.server.live.real import real_house
from tests.serving import TurnedTime


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def told(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(name, labels)


def labels_of(metric: MetricWrapperBase) -> set[tuple[str, ...]]:
    return {tuple(sample.labels.values()) for family in metric.collect() for sample in family.samples}


async def page(metrics: Metrics) -> dict[str, Metric]:
    """What a monitoring system reads there, by name."""
    return {family.name: family for family in text_string_to_metric_families(await metrics.text())}


def only(family: Metric) -> float:
    (sample,) = family.samples
    return sample.value


# -- what is counted ------------------------------------------------------------------------------------------


@get("/tables/{table:str}", sync_to_thread=False)
def show(table: FromPath[str]) -> str:
    return table


@post("/tables", sync_to_thread=False)
def crash() -> str:
    raise RuntimeError("on purpose")


@websocket("/live")
async def live(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    for _ in range(2):
        await socket.send_text(await socket.receive_text())
    await socket.close()


def client_of(metrics: Metrics) -> TestClient[Litestar]:
    app = Litestar([show, crash, live], logging_config=None, openapi_config=None)
    app.asgi_handler = Counted(app.asgi_handler, metrics)  # type: ignore[assignment]
    return TestClient(app, raise_server_exceptions=False)


def test_requests_are_counted_by_route_and_never_by_path():
    metrics = Metrics()
    with client_of(metrics) as client:
        for table in ("a", "b", "c"):
            assert client.get(f"/tables/{table}").status_code == 200
        client.get("/nothing/here")
        client.get("/nothing/there")
        client.request("BREW", "/tables/a")
        client.post("/tables")
    requests = "parlour_http_requests_total"
    assert told(metrics, requests, method="GET", route="/tables/{table}", status="200") == 3
    assert told(metrics, requests, method="GET", route="none", status="404") == 2
    assert told(metrics, requests, method="POST", route="/tables", status="500") == 1
    assert {method for method, _, _ in labels_of(metrics.requests)} == {"GET", "POST", "other"}
    assert {route for _, route, _ in labels_of(metrics.requests)} == {"/tables/{table}", "/tables", "none"}
    assert told(metrics, "parlour_http_request_seconds_count", method="GET", route="/tables/{table}") == 3


def test_a_socket_is_counted_while_it_lasts():
    metrics = Metrics()
    with client_of(metrics) as client, client.websocket_connect("/live") as socket:
        socket.send_text("one")
        assert socket.receive_text() == "one"
        assert told(metrics, "parlour_live_sockets") == 1
        socket.send_text("two")
        assert socket.receive_text() == "two"
    assert told(metrics, "parlour_live_sockets") == 0
    assert [told(metrics, "parlour_live_messages_total", direction=way) for way in ("in", "out")] == [2, 2]


@pytest.mark.anyio
async def test_whoever_goes_before_the_answer_is_counted_as_such():
    metrics = Metrics()

    async def never(scope: Any, receive: Any, send: Any) -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await Counted(never, metrics)({"type": "http", "method": "GET"}, None, None)  # type: ignore[arg-type]
    assert labels_of(metrics.requests) == {("GET", "none", "none")}


@pytest.mark.anyio
async def test_steps_are_counted_by_game_accepted_or_refused(monkeypatch: pytest.MonkeyPatch):
    table = SimpleNamespace(rules=SimpleNamespace(game="yinsh"))

    async def act(
        self: TableService,
        person: object,
        id: str,
        seat: int,
        steps: list[str],
        key: object,
        *,
        whence: str,
        after: object,
    ) -> object:
        if steps == ["bad"]:
            raise Refused("refuse.over")
        return table

    class House:
        async def table(self, id: str) -> object:
            if id == "lost":
                raise Refused("refuse.no-table", table=id)
            return table

    monkeypatch.setattr(TableService, "act", act)
    metrics = Metrics()
    nobody: Any = None
    table_service = CountedTableService(House(), nobody, nobody, nobody, nobody, metrics)  # type: ignore[arg-type]
    await table_service.act(nobody, "a", 0, ["good", "good", "good"], None, whence="")
    for id in ("a", "lost"):
        with pytest.raises(Refused):
            await table_service.act(nobody, id, 0, ["bad"], None, whence="")
    assert told(metrics, "parlour_steps_total", game="yinsh", outcome="accepted") == 3
    assert told(metrics, "parlour_steps_total", game="yinsh", outcome="refused") == 1
    assert told(metrics, "parlour_steps_total", game="other", outcome="refused") == 1


@pytest.mark.anyio
async def test_appends_are_timed_and_all_else_of_the_store_is_as_it_was():
    class Store:
        async def commit(self, unit: Unit) -> Appended | Kept:
            if unit.key == "fails":
                raise OSError
            return Appended(1) if unit.stream else Kept()

        async def healthy(self) -> bool:
            return True

    metrics = Metrics()
    store: Any = timed(Store(), metrics)  # type: ignore[arg-type]
    assert await store.commit(Unit(stream="t", events=[b"e"])) == Appended(1)
    assert await store.commit(Unit()) == Kept()
    with pytest.raises(OSError):  # noqa: PT011
        await store.commit(Unit(stream="t", events=[b"e"], key="fails"))
    assert await store.healthy()
    assert told(metrics, "parlour_append_seconds_count", outcome="appended") == 1
    assert told(metrics, "parlour_append_seconds_count", outcome="failed") == 1


@pytest.mark.anyio
async def test_bots_moves_are_counted_and_timed():
    class Thinkers:
        async def step(self, match: object, seat: int, level: int, key: str, asked_for: AskedFor) -> str:
            return "f6"

    metrics = Metrics()
    match: Any = SimpleNamespace(game=SimpleNamespace(name="yinsh"))
    timed_players: Any = TimedBotPlayers(Thinkers(), metrics)  # type: ignore[arg-type]
    assert await timed_players.step(match, 0, 3, "t", AskedFor(("ada",))) == "f6"
    assert told(metrics, "parlour_bot_moves_total", game="yinsh", level="3") == 1
    assert told(metrics, "parlour_bot_seconds_count", game="yinsh") == 1


class HeldLoop:
    """A loop that is held up at these times for as long as is said, and the clock beside it."""

    def __init__(self, stalls: dict[float, float]) -> None:
        self._now, self._stalls = 0.0, stalls

    def perf_counter(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        due = self._now + seconds
        stalled = [at for at in self._stalls if self._now <= at < due]
        self._now = max([due, *(at + self._stalls.pop(at) for at in stalled)])
        if self._now > 60:
            raise asyncio.CancelledError


@pytest.mark.anyio
async def test_a_loop_that_was_held_up_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """Whenever it comes between two looks, of which it is seen too short by less than the time between them."""
    metrics, every = Metrics(), module.LAG_EVERY
    loop = HeldLoop({10.0 * number + rest * every: 0.1 + every for number, rest in enumerate((0.0, 0.3, 0.6, 0.9), 1)})
    monkeypatch.setattr(module, "time", loop)
    monkeypatch.setattr(module, "asyncio", loop)
    with pytest.raises(asyncio.CancelledError):
        await metrics.watch_loop()
    all, quick = (
        told(metrics, "parlour_loop_lag_seconds_count"),
        told(metrics, "parlour_loop_lag_seconds_bucket", le="0.1"),
    )
    assert all is not None
    assert quick is not None
    assert all - quick == 4


@pytest.mark.anyio
async def test_a_real_loop_is_watched():
    metrics = Metrics()
    task = asyncio.create_task(metrics.watch_loop())
    await asyncio.sleep(0)
    time.sleep(0.1 + module.LAG_EVERY)
    while not told(metrics, "parlour_loop_lag_seconds_count"):
        await asyncio.sleep(module.LAG_EVERY)
    task.cancel()
    assert told(metrics, "parlour_loop_lag_seconds_bucket", le="0.1") == 0


@pytest.mark.anyio
async def test_the_page_has_everything_and_says_nothing_about_a_store_that_is_down():
    class Store:
        calls = 0

        async def count(self, kind: Any, index: str, listed: bool, phase: str) -> int:
            self.calls += 1
            if self.calls > 6:
                raise OSError
            return {"open": 1, "playing": 2, "over": 3}[phase] if listed else 0

    metrics, store = Metrics(), Store()
    metrics.watch_tables(store)  # type: ignore[arg-type]
    pool: Any = SimpleNamespace(replaced=4, cut_short=5, made_at_random=0, waiting=7, accounts=2, listeners=[])
    metrics.watch_workers(pool)
    pool.listeners[0](None, Thought(1000, 0.5))
    metrics.watch_games(lambda: 6)
    for _ in range(2):  # the second time the store is down
        families = await page(metrics)
        assert [(each.labels["phase"], each.value) for each in families["parlour_tables"].samples] == [
            ("open", 1), ("playing", 2), ("over", 3),
        ]  # fmt: skip
    assert only(families["parlour_workers_replaced"]) == 4
    assert only(families["parlour_bot_cut_short"]) == 5
    assert only(families["parlour_bot_waiting"]) == 7
    assert only(families["parlour_bot_accounts"]) == 2
    assert only(families["parlour_bot_simulations"]) == 1000
    assert only(families["parlour_games_ready"]) == 6
    assert only(families["process_cpu_seconds"]) > 0
    assert only(families["process_resident_memory_bytes"]) > 1e6
    assert families["parlour_steps"].type == families["parlour_workers_replaced"].type == "counter"
    assert families["parlour_bot_seconds"].type == "histogram"
    assert all(name.startswith(("parlour_", "process_")) for name in families)
    assert "_created" not in await metrics.text()


def test_the_numbers_are_for_the_host_alone(tmp_path: Path) -> None:
    """At a house with one table they would tell a player of steps that nobody may know of."""
    with real_house(tmp_path) as house:
        assert "parlour_steps_total" in house.client.get("/metrics").text
        for player in ("192.168.1.7", "203.0.113.9", "127.0.0.1, 203.0.113.9"):
            answer = house.client.get("/metrics", headers={"X-Forwarded-For": player})
            assert answer.status_code == 404
            assert "parlour_" not in answer.text


@pytest.mark.anyio
async def test_letters_are_counted_by_what_became_of_them_and_the_oldest_by_its_age(tmp_path: Path):
    store, clock = await open_store(tmp_path / "house.db"), TurnedTime()
    ways: list[Exception | None] = [None, Never("no"), NotNow("later")]

    class Sender:
        async def send(self, message: Message, brink: PointOfNoReturn) -> None:
            fault = ways.pop(0)
            if fault is not None:
                raise fault
            await brink()

    async def compose(notice: Notice) -> Message | None:
        gone = notice.key == "d"
        return None if gone else Message(id=notice.key, sender="a@example.org", to="b@example.org", data=b"")

    delivery = Delivery(store, compose, Sender(), clock)
    metrics = Metrics()
    metrics.watch_letters(store, clock, delivery)
    for key in "abcd":
        now = clock.now()
        await mail_records.put_notice(store, Notice(key=key, kind="turn", at=now, due=now, until=now + 10**6))
    await delivery.deliver_due()
    clock.pass_by(5000)
    letters = {name: only(family) for name, family in (await page(metrics)).items() if "_letters_" in name}
    assert {name.removeprefix("parlour_letters_"): number for name, number in letters.items()} == {
        "waiting": 1, "oldest_seconds": 5, "sent": 1, "dropped": 1, "failed": 1, "unsure": 0,
    }  # fmt: skip
    await store.close()


# -- of several processes -------------------------------------------------------------------------------------


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.005)


@pytest.mark.anyio
@pytest.mark.skipif(not hasattr(asyncio, "start_unix_server"), reason="there are no several processes here")
async def test_on_one_port_any_process_tells_the_numbers_of_all_that_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics_of_all, "PATIENCE", 0.2)
    three = [Metrics() for _ in range(3)]
    pages = [MetricsOfAll(tmp_path, number, each.text) for number, each in enumerate(three)]
    for number, each in enumerate(three):
        each.steps.labels("yinsh", "accepted").inc(number + 1)
        each.loop_lag.observe(0.02)
    for each in pages[:2]:
        each.open()
    await until(lambda: len([*tmp_path.iterdir()]) == 2)
    with socket.socket(socket.AF_UNIX) as stopped:  # it is connected to, and says nothing
        stopped.bind(str(tmp_path / "2"))
        stopped.listen()
        told = await pages[1].text()
    families = {family.name: family for family in text_string_to_metric_families(told)}
    steps = {sample.labels["process"]: sample.value for sample in families["parlour_steps"].samples}
    assert steps == {"1": 1, "2": 2}
    assert families["parlour_steps"].samples[0].labels == {"process": "1", "game": "yinsh", "outcome": "accepted"}
    lags = [one for one in families["parlour_loop_lag_seconds"].samples if one.name.endswith("_count")]
    assert [(one.labels, one.value) for one in lags] == [({"process": "1"}, 1), ({"process": "2"}, 1)]
    assert told.count("# TYPE parlour_steps_total counter") == 1
    for each in pages[:2]:
        await background.cancel(each._serving)
