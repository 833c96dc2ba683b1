"""A game's loops, its rules and its search as a module for another machine, and what there is to know of it.

As a program, `python -m parlour.bots.machines wasm FOLDER yinsh` writes them to a folder; `make` runs it as it has
to be run.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.bots import outcome
from parlour.bots import tree as trees
from parlour.bots.searcher import DEEPEST, HOME, PLAIN_EXPLORE, compiled, packed_for
from parlour.bots.tree import Tree, new_tree
from parlour.core.compiled import jit, kept, retarget
from parlour.core.compiled.frames import FORMAT, STATE, Argument, Description, describe_state
from parlour.core.compiled.kept import Module
from parlour.core.compiled.playouts import exports_of, loops_of
from parlour.core.compiled.retarget import GPU, WASM, Bundle, ExportedFunction
from parlour.core.game import Game
from parlour.core.knowledge import NO_LORE
from parlour.core.net import Net, TrainedNet
from parlour.core.rng import POOL
from parlour.games import load

SEATS, ROOM, LIST, PATH, STEPS, TRIED, LORE = "seats", "room", "list", "path", "steps", "tried", "lore"
INPUTS, CHOICES = "inputs", "choices"
MOST_CHOICES = 128  # of those of a position that are written down for a net to learn from
NETS = ("net", "rival")
RIVAL = ("rivals", "rival_cutoff", "rival_simulations")
# The parts of a net, and what their sizes are called.
NET: Mapping[str, tuple[str, ...]] = {
    "rows": ("net_rows", "net_words"),
    "second": ("net_units", "net_pairs"),
    "output": ("net_output",),
    "moves": ("net_numbers", "net_weights"),
    "listed": ("net_listed",),
    "sums": ("net_words",),
    "more": ("net_pairs",),
    "passed": ("net_passed",),
}


def is_made(game: Game, machine: str) -> bool:
    return kept.find(game.home, HOME, machine) is not None


def module_of(game: Game, machine: str) -> Module | None:
    """The module, if it has been made or came along."""
    return kept.find(game.home, HOME, machine)


def make(game: Game, machine: str) -> Module:
    """The module, made if need be, in a process of its own; or `NotPortable`, which says why there is none."""
    return kept.find_or_make(game.home, HOME, machine, lambda folder: make_in(folder, game, machine))


def make_in(folder: Path, game: Game, machine: str) -> None:
    """The module and its description, written to a folder."""
    retarget.process_for("parlour.bots.machines", machine, str(folder), game.name)


@cache
def selfplay_of(game: Game) -> ModuleType:
    """`selfplay.py` for this game."""
    search = compiled(game)
    wanted: tuple[str, ...] = ("actor", "apply", "legal", "returns", "draw", "book", "guess", "simulate")
    wanted += ("hand_evaluate", "hand_prior", "list_inputs", "number")
    names = {name: getattr(search, name) for name in wanted}
    return jit.specialise("parlour.bots.selfplay", names, game.home)


# -- what functions take -----------------------------------------------------------------------------------------


def known_arguments(lore_dims: int) -> dict[str, Argument | Bundle]:
    """Every parameter of an exported function, by its name: the same name is the same thing in all of them."""

    def one(name: str, dtype: str, *dims: str | int) -> Argument:
        return Argument(name, dtype, dims)

    states = [one(name, STATE, 1) for name in ("root", "work", "start")]
    whole = ("viewer", "only", "simulations", "cutoff", "seat", "who", "action", "games", "bound", "seed", "most")
    numbers = [one(name, "int64") for name in (*whole, "opening", "top", "node", "left", *RIVAL)]
    reals = [one(name, "float64") for name in ("explore", "urgency", "slips")]
    yes_or_no = [one(name, "bool") for name in ("plain", "revealed", "booked")]
    buffers = [
        one("rng", "int64", 2),
        one("pool", "int64", POOL),
        one("out", "int64", LIST),
        one("weights", "int64", LIST),
        one("priors", "float64", LIST),
        one("slots", "int32", LIST),
        one("path", "int64", PATH),
        one("values", "float64", SEATS),
        one("one", "float64", SEATS),
        one("totals", "float64", SEATS),
        *(one(name, "float64", SEATS) for name in ("best", "taken", "before")),
        one("nodes", "int32", LIST),
        one("moved", "int32", ROOM),
        one("lore", "int16", *(f"{LORE}{i}" for i in range(lore_dims))),
        one("length", "int64", 1),
        one("states", STATE, "states"),
        one("movers", "int8", STEPS),
        one("played", "int64", STEPS),
        one("expected", "float32", STEPS, SEATS),
        one("tried", "int64", STEPS, TRIED),
        one("visits", "int32", STEPS, TRIED),
        one("inputs", "int16", STEPS, INPUTS),
        one("hand", "float32", STEPS),
        one("numbers", "int16", STEPS, CHOICES),
        one("likely", "int16", STEPS, CHOICES),
    ]
    small: dict[str, Any] = new_tree(2, 1)._asdict()
    parts = []
    for name, array in small.items():
        dims: tuple[str | int, ...] = (1,) if name == "size" else (ROOM, SEATS)[: array.ndim]
        parts.append(one(f"tree.{name}", array.dtype.name, *dims))
    plain = [*states, *numbers, *reals, *yes_or_no, *buffers]
    nets = {name: Bundle(Net, [one(f"{name}.{part}", "int64", *dims) for part, dims in NET.items()]) for name in NETS}
    return {**{each.name: each for each in plain}, "tree": Bundle(Tree, parts), **nets}


# What is exported, and what it answers. A GPU plays and searches by itself; a page asks for the rules as well.
ExportList = Sequence[tuple[str, Callable[..., Any], Sequence[str]]]
INT, NOTHING = ("int64",), ()


def exports(game: Game, machine: str) -> ExportList:
    loops, search = loops_of(game), compiled(game)
    both: ExportList = [
        ("playouts", loops.playouts, ("int64",) * 3),
        ("clear", trees.clear, NOTHING),
        ("simulate", search.simulate, NOTHING),
    ]
    if machine == GPU:
        return [*both, ("selfplay", selfplay_of(game).selfplay, INT)]
    rules = exports_of(game)
    return [
        *both,
        ("keep_below", trees.keep_below, NOTHING),
        ("from_the_book", search.from_the_book, INT),
        ("worth_remarking", search.worth_remarking, INT),
        ("play_policy", search.play_policy, INT),
        ("by_tries", outcome.by_tries, INT),
        ("decided", outcome.decided, INT),
        ("worth", outcome.worth, NOTHING),
        ("line", outcome.line, INT),
        ("choose", outcome.choose, INT),
        ("verdict", outcome.verdict, INT),
        ("guess", search.guess_hidden, NOTHING),
        ("glimpse", search.glimpse_of, INT),
        ("new_rng", rules.new_rng, NOTHING),
        ("actor", rules.actor_of, INT),
        ("waiting", rules.waiting_of, INT),
        ("legal", rules.legal_of, INT),
        ("also", rules.also_of, INT),
        ("apply", rules.apply_to, NOTHING),
        ("draw", rules.draw_for, INT),
        ("returns", rules.returns_of, NOTHING),
        ("ending", rules.ending_of, INT),
    ]


def entries_of(game: Game, machine: str) -> list[ExportedFunction]:
    known = known_arguments(len(lore_shape(game)))
    dtype = game.new(game.seats[0], game.options_for(game.seats[0], {})).dtype
    return [
        retarget.entry_of(function, name, known, dtype, results) for name, function, results in exports(game, machine)
    ]


def lore_shape(game: Game) -> tuple[int, ...]:
    """Of what the game's `study` gives; it is worked out by Python and sent as it is."""
    study, seats = game.knowledge.study, game.seats[0]
    lore = NO_LORE if study is None else study(game.new(seats, game.options_for(seats, {})))
    return lore.shape


