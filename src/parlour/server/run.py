"""Starts the server on this machine."""

import asyncio
import errno
import gc
import logging
import logging.config
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import uvicorn

from parlour.core.languages import language_of_machine
from parlour.core.texts import Refused
from parlour.server import lan
from parlour.server.guard import logs
from parlour.server.guard.connections import Connections
from parlour.server.guard.protocols import http_protocol, socket_protocol
from parlour.server.mail.destination import check as check_mail
from parlour.server.settings import Settings
from parlour.server.supervisor import Supervised, Supervisor, supervised
from parlour.server.texts import in_words, say

if TYPE_CHECKING:
    from parlour.server.app import Parts
    from parlour.server.services import Services

KEEP_ALIVE = 5  # seconds that a connection is kept for another request
GRACE = 3  # seconds that open requests get when the server closes
LARGEST_MESSAGE = 64 * 1024  # on a socket
BACKLOG = 2048

COLLECTING = (20_000, 20, 50)  # new objects, and rounds, between two looks for cycles

CANNOT = 2  # exit status for what was asked for and is not possible


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


class HttpServer(uvicorn.Server):
    """One that says when it is open, or in a sentence why it cannot be, and goodbye."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[], None] = lambda: None) -> None:
        super().__init__(config)
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        teller = logging.getLogger("uvicorn.error")
        teller.addFilter(self._was_not_refused)  # it would tell of a refusal by all that led to it
        try:
            await super().startup(sockets)
        except SystemExit:
            refusal = self._refusal()
            if refusal is not None:
                raise refusal from None
            raise
        finally:
            teller.removeFilter(self._was_not_refused)
        self._opened()

    def _refusal(self) -> Refused | None:
        from parlour.server.app import REFUSED

        return self.config.loaded_app.state.get(REFUSED) if self._app_is_ours() else None

    def _was_not_refused(self, record: logging.LogRecord) -> bool:
        return self._refusal() is None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Everybody is told first: they come back with their cursors, and miss nothing."""
        services = self.config.loaded_app.state.get("services") if self._app_is_ours() else None
        if services is not None:
            await services.live.close()
            await asyncio.sleep(0.1)
        await super().shutdown(sockets)

    def _app_is_ours(self) -> bool:
        return hasattr(self.config.app, "state")


def run(settings: Settings, reload: bool = False) -> int:
    """Serve until stopped. The answer is a process's exit status."""
    language = language_of_machine(os.environ)
    own = supervised(os.environ)
    if own is not None:  # who started this one has said all there is to say
        tell = partial(say_who_else, language=language) if own.first else nobody_is_told
        try:
            return serve_beside_others(settings, own, tell)
        except Refused as refusal:
            print(in_words(refusal, language), file=sys.stderr, flush=True)
            return CANNOT
    try:
        settings.make_folder()
        check_mail(settings.mail, settings.mail_password_file, os.environ)
        listening = listen(settings.host, settings.port)
    except Refused as refusal:
        print(in_words(refusal, language), file=sys.stderr)
        return CANNOT
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        key, why = "server.port-taken" if taken else "server.no-address", error.strerror or str(error)
        print(say(key, language=language, host=settings.host, port=str(settings.port), why=why), file=sys.stderr)
        return CANNOT
    port = listening.getsockname()[1]
    if runs_as_root():
        print(say("server.root", language=language), file=sys.stderr, flush=True)
    for line in settings.describe():
        print(f"  {line}", flush=True)
    if reload:
        listening.close()
        announce(settings, port)
        os.environ.update(settings.environment())
        uvicorn.run(
            "parlour.server.app:from_environment", factory=True, host=settings.host, port=port, reload=True,
            log_level="info", proxy_headers=False,
        )  # fmt: skip
        return 0
    if settings.processes > 1:
        logging.config.dictConfig(logs.settings(json=settings.log == "json"))
        settings = msgspec.structs.replace(settings, port=port)
        return Supervisor(settings, listening, lambda: announce(settings, port)).run()
    tell = partial(say_who_else, language=language)
    return serve(settings, listening, opened=lambda: announce(settings, port), tell=tell)


def say_who_else(services: "Services", language: str) -> None:
    """On PostgreSQL and DynamoDB others may serve the same house."""
    others = services.neighbours.others()
    if others:
        places = ", ".join(one.place for one in others if one.place)
        print(say("server.neighbours", language=language, count=len(others), places=places), flush=True)


def nobody_is_told(services: "Services") -> None: ...


def serve(
    settings: Settings,
    listening: socket.socket,
    parts: "Parts | None" = None,
    opened: Callable[[], None] = lambda: None,
    tell: "Callable[[Services], None]" = nobody_is_told,
) -> int:
    from parlour.server.app import create_app

    allow_many_sockets()
    logging.config.dictConfig(logs.settings(json=settings.log == "json"))
    settings = msgspec.structs.replace(settings, port=listening.getsockname()[1])  # letters have links
    app = create_app(settings, parts)

    def is_open() -> None:
        opened()
        tell(app.state["services"])

    server = HttpServer(config_for(app), is_open)
    calm_the_collector()
    # uvicorn closes in good order at Ctrl+C and then raises what it caught.
    with listening, suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    return 0 if server.started else 1


def serve_beside_others(settings: Settings, own: Supervised, tell: "Callable[[Services], None]") -> int:
    """As one of several on one port."""
    from parlour.server.app import Parts
    from parlour.server.metrics_of_all import MetricsOfAll

    parts = Parts()
    metrics = MetricsOfAll(own.folder, own.number, parts.metrics.text)
    parts.metrics.page = metrics.text

    def is_open() -> None:
        own.is_open()
        metrics.open()

    return serve(settings, own.listening, parts, is_open, tell)


def runs_as_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def calm_the_collector() -> None:
    """What was imported stays, and what is made at a table goes when its last user does: cycles are rare here, and
    looking for them among all tables would hold up everybody for longer than most things that they ask for."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)


def allow_many_sockets() -> None:
    """Each is a file. Many systems allow a program a thousand, and as many more as it asks for."""
    with suppress(ImportError, OSError, ValueError):  # not everywhere, and not always
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def config_for(app: Any) -> uvicorn.Config:
    from parlour.server.app import CONNECTIONS

    book: Connections = app.state[CONNECTIONS]
    return uvicorn.Config(
        app, log_config=None, timeout_graceful_shutdown=GRACE, timeout_keep_alive=KEEP_ALIVE,
        http=http_protocol(book), ws=socket_protocol(book), ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False, ws_ping_interval=None, proxy_headers=False, access_log=False,
        server_header=False, date_header=True, lifespan="on",
    )  # fmt: skip


def announce(settings: Settings, port: int) -> None:
    language = language_of_machine(os.environ)
    name = f"[{settings.host}]" if ":" in settings.host else settings.host
    if settings.lan:
        print("\n".join(lan.lines(port, sys.stdout.isatty(), language)))
    else:
        print(say("server.open", language=language, address=settings.public_url or f"http://{name}:{port}"))
    print(say("server.close", language=language), flush=True)
