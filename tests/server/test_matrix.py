"""Who may do what: every role at every route, asked of a real house about real things of somebody else's.

The table is in `matrix/rows.py`. A route without a row fails here, and so does a row without a route.
"""

from collections.abc import AsyncIterator, Iterator
from typing import get_args

import pytest

from parlour.server.live import messages
from tests.server.matrix import cases, sockets
from tests.server.matrix.role_holders import PASSWORD, Club
from tests.server.matrix.roles import PROGRAMS, ROLES
from tests.server.matrix.rows import A_GUEST_CANNOT, A_TOKEN_MAY_CHANGE, API, NEEDS_NO_TOKEN, ROWS, Row
from tests.server.matrix.trial import Trial, filled, is_done, said, set_up

pytestmark = pytest.mark.anyio

SAFE = ("GET", "HEAD", "OPTIONS")
FOREIGN = (
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://testserver.local:81"},
    {"origin": "http://testserver.local", "sec-fetch-site": "cross-site"},
    {"origin": "http://testserver.local", "sec-fetch-site": "same-site"},
)
FORMS = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json")


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def trial(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Trial]:
    """In a house that waits for the devices on which bots think: what it would do itself is not what is asked for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("parlour.house.tables.worker.PATIENCE", 3600.0)
        async with Club(tmp_path_factory.mktemp("matrix") / "house").opened() as club:
            yield await set_up(club)


# -- the table ------------------------------------------------------------------------------------------------


async def test_every_route_has_a_row_and_every_row_a_route(trial: Trial) -> None:
    routes = {route for route in trial.club.routes() if not route.startswith("OPTIONS ")}
    assert routes == {row.route for row in ROWS}
    document = (await trial.club.get("/schema/openapi.json")).json()
    described = {f"{method.upper()} {path}" for path, item in document["paths"].items() for method in item}
    assert described <= routes
    assert len(described) > 50


def test_every_row_says_what_every_role_is_answered() -> None:
    assert {row.name: sorted(row.answers) for row in ROWS if set(row.answers) != set(ROLES)} == {}
    assert len({row.name for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_every_role_is_answered_as_the_table_says(trial: Trial, row: Row) -> None:
    """First all who are refused, and nothing has changed; then the others, each with things of its own."""
    found: dict[str, str] = {}
    refused = [role for role in ROLES if not is_done(row.answers[role])]
    words = await trial.standing(row.at)
    before = trial.kept()
    for role in refused:
        found[role] = said(await trial.ask(row, role, trial.holders, words))
    assert trial.kept() == before
    reads = row.route.startswith("GET")
    for role in ROLES:
        if role in refused:
            continue
        if reads or row.harmless:
            holders, own = trial.holders, words
        else:
            holders = await (trial.new_cast() if row.spends else trial.working())
            own = await row.at(holders)
        found[role] = said(await trial.ask(row, role, holders, own))
    assert found == dict(row.answers)
    if reads or row.harmless:
        assert trial.kept() == before


def test_what_a_token_may_change_is_this_and_no_more() -> None:
    def changed_by(*programs: str) -> set[str]:
        changing = [row for row in ROWS if not row.route.startswith("GET")]
        return {short(row.route) for row in changing if any(is_done(row.answers[each]) for each in programs)}

    assert changed_by("plays", "outside", "errand") == A_TOKEN_MAY_CHANGE | NEEDS_NO_TOKEN
    assert changed_by("reads") == NEEDS_NO_TOKEN
    assert changed_by("calendar", "ended") == set()


def test_what_a_guest_cannot_do_and_an_account_can_is_this_and_no_more() -> None:
    differ = {short(row.name) for row in ROWS if not is_done(row.answers["guest"])
              and row.answers["guest"] not in (row.answers["stranger"], row.answers["nobody"])}  # fmt: skip
    assert differ == A_GUEST_CANNOT


def short(route: str) -> str:
    return route.replace(API, "")


# -- things of others -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("route", ["sessions/{session}", "me/tokens/{token}"])
async def test_nobody_ends_what_is_anothers(trial: Trial, route: str) -> None:
    """The answer is that it is ended, whether there is such a one or not; and nothing has."""
    words = await cases.hosts_own(trial.holders)
    before = trial.kept()
    for role in ("guest", "stranger", "player"):
        answer = await trial.club.ask("DELETE", f"{API}/{route.format(**words)}", trial.holders.who[role])
        assert answer.status == 204
    assert trial.kept() == before


async def test_what_is_told_about_oneself_is_ones_own(trial: Trial) -> None:
    """Lists and cards of whoever asks hold nothing of somebody else's."""
    await cases.waiting(trial.holders)
    address = {"address": "hana@example.org", "password": PASSWORD}
    await trial.holders.do("host", "PUT", "/me/mail/address", address)
    for path in ("/sessions", "/me/tokens", "/tables?mine=true", "/tournaments?organised=true", "/me", "/me/mail"):
        path, _, query = path.partition("?")
        asked = dict([query.split("=")]) if query else {}
        told = {
            role: (await trial.club.get(path, trial.holders.who[role], **asked)).json() for role in ("host", "guest")
        }
        assert told["host"] != told["guest"], path
        assert trial.holders.names["host"] not in str(told["guest"]), path


