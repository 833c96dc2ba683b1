"""What is kept of a secret that cannot be guessed, and by what it can be spoken of."""

import hashlib

from parlour.house.house import derived


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def handle_of(hash: str) -> str:
    """By which a visit can be spoken of in public; it leads neither to the hash nor to the secret."""
    return derived("visit", hash)
