"""A toy game with all that a small game can have: chance, several seats acting at once, sealed steps, `also`, hiding.

A coin is tossed. Both seats secretly pick 1, 2 or 3 and may pick again until they say `ready`. Then each in turn says
`show`, then `done`. Seat 0 wins if the sum is even and the coin fell heads, or odd and tails.
"""

from pathlib import Path

import msgspec
import numpy as np

from parlour.core.game import CHANCE, OVER, Floats, Game, Ints, Option, Options, State, Viewer, blank
from parlour.core.jit import entry
from parlour.core.observation import NamedScalar, Observation, Planes, Scalars, flags
from parlour.core.rng import Rng, below
from parlour.core.scene import Piece, Plan, Scene, Zone, button, zone
from parlour.core.texts import Text

TOSS, PICK, SHOW, END = 0, 1, 2, 3
HEADS, TAILS = 10, 11
READY, SHOWN, DONE = 20, 21, 22
WORDS = {
    1: "pick 1",
    2: "pick 2",
    3: "pick 3",
    HEADS: "heads",
    TAILS: "tails",
    READY: "ready",
    SHOWN: "show",
    DONE: "done",
}

STATE = np.dtype(
    [
        ("stage", np.uint8),
        ("coin", np.uint8),
        ("picks", np.uint8, (2,)),
        ("ready", np.uint8, (2,)),
        ("turn", np.uint8),
        ("shown", np.uint8),
    ],
    align=True,
)


def new(seats: int, options: Options) -> State:
    return blank(STATE)


@entry
def waiting(s: State) -> int:
    if s.stage != PICK:
        return 0
    return (1 - int(s.ready[0])) + 2 * (1 - int(s.ready[1]))


@entry
def actor(s: State) -> int:
    if s.stage == TOSS:
        return CHANCE
    if s.stage == END:
        return OVER
    if s.stage == SHOW:
        return int(s.turn)
    return 0 if s.ready[0] == 0 else 1


@entry
def legal(s: State, seat: int, out: Ints) -> int:
    if s.stage == SHOW:
        out[0] = DONE if s.shown else SHOWN
        return 1
    if s.picks[seat] > 0:
        out[0] = READY
        return 1
    for pick in range(3):
        out[pick] = pick + 1
    return 3


@entry
def also(s: State, seat: int, out: Ints) -> int:
    n = 0
    if s.stage == PICK and s.ready[seat] == 0 and s.picks[seat] > 0:
        for pick in range(1, 4):
            if s.picks[seat] != pick:
                out[n] = pick
                n += 1
    return n


@entry
def apply(s: State, seat: int, action: int) -> None:
    if seat == CHANCE:
        s.coin = action - HEADS
        s.stage = PICK
    elif action == READY:
        s.ready[seat] = 1
        if s.ready[1 - seat] == 1:
            s.stage = SHOW
    elif action == SHOWN:
        s.shown = 1
    elif action == DONE:
        s.shown = 0
        s.turn = int(s.turn) + 1
        if s.turn == 2:
            s.stage = END
    else:
        s.picks[seat] = action


@entry
def chance(s: State, out: Ints, weights: Ints) -> int:
    out[0] = HEADS
    out[1] = TAILS
    weights[0] = weights[1] = 1
    return 2


@entry
def returns(s: State, out: Floats) -> None:
    good = (int(s.picks[0]) + int(s.picks[1])) % 2 == int(s.coin)
    out[0] = 1.0 if good else -1.0
    out[1] = -out[0]


@entry
def scores(s: State, out: Ints) -> None:
    out[0] = int(s.picks[0])
    out[1] = int(s.picks[1])


@entry
def ending(s: State) -> int:
    return 0


@entry
def determinize(s: State, viewer: int, rng: Rng) -> None:
    other = 1 - viewer
    # While the other has not said ready, whether it has picked at all is hidden too.
    lowest = 1 if s.ready[other] == 1 else 0
    s.picks[other] = lowest + below(rng, 4 - lowest) if s.stage != TOSS else 0


