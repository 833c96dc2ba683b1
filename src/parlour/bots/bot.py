"""Bots: told a situation, they answer with an action. They differ in how they find it."""

import hashlib
import re
from collections.abc import Mapping
from random import Random
from typing import Protocol

import numpy as np

from parlour.bots.levels import LEVELS, level
from parlour.bots.searcher import Searcher, SearchResult, Stopped, never, shipped_net
from parlour.bots.situation import Situation, situation
from parlour.core.game import CHANCE, Game, State
from parlour.core.knowledge import NONE, nothing_to_do
from parlour.core.match import Match
from parlour.core.net import TrainedNet
from parlour.core.rng import new_rng
from parlour.core.texts import Refused

GLAD = -0.2  # a bot that may expect no more than this takes a draw that is offered
MOST_REMARKS = 8  # by each bot at one moment


class Bot(Protocol):
    """Whoever sits for a program, in one seat of one match."""

    found: SearchResult | None  # what the last search came to; None if it needed none

    def step(self, now: Situation, seconds: float | None = None, stopped: Stopped = never) -> int:
        """A move for the seat, which must be to act; in so many seconds, if it would take longer by itself. Once it is
        stopped, nobody asks how good the move is."""

    def remark(self, now: Situation) -> int:
        """Something to do besides, on turn or off: a signal. NONE: nothing."""

    def accepts_draw(self, now: Situation, seconds: float | None = None, stopped: Stopped = never) -> bool:
        """Whether a draw would do for the seat, which must be to act."""


class _Mover:
    """A bot that moves and does nothing else."""

    found: SearchResult | None = None

    def remark(self, now: Situation) -> int:
        return NONE

    def accepts_draw(self, now: Situation, seconds: float | None = None, stopped: Stopped = never) -> bool:
        return False


class RandomBot(_Mover):
    """Any legal move, each equally likely."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def step(self, now: Situation, seconds: float | None = None, stopped: Stopped = never) -> int:
        return Random(seed_of(self._seed, now)).choice(now.load().list_legal(now.position(), now.seat))


class Rival(_Mover):
    """One of the game's own simple players: it moves without looking ahead."""

    def __init__(self, game: Game, name: str, seed: int) -> None:
        self._seed, self._policy, self._study = seed, game.knowledge.rivals[name], game.knowledge.study
        self._out = game.buffer()
        self._weights = np.zeros(len(self._out))

    def step(self, now: Situation, seconds: float | None = None, stopped: Stopped = never) -> int:
        s, rng = now.position(), new_rng(seed_of(self._seed, now))
        lore = () if self._study is None else (self._study(s),)
        return int(self._policy(s, now.seat, rng, self._out, self._weights, *lore))


class SearchBot:
    """Searches, with the game's knowledge or (plain) without; stops by simulations, by time, or by both."""

    def __init__(
        self,
        game: Game,
        seats: int,
        seed: int,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        slips: float = 0.0,
        plain: bool = False,
        threads: int = 1,
        net: TrainedNet | None = None,
    ) -> None:
        self.game = game
        self.found: SearchResult | None = None
        self._seed, self._simulations, self._seconds, self._slips = seed, simulations, seconds, slips
        self._searcher = Searcher(game, seats, plain=plain, threads=threads, net=net)
        self._plain = plain
        self._known: list[tuple[int, int]] = []  # the steps that had been taken when it searched last
        self._then: State | None = None

    def step(self, now: Situation, seconds: float | None = None, stopped: Stopped = never) -> int:
        self.found = None
        seed, s = seed_of(self._seed, now), now.position()
        legal = self.game.list_legal(s, now.seat)
        if len(legal) == 1:
            return legal[0]
        if not self._plain:
            known = self._searcher.book(s, now.seat, seed)
            if known != NONE:
                return known
        self.found = self._search(now, seconds, stopped)
        return self._searcher.choose(self._slips, seed) if self._slips else self.found.action

    def remark(self, now: Situation) -> int:
        if self._plain:
            return NONE
        return self._searcher.remark(now.position(), now.seat, seed_of(self._seed, now))

    def accepts_draw(self, now: Situation, seconds: float | None = None, stopped: Stopped = never) -> bool:
        self.found = self._search(now, seconds, stopped)
        return self.found.values[now.seat] < GLAD

    def _search(self, now: Situation, seconds: float | None, stopped: Stopped) -> SearchResult:
        self._catch_up(now)
        limits = [limit for limit in (seconds, self._seconds) if limit is not None]
        return self._searcher.search(
            now.position(), now.seat, seed=seed_of(self._seed, now), simulations=self._simulations,
            seconds=min(limits, default=None), stopped=stopped,
        )  # fmt: skip

    def _catch_up(self, now: Situation) -> None:
        """Go on with the tree of the last search where the match has gone, if that can be.

        With hidden hands it cannot: what was found was found for guesses that may be ruled out by now."""
        before = len(self._known)
        if self._then is None or self.game.hidden or now.actions[:before] != self._known:
            self._searcher.forget()
        else:
            self._searcher.follow(self._keys(self._then, now.actions[before:], now.seat))
        self._known, self._then = now.actions, now.position()

    def _keys(self, s: State, steps: list[tuple[int, int]], seat: int) -> list[tuple[int, int]]:
        """The steps as the tree knows them: of chance, what the seat sees."""
        glimpse = self.game.knowledge.glimpse
        if glimpse is None:
            return steps
        keys = []
        for actor, action in steps:
            keys.append((actor, int(glimpse(s, action, seat)) if actor == CHANCE else action))
            self.game.apply(s, actor, action)
        return keys


