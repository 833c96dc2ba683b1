"""What a viewer may know: all squares and moves, the own fleet, and of the other what can be inferred of each ship."""

from functools import cache
from typing import Literal

import msgspec

from parlour.core.game import CHANCE, State, Viewer
from parlour.core.texts import Text
from parlour.games.command.board import (
    ATTACKER_WINS,
    BOTH_LOST,
    DEFENDER_WINS,
    DEPLOYING,
    EMPTY,
    FLEET,
    GOING_ON,
    LETTERS,
    LOT,
    NOBODY,
    NOWHERE,
    OUTCOMES,
    PLAYING,
    SHIPS,
)
from parlour.games.command.known import inferred
from parlour.games.command.notation import MOVE, PLACE, READY, SHIFT, class_name, kind_of, square_name, squares_of, text

Phase = Literal["lot", "deploying", "playing", "over"]
LOST = {BOTH_LOST: "both", ATTACKER_WINS: "defender", DEFENDER_WINS: "attacker"}  # by how a challenge comes out


class Ship(msgspec.Struct, frozen=True):
    """`id` is the square it stood on when both were ready; in deployment, the square it stands on."""

    id: str
    at: str | None  # None: lost
    ship: str  # the letter of its class, or nothing if the viewer does not know it
    could: str  # of an opposing ship, the letters that a player can still infer; else nothing


class Challenge(msgspec.Struct, frozen=True):
    """The last challenge: who attacked, where, which seats lost the ship they had in it, and the ids of both ships."""

    by: int
    at: str
    lost: list[int]
    ships: list[str]  # by seat


class CommandView(msgspec.Struct, frozen=True):
    """Ships are by seat, in the order of their ids, from a1 to i8: lost ones too, so that their order tells nothing."""

    ships: list[list[Ship]]
    to_place: list[str]  # by seat, the letters of ships not yet placed: the own; both when all is revealed
    afloat: list[int]
    phase: Phase
    first: int | None  # who moves first, by lot
    ready: list[bool]
    turn: int | None  # the seat to move; None while both deploy
    quiet: int  # plies since the last challenge
    plies: int
    last: list[str]  # the last ply, from and to
    challenge: Challenge | None
    declared: bool
    seat: int | None


def view(s: State, viewer: Viewer, reveal: bool) -> CommandView:
    reveal = reveal or s.outcome != GOING_ON
    playing = s.phase == PLAYING
    fleets = [fleet_of(s, seat, viewer, reveal) if playing else berths_of(s, seat, viewer, reveal) for seat in range(2)]
    return CommandView(
        ships=fleets,
        to_place=["" if playing else left_to_place(s, seat, viewer, reveal) for seat in range(2)],
        afloat=s.afloat.tolist(),
        phase=phase_of(s, reveal),
        first=None if s.first == NOBODY else int(s.first),
        ready=[bool(s.ready[0]), bool(s.ready[1])],
        turn=int(s.turn) if playing and not reveal else None,
        quiet=int(s.quiet),
        plies=int(s.plies),
        last=[square_name(int(at)) for at in (s.last_from, s.last_to) if at != NOWHERE],
        challenge=challenge_of(s),
        declared=bool(s.declared),
        seat=viewer,
    )


def phase_of(s: State, reveal: bool) -> Phase:
    if reveal:
        return "over"
    return "lot" if s.phase == LOT else "deploying" if s.phase == DEPLOYING else "playing"


def challenge_of(s: State) -> Challenge | None:
    if s.struck_by == NOBODY:
        return None
    lost = [seat for seat in range(2) if int(s.struck_lost) >> seat & 1]
    met = [square_name(int(s.start[seat, int(s.struck_ships[seat])])) for seat in range(2)]
    return Challenge(int(s.struck_by), square_name(int(s.struck)), lost, met)


@cache
def letters_of(classes: int) -> str:
    return "".join(letter for ship, letter in enumerate(LETTERS) if classes >> ship & 1)


# -- in deployment: the own ships by the squares they stand on, and nothing of the other's ----------------------


def berths_of(s: State, seat: int, viewer: Viewer, reveal: bool) -> list[Ship]:
    if seat != viewer and not reveal:
        return []
    placed = sorted((at, ship) for at, ship in zip(s.at[seat].tolist(), FLEET.tolist(), strict=True) if at != NOWHERE)
    return [Ship(square_name(at), square_name(at), LETTERS[ship], "") for at, ship in placed]


def left_to_place(s: State, seat: int, viewer: Viewer, reveal: bool) -> str:
    if seat != viewer and not reveal:
        return ""
    return "".join(LETTERS[ship] for at, ship in zip(s.at[seat].tolist(), FLEET.tolist(), strict=True) if at == NOWHERE)


# -- in play ----------------------------------------------------------------------------------------------------


def fleet_of(s: State, seat: int, viewer: Viewer, reveal: bool) -> list[Ship]:
    start, at, rank = s.start[seat].tolist(), s.at[seat].tolist(), s.rank[seat].tolist()
    own = reveal or seat == viewer
    known = set(range(SHIPS)) if own else shown(s, seat)
    could = [0] * SHIPS if own or viewer is None else inferred(s, seat)
    return [
        Ship(
            square_name(start[ship]),
            None if at[ship] == NOWHERE else square_name(at[ship]),
            LETTERS[rank[ship]] if ship in known else "",
            letters_of(could[ship]),
        )
        for ship in range(SHIPS)
    ]


def shown(s: State, seat: int) -> set[int]:
    """Declared: the classes in a challenge are shown to all, and stay visible."""
    if not s.declared:
        return set()
    lost = {ship for ship, by in enumerate(s.lost_to[seat].tolist()) if by != NOBODY}
    return lost | set(s.lost_to[1 - seat].tolist()) - {NOBODY}


def seen(s: State, who: int, action: int, viewer: Viewer) -> str | None:
    """Of a deployment others learn that it is done, and nothing else."""
    secret = who != CHANCE and kind_of(action) in (PLACE, SHIFT) and viewer != who
    return None if secret else text(action)


def effect(s: State, who: int, action: int, viewer: Viewer) -> Text | None:
    """How a challenge comes out is for all to see: which ships leave and, declared, what both are."""
    at, to = squares_of(action)
    if kind_of(action) != MOVE or s.board[to] == EMPTY:
        return None
    attacker, defender = int(s.rank[who, int(s.board[at]) >> 2]), int(s.rank[1 - who, int(s.board[to]) >> 2])
    lost = Text(f"log.lost-{LOST[OUTCOMES[attacker, defender]]}")
    if not s.declared:
        return lost
    classes = {"attacker": class_name(LETTERS[attacker]), "defender": class_name(LETTERS[defender])}
    return Text("log.declared", {**classes, "lost": lost})


def reveals(s: State, who: int, action: int) -> bool:
    """`ready` cannot be taken back: the second one shows where the other fleet stands."""
    return kind_of(action) == READY


def may_draw(s: State) -> bool:
    """Once both are ready."""
    return bool(s.phase == PLAYING)
