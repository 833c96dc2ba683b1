"""A sheet of character cells that grows where it is drawn on: glyphs on top, ruled lines and hair lines below them."""

from rich.cells import cell_len
from rich.text import Text as Ink

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
# By the directions in which a cell's lines leave it.
RULES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
BRAILLE = 0x2800
# The bit of each braille dot, by column and row within the cell.
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))

Cell = tuple[int, int]  # column and row


class Canvas:
    """Cells by column and row, which may be negative; `lines` cuts out the part that was drawn on."""

    def __init__(self) -> None:
        self.glyphs: dict[Cell, tuple[str, str]] = {}
        self.rules: dict[Cell, int] = {}
        self.slants: dict[Cell, str] = {}
        self.dots: dict[Cell, int] = {}

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        """Write with the middle of the text at this cell."""
        column -= (cell_len(text) - 1) // 2
        for letter in text:
            self.glyphs[column, row] = (letter, style)
            for covered in range(1, cell_len(letter)):
                self.glyphs[column + covered, row] = ("", style)
            column += max(cell_len(letter), 1)

    def box(self, left: int, top: int, right: int, bottom: int) -> None:
        """A ruled square; where squares touch, their lines join."""
        for column in range(left, right + 1):
            sides = (RIGHT if column < right else 0) | (LEFT if column > left else 0)
            self._rule(column, top, sides)
            self._rule(column, bottom, sides)
        for row in range(top, bottom + 1):
            sides = (DOWN if row < bottom else 0) | (UP if row > top else 0)
            self._rule(left, row, sides)
            self._rule(right, row, sides)

    def tile(self, column: int, row: int) -> None:
        """A six-sided tile around a cell, a point up; where tiles touch, they share their sides."""
        for side in (-2, 2):
            self._rule(column + side, row, UP | DOWN)
        for side in (-1, 1):
            self.slants[column + side, row - 1] = "╱" if side < 0 else "╲"
            self.slants[column + side, row + 1] = "╲" if side < 0 else "╱"

    def hair(self, start: Cell, end: Cell) -> None:
        """A faint line between two cells: ruled where it is upright or level, else dotted."""
        (a, b), (c, d) = start, end
        if a == c:
            for row in range(min(b, d), max(b, d)):
                self._rule(a, row, DOWN)
                self._rule(a, row + 1, UP)
        elif b == d:
            for column in range(min(a, c), max(a, c)):
                self._rule(column, b, RIGHT)
                self._rule(column + 1, b, LEFT)
        else:
            self._dotted(start, end)

    def lines(self) -> list[Ink]:
        columns, rows = self._drawn_on()
        return [Ink.assemble(*(self._cell(column, row) for column in columns), end="", no_wrap=True) for row in rows]

    def size(self) -> tuple[int, int]:
        """Columns and rows that were drawn on."""
        columns, rows = self._drawn_on()
        return len(columns), len(rows)

    def _drawn_on(self) -> tuple[range, range]:
        cells = [*self.glyphs, *self.rules, *self.slants, *self.dots]
        if not cells:
            return range(0), range(0)
        columns, rows = zip(*cells, strict=True)
        return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)

    def _cell(self, column: int, row: int) -> tuple[str, str]:
        if (column, row) in self.glyphs:
            return self.glyphs[column, row]
        if (column, row) in self.rules:
            return RULES[self.rules[column, row]], "dim"
        if (column, row) in self.slants:
            return self.slants[column, row], "dim"
        if (column, row) in self.dots:
            return chr(BRAILLE + self.dots[column, row]), "dim"
        return " ", ""

    def _rule(self, column: int, row: int, sides: int) -> None:
        self.rules[column, row] = self.rules.get((column, row), 0) | sides

    def _dotted(self, start: Cell, end: Cell) -> None:
        """Every second dot of the way, the same from both ends, with air around the ends.
        A dot is half a column wide and a quarter of a row high."""
        (a, b), (c, d) = ((2 * column + 0.5, 4 * row + 1.5) for column, row in (start, end))
        count = int(max(abs(c - a), abs(d - b)))
        for step in range(count):
            if (step if step < count / 2 else count - 1 - step) % 2:
                along = (step + 0.5) / count
                x, y = round(a + (c - a) * along), round(b + (d - b) * along)
                cell = (x // 2, y // 4)
                if not beside(cell, start) and not beside(cell, end):
                    self.dots[cell] = self.dots.get(cell, 0) | DOTS[x % 2][y % 4]


def beside(cell: Cell, other: Cell) -> bool:
    return cell[1] == other[1] and abs(cell[0] - other[0]) <= 1
