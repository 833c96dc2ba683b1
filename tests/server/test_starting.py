"""A house that cannot be opened says why in a sentence, and one that can be says so when it is."""

import asyncio
import logging
from pathlib import Path

import pytest

from parlour.core.texts import Refused
from parlour.server.app import create_app
from parlour.server.run import Server, config_for, listen
from parlour.store import open_store
from tests.serving import parts, settings_for


def start(folder: Path, **changed: object) -> list[str]:
    """What is said when it is open; it closes then."""
    said: list[str] = []
    with listen("127.0.0.1", 0) as listening:
        server = Server(config_for(create_app(settings_for(folder, **changed), parts())), lambda: said.append("open"))
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


def test_it_is_said_that_it_is_open_when_it_is(tmp_path: Path) -> None:
    assert start(tmp_path) == ["open"]
