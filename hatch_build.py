"""Build hook: a wheel carries the web page. It is built here if `./dev build` has not built it already."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PAGE = ROOT / "src" / "parlour" / "server" / "page"


class PageHook(BuildHookInterface):
    """Makes sure that the page is there before files are collected."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or (PAGE / "index.html").exists():
            return
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError(
                "The web page has to be built first, and there is no Node.js here: run ./dev build, or install Node 20."
            )
        subprocess.run([npm, "install", "--no-audit", "--no-fund"], cwd=ROOT / "web", check=True)
        subprocess.run([npm, "run", "build"], cwd=ROOT / "web", check=True)