def remarks(match: Match, bots: Mapping[int, Bot]) -> None:
    """Every bot that has something to say besides its moves says it, until all have been heard."""
    game = match.game
    if game.knowledge.remark is nothing_to_do:
        return
    for _ in range(MOST_REMARKS):
        said = False
        for seat, bot in bots.items():
            remark = NONE if match.over else bot.remark(situation(match, seat))
            if remark != NONE and remark in game.list_also(match.state, seat):
                match.play(seat, game.text(remark))
                said = True
        if not said:
            return


def seed_of(seed: int, now: Situation) -> int:
    """Another number for every move, which depends on nothing that the seat has not seen."""
    facts = f"{seed} {now.seat} {now.moment}"
    return int.from_bytes(hashlib.blake2b(facts.encode(), digest_size=6).digest())


def level_bot(game: Game, seats: int, number: int, seed: int) -> SearchBot:
    chosen, simulations = level(number), level(number).simulations(game)
    return SearchBot(
        game,
        seats,
        seed,
        simulations=simulations,
        seconds=chosen.seconds,
        slips=chosen.slips,
        net=net_of(game, seats, number),
    )


def net_of(game: Game, seats: int, number: int) -> TrainedNet | None:
    """The net that a level judges by, if it does and there is one for so many seats."""
    return shipped_net(game, seats) if level(number).net else None


OWN = "own"
SPELLING = re.compile(r"(?P<who>[a-z0-9-]+)(@(?P<much>[1-9][0-9]{0,8})(?P<ms>ms)?)?")


def bot_named(name: str, game: Game, seats: int, seed: int) -> Bot:
    """`random`, a level `1`–`5`, `own` (the game's own knowledge, no net), `uct` (no knowledge), or a rival of the
    game's. With `@2000` it searches by so many simulations alone, which can be repeated; with `@50ms` by time alone."""
    spelled = SPELLING.fullmatch(name)
    who, much, ms = ("", None, None) if spelled is None else spelled.group("who", "much", "ms")
    simulations = int(much) if much and not ms else None
    seconds = int(much) / 1000 if much and ms else None
    if who == "uct":
        simulations = game.knowledge.pace if much is None else simulations
        return SearchBot(game, seats, seed, plain=True, simulations=simulations, seconds=seconds)
    if who in {str(level.number) for level in LEVELS}:
        if much is None:
            return level_bot(game, seats, int(who), seed)
        return SearchBot(
            game, seats, seed, simulations=simulations, seconds=seconds,
            slips=level(int(who)).slips, net=net_of(game, seats, int(who)),
        )  # fmt: skip
    if who == OWN:
        simulations = game.knowledge.pace if much is None else simulations
        return SearchBot(game, seats, seed, simulations=simulations, seconds=seconds)
    if who == "random" and much is None:
        return RandomBot(seed)
    if who in game.knowledge.rivals and much is None:
        return Rival(game, who, seed)
    raise Refused("refuse.bot", bot=name[:40], known=", ".join(["random", "uct", OWN, "1–5", *game.knowledge.rivals]))
