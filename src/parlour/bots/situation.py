"""A situation: all that a bot is told, and nothing that its seat may not know.

The match stays with whoever runs it. What goes to a bot, in this process or another, is made here: a state in which
what is hidden from the seat has been replaced by a guess.
"""

import msgspec
import numpy as np

from parlour import games
from parlour.core.game import Game, State, as_array
from parlour.core.match import Match
from parlour.core.rng import new_rng


class Situation(msgspec.Struct, frozen=True):
    """What one seat knows of a match, as bytes that can travel."""

    game: str
    seats: int
    seat: int
    moment: int  # how many lines of the log the seat has seen
    state: bytes
    actions: list[tuple[int, int]] = []  # all steps so far, where nothing is hidden

    def load(self) -> Game:
        return games.load(self.game)

    def position(self) -> State:
        """The state, one's own to change."""
        state: State = np.frombuffer(self.state, self.load().state).copy().view(np.recarray)[0]
        return state


def situation(match: Match, seat: int) -> Situation:
    """What this seat knows now. Two matches that it cannot tell apart give the same, byte for byte."""
    game, moment = match.game, len(match.log(seat))
    array = as_array(match.state)
    if game.determinize is not None:
        game.determinize(array[0], seat, new_rng(moment))
    actions = [] if game.hidden else match.actions()
    return Situation(game.name, len(match.seats), seat, moment, array.tobytes(), actions)
