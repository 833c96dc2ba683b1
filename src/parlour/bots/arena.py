"""The arena: bots against each other, game after game, in several processes.

What is played is a list of fixtures that follows from the settings alone; what has been played is kept in a folder,
line by line, so that it can go on where it stopped.
"""

import hashlib
import itertools
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

import msgspec

from parlour import bots, games
from parlour.bots import searcher
from parlour.bots.bot import Bot, bot_named, remarks
from parlour.bots.situation import situation
from parlour.bots.standings import Duel, Sprt
from parlour.core import record as records
from parlour.core.dealer import Dealer
from parlour.core.game import Game, Value
from parlour.core.match import Match
from parlour.core.record import Seat
from parlour.core.texts import Refused

SETTINGS = "arena.json"
PLAYED = "played.jsonl"
RECORDS = "records"


class ArenaSettings(msgspec.Struct, frozen=True):
    """What decides every game of an arena."""

    game: str
    bots: tuple[str, ...]
    games: int
    seats: int
    options: dict[str, Value] = {}
    seed: int = 0


class Fixture(msgspec.Struct, frozen=True):
    """A game to play: who sits where. Games of one round differ only in that."""

    number: int
    round: int
    bots: tuple[str, ...]


class Played(msgspec.Struct, frozen=True):
    """A game that was played."""

    number: int
    bots: tuple[str, ...]
    returns: list[float]
    scores: list[int]
    ending: str
    steps: int
    cpu: list[float] = []  # seconds of a core that each seat's bot thought for; nothing in older files


