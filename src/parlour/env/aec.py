"""The environment: seats take turns, chance is drawn between their turns, and a seat observes what its view tells.

An action is an index into the list of the seat's legal actions at that moment: actions are whole numbers of the
game's own choosing, without a bound, so a fixed numbering of all of them does not exist for every game. What index i
stands for is in `infos[agent]["actions"][i]`, as text, and in the row `observation["actions"][i]`, as things to touch.
Steps that games list under `also` (signals and the like) are not part of the environment.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import gymnasium.spaces as spaces
import numpy as np
import numpy.typing as npt
from pettingzoo.utils.env import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import (  # type: ignore[import-untyped]
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from parlour import games
from parlour.core.game import CHANCE, OVER, Game, State, View
from parlour.env.encoding import LONGEST_PATH, Encoding, draw, encoding_of

Observation: TypeAlias = dict[str, npt.NDArray[Any]]
Environment: TypeAlias = AECEnv[str, Observation, int | None]

ILLEGAL_REWARD = -1.0


def env(
    game: str | Game,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int | None = None,
    render_mode: str | None = None,
) -> Environment:
    """The game as PettingZoo's own games come: an illegal action loses, one outside the action space is an error."""
    raw: Environment = GameEnv(game, seats, options, seed, render_mode)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, ILLEGAL_REWARD)))


class GameEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """One game, by itself: an illegal action is an error. Agents are `seat_0`, `seat_1` …; without a number of seats,
    two or as few as the game allows."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = game = games.load(game) if isinstance(game, str) else game
        self.seats = seats if seats is not None else (2 if 2 in game.seats else game.seats[0])
        self.options = game.options_for(self.seats, options or {})
        self.encoding: Encoding = encoding_of(game, self.seats, self.options)
        self.metadata = {
            "name": f"{game.name}_v{game.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.action_spaces = {agent: spaces.Discrete(game.most_actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rng = np.random.default_rng(seed)
        self._state: State = game.new(self.seats, self.options)
        self._legal: list[int] = []

    # -- PettingZoo's interface ---------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. A seed makes chance repeat itself; the table's options were settled at construction."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._state = self.game.new(self.seats, self.options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection: str | None = None
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._legal):
            raise ValueError(f"{agent} has {len(self._legal)} legal actions now; {action} is not the index of one")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.apply(self._state, self._seat[agent], self._legal[int(action)])
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What this agent's view tells, and for the agent to act what it may do."""
        seat = self._seat[agent]
        view = self.view(agent)
        scene = self.game.scene(view)
        legal = self._legal if agent == self.agent_selection else []
        mask = np.zeros(self.game.most_actions, np.int8)
        mask[: len(legal)] = 1
        touch = [self.game.targets(view, action) for action in legal]
        return {
            "observation": self.encoding.vector(scene, seat),
            "action_mask": mask,
            "actions": self.encoding.paths(scene, touch, self.game.most_actions),
        }

    def render(self) -> str | None:
        """What a spectator sees: each place that is not empty, and what is there."""
        if self.render_mode != "ansi":
            return None
        scene = self.game.scene(self.game.view(self._state, None, self._over()))
        there: dict[str, str] = {}
        for piece in scene.pieces:
            there[piece.at] = f"{there.get(piece.at, '')} {piece.glyph if piece.face == 'up' else '?'}"
        return "\n".join(f"{place}{pieces}" for place, pieces in there.items())

    def close(self) -> None:
        """Nothing is held open."""

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    # -- besides ------------------------------------------------------------------------------------------

    def view(self, agent: str) -> View:
        """The agent's view as the game's own typed struct: for those who would rather encode it themselves."""
        return self.game.view(self._state, self._seat[agent], self._over())

    def action_text(self, index: int) -> str:
        """How the action of that index, of the agent to act, is written."""
        return self.game.text(self._legal[index])

    # -- inside -------------------------------------------------------------------------------------------

    def _observation_space(self) -> spaces.Dict:
        most = self.game.most_actions
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.encoding.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (most,), np.int8),
                "actions": spaces.Box(0, np.iinfo(np.int32).max, (most, 2 * LONGEST_PATH), np.int32),
            }
        )

    def _over(self) -> bool:
        return int(self.game.actor(self._state)) == OVER

    def _go_on(self) -> None:
        """Draw what is left to chance, then hand over to the seat to act, or end."""
        while (actor := int(self.game.actor(self._state))) == CHANCE:
            outcome = draw(self.game, self._state, lambda n: int(self._rng.integers(n)))
            self.game.apply(self._state, CHANCE, outcome)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if actor == OVER:
            self._legal = []
            returns = self.game.returns_of(self._state, self.seats)
            for agent in self.agents:
                self.rewards[agent] = returns[self._seat[agent]]
                self.terminations[agent] = True
            self._deads_step_first()
            return
        self.agent_selection = self.possible_agents[actor]
        self._legal = self.game.list_legal(self._state, actor)
        self.infos[self.agent_selection]["actions"] = [self.game.text(action) for action in self._legal]


raw_env = GameEnv  # as PettingZoo calls a game without wrappers
