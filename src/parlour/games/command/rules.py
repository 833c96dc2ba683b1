"""The rules of Command of the Sea. An action is its kind, a class and up to two squares: see `notation.py`.

What a player can infer, and `determinize`, are in `known.py`.
"""

import numpy as np

from parlour.core.game import CHANCE, OVER, Floats, Ints, Options, State, blank
from parlour.core.jit import entry, rule
from parlour.core.rng import Rng, below
from parlour.games.command.board import (
    ANY,
    ATTACKER_WINS,
    BOTH_LOST,
    CLASSES,
    COMMAND,
    COMMAND_LOST,
    COUNTS,
    DEFENDER_WINS,
    DEPLOYING,
    DIRECTIONS,
    EMPTY,
    FAR_ROW_REACHED,
    FAR_ROWS,
    FLEET,
    GOING_ON,
    LOT,
    MOST_PLIES,
    MOST_QUIET,
    NO_CHALLENGE,
    NOBODY,
    NOT_COMMAND,
    NOWHERE,
    OUTCOMES,
    PLAYING,
    PLY_LIMIT,
    SHIPS,
    STATE,
    STRIDE,
    ZONE,
    ZONES,
    empty_board,
)
from parlour.games.command.known import learn
from parlour.games.command.notation import FIRST, MOVE, PLACE, READY, SHIFT


def new(seats: int, options: Options) -> State:
    """Before the lot is drawn: nothing is placed."""
    s = blank(STATE)
    s.board = empty_board()
    s.could = ANY
    s.lost_to = NOBODY
    s.afloat = SHIPS
    s.phase = LOT
    s.winner = NOBODY
    s.first = NOBODY
    s.struck_by = NOBODY
    s.declared = bool(options["declared"])
    return s


@entry
def actor(s: State) -> int:
    if s.outcome != GOING_ON:
        return OVER
    if s.phase == PLAYING:
        return int(s.turn)
    if s.phase == LOT:
        return CHANCE
    return 0 if s.ready[0] == 0 else 1


@entry
def waiting(s: State) -> int:
    """Both deploy at the same time, each until it has said that it is ready."""
    if s.phase != DEPLOYING:
        return 0
    return (1 - int(s.ready[0])) | (1 - int(s.ready[1])) << 1


# -- what can be done -----------------------------------------------------------------------------------------


@entry
def legal(s: State, seat: int, out: Ints) -> int:
    """In deployment: the first unfinished class of the table, on free squares from the lowest row up and from a to i.
    In play: a seat's ships by the squares they started on, in that order; each one's moves as in DIRECTIONS."""
    if s.phase == PLAYING:
        return list_moves(s, seat, out) if seat == s.turn else 0
    if s.phase != DEPLOYING or s.ready[seat] != 0:
        return 0
    berth = first_free_berth(s, seat)
    if berth == SHIPS:
        out[0] = READY << 24
        return 1
    n = int(np.int64(0))  # a plain 0 would have what follows compiled twice: for that constant, and for a number
    return list_placements(s, seat, int(FLEET[berth]), out, n)


@rule
def list_moves(s: State, seat: int, out: Ints) -> int:
    """Writes first and counts afterwards: what a wall or an own ship forbids is overwritten by what follows."""
    n = 0
    for ship in range(SHIPS):
        at = int(s.at[seat, ship])
        if at != NOWHERE:
            for way in range(len(DIRECTIONS)):
                to = at + DIRECTIONS[way]
                out[n] = at << 8 | to
                n += 1 - (int(s.board[to]) >> seat & 1)
    return n


@entry
def also(s: State, seat: int, out: Ints) -> int:
    """In deployment: the other unfinished classes, in the table's order; then moves of placed ships, by their class."""
    if s.phase != DEPLOYING or s.ready[seat] != 0:
        return 0
    n = 0
    first = first_free_berth(s, seat)
    berth = 0
    for ship in range(CLASSES):
        left = 0
        for _ in range(COUNTS[ship]):
            left += s.at[seat, berth] == NOWHERE
            berth += 1
        if left > 0 and ship != FLEET[first]:
            n = list_placements(s, seat, ship, out, n)
    for berth in range(SHIPS):
        if s.at[seat, berth] != NOWHERE:
            n = list_shifts(s, seat, berth, out, n)
    return n


