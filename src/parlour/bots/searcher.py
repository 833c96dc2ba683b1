"""A search as Python holds it: its trees and buffers, how long it runs, and what it found, explained.

The true state enters here and goes no further: the compiled search works on what `determinize` made of it.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import numpy as np

from parlour.bots import outcome
from parlour.bots import tree as trees
from parlour.bots.tree import NOBODY, ROOT, Tree, new_tree
from parlour.core.compiled import jit
from parlour.core.compiled.jit import rule
from parlour.core.compiled.playouts import loops_of
from parlour.core.game import CHANCE, Game, State, as_array
from parlour.core.knowledge import NO_LORE, NONE, Lore, as_it_is, no_inputs, no_inputs_of_study, unseen
from parlour.core.net import BadNet, Net, TrainedNet, no_net, read_net_file, shipped_name
from parlour.core.rng import Rng, new_rng

HOME = Path(__file__).parent
MOST_NODES = 1_000_000  # about 45 MB with two seats
SMALL = 4_000  # for a search that is not there to find anything
DEEPEST = 1000  # steps that a path down the tree can have
LONGEST_LINE = 64  # steps that are told of how play would go on
BATCH = 128  # simulations between two looks at what they came to
SLICE = 0.004  # seconds between two looks at the clock

Stopped = Callable[[], bool]  # whether nobody wants the answer any more


class Candidate(msgspec.Struct, frozen=True):
    """A step that was considered."""

    action: int
    visits: int
    values: list[float]  # what each seat may expect after it
    prior: float


class SearchResult(msgspec.Struct, frozen=True):
    """What a search came to, best step first."""

    candidates: list[Candidate]
    values: list[float]  # what each seat may expect here, all steps weighed by how much they were tried
    line: list[tuple[int, int]]  # how play would go on: (actor, action), chance left out once it is reached
    simulations: int
    seconds: float

    @property
    def action(self) -> int:
        return self.candidates[0].action


_loaded: set[str] = set()


def never() -> bool:
    return False


@rule
def unnumbered(s: State, seat: int, action: int) -> int:
    return NONE


@rule
def nothing_hidden(s: State, viewer: int, rng: Rng) -> None:
    pass


@cache
def compiled(game: Game) -> ModuleType:
    """`search.py` for this game."""
    knowledge, loops = game.knowledge, loops_of(game)
    names: dict[str, object] = {name: getattr(game, name) for name in ("actor", "legal", "apply", "returns")}
    names |= {"draw": loops.draw, "any_action": loops.any_action, "book": knowledge.book, "remark": knowledge.remark}
    thinking = {name: getattr(knowledge, name) for name in ("policy", "evaluate", "prior")}
    thinking["policy"] = thinking["policy"] or loops.any_policy
    blind = no_inputs if knowledge.study is None else no_inputs_of_study
    thinking["list_inputs"] = blind if knowledge.net is None else knowledge.net.list
    if knowledge.study is None:
        plain = {f"plain_{name}": function for name, function in thinking.items()}
        wrapped = jit.specialise("parlour.bots.without_lore", plain, game.home)
        thinking = {name: getattr(wrapped, name) for name in thinking}
    judging: dict[str, object] = {"hand_evaluate": thinking["evaluate"], "hand_prior": thinking["prior"]}
    number = game.number or unnumbered
    if knowledge.net is None:
        judge = jit.specialise("parlour.bots.without_net", judging, game.home)
    else:
        judging |= {"actor": game.actor, "list_inputs": thinking["list_inputs"], "TOGETHER": game.cooperative}
        judging |= {"number": number}
        judge = jit.specialise("parlour.bots.net_evaluation", judging, game.home)
    names |= {**thinking, "evaluate": judge.evaluate, "hand_evaluate": thinking["evaluate"]}
    names |= {"prior": judge.prior, "hand_prior": thinking["prior"], "number": number}
    names["HIDDEN"] = game.hidden
    names["guess"] = knowledge.guess or game.determinize or nothing_hidden
    names["glimpse"] = knowledge.glimpse or (unseen if game.hidden else as_it_is)
    return jit.specialise("parlour.bots.search", names, game.home)


@cache
def shipped_net(game: Game, seats: int = 2) -> TrainedNet | None:
    """The net for so many seats that came along with the game, if one did. One that does not fit is refused, with a
    sentence."""
    path = game.home / shipped_name(seats)
    if game.knowledge.net is None or not path.exists():
        return None
    net = read_net_file(path)
    check_net(game, net)
    if net.seats != seats:
        raise BadNet(f"{path.name}: it was trained in matches of {net.seats}, not of {seats}")
    return net


def check_net(game: Game, net: TrainedNet) -> None:
    """Whether it was trained for this game as it is."""
    inputs = game.knowledge.net
    if net.game != game.name or inputs is None:
        raise BadNet(f"a net of {net.game} cannot judge {game.name}")
    ours, theirs = (game.rules_version, inputs.version), (net.rules_version, net.inputs_version)
    if ours != theirs or net.inputs != inputs.count:
        raise BadNet(f"a net for rules and inputs {theirs}, {net.inputs} of them; {ours} and {inputs.count} are needed")
    actions = numbers_of(game, net.seats)
    if net.numbers and net.numbers != actions:
        raise BadNet(f"a net with priors for {net.numbers} actions; {game.name} numbers {actions}")
    net.check(inputs.most)


def numbers_of(game: Game, seats: int) -> int:
    """How many actions it numbers in an ordinary match of so many; 0 if it numbers none."""
    return 0 if game.numbers is None else game.numbers(seats, game.options_for(seats, {}))


def packed_for(game: Game, net: TrainedNet | None) -> Net:
    """As the compiled search takes it, with room of its own to work in."""
    if net is None or game.knowledge.net is None:
        return no_net()
    check_net(game, net)
    return net.packed(game.knowledge.net.most)


def is_ready(game: Game) -> bool:
    """Whether a bot's first move would not have to wait for the compiler."""
    return jit.is_ready(game.home) and jit.is_ready(game.home, HOME)


