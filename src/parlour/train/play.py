"""Matches that nets play against themselves and each other, on a GPU's threads or this machine's cores.

Both call the same compiled function (`bots/selfplay.py`), and come to the same matches.
"""

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from parlour.core.net import Net, TrainedNet, no_net
from parlour.train.kit import Kit
from parlour.train.settings import TrainSettings

STEPS_A_CALL = 8  # on a GPU: so that whoever waits hears something
# So many warps find room for the search's registers on a large GPU at once. Lanes of one warp wait for each other, so
# that few matches are sooner over if they are spread.
WARPS = 1024
Array = npt.NDArray[Any]


class PlayJob(NamedTuple):
    """So many matches to be played at once."""

    matches: int
    simulations: int
    opening: int
    seed: int
    net: TrainedNet | None
    rival: TrainedNet | None = None
    rivals: tuple[int, ...] = (0,)  # which seats the rival has, as bits: for the matches in turn
    rival_simulations: int | None = None  # if it has others
    keep: float = 0.0  # the share of positions that are kept
    skip: int = 0
    start: int = 0  # of the kit's
    whole: bool = False  # all are played to their end, however long it takes
    first: int = 0  # the number of the first, where this is a part of a job: what comes of a match follows from it


class Matches(NamedTuple):
    """What became of them, and the positions that were kept."""

    returns: Array  # matches × seats
    rivals: Array  # by match, as bits
    lengths: Array
    over: Array  # by match: of those that were given up, nothing is known
    inputs: Array  # positions × inputs that were on, −1 where there are fewer
    hand: Array  # what the game's own evaluation said to the seat that is shown
    expected: Array  # what the search expected for it
    result: Array  # what it came to
    match: Array  # which match it was of
    seconds: float
    # Positions × choices, by number: the one that was tried most, then the others; −1 where there are fewer. And what
    # the game's own prior said of each, as logarithms: LIKELY_ONE is 1. Nothing, where no priors are to be learned.
    numbers: Array = np.zeros((0, 1), np.int16)
    likely: Array = np.zeros((0, 1), np.int16)


class OneMatch(NamedTuple):
    """One of them, and what was kept of it."""

    returns: Array
    length: int
    over: bool
    inputs: Array
    hand: Array
    expected: Array
    result: Array
    numbers: Array
    likely: Array


def matches_of(job: PlayJob, numbers: Sequence[int], found: Sequence[OneMatch], seconds: float) -> Matches:
    """All of these together; `numbers` says which of the job's they are."""
    return Matches(
        returns=np.array([one.returns for one in found]),
        rivals=np.array([job.rivals[number % len(job.rivals)] for number in numbers]),
        lengths=np.array([one.length for one in found]),
        over=np.array([one.over for one in found]),
        inputs=np.concatenate([one.inputs for one in found]),
        hand=np.concatenate([one.hand for one in found]),
        expected=np.concatenate([one.expected for one in found]),
        result=np.concatenate([one.result for one in found]),
        match=np.repeat(np.array(numbers), [len(one.hand) for one in found]),
        seconds=seconds,
        numbers=np.concatenate([one.numbers for one in found]),
        likely=np.concatenate([one.likely for one in found]),
    )


TellMatches = Callable[[int, int], None]  # matches that are over, of how many


class Player(Protocol):
    def play(self, job: PlayJob, tell: TellMatches) -> Matches: ...


def numbers_of(job: PlayJob) -> range:
    return range(job.first, job.first + job.matches)


def generators(seed: int, count: int) -> npt.NDArray[np.int64]:
    """Words for so many generators of compiled code, by NumPy: they must be below 2**32, the first not 0."""
    words = np.random.default_rng([seed, 0x5E1F]).integers(0, 2**32, (count, 2), np.int64)
    words[:, 0] |= 1
    return words


def rivals_of(job: PlayJob) -> Array:
    """Which seats the rival has, by match."""
    return np.array(job.rivals, np.int64)[(job.first + np.arange(job.matches)) % len(job.rivals)]


def kept_steps(job: PlayJob, movers: Array, expected: Array, inputs: Array, lengths: Array) -> Array:
    """Which steps of which matches are learned from: searched ones, a share of them at random."""
    chosen = np.random.default_rng([job.seed, 0x4EE9]).random(movers.shape) < job.keep
    steps = np.arange(movers.shape[1])
    return chosen & (steps >= job.skip) & (steps < lengths[:, None]) & (movers >= 0) & (inputs[:, :, 0] >= 0)


