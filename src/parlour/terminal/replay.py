"""A record unrolled once: the state after any step, and what a viewer saw of every step."""

from parlour.core.game import Game, State, Viewer, copy_state
from parlour.core.history import ToldStep
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.core.result import HOUSE_ENDINGS
from parlour.core.scene import Scene

STRIDE = 32  # steps between states that are kept


class Replay:
    """The match of a record, for one viewer or, with `everything`, with nothing hidden."""

    def __init__(self, record: Record, game: Game, viewer: Viewer, everything: bool) -> None:
        self.game, self.steps, self.viewer, self.everything = game, record.steps, viewer, everything
        self.match = Match(game, record.seats, record.options)
        self._kept: dict[int, State] = {0: copy_state(self.match.state)}  # by number of steps
        for step in record.steps:
            self.match.replay(step)
        self.lines = self.match.told_then(viewer, everything)  # what the viewer saw of each step, at the time
        if record.ending is not None and not self.match.over and record.ending.by in HOUSE_ENDINGS:
            self.match.end(record.ending.by, record.ending.seat)

    @property
    def last(self) -> int:
        return len(self.steps)

    def over(self, number: int) -> bool:
        return number == self.last and self.match.over

    def scene(self, number: int) -> Scene:
        """What stood where after so many steps, as the viewer saw it."""
        reveal = self.everything or self.over(number)
        return self.game.scene(self.game.view(self.state(number), self.viewer, reveal))

    def log(self, number: int, most: int) -> list[ToldStep]:
        """The lines before and at this step, at most so many."""
        return [line for line in self.lines[max(0, number - most) : number] if line is not None]

    def state(self, number: int) -> State:
        """From the nearest state on the way to it that is kept. So is this one, and some between."""
        start, way = self.match.way_to(number, self._kept)
        state = copy_state(self._kept[start])
        for taken, actor, action in way:
            self.game.apply(state, actor, action)
            if taken % STRIDE == 0:
                self._kept[taken] = copy_state(state)
        self._kept[number] = state
        return state
