"""All that leaves the two servers for one viewer, however it asks, to be compared byte for byte."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple

from parlour.core.laws.refusals import TOUCH, SeatRequests
from parlour.house.mail import letters
from parlour.server.http.routes import API
from tests.faults.twins import Twins
from tests.faults.worlds import NOBODY, PATIENCE, Answer, Headers, Socket, World
from tests.server.matrix.rows import ROWS, Row
from tests.server.matrix.trial import filled

WRONG = {"command": "a1-a2", "dance": "55>1", "luckymoose": "swap rr"}  # well spelled, and hardly ever possible
SELDOM = {"command": "e4-e5", "dance": "end", "luckymoose": "end"}  # possible at some times

# What is the same for everybody at all times.
NOT_ASKED = {
    "GET /", "GET /{name}", f"GET {API}/reference/{{name}}", f"GET {API}/games", f"GET {API}/games/{{name}}",
    f"GET {API}/games/{{name}}/texts", f"GET {API}/schema", f"GET {API}/schema/openapi.json",
    f"GET {API}/schema/{{path}}", f"GET {API}/games/{{name}}/position", f"GET {API}/qr",
    f"GET {API}/games/{{name}}/diagrams/{{diagram}}", f"GET {API}/games/{{name}}/diagrams/{{diagram}}/why-not",
    f"GET {API}/games/{{name}}/emblem", f"GET {API}/games/{{name}}/preview.png",
    f"GET {API}/puzzles/{{name}}/{{puzzle}}/why-not",
    f"GET {API}/club/emblem/{{picture}}",
    f"GET {API}/games/{{name}}/net/{{digest}}", f"GET {API}/games/{{name}}/module",
    f"GET {API}/games/{{name}}/module/{{sources}}", "GET /unsubscribe",
}  # fmt: skip

# What a viewer can send is what the table of roles and routes has: no route is without a row there. What is read is
# asked for by `_look`, steps by `ask_for_steps`, and whoever takes their data away does so by `take_away`.
ENDING = [
    f"DELETE {API}/tables/{{table}}/seats/mine", f"POST {API}/accounts", f"DELETE {API}/sessions/{{handle}}",
    f"DELETE {API}/sessions/current", f"DELETE {API}/me",
]  # fmt: skip
SENT = [
    row for row in ROWS if not row.route.startswith("GET ")
    and row.route not in (*ENDING, f"POST {API}/tables/{{table}}/steps", f"POST {API}/me/export")
]  # fmt: skip
USED_KEY = "once"  # by which something has been done already
NO_MESSAGES = ("", "{", "[]", '{"do": "look"}', '{"do": "act"}', '{"do": "act", "table": 1}')


class Words(dict[str, Any]):
    """What stands in a row's path and body: of what the viewer has nothing, there is none."""

    def __missing__(self, name: str) -> str:
        return "none"


class Heard(NamedTuple):
    """Something that has come, and where from."""

    place: str
    what: bytes


