"""Zones as lines of characters: hands, piles and reserves, as cards on a table or as lines beside a board."""

from collections.abc import Callable, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text as Ink

from parlour.core.scene import Mark, Piece, Plan, Scene, Zone, zone
from parlour.terminal.draw import LAST, LAST_BRACKETS, Drawing, Look, Room, in_frame, style_of
from parlour.terminal.style import FAINT, MARK, STRONG

GAP = 2
USUAL_WIDTH = 51  # of the table in a window of 80
COLUMN = 8  # what a pile's name is broken to
PAPER = Console(width=200, color_system=None)  # what lines are broken on

InkLines = list[Ink]


def table(plan: Plan, scene: Scene, look: Look, viewer: int | None, room: Room) -> Drawing:
    """A plan without sites: its zones in the rows in which they lie, the viewer's own at the bottom."""
    choices: tuple[Callable[[Zone], bool], ...] = (
        lambda each: True,
        lambda each: each.kind != "hand" or each.seat == viewer,
        lambda each: False,
    )
    for large in choices:
        rows = [
            side_by_side([block(each, scene, look, large(each)) for each in row], room.width)
            for row in rows_of(plan, viewer)
        ]
        lines = stacked([row for row in rows if row], spaced=True)
        if len(lines) > room.height:
            lines = stacked([row for row in rows if row], spaced=False)
        width = max((line.cell_len for line in lines), default=0)
        if width <= room.width and len(lines) <= room.height:
            return Drawing(lines, width, len(lines))
    if room.width < USUAL_WIDTH:
        # What it needs is told for a width at which zones can lie beside each other.
        usual = table(plan, scene, look, viewer, Room(USUAL_WIDTH, 10_000))
        return Drawing([], USUAL_WIDTH, usual.height, fits=False)
    return Drawing([], width, len(lines), fits=False)


def rows_of(plan: Plan, viewer: int | None) -> list[list[Zone]]:
    """Zones by rows from top to bottom, each from left to right."""
    rows: list[list[Zone]] = []
    for each in sorted(plan.zones, key=lambda each: (is_own(each, viewer), each.y)):
        level = rows[-1][0] if rows else None
        beside = level is not None and abs(level.y - each.y) < min(level.height, each.height) / 2
        if beside and is_own(rows[-1][0], viewer) == is_own(each, viewer):
            rows[-1].append(each)
        else:
            rows.append([each])
    return [sorted(row, key=lambda each: each.x) for row in rows]


def is_own(each: Zone, viewer: int | None) -> bool:
    return viewer is not None and each.seat == viewer


def block(each: Zone, scene: Scene, look: Look, large: bool) -> InkLines:
    """One zone with its name and what lies in it."""
    pieces = pieces_in(each, scene)
    if not large or (each.kind == "hand" and all(piece.face == "down" for piece in pieces)):
        return [zone_line(each, scene, look)]
    if each.kind == "hand":
        title = Ink(look.words.render(each.name), f"{STRONG} {look.seat(each.seat)}".strip())
        return [title, *fan(pieces, look)]
    return pile(each, pieces, scene, look)


def pile(each: Zone, pieces: Sequence[Piece], scene: Scene, look: Look) -> InkLines:
    """The name, the top card, and how many lie there; the last move in brackets, other marks below."""
    lines = broken(Ink(look.words.render(each.name), look.seat(each.seat)))
    kinds = [mark for mark in scene.marks if zone(each.id) in mark.at]
    card = [Ink()] * 3
    if pieces:
        card = boxed(pieces[-1].glyph, 4, style_of(pieces[-1], look))
        if any(mark.kind == LAST for mark in kinds):
            left, right = LAST_BRACKETS
            card[1] = Ink.assemble((left, MARK), card[1], (right, MARK))
    covered = Ink(f"×{len(pieces)}" if len(pieces) > 1 else "", FAINT)
    lines = [*([Ink()] * (2 - len(lines))), *lines, *card, covered]
    for mark in kinds:
        if mark.kind != LAST:
            lines += broken(mark_ink(mark, look))
    return centred(lines, COLUMN)


def broken(name: Ink) -> InkLines:
    """At words, to the width of a pile."""
    lines = [line for line in name.wrap(PAPER, COLUMN) if line.plain.strip()]
    for line in lines:
        line.rstrip()
    return lines