class ToyView(msgspec.Struct):
    stage: int
    coin: int
    picks: list[int | None]
    ready: list[int]
    turn: int
    shown: int


def view(s: State, viewer: Viewer, reveal: bool) -> ToyView:
    picks = [int(s.picks[seat]) if reveal or seat == viewer else None for seat in (0, 1)]
    return ToyView(int(s.stage), int(s.coin), picks, [int(r) for r in s.ready], int(s.turn), int(s.shown))


def seen(s: State, who: int, action: int, viewer: Viewer) -> str | None:
    hidden = who >= 0 and action <= 3 and viewer != who
    return None if hidden else WORDS[action]


def parse(text: str) -> int | None:
    return next((action for action, word in WORDS.items() if word == text), None)


def plan(seats: int, options: Options) -> Plan:
    return Plan("free", 4, 2, zones=(Zone("table", "pile", Text("about"), 2, 1, 4, 2),))


def scene(seen: ToyView) -> Scene:
    known = [(seat, pick) for seat, pick in enumerate(seen.picks) if pick]
    return Scene(tuple(Piece(f"pick-{seat}", "pick", zone("table"), Text("about"), str(p), seat) for seat, p in known))


def targets(seen: ToyView, action: int) -> tuple[str, ...]:
    return (button(WORDS[action]),)


def numbers(seats: int, options: Options) -> int:
    return 6


@entry
def number(s: State, seat: int, action: int) -> int:
    return action - READY + 3 if action >= READY else action - 1


@entry
def numbered(s: State, seat: int, number: int) -> int:
    return number - 3 + READY if number >= 3 else number + 1


def observation(seats: int, options: Options) -> Observation:
    return Observation(("own pick",), 1, 3, (NamedScalar("stage", END), *flags("coin", "own ready", "they ready")))


@entry
def observe(s: State, seat: int, planes: Planes, scalars: Scalars) -> None:
    for pick in range(3):
        planes[pick] = 1 if s.picks[seat] == pick + 1 else 0
    scalars[0] = int(s.stage)
    scalars[1] = int(s.coin)
    scalars[2] = int(s.ready[seat])
    scalars[3] = int(s.ready[1 - seat])


def toy(home: Path, **changes: object) -> Game:
    """The toy game with its texts written to `home`; `changes` plant faults."""
    (home / "texts").mkdir(exist_ok=True)
    buttons = "\n".join(f'"{word}" = "{word}"' for word in WORDS.values())
    (home / "texts" / "en.toml").write_text(
        f'about = "A toy."\n[ending]\n"both shown" = "after showing"\n[option]\nlong = "Long."\nsize = "Size."\n'
        f'mode = "Mode."\n[seat]\n0 = "First"\n1 = "Second"\n[button]\n{buttons}\n'
    )
    (home / "rules.md").write_text("# Toy\n")
    options = (
        Option("long", False),
        Option("size", 9, low=5, high=15, step=2),
        Option("mode", "a", choices=("a", "b", 7)),
    )
    parts: dict[str, object] = {
        "name": "toy", "title": "Toy", "seats": range(2, 3), "rules_version": 3, "home": home, "options": options,
        "endings": ("both shown",), "bound": 9, "most_actions": 4, "most_outcomes": 2, "state": STATE, "new": new,
        "actor": actor, "waiting": waiting, "legal": legal, "also": also, "apply": apply, "chance": chance,
        "returns": returns, "scores": scores, "ending": ending, "determinize": determinize, "text": WORDS.__getitem__,
        "parse": parse, "view": view, "seen": seen, "plan": plan, "scene": scene, "targets": targets,
        "numbers": numbers, "number": number, "numbered": numbered, "observation": observation, "observe": observe,
    }  # fmt: skip
    return Game(**{**parts, **changes})  # type: ignore[arg-type]
