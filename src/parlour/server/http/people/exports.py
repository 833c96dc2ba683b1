"""One's own data over HTTP: have a file made, see how far it is, fetch it, have it deleted."""

import asyncio
from collections.abc import AsyncIterator
from typing import BinaryIO

from litestar import Response, delete, get, post
from litestar.response import Stream

from parlour.house.people.accounts import OWN
from parlour.server.http.requests import TheCaller, TheServices, private
from parlour.server.jobs.exports import ExportStatus

TAGS = ["people"]
ZIP = "application/zip"
NAME = "parlour-my-data.zip"
AT_ONCE = 256 * 1024


@post("/me/export", tags=TAGS, status_code=202)
async def ask_export(services: TheServices, caller: TheCaller) -> Response[ExportStatus]:
    """Have all your data and games put into one file. It takes a while; the file before it is deleted."""
    person = caller.needs(OWN)
    if services.exports.is_under_way(person.id):
        return private(await services.exports.now(person.id), 202)
    async with services.auth.limits.counted("export", person.id):
        return private(await services.exports.ask(person.id), 202)


@get("/me/export", tags=TAGS)
async def show_export(services: TheServices, caller: TheCaller) -> Response[ExportStatus]:
    """How far the file with your data is, and until when it can be fetched."""
    return private(await services.exports.now(caller.needs(OWN).id))


@get("/me/export/file", tags=TAGS, media_type=ZIP)
async def fetch_export(services: TheServices, caller: TheCaller) -> Stream:
    """The file with your data: a zip, with a README.txt that says what is in it."""
    path = await services.exports.file(caller.needs(OWN).id)
    if isinstance(path, str):  # it lies elsewhere, and this address is good for some minutes
        said = {"Location": path, "Cache-Control": "no-store"}
        return Stream(iter(()), status_code=303, headers=said)
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
async def delete_export(services: TheServices, caller: TheCaller) -> None:
    """Delete the file with your data, or give up making it. The data themselves stay."""
    await services.exports.remove(caller.needs(OWN).id)


HANDLERS = [ask_export, show_export, fetch_export, delete_export]
