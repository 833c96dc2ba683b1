"""Drawings of small plans, compared with what they should look like."""

from collections.abc import Sequence

import msgspec
import pytest
from rich.text import Text as Ink

from parlour.core.scene import Counter, Label, Line, Mark, Piece, Plan, Scene, Site, Zone
from parlour.core.texts import Catalogue, Text
from parlour.games import load
from parlour.terminal.cards import table, zone_lines
from parlour.terminal.draw import Look, Room, board, changed, legend, position_in_words, with_last_move
from parlour.terminal.screen import Frame, screen
from parlour.terminal.style import seat_styles
from parlour.terminal.words import look_for

LOOK = Look(
    Catalogue({"man": "man", "pile": "the pile", "hand": "hand", "keep": "hands off", "n": "points"}), ("red", "blue")
)
WIDE = Room(60, 20)


def text(lines: Sequence[Ink]) -> str:
    return "\n".join(line.plain.rstrip() for line in lines)


def drawn(expected: str) -> str:
    """A drawing as it stands in a test: without the first line break and the test's own margin."""
    lines = expected.strip("\n").split("\n")
    return "\n".join(line[4:].rstrip() for line in lines).rstrip()


def man(at: str, seat: int = 0, glyph: str = "●", **more: object) -> Piece:
    return Piece(f"on-{at}", "man", f"site:{at}", Text("man"), glyph, seat, **more)  # type: ignore[arg-type]


SQUARES = tuple(Site(f"{letter}{row}", column + 0.5, 2.5 - row) for column, letter in enumerate("ab") for row in (1, 2))
GRID = Plan("grid", 2, 2.8, SQUARES, labels=(Label("a", 0.5, 2.4), Label("b", 1.5, 2.4)))


def test_squares_are_ruled_and_share_their_lines() -> None:
    scene = Scene((man("a1"), man("b2", 1, "○")))
    assert text(board(GRID, scene, LOOK, WIDE).lines) == drawn("""
    ┌───┬───┐
    │   │ ○ │
    ├───┼───┤
    │ ● │   │
    └───┴───┘
      a   b
""")


def test_squares_close_up_where_there_is_little_room() -> None:
    scene = Scene((man("a1"), man("b2", 1, "○")))
    assert text(board(GRID, scene, LOOK, Room(8, 4)).lines) == drawn("""
    · ○
    ● ·
    a b
""")


def test_a_board_with_a_hole_has_no_square_there() -> None:
    plan = Plan("grid", 2, 2, tuple(each for each in SQUARES if each.id != "b1"))
    assert text(board(plan, Scene(), LOOK, WIDE).lines) == drawn("""
    ┌───┬───┐
    │   │   │
    ├───┼───┘
    │   │
    └───┘
""")


def test_marks_stand_around_pieces_and_every_kind_has_its_own() -> None:
    scene = Scene((man("a1"), man("b2", 1, "○")), (Mark("last", ("site:a1",)), Mark("row", ("piece:on-b2", "site:b1"))))
    assert text(board(GRID, scene, LOOK, WIDE).lines) == drawn("""
    ┌───┬───┐
    │   │(○)│
    ├───┼───┤
    │[●]│( )│
    └───┴───┘
      a   b
""")


def test_marked_pieces_side_by_side_share_the_bracket_between_them() -> None:
    plan = Plan("grid", 3, 1, tuple(Site(f"{letter}1", x + 0.5, 0.5) for x, letter in enumerate("abc")))
    scene = Scene(
        (man("a1", glyph="Rm"), man("b1", glyph="Rc"), man("c1", glyph="Gc")), (Mark("last", ("site:a1", "site:b1")),)
    )
    assert text(board(plan, scene, LOOK, Room(15, 1)).lines) == "[Rm|Rc]Gc"


