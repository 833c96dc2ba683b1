"""Where a WebSocket comes in: past the router, which has nothing to add to it."""

from collections.abc import Callable
from typing import Any

from parlour.core.texts import Refused
from parlour.server.live import LiveAllowance
from parlour.server.premises import Premises
from parlour.server.safety.guard import refuse_socket

NOT_HERE = Refused("server.nothing-here")


class Entrance:
    """An ASGI application: the live socket at its path, and everything else behind it."""

    def __init__(self, app: Any, path: str, premises: Callable[[], Premises]) -> None:
        self._app, self._path, self._premises = app, path, premises

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        if scope["path"] != self._path:
            await refuse_socket(receive, send, NOT_HERE)
            return
        premises = self._premises()
        try:
            asking = await premises.whom.ask(scope)
        except Refused as refusal:
            await refuse_socket(receive, send, refusal)
            return
        await premises.live.serve(asking, LiveAllowance(), receive, send)
