"""Whatever comes in by any text field is text: it is kept or refused, and in no answer becomes anything else.

Some strings of every kind here, all two hundred under ./dev test --all.
"""

import logging
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote, unquote

import pytest

from parlour.core.texts import OVERRIDES, printable
from parlour.house.people import names
from parlour.server.http.problems import MEDIA_TYPE
from tests.faults.worlds import Answer
from tests.hostile.fields import described, said_to_the_socket, with_text
from tests.hostile.strings import FEW, HOSTILE, NAMES
from tests.server.matrix import cases, sockets
from tests.server.matrix.role_holders import Club
from tests.server.matrix.rows import API, ROWS, Row
from tests.server.matrix.trial import Trial, filled, is_done, set_up

pytestmark = pytest.mark.anyio

SIZES = [pytest.param(FEW, id="few"), pytest.param(HOSTILE, id="all", marks=pytest.mark.slow)]
AT_A_TIME = 5  # of a few
# Where people write what they like: there it is kept, and has to be shown.
TAKEN = {
    "POST /tables/{table}/talk: text", "POST /tournaments: title", "POST /me/tokens: label", "PATCH /me: settings.x",
    "PATCH /me: settings.*", "GET /qr: ?text",
}  # fmt: skip
DATA = (MEDIA_TYPE, "application/json", "text/calendar", "image/svg+xml", "application/octet-stream")


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def trial(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Trial]:
    async with Club(tmp_path_factory.mktemp("hostile") / "house").opened() as club:
        yield await set_up(club)


@pytest.fixture(scope="module")
async def fields(trial: Trial) -> list[str]:
    return sorted(described((await trial.club.get("/schema/openapi.json")).json()))


def test_there_are_two_hundred_and_no_two_are_the_same() -> None:
    assert len(HOSTILE) == len(set(HOSTILE)) == 200
    assert set(FEW) < set(HOSTILE)
    assert len(NAMES) == len(set(NAMES))


async def test_every_kind_of_field_is_found(fields: list[str]) -> None:
    """The description is read as it is meant; what it does not tell of is not tried."""
    assert len(fields) > 100
    assert {
        "POST /tables/{table}/talk: text", "POST /tables: seats[].name", "PATCH /me: settings.*", "GET /qr: ?text",
        "GET /ratings: ?who", "POST /tables/{table}/steps: steps[]", "GET /tables/{table}: {table}",
        "POST /tournaments: title", "POST /tables: Idempotency-Key:", "PUT /me/mail/address: address",
    } <= set(fields)  # fmt: skip
    assert {"say: text", "act: steps", "watch: invite", "ping: id"} <= said_to_the_socket()


@pytest.mark.parametrize("strings", SIZES)
async def test_no_text_is_more_than_text_to_the_api(
    trial: Trial, fields: list[str], strings: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "parlour")
    wrong: dict[str, list[str]] = {}
    taken: set[str] = set()
    for number, field in enumerate(fields):
        row, role = row_of(field)
        if row.route.startswith("GET"):
            holders, words = trial.holders, await trial.standing(row.at)
        else:  # things of its own: what was left, ended or begun for another field would be refused before it is read
            holders = await (trial.new_cast() if row.spends or strings is HOSTILE else trial.working())
            words = await row.at(holders)
        for text in strings if strings is HOSTILE else (strings * 2)[number % len(strings) :][:AT_A_TIME]:
            answer = await send(trial, field, row, holders.who[role], words, text)
            taken |= {field} if answer.status < 300 else set()
            for fault in faults(answer):
                wrong.setdefault(f"{field}: {fault}", []).append(text)
    assert wrong == {}
    assert taken >= TAKEN
    assert "Traceback" not in caplog.text


def row_of(field: str) -> tuple[Row, str]:
    """A row of the matrix that goes there, with somebody who may."""
    method, path = field.partition(": ")[0].split(" ")
    rows = [row for row in ROWS if row.route == f"{method} {API}{path}"]
    row = next((row for row in rows if is_done(row.answers["host"])), rows[0])
    return row, next((role for role in ("host", "player", "guest") if is_done(row.answers[role])), "host")


async def send(trial: Trial, field: str, row: Row, who: dict[str, str], words: dict[str, Any], text: str) -> Answer:
    place = field.partition(": ")[2]
    method, path = row.route.split(" ")
    words = {**words, **{name: filled(value, words) for name, value in row.words.items()}}
    query, headers, body = dict(row.query), dict(who), filled(row.body, words)
    if place.startswith("{"):
        words[place.strip("{}")] = unquote(quote(text.encode("utf-8", "surrogatepass"), safe=""))
    elif place.startswith("?"):
        query[place[1:]] = text
    elif place.endswith(":"):
        # What no HTTP parser lets through is not tried.
        headers[place[:-1].lower()] = "".join(c for c in text if c not in "\r\n\0" and not "\ud800" <= c <= "\udfff")
    else:
        body = with_text(body or {}, place, text)
    return await trial.club.ask(method, path.format(**words), headers, body, **query)


def faults(answer: Answer) -> list[str]:
    headers = {name.decode(): value.decode("latin-1") for name, value in answer.headers}
    found = [] if answer.status < 500 else [f"status {answer.status}"]
    kind = headers.get("content-type", "")
    if answer.body and not kind.startswith(DATA):
        found.append(f"answered as {kind}")
    if headers["x-content-type-options"] != "nosniff" or "default-src 'none'" not in headers["content-security-policy"]:
        found.append("not dressed")
    if any("struck" in value or not printable(value) for value in headers.values()):
        found.append("in a header")
    if "set-cookie" in headers and "parlour" not in headers["set-cookie"].partition("=")[0]:
        found.append("a cookie")
    if answer.status >= 400 and answer.status < 500:
        said = answer.json()["detail"]
        if kind != MEDIA_TYPE or not printable(said) or any(c in OVERRIDES for c in said):
            found.append("a sentence that acts up")
    return found


@pytest.mark.parametrize("strings", SIZES)
async def test_no_text_is_more_than_text_to_the_socket(trial: Trial, strings: list[str]) -> None:
    holders = await trial.working()
    words = {**await cases.listed(holders), **await cases.tournament(holders)}
    usual = {row.message["do"]: filled(row.message, words) for row in sockets.ROWS}
    async with trial.club.socket(trial.holders.who["host"]) as socket:
        for field in sorted(said_to_the_socket()):
            kind, name = field.split(": ")
            for text in strings:
                socket.say({**usual[kind], name: [text] if name == "steps" else text})
                heard = await socket.so_far()
                assert not [line for line in heard if "server.trouble" in line], (field, text)


def test_every_name_of_the_list_is_a_name() -> None:
    """They are shown in the browser: who could not have them would not be tried there."""
    assert [names.check(name) for name in NAMES] == NAMES


async def test_none_of_the_hostile_is_a_name_but_what_is_letters_alone(trial: Trial) -> None:
    guest = trial.holders.who["guest"]
    for text in HOSTILE:
        answer = await trial.club.ask("PATCH", f"{API}/me", guest, {"name": text})
        if answer.status == 200:
            name = answer.json()["name"]
            assert printable(name)
            assert all(c.isalnum() or c in " ._-" or c.isidentifier() or not c.isascii() for c in name), name
            assert not set("<>&\"'`$%{}/\\") & set(name), name
