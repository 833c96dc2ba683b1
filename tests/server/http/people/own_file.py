"""A club whose people take their own data away: asking for the file, fetching it and reading it."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

from tests.server.conftest import Json, Sitting, Visitor
from tests.server.http.mail.mail_club import wait_for


def ok(answer: Any) -> Any:
    assert answer.status_code in (200, 201, 202), answer.text
    return answer.json()


def made(visitor: Visitor) -> Json:
    """Until the file is there, or cannot be made."""
    wait_for(lambda: now(visitor)["state"] in ("done", "failed"), "the file is made")
    return now(visitor)


def now(visitor: Visitor) -> Json:
    found: Json = ok(visitor.get("/me/export"))
    return found


def fetched(visitor: Visitor) -> bytes:
    answer = visitor.get("/me/export/file")
    assert answer.status_code == 200, answer.text
    content: bytes = answer.content
    return content


def taken(visitor: Visitor) -> zipfile.ZipFile:
    ok(visitor.post("/me/export"))
    assert made(visitor)["state"] == "done"
    return zipfile.ZipFile(io.BytesIO(fetched(visitor)))


def read(file: zipfile.ZipFile, name: str) -> Any:
    return json.loads(file.read(name))


def duel(ada: Visitor, bo: Visitor, game: str = "connect4", **more: object) -> Sitting:
    table = ada.open(game, "mo", **more)
    ok(bo.post(f"{table.path}/seats", {}))
    return table


def say(visitor: Visitor, table: Sitting, text: str) -> None:
    ok(visitor.post(f"{table.path}/talk", {"text": text}))


def give_up(visitor: Visitor, table: Sitting) -> None:
    ok(visitor.send("DELETE", f"{table.path}/seats/mine"))


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "exports").iterdir())
