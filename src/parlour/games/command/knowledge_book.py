"""The book: ten sound deployments, each also mirrored, and what may change places within them.

What they have in common: the Command Ship stands on the back row behind a neighbour or two, never alone; Submarines
stand in the first or second row, where they meet carriers early; Littorals are spread over the front, where they
unmask Submarines; empty squares leave the second and the third row a way out.
"""

import numpy as np

from parlour.core.game import State
from parlour.core.jit import rule
from parlour.core.knowledge import NONE
from parlour.core.rng import Rng, below
from parlour.games.command.board import (
    COLUMNS,
    DEPLOYING,
    EMPTY,
    FLEET,
    LETTERS,
    NOWHERE,
    SHIPS,
    ZONE,
    ZONES,
)
from parlour.games.command.notation import PLACE, READY
from parlour.games.command.rules import first_free_berth

# Who may stand in for whom: Submarines; the three strongest carriers; the next three ships; and so on.
ROLES = {"S": "S", "H": "FRT", "M": "NEA", "O": "WVZ", "D": "BKQ", "L": "L", "C": "C"}
NO_ROLE = len(ROLES)
ROLE_OF = np.array([[letter in ships for ships in ROLES.values()].index(True) for letter in LETTERS], np.int64)

# The foremost row first, from the left; by the letters of ROLES.
FORMATIONS = (
    ("L.HLSMH.L", "OSLM.MOHL", "D.DCLO.D."),
    ("LMH.LHS.L", "HOLSM.OML", "CDLD.OD.."),
    ("HSMHL.L.L", "MHSOLO.ML", "D.O.DLCD."),
    ("M.LHLHL.S", "LOMH.SMOL", "DLC.O.D.D"),
    ("LLHL.LHLM", "S.MOHOMS.", ".DLODC.D."),
    (".LMHSHML.", "LOLHSMLOL", "D.C..DO.D"),
    ("HL.MLM.LH", "SLOLHL.OS", ".OD.DMDC."),
    ("OLML.LMLO", "HSLDHDLSH", "..C.DO.M."),
    ("LOSL.LHML", "MHL.HSOL.", "DCDO.D..M"),
    ("SMLH.LHLM", "LHOL.OSML", "..D.DOCD."),
)


def roles_by_square(rows: tuple[str, ...]) -> list[int]:
    """As a seat's zone lists its squares if the row at its back comes first."""
    return [list(ROLES).index(each) if each != "." else NO_ROLE for row in reversed(rows) for each in row]


def mirrored(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row[::-1] for row in rows)


PLANS = np.array([roles_by_square(rows) for each in FORMATIONS for rows in (each, mirrored(each))], np.int64)
# Black's zone begins with its foremost row.
SQUARES_FROM_BEHIND = np.array([[*ZONES[0]], [*ZONES[1].reshape(3, COLUMNS)[::-1].ravel()]], np.int64)


@rule
def follows(s: State, seat: int, plan: int) -> int:
    """How many of the ships placed so far stand where the plan has one of their role."""
    right = 0
    for i in range(ZONE):
        there = int(s.board[SQUARES_FROM_BEHIND[seat, i]])
        if there != EMPTY:
            right += ROLE_OF[FLEET[there >> 2]] == PLANS[plan, i]
    return right


@rule
def deploy(s: State, seat: int, rng: Rng) -> int:
    """The next ship of the table goes to a square that a plan has for it, one of those that the ships placed so far
    follow best: so one plan is carried out to the end, without remembering which."""
    berth = first_free_berth(s, seat)
    if berth == SHIPS:
        return READY << 24
    best = 0
    for plan in range(len(PLANS)):
        best = max(best, follows(s, seat, plan))
    role = ROLE_OF[FLEET[berth]]
    chosen = NOWHERE
    found = 0
    fallback = NOWHERE
    for plan in range(len(PLANS)):
        if follows(s, seat, plan) < best:
            continue
        for i in range(ZONE):
            at = SQUARES_FROM_BEHIND[seat, i]
            if s.board[at] == EMPTY:
                fallback = at
                if PLANS[plan, i] == role:
                    found += 1
                    if below(rng, found) == 0:
                        chosen = at
    # Somebody else may have begun the deployment, and not by any plan.
    to = chosen if chosen != NOWHERE else fallback
    return PLACE << 24 | int(FLEET[berth]) << 16 | int(to)


@rule
def book(s: State, seat: int, rng: Rng) -> int:
    return deploy(s, seat, rng) if s.phase == DEPLOYING else NONE
