"""The page on scale says what its model says, and the model what was measured."""

from pathlib import Path

import pytest

from bench import scale
from bench.scale import Costs, Shard, Simulation

PAGE = (Path(__file__).parents[2] / "docs" / "scale.md").read_text("utf-8")


@pytest.mark.slow
def test_the_page_has_the_tables_that_the_model_makes() -> None:
    for part in (scale.checked, scale.shards, scale.spreads):
        assert "\n".join(part()) in PAGE


def test_a_full_process_does_what_its_costs_allow() -> None:
    found = Simulation(Shard(1, 50, 0), Costs(), 4).run()
    assert found.busiest > 0.99
    assert abs(found.rate * (Costs().take + Costs().tell) - 1) < 0.02


def test_a_step_waits_longer_for_an_opponent_who_is_elsewhere() -> None:
    together, apart = (Simulation(Shard(2, 200, 1.0, part), Costs(), 10).run() for part in (0.0, 1.0))
    assert together.p50 + Costs().hop / 4 < apart.p50 < together.p50 + 2 * Costs().hop


def test_only_a_new_shards_own_tables_move() -> None:
    names = [f"shard-{number}" for number in range(7)]
    for number in range(500):
        before, after = (scale.home_of(f"table-{number}", each) for each in (names, [*names, "another"]))
        assert after in (before, "another")
