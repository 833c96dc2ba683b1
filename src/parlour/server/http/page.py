"""The built page: an index, to which all its addresses lead, and files whose names change with their content."""

import gzip
import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, HeaderParameter
from litestar.status_codes import HTTP_404_NOT_FOUND

from parlour.server.http.requests import AnyRequest, TheLanguage, TheServices
from parlour.server.http.tables.previews import head_of
from parlour.server.texts import say

PAGE = Path(__file__).parent.parent / "page"
# The page's own addresses, as its router has them (web/src/ui/router.tsx).
ROUTE = re.compile(
    r"(play|rules|table|replay|leaders|tournament|analysis)/[\w.=-]+|player/[\w=:-]+"
    r"|games|tables|tournaments|organise|rules|leaders|settings|sign-in|sign-up|profile"
    r"|forgot|reset|confirm|unsubscribe|console(/[a-z]+)?"
)
TABLE = re.compile(r"(?:table|replay)/([\w-]+)")
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
PACKED = {".html", ".js", ".css", ".json", ".svg", ".webmanifest"}  # pictures and fonts are packed already
Accepts = Annotated[str, HeaderParameter(name="Accept-Encoding")]
Wants = Annotated[str, HeaderParameter(name="Accept")]


@get("/", include_in_schema=False, sync_to_thread=False)
def index(language: TheLanguage, accepts: Accepts = "") -> Response[bytes | str]:
    return the_page(accepts, language)


def the_page(accepts: str, language: str) -> Response[bytes | str]:
    path = PAGE / "index.html"
    if not path.is_file():
        said = say("server.no-page", language=language)
        return Response(said, media_type=MediaType.TEXT, headers={"Cache-Control": "no-cache"})
    return sent(path, "no-cache", accepts)


@get("/{name:path}", include_in_schema=False)
async def file(
    request: AnyRequest,
    services: TheServices,
    name: FromPath[Path],
    language: TheLanguage,
    accepts: Accepts = "",
    wants: Wants = "",
) -> Response[bytes | str]:
    table = TABLE.fullmatch(str(name).strip("/"))
    if table is not None:
        head = await head_of(services, table[1], str(request.base_url).rstrip("/"), language)
        if head and (PAGE / "index.html").is_file():
            return with_head(head)
    if of_the_page(str(name)):
        return the_page(accepts, language)
    path = inside(str(name).lstrip("/"))
    if path is None or path.suffix not in TYPES or not path.is_file():
        if "text/html" not in wants or str(name).startswith("/api/"):
            raise NotFoundException
        # Somebody has typed or followed an address that is not there: the page says so, and where to go from there.
        nowhere = the_page(accepts, language)
        nowhere.status_code = HTTP_404_NOT_FOUND
        nowhere.headers["Vary"] = "Accept-Encoding, Accept"
        return nowhere
    hashed = path.parent.name == "assets"
    keep = "public, max-age=31536000, immutable" if hashed else "no-cache"
    return sent(path, keep, accepts)


def with_head(head: str) -> Response[bytes | str]:
    """The page, with what a link to it shows elsewhere."""
    text = (PAGE / "index.html").read_text("utf-8").replace("</head>", f"{head}</head>", 1)
    return Response(text, media_type=TYPES[".html"], headers={"Cache-Control": "no-cache"})


def sent(path: Path, keep: str, accepts: str) -> Response[bytes | str]:
    """Packed, where that makes it smaller and the other side can unpack it."""
    headers, kind = {"Cache-Control": keep}, TYPES[path.suffix]
    if path.suffix not in PACKED:
        return Response(path.read_bytes(), media_type=kind, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    if not takes_gzip(accepts):
        return Response(path.read_bytes(), media_type=kind, headers=headers)
    return Response(
        packed(path, path.stat().st_mtime_ns), media_type=kind, headers=headers | {"Content-Encoding": "gzip"}
    )


def takes_gzip(accepts: str) -> bool:
    """As RFC 9110 has it, as far as browsers and proxies go: `gzip` is named and not weighed with nought."""
    for each in accepts.lower().split(","):
        name, _, weight = each.replace(" ", "").partition(";")
        if name == "gzip":
            return not re.fullmatch(r"q=0(\.0*)?", weight)
    return False


@lru_cache(maxsize=256)
def packed(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)


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
