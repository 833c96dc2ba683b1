"""Mail over HTTP: addresses, forgotten passwords, how much is too much, and what is not logged."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.house.mail.notice import UNASKED
from parlour.house.tables.clocks import DAY, MINUTE
from parlour.server.guard.counters import MemoryCounters
from parlour.server.guard.limits import RATES, Limits
from parlour.store.sqlite import SqliteStore
from tests.server.conftest import API, Visitor
from tests.server.http.mail.mail_club import GOOD, OTHER, Club, key, mail, open_club, text, wait_for


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with open_club(tmp_path) as club:
        yield club


# -- addresses ------------------------------------------------------------------------------------------------


def test_an_address_is_given_confirmed_changed_and_forgotten(club: Club) -> None:
    ada = club.account("Ada")
    assert mail(ada) == {"address": None, "wanted": None, "returned": None, **dict.fromkeys(UNASKED, True)}
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
    # Whoever had an account's letters hears of it, and not where they go instead.
    for old in ("Ada@example.org", "new@example.org"):
        farewell = club.letter()
        assert (farewell.to, b"Your address was changed" in farewell.data) == (old, True)
        assert "new@" not in text(farewell)
    club.nothing_is_sent()


def test_an_address_that_is_not_there_is_written_to_again_once_it_is_confirmed_again(club: Club) -> None:
    ada = club.account("Ada", "ada@example.org")
    club.letters.nobody.add("ada@example.org")
    club.ask("/password-resets", {"who": "Ada"})
    wait_for(lambda: mail(ada)["returned"] == "bounced", "that it came back is known")
    club.letters.nobody.clear()
    club.ask("/password-resets", {"who": "Ada"})
    club.nothing_is_sent()
    ada.send("PUT", "/me/mail/address", {"address": "ada@example.org", "password": GOOD})
    club.use(club.link(club.letter()))
    assert (mail(ada)["address"], mail(ada)["returned"]) == ("ada@example.org", None)
    club.ask("/password-resets", {"who": "Ada"})
    assert club.letter().to == "ada@example.org"


def test_an_address_that_has_not_been_confirmed_tells_only_that_it_is_out_of_reach(club: Club) -> None:
    ada = club.account("Ada")
    club.letters.nobody.add("adda@example.org")
    ada.send("PUT", "/me/mail/address", {"address": "adda@example.org", "password": GOOD})
    wait_for(lambda: mail(ada)["returned"] == "bounced", "that it came back is known")
    assert mail(ada)["wanted"] == "adda@example.org"


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
    for kind in UNASKED:
        assert ada.send("PATCH", "/me/mail", {kind: False}).json()[kind] is False
        assert [name for name in UNASKED if not mail(ada)[name]] == [kind]
        ada.send("PATCH", "/me/mail", {kind: True})
        assert mail(ada)[kind] is True


def test_a_new_password_is_told_to_the_accounts_address(club: Club) -> None:
    ada, bob = club.account("Ada", "ada@example.org"), club.account("Bob")
    for visitor in (ada, bob):
        changed = visitor.post("/me/password", {"old": GOOD, "new": OTHER})
        assert changed.status_code == 200, changed.text
    told = club.letter()
    assert (told.to, b"Your password was changed" in told.data) == ("ada@example.org", True)
    assert "/forgot" in text(told)
    club.nothing_is_sent()


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
    assert key(reset(club, link, "12345678")) == (422, "people.password-common")
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


def test_what_is_done_before_the_answer_does_not_depend_on_the_account(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not timed, but told: all that the store is asked for while somebody waits for the answer."""
    club.account("Ada", "ada@example.org")
    services = club.client.app.state["services"]
    asked: list[str] = []
    of_the_house = {services.weekly._task, *services.table_worker._tasks}

    def delivers(task: "asyncio.Task[Any] | None") -> bool:
        """Letters and pushes, for each a task of its own."""
        return task is not None and getattr(task.get_coro(), "__qualname__", "").startswith(("Delivery.", "forever"))

    def told(run: Any) -> Any:
        async def running(self: Any, script: Any, *args: Any, **more: Any) -> Any:
            task = asyncio.current_task()
            if task not in of_the_house and not delivers(task):
                asked.append(script.__name__)
            return await run(self, script, *args, **more)

        return running

    for way in ("_read", "_write"):
        monkeypatch.setattr(SqliteStore, way, told(getattr(SqliteStore, way)))
    for who in ("Ada", "ada@example.org", "Nobody"):
        asked.clear()
        assert club.ask("/password-resets", {"who": who}).status_code == 202
        assert asked == ["get", "commit"], "whether it is told already, and that it is to be"


# -- limits and logs ------------------------------------------------------------------------------------------


def test_letters_are_counted_by_who_asks_and_by_whom_they_go_to(tmp_path: Path) -> None:
    mail_rates = ("forgotten", "forgotten-who", "address", "letter-to", "invite")
    limits = Limits({name: RATES[name] for name in mail_rates}, MemoryCounters(lambda: 0.0))
    with open_club(tmp_path, limits=limits) as club:
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
