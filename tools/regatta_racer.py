"""Races of simple racers on one course, to judge cards and to test that races end. What takes time is compiled."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.core.game import CHANCE, OVER, Ints, State, as_array
from parlour.core.jit import entry, rule
from parlour.core.rng import Rng, below, new_rng
from parlour.games.regatta import GAME
from parlour.games.regatta.board import PLACING, POINTS, SQUARES
from parlour.games.regatta.chance import chance, sample
from parlour.games.regatta.courses import Course, lay_out
from parlour.games.regatta.notation import WIND
from parlour.games.regatta.racer import Maps, charted, choose
from parlour.games.regatta.rules import actor, apply


@dataclass(frozen=True)
class Race:
    """A race from start to end: turns of each boat, and whether it ended by finishing."""

    turns: list[int]
    finished: bool
    steps: list[str]  # of players and chance, from the drawing of the wind on


class Racers:
    """Simple racers on one course."""

    def __init__(self, course: Course, seats: int = 2) -> None:
        self.seats = seats
        self.start = GAME.new(seats, {"course": 1})
        lay_out(self.start, course)
        self.maps = charted(course)
        self.visits = np.zeros(SQUARES, np.int64)

    def race(self, wind: int, seed: int, seats: int | None = None) -> Race:
        """One race, beginning in this wind."""
        first = as_array(self.start)
        first[0].seats = seats or self.seats
        GAME.apply(first[0], CHANCE, WIND + wind)
        out, weights = GAME.buffer(), GAME.buffer()
        taken = np.zeros(GAME.bound, np.int64)
        length = int(run(first, self.maps, self.visits, new_rng(seed), taken, out, weights))
        s = first[0]
        steps = [GAME.text(action) for action in (WIND + wind, *taken[:length].tolist())]
        return Race(s.turns[: int(s.seats)].tolist(), GAME.endings[GAME.ending(s)] == "finished", steps)

    def to_go(self, wind: int) -> int:
        """Turns from the best place behind the line, alone and without cards."""
        return int(self.maps[wind, 0, 0, POINTS].min())


@entry
def run(states: Any, maps: Maps, visits: Ints, rng: Rng, taken: Ints, out: Ints, weights: Ints) -> int:
    """A race of simple racers to its end; writes down its steps, and counts where boats stood."""
    s = states[0]
    steps = 0
    who = actor(s)
    while who != OVER and steps < len(taken):
        action = draw(s, rng, out, weights) if who == CHANCE else choose(s, who, maps, rng, out)
        apply(s, who, action)
        taken[steps] = action
        if who != CHANCE and s.phase != PLACING:
            visits[int(s.at[who])] += 1
        steps += 1
        who = actor(s)
    return steps


@rule
def draw(s: State, rng: Rng, out: Ints, weights: Ints) -> int:
    """The setting up is drawn from `chance`, where all weights are 1; the rest from `sample`."""
    quick = sample(s, rng)
    return quick if quick >= 0 else int(out[below(rng, chance(s, out, weights))])
