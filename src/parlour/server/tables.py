"""Tables kept in memory: a match, who sits there, and the key to each person's seat."""

import asyncio
import hmac
import secrets
from collections.abc import Sequence
from random import Random

from parlour.bots.bot import Bot, bot_named, remarks
from parlour.bots.pool import Pool
from parlour.bots.situation import situation
from parlour.core.dealer import SECRET_BYTES, Dealer
from parlour.core.game import Game, Viewer
from parlour.core.history import Told
from parlour.core.knowledge import nothing_to_do
from parlour.core.match import Match
from parlour.core.offers import DECLINE
from parlour.core.position import in_words
from parlour.core.record import CHANCE_NAME, Seat
from parlour.core.texts import Refused
from parlour.server.messages import LogLine, NewTable, SeatCard, TableCard, TableState

MOST_TABLES = 500
LEVEL = "level"  # in a record's seat
LONGEST_WAIT = 20.0  # seconds that a request for news is held


class Table:
    """One match with its people and bots."""

    def __init__(self, id: str, match: Match, rng: Random, pause: float, pool: Pool | None) -> None:
        self.id = id
        self.match = match
        self.tokens = [secrets.token_urlsafe(24) if seat.kind == "person" else None for seat in match.seats]
        self.plan = match.plan()
        self._pause = pause  # seconds between the steps of bots, so that people can follow
        self._pool = pool  # where bots think; None: here and at once, which only tests want
        self._seed = rng.getrandbits(40)
        self._players: dict[int, Bot] = {}  # those that think here
        self._news = asyncio.Event()
        self._bots: asyncio.Task[None] | None = None
        self._go_on()

    @property
    def game(self) -> Game:
        return self.match.game

    def card(self) -> TableCard:
        seats = [SeatCard(seat.name, seat.kind, seat.extra.get(LEVEL)) for seat in self.match.seats]
        return TableCard(self.id, self.game.name, dict(self.match.options), seats, self.plan.hash())

    def check_token(self, seat: int, token: str | None) -> None:
        """Refuse whoever does not hold the key to this seat."""
        if seat not in range(len(self.tokens)):
            raise Refused("server.no-seat", seat=seat)
        if token is None:
            raise Refused("server.no-token")
        key = self.tokens[seat]
        if key is None or not hmac.compare_digest(key.encode(), token.encode()):
            raise Refused("server.wrong-token")

    def state(self, viewer: Viewer) -> TableState:
        match, log = self.match, self.match.told(viewer)
        return TableState(
            version=len(log),
            seat=viewer,
            to_act=[seat for seat in match.actors if seat >= 0],
            scene=match.scene(viewer),
            choices=[] if viewer is None else match.choices(viewer),
            log=[self._in_words(line) for line in log],
            can_undo=viewer is not None and match.can_undo(viewer),
            offer=match.offer_by(),
            result=match.result,
        )

    async def state_after(self, viewer: Viewer, version: int) -> TableState:
        """The state once the viewer has not seen it all; or as it is, after a while."""
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                while len(self.match.log(viewer)) == version and not self.match.over:
                    await self._news.wait()
        except TimeoutError:
            pass
        return self.state(viewer)

    def act(self, seat: int, step: str | Sequence[str]) -> None:
        if isinstance(step, str):
            self.match.play(seat, step)
        else:
            self.match.play_all(seat, step)
        self._go_on()

    def undo(self, seat: int) -> None:
        self.match.undo(seat)
        self._go_on()

    def close(self) -> None:
        if self._bots is not None:
            self._bots.cancel()
        self._tell()

    def _go_on(self) -> None:
        """Chance and the bots do what is theirs to do; then whoever waits for news is told."""
        self.match.deal_all()
        if self._pool is None and not self._pause:
            while self._bot_step():
                pass
        elif self._bots is None or self._bots.done():
            self._bots = asyncio.get_running_loop().create_task(self._play_bots())
        self._tell()

    async def _play_bots(self) -> None:
        """A bot answers in the time a person would take to look up, however fast it thinks."""
        while (seat := self._bot_to_act()) is not None:
            tempo = asyncio.create_task(asyncio.sleep(self._pause))
            version, answer = self.match.version, None
            if self._pool is not None and seat in self.match.actors:
                await self._bot_remarks(self._pool)
                version = self.match.version
                future = self._pool.step(situation(self.match, seat), self._level(seat), self.id, self._seed)
                answer = await asyncio.wrap_future(future)
            await tempo
            if self.match.version == version:
                self._bot_step(answer)
                self._tell()

    def _bot_to_act(self) -> int | None:
        """A bot that has a move to make, or an offer to answer."""
        match = self.match
        offer = match.offer_by()
        for seat, sitter in enumerate(match.seats):
            if sitter.kind == "bot" and not match.over and (seat in match.actors or offer not in (None, seat)):
                return seat
        return None

    def _bot_step(self, answer: int | None = None) -> bool:
        seat = self._bot_to_act()
        if seat is None:
            return False
        offered = self.match.offer_by() not in (None, seat)
        if offered:
            self.match.play(seat, DECLINE)
            return True
        if answer is None:
            answer = self._player(seat).step(situation(self.match, seat))
        self.match.play(seat, self.game.text(answer))
        self.match.deal_all()
        if self._pool is None:
            remarks(self.match, {seat: self._player(seat) for seat in self._bot_seats()})
        return True

    async def _bot_remarks(self, pool: Pool) -> None:
        for seat in self._bot_seats():
            if not self.match.over and self.game.knowledge.remark is not nothing_to_do:
                now = situation(self.match, seat)
                remark = await asyncio.wrap_future(pool.remark(now, self._level(seat), self.id, self._seed))
                if not self.match.over and remark in self.game.list_also(self.match.state, seat):
                    self.match.play(seat, self.game.text(remark))
                    self._tell()

    def _bot_seats(self) -> list[int]:
        return [seat for seat, sitter in enumerate(self.match.seats) if sitter.kind == "bot"]

    def _level(self, seat: int) -> str:
        return str(self.match.seats[seat].extra[LEVEL])

    def _player(self, seat: int) -> Bot:
        if seat not in self._players:
            self._players[seat] = bot_named(self._level(seat), self.game, len(self.match.seats), self._seed)
        return self._players[seat]

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _in_words(self, line: Told) -> LogLine:
        return LogLine(None if line.by == CHANCE_NAME else int(line.by), line.text, in_words(self.game, line))


