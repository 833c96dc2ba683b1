"""Pages to read during a match: what can be played, and the rules."""

import re
from collections.abc import Sequence

from rich.cells import cell_len
from rich.markdown import Markdown
from rich.text import Text as Ink

from parlour.core.game import Game
from parlour.core.languages import FALLBACK
from parlour.core.match import Match
from parlour.core.offers import WORDS
from parlour.core.texts import Text
from parlour.terminal.draw import Look
from parlour.terminal.style import FAINT, STRONG
from parlour.terminal.words import look_for

FIRST_WORD = re.compile(r"\w+|\W")
COMMANDS = ("help", "rules", "log", "undo", "takeback", "for", "save", "quit")
GAP = 2
DIAGRAM = re.compile(r"^```(?:board|diagram).*?^```\n\n?", re.DOTALL | re.MULTILINE)  # for those who draw it


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


def game_lines(game: Game, language: str) -> list[str]:
    """A game and its options, in a list of all."""
    say = look_for(game, 0, language).say
    low, high = game.seats[0], game.seats[-1]
    seats = f"{low}" if low == high else f"{low}–{high}"
    lines = [f"{game.name:12s} {say('terminal.games.line', title=game.title, seats=seats, about=Text('about'))}"]
    for option in game.options:
        usual = ", ".join(dict.fromkeys(str(option.default_for(count)).lower() for count in game.seats))
        about = Text(f"option.{option.name}")
        lines.append(f"{'':12s}   {say('terminal.games.option', name=option.name, usual=usual, about=about)}")
    return lines


def rules_page(game: Game, look: Look, language: str = FALLBACK) -> Markdown | list[Ink]:
    """The game's `rules.md`, or its own of this language."""
    if page := game.rules_page(language):
        return Markdown(DIAGRAM.sub("", page))
    return [Ink(look.say("terminal.rules-missing", game=game.title))]
