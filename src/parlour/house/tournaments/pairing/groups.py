"""Tables of more than two: groups in which as few as possible have met before.

That is a hard problem in general (the social golfers'), so here a search that is bounded: exchanging two players as
long as that makes anything better, from several beginnings.
"""

import random
from collections.abc import Callable, Sequence
from itertools import combinations

from parlour.house.tournaments.pairing.history import PairingHistory

BEGINNINGS = 8
MOST_PASSES = 20
REPEAT = 1000  # how much worse a repeated meeting is than a step in the standings


def groups(
    players: Sequence[str], size: int, past: PairingHistory, rng: random.Random, gap: Callable[[str, str], int]
) -> list[list[str]]:
    """Groups of that size: few repeated meetings first, then a small gap within each. `players` come as they stand."""

    def cost(group: Sequence[str]) -> int:
        return sum(REPEAT * past.times(a, b) ** 2 + gap(a, b) for a, b in combinations(group, 2))

    best: list[list[str]] = []
    least: int | None = None
    order = list(players)
    for _ in range(BEGINNINGS):
        made = _improved([order[start : start + size] for start in range(0, len(order), size)], cost)
        total = sum(map(cost, made))
        if least is None or total < least:
            best, least = made, total
        order = rng.sample(list(players), len(players))
    return best


def _improved(made: list[list[str]], cost: Callable[[Sequence[str]], int]) -> list[list[str]]:
    costs = [cost(group) for group in made]
    for _ in range(MOST_PASSES):
        better = False
        for a, b in combinations(range(len(made)), 2):
            for i in range(len(made[a])):
                for j in range(len(made[b])):
                    if costs[a] + costs[b] == 0:
                        break
                    made[a][i], made[b][j] = made[b][j], made[a][i]
                    new = cost(made[a]), cost(made[b])
                    if sum(new) < costs[a] + costs[b]:
                        costs[a], costs[b] = new
                        better = True
                    else:
                        made[a][i], made[b][j] = made[b][j], made[a][i]
        if not better:
            break
    return made
