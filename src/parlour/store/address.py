"""Where a house's data are: a path, or the URL of a database or of a table in DynamoDB."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from parlour.store.texts import StoreRefused

POSTGRES_SCHEMES = ("postgresql", "postgres")
DYNAMO_SCHEME = "dynamodb"


def parse(place: str | Path) -> Path | str:
    """A path, or the URL of a database."""
    if isinstance(place, Path):
        return place
    scheme, colon, rest = place.partition("://")
    if not colon and place:
        return Path(place)
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return Path(unquote(rest[1:]))  # sqlite:///beside.db, sqlite:////from/the/root.db
    if scheme in POSTGRES_SCHEMES or (scheme == DYNAMO_SCHEME and rest):
        return place
    raise StoreRefused("store.url", url=f"{scheme}{colon}{'…' if rest else ''}")


def is_dynamo(place: str) -> bool:
    """Of the two databases."""
    return place.startswith(f"{DYNAMO_SCHEME}://")


def shown(place: str | Path) -> str:
    """A place as it may be shown. Passwords can hide among a URL's parameters, too, so none of those are shown."""
    if isinstance(place, Path) or "://" not in place:
        return str(place)
    try:
        parts = urlsplit(place)
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        return place.partition("://")[0] + "://…"
    user = f"{parts.username}@" if parts.username else ""
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
    return f"{parts.scheme}://{user}{host}{port}{parts.path}{'?…' if parts.query else ''}"
