"""The image: what its Dockerfile promises, and that its steps lead from an empty folder to a house that is well."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from parlour.cli import parser
from parlour.core.compiled import retarget
from parlour.games import BUILT_IN
from tests.deploy import dockerfile
from tests.deploy.dockerfile import Build, Stage

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
STAGES = dockerfile.read(DOCKERFILE.read_text())
HOUSE = STAGES[-1]
NOBODY = 65532
PATIENCE = 180.0  # seconds for a busy machine to open a house


def test_every_package_comes_from_a_lock_with_hashes() -> None:
    installs = [rest for stage in STAGES for what, rest in stage.steps if what == "RUN" and " install " in rest]
    pips = [line for line in installs if "/pip " in line]
    assert len(pips) == 4
    for line in pips:
        assert "--require-hashes -r requirements" in line or "--no-deps --no-index" in line
    assert "package-lock.json" in DOCKERFILE.read_text()


def test_the_house_runs_as_nobody_and_writes_into_its_volume_alone() -> None:
    assert HOUSE.last("USER") == f"{NOBODY}:{NOBODY}"
    assert HOUSE.last("VOLUME") == '["/var/lib/parlour"]'
    written = {HOUSE.environment[name] for name in ("PARLOUR_DATA", "PARLOUR_CACHE", "HOME")}
    assert all(Path(path).is_relative_to("/var/lib/parlour") for path in written)
    after = [what for what, _ in HOUSE.steps[[what for what, _ in HOUSE.steps].index("USER") :]]
    assert "RUN" not in after


def test_games_are_compiled_for_browsers_before_the_wheel_and_the_linker_stays_behind() -> None:
    linkers = [
        stage.name for stage in STAGES if any("apt-get install" in rest and "lld" in rest for _, rest in stage.steps)
    ]
    assert linkers == ["modules"]
    made = next(stage for stage in STAGES if stage.name == "modules").steps[-1]
    assert made == ("RUN", "/opt/modules/bin/python -m parlour compile --for wasm --beside")
    assert callable(parser().parse_args(made[1].partition("-m parlour ")[2].split()).run)
    wheel = [rest for _, rest in next(stage for stage in STAGES if stage.name == "wheel").steps]
    brought = wheel.index("COPY --from=modules /build/src/parlour/games src/parlour/games".removeprefix("COPY "))
    assert brought < next(i for i, rest in enumerate(wheel) if "hatchling build" in rest)
    assert linkers[0] not in {rest.split()[0].removeprefix("--from=") for what, rest in HOUSE.steps if what == "COPY"}


def test_a_wheel_carries_the_modules_that_have_been_made(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, tmp_path / name)
    package = tmp_path / "src" / "parlour"
    for folder in ("games/connect4/modules", "server/page"):
        (package / folder).mkdir(parents=True)
    shutil.copy2(ROOT / "src" / "parlour" / "__init__.py", package / "__init__.py")
    (package / "server" / "page" / "index.html").touch()  # it has been built
    made = {"connect4.wasm", "connect4.wasm.json"}
    for each in made:
        (package / "games" / "connect4" / "modules" / each).write_bytes(b"made")
    (tmp_path / ".gitignore").write_text((ROOT / ".gitignore").read_text())
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    subprocess.run(build, cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {f"parlour/games/connect4/modules/{each}" for each in made} <= set(names)


@pytest.mark.parametrize("command", [HOUSE.command, HOUSE.health_check])
def test_its_command_and_its_health_check_are_commands_of_parlour(command: list[str]) -> None:
    assert command[0] == "/opt/parlour/bin/parlour"
    assert callable(parser().parse_args(command[1:]).run)


def test_what_a_build_copies_is_there_and_is_let_in() -> None:
    lets_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    sources = [rest.split()[:-1] for stage in STAGES for what, rest in stage.steps if what == "COPY"]
    copied = [source for each in sources if not each[0].startswith("--from=") for source in each]
    assert copied
    for source in copied:
        assert (ROOT / source).exists(), source
        assert source.split("/")[0] in lets_in, source


def test_the_compose_file_gives_nobody_more_than_needed() -> None:
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    assert set(compose["services"]) == {"house", "database"}
    for name, service in compose["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert not service.get("privileged"), name
        for mounted in service["volumes"]:
            assert mounted.split(":")[0] in compose["volumes"], "nothing of the machine's is mounted"
        for secret in service["secrets"]:
            assert compose["secrets"][secret]["file"].startswith("./secrets/")
    house, database = compose["services"]["house"], compose["services"]["database"]
    assert house["ports"] == ["127.0.0.1:8000:8000"], "the proxy alone comes in"
    assert "ports" not in database
    assert house["depends_on"]["database"]["condition"] == "service_healthy"
    assert "healthcheck" in database
    assert not re.search(r"password[ \t]*[:=][ \t]*\S", (ROOT / "deploy" / "compose.yaml").read_text(), re.IGNORECASE)
    known = re.findall(r"PARLOUR_[A-Z_]+", str(house["environment"]))
    assert {f"--{name.removeprefix('PARLOUR_').lower().replace('_', '-')}" for name in known} <= {
        flag for action in _serve_actions() for flag in action
    }


def _serve_actions() -> list[list[str]]:
    choices = parser()._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    return [action.option_strings for action in choices["serve"]._actions]  # type: ignore[index]


# -- the steps themselves ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def empty_folder() -> Iterator[Path]:
    """That others may enter: what pytest makes is for its user alone."""
    folder = Path(tempfile.mkdtemp(prefix="parlour-image-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def context_in(folder: Path) -> Path:
    """What is in the repository, as a clone would have it."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def confined(command: list[str], data: Path) -> list[str]:
    """As nobody, where everything but the data folder is read-only. Not root: as oneself, with what the files' modes
    forbid alone."""
    if os.geteuid() != 0:
        return command
    script = 'mount --make-rprivate / && mount --bind "$0" "$0" && mount -o remount,ro,bind / && exec "$@"'
    nobody = [
        "setpriv",
        f"--reuid={NOBODY}",
        f"--regid={NOBODY}",
        "--clear-groups",
        "--no-new-privs",
        "--bounding-set=-all",
    ]
    return ["unshare", "--mount", "sh", "-c", script, str(data), *nobody, *command]


