"""What people write for others to read, as it is kept: one paragraph that cannot disturb the text around it."""

from itertools import groupby
from unicodedata import category

from parlour.core.texts import ISOLATES, OVERRIDES

MOST_MARKS = 4  # accents on one letter: no script needs more, and piles of them climb over the lines around


def one_paragraph(text: str) -> str:
    """With single spaces, without what turns the direction of writing of more than itself, without piles of accents.
    Marks that honest right-to-left writing needs, and the joiners of emoji and scripts, stay."""
    parts: list[str] = []
    for is_mark, group in groupby(text, key=lambda c: category(c) in ("Mn", "Me")):
        run = "".join(group)
        parts.append(run[:MOST_MARKS] if is_mark else run)
    return " ".join("".join(c for c in "".join(parts) if c not in OVERRIDES | ISOLATES).split())
