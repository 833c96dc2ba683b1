"""The lay that scores most, found without laying: what a lay scores depends on its tiles alone, not on its tokens.

So tiles are walked along a row or a column, and all ways to fill them are followed at once. The tokens of a line are
all of one *group*, a colour or a symbol, and differ in the other: they are a set of up to six members of the group,
and the sets that the tiles so far can hold are the 64 bits of one number.
"""

import numpy as np

from parlour.core.game import State
from parlour.core.jit import rule
from parlour.games.luckymoose.board import (
    ALL_KINDS,
    AROUND,
    BONUS,
    COLOURS,
    EMPTY,
    STEPS,
    STRIDE,
    SYMBOLS,
    WHOLE_BONUS,
    WHOLE_LINE,
)
from parlour.games.luckymoose.lines import end_of_run, way_of_lay, worth
from parlour.games.luckymoose.notation import END

MEMBERS = len(SYMBOLS)
GROUPS = len(COLOURS) + MEMBERS  # first the colours, whose members are the symbols; then the other way round
ANY_MEMBER = (1 << MEMBERS) - 1
NOTHING = -1  # no lay
ANYWHERE = 0  # no tile must be in the lay
NOWHERE = 0  # and none stops it
FAR = 99

# By member: as bits, the sets without it. To add it to each of them is a shift by 1 << member.
WITHOUT = tuple(sum(1 << members for members in range(64) if not members >> member & 1) for member in range(MEMBERS))
# Every sixth bit of a set of kinds, which is one symbol in all colours, gathered by a multiplication.
ONE_SYMBOL = sum(1 << 6 * colour for colour in range(6))
GATHER = sum(1 << 30 - 5 * colour for colour in range(6))


# -- groups -----------------------------------------------------------------------------------------------------


@rule
def members_of(kinds: int, group: int) -> int:
    """Those of a set of kinds that are in a group, as members of it."""
    if group < MEMBERS:
        return kinds >> 6 * group & ANY_MEMBER
    return ((kinds >> (group - MEMBERS) & ONE_SYMBOL) * GATHER >> 30) & ANY_MEMBER


@rule
def member_of(kind: int, group: int) -> int:
    """Which member of a group a kind is, or NOTHING."""
    if group < MEMBERS:
        return kind % MEMBERS if kind // MEMBERS == group else NOTHING
    return kind // MEMBERS if kind % MEMBERS == group - MEMBERS else NOTHING


@rule
def kinds_held(s: State, seat: int) -> int:
    held = int(np.int64(0))
    for i in range(s.hand_count[seat]):
        held |= 1 << s.hand[seat, i]
    return held


@rule
def how_many(members: int) -> int:
    n = 0
    while members != 0:
        members &= members - 1
        n += 1
    return n


@rule
def largest_group(held: int) -> int:
    """How many different tokens of a hand can be in one line."""
    most = 0
    for group in range(GROUPS):
        n = how_many(members_of(held, group))
        if n > most:
            most = n
    return most


# -- along one line ---------------------------------------------------------------------------------------------


