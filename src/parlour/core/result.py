"""How a match ended, and what each seat gets for it: by the rules, by the players' word, or by the house."""

import msgspec

from parlour.core.game import Game, State
from parlour.core.record import Ending
from parlour.core.texts import Text

AGREED, RESIGNED = "agreed", "resigned"
HOUSE_ENDINGS = ("time", "abandoned", "void")  # made by the house, not by the rules
LOSING = (RESIGNED, "time", "abandoned")  # with two opponents, whoever causes one of these loses


class Result(msgspec.Struct, frozen=True):
    """`ending` is in the words of the rulebook or the house; `seat` is who caused it, where somebody did. `came_to` is
    what it came to in the game's words, as “three rings to two, in 41 moves”; its key is `took` where it says no more
    than how many turns there were."""

    returns: list[float]
    scores: list[int]
    ending: str
    seat: int | None = None
    came_to: Text | None = None


def result_of(game: Game, s: State, seats: int, ending: Ending, turns: int = 0) -> Result:
    scores = game.scores_of(s, seats)
    if seats == 2 and not game.cooperative and ending.by in LOSING and ending.seat is not None:
        returns = [-1.0 if seat == ending.seat else 1.0 for seat in range(seats)]
    elif ending.by in (AGREED, "void") or (ending.by in HOUSE_ENDINGS and not game.cooperative):
        returns = [0.0] * seats
    else:
        returns = game.returns_of(s, seats)
    came_to = came_to_of(game, s, returns if ending.by in game.endings else None, turns)
    return Result(returns, scores, ending.by, ending.seat, None if ending.by == "void" else came_to)


def came_to_of(game: Game, s: State, returns: list[float] | None, turns: int) -> Text | None:
    said = None if game.came_to is None else game.came_to(game.view(s, None, True), returns, turns)
    return said or (Text("took", {"count": turns}) if turns else None)
