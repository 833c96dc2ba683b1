"""Pictures of every page of the web client, and what differs between two sets of them.

    python -m tools.screens take FOLDER [--page A_BUILT_PAGE]
    python -m tools.screens compare OLD NEW [--out DIFFERENCES]

Two takes of one build are equal, pixel by pixel: so what differs between two builds is what the change has changed.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.screens_camera import SIZES, Camera, launch
from tools.screens_compare import compare
from tools.screens_house import furnished
from tools.screens_pages import SCENES


def take(folder: Path, built: Path | None, only: str, size: str | None) -> int:
    """Each size in a process of its own, with a house of its own: what is looked at in one leaves traces there."""
    if built is not None and not (built / "index.html").is_file():
        raise SystemExit(f"{built} has no index.html: --page is the folder of a built page")
    folder.mkdir(parents=True, exist_ok=True)
    if size is not None:
        return take_at(size, folder, built, only)
    command = [sys.executable, "-m", "tools.screens", "take", str(folder), "--only", only]
    command += [] if built is None else ["--page", str(built)]
    taking = [subprocess.Popen([*command, "--size", each]) for each in SIZES]
    return max(process.wait() for process in taking)


def take_at(size: str, folder: Path, built: Path | None, only: str) -> int:
    begun = time.monotonic()
    memory = Path("/dev/shm")  # where there is such a place: the house writes with every step
    with (
        tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as kept,
        furnished(Path(kept), built) as (house, made),
        sync_playwright() as playwright,
    ):
        print(f"{size}: the house is furnished, {time.monotonic() - begun:.0f} s", flush=True)
        browser = launch(playwright, house)
        camera = Camera(browser, house, folder, size, only)
        for scene in SCENES:
            scene(camera, made)
        camera.leave()
        browser.close()
    print(f"{size}: {len(camera.taken)} pictures in {folder}, {time.monotonic() - begun:.0f} s", flush=True)
    return 0


def tell(old: Path, new: Path, out: Path | None) -> int:
    """What differs, in words; 1 if anything does."""
    for folder in (old, new):
        if not folder.is_dir():
            raise SystemExit(f"there is no folder {folder}")
    found = compare(old, new, out)
    for difference in found.differing:
        print(difference)
    for name in found.missing:
        print(f"{name}: missing")
    for name in found.new:
        print(f"{name}: new")
    print(
        f"{found.equal} equal, {len(found.differing)} differ, {len(found.missing)} missing, {len(found.new)} new"
        + (f"; see {out}" if out and found.differing else "")
    )
    return 0 if found.same else 1


def main(arguments: list[str]) -> int:
    top = argparse.ArgumentParser(prog="./dev screens", description=__doc__.splitlines()[0] if __doc__ else None)
    commands = top.add_subparsers(dest="command", required=True)
    taking = commands.add_parser("take", help="a picture of every page")
    taking.add_argument("folder", type=Path)
    taking.add_argument("--page", type=Path, help="another build of the page, as src/parlour/server/page is one")
    taking.add_argument("--only", default="", help="pictures with this in their name")
    taking.add_argument("--size", choices=SIZES, help="only this one")
    comparing = commands.add_parser("compare", help="which pictures differ, and where")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    comparing.add_argument("--out", type=Path, help="where to draw what differs: old, new, and the difference")
    args = top.parse_args(arguments)
    if args.command == "compare":
        return tell(args.old, args.new, args.out)
    return take(args.folder, args.page, args.only, args.size)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
