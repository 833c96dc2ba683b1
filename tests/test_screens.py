"""Two sets of pictures are compared pixel by pixel."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tools import screens_compare
from tools.screens_compare import Pixels, compare, pixels


@pytest.fixture
def old(tmp_path: Path) -> Path:
    folder = tmp_path / "old"
    folder.mkdir()
    return folder


@pytest.fixture
def new(tmp_path: Path) -> Path:
    folder = tmp_path / "new"
    folder.mkdir()
    return folder


def picture(width: int = 6, height: int = 4) -> Pixels:
    return np.arange(width * height * 3, dtype=np.uint8).reshape(height, width, 3)


def keep(folder: Path, name: str, what: Pixels, packed: int = 6) -> None:
    Image.fromarray(what).save(folder / f"{name}.png", compress_level=packed)


def test_equal_pictures_are_counted(old: Path, new: Path) -> None:
    for name in ("one", "two"):
        keep(old, name, picture())
        keep(new, name, picture())
    found = compare(old, new)
    assert found.same
    assert found.equal == 2


def test_the_same_pixels_in_another_file_are_equal(old: Path, new: Path) -> None:
    keep(old, "one", picture())
    keep(new, "one", picture(), packed=0)
    assert (old / "one.png").read_bytes() != (new / "one.png").read_bytes()
    assert compare(old, new).same


def test_one_pixel_that_differs_is_found_and_drawn(old: Path, new: Path, tmp_path: Path) -> None:
    changed = picture()
    changed[2, 4] = 255
    keep(old, "one", picture())
    keep(new, "one", changed)
    found = compare(old, new, tmp_path / "out")
    [difference] = found.differing
    assert not found.same
    assert (difference.pixels, difference.box) == (1, (4, 2, 5, 3))
    assert str(difference) == "one.png: 1 pixels, 1×1 at 4,2"
    shown = pixels(tmp_path / "out" / "one.png")
    assert shown.shape == (4, 3 * 6 + 2 * screens_compare.GAP, 3)
    assert (shown[2, 2 * (6 + screens_compare.GAP) + 4] == screens_compare.RED).all()
    assert (shown[:4, :6] == picture()).all()


def test_a_picture_that_has_grown_differs_where_it_is_larger(old: Path, new: Path) -> None:
    keep(old, "one", picture())
    keep(new, "one", np.pad(picture(), ((0, 2), (0, 0), (0, 0))))
    [difference] = compare(old, new).differing
    assert (difference.pixels, difference.box) == (12, (0, 4, 6, 6))
    assert str(difference).endswith(", 6×4 became 6×6")


def test_a_corner_that_neither_picture_has_is_no_difference(old: Path, new: Path) -> None:
    keep(old, "one", np.zeros((2, 5, 3), np.uint8))
    keep(new, "one", np.zeros((4, 3, 3), np.uint8))
    [difference] = compare(old, new).differing
    assert difference.pixels == 2 * 2 + 2 * 3


def test_missing_and_new_pictures_are_named(old: Path, new: Path) -> None:
    keep(old, "gone", picture())
    keep(new, "come", picture())
    found = compare(old, new)
    assert not found.same
    assert (found.missing, found.new) == (["gone.png"], ["come.png"])
