"""What is shown of a link to a table where somebody sends it on: a title, a sentence, and a picture of the board.

The picture is drawn here from plan and scene, as a stranger who looks on is shown them and nobody else: it cannot tell
more than that. Of a private table whoever has only its id learns the game's name. It is drawn with NumPy alone: discs,
lines and rectangles are all there is to draw, and no other package would be needed while the house is open.
"""

import struct
import zlib
from collections.abc import Callable
from html import escape
from itertools import pairwise
from typing import Any

import numpy as np
from litestar import Response, get
from numpy.typing import NDArray

from parlour.core.scene import Plan, Scene
from parlour.core.texts import Refused
from parlour.house.tables.state import Table
from parlour.server.http.requests import PathId, TheServices
from parlour.server.services import Services
from parlour.server.texts import say

WIDTH, HEIGHT, MARGIN = 1200, 630, 40
TABLE, BOARD, ZONE = (0xF4, 0xEF, 0xE6), (0xFF, 0xFE, 0xF9), (0xEA, 0xE2, 0xD4)
LINE, SITE, DOWN = (0xB9, 0xAF, 0x9D), (0xD9, 0xD0, 0xBF), (0x8B, 0x83, 0x76)
SEATS = (
    (0x1F, 0x4E, 0x79),
    (0xC2, 0x5A, 0x2C),
    (0x3F, 0x7D, 0x4E),
    (0x7A, 0x4A, 0x8C),
    (0xB0, 0x8A, 0x1E),
    (0x44,) * 3,
)
NOBODYS = (0x6B, 0x64, 0x58)
Colour = tuple[int, int, int]
Away = Callable[
    [NDArray[np.floating[Any]], NDArray[np.floating[Any]]], NDArray[np.floating[Any]]
]  # from its edge; inside, below nought


@get("/tables/{table:str}/preview.png", media_type="image/png")
async def table_preview(services: TheServices, table: PathId) -> Response[bytes]:
    """A picture of a table that everybody may see, as spectators see it: for those who show where a link leads."""
    at = await services.table_service.find(None, table)
    picture = await services.tables.beside(picture_of, at)
    return Response(picture, media_type="image/png", headers={"Cache-Control": "public, max-age=60"})


async def head_of(services: Services, id: str, base: str, language: str) -> str:
    """What goes into the head of the page for whoever shows where the link leads; empty, if there is no such table."""
    try:
        table = await services.tables.table(id)
    except Refused:
        return ""
    game = table.game.title
    try:
        await services.table_service.find(None, id)
    except Refused:
        return tags({"og:title": game, "og:site_name": "Parlour", "og:type": "website"})
    shown = table.seen_by(None)
    return tags({
        "og:title": game, "og:site_name": "Parlour", "og:type": "website",
        "og:description": say(f"preview.{shown.phase}", language=language),
        "og:image": f"{base}/api/v1/tables/{table.id}/preview.png",
        "og:image:width": str(WIDTH), "og:image:height": str(HEIGHT), "twitter:card": "summary_large_image",
    })  # fmt: skip


def tags(properties: dict[str, str]) -> str:
    return "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items())


# -- drawing --------------------------------------------------------------------------------------------------


def picture_of(table: Table) -> bytes:
    shown = table.seen_by(None)
    plan = shown.game.plan(shown.rules.seats, shown.rules.options)
    return drawn(plan, Scene() if shown.match is None else shown.match.scene(None))


