"""The environment: seats take turns, chance is drawn between their turns, and a seat observes what its view tells.

Where a game numbers its actions (`Game.number`), a number means the same throughout and `observation` is what
`Game.observe` writes. For other games an action is an index into the list of the seat's legal actions at that moment:
see `coding.py`. Steps that games list under `also` (signals and the like) are not part of the environment.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import gymnasium.spaces as spaces
import numpy as np
from pettingzoo.utils.env import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import (  # type: ignore[import-untyped]
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from parlour import games
from parlour.core.game import CHANCE, OVER, Game, State, View
from parlour.core.observation import Observation
from parlour.env.coding import AgentObservation, ByLists, ByNumbers, coding_of
from parlour.env.encoding import Encoding, draw

Environment: TypeAlias = AECEnv[str, AgentObservation, int | None]

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


class GameEnv(AECEnv[str, AgentObservation, int | None]):  # type: ignore[misc]
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
        self.coding: ByNumbers | ByLists = coding_of(game, self.seats, self.options)
        self.metadata = {
            "name": f"{game.name}_v{game.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.action_spaces = {agent: spaces.Discrete(self.coding.size) for agent in self.possible_agents}
        self.observation_spaces = {agent: self.coding.space() for agent in self.possible_agents}
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
        seat = self._seat[agent]
        chosen = None if action is None else self.coding.action(self._state, seat, int(action), self._legal)
        if chosen is None:
            raise ValueError(f"{agent} {self.coding.refusal(self._legal, action)}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.apply(self._state, seat, chosen)
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> AgentObservation:
        """What this agent's view tells, and for the agent to act what it may do."""
        legal = self._legal if agent == self.agent_selection else []
        return self.coding.observe(self._state, self._seat[agent], self._over(), legal)

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

    def action_text(self, code: int) -> str:
        """How the action of that number or index, of the agent to act, is written."""
        action = self.coding.action(self._state, self._seat[self.agent_selection], code, self._legal)
        if action is None:
            raise ValueError(f"{self.agent_selection} {self.coding.refusal(self._legal, code)}")
        return self.game.text(action)

    @property
    def layout(self) -> Observation:
        """What the numbers of `observation` are, in a game that numbers its actions."""
        if isinstance(self.coding, ByLists):
            raise ValueError(f"{self.game.title} has no numbering: what is observed is in `encoding`")
        return self.coding.layout

    @property
    def encoding(self) -> Encoding:
        """What the numbers of `observation` are, in a game that does not number its actions."""
        if isinstance(self.coding, ByNumbers):
            raise ValueError(f"{self.game.title} numbers its actions: what is observed is in `layout`")
        return self.coding.encoding

    # -- inside -------------------------------------------------------------------------------------------

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
        self.infos[self.agent_selection] = self.coding.infos(self._legal)


raw_env = GameEnv  # as PettingZoo calls a game without wrappers
