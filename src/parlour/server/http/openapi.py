"""The API's description (OpenAPI): what Litestar reads from the code, completed with what is the same for all of it.

It is served as a document, and as a page that shows the document. The page is three small files of our own: those that
come with frameworks load scripts from elsewhere, or have them in the page, and our policy allows neither.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.exceptions import NotFoundException
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.params import FromPath

from parlour.bots.review import FoundStep, Looked
from parlour.house.friends.challenges import NewChallenge
from parlour.house.friends.quick_match import QuickMatchRequest
from parlour.house.tables.clocks import Clock
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tournaments.repository import NewTournament
from parlour.house.tournaments.weekly import WeeklyTemplate
from parlour.server.http.analysis import messages as analysis
from parlour.server.http.club import messages as club
from parlour.server.http.friends import messages as friends
from parlour.server.http.mail import messages as mail
from parlour.server.http.moderation import messages as moderation
from parlour.server.http.page import TYPES
from parlour.server.http.people import messages as people
from parlour.server.http.problems import MEDIA_TYPE, problem
from parlour.server.http.push import messages as push
from parlour.server.http.puzzles import messages as puzzles
from parlour.server.http.schemas import Json, schemas_of
from parlour.server.http.tables import messages as tables
from parlour.server.http.tournaments import handlers as tournaments

REFERENCE = Path(__file__).parent.parent / "reference"
METHODS = ("get", "put", "post", "delete", "patch")

ABOUT = """\
Everything that the page does can be done here. Programs send a token as `Authorization: Bearer …`; an account makes one
at `/me/tokens`. A refusal is a problem document (RFC 9457): `detail` is a sentence for people, `key` is for programs,
and nothing has changed. With the same `Idempotency-Key` a thing is done once, however often it is asked for.

