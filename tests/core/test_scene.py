"""A plan that cannot be drawn is refused where it is written."""

import pytest

from parlour.core.scene import Plan


def test_an_unknown_layout_is_refused_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match="one of grid, hex, points, free; “hexes” is none"):
        Plan("hexes", 3, 3)  # type: ignore[arg-type]


def test_a_seats_colour_is_written_in_one_way() -> None:
    assert Plan("hex", 3, 3, colours=("#c23b2b",)).colours == ("#c23b2b",)
    with pytest.raises(ValueError, match=r"#rrggbb.*“red” is not"):
        Plan("hex", 3, 3, colours=("red",))


def test_what_a_game_does_not_say_is_not_sent() -> None:
    assert Plan("grid", 1, 1).hash() != Plan("hex", 1, 1).hash()
