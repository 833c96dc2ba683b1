"""Game: what an author writes. Everything else — checked play, replay, bots, terminal, browser — is derived from it.

A game is one `Game` value put together from plain functions. The state is one NumPy record; `actor`, `legal` and the
other functions of the rules are compiled; `text`, `view`, `scene` and the like are ordinary Python.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import numpy as np

from parlour.core.compiled.jit import rule
from parlour.core.knowledge import NO_KNOWLEDGE, Knowledge
from parlour.core.languages import FALLBACK
from parlour.core.observation import Observation, Planes, Scalars
from parlour.core.rng import Rng
from parlour.core.scene import Hint, Moment, Plan, Scene, TouchReason
from parlour.core.state import Floats, Ints, State, as_array, blank, copy_state
from parlour.core.texts import Catalogue, Refused, Text, catalogue

__all__ = [
    "CHANCE",
    "OVER",
    "Floats",
    "Game",
    "Ints",
    "Option",
    "Options",
    "State",
    "Value",
    "View",
    "Viewer",
    "as_array",
    "blank",
    "copy_state",
    "placed",
]

CHANCE = -1  # the actor is nature
OVER = -2  # nobody acts any more
MOST_SPELLINGS = 10_000  # steps of a game that are remembered in words
SLACK = 32  # room past the end of a list, so that an author's small miscount is a sentence and not a crash

View: TypeAlias = msgspec.Struct
Viewer: TypeAlias = int | None  # a seat, or None for a spectator
Value: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, Value]


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table setting. Its kind is that of its default; its line of help is the text `option.<name>`."""

    name: str
    default: Value
    low: int = 0
    high: int = 0
    step: int = 1
    choices: tuple[Value, ...] = ()
    by_seats: Mapping[int, Value] = {}  # where the default depends on the number of seats

    def default_for(self, seats: int) -> Value:
        return self.by_seats.get(seats, self.default)

    def check(self, value: object) -> Value:
        """The value if it is allowed, else a refusal that says what is."""
        if self.choices:
            for choice in self.choices:
                if type(value) is type(choice) and value == choice:
                    return choice
            raise Refused("refuse.option-choice", option=self.name, choices=", ".join(map(str, self.choices)))
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            raise Refused("refuse.option-bool", option=self.name)
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and value in range(self.low, self.high + 1, self.step)
        ):
            return value
        key = "refuse.option-range" if self.step == 1 else "refuse.option-steps"
        raise Refused(key, option=self.name, low=self.low, high=self.high, step=self.step)


@rule
def nobody_waits(s: State) -> int:
    return 0


@rule
def no_list(s: State, seat: int, out: Ints) -> int:
    return 0


@rule
def no_chance(s: State, out: Ints, weights: Ints) -> int:
    return 0


