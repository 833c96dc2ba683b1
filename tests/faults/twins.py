"""Twin matches: two servers whose matches differ only in what one viewer may not know, and all that leaves them for
that viewer, to be compared byte for byte."""

import json
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from parlour import games
from parlour.core.dealer import Dealer
from parlour.core.game import CHANCE, Viewer
from parlour.core.match import Match
from parlour.core.record import Seat
from parlour.core.texts import Refused
from parlour.server.app import create_app
from tests.server.conftest import API, BASE, Sitting, Visitor, wait_until_ready
from tests.serving import TurnedTime, parts, settings_for

FLEET = 21  # ships
TRIES = 12  # at a pair of steps that look the same
LIVE = {"pace": "live", "minutes": 60, "increment": 5}


class World:
    """One of the two servers. What its dealer draws is decided beforehand."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.time = TurnedTime()
        self.app = create_app(settings_for(folder), parts(time=self.time))
        self.client: TestClient[Litestar] = TestClient(self.app, base_url=BASE)
        self.draws: list[int] = []
        self.people: list[Visitor] = []
        self.table = ""
        self.heard: list[object] = []  # all that has reached the viewer
        self.logged: set[str] = set()

    def match(self) -> Match:
        """As it is kept; nobody else looks at it from outside."""
        table = self.app.state["premises"].house._held[self.table].table
        assert table.match is not None, "it is being played"
        found: Match = table.match
        return found


class Log(logging.Handler):
    """What the servers write down, without how long things took."""

    def __init__(self, twins: "Twins") -> None:
        super().__init__()
        self._twins = twins

    def emit(self, record: logging.LogRecord) -> None:
        self._twins.current.logged.add(re.sub(r"\d+ ms|\d\.\d+", "", record.getMessage()))


class Twins:
    """Both worlds, driven in step."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.worlds = [World(folder / name) for name in ("one", "other")]
        self.current = self.worlds[0]
        twins = self

        def draw(dealer: Dealer, weights: Sequence[int]) -> int:
            dealer.drawn += 1
            return twins.current.draws[dealer.drawn - 1]

        patch.setattr(Dealer, "draw", draw)

    @contextmanager
    def open(self) -> Iterator["Twins"]:
        log, parlour = Log(self), logging.getLogger("parlour")
        with ExitStack() as closing:
            parlour.addHandler(log)
            closing.callback(parlour.removeHandler, log)
            for world in self.each():
                closing.enter_context(world.client)
                wait_until_ready(world.client, *games.names())
            yield self

    def each(self) -> Iterator[World]:
        for world in self.worlds:
            self.current = world
            yield world

    # -- the match --------------------------------------------------------------------------------------------

    def begin(self, game: str, viewer: Viewer, rng: Random, clock: object) -> None:
        self._viewer, self._rng, self.differences = viewer, rng, 0
        self._squares: dict[int, list[str]] = {}
        seats = max(2, games.load(game).seats[0])
        rules = games.load(game)
        fresh = []
        for world in self.worlds:
            world.draws = []
            options = rules.options_for(seats, {})
            fresh.append(Match(rules, [Seat("x", "person")] * seats, options, Dealer(seats, b"\0" * 32)))
        assert self._deal(fresh)
        for world in self.each():
            world.people = [Visitor(world.client) for _ in range(seats + 1)]
            more = {} if clock is None else {"clock": clock}
            table = world.people[0].open(game, "m" + "o" * (seats - 1), **more)
            world.table = table.id
            for person in world.people[1:seats]:
                assert person.post(f"{table.path}/seats", {}).status_code == 200

    def advance(self) -> bool:
        """One more step; False: there is none that looks the same in both, or all is over."""
        matches = [world.match() for world in self.worlds]
        if any(match.over for match in matches):
            return False
        acting = [seat for seat in matches[0].actors if seat in matches[1].actors]
        for _ in range(TRIES):
            seat = self._rng.choice(acting)
            pair = self._pair(seat, matches)
            before = [list(world.draws) for world in self.worlds]
            twins = [match.copy() for match in matches]
            try:
                for _, twin, steps in zip(self.each(), twins, pair, strict=True):
                    for step in steps:
                        twin.play(seat, step)
                alike = self._deal(twins) and self._look(twins[0]) == self._look(twins[1])
            except Refused:
                alike = False
            if alike:
                self._take(seat, pair)
                return True
            for world, draws in zip(self.worlds, before, strict=True):
                world.draws = draws
        return False

    def _pair(self, seat: int, matches: list[Match]) -> tuple[list[str], list[str]]:
        legal = [match.legal(seat) for match in matches]
        step = self._rng.choice(legal[0])
        if seat == self._viewer:
            return [step], [step]
        if "@" in step and matches[0].game.name == "command":
            return self._deployed(seat, legal)
        if self._rng.random() < 0.3:
            return [step], [step]
        hidden = [each for each in legal[1] if each not in legal[0]]
        return [step], [step if step in legal[1] or not hidden else self._rng.choice(hidden)]

    def _deployed(self, seat: int, legal: list[list[str]]) -> tuple[list[str], list[str]]:
        """The same squares in the end, with other ships on them; and in one world some go to and fro."""
        squares = self._squares.setdefault(seat, [each.partition("@")[2] for each in legal[0]][:FLEET])
        here, there = ([each for each in texts if each.partition("@")[2] in squares] for texts in legal)
        other, free = there[-1], there[0].partition("@")[2]
        ship, square = other.split("@")
        if free != square and self._rng.random() < 0.5:
            return [here[0]], [other, f"{ship}:{square}-{free}", f"{ship}:{free}-{square}"]
        return [here[0]], [other]

    def _deal(self, twins: list[Match]) -> bool:
        """Decide what is drawn: for the viewer the same, elsewhere another thing now and then."""
        while twins[0].actor == CHANCE and twins[1].actor == CHANCE:
            game, rng = twins[0].game, self._rng
            ours, theirs = (
                {game.seen(t.state, CHANCE, a, self._viewer) or "": [] for a, _ in game.list_chance(t.state)}
                for t in twins
            )
            for known, twin in zip((ours, theirs), twins, strict=True):
                for index, (action, _) in enumerate(game.list_chance(twin.state)):
                    known[game.seen(twin.state, CHANCE, action, self._viewer) or ""].append((index, action))
            common = sorted(set(ours) & set(theirs))
            if not common:
                return False
            look = rng.choice(common)
            first = rng.choice(ours[look])
            same = [each for each in theirs[look] if each[1] == first[1]]
            second = same[0] if same and rng.random() < 0.7 else rng.choice(theirs[look])
            self.differences += first[1] != second[1]
            for world, twin, (index, _) in zip(self.each(), twins, (first, second), strict=True):
                world.draws.append(index)
                twin.deal()
        return CHANCE not in (twins[0].actor, twins[1].actor)

    def _look(self, match: Match) -> object:
        told = [one for one in match.told_then(self._viewer, everything=False) if one is not None]
        choices = [] if self._viewer is None or match.over else match.choices(self._viewer)
        return msgspec.json.encode([[str(one) for one in told], match.scene(self._viewer), choices, match.actors])

    def _take(self, seat: int, pair: tuple[list[str], list[str]]) -> None:
        self.differences += pair[0] != pair[1]
        for world, steps in zip(self.each(), pair, strict=True):
            for step in steps:
                answer = Sitting(world.people[seat], world.table).act(seat, step)
                assert answer.status_code == 200, answer.text
            world.time.at += 1000

    # -- what the viewer gets ---------------------------------------------------------------------------------

    def viewer_of(self, world: World) -> Visitor:
        return world.people[-1 if self._viewer is None else self._viewer]

    def ask_everything(self, wrong: str) -> None:
        """All that this viewer can ask for, and what it should not; the answers are noted whole."""
        seats = {} if self._viewer is None else {"seat": self._viewer}
        for world in self.each():
            person, path = self.viewer_of(world), f"/tables/{world.table}"
            news = person.get(f"{path}/events", **seats).json()
            last = news["cursor"]
            answers = [
                person.get(path),
                person.get(f"{path}/events", **seats),
                person.get(f"{path}/events", after=last, **seats),
                person.get(f"{path}/events", after=last + 1, **seats),
                person.get(f"{path}/events", seat=0 if self._viewer != 0 else 1),
                person.get(f"{path}/at/{last}", **seats),
                person.get(f"{path}/at/{last // 2}", **seats),
                person.get(f"{path}/at/{last}", everything=True, **seats),
                person.get(f"{path}/record"),
                person.get(f"{path}/review"),
                person.get(f"{path}/fairness"),
                person.get("/tables"),
                person.get("/tables", mine=True),
                person.post(f"{path}/steps", {"seat": self._viewer or 0, "steps": [wrong]}),
                person.post(f"{path}/steps", {"seat": self._viewer or 0, "steps": ["undo"]})
                if not news["now"].get("can_undo")
                else None,
                person.post(f"{path}/takeback/answer", {"seat": self._viewer or 0, "yes": True}),
            ]
            world.heard += [(a.status_code, sorted(a.headers.items()), a.content) for a in answers if a is not None]

    @contextmanager
    def sockets(self) -> Iterator["Twins"]:
        """The viewer follows the table, the lobby and its own list."""
        with ExitStack() as closing:
            self._sockets = []
            for world in self.each():
                headers = self.viewer_of(world).headers
                socket = closing.enter_context(world.client.websocket_connect(f"{API}/live", headers=headers))
                self._sockets.append(socket)
                watch = {"do": "watch", "topic": "table", "table": world.table, "seat": self._viewer}
                socket.send_text(json.dumps(watch))
            self.listen()
            yield self

    def listen(self) -> None:
        """Everything that has been sent so far: news go before answers."""
        for world, socket in zip(self.each(), self._sockets, strict=True):
            socket.send_text('{"do": "ping", "id": "so far"}')
            message: Any = None
            while message is None or '"so far"' not in message:
                message = socket.receive_text(timeout=20)
                world.heard.append(message)

    def check(self) -> None:
        one, other = self.worlds
        for number, (here, there) in enumerate(zip(one.heard, other.heard, strict=False)):
            assert here == there, f"number {number}"
        assert len(one.heard) == len(other.heard), "the number of messages"
        assert one.logged == other.logged, "what was logged"
