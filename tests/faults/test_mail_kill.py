"""A house that is killed while it sends letters, to a mail server that fails in every way: each notice gets there at
least once and at most twice, and none is lost. Every second one tells that a tournament is called off.

One thing is left out, since no house could promise both: a letter whose outcome is unknown twice and which was taken
neither time is not sent a third time. See `house/mail/delivery.py`.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Literal, cast

import pytest

from parlour.house.mail import records as mail_records
from parlour.house.tournaments import records as tournament_records
from parlour.house.tournaments.records import TournamentQuery
from parlour.store import open_store
from tests.house.tournaments.tournament_club import with_address
from tests.mail_server import Fault, MailServer, Stage

pytestmark = pytest.mark.anyio

SMALL, FULL = (7, 3), (120, 50)  # notices and kills
PATIENCE = 300.0  # seconds
What = Fault | Literal["kill"]

HOUSE = """
import asyncio, os, sys, time
from parlour import games
from parlour.house.tables.clocks import Clock
from parlour.house.tables.repository import TableRepository
from parlour.house.mail.letters import LetterWriter
from parlour.house.mail.notice import Notice
from parlour.house.mail.records import left_sending, next_notice, notice_changes
from parlour.house.mail.sender import Message
from parlour.house.people.person import Person
from parlour.house.store import Unit
from parlour.house.mail.delivery import Delivery
from parlour.house.mail.letter_template import Unsubscribing
from parlour.house.tournaments import commands
from parlour.house.tournaments.events import Entrant
from parlour.house.tournaments.repository import TournamentRepository, NewTournament
from parlour.server.mail.smtp import SmtpSender, SmtpServer
from parlour.store import open_store

OLGA = Person(id="olga", name="Olga", since=1, password="hashed")
CUP = NewTournament(title="Cup", kind="swiss", game="connect4", clock=Clock("live", 5))

class Games:
    def take(self, name):
        return games.load(name)

class Now:
    def now(self):
        return time.time_ns() // 1_000_000

async def turn(store, number):
    now = Now().now()
    told = Notice(key=f"n{number}@here", kind="turn", at=now, due=now, until=now + 10**9,
                  body=b"n%d@example.net" % number)
    changes = await notice_changes(store, [told])
    await store.commit(Unit(stream=f"t{number}", expected=0, events=[b"a turn"], key="turn", changes=changes))

async def called_off(tournaments, number):
    id = (await tournaments.announce(OLGA, CUP, str(number))).id
    who = Entrant(f"n{number}", f"N {number}")
    await tournaments.change(id, lambda t, now: commands.sign_up(t, now, who), "enter")
    await tournaments.change(id, lambda t, now: commands.cancel(t, now, "olga"), "cancel")

async def nobody_looks(table, person):
    return False

async def main():
    place, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    store = await open_store(place)
    tournaments = TournamentRepository(TableRepository(store, Games(), Now()))
    writer = LetterWriter(store, tournaments.tables, Now(), tournaments.tables.entropy, Unsubscribing(b"s" * 32), base="http://here",
                    sender="house@example.org", looking=nobody_looks, tournaments=tournaments)

    async def compose(notice):
        if notice.kind == "tournament":
            return await writer.compose(notice)
        to = notice.body.decode()
        data = f"Message-ID: <{notice.key}>\\r\\nTo: {to}\\r\\n\\r\\nYour turn.\\r\\n".encode()
        return Message(id=notice.key, sender="house@example.org", to=to, data=data)

    sender = SmtpSender(SmtpServer("127.0.0.1", port, "none"), seconds=0.7)
    delivery = Delivery(store, compose, sender, Now(), first_pause=20)
    await delivery.start()
    for number in range(1, count + 1):
        await (turn(store, number) if number % 2 else called_off(tournaments, number))
        delivery.call()
    while await next_notice(store) is not None or await left_sending(store):
        await asyncio.sleep(0.01)
    os.write(1, b"done\\n")
    await asyncio.sleep(3600)

