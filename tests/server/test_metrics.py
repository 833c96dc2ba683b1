"""The numbers for monitoring: their format, read by a parser of its own, and what is counted under which label."""

import asyncio
import re
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar import Litestar, get, post, websocket
from litestar.connection import WebSocket
from litestar.params import FromPath
from litestar.testing import TestClient

from parlour.core.texts import Refused
from parlour.house.mail import records as mail_records
from parlour.house.mail.delivery import Delivery
from parlour.house.mail.records import Notice
from parlour.house.mail.sender import Message, Never, NotNow, PointOfNoReturn
from parlour.house.store import Appended, Kept, Unit
from parlour.server import metrics as module
from parlour.server import prometheus
from parlour.server.metrics import Counted, CountedTableService, Metrics, TimedBotPlayers, timed
from parlour.server.prometheus import CounterMetric, GaugeMetric, HistogramMetric, Metric
from parlour.server.tables.service import TableService
from parlour.store import open_store
from tests.server.live.real import real_house
from tests.serving import TurnedTime

SAMPLE = re.compile(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\+Inf|NaN|-?[0-9.]+(?:e[+-]?[0-9]+)?)")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)')
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def parse(text: str) -> tuple[dict[str, str], Samples]:
    """Kinds of metrics by name, and samples; whatever is not in the format fails."""
    assert text.endswith("\n")
    kinds: dict[str, str] = {}
    samples: Samples = {}
    for line in text[:-1].split("\n"):
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in kinds, "all samples of a metric stand together"
            assert kind in ("counter", "gauge", "histogram")
            kinds[name] = kind
        elif not line.startswith("# HELP "):
            match = SAMPLE.fullmatch(line)
            assert match, line
            name, inside, value = match.groups()
            labels = LABEL.findall(inside or "")
            assert "".join(f'{a}="{b}",' for a, b in labels).rstrip(",") == (inside or ""), line
            unescaped = [(a, re.sub(r"\\(.)", lambda m: {"n": "\n"}.get(m[1], m[1]), b)) for a, b in labels]
            key = (name, frozenset(unescaped))
            assert key not in samples, "no sample comes twice"
            last = list(kinds)[-1]
            suffixes = ("_bucket", "_sum", "_count") if kinds[last] == "histogram" else ("",)
            assert name in [last + suffix for suffix in suffixes]
            samples[key] = float(value)
    return kinds, samples


def sample(metric: Metric, suffix: str = "", **labels: str) -> float:
    return parse(metric.text())[1][metric.name + suffix, frozenset(labels.items())]


# -- the format -----------------------------------------------------------------------------------------------


def test_a_counter_counts_by_its_labels():
    counter = CounterMetric("steps_total", "Steps.", ["game"])
    counter.add("yinsh")
    counter.add("yinsh", by=2)
    counter.add("dance")
    assert sample(counter, game="yinsh") == 3
    assert sample(counter, game="dance") == 1
    with pytest.raises(ValueError, match="shrink"):
        counter.add("yinsh", by=-1)
    with pytest.raises(ValueError, match="labels"):
        counter.add()


def test_what_has_no_labels_is_there_before_it_is_counted():
    assert sample(CounterMetric("a_total", "A.")) == 0
    assert sample(HistogramMetric("b", "B."), "_count") == 0


def test_labels_and_help_are_escaped():
    gauge = GaugeMetric("odd", 'Back\\slash\nand "quotes".', ["name"])
    gauge.set(1.5, 'a"b\\c\nd')
    assert (
        gauge.text() == '# HELP odd Back\\\\slash\\nand "quotes".\n# TYPE odd gauge\nodd{name="a\\"b\\\\c\\nd"} 1.5\n'
    )
    assert sample(gauge, name='a"b\\c\nd') == 1.5


def test_a_histogram_counts_everything_up_to_each_bound():
    histogram = HistogramMetric("seconds", "S.", ["route"], bounds=(0.1, 1.0))
    for value in (0.05, 0.1, 0.5, 7):
        histogram.observe(value, "/")
    assert [sample(histogram, "_bucket", route="/", le=bound) for bound in ("0.1", "1", "+Inf")] == [2, 3, 4]
    assert sample(histogram, "_count", route="/") == 4
    assert sample(histogram, "_sum", route="/") == pytest.approx(7.65)


def test_a_timer_also_times_what_fails():
    histogram = HistogramMetric("seconds", "S.")
    with pytest.raises(RuntimeError), histogram.time():
        raise RuntimeError
    assert sample(histogram, "_count") == 1


