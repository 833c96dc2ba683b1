"""What is kept of a session's secret, and the handle by which the session is named in public."""

import hashlib

from parlour.house.entropy import derived_id


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def handle_of(hash: str) -> str:
    """By which a session can be spoken of in public; it leads neither to the hash nor to the secret."""
    return derived_id("visit", hash)
