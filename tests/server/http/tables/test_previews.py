"""Links to tables as others show them: a title, a sentence and a picture, and nothing that a stranger may not know."""

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from parlour import games
from parlour.core.match import Match
from parlour.core.record import Seat
from parlour.core.scene import Scene
from parlour.server.http import page
from parlour.server.http.tables.previews import HEIGHT, TABLE, WIDTH, drawn
from tests.server.conftest import Visitor
from tests.serving import HouseClient


def pixels(png: bytes) -> np.ndarray:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    body, at, data = png, 8, b""
    while at < len(body):
        (length,) = struct.unpack(">I", body[at : at + 4])
        kind, part = body[at + 4 : at + 8], body[at + 8 : at + 8 + length]
        assert struct.unpack(">I", body[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + part)
        data += part if kind == b"IDAT" else b""
        at += 12 + length
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(HEIGHT, 1 + 3 * WIDTH)
    return rows[:, 1:].reshape(HEIGHT, WIDTH, 3)


@pytest.mark.parametrize("name", ["connect4", "yinsh", "dance", "luckymoose", "command", "regatta"])
def test_every_game_has_a_picture_from_plan_and_scene(name: str) -> None:
    game = games.load(name)
    seats = max(2, game.seats[0])
    match = Match(game, [Seat(str(each), "person") for each in range(seats)], {})
    plan = game.plan(seats, match.options)
    empty, full = pixels(drawn(plan, Scene())), pixels(drawn(plan, match.scene(None)))
    assert (empty != TABLE).any(), "the board is drawn"
    assert empty.shape == full.shape


def test_a_move_is_seen_in_the_picture_and_a_private_table_has_none(
    client: HouseClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "PAGE", tmp_path)
    (tmp_path / "index.html").write_text("<html><head></head><body></body></html>")
    visitor, other = Visitor(client), Visitor(client)
    table = visitor.open("connect4", "mo")
    assert other.post(f"{table.path}/seats", {}).status_code == 200
    before = client.get(f"/api/v1{table.path}/preview.png")
    assert before.headers["content-type"] == "image/png"
    assert visitor.post(f"{table.path}/steps", {"seat": 0, "steps": ["c"]}).status_code == 200
    after = client.get(f"/api/v1{table.path}/preview.png")
    assert (pixels(before.content) != pixels(after.content)).any()
    shown = client.get(f"/table/{table.id}").text
    assert 'property="og:title" content="Connect Four"' in shown
    assert f"{table.id}/preview.png" in shown
    secret = visitor.open("connect4", "mo", listed=False)
    assert client.get(f"/api/v1{secret.path}/preview.png").status_code == 404
    hidden = client.get(f"/table/{secret.id}").text
    assert 'content="Connect Four"' in hidden
    assert "og:image" not in hidden
    assert "og:description" not in hidden
    assert "og:" not in client.get("/table/nosuchtable").text
