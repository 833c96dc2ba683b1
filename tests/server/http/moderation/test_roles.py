"""Roles: who has one is told so in the browser, and no program ever has one."""

from pathlib import Path
from typing import Any

import pytest

from parlour.cli import main
from parlour.core.texts import Refused
from parlour.house.moderation.roles import may, outranks
from parlour.house.people.person import Person
from parlour.server.guard.auth import Caller
from parlour.server.guard.places import Place
from tests.server.conftest import API, BASE, Visitor
from tests.server.http.moderation.accounts_with_roles import PASSWORD, account, account_with_role, ok, take_cookie
from tests.serving import HouseClient

Client = HouseClient


def person(role: Any = None) -> Person:
    return Person(id="p", name="Anna", since=1, password="held", role=role)


def caller(role: Any, by: Any = "cookie", scopes: tuple[str, ...] = ("read", "play", "own")) -> Caller:
    place: Any = Place
    return Caller(person(role), None, frozenset(scopes), by, place, "192.0.2.1")


def test_a_host_may_do_all_that_a_moderator_may_and_nobody_else_may() -> None:
    assert caller("host").needs_role("moderator") == person("host")
    assert caller("moderator").needs_role("moderator") == person("moderator")
    for who, wanted, key in (
        (caller("moderator"), "host", "officers.hosts-only"),
        (caller(None), "moderator", "officers.only"),
        (caller(None), "host", "officers.hosts-only"),
        (caller("host", "token", ("read", "play")), "moderator", "people.browser-only"),
        (caller("host")._replace(person=None), "moderator", "people.sign-in"),
    ):
        with pytest.raises(Refused) as refusal:
            who.needs_role(wanted)  # type: ignore[arg-type]
        assert refusal.value.text.key == key


def test_nobody_outranks_an_equal() -> None:
    nobody, moderator, host = person(), person("moderator"), person("host")
    ranks = [nobody, moderator, host]
    assert [[outranks(one, other) for other in ranks] for one in ranks] == [
        [False, False, False], [True, False, False], [True, True, False],
    ]  # fmt: skip
    assert not may(nobody, "moderator")


def test_the_page_is_told_of_a_role_and_a_program_is_not(client: Client) -> None:
    host = account_with_role(client, "Hanna", "host")
    assert ok(host.get("/me"))["role"] == "host"
    assert ok(Visitor(client).get("/me"))["role"] is None
    token = ok(host.post("/me/tokens", {"label": "robot", "scopes": ["play"]}), 201)["token"]
    answer = client.get(f"{API}/me", headers={"Authorization": f"Bearer {token}"})
    assert (ok(answer)["person"]["name"], answer.json()["role"]) == ("Hanna", None)
    again = Visitor(client)
    take_cookie(again, again.post("/sessions", {"name": "Hanna", "password": PASSWORD}))
    assert ok(again.get("/me"))["role"] == "host"


# -- on the command line --------------------------------------------------------------------------------------


def test_hosts_and_moderators_are_named_while_the_house_is_open(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    anna = account(client, "Anna")

    def parlour(line: str) -> tuple[int, str]:
        code = main([*line.split(), "--data", str(tmp_path), "--database", str(tmp_path / "house.db")])
        said = capsys.readouterr()
        return code, said.out + said.err

    assert parlour("host list") == (0, "There is none yet.\n")
    assert "Anna is a moderator now" in parlour("moderator add anna")[1]
    assert ok(anna.get("/me"))["role"] == "moderator"
    assert "Anna is a host now" in parlour("host add Anna")[1]
    assert ok(anna.get("/me"))["role"] == "host"
    assert parlour("moderator list") == (0, "There is none yet.\n")
    assert "Anna, with an account since" in parlour("host list")[1]
    assert parlour("moderator add Anna") == (2, "parlour: Anna is a host, and may do all that a moderator may.\n")
    assert parlour("moderator remove Anna") == (2, "parlour: Anna is not a moderator.\n")
    assert parlour("host remove Anna") == (0, "Anna is no longer a host.\n")
    assert parlour("host remove Anna")[0] == 2
    assert ok(anna.get("/me"))["role"] is None
    code, said = parlour("host add Nobody")
    assert (code, "account called “Nobody”" in said) == (2, True)
    guest = Visitor(client)
    assert parlour(f"host add {guest.me['name'].split()[0]}")[0] == 2


def test_a_role_opens_nothing_from_another_page(client: Client) -> None:
    """The guard is before it: what does not come from the house's own page is refused, whoever's cookie it has."""
    host = account_with_role(client, "Hanna", "host")
    answer = client.post(
        f"{API}/me/tokens", json={"label": "x", "scopes": ["read"]},
        headers={**host.headers, "Origin": BASE.replace("testserver", "evil")},
    )  # fmt: skip
    assert answer.status_code == 403
