"""The terminal's sentences: all there, none left over."""

import re
from pathlib import Path

import pytest

from parlour.core.history import ToldStep
from parlour.core.match import Match
from parlour.core.texts import catalogue
from parlour.games import load
from parlour.terminal import words
from parlour.terminal.pages import COMMANDS
from parlour.terminal.words import log_lines, look_for, result_sentences

SOURCE = "\n".join(path.read_text("utf-8") for path in Path(words.__file__).parent.glob("*.py"))
NAMED = set(re.findall(r"[\"'](terminal\.[a-z.-]+)[\"']", SOURCE))
HELP = {f"terminal.help.{word}" for word in (*COMMANDS, "resign", "draw", "decline")}


def test_every_sentence_that_is_named_exists_and_every_one_that_exists_is_named() -> None:
    there = {key for key in catalogue(words.TEXTS).entries if key.startswith("terminal.")}
    assert there == NAMED | HELP


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ([(0, "d"), (0, "resign")], "Yellow wins by resignation."),
        ([(0, "d"), (0, "draw"), (1, "draw")], "A draw by agreement."),
        ([(seat % 2, column) for seat, column in enumerate("dededed")], "Red wins by four in a line."),
    ],
)
def test_results_are_told_in_words(steps: list[tuple[int, str]], sentence: str) -> None:
    match = Match(load("connect4"), 2)
    for seat, text in steps:
        match.play(seat, text)
    assert result_sentences(match, look_for(match.game, 2)) == [sentence]


def test_nobody_wins_a_match_that_everybody_left() -> None:
    match = Match(load("luckymoose"), 3)
    match.end("abandoned")
    assert result_sentences(match, look_for(match.game, 3))[0] == "The match ended because everybody left."
    two = Match(load("connect4"), 2)
    two.end("abandoned", 0)
    assert result_sentences(two, look_for(two.game, 2)) == ["Yellow wins because a player left."]


def test_equal_lines_of_the_log_are_counted() -> None:
    game = load("dance")
    lines = log_lines(
        [ToldStep("*", "?"), ToldStep("*", "?"), ToldStep("0", "pass"), ToldStep("*", "?")], game, look_for(game, 2)
    )
    assert [line.plain for line in lines] == ["A card is drawn ×2", "Player 1 passes", "A card is drawn"]


def test_places_are_no_scores() -> None:
    """In Regatta the first has the 1: whoever reads “Scores: 1, 2” takes the last for the best."""
    match = Match(load("regatta"), 2)
    match.end("time", 0)
    assert match.result is not None
    assert match.result.scores == [1, 2]
    assert len(result_sentences(match, look_for(match.game, 2))) == 1


def test_what_a_game_counts_is_told() -> None:
    match = Match(load("command"), 2)
    match.end("time", 0)
    assert result_sentences(match, look_for(match.game, 2))[1].startswith("Scores: ")
