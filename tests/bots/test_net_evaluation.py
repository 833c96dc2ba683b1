"""Nets inside the search: they say what NumPy says they say, no net changes nothing, and Master thinks with one."""

import dataclasses
import hashlib
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour.bots import machines
from parlour.bots import tree as trees
from parlour.bots.bot import bot_named, net_of
from parlour.bots.compare import any_net, run_here, selfplay_job
from parlour.bots.compare import positions as spread
from parlour.bots.net_evaluation import FAINT, SURE
from parlour.bots.searcher import Searcher, check_net, compiled, packed_for, shipped_net
from parlour.core.compiled import jit
from parlour.core.game import CHANCE, OVER, Game, State
from parlour.core.knowledge import NO_LORE, NONE, UNLIKE
from parlour.core.net import LARGEST_FILE, MOVES_ONE, ONE, OUTPUT_ONE, BadNet, TrainedNet, shipped_name
from parlour.games import BUILT_IN, load

WITH_INPUTS = [name for name in BUILT_IN if load(name).knowledge.net is not None]
SHIPPING = [
    (name, seats) for name in BUILT_IN for seats in load(name).seats if (load(name).home / shipped_name(seats)).exists()
]


def positions(game: Game, count: int) -> list[State]:
    rng, found = Random(5), list[State]()
    while len(found) < count:
        s = game.new(2, game.options_for(2, {}))
        for _ in range(rng.randrange(30)):
            if int(game.actor(s)) >= 0:
                game.apply(s, int(game.actor(s)), rng.choice(game.list_legal(s, int(game.actor(s)))))
        if int(game.actor(s)) >= 0:
            found.append(s)
    return found


