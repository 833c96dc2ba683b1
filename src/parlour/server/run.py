"""Starts the server on this machine."""

import socket
from contextlib import suppress

import uvicorn

from parlour.server.texts import say

APP = "parlour.server.app:create_app"
GRACE = 2  # seconds that open requests get when the server closes


def run(host: str, port: int, reload: bool) -> int:
    """Serve until stopped. The answer is a process's exit status."""
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError:
        print(say("server.port-taken", host=host, port=port))
        return 1
    name = f"[{host}]" if ":" in host else host
    print(say("server.open", address=f"http://{name}:{listening.getsockname()[1]}"))
    print(say("server.close"), flush=True)
    if reload:
        listening.close()
        uvicorn.run(APP, factory=True, host=host, port=port, reload=True, log_level="info")
        return 0
    config = uvicorn.Config(APP, factory=True, log_level="warning", timeout_graceful_shutdown=GRACE)
    server = uvicorn.Server(config)
    # uvicorn closes in good order at Ctrl+C and then raises what it caught.
    with listening, suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    return 0 if server.started else 1
