"""Who may do what, and what nobody should send, through the handlers: the same rows, roles and strings as for a server
(`tests/server/test_matrix.py`, `tests/hostile/test_fields.py`). Some in the ordinary run, all with --all."""

import logging
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from tests.aws.function_worlds import FunctionClub
from tests.hostile import test_fields as hostile_fields
from tests.hostile.fields import described
from tests.hostile.strings import FEW
from tests.server import test_matrix as matrix
from tests.server.matrix import sockets
from tests.server.matrix.roles import ROLES
from tests.server.matrix.rows import ROWS, Row
from tests.server.matrix.trial import Trial, set_up

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("roles-of-functions")]
EVERY = 12  # rows and fields


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def trial(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Trial]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("parlour.house.tables.worker.PATIENCE", 3600.0)
        async with FunctionClub(tmp_path_factory.mktemp("functions") / "house").opened() as club:
            yield await set_up(club)


def some_of(all: Sequence[Any]) -> list[Any]:
    return [one if number % EVERY == 0 else pytest.param(one, marks=pytest.mark.slow) for number, one in enumerate(all)]


@pytest.mark.parametrize("row", some_of(ROWS), ids=lambda row: row.name)
async def test_every_role_is_answered_by_functions_as_by_a_server(trial: Trial, row: Row) -> None:
    await matrix.test_every_role_is_answered_as_the_table_says(trial, row)


@pytest.mark.parametrize("row", some_of(sockets.ROWS), ids=lambda row: row.name)
async def test_every_role_is_answered_by_the_socket_of_functions_as_by_a_servers(
    trial: Trial, row: sockets.Row
) -> None:
    await matrix.test_every_role_is_answered_by_the_socket_as_the_table_says(trial, row)


async def test_who_is_let_in_by_the_socket_of_functions(trial: Trial) -> None:
    for role in ROLES:
        async with sockets.knock(trial.club, trial.holders.who[role]) as code:
            assert (code == sockets.LET) is (sockets.HANDSHAKE[role] == sockets.LET), role
    async with sockets.knock(trial.club, {**trial.holders.who["host"], "origin": "https://evil.example"}) as code:
        assert code == "403"


async def test_nothing_is_changed_through_functions_from_another_page(trial: Trial) -> None:
    await matrix.test_a_cookie_beside_a_token_does_not_open_the_door_to_other_pages(trial)


@pytest.mark.parametrize("every", [EVERY, pytest.param(1, marks=pytest.mark.slow)])
async def test_no_text_is_more_than_text_to_functions(
    trial: Trial, every: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "parlour")
    fields = sorted(described((await trial.club.get("/schema/openapi.json")).json()))[::every]
    strings = FEW if every > 1 else hostile_fields.HOSTILE
    wrong: dict[str, list[str]] = {}
    for number, field in enumerate(fields):
        row, role = hostile_fields.row_of(field)
        reads = row.route.startswith("GET")
        holders = trial.holders if reads else await (trial.new_cast() if row.spends else trial.working())
        words = await (trial.standing(row.at) if reads else row.at(holders))
        for text in strings if every == 1 else (strings * 2)[number % len(strings) :][: hostile_fields.AT_A_TIME]:
            answer = await hostile_fields.send(trial, field, row, holders.who[role], words, text)
            for fault in hostile_fields.faults(answer):
                wrong.setdefault(f"{field}: {fault}", []).append(text)
    assert wrong == {}
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("strings", hostile_fields.SIZES)
async def test_no_text_is_more_than_text_to_the_socket_of_functions(trial: Trial, strings: list[str]) -> None:
    await hostile_fields.test_no_text_is_more_than_text_to_the_socket(trial, strings)
