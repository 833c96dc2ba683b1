"""The board as lines of characters: sites of any plan, what stands on them, and the marks upon it. Pure functions."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import msgspec
from rich.cells import cell_len
from rich.text import Text as Ink

from parlour.core.scene import Label, Mark, Piece, Plan, Scene, Site, site
from parlour.core.texts import Catalogue, Text
from parlour.terminal.canvas import Canvas
from parlour.terminal.style import FAINT, MARK, YOU

LAST = "last"
LAST_BRACKETS = ("[", "]")
SHARED = "|"  # by brackets of one kind, back to back
BRACKETS = (("(", ")"), ("‹", "›"), ("{", "}"), ("«", "»"), ("⟨", "⟩"))
ARROWS = "↑↗→↘↓↙←↖"
TIMES = "⁰¹²³⁴⁵⁶⁷⁸⁹"
# Empty sites of a kind of their own, in the order in which the plan names the kinds; but a name this short is shown.
GROUNDS = "∘×▫⋄▵⁘≈"
SHORT = 2
POINT = "·"
LEAST_PART = 8  # sites across and down that are worth showing of a larger board
HEX_ROW = 3**0.5 / 2  # from one row of six-sided tiles to the next
TILE = 4  # columns from one of them to its neighbour, a side of it among them
FOR_LABELS = 4  # columns that numbers beside it take


@dataclass(frozen=True)
class Look:
    """What a drawing needs besides plan and scene: sentences, a colour for every seat, places open to the viewer."""

    words: Catalogue
    seats: Sequence[str] = ()
    open: frozenset[str] = frozenset()

    def seat(self, seat: int | None) -> str:
        return self.seats[seat] if seat is not None and seat < len(self.seats) else ""

    def name(self, seat: int) -> str:
        """What the game calls the seat; a game without names for its seats has numbers."""
        key = f"seat.{seat}"
        return self.say(key) if self.words.has(key) else self.say("terminal.seat", number=seat)

    def say(self, key: str, /, **args: str | int | Text) -> str:
        return self.words.render(Text(key, args))


@dataclass(frozen=True)
class Room:
    """Columns and rows that a drawing may take."""

    width: int
    height: int


@dataclass(frozen=True)
class Drawing:
    """Lines of characters; `fits` is false if they need more room than there is. Of a `part` of the board, width and
    height are what the whole would need."""

    lines: list[Ink]
    width: int
    height: int
    fits: bool = True
    part: bool = False


@dataclass(frozen=True)
class Scale:
    """How plan units become cells: columns and rows for one step between sites, and whether squares are ruled."""

    columns: float
    rows: float
    ruled: bool


def board(plan: Plan, scene: Scene, look: Look, room: Room) -> Drawing:
    """The sites with everything on them, as large as the room allows."""
    drawing = Drawing([], 0, 0)
    for scale in scales(plan, scene, look, room):
        canvas = sites_on_canvas(plan, scene, look, scale)
        width, height = canvas.size()
        fits = width <= room.width and height <= room.height
        drawing = Drawing(canvas.lines() if fits else [], width, height, fits)
        if fits:
            return drawing
    return part_of_board(plan, scene, look, room, drawing) or drawing


def part_of_board(plan: Plan, scene: Scene, look: Look, room: Room, whole: Drawing) -> Drawing | None:
    """What fits of a large board, around what is open or where the last move went; None if that is little."""
    *_, scale = scales(plan, scene, look, room)
    sites = [each for each in plan.sites if in_frame(each.x, each.y, scene)]
    across, down = (room.width - FOR_LABELS) / scale.columns - 1, (room.height - 2) / scale.rows - 1
    if not sites or min(across, down) < LEAST_PART:
        return None
    x, y = middle_of([each for each in sites if site(each.id) in places_to_see(scene, look)] or sites)
    left = held(x - across / 2, min(s.x for s in sites), max(s.x for s in sites) - across)
    top = held(y - down / 2, min(s.y for s in sites), max(s.y for s in sites) - down)
    near = msgspec.structs.replace(scene, frame=(left, top, across, down))
    canvas = sites_on_canvas(plan, near, look, scale)
    width, height = canvas.size()
    if width > room.width or height > room.height:
        return None
    return Drawing(canvas.lines(), whole.width, whole.height, part=True)


def places_to_see(scene: Scene, look: Look) -> set[str]:
    """Open places; while there are none, the last move."""
    if any(place.startswith("site:") for place in look.open):
        return set(look.open)
    return {place for mark in scene.marks if mark.kind == LAST for place in mark.at}


def middle_of(sites: Sequence[Site]) -> tuple[float, float]:
    xs, ys = [each.x for each in sites], [each.y for each in sites]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def held(value: float, low: float, high: float) -> float:
    return max(low, min(value, max(low, high)))


def scales(plan: Plan, scene: Scene, look: Look, room: Room) -> Iterator[Scale]:
    """From the largest that could fit to the smallest."""
    glyphs = [piece.glyph for piece in scene.pieces if piece.at.startswith("site:")]
    longest = max(map(cell_len, [*glyphs, *grounds(plan, look).values()]), default=1)
    if plan.layout == "grid":
        yield Scale(max(4, longest + 1), 2, True)
        yield Scale(max(2, longest + 1), 1, False)
        return
    if plan.layout == "hex" and longest < TILE and is_tiled(plan):
        yield Scale(TILE, 2 / HEX_ROW, True)
    # Sites keep their proportions, a row being as high as two columns are wide.
    across, down = least_step([s.x for s in plan.sites]), least_step([s.y for s in plan.sites])
    for rows in range(min(4, max(1, room.height // 12)), 0, -1):
        columns = max(math.ceil(2 * rows * across / down - 1e-6), longest + 1, 2)
        yield Scale(columns / across, rows / down, False)


def is_tiled(plan: Plan) -> bool:
    """Whether the sites stand as `hex` has them: then tiles around them meet in their corners."""
    return all(
        abs(value - round(value)) < 0.01
        for each in plan.sites
        for value in ((each.y - plan.sites[0].y) / HEX_ROW, (each.x - plan.sites[0].x) * 2)
    )


def least_step(values: Sequence[float]) -> float:
    """The smallest distance between two lines of sites."""
    levels = sorted({round(value, 3) for value in values})
    return max(min((b - a for a, b in pairwise(levels)), default=1.0), 0.2)


def sites_on_canvas(plan: Plan, scene: Scene, look: Look, scale: Scale) -> Canvas:
    canvas = Canvas()
    sites = [each for each in plan.sites if in_frame(each.x, each.y, scene)]
    if not sites:
        return canvas
    left, top = min(s.x for s in sites), min(s.y for s in sites)

    def cell(x: float, y: float) -> tuple[int, int]:
        return math.floor((x - left) * scale.columns + 0.5), math.floor((y - top) * scale.rows + 0.5)

    cells = {each.id: cell(each.x, each.y) for each in sites}
    if scale.ruled:
        half, over = int(scale.columns) // 2, int(scale.columns) - int(scale.columns) // 2
        for column, row in cells.values():
            if plan.layout == "hex":
                canvas.tile(column, row)
                continue
            canvas.box(column - half, row - 1, column + over, row + 1)
    if plan.layout == "points":
        for a, b in connections(plan):
            if a in cells and b in cells:
                canvas.hair(cells[a], cells[b])
    draw_labels(canvas, plan, scene, cell)
    draw_sites(canvas, plan, sites, cells, look, scale)
    draw_pieces(canvas, scene, cells, look)
    draw_marks(canvas, scene, cells)
    return canvas


def in_frame(x: float, y: float, scene: Scene) -> bool:
    if scene.frame is None:
        return True
    left, top, width, height = scene.frame
    return left <= x <= left + width and top <= y <= top + height


def connections(plan: Plan) -> Iterator[tuple[str, str]]:
    """Pairs of sites with a line between them."""
    if plan.lines:
        for line in plan.lines:
            yield from pairwise(line.through)
    else:
        yield from ((a, b) for a, others in plan.neighbours.items() for b in others if a < b)


def draw_labels(canvas: Canvas, plan: Plan, scene: Scene, cell: Callable[[float, float], tuple[int, int]]) -> None:
    for label in plan.labels:
        place = label_place(label, plan, scene)
        if place is not None:
            canvas.put(*cell(*place), label.text, FAINT)


def label_place(label: Label, plan: Plan, scene: Scene) -> tuple[float, float] | None:
    """Where a label goes: as planned, or, where only a part of the board is shown, beside that part."""
    if scene.frame is None:
        return label.x, label.y
    left, top, width, height = scene.frame
    x = along_frame(label.x, [s.x for s in plan.sites], left, left + width)
    y = along_frame(label.y, [s.y for s in plan.sites], top, top + height)
    return None if x is None or y is None else (x, y)


def along_frame(value: float, sites: Sequence[float], low: float, high: float) -> float | None:
    """A label beyond all sites stays as far from the frame; any other has to be within it."""
    if value < min(sites):
        return max(value, low - (min(sites) - value))
    if value > max(sites):
        return min(value, high + value - max(sites))
    return value if low <= value <= high else None


def draw_sites(
    canvas: Canvas, plan: Plan, sites: Sequence[Site], cells: dict[str, tuple[int, int]], look: Look, scale: Scale
) -> None:
    """Empty places: a dot where lines or nothing else shows them, and what tells kinds of sites apart."""
    kinds = grounds(plan, look)
    for each in sites:
        is_open = site(each.id) in look.open
        glyph = kinds.get(each.kind, " " if scale.ruled and not is_open else POINT)
        canvas.put(*cells[each.id], glyph, YOU if is_open else FAINT if each.kind == "" else "")


def grounds(plan: Plan, look: Look) -> dict[str, str]:
    """A glyph for every kind of site that is not plain: its name, if that is short enough, or a sign for it."""
    kinds = dict.fromkeys(each.kind for each in plan.sites if each.kind)
    signs = {kind: GROUNDS[i % len(GROUNDS)] for i, kind in enumerate(kinds)}
    names = {kind: look.say(f"site.{kind}") for kind in kinds}
    return {kind: names[kind] if cell_len(names[kind]) <= SHORT else signs[kind] for kind in kinds}


def draw_pieces(canvas: Canvas, scene: Scene, cells: dict[str, tuple[int, int]], look: Look) -> None:
    turning = {piece.kind for piece in scene.pieces if piece.turn}
    stacks: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        if piece.at.startswith("site:"):
            stacks.setdefault(piece.at.removeprefix("site:"), []).append(piece)
    for name, stack in stacks.items():
        if name in cells:
            top = stack[-1]
            glyph = glyph_of(top, turning) + (times(len(stack)) if len(stack) > 1 else "")
            canvas.put(*cells[name], glyph, style_of(top, look))


def glyph_of(piece: Piece, turning: set[str]) -> str:
    """A piece that points somewhere has an arrow with it."""
    arrow = ARROWS[round(piece.turn / 45) % 8] if piece.kind in turning else ""
    return piece.glyph + arrow if cell_len(piece.glyph) < 3 else piece.glyph


def style_of(piece: Piece, look: Look) -> str:
    return FAINT if piece.face == "down" else f"bold {look.seat(piece.seat)}".strip()


def times(count: int) -> str:
    return "".join(TIMES[int(digit)] for digit in str(count))


def draw_marks(canvas: Canvas, scene: Scene, cells: dict[str, tuple[int, int]]) -> None:
    """Brackets around what is marked, a pair for every kind; the last move's go on top."""
    pairs = brackets(scene)
    for mark in sorted(scene.marks, key=lambda mark: mark.kind == LAST):
        for place in marked_sites(mark, scene):
            if place in cells:
                bracket(canvas, cells[place], pairs[mark.kind])


