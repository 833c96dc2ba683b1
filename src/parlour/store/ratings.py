"""Scripts for finishes and the ratings that follow from them."""

from collections.abc import Iterable, Sequence

import msgspec

from parlour.house.ports import Finish, Point, Ranked, Standing
from parlour.store.script import Ask, Row, Script, Value

RATER = "rater"  # whose cursor it is

FINISH = "number, id, game, at, worth, body"
# Whoever adds one at the same time has the same number and is let through alone: so there are no gaps, and whoever sees
# a finish sees all before it. A table has one finish.
ADD_FINISH = """INSERT INTO finishes (number, id, game, at, size, worth, body)
VALUES ((SELECT coalesce(max(number), 0) + 1 FROM finishes), ?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO NOTHING"""
PUT_FINISH = "INSERT INTO finishes (number, id, game, at, size, worth, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
CHANGE_FINISH = "UPDATE finishes SET game = ?2, at = ?3, size = ?4, worth = ?5, body = ?6 WHERE id = ?1"
FINISHES = f"SELECT {FINISH} FROM finishes WHERE number > ?1 ORDER BY number LIMIT ?2"
BEST = f"""SELECT {FINISH} FROM finishes WHERE game = ?1 AND size = ?2 AND worth IS NOT NULL
ORDER BY worth DESC, at, number LIMIT ?3 OFFSET ?4"""
LAST = "SELECT coalesce(max(number), 0) FROM finishes"

CURSOR = "SELECT value FROM cursors WHERE name = ?1"
BEGIN = "INSERT INTO cursors (name, value) VALUES (?1, 0) ON CONFLICT DO NOTHING"
MOVE = "UPDATE cursors SET value = ?3 WHERE name = ?1 AND value = ?2 RETURNING 1"
HOLD = "UPDATE cursors SET value = value WHERE name = ?1"  # nobody else moves it before this unit ends
SET = "UPDATE cursors SET value = ?2 WHERE name = ?1"

AGAIN = "UPDATE cursors SET value = CASE WHEN value < 0 THEN value - 1 ELSE -1 END WHERE name = ?1"

STANDING = "who, game, mu, sigma, games"
PUT_STANDING = f"""INSERT INTO standings ({STANDING}) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (game, who) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games"""
RANKING = """SELECT who, game, mu, sigma, games, people.name FROM standings
LEFT JOIN people ON people.id = standings.who AND people.password IS NOT NULL
WHERE game = ?1 AND (people.id IS NOT NULL OR substr(who, 1, 4) = 'bot:')
ORDER BY (sigma > ?2), mu DESC, who LIMIT ?3 OFFSET ?4"""

AHEAD_OF = """SELECT count(*) FROM standings
LEFT JOIN people ON people.id = standings.who AND people.password IS NOT NULL
WHERE game = ?1 AND (people.id IS NOT NULL OR substr(who, 1, 4) = 'bot:') AND sigma <= ?2
AND (mu > ?3 OR (mu = ?3 AND who < ?4))"""

POINT = "number, who, game, id, at, place, total, was, mu, sigma"
PUT_POINT = f"INSERT INTO points ({POINT}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
POINTS = f"SELECT {POINT} FROM points WHERE who = ?1 AND game = ?2 ORDER BY number DESC LIMIT ?3"
POINTS_AT = f"SELECT {POINT} FROM points WHERE id = ?1 ORDER BY number, who"
SHARED = """SELECT number FROM points AS own WHERE who = ?1 AND game = ?2 AND EXISTS (
SELECT 1 FROM points AS other WHERE other.number = own.number AND other.place = own.place AND other.who <> own.who)
ORDER BY number DESC LIMIT ?3"""
POINTS_OF = f"""SELECT {POINT} FROM points WHERE who = ?1 AND (game > ?2 OR (game = ?2 AND number > ?3))
ORDER BY game, number LIMIT ?4"""
ALL_POINTS = f"""SELECT {POINT} FROM points WHERE number > ?1 OR (number = ?1 AND who > ?2)
ORDER BY number, who LIMIT ?3"""


class Body(msgspec.Struct, omit_defaults=True):
    """What nobody searches by."""

    seats: tuple[str, ...]
    places: tuple[int, ...] = ()
    score: int | None = None


# -- finishes -------------------------------------------------------------------------------------------------


def add_finish(finish: Finish) -> Ask:
    return ADD_FINISH, _finish_values(finish)


def change_finish(finish: Finish) -> Script[None]:
    """Another outcome of a match that is there. From then on nobody's cursor fits who had begun before."""
    yield CHANGE_FINISH, _finish_values(finish)
    yield BEGIN, (RATER,)
    yield AGAIN, (RATER,)


def finishes(after: int, most: int) -> Script[list[Finish]]:
    return [_finish(row) for row in (yield FINISHES, (after, most))]


def best(game: str, seats: int, skip: int, most: int) -> Script[list[Finish]]:
    return [_finish(row) for row in (yield BEST, (game, seats, most, skip))]


