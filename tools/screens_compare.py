"""Compares two folders of pictures, pixel by pixel, and draws what differs."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]  # height × width × red, green, blue
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
        same = (old / name).read_bytes() == (new / name).read_bytes()
        pictures = None if same else (pixels(old / name), pixels(new / name))
        difference = pictures and difference_of(name, *pictures)
        if not pictures or not difference:
            found.equal += 1
            continue
        found.differing.append(difference)
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            Image.fromarray(drawn(*pictures)).save(out / name)
    return found


def pixels(path: Path) -> Pixels:
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB"))


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