def brackets(scene: Scene) -> dict[str, tuple[str, str]]:
    kinds = sorted({mark.kind for mark in scene.marks} - {LAST})
    return {LAST: LAST_BRACKETS} | {kind: BRACKETS[i % len(BRACKETS)] for i, kind in enumerate(kinds)}


def marked_sites(mark: Mark, scene: Scene) -> Iterator[str]:
    standing = {f"piece:{piece.id}": piece.at for piece in scene.pieces}
    for place in mark.at:
        place = standing.get(place, place)
        if place.startswith("site:"):
            yield place.removeprefix("site:")


def bracket(canvas: Canvas, cell: tuple[int, int], pair: tuple[str, str]) -> None:
    column, row = cell
    left, right = column - 1, column + 1
    while is_drawn_on(canvas, left, row):
        left -= 1
    while is_drawn_on(canvas, right, row):
        right += 1
    # Between two marked sites there may be one column only.
    for at, mine, theirs in ((left, pair[0], pair[1]), (right, pair[1], pair[0])):
        canvas.put(at, row, SHARED if canvas.glyphs.get((at, row)) == (theirs, MARK) else mine, MARK)


def is_drawn_on(canvas: Canvas, column: int, row: int) -> bool:
    glyph, style = canvas.glyphs.get((column, row), (" ", ""))
    return glyph not in (" ", POINT) and style != MARK


