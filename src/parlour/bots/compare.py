"""The same work for two machines, and where they differ: how it is checked that a module does what the CPU does.

A job is memory laid out and filled, and the functions to call on it. Whoever runs it gives the memory back; the CPU
runs it here, by the functions that Python calls.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.bots import outcome
from parlour.bots import tree as trees
from parlour.bots.machines import NETS, choices_of, net_sizes, selfplay_of
from parlour.bots.searcher import PLAIN_EXPLORE, compiled, numbers_of, packed_for
from parlour.bots.tree import Tree
from parlour.core.compiled.frames import STATE, Bytes, Description, Function, Memory, sized
from parlour.core.compiled.playouts import loops_of
from parlour.core.game import CHANCE, OVER, Game, State, as_array, copy_state, no_list
from parlour.core.knowledge import NO_LORE, NONE, Lore
from parlour.core.net import MOST_SUM, WEIGHTS, Net, TrainedNet
from parlour.core.rng import new_rng

TUPLES: Mapping[str, Any] = {"tree": Tree, "net": Net, "rival": Net}  # arrays that Python hands over as one
SHARED = ("lore", *(f"{net}.{part}" for net in NETS for part in WEIGHTS))


class Call(NamedTuple):
    """A function for so many lanes."""

    function: Function
    names: Mapping[str, str]  # what is called otherwise than the function's own arguments
    frame: int
    lanes: int


class MachineWork(NamedTuple):
    """Work for a machine."""

    game: Game
    memory: Memory
    image: Bytes
    calls: list[Call]


class _Plan:
    """A job while it is put together."""

    def __init__(
        self,
        game: Game,
        description: Description,
        seats: int,
        lanes: int,
        base: int,
        net: TrainedNet | None = None,
        **sizes: int,
    ) -> None:
        self.game, self.description, self.lanes = game, description, lanes
        self.memory = Memory(base)
        self.calls: list[Call] = []
        self._sizes = {**description.sizes, **net_sizes(game, net), "seats": seats, **sizes}
        self._filled: list[tuple[str, int | None, Any]] = []

    def call(self, name: str, **values: Any) -> None:
        """A call for all lanes. A value is one for all, or a list by lane; arrays of the same name are the same in all
        calls, numbers are each call's own."""
        function, names = self.description.functions[name], {}
        for argument in function.arguments:
            if not argument.dims:
                names[argument.name] = f"{argument.name}@{len(self.calls)}"
            place = names.get(argument.name, argument.name)
            if place not in self.memory.places:
                dtype = self.game.state if argument.dtype == STATE else np.dtype(argument.dtype)
                shared = argument.name in SHARED
                self.memory.reserve(place, dtype, sized(argument, self._sizes), self.lanes, shared)
            if argument.name in values:
                self.fill(place, values[argument.name])
        if function.results:
            names["results"] = f"results@{len(self.calls)}"
            self.memory.reserve(names["results"], np.int64, (len(function.results),), self.lanes)
        self.calls.append(Call(function, names, 0, self.lanes))

    def fill(self, place: str, value: Any) -> None:
        if isinstance(value, list):
            self._filled += [(place, lane, each) for lane, each in enumerate(value)]
        else:
            self._filled.append((place, None, value))

    def job(self) -> MachineWork:
        calls = [call._replace(frame=self.memory.frame(call.function, call.names)) for call in self.calls]
        image = self.memory.image()
        for place, lane, value in self._filled:
            one = self.memory.places[place].step == 0
            for each in range(1 if one else self.lanes) if lane is None else [lane]:
                self.memory.view(image, place, each)[...] = value
        return MachineWork(self.game, self.memory, image, calls)


# -- jobs --------------------------------------------------------------------------------------------------------


