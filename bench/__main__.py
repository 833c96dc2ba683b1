"""`./dev bench [NAME …]`: run the measurements of these names (default: all) and append them to bench/results.md."""

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

from bench import aws, bots, cold, engine, env, lists, nets, page, processes, puzzles, rules, server, start, store
from bench.before import Before

RESULTS = Path(__file__).parent / "results.md"
MEASUREMENTS: dict[str, Callable[[], list[str]]] = {
    "rules": rules.measure,
    "env": env.measure,
    "start": start.measure,
    "bots": bots.measure,
    "store": store.measure,
    "lists": lists.measure,
    "server": server.measure,
    "processes": processes.measure,
    "page": page.measure,
    "cold": cold.measure,
    "puzzles": puzzles.measure,
    "engine": engine.measure,
    "nets": nets.measure,
    "aws": aws.measure,
}
# The same in this version and in another one, in turns.
COMPARISONS: dict[str, Callable[[Before], list[str]]] = {
    "lists": lists.compare,
    "server": server.compare,
    "page": page.compare,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(MEASUREMENTS)}")
    parser.add_argument(
        "--against",
        type=Path,
        metavar="FOLDER",
        help=f"a checkout of another version in which ./dev build was run: compare {', '.join(COMPARISONS)} with it",
    )
    parser.add_argument("--dry", action="store_true", help="print the figures, write nothing")
    args = parser.parse_args()
    unknown = set(args.names) - set(MEASUREMENTS)
    if unknown:
        parser.error(f"there is no measurement {', '.join(sorted(unknown))}; there are {', '.join(MEASUREMENTS)}")
    before = None if args.against is None else Before(args.against)
    if before is not None and not set(args.names) <= set(COMPARISONS):
        parser.error(f"only {', '.join(COMPARISONS)} can be compared with another version")
    measured = commit()  # before the results themselves make the tree differ from it
    for name in args.names or (MEASUREMENTS if before is None else COMPARISONS):
        print(f"› {name}", flush=True)
        told = MEASUREMENTS[name]() if before is None else COMPARISONS[name](before)
        against = "" if before is None else f", against {before.commit()}"
        lines = [f"## {name}, {date.today()}, commit {measured}{against}", "", machine(), "", *told, ""]
        print("\n".join(lines))
        if not args.dry:
            with RESULTS.open("a", encoding="utf-8") as results:
                results.write("\n" + "\n".join(lines))
    return 0


def commit() -> str:
    done = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def machine() -> str:
    known = Path("/proc/cpuinfo")
    lines = known.read_text().splitlines() if known.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    cpu = names[0] if names else platform.machine()
    return f"{os.cpu_count()} cores, {cpu}, Python {platform.python_version()}"


if __name__ == "__main__":
    sys.exit(main())
