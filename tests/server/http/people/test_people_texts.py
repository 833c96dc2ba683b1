"""Every refusal about people and safety has its sentence, and every sentence is used."""

import ast
from pathlib import Path

import parlour
from parlour.core.texts import fields
from parlour.house.people.passwords import REASONS
from parlour.server.guard.refusals import STATUS
from parlour.server.texts import sentences

SOURCES = Path(parlour.__file__).parent
FILES = [
    path
    for room in ("house/people", "house/mail", "house/friends", "server/guard", "server/http/people")
    for path in sorted((SOURCES / room).glob("*.py"))
]
OURS = ("people.", "safety.", "guests.")


def spoken() -> dict[str, set[str]]:
    """All keys in these files, with the arguments that a refusal is made with."""
    found: dict[str, set[str]] = {reason: set() for _, reason in REASONS} | {"people.password-common": set()}
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            named = {word.arg for word in node.keywords if word.arg}
            for part in node.args:
                for leaf in ast.walk(part):
                    text = leaf.value if isinstance(leaf, ast.Constant) else None
                    if isinstance(text, str) and text.startswith(OURS):
                        found.setdefault(text, set()).update(named)
    return found


def test_every_refusal_has_a_sentence_and_gives_it_what_it_asks_for():
    entries = sentences(None).entries
    for key, given in spoken().items():
        assert key in entries, key
        assert fields(entries[key]) <= given, key


def test_every_sentence_and_every_status_is_of_a_refusal_that_there_is():
    keys = set(spoken())
    ours = {key for key in sentences(None).entries if key.startswith(OURS)}
    assert ours == keys
    assert set(STATUS) <= keys
