"""Two sets of pictures are compared pixel by pixel."""

import zlib
from pathlib import Path

import numpy as np
import pytest

from tools import screens_compare
from tools.screens_compare import Pixels, compare, decode, encode, unfiltered


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


def keep(folder: Path, name: str, what: Pixels) -> None:
    (folder / f"{name}.png").write_bytes(encode(what))


def test_equal_pictures_are_counted(old: Path, new: Path) -> None:
    for name in ("one", "two"):
        keep(old, name, picture())
        keep(new, name, picture())
    found = compare(old, new)
    assert found.same
    assert found.equal == 2


def test_the_same_pixels_in_another_file_are_equal(old: Path, new: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(old, "one", picture())
    monkeypatch.setattr(screens_compare.zlib, "compress", lambda data, _: _stored(data))
    keep(new, "one", picture())
    assert (old / "one.png").read_bytes() != (new / "one.png").read_bytes()
    assert compare(old, new).same


def _stored(data: bytes) -> bytes:
    packer = zlib.compressobj(0)
    return packer.compress(data) + packer.flush()


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
    shown = decode((tmp_path / "out" / "one.png").read_bytes())
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


def test_every_way_in_which_png_keeps_a_row_is_read() -> None:
    """None, left, above, their mean, and Paeth's guess: each row of one value, kept as what is left of it."""
    rows = np.array(
        [[0, 10, 20, 30], [1, 10, 10, 10], [2, 5, 5, 5], [3, 8, 5, 5], [4, 1, 2, 254]], np.uint8
    )  # fmt: skip
    expected = [[10, 20, 30], [10, 20, 30], [15, 25, 35], [15, 25, 35], [16, 27, 33]]
    assert unfiltered.py_func(rows, 1).tolist() == expected
