"""A stand-in for the network between one process and PostgreSQL that can be cut and mended: cut, nothing gets through
and nobody is told, as when a cable is pulled. All of it, or only the connections of one sort."""

import asyncio
from contextlib import suppress
from pathlib import Path

PIECE = 65536  # bytes


class Switch:
    def __init__(self, socket: Path, database: str = "postgres") -> None:
        self._socket, self._database = socket, database
        self._links: set[asyncio.Task[None]] = set()
        self._on: dict[str, asyncio.Event] = {"": asyncio.Event()}
        self._on[""].set()

    async def __aenter__(self) -> "Switch":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"postgresql://postgres@127.0.0.1:{port}/{self._database}?sslmode=disable"
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        for link in self._links:
            link.cancel()
        await asyncio.gather(*self._links, return_exceptions=True)

    def cut(self, which: str = "") -> None:
        """All connections, or those of this application name, and what is connected from now on."""
        self._on.setdefault(which, asyncio.Event()).clear()

    def mend(self) -> None:
        for on in self._on.values():
            on.set()

    def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        link = asyncio.ensure_future(self._link(client, to_client))
        self._links.add(link)
        link.add_done_callback(self._links.discard)

    async def _link(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        begun = await client.read(PIECE)
        named = begun.split(b"application_name\0")[-1].split(b"\0")[0].decode() if b"application_name" in begun else ""
        await self._open(named)
        server, to_server = await asyncio.open_unix_connection(self._socket)
        to_server.write(begun)
        ways = [self._carry(client, to_server, named), self._carry(server, to_client, named)]
        both = [asyncio.ensure_future(way) for way in ways]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in both:
                way.cancel()
            to_client.close()
            to_server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, named: str) -> None:
        with suppress(OSError):
            while said := await reader.read(PIECE):
                await self._open(named)
                writer.write(said)
                await writer.drain()

    async def _open(self, named: str) -> None:
        for which in ("", named):
            if which in self._on:
                await self._on[which].wait()


class Front:
    """A proxy before several processes: each connection goes to the next, and past those that are not there."""

    def __init__(self, ports: list[int]) -> None:
        self._ports, self._next = ports, 0
        self._links: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Front":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        for link in self._links:
            link.cancel()
        await asyncio.gather(*self._links, return_exceptions=True)

    def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        link = asyncio.ensure_future(self._link(client, to_client))
        self._links.add(link)
        link.add_done_callback(self._links.discard)

    async def _link(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        for _ in self._ports:
            self._next = (self._next + 1) % len(self._ports)
            try:
                server, to_server = await asyncio.open_connection("127.0.0.1", self._ports[self._next])
            except OSError:
                continue
            await asyncio.gather(carry(client, to_server), carry(server, to_client))
            return
        to_client.close()


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while said := await reader.read(PIECE):
            writer.write(said)
            await writer.drain()
    writer.close()