def is_loaded(game: Game) -> bool:
    """Whether this process has it already, whatever has become of the cache since."""
    return game.name in _loaded


def compile_search(game: Game) -> None:
    """Load or make the compiled search, so that no move waits for it."""
    seats = game.seats[0]
    s = game.new(seats, game.options_for(seats, {}))
    while int(game.actor(s)) == CHANCE:
        game.apply(s, CHANCE, game.list_chance(s)[0][0])
    searcher, seat = Searcher(game, seats, room=SMALL), game.seats_to_act(s)[0]
    for plain in (False, True):
        searcher.plain = plain
        searcher.search(s, seat, simulations=2, seed=0)
    searcher.choose(0.5, 0)
    searcher.verdict(seat, [0.0] * seats, [0.0] * seats)
    searcher.follow([])
    searcher.book(s, seat, 0)
    searcher.remark(s, seat, 0)
    searcher.policy(s, seat, 0)
    _loaded.add(game.name)
    jit.mark_ready(game.home, HOME)


class Searcher:
    """Searches for one seat of one match; what it found out is still there when the match has gone on."""

    def __init__(
        self,
        game: Game,
        seats: int,
        *,
        plain: bool = False,
        threads: int = 1,
        room: int = MOST_NODES,
        net: TrainedNet | None = None,
    ):
        self.game, self.seats = game, seats
        self.plain = plain  # UCT with random playouts and no knowledge, as a yardstick
        self.room = room
        self.net = None if plain else net  # without one, the game's own evaluation judges alone
        self._search = compiled(game)
        self._threads = [_Thread(game, seats, room, packed_for(game, self.net)) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    @property
    def tree(self) -> Tree:
        """The first thread's."""
        return self._threads[0].tree

    def search(
        self,
        s: State,
        seat: int,
        *,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
        only: int = NONE,
        stopped: Stopped = never,
    ) -> SearchResult:
        """Until so many simulations are done or so much time has passed, or no other step could come out best; or it is
        stopped.

        With one thread and no time limit, the same seed finds the same. What `follow` kept counts as done. With
        `only`, that one action is looked into, to learn what it is worth."""
        assert simulations is not None or seconds is not None, "a search needs an end"
        assert seat in self.game.seats_to_act(s), f"it is not for seat {seat} to act"
        began = time.perf_counter()
        deadline = began + seconds if seconds is not None else np.inf
        each = 2**62 if simulations is None else -(-simulations // len(self._threads))
        root = as_array(s)
        if self.game.determinize is not None:
            self.game.determinize(root[0], seat, new_rng(seed))
        arguments = [
            (thread, root, seat, only, each, deadline, new_rng(seed + k), stopped)
            for k, thread in enumerate(self._threads)
        ]
        if self._pool is None:
            done = self._run(*arguments[0])
        else:
            done = sum(self._pool.map(lambda a: self._run(*a), arguments))
        return self._found(done, time.perf_counter() - began)

    def follow(self, steps: Sequence[tuple[int, int]]) -> bool:
        """The match has gone on by these steps (actor, action): keep what was found behind them, forget the rest.

        Of a step of chance the number that `glimpse` gives is wanted. False if nothing was known of it."""
        known = [thread.follow(steps) for thread in self._threads]
        return all(known)

    def forget(self) -> None:
        for thread in self._threads:
            trees.clear(thread.tree)

    def book(self, s: State, seat: int, seed: int) -> int:
        """The book's action, or NONE."""
        root = as_array(s)
        return int(self._search.from_the_book(root, root.copy(), seat, new_rng(seed)))

    def remark(self, s: State, seat: int, seed: int) -> int:
        """One of `also` that is worth doing now, or NONE."""
        root = as_array(s)
        return int(self._search.worth_remarking(root, root.copy(), seat, new_rng(seed)))

    def policy(self, s: State, seat: int, seed: int) -> int:
        """A move without thinking: that of the playouts."""
        root, thread = as_array(s), self._threads[0]
        return int(
            self._search.play_policy(root, root.copy(), seat, new_rng(seed), thread.out, thread.priors, self._lore(s))
        )

    def choose(self, slips: float, seed: int) -> int:
        """The action to take after a search: the best, or so often one that was merely considered."""
        return int(outcome.choose(self.tree, slips, new_rng(seed)))

    @staticmethod
    def verdict(seat: int, best: Sequence[float], taken: Sequence[float]) -> tuple[list[float], bool]:
        """What the seat could have had, and whether what it took was a mistake; both were searched by themselves."""
        before = np.zeros(len(best))
        mistake = outcome.verdict(seat, np.array(best), np.array(taken), before)
        return before.tolist(), bool(mistake)

    def _lore(self, s: State) -> Lore:
        study = self.game.knowledge.study
        return NO_LORE if study is None else study(s)

    def _run(
        self,
        thread: "_Thread",
        root: "np.recarray[Any, Any]",
        seat: int,
        only: int,
        most: int,
        deadline: float,
        rng: Rng,
        stopped: Stopped,
    ) -> int:
        """Simulations in one thread; answers how many."""
        know, tree = self.game.knowledge, thread.tree
        cutoff = self.game.bound if know.cutoff is None or self.plain else know.cutoff
        cutoff = cutoff if self.net is None else self.net.cutoff
        explore = PLAIN_EXPLORE if self.plain else know.explore
        timed = deadline != np.inf
        done, batch = int(tree.visits[ROOT]), BATCH if not timed else 8
        before = done
        work, lore = root.copy(), self._lore(root[0])
        while True:
            began = time.perf_counter()
            # On a busy machine all the time may be gone before the first look at the clock: some step must be known.
            enough = done >= most or began >= deadline or stopped() or outcome.decided(tree, most - done)
            if enough and tree.child[ROOT] != NOBODY:
                break
            n = max(1, min(batch, most - done))
            self._search.simulate(
                root, work, seat, only, tree, n, rng, cutoff, explore, know.urgency, self.plain, False, lore,
                thread.net, thread.out, thread.weights, thread.priors, thread.slots, thread.path, thread.values,
            )  # fmt: skip
            done += n
            if timed:
                took = max(1e-6, time.perf_counter() - began)
                batch = max(1, min(4 * batch, int(batch * SLICE / took)))
        return done - before

    def _found(self, done: int, seconds: float) -> SearchResult:
        candidates, values = self._counted() if len(self._threads) == 1 else self._counted_together()
        return SearchResult(candidates, values, self._line(), done, seconds)

    def _counted(self) -> tuple[list[Candidate], list[float]]:
        tree, values, found = self.tree, np.zeros(self.seats), []
        nodes = np.array(trees.children(tree, ROOT), np.int32)
        outcome.by_tries(tree, nodes)
        for node in nodes.tolist():
            outcome.worth(tree, node, values)
            prior = round(float(tree.prior[node]), 4)
            found.append(Candidate(int(tree.action[node]), int(tree.visits[node]), values.tolist(), prior))
        outcome.worth(tree, ROOT, values)
        return found, values.tolist()

    def _counted_together(self) -> tuple[list[Candidate], list[float]]:
        """Of several trees, each step's tries and values added up."""
        by_action: dict[int, tuple[int, np.ndarray[tuple[int], np.dtype[np.float64]], float]] = {}
        for thread in self._threads:
            tree = thread.tree
            for node in trees.children(tree, ROOT):
                action = int(tree.action[node])
                visits, value, prior = by_action.get(action, (0, np.zeros(self.seats), float(tree.prior[node])))
                by_action[action] = (visits + int(tree.visits[node]), value + tree.value[node], prior)
        candidates = [
            Candidate(action, visits, (value / max(1, visits)).round(4).tolist(), round(prior, 4))
            for action, (visits, value, prior) in by_action.items()
        ]
        candidates.sort(key=lambda c: -c.visits)
        total = sum(thread.tree.value[ROOT].astype(float) for thread in self._threads)
        visits = sum(int(thread.tree.visits[ROOT]) for thread in self._threads)
        return candidates, (total / max(1, visits)).round(4).tolist()

    def _line(self) -> list[tuple[int, int]]:
        """The steps most tried, as far as they were tried at all; it ends where chance has a say."""
        movers, actions = np.zeros(LONGEST_LINE, np.int8), np.zeros(LONGEST_LINE, np.int64)
        n = outcome.line(self.tree, ROOT, movers, actions)
        return list(zip(movers[:n].tolist(), actions[:n].tolist(), strict=True))


PLAIN_EXPLORE = 2.0  # as OpenSpiel's own MCTS example has it


class _Thread:
    """A tree of its own and buffers to work with."""

    def __init__(self, game: Game, seats: int, room: int, net: Net) -> None:
        self.tree, self.net = new_tree(room, seats), net
        self.out, self.weights = game.buffer(), game.buffer()
        self.priors = np.ones(len(self.out), np.float64)
        self.slots = np.zeros(len(self.out), np.int32)
        self.path = np.zeros(min(game.bound, DEEPEST) + 2, np.int64)
        self.values = np.zeros(seats, np.float64)
        self._moved = np.zeros(room, np.int32)

    def follow(self, steps: Sequence[tuple[int, int]]) -> bool:
        node = ROOT
        for who, action in steps:
            at = [
                n for n in trees.children(self.tree, node) if self.tree.action[n] == action and self.tree.who[n] == who
            ]
            if not at:
                trees.clear(self.tree)
                return False
            node = at[0]
        trees.keep_below(self.tree, node, self._moved)
        return True
