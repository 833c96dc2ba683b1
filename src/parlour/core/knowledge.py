"""Knowledge: what an author may tell the search about playing a game well. A game that tells nothing is played too.

All functions are compiled, `@rule`, over states of which nothing is hidden: the search shows them only what
`determinize` made of the searching seat's own view. They fill buffers of the caller's and allocate nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from parlour.core.compiled.jit import rule
from parlour.core.rng import Rng
from parlour.core.state import Floats, Ints, State

Lore = npt.NDArray[np.int16]
NO_LORE = np.zeros(1, np.int16)
UNLIKE = -1  # in place of how many inputs are on
NONE = -1  # no action: the book is closed, there is nothing to remark


@rule
def evenly(s: State, seat: int, actions: Ints, n: int, weights: Floats) -> None:
    """No action looks better than another."""
    for i in range(n):
        weights[i] = 1.0


@rule
def nobody_ahead(s: State, values: Floats) -> None:
    for seat in range(len(values)):
        values[seat] = 0.0


@rule
def nothing_to_do(s: State, seat: int, rng: Rng) -> int:
    return NONE


@rule
def as_it_is(s: State, outcome: int, viewer: int) -> int:
    return outcome


@rule
def unseen(s: State, outcome: int, viewer: int) -> int:
    return 0


@rule
def no_inputs(s: State, seat: int, listed: Ints) -> int:
    return 0


@rule
def no_inputs_of_study(s: State, seat: int, listed: Ints, lore: Lore) -> int:
    return 0


@dataclass(frozen=True, kw_only=True, eq=False)
class NetInputs:
    """What a net looks at: inputs by number, of which a few are on (see `core/net.py`)."""

    count: int
    most: int  # that can be on at once
    # (s, seat, listed) → how many: compiled; where the game has a study, (s, seat, listed, lore). Those that are on as
    # this seat sees the position: of two seats the one to act, of more each by itself, and where all play together any
    # of them, once for all. Nothing is hidden from it: a search shows it what it made up. UNLIKE: a match unlike those
    # that nets are trained in, by its options; the game's own evaluation is asked.
    list: Callable[..., int]
    # A row for each way to turn the board over: the number that each input becomes. The first leaves all as it is.
    symmetries: Callable[[], Ints] | None = None
    # For each of them the number (`Game.number`) that each action's becomes, in an ordinary match. None: nobody says,
    # and priors for moves are learned from positions as they were played alone.
    turned_numbers: Callable[[], Ints] | None = None
    version: int = 1  # other numbers or another meaning is another version


@dataclass(frozen=True, kw_only=True, eq=False)
class Knowledge:
    """What a strong player knows, in the form that a search can use."""

    # (s, seat, rng, out, weights) → action: a quick, sensible move for playouts. None: any legal move.
    policy: Callable[..., int] | None = None
    # (s, values): what each seat may expect, in [−1, 1], where a playout is cut off.
    evaluate: Callable[..., None] = nobody_ahead
    # (s, seat, actions, n, weights): how promising each action looks, above 0; only the proportions count.
    prior: Callable[..., None] = evenly
    # (s, viewer, rng): `determinize`, or better where what others did tells what they have. Begins with determinize.
    guess: Callable[[State, int, Rng], None] | None = None
    # (s, outcome, viewer) → a number: outcomes of chance that the viewer sees alike, or need not tell apart, share it.
    # None: every outcome differs, or, in a game with hidden information, all are alike.
    glimpse: Callable[[State, int, int], int] | None = None
    # (s, seat, rng) → an action that needs no search, or NONE: openings, deployments.
    book: Callable[[State, int, Rng], int] = nothing_to_do
    # (s, seat, rng) → one of `also` that is worth doing now, or NONE: signals.
    remark: Callable[[State, int, Rng], int] = nothing_to_do

    # Simple players by name, as `policy`: what stronger ones are measured against.
    rivals: "Mapping[str, Callable[..., int]]" = field(default_factory=dict)

    # (s) → numbers that `policy`, `evaluate`, `prior` and rivals look up, and get as one more argument: what takes too
    # long to work out in a playout and stays the same all match. Ordinary Python; asked at every search, so keep it.
    study: Callable[[State], Lore] | None = None

    # Each time that the strongest bot became stronger by a new net or new knowledge: the share of points that it got
    # against what it was before, at the same time a move. A house carries its rating over by that, once; so there are
    # only ever more of them, and none changes.
    stronger: Sequence[float] = ()

    net: NetInputs | None = None  # what a trained net is shown; without one, `evaluate` judges alone

    cutoff: int | None = None  # steps of a playout before `evaluate`; None: to the end
    explore: float = 1.4  # how far the search strays from what looks best
    urgency: float = 0.2  # how much worse than its siblings an untried action is taken to be
    pace: int = 1000  # simulations in about 50 ms of one core: the unit that levels are defined by


NO_KNOWLEDGE = Knowledge()
