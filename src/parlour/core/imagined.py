"""What could come next, as far as one seat knows: both sides' steps, played on from where a match stands.

They are played in worlds that this seat cannot tell from the truth: what `determinize` makes of its own knowledge, from
seeds that are always the same. So whatever is offered or refused here follows from what the seat knows, and tells it
nothing more. A line of steps ends where chance decides, or where the worlds begin to look different to the seat:
then something hidden decides. What can be chosen in advance goes on beyond what others draw unseen, which changes
nobody else's hand; it is checked again when it is played.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeVar

import msgspec

from parlour.core.game import CHANCE, OVER, Game, State, View, copy_state
from parlour.core.history import ToldStep
from parlour.core.match import Match
from parlour.core.position import in_words
from parlour.core.reasons import UNKNOWN, as_place, general, in_general, in_vain, owner_of, things_of
from parlour.core.rng import new_rng
from parlour.core.scene import Choice, Plan, Scene, TouchReason
from parlour.core.texts import Refused, Text

WORLDS = 12  # in which a line is tried, where something is hidden
MOST_STATES = 480  # that are looked at for one step of others, in all worlds together
MOST_VIEWED = 24  # of a seat's next turns, to see what would be touched there
MOST_BETWEEN = 12  # steps of others until a seat's next turn
MOST_DRAWS = 12  # of theirs, one after the other

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

    def __init__(self, game: Game, worlds: Sequence[State], seat: int, plan: Callable[[], Plan]) -> None:
        self._game, self._worlds, self.seat, self._plan = game, list(worlds), seat, plan
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
            return cls(game, [copy_state(match.state)], seat, match.plan)
        worlds = [copy_state(match.state) for _ in range(WORLDS)]
        for seed, world in enumerate(worlds, 1):
            game.determinize(world, seat, new_rng(seed))
        return cls(game, worlds, seat, match.plan)

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

    def why_not_touch(self, path: Sequence[str]) -> TouchReason | None:
        """Why touching the last of these things, with the others in hand, does nothing there; from nothing but what the
        seat knows. None: it does something. Where nothing is hidden the others' steps have their reasons in the game's
        words too, which then speak to whoever is to act; else what is known of those is which are possible."""
        if self.ended is not None:
            return general("line-ended", f"line-{self.ended}")
        choices = self.choices()
        vain = in_vain(path, choices)
        if vain is None:
            return None
        held, touched = vain
        game, world, mover = self._game, self._worlds[0], self.to_act
        scene = self.scene()
        if touched not in things_of(game, self._plan(), scene):
            return UNKNOWN
        if mover != self.seat and not held and owner_of(scene, touched) not in (None, mover):
            return general("line-theirs", "line-theirs-here", player=Text(f"seat.{mover}"))
        if game.why_not_touch is not None and (mover == self.seat or game.determinize is None):
            said = game.why_not_touch(game.view(world, mover, False), (*held, as_place(scene, touched)))
            if said is not None:
                return said
        return in_general(scene, mover, held, touched, choices)

    def ahead(self) -> list[Choice]:
        """What the seat could do when it is next to act, whatever the others do before, and draw unseen. What lies
        beyond chance that the seat would see, or beyond a secret phase, is left out."""
        turns: list[State] = []
        each = max(1, MOST_STATES // len(self._worlds))
        for world in self._worlds:
            states = [world]
            for _ in range(MOST_BETWEEN):
                states = self._followed(states, turns, each)
        possible = {action: state for state in turns for action in self._game.list_legal(state, self.seat)}
        paths = self._paths(_some(turns, MOST_VIEWED), possible.values())
        return [Choice(self._game.text(action), paths[action]) for action in sorted(possible)]

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

    def _paths(self, turns: Iterable[State], rest: Iterable[State]) -> dict[int, tuple[str, ...]]:
        """What is touched for each action of the seat's turns: what it is in most of them. As the board stands now, it
        is another's turn, and where one is to go may hang on whose boat moves. Of the rest only those are looked at
        that have something new."""
        paths: dict[int, Counter[tuple[str, ...]]] = {}

        def look(state: State, legal: Iterable[int]) -> None:
            view = self._game.view(state, self.seat, False)
            for action in legal:
                paths.setdefault(action, Counter())[self._game.targets(view, action)] += 1

        for state in turns:
            look(state, self._game.list_legal(state, self.seat))
        for state in rest:
            if new := [action for action in self._game.list_legal(state, self.seat) if action not in paths]:
                look(state, new)
        return {action: counted.most_common(1)[0][0] for action, counted in paths.items()}

    def _followed(self, states: Sequence[State], turns: list[State], most: int) -> list[State]:
        """The states after steps that others can take, so many of them; those in which the seat is to act are added to
        `turns`. Half of the room is for what ends another's turn: of very many states else hardly one would come to
        the seat's own."""
        game, on, over = self._game, list[State](), list[State]()
        tried = max(3, 3 * most // max(1, len(states)))  # of each, so that little is played in vain
        for state in states:
            actor = int(game.actor(state))
            if actor == CHANCE:
                over += self._drawn(state)
            elif actor == self.seat and not game.waiting_now(state):
                turns.append(state)
            elif actor >= 0 and not game.waiting_now(state):
                for action in _ends_and_some(game.list_legal(state, actor), tried):
                    after = copy_state(state)
                    game.apply(after, actor, action)
                    (on if int(game.actor(after)) == actor else over).append(after)
        over = _some(over, max(most // 2, most - len(on)))
        return over + _some(on, most - len(over))

    def _drawn(self, state: State) -> list[State]:
        """What comes of chance that this seat does not see, until somebody is to act: drawn in one way only, since it
        changes nothing that the seat could touch. For what it would see, as a new wind or its own cards, it waits."""
        game = self._game
        for _ in range(MOST_DRAWS):
            if int(game.actor(state)) != CHANCE:
                return [state]
            outcome, _weight = game.list_chance(state)[0]
            if game.seen is None or game.seen(state, CHANCE, outcome, self.seat) == game.text(outcome):
                return []
            state = copy_state(state)
            game.apply(state, CHANCE, outcome)
        return []

    def _touched(self, actions: Iterable[int]) -> list[Choice]:
        view = self.view()
        return [Choice(self._game.text(action), self._game.targets(view, action)) for action in actions]


def _some(those: list[T], most: int) -> list[T]:
    """So many of them, from all over the list."""
    return those if len(those) <= most else [those[number * len(those) // most] for number in range(most)]


def _ends_and_some(those: list[T], most: int) -> list[T]:
    """The same with the last: what ends a turn stands at one end of a list or the other."""
    return those if len(those) <= most else [*_some(those, most - 1), those[-1]]
