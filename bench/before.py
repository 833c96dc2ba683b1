"""A checkout of another version of Parlour, to measure it in the same run as this one. It needs its own environment:

git worktree add ../before COMMIT
(cd ../before && ./dev build)
./dev bench server lists --against ../before
"""

import subprocess
from pathlib import Path


class Before:
    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.python = str(self.folder / ".venv" / "bin" / "python")
        if not Path(self.python).exists():
            raise SystemExit(f"there is no environment in {folder}: run ./dev build there first")

    def commit(self) -> str:
        command = ["git", "-C", str(self.folder), "describe", "--always"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() or "unknown"
