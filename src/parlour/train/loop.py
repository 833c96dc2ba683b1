"""A training: play, learn, play against the best so far, and again. All that it comes to is in its folder, and a
training that was stopped at any moment goes on from there.

    settings.toml    what was wanted           progress.jsonl   a line for everything that was finished
    kit.json …       the game                  nets/            a net a round; best.net is the best so far
    positions/       what is learned from      progress.svg     how it went, to look at
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from parlour.core.net import TrainedNet, read_net_file
from parlour.core.sprt import sprt
from parlour.train.fit import Fitted, fit
from parlour.train.kit import Kit
from parlour.train.play import Matches, Player, PlayJob
from parlour.train.plot import progress_svg
from parlour.train.settings import TrainSettings

PROGRESS, NETS, BEST, POSITIONS, PICTURE = "progress.jsonl", "nets", "best.net", "positions", "progress.svg"
NINETY_FIVE = 1.96
LEARNED = ("inputs", "hand", "expected", "result", "match")  # what is kept of matches
SayLine = Callable[[str], None]
Event = Mapping[str, Any]


class Training:
    """One training in its folder."""

    def __init__(
        self,
        kit: Kit,
        settings: TrainSettings,
        player: Player,
        folder: Path,
        say: SayLine = print,
        *,
        at_once: int | None = None,
        keep_positions: bool = True,
    ) -> None:
        self.kit, self.settings, self.player, self.folder, self.say = kit, settings, player, folder, say
        self.at_once = at_once  # matches of a gate between two looks at its verdict; None: all of them
        self.keep_positions = keep_positions
        (folder / NETS).mkdir(parents=True, exist_ok=True)
        self.events: list[Event] = read_progress(folder / PROGRESS)
        self._rounds: dict[int, Matches] = {}

    # -- where it stands ------------------------------------------------------------------------------------------

    @property
    def best(self) -> TrainedNet | None:
        path = self.folder / BEST
        return read_net_file(path) if path.exists() else None

    def _done(self, what: str, number: int) -> Event | None:
        return next((each for each in self.events if each["what"] == what and each["round"] == number), None)

    def _finished(self, what: str, number: int, **facts: Any) -> None:
        event = {"what": what, "round": number, "at": round(time.time()), **facts}
        with (self.folder / PROGRESS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(event) + "\n")
            file.flush()
            os.fsync(file.fileno())
        self.events.append(event)
        write_whole(self.folder / PICTURE, progress_svg(self.kit.game, self.events).encode())

    # -- rounds ---------------------------------------------------------------------------------------------------

    def run(self, until: float | None = None) -> None:
        """All rounds that are left, or as many as begin before that moment (`time.time`)."""
        for number in range(1, self.settings.rounds + 1):
            if self._done("gate", number) is not None:
                continue
            if until is not None and time.time() >= until:
                self.say(f"round {number} is left for another time")
                return
            self._play(number)
            self._learn(number)
            self._gate(number)

    def _play(self, number: int) -> None:
        if self._done("play", number) is not None and self._positions(number) is not None:
            return
        settings, best = self.settings, self.best
        job = PlayJob(
            settings.matches,
            settings.simulations,
            settings.opening,
            settings.seed * 1000 + number,
            best,
            keep=settings.keep,
            skip=settings.skip,
        )
        played = self.player.play(job, self._teller(f"round {number}: self-play"))
        self._rounds[number] = played
        if self.keep_positions:
            self._store(number, played)
        steps = int(played.lengths.sum())
        facts: dict[str, Any] = {"matches": settings.matches, "steps": steps, "positions": len(played.result)}
        facts |= {"seconds": round(played.seconds, 1), "net": best.digest[:12] if best else None}
        facts |= {"first": round(float((played.returns[:, 0] > 0).mean()), 4), "unfinished": int((~played.over).sum())}
        facts |= {"draws": round(float((played.returns[:, 0] == played.returns[:, 1]).mean()), 4)}
        if self._done("play", number) is None:
            self._finished("play", number, **facts)
        self.say(
            f"round {number}: {settings.matches} matches, {steps} steps, {len(played.result)} positions kept, "
            f"{steps / max(1e-9, played.seconds):.0f} steps/s; the first seat won {facts['first']:.1%}, "
            f"draws {facts['draws']:.1%}, unfinished {facts['unfinished']}"
        )

    def _learn(self, number: int) -> None:
        if self._done("learn", number) is not None and (self.folder / NETS / net_name(number)).exists():
            return
        first = max(1, number - self.settings.window + 1)
        rounds = [played for n in range(first, number + 1) if (played := self._positions(n)) is not None]
        for old in [n for n in self._rounds if n < first]:
            del self._rounds[old]
        fitted: Fitted = fit(
            self.kit,
            self.settings,
            rounds,
            self.settings.seed * 1000 + number,
            lambda epoch, loss: self.say(f"round {number}: epoch {epoch}, loss {loss:.4f}"),
        )
        net = fitted.net.with_facts(round=number, positions=fitted.positions, loss=round(fitted.loss, 5))
        write_whole(self.folder / NETS / net_name(number), net.to_bytes())
        facts = {"loss": round(fitted.loss, 5), "hand_loss": round(fitted.hand_loss, 5)}
        facts |= {"positions": fitted.positions, "epochs": fitted.epochs, "seconds": round(fitted.seconds, 1)}
        self._finished("learn", number, **facts, train_loss=round(fitted.train_loss, 5), hand=round(net.hand, 3))
        self.say(
            f"round {number}: loss {fitted.loss:.4f} after {fitted.epochs} epochs (own evaluation "
            f"{fitted.hand_loss:.4f}), {fitted.positions} positions, {fitted.seconds:.0f} s"
        )

    def _gate(self, number: int) -> None:
        net, best = read_net_file(self.folder / NETS / net_name(number)), self.best
        seed = self.settings.seed * 1000 + 500 + number
        points, games, verdict, seconds = self._duel(f"round {number}: gate", net, best, seed)
        passed = verdict is True
        against: dict[str, Any] = {}
        if passed and best is not None:
            own, own_games, _, more = self._duel(f"round {number}: against no net", net, None, seed + 250)
            against = {"own_points": own, "own_games": own_games}
            seconds += more
        elif best is None:
            against = {"own_points": points, "own_games": games}
        if passed:
            write_whole(self.folder / BEST, net.to_bytes())
        self._finished(
            "gate", number, points=points, games=games, passed=passed, net=net.digest[:12],
            seconds=round(seconds, 1), **against,
        )  # fmt: skip
        said = f"round {number}: {score_text(points, games)} against {'the best so far' if best else 'no net'}"
        if best is not None and passed:
            said += f", {score_text(against['own_points'], against['own_games'])} against no net"
        self.say(f"{said}: {'the new best' if passed else 'not taken'}")

    def _duel(
        self, what: str, net: TrainedNet, rival: TrainedNet | None, seed: int
    ) -> tuple[float, int, bool | None, float]:
        """Points and games of a net against another, or none, until it is clear or all have been played."""
        settings, points, games, begun, seconds = self.settings, 0.0, 0, 0, 0.0
        verdict: bool | None = None
        sides = sides_of(self.kit.seats)
        chunk = settings.gate_matches if self.at_once is None else min(self.at_once, settings.gate_matches)
        while begun < settings.gate_matches and verdict is None:
            count = min(chunk, settings.gate_matches - begun)
            job = PlayJob(count, settings.gate_simulations, settings.opening, seed + 10_000 * begun, net, rival, sides)
            played = self.player.play(job, self._teller(what))
            points += points_of(played)
            games += int(played.over.sum())
            begun += count
            seconds += played.seconds
            verdict = sprt(points, games, settings.low, settings.high, settings.wrong)
        return points, games, verdict, seconds

    def duel(
        self, net: TrainedNet, rival: TrainedNet | None, matches: int, simulations: Sequence[int], seed: int = 77
    ) -> tuple[float, int]:
        """So many matches, for a figure: the net with the first number of simulations, its rival with the last."""
        settings = self.settings
        job = PlayJob(
            matches, simulations[0], settings.opening, seed, net, rival, sides_of(self.kit.seats), simulations[-1]
        )
        played = self.player.play(job, self._teller("duel"))
        return points_of(played), int(played.over.sum())

    # -- positions ------------------------------------------------------------------------------------------------

    def _positions(self, number: int) -> Matches | None:
        if number in self._rounds:
            return self._rounds[number]
        path = self.folder / POSITIONS / f"round-{number:03d}.npz"
        if not path.exists():
            return None
        arrays, none = np.load(path), np.zeros(0)
        kept = {name: arrays[name] for name in LEARNED}
        self._rounds[number] = Matches(returns=none, rivals=none, lengths=none, over=none, seconds=0.0, **kept)
        return self._rounds[number]

    def _store(self, number: int, played: Matches) -> None:
        folder = self.folder / POSITIONS
        folder.mkdir(exist_ok=True)
        begun, path = folder / "begun.npz", folder / f"round-{number:03d}.npz"
        arrays = {name: getattr(played, name) for name in LEARNED}
        np.savez_compressed(
            begun, **{name: part.get() if hasattr(part, "get") else part for name, part in arrays.items()}
        )
        begun.replace(path)
        for old in sorted(folder.glob("round-*.npz"))[: -self.settings.window]:
            old.unlink()

    def _teller(self, what: str) -> Callable[[int, int], None]:
        last = time.monotonic()

        def tell(done: int, of: int) -> None:
            nonlocal last
            if time.monotonic() - last > 5 and done < of:
                last = time.monotonic()
                self.say(f"{what}: {done} of {of} matches are over")

        return tell


def sides_of(seats: int) -> tuple[int, ...]:
    """Which seats the rival has, as bits: every other one, from all seats in turn."""
    every = sum(1 << seat for seat in range(0, seats, 2))
    return tuple({(every << k | every >> seats - k) & (1 << seats) - 1: None for k in range(seats)})


def points_of(played: Matches) -> float:
    """Of the net against its rival: a match is won by the side that has more, all its seats together."""
    bits = (played.rivals[:, None] >> np.arange(played.returns.shape[1])) & 1
    theirs = (played.returns * bits).sum(1) / np.maximum(1, bits.sum(1))
    ours = (played.returns * (1 - bits)).sum(1) / np.maximum(1, (1 - bits).sum(1))
    return float((ours > theirs)[played.over].sum() + (ours == theirs)[played.over].sum() / 2)


def score_text(points: float, games: int) -> str:
    score = points / games
    give = NINETY_FIVE * (max(score * (1 - score), 0.25 / games) / games) ** 0.5
    return f"{score:.1%} ± {give:.1%} of {games}"


def net_name(number: int) -> str:
    return f"round-{number:03d}.net"


def read_progress(path: Path) -> list[Event]:
    """Every whole line; a last one that was cut short is dropped from the file."""
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        write_whole(path, whole)
    return [json.loads(line) for line in whole.splitlines()]


def write_whole(path: Path, data: bytes) -> None:
    """All of it or nothing."""
    begun = path.with_name(f"{path.name}.begun")
    begun.write_bytes(data)
    begun.replace(path)


def start_from(folder: Path, net: Path) -> None:
    """The best so far is this one, which was trained before; a training that has a best already keeps it."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / BEST).exists():
        read_net_file(net)
        shutil.copyfile(net, folder / BEST)
