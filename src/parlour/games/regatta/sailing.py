"""Wind, tacks, shadow and right of way: which headings and steps are open to a boat. Nothing here changes a state."""

from parlour.core.game import Ints, State
from parlour.core.jit import rule
from parlour.games.regatta.board import (
    AREA_SHIFT,
    BEHIND,
    BOAT,
    BOAT_SHIFT,
    DELTA,
    FREE_TURN,
    INITIAL_SPEED,
    NO_HEADING,
    NO_SPINNAKER,
    NO_TACK,
    RIGHT_OF_WAY,
    SOLID,
    TACK_FOR,
    WHEEL,
)
from parlour.games.regatta.notation import DODGE


@rule
def list_headings(s: State, seat: int, out: Ints) -> int:
    """Those with an initial speed of at least 1 and a legal first step."""
    shadowed = in_shadow(s, int(s.at[seat]))
    n = 0
    for heading in range(len(DELTA)):
        if speed_for(s, seat, heading, shadowed) > 0 and can_step(s, seat, heading):
            out[n] = heading
            n += 1
    return n


@rule
def can_sail(s: State, seat: int) -> bool:
    shadowed = in_shadow(s, int(s.at[seat]))
    for heading in range(len(DELTA)):
        if speed_for(s, seat, heading, shadowed) > 0 and can_step(s, seat, heading):
            return True
    return False


@rule
def list_dodges(s: State, seat: int, out: Ints) -> int:
    """Adjacent points, legal for the bumped boat and not straight upwind."""
    at = int(s.at[seat])
    n = 0
    for heading in range(len(DELTA)):
        if heading != s.wind and is_open(s, seat, at + DELTA[heading]):
            out[n] = DODGE + heading
            n += 1
    return n


@rule
def speed_for(s: State, seat: int, heading: int, shadowed: int) -> int:
    """The initial speed for a heading."""
    sail = (heading - int(s.wind)) & WHEEL
    spinnaker = 1 if s.spinnaker[seat] != NO_SPINNAKER else 0
    return int(INITIAL_SPEED[sail, int(s.tack[seat]), spinnaker, shadowed])


@rule
def in_shadow(s: State, at: int) -> int:
    """1 if a boat is one or two points away in exactly the direction the wind comes from."""
    upwind = DELTA[int(s.wind)]
    return 1 if (int(s.board[at + upwind]) | int(s.board[at + 2 * upwind])) & BOAT else 0


@rule
def tack_of(s: State, seat: int, heading: int) -> int:
    """The boat's tack on a heading in the present wind; on a run or in irons, that of its last move."""
    return int(TACK_FOR[(heading - int(s.wind)) & WHEEL, int(s.tack[seat])])


@rule
def may_be_at(s: State, seat: int, cell: int) -> bool:
    """On the board, no buoy; and until the boat's fourth turn begins, behind the line."""
    return cell & SOLID == 0 and (s.turns[seat] >= FREE_TURN or cell >> AREA_SHIFT == BEHIND)


@rule
def is_open(s: State, seat: int, to: int) -> bool:
    """Whether this boat may go to that point without bumping anybody."""
    cell = int(s.board[to])
    return cell & BOAT == 0 and may_be_at(s, seat, cell)


@rule
def can_step(s: State, seat: int, heading: int) -> bool:
    """Whether the boat on turn may take a step in this heading, by right of way if need be."""
    cell = int(s.board[int(s.at[seat]) + DELTA[heading]])
    if not may_be_at(s, seat, cell):
        return False
    if cell & BOAT == 0:
        return True
    other = boat_in(cell)
    return has_right_of_way(s, seat, heading, other) and can_be_bumped(s, other)


@rule
def boat_in(cell: int) -> int:
    return ((cell & BOAT) >> BOAT_SHIFT) - 1


@rule
def has_right_of_way(s: State, seat: int, heading: int, other: int) -> bool:
    sail = (heading - int(s.wind)) & WHEEL
    mine = tack_of(s, seat, heading)
    has_heading = s.heading[other] != NO_HEADING
    theirs = tack_of(s, other, int(s.heading[other])) if has_heading else int(NO_TACK)
    return bool(RIGHT_OF_WAY[sail, mine, theirs])


@rule
def can_be_bumped(s: State, other: int) -> bool:
    """Whatever the spin says, there has to be a place: a legal point that is not straight upwind."""
    at = int(s.at[other])
    heading = 0
    while heading < len(DELTA) and (heading == s.wind or not is_open(s, other, at + DELTA[heading])):
        heading += 1
    return heading < len(DELTA)
