"""The house that `screens.py` photographs: the same people, tables, tournaments and letters every time.

Ids and cards come from a seed of each request's own, so that what happens in the background cannot shift them.
Time passes only with requests. The bots that play for people search by simulations alone. The address that pages show
is always the same, whatever port the server has.
"""

import asyncio
import re
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

import httpx

from parlour import bots, games
from parlour.bots.bot import Bot, bot_named
from parlour.bots.situation import situation
from parlour.core.match import Match
from parlour.house.moderation import roles
from parlour.house.people.passwords import Cost, Passwords
from parlour.house.people.person import Role
from parlour.house.puzzles.collection import collection_of
from parlour.house.tables.state import Table
from parlour.server.app import create_app
from parlour.server.http import page
from parlour.server.http.routes import API
from parlour.server.jobs import reviews
from parlour.server.run import HttpServer, config_for, listen
from parlour.server.services import Services
from tests.server.http.mail.mail_club import SentLetters
from tests.serving import HereBotPlayers, SeededEntropy, TurnedTime, parts, settings_for

ADDRESS = "http://localhost"
BEGIN = 1_790_000_000_000  # 21 September 2026
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
HISTORY, CHAPTER = 26 * DAY, 3 * HOUR  # how long they may last; who is away for a month is signed out
PASSWORD = "seven slow swans"
AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PATIENCE = 60.0  # seconds
BOT = "2@8"
LIVE = {"pace": "live", "minutes": 15, "increment": 10}
DAYS = {"pace": "days", "days": 2}
Json = dict[str, Any]


class ForgetfulBotPlayers(HereBotPlayers):
    """They begin each search anew: what they do in a position does not depend on how often they were asked."""

    def _player(self, match: Match, seat: int, key: str) -> Bot:
        return bot_named(BOT, match.game, len(match.seats), seat)


# Where a request draws from. What happens in the background has none.
drawing: ContextVar[Random | None] = ContextVar("drawing", default=None)
NUMBER = "x-request-number"


class EntropyByRequest(SeededEntropy):
    def __init__(self, background: str) -> None:
        self._background = Random(background)

    @property
    def _rng(self) -> Random:
        return drawing.get() or self._background


