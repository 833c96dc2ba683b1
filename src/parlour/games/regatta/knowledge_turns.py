"""How many turns a boat has still to go, as its pilot book tells: for whoever looks at a race without sailing it."""

from parlour.core.game import State
from parlour.core.jit import rule
from parlour.core.knowledge import Lore
from parlour.games.regatta.board import (
    BOAT,
    CHOOSING_WIND,
    DELTA,
    FREE_TURN,
    PLACING,
    SAILING,
    STEPPING,
    WHEEL,
)
from parlour.games.regatta.notation import DODGE, PLACE, STOP, WIND
from parlour.games.regatta.pilot import A_TURN, CONFINED, kite_after
from parlour.games.regatta.racer import HOME, stage_after
from parlour.games.regatta.sailing import in_shadow, may_be_at, speed_for, tack_of

FAR = 30000  # parts of a turn: more than the pilot book tells


@rule
def layer_of(s: State, seat: int, begun: int) -> int:
    """The layer of the pilot book for a boat that has begun so many turns, its next one aside."""
    if s.started[seat]:
        return 1 + int(s.passed[seat])
    return CONFINED + FREE_TURN - 1 - begun if begun < FREE_TURN - 1 else 0


@rule
def to_go(s: State, seat: int, wind: int, lore: Lore) -> int:
    """For a boat that is about to begin a turn."""
    begun = int(s.turns[seat])
    if s.phase == SAILING and s.order[s.turn] == seat:
        begun -= 1
    layer = layer_of(s, seat, begun)
    return int(lore[wind >> 1, layer, int(s.spinnaker[seat]), int(s.tack[seat]), int(s.at[seat])])


@rule
def to_go_after(s: State, seat: int, heading: int, speed: int, stopping: bool, lore: Lore) -> int:
    """After a move on this heading that stops at the best point it comes to; with `stopping`, where it is already, if
    that is better. A boat in the way may be bumped, and then the move is over."""
    wind = int(s.wind)
    tack_before = int(s.tack[seat])
    tack = tack_of(s, seat, heading)
    kite = kite_after(int(s.spinnaker[seat]), (heading - wind) & WHEEL, tack_before, tack)
    layer = layer_of(s, seat, int(s.turns[seat]))
    at = int(s.at[seat])
    best = int(lore[wind >> 1, layer, kite, tack, at]) if stopping else FAR
    while speed > 0:
        to = at + DELTA[heading]
        cell = int(s.board[to])
        if not may_be_at(s, seat, cell):
            break
        if layer <= HOME:
            layer = stage_after(s, layer, at, to)
            if layer == HOME:
                return 0
        best = min(best, int(lore[wind >> 1, layer, kite, tack, to]))
        speed = 0 if cell & BOAT else speed - 1
        at = to
    return best


@rule
def to_go_by(s: State, seat: int, action: int, lore: Lore) -> int:
    """After this action, or the turn that begins with it."""
    if action >= PLACE:
        return int(lore[int(s.wind) >> 1, CONFINED + FREE_TURN - 1, 0, 0, action - PLACE])
    if s.phase == SAILING:
        return to_go_after(s, seat, action, speed_for(s, seat, action, in_shadow(s, int(s.at[seat]))), False, lore)
    if s.phase == STEPPING:
        return to_go_after(s, seat, int(s.heading[seat]), 0 if action == STOP else int(s.speed), action == STOP, lore)
    if s.phase == CHOOSING_WIND:
        return to_go(s, seat, action - WIND, lore)
    at = int(s.at[seat])
    layer = layer_of(s, seat, int(s.turns[seat]))
    if layer <= HOME:
        layer = stage_after(s, layer, at, at + DELTA[action - DODGE])
    return int(lore[int(s.wind) >> 1, layer, int(s.spinnaker[seat]), int(s.tack[seat]), at + DELTA[action - DODGE]])


@rule
def arrival(s: State, seat: int, wind: int, lore: Lore) -> float:
    """When the boat may be expected home, in turns from now."""
    order = 0
    while s.order[order] != seat:
        order += 1
    wait = order if s.phase == PLACING else order - int(s.turn)
    if wait < 0:
        wait += int(s.seats)
    if wait == 0 and s.phase == STEPPING:
        parts = A_TURN + to_go_after(s, seat, int(s.heading[seat]), int(s.speed), True, lore)
    elif wait == 0 and s.phase != SAILING and s.phase != PLACING:  # this turn is as good as over
        parts = A_TURN + to_go(s, seat, wind, lore)
    else:
        parts = to_go(s, seat, wind, lore)
    return parts / A_TURN + wait / int(s.seats)
