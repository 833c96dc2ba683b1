"""Tables over HTTP: opened, joined, played, watched, taken up again."""

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.server.guard.counters import MemoryCounters, Rate
from parlour.server.guard.limits import Limits
from tests.server.conftest import Visitor, served
from tests.serving import HouseClient

pytestmark = pytest.mark.compiled


def steps(lines: list[dict[str, Any]]) -> list[str]:
    return [line["text"] for line in lines if line["kind"] == "step"]


def test_a_game_against_a_bot_is_played_to_its_end(visitor: Visitor) -> None:
    table, rng = visitor.open("connect4"), Random(1)
    while (now := table.wait_for_turn(0))["phase"] == "playing":
        moves = [choice["text"] for choice in now["choices"] if not choice.get("also")]
        assert table.act(0, rng.choice(moves)).status_code == 200
    record = visitor.get(f"{table.path}/record").json()
    assert [step["text"] for step in record["steps"]] == steps(table.news(0)["lines"])
    assert now["result"]["ending"] in ("four in a line", "full")


def test_two_people_sit_down_at_one_table_and_each_holds_one_seat(client: HouseClient) -> None:
    one, other = Visitor(client), Visitor(client)
    table = one.open("connect4", "mo")
    assert table.now(0)["phase"] == "open"
    answer = other.post(f"{table.path}/seats", {})
    assert answer.status_code == 200, answer.text
    assert answer.json()["seats"] == [1]
    assert table.now(0)["phase"] == "playing"
    assert table.act(1, "a").status_code == 403
    assert other.post(f"{table.path}/steps", {"seat": 1, "steps": ["a"]}).json()["key"] == "refuse.not-your-turn"
    assert table.act(0, "a").status_code == 200
    assert other.post(f"{table.path}/steps", {"seat": 1, "steps": ["b"]}).status_code == 200


def test_who_wants_to_contribute_sees_the_commitment_first_and_then_it_begins(visitor: Visitor) -> None:
    table = visitor.open("dance", "mb", contribute=True)
    at = visitor.get(table.path).json()
    assert (at["now"]["phase"], len(at["rules"]["commitment"])) == ("open", 64)
    assert visitor.post(f"{table.path}/contributions", {"seat": 0, "text": "violets"}).status_code == 200
    assert table.now(0)["phase"] == "playing"
    assert visitor.get(f"{table.path}/fairness").json()["contributions"] == ["violets", None]


def test_the_same_key_makes_a_move_once(visitor: Visitor) -> None:
    table = visitor.open("connect4", "mm")
    for _ in range(3):
        assert table.act(0, "a", key="once").status_code == 200
    assert steps(table.news(0)["lines"]) == ["a"]
    assert table.act(0, "b", key="twice").status_code == 422
    assert table.act(1, "b", key="twice").status_code == 200


@pytest.mark.parametrize(("seat", "status"), [(1, 403), (42, 404)])
def test_what_was_done_by_a_key_is_told_of_ones_own_seat_alone(visitor: Visitor, seat: int, status: int) -> None:
    """How much another has been told would tell of what happened in secret."""
    table = visitor.open("connect4", "mo")
    assert Visitor(visitor.client).post(f"{table.path}/seats", {}).status_code == 200
    assert table.act(0, "a", key="once").status_code == 200
    assert table.act(seat, "a", key="once").status_code == status
    for path, more in (("takeback", {}), ("takeback/answer", {"yes": True}), ("contributions", {"text": "late"})):
        assert visitor.post(f"{table.path}/{path}", {"seat": seat, **more}, key="once").status_code == status, path


def test_the_same_key_opens_a_table_once(visitor: Visitor) -> None:
    visitor.open("connect4")
    body = {"game": "connect4", "seats": [{"kind": "me"}, {"kind": "open"}]}
    first, second = (visitor.post("/tables", body, key="k").json()["rules"]["table"] for _ in range(2))
    assert first == second


@pytest.mark.parametrize("name", ["\x1b[2J", "\u202etenimda", "x" * 30, " ", "Master"])
def test_who_shares_a_screen_has_a_name_like_everybody(visitor: Visitor, name: str) -> None:
    visitor.open("connect4")
    seats = [{"kind": "me"}, {"kind": "me", "name": name}]
    answer = visitor.post("/tables", {"game": "connect4", "seats": seats})
    assert answer.status_code == 422
    assert answer.json()["key"].startswith("people.name-")


