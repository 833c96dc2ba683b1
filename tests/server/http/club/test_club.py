"""The house's own face over HTTP: its name, colour, emblem and notice, and where they are shown."""

import re
import struct
import zlib
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.house.club.emblem import MOST_BYTES
from parlour.server.http import page
from parlour.server.http.club import handlers as club_handlers
from tests.server.conftest import Sitting, Visitor, wait_for
from tests.server.http.moderation.accounts_with_roles import PASSWORD, ok, refused
from tests.server.http.moderation.moderated import Club, opened

NAME = "Harbour Street Games"
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">{}</svg>'
DISC = SQUARE.format('<circle cx="48" cy="48" r="40" style="fill:#8f432c"/>')
INDEX = (
    '<html><head><link rel="icon" href="/icon.svg" type="image/svg+xml" /><title>Parlour</title></head><body></body>'
    "</html>"
)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with opened(tmp_path_factory.mktemp("house")) as club:
        yield club


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page, as if it had been built."""
    (tmp_path / "index.html").write_text(INDEX)
    (tmp_path / page.MANIFEST).write_text('{"name": "Parlour", "short_name": "Parlour", "icons": [{"src": "/i.svg"}]}')
    monkeypatch.setattr(page, "PAGE", tmp_path)


def wish(**changed: object) -> dict[str, object]:
    return {"name": NAME, "short": "Harbour St", "accent": "brick", "notice": "", **changed}


def png(width: int, height: int) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x8f\x43\x2c" * width) * height)
    parts = ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts
    )


def put_emblem(club: Club, body: bytes) -> object:
    return club.host.send("PUT", "/moderation/club/emblem", {"picture": b64encode(body).decode()})


def test_a_host_names_the_house_and_everybody_is_told_at_the_first_look(club: Club, built: None) -> None:
    plain = club.client.get("/").text
    assert re.sub("<meta property[^>]*>", "", plain) == INDEX, (
        "a house that was never named has the page as it was built"
    )
    assert 'property="og:title" content="Parlour"' in plain
    shown = ok(club.host.send("PUT", "/moderation/club", wish(notice="Regatta evening on Tuesday.")))
    assert (shown["name"], shown["short"], shown["accent"], shown["signed"]) == (NAME, "Harbour St", "brick", "Hanna")
    assert ok(club.account().get("/club"))["notice"] == "Regatta evening on Tuesday."
    text = club.client.get("/").text
    assert f"<title>{NAME}</title>" in text
    assert f'property="og:title" content="{NAME}"' in text
    assert 'property="og:description" content="Regatta evening on Tuesday."' in text
    assert "&quot;short&quot;: &quot;Harbour St&quot;" in text
    assert NAME in club.client.get("/games").text, "on every page"
    manifest = club.client.get(f"/{page.MANIFEST}").json()
    assert (manifest["name"], manifest["short_name"]) == (NAME, "Harbour St")
    assert club.log()["what"] == "club"


def test_who_puts_another_notice_up_signs_it_and_an_old_one_keeps_its_name(club: Club) -> None:
    first = ok(club.host.send("PUT", "/moderation/club", wish(notice="Bring a cushion.")))
    club.time.pass_by(60_000)
    same = ok(club.host.send("PUT", "/moderation/club", wish(notice="Bring a cushion.", accent="sea")))
    assert (same["noticed"], same["accent"]) == (first["noticed"], "sea")
    gone = ok(club.host.send("PUT", "/moderation/club", wish(notice=" ")))
    assert (gone["notice"], gone["signed"], gone["noticed"]) == ("", "", 0)


def test_markup_in_a_name_stays_text(club: Club, built: None) -> None:
    ok(club.host.send("PUT", "/moderation/club", wish(name='</title><b a="">&', notice="<i>")))
    text = club.client.get("/").text
    assert "<b " not in text
    assert "<i>" not in text
    assert "&lt;/title&gt;&lt;b a=&quot;&quot;&gt;&amp;" in text


def test_only_a_host_gives_the_house_a_name_and_a_long_one_is_refused(club: Club) -> None:
    assert refused(club.moderator.send("PUT", "/moderation/club", wish()), 403) == "officers.hosts-only"
    assert refused(club.host.send("PUT", "/moderation/club", wish(name="x" * 29)), 422) == "club.name-long"
    assert refused(club.host.send("PUT", "/moderation/club", wish(short="-")), 422) == "club.name-empty"
    assert refused(club.host.send("PUT", "/moderation/club", wish(notice="x" * 121)), 422) == "club.notice"


def test_a_links_preview_names_the_house(club: Club, built: None) -> None:
    ok(club.host.send("PUT", "/moderation/club", wish()))
    table = club.account().open("connect4", "mo", listed=True)
    assert f'property="og:site_name" content="{NAME}"' in club.client.get(f"/table/{table.id}").text


def test_letters_come_from_the_house_by_its_name(club: Club) -> None:
    ok(club.host.send("PUT", "/moderation/club", wish()))
    ada = club.account()
    ok(ada.send("PUT", "/me/mail/address", {"address": "ada@example.org", "password": PASSWORD}), 202)
    folder: Path = club.client.app.state["services"].delivery._sender._folder

    def letters() -> list[str]:
        return [one.read_text("utf-8") for one in folder.glob("*.eml")] if folder.is_dir() else []

    wait_for(lambda: any("ada@example.org" in one for one in letters()), "no letter was written")
    [letter] = [one for one in letters() if "ada@example.org" in one]
    assert f"From: {NAME} <" in letter


# -- the emblem -----------------------------------------------------------------------------------------------


def test_an_emblem_is_shown_where_the_house_is_and_can_be_taken_down(club: Club, built: None) -> None:
    shown = ok(put_emblem(club, DISC.encode()))
    picture = club.client.get(shown["emblem"])
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "default-src 'none'" in picture.headers["content-security-policy"]
    assert 'fill="#8f432c"' in picture.text, "what a drawing program writes into a style is kept"
    assert f'rel="icon" href="{shown["emblem"]}"' in club.client.get("/").text
    assert "og:image" not in club.client.get("/").text, "nobody shows an SVG there"
    assert club.client.get(f"/{page.MANIFEST}").json()["icons"][0]["src"] == shown["emblem"]
    other = ok(put_emblem(club, png(64, 64)))
    assert club.client.get(shown["emblem"]).status_code == 404, "the one before is forgotten"
    assert club.client.get(other["emblem"]).headers["content-type"] == "image/png"
    assert f'og:image" content="http://testserver.local{other["emblem"]}"' in club.client.get("/").text
    assert ok(club.host.send("DELETE", "/moderation/club/emblem"))["emblem"] == ""


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        "<foreignObject><body/></foreignObject>",
        '<image href="https://example.org/x.png"/>',
        '<a href="javascript:alert(1)"><circle r="1"/></a>',
        '<rect onload="alert(1)" fill="url(https://example.org/x)" style="fill:url(//example.org);color:red"/>',
        '<use href="https://example.org/x.svg#a"/>',
        '<style>@import "https://example.org/x.css"</style>',
        '<animate attributeName="href"/>',
    ],
)
def test_nothing_of_a_drawing_is_kept_that_could_do_something(club: Club, inside: str) -> None:
    shown = ok(put_emblem(club, SQUARE.format(inside).encode()))
    text = club.client.get(shown["emblem"]).text.lower()
    for word in ("script", "onload", "foreign", "example.org", "@import", "animate", "<a", "<image"):
        assert word not in text.replace("w3.org", "")


BOMB = '<!DOCTYPE x [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">&a;</svg>'


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"GIF89a", "club.emblem-kind"),
        (b"<html/>", "club.emblem-kind"),
        (b"\xff\xfe", "club.emblem-kind"),
        (BOMB.encode(), "club.emblem-kind"),
        (DISC.replace("96 96", "96 40").encode(), "club.emblem-box"),
        (DISC.replace("viewBox", "box").encode(), "club.emblem-box"),
        (SQUARE.format("<g>" * 50 + "</g>" * 50).encode(), "club.emblem-much"),
        (SQUARE.format("<path/>" * 2100).encode(), "club.emblem-much"),
        (png(64, 32), "club.emblem-square"),
        (png(16, 16), "club.emblem-square"),
        (b"\x89PNG\r\n\x1a\n", "club.emblem-kind"),
        (b"x" * (MOST_BYTES + 1), "club.emblem-big"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[:12].decode("ascii", "replace"),
)
def test_what_is_no_square_picture_is_refused_with_the_reason(club: Club, body: bytes, why: str) -> None:
    before = ok(club.host.get("/club"))
    assert refused(put_emblem(club, body), 422) == why
    assert ok(club.host.get("/club"))["emblem"] == before["emblem"]


# -- members --------------------------------------------------------------------------------------------------


def test_who_wishes_to_is_listed_with_what_they_play_and_nobody_else(club: Club) -> None:
    ada, bo = club.account(), club.account()
    assert ok(bo.get("/members"))["mine"] is None
    ok(ada.send("PUT", "/me/membership", {"games": ["yinsh", "dance", "yinsh"]}), 204)
    page_of = ok(bo.get("/members"))
    [line] = [one for one in page_of["members"] if one["person"]["id"] == ada.me["id"]]
    assert (line["games"], line["here"], line["plays"]) == (["yinsh", "dance"], False, None)
    assert bo.me["id"] not in [one["person"]["id"] for one in page_of["members"]]
    since = line["since"]
    club.time.pass_by(1000)
    ok(ada.send("PUT", "/me/membership", {"games": []}), 204)
    mine = ok(ada.get("/members"))
    assert mine["mine"] == {"games": []}
    assert [one["since"] for one in mine["members"] if one["person"]["id"] == ada.me["id"]] == [since]
    assert ok(bo.get("/club"))["members"] == len(mine["members"])
    ok(ada.send("DELETE", "/me/membership"), 204)
    assert ada.me["id"] not in [one["person"]["id"] for one in ok(bo.get("/members"))["members"]]


def test_who_is_here_stands_first_however_long_they_have_been_members(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On another page than the first they would be found by nobody. Who does not show it stands where they would if
    they were away."""
    monkeypatch.setattr(club_handlers, "SHOWN", 2)
    early, hides, *others = members = [club.account() for _ in range(5)]
    for member in members:
        club.time.pass_by(1000)
        ok(member.send("PUT", "/me/membership", {}), 204)
    ok(hides.send("PATCH", "/me", {"settings": {"here": False}}))
    here = {early.me["id"], hides.me["id"]}
    monkeypatch.setattr(club.client.app.state["services"].live, "here", lambda: here)
    first = ok(others[0].get("/members"))
    latest = [one.me["id"] for one in reversed(others)]
    assert [one["person"]["id"] for one in first["members"]] == [early.me["id"], *latest[:2]]
    assert [one["here"] for one in first["members"]] == [True, False, False]
    second = ok(others[0].get("/members", after=first["next"]))
    assert [one["person"]["id"] for one in second["members"]] == [latest[2], hides.me["id"]]


