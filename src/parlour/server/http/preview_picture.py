"""A picture of a board for those who show where a link leads, from plan and scene alone.

It is drawn with NumPy: lines, discs and what has corners are all there is to draw, and no other package would be needed
while the house is open. What lies where, and which glyph is which shape, is as the board in the browser has it without
a skin (web/src/board/layout.ts and PlainParts.tsx).
"""

import math
import struct
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from parlour.core.scene import Counter, Mark, Piece, Plan, Scene, Zone

WIDTH, HEIGHT, MARGIN = 1200, 630, 36
Colour = tuple[int, int, int]
Spot = tuple[float, float]
Lengths = NDArray[np.floating[Any]]
Away = Callable[[Lengths, Lengths], Lengths]  # how far from its edge; inside, below nought

GROUND, SLAB, SLAB_EDGE = (0xF4, 0xEF, 0xE6), (0xE9, 0xE0, 0xCF), (0xCF, 0xC2, 0xA9)
SQUARE, DENT, ODD = (0xDD, 0xD1, 0xBA), (0xED, 0xE6, 0xD8), (0xC9, 0xB4, 0x84)
HAIR, LETTER, ACCENT = (0xA9, 0x9B, 0x81), (0x6B, 0x60, 0x49), (0xC7, 0x6A, 0x1B)
CARD, CARD_EDGE, CARD_INK = (0xFF, 0xFA, 0xF0), (0x8F, 0x84, 0x6C), (0x3A, 0x2A, 0x1C)
BACK, BACK_LINE = (0x44, 0x50, 0x6A), (0x8D, 0x9A, 0xB8)
PLAIN = (0xFF, 0xFA, 0xF0)  # nobody's
SEATS = ("#c23b2b", "#f2d24b", "#2f5f96", "#7a4d94", "#4b4f57", "#3f7a4e")  # as seats.module.css has them
# Tokens of two signs are told apart by the first of them, in the colour that it names.
NAMED = {"R": "#c6362c", "O": "#ec8a2c", "Y": "#f3c73c", "G": "#4f9a45", "B": "#2c68b4", "P": "#7b4598"}
BLACK, WHITE = (0x1B, 0x1D, 0x21), (0xFF, 0xFF, 0xFF)

DISC = {"grid": 0.82, "hex": 0.76, "points": 0.7, "free": 0.7}
CARD_RATIO, SHOWN_IN_PILE = 0.7, 6
SOLID, HOLLOW, RINGS = "●■▲◆", "○□△◇", "◉◎"
CORNERS: dict[str, tuple[Spot, ...]] = {
    "■□": ((-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)),
    "▲△": ((0, -1), (0.95, 0.72), (-0.95, 0.72)),
    "◆◇": ((0, -1), (0.95, 0), (0, 1), (-0.95, 0)),
}
HEXAGON = ((0, -0.556), (0.481, -0.278), (0.481, 0.278), (0, 0.556), (-0.481, 0.278), (-0.481, -0.278))
CHIP = 42  # pixels of a counter's height

# Signs of five columns and seven rows, a column in two hexadecimal digits, its top in the lowest bit.
SIGNS = {
    "0": "3E4141413E", "1": "00427F4000", "2": "4261514946", "3": "2141454B31", "4": "1814127F10", "5": "2745454539",
    "6": "3C4A494930", "7": "0171090503", "8": "3649494936", "9": "064949291E", "A": "7E1111117E", "B": "7F49494936",
    "C": "3E41414122", "D": "7F4141221C", "E": "7F49494941", "F": "7F09090901", "G": "3E4149497A", "H": "7F0808087F",
    "I": "00417F4100", "J": "2040413F01", "K": "7F08142241", "L": "7F40404040", "M": "7F020C027F", "N": "7F0408107F",
    "O": "3E4141413E", "P": "7F09090906", "Q": "3E4151215E", "R": "7F09192946", "S": "4649494931", "T": "01017F0101",
    "U": "3F4040403F", "V": "1F2040201F", "W": "3F4038403F", "X": "6314081463", "Y": "0708700807", "Z": "6151494543",
    "?": "0201510906", "'": "0005030000", "/": "2010080402", "-": "0808080808", "+": "08083E0808",
}  # fmt: skip


class Placed(NamedTuple):
    """A piece with its place. x, y is its centre."""

    piece: Piece
    card: bool
    x: float
    y: float
    width: float
    height: float


