"""All that a training needs to know of a game, as a folder: so that it can go on where there are no rules and no
compiler, on a machine lent with a GPU. `write_kit` is for where they are."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

FACTS, ARRAYS = "kit.json", "kit.npz"


class Kit(NamedTuple):
    """What is known of a game."""

    game: str
    rules_version: int
    inputs_version: int
    inputs: int
    most: int  # of them on at once
    seats: int
    bound: int  # steps of a match
    state: npt.NDArray[np.uint8]  # the first one, as bytes
    lore: npt.NDArray[np.int16]
    symmetries: npt.NDArray[np.int64]
    search: dict[str, Any]  # cutoff, explore, urgency, as a module's description has them
    folder: Path

    @property
    def cutoff(self) -> int:
        """Steps of a playout without a net."""
        return int(self.search["cutoff"])

    @property
    def kernels(self) -> Path:
        """Where the code for a GPU is, if it has been made."""
        return self.folder / f"{self.game}.ptx"


def write_kit(folder: Path, game: Any, seats: int, state: Any, lore: npt.NDArray[np.int16], search: Any) -> None:
    """The game as it is now; the kernels, if any, are made beside it."""
    inputs = game.knowledge.net
    symmetries = np.arange(inputs.count)[None] if inputs.symmetries is None else inputs.symmetries()
    facts = {
        "game": game.name,
        "rules_version": game.rules_version,
        "inputs_version": inputs.version,
        "inputs": inputs.count,
        "most": inputs.most,
        "seats": seats,
        "bound": game.bound,
        "search": search,
    }
    folder.mkdir(parents=True, exist_ok=True)
    first = np.frombuffer(state.tobytes(), np.uint8)
    np.savez_compressed(folder / ARRAYS, state=first, lore=lore, symmetries=symmetries)
    (folder / FACTS).write_text(json.dumps(facts, indent=1))


def read_kit(folder: Path) -> Kit:
    arrays = np.load(folder / ARRAYS)
    return Kit(
        **json.loads((folder / FACTS).read_text("utf-8")), **{name: arrays[name] for name in arrays}, folder=folder
    )
