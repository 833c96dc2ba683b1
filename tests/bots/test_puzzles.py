"""Puzzles: one clear best move, from what one seat knows, rated, kept in a small file, found again the same."""

import gzip
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from parlour import games
from parlour.bots.puzzles import PuzzleFile, PuzzleFinder, add, path_of, rating_of, read_puzzles, write_puzzles
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.core.state import copy_state
from parlour.core.texts import Refused

pytestmark = pytest.mark.compiled


def after(steps: str) -> Match:
    match = Match(games.load("connect4"), 2)
    for step in steps:
        match.play(match.actors[0], step)
    return match


def finder(name: str = "connect4", seats: int = 2) -> PuzzleFinder:
    return PuzzleFinder(games.load(name), seats, paces=0.2)


def test_a_threat_that_has_to_be_stopped_is_a_puzzle_with_one_answer() -> None:
    puzzle = finder().at(after("cbdde"), 1)
    assert puzzle is not None
    assert puzzle.answer == "f"
    assert puzzle.worth - puzzle.next >= 0.35
    assert len(puzzle.solved) == 5
    assert puzzle.solved[4] >= puzzle.solved[0]


def test_where_several_moves_are_good_there_is_no_puzzle() -> None:
    assert finder().at(after(""), 0) is None
    assert finder().at(after("ccdd"), 0) is None  # the best is found again and again, and others are nearly as good


def test_a_puzzle_is_the_same_when_it_is_found_again() -> None:
    assert finder().at(after("cbdde"), 1) == finder().at(after("cbdde"), 1)


def test_it_is_rated_by_which_levels_find_it() -> None:
    assert rating_of((5, 5, 5, 5, 5)) < rating_of((0, 1, 3, 5, 5)) < rating_of((0, 0, 0, 0, 5)) < rating_of((0,) * 5)
    assert 1300 < rating_of((0, 1, 2, 4, 5)) < 1700


def test_two_truths_that_a_seat_cannot_tell_apart_give_the_same_puzzle() -> None:
    """Of hidden games: nothing that the seat does not know is in it, nor in which move is right."""
    game = games.load("dance")
    match = Match(game, 2)
    for card in ["71", "61", "12", "88", "35", "50", "66", "3", "9", "17", "24", "44", "58", "97"]:
        match.play(-1, card)
    twin = match.copy()
    assert game.determinize is not None
    state = copy_state(twin.state)
    game.determinize(state, 0, new_rng(7))
    twin.state = state
    twin.set_up()
    assert msgspec.json.encode(match.view(0)) == msgspec.json.encode(twin.view(0))
    assert msgspec.json.encode(match.view(1)) != msgspec.json.encode(twin.view(1))
    assert finder("dance").at(match, 0) == finder("dance").at(twin, 0)


def test_what_is_kept_is_read_again_and_of_other_rules_is_dropped(tmp_path: Path) -> None:
    game, match = games.load("connect4"), after("cbdde")
    puzzle = finder().at(match, 1)
    assert puzzle is not None
    file = PuzzleFile(game.name, game.rules_version)
    assert add(file, match, puzzle)
    assert not add(file, match, puzzle), "twice the same"
    write_puzzles(tmp_path, file, game)
    again = read_puzzles(tmp_path, game)
    assert [each.id for each in again.puzzles] == [puzzle.id]
    assert again.puzzles[0].scene == puzzle.scene
    assert set(again.plans) == {puzzle.plan}
    assert read_puzzles(tmp_path, replace(game, rules_version=2)).puzzles == []
    path_of(tmp_path, game).write_bytes(b"no gzip")
    with pytest.raises(Refused):
        read_puzzles(tmp_path, game)


def test_a_file_of_puzzles_has_no_steps_and_no_names(tmp_path: Path) -> None:
    game, match = games.load("connect4"), after("cbdde")
    puzzle = finder().at(match, 1)
    assert puzzle is not None
    file = PuzzleFile(game.name, game.rules_version)
    add(file, match, puzzle)
    write_puzzles(tmp_path, file, game)
    kept = msgspec.json.decode(gzip.decompress(path_of(tmp_path, game).read_bytes()))
    assert set(kept["puzzles"][0]) <= {*puzzle.__struct_fields__}
    assert not {"steps", "name", "names", "record", "table", "person"} & set(kept["puzzles"][0])


def test_a_match_that_goes_on_is_not_looked_at() -> None:
    with pytest.raises(Refused):
        next(finder().in_record(after("cbdde").record()))


def test_a_finished_match_is_looked_through_without_its_names() -> None:
    match = after("cbddeaf")
    assert match.over
    found = [puzzle for _, puzzle in finder().in_record(match.record())]
    assert {puzzle.source for puzzle in found} == {"match"}
    assert "f" in {puzzle.answer for puzzle in found}
