"""Reads a Dockerfile, and takes its steps without Docker: every stage has a folder that stands for its root.

Base images are left out, and what they are given with apt-get: Python, Node and the linker are this machine's. Paths
below PREFIXES mean those in the stage's folder."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

PREFIXES = ("build", "opt", "var/lib/parlour")
KNOWN = {"FROM", "WORKDIR", "ENV", "COPY", "RUN", "USER", "EXPOSE", "VOLUME", "HEALTHCHECK", "CMD"}
_PATH = re.compile(rf"(?<![\w./-])/({'|'.join(PREFIXES)})(?![\w-])")


@dataclass
class Stage:
    name: str
    image: str
    steps: list[tuple[str, str]] = field(default_factory=list)  # what is to be done, and the rest of the line

    def last(self, what: str) -> str | None:
        return next((rest for step, rest in reversed(self.steps) if step == what), None)

    @property
    def environment(self) -> dict[str, str]:
        pairs = (rest.partition("=") for step, rest in self.steps if step == "ENV")
        return {name: value for name, _, value in pairs}

    @property
    def command(self) -> list[str]:
        return list(json.loads(self.last("CMD") or "[]"))

    @property
    def health_check(self) -> list[str]:
        return list(json.loads((self.last("HEALTHCHECK") or "CMD []").partition("CMD ")[2]))


def read(text: str) -> list[Stage]:
    stages: list[Stage] = []
    for line in text.replace("\\\n", " ").splitlines():
        what, _, rest = line.strip().partition(" ")
        if not what or what.startswith("#"):
            continue
        if what not in KNOWN:
            raise ValueError(f"nobody knows here what {what} does")
        if what == "FROM":
            image, _, name = rest.partition(" AS ")
            stages.append(Stage(name.strip(), image.strip()))
        else:
            stages[-1].steps.append((what, rest.strip()))
    return stages


@dataclass
class Build:
    """Takes the steps in `folder`, with files from `context`."""

    context: Path
    folder: Path

    def root(self, stage: str) -> Path:
        return self.folder / stage

    def within(self, stage: str, text: str) -> str:
        """A text of the Dockerfile in which paths are those of the stage's folder."""
        return _PATH.sub(lambda found: f"{self.root(stage)}/{found[1]}", text)

    def take(self, stage: Stage) -> None:
        root, here = self.root(stage.name), self.root(stage.name)
        root.mkdir(parents=True)
        so_far: dict[str, str] = {}  # a variable is there from its line on
        for what, rest in stage.steps:
            if what == "WORKDIR":
                here = Path(self.within(stage.name, rest))
                here.mkdir(parents=True, exist_ok=True)
            elif what == "COPY":
                self._copy(rest, here)
            elif what == "ENV":
                name, _, value = rest.partition("=")
                so_far[name] = self.within(stage.name, value)
            elif what == "RUN":
                self._run(stage, rest, here, so_far)

    def _copy(self, rest: str, here: Path) -> None:
        *sources, target = shlex.split(rest)
        origin = self.context
        if sources[0].startswith("--from="):
            origin = self.root(sources.pop(0).removeprefix("--from="))
        for source in sources:
            found = origin / source.lstrip("/")
            if found.is_dir():
                shutil.copytree(found, here / target, dirs_exist_ok=True, symlinks=True)
            else:
                (here / target).mkdir(parents=True, exist_ok=True)
                shutil.copy2(found, here / target)

    def _run(self, stage: Stage, command: str, here: Path, variables: dict[str, str]) -> None:
        if command.startswith("apt-get "):
            return
        command = re.sub(r"^python\b", sys.executable, self.within(stage.name, command))
        if os.geteuid() != 0:
            command = re.sub(r" -[og] \d+", "", command)  # what only root can give away stays one's own
        env = {**os.environ, **variables}
        done = subprocess.run(["sh", "-c", command], cwd=here, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"

    def environment_of(self, stage: Stage) -> dict[str, str]:
        return {name: self.within(stage.name, value) for name, value in stage.environment.items()}
