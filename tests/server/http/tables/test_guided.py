"""A guided game over HTTP."""

from pathlib import Path

import pytest

from parlour.server.guard.counters import Rate
from parlour.server.guard.limits import Limits
from tests.server.conftest import Visitor, served
from tests.serving import HouseClient

pytestmark = pytest.mark.compiled


def test_a_guided_game_comes_with_a_coach_that_shows_moves(visitor: Visitor) -> None:
    table = visitor.open("connect4", guided=True)
    assert visitor.get(table.path).json()["rules"]["guided"] is True
    now = table.wait_for_turn(0)
    assert now["guide"]["text"]["key"] == "guide.aim"
    assert now["guide"]["at"] == ["site:d1"]
    answer = visitor.post(f"{table.path}/hint", {"seat": 0})
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert shown["path"] in [choice["path"] for choice in now["choices"]]
    assert shown["words"]["key"] == "log.drop"
    assert table.now(0)["choices"] == now["choices"]  # nothing was played
    assert table.act(0, shown["step"]).status_code == 200


def test_others_are_told_nothing_by_the_coach(client: HouseClient) -> None:
    one, other = Visitor(client), Visitor(client)
    table = one.open("connect4", guided=True)
    assert "guide" not in other.get(f"{table.path}/events").json()["now"]
    answer = other.post(f"{table.path}/hint", {"seat": 0})
    assert (answer.status_code, answer.json()["key"]) == (403, "refuse.not-your-seat")
    assert other.post(f"{table.path}/seats", {}).status_code == 409


def test_where_people_play_each_other_there_is_no_coach(client: HouseClient) -> None:
    one, other = Visitor(client), Visitor(client)
    seats = [{"kind": "me"}, {"kind": "open"}]
    refused = one.post("/tables", {"game": "connect4", "seats": seats, "guided": True})
    assert (refused.status_code, refused.json()["key"]) == (422, "refuse.guided")
    assert refused.json()["detail"].startswith("A coach is there for one person among bots.")
    table = one.open("connect4", "mo")
    other.post(f"{table.path}/seats", {})
    answer = one.post(f"{table.path}/hint", {"seat": 0})
    assert (answer.status_code, answer.json()["key"]) == (403, "refuse.not-guided")
    assert "guide" not in table.now(0)


def test_moves_are_not_shown_without_end(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits({"hint": Rate(2, 0.01)})) as client:
        visitor = Visitor(client)
        table = visitor.open("connect4", guided=True)
        codes = [visitor.post(f"{table.path}/hint", {"seat": 0}).status_code for _ in range(3)]
        assert codes == [200, 200, 429]
