"""What the house does by itself, where nothing goes on by itself: bots' moves, clocks, letters, tournaments."""

import asyncio
import io
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import pytest

from parlour.aws.tick import deliver
from parlour.house.live import records as live_records
from parlour.house.mail.sender import Message, PointOfNoReturn
from parlour.house.store import Unavailable
from parlour.house.tables.clocks import MINUTE, SECOND
from parlour.house.tables.worker import TableWorker
from tests.aws.cloud import Cloud, Post, Tab, open_table, queue_event
from tests.aws.events import http_event
from tests.places import DYNAMO

HOST = {"host": "play.example.org"}

pytestmark = [pytest.mark.compiled, DYNAMO]


def test_a_bot_is_thought_for_once_and_answers_over_the_socket(cloud: Cloud) -> None:
    ada = Tab(cloud)
    seats = [{"kind": "me"}, {"kind": "bot", "level": 2}]
    table = ada.ask("POST", "/tables", {"game": "connect4", "seats": seats})["rules"]["table"]
    ada.watch(table, 0)
    cloud.pump()
    ada.act("d")
    cloud.pump(thinking=False)
    [(_, thought)] = cloud.thoughts
    for _ in range(3):  # handed over again and again
        assert cloud.invoke("think", queue_event(thought)) == {"batchItemFailures": []}
    cloud.thoughts.clear()
    cloud.pump()
    ada.read()
    assert len(ada.steps) == 2


def test_a_bot_whose_call_was_lost_is_called_by_the_next_tick(cloud: Cloud) -> None:
    ada = Tab(cloud)
    seats = [{"kind": "bot", "level": 2}, {"kind": "me"}]
    table = ada.ask("POST", "/tables", {"game": "connect4", "seats": seats})["rules"]["table"]
    ada.watch(table, 1)
    cloud.pump(thinking=False)
    cloud.thoughts.clear()
    cloud.tick(MINUTE)
    ada.read()
    assert len(ada.steps) == 1


def test_a_live_clock_runs_out_to_the_second_and_a_tick_finds_what_a_queue_has_lost(cloud: Cloud) -> None:
    for lost in (False, True):
        ada, ben = Tab(cloud), Tab(cloud)
        table = open_table(ada, [ben], clock={"pace": "live", "minutes": 0.5, "increment": 0})
        ada.watch(table, 0)
        ada.act("d")
        cloud.pump()
        assert [one for _, one in cloud.clocks] == [{"due": table}] * len(cloud.clocks) != []
        if lost:
            cloud.clocks.clear()
            cloud.time.pass_by(31 * SECOND)
            cloud.tick(0)
        else:
            cloud.pass_by(29 * SECOND)
            ada.read()
            assert ada.now["phase"] == "playing"
            cloud.pass_by(2 * SECOND)
        ada.read()
        assert ada.now["phase"] == "over"


def test_who_looks_for_a_match_is_found_while_their_page_is_there_and_no_longer(cloud: Cloud) -> None:
    wanted = {"game": "connect4"}
    ada, ben, cleo = Tab(cloud), Tab(cloud), Tab(cloud)
    table = ada.ask("POST", "/quick-matches", wanted)["rules"]["table"]
    ada.watch(table, 0)
    cloud.pump()
    for _ in range(3):  # a page asks once a minute, and ticks are not exactly in between
        cloud.tick(59 * SECOND)
        cloud.time.pass_by(SECOND)
        ada.ping()
    assert ben.ask("POST", "/quick-matches", wanted)["rules"]["table"] == table
    ben.watch(table, 1)
    for one in (ada, ben):
        one.ask("POST", f"/tables/{table}/ready")
    cloud.pump()
    ada.read()
    assert ada.now["phase"] == "playing"
    left = cleo.ask("POST", "/quick-matches", wanted)["rules"]["table"]
    cleo.watch(left, 0)
    cloud.pump()
    cloud.leave(cleo.connection)
    cloud.tick(MINUTE)
    assert Tab(cloud).ask("POST", "/quick-matches", wanted)["rules"]["table"] != left


