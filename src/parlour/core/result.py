"""How a match ended, and what each seat gets for it: by the rules, by the players' word, or by the house."""

import msgspec

from parlour.core.game import Game, State
from parlour.core.record import Ending

AGREED, RESIGNED = "agreed", "resigned"
HOUSE_ENDINGS = ("time", "abandoned", "void")  # made by the house, not by the rules
LOSING = (RESIGNED, "time", "abandoned")  # with two opponents, whoever causes one of these loses


class Result(msgspec.Struct, frozen=True):
    """`ending` is in the words of the rulebook or the house; `seat` is who caused it, where somebody did."""

    returns: list[float]
    scores: list[int]
    ending: str
    seat: int | None = None


def result_of(game: Game, s: State, seats: int, ending: Ending) -> Result:
    scores = game.scores_of(s, seats)
    if seats == 2 and not game.cooperative and ending.by in LOSING and ending.seat is not None:
        returns = [-1.0 if seat == ending.seat else 1.0 for seat in range(seats)]
    elif ending.by in (AGREED, "void") or (ending.by in HOUSE_ENDINGS and not game.cooperative):
        returns = [0.0] * seats
    else:
        returns = game.returns_of(s, seats)
    return Result(returns, scores, ending.by, ending.seat)
