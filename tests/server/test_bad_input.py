"""Anything may come in, by HTTP and by the live socket: it is answered as described, or closed with a reason.

Some hundred cases here; thousands under ./dev test --all.
"""

import gc
import json
import os
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest
import requests
import schemathesis
from schemathesis import Case, GenerationMode
from websockets.exceptions import ConnectionClosed

from parlour.server.guard.limits import Limits
from parlour.server.http.problems import MEDIA_TYPE
from parlour.server.live import sockets
from tests.machine import resident
from tests.server.conftest import API, Sitting, Visitor
from tests.server.live.real import PATIENCE, RealHouse, code_of, real_house

ALL = bool(os.environ.get("PARLOUR_ALL"))
CASES = 10_000 if ALL else 80
MESSAGES = 10_000 if ALL else 250
MOST_GROWTH = 2 * 1024 * 1024  # bytes that may be left behind by a quarter of the messages
MOST_RESIDENT = 16 * 1024 * 1024  # bytes that the process, with client and all, may be larger after half of them


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHouse]:
    with real_house(tmp_path_factory.mktemp("house")) as house:
        yield house


# -- HTTP -----------------------------------------------------------------------------------------------------


class Somebody:
    """Who has a session and a table, and gets new ones when they are gone."""

    def __init__(self, house: RealHouse) -> None:
        self._tables = house
        self.visitor, self.table = self.anew()

    def anew(self) -> tuple[Visitor, Sitting]:
        self.visitor = self._tables.visitor()
        self.table = self.visitor.open("connect4", "mo")
        return self.visitor, self.table

    def headers(self) -> dict[str, str]:
        if self.visitor.get("/me").json()["person"] is None:
            self.anew()
        return self.visitor.headers


def check(house: RealHouse, case: Case, headers: dict[str, str]) -> None:
    if isinstance(case.query, dict):
        case.query.pop("wait", None)  # it would be waited for
    with requests.Session() as session:
        answer = case.call(base_url=house.address, session=session, headers=headers, timeout=PATIENCE)
    said = f"{case.method} {case.formatted_path}: {answer.status_code} {answer.text[:300]}"
    known = case.operation.definition.raw["responses"]
    assert answer.status_code < 500, said
    # A path that has become another one may not take that method.
    assert str(answer.status_code) in known or answer.status_code in (404, 405), said
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == [MEDIA_TYPE], said
        assert set(answer.json()) == {"status", "title", "detail", "key", "type"}, said


@pytest.mark.parametrize("signed_in", [False, True])
def test_whatever_is_asked_is_answered_as_described(house: RealHouse, signed_in: bool) -> None:
    schema = schemathesis.openapi.from_dict(house.client.get(f"{API}/schema/openapi.json").json())
    somebody = Somebody(house)
    operations = [found.ok() for found in schema.get_all_operations()]
    strategies = [
        operation.as_strategy(generation_mode=mode)
        for operation in operations
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
        if mode is GenerationMode.POSITIVE or operation.path_parameters or operation.body or operation.query
    ]

    @hypothesis.seed(7 + signed_in)
    @hypothesis.settings(
        max_examples=CASES // 2, deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate],
    )  # fmt: skip
    @hypothesis.given(st.sampled_from(strategies).flatmap(lambda strategy: strategy), st.booleans())
    def ask(case: Case, at_table: bool) -> None:
        if at_table and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = somebody.table.id
        check(house, case, somebody.headers() if signed_in else {"Origin": house.address})

    ask()


# -- the live socket ------------------------------------------------------------------------------------------

VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 63, 2**31, 2**63, -(2**63) - 1, 1e308, 1.5, "", "a", "\0", "\u202e", "🎲", "x" * 5000,
    [], ["a"], ["a"] * 101, [["a"]], {}, {"do": "ping"}, "table", "lobby", "me", "resign", "undo",
]  # fmt: skip


def message(rng: Random, table: str) -> str | bytes:
    """Something that may be said: in order, nearly so, or rubbish."""
    asked: dict[str, Any] = rng.choice(
        [
            {"do": "ping"},
            {"do": "watch", "topic": rng.choice(["table", "lobby", "me"]), "table": table, "seat": 0},
            {"do": "unwatch", "topic": "table", "table": table, "seat": 0},
            {"do": "act", "table": table, "seat": rng.randrange(2), "steps": [rng.choice("abcdefg")]},
            {"do": "say", "table": table, "text": "x", "key": "once"},
        ]
    )
    asked = {"id": rng.randrange(1000), **asked}
    for _ in range(rng.randrange(3)):
        asked[rng.choice([*asked, "more", "cursor", "invite", "key"])] = rng.choice(VALUES)
    text = json.dumps(asked)
    kind = rng.randrange(10)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        at = rng.randrange(len(text))
        return text[:at] + rng.choice(["", '"', "[" * 2000, "\\ud800", "}"]) + text[at + 1 :]
    return text.encode() if kind == 2 else text


def fuzz(house: RealHouse, visitor: Visitor, table: str, rng: Random, many: int) -> int:
    """Send so many; answers how often the socket was closed."""
    codes, left = list[int](), many
    while left:
        with house.tab(visitor) as tab:
            try:
                while left:
                    left -= 1
                    tab.socket.send(message(rng, table))
                    while tab.hear()["is"] not in ("done", "refused"):
                        """News, before the answer."""
            except ConnectionClosed as end:
                codes.append(code_of(end))
    assert set(codes) <= {sockets.UNREADABLE, sockets.TOO_BIG}
    return len(codes)


def test_every_message_is_answered_and_nothing_is_left_behind(
    house: RealHouse, caplog: pytest.LogCaptureFixture
) -> None:
    visitor = house.visitor()
    table, rng = visitor.open("connect4", "mm"), Random(11)
    fuzz(house, visitor, table.id, rng, MESSAGES // 4)
    gc.collect()
    small = resident()
    fuzz(house, visitor, table.id, rng, MESSAGES // 2)
    gc.collect()
    large = resident()
    print(f"in memory before {small / 2**20:.1f} MB, after {MESSAGES // 2} more messages {large / 2**20:.1f} MB")
    assert large - small < MOST_RESIDENT
    tracemalloc.start()
    try:
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        fuzz(house, visitor, table.id, rng, MESSAGES // 4)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < MOST_GROWTH
    assert "could not be dealt with" not in caplog.text
    assert "a socket is closed" not in caplog.text


def test_with_its_usual_allowance_a_socket_of_rubbish_is_closed_again_and_again(tmp_path: Path) -> None:
    with real_house(tmp_path, limits=Limits()) as house:
        visitor = house.visitor()
        table = visitor.open("connect4", "mm")
        assert fuzz(house, visitor, table.id, Random(12), 150) > 0