def legend(plan: Plan, scene: Scene, look: Look) -> list[Ink]:
    """What the brackets and grounds mean, for those that have a name."""
    lines = []
    pairs = brackets(scene)
    for kind in dict.fromkeys(mark.kind for mark in scene.marks):
        if look.words.has(f"mark.{kind}"):
            lines.append(Ink.assemble((" ".join(pairs[kind]), MARK), f" {look.say(f'mark.{kind}')}"))
    for kind, glyph in grounds(plan, look).items():
        if look.words.has(f"site.{kind}") and look.say(f"site.{kind}") != glyph:
            lines.append(Ink(f" {glyph}  {look.say(f'site.{kind}')}"))
    return lines


def changed(before: Scene, after: Scene) -> tuple[str, ...]:
    """The places where something else stands or lies on top than before."""

    def tops(scene: Scene) -> dict[str, tuple[str, int | None, str]]:
        return {piece.at: (piece.kind, piece.seat, piece.glyph) for piece in scene.pieces}

    old, new = tops(before), tops(after)
    return tuple(sorted(place for place in old.keys() | new.keys() if old.get(place) != new.get(place)))


def with_last_move(before: Scene | None, after: Scene) -> Scene:
    """Where a game marks no sites itself, what the last step changed is marked."""
    marks_sites = any(place.startswith(("site:", "piece:")) for mark in after.marks for place in mark.at)
    if before is None or marks_sites or after.frame != before.frame:
        return after
    places = changed(before, after)
    return msgspec.structs.replace(after, marks=(*after.marks, Mark(LAST, places))) if places else after


def position_in_words(scene: Scene, look: Look) -> list[Ink]:
    """The pieces as a list, for windows without room for the board and for those who cannot see it."""
    groups: dict[tuple[int | None, str], list[str]] = {}
    for piece in scene.pieces:
        if piece.at.startswith("site:"):
            name = look.words.render(piece.name)
            groups.setdefault((piece.seat, name), []).append(piece.at.removeprefix("site:"))
    lines = []
    for (seat, name), places in groups.items():
        lines.append(Ink.assemble((name, look.seat(seat)), f": {', '.join(places)}"))
    return lines
