"""Where a WebSocket comes in: past the router, which has nothing to add to it."""

from collections.abc import Callable
from typing import Any

from parlour.core.texts import Refused
from parlour.server.guard.connections import at_once
from parlour.server.guard.middleware import refuse_socket
from parlour.server.services import Services

NOT_HERE = Refused("server.nothing-here")


class LiveEndpoint:
    """An ASGI application: the live socket at its path, and everything else behind it."""

    def __init__(self, app: Any, path: str, services: Callable[[], Services]) -> None:
        self._app, self._path, self._services = app, path, services

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        if scope["path"] != self._path:
            await refuse_socket(scope, receive, send, NOT_HERE)
            return
        services = self._services()
        try:
            services.live.check_there()
            caller = await services.auth.ask(scope)
            # What comes from the host's own machines may come for anybody.
            await services.live.check_room(caller, by_address=not services.auth.places.is_the_hosts(scope))
        except Refused as refusal:
            await refuse_socket(scope, receive, send, refusal)
            return
        await services.live.serve(caller, services.auth.allowance(caller), receive, send, at_once(scope))
