"""What a move of a house came to: known to whoever asks for one, whatever does it."""

from typing import NamedTuple


class Carried(NamedTuple):
    """The hash of all that the house holds, the same in every database, and how many rows each table has."""

    sha256: str
    rows: dict[str, int]
