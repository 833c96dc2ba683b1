"""What is asked about: tables and tournaments of the host's, real ones, each in a state in which the thing can be done.

Every case answers the words that stand in a row's path, body and query.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.server.matrix.role_holders import RoleHolders

Words = dict[str, Any]
Case = Callable[[RoleHolders], Awaitable[Words]]
LIVE = {"pace": "live", "minutes": 5, "increment": 3}


async def nothing(holders: RoleHolders) -> Words:
    return {}


# -- tables ---------------------------------------------------------------------------------------------------


async def opened(holders: RoleHolders, seats: str, game: str, **more: object) -> Words:
    """The host's, private unless it says otherwise, and another one to which somebody was invited."""
    kinds = {"m": "me", "o": "open", "b": "bot"}
    body = {"game": game, "seats": [{"kind": kinds[each]} for each in seats], "listed": False, **more}
    rules = (await holders.do("host", "POST", "/tables", body))["rules"]
    return {"table": rules["table"], "invite": rules["invite"], "elsewhere": holders.link_elsewhere, "seat": 1}


async def waiting(holders: RoleHolders, **more: object) -> Words:
    """Host and player sit; there is room for two more."""
    words = await opened(holders, "mooo", "dance", **more)
    await holders.do("player", "POST", f"/tables/{words['table']}/seats", {"seat": 1}, invite=words["invite"])
    return words


async def waiting_listed(holders: RoleHolders) -> Words:
    return await waiting(holders, listed=True)


async def full(holders: RoleHolders) -> Words:
    """All sit, and the host has not yet said that it begins."""
    words = await opened(holders, "mo", "connect4", start="host")
    await holders.do("player", "POST", f"/tables/{words['table']}/seats", {"seat": 1}, invite=words["invite"])
    return words


async def found(holders: RoleHolders) -> Words:
    """All sit, and say that they are ready before a clock runs."""
    live = {"pace": "live", "minutes": 5, "increment": 5}
    words = await opened(holders, "mo", "connect4", clock=live, ready=True)
    await holders.do("player", "POST", f"/tables/{words['table']}/seats", {"seat": 1}, invite=words["invite"])
    return words


async def playing(holders: RoleHolders, **more: object) -> Words:
    """It is being played, host against player, and one move has been made."""
    words = await opened(holders, "mo", "connect4", **more)
    await holders.do("player", "POST", f"/tables/{words['table']}/seats", {"seat": 1}, invite=words["invite"])
    await holders.do("host", "POST", f"/tables/{words['table']}/steps", {"seat": 0, "steps": ["a"]})
    return words


async def of_days(holders: RoleHolders) -> Words:
    """The same, and a turn takes days."""
    return {**await playing(holders, clock={"pace": "days", "days": 2}), "seat": 0}


async def listed(holders: RoleHolders) -> Words:
    """The same, and everybody may watch."""
    return await playing(holders, listed=True)


async def players_turn(holders: RoleHolders) -> Words:
    """The player is to act, and so only the player can."""
    return await playing(holders)


async def hosts_turn(holders: RoleHolders) -> Words:
    words = await playing(holders)
    await holders.do("player", "POST", f"/tables/{words['table']}/steps", {"seat": 1, "steps": ["b"]})
    return {**words, "seat": 0}


async def takeback_asked(holders: RoleHolders) -> Words:
    """The host has asked; the player has to answer."""
    words = await playing(holders)
    await holders.do("host", "POST", f"/tables/{words['table']}/takeback", {"seat": 0})
    return words


async def over(holders: RoleHolders) -> Words:
    words = await playing(holders)
    await holders.do("host", "POST", f"/tables/{words['table']}/steps", {"seat": 0, "steps": ["resign"]})
    return words


async def challenge(holders: RoleHolders) -> Words:
    """The host has challenged the player."""
    body = {"to": holders.ids["player"], "game": "connect4"}
    rules = (await holders.do("host", "POST", "/challenges", body))["rules"]
    return {"table": rules["table"], "invite": rules["invite"], "elsewhere": holders.link_elsewhere, "seat": 1}


async def guided(holders: RoleHolders) -> Words:
    """The host alone, with a coach, and to act."""
    return {**await opened(holders, "mb", "connect4", guided=True), "seat": 0}


