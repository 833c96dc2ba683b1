"""Many matches at once."""

import dataclasses

import numpy as np
import pytest

from parlour.core.game import CHANCE, OVER, copy_state
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.env.vec import VecEnv
from parlour.games import BUILT_IN, load

SOME = ["connect4", "dance"]
GAMES = [*SOME, *(pytest.param(name, marks=pytest.mark.slow) for name in BUILT_IN if name not in SOME)]


def any_numbers(masks, rng):
    """For every match one of its numbers, each equally likely."""
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def play(env, steps, seed=0):
    """Random steps; answers all that was shown, step by step."""
    rng, shown = np.random.default_rng(seed), []
    for _ in range(steps):
        seen, rewards, ended, _, infos = env.step(any_numbers(env.masks, rng))
        arrays = (*seen.values(), rewards, ended, infos["seat"], infos["length"])
        shown.append([np.array(array) for array in arrays])
    return shown


def same(one, other):
    return all(
        np.array_equal(a, b) for step, again in zip(one, other, strict=True) for a, b in zip(step, again, strict=True)
    )


def test_a_match_goes_as_the_rules_say():
    """The same steps in a checked match show the same, and the same seat wins."""
    env, rng, game = VecEnv("connect4", 3), np.random.default_rng(1), load("connect4")
    env.reset()
    matches, ends = [Match(game, 2) for _ in range(3)], 0
    for _ in range(60):
        numbers = any_numbers(env.masks, rng)
        env.step(numbers)
        for i, match in enumerate(matches):
            match.play(match.actors[0], game.text(int(numbers[i])))
            assert env.terminated[i] == match.over
            if match.over:
                assert env.rewards[i].tolist() == match.result.returns
                match = matches[i] = Match(game, 2)
                ends += 1
            assert env.turn[i] == match.actors[0]
            assert [env.action_text(i, n) for n in np.flatnonzero(env.masks[i])] == match.legal(match.actors[0])
            assert env.lengths[i] == len(match.steps)
            planes, scalars = env.observation.empty()
            game.observe(match.state, match.actors[0], planes, scalars)
            assert np.array_equal(env.planes[i].ravel(), planes)
            assert np.array_equal(env.scalars[i], scalars)
    assert ends > 3


@pytest.mark.parametrize("name", GAMES)
def test_what_is_shown_is_what_the_seat_to_act_observes_and_may_do(name):
    game, env = load(name), VecEnv(name, 4, seed=3)
    env.reset()
    for _ in play(env, 40):
        for i, s in enumerate(env._states):
            seat = int(game.actor(s))
            assert seat not in (CHANCE, OVER), "it waits for a seat"
            assert env.turn[i] == seat
            planes, scalars = env.observation.empty()
            game.observe(s, seat, planes, scalars)
            assert np.array_equal(env.planes[i].ravel(), planes)
            assert np.array_equal(env.scalars[i], scalars)
            numbers = sorted(int(game.number(s, seat, action)) for action in game.list_legal(s, seat))
            assert np.flatnonzero(env.masks[i]).tolist() == numbers


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_matches_whatever_the_number_of_threads(name):
    shown = []
    for threads in (1, 2, 3):
        env = VecEnv(name, 7, seed=5, threads=threads)
        env.reset()
        shown.append(play(env, 100))
        env.close()
    assert same(shown[0], shown[1])
    assert same(shown[0], shown[2])


def test_another_seed_deals_other_cards_and_the_same_seed_the_same_again():
    env = VecEnv("dance", 5, seed=1)
    hands = []
    for seed in (None, 2, 1):
        env.reset(seed)
        hands.append(env.planes.copy())
    assert np.array_equal(hands[0], hands[2])
    assert not np.array_equal(hands[0], hands[1])
    assert len({hand.tobytes() for hand in hands[0]}) == 5, "each match has cards of its own"