def choices_of(game: Game) -> int:
    """How many of a position's choices are written down; 1, which is none, if the game does not number them."""
    return 1 if game.numbers is None else min(MOST_CHOICES, game.most_actions)


def net_sizes(game: Game, net: TrainedNet | None) -> dict[str, int]:
    """The sizes of a net's parts, by the names that they have in a description. Zeros of any size are no net; but a
    game that has inputs has room to list them, for whoever writes them down."""
    packed, inputs = packed_for(game, net), game.knowledge.net
    sizes: dict[str, int] = {}
    for part, dims in NET.items():
        sizes |= dict(zip(dims, getattr(packed, part).shape, strict=True))
    return sizes | {"net_listed": 1 if inputs is None else inputs.most}


def search_facts(game: Game) -> dict[str, Any]:
    """What the game's knowledge says of searches."""
    know, seats = game.knowledge, game.seats
    return {
        "seats": [seats[0], seats[-1]],
        "bound": game.bound,
        "hidden": game.hidden,
        "cutoff": game.bound if know.cutoff is None else know.cutoff,
        "explore": know.explore,
        "urgency": know.urgency,
        "pace": know.pace,
        "plain_explore": PLAIN_EXPLORE,
        "study": know.study is not None,
    }


def describe(game: Game, machine: str, heap: int, entries: Sequence[ExportedFunction]) -> Description:
    sizes = {LIST: len(game.buffer()), PATH: min(game.bound, DEEPEST) + 2}
    sizes |= {f"{LORE}{i}": size for i, size in enumerate(lore_shape(game))}
    sizes |= net_sizes(game, None)
    return Description(
        format=FORMAT,
        game=game.name,
        machine=machine,
        sources=jit.fingerprint(game.home, HOME, machine),
        heap=heap,
        state=describe_state(game.state),
        sizes=sizes,
        search=search_facts(game),
        functions={entry.function.name: entry.function for entry in entries},
    )


def main(machine: str, folder: str, *names: str) -> None:
    for name in names:
        game = load(name)
        entries = entries_of(game, machine)
        code = retarget.to_wasm(entries) if machine == WASM else retarget.to_ptx(entries).encode()
        heap = retarget.heap_of(code) if machine == WASM else 0
        kept.write(Path(folder), game.home.name, machine, code, describe(game, machine, heap, entries))


if __name__ == "__main__":
    main(*sys.argv[1:])
