"""What decides a training, from one small file. docs/research.md explains each."""

import json
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any


class BadSettings(Exception):
    """What is wrong with the file, in a sentence."""


@dataclass(frozen=True)
class TrainSettings:
    """One training of one game. The defaults are for a small GPU run of a game of two."""

    game: str
    seats: int = 2
    seed: int = 1
    rounds: int = 8

    # The net: units of its first and its second layer, and how many steps are played out before it judges.
    units: int = 128
    seconds: int = 32
    cutoff: int = 0

    # Self-play, each round: how many matches, how deeply searched; the first `opening` steps are drawn by how often the
    # search tried them; `keep` is the share of positions that are kept, none of the first `skip`.
    matches: int = 32768
    simulations: int = 200
    opening: int = 16
    keep: float = 0.5
    skip: int = 4
    room: int = 6000  # nodes of a tree
    steps: int = 1000  # on a GPU, where there is room for so many: longer matches are given up
    enough: float = 1.0  # and all others, once this share is over. At the gate every match is played to its end
    starts: int = 1  # where matches begin with a course: of how many, in each round; the next round has the next ones

    # Learning: from the last `window` rounds. What a match came to counts most; what the search expected, this share.
    window: int = 3
    epochs: int = 6
    batch: int = 8192
    rate: float = 0.004
    decay: float = 0.0001
    expected_share: float = 0.25

    # Priors for moves: how much it counts to foretell the move that the search tried most, beside foretelling the
    # result. 0: the net has none.
    priors: float = 0.0

    # The gate: a new net has to score at least `high` rather than `low`, in at most so many matches, against the best
    # so far at the same simulations, and against today's strongest bot (the net that is shipped, or none) at the same
    # time a move. Where all play together it scores by who had the better result in pairs of matches.
    gate_matches: int = 4096
    gate_simulations: int = 200
    low: float = 0.5
    high: float = 0.53
    wrong: float = 0.05


POSITIVE: tuple[str, ...] = ("seats", "rounds", "units", "seconds", "matches", "simulations", "room", "steps", "starts")
POSITIVE += ("window", "epochs", "batch")
MOST_PRIORS = 10
SHARES = ("enough", "keep", "expected_share", "low", "high", "wrong")


def read_settings(path: Path, **given: Any) -> TrainSettings:
    """From a TOML file, and what is `given` besides it."""
    try:
        facts = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{path}: {error}") from error
    return settings_from({**facts, **given}, str(path))


def settings_from(facts: dict[str, Any], where: str) -> TrainSettings:
    known = {each.name: each for each in fields(TrainSettings)}
    for name, value in facts.items():
        if name not in known:
            raise BadSettings(f"{where}: there is no setting {name}; there are {', '.join(known)}")
        wanted = known[name].type
        if wanted == "float" or wanted is float:
            fits = isinstance(value, int | float) and not isinstance(value, bool)
        else:
            fits = type(value) is (wanted if isinstance(wanted, type) else {"int": int, "str": str}[str(wanted)])
        if not fits:
            raise BadSettings(f"{where}: {name} = {value!r} is not of the kind that is needed")
    if "game" not in facts:
        raise BadSettings(f"{where}: it does not say which game")
    settings = TrainSettings(**facts)
    for name in POSITIVE:
        if getattr(settings, name) < 1:
            raise BadSettings(f"{where}: {name} must be at least 1")
    for name in SHARES:
        if not 0 <= getattr(settings, name) <= 1:
            raise BadSettings(f"{where}: {name} must be from 0 to 1")
    if not 0 <= settings.priors <= MOST_PRIORS:
        raise BadSettings(f"{where}: priors must be from 0, which is none, to {MOST_PRIORS}")
    if not 0 < settings.low < settings.high < 1 or not 0 < settings.wrong < 0.5:
        raise BadSettings(f"{where}: low must be below high, both between 0 and 1, and wrong below a half")
    if settings.units % 4 or settings.seconds % 2:
        raise BadSettings(f"{where}: units come in fours, seconds in twos")
    return settings


def write_settings(path: Path, settings: TrainSettings) -> None:
    """What differs from the defaults, and which game."""
    plain = TrainSettings(settings.game)
    named = {each.name: getattr(settings, each.name) for each in fields(TrainSettings)}
    lines = [
        f"{name} = {json.dumps(value)}"
        for name, value in named.items()
        if name == "game" or value != getattr(plain, name)
    ]
    path.write_text("\n".join([*lines, ""]), "utf-8")
