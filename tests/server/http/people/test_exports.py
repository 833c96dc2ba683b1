"""One's own data as a file: all of it, for its owner alone, made beside everything else, and gone after a day."""

import io
import stat
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import main
from parlour.house import jobs
from parlour.house.moderation import records as moderation
from parlour.house.moderation import records as moderation_records
from parlour.house.people.accounts import DAY
from parlour.house.people.own_data import LISTS
from parlour.house.store import Unit
from parlour.store import shape
from tests.server.conftest import API, BASE, Sitting, Visitor
from tests.server.http.mail.mail_club import GOOD, Club, key, open_club, wait_for
from tests.server.http.people.own_file import duel, fetched, files, give_up, now, ok, read, say, taken
from tests.server.http.tournaments.test_tournaments import CUP

HOUR = DAY // 24


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with open_club(tmp_path) as club:
        yield club


# -- what is in it --------------------------------------------------------------------------------------------


def test_it_holds_all_that_is_ones_own_and_nothing_of_others(club: Club, tmp_path: Path) -> None:
    ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo", "bo@example.org")
    ok(ada.send("PATCH", "/me", {"settings": {"dark": True}}))
    ok(ada.send("PATCH", "/me/mail", {"turn": False}))
    token = ok(ada.post("/me/tokens", {"label": "My robot", "scopes": ["play"]}))["token"]
    assert ada.send("PUT", f"/me/following/{bo.me['id']}").status_code == 204
    over = duel(ada, bo, rated=True)
    say(ada, over, "good luck, I say")
    say(bo, over, "a word of Bo")
    ok(over.act(0, "a"))
    ok(Sitting(bo, over.id).act(1, "resign"))
    chancy = ada.open("luckymoose", "mb")
    give_up(ada, chancy)
    running = duel(ada, bo, "luckymoose", listed=True)
    watched = bo.open("connect4", "mb")
    say(ada, watched, "what I said in the gallery")
    left = ada.open("connect4", "mo")
    ok(ada.send("DELETE", f"{left.path}/seats/mine"))
    cup = ok(ada.post("/tournaments", CUP))["tournament"]
    ok(ada.post(f"/tournaments/{cup}/entrants"))
    wait_for(lambda: bool(ok(ada.get(f"/players/{ada.me['id']}/ratings"))["ratings"]), "it is rated")
    file = taken(ada)

    records = [f"records/connect4-{over.id}.json", f"records/luckymoose-{chancy.id}.json"]
    going_on = f"running/luckymoose-{running.id}.json"
    pages = [
        "README.txt",
        "account.json",
        "mail.json",
        "push.json",
        "sessions.json",
        "follows.json",
        "ratings.json",
        "planned-lines.json",
        "searches.json",
        "puzzles.json",
        "membership.json",
    ]
    pages += ["blocks.json", "measures.json", "passkeys.json"]
    assert sorted(file.namelist()) == sorted([*pages, *(f"{name}.json" for name in LISTS), *records, going_on])
    readme = file.read("README.txt").decode()
    assert readme.startswith("What this house knows about Ada\nAs it was on 2023-11-14T")
    assert [name for name in (*pages[1:], *LISTS) if name.removesuffix(".json") + ".json" not in readme] == []
    account = read(file, "account.json")
    assert (account["name"], account["kind"], account["settings"]) == ("Ada", "account", {"dark": True})
    mail = read(file, "mail.json")
    assert (mail["address"], mail["to be confirmed"]) == ("ada@example.org", None)
    assert (mail["wants"]["turn"], mail["wants"]["invitation"]) == (False, True)
    assert [one["name"] for one in read(file, "follows.json")] == ["Bo"]
    sessions = read(file, "sessions.json")
    assert [one["label"] for one in sessions["tokens"]] == ["My robot"]
    assert len(sessions["browsers"]) == 1
    [standing] = read(file, "ratings.json")
    assert (standing["game"], standing["matches"]) == ("connect4", 1)
    assert standing["rating"] > 1500
    [point] = read(file, "rating-history.json")
    assert (point["table"], point["place"], point["before"], point["after"]) == (over.id, 1, 1500, standing["rating"])
    [entered] = read(file, "tournaments.json")
    assert (entered["title"], entered["entered"], entered["organised"]) == ("Spring Cup", True, True)
    assert [(line["table"], line["text"]) for line in read(file, "chat.json")] == sorted(
        [(over.id, "good luck, I say"), (watched.id, "what I said in the gallery")]
    )
    tables = {one["id"]: one for one in read(file, "tables.json")}
    assert {id: one["you"] for id, one in tables.items()} == {
        over.id: "sit here", chancy.id: "sit here", running.id: "sit here", watched.id: "did not play",
        left.id: "did not play",
    }  # fmt: skip
    assert (tables[over.id]["ending"], tables[over.id]["record"]) == ({"by": "resigned", "seat": 1}, records[0])
    assert [(seat["name"], seat["you"]) for seat in tables[over.id]["seats"]] == [("Ada", True), ("Bo", False)]
    assert tables[running.id]["running"] == going_on

    everything = b"\n".join(file.read(name) for name in file.namelist())
    secret = club.client.app.state["services"].tables._held[running.id].now.dealer.secret.hex()
    invite = ok(ada.get(running.path))["rules"]["invite"]
    for hidden in (b"bo@example.org", b"a word of Bo", bo.me["id"].encode(), token.encode(), secret.encode(),
                   invite.encode(), ada.headers["Cookie"].partition("=")[2].encode(), b"scrypt"):  # fmt: skip
        assert hidden not in everything, hidden


