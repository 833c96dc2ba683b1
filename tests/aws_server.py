"""AWS for tests: ministack, a server process that listens on loopback alone."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Nobody's, and long enough to look like some. The emulator takes any.
CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "123456789012",
    "AWS_SECRET_ACCESS_KEY": "test",  # by which it checks addresses that were signed
    "AWS_DEFAULT_REGION": "eu-central-1",
    "AWS_EC2_METADATA_DISABLED": "true",
    "AWS_CONFIG_FILE": os.devnull,
    "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
}
PATIENCE = 60.0


@contextmanager
def aws_server(folder: Path) -> Iterator[str]:
    """Its address. It binds every address unless BIND_HOST says otherwise, and one more port for a service that nobody
    here uses unless that is told a port that cannot be."""
    port = free_port()
    env = {
        **os.environ,
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(port),
        "IOT_MTLS_PORT": "0",
        "LOG_LEVEL": "ERROR",
        "TMPDIR": str(folder),
        "PYTHONUNBUFFERED": "1",
    }
    with (folder / "aws.log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "ministack"], cwd=folder, env=env, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        _wait_for(port, server, folder)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait_for(port: int, server: "subprocess.Popen[bytes]", folder: Path) -> None:
    late = time.monotonic() + PATIENCE
    while time.monotonic() < late:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_ministack/health", timeout=5):
                return
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
    raise AssertionError(f"AWS's stand-in could not be started: {(folder / 'aws.log').read_text()[-2000:]}")


def address(endpoint: str, table: str) -> str:
    return f"dynamodb://{table}?region=eu-central-1&endpoint={endpoint}"
