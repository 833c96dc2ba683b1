"""Many matches at once with observations and masks (`parlour.env.vec`), against random playouts of the same game.

Both play the same random games on one thread, in slices that take turns, and are measured in CPU seconds. A step is one
action of a seat; what chance draws between is part of it and not counted. The ratio is that of games per second: a
playout has no observation, no mask and no numbers, so it says what those cost. PettingZoo's environment, which is one
match in Python, is beside it.
"""

import statistics
import time

import numpy as np

from parlour.core.compiled.playouts import playouts
from parlour.env import raw_env
from parlour.env.vec import VecEnv
from parlour.games import BUILT_IN, load

ROUNDS = 7
SLICE = 0.4  # CPU seconds
MATCHES = 128
WANTED = {"yinsh": 300_000}
WANTED_OF_OTHERS = 200_000
SEATS = {"connect4": (2,), "yinsh": (2,), "command": (2,), "dance": (1, 3, 5), "luckymoose": (2, 4), "regatta": (2, 6)}


def measure() -> list[str]:
    lines = [
        f"{MATCHES} matches, one thread, actions at random.",
        "",
        "| steps per CPU second | numbers | observation | vec | wanted | games, playouts = 1 | PettingZoo |",
        "|---|---|---|---|---|---|---|",
    ]
    return [*lines, *(row(name, seats) for name in BUILT_IN for seats in SEATS[name])]


def row(name: str, seats: int) -> str:
    env = VecEnv(name, MATCHES, seats, seed=1)
    env.reset()
    slice_of_vec(env, SLICE / 4)
    slice_of_playouts(name, seats, SLICE / 4, 0)
    speeds, ratios = [], []
    for seed in range(ROUNDS):
        theirs = slice_of_playouts(name, seats, SLICE, seed)
        steps, ended = slice_of_vec(env, SLICE)
        speeds.append(steps)
        ratios.append(ended / theirs)
    layout = env.observation
    shape = f"{'×'.join(map(str, layout.shape))} + {len(layout.scalars)}"
    wanted = WANTED.get(name, WANTED_OF_OTHERS)
    spread = f"{min(ratios):.2f}–{max(ratios):.2f}"
    return (
        f"| {name}, {seats} seats | {env.numbers} | {shape} | {statistics.median(speeds):,.0f} | {wanted:,} | "
        f"{statistics.median(ratios):.2f} ({spread}) | {slice_of_pettingzoo(name, seats, SLICE):,.0f} |"
    )


def slice_of_vec(env: VecEnv, seconds: float) -> tuple[float, float]:
    """Steps and ended games per CPU second of `step`, with whatever numbers a policy would have chosen."""
    rng, spent, steps, ended = np.random.default_rng(2), 0.0, 0, 0
    while spent < seconds:
        numbers = (rng.random(env.masks.shape, np.float32) * env.masks).argmax(axis=1)
        begun = time.thread_time()
        env.step(numbers)
        spent += time.thread_time() - begun
        steps += env.num_envs
        ended += int(env.terminated.sum())
    return steps / spent, ended / spent


def slice_of_playouts(name: str, seats: int, seconds: float, seed: int) -> float:
    """Games per CPU second."""
    game = load(name)
    start, played, begun = game.new(seats, game.options_for(seats, {})), 0, time.thread_time()
    while time.thread_time() - begun < seconds:
        seed += 1000
        played += 100
        playouts(game, start, seats, 100, seed)
    return played / (time.thread_time() - begun)


def slice_of_pettingzoo(name: str, seats: int, seconds: float) -> float:
    """Steps per CPU second, the agent to act observing each time."""
    table, steps = raw_env(name, seats, seed=3), 0
    table.reset()
    begun = time.thread_time()
    while time.thread_time() - begun < seconds:
        if table.terminations[table.agent_selection]:
            table.reset()
        table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
        steps += 1
    return steps / (time.thread_time() - begun)