class NumberedRequests:
    """Around the whole application: gives each request of ours what it draws from."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        number = dict(scope.get("headers", ())).get(NUMBER.encode())
        if number is not None:
            drawing.set(Random(b"request " + number))
        await self._app(scope, receive, send)


class House:
    """As `parlour serve` has it, but for its bots, cards, clock and letters."""

    def __init__(self, folder: Path, built: Path | None = None) -> None:
        if built is not None:
            page.PAGE = built
        self._listening = listen("127.0.0.1", 0)
        self.port: int = self._listening.getsockname()[1]
        self.time, self.entropy, self.letters = TurnedTime(BEGIN), EntropyByRequest("background"), SentLetters()
        self.pace = MINUTE  # what passes with every request
        self._chapter, self._requests = "people", 0
        settings = settings_for(folder, host="127.0.0.1", port=self.port, public_url=ADDRESS)
        given = parts(
            entropy=self.entropy, time=self.time, sender=self.letters, bot_players=ForgetfulBotPlayers(),
            passwords=Passwords(Cost(4, 8, 1)),
        )  # fmt: skip
        self._app = create_app(settings, given)
        self._app.handler = NumberedRequests(self._app.handler)
        config = config_for(self._app)
        config.date_header = False  # the real time, by which the page would set its clocks
        self._server = HttpServer(config)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=self._server.config.get_loop_factory()) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._server.serve(sockets=[self._listening])

    def open(self) -> None:
        for name in games.names():
            bots.prepare(name)
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive(), "the server opens")
        assert self._server.started, "the server opens"
        wait_until(lambda: all(game["ready"] for game in self.ask("GET", "/games", {}).json()), "games are ready")

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listening.close()
        self._client.close()

    @property
    def services(self) -> Services:
        services: Services = self._app.state["services"]
        return services

    def call(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Done by the server itself."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def ask(self, method: str, path: str, headers: dict[str, str], body: object = None, **query: Any) -> httpx.Response:
        if method != "GET":  # those who wait for something ask as often as it takes
            self._requests += 1
            self.time.pass_by(self.pace)
        said = {"Origin": ADDRESS, "User-Agent": AGENT, NUMBER: f"{self._chapter} {self._requests}", **headers}
        answer = self._client.request(method, API + path, json=body, params=query, headers=said)
        self._client.cookies.clear()
        return answer

    def begin(self, chapter: str, at: int) -> None:
        """Ids and times from here on do not depend on what was done before."""
        assert at >= self.time.now(), f"time for {chapter} is over"
        self._chapter, self._requests, self.time.at = chapter, 0, at

    def table(self, id: str) -> Table:
        found = self.services.tables.held(id)
        assert found is not None, "it was just asked for"
        return found

    def is_there(self, table: str) -> bool:
        return self.ask("GET", f"/tables/{table}", {}).is_success

    def is_quiet(self) -> bool:
        """Whether no page is connected: what one sees there would be counted among the spectators of the next."""
        return len(self.services.live.sockets) == 0

    def appoint(self, name: str, role: Role) -> None:
        async def go() -> None:
            store = self.services.tables.store
            writer = roles.AuditWriter(self.time, self.entropy)
            await roles.appoint(store, writer, None, await roles.account_named(store, name), role)

        self.call(go())

    def letter(self, to: str, subject: str) -> list[str]:
        """The links of a letter, once it was sent."""
        found: list[EmailMessage] = []

        def there() -> bool:
            for each in self.letters.messages:
                letter = message_from_bytes(each.data, policy=policy.default)
                assert isinstance(letter, EmailMessage)
                if letter["To"] == to and subject in letter["Subject"]:
                    found.append(letter)
            return bool(found)

        wait_until(there, f"a letter to {to}")
        text = found[0].get_body(("plain",))
        assert text is not None
        return [link.removeprefix(ADDRESS) for link in re.findall(r"http://\S+", str(text.get_content()))]


def wait_until(true: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.01)


class Person:
    """Somebody with a cookie: a guest, or with a name an account."""

    def __init__(self, house: House, name: str = "") -> None:
        self.house = house
        answer = house.ask("POST", "/guests", {}, {} if name else {"name": "Quiet Otter"})
        self._enter(answer)
        if name:
            self._enter(house.ask("POST", "/accounts", self.headers, {"name": name, "password": PASSWORD}))

    def _enter(self, answer: httpx.Response) -> None:
        assert answer.status_code == 201, answer.text
        self.id: str = answer.json()["person"]["id"]
        cookie, _, _ = answer.headers["set-cookie"].partition(";")
        self.cookie = cookie.partition("=")[::2]
        self.headers = {"Cookie": cookie}

    def ask(self, method: str, path: str, body: object = None, **query: Any) -> Any:
        answer = self.house.ask(method, path, self.headers, body, **query)
        assert answer.is_success, f"{method} {path}: {answer.text}"
        return answer.json() if answer.content else None

    def get(self, path: str, **query: Any) -> Any:
        return self.ask("GET", path, **query)

    def post(self, path: str, body: object = None, **query: Any) -> Any:
        return self.ask("POST", path, {} if body is None else body, **query)

    def open(self, game: str, seats: Sequence[Json | str], **more: object) -> str:
        """A table; a seat is `me`, `open` or `bot`, or more exactly told."""
        told = [{"kind": seat} if isinstance(seat, str) else seat for seat in seats]
        table: str = self.post("/tables", {"game": game, "seats": told, **more})["rules"]["table"]
        return table

    def say(self, table: str, text: str) -> None:
        self.post(f"/tables/{table}/talk", {"text": text})


# -- playing --------------------------------------------------------------------------------------------------


def sit(people: Sequence[Person], game: str, **more: Any) -> str:
    """A table at which these people play, in this order."""
    first, *others = people
    table = first.open(game, ["me", *["open"] * len(others)], **more)
    invite = first.get(f"/tables/{table}")["rules"]["invite"]
    for each in others:
        each.post(f"/tables/{table}/seats", {}, invite=invite or "")
    return table


def play(house: House, table: str, people: Sequence[Person], steps: int) -> None:
    """So many steps as bots would take them, and then until it is the first one's turn; or to the end."""
    players = {}
    for taken in range(1_000):
        now = house.table(table)
        if now.over or (taken >= steps and 0 in now.to_act):
            return
        assert now.match is not None
        seat = now.to_act[-1] if taken >= steps else now.to_act[0]
        if seat not in players:
            players[seat] = bot_named(BOT, now.game, len(people), seat)
        step = now.game.text(players[seat].step(situation(now.match, seat)))
        people[seat].post(f"/tables/{table}/steps", {"seat": seat, "steps": [step]})
    raise AssertionError(f"{table} is not over")


