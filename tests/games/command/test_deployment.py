"""Both deploy at the same time and in secret."""

from collections import Counter
from itertools import product
from random import Random

import msgspec
import pytest

from parlour.core.game import copy_state
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.core.texts import Refused
from parlour.games.command import GAME
from parlour.games.command.board import FLEET, LETTERS, MOST_ACTIONS, ZONES
from parlour.games.command.notation import square_name

from .positions import LINE, afloat, deployed, lot, moves, placements

encode = msgspec.json.encode
OTHER = ("S.LLLLLL.", "VWAENTRFS", "....CQKBZ")


def everything(match: Match, viewer: int | None) -> bytes:
    """All that a viewer gets of a match, what its searches would start from included."""
    parts = [match.view(viewer), match.scene(viewer), match.log(viewer), match.actors, match.offer_by()]
    if viewer is not None:
        parts += [match.legal(viewer), match.also(viewer), match.choices(viewer), match.can_undo(viewer)]
        twin = copy_state(match.state)
        GAME.determinize(twin, viewer, new_rng(3))
        parts.append([np_field.tolist() for np_field in twin])
    return encode(parts)


def refusal(match: Match, seat: int, *texts: str) -> str:
    before = [everything(match, viewer) for viewer in (0, 1, None)]
    with pytest.raises(Refused) as caught:
        match.play_all(seat, texts) if len(texts) > 1 else match.play(seat, texts[0])
    assert [everything(match, viewer) for viewer in (0, 1, None)] == before
    return GAME.catalogue().render(caught.value.text)


# -- what may be done -------------------------------------------------------------------------------------------------


def test_both_may_act_at_any_time():
    match = lot()
    assert match.actors == [0, 1]
    match.play(1, "S@a8")
    match.play(1, "S@b8")
    match.play(0, "S@a1")
    assert match.actors == [0, 1]


def test_legal_holds_the_placements_of_the_first_unfinished_class():
    match = lot()
    assert match.legal(0) == [f"S@{square_name(at)}" for at in ZONES[0]]
    assert match.legal(1) == [f"S@{square_name(at)}" for at in ZONES[1]]
    match.play(0, "S@b1")
    assert match.legal(0) == [f"S@{square_name(at)}" for at in ZONES[0] if square_name(at) != "b1"]
    match.play(0, "S@c3")
    assert {text[0] for text in match.legal(0)} == {"F"}
    assert len(match.legal(0)) == 25


def test_other_orders_and_moves_of_placed_ships_are_under_also():
    match = lot()
    also = [text for text in match.also(0) if text != "resign"]
    assert also == [f"{letter}@{square_name(at)}" for letter in LETTERS[1:] for at in ZONES[0]]
    match.play(0, "C@e1")
    also = [text for text in match.also(0) if text != "resign"]
    free = [square_name(at) for at in ZONES[0] if square_name(at) != "e1"]
    assert also == [f"{letter}@{at}" for letter in LETTERS[1:-1] for at in free] + [f"C:e1-{at}" for at in free]


def test_classes_may_be_placed_in_any_order_and_end_up_the_same():
    boards = []
    for seed in (1, 2):
        match = lot()
        for seat in (0, 1):
            steps = placements(seat)
            Random(seed).shuffle(steps)
            match.play_all(seat, [*steps, "ready"])
        boards.append(match.state.tobytes())
    assert boards[0] == boards[1] == deployed().state.tobytes()


def test_when_all_are_placed_legal_is_ready_and_ships_may_still_move():
    match = lot()
    match.play_all(0, placements(0))
    assert match.legal(0) == ["ready"]
    also = match.also(0)
    assert len(also) == 21 * 6 + 1
    match.play(0, "C:e1-f1")
    match.play(0, "Z:a1-e1")
    match.play(0, "ready")
    match.play_all(1, [*placements(1), "ready"])
    assert (afloat(match.state)["e1"], afloat(match.state)["f1"]) == ("Z", "C")
    assert "a1" not in afloat(match.state)


def test_ready_needs_all_21():
    match = lot()
    match.play_all(0, placements(0)[:-1])
    assert "One ship is still to be placed" in refusal(match, 0, "ready")
    assert "21 ships are still to be placed" in refusal(match, 1, "ready")


