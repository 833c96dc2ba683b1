"""A training: play, learn, play against the best so far, and again. All that it comes to is in its folder, and a
training that was stopped at any moment goes on from there.

    settings.toml    what was wanted           progress.jsonl   a line for everything that was finished
    kit.json …       the game                  nets/            a net a round; best.net is the best so far
    master.net       what is shipped today     ship.net         the best of those that beat that
    positions/       what is learned from      progress.svg     how it went, to look at
    duels.json       what those of the gate that is open have come to
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.core.net import TrainedNet, read_net_file
from parlour.core.sprt import sprt
from parlour.train.fit import Fitted, fit
from parlour.train.kit import Kit
from parlour.train.play import Matches, Player, PlayJob
from parlour.train.plot import progress_svg
from parlour.train.settings import TrainSettings

PROGRESS, NETS, BEST, POSITIONS, PICTURE = "progress.jsonl", "nets", "best.net", "positions", "progress.svg"
MASTER = "master.net"  # beside the kit: what the strongest bot thinks with as it is today
SHIP = "ship.net"
DUELS = "duels.json"
NINETY_FIVE = 1.96
CHOICES_VERSION = 1  # another way of writing them down is another version
CHOICES = ("numbers", "likely")  # stored where priors for moves are learned
STORED = tuple(name for name in Matches._fields if name not in ("seconds", *CHOICES))
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
        part: int | None = None,
        positions: Path | None = None,
    ) -> None:
        self.kit, self.settings, self.player, self.folder, self.say = kit, settings, player, folder, say
        self.at_once = at_once  # matches of a gate between two looks at its verdict; None: all of them
        self.part = part  # matches of self-play that are kept together: at most so many are lost by a stop; None: all
        self.positions = positions or folder / POSITIONS  # on a GPU they are many, and need not be brought home
        (folder / NETS).mkdir(parents=True, exist_ok=True)
        self.events: list[Event] = read_progress(folder / PROGRESS)
        self._rounds: dict[int, list[Matches]] = {}
        self._settle()

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

    def _settle(self) -> None:
        """What a gate decided is done, if a stop came between."""
        gates = [each for each in self.events if each["what"] == "gate"]
        for name, decided in ((BEST, "passed"), (SHIP, "ships")):
            last = next((each for each in reversed(gates) if each.get(decided)), None)
            if last is not None:
                net, path = self.folder / NETS / net_name(last["round"]), self.folder / name
                if net.exists() and (not path.exists() or path.read_bytes() != net.read_bytes()):
                    write_whole(path, net.read_bytes())

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
        parts = list(self._in_parts(number, job))
        self._rounds[number] = parts
        lengths, seconds = np.concatenate([each.lengths for each in parts]), sum(each.seconds for each in parts)
        over, returns = (np.concatenate([getattr(each, name) for each in parts]) for name in ("over", "returns"))
        steps, positions = int(lengths.sum()), sum(len(each.result) for each in parts)
        facts: dict[str, Any] = {"matches": len(over), "steps": steps, "positions": positions}
        facts |= {"seconds": round(seconds, 1), "net": best.digest[:12] if best else None}
        facts |= {"unfinished": int((~over).sum())}
        if self.kit.cooperative:
            facts |= {"mean": round(float(returns[over, 0].mean()), 5)}
            how = f"results of {facts['mean']:.4f} on average"
        else:
            facts |= {"first": round(float((returns[:, 0] > 0).mean()), 4)}
            facts |= {"draws": round(float((returns[:, 0] == returns[:, 1]).mean()), 4)}
            how = f"the first seat won {facts['first']:.1%}, draws {facts['draws']:.1%}"
        if self._done("play", number) is None:
            self._finished("play", number, **facts)
        self.say(
            f"round {number}: {len(over)} matches, {steps} steps, {positions} positions kept, "
            f"{steps / max(1e-9, seconds):.0f} steps/s; {how}, unfinished {facts['unfinished']}"
        )

    def _learn(self, number: int) -> None:
        if self._done("learn", number) is not None and (self.folder / NETS / net_name(number)).exists():
            return
        first = max(1, number - self.settings.window + 1)
        rounds = [one for n in range(first, number + 1) for one in self._positions(n) or ()]
        self._forget(first)
        fitted: Fitted = fit(
            self.kit,
            self.settings,
            rounds,
            self.settings.seed * 1000 + number,
            lambda epoch, loss: self.say(f"round {number}: epoch {epoch}, loss {loss:.4f}"),
        )
        net = fitted.net.with_facts(
            round=number, positions=fitted.positions, loss=round(fitted.loss, 5), settings=asdict(self.settings),
            sources=self.kit.sources, commit=self.kit.commit,
        )  # fmt: skip
        write_whole(self.folder / NETS / net_name(number), net.to_bytes())
        facts: dict[str, Any] = {"loss": round(fitted.loss, 5), "hand_loss": round(fitted.hand_loss, 5)}
        facts |= {"off": round(fitted.off, 5), "hand_off": round(fitted.hand_off, 5)}
        facts |= {"positions": fitted.positions, "epochs": fitted.epochs, "seconds": round(fitted.seconds, 1)}
        if fitted.moves is not None:
            facts |= {name: round(value, 5) for name, value in fitted.moves._asdict().items()}
        self._finished("learn", number, **facts, train_loss=round(fitted.train_loss, 5), hand=round(net.hand, 3))
        self.say(
            f"round {number}: loss {fitted.loss:.4f} after {fitted.epochs} epochs (own evaluation "
            f"{fitted.hand_loss:.4f}), off by {fitted.off:.4f} ({fitted.hand_off:.4f}), {fitted.positions} positions, "
            f"{fitted.seconds:.0f} s"
        )
        if fitted.moves is not None:
            self.say(f"round {number}: {fitted.moves.text}")

    def _gate(self, number: int) -> None:
        """The new best is what is stronger than the best so far at the same simulations; the first has to beat the
        game's own knowledge. It may be shipped if it is stronger than today's strongest bot, too, at the same time a
        move: what learns from nothing has long been better than nothing before it is better than that."""
        net, best, master = read_net_file(self.folder / NETS / net_name(number)), self.best, self.master
        seed, said = self.settings.seed * 1000 + 500 + number, f"round {number}"
        met = self._duel(f"{said}: gate", net, best, seed, number)
        facts: dict[str, Any] = {"points": met.points, "games": met.games, **met.means("", "best_")}
        passed, ships, seconds = met.verdict is True, False, met.seconds
        self.say(f"{said}: {met.text} against {'the best so far' if best is not None else 'no net'}")
        if passed and same(best, master) and self.kit.pace_of_net == 1:
            ships = True
        elif passed:
            met = self._duel(f"{said}: against Master", net, master, seed + 250, number, self.kit.pace_of_net)
            facts |= {"master_points": met.points, "master_games": met.games, **met.means("", "master_")}
            ships = met.verdict is True
            seconds += met.seconds
            self.say(f"{said}: {met.text} against today's strongest at the same time a move")
        self._finished(
            "gate", number, passed=passed, ships=ships, net=net.digest[:12], seconds=round(seconds, 1), **facts
        )
        self._settle()
        (self.folder / DUELS).unlink(missing_ok=True)
        self.say(f"{said}: {'the new best' if passed else 'not taken'}{', and may be shipped' if ships else ''}")

    @property
    def master(self) -> TrainedNet | None:
        """Of the strongest bot as it was when the kit was made; None: it has no net."""
        path = self.kit.folder / MASTER
        return read_net_file(path) if path.exists() else None

    def _duel(
        self, what: str, net: TrainedNet, rival: TrainedNet | None, seed: int, number: int, pace: float = 1.0
    ) -> "Met":
        """A net against another, or none, until it is clear or all matches have been played. A simulation of the
        rival's takes 1 where the net's takes `pace`."""
        settings = self.settings
        begun, met = self._duel_so_far(what)
        chunk = settings.gate_matches if self.at_once is None else min(self.at_once, settings.gate_matches)
        own = settings.gate_simulations
        while begun < settings.gate_matches and met.verdict is None:
            count = min(chunk, settings.gate_matches - begun)
            job = PlayJob(
                count, own, settings.opening, seed + 10_000 * begun, net, rival, sides_of(self.kit),
                rival_simulations=max(1, round(own * pace)), whole=True,
            )  # fmt: skip
            starts = self._starts(number + begun // chunk)
            for played in self._played(job, starts if self.at_once is None else starts[:1], what):
                met.add(played, self.kit.cooperative)
            begun += count
            kept = {**self._duels(), what: {"begun": begun, **met.facts}}
            write_whole(self.folder / DUELS, json.dumps(kept).encode())
        return met

    def _duel_so_far(self, what: str) -> tuple[int, "Met"]:
        """How many matches of it have been played, if a stop came in the middle, and what they came to."""
        facts = self._duels().get(what)
        return (0, Met(self.settings)) if facts is None else (facts["begun"], Met.of(self.settings, facts))

    def _duels(self) -> dict[str, Any]:
        path = self.folder / DUELS
        return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}

    def duel(
        self, net: TrainedNet, rival: TrainedNet | None, matches: int, simulations: Sequence[int], seed: int = 77
    ) -> "Met":
        """So many matches, for a figure: the net with the first number of simulations, its rival with the last."""
        job = PlayJob(
            matches, simulations[0], self.settings.opening, seed, net, rival, sides_of(self.kit),
            rival_simulations=simulations[-1], whole=True,
        )  # fmt: skip
        met = Met(self.settings)
        for played in self._played(job, range(self.kit.starts), "duel"):
            met.add(played, self.kit.cooperative)
        return met

    # -- playing --------------------------------------------------------------------------------------------------

    def _starts(self, number: int) -> list[int]:
        """Those of a round: the next ones in each."""
        count = min(self.settings.starts, self.kit.starts)
        return [((number - 1) * count + i) % self.kit.starts for i in range(count)]

    def _jobs(self, job: PlayJob, starts: Sequence[int]) -> Iterator[PlayJob]:
        """The job's matches from all of these starts, evenly."""
        block = len(job.rivals)  # so that every start has all sides
        for i, start in enumerate(starts):
            blocks = -(-job.matches // block)
            count = min(job.matches, block * (blocks * (i + 1) // len(starts) - blocks * i // len(starts)))
            if count > 0:
                yield job._replace(matches=count, start=start, seed=job.seed + 1_000_003 * i)

    def _played(self, job: PlayJob, starts: Sequence[int], what: str) -> Iterator[Matches]:
        for one in self._jobs(job, starts):
            yield self.player.play(one, self._teller(what))

    # -- positions ------------------------------------------------------------------------------------------------

    def _in_parts(self, number: int, job: PlayJob) -> Iterator[Matches]:
        """Self-play of a round, each part stored as soon as it is over. What is there is not played again."""
        block = len(job.rivals)
        for i, one in enumerate(self._jobs(job, self._starts(number))):
            size = one.matches if self.part is None else max(block, self.part // block * block)
            for first in range(0, one.matches, size):
                path = self.positions / f"round-{number:03d}-{i:02d}-{first:06d}.npz"
                part = self._stored(path)
                if part is None:
                    asked = one._replace(first=first, matches=min(size, one.matches - first))
                    part = self.player.play(asked, self._teller(f"round {number}: self-play"))
                    self._store(path, part)
                yield part

    def _positions(self, number: int) -> list[Matches] | None:
        """Of a round that is over; None if they are gone."""
        if number not in self._rounds:
            parts = [self._stored(path) for path in sorted(self.positions.glob(f"round-{number:03d}-*.npz"))]
            whole = [part for part in parts if part is not None]
            if not whole or len(whole) < len(parts):
                return None
            self._rounds[number] = whole
        return self._rounds[number]

    def _stored(self, path: Path) -> Matches | None:
        """What is there, if it is of this game as it is: inputs of another version mean something else."""
        if not path.exists():
            return None
        with np.load(path) as arrays:
            if arrays["versions"].tolist() != self._versions:
                return None
            return Matches(seconds=float(arrays["took"]), **{name: arrays[name] for name in self._names})

    def _store(self, path: Path, part: Matches) -> None:
        """On a GPU positions are many, and its time is dear: they are not compressed."""
        path.parent.mkdir(parents=True, exist_ok=True)
        begun = path.with_name("begun.npz")
        arrays: dict[str, Any] = {name: here(getattr(part, name)) for name in self._names}
        arrays |= {"versions": np.array(self._versions), "took": np.array(part.seconds)}
        (np.savez if self.part is None else np.savez_compressed)(begun, **arrays)
        begun.replace(path)

    def _forget(self, first: int) -> None:
        """Positions of rounds before that one."""
        for number in [each for each in self._rounds if each < first]:
            del self._rounds[number]
        for path in self.positions.glob("round-*.npz"):
            if int(path.stem.split("-")[1]) < first:
                path.unlink()

    @property
    def _names(self) -> tuple[str, ...]:
        return STORED if self.settings.priors == 0 else (*STORED, *CHOICES)

    @property
    def _versions(self) -> list[int]:
        """Of what positions mean. Those with choices are others than those without."""
        own = [self.kit.rules_version, self.kit.inputs_version]
        return own if self.settings.priors == 0 else [*own, CHOICES_VERSION, self.kit.choices]

    def _teller(self, what: str) -> Callable[[int, int], None]:
        last = time.monotonic()

        def tell(done: int, of: int) -> None:
            nonlocal last
            if time.monotonic() - last > 5 and done < of:
                last = time.monotonic()
                self.say(f"{what}: {done} of {of} matches are over")

        return tell


class Met:
    """How a net fared against its rival, so far."""

    def __init__(self, settings: TrainSettings) -> None:
        self.points, self.games, self.seconds = 0.0, 0, 0.0
        self.verdict: bool | None = None
        self._settings = settings
        self._results: tuple[list[float], list[float]] = ([], [])  # where all play together: own, the rival's

    def add(self, played: Matches, together: bool) -> None:
        own, theirs = paired(played) if together else sides(played)
        self.points += float((own > theirs).sum() + (own == theirs).sum() / 2)
        self.games += len(own)
        self.seconds += played.seconds
        if together:
            self._results[0].extend(own.tolist())
            self._results[1].extend(theirs.tolist())
        self._judge()

    def _judge(self) -> None:
        one = self._settings
        self.verdict = sprt(self.points, self.games, one.low, one.high, one.wrong)

    @property
    def facts(self) -> dict[str, Any]:
        """By which it can go on."""
        return {"points": self.points, "games": self.games, "seconds": self.seconds, "results": self._results}

    @classmethod
    def of(cls, settings: TrainSettings, facts: Mapping[str, Any]) -> "Met":
        found = cls(settings)
        found.points, found.games, found.seconds = facts["points"], facts["games"], facts["seconds"]
        own, theirs = facts["results"]
        found._results = (own, theirs)
        found._judge()
        return found

    def means(self, own: str, theirs: str) -> dict[str, float]:
        """Where all play together: what both came to."""
        names = (f"{own}mean", f"{theirs}mean")
        both = zip(names, self._results, strict=True)
        return {name: round(float(np.mean(results)), 5) for name, results in both if results}

    @property
    def text(self) -> str:
        said = score_text(self.points, self.games) if self.games else "no match was finished"
        if not self._results[0]:
            return said
        means = [f"{np.mean(each):.4f} ± {NINETY_FIVE * np.std(each) / len(each) ** 0.5:.4f}" for each in self._results]
        return f"{said} pairs, results of {means[0]} and {means[1]} on average,"


def same(one: TrainedNet | None, other: TrainedNet | None) -> bool:
    return (None if one is None else one.digest) == (None if other is None else other.digest)


def sides_of(kit: Kit) -> tuple[int, ...]:
    """Which seats the rival has, as bits, in matches that follow each other: every other one, from all seats in turn.
    Where all play together, none and then all."""
    seats = kit.seats
    if kit.cooperative:
        return (0, (1 << seats) - 1)
    every = sum(1 << seat for seat in range(0, seats, 2))
    return tuple({(every << k | every >> seats - k) & (1 << seats) - 1: None for k in range(seats)})


def sides(played: Matches) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """What the net's seats got on average, and the rival's, in all matches that are over."""
    bits = (played.rivals[:, None] >> np.arange(played.returns.shape[1])) & 1
    theirs = (played.returns * bits).sum(1) / np.maximum(1, bits.sum(1))
    ours = (played.returns * (1 - bits)).sum(1) / np.maximum(1, (1 - bits).sum(1))
    return ours[played.over], theirs[played.over]


def paired(played: Matches) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Where all play together: results of matches of the net's, and of as many of the rival's."""
    results, theirs = played.returns[:, 0], played.rivals > 0
    ours, other = results[played.over & ~theirs], results[played.over & theirs]
    count = min(len(ours), len(other))
    return ours[:count], other[:count]


def score_text(points: float, games: int) -> str:
    score = points / games
    give = NINETY_FIVE * (max(score * (1 - score), 0.25 / games) / games) ** 0.5
    return f"{score:.1%} ± {give:.1%} of {games}"


def here(array: Any) -> npt.NDArray[Any]:
    """In this machine's memory, wherever it was."""
    found: npt.NDArray[Any] = array.get() if hasattr(array, "get") else array
    return found


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
