"""What `parlour --help` says, and what is said to who mistypes a command, in the language of the machine.

Commands are declared in `cli.py`; what is said of each of their arguments stands in `texts/` under the same names.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from parlour.core.languages import FALLBACK
from parlour.core.texts import Catalogue, Text, catalogue

TEXTS = Path(__file__).parent / "texts"
# What argparse says, in English alone, and what we say instead.
MISTAKES = {
    "required": r"the following arguments are required: (?P<what>.*)",
    "unknown": r"unrecognized arguments: (?P<what>.*)",
    "choice": r"argument (?P<argument>.*?): invalid choice: (?P<value>.*?) \(choose from (?P<known>.*)\)",
    "number": r"argument (?P<argument>.*?): invalid (?:int|float) value: (?P<value>.*)",
    "value": r"argument (?P<argument>.*?): expected (?:one argument|at least one argument)",
    "nothing": r"argument (?P<argument>.*?): ignored explicit argument .*",
    "ambiguous": r"ambiguous option: (?P<argument>\S+) could match (?P<known>.*)",
}


class CommandParser(argparse.ArgumentParser):
    """Speaks one language, in its sub-commands too."""

    language = FALLBACK

    def __init__(self, *, language: str | None = None, **more: Any) -> None:
        super().__init__(**{**more, "add_help": False})
        self.language = language or self.language
        words = self.words
        self.add_argument("-h", "--help", action="help", help=words("command.help"))
        self._positionals.title, self._optionals.title = words("command.arguments"), words("command.options")

    def words(self, key: str, **args: str) -> str:
        return catalogue(TEXTS, self.language).render(Text(key, dict(args)))

    def format_usage(self) -> str:
        return self._in_words(super().format_usage())

    def format_help(self) -> str:
        return self._in_words(super().format_help())

    def _in_words(self, said: str) -> str:
        return said.replace("usage: ", self.words("command.usage"), 1)

    def error(self, message: str) -> NoReturn:
        for key, pattern in MISTAKES.items():
            found = re.fullmatch(pattern, message, re.S)
            if found:
                told = {name: value.replace("'", "") for name, value in found.groupdict().items()}
                message = self.words(f"command.{key}", **told)
                break
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message}\n")


def explain(parser: CommandParser, language: str, settings: Mapping[str, str]) -> None:
    """Put what is said of every command and argument where it belongs. `settings`: flags that many commands take, and
    the variables that stand for them."""
    known = catalogue(TEXTS, language)
    for path, each in arguments(parser):
        flag = each.option_strings[0] if each.option_strings else ""
        if flag in settings and f"help.{path}" not in known.entries:
            each.help = _of_setting(known, flag, settings[flag])
        elif f"help.{path}" in known.entries:
            each.help = known.render(Text(f"help.{path}")).replace("%", "%%")


def _of_setting(known: Catalogue, flag: str, variable: str) -> str:
    name = flag[2:]
    told: Mapping[str, str] = {part: known.render(Text(f"setting-{part}.{name}")) for part in ("help", "default")}
    return known.render(Text("command.setting", {**told, "variable": variable})).replace("%", "%%")


def arguments(parser: argparse.ArgumentParser, path: str = "") -> Iterator[tuple[str, argparse.Action]]:
    """Everything that help is given for, by its place: `play.seats`, and `play.about` for the command itself."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                yield f"{path}{choice.dest}.about", choice
            for name, each in action.choices.items():
                yield from arguments(each, f"{path}{name}.")
        elif not isinstance(action, argparse._HelpAction | argparse._VersionAction):
            name = action.option_strings[-1].lstrip("-") if action.option_strings else action.dest
            yield f"{path}{name}", action
