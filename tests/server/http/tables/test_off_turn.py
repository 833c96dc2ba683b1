"""Moves in advance and planned lines over HTTP."""

from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from parlour.server.guard.counters import Rate
from parlour.server.guard.limits import Limits
from tests.server.conftest import Sitting, Visitor, served, wait_for

pytestmark = pytest.mark.compiled
DAYS = {"pace": "days", "days": 2}


def two(client: TestClient[Litestar], game: str = "connect4", **more: object) -> tuple[Visitor, Visitor, Sitting]:
    one, other = Visitor(client), Visitor(client)
    table = one.open(game, "mo", **more)
    assert other.post(f"{table.path}/seats", {}).status_code == 200
    return one, other, table


def key(answer: object) -> tuple[int, str]:
    return answer.status_code, answer.json()["key"]  # type: ignore[attr-defined]


def test_what_can_be_chosen_in_advance_is_told_off_turn_alone(client: TestClient[Litestar]) -> None:
    one, other, table = two(client)
    table.act(0, "d")
    ahead = one.get(f"{table.path}/ahead", seat=0).json()["choices"]
    assert [choice["text"] for choice in ahead] == list("abcdefg")
    assert other.get(f"{table.path}/ahead", seat=1).json() == {"choices": []}
    assert key(other.get(f"{table.path}/ahead", seat=0)) == (403, "refuse.not-your-seat")
    _, _, slow = two(client, clock=DAYS)
    slow.act(0, "d")
    assert key(slow.visitor.get(f"{slow.path}/ahead", seat=0)) == (422, "refuse.premove-days")


def test_a_line_is_thought_through_kept_read_and_played(client: TestClient[Litestar]) -> None:
    one, other, table = two(client, clock=DAYS)
    table.act(0, "d")
    there = one.post(f"{table.path}/imagined", {"seat": 0, "steps": ["e", "a"]}).json()
    assert ([step["seat"] for step in there["steps"]], there["to_act"], there["ended"]) == ([1, 0], [1], None)
    assert len(there["scene"]["pieces"]) == 3
    planned = one.send("PUT", f"{table.path}/planned-lines", {"seat": 0, "lines": [["e", "a"]]}).json()
    assert one.get(f"{table.path}/planned-lines", seat=0).json() == planned
    assert [[step["text"] for step in line] for line in planned["lines"]] == [["e", "a"]]
    assert key(other.get(f"{table.path}/planned-lines", seat=0)) == (403, "refuse.not-your-seat")
    assert other.get(f"{table.path}/events", seat=1).text.count("planned") == 0
    other.post(f"{table.path}/steps", {"seat": 1, "steps": ["e"]})
    wait_for(lambda: table.now(0)["to_act"] == [1], "the house answers")
    assert one.get(f"{table.path}/planned-lines", seat=0).json() == {"lines": []}


def test_a_touch_in_a_line_that_is_thought_of_is_told_why_it_does_nothing(client: TestClient[Litestar]) -> None:
    one, other, table = two(client, clock=DAYS)
    table.act(0, "d")
    path, asked = f"{table.path}/imagined/why-not", {"seat": 0, "steps": ["e"], "touched": ["site:e4"]}
    assert one.post(path, asked).json()["reason"]["rule"]["key"] == "rule.falls"
    assert one.post(path, {**asked, "touched": ["site:e2"]}).json() == {"reason": None}
    assert key(other.post(path, asked)) == (403, "refuse.not-your-seat")
    assert key(one.post(path, {**asked, "steps": ["z"]})) == (422, "refuse.line")
    assert one.post(path, {**asked, "touched": []}).status_code == 400


def test_a_refused_line_changes_nothing_of_what_is_planned(client: TestClient[Litestar]) -> None:
    one, _, table = two(client, clock=DAYS)
    table.act(0, "d")
    one.send("PUT", f"{table.path}/planned-lines", {"seat": 0, "lines": [["e", "a"]]})
    for lines in ([["e"]], [["e", "z"]], [["e", "a"], ["e", "b"]]):
        assert one.send("PUT", f"{table.path}/planned-lines", {"seat": 0, "lines": lines}).status_code == 422
    for much in ([["e", "a"]] * 21, [["e"] * 25]):
        assert one.send("PUT", f"{table.path}/planned-lines", {"seat": 0, "lines": much}).status_code == 400
    assert len(one.get(f"{table.path}/planned-lines", seat=0).json()["lines"]) == 1


def test_nobody_thinks_of_positions_without_end(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits({"imagine": Rate(2, 0.01), "plan": Rate(1, 0.01)})) as client:
        one, _, table = two(client, clock=DAYS)
        table.act(0, "d")
        asked = [one.post(f"{table.path}/imagined", {"seat": 0, "steps": []}).status_code for _ in range(3)]
        body = {"seat": 0, "lines": []}
        planned = [one.send("PUT", f"{table.path}/planned-lines", body).status_code for _ in range(2)]
        assert (asked, planned) == ([200, 200, 429], [200, 429])
