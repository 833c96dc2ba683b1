"""The games of the house: those built in, and those that other packages register under `parlour.games`."""

import importlib
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from parlour.core.compiled import jit
from parlour.core.game import Game
from parlour.core.texts import Refused

GROUP = "parlour.games"
BUILT_IN = ("yinsh", "dance", "luckymoose", "command", "regatta", "connect4")


def names() -> list[str]:
    """All games, the built-in ones first."""
    return [*BUILT_IN, *sorted(_registered())]


def all_games() -> list[Game]:
    """All games that can be loaded."""
    games = []
    for name in names():
        with suppress(Refused):
            games.append(load(name))
    return games


@cache
def load(name: str) -> Game:
    """The game of that name, or a refusal that lists those there are. Compiles nothing."""
    if name in BUILT_IN:
        game = importlib.import_module(f"parlour.games.{name}").GAME
    elif name in _registered():
        try:
            game = _registered()[name].load()
        except Exception as error:  # another author's module may fail in any way; the house goes on without it
            raise Refused("refuse.game-broken", game=name, why=f"{type(error).__name__}: {error}") from error
    else:
        raise Refused("refuse.no-such-game", game=name[:40], known=", ".join(names()))
    if not isinstance(game, Game):
        raise Refused("refuse.game-broken", game=name, why="what it registers is not a Game")
    return game


def is_ready(name: str) -> bool:
    """Whether a first move would not have to wait for the compiler."""
    return jit.is_ready(load(name).home)


def prepare(name: str) -> None:
    """Compile the game in a process of its own, if that has not been done: the compiler's memory goes with it."""
    if not is_ready(name):
        subprocess.run([sys.executable, "-m", "parlour.games", name], check=True)


@cache
def _registered() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BUILT_IN}