def act(person: Person, table: str, seat: int, *steps: str) -> None:
    person.post(f"/tables/{table}/steps", {"seat": seat, "steps": list(steps)})


def wait_for_turn(person: Person, table: str) -> None:
    """Until the bots have played, also where all act at the same time, and only the first seat is to act."""
    wait_until(lambda: person.house.table(table).to_act == [0], "a turn")


# -- what there is --------------------------------------------------------------------------------------------

# How many play, and how many steps are taken before a picture.
PLAYERS = {"command": 2, "connect4": 2, "dance": 3, "luckymoose": 3, "regatta": 3, "yinsh": 2}
STEPS = {"command": 70, "connect4": 15, "dance": 14, "luckymoose": 14, "regatta": 30, "yinsh": 34}
OWN_STEPS = {"command": 24, "connect4": 3, "dance": 3, "luckymoose": 3, "regatta": 5, "yinsh": 8}  # with a coach
TALK = (
    (0, "Good luck, everybody."),
    (1, "Thanks. I have thought about this opening all week."),
    (0, "Then I shall have to find something else."),
    (1, "You always do."),
)


@dataclass
class Furnished:
    """All ids that a picture needs, by what is shown there."""

    people: dict[str, Person]
    guest: Person
    played: dict[str, str] = field(default_factory=dict)  # by game: Ada's turn, with talk and a log
    over: dict[str, str] = field(default_factory=dict)
    guided: dict[str, str] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)  # by what they are for
    cups: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)  # from letters
    puzzles: dict[str, str] = field(default_factory=dict)  # by game
    reports: list[str] = field(default_factory=list)


def furnish(house: House) -> Furnished:
    names = ("Ada", "Bob", "Cleo", "Dora", "Emil", "Hanna", "Milo", "Nina", "Rudi")
    made = Furnished({name: Person(house, name) for name in names}, Person(house))
    for number, chapter in enumerate((history, letters, friends, tournaments, moderation, club, tables_now)):
        house.begin(chapter.__name__, BEGIN + HISTORY * (number > 0) + (number + 1) * CHAPTER)
        chapter(house, made)
    return made


