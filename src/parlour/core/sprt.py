"""Wald's test: stop playing as soon as it is clear who is stronger."""

import math


def sprt(points: float, games: int, low: float, high: float, wrong: float) -> bool | None:
    """Of so many games that many points were won, a draw being half of one. True: as by one who scores at least `high`.
    False: at most `low`. None: not clear yet. Either verdict is wrong so often at most."""
    evidence = points * math.log(high / low) + (games - points) * math.log((1 - high) / (1 - low))
    edge = math.log((1 - wrong) / wrong)
    return True if evidence >= edge else False if evidence <= -edge else None
