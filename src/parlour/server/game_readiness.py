"""Which games are ready. Each is made ready in a process of its own, never by the one that serves: as many at once as
there are cores, and the one that somebody waits for before all others."""

import logging
import math
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Literal, NamedTuple

from parlour import bots, games
from parlour.bots import machines
from parlour.core.compiled import jit
from parlour.core.compiled.compile_times import compilers_at_once, expected, processor_seconds, progress
from parlour.core.compiled.prepare import compile_game
from parlour.core.compiled.retarget import WASM
from parlour.core.game import Game, Option
from parlour.core.languages import FALLBACK
from parlour.core.texts import Refused, Text
from parlour.house.store import Unavailable
from parlour.server.http.games.messages import GameInfo, OptionInfo, Preparing
from parlour.server.texts import sentences

Status = Literal["queued", "preparing", "ready", "broken"]
LOOK_FOR_MODULE = 3.0  # seconds: one can be made while the house is open
LOOK_AGAIN = 5.0  # seconds between two looks whether all is still there
log = logging.getLogger("parlour")


EMBLEM = "emblem.svg"  # in a game's folder
LARGEST_EMBLEM = 64 * 1024  # bytes
MOST_AT_ONCE = 4  # a compiler needs some hundreds of megabytes
IN_BACKGROUND, STEPPED_ASIDE = 5, 19  # how nice a compiler is to the house, and to another that somebody waits for


class Compiler(NamedTuple):
    """A process that makes a game ready."""

    group: int
    since: float


class GameReadiness:
    """Which games there are, and how far each is."""

    def __init__(self, at_once: int | None = None) -> None:
        self.status: dict[str, Status] = {}
        self._at_once = at_once or min(MOST_AT_ONCE, compilers_at_once())
        self._compilers: dict[str, Compiler] = {}
        self._wanted: set[str] = set()  # by somebody who waits
        self._queue: deque[str] = deque()
        self._closing = threading.Event()
        self._cannot_load: set[str] = set()
        self._modules: dict[str, tuple[bool, float]] = {}  # and until when a game without one is left alone

    def open(self) -> None:
        """Begin to make all games ready: what is compiled already at once, then what is soonest done."""
        self._queue.extend(sorted(self.names(), key=_effort))
        self.status.update(dict.fromkeys(self._queue, "queued"))
        for _ in range(self._at_once - 1):
            in_background(self._empty_queue)
        in_background(self._work)

    def close(self) -> None:
        self._closing.set()
        self._queue.clear()

    def names(self) -> list[str]:
        """The games that can be loaded: one that is broken does not take the others with it."""
        return [name for name in games.names() if self._loads(name)]

    def hurry(self, name: str) -> None:
        """Somebody wants this one: it need not wait for its turn, and the others step aside for it."""
        if self.status.get(name) not in ("queued", "preparing") or name in self._wanted:
            return
        self._wanted.add(name)
        for other, compiler in list(self._compilers.items()):
            if other not in self._wanted:
                _be_nice(compiler.group, STEPPED_ASIDE)
        try:
            self._queue.remove(name)
        except ValueError:  # its turn has come
            return
        in_background(self._prepare, name)

    def preparing(self, name: str) -> Preparing | None:
        """How far a game is that is not ready yet; None: it is, or it will never be."""
        status, game = self.status.get(name, "queued"), games.load(name)
        if status in ("ready", "broken"):
            return None
        compiler = self._compilers.get(name)
        if compiler is None:
            before = sum(_effort(one) for one in self._before(name))
            return Preparing("queued", 0.0, math.ceil(before / self._at_once + _effort(name)))
        used = processor_seconds(compiler.group)
        stage, share, seconds = progress(game, jit.is_ready(game.home), used, time.monotonic() - compiler.since)
        return Preparing(stage, share, seconds)

    def _before(self, name: str) -> list[str]:
        """Those that are compiled now, and those in the queue in front of this one."""
        queue = list(self._queue)
        return [*self._compilers, *(queue[: queue.index(name)] if name in queue else ())]

    def take(self, name: str) -> Game:
        """The game, if it is ready to be played."""
        game = games.load(name) if name in self.names() else _unknown(name)
        if self.status.get(name) == "broken":
            raise Refused("server.broken", game=game.title)
        if self.status.get(name) != "ready":
            self.hurry(name)
            far = self.preparing(name)
            raise Unavailable("server.not-ready", game=game.title, seconds=far.seconds if far else 1)
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
            self.preparing(name), emblem_of(game) is not None, self._has_module(game),
        )  # fmt: skip

    def _has_module(self, game: Game) -> bool:
        """To look is to read all sources, so it is done again after a while only, and no more once there is one."""
        now = time.monotonic()
        found, until = self._modules.get(game.name, (False, 0.0))
        if not found and now >= until:
            found = machines.module_of(game, WASM) is not None
            self._modules[game.name] = (found, now + LOOK_FOR_MODULE)
        return found

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

    def _empty_queue(self) -> None:
        with suppress(IndexError):  # until it is empty; others take from it, too
            while True:
                self._prepare(self._queue.popleft())

    def _work(self) -> None:
        self._empty_queue()
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
            bots.prepare(name, lambda group: self._begun(name, group))
            compile_game(games.load(name))  # only loads now, but that too would hold up the first move
            self.status[name] = "ready"
        except Exception:
            log.exception("%s cannot be made ready", name)
            self.status[name] = "broken"
        finally:
            self._compilers.pop(name, None)
            self._wanted.discard(name)

    def _begun(self, name: str, group: int) -> None:
        self._compilers[name] = Compiler(group, time.monotonic())
        if name not in self._wanted:
            _be_nice(group, STEPPED_ASIDE if self._wanted else IN_BACKGROUND)


def _effort(name: str) -> float:
    """Seconds of a core that are still needed; of a game that cannot say, none."""
    try:
        return 0.0 if bots.is_ready(name) else expected(games.load(name)).all
    except Exception:
        log.exception("how long %s takes is not known", name)
        return 0.0


def _be_nice(group: int, how: int) -> None:
    """It may have ended; and there are systems without that."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PGRP, group, how)


def in_background(work: Callable[..., None], *args: str) -> None:
    """In a thread that nobody waits for when the server closes; a compiler that is still at work ends by itself."""
    threading.Thread(target=work, args=args, daemon=True).start()


@cache
def emblem_of(game: Game) -> str | None:
    """The game's own picture, if it brings one that is no larger than a picture for a card need be."""
    path = game.home / EMBLEM
    try:
        drawn = path.read_text("utf-8") if path.stat().st_size <= LARGEST_EMBLEM else ""
    except (OSError, UnicodeDecodeError):
        return None
    if "<svg" not in drawn:
        log.warning("%s is not an SVG picture of at most %d bytes, and is not shown", path, LARGEST_EMBLEM)
        return None
    return drawn


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
