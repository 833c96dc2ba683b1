"""Hands and given tokens are their owner's, the pool's contents are nobody's."""

from collections import Counter

import msgspec
import pytest

from parlour.core.game import CHANCE, State, copy_state
from parlour.core.laws.suite import check_match, check_position
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.games.luckymoose import GAME
from parlour.games.luckymoose.board import ASIDE, KINDS

from .positions import KIND, hand, layers_match, legal, play, position

encode = msgspec.json.encode
SIX = "Rm Oc Ys Gt Bd Px"
NOTHING_FITS = "Oc Oc Ys Gt Bd Px"


def dealt(*hands: str, **options: object) -> Match:
    match = Match(GAME, len(hands), options)
    for text in ["start 0", *" ".join(hands).split()]:
        match.play(CHANCE, text)
    return match


def drawn_anew(truth: State, viewer: int, times: int, hidden: int) -> Counter[str]:
    """The hands (or what lies aside) in so many determinized states."""
    rng, found = new_rng(5), Counter[str]()
    for _ in range(times):
        s = copy_state(truth)
        GAME.determinize(s, viewer, rng)
        found[hand(s, hidden)] += 1
    return found


# -- views and logs -------------------------------------------------------------------------------------------


def test_a_token_is_seen_by_its_drawer_only() -> None:
    match = dealt("Rm Rc Rs Rt Rd Rx", "Gm Gc Gs Gt Gd Gx")
    assert [text for _, text in match.log(0)] == ["start 0", "Rm", "Rc", "Rs", "Rt", "Rd", "Rx", *["?"] * 6]
    assert [text for _, text in match.log(None)] == ["start 0", *["?"] * 12]
    assert match.view(0).hand == ["Rm", "Rc", "Rs", "Rt", "Rd", "Rx"]
    assert match.view(None).hand == []
    assert match.view(1).hand_counts == [6, 6]


def test_given_tokens_are_seen_by_their_giver_only() -> None:
    match = dealt("Rm Rc Rs Rt Rd Rx", "Gm Gc Gs Gt Gd Gx")
    match.play(0, "swap Rm Rs")
    match.play(CHANCE, "Bm")
    assert match.log(0)[-2:] == [("0", "swap Rm Rs"), ("*", "Bm")]
    assert match.log(1)[-2:] == match.log(None)[-2:] == [("0", "swap ? ?"), ("*", "?")]
    assert [match.view(viewer).given for viewer in (0, 1, None)] == [["Rm", "Rs"], [], []]
    assert [match.view(viewer).aside for viewer in (0, 1, None)] == [2, 2, 2]


def test_a_laid_token_is_public_at_once() -> None:
    match = dealt("Rm Rc Rs Rt Rd Rx", "Gm Gc Gs Gt Gd Gx")
    match.play(0, "Rm@h8")
    assert match.view(1).tokens == match.view(None).tokens == {"h8": "Rm"}
    assert match.log(1)[-1] == ("0", "Rm@h8")


def test_when_the_match_is_over_every_view_shows_every_hand() -> None:
    match = list(layers_match(3, seed=1, sets=1))[-1]
    hands = [match.view(seat).hand for seat in range(3)]
    assert any(hands)
    assert all(match.view(viewer).hands == hands for viewer in (0, 1, 2, None))
    assert "?" not in " ".join(text for _, text in match.log(None))


def test_the_order_of_draws_leaves_no_trace() -> None:
    first = dealt("Rm Rc Rs Rt Rd Rx", "Gm Gc Gs Gt Gd Gx")
    second = dealt("Rx Rd Rt Rs Rc Rm", "Gm Gd Gs Gc Gt Gx")
    assert first.state.tobytes() == second.state.tobytes()


