"""What could come next, as far as a seat knows."""

import msgspec
import pytest

from parlour import games
from parlour.core.dealer import Dealer
from parlour.core.game import copy_state
from parlour.core.imagined import Imagined
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.core.texts import Refused

pytestmark = pytest.mark.compiled


def match_of(game: str, steps: int = 0, seats: int = 2) -> Match:
    """So many first possible steps in."""
    match = Match(games.load(game), seats, {}, Dealer(seats, b"\1" * 32))
    match.deal_all()
    for _ in range(steps):
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])
        match.deal_all()
    return match


def at_sea(moves: int = 0) -> Match:
    """Command of the Sea, both fleets deployed, and so many moves later."""
    match = match_of("command")
    while match.game.waiting_now(match.state):
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[-1])
    for number in range(moves):
        [seat] = match.actors
        match.play(seat, match.legal(seat)[number * 7 % len(match.legal(seat))])
    return match


def test_both_sides_are_played_on_and_the_match_stays_where_it_was() -> None:
    match = match_of("connect4", 1)
    imagined = Imagined.of(match, 0)
    assert [choice.text for choice in imagined.choices()] == list("abcdefg")
    for text in "bdc":
        imagined.step(text)
    assert [(step.seat, step.text) for step in imagined.steps] == [(1, "b"), (0, "d"), (1, "c")]
    assert (imagined.to_act, len(imagined.scene().pieces)) == (0, len(match.scene(0).pieces) + 3)
    assert match.step_count == 1


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    imagined = Imagined.of(match_of("connect4", 1), 0)
    for text in ("z", "", "D", "undo", "resign"):
        with pytest.raises(Refused) as refused:
            imagined.step(text)
        assert refused.value.text.key == "refuse.line-step"
    assert imagined.steps == []


def test_a_line_ends_with_the_game() -> None:
    imagined = Imagined.of(match_of("connect4", 1), 0)
    for text in "bababa":
        imagined.step(text)
    assert (imagined.ended, imagined.choices()) == ("over", [])
    with pytest.raises(Refused, match="would be over"):
        imagined.step("c")


@pytest.mark.parametrize(("game", "steps"), [("dance", 1), ("luckymoose", 0)])
def test_a_line_ends_where_chance_decides(game: str, steps: int) -> None:
    match = match_of(game, steps)
    seat = 1 - match.actors[0]
    imagined = Imagined.of(match, seat)
    while imagined.ended is None:
        assert imagined.to_act != seat
        imagined.step(imagined.choices()[-1].text)
    assert imagined.ended == "chance"
    assert Imagined.of(match, seat).ahead() == []


def test_a_line_ends_where_something_hidden_decides() -> None:
    """A ship that moves onto another: what comes of it depends on what that one is."""
    match = at_sea()
    for number in range(60):
        [mover] = match.actors
        theirs = {piece.at.partition(":")[2] for piece in match.scene(mover).pieces if piece.seat == 1 - mover}
        for step in match.legal(mover):
            imagined = Imagined.of(match, mover)
            imagined.step(step)
            assert (imagined.ended == "hidden") == (step.partition("-")[2] in theirs)
            if imagined.ended == "hidden":
                with pytest.raises(Refused, match="cannot know yet"):
                    imagined.step(step)
                return
        match.play(mover, match.legal(mover)[number * 7 % len(match.legal(mover))])
    pytest.fail("nobody met anybody")


@pytest.mark.parametrize("viewer", [0, 1])
def test_in_worlds_that_a_seat_cannot_tell_apart_the_same_can_be_imagined(viewer: int) -> None:
    match = at_sea()
    twin = match.copy()
    twin.state = copy_state(match.state)
    assert match.game.determinize is not None
    match.game.determinize(twin.state, viewer, new_rng(77))
    twin.set_up()
    assert match.state.tobytes() != twin.state.tobytes()
    worlds = [Imagined.of(each, viewer) for each in (match, twin)]
    for number in range(6):
        looks = [msgspec.json.encode((each.choices(), each.ahead(), each.scene(), each.ended)) for each in worlds]
        assert looks[0] == looks[1]
        if worlds[0].ended is not None:
            break
        choices = worlds[0].choices()
        for each in worlds:
            each.step(choices[number * 7 % len(choices)].text)


def test_nothing_is_imagined_while_all_act_in_secret() -> None:
    with pytest.raises(Refused, match="in secret"):
        Imagined.of(match_of("command", 3), 0)


@pytest.mark.parametrize(("game", "steps"), [("connect4", 3), ("yinsh", 12), ("regatta", 6)])
def test_what_can_be_chosen_in_advance_has_all_that_can_then_be_played(game: str, steps: int) -> None:
    match = match_of(game, steps)
    check_ahead(match)


def test_the_same_where_something_is_hidden() -> None:
    check_ahead(at_sea(9))


def check_ahead(match: Match) -> None:
    [mover] = match.actors
    seat = 1 - mover
    ahead = {choice.text for choice in Imagined.of(match, seat).ahead()}
    assert ahead
    for step in match.legal(mover)[:5]:
        after = match.copy()
        after.play(mover, step)
        if after.actors == [seat]:
            assert set(after.legal(seat)) & ahead
            if not match.game.hidden:
                assert set(after.legal(seat)) <= ahead
