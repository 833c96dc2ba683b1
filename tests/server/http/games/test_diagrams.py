"""Diagrams of the rules over HTTP: shown, tried, explained; nothing is kept."""

import re

import pytest

from tests.server.conftest import API, wait_until_ready
from tests.serving import HouseClient

WIN = f"{API}/games/connect4/diagrams/win"


def test_every_diagram_of_every_rules_page_is_drawn(client: HouseClient) -> None:
    cards = client.get(f"{API}/games").json()
    shown = [(card["name"], name) for card in cards for name in re.findall(r"^```diagram\n(.*)\n", card["rules"], re.M)]
    assert {name for name, _ in shown} == {card["name"] for card in cards}, "a game without a diagram"
    wait_until_ready(client, *{game for game, _ in shown})
    tasks: dict[str, int] = {}
    for game, name in shown:
        answer = client.get(f"{API}/games/{game}/diagrams/{name}")
        assert answer.status_code == 200, answer.text
        now = answer.json()
        assert now["scene"]["pieces"]
        assert bool(now["choices"]) == (now["outcome"] == "open")
        tasks[game] = tasks.get(game, 0) + (now["outcome"] == "open")
    assert min(tasks.values()) >= 2, tasks


def test_what_is_tried_is_checked_by_the_rules(client: HouseClient) -> None:
    wait_until_ready(client, "connect4")
    first = client.get(WIN).json()
    assert (first["outcome"], first["words"]["key"], first["seat"]) == ("open", "diagram.win.task", 0)
    right = client.get(WIN, params={"played": "f"}).json()
    assert (right["outcome"], right["words"]["key"], right["over"]) == ("right", "diagram.win.right", True)
    wrong = client.get(WIN, params={"played": "a"}).json()
    assert (wrong["outcome"], wrong["words"]["key"], wrong["choices"]) == ("wrong", "diagram.win.wrong", [])
    own = client.get(f"{API}/games/connect4/diagrams/stop", params={"played": "d"}).json()
    assert own["words"]["key"] == "diagram.stop.on-top"


def test_several_steps_are_tried_one_after_the_other(client: HouseClient) -> None:
    wait_until_ready(client, "luckymoose")
    path = f"{API}/games/luckymoose/diagrams/three"
    assert client.get(path, params={"played": ["Rs@j8"]}).json()["outcome"] == "open"
    assert client.get(path, params={"played": ["Rs@j8", "end"]}).json()["outcome"] == "right"
    assert client.get(path, params={"played": ["Gm@h9", "end"]}).json()["outcome"] == "wrong"


@pytest.mark.parametrize(
    ("played", "status", "key"),
    [
        (["z"], 422, "refuse.spelling"),
        (["f", "a"], 422, "refuse.diagram-done"),
        (["a"] * 7, 400, None),
        ([""], 400, None),
    ],
)
def test_what_cannot_be_played_there_is_refused(
    client: HouseClient, played: list[str], status: int, key: str | None
) -> None:
    wait_until_ready(client, "connect4")
    answer = client.get(WIN, params={"played": played})
    assert answer.status_code == status, answer.text
    assert key is None or answer.json()["key"] == key


def test_there_is_no_such_diagram(client: HouseClient) -> None:
    wait_until_ready(client, "connect4")
    answer = client.get(f"{API}/games/connect4/diagrams/nothing")
    assert (answer.status_code, answer.json()["key"]) == (404, "refuse.no-such-diagram")
    assert "win" in answer.json()["detail"]


def test_a_touch_that_does_nothing_is_explained_as_at_a_table(client: HouseClient) -> None:
    wait_until_ready(client, "connect4")
    reason = client.get(f"{WIN}/why-not", params={"touched": "site:f6"}).json()["reason"]
    assert reason["rule"]["key"] == "rule.falls"
    assert client.get(f"{WIN}/why-not", params={"touched": "site:f4"}).json()["reason"] is None
