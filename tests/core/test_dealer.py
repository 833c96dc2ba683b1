"""Fair dealing: repeatable from the secret, fair by the weights, closed in time, and checked step by step."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from parlour.core.dealer import Dealer, outcome
from parlour.core.game import CHANCE, Game
from parlour.core.match import Match
from parlour.core.record import Record, Step, from_json, to_json
from parlour.core.texts import Refused
from parlour.core.verify import compare, verify
from parlour.games import load

SECRET = bytes(range(32))


def finished(game: Game, dealer: Dealer) -> Match:
    match = Match(game, 2, dealer=dealer)
    match.deal_all()
    for seat in (0, 1):
        match.play_all(seat, ["pick 1", "ready"])
    match.play(0, "resign")
    return match


def test_the_same_secret_and_contributions_give_the_same_draws() -> None:
    one, two = Dealer(2, SECRET), Dealer(2, SECRET)
    assert [one.draw([3, 1, 4]) for _ in range(50)] == [two.draw([3, 1, 4]) for _ in range(50)]


def test_contributions_change_the_draws_and_cannot_be_run_together() -> None:
    draws = {
        tuple(outcome(SECRET, shares, k, [1] * 1000) for k in range(5))
        for shares in ([None, None], ["", None], ["ab", "c"], ["a", "bc"], ["abc", None], [None, "abc"])
    }
    assert len(draws) == 6


def test_the_derivation_is_fixed() -> None:
    """Written down from the first version: a change here would make every record of the past unverifiable."""
    assert [outcome(SECRET, ["north", None], k, [1] * 52) for k in range(8)] == [30, 27, 15, 42, 28, 38, 29, 16]


def test_draws_follow_the_weights() -> None:
    dealer = Dealer(1, SECRET)
    counts = Counter(dealer.draw([1, 2, 7]) for _ in range(20_000))
    assert [round(counts[i] / 20_000, 1) for i in range(3)] == [0.1, 0.2, 0.7]


def test_a_weight_near_the_range_of_a_draw_is_still_fair() -> None:
    """With W = 3 × 2⁶² a quarter of all numbers has to be thrown away; keeping them would double the first outcome."""
    dealer = Dealer(1, SECRET)
    counts = Counter(dealer.draw([2**62, 2**62, 2**62]) for _ in range(6000))
    assert all(abs(counts[i] - 2000) < 150 for i in range(3))


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert Dealer(2, SECRET).commitment == hashlib.sha256(SECRET).hexdigest()
    assert Dealer(2).commitment != Dealer(2).commitment


def test_contributions_close_with_the_first_draw() -> None:
    dealer = Dealer(2, SECRET)
    dealer.contribute(0, "north")
    with pytest.raises(Refused, match="already contributed"):
        dealer.contribute(0, "south")
    with pytest.raises(Refused, match="no seat 2"):
        dealer.contribute(2, "south")
    with pytest.raises(Refused, match="1 to 200 printable characters"):
        dealer.contribute(1, "x" * 201)
    with pytest.raises(Refused, match="1 to 200 printable characters"):
        dealer.contribute(1, "\ud800")
    dealer.draw([1, 1])
    with pytest.raises(Refused, match="closed"):
        dealer.contribute(1, "south")
    assert dealer.contributions == ["north", None]


# -- verify -----------------------------------------------------------------------------------------------


def record_of(game: Game) -> Record:
    dealer = Dealer(2, SECRET)
    dealer.contribute(1, "ours")
    return from_json(to_json(finished(game, dealer).record()))


def test_an_honest_record_is_verified(game: Game) -> None:
    verdict = verify(record_of(game), game)
    assert (verdict.good, verdict.draws, verdict.wrong) == (True, 1, None)


def test_a_changed_outcome_is_found_at_its_step(game: Game) -> None:
    record = record_of(game)
    record.steps[0] = Step("*", {"heads": "tails", "tails": "heads"}[record.steps[0].text])
    verdict = verify(record, game)
    assert (verdict.good, verdict.wrong) == (False, 1)
    assert "Step 1 is wrong" in str(verdict.text)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"secret": "00" * 32}, "does not match its commitment"),
        ({"secret": "zz"}, "hexadecimal"),
        ({"secret": None}, "revealed when the match is over"),
        ({"contributions": ["ours"]}, "one contribution per seat"),
    ],
)
def test_a_dealing_that_contradicts_itself_is_refused(game: Game, change: dict[str, object], sentence: str) -> None:
    tree = json.loads(to_json(record_of(game)))
    tree["dealing"].update(change)
    with pytest.raises(Refused, match=sentence):
        verify(from_json(json.dumps(tree)), game)


def test_a_changed_contribution_is_found(game: Game) -> None:
    """Another contribution changes what the secret gives; over 30 secrets some coin must fall the other way."""
    verdicts = []
    for number in range(30):
        dealer = Dealer(2, bytes([number]) * 32)
        record = finished(game, dealer).record()
        assert record.dealing is not None
        record.dealing = replace(record.dealing, contributions=["forged", None])
        verdicts.append(verify(record, game).good)
    assert not all(verdicts)


def test_what_a_player_wrote_down_is_held_against_the_record(game: Game) -> None:
    record = record_of(game)
    shown = Dealer(2, SECRET).commitment
    spaced = " ".join(shown.upper()[n : n + 8] for n in range(0, 64, 8))
    same = compare(record, spaced, ["ours"])
    assert [one.good for one in same] == [True, True]
    other = compare(record, "0" * 64, ["mine", "ours"])
    assert [one.good for one in other] == [False, False, True]
    assert shown in str(other[0].text)
    assert "0" * 64 in str(other[0].text)
    assert "“mine”" in str(other[1].text)
    assert "“ours”" in str(other[1].text)


def test_a_dealer_who_swaps_the_secret_is_found_by_what_a_player_wrote_down(game: Game) -> None:
    """Such a record is right in itself: only who knows the commitment from before can tell."""
    swapped = from_json(to_json(finished(game, Dealer(2, bytes(32))).record()))
    assert verify(swapped, game).good
    assert not compare(swapped, Dealer(2, SECRET).commitment, [])[0].good


@pytest.mark.parametrize(
    ("commitment", "contributions", "sentence"),
    [
        ("abc", [], "64 hexadecimal digits"),
        ("0" * 63 + "g", [], "64 hexadecimal digits"),
        ("", [], "64 hexadecimal digits"),
        (None, [""], "1 to 200 printable characters"),
        (None, ["x" * 201], "1 to 200 printable characters"),
    ],
)
def test_what_nobody_can_have_written_down_is_refused(
    game: Game, commitment: str | None, contributions: list[str], sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        compare(record_of(game), commitment, contributions)


def test_where_nothing_was_dealt_there_is_nothing_to_compare_with(game: Game) -> None:
    match = Match(game, 2)
    match.play(CHANCE, "heads")
    with pytest.raises(Refused, match="entered by hand"):
        compare(match.record(), "0" * 64, [])


def test_a_record_dealt_by_hand_has_nothing_to_check(game: Game) -> None:
    match = Match(game, 2)
    match.play(CHANCE, "heads")
    with pytest.raises(Refused, match="entered by hand"):
        verify(match.record(), game)


def test_no_step_passes_for_chance_by_another_name(game: Game) -> None:
    tree = json.loads(to_json(record_of(game)))
    tree["steps"][0]["actor"] = -1
    with pytest.raises(Refused, match="actor"):
        from_json(json.dumps(tree))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda steps: steps.pop(0), "Step 1"),
        (lambda steps: steps.insert(0, steps.pop(1)), "Step 1"),
        (lambda steps: steps.insert(1, {"actor": "*", "text": "heads"}), "Step 2"),
        (lambda steps: steps.append({"actor": 1, "text": "resign"}), "over"),
    ],
)
def test_removed_swapped_and_added_steps_are_found(game: Game, change: Callable[..., object], sentence: str) -> None:
    tree = json.loads(to_json(record_of(game)))
    change(tree["steps"])
    try:
        said = str(verify(from_json(json.dumps(tree)), game).text)
    except Refused as refusal:
        said = str(refusal)
    assert sentence in said


def test_a_record_cut_short_is_not_called_whole(game: Game) -> None:
    tree = json.loads(to_json(record_of(game)))
    tree["steps"].pop()
    del tree["ending"]
    assert "not over" in str(verify(from_json(json.dumps(tree)), game).text)


def test_a_game_without_chance_is_replayed() -> None:
    match = Match(load("connect4"), 2)
    match.play(0, "d")
    assert verify(match.record(), match.game).good
