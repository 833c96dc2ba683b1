"""Every list that the house asks for, in a house with 100,000 tables; with `--against`, in another version as well.

The house is written as version 9 of the data has it, which both versions open and bring up to date for themselves. They
take turns, question by question. What is timed is the answer of the store on SQLite, in the process that asks.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any

import apsw

from bench.before import Before
from parlour.store import migrations, shape
from parlour.store.sqlite_file import OURS

HERE = Path(__file__).parent
TABLES = int(os.environ.get("PARLOUR_BENCH_TABLES", "100000"))
PEOPLE, GUESTS, TOURNAMENTS, ENTRIES = TABLES // 2, TABLES // 50, TABLES // 20, TABLES // 5
SCHEMA = 9
ROUNDS = 5
LEVEL = 1.25  # what the same question may differ by in two runs of one version here
NOTICED = 0.1  # ms: less than that is one question more to the reading thread, and nobody's wait
Row = tuple[Any, ...]


def measure() -> list[str]:
    return ask_all({"now": sys.executable})


def compare(before: Before) -> list[str]:
    return ask_all({"now": sys.executable, "before": before.python})


def ask_all(versions: dict[str, str]) -> list[str]:
    """With the interpreter of each."""
    with tempfile.TemporaryDirectory(dir=HERE) as folder, ExitStack() as opened:
        fill(Path(folder) / "house.db")
        askers = {}
        for version, python in versions.items():
            house = Path(folder) / f"{version}.db"
            shutil.copy(Path(folder) / "house.db", house)
            askers[version] = opened.enter_context(closing(Asker(python, house)))
        return report(askers)


def report(askers: "dict[str, Asker]") -> list[str]:
    questions = askers["now"].names
    took: dict[tuple[str, str], list[float]] = {}
    rows: dict[tuple[str, str], int] = {}
    for _ in range(ROUNDS):
        for question in questions:
            for version, asker in askers.items():
                if question in asker.names:
                    told = asker.ask(question)
                    took.setdefault((question, version), []).append(told["ms"])
                    rows[question, version] = told["rows"]
    lines = [
        f"{TABLES:,} tables, {PEOPLE:,} accounts, SQLite; ms an answer, the best of {ROUNDS} rounds.", "",
        "| | rows | now | before | now / before |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for question in questions:
        now, before = min(took[question, "now"]), min(took.get((question, "before"), [0.0]))
        slower = " slower" if now > LEVEL * before and now - before > NOTICED else ""
        ratio = f"{now / before:.2f}{slower}" if before else ""
        count = rows[question, "now"]
        if before and rows[question, "before"] != count:
            ratio += f", {rows[question, 'before']} rows before"
        lines.append(f"| {question} | {count} | {now:.2f} | {f'{before:.2f}' if before else '–'} | {ratio} |")
    return lines


class Asker:
    """A process of one version with a house of its own."""

    def __init__(self, python: str, house: Path) -> None:
        command = [python, str(HERE / "ask_lists.py"), str(house), str(TABLES)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.names: list[str] = self._read()

    def ask(self, question: str) -> dict[str, Any]:
        assert self._process.stdin is not None
        print(question, file=self._process.stdin, flush=True)
        told: dict[str, Any] = self._read()
        return told

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("a version could not answer; see above")
        return json.loads(line)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


# -- a house --------------------------------------------------------------------------------------------------


def fill(path: Path) -> None:
    connection = apsw.Connection(str(path))
    for step in migrations.MIGRATIONS[:SCHEMA]:
        connection.execute(step.format_map(migrations.SQLITE))
    connection.execute(f"PRAGMA application_id = {OURS}; PRAGMA user_version = {SCHEMA}")
    with connection:
        for table, rows in contents(Random(1)):
            columns = shape.tables(SCHEMA)[table].columns
            connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", rows)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def contents(rng: Random) -> Iterator[tuple[str, Iterable[Row]]]:
    """Rows of every table with lists, in the order of its columns; those that others refer to come first."""
    people = [f"p{number}" for number in range(PEOPLE)]
    guests = [f"g{number}" for number in range(GUESTS)]
    yield "people", [
        *((id, f"Player {id}", f"player {id}", n, "hashed", b"{}", 1, None, "host" if n < 5 else None)
          for n, id in enumerate(people)),
        *((id, "Guest", "guest", n, None, b"{}", 1, None, None) for n, id in enumerate(guests)),
    ]  # fmt: skip
    yield "sessions", [(f"s{id}", id, 1, n, 2**50, None, "[]", "browser") for n, id in enumerate(people)]
    yield "follows", [(people[n // 100], people[1 + n], n) for n in range(1000)]
    yield from tables(rng, people)
    yield from ratings(rng, people)
    sizes = [(f"c{n}", rng.sample(people, 8)) for n in range(TOURNAMENTS)]
    yield (
        "tournaments",
        [
            (id, "yinsh", "swiss", "running" if n % 20 == 0 else "over", who[0], json.dumps(who), n, b"{}" * 50)
            for n, (id, who) in enumerate(sizes)
        ],
    )
    yield "entrants", [(id, one) for id, who in sizes for one in who]
    yield "audit", [(n, f"a{n}", n, people[n % 5], "Host", "mute", people[n % 999], "x", "", "why") for n in numbers()]
    yield "reports", [report_row(n, people) for n in numbers()]
    yield (
        "measures",
        [
            (
                f"m{n}",
                people[n % 999],
                "mute",
                n,
                2**50 if n % 10 else n,
                "why",
                "p1",
                "Host",
                None if n % 4 == 0 else n,
            )
            for n in numbers()
        ],
    )
    yield "outbox", [
        (f"n{n}", "turn", people[n % 999], f"t{n}", b"", n, n, 2**50, "waiting" if n % 50 == 0 else "sent", 0, 0,
         None if n % 50 == 0 else n, None) for n in numbers()
    ]  # fmt: skip
    yield "jobs", [(f"review t{n}", "waiting" if n % 500 == 0 else "done", 1, 1, n, n, b"{}") for n in numbers()]
    yield "uptimes", [(n, 10 * n, 10 * n + 9) for n in range(1, 501)]


def numbers() -> range:
    return range(1, ENTRIES + 1)


def tables(rng: Random, people: list[str]) -> Iterator[tuple[str, Iterable[Row]]]:
    """Most are over; two of a hundred are open and three are played. Somebody plays far more than the others."""
    first = [people[0] if n % 100 == 0 else rng.choice(people) for n in range(TABLES)]
    sitters = [(f"t{n}", [who, rng.choice(people)]) for n, who in enumerate(first)]
    phases = ["open"] * 2 + ["playing"] * 3 + ["over"] * 95
    rows = []
    for n, (id, who) in enumerate(sitters):
        phase = phases[rng.randrange(100)]
        turn, due = (json.dumps(who[:1]), n + 1) if phase == "playing" else ("[]", None)
        game = "yinsh" if n % 3 else "dance"
        rows.append(
            (id, game, phase, int(n % 5 > 0), int(phase == "open"), "days" if n % 2 else "live", json.dumps(who), turn,
             n, due, int(phase == "playing" and n % 50 == 0), b'{"seats":[]}' * 30, n % 2,
             json.dumps([people[1]] if n % 1000 == 0 else []))
        )  # fmt: skip
    yield "cards", rows
    yield "sitters", [(id, one) for id, who in sitters for one in {*who}]
    yield "asked", [(f"t{n}", people[1]) for n in range(0, TABLES, 1000)]
    yield "traces", [(one, id) for id, who in sitters for one in {*who}]
    yield "events", [(id, 1, b"{}", None) for id, _ in sitters]


def ratings(rng: Random, people: list[str]) -> Iterator[tuple[str, Iterable[Row]]]:
    """Half of the tables counted; of those, a third was played together and came to one of fifty scores."""
    finishes, points = [], []
    for number in range(1, TABLES // 2 + 1):
        who, together = [rng.choice(people), rng.choice(people)], number % 3 == 0
        body = {"seats": who, "places": [] if together else [1, 2], "score": rng.randrange(50) if together else None}
        worth = 1 - (body["score"] or 0) / 49 if together else None
        game = "dance" if together else "yinsh"
        finishes.append((number, f"t{number}", game, number, 2, worth, json.dumps(body).encode()))
        if not together:
            points += [(one, game, number, f"t{number}", number, 1, 2, 25.0, 26.0, 3.0) for one in {*who}]
    yield "finishes", finishes
    yield "points", points
    yield "standings", [(who, "yinsh", rng.gauss(25, 8), rng.uniform(1, 8), n % 90) for n, who in enumerate(people)]
    yield "cursors", [("rater", len(finishes))]


def report_row(n: int, people: list[str]) -> Row:
    state = "open" if n % 20 == 0 else "settled"
    body = {
        "id": f"r{n}", "at": n, "by": people[n % 777], "name": "x", "kind": "person", "person": people[n % 999],
        "reason": "spam", "state": state, "settled": None if state == "open" else n + 1,
    }  # fmt: skip
    return f"r{n}", f"topic {n}", n, people[n % 777], people[n % 999], "", state, json.dumps(body).encode()
