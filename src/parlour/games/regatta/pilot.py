"""The pilot book of a course: how many turns a boat may expect to need, from every point, in every wind.

Where the simple racer's maps count the turns of an undisturbed boat, this one knows that a turn may come out a point
shorter or longer (shadow, calm, gusts) and that the wind may turn; so it tells points apart that are equally many turns
away, which wins two races in three. It also knows the spinnaker, and that boats stay behind the line for three turns.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from parlour.core.game import State, blank
from parlour.core.jit import entry, rule
from parlour.games.regatta.board import (
    AREA_SHIFT,
    BEHIND,
    DELTA,
    FREE_TURN,
    HELD,
    INITIAL_SPEED,
    NO_SPINNAKER,
    NO_TACK,
    NOWHERE,
    POINTS,
    PORT,
    RUN,
    SET,
    SOLID,
    SQUARES,
    STARBOARD,
    STATE,
    TACK_FOR,
    WHEEL,
    WINDS,
)
from parlour.games.regatta.courses import COURSES, Course, lay_out
from parlour.games.regatta.racer import FAR, HOME, NO_STEP, TACKS_BEFORE, Steps, stage_after

# By wind (half its heading), layer, spinnaker, tack and square, in parts of a turn. Layers are the racer's stages, then
# HOME, and then one for each turn that still has to be sailed behind the line.
Pilot = npt.NDArray[np.int16]
Reckoning = npt.NDArray[np.float32]
A_TURN = 64
MOST_TURNS_TOLD = 400
CONFINED = HOME  # + turns
LAYERS = HOME + FREE_TURN
NOT_WATER = -2  # instead of NO_STEP: no boat can be there at all
KITES = 3
COURSES_KEPT = 6  # 1.5 MB each

ODD_TURN = 0.1  # how often a turn comes out a point shorter; and as often, a point longer
WIND_TURNS = 0.06  # how often the wind changes from one turn of a boat to its next
CLOSE_ENOUGH = 0.03  # of a turn
ROUNDS, MOST_SWEEPS, KITE_SWEEPS = 2, 6, 2


@lru_cache(COURSES_KEPT)
def pilot_of(number: int) -> Pilot:
    """The pilot book of a course card."""
    return surveyed(COURSES[number - 1])


def surveyed(course: Course, odd: float = ODD_TURN, turning: float = WIND_TURNS) -> Pilot:
    s = blank(STATE)
    lay_out(s, course)
    turns = np.full((len(WINDS), LAYERS, KITES, len(TACKS_BEFORE), SQUARES), FAR, np.float32)
    survey(
        s, np.full((LAYERS, SQUARES, len(DELTA)), NO_STEP, np.int8), turns, np.zeros_like(turns[0, :, 0]), odd, turning
    )
    return (turns.clip(0, MOST_TURNS_TOLD) * A_TURN).round().astype(np.int16)


@entry
def survey(s: State, after: Steps, turns: Reckoning, mean: Reckoning, odd: float, turning: float) -> None:
    """Fill the book: first as if every turn came out as it should, then with what may happen."""
    list_steps(s, after)
    last = int(s.gates) + 1
    for wind in range(len(WINDS)):
        begin(turns, wind)
        # Later stages first, and again as long as anything gets nearer: the shortest way may take a gate back.
        better = True
        while better:
            better = False
            for back in range(last + 1):
                while improve(after, turns, mean, wind, last - back, NO_SPINNAKER, PORT, 0.0, 0.0) > 0.0:
                    better = True
    for _ in range(ROUNDS):
        average(turns, mean)
        for wind in range(len(WINDS)):
            for back in range(last + 1):
                sweeps = 0
                change = float(FAR)
                while sweeps < MOST_SWEEPS and change > CLOSE_ENOUGH:
                    change = improve(after, turns, mean, wind, last - back, NO_SPINNAKER, PORT, odd, turning)
                    sweeps += 1
    # Without a tack, as before the first move, and with a spinnaker: from what is known for all others.
    for wind in range(len(WINDS)):
        take_either_tack(turns, wind)
    average(turns, mean)
    for wind in range(len(WINDS)):
        for back in range(last + 1):
            improve(after, turns, mean, wind, last - back, NO_SPINNAKER, NO_TACK, odd, turning)
        for kite in (SET, HELD):
            spread(turns, wind, kite)
            for back in range(last + 1):
                for _ in range(KITE_SWEEPS):
                    improve(after, turns, mean, wind, last - back, kite, NO_TACK, odd, turning)
    for confined in range(1, FREE_TURN):
        average(turns, mean)
        for wind in range(len(WINDS)):
            for kite in range(KITES):
                improve(after, turns, mean, wind, CONFINED + confined, kite, NO_TACK, odd, turning)


@rule
def list_steps(s: State, after: Steps) -> None:
    """The layer after a step, by layer, square and heading; for a confined boat, steps behind the line alone, and the
    layer of its next turn."""
    for point in POINTS:
        solid = int(s.board[point]) & SOLID
        behind = int(s.board[point]) >> AREA_SHIFT == BEHIND
        for layer in range(LAYERS):
            if solid or (layer > CONFINED and not behind):
                after[layer, point, 0] = NOT_WATER
        for heading in range(len(DELTA)):
            to = point + DELTA[heading]
            if (int(s.board[point]) | int(s.board[to])) & SOLID == 0:
                for stage in range(int(s.gates) + 2):
                    after[stage, point, heading] = stage_after(s, stage, point, to)
                if behind and int(s.board[to]) >> AREA_SHIFT == BEHIND:
                    for confined in range(1, FREE_TURN):
                        after[CONFINED + confined, point, heading] = CONFINED + confined


@rule
def begin(turns: Reckoning, wind: int) -> None:
    """Nothing to go when home."""
    for kite in range(KITES):
        for tack in range(len(TACKS_BEFORE)):
            for point in range(SQUARES):
                turns[wind, HOME, kite, tack, point] = 0.0


@rule
def take_either_tack(turns: Reckoning, wind: int) -> None:
    """A boat without a tack, at first: as on the better one."""
    for layer in range(HOME):
        for point in POINTS:
            turns[wind, layer, NO_SPINNAKER, NO_TACK, point] = min(
                turns[wind, layer, NO_SPINNAKER, PORT, point], turns[wind, layer, NO_SPINNAKER, STARBOARD, point]
            )


@rule
def spread(turns: Reckoning, wind: int, kite: int) -> None:
    """With a spinnaker, at first as without."""
    for layer in range(HOME):
        for tack in range(len(TACKS_BEFORE)):
            for point in POINTS:
                turns[wind, layer, kite, tack, point] = turns[wind, layer, NO_SPINNAKER, tack, point]


@rule
def average(turns: Reckoning, mean: Reckoning) -> None:
    """Over the four winds, without spinnaker."""
    for layer in range(LAYERS):
        for tack in range(len(TACKS_BEFORE)):
            for point in POINTS:
                total = 0.0
                for wind in range(len(WINDS)):
                    total += turns[wind, layer, NO_SPINNAKER, tack, point]
                mean[layer, tack, point] = total / len(WINDS)


@rule
def improve(
    after: Steps,
    turns: Reckoning,
    mean: Reckoning,
    wind: int,
    layer: int,
    kite: int,
    first_tack: int,
    odd: float,
    turning: float,
) -> float:
    """One pass over all points of a layer, there and back; the greatest change that it made."""
    most = 0.0
    for i in range(2 * len(POINTS)):
        point = POINTS[i] if i < len(POINTS) else POINTS[2 * len(POINTS) - 1 - i]
        for tack in range(first_tack, len(TACKS_BEFORE)):
            now = 1.0 + best_move(after, turns, mean, wind, layer, kite, tack, point, odd, turning)
            if now < FAR:
                most = max(most, abs(turns[wind, layer, kite, tack, point] - now))
                turns[wind, layer, kite, tack, point] = now
                if layer > CONFINED and now < turns[wind, layer, kite, NO_TACK, NOWHERE]:
                    turns[wind, layer, kite, NO_TACK, NOWHERE] = now  # a boat yet to be placed: at the best place
    return most


@rule
def best_move(
    after: Steps,
    turns: Reckoning,
    mean: Reckoning,
    wind: int,
    layer: int,
    kite: int,
    tack: int,
    point: int,
    odd: float,
    turning: float,
) -> float:
    """What may be expected to be left after one turn from here."""
    best = float(FAR)
    if after[layer, point, 0] == NOT_WATER:
        return best
    confined = layer > CONFINED
    then = layer if not confined else (layer - 1 if layer - 1 > CONFINED else 0)
    here = float(turns[wind, then, kite, tack, point])
    for heading in range(len(DELTA)):
        sail = (heading - (2 * wind + 1)) & WHEEL  # winds are the odd headings
        speed = int(INITIAL_SPEED[sail, tack, 1 if kite != NO_SPINNAKER else 0, 0])
        if speed == 0:
            continue
        tack_then = int(TACK_FOR[sail, tack])
        kite_then = kite_after(kite, sail, tack, tack_then)
        least = float(FAR)
        short = here
        full = float(FAR)
        at = point
        on = layer
        done = 0
        while done <= speed and on != HOME:
            on = int(after[on, at, heading])
            if on == NO_STEP:
                break
            at += DELTA[heading]
            done += 1
            stop = then if confined else on
            left = (1.0 - turning) * turns[wind, stop, kite_then, tack_then, at] + turning * mean[stop, tack_then, at]
            least = min(least, left)
            if done < speed:
                short = least
            if done <= speed:
                full = least
        if done > 0:
            best = min(best, (1.0 - 2.0 * odd) * full + odd * short + odd * least)
    return best


@rule
def kite_after(kite: int, sail: int, tack: int, tack_then: int) -> int:
    """A run sets a spinnaker that is held; tacking loses one that is set."""
    if kite == HELD and sail == RUN:
        return int(SET)
    if kite == SET and tack != NO_TACK and tack != tack_then:
        return int(NO_SPINNAKER)
    return kite
