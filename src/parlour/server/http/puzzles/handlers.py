"""Puzzles over HTTP: which are today's, one to look at, and trying it. The answer is told to whoever has tried."""

import asyncio
from functools import lru_cache
from typing import Annotated

from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from parlour import games
from parlour.core.game import Game
from parlour.core.history import ToldStep
from parlour.core.position import in_words
from parlour.core.puzzles import AnswerStep, Puzzle, ShownPuzzle, came_of, line_of, shown, verdict_of
from parlour.core.reasons import LONGEST_PATH, LONGEST_THING
from parlour.core.texts import Text
from parlour.house.club.records import members
from parlour.house.friends.contact_rules import may_contact
from parlour.house.people import records as people_records
from parlour.house.people.accounts import public_person
from parlour.house.people.person import Person
from parlour.house.puzzles.collection import PuzzleCollections, date_text, day_of
from parlour.house.puzzles.records import (
    OF_PUZZLE,
    PUZZLE_STANDINGS,
    PuzzleTry,
    found_by,
    puzzle_standings_of,
    tried_in,
)
from parlour.house.puzzles.sealing import sealed_verdicts
from parlour.house.puzzles.tries import StreakNow, newcomer, standing_of, streak_of, try_puzzle, try_that_counts
from parlour.house.ratings import model
from parlour.house.store import Store
from parlour.server.http.games.handlers import KEEP, TheReadiness
from parlour.server.http.people.messages import person_card
from parlour.server.http.preview_picture import drawn
from parlour.server.http.puzzles.messages import (
    NextPuzzle,
    PuzzleFinderLine,
    PuzzleLine,
    PuzzleOutcome,
    PuzzleShown,
    PuzzleStep,
    PuzzlesToday,
    PuzzleStreakNow,
    PuzzleTried,
    PuzzleWhy,
    TryPuzzle,
)
from parlour.server.http.requests import Key, TheCaller, TheServices, private
from parlour.server.http.tables.messages import TouchAnswer
from parlour.server.services import Services

FINDERS = 12  # that are shown
ALL_MEMBERS = 500  # among whom they are looked for, the latest


@get("/puzzles/today")
async def puzzles_today(services: TheServices, readiness: TheReadiness, caller: TheCaller) -> Response[PuzzlesToday]:
    """Today's puzzle of every game that has puzzles: the same for all."""
    store, day = services.tables.store, today_of(services)
    person = None if caller.person is None else caller.person.id
    standings = {} if person is None else {one.game: one for one in await puzzle_standings_of(store, person)}
    lines = []
    for name in readiness.names():
        game = games.load(name)
        collection = services.puzzles.of(game)
        puzzle = collection.todays(day)
        if puzzle is None:
            continue
        tried = None if person is None else await try_that_counts(store, collection, puzzle, person, day)
        mine = standings.get(name) or newcomer("", name)
        lines.append(
            PuzzleLine(
                name, puzzle.id, await rating_of(store, puzzle, name), None if tried is None else tried.right,
                model.shown(mine.mu),
            )
        )  # fmt: skip
    return private(PuzzlesToday(date_text(day), lines, await streak_told(store, caller.person, day)))


@get("/puzzles/{name:str}/next")
async def next_puzzle(
    services: TheServices,
    readiness: TheReadiness,
    caller: TheCaller,
    name: FromPath[str],
    puzzle: Annotated[str, QueryParameter(max_length=40, description="The one that was looked at last.")] = "",
) -> Response[NextPuzzle]:
    """Another puzzle of a game: one that you have not tried, and no day's."""
    readiness.describe(name)
    tried = set() if caller.person is None else await tried_in(services.tables.store, caller.person.id, name)
    found = services.puzzles.of(games.load(name)).next_after(puzzle, tried)
    return private(NextPuzzle(None if found is None else found.id))


