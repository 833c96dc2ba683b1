"""Choices that were worked out and encoded before: the same few thousand come up in all matches of a game."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from weakref import WeakSet

import msgspec

from parlour.core.game import Game, Value, View
from parlour.core.scene import Choice

MOST_KNOWN = 20_000  # of a seat; some games have more actions than one would keep
MOST_IN_ALL = 200_000  # of all boards: some 100 MB

encode = msgspec.json.Encoder().encode


class ChoiceList(list[Choice]):
    """Choices, and the same as JSON."""

    def __init__(self) -> None:
        super().__init__()
        self._encoded: list[bytes] = []

    def add(self, choice: Choice, encoded: bytes) -> None:
        self.append(choice)
        self._encoded.append(encoded)

    def add_all(self, found: Sequence[tuple[Choice, bytes]]) -> None:
        self.extend([choice for choice, _ in found])
        self._encoded.extend([encoded for _, encoded in found])

    @property
    def json(self) -> bytes:
        return b"[" + b",".join(self._encoded) + b"]"


class KnownChoices:
    """Of all matches of one board. Where targets are not steady nothing is kept."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._count = 0
        _boards.add(self)
        self._known: dict[tuple[int, bool], dict[int, tuple[Choice, bytes]]] = {}  # by seat and whether besides a move

    def add(self, to: ChoiceList, view: Callable[[int], View], seat: int, actions: Sequence[int], also: bool) -> None:
        """These actions of a seat. What it sees is asked for only if one of them is new."""
        known = self._known.setdefault((seat, also), {}) if self._game.steady_targets else {}
        if len(known) > MOST_KNOWN:
            self._count -= len(known)
            known.clear()
        before = len(known)
        for action in actions:
            if action not in known:
                choice = Choice(self._game.text(action), self._game.targets(view(seat), action), also)
                known[action] = choice, encode(choice)
        to.add_all([known[action] for action in actions])
        if self._game.steady_targets and len(known) > before:
            self._count += len(known) - before
            if sum(board._count for board in _boards) > MOST_IN_ALL:
                forget_choices()


_boards: WeakSet[KnownChoices] = WeakSet()


def forget_choices() -> None:
    """All of them: they are soon worked out again, those that come up."""
    for board in tuple(_boards):
        board._known.clear()
        board._count = 0


@lru_cache(100)
def known_choices(game: Game, seats: int, options: tuple[tuple[str, Value], ...]) -> KnownChoices:
    return KnownChoices(game)
