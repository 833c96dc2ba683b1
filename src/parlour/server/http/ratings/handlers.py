"""Ratings and best scores over HTTP: lists for a game, one player's history, what a match has changed."""

import asyncio
import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NamedTuple, TypeVar

import msgspec
from litestar import Response, Router, get
from litestar.params import FromPath, QueryParameter
from msgspec import Meta

from parlour.core.texts import Refused
from parlour.house.entropy import ID
from parlour.house.people import records as people_records
from parlour.house.people.accounts import kind_of
from parlour.house.ratings import eligibility, model
from parlour.house.ratings import records as rating_records
from parlour.house.ratings.records import Finish, Point, Ranked, Standing
from parlour.house.ratings.team_scores import team_standing
from parlour.house.store import Store
from parlour.house.tables import records as table_records
from parlour.house.tables.commands import LEVELS
from parlour.house.texts import say
from parlour.server.http.games.handlers import TheReadiness
from parlour.server.http.people.messages import Timestamp
from parlour.server.http.ratings.messages import (
    Provisional,
    Shown,
    TableRatings,
    Who,
    after_rating,
    before_rating,
    change_of,
    with_team,
)
from parlour.server.http.requests import InviteQuery, PathId, TheCaller, TheLanguage, TheServices, private

MOST_ROWS, MOST_POINTS, MOST_ASKED = 100, 1000, 100
LAST_ROW = 100_000

Skip = Annotated[
    int,
    QueryParameter(ge=0, le=LAST_ROW, description="How many to pass over; without `after`, which is quicker."),
]
After = Annotated[str | None, QueryParameter(max_length=200, description="`cursor` of the page before.")]
NextCursor = Annotated[str | None, Meta(description="What to say as `after` for the next page, if there may be one.")]
MostRows = Annotated[int, QueryParameter(ge=1, le=MOST_ROWS)]


class PlayerName(msgspec.Struct):
    """Somebody who can be rated, an account or a bot of the house; or a guest, who cannot yet."""

    id: Who
    name: Annotated[str, Meta(examples=["Anna", "Regular"])]
    kind: Literal["guest", "account", "bot"]


class RankedPlayer(msgspec.Struct):
    """A line of a leaderboard. Those who are provisional come after all others and have no rank."""

    rank: Annotated[int | None, Meta(examples=[1])]
    player: PlayerName
    rating: Shown
    provisional: Provisional
    games: Annotated[int, Meta(description="Rated matches.", examples=[42])]


class Leaderboard(msgspec.Struct):
    game: str
    players: list[RankedPlayer]
    next: Annotated[int | None, Meta(description="What to skip for the next page, if there may be one.")]
    cursor: NextCursor


class RatingLine(msgspec.Struct):
    """Somebody's in one game."""

    who: Who
    game: Annotated[str, Meta(examples=["yinsh"])]
    rating: Shown
    provisional: Provisional
    games: Annotated[int, Meta(examples=[42])]


class PlayerRating(RatingLine):
    """With where it stands on the leaderboard, once it is certain."""

    rank: Annotated[int | None, Meta(examples=[3])]


class PlayerRatings(msgspec.Struct):
    """All of somebody's, by game."""

    player: PlayerName
    ratings: list[PlayerRating]


class HistoryPoint(msgspec.Struct):
    """What one match made of a rating."""

    at: Timestamp
    rating: Shown
    change: Annotated[int, Meta(examples=[14, -9])]
    provisional: Provisional
    place: Annotated[int, Meta(description="1 for the first; equals have the same.", examples=[1])]
    of: Annotated[int, Meta(description="How many seats there were.", examples=[2])]
    shared: Annotated[bool, Meta(description="Whether somebody else came to the same place: of two, a draw.")]


class RatingHistory(msgspec.Struct):
    """Somebody's in one game, the earliest first; where there are very many, the latest of them."""

    player: PlayerName
    game: str
    points: list[HistoryPoint]


class BestScore(msgspec.Struct):
    """What a team came to. Whoever has left the house since has no name."""

    rank: Annotated[int, Meta(examples=[1])]
    score: Annotated[int, Meta(description="In the game's own count.", examples=[4])]
    at: Timestamp
    team: list[PlayerName | None]
    table: Annotated[str | None, Meta(description="To look at the match, unless it was private.")]


