"""Finding puzzles: positions with one clear best move, by our own search, in self-play and in finished matches.

All of it goes by what the seat could know there. Nothing is kept of who played.
"""

import itertools
import math
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import msgspec

from parlour.bots.bot import net_of
from parlour.bots.levels import LEVELS, Level
from parlour.bots.searcher import Searcher, SearchResult
from parlour.bots.situation import situation
from parlour.core.game import CHANCE, Game, Option, State, Value
from parlour.core.knowledge import NONE
from parlour.core.match import Match
from parlour.core.puzzles import Puzzle, Verdict, moves_of, puzzle_id, shown, steps_to
from parlour.core.record import Record, seat_of
from parlour.core.texts import Refused

FEWEST_CHOICES = 4  # with fewer one guesses
GLANCE = 0.1  # paces of a glance at every position, by which self-play moves, too
LOOK = 0.4  # paces of a look at those where one move seems better
SOON = ((0.25, 0.5), (1.0, 0.75))  # paces for each move that could be best, and what share of `CLEAR` they must find
DEEP = 8.0  # paces of the search that confirms, and of each move that could be best
CLOSE = 3  # moves that are looked at closely
CLEAR = 0.35  # by how much the best move must be worth more than the next, of values from −1 to 1 …
CLEAR_BY_CHANCE = 0.12  # … and where chance has its say, which leaves less to any one move
SEEMS, PROMISES = 0.25, 0.5  # the share of that which a glance and a look must find
LOST = -0.5  # what is worth less than this even with the best move teaches little
GOOD, BAD = 0.25, -0.25  # what a wrong move may be worth to be called so
SLIP = 0.2  # how often self-play takes a move that it merely considered: good moves are found after mistakes
TRIES = 5  # by each level
SURE = 3  # of these the strongest level must find, or the answer is in doubt
MOST_PACES = 4.0  # of a try: a level that thinks longer would spend all the time there is
LEVEL_RATINGS = (900, 1150, 1400, 1650, 1900)  # about what levels come to on a leaderboard
MOST_FROM_MATCH = 8
APART = 4  # steps: what comes right after a puzzle is mostly the same again
LINE = 5  # steps after the answer that are kept
FEW = 3  # choices of an option
VARIED = 3  # of so many matches one has an option that is not the usual one


class Clear(NamedTuple):
    """One move that is better than all others."""

    best: int
    worth: dict[int, float]  # of every move that was looked at
    line: list[tuple[int, int]]  # how play would go on after it


class FinderCounts(msgspec.Struct):
    """What became of the positions that were looked at, as `PuzzleFile` has it."""

    looked: int = 0
    close: int = 0
    deep: int = 0
    trivial: int = 0


