"""The engine in the browser: how fast it thinks beside the native search, what a second worker gains, what it spares
the server, how large it is, and whether the page's own thread is held up.

Everything that is compared is measured in turns within one run, both warm, and told as the median: what else the
machine does falls on both. Searches are the same on both sides, byte for byte: position, seed and simulations.

`PARLOUR_BENCH_ENGINE` names the parts that are wanted, of `speeds`, `server`, `review`, `tasks` and `sizes`.
"""

import gzip
import json
import multiprocessing
import os
import re
import time
import urllib.request
from base64 import b64encode
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.server import our_server
from parlour.bots import machines, outcome, prepare
from parlour.bots.compare import lore_of
from parlour.bots.compare import opened as opened_state
from parlour.bots.searcher import Searcher, packed_for, shipped_net
from parlour.core.compiled.retarget import WASM
from parlour.core.game import CHANCE, Game, State, as_array
from parlour.core.rng import new_rng
from parlour.games import BUILT_IN, load
from parlour.server.http.page import PAGE
from tests.e2e.at_table import is_over, move, settle, version
from tests.e2e.conftest import ARGS, DESKTOP, PHONE, find_chromium
from tests.machine import taken_away

ROUNDS = int(os.environ.get("PARLOUR_BENCH_ROUNDS", "7"))
SECONDS = float(os.environ.get("PARLOUR_BENCH_SLICE", "0.8"))  # of thinking, in one slice of one side
MOVES = int(os.environ.get("PARLOUR_BENCH_MOVES", "8"))  # of each side against Master
IDLE = 8  # seconds
ROOM = 600_000
SEED = 7
EARLY = 4  # steps
PARTS = ("speeds", "server", "review", "tasks", "sizes")
CHOSEN = [part for part in os.environ.get("PARLOUR_BENCH_ENGINE", "").split(",") if part] or list(PARTS)
GAMES = [name for name in os.environ.get("PARLOUR_BENCH_ONLY", "").split(",") if name] or list(BUILT_IN)
LONG_TASKS = """
window.longTasks = [];
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((each) => each.duration)))
  .observe({ type: "longtask" });
"""
# Workers of the page's own code; each slice is the same search from an empty tree. Answers each one's seconds.
OPEN = """async ([script, module, room, count, net]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const parts = Object.entries(net?.parts ?? {}).map(([name, text]) => [name, bytes(text)]);
  window.judge = { data: Object.fromEntries(parts), ...(net ? { cutoff: net.cutoff } : {}) };
  window.engines = await Promise.all(Array.from({ length: count }, () => new Promise((done, fail) => {
    const worker = new Worker(script, { type: "module" });
    worker.onerror = (event) => fail(event.message);
    worker.onmessage = (event) => event.data.say === "ready" ? done(worker) : fail(event.data.why);
    const sizes = net ? { net: net.sizes } : {};
    worker.postMessage({ say: "load", address: module.address, facts: module.description, room, kept: 0, ...sizes });
  })));
}"""
THINK = """async ([start, most, count]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const { data: weights, ...cutoff } = window.judge;
  const data = { ...(start.lore ? { lore: bytes(start.lore) } : {}), ...weights };
  const whole = { ...start, ...cutoff, state: bytes(start.state), data };
  window.task = (window.task ?? 0) + 1;
  const began = performance.now();
  return Promise.all(window.engines.slice(0, count).map((worker, number) => new Promise((done, fail) => {
    worker.onmessage = ({ data }) => {
      if (data.say === "failed") fail(data.why);
      if (data.say === "found" && data.done && data.task === window.task)
        done([(performance.now() - began) / 1000, data.found.visits, data.bytes]);
    };
    const [task, position] = [window.task, `${window.task}`];
    worker.postMessage({ say: "think", task, position, start: { ...whole, seed: start.seed + number }, most });
  })));
}"""
CLOSE = "() => window.engines.forEach((worker) => worker.terminate())"


def measure() -> list[str]:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("there is no Chromium: set PARLOUR_CHROMIUM to one")
    for name in GAMES:
        prepare(name)
        machines.make(load(name), WASM)
    began, taken = time.monotonic(), taken_away()
    with contextmanager(our_server)() as (port, pid), sync_playwright() as playwright:
        address = f"http://127.0.0.1:{port}"
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGS))
        measured = {
            "speeds": lambda: speeds(browser, address),
            "server": lambda: spared_match(browser, address, pid),
            "review": lambda: spared_review(browser, address, pid),
            "tasks": lambda: long_tasks(browser, address),
            "sizes": sizes,
        }
        told = [line for part in PARTS if part in CHOSEN for line in (*measured[part](), "")]
        browser.close()
    share = (taken_away() - taken) / ((time.monotonic() - began) * (os.cpu_count() or 1))
    return [*told, f"Of the machine {share:.0%} was taken away meanwhile."]


