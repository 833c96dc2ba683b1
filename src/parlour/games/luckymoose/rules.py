"""The rules of LuckyMoose. `notation.py` says which number is which action; lines are in `lines.py`."""

import numpy as np

from parlour.core.game import CHANCE, OVER, Floats, Ints, Options, State, blank
from parlour.core.jit import entry, rule
from parlour.core.rng import Rng, below
from parlour.games.luckymoose.board import (
    ALL_KINDS,
    AROUND,
    ASIDE,
    BIT,
    DEALING,
    DRAWING,
    EXCHANGING,
    FORFEITS,
    HAND,
    KINDS,
    MOST_IDLE,
    NO_LAY,
    NO_TOKEN,
    OUT,
    OUT_BONUS,
    PLAYING,
    PRIME,
    STARTING,
    STATE,
    STRIDE,
    centre,
    empty_board,
)
from parlour.games.luckymoose.lines import end_of_run, put, way_of_lay, worth
from parlour.games.luckymoose.memory import (
    remember_draw,
    remember_forfeit,
    remember_giving,
    remember_lay,
    remember_return,
)
from parlour.games.luckymoose.notation import END, FORFEIT, LAY, ONE_MORE, START, SWAP, WORD


def new(seats: int, options: Options) -> State:
    """An empty board, where only the centre is open; all tokens are in the pool."""
    s = blank(STATE)
    size = int(options["size"])
    s.board = empty_board(size)
    s.fits[centre(size)] = ALL_KINDS
    s.edge[size // 2] = 1 << size // 2
    s.pool = int(options["sets"])
    s.pool_count = int(options["sets"]) * KINDS
    s.hand = NO_TOKEN
    s.phase = STARTING
    s.seats = seats
    s.sets = int(options["sets"])
    s.side = size
    s.score_new_lines = bool(options["score_new_lines"])
    s.highest = options["bonus"] == "highest"
    return s


@entry
def actor(s: State) -> int:
    if s.phase == PLAYING:
        return int(s.turn)
    return OVER if s.phase >= OUT else CHANCE


# -- what a seat may do ---------------------------------------------------------------------------------


@entry
def legal(s: State, seat: int, out: Ints) -> int:
    """First the lays, tile by tile, on each tile the tokens in their order. Before any token is laid: the tiles row by
    row from a1; then the exchanges, as numbers are counted in binary whose lowest digit is the hand's first token; or
    the forfeit. After that: the ends of the row, left and right, those of the column, below and above; then `end`."""
    if s.phase != PLAYING or seat != s.turn:
        return 0
    held = int(np.int64(0))  # a plain 0 would have what follows compiled twice: for that constant, and for a number
    for i in range(s.hand_count[seat]):
        held |= 1 << s.hand[seat, i]
    if s.laid_count > 0:
        n = list_further_lays(s, held, out)
        out[n] = END
        return n + 1
    n = list_first_lays(s, held, out)
    lays = n
    n = list_exchanges(s, seat, out, n)
    if lays == 0:
        out[n] = FORFEIT
        n += 1
    return n


@rule
def list_first_lays(s: State, held: int, out: Ints) -> int:
    """On any tile beside a token; on an empty board, on the centre. `held` are the hand's kinds, as bits."""
    n = int(np.int64(0))
    for row in range(s.side):
        tiles = s.edge[row]
        while tiles != 0:
            lowest = tiles & -tiles
            tiles ^= lowest
            n = list_lays_on(s, (row + 1) * STRIDE + 1 + BIT[lowest % PRIME], held, out, n)
    return n


@rule
def list_further_lays(s: State, held: int, out: Ints) -> int:
    """At the ends of the run that holds the turn's tokens: row or column for a single one, then the one they share."""
    along = way_of_lay(s)
    n = int(np.int64(0))
    for way in range(len(AROUND)):
        if s.laid_count == 1 or way // 2 == along:
            end = end_of_run(s, s.laid[0], AROUND[way])
            n = list_lays_on(s, end, held, out, n)
    return n


@rule
def list_lays_on(s: State, at: int, held: int, out: Ints, n: int) -> int:
    kinds = held & s.fits[at]
    while kinds != 0:
        lowest = kinds & -kinds
        kinds ^= lowest
        out[n] = at << 6 | BIT[lowest % PRIME]
        n += 1
    return n


@rule
def list_exchanges(s: State, seat: int, out: Ints, n: int) -> int:
    """Every different part of the hand of at most the pool's size. Each token is added to all parts of those before
    it; one that is equal to the last, only to the parts that have that one: so no part comes twice."""
    first = n
    before = n  # where the parts begin that have the token before
    for i in range(s.hand_count[seat] if s.pool_count > 0 else 0):
        kind = s.hand[seat, i]
        same = i > 0 and kind == s.hand[seat, i - 1]
        begin = before if same else first
        before = n
        if not same:
            out[n] = SWAP + ONE_MORE + kind + 1
            n += 1
        for j in range(begin, before):
            part = int(out[j])
            if (part >> 36 & 7) < s.pool_count:
                out[n] = (part + ONE_MORE) & ~WORD | (part & WORD) << 6 | (kind + 1)
                n += 1
    return n


# -- steps ----------------------------------------------------------------------------------------------


@entry
def apply(s: State, who: int, action: int) -> None:
    if action >= SWAP:
        give(s, who, action)
    elif action >= LAY:
        lay(s, who, action & 63, action >> 6)
    elif action == END:
        end_turn(s, who)
    elif action == FORFEIT:
        forfeit(s, who)
    elif action >= START:
        s.starter = action - START
        s.phase = DEALING  # it begins with seat 0
        s.to_draw = HAND
    else:
        draw(s, s.turn, action)


@rule
def draw(s: State, seat: int, kind: int) -> None:
    """One token from the pool; after the last one the deal, the turn or the exchange is done."""
    remember_draw(s, seat, kind)
    s.pool[kind] -= 1
    s.pool_count -= 1
    into_hand(s, seat, kind)
    left = s.to_draw - 1
    s.to_draw = left
    if left > 0:
        return
    if s.phase != DEALING:
        if s.phase == EXCHANGING:
            remember_return(s, seat)
        for i in range(s.hand_count[ASIDE]):  # back to the pool with what was given
            given = s.hand[ASIDE, i]
            s.pool[given] += 1
            s.hand[ASIDE, i] = NO_TOKEN
        s.pool_count += s.hand_count[ASIDE]
        s.hand_count[ASIDE] = 0
        complete_turn(s, seat)
    elif seat + 1 < s.seats:
        s.turn = seat + 1
        s.to_draw = HAND
    else:
        s.turn = s.starter
        s.phase = PLAYING


@rule
def lay(s: State, seat: int, kind: int, at: int) -> None:
    remember_lay(s, seat, kind)
    out_of_hand(s, seat, kind)
    put(s, at, kind)
    s.laid[s.laid_count] = at
    s.laid_count += 1


@rule
def end_turn(s: State, seat: int) -> None:
    """The lay is scored, then the hand is filled up as far as the pool goes."""
    s.score[seat] += worth(s)
    for i in range(HAND):
        s.last[i] = s.laid[i] if i < s.laid_count else 0
        s.laid[i] = 0
    s.last_count = s.laid_count
    s.laid_count = 0
    s.idle = 0
    s.forfeits = 0
    wanted = HAND - s.hand_count[seat]
    s.to_draw = wanted if wanted < s.pool_count else s.pool_count
    if wanted > 0 and s.pool_count > 0:
        s.phase = DRAWING
    else:
        complete_turn(s, seat)


@rule
def give(s: State, seat: int, action: int) -> None:
    """The tokens lie aside, in neither hand nor pool, until as many have been drawn."""
    count = action >> 36 & 7
    remember_giving(s, seat, count)
    for i in range(count):
        kind = (action >> 6 * i & 63) - 1
        out_of_hand(s, seat, kind)
        into_hand(s, int(np.int64(ASIDE)), kind)
    s.to_draw = count
    s.idle += 1
    s.forfeits = 0
    s.phase = EXCHANGING


@rule
def forfeit(s: State, seat: int) -> None:
    remember_forfeit(s, seat)
    s.idle += 1
    s.forfeits += 1
    complete_turn(s, seat)


@rule
def complete_turn(s: State, seat: int) -> None:
    """A turn and its draws are done: the game may be over, or it is the next seat's turn. Enough forfeits that are
    also the last of too many turns without a lay count as forfeits."""
    s.phase = PLAYING
    if s.hand_count[seat] == 0:
        s.score[seat] += OUT_BONUS
        s.phase = OUT
    elif s.forfeits == s.seats:
        s.phase = FORFEITS
    elif s.idle == MOST_IDLE:
        s.phase = NO_LAY
    else:
        s.turn = (seat + 1) % s.seats


# -- hands are kept in order ----------------------------------------------------------------------------


@rule
def into_hand(s: State, seat: int, kind: int) -> None:
    i = s.hand_count[seat]
    s.hand_count[seat] = i + 1
    while i > 0 and s.hand[seat, i - 1] > kind:
        s.hand[seat, i] = s.hand[seat, i - 1]
        i -= 1
    s.hand[seat, i] = kind


@rule
def out_of_hand(s: State, seat: int, kind: int) -> None:
    last = s.hand_count[seat] - 1
    i = 0
    while s.hand[seat, i] != kind:
        i += 1
    while i < last:
        s.hand[seat, i] = s.hand[seat, i + 1]
        i += 1
    s.hand[seat, last] = NO_TOKEN
    s.hand_count[seat] = last


# -- chance ---------------------------------------------------------------------------------------------


@entry
def chance(s: State, out: Ints, weights: Ints) -> int:
    """Who starts; then tokens, as likely as there are copies left in the pool."""
    n = 0
    if s.phase == STARTING:
        for seat in range(s.seats):
            out[n] = START + seat
            weights[n] = 1
            n += 1
        return n
    for kind in range(KINDS):
        if s.pool[kind] > 0:
            out[n] = kind
            weights[n] = s.pool[kind]
            n += 1
    return n


@entry
def sample(s: State, rng: Rng) -> int:
    """One of them."""
    if s.phase == STARTING:
        return START + below(rng, s.seats)
    left = below(rng, s.pool_count)
    kind = 0
    left -= s.pool[kind]
    while left >= 0:
        kind += 1
        left -= s.pool[kind]
    return kind


# -- the end --------------------------------------------------------------------------------------------


@entry
def returns(s: State, out: Floats) -> None:
    """By places, the highest score being first: +1 down to −1 in equal steps, ties sharing the mean."""
    seats = s.seats
    for seat in range(seats):
        beaten = 0  # seats with less, minus seats with more: what is shared cancels out
        for other in range(seats):
            beaten += 1 if s.score[other] < s.score[seat] else -1 if s.score[other] > s.score[seat] else 0
        out[seat] = beaten / (seats - 1)


@entry
def scores(s: State, out: Ints) -> None:
    for seat in range(s.seats):
        out[seat] = s.score[seat]


@entry
def ending(s: State) -> int:
    return int(s.phase) - OUT
