"""Compares two folders of pictures, pixel by pixel, and draws what differs."""

import struct
import zlib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numba import njit
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]  # height × width × red, green, blue
SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}  # by PNG's types of colour: those that browsers write
GAP = 8  # pixels between the pictures of a difference
RED, GREY = (220, 30, 60), (120, 120, 120)


@dataclass
class Difference:
    name: str
    pixels: int
    box: tuple[int, int, int, int]  # left, top, right, bottom; the last two just outside
    sizes: tuple[tuple[int, int], tuple[int, int]]  # width and height of both

    def __str__(self) -> str:
        left, top, right, bottom = self.box
        (w, h), (new_w, new_h) = self.sizes
        resized = "" if (w, h) == (new_w, new_h) else f", {w}×{h} became {new_w}×{new_h}"
        return f"{self.name}: {self.pixels} pixels, {right - left}×{bottom - top} at {left},{top}{resized}"


@dataclass
class Comparison:
    equal: int = 0
    differing: list[Difference] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)

    @property
    def same(self) -> bool:
        return not (self.differing or self.missing or self.new)


def compare(old: Path, new: Path, out: Path | None = None) -> Comparison:
    """Of all pictures of both folders; what differs is drawn in `out`."""
    found = Comparison()
    before, after = ({path.name for path in folder.glob("*.png")} for folder in (old, new))
    found.missing, found.new = sorted(before - after), sorted(after - before)
    for name in sorted(before & after):
        one, other = (old / name).read_bytes(), (new / name).read_bytes()
        pictures = None if one == other else (decode(one), decode(other))
        difference = pictures and difference_of(name, *pictures)
        if not pictures or not difference:
            found.equal += 1
            continue
        found.differing.append(difference)
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            (out / name).write_bytes(encode(drawn(*pictures)))
    return found


def differing_pixels(old: Pixels, new: Pixels) -> NDArray[np.bool_]:
    """On a canvas that has room for both: what only one of them has differs."""
    height, width = max(old.shape[0], new.shape[0]), max(old.shape[1], new.shape[1])
    differs = np.ones((height, width), bool)
    h, w = min(old.shape[0], new.shape[0]), min(old.shape[1], new.shape[1])
    differs[:h, :w] = (old[:h, :w] != new[:h, :w]).any(axis=2)
    # A corner that neither of them has, where one is wider and the other is higher.
    differs[old.shape[0] :, new.shape[1] :] = False
    differs[new.shape[0] :, old.shape[1] :] = False
    return differs


def difference_of(name: str, old: Pixels, new: Pixels) -> Difference | None:
    differs = differing_pixels(old, new)
    if not differs.any():
        return None
    down, across = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    box = (int(across[0]), int(down[0]), int(across[-1]) + 1, int(down[-1]) + 1)
    sizes = ((old.shape[1], old.shape[0]), (new.shape[1], new.shape[0]))
    return Difference(name, int(differs.sum()), box, sizes)


def drawn(old: Pixels, new: Pixels) -> Pixels:
    """Old, new, and the old one faded with what differs in red; beside each other."""
    differs = differing_pixels(old, new)
    height, width = differs.shape
    whole = np.full((height, 3 * width + 2 * GAP, 3), GREY, np.uint8)
    for at, picture in enumerate((old, new, (old // 3 + 170).astype(np.uint8))):
        left = at * (width + GAP)
        whole[: picture.shape[0], left : left + picture.shape[1]] = picture
    whole[:, 2 * (width + GAP) :][differs] = RED
    return whole


# -- PNG, as far as browsers write it: eight bits a channel, not interlaced ---------------------------------------


def encode(picture: Pixels) -> bytes:
    height, width, _ = picture.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # each begins with its filter: none
    rows[:, 1:] = picture.reshape(height, -1)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 3)), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )


def decode(data: bytes) -> Pixels:
    if not data.startswith(SIGNATURE):
        raise ValueError("this is no PNG")
    at, body, head = len(SIGNATURE), b"", b""
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, part = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        head = part if kind == b"IHDR" else head
        body += part if kind == b"IDAT" else b""
        at += 12 + length
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", head)
    if depth != 8 or colour not in CHANNELS or interlaced:
        raise ValueError("a PNG with eight bits of red, green and blue was expected")
    channels = CHANNELS[colour]
    rows = np.frombuffer(zlib.decompress(body), np.uint8).reshape(height, 1 + width * channels)
    return unfiltered(rows, channels).reshape(height, width, channels)[:, :, :3]


@njit(cache=True)
def unfiltered(rows: Pixels, channels: int) -> Pixels:
    """PNG keeps each byte as what is to be added to a guess from its neighbours: left, above, and left above."""
    height, width = rows.shape[0], rows.shape[1] - 1
    found = np.zeros((height, width), np.uint8)
    for y in range(height):
        how = rows[y, 0]
        for x in range(width):
            left = int(found[y, x - channels]) if x >= channels else 0
            up = int(found[y - 1, x]) if y > 0 else 0
            corner = int(found[y - 1, x - channels]) if y > 0 and x >= channels else 0
            guess = 0
            if how == 1:
                guess = left
            elif how == 2:
                guess = up
            elif how == 3:
                guess = (left + up) // 2
            elif how == 4:  # Paeth's: whichever is nearest to left + up - corner
                base = left + up - corner
                by_left, by_up, by_corner = abs(base - left), abs(base - up), abs(base - corner)
                guess = up if by_up <= by_corner else corner
                if by_left <= by_up and by_left <= by_corner:
                    guess = left
            found[y, x] = (int(rows[y, x + 1]) + guess) & 255
    return found
