"""How tables stood earlier: states along the way are kept, so that looking back does not begin at the beginning.

Whoever steps back and forth through a match asks for one moment after the other. What is kept is the game's own state,
which is small; what a viewer may know of it is worked out each time by the game's view, as everywhere.
"""

from collections import OrderedDict
from threading import Lock

from parlour.core.game import State, copy_state
from parlour.core.match import Match

EVERY = 16  # steps of the game between two states that are kept: as many have to be taken again at most
MOST_BYTES = 8_000_000  # of all that is kept; then the tables go that nobody has looked back at for longest
AROUND = 500  # bytes that a state takes besides its own


class PastStates:
    """May be asked from several threads. Steps are only ever added to a table, so what was kept of one stays true as it
    goes on, and is true of the same table as spectators see it later."""

    def __init__(self, every: int = EVERY, most: int = MOST_BYTES) -> None:
        self._every, self._most = every, most
        self._kept: OrderedDict[str, dict[int, State]] = OrderedDict()  # by table and number of steps
        self._lock = Lock()
        self.bytes = 0

    def after(self, table: str, match: Match, steps: int) -> State:
        """The state after the first `steps` steps of a table's match, for the caller to keep."""
        with self._lock:
            kept = self._kept.get(table, {})
            start, way = match.way_to(steps, kept)
            state = copy_state(kept[start]) if start in kept else match.game.new(len(match.seats), match.options)
            for number, (taken, actor, action) in enumerate(way, 1):
                match.game.apply(state, actor, action)
                if number % self._every == 0:
                    kept[taken] = copy_state(state)
                    self.bytes += _size(state)
            if kept:
                self._keep(table, kept)
            return state

    def _keep(self, table: str, kept: dict[int, State]) -> None:
        self._kept[table] = kept
        self._kept.move_to_end(table)
        while self.bytes > self._most:
            _, kept = self._kept.popitem(last=False)
            self.bytes -= sum(map(_size, kept.values()))


def _size(state: State) -> int:
    return int(state.nbytes) + AROUND