def by_layers(net: TrainedNet, listed: list[int]) -> Any:
    """What the second layer passes on."""
    first = np.clip(net.first[-1].astype(int) + net.first[listed].astype(int).sum(0), 0, ONE)
    return np.clip((net.second[-1].astype(int) * ONE + first @ net.second[:-1].astype(int)) // ONE, 0, ONE)


def by_hand(net: TrainedNet, listed: list[int], hand: float) -> float:
    second = by_layers(net, listed)
    total = net.bias + int(second @ net.output.astype(int))
    own = round(net.hand * OUTPUT_ONE) / OUTPUT_ONE
    return float(np.tanh(own * np.arctanh(hand) + total / (ONE * OUTPUT_ONE)))


@pytest.mark.compiled
def test_a_position_is_judged_as_numpy_judges_it() -> None:
    game = load("connect4")
    net, search, inputs = any_net(game, 1), compiled(game), game.knowledge.net
    assert inputs is not None
    packed, values, listed = packed_for(game, net), np.zeros(2), np.zeros(inputs.most, np.int64)
    for s in positions(game, 20):
        seat = int(game.actor(s))
        search.evaluate(s, values, NO_LORE, packed)
        n = int(inputs.list(s, seat, listed))
        assert values[seat] == pytest.approx(by_hand(net, listed[:n].tolist(), 0.0), abs=1e-12)
        assert values[1 - seat] == -values[seat]


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_where_all_play_together_a_net_says_the_same_to_all(seats: int) -> None:
    """It is asked once, and even where its game's own evaluation is sure."""
    game = load("dance")
    net, search, inputs = any_net(game, seats, units=8, seats=seats), compiled(game), game.knowledge.net
    assert inputs is not None
    packed, listed = packed_for(game, net), np.zeros(inputs.most, np.int64)
    values, hand = np.zeros(seats), np.zeros(seats)
    s = game.new(seats, game.options_for(seats, {}))
    rng = Random(seats)
    for _ in range(60):
        who = int(game.actor(s))
        if who == OVER:
            break
        steps = [step for step, _ in game.list_chance(s)] if who == CHANCE else game.list_legal(s, who)
        game.apply(s, who, rng.choice(steps))
        search.evaluate(s, values, NO_LORE, packed)
        search.hand_evaluate(s, hand, NO_LORE)
        n = int(inputs.list(s, 0, listed))
        wanted = by_hand(net, listed[:n].tolist(), float(np.clip(hand[0], -SURE, SURE)))
        assert values.tolist() == pytest.approx([wanted] * seats, abs=1e-12)


@pytest.mark.compiled
def test_another_net_finds_something_else_and_none_is_none() -> None:
    game = load("connect4")
    s, seat = game.new(2, {}), 0

    def visits(net: TrainedNet | None) -> list[int]:
        found = Searcher(game, 2, room=4000, net=net).search(s, seat, seed=3, simulations=200)
        return [each.visits for each in sorted(found.candidates, key=lambda each: each.action)]

    assert visits(any_net(game, 1)) != visits(any_net(game, 2))
    assert visits(any_net(game, 1)) == visits(any_net(game, 1))
    assert visits(None) != visits(any_net(game, 1))


@pytest.mark.compiled
def test_priors_are_what_numpy_says() -> None:
    """The logarithms of the own prior, by its weight, and of the net's are added up."""
    game = load("connect4")
    net, search, inputs = any_net(game, 1, priors=True), compiled(game), game.knowledge.net
    assert inputs is not None
    assert net.moves is not None
    packed, listed = packed_for(game, net), np.zeros(inputs.most, np.int64)
    for s in positions(game, 20):
        seat, out = int(game.actor(s)), game.buffer()
        n = game.legal(s, seat, out)
        own, said = np.zeros(len(out)), np.zeros(len(out))
        search.hand_prior(s, seat, out, n, own, NO_LORE)
        search.prior(s, seat, out, n, said, game.buffer(), NO_LORE, packed)
        on = int(inputs.list(s, seat, listed))
        second = by_layers(net, listed[:on].tolist())
        moves = net.moves[out[:n]].astype(int)  # of Connect Four an action is its number
        logits = (moves[:, :-1] @ second + ONE * moves[:, -1]) / (ONE * MOVES_ONE)
        logits = logits + round(net.hand_prior * OUTPUT_ONE) / OUTPUT_ONE * np.log(own[:n])
        wanted = np.exp(np.maximum(FAINT, logits - logits.max()))
        assert said[:n] == pytest.approx(wanted, rel=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["connect4", "yinsh"])
def test_priors_of_a_net_lead_the_search(name: str) -> None:
    """They are the children's, which are in their order, but for a little chance at the root, and add up to 1."""
    game, found = load(name), []
    s = positions(game, 3)[-1]
    seat, out, said = int(game.actor(s)), game.buffer(), np.zeros(len(game.buffer()))
    n = game.legal(s, seat, out)
    net = any_net(game, 3, priors=True)
    for judge in (net, dataclasses.replace(net, moves=None)):
        searcher = Searcher(game, 2, room=4000, net=judge)
        searcher.search(s, seat, seed=3, simulations=60)
        tree = searcher.tree
        children = trees.children(tree, trees.ROOT)
        assert len(children) == n
        priors = [float(tree.prior[child]) for child in children]
        assert priors == sorted(priors, reverse=True)
        assert sum(priors) == pytest.approx(1, abs=1e-5)
        compiled(game).prior(s, seat, out, n, said, game.buffer(), NO_LORE, packed_for(game, judge))
        wanted = dict(zip(out[:n].tolist(), (said[:n] / said[:n].sum()).tolist(), strict=True))
        for child, prior in zip(children, priors, strict=True):
            assert 0.59 < prior / wanted[int(tree.action[child])] < 1.68
        found.append(wanted)
    assert found[0] != found[1]


@pytest.mark.compiled
@pytest.mark.skipif(jit.disabled(), reason="a search by hand takes long")
@pytest.mark.parametrize(
    ("name", "net", "digest"),
    [
        ("connect4", "295a0f16c1a1", "59812e331bc2e2e9"),
        ("connect4", None, "4d77cd24f77cfdf8"),
        ("yinsh", "b286e40afa6f", "b0e639b2812d7957"),
        ("yinsh", None, "9b47a591c3cc0588"),
    ],
)
def test_without_priors_of_a_net_a_search_finds_what_it_has_always_found(
    name: str, net: str | None, digest: str
) -> None:
    """To the bit, as it was before there were any. Another net or other knowledge finds something else; so the net is
    named."""
    game = load(name)
    judge = None if net is None else shipped_net(game, 2)
    if judge is not None and not judge.digest.startswith(net or ""):
        pytest.skip("another net is shipped")
    searcher, seen = Searcher(game, 2, room=20_000, net=judge), hashlib.sha256()
    for seed, s in enumerate(spread(game, 2, 4)):
        searcher.forget()
        searcher.search(s, game.seats_to_act(s)[0], seed=seed, simulations=300)
        for part in searcher.tree:
            seen.update(part[: int(searcher.tree.size[0])].tobytes() if len(part) > 1 else part.tobytes())
    assert seen.hexdigest()[:16] == digest


@pytest.mark.compiled
def test_where_a_net_does_not_know_the_match_the_own_prior_stands() -> None:
    game = load("yinsh")
    net = packed_for(game, any_net(game, 1, priors=True))
    for blitz in (True, False):
        s, out = game.new(2, game.options_for(2, {"blitz": blitz})), game.buffer()
        n = game.legal(s, 0, out)
        own, said = np.zeros(len(out)), np.zeros(len(out))
        compiled(game).hand_prior(s, 0, out, n, own, NO_LORE)
        compiled(game).prior(s, 0, out, n, said, game.buffer(), NO_LORE, net)
        assert (own.tolist() == said.tolist()) is blitz


def test_priors_for_other_actions_are_refused() -> None:
    game = load("connect4")
    net = any_net(game, 1, priors=True)
    assert net.moves is not None
    check_net(game, net)
    with pytest.raises(BadNet, match="connect4 numbers 7"):
        check_net(game, dataclasses.replace(net, moves=net.moves[:6]))
    without = dict.fromkeys(("numbers", "number", "numbered", "observation", "observe"))
    unnumbered = dataclasses.replace(game, **without)  # type: ignore[arg-type]
    with pytest.raises(BadNet, match="connect4 numbers 0"):
        check_net(unnumbered, net)


@pytest.mark.parametrize("name", [name for name in WITH_INPUTS if load(name).knowledge.net.turned_numbers])  # type: ignore[union-attr]
def test_actions_are_turned_over_as_the_board_is(name: str) -> None:
    """The same match on every board: what is legal there, and what a net is shown, are what was turned."""
    game, rng = load(name), Random(8)
    inputs = game.knowledge.net
    assert inputs is not None
    assert inputs.symmetries is not None
    assert inputs.turned_numbers is not None
    assert game.number is not None
    assert game.numbered is not None
    ways, boards = inputs.turned_numbers(), inputs.symmetries()
    assert len(ways) == len(boards)
    listed = np.zeros(inputs.most, np.int64)

    def shown(s: State, seat: int) -> list[int]:
        return listed[: int(inputs.list(s, seat, listed))].tolist()  # type: ignore[union-attr]

    for way, board in zip(ways, boards, strict=True):
        s, turned = (game.new(2, game.options_for(2, {})) for _ in range(2))
        while (seat := int(game.actor(s))) != OVER:
            assert int(game.actor(turned)) == seat
            numbers = [int(game.number(s, seat, action)) for action in game.list_legal(s, seat)]
            there = {int(game.number(turned, seat, action)) for action in game.list_legal(turned, seat)}
            assert {int(way[number]) for number in numbers} == there
            assert {int(board[one]) for one in shown(s, seat)} == set(shown(turned, seat))
            chosen = rng.choice(numbers)
            game.apply(turned, seat, int(game.numbered(turned, seat, int(way[chosen]))))
            game.apply(s, seat, int(game.numbered(s, seat, chosen)))
        assert int(game.actor(turned)) == OVER


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["connect4", pytest.param("luckymoose", marks=pytest.mark.slow)])
def test_of_a_position_the_choices_are_written_down_the_most_tried_first(name: str) -> None:
    game = load(name)
    assert game.number is not None
    module = machines.describe(game, "cpu", 0, machines.entries_of(game, "gpu"))
    job = selfplay_job(game, module, 2, 2, 24, 60, 500)
    after = run_here(job)
    checked = 0
    for lane in range(2):
        numbers, likely, tried, visits, movers, played = (
            job.memory.view(after, place, lane)
            for place in ("numbers", "likely", "tried", "visits", "movers", "played")
        )
        s = game.new(2, game.options_for(2, {}))
        for k, who in enumerate(movers.tolist()[: int(job.memory.view(after, "length", lane)[0])]):
            if visits[k].max() > 0:
                legal = [int(game.number(s, who, action)) for action in game.list_legal(s, who)]
                kept = [number for number in numbers[k].tolist() if number != NONE]
                assert kept[0] == int(game.number(s, who, int(tried[k, visits[k].argmax()])))
                assert len(kept) == min(len(legal), numbers.shape[1])
                assert set(kept) <= set(legal)
                if len(kept) == len(legal):
                    assert np.exp(likely[k, : len(kept)] / 256).sum() == pytest.approx(1, abs=0.05)
                checked += 1
            else:
                assert set(numbers[k].tolist()) == {NONE}
            game.apply(s, who, int(played[k]))
    assert checked > 4


