"""Why a touch does nothing, in general words: for games that have none of their own, and for what they leave out."""

from collections.abc import Sequence

from parlour.core.game import Game
from parlour.core.scene import Choice, Plan, Scene, TouchReason, piece, site, zone
from parlour.core.texts import Text

LONGEST_PATH = 16  # things touched one after the other
LONGEST_THING = 64  # characters


def general(key: str, here: str, **args: str | int | Text) -> TouchReason:
    return TouchReason(Text(f"touch.{key}", args), Text(f"touch.{here}", args))


SPECTATING = general("looking-on", "looking-on-here")
OVER_ALREADY = general("over", "over-here")
UNKNOWN = general("nothing", "marked")


def because(why: Text, *at: str) -> TouchReason:
    """A reason out of what `why_not` says: `rule.x`, then `why.x`; and what stands in the way."""
    return TouchReason(Text(f"rule.{why.key.removeprefix('why.')}", why.args), why, at)


def things_of(game: Game, plan: Plan, scene: Scene) -> set[str]:
    """All that there is to touch: places, pieces, and the buttons that the game has a word for."""
    things = {site(each.id) for each in plan.sites} | {zone(each.id) for each in plan.zones}
    things |= {piece(each.id) for each in scene.pieces}
    buttons = (key.removeprefix("button.") for key in game.catalogue().entries if key.startswith("button."))
    return things | {f"button:{each}" for each in buttons}


def as_place(scene: Scene, thing: str) -> str:
    """A piece that stands on a place of the board is touched as that place: actions begin and end there."""
    at = next((each.at for each in scene.pieces if thing == piece(each.id)), "")
    return at if at.startswith("site:") else thing


def in_vain(path: Sequence[str], choices: Sequence[Choice]) -> tuple[tuple[str, ...], str] | None:
    """What is in hand, and what was touched for nothing; None: touching it does something."""
    held, touched = tuple(path[:-1]), path[-1]
    open_after = [choice.path for choice in choices if choice.path[: len(held)] == held]
    if not open_after:  # what was in hand leads nowhere any more
        held, open_after = (), [choice.path for choice in choices]
    begins = any(choice.path[0] == touched for choice in choices)
    if begins or touched in held[-1:] or any(each[len(held)] == touched for each in open_after):
        return None
    return held, touched


def off_turn(acting: Sequence[int]) -> TouchReason:
    """The one place that says so: what off turn is refused today may mean something one day."""
    if not acting:
        return general("chance", "chance-here")
    if len(acting) > 1:
        return general("off-turn", "off-turn-several")
    return general("off-turn", "off-turn-here", player=Text(f"seat.{acting[0]}"))


def in_general(scene: Scene, seat: int, held: Sequence[str], touched: str, choices: Sequence[Choice]) -> TouchReason:
    """Of a seat on turn."""
    if touched.startswith("button:"):
        return general("button", what_would_do(choices, ()))
    if held:
        return general("not-there", what_would_do(choices, held))
    if owner_of(scene, touched) not in (None, seat):
        return general("not-yours", what_would_do(choices, ()))
    return general("nothing", what_would_do(choices, ()))


def owner_of(scene: Scene, touched: str) -> int | None:
    """Whose piece it is, or stands there on top; None: nobody's."""
    if not touched.startswith(("piece:", "site:")):
        return None
    return next((each.seat for each in reversed(scene.pieces) if touched in (piece(each.id), each.at)), None)


def what_would_do(choices: Sequence[Choice], held: Sequence[str]) -> str:
    """Whether there is something on the board to touch next, or just buttons."""
    depth = len(held)
    after = [choice.path for choice in choices if not choice.also and choice.path[:depth] == tuple(held)]
    nexts = {path[depth] for path in after if len(path) > depth}
    if nexts and all(each.startswith("button:") for each in nexts):
        return "buttons"
    return "goes" if held else "marked"