class ViewerTraffic:
    """The viewer's, in both worlds."""

    def __init__(self, twins: Twins, rng: Random) -> None:
        self._twins, self._rng, self._viewer = twins, rng, twins.setting.viewer
        self.heard: dict[World, list[Heard]] = {world: [] for world in twins.worlds}
        self._sockets: dict[World, Socket] = {}
        self._telling: list[str] = []  # steps that can be taken in both worlds, and would tell them apart
        self.refused = self.taken = 0  # of the viewer's requests for steps
        self._used_key = False

    # -- sockets ----------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def open(self) -> AsyncIterator["ViewerTraffic"]:
        """The viewer follows the table, the lobby and its own list, and hears of everything when it happens."""
        async with AsyncExitStack() as closing:
            for world in self._twins.each():
                socket = await closing.enter_async_context(world.socket(self._person(world)))
                self._sockets[world] = socket
                world.settle = partial(self._hear, world, socket, "socket")
                topics: list[dict[str, Any]] = [{"topic": "lobby"}, {"topic": "me"}, self._table(world)]
                for topic in topics:  # one by one: asked for together, which is read first is a race
                    socket.say({"do": "watch", **topic})
                    await world.settle()
            yield self

    async def come_again(self) -> None:
        """Another tab, from some cursor on; and what it should not ask."""
        share = self._rng.random()
        for world in self._twins.each():
            last = len(world.table_now().told[self._viewer])
            async with world.socket(self._person(world)) as socket:
                for message in self._of_another_tab(world, int(last * share), last + 1):
                    socket.say(message)
                    await self._hear(world, socket, "another socket")
                for text in NO_MESSAGES:
                    socket.mumble(text)
                await self._hear(world, socket, "another socket")

    def _of_another_tab(self, world: World, cursor: int, too_far: int) -> Iterator[dict[str, Any]]:
        table, seats = {"table": world.table}, self._twins.setting.seats
        yield {"do": "watch", **self._table(world), "cursor": cursor}
        yield {"do": "watch", **self._table(world), "cursor": too_far}
        for seat in (*range(seats), None):
            if seat != self._viewer:
                yield {"do": "watch", "topic": "table", **table, "seat": seat}
        for seat in range(seats + 1):
            yield {"do": "act", **table, "seat": seat, "steps": ["nonsense", WRONG[self._twins.setting.game]]}
        for topic in ("table", "lobby", "me", "tournament", "talk"):
            which = {"topic": topic, **table, "tournament": "none", "place": "house"}
            yield {"do": "watch", **which, "id": 1}
            yield {"do": "unwatch", **which, "id": 2}
        yield {"do": "say", **table, "text": "", "id": 3}

    @asynccontextmanager
    async def waiting(self) -> AsyncIterator[None]:
        """Ask for what comes next, before it does. Whoever is told of nothing is not answered either."""
        seat = {} if self._viewer is None else {"seat": self._viewer}
        asked: dict[World, asyncio.Task[Answer]] = {}
        for world in self._twins.each():
            last, before = len(world.table_now().told[self._viewer]), world.followers()
            path = f"/tables/{world.table}/events"
            asked[world] = asyncio.create_task(
                world.get(path, self._person(world), after=last, wait=25, view=True, **seat)
            )
            async with asyncio.timeout(PATIENCE):
                while world.followers() == before:
                    await asyncio.sleep(0)
        yield
        for world in self._twins.each():
            await world.calm()
            await self._a_moment()
            answered = asked[world].done()
            if answered:
                self._note(world, "GET next", await asked[world])
            asked[world].cancel()
            with suppress(asyncio.CancelledError):
                await asked[world]
            self.heard[world].append(Heard("whether it was answered", b"%d" % answered))

    async def _a_moment(self) -> None:
        """As long as an answer takes for which nothing is read any more."""
        for _ in range(50):
            await asyncio.sleep(0)

    def _table(self, world: World) -> dict[str, Any]:
        """With all that can be had of it."""
        return {"topic": "table", "table": world.table, "seat": self._viewer, "view": True}

    async def _hear(self, world: World, socket: Socket, place: str) -> None:
        await world.calm()
        for message in await socket.so_far():
            self.heard[world].append(Heard(f"{place}: {json.loads(message)['is']}", message.encode()))

    # -- requests ---------------------------------------------------------------------------------------------

    async def ask_everything(self) -> None:
        """All that this viewer can ask for, and what it should not; the answers are noted whole."""
        shares = [self._rng.random() for _ in range(2)]
        for world in self._twins.each():
            await self._look(world, self._person(world), shares)
            self._read_letter(world)
            await self._do_wrong(world, self._person(world))

    def _read_letter(self, world: World) -> None:
        """What a letter would say of the table."""
        if self._viewer is not None:
            table, viewer = world.table_now(), self._viewer
            said = [*letters.last_steps(table, viewer, "en"), *letters.position_of(table, viewer)]
            self.heard[world].append(Heard("a letter", "\n".join(said).encode()))

    async def hand_on(self) -> bool:
        """Somebody else takes the viewer's seat, if it can be handed on now, and is the viewer from there on."""
        answers = await self._twins.hand_on()
        for world, answer in answers.items():
            self._note(world, "POST taking over", answer)
        return bool(answers)

    async def ask_as_nobody(self) -> None:
        """Whoever has no cookie is a viewer, too."""
        for world in self._twins.each():
            await self._look(world, NOBODY, [])

    async def _look(self, world: World, person: Headers, shares: list[float]) -> None:
        path, seats = f"/tables/{world.table}", self._twins.setting.seats
        last = len(world.table_now().told[self._viewer])
        lines = [*(int(last * share) for share in shares), last, last + 1]
        for seat in (*range(seats), None):
            own = {} if seat is None else {"seat": seat}
            for line in lines if seat == self._viewer else lines[-2:-1]:
                await self._get(world, person, f"{path}/events", after=line, **own)
                await self._get(world, person, f"{path}/at/{line}", **own)
                await self._get(world, person, f"{path}/at/{line}", everything=True, **own)
            await self._get(world, person, f"{path}/events", after=0, wait=0, **own)
            await self._get(world, person, f"{path}/events", after=0, view=True, **own)
            for thinking in ("ahead", "planned-lines", "hint/search", "bots/search", "lore"):
                await self._get(world, person, f"{path}/{thinking}", **own)
            await self._get(world, person, f"{path}/why-not", touched=["site:a1"], **own)
        for part in (
            "",
            "/plan",
            "/record",
            "/review",
            "/review/questions",
            "/fairness",
            "/replay",
            "/replay/1",
            "/ratings",
            "/preview.png",
        ):
            await self._get(world, person, path + part)
        self._note(world, "GET /table/…", await world.ask("GET", f"/table/{world.table}", person))
        await self._get(world, person, "/player-names", beginning="pl")
        todays = (await self._get(world, person, "/puzzles/today")).json()["puzzles"]
        for line in todays[:1]:  # all members' tries are looked at for it: dear, and alike for every game
            await self._get(world, person, f"/puzzles/{line['game']}/{line['id']}/finders")
        for line in todays:
            await self._get(world, person, f"/puzzles/{line['game']}/{line['id']}")
            await self._get(world, person, f"/puzzles/{line['game']}/{line['id']}/preview.png")
            await self._get(world, person, f"/puzzles/{line['game']}/next")
        first = (await self._get(world, person, "/tables", most=1)).json()
        if first.get("next"):
            await self._get(world, person, "/tables", after=first["next"])
        for query in ({}, {"mine": True}, {"turn": True}, {"phase": "playing"}, {"game": self._twins.setting.game}):
            await self._get(world, person, "/tables", **query)
        people = (
            "/me",
            "/me/mail",
            "/me/push",
            "/me/tokens",
            "/me/passkeys",
            "/me/following",
            "/me/blocks",
            "/challenges",
            "/sessions",
        )
        for about in (*people, f"/players/{world.host}", f"/players/{world.host}/meeting"):
            await self._get(world, person, about)
        # Nobody here looks after the house. What those see of a table is who sits there and what was said.
        for about in (
            "", "/reports", "/reports/none", "/people", f"/people/{world.host}", "/measures", "/log", "/words",
            "/officers", f"/tables/{world.table}", "/weekly-tournaments",
        ):  # fmt: skip
            await self._get(world, person, f"/moderation{about}")
        await self._get(world, person, "/players", name="Zoe")
        # What is said in the house, and who has played how often: of a match that goes on it tells nothing.
        played = (f"/players/{world.host}/play", f"/players/{world.host}/matches")
        for about in ("/club", "/members", "/talk/house", *played):
            await self._get(world, person, about)
        game = self._twins.setting.game
        await self._get(world, person, f"/games/{game}/leaderboard")
        await self._get(world, person, f"/games/{game}/best-scores", seats=seats)
        await self._get(world, person, "/ratings", who=world.host)
        # What tournaments tell of a table is that it is there and, when it is over, how it came out.
        await self._get(world, person, "/tournaments")
        for about in ("/tournaments/none", "/tournaments/none/calendar.ics", "/calendars/none.ics"):
            await self._get(world, person, about)
        await self._get(world, person, f"/players/{world.host}/ratings")
        await self._get(world, person, f"/players/{world.host}/ratings/{game}")
        for whole in ("/healthz", "/livez", "/metrics"):
            self._note(world, f"GET {whole}", await world.ask("GET", whole, person))

    # -- steps ------------------------------------------------------------------------------------------------

    async def ask_for_steps(self, requests: int) -> None:
        """Single ones and batches, over HTTP and by the socket, with keys and without: such as can be taken, and all
        else. Those that would rightly tell the worlds apart are left for the end."""
        for _ in range(requests):
            if self._viewer is None:
                await self._ask_for_steps_of_others()
                continue
            request = SeatRequests(self._twins.matches(), self._viewer, self._rng).any()
            if request.way in ("play", "play_all", "undo"):
                await self._ask_for_steps(["undo"] if request.way == "undo" else list(request.steps))
            elif request.way == TOUCH:
                await self._touch(request.steps)
            else:
                await self._ask_about_takeback(self._rng.random() < 0.5)

    async def _ask_for_steps(self, steps: list[str]) -> None:
        by_socket, again = self._rng.random() < 0.4, self._used_key and self._rng.random() < 0.2
        if again:  # the earlier outcome is answered, whatever is asked for
            with self._twins.imagined(steps):
                for world in self._twins.each():
                    await self._act(world, steps, USED_KEY, by_socket)
            for world in self._twins.each():
                await self._act_elsewhere(world, steps)
            return
        outcome = self._twins.outcome(steps)
        if outcome == "apart":
            self._telling = steps
        elif outcome == "alike":
            key = None if self._used_key else USED_KEY
            await self._twins.take(steps, partial(self._act, steps=steps, key=key, by_socket=by_socket))
            self._used_key, self.taken = True, self.taken + 1
        else:
            for world in self._twins.each():
                await self._act(world, steps, None, by_socket)
            self.refused += 1

    async def _touch(self, things: Sequence[str]) -> None:
        """Why it does nothing is told from what the viewer knows; in another's seat, nothing is."""
        for world in self._twins.each():
            for seat in range(self._twins.setting.seats):
                path = f"/tables/{world.table}/why-not"
                await self._get(world, self._person(world), path, seat=seat, touched=list(things))
                path = f"/tables/{world.table}/imagined/why-not"
                thought = {"seat": seat, "steps": [], "touched": list(things)}
                await self._send(world, self._person(world), "POST", path, thought)

    async def _act(self, world: World, steps: list[str], key: str | None, by_socket: bool) -> None:
        """In the viewer's seat."""
        if by_socket:
            more = {} if key is None else {"key": key}
            asked = {"do": "act", "table": world.table, "seat": self._viewer, "steps": steps, "id": len(steps)}
            self._sockets[world].say({**asked, **more})
            await world.settle()
            return
        who = {**self._person(world), **({} if key is None else {"idempotency-key": key})}
        await self._send(world, who, "POST", f"/tables/{world.table}/steps", {"seat": self._viewer, "steps": steps})
        await world.settle()

    async def _act_elsewhere(self, world: World, steps: list[str]) -> None:
        """With a key by which something was done in the viewer's seat, in all others."""
        who = {**self._person(world), "idempotency-key": USED_KEY}
        for seat in range(self._twins.setting.seats + 1):
            if seat != self._viewer:
                await self._send(world, who, "POST", f"/tables/{world.table}/steps", {"seat": seat, "steps": steps})

    async def _ask_for_steps_of_others(self) -> None:
        """Of a spectator none is taken, whatever it is."""
        seat = self._rng.randrange(self._twins.setting.seats)
        step = self._rng.choice((*self._twins.matches()[0].legal(seat)[:1], "undo", "resign", "nonsense"))
        for world in self._twins.each():
            body = {"seat": seat, "steps": [step]}
            await self._send(world, self._person(world), "POST", f"/tables/{world.table}/steps", body)
        self.refused += 1

    async def _ask_about_takeback(self, yes: bool) -> None:
        """The viewer asks, and may do so again; or somebody else asks, and the viewer does not agree."""
        seats = self._twins.setting.seats
        seat = self._viewer if yes or self._viewer is None else (self._viewer + 1) % seats
        for world in self._twins.each():
            path, body = f"/tables/{world.table}/takeback", {"seat": seat}
            if seat != self._viewer and self._may_all_ask_takeback(seat):
                await world.do(world.people[seat or 0], "POST", path, body)
            else:
                await self._send(world, self._person(world), "POST", path, body)
            answer = {"seat": self._viewer, "yes": False}
            await self._send(world, self._person(world), "POST", f"{path}/answer", answer)
            await world.settle()

    def _may_all_ask_takeback(self, seat: int | None) -> bool:
        return all(world.may_ask_takeback(seat or 0) for world in self._twins.worlds)

    # -- all that can be sent ---------------------------------------------------------------------------------

    async def send_everything(self) -> None:
        """All that the API takes and that does not end the match or the session; at a table twice, with one key."""
        for world in self._twins.each():
            for row in SENT:
                for _ in range(2 if "{table}" in row.route else 1):
                    answer = await self._send_row(world, row)
                    self._note(world, row.name.replace(API, ""), answer)
                await world.settle()

    async def _send_row(self, world: World, row: Row) -> Answer:
        words = Words(
            table=world.table,
            seat=self._viewer or 0,
            person=world.host,
            name="Zoe",
            newcomer="Zoe",
            line=1,
            step=1,
            place="house",
            number=1,
        )
        words |= {name: filled(value, words) for name, value in row.words.items()}
        method, path = row.route.split(" ")
        who = {**self._person(world), "idempotency-key": row.name.replace(" ", "")[-64:]}
        return await world.ask(method, path.format_map(words), who, filled(row.body, words), **row.query)

    async def part(self) -> list[str]:
        """The last that the viewer does, and where it is done in one world alone: a step that tells what was hidden,
        getting up, signing out. What is told of it then may differ."""
        leaks = []
        if self._telling and self._twins.outcome(self._telling) == "apart":
            self._twins.let_differ(self._telling)
            body = {"seat": self._viewer, "steps": self._telling}
            asked = [
                await world.ask("POST", f"{API}/tables/{world.table}/steps", self._person(world), body)
                for world in self._twins.each()
            ]
            leaks += ["a step that tells"] * (asked[0].status != asked[1].status)
        for route in ENDING:
            row = next(row for row in ROWS if row.route == route)
            answers = [await self._send_row(world, row) for world in self._twins.each()]
            leaks += [route] * (answers[0].status != answers[1].status)
        return leaks

    async def take_away(self) -> None:
        """All of one's own data, in a file: what may a match that goes on put into it? Nobody has none."""
        for world in self._twins.each():
            await self._take_away(world, self._person(world))
            await self._get(world, NOBODY, "/me/export")
            await self._get(world, NOBODY, "/me/export/file")

    async def _take_away(self, world: World, person: Headers) -> None:
        await self._get(world, person, "/me/export/file")
        with world.log.once():
            assert (await world.ask("POST", f"{API}/me/export", person)).status == 202
            async with asyncio.timeout(PATIENCE):
                while (state := (await world.get("/me/export", person)).json()["state"]) != "done":
                    assert state != "failed"
                    await world.calm()
                    await asyncio.sleep(0.002)
        await self._get(world, person, "/me/export")
        await self._get(world, person, "/me/export/file")

    async def _do_wrong(self, world: World, person: Headers) -> None:
        """What is refused, for reasons that may tell something."""
        path, match, game = f"/tables/{world.table}", world.match(), self._twins.setting.game
        may_undo = self._viewer is not None and match.can_undo(self._viewer)
        own = [] if self._viewer is None else match.legal(self._viewer) + match.also(self._viewer)
        for seat in {0, self._viewer or 0, self._twins.setting.seats - 1, self._twins.setting.seats}:
            for step in ("nonsense", WRONG[game], SELDOM[game], "takeback", *(() if may_undo else ("undo",))):
                if seat != self._viewer or step not in own:
                    await self._send(world, person, "POST", f"{path}/steps", {"seat": seat, "steps": [step]})
            await self._send(world, person, "POST", f"{path}/takeback/answer", {"seat": seat, "yes": True})
            if seat != self._viewer or not world.table_now().can_take_back(seat):
                await self._send(world, person, "POST", f"{path}/takeback", {"seat": seat})
            await self._send(world, person, "POST", f"{path}/hint", {"seat": seat})
            await self._send(world, person, "POST", f"{path}/contributions", {"seat": seat, "text": "late"})
            await self._send(world, person, "PUT", f"{path}/seats/{seat}/bot", {"level": 1})
            await self._send(world, person, "DELETE", f"{path}/seats/{seat}")
        for late in ("start", "ready", "rematch", "review"):
            await self._send(world, person, "POST", f"{path}/{late}")
        await self._send(world, person, "POST", f"{path}/seats", {})
        await self._send(world, person, "POST", f"{path}/substitutes", {})
        await self._send(world, person, "POST", f"/challenges/{world.table}/answer", {"yes": False})
        await self._send(world, person, "DELETE", f"/quick-matches/{world.table}")
        if self._viewer is None:
            await self._send(world, person, "DELETE", f"{path}/seats/mine")

    async def _get(self, world: World, person: Headers, path: str, **query: Any) -> Answer:
        answer = await world.get(path, person, **query)
        self._note(world, f"GET {path.replace(world.table, '…')}", answer)
        return answer

    async def _send(self, world: World, person: Headers, method: str, path: str, body: object = None) -> None:
        answer = await world.ask(method, API + path, person, body)
        self._note(world, f"{method} {path.replace(world.table, '…')}", answer)

    def _note(self, world: World, place: str, answer: Answer) -> None:
        headers = b"".join(name + b": " + value + b"\n" for name, value in answer.headers)
        self.heard[world].append(Heard(place, b"%d\n%b\n%b" % (answer.status, headers, answer.body)))

    def _person(self, world: World) -> Headers:
        return world.people[-1 if self._viewer is None else self._viewer]

    # -- comparing --------------------------------------------------------------------------------------------

    def leaks(self) -> list[str]:
        """Every place where the two worlds can be told apart."""
        nothing = Heard("number of messages", b"")
        found = [
            one.place for one, other in zip_longest(*self.heard.values(), fillvalue=nothing) if one != other
        ]  # fmt: skip
        logs = [world.log.lines for world in self._twins.worlds]
        return found + ["log" for one, other in zip_longest(*logs) if one != other]

    def count(self, part: "bytes", place: str = "") -> int:
        """How much of what was heard there has this in it."""
        return sum(part in heard.what and place in heard.place for heard in self.heard[self._twins.worlds[0]])

    @property
    def bytes(self) -> int:
        """Compared with as many of the other's."""
        world = self._twins.worlds[0]
        return sum(len(heard.what) for heard in self.heard[world]) + sum(map(len, world.log.lines))

    def not_asked(self) -> set[str]:
        """What can be asked for, or said by a socket, and was not."""
        world = self._twins.worlds[0]
        routes = {route for route in world.routes() if not route.startswith("OPTIONS ")}
        return (routes - world.asked() - NOT_ASKED) | world.not_said()