def fixtures(settings: ArenaSettings, cooperative: bool) -> list[Fixture]:
    """Every bot meets every other in turn; every line-up is played from all seats before the next round."""
    line_ups: list[tuple[str, ...]]
    if cooperative:
        line_ups = [(bot,) * settings.seats for bot in settings.bots]
    elif settings.seats == 2:
        line_ups = [*_pairs(settings.bots)]
    else:
        # Two of a kind fill the seats between them in turn; with as many bots as seats, all sit down together.
        groups = (
            [settings.bots]
            if len(settings.bots) == settings.seats
            else [tuple(itertools.islice(itertools.cycle(p), settings.seats)) for p in _pairs(settings.bots)]
        )
        line_ups = [group[k:] + group[:k] for group in groups for k in range(settings.seats)]
    count = len(line_ups)
    return [Fixture(n, n // count, line_ups[n % count]) for n in range(settings.games)]


def _pairs(bots: Sequence[str]) -> Iterator[tuple[str, str]]:
    """In both orders: the first of a pair moves first or, where seats are odd in number, has one more."""
    for a, b in itertools.combinations(bots, 2):
        yield a, b
        yield b, a


def play_match(
    game: Game,
    bots: Sequence[Bot],
    names: Sequence[str],
    options: Mapping[str, Value],
    secret: bytes,
    cpu: list[float],
) -> Match:
    """One match from its beginning to its end; what each seat's thinking takes of a core is added to `cpu`."""
    seats = [Seat(name, "bot") for name in names]
    match = Match(game, seats, options, Dealer(len(seats), secret) if game.chancy else None)
    match.deal_all()
    while not match.over:
        remarks(match, dict(enumerate(bots)))
        seat = match.actors[0]
        began = time.process_time()
        action = bots[seat].step(situation(match, seat))
        cpu[seat] += time.process_time() - began
        match.play(seat, game.text(action))
        match.deal_all()
    return match


def play_fixture(settings: ArenaSettings, fixture: Fixture, folder: Path | None) -> Played:
    """One game, as the settings and its number have it, in whatever process this is."""
    game = games.load(settings.game)
    digest = hashlib.sha256(f"parlour arena {settings.seed} {fixture.round}".encode()).digest()
    # Seats are turned within a round, so each bot keeps a seed of its own whatever seat it has.
    seeds = [
        int.from_bytes(hashlib.sha256(digest + f"{bot} {k}".encode()).digest()[:6])
        for k, bot in enumerate(fixture.bots)
    ]
    players = [bot_named(name, game, settings.seats, seed) for name, seed in zip(fixture.bots, seeds, strict=True)]
    cpu = [0.0] * settings.seats
    match = play_match(game, players, fixture.bots, settings.options, digest, cpu)
    result = match.result
    assert result is not None, "it was played to its end"
    if folder is not None:
        (folder / RECORDS / f"{fixture.number:05d}.json").write_bytes(records.to_json(match.record()))
    ending, thought = str(result.ending), [round(seconds, 4) for seconds in cpu]
    return Played(fixture.number, fixture.bots, result.returns, result.scores, ending, len(match.steps), thought)


def duels(settings: ArenaSettings, played: Sequence[Played]) -> dict[tuple[str, str], Duel]:
    """Who came in before whom, over all games, each pair in the order of the settings."""
    table = {pair: Duel() for pair in itertools.combinations(settings.bots, 2)}
    for one in played:
        for i, j in itertools.permutations(range(len(one.bots)), 2):
            pair = (one.bots[i], one.bots[j])
            if pair in table:
                table[pair].add(one.returns[i], one.returns[j])
    return table


class Arena:
    """A run of games, kept in a folder if there is one."""

    def __init__(self, settings: ArenaSettings, folder: Path | None = None, jobs: int | None = None) -> None:
        self.game = games.load(settings.game)
        options = self.game.options_for(settings.seats, settings.options)
        self.settings = settings = msgspec.structs.replace(settings, options=options)
        if settings.games < 1:
            raise Refused("refuse.arena-games")
        for name in settings.bots:
            bot_named(name, self.game, settings.seats, 0)
        if len(set(settings.bots)) != len(settings.bots) or (len(settings.bots) < 2 and not self.game.cooperative):
            raise Refused("refuse.arena-bots")
        self.folder, self.jobs = folder, jobs or os.cpu_count() or 1
        self.played: list[Played] = []
        if folder is not None:
            self._open(folder)

    def run(self, sprt: Sprt | None = None, tell: Callable[[Played], None] = lambda played: None) -> None:
        """Play what is left; with `sprt`, only until every pair's verdict is clear."""
        done = {one.number for one in self.played}
        left = [f for f in fixtures(self.settings, self.game.cooperative) if f.number not in done]
        if not left or self.clear(sprt):
            return
        bots.prepare(self.game.name)
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(self.jobs, mp_context=context, initializer=_warm, initargs=(self.game.name,)) as pool:
            waiting: set[Future[Played]] = set()
            queue = iter(left)
            try:
                while True:
                    for fixture in itertools.islice(queue, 2 * self.jobs - len(waiting)):
                        waiting.add(pool.submit(play_fixture, self.settings, fixture, self.folder))
                    if not waiting:
                        return
                    finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in sorted(finished, key=lambda f: f.result().number):
                        self._keep(future.result())
                        tell(future.result())
                    if self.clear(sprt):
                        return
            finally:
                for future in waiting:
                    future.cancel()

    def clear(self, sprt: Sprt | None) -> bool:
        """Whether no more games are needed."""
        if sprt is None or self.game.cooperative:
            return False
        return all(sprt.verdict(duel) is not None for duel in duels(self.settings, self.played).values())

    def _open(self, folder: Path) -> None:
        """Take up what is in the folder, or begin there; another arena's folder is refused."""
        try:
            (folder / RECORDS).mkdir(parents=True, exist_ok=True)
            settings = folder / SETTINGS
            if settings.exists():
                before = msgspec.json.decode(settings.read_bytes(), type=ArenaSettings)
                # More games of the same kind are the same arena, further on.
                if msgspec.structs.replace(before, games=self.settings.games) != self.settings:
                    raise Refused("refuse.arena-other", folder=str(folder))
            settings.write_bytes(msgspec.json.encode(self.settings))
            if (folder / PLAYED).exists():
                self.played = _read_played(folder / PLAYED)
        except (OSError, msgspec.DecodeError) as error:
            raise Refused("refuse.arena-folder", folder=str(folder), why=str(error)) from None

    def _keep(self, one: Played) -> None:
        self.played.append(one)
        if self.folder is not None:
            with (self.folder / PLAYED).open("ab") as file:
                file.write(msgspec.json.encode(one) + b"\n")


def _read_played(path: Path) -> list[Played]:
    """Every whole line; a last one that was cut short is dropped from the file, and its game is played again."""
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        path.write_bytes(whole)
    return [msgspec.json.decode(line, type=Played) for line in whole.splitlines()]


def _warm(name: str) -> None:
    searcher.compile_search(games.load(name))