class PuzzleFinder:
    """Looks for puzzles of one game with one number of seats."""

    def __init__(self, game: Game, seats: int, paces: float = 1.0) -> None:
        self.game, self.seats, self._paces = game, seats, paces  # `paces`: how hard it looks, for tests
        self._searcher = Searcher(game, seats)
        net = net_of(game, seats, LEVELS[-1].number)
        self._master = self._searcher if net is None else Searcher(game, seats, net=net)
        self.clear = CLEAR_BY_CHANCE if game.chancy else CLEAR
        self.counts = FinderCounts()

    def _simulations(self, paces: float) -> int:
        return max(16, round(paces * self._paces * self.game.knowledge.pace))

    def in_self_play(self, number: int) -> Iterator[Puzzle]:
        """One match, always the same for its number."""
        rng = Random(f"{self.game.name} {self.seats} {number}")
        match, seeking = Match(self.game, self.seats, options_of(self.game, self.seats, number)), _Seeking()
        while not match.over and seeking.found < MOST_FROM_MATCH:
            if match.actor == CHANCE:
                outcomes = match.outcomes()
                match.play(CHANCE, rng.choices(list(outcomes), list(outcomes.values()))[0])
                continue
            seat, seed = match.actors[0], rng.getrandbits(40)
            state = situation(match, seat).position()
            move, glance = self._searcher.book(state, seat, seed), None
            if move == NONE:
                glance = self._glance(state, seat, seed)
                move = self._searcher.choose(SLIP, seed)
            if glance is not None and seeking.may(match):
                puzzle = self._puzzle(match, seat, state, glance, seed)
                if puzzle is not None:
                    seeking.has_found(match)
                    yield puzzle
            match.play(seat, self.game.text(move))

    def in_record(self, record: Record) -> Iterator[Puzzle]:
        """A finished match; who played it is not looked at."""
        if record.ending is None:
            raise Refused("refuse.review-open")
        match, seeking = Match(self.game, self.seats, record.options), _Seeking()
        for step in record.steps:
            seat = seat_of(step)
            if seat in match.actors and seeking.found < MOST_FROM_MATCH and seeking.may(match):
                puzzle = self.at(match, seat)
                if puzzle is not None:
                    seeking.has_found(match)
                    yield msgspec.structs.replace(puzzle, source="match")
            match.replay(step)

    def at(self, match: Match, seat: int) -> Puzzle | None:
        """The puzzle of this position, if it is one: from what the seat knows."""
        if match.actors != [seat]:
            return None
        state, seed = situation(match, seat).position(), int(puzzle_id(match, seat), 16)
        if self._searcher.book(state, seat, seed) != NONE:  # openings are a matter of taste
            return None
        return self._puzzle(match, seat, state, self._glance(state, seat, seed), seed)

    def confirms(self, puzzle: Puzzle, seed: int, paces: float = DEEP) -> bool:
        """Whether another deep search, by other lots than those that found it, comes to the same."""
        match = shown(self.game, puzzle).match
        state = situation(match, puzzle.seat).position()
        self._master.forget()
        found = self._master.search(state, puzzle.seat, seed=seed, simulations=self._simulations(paces))
        return self.game.text(found.action) in puzzle.answers

    def with_line(self, puzzle: Puzzle) -> Puzzle:
        """The same with how play goes on after the answer: for puzzles that were found when that was not kept."""
        match = shown(self.game, puzzle).match
        state, seed = situation(match, puzzle.seat).position(), int(puzzle.id, 16)
        self._master.forget()
        found = self._master.search(state, puzzle.seat, seed=seed, simulations=self._simulations(DEEP))
        if self.game.text(found.action) not in puzzle.answers:
            return puzzle
        return msgspec.structs.replace(puzzle, line=self._foreseen(found.line, puzzle.seat))

    def _glance(self, state: State, seat: int, seed: int) -> SearchResult:
        self._searcher.forget()
        return self._searcher.search(state, seat, seed=seed, simulations=self._simulations(GLANCE))

    def _look(self, state: State, seat: int, seed: int) -> SearchResult:
        """It goes on where the glance ended."""
        return self._searcher.search(state, seat, seed=seed + 1, simulations=self._simulations(LOOK))

    def _stands_out(self, found: SearchResult, seat: int, share: float) -> bool:
        first, *rest = found.candidates
        if not rest or first.values[seat] < LOST:
            return False
        return first.values[seat] - rest[0].values[seat] >= share * self.clear

    def _puzzle(self, match: Match, seat: int, state: State, glance: SearchResult, seed: int) -> Puzzle | None:
        """From a glance that the search still has in mind. What costs least is asked first."""
        if match.actors != [seat] or len(moves_of(match, seat)) < FEWEST_CHOICES:
            return None
        self.counts.looked += 1
        if not self._stands_out(glance, seat, SEEMS):
            return None
        look = self._look(state, seat, seed)
        if not self._stands_out(look, seat, PROMISES):
            return None
        self.counts.close += 1
        id = puzzle_id(match, seat)
        clear = self._clear_best(state, seat, int(id, 16), look)
        if clear is None:
            return None
        solved = self._tried(state, seat, int(id, 16), clear.best)
        if solved[-1] < SURE:
            return None
        text, (worth, other) = self.game.text, sorted(clear.worth.values(), reverse=True)[:2]
        verdicts = {text(move): _verdict(value) for move, value in clear.worth.items() if move != clear.best}
        return Puzzle(
            id, self.seats, seat, steps_to(match), (text(clear.best),), rating_of(solved), dict(match.options),
            verdicts, round(worth, 3), round(other, 3), solved, line=self._foreseen(clear.line, seat),
        )  # fmt: skip

    def _clear_best(self, state: State, seat: int, seed: int, look: SearchResult) -> Clear | None:
        """By searches of equal depth for each move that could be best, first short ones, then long ones; then deep
        searches of all moves, with other seeds, must come to the same."""
        moves = [candidate.action for candidate in look.candidates[:CLOSE]]
        for paces, share in SOON:
            soon = self._worths(state, seat, seed, paces, moves, share)
            if soon is None:
                return None
            moves = sorted(soon, key=soon.__getitem__, reverse=True)
        if self._right(state, seat, seed, LEVELS[0], moves[0]) == TRIES:  # a beginner finds it every time
            self.counts.trivial += 1
            return None
        self.counts.deep += 1
        worth = self._worths(state, seat, seed, DEEP / 2, moves, 1.0)
        if worth is None:
            return None
        best, second = sorted(worth, key=worth.__getitem__, reverse=True)[:2]
        for k, searcher in enumerate((self._searcher, self._master), 1):
            searcher.forget()
            again = searcher.search(state, seat, seed=seed + k, simulations=self._simulations(DEEP))
            if again.action != best:
                return None
        rest = {c.action: c.values[seat] for c in look.candidates[CLOSE:] if c.visits > FEWEST_CHOICES}
        return Clear(best, {**{move: min(value, worth[second]) for move, value in rest.items()}, **worth}, again.line)

    def _foreseen(self, line: list[tuple[int, int]], seat: int) -> tuple[str, ...]:
        """What follows the answer. Where something is hidden, what others do then is a guess: only the seat's own."""
        after = line[1 : 1 + LINE]
        if self.game.hidden:
            after = list(itertools.takewhile(lambda step: step[0] == seat, after))
        return tuple(f"{actor} {self.game.text(action)}" for actor, action in after)

    def _worths(
        self, state: State, seat: int, seed: int, paces: float, moves: list[int], share: float
    ) -> dict[int, float] | None:
        """What each of these moves is worth, if one of them is better than all others by that share of what is clear;
        none as soon as that is out of the question."""
        worth: dict[int, float] = {}
        for move in moves:
            worth[move] = self._worth(state, seat, seed, paces, move)
            if len(worth) > 1:
                best, second = sorted(worth.values(), reverse=True)[:2]
                if best < LOST or best - second < share * self.clear:
                    return None
        return worth

    def _worth(self, state: State, seat: int, seed: int, paces: float, move: int) -> float:
        self._searcher.forget()
        found = self._searcher.search(state, seat, seed=seed, simulations=self._simulations(paces), only=move)
        return found.values[seat]

    def _tried(self, state: State, seat: int, seed: int, best: int) -> tuple[int, ...]:
        """How often each level finds it."""
        return tuple(self._right(state, seat, seed, level, best) for level in LEVELS)

    def _right(self, state: State, seat: int, seed: int, level: Level, best: int) -> int:
        right = 0
        searcher = self._master if level.net else self._searcher
        simulations = min(level.simulations(self.game), self._simulations(MOST_PACES))
        for k in range(3, 3 + TRIES):
            searcher.forget()
            searcher.search(state, seat, seed=seed + k, simulations=simulations)
            right += searcher.choose(level.slips, seed + k) == best
        return right


