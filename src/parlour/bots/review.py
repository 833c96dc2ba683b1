"""A finished match looked at again: what each step was worth to the one who took it, from what that seat could know.

Every move is searched twice more with the same effort, the one that was played and the one that looks best, so that
the difference between them is not a difference in how closely they were looked at.

A review has three parts: what there is to look into (`questions`), the thinking (`look`), and what it came to in words
(`in_words`, `conclude`). A browser can do the second instead, by compiled code that is the same
(web/src/engine/review.ts); the other two are done here alone.
"""

import hashlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from parlour import games
from parlour.bots.bot import net_of
from parlour.bots.levels import LEVELS
from parlour.bots.searcher import Searcher
from parlour.bots.situation import Situation, situation
from parlour.core import record as records
from parlour.core.game import CHANCE, Game, State
from parlour.core.knowledge import NONE
from parlour.core.match import Match
from parlour.core.net import TrainedNet
from parlour.core.record import Record, Step, seat_of
from parlour.core.texts import Refused, Text

MINUTE = 60.0  # seconds of one core for a whole match, about
PACE_SECONDS = 0.05  # what a `pace` of simulations takes
MOST_PACES = 20.0  # for one move: a second of one core
LOOKS = 3  # searches for a move
ROOM = 300_000  # nodes of a tree: no more than a browser has memory for, so that all machines come to the same
LONGEST_LINE = 64
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


ActionNumber = Annotated[str, Meta(pattern=r"^-?[0-9]{1,19}$", description="An action, in digits: 64 bits.")]
SeatIndex = Annotated[int, Meta(ge=0, le=63)]
Worth = Annotated[float, Meta(ge=-1, le=1)]


class ReviewQuestion(msgspec.Struct, frozen=True):
    """One step to look into, by what its seat could know then."""

    number: Annotated[int, Meta(ge=1)]  # as in `StepReview`
    seat: SeatIndex
    state: str  # the situation's bytes, in base64
    seed: int
    played: ActionNumber


class FoundStep(msgspec.Struct, frozen=True):
    """A step that a search has found."""

    seat: SeatIndex
    action: ActionNumber


class Looked(msgspec.Struct, frozen=True):
    """What a search of a question came to, in numbers. Without values it was not searched: it is in the book."""

    number: Annotated[int, Meta(ge=1)]
    before: Annotated[list[Worth], Meta(max_length=64)] | None = None
    after: Annotated[list[Worth], Meta(max_length=64)] | None = None
    line: Annotated[
        list[FoundStep], Meta(max_length=LONGEST_LINE)
    ] = []  # what was worth clearly more, and how it goes on


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


# -- what there is to look into ----------------------------------------------------------------------------------


def questions(record: Record, chosen: Sequence[int]) -> Iterator[ReviewQuestion]:
    """Of these steps, counted from 0 and in rising order."""
    match = Match(games.load(record.game), record.seats, record.options)
    wanted = set(chosen)
    for number, step in enumerate(record.steps):
        if number in wanted:
            yield question(match, record, number)
        match.replay(step)


def question(match: Match, record: Record, number: int) -> ReviewQuestion:
    """Of one step, counted from 0; the match stands before it."""
    step = record.steps[number]
    seat, played = seat_of(step), match.game.parse(step.text)
    assert played is not None, "a record's steps can be read"
    state = b64encode(situation(match, seat).state).decode()
    return ReviewQuestion(number + 1, seat, state, _seed(record, number), str(played))


# -- thinking ----------------------------------------------------------------------------------------------------


def judge_of(game: Game, seats: int) -> TrainedNet | None:
    """The net by which Master judges, if there is one."""
    return net_of(game, seats, LEVELS[-1].number)


@lru_cache(4)
def _searcher(name: str, seats: int) -> Searcher:
    game = games.load(name)
    return Searcher(game, seats, room=ROOM, net=judge_of(game, seats))


def look(now: Situation, asked: ReviewQuestion, simulations: int) -> Looked:
    """web/src/engine/review.ts does the same."""
    searcher, seat, played = _searcher(now.game, now.seats), asked.seat, int(asked.played)
    s, seed = now.position(), asked.seed
    if searcher.book(s, seat, seed) != NONE:  # openings are a matter of taste
        return Looked(asked.number)
    searcher.forget()
    best = searcher.search(s, seat, seed=seed, simulations=simulations)
    values = {}
    for action in {best.action, played}:
        searcher.forget()
        values[action] = searcher.search(s, seat, seed=seed, simulations=simulations, only=action).values
    before, mistake = searcher.verdict(seat, values[best.action], values[played])
    line = [FoundStep(actor, str(action)) for actor, action in best.line] if mistake else []
    return Looked(asked.number, before, values[played], line)


# -- in words ----------------------------------------------------------------------------------------------------


def in_words(match: Match, step: Step, found: Looked) -> StepReview:
    """The match stands before the step."""
    seat = seat_of(step)
    told = StepReview(found.number, seat, step.text, found.before, found.after)
    if not found.line:
        return told
    better = [match.game.text(action) for action in _playable(situation(match, seat), found.line)]
    return msgspec.structs.replace(told, better=better[0], line=better) if better else told


def _playable(now: Situation, line: Sequence[FoundStep]) -> Iterator[int]:
    """As far as it can be played there, where what is hidden is a guess. Nothing else is spelled: spellings are kept,
    and there are more numbers than actions."""
    game, s = now.load(), now.position()
    for step in line:
        action = int(step.action)
        if step.seat not in game.seats_to_act(s) or action not in _legal(game, s, step.seat):
            return
        yield action
        game.apply(s, step.seat, action)


def _legal(game: Game, s: State, seat: int) -> Sequence[int]:
    return [] if int(game.actor(s)) == CHANCE else game.list_legal(s, seat)


def review_step(data: bytes, number: int, simulations: int) -> StepReview:
    """One choice of a record (as JSON), step `number` counted from 0. For a worker: it keeps nothing of the match."""
    record = records.from_json(data)
    match = Match.from_record(record, games.load(record.game), until=number)
    step = record.steps[number]
    now = situation(match, seat_of(step))
    return in_words(match, step, look(now, question(match, record, number), simulations))


def concluded(record: Record, found: Sequence[Looked]) -> Review:
    """The whole of what somebody else has looked into. It is refused unless every choice is answered, once."""
    check(record)
    by_number = {one.number: one for one in found}
    if sorted(by_number) != [number + 1 for number in choices_of(record)] or len(by_number) != len(found):
        raise Refused("refuse.review-steps")
    seats = len(record.seats)
    if any(len(values) != seats for one in found for values in (one.before, one.after) if values is not None):
        raise Refused("refuse.review-steps")
    if any((one.before is None) != (one.after is None) for one in found):
        raise Refused("refuse.review-steps")
    return conclude(record, list(_told(record, by_number)))


def _told(record: Record, found: Mapping[int, Looked]) -> Iterator[StepReview]:
    match = Match(games.load(record.game), record.seats, record.options)
    for number, step in enumerate(record.steps, 1):
        if number in found:
            yield in_words(match, step, found[number])
        match.replay(step)


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