def test_matches_that_differ_in_what_seat_1_cannot_see_look_the_same_to_it() -> None:
    """Seat 0 is dealt other tokens, gives others and draws others; what it lays is the same."""
    looks, owns = [], []
    for dealt_to_0, given, drawn in (
        (["Rm", "Rc", "Rs", "Rt", "Rd", "Rx"], "swap Rm Rc", ["Bm", "Bc", "Yd"]),
        (["Om", "Yc", "Rs", "Ot", "Rd", "Px"], "swap Om Yc", ["Gm", "Rx", "Bm"]),
    ):
        match, look = Match(GAME, 2), []
        texts = ["start 0", *dealt_to_0, "Gm", "Gc", "Gs", "Gt", "Gd", "Gx"]
        texts += [given, *drawn[:2], "Gs@h8", "end", "Yx", "Rs@h9", "end", drawn[2], "Gm@i8", "end", "Pm"]
        for text in texts:
            match.play(match.actor, text)
            look.append([encode(match.view(v)) + encode(match.log(v)) + encode(match.scene(v)) for v in (1, None)])
            look.append([encode(match.legal(1)), encode(match.also(1)), encode(match.choices(1))])
            anew = copy_state(match.state)
            GAME.determinize(anew, 1, new_rng(3))
            look.append(anew.tobytes())
        looks.append(look)
        owns.append(match.view(0).hand)
    assert looks[0] == looks[1]
    assert owns[0] != owns[1], "the two do differ"


# -- determinize ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"sets": 1, "size": 9}), (4, {"sets": 2})])
def test_games_of_layers_obey_the_laws_at_every_turn(seats: int, options: dict[str, int]) -> None:
    """Random games hardly lay a token; these empty the pool, and forfeit."""
    for number, match in enumerate(layers_match(seats, seed=seats, **options)):
        if number % 9 == 0:
            check_position(match, seed=number)
    check_match(match, samples=3, seed=0)


def test_all_unseen_tokens_are_dealt_anew_and_none_is_lost() -> None:
    for number, match in enumerate(layers_match(3, seed=8, sets=1)):
        if match.over or number % 7:
            continue
        for viewer in range(3):
            s = copy_state(match.state)
            GAME.determinize(s, viewer, new_rng(number))
            assert hand(s, viewer) == hand(match.state, viewer)
            assert all_tokens(s) == all_tokens(match.state)
            assert int(s.pool.sum()) == int(s.pool_count)


def all_tokens(s: State) -> list[int]:
    kinds = [*s.board.tolist(), *s.hand.reshape(-1).tolist()]
    return [int(s.pool[kind]) + kinds.count(kind) for kind in range(KINDS)]


def test_every_deal_that_could_be_is_as_likely_as_its_copies() -> None:
    truth = position(["Rm", "Rc Rc"], pool="Rc Gs Gs")
    deals = drawn_anew(truth, viewer=0, times=2000, hidden=1)
    assert deals.keys() == {"Rc Rc", "Rc Gs", "Gs Gs"}
    assert 500 < deals["Rc Rc"] < 700  # 3 of 10 pairs
    assert 1100 < deals["Rc Gs"] < 1300  # 6 of 10
    assert 130 < deals["Gs Gs"] < 270  # 1 of 10


def test_another_seats_given_tokens_are_dealt_anew_and_the_own_ones_stay() -> None:
    s = play(position([SIX, SIX], pool="Gx Gx Rc"), "swap Rm Oc", "Gx")
    assert set(drawn_anew(s, viewer=0, times=20, hidden=ASIDE)) == {"Rm Oc"}
    assert len(drawn_anew(s, viewer=1, times=200, hidden=ASIDE)) > 20


# -- what a forfeit tells -----------------------------------------------------------------------------------------


def fitting(tokens: str) -> int:
    """How many of them can be laid beside a single Rm."""
    return sum(token[0] == "R" or token[1] == "m" for token in tokens.split() if token != "Rm")


def test_a_hand_that_forfeited_holds_nothing_that_fits() -> None:
    truth = play(position([SIX, NOTHING_FITS], {"h8": "Rm"}, turn=1), "forfeit")
    assert fitting("Rc Gm Gc") == 2
    assert {fitting(tokens) for tokens in drawn_anew(truth, viewer=0, times=300, hidden=1)} == {0}
    before = position([SIX, NOTHING_FITS], {"h8": "Rm"}, turn=1)
    assert max(fitting(tokens) for tokens in drawn_anew(before, viewer=0, times=300, hidden=1)) > 1


def test_after_a_draw_one_token_may_fit_again_and_the_others_still_not() -> None:
    truth = play(position([SIX, NOTHING_FITS], {"h8": "Rm"}, turn=1), "forfeit", "swap Px", "Px", "swap Oc", "Rc")
    assert {fitting(tokens) for tokens in drawn_anew(truth, viewer=0, times=300, hidden=1)} == {0, 1}


