"""The live socket over a real connection: who is told what, in which order, and what is answered."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.server.live import messages, sockets
from tests.server.conftest import Json, Visitor
from tests.server.live.real import RealHouse, Tab, real_house, wait_until


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHouse]:
    with real_house(tmp_path_factory.mktemp("house")) as house:
        yield house


def steps(lines: list[Json]) -> list[str]:
    return [line["text"] for line in lines if line["kind"] == "step"]


def texts(lines: list[Json]) -> list[str]:
    return [line["text"] for line in lines if line["kind"] == "said"]


# -- tables ---------------------------------------------------------------------------------------------------


def test_whoever_reads_that_a_step_is_done_has_seen_it_happen(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")
    with house.tab(one) as tab:
        assert tab.watch(table.id, 0)["now"]["to_act"] == [0]
        tab.do("act", table=table.id, seat=0, steps=["d"])
        assert steps(tab.lines(table.id, 0)) == ["d"]
        assert tab.told[-1]["now"]["to_act"] == [1]


def test_from_any_cursor_one_is_told_exactly_the_rest_and_how_the_table_stands(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")
    for turn, column in enumerate("abcdef"):
        table.act(turn % 2, column)
    whole = table.news(0)
    with house.tab(one) as tab:
        for cursor in range(whole["cursor"] + 1):
            news = tab.watch(table.id, 0, cursor=cursor)
            assert news.get("lines", []) == whole["lines"][cursor:]
            assert (news["cursor"], news["now"]) == (whole["cursor"], whole["now"])
        assert (
            tab.refused("watch", topic="table", table=table.id, seat=0, cursor=whole["cursor"] + 1) == "server.cursor"
        )
        assert tab.refused("watch", topic="table", table=table.id, seat=0, cursor=-1) == "server.cursor"


def test_a_program_that_does_not_draw_is_told_the_same_without_the_scene(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")
    with house.tab(one) as drawn, house.tab(one) as plain:
        for tab, draw in ((drawn, True), (plain, False)):
            tab.watch(table.id, 0, draw=draw)
        plain.do("act", table=table.id, seat=0, steps=["d"])
        drawn.until(lambda news: "lines" in news)
        for with_scene, without in zip(drawn.told, plain.told, strict=True):
            scene = with_scene["now"].pop("scene")
            assert ("pieces" in scene) == (with_scene is drawn.told[1])
            assert without == with_scene


def test_a_step_that_comes_while_one_begins_to_watch_is_told_after_what_came_before(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")
    with house.tab(one) as tab:
        for round in range(10):
            tab.send({"do": "watch", "topic": "table", "table": table.id, "seat": 0, "id": "w"})
            tab.send({"do": "act", "table": table.id, "seat": round % 2, "steps": ["abcdefg"[round % 7]], "id": "a"})
            heard: list[Json] = []
            while not heard or heard[-1].get("id") != "a":
                heard.append(tab.hear())
            cursors = [news["cursor"] - len(news.get("lines", [])) for news in heard if news["is"] == "table"]
            assert cursors[0] == 0
            assert cursors == sorted(cursors)


def test_whoever_is_far_behind_is_told_in_several_messages(house: RealHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MOST_LINES", 3)
    one = house.visitor()
    table = one.open("connect4", "mm")
    for turn, column in enumerate("abcdefg"):
        table.act(turn % 2, column)
    with house.tab(one) as tab:
        assert tab.watch(table.id, 0)["more"]
        assert [news.get("more", False) for news in tab.told][-2:] == [True, False]
        assert steps(tab.lines(table.id, 0)) == list("abcdefg")
        assert tab.told[-1]["now"]["to_act"] == [1]


def test_two_tabs_are_told_the_same(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")
    with house.tab(one) as left, house.tab(one) as right:
        left.watch(table.id, 0)
        right.watch(table.id, 0)
        left.do("act", table=table.id, seat=0, steps=["a"])
        right.until(lambda news: news["is"] == "table")
        assert left.lines(table.id, 0) == right.lines(table.id, 0)
        right.do("act", table=table.id, seat=1, steps=["b"])
        left.until(lambda news: news["is"] == "table")
        assert left.lines(table.id, 0) == right.lines(table.id, 0)
        assert steps(left.lines(table.id, 0)) == ["a", "b"]


def test_whoever_lets_go_of_a_table_is_told_no_more_of_it(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")
    with house.tab(one) as tab:
        tab.watch(table.id, 0)
        tab.do("unwatch", topic="table", table=table.id, seat=0)
        told = len(tab.told)
        tab.do("act", table=table.id, seat=0, steps=["a"])
        assert len(tab.told) == told
        tab.do("unwatch", topic="table", table=table.id, seat=0)


def test_a_private_table_is_there_for_who_has_its_link(house: RealHouse) -> None:
    one, other = house.visitor(), house.visitor()
    table = one.open("connect4", "mo", listed=False)
    invite = one.get(table.path).json()["rules"]["invite"]
    with house.tab(other) as tab, house.tab() as nobody:
        for each in (tab, nobody):
            assert each.refused("watch", topic="table", table=table.id) == "refuse.no-table"
            assert each.refused("watch", topic="table", table=table.id, invite="guess") == "refuse.no-table"
            assert each.refused("watch", topic="table", table=table.id, seat=0, invite=invite) == "refuse.not-your-seat"
            assert each.watch(table.id, invite=invite)["now"]["phase"] == "open"
        assert tab.refused("say", table=table.id, text="hello") == "refuse.no-table"
        tab.do("say", table=table.id, text="hello", invite=invite)


def test_a_spectator_is_told_nothing_of_hands_and_cannot_act(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("dance", "mm")
    with house.tab() as tab, house.tab(one) as own:
        seen = tab.watch(table.id)["now"]
        assert seen.get("choices", []) == []
        assert own.watch(table.id, 0)["now"]["choices"]
        assert tab.refused("watch", topic="table", table=table.id, seat=0) == "refuse.not-your-seat"
        assert tab.refused("act", table=table.id, seat=0, steps=["x"]) == "people.sign-in"
        assert own.refused("watch", topic="table", table=table.id, seat=7) == "refuse.no-such-seat"
        assert own.refused("watch", topic="table", table=table.id) == "server.plays-here"
    hands = [line for line in table.news(0)["lines"] if line["kind"] == "step"]
    dealt = [line for line in tab.lines(table.id) if line["kind"] == "step"]
    assert len(dealt) <= len(hands)
    assert all("?" in line["text"] for line in dealt)


def test_whoever_asks_is_told_how_many_look_on_and_nobody_else_is(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")

    def looking_on(tab: Tab) -> int:
        count: int = tab.until(lambda news: news["is"] == "watching" and news["table"] == table.id)["count"]
        return count

    with house.tab(one) as asks, house.tab(one) as plain:
        asks.watch(table.id, 0, gallery=True)
        plain.watch(table.id, 1)
        assert looking_on(asks) == 0
        with house.tab() as first:
            first.watch(table.id)
            assert looking_on(asks) == 1
            with house.tab() as second:
                second.watch(table.id, gallery=True)
                assert (looking_on(asks), looking_on(second)) == (2, 2)
            assert looking_on(asks) == 1
        assert looking_on(asks) == 0
        plain.do("ping")
        assert {news["is"] for news in [*plain.told, *first.told]} <= {"table", "beat"}
        plain.do("act", table=table.id, seat=0, steps=["d"])
        asks.until(lambda news: news["is"] == "table")
        assert steps(asks.lines(table.id, 0)) == ["d"], "its cursor knows nothing of the gallery"


def test_a_spectator_who_sits_down_leaves_the_gallery(house: RealHouse) -> None:
    one, other = house.visitor(), house.visitor()
    table = one.open("connect4", "mo")
    with house.tab(other) as tab:
        tab.watch(table.id)
        assert other.post(f"{table.path}/seats", {}).status_code == 200
        left = tab.until(lambda news: news["is"] == "left")
        assert (left["table"], left["seat"]) == (table.id, None)
        assert tab.watch(table.id, 1)["now"]["phase"] == "playing"


def test_whoever_leaves_no_longer_sees_what_the_seat_sees(house: RealHouse) -> None:
    one, other = house.visitor(), house.visitor()
    table = one.open("luckymoose", "mob")
    with house.tab(other) as tab:
        assert other.post(f"{table.path}/seats", {}).status_code == 200
        tab.watch(table.id, 1)
        assert other.send("DELETE", f"{table.path}/seats/mine").status_code == 200
        tab.until(lambda news: news == {"is": "left", "table": table.id, "seat": 1})
        assert tab.refused("watch", topic="table", table=table.id, seat=1) == "refuse.not-your-seat"
        assert tab.refused("act", table=table.id, seat=1, steps=["x"]) == "refuse.not-your-seat"


# -- acting and talking ---------------------------------------------------------------------------------------


def test_a_refusal_has_a_sentence_and_a_key_and_changes_nothing(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")
    with house.tab(one) as tab:
        tab.watch(table.id, 0)
        assert tab.refused("act", table=table.id, seat=1, steps=["a"]) == "refuse.not-your-turn"
        assert tab.refused("act", table=table.id, seat=0, steps=[]) == "refuse.batch-length"
        assert tab.refused("act", table=table.id, seat=0, steps=["a"] * 101) == "refuse.batch-length"
        assert tab.refused("act", table="nowhere", seat=0, steps=["a"]) == "refuse.no-table"
        assert tab.refused("act", table="no\0where", seat=0, steps=["a"]) == "refuse.no-table"
        assert tab.refused("act", table=table.id, seat=0, steps=["a"], key="") == "server.key"
        assert tab.refused("act", table=table.id, seat=0, steps=["a"], key="k\0") == "server.key"
        assert steps(table.news(0)["lines"]) == []


def test_a_batch_is_taken_whole_or_not_at_all(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("dance", "mm")
    with house.tab(one) as tab:
        now = tab.watch(table.id, 0)["now"]
        said = [c["text"] for c in now["choices"] if c["text"].startswith("say:")][:2]
        assert len(said) == 2, "whoever is on turn may say things"
        before = table.news(0)["cursor"]
        answer = tab.ask("act", table=table.id, seat=0, steps=[said[0], "nonsense"])
        assert answer["is"] == "refused"
        assert table.news(0)["cursor"] == before
        tab.do("act", table=table.id, seat=0, steps=said[:1])
        assert table.news(0)["cursor"] == before + 1


def test_a_signal_is_seen_by_all_who_watch(house: RealHouse) -> None:
    one, other = house.visitor(), house.visitor()
    table = one.open("dance", "mo")
    other.post(f"{table.path}/seats", {})
    with house.tab(one) as mine, house.tab(other) as theirs, house.tab() as gallery:
        now = mine.watch(table.id, 0)["now"]
        theirs.watch(table.id, 1)
        gallery.watch(table.id)
        signal = next(c["text"] for c in now["choices"] if c["text"].startswith("say:"))
        mine.do("act", table=table.id, seat=0, steps=[signal])
        for tab in (theirs, gallery):
            line = tab.until(lambda news: news["is"] == "table")["lines"][-1]
            assert (line["seat"], line["text"]) == (0, signal)


def test_the_same_key_does_it_once(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")
    with house.tab(one) as tab, house.tab(one) as again:
        tab.do("act", table=table.id, seat=0, steps=["a"], key="k")
        again.do("act", table=table.id, seat=0, steps=["a"], key="k")
        for _ in range(2):
            tab.do("say", table=table.id, text="well", key="t")
    lines = table.news(0)["lines"]
    assert (steps(lines), texts(lines)) == (["a"], ["well"])


def test_talk_is_heard_at_the_table_and_the_gallery_is_not(house: RealHouse) -> None:
    one, other = house.visitor(), house.visitor()
    table = one.open("connect4", "mm")
    with house.tab(one) as player, house.tab(other) as watching:
        player.watch(table.id, 0)
        watching.watch(table.id)
        watching.do("say", table=table.id, text="column d")
        player.do("say", table=table.id, text="a fine day")
        watching.until(lambda news: "a fine day" in texts(news.get("lines", [])))
        assert texts(watching.lines(table.id)) == ["column d", "a fine day"]
        assert texts(player.lines(table.id, 0)) == ["a fine day"]
        assert "now" not in watching.told[-1], "talk alone changes nothing on the board"
        assert player.refused("say", table=table.id, text=" ") == "refuse.talk-empty"
        assert player.refused("say", table=table.id, text="x" * 2000) == "refuse.talk-long"


# -- lists ----------------------------------------------------------------------------------------------------


def listed(news: Json) -> set[str]:
    return {line["table"] for part in ("open", "playing", "tables") for line in news.get(part, [])}


def test_the_lobby_tells_of_tables_that_everybody_may_know_of(house: RealHouse) -> None:
    one = house.visitor()
    with house.tab() as tab:
        tab.do("watch", topic="lobby")
        hidden = one.open("connect4", "mo", listed=False)
        table = one.open("connect4", "mo")
        news = tab.until(lambda news: news["is"] == "lobby" and table.id in listed(news))
        assert hidden.id not in str(tab.told)
        assert one.get(table.path).json()["rules"]["invite"] not in str(news)
        one.send("DELETE", f"{table.path}/seats/mine")
        tab.until(lambda news: news["is"] == "lobby" and table.id not in listed(news))
        tab.do("unwatch", topic="lobby")


def test_ones_own_list_tells_of_all_ones_tables_and_nobody_elses(house: RealHouse) -> None:
    one, other = house.visitor(), house.visitor()
    with house.tab(one) as tab, house.tab() as nobody:
        assert nobody.refused("watch", topic="me") == "people.sign-in"
        tab.do("watch", topic="me")
        assert listed(tab.told[-1]) == set()
        theirs = other.open("connect4", "mm")
        mine = one.open("connect4", "mo", listed=False)
        tab.until(lambda news: news["is"] == "me" and mine.id in listed(news))
        other.post(f"{mine.path}/seats", {}, invite=one.get(mine.path).json()["rules"]["invite"])
        turn = tab.until(lambda news: any(line["turn"] == [one.me["id"]] for line in news.get("tables", [])))
        assert listed(turn) == {mine.id}
        tab.do("watch", topic="me", table=mine.id)
        assert listed(tab.told[-1]) == {mine.id}
        assert theirs.id not in str(tab.told)


# -- the socket itself ----------------------------------------------------------------------------------------


def test_a_ping_is_answered(house: RealHouse) -> None:
    with house.tab() as tab:
        tab.do("ping")
        tab.send({"do": "ping"})
        assert tab.hear() == {"is": "done", "id": None}


def test_one_socket_follows_only_so_much(house: RealHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "MOST_FOLLOWED", 3)
    one = house.visitor()
    tables = [one.open("connect4", "mm").id for _ in range(3)]
    with house.tab(one) as tab:
        tab.do("watch", topic="lobby")
        tab.watch(tables[0], 0)
        tab.watch(tables[1], 0)
        assert tab.refused("watch", topic="table", table=tables[2], seat=0) == "server.topics"
        assert tab.refused("watch", topic="me") == "server.topics"
        tab.watch(tables[1], 0)
        tab.do("unwatch", topic="lobby")
        tab.watch(tables[2], 0)


def test_a_closed_tab_is_forgotten(house: RealHouse) -> None:
    one: Visitor = house.visitor()
    table, before = one.open("connect4", "mm"), house.sockets
    hub = house.app.state["services"].hub
    with house.tab(one) as tab:
        tab.watch(table.id, 0)
        assert (house.sockets, hub.followers(table.id)) == (before + 1, 1)
    wait_until(lambda: (house.sockets, hub.followers(table.id)) == (before, 0), "it is forgotten")


def test_a_house_that_closes_says_so(tmp_path: Path) -> None:
    with real_house(tmp_path) as house, house.tab() as tab:
        tab.do("watch", topic="lobby")
        house.server.should_exit = True
        assert tab.closed() == sockets.GOING
        assert tab.told[-1] == {"is": "closing"}
