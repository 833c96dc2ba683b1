"""Games as PettingZoo environments."""

import dataclasses
import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from parlour.core.game import CHANCE, Game, copy_state
from parlour.core.rng import new_rng
from parlour.env import env, raw_env
from parlour.games import load

ALL = bool(os.environ.get("PARLOUR_ALL"))

SOME = [("connect4", 2), ("yinsh", 2), ("command", 2), ("luckymoose", 4), ("regatta", 3), ("dance", 2)]
MORE = [("luckymoose", 2), ("dance", 1), ("dance", 3), ("dance", 4), ("dance", 5)]
TABLES = [*SOME, *(pytest.param(*table, marks=pytest.mark.slow) for table in MORE)]
PARTS = ("numbers", "number", "numbered", "observation", "observe")


def unnumbered(name: str) -> Game:
    """The game as an author leaves it who has not numbered its actions."""
    return dataclasses.replace(load(name), **dict.fromkeys(PARTS))


def legal(table, agent=None):
    """The numbers that an agent may choose from."""
    return np.flatnonzero(table.observe(agent or table.agent_selection)["action_mask"]).tolist()


@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask numpy array is all zeros:UserWarning")
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_game_passes_pettingzoos_own_suite(game, seats):
    api_test(env(game, seats), num_cycles=1000 if ALL else 200)


@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask numpy array is all zeros:UserWarning")
@pytest.mark.parametrize("game", ["connect4", pytest.param("dance", marks=pytest.mark.slow)])
def test_so_does_a_game_that_numbers_nothing(game):
    api_test(env(unnumbered(game), 2), num_cycles=200)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_same_seed_gives_the_same_game(game, seats):
    seed_test(lambda: env(game, seats))


def test_another_seed_deals_other_cards():
    table = raw_env("dance", 2)
    hands = []
    for seed in (1, 2, 1):
        table.reset(seed=seed)
        hands.append(table.observe("seat_0")["observation"].tolist())
    assert hands[0] == hands[2] != hands[1]


def test_a_seed_given_at_construction_counts():
    first, second = raw_env("dance", 2, seed=7), raw_env("dance", 2, seed=7)
    first.reset()
    second.reset()
    assert np.array_equal(first.observe("seat_1")["observation"], second.observe("seat_1")["observation"])


def test_a_number_means_the_same_throughout():
    table = env("connect4")
    table.reset()
    assert [table.action_text(number) for number in legal(table)] == ["a", "b", "c", "d", "e", "f", "g"]
    for _ in range(6):
        table.step(0)
    assert legal(table) == [1, 2, 3, 4, 5, 6], "column a is full"
    assert table.action_text(3) == "d"
    with pytest.raises(ValueError, match="seat_0 has 6 legal actions now; 0 is not the number of one"):
        table.action_text(0)


def test_what_is_observed_is_what_the_layout_names():
    table = raw_env("connect4")
    table.reset()
    table.step(3)
    layout, seen = table.layout, table.observe("seat_1")["observation"]
    planes = seen[: layout.size].reshape(layout.shape)
    assert np.argwhere(planes).tolist() == [[layout.planes.index("their discs"), 0, 3]]
    assert seen[layout.size :].tolist() == [1], "it is its turn"
    with pytest.raises(ValueError, match="Connect Four numbers its actions"):
        table.encoding  # noqa: B018


def test_without_numbers_an_index_is_a_place_in_the_list_of_legal_actions():
    table = env(unnumbered("connect4"))
    table.reset()
    assert table.infos["seat_0"]["actions"] == ["a", "b", "c", "d", "e", "f", "g"]
    assert table.action_text(3) == "d"
    for _ in range(6):
        table.step(0)
    assert table.infos["seat_0"]["actions"] == ["b", "c", "d", "e", "f", "g"]
    assert table.action_text(3) == "e"
    assert table.observe("seat_0")["action_mask"].tolist() == [1, 1, 1, 1, 1, 1, 0]
    with pytest.raises(ValueError, match="Connect Four has no numbering"):
        table.unwrapped.layout  # noqa: B018


def test_the_row_of_an_action_says_what_to_touch():
    table = raw_env(unnumbered("connect4"))
    table.reset()
    table.step(3)
    rows = table.observe("seat_1")["actions"]
    assert [table.encoding.touchable[row[0] - 1] for row in rows[2:5]] == ["site:c1", "site:d2", "site:e1"]


@pytest.mark.parametrize("game", ["yinsh", "dance", "command"])
def test_no_two_actions_have_the_same_row(game):
    table, rng = raw_env(unnumbered(game), 2), Random(2)
    table.reset(seed=2)
    for _ in range(30):
        count = len(table.infos[table.agent_selection]["actions"])
        rows = table.observe(table.agent_selection)["actions"]
        assert len({tuple(row) for row in rows[:count].tolist()}) == count
        assert not rows[count:].any()
        table.step(rng.randrange(count))
        if any(table.terminations.values()):
            break


def test_only_the_seat_to_act_is_told_of_actions():
    table = env("connect4")
    table.reset()
    assert not table.observe("seat_1")["action_mask"].any()
    assert table.infos["seat_1"] == {}


