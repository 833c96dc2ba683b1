"""The built page: an index, to which all its addresses lead, and files whose names change with their content."""

import gzip
import json
import re
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Annotated

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, HeaderParameter
from litestar.status_codes import HTTP_404_NOT_FOUND

from parlour.house.club.profile import PARLOUR, name_of, short_name_of
from parlour.house.club.records import Club, the_club
from parlour.server.game_readiness import GameReadiness
from parlour.server.guard.auth import Auth
from parlour.server.http.club.messages import emblem_of
from parlour.server.http.games.handlers import TheReadiness
from parlour.server.http.link_heads import LinkHeads
from parlour.server.http.requests import AnyRequest, TheAuth, TheLanguage, TheServices
from parlour.server.services import Services
from parlour.server.texts import say

PAGE = Path(__file__).parent.parent / "page"
# The page's own addresses, as its router has them (web/src/ui/router.tsx).
ROUTE = re.compile(
    r"(play|rules|table|replay|leaders|tournament|analysis)/[\w.=-]+|player/[\w=:-]+"
    r"|puzzles(/[\w.-]+/[\w-]+)?|games|tables|tournaments|organise|rules|leaders|settings|sign-in|sign-up|profile(/[a-z]+)?"
    r"|common-room|members|bots|forgot|reset|confirm|unsubscribe|console(/[a-z]+)?"
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
MANIFEST = "manifest.webmanifest"
SPOKEN = {"offline.html", "manifest.webmanifest"}  # files that say something, in the reader's language
WORDS = re.compile(r"\{\{([\w.-]+)\}\}")
PACKED = {".html", ".js", ".css", ".json", ".svg", ".webmanifest"}  # pictures and fonts are packed already
Accepts = Annotated[str, HeaderParameter(name="Accept-Encoding")]
Wants = Annotated[str, HeaderParameter(name="Accept")]


@get("/", include_in_schema=False)
async def index(
    request: AnyRequest,
    services: TheServices,
    readiness: TheReadiness,
    auth: TheAuth,
    language: TheLanguage,
    accepts: Accepts = "",
) -> Response[bytes | str]:
    return await page_at("", request, services, readiness, auth, language, accepts)


async def page_at(
    path: str,
    request: AnyRequest,
    services: Services,
    readiness: GameReadiness,
    auth: Auth,
    language: str,
    accepts: str,
) -> Response[bytes | str]:
    """The page, with what a link to this address shows elsewhere. Where we are found, the guard knows and the request
    does not: before us there may be a proxy that others speak to by https, or under another name."""
    club = await the_club(services.tables.store)
    base = auth.places.place(request.scope).origin
    head = await LinkHeads(services, readiness, club, base, language).tags(path)
    return the_page(accepts, language, club, head)


def the_page(accepts: str, language: str, club: Club, head: str = "") -> Response[bytes | str]:
    """As it was built; of a house that has a name or a look of its own, with that."""
    path = PAGE / "index.html"
    if not path.is_file():
        said = say("server.no-page", language=language)
        return Response(said, media_type=MediaType.TEXT, headers={"Cache-Control": "no-cache"})
    if head or club != Club():
        body = dressed(path.read_text("utf-8"), club, head).encode()
        return sent_packed(body, TYPES[".html"], accepts, spoken=bool(head))
    return sent(path, "no-cache", accepts)


@get("/{name:path}", include_in_schema=False)
async def file(
    request: AnyRequest,
    services: TheServices,
    readiness: TheReadiness,
    auth: TheAuth,
    name: FromPath[Path],
    language: TheLanguage,
    accepts: Accepts = "",
    wants: Wants = "",
) -> Response[bytes | str]:
    if of_the_page(str(name)):
        return await page_at(str(name), request, services, readiness, auth, language, accepts)
    path = inside(str(name).lstrip("/"))
    if path is None or path.suffix not in TYPES or not path.is_file():
        if "text/html" not in wants or str(name).startswith("/api/"):
            raise NotFoundException
        # Somebody has typed or followed an address that is not there: the page says so, and where to go from there.
        nowhere = the_page(accepts, language, await the_club(services.tables.store))
        nowhere.status_code = HTTP_404_NOT_FOUND
        nowhere.headers["Vary"] = "Accept-Encoding, Accept"
        return nowhere
    if path.name in SPOKEN and path.parent == PAGE.resolve():
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
        said = spoken(path, language)
        if path.name == MANIFEST and (club := await the_club(services.tables.store)) != Club():
            said = manifest_of(club, said)
        return Response(said, media_type=TYPES[path.suffix], headers=headers)
    hashed = path.parent.name == "assets"
    keep = "public, max-age=31536000, immutable" if hashed else "no-cache"
    return sent(path, keep, accepts)


def dressed(page: str, club: Club, head: str) -> str:
    """The page with the house's name, with what the page itself is to know of it before it asks, and with what a link
    shows elsewhere."""
    if club == Club():
        return page.replace("</head>", f"{head}</head>", 1)
    look = {"name": name_of(club), "short": short_name_of(club), "accent": club.accent, "emblem": emblem_of(club)}
    head = f'<meta name="parlour-house" content="{escape(json.dumps(look))}" />{head}'
    if club.emblem:
        page = page.replace('href="/icon.svg" type="image/svg+xml"', f'href="{emblem_of(club)}"', 1)
    page = page.replace(f"<title>{PARLOUR}</title>", f"<title>{escape(name_of(club))}</title>", 1)
    return page.replace("</head>", f"{head}</head>", 1)


def manifest_of(club: Club, built: str) -> str:
    """For whoever installs the page: the house's name and emblem."""
    manifest = json.loads(built)
    manifest |= {"name": name_of(club), "short_name": short_name_of(club)}
    if club.emblem:
        own = {"src": emblem_of(club), "sizes": "any", "purpose": "any"}
        manifest["icons"] = [own, *manifest["icons"]]
    return json.dumps(manifest, ensure_ascii=False)


def sent_packed(body: bytes, kind: str, accepts: str, *, spoken: bool) -> Response[bytes | str]:
    """What is made for this request; `spoken`: in the reader's language."""
    vary = "Accept-Encoding, Accept-Language" if spoken else "Accept-Encoding"
    headers = {"Cache-Control": "no-cache", "Vary": vary}
    if not takes_gzip(accepts):
        return Response(body, media_type=kind, headers=headers)
    packed_body = gzip.compress(body, compresslevel=6, mtime=0)
    return Response(packed_body, media_type=kind, headers=headers | {"Content-Encoding": "gzip"})


def spoken(path: Path, language: str) -> str:
    """With the sentences in their places. None of them has a character that HTML or JSON would take for its own; a
    test holds them to that."""
    return WORDS.sub(lambda found: say(found[1], language=language), path.read_text("utf-8"))


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
