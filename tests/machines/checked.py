"""Which games have been compared on CPU and WebAssembly as they are now. Written down in the repository, so that
whoever has touched neither a game nor what compiles it need not compile it once more; one is compared always.

As a program it writes down that all of them have passed: `./dev test` runs it at its end."""

import hashlib
import json
import re
from pathlib import Path

from parlour.bots import machines
from parlour.core.compiled import jit
from parlour.core.compiled.retarget import WASM
from parlour.games import BUILT_IN, load

ROOT = Path(__file__).parents[2]
CHECKED = Path(__file__).with_name("equal-checked.json")  # by game
ALWAYS = "connect4"


def sources_of(name: str) -> str:
    """A stamp of all that a game's module is made from, and of the versions that compile it."""
    made_from = jit.fingerprint(load(name).home, machines.HOME, WASM)
    # Of all packages, those that compile: another one changes nothing here.
    versions = re.findall(r"^(?:llvmlite|numba|numpy)==.*", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE)
    assert len(versions) == 3
    return hashlib.sha256(f"{made_from} {versions}".encode()).hexdigest()[:20]


def passed() -> dict[str, str]:
    return json.loads(CHECKED.read_text()) if CHECKED.exists() else {}  # type: ignore[no-any-return]


def is_due(name: str) -> bool:
    return name == ALWAYS or passed().get(name) != sources_of(name)


def main() -> None:
    now = {name: sources_of(name) for name in sorted(BUILT_IN)}
    if now != passed():
        CHECKED.write_text(json.dumps(now, indent=2) + "\n")
        print(f"› CPU and WebAssembly are equal: please commit {CHECKED.relative_to(ROOT)}", flush=True)


if __name__ == "__main__":
    main()
