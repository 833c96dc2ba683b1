"""A move is told once: one message in, one out for each who follows the table, and nothing to ask for afterwards."""

import asyncio
from collections.abc import Iterator

import pytest

from parlour.house.store import Store
from parlour.house.tables.clocks import Uptimes
from parlour.house.tables.commands import act
from parlour.house.tables.state import Table
from parlour.server.live.hub import Hub
from parlour.server.live.messages import NewsEncoder
from tests.house.ratings.test_worker import PEOPLE, Club
from tests.house.tables.at_table import evening
from tests.server.conftest import Json, Sitting
from tests.server.live.real import RealHouse, Tab, real_house

WHOLE = {"view": True, "answers": True, "gallery": True}  # as the page follows a table


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHouse]:
    with real_house(tmp_path_factory.mktemp("house")) as house:
        yield house


BESIDE = ("beat", "watching")  # signs of life and how many look on: they come when they come


def next_heard(tab: Tab) -> Json:
    while (message := tab.hear())["is"] in BESIDE:
        pass
    return message


def heard(tab: Tab) -> list[Json]:
    """All that has come since the last time, but for what comes beside it."""
    tab.send({"do": "ping", "id": "so far"})
    found: list[Json] = []
    while (message := tab.hear()) != {"is": "done", "id": "so far"}:
        found.append(message)
    return [message for message in found if message["is"] not in BESIDE]


def choice(table: Sitting, seat: int) -> str:
    text: str = next(one["text"] for one in table.now(seat)["choices"] if not one.get("also"))
    return text


# -- one message ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["yinsh", "dance", "luckymoose", "command", "regatta"])
def test_a_move_is_one_message_for_each_who_follows_the_table(house: RealHouse, game: str) -> None:
    one, other = house.visitor(), house.visitor()
    table = one.open(game, "mo")
    assert other.post(f"{table.path}/seats", {}).status_code == 200
    with house.tab(one) as mine, house.tab(other) as theirs, house.tab() as gallery:
        viewers: list[tuple[Tab, int | None]] = [(mine, 0), (theirs, 1), (gallery, None)]
        for tab, seat in viewers:
            tab.watch(table.id, seat, **WHOLE)
        for number in range(3):
            actor = table.now(0)["to_act"][0]
            by = Sitting((one, other)[actor], table.id)
            step = choice(by, actor)
            for tab, _ in viewers:
                assert heard(tab) == []
            viewers[actor][0].send(
                {"do": "act", "table": table.id, "seat": actor, "steps": [step], "id": number, "key": f"k{number}"}
            )
            viewers[actor][0].told.append(answer := next_heard(viewers[actor][0]))
            assert (answer["is"], answer["done"]) == ("table", [number])
            for tab, seat in viewers:
                told = [answer] if seat == actor else heard(tab)
                if not told:  # a ship that is deployed in secret
                    assert game == "command"
                    continue
                [news] = told
                assert ("done" in news) == (seat == actor)
                assert news["now"]["view"]
                assert news["now"]["scene"]