def test_a_private_table_is_there_for_those_who_have_its_link(client: HouseClient) -> None:
    one, other = Visitor(client), Visitor(client)
    table = one.open("connect4", "mo", listed=False)
    invite = one.get(table.path).json()["rules"]["invite"]
    assert other.get(table.path).status_code == 404
    assert (
        other.get("/tables/nowhere").json()["detail"].replace("nowhere", table.id)
        == (other.get(table.path).json()["detail"])
    )
    assert other.post(f"{table.path}/seats", {}, invite="guessed").status_code == 404
    assert table.id not in other.get("/tables").text
    assert other.get(table.path, invite=invite).json()["rules"]["invite"] is None
    assert other.post(f"{table.path}/seats", {}, invite=invite).status_code == 200
    assert other.get(table.path).status_code == 200


def test_whoever_plays_does_not_hear_the_gallery(client: HouseClient) -> None:
    one, watching = Visitor(client), Visitor(client)
    table = one.open("connect4", "mm")
    assert watching.post(f"{table.path}/talk", {"text": "column d, quick"}).status_code == 200
    assert one.post(f"{table.path}/talk", {"text": "what a day"}).status_code == 200
    assert "quick" not in str(table.news(0))
    assert one.get(f"{table.path}/events").status_code == 403
    heard = watching.get(f"{table.path}/events").json()["lines"]
    assert [line["text"] for line in heard if line["kind"] == "said"] == ["column d, quick", "what a day"]


def test_events_after_a_cursor_are_told_once_and_in_order(visitor: Visitor) -> None:
    table = visitor.open("connect4", "mm")
    cursor, told = 0, []
    for number, column in enumerate("abcd"):
        table.act(number % 2, column)
        news = table.news(0, cursor)
        assert news["cursor"] == cursor + len(news["lines"])
        cursor, told = news["cursor"], told + news["lines"]
    assert told == table.news(0)["lines"]
    assert steps(told) == ["a", "b", "c", "d"]
    assert visitor.get(f"{table.path}/events", seat=0, after=cursor + 1).json()["key"] == "server.cursor"


def test_a_table_stands_again_as_it_stood_after_any_line(visitor: Visitor) -> None:
    table, scenes = visitor.open("dance", "mm"), {}
    for _ in range(6):
        news = table.news(0)
        scenes[news["cursor"]] = news["now"]["scene"]
        seat = news["now"]["to_act"][0]
        move = next(c["text"] for c in table.now(seat)["choices"] if not c.get("also"))
        assert table.act(seat, move).status_code == 200
    for line, scene in scenes.items():
        assert visitor.get(f"{table.path}/at/{line}", seat=0).json()["scene"] == scene


def test_the_host_sets_the_table(client: HouseClient) -> None:
    host, guest = Visitor(client), Visitor(client)
    table = host.open("luckymoose", "mooo", start="host")
    assert guest.post(f"{table.path}/seats", {"seat": 2}).status_code == 200
    assert guest.post(f"{table.path}/start").status_code == 403
    assert host.post(f"{table.path}/start").status_code == 422
    assert host.send("PUT", f"{table.path}/seats/1/bot", {"level": 1}).status_code == 200
    assert host.send("PUT", f"{table.path}/seats/3/bot", {"level": 5}).status_code == 200
    assert host.send("DELETE", f"{table.path}/seats/3").status_code == 200
    assert host.send("PUT", f"{table.path}/seats/3/bot", {"level": 2}).status_code == 200
    assert host.post(f"{table.path}/start").status_code == 200
    now = table.now(0)
    assert [seat["kind"] for seat in now["seats"]] == ["person", "bot", "person", "bot"]
    assert now["phase"] == "playing"