# -- simulations a second ----------------------------------------------------------------------------------------


class Native:
    """Searches in a process of its own, as many of them as there are workers."""

    def __init__(self, name: str, count: int, judged: bool) -> None:
        context = multiprocessing.get_context("spawn")
        pipes = [context.Pipe() for _ in range(count)]
        self.pipes = [mine for mine, _ in pipes]
        self.processes = [
            context.Process(target=search_on, args=(theirs, name, judged), daemon=True) for _, theirs in pipes
        ]
        for process in self.processes:
            process.start()

    def seconds(self, most: int, count: int) -> list[float]:
        for pipe in self.pipes[:count]:
            pipe.send(most)
        return [pipe.recv() for pipe in self.pipes[:count]]

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.join()


def search_on(pipe: Connection, name: str, judged: bool) -> None:
    game = load(name)
    prepare(name)
    net = shipped_net(game) if judged else None
    outcome.decided = lambda tree, left: 0  # an analysis goes on though nothing else could come out best
    searcher, s = Searcher(game, game.seats[0], room=ROOM, net=net), position(game)
    while True:
        most = pipe.recv()
        searcher.forget()
        began = time.perf_counter()
        done = searcher._run(
            searcher._threads[0],
            as_array(s),
            game.seats_to_act(s)[0],
            -1,
            most,
            float("inf"),
            new_rng(SEED),
            lambda: False,
        )
        assert done == most
        pipe.send(time.perf_counter() - began)


def position(game: Game) -> State:
    """Early in a match: there is much to think about, and nothing is decided."""
    rng, seats = Random(EARLY), game.seats[0]
    s, steps = opened_state(game, game.new(seats, game.options_for(seats, {}))), 0
    while steps < EARLY or int(game.actor(s)) == CHANCE:
        who = int(game.actor(s))
        actions = [action for action, _ in game.list_chance(s)] if who == CHANCE else game.list_legal(s, who)
        game.apply(s, who, rng.choice(actions))
        steps += who != CHANCE
    return s


def start_of(game: Game) -> dict[str, Any]:
    s = position(game)
    lore = lore_of(game, [s])
    study = game.knowledge.study is not None
    return {
        "seat": game.seats_to_act(s)[0], "seats": game.seats[0], "revealed": False, "seed": SEED,
        "state": b64encode(as_array(s).tobytes()).decode(),
        "lore": b64encode(lore.tobytes()).decode() if study else "",
    }  # fmt: skip


def speeds(browser: Browser, address: str) -> list[str]:
    rows = [speed(browser, address, name, judged) for name in GAMES for judged in judges_of(load(name))]
    return [
        f"Simulations a second, {ROUNDS} rounds in turns; `gain`: two at once beside one.", "",
        "| | native | in Chromium | ratio | native gain | gain of workers | of it | memory of 1, 2, 4 workers |",
        "|---|---|---|---|---|---|---|---|", *rows,
    ]  # fmt: skip


def judges_of(game: Game) -> list[bool]:
    """Without a net, and with the one by which Master judges, where there is one."""
    return [False, True] if shipped_net(game, game.seats[0]) else [False]


def judge_of(game: Game) -> dict[str, Any]:
    """The net as a page takes it."""
    net = shipped_net(game, game.seats[0])
    assert net is not None, "there is one"
    packed = packed_for(game, net)
    parts = {f"net.{part}": b64encode(getattr(packed, part).tobytes()).decode() for part in net.parts}
    return {"cutoff": net.cutoff, "sizes": machines.net_sizes(game, net), "parts": parts}


