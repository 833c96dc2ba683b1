"""Knowledge keeps its word wherever a race has gone and whatever the pilot book says: without the compiler too."""

from random import Random

import numpy as np
import pytest

from parlour.core.laws.suite import random_step
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.games.regatta import GAME
from parlour.games.regatta.board import SQUARES, WINDS
from parlour.games.regatta.knowledge import evaluate, policy, prior
from parlour.games.regatta.pilot import KITES, LAYERS
from parlour.games.regatta.racer import TACKS_BEFORE

BOOK = (len(WINDS), LAYERS, KITES, len(TACKS_BEFORE), SQUARES)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_in_random_positions_values_sum_to_nothing_priors_are_positive_and_the_policy_is_legal(seats):
    rng, seen = Random(seats), 0
    lore = np.random.default_rng(seats).integers(0, 4000, BOOK).astype(np.int16)
    out = GAME.buffer()
    weights, values = np.zeros(len(out)), np.zeros(seats)
    match = Match(GAME, seats, {"course": 3})
    while seen < 200 and not match.over:
        if match.actor >= 0:
            evaluate(match.state, values, lore)
            assert all(-1 <= value <= 1 for value in values)
            assert sum(values) == pytest.approx(0, abs=1e-9)
            actions = np.array(GAME.list_legal(match.state, match.actor), np.int64)
            prior(match.state, match.actor, actions, len(actions), weights, lore)
            assert (weights[: len(actions)] > 0).all()
            assert policy(match.state, match.actor, new_rng(seen), out, weights, lore) in actions
            seen += 1
        random_step(match, rng, extras=False)
    assert seen == 200
