"""Letters as files."""

import stat
from email import message_from_bytes
from pathlib import Path

import pytest

from parlour.house.mail.sender import Message, NotNow
from parlour.server.mail.folder import FolderSender

pytestmark = pytest.mark.anyio
LETTER = Message(id="1@example.org", sender="h@example.org", to="ada@example.net", data=b"Subject: Hi\r\n\r\nHi\r\n")


async def no_brink() -> None:
    raise AssertionError("sending it again does no harm")


async def test_a_letter_sent_twice_is_one_file_for_the_host_alone(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "mail"
    for _ in range(2):
        await FolderSender(folder).send(LETTER, no_brink)
    [file] = folder.iterdir()
    assert file.suffix == ".eml"
    assert message_from_bytes(file.read_bytes())["Subject"] == "Hi"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


async def test_where_it_cannot_be_written_it_is_tried_another_time(tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("a file")
    with pytest.raises(NotNow):
        await FolderSender(tmp_path / "mail").send(LETTER, no_brink)
