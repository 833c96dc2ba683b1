"""Twin matches: two servers, driven in step, whose matches differ only in what one viewer may not know."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec
import pytest

from parlour import games
from parlour.core.dealer import Dealer
from parlour.core.game import CHANCE, Value, Viewer
from parlour.core.laws.refusals import SeatRequest, answer
from parlour.core.match import Match
from parlour.core.position import TAKEBACK, UNDO
from parlour.core.record import Seat
from parlour.core.texts import Refused
from tests.faults.worlds import Answer, World, in_world

FLEET = 21  # ships
TRIES = 25  # at a pair of steps that look the same
TURNS = (200, 1000, 7000)  # milliseconds between two steps
NO_CLOCK = {"pace": "none"}
LIVE = {"pace": "live", "minutes": 60, "increment": 5}
DAYS = {"pace": "days", "days": 2}
NO_OPTIONS: dict[str, Value] = {}
RESIGN = "resign"

Requests = list[list[str]]  # batches of steps, each sent by itself
# What comes of a request of the viewer's: it is refused in one world at least; taken, and the worlds look the same; or
# taken, and what it reveals differs.
Outcome = Literal["refused", "alike", "apart"]


class Setting(NamedTuple):
    """A table, and who looks on: a seat, or a spectator, who may be some steps behind."""

    game: str
    seats: int
    viewer: Viewer
    delay: int = 0
    clock: dict[str, Any] = NO_CLOCK
    options: dict[str, Value] = NO_OPTIONS
    substituted: bool = False  # in the middle of it, somebody else takes over the viewer's seat


class Twins:
    """Both worlds. Steps are tried on copies of both matches first: they are taken if the viewer cannot tell the copies
    apart by what the rules say that it may know, its view and the log. All else is what is to be found out."""

    def __init__(
        self,
        folder: Path,
        patch: pytest.MonkeyPatch,
        setting: Setting,
        rng: Random,
        databases: Sequence[str | None] = (None, None),
        processes: int = 1,
        world: type[World] = World,
    ) -> None:
        self.setting, self._viewer, self._rng = setting, setting.viewer, rng
        self._pace = Random(1)  # of each of two who go their own ways
        places = zip(("one", "other"), databases, strict=True)
        self.worlds = [world(folder / name, database, processes) for name, database in places]
        self.steps, self.apart, self.facts = 0, 0, 0  # taken; at how many the worlds differed; in how much at most
        self._squares: dict[int, list[str]] = {}
        # Of what is drawn in secret, how much is the same: where hands have nothing in common, no step looks alike.
        self._likeness = rng.choice((0.7, 0.85, 0.95))
        twins = self

        def draw(dealer: Dealer, weights: Sequence[int]) -> int:
            dealer.drawn += 1
            draws = twins.current.draws
            assert dealer.drawn <= len(draws), "every draw was decided beforehand"
            return draws[dealer.drawn - 1]

        patch.setattr(Dealer, "draw", draw)

    @property
    def current(self) -> World:
        return in_world.get()

    def each(self) -> Iterator[World]:
        for world in self.worlds:
            in_world.set(world)
            yield world

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Twins"]:
        async with AsyncExitStack() as closing:
            for world in self.each():
                await closing.enter_async_context(world.open(self.setting.game))
            await self._begin()
            yield self

    async def _begin(self) -> None:
        """The first deal is made until it differs, if there is one."""
        setting = self.setting
        rules = games.load(setting.game)
        options = rules.options_for(setting.seats, setting.options)
        for _ in range(TRIES):
            for world in self.worlds:
                world.draws = []
            seats = [Seat("x", "person")] * setting.seats
            fresh = [Match(rules, seats, options, Dealer(setting.seats, b"\0" * 32)) for _ in self.worlds]
            assert self._deal(fresh)
            if self._facts(fresh) or not fresh[0].steps:
                break
        for world in self.each():
            more = {"clock": setting.clock, "delay": setting.delay, "options": setting.options, "substitutes": True}
            await world.sit_down(setting.game, setting.seats, **more)

    async def hand_on(self) -> dict[World, Answer]:
        """The viewer's seat to another person, while it is not that seat's turn: its bot has nothing to do then."""
        seat = self._viewer
        assert seat is not None, "a seat is handed on"
        if any(seat in match.actors for match in self.matches()):
            return {}
        return {world: await world.hand_on(seat) for world in self.each()}

    def matches(self) -> list[Match]:
        return [world.match() for world in self.worlds]

    # -- steps ------------------------------------------------------------------------------------------------

    async def advance(self, freely: bool = False) -> bool:
        """One more step; False: there is none that looks the same in both and does not end the match. `freely`: both go
        their own ways, which a viewer who is behind must not notice."""
        matches = self.matches()
        for _ in range(TRIES):
            kept = [list(world.draws) for world in self.worlds]
            found = self._try(matches, freely)
            if found is not None:
                await self._take(found, freely)
                return True
            for world, draws in zip(self.worlds, kept, strict=True):
                world.draws = draws
        return False

    # -- what the viewer asks for -----------------------------------------------------------------------------

    def outcome(self, steps: Sequence[str]) -> Outcome:
        """What would come of these steps of the viewer's. If they can be taken, what is drawn then is decided."""
        seat, matches = self._viewer, self.matches()
        assert seat is not None, "spectators take no steps"
        way = "play_all" if len(steps) != 1 else "play"
        if any(answer(match, seat, SeatRequest(way, tuple(steps))) is not None for match in matches):
            return "refused"
        kept = [list(world.draws) for world in self.worlds]
        pair: list[tuple[int, Requests]] = [(seat, [list(steps)])] * 2
        if self._fits(matches, pair):
            return "alike"
        for world, draws in zip(self.worlds, kept, strict=True):
            world.draws = draws
        return "apart"

    def let_differ(self, steps: Sequence[str]) -> None:
        """The viewer is about to take steps that reveal what differs: each world draws for itself."""
        twins = [match.copy() for match in self.matches()]
        for twin in twins:
            assert self._viewer is not None, "spectators take no steps"
            twin.play(self._viewer, steps[0]) if len(steps) == 1 else twin.play_all(self._viewer, steps)
        self._deal(twins, freely=True)

    @contextmanager
    def imagined(self, steps: Sequence[str]) -> Iterator[None]:
        """The viewer asks with a key by which something was done: these steps are tried, and then not taken."""
        kept = [list(world.draws) for world in self.worlds]
        if self.outcome(steps) == "apart":
            self.let_differ(steps)
        yield
        for world, draws in zip(self.worlds, kept, strict=True):
            world.draws = draws

    async def take(self, steps: Sequence[str], send: Callable[[World], Awaitable[None]]) -> None:
        """The viewer's steps, of which nothing comes by which the worlds differ."""
        assert self._viewer is not None, "spectators take no steps"
        await self._take([(self._viewer, [list(steps)])] * 2, freely=False, send=send)

    # -- which steps look the same -----------------------------------------------------------------------------

    def _try(self, matches: list[Match], freely: bool) -> list[tuple[int, Requests]] | None:
        """Who does something, and what it is, in either world."""
        pair = [self._anything(match) for match in matches] if freely else self._pair(matches)
        return pair if self._fits(matches, pair, freely) else None

    def _fits(self, matches: list[Match], pair: list[tuple[int, Requests]], freely: bool = False) -> bool:
        """Whether that can be done, and the viewer cannot tell the worlds apart then. Decides what is drawn."""
        twins = [match.copy() for match in matches]
        before = [len(match.steps) for match in matches]
        try:
            for twin, (seat, batches) in zip(twins, pair, strict=True):
                for step in (step for batch in batches for step in batch):
                    twin.take_back(seat) if step == TAKEBACK else twin.play(seat, step)
        except Refused:
            return False
        if not self._deal(twins, freely) or any(twin.over for twin in twins):
            return False
        if freely:
            return self._shown(twins[0], before[0]) == self._shown(twins[1], before[1]) == 1
        return self._look(twins[0]) == self._look(twins[1])

    def _pair(self, matches: list[Match]) -> list[tuple[int, Requests]]:
        rng, roll = self._rng, self._rng.random()
        seat = rng.randrange(self.setting.seats)
        if roll < 0.04 and all(match.can_undo(seat) for match in matches):
            return [(seat, [[UNDO]])] * 2
        if roll < 0.08 and all(world.may_ask_takeback(seat) for world in self.worlds):
            return [(seat, [[TAKEBACK]])] * 2
        if roll < 0.15 and not matches[0].game.waiting(matches[0].state):  # ships are moved by what is below
            both = [text for text in matches[0].also(seat) if text in matches[1].also(seat) and text != RESIGN]
            if both:
                return [(seat, [[rng.choice(both)]])] * 2
        seat = rng.choice([seat for seat in matches[0].actors if seat in matches[1].actors])
        if self.setting.game == "command" and "@" in matches[0].legal(seat)[0]:
            return [(seat, requests) for requests in self._deployments(seat, matches)]
        return [(seat, requests) for requests in self._moves(seat, matches)]

    def _moves(self, seat: int, matches: list[Match]) -> list[Requests]:
        """A step that looks the same to the viewer; another one behind the same looks, if there is one."""
        looks: list[dict[str | None, list[str]]] = []
        for match in matches:
            known: dict[str | None, list[str]] = {}
            for text in match.legal(seat):
                action = match.game.parse(text)
                assert action is not None, "it is legal"
                known.setdefault(match.game.seen(match.state, seat, action, self._viewer), []).append(text)
            looks.append(known)
        common = [look for look in looks[0] if look in looks[1]]
        if not common:
            return [[], [[""]]]  # which is refused
        look = min(self._rng.choices(common, k=5), key=lambda look: self._jump(matches[0], look))
        first = self._rng.choice(looks[0][look])
        other = [text for text in looks[1][look] if text != first] or looks[1][look]
        return [
            [[first]],
            [[first if first in looks[1][look] and self._rng.random() < 0.4 else self._rng.choice(other)]],
        ]

    def _jump(self, match: Match, step: str | None) -> int:
        """In The Dance, how much room a card takes from its pile: with none left a match is soon over."""
        card, onto, pile = (step or "").partition(">")
        if self.setting.game != "dance" or not onto:
            return 10
        return abs(int(card) - int(match.state.top[int(pile) - 1]))

    def _deployments(self, seat: int, matches: list[Match]) -> list[Requests]:
        """Some ships, in the end on the same squares in both worlds; and in one some may go to and fro."""
        squares = self._squares.get(seat)
        if squares is None:
            free = [text.partition("@")[2] for text in matches[0].legal(seat)]
            squares = self._squares[seat] = self._rng.sample(free, FLEET)
        count = self._rng.randrange(3, FLEET + 1)
        batch = self._deployment(matches[0].copy(), seat, squares, count)
        if seat == self._viewer:
            return [[batch], [batch]]
        other = self._deployment(matches[1].copy(), seat, squares, count)
        ship, square = other[-1].split("@")
        free = {text.partition("@")[2] for text in matches[1].legal(seat)} - {text.partition("@")[2] for text in other}
        if not free or self._rng.random() < 0.2:
            return [[batch], [other]]
        return [[batch], [other, [f"{ship}:{square}-{min(free)}"], [f"{ship}:{min(free)}-{square}"]]]

    def _deployment(self, match: Match, seat: int, squares: list[str], count: int) -> list[str]:
        taken = []
        for _ in range(count):
            open_squares = [text for text in match.legal(seat) if text.partition("@")[2] in squares]
            if not open_squares:
                break
            taken.append(self._rng.choice(open_squares))
            match.play(seat, taken[-1])
        return taken

    def _anything(self, match: Match) -> tuple[int, Requests]:
        """Turns end often: then not even whose turn it is is the same."""
        seat = self._rng.choice(match.actors)
        legal = match.legal(seat)
        return seat, [["end" if "end" in legal and self._rng.random() < 0.5 else self._rng.choice(legal)]]

    def _deal(self, twins: list[Match], freely: bool = False) -> bool:
        """Decide what is drawn: for the viewer the same, elsewhere another thing now and then."""
        if freely:
            for world, twin in zip(self.each(), twins, strict=True):
                while twin.actor == CHANCE:
                    world.draws.append(self._rng.randrange(len(twin.game.list_chance(twin.state))))
                    twin.deal()
            return True
        while all(twin.actor == CHANCE for twin in twins):
            looks: list[dict[str, list[tuple[int, int]]]] = [{}, {}]
            for known, twin in zip(looks, twins, strict=True):
                for index, (action, _) in enumerate(twin.game.list_chance(twin.state)):
                    seen = twin.game.seen(twin.state, CHANCE, action, self._viewer) or ""
                    known.setdefault(seen, []).append((index, action))
            common = sorted(set(looks[0]) & set(looks[1]))
            if not common:
                return False
            look = self._rng.choice(common)
            first = self._rng.choice(looks[0][look])
            same = [each for each in looks[1][look] if each[1] == first[1]]
            second = same[0] if same and self._rng.random() < self._likeness else self._rng.choice(looks[1][look])
            for world, twin, (index, _) in zip(self.each(), twins, (first, second), strict=True):
                world.draws.append(index)
                twin.deal()
        return CHANCE not in (twins[0].actor, twins[1].actor)

    async def _take(
        self,
        pair: list[tuple[int, Requests]],
        freely: bool,
        send: Callable[[World], Awaitable[None]] | None = None,
    ) -> None:
        """Where both go their own ways, they take their own time over it, too."""
        passed = self._rng.choice(TURNS)
        for world, (seat, batches) in zip(self.each(), pair, strict=True):
            began = world.time.at
            if freely:
                world.time.at += self._pace.randrange(passed)
            with world.log.once():
                if send is not None:
                    await send(world)
                else:
                    for batch in batches:
                        await world.act(seat, batch)
            world.time.at = began + passed
        self.steps += 1
        facts = self._facts(self.matches())
        self.apart += facts > 0
        self.facts = max(self.facts, facts)

    # -- what is known, and what is not -----------------------------------------------------------------------

    def _look(self, match: Match) -> bytes:
        told = [str(one) for one in match.told_then(self._viewer, everything=False) if one is not None]
        return msgspec.json.encode([told, match.view(self._viewer)])

    def _shown(self, match: Match, start: int) -> int:
        """Steps since then that everybody knows of, if not what they were: by these a spectator comes closer."""
        viewers = [*range(self.setting.seats), None]
        told = [match.told_then(viewer, everything=False, start=start) for viewer in viewers]
        mine = [step for step in zip(*told, strict=True) if None not in step and step[0].by != "*"]
        return len(mine)

    def _facts(self, matches: list[Match]) -> int:
        """In how many places what is hidden from the viewer differs."""
        one, other = (
            dict(leaves(msgspec.to_builtins(match.game.view(match.state, self._viewer, True)))) for match in matches
        )
        return sum(one.get(place) != other.get(place) for place in one.keys() | other.keys())


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(each, f"{place}/{key}")
    else:
        yield place, value
