"""Which games are ready. Each is made ready in a process of its own, never by the one that serves."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from parlour import bots, games
from parlour.core.compiled.prepare import compile_game
from parlour.core.game import Game, Option
from parlour.core.languages import FALLBACK
from parlour.core.texts import Refused, Text
from parlour.house.store import Unavailable
from parlour.server.http.games.messages import GameInfo, OptionInfo
from parlour.server.texts import sentences

Status = Literal["queued", "preparing", "ready", "broken"]
LOOK_AGAIN = 5.0  # seconds between two looks whether all is still there
log = logging.getLogger("parlour")


class GameReadiness:
    """Which games there are, and how far each is."""

    def __init__(self) -> None:
        self.status: dict[str, Status] = {}
        self._queue: deque[str] = deque()
        self._closing = threading.Event()
        self._cannot_load: set[str] = set()

    def open(self) -> None:
        """Begin to make all games ready, one after another."""
        self._queue.extend(self.names())
        self.status.update(dict.fromkeys(self._queue, "queued"))
        in_background(self._work)

    def close(self) -> None:
        self._closing.set()
        self._queue.clear()

    def names(self) -> list[str]:
        """The games that can be loaded: one that is broken does not take the others with it."""
        return [name for name in games.names() if self._loads(name)]

    def hurry(self, name: str) -> None:
        """Somebody wants this one: it need not wait for its turn."""
        try:
            self._queue.remove(name)
        except ValueError:  # its turn has come
            return
        in_background(self._prepare, name)

    def take(self, name: str) -> Game:
        """The game, if it is ready to be played."""
        game = games.load(name) if name in self.names() else _unknown(name)
        if self.status.get(name) == "broken":
            raise Refused("server.broken", game=game.title)
        if self.status.get(name) != "ready":
            self.hurry(name)
            raise Unavailable("server.not-ready", game=game.title)
        return game

    def ready_count(self) -> int:
        return sum(status == "ready" for status in self.status.values())

    def describe(self, name: str, language: str = FALLBACK) -> GameInfo:
        game = games.load(name) if name in self.names() else _unknown(name)
        status = self.status.get(name, "queued")
        return GameInfo(
            name, game.title, _words(game, "about", "", language), game.rules_page(language), list(game.seats),
            [_option(game, o, language) for o in game.options],
            game.cooperative, game.hidden, game.chancy, status == "ready", _line(game, status, language),
        )  # fmt: skip

    def _loads(self, name: str) -> bool:
        if name in self._cannot_load:
            return False
        try:
            games.load(name)
        except Exception:
            log.exception("%s cannot be loaded", name)
            self._cannot_load.add(name)
            return False
        return True

    def _work(self) -> None:
        with suppress(IndexError):  # until the queue is empty, which others take from too
            while True:
                self._prepare(self._queue.popleft())
        while not self._closing.wait(LOOK_AGAIN):
            self._compile_what_is_gone()

    def _compile_what_is_gone(self) -> None:
        """Somebody has deleted the cache. What has been loaded goes on, but bots' workers that are replaced need it."""
        for name in [name for name, status in self.status.items() if status == "ready" and not bots.is_ready(name)]:
            log.warning("%s is compiled again: it is not in the cache any more", name)
            try:
                bots.prepare(name)
            except Exception:
                log.exception("%s cannot be compiled again", name)

    def _prepare(self, name: str) -> None:
        self.status[name] = "preparing"
        try:
            bots.prepare(name)
            compile_game(games.load(name))  # only loads now, but that too would hold up the first move
            self.status[name] = "ready"
        except Exception:
            log.exception("%s cannot be made ready", name)
            self.status[name] = "broken"


def in_background(work: Callable[..., None], *args: str) -> None:
    """In a thread that nobody waits for when the server closes; a compiler that is still at work ends by itself."""
    threading.Thread(target=work, args=args, daemon=True).start()


def _words(game: Game, key: str, otherwise: str, language: str) -> str:
    words = game.catalogue(language)
    return words.render(Text(key)) if words.has(key) else otherwise


def _option(game: Game, o: Option, language: str) -> OptionInfo:
    help = _words(game, f"option.{o.name}", o.name, language)
    return OptionInfo(o.name, help, o.default, o.low, o.high, o.step, o.choices, o.by_seats)


def _line(game: Game, status: Status, language: str) -> str:
    return sentences(game, language).render(Text(f"server.waiting.{status}", {"game": game.title}))


def _unknown(name: str) -> Game:
    raise Refused("refuse.no-such-game", game=name[:40], known=", ".join(games.names()))
