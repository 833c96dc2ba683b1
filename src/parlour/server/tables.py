"""Tables kept in memory: a match, who sits there, and the key to each person's seat."""

import asyncio
import hmac
import secrets
from collections.abc import Sequence
from random import Random

from parlour.bots.random import random_step
from parlour.core.dealer import SECRET_BYTES, Dealer
from parlour.core.game import Game, Viewer
from parlour.core.history import Told
from parlour.core.match import Match
from parlour.core.offers import DECLINE
from parlour.core.position import in_words
from parlour.core.record import CHANCE_NAME, Seat
from parlour.core.texts import Refused
from parlour.server.messages import LogLine, NewTable, SeatCard, TableCard, TableState

MOST_TABLES = 500
LONGEST_WAIT = 20.0  # seconds that a request for news is held


class Table:
    """One match with its people and bots."""

    def __init__(self, id: str, match: Match, rng: Random, pause: float) -> None:
        self.id = id
        self.match = match
        self.tokens = [secrets.token_urlsafe(24) if seat.kind == "person" else None for seat in match.seats]
        self.plan = match.plan()
        self._rng = rng
        self._pause = pause  # seconds between the steps of bots, so that people can follow
        self._news = asyncio.Event()
        self._bots: asyncio.Task[None] | None = None
        self._go_on()

    @property
    def game(self) -> Game:
        return self.match.game

    def card(self) -> TableCard:
        seats = [SeatCard(seat.name, seat.kind) for seat in self.match.seats]
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
        if not self._pause:
            while self._bot_step():
                pass
        elif self._bots is None or self._bots.done():
            self._bots = asyncio.get_running_loop().create_task(self._play_bots())
        self._tell()

    async def _play_bots(self) -> None:
        while self._bot_to_act() is not None:
            await asyncio.sleep(self._pause)
            self._bot_step()
            self._tell()

    def _bot_to_act(self) -> int | None:
        """A bot that has a move to make, or an offer to answer."""
        match = self.match
        offer = match.offer_by()
        for seat, sitter in enumerate(match.seats):
            if sitter.kind == "bot" and not match.over and (seat in match.actors or offer not in (None, seat)):
                return seat
        return None

    def _bot_step(self) -> bool:
        seat = self._bot_to_act()
        if seat is None:
            return False
        offered = self.match.offer_by() not in (None, seat)
        # A bot that chooses at random has no opinion on a draw, so it plays on.
        self.match.play(seat, DECLINE if offered else random_step(self.match, seat, self._rng))
        self.match.deal_all()
        return True

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _in_words(self, line: Told) -> LogLine:
        return LogLine(None if line.by == CHANCE_NAME else int(line.by), line.text, in_words(self.game, line))


class Tables:
    """All tables; when there are too many, the one that has lain idle longest goes."""

    def __init__(self, most: int = MOST_TABLES, pause: float = 0.0, seed: int | None = None) -> None:
        self._tables: dict[str, Table] = {}  # the longest idle first
        self._most = most
        self._pause = pause
        self._seed = seed

    def open(self, game: Game, new: NewTable) -> Table:
        if not any(seat.kind == "person" for seat in new.seats):
            raise Refused("server.nobody")
        seats = [Seat(seat.name, seat.kind) for seat in new.seats]
        rng = Random(self._seed)
        secret = None if self._seed is None else rng.randbytes(SECRET_BYTES)
        match = Match(game, seats, new.options, Dealer(len(seats), secret))
        table = Table(secrets.token_urlsafe(9), match, rng, self._pause)
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
