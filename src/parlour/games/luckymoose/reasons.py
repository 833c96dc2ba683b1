"""Why an action cannot be played, from the view alone."""

from collections import Counter as Multiset

from parlour.core.texts import Text
from parlour.games.luckymoose.board import RIGHT, STRIDE, UP, WHOLE_LINE, centre, column_of, row_of, squares
from parlour.games.luckymoose.notation import END, FORFEIT, LAY, SWAP, TOKENS, laid, swapped, tile_name, tile_of
from parlour.games.luckymoose.view import LuckyMooseView


def why_not(view: LuckyMooseView, action: int) -> Text | None:
    if view.seat is None or view.turn != view.seat:
        return None
    if action == END:
        return None if view.laid else Text("why.nothing-laid")
    if action == FORFEIT:
        return why_no_forfeit(view)
    if action >= SWAP:
        return why_no_exchange(view, [TOKENS[kind] for kind in swapped(action)])
    if action >= LAY:
        kind, at = laid(action)
        return why_no_lay(view, TOKENS[kind], at)
    return Text("why.chance")


def why_no_forfeit(view: LuckyMooseView) -> Text | None:
    if view.laid:
        return Text("why.laid-already")
    return Text("why.can-lay") if can_lay(view) else None


def can_lay(view: LuckyMooseView) -> bool:
    """Whether the viewer's hand has a token that could begin a lay."""
    tiles = [at for at in squares(view.size) if why_not_there(view, at) is None]
    return any(why_not_valid(view, token, at) is None for at in tiles for token in dict.fromkeys(view.hand))


def why_no_exchange(view: LuckyMooseView, tokens: list[str]) -> Text | None:
    if view.laid:
        return Text("why.laid-already")
    missing = Multiset(tokens) - Multiset(view.hand)
    if missing:
        return why_not_held(view, next(iter(missing)))
    return Text("why.pool", {"count": view.pool}) if len(tokens) > view.pool else None


def why_not_held(view: LuckyMooseView, token: str) -> Text:
    return Text("why.not-so-many" if token in view.hand else "why.not-in-hand", {"token": token})


def why_no_lay(view: LuckyMooseView, token: str, at: int) -> Text | None:
    if token not in view.hand:
        return why_not_held(view, token)
    return why_not_there(view, at) or why_not_valid(view, token, at)


def why_not_there(view: LuckyMooseView, at: int) -> Text | None:
    """Why no token at all can go on this tile now."""
    tile = tile_name(at)
    if max(column_of(at), row_of(at)) >= view.size:
        return Text("why.off-board", {"tile": tile, "size": view.size})
    if tile in view.tokens:
        return Text("why.taken", {"tile": tile})
    if not view.tokens:
        middle = tile_name(centre(view.size))
        return None if tile == middle else Text("why.centre", {"tile": middle})
    if not view.laid:
        beside = any(tile_name(at + step) in view.tokens for step in steps_on_board(view, at))
        return None if beside else Text("why.alone", {"tile": tile})
    return None if at in ends_of_lay(view) else Text("why.not-at-end", {"tile": tile})


def steps_on_board(view: LuckyMooseView, at: int) -> list[int]:
    steps = ((RIGHT, column_of(at) < view.size - 1), (-RIGHT, column_of(at) > 0))
    return [step for step, inside in (*steps, (UP, row_of(at) < view.size - 1), (-UP, row_of(at) > 0)) if inside]


def ends_of_lay(view: LuckyMooseView) -> list[int]:
    """Where this turn's lay can go on: beyond both ends of the row or the column that holds its tokens."""
    first, *others = [at for at in map(tile_of, view.laid) if at is not None]
    shared = [RIGHT, UP] if not others else [RIGHT] if others[0] // STRIDE == first // STRIDE else [UP]
    return [end_of_run(view, first, way) for step in shared for way in (step, -step)]


def end_of_run(view: LuckyMooseView, at: int, step: int) -> int:
    while step in steps_on_board(view, at) and tile_name(at) in view.tokens:
        at += step
    return at


def why_not_valid(view: LuckyMooseView, token: str, at: int) -> Text | None:
    """What is wrong with the lines that this token would be in."""
    for step, where in ((RIGHT, "row"), (UP, "column")):
        line = [*tokens_beside(view, at, -step), *tokens_beside(view, at, step)]
        key = flaw(line, token)
        if key is not None:
            args = {"token": token, "tile": tile_name(at), "line": ", ".join(line)}
            return Text(key, {**args, "where": Text(f"way.{where}")})
    return None


def tokens_beside(view: LuckyMooseView, at: int, step: int) -> list[str]:
    tokens: list[str] = []
    while step in steps_on_board(view, at) and tile_name(at + step) in view.tokens:
        at += step
        tokens.append(view.tokens[tile_name(at)])
    return tokens if step > 0 else tokens[::-1]


def flaw(line: list[str], token: str) -> str | None:
    whole = [*line, token]
    if token in line:
        return "why.twice"
    if len(set(line)) < len(line) or len(whole) > WHOLE_LINE:
        return "why.join"
    shares = any(len({each[i] for each in whole}) == 1 for i in (0, 1))
    return None if shares else "why.nothing-shared"