# -- what follows from them -----------------------------------------------------------------------------------


def rated_to() -> Script[int]:
    rows = yield CURSOR, (RATER,)
    return int(rows[0][0]) if rows else 0


def keep_ratings(after: int, to: int, standings: Sequence[Standing], points: Sequence[Point]) -> Script[bool]:
    """Whoever moves the cursor holds it until the end of the unit; another who wanted to move it from there cannot."""
    yield BEGIN, (RATER,)
    if not (yield MOVE, (RATER, after, to)):
        return False
    if after < 0:
        for table in ("points", "standings"):
            yield f"DELETE FROM {table}", ()
    yield from _put(standings, points)
    return True


def replace_ratings(
    last: int, finishes: Sequence[Finish], standings: Sequence[Standing], points: Sequence[Point]
) -> Script[bool]:
    yield BEGIN, (RATER,)
    yield HOLD, (RATER,)
    [(now,)] = yield LAST, ()
    if now != last:
        return False
    yield SET, (RATER, len(finishes))
    for table in ("points", "standings", "finishes"):
        yield f"DELETE FROM {table}", ()
    for finish in finishes:
        yield PUT_FINISH, (finish.number, *_finish_values(finish))
    yield from _put(standings, points)
    return True


def _put(standings: Iterable[Standing], points: Iterable[Point]) -> Script[None]:
    for one in standings:
        yield PUT_STANDING, (one.who, one.game, one.mu, one.sigma, one.games)
    for point in points:
        at = (point.number, point.who, point.game, point.table, point.at, point.place, point.of)
        yield PUT_POINT, (*at, point.was, point.mu, point.sigma)


def standings(who: Sequence[str] | None, game: str | None) -> Script[list[Standing]]:
    values: list[Value] = []
    wheres = []
    if who is not None:
        if not who:
            return []
        wheres.append(f"who IN ({_places(who, values)})")
    if game is not None:
        wheres.append(f"game = {_places([game], values)}")
    where = f" WHERE {' AND '.join(wheres)}" if wheres else ""
    rows = yield f"SELECT {STANDING} FROM standings{where} ORDER BY game, who", tuple(values)
    return [_standing(row) for row in rows]


def points(who: str, game: str, most: int) -> Script[list[Point]]:
    return [_point(row) for row in reversed((yield POINTS, (who, game, most)))]


def points_of(who: str, after: tuple[str, int], most: int) -> Script[list[Point]]:
    return [_point(row) for row in (yield POINTS_OF, (who, *after, most))]


def all_points(after: tuple[int, str], most: int) -> Script[list[Point]]:
    return [_point(row) for row in (yield ALL_POINTS, (*after, most))]


def points_at(table: str) -> Script[list[Point]]:
    return [_point(row) for row in (yield POINTS_AT, (table,))]


def shared_places(who: str, game: str, most: int) -> Script[set[int]]:
    return {number for (number,) in (yield SHARED, (who, game, most))}


def ranking(game: str, sure: float, skip: int, most: int) -> Script[list[Ranked]]:
    rows = yield RANKING, (game, sure, most, skip)
    return [Ranked(standing=_standing(row[:5]), name=row[5]) for row in rows]


def ahead_of(standing: Standing, sure: float) -> Script[int]:
    [(count,)] = yield AHEAD_OF, (standing.game, sure, standing.mu, standing.who)
    return int(count)


def names_of(ids: Sequence[str]) -> Script[dict[str, str]]:
    if not ids:
        return {}
    values: list[Value] = []
    places = _places(ids, values)
    rows = yield f"SELECT id, name FROM people WHERE password IS NOT NULL AND id IN ({places})", tuple(values)
    return dict(rows)


# -- rows -----------------------------------------------------------------------------------------------------


def _places(wanted: Sequence[str], values: list[Value]) -> str:
    start = len(values) + 1
    values += wanted
    return ", ".join(f"?{start + number}" for number in range(len(wanted)))


def _finish_values(finish: Finish) -> tuple[Value, ...]:
    body = msgspec.json.encode(Body(tuple(finish.seats), tuple(finish.places), finish.score))
    return finish.table, finish.game, finish.at, len(finish.seats), finish.worth, body


def _finish(row: Row) -> Finish:
    number, table, game, at, worth, body = row
    more = msgspec.json.decode(body, type=Body)
    return Finish(
        number=number, table=table, game=game, at=at, worth=worth, seats=more.seats, places=more.places,
        score=more.score,
    )  # fmt: skip


def _standing(row: Row) -> Standing:
    who, game, mu, sigma, games = row
    return Standing(who=who, game=game, mu=mu, sigma=sigma, games=games)


def _point(row: Row) -> Point:
    number, who, game, table, at, place, total, was, mu, sigma = row
    return Point(
        number=number, who=who, game=game, table=table, at=at, place=place, of=total, was=was, mu=mu, sigma=sigma
    )  # fmt: skip
