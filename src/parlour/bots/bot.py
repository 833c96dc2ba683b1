"""Bots as a table meets them: asked for a step, they answer with its text.

A bot is given the match and looks at it with its seat's eyes: at the steps that the seat saw, and at the state as
`determinize` leaves it.
"""

import hashlib
import re
from random import Random
from typing import Protocol

import numpy as np

from parlour.bots.levels import Level, level
from parlour.bots.searcher import Found, Searcher
from parlour.core.game import CHANCE, Game, State, copy_state
from parlour.core.knowledge import NONE
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.core.texts import Refused


class Bot(Protocol):
    """Whoever sits for a program."""

    def step(self, match: Match, seat: int) -> str:
        """A move for this seat, which must be to act."""

    def remark(self, match: Match, seat: int) -> str | None:
        """Something to do besides, on turn or off: a signal. None: nothing."""


class RandomBot:
    """Any legal move, each equally likely."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def step(self, match: Match, seat: int) -> str:
        return self._rng.choice(match.legal(seat))

    def remark(self, match: Match, seat: int) -> str | None:
        return None


class Rival:
    """One of the game's own simple players: it moves without looking ahead."""

    def __init__(self, game: Game, name: str, seed: int) -> None:
        self._game, self._seed, self._policy = game, seed, game.knowledge.rivals[name]
        self._out = game.buffer()
        self._weights = np.zeros(len(self._out))

    def step(self, match: Match, seat: int) -> str:
        s, rng = copy_state(match.state), new_rng(seed_of(self._seed, match, seat))
        if self._game.determinize is not None:
            self._game.determinize(s, seat, rng)
        action = int(self._policy(s, seat, rng, self._out, self._weights))
        return self._game.text(action)

    def remark(self, match: Match, seat: int) -> str | None:
        return None


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
    ) -> None:
        self.game = game
        self.found: Found | None = None  # what the last search came to; None if it needed none
        self._seed, self._simulations, self._seconds, self._slips = seed, simulations, seconds, slips
        self._searcher = Searcher(game, seats, plain=plain, threads=threads)
        self._plain = plain
        self._known: list[tuple[int, int]] = []  # the steps that stood when it searched last
        self._then: State | None = None

    def step(self, match: Match, seat: int) -> str:
        self.found = None
        seed = seed_of(self._seed, match, seat)
        legal = self.game.list_legal(match.state, seat)
        if len(legal) == 1:
            return self.game.text(legal[0])
        if not self._plain:
            known = self._searcher.book(match.state, seat, seed)
            if known != NONE:
                return self.game.text(known)
        self._catch_up(match, seat)
        found = self._searcher.search(
            match.state, seat, seed=seed, simulations=self._simulations, seconds=self._seconds
        )
        self.found = found
        return self.game.text(self._choose(found, Random(seed)))

    def remark(self, match: Match, seat: int) -> str | None:
        action = NONE if self._plain else self._searcher.remark(match.state, seat, seed_of(self._seed, match, seat))
        return None if action == NONE else self.game.text(action)

    def _choose(self, found: Found, rng: Random) -> int:
        if rng.random() < self._slips:
            weights = [candidate.visits + candidate.prior for candidate in found.candidates]
            return rng.choices(found.candidates, weights)[0].action
        return found.action

    def _catch_up(self, match: Match, seat: int) -> None:
        """Go on with the tree of the last search where the match has gone, if that can be.

        With hidden hands it cannot: what was found was found for guesses that may be ruled out by now."""
        steps = match.actions()
        new = steps[len(self._known) :]
        if self.game.hidden or self._then is None or steps[: len(self._known)] != self._known:
            self._searcher.forget()
        else:
            self._searcher.follow(self._keys(new, seat))
        self._known, self._then = steps, copy_state(match.state)

    def _keys(self, steps: list[tuple[int, int]], seat: int) -> list[tuple[int, int]]:
        glimpse = self.game.knowledge.glimpse
        if glimpse is None or self._then is None:
            return steps
        keys, s = [], self._then
        for actor, action in steps:
            keys.append((actor, int(glimpse(s, action, seat)) if actor == CHANCE else action))
            self.game.apply(s, actor, action)
        return keys


def seed_of(seed: int, match: Match, seat: int) -> int:
    """Another number for every move, which depends on nothing that the seat has not seen."""
    facts = f"{seed} {seat} {len(match.log(seat))}"
    return int.from_bytes(hashlib.blake2b(facts.encode(), digest_size=6).digest())


def level_bot(game: Game, seats: int, number: int, seed: int, seconds: float | None = None) -> SearchBot:
    """A bot of one of the levels, with its own limit of time or a shorter one."""
    chosen: Level = level(number)
    limit = chosen.seconds if seconds is None else min(seconds, chosen.seconds)
    return SearchBot(game, seats, seed, simulations=chosen.simulations(game), seconds=limit, slips=chosen.slips)


SPELLING = re.compile(r"(?P<who>[a-z0-9-]+)(@(?P<much>[0-9]{1,9})(?P<ms>ms)?)?")


def bot_named(name: str, game: Game, seats: int, seed: int) -> Bot:
    """`random`, a level `1`–`5`, `uct` (no knowledge), or a rival of the game's. With `@2000` it searches by so many
    simulations alone, which can be repeated; with `@50ms` by time alone."""
    spelled = SPELLING.fullmatch(name)
    known = ", ".join(["random", "uct", "1–5", *game.knowledge.rivals])
    if spelled is None:
        raise Refused("refuse.bot", bot=name[:40], known=known)
    who, much = spelled["who"], spelled["much"]
    limits = {"seconds": int(much) / 1000} if spelled["ms"] else {"simulations": int(much)} if much else {}
    if much is not None and int(much) == 0:
        raise Refused("refuse.bot", bot=name[:40], known=known)
    if who == "random" and not limits:
        return RandomBot(seed)
    if who in game.knowledge.rivals and not limits:
        return Rival(game, who, seed)
    if who == "uct":
        return SearchBot(game, seats, seed, plain=True, **(limits or {"simulations": game.knowledge.pace}))
    if who.isdecimal() and len(who) == 1:
        chosen = level(int(who))
        if limits:
            return SearchBot(game, seats, seed, slips=chosen.slips, **limits)
        return level_bot(game, seats, chosen.number, seed)
    raise Refused("refuse.bot", bot=name[:40], known=known)
