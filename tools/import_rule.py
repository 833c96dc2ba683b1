"""The import rule: core ← games ← (bots, house) ← (store, server, terminal, env, train) ← commands ← cli, and no module
imports itself by way of others. Of the house, the store knows its ports alone, and no feature. A name of a type has one
meaning: no two classes or aliases in the tree share one. Prints what breaks it."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "src"

INNER = {"core", "games"}
ALLOWED = {
    "core": {"core"},
    "games": {"core", "games"},
    "bots": INNER | {"bots"},
    "house": INNER | {"house"},
    "store": INNER | {"house", "store"},
    "server": INNER | {"bots", "house", "store", "server"},
    "aws": INNER | {"bots", "house", "store", "server", "aws"},
    "terminal": INNER | {"bots", "terminal"},
    "env": INNER | {"env"},
    "train": INNER | {"bots", "train"},
    "commands": INNER | {"house", "store", "commands"},
    "cli": INNER | {"bots", "house", "store", "server", "terminal", "env", "train", "commands", "aws", "cli"},
}
PORTS = ("parlour.house.store", "parlour.house.news")  # all of the house that the store imports
# The rules are a library: nothing but these from outside.
OUTSIDE = {
    "core": {"numpy", "msgspec"},
    "games": {"numpy", "msgspec"},
    "house": {"numpy", "msgspec", "openskill", "webauthn", "zxcvbn_rs_py"},
}
KNOWS_NUMBA = "parlour.core.compiled"
KNOWS_CUPY = "parlour.core.compiled.gpu"


def main() -> int:
    broken = [fault for path in sorted(SOURCES.rglob("*.py")) for fault in faults(path)]
    broken += [f"{name} is a type in {' and in '.join(paths)}" for name, paths in named_twice(SOURCES)]
    broken += [f"a cycle of imports: {' → '.join(cycle)}" for cycle in cycles(graph(SOURCES))]
    print("\n".join(broken) or "the import rule holds")
    return 1 if broken else 0


def faults(path: Path) -> Iterator[str]:
    module = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
    parts = module.split(".")
    layer = parts[1] if len(parts) > 1 else ""
    if layer in ("__init__", "__main__", ""):
        return
    for line, name in imports(path):
        where = f"{path.relative_to(SOURCES.parent)}:{line}"
        other = name.split(".")
        if other[0] in sys.stdlib_module_names:
            continue
        if other[0] != "parlour":
            if other[0] in ("numba", "llvmlite"):
                if not module.startswith(f"{KNOWS_NUMBA}."):
                    yield f"{where}: only core/compiled/ knows Numba"
            elif other[0] == "cupy" and module == KNOWS_CUPY:
                pass  # it is the way to a GPU, loaded where there is one
            elif layer in OUTSIDE and other[0] not in OUTSIDE[layer]:
                yield f"{where}: {layer} may not import {name}"
        elif len(other) > 1:
            if other[1] not in ALLOWED[layer] and other[1] != "__version__":
                yield f"{where}: {layer} may not import {name}"
            elif layer == "store" and other[1] == "house" and name not in PORTS:
                yield f"{where}: the store knows no features, and may not import {name}"
            elif layer == "games" and len(parts) > 3 and other[1] == "games" and other[2:3] != parts[2:3]:
                yield f"{where}: a game may not import another"
            elif knows_bots(name) and not (knows_bots(module) or parts[-1] == "__init__" or layer == "bots"):
                yield f"{where}: knowledge is for the search alone, rules may not import it"


def named_twice(sources: Path) -> Iterator[tuple[str, list[str]]]:
    """Aliases that say the same have one meaning. A game's are its own: all games have a Phase, and none another's."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted(sources.rglob("*.py")):
        place, tree = path.relative_to(sources), ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, {})[str(place)] = str(place)
        for name, meaning in () if "games" in place.parts[1:2] else aliases(tree):
            found.setdefault(name, {})[str(place)] = meaning
    return ((name, [*places]) for name, places in found.items() if len(set(places.values())) > 1)


def aliases(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Names of types, and what they stand for: words in capitals and small letters, as no constant is written."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id[0].isupper() and not target.id.isupper():
                yield target.id, ast.unparse(node.value)


def graph(sources: Path) -> dict[str, set[str]]:
    """Which modules each imports: inside functions and for type checking too, for a reader follows those as well."""
    modules = {name_of(path, sources): path for path in sources.rglob("*.py")}
    found: dict[str, set[str]] = {module: set() for module in modules}
    for module, path in modules.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                inside = {f"{node.module}.{alias.name}" for alias in node.names}
                names = [*(inside & modules.keys()), *([] if inside <= modules.keys() else [node.module])]
            found[module] |= {name for name in names if name in modules and name != module}
    return found


def name_of(path: Path, sources: Path) -> str:
    parts = path.relative_to(sources).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def cycles(imported: dict[str, set[str]]) -> Iterator[list[str]]:
    """One for each group of modules that import each other."""
    done: set[str] = set()
    for start in sorted(imported):
        if start in done:
            continue
        way = path_back(imported, start)
        if way:
            yield way
            done |= set(way)


def path_back(imported: dict[str, set[str]], start: str) -> list[str]:
    """The shortest way from a module to itself."""
    came: dict[str, str] = {}
    front = [start]
    while front:
        reached = []
        for module in front:
            for other in sorted(imported[module]):
                if other == start:
                    way = [start, module]
                    while way[-1] != start:
                        way.append(came[way[-1]])
                    return way[::-1] if len(way) > 2 else [start, start]
                if other not in came:
                    came[other] = module
                    reached.append(other)
        front = reached
    return []


def knows_bots(module: str) -> bool:
    """Whether it is a game's knowledge, which is compiled with the search and not with the rules."""
    parts = module.split(".")
    return parts[1:2] == ["games"] and len(parts) > 3 and parts[3].startswith("knowledge")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                yield node.lineno, "parlour.relative-imports-are-not-used-here"
            elif node.module == "parlour":
                yield from ((node.lineno, f"parlour.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, node.module or ""


if __name__ == "__main__":
    sys.exit(main())