def test_it_tells_what_one_blocked_and_reported_and_was_forbidden_and_not_what_others_did(club: Club) -> None:
    ada, bo = club.account("Ada"), club.account("Bo")
    for one, other, words in ((ada, bo, "Ada complains"), (bo, ada, "Bo complains")):
        assert one.send("PUT", f"/me/blocks/{other.me['id']}").status_code == 204
        ok(one.post("/reports", {"kind": "person", "person": other.me["id"], "words": words}))
    mute = moderation.Measure(
        id="m", person=ada.me["id"], kind="mute", since=1, until=None, why="Rude.", by="x", name="Hanna"
    )
    entry = moderation.AuditEntry(id="e", at=1, by="x", what="mute", about=ada.me["id"])
    assert club.client.blocking_portal.call(
        moderation_records.add_measure, club.client.app.state["services"].tables.store, mute, entry
    )
    file = taken(ada)
    assert [one["name"] for one in read(file, "blocks.json")] == ["Bo"]
    assert [(one["about"], one["words"]) for one in read(file, "reports.json")] == [("Bo", "Ada complains")]
    [told] = read(file, "measures.json")
    assert (told["kind"], told["why"], told["until"], told["lifted"]) == ("mute", "Rude.", None, None)
    everything = b"".join(file.read(name) for name in file.namelist())
    assert b"Hanna" not in everything
    assert b"Bo complains" not in everything


