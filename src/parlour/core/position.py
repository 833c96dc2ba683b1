"""Position: what is the case in a match, and what each viewer may know of it. Nothing here changes anything."""

from collections.abc import Container, Mapping, Sequence

from parlour.core.choices import ChoiceList, encode, known_choices
from parlour.core.dealer import Dealer
from parlour.core.game import CHANCE, OVER, Game, State, Value, View, Viewer
from parlour.core.history import History, StepLine, ToldStep
from parlour.core.offers import WORDS, Offers
from parlour.core.reasons import OVER_ALREADY, SPECTATING, UNKNOWN, as_place, in_general, in_vain, off_turn, things_of
from parlour.core.record import Dealing, Ending, Seat, Step, Substitution
from parlour.core.result import Result, result_of
from parlour.core.scene import Choice, Hint, Plan, Scene, TouchReason, button
from parlour.core.texts import Text

UNDO = "undo"
TAKEBACK = "takeback"  # as undo, but past the other seats' moves: for a house whose players all agreed
SAYING = {word: Choice(word, (button(word),), True) for word in WORDS}
SAYING_JSON = {word: encode(choice) for word, choice in SAYING.items()}


def in_words(game: Game, line: ToldStep) -> Text:
    """A line of the log: the step in words and, if the viewer saw how it came out, that too."""
    if line.text in (*WORDS, UNDO, TAKEBACK):
        return Text(f"log.{line.text}")
    step = game.describe(line.text) if game.describe is not None else Text("log.step", {"step": line.text})
    return step if line.effect is None else Text("log.effect", {"step": step, "effect": line.effect})


class WorkedOut:
    """What was asked for once since the last step, and need not be worked out again."""

    __slots__ = ("acting", "legal", "result", "scene", "version", "views")

    def __init__(self, version: int) -> None:
        self.version = version
        self.acting: list[int] | None = None
        self.legal: dict[int, list[int]] = {}
        self.views: dict[Viewer, View] = {}
        self.scene: Scene | None = None  # of all viewers, if they are shown the same
        self.result: Result | None = None


