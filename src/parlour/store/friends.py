"""Scripts for whom people follow, and for the tables at which those meet who look for the same."""

from parlour.house.friends_ports import Followed, Sought
from parlour.store.people import folded
from parlour.store.script import Ask, Script

BOTH = "SELECT id, password IS NOT NULL FROM people WHERE id = ?1 OR id = ?2"
COUNT = "SELECT count(*) FROM follows WHERE person = ?1"
FOLLOW = "INSERT INTO follows (person, other, since) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"
FOLLOWS = "SELECT 1 FROM follows WHERE person = ?1 AND other = ?2"
FOLLOWED_BY = """SELECT people.id, people.name, follows.since, people.body FROM follows
JOIN people ON people.id = follows.other WHERE follows.person = ?1"""
SOUGHT = "SELECT id FROM sought WHERE wish = ?1"
ADD_SOUGHT = "INSERT INTO sought (wish, id) VALUES (?1, ?2) ON CONFLICT DO NOTHING RETURNING 1"
TURN_SOUGHT = "UPDATE sought SET id = ?2 WHERE wish = ?1 AND id = ?3 RETURNING 1"


def follow(person: str, other: str, now: int, most: int) -> Script[bool]:
    there: dict[str, bool] = dict((yield BOTH, (person, other)))
    if person not in there or not there.get(other):
        return False
    if (yield FOLLOWS, (person, other)):
        return True
    [(count,)] = yield COUNT, (person,)
    if count >= most:  # two tabs at once may get one past it, which does no harm
        return False
    yield FOLLOW, (person, other, now)
    return True


def unfollow(person: str, other: str) -> Script[None]:
    yield "DELETE FROM follows WHERE person = ?1 AND other = ?2", (person, other)


def follows(person: str, other: str) -> Script[bool]:
    return bool((yield FOLLOWS, (person, other)))


def followed_by(person: str) -> Script[list[Followed]]:
    rows = yield FOLLOWED_BY, (person,)
    found = [Followed(person=id, name=name, since=since, body=body) for id, name, since, body in rows]
    return sorted(found, key=lambda one: (folded(one.name), one.person))


def sought(wish: str) -> Script[str | None]:
    rows = yield SOUGHT, (wish,)
    return rows[0][0] if rows else None


def put_sought(stream: str, sought: Sought) -> Ask:
    """Gives a row if nobody was quicker."""
    if sought.before is None:
        return ADD_SOUGHT, (sought.wish, stream)
    return TURN_SOUGHT, (sought.wish, stream, sought.before)
