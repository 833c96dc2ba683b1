"""Letters about tables, over HTTP: whose turn it is, invitations, and no more of this."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from parlour.house.club.asked_members import MOST_ASKED, members_to_ask
from parlour.house.club.records import Member, put_member
from parlour.house.mail.notice import UNASKED
from parlour.house.mail.notices import LOOK_DELAY, MATCH_DELAY, TURN_DELAY
from parlour.house.people.records import add_person
from parlour.house.tables.clocks import DAY, MINUTE
from tests.server.conftest import API, Visitor
from tests.server.http.mail.mail_club import Club, key, mail, open_club, text, wait_for
from tests.store.things import account


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with open_club(tmp_path) as club:
        yield club


# -- your turn ------------------------------------------------------------------------------------------------


def by_days(club: Club, ada: Visitor, bo: Visitor) -> str:
    table = ada.open("connect4", "mo", clock={"pace": "days", "days": 3})
    assert bo.post(f"/tables/{table.id}/seats", {}).status_code == 200
    return table.id


def later(club: Club, milliseconds: int = TURN_DELAY) -> None:
    club.clock.pass_by(milliseconds)
    services = club.client.app.state["services"]
    club.client.blocking_portal.call(services.delivery.deliver_due)


@pytest.mark.compiled
def test_a_turn_is_told_by_mail_once_until_the_reader_has_been_there(club: Club) -> None:
    ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo", "bo@example.org")
    table = by_days(club, ada, bo)
    later(club, MINUTE)
    assert club.letters.messages == []
    later(club)
    message = club.letter()
    assert (message.to, urlsplit(club.link(message)).path) == ("ada@example.org", f"/table/{table}")
    assert ada.post(f"/tables/{table}/steps", {"seat": 0, "steps": ["d"]}).status_code == 200
    later(club)
    assert club.letter().to == "bo@example.org"
    assert club.letters.messages == []


@pytest.mark.compiled
@pytest.mark.parametrize("how", ["poll", "look"])
def test_who_looks_at_the_table_gets_no_letter(club: Club, how: str) -> None:
    ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo", "bo@example.org")
    table = by_days(club, ada, bo)
    club.clock.pass_by(TURN_DELAY - 1)
    path = f"/tables/{table}/events" if how == "poll" else f"/tables/{table}"
    assert ada.get(path, **({"seat": 0} if how == "poll" else {})).status_code == 200
    later(club, 1)
    later(club, DAY)
    assert club.letters.messages == []


@pytest.mark.compiled
def test_who_follows_the_table_over_a_socket_gets_no_letter(club: Club) -> None:
    ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo", "bo@example.org")
    table = by_days(club, ada, bo)
    with club.client.websocket_connect(f"{API}/live", headers=ada.headers) as socket:
        socket.send_json({"do": "watch", "id": 1, "topic": "table", "table": table, "seat": 0})
        while socket.receive_json().get("is") != "done":
            pass
        later(club)
        assert club.letters.messages == []


# -- invitations ----------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_an_invitation_goes_to_an_address_or_a_player_once_and_tells_nothing(club: Club) -> None:
    ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo", "bo@example.org")
    table = ada.open("connect4", "mo", listed=False)
    answers = [
        ada.post(f"/tables/{table.id}/invitations", {"to": to})
        for to in ("zoe@example.org", "Zoe@example.org", "bo", "Nobody")
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {(202, b"null")}
    letters = [club.letter(), club.letter()]
    assert sorted(letter.to for letter in letters) == ["bo@example.org", "zoe@example.org"]
    club.nothing_is_sent()
    # The link lets somebody in who is nobody here.
    link = urlsplit(club.link(letters[0]))
    stranger = Visitor(club.client)
    assert stranger.get(f"/tables/{table.id}").status_code == 404
    assert stranger.get(f"/tables/{table.id}", invite=parse_qs(link.fragment)["invite"][0]).status_code == 200
    assert bo.post(f"/tables/{table.id}/invitations", {"to": "x@example.org"}).status_code == 404


@pytest.mark.compiled
def test_only_who_has_an_account_and_sits_there_invites_while_there_is_a_seat(club: Club) -> None:
    ada, guest = club.account("Ada"), Visitor(club.client)
    table = ada.open("connect4", "mo")
    to = {"to": "zoe@example.org"}
    assert key(guest.post(f"/tables/{table.id}/invitations", to)) == (403, "people.address-account")
    assert key(club.account("Bo").post(f"/tables/{table.id}/invitations", to)) == (403, "refuse.sits-not")
    for wrong, why in (("a@b", "people.address"), ("  ", "people.invite-whom"), ("\x07", "people.invite-whom")):
        assert key(ada.post(f"/tables/{table.id}/invitations", {"to": wrong})) == (422, why)
    guest.post(f"/tables/{table.id}/seats", {})
    assert key(ada.post(f"/tables/{table.id}/invitations", to)) == (409, "people.invite-over")


# -- no more of this ------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_one_click_turns_a_kind_of_letter_off_without_signing_in_and_it_can_be_taken_back(club: Club) -> None:
    ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo", "bo@example.org")
    by_days(club, ada, bo)
    later(club)
    header = re.search(rb"List-Unsubscribe: <http://testserver\.local:0(.*)>", club.letter().data)
    assert header is not None
    url = header[1].decode()
    # As a mail program's server sends it: no page, no Origin, no cookie.
    clicked = club.client.post(
        url, content=b"List-Unsubscribe=One-Click", headers={"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert clicked.status_code == 200
    assert club.client.get(url).content == re.sub(rb"<meta property=[^>]*/>", b"", club.client.get("/").content)
    assert mail(ada)["address"] == "ada@example.org"
    assert [name for name in UNASKED if not mail(ada)[name]] == ["turn"]
    assert mail(bo)["turn"] is True
    back = club.ask("/mail/unsubscribe", {"token": club.token(url), "off": False})
    assert back.json() == {"kind": "turn", "off": False}
    assert mail(ada)["turn"] is True


@pytest.mark.compiled
def test_a_match_of_a_tournament_is_told_to_who_is_not_at_its_table(club: Club) -> None:
    ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo", "bo@example.org")
    cup = {"title": "Cup", "kind": "swiss", "game": "connect4", "clock": {"pace": "live", "minutes": 5}}
    id = ada.post("/tournaments", cup).json()["tournament"]
    for one in (ada, bo):
        assert one.post(f"/tournaments/{id}/entrants").status_code == 200
    assert ada.post(f"/tournaments/{id}/start", {}).status_code == 200
    wait_for(lambda: ada.get(f"/tournaments/{id}").json()["me"]["table"] is not None, "a match")
    table = ada.get(f"/tournaments/{id}").json()["me"]["table"]
    wait_for(lambda: ada.get(f"/tables/{table}").status_code == 200, "a table")
    later(club, MATCH_DELAY)
    message = club.letter()
    assert message.to == "bo@example.org"
    assert urlsplit(club.link(message)).path.replace("%3D", "=") == f"/table/{table}"
    off = club.ask("/mail/unsubscribe", {"token": club.token(club.link(message, -1)), "off": True})
    assert off.json() == {"kind": "match", "off": True}
    assert mail(bo)["match"] is False
    club.nothing_is_sent()


def test_a_link_that_was_tampered_with_turns_nothing_off(club: Club) -> None:
    assert key(club.ask("/mail/unsubscribe", {"token": "turn.0.ada"})) == (404, "people.unsubscribe-link")
    assert club.client.post("/unsubscribe?token=turn.0.ada").status_code == 404


# -- members who like to be asked -------------------------------------------------------------------------------


def asked(club: Club, name: str, *games: str) -> Visitor:
    visitor = club.account(name, f"{name.lower()}@example.org")
    assert visitor.send("PUT", "/me/membership", {"games": list(games)}).status_code == 204
    return visitor


def soon(club: Club) -> None:
    later(club, LOOK_DELAY)


def test_a_member_who_likes_to_be_asked_is_told_of_a_table_once_a_day(club: Club) -> None:
    ada = club.account("Ada")
    asked(club, "Bo", "connect4", "yinsh")
    asked(club, "Cy", "yinsh")
    table = ada.open("connect4", "mo")
    club.nothing_is_sent()
    soon(club)
    message = club.letter()
    assert (message.to, urlsplit(club.link(message)).path) == ("bo@example.org", f"/table/{table.id}")
    assert "Ada" in text(message)
    ada.open("yinsh", "mo")
    soon(club)
    assert club.letter().to == "cy@example.org"
    assert club.letters.messages == [], "Bo has had one today"
    club.clock.pass_by(DAY)
    table = ada.open("connect4", "mo", clock={"pace": "days", "days": 3})
    soon(club)
    assert club.letter().to == "bo@example.org"


def test_of_a_table_that_is_private_taken_or_a_guests_no_member_is_told(club: Club) -> None:
    ada, bo = club.account("Ada"), asked(club, "Bo", "connect4")
    ada.open("connect4", "mo", listed=False)
    Visitor(club.client).open("connect4", "mo")
    taken = ada.open("connect4", "mo")
    assert Visitor(club.client).post(f"/tables/{taken.id}/seats", {}).status_code == 200
    bo.open("connect4", "mo")
    soon(club)
    club.nothing_is_sent()


def test_a_member_who_wants_no_such_notes_gets_none(club: Club) -> None:
    ada, bo, cy = club.account("Ada"), asked(club, "Bo", "connect4"), asked(club, "Cy", "connect4")
    assert bo.send("PATCH", "/me/mail", {"looking": False}).status_code == 200
    blocked = cy.send("PUT", f"/me/blocks/{ada.get('/me').json()['person']['id']}")
    assert blocked.status_code == 204, blocked.text
    ada.open("connect4", "mo")
    soon(club)
    club.nothing_is_sent()


def test_for_one_table_twenty_are_asked_and_others_for_the_next(club: Club) -> None:
    ada = club.account("Ada")
    store, blocking = club.client.app.state["services"].tables.store, club.client.blocking_portal
    people = [f"p{number:02d}" for number in range(40)]
    for one in people:
        blocking.call(partial(add_person, store, account(one, one)))
        blocking.call(partial(put_member, store, Member(person=one, since=1, games=("connect4",))))
    table = club.client.app.state["services"].tables.table
    tables = [blocking.call(table, ada.open("connect4", "mo").id) for _ in "12"]
    first, second = (set(blocking.call(partial(members_to_ask, store, None, table))) for table in tables)
    assert len(first) == len(second) == MOST_ASKED
    assert first != second
    assert blocking.call(partial(members_to_ask, store, tables[0], tables[0])) == [], "once, when it is opened"
