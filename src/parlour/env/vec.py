"""Many matches of one game at once, in compiled code: `VecEnv("yinsh", 1024)`. It needs NumPy and nothing else.

In each match the seat to act is asked for a number (`Game.number`). A step takes one number for every match, lets
chance draw, pays those whose match has ended, begins such matches anew, and shows the next seat what it may know.

It follows Gymnasium's vector environments, as far as these fit several seats:

* `reset` answers (observations, infos), `step` (observations, rewards, terminations, truncations, infos).
* Observations are those of the seat to act, `infos["seat"]`; rewards have a column for every seat, noughts until the
  end. What a seat did before others moved is paid in that seat's column when the match ends, not when it acts next.
* A match that ends is begun anew in the same step (Gymnasium's `SAME_STEP`): what is observed then is the new match's
  first position. The last one is not shown: nobody acts in it, and its worth is the reward.
* No match is cut off, for every game ends within its bound: truncations are always false.

All arrays are the environment's own and are written anew by each step: copy what you keep. They are laid out as in C,
aligned, so `torch.from_numpy`, `jax.dlpack.from_dlpack` and the like take them without a copy.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from parlour import games
from parlour.core.compiled import jit
from parlour.core.compiled.playouts import loops_of
from parlour.core.game import Floats, Game, Ints, as_array
from parlour.env.seeds import generators, lucky

VecObservation: TypeAlias = dict[str, npt.NDArray[Any]]
VecStep: TypeAlias = tuple[
    VecObservation, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, npt.NDArray[Any]]
]

RULES = ("actor", "legal", "apply", "returns", "number", "numbered", "observe")


@cache
def loops_of_matches(game: Game) -> ModuleType:
    """`vec_loops.py` for this game."""
    names: dict[str, object] = {name: getattr(game, name) for name in RULES}
    return jit.specialise("parlour.env.vec_loops", {**names, "draw": loops_of(game).draw}, game.home)


ALIGNED = 64  # bytes: JAX shares no buffer that begins elsewhere, and copies it without a word


def zeros(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """An array that other libraries can share."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    room = np.zeros(size + ALIGNED, np.int8)
    first = -room.ctypes.data % ALIGNED
    return room[first : first + size].view(dtype).reshape(shape)


