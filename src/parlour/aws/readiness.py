"""Games in a function: compiled with its image, loaded when somebody wants one, and never compiled."""

import logging

from parlour import bots, games
from parlour.core.compiled.prepare import compile_game
from parlour.core.game import Game
from parlour.server.game_readiness import GameReadiness, Status

log = logging.getLogger("parlour")


class LoadedWhenWanted(GameReadiness):
    def __init__(self) -> None:
        super().__init__()
        self._loaded: set[str] = set()

    def open(self) -> None:
        self.status.update({name: self._found(name) for name in self.names()})

    def take(self, name: str) -> Game:
        game = super().take(name)
        if name not in self._loaded:
            compile_game(game)
            self._loaded.add(name)
        return game

    def _found(self, name: str) -> Status:
        try:
            if bots.is_ready(name):
                return "ready"
        except Exception:
            log.exception("whether %s is compiled is not known", name)
        log.error("%s is not compiled: an image is made with `parlour aws image`", games.load(name).title)
        return "broken"
