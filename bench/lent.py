"""The minutes of a GPU that is lent: what is to be done there is one command, and comes home in a few files.

    python -m bench.lent make FOLDER [WORK …] [--games GAME …]        where the rules and a compiler are
    python -m bench.lent run FOLDER OUT [WORK …] [--minutes 9]        there, with NumPy, CuPy and PyTorch
    python -m bench.lent take OUT FOLDER                              home again: trainings go on from there

WORK is `gpu` (are rules, search and nets the CPU's to the bit? speeds), `vec` (the same of environments, beside Pgx's),
or a training, as `yinsh-2`; without any it is all of it, in this order. Each has an even share of the minutes that are
left. What comes home is in OUT/log.txt and OUT/results-1.tar, written anew whenever something was finished: so the
command can be killed at any moment. `--games` are those that are compared.
"""

import argparse
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMPARISONS = {"gpu": "bench.gpu", "vec": "bench.gpu_vec"}
TRAININGS = "trainings"
PROGRESS, NETS = "progress.jsonl", "nets"
STATE = (PROGRESS, "progress.svg", "best.net", "ship.net", "duels.json", "settings.toml")  # of a training
WORK = Path("/tmp/parlour-trainings")  # there; it stays while the machine does
RESULTS, LOG = "results-{}.tar", "log.txt"
MOST_BYTES = 15 << 20  # of a file that comes home
LEAST = 20.0  # seconds for which nothing is begun any more
GRACE = 60.0  # beyond its share, for a training to finish its round while others wait
LOOK = 10.0  # seconds between two looks for something to bring home
Say = Callable[[str], None]


# -- where the rules are -----------------------------------------------------------------------------------------


def make(folder: Path, works: Sequence[str], games: list[str]) -> None:
    from bench import gpu, gpu_vec
    from parlour.train.prepare import packs, train

    known = {f"{name}-{seats}": (name, seats) for name, seats in packs()}
    unknown = [work for work in works if work not in COMPARISONS and work not in known]
    if unknown:
        raise SystemExit(f"there is no work {', '.join(unknown)}; there are {', '.join([*COMPARISONS, *known])}")
    wanted = list(works or [*COMPARISONS, *known])
    for work in wanted:
        if work == "gpu":
            gpu.make(folder / work, games)
        elif work == "vec":
            gpu_vec.make(folder / work, games)
        else:
            name, seats = known[work]
            train(name, None, folder / TRAININGS / work, seats=seats, pack=True)
            print(f"{work}: {bytes_of(folder / TRAININGS / work) / 1e6:.1f} MB", flush=True)
    print(f"\nBring along the repository and {folder}, {bytes_of(folder) / 2**20:.0f} MiB. There, in its root:")
    print(f"    python3 -m bench.lent run {folder} OUT {' '.join(works)}".rstrip())


def bytes_of(folder: Path) -> int:
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())


# -- where the GPU is --------------------------------------------------------------------------------------------


