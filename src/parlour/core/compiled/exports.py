"""What another machine is given of a game besides its loops and its search. One source; `playouts.exports_of` makes a
copy for each game.

Python calls a game's own functions; who drives a module knows memory only, so states come in arrays of one.
"""

from typing import TYPE_CHECKING, Any

from parlour.core.compiled.jit import rule
from parlour.core.rng import Rng, seed_words

if TYPE_CHECKING:
    from parlour.core.state import Floats, Ints, State

    def actor(s: State) -> int: ...
    def waiting(s: State) -> int: ...
    def legal(s: State, seat: int, out: Ints) -> int: ...
    def also(s: State, seat: int, out: Ints) -> int: ...
    def apply(s: State, actor: int, action: int) -> None: ...
    def draw(s: State, rng: Rng, out: Ints, weights: Ints) -> int: ...
    def returns(s: State, out: Floats) -> None: ...
    def ending(s: State) -> int: ...


@rule
def new_rng(rng: Rng, pool: "Ints", seed: int) -> None:
    """A generator as Python's `new_rng` makes it."""
    seed_words(rng, pool, seed)


@rule
def actor_of(root: Any) -> int:
    return actor(root[0])


@rule
def waiting_of(root: Any) -> int:
    return waiting(root[0])


@rule
def legal_of(root: Any, seat: int, out: "Ints") -> int:
    return legal(root[0], seat, out)


@rule
def also_of(root: Any, seat: int, out: "Ints") -> int:
    return also(root[0], seat, out)


@rule
def apply_to(root: Any, who: int, action: int) -> None:
    apply(root[0], who, action)


@rule
def draw_for(root: Any, rng: Rng, out: "Ints", weights: "Ints") -> int:
    """An outcome of chance, as likely as its weight; it is not applied."""
    return draw(root[0], rng, out, weights)


@rule
def returns_of(root: Any, values: "Floats") -> None:
    returns(root[0], values)


@rule
def ending_of(root: Any) -> int:
    return ending(root[0])
