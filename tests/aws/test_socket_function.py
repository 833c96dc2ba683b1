"""Live sockets without a process that holds them: what is told, and what becomes of it when messages overtake each
other, come twice, or not at all."""

import json
from random import Random

import pytest

from parlour.aws.frames import MOST_BYTES, framed
from tests.aws.cloud import Cloud, Tab, open_table
from tests.aws.events import socket_event
from tests.places import DYNAMO

pytestmark = [pytest.mark.compiled, DYNAMO]
A_GAME = [*zip("ab" * 3 + "a", (0, 1) * 4, strict=False)]  # the first has four in a column


def test_two_people_play_to_the_end_and_are_told_what_http_tells(cloud: Cloud) -> None:
    tabs = [Tab(cloud), Tab(cloud)]
    table = open_table(tabs[0], tabs[1:])
    for seat, tab in enumerate(tabs):
        tab.watch(table, seat)
    cloud.pump()
    for step, seat in A_GAME:
        tabs[seat].act(step)
        assert {"is": "done", "id": 2} in tabs[seat].said or tabs[seat].steps[-1] == step
        cloud.pump()
        for tab in tabs:
            tab.read()
            assert tab.steps[-1] == step
    for seat, tab in enumerate(tabs):
        told = tab.ask("GET", f"/tables/{table}/events?seat={seat}")
        assert (tab.lines, tab.now["phase"]) == (told["lines"], "over")
        assert tab.gaps == 0


