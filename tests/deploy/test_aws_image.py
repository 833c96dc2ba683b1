"""An image for AWS: what its Dockerfile promises, what a folder for it refuses to be made of, and that a function
starts from such a folder, wherever it lies, without compiling anything."""

import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from parlour.aws import image
from parlour.aws.image import APP, COMPILED, PROCESSOR, describe, lay_out, write_byte_code
from parlour.core.texts import Refused
from tests.aws.events import http_event
from tests.aws.gateway import gateway
from tests.aws.test_rehearsal import ONE_OF_EACH, Person, play_a_match, until
from tests.aws_server import CREDENTIALS
from tests.places import DYNAMO

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "deploy" / "aws" / "Dockerfile").read_text()
LOCK = ROOT / "requirements-aws.lock"
STEPS = [line.partition(" ")[::2] for line in DOCKERFILE.splitlines() if line and not line.startswith("#")]
SETTINGS = dict(rest.split("=", 1) for step, rest in STEPS if step == "ENV")
MOST_CPU = 2.0  # seconds that a cold start may take
GAME = "connect4"
FRONT = {"x-parlour-front": "shown by CloudFront", "x-parlour-viewer": "203.0.113.9", "host": "api.example"}


def test_it_copies_the_folder_and_does_nothing_else() -> None:
    assert {step for step, _ in STEPS} == {"ARG", "FROM", "COPY", "ENV", "USER", "ENTRYPOINT", "CMD"}
    assert [rest.split()[0] for step, rest in STEPS if step == "COPY"] == [APP, COMPILED, image.DESCRIPTION]


def test_it_pins_the_processor_and_finds_what_came_along() -> None:
    assert SETTINGS["NUMBA_CPU_NAME"] == PROCESSOR
    assert SETTINGS["NUMBA_CPU_FEATURES"] == ""
    copied = {rest.split()[0]: rest.split()[1] for step, rest in STEPS if step == "COPY"}
    assert (SETTINGS["PYTHONPATH"], SETTINGS["PARLOUR_COMPILED"]) == (copied[APP], copied[COMPILED])


def test_nobody_runs_it_as_root_and_amazons_own_client_calls_the_handler() -> None:
    told = dict(STEPS)
    assert told["USER"] == "65532:65532"
    assert json.loads(told["ENTRYPOINT"]) == ["python", "-m", "awslambdaric"]
    assert re.search(r"^awslambdaric==", LOCK.read_text(), re.MULTILINE)


# -- laying it out --------------------------------------------------------------------------------------------


def test_a_folder_that_has_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "own").touch()
    with pytest.raises(Refused, match="is there already, and not empty"):
        lay_out(tmp_path, LOCK)


def test_packages_that_nobody_has_listed_are_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"There is no .*none\.lock"):
        lay_out(tmp_path / "image", tmp_path / "none.lock")
    assert not (tmp_path / "image").exists()


def test_a_house_without_its_page_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image, "PACKAGE", tmp_path)
    with pytest.raises(Refused, match=r"\./dev build"):
        lay_out(tmp_path / "image", LOCK)


def test_byte_code_is_read_whatever_the_times_of_sources(tmp_path: Path) -> None:
    source = tmp_path / "one.py"
    source.write_text("print('as compiled')")
    write_byte_code(tmp_path)
    source.write_text("print('as changed')")
    os.utime(source, (1, 1))
    run = [sys.executable, "-c", "import one"]
    said = subprocess.run(run, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True)
    assert said.stdout == "as compiled\n"


# -- starting from it -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Of one game, with all packages: those come from the index, or from pip's own folder."""
    folder = tmp_path_factory.mktemp("aws") / "image"
    assert lay_out(folder, LOCK, games=[GAME]) == 0
    moved = folder.parent / "elsewhere"
    shutil.copytree(folder, moved)  # as COPY does: times are others, and so is the place
    shutil.rmtree(folder)
    yield moved
    shutil.rmtree(moved, ignore_errors=True)


PLAYED = """
from parlour.bots import is_ready
from parlour.bots.searcher import compile_search
from parlour.core.compiled.jit import compilations
from parlour.core.compiled.prepare import compile_game
from parlour.games import load
assert is_ready({game!r}), "it came along"
compile_game(load({game!r}))
compile_search(load({game!r}))
print(compilations())
"""
ANSWERED = """
import json, os
import awslambdaric, parlour
from parlour.aws.functions import http
answer = http(json.loads(os.environ["EVENT"]), None)
print(answer["statusCode"], parlour.__file__)
"""


def everything_in(folder: Path) -> set[tuple[str, int]]:
    return {(str(path.relative_to(folder)), path.stat().st_mtime_ns) for path in folder.rglob("*")}


