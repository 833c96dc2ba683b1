"""Self-play, learning, and again: a net that judges for the search of the house, on a GPU or on this machine's cores.

    python examples/alphazero.py                        eight rounds of Connect Four on a GPU: CuPy and PyTorch
    python examples/alphazero.py --on cpu --matches 1000 --rounds 4 --simulations 60

It is `parlour train` without its gate, its bookkeeping and its choices: what there is to it fits on a page.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from parlour.train.fit import fit
from parlour.train.loop import Met, sides_of
from parlour.train.play import CpuPlayer, GpuPlayer, PlayJob
from parlour.train.prepare import kit_of, settings_for


def main(given=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="connect4")
    parser.add_argument("--on", choices=("gpu", "cpu"), default="gpu")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--matches", type=int, default=32768, help="a round")
    parser.add_argument("--simulations", type=int, default=200, help="a move")
    parser.add_argument("--folder", type=Path, default=Path("alphazero"))
    args = parser.parse_args(given)
    own = settings_for(args.game, None, args.folder, None)
    batch = max(128, min(own.batch, args.matches // 4))  # few matches are learned from in small steps
    settings = replace(own, matches=args.matches, simulations=args.simulations, batch=batch)
    kit = kit_of(settings, args.folder, kernels=args.on == "gpu")
    player = GpuPlayer(kit, settings) if args.on == "gpu" else CpuPlayer(kit, settings)
    net, rounds = None, []

    def play(number, **job):
        asked = PlayJob(args.matches, args.simulations, settings.opening, number, **job)
        return player.play(asked, lambda done, of: None)

    for number in range(1, args.rounds + 1):
        rounds = [*rounds[1 - settings.window :], play(number, net=net, keep=settings.keep, skip=settings.skip)]
        fitted = fit(kit, settings, rounds, number, lambda epoch, loss: None)
        net = fitted.net
        met = Met(settings)
        met.add(play(1000 + number, net=net, rivals=sides_of(kit)), kit.cooperative)
        print(
            f"round {number}: {fitted.positions} positions; log loss on matches held out {fitted.loss:.4f}, by the "
            f"game's own evaluation {fitted.hand_loss:.4f}; {met.text} against the same search without a net",
            flush=True,
        )
        (args.folder / "alphazero.net").write_bytes(net.to_bytes())
    return met


if __name__ == "__main__":
    main()
