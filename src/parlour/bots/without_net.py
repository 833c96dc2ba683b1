"""The evaluation of a game that no net can look at, in the form of one that has inputs. `jit.specialise` binds it."""

from typing import TYPE_CHECKING

from parlour.core.compiled.jit import rule
from parlour.core.net import Net

if TYPE_CHECKING:
    from parlour.core.game import Floats, State
    from parlour.core.knowledge import Lore

    def hand_evaluate(s: State, values: Floats, lore: Lore) -> None: ...


@rule
def evaluate(s: "State", values: "Floats", lore: "Lore", net: Net) -> None:
    hand_evaluate(s, values, lore)