class Lent:
    """A lease: what is done, in how much time, and what has come home of it."""

    def __init__(self, folder: Path, out: Path, minutes: float, on: str, work: Path) -> None:
        self.folder, self.out, self.on, self.work = folder, out, on, work
        self.began = time.monotonic()
        self.until = self.began + 60 * minutes
        out.mkdir(parents=True, exist_ok=True)
        self._log = (out / LOG).open("a", encoding="utf-8")
        self._writing = threading.Lock()
        self._home: dict[str, tuple[tuple[str, int, int], ...]] = {}  # by training, what has been brought home

    def say(self, line: str) -> None:
        with self._writing:
            print(line, flush=True)
            self._log.write(f"{line}\n")
            self._log.flush()

    def run(self, works: Sequence[str]) -> int:
        """Answers how many went wrong; what was stopped by the clock did not."""
        wanted, wrong = works or all_in(self.folder), 0
        for i, work in enumerate(wanted):
            left = self.until - time.monotonic()
            if left < LEAST:
                self.say(f"{', '.join(wanted[i:])}: left for another time")
                break
            share = left / (len(wanted) - i)
            last = i == len(wanted) - 1
            self.say(f"== {work}: {share:.0f} of {left:.0f} s")
            if work in COMPARISONS:
                if self.on == "cpu":
                    self.say(f"{work}: there is no GPU here to compare with")
                    continue
                command, limit = [COMPARISONS[work], "run", str(self.folder / work)], share
            else:
                home = self._brought(work)
                command = ["parlour.train", str(self.folder / TRAININGS / work), "--to", str(home), "--on", self.on]
                command += ["--positions", str(self.work / "positions" / work), "--minutes", f"{share / 60:.3f}"]
                limit = left - LEAST / 2 if last else min(left - LEAST / 2, share + GRACE)
            wrong += self._do(work, command, limit) not in (0, None)
            self.bring_home()
        self.say(f"{time.monotonic() - self.began:.0f} s in all")
        return wrong

    def _do(self, work: str, command: list[str], limit: float) -> int | None:
        """Its exit status; None if the clock stopped it."""
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]), "PYTHONUNBUFFERED": "1"}
        env |= {"CUDA_CACHE_MAXSIZE": str(4 << 30)}
        began = time.monotonic()
        done = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=ROOT, env=env, text=True, errors="replace",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        told = threading.Thread(target=self._tell, args=(done.stdout,))
        told.start()
        try:
            while True:
                left = limit - (time.monotonic() - began)
                if left <= 0:
                    self.say(f"{work}: its time is over")
                    return None
                try:
                    status = done.wait(min(LOOK, left))
                except subprocess.TimeoutExpired:
                    self.bring_home()
                    continue
                if status:
                    self.say(f"{work}: ended with {status}")
                return status
        finally:
            if done.poll() is None:
                os.killpg(done.pid, 15)  # what it began, too
                try:
                    done.wait(5)
                except subprocess.TimeoutExpired:
                    os.killpg(done.pid, 9)
                    done.wait()
            told.join(5)

    def _tell(self, lines: Iterator[str]) -> None:
        for line in lines:
            self.say(line.rstrip())

    def _brought(self, work: str) -> Path:
        """Where the training is, as far as it had come: on this machine, or where it was packed."""
        here, packed = self.work / work, self.folder / TRAININGS / work
        if length_of(here) < length_of(packed):
            put(here, dict(state_of(packed)))
        here.mkdir(parents=True, exist_ok=True)
        return here

    def bring_home(self) -> None:
        """All trainings as they are, into as few files as may be; nothing if nothing has changed."""
        folders = sorted(each for each in self.work.glob("*") if (each / PROGRESS).exists())
        now = {each.name: signature(each) for each in folders}
        if now == self._home:
            return
        files: list[list[tuple[str, bytes]]] = [[]]
        size = 0
        for folder in folders:
            parts = [(f"{folder.name}/{name}", data) for name, data in state_of(folder)]
            more = sum(len(data) + 2048 for _, data in parts)
            if files[-1] and size + more > MOST_BYTES:
                files.append([])
                size = 0
            files[-1] += parts
            size += more
        for number, parts in enumerate(files, 1):
            path = self.out / RESULTS.format(number)
            begun = path.with_suffix(".begun")
            with tarfile.open(begun, "w") as tar:
                for name, data in parts:
                    entry = tarfile.TarInfo(name)
                    entry.size = len(data)
                    tar.addfile(entry, io.BytesIO(data))
            begun.replace(path)
        self._home = now


def all_in(folder: Path) -> list[str]:
    """What was made, comparisons first."""
    found = [each for each in COMPARISONS if (folder / each).is_dir()]
    return found + sorted(each.parent.name for each in (folder / TRAININGS).glob("*/kit.json"))


def events_of(folder: Path) -> list[dict[str, object]]:
    path = folder / PROGRESS
    whole = path.read_text("utf-8").split("\n")[:-1] if path.exists() else []
    return [json.loads(line) for line in whole]