def history(house: House, made: Furnished) -> None:
    """Matches of the last weeks: one of every game, and enough that count for ratings to be certain."""
    ada, bob, cleo, dora = (made.people[name] for name in ("Ada", "Bob", "Cleo", "Dora"))
    for number in range(18):
        house.time.pass_by(DAY)
        pair = [(ada, bob), (cleo, ada), (bob, dora)][number % 3]
        table = sit(pair, "connect4", rated=True)
        act(pair[0], table, 0, "a")
        loser = (number // 3) % 2 if number % 5 else 1
        if loser == 0:
            act(pair[1], table, 1, "b")
        act(pair[loser], table, loser, "resign")
    for game, count in PLAYERS.items():
        house.time.pass_by(DAY)
        people = [ada, bob, cleo][:count]
        made.over[game] = sit(people, game, rated=game in ("yinsh", "dance"))
        ada.say(made.over[game], "Good luck.")
        play(house, made.over[game], people, 10_000)
    reviews.effort = lambda game, choices: 48  # enough for a graph, and the same on every machine
    ada.post(f"/tables/{made.over['connect4']}/review")
    wait_until(lambda: ada.get(f"/tables/{made.over['connect4']}/review")["state"] == "done", "a review")
    wait_until(lambda: len(ada.get("/games/yinsh/leaderboard")["players"]) >= 2, "ratings")


def letters(house: House, made: Furnished) -> None:
    ada, bob = made.people["Ada"], made.people["Bob"]
    ada.ask("PUT", "/me/mail/address", {"address": "ada@example.org", "password": PASSWORD})
    [confirm] = house.letter("ada@example.org", "your address")
    ada.post("/mail/confirm", {"token": confirm.rpartition("token=")[2]})
    bob.ask("PUT", "/me/mail/address", {"address": "bob@example.org", "password": PASSWORD})
    [made.links["confirm"]] = house.letter("bob@example.org", "your address")
    ada.post("/password-resets", {"who": "ada@example.org"})
    [made.links["reset"]] = house.letter("ada@example.org", "new password")
    table = bob.open("connect4", ["me", "open"], listed=False)
    bob.post(f"/tables/{table}/invitations", {"to": "zoe@example.org"})
    made.links["invite"], made.links["unsubscribe"] = house.letter("zoe@example.org", "invites you")


def friends(house: House, made: Furnished) -> None:
    ada, bob, cleo, dora = (made.people[name] for name in ("Ada", "Bob", "Cleo", "Dora"))
    for other in (bob, cleo, dora):
        ada.ask("PUT", f"/me/following/{other.id}")
    one = bob.post("/challenges", {"to": ada.id, "game": "yinsh", "clock": DAYS, "rated": True})
    made.tables["challenged"] = one["rules"]["table"]
    three = {"to": bob.id, "others": [dora.id], "game": "regatta", "seats": 4, "clock": DAYS}
    made.tables["asking"] = ada.post("/challenges", three)["rules"]["table"]
    declined = ada.post("/challenges", {"to": cleo.id, "game": "connect4"})["rules"]["table"]
    cleo.post(f"/challenges/{declined}/answer", {"yes": False})
    made.tables["declined"] = declined


def tournaments(house: House, made: Furnished) -> None:
    people = made.people
    players = [people[name] for name in ("Ada", "Bob", "Cleo", "Dora", "Emil")]
    hanna = people["Hanna"]

    def announce(organiser: Person, **rules: Any) -> str:
        id: str = organiser.post("/tournaments", {"game": "connect4", "clock": DAYS, **rules})["tournament"]
        return id

    def enter(cup: str, entrants: Sequence[Person]) -> None:
        for each in entrants:
            each.post(f"/tournaments/{cup}/entrants")

    def matches(cup: str) -> list[Json]:
        return [match for each in hanna.get(f"/tournaments/{cup}")["rounds"] for match in each["matches"]]

    def resign(cup: str, most: int) -> None:
        """Of the matches that are on, the second player of so many gives up. One after the other: the tournament goes
        on in the background, and its times must not depend on how fast it is."""
        open_now = [match["match"] for match in matches(cup) if match["points"] is None]
        for which in open_now[:most]:
            match = next(each for each in matches(cup) if each["match"] == which)
            first, second = (next(each for each in people.values() if each.id == who) for who in match["seats"])
            act(first, match["table"], 0, "a")
            act(second, match["table"], 1, "resign")
            wait_until(lambda w=which: any(m["match"] == w and m["points"] for m in matches(cup)), "a result")

    def rounds(cup: str, count: int) -> None:
        """Until so many rounds are drawn, and all their tables are set."""

        def set_up() -> bool:
            now = hanna.get(f"/tournaments/{cup}")
            tables = [match["table"] for each in now["rounds"] for match in each["matches"]]
            return len(now["rounds"]) >= count and all(house.is_there(table) for table in tables)

        wait_until(set_up, "a round")

    starts = house.time.now() + 3 * DAY
    made.cups["open"] = announce(
        people["Ada"], title="Winter Open", kind="swiss", game="yinsh", rated=True, starts=starts, check_in=60,
        clock=LIVE, bots=True, rounds=5,
    )  # fmt: skip
    enter(made.cups["open"], [*players[1:], hanna])
    made.cups["seeded"] = announce(people["Ada"], title="Seeded Cup", kind="knockout", seeding="hand", bots=True)
    enter(made.cups["seeded"], players)
    seeds = {"seeds": [people["Cleo"].id, people["Ada"].id]}
    people["Ada"].ask("PUT", f"/tournaments/{made.cups['seeded']}/seeds", seeds)
    made.cups["swiss"] = announce(hanna, title="Tuesday Swiss", kind="swiss", rounds=4)
    enter(made.cups["swiss"], players)
    hanna.post(f"/tournaments/{made.cups['swiss']}/start", {})
    rounds(made.cups["swiss"], 1)
    resign(made.cups["swiss"], 2)
    rounds(made.cups["swiss"], 2)
    resign(made.cups["swiss"], 1)
    made.cups["bracket"] = announce(hanna, title="Knock-out of the Autumn", kind="knockout")
    enter(made.cups["bracket"], [*players, hanna, people["Milo"]])
    hanna.post(f"/tournaments/{made.cups['bracket']}/start", {})
    rounds(made.cups["bracket"], 1)
    resign(made.cups["bracket"], 2)
    made.cups["over"] = announce(hanna, title="Summer Robin", kind="robin")
    enter(made.cups["over"], players[:3])
    hanna.post(f"/tournaments/{made.cups['over']}/start", {})
    for each in range(1, 4):
        rounds(made.cups["over"], each)
        resign(made.cups["over"], 9)
    wait_until(lambda: hanna.get(f"/tournaments/{made.cups['over']}")["phase"] == "over", "an end")
    made.cups["cancelled"] = announce(hanna, title="Rainy Day Arena", kind="arena", clock=LIVE)
    hanna.post(f"/tournaments/{made.cups['cancelled']}/cancel")


def moderation(house: House, made: Furnished) -> None:
    ada, hanna, rudi, emil = (made.people[name] for name in ("Ada", "Hanna", "Rudi", "Emil"))
    house.appoint("Hanna", "host")
    house.appoint("Milo", "moderator")
    table = sit([ada, rudi], "connect4", rated=True)
    made.tables["rude"] = table
    ada.say(table, "Good evening.")
    rudi.say(table, "You oaf.")
    act(ada, table, 0, "d")
    line = len(ada.get(f"/tables/{table}/events", seat=0)["lines"]) - 1
    about: Json = {"kind": "talk", "table": table, "seat": 0, "line": line, "reason": "insult", "words": "Not nice."}
    made.reports.append(ada.post("/reports", about)["id"])
    made.reports.append(emil.post("/reports", {"kind": "person", "person": rudi.id, "reason": "other"})["id"])
    made.reports.append(emil.post("/reports", {"kind": "table", "table": table, "reason": "other"})["id"])
    hanna.post(f"/moderation/people/{rudi.id}/measures", {"kind": "mute", "why": "Calls people names.", "hours": 24})
    settled = {"outcome": "acted", "note": "Muted for a day."}
    hanna.post(f"/moderation/reports/{made.reports[1]}/settle", settled)
    words = [{"word": "nitwit*", "how": "mask"}, {"word": "blockhead", "how": "refuse"}]
    hanna.ask("PUT", "/moderation/words", {"words": words})
    ada.ask("PUT", f"/me/blocks/{emil.id}")


NAME = "Harbour Street"
EMBLEM = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#8f432c"/>'
    '<path d="M2 5h4L4 2z" fill="#fff6e6"/></svg>'
)