class BestScores(msgspec.Struct):
    game: str
    seats: int
    scores: list[BestScore]
    next: Annotated[int | None, Meta(description="What to skip for the next page, if there may be one.")]
    cursor: NextCursor


# -- lists ----------------------------------------------------------------------------------------------------

RowNumber = Annotated[int, Meta(ge=0, le=2**53)]
CursorId = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_=:-]{1,64}\Z")]


class PlayerCursor(NamedTuple):
    """After the last player of a page: how many came up to there, and where the ranking has that one."""

    before: RowNumber
    certain: bool
    mu: float
    who: CursorId


class ScoreCursor(NamedTuple):
    """The same of a list of scores."""

    before: RowNumber
    worth: float
    at: RowNumber
    table: CursorId


@get("/games/{name:str}/leaderboard")
async def leaderboard(
    services: TheServices,
    readiness: TheReadiness,
    language: TheLanguage,
    name: FromPath[str],
    skip: Skip = 0,
    after: After = None,
    most: MostRows = 50,
) -> Response[Leaderboard]:
    """Who plays a game best: those whose rating is certain, by rank, then the others. Bots are among them."""
    game, at = readiness.describe(name).name, None if after is None else read_cursor(after, PlayerCursor)
    rows = await rating_records.ranking(services.tables.store, game, skip, most, None if at is None else at[1:])
    before = skip if at is None else at.before
    players = [ranked(row, place, language) for place, row in enumerate(rows, before + 1)]
    cursor = None
    if len(rows) == most:
        last = rows[-1].standing
        cursor = cursor_text(PlayerCursor(before + most, not model.provisional(last.sigma), last.mu, last.who))
    return private(Leaderboard(game, players, following(rows, before, most), cursor))


@get("/games/{name:str}/best-scores")
async def best_scores(
    services: TheServices,
    readiness: TheReadiness,
    language: TheLanguage,
    name: FromPath[str],
    seats: Annotated[int, QueryParameter(ge=1, le=64, description="How many played together.")],
    skip: Skip = 0,
    after: After = None,
    most: MostRows = 50,
) -> Response[BestScores]:
    """What teams of one size came to in a game that is played together: the best first, then the earliest."""
    game, store = readiness.describe(name).name, services.tables.store
    at = None if after is None else read_cursor(after, ScoreCursor)
    before, skip = (skip, skip) if at is None else (at.before, 0)
    found = await rating_records.best(store, game, seats, skip, most, None if at is None else at[1:])
    names = await people_records.names_of(store, sorted({who for finish in found for who in finish.seats}))
    links = await asyncio.gather(*(link(store, finish) for finish in found))
    scores = [
        BestScore(rank, finish.score or 0, finish.at, [named(who, names, language) for who in finish.seats], table)
        for rank, (finish, table) in enumerate(zip(found, links, strict=True), before + 1)
    ]
    cursor = None
    if len(found) == most:
        cursor = cursor_text(ScoreCursor(before + most, found[-1].worth or 0.0, found[-1].at, found[-1].table))
    return private(BestScores(game, seats, scores, following(found, before, most), cursor))


# -- players --------------------------------------------------------------------------------------------------


@get("/ratings")
async def some_ratings(
    services: TheServices,
    who: Annotated[
        list[str],
        QueryParameter(
            max_items=MOST_ASKED, min_items=1, description="People's ids, or `bot:` and a level; repeat it."
        ),
    ],
    game: Annotated[
        str | None, QueryParameter(max_length=64, pattern=r"^[A-Za-z0-9_.-]+$", description="In this game alone.")
    ] = None,
) -> Response[list[RatingLine]]:
    """Ratings of several players at once. Whoever has none is left out."""
    known = sorted({each for each in who if is_bot(each) or ID.fullmatch(each)})
    found = await rating_records.standings(services.tables.store, known, game)
    names = await people_records.names_of(services.tables.store, [one.who for one in found])
    return private([rating_of(one) for one in found if is_bot(one.who) or one.who in names])


@get("/players/{person:str}/ratings")
async def player_ratings(
    services: TheServices, language: TheLanguage, person: FromPath[str]
) -> Response[PlayerRatings]:
    """How good somebody is at each game: an account, or `bot:3`, say."""
    player = await known_player(services.tables.store, person, language)
    store = services.tables.store
    ratings = []
    for one in await rating_records.standings(store, [player.id]):
        unsure = model.provisional(one.sigma)
        rank = None if unsure else 1 + await rating_records.ahead_of(store, one)
        ratings.append(PlayerRating(one.who, one.game, model.shown(one.mu), unsure, one.games, rank))
    return private(PlayerRatings(player, ratings))


