"""Starts the server on this machine."""

import errno
import socket
import sys
from contextlib import suppress

import uvicorn

from parlour.server.texts import say

APP = "parlour.server.app:create_app"
GRACE = 2  # seconds that open requests get when the server closes

CANNOT = 2  # exit status for what was asked for and is not possible


def listen(host: str, port: int) -> socket.socket:
    if port not in range(65536):
        raise OSError(errno.EINVAL, say("server.port-range"))
    return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)


def run(host: str, port: int, reload: bool) -> int:
    """Serve until stopped. The answer is a process's exit status."""
    try:
        listening = listen(host, port)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        why = error.strerror or str(error)
        sentence = say("server.port-taken" if taken else "server.no-address", host=host, port=port, why=why)
        print(sentence, file=sys.stderr)
        return CANNOT
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