def test_a_match_does_not_depend_on_how_many_others_there_are():
    few, many = VecEnv("dance", 2, seed=4), VecEnv("dance", 9, seed=4)
    few.reset()
    many.reset()
    assert np.array_equal(few.planes, many.planes[:2])


def test_without_a_seed_chance_goes_on():
    env = VecEnv("dance", 2, seed=4)
    first = env.reset()[0]["planes"].copy()
    assert not np.array_equal(env.reset()[0]["planes"], first)


def test_a_match_that_ends_pays_all_seats_and_is_begun_anew_in_the_same_step():
    env = VecEnv("connect4", 2)
    env.reset()
    for column in (0, 1, 0, 1, 0, 1):
        _, rewards, ended, _, _ = env.step([column, 6 - column // 2])
        assert not rewards.any()
        assert not ended.any()
    seen, rewards, ended, cut_off, infos = env.step([0, 0])
    assert ended.tolist() == [True, False]
    assert rewards.tolist() == [[1, -1], [0, 0]]
    assert infos["seat"].tolist() == [0, 1]
    assert infos["length"].tolist() == [0, 7]
    assert not seen["planes"][0].any(), "an empty board"
    assert not cut_off.any()
    _, rewards, ended, _, _ = env.step([0, 0])
    assert not rewards.any(), "it is paid once"
    assert not ended.any()


def test_alone_at_the_table_there_is_one_column_of_rewards():
    env = VecEnv("dance", 3, seats=1, seed=2)
    env.reset()
    ends = [(rewards[ended], ended.sum()) for *_, rewards, ended, _, _ in play(env, 120)]
    assert sum(count for _, count in ends) > 3
    assert env.rewards.shape == (3, 1)
    assert all(-1 <= reward <= 1 for paid, _ in ends for reward in paid.ravel())


def test_a_number_that_cannot_be_taken_is_refused_and_nothing_is_changed():
    env = VecEnv("connect4", 3)
    with pytest.raises(ValueError, match="call reset first"):
        env.step([0, 0, 0])
    env.reset()
    for _ in range(6):
        env.step([0, 1, 2])
    before = [array.copy() for array in (env.planes, env.masks, env.turn, env.rewards, env.lengths, env._states)]
    wrong = {
        "match 0: 0 is not the number of one of the 6 actions that seat 0 has": [0, 0, 0],
        "match 2: 7 is not": [1, 2, 7],
        "match 1: -1 is not": [1, -1, 1],
        "match 1: 9223372036854775807 is not": [1, 2**63 - 1, 1],
        "3 whole numbers, one for each match, not int64 \\(2,\\)": [1, 1],
        "not float64": [1.0, 1.0, 1.0],
        "not bool": [True, True, True],
    }
    for sentence, numbers in wrong.items():
        with pytest.raises(ValueError, match=sentence):
            env.step(numbers)
    with pytest.raises(ValueError, match="match 0: 18446744073709551615 is not"):
        env.step(np.full(3, 2**64 - 1, np.uint64))
    with pytest.raises(ValueError, match="match 0: 0 is not the number"):
        env.action_text(0, 0)
    after = (env.planes, env.masks, env.turn, env.rewards, env.lengths, env._states)
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))


def test_whoever_writes_into_a_mask_gains_nothing():
    env = VecEnv("connect4", 1)
    env.reset()
    for _ in range(6):
        env.step([0])
    env.masks[0, 0] = 1
    with pytest.raises(ValueError, match="nothing was changed"):
        env.step([0])


def test_arrays_are_handed_on_without_a_copy():
    env = VecEnv("connect4", 2)
    seen, _ = env.reset()
    theirs = [np.from_dlpack(array) for array in seen.values()]
    again, rewards, *_ = env.step([3, 3])
    for name, array in zip(seen, theirs, strict=True):
        assert np.shares_memory(array, again[name])
        assert np.array_equal(array, again[name])
    assert rewards is env.rewards


