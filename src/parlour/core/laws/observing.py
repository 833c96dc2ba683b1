"""The laws of what programs that learn are shown: numbers of actions, and observations.

They hold for every game that numbers its actions. A number means one action and an action has one number; what a seat
observes is whole, within what was declared, and the same in all worlds that the seat cannot tell apart.
"""

import numpy as np

from parlour.core.game import Game, State, copy_state
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.core.state import state_bytes

LEFT_OVER = (77, -5)  # what was in a buffer before must not matter


def observing_is_sound(match: Match, seed: int) -> None:
    """All of them, for every seat in this position."""
    if not match.game.observable:
        return
    before = state_bytes(match.state)
    for seat in range(len(match.seats)):
        numbers_are_sound(match, seat)
        observation_is_whole(match, seat)
        if match.game.hidden and not match.over:
            observation_is_blind_to_the_truth(match, seat, seed)
    assert state_bytes(match.state) == before, "observing changed the state"


def numbers_are_sound(match: Match, seat: int) -> None:
    """Within range, no two alike, the same when asked again, and each leads back to its action."""
    game, s = match.game, match.state
    assert game.numbers is not None, "its actions are numbered"
    assert game.number is not None, "its actions are numbered"
    assert game.numbered is not None, "its actions are numbered"
    count, legal = game.numbers(len(match.seats), match.options), _legal(game, s, seat)
    numbers = numbers_of(game, s, seat)
    for action, number in zip(legal, numbers, strict=True):
        text = game.text(action)
        assert 0 <= number < count, f"“{text}” has the number {number}, and there are {count}"
        back = int(game.numbered(s, seat, number))
        assert back == action, f"“{text}” has the number {number}, which is read back as {back}, not {action}"
    assert len(set(numbers)) == len(numbers), f"two actions of seat {seat} have one number"
    assert numbers == numbers_of(game, s, seat), "the numbers changed when they were asked for again"


def observation_is_whole(match: Match, seat: int) -> None:
    """Every number is written, whatever stood there before, and lies within what was declared."""
    game, s = match.game, match.state
    assert game.observation is not None, "it can be observed"
    layout = game.observation(len(match.seats), match.options)
    first, second = (observed(game, s, seat, match, left_over) for left_over in LEFT_OVER)
    assert first == second, f"what seat {seat} observes has parts that were not written"
    planes = np.frombuffer(first[: layout.size], np.int8)
    scalars = np.frombuffer(first[layout.size :], np.int16)
    wrong = np.flatnonzero((planes < 0) | (planes > layout.most)) // (layout.height * layout.width)
    assert not len(wrong), f"the plane “{layout.planes[wrong[0]]}” is out of its range"
    for scalar, value in zip(layout.scalars, scalars.tolist(), strict=True):
        assert scalar.low <= value <= scalar.high, (
            f"“{scalar.name}” is {value}, and not from {scalar.low} to {scalar.high}"
        )


def observation_is_blind_to_the_truth(match: Match, seat: int, seed: int) -> None:
    """In another world that looks the same to this seat it observes the same, and may do the same, byte for byte."""
    game, s = match.game, match.state
    assert game.determinize is not None, "a game with hidden information"
    twin = copy_state(s)
    game.determinize(twin, seat, new_rng(seed))
    same = observed(game, s, seat, match) == observed(game, twin, seat, match)
    assert same, f"what seat {seat} observes depends on what it cannot know"
    assert numbers_of(game, s, seat) == numbers_of(game, twin, seat), (
        f"the numbers of seat {seat}'s actions depend on what it cannot know"
    )


def observed(game: Game, s: State, seat: int, match: Match, left_over: int = 0) -> bytes:
    """What a seat observes, as bytes: planes, then scalars."""
    assert game.observation is not None, "it can be observed"
    assert game.observe is not None, "it can be observed"
    planes, scalars = game.observation(len(match.seats), match.options).empty()
    planes[:], scalars[:] = left_over, left_over
    game.observe(s, seat, planes, scalars)
    return planes.tobytes() + scalars.tobytes()


def numbers_of(game: Game, s: State, seat: int) -> list[int]:
    """Of what a seat may do now, in the order of the list."""
    assert game.number is not None, "its actions are numbered"
    return [int(game.number(s, seat, action)) for action in _legal(game, s, seat)]


def _legal(game: Game, s: State, seat: int) -> list[int]:
    return game.list_legal(s, seat) if seat in game.seats_to_act(s) else []