def test_a_lay_leaves_what_is_known_of_the_other_tokens() -> None:
    """Seat 1 forfeits, draws a token and lays it: what fitted at the forfeit can only be the new one."""
    s = position(["Gm Gc", NOTHING_FITS], {"h8": "Rm"}, turn=1)
    play(s, "forfeit", "swap Gm", "Gm", "swap Oc", "Rc", "swap Gm", "Gm")
    assert {fitting(tokens) for tokens in drawn_anew(s, viewer=0, times=300, hidden=1)} == {0, 1}
    play(s, "Rc@i8")
    assert {fitting(tokens) for tokens in drawn_anew(s, viewer=0, times=300, hidden=1)} == {0}


def test_a_second_forfeit_adds_to_the_first() -> None:
    s = position(["Gm Bs", "Oc Ys Gt Bd Px Pt", SIX], {"h8": "Rm"}, pool="", turn=1)
    play(s, "forfeit")
    s.turn = 0
    play(s, "Gm@i8", "end")
    s.turn = 1
    assert int(s.past[1, 0]) >> KIND["Rc"] & 1
    assert not int(s.past[1, 0]) >> KIND["Gc"] & 1
    fewer = position([SIX, "Oc Ys Bd Px Pt", SIX], {"h8": "Rm Gm"}, pool="", turn=1)
    fewer.past = s.past
    play(fewer, "forfeit")
    assert int(fewer.past[1, 0]) >> KIND["Rc"] & 1
    assert int(fewer.past[1, 0]) >> KIND["Gc"] & 1


def test_hands_that_take_each_others_only_tokens_are_dealt_again() -> None:
    """Seat 1 cannot hold Gc, seat 2 not Rc: of all deals one is left, whoever is dealt first."""
    s = position(["Bx", "Rc Bs", "Gc Bt"], pool="")
    s.past[1, :2] = 1 << KIND["Gc"] | 1 << KIND["Bt"]
    s.past[2, :2] = 1 << KIND["Rc"]
    assert set(drawn_anew(s, viewer=0, times=50, hidden=1)) == {"Rc Bs"}


# -- what a seat knows of its own exchange --------------------------------------------------------------------------


def test_what_a_seat_has_just_given_back_is_in_no_other_hand() -> None:
    s = position(["Rm Oc Ys Gt Bd Px", "Rc Rs Rt Rd Rx Om"], sets=1)
    play(s, "swap Rm Oc", "Yx", "Yd")
    hands = drawn_anew(s, viewer=0, times=200, hidden=1)
    assert not any("Rm" in tokens or "Oc" in tokens for tokens in hands)
    assert any("Rm" in tokens for tokens in drawn_anew(play(copy_state(s), "swap Rc", "Rm"), 0, 400, hidden=1))


def test_who_draws_one_token_has_at_most_one_of_those_given_back() -> None:
    s = position(["Rm Oc Ys Gt Bd Px", "Rc Rs Rt Rd Rx Om"], sets=1)
    play(s, "swap Rm Oc", "Yx", "Yd", "swap Rc", "Rm")
    hands = drawn_anew(s, viewer=0, times=400, hidden=1)
    assert any("Rm" in tokens for tokens in hands)
    assert any("Oc" in tokens for tokens in hands)
    assert not any("Rm" in tokens and "Oc" in tokens for tokens in hands)


def test_another_copy_of_a_token_given_back_may_be_anywhere() -> None:
    s = position(["Rm Oc Ys Gt Bd Px", "Rm Rs Rt Rd Rx Om"], sets=2)
    play(s, "swap Rm", "Yx")
    hands = drawn_anew(s, viewer=0, times=400, hidden=1)
    assert any("Rm" in tokens for tokens in hands)
    assert not any("Rm Rm" in tokens for tokens in hands)


def test_what_another_seat_gave_back_is_not_known_to_the_viewer() -> None:
    s = position(["Rm Oc Ys Gt Bd Px", "Rc Rs Rt Rd Rx Om", "Gm Gc Gs Gd Gx Yt"], sets=1)
    play(s, "swap Rm Oc", "Yx", "Yd")
    assert any("Rm" in tokens for tokens in drawn_anew(s, viewer=1, times=400, hidden=2))


# -- nothing that is possible is ruled out ----------------------------------------------------------------------------


def test_legal_actions_of_another_seat_are_nobodys_business() -> None:
    assert legal(position([SIX, SIX]), 1) == []
