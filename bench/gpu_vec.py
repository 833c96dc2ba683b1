"""Environments on a GPU: are their matches those of the CPU, and how many steps a second do they take, beside Pgx's?

    python -m bench.gpu_vec make FOLDER [GAME …]     where Numba is: code, and what the CPU made of the same seeds
    python -m bench.gpu_vec run FOLDER [GAME …]      where a GPU is, with NumPy and CuPy alone
    python -m bench.gpu_vec pgx FOLDER               the same for Pgx's Connect Four, with JAX; Pgx lies in FOLDER/pgx

`run` draws every action by lot on the GPU, in time that counts, and ends with 1 if a match differed. Pgx, if it is
there, is measured between two turns of ours. `make` takes its wheels from FOLDER/wheels:
pip download --no-deps pgx svgwrite typing_extensions
"""

import hashlib
import json
import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path

COMPARED, COMPARED_STEPS, SEED = 64, 400, 11
LANES = (131_072, 524_288)
WARM, STEPS, TURNS = 30, 200, 3
MOST_BYTES = 60 << 30  # of memory for lanes
ARRAYS = ("planes", "scalars", "masks", "rewards", "turn", "terminated", "lengths")


def make(folder: Path, names: list[str]) -> None:
    from parlour.env import vec_modules
    from parlour.env.vec import VecEnv
    from parlour.games import BUILT_IN, load

    for name in names or BUILT_IN:
        game = load(name)
        seats = 2 if 2 in game.seats else game.seats[0]
        path = vec_modules.pack(game, seats, folder)
        env = VecEnv(game, COMPARED, seats, seed=SEED)
        env.reset()
        digests = []
        for _ in range(COMPARED_STEPS):
            digests.append(digest_of({each: getattr(env, each) for each in ARRAYS}))
            env.step(env.any_numbers())
        began, done = time.process_time(), 0
        while time.process_time() - began < 1.0:
            env.step(env.any_numbers())
            done += COMPARED
        speed = done / (time.process_time() - began)
        (folder / f"{name}.vec.told.json").write_text(json.dumps({"seats": seats, "digests": digests, "cpu": speed}))
        print(f"{name}: {path.stat().st_size // 1000} kB of PTX, {speed:.0f} steps/s on one core here", flush=True)
    for wheel in sorted((folder / "wheels").glob("*.whl")):
        with zipfile.ZipFile(wheel) as parts:
            parts.extractall(folder / "pgx")


def digest_of(arrays) -> str:
    import numpy as np

    digest = hashlib.sha256()
    for array in arrays.values():
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:16]


def compare(folder: Path, name: str) -> bool:
    """Whether the GPU's matches are those of the CPU, step by step."""
    from parlour.env.vec_gpu import GpuVecEnv

    told = json.loads((folder / f"{name}.vec.told.json").read_text())
    env = GpuVecEnv(folder, name, COMPARED, seed=SEED)
    env.reset()
    for step, digest in enumerate(told["digests"]):
        if digest_of({each: getattr(env, each).get() for each in ARRAYS}) != digest:
            print(f"{name:<11}DIFFERENT from step {step} on", flush=True)
            return False
        env.step(env.any_numbers())
    print(f"{name:<11}equal: {COMPARED} matches, {len(told['digests'])} steps", flush=True)
    return True


def measure(folder: Path, name: str) -> dict[str, float]:
    """Steps a second, by how many matches at once."""
    from parlour.env.vec_gpu import GpuVecEnv

    told, found = json.loads((folder / f"{name}.vec.told.json").read_text()), {}
    for lanes in LANES:
        env = GpuVecEnv(folder, name, lanes, seed=SEED)
        if env.bytes > MOST_BYTES:
            break
        env.reset()
        for _ in range(WARM):
            env.step(env.any_numbers(), check=False)
        env.wait()
        best = 0.0
        for _ in range(TURNS):
            began = time.perf_counter()
            for _ in range(STEPS):
                env.step(env.any_numbers(), check=False)
            env.wait()
            best = max(best, lanes * STEPS / (time.perf_counter() - began))
        found[str(lanes)] = best
        cpu = told["cpu"]
        print(
            f"{name:<11}{lanes:>8} matches {best:10.3g} steps/s ({best / cpu:.0f} × one core where it was made)",
            flush=True,
        )
        del env
    return found


def pgx(folder: Path) -> dict[str, float]:
    """Pgx's Connect Four the same way: observation and mask in every step, an action drawn by lot, games begun anew."""
    sys.path.insert(0, str(folder / "pgx"))
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental.utils import act_randomly

    found = {}
    env = library.make("connect_four")
    try:
        from pgx.experimental.wrappers import auto_reset

        stepped = auto_reset(env.step, env.init)
    except ImportError:
        stepped = env.step
    for lanes in LANES:

        @jax.jit
        def many(state, key):
            def one(carry, _):
                state, key = carry
                key, first, second = jax.random.split(key, 3)
                actions = act_randomly(first, state.legal_action_mask)
                state = jax.vmap(stepped)(state, actions, jax.random.split(second, lanes))  # noqa: B023
                seen = state.observation.sum(dtype=jnp.int32) + state.legal_action_mask.sum(dtype=jnp.int32)
                return (state, key), seen

            return jax.lax.scan(one, (state, key), None, length=STEPS)

        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), lanes))
        (state, key), seen = many(state, jax.random.PRNGKey(1))
        seen.block_until_ready()
        best = 0.0
        for _ in range(TURNS):
            began = time.perf_counter()
            (state, key), seen = many(state, key)
            seen.block_until_ready()
            best = max(best, lanes * STEPS / (time.perf_counter() - began))
        found[str(lanes)] = best
        print(f"pgx        {lanes:>8} matches {best:10.3g} steps/s of Connect Four", flush=True)
    return found


def run(folder: Path, names: list[str]) -> int:
    """Each game by itself: what one takes of the GPU is given back before the next."""
    known = names or sorted(path.name.removesuffix(".vec.json") for path in folder.glob("*.vec.json"))
    if not known:
        print(f"there is nothing in {folder}: python -m bench.gpu_vec make {folder}", file=sys.stderr)
        return 2
    env = {**os.environ, "CUDA_CACHE_MAXSIZE": str(4 << 30), "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}

    def do(*what: str) -> int:
        return subprocess.call([sys.executable, "-m", "bench.gpu_vec", what[0], str(folder), *what[1:]], env=env)

    wrong = [name for name in known if do("compare", name) != 0]
    for name in known:
        do("measure", name)
        if name == "connect4" and (folder / "pgx").exists():
            do("pgx")
            do("measure", name)
    print(f"NOT THE SAME: {', '.join(wrong)}" if wrong else "GPU and CPU agree to the bit, in all of it")
    return 1 if wrong else 0


def main() -> int:
    if len(sys.argv) < 3 or sys.argv[1] not in ("make", "run", "compare", "measure", "pgx"):
        print(__doc__)
        return 2
    what, folder, names = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
    if what == "make":
        make(folder, names)
    elif what == "run":
        return run(folder, names)
    elif what == "pgx":
        pgx(folder)
    elif what == "measure":
        for name in names:
            measure(folder, name)
    else:
        return 0 if all(compare(folder, name) for name in names) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
