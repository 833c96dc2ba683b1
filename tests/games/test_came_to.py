"""What a match came to, in the words of its game: places are no scores, and whoever won goes first."""

import pytest

from parlour.core.match import Match
from parlour.games import load
from tests.games.test_golden import GOLDEN, path_of, replayed


def came_to(match: Match, language: str = "en") -> str:
    assert match.result is not None
    assert match.result.came_to is not None
    return match.game.catalogue(language).render(match.result.came_to)


def finished(name: str, seats: int | None = None) -> list[Match]:
    played = [replayed(game, path_of(game, n, options).read_text()) for game, n, options in GOLDEN if game == name]
    return [match for match in played if match.over and seats in (None, len(match.seats))]


def test_a_turn_counts_once_however_many_steps_it_has_and_what_was_taken_back_not_at_all():
    match = Match(load("connect4"), 2)
    for number, column in enumerate("abababa"):
        match.play(number % 2, column)
        if number == 3:
            match.take_back(1)
            match.play(1, "c")
            break
    match.play(0, "resign")
    assert came_to(match) == "In 2 moves."
    assert came_to(match, "de") == "In 2 Zügen."


def test_a_match_that_was_left_before_a_move_or_counts_for_nothing_has_nothing_to_count():
    match = Match(load("connect4"), 2)
    match.end("abandoned", 0)
    assert match.result is not None
    assert match.result.came_to is None
    match = Match(load("connect4"), 2)
    match.play(0, "a")
    match.end("void")
    assert match.result is not None
    assert match.result.came_to is None


NUMBERS = {0: "none", 1: "one", 2: "two"}
RINGS = {1: "One ring", 2: "Two rings", 3: "Three rings"}


@pytest.mark.compiled
def test_yinsh_says_rings_to_rings():
    for match in finished("yinsh"):
        assert match.result is not None
        lost, won = sorted(match.view(None).removed)
        said = f"{RINGS[won]} to {NUMBERS[lost]}, in "
        assert match.result.ending not in ("third ring", "first ring") or came_to(match).startswith(said)
    match = Match(load("yinsh"), 2)
    match.play(0, "f6")
    match.play(1, "resign")
    assert came_to(match) == "In one move."


@pytest.mark.compiled
def test_command_counts_ships_and_moves_as_its_rules_do():
    for match in finished("command"):
        view = match.view(None)
        assert match.result is not None
        best = match.result.returns.index(max(match.result.returns))
        words = came_to(match)
        assert words.endswith(f"n {view.plies} moves.")
        if match.result.returns[best] > 0 and view.afloat[0] != view.afloat[1]:
            assert words.startswith(f"{view.afloat[best]} ships afloat against {view.afloat[1 - best]}")


@pytest.mark.compiled
def test_luckymoose_says_points_of_two_and_turns_of_more():
    for match in finished("luckymoose"):
        assert match.result is not None
        words = came_to(match)
        if len(match.seats) == 2:
            assert words.startswith(f"{max(match.result.scores)} points ")
        else:
            assert words.startswith("In ")


@pytest.mark.compiled
def test_regatta_counts_the_turns_of_its_race_and_calls_no_place_a_score():
    for match in finished("regatta"):
        turns = max(boat.turns for boat in match.view(None).boats)
        assert came_to(match) == f"In {turns} turns."


@pytest.mark.compiled
def test_the_dance_says_how_many_cards_were_laid():
    for match in finished("dance"):
        laid = 98 - match.view(None).score
        assert came_to(match).startswith(f"{laid} cards laid in ")