def mark_ink(mark: Mark, look: Look) -> Ink:
    """What is shown, and who shows it."""
    who = "" if mark.seat is None else f" {look.name(mark.seat)}"
    return Ink(mark_name(mark.kind, look) + who, f"{STRONG} {look.seat(mark.seat)}".strip())


def mark_name(kind: str, look: Look) -> str:
    key = next((key for key in (f"mark.{kind}", f"button.{kind}") if look.words.has(key)), None)
    return look.say(key) if key else kind


def fan(pieces: Sequence[Piece], look: Look) -> InkLines:
    """Cards beside each other."""
    rows = [Ink(), Ink(), Ink()]
    for piece in pieces:
        for row, part in zip(rows, boxed(piece.glyph, 2, style_of(piece, look)), strict=True):
            row.append_text(part)
    return rows


def boxed(glyph: str, room: int, style: str) -> InkLines:
    """A card."""
    space = room - cell_len(glyph) if room > cell_len(glyph) else 0
    face = " " * (space - space // 2) + glyph + " " * (space // 2)
    edge = "─" * cell_len(face)
    return [
        Ink(f"╭{edge}╮", FAINT),
        Ink.assemble(("│", FAINT), (face, style or STRONG), ("│", FAINT)),
        Ink(f"╰{edge}╯", FAINT),
    ]


def zone_line(each: Zone, scene: Scene, look: Look) -> Ink:
    """A zone in one line: its name, then what lies in it, equal things counted."""
    line = Ink.assemble((f"{look.words.render(each.name)} ", look.seat(each.seat)))
    pieces = pieces_in(each, scene)
    if each.kind == "pile" and pieces:
        pieces = pieces[-1:]
    for _, group in groupby(pieces, key=lambda piece: (piece.glyph, piece.seat, piece.face)):
        same = list(group)
        line.append(" ").append(same[0].glyph, style_of(same[0], look))
        if len(same) > 3 or (len(same) > 1 and cell_len(same[0].glyph) > 1):
            line.append(f" ×{len(same)}", FAINT)
        else:
            line.append(f" {same[0].glyph}" * (len(same) - 1), style_of(same[0], look))
    if not pieces:
        line.append(" –", FAINT)
    for mark in scene.marks:
        if zone(each.id) in mark.at and mark.kind != LAST:
            line.append("  ").append_text(mark_ink(mark, look))
    return line


def zone_lines(plan: Plan, scene: Scene, look: Look) -> list[Ink]:
    """Those of the part that is shown."""
    return [zone_line(each, scene, look) for each in plan.zones if in_frame(each.x, each.y, scene)]


def pieces_in(each: Zone, scene: Scene) -> list[Piece]:
    return [piece for piece in scene.pieces if piece.at == zone(each.id)]


def centred(lines: Sequence[Ink], width: int) -> InkLines:
    width = max(width, *(line.cell_len for line in lines))
    result = []
    for line in lines:
        space = width - line.cell_len
        result.append(Ink.assemble(" " * (space // 2), line, " " * (space - space // 2)))
    return result


def side_by_side(blocks: Sequence[InkLines], width: int) -> InkLines:
    """Blocks in one row, or in several where the width does not hold them."""
    lines: InkLines = []
    row: InkLines = []
    for each in blocks:
        if not each:
            continue
        wide = max(line.cell_len for line in each)
        taken = max((line.cell_len for line in row), default=-GAP)
        if row and taken + GAP + wide > width:
            lines += row
            row, taken = [], -GAP
        row = beside(row, each, taken + GAP)
    return lines + row


def beside(left: InkLines, right: InkLines, column: int) -> InkLines:
    """The right block set down at this column of the left one."""
    result = []
    for i in range(max(len(left), len(right))):
        line = left[i].copy() if i < len(left) else Ink()
        if i < len(right):
            line.append(" " * (column - line.cell_len)).append_text(right[i])
        result.append(line)
    return result


def stacked(blocks: Sequence[InkLines], spaced: bool) -> InkLines:
    lines: InkLines = []
    for each in blocks:
        if lines and spaced:
            lines.append(Ink())
        lines += each
    return lines