asyncio.run(main())
"""


class Plan:
    """What happens to each reader's letter, try by try, until it is let through; and how often the house is killed."""

    def __init__(self, notices: int, kills: int, kill: Callable[[], None], rng: Random) -> None:
        self._kill, self._rng = kill, rng
        self.kills = Counter[Stage]()
        self.faults = Counter[str]()
        readers = [f"n{number}@example.net" for number in range(1, notices + 1)]
        self._left = {reader: self._for_one() for reader in readers}
        for _ in range(kills):
            self._let_be_killed(rng.choice(readers))

    def _for_one(self) -> list[tuple[Stage, What]]:
        rng = self._rng
        harmless: list[tuple[Stage, What]] = [
            ("rcpt", "later"), ("rcpt", "cut"), ("rcpt", "nonsense"), ("data", "later"), ("data", "cut"),
            ("letter", "later"), ("rcpt", "stall") if rng.random() < 0.1 else ("data", "nonsense"),
        ]  # fmt: skip
        # Two doubts at most, and not two without the letter having been taken.
        doubts: list[Stage] = rng.choice([[], [], ["letter"], ["taken"], ["taken", "letter"], ["taken", "taken"]])
        rng.shuffle(doubts)
        wrong: list[What] = ["cut", "nonsense", "stall"]
        doubtful = [(stage, rng.choices(wrong, (5, 5, 1))[0]) for stage in doubts]
        return [*rng.sample(harmless, rng.choice([0, 1, 2])), *doubtful]

    def _let_be_killed(self, reader: str) -> None:
        """In place of something that goes wrong there anyway, or besides, where that does no harm."""
        steps, rng = self._left[reader], self._rng
        same = [place for place, (stage, what) in enumerate(steps) if stage in ("letter", "taken") and what == "cut"]
        if same:
            place = rng.choice(same)
            steps[place] = (steps[place][0], "kill")
        elif not any(stage in ("taken", "answered") for stage, _ in steps) and rng.random() < 0.5:
            steps.append(("answered", "kill"))  # the last: whether it is written down as sent is open
        else:
            stage: Stage = rng.choice(["rcpt", "data"])
            steps.insert(0, (stage, "kill"))

    def decide(self, stage: Stage, reader: str) -> Fault | None:
        if not reader:
            return self._before(stage)
        steps = self._left[reader]
        if not steps or steps[0][0] != stage:
            return None
        what = steps.pop(0)[1]
        self.faults[f"{stage} {what}"] += 1
        if what != "kill":
            return what
        self.kills[stage] += 1
        self._kill()
        return "cut"

    def _before(self, stage: Stage) -> Fault | None:
        """Before it is known whose letter it is, one time in twenty."""
        if self._rng.random() > 0.05:
            return None
        fault = cast(Fault, self._rng.choice(["later", "never", "cut", "nonsense"]))
        self.faults[f"{stage} {fault}"] += 1
        return fault


@pytest.mark.parametrize("size", [SMALL, pytest.param(FULL, marks=pytest.mark.slow)], ids=["small", "full"])
async def test_each_notice_gets_there_at_least_once_and_at_most_twice(tmp_path: Path, size: tuple[int, int]) -> None:
    notices, kills = size
    house: asyncio.subprocess.Process | None = None

    def kill() -> None:
        assert house is not None
        house.kill()

    plan = Plan(notices, kills, kill, Random(notices))
    place = str(tmp_path / "house.db")
    store = await open_store(place)
    for number in range(2, notices + 1, 2):
        await with_address(store, f"n{number}")
    await store.close()
    async with MailServer(plan.decide) as server, asyncio.timeout(PATIENCE):
        done = False
        while not done:
            arguments = ["-c", HOUSE, place, str(server.port), str(notices)]
            house = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=asyncio.subprocess.PIPE)
            assert house.stdout is not None
            if await house.stdout.readline():  # all letters are gone; nothing, if it was killed before
                done = True
                house.kill()
            assert await house.wait() == -9
    assert sum(plan.kills.values()) == kills
    copies = Counter(letter.to for letter in server.taken)
    print(
        f"{notices} notices, {kills} kills ({dict(plan.kills)}), {sum(plan.faults.values())} faults in all: "
        f"{Counter(copies.values())[1]} letters once, {Counter(copies.values())[2]} twice"
    )
    assert copies.keys() == {f"n{number}@example.net" for number in range(1, notices + 1)}, "none is lost"
    assert set(copies.values()) == {1, 2}, "some had to be repeated, and none was more than once"
    ids = {letter.to: letter.mail["Message-ID"] for letter in server.taken}
    assert len(set(ids.values())) == notices
    assert all(letter.mail["Message-ID"] == ids[letter.to] for letter in server.taken), "a copy is the same letter"
    assert sum(letter.mail["Subject"] == "Cup does not take place" for letter in server.taken) >= notices // 2
    store = await open_store(place)
    assert {len(await store.read(f"t{number}")) for number in range(1, notices + 1, 2)} == {1}
    cups = await tournament_records.find_tournaments(store, TournamentQuery(phase="over", most=1000))
    assert len(cups) == notices // 2
    assert await mail_records.left_sending(store) == []
    assert await mail_records.next_notice(store) is None
    await store.close()
