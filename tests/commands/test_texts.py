"""Every sentence that a command answers with exists, and is plain."""

import re
from pathlib import Path

from parlour import cli, commands
from parlour.core.texts import catalogue, fields

KEY = re.compile(r'f?"((?:command|compile|done|roles|ratings|moved|health|new-game)\.[a-z-]*)')

HELP = ("help.", "setting-help.", "setting-default.")  # of every argument: tests/test_languages.py


def test_every_key_that_a_command_uses_exists_and_no_other() -> None:
    own = {*catalogue(commands.TEXTS).entries} - {*catalogue(None).entries}
    own = {key for key in own if not key.startswith(HELP)}
    sources = [Path(cli.__file__), *Path(commands.__file__).parent.rglob("*.py")]
    used = {key for path in sources for key in KEY.findall(path.read_text("utf-8"))}
    begun = tuple(key for key in used if key.endswith("."))  # the rest is a kind of difference, or what was moved
    assert {key for key in used if key not in begun} <= own
    assert {key for key in own if key not in used and not key.startswith(begun)} == set()


def test_the_sentences_are_plain() -> None:
    for key, entry in catalogue(commands.TEXTS).entries.items():
        assert all(field.isidentifier() for field in fields(entry)), key
        assert "!" not in str(entry), key
