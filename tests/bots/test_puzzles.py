"""Puzzles: one clear best move, from what one seat knows, rated, kept in a small file, found again the same."""

import gzip
import itertools
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from parlour import games
from parlour.bots.puzzles import APART, LINE, MOST_FROM_MATCH, PuzzleFinder, options_of, rating_of, seats_of
from parlour.core.laws.puzzles import puzzle_is_sound
from parlour.core.match import Match
from parlour.core.puzzles import FILE, PuzzleFile, add_puzzle, line_of, read_puzzles, shown, verdict_of, write_puzzles
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
    assert puzzle.answers == ("f",)
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
    assert add_puzzle(file, puzzle)
    assert not add_puzzle(file, puzzle), "twice the same"
    write_puzzles(game, file, tmp_path)
    assert read_puzzles(game, tmp_path).puzzles == [puzzle]
    assert read_puzzles(replace(game, rules_version=2), tmp_path).puzzles == []
    (tmp_path / FILE).write_bytes(b"no gzip")
    with pytest.raises(Refused):
        read_puzzles(game, tmp_path)


def test_a_file_of_puzzles_has_no_names(tmp_path: Path) -> None:
    game, match = games.load("connect4"), after("cbdde")
    puzzle = finder().at(match, 1)
    assert puzzle is not None
    file = PuzzleFile(game.name, game.rules_version)
    add_puzzle(file, puzzle)
    write_puzzles(game, file, tmp_path)
    kept = msgspec.json.decode(gzip.decompress((tmp_path / FILE).read_bytes()))
    assert set(kept["puzzles"][0]) <= {*puzzle.__struct_fields__}
    assert not {"name", "names", "record", "table", "person", "time"} & set(kept["puzzles"][0])
    assert kept["puzzles"][0]["steps"] == ["0 c", "1 b", "0 d", "1 d", "0 e"]


def test_what_is_shown_of_a_puzzle_is_the_position_and_its_moves() -> None:
    match = after("cbdde")
    puzzle = finder().at(match, 1)
    assert puzzle is not None
    stands = shown(match.game, puzzle)
    assert stands.match.scene(1) == match.scene(1)
    assert [choice.text for choice in stands.choices] == match.legal(1)
    assert verdict_of(puzzle, "f") == "right"
    assert verdict_of(puzzle, "a") != "right"


def test_why_it_is_right_is_the_answers_line_through_the_rules() -> None:
    match = after("cbdde")
    puzzle = finder().at(match, 1)
    assert puzzle is not None
    told = line_of(match.game, msgspec.structs.replace(puzzle, line=("0 a", "1 a", "0 z", "1 a")))
    assert [step.told.text for step in told] == ["f", "a", "a"], "what is no legal step ends it"
    assert [step.seat for step in told] == [1, 0, 1]
    assert told[0].path == ("site:f1",)
    assert told[0].scene is not None
    assert len(told[0].scene.pieces) == 6
    assert len(shown(match.game, puzzle).match.scene(1).pieces) == 5, "the puzzle itself stands as it was"


def test_a_found_puzzle_knows_how_play_goes_on() -> None:
    match = after("cbdde")
    puzzle = finder().at(match, 1)
    assert puzzle is not None
    assert 1 <= len(puzzle.line) <= LINE
    assert puzzle.line[0].startswith("0 ")
    assert finder().with_line(msgspec.structs.replace(puzzle, line=())).line[0].startswith("0 ")


def test_what_the_seat_could_not_know_does_not_show_why_its_move_is_right() -> None:
    """Whether a challenge is won depends on what stands there; the answer is right by what the seat knows."""
    game = games.load("command")
    hidden = 0
    for puzzle in read_puzzles(game).puzzles:
        first = line_of(game, puzzle)[0]
        assert first.told.text == puzzle.answers[0]
        if first.scene is None:
            hidden += 1
            assert first.told.effect is None
            assert first.told.moment is None
    assert hidden > 0


