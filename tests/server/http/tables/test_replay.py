"""A finished match is looked through step by step, and boards are drawn that nobody sits at."""

from hashlib import sha256

import pytest

from parlour.core.dealer import outcome
from tests.server.conftest import API, Sitting, Visitor, wait_until_ready
from tests.serving import HouseClient


def finished(visitor: Visitor) -> Sitting:
    table = visitor.open("connect4", "mm")
    for number, column in enumerate("abababa"):
        assert table.act(number % 2, column).status_code == 200
    return table


def test_a_match_that_goes_on_is_not_replayed(visitor: Visitor) -> None:
    table = visitor.open("connect4", "mm")
    table.act(0, "a")
    assert visitor.get(f"{table.path}/replay").status_code == 409
    assert visitor.get(f"{table.path}/replay/1").status_code == 409


def test_the_dealers_secret_is_told_once_it_is_over_and_not_before(visitor: Visitor) -> None:
    table = visitor.open("dance", "m")
    before = visitor.get(f"{table.path}/fairness").json()
    assert (before["secret"], before["draws"], before["drawn"]) == (None, 0, [])
    assert visitor.send("DELETE", f"{table.path}/seats/mine").status_code == 200
    after = visitor.get(f"{table.path}/fairness").json()
    assert sha256(bytes.fromhex(after["secret"])).hexdigest() == before["commitment"]


def test_a_finished_match_has_all_that_it_takes_to_draw_again_without_its_rules(visitor: Visitor) -> None:
    """Secret, shares and what each draw was among: whoever has these needs neither the server nor the game."""
    table = visitor.open("dance", "m", contribute=True)
    visitor.post(f"{table.path}/contributions", {"seat": 0, "text": "violets"})
    assert visitor.send("DELETE", f"{table.path}/seats/mine").status_code == 200
    told = visitor.get(f"{table.path}/fairness").json()
    record = visitor.get(f"{table.path}/record").json()
    assert told["draws"] == len(told["drawn"]) > 0
    secret = bytes.fromhex(told["secret"])
    for k, draw in enumerate(told["drawn"]):
        chosen = outcome(secret, told["contributions"], k, [weight for _, weight in draw["outcomes"]])
        assert draw["outcomes"][chosen][0] == draw["text"] == record["steps"][draw["step"] - 1]["text"]


def test_every_step_of_a_finished_match_is_shown_by_its_number(visitor: Visitor) -> None:
    table = finished(visitor)
    found = visitor.get(f"{table.path}/replay").json()
    assert found["of"] == 7
    assert [step["text"] for step in found["steps"]] == list("abababa")
    assert [step["number"] for step in found["steps"]] == [1, 2, 3, 4, 5, 6, 7]
    for step in range(8):
        scene = visitor.get(f"{table.path}/replay/{step}").json()["scene"]
        assert len(scene.get("pieces", [])) == step
    assert visitor.get(f"{table.path}/replay/8").status_code == 422


def test_a_stranger_may_look_from_any_seat_once_it_is_over(client: HouseClient) -> None:
    one, stranger = Visitor(client), Visitor(client)
    table = one.open("dance", "mm", listed=True)
    own = {piece["id"] for piece in table.now(0)["scene"]["pieces"] if piece.get("at") == "zone:hand-0"}
    assert any(name.startswith("card-") for name in own)
    assert one.send("DELETE", f"{table.path}/seats/mine").status_code == 200
    assert stranger.get(f"{table.path}/replay", seat=1).status_code == 200
    seen = {}
    for name, query in {"seat": {"seat": 0}, "other": {"seat": 1}, "all": {"everything": True}}.items():
        of = stranger.get(f"{table.path}/replay", **query).json()["of"]
        answer = stranger.get(f"{table.path}/replay/{of - 1}", **query)
        assert answer.status_code == 200, answer.text
        seen[name] = {piece["id"] for piece in answer.json()["scene"]["pieces"] if piece["at"] == "zone:hand-0"}
    cards = {name: {each for each in ids if each.startswith("card-")} for name, ids in seen.items()}
    assert cards["seat"] == cards["all"] != set()
    assert cards["other"] == set()


def test_what_a_table_showed_comes_with_the_games_own_view(visitor: Visitor) -> None:
    table = visitor.open("connect4", "mm")
    table.act(0, "a")
    then = visitor.get(f"{table.path}/at/{table.news(0)['cursor']}", seat=0).json()
    assert then["scene"] == table.now(0)["scene"]
    assert isinstance(then["view"], dict)
    assert then["view"]


def test_a_board_is_drawn_after_any_steps(client: HouseClient) -> None:
    wait_until_ready(client, "connect4")
    empty = client.get(f"{API}/games/connect4/position").json()
    assert empty["scene"].get("pieces", []) == []
    assert empty["to_act"] == [0]
    two = client.get(f"{API}/games/connect4/position", params={"steps": "a b"}).json()
    assert len(two["scene"]["pieces"]) == 2
    assert two["plan"] == empty["plan"]


@pytest.mark.parametrize(
    ("query", "status"), [({"steps": "z"}, 422), ({"seat": 5}, 404), ({"seats": 9}, 422), ({"seats": 0}, 400)]
)
def test_a_board_that_cannot_be_is_refused(client: HouseClient, query: dict[str, str], status: int) -> None:
    wait_until_ready(client, "connect4")
    assert client.get(f"{API}/games/connect4/position", params=query).status_code == status


def test_a_link_becomes_a_picture_that_a_phone_can_read(client: HouseClient) -> None:
    answer = client.get(f"{API}/qr", params={"text": "http://192.168.1.5:8000/table/abc?invite=xyz"})
    assert answer.headers["Content-Type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
