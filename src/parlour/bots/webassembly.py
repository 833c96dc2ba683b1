"""Does a game do in WebAssembly what it does on the CPU, to the bit? Node runs what browsers would."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from parlour import games
from parlour.bots import machines, prepare
from parlour.bots.compare import MachineWork, differences, playout_job, run_here, search_job
from parlour.core.compiled import retarget
from parlour.core.compiled.frames import Bytes
from parlour.core.game import Game

RUNNER = Path(__file__).with_name("run_in_node.mjs")
SIMULATIONS = 24  # of each search
SHOWN = 5  # differences that are named


def check_webassembly(game: Game, playouts: int = 200, searches: int = 50) -> None:
    """So many random games and searches at every number of seats, on both machines; an AssertionError says what
    differs. It needs a linker (Debian: lld) and Node, and a game that is installed (`parlour.games`)."""
    assert game.name in games.names(), f"{game.name} is not among the installed games"
    assert retarget.linker() is not None, "there is no linker for WebAssembly here (Debian: lld)"
    assert shutil.which("node") is not None, "there is no Node here"
    prepare(game.name)
    module = machines.make(game, retarget.WASM).description
    jobs = {}
    for seats in game.seats:
        jobs[f"random games of {seats}"] = playout_job(game, module, seats, playouts, base=module.heap)
        jobs[f"searches with {seats} seats"] = search_job(game, module, seats, searches, SIMULATIONS, base=module.heap)
    with tempfile.TemporaryDirectory() as folder:
        after = run_in_node(list(jobs.values()), Path(folder))
    for (what, job), there in zip(jobs.items(), after, strict=True):
        found = differences(job, run_here(job), there)
        assert not found, f"{game.name}: in WebAssembly {what} differ from the CPU's in {', '.join(found[:SHOWN])}"


def run_in_node(jobs: Sequence[MachineWork], folder: Path) -> list[Bytes]:
    """In one Node for all of them; answers the memory after each. The modules have to be made."""
    orders = []
    for number, job in enumerate(jobs):
        module = machines.module_of(job.game, retarget.WASM)
        assert module is not None, f"{job.game.name} has no module for WebAssembly"
        job.image.tofile(folder / f"{number}.in")
        orders.append(
            {
                "module": str(module.path),
                "base": job.memory.base,
                "image": str(folder / f"{number}.in"),
                "out": str(folder / f"{number}.out"),
                "calls": [[call.function.name, call.frame, call.lanes] for call in job.calls],
            }
        )
    (folder / "jobs.json").write_text(json.dumps(orders))
    done = subprocess.run(["node", str(RUNNER), str(folder / "jobs.json")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    stopped = [call for calls in json.loads(done.stdout) for call in calls]
    assert not stopped, f"calls stopped at an error: {stopped[:SHOWN]}"
    return [np.fromfile(folder / f"{number}.out", np.uint8) for number in range(len(jobs))]
