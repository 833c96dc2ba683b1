"""What a seat observes: the board by colours and symbols, its own hand, and which tokens it has not seen.

Other seats come in the order in which they play after this one. A row of a plane is a row of the board, from 1.
"""

from parlour.core.game import Options, State
from parlour.core.jit import entry
from parlour.core.observation import NamedScalar, Observation, Planes, Scalars, flags
from parlour.games.luckymoose.board import (
    ASIDE,
    BONUS,
    COLOURS,
    HAND,
    KINDS,
    MOST_IDLE,
    STRIDE,
    SYMBOLS,
)
from parlour.games.luckymoose.lines import worth
from parlour.games.luckymoose.notation import TOKENS
from parlour.games.luckymoose.rules import actor

GROUPS = len(COLOURS)  # and as many symbols
LAID, LAST, TWICE, THRICE = 2 * GROUPS, 2 * GROUPS + 1, 2 * GROUPS + 2, 2 * GROUPS + 3
MOST_POINTS = 10_000  # whoever has more is shown as having these


def observation(seats: int, options: Options) -> Observation:
    size, sets = int(options["size"]), int(options["sets"])
    planes = [f"colour {letter}" for letter in COLOURS] + [f"symbol {letter}" for letter in SYMBOLS]
    planes += ["laid this turn", "laid last", "bonus 2", "bonus 3"]
    scalars = [
        *flags("turn"),
        NamedScalar("pool", sets * KINDS),
        NamedScalar("aside", HAND),
        NamedScalar("idle", MOST_IDLE),
    ]
    scalars += [NamedScalar("forfeits", seats), NamedScalar("worth so far", MOST_POINTS)]
    scalars += [NamedScalar(f"score of seat +{k}", MOST_POINTS) for k in range(seats)]
    scalars += [NamedScalar(f"tokens of seat +{k}", HAND) for k in range(seats)]
    for slot in range(HAND):
        scalars += flags(*(f"token {slot + 1} is {letter}" for letter in COLOURS + SYMBOLS))
    scalars += [NamedScalar(f"unseen {token}", sets) for token in TOKENS]
    return Observation(tuple(planes), size, size, tuple(scalars))


@entry
def observe(s: State, seat: int, planes: Planes, scalars: Scalars) -> None:
    side = int(s.side)
    cells = side * side
    seats = int(s.seats)
    for i in range((THRICE + 1) * cells):
        planes[i] = 0
    scalars[0] = 1 if actor(s) == seat else 0
    scalars[1] = int(s.pool_count)
    scalars[2] = int(s.hand_count[ASIDE])
    scalars[3] = int(s.idle)
    scalars[4] = int(s.forfeits)
    scalars[5] = min(int(worth(s)), MOST_POINTS) if s.laid_count > 0 else 0
    n = 6
    for k in range(seats):
        scalars[n + k] = min(int(s.score[(seat + k) % seats]), MOST_POINTS)
        scalars[n + seats + k] = int(s.hand_count[(seat + k) % seats])
    n += 2 * seats
    unseen = n + HAND * 2 * GROUPS
    for kind in range(KINDS):
        scalars[unseen + kind] = int(s.sets)
    for i in range(n, unseen):
        scalars[i] = 0
    for slot in range(int(s.hand_count[seat])):
        kind = int(s.hand[seat, slot])
        scalars[n + slot * 2 * GROUPS + kind // GROUPS] = 1
        scalars[n + slot * 2 * GROUPS + GROUPS + kind % GROUPS] = 1
        scalars[unseen + kind] -= 1
    if s.turn == seat:  # its own tokens that lie aside
        for i in range(int(s.hand_count[ASIDE])):
            scalars[unseen + int(s.hand[ASIDE, i])] -= 1
    cell = 0
    for row in range(side):
        first = (row + 1) * STRIDE + 1
        for at in range(first, first + side):
            kind = int(s.board[at])
            if kind >= 0:
                planes[kind // GROUPS * cells + cell] = 1
                planes[(GROUPS + kind % GROUPS) * cells + cell] = 1
                scalars[unseen + kind] -= 1
            bonus = int(BONUS[side // 2, at])
            planes[TWICE * cells + cell] = 1 if bonus == 2 else 0
            planes[THRICE * cells + cell] = 1 if bonus == 3 else 0
            cell += 1
    for i in range(int(s.laid_count)):
        at = int(s.laid[i])
        planes[LAID * cells + (at // STRIDE - 1) * side + at % STRIDE - 1] = 1
    for i in range(int(s.last_count)):
        at = int(s.last[i])
        planes[LAST * cells + (at // STRIDE - 1) * side + at % STRIDE - 1] = 1
