"""Why a touch does nothing: a token that does not fit there, and what would."""

from parlour.core.reasons import because
from parlour.core.scene import TouchReason, button, piece, site
from parlour.core.texts import Text
from parlour.games.luckymoose.board import RIGHT, UP
from parlour.games.luckymoose.notation import END, FORFEIT, tile_name, tile_of
from parlour.games.luckymoose.reasons import (
    steps_on_board,
    tokens_beside,
    why_no_exchange,
    why_no_lay,
    why_not,
    why_not_there,
    why_not_valid,
)
from parlour.games.luckymoose.scene import token_name
from parlour.games.luckymoose.view import LuckyMooseView

BUTTONS = {button("end"): END, button("forfeit"): FORFEIT}


def why_not_touch(view: LuckyMooseView, path: tuple[str, ...]) -> TouchReason | None:
    if view.seat is None or view.turn != view.seat:
        return None
    *held, touched = path
    giving = button("swap") in held
    if touched in BUTTONS:
        why = why_not(view, BUTTONS[touched])
    elif touched in (button("swap"), button("give")):
        why = why_no_exchange(view, view.hand[:1]) if touched == button("swap") else Text("why.none-given")
    elif touched.startswith(piece(f"hand-{view.seat}-")):
        why = why_not_given(view, held) if giving else why_not_taken_up(view)
    elif touched.startswith("site:"):
        return why_not_on(view, token_of(held[-1]) if held and not giving else None, touched, giving)
    else:
        why = None
    return None if why is None else because(why)


def token_of(thing: str) -> str:
    """Of a piece in a hand, named as `hand-0-Rm-1`."""
    return thing.split("-")[2]


def why_not_given(view: LuckyMooseView, held: list[str]) -> Text:
    given = len(held) - 1
    return Text("why.pool", {"count": view.pool}) if given >= view.pool else Text("why.given-in-order")


def why_not_taken_up(view: LuckyMooseView) -> Text:
    if view.laid:
        return Text("why.no-end-for-it")
    return Text("why.fits-nowhere" if view.pool else "why.fits-nowhere-last")


def why_not_on(view: LuckyMooseView, token: str | None, tile: str, giving: bool) -> TouchReason | None:
    if giving:
        return because(Text("why.giving"))
    at = tile_of(tile.removeprefix("site:"))
    if at is None:
        return None
    if token is None:
        return because(why_not_there(view, at) or Text("why.token-first"))
    why = why_no_lay(view, token, at)
    if why is None:
        return None
    for step, way in ((RIGHT, "row"), (UP, "column")):
        if why.args.get("where") == Text(f"way.{way}"):
            return flawed(view, why, at, step)
    return because(why)


def flawed(view: LuckyMooseView, why: Text, at: int, step: int) -> TouchReason:
    """The line that the token would break, what it is made of, and a token of the hand that would fit there."""
    line = [*tokens_beside(view, at, -step), *tokens_beside(view, at, step)]
    marked = (*tiles_beside(view, at, -step), *tiles_beside(view, at, step))
    rule = Text(f"rule.{why.key.removeprefix('why.')}")
    args: dict[str, str | int | Text] = {"where": why.args["where"], "one": token_name(line[0])}
    shared = "one" if len(line) == 1 else "colour" if len({each[0] for each in line}) == 1 else "symbol"
    if why.key == "why.join":
        return TouchReason(rule, Text("line.join", args), marked)
    if shared == "colour":
        args["colour"] = Text(f"colour.{line[0][0]}")
    elif shared == "symbol":
        args["symbol"] = Text(f"symbol.{line[0][1]}")
    fitting = [each for each in view.hand if why_not_valid(view, each, at) is None]
    if fitting:
        args["token"] = token_name(fitting[0])
    would = tuple(piece(f"hand-{view.seat}-{token}-1") for token in fitting[:1])
    return TouchReason(rule, Text(f"line.{shared}-fits" if fitting else f"line.{shared}", args), marked, would)


def tiles_beside(view: LuckyMooseView, at: int, step: int) -> list[str]:
    tiles: list[str] = []
    while step in steps_on_board(view, at) and tile_name(at + step) in view.tokens:
        at += step
        tiles.append(site(tile_name(at)))
    return tiles
