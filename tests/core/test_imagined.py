"""What could come next, as far as a seat knows."""

from random import Random

import msgspec
import pytest

from parlour import games
from parlour.core.dealer import Dealer
from parlour.core.game import copy_state
from parlour.core.imagined import Imagined
from parlour.core.laws.touches import LONGEST
from parlour.core.match import Match
from parlour.core.reasons import things_of
from parlour.core.rng import new_rng
from parlour.core.scene import piece
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
        things = sorted(things_of(match.game, match.plan(), worlds[0].scene()))
        looks = [
            msgspec.json.encode(
                (each.choices(), each.ahead(), each.scene(), each.ended, [each.why_not_touch([at]) for at in things])
            )
            for each in worlds
        ]
        assert looks[0] == looks[1]
        if worlds[0].ended is not None:
            break
        choices = worlds[0].choices()
        for each in worlds:
            each.step(choices[number * 7 % len(choices)].text)


def why(imagined: Imagined, *path: str) -> tuple[str, str] | None:
    reason = imagined.why_not_touch(path)
    return None if reason is None else (reason.rule.key, reason.here.key)


def test_a_touch_that_does_nothing_there_has_the_reason_of_whoever_is_to_act() -> None:
    match = match_of("yinsh", 10)
    mover = match.actors[0]
    imagined, then = Imagined.of(match, 1 - mover), Imagined.of(match, 1 - mover)
    first = imagined.choices()[0]
    then.step(first.text)
    ring, theirs = first.path[0], then.choices()[0].path[0]
    assert why(imagined, ring) is None
    assert why(imagined, theirs) == ("touch.line-theirs", "touch.line-theirs-here"), "one's own ring, out of turn"
    assert why(imagined, ring, theirs) in {(f"rule.{key}", f"why.{key}") for key in ("ring-there", "no-line")}
    assert why(then, theirs) is None
    assert why(then, ring) is not None


@pytest.mark.parametrize("game", ["connect4", "yinsh", "regatta", "command", "dance", "luckymoose"])
def test_whatever_is_touched_there_leads_on_or_is_told_why_not(game: str) -> None:
    match = at_sea(9) if game == "command" else dealt(game, 7)
    imagined, rng, sentences = Imagined.of(match, 1 - match.actors[0]), Random(game), match.game.catalogue()
    for _ in range(4):
        choices, scene = imagined.choices(), imagined.scene()
        begins = {choice.path[0] for choice in choices}
        for thing in sorted(things_of(match.game, match.plan(), scene)):
            reason = imagined.why_not_touch([thing])
            assert (reason is None) == (thing in begins), f"{thing} after {len(imagined.steps)} steps"
            if reason is not None:
                said = [sentences.render(text) for text in (reason.rule, reason.here)]
                assert len(" ".join(said)) <= LONGEST, said
                assert said[0] != said[1]
        if not choices:
            break
        imagined.step(rng.choice(choices).text)


def test_nothing_is_imagined_while_all_act_in_secret() -> None:
    with pytest.raises(Refused, match="in secret"):
        Imagined.of(match_of("command", 3), 0)


@pytest.mark.parametrize(("game", "steps"), [("connect4", 3), ("yinsh", 12), ("regatta", 6)])
def test_what_can_be_chosen_in_advance_has_all_that_can_then_be_played(game: str, steps: int) -> None:
    match = match_of(game, steps)
    check_ahead(match)


def test_the_same_where_something_is_hidden() -> None:
    check_ahead(at_sea(9))


def dealt(game: str, steps: int, seats: int = 2) -> Match:
    """In the middle of a match with hands, with somebody to act."""
    match, rng = match_of(game, 0, seats), Random(f"{game} {steps}")
    for _ in range(steps):
        seat = match.actors[0]
        match.play(seat, rng.choice(match.legal(seat)))
        match.deal_all()
    assert not match.over
    return match


