"""A review finds what a match hung on, from what each mover could know."""

from pathlib import Path
from random import Random

import pytest

from parlour import bots
from parlour.bots.review import check, choices_of, conclude, review, review_step
from parlour.bots.situation import situation
from parlour.cli import main
from parlour.core import record as records
from parlour.core.game import copy_state
from parlour.core.laws.suite import random_match, random_step
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.core.rng import new_rng
from parlour.core.texts import Refused
from parlour.games import load

pytestmark = pytest.mark.compiled
CONNECT4 = load("connect4")


@pytest.fixture(scope="module", autouse=True)
def searches() -> None:
    for name in ("connect4", "dance"):
        bots.prepare(name)


def connect4(moves: str) -> Record:
    match = Match(CONNECT4, 2)
    for number, move in enumerate(moves):
        match.play(number % 2, move)
    return match.record()


# Red could win with a fourth d at step 7, plays g instead, and later loses to a fourth c.
MISSED = connect4("dcdcdcgc")


def test_a_win_that_was_missed_is_the_turning_point() -> None:
    whole = conclude(MISSED, list(review(MISSED, seconds=1)))
    worst = max(whole.turning, key=lambda turn: turn.loss)
    assert (worst.number, worst.actor) == (7, 0)
    assert worst.loss > 1.5
    assert worst.words.args["better"] == "d"
    assert whole.steps[6].better == "d"
    assert whole.lost[0] > whole.lost[1]
    assert len(whole.leaned) == len(MISSED.steps)
    assert whole.leaned[-1] == [-1.0, 1.0]


def test_the_same_record_gets_the_same_review() -> None:
    once, again = (list(review(MISSED, seconds=0.5)) for _ in range(2))
    assert once == again


def test_only_choices_that_stood_are_looked_at() -> None:
    match = Match(CONNECT4, 2)
    match.play(0, "d")
    match.take_back(0)
    for number, move in enumerate("cdcdcdc"):
        match.play(number % 2, move)
    record = match.record()
    assert choices_of(record) == list(range(2, 9))
    assert [one.number for one in review(record, seconds=0.2)] == list(range(3, 10))


def test_a_match_that_goes_on_is_not_reviewed() -> None:
    match = Match(CONNECT4, 2)
    match.play(0, "d")
    with pytest.raises(Refused, match="not over"):
        check(match.record())


@pytest.mark.parametrize("seats", [1, 3])
def test_a_game_that_is_played_together_is_reviewed_too(seats: int) -> None:
    record = random_match(load("dance"), seats, {}, seed=1).record()
    whole = conclude(record, [review_step(records.to_json(record), number, 20) for number in choices_of(record)[:4]])
    for one in whole.steps:
        if one.before is not None:
            assert len(set(one.before)) == 1


@pytest.mark.parametrize("name", ["dance", "luckymoose", "command"])
def test_a_situation_is_the_same_whatever_the_seat_does_not_know(name: str) -> None:
    game, rng = load(name), Random(2)
    for _ in range(20):
        match = Match(game, rng.choice(game.seats))
        for _ in range(rng.randrange(60)):
            if not match.over:
                random_step(match, rng, extras=True)
        for seat in range(len(match.seats)):
            if match.over:
                continue
            twin = match.copy()
            twin.state = copy_state(match.state)
            assert game.determinize is not None
            game.determinize(twin.state, seat, new_rng(9))
            assert situation(match, seat) == situation(twin, seat)


def test_the_command_tells_it_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(records.to_json(MISSED))
    assert main(["review", str(path), "--seconds", "1"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Better was d." in said
    assert "gave away" in said
    assert main(["review", str(path), "--seconds", "0"]) == 2
    assert "1 to 3600" in capsys.readouterr().err