SHARED = ("planes", "scalars", "masks", "rewards", "terminated")


@pytest.mark.parametrize("matches", [1, 2, 3, 64])
def test_arrays_begin_where_every_library_can_share_them(matches):
    """JAX copies what does not begin at a multiple of 64 bytes, without a word."""
    env = VecEnv("connect4", matches)
    for name in (*SHARED, "truncated", "turn", "lengths"):
        assert getattr(env, name).ctypes.data % 64 == 0, name
        assert not getattr(env, name).any(), name


def test_pytorch_shares_the_arrays_and_sees_the_next_step():
    torch = pytest.importorskip("torch")
    env = VecEnv("connect4", 3)
    env.reset()
    for share in (torch.from_dlpack, torch.from_numpy):
        theirs = {name: share(getattr(env, name)) for name in (*SHARED, "turn")}
        env.step([3, 2, 1])
        for name, tensor in theirs.items():
            assert tensor.data_ptr() == getattr(env, name).ctypes.data, name
            assert np.array_equal(tensor.numpy(), getattr(env, name)), name


def test_jax_shares_the_arrays_and_sees_the_next_step():
    jax = pytest.importorskip("jax")
    env = VecEnv("connect4", 3)
    env.reset()
    theirs = {name: jax.dlpack.from_dlpack(getattr(env, name)) for name in SHARED}
    env.step([3, 2, 1])
    for name, array in theirs.items():
        assert array.unsafe_buffer_pointer() == getattr(env, name).ctypes.data, name
        assert np.array_equal(np.asarray(array), getattr(env, name)), name


@pytest.mark.slow  # the laws ask for the same step by step; here it is for the whole way
def test_a_hidden_deployment_reaches_nobody_else():
    """The second seat observes the same, whatever the first has placed."""
    env = VecEnv("command", 4, seed=1)
    env.reset()
    rng = np.random.default_rng(1)
    while (env.turn == 0).all():
        env.step(any_numbers(env.masks, rng))
    assert (env.turn == 1).all()
    first = env.scalars[:, [scalar.name == "own first" for scalar in env.observation.scalars]]
    for lot in (0, 1):
        assert len({planes.tobytes() for planes in env.planes[(first == lot).ravel()]}) <= 1
    assert len({s.tobytes() for s in env._states}) == 4


@pytest.mark.parametrize(
    "name", ["dance", *(pytest.param(n, marks=pytest.mark.slow) for n in ("luckymoose", "command"))]
)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(name):
    game, env = load(name), VecEnv(name, 3, seed=6)
    env.reset()
    play(env, 50)
    for i, s in enumerate(env._states):
        worlds, seat = set(), int(env.turn[i])
        for seed in range(10):
            twin = copy_state(s)
            game.determinize(twin, seat, new_rng(seed))
            worlds.add(twin.tobytes())
            planes, scalars = env.observation.empty()
            game.observe(twin, seat, planes, scalars)
            assert np.array_equal(env.planes[i].ravel(), planes)
            assert np.array_equal(env.scalars[i], scalars)
        assert len(worlds) > 1


def test_a_game_without_numbers_is_refused():
    bare = dataclasses.replace(
        load("connect4"), numbers=None, number=None, numbered=None, observation=None, observe=None
    )
    with pytest.raises(ValueError, match="Connect Four has no numbering of its actions"):
        VecEnv(bare, 2)
    with pytest.raises(TypeError, match="come together"):
        dataclasses.replace(bare, numbers=lambda seats, options: 7)


def test_seats_options_and_counts_are_checked():
    with pytest.raises(Exception, match="has 2 seats"):
        VecEnv("connect4", 2, seats=3)
    with pytest.raises(Exception, match="has no option “speed”"):
        VecEnv("connect4", 2, options={"speed": 3})
    with pytest.raises(ValueError, match="there have to be matches and threads"):
        VecEnv("connect4", 0)