def test_an_empty_site_shows_the_name_of_its_kind_if_that_is_short() -> None:
    plan = Plan("grid", 3, 1, tuple(Site(f"{x}", x + 0.5, 0.5, kind) for x, kind in enumerate(("x3", "sand", "x3"))))
    look = Look(Catalogue({"site.x3": "×3", "site.sand": "sand"}))
    assert text(board(plan, Scene(), look, Room(15, 1)).lines) == "×3 ×  ×3"
    assert text(legend(plan, Scene(), look)) == " ×  sand"


def test_glyphs_of_three_characters_keep_their_squares_apart() -> None:
    drawing = board(GRID, Scene((man("a1", glyph="K12"), man("b1", glyph="Q7"))), LOOK, WIDE)
    assert "│K12│ Q7│" in text(drawing.lines)


def test_pieces_that_point_somewhere_have_an_arrow() -> None:
    drawing = board(GRID, Scene((man("a1", glyph="B", turn=135), man("b1", glyph="B"))), LOOK, WIDE)
    assert "│ B↘│ B↑│" in text(drawing.lines)


def test_pieces_on_one_site_are_counted() -> None:
    under = Piece("under", "man", "site:a1", Text("man"), "○", 1)
    assert "│ ●²│" in text(board(GRID, Scene((under, man("a1"))), LOOK, WIDE).lines)


def test_only_the_frame_is_drawn_where_the_scene_has_one() -> None:
    scene = Scene((man("a1"), man("b2")), frame=(1.0, 0.0, 1.0, 1.0))
    assert text(board(GRID, scene, LOOK, WIDE).lines).startswith("┌───┐\n│ ● │\n└───┘")


def test_the_labels_of_rows_outside_the_frame_are_not_drawn() -> None:
    numbers = (Label("1", -0.4, 0.5), Label("2", -0.4, 1.5))
    plan = Plan("grid", 1, 2, (Site("a1", 0.5, 0.5), Site("a2", 0.5, 1.5)), labels=numbers)
    shown = text(board(plan, Scene(frame=(0.0, 0.0, 1.0, 1.0)), LOOK, WIDE).lines)
    assert "1" in shown
    assert "2" not in shown


HEXAGON = Plan(
    "points",
    3,
    3,
    (
        Site("m", 0.866, 1.0), Site("n", 0.866, 0.0), Site("s", 0.866, 2.0),
        Site("nw", 0.0, 0.5), Site("sw", 0.0, 1.5), Site("ne", 1.732, 0.5), Site("se", 1.732, 1.5),
    ),
    (Line(("n", "m", "s")), Line(("nw", "sw")), Line(("ne", "se")), Line(("nw", "m", "se")), Line(("sw", "m", "ne"))),
    labels=(Label("x", 0.866, 2.6),),
)  # fmt: skip


def test_points_lie_at_their_places_with_lines_between() -> None:
    drawing = board(HEXAGON, Scene((man("m"), man("se", 1, "○")), (Mark("last", ("site:m",)),)), LOOK, Room(12, 6))
    assert text(drawing.lines) == drawn("""
        ·
    · ⡀ │ ⢀ ·
    │ ⢈[●]⡁ │
    · ⠁ │ ⠈ ○
        ·
        x
""")


def test_yinsh_fits_beside_its_panel_in_eighty_by_twenty_four() -> None:
    drawing = board(load("yinsh").plan(2, {"blitz": False}), Scene(), LOOK, Room(51, 22))
    assert drawing.fits
    assert sum(line.plain.count("·") for line in drawing.lines) == 85


LARGE = Plan("grid", 25, 25, tuple(Site(f"{x}-{y}", x + 0.5, y + 0.5) for x in range(25) for y in range(25)))


def test_of_a_large_grid_a_part_is_shown_and_what_the_whole_needs() -> None:
    drawing = board(LARGE, Scene(), LOOK, Room(51, 22))
    assert (drawing.part, drawing.width, drawing.height) == (True, 49, 25)
    assert 18 <= len(drawing.lines) <= 22
    whole = board(LARGE, Scene(), LOOK, Room(49, 25))
    assert (whole.part, whole.fits) == (False, True)
    assert not board(LARGE, Scene(), LOOK, Room(12, 8)).fits