class VecEnv:
    """So many matches, played on by `threads` threads. The same seed gives the same matches, whatever the number of
    threads; match i is the same however many others there are."""

    def __init__(
        self,
        game: str | Game,
        matches: int,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
        threads: int = 1,
    ) -> None:
        self.game = game = games.load(game) if isinstance(game, str) else game
        if game.numbers is None or game.observation is None:
            raise ValueError(f"{game.title} has no numbering of its actions: see Game.numbers")
        if matches < 1 or threads < 1:
            raise ValueError(f"there have to be matches and threads to play them, not {matches} and {threads}")
        self.seats = seats if seats is not None else (2 if 2 in game.seats else game.seats[0])
        self.options = game.options_for(self.seats, options or {})
        self.num_envs = matches
        self.numbers = game.numbers(self.seats, self.options)
        self.observation = layout = game.observation(self.seats, self.options)
        self._loops = loops_of_matches(game)
        self._start = as_array(game.new(self.seats, self.options))
        self._states = np.zeros(matches, self._start.dtype).view(np.recarray)
        self._numbers = np.zeros(matches, np.int64)
        self._allowed = np.zeros((matches, (self.numbers >> self._loops.WORD) + 1), np.int64)
        self._flat = zeros((matches, layout.size), np.int8)
        self.turn: Ints = zeros((matches,), np.int64)  # the seat to act
        self.planes = self._flat.reshape(matches, *layout.shape)
        self.scalars = zeros((matches, len(layout.scalars)), np.int16)
        self.masks = zeros((matches, self.numbers), np.int8)  # 1 where a number is that of a legal action
        self.rewards = zeros((matches, self.seats), np.float32)
        self.terminated = zeros((matches,), np.bool_)
        self.truncated = zeros((matches,), np.bool_)
        self.lengths: Ints = zeros((matches,), np.int64)  # steps of seats in the match that is played
        self._parts = [_Part(game, self.seats, *bounds) for bounds in _bounds(matches, threads)]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self._rngs = generators(seed, matches)
        self._luck = lucky(seed, matches)
        self._wanted: Ints = np.zeros(matches, np.int64)
        self._begun = False

    def reset(self, seed: int | None = None) -> tuple[VecObservation, dict[str, npt.NDArray[Any]]]:
        """All matches anew. Without a seed chance goes on where it was."""
        if seed is not None:
            self._rngs, self._luck = generators(seed, self.num_envs), lucky(seed, self.num_envs)
        self._numbers[:] = self._loops.BEGIN
        self._advance()
        self._begun = True
        return self._observed(), self._infos()

    def step(self, numbers: npt.ArrayLike) -> VecStep:
        """One action in every match. If one of the numbers is wrong, nothing is done in any."""
        self._check(numbers)
        self._advance()
        return self._observed(), self.rewards, self.terminated, self.truncated, self._infos()

    def any_numbers(self) -> Ints:
        """One of the legal actions of every match, each equally likely: for whoever explores, or just looks."""
        self._loops.any_number(self._allowed, self._luck, self._wanted)
        return self._wanted

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def action_text(self, match: int, number: int) -> str:
        """How the action of that number is written, in that match now."""
        assert self.game.numbered is not None, "its actions are numbered"
        if not 0 <= number < self.numbers or not self.masks[match, number]:
            raise ValueError(self._refusal(match, number))
        return self.game.text(int(self.game.numbered(self._states[match], int(self.turn[match]), number)))

    # -- inside -------------------------------------------------------------------------------------------

    def _check(self, numbers: npt.ArrayLike) -> None:
        """Into a buffer with the numbers, if all of them can be taken."""
        if not self._begun:
            raise ValueError("no match has begun: call reset first")
        given = np.asarray(numbers)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"a step takes {self.num_envs} whole numbers, one for each match, not {given.dtype} {given.shape}"
            )
        wanted = given.astype(np.int64)
        bad = int(self._loops.first_refused(wanted, self._allowed, self.numbers))
        if bad < self.num_envs:
            raise ValueError(self._refusal(bad, int(given[bad])))
        self._numbers[:] = wanted

    def _refusal(self, match: int, number: int) -> str:
        count = int(np.count_nonzero(self.masks[match]))
        return (
            f"match {match}: {number} is not the number of one of the {count} actions that seat {self.turn[match]} has "
            "now; nothing was changed"
        )

    def _advance(self) -> None:
        if self._pool is None:
            self._advance_part(self._parts[0])
        else:
            list(self._pool.map(self._advance_part, self._parts))

    def _advance_part(self, part: "_Part") -> None:
        self._loops.advance(
            part.first, part.last, self._start, self._states, self._rngs, self._numbers, self.turn, self._flat,
            self.scalars, self.masks, self._allowed, self.rewards, self.terminated, self.lengths, part.out,
            part.weights, part.one,
        )  # fmt: skip

    def _observed(self) -> VecObservation:
        return {"planes": self.planes, "scalars": self.scalars, "action_mask": self.masks}

    def _infos(self) -> dict[str, npt.NDArray[Any]]:
        return {"seat": self.turn, "length": self.lengths}


class _Part:
    """The matches that one thread sees to, and its own lists to write into."""

    def __init__(self, game: Game, seats: int, first: int, last: int) -> None:
        self.first, self.last = first, last
        self.out, self.weights = game.buffer(), game.buffer()
        self.one: Floats = np.zeros(seats, np.float64)


def _bounds(matches: int, threads: int) -> list[tuple[int, int]]:
    """As even parts as can be, none of them empty."""
    parts = min(matches, threads)
    return [(matches * i // parts, matches * (i + 1) // parts) for i in range(parts)]
