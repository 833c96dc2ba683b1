"""The house as functions, on what stands in for AWS: what a start and a step cost, and how large messages are.

CPU is that of the function's process; Amazon's machines and the emulator's are another matter. Units are those that the
emulator says a call has taken, as DynamoDB counts them: each write of a transaction is two. Those of a step are of the
appending, the telling, and of what the page asks meanwhile by itself.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from parlour import bots
from parlour.aws.frames import MOST_BYTES
from parlour.games import BUILT_IN, load
from parlour.store.dynamo.client import Client
from tests.aws.cloud import PUBLIC, Cloud, Tab, open_table
from tests.aws_server import CREDENTIALS, address, aws_server

STARTS, STEPS, LOOKS = 5, 120, 60  # to be measured; and steps of a match between two looks at how large it is
COLD = """
import json, os, sys, time
from parlour.aws import functions
imported = time.process_time()
from tests.aws.events import http_event
headers = {"host": "play.example.org", "cookie": os.environ["COOKIE"]}
answer = functions.http(http_event("GET", "/livez", headers=headers), None)
assert answer["statusCode"] == 200, answer
opened = time.process_time()
path = "/api/v1/tables/" + sys.argv[1] + "/events"
answer = functions.http(http_event("GET", path, query="seat=0", headers=headers), None)
assert answer["statusCode"] == 200, answer
looked = time.process_time()
from parlour.core.compiled.jit import compilations
print(json.dumps([imported, opened, looked, compilations()]))
"""


def measure() -> list[str]:
    for name in BUILT_IN:
        bots.prepare(name)
    patched = pytest.MonkeyPatch.context()
    with tempfile.TemporaryDirectory() as folder, aws_server(Path(folder)) as endpoint, patched as p:
        for name, value in CREDENTIALS.items():
            p.setenv(name, value)
        cloud = Cloud(endpoint, "bench", Path(folder), instances=1)
        try:
            steps, table, host = measured_steps(cloud, p)
            sizes = [look.as_row() for look in looks(cloud)]
            starts = measured_starts(endpoint, table, host.cookie, folder)
        finally:
            cloud.close_all()
    return [
        f"Least of {STARTS} starts of a process, CPU seconds: all modules {starts[0]:.2f}, the house open and a first"
        f" answer {starts[1]:.2f}, and a first look at a table, with its game loaded, {starts[2]:.2f}."
        f" Compiled was {int(starts[3]) or 'nothing'}.",
        "",
        f"Of {STEPS} steps of Connect Four over live sockets, two people who both follow the table.",
        "",
        "| by | CPU ms a step, middle | units written a step: middle, most | units read: middle, most |",
        "|---|---|---|---|",
        *steps,
        "",
        f"Bytes of what a player is told at the first look, and after {LOOKS} rounds of steps at random, with as many"
        f" seats as the game has; in frames of at most {MOST_BYTES}.",
        "",
        "| game, seats | at first | later | frames |",
        "|---|---|---|---|",
        *sizes,
    ]  # fmt: skip


class Look(NamedTuple):
    """How large what a player is told is, at first and later."""

    game: str
    seats: int
    first: int
    later: int

    def as_row(self) -> str:
        frames = 1 + max(self.first, self.later) // MOST_BYTES
        return f"| {load(self.game).title}, {self.seats} | {self.first} | {self.later} | {frames} |"


class Taken(NamedTuple):
    """By one step."""

    cpu: float
    written: float
    read: float


def measured_steps(cloud: Cloud, patch: pytest.MonkeyPatch) -> tuple[list[str], str, Tab]:
    clients: list[Client] = []
    ask = Client.ask

    async def counted(client: Client, call: str, **asked: Any) -> Any:
        if client not in clients:
            clients.append(client)
            client.counted = True
        return await ask(client, call, **asked)

    patch.setattr(Client, "ask", counted)
    taken: dict[str, list[Taken]] = {"socket": [], "news": [], "http": []}

    def units() -> tuple[float, float]:
        return sum(one.written for one in clients), sum(one.read for one in clients)

    def timed(name: str, do: Callable[[], object]) -> None:
        before, began = units(), time.process_time()
        do()
        cpu, now = 1000 * (time.process_time() - began), units()
        taken[name].append(Taken(cpu, now[0] - before[0], now[1] - before[1]))

    rng, table, host = Random("bench"), "", Tab(cloud)
    while len(taken["socket"]) < STEPS:
        tabs = [host, Tab(cloud)]
        table = open_table(tabs[0], tabs[1:])
        for seat, tab in enumerate(tabs):
            tab.lines.clear()
            tab.watch(table, seat)
        cloud.pump()
        over, by_http = False, len(taken["http"]) < STEPS // 2
        seat = 0
        while not over:
            news = tabs[seat].ask("GET", f"/tables/{table}/events?seat={seat}")
            open_now = [one["text"] for one in news["now"]["choices"] if not one["also"]]
            step = rng.choice(open_now)
            if by_http:
                body = {"seat": seat, "steps": [step]}
                timed("http", lambda: tabs[seat].ask("POST", f"/tables/{table}/steps", body))  # noqa: B023
            else:
                act = {"do": "act", "table": table, "seat": seat, "steps": [step], "id": 1}
                timed("socket", lambda: tabs[seat].say(act))  # noqa: B023
            records = cloud.records()
            timed("news", lambda: cloud.invoke("news", {"Records": records}))  # noqa: B023
            seat = 1 - seat
            over = tabs[0].ask("GET", f"/tables/{table}/events?seat=0")["now"]["phase"] == "over"
        cloud.thoughts.clear()
    names = {"http": "request (`http`)", "socket": "message (`socket`)", "news": "news of it (`news`)"}
    rows = []
    for name, some in taken.items():
        cpu, *counts = ([*each] for each in zip(*some, strict=True))
        columns = [f"{_middle(cpu):.1f}", *(f"{_middle(each):g}, {max(each):g}" for each in counts)]
        rows.append(f"| {names[name]} | {' | '.join(columns)} |")
    return rows, table, host


def looks(cloud: Cloud) -> list[Look]:
    found = []
    for game in BUILT_IN:
        rng, tabs = Random(game), [Tab(cloud) for _ in range(max(load(game).seats))]
        table = open_table(tabs[0], tabs[1:], game)
        at_first = largest(cloud, tabs[0], table)
        for _ in range(LOOKS):
            for seat, tab in enumerate(tabs):
                news = tab.ask("GET", f"/tables/{table}/events?seat={seat}")
                texts = [one["text"] for one in news["now"].get("choices", []) if not one["also"]]
                if seat in news["now"].get("to_act", []) and texts:
                    tab.ask("POST", f"/tables/{table}/steps", {"seat": seat, "steps": [rng.choice(texts)]})
        later = largest(cloud, tabs[0], table)
        found.append(Look(game, len(tabs), at_first, later))
    return found


def largest(cloud: Cloud, tab: Tab, table: str) -> int:
    """Bytes of the message that a watch is answered with, put together again."""
    cloud.inboxes[tab.connection].clear()
    tab.say({"do": "watch", "topic": "table", "table": table, "seat": 0, "cursor": 0, "view": True, "id": 1})
    frames = cloud.inboxes[tab.connection]
    return max(sum(len(frame) for frame in frames), *(len(frame) for frame in frames))


def measured_starts(endpoint: str, table: str, cookie: str, folder: str) -> list[float]:
    environ = {
        **os.environ, "PARLOUR_DATABASE": address(endpoint, "bench"), "PARLOUR_PUBLIC_URL": PUBLIC,
        "PARLOUR_DATA": f"{folder}/started", "PARLOUR_PUSH": "none", "PARLOUR_LOG": "json",
        "COOKIE": cookie,
    }  # fmt: skip
    found: list[list[float]] = []
    for _ in range(STARTS):
        done = subprocess.run(
            [sys.executable, "-c", COLD, table], env=environ, check=True, capture_output=True, text=True
        )
        found.append(json.loads(done.stdout.splitlines()[-1]))
    return [*(min(one[number] for one in found) for number in range(3)), max(one[3] for one in found)]


def _middle(some: list[float]) -> float:
    return sorted(some)[len(some) // 2]
