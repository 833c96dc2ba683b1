"""Where ids and secrets come from, and what an id can be."""

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode

from parlour.core.dealer import SECRET_BYTES

ID = re.compile("[A-Za-z0-9_=-]{1,64}")  # of a person, a table, a tournament; not every store can be asked for more
ID_PATTERN = "^[A-Za-z0-9_=-]+$"  # the same in messages, which bound the length themselves


class Entropy:
    """Where ids and secrets come from: the system, or in tests a seed."""

    def word(self) -> str:
        """Hard enough to guess to be the key to something."""
        return secrets.token_urlsafe(12)

    def secret(self) -> bytes:
        return secrets.token_bytes(SECRET_BYTES)


def derived_id(*facts: str) -> str:
    """An id that follows from facts, one of which nobody can guess."""
    digest = hashlib.blake2b("\x1f".join(facts).encode(), digest_size=12).digest()
    return urlsafe_b64encode(digest).decode()