def test_no_one_can_make_more_series_than_there_is_room_for():
    counter = CounterMetric("asked_total", "A.", ["a", "b"])
    for number in range(10 * prometheus.MOST_SERIES):
        counter.add(str(number), "x")
    assert len(counter.series) <= prometheus.MOST_SERIES + 1
    assert sample(counter, a="other", b="other") == 9 * prometheus.MOST_SERIES


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
    labels = set(metrics.requests.series)
    assert ("GET", "/tables/{table}", "200") in labels
    assert metrics.requests.series["GET", "/tables/{table}", "200"] == 3
    assert metrics.requests.series["GET", "none", "404"] == 2
    assert metrics.requests.series["POST", "/tables", "500"] == 1
    assert {label[0] for label in labels} == {"GET", "POST", "other"}
    assert not any("here" in text for label in labels for text in label)
    assert sample(metrics.request_seconds, "_count", method="GET", route="/tables/{table}") == 3


def test_a_socket_is_counted_while_it_lasts():
    metrics = Metrics()
    with client_of(metrics) as client, client.websocket_connect("/live") as socket:
        socket.send_text("one")
        assert socket.receive_text() == "one"
        assert metrics.sockets.series[()] == 1
        socket.send_text("two")
        assert socket.receive_text() == "two"
    assert metrics.sockets.series[()] == 0
    assert metrics.messages.series == {("in",): 2, ("out",): 2}


@pytest.mark.anyio
async def test_whoever_goes_before_the_answer_is_counted_as_such():
    metrics = Metrics()

    async def never(scope: Any, receive: Any, send: Any) -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await Counted(never, metrics)({"type": "http", "method": "GET"}, None, None)  # type: ignore[arg-type]
    assert metrics.requests.series == {("GET", "none", "none"): 1}


@pytest.mark.anyio
async def test_steps_are_counted_by_game_accepted_or_refused(monkeypatch: pytest.MonkeyPatch):
    table = SimpleNamespace(rules=SimpleNamespace(game="yinsh"))

    async def act(self: TableService, person: object, id: str, seat: int, steps: list[str], key: object) -> object:
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
    table_service = CountedTableService(House(), nobody, nobody, metrics)  # type: ignore[arg-type]
    await table_service.act(nobody, "a", 0, ["good", "good", "good"], None)
    for id in ("a", "lost"):
        with pytest.raises(Refused):
            await table_service.act(nobody, id, 0, ["bad"], None)
    assert metrics.steps.series == {("yinsh", "accepted"): 3, ("yinsh", "refused"): 1, ("other", "refused"): 1}


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
    assert sample(metrics.append_seconds, "_count", outcome="appended") == 1
    assert sample(metrics.append_seconds, "_count", outcome="failed") == 1


@pytest.mark.anyio
async def test_bots_moves_are_counted_and_timed():
    class Thinkers:
        async def step(self, match: object, seat: int, level: int, key: str) -> str:
            return "f6"

    metrics = Metrics()
    match: Any = SimpleNamespace(game=SimpleNamespace(name="yinsh"))
    assert await TimedBotPlayers(Thinkers(), metrics).step(match, 0, 3, "t") == "f6"  # type: ignore[arg-type]
    assert sample(metrics.bot_moves, game="yinsh", level="3") == 1
    assert sample(metrics.bot_seconds, "_count", game="yinsh") == 1


@pytest.mark.anyio
async def test_a_loop_that_was_held_up_is_noticed():
    """Whenever it comes between two looks, of which it is seen too short by less than the time between them."""
    metrics = Metrics()
    task = asyncio.create_task(metrics.watch_loop())
    for rest in (0.0, 0.3, 0.6, 0.9):
        await asyncio.sleep(rest * module.LAG_EVERY)
        time.sleep(0.1 + module.LAG_EVERY)
        await asyncio.sleep(2 * module.LAG_EVERY)
    task.cancel()
    assert sample(metrics.loop_lag, "_count") - sample(metrics.loop_lag, "_bucket", le="0.1") == 4


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
    metrics.watch_workers(lambda: 4)
    metrics.watch_games(lambda: 6)
    for _ in range(2):  # the second time the store is down
        kinds, samples = parse(await metrics.text())
        assert samples["parlour_tables", frozenset({("phase", "playing")})] == 2
    assert samples["parlour_workers_replaced_total", frozenset()] == 4
    assert samples["parlour_games_ready", frozenset()] == 6
    assert samples["process_cpu_seconds_total", frozenset()] > 0
    assert samples["process_resident_memory_bytes", frozenset()] > 1e6
    assert all(kind == "counter" for name, kind in kinds.items() if name.endswith("_total"))
    assert all(name.startswith(("parlour_", "process_")) for name in kinds)


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
    _, samples = parse(await metrics.text())
    told = {name.removeprefix("parlour_letters_"): n for (name, _), n in samples.items() if "_letters_" in name}
    assert told == {
        "waiting": 1, "oldest_seconds": 5, "sent_total": 1, "dropped_total": 1, "failed_total": 1, "unsure_total": 0,
    }  # fmt: skip
    await store.close()