def test_whoever_acts_has_seen_it_happen_when_it_is_done(cloud: Cloud) -> None:
    ada, ben = Tab(cloud), Tab(cloud)
    table = open_table(ada, [ben])
    ada.watch(table, 0)
    cloud.hear(ada.connection, {"do": "act", "table": table, "seat": 0, "steps": ["a"], "id": 9})
    [news] = map(json.loads, cloud.inboxes[ada.connection])
    assert news["done"] == [9]
    assert news["lines"][-1]["text"] == "a"
    cloud.hear(ada.connection, {"do": "act", "table": table, "seat": 0, "steps": ["a"], "id": 10})
    assert json.loads(cloud.inboxes[ada.connection][-1])["is"] == "refused"


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 40))])
def test_what_is_told_twice_late_out_of_order_or_never_is_made_up_for(cloud: Cloud, seed: int) -> None:
    rng, kept = Random(seed), list[tuple[str, bytes]]()

    def transport(connection: str, frames: list[bytes]) -> list[bytes]:
        arriving = []
        for frame in frames:
            fate = rng.choice(["arrives", "arrives", "twice", "late", "never"])
            if fate == "late":
                kept.append((connection, frame))
            elif fate != "never":
                arriving += [frame] * (2 if fate == "twice" else 1)
        rng.shuffle(arriving)
        return arriving

    tabs = [Tab(cloud), Tab(cloud)]
    table = open_table(tabs[0], tabs[1:])
    for seat, tab in enumerate(tabs):
        tab.watch(table, seat)
    cloud.pump()
    cloud.on_the_way = transport
    for number, (step, seat) in enumerate(A_GAME):
        tabs[seat].act(step, key=f"key {number}")
        records = cloud.records()
        cloud.invoke("news", {"Records": records})
        if rng.random() < 0.5:
            cloud.invoke("news", {"Records": records})  # handed over again
        for connection, frame in rng.sample(kept, len(kept) // 2):
            cloud.told(connection, [frame])
        for tab in tabs:
            tab.read()
    cloud.on_the_way = lambda connection, frames: frames
    for tab in tabs:
        tab.ping()  # as every page does after a while
        seat = tabs.index(tab)
        assert tab.lines == tab.ask("GET", f"/tables/{table}/events?seat={seat}")["lines"]
        assert tab.now["phase"] == "over"


def test_an_event_may_be_handed_over_twice_and_nothing_happens_twice(cloud: Cloud) -> None:
    ada, ben = Tab(cloud), Tab(cloud)
    table = open_table(ada, [ben])
    ada.watch(table, 0)
    act = {"do": "act", "table": table, "seat": 0, "steps": ["a"], "id": 1, "key": "once"}
    event = socket_event("MESSAGE", ada.connection, body=json.dumps(act))
    for _ in range(3):
        cloud.invoke("socket", event)
    say = {"do": "say", "table": table, "text": "hello", "id": 2, "key": "said once"}
    for _ in range(2):
        cloud.invoke("socket", socket_event("MESSAGE", ada.connection, body=json.dumps(say)))
    ada.read()
    assert ada.steps == ["a"]
    assert len([line for line in ada.lines if line["kind"] == "said"]) == 1


def test_the_last_news_that_got_lost_are_told_when_the_page_says_how_far_it_has_come(cloud: Cloud) -> None:
    ada, ben = Tab(cloud), Tab(cloud)
    table = open_table(ada, [ben])
    ben.watch(table, 1)
    cloud.pump()
    cloud.on_the_way = lambda connection, frames: []
    ada.act_at(table, 0, "d")
    cloud.pump()
    cloud.on_the_way = lambda connection, frames: frames
    ben.read()
    assert ben.steps == []
    ben.ping()
    assert ben.steps == ["d"]


def test_a_page_is_told_how_seldom_it_may_ask_whether_somebody_is_there(cloud: Cloud) -> None:
    ada = Tab(cloud)
    ada.say({"do": "ping", "id": 7})
    assert json.loads(cloud.inboxes[ada.connection].pop()) == {"is": "done", "id": 7, "quiet": 60}


def test_nobody_comes_in_from_a_strangers_page_or_stays_without_a_session(cloud: Cloud) -> None:
    ada = Tab(cloud)
    assert cloud.connect(ada.cookie, origin="https://evil.example")[1] == 403
    ada.ask("DELETE", "/sessions/current")
    inbox = cloud.inboxes[ada.connection]
    cloud.pump()
    assert [json.loads(frame)["is"] for frame in inbox] == ["again"]
    assert ada.connection not in cloud.inboxes, "it is closed"


def test_a_seat_that_is_given_up_is_told_no_more(cloud: Cloud) -> None:
    tabs = [Tab(cloud), Tab(cloud)]
    table = open_table(tabs[0], tabs[1:], start="host")
    for seat, tab in enumerate(tabs):
        tab.watch(table, seat)
    cloud.pump()
    tabs[1].ask("DELETE", f"/tables/{table}/seats/mine")
    cloud.pump()
    tabs[1].read()
    assert {"is": "left", "table": table, "seat": 1} in tabs[1].said
    told = len(tabs[1].lines)
    tabs[0].say({"do": "say", "table": table, "text": "gone?", "id": 5})
    cloud.pump()
    tabs[1].read()
    assert len(tabs[1].lines) == told


def test_how_many_look_on_is_told_as_it_changes(cloud: Cloud) -> None:
    ada, ben, guest = Tab(cloud), Tab(cloud), Tab(cloud)
    table = open_table(ada, [ben], listed=True)
    ada.watch(table, 0)
    guest.watch(table, None)
    cloud.pump()
    ada.read()
    assert [said["count"] for said in ada.said if said["is"] == "watching"][-1] == 1
    cloud.leave(guest.connection)
    cloud.pump()
    ada.read()
    assert [said["count"] for said in ada.said if said["is"] == "watching"][-1] == 0


def test_a_message_that_is_too_large_goes_in_parts_that_make_it_whole() -> None:
    for text in ("x" * 100, '"' * 100_000, "ä€𝄞" * 30_000):
        message = json.dumps({"is": "table", "text": text}).encode()
        frames = framed(message)
        assert all(len(frame) <= MOST_BYTES for frame in frames)
        if len(frames) == 1:
            assert frames == [message]
        else:
            assert "".join(json.loads(frame)["text"] for frame in frames) == message.decode()
