"""A net that judges positions and says which moves look good: its weights as whole numbers, the file they come in, and
how they lie in memory.

It looks at a few of many inputs that are on or off (`NetInputs`), as one seat sees the position. A first layer adds up
the rows of those that are on; a second one and an output follow, all in whole numbers, so that every machine comes to
the same. What it answers is added to what the game's own evaluation says. If it has priors for moves, each number of an
action (`Game.number`) has a row of weights of its own for what the second layer passes on; only those of legal actions
are looked at, and what they come to is added to the game's own prior.

This file knows NumPy alone: nets are trained where there is no compiler. `bots/net_evaluation.py` thinks with them.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Int16s: TypeAlias = npt.NDArray[np.int16]
Int64s: TypeAlias = npt.NDArray[np.int64]

MAGIC = b"parlour net 1\n"
MAGIC_OF_PRIORS = b"parlour net 2\n"  # of files with priors for moves; all others stay as they have always been
LARGEST_FILE = 500_000  # bytes

ONE = 256  # what counts as 1 in both layers, and the most that a unit passes on
OUTPUT_ONE = 1024  # in the weights of the output, and in those of the game's own evaluation and prior
MOVES_ONE = 64  # in the weights of priors
FOUR, TWO = 4, 2  # sums of the first and the second layer that share one number of 64 bits
FIELD, HALF = 64 // FOUR, 64 // TWO  # bits of each
MOST_SUM = 2 ** (FIELD - 1) - 1
ON, HAND, BIAS, OUTPUTS = 0, 1, 2, 3  # of `Net.output`: whether there is a net, weight of the own evaluation, the rest
# Of the last row of `Net.moves`, ON and HAND are whether there are priors, and the weight of the game's own.
MOST_OF_HAND = 8.0  # that weight


def shipped_name(seats: int) -> str:
    """Of a net in a game's folder, for matches of so many seats."""
    return "master.net" if seats == 2 else f"master-{seats}.net"


class BadNet(Exception):
    """Why a net cannot be used, in a sentence."""


class Net(NamedTuple):
    """A net in memory, as compiled code takes it. All zeros is no net. The last four are room to work in."""

    rows: Int64s  # by input, then of the bias: four units in each number
    second: Int64s  # by unit of the first layer, then of the bias: two units in each number
    output: Int64s
    moves: Int64s  # by number of an action: a weight for every unit of the second layer, and a bias. Then one more row
    listed: Int64s  # inputs that are on
    sums: Int64s  # of the first layer
    more: Int64s  # of the second
    passed: Int64s  # what the second layer passes on, each by itself


WEIGHTS = ("rows", "second", "output", "moves")  # what is the same for everybody who thinks with it


def no_net() -> Net:
    """For whoever thinks without one."""
    one, table = np.zeros(1, np.int64), np.zeros((1, 1), np.int64)
    return Net(table, table, np.zeros(OUTPUTS, np.int64), table, one, one, one, one)


