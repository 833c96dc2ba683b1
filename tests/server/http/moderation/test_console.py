"""The console: measures, tables, roles and the log, for those who look after the house and nobody else."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.house.moderation import records as moderation_records
from parlour.house.moderation.records import AuditEntry, Report
from parlour.store import open_store
from tests.server.conftest import API, BASE, Visitor
from tests.server.http.moderation.accounts_with_roles import PASSWORD, account_with_role, ok, refused
from tests.server.http.moderation.moderated import DAY, Club, opened, say, sign_in
from tests.server.live.real import wait_until
from tests.serving import TurnedTime


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with opened(tmp_path_factory.mktemp("house")) as club:
        yield club


# -- measures -------------------------------------------------------------------------------------------------


def test_who_is_muted_reads_why_and_writes_again_when_it_is_over(club: Club) -> None:
    one, other, mine, theirs = club.pair()
    body = {"kind": "mute", "hours": 24, "why": "Calls people names."}
    measure = ok(club.moderator.post(f"/moderation/people/{other.me['id']}/measures", body), 201)
    assert measure["until"] == club.time.now() + DAY
    answer = say(other, theirs, "hello")
    assert refused(answer, 403) == "moderation.muted"
    assert "until 2023-11-" in answer.json()["detail"]
    assert "Calls people names." in answer.json()["detail"]
    assert refused(other.send("PATCH", "/me", {"name": "Loud one"}), 403) == "moderation.muted"
    cup = {"title": "Loud", "kind": "swiss", "game": "connect4", "clock": {"pace": "live", "minutes": 5}}
    assert refused(other.post("/tournaments", cup), 403) == "moderation.muted"
    named = {"game": "connect4", "seats": [{"kind": "me", "name": "Loud"}, {"kind": "me", "name": "Louder"}]}
    assert refused(other.post("/tables", named), 403) == "moderation.muted"
    ok(other.post("/tables", {**named, "listed": False}), 201)
    ok(mine.act(0, "a"))
    ok(theirs.act(1, "a"))
    ok(say(one, mine, "I may"))
    club.time.pass_by(DAY)
    ok(say(other, theirs, "hello again"))
    log = ok(club.host.get("/moderation/log", about=other.me["id"]))["entries"]
    assert [(line["what"], line["why"]) for line in log] == [("mute", "Calls people names.")]


def test_a_guest_who_is_muted_takes_an_account_under_no_other_name(club: Club) -> None:
    guest = Visitor(club.client)
    ok(club.host.post(f"/moderation/people/{guest.me['id']}/measures", {"kind": "mute", "why": "Rude."}), 201)
    other = guest.post("/accounts", {"name": "Loud and rude", "password": PASSWORD})
    assert refused(other, 403) == "moderation.muted-for-good"
    own = guest.post("/accounts", {"name": guest.me["name"], "password": PASSWORD})
    assert own.status_code == 201


def test_a_measure_is_lifted_once(club: Club) -> None:
    one, _, mine, _ = club.pair()
    body = {"kind": "mute", "why": "A mistake."}
    measure = ok(club.moderator.post(f"/moderation/people/{one.me['id']}/measures", body), 201)
    assert measure["until"] is None
    assert refused(say(one, mine, "hello"), 403) == "moderation.muted-for-good"
    holding = ok(club.host.get("/moderation/measures"))
    assert (measure["id"], one.me["name"]) in [(each["measure"]["id"], each["person"]["name"]) for each in holding]
    lift = f"/moderation/measures/{measure['id']}/lift"
    assert refused(club.host.post(lift, {"why": " "}), 422) == "moderation.why"
    ok(club.host.post(lift, {"why": "It was somebody else."}))
    assert refused(club.host.post(lift, {"why": "again"}), 404) == "moderation.no-measure"
    ok(say(one, mine, "hello"))
    seen = ok(club.host.get(f"/moderation/people/{one.me['id']}"))
    assert [each["lifted"] is not None for each in seen["measures"]] == [True]


def test_who_is_banned_is_out_at_once_everywhere_and_told_why_when_signing_in(club: Club) -> None:
    _one, other, mine, _theirs = club.pair()
    ok(mine.act(0, "a"))
    token = ok(other.post("/me/tokens", {"label": "robot", "scopes": ["play"]}), 201)["token"]
    body = {"kind": "ban", "hours": 48, "why": "Cheats."}
    ok(club.moderator.post(f"/moderation/people/{other.me['id']}/measures", body), 201)
    assert ok(other.get("/me"))["person"] is None
    program = club.client.get(f"{API}/me", headers={"Authorization": f"Bearer {token}"})
    assert refused(program, 401) == "people.token-unknown"
    now = mine.now(0)
    assert (now["phase"], now["result"]["ending"], now["result"]["returns"]) == ("over", "abandoned", [1.0, -1.0])
    answer = sign_in(club, other)
    assert refused(answer, 403) == "moderation.banned"
    assert "Cheats." in answer.json()["detail"]
    assert "set-cookie" not in answer.headers
    wrong = Visitor(club.client).post("/sessions", {"name": other.me["name"], "password": "not this one at all"})
    assert refused(wrong, 401) == "people.wrong", "only who knows the password learns of it"
    club.time.pass_by(2 * DAY)
    assert sign_in(club, other).status_code == 201


def test_equals_are_not_measured_by_each_other(club: Club) -> None:
    second = account_with_role(club.client, "Mira", "moderator")
    body = {"kind": "ban", "why": "Because I can."}
    for by, auth in ((club.moderator, second), (club.moderator, club.host), (club.moderator, club.moderator),
                     (club.host, club.host)):  # fmt: skip
        answer = by.post(f"/moderation/people/{auth.me['id']}/measures", body)
        assert refused(answer, 403) == "moderation.outranked"
    ok(club.host.post(f"/moderation/people/{second.me['id']}/measures", {"kind": "mute", "why": "Too loud."}), 201)


@pytest.mark.parametrize(
    ("body", "status", "key"),
    [
        ({"kind": "mute", "why": ""}, 422, "moderation.why"),
        ({"kind": "mute", "why": "x" * 501}, 422, "moderation.why"),
        ({"kind": "mute", "why": "x", "hours": 0}, 400, "server.message"),
        ({"kind": "mute", "why": "x", "hours": 10**6}, 400, "server.message"),
        ({"kind": "exile", "why": "x"}, 400, "server.message"),
        ({"kind": "mute"}, 400, "server.message"),
    ],
)
def test_a_measure_has_a_reason_and_an_end_that_can_be(club: Club, body: Any, status: int, key: str) -> None:
    someone = Visitor(club.client)
    assert refused(club.host.post(f"/moderation/people/{someone.me['id']}/measures", body), status) == key
    assert ok(club.host.get(f"/moderation/people/{someone.me['id']}"))["measures"] == []


def test_a_name_can_be_taken_away(club: Club) -> None:
    one = club.account()
    card = ok(club.moderator.post(f"/moderation/people/{one.me['id']}/rename", {"why": "Nobody wants to read that."}))
    assert card["name"] != one.me["name"]
    assert ok(one.get("/me"))["person"]["name"] == card["name"]
    assert (club.log()["what"], club.log()["of"]) == ("rename", one.me["name"])


# -- tables ---------------------------------------------------------------------------------------------------


def test_a_table_is_closed_and_counts_for_nobody(club: Club) -> None:
    one, _other, mine, theirs = club.pair(rated=True, listed=False)
    ok(say(one, mine, "secretly"))
    ok(mine.act(0, "a"))
    seen = ok(club.moderator.get(f"/moderation/tables/{mine.id}"))
    assert (seen["phase"], seen["counts"], [quote["text"] for quote in seen["talk"]]) == ("playing", None, ["secretly"])
    assert (club.log()["what"], club.log()["about"]) == ("look", mine.id)
    closed = ok(club.moderator.post(f"/moderation/tables/{mine.id}/close", {"why": "Two accounts, one person."}))
    assert closed["phase"] == "over"
    assert (club.log()["what"], club.log()["why"]) == ("close", "Two accounts, one person.")
    assert theirs.now(1)["result"]["ending"] == "void"
    assert ok(one.get(f"{mine.path}/ratings"))["counts"] is False
    again = club.moderator.post(f"/moderation/tables/{mine.id}/close", {"why": "x"})
    assert refused(again, 422) == "refuse.over"
    assert club.log()["why"] == "Two accounts, one person.", "what was refused is not in the log"
    assert refused(club.moderator.get("/moderation/tables/nowhere"), 404) == "refuse.no-table"


def test_a_match_is_taken_out_of_the_ratings_and_put_back(club: Club) -> None:
    one, _other, mine, theirs = club.pair(rated=True)
    ok(mine.act(0, "a"))
    ok(theirs.act(1, "resign"))

    def rating() -> Any:
        return [row["rating"] for row in ok(one.get("/ratings", who=[one.me["id"]]))]

    wait_until(lambda: rating() != [], "it is rated")
    before = rating()
    why = {"why": "They agreed on it beforehand."}
    out = ok(club.moderator.post(f"/moderation/tables/{mine.id}/rating", {"counts": False, **why}))
    assert out["counts"] is False
    wait_until(lambda: rating() == [], "it no longer is")
    assert ok(one.get(f"{mine.path}/ratings")) == {
        "rated": True,
        "counts": False,
        "settled": True,
        "changes": [],
        "team": None,
    }
    ok(club.moderator.post(f"/moderation/tables/{mine.id}/rating", {"counts": True, **why}))
    wait_until(lambda: rating() == before, "it is again")
    assert [line["what"] for line in ok(club.host.get("/moderation/log", about=mine.id))["entries"]] == [
        "reinstate", "annul",
    ]  # fmt: skip
    casual = club.pair()[2]
    answer = club.moderator.post(f"/moderation/tables/{casual.id}/rating", {"counts": False, **why})
    assert refused(answer, 409) == "moderation.counts-not"


CUP = {"title": "A vile title", "kind": "swiss", "game": "connect4", "clock": {"pace": "live", "minutes": 5}}


def test_a_tournament_is_closed_and_its_title_gone(club: Club) -> None:
    one, other = club.account(), club.account()
    cup = ok(one.post("/tournaments", CUP), 201)["tournament"]
    ok(other.post(f"/tournaments/{cup}/entrants"))
    path = f"/moderation/tournaments/{cup}/close"
    assert refused(club.moderator.post(path, {"why": " "}), 422) == "moderation.why"
    closed = ok(club.moderator.post(path, {"why": "Nobody wants to read that."}))
    assert (closed["phase"], closed["cancelled"], closed["title"]) == ("over", True, "Connect Four")
    assert (club.log()["what"], club.log()["of"]) == ("close-cup", "A vile title")
    lines = ok(other.get("/tournaments", mine=True))["tournaments"]
    assert [line["about"]["title"] for line in lines] == ["Connect Four"]
    ok(club.moderator.post(path, {"why": "Again."}))
    assert club.log()["why"] == "Nobody wants to read that.", "what changes nothing is not in the log"
    assert refused(club.moderator.post("/moderation/tournaments/nowhere/close", {"why": "x"}), 404) == "tournament.none"


def test_of_a_tournament_that_is_over_only_the_title_is_taken(club: Club) -> None:
    one = club.account()
    cup = ok(one.post("/tournaments", CUP), 201)["tournament"]
    ok(one.post(f"/tournaments/{cup}/cancel"))
    ended = ok(one.get(f"/tournaments/{cup}"))["version"]
    closed = ok(club.moderator.post(f"/moderation/tournaments/{cup}/close", {"why": "That title."}))
    assert (closed["title"], closed["version"]) == ("Connect Four", ended + 1)


# -- roles ----------------------------------------------------------------------------------------------------

CONSOLE = [
    ("GET", "/moderation", None), ("GET", "/moderation/reports", None), ("GET", "/moderation/reports/r", None),
    ("POST", "/moderation/reports/r/settle", {"outcome": "acted"}), ("GET", "/moderation/people", None),
    ("GET", "/moderation/people/p", None), ("POST", "/moderation/people/p/measures", {"kind": "ban", "why": "x"}),
    ("POST", "/moderation/people/p/rename", {"why": "x"}), ("GET", "/moderation/measures", None),
    ("POST", "/moderation/measures/m/lift", {"why": "x"}), ("GET", "/moderation/tables/t", None),
    ("POST", "/moderation/tables/t/close", {"why": "x"}),
    ("POST", "/moderation/tables/t/rating", {"counts": False, "why": "x"}), ("GET", "/moderation/log", None),
    ("POST", "/moderation/tournaments/t/close", {"why": "x"}),
    ("GET", "/moderation/words", None), ("PUT", "/moderation/words", {"words": []}),
    ("GET", "/moderation/officers", None), ("PUT", "/moderation/officers/p", None),
    ("DELETE", "/moderation/officers/p", None),
    ("PUT", "/moderation/club", {"name": "Harbour Street"}), ("PUT", "/moderation/club/emblem", {"picture": "aGk="}),
    ("DELETE", "/moderation/club/emblem", None),
    ("POST", "/moderation/talk/house/1/take-away", {"why": "x"}), ("GET", "/moderation/weekly-tournaments", None),
    ("POST", "/moderation/weekly-tournaments", {"tournament": CUP, "weekday": 1, "hour": 19}),
    ("PUT", "/moderation/weekly-tournaments/w", {"tournament": CUP, "weekday": 1, "hour": 19}),
    ("DELETE", "/moderation/weekly-tournaments/w", None),
]  # fmt: skip


def test_every_route_of_the_console_is_in_this_list(club: Club) -> None:
    paths = club.client.get(f"{API}/schema/openapi.json").json()["paths"]
    routes = {
        (method.upper(), path.removeprefix(API))
        for path, item in paths.items() for method in item if path.startswith(f"{API}/moderation")
    }  # fmt: skip
    assert len(routes) == len(CONSOLE)


@pytest.mark.parametrize(("method", "path", "body"), CONSOLE)
def test_the_console_is_closed_to_everybody_else_and_to_every_program(
    club: Club, method: str, path: str, body: Any
) -> None:
    guest = Visitor(club.client)
    key = refused(guest.send(method, path, body), 403)
    assert key in ("officers.only", "officers.hosts-only")
    nobody = club.client.request(method, API + path, json=body, headers={"Origin": BASE})
    assert refused(nobody, 401) == "people.sign-in"
    if not hasattr(club, "token"):
        made = club.host.post("/me/tokens", {"label": "robot", "scopes": ["read", "play"]})
        club.token = ok(made, 201)["token"]  # type: ignore[attr-defined]
    headers = {"Authorization": f"Bearer {club.token}"}  # type: ignore[attr-defined]
    program = club.client.request(method, API + path, json=body, headers=headers)
    assert refused(program, 403) == "people.browser-only", "not even the host's own"


def test_a_host_names_moderators_and_dismisses_them_and_no_hosts(club: Club) -> None:
    one = club.account()
    path = f"/moderation/officers/{one.me['id']}"
    assert refused(club.moderator.send("PUT", path), 403) == "officers.hosts-only"
    ok(club.host.send("PUT", path), 204)
    assert ok(one.get("/me"))["role"] == "moderator"
    assert ok(one.get("/moderation"))["role"] == "moderator"
    assert one.me["name"] in [each["person"]["name"] for each in ok(one.get("/moderation/officers"))]
    ok(club.host.send("DELETE", path), 204)
    assert refused(one.get("/moderation"), 403) == "officers.only"
    assert refused(club.host.send("DELETE", path), 409) == "officers.not-moderator"
    himself = f"/moderation/officers/{club.host.me['id']}"
    assert refused(club.host.send("DELETE", himself), 409) == "officers.not-moderator"
    assert refused(club.host.send("PUT", himself), 409) == "officers.host-already"
    guest = Visitor(club.client)
    assert refused(club.host.send("PUT", f"/moderation/officers/{guest.me['id']}"), 404) == "officers.no-account"


def test_people_are_found_by_a_part_of_their_name(club: Club) -> None:
    one = club.account()
    assert one.me["id"] in [
        each["person"]["id"] for each in ok(club.host.get("/moderation/people", name=one.me["name"]))
    ]
    assert ok(club.host.get("/moderation/people", name="\u0000")) == []
    assert ok(club.host.get("/moderation/people")) == []


def test_a_report_is_forgotten_a_year_after_it_was_settled(tmp_path: Path) -> None:
    now = TurnedTime().now()
    asyncio.run(keep_settled(tmp_path / "house.db", {"old": now - 365 * DAY - 1, "fresh": now - 365 * DAY}))
    with opened(tmp_path) as club:
        here = "/moderation/reports/{}".format
        wait_until(lambda: club.host.get(here("old")).status_code == 404, "it is forgotten")
        assert refused(club.host.get(here("old")), 404) == "moderation.no-report"
        ok(club.host.get(here("fresh")))
        assert [line["what"] for line in ok(club.host.get("/moderation/log", about="old"))["entries"]] == ["settle"]


async def keep_settled(place: Path, when: dict[str, int]) -> None:
    store = await open_store(place)
    for id, settled in when.items():
        report = Report(id=id, at=1, by=id, name="Ann", kind="person", person="bob", of="Bob", reason="spam")
        await moderation_records.add_report(store, report)
        entry = AuditEntry(id=id, at=settled, by="host", what="settle", about=id)
        await moderation_records.settle_report(store, replace(report, state="settled", settled=settled), entry)
    await store.close()
