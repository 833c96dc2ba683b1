"""A training where there are no rules: `python -m parlour.train FOLDER`, a folder that `parlour train GAME --pack`
made, on a machine with a GPU, PyTorch and CuPy. Where the rules are, use `parlour train`."""

import argparse
import sys
import time
from pathlib import Path

from parlour.core.compiled.gpu import NoGpu
from parlour.core.net import BadNet, read_net_file
from parlour.train.fit import NoTorch
from parlour.train.kit import Kit, read_kit
from parlour.train.loop import BEST, Training, start_from
from parlour.train.play import CpuPlayer, GpuPlayer, Player
from parlour.train.settings import BadSettings, TrainSettings, read_settings

SETTINGS = "settings.toml"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m parlour.train", description=__doc__)
    parser.add_argument("folder", type=Path, help="the game, as `parlour train --pack` wrote it, with its settings")
    parser.add_argument("--to", type=Path, help="where the training is; else the same folder")
    parser.add_argument("--positions", type=Path, help="where positions are kept to go on from; else beside the nets")
    parser.add_argument("--minutes", type=float, help="begin no round after so many")
    parser.add_argument(
        "--start", type=Path, metavar="NET", help="the best so far is this one, which was trained before"
    )
    parser.add_argument("--on", choices=("gpu", "cpu"), default="gpu", help="cpu: where the rules are, to try it")
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
        to, start = args.to or args.folder, args.start or args.folder / BEST
        if args.start is not None or start.exists():
            start_from(to, start)
        player, at_once, part = player_for(args.on, kit, settings)
        training = Training(kit, settings, player, to, say, at_once=at_once, part=part, positions=args.positions)
        if args.duel:
            nets = [None if name == "own" else read_net_file(Path(name)) for name in args.duel]
            assert nets[0] is not None, "the first of a duel is a net"
            met = training.duel(nets[0], nets[1], args.matches, args.simulations)
            say(f"{kit.game}: {args.duel[0]} against {args.duel[1]} at {args.simulations}: {met.text}")
        else:
            training.run(None if args.minutes is None else began + 60 * args.minutes)
    except (BadNet, BadSettings, NoGpu, NoTorch) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def player_for(on: str, kit: Kit, settings: TrainSettings) -> tuple[Player, int | None, int | None]:
    """Who plays the matches; and how many of a gate, and of self-play, belong together."""
    if on == "gpu":
        return GpuPlayer(kit, settings), None, None
    from parlour.train.prepare import AT_ONCE, PART  # which needs rules and a compiler

    return CpuPlayer(kit, settings), AT_ONCE, PART


if __name__ == "__main__":
    raise SystemExit(main())