async def on_device(holders: RoleHolders) -> Words:
    """The host alone against a bot that thinks on the host's device, and is to move."""
    words = await opened(holders, "mb", "connect4", on_device=True)
    await holders.do("host", "POST", f"/tables/{words['table']}/steps", {"seat": 0, "steps": ["a"]})
    search = await holders.do("host", "GET", f"/tables/{words['table']}/bots/search", seat=1)
    return {**words, "version": search["version"]}


# -- tournaments ----------------------------------------------------------------------------------------------


async def tournament(holders: RoleHolders, **more: object) -> Words:
    """The host organises, the player has entered."""
    body = {"title": "Spring Cup", "kind": "swiss", "game": "connect4", "clock": LIVE, "bots": True, **more}
    made = await holders.do("host", "POST", "/tournaments", body)
    await holders.do("player", "POST", f"/tournaments/{made['tournament']}/entrants")
    return {"tournament": made["tournament"], "entrant": holders.ids["player"]}


async def checking_in(holders: RoleHolders) -> Words:
    return await tournament(holders, check_in=10)


async def tournament_that_counts(holders: RoleHolders) -> Words:
    return await tournament(holders, rated=True)


async def seeded_by_hand(holders: RoleHolders) -> Words:
    return await tournament(holders, seeding="hand")


async def tournament_for_two(holders: RoleHolders) -> Words:
    """There are enough for it to begin."""
    words = await tournament(holders)
    await holders.do("host", "POST", f"/tournaments/{words['tournament']}/bots", {"level": 1})
    return words


async def talked_about(holders: RoleHolders) -> Words:
    """The host has said something about it."""
    words = await tournament(holders)
    said = await holders.do("host", "POST", f"/talk/{words['tournament']}", {"text": "Come one, come all"})
    return {**words, "place": words["tournament"], "number": said["number"]}


async def weekly(holders: RoleHolders) -> Words:
    """One that the house announces by itself."""
    cup = {"title": "Moose Cup", "kind": "swiss", "game": "connect4", "clock": LIVE}
    body = {"tournament": cup, "weekday": 1, "hour": 19, "paused": True}
    return {"weekly": (await holders.do("keeper", "POST", "/moderation/weekly-tournaments", body))["id"]}


# -- people ---------------------------------------------------------------------------------------------------


async def hosts_own(holders: RoleHolders) -> Words:
    """What the host has: sessions, tokens, a link for a calendar, an id."""
    [session, *_] = await holders.do("host", "GET", "/sessions")
    [token, *_] = await holders.do("host", "GET", "/me/tokens")
    return {
        "session": session["handle"], "token": token["handle"], "person": holders.ids["host"],
        "name": holders.names["host"], "secret": holders.who["calendar"]["authorization"].removeprefix("Bearer "),
        "playing": holders.who["plays"]["authorization"].removeprefix("Bearer "),
    }  # fmt: skip


async def newcomer(holders: RoleHolders) -> Words:
    """A name that nobody has."""
    return {"newcomer": f"Newcomer {holders.club.seasons}"}


# -- moderation -----------------------------------------------------------------------------------------------


async def rated_over(holders: RoleHolders) -> Words:
    """A match that counts, and is over."""
    words = await playing(holders, rated=True)
    await holders.do("player", "POST", f"/tables/{words['table']}/steps", {"seat": 1, "steps": ["resign"]})
    return words


async def strangers_own(holders: RoleHolders) -> Words:
    return {"person": holders.ids["stranger"]}


async def moderators_own(holders: RoleHolders) -> Words:
    return {"person": holders.ids["moderator"]}


async def reported(holders: RoleHolders) -> Words:
    """Somebody has complained of the host, at a table of their own making."""
    table = (await playing(holders))["table"]
    made = await holders.do("player", "POST", "/reports", {"kind": "table", "table": table, "seat": 1})
    return {"report": made["id"], "person": holders.ids["host"]}


async def muted(holders: RoleHolders) -> Words:
    """Somebody who has nothing else to say here."""
    body = {"kind": "mute", "why": "Too loud.", "hours": 1}
    person = (await holders.club.must(await holders.club.guest(), "GET", "/me"))["person"]["id"]
    measure = await holders.do("keeper", "POST", f"/moderation/people/{person}/measures", body)
    return {"measure": measure["id"], "person": person}
