"""The built page: an index, to which all its addresses lead, and files whose names change with their content."""

import re
from pathlib import Path

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from parlour.server.texts import say

PAGE = Path(__file__).parent / "page"
# The page's own addresses, as its router has them (web/src/router/routes.ts).
ROUTE = re.compile(
    r"(play|rules|table|replay|leaders|tournament)/[\w.=-]+|player/[\w=:-]+"
    r"|games|tables|tournaments|organise|rules|leaders|settings|sign-in|sign-up|profile"
    r"|forgot|reset|confirm|unsubscribe"
)
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".woff": "font/woff",
    ".webmanifest": "application/manifest+json",
}


@get("/", include_in_schema=False, sync_to_thread=False)
def index() -> Response[bytes | str]:
    return the_page()


def the_page() -> Response[bytes | str]:
    path = PAGE / "index.html"
    if not path.is_file():
        return Response(say("server.no-page"), media_type=MediaType.TEXT, headers={"Cache-Control": "no-cache"})
    return Response(path.read_bytes(), media_type=TYPES[".html"], headers={"Cache-Control": "no-cache"})


@get("/{name:path}", include_in_schema=False, sync_to_thread=False)
def file(name: FromPath[Path]) -> Response[bytes | str]:
    if of_the_page(str(name)):
        return the_page()
    path = inside(str(name).lstrip("/"))
    if path is None or path.suffix not in TYPES or not path.is_file():
        raise NotFoundException
    hashed = path.parent.name == "assets"
    keep = "public, max-age=31536000, immutable" if hashed else "no-cache"
    return Response(path.read_bytes(), media_type=TYPES[path.suffix], headers={"Cache-Control": keep})


def of_the_page(name: str) -> bool:
    """Whether the page itself knows what to show there: /play/yinsh, say. What is a file or the API's is not."""
    return ROUTE.fullmatch(name.strip("/")) is not None


def inside(name: str) -> Path | None:
    """The file of that name, if the name leads nowhere else."""
    try:
        path = (PAGE / name).resolve()
    except (OSError, ValueError):  # a name that no file can have
        return None
    return path if path.is_relative_to(PAGE.resolve()) else None
