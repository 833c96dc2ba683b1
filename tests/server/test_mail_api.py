"""Mail over HTTP: addresses, forgotten passwords, invitations and no more of this, on a whole server."""

import re
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from parlour.house.clocks import DAY, MINUTE
from parlour.house.mail_ports import Brink, Message
from parlour.house.notices import TURN_DELAY
from parlour.house.passwords import Cost, Passwords
from parlour.server.safety.limits import RATES, Limits
from tests.server.conftest import API, BASE, Json, Visitor, served, wait_until_ready
from tests.serving import TurnedTime

GOOD, OTHER = "blue kettle 9", "seven slow swans"
LINK = re.compile(r"http://testserver\.local:0(/\S+)")


class Pigeonhole:
    """Where all letters end up."""

    def __init__(self) -> None:
        self.letters: list[Message] = []

    async def send(self, message: Message, brink: Brink) -> None:
        await brink()
        self.letters.append(message)


class Club:
    def __init__(self, client: TestClient[Litestar], hole: Pigeonhole, clock: TurnedTime) -> None:
        self.client, self.hole, self.clock = client, hole, clock

    def account(self, name: str, address: str | None = None) -> Visitor:
        """Somebody with an account, and perhaps a confirmed address."""
        visitor = Visitor(self.client)
        answer = visitor.post("/accounts", {"name": name, "password": GOOD})
        assert answer.status_code == 201, answer.text
        visitor.headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
        self.client.cookies.clear()
        if address is not None:
            answer = visitor.send("PUT", "/me/mail/address", {"address": address, "password": GOOD})
            assert answer.status_code == 202, answer.text
            assert self.use(self.link(self.letter())).status_code == 200
        return visitor

    def letter(self) -> Message:
        """The next one."""
        wait_for(lambda: bool(self.hole.letters), "a letter")
        return self.hole.letters.pop(0)

    def link(self, message: Message, number: int = 0) -> str:
        return LINK.findall(text(message))[number]

    def token(self, link: str) -> str:
        [token] = parse_qs(urlsplit(link).query)["token"]
        return token

    def use(self, link: str) -> Any:
        """As the page does that the link leads to."""
        return self.ask("/mail/confirm", {"token": self.token(link)})

    def ask(self, path: str, body: object) -> Any:
        """Whoever it is: somebody with our page open, and no cookie."""
        return self.client.post(f"{API}{path}", json=body, headers={"Origin": BASE, "Cookie": ""})

    def nothing_is_sent(self) -> None:
        """What is in the outbox has been looked at, and nothing came of it. What comes after it shows that."""
        self.ask("/password-resets", {"who": "Warden"})
        assert self.letter().to == "warden@example.org"
        assert self.hole.letters == []


@pytest.fixture
def hole() -> Pigeonhole:
    return Pigeonhole()


@pytest.fixture
def club(tmp_path: Path, hole: Pigeonhole) -> Iterator[Club]:
    clock = TurnedTime()
    with served(tmp_path, sender=hole, time=clock, passwords=Passwords(Cost(4, 8, 1))) as client:
        made = Club(client, hole, clock)
        made.account("Warden", "warden@example.org")
        yield made


def wait_for(what: Callable[[], bool], said: str) -> None:
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline, said
        time.sleep(0.005)