def ask(build: Build, env: dict[str, str], data: Path) -> subprocess.CompletedProcess[str]:
    check = [build.within(HOUSE.name, word) for word in HOUSE.health_check]
    return subprocess.run(confined(check, data), env=env, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.skipif(retarget.linker() is None, reason="there is no linker for WebAssembly here (Debian: lld)")
def test_its_steps_lead_from_an_empty_folder_to_a_house_that_is_well(empty_folder: Path) -> None:
    build = Build(context_in(empty_folder / "context"), empty_folder / "stages")
    for stage in STAGES:
        build.take(stage)
    data = Path(build.within(HOUSE.name, "/var/lib/parlour"))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (data / "tmp").mkdir()
    if os.geteuid() == 0:
        os.chown(data / "tmp", NOBODY, NOBODY)
    env = {
        "PATH": os.environ["PATH"], **build.environment_of(HOUSE), "PARLOUR_HOST": "127.0.0.1",
        "PARLOUR_PORT": str(port), "TMPDIR": str(data / "tmp"), "PARLOUR_PUBLIC_URL": "https://games.example.org",
    }  # fmt: skip
    assert ask(build, env, data).returncode == 1, "nobody is there yet"
    command = [build.within(HOUSE.name, word) for word in HOUSE.command]
    with (empty_folder / "said").open("w") as said:
        server = subprocess.Popen(confined(command, data), env=env, cwd="/", stdout=said, stderr=said)
    try:
        until = time.monotonic() + PATIENCE
        while (answer := ask(build, env, data)).returncode and time.monotonic() < until and server.poll() is None:
            time.sleep(0.5)
        told = (empty_folder / "said").read_text()
        assert answer.returncode == 0, told
        assert "open and can write" in answer.stdout
        assert (data / "house.db").exists()
        for name in BUILT_IN:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/games/{name}/module", timeout=60) as brought:
                assert json.load(brought)["description"]["game"] == name, "an engine for browsers came along"
        assert "runs as root" not in told
        if os.geteuid() == 0:
            assert {path.stat().st_uid for path in data.iterdir()} == {NOBODY}
            elsewhere = confined([sys.executable, "-c", f"open({str(build.root(HOUSE.name) / 'x')!r}, 'w')"], data)
            refused = subprocess.run(elsewhere, env=env, capture_output=True, text=True, check=False)
            assert "Read-only file system" in refused.stderr
    finally:
        server.terminate()
        server.wait(20)


def test_steps_that_fail_are_not_passed_over(tmp_path: Path) -> None:
    build = Build(tmp_path, tmp_path / "stages")
    with pytest.raises(AssertionError, match="no-such-command"):
        build.take(Stage("one", "none", [("RUN", "no-such-command")]))
    with pytest.raises(ValueError, match="ADD"):
        dockerfile.read("FROM x AS y\nADD a b\n")
