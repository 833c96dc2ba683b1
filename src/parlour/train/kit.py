"""All that a training needs to know of a game, as a folder: so that it can go on where there are no rules and no
compiler, on a machine lent with a GPU. `write_kit` is for where they are."""

import json
from collections.abc import Sequence
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
    cooperative: bool
    states: npt.NDArray[np.uint8]  # starts × bytes; more than one where a match begins with a course that is studied
    lores: npt.NDArray[np.int16]  # by start
    symmetries: npt.NDArray[np.int64]
    search: dict[str, Any]  # cutoff, explore, urgency, as a module's description has them
    # What a simulation takes with a net as it is trained here, if one of today's strongest bot takes 1: for matches at
    # the same time a move. It was measured on a core where the kit was made.
    pace_of_net: float
    folder: Path
    sources: str = ""  # a hash of the rules, the knowledge and the search that matches are played with
    commit: str = ""  # of the repository that they are from, if they are from one
    numbers: int = 0  # of actions
    choices: int = 1  # of a position that are written down at most; 1: none
    # By symmetry, the number that each action's becomes; None: nobody says.
    turned_numbers: npt.NDArray[np.int64] | None = None

    @property
    def cutoff(self) -> int:
        """Steps of a playout without a net."""
        return int(self.search["cutoff"])

    @property
    def starts(self) -> int:
        return len(self.states)

    @property
    def kernels(self) -> Path:
        """Where the code for a GPU is, if it has been made."""
        return self.folder / f"{self.game}.ptx"


def write_kit(
    folder: Path,
    game: Any,
    seats: int,
    starts: Sequence[tuple[Any, npt.NDArray[np.int16]]],
    search: Any,
    pace_of_net: float,
    sources: str = "",
    commit: str = "",
    choices: int = 1,
) -> None:
    """The game as it is now, with `choices` if a net is to have priors for moves; the kernels, if any, are made beside
    it."""
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
        "cooperative": game.cooperative,
        "search": search,
        "pace_of_net": round(pace_of_net, 3),
        "sources": sources,
        "commit": commit,
        "numbers": 0 if game.numbers is None else game.numbers(seats, game.options_for(seats, {})),
        "choices": choices,
    }
    folder.mkdir(parents=True, exist_ok=True)
    states = np.stack([np.frombuffer(state.tobytes(), np.uint8) for state, _ in starts])
    lores = np.stack([lore for _, lore in starts])
    arrays: dict[str, Any] = {"states": states, "lores": lores, "symmetries": symmetries}
    if inputs.turned_numbers is not None:
        arrays["turned_numbers"] = inputs.turned_numbers()
    np.savez_compressed(folder / ARRAYS, **arrays)
    (folder / FACTS).write_text(json.dumps(facts, indent=1))


def read_kit(folder: Path) -> Kit:
    arrays = np.load(folder / ARRAYS)
    return Kit(
        **json.loads((folder / FACTS).read_text("utf-8")), **{name: arrays[name] for name in arrays}, folder=folder
    )
