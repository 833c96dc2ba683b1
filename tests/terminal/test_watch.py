"""Stepping through records."""

import io
import sys
from collections.abc import Callable
from random import Random

import pytest

from parlour.core.dealer import Dealer
from parlour.core.game import copy_state
from parlour.core.match import Match
from parlour.core.record import Record, Step
from parlour.games import load
from parlour.terminal import replay as replays
from parlour.terminal.replay import Replay
from parlour.terminal.watch import CANNOT, watch

Watch = Callable[..., tuple[int, str]]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Watch:
    def run(record: Record, typed: str, **given: object) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        told: dict[str, object] = {"seat": None, "everything": True, "step": None}
        code = watch(record, load(record.game), **{**told, **given})  # type: ignore[arg-type]
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


def connect_four() -> Record:
    match = Match(load("connect4"), 2)
    for number, column in enumerate("dededed"):
        match.play(number % 2, column)
    return match.record()


def dance() -> Match:
    """Two hands of seven, dealt."""
    match = Match(load("dance"), 2, {}, Dealer(2, b"s" * 32))
    match.deal_all()
    return match


def yinsh(steps: int) -> Match:
    match, rng = Match(load("yinsh"), 2), Random(1)
    for _ in range(steps):
        match.play(match.actor, rng.choice(match.legal(match.actor)))
    return match


def places(shown: str) -> list[str]:
    """Which steps were shown, in order."""
    lines = [line.split("│")[-2].strip() for line in shown.split("\n") if line.endswith("│")]
    return [line for line in lines if line.startswith(("Step", "Before"))]


def test_forward_back_jump_first_and_last(watched: Watch) -> None:
    code, shown = watched(connect_four(), "\nn\nb\n5\ng\nG\nq\n")
    assert code == 0
    assert places(shown) == ["Before the first step", *(f"Step {n} of 7" for n in (1, 2, 1, 5)),
                             "Before the first step", "Step 7 of 7"]  # fmt: skip


def test_steps_are_told_in_words_and_the_end_with_its_result(watched: Watch) -> None:
    _, shown = watched(connect_four(), "\n", step=1)
    assert "Yellow drops a disc into column e" in shown
    assert "Red wins by four in a line." in watched(connect_four(), "", step=7)[1]


def test_going_beyond_an_end_stays_there(watched: Watch) -> None:
    assert places(watched(connect_four(), "b\n99\n\n")[1])[1:] == [
        "Before the first step",
        "Step 7 of 7",
        "Step 7 of 7",
    ]


def test_it_plays_to_the_end_by_itself(watched: Watch) -> None:
    assert places(watched(connect_four(), "p\n", step=4)[1]) == [f"Step {n} of 7" for n in (4, 5, 6, 7)]


def test_an_unknown_key_is_told(watched: Watch) -> None:
    assert "“x” is none of the keys below." in watched(connect_four(), "x\n")[1]


def test_a_seat_sees_its_own_cards_only_and_everything_waits_for_the_end(watched: Watch) -> None:
    record = dance().record()
    first, second = [[step.text for step in record.steps[i * 7 : i * 7 + 7]] for i in range(2)]
    for seat, own, other in ((0, first, second), (1, second, first)):
        _, shown = watched(record, "", seat=seat, everything=False, step=14)
        assert all(f"{card}│" in shown for card in own)
        assert not any(f"{card}│" in shown or f"Card {card} " in shown for card in other)
    _, shown = watched(record, "", step=14)
    assert "The match is not over" in " ".join(shown.split())
    assert "A card is drawn ×13" in shown, "and the last one, which is new"


def test_a_finished_match_is_public_or_as_a_seat_saw_it(watched: Watch) -> None:
    match = dance()
    while not match.over:
        match.play(match.actors[0], match.legal(match.actors[0])[-1])
        match.deal_all()
    record = match.record()
    assert f"Card {record.steps[13].text} is drawn" in watched(record, "", step=14)[1]
    _, shown = watched(record, "", step=14, everything=False, seat=0)
    assert f"Card {record.steps[13].text} is drawn" not in shown
    assert "as Player 1 saw it" in shown


def test_a_record_of_other_rules_is_a_list_with_the_reason(watched: Watch) -> None:
    record = connect_four()
    record.rules_version = 99
    code, shown = watched(record, "")
    assert code == 0
    assert "version 99 of the rules of Connect Four; the rules here are version 1" in shown
    assert "7. Red: d" in shown
    assert "│" not in shown


def test_a_list_of_a_match_that_goes_on_tells_no_card(watched: Watch) -> None:
    record = dance().record()
    record.rules_version = 99
    _, shown = watched(record, "")
    assert "14. chance: ?" in shown
    assert not any(f": {step.text}" in shown for step in record.steps)


def test_a_record_that_cannot_be_replayed_is_a_list_too(watched: Watch) -> None:
    record = connect_four()
    record.steps[3] = Step(1, "z")
    _, shown = watched(record, "")
    assert "Step 4 of the record" in shown
    assert "4. Yellow: z" in shown


def test_a_seat_that_is_not_there_is_refused(watched: Watch) -> None:
    assert watched(connect_four(), "", seat=2) == (CANNOT, "There is no seat 2 in this match; it has 2.\n")


# -- the states behind it ----------------------------------------------------------------------------------


def with_undo() -> Record:
    """Cards laid, taken back and laid elsewhere, over several turns."""
    match = dance()
    for turn in range(6):
        seat = match.actors[0]
        laid = [text for text in match.legal(seat) if ">" in text]
        match.play(seat, laid[0])
        match.play(seat, "undo")
        match.play(seat, laid[turn % len(laid)])
        match.play(seat, next(text for text in match.legal(seat) if ">" in text))
        match.play(seat, "end")
        match.deal_all()
    return match.record()


def test_every_state_is_the_one_of_the_match_in_whatever_order() -> None:
    record, game = with_undo(), load("dance")
    replay = Replay(record, game, None, everything=True)
    order = [*range(replay.last + 1), *range(replay.last, -1, -1), 40, 3, 39, 20]
    expected = [Match.from_record(record, game, until=number).state for number in range(replay.last + 1)]
    for number in order:
        assert replay.state(number).tobytes() == expected[number].tobytes()


def test_every_line_is_the_one_of_the_log() -> None:
    record, game = with_undo(), load("dance")
    for viewer in (0, 1, None):
        replay = Replay(record, game, viewer, everything=False)
        assert replay.log(replay.last, 10_000) == Match.from_record(record, game).told(viewer)


def test_a_step_back_folds_no_more_than_a_stride(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the record is."""
    record, game = yinsh(75).record(), load("yinsh")
    replay = Replay(record, game, None, everything=True)
    kept = copy_state(replay.state(replay.last - 1))
    folds: list[int] = []
    applied = game.apply

    def counted(*given: object) -> None:
        folds.append(1)
        applied(*given)  # type: ignore[arg-type]

    monkeypatch.setitem(vars(game), "apply", counted)
    assert replay.state(replay.last - 2).tobytes() != kept.tobytes()
    assert 0 < len(folds) <= replays.STRIDE
    folds.clear()
    assert replay.state(replay.last - 1).tobytes() == kept.tobytes()
    assert not folds, "it has been looked at before"
