"""Three processes of one house send letters and pushes, and are killed or stopped in the middle of one: what it had on
its way another carries on with, and each gets there once, or twice, and none is lost."""

import asyncio
import signal
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

import pytest

from parlour.house.mail import records as mail_records
from parlour.house.mail.notice import Notice
from parlour.house.mail.records import NOTICES, PUSHES
from parlour.house.store import ABSENT, Kind, Put, Store, keep
from parlour.house.tables.clocks import DAY
from parlour.store import open_store
from tests.mail_server import Fault, MailServer, Stage

pytestmark = [pytest.mark.anyio, pytest.mark.slow, pytest.mark.xdist_group("postgres")]

PROCESSES, EACH = 3, 60  # and so many letters, and as many pushes
STOPPED = 20.0  # seconds for which one is stopped
PATIENCE = 300.0
ROOT = Path(__file__).parents[2]
OUTBOXES: dict[str, Kind[Notice]] = {"letter": NOTICES, "push": PUSHES}
# Of what goes wrong once it is known whose letter it is; only at the last three it may be taken, or may not.
STAGES: tuple[Stage, ...] = ("rcpt", "data", "letter", "taken", "answered")

# A process as a host starts it, but that all it sends goes to one server, which learns by whom.
HOUSE = """
import asyncio, os, sys
from pathlib import Path
from parlour.house.mail.delivery import Delivery
from parlour.house.mail.letters import LetterWriter
from parlour.house.mail.sender import Message
from parlour.house.push.messages import PushWriter
from parlour.server import app
from parlour.server.guard.places import LOOPBACK, Places
from parlour.server.mail.smtp import SmtpSender, SmtpServer
from tests import serving

async def compose(self, notice):
    to = f"{notice.key}.{os.getpid()}@example.net"
    data = f"Message-ID: <{notice.key}@here>\\r\\nTo: {to}\\r\\n\\r\\nYour turn.\\r\\n".encode()
    return Message(id=notice.key, sender="house@example.org", to=to, data=data)

async def main():
    place, port, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    sender = SmtpSender(SmtpServer("127.0.0.1", port, "none"), seconds=3)
    LetterWriter.compose = PushWriter.compose = compose
    app.PushSender = lambda store, services, time: sender
    Delivery.__init__.__kwdefaults__["first_pause"] = 100
    parts = serving.parts(os.getpid(), sender=sender)
    places = Places(None, LOOPBACK, ["testserver.local"])
    async with app.opened(serving.settings_for(folder, database=place), parts, places):
        await asyncio.sleep(3600)

asyncio.run(main())
"""


class Trouble(NamedTuple):
    stage: Stage
    what: Literal["kill", "stop"]


class House:
    """Processes that are started anew when they were killed."""

    def __init__(self, place: str, port: int, folder: Path) -> None:
        self._arguments = [sys.executable, "-c", HOUSE, place, str(port), str(folder)]
        self._up: dict[int, asyncio.subprocess.Process] = {}
        self._keeping: list[asyncio.Task[None]] = []
        self._going_on: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "House":
        self._keeping = [asyncio.create_task(self._keep_one()) for _ in range(PROCESSES)]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        for process in self._up.values():
            process.kill()
            await process.wait()

    async def _keep_one(self) -> None:
        while True:
            process = await asyncio.create_subprocess_exec(*self._arguments, cwd=ROOT)
            self._up[process.pid] = process
            status = await process.wait()
            del self._up[process.pid]
            assert status == -signal.SIGKILL, "it ended by itself"

    def kill(self, pid: int) -> None:
        self._up[pid].kill()

    def stop(self, pid: int) -> None:
        self._up[pid].send_signal(signal.SIGSTOP)
        task = asyncio.create_task(self._go_on(pid))
        self._going_on.add(task)
        task.add_done_callback(self._going_on.discard)

    async def _go_on(self, pid: int) -> None:
        await asyncio.sleep(STOPPED)
        self._up[pid].send_signal(signal.SIGCONT)
        await asyncio.sleep(5)  # what it had begun it goes on with

    async def all_went_on(self) -> None:
        await asyncio.gather(*self._going_on)


async def write_down(store: Store, number: int) -> None:
    for name, outbox in OUTBOXES.items():
        notice = Notice(key=f"{name}{number}", kind="turn", at=1, due=1, until=1 + 10**6 * DAY, body=b"held")
        assert await keep(store, Put(outbox, notice, ABSENT))


async def all_are_gone(store: Store) -> None:
    async with asyncio.timeout(PATIENCE):
        for outbox in OUTBOXES.values():
            while await mail_records.next_notice(store, outbox) or await mail_records.left_sending(store, outbox):
                await asyncio.sleep(0.05)


@pytest.mark.parametrize(("what", "how_often"), [("kill", 9), ("stop", 2)])
async def test_what_a_process_has_on_its_way_another_sends_and_at_most_twice(
    what: Literal["kill", "stop"], how_often: int, postgres: str, tmp_path: Path
) -> None:
    rng = Random(how_often)
    names = [f"{name}{number}" for number in range(EACH) for name in OUTBOXES]
    stages = STAGES if what == "kill" else ("letter", "taken")  # where it is written down that it is on its way
    troubles = {name: Trouble(rng.choice(stages), what) for name in rng.sample(names, how_often)}
    made, copies = Counter[str](), Counter[str]()
    houses = list[House]()

    def decide(stage: Stage, reader: str) -> Fault | None:
        if not reader:
            return None
        name, _, pid = reader.partition("@")[0].partition(".")
        [house] = houses
        if stage == "taken":
            copies[name] += 1
        if name not in troubles or troubles[name].stage != stage:
            return None
        del troubles[name]
        made[f"{what} at {stage}"] += 1
        if what == "stop":
            house.stop(int(pid))
            return None
        house.kill(int(pid))
        return "cut"

    store = await open_store(postgres)
    async with MailServer(decide) as server, House(postgres, server.port, tmp_path) as house:
        houses.append(house)
        for number in range(EACH):
            await write_down(store, number)
            await asyncio.sleep(0.02)
        await all_are_gone(store)
        await house.all_went_on()
        await all_are_gone(store)
    ends = [notice.state for name in names for notice in [await kept(store, name)]]
    await store.close()
    often = Counter(copies.values())
    print(f"{len(names)} letters and pushes by three processes, {dict(made)}: {often[1]} once, {often[2]} twice")
    assert sum(made.values()) == how_often
    assert copies.keys() == {*names}, "none is lost"
    assert {*often} <= {1, 2}, "none is sent more than twice"
    assert {*ends} == {"sent"}


async def kept(store: Store, name: str) -> Notice:
    outbox = OUTBOXES[name.rstrip("0123456789")]
    found = await store.get(outbox, name)
    assert found is not None, "what was sent is kept for a while"
    return found