def test_a_takeback_needs_the_other_and_a_rematch_both(client: HouseClient) -> None:
    one, other = Visitor(client), Visitor(client)
    table = one.open("connect4", "mo")
    other.post(f"{table.path}/seats", {})
    table.act(0, "a")
    assert one.post(f"{table.path}/takeback", {"seat": 0}).status_code == 200
    assert steps(table.news(0)["lines"]) == ["a"]
    assert other.post(f"{table.path}/takeback/answer", {"seat": 1, "yes": True}).status_code == 200
    assert steps(table.news(0)["lines"]) == ["a", "takeback"]
    table.act(0, "b")
    assert other.post(f"{table.path}/steps", {"seat": 1, "steps": ["resign"]}).status_code == 200
    assert table.now(0)["result"]["returns"] == [1.0, -1.0]
    one.post(f"{table.path}/rematch")
    assert table.now(0).get("rematch_table") is None
    other.post(f"{table.path}/rematch")
    deadline = time.monotonic() + 30
    while (again := table.now(0).get("rematch_table")) is None:
        assert time.monotonic() < deadline, "no rematch"
        time.sleep(0.01)
    assert one.get(f"/tables/{again}").json()["seats"] == [1]


def test_of_two_opponents_whoever_leaves_loses(client: HouseClient) -> None:
    one, other = Visitor(client), Visitor(client)
    table = one.open("connect4", "mo")
    other.post(f"{table.path}/seats", {})
    assert other.send("DELETE", f"{table.path}/seats/mine").status_code == 200
    result = table.now(0)["result"]
    assert (result["ending"], result["seat"], result["returns"]) == ("abandoned", 1, [1.0, -1.0])


def test_chance_can_be_checked_by_those_who_contributed_to_it(client: HouseClient) -> None:
    one, other = Visitor(client), Visitor(client)
    table = one.open("dance", "mo")
    commitment = other.get(table.path).json()["rules"]["commitment"]
    assert one.post(f"{table.path}/contributions", {"seat": 0, "text": "mine"}).status_code == 200
    assert other.post(f"{table.path}/seats", {"contribution": "and mine"}).status_code == 200
    late = one.post(f"{table.path}/contributions", {"seat": 0, "text": "more"})
    assert late.json()["key"] == "refuse.contribution-late"
    fairness = one.get(f"{table.path}/fairness").json()
    nothing = {"secret": None, "draws": 0, "given": 0, "drawn": []}
    assert fairness == {"commitment": commitment, "contributions": ["mine", "and mine"], **nothing}


def test_lists_show_what_one_may_know_of_page_by_page(client: HouseClient) -> None:
    one, other = Visitor(client), Visitor(client)
    tables = [one.open("connect4", "mo").id for _ in range(5)]
    hidden = one.open("connect4", "mo", listed=False).id
    seen, after = [], None
    while True:
        page = other.get("/tables", most=2, room=True, **({} if after is None else {"after": after})).json()
        seen += [line["table"] for line in page["tables"]]
        after = page["next"]
        if after is None:
            break
    assert sorted(seen) == sorted(tables)
    mine = [line["table"] for line in one.get("/tables", mine=True).json()["tables"]]
    assert hidden in mine
    assert other.get("/tables", mine=True).json()["tables"] == []
    assert other.get("/tables", after="rubbish").json()["key"] == "server.page"


def test_a_finished_match_is_reviewed(visitor: Visitor) -> None:
    table = visitor.open("connect4", "mm")
    assert visitor.get(f"{table.path}/review").json()["key"] == "server.record-early"
    for number, column in enumerate("abababa"):
        table.act(number % 2, column)
    assert visitor.get(f"{table.path}/review").json()["state"] == "none"
    assert visitor.post(f"{table.path}/review").json()["state"] in ("waiting", "running")


def test_only_a_review_that_begins_is_counted(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits({"review": Rate(1, 1 / 100)}, MemoryCounters(lambda: 0.0))) as client:
        visitor, other = Visitor(client), Visitor(client)
        first, second = (visitor.open("connect4", "mm") for _ in range(2))
        assert visitor.post(f"{first.path}/review").json()["key"] == "server.record-early"
        for table in (first, second):
            for number, column in enumerate("abababa"):
                table.act(number % 2, column)
        for _ in range(3):
            assert visitor.post(f"{first.path}/review").status_code == 202
        answer = visitor.post(f"{second.path}/review")
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "100")
        assert visitor.get(f"{second.path}/review").json()["state"] == "none"
        assert other.post(f"{second.path}/review").status_code == 202
        assert visitor.post(f"{second.path}/review").status_code == 202, "it is there already"
