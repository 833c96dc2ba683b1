"""Nets inside the search: they say what NumPy says they say, no net changes nothing, and Master thinks with one."""

import dataclasses
from pathlib import Path
from random import Random

import numpy as np
import pytest

from parlour.bots.bot import bot_named, net_of
from parlour.bots.compare import any_net
from parlour.bots.net_evaluation import SURE
from parlour.bots.searcher import Searcher, check_net, compiled, packed_for, shipped_net
from parlour.core.compiled import jit
from parlour.core.game import CHANCE, OVER, Game, State
from parlour.core.knowledge import NO_LORE, UNLIKE
from parlour.core.net import LARGEST_FILE, ONE, OUTPUT_ONE, BadNet, TrainedNet, shipped_name
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


def by_hand(net: TrainedNet, listed: list[int], hand: float) -> float:
    first = np.clip(net.first[-1].astype(int) + net.first[listed].astype(int).sum(0), 0, ONE)
    second = np.clip((net.second[-1].astype(int) * ONE + first @ net.second[:-1].astype(int)) // ONE, 0, ONE)
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