@get("/puzzles/{name:str}/{puzzle:str}")
async def one_puzzle(
    services: TheServices, readiness: TheReadiness, caller: TheCaller, name: FromPath[str], puzzle: FromPath[str]
) -> Response[PuzzleShown]:
    """A puzzle as its seat sees it. Once you have tried it, with what became of that."""
    game, store = readiness.take(name), services.tables.store
    collection, day = services.puzzles.of(game), today_of(services)
    found = collection.puzzle(puzzle)
    stands = await asyncio.to_thread(shown, game, found)
    who, tried = caller.person, None
    mine = newcomer("", name)
    if who is not None:
        mine = await store.get(PUZZLE_STANDINGS, who.id, name) or mine
        tried = await try_that_counts(store, collection, found, who.id, day)
    told = await asyncio.to_thread(
        puzzle_told, game, stands, collection.is_todays(found, day), day, await rating_of(store, found, name),
        model.shown(mine.mu), tried,
    )  # fmt: skip
    return private(told)


@get("/puzzles/{name:str}/{puzzle:str}/finders")
async def puzzle_finders(
    services: TheServices, readiness: TheReadiness, caller: TheCaller, name: FromPath[str], puzzle: FromPath[str]
) -> Response[list[PuzzleFinderLine]]:
    """Members who wish to be listed and have found this puzzle today: whoever was first comes first. None of a puzzle
    that is not today's. How they found it is not told."""
    if services.accounts.guests == "none":
        caller.needs("play")
    services.auth.allowance(caller).pull(FINDERS)
    readiness.describe(name)
    collection, store, day = services.puzzles.of(games.load(name)), services.tables.store, today_of(services)
    if not collection.is_todays(collection.puzzle(puzzle), day):
        return private([])
    found = await found_by(store, [one.person for one in await members(store, most=ALL_MEMBERS)], name, puzzle, day)
    lines, me = [], caller.person
    people = {one.id: one for one in await people_records.people(store, [one.person for one in found[: 2 * FINDERS]])}
    for one in found:
        person = people.get(one.person)
        if person is None or person.password is None or (me and not await may_contact(store, me.id, person.id)):
            continue
        lines.append(PuzzleFinderLine(person_card(public_person(person)), one.at, one.hinted))
    return private(lines[:FINDERS])


@get("/puzzles/{name:str}/{puzzle:str}/preview.png", media_type="image/png", sync_to_thread=True)
def puzzle_preview(
    services: TheServices, readiness: TheReadiness, name: FromPath[str], puzzle: FromPath[str]
) -> Response[bytes]:
    """A picture of a puzzle, as its seat sees it: for those who show where a link leads."""
    picture = picture_of_puzzle(readiness.take(name), services.puzzles, puzzle)
    return Response(picture, media_type="image/png", headers=KEEP)


@lru_cache(maxsize=64)
def picture_of_puzzle(game: Game, collections: PuzzleCollections, id: str) -> bytes:
    stands = shown(game, collections.of(game).puzzle(id))
    return drawn(stands.match.plan(), stands.match.scene(stands.puzzle.seat))


@get("/puzzles/{name:str}/{puzzle:str}/why-not", sync_to_thread=True)
def why_not_in_puzzle(
    services: TheServices,
    readiness: TheReadiness,
    name: FromPath[str],
    puzzle: FromPath[str],
    touched: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=LONGEST_THING)]],
        QueryParameter(
            min_items=1, max_items=LONGEST_PATH, description="What is in hand, in order, and what was touched then."
        ),
    ],
) -> Response[TouchAnswer]:
    """Why touching something in a puzzle does nothing, as at a table."""
    game = readiness.take(name)
    stands = shown(game, services.puzzles.of(game).puzzle(puzzle))
    return private(TouchAnswer(stands.match.copy().why_not_touch(stands.puzzle.seat, touched)))


