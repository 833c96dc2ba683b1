"""A position that somebody looks at by itself and not at a table: what can be played there, and what a search needs.

Whoever asks brings the steps along, so nothing here knows of the house's matches. Where hands are hidden a position is
looked at as one seat knows it, or with everything open. As a seat knows it, all that is answered follows from what that
seat was told: two matches that it cannot tell apart give the same answer, byte for byte.
"""

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from parlour.bots.searcher import BATCH, MOST_NODES
from parlour.bots.situation import situation
from parlour.core.game import CHANCE, Game, State, Viewer, as_array, copy_state
from parlour.core.history import ToldStep
from parlour.core.knowledge import NO_LORE, Lore
from parlour.core.match import Match
from parlour.core.offers import WORDS
from parlour.core.position import in_words
from parlour.core.record import CHANCE_NAME
from parlour.core.result import Result
from parlour.core.scene import Choice, Plan, Scene
from parlour.core.texts import Refused, Text

MOST_LINES = 5
LONGEST_LINE = 12  # steps that are put in words


class AnalysedStep(msgspec.Struct, omit_defaults=True):
    """A step in words. `seat` is None for chance; `path` is what to touch for it, where that is known."""

    number: int  # counted from 1
    seat: int | None
    text: str
    words: Text
    path: tuple[str, ...] = ()


class SeatChoices(msgspec.Struct):
    """What one seat can do."""

    seat: int
    choices: list[Choice]


class ChanceOutcome(msgspec.Struct):
    """What chance can bring, and how often by its weight."""

    text: str
    weight: int
    words: Text


class SearchStart(msgspec.Struct):
    """What a search begins with: see docs/modules.md."""

    seat: int  # whose turn it is
    seats: int
    state: Annotated[str, Meta(description="The state's bytes, in base64.")]
    revealed: Annotated[bool, Meta(description="It is the truth, and nothing in it is to be guessed.")]
    lore: Annotated[str | None, Meta(description="A hash of what the game's study gives; None: there is no study.")]
    room: int = MOST_NODES
    batch: int = BATCH


class AnalysedPosition(msgspec.Struct):
    """How it stands after some steps."""

    to_act: list[int]
    chance: bool  # whether chance is to decide
    result: Result | None  # if it is over
    viewer: int | None  # the seat that it is shown from
    known: bool  # as that seat knows it; else everything is open
    scene: Scene
    view: Annotated[Any, Meta(description="The same in the game's own words, for clients that know the game.")]
    choices: list[SeatChoices]
    outcomes: Annotated[list[ChanceOutcome], Meta(description="Of chance, where everything is open.")]
    told: list[AnalysedStep]
    may_skip: Annotated[bool, Meta(description="Whether one can ask what happens if this seat does nothing.")]
    search: SearchStart | None  # None where no seat is to act
    rules_version: int  # for a record
    plan: Plan | None = None


class Viewpoint(msgspec.Struct, frozen=True):
    """From where a position is looked at."""

    seat: Viewer
    known: bool


def viewpoint(match: Match, seat: Viewer, known: bool) -> Viewpoint:
    """What is open to all is never looked at `known`. With everything open one sees what whoever is to act sees, and
    the rest besides; so one does where nothing is hidden, if no seat is named."""
    if seat is not None and seat >= len(match.seats):
        raise Refused("refuse.no-such-seat", seat=seat)
    acting = [each for each in match.actors if each >= 0]
    if not match.game.hidden:
        return Viewpoint(acting[0] if seat is None and acting else seat, False)
    if known:
        if seat is None:
            raise Refused("refuse.analysis-seat")
        return Viewpoint(seat, True)
    return Viewpoint(seat if not acting or seat in acting else acting[0], False)


def analysed(match: Match, at: Viewpoint, since: int = 0, skip: bool = False) -> AnalysedPosition:
    """All there is to show, and the words of the steps after the first `since`."""
    if skip:
        skip_turn(match, at)
    game, acting = match.game, [each for each in match.actors if each >= 0]
    view = game.view(match.state, at.seat, match.over or (game.hidden and not at.known))
    chance = match.actor == CHANCE
    outcomes = [] if not chance or at.known else match.outcomes().items()
    return AnalysedPosition(
        to_act=acting, chance=chance, result=match.result, viewer=at.seat, known=at.known, scene=game.scene(view),
        view=view, choices=_choices(match, at, acting),
        outcomes=[ChanceOutcome(text, weight, _words(game, CHANCE, text)) for text, weight in outcomes],
        told=_told(match, at, since), may_skip=not skip and _may_skip(match, at, acting),
        search=search_start(match, at, acting), rules_version=game.rules_version,
    )  # fmt: skip


