"""A game made ready to be trained, where its rules are: what `python -m parlour.train` needs elsewhere."""

import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from parlour import bots
from parlour.bots import compare, machines
from parlour.bots.bot import net_of
from parlour.bots.levels import LEVELS
from parlour.bots.searcher import HOME, Searcher
from parlour.core.compiled import jit
from parlour.core.compiled.gpu import assemble
from parlour.core.compiled.retarget import GPU
from parlour.core.game import CHANCE, Game, State, copy_state
from parlour.core.knowledge import NO_LORE, Lore
from parlour.core.net import TrainedNet, shipped_name
from parlour.games import BUILT_IN, load
from parlour.train.cluster import ClusterPlayer
from parlour.train.fit import torch
from parlour.train.kit import Kit, read_kit, write_kit
from parlour.train.loop import MASTER, Training, start_from
from parlour.train.play import CpuPlayer, GpuPlayer, Player
from parlour.train.settings import BadSettings, TrainSettings, read_settings, write_settings

SETTINGS = "settings.toml"
OWN_SETTINGS = "train.toml"  # in a game's folder
MANY = 4  # seats, besides those that a game's settings are for
AT_ONCE = 64  # matches of a gate between two looks at the verdict, on cores
PART, PART_OF_MANY = 512, 8192  # matches of self-play that are kept together: on cores, on a cluster
TIMED_POSITIONS, TIMED_SIMULATIONS, TIMED_TURNS = 6, 400, 5


def train(
    name: str,
    settings_file: Path | None,
    folder: Path,
    *,
    seats: int | None = None,
    minutes: float | None = None,
    threads: int | None = None,
    start: Path | None = None,
    anew: bool = False,
    on: str = "cpu",
    pack: bool = False,
    cluster: str | None = None,
) -> None:
    """`parlour train`: begin in the folder, or go on with what is there."""
    began = time.time()
    settings = settings_for(name, settings_file, folder, seats)
    game = game_of(settings)
    if not pack:
        torch()  # refuse before anything is compiled
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / SETTINGS
    if kept.exists() and read_settings(kept) != settings:
        raise BadSettings(f"{folder} holds a training with other settings")
    write_settings(kept, settings)
    shipped = game.home / shipped_name(settings.seats)
    if shipped.exists() and not (folder / MASTER).exists():
        shutil.copyfile(shipped, folder / MASTER)
    if start is not None or (shipped.exists() and not anew):
        start_from(folder, start or shipped)
    kit = kit_of(settings, folder, on == "gpu" or pack)
    if pack:
        return
    player: Player
    if on == "gpu":
        player = GpuPlayer(kit, settings)
    elif on == "cluster":
        player = ClusterPlayer(kit, settings, cluster)
    else:
        player = CpuPlayer(kit, settings, threads)
    until = None if minutes is None else began + 60 * minutes
    at_once, part = {"gpu": (None, None), "cluster": (AT_ONCE, PART_OF_MANY)}.get(on, (AT_ONCE, PART))
    Training(kit, settings, player, folder, at_once=at_once, part=part).run(until)


def settings_for(name: str, file: Path | None, folder: Path, seats: int | None) -> TrainSettings:
    """What is asked for, or else what the folder holds, or else the game's own."""
    game = load(name)
    chosen = file or folder / SETTINGS
    if not chosen.exists():
        chosen = game.home / OWN_SETTINGS
    if not chosen.exists():
        raise BadSettings(f"{game.title} has no {OWN_SETTINGS}: say by --settings what is wanted")
    settings = read_settings(chosen)
    if settings.game != name:
        raise BadSettings(f"{chosen} is for {settings.game}")
    return settings if seats is None else replace(settings, seats=seats)


def packs() -> list[tuple[str, int]]:
    """All that can be trained by settings of its own: each for the seats that they are for and for four, and what is
    played together for every number."""
    found = []
    for name in BUILT_IN:
        game = load(name)
        if (game.home / OWN_SETTINGS).exists():
            settings = read_settings(game.home / OWN_SETTINGS)
            some = [seats for seats in game.seats if seats in (settings.seats, MANY)]
            found += [(name, seats) for seats in (game.seats if game.cooperative else some)]
    return found


def game_of(settings: TrainSettings) -> Game:
    """The game, if it can be trained as the settings want it."""
    game = load(settings.game)
    if game.knowledge.net is None:
        raise BadSettings(f"{game.title} has no inputs for a net (see NetInputs in parlour/core/knowledge.py)")
    if settings.seats not in game.seats or (settings.seats < 2 and not game.cooperative):
        raise BadSettings(f"{game.title} cannot be trained with {settings.seats} seats")
    if settings.priors > 0 and game.number is None:
        raise BadSettings(f"{game.title} does not number its actions: a net can have no priors for them")
    return game


def starts_of(game: Game, seats: int) -> list[tuple[State, Lore]]:
    """The states that matches begin with, and what is studied there: all courses, where a course is drawn first."""
    first, study = game.new(seats, game.options_for(seats, {})), game.knowledge.study
    if study is None:
        return [(first, NO_LORE)]
    found = []
    for outcome, _ in game.list_chance(first):
        state = copy_state(first)
        game.apply(state, CHANCE, outcome)
        found.append((state, study(state)))
    return found


def pace_of(game: Game, seats: int, net: TrainedNet, master: TrainedNet | None) -> float:
    """What a simulation with this net takes, if one of the strongest bot's takes 1: by a core's own time, in turns, the
    middle of several."""
    positions = compare.positions(game, seats, TIMED_POSITIONS)
    searchers = [Searcher(game, seats, room=20_000, net=each) for each in (net, master)]
    ratios = []
    for turn in range(TIMED_TURNS):
        took = []
        for searcher in searchers:
            began, done = time.process_time(), 0
            for k, s in enumerate(positions):
                searcher.forget()
                seat = game.seats_to_act(s)[0]
                done += searcher.search(s, seat, seed=turn * 100 + k, simulations=TIMED_SIMULATIONS).simulations
            took.append((time.process_time() - began) / max(1, done))
        ratios.append(took[0] / took[1])
    return sorted(ratios)[len(ratios) // 2]


def commit_of(home: Path) -> str:
    """Of the repository that the game is in, with a word if something was changed since; nothing if it is in none."""
    asked = ["git", "-C", str(home), "describe", "--always", "--dirty", "--abbrev=40"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=True, timeout=20).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def kit_of(settings: TrainSettings, folder: Path, kernels: bool) -> Kit:
    """The game as it is now, in a folder; with kernels for a GPU if they are wanted."""
    game, seats = game_of(settings), settings.seats
    bots.prepare(game.name)
    priors = settings.priors > 0
    like = replace(
        compare.any_net(game, 1, settings.units, settings.seconds, seats, priors=priors), cutoff=settings.cutoff
    )
    pace = pace_of(game, seats, like, net_of(game, seats, LEVELS[-1].number))
    facts: dict[str, Any] = machines.search_facts(game)
    sources = jit.fingerprint(game.home, HOME, GPU)
    choices = machines.choices_of(game) if priors else 1
    write_kit(folder, game, seats, starts_of(game, seats), facts, pace, sources, commit_of(game.home), choices)
    if kernels:
        made = machines.make(game, GPU)
        for path in (made.path, made.path.with_name(f"{made.path.name}.json")):
            shutil.copyfile(path, folder / path.name)
        assemble(folder / made.path.name)
    return read_kit(folder)