@rule
def first_free_berth(s: State, seat: int) -> int:
    berth = 0
    while berth < SHIPS and s.at[seat, berth] != NOWHERE:
        berth += 1
    return berth


@rule
def list_placements(s: State, seat: int, ship: int, out: Ints, n: int) -> int:
    for i in range(ZONE):
        to = ZONES[seat, i]
        if s.board[to] == EMPTY:
            out[n] = PLACE << 24 | ship << 16 | to
            n += 1
    return n


@rule
def list_shifts(s: State, seat: int, berth: int, out: Ints, n: int) -> int:
    at = int(s.at[seat, berth])
    for i in range(ZONE):
        to = ZONES[seat, i]
        if s.board[to] == EMPTY:
            out[n] = SHIFT << 24 | int(FLEET[berth]) << 16 | at << 8 | to
            n += 1
    return n


# -- what it does ---------------------------------------------------------------------------------------------


@entry
def apply(s: State, seat: int, action: int) -> None:
    kind = action >> 24
    a = action >> 8 & 0xFF
    b = action & 0xFF
    if kind == MOVE:
        move(s, seat, a, b)
    elif kind == PLACE:
        place(s, seat, action >> 16 & 0xFF, b)
    elif kind == SHIFT:
        shift(s, seat, a, b)
    elif kind == READY:
        say_ready(s, seat)
    else:
        s.first = b
        s.phase = DEPLOYING


@rule
def place(s: State, seat: int, ship: int, to: int) -> None:
    """Into the first free berth of its class."""
    berth = 0
    while FLEET[berth] != ship or s.at[seat, berth] != NOWHERE:
        berth += 1
    s.at[seat, berth] = to
    s.board[to] = berth << 2 | 1 << seat


@rule
def shift(s: State, seat: int, at: int, to: int) -> None:
    s.at[seat, int(s.board[at]) >> 2] = to
    s.board[to] = s.board[at]
    s.board[at] = EMPTY


@rule
def say_ready(s: State, seat: int) -> None:
    s.ready[seat] = 1
    if s.ready[1 - seat] != 0:
        for each in range(2):
            number_by_square(s, each)
        s.phase = PLAYING
        s.turn = s.first


@rule
def number_by_square(s: State, seat: int) -> None:
    """From here on the other seat sees the ships: their numbers must not tell in which order they were placed."""
    ship = 0
    for i in range(ZONE):
        at = ZONES[seat, i]
        if s.board[at] != EMPTY:
            s.rank[seat, ship] = FLEET[int(s.board[at]) >> 2]
            s.at[seat, ship] = at
            s.start[seat, ship] = at
            s.board[at] = ship << 2 | 1 << seat
            ship += 1


@rule
def move(s: State, seat: int, at: int, to: int) -> None:
    """One ship, one square; onto an opposing ship it is a challenge. Then see whether the game is over."""
    ship = int(s.board[at]) >> 2
    s.board[at] = EMPTY
    s.plies = int(s.plies) + 1
    if s.board[to] == EMPTY:
        s.quiet = int(s.quiet) + 1
        stand(s, seat, ship, to)
    else:
        s.quiet = 0
        challenge(s, seat, ship, int(s.board[to]) >> 2, to)
    if s.outcome == GOING_ON:
        see_to_far_rows(s, seat, to)
    if s.outcome == GOING_ON:
        if s.quiet >= MOST_QUIET:
            s.outcome = NO_CHALLENGE
        elif s.plies >= MOST_PLIES:
            s.outcome = PLY_LIMIT
    s.last_from = at
    s.last_to = to
    s.turn = 1 - seat


@rule
def stand(s: State, seat: int, ship: int, at: int) -> None:
    s.board[at] = ship << 2 | 1 << seat
    s.at[seat, ship] = at


