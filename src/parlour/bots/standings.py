"""Who is stronger, and how sure that is: ratings with error bars, and a test that stops when the verdict is clear."""

import math
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from parlour.core.sprt import sprt

ELO = 400 / math.log(10)  # rating points to one unit of log-odds
NINETY_FIVE = 1.96
PRIOR_DRAWS = 1.0  # imagined against an average opponent, so that whoever won or lost everything gets a rating too


class Duel(msgspec.Struct):
    """How one bot did against another; where more than two play, who came in before whom."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        return self.points / max(1, self.games)

    def add(self, mine: float, theirs: float) -> None:
        self.wins += mine > theirs
        self.losses += mine < theirs
        self.draws += mine == theirs


class BotRating(msgspec.Struct, frozen=True):
    """Elo, with half the width of its 95 % interval; the mean of all is 0."""

    bot: str
    elo: float
    give: float
    points: float
    games: int


class Sprt(msgspec.Struct, frozen=True):
    """Wald's test: does the first score at most `low` or at least `high`? A draw is half a win."""

    low: float = 0.55
    high: float = 0.65
    wrong: float = 0.05  # how often either verdict may be wrong

    def verdict(self, duel: Duel) -> bool | None:
        """True: at least `high`. False: at most `low`. None: not clear yet."""
        return sprt(duel.points, duel.games, self.low, self.high, self.wrong)


Duels = Mapping[tuple[str, str], Duel]


def ratings(bots: Sequence[str], duels: Duels) -> list[BotRating]:
    """Bradley and Terry's model by Newton's method, best first."""
    n = len(bots)
    index = {bot: i for i, bot in enumerate(bots)}
    games, points = np.zeros((n, n)), np.zeros((n, n))
    for (a, b), duel in duels.items():
        i, j = index[a], index[b]
        games[i, j] += duel.games
        games[j, i] += duel.games
        points[i, j] += duel.points
        points[j, i] += duel.games - duel.points
    strength = np.zeros(n)
    for _ in range(100):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        alone = 1 / (1 + np.exp(-strength))
        slope = (points - games * expected).sum(1) + PRIOR_DRAWS * (0.5 - alone)
        bend = games * expected * (1 - expected)
        curve = np.diag(bend.sum(1) + PRIOR_DRAWS * alone * (1 - alone)) - bend
        step = np.linalg.solve(curve, slope)
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    strength -= strength.mean()
    centre = np.eye(n) - 1 / n
    error = np.sqrt(np.diag(centre @ np.linalg.inv(curve) @ centre.T))
    table = [
        BotRating(
            bot,
            float(ELO * strength[i]),
            float(NINETY_FIVE * ELO * error[i]),
            float(points[i].sum()),
            int(games[i].sum()),
        )
        for i, bot in enumerate(bots)
    ]
    return sorted(table, key=lambda rating: -rating.elo)


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    values = np.asarray(numbers, float)
    spread = float(values.std(ddof=1)) if len(values) > 1 else math.nan
    return float(values.mean()), NINETY_FIVE * spread / math.sqrt(len(values))