def text(message: Message) -> str:
    mail = message_from_bytes(message.data, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def mail(visitor: Visitor) -> Json:
    found: Json = visitor.get("/me/mail").json()
    return found


def key(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["key"]


# -- addresses ------------------------------------------------------------------------------------------------


def test_an_address_is_given_confirmed_changed_and_forgotten(club: Club) -> None:
    ada = club.account("Ada")
    assert mail(ada) == {"address": None, "wanted": None, "turn": True, "invitation": True}
    ada.send("PUT", "/me/mail/address", {"address": "Ada@Example.org", "password": GOOD})
    assert mail(ada)["wanted"] == "Ada@example.org"
    first = club.link(club.letter())
    assert club.use(first).json() == {"address": "Ada@example.org"}
    assert mail(ada)["address"] == "Ada@example.org"
    # Another one: the first stays until the second is confirmed.
    ada.send("PUT", "/me/mail/address", {"address": "new@example.org", "password": GOOD})
    assert (mail(ada)["address"], mail(ada)["wanted"]) == ("Ada@example.org", "new@example.org")
    club.use(club.link(club.letter()))
    assert (mail(ada)["address"], mail(ada)["wanted"]) == ("new@example.org", None)
    assert ada.send("DELETE", "/me/mail/address", {"password": GOOD}).json()["address"] is None


def test_a_link_confirms_once_and_for_three_days(club: Club) -> None:
    ada = club.account("Ada")
    for passing, status in ((3 * DAY - 1, 200), (3 * DAY, 410)):
        ada.send("PUT", "/me/mail/address", {"address": f"a{passing}@example.org", "password": GOOD})
        link = club.link(club.letter())
        club.clock.pass_by(passing)
        assert club.use(link).status_code == status
        assert key(club.use(link)) == (410, "people.confirm-link")


def test_an_address_takes_an_account_and_its_password(club: Club) -> None:
    guest, ada = Visitor(club.client), club.account("Ada")
    given = {"address": "ada@example.org", "password": GOOD}
    assert key(guest.send("PUT", "/me/mail/address", given)) == (403, "people.address-account")
    wrong = ada.send("PUT", "/me/mail/address", {**given, "password": OTHER})
    assert key(wrong) == (403, "people.wrong-password")
    bad = ada.send("PUT", "/me/mail/address", {**given, "address": "ada@example.org\r\nBcc: all@example.org"})
    assert key(bad) == (422, "people.address")
    assert key(ada.send("DELETE", "/me/mail/address", {"password": OTHER})) == (403, "people.wrong-password")
    club.nothing_is_sent()


def test_what_one_wants_is_remembered(club: Club) -> None:
    ada = club.account("Ada")
    assert ada.send("PATCH", "/me/mail", {"turn": False}).json()["turn"] is False
    assert mail(ada) == {"address": None, "wanted": None, "turn": False, "invitation": True}
    ada.send("PATCH", "/me/mail", {"turn": True})
    assert mail(ada)["turn"] is True


# -- a new password -------------------------------------------------------------------------------------------


def reset(club: Club, link: str, password: str = OTHER) -> Any:
    return club.ask("/password-resets/use", {"token": club.token(link), "password": password})


def sign_in(club: Club, password: str) -> int:
    return int(club.ask("/sessions", {"name": "Ada", "password": password}).status_code)


def test_a_forgotten_password_is_set_anew_once_and_everybody_is_signed_out(club: Club) -> None:
    ada = club.account("Ada", "ada@example.org")
    token = ada.post("/me/tokens", {"label": "robot", "scopes": ["play"]}).json()["token"]
    assert club.ask("/password-resets", {"who": "ada@example.org"}).status_code == 202
    link = club.link(club.letter())
    assert reset(club, link).status_code == 204
    assert key(reset(club, link, "another 7 words")) == (410, "people.reset-link")
    assert (sign_in(club, GOOD), sign_in(club, OTHER)) == (401, 201)
    assert ada.get("/me").json()["person"] is None
    program = club.client.get(f"{API}/me", headers={"Authorization": f"Bearer {token}", "Cookie": ""})
    assert program.status_code == 401


@pytest.mark.parametrize(("minutes", "status"), [(29.9, 204), (30, 410)])
def test_the_way_to_a_new_password_is_open_for_half_an_hour(club: Club, minutes: float, status: int) -> None:
    club.account("Ada", "ada@example.org")
    club.ask("/password-resets", {"who": "Ada"})
    link = club.link(club.letter())
    club.clock.pass_by(round(minutes * MINUTE))
    assert reset(club, link).status_code == status


def test_a_password_that_will_not_do_costs_nobody_the_link(club: Club) -> None:
    club.account("Ada", "ada@example.org")
    club.ask("/password-resets", {"who": "Ada"})
    link = club.link(club.letter())
    assert key(reset(club, link, "12345678")) == (422, "people.password-sequence")
    assert reset(club, link).status_code == 204


def test_a_link_for_one_thing_does_not_do_the_other(club: Club) -> None:
    ada = club.account("Ada")
    ada.send("PUT", "/me/mail/address", {"address": "ada@example.org", "password": GOOD})
    confirming = club.link(club.letter())
    assert reset(club, confirming).status_code == 410
    assert club.use(confirming).status_code == 200
    club.ask("/password-resets", {"who": "Ada"})
    link = club.link(club.letter())
    assert club.use(link).status_code == 410
    assert reset(club, link).status_code == 204


def test_whoever_asks_hears_the_same_whether_there_is_such_an_account_or_not(club: Club) -> None:
    club.account("Ada", "ada@example.org")
    club.account("Bo")
    answers = [club.ask("/password-resets", {"who": who}) for who in ("Ada", "Bo", "Nobody", "no@example.org", "@\x00")]
    told = {(answer.status_code, answer.content, tuple(sorted(answer.headers.items()))) for answer in answers}
    assert len(told) == 1
    assert club.letter().to == "ada@example.org"
    club.nothing_is_sent()


def test_how_much_is_done_before_the_answer_does_not_depend_on_the_account(club: Club) -> None:
    """Not timed, but counted: what the store is asked for while the request waits."""
    club.account("Ada", "ada@example.org")
    store = club.client.app.state["premises"].house.store
    asked: list[str] = []
    real = store._store
    wrapped = type(real)._write

    async def counting(self: Any, script: Any, *args: Any, **more: Any) -> Any:
        asked.append(script.__name__)
        return await wrapped(self, script, *args, **more)

    type(real)._write = counting
    try:
        seen = []
        for who in ("Ada", "Nobody"):
            asked.clear()
            club.ask("/password-resets", {"who": who})
            seen.append(asked[0])
    finally:
        type(real)._write = wrapped
    assert seen == ["put_notice", "put_notice"]


# -- your turn ------------------------------------------------------------------------------------------------


def by_days(club: Club, ada: Visitor, bo: Visitor) -> str:
    table = ada.open("connect4", "mo", clock={"pace": "days", "days": 3})
    assert bo.post(f"/tables/{table.id}/seats", {}).status_code == 200
    return table.id


def later(club: Club, milliseconds: int = TURN_DELAY) -> None:
    club.clock.pass_by(milliseconds)
    premises = club.client.app.state["premises"]
    club.client.blocking_portal.call(premises.postman.deliver_due)


@pytest.mark.compiled
def test_a_turn_is_told_by_mail_once_until_the_reader_has_been_there(club: Club) -> None:
    ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo", "bo@example.org")
    table = by_days(club, ada, bo)
    later(club, MINUTE)
    assert club.hole.letters == []
    later(club)
    message = club.letter()
    assert (message.to, urlsplit(club.link(message)).path) == ("ada@example.org", f"/table/{table}")
    assert ada.post(f"/tables/{table}/steps", {"seat": 0, "steps": ["d"]}).status_code == 200
    later(club)
    assert club.letter().to == "bo@example.org"
    assert club.hole.letters == []


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
    assert club.hole.letters == []


@pytest.mark.compiled
def test_who_follows_the_table_over_a_socket_gets_no_letter(club: Club) -> None:
    ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo", "bo@example.org")
    table = by_days(club, ada, bo)
    with club.client.websocket_connect(f"{API}/live", headers=ada.headers) as socket:
        socket.send_json({"do": "watch", "id": 1, "topic": "table", "table": table, "seat": 0})
        while socket.receive_json().get("is") != "done":
            pass
        later(club)
        assert club.hole.letters == []


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
    assert stranger.get(f"/tables/{table.id}", invite=parse_qs(link.query)["invite"][0]).status_code == 200
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
    assert mail(ada) == {"address": "ada@example.org", "wanted": None, "turn": False, "invitation": True}
    assert mail(bo)["turn"] is True
    back = club.ask("/mail/unsubscribe", {"token": club.token(url), "off": False})
    assert back.json() == {"kind": "turn", "off": False}
    assert mail(ada)["turn"] is True
    wait_until_ready(club.client, "connect4")


def test_a_link_that_was_tampered_with_turns_nothing_off(club: Club) -> None:
    assert key(club.ask("/mail/unsubscribe", {"token": "turn.0.ada"})) == (404, "people.unsubscribe-link")
    assert club.client.post("/unsubscribe?token=turn.0.ada").status_code == 404


# -- limits and logs ------------------------------------------------------------------------------------------


def test_letters_are_counted_by_who_asks_and_by_whom_they_go_to(tmp_path: Path, hole: Pigeonhole) -> None:
    mail_rates = ("forgotten", "forgotten-who", "address", "letter-to", "invite")
    limits = Limits({name: RATES[name] for name in mail_rates}, lambda: 0.0)
    with served(tmp_path, sender=hole, limits=limits, passwords=Passwords(Cost(4, 8, 1))) as client:
        club = Club(client, hole, TurnedTime())
        ada = club.account("Ada")
        asked = [club.ask("/password-resets", {"who": who}).status_code for who in ["Ada"] * 3 + ["ADA", "Bo"]]
        assert asked == [202, 202, 202, 429, 202]
        given = [
            ada.send("PUT", "/me/mail/address", {"address": to, "password": GOOD}).status_code
            for to in ["victim@example.org"] * 3 + ["Victim@example.org", "other@example.org"]
        ]
        assert given == [202, 202, 202, 429, 202]


def test_no_secret_of_a_letter_is_logged(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    club.account("Ada", "ada@example.org")
    club.ask("/password-resets", {"who": "Ada"})
    link = club.link(club.letter())
    club.client.get(link)
    assert reset(club, link).status_code == 204
    said = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("parlour"))
    assert "/reset" in said
    assert club.token(link) not in said
    assert "ada@example.org" not in said