def search_start(match: Match, at: Viewpoint, acting: Sequence[int]) -> SearchStart | None:
    """As the seat knows it, what is hidden has been replaced by a guess, as for any bot."""
    seat = _whose(at, acting)
    if seat is None or match.over:
        return None
    data = situation(match, seat).state if at.known else as_array(match.state).tobytes()
    lore = lore_of(match, seat if at.known else None)
    name = None if lore is NO_LORE else hashlib.sha256(lore.tobytes()).hexdigest()[:20]
    revealed = match.game.hidden and not at.known
    return SearchStart(seat, len(match.seats), b64encode(data).decode(), revealed, name)


def lore_of(match: Match, knower: Viewer = None) -> Lore:
    """What the game's study gives here, as somebody may know it."""
    study = match.game.knowledge.study
    if study is None or match.actor == CHANCE:
        return NO_LORE
    return study(match.state if knower is None else situation(match, knower).position())


def lines_in_words(
    match: Match, at: Viewpoint, lines: Sequence[Sequence[tuple[int, int]]], skip: bool = False
) -> list[list[AnalysedStep]]:
    """Lines that a search has found, as (seat, action), each from this position on, as far as they can be played. Only
    the first step of each says what to touch."""
    if skip:
        skip_turn(match, at)
    return [_line(match, at, line) for line in lines]


def skip_turn(match: Match, at: Viewpoint) -> None:
    """As if whoever is to act had done nothing."""
    acting = [each for each in match.actors if each >= 0]
    if not _may_skip(match, at, acting):
        raise Refused("refuse.analysis-skip", game=match.game.title)
    skip = match.game.skip_turn
    assert skip is not None, "what may be skipped can be"
    skip(match.state)
    match.set_up()


# -- inside ------------------------------------------------------------------------------------------------------


def _whose(at: Viewpoint, acting: Sequence[int]) -> int | None:
    """Who is to think. As one seat knows it, only that seat."""
    if at.seat in acting:
        return at.seat
    return None if at.known or not acting else acting[0]


def _may_skip(match: Match, at: Viewpoint, acting: Sequence[int]) -> bool:
    """Not as one seat knows it: what the others could do then is not for it to know."""
    game = match.game
    if game.skip_turn is None or at.known or match.over or len(acting) != 1:
        return False
    after = copy_state(match.state)
    if not game.skip_turn(after):
        return False
    then = int(game.actor(after))
    return then >= 0 and then not in acting and bool(game.list_legal(after, then))


def _choices(match: Match, at: Viewpoint, acting: Sequence[int]) -> list[SeatChoices]:
    """Of everybody, or of the seat as which one looks. Nobody resigns from an analysis."""
    game, found = match.game, []
    for seat in [at.seat] if at.known and at.seat is not None else range(len(match.seats)):
        if not game.hidden or at.known:
            choices: list[Choice] = match.choices(seat)
        else:
            view = game.view(match.state, seat, True)
            legal = game.list_legal(match.state, seat) if seat in acting else []
            choices = [Choice(game.text(action), game.targets(view, action)) for action in legal]
        choices = [choice for choice in choices if choice.text not in WORDS]
        if choices:
            found.append(SeatChoices(seat, choices))
    return found


def _told(match: Match, at: Viewpoint, since: int) -> list[AnalysedStep]:
    told = match.told_then(at.seat, everything=not at.known, start=min(since, match.step_count))
    return [
        AnalysedStep(number, None if one.by == CHANCE_NAME else int(one.by), one.text, in_words(match.game, one))
        for number, one in enumerate(told, since + 1)
        if one is not None
    ]


def _words(game: Game, actor: int, text: str) -> Text:
    return in_words(game, ToldStep(CHANCE_NAME if actor == CHANCE else str(actor), text))


def _line(match: Match, at: Viewpoint, line: Sequence[tuple[int, int]]) -> list[AnalysedStep]:
    """Played on a state of one's own, for as long as it can be. As a seat knows it that state is a guess, and how steps
    come out there is not told."""
    game, found = match.game, list[AnalysedStep]()
    first = line[0][0] if line else 0
    if match.over or first not in match.actors or (at.known and first != at.seat):
        return []
    state: State = situation(match, first).position() if at.known else copy_state(match.state)
    for seat, action in line[:LONGEST_LINE]:
        # Nothing but what can be played is spelled: spellings are kept, and there are more numbers than actions.
        if seat not in game.seats_to_act(state) or action not in game.list_legal(state, seat):
            break
        effect = None if at.known or game.effect is None else game.effect(state, seat, action, None)
        told = ToldStep(str(seat), game.text(action), effect)
        path = () if found else game.targets(game.view(state, seat, game.hidden and not at.known), action)
        found.append(AnalysedStep(match.step_count + len(found) + 1, seat, told.text, in_words(game, told), path))
        game.apply(state, seat, action)
    return found
