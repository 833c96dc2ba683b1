"""The page's types are those of the server's structs, and a struct that changes is found out."""

import importlib.util
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.server.http import schemas
from parlour.server.live import messages

SCRIPT = Path(__file__).parents[1] / "tools" / "contract.py"
spec = importlib.util.spec_from_file_location("contract", SCRIPT)
assert spec is not None
assert spec.loader is not None
contract = importlib.util.module_from_spec(spec)
spec.loader.exec_module(contract)

needs_node = pytest.mark.skipif(
    not contract.GENERATOR.exists(), reason="web/node_modules is not there: ./dev test sets it up"
)


@needs_node
def test_what_is_kept_is_current() -> None:
    assert contract.is_current(contract.types_of(contract.document())), "renew it with: ./dev contract"


def with_another_field(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """The same message, changed by somebody who forgot the page."""
    fields: list[Any] = [(field.name, field.type) for field in msgspec.structs.fields(kind)]
    tag = kind.__struct_config__.tag
    return msgspec.defstruct(kind.__name__, [*fields, ("planted", int)], tag_field="is", tag=tag)


@needs_node
def test_a_struct_that_has_changed_makes_the_check_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = with_another_field(messages.SpectatorCount)
    kinds = [kind for kind in messages.SocketMessage.__args__ if kind is not messages.SpectatorCount]
    union: Any = changed
    for kind in kinds:
        union = union | kind
    monkeypatch.setattr(schemas, "SocketMessage", union)
    monkeypatch.setitem(schemas.UNIONS, "SocketMessage", (union, "What a live socket is told."))
    monkeypatch.setattr("sys.argv", ["contract.py", "--check"])
    assert "planted" in contract.document()["components"]["schemas"]["SpectatorCount"]["required"]
    assert contract.main() == 1
    assert "./dev contract" in capsys.readouterr().err