@get("/players/{person:str}/ratings/{name:str}")
async def rating_history(
    services: TheServices,
    readiness: TheReadiness,
    language: TheLanguage,
    person: FromPath[str],
    name: FromPath[str],
    most: Annotated[int, QueryParameter(ge=1, le=MOST_POINTS)] = MOST_POINTS,
) -> Response[RatingHistory]:
    """How somebody's rating in one game has come about, match by match."""
    store, game = services.tables.store, readiness.describe(name).name
    player = await known_player(store, person, language)
    points = await rating_records.points(store, player.id, game, most)
    return private(RatingHistory(player, name, [history_point(point) for point in points]))


@get("/tables/{table:str}/ratings")
async def table_ratings(
    services: TheServices, caller: TheCaller, table: PathId, invite: InviteQuery = ""
) -> Response[TableRatings]:
    """What a rated match has done to ratings, once it is over, a moment after its end; and, to a player of a game that
    is played together, where it stands among all that the same people have played."""
    at = await services.table_service.find(caller.person, table, invite)
    told, finish = before_rating(at), eligibility.finish_of(at)
    if at.over and not told.settled and finish is not None:
        told = after_rating(finish, await rating_records.points_at(services.tables.store, at.id))
    if at.over and caller.person is not None and at.seats_of(caller.person.id):
        told = with_team(told, await team_standing(services.tables.store, at))
    return private(told)


# -- small things ---------------------------------------------------------------------------------------------


def ranked(row: Ranked, place: int, language: str) -> RankedPlayer:
    one = row.standing
    unsure = model.provisional(one.sigma)
    player = named(one.who, {} if row.name is None else {one.who: row.name}, language)
    assert player is not None, "those without a name are not ranked"
    return RankedPlayer(None if unsure else place, player, model.shown(one.mu), unsure, one.games)


def rating_of(one: Standing) -> RatingLine:
    return RatingLine(one.who, one.game, model.shown(one.mu), model.provisional(one.sigma), one.games)


def history_point(point: Point) -> HistoryPoint:
    change = change_of(point)
    return HistoryPoint(point.at, change.rating, change.change, change.provisional, point.place, point.of, point.shared)


C = TypeVar("C", PlayerCursor, ScoreCursor)


def cursor_text(cursor: PlayerCursor | ScoreCursor) -> str:
    return urlsafe_b64encode(msgspec.json.encode(cursor)).decode()


def read_cursor(text: str, kind: type[C]) -> C:
    try:
        return msgspec.json.decode(urlsafe_b64decode(text.encode()), type=kind)
    except (binascii.Error, UnicodeEncodeError, msgspec.DecodeError, ValueError):
        raise Refused("server.page") from None


def following(rows: Sequence[object], before: int, most: int) -> int | None:
    after = before + len(rows)
    return after if len(rows) == most and after <= LAST_ROW else None


def is_bot(who: str) -> bool:
    return who in {f"{rating_records.BOT}{level}" for level in LEVELS}


def named(who: str, names: Mapping[str, str], language: str) -> PlayerName | None:
    """None: it is nobody, or nobody any more."""
    if is_bot(who):
        return PlayerName(who, bot_name(who, language), "bot")
    return PlayerName(who, names[who], "account") if who in names else None


async def known_player(store: Store, who: str, language: str) -> PlayerName:
    if is_bot(who):
        return PlayerName(who, bot_name(who, language), "bot")
    person = await people_records.get_person(store, who) if ID.fullmatch(who) else None
    if person is None:
        raise Refused("people.nobody")
    return PlayerName(who, person.name, kind_of(person))


def bot_name(who: str, language: str) -> str:
    return say(f"level.{who.removeprefix(rating_records.BOT)}", language=language)


async def link(store: Store, finish: Finish) -> str | None:
    summary = await table_records.table_summary(store, finish.table)
    return finish.table if summary is not None and summary.listed else None


def router() -> Router:
    return Router(
        "",
        route_handlers=[leaderboard, best_scores, some_ratings, player_ratings, rating_history, table_ratings],
        tags=["ratings"],
    )
