"""A training where there are no rules: `python -m parlour.train FOLDER`, a folder that `parlour train GAME --pack`
made, on a machine with a GPU, PyTorch and CuPy. Where the rules are, use `parlour train`."""

import argparse
import sys
import time
from pathlib import Path

from parlour.core.net import BadNet, read_net_file
from parlour.train.fit import NoTorch
from parlour.train.gpu import NoGpu
from parlour.train.kit import read_kit
from parlour.train.loop import Training, score_text, start_from
from parlour.train.play import GpuPlayer
from parlour.train.settings import BadSettings, read_settings

SETTINGS = "settings.toml"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m parlour.train", description=__doc__)
    parser.add_argument("folder", type=Path, help="the game, as `parlour train --pack` wrote it, with its settings")
    parser.add_argument("--to", type=Path, help="where the training is; else the same folder")
    parser.add_argument("--minutes", type=float, help="begin no round after so many")
    parser.add_argument(
        "--start", type=Path, metavar="NET", help="the best so far is this one, which was trained before"
    )
    parser.add_argument("--duel", nargs=2, metavar=("NET", "RIVAL"), help="just play: two nets, or `own` for none")
    parser.add_argument(
        "--simulations", type=int, nargs="+", default=[800], help="of a duel; twice if the rival has others"
    )
    parser.add_argument("--matches", type=int, default=1024, help="of a duel")
    args = parser.parse_args(arguments)
    began = time.time()

    def say(text: str) -> None:
        print(f"{time.time() - began:6.0f} s  {text}", flush=True)

    try:
        kit, settings = read_kit(args.folder), read_settings(args.folder / SETTINGS)
        if args.start is not None:
            start_from(args.to or args.folder, args.start)
        player = GpuPlayer(kit, settings)
        training = Training(kit, settings, player, args.to or args.folder, say, keep_positions=False)
        if args.duel:
            nets = [None if name == "own" else read_net_file(Path(name)) for name in args.duel]
            assert nets[0] is not None, "the first of a duel is a net"
            points, games = training.duel(nets[0], nets[1], args.matches, args.simulations)
            say(f"{kit.game}: {args.duel[0]} against {args.duel[1]} at {args.simulations}: {score_text(points, games)}")
        else:
            training.run(None if args.minutes is None else began + 60 * args.minutes)
    except (BadNet, BadSettings, NoGpu, NoTorch) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
