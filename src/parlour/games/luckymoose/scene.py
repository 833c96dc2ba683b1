"""The board as things to draw and touch."""

from collections import Counter as Multiset
from collections.abc import Sequence
from functools import cache

from parlour.core.game import Options
from parlour.core.scene import Counter, Label, Mark, Piece, Plan, Scene, Site, Zone, button, piece, site, zone
from parlour.core.texts import Text
from parlour.games.luckymoose.board import MOST_IDLE, RIGHT, UP, bonus, centre, column_of, row_of, squares
from parlour.games.luckymoose.notation import (
    END,
    FORFEIT,
    LETTERS,
    SWAP,
    TOKENS,
    laid,
    swapped,
    tile_name,
)
from parlour.games.luckymoose.reasons import can_lay
from parlour.games.luckymoose.view import LuckyMooseView

BACK = "▒▒"

# Lengths in tiles. The numbers stand left of the board, the letters below it, and below those the hands.
LEFT, BELOW, TOP = 0.9, 0.9, 0.2
HAND_HEIGHT, GAP = 1.8, 0.4
HANDS_IN_ROW = 2


def plan(seats: int, options: Options) -> Plan:
    return plan_of(seats, int(options["size"]))


@cache
def plan_of(seats: int, size: int) -> Plan:
    tiles = squares(size)
    on_board = set(tiles)
    return Plan(
        "grid",
        round(LEFT + size, 2),
        round(TOP + size + BELOW + (seats + 1) // HANDS_IN_ROW * (HAND_HEIGHT + GAP), 2),
        sites=tuple(Site(tile_name(at), *place_of(size, at), ground(size, at)) for at in tiles),
        zones=zones(seats, size),
        labels=labels(size),
        neighbours={
            tile_name(at): tuple(tile_name(at + step) for step in (RIGHT, UP, -RIGHT, -UP) if at + step in on_board)
            for at in tiles
        },
    )


def place_of(size: int, at: int) -> tuple[float, float]:
    """The middle of a tile, x to the right and y downwards: row 1 is at the bottom."""
    return round(LEFT + column_of(at) + 0.5, 2), round(TOP + size - row_of(at) - 0.5, 2)


def ground(size: int, at: int) -> str:
    """What kind of tile it is: x2, x3, the centre or a plain one."""
    times = bonus(size, at)
    return f"x{times}" if times > 1 else "centre" if at == centre(size) else ""


def labels(size: int) -> tuple[Label, ...]:
    foot = round(TOP + size + BELOW / 2 - 0.1, 2)
    letters = [Label(LETTERS[column], round(LEFT + column + 0.5, 2), foot) for column in range(size)]
    numbers = [Label(str(row + 1), round(LEFT / 2, 2), round(TOP + size - row - 0.5, 2)) for row in range(size)]
    return (*letters, *numbers)


def zones(seats: int, size: int) -> tuple[Zone, ...]:
    """The hands, two in a row."""
    room, found = (LEFT + size) / HANDS_IN_ROW, []
    for seat in range(seats):
        row, column = divmod(seat, HANDS_IN_ROW)
        x, y = (column + 0.5) * room, TOP + size + BELOW + GAP + HAND_HEIGHT / 2 + row * (HAND_HEIGHT + GAP)
        name = Text("zone.hand", {"player": Text(f"seat.{seat}")})
        width = round(room - GAP, 2)
        found.append(Zone(f"hand-{seat}", "hand", name, round(x, 2), round(y, 2), width, HAND_HEIGHT, seat))
    return tuple(found)


# -- what stands where ----------------------------------------------------------------------------------


def scene(view: LuckyMooseView) -> Scene:
    pieces = [token_piece(f"on-{tile}", token, site(tile)) for tile, token in view.tokens.items()]
    pieces += [each for seat in range(len(view.scores)) for each in hand_pieces(view, seat)]
    return Scene(tuple(pieces), marks(view), counters(view), prompt(view))


def hand_pieces(view: LuckyMooseView, seat: int) -> list[Piece]:
    """Known tokens are named by seat and kind, equal ones numbered; unknown ones by their place alone."""
    at = zone(f"hand-{seat}")
    known = view.hands[seat] if view.hands is not None else view.hand if seat == view.seat else None
    if known is not None:
        return [
            token_piece(name, token, at, seat) for name, token in zip(names_in_hand(seat, known), known, strict=True)
        ]
    hidden, count = Text("piece.hidden"), view.hand_counts[seat]
    return [Piece(f"hand-{seat}-{i}", "hidden", at, hidden, BACK, seat, "down") for i in range(count)]


def names_in_hand(seat: int, tokens: list[str]) -> list[str]:
    return [f"hand-{seat}-{token}-{tokens[:i].count(token) + 1}" for i, token in enumerate(tokens)]


def token_piece(name: str, token: str, at: str, seat: int | None = None) -> Piece:
    return Piece(name, token, at, token_name(token), token, seat)


def token_name(token: str) -> Text:
    return Text("piece.token", {"colour": Text(f"colour.{token[0]}"), "symbol": Text(f"symbol.{token[1]}")})


def marks(view: LuckyMooseView) -> tuple[Mark, ...]:
    """The lines that score so far; the tokens of this turn, or before there are any those of the last lay."""
    lines = [Mark("line", tuple(map(site, line.tiles)), view.turn) for line in view.lines]
    latest = Mark("last", tuple(map(site, view.laid or view.last)))
    return (*lines, latest) if latest.at else ()


def counters(view: LuckyMooseView) -> tuple[Counter, ...]:
    seats = range(len(view.scores))
    shown = [Counter("pool", Text("counter.pool"), view.pool, view.pool_of)]
    if view.aside:
        shown.append(Counter("aside", Text("counter.aside"), view.aside))
    if view.idle:
        shown.append(Counter("idle", Text("counter.idle"), view.idle, MOST_IDLE))
    if view.laid:
        shown.append(Counter("worth", Text("counter.worth"), view.worth))
    shown += [Counter(f"score-{seat}", Text("counter.score"), view.scores[seat], seat=seat) for seat in seats]
    return (*shown, *(Counter(f"hand-{s}", Text("counter.hand"), view.hand_counts[s], seat=s) for s in seats))


def prompt(view: LuckyMooseView) -> Text | None:
    if view.phase == "over":
        return None
    if view.phase != "playing":
        return Text(f"prompt.{view.phase}")
    if view.laid:
        return Text("prompt.go-on", {"points": view.worth})
    if view.seat == view.turn and not can_lay(view):
        return Text("prompt.stuck" if view.pool else "prompt.forfeit")
    if not view.tokens:
        return Text("prompt.first")
    return Text("prompt.turn" if view.pool else "prompt.lay")


# -- what to touch --------------------------------------------------------------------------------------


def targets(view: LuckyMooseView, action: int) -> tuple[str, ...]:
    """A token of the hand, then a tile; or a button, the tokens to give, in order, and another button. Of equal tokens
    the first. Exchanges begin with a button so that touching another token is always a change of mind."""
    if action == END:
        return (button("end"),)
    if action == FORFEIT:
        return (button("forfeit"),)
    if action >= SWAP:
        kinds, taken = swapped(action), Multiset[int]()
        path = [button("swap")]
        for kind in kinds:
            taken[kind] += 1
            path.append(held(view, kind, taken[kind]))
        return (*path, button("give"))
    kind, at = laid(action)
    return held(view, kind, 1), site(tile_name(at))


def held(view: LuckyMooseView, kind: int, number: int) -> str:
    return piece(f"hand-{view.seat}-{TOKENS[kind]}-{number}")


# -- steps in words -------------------------------------------------------------------------------------


def describe(text: str) -> Text:
    """Tokens drawn by somebody else are `?`, and so are those given."""
    if text in ("end", "forfeit"):
        return Text(f"log.{text}")
    if text == "?":
        return Text("log.hidden")
    word, *rest = text.split(" ")
    if word == "start":
        return Text("log.start", {"player": Text(f"seat.{rest[0]}")})
    if word == "swap":
        return (
            Text("log.swap-hidden", {"count": len(rest)})
            if "?" in rest
            else Text("log.swap", {"tokens": ", ".join(rest)})
        )
    token, _, tile = text.partition("@")
    if token not in TOKENS:
        return Text("log.step", {"step": text})
    name = token_name(token)
    return Text("log.lay", {"token": name, "tile": tile}) if tile else Text("log.drawn", {"token": name})


def came_to(view: LuckyMooseView, returns: Sequence[float] | None, turns: int) -> Text | None:
    """Of two: 58 points to 51. Of more, what each came to stands beside their place."""
    if returns is None or len(returns) > 2:
        return None
    won, lost = (view.scores[seat] for seat in sorted(range(2), key=lambda seat: -returns[seat]))
    points = Text("tally", {"count": won})
    if won == lost:
        return Text("came-to.each", {"points": points, "count": turns})
    return Text("came-to.won", {"points": points, "lost": lost, "count": turns})