@rule
def no_sample(s: State, rng: Rng) -> int:
    return -1


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """The contract. Functions marked *compiled* are `@rule` or `@entry`; `s` is the state, a NumPy record."""

    name: str
    title: str
    seats: range
    rules_version: int
    home: Path  # the game's folder: texts/, rules.md
    options: tuple[Option, ...] = ()
    cooperative: bool = False
    endings: tuple[str, ...]  # what `ending` counts, in the rulebook's words
    bound: int  # no match has more steps than this, `also` steps aside
    most_actions: int  # the longest list that `legal` or `also` can give
    most_outcomes: int = 1  # the longest list that `chance` can give

    state: np.dtype[Any]
    new: Callable[[int, Options], State]  # the first state; uses no chance
    actor: Callable[[State], int]  # compiled: the seat to act, or CHANCE, or OVER
    legal: Callable[[State, int, Ints], int]  # compiled: fills a list of that seat's actions, answers how many
    apply: Callable[[State, int, int], None]  # compiled: (s, actor, action) changes s and trusts legality
    returns: Callable[[State, Floats], None]  # compiled: one number per seat in [−1, 1], at the end
    scores: Callable[[State, Ints], None]  # compiled: the game's own numbers, one per seat, at any time
    ending: Callable[[State], int]  # compiled: why it is over, as an index into `endings`

    text: Callable[[int], str]  # the one canonical spelling of an action
    parse: Callable[[str], int | None]  # and back; None if it is not the spelling of any action
    view: Callable[[State, Viewer, bool], View]  # all that this viewer may know; everything when `reveal`
    plan: Callable[[int, Options], Plan]
    scene: Callable[[Any], Scene]  # gets nothing but the view
    alike: bool = False  # every viewer is shown the same scene, so that it need be drawn only once
    targets: Callable[[Any, int], tuple[str, ...]]  # (view, action): what to touch, in order
    steady_targets: bool = False  # for one seat and action that is always the same, and need be worked out only once

    # What a game with chance, hidden information or simultaneous action adds. All but `seen` are compiled.
    waiting: Callable[[State], int] = nobody_waits  # seats that may act in any order, as bits; 0: just the actor
    also: Callable[[State, int, Ints], int] = no_list  # further actions, on turn or off, that searches never enumerate
    chance: Callable[[State, Ints, Ints], int] = no_chance  # fills outcomes and weights, answers how many
    sample: Callable[[State, Rng], int] = no_sample  # one outcome, as `chance` weighs them; −1: not provided
    determinize: Callable[[State, int, Rng], None] | None = None  # overwrite what this viewer cannot know
    seen: Callable[[State, int, int, Viewer], str | None] | None = (
        None  # (s before, actor, action, viewer): its text, with `?`, or None
    )

    # What a game may say besides.
    reveals: Callable[[State, int, int], bool] | None = (
        None  # (s before, actor, action): the actor learns something, so no undo
    )
    may_draw: Callable[[State], bool] | None = None  # when drawing begins; always, if not given
    why_not: Callable[[Any, int], Text | None] | None = (
        None  # (view, action): why it cannot be played; None if only the turn is another's
    )
    why_not_touch: Callable[[Any, tuple[str, ...]], TouchReason | None] | None = (
        None  # (a seat's view, things touched in order): why the last does nothing; None: in general words
    )
    describe: Callable[[str], Text] | None = None  # a step's text, as seen, in words
    came_to: Callable[[Any, Sequence[float] | None, int], Text | None] | None = (
        None  # (the view when all is revealed, returns, turns of whoever had most): what a match came to, and in how
        # many turns. Returns are None where the rules did not end it; None: just the turns, in general words
    )
    effect: Callable[[State, int, int, Viewer], Text | None] | None = (
        None  # (s before, actor, action, viewer): how a step comes out, in words for the log, as that viewer sees it
    )
    moment: Callable[[State, State, int, int, Viewer], Moment | None] | None = (
        None  # (s before, s after, actor, action, viewer): what a step is remembered by, as that viewer sees it. It is
        # known to all that there was one: what is none to a spectator is none to a seat
    )
    may_not_say: Callable[[str], Text | None] | None = (
        None  # why players may not say this to each other while they play; None: they may
    )
    guide: Callable[[Any], Hint | None] | None = (
        None  # (a seat's view): what a coach says to a beginner there; None: nothing of its own, on turn or off
    )
    skip_turn: Callable[[State], bool] | None = (
        None  # (s, where a seat is to act): the turn goes on as if that seat had done nothing, which no rule allows.
        # For analysis: what is threatened. False, and nothing is changed, where that makes no sense
    )
    knowledge: Knowledge = NO_KNOWLEDGE  # for bots

    # For programs that learn: a number for every legal action, and what a seat observes. All five or none.
    numbers: Callable[[int, Options], int] | None = None  # (seats, options): numbers go from 0 to one less than this
    number: Callable[[State, int, int], int] | None = None  # compiled: (s, seat, legal action) → its number
    numbered: Callable[[State, int, int], int] | None = None  # compiled: (s, seat, number) → the action, trusting it
    observation: Callable[[int, Options], Observation] | None = None  # (seats, options): what `observe` writes
    observe: Callable[[State, int, Planes, Scalars], None] | None = (
        None  # compiled: (s, seat, planes, scalars) fills both with what that seat's view tells, own things first
    )
    hidden: bool = field(init=False)

    def __post_init__(self) -> None:
        parts = (self.numbers, self.number, self.numbered, self.observation, self.observe)
        if any(parts) and not all(parts):
            raise TypeError(f"{self.name}: numbers, number, numbered, observation and observe come together")
        object.__setattr__(self, "hidden", self.determinize is not None)
        object.__setattr__(self, "text", cache(self.text))
        if self.describe is not None:
            object.__setattr__(self, "describe", lru_cache(MOST_SPELLINGS)(self.describe))

    @property
    def chancy(self) -> bool:
        return self.chance is not no_chance

    @property
    def observable(self) -> bool:
        """Whether its actions are numbered, and what a seat knows can be observed."""
        return self.observe is not None

    def options_for(self, seats: int, given: Mapping[str, object]) -> dict[str, Value]:
        """All options with their values, or a refusal of what is unknown or out of range."""
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            raise Refused("refuse.seats" if low < high else "refuse.seats-just", game=self.title, low=low, high=high)
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise Refused("refuse.option-unknown", option=name, game=self.title, known=", ".join(known) or "–")
        return {name: o.check(given[name]) if name in given else o.default_for(seats) for name, o in known.items()}

    def seats_to_act(self, s: State, actor: int | None = None) -> list[int]:
        """The seats that may take a `legal` step now; empty while nature acts and when it is over. The actor need not
        be asked for by whoever knows it."""
        waiting = self.waiting_now(s)
        if waiting:
            return [seat for seat in range(waiting.bit_length()) if waiting >> seat & 1]
        if actor is None:
            actor = int(self.actor(s))
        return [actor] if actor >= 0 else []

    def waiting_now(self, s: State) -> int:
        """The seats that may act in any order, as bits. What a game leaves out is not in its cache, and is not called:
        the compiler would come for it, in the middle of a match."""
        return 0 if self.waiting is nobody_waits else int(self.waiting(s))

    def list_legal(self, s: State, seat: int) -> list[int]:
        out = self.buffer()
        return self._filled(out, self.legal(s, seat, out))

    def list_also(self, s: State, seat: int) -> list[int]:
        if self.also is no_list:
            return []
        out = self.buffer()
        return self._filled(out, self.also(s, seat, out))

    def list_chance(self, s: State) -> list[tuple[int, int]]:
        """Outcomes now possible, with their weights."""
        out, weights = self.buffer(), self.buffer()
        n = self.chance(s, out, weights)
        assert n <= self.most_outcomes, f"{n} outcomes are more than most_outcomes"
        return list(zip(out[:n].tolist(), weights[:n].tolist(), strict=True))

    def buffer(self) -> Ints:
        """Room for any list of this game, and some more: compiled code does not notice when it writes past the end."""
        return np.empty(max(self.most_actions, self.most_outcomes) + SLACK, np.int64)

    def _filled(self, out: Ints, n: int) -> list[int]:
        assert n <= self.most_actions, f"{n} actions are more than most_actions"
        actions: list[int] = out[:n].tolist()
        return actions

    def returns_of(self, s: State, seats: int) -> list[float]:
        out = np.zeros(seats, np.float64)
        self.returns(s, out)
        return [round(float(x), 6) for x in out]

    def scores_of(self, s: State, seats: int) -> list[int]:
        out = np.zeros(seats, np.int64)
        self.scores(s, out)
        scores: list[int] = out.tolist()
        return scores

    def catalogue(self, language: str = FALLBACK) -> Catalogue:
        return catalogue(self.home / "texts", language)

    def rules_page(self, language: str = FALLBACK) -> str:
        """Its `rules.de.md`, say, or else `rules.md`; nothing, if it has neither."""
        for name in (f"rules.{language}.md", "rules.md"):
            if (path := self.home / name).exists():
                return path.read_text("utf-8")
        return ""


def placed(places: Sequence[int]) -> list[float]:
    """Returns from places (1 = first): +1 down to −1 in equal steps, ties sharing the mean."""
    if len(places) == 1:
        return [1.0]
    value = []
    for place in places:
        ahead = sum(other < place for other in places)
        level = sum(other == place for other in places)
        value.append(1 - 2 * (ahead + (level - 1) / 2) / (len(places) - 1))
    return value