def playout_job(game: Game, module: Description, seats: int, games: int, lanes: int = 4, base: int = 0) -> MachineWork:
    """So many random games, in a few lanes."""
    plan = _Plan(game, module, seats, lanes, base)
    start = game.new(seats, game.options_for(seats, {}))
    plan.call(
        "playouts",
        start=as_array(start),
        rng=[new_rng(1000 * seats + lane) for lane in range(lanes)],
        games=-(-games // lanes),
        bound=game.bound,
    )
    return plan.job()


def search_job(
    game: Game,
    module: Description,
    seats: int,
    searches: int,
    simulations: int,
    room: int = 1500,
    base: int = 0,
    net: TrainedNet | None = None,
) -> MachineWork:
    """So many searches from positions of random matches, every third without knowledge; what else can be called is
    called before and after."""
    plan = _Plan(game, module, seats, searches, base, net, room=room, steps=8)
    roots = positions(game, seats, searches)
    know, bare = game.knowledge, [lane % 3 == 2 for lane in range(searches)]
    movers = [game.seats_to_act(s)[0] for s in roots]
    before = {"root": [as_array(s) for s in roots], "viewer": movers, "lore": lore_of(game, roots)}
    seeds = [7000 * seats + lane for lane in range(searches)]
    if "legal" in module.functions:
        plan.call("new_rng", seed=seeds)
        plan.call("actor", root=before["root"])
        plan.call("waiting")
        plan.call("legal", seat=movers)
        plan.call("also", seat=movers)
        plan.call("from_the_book", viewer=movers)
        plan.call("worth_remarking", viewer=movers)
        plan.call("play_policy", viewer=movers, lore=before["lore"])
    plan.call("clear")
    plan.call(
        "simulate",
        **before,
        rng=[new_rng(seed) for seed in seeds],
        only=NONE,
        simulations=simulations,
        **net_arrays(game, "net", net),
        cutoff=[cutoff_of(game, net, each) for each in bare],
        explore=[PLAIN_EXPLORE if each else know.explore for each in bare],
        urgency=know.urgency,
        plain=bare,
        revealed=[lane % 5 == 4 for lane in range(searches)],
        priors=1.0,
    )
    if "legal" in module.functions:
        plan.call("by_tries")
        plan.call("decided", left=3)
        plan.call("worth", node=0)
        plan.call("line", node=0)
        plan.call("choose", slips=0.5)
        plan.call("verdict", seat=0, best=[rough(seed, seats) for seed in seeds], taken=np.array(rough(1, seats)))
        plan.call("keep_below", top=1)
        actions = [game.list_legal(s, seat)[-1] for s, seat in zip(roots, movers, strict=True)]
        plan.call("guess", viewer=movers)
        plan.call("apply", who=movers, action=actions)
        plan.call("returns")
        plan.call("ending")
    return plan.job()


def selfplay_job(
    game: Game,
    module: Description,
    seats: int,
    matches: int,
    simulations: int,
    steps: int,
    room: int,
    base: int = 0,
    net: TrainedNet | None = None,
) -> MachineWork:
    """So many matches against itself from the start, as far as so many steps. With a net, every third seat has
    none."""
    shown = 1 if game.knowledge.net is None else game.knowledge.net.most
    sizes = {"room": room, "steps": steps, "tried": len(game.buffer()), "states": min(steps, 4), "inputs": shown}
    sizes |= {"choices": choices_of(game)}
    plan = _Plan(game, module, seats, matches, base, net, **sizes)
    start = opened(game, game.new(seats, game.options_for(seats, {})))
    know = game.knowledge
    plan.call(
        "selfplay",
        root=as_array(start),
        lore=lore_of(game, [start]),
        rng=[new_rng(31 * seats + lane) for lane in range(matches)],
        most=steps,
        simulations=simulations,
        opening=4,
        booked=[lane % 2 == 0 for lane in range(matches)],
        **net_arrays(game, "net", net),
        cutoff=cutoff_of(game, net),
        rivals=0b001001,
        rival_cutoff=cutoff_of(game, None),
        rival_simulations=simulations + 3,
        explore=know.explore,
        urgency=know.urgency,
        priors=1.0,
    )
    return plan.job()


def cutoff_of(game: Game, net: TrainedNet | None, bare: bool = False) -> int:
    """Steps of a playout: with this net, without any, or (bare) without knowledge."""
    if net is not None and not bare:
        return net.cutoff
    own = game.knowledge.cutoff
    return game.bound if bare or own is None else own


def net_arrays(game: Game, name: str, net: TrainedNet | None) -> dict[str, Any]:
    """The weights, for the arguments that take them; zeros are no net."""
    packed = packed_for(game, net)
    return {f"{name}.{part}": getattr(packed, part) for part in WEIGHTS} if net is not None else {}


def any_net(
    game: Game, seed: int, units: int = 64, seconds: int = 16, seats: int = 2, priors: bool = False
) -> TrainedNet:
    """A net with weights drawn by lot, large enough to matter and small enough to fit; with priors for moves, or
    without."""
    inputs, rng = game.knowledge.net, np.random.default_rng(seed)
    assert inputs is not None, f"{game.name} has inputs"
    largest = MOST_SUM // (inputs.most + 1)
    first = rng.integers(-min(90, largest), min(90, largest), (inputs.count + 1, units))
    second, output = rng.integers(-200, 200, (units + 1, seconds)), rng.integers(-900, 900, seconds)
    net = TrainedNet(
        game=game.name,
        rules_version=game.rules_version,
        inputs_version=inputs.version,
        first=first.astype(np.int16),
        second=second.astype(np.int16),
        output=output.astype(np.int16),
        bias=int(rng.integers(-9000, 9000)),
        hand=0.9,
        cutoff=int(rng.integers(0, 3)),
        seats=seats,
    )
    if not priors:
        return net
    moves = rng.integers(-60, 60, (numbers_of(game, seats), seconds + 1)).astype(np.int16)
    return replace(net, moves=moves, hand_prior=0.7)


def rough(seed: int, seats: int) -> list[float]:
    """What seats might expect."""
    rng = Random(seed)
    return [round(rng.uniform(-1, 1), 4) for _ in range(seats)]


def positions(game: Game, seats: int, wanted: int) -> list[State]:
    """Where somebody is to act, from the beginning and from anywhere in random matches; always the same ones."""
    rng, found = Random(99 * seats), list[State]()
    options = game.options_for(seats, {})
    while len(found) < wanted:
        s = opened(game, game.new(seats, options))
        while (actor := int(game.actor(s))) != OVER and len(found) < wanted:
            if actor == CHANCE:
                outcomes = game.list_chance(s)
                game.apply(s, CHANCE, outcomes[rng.randrange(len(outcomes))][0])
                continue
            if rng.randrange(8) == 0:
                found.append(copy_state(s))
            legal = game.list_legal(s, actor)
            game.apply(s, actor, legal[rng.randrange(len(legal))])
    return found


def opened(game: Game, s: State) -> State:
    """Where a game has something to study, what chance decides at first decides what: always the same."""
    while game.knowledge.study is not None and int(game.actor(s)) == CHANCE:
        game.apply(s, CHANCE, game.list_chance(s)[0][0])
    return s


def lore_of(game: Game, states: list[State]) -> Lore:
    """What the game's study gives, for all of them."""
    study = game.knowledge.study
    if study is None:
        return NO_LORE
    first = study(states[0])
    assert all(np.array_equal(study(s), first) for s in states), "one study for all lanes"
    return first


# -- running -----------------------------------------------------------------------------------------------------


def run_here(job: MachineWork, image: Bytes | None = None) -> Bytes:
    """The job done by this machine; answers the memory after it."""
    game, memory = job.game, job.memory
    after = job.image.copy() if image is None else image
    functions = native(game)
    for call in job.calls:
        for lane in range(call.lanes):
            arguments: list[Any] = []
            parts: list[npt.NDArray[Any]] = []
            for argument in call.function.arguments:
                array = memory.view(after, call.names.get(argument.name, argument.name), lane)
                if "." in argument.name:
                    parts.append(array)
                    whole = TUPLES[argument.name.partition(".")[0]]
                    if len(parts) == len(whole._fields):
                        arguments.append(whole(*parts))
                        parts = []
                elif not argument.dims:
                    arguments.append(array.item())
                else:
                    arguments.append(array.view(np.recarray) if argument.dtype == STATE else array)
            answer = functions[call.function.name](*arguments)
            if call.function.results:
                memory.view(after, call.names["results"], lane)[:] = answer
    return after


def native(game: Game) -> dict[str, Callable[..., Any]]:
    """What Python calls, by the names that modules export it under."""
    search, guess = compiled(game), game.knowledge.guess or game.determinize

    def seeded(rng: Any, pool: Any, seed: int) -> None:
        rng[:] = new_rng(seed)
        pool[:] = 0

    def guessed(root: Any, viewer: int, rng: Any) -> None:
        if guess is not None:
            guess(root[0], viewer, rng)

    return {
        "playouts": loops_of(game).playouts,
        "clear": trees.clear,
        "simulate": search.simulate,
        "keep_below": trees.keep_below,
        "from_the_book": search.from_the_book,
        "worth_remarking": search.worth_remarking,
        "play_policy": search.play_policy,
        "by_tries": outcome.by_tries,
        "decided": outcome.decided,
        "worth": outcome.worth,
        "line": outcome.line,
        "choose": outcome.choose,
        "verdict": outcome.verdict,
        "guess": guessed,
        "new_rng": seeded,
        "actor": lambda root: game.actor(root[0]),
        "waiting": lambda root: game.waiting_now(root[0]),
        "legal": lambda root, seat, out: game.legal(root[0], seat, out),
        "also": lambda root, seat, out: 0 if game.also is no_list else game.also(root[0], seat, out),
        "apply": lambda root, who, action: game.apply(root[0], who, action),
        "returns": lambda root, values: game.returns(root[0], values),
        "ending": lambda root: game.ending(root[0]),
        "selfplay": lambda *given: selfplay_of(game).selfplay(*given),
    }


SCRATCH = ("pool",)  # what nobody reads


def differences(job: MachineWork, one: Bytes, other: Bytes) -> list[str]:
    """What is not the same, array by array and lane by lane; empty if all is."""
    found = []
    lanes = max(call.lanes for call in job.calls)
    for name, place in job.memory.places.items():
        if name in SCRATCH:
            continue
        for lane in range(lanes if place.step else 1):
            mine, theirs = (job.memory.view(image, name, lane) for image in (one, other))
            if mine.tobytes() != theirs.tobytes():
                found.append(f"{name} of lane {lane}")
    return found
