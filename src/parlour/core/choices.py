"""Choices that were worked out and encoded before: the same few thousand come up in all matches of a game."""

from collections.abc import Callable, Iterable, Sequence
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

    def add_all(self, choices: Iterable[Choice], encoded: Iterable[bytes]) -> None:
        self.extend(choices)
        self._encoded.extend(encoded)

    @property
    def json(self) -> bytes:
        return b"[" + b",".join(self._encoded) + b"]"


class KnownOfSeat:
    """By action, each as a choice and as JSON: two dicts, since looking up many in one of them is done without a loop
    in Python."""

    __slots__ = ("choices", "encoded")

    def __init__(self) -> None:
        self.choices: dict[int, Choice] = {}
        self.encoded: dict[int, bytes] = {}


class KnownChoices:
    """Of all matches of one board. Where targets are not steady nothing is kept."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._count = 0
        _boards.add(self)
        self._known: dict[tuple[int, bool], KnownOfSeat] = {}  # by seat and whether besides a move

    def add(self, to: ChoiceList, view: Callable[[int], View], seat: int, actions: Sequence[int], also: bool) -> None:
        """These actions of a seat. What it sees is asked for only if one of them is new."""
        known = self._known.get((seat, also))
        if known is None:
            known = self._learn(KnownOfSeat(), view, seat, actions, also)
        try:
            choices = [*map(known.choices.__getitem__, actions)]
        except KeyError:
            known = self._learn(known, view, seat, actions, also)
            choices = [*map(known.choices.__getitem__, actions)]
        to.add_all(choices, map(known.encoded.__getitem__, actions))

    def _learn(
        self, known: KnownOfSeat, view: Callable[[int], View], seat: int, actions: Sequence[int], also: bool
    ) -> KnownOfSeat:
        """With these, too. What is given up is another thread's perhaps, and stays as it is."""
        if len(known.choices) > MOST_KNOWN:
            self._count -= len(known.choices)
            known = KnownOfSeat()
        before = len(known.choices)
        for action in actions:
            if action not in known.choices:
                choice = Choice(self._game.text(action), self._game.targets(view(seat), action), also)
                known.encoded[action] = encode(choice)
                known.choices[action] = choice  # last: who finds it here finds it there
        if self._game.steady_targets:
            self._known[seat, also] = known
            self._count += len(known.choices) - before
            if sum(board._count for board in _boards) > MOST_IN_ALL:
                forget_choices()
        return known


_boards: WeakSet[KnownChoices] = WeakSet()


def forget_choices() -> None:
    """All of them: they are soon worked out again, those that come up."""
    for board in tuple(_boards):
        board._known.clear()
        board._count = 0


@lru_cache(100)
def known_choices(game: Game, seats: int, options: tuple[tuple[str, Value], ...]) -> KnownChoices:
    return KnownChoices(game)
