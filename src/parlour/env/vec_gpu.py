"""Many matches of a game at once on an NVIDIA GPU, where their states stay: `vec.py` with CuPy's arrays for NumPy's.

    parlour.env.vec_modules.pack(load("yinsh"), 2, folder)      where the rules are, once
    env = GpuVecEnv(folder, "yinsh", 131_072, seed=1)           there or anywhere else, with NumPy and CuPy alone

The same seed gives the same matches as on a CPU. `torch.from_dlpack` and `jax.dlpack.from_dlpack` share the arrays; for
JAX take a copy of those of which a match's part does not end where the next begins.
"""

import json
from base64 import b64decode
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from parlour.core.compiled.gpu import Kernels, Lanes
from parlour.env.seeds import generators, lucky

BEGIN = -1  # as vec_loops.py has it


class GpuStep(NamedTuple):
    """What a step comes to, as `VecEnv.step` answers it."""

    observations: dict[str, Any]
    rewards: Any
    terminated: Any
    truncated: Any
    infos: dict[str, Any]


class GpuVecEnv:
    """So many matches. `observation` has names and sizes, as the folder's file has them."""

    def __init__(self, folder: Path, game: str, matches: int, seed: int | None = None) -> None:
        self.observation = facts = json.loads((folder / f"{game}.vec.json").read_text("utf-8"))
        self.num_envs, self.seats, self.numbers = matches, int(facts["seats"]), int(facts["numbers"])
        shape = (len(facts["planes"]), int(facts["height"]), int(facts["width"]))
        kernels = Kernels(folder / f"{game}.vec.ptx")
        sizes = {
            "observed": int(np.prod(shape)), "numbered": self.numbers, "named": len(facts["scalars"]),
            "words": int(facts["words"]), "seats": self.seats,
        }  # fmt: skip
        self._cupy = kernels.cupy
        self._lanes = lanes = Lanes(kernels, ["advance", "any_number"], matches, sizes, shared=["start"])
        lanes.fill("start", np.frombuffer(b64decode(facts["state"]), np.uint8))
        lanes.fill("first", 0)
        lanes.fill("last", 1)
        self.planes = lanes.array("planes", shape)
        self.scalars, self.masks, self.rewards = (
            lanes.array(name, (size,))
            for name, size in (("scalars", sizes["named"]), ("masks", self.numbers), ("rewards", self.seats))
        )
        self.turn, self.terminated, self.lengths, self._numbers = (
            lanes.array(name)[:, 0] for name in ("turn", "terminated", "lengths", "numbers")
        )
        self.truncated = self._cupy.zeros(matches, bool)
        self._begun = False
        self._seed(seed)

    @property
    def bytes(self) -> int:
        """Of the device's memory."""
        return self._lanes.memory.end

    def reset(self, seed: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """All matches anew. Without a seed chance goes on where it was."""
        if seed is not None:
            self._seed(seed)
        self._numbers[...] = BEGIN
        self._lanes.run("advance")
        self._begun = True
        return self._observed(), self._infos()

    def step(self, numbers: Any, check: bool = True) -> GpuStep:
        """One action in every match. Unless nothing is checked, a number that is not legal is refused, nothing is done
        in any match, and the device is waited for."""
        if not self._begun:
            raise ValueError("no match has begun: call reset first")
        wanted = self._cupy.asarray(numbers)
        if check:
            self._check(wanted)
        self._numbers[...] = wanted
        self._lanes.begin("advance")
        if check:
            self._lanes.finish("advance")
        return GpuStep(self._observed(), self.rewards, self.terminated, self.truncated, self._infos())

    def any_numbers(self) -> Any:
        """One of the legal actions of every match, each equally likely."""
        self._lanes.begin("any_number")
        return self._numbers

    def wait(self) -> None:
        """Until the device has done all that was asked; an error in any match is one here."""
        self._lanes.finish("advance")

    def _seed(self, seed: int | None) -> None:
        self._lanes.fill("rngs", generators(seed, self.num_envs)[:, None])
        self._lanes.fill("luck", lucky(seed, self.num_envs)[:, None])

    def _check(self, wanted: Any) -> None:
        if wanted.shape != (self.num_envs,) or wanted.dtype.kind not in "iu":
            raise ValueError(f"a step takes {self.num_envs} whole numbers, one for each match")
        inside = (wanted >= 0) & (wanted < self.numbers)
        legal = self.masks[self._cupy.arange(self.num_envs), self._cupy.where(inside, wanted, 0)] != 0
        bad = ~(inside & legal)
        if bool(bad.any()):
            match = int(bad.argmax())
            raise ValueError(
                f"match {match}: {int(wanted[match])} is not the number of one of the actions that seat "
                f"{int(self.turn[match])} has now; nothing was changed"
            )

    def _observed(self) -> dict[str, Any]:
        return {"planes": self.planes, "scalars": self.scalars, "action_mask": self.masks}

    def _infos(self) -> dict[str, Any]:
        return {"seat": self.turn, "length": self.lengths}
