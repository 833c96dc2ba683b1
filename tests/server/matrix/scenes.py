"""What is asked about: tables and tournaments of the host's, real ones, each in a state in which the thing can be done.

Every scene answers the words that stand in a row's path, body and query.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.server.matrix.cast import Cast

Words = dict[str, Any]
Scene = Callable[[Cast], Awaitable[Words]]
LIVE = {"pace": "live", "minutes": 5, "increment": 3}


async def nothing(cast: Cast) -> Words:
    return {}


# -- tables ---------------------------------------------------------------------------------------------------


async def opened(cast: Cast, seats: str, game: str, **more: object) -> Words:
    """The host's, private unless it says otherwise, and another one to which somebody was invited."""
    kinds = {"m": "me", "o": "open", "b": "bot"}
    body = {"game": game, "seats": [{"kind": kinds[each]} for each in seats], "listed": False, **more}
    rules = (await cast.do("host", "POST", "/tables", body))["rules"]
    return {"table": rules["table"], "invite": rules["invite"], "elsewhere": cast.link_elsewhere, "seat": 1}


async def waiting(cast: Cast, **more: object) -> Words:
    """Host and player sit; there is room for two more."""
    words = await opened(cast, "mooo", "dance", **more)
    await cast.do("player", "POST", f"/tables/{words['table']}/seats", {"seat": 1}, invite=words["invite"])
    return words


async def waiting_listed(cast: Cast) -> Words:
    return await waiting(cast, listed=True)


async def full(cast: Cast) -> Words:
    """All sit, and the host has not yet said that it begins."""
    words = await opened(cast, "mo", "connect4", start="host")
    await cast.do("player", "POST", f"/tables/{words['table']}/seats", {"seat": 1}, invite=words["invite"])
    return words


async def playing(cast: Cast, **more: object) -> Words:
    """It is being played, host against player, and one move has been made."""
    words = await opened(cast, "mo", "connect4", **more)
    await cast.do("player", "POST", f"/tables/{words['table']}/seats", {"seat": 1}, invite=words["invite"])
    await cast.do("host", "POST", f"/tables/{words['table']}/steps", {"seat": 0, "steps": ["a"]})
    return words


async def listed(cast: Cast) -> Words:
    """The same, and everybody may watch."""
    return await playing(cast, listed=True)


async def players_turn(cast: Cast) -> Words:
    """The player is to act, and so only the player can."""
    return await playing(cast)


async def hosts_turn(cast: Cast) -> Words:
    words = await playing(cast)
    await cast.do("player", "POST", f"/tables/{words['table']}/steps", {"seat": 1, "steps": ["b"]})
    return {**words, "seat": 0}


async def takeback_asked(cast: Cast) -> Words:
    """The host has asked; the player has to answer."""
    words = await playing(cast)
    await cast.do("host", "POST", f"/tables/{words['table']}/takeback", {"seat": 0})
    return words


async def over(cast: Cast) -> Words:
    words = await playing(cast)
    await cast.do("host", "POST", f"/tables/{words['table']}/steps", {"seat": 0, "steps": ["resign"]})
    return words


async def challenge(cast: Cast) -> Words:
    """The host has challenged the player."""
    body = {"to": cast.ids["player"], "game": "connect4"}
    rules = (await cast.do("host", "POST", "/challenges", body))["rules"]
    return {"table": rules["table"], "invite": rules["invite"], "elsewhere": cast.link_elsewhere, "seat": 1}


async def guided(cast: Cast) -> Words:
    """The host alone, with a coach, and to act."""
    return {**await opened(cast, "mb", "connect4", guided=True), "seat": 0}


# -- tournaments ----------------------------------------------------------------------------------------------


async def tournament(cast: Cast, **more: object) -> Words:
    """The host organises, the player has entered."""
    body = {"title": "Spring Cup", "kind": "swiss", "game": "connect4", "clock": LIVE, "bots": True, **more}
    made = await cast.do("host", "POST", "/tournaments", body)
    await cast.do("player", "POST", f"/tournaments/{made['tournament']}/entrants")
    return {"tournament": made["tournament"], "entrant": cast.ids["player"]}


async def checking_in(cast: Cast) -> Words:
    return await tournament(cast, check_in=10)


async def tournament_that_counts(cast: Cast) -> Words:
    return await tournament(cast, rated=True)


async def seeded_by_hand(cast: Cast) -> Words:
    return await tournament(cast, seeding="hand")


async def tournament_for_two(cast: Cast) -> Words:
    """There are enough for it to begin."""
    words = await tournament(cast)
    await cast.do("host", "POST", f"/tournaments/{words['tournament']}/bots", {"level": 1})
    return words


# -- people ---------------------------------------------------------------------------------------------------


async def hosts_own(cast: Cast) -> Words:
    """What the host has: sessions, tokens, a link for a calendar, an id."""
    [session, *_] = await cast.do("host", "GET", "/sessions")
    [token, *_] = await cast.do("host", "GET", "/me/tokens")
    return {
        "session": session["handle"], "token": token["handle"], "person": cast.ids["host"], "name": cast.names["host"],
        "secret": cast.who["calendar"]["authorization"].removeprefix("Bearer "),
        "playing": cast.who["plays"]["authorization"].removeprefix("Bearer "),
    }  # fmt: skip


async def newcomer(cast: Cast) -> Words:
    """A name that nobody has."""
    return {"newcomer": f"Newcomer {cast.club.seasons}"}


# -- moderation -----------------------------------------------------------------------------------------------


async def rated_over(cast: Cast) -> Words:
    """A match that counts, and is over."""
    words = await playing(cast, rated=True)
    await cast.do("player", "POST", f"/tables/{words['table']}/steps", {"seat": 1, "steps": ["resign"]})
    return words


async def strangers_own(cast: Cast) -> Words:
    return {"person": cast.ids["stranger"]}


async def moderators_own(cast: Cast) -> Words:
    return {"person": cast.ids["moderator"]}


async def reported(cast: Cast) -> Words:
    """Somebody has complained of the host, at a table of their own making."""
    table = (await playing(cast))["table"]
    made = await cast.do("player", "POST", "/reports", {"kind": "table", "table": table, "seat": 1})
    return {"report": made["id"], "person": cast.ids["host"]}


async def muted(cast: Cast) -> Words:
    """Somebody who has nothing else to say here."""
    body = {"kind": "mute", "why": "Too loud.", "hours": 1}
    person = (await cast.club.must(await cast.club.guest(), "GET", "/me"))["person"]["id"]
    measure = await cast.do("keeper", "POST", f"/moderation/people/{person}/measures", body)
    return {"measure": measure["id"], "person": person}
