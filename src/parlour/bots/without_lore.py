"""The knowledge of a game that studies nothing, in the form of one that does. `jit.specialise` binds the plain ones."""

from typing import TYPE_CHECKING

from parlour.core.compiled.jit import rule
from parlour.core.rng import Rng

if TYPE_CHECKING:
    from parlour.core.game import Floats, Ints, State
    from parlour.core.knowledge import Lore

    def plain_policy(s: State, seat: int, rng: Rng, out: Ints, weights: Floats) -> int: ...
    def plain_evaluate(s: State, values: Floats) -> None: ...
    def plain_prior(s: State, seat: int, actions: Ints, n: int, weights: Floats) -> None: ...
    def plain_list_inputs(s: State, seat: int, listed: Ints) -> int: ...


@rule
def policy(s: "State", seat: int, rng: Rng, out: "Ints", weights: "Floats", lore: "Lore") -> int:
    return plain_policy(s, seat, rng, out, weights)


@rule
def evaluate(s: "State", values: "Floats", lore: "Lore") -> None:
    plain_evaluate(s, values)


@rule
def prior(s: "State", seat: int, actions: "Ints", n: int, weights: "Floats", lore: "Lore") -> None:
    plain_prior(s, seat, actions, n, weights)


@rule
def list_inputs(s: "State", seat: int, listed: "Ints", lore: "Lore") -> int:
    return plain_list_inputs(s, seat, listed)
