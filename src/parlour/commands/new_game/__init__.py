"""`parlour new-game NAME`: a folder with a small game that plays, its rules page and its tests, to begin from.

The files beside this one are the template; their names end with `.txt`, so that nothing takes them for sources."""

import keyword
import re
import sys
from pathlib import Path

from parlour import games
from parlour.commands import CommandRefused, say

TEMPLATE = Path(__file__).parent
SUFFIX = ".txt"
NAMES = re.compile(r"[a-z][a-z0-9_]{1,29}")


def new_game(name: str, where: Path) -> int:
    folder = where / name
    check_name(name)
    if folder.exists():
        raise CommandRefused("new-game.exists", folder=str(folder))
    for path, text in template_files(name).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    print(say("new-game.done", folder=str(folder), name=name))
    return 0


def check_name(name: str) -> None:
    """It is the name of a package, of a command's argument and of a page's address."""
    if not NAMES.fullmatch(name) or keyword.iskeyword(name):
        raise CommandRefused("new-game.name", name=name[:40])
    if name in games.names():
        raise CommandRefused("new-game.taken", name=name)
    if name in sys.stdlib_module_names or name in ("parlour", "tests", "numpy", "numba", "msgspec"):
        raise CommandRefused("new-game.module", name=name)


def template_files(name: str) -> dict[str, str]:
    """The files of a new game by their paths in its folder."""
    title = name.replace("_", " ").title()
    files = {}
    for path in sorted(TEMPLATE.rglob(f"*{SUFFIX}")):
        inside = path.relative_to(TEMPLATE).as_posix().removesuffix(SUFFIX)
        inside = re.sub(r"^game/", f"{name}/", inside).replace("test_game.py", f"test_{name}.py")
        files[inside] = path.read_text("utf-8").replace("NAME", name).replace("TITLE", title)
    return files