def speed(browser: Browser, address: str, name: str, judged: bool) -> str:
    game, page, native = load(name), browser.new_context().new_page(), Native(name, 2, judged)
    net = judge_of(game) if judged else None
    script = f"/assets/{next((PAGE / 'assets').glob('worker-*.js')).name}"
    try:
        page.goto(f"{address}/rules/{name}")
        with urllib.request.urlopen(f"{address}/api/v1/games/{name}/module") as answer:
            module = json.load(answer)
        page.evaluate(OPEN, [script, module, ROOM, 2, net])
        start, most = start_of(game), 2_000

        def chromium(count: int) -> list[float]:
            told = page.evaluate(THINK, [start, most, count])
            assert all(visits == most for _, visits, _ in told)
            return [seconds for seconds, _, _ in told]

        for _ in range(3):  # warm, and as long as a slice is to be
            native.seconds(most, 2)
            seconds = max(chromium(2))
            most = max(500, min(ROOM // 4, round(most * SECONDS / max(0.001, seconds))))
        found: dict[str, list[float]] = {"native": [], "chromium": [], "native gain": [], "gain": []}
        for _ in range(ROUNDS):
            one, other = native.seconds(most, 1)[0], chromium(1)[0]
            found["native"].append(most / one)
            found["chromium"].append(most / other)
            found["native gain"].append(2 * one / max(native.seconds(most, 2)))
            found["gain"].append(2 * other / max(chromium(2)))
        page.evaluate(CLOSE)
        middle = {what: median(each) for what, each in found.items()}
        ratio = median(b / a for a, b in zip(found["native"], found["chromium"], strict=True))
        gains = middle["gain"] / middle["native gain"]
        called = f"{name}, by its net" if judged else name
        return (
            f"| {called} | {middle['native']:,.0f} | {middle['chromium']:,.0f} | {ratio:.2f} "
            f"| {middle['native gain']:.2f} | {middle['gain']:.2f} | {gains:.2f} | {memory(page, module, start, net)} |"
        )
    finally:
        native.close()
        page.context.close()


def memory(page: Page, module: dict[str, Any], start: dict[str, Any], net: dict[str, Any] | None) -> str:
    """Of so many workers, by the room that the page gives each of them (web/src/engine/engine.ts)."""
    script = f"/assets/{next((PAGE / 'assets').glob('worker-*.js')).name}"
    told = []
    for count in (1, 2, 4):
        node = 8 + 5 * 4 + 1 + 4 + 4 * start["seats"]
        page.evaluate(OPEN, [script, module, min(1_000_000, (80 << 20) // count // node), count, net])
        found = page.evaluate(THINK, [start, 200, count])
        told.append(sum(size for _, _, size in found) / 2**20)
        page.evaluate(CLOSE)
    return " / ".join(f"{each:.0f}" for each in told) + " MB"


# -- what it spares the server -----------------------------------------------------------------------------------


def spared_match(browser: Browser, address: str, pid: int) -> list[str]:
    (house, _), (device, idle) = (against_master(browser, address, pid, here) for here in (False, True))
    return [
        f"Processor time of the server and its workers, {MOVES} moves of each side of a casual YINSH match against "
        f"Master, in ms a bot's move: {1000 * house:.0f} if the server thinks, {1000 * device:.1f} if the device does; "
        f"1 : {house / max(device, 1e-4):.0f} (wanted: at most a twentieth). In the same time without a move the house "
        f"takes {1000 * idle:.1f} ms.",
    ]  # fmt: skip


def spared_review(browser: Browser, address: str, pid: int) -> list[str]:
    house, device = (review(browser, address, pid, here) for here in (False, True))
    return [
        "Processor time of the server and its workers, a review of a match of Connect Four of ten moves, in seconds: "
        f"{house:.2f} if the server thinks, {device:.2f} if the device does; 1 : {house / max(device, 1e-2):.0f}.",
    ]  # fmt: skip


def against_master(browser: Browser, address: str, pid: int, here: bool) -> tuple[float, float]:
    """Seconds of processor time a bot's move, and what passes by itself in the time of one."""
    context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]})
    page = context.new_page()
    page.set_default_timeout(120_000)
    try:
        table = opened(page, address, "yinsh", [{"kind": "me"}, {"kind": "bot", "level": 5}], on_device=here)
        page.goto(f"{address}/table/{table}")
        settle(page)
        rng = Random(3)
        for _ in range(6):  # rings are placed, and everything is loaded
            exchange(page, rng)
        spent, moved, began = cpu_of(pid), version(page), time.monotonic()
        for _ in range(MOVES):
            if is_over(page):
                break
            exchange(page, rng)
        count, took = max(1, (version(page) - moved) / 2), time.monotonic() - began
        spent = cpu_of(pid) - spent
        idle = cpu_of(pid)
        time.sleep(IDLE)
        return spent / count, (cpu_of(pid) - idle) / IDLE * took / count
    finally:
        context.close()


def exchange(page: Page, rng: Random) -> None:
    move(page, rng)
    settle(page)


def opened(page: Page, address: str, game: str, seats: list[dict[str, Any]], **more: Any) -> str:
    page.goto(address)
    headers = {"Origin": address}
    page.request.post(f"{address}/api/v1/guests", headers=headers, data={})
    answer = page.request.post(
        f"{address}/api/v1/tables", headers=headers, data={"game": game, "seats": seats, **more}
    ).json()
    return str(answer["rules"]["table"])


def review(browser: Browser, address: str, pid: int, here: bool) -> float:
    """Of a short match; answers the server's seconds of processor time."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(900_000)  # the house takes a minute of one core
    try:
        table = opened(page, address, "connect4", [{"kind": "me"}, {"kind": "me", "name": "Bo"}])
        for number, column in enumerate("dcdcefbagd"):
            path = f"{address}/api/v1/tables/{table}/steps"
            page.request.post(path, headers={"Origin": address}, data={"seat": number % 2, "steps": [column]})
        path = f"{address}/api/v1/tables/{table}/steps"
        page.request.post(path, headers={"Origin": address}, data={"seat": 0, "steps": ["resign"]})
        if not here:
            page.route(re.compile("/games/connect4/module$"), lambda route: route.fulfill(status=404, json={}))
        page.goto(f"{address}/replay/{table}")
        page.locator("[data-review]").wait_for()
        time.sleep(1)
        spent = cpu_of(pid)
        page.locator("[data-review]").click()
        page.locator(".AdvantageGraph-line").first.wait_for()
        return cpu_of(pid) - spent
    finally:
        context.close()


def cpu_of(pid: int) -> float:
    """Seconds of processor time of a process and those that it has started."""
    tick, total = os.sysconf("SC_CLK_TCK"), 0.0
    for each in family(pid):
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += (int(fields[11]) + int(fields[12])) / tick
    return total


def family(pid: int) -> list[int]:
    found = [pid]
    for each in found:
        for task in Path(f"/proc/{each}/task").glob("*/children"):
            found += [int(child) for child in task.read_text().split()]
    return found


# -- the page's own thread, and sizes ----------------------------------------------------------------------------


def long_tasks(browser: Browser, address: str) -> list[str]:
    rows = []
    for name in GAMES:
        for size in (PHONE, DESKTOP):
            found = held_up(browser, address, name, size)
            longest = f"{max(found):.0f} ms" if found else "–"
            rows.append(f"| {name} | {size[0]} × {size[1]} | {len(found) or 'none'} | {longest} |")
    return [
        "Tasks over 50 ms on the page's own thread in 8 s of an analysis while its engine runs, from 2 s on.",
        "",
        "| | size | over 50 ms | longest |", "|---|---|---|---|", *rows,
    ]  # fmt: skip


def held_up(browser: Browser, address: str, name: str, size: tuple[int, int]) -> list[float]:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE)
    page = context.new_page()
    page.set_default_timeout(60_000)
    try:
        page.add_init_script(LONG_TASKS)
        page.goto(f"{address}/analysis/{name}")
        page.locator("main[data-analysis][data-fresh=true]").wait_for()
        if page.locator("[data-draw]").count():
            page.locator("[data-draw]").click()
            page.locator("[data-draw]").wait_for(state="detached")
        page.locator("main[data-analysis]:not([data-simulations='0'])").wait_for()
        page.wait_for_timeout(2_000)
        page.evaluate("() => { window.longTasks = [] }")
        page.wait_for_timeout(8_000)
        found: list[float] = page.evaluate("() => window.longTasks")
        return found
    finally:
        context.close()


def sizes() -> list[str]:
    def kb(data: bytes) -> str:
        return f"{len(gzip.compress(data, mtime=0)) / 1000:.1f}"

    rows = []
    for name in GAMES:
        module, net = machines.module_of(load(name), WASM), shipped_net(load(name))
        assert module is not None
        path = Path(module.path)
        about = path.with_name(f"{path.name}.json")
        master = "–" if net is None else kb(net.to_bytes())
        rows.append(f"| {name} | {kb(path.read_bytes())} | {kb(about.read_bytes())} | {master} |")
    worker = next((PAGE / "assets").glob("worker-*.js"))
    return [
        f"kB gzipped; the worker's script, once for all games: {kb(worker.read_bytes())}.", "",
        "| | module | its description | Master's net |", "|---|---|---|---|", *rows,
    ]  # fmt: skip