@rule
def challenge(s: State, seat: int, ship: int, target: int, at: int) -> None:
    """The winner stands on the challenged square. Losing a Command Ship loses the game."""
    other = 1 - seat
    result = OUTCOMES[int(s.rank[seat, ship]), int(s.rank[other, target])]
    s.struck = at
    s.struck_by = seat
    s.struck_lost = 0
    s.struck_ships[seat] = ship
    s.struck_ships[other] = target
    s.board[at] = EMPTY
    if result != ATTACKER_WINS:
        lose(s, seat, ship, target)
    if result != DEFENDER_WINS:
        lose(s, other, target, ship)
    if result == ATTACKER_WINS:
        stand(s, seat, ship, at)
    elif result != BOTH_LOST:
        stand(s, other, target, at)
    learn(s, seat, ship, target)
    learn(s, other, target, ship)


@rule
def lose(s: State, seat: int, ship: int, by: int) -> None:
    s.at[seat, ship] = NOWHERE
    s.lost_to[seat, ship] = by
    s.afloat[seat] = int(s.afloat[seat]) - 1
    s.struck_lost = int(s.struck_lost) | 1 << seat
    if s.rank[seat, ship] == COMMAND:
        s.outcome = COMMAND_LOST
        s.winner = 1 - seat


@rule
def see_to_far_rows(s: State, seat: int, to: int) -> None:
    """Of Command Ships on their far rows. That one waits is written nowhere: it has come by the last ply, and stands
    there. Any other ship that was seen to win nothing there is no Command Ship."""
    other = 1 - seat
    last = int(s.last_to)
    if stands_on_far_row(s, other, last):
        stayed_on_far_row(s, other, int(s.board[last]) >> 2)
    if s.outcome == GOING_ON and stands_on_far_row(s, seat, to) and not is_beside(s, other, to):
        stayed_on_far_row(s, seat, int(s.board[to]) >> 2)


@rule
def stands_on_far_row(s: State, seat: int, at: int) -> bool:
    return bool(at // STRIDE == FAR_ROWS[seat] and int(s.board[at]) >> seat & 1)


@rule
def is_beside(s: State, seat: int, at: int) -> bool:
    """Whether a ship of this seat stands orthogonally next to the square."""
    for way in range(len(DIRECTIONS)):
        there = int(s.board[at + DIRECTIONS[way]])
        if there & 3 == 1 << seat:
            return True
    return False


@rule
def stayed_on_far_row(s: State, seat: int, ship: int) -> None:
    """A Command Ship has won; of another ship everybody knows now that it is none."""
    if s.rank[seat, ship] == COMMAND:
        s.outcome = FAR_ROW_REACHED
        s.winner = seat
    else:
        s.could[seat, ship] = int(s.could[seat, ship]) & NOT_COMMAND


# -- chance ---------------------------------------------------------------------------------------------------


@entry
def chance(s: State, out: Ints, weights: Ints) -> int:
    """Who moves first."""
    if s.phase != LOT:
        return 0
    for seat in range(2):
        out[seat] = FIRST << 24 | seat
        weights[seat] = 1
    return 2


@entry
def sample(s: State, rng: Rng) -> int:
    return FIRST << 24 | below(rng, 2)


# -- how it ended ---------------------------------------------------------------------------------------------


@entry
def returns(s: State, out: Floats) -> None:
    winner = int(s.winner)
    out[0] = 0.0 if winner == NOBODY else 1.0 if winner == 0 else -1.0
    out[1] = -out[0]


@entry
def scores(s: State, out: Ints) -> None:
    """Ships afloat."""
    out[0] = int(s.afloat[0])
    out[1] = int(s.afloat[1])


@entry
def ending(s: State) -> int:
    return int(s.outcome) - 1


# -- what no rule allows -----------------------------------------------------------------------------------------


def skip_turn(s: State) -> bool:
    if s.phase != PLAYING:
        return False
    s.turn = 1 - int(s.turn)
    return True
