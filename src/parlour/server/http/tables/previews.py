"""A picture of a table, as a stranger who looks on is shown it: for those who show where a link leads."""

from litestar import Response, get

from parlour.core.scene import Scene
from parlour.house.tables.state import Table
from parlour.server.http.preview_picture import drawn
from parlour.server.http.requests import PathId, TheServices


@get("/tables/{table:str}/preview.png", media_type="image/png")
async def table_preview(services: TheServices, table: PathId) -> Response[bytes]:
    """A picture of a table that everybody may see, as spectators see it: for those who show where a link leads."""
    at = await services.table_service.find(None, table)
    picture = await services.tables.beside(picture_of, at)
    return Response(picture, media_type="image/png", headers={"Cache-Control": "public, max-age=60"})


def picture_of(table: Table) -> bytes:
    shown = table.seen_by(None)
    plan = shown.game.plan(shown.rules.seats, shown.rules.options)
    return drawn(plan, Scene() if shown.match is None else shown.match.scene(None))
