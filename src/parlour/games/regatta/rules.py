"""The rules of Regatta, turn by turn. `sailing.py` says what a boat may do, `track.py` what its way counts for."""

from parlour.core.game import CHANCE, OVER, Floats, Ints, Options, State, blank
from parlour.core.jit import entry, rule
from parlour.games.regatta.board import (
    BACK,
    BOAT,
    BOUND_REACHED,
    CALM,
    CAPSIZE,
    CHOOSE,
    CHOOSING_WIND,
    DECK,
    DELTA,
    DODGING,
    DRAWING_CARD,
    DRAWING_COURSE,
    DRAWING_ORDER,
    DRAWING_WIND,
    FINISHED,
    GUST,
    HELD,
    MOST_SEATS,
    MOST_TURNS,
    NO_HEADING,
    NO_SPINNAKER,
    NO_TACK,
    PLACING,
    POINTS,
    RISK,
    RUDDER,
    RUN,
    SAILING,
    SET,
    SOLID,
    SPINNAKER,
    SPINNING,
    SQUARES,
    STATE,
    STEPPING,
    WHEEL,
    WINDS,
)
from parlour.games.regatta.chance import is_in_order
from parlour.games.regatta.courses import (
    BOARDS,
    COURSES,
    GATE_COUNTS,
    GATE_HEADING,
    GATE_LAST,
    GATE_X,
    GATE_Y,
    SIZES,
    STARTS,
    lay_out,
)
from parlour.games.regatta.notation import CARD, COURSE, DODGE, NEXT, PLACE, SPIN, STOP, WIND
from parlour.games.regatta.sailing import (
    boat_in,
    can_sail,
    can_step,
    in_shadow,
    is_open,
    list_dodges,
    list_headings,
    speed_for,
    tack_of,
)
from parlour.games.regatta.track import (
    move,
    put,
)

GATES = GATE_X.shape[1]


def new(seats: int, options: Options) -> State:
    s = blank(STATE)
    s.board = SOLID
    s.heading = NO_HEADING
    s.order = range(MOST_SEATS)
    s.cards = DECK
    s.seats = seats
    s.phase = DRAWING_COURSE
    course = options["course"]
    if isinstance(course, int):
        lay_out(s, COURSES[course - 1])
        s.phase = DRAWING_WIND
    return s


@entry
def actor(s: State) -> int:
    if s.phase >= FINISHED:
        return OVER
    if s.phase < PLACING:
        return CHANCE
    return int(s.bumped) if s.phase == DODGING else int(s.order[s.turn])


# -- what a seat may do ---------------------------------------------------------------------------------------


@entry
def legal(s: State, seat: int, out: Ints) -> int:
    """Headings clockwise from N, then `stop`; points from south-west, row by row; winds as the rulebook lists them."""
    if s.phase == SAILING:
        return list_headings(s, seat, out)
    if s.phase == STEPPING:
        out[0] = int(s.heading[seat])  # the turn would be over if this were not a legal step
        out[1] = STOP
        return 2
    if s.phase == PLACING:
        return list_places(s, out)
    if s.phase == DODGING:
        return list_dodges(s, seat, out)
    for i in range(len(WINDS)):
        out[i] = WIND + WINDS[i]
    return len(WINDS)


@rule
def list_places(s: State, out: Ints) -> int:
    """Free points behind the line."""
    n = 0
    for point in POINTS:
        if s.board[point] == 0:
            out[n] = PLACE + point
            n += 1
    return n


# -- steps ----------------------------------------------------------------------------------------------------


@entry
def apply(s: State, who: int, action: int) -> None:
    if action < STOP:
        if s.phase == SAILING:
            choose_heading(s, who, action)
        step(s, who)
    elif action == STOP:
        next_turn(s)
    elif action >= PLACE:
        place(s, who, action - PLACE)
    elif action >= COURSE:
        take_course(s, action - COURSE)
    elif action >= CARD:
        draw_card(s, action - CARD)
    elif action >= NEXT:
        draw_next(s, action - NEXT)
    elif action >= SPIN:
        spin(s, action - SPIN)
    elif action >= DODGE:
        bump(s, action - DODGE)
    elif s.phase == DRAWING_WIND:
        s.wind = action - WIND
        s.phase = DRAWING_ORDER
    else:
        set_wind(s, action - WIND)
        go_on(s)


@rule
def take_course(s: State, number: int) -> None:
    card = number - 1
    for point in range(SQUARES):
        s.board[point] = BOARDS[card, point]
    s.course = number
    s.side = SIZES[card]
    for buoy in range(2):
        s.start[buoy, 0] = STARTS[card, buoy, 0]
        s.start[buoy, 1] = STARTS[card, buoy, 1]
    s.gates = GATE_COUNTS[card]
    for gate in range(GATES):
        s.gate_x[gate] = GATE_X[card, gate]
        s.gate_y[gate] = GATE_Y[card, gate]
        s.gate_heading[gate] = GATE_HEADING[card, gate]
        s.gate_last[gate] = GATE_LAST[card, gate]
    s.phase = DRAWING_WIND


@rule
def draw_next(s: State, seat: int) -> None:
    """The next in turn order; the seat that is left over is last."""
    s.order[s.turn] = seat
    s.turn = int(s.turn) + 1
    if s.turn == s.seats - 1:
        for last in range(int(s.seats)):
            if not is_in_order(s, last):
                s.order[s.turn] = last
                break
        s.turn = 0
        s.phase = PLACING


@rule
def place(s: State, seat: int, point: int) -> None:
    put(s, seat, point)
    s.turn = int(s.turn) + 1
    if s.turn == s.seats:
        next_turn(s)