class Position:
    """A match as it stands. `Match` adds the doors through which it changes."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat] | int,
        options: Mapping[str, object] | None = None,
        dealer: Dealer | None = None,
    ) -> None:
        self.game = game
        self.seats = [Seat(f"Seat {i}") for i in range(seats)] if isinstance(seats, int) else list(seats)
        self.options: dict[str, Value] = game.options_for(len(self.seats), options or {})
        self.state: State = game.new(len(self.seats), self.options)
        self.dealer = dealer
        self.dealt_by_hand = False
        self.given = 0  # so many first steps were set up, and not played
        self.substitutions: list[Substitution] = []
        self.ended: Ending | None = None
        self.version = 0  # grows with every step, for callers that keep what they worked out
        self._history = History()
        self._offers = Offers()
        self._actor = OVER  # as the rules have it, after every step
        self._turn, self._turn_of = 0, -1  # counted by changes of seat
        self._dealing: Dealing | None = None  # as an imported record had it
        self._extra: dict[str, object] = {}
        self._worked_out = WorkedOut(-1)
        self._known_choices = known_choices(game, len(self.seats), tuple(self.options.items()))

    @property
    def over(self) -> bool:
        return self.ended is not None

    @property
    def actor(self) -> int:
        """The seat to act, or CHANCE, or OVER."""
        return OVER if self.over else self._actor

    @property
    def actors(self) -> list[int]:
        """All who may take a step now: one seat, several, or CHANCE; nobody when it is over."""
        return [] if self.over else [*self._acting()] or [CHANCE]

    @property
    def turn(self) -> int:
        """Counts the changes of whose turn it is."""
        return self._turn

    @property
    def steps(self) -> list[Step]:
        return [entry.step for entry in self._history.entries]

    @property
    def step_count(self) -> int:
        return len(self._history)

    @property
    def result(self) -> Result | None:
        if self.ended is None:
            return None
        now = self._now()
        if now.result is None:
            turns = self._history.turns(self.given)
            now.result = result_of(self.game, self.state, len(self.seats), self.ended, turns)
        return now.result

    def standing(self) -> frozenset[int]:
        """The steps, counted from 0, that are the game's own and have not been taken back."""
        return frozenset(self._history.standing)

    def actions(self) -> list[tuple[int, int]]:
        """The game's own steps that stand, as (actor, action): the truth, for whoever may see it all."""
        return list(self._history.actions())

    def way_to(self, steps: int, known: Container[int]) -> tuple[int, list[tuple[int, int, int]]]:
        """How the state after the first `steps` steps comes about, for whoever keeps states along the way: from which
        `known` number of steps, and by which steps of the game's own, as (number of steps, actor, action)."""
        return self._history.way_to(steps, known)

    def legal(self, seat: int) -> list[str]:
        """What this seat may play now as its move."""
        return [] if self.over else [self.game.text(action) for action in self._legal(seat)]

    def also(self, seat: int) -> list[str]:
        """What this seat may do besides, on turn or off."""
        if self.over:
            return []
        return [self.game.text(action) for action in self.game.list_also(self.state, seat)] + self._words(seat)

    def outcomes(self) -> dict[str, int]:
        """What chance can bring now, with weights; empty if it is not chance's turn."""
        if self.actor != CHANCE:
            return {}
        return {self.game.text(action): weight for action, weight in self.game.list_chance(self.state)}

    def view(self, viewer: Viewer) -> View:
        """All that this seat, or a spectator, may know; everything once it is over."""
        views = self._now().views
        if viewer not in views:
            views[viewer] = self.game.view(self.state, viewer, self.over)
        return views[viewer]

    def scene(self, viewer: Viewer) -> Scene:
        if not self.game.alike:
            return self.game.scene(self.view(viewer))
        now = self._now()
        if now.scene is None:
            seat = next(iter(self._acting()), viewer)  # whose view will be wanted again, for its choices
            now.scene = self.game.scene(self.view(seat))
        return now.scene

    def plan(self) -> Plan:
        return self.game.plan(len(self.seats), self.options)

    def choices(self, seat: int) -> ChoiceList:
        """All that this seat may do now, with what to touch for it."""
        if self.over:
            return ChoiceList()
        result = ChoiceList()
        for actions, also in ((self._legal(seat), False), (self.game.list_also(self.state, seat), True)):
            if actions:
                self._known_choices.add(result, self.view, seat, actions, also)
        for word in self._words(seat):
            result.add(SAYING[word], SAYING_JSON[word])
        return result

    def hint(self, seat: int) -> Hint | None:
        """What a coach says to this seat, from nothing but its view; in general words, where the game has none."""
        said = None if self.game.guide is None else self.game.guide(self.view(seat))
        if said is not None:
            return said
        if self.over:
            return Hint(Text("guide.over"))
        return Hint(Text("guide.turn")) if seat in self._acting() else None

    def why_not_touch(self, viewer: Viewer, path: Sequence[str]) -> TouchReason | None:
        """Why touching the last of these things, with the others in hand, does nothing; from nothing but what this
        viewer knows. None: it does something."""
        if viewer is None:
            return SPECTATING
        if self.over:
            return OVER_ALREADY
        choices = self.choices(viewer)
        vain = in_vain(path, choices)
        if vain is None:
            return None
        held, touched = vain
        scene = self.scene(viewer)
        if touched not in things_of(self.game, self.plan(), scene):
            return UNKNOWN
        own = self.game.why_not_touch
        said = None if own is None else own(self.view(viewer), (*held, as_place(scene, touched)))
        if said is not None:
            return said
        acting = self._acting()
        return in_general(scene, viewer, held, touched, choices) if viewer in acting else off_turn(acting)

    def log(self, viewer: Viewer) -> list[StepLine]:
        """The steps as this viewer may know them: with `?` for hidden words, without those sealed from it."""
        return self._history.log(viewer, reveal=self.over)

    def told(self, viewer: Viewer) -> list[ToldStep]:
        """The lines of `log`, each with how its step came out; `in_words` makes a sentence of one."""
        return [line for line in self._history.told(viewer, reveal=self.over) if line is not None]

    def told_all(self, start: int) -> list[ToldStep] | None:
        """The lines of the steps from the one counted `start` on, if they look the same to everybody; else None."""
        return self._history.told_all(start)

    def told_then(self, viewer: Viewer, everything: bool, start: int = 0) -> list[ToldStep | None]:
        """A line for every step as this viewer saw it then, or with everything in it; None for one sealed from it.
        Steps before the one counted `start` are left out."""
        return self._history.told(viewer, reveal=everything, start=start)

    def offer_by(self) -> int | None:
        """The seat whose draw offer stands."""
        return self._offers.by

    def _now(self) -> "WorkedOut":
        if self._worked_out.version != self.version:
            self._worked_out = WorkedOut(self.version)
        return self._worked_out

    def _acting(self) -> list[int]:
        """The seats that the rules let act, whether or not somebody has ended the match."""
        now = self._now()
        if now.acting is None:
            now.acting = self.game.seats_to_act(self.state, self._actor)
        return now.acting

    def _legal(self, seat: int) -> list[int]:
        """This seat's moves by the rules; none, if it is not to act."""
        now = self._now()
        if seat not in now.legal:
            now.legal[seat] = self.game.list_legal(self.state, seat) if seat in self._acting() else []
        return now.legal[seat]

    def _words(self, seat: int) -> list[str]:
        if not self._two_opponents() or not self._history.any_open():
            return []
        return self._offers.words(seat, self._history.open_standing, self._may_draw())

    def _two_opponents(self) -> bool:
        return len(self.seats) == 2 and not self.game.cooperative

    def _may_draw(self) -> bool:
        return self.game.may_draw is None or bool(self.game.may_draw(self.state))