def club(house: House, made: Furnished) -> None:
    """The house has a name of its own, members and something to say."""
    ada, bob, cleo, hanna = (made.people[name] for name in ("Ada", "Bob", "Cleo", "Hanna"))
    hanna.ask("PUT", "/moderation/club", {
        "name": NAME, "short": "Harbour", "accent": "brick", "notice": "Bring a cushion on Tuesday.",
        "common_room": True,
    })  # fmt: skip
    hanna.ask("PUT", "/moderation/club/emblem", {"picture": b64encode(EMBLEM.encode()).decode()})
    for person, favourites in ((ada, ["yinsh", "regatta"]), (bob, ["connect4"]), (cleo, ["dance"])):
        person.ask("PUT", "/me/membership", {"games": favourites})
    for person, text in ((ada, "Who comes on Tuesday?"), (bob, "I do, and I bring the biscuits.")):
        person.post("/talk/house", {"text": text})
    cup = {"title": "Tuesday Cup", "kind": "swiss", "game": "connect4", "clock": LIVE}
    hanna.post("/moderation/weekly-tournaments", {"tournament": cup, "weekday": 1, "hour": 19, "paused": True})
    ada.post("/me/tokens", {"label": "My bot", "scopes": ["play"]})
    made.puzzles = {game: collection_of(games.load(game)).ordered[0].id for game in PLAYERS}


