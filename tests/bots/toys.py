"""A game that is nothing but a small tree: three seats, chance, and choices whose worth can be worked out by hand.

seat 0 ── a gamble: 1 in 4 wins all, else all is lost     worth −0.5 to seat 0
       ├─ seat 1 chooses: 0.9, or less that seat 1 likes  worth −0.5
       └─ seat 2 chooses: 0.6, which seat 2 likes, or −0.6  worth 0.6: seat 2 plays for itself, not against seat 0
"""

from pathlib import Path

import msgspec
import numpy as np

from parlour.core.game import CHANCE, OVER, Floats, Game, Ints, Options, State, Viewer, blank
from parlour.core.jit import entry
from parlour.core.scene import Plan, Scene

GAMBLE, ASK_ONE, ASK_TWO = 1, 2, 3
ACTOR = np.array([0, CHANCE, 1, 2, OVER, OVER, OVER, OVER, OVER, OVER], np.int64)
FIRST_CHILD = np.array([1, 4, 6, 8], np.int64)
CHILDREN = np.array([3, 2, 2, 2], np.int64)
WEIGHT = np.array([1, 3], np.int64)
RETURNS = np.array(
    [[1, -1, 0], [-1, 1, 0], [0.9, -1, 0.1], [-0.5, 1, -0.5], [0.6, -0.8, 0.2], [-0.6, 0.7, -0.1]], np.float64
)
STATE = np.dtype([("node", np.int64)])


def new(seats: int, options: Options) -> State:
    return blank(STATE)


@entry
def actor(s: State) -> int:
    return int(ACTOR[s.node])


@entry
def legal(s: State, seat: int, out: Ints) -> int:
    n = int(CHILDREN[s.node])
    for i in range(n):
        out[i] = FIRST_CHILD[s.node] + i
    return n


@entry
def chance(s: State, out: Ints, weights: Ints) -> int:
    n = legal(s, 0, out)
    for i in range(n):
        weights[i] = WEIGHT[i]
    return n


@entry
def apply(s: State, seat: int, action: int) -> None:
    s.node = action


@entry
def returns(s: State, out: Floats) -> None:
    for seat in range(3):
        out[seat] = RETURNS[s.node - 4, seat]


@entry
def scores(s: State, out: Ints) -> None:
    for seat in range(3):
        out[seat] = 0


@entry
def ending(s: State) -> int:
    return 0


class View(msgspec.Struct):
    node: int


def view(s: State, viewer: Viewer, reveal: bool) -> View:
    return View(int(s.node))


def tree_game(home: Path) -> Game:
    return Game(
        name="tree", title="Tree", seats=range(3, 4), rules_version=1, home=home, endings=("leaf",), bound=3,
        most_actions=3, most_outcomes=2, state=STATE, new=new, actor=actor, legal=legal, apply=apply, chance=chance,
        returns=returns, scores=scores, ending=ending, text=str, parse=int, view=view,
        plan=lambda seats, options: Plan("free", 1, 1), scene=lambda view: Scene(()),
        targets=lambda view, action: (f"button:{action}",),
    )  # fmt: skip