@rule
def best_along(s: State, start: int, way: int, group: int, held: int, must: int, kind: int, stop: int) -> int:
    """The most points of a lay of this group whose line begins at `start`, before which no token lies, and does not
    come to `stop`. If a tile must be in it, this kind is there. What was laid this turn is part of it. NOTHING: there
    is none."""
    step = STEPS[way]
    hand = members_of(held, group)
    sets = 1  # only the empty one
    length = 0
    times = 1
    across = 0  # points of the lines across
    new = 0
    old = s.score_new_lines != 0 or s.placed == s.laid_count  # whether the line itself scores
    touching = s.laid_count > 0
    complete = must == ANYWHERE
    best = NOTHING
    at = start
    while sets != 0:
        token = int(s.board[at])
        fresh = True
        if token >= 0:
            fresh = s.laid_count > 0 and is_laid(s, at)
            if not fresh:
                old = True
            member = member_of(token, group)
            if member == NOTHING:
                break
            sets = (sets & WITHOUT[member]) << (1 << member)
        else:
            if new > 0 and touching and complete:
                points = across
                if length > 1 and old:
                    points += (2 * length + (WHOLE_BONUS if length == WHOLE_LINE else 0)) * times
                if points > best:
                    best = points
            if token != EMPTY or at == stop:
                break
            fitting = kinds_on(s, at)
            if s.fits[at] != 0:
                touching = True
            can = hand & members_of(fitting, group)
            if at == must:
                complete = True
                can &= members_of(1 << kind, group)
            following = sets & 0
            for member in range(MEMBERS):
                if can >> member & 1:
                    following |= (sets & WITHOUT[member]) << (1 << member)
            sets = following
        if fresh:
            new += 1
            bonus = int(BONUS[s.side // 2, at])
            across += points_across(s, at, way) * bonus
            if s.highest == 0:
                times *= bonus
            elif bonus > times:
                times = bonus
        length += 1
        at += step
    return best


@rule
def most_along(s: State, start: int, way: int, held: int, most_new: int) -> int:
    """No fewer points than `best_along` finds in any group: tokens may differ in all they like. Before any is laid."""
    step = STEPS[way]
    length = 0
    times = 1
    across = 0
    new = 0
    old = s.score_new_lines != 0 or s.placed == 0
    touching = False
    best = NOTHING
    at = start
    while length <= WHOLE_LINE:
        token = int(s.board[at])
        if token >= 0:
            old = True
        else:
            if touching:
                points = across
                if length > 1 and old:
                    points += (2 * length + (WHOLE_BONUS if length == WHOLE_LINE else 0)) * times
                if points > best:
                    best = points
            if token != EMPTY or new == most_new or kinds_on(s, at) & held == 0:
                break
            if s.fits[at] != 0:
                touching = True
            new += 1
            bonus = int(BONUS[s.side // 2, at])
            across += points_across(s, at, way) * bonus
            if s.highest == 0:
                times *= bonus
            elif bonus > times:
                times = bonus
        length += 1
        at += step
    return best


@rule
def kinds_on(s: State, at: int) -> int:
    """The kinds that can come to lie on an empty tile, as far as tokens beside it have a say. What fits now is all
    that fits when its line has grown, or more."""
    fitting: int = s.fits[at]
    if fitting == 0 and not touches(s, at):
        return ALL_KINDS
    return fitting


@rule
def touches(s: State, at: int) -> bool:
    found = False
    for step in AROUND:
        found |= s.board[at + step] >= 0
    return found


@rule
def is_laid(s: State, at: int) -> bool:
    """This turn."""
    found = False
    for i in range(s.laid_count):
        found |= s.laid[i] == at
    return found


@rule
def points_across(s: State, at: int, way: int) -> int:
    """Of the line that a new token makes with older ones across the lay, without bonus."""
    step = STEPS[1 - way]
    length = 1
    beside = at - step
    while s.board[beside] >= 0:
        length += 1
        beside -= step
    beside = at + step
    while s.board[beside] >= 0:
        length += 1
        beside += step
    return 2 * length + (WHOLE_BONUS if length == WHOLE_LINE else 0) if length > 1 else 0


@rule
def first_of_run(s: State, at: int, step: int) -> int:
    """Where the run begins that a tile is in or would join."""
    while s.board[at - step] >= 0:
        at -= step
    return at


# -- the whole board --------------------------------------------------------------------------------------------


@rule
def best_lay(s: State, seat: int, turned: int) -> tuple[int, int, int, int]:
    """The highest score that this hand can make before any token is laid, where the line begins, its way and its
    group; NOTHING if there is no lay. Of equals it is the first, from a line on that `turned` says: a random number
    makes it any of them, or nearly so."""
    held = kinds_held(s, seat)
    most_new = largest_group(held)
    best = NOTHING
    found = 0
    found_way = 0
    found_group = 0
    for k in range(2 * s.side):
        way = (k + turned) % 2
        line = (k // 2 + turned) % s.side
        step = STEPS[way]
        away = FAR  # tiles to fill before one that touches a token
        for i in range(s.side):  # from the far end, so that this is known
            at = (line + 1) * STRIDE + s.side - i if way == 0 else (s.side - i) * STRIDE + 1 + line
            if s.board[at] == EMPTY:
                if s.fits[at] & held != 0:
                    away = 0
                elif kinds_on(s, at) == ALL_KINDS:
                    away += 1
                else:
                    away = FAR
            if away >= most_new or s.board[at - step] >= 0 or most_along(s, at, way, held, most_new) <= best:
                continue
            for j in range(GROUPS):
                group = (j + turned) % GROUPS
                if members_of(held, group) != 0:
                    points = best_along(s, at, way, group, held, ANYWHERE, 0, NOWHERE)
                    if points > best:
                        best = points
                        found = at
                        found_way = way
                        found_group = group
    return best, found, found_way, found_group


# -- step by step -----------------------------------------------------------------------------------------------


@rule
def points_by_step(s: State, seat: int, action: int) -> int:
    """The most points of a turn that goes on with this step. The same tokens can be laid in many orders. Only one
    counts, any other is NOTHING: it begins on the lowest tile that touches a token, goes on to the right or up, and
    last to the left or down."""
    if action == END:
        return int(worth(s))
    held = kinds_held(s, seat)
    at = action >> 6
    kind = action & 63
    stop = NOWHERE
    first_way = 0
    last_way = 1
    if s.laid_count > 0:
        first_way = 0 if at // STRIDE == s.laid[0] // STRIDE else 1
        last_way = first_way
        if at < s.laid[0]:
            stop = end_of_run(s, s.laid[0], STEPS[first_way])
        elif s.laid[s.laid_count - 1] < s.laid[0]:
            return NOTHING
    best = NOTHING
    for way in range(first_way, last_way + 1):
        for i in range(2):
            group = kind // MEMBERS if i == 0 else MEMBERS + kind % MEMBERS
            points = best_through(s, at, kind, way, group, held, stop)
            if points > best:
                best = points
    return best


@rule
def best_through(s: State, at: int, kind: int, way: int, group: int, held: int, stop: int) -> int:
    """The most points of a lay with this token here; if it is the first one, no tile below it may touch a token. A
    tile where a token of this turn lies will do as well."""
    step = STEPS[way]
    must = at if s.board[at] == EMPTY else ANYWHERE
    start = at
    best = NOTHING
    for _ in range(how_many(members_of(held, group)) + 1):
        start = first_of_run(s, start, step)
        points = best_along(s, start, way, group, held, must, kind, stop)
        if points > best:
            best = points
        start -= step
        if s.board[start] != EMPTY or kinds_on(s, start) == 0 or (s.laid_count == 0 and s.fits[start] != 0):
            break
    return best


@rule
def best_going_on(s: State, seat: int) -> int:
    """The most points of a turn in which tokens were laid."""
    held = kinds_held(s, seat)
    at = s.laid[0]
    kind = int(s.board[at])
    along = way_of_lay(s)
    best = NOTHING
    for way in range(2):
        if way == along or s.laid_count == 1:
            for i in range(2):
                group = kind // MEMBERS if i == 0 else MEMBERS + kind % MEMBERS
                points = best_through(s, at, kind, way, group, held, NOWHERE)
                if points > best:
                    best = points
    return best
