"""The picture that a game brings for its card."""

from dataclasses import replace
from pathlib import Path

import pytest

from parlour import games
from parlour.server.game_readiness import LARGEST_EMBLEM, emblem_of
from tests.server.conftest import API
from tests.serving import HouseClient


def brought(tmp_path: Path, drawn: str) -> str | None:
    (tmp_path / "emblem.svg").write_text(drawn, "utf-8")
    return emblem_of(replace(games.load("connect4"), home=tmp_path))


def test_a_game_brings_a_picture_of_its_own(tmp_path: Path) -> None:
    assert brought(tmp_path, "<svg/>") == "<svg/>"


@pytest.mark.parametrize("drawn", ["no picture", "<svg>" + " " * LARGEST_EMBLEM])
def test_what_is_no_small_picture_is_not_shown(tmp_path: Path, drawn: str) -> None:
    assert brought(tmp_path, drawn) is None


def test_it_is_served_as_an_image_in_which_nothing_runs(client: HouseClient) -> None:
    drawn = (games.load("connect4").home / "emblem.svg").read_text("utf-8")
    answer = client.get(f"{API}/games/connect4/emblem")
    assert (answer.status_code, answer.text) == (200, drawn)
    assert answer.headers["Content-Type"].startswith("image/svg+xml")
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert client.get(f"{API}/games/connect4").json()["emblem"] is True