def test_ready_is_the_end_of_rearranging_and_cannot_be_taken_back():
    for first in (0, 1):
        match = lot(first)
        match.play_all(0, [*placements(0), "ready"])
        assert match.actors == [1]
        assert (match.legal(0), match.also(0)) == ([], ["resign"])
        assert "cannot be taken back" in refusal(match, 0, "C:e1-f1")
        assert "cannot be taken back" in refusal(match, 0, "ready")
        refusal(match, 0, "undo")
        match.play_all(1, [*placements(1), "ready"])
        assert match.actors == [first]
        for seat in (0, 1):
            assert not match.can_undo(seat)
            with pytest.raises(Refused):
                match.take_back(seat)


def test_while_both_deploy_nothing_is_undone():
    match = lot()
    match.play(0, "S@a1")
    assert not match.can_undo(0)
    assert not match.can_undo(1)


def test_who_deploys_last_may_take_back_own_steps_and_nobody_hears_of_it():
    match = lot()
    match.play_all(0, [*placements(0), "ready"])
    match.play(1, "S@a8")
    heard = everything(match, 0), everything(match, None)
    match.undo(1)
    assert (everything(match, 0), everything(match, None)) == heard
    assert match.view(1).ships[1] == []


def test_why_something_cannot_be_placed():
    match = lot()
    match.play_all(0, ["C@e1", "S@a1", "S@b1"])
    assert "no Virginia submarine left" in refusal(match, 0, "S@c1")
    assert "a ship on e1 already" in refusal(match, 0, "F@e1")
    assert "rows 1 to 3" in refusal(match, 0, "F@e4")
    assert "rows 6 to 8" in refusal(match, 1, "F@e1")
    assert "no Command Ship of yours on a1" in refusal(match, 0, "C:a1-a2")
    assert "no Command Ship of yours on e1" in refusal(match, 1, "C:e1-e8")
    assert "a ship on a1 already" in refusal(match, 0, "C:e1-a1")
    assert "rows 1 to 3" in refusal(match, 0, "C:e1-e7")
    assert "when both fleets are ready" in refusal(match, 0, "a1-a2")
    assert "by lot" in refusal(match, 0, "first 0")


def test_lists_never_grow_beyond_what_the_game_says():
    for seed in range(10):
        random, match, most = Random(seed), lot(), 0
        for _ in range(60):
            also = GAME.list_also(match.state, 0)
            most = max(most, len(also))
            if match.legal(0) == ["ready"]:
                break
            match.play(0, GAME.text(random.choice(also)))
        assert 300 < most <= MOST_ACTIONS


# -- batches ----------------------------------------------------------------------------------------------------------


def test_a_batch_is_written_down_as_single_actions():
    match = lot()
    match.play_all(1, [*placements(1), "C:e8-f8", "ready"])
    assert [step.text for step in match.steps] == ["first 0", *placements(1), "C:e8-f8", "ready"]


def test_if_one_is_illegal_none_is_applied():
    match = lot()
    match.play(0, "S@a1")
    assert "Step 3" in refusal(match, 0, "S@b1", "F@c1", "R@c1", "T@d1")
    assert len(match.steps) == 2
    assert "Step 22" in refusal(match, 1, *placements(1), "L@e8", "ready")


def test_ready_is_the_last_of_a_batch_even_for_whoever_moves_first():
    for first in (0, 1):
        match = lot(first)
        match.play_all(1 - first, [*placements(1 - first), "ready"])
        front = "a3-a4" if first == 0 else "a6-a5"
        refusal(match, first, *placements(first), "ready", "ready")
        refusal(match, first, *placements(first), "ready", front)
        assert match.actors == [first]
        match.play_all(first, [*placements(first), "ready"])
        match.play(first, front)


# -- secrecy ----------------------------------------------------------------------------------------------------------


def test_nothing_of_a_deployment_is_seen_before_both_are_ready():
    """Whatever seat 1 does, seat 0 and spectators have the same bytes throughout, and nothing but `ready` is news."""
    match = lot()
    match.play(0, "C@e2")
    before = {viewer: everything(match, viewer) for viewer in (0, None)}
    for text in [*placements(1, OTHER), "C:e8-b8", "C:b8-c8"]:
        match.play(1, text)
        assert {viewer: everything(match, viewer) for viewer in (0, None)} == before
    match.play(1, "ready")
    assert match.log(0) == [("*", "first 0"), ("0", "C@e2"), ("1", "ready")]
    assert match.log(None) == [("*", "first 0"), ("1", "ready")]
    assert match.view(0).ready == match.view(None).ready == [False, True]
    assert match.view(0).ships[1] == match.view(None).ships[0] == match.view(None).ships[1] == []
    assert match.view(None).to_place == ["", ""]


