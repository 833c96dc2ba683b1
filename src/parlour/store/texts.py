"""The store's refusals. The host reads them on the command line, so they know their own sentences."""

from pathlib import Path

from parlour.core.texts import Refused
from parlour.house.store import Unavailable

TEXTS = Path(__file__).parent / "texts"


class StoreRefused(Refused):
    """What was asked for is not possible, and nothing was changed."""

    texts = TEXTS


class StoreUnavailable(StoreRefused, Unavailable):
    """It would be possible, but not now."""
