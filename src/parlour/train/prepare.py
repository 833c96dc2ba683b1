"""A game made ready to be trained, where its rules are: what `python -m parlour.train` needs elsewhere."""

import shutil
import time
from pathlib import Path

from parlour import bots
from parlour.bots import compare, machines
from parlour.core.compiled.retarget import GPU
from parlour.core.game import Game
from parlour.core.net import SHIPPED
from parlour.games import load
from parlour.train.fit import torch
from parlour.train.kit import Kit, read_kit, write_kit
from parlour.train.loop import Training, start_from
from parlour.train.play import CpuPlayer, GpuPlayer, Player
from parlour.train.settings import BadSettings, TrainSettings, read_settings

SETTINGS = "settings.toml"
OWN_SETTINGS = "train.toml"  # in a game's folder
AT_ONCE = 64  # matches of a gate between two looks at the verdict, on cores


def train(
    name: str,
    settings_file: Path | None,
    folder: Path,
    *,
    minutes: float | None = None,
    threads: int | None = None,
    start: Path | None = None,
    anew: bool = False,
    gpu: bool = False,
    pack: bool = False,
) -> None:
    """`parlour train`: begin in the folder, or go on with what is there."""
    game, began = load(name), time.time()
    chosen = settings_file or folder / SETTINGS
    if not chosen.exists():
        chosen = game.home / OWN_SETTINGS
    if not chosen.exists():
        raise BadSettings(f"{game.title} has no {OWN_SETTINGS}: say by --settings what is wanted")
    settings = read_settings(chosen)
    if settings.game != name:
        raise BadSettings(f"{chosen} is for {settings.game}")
    game_of(settings)
    if not pack:
        torch()  # refuse before anything is compiled
    folder.mkdir(parents=True, exist_ok=True)
    if chosen != folder / SETTINGS:
        before = folder / SETTINGS
        if before.exists() and read_settings(before) != settings:
            raise BadSettings(f"{folder} holds a training with other settings")
        shutil.copyfile(chosen, before)
    shipped = game.home / SHIPPED
    if start is not None or (shipped.exists() and not anew):
        start_from(folder, start or shipped)
    kit = kit_of(settings, folder, gpu or pack)
    if pack:
        return
    player: Player = GpuPlayer(kit, settings) if gpu else CpuPlayer(kit, settings, threads)
    until = None if minutes is None else began + 60 * minutes
    Training(kit, settings, player, folder, at_once=None if gpu else AT_ONCE).run(until)


def game_of(settings: TrainSettings) -> Game:
    """The game, if it can be trained as the settings want it."""
    game = load(settings.game)
    if game.knowledge.net is None:
        raise BadSettings(f"{game.title} has no inputs for a net (see NetInputs in parlour/core/knowledge.py)")
    if settings.seats not in game.seats or settings.seats < 2:
        raise BadSettings(f"{game.title} cannot be trained with {settings.seats} seats")
    return game


def kit_of(settings: TrainSettings, folder: Path, kernels: bool) -> Kit:
    """The game as it is now, in a folder; with kernels for a GPU if they are wanted."""
    game, seats = game_of(settings), settings.seats
    start = compare.opened(game, game.new(seats, game.options_for(seats, {})))
    write_kit(folder, game, seats, start, compare.lore_of(game, [start]), machines.search_facts(game))
    if kernels:
        made = machines.make(game, GPU)
        for path in (made.path, made.path.with_name(f"{made.path.name}.json")):
            shutil.copyfile(path, folder / path.name)
    else:
        bots.prepare(game.name)
    return read_kit(folder)
