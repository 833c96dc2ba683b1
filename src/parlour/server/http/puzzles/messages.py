"""Messages about puzzles: today's, one to try, and what became of a try."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from parlour.core.game import Value
from parlour.core.puzzles import Verdict
from parlour.core.scene import Choice, Plan, Scene
from parlour.core.texts import Text
from parlour.server.http.people.messages import PersonCard
from parlour.server.http.ratings.messages import Shown

PuzzleId = Annotated[str, Meta(examples=["3f9a1c0b72de"])]
GameName = Annotated[str, Meta(examples=["yinsh"])]
VerdictOf = Annotated[
    Verdict,
    Meta(description="`right`, or what is left of the position after another move: good, even, bad, or merely less."),
]


class PuzzleStreakNow(msgspec.Struct):
    """Days in a row with one of that day's puzzles solved, by the house's date."""

    days: int
    best: Annotated[int, Meta(description="The longest there was.")]
    today: bool
    week: Annotated[list[bool], Meta(description="Of the last seven days, today last: whether a puzzle was solved.")]


class PuzzleStep(msgspec.Struct):
    """A step of the answer's line, as the puzzle's seat sees it."""

    seat: Annotated[int, Meta(description="Whose step it is.")]
    words: Text
    moment: Annotated[Text | None, Meta(description="What the step is remembered by, if it is.")]
    path: Annotated[list[str], Meta(description="What is touched for it, in the position before it.")]
    at: Annotated[list[str], Meta(description="Where its moment shows on the board.")]
    scene: Annotated[Scene | None, Meta(description="After it. Null: the seat cannot know how it comes out.")]


class PuzzleWhy(msgspec.Struct):
    """Why the answer is right: its line through the rules, and what it is worth."""

    line: list[PuzzleStep]
    worth: Annotated[int, Meta(description="What the seat may expect with it, of 100.")]
    next: Annotated[int, Meta(description="What it may expect with the best of the others.")]
    options: dict[str, Value]
    steps: Annotated[
        list[str],
        Meta(description="How the position came about, each with who took it: for those who play on from it."),
    ]


class PuzzleOutcome(msgspec.Struct):
    """What became of the first try at a puzzle, which is the one that counts."""

    choice: Annotated[str, Meta(description="Empty: the solution was asked for.")]
    verdict: VerdictOf
    hinted: bool
    answers: list[str]
    was: Annotated[Shown, Meta(description="Your rating at this game's puzzles before it.")]
    rating: Shown
    puzzle_was: Shown
    puzzle_rating: Shown
    rated: Annotated[
        bool, Meta(description="False: the puzzle came round again, which counts for its day and not for ratings.")
    ]
    happened: Annotated[
        PuzzleStep | None, Meta(description="What a choice that was not right does, as the seat can foresee it.")
    ]
    why: PuzzleWhy


class PuzzleLine(msgspec.Struct):
    """Today's puzzle of a game. `solved`: whether you have solved it; null: you have not tried it."""

    game: GameName
    id: PuzzleId
    rating: Shown
    solved: bool | None
    mine: Annotated[Shown, Meta(description="Your rating at this game's puzzles.")]


class PuzzlesToday(msgspec.Struct):
    day: Annotated[str, Meta(description="The house's date.", examples=["2026-11-18"])]
    puzzles: list[PuzzleLine]
    streak: PuzzleStreakNow


class PuzzleShown(msgspec.Struct):
    """A position from one seat's knowledge. The answer comes with the try; a page without a network compares hashes."""

    game: GameName
    id: PuzzleId
    today: bool
    day: Annotated[str, Meta(description="The house's date.", examples=["2026-11-18"])]
    rating: Shown
    mine: Shown
    plan: Plan
    scene: Scene
    view: Annotated[Any, Meta(description="The same in the game's own words, for clients that know the game.")]
    seat: int
    seats: int
    options: Annotated[dict[str, Value], Meta(description="Those that are not the usual ones.")]
    to_act: list[int]
    choices: list[Choice]
    words: Annotated[dict[str, Text], Meta(description="Each choice in words.")]
    sealed: Annotated[
        dict[str, Verdict],
        Meta(
            description="By the first 16 letters of SHA-256, in hexadecimal, of `game/id/choice`: what a choice is. "
            "One that is not there is `less`."
        ),
    ]
    outcome: PuzzleOutcome | None


class TryPuzzle(msgspec.Struct, forbid_unknown_fields=True):
    choice: Annotated[str, Meta(max_length=200, description="The move; empty: show me the solution.")]
    hinted: Annotated[bool, Meta(description="A hint was looked at: a right answer wins half.")] = False


class PuzzleTried(msgspec.Struct):
    outcome: PuzzleOutcome
    streak: PuzzleStreakNow


class PuzzleFinderLine(msgspec.Struct):
    """A listed member who has found today's puzzle."""

    person: PersonCard
    at: Annotated[int, Meta(description="When, in milliseconds since 1970.")]
    hinted: bool


class NextPuzzle(msgspec.Struct):
    """Null: you have tried all that are no day's."""

    id: PuzzleId | None
