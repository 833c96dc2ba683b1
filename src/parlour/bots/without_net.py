"""Evaluation and prior of a game that no net can look at, in the form of one that has inputs. `jit.specialise` binds
them."""

from typing import TYPE_CHECKING

from parlour.core.compiled.jit import rule
from parlour.core.net import Net

if TYPE_CHECKING:
    from parlour.core.game import Floats, Ints, State
    from parlour.core.knowledge import Lore

    def hand_evaluate(s: State, values: Floats, lore: Lore) -> None: ...
    def hand_prior(s: State, seat: int, actions: Ints, n: int, weights: Floats, lore: Lore) -> None: ...


@rule
def evaluate(s: "State", values: "Floats", lore: "Lore", net: Net) -> None:
    hand_evaluate(s, values, lore)


@rule
def prior(
    s: "State", seat: int, actions: "Ints", n: int, weights: "Floats", sums: "Ints", lore: "Lore", net: Net
) -> None:
    hand_prior(s, seat, actions, n, weights, lore)
