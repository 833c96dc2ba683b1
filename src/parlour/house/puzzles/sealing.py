"""What a page gets along with a puzzle, so that it can tell right from wrong without a network: not the answer, but a
hash of each choice of which something is known. Whoever made a choice finds what is said to it."""

import hashlib

from parlour.core.puzzles import Puzzle, Verdict, verdict_of

LETTERS = 16  # of a hash: there are some hundred choices


def seal(game: str, puzzle: str, choice: str) -> str:
    return hashlib.sha256(f"{game}/{puzzle}/{choice}".encode()).hexdigest()[:LETTERS]


def sealed_verdicts(game: str, puzzle: Puzzle) -> dict[str, Verdict]:
    """By hash, in the order of hashes. A choice that is not among them is merely less."""
    known = {
        seal(game, puzzle.id, choice): verdict_of(puzzle, choice) for choice in (*puzzle.answers, *puzzle.verdicts)
    }
    return dict(sorted(known.items()))
