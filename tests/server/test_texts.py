"""Every sentence that the server says exists, and asks for no more than it is given."""

import ast
from pathlib import Path

from parlour import server
from parlour.core.texts import fields
from parlour.server.texts import sentences

SOURCES = Path(server.__file__).parent


def test_every_key_that_the_server_uses_exists() -> None:
    known, found = sentences(None).entries, 0
    for path in SOURCES.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (
                isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("Refused", "say")
            ):
                continue
            key = call.args[0]
            if isinstance(key, ast.Constant):
                found += 1
                given = {word.arg for word in call.keywords if word.arg is not None}
                assert key.value in known, f"{path.name}: {key.value}"
                assert fields(known[str(key.value)]) <= given, key.value
    assert found > 20
