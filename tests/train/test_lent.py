"""The minutes of a GPU that is lent: one command there, a few files home, and trainings go on from them."""

import io
import json
import tarfile
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from bench import lent
from bench.lent import Lent, length_of, take

needs_torch = pytest.mark.skipif(
    find_spec("torch") is None, reason="PyTorch is not installed: pip install parlour[train]"
)


def training(folder: Path, gates: list[tuple[bool, bool]], also: str = "") -> None:
    """One that has come so far: whether each round's net was taken, and may be shipped."""
    (folder / "nets").mkdir(parents=True)
    lines = []
    for number, (passed, ships) in enumerate(gates, 1):
        for what in ("play", "learn", "gate"):
            lines.append({"what": what, "round": number, "points": 60, "games": 100, "passed": passed, "ships": ships})
        (folder / "nets" / f"round-{number:03d}.net").write_text(f"net {number}")
    (folder / "progress.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines) + also)
    for name in ("best.net", "ship.net", "progress.svg"):
        (folder / name).write_text(name)


def lease(tmp_path: Path, minutes: float = 1.0, on: str = "cpu") -> Lent:
    return Lent(tmp_path / "brought", tmp_path / "out", minutes, on, tmp_path / "work")


def files_of(folder: Path) -> dict[str, str]:
    return {str(each.relative_to(folder)): each.read_text() for each in folder.rglob("*") if each.is_file()}


def test_what_a_training_goes_on_by_comes_home_and_is_taken_once(tmp_path: Path) -> None:
    """Of its nets the last one, the best and what may be shipped; the rest would only be carried about."""
    training(tmp_path / "work" / "yinsh-2", [(True, True), (True, False), (False, False), (False, False)])
    lease(tmp_path).bring_home()
    home = tmp_path / "home" / "trainings" / "yinsh-2"
    home.mkdir(parents=True)
    (home / "kit.json").write_text("the game")
    said: list[str] = []
    assert take(tmp_path / "out", tmp_path / "home", said.append) == 1
    assert said == [
        "yinsh-2: 4 rounds; the last scored 60.0 % of 100 against the best before it, ship.net may be shipped"
    ]
    assert sorted(path.name for path in (home / "nets").iterdir()) == [
        "round-001.net",
        "round-002.net",
        "round-004.net",
    ]
    there, here = files_of(tmp_path / "work" / "yinsh-2"), files_of(home)
    assert here.pop("kit.json") == "the game"
    assert all(there[name] == text for name, text in here.items())
    assert length_of(home) == 12
    assert take(tmp_path / "out", tmp_path / "home", said.append) == 0
    assert said[-1] == "yinsh-2: nothing new"


def test_a_net_that_was_to_be_shipped_does_not_outlive_a_training_that_has_none(tmp_path: Path) -> None:
    training(tmp_path / "work" / "yinsh-2", [(True, False)])
    (tmp_path / "work" / "yinsh-2" / "ship.net").unlink()
    lease(tmp_path).bring_home()
    home = tmp_path / "home" / "trainings" / "yinsh-2"
    training(home, [])
    (home / "kit.json").write_text("the game")
    take(tmp_path / "out", tmp_path / "home", lambda line: None)
    assert not (home / "ship.net").exists()


def test_files_that_come_home_are_no_larger_than_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lent, "MOST_BYTES", 30_000)
    for name in ("yinsh-2", "dance-1", "command-2"):
        training(tmp_path / "work" / name, [(True, True)])
    lease(tmp_path).bring_home()
    tars = sorted((tmp_path / "out").glob("*.tar"))
    assert [path.name for path in tars] == ["results-1.tar", "results-2.tar"]
    assert all(path.stat().st_size <= 40_000 for path in tars)
    for name in ("yinsh-2", "dance-1", "command-2"):
        (tmp_path / "home" / "trainings" / name).mkdir(parents=True)
        (tmp_path / "home" / "trainings" / name / "kit.json").touch()
    assert take(tmp_path / "out", tmp_path / "home", lambda line: None) == 3


