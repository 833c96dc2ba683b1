"""The simple racer: it knows, for every wind, how many turns it is from each point to the finish.

It counts without other boats and cards, and sails to where the fewest turns are left. That makes it the yardstick of
course cards (`tools/regatta_courses.py`), of tests that races end, and an opponent for bots. It takes part in no rule.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from parlour.core.game import Ints, State, blank
from parlour.core.jit import entry, rule
from parlour.core.rng import Rng, below
from parlour.games.regatta.board import (
    BOAT,
    CHOOSING_WIND,
    DELTA,
    DODGING,
    INITIAL_SPEED,
    MOST_GATES,
    MOST_MARKERS,
    NO_TACK,
    PLACING,
    POINTS,
    PORT,
    SAILING,
    SOLID,
    SQUARES,
    STARBOARD,
    STATE,
    TACK_FOR,
    WHEEL,
    WINDS,
)
from parlour.games.regatta.courses import COURSES, MOST_PLACES, Course, lay_out
from parlour.games.regatta.notation import DODGE, PLACE, STOP, WIND
from parlour.games.regatta.rules import legal
from parlour.games.regatta.sailing import in_shadow, may_be_at, speed_for, tack_of
from parlour.games.regatta.track import crosses_line, gates_after

# A boat's stage: 0 before the start, then 1 + the gates passed; HOME when it has finished.
STAGES = MOST_MARKERS * MOST_GATES + 2
HOME = STAGES
FAR = 9999
NO_STEP = -1
TACKS_BEFORE = (NO_TACK, PORT, STARBOARD)
PLACE_SLACK = 2  # turns that a place for the start may be worse than the best

# Turns to go, by wind, stage, tack and square; the stage after a step, by stage, square and heading.
Maps = npt.NDArray[np.int16]
Steps = npt.NDArray[np.int8]


# -- how far it is --------------------------------------------------------------------------------------------


@cache
def maps_of(number: int) -> Maps:
    """The maps of a course card."""
    return charted(COURSES[number - 1])


def charted(course: Course) -> Maps:
    s = blank(STATE)
    lay_out(s, course)
    maps = np.full((len(DELTA), STAGES, len(TACKS_BEFORE), SQUARES), FAR, np.int16)
    chart(s, np.full((STAGES, SQUARES, len(DELTA)), NO_STEP, np.int8), maps)
    return maps


@entry
def chart(s: State, after: Steps, maps: Maps) -> None:
    """Fill the maps of all four winds."""
    for stage in range(int(s.gates) + 2):
        for point in POINTS:
            for heading in range(len(DELTA)):
                to = point + DELTA[heading]
                if (int(s.board[point]) | int(s.board[to])) & SOLID == 0:
                    after[stage, point, heading] = stage_after(s, stage, point, to)
    for wind in WINDS:
        # Later stages first, and again as long as anything gets nearer: the shortest way may take a gate back, where
        # beating along it is faster on both of its sides.
        better = True
        while better:
            better = False
            for back in range(int(s.gates) + 2):
                while improve(after, maps, wind, int(s.gates) + 1 - back):
                    better = True


@rule
def stage_after(s: State, stage: int, at: int, to: int) -> int:
    if stage == 0:
        return 1 if crosses_line(s, at, to) else 0
    passed = gates_after(s, stage - 1, at, to)
    if passed == s.gates and crosses_line(s, at, to):
        return HOME
    return 1 + passed


@rule
def improve(after: Steps, maps: Maps, wind: int, stage: int) -> bool:
    """One pass over all points of a stage, there and back; whether anything became nearer."""
    better = False
    for i in range(2 * len(POINTS)):
        point = POINTS[i] if i < len(POINTS) else POINTS[2 * len(POINTS) - 1 - i]
        for tack in range(len(TACKS_BEFORE)):
            turns = 1 + best_move(after, maps, wind, stage, tack, point)
            if turns < maps[wind, stage, tack, point]:
                maps[wind, stage, tack, point] = turns
                better = True
    return better


@rule
def best_move(after: Steps, maps: Maps, wind: int, stage: int, tack: int, point: int) -> int:
    """The fewest turns to go after one turn from here."""
    best = FAR
    for heading in range(len(DELTA)):
        sail = (heading - wind) & WHEEL
        new_tack = int(TACK_FOR[sail, tack])
        speed = int(INITIAL_SPEED[sail, tack, 0, 0])
        at = point
        on = stage
        while speed > 0:
            on = int(after[on, at, heading])
            if on == NO_STEP:
                break
            if on == HOME:
                return 0
            at += DELTA[heading]
            best = min(best, int(maps[wind, on, new_tack, at]))
            speed -= 1
    return best


def racer(s: State, seat: int, rng: Rng) -> int:
    """The simple racer's action for the seat that is to act."""
    return int(choose(s, seat, maps_of(int(s.course)), rng, np.empty(MOST_PLACES, np.int64)))


@entry
def choose(s: State, seat: int, maps: Maps, rng: Rng, out: Ints) -> int:
    """The action with the fewest turns to go; of several, any. A boat that is home goes anywhere."""
    n = legal(s, seat, out)
    if s.place[seat] > 0:
        return int(out[below(rng, n)])
    slack = PLACE_SLACK if s.phase == PLACING else 0
    best = FAR
    for i in range(n):
        best = min(best, worth(s, seat, int(out[i]), maps))
    kept = 0
    for i in range(n):
        if worth(s, seat, int(out[i]), maps) <= best + slack:
            out[kept] = out[i]
            kept += 1
    return int(out[below(rng, kept)])


@rule
def worth(s: State, seat: int, action: int, maps: Maps) -> int:
    """Turns to go after this action."""
    stage = 1 + int(s.passed[seat]) if s.started[seat] else 0
    wind = int(s.wind)
    at = int(s.at[seat])
    tack = int(s.tack[seat])
    if action >= PLACE:
        return int(maps[wind, 0, 0, action - PLACE])
    if action == STOP:
        return int(maps[wind, stage, tack, at]) * 2 + 1  # sailing on is better, if it is no worse
    if s.phase == CHOOSING_WIND:
        return int(maps[action - WIND, stage, tack, at])
    if s.phase == DODGING:
        to = at + DELTA[action - DODGE]
        on = stage_after(s, stage, at, to)
        return 0 if on == HOME else int(maps[wind, on, tack, to])
    if s.phase == SAILING:
        speed = speed_for(s, seat, action, in_shadow(s, at))
        return worth_of_way(s, seat, stage, action, speed, maps)
    return worth_of_way(s, seat, stage, action, int(s.speed), maps) * 2


@rule
def worth_of_way(s: State, seat: int, stage: int, heading: int, speed: int, maps: Maps) -> int:
    """The best point to stop at on this heading. A boat in the way may be bumped, and then the turn is over."""
    best = FAR
    tack = tack_of(s, seat, heading)
    at = int(s.at[seat])
    while speed > 0:
        to = at + DELTA[heading]
        cell = int(s.board[to])
        if not may_be_at(s, seat, cell):
            break
        stage = stage_after(s, stage, at, to)
        if stage == HOME:
            return 0
        best = min(best, int(maps[int(s.wind), stage, tack, to]))
        speed = 0 if cell & BOAT else speed - 1
        at = to
    return best
