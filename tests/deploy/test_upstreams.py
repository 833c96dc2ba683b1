"""What docs/host.md shows for several processes behind nginx and Caddy, with those programs: players lose nothing by a
process that is killed and comes back, and numbers are not for the world."""

import asyncio
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Literal

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.faults.clients import API, Person, Player
from tests.faults.house import PROCESSES as PROC
from tests.faults.house import Process, prepare
from tests.faults.test_processes import BACK, SLACK
from tests.faults.test_server_kill import check

pytestmark = [pytest.mark.anyio, pytest.mark.compiled, pytest.mark.slow, pytest.mark.xdist_group("postgres")]

WHOLE = bool(os.environ.get("PARLOUR_WHOLE"))
PAGE = (Path(__file__).parents[2] / "docs" / "host.md").read_text("utf-8")
NAME = "games.example.org"
STEPS, KILLS, AT_ONCE = 60, 4, 3
Proxy = Literal["nginx", "caddy"]


def shown(language: str, having: str) -> str:
    """The example on the page that has this in it."""
    parts = re.split(r"^```(\w*)\n", PAGE, flags=re.MULTILINE)  # in turn: text, a language, an example, the end of it
    [found] = [parts[at + 1] for at in range(1, len(parts), 4) if parts[at] == language and having in parts[at + 1]]
    return found


def nginx(folder: Path, port: int, upstreams: list[int]) -> list[str]:
    server = shown("nginx", "server_name").replace("    listen [::]:443 ssl;\n", "").replace("443 ssl", f"{port} ssl")
    server = server.replace(
        "http://127.0.0.1:8000;", "http://parlour;\n        proxy_next_upstream error timeout http_503;"
    )
    for kept in ("fullchain", "privkey"):
        server = server.replace(f"/etc/letsencrypt/live/{NAME}/{kept}.pem", str(folder / f"{kept}.pem"))
    places = "".join(
        f"{kind}_temp_path {folder / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    everything = places + "access_log off;\n" + at(upstreams, shown("nginx", "upstream")) + server
    said = f"daemon off;\nworker_processes 1;\npid {folder}/pid;\nerror_log stderr;\n"
    (folder / "nginx.conf").write_text(f"{said}events {{}}\nhttp {{\n{everything}}}\n")
    return ["-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, upstreams: list[int]) -> list[str]:
    tls = f"{NAME}:{port} {{\n\ttls {folder / 'fullchain.pem'} {folder / 'privkey.pem'}\n"
    site = at(upstreams, shown("", "lb_policy")).replace(f"{NAME} {{\n", tls)
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{site}")
    return ["run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def at(upstreams: list[int], said: str) -> str:
    for number, port in enumerate(upstreams, start=8001):
        assert f"127.0.0.1:{number}" in said, "the page shows so many"
        said = said.replace(f"127.0.0.1:{number}", f"127.0.0.1:{port}")
    return said


def make_certificate(folder: Path) -> ssl.SSLContext:
    kept = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *kept, *subject]
    subprocess.run(made, check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(folder / "fullchain.pem"))


class Outside(Person):
    """Somebody who comes by the proxy, and knows the house by its name."""

    def __init__(self, port: int, context: ssl.SSLContext) -> None:
        super().__init__(f"https://{NAME}")
        self._port, self._context = port, context

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=f"https://{NAME}", timeout=20, transport=ToHere(self._port, self._context))

    def socket(self) -> connect:
        return connect(
            f"wss://{NAME}{API}/live", host="127.0.0.1", port=self._port, ssl=self._context,
            additional_headers=self.headers, compression=None, max_size=None, ping_interval=None,
        )  # fmt: skip


class ToHere(httpx.AsyncHTTPTransport):
    """By whatever name, at this machine."""

    def __init__(self, port: int, context: ssl.SSLContext) -> None:
        super().__init__(verify=context)
        self._port = port

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions = {**request.extensions, "sni_hostname": NAME}
        request.url = request.url.copy_with(host="127.0.0.1", port=self._port)
        return await super().handle_async_request(request)


@asynccontextmanager
async def behind(proxy: Proxy, postgres: str, folder: Path) -> AsyncIterator[tuple[int, ssl.SSLContext, list[Process]]]:
    program = shutil.which(proxy)
    if program is None:
        (pytest.fail if WHOLE else pytest.skip)(f"there is no {proxy} here (Debian: {proxy})")
    prepare()
    context = make_certificate(folder)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    found = list[Process]()
    running: subprocess.Popen[bytes] | None = None
    try:
        for number in range(2):
            (folder / str(number)).mkdir()
            found.append(Process(folder / str(number), postgres, public_url=f"https://{NAME}"))
            await found[-1].start()
        arguments = {"nginx": nginx, "caddy": caddy}[proxy](folder, port, [each.port for each in found])
        own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        with (folder / "proxy.log").open("wb") as log:
            running = subprocess.Popen([program, *arguments], stdout=log, stderr=log, env={**os.environ, **own})
        async with asyncio.timeout(30):
            while not await answers(Outside(port, context)):
                assert running.poll() is None, (folder / "proxy.log").read_text()
                await asyncio.sleep(0.05)
        yield port, context, found
    finally:
        for each in found:
            each.close()
        if running is not None:
            running.terminate()
            running.wait(20)
    assert all("Traceback" not in each.log.read_text() for each in found)


async def answers(somebody: Outside) -> bool:
    try:
        async with somebody.client() as client:
            return (await client.get("/healthz")).is_success
    except httpx.TransportError:
        return False


@pytest.mark.skipif(not PROC.exists(), reason="the examples are for Linux")
@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
async def test_behind_a_proxy_nobody_notices_that_one_of_two_processes_is_killed(
    proxy: Proxy, postgres: str, tmp_path: Path
) -> None:
    async with behind(proxy, postgres, tmp_path) as (port, context, found):
        # For all matches: by address there are not many new guests, and behind a proxy all of these have one.
        everybody = [await Outside(port, context).come() for _ in range(2 * AT_ONCE)]

        async def sit_down(number: int) -> list[Player]:
            host, other = everybody[number % AT_ONCE], everybody[number % AT_ONCE + AT_ONCE]
            people = await host.open("connect4", "mo", f"people {number}")
            await other.ask("POST", f"/tables/{people}/seats", {}, "sit")
            bots = await host.open("connect4", "mb", f"a bot {number}")
            seats = [(host, people, 0), (other, people, 1), (host, bots, 0), (other, bots, None)]
            return [Player(who, table, seat, Random(number), 30) for who, table, seat in seats]

        async def kill_in_turn() -> None:
            for number in range(KILLS):
                await asyncio.sleep(2)
                one = found[number % 2]
                one.kill(signal.SIGKILL)
                await asyncio.sleep(1)
                await one.start()
            await asyncio.sleep(3)

        killing, players, number = asyncio.create_task(kill_in_turn()), list[Player](), 0
        while not killing.done() or sum(len(one.taken) for one in players) < STEPS:
            some = [player for each in range(AT_ONCE) for player in await sit_down(number + each)]
            players += some
            number += AT_ONCE
            await asyncio.gather(*(player.play() for player in some))
        await killing
        await asyncio.gather(*(player.look_again() for player in players))
        async with Outside(port, context).client() as client:
            assert (await client.get("/metrics")).status_code == 404
    await check(postgres, players)
    away = [each for one in players for each in one.away]
    print(f"{proxy}: {len(away)} came back, after {max(away):.2f} s at most")
    assert max(away) < BACK * SLACK
