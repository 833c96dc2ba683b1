"""A whole screen from its parts: title, board, a panel beside it, and what can be done. Pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
from rich.text import Text as Ink

from parlour.core.scene import Counter, Plan, Scene
from parlour.terminal.cards import PAPER, beside, table, zone_lines
from parlour.terminal.draw import Drawing, Look, Room, board, legend, position_in_words
from parlour.terminal.style import FAINT, STRONG, WRONG

LEAST_PANEL, MOST_PANEL = 26, 44
LEAST_ROOM = 20  # columns beside a panel, below which there is none
TITLE_AND_INPUT = 2
UNBOUNDED = 10_000
LOG_WITHOUT_WINDOW = 8


@dataclass(frozen=True)
class Frame:
    """What a screen shows."""

    title: Ink
    plan: Plan
    scene: Scene
    look: Look
    viewer: int | None
    turn: Ink  # whose turn, or the result
    players: Sequence[Ink] = ()
    log: Sequence[Ink] = ()
    notices: Sequence[str] = ()
    hint: str = ""
    by_text: str = ""  # how to go on where the board does not fit


@dataclass
class Section:
    """A part of the panel, under a title of its own."""

    title: str
    lines: list[Ink] = field(default_factory=list)


def screen(frame: Frame, width: int, height: int | None) -> list[Ink]:
    """The lines of a window, one row left for input; without a height, as many as it takes."""
    rows = UNBOUNDED if height is None else height - TITLE_AND_INPUT
    drawing = picture(frame, Room(width - LEAST_PANEL - 3, rows))
    if drawing.part:
        size = {"width": drawing.width + LEAST_PANEL + 3, "height": drawing.height + TITLE_AND_INPUT}
        drawing = picture(frame, Room(width - LEAST_PANEL - 3, rows - 1))
        hint = [Ink(f" {frame.look.say('terminal.part', **size)}", FAINT)]
    else:
        hint = [Ink(f" {frame.hint}", FAINT)] if frame.hint and height is not None and drawing.height < rows else []
    rows -= len(hint)
    if width < LEAST_PANEL + LEAST_ROOM and not drawing.fits:
        body = narrow(frame, drawing, width, height)
    else:
        body = wide(frame, drawing, width, rows if height is not None else None, height)
    title = Ink(" ").append_text(frame.title)
    return [cut(line, width) for line in [title, *body[:rows], *hint]]


def picture(frame: Frame, room: Room) -> Drawing:
    if frame.plan.layout == "free" or not frame.plan.sites:
        return table(frame.plan, frame.scene, frame.look, frame.viewer, room)
    return board(frame.plan, frame.scene, frame.look, room)


def wide(frame: Frame, drawing: Drawing, width: int, rows: int | None, height: int | None) -> list[Ink]:
    """The board with the panel to its right."""
    used = max((line.cell_len for line in drawing.lines), default=0) if drawing.fits else LEAST_ROOM
    panel_width = max(LEAST_PANEL, min(MOST_PANEL, width - used - 3))
    area = width - panel_width - 1
    left = drawing.lines if drawing.fits else in_words(frame, drawing, area - 2, Room(width, height or 0))
    panel = boxes(panel_sections(frame), panel_width, rows)
    margin = max(1, (area - max((line.cell_len for line in left), default=0)) // 2)
    above = max(0, (len(panel) - len(left)) // 2) if drawing.fits else 0
    placed = [Ink()] * above + [Ink.assemble(" " * margin, line) for line in left]
    return beside(placed, panel, area)


def narrow(frame: Frame, drawing: Drawing, width: int, height: int | None) -> list[Ink]:
    """Everything below each other, in words."""
    turn, *others, _ = panel_sections(frame)
    lines = wrapped(turn.lines, width - 1) + in_words(frame, drawing, width - 1, Room(width, height or 0))
    for section in others:
        lines += wrapped(section.lines, width - 1)
    return lines


def in_words(frame: Frame, drawing: Drawing, width: int, window: Room) -> list[Ink]:
    """In place of a board that does not fit: how large the window must be, and the position as a list."""
    size = {"width": drawing.width + LEAST_PANEL + 3, "height": drawing.height + TITLE_AND_INPUT}
    said = Ink(frame.look.say("terminal.small", columns=window.width, rows=window.height, **size), WRONG)
    said.append(f" {frame.by_text}")
    listed = position_in_words(frame.scene, frame.look)
    if frame.plan.layout == "free" or not frame.plan.sites:
        listed += zone_lines(frame.plan, frame.scene, frame.look)
    return wrapped([said, Ink(), *listed], width)


def panel_sections(frame: Frame) -> list[Section]:
    say, look = frame.look.say, frame.look
    turn = [frame.turn]
    if frame.scene.prompt is not None:
        turn.append(Ink(look.words.render(frame.scene.prompt)))
    sections = [Section("", turn)]
    if frame.notices:
        sections.append(Section("", [Ink(notice, STRONG) for notice in frame.notices]))
    sections.append(Section(say("terminal.players"), [*frame.players, *counter_lines(frame.scene, look)]))
    if frame.plan.sites and frame.plan.zones:
        # The viewer's own come first: where there is little room, the others' are left out.
        zones = tuple(sorted(frame.plan.zones, key=lambda zone: zone.seat is None or zone.seat != frame.viewer))
        plan = msgspec.structs.replace(frame.plan, zones=zones)
        sections.append(Section(say("terminal.beside"), zone_lines(plan, frame.scene, look)))
    explained = legend(frame.plan, frame.scene, look)
    if explained:
        sections.append(Section("", explained))
    return [*sections, Section(say("terminal.log"), list(frame.log))]


def counter_lines(scene: Scene, look: Look) -> list[Ink]:
    """Counters that belong to no seat; those of seats stand with the players."""
    return [counter_ink(each, look) for each in scene.counters if each.seat is None]


def counter_ink(counter: Counter, look: Look) -> Ink:
    value, of = counter.value, counter.of
    number = str(value) if of is None else look.say("terminal.counter-of", value=value, of=of)
    return Ink.assemble((f"{look.words.render(counter.name)} ", FAINT), number)


def boxes(sections: Sequence[Section], width: int, height: int | None) -> list[Ink]:
    """Sections in one frame; the last one, the log, shows its end and fills what is left."""
    inside = width - 4
    fixed = [wrapped(section.lines, inside, "  " if section.title else "") for section in sections[:-1]]
    log = wrapped(sections[-1].lines, inside, indent="  ")
    edges = len(sections) + 1
    free = min(len(log), LOG_WITHOUT_WINDOW) if height is None else height - edges - sum(map(len, fixed))
    if free < 0 and height is not None:
        fixed = shortened(fixed, -free)
        free = 0
    log = log[max(0, len(log) - free) :] if free else []
    log += [Ink()] * (free - len(log))
    lines: list[Ink] = []
    for section, content in zip(sections, [*fixed, log], strict=True):
        lines.append(edge(section.title, width, first=not lines))
        lines += [framed(line, width) for line in content]
    return [*lines, Ink("╰" + "─" * (width - 2) + "╯", FAINT)]


def shortened(parts: list[list[Ink]], too_many: int) -> list[list[Ink]]:
    """Lines left out from the last part that has some to spare, so that whose turn it is always stays."""
    parts = [list(part) for part in parts]
    for part in reversed(parts):
        while too_many and len(part) > 1:
            part.pop()
            too_many -= 1
    return parts


def edge(title: str, width: int, first: bool) -> Ink:
    left, right = ("╭", "╮") if first else ("├", "┤")
    if not title:
        return Ink(left + "─" * (width - 2) + right, FAINT)
    rest = "─" * (width - 5 - len(title))
    return Ink.assemble((f"{left}─ ", FAINT), (title, FAINT), (f" {rest}{right}", FAINT))


def framed(line: Ink, width: int) -> Ink:
    line = cut(line, width - 4)
    return Ink.assemble(("│ ", FAINT), line, " " * (width - 4 - line.cell_len), (" │", FAINT))


def wrapped(lines: Sequence[Ink], width: int, indent: str = "") -> list[Ink]:
    """Lines broken at words; what follows a break is indented."""
    result: list[Ink] = []
    for line in [part for each in lines for part in each.split("\n", allow_blank=True)]:
        first, *rest = line.wrap(PAPER, max(width, 4)) or [Ink()]
        first.rstrip()
        result.append(first)
        if rest:
            begins = line.plain.find(rest[0].plain.rstrip(), len(first.plain))
            for part in line[begins:].wrap(PAPER, max(width - len(indent), 4)):
                part.rstrip()
                result.append(Ink.assemble(indent, part))
    return result


def cut(line: Ink, width: int) -> Ink:
    if line.cell_len <= width:
        return line
    line = line.copy()
    line.truncate(width, overflow="ellipsis")
    return line