def seats_shown(movers: Array, seats: int) -> Array:
    """As `bots/selfplay.seat_shown`."""
    if seats == 2:
        return movers
    return np.broadcast_to(np.arange(movers.shape[1]) % seats, movers.shape)


class CpuPlayer:
    """On so many cores of this machine, where the rules are."""

    def __init__(self, kit: Kit, settings: TrainSettings, threads: int | None = None) -> None:
        from parlour.bots.machines import selfplay_of
        from parlour.bots.searcher import _Thread
        from parlour.games import load

        self.kit, self.settings = kit, settings
        self.threads = threads or os.cpu_count() or 1
        self._game = load(kit.game)
        self._selfplay, self._thread = selfplay_of(self._game).selfplay, _Thread

    def play(self, job: PlayJob, tell: TellMatches) -> Matches:
        began = time.perf_counter()
        found: list[Any] = []
        with ThreadPoolExecutor(self.threads) as pool:
            for one in pool.map(lambda number: self.one(job, number), numbers_of(job)):
                found.append(one)
                tell(len(found), job.matches)
        return matches_of(job, numbers_of(job), found, time.perf_counter() - began)

    def one(self, job: PlayJob, number: int) -> OneMatch:
        """The match of that number."""
        kit, game = self.kit, self._game
        seats, steps, rng = kit.seats, kit.bound, generators(job.seed, number + 1)[number].copy()
        net, rival = (packed(kit, each) for each in (job.net, job.rival))
        net = net._replace(listed=np.zeros(kit.most, np.int64))
        room = self._thread(game, seats, self.settings.room, net)
        root = kit.states[job.start].copy().view(game.state).view(np.recarray)
        movers, length = np.zeros(steps, np.int8), np.zeros(1, np.int64)
        expected, inputs = np.zeros((steps, seats), np.float32), np.zeros((steps, kit.most), np.int16)
        hand, numbers = np.zeros(steps, np.float32), np.zeros((steps, kit.choices), np.int16)
        likely = np.zeros((steps, kit.choices), np.int16)
        self._selfplay(
            root, root.copy(), room.tree, steps, job.simulations, job.opening, True, rng,
            cutoff_of(kit, job.net), float(kit.search["explore"]), float(kit.search["urgency"]), kit.lores[job.start],
            net, rival, int(job.rivals[number % len(job.rivals)]), cutoff_of(kit, job.rival),
            job.rival_simulations or job.simulations,
            room.out, room.weights, room.priors, room.slots, room.path, room.values, length,
            np.zeros(1, game.state).view(np.recarray), movers, np.zeros(steps, np.int64), expected,
            np.zeros((steps, 1), np.int64), np.zeros((steps, 1), np.int32), inputs, hand,
            numbers, likely,
        )  # fmt: skip
        over = int(game.actor(root[0])) == -2
        one = job._replace(seed=job.seed + 1 + number)
        keep = kept_steps(one, movers[None], expected[None], inputs[None], length)[0] & over
        shown = seats_shown(movers[None], seats)[0]
        result = room.values[np.clip(shown, 0, None)].astype(np.float32)
        said = expected[np.arange(steps), shown]
        return OneMatch(
            room.values.copy(), int(length[0]), over, inputs[keep], hand[keep], said[keep], result[keep], numbers[keep],
            likely[keep],
        )  # fmt: skip


def cutoff_of(kit: Kit, net: TrainedNet | None) -> int:
    return kit.cutoff if net is None else net.cutoff


def packed(kit: Kit, net: TrainedNet | None) -> Net:
    return no_net() if net is None else net.packed(kit.most)