@rule
def next_turn(s: State) -> None:
    """Around the turn order, past boats that can choose no heading: theirs is a turn too."""
    s.speed = 0
    while True:
        if s.turn + 1 >= s.seats:
            s.turn = 0
        else:
            s.turn = int(s.turn) + 1
        seat = int(s.order[s.turn])
        if s.turns[seat] == MOST_TURNS:
            s.phase = BOUND_REACHED
            return
        s.turns[seat] = int(s.turns[seat]) + 1
        if can_sail(s, seat):
            s.phase = SAILING
            return


@rule
def choose_heading(s: State, seat: int, heading: int) -> None:
    """Fixes the move's tack and initial speed. A run sets a spinnaker that is held; tacking loses one that is set."""
    s.speed = speed_for(s, seat, heading, in_shadow(s, int(s.at[seat])))
    tack = tack_of(s, seat, heading)
    if s.spinnaker[seat] == HELD and (heading - int(s.wind)) & WHEEL == RUN:
        s.spinnaker[seat] = SET
    if s.spinnaker[seat] == SET and s.tack[seat] != NO_TACK and s.tack[seat] != tack:
        s.spinnaker[seat] = NO_SPINNAKER
    s.heading[seat] = heading
    s.tack[seat] = tack


@rule
def step(s: State, seat: int) -> None:
    """One point on; onto a boat, that boat is bumped first; onto a risk point, a card is drawn."""
    to = int(s.at[seat]) + DELTA[int(s.heading[seat])]
    cell = int(s.board[to])
    if cell & BOAT:
        s.bumped = boat_in(cell)
        s.phase = SPINNING
        return
    s.speed = int(s.speed) - 1
    move(s, seat, to)
    if s.phase == FINISHED:
        return
    if cell & RISK:
        s.board[to] = int(s.board[to]) & ~RISK
        s.phase = DRAWING_CARD
    else:
        go_on(s)


@rule
def go_on(s: State) -> None:
    """After a step and its card: wind shadow, and the next step of this turn if there is one."""
    seat = int(s.order[s.turn])
    s.speed = int(s.speed) - in_shadow(s, int(s.at[seat]))
    if s.speed > 0 and can_step(s, seat, int(s.heading[seat])):
        s.phase = STEPPING
    else:
        next_turn(s)


# -- cards ----------------------------------------------------------------------------------------------------


@rule
def draw_card(s: State, card: int) -> None:
    s.cards[card] = int(s.cards[card]) - 1
    if card == CHOOSE:
        s.phase = CHOOSING_WIND
        return
    if card == CALM:
        next_turn(s)
        return
    if card in (RUDDER, CAPSIZE):
        drift(s, int(s.order[s.turn]))
        return
    if card == GUST:
        s.speed = int(s.speed) + 1
    elif card == SPINNAKER:
        s.spinnaker[int(s.order[s.turn])] = HELD
    else:
        set_wind(s, WINDS[card])
    go_on(s)


@rule
def set_wind(s: State, wind: int) -> None:
    """If that is a change, the mover's speed drops to 0, and every spinnaker that is set is lost."""
    if wind == s.wind:
        return
    s.wind = wind
    s.speed = 0
    for seat in range(int(s.seats)):
        if s.spinnaker[seat] == SET:
            s.spinnaker[seat] = NO_SPINNAKER


@rule
def drift(s: State, seat: int) -> None:
    """Rudder and capsize: one point straight downwind, if that is open, and the turn ends. No card is drawn there."""
    to = int(s.at[seat]) + DELTA[(int(s.wind) + BACK) & WHEEL]
    if is_open(s, seat, to):
        move(s, seat, to)
    if s.phase != FINISHED:
        next_turn(s)


# -- bumps ----------------------------------------------------------------------------------------------------


@rule
def spin(s: State, heading: int) -> None:
    """The weathervane says where the bumped boat goes; if it cannot, its player chooses."""
    other = int(s.bumped)
    if is_open(s, other, int(s.at[other]) + DELTA[heading]):
        bump(s, heading)
    else:
        s.phase = DODGING


@rule
def bump(s: State, heading: int) -> None:
    """The bumped boat goes, keeping heading and tack; the mover takes its point, and the turn ends. No card is drawn at
    either, and a risk point stays."""
    seat = int(s.order[s.turn])
    other = int(s.bumped)
    to = int(s.at[other])
    move(s, other, to + DELTA[heading])
    if s.phase != FINISHED:
        move(s, seat, to)
    if s.phase != FINISHED:
        next_turn(s)


# -- the end --------------------------------------------------------------------------------------------------


@rule
def place_of(s: State, seat: int) -> int:
    """1 + the boats that are ahead: those that have finished before; then by gates passed, which is by markers rounded
    and then by gates of the next one; then by having started; then by turn order."""
    if s.place[seat] > 0:
        return int(s.place[seat])
    place = 1
    later = False  # in turn order, from this boat on
    for i in range(int(s.seats)):
        other = int(s.order[i])
        if other == seat:
            later = True
        elif (
            s.place[other] > 0
            or s.passed[other] > s.passed[seat]
            or (
                s.passed[other] == s.passed[seat]
                and (s.started[other] > s.started[seat] or (s.started[other] == s.started[seat] and not later))
            )
        ):
            place += 1
    return place


@entry
def returns(s: State, out: Floats) -> None:
    last = int(s.seats) - 1
    for seat in range(last + 1):
        out[seat] = 1.0 - 2.0 * (place_of(s, seat) - 1) / last


@entry
def scores(s: State, out: Ints) -> None:
    """Places, 1 is first; during the race, as it would end at the bound."""
    for seat in range(int(s.seats)):
        out[seat] = place_of(s, seat)


@entry
def ending(s: State) -> int:
    return int(s.phase) - FINISHED
