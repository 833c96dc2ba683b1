"""Everybody who may knock, and what each of them is answered: the words in which the table of `rows.py` is written.

A new role has its line here and its headers in `holders.py`; every row then has to say what it is answered.
"""

from collections.abc import Mapping

ROLES = {
    "nobody": "no cookie and no token",
    "expired": "a cookie whose time is over",
    "guest": "a guest who has nothing to do with it",
    "stranger": "an account that has nothing to do with it",
    "elsewhere": "an account that was invited to another table, and shows that link",
    "invited": "an account that has the link to this table",
    "player": "an account that sits at the table or plays in the tournament",
    "host": "an account that opened the table or organises the tournament",
    "moderator": "a moderator of the house, who has nothing to do with it",
    "keeper": "a host of the house, who has nothing to do with it",
    "plays": "the host's program, with a token to play",
    "reads": "the host's program, with a token to read",
    "calendar": "the host's calendar, with a token for that alone",
    "outside": "a stranger's program, with a token to play",
    "errand": "the program of a host of the house, with a token to play",
    "ended": "a program whose token is over",
}
PROGRAMS = ("plays", "reads", "calendar", "outside", "errand", "ended")

# -- what is answered -----------------------------------------------------------------------------------------

SIGN_IN = "401 people.sign-in"
TOKEN_OVER = "401 people.token-unknown"
SCOPE = "403 people.scope"
BROWSER_ONLY = "403 people.browser-only"
NO_TABLE = "404 refuse.no-table"
NOT_YOUR_SEAT = "403 refuse.not-your-seat"
HOST_ONLY = "403 refuse.host-only"
SITS_NOT = "403 refuse.sits-not"
ORGANISER_ONLY = "403 tournament.organiser-only"
MODERATORS_ONLY = "403 officers.only"
HOSTS_ONLY = "403 officers.hosts-only"
NOTHING_HERE = "404 server.nothing-here"

Expected = Mapping[str, str]


def anybody(answer: str) -> Expected:
    """Nobody is asked who they are."""
    return dict.fromkeys(ROLES, answer)


def whoever(answer: str) -> Expected:
    """Nobody has to be anybody; but a token that is over, or is for a calendar, is refused rather than overlooked."""
    return {**anybody(answer), "calendar": SCOPE, "ended": TOKEN_OVER}


def readers(answer: str) -> Expected:
    """Somebody, in a browser or as a program."""
    return {**whoever(answer), "nobody": SIGN_IN, "expired": SIGN_IN}


def players(answer: str) -> Expected:
    """Somebody who may play."""
    return {**readers(answer), "reads": SCOPE}


def browsers(answer: str) -> Expected:
    """Somebody in a browser: what concerns the account itself is nothing for programs."""
    return {**readers(answer), **dict.fromkeys(("plays", "reads", "outside", "errand"), BROWSER_ONLY)}


def accounts(answer: str, otherwise: str) -> Expected:
    """An account, in a browser."""
    return {**browsers(answer), "guest": otherwise}


def only(rule: Expected, roles: str, otherwise: str | Mapping[str, str]) -> Expected:
    """These alone; what the others are told, those who pass the first rule: the same for all, or by role."""
    inside = roles.split()
    told = dict.fromkeys(ROLES, otherwise) if isinstance(otherwise, str) else otherwise
    allowed = [role for role, answer in rule.items() if answer == rule["host"]]
    return {**rule, **{role: told[role] for role in allowed if role not in inside}}


HAVE_THE_LINK = "invited player host plays reads"  # of a private table
SIT_THERE = "player host plays reads"


def seeing(answer: str) -> Expected:
    """Who may know of a private table."""
    return only(whoever(answer), HAVE_THE_LINK, NO_TABLE)


def sitting(answer: str, otherwise: str = NO_TABLE) -> Expected:
    """Who does something at a private table where only those who sit there can: even who has the link is told that
    there is no such table, since that request does not show it."""
    return only(players(answer), SIT_THERE, otherwise)


def hosting(answer: str) -> Expected:
    return {**sitting(answer), "player": HOST_ONLY}


def organising(answer: str) -> Expected:
    return only(players(answer), "host plays", ORGANISER_ONLY)


def moderating(answer: str) -> Expected:
    """Those who look after the house, in a browser: not even their own programs."""
    return only(browsers(answer), "moderator keeper", MODERATORS_ONLY)


def house_hosting(answer: str) -> Expected:
    return only(browsers(answer), "keeper", HOSTS_ONLY)