@pytest.mark.parametrize("name", WITH_INPUTS)
def test_ways_to_turn_a_board_over_lose_no_input(name: str) -> None:
    inputs = load(name).knowledge.net
    assert inputs is not None
    rows = np.arange(inputs.count)[None] if inputs.symmetries is None else inputs.symmetries()
    assert rows[0].tolist() == list(range(inputs.count))
    known = {row.tobytes() for row in rows}
    assert len(known) == len(rows)
    for row in rows:
        assert sorted(row.tolist()) == list(range(inputs.count))
        for other in rows:
            assert row[other].tobytes() in known, "one after the other is a third"


def test_yinsh_turned_over_is_the_same_lines() -> None:
    """Points of a line stay on a line, whichever way the board is turned."""
    from parlour.games.yinsh.board import LINES, POINTS
    from parlour.games.yinsh.knowledge_net import KINDS, symmetries

    index = {int(point): i for i, point in enumerate(POINTS)}
    lines = {frozenset(index[point] for point in line) for line in LINES}
    for row in symmetries():
        to = row[: KINDS * len(POINTS) : KINDS] // KINDS
        assert {frozenset(int(to[i]) for i in line) for line in lines} == lines


@pytest.mark.compiled
def test_a_blitz_of_yinsh_is_judged_by_hand() -> None:
    game = load("yinsh")
    s = game.new(2, game.options_for(2, {"blitz": True}))
    assert game.knowledge.net is not None
    assert int(game.knowledge.net.list(s, 0, np.zeros(game.knowledge.net.most, np.int64))) == UNLIKE


