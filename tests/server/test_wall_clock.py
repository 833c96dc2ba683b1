"""A wall clock that is set by an hour, under a server on a real port: a match with clocks goes on as it would have."""

import time
from pathlib import Path
from typing import Any

import pytest

from parlour.house.steady_time import SteadyTime
from tests.server.conftest import Sitting, wait_until_ready
from tests.server.live.real import RealHouse, real_house

pytestmark = pytest.mark.compiled
HOUR = 3_600_000
LIVE = {"pace": "live", "minutes": 3, "increment": 0}


class ShiftedWall:
    """The machine's own wall clock, which somebody has set."""

    def __init__(self, by: int = 0) -> None:
        self.by = by

    def __call__(self) -> int:
        return time.time_ns() + self.by * 1_000_000


def house_time(house: RealHouse) -> int:
    now: int = house.app.state["services"].tables.time.now()
    return now


def left(house: RealHouse, sitting: Sitting) -> dict[int, int]:
    """What each clock shows."""
    clocks: list[dict[str, Any]] = sitting.now(0)["clocks"]
    now = house_time(house)
    return {seat: one["due"] - now if "due" in one else one["left"] for seat, one in enumerate(clocks)}


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_wall_clock_that_jumps_an_hour_costs_and_gives_nobody_anything(tmp_path: Path, jump: int) -> None:
    wall = ShiftedWall()
    with real_house(tmp_path, time=SteadyTime(wall)) as house:
        sitting = house.visitor().open("connect4", "mm", clock=LIVE)
        began, before = time.monotonic(), left(house, sitting)
        wall.by = jump
        after = left(house, sitting)
        for number, column in enumerate("abcdef"):
            wall.by = jump if number % 2 else 0
            assert sitting.act(number % 2, column).status_code == 200
        spent = sum(before.values()) - sum(left(house, sitting).values())
        passed = (time.monotonic() - began) * 1000
    assert before.keys() == after.keys() == {0, 1}
    assert -1 <= spent <= passed + 100, "no more than has really passed"
    assert spent >= 0.1 * passed - 100, "and no less: the clocks run"
    assert all(abs(before[seat] - after[seat]) <= passed + 100 for seat in before)


def test_after_a_restart_with_a_wall_clock_that_was_set_back_time_goes_on(tmp_path: Path) -> None:
    wall = ShiftedWall(HOUR)
    with real_house(tmp_path, time=SteadyTime(wall)) as house:
        visitor = house.visitor()
        sitting = visitor.open("connect4", "mm", clock=LIVE)
        sitting.act(0, "d")
        last, before = house_time(house), left(house, sitting)
        id, port = sitting.id, house.at[1]
    wall.by = -HOUR
    with real_house(tmp_path, time=SteadyTime(wall)) as house:
        cookie = visitor.headers["Cookie"].replace(str(port), str(house.at[1]), 1)  # named after the port
        visitor.client, visitor.headers = house.client, {"Origin": house.address, "Cookie": cookie}
        wait_until_ready(house.client, "connect4")
        sitting = Sitting(visitor, id)
        assert house_time(house) >= last - 50
        after = left(house, sitting)
        assert sitting.act(1, "d").status_code == 200
        lines = [line["at"] for line in sitting.news(0)["lines"]]
    assert lines == sorted(lines)
    assert before[0] == after[0]
    assert abs(before[1] - after[1]) <= 5000, "but for what lies between two heartbeats"
