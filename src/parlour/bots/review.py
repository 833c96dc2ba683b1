"""A finished match looked at again: what each step was worth to the one who took it, from what that seat could know.

Every move is searched twice more with the same effort, the one that was played and the one that looks best, so that
the difference between them is not a difference in how closely they were looked at.
"""

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from parlour import games
from parlour.bots.searcher import Searcher
from parlour.bots.situation import situation
from parlour.core import record as records
from parlour.core.game import Game
from parlour.core.knowledge import NONE
from parlour.core.match import Match
from parlour.core.record import Record, seat_of
from parlour.core.texts import Refused, Text

MINUTE = 60.0  # seconds of one core for a whole match, about
PACE_SECONDS = 0.05  # what a `pace` of simulations takes
MOST_PACES = 20.0  # for one move: a second of one core
LOOKS = 3  # searches for a move
TURNING = 0.25
MOST_TURNING = 5


class StepReview(msgspec.Struct, frozen=True):
    """One step of the record. Values are what each seat could expect, from −1 to 1, as the mover could see it."""

    number: int  # counted from 1, as logs do
    actor: int
    text: str
    before: list[float] | None = None  # with the best step; None: not a choice
    after: list[float] | None = None  # with the step that was taken
    better: str | None = None  # a step that was worth clearly more
    line: list[str] = []  # how play might have gone on after it

    @property
    def loss(self) -> float:
        """What the mover gave away."""
        if self.before is None or self.after is None:
            return 0.0
        return max(0.0, self.before[self.actor] - self.after[self.actor])


class Turning(msgspec.Struct, frozen=True):
    """A moment that the match hung on."""

    number: int
    actor: int
    loss: float
    words: Text


class Review(msgspec.Struct, frozen=True):
    """The whole match."""

    steps: list[StepReview]
    turning: list[Turning]
    lost: list[float]  # by seat: what a choice gave away, on average
    leaned: list[list[float]]  # for each step: what each seat could expect once it was taken


def choices_of(record: Record) -> list[int]:
    """The steps, counted from 0, that stood and were a choice of a seat: those that are worth looking at."""
    match, found = Match(games.load(record.game), record.seats, record.options), []
    standing = Match.from_record(record, match.game).standing()
    for number, step in enumerate(record.steps):
        seat = seat_of(step)
        legal = match.legal(seat) if number in standing and seat in match.actors else []
        if step.text in legal and len(legal) > 1:
            found.append(number)
        match.replay(step)
    return found


def effort(game: Game, choices: int, seconds: float = MINUTE) -> int:
    """Simulations for each search, so that the whole takes about so long on one core."""
    paces = seconds / max(1, choices) / LOOKS / PACE_SECONDS
    return max(16, round(min(MOST_PACES, paces) * game.knowledge.pace))


@lru_cache(4)
def _searcher(name: str, seats: int) -> Searcher:
    return Searcher(games.load(name), seats)


def review_step(data: bytes, number: int, simulations: int) -> StepReview:
    """One choice of a record (as JSON), step `number` counted from 0. For a worker: it keeps nothing of the match."""
    record = records.from_json(data)
    game = games.load(record.game)
    return _review(Match.from_record(record, game, until=number), record, number, simulations)


def _review(match: Match, record: Record, number: int, simulations: int) -> StepReview:
    game, step = match.game, record.steps[number]
    seat, played = seat_of(step), game.parse(step.text)
    assert played is not None, "a record's steps can be read"
    now, searcher = situation(match, seat), _searcher(game.name, len(match.seats))
    s, seed = now.position(), _seed(record, number)
    if searcher.book(s, seat, seed) != NONE:  # openings are a matter of taste
        return StepReview(number + 1, seat, step.text)
    searcher.forget()
    best = searcher.search(s, seat, seed=seed, simulations=simulations)
    values = {}
    for action in {best.action, played}:
        searcher.forget()
        values[action] = searcher.search(s, seat, seed=seed, simulations=simulations, only=action).values
    before, mistake = searcher.verdict(seat, values[best.action], values[played])
    one = StepReview(number + 1, seat, step.text, before, values[played])
    if not mistake:
        return one
    line = [game.text(action) for actor, action in best.line if actor >= 0]
    return msgspec.structs.replace(one, better=game.text(best.action), line=line)


def review(record: Record, seconds: float = MINUTE) -> Iterator[StepReview]:
    """Every choice in turn; hand what comes to `conclude`."""
    check(record)
    game, data = games.load(record.game), records.to_json(record)
    chosen = choices_of(record)
    simulations = effort(game, len(chosen), seconds)
    for number in chosen:
        yield review_step(data, number, simulations)


def check(record: Record) -> None:
    """A match that goes on is not looked at: its players may still be asking themselves the same."""
    if record.ending is None:
        raise Refused("refuse.review-open")


def conclude(record: Record, steps: Sequence[StepReview]) -> Review:
    """The whole from its choices: how the match leaned from step to step, and what it hung on."""
    seats = len(record.seats)
    looked_at = {one.number: one for one in steps}
    every, leaned = [], []
    lean = next((one.before for one in steps if one.before is not None), [0.0] * seats)
    for number, step in enumerate(record.steps, 1):
        one = looked_at.get(number) or StepReview(number, seat_of(step), step.text)
        lean = one.after if one.after is not None else lean
        every.append(one)
        leaned.append([round(value, 4) for value in lean])
    return Review(every, _turning(every), _lost(every, seats), leaned)


def _turning(steps: Sequence[StepReview]) -> list[Turning]:
    worst = sorted((one for one in steps if one.loss >= TURNING), key=lambda one: -one.loss)[:MOST_TURNING]
    found = []
    for one in sorted(worst, key=lambda one: one.number):
        assert one.before is not None, "what has a loss has values"
        assert one.after is not None, "what has a loss has values"
        facts: dict[str, str | int | Text] = {
            "step": one.text,
            "better": one.better or one.text,
            "before": percent(one.before[one.actor]),
            "after": percent(one.after[one.actor]),
        }
        found.append(Turning(one.number, one.actor, round(one.loss, 4), Text("review.turning", facts)))
    return found


def _lost(steps: Sequence[StepReview], seats: int) -> list[float]:
    lost = []
    for seat in range(seats):
        mine = [one.loss for one in steps if one.actor == seat and one.before is not None]
        lost.append(round(sum(mine) / max(1, len(mine)), 4))
    return lost


def percent(value: float) -> int:
    """−1 to 1 as people say it: 0 to 100."""
    return round(50 + 50 * value)


def _seed(record: Record, number: int) -> int:
    facts = f"{record.game} {number} {[step.text for step in record.steps[:number]]}"
    return int.from_bytes(hashlib.blake2b(facts.encode(), digest_size=6).digest())
