"""The law that refusals tell nothing: whatever a seat asks for in two worlds that it cannot tell apart is taken in both
or refused in both, and then in the same words. What a step that is taken reveals may differ."""

from random import Random

import msgspec

from parlour.core.game import copy_state
from parlour.core.match import Match
from parlour.core.offers import WORDS
from parlour.core.position import TAKEBACK, UNDO
from parlour.core.rng import new_rng
from parlour.core.texts import Refused

LONGEST_BATCH = 4
PAST_STEPS = 8  # of the match, which are asked for once more
NONSENSE = ("", "?", "no such step")

Attempt = tuple[str, ...]  # one step, or a batch of them


def refusals_tell_nothing(match: Match, seed: int, requests: int) -> None:
    """So many requests of a random kind by each of the seats in turn."""
    game, rng = match.game, Random(seed)
    if match.over or game.determinize is None:
        return
    seats = len(match.seats)
    twins = [_twin(match, seat, seed) for seat in range(seats)]
    words = [_vocabulary(match, seat) for seat in range(seats)]
    for number in range(requests):
        seat = number % seats
        request = _request(*words[seat], rng)
        here, there = _answer(match, seat, request), _answer(twins[seat], seat, request)
        assert here == there, (
            f"what seat {seat} is told of {' '.join(request)!r} depends on what it cannot know: {here!r} or {there!r}"
        )


def _twin(match: Match, seat: int, seed: int) -> Match:
    """Another world that looks the same to this seat."""
    twin = match.copy()
    twin.state = copy_state(match.state)
    assert match.game.determinize is not None, "a game with hidden information"
    match.game.determinize(twin.state, seat, new_rng(seed))
    twin.set_up()
    return twin


def _vocabulary(match: Match, seat: int) -> tuple[list[str], list[str]]:
    """What this seat may do, and all that it could think of asking for."""
    own = [*match.legal(seat), *match.also(seat)]
    others = [step for other in range(len(match.seats)) if other != seat for step in match.legal(other)[:PAST_STEPS]]
    past = [step.text for step in match.steps[-PAST_STEPS:]]
    return own, [*others, *past, *WORDS, UNDO, TAKEBACK, *NONSENSE]


def _request(own: list[str], others: list[str], rng: Random) -> Attempt:
    """Mostly such as begin with something that can be done: others are refused at once."""
    steps = []
    for _ in range(rng.randint(1, LONGEST_BATCH)):
        steps.append(rng.choice(own if own and rng.random() < 0.7 else others))
    return tuple(steps)


def _answer(match: Match, seat: int, request: Attempt) -> bytes | None:
    """None: it is taken."""
    trial = match.copy()
    try:
        if len(request) == 1:
            trial.play(seat, request[0])
        else:
            trial.play_all(seat, request)
    except Refused as refusal:
        return msgspec.json.encode(refusal.text)
    return None
