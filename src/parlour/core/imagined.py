"""What could come next, as far as one seat knows: both sides' steps, played on from where a match stands.

They are played in worlds that this seat cannot tell from the truth: what `determinize` makes of its own knowledge, from
seeds that are always the same. So whatever is offered or refused here follows from what the seat knows, and tells it
nothing more. A line of steps ends where chance decides, or where the worlds begin to look different to the seat:
then something hidden decides.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeVar

import msgspec

from parlour.core.game import CHANCE, OVER, Game, State, View, copy_state
from parlour.core.history import ToldStep
from parlour.core.match import Match
from parlour.core.position import in_words
from parlour.core.rng import new_rng
from parlour.core.scene import Choice, Scene
from parlour.core.texts import Refused, Text

WORLDS = 12  # in which a line is tried, where something is hidden
MOST_STATES = 480  # that are looked at for one step of others, in all worlds together
MOST_BETWEEN = 12  # steps of others until a seat's next turn

T = TypeVar("T")
LineEnd = Literal["chance", "hidden", "over"]
ENDED: dict[LineEnd, str] = {
    "chance": "refuse.line-chance",
    "hidden": "refuse.line-hidden",
    "over": "refuse.line-over",
}


class ImaginedStep(msgspec.Struct, frozen=True, gc=False):
    """A step that nobody has taken."""

    seat: int
    text: str
    words: Text

    @classmethod
    def of(cls, game: Game, seat: int, text: str) -> "ImaginedStep":
        return cls(seat, text, in_words(game, ToldStep(str(seat), text)))


class Imagined:
    """How a match could go on, as one seat may know it. Where nothing is hidden there is one world, the true one; so a
    match that is over, and all of which may be seen, can be played on here from any of its states."""

    def __init__(self, game: Game, worlds: Sequence[State], seat: int) -> None:
        self._game, self._worlds, self.seat = game, list(worlds), seat
        self.steps: list[ImaginedStep] = []
        self.to_act, self.ended = self._after(self._worlds)

    @classmethod
    def of(cls, match: Match, seat: int) -> "Imagined":
        """From where a match stands now. Not while several act at once: what they do is sealed."""
        if match.over:
            raise Refused("refuse.over")
        game = match.game
        if game.waiting_now(match.state):
            raise Refused("refuse.line-sealed")
        if game.determinize is None:
            return cls(game, [copy_state(match.state)], seat)
        worlds = [copy_state(match.state) for _ in range(WORLDS)]
        for seed, world in enumerate(worlds, 1):
            game.determinize(world, seat, new_rng(seed))
        return cls(game, worlds, seat)

    def step(self, text: str) -> None:
        """Whoever is to act takes this step, or it is refused: as the seat knows it, that cannot be."""
        if self.ended is not None:
            raise Refused(ENDED[self.ended])
        actor = self.to_act
        worlds, reveals = [], False
        for world in self._worlds:
            action = self._action(world, text)
            if action is not None:
                reveals = reveals or bool(self._game.reveals and self._game.reveals(world, actor, action))
                after = copy_state(world)
                self._game.apply(after, actor, action)
                worlds.append(after)
        if not worlds:
            raise Refused("refuse.line-step", step=text[:40])
        self._worlds = worlds
        self.to_act, self.ended = self._after(worlds)
        if reveals and self.ended is None:
            self.ended = "hidden"
        self.steps.append(ImaginedStep.of(self._game, actor, text))

    def choices(self) -> list[Choice]:
        """What whoever is to act could do, as far as the seat knows; what to touch is as the seat sees the board."""
        if self.ended is not None:
            return []
        possible: dict[int, None] = {}
        for world in self._worlds:
            legal = self._game.list_legal(world, self.to_act)
            possible.update(dict.fromkeys(action for action in legal if self._is_seen(world, action)))
        return self._touched(possible)

    def ahead(self) -> list[Choice]:
        """What the seat could do when it is next to act, whatever the others do before: as the board stands now. What
        lies beyond chance, or beyond a secret phase, is left out."""
        mine: dict[int, None] = {}
        each = max(1, MOST_STATES // len(self._worlds))
        for world in self._worlds:
            states = [world]
            for _ in range(MOST_BETWEEN):
                states = _some(self._followed(states, mine), each)
        return self._touched(sorted(mine))

    def view(self) -> View:
        """What the seat would know there."""
        return self._game.view(self._worlds[0], self.seat, self.ended == "over" and self._game.determinize is None)

    def scene(self) -> Scene:
        return self._game.scene(self.view())

    # -- inside -------------------------------------------------------------------------------------------------

    def _action(self, world: State, text: str) -> int | None:
        """What is spelled so, if it can be done in this world and the seat would see it."""
        action = self._game.parse(text)
        if action is None or self._game.text(action) != text or action not in self._game.list_legal(world, self.to_act):
            return None
        return action if self._is_seen(world, action) else None

    def _is_seen(self, world: State, action: int) -> bool:
        """What the seat would not see whole is no condition of anything."""
        seen = None if self.to_act == self.seat else self._game.seen
        return seen is None or seen(world, self.to_act, action, self.seat) == self._game.text(action)

    def _after(self, worlds: Sequence[State]) -> tuple[int, LineEnd | None]:
        """Who is to act, and whether a line ends here."""
        game = self._game
        actors = {int(game.actor(world)) for world in worlds}
        if len(actors) > 1 or any(game.waiting_now(world) for world in worlds):
            return OVER, "hidden"
        actor = actors.pop()
        if len({msgspec.json.encode(game.view(world, self.seat, False)) for world in worlds}) > 1:
            return actor, "hidden"
        if actor == CHANCE:
            return actor, "chance"
        return actor, "over" if actor == OVER else None

    def _followed(self, states: Sequence[State], mine: dict[int, None]) -> list[State]:
        """The states after each step that others can take; what the seat can do where it is to act is added to
        `mine`."""
        game, after = self._game, []
        for state in states:
            actor = int(game.actor(state))
            if actor < 0 or game.waiting_now(state):
                continue
            legal = game.list_legal(state, actor)
            if actor == self.seat:
                mine.update(dict.fromkeys(legal))
                continue
            for action in _some(legal, MOST_STATES):
                after.append(copy_state(state))
                game.apply(after[-1], actor, action)
        return after

    def _touched(self, actions: Iterable[int]) -> list[Choice]:
        view = self.view()
        return [Choice(self._game.text(action), self._game.targets(view, action)) for action in actions]


def _some(those: list[T], most: int) -> list[T]:
    """So many of them, from all over the list."""
    return those if len(those) <= most else [those[number * len(those) // most] for number in range(most)]