class Tables:
    """All tables; when there are too many, the one that has lain idle longest goes."""

    def __init__(
        self, most: int = MOST_TABLES, pause: float = 0.0, seed: int | None = None, pool: Pool | None = None
    ) -> None:
        self._tables: dict[str, Table] = {}  # the longest idle first
        self._most = most
        self._pause = pause
        self._seed = seed
        self._pool = pool

    def open(self, game: Game, new: NewTable) -> Table:
        if not any(seat.kind == "person" for seat in new.seats):
            raise Refused("server.nobody")
        seats = [Seat(s.name, s.kind, {LEVEL: s.level} if s.kind == "bot" else {}) for s in new.seats]
        rng = Random(self._seed)
        secret = None if self._seed is None else rng.randbytes(SECRET_BYTES)
        match = Match(game, seats, new.options, Dealer(len(seats), secret))
        table = Table(secrets.token_urlsafe(9), match, rng, self._pause, self._pool)
        while len(self._tables) >= self._most:
            self._tables.pop(next(iter(self._tables))).close()
        self._tables[table.id] = table
        return table

    def find(self, id: str) -> Table:
        table = self._tables.pop(id, None)
        if table is None:
            raise Refused("server.no-table", table=id[:40])
        self._tables[id] = table
        return table

    def close(self) -> None:
        for table in self._tables.values():
            table.close()