class _Seeking:
    """How many puzzles a match has given, and where the last one was."""

    def __init__(self) -> None:
        self.found, self._last = 0, -APART

    def may(self, match: Match) -> bool:
        return len(match.actions()) - self._last >= APART

    def has_found(self, match: Match) -> None:
        self.found, self._last = self.found + 1, len(match.actions())


def seats_of(game: Game, number: int) -> int:
    """With how many a match of self-play is played: with two more often than with any other number."""
    numbers: list[int] = [*game.seats, *(2 for _ in game.seats[1:] if 2 in game.seats)]
    return numbers[Random(f"seats {game.name} {number}").randrange(len(numbers))]


def options_of(game: Game, seats: int, number: int) -> dict[str, Value]:
    """The usual ones; in one match of three, one of those with a few choices is another."""
    lot = Random(f"options {game.name} {number}")
    options = game.options_for(seats, {})
    choices = [(option.name, other) for option in game.options for other in _others(option, options[option.name])]
    if choices and lot.randrange(VARIED) == 0:
        name, other = lot.choice(choices)
        return game.options_for(seats, {name: other})
    return options


def _others(option: Option, usual: Value) -> list[Value]:
    """What else a yes-or-no or a choice of two or three could be; what changes a match's length is left alone."""
    if isinstance(usual, bool):
        return [not usual]
    return [other for other in option.choices if other != usual] if len(option.choices) <= FEW else []


def _verdict(worth: float) -> Verdict:
    return "good" if worth >= GOOD else "bad" if worth <= BAD else "even"


def rating_of(solved: tuple[int, ...]) -> int:
    """As if the puzzle had played the levels: the rating at which it would be solved as often as it was. Half a point
    each way stands for what a few tries cannot tell."""
    target = 0.5 + sum(solved)
    low, high = 400.0, 2600.0
    for _ in range(40):
        middle = (low + high) / 2
        expected = sum(TRIES / (1 + math.pow(10, (middle - level) / 400)) for level in LEVEL_RATINGS)
        expected += 1 / (1 + math.pow(10, (middle - LEVEL_RATINGS[2]) / 400))
        low, high = (middle, high) if expected > target else (low, middle)
    return round(low)
