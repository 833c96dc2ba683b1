"""The five levels, the same for all games: how much a bot looks ahead, and how often its hand slips.

The unit is a game's own `pace`, the simulations that about 50 ms of one core allow: so the levels mean the same for a
game with quick playouts as for one with slow ones, and a faster machine makes a bot quicker, not stronger.
"""

import msgspec

from parlour.core.game import Game
from parlour.core.texts import Refused, Text


class Level(msgspec.Struct, frozen=True):
    """One level; its name is the text `level.<number>`."""

    number: int
    paces: float  # of simulations
    slips: float = 0.0  # how often it plays a step that it merely considered
    seconds: float = 2.0  # never longer than this for a move
    net: bool = False  # it judges by the game's net, where there is one; others, as people do, by rules of thumb

    @property
    def name(self) -> Text:
        return Text(f"level.{self.number}")

    def simulations(self, game: Game) -> int:
        return max(FEWEST, round(self.paces * game.knowledge.pace))


FEWEST = 4
PACE_SECONDS = 0.05  # what a pace takes
QUICK = 0.5  # seconds: whoever thinks no longer has moved before anybody looks up
LEVELS = (
    Level(1, 1 / 256, slips=0.7),
    Level(2, 1 / 64, slips=0.45),
    Level(3, 1 / 32, slips=0.22),
    Level(4, 1 / 12),
    Level(5, 36, net=True),
)


def level(number: int) -> Level:
    if not 1 <= number <= len(LEVELS):
        raise Refused("refuse.level", low=1, high=len(LEVELS))
    return LEVELS[number - 1]


def longest_thought(number: int) -> float:
    """Seconds for which a bot of this level may think, if that is long enough to be noticed; else none."""
    chosen = level(number)
    return chosen.seconds if chosen.paces * PACE_SECONDS > QUICK else 0.0
