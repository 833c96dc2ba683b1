"""Tables in memory: who may see what, and how they go on."""

import re
from random import Random

import pytest
from litestar.testing import TestClient

from parlour.server.app import create_app
from parlour.server.tables import Tables
from tests.server.conftest import API, Sitting, Visitor


def test_every_game_has_a_card_with_its_options_and_rules(visitor: Visitor):
    cards = {card["name"]: card for card in visitor.client.get(f"{API}/games").json()}
    assert {"yinsh", "dance", "connect4"} <= cards.keys()
    dance = cards["dance"]
    assert dance["seats"] == [1, 2, 3, 4, 5]
    assert dance["cooperative"]
    assert dance["hidden"]
    hand = next(option for option in dance["options"] if option["name"] == "hand")
    assert (hand["low"], hand["high"], hand["by_seats"]["1"]) == (3, 12, 8)
    assert hand["help"].endswith(".")
    assert cards["yinsh"]["rules"].startswith("# YINSH")


def test_texts_come_by_key_for_the_page_to_render(visitor: Visitor):
    texts = visitor.client.get(f"{API}/games/connect4/texts").json()["texts"]
    assert texts["seat.0"] == "Red"
    assert texts["button.resign"] == "Resign"


def test_a_plan_is_sent_once_and_then_known_by_its_hash(visitor: Visitor):
    table = visitor.open("yinsh")
    first = visitor.client.get(f"{table.path}/plan")
    assert len(first.json()["sites"]) == 85
    again = visitor.client.get(f"{table.path}/plan", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_only_the_key_to_a_seat_opens_its_view(visitor: Visitor):
    table, other = visitor.open("dance", "ppb"), visitor.open("dance", "ppb")
    ask = f"{table.path}/state?seat=0"
    assert visitor.client.get(ask).status_code == 401
    for key in (table.key(1), other.key(0), {"Authorization": "Bearer "}, {"Authorization": "Bearer é".encode()}):
        assert visitor.client.get(ask, headers=key).status_code in (401, 403)
    assert visitor.client.get(ask, headers=table.key(0)).status_code == 200


def test_a_bots_seat_has_no_key(visitor: Visitor):
    table = visitor.open("dance", "pbb")
    assert [token is not None for token in table.tokens] == [True, False, False]
    for token in ("None", "null", ""):
        key = {"Authorization": f"Bearer {token}"}
        assert visitor.client.get(f"{table.path}/state?seat=1", headers=key).status_code in (401, 403)


def test_only_the_key_to_a_seat_acts_for_it(visitor: Visitor):
    table = visitor.open("connect4", "pp")
    answer = visitor.client.post(f"{table.path}/steps", json={"seat": 0, "step": "a"}, headers=table.key(1))
    assert answer.status_code == 403
    assert table.state(0)["version"] == 0


def cards_told(answer: str) -> set[str]:
    """Every card that an answer of The Dance speaks of, in ids, names or the log."""
    found = re.findall(r'"card-(\d+)"|"card":"?(\d+)|"text":"(\d+)', answer)
    return {number for numbers in found for number in numbers if number}


def hand_of(table: Sitting, seat: int) -> set[str]:
    held = [piece["id"] for piece in table.state(seat)["scene"]["pieces"] if piece["at"] == f"zone:hand-{seat}"]
    return {id.removeprefix("card-") for id in held if id.startswith("card-")}


@pytest.mark.parametrize("kinds", ["ppp", "ppb"])
def test_no_answer_tells_a_viewer_of_a_card_in_another_hand(visitor: Visitor, kinds):
    table, rng, looked = visitor.open("dance", kinds), Random(5), 0
    persons = [seat for seat, kind in enumerate(kinds) if kind == "p"]
    while table.state(None)["result"] is None:
        hands = {seat: hand_of(table, seat) for seat in persons}
        for viewer in (*persons, None):
            query, key = ("", {}) if viewer is None else (f"?seat={viewer}", table.key(viewer))
            told = cards_told(visitor.client.get(f"{table.path}/state{query}", headers=key).text)
            assert told & set().union(*(hand for seat, hand in hands.items() if seat != viewer)) == set()
            assert viewer is None or hands[viewer] <= told
            looked += 1
        seat = table.state(None)["to_act"][0]
        step = rng.choice([choice["text"] for choice in table.state(seat)["choices"] if not choice["also"]])
        answer = table.act(seat, step)
        if answer.json()["result"] is None:
            others = set().union(*(hand_of(table, other) for other in persons if other != seat))
            assert cards_told(answer.text) & others == set()
    assert looked >= 30


def test_everything_is_shown_when_it_is_over(visitor: Visitor):
    table, rng = visitor.open("dance", "pb"), Random(1)
    while table.state(0)["result"] is None:
        step = rng.choice([c["text"] for c in table.state(0)["choices"] if not c["also"]])
        assert table.act(0, step).status_code == 200
    assert "?" not in [line["text"] for line in table.state(None)["log"]]


def test_bots_and_the_dealer_answer_until_it_is_a_persons_turn(visitor: Visitor):
    table = visitor.open("dance", "pbbb")
    assert table.state(0)["to_act"] == [0]
    state = table.act(0, "pass").json()
    assert state["to_act"] == [0] or state["result"] is not None
    assert {line["by"] for line in state["log"]} >= {None, 0, 1}


def test_a_bot_declines_a_draw_and_plays_on(visitor: Visitor):
    table = visitor.open("connect4", "pb")
    table.act(0, "a")
    state = table.act(0, "draw").json()
    assert [line["text"] for line in state["log"]][-2:] == ["draw", "decline"]
    assert state["offer"] is None


def test_a_standing_offer_is_told_and_accepted(visitor: Visitor):
    table = visitor.open("connect4", "pp")
    table.act(0, "a")
    table.act(1, "draw")
    assert table.state(0)["offer"] == 1
    assert table.act(0, "draw").json()["result"] == {
        "returns": [0.0, 0.0], "scores": [0, 0], "ending": "agreed", "seat": None,
    }  # fmt: skip


def test_a_step_of_this_turn_is_taken_back(visitor: Visitor):
    table = visitor.open("dance", "p")
    before = table.state(0)
    assert not before["can_undo"]
    step = next(choice["text"] for choice in before["choices"] if not choice["also"])
    assert table.act(0, step).json()["can_undo"]
    after = visitor.client.post(f"{table.path}/undo", json={"seat": 0}, headers=table.key(0)).json()
    assert after["scene"] == before["scene"]
    assert after["version"] == before["version"] + 2


def test_the_log_is_told_in_words(visitor: Visitor):
    table = visitor.open("connect4", "pp")
    assert table.act(0, "d").json()["log"] == [
        {"by": 0, "text": "d", "words": {"key": "log.drop", "args": {"column": "d"}}}
    ]


def test_who_asks_for_news_gets_it_at_once_where_there_is_some(visitor: Visitor):
    table = visitor.open("connect4", "pp")
    table.act(0, "a")
    state = visitor.client.get(f"{table.path}/state?seat=1&after=0", headers=table.key(1)).json()
    assert state["version"] == 1


def test_a_bot_that_takes_its_time_is_waited_for():
    with TestClient(create_app(pause=0.05, seed=1)) as client:
        table = Visitor(client).open("connect4", "pb")
        mine = table.act(0, "a").json()
        assert (mine["version"], mine["to_act"]) == (1, [1])
        news = client.get(f"{table.path}/state?seat=0&after=1", headers=table.key(0)).json()
    assert (news["version"], news["to_act"]) == (2, [0])


def test_the_table_idle_longest_goes_when_there_are_too_many(visitor: Visitor):
    with TestClient(create_app(Tables(most=3))) as client:
        visitor = Visitor(client)
        tables = [visitor.open("connect4") for _ in range(3)]
        tables[0].state(0)
        visitor.open("connect4")
        there = [client.get(table.path).status_code for table in tables]
    assert there == [200, 404, 200]


@pytest.mark.parametrize("game", ["connect4", "dance"])
def test_a_seed_makes_cards_and_bots_the_same_every_time(game: str):
    logs = []
    for _ in range(2):
        with TestClient(create_app(pause=0, seed=9)) as client:
            table = Visitor(client).open(game, "pb")
            step = table.state(0)["choices"][0]["text"]
            logs.append(table.act(0, step).json()["log"])
    assert logs[0] == logs[1]


def test_no_answer_tells_of_a_secret_deployment_not_even_how_long_it_took(visitor: Visitor):
    """Two tables: at one Black deploys, step by step and with detours, at the other it has not begun."""
    busy, idle = visitor.open("command", "pp"), visitor.open("command", "pp")
    for sitting in (busy, idle):
        sitting.act(0, ["S@a1", "C@e1"])
    for step in (["F@a8"], ["F:a8-b8"], ["S@a8", "S@c8"], ["F:b8-e7"]):
        assert busy.act(1, step).status_code == 200
        for viewer in (0, None):
            assert busy.state(viewer) == idle.state(viewer)
        for step in ("S@b8", "F@e7", "ready", "undo", "first 1", ["S@a2", "F@e8"]):
            one, other = busy.act(0, step), idle.act(0, step)
            assert (one.status_code, one.text) == (other.status_code, other.text)