@pytest.mark.parametrize(("game", "steps"), [("dance", 2), ("dance", 9), ("luckymoose", 2), ("luckymoose", 8)])
def test_beyond_others_draws_a_move_can_be_chosen_in_advance_from_the_hand_one_has(game: str, steps: int) -> None:
    match = dealt(game, steps)
    [mover] = match.actors
    seat = 1 - mover
    ahead = Imagined.of(match, seat).ahead()
    held = {piece(each.id) for each in match.scene(seat).pieces if each.at == f"zone:hand-{seat}"}
    of_hand = [choice for choice in ahead if choice.path[0].startswith("piece:")]
    assert of_hand
    assert {choice.path[0] for choice in of_hand} <= held


@pytest.mark.parametrize(("game", "steps"), [("dance", 5), ("luckymoose", 9)])
def test_most_of_what_can_then_be_played_was_offered(game: str, steps: int) -> None:
    match = dealt(game, steps)
    [mover] = match.actors
    seat = 1 - mover
    ahead = {choice.text for choice in Imagined.of(match, seat).ahead()}
    after, rng = match.copy(), Random(3)
    while after.actors == [mover]:
        legal = after.legal(mover)
        after.play(mover, "end" if "end" in legal else rng.choice([text for text in legal if "swap" not in text]))
        after.deal_all()
    possible = set(after.legal(seat))
    assert len(possible & ahead) >= 0.7 * len(possible)


@pytest.mark.parametrize("game", ["dance", "luckymoose", "command"])
def test_what_is_offered_in_advance_follows_from_what_the_seat_knows(game: str) -> None:
    """Another deck and other hands, which the seat cannot tell from these: the same is offered, in the same order."""
    match = at_sea(9) if game == "command" else dealt(game, 7)
    assert match.game.determinize is not None
    for seat in {0, 1} - set(match.actors):
        offered = set()
        for seed in (5, 6, 7):
            twin = match.copy()
            twin.state = copy_state(match.state)
            match.game.determinize(twin.state, seat, new_rng(seed))
            twin.set_up()
            offered.add(msgspec.json.encode(Imagined.of(twin, seat).ahead()))
        assert offered == {msgspec.json.encode(Imagined.of(match, seat).ahead())}


def test_beyond_a_wind_that_all_see_nothing_is_offered() -> None:
    """The race begins with draws for everybody's eyes: what can be sailed hangs on them."""
    match = Match(games.load("regatta"), 2, {}, Dealer(2, b"\1" * 32))
    assert Imagined.of(match, 0).ahead() == []
    cards = Match(games.load("dance"), 2, {}, Dealer(2, b"\1" * 32))
    for _ in range(7):  # the last of them are followed by few draws
        assert Imagined.of(cards, 0).ahead() == [], "nobody can choose a card that nobody has dealt"
        cards.deal()
    assert Imagined.of(cards, 0).ahead() != [], "what the other is dealt changes nothing of this hand"


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


def test_what_is_touched_in_advance_is_where_it_will_be_and_not_where_the_others_are() -> None:
    """Off turn a heading of Regatta is a point beside one's own boat."""
    match = match_of("regatta", 12)
    [mover] = match.actors
    seat = 1 - mover
    ahead = Imagined.of(match, seat).ahead()
    assert {choice.text for choice in ahead} & {"N", "E", "S", "W"}
    x, y = map(int, match.view(seat).boats[seat].at.split(","))
    for choice in ahead:
        for target in choice.path:
            if target.startswith("site:"):
                to_x, to_y = map(int, target.removeprefix("site:").split(","))
                assert max(abs(to_x - x), abs(to_y - y)) <= 1, choice
    four = match_of("connect4", 1)
    lowest = [choice.path for choice in Imagined.of(four, 1 - four.actors[0]).ahead()]
    assert sum(path[-1].endswith("1") for path in lowest) == 6, "one column has a disc, whatever else may be played"
