"""Pages to read during a match: what can be played, and the rules."""

import re
from collections.abc import Sequence

from rich.cells import cell_len
from rich.markdown import Markdown
from rich.text import Text as Ink

from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.offers import WORDS
from parlour.terminal.draw import Look
from parlour.terminal.style import FAINT, STRONG

FIRST_WORD = re.compile(r"\w+|\W")
COMMANDS = ("help", "rules", "log", "undo", "takeback", "for", "save", "quit")
GAP = 2
DIAGRAM = re.compile(r"^```board.*?^```\n\n?", re.DOTALL | re.MULTILINE)  # for those who draw it


def help_page(match: Match, seat: int, look: Look, width: int) -> list[Ink]:
    """All that this seat can type now."""
    also = [each for each in match.also(seat) if each not in WORDS]
    said = [each for each in match.also(seat) if each in WORDS]
    lines = heading(look.say("terminal.help.moves")) + grouped(match.legal(seat), width)
    if also:
        lines += [Ink(), *heading(look.say("terminal.help.also")), *grouped(also, width)]
    lines += [Ink(), *heading(look.say("terminal.help.words"))]
    for word in (*said, *COMMANDS):
        lines.append(Ink.assemble((f"  {word:<10}", STRONG), (look.say(f"terminal.help.{word}"), FAINT)))
    return lines


def heading(text: str) -> list[Ink]:
    return [Ink(text, "bold underline")]


def grouped(actions: Sequence[str], width: int) -> list[Ink]:
    """Actions in columns; those with the same first word stand together."""
    groups: dict[str, list[str]] = {}
    for action in actions:
        found = FIRST_WORD.match(action)
        groups.setdefault(found.group() if found else "", []).append(action)
    alone = [group[0] for group in groups.values() if len(group) == 1]
    together = [group for group in groups.values() if len(group) > 1]
    wide = max((cell_len(action) for action in actions), default=1) + GAP
    return [line for group in (*together, alone) for line in columns(group, wide, width)]


def columns(actions: Sequence[str], wide: int, width: int) -> list[Ink]:
    across = max(1, (width - GAP) // wide)
    rows = [actions[i : i + across] for i in range(0, len(actions), across)]
    return [Ink("  " + "".join(action + " " * (wide - cell_len(action)) for action in row).rstrip()) for row in rows]


def rules_page(game: Game, look: Look, language: str = "en") -> Markdown | list[Ink]:
    """The game's `rules.md`, or its own of this language."""
    for name in (f"rules.{language}.md", "rules.md"):
        path = game.home / name
        if path.exists():
            return Markdown(DIAGRAM.sub("", path.read_text("utf-8")))
    return [Ink(look.say("terminal.rules-missing", game=game.title))]
