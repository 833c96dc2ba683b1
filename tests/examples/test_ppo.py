"""The example of a player that learns by itself: it learns, and beats somebody who plays anything."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from parlour.env.vec import VecEnv
from parlour.games import load

PPO = Path(__file__).parents[2] / "examples" / "ppo.py"


@pytest.fixture(scope="module")
def ppo() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_ppo", PPO)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_few_rounds_of_playing_itself_beat_somebody_who_plays_anything(ppo: ModuleType) -> None:
    net = ppo.train(load("connect4"), matches=128, threads=1, seed=1, rounds=5, say=lambda line: None)
    won = [ppo.match_against(net, load("connect4"), "random", number % 2, number) for number in range(40)]
    assert sum(won) > 20, "somebody who learned nothing would come out about even"


def test_its_gradient_is_that_of_its_loss(ppo: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    for name, size in (("HIDDEN", 6), ("WINDOW", 2), ("KINDS", 3)):
        monkeypatch.setattr(ppo, name, size)
    net = ppo.Net((2, 3, 2), 1, 4, rng)
    net.weights = {name: rng.normal(size=w.shape) for name, w in net.weights.items()}
    x, mask = rng.normal(size=(7, 13)), rng.random((7, 4)) < 0.7
    mask[:, 0] = True
    chosen, advantages, targets = np.zeros(7, int), rng.normal(size=7), rng.normal(size=7) / 2
    old = net.forward(x, mask)[1][:, 0] + rng.normal(size=7) * 0.3

    def loss() -> float:
        _, logs, values = net.forward(x, mask)
        ratio = np.exp(logs[:, 0] - old)
        clipped = np.clip(ratio, 1 - ppo.CLIP, 1 + ppo.CLIP)
        spread = -(np.exp(logs) * np.where(mask, logs, 0)).sum(axis=1)
        wins = np.minimum(ratio * advantages, clipped * advantages)
        return float((-wins - 0.1 * spread + ppo.VALUE_SHARE * (values - targets) ** 2).mean())

    found: dict[str, np.ndarray] = {}
    monkeypatch.setattr(net, "descend", lambda gradients, rate: found.update(gradients))
    net.learn(x, mask, chosen, old, advantages, targets, rate=1, entropy=0.1)
    for name, gradient in found.items():
        weights = net.weights[name]
        for place in np.ndindex(weights.shape):
            before = weights[place]
            weights[place] = before + 1e-6
            more = loss()
            weights[place] = before - 1e-6
            assert abs((more - loss()) / 2e-6 - gradient[place]) < 1e-3, (name, place)
            weights[place] = before


def test_whoever_comes_after_expects_the_opposite(ppo: ModuleType) -> None:
    """Seat 0 moves, seat 1 moves twice, and then seat 0 wins by its move."""
    seats, values = np.array([[0], [1], [1], [0]]), np.zeros((4, 1), np.float32)
    rewards, ended = np.array([[0.0], [0], [0], [1]]), np.array([[False], [False], [False], [True]])
    found = ppo.advantages_of(values, rewards, ended, seats, np.ones(1), np.zeros(1))
    assert np.sign(found[:, 0]).tolist() == [1, -1, -1, 1]


def test_a_game_that_is_not_one_against_one_is_refused(ppo: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ppo.main(["--game", "dance"])
    assert "The Dance is not a game of one against one" in capsys.readouterr().err


def test_inputs_are_between_minus_one_and_one(ppo: ModuleType) -> None:
    env = VecEnv("dance", 8, seed=1)
    env.reset()
    inputs = ppo.inputs_of(env)
    assert inputs.shape == (8, 2 * 98 + 70)
    assert np.abs(inputs).max() <= 1