def test_records_in_it_can_be_watched_and_verified(club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = club.account("Ada")
    for game in ("luckymoose", "connect4"):
        table = ada.open(game, "mb")
        give_up(ada, table)
    file = taken(ada)
    names = [name for name in file.namelist() if name.startswith("records/")]
    assert len(names) == 2
    for name in names:
        path = Path(file.extract(name, tmp_path))
        assert main(["verify", str(path)]) == 0
        monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
        assert main(["watch", str(path)]) == 0


def test_a_match_that_goes_on_is_shown_as_the_own_seat_may_know_it(club: Club) -> None:
    ada, bo = club.account("Ada"), club.account("Bo")
    table = duel(ada, bo, "luckymoose")
    steps = {}
    for visitor, seat in ((ada, 0), (bo, 1)):
        file = taken(visitor)
        [about] = read(file, f"running/luckymoose-{table.id}.json")["seats"]
        news = Sitting(visitor, table.id).news(seat)
        assert about["seat"] == seat
        assert about["view"] == ok(visitor.get(f"{table.path}/at/{news['cursor']}", seat=seat))["view"]
        told = [line for line in news["lines"] if line["kind"] != "said"]
        assert [step["text"] for step in about["steps"]] == [line.get("text", "") for line in told]
        steps[seat] = about["steps"]
    assert steps[0] != steps[1], "each was told of other tokens"


def test_who_left_a_match_that_goes_on_learns_no_more_of_it(club: Club) -> None:
    ada, bo, cy = club.account("Ada"), club.account("Bo"), club.account("Cy")
    table = ada.open("dance", "moo")
    for each in (bo, cy):
        ok(each.post(f"{table.path}/seats", {}))
    say(ada, table, "I have to go")
    ok(ada.send("DELETE", f"{table.path}/seats/mine"))
    file = taken(ada)
    [about] = read(file, "tables.json")
    assert (about["you"], about["phase"], "running" in about, "record" in about) == ("left", "playing", False, False)
    assert [line["text"] for line in read(file, "chat.json")] == ["I have to go"]


def test_the_same_state_gives_the_same_file_but_for_its_date(club: Club) -> None:
    ada, bo = club.account("Ada"), club.account("Bo")
    duel(ada, bo, "luckymoose")
    over = duel(ada, bo)
    give_up(ada, over)
    first, second = (taken(ada) and fetched(ada) for _ in range(2))
    assert first == second
    club.clock.pass_by(HOUR // 2)
    old, new = zipfile.ZipFile(io.BytesIO(first)), taken(ada)
    differ = [name for name in old.namelist() if old.read(name) != new.read(name)]
    assert differ == ["README.txt"]
    assert old.namelist() == new.namelist()


def test_a_table_that_cannot_be_read_any_more_is_named_and_says_why(club: Club, tmp_path: Path) -> None:
    ada = club.account("Ada")
    table = ada.open("connect4", "mb")
    say(ada, table, "still mine")
    club.client.blocking_portal.call(damage, club.client.app.state["services"].tables.store, table.id)
    file = taken(ada)
    [about] = read(file, "tables.json")
    assert "cannot be read" in about["unread"]
    assert [line["text"] for line in read(file, "chat.json")] == ["still mine"]


async def damage(store: Any, table: str) -> None:
    """A step that nobody could have taken."""
    events = await store.read(table)
    step = b'{"is":"stepped","at":1,"seat":0,"steps":["nonsense"]}'
    await store.commit(Unit(stream=table, expected=len(events), events=[step]))


WHERE = {  # of which chapter a table's rows are told, or why they are not
    "events": "tables, chat, records, running", "keys": "asking again, not data", "cards": "tables",
    "sitters": "tables",
    "people": "account", "sessions": "sessions", "devices": "passkeys", "passkeys": "passkeys",
    "passkey_challenges": "hashes that say nothing of anybody, for minutes",
    "connections": "sockets that are open, for three hours at most",
    "subscriptions": "what they follow, for as long", "jobs": "reviews of matches, which the house made",
    "uptimes": "the house's own", "outbox": "letters",
    "pushes": "pushes", "push_devices": "push", "addresses": "mail", "links": "hashes of secrets, for days",
    "silenced": "mail", "secrets": "the house's own", "finishes": "rating-history", "standings": "ratings",
    "points": "rating-history", "cursors": "the house's own", "tournaments": "tournaments",
    "entrants": "tournaments", "traces": "tables", "follows": "follows", "sought": "the house's own",
    "planned_lines": "planned-lines", "searches": "searches",
    "puzzle_tries": "puzzle-tries", "puzzle_standings": "puzzles", "puzzle_streaks": "puzzles",
    "seat_visits": "the house's own: it names nobody", "team_scores": "hashes that name nobody; results are in tables",
    "asked": "who is asked to a table, as its host has it", "blocks": "blocks", "measures": "measures",
    "reports": "reports; what others reported is theirs", "words": "the house's own",
    "audit": "what those who look after the house did: measures say what it came to",
    "club": "the house's own; who signed a notice wished to be read", "emblems": "the house's own",
    "conversations": "the house's own: numbers", "remarks": "remarks", "members": "membership",
    "weekly_tournaments": "the house's own; a host's name stands there as in the log",
    "request_counts": "hashes that say nothing of anybody, for hours",
    "account_names": "account", "name_parts": "account", "open_reports": "reports",
}  # fmt: skip


def test_of_every_table_it_is_said_where_a_person_finds_their_part_of_it() -> None:
    """Whoever makes a new one has to decide, and to write a chapter in `own_data.py` if people are in it."""
    assert shape.tables().keys() == WHERE.keys()


# -- whose it is, and for how long ----------------------------------------------------------------------------


def test_it_is_its_owners_alone(club: Club, tmp_path: Path) -> None:
    ada, bo = club.account("Ada"), club.account("Bo")
    token = ok(ada.post("/me/tokens", {"label": "My robot", "scopes": ["play"]}))["token"]
    assert key(ada.get("/me/export/file")) == (404, "server.export-none")
    taken(ada)
    answer = ada.get("/me/export/file")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="parlour-my-data.zip"'
    assert (answer.headers["Content-Type"], answer.headers["Cache-Control"]) == ("application/zip", "no-store")
    assert int(answer.headers["Content-Length"]) == now(ada)["size"] == len(answer.content)
    assert key(bo.get("/me/export/file")) == (404, "server.export-none")
    for method, path in (("POST", ""), ("GET", ""), ("GET", "/file"), ("DELETE", "")):
        nobody = club.client.request(method, f"{API}/me/export{path}", headers={"Origin": BASE, "Cookie": ""})
        assert key(nobody) == (401, "people.sign-in")
        robot = {"Authorization": f"Bearer {token}", "Cookie": ""}
        assert key(club.client.request(method, f"{API}/me/export{path}", headers=robot)) == (403, "people.browser-only")
    [path] = (tmp_path / "exports").iterdir()
    assert [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent)] == [0o600, 0o700]


def test_a_guest_can_have_one_too(club: Club) -> None:
    guest = Visitor(club.client)
    assert read(taken(guest), "account.json")["kind"] == "guest"


def test_it_is_gone_after_a_day(club: Club, tmp_path: Path) -> None:
    ada = club.account("Ada")
    taken(ada)
    assert now(ada)["until"] == club.clock.now() + DAY
    club.clock.pass_by(DAY - 1)
    fetched(ada)
    exports = club.client.app.state["services"].exports
    club.client.blocking_portal.call(exports.tidy_up)
    assert len(files(tmp_path)) == 1
    club.clock.pass_by(1)
    assert now(ada) == {"state": "none"}
    assert key(ada.get("/me/export/file")) == (404, "server.export-none")
    club.client.blocking_portal.call(exports.tidy_up)
    assert files(tmp_path) == []


def test_it_can_be_deleted_made_anew_and_goes_with_the_account(club: Club, tmp_path: Path) -> None:
    ada = club.account("Ada")
    taken(ada)
    assert ada.send("DELETE", "/me/export").status_code == 204
    assert (now(ada), files(tmp_path)) == ({"state": "none"}, [])
    assert ada.send("DELETE", "/me/export").status_code == 204
    taken(ada)
    [first] = files(tmp_path)
    taken(ada)
    [second] = files(tmp_path)
    assert first != second, "the one before is deleted"
    assert ada.send("DELETE", "/me", {"password": GOOD}).status_code == 204
    assert files(tmp_path) == []
    store = club.client.app.state["services"].tables.store
    assert club.client.blocking_portal.call(partial(jobs.ended_jobs, store), "export", 2**60) == []
