"""What the bots know of Command of the Sea, as a strong player would say it."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from parlour.bots.searcher import Searcher
from parlour.core.game import State
from parlour.core.knowledge import NONE
from parlour.core.rng import new_rng
from parlour.games.command import GAME
from parlour.games.command.board import ANY, FLEET, LETTERS
from parlour.games.command.knowledge import attacker, evaluate, policy, prior
from parlour.games.command.knowledge_book import (
    FORMATIONS,
    NO_ROLE,
    PLANS,
    ROLE_OF,
    ROLES,
    SQUARES_FROM_BEHIND,
    book,
    deploy,
)
from parlour.games.command.knowledge_odds import gain, still_unplaced
from parlour.games.command.notation import READY, action_of, square_at
from tests.games.command.positions import lot, position, random_match

pytestmark = pytest.mark.xdist_group("command's knowledge")  # one worker compiles what is asked for here


def know(s: State, at: str, letters: str) -> State:
    """Let the other seat have inferred that the ship on this square is one of these."""
    code = int(s.board[square_at(at)])
    s.could[(code & 3) - 1, code >> 2] = sum(1 << LETTERS.index(letter) for letter in letters)
    return s


def value(s: State, seat: int = 0) -> float:
    values = np.zeros(2)
    evaluate(s, values)
    assert values[0] + values[1] == pytest.approx(0)
    assert -1 <= values[0] <= 1
    return float(values[seat])


def priors(s: State) -> dict[str, float]:
    out = GAME.buffer()
    weights = np.zeros(len(out))
    seat = int(GAME.actor(s))
    n = int(GAME.legal(s, seat, out))
    prior(s, seat, out, n, weights)
    assert (weights[:n] > 0).all()
    total = weights[:n].sum()
    return {GAME.text(int(out[i])): float(weights[i] / total) for i in range(n)}


def rival(s: State, seed: int = 0) -> str:
    out = GAME.buffer()
    return GAME.text(int(attacker(s, int(GAME.actor(s)), new_rng(seed), out, np.zeros(len(out)))))


def search(s: State, simulations: int = 300) -> str:
    found = Searcher(GAME, 2, room=20_000).search(s, int(GAME.actor(s)), seed=1, simulations=simulations)
    return GAME.text(found.action)


# -- the book -------------------------------------------------------------------------------------------------


def deployment(seat: int, seed: int) -> State:
    """By the book, with another generator for every ship, as a bot has it."""
    s = lot().state
    action = 0
    for step in range(22):
        action = int(book(s, seat, new_rng(1000 * seed + step)))
        assert action in GAME.list_legal(s, seat)
        GAME.apply(s, seat, action)
    assert action == action_of(READY)
    return s


def plan_of(s: State, seat: int) -> list[int]:
    squares = [int(s.board[at]) for at in SQUARES_FROM_BEHIND[seat]]
    return [NO_ROLE if there == 0 else int(ROLE_OF[FLEET[there >> 2]]) for there in squares]


@pytest.mark.parametrize("rows", FORMATIONS)
def test_every_formation_is_a_whole_fleet_with_the_command_ship_at_the_back(rows: tuple[str, ...]) -> None:
    roles = Counter("".join(rows).replace(".", ""))
    assert roles == {role: sum(LETTERS[ship] in ships for ship in FLEET) for role, ships in ROLES.items()}
    assert "C" in rows[2]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_deployment_by_the_book_is_one_formation_from_the_first_ship_to_the_last(seat: int) -> None:
    plans = PLANS.tolist()
    found = Counter(plans.index(plan_of(deployment(seat, seed), seat)) for seed in range(24))
    assert len(found) >= 8, "all formations and their mirror images come up"


def test_no_two_deployments_are_alike() -> None:
    assert len({str(deployment(0, seed).at[0].tolist()) for seed in range(8)}) == 8


def test_the_book_completes_what_somebody_else_began() -> None:
    random = Random(4)
    for _ in range(10):
        s = lot().state
        for step in range(22):
            legal = GAME.list_legal(s, 1)
            action = random.choice(legal) if step < 8 else int(deploy(s, 1, new_rng(step)))
            assert action in legal
            GAME.apply(s, 1, action)
        assert s.ready[1]


def test_in_play_the_book_is_closed() -> None:
    assert book(position("Ca1 Fd4", "Ch8 Qd5"), 0, new_rng(0)) == NONE


# -- odds, from what the mover knows --------------------------------------------------------------------------


def classes(letters: str) -> int:
    return sum(1 << LETTERS.index(letter) for letter in letters)


def test_a_challenge_is_worth_what_it_may_win_less_what_it_may_lose() -> None:
    ford, littoral, submarine = (LETTERS.index(letter) for letter in "FLS")
    assert gain(ford, classes("R")) > gain(ford, classes("Q")) > 0
    assert gain(ford, classes("S")) < 0 < gain(littoral, classes("S"))
    assert gain(submarine, classes("L")) < 0 < gain(submarine, classes("F"))
    assert gain(LETTERS.index("C"), ANY) < 0


def test_a_class_of_which_all_ships_are_known_is_expected_nowhere_else() -> None:
    s = position("Ca1 Fd4", "Ch8 Qd5")
    assert still_unplaced(s, 1) == classes("CQ")


def test_a_rival_takes_what_it_surely_beats_and_leaves_what_beats_it() -> None:
    weaker = know(position("Ca1 Fd4", "Ch8 Rd5 Se8"), "d5", "R")
    stronger = know(position("Ca1 Fd4", "Ch8 Re8 Sd5"), "d5", "S")
    assert {rival(weaker, seed) for seed in range(10)} == {"d4-d5"}
    assert "d4-d5" not in {rival(stronger, seed) for seed in range(10)}


def test_a_rival_brings_its_command_ship_home() -> None:
    assert rival(position("Cb7 Fd4", "Ch6 Qd5")) == "b7-b8"


def test_priors_favour_good_odds() -> None:
    s = know(know(position("Ca1 Fd4 Qf4", "Ch8 Rd5 Tf5"), "d5", "R"), "f5", "T")
    assert priors(s)["d4-d5"] > 0.4
    assert priors(s)["f4-f5"] < 0.05


def test_priors_have_a_threatened_command_ship_leave() -> None:
    s = position("Cd1 Fa4", "Ch8 Rd2")
    leaving = priors(s)
    assert leaving["d1-c1"] + leaving["d1-e1"] > 0.5


def test_what_a_seat_cannot_know_does_not_change_what_it_would_do() -> None:
    """Two states that differ in what the other's ships are, and in nothing that the mover could see."""
    one, two = position("Ca1 Fd4 Lf4", "Ch8 Rd5 Tf5"), position("Ca1 Fd4 Lf4", "Rh8 Td5 Cf5")
    two.could[1] = one.could[1]
    out = GAME.buffer()
    weights = np.zeros(len(out))
    assert priors(one) == priors(two)
    for choose in (policy, attacker):
        steps = [[int(choose(s, 0, new_rng(seed), out, weights)) for seed in range(20)] for s in (one, two)]
        assert steps[0] == steps[1]