def test_news_that_cannot_be_told_now_are_handed_over_again_from_there_on(
    cloud: Cloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = Tab(cloud), Tab(cloud)
    table = open_table(ada, [ben])
    ben.watch(table, 1)
    cloud.pump()
    ada.act_at(table, 0, "d")
    records = cloud.records()
    with monkeypatch.context() as away:

        async def nobody(*asked: object) -> None:
            raise Unavailable("store.down", why="away")

        away.setattr(live_records, "subscriptions_to", nobody)
        [failed] = cloud.invoke("news", {"Records": records})["batchItemFailures"]
    numbers = [record["dynamodb"]["SequenceNumber"] for record in records]
    again = records[numbers.index(failed["itemIdentifier"]) :]
    ben.read()
    assert ben.steps == []
    assert cloud.invoke("news", {"Records": again}) == {"batchItemFailures": []}
    ben.read()
    assert ben.steps == ["d"]


def test_of_a_queues_messages_only_what_failed_comes_again(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    async def see_to(worker: TableWorker, id: str, at: int | None = None) -> None:
        if id == "a fault":
            raise ZeroDivisionError
        if id == "away":
            raise Unavailable("store.down", why="away")
        done.append(id)

    monkeypatch.setattr(TableWorker, "see_to", see_to)
    answer = cloud.invoke("think", queue_event(*({"table": id} for id in ("one", "a fault", "two", "away", "three"))))
    assert answer == {"batchItemFailures": [{"itemIdentifier": "1"}, {"itemIdentifier": "3"}]}
    assert done == ["one", "two", "three"]


@pytest.mark.slow
def test_no_clock_runs_while_nobody_ticks_and_time_between_two_ticks_counts(cloud: Cloud) -> None:
    cloud.tick(0)
    ada, ben = Tab(cloud), Tab(cloud)
    table = open_table(ada, [ben], clock={"pace": "days", "days": 1})
    ada.act_at(table, 0, "d")
    for _ in range(3):
        cloud.tick(MINUTE)
    cloud.time.pass_by(3 * 24 * 60 * MINUTE)  # the house is somewhere else, or nowhere
    cloud.wake_anew()
    cloud.tick(0)
    assert ada.ask("GET", f"/tables/{table}/events?seat=0")["now"]["phase"] == "playing"
    for _ in range(24 * 8):  # and here it is up again
        cloud.time.pass_by(8 * MINUTE)
        cloud.beat()
    cloud.tick(0)
    assert ada.ask("GET", f"/tables/{table}/events?seat=0")["now"]["phase"] == "over"


def test_a_letter_goes_once_whoever_delivers(cloud: Cloud, tmp_path: Path) -> None:
    ada, ben = Tab(cloud), Tab(cloud)
    ben.sign_up("Ben", "a long enough password")
    ben.confirm_address("ben@example.org", "a long enough password")
    table = open_table(ada, [ben], clock={"pace": "days", "days": 1})
    ada.act_at(table, 0, "d")
    cloud.pump()
    before = len(cloud.letters())
    cloud.leave(ben.connection)
    for _ in range(5):
        cloud.tick(8 * MINUTE)
        cloud.invoke("tick", {})
    assert len(cloud.letters()) == before + 1


def test_of_two_who_deliver_at_the_same_time_one_sends(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    cloud.post = post = Post()
    cloud.wake_anew()
    ben = Tab(cloud)
    ben.sign_up("Ben", "a long enough password")
    ben.ask("PUT", "/me/mail/address", {"address": "ben@example.org", "password": "a long enough password"})
    cloud.time.pass_by(SECOND)
    first, *others = cloud.instances
    send = Post.send

    async def while_another_sends(sender: Post, message: Message, brink: PointOfNoReturn) -> None:
        if others:
            await asyncio.to_thread(others.pop().run, deliver)
        await send(sender, message, brink)

    monkeypatch.setattr(Post, "send", while_another_sends)
    first.run(deliver)
    assert not others
    assert len(post.taken) == 1


def test_whoever_wants_their_data_fetches_them_from_a_bucket(cloud: Cloud) -> None:
    ada, ben = Tab(cloud), Tab(cloud)
    ada.act_at(open_table(ada, [ben]), 0, "d")
    ada.ask("POST", "/me/export")
    assert ada.ask("GET", "/me/export")["state"] == "waiting"
    cloud.pump()
    assert ada.ask("GET", "/me/export")["state"] == "done"
    answer = cloud.invoke("http", http_event("GET", "/api/v1/me/export/file", headers={"cookie": ada.cookie, **HOST}))
    assert answer["statusCode"] == 303, answer
    assert answer["headers"]["cache-control"] == "no-store"
    with urllib.request.urlopen(answer["headers"]["location"]) as fetched:
        assert "README.txt" in zipfile.ZipFile(io.BytesIO(fetched.read())).namelist()
    assert cloud.invoke("http", http_event("GET", "/api/v1/me/export/file", headers=HOST))["statusCode"] == 401
    ada.ask("DELETE", "/me/export")
    assert ada.ask("GET", "/me/export")["state"] == "none"
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(answer["headers"]["location"])


def test_a_tournament_begins_its_rounds_and_its_matches_count(cloud: Cloud) -> None:
    host, *players = [Tab(cloud) for _ in range(3)]
    for number, one in enumerate((host, *players)):
        one.sign_up(f"Player {number}", "a long enough password")
    clock, starts = {"pace": "live", "minutes": 5, "increment": 0}, cloud.time.now() + 3 * MINUTE
    wanted = {"title": "Cup", "game": "connect4", "kind": "swiss", "clock": clock, "rounds": 2, "starts": starts}
    cup = host.ask("POST", "/tournaments", wanted)["tournament"]
    for one in players:
        one.ask("POST", f"/tournaments/{cup}/entrants")
        one.say({"do": "watch", "topic": "tournament", "tournament": cup, "id": 1})
    cloud.pump()
    for _ in range(4):
        cloud.tick(MINUTE)
    shown = players[0].ask("GET", f"/tournaments/{cup}")
    assert shown["phase"] == "running"
    table = shown["me"]["table"]
    here = players[0].ask("GET", f"/tables/{table}")
    first, second = players if here["seats"] == [0] else players[::-1]
    first.act_at(table, 0, "d")
    second.act_at(table, 1, "resign")
    cloud.pump()
    for number in range(2):
        assert cloud.invoke("think", queue_event({"tournament": cup})) == {"batchItemFailures": []}, number
    shown = players[0].ask("GET", f"/tournaments/{cup}")
    [match] = shown["rounds"][0]["matches"]
    assert match["points"] is not None
    players[0].read()
    assert [said["cursor"] for said in players[0].said if said["is"] == "tournament"][-1] == shown["version"]
