"""Two ways in which an environment numbers actions and says what a seat observes.

*By numbers*, for games that number their actions (`Game.number`): a number means the same throughout, and what is
observed is what `Game.observe` writes. *By lists*, for all others: an action is its place in the list of what is legal
now, and what is observed is the seat's scene as a vector (`encoding.py`).

In both, `legal` is the list of what the observing seat may do now: empty for all but the seat to act.
"""

from typing import Any, TypeAlias

import gymnasium.spaces as spaces
import numpy as np
import numpy.typing as npt

from parlour.core.game import Game, State, Value
from parlour.env.encoding import LONGEST_PATH, Encoding, encoding_of

AgentObservation: TypeAlias = dict[str, npt.NDArray[Any]]


class ByNumbers:
    """`observation` has the planes, row by row, then the scalars: see `layout`."""

    def __init__(self, game: Game, seats: int, options: dict[str, Value]) -> None:
        assert game.numbers is not None, "its actions are numbered"
        assert game.observation is not None, "it can be observed"
        self.game = game
        self.size = game.numbers(seats, options)
        self.layout = game.observation(seats, options)

    def space(self) -> spaces.Dict:
        planes, scalars = self.layout.size, self.layout.scalars
        low = np.array([0] * planes + [scalar.low for scalar in scalars], np.int16)
        high = np.array([self.layout.most] * planes + [scalar.high for scalar in scalars], np.int16)
        return spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (self.size,), np.int8),
            }
        )

    def observe(self, s: State, seat: int, over: bool, legal: list[int]) -> AgentObservation:
        assert self.game.observe is not None, "it can be observed"
        planes, scalars = self.layout.empty()
        self.game.observe(s, seat, planes, scalars)
        mask = np.zeros(self.size, np.int8)
        mask[[self._number(s, seat, action) for action in legal]] = 1
        return {"observation": np.concatenate((planes, scalars), dtype=np.int16), "action_mask": mask}

    def action(self, s: State, seat: int, code: int, legal: list[int]) -> int | None:
        return next((action for action in legal if self._number(s, seat, action) == code), None)

    def infos(self, legal: list[int]) -> dict[str, Any]:
        return {}

    def refusal(self, legal: list[int], code: int | None) -> str:
        return f"has {len(legal)} legal actions now; {code} is not the number of one"

    def _number(self, s: State, seat: int, action: int) -> int:
        assert self.game.number is not None, "its actions are numbered"
        return int(self.game.number(s, seat, action))


class ByLists:
    """What place i stands for is in `infos[agent]["actions"][i]`, as text, and in the row `observation["actions"][i]`,
    as things to touch."""

    def __init__(self, game: Game, seats: int, options: dict[str, Value]) -> None:
        self.game = game
        self.size = game.most_actions
        self.encoding: Encoding = encoding_of(game, seats, options)

    def space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.encoding.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.size,), np.int8),
                "actions": spaces.Box(0, np.iinfo(np.int32).max, (self.size, 2 * LONGEST_PATH), np.int32),
            }
        )

    def observe(self, s: State, seat: int, over: bool, legal: list[int]) -> AgentObservation:
        view = self.game.view(s, seat, over)
        scene = self.game.scene(view)
        mask = np.zeros(self.size, np.int8)
        mask[: len(legal)] = 1
        touch = [self.game.targets(view, action) for action in legal]
        return {
            "observation": self.encoding.vector(scene, seat),
            "action_mask": mask,
            "actions": self.encoding.paths(scene, touch, self.size),
        }

    def action(self, s: State, seat: int, code: int, legal: list[int]) -> int | None:
        return legal[code] if 0 <= code < len(legal) else None

    def infos(self, legal: list[int]) -> dict[str, Any]:
        return {"actions": [self.game.text(action) for action in legal]}

    def refusal(self, legal: list[int], code: int | None) -> str:
        return f"has {len(legal)} legal actions now; {code} is not the index of one"


def coding_of(game: Game, seats: int, options: dict[str, Value]) -> ByNumbers | ByLists:
    return ByNumbers(game, seats, options) if game.observable else ByLists(game, seats, options)