LETTERED = Plan(
    "points",
    30,
    30,
    tuple(Site(f"{x}-{y}", x, 29 - y) for x in range(30) for y in range(30)),
    labels=(*(Label(str(y % 10), -1, 29 - y) for y in range(30)), *(Label(str(x % 10), x, 30) for x in range(30))),
)


@pytest.mark.parametrize(("at", "corner"), [("0-0", "●"), ("29-29", "●"), ("15-15", "·")])
def test_the_part_lies_around_what_is_open_and_keeps_its_numbers(at: str, corner: str) -> None:
    look = Look(LOOK.words, LOOK.seats, frozenset({f"site:{at}"}))
    drawing = board(LETTERED, Scene((man(at),)), look, Room(24, 12))
    lines = text(drawing.lines).split("\n")
    assert drawing.part
    assert "●" in text(drawing.lines)
    *rows, _ = [line for line in lines if line.strip()]
    assert all(row.split()[0].isdigit() for row in rows)
    assert set(lines[-1].split()) <= set("0123456789")
    assert corner in (rows[0].split()[-1], rows[-1].split()[1])


def test_only_labels_of_rows_and_columns_in_the_frame_are_drawn() -> None:
    drawing = board(LETTERED, Scene(frame=(-0.9, 25.1, 4.8, 4.8)), LOOK, WIDE)
    assert text(drawing.lines).replace(" ", "") == "3····\n2····\n1····\n0····\n0123"


CARDS = Plan(
    "free",
    5,
    5,
    zones=(
        Zone("theirs", "hand", Text("hand"), 2, 0, 4, 1, 1),
        Zone("pile", "pile", Text("pile"), 1, 2, 1, 1),
        Zone("mine", "hand", Text("hand"), 2, 4, 4, 1, 0),
    ),
)


def card(at: str, glyph: str, seat: int | None = None, number: int = 0) -> Piece:
    known = Piece(f"{at}-{glyph}-{number}", "card", f"zone:{at}", Text("man"), glyph, seat)
    return msgspec.structs.replace(known, face="down") if glyph == "▒▒" else known


DEALT = (*(card("theirs", "▒▒", 1, i) for i in range(3)), card("pile", "1"), card("pile", "61"),
         card("mine", "7", 0), card("mine", "23", 0))  # fmt: skip


def test_cards_lie_in_boxes_the_own_hand_at_the_bottom() -> None:
    assert text(table(CARDS, Scene(DEALT), LOOK, 0, Room(40, 20)).lines) == drawn("""
    hand  ▒▒ ×3


    the pile
     ╭────╮
     │ 61 │
     ╰────╯
       ×2

    hand
    ╭──╮╭──╮
    │ 7││23│
    ╰──╯╰──╯
""")


def test_the_viewer_sits_at_the_bottom_whichever_seat_it_has() -> None:
    lines = text(table(CARDS, Scene(DEALT), LOOK, 1, Room(40, 20)).lines).split("\n")
    assert lines[-1] == "hand  ▒▒ ×3"


def test_zones_become_lines_where_boxes_do_not_fit() -> None:
    drawing = table(CARDS, Scene(DEALT), LOOK, 0, Room(40, 3))
    assert text(drawing.lines) == "hand  ▒▒ ×3\nthe pile  61\nhand  7 23"


def test_what_is_shown_on_a_pile_is_named_with_who_shows_it() -> None:
    look = Look(Catalogue({**LOOK.words.entries, "mark.keep": "Keep", "seat.1": "Ann"}), ("red", "blue"))
    scene = Scene(DEALT, (Mark("keep", ("zone:pile",), 1),))
    assert "Keep Ann" in text(table(CARDS, scene, look, 0, Room(40, 20)).lines)
    assert "the pile  61  Keep Ann" in text(zone_lines(CARDS, scene, look))