class PreviewCanvas:
    """Points are given as plans have them."""

    def __init__(self, frame: tuple[float, float, float, float]) -> None:
        left, top, width, height = frame
        self.unit = min((WIDTH - 2 * MARGIN) / max(width, 1), (HEIGHT - 2 * MARGIN) / max(height, 1))
        self._left = left - (WIDTH / self.unit - width) / 2
        self._top = top - (HEIGHT / self.unit - height) / 2
        self.pixels: NDArray[np.floating[Any]] = np.full((HEIGHT, WIDTH, 3), TABLE, np.float64)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self._paint(
            (x - radius, y - radius, x + radius, y + radius), colour, lambda px, py: np.hypot(px - x, py - y) - radius
        )

    def line(self, x0: float, y0: float, x1: float, y1: float, wide: float, colour: Colour) -> None:
        dx, dy, half = x1 - x0, y1 - y0, wide / 2
        long = dx * dx + dy * dy or 1.0

        def away(px: NDArray[np.floating[Any]], py: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
            share = np.clip(((px - x0) * dx + (py - y0) * dy) / long, 0, 1)
            return np.hypot(px - x0 - share * dx, py - y0 - share * dy) - half

        self._paint((min(x0, x1) - half, min(y0, y1) - half, max(x0, x1) + half, max(y0, y1) + half), colour, away)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        self._paint(
            (x - width / 2, y - height / 2, x + width / 2, y + height / 2), colour,
            lambda px, py: np.maximum(abs(px - x) - width / 2, abs(py - y) - height / 2),
        )  # fmt: skip

    def _paint(self, reach: tuple[float, float, float, float], colour: Colour, away: Away) -> None:
        """Where `away` is below nought, with an edge one pixel soft."""
        x0, y0, x1, y1 = reach
        columns = slice(*_within(x0 - self._left, x1 - self._left, self.unit, WIDTH))
        rows = slice(*_within(y0 - self._top, y1 - self._top, self.unit, HEIGHT))
        if columns.start >= columns.stop or rows.start >= rows.stop:
            return
        px = (np.arange(columns.start, columns.stop) + 0.5) / self.unit + self._left
        py = (np.arange(rows.start, rows.stop) + 0.5) / self.unit + self._top
        cover = np.clip(0.5 - away(px[None, :], py[:, None]) * self.unit, 0, 1)[:, :, None]
        part = self.pixels[rows, columns]
        self.pixels[rows, columns] = part * (1 - cover) + np.array(colour) * cover

    def png(self) -> bytes:
        rows = np.rint(self.pixels).astype(np.uint8).reshape(HEIGHT, WIDTH * 3)
        raw = np.concatenate([np.zeros((HEIGHT, 1), np.uint8), rows], axis=1).tobytes()
        header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
        parts = ((b"IHDR", header), (b"IDAT", zlib.compress(raw, 6)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
            for kind, body in parts
        )


def _within(low: float, high: float, unit: float, most: int) -> tuple[int, int]:
    return max(0, int(low * unit) - 1), min(most, int(high * unit) + 2)


def drawn(plan: Plan, scene: Scene) -> bytes:
    canvas = PreviewCanvas(scene.frame or (0.0, 0.0, plan.width, plan.height))
    places = {f"site:{site.id}": (site.x, site.y) for site in plan.sites}
    squares = plan.layout == "grid"
    for zone in plan.zones:
        canvas.box(zone.x, zone.y, zone.width, zone.height, ZONE)
    for site in plan.sites:
        if squares:
            canvas.box(site.x, site.y, 0.94, 0.94, BOARD)
    for line in plan.lines:
        through = [places[f"site:{each}"] for each in line.through]
        for (x0, y0), (x1, y1) in pairwise(through):
            canvas.line(x0, y0, x1, y1, 0.05, LINE)
    if not squares:
        for site in plan.sites:
            canvas.disc(site.x, site.y, 0.08, SITE)
    for zone in plan.zones:
        lying = [piece for piece in scene.pieces if piece.at == f"zone:{zone.id}"]
        for number, piece in enumerate(lying):
            share = (number + 0.5) / len(lying) - 0.5
            places[f"piece:{piece.id}"] = (zone.x + share * max(0.0, zone.width - 0.6), zone.y)
    for piece in scene.pieces:
        place = places.get(f"piece:{piece.id}") or places.get(piece.at)
        if place is not None:
            colour = DOWN if piece.face == "down" else NOBODYS if piece.seat is None else SEATS[piece.seat % len(SEATS)]
            canvas.disc(*place, 0.4, LINE)
            canvas.disc(*place, 0.36, colour)
    return canvas.png()
