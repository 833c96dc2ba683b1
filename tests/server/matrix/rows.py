"""The table: every route and method, and what every role is answered there.

A route may have several rows: for what is private and what is listed, for one's own and for what is another's. Where an
answer is a success and yet nothing may have changed, the row is `harmless`. Who is ended by what it does (signed out,
deleted) `spends` its holders.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from parlour import games
from parlour.house.puzzles.collection import collection_of
from tests.server.matrix import cases
from tests.server.matrix.cases import LIVE, Case
from tests.server.matrix.role_holders import PASSWORD
from tests.server.matrix.roles import (
    HAVE_THE_LINK,
    NO_TABLE,
    NOT_YOUR_SEAT,
    NOTHING_HERE,
    SCOPE,
    SITS_NOT,
    Expected,
    accounts,
    anybody,
    browsers,
    hosting,
    house_hosting,
    moderating,
    only,
    organising,
    players,
    readers,
    seeing,
    sitting,
    whoever,
)

API = "/api/v1"
# As a browser makes them.
DEVICE_KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
DEVICE_AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
PUZZLE = {"name": "connect4", "puzzle": collection_of(games.load("connect4")).ordered[0].id}


class Row(NamedTuple):
    route: str
    answers: Expected
    at: Case = cases.nothing
    of: str = ""  # where a route has several rows
    body: Any = None  # words in braces are the case's
    query: Mapping[str, Any] = {}
    words: Mapping[str, Any] = {}  # in place of the case's
    shows_link: bool = False  # who was invited says so
    harmless: bool = False
    spends: bool = False

    @property
    def name(self) -> str:
        return f"{self.route} {f'({self.of})' if self.of else ''}".strip()


def api(method: str, path: str, answers: Expected, **more: Any) -> Row:
    return Row(f"{method} {API}{path}", answers, **more)


# -- games and the page: for everybody -------------------------------------------------------------------------

OPEN = [
    Row("GET /", anybody("200")),
    Row("GET /{name}", anybody("200"), words={"name": "games"}),
    Row("GET /{name}", anybody(NOTHING_HERE), of="no file", words={"name": "nothing.js"}),
    Row("GET /healthz", anybody("200")),
    Row("GET /livez", anybody("200")),
    Row("GET /metrics", anybody(NOTHING_HERE), of="from elsewhere"),
    Row("GET /unsubscribe", anybody("200")),
    Row("POST /unsubscribe", anybody("404 people.unsubscribe-link"), query={"token": "turn.nobody.x"}),
    api("GET", "/reference/{name}", anybody("200"), words={"name": "reference.js"}),
    api("GET", "/schema", anybody("200")),
    api("GET", "/schema/openapi.json", anybody("200")),
    api("GET", "/schema/{path}", anybody("404 a page"), words={"path": "nothing"}),
    api("GET", "/games", anybody("200")),
    api("GET", "/games/{name}", anybody("200"), words={"name": "connect4"}),
    api("GET", "/games/{name}/texts", anybody("200"), words={"name": "connect4"}),
    api("GET", "/games/{name}/position", anybody("200"), words={"name": "connect4"}),
    api("GET", "/games/{name}/emblem", anybody("404 refuse.no-emblem"), words={"name": "dance"}),
    api("GET", "/games/{name}/diagrams/{diagram}", anybody("200"), words={"name": "connect4", "diagram": "win"}),
    api(
        "GET",
        "/games/{name}/diagrams/{diagram}/why-not",
        anybody("200"),
        words={"name": "connect4", "diagram": "win"},
        query={"touched": "site:a6"},
    ),
    api("GET", "/games/{name}/preview.png", anybody("200"), words={"name": "connect4"}),
    api("GET", "/puzzles/today", whoever("200")),
    api("GET", "/puzzles/{name}/next", whoever("200"), words={"name": "connect4"}),
    api("GET", "/puzzles/{name}/{puzzle}", whoever("200"), words=PUZZLE),
    api("GET", "/puzzles/{name}/{puzzle}/finders", whoever("200"), words=PUZZLE),
    api("GET", "/puzzles/{name}/{puzzle}/preview.png", anybody("200"), words=PUZZLE),
    api("GET", "/puzzles/{name}/{puzzle}/why-not", anybody("200"), words=PUZZLE, query={"touched": "site:a6"}),
    # Whether there is a module depends on the machine: what everybody gets of one is seen in tests of its own.
    api("GET", "/games/{name}/module", anybody("404 refuse.no-such-game"), words={"name": "nothing"}),
    api(
        "GET",
        "/games/{name}/module/{sources}",
        anybody("404 refuse.no-such-game"),
        words={"name": "nothing", "sources": "none"},
    ),
    api(
        "GET",
        "/games/{name}/net/{digest}",
        anybody("404 server.no-such-module"),
        words={"name": "connect4", "digest": "none"},
    ),
    api(
        "POST",
        "/games/{name}/analysis",
        whoever("200"),
        words={"name": "connect4"},
        harmless=True,
        body={"seats": 2, "steps": [{"actor": 0, "text": "d"}], "plan": True},
    ),
    api(
        "POST",
        "/games/{name}/analysis/lines",
        whoever("200"),
        words={"name": "connect4"},
        harmless=True,
        body={"seats": 2, "lines": [[{"seat": 0, "action": "3"}]]},
    ),
    api(
        "POST",
        "/games/{name}/analysis/lore",
        whoever("200"),
        words={"name": "connect4"},
        harmless=True,
        body={"seats": 2},
    ),
    api("GET", "/games/{name}/leaderboard", anybody("200"), words={"name": "connect4"}),
    api("GET", "/games/{name}/best-scores", anybody("200"), words={"name": "dance"}, query={"seats": 2}),
    api("GET", "/qr", anybody("200"), query={"text": "hello"}),
    api("GET", "/ratings", anybody("200"), query={"who": "bot:3"}),
    api("GET", "/players/{person}", anybody("200"), at=cases.hosts_own),
    api("GET", "/players/{person}/ratings", anybody("200"), at=cases.hosts_own),
    api("GET", "/players/{person}/ratings/{name}", anybody("200"), at=cases.hosts_own, words={"name": "connect4"}),
]

# -- tables: looking -------------------------------------------------------------------------------------------

LINK = {"shows_link": True}
LOOKING = [
    api("GET", "/tables", whoever("200")),
    api("GET", "/tables", readers("200"), of="one's own", query={"mine": True}),
    api("GET", "/tables", readers("200"), of="one's turn", query={"turn": True}),
    api("GET", "/tables/{table}", seeing("200"), at=cases.waiting, **LINK),
    api("GET", "/tables/{table}", whoever("200"), at=cases.listed, of="listed"),
    api("GET", "/tables/{table}/preview.png", anybody("200"), at=cases.listed),
    api("GET", "/tables/{table}/preview.png", anybody(NO_TABLE), at=cases.waiting, of="private"),
    api("GET", "/tables/{table}/plan", seeing("200"), at=cases.waiting, **LINK),
    api("GET", "/tables/{table}/fairness", seeing("200"), at=cases.waiting, **LINK),
    api("GET", "/tables/{table}/events", seeing("200"), at=cases.waiting, of="before it begins", **LINK),
    api(
        "GET", "/tables/{table}/events", at=cases.playing, of="as a spectator", **LINK,
        answers=only(seeing("200"), "invited", "403 server.plays-here"),
    ),
    api(
        "GET", "/tables/{table}/events", at=cases.playing, of="the host's seat", query={"seat": 0}, **LINK,
        answers=only(seeing("200"), "host plays reads", NOT_YOUR_SEAT),
    ),
    api(
        "GET", "/tables/{table}/events", at=cases.playing, of="the host's view", **LINK,
        query={"seat": 0, "view": True}, answers=only(seeing("200"), "host plays reads", NOT_YOUR_SEAT),
    ),
    api(
        "GET", "/tables/{table}/events", at=cases.listed, of="listed, the host's seat", query={"seat": 0},
        answers=only(whoever("200"), "host plays reads", NOT_YOUR_SEAT),
    ),
    api(
        "GET", "/tables/{table}/at/{line}", at=cases.playing, of="the host's seat", query={"seat": 0}, **LINK,
        words={"line": 1}, answers=only(seeing("200"), "host plays reads", NOT_YOUR_SEAT),
    ),
    api(
        "GET", "/tables/{table}/at/{line}", at=cases.listed, of="with everything", words={"line": 1},
        query={"everything": True},
        answers={**whoever("409 server.record-early"), **dict.fromkeys(("player", "host", "plays", "reads"),
                 "403 server.plays-here")},
    ),
    api(
        "GET", "/tables/{table}/why-not", at=cases.playing, of="the host's seat", **LINK,
        query={"seat": 0, "touched": "site:a1"}, answers=only(seeing("200"), "host plays reads", NOT_YOUR_SEAT),
    ),
    api(
        "GET", "/tables/{table}/why-not", at=cases.playing, of="as a spectator", query={"touched": "site:a1"}, **LINK,
        answers=only(seeing("200"), "invited", "403 server.plays-here"),
    ),
    api(
        "GET", "/tables/{table}/why-not", seeing("422 refuse.table-waits"), at=cases.waiting, of="before it begins",
        query={"touched": "site:a1"}, **LINK,
    ),
    api("GET", "/tables/{table}/record", seeing("409 server.record-early"), at=cases.playing, of="early", **LINK),
    api("GET", "/tables/{table}/record", seeing("200"), at=cases.over, **LINK),
    api("GET", "/tables/{table}/at/{line}", seeing("200"), at=cases.over, words={"line": 1}, of="over", **LINK),
    api("GET", "/tables/{table}/replay", seeing("200"), at=cases.over, **LINK),
    api("GET", "/tables/{table}/replay", seeing("409 server.record-early"), at=cases.playing, of="early", **LINK),
    api("GET", "/tables/{table}/replay/{step}", seeing("200"), at=cases.over, words={"step": 1}, **LINK),
    api(
        "GET", "/tables/{table}/replay/{step}", seeing("409 server.record-early"), at=cases.playing,
        words={"step": 1}, of="early", **LINK,
    ),
    api("GET", "/tables/{table}/review", seeing("200"), at=cases.over, **LINK),
    api("GET", "/tables/{table}/review", seeing("409 server.record-early"), at=cases.playing, of="early", **LINK),
    api("GET", "/tables/{table}/review/questions", seeing("200"), at=cases.over, **LINK),
    api(
        "GET", "/tables/{table}/review/questions", seeing("409 server.record-early"), at=cases.playing, of="early",
        **LINK,
    ),
    api(
        "POST", "/tables/{table}/review/conclusion", seeing("200"), at=cases.over, body={"found": [{"number": 1}]},
        harmless=True, **LINK,
    ),
    api(
        "POST", "/tables/{table}/review/conclusion", seeing("409 server.record-early"), at=cases.playing, of="early",
        body={"found": []}, **LINK,
    ),
    api("GET", "/tables/{table}/lore", seeing("200"), at=cases.over, **LINK),
    api("GET", "/tables/{table}/lore", seeing("409 refuse.device-not"), at=cases.playing, of="early", **LINK),
    api("GET", "/tables/{table}/ratings", seeing("200"), at=cases.over, **LINK),
]  # fmt: skip

# -- tables: doing ---------------------------------------------------------------------------------------------

JOINING = only(players("200"), HAVE_THE_LINK, NO_TABLE)
STEP = {"seat": "{seat}", "steps": ["c"]}
DOING = [
    api("POST", "/tables", players("201"), body={"game": "connect4", "seats": [{"kind": "me"}, {"kind": "open"}]}),
    api(
        "POST", "/tables", {**players("201"), "guest": "422 refuse.rated-guest"}, of="rated",
        body={"game": "connect4", "seats": [{"kind": "me"}, {"kind": "open"}], "rated": True},
    ),
    api("POST", "/tables/{table}/talk", JOINING, at=cases.waiting, body={"text": "hello"}, **LINK),
    api("POST", "/tables/{table}/talk", players("200"), at=cases.listed, of="listed", body={"text": "hello"}),
    api(
        "POST", "/tables/{table}/seats", at=cases.waiting, body={}, **LINK,
        answers={**JOINING, **dict.fromkeys(("player", "host", "plays"), "422 refuse.sits-already")},
    ),
    api(
        "POST",
        "/tables/{table}/seats",
        at=cases.waiting_listed,
        body={},
        of="listed",
        answers={**players("200"), **dict.fromkeys(("player", "host", "plays"), "422 refuse.sits-already")},
    ),
    api("POST", "/tables/{table}/start", hosting("200"), at=cases.full),
    api("POST", "/tables/{table}/ready", sitting("200"), at=cases.found),
    api("PUT", "/tables/{table}/seats/{seat}/bot", hosting("200"), at=cases.waiting, words={"seat": 2},
        body={"level": 1}),
    api("DELETE", "/tables/{table}/seats/{seat}", hosting("200"), at=cases.waiting),
    api(
        "POST", "/tables/{table}/contributions", at=cases.waiting, body={"seat": 1, "text": "a share"},
        answers=only(sitting("200"), "player", {**dict.fromkeys(("host", "plays"), NOT_YOUR_SEAT)}),
    ),
    api(
        "POST", "/tables/{table}/steps", at=cases.players_turn, body=STEP, of="the player's",
        answers=only(sitting("200"), "player", {**dict.fromkeys(("host", "plays"), NOT_YOUR_SEAT)}),
    ),
    api(
        "POST", "/tables/{table}/steps", at=cases.hosts_turn, body=STEP, of="the host's",
        answers=only(sitting("200"), "host plays", {"player": NOT_YOUR_SEAT}),
    ),
    api(
        "POST", "/tables/{table}/steps", at=cases.listed, body=STEP, of="listed",
        answers=only(players("200"), "player", NOT_YOUR_SEAT),
    ),
    api(
        "POST", "/tables/{table}/takeback", at=cases.playing, body={"seat": 0},
        answers=only(sitting("200"), "host plays", {"player": NOT_YOUR_SEAT}),
    ),
    api(
        "POST", "/tables/{table}/takeback/answer", at=cases.takeback_asked, body={"seat": 1, "yes": True},
        answers=only(sitting("200"), "player", {**dict.fromkeys(("host", "plays"), NOT_YOUR_SEAT)}),
    ),
    api(
        "POST", "/tables/{table}/hint", at=cases.guided, body={"seat": 0},
        answers={**sitting("200"), "player": NO_TABLE},
    ),
    api(
        "GET", "/tables/{table}/hint/search", at=cases.guided, query={"seat": 0},
        answers={**sitting("200"), "player": NO_TABLE},
    ),
    api(
        "GET", "/tables/{table}/bots/search", at=cases.on_device, query={"seat": 1},
        answers={**sitting("200"), "player": NO_TABLE},
    ),
    api(
        "PUT", "/tables/{table}/bots", at=cases.on_device, body={"on_device": False},
        answers={**sitting("200"), "player": NO_TABLE},
    ),
    api(
        "POST", "/tables/{table}/bots/step", at=cases.on_device, answers={**sitting("200"), "player": NO_TABLE},
        body={"seat": 1, "version": "{version}", "action": "1"},
    ),
    api(
        "GET", "/tables/{table}/ahead", at=cases.playing, query={"seat": 0}, of="the host's",
        answers=only(sitting("200"), "host plays", {"player": NOT_YOUR_SEAT}),
    ),
    api(
        "POST", "/tables/{table}/imagined", at=cases.of_days, body={"seat": 0, "steps": ["b"]}, harmless=True,
        answers=only(sitting("200"), "host plays", {"player": NOT_YOUR_SEAT}),
    ),
    api(
        "POST", "/tables/{table}/imagined/why-not", at=cases.of_days, harmless=True,
        body={"seat": 0, "steps": ["b"], "touched": ["site:a6"]},
        answers=only(sitting("200"), "host plays", {"player": NOT_YOUR_SEAT}),
    ),
    api(
        "GET", "/tables/{table}/planned-lines", at=cases.of_days, query={"seat": 0},
        answers=only(sitting("200"), "host plays", {"player": NOT_YOUR_SEAT}),
    ),
    api(
        "PUT", "/tables/{table}/planned-lines", at=cases.of_days, body={"seat": 0, "lines": [["b", "a"]]},
        answers=only(sitting("200"), "host plays", {"player": NOT_YOUR_SEAT}),
    ),
    api("POST", "/tables/{table}/rematch", sitting("200"), at=cases.over),
    api("DELETE", "/tables/{table}/seats/mine", sitting("200"), at=cases.playing),
    api(
        "DELETE", "/tables/{table}/seats/mine", at=cases.listed, of="listed",
        answers=only(players("200"), "player host plays", SITS_NOT),
    ),
    api("POST", "/tables/{table}/review", JOINING | dict.fromkeys(HAVE_THE_LINK.split(), "409 server.record-early")
        | {"reads": SCOPE}, at=cases.playing, of="early", **LINK),
    api(
        "POST", "/tables/{table}/invitations", at=cases.waiting, body={"to": "ada@example.org"},
        answers=only(browsers("202"), "player host", NO_TABLE),
    ),
    api(
        "POST", "/tables/{table}/invitations", at=cases.listed, body={"to": "ada@example.org"}, of="listed",
        answers={**only(browsers("202"), "", SITS_NOT), **dict.fromkeys(("player", "host"), "409 people.invite-over"),
                 "guest": "403 people.address-account"},
    ),
]  # fmt: skip

# -- tournaments -----------------------------------------------------------------------------------------------

ENTERED = "409 tournament.entered"
RATED_GUEST = "403 tournament.rated-guest"
NOT_ENTERED = "409 tournament.not-entered"
TOURNAMENTS = [
    api("GET", "/tournaments", whoever("200")),
    api("GET", "/tournaments", readers("200"), of="one's own", query={"mine": True}),
    api("GET", "/tournaments", readers("200"), of="that one organises", query={"organised": True}),
    api("GET", "/tournaments/{tournament}", whoever("200"), at=cases.tournament),
    api("GET", "/tournaments/{tournament}/calendar.ics", whoever("200"), at=cases.tournament),
    api(
        "POST", "/tournaments", {**players("201"), "guest": "403 tournament.account"},
        body={"title": "Summer Cup", "kind": "swiss", "game": "connect4", "clock": LIVE},
    ),
    api("POST", "/tournaments/{tournament}/entrants", {**players("200"), "player": ENTERED}, at=cases.tournament),
    api("DELETE", "/tournaments/{tournament}/entrants/mine", only(players("200"), "player", NOT_ENTERED),
        at=cases.tournament),
    api("DELETE", "/tournaments/{tournament}/entrants/{entrant}", organising("200"), at=cases.tournament),
    api("POST", "/tournaments/{tournament}/bots", organising("200"), at=cases.tournament, body={"level": 1}),
    api("POST", "/tournaments/{tournament}/check-in", only(players("200"), "player", NOT_ENTERED),
        at=cases.checking_in),
    api("POST", "/tournaments/{tournament}/entrants", {**players("200"), "player": ENTERED, "guest": RATED_GUEST},
        at=cases.tournament_that_counts, of="rated"),
    api("POST", "/tournaments/{tournament}/start", organising("200"), at=cases.tournament_for_two, body={}),
    api("PUT", "/tournaments/{tournament}/seeds", organising("200"), at=cases.seeded_by_hand,
        body={"seeds": ["{entrant}"]}),
    api("POST", "/tournaments/{tournament}/cancel", organising("200"), at=cases.tournament),
    # What may be read there is in the link itself; who brings a token beside it is asked about that one.
    api("GET", "/calendars/{secret}", whoever("200"), at=cases.hosts_own),
    api("GET", "/calendars/{secret}", whoever("404 tournament.link"), at=cases.hosts_own, of="with another token",
        words={"secret": "{playing}"}),
]  # fmt: skip

# -- friends ---------------------------------------------------------------------------------------------------

NEVER = "403 refuse.substitute-never"
SELF = dict.fromkeys(("host", "plays"), "422 challenge.self")
FRIENDS = [
    api("POST", "/quick-matches", players("200"), body={"game": "connect4", "clock": LIVE}),
    api("POST", "/quick-matches", {**players("200"), "guest": "422 refuse.rated-guest"}, of="rated",
        body={"game": "connect4", "clock": LIVE, "rated": True}),
    api("DELETE", "/quick-matches/{table}", sitting("200"), at=cases.waiting),
    api("POST", "/puzzles/{name}/{puzzle}/try", players("200"), words=PUZZLE, body={"choice": ""}, spends=True),
    api("GET", "/challenges", readers("200")),
    api("POST", "/challenges", {**players("201"), **SELF, "guest": "403 challenge.account"}, at=cases.hosts_own,
        body={"to": "{person}", "game": "connect4"}, spends=True),
    api(
        "POST", "/challenges/{table}/answer", at=cases.challenge, body={"yes": True},
        answers={**only(players("200"), "player", NO_TABLE), **dict.fromkeys(("host", "plays"), "409 challenge.none")},
    ),
    api("GET", "/me/following", browsers("200")),
    api("PUT", "/me/following/{person}", {**browsers("204"), "host": "422 challenge.follow-self"}, at=cases.hosts_own,
        spends=True),
    api("DELETE", "/me/following/{person}", browsers("204"), at=cases.hosts_own, spends=True),
    api("GET", "/players", readers("404 people.nobody-named"), query={"name": "Nemo"}),
    api("GET", "/player-names", readers("200"), query={"beginning": "Ne"}),
    api("GET", "/players/{person}/meeting", whoever("200"), at=cases.hosts_own),
    api("POST", "/tables/{table}/substitutes", only(players(NEVER), HAVE_THE_LINK, NO_TABLE), at=cases.playing,
        body={}, **LINK),
    api("POST", "/tables/{table}/substitutes", players(NEVER), at=cases.listed, of="listed", body={}),
]  # fmt: skip

# -- one's own data --------------------------------------------------------------------------------------------

EXPORTS = [
    api("POST", "/me/export", browsers("202"), spends=True),
    api("GET", "/me/export", browsers("200")),
    api("GET", "/me/export/file", browsers("404 server.export-none")),
    api("DELETE", "/me/export", browsers("204")),
]

# -- people ----------------------------------------------------------------------------------------------------

WRONG = "401 people.wrong"
NEW_ACCOUNT = {"name": "{newcomer}", "password": PASSWORD}
ALREADY = "409 people.already-account"
NO_PASSKEYS = "403 people.passkey-place"  # the matrix is asked at a name without TLS
PEOPLE = [
    api("POST", "/guests", {**whoever("200"), "nobody": "201", "expired": "201"}, body={}, spends=True),
    api(
        "POST", "/accounts", at=cases.newcomer,
        body=NEW_ACCOUNT, spends=True,
        answers={**browsers(ALREADY), "nobody": "201", "expired": "201", "guest": "201"},
    ),
    api("POST", "/sessions", whoever("201"), at=cases.hosts_own, body={"name": "{name}", "password": PASSWORD},
        spends=True),
    api("POST", "/sessions", whoever(WRONG), at=cases.hosts_own, of="wrong", body={"name": "{name}", "password": "x"}),
    api("POST", "/sessions/challenge", whoever(NO_PASSKEYS), body={"second": False}),
    api("POST", "/sessions/passkey", whoever(NO_PASSKEYS),
        body={"passkey": {"id": "bWFkZQ", "client_data": "dXA", "authenticator_data": "dXA", "signature": "dXA"}}),
    api("GET", "/sessions", browsers("200")),
    api("DELETE", "/sessions/current", whoever("204"), spends=True),
    api(
        "DELETE", "/sessions/{handle}", {**browsers("204"), "host": "204"}, at=cases.hosts_own, of="the host's",
        words={"handle": "{session}"}, spends=True,
    ),
    api("GET", "/me", whoever("200")),
    api("PATCH", "/me", browsers("200"), body={"settings": {"dark": True}}, spends=True),
    api("DELETE", "/me", accounts("204", "204"), body={"password": PASSWORD}, spends=True),
    api("DELETE", "/me", accounts("403 people.wrong-password", "204"), body={"password": "x"}, of="wrong", spends=True),
    api(
        "POST", "/me/password", accounts("200", "422 people.no-password"), spends=True,
        body={"old": PASSWORD, "new": "nine quick geese"},
    ),
    api("GET", "/me/passkeys", browsers("200")),
    api("POST", "/me/passkeys/challenge", browsers(NO_PASSKEYS), body={"password": PASSWORD}),
    api("POST", "/me/passkeys", browsers(NO_PASSKEYS),
        body={"label": "phone", "id": "bWFkZQ", "client_data": "dXA", "attestation": "dXA"}),
    api("DELETE", "/me/passkeys/{handle}", accounts("204", "403 people.passkeys-account"), spends=True,
        words={"handle": "bWFkZSB1cA"}, body={"password": PASSWORD}),
    api("PATCH", "/me/passkeys", accounts("204", "403 people.passkeys-account"), spends=True,
        body={"both": False, "password": PASSWORD}),
    api("GET", "/me/tokens", browsers("200")),
    api("POST", "/me/tokens", accounts("201", "403 people.tokens-account"), spends=True,
        body={"label": "robot", "scopes": ["play"]}),
    api("DELETE", "/me/tokens/{handle}", browsers("204"), at=cases.hosts_own, of="the host's",
        words={"handle": "{token}"}, spends=True),
]  # fmt: skip

# -- push ------------------------------------------------------------------------------------------------------

PUSH = [
    api("GET", "/me/push", browsers("200")),
    api("PATCH", "/me/push", browsers("200"), body={"turn": False}, spends=True),
    api("POST", "/me/push/devices", browsers("201"), spends=True,
        body={"endpoint": "https://push.example.org/made-up", "keys": {"p256dh": DEVICE_KEY, "auth": DEVICE_AUTH}}),
    api("DELETE", "/me/push/devices/{device}", browsers("200"), words={"device": "none"}, spends=True),
]  # fmt: skip

# -- mail ------------------------------------------------------------------------------------------------------

ADDRESS = "403 people.address-account"
MAIL = [
    api("GET", "/me/mail", browsers("200")),
    api("PATCH", "/me/mail", browsers("200"), body={"turn": False}, spends=True),
    api("PUT", "/me/mail/address", accounts("202", ADDRESS), spends=True,
        body={"address": "ada@example.org", "password": PASSWORD}),
    api("DELETE", "/me/mail/address", browsers("200"), body={"password": PASSWORD}, spends=True),
    api("POST", "/mail/confirm", whoever("410 people.confirm-link"), body={"token": "made up"}),
    api("POST", "/mail/unsubscribe", whoever("404 people.unsubscribe-link"), body={"token": "turn.made.up"}),
    api("POST", "/password-resets", whoever("202"), at=cases.hosts_own, body={"who": "{name}"}, harmless=True),
    api("POST", "/password-resets/use", whoever("410 people.reset-link"), spends=False,
        body={"token": "made up", "password": PASSWORD}),
]  # fmt: skip

# -- looking after the house ------------------------------------------------------------------------------------

ONESELF = "422 moderation.oneself"
WHY = {"why": "A try."}
MODERATION = [
    api("GET", "/me/blocks", browsers("200")),
    api("PUT", "/me/blocks/{person}", {**browsers("204"), "host": ONESELF}, at=cases.hosts_own, spends=True),
    api("DELETE", "/me/blocks/{person}", browsers("204"), at=cases.hosts_own, harmless=True),
    api("POST", "/reports", {**browsers("201"), "host": ONESELF}, at=cases.hosts_own,
        body={"kind": "person", "person": "{person}"}),
    api("POST", "/reports", only(browsers("201"), "player host", NO_TABLE), at=cases.waiting, of="a private table",
        body={"kind": "table", "table": "{table}"}),
    api("GET", "/moderation", moderating("200")),
    api("GET", "/moderation/reports", moderating("200")),
    api("GET", "/moderation/reports/{report}", moderating("200"), at=cases.reported),
    api("POST", "/moderation/reports/{report}/settle", moderating("200"), at=cases.reported,
        body={"outcome": "dismissed"}),
    api("GET", "/moderation/people", moderating("200"), query={"name": "a"}),
    api("GET", "/moderation/people/{person}", moderating("200"), at=cases.hosts_own),
    api("POST", "/moderation/people/{person}/measures", moderating("201"), at=cases.strangers_own, spends=True,
        body={"kind": "ban", **WHY}),
    api("POST", "/moderation/people/{person}/measures", at=cases.moderators_own, of="a moderator's", spends=True,
        body={"kind": "ban", **WHY}, answers={**moderating("201"), "moderator": "403 moderation.outranked"}),
    api("POST", "/moderation/people/{person}/rename", moderating("200"), at=cases.strangers_own, body=WHY,
        spends=True),
    api("GET", "/moderation/measures", moderating("200")),
    api("POST", "/moderation/measures/{measure}/lift", moderating("200"), at=cases.muted, body=WHY),
    api("GET", "/moderation/tables/{table}", moderating("200"), at=cases.waiting),
    api("POST", "/moderation/tables/{table}/close", moderating("200"), at=cases.playing, body=WHY),
    api("POST", "/moderation/tables/{table}/rating", moderating("200"), at=cases.rated_over,
        body={"counts": False, **WHY}),
    api("POST", "/moderation/tournaments/{tournament}/close", moderating("200"), at=cases.tournament, body=WHY),
    api("GET", "/moderation/log", moderating("200")),
    api("GET", "/moderation/words", moderating("200")),
    api("PUT", "/moderation/words", house_hosting("200"), body={"words": [{"word": "zounds", "how": "mask"}]}),
    api("GET", "/moderation/officers", moderating("200")),
    api("PUT", "/moderation/officers/{person}", house_hosting("204"), at=cases.strangers_own, spends=True),
    api("DELETE", "/moderation/officers/{person}", house_hosting("204"), at=cases.moderators_own, spends=True),
]  # fmt: skip

# -- the house itself -------------------------------------------------------------------------------------------

DOT = "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA0IDQiPjxjaXJjbGUgcj0iMiIvPjwvc3ZnPg=="
WEEKLY = {
    "tournament": {"title": "Moose Cup", "kind": "swiss", "game": "connect4", "clock": LIVE},
    "weekday": 1, "hour": 19, "paused": True,
}  # fmt: skip
HOUSE = [
    api("GET", "/club", whoever("200")),
    api("GET", "/club/emblem/{picture}", anybody(NOTHING_HERE), words={"picture": "none"}),
    api("PUT", "/moderation/club", house_hosting("200"), body={"name": "Harbour Street"}, harmless=True),
    api("PUT", "/moderation/club/emblem", house_hosting("200"), body={"picture": DOT}, harmless=True),
    api("DELETE", "/moderation/club/emblem", house_hosting("200"), harmless=True),
    api("GET", "/talk/{place}", whoever("200"), words={"place": "house"}),
    api("GET", "/talk/{place}", whoever("200"), at=cases.talked_about, of="a tournament's"),
    api("POST", "/talk/{place}", players("201"), words={"place": "house"}, body={"text": "Hello"}),
    api("POST", "/talk/{place}/{number}/reports", {**browsers("201"), "host": ONESELF}, at=cases.talked_about,
        body={"reason": "insult"}),
    api("POST", "/moderation/talk/{place}/{number}/take-away", moderating("200"), at=cases.talked_about, body=WHY),
    api("GET", "/members", whoever("200")),
    api("PUT", "/me/membership", accounts("204", "403 club.account"), body={"games": ["connect4"]}, harmless=True),
    api("DELETE", "/me/membership", browsers("204"), harmless=True),
    api("GET", "/players/{person}/play", whoever("200"), at=cases.hosts_own),
    api("GET", "/players/{person}/matches", whoever("200"), at=cases.hosts_own),
    api("PUT", "/tournaments/{tournament}/about", organising("200"), at=cases.tournament,
        body={"about": "Tea at nine."}),
    api("GET", "/moderation/weekly-tournaments", moderating("200")),
    api("POST", "/moderation/weekly-tournaments", house_hosting("201"), body=WEEKLY),
    api("PUT", "/moderation/weekly-tournaments/{weekly}", house_hosting("200"), at=cases.weekly,
        body={**WEEKLY, "hour": 20}),
    api("DELETE", "/moderation/weekly-tournaments/{weekly}", house_hosting("204"), at=cases.weekly),
]  # fmt: skip

ROWS: list[Row] = [
    *OPEN,
    *LOOKING,
    *DOING,
    *TOURNAMENTS,
    *FRIENDS,
    *EXPORTS,
    *PEOPLE,
    *PUSH,
    *MAIL,
    *MODERATION,
    *HOUSE,
]

# -- the rules that can be read off the table, said once more in plain words ------------------------------------

# A token plays and organises; everything else that changes something takes a browser. What it can ask for beyond that
# needs no token, or a secret of its own: a password, a link from a letter.
A_TOKEN_MAY_CHANGE = {
    "POST /tables", "POST /tables/{table}/talk", "POST /tables/{table}/seats", "POST /tables/{table}/start",
    "POST /tables/{table}/ready",
    "PUT /tables/{table}/seats/{seat}/bot", "DELETE /tables/{table}/seats/{seat}", "POST /tables/{table}/steps",
    "DELETE /tables/{table}/seats/mine", "POST /tables/{table}/takeback", "POST /tables/{table}/hint",
    "PUT /tables/{table}/planned-lines", "POST /tables/{table}/imagined", "POST /tables/{table}/imagined/why-not",
    "PUT /tables/{table}/bots",
    "POST /tables/{table}/bots/step",
    "POST /tables/{table}/rematch", "POST /tournaments", "POST /tournaments/{tournament}/entrants",
    "DELETE /tournaments/{tournament}/entrants/{entrant}", "POST /tournaments/{tournament}/bots",
    "POST /tournaments/{tournament}/start", "POST /tournaments/{tournament}/cancel",
    "PUT /tournaments/{tournament}/seeds", "PUT /tournaments/{tournament}/about", "POST /talk/{place}",
    "POST /quick-matches", "DELETE /quick-matches/{table}", "POST /challenges", "POST /puzzles/{name}/{puzzle}/try",
}  # fmt: skip
# The last four change nothing: what is asked about is too long for an address.
NEEDS_NO_TOKEN = {
    "POST /guests", "POST /sessions", "DELETE /sessions/current", "POST /password-resets",
    "POST /games/{name}/analysis", "POST /games/{name}/analysis/lines", "POST /games/{name}/analysis/lore",
    "POST /tables/{table}/review/conclusion",
}  # fmt: skip
A_GUEST_CANNOT = {
    "POST /tables (rated)", "POST /tables/{table}/invitations (listed)", "POST /tournaments", "POST /me/tokens",
    "POST /me/password", "PUT /me/mail/address", "POST /tournaments/{tournament}/entrants (rated)",
    "POST /quick-matches (rated)", "POST /challenges", "DELETE /me/passkeys/{handle}", "PATCH /me/passkeys",
    "PUT /me/membership",
}  # fmt: skip

__all__ = ["A_GUEST_CANNOT", "A_TOKEN_MAY_CHANGE", "NEEDS_NO_TOKEN", "ROWS", "Row"]
