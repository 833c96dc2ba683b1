"""Accounts with a role, for tests of what only they may do."""

from typing import Any

from parlour.commands import give_role
from parlour.house.entropy import Entropy
from parlour.house.moderation import roles
from parlour.house.people.person import Role
from parlour.server.services import Services
from tests.server.conftest import Visitor

PASSWORD = "seven slow swans"


def account(client: Any, name: str) -> Visitor:
    """A guest who has taken an account: the same person, another cookie."""
    visitor = Visitor(client)
    take_cookie(visitor, visitor.post("/accounts", {"name": name, "password": PASSWORD}))
    return visitor


def take_cookie(visitor: Visitor, answer: Any) -> None:
    assert answer.status_code == 201, answer.text
    visitor.me = answer.json()["person"]
    visitor.headers = {**visitor.headers, "Cookie": answer.headers["set-cookie"].partition(";")[0]}
    visitor.client.cookies.clear()


def account_with_role(client: Any, name: str, role: Role) -> Visitor:
    visitor = account(client, name)
    client.blocking_portal.call(_appoint, client.app, name, role)
    return visitor


def appoint(app: Any, name: str, role: Role) -> None:
    """In a house that is open elsewhere, from beside it: as on the command line."""
    place = app.state["services"].tables.store.path
    assert give_role(str(place), role, name) == 0


async def _appoint(app: Any, name: str, role: Role) -> None:
    services: Services = app.state["services"]
    store = services.tables.store
    person = await roles.account_named(store, name)
    await roles.appoint(store, roles.AuditWriter(services.tables.time, Entropy()), None, person, role)


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return None if status == 204 else answer.json()


def refused(answer: Any, status: int) -> str:
    """The key of a problem document, which has a sentence."""
    assert answer.status_code == status, answer.text
    problem = answer.json()
    assert problem["status"] == status
    assert problem["detail"].strip() not in ("", problem["key"])
    key: str = problem["key"]
    return key