def test_who_is_here_is_shown_at_a_table_that_everybody_may_come_to_and_at_no_other(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Playing goes before looking for players; what is private is not told of."""
    ada, bo = club.account(), club.account()
    for member in (ada, bo):
        ok(member.send("PUT", "/me/membership", {}), 204)
    monkeypatch.setattr(club.client.app.state["services"].live, "here", lambda: {ada.me["id"], bo.me["id"]})

    def where(member: Visitor) -> tuple[str, str] | None:
        [one] = [one for one in ok(bo.get("/members"))["members"] if one["person"]["id"] == member.me["id"]]
        return one["plays"] and (one["plays"]["table"], one["plays"]["phase"])

    ada.open("connect4", "mo", listed=False)
    assert where(ada) is None
    waits = ada.open("connect4", "mo")
    assert where(ada) == (waits.id, "open")
    begun = ada.open("connect4", "mb")
    assert where(ada) == (begun.id, "playing")
    assert where(bo) is None


def test_guests_are_not_listed_nor_games_that_nobody_knows(club: Club) -> None:
    guest = Visitor(club.client)
    assert refused(guest.send("PUT", "/me/membership", {"games": []}), 403) == "club.account"
    assert refused(club.account().send("PUT", "/me/membership", {"games": ["chess"]}), 404) == "refuse.no-such-game"


def test_a_member_who_has_blocked_somebody_is_not_shown_to_them(club: Club) -> None:
    ada, bo = club.account(), club.account()
    ok(ada.send("PUT", "/me/membership", {}), 204)
    ok(ada.send("PUT", f"/me/blocks/{bo.me['id']}"), 204)
    assert ada.me["id"] not in [one["person"]["id"] for one in ok(bo.get("/members"))["members"]]


# -- what somebody has played ---------------------------------------------------------------------------------


def play_to_the_end(*sittings: Sitting) -> None:
    for step in ("a", "b", "a", "b", "a", "b", "a"):
        [seat] = sittings[0].now(0)["to_act"]
        ok(sittings[seat].act(seat, step))
    assert sittings[0].now(0)["phase"] == "over"


def test_a_calendar_has_every_match_of_ones_own_and_of_others_what_everybody_could_see(club: Club) -> None:
    one, other, *there = club.pair(listed=True)
    play_to_the_end(*there)
    own = ok(one.get(f"/players/{one.me['id']}/play"))
    [played] = own
    assert (played["game"], played["won"] + played["lost"], len(played["ended"])) == ("connect4", 1, 1)
    assert ok(club.account().get(f"/players/{one.me['id']}/play")) == own
    assert ok(other.get(f"/players/{other.me['id']}/play"))[0]["won"] == played["lost"]


def test_private_matches_are_counted_for_those_alone_who_played_them(club: Club) -> None:
    one, other, table, there = club.pair(listed=False)
    play_to_the_end(table, there)
    assert len(ok(one.get(f"/players/{one.me['id']}/play"))) == 1
    assert ok(other.get(f"/players/{one.me['id']}/play")) == []
    assert refused(one.get("/players/nobody/play"), 404) == "people.nobody"


def test_the_latest_matches_of_somebody_are_those_that_everybody_could_have_watched(club: Club) -> None:
    one, _, *there = club.pair(listed=True)
    stranger, where = club.account(), f"/players/{one.me['id']}/matches"
    assert ok(stranger.get(where)) == [], "a match that goes on is none of them"
    play_to_the_end(*there)
    [shown] = ok(stranger.get(where))
    assert (shown["table"], shown["phase"], shown["listed"]) == (there[0].id, "over", True)
    assert ok(stranger.get(f"/tables/{shown['table']}"))["now"]["phase"] == "over", "whoever sees it can open it"
    assert shown["how"] == "by four in a line"
    assert refused(stranger.get("/players/nobody/matches"), 404) == "people.nobody"


def test_a_private_match_is_not_among_somebodys_latest_for_the_others(club: Club) -> None:
    one, other, table, there = club.pair(listed=False)
    play_to_the_end(table, there)
    for visitor in (one, other, club.account()):
        assert ok(visitor.get(f"/players/{one.me['id']}/matches")) == []
