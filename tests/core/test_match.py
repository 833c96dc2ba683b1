"""Checked play: what the door lets through, what it refuses, and that a refusal changes nothing."""

import msgspec
import pytest

from parlour.core.dealer import Dealer
from parlour.core.game import CHANCE, Game, State, Viewer
from parlour.core.history import ToldStep
from parlour.core.laws.suite import random_match, state_bytes
from parlour.core.match import Match
from parlour.core.position import in_words
from parlour.core.record import Seat, to_json
from parlour.core.scene import Moment
from parlour.core.texts import Refused, Text
from parlour.games import load
from tests.core.play import SHOWING, connect4, everything, played, toy_with
from tests.core.toys import toy


@pytest.mark.parametrize(
    ("actor", "text", "sentence"),
    [
        (1, "d", "not this seat's turn"),
        (0, "z", "not how an action"),
        (0, "", "not how an action"),
        (0, "D", "not how an action"),
        (0, "a", "Column a is full"),
        (7, "d", "no seat 7"),
        (-5, "d", "no seat -5"),
        (CHANCE, "d", "player's turn"),
        (0, "decline", "no offer"),
        (0, "undo", "nothing to take back"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(actor: int, text: str, sentence: str) -> None:
    match = connect4("aaaaaa")
    before = everything(match)
    with pytest.raises(Refused) as refusal:
        match.play(actor, text)
    assert sentence in match.game.catalogue().render(refusal.value.text)
    assert everything(match) == before


def test_nothing_can_be_played_after_the_end() -> None:
    match = connect4("abababa")
    assert match.over
    before = everything(match)
    for attempt in (
        lambda: match.play(1, "c"),
        lambda: match.play(1, "resign"),
        match.deal,
        lambda: match.end("time", 0),
    ):
        with pytest.raises(Refused, match="over"):
            attempt()
    assert everything(match) == before
    assert match.choices(1) == []


def test_a_won_game_has_its_result_and_its_ending() -> None:
    result = connect4("abababa").result
    assert result is not None
    assert (result.returns, result.scores, result.ending) == ([1.0, -1.0], [1, 0], "four in a line")


def test_several_seats_may_wait_at_once_and_act_in_any_order(game: Game) -> None:
    match = played(game, (CHANCE, "heads"))
    assert match.actors == [0, 1]
    match.play(1, "pick 3")
    match.play(1, "ready")
    assert match.actors == [0]
    assert match.legal(1) == []


def test_also_lists_what_a_seat_may_do_besides(game: Game) -> None:
    match = played(game, (CHANCE, "heads"), (0, "pick 1"))
    assert match.legal(0) == ["ready"]
    assert match.also(0) == ["pick 2", "pick 3", "resign", "draw"]
    match.play(0, "pick 3")
    assert match.view(0).picks == [3, None]  # type: ignore[attr-defined]


# -- what a viewer may know -------------------------------------------------------------------------------


def test_sealed_steps_are_left_out_of_the_other_log_and_shown_to_all_at_the_end(game: Game) -> None:
    match = played(game, *SHOWING)
    assert match.log(0) == [("*", "heads"), ("0", "pick 1"), ("0", "ready"), ("1", "ready")]
    assert match.log(1) == [("*", "heads"), ("1", "pick 2"), ("0", "ready"), ("1", "ready")]
    assert match.log(None) == [("*", "heads"), ("0", "ready"), ("1", "ready")]
    for seat in (0, 1):
        match.play_all(seat, ["show", "done"])
    assert match.log(None)[1:3] == [("0", "pick 1"), ("1", "pick 2")]
    assert match.view(None).picks == [1, 2]  # type: ignore[attr-defined]


def test_a_match_ended_by_resigning_is_revealed_too(game: Game) -> None:
    match = played(game, *SHOWING)
    match.play(1, "resign")
    assert match.view(0).picks == [1, 2]  # type: ignore[attr-defined]


# -- undo -------------------------------------------------------------------------------------------------


def test_undo_takes_back_one_own_step_and_is_a_step_itself(game: Game) -> None:
    match = played(game, *SHOWING)
    before = state_bytes(match.state)
    match.play(0, "show")
    match.undo(0)
    assert state_bytes(match.state) == before
    assert [step.text for step in match.steps][-2:] == ["show", "undo"]
    assert match.log(None)[-2:] == [("0", "show"), ("0", "undo")]


def test_undo_stops_at_another_seats_step_and_at_chance(game: Game) -> None:
    with pytest.raises(Refused, match="nothing to take back"):
        played(game, *SHOWING).undo(0)
    with pytest.raises(Refused, match="nothing to take back"):
        played(game, *SHOWING, (0, "show"), (0, "done")).undo(1)


def test_undo_is_not_for_the_seat_whose_turn_has_passed(game: Game) -> None:
    match = played(game, *SHOWING, (0, "show"), (0, "done"))
    assert not match.can_undo(0)
    with pytest.raises(Refused, match="nothing to take back"):
        match.undo(0)


def test_while_several_seats_act_undo_would_tell_of_hidden_steps_and_is_refused(game: Game) -> None:
    quiet = played(game, (CHANCE, "heads"), (0, "pick 1"))
    busy = played(game, (CHANCE, "heads"), (0, "pick 1"), (1, "pick 1"))
    assert quiet.can_undo(0) == busy.can_undo(0) is False


def test_a_step_that_reveals_something_cannot_be_undone(game: Game) -> None:
    def reveals(s: object, actor: int, action: int) -> bool:
        return action == 21

    peeking = toy_with(game, reveals=reveals)
    match = played(peeking, *SHOWING, (0, "show"))
    with pytest.raises(Refused, match="nothing to take back"):
        match.undo(0)


def test_takeback_by_consent_goes_past_the_other_seat() -> None:
    match = connect4("dc")
    with pytest.raises(Refused, match="consent"):
        match.play(0, "takeback")
    match.take_back(0)
    assert match.actor == 0
    assert match.legal(0) == list("abcdefg")
    assert to_json(Match.from_record(match.record(), match.game).record()) == to_json(match.record())


# -- batches ----------------------------------------------------------------------------------------------


def test_a_batch_is_taken_whole(game: Game) -> None:
    match = played(game, *SHOWING)
    assert [step.text for step in match.play_all(0, ["show", "done"])] == ["show", "done"]
    assert match.actor == 1


def test_a_batch_with_a_bad_step_is_not_taken_at_all(game: Game) -> None:
    match = played(game, *SHOWING)
    before = everything(match)
    with pytest.raises(Refused, match="Step 3 of these, “show”, was refused, so none was taken"):
        match.play_all(0, ["show", "done", "show"])
    assert everything(match) == before
    match.play(0, "show")
    with pytest.raises(Refused, match="No step"):
        match.play_all(0, [])


def test_a_refused_batch_leaves_the_dealer_alone_and_its_secret_secret(game: Game) -> None:
    match = Match(game, 2, dealer=Dealer(2))
    match.deal_all()
    before = everything(match)
    with pytest.raises(Refused, match="none was taken"):
        match.play_all(0, ["resign", "ready"])
    assert everything(match) == before
    assert match.record().dealing is not None
    assert match.record().dealing.secret is None
    assert match.dealer is not None
    assert match.dealer.drawn == 1


def test_a_batch_does_not_reach_past_the_end_of_what_all_do_at_once(game: Game) -> None:
    """It could be used to look at what is shown then, and be refused as if nothing had happened."""
    match = played(game, (CHANCE, "heads"), (0, "pick 1"), (1, "pick 2"), (1, "ready"))
    before = everything(match)
    with pytest.raises(Refused, match="Take that one first"):
        match.play_all(0, ["ready", "show"])
    assert everything(match) == before


def test_a_batch_goes_no_further_than_a_step_that_reveals_something(game: Game) -> None:
    """What is refused after it would tell how it came out."""

    def reveals(s: object, actor: int, action: int) -> bool:
        return True

    match = played(toy_with(game, reveals=reveals), *SHOWING)
    for further in ("done", "show", "no such step"):
        with pytest.raises(Refused) as refused:
            match.play_all(0, ["show", further])
        assert refused.value.text.args["why"] == Text("refuse.batch-further")
    match.play(0, "show")
    match.play(0, "done")


@pytest.mark.parametrize("further", ["done", "resign", "no such step"])
def test_a_batch_goes_no_further_than_the_end_of_a_turn(game: Game, further: str) -> None:
    match = played(game, *SHOWING)
    with pytest.raises(Refused) as refused:
        match.play_all(0, ["show", "done", further])
    assert refused.value.text.args["number"] == 3
    assert refused.value.text.args["why"] == Text("refuse.batch-further")


def test_a_refused_batch_leaves_the_offers_alone() -> None:
    match = Match(load("connect4"), 2)
    for actor, text in ((0, "d"), (1, "draw")):
        match.play(actor, text)
    before = everything(match)
    with pytest.raises(Refused):
        match.play_all(1, ["resign", "d"])
    assert everything(match) == before
    assert match.offer_by() == 1
    assert not match.over


# -- ends made by the house -------------------------------------------------------------------------------


def test_out_of_time_loses_a_game_of_two() -> None:
    match = connect4("d")
    match.end("time", 1)
    assert match.result is not None
    assert (match.result.returns, match.result.ending) == ([1.0, -1.0], "time")
    assert match.choices(0) == []


def test_the_house_cannot_make_up_an_ending() -> None:
    match = connect4("d")
    with pytest.raises(Refused, match="not an end that the house can make"):
        match.end("four in a line", 0)
    assert not match.over


# -- options and seats ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"huge": True}, "no option “huge”"),
        ({"long": 1}, "true or false"),
        ({"size": 6}, "in steps of 2"),
        ({"size": 17}, "from 5 to 15"),
        ({"size": True}, "whole number"),
        ({"mode": "c"}, "one of: a, b, 7"),
        ({"mode": 7.0}, "one of: a, b, 7"),
    ],
)
def test_options_are_checked_against_the_games_own(game: Game, options: dict[str, object], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        Match(game, 2, options)


def test_options_not_given_have_their_defaults(game: Game) -> None:
    assert Match(game, 2, {"size": 7, "mode": 7}).options == {"long": False, "size": 7, "mode": 7}


def test_seats_are_checked(game: Game) -> None:
    with pytest.raises(Refused, match="Toy has 2 seats"):
        Match(game, 3)


# -- replay -----------------------------------------------------------------------------------------------


def test_a_match_can_be_seen_as_it_was_at_any_step(game: Game) -> None:
    match = random_match(game, 2, {}, seed=5)
    walker = Match(game, 2)
    for number, step in enumerate(match.steps):
        then = match.at(number)
        for viewer in (0, 1, None):
            assert msgspec.json.encode(then.view(viewer)) == msgspec.json.encode(walker.view(viewer))
            assert then.log(viewer) == walker.log(viewer)
        walker.play(CHANCE if step.actor == "*" else int(step.actor), step.text)
    with pytest.raises(Refused, match="no step 99"):
        match.at(99)


def test_what_a_record_hands_out_cannot_change_the_match(game: Game) -> None:
    match = played(game, *SHOWING)
    with pytest.raises(AttributeError):
        match.record().steps[0].text = "tails"
    match.record().steps.clear()
    match.record().seats.clear()
    assert len(match.steps) == 5
    assert len(match.seats) == 2


def test_a_copy_goes_its_own_way(game: Game) -> None:
    match = played(game, *SHOWING)
    before = everything(match)
    twin = match.copy()
    twin.play_all(0, ["show", "undo", "draw"])
    twin.play(1, "draw")
    assert twin.over
    assert everything(match) == before


def test_a_record_kept_with_its_secret_goes_on_dealing() -> None:
    match = Match(load("dance"), 1, dealer=Dealer(1))
    match.deal()
    without = Match.from_record(match.record(), match.game)
    with pytest.raises(Refused, match="without the dealer's secret"):
        without.deal()
    again = Match.from_record(match.record(secret=True), match.game)
    assert again.deal() == match.deal()


def test_a_dealt_match_goes_on_where_it_was_loaded(game: Game) -> None:
    secret = b"s" * 32
    match = Match(game, [Seat("Ann"), Seat("Bob", "bot")], dealer=Dealer(2, secret))
    match.deal_all()
    again = Match.from_record(match.record(), game, dealer=Dealer(2, secret))
    assert again.dealer is not None
    assert again.dealer.drawn == 1
    assert to_json(again.record()) == to_json(match.record())


def test_chance_entered_by_hand_is_not_passed_off_as_dealt(game: Game) -> None:
    match = Match(game, 2, dealer=Dealer(2))
    match.play(CHANCE, "heads")
    assert match.record().dealing is None


def test_a_step_has_a_moment_as_its_viewer_saw_it(game: Game) -> None:
    def moment(before: State, after: State, who: int, action: int, viewer: Viewer) -> Moment | None:
        if who == CHANCE or before.stage == after.stage:
            return None
        return Moment("shown", Text("seat.0" if viewer == who else "seat.1"))

    match = played(toy(game.home, moment=moment), *SHOWING)
    kinds = [line.moment and line.moment.words.key for line in match.told(1)]
    others = [line.moment and line.moment.words.key for line in match.told(None)]
    assert kinds == [None, None, None, "seat.0"]
    assert others == [None, None, "seat.1"]
    assert match.told_then(None, everything=True)[-1] == match.told_then(1, everything=False)[-1], "as its actor saw it"


def test_a_log_line_says_how_its_step_came_out_as_its_viewer_saw_it(game: Game) -> None:
    def effect(s: State, who: int, action: int, viewer: Viewer) -> Text | None:
        return Text(f"seat.{who}") if viewer == who else None

    toyed = toy(game.home, effect=effect)
    match = played(toyed, *SHOWING, (0, "show"))
    assert match.told(0)[-1] == ToldStep("0", "show", Text("seat.0"))
    assert match.told(1)[-1] == match.told(None)[-1] == ToldStep("0", "show")
    said = [toyed.catalogue().render(in_words(toyed, match.told(viewer)[-1])) for viewer in (0, 1)]
    assert said == ["show: First", "show"]
    for viewer in (0, 1, None):
        assert [(line.by, line.text) for line in match.told(viewer)] == match.log(viewer)
    assert match.told_then(1, everything=False)[1] is None, "seat 0's pick is sealed from seat 1"
    match.play(0, "resign")
    assert match.told(1)[1] == ToldStep("0", "pick 1", Text("seat.0")), "when it is over, all is told"
    assert in_words(toyed, match.told(1)[-1]) == Text("log.resign")
