"""`parlour let-in`: somebody who has lost every way in."""

import asyncio
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from parlour.cli import main
from parlour.house.entropy import Entropy
from parlour.house.mail import records as mail_records
from parlour.house.moderation import records as moderation_records
from parlour.house.people.accounts import Accounts
from parlour.house.people.passwords import Cost, Passwords
from parlour.house.people.secret_hashes import hash_of
from parlour.store import open_store
from tests.serving import TurnedTime

URL = "https://games.example.org"


async def sign_up(place: Path) -> str:
    store = await open_store(place)
    accounts = Accounts(store, TurnedTime(), Entropy(), Passwords(Cost(4, 8, 1)))
    entry = await accounts.sign_up("Ada", "blue kettle 9", "")
    await store.close()
    return entry.person.id


async def kept(place: Path, secret: str) -> tuple[mail_records.Link | None, list[str]]:
    store = await open_store(place)
    link = await mail_records.get_link(store, hash_of(secret))
    said = [entry.what for entry in await moderation_records.entries(store)]
    await store.close()
    return link, said


def test_a_host_who_is_locked_out_gets_a_link_that_works_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "house.db"
    ada = asyncio.run(sign_up(place))
    assert main(["let-in", "ada", "--data", str(tmp_path), "--public-url", URL]) == 0
    *_, link = capsys.readouterr().out.split()
    parts = urlsplit(link)
    assert link.startswith(f"{URL}/reset#")
    assert parts.query == "", "what is behind the # is in no log"
    found, said = asyncio.run(kept(place, parse_qs(parts.fragment)["token"][0]))
    assert found is not None
    assert (found.kind, found.person) == ("let-in", ada)
    assert said == ["let-in"]


def test_nobody_is_let_in_who_has_no_account(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(sign_up(tmp_path / "house.db"))
    assert main(["let-in", "Bert", "--data", str(tmp_path)]) == 2
    assert "Bert" in capsys.readouterr().err