@pytest.mark.parametrize("ready", [False, True])
def test_deployments_of_other_squares_orders_and_numbers_of_steps_look_the_same(ready):
    looks = []
    for layout, extra in ((LINE, []), (OTHER, ["C:e8-a8", "C:a8-e8", "C:e8-d8"])):
        match = lot()
        steps = [*placements(1, layout), *extra, *(["ready"] if ready else [])]
        if extra:
            steps = [steps[4], *steps[:4], *steps[5:]]
        match.play_all(1, steps[: None if ready or not extra else 9])
        match.play_all(0, ["S@a1", "L@c3"])
        looks.append((everything(match, 0), everything(match, None)))
    assert looks[0] == looks[1]


def test_when_both_are_ready_neither_order_nor_number_of_steps_shows():
    """The same squares and classes, reached by other ways: the same to everybody from then on."""
    looks = []
    for extra in (False, True):
        match = lot()
        for seat, detour in ((0, ["L:a3-g3", "L:g3-a3"]), (1, ["L:a6-g6", "L:g6-a6", "C:e8-i8", "C:i8-e8"])):
            steps = placements(seat)[:: -1 if extra else 1]
            match.play_all(seat, [*steps, *(detour if extra else []), "ready"])
        moves(match, "a3-a4", "a6-a5", "a4-a5")
        looks.append([everything_of_the_other(match, viewer) for viewer in (0, 1, None)])
    assert looks[0] == looks[1]


def everything_of_the_other(match: Match, viewer: int | None) -> bytes:
    """As `everything`, less the own deployment steps in the own log."""
    return encode(
        [match.view(viewer), match.scene(viewer), [line for line in match.log(viewer) if line[0] != str(viewer)]]
    )


def test_what_the_other_side_could_have_deployed_is_anything():
    match = lot()
    match.play_all(1, [*placements(1), "ready"])
    rng, on_e8 = new_rng(2), Counter()
    for _ in range(300):
        twin = copy_state(match.state)
        GAME.determinize(twin, 0, rng)
        squares = twin.at[1].tolist()
        assert len(set(squares)) == 21
        assert set(squares) <= set(ZONES[1].tolist())
        on_e8[dict(zip(squares, FLEET.tolist(), strict=True)).get(int(ZONES[1][22]))] += 1
        GAME.apply(twin, 0, GAME.parse("S@a1"))
    assert on_e8.keys() == {None, *range(15)}


def test_resigning_is_open_from_the_first_deployment_step_and_drawing_once_both_are_ready():
    match = lot()
    assert match.also(1)[-1] == "resign"
    assert "draw" not in match.also(0) + match.also(1)
    match.play_all(0, [*placements(0), "ready"])
    assert "draw" not in match.also(0) + match.also(1)
    match.play_all(1, [*placements(1), "ready"])
    assert all("draw" in match.also(seat) for seat in (0, 1))
    early = lot()
    early.play(0, "C@e1")
    early.play(1, "resign")
    assert early.result.returns == [1, -1]
    assert early.result.scores == [21, 21]
    assert early.view(None).ships[0][0].ship == "C"
    assert len(early.view(None).to_place[0]) == 20


def test_after_a_refused_offer_ten_plies_pass():
    match = deployed()
    match.play(0, "draw")
    match.play(1, "decline")
    plies = ["a3-a4", "a6-a5", "a4-a3", "a5-a6"] * 3
    for number, text in enumerate(plies):
        assert ("draw" in match.also(0)) == (number >= 10)
        moves(match, text)


def test_all_pairs_of_first_and_ready_are_public():
    for first, ready in product((0, 1), (0, 1)):
        match = lot(first)
        match.play_all(ready, [*placements(ready), "ready"])
        for viewer in (0, 1, None):
            assert match.view(viewer).first == first
            assert match.view(viewer).ready == [ready == 0, ready == 1]