def test_who_does_the_same_elsewhere_is_told_the_same_news_without_the_ids_of_others(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")
    with house.tab(one) as left, house.tab(one) as right:
        for tab in (left, right):
            tab.watch(table.id, 0, **WHOLE)
        left.send({"do": "act", "table": table.id, "seat": 0, "steps": ["a"], "id": "mine"})
        news, [same] = next_heard(left), heard(right)
        assert news.pop("done") == ["mine"]
        assert news == same


def test_what_is_said_is_answered_with_the_news_of_it_too(house: RealHouse) -> None:
    one, other = house.visitor(), house.visitor()
    table = one.open("connect4", "mm")
    with house.tab(one) as player, house.tab(other) as watching:
        player.watch(table.id, 0, **WHOLE)
        watching.watch(table.id, **WHOLE)
        player.send({"do": "say", "table": table.id, "text": "hello", "id": "p"})
        assert [news.get("done") for news in heard(player)] == [["p"]]
        assert [news.get("done") for news in heard(watching)] == [None]
        watching.send({"do": "say", "table": table.id, "text": "column d", "id": "w"})
        assert [news.get("done") for news in heard(watching)] == [["w"]]
        assert heard(player) == []


def test_of_several_seats_on_one_socket_the_one_that_acted_is_answered_and_comes_last(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")
    with house.tab(one) as tab:
        for seat in (0, 1):
            tab.watch(table.id, seat, **WHOLE)
        for turn, column in enumerate("abc"):
            tab.send({"do": "act", "table": table.id, "seat": turn % 2, "steps": [column], "id": turn})
            told = heard(tab)
            assert [news["seat"] for news in told] == [1 - turn % 2, turn % 2]
            assert [news.get("done") for news in told] == [None, [turn]]


# -- what is answered by itself -------------------------------------------------------------------------------


def test_whoever_did_not_ask_for_it_is_answered_by_itself(house: RealHouse) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")
    with house.tab(one) as tab:
        assert "view" not in tab.watch(table.id, 0)["now"]
        tab.send({"do": "act", "table": table.id, "seat": 0, "steps": ["a"], "id": 1})
        news, answer = heard(tab)
        assert "done" not in news
        assert "view" not in news["now"]
        assert answer == {"is": "done", "id": 1}


def test_what_no_news_would_tell_of_is_answered_by_itself(house: RealHouse) -> None:
    one = house.visitor()
    table, elsewhere = one.open("connect4", "mm"), one.open("connect4", "mm")
    with house.tab(one) as tab:
        tab.watch(table.id, 0, **WHOLE)
        step = {"do": "act", "table": table.id, "seat": 0, "steps": ["a"], "key": "once"}
        tab.send({**step, "id": 1})
        assert [news.get("done") for news in heard(tab)] == [[1]]
        tab.send({**step, "id": 2})
        assert heard(tab) == [{"is": "done", "id": 2}], "it was done before"
        tab.send({"do": "act", "table": elsewhere.id, "seat": 0, "steps": ["a"], "id": 3})
        assert heard(tab) == [{"is": "done", "id": 3}], "that table is not followed"
        tab.send({"do": "act", "table": table.id, "seat": 1, "steps": ["b"], "id": 4})
        assert [(each["is"], each.get("done")) for each in heard(tab)] == [("table", None), ("done", None)], (
            "nor is that seat"
        )
        tab.send({"do": "act", "table": table.id, "seat": 0, "steps": ["c"]})
        assert [each["is"] for each in heard(tab)] == ["table", "done"], "what has no id cannot be named"
        tab.send({"do": "act", "table": table.id, "seat": 0, "steps": ["c"], "id": 5})
        [refused] = heard(tab)
        assert (refused["is"], refused["id"]) == ("refused", 5)


def test_whatever_comes_between_every_request_is_answered_once(house: RealHouse) -> None:
    """Who lets go of a table, or begins to follow it anew, right after having acted there."""
    one = house.visitor()
    for after in ("unwatch", "watch"):
        table = one.open("connect4", "mm")
        topic = {"topic": "table", "table": table.id, "seat": 0}
        with house.tab(one) as tab:
            tab.watch(table.id, 0, **WHOLE)
            more = WHOLE if after == "watch" else {}
            tab.send({"do": "act", "table": table.id, "seat": 0, "steps": ["a"], "id": "act"})
            tab.send({"do": after, **topic, **more, "id": "after"})
            told = heard(tab)
            done = [each["id"] for each in told if each["is"] == "done"]
            with_news = [id for each in told for id in each.get("done", ())]
            assert sorted(done + with_news) == ["act", "after"]


def test_whoever_is_far_behind_is_answered_with_the_last_of_the_news(
    house: RealHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")
    for turn, column in enumerate("abcdef"):
        table.act(turn % 2, column)
    monkeypatch.setattr("parlour.server.live.messages.MOST_LINES", 3)
    with house.tab(one) as tab:
        tab.send({"do": "watch", "topic": "table", "table": table.id, "seat": 0, **WHOLE})
        tab.send({"do": "act", "table": table.id, "seat": 0, "steps": ["g"], "id": "act"})
        told = [each for each in heard(tab) if each["is"] == "table"]
        # The first of them may have gone out before the step was taken; that it was is said with the step.
        assert "g" in [line.get("text") for line in told[-1]["lines"]]
        assert [each.get("done") for each in told] == [None] * (len(told) - 1) + [["act"]]


# -- the view -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "delay"), [("dance", 0), ("dance", 2), ("luckymoose", 1), ("command", 0)])
def test_the_view_in_the_news_is_what_the_table_shows_over_http(house: RealHouse, game: str, delay: int) -> None:
    one, other = house.visitor(), house.visitor()
    table = one.open(game, "mm", delay=delay)
    seats: list[tuple[Sitting, int | None]] = [(table, 0), (table, 1), (Sitting(other, table.id), None)]
    with house.tab(one) as own, house.tab(other) as gallery:
        for _ in range(6):
            for at, seat in seats:
                tab = gallery if seat is None else own
                heard(tab)  # of the last step
                told = tab.watch(table.id, seat, cursor=0, view=True)
                query = {} if seat is None else {"seat": seat}
                then = at.visitor.get(f"{at.path}/at/{told['cursor']}", **query).json()
                assert told["now"]["view"] == then["view"]
                assert at.news(seat, view=True)["now"] == told["now"]
                assert "view" not in at.now(seat)
            actor = table.now(0)["to_act"][0]
            assert table.act(actor, choice(table, actor)).status_code == 200


def test_news_are_put_together_once_for_all_who_want_the_same() -> None:
    table = evening("connect4", ["ada", "bob"]).play(act, "ada", 0, ["d"]).table
    encoder, cursor = NewsEncoder(), len(table.told[0]) - 1

    def news(view: bool) -> bytes:
        return encoder.news(table, 0, cursor, Uptimes(), draw=True, view=view)

    assert news(view=True) is news(view=True)
    assert news(view=False) is news(view=False)
    assert b'"view":' in news(view=True)
    assert b'"view":' not in news(view=False)


@pytest.mark.anyio
async def test_a_move_does_not_bring_ones_whole_list_to_those_who_follow_its_table(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.live.hub.LOBBY_REST", 0)
    club = await Club(store).open()
    hub, woken = Hub(club.tables), list[str]()
    here, elsewhere = await club.sit(*PEOPLE[:2]), await club.sit(*PEOPLE[:2])
    hub.follow_list(PEOPLE[0].id, lambda: woken.append("page"))
    hub.follow_list(PEOPLE[0].id, lambda: woken.append("page at the table"), apart_from=here.id)

    async def woken_by_a_move_at(table: Table) -> list[str]:
        woken.clear()
        await club.step(table)
        for _ in range(2):
            await asyncio.sleep(0)  # lists are told in the next round of the loop
        return woken

    assert await woken_by_a_move_at(here) == ["page"]
    assert await woken_by_a_move_at(elsewhere) == ["page", "page at the table"]