def test_the_law_finds_what_is_wrong_with_a_puzzle() -> None:
    match = after("cbdde")
    puzzle = finder().at(match, 1)
    assert puzzle is not None
    puzzle_is_sound(match.game, puzzle)
    wrong: list[tuple[dict[str, object], str]] = [
        ({"steps": (*puzzle.steps, "0 z")}, "play does not lead there"),
        ({"steps": (*puzzle.steps, "1 a")}, "is not the one to act"),
        ({"seat": 0}, "is not the one to act"),
        ({"steps": puzzle.steps[:-2]}, "something else today"),
        ({"answers": ("z",)}, "no legal move"),
        ({"answers": tuple("abcdefg")}, "got wrong"),
        ({"verdicts": {"f": "bad"}}, "nobody can get wrong"),
    ]
    for change, what in wrong:
        with pytest.raises(AssertionError, match=what):
            puzzle_is_sound(match.game, msgspec.structs.replace(puzzle, **change))


@pytest.mark.parametrize(("found", "deep", "trivial"), [((5, 5, 5, 5, 5), 0, 1), ((0, 0, 0, 1, 2), 1, 0)])
def test_what_beginners_always_find_is_no_puzzle_nor_what_the_best_miss(
    monkeypatch: pytest.MonkeyPatch, found: tuple[int, ...], deep: int, trivial: int
) -> None:
    """The first costs next to nothing to find out: nothing is searched deeply for it."""
    monkeypatch.setattr(PuzzleFinder, "_right", lambda self, state, seat, seed, level, best: found[level.number - 1])
    looking = finder()
    assert looking.at(after("cbdde"), 1) is None
    assert (looking.counts.deep, looking.counts.trivial) == (deep, trivial)


def test_what_does_not_stand_out_at_a_glance_is_searched_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    looking, searched = finder(), []
    monkeypatch.setattr(PuzzleFinder, "_worth", lambda *about: searched.append(about) or 0.0)
    assert looking.at(after("ccdd"), 0) is None
    assert (looking.counts.looked, looking.counts.deep, searched) == (1, 0, [])


def test_puzzles_of_one_match_stand_apart_and_are_found_again_by_its_number() -> None:
    looking = finder()
    found = list(looking.in_self_play(3))
    assert len(found) <= MOST_FROM_MATCH
    lengths = [len(puzzle.steps) for puzzle in found]
    assert all(later - earlier >= APART for earlier, later in itertools.pairwise(lengths))
    assert list(finder().in_self_play(3)) == found


def test_matches_of_self_play_have_different_seats_and_now_and_then_another_option() -> None:
    moose = games.load("luckymoose")
    assert {seats_of(moose, number) for number in range(30)} == {2, 3, 4}
    assert {seats_of(games.load("dance"), number) for number in range(60)} == {1, 2, 3, 4, 5}
    usual = moose.options_for(2, {})
    played = [options_of(moose, 2, number) for number in range(60)]
    assert 30 < sum(options == usual for options in played) < 55
    assert {options["bonus"] for options in played} == {"each", "highest"}
    assert all(sum(options[name] != usual[name] for name in usual) <= 1 for options in played)
    assert all(options_of(games.load("regatta"), 2, number)["course"] == "random" for number in range(20))


# What was there when this was written: a search that is run again only adds to it.
FEWEST = {"yinsh": 153, "dance": 73, "luckymoose": 32, "command": 107, "regatta": 143, "connect4": 125}
MOST_BYTES = 100_000  # of each file: all are in the wheel, and a page asks for one puzzle at a time


@pytest.mark.parametrize("name", FEWEST)
def test_every_game_comes_with_puzzles_in_a_small_file(name: str) -> None:
    game = games.load(name)
    assert len(read_puzzles(game).puzzles) >= FEWEST[name]
    assert (game.home / FILE).stat().st_size < MOST_BYTES


def test_a_match_that_goes_on_is_not_looked_at() -> None:
    with pytest.raises(Refused):
        next(finder().in_record(after("cbdde").record()))


def test_a_finished_match_is_looked_through_without_its_names() -> None:
    match = after("cbddeaf")
    assert match.over
    found = list(finder().in_record(match.record()))
    assert {puzzle.source for puzzle in found} == {"match"}
    assert "f" in {puzzle.answers[0] for puzzle in found}