def length_of(folder: Path) -> int:
    """How far a training has come."""
    return len(events_of(folder))


def state_of(folder: Path) -> Iterator[tuple[str, bytes]]:
    """All by which a training goes on, but for the positions: of its nets the last, and those that were taken."""
    events = events_of(folder)
    needed = {each["round"] for each in events[-1:]}
    for decided in ("passed", "ships"):
        needed |= {each["round"] for each in [e for e in events if e.get(decided)][-1:]}
    for name in STATE:
        if (folder / name).exists():
            yield name, (folder / name).read_bytes()
    for path in sorted((folder / NETS).glob("round-*.net")):
        if int(path.stem.split("-")[1]) in needed:
            yield f"{NETS}/{path.name}", path.read_bytes()


def signature(folder: Path) -> tuple[tuple[str, int, int], ...]:
    return tuple((name, len(data), hash(data)) for name, data in state_of(folder))


def put(folder: Path, files: dict[str, bytes]) -> None:
    """What says how far it has come is put last: a copy that was cut short is made again."""
    for name in sorted(files, key=lambda name: name == PROGRESS):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files[name])


# -- home again --------------------------------------------------------------------------------------------------


def take(out: Path, folder: Path, say: Say = print) -> int:
    """Answers how many trainings have come further."""
    found: dict[str, dict[str, bytes]] = {}
    for path in sorted(out.glob(RESULTS.format("*"))):
        with tarfile.open(path) as tar:
            for entry in tar:
                data = tar.extractfile(entry)
                work, _, name = entry.name.partition("/")
                if data is None or not is_state(work, name):
                    raise SystemExit(f"{path}: {entry.name} is no part of a training")
                found.setdefault(work, {})[name] = data.read()
    further = 0
    for work, files in found.items():
        home = folder / TRAININGS / work
        events = files.get(PROGRESS, b"").count(b"\n")
        if events <= length_of(home):
            say(f"{work}: nothing new")
            continue
        if not (home / "kit.json").exists():
            say(f"{work}: there is no such training in {folder}")
            continue
        for stale in ("ship.net", "duels.json"):
            (home / stale).unlink(missing_ok=True)
        shutil.rmtree(home / NETS, ignore_errors=True)
        put(home, {name: data for name, data in files.items() if name != "settings.toml"})
        further += 1
        say(f"{work}: {told(home)}")
    return further


def is_state(work: str, name: str) -> bool:
    """A training's own, and nowhere else."""
    net = name.removeprefix(f"{NETS}/round-").removesuffix(".net")
    return work.replace("-", "").isalnum() and (name in STATE or (name != net and net.isdigit()))


def told(home: Path) -> str:
    gates = [each for each in events_of(home) if each["what"] == "gate"]
    if not gates:
        return "no gate yet"
    last = gates[-1]
    ships = ", ship.net may be shipped" if (home / "ship.net").exists() else ""
    score = 100 * float(str(last["points"])) / max(1, int(str(last["games"])))
    return f"{len(gates)} rounds; the last scored {score:.1f} % of {last['games']} against the best before it{ships}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("make", "run", "take"))
    parser.add_argument("first", type=Path, metavar="FOLDER")
    parser.add_argument("rest", nargs="*", metavar="OUT|WORK")
    parser.add_argument("--games", nargs="+", default=[])
    parser.add_argument("--minutes", type=float, default=9)
    parser.add_argument("--on", choices=("gpu", "cpu"), default="gpu", help="cpu: where the rules are, to try it")
    parser.add_argument("--work", type=Path, default=WORK, help="where trainings lie while they are played")
    args = parser.parse_args(arguments)
    if args.what == "make":
        make(args.first, args.rest, args.games)
        return 0
    if not args.rest:
        parser.error(f"{args.what} needs two folders")
    second = Path(args.rest[0])
    if args.what == "take":
        take(args.first, second)
        return 0
    return 1 if Lent(args.first, second, args.minutes, args.on, args.work).run(args.rest[1:]) else 0


if __name__ == "__main__":
    sys.exit(main())