# -- the evaluation -------------------------------------------------------------------------------------------


def test_the_stronger_fleet_stands_better() -> None:
    assert value(position("Ca1 Fd4 Rf4", "Ch8 Qd6 Kf6")) > 0 > value(position("Ca1 Kd4 Qf4", "Ch8 Fd6 Rf6"))


def test_a_command_ship_hunted_is_worse_than_one_left_alone() -> None:
    far, near = position("Cd1 Fa4", "Cd8 Rd5"), position("Cd1 Fa4", "Cd8 Rd3")
    assert value(near) < value(far)
    beside, to_move = position("Cd1 Fa4", "Cd8 Rd2"), position("Cd1 Fa4", "Cd8 Rd2", turn=1)
    assert value(to_move) < value(beside) < value(near)


def test_both_seats_are_judged_alike() -> None:
    s = position("Ca1 Fd4 Lf4", "Ci8 Ff5 Ld5")
    t = position("Ca1 Fd4 Lf4", "Ci8 Ff5 Ld5", turn=1)
    assert value(s, 0) == pytest.approx(value(t, 1))


# -- in whole games and searches ------------------------------------------------------------------------------


def test_policies_and_priors_hold_in_random_positions() -> None:
    out = GAME.buffer()
    weights = np.zeros(len(out))
    positions = 0
    for seed in range(4):
        for number, match in enumerate(random_match(seed)):
            s = match.state
            who = int(GAME.actor(s))
            if who < 0 or number % 5:
                continue
            positions += 1
            legal = GAME.list_legal(s, who)
            for choose in (policy, attacker):
                assert int(choose(s, who, new_rng(number), out, weights)) in legal
            assert min(priors(s).values()) > 0
            value(s)
    assert positions > 150


def test_a_search_wins_by_the_far_row_when_it_can() -> None:
    assert search(position("Cb7 Fd4", "Ch6 Qd5 Sd6")) == "b7-b8"


def test_a_search_takes_a_ship_that_can_only_be_the_command_ship() -> None:
    s = position("Ca1 Lg8 Fd4", "Ch8 Sd5")
    assert search(know(know(s, "d5", "S"), "h8", "C")) == "g8-h8"


def test_a_search_takes_its_command_ship_out_of_reach() -> None:
    s = position("Cd1 Fa4 Ra5", "Ch8 Qd2 Ke8 Bi8")
    assert search(s).startswith("d1-")