@pytest.fixture
def environment(laid_out: Path, tmp_path: Path) -> dict[str, str]:
    own = {name: value.replace("/opt/parlour", str(laid_out)) for name, value in SETTINGS.items()}
    return {**own, "PATH": os.environ["PATH"], "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}


def run(code: str, environment: Mapping[str, str], writable: Path) -> tuple[list[str], float]:
    """Its words, and its CPU seconds. With -S: what this machine's Python has besides is not on the way."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = read_only([sys.executable, "-S", "-c", code], writable)
    done = subprocess.run(command, env=dict(environment), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout.split(), now.ru_utime + now.ru_stime - spent.ru_utime - spent.ru_stime


@pytest.mark.slow
@pytest.mark.compiled
def test_from_the_folder_read_only_and_elsewhere_nothing_is_compiled(
    laid_out: Path, environment: Mapping[str, str], tmp_path: Path
) -> None:
    about = describe(laid_out)
    assert (about.python, about.processor, about.games) == (platform.python_version(), PROCESSOR, [GAME])
    before = everything_in(laid_out)
    said, _ = run(PLAYED.format(game=GAME), environment, tmp_path)
    assert said == ["0"]
    assert everything_in(laid_out) == before, "nothing was written"


@pytest.mark.slow
@DYNAMO
def test_a_function_starts_and_answers_within_two_seconds_of_a_processor(
    laid_out: Path, environment: Mapping[str, str], tmp_path: Path, dynamo: str
) -> None:
    told = {
        **environment, **CREDENTIALS, "PARLOUR_DATABASE": dynamo, "PARLOUR_PUBLIC_URL": "https://games.example.org",
        "PARLOUR_DATA": str(tmp_path / "data"), "PARLOUR_PUSH": "none", "PARLOUR_AWS_FRONT": "shown by CloudFront",
        "EVENT": json.dumps(http_event("GET", "/api/v1/games", headers=FRONT)),
    }  # fmt: skip
    run(ANSWERED, told, tmp_path)  # the table is made, and what lies on the disk is in memory
    (status, where), cpu = run(ANSWERED, told, tmp_path)
    assert status == "200"
    assert Path(where).is_relative_to(laid_out)
    print(f"\na cold start takes {cpu:.2f} CPU seconds")
    assert cpu <= MOST_CPU


@pytest.mark.slow
@pytest.mark.compiled
@DYNAMO
def test_two_people_play_a_match_and_a_bot_from_the_folder_read_only(
    laid_out: Path, environment: Mapping[str, str], tmp_path: Path, aws: str
) -> None:
    before, run = everything_in(laid_out), tmp_path / "run"
    run.mkdir()
    told = {name: value for name, value in environment.items() if name != "PATH"} | {"TMPDIR": str(run)}
    python = read_only([sys.executable, "-S"], run)
    with gateway(aws, "from-the-folder", run, instances=ONE_OF_EACH, python=python, **told) as house:
        play_a_match(house.base)
        ada = Person(house.base)
        seats = [{"kind": "me"}, {"kind": "bot", "level": 2}]
        table = ada.ask("POST", "/tables", {"game": GAME, "seats": seats})["rules"]["table"]
        ada.ask("POST", f"/tables/{table}/steps", {"seat": 0, "steps": ["d"]})
        until(lambda: ada.ask("GET", f"/tables/{table}/events?seat=0")["now"]["to_act"] == [0] or None)
        assert house.failures == []
    assert everything_in(laid_out) == before, "nothing was written"


THOUGHT = """
import os
from multiprocessing import Semaphore
from multiprocessing.sharedctypes import RawValue
from parlour.bots.pool import Pool

for refused in (lambda: Semaphore(), lambda: RawValue("q", 0)):
    try:
        refused()
    except OSError:
        continue
    raise AssertionError("there is memory to share after all")
if __name__ == "__main__":
    with Pool(workers=1) as pool:
        print(pool.call(os.getppid).result(60) == os.getpid())
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hides a folder from a process")
def test_bots_think_where_processes_share_no_memory_and_no_semaphore(tmp_path: Path) -> None:
    """As where functions run: there is no /dev/shm. Here it is there and cannot be written."""
    script = 'mount --make-rprivate / && mount --bind "$0" /dev/shm && mount -o remount,ro,bind /dev/shm && exec "$@"'
    think = ["unshare", "--mount", "sh", "-c", script, str(tmp_path), sys.executable, "-c", THOUGHT]
    done = subprocess.run(think, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


def read_only(command: list[str], writable: Path) -> list[str]:
    """In a namespace of its own, in which all is read-only but what is named. Not root: as oneself."""
    if os.geteuid() != 0:
        return command
    script = 'mount --make-rprivate / && mount --bind "$0" "$0" && mount -o remount,ro,bind / && exec "$@"'
    return ["unshare", "--mount", "sh", "-c", script, str(writable), *command]