class GpuPlayer:
    """On a GPU: a match a thread. What is kept stays there."""

    def __init__(self, kit: Kit, settings: TrainSettings) -> None:
        from parlour.core.compiled.gpu import Kernels

        self.kit, self.settings = kit, settings
        self._kernels = Kernels(kit.kernels)
        self._cupy = self._kernels.cupy

    def play(self, job: PlayJob, tell: TellMatches) -> Matches:
        from parlour.core.compiled.gpu import Lanes

        kit, xp = self.kit, self._cupy
        steps = kit.bound + 1 if job.whole else min(kit.bound + 1, self.settings.steps)
        enough = 1.0 if job.whole else self.settings.enough
        sizes = {"seats": kit.seats, "room": self.settings.room, "steps": steps, "tried": 1, "states": 1}
        sizes |= {"inputs": kit.most if job.keep else 1, "net_listed": kit.most}
        sizes |= {"choices": kit.choices if job.keep else 1}
        shape = packed(kit, job.net or job.rival)
        # A net without priors and one that has them can play each other: zeros of any size are none.
        moves = [packed(kit, net).moves.shape for net in (job.net, job.rival) if net is not None and net.numbers]
        sizes |= dict(zip(("net_numbers", "net_weights"), moves[0] if moves else (1, 1), strict=True))
        sizes |= {"net_passed": len(shape.passed)}
        sizes |= {"net_rows": shape.rows.shape[0], "net_words": shape.rows.shape[1], "net_units": shape.second.shape[0]}
        sizes |= {"net_pairs": shape.second.shape[1], "net_output": len(shape.output)}
        lanes = Lanes(self._kernels, ["selfplay"], job.matches, sizes, by_lane=["rivals"])
        lanes.fill("root", kit.states[job.start])
        lanes.fill("rng", generators(job.seed, job.first + job.matches)[job.first :])
        lanes.fill("lore", kit.lores[job.start])
        lanes.fill("priors", 1.0)
        for name, net in (("net", job.net), ("rival", job.rival)):
            if net is not None:
                weights = packed(kit, net)
                for part in net.parts:
                    lanes.fill(f"{name}.{part}", getattr(weights, part))
        rivals = rivals_of(job)
        facts: dict[str, Any] = {
            "most": STEPS_A_CALL,
            "simulations": job.simulations,
            "opening": job.opening,
            "booked": True,
        }
        facts |= {"cutoff": cutoff_of(kit, job.net), "rival_cutoff": cutoff_of(kit, job.rival), "rivals": rivals}
        facts |= {"rival_simulations": job.rival_simulations or job.simulations}
        facts |= {name: kit.search[name] for name in ("explore", "urgency")}
        for name, value in facts.items():
            lanes.fill(name, value)
        xp.cuda.Device().synchronize()
        began = time.perf_counter()
        for _ in range(-(-steps // STEPS_A_CALL) + 1):
            lanes.run("selfplay", threads=max(1, min(32, -(-job.matches // WARPS))))
            over = int((lanes.array("selfplay.results")[:, 0] < STEPS_A_CALL).sum())
            tell(over, job.matches)
            if over >= enough * job.matches:
                break
        seconds = time.perf_counter() - began
        lengths, values = lanes.array("length")[:, 0], lanes.array("values")
        finished = (lanes.array("selfplay.results")[:, 0] < STEPS_A_CALL) & (lengths < steps)
        movers = lanes.array("movers")
        if not job.keep:
            none, fetched = xp.zeros(0), [xp.asnumpy(each) for each in (values, lengths, finished)]
            return Matches(fetched[0], rivals, fetched[1], fetched[2], none, none, none, none, none, seconds)
        inputs, expected = lanes.array("inputs"), lanes.array("expected")
        xp.random.seed(job.seed + job.first)
        numbers = xp.arange(steps)
        keep = (xp.random.random(movers.shape, dtype=xp.float32) < job.keep) & (numbers >= job.skip)
        keep &= (numbers < lengths[:, None]) & (movers >= 0) & (inputs[:, :, 0] >= 0) & finished[:, None]
        match, step = xp.nonzero(keep)
        shown = movers[match, step].astype(xp.int64) if kit.seats == 2 else step % kit.seats
        answer = Matches(
            returns=xp.asnumpy(values),
            rivals=rivals,
            lengths=xp.asnumpy(lengths),
            over=xp.asnumpy(finished),
            inputs=inputs[match, step],
            hand=lanes.array("hand")[match, step],
            expected=expected[match, step, shown],
            result=values[match, shown].astype(xp.float32),
            match=job.first + match,
            seconds=seconds,
            numbers=lanes.array("numbers")[match, step],
            likely=lanes.array("likely")[match, step],
        )
        del lanes, inputs, expected, movers, keep
        xp.get_default_memory_pool().free_all_blocks()
        return answer