@dataclass(frozen=True, eq=False)
class TrainedNet:
    """A net as it is kept: weights and where they are from."""

    game: str
    rules_version: int
    inputs_version: int  # of the game's inputs: what their numbers mean
    first: Int16s  # inputs + 1 rows of so many units; the last is the bias
    second: Int16s  # units + 1 rows
    output: Int16s
    bias: int
    hand: float  # the weight of the game's own evaluation
    cutoff: int  # steps of a playout before positions are judged
    seats: int = 2  # of the matches that it was trained in; it says nothing of others
    trained: Mapping[str, Any] = field(default_factory=dict)  # how; for people
    moves: Int16s | None = None  # priors, by number of an action: weights of the second layer's units, and a bias
    hand_prior: float = 1.0  # the weight of the game's own prior

    @property
    def inputs(self) -> int:
        return len(self.first) - 1

    @property
    def units(self) -> int:
        return int(self.first.shape[1])

    @property
    def seconds(self) -> int:
        return int(self.second.shape[1])

    @property
    def numbers(self) -> int:
        """Of actions that it has priors for."""
        return 0 if self.moves is None else len(self.moves)

    @property
    def parts(self) -> tuple[str, ...]:
        """Of `WEIGHTS`, those that are not just zeros. A net without priors is handed on as it always was."""
        return WEIGHTS if self.numbers else tuple(part for part in WEIGHTS if part != "moves")

    @property
    def digest(self) -> str:
        """By which a net is known."""
        return hashlib.sha256(self._payload()).hexdigest()

    def _payload(self) -> bytes:
        parts = [self.first, self.second, self.output, *(() if self.moves is None else (self.moves,))]
        return b"".join(np.ascontiguousarray(part, "<i2").tobytes() for part in parts)

    def check(self, most: int) -> None:
        """Sums of the first layer must fit their share of a number, whichever `most` inputs are on."""
        if self.units % FOUR or self.seconds % TWO:
            raise BadNet(f"{self.units} and {self.seconds} units: they come in fours and twos")
        size = np.abs(self.first[:-1].astype(np.int64))
        size.sort(axis=0)
        largest = int((size[-most:].sum(axis=0) + np.abs(self.first[-1].astype(np.int64))).max())
        if largest > MOST_SUM:
            raise BadNet(f"a unit could come to {largest}, which is more than {MOST_SUM}")
        if not 0 <= self.hand_prior <= MOST_OF_HAND:
            raise BadNet(f"the game's own prior counts from 0 to {MOST_OF_HAND:g}, and not {self.hand_prior}")

    def packed(self, most: int) -> Net:
        """For compiled code, in a game of which at most so many inputs are on at once."""
        self.check(most)
        second = self.second.astype(np.int64)
        second[-1] *= ONE
        output = np.zeros(OUTPUTS + self.seconds, np.int64)
        output[ON], output[HAND], output[BIAS] = 1, round(self.hand * OUTPUT_ONE), self.bias
        output[OUTPUTS:] = self.output
        return Net(
            rows=together(self.first.astype(np.int64), FOUR),
            second=together(second, TWO),
            output=output,
            moves=self._packed_moves(),
            listed=np.zeros(most, np.int64),
            sums=np.zeros(self.units // FOUR, np.int64),
            more=np.zeros(self.seconds // TWO, np.int64),
            passed=np.zeros(self.seconds, np.int64),
        )

    def _packed_moves(self) -> Int64s:
        if self.moves is None:
            return np.zeros((1, 1), np.int64)
        whole = np.zeros((self.numbers + 1, self.seconds + 1), np.int64)
        whole[:-1] = self.moves
        whole[:-1, -1] *= ONE
        whole[-1, ON], whole[-1, HAND] = 1, round(self.hand_prior * OUTPUT_ONE)
        return whole

    def to_bytes(self) -> bytes:
        payload = self._payload()
        apart = ("first", "second", "output", "moves", "trained", *(("hand_prior",) if self.moves is None else ()))
        facts = {name: value for name, value in asdict(self).items() if name not in apart}
        facts |= {"inputs": self.inputs, "units": self.units, "seconds": self.seconds}
        facts |= {} if self.moves is None else {"numbers": self.numbers}
        facts |= {"sha256": hashlib.sha256(payload).hexdigest(), "trained": dict(self.trained)}
        whole = (MAGIC if self.moves is None else MAGIC_OF_PRIORS) + json.dumps(facts).encode() + b"\n" + payload
        if len(whole) > LARGEST_FILE:
            raise BadNet(f"{len(whole)} bytes: a net has at most {LARGEST_FILE}")
        return whole

    def with_facts(self, **trained: Any) -> "TrainedNet":
        return replace(self, trained={**self.trained, **trained})


def together(fields: Int64s, count: int) -> Int64s:
    """So many numbers of a row as one, the first lowest. Adding up such numbers adds up each of them."""
    parts = fields.reshape(*fields.shape[:-1], -1, count)
    whole = np.zeros(parts.shape[:-1], np.int64)
    for i in range(count):
        whole += parts[..., i] << (64 // count * i)
    return whole


def read_net(data: bytes) -> TrainedNet:
    """From the bytes of a file; anything that is not whole is refused."""
    priors = data.startswith(MAGIC_OF_PRIORS)
    if not (priors or data.startswith(MAGIC)) or len(data) > LARGEST_FILE:
        raise BadNet("this is no net, or of another version")
    line, _, payload = data[len(MAGIC) :].partition(b"\n")
    try:
        facts = json.loads(line)
        inputs, units, seconds = (int(facts.pop(name)) for name in ("inputs", "units", "seconds"))
        numbers = int(facts.pop("numbers")) if priors else 0
        if priors and numbers < 1:
            raise BadNet("it has priors for no action at all")
        if facts.pop("sha256") != hashlib.sha256(payload).hexdigest():
            raise BadNet("its weights are not those that it was written with")
        weights = np.frombuffer(payload, "<i2").astype(np.int16)
        sizes = ((inputs + 1) * units, (units + 1) * seconds, seconds, numbers * (seconds + 1))
        if min(inputs, units, seconds) < 1 or len(weights) != sum(sizes):
            raise BadNet(f"{len(weights)} weights, and {sum(sizes)} were to be expected")
        first, second, output, moves = np.split(weights, np.cumsum(sizes)[:3])
        return TrainedNet(
            first=first.reshape(inputs + 1, units),
            second=second.reshape(units + 1, seconds),
            output=output,
            moves=moves.reshape(numbers, seconds + 1) if priors else None,
            hand_prior=float(facts.pop("hand_prior")) if priors else 1.0,
            **facts,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadNet(f"its first lines cannot be read: {error}") from error


def read_net_file(path: Path) -> TrainedNet:
    try:
        return read_net(path.read_bytes())
    except OSError as error:
        raise BadNet(f"{path.name} cannot be read: {error.strerror}") from error
    except BadNet as error:
        raise BadNet(f"{path.name}: {error}") from None
