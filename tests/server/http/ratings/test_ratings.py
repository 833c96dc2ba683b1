"""Ratings over HTTP: who may sit where it counts, what a match changes, lists, histories, and what nobody is told."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.house.people.passwords import Cost, Passwords
from parlour.house.ratings.records import FINISHES, STANDINGS, SURE, Standing
from parlour.house.store import Put, Unit
from parlour.house.tables.records import TABLES
from tests.server.conftest import BASE, Json, Sitting, Visitor, served
from tests.serving import HouseClient
from tests.store.things import finish, summary

Client = HouseClient
PASSWORD = "blue kettle 9"
PATIENCE = 60.0


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with served(tmp_path, passwords=Passwords(Cost(4, 8, 1))) as client:
        yield client


def account(client: Client, name: str) -> Visitor:
    """A guest who has taken an account: the same person, another cookie."""
    visitor = Visitor(client)
    answer = visitor.post("/accounts", {"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    visitor.me = answer.json()["person"]
    visitor.headers = {"Origin": BASE, "Cookie": answer.headers["set-cookie"].partition(";")[0]}
    client.cookies.clear()
    return visitor


def sit(visitor: Visitor, table: Sitting) -> Any:
    return visitor.post(f"{table.path}/seats", {})


def ok(answer: Any) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(answer: Any) -> str:
    assert 400 <= answer.status_code < 500, answer.text
    key: str = answer.json()["key"]
    return key


def duel(winner: Visitor, loser: Visitor, **more: object) -> Sitting:
    """A rated match of Connect 4, over after one step and a word."""
    table = winner.open("connect4", "mo", rated=True, **more)
    invite = ok(winner.get(table.path))["rules"]["invite"]
    ok(loser.post(f"{table.path}/seats", {}, invite=invite))
    ok(table.act(0, "a"))
    ok(Sitting(loser, table.id).act(1, "resign"))
    return table


def settled(table: Sitting) -> Json:
    """What it did to ratings, once it has."""
    deadline = time.monotonic() + PATIENCE
    while True:
        told: Json = ok(table.visitor.get(f"{table.path}/ratings"))
        if told["settled"]:
            return told
        assert time.monotonic() < deadline, "it is never rated"
        time.sleep(0.005)


def call(client: Client, name: str, *args: Any) -> Any:
    """Something of the house's own store, in its own loop."""
    store = client.app.state["services"].tables.store
    return client.blocking_portal.call(getattr(store, name), *args)  # type: ignore[attr-defined]


def test_guests_neither_open_nor_join_a_rated_table(client: Client) -> None:
    guest, anna = Visitor(client), account(client, "Anna")
    table = anna.open("connect4", "mo", rated=True)
    body = {"game": "connect4", "seats": [{"kind": "me"}, {"kind": "open"}], "rated": True}
    assert refused(guest.post("/tables", body)) == "refuse.rated-guest"
    assert refused(sit(guest, table)) == "refuse.rated-guest"
    assert ok(guest.get(table.path))["rules"]["rated"] is True
    [line] = ok(guest.get("/tables", game="connect4"))["tables"]
    assert line["about"]["rated"] is True
    ok(sit(account(client, "Bob"), table))
    casual = anna.open("connect4", "mo")
    for rated, there in ((True, table), (False, casual)):
        [line] = ok(guest.get("/tables", game="connect4", rated=rated))["tables"]
        assert line["table"] == there.id


def test_a_rated_match_changes_both_ratings_and_a_casual_one_none(client: Client) -> None:
    anna, bob = account(client, "Anna"), account(client, "Bob")
    table = duel(anna, bob)
    told = settled(table)
    assert (told["rated"], told["counts"]) == (True, True)
    won, lost = told["changes"]
    assert (won["who"], lost["who"]) == (anna.me["id"], bob.me["id"])
    assert won["was"] == lost["was"] == 1500
    assert won["rating"] == 1500 + won["change"] > 1500
    assert lost["change"] == -won["change"]
    assert won["provisional"]
    casual = anna.open("connect4", "mo")
    ok(sit(bob, casual))
    ok(casual.act(0, "a"))
    ok(Sitting(bob, casual.id).act(1, "resign"))
    assert settled(casual) == {"rated": False, "counts": False, "settled": True, "changes": [], "team": None}
    assert [one["games"] for one in ok(anna.get("/ratings", who=[anna.me["id"], bob.me["id"]]))] == [1, 1]


def test_a_running_match_tells_nothing(client: Client) -> None:
    anna, bob = account(client, "Anna"), account(client, "Bob")
    table = anna.open("connect4", "mo", rated=True)
    ok(sit(bob, table))
    ok(table.act(0, "a"))
    told = ok(anna.get(f"{table.path}/ratings"))
    assert told == {"rated": True, "counts": None, "settled": False, "changes": [], "team": None}
    assert ok(anna.get("/games/connect4/leaderboard"))["players"] == []
    assert ok(anna.get(f"/players/{anna.me['id']}/ratings"))["ratings"] == []


