"""Links to tables as others show them: a title, a sentence and a picture, and nothing that a stranger may not know."""

import struct
import zlib
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from msgspec.structs import replace

from parlour import games
from parlour.core.puzzles import shown
from parlour.core.scene import Piece, Plan, Scene, Site, Zone
from parlour.core.texts import Text
from parlour.house.puzzles.collection import collection_of
from parlour.server.http import page
from parlour.server.http.preview_picture import GROUND, HEIGHT, SLAB, SQUARE, WIDTH, PreviewCanvas, drawn
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


def in_play(name: str) -> tuple[Plan, Scene]:
    """A position of one of its puzzles, as its seat sees it."""
    game = games.load(name)
    stands = shown(game, collection_of(game).ordered[0])
    return stands.match.plan(), stands.match.scene(stands.puzzle.seat)


def differing(one: bytes, other: bytes) -> int:
    return int((pixels(one) != pixels(other)).any(axis=2).sum())


@pytest.mark.parametrize("name", games.names())
def test_what_stands_on_the_board_is_seen_in_the_picture_of_every_game(name: str) -> None:
    plan, scene = in_play(name)
    empty = drawn(plan, replace(scene, pieces=(), marks=(), counters=()))
    assert (pixels(empty) != GROUND).any(), "the board is drawn"
    with_pieces = drawn(plan, replace(scene, marks=(), counters=()))
    assert differing(empty, with_pieces) > 250 * len(scene.pieces) ** 0.5
    for part in ("marks", "counters"):
        if any(getattr(each, "seat", None) is not None for each in getattr(scene, part)):
            assert differing(drawn(plan, replace(scene, **{part: ()})), drawn(plan, scene)) > 250, part


def two_pieces(**other: object) -> tuple[bytes, bytes]:
    plan = Plan("grid", 3, 3, tuple(Site(name, x + 0.5, 1.5) for x, name in enumerate("abc")))
    one = Piece("one", "stone", "site:b", Text("piece.one"), "R", 0)
    return drawn(plan, Scene((one,))), drawn(plan, Scene((replace(one, **other),)))


@pytest.mark.parametrize(
    "other",
    [{"seat": 1}, {"glyph": "S"}, {"glyph": "◎"}, {"glyph": "▲"}, {"glyph": "○"}, {"turn": 90}, {"seat": None}],
)  # fmt: skip
def test_pieces_that_differ_look_different(other: dict[str, object]) -> None:
    assert differing(*two_pieces(**other)) > 250


def test_a_ring_lets_the_board_through_and_a_seat_has_the_colour_that_its_game_gives() -> None:
    plan = Plan("points", 2, 2, (Site("a", 1, 1),), colours=("#123456",))
    ring = pixels(drawn(plan, Scene((Piece("ring", "ring", "site:a", Text("piece.ring"), "◎", 0),))))
    disc = pixels(drawn(plan, Scene((Piece("disc", "disc", "site:a", Text("piece.disc"), "", 0),))))
    colour = np.array([0x12, 0x34, 0x56])
    assert (ring == colour).all(axis=2).any()
    middle = np.s_[HEIGHT // 2 - 40 : HEIGHT // 2 + 40, WIDTH // 2 - 40 : WIDTH // 2 + 40]
    assert (disc[middle] == colour).all()
    assert not (ring[middle] == colour).all(axis=2).any()


def test_six_sided_tiles_cover_the_board_and_meet_in_their_sides() -> None:
    """The middle of each is tile, and so is what is nearly at its upper point, where a square would have ended."""
    row = 3**0.5 / 2
    sites = tuple(Site(f"{x} {y}", 1 + x + y % 2 / 2, 0.8 + row * y) for y in range(3) for x in range(3 - y % 2))
    plan = Plan("hex", 4, 3.4, sites)
    picture = pixels(drawn(plan, Scene()))
    canvas = PreviewCanvas((0, 0, 4, 3.4))

    def at(x: float, y: float) -> tuple[int, ...]:
        left, top = canvas.at_pixel(0, 0)
        return tuple(int(part) for part in picture[round((y - top) * canvas.unit), round((x - left) * canvas.unit)])

    for site in sites:
        assert at(site.x + 0.45, site.y) == at(site.x, site.y + 0.52) == SQUARE, site
    assert at(sites[0].x, sites[0].y - 0.6) == SLAB
    stone = Piece("one", "stone", f"site:{sites[4].id}", Text("piece.one"), "", 0)
    assert differing(drawn(plan, Scene((stone,))), drawn(plan, Scene())) > 250


def test_what_lies_face_down_is_the_same_whatever_it_is() -> None:
    """The scene has no more of it; and if it had, the picture would not show it."""
    plan = Plan("free", 4, 3, zones=(Zone("hand", "hand", Text("zone.hand"), 2, 1.5, 3, 2),))

    def card(glyph: str, face: Literal["up", "down"]) -> bytes:
        return drawn(plan, Scene((Piece("card", "card", "zone:hand", Text("piece.card"), glyph, face=face),)))

    assert card("7", "down") == card("99", "down") != card("7", "up") != card("99", "up")


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
    assert differing(before.content, after.content) > 250
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
