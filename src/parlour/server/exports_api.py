"""One's own data over HTTP: have a file made, see how far it is, fetch it, have it deleted."""

import asyncio
from collections.abc import AsyncIterator
from typing import BinaryIO

from litestar import Response, delete, get, post
from litestar.response import Stream

from parlour.house.people import OWN
from parlour.server.asking import TheAsking, ThePremises, private
from parlour.server.exports import ExportNow
from parlour.server.people_api import counted

TAGS = ["people"]
ZIP = "application/zip"
NAME = "parlour-my-data.zip"
AT_ONCE = 256 * 1024


@post("/me/export", tags=TAGS, status_code=202)
async def ask_export(premises: ThePremises, asking: TheAsking) -> Response[ExportNow]:
    """Have all your data and games put into one file. It takes a while; the file before it is deleted."""
    person = asking.needs(OWN)
    if premises.exports.is_under_way(person.id):
        return private(await premises.exports.now(person.id), 202)
    with counted(premises.whom.limits, "export", person.id):
        return private(await premises.exports.ask(person.id), 202)


@get("/me/export", tags=TAGS)
async def show_export(premises: ThePremises, asking: TheAsking) -> Response[ExportNow]:
    """How far the file with your data is, and until when it can be fetched."""
    return private(await premises.exports.now(asking.needs(OWN).id))


@get("/me/export/file", tags=TAGS, media_type=ZIP)
async def fetch_export(premises: ThePremises, asking: TheAsking) -> Stream:
    """The file with your data: a zip, with a README.txt that says what is in it."""
    path = await premises.exports.file(asking.needs(OWN).id)
    size, file = (await asyncio.to_thread(path.stat)).st_size, await asyncio.to_thread(path.open, "rb")
    said = {
        "Content-Disposition": f'attachment; filename="{NAME}"', "Content-Length": str(size),
        "Cache-Control": "no-store",
    }  # fmt: skip
    return Stream(parts_of(file), media_type=ZIP, headers=said)


async def parts_of(file: BinaryIO) -> AsyncIterator[bytes]:
    try:
        while some := await asyncio.to_thread(file.read, AT_ONCE):
            yield some
    finally:
        file.close()


@delete("/me/export", tags=TAGS, status_code=204)
async def delete_export(premises: ThePremises, asking: TheAsking) -> None:
    """Delete the file with your data, or give up making it. The data themselves stay."""
    await premises.exports.remove(asking.needs(OWN).id)


HANDLERS = [ask_export, show_export, fetch_export, delete_export]