def test_what_is_left_before_it_began_counts_for_nobody(client: Client) -> None:
    anna, bob = account(client, "Anna"), account(client, "Bob")
    table = anna.open("connect4", "mo", rated=True)
    ok(sit(bob, table))
    ok(bob.send("DELETE", f"{table.path}/seats/mine"))
    assert settled(table) == {"rated": True, "counts": False, "settled": True, "changes": [], "team": None}


def test_a_draw_is_a_place_that_is_shared(client: Client) -> None:
    anna, bob = account(client, "Anna"), account(client, "Bob")
    table = anna.open("connect4", "mo", rated=True)
    ok(sit(bob, table))
    for who, seat, step in ((anna, 0, "a"), (bob, 1, "b"), (anna, 0, "draw"), (bob, 1, "draw")):
        ok(Sitting(who, table.id).act(seat, step))
    settled(table)
    for who in (anna, bob):
        [point] = ok(anna.get(f"/players/{who.me['id']}/ratings/connect4"))["points"]
        assert (point["place"], point["of"], point["shared"]) == (1, 2, True)


def test_a_player_has_a_rating_for_every_game_and_a_history(client: Client) -> None:
    anna, bob = account(client, "Anna"), account(client, "Bob")
    changes = [settled(duel(*pair))["changes"] for pair in ((anna, bob), (anna, bob), (bob, anna))]
    mine = [next(one for one in each if one["who"] == anna.me["id"]) for each in changes]
    told = ok(bob.get(f"/players/{anna.me['id']}/ratings"))
    assert told["player"] == {"id": anna.me["id"], "name": "Anna", "kind": "account"}
    [rating] = told["ratings"]
    assert (rating["game"], rating["games"], rating["rating"]) == ("connect4", 3, mine[-1]["rating"])
    history = ok(bob.get(f"/players/{anna.me['id']}/ratings/connect4"))
    assert [(one["rating"], one["change"]) for one in history["points"]] == [(m["rating"], m["change"]) for m in mine]
    assert [(one["place"], one["of"]) for one in history["points"]] == [(1, 2), (1, 2), (2, 2)]
    assert not any(one["shared"] for one in history["points"])
    assert "table" not in history["points"][0], "which tables were private is nobody's business"
    assert len(ok(bob.get(f"/players/{anna.me['id']}/ratings/connect4", most=1))["points"]) == 1


def test_bots_are_rated_on_the_same_scale(client: Client) -> None:
    anna = account(client, "Anna")
    table = anna.open("connect4", "mb", rated=True)
    table.wait_for_turn(0)
    ok(table.act(0, "a"))
    ok(table.act(0, "resign"))
    [_, bot] = settled(table)["changes"]
    assert (bot["who"], bot["rating"]) == ("bot:3", 1500 + bot["change"])
    assert ok(anna.get("/players/bot:3/ratings"))["player"] == {"id": "bot:3", "name": "Regular", "kind": "bot"}
    assert [one["player"]["kind"] for one in ok(anna.get("/games/connect4/leaderboard"))["players"]] == [
        "bot",
        "account",
    ]


def test_a_leaderboard_ranks_those_who_are_certain_and_has_the_others_below_page_by_page(client: Client) -> None:
    people = [account(client, name) for name in ("Anna", "Bob", "Cid")]
    anna, bob, cid = (person.me["id"] for person in people)
    sigmas = {anna: (30.0, 2.0), bob: (40.0, SURE + 0.1), cid: (20.0, SURE), "bot:5": (35.0, 1.0)}
    standings = [Standing(who=who, game="yinsh", mu=mu, sigma=sigma, games=9) for who, (mu, sigma) in sigmas.items()]
    call(client, "commit", Unit(changes=[Put(STANDINGS, one) for one in standings]))
    rows = ok(people[0].get("/games/yinsh/leaderboard"))
    assert [(row["rank"], row["player"]["name"], row["rating"]) for row in rows["players"]] == [
        (1, "Master", 1800), (2, "Anna", 1650), (3, "Cid", 1350), (None, "Bob", 1950),
    ]  # fmt: skip
    assert [row["provisional"] for row in rows["players"]] == [False, False, False, True]
    assert rows["next"] is None
    first = ok(people[0].get("/games/yinsh/leaderboard", most=3))
    rest = ok(people[0].get("/games/yinsh/leaderboard", most=3, skip=first["next"]))
    assert first["players"] + rest["players"] == rows["players"]
    assert rest["next"] is rest["cursor"] is None
    assert ok(people[0].get("/games/yinsh/leaderboard", most=3, after=first["cursor"])) == rest


