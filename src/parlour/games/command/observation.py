"""What a seat observes: its ships by class, and of the other's ships where they are and what each can be.

The board is turned so that the own side is at the bottom: rows from there, columns from the left. What another ship
can be is what `known.inferred` says, and so what the view shows.
"""

from parlour.core.game import Options, State
from parlour.core.jit import entry, rule
from parlour.core.observation import NamedScalar, Observation, Planes, Scalars, flags
from parlour.games.command.board import (
    ANY,
    CLASSES,
    COLUMNS,
    COUNTS,
    DEPLOYING,
    FLEET,
    LETTERS,
    MOST_PLIES,
    MOST_QUIET,
    NOWHERE,
    PLAYING,
    ROWS,
    SHIPS,
)
from parlour.games.command.known import assign
from parlour.games.command.numbering import CELL, CELLS
from parlour.games.command.rules import actor

THEIRS, COULD = CLASSES, CLASSES + 1
UNMOVED, LAST_FROM, LAST_TO = 2 * CLASSES + 1, 2 * CLASSES + 2, 2 * CLASSES + 3
TO_PLACE = 9  # the first of the scalars that say so
HALF, BITS, RANK = 12, 4, 15  # classes fit four bits: twelve of them one number, to keep them while others are tried


def observation(seats: int, options: Options) -> Observation:
    planes = [f"own {letter}" for letter in LETTERS] + ["their ships"] + [f"could be {letter}" for letter in LETTERS]
    planes += ["theirs unmoved", "last ply from", "last ply to"]
    scalars = [*flags("turn", "deploying", "own ready", "they ready", "own first")]
    scalars += [NamedScalar("own afloat", SHIPS), NamedScalar("their afloat", SHIPS)]
    scalars += [NamedScalar("quiet plies", MOST_QUIET), NamedScalar("plies", MOST_PLIES)]
    scalars += [NamedScalar(f"to place {letter}", int(COUNTS[ship])) for ship, letter in enumerate(LETTERS)]
    return Observation(tuple(planes), ROWS, COLUMNS, tuple(scalars))


@entry
def observe(s: State, seat: int, planes: Planes, scalars: Scalars) -> None:
    other = 1 - seat
    for i in range((LAST_TO + 1) * CELLS):
        planes[i] = 0
    scalars[0] = 1 if actor(s) == seat and s.phase == PLAYING else 0
    scalars[1] = 1 if s.phase == DEPLOYING and s.ready[seat] == 0 else 0
    scalars[2] = int(s.ready[seat])
    scalars[3] = int(s.ready[other])
    scalars[4] = 1 if s.first == seat else 0
    scalars[5] = int(s.afloat[seat])
    scalars[6] = int(s.afloat[other])
    scalars[7] = int(s.quiet)
    scalars[8] = int(s.plies)
    for ship in range(CLASSES):
        scalars[TO_PLACE + ship] = 0
    for ship in range(SHIPS):
        at = int(s.at[seat, ship])
        rank = int(s.rank[seat, ship]) if s.phase == PLAYING else int(FLEET[ship])
        if at != NOWHERE:
            planes[rank * CELLS + CELL[seat, at]] = 1
        elif s.phase != PLAYING:
            scalars[TO_PLACE + rank] += 1
    if s.phase == PLAYING:
        observe_other_fleet(s, seat, planes, scalars)
    if s.last_to != NOWHERE:
        planes[LAST_FROM * CELLS + CELL[seat, int(s.last_from)]] = 1
        planes[LAST_TO * CELLS + CELL[seat, int(s.last_to)]] = 1


@rule
def observe_other_fleet(s: State, seat: int, planes: Planes, scalars: Scalars) -> None:
    """Where it is, and what each ship can be. As long as nothing is known of any, that is everything."""
    other = 1 - seat
    known = False
    for ship in range(SHIPS):
        known = known or s.could[other, ship] != ANY
    # The true classes make room for an assignment of what could be, and are put back: nothing else has the room.
    low = 0
    high = 0
    if known:
        for ship in range(HALF):
            low |= int(s.rank[other, ship]) << BITS * ship
        for ship in range(HALF, SHIPS):
            high |= int(s.rank[other, ship]) << BITS * (ship - HALF)
        assign(s, other)
        find_chains(s, other, scalars)
    for ship in range(SHIPS):
        at = int(s.at[other, ship])
        if at != NOWHERE:
            cell = CELL[seat, at]
            planes[THEIRS * CELLS + cell] = 1
            planes[UNMOVED * CELLS + cell] = 1 if at == s.start[other, ship] else 0
            classes = int(s.could[other, ship])
            mine = int(s.rank[other, ship])
            for rank in range(CLASSES):
                chain = int(scalars[TO_PLACE + rank]) >> mine & 1 if known else 1
                planes[(COULD + rank) * CELLS + cell] = classes >> rank & chain
    if known:
        for ship in range(HALF):
            s.rank[other, ship] = low >> BITS * ship & RANK
        for ship in range(HALF, SHIPS):
            s.rank[other, ship] = high >> BITS * (ship - HALF) & RANK
        for rank in range(CLASSES):
            scalars[TO_PLACE + rank] = 0


@rule
def find_chains(s: State, seat: int, scalars: Scalars) -> None:
    """For each class, as bits, those that a chain of ships leads to of which each can take the next one's: as
    `known.inferred` does it. They are noted where the ships to place are, of which there are none in play."""
    for rank in range(CLASSES):
        scalars[TO_PLACE + rank] = 1 << rank
    for ship in range(SHIPS):
        rank = int(s.rank[seat, ship])
        scalars[TO_PLACE + rank] = int(scalars[TO_PLACE + rank]) | int(s.could[seat, ship])
    for over in range(CLASSES):
        further = int(scalars[TO_PLACE + over])
        for rank in range(CLASSES):
            if int(scalars[TO_PLACE + rank]) >> over & 1:
                scalars[TO_PLACE + rank] = int(scalars[TO_PLACE + rank]) | further