class PreviewCanvas:
    """Points are given as plans have them."""

    def __init__(self, frame: tuple[float, float, float, float], below: int = 0) -> None:
        left, top, width, height = frame
        room = HEIGHT - below
        self.unit = min((WIDTH - 2 * MARGIN) / max(width, 1), (room - 2 * MARGIN) / max(height, 1))
        self._left = left - (WIDTH / self.unit - width) / 2
        self._top = top - (room / self.unit - height) / 2
        self.pixels: Lengths = np.full((HEIGHT, WIDTH, 3), GROUND, np.float64)

    def at_pixel(self, x: float, y: float) -> Spot:
        return x / self.unit + self._left, y / self.unit + self._top

    def disc(self, x: float, y: float, radius: float, colour: Colour, strength: float = 1) -> None:
        reach = (x - radius, y - radius, x + radius, y + radius)
        self._paint(reach, colour, lambda px, py: np.hypot(px - x, py - y) - radius, strength)

    def ring(self, x: float, y: float, radius: float, wide: float, colour: Colour) -> None:
        far = radius + wide / 2
        reach = (x - far, y - far, x + far, y + far)
        self._paint(reach, colour, lambda px, py: abs(np.hypot(px - x, py - y) - radius) - wide / 2)

    def line(self, start: Spot, end: Spot, wide: float, colour: Colour, strength: float = 1) -> None:
        (x0, y0), (x1, y1), half = start, end, wide / 2
        dx, dy = x1 - x0, y1 - y0
        long = dx * dx + dy * dy or 1.0

        def away(px: Lengths, py: Lengths) -> Lengths:
            share = np.clip(((px - x0) * dx + (py - y0) * dy) / long, 0, 1)
            return cast(Lengths, np.hypot(px - x0 - share * dx, py - y0 - share * dy) - half)

        reach = (min(x0, x1) - half, min(y0, y1) - half, max(x0, x1) + half, max(y0, y1) + half)
        self._paint(reach, colour, away, strength)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour, round: float = 0) -> None:
        def away(px: Lengths, py: Lengths) -> Lengths:
            across, down = abs(px - x) - width / 2 + round, abs(py - y) - height / 2 + round
            outside = np.hypot(np.maximum(across, 0), np.maximum(down, 0))
            return cast(Lengths, outside + np.minimum(np.maximum(across, down), 0) - round)

        self._paint((x - width / 2, y - height / 2, x + width / 2, y + height / 2), colour, away)

    def shape(self, corners: Sequence[Spot], colour: Colour) -> None:
        """What has corners that all point outwards, given clockwise as one sees it."""
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        sides = list(pairwise([*corners, corners[0]]))

        def away(px: Lengths, py: Lengths) -> Lengths:
            far = [((y1 - y0) * (px - x0) - (x1 - x0) * (py - y0)) / math.hypot(x1 - x0, y1 - y0)
                   for (x0, y0), (x1, y1) in sides]  # fmt: skip
            return cast(Lengths, np.maximum.reduce(far))

        self._paint((min(xs), min(ys), max(xs), max(ys)), colour, away)

    def write(self, text: str, x: float, y: float, height: float, colour: Colour) -> None:
        """In capitals, around x, y; of what it has no sign for, nothing."""
        step = height / 6
        signs = [SIGNS[each] for each in text.upper() if each in SIGNS]
        left = x - (len(signs) * 6 - 2) * step / 2
        for number, sign in enumerate(signs):
            for start, end in strokes(sign):
                across = left + number * 6 * step
                self.line(
                    (across + start[0] * step, y + (start[1] - 3) * step),
                    (across + end[0] * step, y + (end[1] - 3) * step), step * 1.15, colour,
                )  # fmt: skip

    def _paint(self, reach: tuple[float, float, float, float], colour: Colour, away: Away, strength: float = 1) -> None:
        """Where `away` is below nought, with an edge one pixel soft."""
        x0, y0, x1, y1 = reach
        columns = slice(*_within(x0 - self._left, x1 - self._left, self.unit, WIDTH))
        rows = slice(*_within(y0 - self._top, y1 - self._top, self.unit, HEIGHT))
        if columns.start >= columns.stop or rows.start >= rows.stop:
            return
        px = (np.arange(columns.start, columns.stop) + 0.5) / self.unit + self._left
        py = (np.arange(rows.start, rows.stop) + 0.5) / self.unit + self._top
        cover = strength * np.clip(0.5 - away(px[None, :], py[:, None]) * self.unit, 0, 1)[:, :, None]
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


