"""Asking for a line: with completion by Tab where there is a terminal and readline, else plain."""

import sys
from collections.abc import Sequence

try:
    import readline
except ImportError:  # some Pythons are built without it
    readline = None  # type: ignore[assignment]

HIDDEN, SHOWN = "\x01", "\x02"  # readline does not count what stands between them


def at_terminal() -> bool:
    """Whether a person types here, rather than a file or a pipe."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(question: str, completions: Sequence[str] = (), start: str = "", end: str = "") -> str:
    """One line of input; `start` and `end` are escape codes around the question. EOFError when there is no more."""
    if not at_terminal():
        typed = input(question)
        print(typed, flush=True)  # so that what was played can be read in the output
        return typed
    if readline is None:
        return input(f"{start}{question}{end}")
    complete_from(completions)
    if start:
        question = f"{HIDDEN}{start}{SHOWN}{question}{HIDDEN}{end}{SHOWN}"
    return input(question)


def complete_from(completions: Sequence[str]) -> None:
    """Let Tab complete whole lines from these."""

    def completer(typed: str, state: int) -> str | None:
        found = [each for each in completions if each.startswith(typed)]
        return found[state] if state < len(found) else None

    readline.set_completer(completer)
    readline.set_completer_delims("")  # actions contain spaces, hyphens and colons
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")


def forget() -> None:
    """Nothing that one player typed is there for the next one to call up."""
    if readline is not None:
        readline.clear_history()
        readline.set_completer(None)
