"""What a strong player would say of these positions."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from parlour.bots.searcher import Searcher
from parlour.core.game import CHANCE, OVER, State, copy_state
from parlour.core.rng import new_rng
from parlour.games.luckymoose import GAME
from parlour.games.luckymoose.knowledge import evaluate, glimpse, greedy, prior
from parlour.games.luckymoose.knowledge_lays import best_going_on, best_lay, members_of, points_by_step
from parlour.games.luckymoose.notation import text

from .positions import KIND, layers_match, play, position
from .test_policies import whole_lays

pytestmark = pytest.mark.xdist_group("luckymoose's knowledge")  # one worker compiles what is asked for here

FIVE_REDS = {"d8": "Rm Rc Rs Rt Rd"}


def first_thought(s: State, seed: int = 1) -> str:
    weights = np.zeros(len(GAME.buffer()))
    return text(int(greedy(s, int(s.turn), new_rng(seed), GAME.buffer(), weights)))


def whole_turn(s: State, seed: int = 1) -> State:
    """Played by the simple player, up to its draws."""
    s, seat = copy_state(s), int(s.turn)
    while GAME.actor(s) == seat:
        play(s, first_thought(s, seed))
    return s


def priors(s: State) -> dict[str, float]:
    out, weights = GAME.buffer(), np.zeros(len(GAME.buffer()))
    n = GAME.legal(s, int(s.turn), out)
    prior(s, int(s.turn), out, n, weights)
    return {text(int(action)): float(weight) for action, weight in zip(out[:n], weights[:n], strict=True)}


def expected(s: State) -> list[float]:
    values = np.zeros(int(s.seats))
    evaluate(s, values)
    return values.tolist()


def best(s: State, simulations: int = 300) -> str:
    return text(Searcher(GAME, int(s.seats)).search(s, int(s.turn), seed=1, simulations=simulations).action)


def layers_positions(count: int, **options: object) -> Iterator[State]:
    """Of games for two, three and four players, at any moment."""
    for seats in (2, 3, 4):
        states = [copy_state(match.state) for match in layers_match(seats, seats, **options) if not match.over]
        yield from Random(seats).sample(states, count // 3)


# -- the lay that scores most -----------------------------------------------------------------------------------


def test_a_line_of_five_is_completed() -> None:
    s = position(["Rx Ym Gc", "Bt"], FIVE_REDS)
    assert first_thought(s) in ("Rx@c8", "Rx@i8")


def test_of_two_tiles_that_complete_a_line_the_one_with_a_bonus_is_taken() -> None:
    assert first_thought(position(["Rx Ym Gc", "Bt"], {"j8": "Rm Rc Rs Rt Rd"})) == "Rx@o8"


def test_tokens_along_the_border_multiply_each_other() -> None:
    s = position(["Rc Rs Rt Rd Rx Ym", "Bt"], {"h1": "Rm"})
    assert whole_turn(s).score[0] == 24 * 3**5


def test_the_first_line_of_the_game_is_as_long_as_it_can_be() -> None:
    s = position(["Rc Rs Rt Yx Bd Gm", "Bt"])
    assert whole_turn(s).score[0] == 6


def test_a_hand_that_cannot_be_laid_keeps_its_largest_group() -> None:
    s = position(["Gc Gs Bt Bc", "Bt"], {"h8": "Rm"})
    assert first_thought(s) in ("swap Bc Bt", "swap Gc Gs", "swap Gs Bt")
    assert first_thought(position(["Gc Bt", "Bt"], {"h8": "Rm"}, pool="")) == "forfeit"


@pytest.mark.compiled
@pytest.mark.parametrize("options", [{}, {"score_new_lines": True, "bonus": "highest", "size": 9}])
def test_no_lay_scores_more_than_the_one_that_is_found(options: dict[str, object]) -> None:
    """Compared with every lay there is. Some order in which tokens may be laid leads there."""
    for s in layers_positions(60, **options):
        seat = GAME.actor(s)
        if seat < 0:
            continue
        lays = list(whole_lays(s, seat, ()))
        most = max((points for points, _, _ in lays), default=-1)
        if s.laid_count > 0:
            assert best_going_on(s, seat) >= most
            continue
        assert best_lay(s, seat, 0)[0] == best_lay(s, seat, 7)[0] == most
        firsts = {steps[0] for _, _, steps in lays}
        assert max((points_by_step(s, seat, action) for action in firsts), default=-1) == most


def test_members_are_the_other_half_of_a_kind() -> None:
    kinds = 1 << KIND["Rm"] | 1 << KIND["Rx"] | 1 << KIND["Pm"]
    assert members_of(kinds, 0) == 0b100001  # red: moose and star
    assert members_of(kinds, 6) == 0b100001  # moose: red and purple
    assert members_of(kinds, 11) == 0b000001  # star: red


# -- what looks good --------------------------------------------------------------------------------------------


def test_a_lay_that_scores_more_is_tried_more() -> None:
    found = priors(position(["Rx Ym Gc Bs Pt Od", "Bt"], FIVE_REDS))
    assert max(found, key=found.__getitem__) in ("Rx@c8", "Rx@i8")
    assert found["Rx@c8"] > 3 * found["Ym@d9"]


def test_of_the_orders_of_one_lay_only_one_is_tried_in_earnest() -> None:
    """It goes on to the right first: after a step to the left, only further to the left."""
    s = play(position(["Rc Rs Ym Gc Bs Pt", "Bt"], {"h8": "Rm"}), "Rc@i8")
    assert priors(s)["Rs@j8"] == pytest.approx(priors(s)["Rs@g8"])
    s = play(position(["Rc Rs Rt Ym Gc Bs", "Bt"], {"h8": "Rm"}), "Rc@i8", "Rs@g8")
    assert priors(s)["Rt@f8"] > 100 * priors(s)["Rt@j8"]


def test_exchanges_are_tried_in_earnest_only_if_nothing_scores() -> None:
    found = priors(position(["Rx Ym Gc Bs Pt Od", "Bt"], FIVE_REDS))
    swaps = sum(weight for action, weight in found.items() if action.startswith("swap"))
    assert swaps < 0.05 * sum(found.values())


def test_an_exchange_keeps_what_goes_together() -> None:
    found = priors(position(["Gc Gs Gt Bc Pd Yd", "Bt"], {"h8": "Rm"}))
    assert max(found, key=found.__getitem__) == "swap Yd Bc Pd"


# -- what a position is worth -----------------------------------------------------------------------------------


def test_a_lead_is_worth_more_the_fewer_tokens_are_left() -> None:
    early = expected(position(["Gc", "Bt"], {"h8": "Rm"}, scores=(50, 0)))
    late = expected(position(["Gc", "Bt"], {"h8": "Rm"}, pool="", scores=(50, 0)))
    assert 0 < early[0] <= late[0]


def test_whoever_can_complete_a_line_is_ahead() -> None:
    mine = expected(position(["Rx Gc", "Ym Bs"], FIVE_REDS))
    theirs = expected(position(["Gc Bs", "Ym Rx"], FIVE_REDS))
    assert mine[0] > 0 > theirs[0]


def test_what_is_laid_counts_before_the_turn_has_ended() -> None:
    before = position(["Rx Gc", "Ym Bs"], FIVE_REDS)
    assert expected(play(before, "Rx@c8"))[0] > 0


def test_each_place_counts_among_four() -> None:
    values = expected(position(["Gc", "Bt", "Gs", "Bx"], {"h8": "Rm"}, scores=(900, 600, 300, 0)))
    assert values == sorted(values, reverse=True)
    assert values[0] > 0.8
    assert values[3] < -0.8
    assert abs(values[1]) < 0.6


@pytest.mark.compiled
def test_numbers_stay_within_their_bounds_and_steps_within_the_rules() -> None:
    weights = np.zeros(len(GAME.buffer()))
    for k, s in enumerate(layers_positions(240)):
        before = s.tobytes()
        values, seat = expected(s), GAME.actor(s)
        assert all(-1 <= value <= 1 for value in values)
        assert sum(values) == pytest.approx(0)
        if seat >= 0:
            assert all(weight > 0 for weight in priors(s).values())
            assert int(greedy(s, seat, new_rng(k), GAME.buffer(), weights)) in GAME.list_legal(s, seat)
        assert s.tobytes() == before


def test_only_the_own_draws_are_told_apart() -> None:
    s = play(position(["Rx Gc", "Ym Bs"], FIVE_REDS), "Rx@c8", "end")
    assert GAME.actor(s) == CHANCE
    assert glimpse(s, 3, 0) != glimpse(s, 4, 0)
    assert glimpse(s, 3, 1) == glimpse(s, 4, 1)


# -- the search -------------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_the_search_completes_a_line() -> None:
    assert best(position(["Rx Ym Gc Bs Pt Od", "Bt Bs Gd Gm Pm Pd"], FIVE_REDS)) in ("Rx@c8", "Rx@i8")


@pytest.mark.compiled
def test_the_last_token_is_laid_to_go_out() -> None:
    s = position(["Rc", "Bt Bs"], {"h8": "Rm"}, pool="", scores=(10, 12))
    assert "@" in best(s)
    assert GAME.actor(play(s, best(s), "end")) == OVER