def test_the_place_that_changed_is_marked_unless_the_game_marks_sites() -> None:
    before, after = Scene((man("a1"),)), Scene((man("a1"), man("b1")))
    assert changed(before, after) == ("site:b1",)
    assert with_last_move(before, after).marks == (Mark("last", ("site:b1",)),)
    own = Scene((man("b1"),), (Mark("row", ("site:a1",)),))
    assert with_last_move(before, own) is own


def test_the_position_can_be_read_as_a_list() -> None:
    assert text(position_in_words(Scene((man("a1"), man("b2"))), LOOK)) == "man: a1, b2"


def frame(plan: Plan, scene: Scene, *log: str) -> Frame:
    look = look_for(load("connect4"), 2)
    return Frame(Ink("Game"), plan, scene, look, 0, Ink("Red to move"), log=[Ink(each) for each in log], hint="hint")


@pytest.mark.parametrize("size", [(80, 24), (120, 50), (60, 20), (46, 14), (30, 10)])
def test_a_screen_never_exceeds_its_window(size: tuple[int, int]) -> None:
    width, height = size
    plan = load("connect4").plan(2, {})
    counters = tuple(Counter(str(i), Text("n"), i, seat=None) for i in range(30))
    lines = screen(frame(plan, Scene(counters=counters), *("a long line of the log" for _ in range(90))), width, height)
    assert len(lines) <= height - 1
    assert max(line.cell_len for line in lines) <= width
    assert "Red to move" in text(lines)


def test_the_end_of_the_log_is_what_shows() -> None:
    shown = text(screen(frame(GRID, Scene(), *(f"line {i}" for i in range(90))), 80, 24))
    assert "line 89" in shown
    assert "line 9 " not in shown


def test_a_window_too_small_is_told_both_sizes_and_the_position() -> None:
    plan = load("connect4").plan(2, {})
    shown = text(screen(frame(plan, Scene((man("a1"),)), "log"), 50, 8))
    assert "42 × 9;" in shown
    assert "50 × 8." in shown
    assert "man: a1" in shown
    assert "●" not in shown


def test_a_window_of_the_size_that_was_asked_for_shows_the_board() -> None:
    plan = load("connect4").plan(2, {})
    assert "●" in text(screen(frame(plan, Scene((man("a1"),)), "log"), 42, 9))


def test_seats_named_after_colours_wear_them_and_no_two_are_alike() -> None:
    red, yellow = seat_styles(load("connect4"), 2)
    assert (red, yellow) == ("color(167)", "color(136)")
    assert len(set(seat_styles(load("dance"), 5))) == 5


# -- six-sided tiles ------------------------------------------------------------------------------------------

ROW = 0.866
TILES = tuple(
    Site(f"{name}{row}", x, 0.6 + ROW * row)
    for row, places in enumerate(((1.0, 2.0), (0.5, 1.5, 2.5), (1.0, 2.0)))
    for name, x in zip("abc", places, strict=False)
)
HEX = Plan("hex", 3, 3, TILES)


def test_six_sided_tiles_share_their_sides_and_have_on_them_what_stands_there() -> None:
    scene = Scene((man("b1"), man("a2", 1, "R12")), (Mark("last", ("site:b1",)),))
    assert text(board(HEX, scene, LOOK, WIDE).lines) == drawn("""
       ╱ ╲ ╱ ╲
      │   │   │
     ╱ ╲ ╱ ╲ ╱ ╲
    │   │[●]│   │
     ╲ ╱ ╲ ╱ ╲ ╱
      │R12│   │
       ╲ ╱ ╲ ╱
""")


def test_without_room_for_tiles_there_are_points_that_stand_as_the_tiles_do() -> None:
    scene = Scene((man("b1"),))
    assert text(board(HEX, scene, LOOK, Room(12, 5)).lines) == drawn("""
      ·   ·
    ·   ●   ·
      ·   ·
""")


def test_sites_that_stand_otherwise_than_tiles_do_are_points() -> None:
    askew = msgspec.structs.replace(HEX, sites=(*TILES, Site("far", 1.2, 5.0)))
    assert "│" not in text(board(askew, Scene(), LOOK, WIDE).lines)