def test_whoever_deletes_the_account_is_in_no_list_and_the_others_ratings_stay(client: Client) -> None:
    anna, bob = account(client, "Anna"), account(client, "Bob")
    settled(duel(anna, bob))
    before = ok(anna.get("/ratings", who=[anna.me["id"]]))
    assert bob.send("DELETE", "/me", {"password": PASSWORD}).status_code == 204
    names = [row["player"]["name"] for row in ok(anna.get("/games/connect4/leaderboard"))["players"]]
    assert names == ["Anna"]
    assert ok(anna.get("/ratings", who=[anna.me["id"], bob.me["id"]])) == before
    assert refused(anna.get(f"/players/{bob.me['id']}/ratings")) == "people.nobody"
    assert refused(anna.get(f"/players/{bob.me['id']}/ratings/connect4")) == "people.nobody"


def test_a_private_match_counts_and_is_not_shown_to_others(client: Client) -> None:
    anna, bob, eve = account(client, "Anna"), account(client, "Bob"), Visitor(client)
    table = duel(anna, bob, listed=False)
    settled(table)
    assert refused(eve.get(f"{table.path}/ratings")) == "refuse.no-table"


def test_best_scores_are_by_team_size_with_names_and_open_matches(client: Client) -> None:
    anna, bob = account(client, "Anna"), account(client, "Bob")
    me, other = anna.me["id"], bob.me["id"]

    kept = [("t1", 9, (me, other), True), ("t2", 4, (me, "gone"), False), ("t3", 0, (me,), True)]
    for table, score, who, listed in kept:
        ended = finish(table, game="dance", seats=who, places=(), worth=1 - score / 49, score=score)
        unit = Unit(
            stream=table,
            expected=0,
            events=[b"e"],
            changes=[Put(TABLES, summary(table, listed=listed)), Put(FINISHES, ended)],
        )
        call(client, "commit", unit)
    told = ok(anna.get("/games/dance/best-scores", seats=2))
    assert [(one["rank"], one["score"], one["table"]) for one in told["scores"]] == [(1, 4, None), (2, 9, "t1")]
    assert [player and player["name"] for player in told["scores"][0]["team"]] == ["Anna", None]
    [alone] = ok(anna.get("/games/dance/best-scores", seats=1))["scores"]
    assert alone["score"] == 0
    first = ok(anna.get("/games/dance/best-scores", seats=2, most=1))
    assert first["next"] == 1
    for query in ({"skip": 1}, {"after": first["cursor"]}):
        assert ok(anna.get("/games/dance/best-scores", seats=2, **query))["scores"] == told["scores"][1:]


def test_a_dance_of_accounts_is_in_the_list_when_it_is_over(client: Client) -> None:
    anna = account(client, "Anna")
    table = anna.open("dance", "m", rated=True)
    while (now := table.now(0))["phase"] != "over":
        ok(table.act(0, now["choices"][0]["text"]))
    told = settled(table)
    assert (told["counts"], told["changes"]) == (True, [])
    [score] = ok(anna.get("/games/dance/best-scores", seats=1))["scores"]
    assert (score["score"], score["table"]) == (now["result"]["scores"][0], table.id)


def test_what_cannot_be_asked_for_is_refused(client: Client, visitor: Visitor) -> None:
    assert refused(visitor.get("/games/whist/leaderboard")) == "refuse.no-such-game"
    assert refused(visitor.get("/games/whist/best-scores", seats=2)) == "refuse.no-such-game"
    for who in ("bot:6", "bot:", "nobody", "%00", "a" * 65):
        assert refused(visitor.get(f"/players/{who}/ratings")) == "people.nobody", who
    assert ok(visitor.get("/ratings", who=["\0", "bot:9", "nobody", "ä"])) == []
    assert refused(visitor.get("/ratings", who=["a"] * 101)) == "server.message"
    assert ok(visitor.get(f"/players/{visitor.me['id']}/ratings"))["player"]["kind"] == "guest"
    for query in ({"skip": -1}, {"most": 101}, {"most": 0}):
        assert refused(visitor.get("/games/yinsh/leaderboard", **query)) == "server.message"
    for after in ("", "x", "WzFd", "é", "WzEsdHJ1ZSwxLjAsIlx1MDAwMCJd"):  # [1], and one with a NUL in a name
        assert refused(visitor.get("/games/yinsh/leaderboard", after=after)) == "server.page", after
        assert refused(visitor.get("/games/dance/best-scores", seats=2, after=after)) == "server.page", after


def test_points_of_everybody_at_a_table_come_with_their_seat(client: Client) -> None:
    """Two bots of one level are one player: both seats show what it made of that one."""
    anna = account(client, "Anna")
    table = anna.open("luckymoose", "mbb", rated=True)
    table.wait_for_turn(0)
    ok(table.act(0, table.now(0)["choices"][0]["text"]))
    ok(anna.send("DELETE", f"{table.path}/seats/mine"))
    told = settled(table)
    assert [one["who"] for one in told["changes"]] == [anna.me["id"], "bot:3", "bot:3"]
    assert told["changes"][0]["change"] < 0 < told["changes"][1]["change"]
