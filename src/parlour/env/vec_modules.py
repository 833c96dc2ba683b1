"""The matches of `vec_loops.py` as a module for a GPU, and what there is to know of a game where its rules are not.

As a program, `python -m parlour.env.vec_modules FOLDER yinsh` writes it; `make` runs it as it has to be run.
"""

import json
import shutil
import sys
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from parlour.core.compiled import jit, kept, retarget
from parlour.core.compiled.frames import FORMAT, STATE, Argument, Description, beside, describe_state
from parlour.core.compiled.gpu import assemble
from parlour.core.compiled.kept import Module
from parlour.core.compiled.retarget import GPU, ExportedFunction
from parlour.core.game import Game
from parlour.env.vec import loops_of_matches
from parlour.games import load

HOME = Path(__file__).parent
ONE = 1  # match a lane


def arguments() -> dict[str, Argument]:
    """What `advance` and `any_number` take, for one match."""
    wanted: list[tuple[str, str, tuple[str | int, ...]]] = [
        ("first", "int64", ()),
        ("last", "int64", ()),
        ("start", STATE, (1,)),
        ("states", STATE, (ONE,)),
        ("rngs", "int64", (ONE, 2)),
        ("luck", "int64", (ONE, 2)),
        ("numbers", "int64", (ONE,)),
        ("turn", "int64", (ONE,)),
        ("planes", "int8", (ONE, "observed")),
        ("scalars", "int16", (ONE, "named")),
        ("masks", "int8", (ONE, "numbered")),
        ("allowed", "int64", (ONE, "words")),
        ("rewards", "float32", (ONE, "seats")),
        ("terminated", "bool", (ONE,)),
        ("lengths", "int64", (ONE,)),
        ("out", "int64", ("list",)),
        ("weights", "int64", ("list",)),
        ("one", "float64", ("seats",)),
    ]
    return {name: Argument(name, dtype, dims) for name, dtype, dims in wanted}


def entries_of(game: Game) -> list[ExportedFunction]:
    loops, known = loops_of_matches(game), arguments()
    dtype = game.new(game.seats[0], game.options_for(game.seats[0], {})).dtype
    return [retarget.entry_of(getattr(loops, name), name, known, dtype) for name in ("advance", "any_number")]


def describe(game: Game, entries: list[ExportedFunction]) -> Description:
    return Description(
        format=FORMAT, game=game.name, machine=GPU, sources=jit.fingerprint(game.home, HOME, GPU), heap=0,
        state=describe_state(game.state), sizes={"list": len(game.buffer())}, search={},
        functions={entry.function.name: entry.function for entry in entries},
    )  # fmt: skip


def make(game: Game) -> Module:
    """The module, made if need be, in a process of its own."""
    return kept.find_or_make(
        game.home, HOME, GPU, lambda folder: retarget.process_for("parlour.env.vec_modules", str(folder), game.name)
    )


def facts_of(game: Game, seats: int, options: Mapping[str, object] | None = None) -> dict[str, Any]:
    """What an environment of the game is, as JSON has it."""
    chosen = game.options_for(seats, options or {})
    if game.numbers is None or game.observation is None:
        raise ValueError(f"{game.title} has no numbering of its actions: see Game.numbers")
    layout, start = game.observation(seats, chosen), game.new(seats, chosen)
    numbers = game.numbers(seats, chosen)
    return {
        "game": game.name, "seats": seats, "options": chosen, "numbers": numbers,
        "planes": list(layout.planes), "height": layout.height, "width": layout.width,
        "scalars": [[each.name, each.low, each.high] for each in layout.scalars],
        "words": (numbers >> loops_of_matches(game).WORD) + 1, "state": b64encode(start.tobytes()).decode(),
    }  # fmt: skip


def pack(game: Game, seats: int, folder: Path, options: Mapping[str, object] | None = None) -> Path:
    """Into a folder what `parlour.env.vec_gpu` needs, on a machine that has neither rules nor a compiler."""
    made = make(game)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.name}.vec.ptx"
    shutil.copyfile(made.path, path)
    shutil.copyfile(beside(made.path), beside(path))
    assemble(path)
    (folder / f"{game.name}.vec.json").write_text(json.dumps(facts_of(game, seats, options), indent=1))
    return path


def main(folder: str, *names: str) -> None:
    for name in names:
        game = load(name)
        entries = entries_of(game)
        kept.write(Path(folder), game.home.name, GPU, retarget.to_ptx(entries).encode(), describe(game, entries))


if __name__ == "__main__":
    main(*sys.argv[1:])
