"""Do a game's kernels on a GPU do what the CPU does, to the bit, and how quickly?

    python -m bench.gpu make FOLDER [GAME …]     where Numba is: kernels, work for them, and what the CPU made of it
    python -m bench.gpu run FOLDER [GAME …]      where a GPU is, with NumPy and CuPy alone: compares, and measures

`run` prints a line for each piece of work and ends with 1 if anything differed. Set PYTHONPATH=src where Parlour is not
installed.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

PLAYOUT_LANES, PLAYOUTS = 64, 40  # compared: for every seat count
SEARCHES, SIMULATIONS, ROOM = 48, 120, 1500
MATCHES, MATCH_SIMULATIONS, MATCH_STEPS = 12, 40, 60

FAST_PLAYOUT_LANES, FAST_PLAYOUTS = 131_072, 20  # measured: for the fewest seats
FAST_LANES, FAST_SIMULATIONS, FAST_ROOM = 32_768, 200, 3000
FAST_MATCH_STEPS = 8
ENOUGH = 0.5  # seconds of a core, to know its speed


# -- where Numba is ----------------------------------------------------------------------------------------------


def make(folder: Path, names: list[str]) -> None:
    from parlour.bots import compare, machines, prepare
    from parlour.core.compiled import kept
    from parlour.core.compiled.frames import beside, read_description
    from parlour.core.game import CHANCE
    from parlour.core.rng import new_rng
    from parlour.games import BUILT_IN, load

    for name in names or BUILT_IN:
        game = load(name)
        prepare(name)
        path = folder / f"{name}{kept.SUFFIXES['gpu']}"
        if not path.exists():
            machines.make_in(folder, game, "gpu")
        module = read_description(beside(path))
        work, arrays = [], {}
        ends = sorted({game.seats[0], game.seats[-1]})
        for seats in game.seats:
            jobs = {
                "playouts": compare.playout_job(game, module, seats, PLAYOUT_LANES * PLAYOUTS, PLAYOUT_LANES),
                "searches": compare.search_job(game, module, seats, SEARCHES, SIMULATIONS, ROOM),
            }
            if seats in ends:
                jobs["selfplay"] = compare.selfplay_job(
                    game, module, seats, MATCHES, MATCH_SIMULATIONS, MATCH_STEPS, ROOM
                )
            if game.knowledge.net is not None:
                net = compare.any_net(game, 5 * seats)
                jobs["judged"] = compare.search_job(game, module, seats, SEARCHES, SIMULATIONS, ROOM, net=net)
                led = compare.any_net(game, 5 * seats, seats=seats, priors=True)
                jobs["led"] = compare.search_job(game, module, seats, SEARCHES, SIMULATIONS, ROOM, net=led)
                jobs["rivals"] = compare.selfplay_job(
                    game, module, seats, MATCHES, MATCH_SIMULATIONS, MATCH_STEPS, ROOM, net=led
                )
            for kind, job in jobs.items():
                label = f"{kind}-{seats}"
                began = time.process_time()
                arrays[f"{label}-after"] = compare.run_here(job)
                took = time.process_time() - began
                arrays[f"{label}-before"] = job.image
                places = {
                    each: [place.at, place.step, place.size, place.dtype.str if place.dtype.kind != "V" else "state"]
                    for each, place in job.memory.places.items()
                    if each not in compare.SCRATCH
                }
                calls = [[call.function.name, call.frame, call.lanes] for call in job.calls]
                work.append({"label": label, "calls": calls, "places": places, "cpu_seconds": round(took, 3)})
        seats = game.seats[0]
        start = game.new(seats, game.options_for(seats, {}))
        root = compare.copy_state(start)
        while int(game.actor(root)) == CHANCE:
            game.apply(root, CHANCE, game.list_chance(root)[0][0])
        arrays["start"] = np.frombuffer(start.tobytes(), np.uint8)
        arrays["root"] = np.frombuffer(root.tobytes(), np.uint8)
        arrays["lore"] = compare.lore_of(game, [root])
        arrays["rng"] = np.stack([new_rng(k) for k in range(4096)])
        np.savez_compressed(folder / f"{name}.npz", **arrays)
        facts = {"seats": seats, "viewer": game.seats_to_act(root)[0], "work": work}
        facts["cpu"] = cpu_speeds(game, root, seats)
        (folder / f"{name}.work.json").write_text(json.dumps(facts))
        print(f"{name}: {len(work)} pieces of work, {path.stat().st_size // 1000} kB of PTX", flush=True)


def cpu_speeds(game, root, seats) -> dict[str, float]:
    """Of one core, by its own time: steps and simulations a second."""
    from parlour.bots.searcher import Searcher
    from parlour.core.compiled.playouts import playouts

    start, seat = game.new(seats, game.options_for(seats, {})), game.seats_to_act(root)[0]
    searcher = Searcher(game, seats, room=FAST_ROOM)

    def play() -> int:
        return playouts(game, start, seats, 200, 1).steps

    def search() -> int:
        searcher.forget()
        return searcher.search(root, seat, seed=1, simulations=FAST_SIMULATIONS).simulations

    speeds = {}
    for name, do in (("steps", play), ("simulations", search)):
        do()  # what is compiled is loaded at the first call
        began, done = time.process_time(), 0
        while time.process_time() - began < ENOUGH:
            done += do()
        speeds[name] = done / (time.process_time() - began)
    return speeds


# -- where the GPU is --------------------------------------------------------------------------------------------


def compare_all(folder: Path, name: str) -> int:
    """Every piece of work of a game; answers how many differed."""
    from parlour.core.compiled.gpu import Kernels, run_image

    began = time.perf_counter()
    kernels = Kernels(folder / f"{name}.ptx")
    facts = json.loads((folder / f"{name}.work.json").read_text())
    arrays = np.load(folder / f"{name}.npz")
    wrong = 0
    for work in facts["work"]:
        before, after = arrays[f"{work['label']}-before"], arrays[f"{work['label']}-after"]
        here, failed = run_image(kernels, before, [tuple(call) for call in work["calls"]])
        lanes = max(call[2] for call in work["calls"])
        bad = []
        for place, (at, step, size, _) in work["places"].items():
            for lane in range(lanes if step else 1):
                begin = at + lane * step
                if here[begin : begin + size].tobytes() != after[begin : begin + size].tobytes():
                    bad.append(f"{place} of lane {lane}")
        ok = not bad and not any(failed)
        wrong += not ok
        verdict = "equal" if ok else f"DIFFERENT: {len(bad)} arrays: {', '.join(bad[:6])}; stopped {failed}"
        print(f"{name:<11}{work['label']:<14}{verdict}", flush=True)
    print(f"{name:<11}compared in {time.perf_counter() - began:.0f} s, with loading", flush=True)
    return wrong


def measure(folder: Path, name: str) -> dict[str, float]:
    """Steps of playouts, simulations of searches and of self-play, a second."""
    from parlour.core.compiled.gpu import Kernels, Lanes

    kernels = Kernels(folder / f"{name}.ptx")
    facts = json.loads((folder / f"{name}.work.json").read_text())
    arrays = np.load(folder / f"{name}.npz")
    know, seats = kernels.description.search, facts["seats"]
    found = {}

    def seeds(lanes: int) -> np.ndarray:
        """Generators that differ; which ones does not matter here."""
        words = arrays["rng"][np.arange(lanes) % len(arrays["rng"])].copy()
        words[:, 1] ^= (np.arange(lanes) // len(arrays["rng"])) * 2_654_435_761 % 2**32
        return words

    lanes = Lanes(kernels, ["playouts"], FAST_PLAYOUT_LANES, {"seats": seats}, shared=["start"])
    lanes.fill("start", arrays["start"])
    lanes.fill("bound", know["bound"])
    for games in (1, FAST_PLAYOUTS):
        lanes.fill("rng", seeds(FAST_PLAYOUT_LANES))
        lanes.fill("games", games)
        began = time.perf_counter()
        lanes.run("playouts")
        took = time.perf_counter() - began
    found["steps"] = float(lanes.array("playouts.results")[:, 0].sum()) / took
    del lanes

    sizes = {"seats": seats, "room": FAST_ROOM, "steps": FAST_MATCH_STEPS, "tried": 1, "states": 0}
    lanes = Lanes(kernels, ["clear", "simulate", "selfplay"], FAST_LANES, sizes)
    lanes.fill("root", arrays["root"])
    lanes.fill("lore", arrays["lore"])
    lanes.fill("viewer", facts["viewer"])
    lanes.fill("only", -1)
    lanes.fill("priors", 1.0)
    lanes.fill("simulations", FAST_SIMULATIONS)
    for key in ("cutoff", "explore", "urgency"):
        lanes.fill(key, know[key])
    for _ in range(2):
        lanes.fill("rng", seeds(FAST_LANES))
        lanes.run("clear")
        began = time.perf_counter()
        lanes.run("simulate")
        took = time.perf_counter() - began
    found["simulations"] = FAST_LANES * FAST_SIMULATIONS / took
    lanes.fill("most", FAST_MATCH_STEPS)
    lanes.fill("opening", FAST_MATCH_STEPS)
    lanes.fill("length", 0)
    began = time.perf_counter()
    lanes.run("selfplay")
    took = time.perf_counter() - began
    moves = int((lanes.array("movers") >= 0).sum()) if int(lanes.array("length").max()) else 0
    found["searched moves"] = moves / took
    for key, speed in found.items():
        cpu = facts["cpu"].get(key)
        beside = f" ({speed / cpu:.0f} × one core where it was made)" if cpu else ""
        print(f"{name:<11}{key:<16}{speed:10.3g} a second{beside}", flush=True)
    return found


def run(folder: Path, names: list[str]) -> int:
    """Games are compared beside each other, for most of that time the driver compiles; then measured one by one."""
    known = names or sorted(path.name.removesuffix(".work.json") for path in folder.glob("*.work.json"))
    if not known:
        print(f"there is no work in {folder}: python -m bench.gpu make {folder}", file=sys.stderr)
        return 2
    env = {**os.environ, "CUDA_CACHE_MAXSIZE": str(4 << 30)}

    def begin(do: str, name: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen([sys.executable, "-m", "bench.gpu", do, str(folder), name], env=env)

    started = {name: begin("compare", name) for name in known}
    broken = [name for name, process in started.items() if process.wait() != 0]
    for name in known:
        if begin("measure", name).wait() != 0 and name not in broken:
            broken.append(name)
    print(f"NOT THE SAME, or broken: {', '.join(broken)}" if broken else "GPU and CPU agree to the bit, in all of it")
    return 1 if broken else 0


def main() -> int:
    if len(sys.argv) < 3 or sys.argv[1] not in ("make", "run", "compare", "measure"):
        print(__doc__)
        return 2
    what, folder, names = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
    if what == "make":
        make(folder, names)
        return 0
    try:
        if what == "run":
            return run(folder, names)
        for name in names:
            if what == "compare" and compare_all(folder, name):
                return 1
            if what == "measure":
                measure(folder, name)
    except Exception as error:
        if type(error).__name__ != "NoGpu":
            raise
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
