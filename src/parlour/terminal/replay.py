"""A record unrolled once: the state after any step, and what a viewer saw of every step."""

from parlour.core.game import Game, State, Viewer, copy_state
from parlour.core.history import ToldStep
from parlour.core.match import Match
from parlour.core.offers import WORDS
from parlour.core.position import TAKEBACK, UNDO
from parlour.core.record import Record, Step, seat_of
from parlour.core.result import HOUSE_ENDINGS
from parlour.core.scene import Scene

STRIDE = 32  # steps between states that are kept


class Replay:
    """The match of a record, for one viewer or, with `everything`, with nothing hidden."""

    def __init__(self, record: Record, game: Game, viewer: Viewer, everything: bool) -> None:
        self.game, self.steps, self.viewer, self.everything = game, record.steps, viewer, everything
        self.match = Match(game, record.seats, record.options)
        self._actions: list[int | None] = []
        self._kept: dict[int, State] = {0: copy_state(self.match.state)}
        self._here = (0, copy_state(self.match.state))
        for number, step in enumerate(record.steps, 1):
            self._unroll(number, step)
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
        """Folded from the nearest state that is known. Where something was taken back a state is kept, so that
        no fold has to go back."""
        start = max(at for at in self._kept if at <= number)
        at, state = self._here
        if not start <= at <= number:
            at, state = start, copy_state(self._kept[start])
        for index in range(at, number):
            action = self._actions[index]
            if action is not None:
                self.game.apply(state, seat_of(self.steps[index]), action)
        self._here = (number, state)
        return state

    def _unroll(self, number: int, step: Step) -> None:
        went_back = step.text in (UNDO, TAKEBACK)
        self._actions.append(None if went_back or step.text in WORDS else self.game.parse(step.text))
        self.match.replay(step)
        if went_back or number % STRIDE == 0:
            self._kept[number] = copy_state(self.match.state)
