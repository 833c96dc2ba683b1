"""Fields of the state that rules speak of and that are not there: found in the sources, before the compiler meets them.
What it says of a misspelt field is a page long, and names neither file nor line."""

import ast
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from parlour.core.game import Game

COMPILED = {"rule", "entry"}


def misspelt_fields(game: Game) -> Iterator[str]:
    """A sentence for each, with its file and line."""
    known = list(game.state.names or ())
    for path in sorted(game.home.rglob("*.py")):
        for line, field in unknown_fields(path, set(known)):
            near = get_close_matches(field, known, 1)
            hint = f"did you mean “{near[0]}”?" if near else f"it has {', '.join(known)}"
            yield f"{path.name}, line {line}: the state of {game.name} has no field “{field}”; {hint}"


def unknown_fields(path: Path, known: set[str]) -> Iterator[tuple[int, str]]:
    """In functions that are compiled, of what they are given as a `State`."""
    for function in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if not isinstance(function, ast.FunctionDef):
            continue
        if not any(isinstance(each, ast.Name) and each.id in COMPILED for each in function.decorator_list):
            continue
        states = {each.arg for each in function.args.args if _is_state(each.annotation)}
        for node in ast.walk(function):
            if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
                continue
            if node.value.id in states and node.attr not in known:
                yield node.lineno, node.attr


def _is_state(annotation: ast.expr | None) -> bool:
    if isinstance(annotation, ast.Constant):
        return annotation.value == "State"
    return isinstance(annotation, ast.Name) and annotation.id == "State"


def check_fields(game: Game) -> None:
    """All of them, in one error."""
    if found := list(misspelt_fields(game)):
        raise ValueError("\n".join(found))