def test_the_winner_is_rewarded_once_at_the_end():
    table = env("connect4")
    table.reset()
    for column in (0, 1, 0, 1, 0, 1):
        table.step(column)
        assert set(table.rewards.values()) == {0}
    table.step(0)
    assert table.rewards == {"seat_0": 1, "seat_1": -1}
    assert all(table.terminations.values())
    table.step(None)
    table.step(None)
    assert table.agents == []


def test_an_illegal_action_loses_as_in_pettingzoos_own_games():
    table = env("connect4")
    table.reset()
    for _ in range(6):
        table.step(0)
    table.step(0)  # column a is full
    assert table.rewards == {"seat_0": -1, "seat_1": 0}
    assert all(table.terminations.values())


def test_an_action_outside_the_action_space_is_an_error():
    table = env("connect4")
    table.reset()
    with pytest.raises(AssertionError, match="action is not in action space"):
        table.step(7)


def test_without_wrappers_an_illegal_action_is_an_error_and_changes_nothing():
    table = raw_env("connect4")
    table.reset()
    for _ in range(6):
        table.step(0)
    before = table.observe("seat_0")["observation"]
    with pytest.raises(ValueError, match="seat_0 has 6 legal actions now; 0 is not the number of one"):
        table.step(0)
    assert np.array_equal(table.observe("seat_0")["observation"], before)


def test_the_vector_tells_where_the_discs_are():
    table = raw_env(unnumbered("connect4"))
    table.reset()
    table.step(3)
    code = table.encoding
    board = code.board(table.observe("seat_1")["observation"])
    red = code.looks.index(("piece", "disc", "●", "up", "0"))
    row = code.places.index("site:d1")
    assert board[row, red] == 1
    assert board[row, 2 * len(code.looks)] == 1, "it is seat 0's"
    assert np.count_nonzero(board) == np.count_nonzero(board[row])


def test_the_vector_tells_whose_it_is():
    table = raw_env(unnumbered("connect4"))
    table.reset()
    code = table.encoding
    seats = [code.numbers(table.observe(agent)["observation"])[code.facts.index("seat.1")] for agent in table.agents]
    assert seats == [0, 1]


def dance_after(steps, seats=2, seed=3):
    table = raw_env("dance", seats)
    table.reset(seed=seed)
    for _ in range(steps):
        table.step(legal(table)[0])
    return table


def test_states_that_a_seat_cannot_tell_apart_look_the_same_to_it():
    table = dance_after(4)
    truth, agent = table._state, table.agent_selection
    seen = table.observe(agent)
    worlds = set()
    for seed in range(20):
        table._state = copy_state(truth)
        table.game.determinize(table._state, table.possible_agents.index(agent), new_rng(seed))
        worlds.add(table._state.tobytes())
        for part, array in table.observe(agent).items():
            assert np.array_equal(array, seen[part]), part
    assert len(worlds) > 1, "the other hand differed"


def test_the_seat_that_holds_the_cards_does_see_the_difference():
    table = dance_after(4)
    viewer = table.possible_agents.index(table.agent_selection)
    other = table.possible_agents[1 - viewer]
    before = table.observe(other)["observation"]
    table.game.determinize(table._state, viewer, new_rng(5))
    assert not np.array_equal(table.observe(other)["observation"], before)


@pytest.mark.parametrize("game", [load, unnumbered], ids=["by numbers", "by lists"])
def test_a_secret_deployment_does_not_reach_the_other_seat(game):
    table, rng = raw_env(game("command")), Random(4)
    table.reset(seed=4)
    before, view = table.observe("seat_1"), table.view("seat_1")
    while table.agent_selection == "seat_0":
        for part, array in table.observe("seat_1").items():
            assert np.array_equal(array, before[part]), part
        assert table.view("seat_1") == view
        assert table.infos["seat_1"] == {}
        table.step(rng.choice(legal(table)))
    assert legal(table, "seat_1")


def test_no_seat_is_asked_while_cards_are_being_dealt():
    table = dance_after(0)
    assert table.game.actor(table._state) != CHANCE
    assert legal(table)


def test_all_cards_of_the_dance_have_a_look_of_their_own():
    looks = raw_env(unnumbered("dance"), 2).encoding.looks
    glyphs = {look[2] for look in looks if look[0] == "piece"}
    assert glyphs >= {str(card) for card in range(2, 100)}


def test_a_spectators_picture_shows_what_stands_where():
    table = env("connect4", render_mode="ansi")
    table.reset()
    table.step(3)
    table.step(3)
    assert table.render() == "site:d1 ●\nsite:d2 ○"


def test_the_number_of_seats_and_the_options_are_checked():
    with pytest.raises(Exception, match="has 2 seats"):
        env("connect4", 3)
    with pytest.raises(Exception, match="has no option “speed”"):
        env("connect4", options={"speed": 3})


def test_without_pettingzoo_the_error_says_what_to_install():
    code = "import sys; sys.modules['pettingzoo'] = None; from parlour.env import env"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'parlour[env]'" in done.stderr


def test_many_matches_at_once_need_no_pettingzoo():
    code = "import sys; sys.modules['pettingzoo'] = sys.modules['gymnasium'] = None; import parlour.env.vec"
    subprocess.run([sys.executable, "-c", code], check=True)