@post("/puzzles/{name:str}/{puzzle:str}/try", status_code=200)
async def make_try(
    services: TheServices,
    readiness: TheReadiness,
    caller: TheCaller,
    name: FromPath[str],
    puzzle: FromPath[str],
    data: JSONBody[TryPuzzle],
    key: Key = None,
) -> Response[PuzzleTried]:
    """Try a puzzle, once: the first try is kept and rated. Asked again, it tells what became of the first. A day's
    puzzle that comes round again is tried anew, for that day's streak and not for ratings."""
    person, game, now = caller.needs("play"), readiness.take(name), services.tables.time.now()
    collection, store = services.puzzles.of(game), services.tables.store
    found = collection.puzzle(puzzle)
    moves = {choice.text for choice in (await asyncio.to_thread(shown, game, found)).choices}
    tried = await try_puzzle(store, collection, found, person, data.choice, data.hinted, moves, now)
    outcome = await asyncio.to_thread(outcome_told, game, found, tried)
    return private(PuzzleTried(outcome, await streak_told(store, person, day_of(now))))


# -- small things ---------------------------------------------------------------------------------------------


def today_of(services: Services) -> int:
    return day_of(services.tables.time.now())


def puzzle_told(
    game: Game, stands: ShownPuzzle, today: bool, day: int, rating: int, mine: int, tried: PuzzleTry | None
) -> PuzzleShown:
    puzzle, match = stands.puzzle, stands.match.copy()
    usual = game.options_for(puzzle.seats, {})
    options = {name: value for name, value in match.options.items() if value != usual[name]}
    outcome = None if tried is None else outcome_told(game, puzzle, tried)
    words: dict[str, Text] = {
        choice.text: in_words(game, ToldStep(str(puzzle.seat), choice.text)) for choice in stands.choices
    }
    return PuzzleShown(
        game.name, puzzle.id, today, date_text(day), rating, mine, match.plan(),
        match.scene(puzzle.seat), match.view(puzzle.seat), puzzle.seat, puzzle.seats, options, match.actors,
        stands.choices, words, sealed_verdicts(game.name, puzzle), outcome,
    )  # fmt: skip


def outcome_told(game: Game, puzzle: Puzzle, tried: PuzzleTry) -> PuzzleOutcome:
    did = came_of(game, puzzle, tried.choice) if tried.choice and not tried.right else []
    return PuzzleOutcome(
        tried.choice, verdict_of(puzzle, tried.choice), tried.hinted, list(puzzle.answers), model.shown(tried.was),
        model.shown(tried.mu), model.shown(tried.puzzle_was), model.shown(tried.puzzle_mu), tried.mu != tried.was,
        step_told(game, puzzle.seat, did[0]) if did else None, why_told(game, puzzle),
    )  # fmt: skip


def why_told(game: Game, puzzle: Puzzle) -> PuzzleWhy:
    line = [step_told(game, puzzle.seat, step) for step in line_of(game, puzzle)]
    return PuzzleWhy(line, of_100(puzzle.worth), of_100(puzzle.next), puzzle.options, list(puzzle.steps))


def step_told(game: Game, seat: int, step: AnswerStep) -> PuzzleStep:
    moment = step.told.moment
    words = None if moment is None else moment.yours.get(seat, moment.words)
    at = [] if moment is None else list(moment.at)
    return PuzzleStep(step.seat, in_words(game, step.told), words, list(step.path), at, step.scene)


def of_100(worth: float) -> int:
    """From what lies between losing, −1, and winning, +1."""
    return round(50 + 50 * worth)


async def rating_of(store: Store, puzzle: Puzzle, game: str) -> int:
    kept = await store.get(PUZZLE_STANDINGS, OF_PUZZLE + puzzle.id, game)
    return model.shown((kept or standing_of(puzzle, game)).mu)


async def streak_told(store: Store, person: Person | None, day: int) -> PuzzleStreakNow:
    now = StreakNow(0, 0, False, [False] * 7) if person is None else await streak_of(store, person.id, day)
    return PuzzleStreakNow(*now)


def router() -> Router:
    return Router(
        "",
        route_handlers=[
            puzzles_today,
            next_puzzle,
            one_puzzle,
            puzzle_finders,
            puzzle_preview,
            why_not_in_puzzle,
            make_try,
        ],
        tags=["puzzles"],
    )