async def test_the_link_to_a_table_is_told_to_those_who_sit_there_alone(trial: Trial) -> None:
    words = await cases.listed(trial.holders)
    for role in ROLES:
        answer = await trial.club.get(f"/tables/{words['table']}", trial.holders.who[role])
        sits = role in ("player", "host", "plays", "reads")
        assert (words["invite"].encode() in answer.body) is sits, role


# -- from where it comes --------------------------------------------------------------------------------------


def unsafe() -> Iterator[Row]:
    seen = {"POST /unsubscribe"}  # a mail program sends it, without a page; what it may do is in its token
    for row in ROWS:
        if not row.route.startswith(SAFE) and row.route not in seen:
            seen.add(row.route)
            yield row


async def test_nothing_is_changed_from_another_page_whatever_it_sends(trial: Trial) -> None:
    before = {row.route: await trial.standing(row.at) for row in unsafe()}
    counted = trial.kept()
    found: dict[str, set[str]] = {}
    for row in unsafe():
        for n, origin in enumerate(FOREIGN):
            kind = {"content-type": FORMS[n % len(FORMS)]}
            for role in ("host", "nobody"):
                answer = await trial.ask(row, role, trial.holders, before[row.route], **origin, **kind)
                found.setdefault(said(answer), set()).add(row.route)
    assert set(found) == {"403 safety.origin"}
    assert trial.kept() == counted


async def test_a_cookie_beside_a_token_does_not_open_the_door_to_other_pages(trial: Trial) -> None:
    for row in unsafe():
        words = await trial.standing(row.at)
        both = {**trial.holders.who["plays"], "origin": "https://evil.example"}
        assert said(await trial.ask(row, "host", trial.holders, words, **both)) == "403 safety.origin", row.route


async def test_no_other_page_is_told_that_it_may_read_or_send(trial: Trial) -> None:
    """Neither by a preflight request nor by an answer is anybody else's origin let in."""
    foreign = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    for row in ROWS:
        words = await trial.standing(row.at)
        for method in ("OPTIONS", "GET"):
            answer = await trial.ask(row._replace(route=f"{method} {row.route.split(' ')[1]}"), "host", trial.holders,
                                     words, **foreign)  # fmt: skip
            assert not [name for name, _ in answer.headers if name.lower().startswith(b"access-control-")], row.route


# -- the live socket ------------------------------------------------------------------------------------------


def test_every_message_of_the_socket_has_a_row() -> None:
    kinds = {kind.__struct_config__.tag for kind in messages.SocketRequest.__args__}
    assert kinds == {row.message["do"] for row in sockets.ROWS}
    assert set(get_args(messages.Topic)) == {
        row.message["topic"] for row in sockets.ROWS if row.message["do"] == "watch"
    }
    assert {row.name: sorted(row.answers) for row in sockets.ROWS if set(row.answers) != set(sockets.LET_IN)} == {}


async def test_who_is_let_in_by_the_socket(trial: Trial) -> None:
    for role in ROLES:
        async with sockets.knock(trial.club, trial.holders.who[role]) as code:
            assert code == sockets.HANDSHAKE[role], role
    for role in ("nobody", "host"):
        async with sockets.knock(trial.club, {**trial.holders.who[role], "origin": "https://evil.example"}) as code:
            assert code == "safety.origin", role


@pytest.mark.parametrize("row", sockets.ROWS, ids=lambda row: row.name)
async def test_every_role_is_answered_by_the_socket_as_the_table_says(trial: Trial, row: sockets.Row) -> None:
    found: dict[str, str] = {}
    for role in sockets.LET_IN:
        done = row.answers[role] == sockets.DONE
        holders = await trial.working() if done else trial.holders
        words = await (row.at(holders) if done else trial.standing(row.at))
        link = {"invited": words.get("invite"), "elsewhere": words.get("elsewhere")}.get(role)
        message = filled(row.message, words) | ({"invite": link} if link and row.shows_link else {})
        async with trial.club.socket(holders.who[role]) as socket:
            found[role] = await sockets.answer_to(socket, message)
    assert found == dict(row.answers)


def test_the_programs_are_roles() -> None:
    assert set(PROGRAMS) < set(ROLES)