def strokes(sign: str) -> Iterator[tuple[Spot, Spot]]:
    """A sign's dots, joined with those beside them; slantwise only where no straight way leads there."""
    dots = {(x, y) for x, column in enumerate(bytes.fromhex(sign)) for y in range(7) if column >> y & 1}
    for x, y in sorted(dots):
        yield (x, y), (x, y)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            straight = dx * dy == 0 or not {(x + dx, y), (x, y + dy)} & dots
            if (x + dx, y + dy) in dots and straight:
                yield (x, y), (x + dx, y + dy)


# -- the board ------------------------------------------------------------------------------------------------


def drawn(plan: Plan, scene: Scene) -> bytes:
    numbers = [each for each in scene.counters if each.seat is not None]
    frame = frame_of(plan, scene)
    canvas = PreviewCanvas(frame, below=CHIP + MARGIN // 2 if numbers else 0)
    x, y, width, height = frame
    canvas.box(x + width / 2, y + height / 2, width + 0.5, height + 0.5, SLAB_EDGE, 0.3)
    canvas.box(x + width / 2, y + height / 2, width + 0.44, height + 0.44, SLAB, 0.28)
    draw_ground(canvas, plan, scene)
    placed = place_pieces(plan, scene)
    places = {f"site:{site.id}": (site.x, site.y) for site in plan.sites}
    places |= {f"zone:{zone.id}": (zone.x, zone.y) for zone in plan.zones}
    places |= {f"piece:{each.piece.id}": (each.x, each.y) for each in placed}
    for mark in scene.marks:
        draw_mark(canvas, plan, mark, [places[at] for at in mark.at if at in places])
    turning = {piece.kind for piece in scene.pieces if piece.turn}
    for each in placed:
        draw_piece(canvas, plan, each, each.piece.kind in turning)
    draw_numbers(canvas, plan, numbers)
    return canvas.png()


def frame_of(plan: Plan, scene: Scene) -> tuple[float, float, float, float]:
    return scene.frame or (0.0, 0.0, plan.width, plan.height)


def draw_ground(canvas: PreviewCanvas, plan: Plan, scene: Scene) -> None:
    shown = in_frame(plan, scene)
    for zone in plan.zones:
        if shown(zone.x, zone.y):
            canvas.box(zone.x, zone.y, zone.width, zone.height, HAIR, 0.16)
            canvas.box(zone.x, zone.y, zone.width - 0.05, zone.height - 0.05, DENT, 0.14)
    sites = [site for site in plan.sites if shown(site.x, site.y)]
    for site in sites:
        if plan.layout == "grid":
            canvas.box(site.x, site.y, 0.96, 0.96, ODD if site.kind else SQUARE, 0.1)
        elif plan.layout == "hex":
            canvas.shape([(site.x + x, site.y + y) for x, y in HEXAGON], ODD if site.kind else SQUARE)
        if plan.layout in ("grid", "hex"):
            canvas.disc(site.x, site.y, 0.41, DENT, 0.35 if site.kind else 0.7)
    at = {site.id: (site.x, site.y) for site in sites}
    for line in plan.lines:
        for start, end in pairwise([at[each] for each in line.through if each in at]):
            canvas.line(start, end, 0.045, HAIR)
    if plan.layout == "points" and not plan.lines:
        for site in sites:
            canvas.line((site.x - 0.09, site.y), (site.x + 0.09, site.y), 0.04, HAIR)
            canvas.line((site.x, site.y - 0.09), (site.x, site.y + 0.09), 0.04, HAIR)
    for label in plan.labels:
        if shown(label.x, label.y):
            canvas.write(label.text, label.x, label.y, 0.24, LETTER)


def in_frame(plan: Plan, scene: Scene) -> Callable[[float, float], bool]:
    left, top, width, height = frame_of(plan, scene)
    return lambda x, y: left <= x <= left + width and top <= y <= top + height


def draw_mark(canvas: PreviewCanvas, plan: Plan, mark: Mark, at: list[Spot]) -> None:
    """The last move as the way it went; everything else as light under its places."""
    if mark.kind == "last" and len(at) > 1:
        for start, end in pairwise(at):
            canvas.line(start, end, 0.12, ACCENT, 0.55)
    for x, y in at:
        canvas.disc(x, y, 0.49, ACCENT if mark.seat is None else colour_of(plan, mark.seat), 0.3)


def draw_numbers(canvas: PreviewCanvas, plan: Plan, counters: Sequence[Counter]) -> None:
    """What players watch, seat by seat, in a row under the board."""
    seats = sorted({each.seat for each in counters if each.seat is not None})
    size, step = CHIP / canvas.unit, min(300, (WIDTH - 2 * MARGIN) // max(1, len(seats)))
    for number, seat in enumerate(seats):
        middle = WIDTH / 2 + (number - (len(seats) - 1) / 2) * step
        values = [f"{each.value}/{each.of}" if each.of else str(each.value) for each in counters if each.seat == seat]
        x, y = canvas.at_pixel(middle, HEIGHT - MARGIN / 2 - CHIP / 2)
        canvas.box(x, y, (step - 16) / canvas.unit, size, CARD_EDGE, size / 2)
        canvas.box(x, y, (step - 18) / canvas.unit, size - 2 / canvas.unit, CARD, size / 2)
        left = x - (step - 16) / canvas.unit / 2 + size / 2
        canvas.disc(left, y, size * 0.34, CARD_EDGE)
        canvas.disc(left, y, size * 0.31, colour_of(plan, seat))
        room = (step - 16) / canvas.unit - size * 1.4
        for place, value in enumerate(values[:3]):
            share = room / min(3, len(values))
            canvas.write(value, left + size * 0.6 + share * (place + 0.5), y, size * 0.42, CARD_INK)


# -- where pieces lie -----------------------------------------------------------------------------------------


def place_pieces(plan: Plan, scene: Scene) -> list[Placed]:
    lying = defaultdict[str, list[Piece]](list)
    for piece in scene.pieces:
        lying[piece.at].append(piece)
    size, shown, placed = DISC[plan.layout], in_frame(plan, scene), list[Placed]()
    for site in plan.sites:
        for number, piece in enumerate(lying[f"site:{site.id}"]):
            placed.append(Placed(piece, False, site.x, site.y - number * 0.1, size, size))
    for zone in plan.zones:
        if shown(zone.x, zone.y):
            placed += in_zone(zone, lying[f"zone:{zone.id}"])
    return placed


def in_zone(zone: Zone, pieces: list[Piece]) -> list[Placed]:
    if not pieces:
        return []
    if zone.kind == "hand":
        return in_hand(zone, pieces)
    if zone.kind == "pile" or all(piece.face == "down" for piece in pieces):
        return in_pile(zone, pieces)
    size = min(0.84, zone.width, zone.height)
    while int(zone.width / size) * int(zone.height / size) < len(pieces):
        size *= 0.95
    columns = min(len(pieces), int(zone.width / size))
    rows = math.ceil(len(pieces) / columns)
    return [
        Placed(
            piece, False, zone.x + (i % columns - (columns - 1) / 2) * size,
            zone.y + (i // columns - (rows - 1) / 2) * size, size * 0.88, size * 0.88,
        )
        for i, piece in enumerate(pieces)
    ]  # fmt: skip


def card_size(zone: Zone, share: float) -> Spot:
    height = min(zone.height * share, zone.width * share / CARD_RATIO)
    return height * CARD_RATIO, height


def in_hand(zone: Zone, pieces: list[Piece]) -> list[Placed]:
    width, height = card_size(zone, 0.86)
    step = min(width * 1.06, (zone.width * 0.97 - width) / max(1, len(pieces) - 1))
    middle = (len(pieces) - 1) / 2
    return [Placed(each, True, zone.x + (i - middle) * step, zone.y, width, height) for i, each in enumerate(pieces)]


def in_pile(zone: Zone, pieces: list[Piece]) -> list[Placed]:
    """The last cards of it, the top one whole and of the others an edge."""
    width, height = card_size(zone, 0.8)
    shown = pieces[-SHOWN_IN_PILE:]
    edge = min(height * 0.07, (zone.height - height) / (2 * SHOWN_IN_PILE))
    under = range(len(shown) - 1, -1, -1)
    return [
        Placed(piece, True, zone.x, zone.y - up * edge, width, height) for piece, up in zip(shown, under, strict=True)
    ]


# -- pieces ---------------------------------------------------------------------------------------------------


def draw_piece(canvas: PreviewCanvas, plan: Plan, placed: Placed, turning: bool) -> None:
    piece, x, y = placed.piece, placed.x, placed.y
    if placed.card:
        draw_card(canvas, placed)
        return
    radius, own = placed.width / 2, colour_of(plan, piece.seat, piece)
    glyph = "" if piece.face == "down" and not piece.glyph.isascii() else piece.glyph
    if glyph and glyph in RINGS:
        canvas.ring(x, y, radius * 0.76, radius * 0.46, edge_of(own))
        canvas.ring(x, y, radius * 0.76, radius * 0.34, own)
        return
    canvas.disc(x, y + radius * 0.12, radius, BLACK, 0.2)
    corners = next((found for those, found in CORNERS.items() if glyph and glyph in those), None)
    if corners is not None:
        canvas.shape([(x + cx * radius, y + cy * radius) for cx, cy in corners], edge_of(own))
        canvas.shape([(x + cx * radius * 0.84, y + cy * radius * 0.84) for cx, cy in corners], own)
    else:
        if turning:
            draw_bow(canvas, placed, own)
        canvas.disc(x, y, radius * 0.95, edge_of(own))
        canvas.disc(x, y, radius * 0.85, own)
    if glyph and glyph in SOLID:
        canvas.disc(x, y, radius * 0.2, ink_on(own))
    elif glyph and glyph in HOLLOW:
        canvas.ring(x, y, radius * 0.58, radius * 0.08, ink_on(own))
    else:
        canvas.write(glyph, x, y, radius * (0.9 if len(glyph) == 1 else 0.62), ink_on(own))


def draw_bow(canvas: PreviewCanvas, placed: Placed, own: Colour) -> None:
    """The tip of what points somewhere."""
    radius, ahead = placed.width / 2, math.radians(placed.piece.turn)
    to_x, to_y = math.sin(ahead), -math.cos(ahead)
    for grow, colour in ((1.0, edge_of(own)), (0.84, own)):
        tip = (placed.x + to_x * radius * 1.75 * grow, placed.y + to_y * radius * 1.75 * grow)
        right, left = (
            (placed.x + (to_x * 0.35 - side * to_y) * radius * 0.9 * grow,
             placed.y + (to_y * 0.35 + side * to_x) * radius * 0.9 * grow)
            for side in (1, -1)
        )  # fmt: skip
        canvas.shape([tip, right, left], colour)


def draw_card(canvas: PreviewCanvas, placed: Placed) -> None:
    piece, x, y, width, height = placed.piece, placed.x, placed.y, placed.width, placed.height
    round, thin = width * 0.1, 0.04
    canvas.box(x, y + height * 0.02, width + thin, height + thin, CARD_EDGE, round)
    if piece.face == "down":
        canvas.box(x, y, width, height, CARD, round)
        canvas.box(x, y, width * 0.84, height * 0.88, BACK, round * 0.6)
        canvas.box(x, y, width * 0.6, height * 0.68, BACK_LINE, round * 0.4)
        canvas.box(x, y, width * 0.52, height * 0.62, BACK, round * 0.4)
        return
    named = named_colour(piece)
    canvas.box(x, y, width, height, named or CARD, round)
    tall = min(height * 0.3, width * 0.85 / max(1, len(piece.glyph)))  # a sign takes as much as it is high
    canvas.write(piece.glyph, x, y, tall, ink_on(named) if named else CARD_INK)


def colour_of(plan: Plan, seat: int | None, piece: Piece | None = None) -> Colour:
    """The seat's, which the game may give; of what is nobody's, what its sign names."""
    if seat is None:
        return (named_colour(piece) if piece is not None else None) or PLAIN
    return of_hex(plan.colours[seat] if seat < len(plan.colours) else SEATS[seat % len(SEATS)])


def named_colour(piece: Piece) -> Colour | None:
    glyph = piece.glyph
    return of_hex(NAMED[glyph[0]]) if len(glyph) == 2 and glyph.isalpha() and glyph[0] in NAMED else None


def of_hex(colour: str) -> Colour:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def is_light(colour: Colour) -> bool:
    red, green, blue = colour
    return red * 299 + green * 587 + blue * 114 > 140_000


def ink_on(colour: Colour) -> Colour:
    return BLACK if is_light(colour) else WHITE


def edge_of(colour: Colour) -> Colour:
    """Darker than what it goes around; lighter, where that is dark already: a black ring is seen on a dark board."""
    red, green, blue = (int(each * 0.5) if sum(colour) > 250 else min(255, each + 90) for each in colour)
    return red, green, blue