def tables_now(house: House, made: Furnished) -> None:
    """What is on at the moment of the pictures, so that clocks run and nobody is late."""
    ada, bob, cleo, dora, emil = (made.people[name] for name in ("Ada", "Bob", "Cleo", "Dora", "Emil"))
    house.pace = 2_000
    for game, count in PLAYERS.items():
        people = [ada, bob, cleo][:count]
        table = made.played[game] = sit(people, game, clock=LIVE if game in ("connect4", "yinsh") else {})
        for seat, text in TALK:
            people[seat].say(table, text)
        play(house, table, people, STEPS[game])
        dora.say(table, "What a match.")
        bots_too = ["bot"] * (count - 1)
        made.guided[game] = ada.open(game, ["me", *bots_too], guided=True, listed=False)
        for _ in range(OWN_STEPS[game]):
            wait_for_turn(ada, made.guided[game])
            shown = ada.post(f"/tables/{made.guided[game]}/hint", {"seat": 0})
            act(ada, made.guided[game], 0, shown["step"])
        wait_for_turn(ada, made.guided[game])
    made.tables["deploying"] = sit([ada, bob], "command")
    play(house, made.tables["deploying"], [ada, bob], 6)
    made.tables["swapping"] = sit([ada, bob], "luckymoose")
    play(house, made.tables["swapping"], [ada, bob], 0)
    made.tables["host"] = ada.open("luckymoose", ["me", "open", "bot", "open"], start="host", listed=False)
    ada.say(made.tables["host"], "We begin at eight.")
    made.tables["join"] = bob.open("connect4", ["me", "open"], rated=True, clock=LIVE)
    made.tables["join-dance"] = cleo.open("dance", ["me", "open", "open"], start="host", substitutes=True)
    made.tables["takeback"] = sit([ada, bob], "connect4", clock=LIVE)
    act(ada, made.tables["takeback"], 0, "d")
    ada.post(f"/tables/{made.tables['takeback']}/takeback", {"seat": 0})
    made.tables["draw"] = sit([ada, bob], "connect4", clock=LIVE)
    act(ada, made.tables["draw"], 0, "d")
    act(bob, made.tables["draw"], 1, "e")
    act(ada, made.tables["draw"], 0, "draw")
    made.tables["seeking"] = dora.post("/quick-matches", {"game": "yinsh", "clock": LIVE})["rules"]["table"]
    made.tables["vacant"] = sit([cleo, dora, emil], "regatta", substitutes=True)
    emil.ask("DELETE", f"/tables/{made.tables['vacant']}/seats/mine")
    made.tables["device"] = ada.open(
        "dance", [{"kind": "me", "name": "Left"}, {"kind": "me", "name": "Right"}], listed=False
    )
    cleo.post("/me/export")
    wait_until(lambda: cleo.get("/me/export")["state"] == "done", "a file with somebody's data")


@contextmanager
def furnished(folder: Path, built: Path | None = None) -> Iterator[tuple[House, Furnished]]:
    house = House(folder, built)
    house.open()
    try:
        yield house, furnish(house)
    finally:
        house.close()