@pytest.mark.parametrize(("name", "seats"), SHIPPING)
def test_a_net_that_is_shipped_fits_its_game(name: str, seats: int) -> None:
    game = load(name)
    net = shipped_net(game, seats)
    assert net is not None
    assert net.seats == seats
    assert net_of(game, seats, 5) is net
    assert [net_of(game, seats, number) for number in (1, 2, 3, 4)] == [None] * 4


def test_nets_are_small() -> None:
    """500 kB a game, three megabytes in all."""
    sizes = {name: 0 for name, _ in SHIPPING}
    for name, seats in SHIPPING:
        sizes[name] += (load(name).home / shipped_name(seats)).stat().st_size
    assert max(sizes.values()) <= LARGEST_FILE
    assert sum(sizes.values()) <= 3_000_000


def test_where_there_is_no_net_for_so_many_seats_master_has_none() -> None:
    assert (load("yinsh").home / shipped_name(2)).exists()
    assert shipped_net(load("yinsh"), 3) is None


def test_a_net_in_a_file_for_other_seats_is_refused(tmp_path: Path) -> None:
    game = dataclasses.replace(load("dance"), home=tmp_path)
    (tmp_path / shipped_name(3)).write_bytes(any_net(game, 1, units=4, seats=4).to_bytes())
    with pytest.raises(BadNet, match="matches of 4, not of 3"):
        shipped_net(game, 3)


def test_a_net_of_other_rules_is_refused() -> None:
    game, other = load("connect4"), load("yinsh")
    with pytest.raises(BadNet, match="cannot judge"):
        check_net(game, any_net(other, 1))
    with pytest.raises(BadNet, match="are needed"):
        check_net(game, TrainedNet(**{**vars(any_net(game, 1)), "rules_version": 99}))


@pytest.mark.compiled
@pytest.mark.skipif(jit.disabled(), reason="a search by hand takes long")
def test_the_own_knowledge_can_be_asked_for_by_its_name() -> None:
    game = load("connect4")
    assert bot_named("own@50", game, 2, 1)._searcher.net is None  # type: ignore[attr-defined]
    assert bot_named("5@50", game, 2, 1)._searcher.net is shipped_net(game, 2)  # type: ignore[attr-defined]