A WebSocket at `/api/v1/live` tells what happens while it happens. It takes `{"do": "watch", "topic": "table",
"table": …, "seat": …, "cursor": …}`, `unwatch`, `act`, `say` and `ping`, each with an `id` by which it is answered as
`done` or `refused`; topics are `table`, `lobby`, `me` and `tournament`, whose cursor is the version that is known. A
client that follows a table says so with `me` as well, and is not told all its tables again for every move there. A
program that does not draw says `"draw": false` with `watch`, and is told the same without the scene; one that knows the
game says `"view": true`, and `now` has the game's own view. With `"answers": true`, what the socket does at that table
is not answered by itself: the news that tell of it have its `id` in a list, `done`. When a rated match has been rated,
those who follow its table are told `ratings`, as at `/tables/{table}/ratings`."""

PARAMETERS = {
    "table": "The table's id.",
    "name": "The game's name, such as `yinsh`.",
    "invite": "What the link to a private table has after `invite=`; not needed by those who sit there.",
    "seat": "Counted from 0. Left out: as a spectator.",
    "line": "How many lines of that viewer's.",
    "step": "How many steps of the record; 0 is the beginning.",
    "text": "What the code says: a link, say.",
    "after": "A cursor: how many lines one has been told already.",
    "draw": "Whether the scene is wanted; a program that does not draw can do without.",
    "view": "Whether the game's own view is wanted, for a client that knows the game.",
    "wait": "Seconds to hold the request if there is nothing new yet.",
    "game": "Of this game alone.",
    "phase": "Those that are open, played or over.",
    "room": "Whether somebody can still sit down.",
    "pace": "Tables with this kind of clock.",
    "mine": "All tables at which one sits, private ones too; all tournaments in which one takes part.",
    "turn": "Tables that wait for one.",
    "most": "How many at a time.",
    "puzzle": "The puzzle's id.",
    "picture": "The emblem's, as its address has it.",
    "place": "Where it is said: `house` for the common room, or a tournament's id.",
    "number": "Of what was said.",
    "weekly": "The weekly tournament's id.",
    "diagram": "The diagram's name, as the rules page has it.",
    "handle": "As it stands in the list.",
    "device": "As it stands in the list.",
    "person": "The person's id.",
    "tournament": "The tournament's id.",
    "kind": "Round robin, Swiss, knock-out or arena.",
    "organised": "Those that one organises.",
    "entrant": "As it stands in the list.",
    "digest": "A hash of the net, as `/games/{name}/module` gives it.",
    "sources": "A hash of what it was made from, as `/games/{name}/module` gives it.",
    "settled": "Those that have been settled, not those that are open.",
    "report": "The report's id.",
    "measure": "The measure's id.",
    "secret": "A token for `calendar` alone.",
    "Idempotency-Key": "One for each thing that is wanted, chosen by whoever asks: 1 to 64 plain characters.",
}

PROBLEMS: Mapping[int, tuple[str, str]] = {
    400: ("server.message", "The request cannot be read."),
    401: ("people.sign-in", "Come in first, or the token is not valid."),
    403: ("refuse.not-your-seat", "This is for somebody else, or did not come from the house's own page."),
    404: ("refuse.no-table", "There is no such thing, or one may not know of it."),
    409: ("refuse.seat-taken", "It is too late for this, too early, or somebody was quicker."),
    410: ("people.reset-link", "The link from the letter was used, or its time is over."),
    413: ("server.too-big", "The body is larger than 64 KiB."),
    421: ("safety.host", "The house does not go by this name."),
    422: ("refuse.not-your-turn", "Understood, and not possible."),
    429: ("safety.too-many", "Too much at once; `Retry-After` says when to come again."),
    500: ("server.trouble", "A fault of the house."),
    503: ("server.not-ready", "Not now: a game is being made ready, or the house is busy. `Retry-After` says when."),
}
EVERYWHERE = (400, 401, 403, 421, 422, 429, 500, 503)
LINKS = ("/mail/confirm", "/password-resets/use")  # what letters lead to, once
MORE_SUCCESS = {
    ("/tables/{table}/plan", "get"): ("304", "It is the plan that `If-None-Match` names."),
    ("/guests", "post"): ("200", "You were in already, and stay who you are."),
}
ANSWERS = {  # Litestar sees bytes there, or nothing, which is what goes with 304
    ("/tables/{table}/record", "get"): {"type": "object", "description": "A record, format 1."},
    ("/tables/{table}/plan", "get"): {"$ref": "#/components/schemas/Plan"},
}

EXAMPLES: Mapping[type, msgspec.Struct] = {
    type(example): example
    for example in (
        NewTable(game="yinsh", seats=[NewSeat("me"), NewSeat("bot", level=3)], clock=Clock("live", 10, 5)),
        tables.Steps(0, ["f6"]),
        tables.Talk("Good luck."),
        tables.Join(1, "a quiet evening"),
        tables.BotLevel(3),
        tables.OneSeat(0),
        tables.HintAsked(0),
        tables.BotsOn(True),
        tables.DeviceStep(1, 7, "5"),
        tables.LookedInto([Looked(1, [0.2, -0.2], [0.1, -0.1])]),
        tables.Answer(1, True),
        tables.LineSteps(0, ["e", "d"]),
        tables.LineTouch(0, ["e"], touched=["site:d1"]),
        analysis.AnalysisLine(2, steps=[analysis.LineStep(0, "d")]),
        analysis.AnalysisRequest(2, steps=[analysis.LineStep(0, "d")], plan=True),
        analysis.LinesToTell(2, lines=[[FoundStep(0, "3"), FoundStep(1, "3")]]),
        tables.LinesToPlan(0, [["e", "d"]]),
        puzzles.TryPuzzle("f3-f8"),
        tables.Contribution(0, "a quiet evening"),
        NewTournament(title="Spring Cup", kind="swiss", game="yinsh", clock=Clock("live", 10, 5), rounds=5),
        tournaments.Seeds(["Xk3v9Qm2"]),
        people.NewGuest("Anna"),
        people.NewAccount("Anna", "seven slow swans"),
        people.SignIn("Anna", "seven slow swans"),
        people.AskPasskey(),
        people.PasskeySignIn(people.PasskeyAnswer("YSBwYXNza2V5", "eyJ0eXBlIjoi", "SZYN5YgOjGh0", "MEUCIQDn")),
        people.BeginPasskey("seven slow swans"),
        people.AddPasskey("My phone", "YSBwYXNza2V5", "eyJ0eXBlIjoi", "o2NmbXRkbm9u"),
        people.RemovePasskey("seven slow swans"),
        people.AskForBoth(True, "seven slow swans"),
        people.ChangeMe(settings={"dark": True}),
        people.ChangePassword("seven slow swans", "nine quick geese"),
        people.Goodbye("seven slow swans"),
        people.NewToken("My robot on the shelf", ["play"]),
        QuickMatchRequest(game="yinsh", clock=Clock("live", 10, 5)),
        NewChallenge(to="hX2pQmZr0aBcDeFg", others=["Kd83hsLq0aBcDeFg"], game="regatta", seats=4, bots=3),
        friends.YesOrNo(True),
        friends.StepIn(1),
        mail.GiveAddress("ada@example.org", "seven slow swans"),
        mail.ForgetAddress("seven slow swans"),
        mail.WantMail(turn=False),
        push.AddDevice(
            "https://push.example.org/x", push.DeviceKeysGiven("BCVxsr7N_eNgVRqvHtD0zTZsEc6", "BTBZMqHH6r4T")
        ),
        push.WantPush(over=False),
        mail.UseLink("k3Jx0sVd2l"),
        mail.AskReset("Anna"),
        mail.UseReset("k3Jx0sVd2l", "nine quick geese"),
        mail.Unsubscribe("turn.5b1c.hX2pQmZr0aBcDeFg"),
        mail.Invite("ada@example.org"),
        moderation.NewReport(kind="talk", table="Xk3v9Qm2", seat=0, line=7, reason="insult"),
        moderation.Settle("acted", "Muted for a day."),
        moderation.NewMeasure("mute", "Insults at the table, twice.", 24),
        moderation.WhyMessage("It was a misunderstanding."),
        club.ClubWish(name="Harbour Street Games", short="Harbour St", accent="brick", notice="Regatta on Tuesday."),
        club.NewEmblem("PHN2ZyB4bWxucz0i…"),
        club.NewRemark("Regatta in ten minutes, one boat still free."),
        club.RemarkReport("insult", "Again."),
        club.Membership(["yinsh", "regatta"]),
        tournaments.AboutTournament("Five rounds. Tea at nine."),
        WeeklyTemplate(
            tournament=NewTournament(
                title="Moose Cup", kind="swiss", game="luckymoose", clock=Clock("live", 10, 5), rounds=5
            ),
            weekday=1,
            hour=19,
            zone="Europe/Berlin",
        ),
        moderation.Counts(False, "One of the two played both sides."),
        moderation.WordList([moderation.WordLine("nitwit", "mask"), moderation.WordLine("blockhead*", "refuse")]),
    )
}


def describe(app: Litestar) -> Json:
    """The whole description."""
    document: Json = msgspec.to_builtins(app.openapi_schema.to_schema())
    document["info"]["description"] = ABOUT
    parts = document["components"]
    parts["schemas"] = schemas_of(app)
    parts["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "A program's token."},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "__Host-parlour", "description": "A browser's session."},
    }
    document["security"] = [{"token": []}, {"cookie": []}, {}]
    for path, method, operation in operations(document):
        _complete(path, method, operation)
    return document


def operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]


def _complete(path: str, method: str, operation: Json) -> None:
    said = " ".join(operation.get("description", "").split())
    operation["description"] = said
    operation["summary"] = re.split(r"[.;:] |\.$", said)[0]
    for parameter in operation.get("parameters", ()):
        parameter.setdefault("description", PARAMETERS.get(parameter["name"], ""))
    for status in _statuses(path, method, operation):
        key, why = PROBLEMS[status]
        example = msgspec.to_builtins(problem(status, key, why))
        content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}}
        operation["responses"][str(status)] = {"description": why, "content": content}
    for (end, which), (more, why) in MORE_SUCCESS.items():
        if path.endswith(end) and method == which:
            told = next(value for status, value in operation["responses"].items() if status[0] == "2")
            operation["responses"][more] = {"description": why} if more == "304" else {**told, "description": why}
    for (end, which), schema in ANSWERS.items():
        if path.endswith(end) and method == which:
            operation["responses"]["200"]["content"]["application/json"]["schema"] = schema
    for content in operation.get("requestBody", {}).get("content", {}).values():
        name = content["schema"].get("$ref", "").rpartition("/")[2]
        example = next((one for kind, one in EXAMPLES.items() if kind.__name__ == name), None)
        if example is not None:
            content["example"] = msgspec.to_builtins(example)


def _statuses(path: str, method: str, operation: Json) -> list[int]:
    more = [404] if "{" in path else []
    if method != "get" or "{table}" in path:
        more.append(409)
    if path.endswith(LINKS):
        more.append(410)
    if "requestBody" in operation:
        more.append(413)
    return sorted([*EVERYWHERE, *more])


# -- serving it -----------------------------------------------------------------------------------------------


class DescriptionPlugin(JsonRenderPlugin):
    """The document."""

    _document: bytes = b""

    def render(self, request: Any, openapi_schema: Json) -> bytes:
        if not self._document:
            self._document = msgspec.json.encode(describe(request.app))
        return self._document


class ReferencePlugin(OpenAPIRenderPlugin):
    """The page."""

    def render(self, request: Any, openapi_schema: Json) -> bytes:
        return (REFERENCE / "index.html").read_bytes()


@get("/reference/{name:str}", include_in_schema=False, sync_to_thread=False)
def reference_file(name: FromPath[str]) -> Response[bytes]:
    """What the page is made of."""
    if name not in ("reference.js", "reference.css"):
        raise NotFoundException
    path = REFERENCE / name
    return Response(path.read_bytes(), media_type=TYPES[path.suffix], headers={"Cache-Control": "no-cache"})