@pytest.mark.parametrize("name", ["../escape", "yinsh-2/../../escape", "/etc/passwd", "yinsh-2/nets/round-x.net"])
def test_nothing_is_put_where_no_training_is(name: str, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with tarfile.open(tmp_path / "out" / "results-1.tar", "w") as tar:
        entry = tarfile.TarInfo(name)
        entry.size = 4
        tar.addfile(entry, io.BytesIO(b"evil"))
    with pytest.raises(SystemExit, match="is no part of a training"):
        take(tmp_path / "out", tmp_path / "home")


def test_a_line_that_is_being_written_is_not_counted(tmp_path: Path) -> None:
    training(tmp_path / "work" / "yinsh-2", [(True, True)], also='{"what": "pl')
    assert length_of(tmp_path / "work" / "yinsh-2") == 3


def test_a_second_lease_goes_on_where_the_first_one_was(tmp_path: Path) -> None:
    """On a bare machine from what was packed; on one that is still warm from what is there, if that is further."""
    packed = tmp_path / "brought" / "trainings" / "yinsh-2"
    training(packed, [(True, True)])
    here = lease(tmp_path)._brought("yinsh-2")
    assert length_of(here) == 3
    for path in (here / "progress.jsonl", packed / "progress.jsonl"):
        more = 4 if path.is_relative_to(here) else 3
        path.write_text("".join(f'{{"what": "play", "round": {n}}}\n' for n in range(more)))
    assert length_of(lease(tmp_path)._brought("yinsh-2")) == 4


def test_what_takes_too_long_is_ended_with_all_that_it_began(tmp_path: Path) -> None:
    one = lease(tmp_path)
    began = time.monotonic()
    assert one._do("gpu", ["timeit", "-n1", "-r1", "import time; time.sleep(60)"], 0.3) is None
    assert time.monotonic() - began < 20
    assert one._do("vec", ["timeit", "-n1", "-r1", "raise SystemExit(3)"], 30) == 1
    assert one._do("vec", ["this"], 30) == 0
    log = (tmp_path / "out" / "log.txt").read_text()
    assert "gpu: its time is over" in log
    assert "vec: ended with 1" in log
    assert "Namespaces are one honking great idea" in log


def test_each_work_has_an_even_share_of_what_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Comparisons end in time; a training may finish its round while there is time, and the last has all of it."""
    asked: list[tuple[str, list[str], float]] = []
    monkeypatch.setattr(Lent, "_do", lambda self, work, command, limit: asked.append((work, command, limit)))
    (tmp_path / "brought" / "gpu").mkdir(parents=True)
    for name in ("dance-1", "yinsh-2"):
        folder = tmp_path / "brought" / "trainings" / name
        folder.mkdir(parents=True)
        (folder / "kit.json").touch()
    assert lease(tmp_path, 9, "gpu").run([]) == 0
    assert [work for work, _, _ in asked] == ["gpu", "dance-1", "yinsh-2"]
    assert asked[0][1] == ["bench.gpu", "run", str(tmp_path / "brought" / "gpu")]
    assert [round(limit) for _, _, limit in asked] == [180, 330, 530]
    assert asked[1][1][-2:] == ["--minutes", "4.500"]
    assert lease(tmp_path, 0.1, "gpu").run([]) == 0
    assert len(asked) == 3
    assert "left for another time" in (tmp_path / "out" / "log.txt").read_text()


@pytest.mark.slow
@pytest.mark.compiled
@needs_torch
def test_a_lease_from_end_to_end_on_this_machines_cores(tmp_path: Path) -> None:
    """Packed, played in its own process, brought home, taken: and the next lease goes on."""
    from parlour.train.prepare import SETTINGS, kit_of
    from parlour.train.settings import read_settings
    from tests.train.test_training import TINY

    packed = tmp_path / "brought" / "trainings" / "connect4-2"
    packed.mkdir(parents=True)
    (packed / SETTINGS).write_text(TINY)
    kit_of(read_settings(packed / SETTINGS), packed, kernels=False)
    assert lease(tmp_path, 2).run([]) == 0
    log = (tmp_path / "out" / "log.txt").read_text()
    assert "round 2:" in log, log
    assert take(tmp_path / "out", tmp_path / "brought", lambda line: None) == 1
    assert length_of(packed) == 6
    assert (packed / "best.net").exists()
    assert lease(tmp_path / "warm", 2).run(["connect4-2"]) == 1, "nothing was brought there"
