"""A house that cannot be opened says why in a sentence, and one that can be says so when it is."""

import asyncio
import logging
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from parlour.core.texts import Refused
from parlour.house.people.records import NAME_PARTS
from parlour.house.uptimes import Uptime
from parlour.server import run
from parlour.server.app import create_app
from parlour.server.run import HttpServer, config_for, listen
from parlour.server.settings import DEFAULT, SETTINGS
from parlour.store import migrations, open_store
from tests.serving import HouseClient, parts, settings_for
from tests.store import version_9


def start(folder: Path, **changed: object) -> list[str]:
    """What is said when it is open; it closes then."""
    said: list[str] = []
    with listen("127.0.0.1", 0) as listening:
        server = HttpServer(
            config_for(create_app(settings_for(folder, **changed), parts())), lambda: said.append("open")
        )
        server.should_exit = True
        server.run([listening])
    return said


@pytest.mark.parametrize(("file", "key"), [("junk.db", "store.not-a-database"), ("nowhere/house.db", "store.folder")])
def test_a_house_that_cannot_be_opened_is_refused_in_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, file: str, key: str
) -> None:
    (tmp_path / "junk.db").write_text("junk" * 2000)
    caplog.set_level(logging.INFO)
    with pytest.raises(Refused) as refused:
        start(tmp_path, database=str(tmp_path / file))
    assert refused.value.text.key == key
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert (tmp_path / "junk.db").read_text() == "junk" * 2000


def test_a_second_house_in_the_same_place_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    async def twice() -> None:
        first = await open_store(tmp_path / "house.db")
        with pytest.raises(Refused) as refused:
            await asyncio.to_thread(start, tmp_path)
        assert refused.value.text.key == "store.in-use"
        assert await first.healthy()
        await first.close()

    asyncio.run(twice())


@pytest.mark.parametrize(("user", "warned"), [(0, True), (1000, False)])
def test_a_house_that_is_run_as_root_says_that_it_should_not_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], user: int, warned: bool
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user, raising=False)
    monkeypatch.setattr(run, "serve", lambda *args, **more: 0)
    origins = {setting.name: DEFAULT for setting in SETTINGS}
    assert run.run(settings_for(tmp_path, host="127.0.0.1", port=0, origins=origins)) == 0
    assert ("runs as root" in capsys.readouterr().err) is warned


def test_it_is_said_that_it_is_open_when_it_is(tmp_path: Path) -> None:
    assert start(tmp_path) == ["open"]


def test_people_of_an_older_house_are_found_by_name_soon_after_it_was_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "house.db"
    with monkeypatch.context() as then:
        then.setattr(migrations, "MIGRATIONS", migrations.MIGRATIONS[: version_9.SCHEMA])
        asyncio.run(open_and_close(place))
    person = "'p1', 'Ann Lee', 'ann lee', 1, 'hashed', x'7b7d', 1"
    add = f"INSERT INTO people (id, name, folded, since, password, body, version) VALUES ({person})"
    asyncio.run(version_9.execute(str(place), add))
    with HouseClient(create_app(settings_for(tmp_path), parts()), base_url="http://testserver.local"):
        late = time.monotonic() + 20
        while not (found := asyncio.run(names_found(place))) and time.monotonic() < late:
            time.sleep(0.05)
    assert found == ["ann lee", "lee"]


async def open_and_close(place: Path) -> None:
    await (await open_store(place)).close()


async def names_found(place: Path) -> list[str]:
    beside = await open_store(place, beside=True)
    parts = await beside.list_by(NAME_PARTS, "part")
    await beside.close()
    return [one.part for one in parts]


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([], ""),
        (["cellar 12"], "Another process serves this house: cellar 12\n"),
        (["cellar 12", "attic 9"], "2 other processes serve this house: cellar 12, attic 9\n"),
    ],
)
def test_who_else_serves_the_house_is_said(places: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    others = [Uptime(number, 0, 0, place) for number, place in enumerate(places)]
    neighbours = SimpleNamespace(others=lambda: others)
    run.say_who_else(SimpleNamespace(neighbours=neighbours), "en")  # type: ignore[arg-type]
    assert capsys.readouterr().out == said
