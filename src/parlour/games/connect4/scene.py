"""The board as things to draw and touch."""

from parlour.core.game import Options
from parlour.core.reasons import because
from parlour.core.scene import Label, Piece, Plan, Scene, Site, TouchReason, site
from parlour.core.texts import Text
from parlour.games.connect4.board import COLUMNS, ROWS
from parlour.games.connect4.notation import LETTERS, square_name
from parlour.games.connect4.view import Connect4View

GLYPHS = ("●", "○")


def plan(seats: int, options: Options) -> Plan:
    sites = tuple(
        Site(square_name(c, r), c + 0.5, ROWS - r - 0.5, strip=LETTERS[c]) for c in range(COLUMNS) for r in range(ROWS)
    )
    labels = tuple(Label(letter, c + 0.5, ROWS + 0.4) for c, letter in enumerate(LETTERS))
    return Plan("grid", COLUMNS, ROWS + 0.8, sites, labels=labels)


def scene(view: Connect4View) -> Scene:
    discs = [
        Piece(square_name(c, r), "disc", site(square_name(c, r)), Text(f"piece.disc-{seat}"), GLYPHS[seat], seat)
        for c, column in enumerate(view.columns)
        for r, seat in enumerate(column)
    ]
    return Scene(tuple(discs), prompt=None if view.turn is None else Text("prompt.drop"))


def targets(view: Connect4View, action: int) -> tuple[str, ...]:
    """The square that the disc would fall to."""
    return (site(square_name(action, len(view.columns[action]))),)


def why_not(view: Connect4View, action: int) -> Text | None:
    if view.turn == view.seat and len(view.columns[action]) == ROWS:
        return Text("why.full", {"column": LETTERS[action]})
    return None


def why_not_touch(view: Connect4View, path: tuple[str, ...]) -> TouchReason | None:
    kind, _, square = path[-1].partition(":")
    if kind != "site" or view.turn != view.seat:
        return None
    column = LETTERS.index(square[0])
    landing = {"column": square[0], "square": square_name(column, len(view.columns[column]))}
    return because(why_not(view, column) or Text("why.falls", landing))


def describe(text: str) -> Text:
    return Text("log.drop", {"column": text})
