"""The law of puzzles: each is a position that play leads to, drawn from what its seat knows; its answer is one of
several legal moves, and its id is that of the position as the rules have it today."""

from parlour.core.game import Game
from parlour.core.laws.touches import touches_are_answered
from parlour.core.puzzles import Puzzle, moves_of, position_after, puzzle_id, read_puzzles
from parlour.core.texts import Refused

LEAST_MOVES = 2


def puzzles_are_sound(game: Game) -> None:
    try:
        found = read_puzzles(game).puzzles
    except Refused as refusal:
        raise AssertionError(str(refusal)) from refusal
    assert len({puzzle.id for puzzle in found}) == len(found), f"{game.name} has a puzzle twice"
    for number, puzzle in enumerate(found):
        puzzle_is_sound(game, puzzle, number)


def puzzle_is_sound(game: Game, puzzle: Puzzle, number: int = 0) -> None:
    what = f"puzzle {puzzle.id}"
    try:
        match = position_after(game, puzzle.seats, puzzle.options, puzzle.steps)
    except (Refused, ValueError) as refusal:
        raise AssertionError(f"{what}: play does not lead there: {refusal}") from refusal
    assert match.actors == [puzzle.seat], f"{what}: seat {puzzle.seat} is not the one to act"
    assert puzzle_id(match, puzzle.seat) == puzzle.id, f"{what}: the seat is shown something else today"
    moves = {choice.text for choice in moves_of(match, puzzle.seat)}
    assert puzzle.answers, f"{what}: it has no answer"
    assert moves.issuperset(puzzle.answers), f"{what}: the answer is no legal move"
    assert len(moves) >= max(LEAST_MOVES, 1 + len(puzzle.answers)), f"{what}: nothing can be got wrong"
    odd = [move for move in puzzle.verdicts if move not in moves or move in puzzle.answers]
    assert not odd, f"{what}: it speaks of {odd[:1]}, which nobody can get wrong"
    scene = match.scene(puzzle.seat)
    assert scene == game.scene(game.view(match.state, puzzle.seat, False)), f"{what}: it shows more than the seat knows"
    if number < 5:  # of each game a few: every touch of every position would take minutes
        touches_are_answered(match, number)
